//! The kinds of values, and opening them in walks: with a budget, and refusing data of a newer
//! revision.
//!
//! A [`Slot`] is opened by looking at it alone. A walk over a whole value opens a [`Part`] and
//! takes its object from the budget of its [`Decoder`], so that it ends for any bytes.

use core::ops::Range;

use super::cursor::{ListRef, MapRef, StructRef, UnionRef, ValueRef, packed_union, scalar_value, union_value};
use super::document::Decoder;
use super::open::Slot;
use super::union::{check_seen, check_unknown, newer_variant, unknown_variant};
use super::{Buf, no_element, union};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::{Payload, Scalar, Schema, StructId, Type, UnionId};

/// An opened value.
pub(crate) enum Content<'a> {
    Absent,
    Bit(bool),
    /// The word of a scalar, or of an enum.
    Word(Scalar, u128),
    Blob(&'a [u8]),
    /// A struct, and its record: the empty one if it is not stored.
    Struct(StructId, &'a [u8]),
    /// A list or an array.
    List(ListRef<'a>),
    /// A map or a set.
    Map(MapRef<'a>),
    Union(UnionId, UnionRef<'a>),
}

/// An object of the buffer.
#[derive(Clone, Copy)]
pub(crate) struct Object<'a> {
    /// From its first byte to the end of the buffer.
    pub(crate) start: &'a [u8],
    /// Its content as budgets count it: without counts, sizes and strides. It ends with the object.
    pub(crate) content: &'a [u8],
    /// Whether it counts as a level in a walk.
    pub(crate) is_level: bool,
}

/// A visitor of opened values.
pub(crate) trait Visitor<'a> {
    type Output;

    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<Self::Output>;
}

impl Object<'_> {
    /// The range of its bytes in the buffer.
    #[inline]
    pub(crate) fn range(&self, buf: &Buf<'_>) -> Range<usize> {
        let offset = |part: &[u8]| part.as_ptr().addr().wrapping_sub(buf.bytes.as_ptr().addr());
        Range { start: offset(self.start), end: offset(self.content).wrapping_add(self.content.len()) }
    }
}

/// The place of a value.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    /// The root struct.
    Root(Buf<'a>, &'a Schema, &'a [u8]),
    /// In a slot of a record.
    Slot(Slot<'a>),
    /// A union that is an element of a packed list.
    Packed(PackedElement<'a>),
}

/// An element of a packed list of unions.
#[derive(Clone, Copy)]
pub(crate) struct PackedElement<'a> {
    pub(crate) buf: Buf<'a>,
    pub(crate) element: &'a [u8],
    pub(crate) tag: u8,
    pub(crate) id: UnionId,
    pub(crate) schema: &'a Schema,
}

impl<'a> Part<'a> {
    pub(crate) fn schema(&self) -> &'a Schema {
        match self {
            Self::Root(_, schema, _) => schema,
            Self::Slot(slot) => slot.schema,
            Self::Packed(packed) => packed.schema,
        }
    }

    /// The buffer it lies in.
    pub(crate) fn buf(&self) -> Buf<'a> {
        match self {
            Self::Root(buf, ..) => *buf,
            Self::Slot(slot) => slot.buf,
            Self::Packed(packed) => packed.buf,
        }
    }

    /// The value as a cursor.
    pub(crate) fn value(&self) -> Result<ValueRef<'a>> {
        match *self {
            Self::Root(buf, schema, record) => {
                Ok(ValueRef::Struct(StructRef::new(buf, record, schema, schema.root_id())))
            }
            Self::Slot(slot) => slot.value(),
            Self::Packed(packed) => packed.value(),
        }
    }

    /// Whether it is optional and absent.
    #[cfg(feature = "serde")]
    pub(crate) fn is_absent(&self) -> Result<bool> {
        Ok(matches!(self.open(&mut Decoder::new(self.buf()))?.0, Content::Absent))
    }

    /// Opens it; also returns whether it is an object that counts as a level.
    ///
    /// Fails if it exceeds the budget of the walk, and for data of a newer schema revision, which
    /// the walk cannot read.
    pub(crate) fn open(&self, decoder: &mut Decoder<'a>) -> Result<(Content<'a>, bool)> {
        let walk = Walk { part: self, decoder };
        match self {
            Self::Slot(slot) => slot.visit(walk),
            Self::Root(_, schema, record) => {
                schema.check()?;
                walk.found(Content::Struct(schema.root_id(), record), None)
            }
            Self::Packed(packed) => walk.found(Content::Union(packed.id, packed.union()?), None),
        }
    }

    /// Fails if a union of an unknown variant holds data that cannot be read. In a packed list that
    /// is always so.
    #[cold]
    fn check_unknown(&self, id: UnionId, tag: u8) -> Result<()> {
        let union = self.schema().union(id);
        match self {
            Self::Slot(slot) => check_unknown(union, tag, slot.tagged().1, true),
            _ => Err(unknown_variant(union, tag)),
        }
    }

    /// The fields of a record.
    pub(crate) fn fields(
        buf: Buf<'a>,
        schema: &'a Schema,
        id: StructId,
        record: &'a [u8],
    ) -> impl Iterator<Item = (&'a str, Self)> {
        let fields = schema.structure(id).fields().iter();
        fields.map(move |field| (field.name(), Self::Slot(Slot::of_field(buf, record, schema, field))))
    }

    /// The default of a word or bytes that are not stored, if it has one.
    pub(crate) fn is_default(&self, content: &Content<'_>) -> bool {
        let Self::Slot(slot) = self else { return false };
        if slot.optional {
            return matches!(content, Content::Absent);
        }
        match content {
            Content::Bit(value) => u128::from(*value) == slot.default.word(),
            Content::Word(_, word) => *word == slot.default.word(),
            Content::Blob(content) => slot.default.blob().unwrap_or_default() == *content,
            _ => false,
        }
    }

    /// Whether it is optional.
    pub(crate) fn is_optional(&self) -> bool {
        matches!(self, Self::Slot(slot) if slot.optional)
    }
}

