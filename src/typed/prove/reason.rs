//! Why a buffer is refused: its proof once more, which notes the first fault, with its place, its
//! path and what was expected.
//!
//! It is the same code, compiled once more for pointers whose width is a number. So a program has
//! the reasons of the kinds of values that its types have, and the proof that accepts a buffer has
//! none of them.

use super::prover::{Prover, Unused};
use super::values::IN_SLOT;
use crate::error::{Error, ErrorKind, FixedError, Result, Wording, internal_error};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::open::Slot;
use crate::read::route::{KeyStep, Quoted};
use crate::read::union::no_variant;
use crate::schema::{Schema, Type};
use crate::typed::element::field_at;
use crate::typed::field::Field;
use crate::typed::plan::item;
use crate::typed::union::is_inline;
use crate::typed::{At, Value};
use crate::verify::claims::is_all;
use crate::wire::width::{Shift, StaticWidth, W1, W2, W4, Width};
use crate::write::named::name_integer;

/// The width of pointers that a proof is compiled for: one that the compiler knows, or any, of a
/// proof that notes why it ends.
pub trait Proving: Width {
    /// Whether the proof notes why it ends.
    const TELLS: bool = false;
    /// Whether it has no bytes, and visits types.
    const VISITS: bool = false;
    /// Its notes.
    type Notes: Default;
    /// The notes, if there are any.
    fn notes(notes: &mut Self::Notes) -> Option<&mut Reason>;
    /// The width as a number.
    fn number(self) -> Shift;

