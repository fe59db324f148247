//! The types whose buffers become a type that has changed, as `#[vellum(upgrades_from(..))]` names
//! them, one behind the other.

use core::fmt::Display;
use core::ptr;

use alloc::format;

use super::root::schema_of;
use super::{DecodeOwned, Value, Vellum};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::Schema;

/// The most types of which one is made, one after the other.
const MAX_STEPS: u32 = 32;

/// The most ways to one type that are looked at.
const MAX_WAYS: u32 = 1024;

/// A type whose buffers become an `F`.
pub(crate) struct UpgradeSource<'a, F> {
    pub(crate) schema: &'static Schema,
    /// How many functions lead from it to the type.
    pub(crate) steps: u32,
    /// The type's name in Rust.
    pub(crate) name: &'static str,
    /// Makes the value of a buffer.
    pub(crate) make: &'a dyn Fn(&[u8]) -> Result<F>,
}

/// A list to which derived code adds the types that become a `T`, of which `then` makes an `F`.
pub struct Upgrades<'a, T, F> {
    then: &'a dyn Fn(T) -> Result<F>,
    found: &'a mut dyn FnMut(&UpgradeSource<'_, F>),
    way: Way<'a>,
    left: &'a mut u32,
}

/// The types that were gone through.
struct Way<'w> {
    schema: &'static Schema,
    steps: u32,
    before: Option<&'w Way<'w>>,
}

impl Way<'_> {
    #[inline]
    fn has(&self, schema: &'static Schema) -> bool {
        ptr::eq(self.schema, schema) || self.before.is_some_and(|before| before.has(schema))
    }
}

/// Calls `found` for each type that becomes an `F`, in the order of the declarations, each followed
/// by those that become it.
pub(crate) fn each_source<F: Value>(found: &mut dyn FnMut(&UpgradeSource<'_, F>)) {
    let way = Way { schema: schema_of::<F>(), steps: 0, before: None };
    F::upgrades(&mut Upgrades { then: &|value| Ok(value), found, way, left: &mut { MAX_WAYS } });
}

/// The value of a buffer that holds nothing else.
///
/// What a newer revision added is not in the value, so such a buffer is refused.
pub(crate) fn whole<T: Value + DecodeOwned>(buffer: &[u8]) -> Result<T> {
    let mut copy = buffer.to_vec();
    T::compact(&mut copy)?;
    crate::from_slice(&copy)
}

impl<T, F> Upgrades<'_, T, F> {
    /// A type, and the function that makes a `T` of its values.
    pub fn step<O: Value + DecodeOwned, E: Display>(&mut self, function: fn(O) -> Result<T, E>) {
        let (schema, steps) = (schema_of::<O>(), self.way.steps.saturating_add(1));
        let Some(left) = self.left.checked_sub(1).filter(|_| steps <= MAX_STEPS && !self.way.has(schema)) else {
            return;
        };
        *self.left = left;
        let then = |old: O| {
            let new = function(old).map_err(|error| {
                let old = schema.root_text();
                Error::new(ErrorKind::Type, format!("the function that upgrades `{old}` refused the value: {error}"))
            })?;
            (self.then)(new)
        };
        let name = core::any::type_name::<O>();
        (self.found)(&UpgradeSource { schema, steps, name, make: &|buffer| then(whole::<O>(buffer)?) });
        let way = Way { schema, steps, before: Some(&self.way) };
        O::upgrades(&mut Upgrades { then: &then, found: &mut *self.found, way, left: &mut *self.left });
    }
}
