//! The fields of derived structs: what derived methods do with them.

use super::describe::{Describer, FieldDescription};
use super::shape::{describe, implied, type_of};
use super::{Heap, Value};
use crate::error::Result;
use crate::layout::{Place, Shape};
use crate::read::decoder::Decoder;
use crate::read::navigate::Step;
use crate::read::record::RecordBytes;
use crate::schema::{Declared, DefaultValue, Field, Rules};
use crate::wire::width::{StaticWidth, Width};
use crate::write::{AsSession, Link, Storage};

/// A field of a record; `D` is what its default is given as.
pub struct FieldAt<D> {
    index: u16,
    name: &'static str,
    place: &'static Place,
    default: D,
}

impl<D> FieldAt<D> {
    /// The field of that index, place, default, and name for errors.
    #[must_use]
    pub const fn new(index: u16, name: &'static str, place: &'static Place, default: D) -> Self {
        Self { index, name, place, default }
    }
}

/// The field as the engine has it; `declared` gives its default if it declares one.
#[must_use]
pub const fn plan<T: Value>(name: &'static str, place: Place, declared: Option<fn() -> Declared>, since: u32) -> Field {
    match declared {
        None => Field::compiled(name, type_of::<T>(), T::SHAPE.optional, implied::<T>(), since, place),
        Some(declared) => {
            let default = DefaultValue::Compiled(declared);
            Field::compiled(name, type_of::<T>(), T::SHAPE.optional, default, since, place)
        }
    }
}

/// Whether one of them is true.
// Indexing: a const fn cannot iterate.
#[allow(clippy::indexing_slicing)]
#[must_use]
pub const fn any(parts: &[bool]) -> bool {
    let mut index: usize = 0;
    while index < parts.len() {
        if parts[index] {
            return true;
        }
        index = index.wrapping_add(1);
    }
    false
}

/// What derived methods call. It has [`Value`] not as a supertrait but in its only impl, so that a type that is none gives one error for
/// all of these calls, and not one for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "a struct or enum of yours can derive `Vellum`; for a type of another crate, `#[vellum(with = \"Type\")]` names one that stands for it"
)]
pub trait At: Sized {
    /// [`Value::Default`].
    type Default;
    /// [`Value::Set`].
    type Set<'a>
    where
        Self: 'a;
    /// [`Value::Get`].
    type Get<'a>;
    /// [`Value::FieldCursor`].
    type Cursor<'a, S: Storage + 'a>;

    /// What a field of the type needs of its record; of the first revision.
    const SHAPE: Shape;

    /// The field in the schema.
    fn describe(
        at: &FieldAt<Self::Default>,
        describer: &mut Describer,
        docs: &'static str,
        default: Option<Declared>,
        since: u32,
        rules: Rules,
    ) -> FieldDescription;

