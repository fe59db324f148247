//! Dynamic cursors: reading a buffer whose schema is known at run time only.

use core::fmt;
use core::fmt::Debug as _;

use super::map::{EntryShape, MapBytes};
pub(crate) use super::open::Slot;
use super::union::{may_gain, no_variant, unknown_variant};
use super::value::{Content, Object, Visitor};
use super::{Buf, Elements};
use crate::error::{Error, ErrorKind, KnownNames, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::ListHeaderKind;
use crate::scalar::text::{narrow, write_decimal};
use crate::scalar::word::{Scalar as _, of_word};
use crate::schema::{
    DefaultValue, Field, Item, MIXED, MapEntry, Payload, Scalar, Schema, Struct, StructId, TimeUnit, Type, UnionId,
    UnionVariant, held,
};
use crate::wire::known_from;

macro_rules! values {
    (
        plain {
            narrow { $($narrow:ident (
                $_na:literal | $_nb:literal | $narrow_rust:ty | $_nc:ident | $_nd:ident | $_ne:tt | $_nf:ident | $narrow_serde:ident
                | $($_ng:tt)*
            );)* }
            $($section:ident { $($variant:ident (
                $_a:literal | $_b:literal | $rust:ty | $_c:ident | $_d:ident | $_e:tt | $_f:ident | $_g:ident | $_h:ident | $_i:literal
                | $about:literal
            );)* })*
        }
        timestamps { $($_t:tt)* }
        decimals { $($decimal:ident ($($_d2:tt)*);)* }
    ) => {
        /// A value read through a run-time schema.
        ///
        /// A recursive function over the values in a value must limit its depth: pointers in bytes
        /// that were not [verified](crate::Schema::prove) can form a cycle, and a schema can nest
        /// defaults as deep as it has types.
        ///
        /// ```
        /// use vellum::{Record, Schema, dynamic::ValueRef};
        ///
        /// fn count(value: ValueRef, levels: u32) -> vellum::Result<usize> {
        ///     let Some(levels) = levels.checked_sub(1) else { return Ok(0) }; // or an error
        ///     let count = |value| count(value, levels);
        ///     Ok(match value {
        ///         ValueRef::Absent => 0,
        ///         ValueRef::List(list) => list.iter().map(|element| count(element?)).sum::<vellum::Result<usize>>()?,
        ///         ValueRef::Struct(record) => record.fields().map(|(_, field)| count(field?)).sum::<vellum::Result<usize>>()?,
        ///         _ => 1,
        ///     })
        /// }
        ///
        /// let schema = Schema::parse("struct User { age: u16, tags: list<string>, nick: string? } root User;")?;
        /// let mut record = Record::new(&schema);
        /// record.push("tags", "math")?;
        /// assert_eq!(count(ValueRef::Struct(record.root()?), 100)?, 2);
        /// # Ok::<(), vellum::Error>(())
        /// ```
        #[derive(Clone, Copy)]
        #[non_exhaustive]
        pub enum ValueRef<'a> {
            /// An optional value that is absent.
            Absent,
            /// A bool.
            Bool(bool),
            /// An unsigned integer of up to 64 bits.
            Unsigned(u64),
            /// A signed integer of up to 64 bits.
            Signed(i64),
            $($(
                #[doc = $about]
                $variant($rust),
            )*)*
            /// A point in time, in the unit, since 1970-01-01T00:00:00Z.
            Timestamp(i64, TimeUnit),
            /// A decimal number: its mantissa, and how many of its digits follow the point.
            Decimal(i128, u8),
            /// A variant of an enum: its name and number. The name of a number that an open enum
            /// does not know is empty.
            Enum(&'a str, u64),
            /// Text.
            String(&'a str),
            /// Bytes.
            Bytes(&'a [u8]),
            /// A struct.
            Struct(StructRef<'a>),
            /// A list, or an array.
            List(ListRef<'a>),
            /// The null of an `any`.
            Null,
            /// A union; the payload of an `any` is returned as a value of its own kind.
            Union(UnionRef<'a>),
            /// A map or a set.
            Map(MapRef<'a>),
        }

        /// The value of a scalar's word.
        // The word is narrowed to the size of its scalar.
        #[allow(clippy::cast_possible_truncation)]
        pub(crate) fn scalar_value<'a>(scalar: Scalar, word: u128) -> Result<ValueRef<'a>> {
            Ok(match scalar {
                $(Scalar::$narrow => narrow!(ValueRef, $narrow_serde, of_word::<$narrow_rust>(word)?),)*
                $($(Scalar::$variant => ValueRef::$variant(of_word(word)?),)*)*
                Scalar::Timestamp(unit) => ValueRef::Timestamp(scalar.number(word) as i64, unit),
                $(Scalar::$decimal(scale) => ValueRef::Decimal(scalar.number(word), scale),)*
            })
        }

        impl<'a> ValueRef<'a> {
            /// The value by its kind, with integers and decimals widened to 128 bits.
            #[inline]
            pub(crate) fn shape(self) -> ValueShape<'a> {
                match self {
                    Self::Unsigned(value) => ValueShape::Scalar(Scalar::U64, value.into()),
                    Self::Signed(value) => ValueShape::Scalar(Scalar::I64, value.cast_unsigned().into()),
                    $($(Self::$variant(value) => ValueShape::Scalar(Scalar::$variant, value.to_word().into()),)*)*
                    Self::Timestamp(count, unit) => ValueShape::Scalar(Scalar::Timestamp(unit), count.cast_unsigned().into()),
                    Self::Decimal(mantissa, scale) => ValueShape::Scalar(Scalar::Decimal128(scale), mantissa.cast_unsigned()),
                    Self::Absent => ValueShape::Absent,
                    Self::Null => ValueShape::Null,
                    Self::Bool(value) => ValueShape::Bool(value),
                    Self::Enum(name, number) => ValueShape::Enum(name, number),
                    Self::String(text) => ValueShape::String(text),
                    Self::Bytes(bytes) => ValueShape::Bytes(bytes),
                    Self::Struct(cursor) => ValueShape::Struct(cursor),
                    Self::List(cursor) => ValueShape::List(cursor),
                    Self::Union(cursor) => ValueShape::Union(cursor),
                    Self::Map(cursor) => ValueShape::Map(cursor),
                }
            }

            /// Prints a scalar as its Rust type does.
            pub(super) fn print_scalar(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Unsigned(value) => value.fmt(f),
                    Self::Signed(value) => value.fmt(f),
                    $($(Self::$variant(value) => value.fmt(f),)*)*
                    Self::Timestamp(value, unit) => write!(f, "{value} {}", unit.name()),
                    Self::Decimal(mantissa, scale) => write_decimal(f, *mantissa, *scale),
                    Self::Absent
                    | Self::Null
                    | Self::Bool(_)
                    | Self::Enum(..)
                    | Self::String(_)
                    | Self::Bytes(_)
                    | Self::Struct(_)
                    | Self::List(_)
                    | Self::Union(_)
                    | Self::Map(_) => Ok(()),
                }
            }
        }
    };
}
vellum_scalars::for_each_scalar!(values);

/// A value by its kind: all scalars are their word.
pub(crate) enum ValueShape<'a> {
    Absent,
    Null,
    Bool(bool),
    Scalar(Scalar, u128),
    Enum(&'a str, u64),
    String(&'a str),
    Bytes(&'a [u8]),
    Struct(StructRef<'a>),
    List(ListRef<'a>),
    Union(UnionRef<'a>),
    Map(MapRef<'a>),
}

/// A struct in a buffer, read by field names.
///
/// ```
/// use vellum::{Record, Schema, dynamic::ValueRef};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
/// let record = Record::new(&schema);
/// let root = record.root()?;
/// assert!(matches!(root.get("age")?, ValueRef::Unsigned(18)));
/// let names: Vec<&str> = root.fields().map(|(name, _)| name).collect();
/// assert_eq!(names, ["name", "age"]);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct StructRef<'a> {
    pub(super) buf: Buf<'a>,
    pub(super) bytes: &'a [u8],
    schema: &'a Schema,
    pub(super) id: StructId,
}

/// A list in a buffer.
///
/// ```
/// use vellum::{Record, Schema, dynamic::ValueRef};
///
/// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
/// let mut record = Record::new(&schema);
/// record.push("lines", "one")?;
/// let ValueRef::List(lines) = record.root()?.get("lines")? else { panic!("not a list") };
/// assert_eq!(lines.len(), 1);
/// assert!(matches!(lines.get(0)?, ValueRef::String("one")));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ListRef<'a> {
    pub(crate) buf: Buf<'a>,
    pub(crate) elements: Elements<'a>,
    pub(crate) schema: &'a Schema,
    /// The type of the elements: payloads in a packed list of unions.
    pub(crate) item: &'a Item,
    /// The union, if the elements are its payloads.
    pub(crate) packed: Option<UnionId>,
    /// Whether it is an array, whose length is in the schema.
    pub(crate) is_array: bool,
}

impl<'a> StructRef<'a> {
    pub(crate) fn new(buf: Buf<'a>, bytes: &'a [u8], schema: &'a Schema, id: StructId) -> Self {
        Self { buf, bytes, schema, id }
    }

    /// The struct's schema.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("name", "Ada")?;
    /// record.push("tags", "math")?;
    /// let user = record.root()?;
    /// assert_eq!(user.definition().name(), "User");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn definition(&self) -> &'a Struct {
        self.schema.structure(self.id)
    }

    pub(crate) fn schema(&self) -> &'a Schema {
        self.schema
    }

    pub(crate) fn value(&self, field: &'a Field) -> Result<ValueRef<'a>> {
        let slot = Slot::of_field(self.buf, self.bytes, self.schema, field);
        slot.value().map_err(|error| error.in_field(field.name()))
    }

    /// The field of that name.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("name", "Ada")?;
    /// record.push("tags", "math")?;
    /// let user = record.root()?;
    /// let ValueRef::String(name) = user.get("name")? else { unreachable!("by the schema") };
    /// assert_eq!(name, "Ada");
    /// assert!(user.get("nick").is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] if there is none; [`ErrorKind::Corrupt`] if its bytes are invalid.
    pub fn get(&self, name: &str) -> Result<ValueRef<'a>> {
        match self.definition().field(name) {
            Some((_, field)) => self.value(field),
            None => Err(no_field(name, self.definition())),
        }
    }

    /// Names and values of all fields, in declaration order.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("name", "Ada")?;
    /// record.push("tags", "math")?;
    /// let user = record.root()?;
    /// for (name, value) in user.fields() {
    ///     println!("{name}: {:?}", value?);
    /// }
    /// assert_eq!(user.fields().len(), 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&'a str, Result<ValueRef<'a>>)> {
        let this = *self;
        this.definition().fields().iter().map(move |field| (field.name(), this.value(field)))
    }
}

/// The error for an unknown name, with the known ones.
#[cold]
pub(crate) fn no_field(name: &str, structure: &Struct) -> Error {
    let known = KnownNames(structure.fields().iter().map(Field::name));
    Error::new(ErrorKind::Path, format_args!("`{}` has no field `{name}`; it has {}", structure.name(), known))
}

impl<'a> ListRef<'a> {
    /// The bytes, if it is an array of bytes that is stored.
    pub(crate) fn array_bytes(&self) -> Option<&'a [u8]> {
        if self.is_array { self.bytes() } else { None }
    }

    /// The bytes, if its elements are bytes.
    pub(crate) fn bytes(&self) -> Option<&'a [u8]> {
        let is_bytes = !self.item.optional && matches!(self.item.ty, Type::Scalar(Scalar::U8));
        is_bytes.then_some(self.elements.bytes)
    }

    #[cfg(feature = "zerocopy")]
    pub(crate) fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.count
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.count == 0
    }
}

/// A union as a value; for `any`, the value in it.
pub(crate) fn union_value<'a>(union: UnionRef<'a>, id: UnionId, schema: &Schema) -> Result<ValueRef<'a>> {
    if schema.union(id).is_any() { Ok(union.value()?.unwrap_or(ValueRef::Null)) } else { Ok(ValueRef::Union(union)) }
}

// Cursors of unions and maps, and the elements of lists through a schema.

/// A union in a buffer: the name of its variant and its payload.
///
/// A variant of an open union that only a newer schema revision knows has an empty name and a
/// payload that cannot be read.
///
/// ```
/// use vellum::{Record, Schema, dynamic::ValueRef, field::VariantName};
///
/// let schema = Schema::parse("union Contact { none, email: string } struct User { contact: Contact } root User;")?;
/// let mut record = Record::new(&schema);
/// record.set("contact.email", "ada@example.org")?;
/// let ValueRef::Union(contact) = record.root()?.get("contact")? else { panic!("not a union") };
/// assert_eq!(contact.name(), "email");
/// assert!(matches!(contact.value()?, Some(ValueRef::String("ada@example.org"))));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct UnionRef<'a> {
    /// The variant and the place of its payload; `None` for a variant of a newer revision.
    pub(super) known: Option<(&'a UnionVariant, Slot<'a>)>,
    pub(super) tag: u8,
}

