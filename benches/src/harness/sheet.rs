//! The look that all tables share: light lines, numbers to the right, no wider than the terminal.
//!
//! Where a terminal is narrow, columns that others imply are left out, and what is still too wide
//! becomes several tables, each with the names at its left.

use std::ops::RangeInclusive;
use std::sync::OnceLock;

use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table, TableStyle,
};

/// Columns of text that lines fit in which go through a pipe.
pub const WIDTH: u16 = 120;
/// The widths of terminals that are taken as they are.
const TERMINALS: RangeInclusive<u16> = 80..=200;

/// Columns that a narrow table does without, the first first.
const SPARE: [&str; 4] = ["ops/ms", "version", "values", "spread of ns"];

const LINE: LineStyle = LineStyle::none().fill('─').junction('─');
const TEXT: ContentLineStyle = ContentLineStyle::none().junction(' ');
const STYLE: TableStyle = TableStyle::new()
    .top_border(LINE)
    .header_lines(TEXT)
    .header_separator(LINE)
    .content_lines(TEXT)
    .bottom_border(LINE);

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text that wraps between words when the table would be too wide.
    Text,
    /// Short text that never wraps.
    Word,
    /// A number, to the right.
    Number,
}

/// The width of lines: that of the terminal, if there is one.
fn width() -> u16 {
    static WIDTH_HERE: OnceLock<u16> = OnceLock::new();
    // Tests have one look, wherever they run.
    let terminal = || if cfg!(test) { None } else { Table::new().width() };
    *WIDTH_HERE.get_or_init(|| terminal().map_or(WIDTH, |width| width.clamp(*TERMINALS.start(), *TERMINALS.end())))
}

/// Draws a table with `gap` blanks between its columns.
pub fn draw(columns: &[(String, Kind)], lines: &[Vec<String>], gap: u16) -> String {
    draw_within(columns, lines, gap, width())
}

fn draw_within(columns: &[(String, Kind)], lines: &[Vec<String>], gap: u16, width: u16) -> String {
    let needed: Vec<usize> = (0..columns.len()).map(|index| needed(columns, lines, index) + usize::from(gap)).collect();
    let all = |kept: &[usize]| kept.iter().map(|index| needed[*index]).sum::<usize>() > usize::from(width + gap);
    let mut kept: Vec<usize> = (0..columns.len()).collect();
    for spare in SPARE {
        if all(&kept) {
            kept.retain(|index| columns[*index].0 != spare);
        }
    }
    let names = kept.iter().take_while(|index| columns[**index].1 != Kind::Number).count();
    let (names, figures) = kept.split_at(names);
    let mut parts = vec![names.to_vec()];
    for figure in figures {
        let last = parts.last_mut().expect("there is one from the start");
        if last.len() > names.len() && all(&[last, &[*figure][..]].concat()) {
            parts.push([names, &[*figure]].concat());
        } else {
            last.push(*figure);
        }
    }
    let part = |kept: Vec<usize>| {
        let columns: Vec<_> = kept.iter().map(|index| columns[*index].clone()).collect();
        let line = |line: &Vec<String>| kept.iter().filter_map(|index| line.get(*index).cloned()).collect();
        part(&columns, &lines.iter().map(line).collect::<Vec<_>>(), gap, width)
    };
    parts.into_iter().map(part).collect()
}

/// The columns of text that a column of the table cannot do without.
fn needed(columns: &[(String, Kind)], lines: &[Vec<String>], index: usize) -> usize {
    let (heading, kind) = &columns[index];
    let texts = || std::iter::once(heading).chain(lines.iter().filter_map(|line| line.get(index)));
    let longest = |pieces: &mut dyn Iterator<Item = &str>| pieces.map(|piece| piece.chars().count()).max().unwrap_or(0);
    match kind {
        // It wraps, but not everywhere.
        Kind::Text => longest(&mut texts().flat_map(|text| text.lines())).min(LEAST_TEXT),
        _ => longest(&mut texts().flat_map(|text| text.lines())),
    }
}

