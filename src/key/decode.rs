//! From the bytes of a key back to its values, and the bytes of one column.
//!
//! Only the bytes that the writer makes are accepted, so that a decoded key encodes to the same
//! bytes.

use alloc::string::String;
use alloc::vec::Vec;

use super::KeyWriter;
use super::writer::{InputValue, KeyInput, inner};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::cursor::ValueRef;
use crate::scalar::table::{mask, out_of_range, sorted, unsorted};
use crate::scalar::text::narrow;
use crate::scalar::word::of_word;
use crate::schema::{Column, Enum, Scalar, Schema, Struct, TimeUnit, Type};
use crate::typed::Value;
use crate::typed::codec::encoded;
use crate::typed::plan::type_of;
use crate::typed::root::schema_of;
use crate::write::log::StoredForm;

macro_rules! key_values {
    (
        plain {
            narrow { $($narrow:ident (
                $_na:literal | $_nb:literal | $narrow_rust:ty | $_nc:ident | $_nd:ident | $_ne:tt | $_nf:ident | $narrow_serde:ident
                | $($_ng:tt)*
            );)* }
            wide { $($wide:ident (
                $_wa:literal | $_wb:literal | $wide_rust:ty | $_wc:ident | $_wd:ident | $_we:tt | $_wf:ident | $_wg:ident | $_wh:ident
                | $_wi:literal | $wide_about:literal
            );)* }
            values { $($value:ident (
                $_va:literal | $_vb:literal | $value_rust:ty | $_vc:ident | $_vd:ident | $_ve:tt | $_vf:ident | $_vg:ident | $_vh:ident
                | $_vi:literal | $value_about:literal
            );)* }
            places { $($place:ident ($($_p:tt)*);)* }
        }
        timestamps { $($_t:tt)* }
        decimals { $($decimal:ident ($($_d:tt)*);)* }
    ) => {
        /// A value of a decoded key.
        ///
        /// ```
        /// use vellum::{Schema, key::KeyValue};
        ///
        /// let schema = Schema::parse("struct User key(org, nick) { org: u32, nick: string? } root User;")?;
        /// let key = schema.key_writer()?.push(7)?.push("ada")?.finish()?;
        /// assert_eq!(schema.decode_key(&key)?, [KeyValue::Unsigned(7), KeyValue::String("ada".into())]);
        /// # Ok::<(), vellum::Error>(())
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum KeyValue {
            /// An optional value that is not there, or whose struct is not.
            Absent,
            /// A bool.
            Bool(bool),
            /// An unsigned integer of up to 64 bits.
            Unsigned(u64),
            /// A signed integer of up to 64 bits.
            Signed(i64),
            $(
                #[doc = $wide_about]
                $wide($wide_rust),
            )*
            $(
                #[doc = $value_about]
                $value($value_rust),
            )*
            /// A point in time, in the unit, since 1970-01-01T00:00:00Z.
            Timestamp(i64, TimeUnit),
            /// A decimal number: its mantissa, and the number of its digits after the point.
            Decimal(i128, u8),
            /// The number of a variant of an enum.
            Enum(u64),
            /// Text.
            String(String),
            /// Bytes.
            Bytes(Vec<u8>),
        }

        /// The value of a scalar's word.
        // The word is narrowed to the scalar that it came from.
        #[allow(clippy::cast_possible_truncation)]
        fn scalar_value(scalar: Scalar, word: u128) -> Result<KeyValue> {
            Ok(match scalar {
                $(Scalar::$narrow => narrow!(KeyValue, $narrow_serde, of_word::<$narrow_rust>(word)?),)*
                $(Scalar::$wide => KeyValue::$wide(of_word(word)?),)*
                $(Scalar::$value => KeyValue::$value(of_word(word)?),)*
                Scalar::Timestamp(unit) => KeyValue::Timestamp(scalar.number(word) as i64, unit),
                $(Scalar::$decimal(scale) => KeyValue::Decimal(scalar.number(word), scale),)*
                $(Scalar::$place)|* => return Err(Error::fixed(&FixedError(ErrorKind::Corrupt, "a place has no key"))),
            })
        }

        impl<'k> From<&'k KeyValue> for KeyInput<'k> {
            fn from(value: &'k KeyValue) -> Self {
                match value {
                    KeyValue::Absent => None::<bool>.into(),
                    KeyValue::Bool(value) => (*value).into(),
                    KeyValue::Unsigned(value) => (*value).into(),
                    KeyValue::Signed(value) => (*value).into(),
                    $(KeyValue::$wide(value) => (*value).into(),)*
                    $(KeyValue::$value(value) => (*value).into(),)*
                    KeyValue::Timestamp(value, unit) => {
                        InputValue::Word(Scalar::Timestamp(*unit), u128::from(value.cast_unsigned())).input()
                    }
                    KeyValue::Decimal(mantissa, scale) => {
                        InputValue::Word(Scalar::Decimal128(*scale), mantissa.cast_unsigned()).input()
                    }
                    KeyValue::Enum(number) => InputValue::Variant(*number).input(),
                    KeyValue::String(value) => value.into(),
                    KeyValue::Bytes(value) => value.into(),
                }
            }
        }
    };
}
vellum_scalars::for_each_scalar!(key_values);

