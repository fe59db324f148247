//! Where in a value a writer is, for the path of an error: what serde calls for the parts does not
//! know what they are part of.

use super::word::Style;
use crate::error::Error;
use crate::read::cursor::ValueRef;
use crate::read::path::KeyStep;

/// How a value is written, and the way to it.
#[derive(Clone, Copy)]
pub(super) struct ErrorPath<'w> {
    pub(super) style: Style,
    /// What the value is part of, and which one.
    within: Option<(&'w ErrorPath<'w>, PathPart<'w>)>,
}

/// A part of a value.
#[derive(Clone, Copy)]
pub(super) enum PathPart<'w> {
    /// A field, or what a variant of that name holds.
    Named(&'w str),
    Element(usize),
    /// What has that key.
    Entry(&'w ValueRef<'w>),
}

impl<'w> ErrorPath<'w> {
    /// To the value that is written.
    pub(super) fn new(style: Style) -> Self {
        Self { style, within: None }
    }

    /// To a part of the value here.
    pub(super) fn to(&'w self, part: PathPart<'w>) -> Self {
        Self { style: self.style, within: Some((self, part)) }
    }

    /// An error at the value here, as the format has it.
    #[cold]
    pub(super) fn failed<E: serde_core::ser::Error>(&self, mut error: Error) -> E {
        let mut path = self;
        while let Some((outer, part)) = path.within {
            error = match part {
                PathPart::Named(name) => error.in_field(name),
                PathPart::Element(index) => error.in_element(index),
                PathPart::Entry(key) => error.in_step(format_args!("{}", KeyStep(*key))),
            };
            path = outer;
        }
        E::custom(error)
    }
}
