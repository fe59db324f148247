//! Types of whole buffers: a struct is the root record, a value of any other type is alone in it.
//!
//! Which of the two it is, is a constant of the type: what is not asked for is not compiled.

use core::marker::PhantomData;

use super::at::{alone, decode_element, element_len, get_element, write_element};
use super::cell::SchemaCells;
use super::encode::Heap;
use super::plan::{Field, Order, RootPlan, Struct, StructId};
use super::{Decode, Value};
use crate::error::Result;
use crate::layout::{Shape, Size, checked_ends};
use crate::read::Buf;
use crate::read::decoder::{Decoder, MAX_DEPTH};
use crate::read::record::RecordBytes;
use crate::schema::Schema;
use crate::verify::Verified;
use crate::wire::width::{PointerWidth, StaticWidth, W1, W2, W4, Width};

/// The root record of a buffer of a type, as constants.
pub(super) struct Root<T>(PhantomData<T>);

impl<T: Value> Root<T> {
    /// Whether the type is a struct, whose record is the root.
    pub(super) const IS_STRUCT: bool = T::PLAN.root.is_some();
    /// The ends of the regions.
    pub(super) const ENDS: &'static [Size] = if Self::IS_STRUCT { T::PLAN.ends } else { Self::SINGLE };
    /// What the engine has to know of the buffer.
    pub(super) const PLAN: RootPlan = match T::PLAN.root {
        Some(root) => root,
        None => RootPlan::new(StructId::compiled(Self::record), PointerWidth::One),
    };

    const SINGLE: &'static [Size; 1] = &checked_ends(Self::SHAPES);
    const SHAPES: [Shape; 1] = [T::SHAPE.since(1)];
    const FIELDS: &'static [Field; 1] = &[super::at::Field::alone::<T>().plan::<T>(1)];
    const ORDER: &'static Order<1> = &Order::new(Self::FIELDS, &Self::SHAPES);

    /// The struct that a value which is none is alone in.
    fn record() -> &'static Struct {
        const { &Struct::compiled(("", false, true, false), Self::FIELDS, Self::SINGLE, Self::ORDER) }
    }
}

/// Bytes of all objects behind the root record.
#[inline(always)]
pub(super) fn root_len<T: Value, W: StaticWidth>(value: &T::Set<'_>) -> u64 {
    if const { Root::<T>::IS_STRUCT } {
        element_len::<T, W>(value, MAX_DEPTH)
    } else {
        T::heap_len::<false, W>(value, alone::<T>(), MAX_DEPTH)
    }
}

/// Writes the root record, and what it points to.
#[inline(always)]
pub(super) fn write_root<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    if const { Root::<T>::IS_STRUCT } {
        write_element::<T, W>(value, record, heap)
    } else {
        T::write(value, record, alone::<T>(), heap)
    }
}

/// Reads the value of a root record.
#[inline(always)]
pub(super) fn get_root<'a, T: Value>(root: &RecordBytes<'a>) -> Result<T::Get<'a>> {
    if const { Root::<T>::IS_STRUCT } { get_element::<T>(root) } else { T::get(root, alone::<T>()) }
}

/// Decodes the value of a root record, every byte checked within a walk's budget.
#[inline(always)]
pub(super) fn decode_root<'b, T: Value + Decode<'b>>(buf: &Buf<'b>, root: &[u8]) -> Result<T> {
    #[inline(always)]
    fn decode<'b, T: Value + Decode<'b>, W: Width>(root: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
        if const { Root::<T>::IS_STRUCT } {
            decode_element(root, decoder)
        } else {
            T::decode(root, alone::<T>(), decoder)
        }
    }
    match PointerWidth::from(buf.width) {
        PointerWidth::One => decode(root, &mut Decoder::new(buf.with_width(W1))),
        PointerWidth::Two => decode(root, &mut Decoder::new(buf.with_width(W2))),
        PointerWidth::Four => decode(root, &mut Decoder::new(buf.with_width(W4))),
    }
}

/// The schema of buffers of a type, which prints as text. Of a struct it is [`Vellum::schema`](crate::Vellum::schema).
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Item { name: String }
///
/// assert_eq!(vellum::schema_of::<Vec<Item>>().to_string(), "struct Item {\n    name: string,\n}\nroot list<Item>;\n");
/// assert_eq!(vellum::schema_of::<Option<u64>>().to_string(), "root u64?;\n");
/// ```
#[must_use]
pub fn schema_of<T: Value>() -> &'static Schema {
    static VALUES: SchemaCells = SchemaCells::new();
    match const { T::PLAN.schema } {
        Some(schema) => schema(),
        None => VALUES.get::<T>(),
    }
}

/// Opens a buffer of any type to read it in place: gives what a getter of a field of the type gives.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// enum Message { Leave, Join { name: String, room: u32 } }
///
/// let bytes = vellum::to_vec(&Message::Join { name: "Ada".into(), room: 3 })?;
/// let message = vellum::view::<Message>(&bytes)?; // a `MessageView`
/// match message.get()? {
///     MessageRef::Join(join) => assert_eq!((join.name()?, join.room()?), ("Ada", 3)),
///     MessageRef::Leave => panic!("she joins"),
/// }
///
/// let bytes = vellum::to_vec(&BTreeMap::from([("chess".to_owned(), 7u32)]))?;
/// let scores = vellum::view::<BTreeMap<String, u32>>(&bytes)?; // a `Map`
/// assert_eq!(scores.get("chess")?, Some(7));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid or the root record does not lie in the buffer, and as a getter of
/// the type.
#[inline]
pub fn view<T: Value>(bytes: &[u8]) -> Result<T::Get<'_>> {
    get_root::<T>(&RecordBytes::root::<T>(bytes)?)
}

/// Proves a whole buffer of any type in one pass: see [`Schema::verify`].
///
/// ```
/// use vellum::ErrorKind;
///
/// let mut bytes = vellum::to_vec(&vec!["Ada".to_owned(), "Bob".to_owned()])?;
/// assert_eq!(vellum::verify::<Vec<String>>(&bytes)?.decode()?, ["Ada", "Bob"]);
/// *bytes.last_mut().unwrap() = 0xC3; // half a character
/// let error = vellum::verify::<Vec<String>>(&bytes).unwrap_err();
/// assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "[1]"));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Schema::verify`].
pub fn verify<T: Value>(bytes: &[u8]) -> Result<Verified<'_, T>> {
    Verified::new(schema_of::<T>(), bytes)
}

/// Proves a whole buffer of any type in one pass, and gives what a getter of a field of the type gives in a proved view.
///
/// [`Vellum::access`](crate::Vellum::access) says more. [`Proved`](crate::Proved) keeps a proof together with its bytes.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Item { name: String, count: u32 }
///
/// let bytes = vellum::to_vec(&vec![Item { name: "pen".into(), count: 2 }, Item { name: "ink".into(), count: 1 }])?;
/// let items = vellum::access::<Vec<Item>>(&bytes)?; // the only step that can fail
/// assert_eq!(items.iter().map(|item| item.count()).sum::<u32>(), 3);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Vellum::access`](crate::Vellum::access).
#[inline]
pub fn access<T: Value>(bytes: &[u8]) -> Result<T::Proved<'_>> {
    super::prove::access::<T>(bytes)
}