/// What a column of text that wraps should have at least, if it has that much to say.
const LEAST_TEXT: usize = 14;

fn part(columns: &[(String, Kind)], lines: &[Vec<String>], gap: u16, width: u16) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(width).force_no_tty();
    table.set_header(columns.iter().map(|(heading, kind)| cell(heading, *kind)));
    for line in lines {
        table.add_row(line.iter().zip(columns).map(|(text, (_, kind))| cell(text, *kind)));
    }
    for (index, (column, (_, kind))) in table.column_iter_mut().zip(columns).enumerate() {
        // One blank of the gap is the joint between two columns.
        column.set_padding((if index == 0 { 0 } else { gap.saturating_sub(1) }, 0));
        if *kind != Kind::Text {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    format!("{}\n", table.trim_fmt())
}

/// `text` after `lead`, broken between words where a line would be too wide; further lines stand
/// under the text.
pub fn paragraph(lead: &str, text: &str) -> String {
    let indent = lead.chars().count();
    let (mut out, mut column) = (lead.to_owned(), indent);
    for (index, word) in text.split_whitespace().enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > usize::from(self::width()) {
            out += &format!("\n{:indent$}", "");
            column = indent;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += width;
    }
    out + "\n"
}

fn cell(text: &str, kind: Kind) -> Cell {
    Cell::new(text).set_alignment(if kind == Kind::Number { CellAlignment::Right } else { CellAlignment::Left })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_wraps_between_words_and_no_line_is_too_wide() {
        let columns = [("name".to_owned(), Kind::Text), ("figure".to_owned(), Kind::Number)];
        let lines = [vec!["some words ".repeat(30), "12345".to_owned()], vec!["short".to_owned(), "1".to_owned()]];
        let drawn = draw(&columns, &lines, 2);
        assert!(drawn.lines().all(|line| line.chars().count() <= usize::from(WIDTH)), "{drawn}");
        let words = drawn.split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
        let known = ["name", "figure", "some", "words", "short"];
        assert!(words.into_iter().all(|word| known.contains(&word)), "{drawn}");
    }

    #[test]
    fn a_narrow_table_leaves_out_what_others_imply_and_breaks_between_figures() {
        let columns = ["library", "version", "ns", "ops/ms"].map(|name| (name.to_owned(), Kind::Number));
        let mut columns = columns.to_vec();
        columns[0].1 = Kind::Word;
        columns[1].1 = Kind::Word;
        columns.extend((0..12).map(|index| (format!("figure {index}"), Kind::Number)));
        let line: Vec<String> = (0..columns.len()).map(|index| format!("{index:>8}")).collect();
        let drawn = draw_within(&columns, &[line], 2, 80);
        assert!(drawn.lines().all(|line| line.chars().count() <= 80), "{drawn}");
        assert!(!drawn.contains("version") && !drawn.contains("ops/ms"), "{drawn}");
        assert_eq!(drawn.matches("library").count(), 2, "{drawn}");
        assert!((0..12).all(|index| drawn.matches(&format!("figure {index}")).count() > 0), "{drawn}");
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let columns = [("name".to_owned(), Kind::Word), ("ns".to_owned(), Kind::Number)];
        let lines = [["a", "1.5"], ["b", "12345"]].map(|line| line.map(str::to_owned).to_vec());
        let drawn = draw(&columns, &lines, 2);
        let ends: Vec<_> = drawn.lines().map(|line| line.chars().count()).collect();
        assert!(ends.iter().all(|end| *end == ends[0]), "{drawn}");
    }

    #[test]
    fn a_paragraph_is_indented_under_its_text() {
        assert_eq!(paragraph(" 1  ", "a note"), " 1  a note\n");
        let drawn = paragraph(" 1  ", &"words ".repeat(30));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= usize::from(WIDTH) && lines[0].len() + " words".len() > usize::from(WIDTH));
        assert!(lines[1].starts_with("    words"));
    }
}
