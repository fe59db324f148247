//! Values without a record: what changes give, and what they take away.
//!
//! ```text
//! value = slot heap       as in a buffer of pointers of four bytes, whose header and root are cut off
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::equal::Pair;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::ObjectWriter;
use crate::read::Buf;
use crate::read::cursor::{ListRef, Slot};
use crate::read::decoder::Decoder;
use crate::read::value::{Content, Part};
use crate::schema::{DefaultValue, Schema, Type};
use crate::wire::clamp;
use crate::wire::width::{PointerWidth, Width};
use crate::write::rewrite::{FragmentTo, elements_fragment, fragment};

/// A value without a record.
#[derive(Clone)]
pub(crate) struct Owned {
    schema: Schema,
    ty: Type,
    width: PointerWidth,
    bytes: Vec<u8>,
    /// Bytes of the slot.
    slot: usize,
}

impl Owned {
    pub(super) fn new(schema: &Schema, ty: &Type, width: PointerWidth, bytes: Vec<u8>, slot: usize) -> Self {
        Self { schema: schema.clone(), ty: ty.clone(), width, bytes, slot }
    }

    /// A copy of a value; none of an absent one.
    pub(crate) fn of(part: &Part<'_>) -> Result<Option<Self>> {
        let schema = part.schema();
        let ty = match part {
            Part::Root(..) => Type::Struct(schema.root_id()),
            Part::Slot(slot) => slot.ty.clone(),
            Part::Packed(packed) => Type::Union(packed.id),
        };
        let width = PointerWidth::Four;
        let slot = schema.slot_size(&ty).at(width.shift()).max(1);
        let bytes = match part.open(&mut Decoder::new(part.buf()))?.0 {
            Content::Absent => return Ok(None),
            Content::Bit(value) => vec![u8::from(value)],
            Content::Word(_, word) => word.to_le_bytes().get(..slot).ok_or_else(internal_error)?.to_vec(),
            // Text of a fixed length lies in its slot.
            Content::Blob(content) if matches!(ty, Type::Text(_)) => {
                let mut bytes = content.to_vec();
                bytes.resize(slot, 0);
                bytes
            }
            Content::Blob(content) => {
                let mut to = ObjectWriter { width, base: 0, out: vec![0; slot] };
                to.point(0).and_then(|()| to.blob(content)).map_err(|_| internal_error())?;
                to.out
            }
            Content::Struct(..) | Content::List(_) | Content::Map(_) | Content::Union(..) => {
                fragment(part, FragmentTo::ALONE)?.ok_or_else(too_long)?
            }
        };
        Ok(Some(Self::new(schema, &ty, width, bytes, slot)))
    }

    /// The default of a value of a type that is not absent.
    #[cfg(feature = "json")]
    pub(crate) fn of_default(schema: &Schema, ty: &Type, default: &DefaultValue) -> Result<Option<Self>> {
        // A walk has as many steps as its buffer has bytes, and a record that is not stored is one.
        let buf = Buf { bytes: &[0], floor: 1, width: PointerWidth::Four.into() };
        let place = schema.single(ty, false);
        Self::of(&Part::Slot(Slot { buf, record: &[], schema, place, ty, optional: false, default, inline: false }))
    }

    /// A copy of the elements at some indices of a list, as a list of its type.
    pub(crate) fn of_elements(list: &ListRef<'_>, ty: &Type, range: Range<usize>) -> Result<Self> {
        let bytes = elements_fragment(list, range)?.ok_or_else(too_long)?;
        let width = PointerWidth::Four;
        Ok(Self::new(list.schema, ty, width, bytes, list.schema.slot_size(ty).at(width.shift())))
    }

    /// The same value in a schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(crate) fn in_schema(self, schema: &Schema) -> Self {
        Self { schema: schema.clone(), ..self }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The value as one in a buffer.
    pub(crate) fn part(&self) -> Part<'_> {
        Part::Slot(self.in_slot())
    }

    /// The slot that the value is.
    pub(super) fn in_slot(&self) -> Slot<'_> {
        let Self { schema, ty, width, bytes, slot } = self;
        let buf = Buf { bytes, floor: *slot, width: (*width).into() };
        let record = bytes.get(..*slot).unwrap_or(&[]);
        let place = Place { bitmap: Size::ZERO, bit: 0, slot: Size::ZERO, end: Size::bytes(clamp(*slot)) };
        Slot { buf, record, schema, place, ty, optional: false, default: &DefaultValue::Zero, inline: false }
    }

    /// Elements of a list, bytes of a text; 0 of other values.
    pub(super) fn len(&self) -> usize {
        match self.part().open(&mut Decoder::new(self.in_slot().buf)) {
            Ok((Content::List(list), _)) => list.len(),
            Ok((Content::Blob(content), _)) => content.len(),
            _ => 0,
        }
    }

    /// Text or bytes; `None` of another value.
    pub(crate) fn content(&self) -> Result<Option<&[u8]>> {
        match self.part().open(&mut Decoder::new(self.in_slot().buf))?.0 {
            Content::Blob(content) => Ok(Some(content)),
            _ => Ok(None),
        }
    }

    pub(super) fn is_union(&self) -> bool {
        matches!(self.ty, Type::Union(_))
    }

    /// The type it has, and whose.
    pub(crate) fn ty(&self) -> (&Schema, &Type) {
        (&self.schema, &self.ty)
    }
}