/// The values of a key, one for each column.
#[inline]
pub(super) fn decode(schema: &Schema, structure: &Struct, key: &[u8]) -> Result<Vec<KeyValue>> {
    let mut reader = KeyReader { key, pos: 0, inversion: 0 };
    let mut values = Vec::new();
    for column in structure.columns() {
        let value = reader.column(schema, column);
        values.push(value.map_err(|error| error.in_field(&column.path(schema, structure)))?);
    }
    if reader.pos == key.len() {
        return Ok(values);
    }
    Err(Error::new(
        ErrorKind::Corrupt,
        format_args!("the key ends {} bytes later", key.len().saturating_sub(reader.pos)),
    )
    .at(reader.pos))
}

struct KeyReader<'k> {
    key: &'k [u8],
    pos: usize,
    /// What each byte is combined with, bit by bit, by exclusive or.
    inversion: u8,
}

impl KeyReader<'_> {
    #[cold]
    fn fault<T>(&self, message: impl crate::error::Message) -> Result<T> {
        Err(Error::new(ErrorKind::Corrupt, message).at(self.pos))
    }

    fn byte(&mut self) -> Result<u8> {
        let Some(byte) = self.key.get(self.pos) else { return self.fault("the key ends within a value") };
        self.pos = self.pos.saturating_add(1);
        Ok(byte ^ self.inversion)
    }

    /// A byte that is 0 or 1.
    fn flag(&mut self, what: &'static str) -> Result<bool> {
        let start = self.pos;
        match self.byte()? {
            ABSENT => Ok(false),
            PRESENT => Ok(true),
            other => Err(Error::new(ErrorKind::Corrupt, format_args!("{what} is {other:#04x}, not 0 or 1")).at(start)),
        }
    }

    fn word(&mut self, scalar: Scalar) -> Result<u128> {
        let mut word: u128 = 0;
        for _ in 0..scalar.size() {
            word = word << 8 | u128::from(self.byte()?);
        }
        Ok(unsorted(scalar, word))
    }

    fn blob(&mut self) -> Result<Vec<u8>> {
        let mut content = Vec::new();
        loop {
            match self.byte()? {
                0 => match self.byte()? {
                    END => return Ok(content),
                    ESCAPED => content.push(0),
                    other => return self.fault(format_args!("00 is followed by {other:02X}, not by 00 or FF")),
                },
                byte => content.push(byte),
            }
        }
    }

    fn column(&mut self, schema: &Schema, column: &Column) -> Result<KeyValue> {
        self.inversion = if column.descending { 0xFF } else { 0 };
        if column.optional && !self.flag("the byte of presence")? {
            return Ok(KeyValue::Absent);
        }
        let start = self.pos;
        match &column.ty {
            Type::Bool => self.flag("a bool").map(KeyValue::Bool),
            Type::Bytes => self.blob().map(KeyValue::Bytes),
            Type::String => match String::from_utf8(self.blob()?) {
                Ok(text) => Ok(KeyValue::String(text)),
                Err(_) => Err(Error::corrupt(start, "text is not UTF-8")),
            },
            Type::Enum(id) => {
                let enumeration = schema.enumeration(*id);
                let number = self.word(enumeration.repr())?;
                match u64::try_from(number) {
                    Ok(number) if is_number(enumeration, number) => Ok(KeyValue::Enum(number)),
                    _ => Err(Error::new(
                        ErrorKind::Corrupt,
                        format_args!("no variant of `{}` has the number {number}", enumeration.name()),
                    )
                    .at(start)),
                }
            }
            Type::Scalar(scalar) => {
                let word = self.word(*scalar)?;
                scalar_value(*scalar, word).map_err(|error| error.at(start))
            }
            Type::Struct(_) | Type::List(_) | Type::Union(_) | Type::Map(_) | Type::Array(_) | Type::Text(_) => {
                self.fault("the type has no key")
            }
        }
    }
}