impl<'a> UnionRef<'a> {
    /// The variant's name; empty if the schema does not know the variant.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.known.map_or("", |(variant, _)| variant.name())
    }

    /// Whether the schema knows the variant. It always does, unless the union is open and a newer
    /// revision wrote it.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let old = Schema::parse("open union Event { none } struct Log { last: Event } root Log;")?;
    /// let new = Schema::parse("open union Event { none, moved: u8 } struct Log { last: Event } root Log;")?;
    /// let mut record = Record::new(&new);
    /// record.set("last.moved", 7u8)?;
    /// let record = Record::open(&old, record.as_bytes().to_vec())?;
    /// let ValueRef::Union(last) = record.root()?.get("last")? else { panic!("not a union") };
    /// assert!(!last.is_known());
    /// assert_eq!((last.name(), last.tag()), ("", 1));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// The variant's number.
    #[must_use]
    pub fn tag(&self) -> u8 {
        self.tag
    }

    /// The variant and the place of its payload; `None` for an unknown variant.
    pub(crate) fn known(&self) -> Option<(&'a UnionVariant, &Slot<'a>)> {
        self.known.as_ref().map(|(variant, slot)| (*variant, slot))
    }

    /// How and where the variant's payload is stored; `None` for an unknown variant.
    pub(crate) fn payload(&self) -> Option<(Payload, &Slot<'a>)> {
        self.known().map(|(variant, slot)| (variant.payload(), slot))
    }
}

