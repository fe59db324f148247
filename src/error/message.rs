//! The message of an error: what can be one, and how it is written.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::head::ErrorHead;
use super::one_word::OneOf;
use super::parts::written;
use super::{Error, ErrorKind, Wording};

/// What can be the message of an error.
pub(crate) trait Message {
    fn said(self, kind: ErrorKind) -> Error;
}

impl Message for Wording {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_head(ErrorHead::plain(kind, self))
    }
}

impl Message for &'static str {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_text(kind, Some(self.into()))
    }
}

impl Message for String {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_text(kind, Some(self.into()))
    }
}

impl Message for fmt::Arguments<'_> {
    #[cold]
    #[inline(never)]
    fn said(self, kind: ErrorKind) -> Error {
        Error::of_text(kind, written(self).map(Cow::Owned))
    }
}

/// The message of an error, without its kind and place.
pub(super) struct ErrorMessage<'e>(pub(super) &'e Error);

impl fmt::Display for ErrorMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0.get() {
            OneOf::Head(word) => fmt::Display::fmt(&ErrorHead::of_word(word), f),
            OneOf::Fixed(fixed) => f.write_str(fixed.1),
            OneOf::Boxed(parts) => parts.write_message(f),
        }
    }
}

/// Names in a message, the first twenty of them.
pub(crate) struct KnownNames<I>(pub I);

impl<'n, I: Iterator<Item = &'n str> + Clone> fmt::Display for KnownNames<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, name) in self.0.clone().take(20).enumerate() {
            f.write_str(if number == 0 { "" } else { ", " })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}