// Columns: one value in a key, as an optional byte of presence and bytes in the order of the
// values.
//
// ```text
// column = [00 absent | 01 present] value          inverted byte by byte where larger values sort first
// value  = word, most significant byte first, mapped so that it sorts       numbers, chars, enums, times, identifiers
//        | content with 00 as 00 FF, then 00 00                             text and bytes
// ```
// No column's bytes begin another's, so that keys are columns one after another. docs/keys.md is
// normative.

/// What follows 00 where it is part of the content.
pub(super) const ESCAPED: u8 = 0xFF;
/// What follows 00 where the content ends.
pub(super) const END: u8 = 0x00;
pub(super) const ABSENT: u8 = 0x00;
pub(super) const PRESENT: u8 = 0x01;

/// What a value is in a key: what is written where its type is known.
pub(super) enum Cell<'k> {
    Absent,
    Word(Scalar, u128),
    Flag(bool),
    Blob(&'k [u8]),
}

/// Appends a value; with `is_open` a text has no end, and stands for all that begin with it.
pub(super) fn write(key: &mut Vec<u8>, value: &Cell<'_>, optional: bool, descending: bool, is_open: bool) {
    let start = key.len();
    if optional {
        key.push(if matches!(value, Cell::Absent) { ABSENT } else { PRESENT });
    }
    match value {
        Cell::Absent => {}
        Cell::Flag(value) => key.push(u8::from(*value)),
        Cell::Word(scalar, word) => {
            let bytes = sorted(*scalar, *word).to_be_bytes();
            let unused = bytes.len().saturating_sub(scalar.size() as usize);
            key.extend_from_slice(bytes.get(unused..).unwrap_or(&[]));
        }
        Cell::Blob(content) => {
            for (index, part) in content.split(|byte| *byte == 0).enumerate() {
                if index > 0 {
                    key.extend([0, ESCAPED]);
                }
                key.extend_from_slice(part);
            }
            if !is_open {
                key.extend([0, END]);
            }
        }
    }
    if descending {
        key.get_mut(start..).unwrap_or(&mut []).iter_mut().for_each(|byte| *byte = !*byte);
    }
}

