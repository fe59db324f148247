//! A root of the net without its type: values to begin with, edits in a buffer, and what is expected of the bytes.

use std::fmt::Debug;

use vellum::{Result, Value, Vellum, schema::PointerWidth};
use vellum_testkit::memory::Memory;

use crate::node::{Did, Node};
use crate::structs::{ActOnStruct, Root, RootBefore};

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
    /// What an edit by the previous revision makes of the value.
    fn mirror_by_older(&mut self, edit: usize);
    /// Whether there is more than the previous revision knows.
    fn has_newer(&self) -> bool;
}

/// The edits of the previous revision: the type under test becomes a sample or its default, and so do its neighbours.
pub const OLDER_EDITS: usize = 8;

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
    pub act: fn(&mut Memory, &[usize]) -> Vec<Result<Did>>,
    /// The same in a transaction, which then fails or succeeds.
    pub act_in_transaction: fn(&mut Memory, &[usize], bool) -> bool,
    /// The same of the previous revision: see [`OLDER_EDITS`].
    pub act_by_older: fn(&mut Memory, usize) -> Result<()>,
    pub schema: fn() -> &'static vellum::Schema,
    /// The value that a buffer holds.
    pub decode: fn(&[u8]) -> Result<Box<dyn Model>>,
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
            act_in_transaction: |store, edits, succeeds| {
                let done = Root::<T>::transaction(store, |cursor| {
                    for edit in edits {
                        // An edit that fails has changed nothing.
                        let _ = cursor.act_on(*edit);
                    }
                    if succeeds { Ok(()) } else { Err(None::<vellum::Error>) }
                });
                done.is_ok()
            },
            act_by_older: |store, edit| {
                let mut cursor = RootBefore::<T::Previous>::edit(store)?;
                match edit {
                    0..=3 => cursor.set_x(T::sample(edit).previous().as_set()),
                    4 => cursor.clear_x(),
                    5 => cursor.set_mid("in the middle"),
                    6 => cursor.clear_mid(),
                    _ => cursor.set_before(9).and_then(|()| cursor.set_flag(true)),
                }
            },
            schema: Root::<T>::schema,
            decode: |bytes| Ok(Box::new(vellum::from_slice::<Root<T>>(bytes)?)),
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
        let verified = Self::schema().prove(bytes).map_err(|error| format!("not valid: {error}"))?;
        same("ProvedRecord::complete", Ok(verified.is_complete()), &(verified.unclaimed() == 0))?;
        same("from_slice", vellum::from_slice::<Self>(bytes), self)?;
        same("the view", Self::peek(bytes).and_then(Self::read), self)?;
        same("the previous revision's from_slice", vellum::from_slice(bytes), &self.previous())
    }

    fn check(&self, bytes: &[u8]) -> Result<(), String> {
        self.check_values(bytes)?;
        let mut compact = bytes.to_vec();
        let compacted = Self::compact(&mut compact).map(|()| compact);
        same("compact", compacted, &self.encode(PointerWidth::One))
    }

    fn text(&self) -> String {
        format!("{self:?}")
    }

    fn mirror_by_older(&mut self, edit: usize) {
        match edit {
            0..=3 => self.x = T::from_previous(&T::sample(edit).previous()),
            4 => self.x = T::sample(0),
            5 => self.mid = "in the middle".into(),
            6 => self.mid.clear(),
            _ => (self.before, self.flag) = (9, true),
        }
    }

    fn has_newer(&self) -> bool {
        Self::from_previous(&self.previous()) != *self
    }
}

fn same<T: Debug + PartialEq>(what: &str, found: Result<T>, expected: &T) -> Result<(), String> {
    match found {
        Ok(found) if found == *expected => Ok(()),
        Ok(found) => Err(format!("{what} gives {found:?} instead of {expected:?}")),
        Err(error) => Err(format!("{what} gives an error: {error}")),
    }
}
