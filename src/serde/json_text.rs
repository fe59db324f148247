//! JSON as text: read to its end, and what is said of one that cannot be read.

use alloc::string::{String, ToString};

use serde_core::de::IgnoredAny;
use serde_json::error::Category;

use super::unique::UniqueKeys;
use crate::error::{Error, ErrorKind, Result};

/// What the parser says of a number that no float is near, and what is said here.
const RANGE: &str = "number out of range";
const OUT_OF_RANGE: &str = "the number is out of range";

/// All of a text as a value, in which no key comes twice.
pub(super) fn parsed(json: &str) -> Result<serde_json::Value> {
    let UniqueKeys = whole(json)?;
    whole(json)
}

/// All of a text.
fn whole<'de, T: serde_core::Deserialize<'de>>(json: &'de str) -> Result<T> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = T::deserialize(&mut deserializer).map_err(|error| explain(&error, None, String::new()))?;
    at_end(&mut deserializer)?;
    Ok(value)
}

/// Fails if something comes behind the value.
pub(super) fn at_end<'de, R: serde_json::de::Read<'de>>(deserializer: &mut serde_json::Deserializer<R>) -> Result<()> {
    deserializer.end().map_err(|error| explain(&error, None, String::new()))
}

/// The error of this crate: what it said itself, or else what the parser says, at the path.
#[cold]
pub(super) fn explain(error: &serde_json::Error, said: Option<Error>, path: String) -> Error {
    let kind = match error.classify() {
        Category::Data | Category::Io => ErrorKind::Type,
        Category::Syntax | Category::Eof => ErrorKind::Syntax,
    };
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let text = text.strip_suffix(&alloc::format!(" at line {line} column {column}")).unwrap_or(&text);
    let text = match &said {
        Some(said) if kind == ErrorKind::Type => return said.clone().at_line(line, column),
        Some(said) if text == RANGE => &said.message(),
        _ => text,
    };
    // Of what is written serde keeps the text alone.
    let (kind, text) = ErrorKind::of_text(text).unwrap_or((kind, text));
    let explained = Error::new(kind, text.to_string()).at_line(line, column);
    if path.is_empty() { explained } else { explained.in_field(&path) }
}

/// What was wrong with a text, where it may be JSON all the same: of an integer of 128 bits
/// `serde_json` reads the digits alone, and says of what does not fit it that it is no JSON.
#[cold]
pub(super) fn of_text(json: &str, error: Error) -> Error {
    const OF_DIGITS: [&str; 4] =
        ["invalid number", "expected `,` or `}`", "expected `,` or `]`", "trailing characters"];
    let is_range = error.message() == RANGE || error.message().starts_with(OUT_OF_RANGE);
    if error.kind() != ErrorKind::Syntax || !(is_range || OF_DIGITS.contains(&&*error.message())) {
        return error;
    }
    let (line, column) = error.line_column().unwrap_or_default();
    let typed = |message: String| Error::new(ErrorKind::Type, message).at_line(line, column);
    let found = match whole::<IgnoredAny>(json) {
        Err(invalid) if is_range => invalid,
        Err(_) => return error,
        Ok(_) if error.message() == RANGE => typed(OUT_OF_RANGE.to_string()),
        Ok(_) if is_range => typed(error.message().to_string()),
        Ok(_) => typed("an integer of 128 bits is expected".to_string()),
    };
    let path = error.path();
    if path.is_empty() { found } else { found.in_field(&path) }
}
