//! Where in a value a writer is, for the path of an error: what serde calls for the parts does not
//! know what they are part of.

use super::word::Style;
use crate::error::Error;
use crate::read::cursor::ValueRef;
use crate::read::path::KeyStep;

/// How a value is written, and the way to it.
#[derive(Clone, Copy)]
pub(super) struct Way<'w> {
    pub(super) style: Style,
    /// What the value is part of, and which one.
    within: Option<(&'w Way<'w>, WayPart<'w>)>,
}

/// A part of a value.
#[derive(Clone, Copy)]
pub(super) enum WayPart<'w> {
    /// A field, or what a variant of that name holds.
    Named(&'w str),
    Element(usize),
    /// What has that key.
    Entry(&'w ValueRef<'w>),
}

impl<'w> Way<'w> {
    /// To the value that is written.
    pub(super) fn new(style: Style) -> Self {
        Self { style, within: None }
    }

    /// To a part of the value here.
    pub(super) fn to(&'w self, part: WayPart<'w>) -> Self {
        Self { style: self.style, within: Some((self, part)) }
    }

    /// An error at the value here, as the format has it.
    #[cold]
    pub(super) fn failed<E: serde_core::ser::Error>(&self, mut error: Error) -> E {
        let mut way = self;
        while let Some((outer, part)) = way.within {
            error = match part {
                WayPart::Named(name) => error.in_field(name),
                WayPart::Element(index) => error.in_element(index),
                WayPart::Entry(key) => error.in_step(format_args!("{}", KeyStep(*key))),
            };
            way = outer;
        }
        E::custom(error)
    }
}
