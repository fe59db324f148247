//! What the tool says where it cannot do what it was asked, and the exit status that goes with it.
//!
//! ```text
//! error: corrupt buffer: the text is not UTF-8
//!   --> user.vlm, offset 25, in `name`
//!   = help: ...
//! ```

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use vellum::{Error, ErrorKind};

/// Whether errors are said in JSON.
static IN_JSON: AtomicBool = AtomicBool::new(false);

/// Says errors in JSON from now on, or not.
pub fn answer_in_json(json: bool) {
    IN_JSON.store(json, Ordering::Relaxed);
}

/// The result of a command.
pub type Outcome<T = Answer> = Result<T, Failure>;

/// What a command that ran to its end answers: the exit status of `diff` and `grep`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All is well: status 0.
    Yes,
    /// Not valid, not compatible, not the same, refused: status 1. What is wrong was said.
    No,
}

impl Answer {
    /// Yes where the condition holds.
    pub fn from_bool(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }

    /// The answer to both questions.
    pub fn and(self, other: Self) -> Self {
        if self == Self::Yes { other } else { Self::No }
    }
}

/// Why a command did not run to its end: status 2, or 1 if the answer is no.
#[derive(Debug)]
pub struct Failure {
    message: String,
    /// What kind of fault it is, for machines.
    kind: String,
    /// The file, and where in it.
    place: Box<Place>,
    help: Vec<String>,
    is_answer: bool,
    /// Whoever reads the output has gone: nothing is said.
    is_silent: bool,
}

/// Where the fault is.
#[derive(Debug, Default)]
struct Place {
    file: String,
    offset: Option<usize>,
    path: String,
    line_column: Option<(usize, usize)>,
    /// Lines of the text, with a mark under the place.
    snippet: String,
}

impl Failure {
    /// What is not as the command needs it.
    pub fn new(kind: &str, message: impl Into<String>) -> Self {
        let (message, kind) = (message.into(), kind.to_owned());
        Self { message, kind, place: Box::default(), help: Vec::new(), is_answer: false, is_silent: false }
    }

    /// The command line asks for what cannot be.
    pub fn misuse(message: impl Into<String>) -> Self {
        Self::new("usage", message)
    }

    /// An error of the operating system at a file.
    pub fn io(what: &str, file: impl AsRef<Path>, error: &io::Error) -> Self {
        let said = error.to_string();
        let said = said.split(" (os error").next().unwrap_or(&said).trim_end_matches('.').to_lowercase();
        let failure = Self::new("io", format!("cannot {what}: {said}")).at_file(file.as_ref().display());
        Self { is_silent: error.kind() == io::ErrorKind::BrokenPipe, ..failure }
    }

    /// An error of the crate, about the bytes of a buffer that begins at `start` of a file, or
    /// about a text.
    pub fn of(error: &Error, file: impl ToString, start: usize) -> Self {
        let kind = error.kind();
        let mut message = bare_message(error);
        let mut place = Box::new(Place {
            file: file.to_string(),
            offset: error.position().map(|offset| offset.saturating_add(start)),
            path: error.path(),
            line_column: error.line_column(),
            snippet: String::new(),
        });
        if kind == ErrorKind::Schema {
            if let Some((line, column)) = place.line_column {
                message = message.replacen(&format!(" (line {line}, column {column})"), "", 1);
            }
            if let Some((head, snippet)) = message.split_once('\n') {
                place.snippet = snippet.to_owned();
                message = head.to_owned();
            }
        }
        let name = format!("{kind:?}").to_lowercase();
        let help = help_of(kind).map(str::to_owned).into_iter().collect();
        let is_answer = kind == ErrorKind::Conflict;
        Self { message, kind: name, place, help, is_answer, is_silent: false }
    }