/// The variant of a tag; `None` for an unknown variant of an open union.
pub(super) fn known_variant(schema: &Schema, id: UnionId, tag: u8) -> Result<Option<&UnionVariant>> {
    let union = schema.union(id);
    match union.of_tag(tag) {
        None if !may_gain(union, tag) => Err(no_variant(tag)),
        variant => Ok(variant),
    }
}

/// The union of an element of a packed list.
pub(crate) fn packed_union<'a>(
    buf: Buf<'a>,
    element: &'a [u8],
    tag: u8,
    id: UnionId,
    schema: &'a Schema,
) -> Result<UnionRef<'a>> {
    let payload = |variant: &'a UnionVariant| (variant, Slot::of_item(buf, element, schema, variant.item()));
    Ok(UnionRef { known: known_variant(schema, id, tag)?.map(payload), tag })
}

impl Schema {
    /// The layout of a map's entries.
    pub(crate) fn entry_shape<'s>(&'s self, entry: &'s MapEntry) -> EntryShape<'s> {
        let ends = match entry.value.as_ref().map(|value| &value.ty) {
            Some(Type::Struct(id)) if entry.layout.prefix.is_some() => self.structure(*id).ends(),
            _ => &[],
        };
        EntryShape { layout: entry.layout, ends }
    }