    /// [`Value::is_default`].
    fn is_default(at: FieldAt<Self::Default>, value: &Self::Set<'_>) -> bool;

    /// [`Value::check`].
    fn check(at: FieldAt<Self::Default>, value: &Self::Set<'_>, levels: u32) -> Result<()>;

    /// [`Value::heap_len`].
    fn len<W: StaticWidth>(at: FieldAt<Self::Default>, value: &Self::Set<'_>, levels: u32) -> u64;

    /// [`Value::write`].
    fn write<W: StaticWidth>(
        at: FieldAt<Self::Default>,
        value: &Self::Set<'_>,
        record: &mut [u8],
        heap: &mut Heap<'_, W>,
    ) -> Result<()>;

    /// [`Value::decode`].
    fn decode<W: Width>(at: FieldAt<Self::Default>, record: &[u8], decoder: &mut Decoder<'_, W>) -> Result<Self>;

    /// [`Value::get`].
    fn get<'a>(at: FieldAt<Self::Default>, record: &RecordBytes<'a>) -> Result<Self::Get<'a>>;

    /// [`Value::field_cursor`].
    fn cursor<'a, B: AsSession>(
        at: FieldAt<Self::Default>,
        session: &'a mut B,
        link: &'a Link<'a>,
    ) -> Self::Cursor<'a, B::Storage>;

    /// Takes it out, decoded.
    fn take<B: AsSession>(at: FieldAt<Self::Default>, session: &mut B, link: &Link<'_>) -> Result<Self>;

    /// Makes it its default, or absent.
    fn clear<B: AsSession>(at: FieldAt<Self::Default>, session: &mut B, link: &Link<'_>) -> Result<()>;

    /// [`Value::set`].
    fn set<B: AsSession>(
        at: FieldAt<Self::Default>,
        session: &mut B,
        link: &Link<'_>,
        value: &Self::Set<'_>,
    ) -> Result<()>;
}

impl<T: Value> At for T {
    type Default = T::Default;
    type Set<'a>
        = T::Set<'a>
    where
        T: 'a;
    type Get<'a> = T::Get<'a>;
    type Cursor<'a, S: Storage + 'a> = T::FieldCursor<'a, S>;

    const SHAPE: Shape = Shape { bits: T::SHAPE.bits, slot: T::SHAPE.slot, since: 1 };

    fn describe(
        at: &FieldAt<T::Default>,
        describer: &mut Describer,
        docs: &'static str,
        default: Option<Declared>,
        since: u32,
        rules: Rules,
    ) -> FieldDescription {
        FieldDescription { name: at.name, docs, ty: describe::<T>(describer), default, since, rules }
    }

    #[inline(always)]
    fn is_default(at: FieldAt<T::Default>, value: &T::Set<'_>) -> bool {
        T::is_default(value, &at.default)
    }

    #[inline(always)]
    fn check(at: FieldAt<T::Default>, value: &T::Set<'_>, levels: u32) -> Result<()> {
        T::check(value, levels).map_err(|error| error.in_field(at.name))
    }

    #[inline(always)]
    fn len<W: StaticWidth>(at: FieldAt<T::Default>, value: &T::Set<'_>, levels: u32) -> u64 {
        T::heap_len::<W>(value, &at.default, false, levels)
    }

    #[inline(always)]
    fn write<W: StaticWidth>(
        at: FieldAt<T::Default>,
        value: &T::Set<'_>,
        record: &mut [u8],
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        T::write::<W>(value, record, at.place, &at.default, false, heap)
    }

    #[inline(always)]
    fn decode<W: Width>(at: FieldAt<T::Default>, record: &[u8], decoder: &mut Decoder<'_, W>) -> Result<T> {
        match T::decode(record, at.place, at.default, decoder) {
            Ok(value) => Ok(value),
            Err(error) => Err(error.in_field(at.name)),
        }
    }

    #[inline(always)]
    fn get<'a>(at: FieldAt<T::Default>, record: &RecordBytes<'a>) -> Result<T::Get<'a>> {
        T::get(record, at.place, at.default).map_err(|error| error.in_field(at.name))
    }

    #[inline(always)]
    fn cursor<'a, B: AsSession>(
        at: FieldAt<T::Default>,
        session: &'a mut B,
        link: &'a Link<'a>,
    ) -> T::FieldCursor<'a, B::Storage> {
        T::field_cursor(session.session_mut(), link, Step::Field(at.index), at.place, at.default)
    }

    fn take<B: AsSession>(at: FieldAt<T::Default>, session: &mut B, link: &Link<'_>) -> Result<T> {
        let session = session.session_mut();
        let target = link.field(session, Step::Field(at.index))?;
        session.take::<T>(&target, at.place, at.default).map_err(|error| error.in_field(at.name))
    }

    fn clear<B: AsSession>(at: FieldAt<T::Default>, session: &mut B, link: &Link<'_>) -> Result<()> {
        let session = session.session_mut();
        let target = link.field(session, Step::Field(at.index))?;
        session.clear(&target).map_err(|error| error.in_field(at.name))
    }

    #[inline(always)]
    fn set<B: AsSession>(at: FieldAt<T::Default>, session: &mut B, link: &Link<'_>, value: &T::Set<'_>) -> Result<()> {
        let session = session.session_mut();
        let target = link.field(session, Step::Field(at.index))?;
        T::set(session, target, at.place, value, at.default, false).map_err(|error| error.in_field(at.name))
    }
}
