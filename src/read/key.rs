//! Keys of maps at run time: their values, the search for them, and their text.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::fmt::Write;

use super::cursor::{StructRef, ValueRef, ValueShape};
use super::open::Slot;
use super::search::{KeyPlace, Sought, find_blob};
use super::{Buf, Elements, search};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Size;
use crate::scalar::Builtin;
use crate::scalar::table::{for_each_type, range, sorted};
use crate::scalar::text::{Form, KeyForm, ShownWord};
use crate::scalar::word::Scalar as _;
use crate::schema::{Field, Item, Scalar, Schema, StructId, Type};
use crate::wire::stored;

/// An index of a list or a key of a map, given at run time.
///
/// Integers, `bool`, `char`, `&str`, `&[u8]` and the ordered types of [`value`](crate::value)
/// convert into it. A slice of keys is the key of a map whose keys are tuples.
///
/// ```
/// use vellum::{Record, Schema, key::Key};
///
/// let schema = Schema::parse("struct Game { scores: map<string, u32>, best: list<u32> } root Game;")?;
/// let (score, best) = (schema.field::<u32>("scores[]")?, schema.field::<u32>("best[]")?);
/// let mut record = Record::new(&schema);
/// record.set(score.at("ada"), 3)?; // a key
/// record.push("best", 3u32)?;
/// assert_eq!(record.get(best.at(0))?, 3); // an index
///
/// let schema = Schema::parse("struct Prices { of: map<tuple<u32, string>, u64> } root Prices;")?;
/// let price = schema.field::<u64>("of[]")?;
/// let mut record = Record::new(&schema);
/// record.set(price.at(&[Key::from(7), "EUR".into()]), 120)?;
/// assert_eq!(record.get::<u64>(r#"of[[7,"EUR"]]"#)?, 120);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Key<'k>(pub(crate) KeyValueRef<'k>);

#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyValueRef<'k> {
    /// An index, or a number, which must fit the key's type.
    Integer(i64),
    /// A number beyond the range of `i64`, and whether it is signed.
    Wide(Halves, bool),
    Bool(bool),
    /// The stored word of a type.
    Word(Scalar, Halves),
    Blob(&'k [u8]),
    /// The parts of a tuple.
    Tuple(&'k [Key<'k>]),
    /// The parts of a tuple, from the text of a path.
    Written(&'k [PathKey]),
}

/// An index or a key from the text of a path.
#[derive(Clone, Debug)]
pub(crate) enum PathKey {
    Integer(i128),
    Bool(bool),
    Word(Scalar, u128),
    Blob(Vec<u8>),
    Tuple(Vec<PathKey>),
}

impl PathKey {
    pub(crate) fn key(&self) -> Key<'_> {
        match self {
            Self::Integer(value) => Key::from(*value),
            Self::Bool(value) => Key::from(*value),
            Self::Word(scalar, word) => Key(KeyValueRef::Word(*scalar, Halves::new(*word))),
            Self::Blob(content) => Key::from(&**content),
            Self::Tuple(parts) => Key(KeyValueRef::Written(parts)),
        }
    }
}

/// A word of 128 bits, aligned like one of 64, so that keys are shorter.
#[derive(Clone, Copy, Debug)]
pub struct Halves(u64, u64);

impl Halves {
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) const fn new(word: u128) -> Self {
        Self(word as u64, (word >> 64) as u64)
    }

    pub(crate) fn word(self) -> u128 {
        u128::from(self.0) | u128::from(self.1) << 64
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for Key<'_> {
            #[inline(always)]
            fn from(value: $type) -> Self {
                Self(KeyValueRef::Integer(value.into()))
            }
        }
    )*};
}
from_integers!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Key<'_> {
    #[inline(always)]
    fn from(value: usize) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(KeyValueRef::Integer(value)),
            Err(_) => Self::from(value as u64),
        }
    }
}

impl From<u64> for Key<'_> {
    fn from(value: u64) -> Self {
        Self::from(u128::from(value))
    }
}