/// A walk that opens a part.
struct Walk<'d, 'a> {
    part: &'d Part<'a>,
    decoder: &'d mut Decoder<'a>,
}

impl<'a> Visitor<'a> for Walk<'_, 'a> {
    type Output = (Content<'a>, bool);

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<(Content<'a>, bool)> {
        if let Some(object) = &object {
            self.decoder.spend(object.content)?;
        }
        match &content {
            Content::Struct(id, record) => check_seen(&self.part.buf(), record, self.part.schema().structure(*id))?,
            Content::Map(map) => map.check_runs(self.decoder)?,
            Content::Union(id, union) if !union.is_known() => self.part.check_unknown(*id, union.tag())?,
            _ => {}
        }
        Ok((content, object.is_some_and(|object| object.is_level)))
    }
}

impl<'a> ListRef<'a> {
    /// The element at `index`.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("name", "Ada")?;
    /// record.push("tags", "math")?;
    /// let user = record.root()?;
    /// let ValueRef::List(tags) = user.get("tags")? else { unreachable!("by the schema") };
    /// assert!(matches!(tags.get(0)?, ValueRef::String("math")));
    /// assert!(tags.get(1).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] beyond the end; [`ErrorKind::Corrupt`] if its bytes are invalid.
    pub fn get(&self, index: usize) -> Result<ValueRef<'a>> {
        if index >= self.elements.count {
            return Err(no_element(index, self.elements.count));
        }
        let Self { buf, schema, .. } = *self;
        let element = self.elements.element(index)?;
        let value = match self.packed {
            Some(id) => PackedElement { buf, element, tag: self.elements.tag, id, schema }.value(),
            None => Slot::of_item(buf, element, schema, self.item).value(),
        };
        value.map_err(|error| error.in_element(index))
    }

