//! Broken rules of schema text, and where in the text they are.

use alloc::string::String;

/// A piece of the text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A broken rule, and where.
pub(super) struct Fault {
    pub(super) message: String,
    pub(super) span: Span,
}

pub(super) fn fault<T>(message: impl Into<String>, span: Span) -> Result<T, Fault> {
    Err(Fault { message: message.into(), span })
}
