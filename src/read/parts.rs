//! Dynamic cursors of unions and maps, and the elements of lists through a schema.

use core::cmp::Ordering;

use super::cursor::{Slot, ValueRef};
use super::key::Key;
use super::map::{EntryShape, MapBytes};
use super::search::{self, Less, Sought};
use super::union::{newer_variant, no_variant, unknown_variant};
use super::walk::Check;
use super::{Buf, Elements, held};
use crate::error::Result;
use crate::layout::Place;
use crate::schema::{Entry, Item, MIXED, Payload, Schema, Type, UnionId, UnionVariant};

/// A union in a buffer: the name of its variant and its payload.
///
/// A variant of an open union that only a newer schema revision knows has an empty name and a payload that cannot be read.
///
/// ```
/// use vellum::{Record, Schema, ValueRef, Variant};
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
    /// The variant and where its payload lies; `None` for one of a newer revision.
    known: Option<(&'a UnionVariant, Slot<'a>)>,
    tag: u8,
}

impl<'a> UnionRef<'a> {
    /// The variant's name; empty if the schema does not know the variant.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.known.map_or("", |(variant, _)| variant.name())
    }

    /// Whether the schema knows the variant. It always does, unless the union is open and a newer revision wrote it.
    ///
    /// ```
    /// use vellum::{Record, Schema, ValueRef};
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

    /// The payload; `None` if the variant has none.
    ///
    /// # Errors
    /// [`Kind::Corrupt`](crate::Kind::Corrupt) if its bytes are invalid, [`Kind::Newer`](crate::Kind::Newer) if the schema does
    /// not know the variant.
    pub fn value(&self) -> Result<Option<ValueRef<'a>>> {
        let Some((variant, payload)) = &self.known else { return Err(newer_variant(self.tag)) };
        if variant.payload() == Payload::None {
            return Ok(None);
        }
        let named = |error: crate::Error| error.in_field(alloc::string::String::from(variant.name()));
        payload.value().map(Some).map_err(named)
    }

    /// How the variant's payload is stored, and where; none of an unknown variant's.
    pub(crate) fn payload(&self) -> Option<(Payload, &Slot<'a>)> {
        self.known.as_ref().map(|(variant, slot)| (variant.payload(), slot))
    }

    /// Fails if what the union holds cannot be walked within a walk's budget, and as a whole within its limits.
    pub(crate) fn check(&self, how: Check) -> Result<()> {
        self.payload().map_or(Ok(()), |(_, slot)| super::walk::check_slot(slot, how))
    }
}

/// The variant of a tag; `None` for one that an open union may have in a newer revision.
fn known_variant(schema: &Schema, id: UnionId, tag: u8) -> Result<Option<&UnionVariant>> {
    let union = schema.union(id);
    match union.of_tag(tag) {
        None if !union.is_open() || tag == MIXED => Err(no_variant(tag)),
        variant => Ok(variant),
    }
}

/// A payload as a value of its own.
pub(crate) fn payload_slot<'a>(
    buf: Buf<'a>,
    record: &'a [u8],
    place: Place,
    variant: &'a UnionVariant,
    schema: &'a Schema,
) -> Slot<'a> {
    let Item { ty, optional, default, growable, .. } = variant.item();
    Slot { buf, record, schema, place, ty, optional: *optional, default, inline: *growable }
}

impl<'a> Slot<'a> {
    /// The union here.
    pub(crate) fn union(&self, id: UnionId, place: Place) -> Result<UnionRef<'a>> {
        let shift = self.buf.shift();
        let tag = self.record.get(place.slot.at(shift)).copied().unwrap_or(0);
        let Some(variant) = known_variant(self.schema, id, tag)? else { return Ok(UnionRef { known: None, tag }) };
        let in_slot = place.payload();
        let payload = match variant.payload() {
            payload if payload.is_inline(self.buf.width.bytes()) => {
                let slot = payload_slot(self.buf, self.record, in_slot, variant, self.schema);
                Slot { inline: false, ..slot }
            }
            Payload::None => payload_slot(self.buf, &[], variant.item().place, variant, self.schema),
            _ => {
                let record = match self.buf.follow(self.record, in_slot.slot)? {
                    Some(object) => self.buf.boxed(object, variant.item().size)?,
                    None => &[],
                };
                payload_slot(self.buf, record, variant.item().place, variant, self.schema)
            }
        };
        Ok(UnionRef { known: Some((variant, payload)), tag })
    }

    /// The map here; `None` if absent.
    pub(crate) fn map(&self, entry: &'a Entry) -> Result<Option<MapRef<'a>>> {
        let Self { buf, schema, .. } = *self;
        match self.object()? {
            Some(object) => {
                let map = buf.map(object, &schema.entry_shape(entry))?;
                Ok(Some(MapRef { buf, object, map, schema, entry }))
            }
            None if self.optional => Ok(None),
            None => Ok(Some(MapRef { buf, object: &[], map: MapBytes::EMPTY, schema, entry })),
        }
    }
}

