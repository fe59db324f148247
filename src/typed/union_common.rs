//! Fields that all variants of a union have in common: read and set by one function, whose table
//! says of each variant where its payload stores the field.
//!
//! ```text
//! tag ──> Common { field, ends, .. } ──> record of the payload ──> Value::get, set
//! ```
//! What the variants agree on is a constant and not asked of the table: the place of the field,
//! most often, as fields without pointers come first in a record.

use core::marker::PhantomData;

use super::field::Field;
use super::noted::{WHOLE, note_value, part};
use super::record::in_field;
use super::union::{UnionOf, unknown};
use super::union_edit::Cursor;
use super::{At, Checked, TypedSlot, Value, Vellum};
use crate::error::{Error, Result};
use crate::layout::{Place, Size, last_end};
use crate::read::Buf;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::union::newer_variant;
use crate::schema::MAX_VARIANTS;
use crate::write::{FieldWord, Link, Noted, Session, Storage, Target};

/// A field of a variant's payload, which the payloads of all variants have.
///
/// As large as a power of two, so that a tag becomes an offset in one step.
#[derive(Debug)]
#[repr(align(64))]
pub struct Common<D: 'static> {
    field: &'static Field<D>,
    /// The ends of the regions of the payload's record.
    ends: &'static [Size],
    /// The last of them.
    end: Size,
    /// The name of the variant.
    variant: &'static str,
    /// Whether the record is the only field of another, as a frozen struct is.
    is_boxed: bool,
}

impl<D> Common<D> {
    /// The field of a payload of the type `P`, of the variant of that name.
    #[must_use]
    pub const fn of<P: Vellum>(variant: &'static str, field: &'static Field<D>) -> Self {
        let ends = P::PLAN.ends;
        Self { field, ends, end: last_end(ends), variant, is_boxed: !P::SHAPE.pointer }
    }

    /// The payload's record, which `object` holds.
    #[inline(always)]
    fn record<'a>(&self, buf: &Buf<'a>, object: &'a [u8]) -> Result<&'a [u8]> {
        if self.is_boxed { buf.boxed(object, self.end) } else { buf.record(object, self.ends) }
    }
}

/// What the variants of an enum have in common as its field of the number `I`, which is of the type
/// `F`; implemented by the derive.
pub trait CommonField<F: Value, const I: usize>: Sized {
    /// The field of each variant, by tag.
    const TABLE: &'static [Common<F::Default>];
    /// Whether a variant declares a default for it.
    const HAS_DEFAULTS: bool;
    /// Whether the enum has a variant that stands for unknown ones.
    const HAS_OTHER: bool;
}

/// What is computed of the table of a field.
struct Agreed<U, F, const I: usize>(PhantomData<(U, F)>);

impl<U: CommonField<F, I>, F: Value, const I: usize> Agreed<U, F, I> {
    /// Whether the field is one word, which is read and set in a few steps.
    const IS_WORD: bool = F::SHAPE.word > 0;
    /// The place of the field, if it is the same in each variant.
    const PLACE: Option<&'static Place> = place_of_all(U::TABLE, Self::IS_WORD);
    /// Whether a payload is the only field of another record.
    const HAS_BOXED: bool = has_boxed(U::TABLE);

    #[inline(always)]
    fn at(common: &'static Common<F::Default>) -> At<'static, F::Default> {
        let default = if U::HAS_DEFAULTS { None } else { Some(F::DEFAULT) };
        common.field.at.known(const { Self::PLACE }, default)
    }

    /// The variant, with where its payload has the field.
    #[inline(always)]
    fn of_variant(tag: u8) -> Result<&'static Common<F::Default>> {
        match U::TABLE.get(usize::from(tag)) {
            Some(common) => Ok(common),
            None => Err(without_field(tag, U::HAS_OTHER)),
        }
    }
}

/// The place of a field, if it is the same in all variants. Of a word only the slot matters.
// Indexing: a const fn cannot iterate. Indices run below the slice's length.
#[allow(clippy::indexing_slicing)]
const fn place_of_all<D>(table: &[Common<D>], is_word: bool) -> Option<&'static Place> {
    const fn is_same(a: Size, b: Size) -> bool {
        a.fixed == b.fixed && a.pointers == b.pointers
    }
    let [first, ..] = table else { return None };
    let place = first.field.at.place;
    let mut index: usize = 1;
    while index < table.len() {
        let other = table[index].field.at.place;
        let is_rest_same =
            is_same(other.bitmap, place.bitmap) && is_same(other.end, place.end) && other.bit == place.bit;
        if !is_same(other.slot, place.slot) || !(is_word || is_rest_same) {
            return None;
        }
        index = index.saturating_add(1);
    }
    Some(place)
}

// As above.
#[allow(clippy::indexing_slicing)]
const fn has_boxed<D>(table: &[Common<D>]) -> bool {
    let mut index: usize = 0;
    while index < table.len() {
        if table[index].is_boxed {
            return true;
        }
        index = index.saturating_add(1);
    }
    false
}

/// The error for a variant that the enum does not have.
#[cold]
#[inline(never)]
fn without_field(tag: u8, has_other: bool) -> Error {
    // What stands for a variant of a newer revision is a value, but nothing is known of its fields.
    if has_other && tag < MAX_VARIANTS { newer_variant(tag) } else { unknown(tag) }
}

