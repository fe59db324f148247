//! Tokens of the schema text, each with its place; how a parser takes them, and errors that show a
//! place.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::{Fault, Span};
use crate::error::{Error, ErrorKind};
use crate::scalar::text::integer;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    /// Digits as written, with sign, point and exponent.
    Number(String),
    Char(char),
    /// A string, or bytes if it was written `b"..."`.
    Text(Vec<u8>, bool),
    Mark(char),
    /// The text of one `///` line.
    Doc(String),
    End,
}

impl Token {
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Name(name) => format!("`{name}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Char(_) => "a character".to_owned(),
            Self::Text(..) => "a string".to_owned(),
            Self::Mark(mark) => format!("`{mark}`"),
            Self::Doc(_) => "a doc comment".to_owned(),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// Whether schema text could name something so.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

/// The number that 1 to 6 hexadecimal digits are; a sign is no digit.
fn hexadecimal(digits: &str) -> Option<u32> {
    let are_digits = digits.len() <= 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| are_digits)
}

/// A number without the `_` between its digits; `None` where one stands elsewhere.
pub(super) fn without_separators(number: &str) -> Option<String> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut rest = number;
    let mut digits = String::new();
    while let Some((before, after)) = rest.split_once('_') {
        digits.push_str(before);
        rest = after.trim_start_matches('_');
        if !is_digit(digits.chars().next_back()) || !is_digit(rest.chars().next()) {
            return None;
        }
    }
    digits.push_str(rest);
    Some(digits)
}

/// The message with line, column, the line itself and a caret under the place.
#[inline]
pub(super) fn render(fault: &Fault, text: &str) -> Error {
    let before = text.get(..fault.span.start).unwrap_or(text);
    let line_number = before.matches('\n').count().saturating_add(1);
    let line_start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let line = text.get(line_start..).unwrap_or("").lines().next().unwrap_or("");
    let lead = before.get(line_start..).unwrap_or("");
    let column = lead.chars().count().saturating_add(1);
    let marked = text.get(fault.span.start..fault.span.end).unwrap_or("").lines().next().unwrap_or("");
    let carets = "^".repeat(marked.chars().count().max(1));
    // Tabs stay tabs, so that the caret stands under its place however wide they are shown.
    let indent: String = lead.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let gutter = format!("{line_number}");
    let pad = " ".repeat(gutter.len());
    let message = &fault.message;
    let shown = format!(
        "{message} (line {line_number}, column {column})\n{pad} |\n{gutter} | {line}\n{pad} | {indent}{carets}"
    );
    let error = Error::new(ErrorKind::Schema, shown);
    #[cfg(feature = "json")]
    let error = error.at_line(line_number, column);
    error
}

struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn advance(&mut self, bytes: usize) {
        self.position = self.position.saturating_add(bytes);
    }

    fn fault<T>(&self, start: usize, message: &str) -> Result<T, Fault> {
        Err(Fault {
            message: message.to_owned(),
            span: Span { start, end: self.position.max(start.saturating_add(1)) },
        })
    }

    /// The next token and its place.
    fn next(&mut self) -> Result<(Token, Span), Fault> {
        self.skip_space()?;
        let start = self.position;
        let token = self.token(start)?;
        Ok((token, Span { start, end: self.position }))
    }

    fn skip_space(&mut self) -> Result<(), Fault> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.advance(rest.len().saturating_sub(trimmed.len()));
            let is_doc = trimmed.starts_with("///") && !trimmed.starts_with("////");
            if trimmed.starts_with("//") && !is_doc {
                self.advance(trimmed.find('\n').unwrap_or(trimmed.len()));
            } else if trimmed.starts_with("/*") {
                let start = self.position;
                match trimmed.find("*/") {
                    Some(end) => self.advance(end.saturating_add(2)),
                    None => return self.fault(start, "this comment has no end"),
                }
            } else {
                return Ok(());
            }
        }
    }

    fn token(&mut self, start: usize) -> Result<Token, Fault> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(Token::End) };
        if let Some(doc) = rest.strip_prefix("///") {
            let line = doc.lines().next().unwrap_or("");
            self.advance(line.len().saturating_add(3));
            return Ok(Token::Doc(line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()));
        }
        if rest.starts_with("b\"") {
            self.advance(2);
            return Ok(Token::Text(self.quoted('"', start)?, true));
        }
        if first.is_alphabetic() || first == '_' {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.advance(len);
            return Ok(Token::Name(rest.get(..len).unwrap_or("").to_owned()));
        }
        if first.is_ascii_digit() || first == '-' {
            let mut previous = ' ';
            let len = rest
                .find(|c: char| {
                    let is_exponent_sign = matches!(c, '-' | '+') && matches!(previous, 'e' | 'E' | ' ');
                    previous = c;
                    !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || is_exponent_sign)
                })
                .unwrap_or(rest.len());
            // `1..=5` is three tokens.
            let len = rest.get(..len).and_then(|number| number.find("..")).unwrap_or(len);
            self.advance(len);
            return Ok(Token::Number(rest.get(..len).unwrap_or("").to_owned()));
        }
        self.advance(first.len_utf8());
        match first {
            '"' => Ok(Token::Text(self.quoted('"', start)?, false)),
            '\'' => {
                let content = self.quoted('\'', start)?;
                let mut chars = core::str::from_utf8(&content).unwrap_or("").chars();
                match (chars.next(), chars.next()) {
                    (Some(only), None) => Ok(Token::Char(only)),
                    _ => self.fault(start, "a character literal holds exactly one character"),
                }
            }
            '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>' | ':' | ';' | ',' | '=' | '?' | '.' => Ok(Token::Mark(first)),
            _ => self.fault(start, &format!("unexpected character `{}`", first.escape_default())),
        }
    }

    /// The rest of a literal up to its closing quote, escapes resolved.
    fn quoted(&mut self, quote: char, start: usize) -> Result<Vec<u8>, Fault> {
        let mut content = Vec::new();
        loop {
            let Some(c) = self.rest().chars().next() else { return self.fault(start, "this literal has no end") };
            self.advance(c.len_utf8());
            match c {
                _ if c == quote => return Ok(content),
                '\n' => return self.fault(start, "this literal has no end on its line"),
                '\\' => self.escape(&mut content)?,
                _ => content.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }

    fn escape(&mut self, content: &mut Vec<u8>) -> Result<(), Fault> {
        let start = self.position.saturating_sub(1);
        let Some(c) = self.rest().chars().next() else { return self.fault(start, "this escape has no end") };
        self.advance(c.len_utf8());
        match c {
            'n' => content.push(b'\n'),
            'r' => content.push(b'\r'),
            't' => content.push(b'\t'),
            '0' => content.push(0),
            '\\' | '"' | '\'' => content.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            'x' => {
                let digits = self.rest().get(..2).unwrap_or("");
                let Some(byte) = hexadecimal(digits).and_then(|byte| u8::try_from(byte).ok()) else {
                    return self.fault(start, "`\\x` takes two hexadecimal digits");
                };
                self.advance(2);
                content.push(byte);
            }
            'u' => {
                let rest = self.rest();
                let digits = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(digits, _)| digits);
                let Some((digits, c)) = digits.and_then(|digits| Some((digits, char::from_u32(hexadecimal(digits)?)?)))
                else {
                    return self.fault(start, "`\\u{...}` takes the number of a character, 1 to 6 hexadecimal digits");
                };
                self.advance(digits.len().saturating_add(2));
                content.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ => return self.fault(start, "unknown escape; known are \\n \\r \\t \\0 \\\\ \\\" \\' \\xNN \\u{N}"),
        }
        Ok(())
    }
}

/// The tokens of a text, one after the other.
pub(super) struct Tokens<'a> {
    lexer: Lexer<'a>,
    /// The token under consideration.
    pub(super) token: Token,
    pub(super) span: Span,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, Fault> {
        let mut lexer = Lexer { text, position: 0 };
        let (token, span) = lexer.next()?;
        Ok(Self { lexer, token, span })
    }

    pub(super) fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { message: message.into(), span: self.span })
    }

    pub(super) fn expected<T>(&self, what: &str) -> Result<T, Fault> {
        self.fault(format!("expected {what}, found {}", self.token.describe()))
    }

    pub(super) fn advance(&mut self) -> Result<(), Fault> {
        (self.token, self.span) = self.lexer.next()?;
        Ok(())
    }

    pub(super) fn docs(&mut self) -> Result<String, Fault> {
        let mut docs = String::new();
        while let Token::Doc(line) = &self.token {
            if !docs.is_empty() {
                docs.push('\n');
            }
            docs.push_str(line);
            self.advance()?;
        }
        Ok(docs)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Takes the mark if it is next.
    pub(super) fn take(&mut self, mark: char) -> Result<bool, Fault> {
        let found = self.is_mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn mark(&mut self, mark: char) -> Result<(), Fault> {
        if self.take(mark)? { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    pub(super) fn take_word(&mut self, word: &str) -> Result<bool, Fault> {
        let found = matches!(&self.token, Token::Name(name) if name == word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn keyword(&mut self, word: &str) -> Result<(), Fault> {
        if self.take_word(word)? { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    pub(super) fn name(&mut self, what: &str) -> Result<(String, Span), Fault> {
        let Token::Name(name) = &self.token else { return self.expected(what) };
        let found = (name.clone(), self.span);
        self.advance()?;
        Ok(found)
    }

    pub(super) fn integer(&mut self, what: &str) -> Result<u64, Fault> {
        let Token::Number(digits) = &self.token else { return self.expected(what) };
        let Some(number) = without_separators(digits).and_then(|digits| integer(&digits)) else {
            return self.fault(format!("expected {what}, found `{digits}`"));
        };
        self.advance()?;
        Ok(number)
    }
}