/// A union that an element of a packed list is.
pub(crate) fn packed_union<'a>(
    buf: Buf<'a>,
    element: &'a [u8],
    tag: u8,
    id: UnionId,
    schema: &'a Schema,
) -> Result<UnionRef<'a>> {
    let variant = known_variant(schema, id, tag)?;
    let payload = |variant: &'a UnionVariant| payload_slot(buf, element, variant.item().place, variant, schema);
    Ok(UnionRef { known: variant.map(|variant| (variant, payload(variant))), tag })
}

impl Schema {
    /// What reading a map has to know of its entries.
    pub(crate) fn entry_shape<'s>(&'s self, entry: &'s Entry) -> EntryShape<'s> {
        let ends = match entry.value.as_ref().map(|value| &value.ty) {
            Some(Type::Struct(id)) if entry.layout.prefix.is_some() => self.structure(*id).ends(),
            _ => &[],
        };
        EntryShape { layout: entry.layout, ends }
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
        let default = &crate::schema::Default::Zero;
        let slot = Slot { buf, record, schema: self, place, ty: &BOOL, optional: false, default, inline: false };
        slot.union(id, place)
    }

    /// Whether lists of such elements are packed where they can be.
    pub(crate) fn packs(item: &Item) -> Option<UnionId> {
        match item.ty {
            Type::Union(id) if !item.optional => Some(id),
            _ => None,
        }
    }

    /// The elements of a list object, and what they are: of a packed list payloads.
    ///
    /// Payloads of an unknown variant cannot be measured, so such a list is refused unless it is empty.
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

    /// The same to read, not to edit: of a packed list of an unknown variant the elements that can be counted.
    pub(crate) fn readable_elements<'a, 's>(
        &'s self,
        buf: &Buf<'a>,
        object: &'a [u8],
        item: &'s Item,
    ) -> Result<(Elements<'a>, &'s Item)> {
        let shift = buf.shift();
        if let Some(id) = Self::packs(item) {
            let list = buf.union_list(object)?;
            if list.1 == MIXED {
                return Ok((buf.mixed_elements(list)?, item));
            }
            let Some(variant) = known_variant(self, id, list.1)? else {
                return Ok((buf.unknown_elements(list)?, item));
            };
            let payload = variant.item();
            let (ends, prefix) = self.strided(payload);
            return Ok((buf.union_elements(list, payload.size, ends, prefix)?, payload));
        }
        let (ends, prefix) = self.strided(item);
        let elements = if ends.is_empty() {
            buf.elements(object, item.size.at(shift))?
        } else {
            buf.strided(object, ends, prefix)?
        };
        Ok((elements, item))
    }

    /// Region ends of the records in elements whose stride is stored, and the bytes before; none if it is not.
    pub(crate) fn strided(&self, item: &Item) -> (&[crate::layout::Size], usize) {
        match item.ty {
            Type::Struct(id) if item.growable => (self.structure(id).ends(), usize::from(item.optional)),
            _ => (&[], 0),
        }
    }
}

