//! Rust types as fields: the traits that derived types implement, and their impls for std's types.
//!
//! - [`Value`]: a type that can be a field, a list's element, or optional; everything derived code calls
//! - `root`: [`Vellum`], a derived struct, the type of a whole buffer
//! - `encode`: from values to bytes
//! - `list`: the view of a list
//! - `scalar`, `scalars`, `flag`, `text`, `vec`, `array`, `tuple`, `option`, `forward`, `borrowed`, `collections`: the impls for std's types
//! - `slice`: lists of numbers as slices
//! - `map`, `set`, `key`: maps and sets in a buffer, and what their keys are
//! - `record`, `structs`, `union`: what derived types are made of
//! - `prove`: buffers that are proved once, and read without checks afterwards
//! - `fields`: what their methods do
//! - `rules`: what their fields' values must be like
//! - `plan`: what the engine has to know of them, as constants
//! - `plan_check`: whether they say what the schema says
//! - `describe`, `cell`, `name`: their schemas, and what those are called of generic types

#[cfg(feature = "derive")]
pub(crate) mod any;
pub(crate) mod array;
mod borrowed;
pub(crate) mod buffer;
pub(crate) mod cell;
mod collections;
pub(crate) mod describe;
pub(crate) mod encode;
pub mod fields;
mod fixed;
pub(crate) mod flag;
mod forward;
mod found;
pub(crate) mod key;
pub(crate) mod list;
pub(crate) mod list_edit;
mod list_many;
mod list_unions;
pub(crate) mod map;
pub(crate) mod map_edit;
pub(crate) mod name;
mod option;
pub mod plan;
#[cfg(debug_assertions)]
mod plan_check;
pub(crate) mod prove;
pub(crate) mod record;
mod room;
mod root;
pub mod rules;
pub mod scalar;
mod scalars;
pub(crate) mod set;
pub(crate) mod set_edit;
mod set_value;
#[cfg(feature = "zerocopy")]
pub(crate) mod slice;
pub mod structs;
mod text;
pub(crate) mod text_edit;
mod tuple;
pub mod union;
pub(crate) mod vec;

pub use encode::Heap;
pub use root::Vellum;

use alloc::vec::Vec;

use crate::error::Result;
use crate::layout::{Place, Size};
use crate::read::Elements;
use crate::read::decoder::Decoder;
use crate::read::navigate::Step;
use crate::read::record::RecordBytes;
use crate::read::union::Packed;
use crate::schema::{Item, MIXED, Type};
use crate::wire::width::{StaticWidth, Width};
use crate::write::{Link, Session, Storage, Target};
use describe::{Described, Describer};

/// A type that can be a field.
///
/// Implemented for std's types and by `#[derive(Vellum)]`: numbers, `bool`, `char`, text and bytes however they are owned
/// (`String`, `Box<str>`, `Arc<str>`, `Cow<'_, str>`), `Vec`, arrays, tuples, maps, sets, `Option`, and boxes of these. Apart from the associated types, its items are the contract
/// between this crate and derived code, not an API: they change without notice.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "a struct or enum of yours can derive `Vellum`; for a type of another crate, `#[vellum(with = \"Type\")]` names one that stands for it"
)]
pub trait Value: prove::Prove {
    /// Bits in the bitmap of the record.
    #[doc(hidden)]
    const BITS: u32;
    /// Bytes of the slot.
    #[doc(hidden)]
    const SLOT: Size;
    /// Whether the slot is one pointer, whose null can tell absence.
    #[doc(hidden)]
    const NULLABLE: bool = false;
    /// Whether absence is a value of the type, so that it cannot be optional once more.
    #[doc(hidden)]
    const OPTIONAL: bool = false;
    /// Where a list element keeps its only field.
    #[doc(hidden)]
    const SINGLE: Place = Place::single(Self::BITS, Self::SLOT);
    /// Bytes of a list element, of the newest revision if the list stores a stride.
    #[doc(hidden)]
    const ELEMENT: Size = crate::layout::checked_element(Self::SINGLE.end);
    /// Region ends of the record in a list element whose stride is stored; empty if it is not.
    #[doc(hidden)]
    const STRIDED: &'static [Size] = &[];
    /// Bytes of such an element before its record.
    #[doc(hidden)]
    const PREFIX: usize = 0;

    /// Whether a value can have objects of its own behind pointers.
    #[doc(hidden)]
    const HAS_OBJECTS: bool = Self::ELEMENT.pointers > 0 || Self::ELEMENT_RULED;
    /// Whether a rule may refuse what lies in the slot itself, so that it has to be measured even without objects.
    #[doc(hidden)]
    const RULED: bool = false;
    /// The same of a list element.
    #[doc(hidden)]
    const ELEMENT_RULED: bool = Self::RULED;

