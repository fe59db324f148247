//! The picture of a record that is edited, docs/life.svg, is what the bytes are.
//!
//! The record of docs/life.md is encoded and edited, and each state of its buffer becomes a strip of cells. The test fails where the
//! file shows something else. With `OVERWRITE=1` in the environment it writes the file.

use std::fmt::Write as _;
use std::{env, fs};

use vellum::{Result, Vellum};

#[derive(Vellum)]
struct Note {
    pages: u8,
    title: String,
    tags: Vec<u8>,
}

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/life.svg");

/// A state of the buffer, and the edit that led to it.
struct Strip {
    bytes: Vec<u8>,
    name: &'static str,
    code: &'static str,
    caption: &'static str,
}

/// What a byte belongs to. Its name is its class in the style below.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Header,
    Root,
    Title,
    Tags,
    Free,
}

impl Part {
    const ALL: [(Self, &str); 5] = [
        (Self::Header, "header"),
        (Self::Root, "root record"),
        (Self::Title, "title"),
        (Self::Tags, "tags"),
        (Self::Free, "free"),
    ];

    fn class(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Root => "root",
            Self::Title => "title",
            Self::Tags => "tags",
            Self::Free => "free",
        }
    }
}

/// The type, as the picture shows it.
const TYPE: &str = "struct Note { pages: u8, title: String, tags: Vec&lt;u8&gt; }";

/// The meaning of the bytes before the objects, which the first strip shows.
const LABELS: [&str; 5] = ["flags", "size", "pages", "title at", "tags at"];

/// Where the pointers of the title and of the tags lie: after the header of two bytes and the number of pages.
const POINTERS: [(usize, Part); 2] = [(3, Part::Title), (4, Part::Tags)];

/// The edits of docs/life.md, in its order.
fn strips() -> Result<Vec<Strip>> {
    let mut strips = Vec::new();
    let mut bytes = vellum::to_vec(&Note { pages: 3, title: "hello".into(), tags: vec![1, 2] })?;
    let mut show = |bytes: &[u8], name, code, caption| {
        Note::schema().prove(bytes)?;
        strips.push(Strip { bytes: bytes.to_vec(), name, code, caption });
        vellum::Result::Ok(())
    };
    let caption = "two objects follow the root record, which points to them";
    show(&bytes, "Encode", "to_vec(&note)", caption)?;
    Note::edit(&mut bytes)?.set_title("hi")?;
    show(&bytes, "Shrink", "set_title(\"hi\")", "the leftover bytes are overwritten and stay reserved for the title")?;
    Note::edit(&mut bytes)?.set_title("high")?;
    show(&bytes, "Grow", "set_title(\"high\")", "the text grows into its free bytes")?;
    Note::edit(&mut bytes)?.tags().push(7)?;
    show(&bytes, "Grow at the end", "tags().push(7)", "the last object grows the buffer")?;
    Note::edit(&mut bytes)?.set_title("holidays")?;
    let caption = "does not fit: the title moves to the end, with slack; its pointer changes";
    show(&bytes, "Move", "set_title(\"holidays\")", caption)?;
    // One session, because only the session that freed the bytes has a list of them.
    let mut freed = bytes.clone();
    Note::edit(&mut freed)?.clear_tags()?;
    show(&freed, "Free", "clear_tags()", "the pointer becomes null, the list is overwritten")?;
    let mut edit = Note::edit(&mut bytes)?;
    edit.clear_tags()?;
    edit.tags().push(9)?;
    show(&bytes, "Reuse", "tags().push(9)", "the same session puts the new list into the freed bytes")?;
    Note::compact(&mut bytes)?;
    show(&bytes, "Compact", "compact(&mut bytes)", "the same bytes as from to_vec")?;
    Ok(strips)
}

/// What each byte belongs to. Pointers and lengths of this small buffer have one byte.
fn parts(bytes: &[u8]) -> Vec<Part> {
    let mut parts = vec![Part::Free; bytes.len()];
    parts[..2].fill(Part::Header);
    parts[2..2 + usize::from(bytes[1])].fill(Part::Root);
    for (pointer, part) in POINTERS {
        let at = usize::from(bytes[pointer]);
        if at > 0 {
            parts[at..=at + usize::from(bytes[at])].fill(part);
        }
    }
    parts
}

