//! The paper of a plot: an SVG of lines, dots, rectangles and text, and the colours that every plot
//! uses.

use std::fmt::{Arguments, Write as _};

use super::axis::Axis;
use crate::harness::figure::Figure;
use crate::harness::rank::OURS;
use crate::report::escape;

/// A colour on light screens, which is what the SVG says, and the one that the page puts in its
/// place on dark ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    pub light: &'static str,
    pub dark: &'static str,
}

const fn color_of(light: &'static str, dark: &'static str) -> Color {
    Color { light, dark }
}

pub const PAPER: Color = color_of("#FFFFFF", "#161b22");
pub const INK: Color = color_of("#24292F", "#e6edf3");
pub const MUTED: Color = color_of("#57606A", "#9da7b3");
pub const GRID: Color = color_of("#E1E5EA", "#30363d");
pub const OUR: Color = color_of("#C2410C", "#fb8c4a");
pub const CHECKED: Color = color_of("#788694", "#8795a3");
pub const UNCHECKED: Color = color_of("#C8D0D8", "#465260");
pub const PLAIN: Color = color_of("#B5A16C", "#8f7f52");
/// Where a rival is better.
pub const THEIR: Color = OTHER_LINES[0];
pub const OUR_LINES: [Color; 3] = [OUR, color_of("#E08A2E", "#f0b35e"), color_of("#8C2F39", "#e0828c")];
pub const OTHER_LINES: [Color; 12] = [
    color_of("#2F6FAF", "#6aa9e9"),
    color_of("#3F8F5B", "#6fc08b"),
    color_of("#7D5AA8", "#b294dc"),
    color_of("#8A7A2B", "#c9b85c"),
    color_of("#2A8C8C", "#5cc4c4"),
    color_of("#B54E8F", "#e08cc0"),
    color_of("#5F6B76", "#a3b0bd"),
    color_of("#8F5B3A", "#cf9a75"),
    color_of("#6A9A1F", "#a8d65c"),
    color_of("#1F3F8F", "#8fa8f0"),
    color_of("#C99A00", "#e6c34a"),
    color_of("#00A3C4", "#5fd3ee"),
];

/// All of them.
pub fn palette() -> impl Iterator<Item = Color> {
    let named = [PAPER, INK, MUTED, GRID, CHECKED, UNCHECKED, PLAIN];
    named.into_iter().chain(OUR_LINES).chain(OTHER_LINES)
}

/// Every plot is so wide: three stand side by side on a large screen, and one fills a telephone
/// with its text still large enough.
pub const WIDTH: i32 = 480;
/// Of most text.
pub const TEXT: i32 = 12;
/// From one line of text to the next.
const LEADING: i32 = 16;

pub struct Canvas(String);

/// Where a text stands, seen from its point.
#[derive(Clone, Copy)]
pub enum Side {
    Right,
    Left,
    Middle,
}

/// An SVG of this height.
pub fn draw(height: i32, paint: impl FnOnce(&mut Canvas)) -> String {
    draw_wide((WIDTH, height), paint)
}

/// An SVG of another width.
pub fn draw_wide((width, height): (i32, i32), paint: impl FnOnce(&mut Canvas)) -> String {
    let mut canvas = Canvas(String::new());
    canvas.put(format_args!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\">"
    ));
    canvas.filled([(0, 0), (width, height)], PAPER);
    paint(&mut canvas);
    canvas.0 + "</svg>\n"
}

impl Canvas {
    fn put(&mut self, element: Arguments) {
        let _ = writeln!(self.0, "{element}");
    }

    pub fn text(&mut self, text: &str, at: (i32, i32), side: Side, color: Color, bold: bool) {
        self.sized(text, at, side, color, bold, TEXT);
    }

