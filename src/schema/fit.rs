//! Rules and types: which rules a type takes, the checks of its values, and the text of the rules.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::literal::{Literal, of_word};
use super::rules::{Case, Rules, refuse};
use super::types::Type;
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::scalar::{Scalar, Text};

impl Type {
    /// Fails if text or bytes are longer than the type holds, or, of a fixed length, shorter.
    pub(crate) fn check_len(&self, content: &[u8]) -> Result<()> {
        match self {
            Self::Text(len) if content.len() > *len as usize || content.last() == Some(&0) => {
                Err(Error::of(ErrorKind::Type, Wording::TextRoom, [u64::from(*len), 0, 0]))
            }
            Self::Array(array) if content.len() != array.len() => {
                Err(Error::of(ErrorKind::Type, Wording::FieldBytes, [content.len() as u64, array.len() as u64, 0]))
            }
            _ if content.len() > u32::MAX as usize => Err(Error::limit(Wording::StringLength)),
            _ => Ok(()),
        }
    }
}

impl Rules {
    /// Fails if a word breaks a rule.
    pub(crate) fn check_word(&self, ty: &Type, word: u128) -> Result<()> {
        match ty {
            Type::Scalar(scalar) => refuse(self.fault_of_word(*scalar, word)),
            _ => Ok(()),
        }
    }

    /// Whether the rules fit a type.
    pub(super) fn fit(&self, ty: &Type) -> bool {
        let has_range = self.min.is_some() || self.max.is_some();
        match ty {
            Type::Scalar(scalar) => match scalar.row().text {
                Text::Number | Text::Float | Text::Decimal | Text::Char => {
                    self.max_len.is_none() && self.case.is_none()
                }
                // A range whose ends people could not read.
                Text::Word | Text::Quoted => self.is_empty(),
            },
            Type::String | Type::Text(_) => !has_range,
            Type::Bytes => !has_range && self.case.is_none(),
            _ => self.is_empty(),
        }
    }

    /// The rules as schema text writes them.
    pub(crate) fn text(&self, ty: &Type) -> String {
        struct Written<'r>(&'r Rules, &'r Type);
        impl fmt::Display for Written<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, self.1)
            }
        }
        String::from(format!("{}", Written(self, ty)).trim_start())
    }

    /// Writes the rules as schema text does.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, ty: &Type) -> fmt::Result {
        if let (Type::Scalar(scalar), true) = (ty, self.min.is_some() || self.max.is_some()) {
            write!(f, " in ")?;
            if let Some(min) = self.min {
                write!(f, "{}", End(*scalar, min))?;
            }
            write!(f, "..")?;
            if let Some(max) = self.max {
                write!(f, "={}", End(*scalar, max))?;
            }
        }
        if let Some(max) = self.max_len {
            write!(f, " max {max}")?;
        }
        match self.case {
            Some(Case::Lower) => write!(f, " lowercase"),
            Some(Case::Upper) => write!(f, " uppercase"),
            None => Ok(()),
        }
    }
}

/// An end of a range. Rules are part of a schema's bytes, so what a character looks like does not
/// depend on what Unicode says of it today, as it does where people read a default.
struct End(Scalar, u128);

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match of_word(self.0, self.1) {
            Literal::Char(c @ ('\'' | '\\')) => write!(f, "'\\{c}'"),
            Literal::Char(c @ ' '..='~') => write!(f, "'{c}'"),
            Literal::Char(c) => write!(f, "'{}'", c.escape_unicode()),
            literal => write!(f, "{literal}"),
        }
    }
}