    /// An error of the crate of which only the text was kept, about the bytes of a buffer that
    /// begins at `start` of a file.
    pub fn of_text(kind: &str, text: &str, file: impl ToString, start: usize) -> Self {
        let (text, path) = text.strip_suffix('`').and_then(|text| text.rsplit_once(" in `")).unwrap_or((text, ""));
        let at = text.strip_suffix(')').and_then(|text| text.rsplit_once(" (at offset "));
        let at = at.and_then(|(text, offset)| Some((text, offset.parse::<usize>().ok()?)));
        let mut failure = Self::new(kind, at.map_or(text, |(text, _)| text)).at_file(file);
        failure.place.offset = at.map(|(_, offset)| offset.saturating_add(start));
        path.clone_into(&mut failure.place.path);
        failure
    }

    /// The same at a file.
    pub fn at_file(mut self, file: impl ToString) -> Self {
        self.place.file = file.to_string();
        self
    }

    /// The same at a line of a text.
    pub fn at_line(mut self, line: usize, column: Option<usize>) -> Self {
        self.place.line_column = Some((line, column.unwrap_or(0)));
        self
    }

    /// The same with the path in the element that a line is.
    pub fn within_element(mut self) -> Self {
        if let Some(path) = self.place.path.strip_prefix("[0]") {
            self.place.path = path.trim_start_matches('.').to_owned();
        }
        self
    }

    /// The same with the line of the text, and a mark under the column.
    pub fn with_snippet(mut self, text: &str, line: usize, column: usize) -> Self {
        /// Of a line that is longer, no more is shown.
        const MOST: usize = 120;
        if let Some(shown) = text.lines().nth(line.saturating_sub(1)).filter(|shown| shown.len() <= MOST && column > 0)
        {
            let (gutter, before) = (line.to_string(), shown.chars().take(column - 1));
            let indent: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let pad = " ".repeat(gutter.len());
            self.place.snippet = format!("{pad} |\n{gutter} | {shown}\n{pad} | {indent}^");
        }
        self
    }

    /// The same with the line that an error is about.
    pub fn with_snippet_of(self, error: &Error, text: &str) -> Self {
        match error.line_column() {
            Some((line, column)) => self.with_snippet(text, line, column),
            None => self,
        }
    }

    /// The same with a line of advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The same without the advice that goes with its kind.
    pub fn without_help(mut self) -> Self {
        self.help.clear();
        self
    }

    /// The path in the record.
    pub fn path(&self) -> &str {
        &self.place.path
    }

    /// Whether the place is one in a text.
    pub fn is_of_text(&self) -> bool {
        self.place.line_column.is_some()
    }

    /// Says it on standard error, and gives the exit status.
    pub fn report(&self) -> ExitCode {
        if !self.is_silent {
            // There is nowhere to say that nothing can be said.
            let _ = write!(anstream::stderr().lock(), "{}", self.said());
        }
        match (self.is_silent, self.is_answer) {
            (true, _) => ExitCode::SUCCESS,
            (false, true) => ExitCode::from(1),
            (false, false) => ExitCode::from(2),
        }
    }

    /// What is said on standard error.
    pub fn said(&self) -> String {
        if IN_JSON.load(Ordering::Relaxed) { format!("{}\n", self.to_json()) } else { self.to_text() }
    }

    /// The error as JSON: `{"error": {...}}`.
    pub fn to_json(&self) -> serde_json::Value {
        let Place { file, offset, path, line_column, .. } = &*self.place;
        let mut error = serde_json::Map::new();
        let mut put = |key: &str, value: serde_json::Value| error.insert(key.to_owned(), value);
        put("kind", self.kind.as_str().into());
        put("message", self.message.as_str().into());
        if !file.is_empty() {
            put("file", file.as_str().into());
        }
        if let Some(offset) = offset {
            put("offset", (*offset).into());
        }
        if !path.is_empty() {
            put("path", path.as_str().into());
        }
        if let Some((line, column)) = line_column {
            put("line", (*line).into());
            put("column", (*column).into());
        }
        serde_json::json!({ "error": error })
    }