/// The value as the column's type stores it.
pub(super) fn fit<'k>(schema: &Schema, column: &Column, input: &KeyInput<'k>) -> Result<Cell<'k>> {
    let fitted = match (&column.ty, input.value) {
        (_, InputValue::Absent) => column.optional.then_some(Cell::Absent),
        (Type::Bool, InputValue::Bool(value)) => Some(Cell::Flag(value)),
        (Type::String, InputValue::Text(text)) => Some(Cell::Blob(text.as_bytes())),
        (Type::Bytes, InputValue::Bytes(content)) => Some(Cell::Blob(content)),
        (Type::Scalar(scalar), InputValue::Word(given, word)) => {
            converted(*scalar, given, word).map(|word| Cell::Word(*scalar, word))
        }
        (Type::Enum(id), value) => {
            let enumeration = schema.enumeration(*id);
            number(enumeration, value).map(|number| Cell::Word(enumeration.repr(), number))
        }
        _ => None,
    };
    fitted.ok_or_else(|| {
        if let (Type::Scalar(scalar), InputValue::Word(given, _)) = (&column.ty, input.value)
            && scalar.is_integer()
            && given.is_integer()
        {
            return Error::new(ErrorKind::Type, out_of_range(*scalar, input));
        }
        let mark = if column.optional { "?" } else { "" };
        Error::new(ErrorKind::Type, format_args!("{input} is no value of {}{mark}", schema.describe(&column.ty)))
    })
}

/// A word in another type that holds the same value: integers of all widths, and decimals of one
/// scale.
fn converted(scalar: Scalar, given: Scalar, word: u128) -> Option<u128> {
    if scalar == given {
        return Some(word);
    }
    match (scalar.scale(), given.scale()) {
        (None, None) => scalar.word_of_integer(given.integer(word)?),
        (one, other) if one == other => scalar.word_of(given.number(word)),
        _ => None,
    }
}

/// The number of a variant, given by its name or as an integer.
fn number(enumeration: &Enum, value: InputValue<'_>) -> Option<u128> {
    let number = match value {
        InputValue::Text(name) => enumeration.number(name)?,
        InputValue::Variant(number) => number,
        InputValue::Word(scalar, word) => u64::try_from(scalar.integer(word)?).ok()?,
        _ => return None,
    };
    is_number(enumeration, number).then_some(u128::from(number))
}

/// Whether a value of the enum can have the number.
pub(super) fn is_number(enumeration: &Enum, number: u64) -> bool {
    let is_held = u128::from(number) <= mask(enumeration.repr());
    is_held && (enumeration.is_open() || enumeration.variant(number).is_some())
}

// Values of a key as the fields of derived types take them.

/// A value of the part of a key that is a field of the type `F`: what an argument of `key_of`
/// takes, which the derive adds to a struct with a key.
///
/// That is what the setter of the field takes, [`Value::Set`]: the value itself, or a reference to
/// it; of a struct with one unnamed field, what that field takes. Text and bytes may also be owned,
/// and a frozen struct may be a tuple of what its fields take.
///
/// ```
/// use vellum::{Vellum, key::Keyed};
///
/// #[derive(Vellum, Clone, Copy)]
/// struct Id(u64);
/// #[derive(Vellum, Clone, Copy)]
/// enum Kind { Note, Task }
/// #[derive(Vellum)]
/// #[vellum(key(kind, id))]
/// struct Item { kind: Kind, id: Id, text: String }
///
/// let item = Item { kind: Kind::Task, id: Id(7), text: String::new() };
/// assert_eq!(Item::key_of(item.kind, 7)?, Item::key(&vellum::to_vec(&item)?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a part of a key that is a field of `{F}`",
    label = "not what the setter of the field takes",
    note = "a part of a key is given as the setter of its field takes it"
)]
pub trait KeyField<'k, F> {
    #[doc(hidden)]
    fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>>;
}

impl<'k, F: Value> KeyField<'k, F> for F::Set<'k> {
    fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
        const { assert!(F::SORTS, "this type cannot be sorted, so it is no part of a key") };
        push::<F>(writer, &self)
    }
}

