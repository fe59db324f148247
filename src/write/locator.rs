//! What an edit is aimed at: a cursor's target, or a path with its keys.

use alloc::vec::Vec;

use super::link::{Link, Target};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::navigate::{Navigator, Node, ResolvedSlot, Step};

/// Something that names a value: a cursor's target, or a path with its keys.
pub(crate) trait Locator {
    /// Where the value is now.
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>>;

    /// The steps from the root, if they name no keys: those of an edit cursor. Edits by path make what is missing themselves.
    fn steps(&self) -> Option<Vec<Step>> {
        None
    }
}

impl Link<'_> {
    /// The struct or list at this cursor.
    pub(super) fn node<'s>(&self, navigator: &Navigator<'s>) -> Result<Node<'s>> {
        match self.parent {
            None => Ok(navigator.root()),
            Some(parent) => navigator.enter(navigator.step(parent.node(navigator)?, self.step)?),
        }
    }

    /// Adds to an error the first step that leads nowhere: a field or an element. (What any step is called, `named` knows, which is more code
    /// than a program needs that has no key and no variant.)
    pub(super) fn name_lost(&self, error: Error, navigator: &Navigator<'_>) -> Error {
        let Some(parent) = self.parent else { return error };
        match (parent.node(navigator), self.step) {
            (Err(_), _) => parent.name_lost(error, navigator),
            (Ok(Node::Struct { id, .. }), Step::Field(index)) => {
                match navigator.schema.structure(id).fields().get(usize::from(index)) {
                    Some(field) => error.in_field(field.name()),
                    None => error,
                }
            }
            (Ok(_), Step::Element(index)) => error.in_element(index),
            _ => error,
        }
    }
}

impl Locator for Target<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        match (self.parent.parent, self.step) {
            // A field of the root, without a node in memory between.
            (None, Step::Field(index)) => navigator.field(navigator.root, navigator.plan.id, 0, index),
            _ => navigator.step(self.parent.node(navigator)?, self.step),
        }
    }

    fn steps(&self) -> Option<Vec<Step>> {
        let mut steps = self.parent.steps()?;
        steps.push(self.step);
        Some(steps)
    }
}

/// A list cursor as the list it stands for.
impl Locator for Link<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        match self.node(navigator)? {
            Node::List { resolved, .. } | Node::Map { resolved, .. } => Ok(resolved),
            _ => Err(Error::fixed(&FixedError(ErrorKind::Path, "not a list"))),
        }
    }

    fn steps(&self) -> Option<Vec<Step>> {
        let Some(parent) = self.parent else { return Some(Vec::new()) };
        let mut steps = parent.steps()?;
        steps.push(self.step);
        Some(steps)
    }
}
