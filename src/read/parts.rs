//! Cursors of unions and maps, and the elements of lists through a schema.

use super::map::{EntryShape, MapBytes};
use super::slot::Slot;
use super::union::{may_gain, no_variant, unknown_variant};
use super::{Buf, Elements};
use crate::error::Result;
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::schema::{Item, MIXED, MapEntry, Payload, Schema, Type, UnionId, UnionVariant};
use crate::wire::known_from;

/// A union in a buffer: the name of its variant and its payload.
///
/// A variant of an open union that only a newer schema revision knows has an empty name and a
/// payload that cannot be read.
///
/// ```
/// use vellum::{Record, Schema, VariantName, dynamic::ValueRef};
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
        let (ends, prefix) = self.strided(item);
        let elements = if ends.is_empty() {
            buf.elements(object, item.size.at(buf.shift()))?
        } else {
            buf.strided(object, ends, prefix)?
        };
        Ok((elements, item))
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
        let MapEntry { key, value, layout } = self.entry;
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
