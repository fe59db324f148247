//! One page for a browser, with all that it needs in it: the bytes as a strip of colours, and the
//! tree of values beside it.
//!
//! The numbers of pieces and values are columns of bytes, so that a page of a long buffer stays
//! short: the script is in the folder `page`, and has the other end of it.

use std::collections::HashMap;
use std::io::Write;

use serde_json::json;

use super::pieces::{Kind, Pieces};
use crate::failure::{Failure, Outcome};
use crate::file::document::Document;
use crate::output;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPTS: [&str; 3] = [include_str!("page/data.js"), include_str!("page/list.js"), include_str!("page/view.js")];

/// Writes the page.
pub fn write(document: &Document, pieces: &Pieces, out: &mut impl Write) -> Outcome<()> {
    let data = data(document, pieces)?;
    let title = escaped(&format!("{} in bytes", document.name()));
    let mut rest = PAGE;
    let mut text = String::with_capacity(data.len() + PAGE.len() + (1 << 16));
    for (mark, content) in
        [("TITLE", &*title), ("STYLE", STYLE.trim_end()), ("DATA", &*data), ("SCRIPT", &SCRIPTS.concat())]
    {
        let (before, behind) = rest.split_once(mark).unwrap_or((rest, ""));
        text.push_str(before);
        text.push_str(content);
        rest = behind;
    }
    text.push_str(rest);
    output::written(out.write_all(text.as_bytes()))
}

/// What the script reads, as JSON that cannot end the element it stands in.
fn data(document: &Document, pieces: &Pieces) -> Outcome<String> {
    let mut columns = Columns::default();
    let mut texts = Texts::default();
    let mut last = 0;
    let all = &pieces.pieces;
    columns.put(all.iter().map(|piece| {
        let step = piece.start - last;
        last = piece.start;
        step
    }));
    columns.put(all.iter().map(|piece| piece.len));
    let number = |kind| Kind::ALL.iter().position(|known| *known == kind).unwrap_or_default();
    columns.put(all.iter().map(|piece| number(piece.kind)));
    columns.put(all.iter().map(|piece| piece.node));
    columns.put(all.iter().map(|piece| piece.to.unwrap_or_default()));
    columns.put(all.iter().map(|piece| piece.ty));
    columns.put(all.iter().map(|piece| match (piece.to, pieces.nodes.get(piece.node)) {
        (Some(_), _) => 0,
        // Said of the value already.
        (None, Some(node)) if node.value == piece.text => 0,
        _ => texts.number(&piece.text),
    }));
    columns.put(pieces.nodes.iter().map(|node| node.parent));
    columns.put(pieces.nodes.iter().map(|node| node.ty));
    let name = |node: &super::pieces::Node| {
        let above = pieces.path_of(node.parent);
        node.path.strip_prefix(above).unwrap_or(&node.path).to_owned()
    };
    let data = json!({
        "name": document.name(),
        "kinds": Kind::ALL.map(Kind::name),
        "types": pieces.types,
        "texts": texts.all,
        "names": pieces.nodes.iter().map(name).collect::<Vec<_>>(),
        "values": pieces.nodes.iter().map(|node| &*node.value).collect::<Vec<_>>(),
        "pieceCount": all.len(),
        "nodeCount": pieces.nodes.len(),
        "bytes": base64(document.buffer()),
        "columns": base64(&columns.0),
    });
    match serde_json::to_string(&data) {
        Ok(text) => Ok(text.replace('<', "\\u003c")),
        Err(error) => Err(Failure::new("internal", error.to_string())),
    }
}

/// Numbers of seven bits in a byte, the lowest first; the last byte has no high bit.
#[derive(Default)]
struct Columns(Vec<u8>);

impl Columns {
    fn put(&mut self, numbers: impl Iterator<Item = usize>) {
        for mut number in numbers {
            while number >= 0x80 {
                self.0.push(0x80 | (number & 0x7F) as u8);
                number >>= 7;
            }
            self.0.push(number as u8);
        }
    }
}

/// Texts by number; 0 is none.
struct Texts<'t> {
    all: Vec<&'t str>,
    numbers: HashMap<&'t str, usize>,
}

impl Default for Texts<'_> {
    fn default() -> Self {
        Self { all: vec![""], numbers: HashMap::new() }
    }
}

impl<'t> Texts<'t> {
    fn number(&mut self, text: &'t str) -> usize {
        let next = self.all.len();
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.all.push(text);
        }
        number
    }
}

/// Bytes as text, of RFC 4648.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| (word << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        for digit in 0..4 {
            let index = (word >> (18 - 6 * digit)) & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    text
}

/// Text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{Columns, base64};

    #[test]
    fn bytes_are_text() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"f"), "Zg==");
        assert_eq!(base64(b"fo"), "Zm8=");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    }

    #[test]
    fn numbers_have_the_lowest_bits_first() {
        let mut columns = Columns::default();
        columns.put([0, 127, 128, 300].into_iter());
        assert_eq!(columns.0, [0, 127, 128, 1, 172, 2]);
    }
}
