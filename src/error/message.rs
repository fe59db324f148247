//! The message of an error: what can be one, and the errors that are made with any.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::head::ErrorHead;
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

impl Error {
    /// The error of a kind with a message: a [`Wording`], which needs no memory, or another text,
    /// for which there may be memory.
    #[inline]
    pub(crate) fn new(kind: ErrorKind, message: impl Message) -> Self {
        message.said(kind)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn corrupt(position: usize, message: impl Message) -> Self {
        Self::new(ErrorKind::Corrupt, message).at(position)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn limit(message: impl Message) -> Self {
        Self::new(ErrorKind::Limit, message)
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
