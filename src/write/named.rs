//! Paths of edit cursors, for errors.
//!
//! ```text
//! field     `name`             as the field's setter says
//! element   `[3]`              as the list's setter does
//! entry     `prices["EUR"]`    the key, within what the map or set is called
//! payload   `contact.Email`    the variant, within what the union is called
//! ```
//! A cursor has only numbers. If there is an error, the names are looked up by the types on the
//! path, not by the bytes, which may be invalid.

use super::link::Link;
use super::session::{SchemaSource, Session};
use super::steps::CursorSteps;
use super::storage::Storage;
use crate::error::{Error, Result, internal_error};
use crate::read::Buf;
use crate::read::navigate::{Navigator, Step};
use crate::read::route::Quoted;
use crate::scalar::WordOrder;
use crate::schema::{Field, MapEntry, Scalar, StructId, Type, UnionVariant};

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Adds the path of the entry that a key would have in the map at a cursor. The key is given as
    /// bytes of an entry, followed by its objects.
    #[cold]
    #[inline(never)]
    pub(crate) fn name_new_entry(&self, error: Error, map: &Link<'_>, entry: &[u8], floor: usize) -> Error {
        let types = CursorTypes { navigator: self.navigator() };
        let buf = Buf { bytes: entry, floor, width: types.navigator.buf.width };
        let error = match types.of(&CursorSteps::to(map)) {
            Some(Type::Map(map)) => name_key(error, buf, entry, &map.0),
            _ => error,
        };
        types.name(error, &CursorSteps::to(map))
    }
}

/// Adds the path of the value to which the steps lead.
#[cold]
#[inline(never)]
pub(super) fn name(navigator: Navigator<'_>, error: Error, steps: CursorSteps<'_>) -> Error {
    CursorTypes { navigator }.name(error, &steps)
}

/// The types of a session's buffer, and its bytes, from which keys are read.
struct CursorTypes<'s> {
    navigator: Navigator<'s>,
}

impl<'s> CursorTypes<'s> {
    fn name(&self, error: Error, steps: &CursorSteps<'_>) -> Error {
        let Some((step, above)) = steps.split() else { return error };
        match step {
            Step::Field(index) => match self.field(&above, index) {
                Some(field) => error.in_field(field.name()),
                None => error,
            },
            Step::Element(index) => error.in_element(index),
            Step::Payload(tag) => {
                let error = match self.variant(&above, tag) {
                    Some(variant) => error.in_field(variant.name()),
                    None => error,
                };
                self.name(error, &above)
            }
            Step::Entry(..) => {
                let error = match self.entry(&above, step) {
                    Ok((entry, bytes)) => name_key(error, self.navigator.buf, bytes, entry),
                    Err(_) => error,
                };
                self.name(error, &above)
            }
            Step::Key(_) | Step::Fixed(_) => error,
        }
    }

    /// An entry of the map at a cursor, from its key on.
    fn entry(&self, map: &CursorSteps<'_>, step: Step) -> Result<(&'s MapEntry, &'s [u8])> {
        let navigator = &self.navigator;
        let slot = map.slot(navigator)?;
        let Type::Map(map) = slot.ty else { return Err(internal_error()) };
        let (entry, value) = (&map.0, navigator.step::<0>(Some(&slot), step)?.holder.pos);
        let key = if entry.value.is_some() { entry.layout.key.at(navigator.buf.shift()) } else { 0 };
        Ok((entry, navigator.buf.bytes.get(value.saturating_sub(key)..).unwrap_or(&[])))
    }

    fn field(&self, above: &CursorSteps<'_>, index: u16) -> Option<&'s Field> {
        self.navigator.schema.structure(self.structure(above)?).fields().get(usize::from(index))
    }

    fn variant(&self, above: &CursorSteps<'_>, tag: u8) -> Option<&'s UnionVariant> {
        match self.of(above)? {
            Type::Union(id) => self.navigator.schema.union(*id).of_tag(tag),
            _ => None,
        }
    }

    fn structure(&self, cursor: &CursorSteps<'_>) -> Option<StructId> {
        if cursor.split().is_none() {
            return Some(self.navigator.plan.id());
        }
        match self.of(cursor)? {
            Type::Struct(id) => Some(*id),
            _ => None,
        }
    }

    /// The type of the value at a cursor other than the root's.
    fn of(&self, cursor: &CursorSteps<'_>) -> Option<&'s Type> {
        let (step, above) = cursor.split()?;
        match step {
            Step::Field(index) => self.field(&above, index).map(Field::ty),
            Step::Payload(tag) => self.variant(&above, tag).map(|variant| &variant.item().ty),
            _ => match self.of(&above)? {
                Type::List(list) => Some(&list.0.ty),
                Type::Array(array) => Some(&array.0.ty),
                Type::Map(map) => Some(&map.0.value.as_ref().unwrap_or(&map.0.key).ty),
                _ => None,
            },
        }
    }
}

/// Adds the key of an entry, if it is text or an integer. Other keys are omitted: formatting them
/// needs the code of schemas, which a program that has only derived types does not contain.
fn name_key(error: Error, buf: Buf<'_>, bytes: &[u8], entry: &MapEntry) -> Error {
    let slot = entry.key.place.slot;
    match &entry.key.ty {
        Type::String => {
            let content =
                buf.follow(bytes, slot).and_then(|object| object.map_or(Ok(&[][..]), |object| buf.blob(object)));
            let Some(text) = content.ok().and_then(crate::wire::proved::text) else { return error };
            error.in_step(format_args!("{}", Quoted(text)))
        }
        Type::Scalar(scalar) if scalar.is_integer() && scalar.size() <= 8 => {
            let stored = bytes.get(slot.at(buf.shift())..).unwrap_or(&[]);
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(stored.iter().take(scalar.size() as usize)) {
                *to = *from;
            }
            name_integer(error, *scalar, u64::from_le_bytes(word))
        }
        _ => error,
    }
}

/// Adds a key that is an integer of at most 64 bits, given as its word.
#[cold]
#[inline(never)]
pub(crate) fn name_integer(error: Error, scalar: Scalar, word: u64) -> Error {
    let unused = 64u32.saturating_sub(scalar.size().saturating_mul(8));
    let number = word.wrapping_shl(unused).cast_signed().wrapping_shr(unused);
    if number < 0 && matches!(scalar.row().order, WordOrder::Signed) {
        error.in_step(format_args!("[{number}]"))
    } else {
        error.in_step(format_args!("[{word}]"))
    }
}
