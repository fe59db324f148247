//! A report as one HTML page that needs nothing else: style and pictures are in it, and no scripts.

use std::fmt::Write as _;

use super::document::{Block, Document};
use super::{escape, plots};
use plots::Color;

const STYLE: &str = include_str!("page.css");
const DARK: &str = "--paper:#0d1117;--ink:#e6edf3;--muted:#9da7b3;--rule:#30363d;--soft:#161b22;--ours:#fb8c4a;--ours-soft:#2b1b12;--best:#56d08a";

/// The page.
pub fn text(document: &Document) -> String {
    let title = escape::html(&document.title);
    let (style, dark) = (STYLE.trim_end(), dark());
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{style}\n{dark}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<nav>\n"
    );
    for section in document.sections() {
        let _ = writeln!(out, "<a href=\"#{}\">{}</a>", escape::slug(section), escape::html(section));
    }
    out += "</nav>\n";
    for block in &document.blocks {
        write(&mut out, block);
    }
    out + "</body>\n</html>\n"
}

fn write(out: &mut String, block: &Block) {
    let _ = match block {
        Block::Heading(level, text) => {
            let (anchor, text) = (escape::slug(text), escape::html(text));
            writeln!(out, "<h{level} id=\"{anchor}\">{text}</h{level}>")
        }
        Block::Paragraph(text) => writeln!(out, "<p>{}</p>", escape::html(text)),
        Block::Facts(facts) => {
            out.push_str("<dl>\n");
            for (name, text) in facts {
                let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape::html(name), escape::html(text));
            }
            writeln!(out, "</dl>")
        }
        Block::Table(grid) => write!(out, "{}", grid.html()),
        Block::Folded(title, grid) => {
            let title = escape::html(title);
            writeln!(out, "<details><summary>{title}</summary>\n{}</details>", grid.html())
        }
        Block::Plots(plots) => {
            out.push_str("<div class=\"plots\">\n");
            for plot in plots {
                let about = escape::html(&plot.about);
                let svg = plot.svg.replacen("<svg", &format!("<svg role=\"img\" aria-label=\"{about}\""), 1);
                let _ = writeln!(out, "<figure>\n{}\n</figure>", svg.trim_end());
            }
            writeln!(out, "</div>")
        }
        Block::Code(code) => writeln!(out, "<pre><code>{}</code></pre>", escape::html(code.trim_end())),
    };
}

/// The rules for a dark background; those of the pictures win over the colours that are written in
/// them.
fn dark() -> String {
    let mut out = format!("@media (prefers-color-scheme: dark) {{\n:root {{ {DARK} }}\n");
    for Color { light, dark } in plots::palette() {
        let _ =
            writeln!(out, "svg [fill=\"{light}\"] {{ fill: {dark} }} svg [stroke=\"{light}\"] {{ stroke: {dark} }}");
    }
    out + "}\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Plot;

    #[test]
    fn the_page_is_self_contained_and_escapes_text() {
        let svg = "<svg width=\"1\"></svg>\n".to_owned();
        let plot = Plot { name: "p".to_owned(), about: "\"A\" & B".to_owned(), svg };
        let blocks = vec![
            Block::Heading(2, "One & two".to_owned()),
            Block::Plots(vec![plot]),
            Block::Paragraph("<b>".to_owned()),
        ];
        let page = text(&Document { title: "T".to_owned(), blocks });
        assert!(page.contains("<a href=\"#one-two\">One &amp; two</a>") && page.contains("<h2 id=\"one-two\">"));
        assert!(page.contains("<svg role=\"img\" aria-label=\"&quot;A&quot; &amp; B\" width=\"1\"></svg>"), "{page}");
        assert!(page.contains("<p>&lt;b&gt;</p>"));
        for outside in ["<script", "src=", "<link", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