    /// Visits the type of a value, which may be part of the default of what holds it.
    #[inline(always)]
    fn visit<T: Value>(_: &mut Prover<'_, Self>, _is_default: bool) {}

    /// Visits the fields of a struct.
    #[inline(always)]
    fn visit_struct<T: Value>(_: &mut Prover<'_, Self>) {}

    /// The variant that is visited.
    #[inline(always)]
    #[must_use]
    fn tag(_: &Self::Notes) -> u8 {
        0
    }
}

macro_rules! proving {
    ($($width:ident)*) => {$(
        impl Proving for $width {
            type Notes = ();

            #[inline(always)]
            fn notes((): &mut ()) -> Option<&mut Reason> {
                None
            }

            #[inline(always)]
            fn number(self) -> Shift {
                Shift::from(Self::DYNAMIC)
            }
        }
    )*};
}
proving!(W1 W2 W4);

impl Proving for Shift {
    const TELLS: bool = true;
    type Notes = Reason;

    #[inline(always)]
    fn notes(notes: &mut Reason) -> Option<&mut Reason> {
        Some(notes)
    }

    #[inline(always)]
    fn number(self) -> Shift {
        self
    }
}

/// The notes of a proof.
#[derive(Default)]
pub struct Reason {
    fault: Option<Error>,
    /// Of a buffer without faults, why the type has no value for the first such value.
    unheld: Option<&'static FixedError>,
    /// Where the union lies whose variant is proved next, and the name of the variant.
    union: (usize, &'static str),
}

impl Reason {
    /// The error of a proof that ended.
    pub(super) fn error(self, ended: Option<()>) -> Error {
        match (self.fault, self.unheld) {
            (Some(fault), _) => fault,
            (None, Some(unheld)) if ended.is_some() => Error::fixed(unheld),
            (None, _) => internal_error(),
        }
    }
}

impl<'a, W: Proving> Prover<'a, W> {
    /// Proves a part of a record, whose name is a step of the path.
    #[inline(always)]
    pub(in crate::typed) fn part<T: Value>(
        &mut self,
        record: &[u8],
        at: &At<'_, T::Default>,
        name: &str,
    ) -> Option<()> {
        if const { W::VISITS } {
            W::visit::<T>(self, true);
            return Some(());
        }
        let done = T::prove_value(self, record, at);
        self.within(done, |error| error.in_field(name))
    }

    /// Ends the proof, and notes why.
    #[inline(always)]
    pub(in crate::typed) fn fail<R>(&mut self, error: impl FnOnce(&Buf<'a, W>) -> Error) -> Option<R> {
        if const { W::TELLS } {
            let error = error(&self.buf);
            if let Some(notes) = W::notes(&mut self.notes) {
                notes.fault = Some(error);
            }
        }
        None
    }

    /// What was found; an error ends the proof.
    #[inline(always)]
    pub(in crate::typed) fn found<R>(&mut self, found: Result<R>) -> Option<R> {
        match found {
            Ok(found) => Some(found),
            Err(error) => self.fail(|_| error),
        }
    }

    /// Adds to the fault that ended a part of the proof, if it did.
    #[inline(always)]
    pub(in crate::typed) fn within(&mut self, done: Option<()>, add: impl FnOnce(Error) -> Error) -> Option<()> {
        if const { W::TELLS }
            && done.is_none()
            && let Some(notes) = W::notes(&mut self.notes)
        {
            notes.fault = notes.fault.take().map(add);
        }
        done
    }

    /// Ends the proof at a slot of a record.
    #[inline(always)]
    pub(in crate::typed) fn fail_at<R>(
        &mut self,
        record: &[u8],
        slot: Size,
        error: impl FnOnce() -> Error,
    ) -> Option<R> {
        self.fail(|buf| error().at(buf.position(record).saturating_add(slot.at(buf.shift()))))
    }

    /// A value of the schema's type that the type has no value for: ends the proof, or is noted,
    /// since what is behind it may be invalid.
    #[inline(always)]
    pub(in crate::typed) fn unheld(&mut self, why: &'static FixedError) -> Option<()> {
        let notes = W::notes(&mut self.notes)?;
        notes.unheld = notes.unheld.or(Some(why));
        Some(())
    }

    /// Ends the proof at a value that the schema allows and the Rust type cannot hold.
    #[inline(always)]
    pub(in crate::typed) fn beyond_type(&mut self) -> Option<()> {
        self.unheld(&FixedError(
            ErrorKind::Type,
            "a stored value is beyond what the Rust type of its field can hold; its getter says which",
        ))
    }

    /// Ends the proof at a variant of a newer revision.
    #[inline(always)]
    pub(in crate::typed) fn unreadable(&mut self) -> Option<()> {
        self.unheld(&FixedError(
            ErrorKind::Newer,
            "a value is of a variant of a newer schema revision, which the type has no value for",
        ))
    }

    /// The text or bytes behind a pointer slot; claims the object.
    #[allow(clippy::option_option)] // The outer `None` ends the proof.
    #[inline(never)]
    pub(super) fn told_content(&mut self, record: &[u8], slot: Size) -> Option<Option<&'a [u8]>> {
        let Some(object) = self.follow(record, slot)? else { return Some(None) };
        let content = self.buf.blob(object.bytes);
        let content = self.found(content)?;
        self.claim(object.at, content)?;
        Some(Some(content))
    }

    /// The string behind a pointer slot.
    #[inline(never)]
    pub(super) fn told_text(&mut self, record: &[u8], slot: Size) -> Option<()> {
        let Some(content) = self.told_content(record, slot)? else { return Some(()) };
        self.content_is_text(content)
    }

    /// The record behind a pointer slot; claims the object.
    #[allow(clippy::option_option)] // The outer `None` ends the proof.
    #[inline(never)]
    pub(super) fn told_record(&mut self, record: &[u8], slot: Size, ends: &[Size]) -> Option<Option<&'a [u8]>> {
        let Some(object) = self.follow(record, slot)? else { return Some(None) };
        let content = self.buf.record(object.bytes, ends);
        let content = self.found(content)?;
        self.claim(object.at, content)?;
        Some(Some(content))
    }

    /// Notes the union whose variant is proved next.
    pub(super) fn at_union(&mut self, at: usize, tag: u8, names: &[&'static str]) {
        if let Some(notes) = W::notes(&mut self.notes) {
            notes.union = (at, names.get(usize::from(tag)).copied().unwrap_or_default());
        }
    }

    /// Where the union lies whose variant is proved, and the name of the variant.
    pub(super) fn union_here(&mut self) -> (usize, &'static str) {
        W::notes(&mut self.notes).map_or((0, ""), |notes| notes.union)
    }

    /// The payload of a variant in the slot of a union.
    pub(super) fn told_payload<T: Value>(&mut self, slot: &[u8]) -> Option<()> {
        let (at, name) = self.union_here();
        let shift = self.buf.shift();
        if const { T::SHAPE.word > 0 } && is_inline::<T>(shift) {
            let used = const { T::SHAPE.word as usize };
            let width = 1usize.wrapping_shl(shift);
            if !is_all(slot.get(used..width).unwrap_or_default(), 0) {
                return self.fail(|_| Error::corrupt(at, Wording::UnionHoldsMore));
            }
        }
        let done = self.told_payload_of::<T>(slot);
        self.within(done, |error| error.in_field(name))
    }

    fn told_payload_of<T: Value>(&mut self, slot: &[u8]) -> Option<()> {
        if is_inline::<T>(self.buf.shift()) {
            if const { T::SHAPE.bits > 0 } {
                self.zero_bits(slot, Unused { at: Size::ZERO, bits: !1 })?;
            }
            return T::prove_value(self, slot, const { &field_at::<T>(IN_SLOT) });
        }
        let Some(object) = self.follow(slot, Size::ZERO)? else {
            return if const { T::SHAPE.word > 0 && T::SHAPE.checked } { self.alone::<T>(&[]) } else { Some(()) };
        };
        let content = self.buf.boxed(object.bytes, const { T::SHAPE.single() }.end);
        let content = self.found(content)?;
        self.claim(object.at, content)?;
        if const { T::SHAPE.word > 0 } {
            self.alone::<T>(content)
        } else {
            self.deeper(|prover| prover.alone::<T>(content))
        }
    }

    /// An unknown tag at the union whose variant would be proved.
    pub(super) fn no_variant(&mut self, tag: u8) -> Option<()> {
        let (at, _) = self.union_here();
        self.fail(|_| no_variant(tag).at(at))
    }
}

/// A value is absent and not zero.
#[cold]
pub(in crate::typed) fn absent_not_zero() -> Error {
    Error::new(ErrorKind::Corrupt, Wording::AbsentNotZero)
}

#[cold]
pub(super) fn reserved_bit() -> Error {
    Error::new(ErrorKind::Corrupt, Wording::ReservedBit)
}

/// The error of an entry with its key as a step of the path. Text and integers, which most keys
/// are, need none of the code that reads values by a schema.
pub(super) fn of_key<K: Value>(error: Error, buf: Buf<'_>, entry: &[u8]) -> Error {
    match &*const { &K::PLAN }.ty {
        Type::String => {
            let content = buf.object(entry, Size::ZERO).map_or(Ok(&[][..]), |object| buf.blob(object));
            return match content.and_then(|content| buf.text(content)) {
                Ok(text) => error.in_step(format_args!("{}", Quoted(text))),
                Err(_) => error,
            };
        }
        Type::Scalar(scalar) if scalar.is_integer() && scalar.size() <= 8 => {
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(entry.iter().take(scalar.size() as usize)) {
                *to = *from;
            }
            return name_integer(error, *scalar, u64::from_le_bytes(word));
        }
        _ => {}
    }
    let slot = Slot::of_item(buf, entry, Schema::compiled(), const { &item::<K>() });
    match slot.value() {
        Ok(key) => error.in_step(format_args!("{}", KeyStep(key))),
        Err(_) => error,
    }
}

/// Proves a field, whose name is a step of the path.
#[doc(hidden)]
#[inline(always)]
pub fn prove_field<T: Value, W: Proving>(
    prover: &mut Prover<'_, W>,
    record: &[u8],
    field: &Field<T::Default>,
) -> Option<()> {
    prover.part::<T>(record, &field.at, field.name)
}
