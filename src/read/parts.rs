//! Cursors of unions and maps, and the elements of lists through a schema.

use super::cursor::{Slot, ValueRef};
use super::decoder::Decoder;
use super::key::Key;
use super::map::{EntryShape, MapBytes};
use super::map_key::SearchKey;
use super::order::check_ascending;
use super::union::{newer_variant, no_variant, unknown_variant};
use super::value::{Content, Object, Part, Visitor};
use super::{Buf, Elements};
use crate::error::{Error, Result, Wording, broken};
use crate::layout::Place;
use crate::object::ListHeaderKind;
use crate::schema::{Item, MIXED, MapEntry, Payload, Schema, Type, UnionId, UnionVariant};
use crate::wire::known_from;

/// A union in a buffer: the name of its variant and its payload.
///
/// A variant of an open union that only a newer schema revision knows has an empty name and a payload that cannot be read.
///
/// ```
/// use vellum::{Record, Schema, ValueRef, VariantName};
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
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if its bytes are invalid, [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the schema does
    /// not know the variant.
    pub fn value(&self) -> Result<Option<ValueRef<'a>>> {
        let Some((variant, payload)) = &self.known else { return Err(newer_variant(self.tag)) };
        if variant.payload() == Payload::None {
            return Ok(None);
        }
        let named = |error: crate::Error| error.in_field(variant.name());
        payload.value().map(Some).map_err(named)
    }

    /// The variant and where its payload lies; none of an unknown variant.
    pub(crate) fn known(&self) -> Option<(&'a UnionVariant, &Slot<'a>)> {
        self.known.as_ref().map(|(variant, slot)| (*variant, slot))
    }

    /// How the variant's payload is stored, and where; none of an unknown variant's.
    pub(crate) fn payload(&self) -> Option<(Payload, &Slot<'a>)> {
        self.known().map(|(variant, slot)| (variant.payload(), slot))
    }

    /// The payload, if there is one and the variant is known.
    pub(crate) fn part(&self) -> Option<Part<'a>> {
        self.payload().filter(|(payload, _)| *payload != Payload::None).map(|(_, slot)| Part::Slot(*slot))
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

impl<'a> Slot<'a> {
    /// Opens the union of a type whose slot is here, as [`Slot::visit`] does.
    #[inline(always)]
    pub(crate) fn visit_union<V: Visitor<'a>>(&self, id: UnionId, place: Place, visitor: V) -> Result<V::Output> {
        let Self { buf, schema, .. } = *self;
        let (tag, _) = self.tagged();
        let Some(variant) = known_variant(schema, id, tag)? else {
            return visitor.found(Content::Union(id, UnionRef { known: None, tag }), None);
        };
        let item = variant.item();
        let union = |payload| Content::Union(id, UnionRef { known: Some((variant, payload)), tag });
        match variant.payload() {
            payload if payload.is_inline(buf.width.bytes()) => {
                let slot = Slot::of_item(buf, self.record, schema, item);
                visitor.found(union(Slot { place: place.payload(), inline: false, ..slot }), None)
            }
            Payload::None => visitor.found(union(Slot::of_item(buf, &[], schema, item)), None),
            kind => match buf.follow(self.record, place.payload().slot)? {
                Some(start) => {
                    let content = buf.boxed(start, item.size)?;
                    // A word holds nothing, and so is no level.
                    let object = Object { start, content, is_level: !matches!(kind, Payload::Word(_)) };
                    visitor.found(union(Slot::of_item(buf, content, schema, item)), Some(object))
                }
                None => visitor.found(union(Slot::of_item(buf, &[], schema, item)), None),
            },
        }
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
            _ => Err(broken()),
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
    let payload = |variant: &'a UnionVariant| (variant, Slot::of_item(buf, element, schema, variant.item()));
    Ok(UnionRef { known: known_variant(schema, id, tag)?.map(payload), tag })
}

impl Schema {
    /// What reading a map has to know of its entries.
    pub(crate) fn entry_shape<'s>(&'s self, entry: &'s MapEntry) -> EntryShape<'s> {
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
        let default = &crate::schema::DefaultValue::Zero;
        let slot = Slot { buf, record, schema: self, place, ty: &BOOL, optional: false, default, inline: false };
        slot.visit_union(id, place, TheUnion)
    }

    /// Whether lists of such elements are packed where they can be.
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

    /// The elements of a list, to read: of a packed list of an unknown variant those that can be counted.
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

