//! The look that all tables share: light lines, at most 120 columns, numbers to the right.

use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table, TableStyle,
};

/// Columns of text that every line fits in, whether it goes to a terminal or through a pipe.
pub const WIDTH: u16 = 120;

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

/// Draws a table with `gap` blanks between its columns.
pub fn draw(columns: &[(String, Kind)], lines: &[Vec<String>], gap: u16) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH).force_no_tty();
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

/// `text` after `lead`, broken between words where a line would be too wide; further lines stand under the text.
pub fn paragraph(lead: &str, text: &str) -> String {
    let indent = lead.chars().count();
    let (mut out, mut column) = (lead.to_owned(), indent);
    for (index, word) in text.split_whitespace().enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > usize::from(WIDTH) {
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
