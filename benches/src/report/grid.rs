//! A table that can be written for a terminal, as Markdown and as HTML.
//!
//! What a table says is put together once, from figures; how its marks look is decided here, for
//! each form.

use std::fmt::Write as _;

use super::escape;
use crate::harness::rank::Mark;
use crate::harness::sheet::{self, Kind};

/// A table: heads, and lines of as many cells.
#[derive(Clone)]
pub struct Grid {
    pub heads: Vec<(String, Kind)>,
    pub lines: Vec<Line>,
}

/// A line of a table.
#[derive(Clone)]
pub enum Line {
    /// The title of the lines below.
    Section(String),
    /// One cell for each head.
    Cells {
        cells: Vec<Cell>,
        /// Whether the line stands out: it is about ours.
        ours: bool,
    },
}

/// A cell with its place among those it is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub text: String,
    pub mark: Mark,
}

impl Cell {
    /// What stands where there is no figure.
    pub const NONE: &str = "-";

    /// A cell without a mark.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Mark::None }
    }

    /// A cell for a figure that may be missing.
    pub fn of(text: Option<String>) -> Self {
        Self::plain(text.unwrap_or_else(|| Self::NONE.to_owned()))
    }
}

impl Grid {
    /// A table without lines.
    pub fn new(heads: impl IntoIterator<Item = (impl Into<String>, Kind)>) -> Self {
        Self { heads: heads.into_iter().map(|(head, kind)| (head.into(), kind)).collect(), lines: Vec::new() }
    }

    /// Adds a line of cells.
    pub fn push(&mut self, cells: Vec<Cell>, ours: bool) {
        self.lines.push(Line::Cells { cells, ours });
    }

    /// Adds a line of words.
    pub fn words(&mut self, words: impl IntoIterator<Item = impl Into<String>>, ours: bool) {
        self.push(words.into_iter().map(Cell::plain).collect(), ours);
    }

    /// For a terminal, with the signs of the printed report.
    pub fn terminal(&self) -> String {
        let blank = || vec![String::new(); self.heads.len().saturating_sub(1)];
        let line = |line: &Line| match line {
            // What explains the title would widen the column of names.
            Line::Section(title) => [vec![title.split(':').next().unwrap_or_default().to_owned()], blank()].concat(),
            Line::Cells { cells, .. } => {
                cells.iter().map(|cell| format!("{}{}", cell.mark.sign(), cell.text)).collect()
            }
        };
        sheet::draw(&self.heads, &self.lines.iter().map(line).collect::<Vec<_>>(), 2)
    }

    /// As Markdown: the best are bold, those of the unchecked have a sign as well.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        let heads = self.heads.iter().map(|(head, _)| escape::markdown(head));
        let rules = self.heads.iter().map(|(_, kind)| if *kind == Kind::Number { "--:" } else { "---" }.to_owned());
        row(&mut out, heads);
        row(&mut out, rules);
        for line in &self.lines {
            match line {
                Line::Section(title) => {
                    let rest = (1..self.heads.len()).map(|_| String::new());
                    row(&mut out, std::iter::once(format!("*{}*", escape::markdown(title))).chain(rest));
                }
                Line::Cells { cells, .. } => row(
                    &mut out,
                    cells.iter().map(|cell| {
                        let text = escape::markdown(&cell.text);
                        match cell.mark {
                            Mark::None => text,
                            Mark::Best => format!("**{text}**"),
                            Mark::BestUnchecked => format!("**{text}** †"),
                        }
                    }),
                ),
            }
        }
        out
    }

    /// As HTML: classes `best`, `unchecked` and `ours` are for the style sheet.
    pub fn html(&self) -> String {
        let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
        let number = |kind: Kind| if kind == Kind::Number { "n" } else { "" };
        for (head, kind) in &self.heads {
            // Paths may break after their points, and names of fields after their underscores.
            let head = escape::html(head).replace('\n', "<br>").replace('.', ".<wbr>").replace('_', "_<wbr>");
            let _ = write!(out, "<th class=\"{}\">{head}</th>", number(*kind));
        }
        out += "</tr></thead>\n<tbody>\n";
        for line in &self.lines {
            match line {
                Line::Section(title) => {
                    let (span, title) = (self.heads.len(), escape::html(title));
                    let _ = writeln!(out, "<tr class=\"section\"><th colspan=\"{span}\">{title}</th></tr>");
                }
                Line::Cells { cells, ours } => {
                    out += if *ours { "<tr class=\"ours\">" } else { "<tr>" };
                    for (cell, (_, kind)) in cells.iter().zip(&self.heads) {
                        let mark = match cell.mark {
                            Mark::None => "",
                            Mark::Best => " best",
                            Mark::BestUnchecked => " best unchecked",
                        };
                        let _ = write!(out, "<td class=\"{}{mark}\">{}</td>", number(*kind), escape::html(&cell.text));
                    }
                    out += "</tr>\n";
                }
            }
        }
        out + "</tbody></table></div>\n"
    }
}

fn row(out: &mut String, cells: impl Iterator<Item = String>) {
    out.push('|');
    for cell in cells {
        let _ = write!(out, " {} |", cell.replace('\n', " "));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Grid {
        let mut grid = Grid::new([("library", Kind::Word), ("decode\none", Kind::Number)]);
        grid.lines.push(Line::Section("checked".to_owned()));
        grid.push(vec![Cell::plain("vellum"), Cell { text: "12.0".to_owned(), mark: Mark::Best }], true);
        grid.push(vec![Cell::plain("a<b|c"), Cell { text: "2.60".to_owned(), mark: Mark::BestUnchecked }], false);
        grid.push(vec![Cell::plain("d"), Cell::of(None)], false);
        grid
    }

    #[test]
    fn markdown_has_a_line_for_each_and_escapes_what_would_end_a_cell() {
        let expected = "| library | decode one |\n| --- | --: |\n| *checked* |  |\n| vellum | **12.0** |\n\
            | a&lt;b\\|c | **2.60** † |\n| d | - |\n";
        assert_eq!(sample().markdown(), expected);
    }

    #[test]
    fn html_marks_the_best_and_ours_and_escapes_text() {
        let html = sample().html();
        assert!(html.contains("<tr class=\"ours\"><td class=\"\">vellum</td><td class=\"n best\">12.0</td></tr>"));
        assert!(html.contains("<td class=\"\">a&lt;b|c</td><td class=\"n best unchecked\">2.60</td>"), "{html}");
        assert!(html.contains("<th class=\"n\">decode<br>one</th>") && html.contains("<th colspan=\"2\">checked</th>"));
    }

    #[test]
    fn a_terminal_shows_the_signs_of_the_printed_report() {
        let text = sample().terminal();
        assert!(text.contains("★12.0") && text.contains("☆2.60"), "{text}");
        assert!(text.lines().any(|line| line.trim_end() == "checked"), "{text}");
    }
}