/// A map or a set in a buffer, in the order of its keys.
///
/// ```
/// use vellum::{Record, Schema, ValueRef};
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
    pub(crate) entry: &'a Entry,
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

    /// Whether it is a set, whose entries are keys only.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.entry.value.is_none()
    }

    /// The value of a key; of a set, the key itself. `None` if the key is not there.
    ///
    /// # Errors
    /// [`Kind::Type`](crate::Kind::Type) for a key of another type than the map's; [`Kind::Corrupt`](crate::Kind::Corrupt)
    /// if the bytes are invalid.
    pub fn get<'k>(&self, key: impl Into<Key<'k>>) -> Result<Option<ValueRef<'a>>> {
        let key = self.schema.sorted(&self.entry.key.ty, &key.into())?;
        let shape = self.schema.entry_shape(self.entry);
        let sought = SoughtKey { schema: self.schema, buf: self.buf, item: &self.entry.key, key };
        let Some(entry) = self.buf.find(&self.map, &shape, &sought)? else { return Ok(None) };
        self.parts(entry).1.map(Some)
    }

    /// Keys and values, in the order of the keys; of a set, each key twice.
    pub fn iter(&self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> {
        self.into_entries()
    }

    /// The same, not bound to the cursor.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> + use<'a> {
        let this = self;
        let mut runs = 0..this.buf.runs(&this.map);
        let mut entries = [].chunks_exact(1);
        core::iter::from_fn(move || {
            loop {
                if let Some(entry) = entries.next() {
                    let (key, value) = this.parts(entry);
                    return Some(key.and_then(|key| Ok((key, value?))));
                }
                let shape = this.schema.entry_shape(this.entry);
                match this.buf.run(&this.map, runs.next()?, &shape) {
                    Ok(run) => entries = run.bytes.chunks_exact(run.stride.max(1)),
                    Err(error) => return Some(Err(error)),
                }
            }
        })
    }

    /// The key and the value of an entry, each read when it is asked for.
    fn parts(&self, entry: &'a [u8]) -> (Result<ValueRef<'a>>, Result<ValueRef<'a>>) {
        let at = self.entry.layout.key.at(self.buf.shift());
        let part = |record: &'a [u8], item: &'a Item| Slot::of_item(self.buf, record, self.schema, item).value();
        let key = match (&self.entry.key.ty, held::blob(self.buf, entry)) {
            (Type::String, Some(content)) => self.buf.text(content).map(ValueRef::String),
            _ => part(entry, &self.entry.key),
        };
        let value = match &self.entry.value {
            Some(item) => part(entry.get(at..).unwrap_or(&[]), item),
            None => part(entry, &self.entry.key),
        };
        (key, value)
    }

    /// Fails if what the map holds cannot be walked within a walk's budget, and as a whole within its limits.
    pub(crate) fn check(&self, how: Check) -> Result<()> {
        super::walk::check_map(self.buf, self.object, self.schema, self.entry, how)
    }
}

/// A key as it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortedKey<'k> {
    /// An integer whose order is that of the values.
    Word(u128),
    Blob(&'k [u8]),
}

/// A key that is searched in a buffer.
pub(crate) struct SoughtKey<'a, 's> {
    pub(crate) schema: &'s Schema,
    pub(crate) buf: Buf<'a>,
    /// What the keys of the map are.
    pub(crate) item: &'s Item,
    pub(crate) key: SortedKey<'s>,
}

impl Sought for SoughtKey<'_, '_> {
    fn compare(&self, entry: &[u8]) -> Result<Ordering> {
        match &self.key {
            SortedKey::Blob(content) => search::compare_blob(&self.buf, entry, content),
            SortedKey::Word(word) => Ok(self.schema.sorted_word(&self.buf, entry, self.item).cmp(word)),
        }
    }

    #[inline]
    fn is_greater_than(&self, entry: &[u8]) -> Less {
        match &self.key {
            SortedKey::Blob(content) => search::is_blob_less(self.buf, entry, content),
            SortedKey::Word(word) => (self.schema.sorted_word(&self.buf, entry, self.item) < *word).into(),
        }
    }
}

impl Schema {
    pub(super) fn sorted_word(&self, buf: &Buf<'_>, record: &[u8], item: &Item) -> u128 {
        let (place, ty, default) = (item.place, &item.ty, &item.default);
        let slot = Slot { buf: *buf, record, schema: self, place, ty, optional: false, default, inline: false };
        match slot.ty {
            Type::Bool => u128::from(crate::wire::bits::bit(slot.record, &slot.place, slot.buf.shift())),
            Type::Scalar(scalar) => crate::scalar::order::sorted(*scalar, slot.word(*scalar)),
            Type::Enum(id) => slot.word(self.enumeration(*id).repr()),
            _ => 0,
        }
    }
}