/// Implements [`KeyField`] for what gives what a setter takes.
macro_rules! given {
    ($($field:ty: $type:ty, $([$($generics:tt)*])? |$value:ident| $set:expr;)*) => {$(
        impl<'k $(, $($generics)*)?> KeyField<'k, $field> for $type {
            #[inline]
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                let $value = self;
                push::<$field>(writer, &$set)
            }
        }
    )*};
}
given! {
    String: String, |value| value.as_str();
    String: &'k String, |value| value.as_str();
    Vec<u8>: Vec<u8>, |value| value.as_slice();
    Vec<u8>: &'k Vec<u8>, |value| value.as_slice();
    Vec<u8>: [u8; N], [const N: usize] |value| value.as_slice();
    Vec<u8>: &'k [u8; N], [const N: usize] |value| value.as_slice();
}

/// Appends the columns of a value, as the key of a record has them.
///
/// # Errors
/// As [`KeyWriter::push`], and if the value cannot be stored.
#[inline]
pub fn push<'s, F: Value>(writer: KeyWriter<'s>, value: &F::Set<'_>) -> Result<KeyWriter<'s>> {
    // What may be refused is, as where it is written.
    if const { F::SHAPE.ruled } {
        return push_encoded::<F>(writer, value);
    }
    // Words at hand are XOR the default's, which is zero for these types.
    let at_hand = match (const { &type_of::<F>() }, F::stored(value, F::DEFAULT)) {
        (Type::Scalar(scalar), StoredForm::Word(word, _)) => InputValue::Word(*scalar, word),
        (Type::Bool, StoredForm::Word(word, _)) => InputValue::Bool(word != 0),
        (Type::String, StoredForm::Content(text)) => match core::str::from_utf8(text) {
            Ok(text) => InputValue::Text(text),
            Err(_) => return push_encoded::<F>(writer, value),
        },
        (Type::Bytes, StoredForm::Content(content)) => InputValue::Bytes(content),
        (Type::Scalar(_) | Type::Bool | Type::Enum(_) | Type::String | Type::Bytes, StoredForm::Absent) => {
            InputValue::Absent
        }
        _ => return push_encoded::<F>(writer, value),
    };
    writer.push(at_hand.input_of(F::SHAPE.optional))
}

/// As [`push`], by way of a buffer of the value, of which the columns are read.
#[inline(never)]
fn push_encoded<'s, F: Value>(writer: KeyWriter<'s>, value: &F::Set<'_>) -> Result<KeyWriter<'s>> {
    let bytes = encoded::<F>(value)?;
    let schema = schema_of::<F>();
    let root = schema.peek(&bytes)?.root()?;
    match schema.root_value() {
        Some(field) => push_read(writer, root.value(field)?, (field.ty(), field.optional()), schema),
        None => push_read(writer, ValueRef::Struct(root), (&Type::Struct(schema.root_id()), false), schema),
    }
}

/// Appends the columns of what was read: one, or those of the fields of a frozen struct.
#[inline]
fn push_read<'s>(
    mut writer: KeyWriter<'s>,
    value: ValueRef<'_>,
    (ty, optional): (&Type, bool),
    schema: &Schema,
) -> Result<KeyWriter<'s>> {
    // An array of bytes is given for bytes.
    if let (ValueRef::List(list), Type::Array(array)) = (&value, ty)
        && *array.element() == Type::Scalar(Scalar::U8)
    {
        let bytes = (0..list.len()).map(|index| match list.get(index)? {
            ValueRef::Unsigned(byte) => Ok(u8::try_from(byte).unwrap_or(0)),
            _ => Ok(0),
        });
        return writer.push(bytes.collect::<Result<Vec<u8>>>()?.as_slice());
    }
    let Type::Struct(id) = ty else { return writer.push(inner(value, ty).input_of(optional)) };
    for field in schema.structure(*id).fields() {
        let part = match &value {
            ValueRef::Struct(structure) => structure.value(field)?,
            _ => ValueRef::Absent,
        };
        writer = push_read(writer, part, (field.ty(), optional || field.optional()), schema)?;
    }
    Ok(writer)
}