    /// Whether lists of such elements are packed if they can be.
    pub(crate) fn packs(item: &Item) -> Option<UnionId> {
        match item.ty {
            Type::Union(id) if !item.optional => Some(id),
            _ => None,
        }
    }

    /// The header of a list of such elements, unless it is packed.
    pub(crate) fn list_header(item: &Item) -> ListHeaderKind {
        ListHeaderKind::list(Self::packs(item).is_some(), item.growable)
    }

    /// The elements of a list object, and their type: payloads in a packed list.
    ///
    /// The size of unknown payloads is not known, so such a list is refused unless it is empty.
    pub(crate) fn elements<'a, 's>(
        &'s self,
        buf: &Buf<'a>,
        object: &'a [u8],
        item: &'s Item,
    ) -> Result<(Elements<'a>, &'s Item)> {
        let found = self.readable_elements(buf, object, item)?;
        match Self::packs(item) {
            Some(id) if found.0.count > 0 && found.0.tag != MIXED && self.union(id).of_tag(found.0.tag).is_none() => {
                Err(unknown_variant(self.union(id), found.0.tag))
            }
            _ => Ok(found),
        }
    }

    /// The elements of a list, to read; elements of an unknown variant can only be counted.
    pub(crate) fn readable_elements<'a, 's>(
        &'s self,
        buf: &Buf<'a>,
        object: &'a [u8],
        item: &'s Item,
    ) -> Result<(Elements<'a>, &'s Item)> {
        if let Some(id) = Self::packs(item) {
            let (elements, payload) = self.elements_of_unions(buf, object, id)?;
            return Ok((elements, payload.unwrap_or(item)));
        }
        Ok((self.plain_elements(buf, object, item)?, item))
    }

    /// As [`Schema::readable_elements`], of elements other than unions.
    pub(crate) fn plain_elements<'a>(&self, buf: &Buf<'a>, object: &'a [u8], item: &Item) -> Result<Elements<'a>> {
        let (ends, prefix) = self.strided(item);
        if ends.is_empty() {
            buf.elements(object, item.size.at(buf.shift()))
        } else {
            buf.strided(object, ends, prefix)
        }
    }

