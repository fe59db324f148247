//! How the steps of a path are written: the way to a value as text, as errors and changes name it.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

use super::cursor::{ValueRef, ValueShape};
use super::tuple_text::{no_text, write_tuple};
use crate::error::Result;
use crate::scalar::form::{Form, KeyForm};
use crate::schema::Union;

/// Writes `[key]` as paths have it: parsed, it is the same key.
pub(crate) fn write_key(path: &mut dyn Write, key: ValueRef<'_>) -> Result<()> {
    // Writing to a String cannot fail, and where else it does that is told again by what is written
    // to.
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
        // A variant that an open enum has in a newer revision.
        ValueShape::Enum("", number) => write!(path, "[{number}]"),
        ValueShape::Enum(name, _) => write_quoted(path, name),
        ValueShape::Absent | ValueShape::Null | ValueShape::Union(_) | ValueShape::Map(_) => return Err(no_text()),
    };
    Ok(())
}

/// A key as a step of a path; it cannot be written if it has no text.
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

/// Writes `["key"]` as paths have it.
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

/// The step from a record at a path to its field; none to a root that is no struct, within which
/// paths begin.
pub(crate) fn field_step(path: &str, name: &str) -> String {
    format!("{}{name}", dot(path))
}

/// The step from a union at a path to the payload of its variant, which `any` marks off from its
/// keys.
pub(crate) fn variant_step(path: &str, union: &Union, name: &str) -> String {
    let mark = if union.is_any() { "$" } else { "" };
    format!("{}{mark}{name}", dot(path))
}

fn dot(path: &str) -> &'static str {
    if path.is_empty() { "" } else { "." }
}