impl From<i128> for Key<'_> {
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(KeyValueRef::Integer(value)),
            Err(_) => Self(KeyValueRef::Wide(Halves::new(value.cast_unsigned()), true)),
        }
    }
}

impl From<u128> for Key<'_> {
    fn from(value: u128) -> Self {
        match i64::try_from(value) {
            Ok(value) => Self(KeyValueRef::Integer(value)),
            Err(_) => Self(KeyValueRef::Wide(Halves::new(value), false)),
        }
    }
}

impl From<bool> for Key<'_> {
    fn from(value: bool) -> Self {
        Self(KeyValueRef::Bool(value))
    }
}

impl<'k> From<&'k str> for Key<'k> {
    #[inline(always)]
    fn from(value: &'k str) -> Self {
        Self(KeyValueRef::Blob(value.as_bytes()))
    }
}

impl<'k> From<&'k alloc::string::String> for Key<'k> {
    fn from(value: &'k alloc::string::String) -> Self {
        Self(KeyValueRef::Blob(value.as_bytes()))
    }
}

impl<'k> From<&'k [u8]> for Key<'k> {
    #[inline(always)]
    fn from(value: &'k [u8]) -> Self {
        Self(KeyValueRef::Blob(value))
    }
}

impl<'k, const N: usize> From<&'k [u8; N]> for Key<'k> {
    #[inline(always)]
    fn from(value: &'k [u8; N]) -> Self {
        Self(KeyValueRef::Blob(value))
    }
}

impl<'k> From<&'k [Key<'k>]> for Key<'k> {
    fn from(parts: &'k [Key<'k>]) -> Self {
        Self(KeyValueRef::Tuple(parts))
    }
}

impl<'k, const N: usize> From<&'k [Key<'k>; N]> for Key<'k> {
    fn from(parts: &'k [Key<'k>; N]) -> Self {
        Self(KeyValueRef::Tuple(parts))
    }
}

macro_rules! from_scalars {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> From<$type> for Key<'_> {
            fn from(value: $type) -> Self {
                Self(KeyValueRef::Word(<$type as Builtin>::SCALAR, Halves::new(value.to_word().into())))
            }
        }
    )*};
}
for_each_type!(values from_scalars);

impl<'k> Key<'k> {
    /// The index, if it can be one.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        match self.0 {
            KeyValueRef::Integer(index) => usize::try_from(index).unwrap_or(usize::MAX),
            _ => usize::MAX,
        }
    }

    /// The number of parts, if it is a tuple.
    fn parts(&self) -> Option<usize> {
        match self.0 {
            KeyValueRef::Tuple(parts) => Some(parts.len()),
            KeyValueRef::Written(parts) => Some(parts.len()),
            _ => None,
        }
    }

    /// A part of a tuple.
    fn part(&self, number: usize) -> Option<Key<'k>> {
        match self.0 {
            KeyValueRef::Tuple(parts) => parts.get(number).copied(),
            KeyValueRef::Written(parts) => parts.get(number).map(PathKey::key),
            _ => None,
        }
    }
}