/// The side of a cell, and from one cell to the next.
const CELL: usize = 25;
const STEP: usize = 27;
const LEFT: usize = 16;
/// The height of a strip with its caption and its pointers.
const ROW: usize = 74;
/// What the labels of the first strip add to its height.
const FIRST: usize = 18;
const TOP: usize = 82;
/// The rows of the type and of the legend.
const TYPE_ROW: usize = 24;
const LEGEND: usize = 38;
/// The space after the cells, for the length of the buffer.
const LENGTH: usize = 76;

const STYLE: &str = "
    text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
    .name { font-weight: 600 }
    .code, .byte { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace }
    .code { font-size: 12px }
    .byte { font-size: 12px; text-anchor: middle }
    .said { fill: #59636e }
    .label { font-size: 9px; text-anchor: middle; fill: #59636e }
    .page { fill: #ffffff }
    .header { fill: #d5dae0 } .root { fill: #ffdf9e } .title { fill: #a9d3ff } .tags { fill: #b2e5b5 }
    .free { fill: #ffffff; stroke: #b6bec7; stroke-dasharray: 2 2 }
    .of-free { fill: #8a939d }
    .changed { fill: none; stroke: #c4320a; stroke-width: 2 }
    .to { fill: none; stroke-width: 1.5 } .to-title { stroke: #2f81d6 } .to-tags { stroke: #2f9e44 }
    .tip-title { fill: #2f81d6 } .tip-tags { fill: #2f9e44 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f3f6 }
      .said, .label { fill: #a5adb7 }
      .page { fill: #0d1117 }
      .header { fill: #4a525c } .root { fill: #7d5a10 } .title { fill: #1c5a9c } .tags { fill: #226b34 }
      .free { fill: #0d1117; stroke: #59636e }
      .of-free { fill: #7d8590 }
      .changed { stroke: #ff8c66 }
      .to-title { stroke: #6cb6ff } .to-tags { stroke: #6bd487 }
      .tip-title { fill: #6cb6ff } .tip-tags { fill: #6bd487 }
    }
";

/// A byte as docs/life.md prints it.
fn shown(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() { char::from(byte).into() } else { format!("{byte:02X}") }
}

fn cell(svg: &mut String, x: usize, y: usize, class: &str, text: &str) {
    writeln!(svg, r#"  <rect class="{class}" x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="3"/>"#).unwrap();
    let (x, y) = (x + CELL / 2, y + 17);
    let of = if class == "free" { " of-free" } else { "" };
    writeln!(svg, r#"  <text class="byte{of}" x="{x}" y="{y}">{text}</text>"#).unwrap();
}

fn legend(svg: &mut String) {
    writeln!(svg, r#"  <text class="code" x="{LEFT}" y="{TYPE_ROW}">{TYPE}</text>"#).unwrap();
    let mut x = LEFT;
    for (part, name) in Part::ALL {
        let byte = if part == Part::Free { "FF" } else { "" };
        cell(svg, x, LEGEND, part.class(), byte);
        writeln!(svg, r#"  <text class="said" x="{}" y="{}">{name}</text>"#, x + CELL + 6, LEGEND + 17).unwrap();
        x += CELL + 28 + 7 * name.len();
    }
    outline(svg, x, LEGEND, 1);
    writeln!(svg, r#"  <text class="said" x="{}" y="{}">changed by the edit</text>"#, x + CELL + 6, LEGEND + 17)
        .unwrap();
}

/// A frame around `count` cells.
fn outline(svg: &mut String, x: usize, y: usize, count: usize) {
    let width = STEP * (count - 1) + CELL;
    writeln!(svg, r#"  <rect class="changed" x="{x}" y="{y}" width="{width}" height="{CELL}" rx="3"/>"#).unwrap();
}

fn strip(svg: &mut String, y: usize, strip: &Strip, before: Option<&[u8]>) {
    let Strip { bytes, name, code, caption } = strip;
    let code = code.replace('&', "&amp;");
    writeln!(
        svg,
        r#"  <text x="{LEFT}" y="{}"><tspan class="name">{name}</tspan>  <tspan class="code" dx="6">{code}</tspan><tspan class="said" dx="10">{caption}</tspan></text>"#,
        y + 14
    )
    .unwrap();
    let y = y + 22;
    let parts = parts(bytes);
    for (at, (byte, part)) in bytes.iter().zip(&parts).enumerate() {
        cell(svg, LEFT + STEP * at, y, part.class(), &shown(*byte));
    }
    let is_changed = |at: usize| before.is_some_and(|before| bytes.get(at) != before.get(at));
    let mut at = 0;
    while at < bytes.len() {
        let count = (at..bytes.len()).take_while(|at| is_changed(*at)).count();
        if count > 0 {
            outline(svg, LEFT + STEP * at, y, count);
        }
        at += count.max(1);
    }
    let (end, middle) = (LEFT + STEP * bytes.len() + 6, y + 17);
    writeln!(svg, r#"  <text class="said" x="{end}" y="{middle}">{} bytes</text>"#, bytes.len()).unwrap();
    for (at, label) in LABELS.iter().enumerate().filter(|_| before.is_none()) {
        // Words of a label stand below each other, as they are wider than a cell.
        for (row, word) in label.split(' ').enumerate() {
            let (x, y) = (LEFT + STEP * at + CELL / 2, y + CELL + 22 + 10 * row);
            writeln!(svg, r#"  <text class="label" x="{x}" y="{y}">{word}</text>"#).unwrap();
        }
    }
    for (pointer, part) in POINTERS {
        let to = usize::from(bytes[pointer]);
        if to > 0 {
            arrow(svg, pointer, to, y + CELL + 2, part.class());
        }
    }
}

/// From the cell of a pointer to the cell where its object begins, below the strip.
fn arrow(svg: &mut String, from: usize, to: usize, y: usize, class: &str) {
    let middle = |at: usize| LEFT + STEP * at + CELL / 2;
    let (from, to, below) = (middle(from), middle(to), y + 6 + 5 * usize::from(class == "title"));
    writeln!(svg, r#"  <path class="to to-{class}" d="M{from} {y}V{below}H{to}V{}"/>"#, y + 4).unwrap();
    let (left, right, foot) = (to - 3, to + 3, y + 5);
    writeln!(svg, r#"  <path class="tip-{class}" d="M{to} {y}L{left} {foot}H{right}Z"/>"#).unwrap();
}

fn picture(strips: &[Strip]) -> String {
    let longest = strips.iter().map(|strip| strip.bytes.len()).max().unwrap_or_default();
    let (width, height) = (2 * LEFT + STEP * longest + LENGTH, TOP + FIRST + ROW * strips.len() + 6);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="The bytes of a record of the type Note while it is edited: encode, shrink, grow, move, free, reuse, compact">
  <style>{STYLE}  </style>
  <rect class="page" width="{width}" height="{height}" rx="6"/>
"#
    );
    legend(&mut svg);
    let mut before = None;
    for (row, shown) in strips.iter().enumerate() {
        let labels = FIRST * usize::from(row > 0);
        strip(&mut svg, TOP + labels + ROW * row, shown, before);
        before = Some(&*shown.bytes);
    }
    svg += "</svg>\n";
    svg
}

#[test]
fn the_picture_shows_the_bytes() {
    let picture = picture(&strips().unwrap());
    if env::var_os("OVERWRITE").is_some() {
        fs::write(FILE, &picture).unwrap();
    }
    let kept = fs::read_to_string(FILE).unwrap_or_default();
    let hint = "OVERWRITE=1 cargo test --test picture";
    assert!(kept == picture, "docs/life.svg shows other bytes than the code makes: {hint} writes it");
}

#[test]
fn the_bytes_that_belong_to_nothing_are_the_free_ones() {
    for Strip { bytes, name, .. } in strips().unwrap() {
        let parts = parts(&bytes);
        let free: Vec<u8> =
            parts.iter().zip(&bytes).filter(|(part, _)| **part == Part::Free).map(|(_, byte)| *byte).collect();
        assert!(free.iter().all(|byte| *byte == 0xFF), "{name}: {free:X?}");
        let space = vellum::space::space::<Note>(&bytes).unwrap();
        assert_eq!(space.slack + space.waste, free.len(), "{name}");
    }
}