    /// Bytes of the word that the value is; 0 if it is none.
    #[doc(hidden)]
    const WORD: u32 = 0;
    /// Whether the slot is one pointer, also where its null tells absence.
    #[doc(hidden)]
    const IS_POINTER: bool = Self::NULLABLE;
    /// Whether lists of this type are packed where all elements have one variant.
    #[doc(hidden)]
    const PACKS: bool = false;
    /// Whether it is the number that lists of are bytes.
    #[doc(hidden)]
    const IS_BYTE: bool = false;
    /// Whether it is numbers alone, which any bytes are: the slot holds their words, one after the other.
    #[doc(hidden)]
    const PLAIN: bool = false;
    /// Whether it can be part of a key, as far as its Rust type tells; the schema knows all.
    #[doc(hidden)]
    const SORTABLE: bool = true;

    /// The type, as the engine sees it.
    #[doc(hidden)]
    const TYPE: Type;
    /// The default of the type where none is declared.
    #[doc(hidden)]
    const IMPLIED: crate::schema::DefaultValue = crate::schema::DefaultValue::Zero;
    /// The element of a list of it.
    #[doc(hidden)]
    const ITEM: &'static Item = &plan::item::<Self>();
    /// The element of an array of it.
    #[doc(hidden)]
    const PART: &'static Item = &plan::part::<Self>();

    /// What a field's default is given as.
    #[doc(hidden)]
    type Default;
    /// The default where none is declared.
    #[doc(hidden)]
    const DEFAULT: Self::Default;

    /// What a getter gives: the value itself, or a view into the buffer.
    type Get<'a>;
    /// What a getter of a list of this type gives.
    type GetList<'a>;
    /// What a setter takes: the value itself, or a reference.
    type Set<'a>
    where
        Self: 'a;
    /// What an edit cursor gives for a value of this type.
    type Cursor<'a, S: Storage + 'a>;
    /// What an edit cursor gives for a field of this type: [`Value::Cursor`], or a `Result` of it where reaching it
    /// can fail.
    type FieldCursor<'a, S: Storage + 'a>;

    #[doc(hidden)]
    fn describe(describer: &mut Describer) -> Described;

