//! The text of a tuple that is a key: a JSON array of its parts, on one line and without spaces.
//!
//! ```text
//! tuple<u32, string, date>     [7,"EUR",19675]       as a path has it
//!                              [7,"EUR","2023-11-14"]   as formats for people have it
//! ```
//! Numbers and bools are written plainly, all else in quotation marks; bytes as hexadecimal digits.

use core::fmt::{self, Write};

use super::cursor::{StructRef, ValueRef, ValueShape};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::scalar::form::{Form, KeyForm};

/// Writes a tuple; with `numbers` dates, times and durations are written as stored numbers.
pub(crate) fn write_tuple(to: &mut (impl Write + ?Sized), tuple: &StructRef<'_>, numbers: bool) -> Result<()> {
    // Errors are ignored: a `String` cannot fail, and other writers report the error again.
    let _ = to.write_char('[');
    for (number, field) in tuple.definition().fields().iter().enumerate() {
        if number > 0 {
            let _ = to.write_char(',');
        }
        write_part(to, tuple.value(field)?, numbers)?;
    }
    let _ = to.write_char(']');
    Ok(())
}

fn write_part(to: &mut (impl Write + ?Sized), part: ValueRef<'_>, numbers: bool) -> Result<()> {
    // The text forms of dates and times need the feature `serde`.
    #[cfg(feature = "serde")]
    if !numbers
        && let ValueShape::Scalar(scalar, word) = part.shape()
        && let Some(civil) = crate::scalar::civil::Civil::of(scalar, word)
    {
        let _ = write!(to, "\"{civil}\"");
        return Ok(());
    }
    let _ = match part.shape() {
        ValueShape::Bool(value) => write!(to, "{value}"),
        ValueShape::Scalar(scalar, word) => match Form::of(scalar, word).key() {
            Some(KeyForm::Number(value)) => write!(to, "{value}"),
            Some(KeyForm::Text(value)) => write!(to, "\"{value}\""),
            Some(KeyForm::Char(c)) => write_string(to, c.encode_utf8(&mut [0; 4])),
            None => return Err(no_text()),
        },
        ValueShape::String(text) => write_string(to, text),
        ValueShape::Bytes(bytes) => write!(to, "\"{}\"", Hex(bytes)),
        // An unknown variant of an open enum.
        ValueShape::Enum("", number) => write!(to, "{number}"),
        ValueShape::Enum(name, _) => write_string(to, name),
        ValueShape::List(list) => match list.array_bytes() {
            Some(bytes) => write!(to, "\"{}\"", Hex(bytes)),
            None => return Err(no_text()),
        },
        ValueShape::Struct(tuple) => return write_tuple(to, &tuple, numbers),
        ValueShape::Absent | ValueShape::Null | ValueShape::Union(_) | ValueShape::Map(_) => return Err(no_text()),
    };
    Ok(())
}

/// Writes a JSON string.
fn write_string(to: &mut (impl Write + ?Sized), text: &str) -> fmt::Result {
    to.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => to.write_str("\\\"")?,
            '\\' => to.write_str("\\\\")?,
            '\n' => to.write_str("\\n")?,
            '\r' => to.write_str("\\r")?,
            '\t' => to.write_str("\\t")?,
            '\u{8}' => to.write_str("\\b")?,
            '\u{c}' => to.write_str("\\f")?,
            '\0'..='\x1f' => write!(to, "\\u{:04x}", u32::from(c))?,
            c => to.write_char(c)?,
        }
    }
    to.write_char('"')
}

#[cold]
pub(super) fn no_text() -> Error {
    Error::fixed(&FixedError(ErrorKind::Type, "a key of this type has no text"))
}

/// Bytes as hexadecimal digits.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
