//! The text of path steps, for errors and changes.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

use super::cursor::{ValueRef, ValueShape};
use super::tuple_text::{no_text, write_tuple};
use crate::error::Result;
use crate::scalar::form::{Form, KeyForm};
use crate::schema::Union;

/// Writes `[key]` so that a parsed path has the same key.
pub(crate) fn write_key(path: &mut dyn Write, key: ValueRef<'_>) -> Result<()> {
    // Errors are ignored: a `String` cannot fail, and other writers report the error again.
    let _ = match key.shape() {
        ValueShape::Bool(value) => write!(path, "[{value}]"),
        ValueShape::Scalar(scalar, word) => match Form::of(scalar, word).key() {
            Some(KeyForm::Number(value) | KeyForm::Text(value)) => write!(path, "[{value}]"),
            Some(KeyForm::Char(c)) => write_quoted(path, c.encode_utf8(&mut [0; 4])),
            None => return Err(no_text()),
        },
        ValueShape::String(text) => write_quoted(path, text),
        ValueShape::Bytes(bytes) => write_bytes(path, bytes),
        ValueShape::List(list) => match list.array_bytes() {
            Some(bytes) => write_bytes(path, bytes),
            None => return Err(no_text()),
        },
        ValueShape::Struct(tuple) => {
            let _ = path.write_char('[');
            write_tuple(&mut *path, &tuple, true)?;
            path.write_char(']')
        }
        // An unknown variant of an open enum.
        ValueShape::Enum("", number) => write!(path, "[{number}]"),
        ValueShape::Enum(name, _) => write_quoted(path, name),
        ValueShape::Absent | ValueShape::Null | ValueShape::Union(_) | ValueShape::Map(_) => return Err(no_text()),
    };
    Ok(())
}

/// A key as a step of a path; an error if it has no text.
pub(crate) struct KeyStep<'k>(pub(crate) ValueRef<'k>);

impl fmt::Display for KeyStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(f, self.0).map_err(|_| fmt::Error)
    }
}

/// Text as a step of a path.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, self.0)
    }
}

fn write_bytes(path: &mut dyn Write, bytes: &[u8]) -> core::fmt::Result {
    write!(path, "[b\"{}\"]", bytes.escape_ascii())
}

/// Writes `["key"]` as in paths.
pub(crate) fn write_quoted(path: &mut (impl Write + ?Sized), text: &str) -> core::fmt::Result {
    path.write_str("[\"")?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            path.write_char('\\')?;
        }
        path.write_char(c)?;
    }
    path.write_str("\"]")
}

/// The step from a record at a path to its field; empty for the field of a root that is not a
/// struct, where paths begin inside the value.
pub(crate) fn field_step(path: &str, name: &str) -> String {
    format!("{}{name}", dot(path))
}

/// The step from a union at a path to the payload of its variant; in `any` a `$` distinguishes it
/// from a key.
pub(crate) fn variant_step(path: &str, union: &Union, name: &str) -> String {
    let mark = if union.is_any() { "$" } else { "" };
    format!("{}{mark}{name}", dot(path))
}

fn dot(path: &str) -> &'static str {
    if path.is_empty() { "" } else { "." }
}