    /// The element at an index below the length.
    #[inline]
    pub(crate) fn part(&self, index: usize) -> Result<Part<'a>> {
        let Self { buf, schema, .. } = *self;
        let element = self.elements.element(index)?;
        Ok(match self.packed {
            Some(id) => Part::Packed(PackedElement { buf, element, tag: self.elements.tag, id, schema }),
            None => Part::Slot(Slot::of_item(buf, element, schema, self.item)),
        })
    }

    /// The places of all elements.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Result<Part<'a>>> + use<'a> {
        let this = *self;
        (0..this.len()).map(move |index| this.part(index))
    }

    /// All elements.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("name", "Ada")?;
    /// record.push("tags", "math")?;
    /// let user = record.root()?;
    /// let ValueRef::List(tags) = user.get("tags")? else { unreachable!("by the schema") };
    /// for tag in tags.iter() {
    ///     assert!(matches!(tag?, ValueRef::String("math")));
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<ValueRef<'a>>> {
        let this = *self;
        (0..this.len()).map(move |index| this.get(index))
    }
}

impl<'a> UnionRef<'a> {
    /// The payload; `None` if the variant has none.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if its bytes are invalid,
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the schema does not know the variant.
    pub fn value(&self) -> Result<Option<ValueRef<'a>>> {
        let Some((variant, payload)) = &self.known else { return Err(newer_variant(self.tag)) };
        if variant.payload() == Payload::None {
            return Ok(None);
        }
        let named = |error: crate::Error| error.in_field(variant.name());
        payload.value().map(Some).map_err(named)
    }

    /// The payload, if there is one and the variant is known.
    pub(crate) fn part(&self) -> Option<Part<'a>> {
        self.payload().filter(|(payload, _)| *payload != Payload::None).map(|(_, slot)| Part::Slot(*slot))
    }
}

impl<'a> PackedElement<'a> {
    /// The union that the element is.
    #[inline]
    pub(crate) fn union(&self) -> Result<UnionRef<'a>> {
        packed_union(self.buf, self.element, self.tag, self.id, self.schema)
    }

    /// The value here as a cursor.
    #[inline]
    pub(crate) fn value(&self) -> Result<ValueRef<'a>> {
        let Self { buf, element, tag, id, schema } = *self;
        if schema.union(id).is_any()
            && let Some(value) = union::value(buf, element, tag, union::PayloadIn::Element, id, schema)
        {
            return Ok(value);
        }
        union_value(self.union()?, id, schema)
    }
}

impl<'a> Slot<'a> {
    /// The value here as a cursor.
    pub(crate) fn value(&self) -> Result<ValueRef<'a>> {
        if let Type::Union(id) = self.ty
            && self.schema.union(*id).is_any()
            && self.present().is_some()
            && let Some(value) = union::in_slot(self, *id)
        {
            return Ok(value);
        }
        self.visit(self)
    }
}

impl<'a> Visitor<'a> for &Slot<'a> {
    type Output = ValueRef<'a>;

    // A word that has the name of a variant is its number.
    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    fn found(self, content: Content<'a>, _: Option<Object<'a>>) -> Result<ValueRef<'a>> {
        let Slot { buf, schema, ty, .. } = *self;
        Ok(match (content, ty) {
            (Content::Absent, _) => ValueRef::Absent,
            (Content::Bit(value), _) => ValueRef::Bool(value),
            (Content::Word(_, number), Type::Enum(id)) => {
                let enumeration = schema.enumeration(*id);
                match enumeration.of_word(number) {
                    Some(name) => ValueRef::Enum(name, number as u64),
                    None if enumeration.is_open() => ValueRef::Enum("", number as u64),
                    None => {
                        return Err(Error::new(
                            ErrorKind::Corrupt,
                            format_args!("no variant of `{}` has the number {number}", enumeration.name()),
                        ));
                    }
                }
            }
            (Content::Word(scalar, word), _) => scalar_value(scalar, word)?,
            (Content::Blob(content), Type::Bytes) => ValueRef::Bytes(content),
            (Content::Blob(content), _) => ValueRef::String(buf.text(content)?),
            (Content::Struct(id, record), _) => ValueRef::Struct(StructRef::new(buf, record, schema, id)),
            (Content::List(list), _) => ValueRef::List(list),
            (Content::Map(map), _) => ValueRef::Map(map),
            (Content::Union(id, union), _) => union_value(union, id, schema)?,
        })
    }
}