/// The stored form of a key in a key type.
pub(crate) enum StoredKey<'s, 'k> {
    /// In a slot.
    Word(u128),
    /// Text or bytes, behind a pointer or as an array.
    Blob(&'k [u8]),
    /// The tuple whose parts are keys of its fields.
    Tuple(&'s [Field], Key<'k>),
}

impl<'s, 'k> StoredKey<'s, 'k> {
    /// The fields of a tuple, each with its part of the key.
    pub(crate) fn parts(fields: &'s [Field], key: Key<'k>) -> impl Iterator<Item = (&'s Field, Key<'k>)> {
        fields.iter().enumerate().filter_map(move |(number, field)| Some((field, key.part(number)?)))
    }
}

/// A sought key, in the form in which keys of its type are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SoughtKey<'k> {
    /// An integer whose order is that of the values.
    Word(u128),
    /// Text or bytes behind a pointer.
    Blob(&'k [u8]),
    /// The bytes of an array.
    Array(&'k [u8]),
    /// A tuple, whose parts are of their types.
    Tuple(Key<'k>),
}

impl Schema {
    /// The stored form of a key in a key type. The parts of a tuple are not checked.
    pub(crate) fn stored_key<'s, 'k>(&'s self, ty: &Type, key: &Key<'k>) -> Result<StoredKey<'s, 'k>> {
        let word = match (ty, key.0) {
            (Type::Bytes, KeyValueRef::Blob(content)) => return Ok(StoredKey::Blob(content)),
            (Type::Array(array), KeyValueRef::Blob(content)) if array.is_bytes() && content.len() == array.len() => {
                return Ok(StoredKey::Blob(content));
            }
            // A key can be made of any bytes.
            (Type::String, KeyValueRef::Blob(content)) if crate::wire::proved::text(content).is_some() => {
                return Ok(StoredKey::Blob(content));
            }
            (Type::Struct(id), KeyValueRef::Tuple(_) | KeyValueRef::Written(_)) => {
                let fields = self.structure(*id).fields();
                if key.parts() == Some(fields.len()) {
                    return Ok(StoredKey::Tuple(fields, *key));
                }
                None
            }
            (Type::Bool, KeyValueRef::Bool(value)) => Some(u128::from(value)),
            (Type::Scalar(Scalar::U128), KeyValueRef::Wide(value, false))
            | (Type::Scalar(Scalar::I128), KeyValueRef::Wide(value, true)) => Some(value.word()),
            (Type::Scalar(scalar), KeyValueRef::Wide(value, is_signed)) => {
                let value = value.word().cast_signed();
                if value < 0 && !is_signed { None } else { scalar.word_of_integer(value) }
            }
            (Type::Scalar(scalar), KeyValueRef::Integer(value)) => scalar.word_of_integer(i128::from(value)),
            (Type::Scalar(scalar), KeyValueRef::Word(given, word)) if *scalar == given => Some(word.word()),
            (Type::Enum(id), KeyValueRef::Blob(name)) => {
                let number = core::str::from_utf8(name).ok().and_then(|name| self.enumeration(*id).number(name));
                number.map(u128::from)
            }
            (Type::Enum(id), KeyValueRef::Wide(number, _)) => {
                Some(number.word()).filter(|number| self.enumeration(*id).takes(*number))
            }
            (Type::Enum(id), KeyValueRef::Integer(number)) => {
                let number = u128::try_from(number).ok();
                number.filter(|number| self.enumeration(*id).takes(*number))
            }
            _ => None,
        };
        if let Some(word) = word {
            return Ok(StoredKey::Word(word));
        }
        let range = match (ty, key.0) {
            (Type::Scalar(scalar), KeyValueRef::Integer(_) | KeyValueRef::Wide(..)) => range(*scalar),
            _ => None,
        };
        let range = range.map_or(String::new(), |(least, most)| format!(" ({least} to {most})"));
        let (key, ty) = (DisplayKey(key), self.describe(ty));
        Err(Error::new(ErrorKind::Type, format_args!("{key} is no key of type {ty}{range}")))
    }

    /// Fails for a key of another type.
    pub(crate) fn check_key(&self, ty: &Type, key: &Key<'_>) -> Result<()> {
        match self.stored_key(ty, key)? {
            StoredKey::Word(_) | StoredKey::Blob(_) => Ok(()),
            StoredKey::Tuple(fields, key) => {
                StoredKey::parts(fields, key).try_for_each(|(field, part)| self.check_key(field.ty(), &part))
            }
        }
    }

    /// A sought key, for a search among keys of a type. The types of all parts are checked.
    pub(crate) fn sought<'k>(&self, ty: &Type, key: &Key<'k>) -> Result<SoughtKey<'k>> {
        let sought = self.sought_part(ty, key)?;
        if let SoughtKey::Tuple(_) = sought {
            self.check_key(ty, key)?;
        }
        Ok(sought)
    }

    /// As [`Schema::sought`]; the parts of a tuple are not checked.
    #[inline]
    pub(crate) fn sought_part<'k>(&self, ty: &Type, key: &Key<'k>) -> Result<SoughtKey<'k>> {
        Ok(match (self.stored_key(ty, key)?, ty) {
            (StoredKey::Word(word), Type::Scalar(scalar)) => SoughtKey::Word(sorted(*scalar, word)),
            (StoredKey::Word(word), _) => SoughtKey::Word(word),
            (StoredKey::Blob(content), Type::Array(_)) => SoughtKey::Array(content),
            (StoredKey::Blob(content), _) => SoughtKey::Blob(content),
            (StoredKey::Tuple(_, key), _) => SoughtKey::Tuple(key),
        })
    }
}