#[cold]
pub(super) fn too_long() -> Error {
    Error::fixed(&FixedError(ErrorKind::Limit, "a value has at most 4,294,967,295 bytes"))
}

/// By content; invalid bytes are equal to none.
impl PartialEq for Owned {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.part(), other.part());
        self.ty == other.ty && Pair::new(a.buf(), b.buf()).is_equal(&a, &b).unwrap_or(false)
    }
}

/// What a change takes away, as the old record had it: nothing of a value that was absent.
#[derive(Clone)]
pub(crate) struct Removed(Option<Owned>);

impl Removed {
    /// Of a value in the old record.
    pub(crate) fn of(part: &Part<'_>) -> Result<Self> {
        Owned::of(part).map(Self)
    }

    /// Of a value that was kept.
    pub(crate) fn kept(value: Option<Owned>) -> Self {
        Self(value)
    }

    /// Of elements of a list in the old record.
    pub(super) fn elements(elements: Owned) -> Self {
        Self(Some(elements))
    }

    /// The same in a schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(super) fn in_schema(self, schema: &Schema) -> Self {
        Self(self.0.map(|value| value.in_schema(schema)))
    }

    pub(crate) fn owned(&self) -> Option<&Owned> {
        self.0.as_ref()
    }
}

/// Whether a value of a record, or an absent one, is equal to one that was kept.
pub(crate) fn is_kept(kept: Option<&Owned>, found: Option<&Part<'_>>) -> Result<bool> {
    let (Some(found), Some(kept)) = (found, kept.map(Owned::part)) else {
        let is_absent = |part: &Part<'_>| Ok(matches!(part.open(&mut Decoder::new(part.buf()))?.0, Content::Absent));
        return if kept.is_some() { Ok(false) } else { found.map_or(Ok(true), is_absent) };
    };
    Pair::new(found.buf(), kept.buf()).is_equal(found, &kept)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::Owned;
    use crate::record::Record;
    use crate::schema::Schema;

    const TEXT: &str = "
        struct Part { a: u8, s: string, b: bool } struct Empty { } frozen struct Inline { a: u8, s: string }
        union Held { part: Part, none } union Short { part: Inline, none }
        struct All { part: Part, inline: Inline, empty: Empty, held: Held }";

    const TYPES: &[&str] = &[
        "Part",
        "Empty",
        "Inline",
        "All",
        "Held",
        "Short",
        "list<Part>",
        "list<Held>",
        "map<u8, Part>",
        "set<u8>",
        "array<Part, 2>",
        "array<Inline, 2>",
        "array<Held, 2>",
        "array<All, 2>",
        "array<array<Part, 2>, 2>",
        "array<string, 2>",
        "tuple<Part, u8>",
        "tuple<Held, string>",
        "string",
        "bytes",
        "string[3]",
        "bool",
        "u16",
        "any",
    ];

    #[test]
    fn defaults_that_no_record_stores_are_written_and_read() {
        for ty in TYPES {
            let schema = Schema::parse(&format!("{TEXT} struct Root {{ z: u8, f: {ty} since 2 }} root Root;")).unwrap();
            let (_, field) = schema.root().field("f").unwrap();
            let shortest = Record::open(&schema, &[0x20, 1, 7][..]).unwrap();
            let found = shortest.part(&shortest.at_path("f").unwrap()).unwrap().unwrap();
            let read_there = Owned::of(&found).unwrap().unwrap();
            #[cfg(feature = "json")]
            let read_there = {
                let default = Owned::of_default(&schema, field.ty(), field.default()).unwrap().unwrap();
                assert!(default == read_there, "{ty}");
                default
            };
            let mut written = Vec::new();
            read_there.write(&mut written).unwrap();
            assert!(Owned::read(&schema, field.ty(), &written).unwrap() == read_there, "{ty}");
        }
    }
}
