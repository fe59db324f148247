//! The shapes that the plots are made of, in colours that a page can repaint.

use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, DashedPathElement, PathElement, Rectangle, Text};
use plotters::prelude::{RGBColor, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, IntoTextStyle};

use super::axis::Axis;
use crate::harness::figure::Figure;
use crate::harness::rank::OURS;

pub const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);
pub const INK: RGBColor = RGBColor(0x24, 0x29, 0x2F);
pub const MUTED: RGBColor = RGBColor(0x57, 0x60, 0x6A);
pub const GRID: RGBColor = RGBColor(0xE1, 0xE5, 0xEA);
pub const OUR: RGBColor = RGBColor(0xC2, 0x41, 0x0C);
pub const CHECKED: RGBColor = RGBColor(0x78, 0x86, 0x94);
pub const UNCHECKED: RGBColor = RGBColor(0xC8, 0xD0, 0xD8);
pub const PLAIN: RGBColor = RGBColor(0xB5, 0xA1, 0x6C);
/// For lines that have to be told apart: ours, then the others.
pub const OUR_LINES: [RGBColor; 3] = [OUR, RGBColor(0xE0, 0x8A, 0x2E), RGBColor(0x8C, 0x2F, 0x39)];
pub const OTHER_LINES: [RGBColor; 12] = [
    RGBColor(0x2F, 0x6F, 0xAF),
    RGBColor(0x3F, 0x8F, 0x5B),
    RGBColor(0x7D, 0x5A, 0xA8),
    RGBColor(0x8A, 0x7A, 0x2B),
    RGBColor(0x2A, 0x8C, 0x8C),
    RGBColor(0xB5, 0x4E, 0x8F),
    RGBColor(0x5F, 0x6B, 0x76),
    RGBColor(0x8F, 0x5B, 0x3A),
    RGBColor(0x6A, 0x9A, 0x1F),
    RGBColor(0x1F, 0x3F, 0x8F),
    RGBColor(0xC9, 0x9A, 0x00),
    RGBColor(0x00, 0xA3, 0xC4),
];

/// What the colours become on a dark background.
pub const DARK: [(RGBColor, &str); 22] = [
    (PAPER, "#161b22"),
    (INK, "#e6edf3"),
    (MUTED, "#9da7b3"),
    (GRID, "#30363d"),
    (OUR, "#fb8c4a"),
    (CHECKED, "#8795a3"),
    (UNCHECKED, "#465260"),
    (PLAIN, "#8f7f52"),
    (OUR_LINES[1], "#f0b35e"),
    (OUR_LINES[2], "#e0828c"),
    (OTHER_LINES[0], "#6aa9e9"),
    (OTHER_LINES[1], "#6fc08b"),
    (OTHER_LINES[2], "#b294dc"),
    (OTHER_LINES[3], "#c9b85c"),
    (OTHER_LINES[4], "#5cc4c4"),
    (OTHER_LINES[5], "#e08cc0"),
    (OTHER_LINES[6], "#a3b0bd"),
    (OTHER_LINES[7], "#cf9a75"),
    (OTHER_LINES[8], "#a8d65c"),
    (OTHER_LINES[9], "#8fa8f0"),
    (OTHER_LINES[10], "#e6c34a"),
    (OTHER_LINES[11], "#5fd3ee"),
];

/// The pixels of a line of text.
pub const TEXT: i32 = 12;
/// The height of a title.
pub const HEAD: i32 = 48;
const FAMILY: &str = "sans-serif";
/// plotters divides the size it is given by this.
const PLOTTERS_SIZE: f64 = 1.24;

type Fault = DrawingAreaErrorKind<std::io::Error>;
pub type Outcome = Result<(), Fault>;

/// A plot in the making; coordinates are pixels from the upper left.
pub struct Canvas<'a>(DrawingArea<SVGBackend<'a>, plotters::coord::Shift>);

/// Where a text stands from its point.
#[derive(Clone, Copy)]
pub enum Side {
    Right,
    Left,
    Middle,
}

/// The SVG that `paint` makes.
///
/// # Errors
///
/// If plotters fails.
pub fn draw(size: (i32, i32), paint: impl FnOnce(&Canvas) -> Outcome) -> Result<String, String> {
    let mut svg = String::new();
    let pixels = |length: i32| u32::try_from(length).unwrap_or(1);
    {
        let canvas = Canvas(SVGBackend::with_string(&mut svg, (pixels(size.0), pixels(size.1))).into_drawing_area());
        let outcome = canvas.0.fill(&PAPER).and_then(|()| paint(&canvas)).and_then(|()| canvas.0.present());
        outcome.map_err(|error| format!("cannot draw a plot: {error}"))?;
    }
    Ok(svg)
}