    fn sized(&mut self, text: &str, (x, y): (i32, i32), side: Side, color: Color, bold: bool, pixels: i32) {
        let anchor = match side {
            Side::Right => "start",
            Side::Left => "end",
            Side::Middle => "middle",
        };
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let (fill, text) = (color.light, escape::html(text));
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" text-anchor=\"{anchor}\" font-size=\"{pixels}\"{weight} fill=\"{fill}\">{text}</text>"
        ));
    }

    /// What a plot shows, in the upper left: a name, and below it some words; together they take
    /// [`head`] pixels.
    pub fn title(&mut self, name: &str, about: &str) {
        let mut y = 15;
        for line in wrapped(name, 14) {
            self.sized(&line, (8, y), Side::Right, INK, true, 14);
            y += LEADING + 2;
        }
        for line in wrapped(about, TEXT) {
            self.text(&line, (8, y), Side::Right, MUTED, false);
            y += LEADING;
        }
    }

    pub fn line(&mut self, points: &[(i32, i32)], color: Color, width: u32) {
        self.path(points, color, width, "");
    }

    pub fn dashed(&mut self, points: &[(i32, i32)], color: Color, width: u32) {
        self.path(points, color, width, " stroke-dasharray=\"5 4\"");
    }

    fn path(&mut self, points: &[(i32, i32)], color: Color, width: u32, dashes: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let (points, stroke) = (points.join(" "), color.light);
        self.put(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}/>"
        ));
    }

    pub fn filled(&mut self, [(left, top), (right, bottom)]: [(i32, i32); 2], color: Color) {
        let (width, height, fill) = (right - left, bottom - top, color.light);
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        ));
    }

    pub fn dot(&mut self, (x, y): (i32, i32), radius: i32, color: Color) {
        let fill = color.light;
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"));
    }

    /// A dot that a pointer asks for its name; dots that cover each other show through.
    pub fn named(&mut self, (x, y): (i32, i32), radius: i32, color: Color, name: &str) {
        let (fill, name) = (color.light, escape::html(name));
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" fill-opacity=\"0.7\"><title>{name}</title></circle>"
        ));
    }

    /// Upright grid lines with their labels below, but for those that would touch the label before.
    pub fn ticks_below(&mut self, axis: &Axis, top: i32, bottom: i32) {
        let mut end = i32::MIN;
        for value in axis.ticks() {
            let (x, label) = (axis.at(value), axis.label(value));
            self.line(&[(x, top), (x, bottom)], GRID, 1);
            if x - width(&label) / 2 > end {
                self.text(&label, (x, bottom + 12), Side::Middle, MUTED, false);
                end = x + width(&label) / 2;
            }
        }
    }

    /// Level grid lines with their labels to the left.
    pub fn ticks_left(&mut self, axis: &Axis, left: i32, right: i32) {
        for value in axis.ticks() {
            let y = axis.at(value);
            self.line(&[(left, y), (right, y)], GRID, 1);
            self.text(&axis.label(value), (left - 6, y), Side::Left, MUTED, false);
        }
    }

    /// Colours with their meaning, side by side in as many lines as they take.
    pub fn legend(&mut self, top: i32, entries: &[(Color, &str)]) {
        let (mut x, mut y) = (8, top);
        for (color, text) in entries {
            let wide = 16 + width(text) + 18;
            if x > 8 && x + wide > WIDTH {
                (x, y) = (8, y + LEADING);
            }
            // The muted colour is that of the thin lines.
            if *color == MUTED {
                self.line(&[(x, y), (x + 10, y)], MUTED, 1);
            } else {
                self.filled([(x, y - 5), (x + 10, y + 5)], *color);
            }
            self.text(text, (x + 16, y), Side::Right, MUTED, false);
            x += wide;
        }
    }
}

/// How many pixels a title takes.
pub fn head(name: &str, about: &str) -> i32 {
    let lines = |text, pixels| i32::try_from(wrapped(text, pixels).len()).unwrap_or(1);
    lines(name, 14) * (LEADING + 2) + lines(about, TEXT) * LEADING + 14
}

/// The words of a text in lines that fit the plot.
fn wrapped(text: &str, pixels: i32) -> Vec<String> {
    let room = (WIDTH - 16) * TEXT / pixels;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + width(word) < room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// About how wide a text is; fonts differ, so that it is rather too much than too little.
pub fn width(text: &str) -> i32 {
    (text.chars().count() as f64 * f64::from(TEXT) * 0.59).ceil() as i32
}

/// The colour of a row.
pub fn color(row: &Figure) -> Color {
    match row {
        _ if row.library == OURS => OUR,
        _ if row.is_floor() => PLAIN,
        _ if row.checked => CHECKED,
        _ => UNCHECKED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text_and_colours_are_written_as_the_page_expects_them() {
        let svg = draw(50, |canvas| canvas.text("a < b", (10, 10), Side::Right, INK, false));
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(svg.contains("a &lt; b"), "{svg}");
        assert!([INK, PAPER].iter().all(|color| svg.contains(&format!("fill=\"{}\"", color.light))), "{svg}");
    }

    #[test]
    fn each_colour_of_light_screens_has_one_of_dark_ones() {
        let mut light: Vec<&str> = palette().map(|color| color.light).collect();
        light.sort_unstable();
        let all = light.len();
        light.dedup();
        assert_eq!(light.len(), all);
    }

    #[test]
    fn long_titles_are_broken_between_words() {
        let lines = wrapped(&"word ".repeat(40), TEXT);
        assert!(lines.len() > 2 && lines.iter().all(|line| width(line) <= WIDTH - 16), "{lines:?}");
    }
}