    /// The elements of a list of unions; if it is packed with a known variant, its payloads and
    /// their type.
    pub(crate) fn elements_of_unions<'a>(
        &self,
        buf: &Buf<'a>,
        object: &'a [u8],
        id: UnionId,
    ) -> Result<(Elements<'a>, Option<&Item>)> {
        let list = buf.union_list(object)?;
        if list.1 == MIXED {
            return Ok((buf.mixed_elements(list)?, None));
        }
        let Some(variant) = known_variant(self, id, list.1)? else { return Ok((buf.unknown_elements(list)?, None)) };
        let payload = variant.item();
        let (ends, prefix) = self.strided(payload);
        Ok((buf.union_elements(list, payload.size, ends, prefix)?, Some(payload)))
    }

    /// Region ends of the records in elements whose stride is stored, and the bytes before each;
    /// empty if it is not stored.
    pub(crate) fn strided(&self, item: &Item) -> (&[Size], usize) {
        match item.ty {
            Type::Struct(id) if item.growable => (self.structure(id).ends(), usize::from(item.optional)),
            _ => (&[], 0),
        }
    }

    /// The entries of the maps within `any`.
    pub(crate) fn entries_of_any(&self, id: UnionId) -> Option<&MapEntry> {
        match &self.union(id).of_tag(held::MAP)?.item().ty {
            Type::Map(map) => Some(&map.0),
            _ => None,
        }
    }

    /// The union at a place of a record.
    pub(crate) fn union_at<'a>(
        &'a self,
        buf: Buf<'a>,
        record: &'a [u8],
        place: Place,
        id: UnionId,
    ) -> Result<UnionRef<'a>> {
        static BOOL: Type = Type::Bool;
        let default = &DefaultValue::Zero;
        let slot = Slot { buf, record, schema: self, place, ty: &BOOL, optional: false, default, inline: false };
        slot.visit_union(id, place, TheUnion)
    }
}

/// Asks for a union.
struct TheUnion;

impl<'a> Visitor<'a> for TheUnion {
    type Output = UnionRef<'a>;

    #[inline(always)]
    fn found(self, content: Content<'a>, _: Option<Object<'a>>) -> Result<UnionRef<'a>> {
        match content {
            Content::Union(_, union) => Ok(union),
            _ => Err(internal_error()),
        }
    }
}

/// A map or a set in a buffer, in the order of its keys.
///
/// ```
/// use vellum::{Record, Schema, dynamic::ValueRef};
///
/// let schema = Schema::parse("struct Game { scores: map<string, u32> } root Game;")?;
/// let mut record = Record::new(&schema);
/// record.set("scores[ada]", 3u32)?;
/// let ValueRef::Map(scores) = record.root()?.get("scores")? else { panic!("not a map") };
/// assert_eq!(scores.len(), 1);
/// assert!(matches!(scores.get("ada")?, Some(ValueRef::Unsigned(3))));
/// assert!(scores.get("bob")?.is_none());
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct MapRef<'a> {
    pub(crate) buf: Buf<'a>,
    pub(crate) object: &'a [u8],
    pub(crate) map: MapBytes<'a>,
    pub(crate) schema: &'a Schema,
    pub(crate) entry: &'a MapEntry,
}

impl<'a> MapRef<'a> {
    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.count
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.count == 0
    }

    /// Whether it is a set, whose entries have only keys.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.entry.value.is_none()
    }

    /// The slots of an entry's parts, without an entry yet.
    #[inline]
    pub(crate) fn entry_slots(&self) -> EntrySlots<'a> {
        let slot = |item| Slot::of_item(self.buf, &[], self.schema, item);
        let MapEntry { key, value, layout, .. } = self.entry;
        EntrySlots { key: slot(key), value: value.as_ref().map(slot), key_size: layout.key.at(self.buf.shift()) }
    }
}

/// The slots of an entry's parts.
pub(crate) struct EntrySlots<'a> {
    pub(crate) key: Slot<'a>,
    /// `None` for a set.
    pub(crate) value: Option<Slot<'a>>,
    key_size: usize,
}

impl<'a> EntrySlots<'a> {
    /// Moves to another entry of the same map.
    #[inline]
    pub(crate) fn go_to(&mut self, entry: &'a [u8]) -> Result<()> {
        self.key.record = entry;
        if let Some(value) = &mut self.value {
            value.record = known_from(entry, self.key_size)?;
        }
        Ok(())
    }
}
