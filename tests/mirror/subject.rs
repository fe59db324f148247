//! A root of the net without its type: values to begin with, edits in a buffer, and what is expected of the bytes.

use std::fmt::Debug;

use vellum::{PointerWidth, Result, Vellum};

use crate::node::{Did, Node};
use crate::store::Store;
use crate::structs::{ActOnStruct, Root};

/// An owned value: the oracle.
pub trait Model {
    fn clone_model(&self) -> Box<dyn Model>;
    fn mirror(&mut self, edit: usize) -> Did;
    fn encode(&self, least: PointerWidth) -> Vec<u8>;
    /// Whether a buffer is valid and holds this value, however it is read.
    fn check_values(&self, bytes: &[u8]) -> Result<(), String>;
    /// The same, and that it is the canonical form when it is compacted.
    fn check(&self, bytes: &[u8]) -> Result<(), String>;
    fn text(&self) -> String;
}

/// A buffer and what it holds.
pub type Written = (Vec<u8>, Box<dyn Model>);

/// A root of the net.
pub struct Subject {
    pub name: String,
    pub edits: usize,
    pub edit_name: fn(usize) -> String,
    pub sample: fn(usize) -> Box<dyn Model>,
    /// A sample that the previous revision wrote, and what is to be read of it; `None` if that revision does not know it.
    pub old: fn(usize, PointerWidth) -> Option<Written>,
    /// Makes edits one after the other with one cursor of the root.
    pub act: fn(&mut Store, &[usize]) -> Vec<Result<Did>>,
}

impl Subject {
    pub fn of<T: Node>() -> Self {
        Self {
            name: T::type_name(),
            edits: Root::<T>::edits(),
            edit_name: Root::<T>::edit_name,
            sample: |number| Box::new(Root::<T>::sample(number)),
            old: |number, width| {
                let old = Root::<T>::sample(number).previous();
                let bytes = vellum::to_vec_with_width(&old, width).ok()?;
                Some((bytes, Box::new(Root::<T>::from_previous(&old))))
            },
            act: |store, edits| match Root::<T>::edit(store) {
                Ok(mut cursor) => edits.iter().map(|edit| cursor.act_on(*edit)).collect(),
                Err(error) => vec![Err(error)],
            },
        }
    }
}

impl<T: Node> Model for Root<T> {
    fn clone_model(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }

    fn mirror(&mut self, edit: usize) -> Did {
        Node::mirror(self, edit)
    }

    fn encode(&self, least: PointerWidth) -> Vec<u8> {
        vellum::to_vec_with_width(self, least).expect("a value of the net is encoded")
    }

    fn check_values(&self, bytes: &[u8]) -> Result<(), String> {
        let verified = Self::verify(bytes).map_err(|error| format!("not valid: {error}"))?;
        same("Verified::complete", Ok(verified.complete()), &true)?;
        same("from_slice", vellum::from_slice::<Self>(bytes), self)?;
        same("the view", Self::view(bytes).and_then(Self::read), self)?;
        same("the previous revision's from_slice", vellum::from_slice(bytes), &self.previous())
    }

    fn check(&self, bytes: &[u8]) -> Result<(), String> {
        self.check_values(bytes)?;
        let mut compact = bytes.to_vec();
        let compacted = vellum::compact::<Self>(&mut compact).map(|()| compact);
        same("compact", compacted, &self.encode(PointerWidth::One))
    }

    fn text(&self) -> String {
        format!("{self:?}")
    }
}

fn same<T: Debug + PartialEq>(what: &str, found: Result<T>, expected: &T) -> Result<(), String> {
    match found {
        Ok(found) if found == *expected => Ok(()),
        Ok(found) => Err(format!("{what} gives {found:?} instead of {expected:?}")),
        Err(error) => Err(format!("{what} gives an error: {error}")),
    }
}
