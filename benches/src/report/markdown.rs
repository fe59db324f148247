//! A report as Markdown, with its pictures in files beside it.

use std::fmt::Write as _;

use super::document::{Block, Document};
use super::escape;

/// The text; pictures are looked for in the folder `plots`, and left out without one.
pub fn text(document: &Document, plots: Option<&str>) -> String {
    let mut out = format!("# {}\n", escape::markdown(&document.title));
    for block in &document.blocks {
        out.push('\n');
        match block {
            Block::Heading(level, text) => {
                let _ = writeln!(out, "{} {}", "#".repeat(usize::from(*level)), escape::markdown(text));
            }
            Block::Paragraph(text) => {
                let _ = writeln!(out, "{}", escape::markdown(text));
            }
            Block::Facts(facts) => {
                for (name, text) in facts {
                    let _ = writeln!(out, "- **{}**: {}", escape::markdown(name), escape::markdown(text));
                }
            }
            Block::Table(grid) => out += &grid.markdown(),
            Block::Folded(title, grid) => {
                let (title, grid) = (escape::html(title), grid.markdown());
                let _ = writeln!(out, "<details><summary>{title}</summary>\n\n{grid}\n</details>");
            }
            Block::Plots(all) => match plots {
                Some(folder) => {
                    for plot in all {
                        let _ = writeln!(out, "![{}]({folder}/{}.svg)", escape::markdown(&plot.about), plot.name);
                    }
                }
                None => out.truncate(out.len() - 1),
            },
            Block::Code(code) => {
                let _ = writeln!(out, "```sh\n{}\n```", code.trim_end());
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Plot;

    #[test]
    fn pictures_are_links_or_left_out() {
        let plot = Plot { name: "a-b".to_owned(), about: "A against B".to_owned(), svg: String::new() };
        let blocks = vec![
            Block::Heading(2, "One".to_owned()),
            Block::Plots(vec![plot]),
            Block::Paragraph("a < b".to_owned()),
            Block::Code("run\n".to_owned()),
        ];
        let document = Document { title: "T".to_owned(), blocks };
        let expected = "# T\n\n## One\n\n![A against B](plots/a-b.svg)\n\na &lt; b\n\n```sh\nrun\n```\n";
        assert_eq!(text(&document, Some("plots")), expected);
        assert_eq!(text(&document, None), expected.replace("![A against B](plots/a-b.svg)\n\n", ""));
    }
}
