//! Lines for a terminal: offset, bytes, path, type and what they stand for; or JSON, a line for
//! each piece.

use std::io::{self, BufWriter, Write};

use anstyle::{AnsiColor, Style};
use serde_json::json;

use super::pieces::{Kind, Piece, Pieces};
use crate::failure::{BOLD, Outcome, shown};
use crate::file::document::Document;
use crate::output;

/// Bytes on a line.
const LINE: usize = 8;
/// Of a longer piece, no more lines are printed, if not all are asked for.
const LINES: usize = 3;

/// What is printed.
pub struct Shown<'a> {
    pub from: Option<usize>,
    pub to: Option<usize>,
    pub path: Option<&'a str>,
    pub all: bool,
}

impl Shown<'_> {
    fn takes(&self, piece: &Piece, pieces: &Pieces) -> bool {
        let ends = piece.start + piece.len;
        let is_within = |path: &str| {
            let rest = pieces.path_of(piece.node).strip_prefix(path);
            rest.is_some_and(|rest| path.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
        };
        self.from.is_none_or(|from| ends > from)
            && self.to.is_none_or(|to| piece.start < to)
            && self.path.is_none_or(|path| is_within(path) && (path.is_empty() || piece.node != 0))
    }
}

/// Prints the pieces; whether there were any.
pub fn print(document: &Document, pieces: &Pieces, shown: &Shown<'_>, json: bool) -> Outcome<bool> {
    let stdout = anstream::AutoStream::auto(io::stdout().lock());
    let mut out = BufWriter::with_capacity(1 << 16, stdout);
    let taken = || pieces.pieces.iter().filter(|piece| shown.takes(piece, pieces));
    let written = if json {
        taken().try_for_each(|piece| print_json(document, pieces, piece, &mut out))
    } else {
        print_table(document, pieces, &taken().collect::<Vec<_>>(), shown.all, &mut out)
    };
    output::written(written.and_then(|()| out.flush()))?;
    Ok(taken().next().is_some())
}

fn print_json(document: &Document, pieces: &Pieces, piece: &Piece, out: &mut impl Write) -> io::Result<()> {
    let bytes = document.buffer().get(piece.start..piece.start + piece.len).unwrap_or_default();
    let mut line = json!({
        "offset": piece.start,
        "length": piece.len,
        "hex": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "kind": piece.kind.name(),
        "path": pieces.path_of(piece.node),
        "type": pieces.type_of(piece),
        "text": piece.text,
    });
    if let Some(to) = piece.to {
        line["to"] = to.into();
    }
    writeln!(out, "{line}")
}

fn print_table(
    document: &Document,
    pieces: &Pieces,
    taken: &[&Piece],
    all: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let longest =
        |of: &dyn Fn(&Piece) -> usize, most: usize| taken.iter().map(|piece| of(piece)).max().unwrap_or(0).min(most);
    let path_width = longest(&|piece| name_of(pieces, piece).chars().count(), 32).max(4);
    let type_width = longest(&|piece| type_of(pieces, piece).chars().count(), 24).max(4);
    let hex_width = LINE * 3 - 1;
    writeln!(
        out,
        "{BOLD}{:>8}  {:hex_width$}  {:path_width$}  {:type_width$}  meaning{BOLD:#}",
        "offset", "bytes", "path", "type"
    )?;
    let mut last = None;
    for piece in taken {
        let style = style_of(piece.kind);
        let bytes = document.buffer().get(piece.start..piece.start + piece.len).unwrap_or_default();
        // Bits of one byte: the byte is printed once.
        let is_again = last == Some((piece.start, piece.len)) && piece.kind == Kind::Bit;
        last = Some((piece.start, piece.len));
        let (offset, first) = if is_again {
            (String::new(), String::new())
        } else {
            (format!("{:08x}", piece.start), hex(bytes.get(..LINE.min(bytes.len())).unwrap_or_default()))
        };
        let (path, ty) = (fit(&name_of(pieces, piece), path_width), fit(type_of(pieces, piece), type_width));
        let text = shown(&piece.text);
        writeln!(out, "{offset:>8}  {style}{first:hex_width$}{style:#}  {path}  {ty}  {style}{text}{style:#}")?;
        let rest = bytes.get(LINE..).filter(|_| !is_again).unwrap_or_default();
        for (number, line) in rest.chunks(LINE).enumerate() {
            let at = piece.start + (number + 1) * LINE;
            if number + 1 == LINES && !all && rest.len() > LINES * LINE {
                let left = rest.len() - number * LINE;
                writeln!(out, "{:>8}  ... {left} more bytes", "")?;
                break;
            }
            writeln!(out, "{at:08x}  {style}{}{style:#}", hex(line))?;
        }
    }
    Ok(())
}

/// The path of a piece, or what it is where it has none.
fn name_of(pieces: &Pieces, piece: &Piece) -> String {
    match (piece.kind, pieces.path_of(piece.node)) {
        (Kind::Header, _) => "(header)".to_owned(),
        (Kind::Free | Kind::Unclaimed, _) => String::new(),
        (_, path) if piece.is_key => format!("{} key", shown(path)),
        (_, path) => shown(path),
    }
}

fn type_of<'p>(pieces: &'p Pieces, piece: &Piece) -> &'p str {
    match piece.kind {
        Kind::Header | Kind::Free | Kind::Unclaimed | Kind::Unused | Kind::Newer => "",
        _ => pieces.type_of(piece),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// A text as wide as its column: of a longer one the end.
fn fit(text: &str, width: usize) -> String {
    let len = text.chars().count();
    if len <= width {
        return format!("{text:width$}");
    }
    let end: String = text.chars().skip(len + 2 - width).collect();
    format!("..{end}")
}

fn style_of(kind: Kind) -> Style {
    match kind {
        Kind::Header => AnsiColor::Magenta.on_default(),
        Kind::Value => AnsiColor::Green.on_default(),
        Kind::Key => AnsiColor::Yellow.on_default(),
        Kind::Bit => AnsiColor::BrightGreen.on_default(),
        Kind::Pointer => AnsiColor::Cyan.on_default(),
        Kind::Head => AnsiColor::Blue.on_default(),
        Kind::Unused | Kind::Free => Style::new().dimmed(),
        Kind::Newer | Kind::Unclaimed => AnsiColor::BrightYellow.on_default(),
        Kind::Fault => AnsiColor::Red.on_default().bold(),
    }
}
