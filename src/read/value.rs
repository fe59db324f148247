//! A value in a buffer as the walks of this module see it: with its type, its default undone, its objects paid for.

use alloc::vec;
use alloc::vec::Vec;

use super::cursor::{Slot, StructRef, ValueRef, union_value};
use super::decoder::Decoder;
use super::map::MapBytes;
use super::order::check_ascending;
use super::parts::{SortedKey, packed_union};
use super::union::unknown_variant;
use super::walk::{check_seen, check_unknown};
use super::{Buf, Elements};
use crate::error::{Error, Result};
use crate::schema::{Entry, Item, MIXED, Payload, Scalar, Schema, StructId, Type, UnionId};
use crate::wire::bits::bit;

/// Where a value lies.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    /// The root struct.
    Root(Buf<'a>, &'a Schema, &'a [u8]),
    /// In a slot of a record.
    Slot(Slot<'a>),
    /// A union that is an element of a packed list.
    Packed(Packed<'a>),
}

/// An element of a packed list of unions.
#[derive(Clone, Copy)]
pub(crate) struct Packed<'a> {
    pub(crate) buf: Buf<'a>,
    pub(crate) element: &'a [u8],
    pub(crate) tag: u8,
    pub(crate) id: UnionId,
    pub(crate) schema: &'a Schema,
}

/// What lies there.
pub(crate) enum Content<'a> {
    Absent,
    Bit(bool),
    /// The word of a scalar, or of an enum.
    Word(Scalar, u128),
    Blob(&'a [u8]),
    Struct(StructId, &'a [u8]),
    /// A list or an array.
    List(Run<'a>),
    Map(Runs<'a>),
    /// A union of that tag; without a payload also where the schema does not know the variant.
    Union(UnionId, u8, Option<Part<'a>>),
}

/// The elements of a list or an array.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    buf: Buf<'a>,
    schema: &'a Schema,
    pub(crate) elements: Elements<'a>,
    pub(crate) item: &'a Item,
    packed: Option<UnionId>,
    /// Whether it is an array, whose length says nothing.
    pub(crate) is_array: bool,
}

/// The entries of a map or a set.
pub(crate) struct Runs<'a> {
    buf: Buf<'a>,
    schema: &'a Schema,
    entry: &'a Entry,
    blocks: Vec<Elements<'a>>,
    pub(crate) count: usize,
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
            Self::Packed(Packed { buf, element, tag, id, schema }) => {
                union_value(packed_union(buf, element, tag, id, schema)?, id, schema)
            }
        }
    }

    /// Whether it can be absent, and is.
    #[cfg(feature = "serde")]
    pub(crate) fn is_absent(&self) -> Result<bool> {
        Ok(matches!(self.open(&mut Decoder::new(self.buf()))?.0, Content::Absent))
    }

    /// What lies there, and whether it is an object of its own, which the walk goes one level deeper for.
    ///
    /// Fails for what the walk cannot pay for, and for data of a newer schema revision, which it cannot see.
    pub(crate) fn open(&self, decoder: &mut Decoder<'a>) -> Result<(Content<'a>, bool)> {
        let slot = match self {
            Self::Slot(slot) => slot,
            Self::Root(buf, schema, record) => {
                schema.check()?;
                check_seen(buf, record, schema.root())?;
                return Ok((Content::Struct(schema.root_id(), record), false));
            }
            Self::Packed(Packed { buf, element, tag, id, schema }) => {
                let union = packed_union(*buf, element, *tag, *id, schema)?;
                let Some((payload, slot)) = union.payload() else {
                    return Err(unknown_variant(schema.union(*id), *tag));
                };
                let payload = (payload != Payload::None).then_some(Self::Slot(*slot));
                return Ok((Content::Union(*id, *tag, payload), false));
            }
        };
        let Slot { buf, record, schema, ty, default, .. } = *slot;
        let Some(place) = slot.present() else { return Ok((Content::Absent, false)) };
        Ok(match ty {
            Type::Bool => (Content::Bit(bit(record, &place, buf.shift()) ^ (default.word() != 0)), false),
            Type::Scalar(scalar) => (Content::Word(*scalar, slot.word(*scalar)), false),
            Type::Enum(id) => {
                let repr = schema.enumeration(*id).repr();
                (Content::Word(repr, slot.word(repr)), false)
            }
            Type::Text(len) => (Content::Blob(slot.fixed(&place, *len)), false),
            Type::String | Type::Bytes => {
                if let Some(object) = slot.object()? {
                    decoder.blob(object)?;
                }
                (slot.blob()?.map_or(Content::Absent, Content::Blob), false)
            }
            Type::Struct(id) => {
                let structure = schema.structure(*id);
                let is_object = !slot.inline && !structure.is_frozen() && slot.object()?.is_some();
                let Some(record) = slot.record(*id)? else { return Ok((Content::Absent, false)) };
                if is_object {
                    decoder.spend(record)?;
                }
                check_seen(&buf, record, structure)?;
                (Content::Struct(*id, record), is_object)
            }
            Type::List(list) => {
                let Some(list) = slot.list(&list.0)? else { return Ok((Content::Absent, false)) };
                let is_object = slot.object()?.is_some();
                if is_object {
                    decoder.spend(list.elements.bytes)?;
                }
                let (elements, item, packed) = (list.elements, list.item, list.packed);
                (Content::List(Run { buf, schema, elements, item, packed, is_array: false }), is_object)
            }
            Type::Array(array) => {
                let list = slot.array(&array.0, array.len(), &place);
                let (elements, item) = (list.elements, list.item);
                (Content::List(Run { buf, schema, elements, item, packed: None, is_array: true }), false)
            }
            Type::Map(map) => {
                let Some(map) = slot.map(&map.0)? else { return Ok((Content::Absent, false)) };
                let runs = runs(&buf, schema, &map.map, map.entry, decoder)?;
                (Content::Map(runs), slot.object()?.is_some())
            }
            Type::Union(id) => {
                let at = place.slot.at(buf.shift());
                let tag = record.get(at).copied().unwrap_or(0);
                let union = schema.union(*id);
                if union.of_tag(tag).is_none() {
                    let rest = crate::wire::slice(record, at.saturating_add(1), buf.width.bytes()).unwrap_or(&[]);
                    check_unknown(union, tag, rest, true)?;
                    return Ok((Content::Union(*id, tag, None), false));
                }
                let union = slot.union(*id, place)?;
                let (payload, slot) = match union.payload() {
                    None | Some((Payload::None, _)) => return Ok((Content::Union(*id, tag, None), false)),
                    Some(payload) => payload,
                };
                let is_boxed = !payload.is_inline(buf.width.bytes()) && !slot.record.is_empty();
                if is_boxed {
                    decoder.spend(slot.record)?;
                }
                // A word holds nothing, and so is no level.
                let is_object = is_boxed && !matches!(payload, Payload::Word(_));
                (Content::Union(*id, tag, Some(Self::Slot(*slot))), is_object)
            }
        })
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

    /// The word or the bytes that are not stored, if there are such.
    pub(crate) fn is_default(&self, content: &Content<'_>) -> bool {
        let Self::Slot(slot) = self else { return false };
        if slot.optional {
            return matches!(content, Content::Absent);
        }
        match content {
            Content::Bit(value) => u128::from(*value) == slot.default.word(),
            Content::Word(_, word) => *word == slot.default.word(),
            Content::Blob(content) => match slot.default {
                crate::schema::Default::Blob(default) => **default == **content,
                _ => content.is_empty(),
            },
            _ => false,
        }
    }

    /// A key, as keys are ordered.
    pub(crate) fn sorted(&self) -> Result<SortedKey<'a>> {
        Ok(match (self.open(&mut Decoder::new(self.buf()))?.0, self) {
            (Content::Blob(content), _) => SortedKey::Blob(content),
            (Content::Word(scalar, word), Self::Slot(Slot { ty: Type::Scalar(_), .. })) => {
                SortedKey::Word(crate::scalar::order::sorted(scalar, word))
            }
            (Content::Word(_, word), _) => SortedKey::Word(word),
            (Content::Bit(value), _) => SortedKey::Word(u128::from(value)),
            _ => return Err(Error::new(crate::Kind::Type, "no key has this type")),
        })
    }

    /// Whether it can be absent.
    pub(crate) fn is_optional(&self) -> bool {
        matches!(self, Self::Slot(slot) if slot.optional)
    }
}

/// The runs of a map, paid for.
fn runs<'a>(
    buf: &Buf<'a>,
    schema: &'a Schema,
    map: &MapBytes<'a>,
    entry: &'a Entry,
    decoder: &mut Decoder<'a>,
) -> Result<Runs<'a>> {
    let mut last = None;
    let runs = match map.parts() {
        Ok(run) if run.count == 0 => Vec::new(),
        Ok(run) => {
            decoder.spend(run.bytes)?;
            check_ascending(buf, schema, entry, &run, &mut last)?;
            vec![run]
        }
        Err(pointers) => {
            decoder.spend(pointers)?;
            let shape = schema.entry_shape(entry);
            let mut runs = Vec::new();
            for number in 0..buf.runs(map) {
                let run = buf.block(buf.block_object(pointers, number)?, &shape)?;
                decoder.spend(run.bytes)?;
                if run.count == 0 {
                    return Err(Error::corrupt(buf.position(pointers), "a map has a block without entries"));
                }
                check_ascending(buf, schema, entry, &run, &mut last)?;
                runs.push(run);
            }
            runs
        }
    };
    let count = runs.iter().map(|run| run.count).fold(0, usize::saturating_add);
    if count != map.count {
        return Err(Error::new(crate::Kind::Corrupt, "a map counts other entries than its blocks have"));
    }
    Ok(Runs { buf: *buf, schema, entry, blocks: runs, count })
}