    /// Whether it is a set, whose entries are keys only.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.entry.value.is_none()
    }

    /// The value of a key; of a set, the key itself. `None` if the key is not there.
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another type than the map's; [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt)
    /// if the bytes are invalid.
    pub fn get<'k>(&self, key: impl Into<Key<'k>>) -> Result<Option<ValueRef<'a>>> {
        let key = self.schema.sought(&self.entry.key.ty, &key.into())?;
        let shape = self.schema.entry_shape(self.entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &self.entry.key, key };
        let Some(entry) = self.buf.find(&self.map, &shape, &sought)? else { return Ok(None) };
        let mut slots = self.entry_slots();
        slots.go_to(entry)?;
        slots.value.unwrap_or(slots.key).value().map(Some)
    }

    /// Keys and values, in the order of the keys; of a set, each key twice.
    pub fn iter(&self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> {
        self.into_entries()
    }

    /// The entries, not bound to the cursor.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> + use<'a> {
        self.read_entries(|entry| Ok((entry.key.value()?, entry.value.as_ref().unwrap_or(&entry.key).value()?)))
    }

    /// Where the key of each entry lies, and its value, if the map is no set.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Result<EntryParts<'a>>> + use<'a> {
        self.read_entries(|entry| Ok((entry.key, entry.value.map(Part::Slot))))
    }

    /// What is read of each entry.
    fn read_entries<T>(self, mut read: impl FnMut(&EntrySlots<'a>) -> Result<T>) -> impl Iterator<Item = Result<T>> {
        let (mut runs, mut entries) = (0..self.buf.runs(&self.map), [].chunks_exact(1));
        let mut slots = self.entry_slots();
        core::iter::from_fn(move || {
            loop {
                if let Some(entry) = entries.next() {
                    return Some(slots.go_to(entry).and_then(|()| read(&slots)));
                }
                let shape = self.schema.entry_shape(self.entry);
                match self.buf.run(&self.map, runs.next()?, &shape) {
                    Ok(run) => entries = run.bytes.chunks_exact(run.stride.max(1)),
                    Err(error) => return Some(Err(error)),
                }
            }
        })
    }

    /// Where the parts of entries lie; of none yet.
    #[inline]
    pub(crate) fn entry_slots(&self) -> EntrySlots<'a> {
        let slot = |item| Slot::of_item(self.buf, &[], self.schema, item);
        let MapEntry { key, value, layout } = self.entry;
        EntrySlots { key: slot(key), value: value.as_ref().map(slot), key_size: layout.key.at(self.buf.shift()) }
    }

    /// Calls `each` with every run, and with its object if that is a block.
    ///
    /// Fails for what no walk over a whole map takes: a block without entries, a count that is not the sum of the blocks'.
    pub(crate) fn for_each_run(
        &self,
        each: &mut dyn FnMut(Option<Object<'a>>, &Elements<'a>) -> Result<()>,
    ) -> Result<()> {
        let pointers = match self.map.parts() {
            Ok(run) => return each(None, &run),
            Err(pointers) => pointers,
        };
        let (buf, shape) = (&self.buf, self.schema.entry_shape(self.entry));
        let mut count = 0usize;
        for number in 0..buf.runs(&self.map) {
            let start = buf.block_object(pointers, number)?;
            let run = buf.block(start, &shape)?;
            if run.count == 0 {
                return Err(Error::corrupt(buf.position(start), Wording::EmptyBlock));
            }
            count = count.saturating_add(run.count);
            each(Some(Object { start, content: run.bytes, is_level: false }), &run)?;
        }
        if count == self.map.count {
            return Ok(());
        }
        Err(Error::corrupt(buf.position(self.object), Wording::MapCount))
    }

    /// Fails if a walk cannot pay for the runs, or the keys do not ascend.
    pub(crate) fn check_runs(&self, decoder: &mut Decoder<'a>) -> Result<()> {
        let mut last = None;
        self.for_each_run(&mut |block, run| {
            if let Some(block) = block {
                decoder.spend(block.content)?;
            }
            check_ascending(&self.buf, self.schema, self.entry, run, &mut last)
        })
    }
}

/// Where the key of an entry lies, and its value, if the map is no set.
pub(crate) type EntryParts<'a> = (Slot<'a>, Option<Part<'a>>);

/// Where the parts of an entry lie.
pub(crate) struct EntrySlots<'a> {
    pub(crate) key: Slot<'a>,
    /// None in a set.
    pub(crate) value: Option<Slot<'a>>,
    key_size: usize,
}

impl<'a> EntrySlots<'a> {
    /// Goes to another entry of the same map.
    #[inline]
    pub(crate) fn go_to(&mut self, entry: &'a [u8]) -> Result<()> {
        self.key.record = entry;
        if let Some(value) = &mut self.value {
            value.record = known_from(entry, self.key_size)?;
        }
        Ok(())
    }
}