    /// The error for people, as compilers write it.
    pub fn to_text(&self) -> String {
        let (red, blue, bold) = (ERROR.render(), MARK.render(), BOLD.render());
        let reset = anstyle::Reset.render();
        let mut text = format!("{red}error{reset}{bold}: {}{reset}\n", shown(&self.message));
        let place = self.place.to_text();
        if !place.is_empty() {
            text += &format!("  {blue}-->{reset} {place}\n");
        }
        for line in self.place.snippet.lines() {
            let (gutter, rest) = line.split_once('|').unwrap_or(("", line));
            let rest = rest.replace('^', &format!("{red}^{reset}"));
            text += &format!("{blue}{gutter}|{reset}{rest}\n");
        }
        for help in &self.help {
            text += &format!("  {blue}={reset} {bold}help{reset}: {help}\n");
        }
        text
    }
}

impl Place {
    fn to_text(&self) -> String {
        let mut text = shown(&self.file);
        match self.line_column {
            Some((line, 0)) => text += &format!(":{line}"),
            Some((line, column)) => text += &format!(":{line}:{column}"),
            None => {}
        }
        if let Some(offset) = self.offset {
            text += &format!("{}offset {offset}", if text.is_empty() { "" } else { ", " });
        }
        if !self.path.is_empty() {
            text += &format!("{}in `{}`", if text.is_empty() { "" } else { ", " }, shown(&self.path));
        }
        text
    }
}

/// What begins a message of an error.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Lines that hold a message together.
pub const MARK: Style = AnsiColor::Blue.on_default().bold();
/// What is to be seen first.
pub const BOLD: Style = Style::new().bold();

/// The message of an error without its place, which is said apart.
pub fn bare_message(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cut = |end: String| {
        if let Some(rest) = text.strip_suffix(&end) {
            text.truncate(rest.len());
        }
    };
    if let Some((line, column)) = error.line_column() {
        cut(format!(" at line {line}, column {column}"));
    }
    cut(format!(" in `{}`", error.path()));
    if let Some(position) = error.position() {
        cut(format!(" (at offset {position})"));
    }
    text
}

/// Text of a file or of a command line, as a terminal may be shown it.
pub fn shown(text: &str) -> String {
    let is_hidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    let hidden = |c: char| if is_hidden(c) { c.escape_default().to_string() } else { c.to_string() };
    if text.contains(is_hidden) { text.chars().map(hidden).collect() } else { text.to_owned() }
}

/// What to do about an error of a kind, where that is not plain.
fn help_of(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::Newer => "a program with a newer schema wrote this; give that one with --schema",
        ErrorKind::Busy => "a program that shares this workspace edits it, or died in an edit; try again later",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_said_once() {
        let error = vellum::Schema::parse("struct User { age: u17 } root User;").unwrap_err();
        let failure = Failure::of(&error, "user.vlm", 0);
        assert_eq!(failure.place.line_column, Some((1, 20)));
        assert!(!failure.message.contains("line 1"), "{}", failure.message);
        assert!(failure.place.snippet.contains("^^^"));

        let schema = vellum::Schema::parse("struct User { age: u16 } root User;").unwrap();
        let failure = Failure::of(&schema.peek(&[0x20, 2]).unwrap_err(), "user.bin", 7);
        assert_eq!(failure.place.offset, Some(9));
        assert!(!failure.message.contains("offset"), "{}", failure.message);
    }

    #[test]
    fn the_place_is_found_in_a_text() {
        let schema = vellum::Schema::parse("struct User { tags: list<string> } root User;").unwrap();
        for bytes in [&[0x20, 1, 4, 0, 1, 9][..], &[0x20, 2], &[0xFF]] {
            let error = match schema.peek(bytes).and_then(|view| view.get::<str>("tags[0]").map(drop)) {
                Err(error) => error,
                Ok(()) => panic!("{bytes:?} are read"),
            };
            let (kept, known) = (Failure::of_text("corrupt", &error.to_string(), "f", 7), Failure::of(&error, "f", 7));
            assert_eq!(kept.to_text(), known.to_text());
            assert!(kept.place.offset.is_some(), "{error}");
        }
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(shown("a\u{1b}[2J"), "a\\u{1b}[2J");
        assert_eq!(shown("a\tb\n"), "a\tb\n");
    }
}