impl<'a> Run<'a> {
    /// The element at an index.
    pub(crate) fn get(&self, index: usize) -> Part<'a> {
        let Elements { stride, bytes, tag, .. } = self.elements;
        // An array that the record does not store has elements without bytes.
        let element = crate::wire::slice(bytes, index.saturating_mul(stride), stride).unwrap_or(&[]);
        match self.packed {
            Some(id) => Part::Packed(Packed { buf: self.buf, element, tag, id, schema: self.schema }),
            None => Part::Slot(Slot::of_item(self.buf, element, self.schema, self.item)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.elements.count
    }

    /// All bytes, if they alone are the elements: nothing absent, no pointers, no bits beside the values.
    pub(crate) fn plain_bytes(&self) -> Option<&'a [u8]> {
        let is_plain = !self.item.optional && matches!(self.item.ty, Type::Scalar(_) | Type::Enum(_));
        let is_stored = self.elements.bytes.len() == self.elements.count.saturating_mul(self.elements.stride);
        (is_plain && is_stored && self.elements.tag == MIXED).then_some(self.elements.bytes)
    }
}

impl<'a> Runs<'a> {
    /// The key of each entry, and its value, if it is no set.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Part<'a>, Option<Part<'a>>)> + use<'a, '_> {
        let Self { buf, schema, entry, .. } = *self;
        let entries = self.blocks.iter().flat_map(|run| run.bytes.chunks_exact(run.stride.max(1)));
        entries.map(move |bytes| {
            let key = Part::Slot(Slot::of_item(buf, bytes, schema, &entry.key));
            let value = entry.value.as_ref().map(|value| {
                let rest = bytes.get(entry.layout.key.at(buf.shift())..).unwrap_or(&[]);
                Part::Slot(Slot::of_item(buf, rest, schema, value))
            });
            (key, value)
        })
    }
}