impl<U, R> UnionOf<'_, U, R> {
    /// The record of the payload, where that is behind a pointer and of this revision or a newer
    /// one, and a byte tells its size.
    #[inline(always)]
    fn stored<F: Value, const I: usize>(&self, common: &Common<F::Default>) -> Option<RecordSpan>
    where
        U: CommonField<F, I>,
    {
        let (buf, pointer) = self.payload_pointer()?;
        if pointer < buf.floor {
            return None;
        }
        let [size @ 0..0x80, ..] = buf.bytes.get(pointer..)? else { return None };
        let (size, end) = (usize::from(*size), common.end.at(buf.shift()));
        let is_known = if Agreed::<U, F, I>::HAS_BOXED && common.is_boxed { size == end } else { size >= end };
        is_known.then_some(RecordSpan { pos: pointer.wrapping_add(1), size })
    }
}

impl<'a, U> UnionOf<'a, U, Checked> {
    /// Reads the field that all variants have.
    ///
    /// # Errors
    /// If the bytes are invalid, or the variant is unknown.
    #[inline(always)]
    pub fn common<F: Value, const I: usize>(&self) -> Result<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        if const { Agreed::<U, F, I>::IS_WORD } {
            if let Some(value) = self.common_word::<F, I>() {
                return Ok(value);
            }
            // A copy, so that the address of this view is not taken.
            return { *self }.common_apart::<F, I>();
        }
        self.common_anywhere::<F, I>()
    }

    /// Reads a word that is stored as it most often is.
    #[inline(always)]
    fn common_word<F: Value, const I: usize>(&self) -> Option<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        let common = U::TABLE.get(usize::from(self.tag()))?;
        let record = if let Some(record) = self.packed_record() {
            record
        } else {
            let RecordSpan { pos, size } = self.stored::<F, I>(common)?;
            self.part_at(pos, size)?
        };
        F::get(TypedSlot::checked(&record, &Agreed::<U, F, I>::at(common))).ok()
    }

    #[cold]
    #[inline(never)]
    fn common_apart<F: Value, const I: usize>(self) -> Result<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        self.common_anywhere::<F, I>()
    }

    #[inline(always)]
    fn common_anywhere<F: Value, const I: usize>(&self) -> Result<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        let common = Agreed::<U, F, I>::of_variant(self.tag())?;
        let record = self.payload_record(|buf, object| common.record(buf, object));
        let read = record.and_then(|record| {
            let field = F::get(TypedSlot::checked(&record, &Agreed::<U, F, I>::at(common)));
            common.field.named(field)
        });
        in_field(read, common.variant)
    }
}

impl Cursor<'_> {
    /// Sets the field that all variants have; `U` is the enum.
    ///
    /// # Errors
    /// As the setter of the field in the payload; also if the variant is unknown.
    #[inline(always)]
    pub fn set_common<U: CommonField<F, I>, F: Value, const I: usize, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &F::Set<'_>,
    ) -> Result<()> {
        let tag = self.tag(session)?;
        let common = match Agreed::<U, F, I>::of_variant(tag) {
            Ok(common) => common,
            Err(error) => return Err(session.name_cursor(error, self.link())),
        };
        if session.is_recorded() {
            let payload = Link::later_at(self.link().lost(session, Step::Payload(tag)));
            session.note_old(Noted::Set, WHOLE, part(&payload, common.field.at.step()));
        }
        let (at, name) = (Agreed::<U, F, I>::at(common), &common.field.name);
        if let Some(word) = F::stored_word(value, at.default) {
            let size = const { F::SHAPE.word as usize };
            let word = FieldWord { place: at.place, name, word, size };
            if let Some(record) = self.stored_payload::<U, F, I, S>(session, common)
                && word.store(session, record).is_some()
            {
                self.note_common::<F, S>(session, tag, &at, value);
                return Ok(());
            }
            // A record that is looked for, or made, by the steps that lead to it.
            let mut payload = Link::later_at(self.link().lost(session, Step::Payload(tag)));
            word.set(session, &mut payload, at.step())?;
            self.note_common::<F, S>(session, tag, &at, value);
            return Ok(());
        }
        let holder = self.read::<U, S, _>(session, |union| {
            let record = in_field(union.payload_record(|buf, object| common.record(buf, object)), common.variant)?;
            Ok(if record.bytes().is_empty() { RecordSpan::default() } else { session.position_of(record.bytes()) })
        })?;
        let mut link = Link::new(Target { holder, ..self.held(session, tag)? }, session);
        let target = link.aim(session, at.step())?;
        common.field.named(F::set(session, target, &at, value))?;
        self.note_common::<F, S>(session, tag, &at, value);
        Ok(())
    }

    /// Notes that a common field was set.
    #[inline(always)]
    fn note_common<F: Value, S: Storage>(
        &self,
        session: &mut Session<S>,
        tag: u8,
        at: &At<'_, F::Default>,
        value: &F::Set<'_>,
    ) {
        if session.is_recorded() {
            let payload = Link::later_at(self.link().lost(session, Step::Payload(tag)));
            note_value::<F, S>(session, (Noted::Set, WHOLE), part(&payload, at.step()), value, at.default);
        }
    }

    /// The record of the payload, as [`UnionOf::stored`] finds it, or the element of a packed list
    /// that it is.
    #[inline(always)]
    fn stored_payload<U: CommonField<F, I>, F: Value, const I: usize, S: Storage>(
        &self,
        session: &Session<S>,
        common: &Common<F::Default>,
    ) -> Option<RecordSpan> {
        let holder = self.link().known_holder(session.generation)?;
        if self.is_packed() {
            return Some(holder);
        }
        self.union::<U, S>(session).ok()?.stored::<F, I>(common)
    }
}