impl Canvas<'_> {
    pub fn text(&self, text: &str, at: (i32, i32), side: Side, color: RGBColor, bold: bool) -> Outcome {
        self.sized(text, at, side, color, bold, TEXT)
    }

    /// A text of other than the usual size.
    pub fn sized(&self, text: &str, at: (i32, i32), side: Side, color: RGBColor, bold: bool, pixels: i32) -> Outcome {
        let horizontal = match side {
            Side::Right => HPos::Left,
            Side::Left => HPos::Right,
            Side::Middle => HPos::Center,
        };
        let style = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let font = (FAMILY, f64::from(pixels) * PLOTTERS_SIZE, style).into_font().color(&color);
        let font = font.into_text_style(&self.0).pos(Pos::new(horizontal, VPos::Center));
        self.0.draw(&Text::new(text.to_owned(), at, font))
    }

    /// What a plot shows, in the upper left: a name, and below it a few words; together they take [`HEAD`] pixels.
    pub fn title(&self, name: &str, about: &str) -> Outcome {
        self.sized(name, (8, 15), Side::Right, INK, true, 14)?;
        self.text(about, (8, 34), Side::Right, MUTED, false)
    }

    pub fn line(&self, points: &[(i32, i32)], color: RGBColor, width: u32) -> Outcome {
        self.0.draw(&PathElement::new(points.to_vec(), color.stroke_width(width)))
    }

    pub fn dashed(&self, points: &[(i32, i32)], color: RGBColor, width: u32) -> Outcome {
        self.0.draw(&DashedPathElement::new(points.to_vec(), 5, 4, color.stroke_width(width)))
    }

    pub fn filled(&self, corners: [(i32, i32); 2], color: RGBColor) -> Outcome {
        self.0.draw(&Rectangle::new(corners, color.filled()))
    }

    pub fn dot(&self, at: (i32, i32), radius: i32, color: RGBColor, filled: bool) -> Outcome {
        let style = if filled { color.filled() } else { ShapeStyle::from(color).stroke_width(2) };
        self.0.draw(&Circle::new(at, radius, style))
    }

    /// Upright grid lines with their labels below.
    pub fn ticks_below(&self, axis: &Axis, top: i32, bottom: i32) -> Outcome {
        for value in axis.ticks() {
            let x = axis.at(value);
            self.line(&[(x, top), (x, bottom)], GRID, 1)?;
            self.text(&axis.label(value), (x, bottom + 12), Side::Middle, MUTED, false)?;
        }
        Ok(())
    }

    /// Level grid lines with their labels to the left.
    pub fn ticks_left(&self, axis: &Axis, left: i32, right: i32) -> Outcome {
        for value in axis.ticks() {
            let y = axis.at(value);
            self.line(&[(left, y), (right, y)], GRID, 1)?;
            self.text(&axis.label(value), (left - 6, y), Side::Left, MUTED, false)?;
        }
        Ok(())
    }

    /// Colours with their meaning, side by side, further left where they would not end before `end`.
    pub fn legend(&self, at: (i32, i32), entries: &[(RGBColor, &str)], end: i32) -> Outcome {
        let all: i32 = entries.iter().map(|(_, text)| 16 + width(text) + 18).sum();
        let (mut x, y) = (at.0.min(end - all).max(8), at.1);
        for (color, text) in entries {
            // The muted colour is that of the thin lines.
            if *color == MUTED {
                self.line(&[(x, y), (x + 10, y)], MUTED, 1)?;
            } else {
                self.filled([(x, y - 5), (x + 10, y + 5)], *color)?;
            }
            self.text(text, (x + 16, y), Side::Right, MUTED, false)?;
            x += 16 + width(text) + 18;
        }
        Ok(())
    }
}

/// About how wide a text is; fonts differ, so that it is rather too much than too little.
pub fn width(text: &str) -> i32 {
    (text.chars().count() as f64 * f64::from(TEXT) * 0.59).ceil() as i32
}

/// The colour of a row.
pub fn color(row: &Figure) -> RGBColor {
    match row {
        _ if row.library == OURS => OUR,
        _ if row.is_floor() => PLAIN,
        _ if row.checked => CHECKED,
        _ => UNCHECKED,
    }
}

/// As SVG writes it.
pub fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text_and_colours_are_written_as_the_page_expects_them() {
        let svg = draw((100, 50), |canvas| canvas.text("a < b", (10, 10), Side::Right, INK, false)).expect("an SVG");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(svg.contains("a &lt; b"), "{svg}");
        assert!(svg.contains(&format!("fill=\"{}\"", hex(INK))) && svg.contains(&format!("fill=\"{}\"", hex(PAPER))));
    }

    #[test]
    fn every_colour_has_another_one_in_the_dark() {
        let all =
            [PAPER, INK, MUTED, GRID, OUR, CHECKED, UNCHECKED, PLAIN].into_iter().chain(OUR_LINES).chain(OTHER_LINES);
        for color in all {
            assert!(DARK.iter().any(|(known, _)| *known == color), "{}", hex(color));
        }
    }
}