/// A key in a message.
pub(crate) struct DisplayKey<'s, 'k>(pub(crate) &'s Key<'k>);

impl core::fmt::Display for DisplayKey<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0.0 {
            KeyValueRef::Integer(value) => value.fmt(f),
            KeyValueRef::Wide(value, true) => value.word().cast_signed().fmt(f),
            KeyValueRef::Wide(value, false) => value.word().fmt(f),
            KeyValueRef::Bool(value) => value.fmt(f),
            KeyValueRef::Word(scalar, word) => write!(f, "the {scalar} {}", ShownWord(scalar, word.word())),
            KeyValueRef::Blob(content) => match crate::wire::proved::text(content) {
                Some(text) => write!(f, "{text:?}"),
                None => write!(f, "b\"{}\"", content.escape_ascii()),
            },
            KeyValueRef::Tuple(_) | KeyValueRef::Written(_) => {
                f.write_str("[")?;
                for number in 0..self.0.parts().unwrap_or(0) {
                    let Some(part) = self.0.part(number) else { break };
                    write!(f, "{}{}", if number == 0 { "" } else { "," }, DisplayKey(&part))?;
                }
                f.write_str("]")
            }
        }
    }
}

// The search for a key through a schema, and the comparison of stored keys.

/// A key that is searched in a buffer.
pub(crate) struct SearchKey<'a, 's> {
    pub(crate) schema: &'s Schema,
    pub(crate) buf: Buf<'a>,
    /// The type of the map's keys.
    pub(crate) item: &'s Item,
    pub(crate) key: SoughtKey<'s>,
}

impl SearchKey<'_, '_> {
    #[inline]
    fn slot<'e>(&self, entry: &'e [u8]) -> Slot<'e>
    where
        Self: 'e,
    {
        Slot::of_item(self.buf, entry, self.schema, self.item)
    }

    fn compare(&self, entry: &[u8]) -> Result<Ordering> {
        match &self.key {
            SoughtKey::Blob(content) => search::compare_blob(&self.buf, entry, Size::ZERO, content),
            SoughtKey::Word(word) => Ok(self.slot(entry).sorted_word().cmp(word)),
            key @ (SoughtKey::Array(_) | SoughtKey::Tuple(_)) => self.slot(entry).compare(key),
        }
    }
}

impl Sought for SearchKey<'_, '_> {
    #[inline]
    fn order(&self, entries: &[u8], at: usize) -> Option<Ordering> {
        self.compare(entries.get(at..)?).ok()
    }

    #[cold]
    fn error(&self, entry: &[u8]) -> Option<Error> {
        self.compare(entry).err()
    }

    fn find_in(&self, run: &Elements<'_>) -> KeyPlace {
        match &self.key {
            SoughtKey::Blob(content) => find_blob(run, &self.buf, content),
            SoughtKey::Word(word) => (|entry: &[u8]| Ok(self.slot(entry).sorted_word().cmp(word))).find_in(run),
            _ => (|entry: &[u8]| self.compare(entry)).find_in(run),
        }
    }
}