    /// Whether something in it is converted to be stored (`with`): writing it may fail then when there is room, as a conversion may
    /// give another length the second time.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn may_convert() -> bool {
        false
    }

    #[doc(hidden)]
    fn as_set(&self) -> Self::Set<'_>;

    /// Fails if something in the value, down to so many levels, breaks a rule or cannot be written.
    ///
    /// What does so is measured as a length that no buffer has; this is called then, to tell what it was.
    #[doc(hidden)]
    #[inline]
    fn check(_value: &Self::Set<'_>, _levels: u32) -> Result<()> {
        Ok(())
    }

    /// Whether a field of this value is stored as zeros.
    #[doc(hidden)]
    fn is_default(value: &Self::Set<'_>, default: &Self::Default) -> bool;

    /// Bytes of all objects behind a field of this value; `keep` stores it even if it is the default.
    #[doc(hidden)]
    fn heap_len<W: StaticWidth>(value: &Self::Set<'_>, default: &Self::Default, keep: bool, levels: u32) -> u64;

    /// Writes the value into its zeroed place.
    #[doc(hidden)]
    fn write<W: StaticWidth>(
        value: &Self::Set<'_>,
        record: &mut [u8],
        place: &Place,
        default: &Self::Default,
        keep: bool,
        heap: &mut Heap<'_, W>,
    ) -> Result<()>;

    #[doc(hidden)]
    fn get<'a>(record: &RecordBytes<'a>, place: &Place, default: Self::Default) -> Result<Self::Get<'a>>;

    #[doc(hidden)]
    fn decode<W: Width>(
        record: &[u8],
        place: &Place,
        default: Self::Default,
        decoder: &mut Decoder<'_, W>,
    ) -> Result<Self>;

    /// Sets the value at `place` of the target's holder; `keep` stores it even if it is the default.
    #[doc(hidden)]
    fn set<S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        place: &Place,
        value: &Self::Set<'_>,
        default: Self::Default,
        keep: bool,
    ) -> Result<()>;

    /// Cursor for the value at `place` of the target's holder.
    #[doc(hidden)]
    fn cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        place: &Place,
        default: Self::Default,
    ) -> Result<Self::Cursor<'a, S>>;

    /// As [`Value::cursor`], for a field of the record at `link`.
    #[doc(hidden)]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        step: Step,
        place: &Place,
        default: Self::Default,
    ) -> Self::FieldCursor<'a, S>;

    // Elements of lists: a record of one field, unless the type says otherwise.

    #[doc(hidden)]
    #[inline]
    fn element_heap_len<W: StaticWidth>(value: &Self::Set<'_>, levels: u32) -> u64 {
        Self::heap_len::<W>(value, &Self::DEFAULT, false, levels)
    }

    #[doc(hidden)]
    #[inline]
    fn write_element<W: StaticWidth>(value: &Self::Set<'_>, element: &mut [u8], heap: &mut Heap<'_, W>) -> Result<()> {
        Self::write::<W>(value, element, &Self::SINGLE, &Self::DEFAULT, false, heap)
    }

    #[doc(hidden)]
    #[inline]
    fn get_element<'a>(element: &RecordBytes<'a>) -> Result<Self::Get<'a>> {
        Self::get(element, &Self::SINGLE, Self::DEFAULT)
    }

    #[doc(hidden)]
    #[inline]
    fn decode_element<W: Width>(element: &[u8], decoder: &mut Decoder<'_, W>) -> Result<Self> {
        Self::decode(element, &Self::SINGLE, Self::DEFAULT, decoder)
    }

    #[doc(hidden)]
    #[inline]
    fn set_element<S: Storage>(session: &mut Session<S>, target: Target<'_>, value: &Self::Set<'_>) -> Result<()> {
        Self::set(session, target, &Self::SINGLE, value, Self::DEFAULT, false)
    }

    #[doc(hidden)]
    #[inline]
    fn cursor_element<'a, S: Storage>(session: &'a mut Session<S>, target: Target<'a>) -> Result<Self::Cursor<'a, S>> {
        Self::cursor(session, target, &Self::SINGLE, Self::DEFAULT)
    }

    // Unions in packed lists.

    /// The variant of a value.
    #[doc(hidden)]
    #[inline(always)]
    fn tag_of(_value: &Self::Set<'_>) -> u8 {
        MIXED
    }

    /// What the elements of a packed list of a variant are like.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn packed(_tag: u8) -> Option<Packed> {
        None
    }

    #[doc(hidden)]
    #[inline(always)]
    fn packed_heap_len<W: StaticWidth>(value: &Self::Set<'_>, levels: u32) -> u64 {
        Self::element_heap_len::<W>(value, levels)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn write_packed<W: StaticWidth>(value: &Self::Set<'_>, element: &mut [u8], heap: &mut Heap<'_, W>) -> Result<()> {
        Self::write_element::<W>(value, element, heap)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn get_packed<'a>(element: &RecordBytes<'a>, _tag: u8) -> Result<Self::Get<'a>> {
        Self::get_element(element)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn decode_packed<W: Width>(element: &[u8], _tag: u8, decoder: &mut Decoder<'_, W>) -> Result<Self> {
        Self::decode_element(element, decoder)
    }

    /// All elements of a packed list.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_all_packed<W: Width>(elements: &Elements<'_>, decoder: &mut Decoder<'_, W>) -> Result<Vec<Self>> {
        list::decode_each(elements, |element| Self::decode_packed(element, elements.tag, decoder), |value| value)
    }

    /// As [`Value::set_element`], of a packed list whose variant is the value's.
    #[doc(hidden)]
    #[inline(always)]
    fn set_packed<S: Storage>(session: &mut Session<S>, target: Target<'_>, value: &Self::Set<'_>) -> Result<()> {
        Self::set_element(session, target, value)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn cursor_packed<'a, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        _tag: u8,
    ) -> Result<Self::Cursor<'a, S>> {
        Self::cursor_element(session, target)
    }

    // Numbers in bulk: a loop that the compiler turns into a copy.

    /// Reads a value that is [`Value::PLAIN`]. What a slot that is too short does not hold is zero.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn read_plain(_slot: &[u8]) -> Self {
        not_plain()
    }

    /// Reads an array of values that are [`Value::PLAIN`].
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn read_plain_array<const N: usize>(slot: &[u8]) -> [Self; N] {
        let size = Self::SLOT.at(0);
        core::array::from_fn(|index| {
            Self::read_plain(crate::wire::slice_or_empty(slot, index.saturating_mul(size), size))
        })
    }

    /// Writes all elements of a list of numbers; false, and nothing is written, of other types.
    #[doc(hidden)]
    #[inline(always)]
    fn write_numbers(_values: &[Self], _elements: &mut [u8]) -> bool {
        false
    }

    /// A list as its getter gives it.
    #[doc(hidden)]
    fn get_list(list: list::List<'_, Self>) -> Self::GetList<'_>;
}

/// Reads the field at `place` of a record that is [`Value::PLAIN`].
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn plain_field<T: Value>(record: &[u8], place: &Place) -> T {
    T::read_plain(crate::wire::slice_or_empty(record, place.slot.at(0), T::SLOT.at(0)))
}

/// Stands where [`Value::read_plain`] is not called, because the constant [`Value::PLAIN`] is false there. A result would have
/// to be looked at for each element, which is what reading them at once is to avoid.
#[doc(hidden)]
#[cold]
pub fn not_plain() -> ! {
    unreachable!("only values that are numbers alone are read as such")
}
