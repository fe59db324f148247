//! What an error holds in memory of its own. Where the allocator has none, the error goes without.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write};

use super::ErrorKind;
use super::head::ErrorHead;

/// A message of the program that is in no table, and its kind.
pub(crate) struct FixedError(pub ErrorKind, pub &'static str);

/// A path, a message that is not the program's own, and numbers for which the head has no room.
pub(super) struct ErrorParts {
    /// Kind and wording, and what else had room.
    pub head: ErrorHead,
    pub numbers: Option<[u64; 3]>,
    /// What is said instead of the wording.
    pub message: Option<Cow<'static, str>>,
    pub position: Option<usize>,
    /// Line and column in the text that was read.
    #[cfg(feature = "json")]
    pub line_column: Option<(usize, usize)>,
    pub path: String,
    /// Whether the path begins at the root, so that nothing is added to it.
    pub is_from_root: bool,
}

impl ErrorParts {
    pub(super) const fn new(head: ErrorHead, message: Option<&'static str>, position: Option<usize>) -> Self {
        Self {
            head,
            numbers: None,
            message: match message {
                Some(text) => Some(Cow::Borrowed(text)),
                None => None,
            },
            position,
            #[cfg(feature = "json")]
            line_column: None,
            path: String::new(),
            is_from_root: false,
        }
    }

    /// Adds a step at the outer end of the path, unless it cannot be written.
    pub(super) fn add(&mut self, step: fmt::Arguments<'_>) {
        if self.is_from_root {
            return;
        }
        // A key or an index is a step between brackets.
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        if let Some(path) = written(format_args!("{step}{dot}{}", self.path)) {
            self.path = path;
        }
    }

    /// A copy, as far as there is memory for it.
    pub(super) fn copied(&self) -> Self {
        Self {
            head: self.head,
            numbers: self.numbers,
            message: match &self.message {
                Some(Cow::Borrowed(text)) => Some(Cow::Borrowed(text)),
                Some(Cow::Owned(text)) => written(format_args!("{text}")).map(Cow::Owned),
                None => None,
            },
            position: self.position,
            #[cfg(feature = "json")]
            line_column: self.line_column,
            path: written(format_args!("{}", self.path)).unwrap_or_default(),
            is_from_root: self.is_from_root,
        }
    }

    /// What is wrong, without its kind and place.
    pub(super) fn write_message(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.message, self.numbers) {
            (Some(message), _) => f.write_str(message),
            (None, Some(numbers)) => self.head.wording().write(f, numbers, [u64::MAX; 3]),
            (None, None) => write!(f, "{}", self.head),
        }
    }
}

/// What is formatted, if there is memory for it.
pub(super) fn written(arguments: fmt::Arguments<'_>) -> Option<String> {
    struct Cautious(String);

    impl Write for Cautious {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.try_reserve(text.len()).map_err(|_| fmt::Error)?;
            self.0.push_str(text);
            Ok(())
        }
    }

    let mut text = Cautious(String::new());
    text.write_fmt(arguments).ok()?;
    Some(text.0)
}