/// A key in a buffer, in the form in which others are compared with it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SortedKey<'a> {
    /// An integer whose order is that of the values.
    Word(u128),
    /// Text or bytes behind a pointer.
    Blob(&'a [u8]),
    /// The entry of a key with inline parts: an array of bytes, or a tuple.
    Inline(&'a [u8]),
}

impl<'a> Slot<'a> {
    /// The key here, to compare others with it.
    pub(crate) fn sorted(&self) -> Result<SortedKey<'a>> {
        Ok(match self.ty {
            Type::String | Type::Bytes => SortedKey::Blob(self.blob()?.unwrap_or_default()),
            Type::Array(_) | Type::Struct(_) => SortedKey::Inline(self.record),
            _ => SortedKey::Word(self.sorted_word()),
        })
    }

    /// Whether the first of two keys, of this slot's type and place in the same buffer, is less.
    #[inline]
    pub(crate) fn ascends(&self, one: &SortedKey<'a>, other: &SortedKey<'a>) -> Result<bool> {
        match (one, other) {
            (SortedKey::Word(one), SortedKey::Word(other)) => Ok(one < other),
            (SortedKey::Blob(one), SortedKey::Blob(other)) => Ok(one < other),
            _ => Ok(self.order(one, self, other)?.is_lt()),
        }
    }

    /// Compares a key of this slot's type and place with one of another slot's.
    pub(crate) fn order(&self, one: &SortedKey<'_>, slot: &Slot<'_>, other: &SortedKey<'_>) -> Result<Ordering> {
        match (one, other) {
            (SortedKey::Word(one), SortedKey::Word(other)) => Ok(one.cmp(other)),
            (SortedKey::Blob(one), SortedKey::Blob(other)) => Ok(one.cmp(other)),
            (SortedKey::Inline(one), SortedKey::Inline(other)) => {
                Slot { record: one, ..*self }.order_inline(&Slot { record: other, ..*slot })
            }
            _ => Err(internal_error()),
        }
    }

    /// Compares the key here with one of another buffer.
    pub(crate) fn order_with(&self, other: &Slot<'_>) -> Result<Ordering> {
        self.order(&self.sorted()?, other, &other.sorted()?)
    }

    /// Compares two arrays of bytes, or two tuples, by the first parts that differ.
    fn order_inline(&self, other: &Slot<'_>) -> Result<Ordering> {
        match (self.ty, other.ty) {
            (Type::Array(array), Type::Array(_)) => {
                let len = array.len();
                Ok(stored(self.record, self.start(), len).cmp(stored(other.record, other.start(), len)))
            }
            (Type::Struct(one), Type::Struct(two)) => {
                for (one, other) in self.tuple_parts(*one).zip(other.tuple_parts(*two)) {
                    let order = one.order_with(&other)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
            _ => Err(internal_error()),
        }
    }

    /// Compares the key here with a sought key.
    fn compare(&self, key: &SoughtKey<'_>) -> Result<Ordering> {
        match key {
            SoughtKey::Word(word) => Ok(self.sorted_word().cmp(word)),
            SoughtKey::Blob(content) => search::compare_blob(&self.buf, self.record, self.place.slot, content),
            SoughtKey::Array(content) => Ok(stored(self.record, self.start(), content.len()).cmp(content)),
            SoughtKey::Tuple(key) => {
                let (Type::Struct(id), StoredKey::Tuple(fields, key)) =
                    (self.ty, self.schema.stored_key(self.ty, key)?)
                else {
                    return Err(internal_error());
                };
                for (slot, (field, part)) in self.tuple_parts(*id).zip(StoredKey::parts(fields, key)) {
                    let sought = match (field.ty(), part.0) {
                        // The type was checked once for all entries.
                        (Type::String, KeyValueRef::Blob(content)) => SoughtKey::Blob(content),
                        (ty, _) => self.schema.sought_part(ty, &part)?,
                    };
                    let order = slot.compare(&sought)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
        }
    }

    /// The parts of the tuple here.
    fn tuple_parts(&self, id: StructId) -> impl Iterator<Item = Self> + use<'a> {
        let Self { buf, schema, .. } = *self;
        let structure = schema.structure(id);
        let record = stored(self.record, self.start(), structure.size().at(buf.shift()));
        structure.fields().iter().map(move |field| Slot::of_field(buf, record, schema, field))
    }

    #[inline]
    fn sorted_word(&self) -> u128 {
        let scalar = match self.ty {
            Type::Bool => return u128::from(crate::wire::width::bit(self.record, &self.place, self.buf.shift())),
            Type::Scalar(scalar) => *scalar,
            // Numbers without a sign.
            Type::Enum(id) => self.schema.enumeration(*id).repr(),
            _ => return 0,
        };
        crate::scalar::table::sorted(scalar, self.word(scalar))
    }
}

// The text of a key that is a tuple: a JSON array of its parts, on one line and without spaces.
//
// ```text
// tuple<u32, string, date>     [7,"EUR",19675]       as a path has it
//                              [7,"EUR","2023-11-14"]   as formats for people have it
// ```
// Numbers and bools are written plainly, other values in quotation marks, and bytes as hexadecimal
// digits.

/// Writes a tuple; with `numbers` dates, times and durations are written as stored numbers.
pub(crate) fn write_tuple(to: &mut (impl Write + ?Sized), tuple: &StructRef<'_>, numbers: bool) -> Result<()> {
    // Errors are ignored: a `String` cannot fail, and other writers report the error again.
    let _ = to.write_char('[');
    for (number, field) in tuple.definition().fields().iter().enumerate() {
        if number > 0 {
            let _ = to.write_char(',');
        }
        write_part(to, tuple.value(field)?, numbers)?;
    }
    let _ = to.write_char(']');
    Ok(())
}

fn write_part(to: &mut (impl Write + ?Sized), part: ValueRef<'_>, numbers: bool) -> Result<()> {
    // The text forms of dates and times need the feature `serde`.
    #[cfg(feature = "serde")]
    if !numbers
        && let ValueShape::Scalar(scalar, word) = part.shape()
        && let Some(civil) = crate::scalar::civil::Civil::of(scalar, word)
    {
        let _ = write!(to, "\"{civil}\"");
        return Ok(());
    }
    let _ = match part.shape() {
        ValueShape::Bool(value) => write!(to, "{value}"),
        ValueShape::Scalar(scalar, word) => match Form::of(scalar, word).key() {
            Some(KeyForm::Number(value)) => write!(to, "{value}"),
            Some(KeyForm::Text(value)) => write!(to, "\"{value}\""),
            Some(KeyForm::Char(c)) => write_string(to, c.encode_utf8(&mut [0; 4])),
            None => return Err(no_text()),
        },
        ValueShape::String(text) => write_string(to, text),
        ValueShape::Bytes(bytes) => write!(to, "\"{}\"", Hex(bytes)),
        // An unknown variant of an open enum.
        ValueShape::Enum("", number) => write!(to, "{number}"),
        ValueShape::Enum(name, _) => write_string(to, name),
        ValueShape::List(list) => match list.array_bytes() {
            Some(bytes) => write!(to, "\"{}\"", Hex(bytes)),
            None => return Err(no_text()),
        },
        ValueShape::Struct(tuple) => return write_tuple(to, &tuple, numbers),
        ValueShape::Absent | ValueShape::Null | ValueShape::Union(_) | ValueShape::Map(_) => return Err(no_text()),
    };
    Ok(())
}

/// Writes a JSON string.
fn write_string(to: &mut (impl Write + ?Sized), text: &str) -> fmt::Result {
    to.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => to.write_str("\\\"")?,
            '\\' => to.write_str("\\\\")?,
            '\n' => to.write_str("\\n")?,
            '\r' => to.write_str("\\r")?,
            '\t' => to.write_str("\\t")?,
            '\u{8}' => to.write_str("\\b")?,
            '\u{c}' => to.write_str("\\f")?,
            '\0'..='\x1f' => write!(to, "\\u{:04x}", u32::from(c))?,
            c => to.write_char(c)?,
        }
    }
    to.write_char('"')
}

#[cold]
pub(super) fn no_text() -> Error {
    Error::fixed(&FixedError(ErrorKind::Type, "a key of this type has no text"))
}

/// Bytes as hexadecimal digits.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
