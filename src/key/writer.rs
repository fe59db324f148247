//! Keys from plain values, without a record: the writer and its inputs.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::decode::{Cell, fit, push};
use super::range::KeyRange;
use super::{KeyValue, decode};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::cursor::{ValueRef, ValueShape};
use crate::scalar::Builtin;
use crate::scalar::foreign::for_each_foreign;
use crate::scalar::table::{for_each_type, mask};
use crate::scalar::text::ShownWord;
use crate::scalar::word::Scalar as _;
use crate::schema::{Column, Scalar, Schema, Struct, Type};
use crate::typed::Value;
use crate::typed::plan::type_of;

/// Writes keys value by value: to look one record up, or to ask for all that begin with some
/// values.
///
/// A writer from [`Schema::key_writer`] checks the values against the key that the schema declares.
/// A free one takes any values, each as its Rust type says, so that an `i32` and a `u8` are
/// different keys.
///
/// ```
/// use vellum::{Schema, key::KeyWriter};
///
/// let schema = Schema::parse("struct User key(org, name desc) { org: u16, name: string } root User;")?;
/// let key = schema.key_writer()?.push(7)?.push("Ada")?.finish()?;
/// assert_eq!(key, KeyWriter::new().push(7u16)?.push_desc("Ada")?.finish()?);
///
/// let of_org = schema.key_writer()?.push(7)?.range();
/// assert!(of_org.contains(&key));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyWriter<'s> {
    key: Vec<u8>,
    typed: Option<Typed<'s>>,
}

/// What a schema expects.
#[derive(Clone, Debug)]
struct Typed<'s> {
    schema: &'s Schema,
    structure: &'s Struct,
    columns: Vec<&'s Column>,
    /// The column that comes next.
    next: usize,
}

impl<'s> KeyWriter<'s> {
    /// A writer that takes any values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn typed(schema: &'s Schema, structure: &'s Struct) -> Self {
        let columns = structure.columns().collect();
        Self { key: Vec::new(), typed: Some(Typed { schema, structure, columns, next: 0 }) }
    }

    /// Appends the next value, in the direction that the schema declares for it; smaller ones first
    /// where there is no schema.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let (one, two) = (KeyWriter::new().push(1i32)?.finish()?, KeyWriter::new().push(2i32)?.finish()?);
    /// assert!(KeyWriter::new().push(-1i32)?.finish()? < one && one < two);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if the value is not one of the part of the key that comes next,
    /// [`ErrorKind::Path`] if none does.
    pub fn push<'k>(mut self, value: impl Into<KeyInput<'k>>) -> Result<Self> {
        self.put(&value.into(), None, false)?;
        Ok(self)
    }

    /// Appends the next value, larger ones first.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let newest_first = |org: u16, time: i64| KeyWriter::new().push(org)?.push_desc(time)?.finish();
    /// assert!(newest_first(1, 500)? < newest_first(1, 400)?);
    /// assert!(newest_first(1, 400)? < newest_first(2, 500)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`KeyWriter::push`], and [`ErrorKind::Type`] if the schema declares the part the other
    /// way.
    pub fn push_desc<'k>(mut self, value: impl Into<KeyInput<'k>>) -> Result<Self> {
        self.put(&value.into(), Some(true), false)?;
        Ok(self)
    }

    /// The key.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string } root User;")?;
    /// let writer = schema.key_writer()?;
    /// assert_eq!(writer.push(7)?.finish().unwrap_err().kind(), ErrorKind::Path); // the name is missing
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] if values are missing.
    pub fn finish(self) -> Result<Vec<u8>> {
        match &self.typed {
            Some(typed) if typed.next < typed.columns.len() => {
                let (wanted, given) = (typed.columns.len(), typed.next);
                Err(Error::new(
                    ErrorKind::Path,
                    format_args!("the key has {wanted} values, {given} are given; `range` takes so few"),
                ))
            }
            _ => Ok(self.key),
        }
    }

    /// All keys that begin with the values so far.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let of_seven = KeyWriter::new().push(7u16)?.range();
    /// assert!(of_seven.contains(&KeyWriter::new().push(7u16)?.push("ada")?.finish()?));
    /// assert!(!of_seven.contains(&KeyWriter::new().push(8u16)?.finish()?));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn range(&self) -> KeyRange {
        KeyRange::starting_with(self.key.clone())
    }

    /// All keys that go on, after the values so far, with text or bytes that begin with `prefix`.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User key(org, name desc) { org: u16, name: string } root User;")?;
    /// let writer = schema.key_writer()?.push(7)?;
    /// let range = writer.range_of_text("Ad")?;
    /// for (name, is_found) in [("Ad", true), ("Ada", true), ("Ae", false), ("A", false)] {
    ///     assert_eq!(range.contains(&writer.clone().push(name)?.finish()?), is_found, "{name}");
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`KeyWriter::push`], and [`ErrorKind::Type`] if the prefix is neither text nor bytes.
    pub fn range_of_text<'k>(&self, prefix: impl Into<KeyInput<'k>>) -> Result<KeyRange> {
        let mut writer = self.clone();
        writer.put(&prefix.into(), None, true)?;
        Ok(KeyRange::starting_with(writer.key))
    }

    /// As [`KeyWriter::range_of_text`], where larger values sort first.
    ///
    /// # Errors
    /// As [`KeyWriter::range_of_text`] and [`KeyWriter::push_desc`].
    pub fn range_of_text_desc<'k>(&self, prefix: impl Into<KeyInput<'k>>) -> Result<KeyRange> {
        let mut writer = self.clone();
        writer.put(&prefix.into(), Some(true), true)?;
        Ok(KeyRange::starting_with(writer.key))
    }

    /// The bytes so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.key
    }

    fn put(&mut self, input: &KeyInput<'_>, direction: Option<bool>, is_open: bool) -> Result<()> {
        let (cell, optional, descending) = match &mut self.typed {
            None => (free(input)?, input.optional, direction.unwrap_or(false)),
            Some(typed) => {
                let Some(column) = typed.columns.get(typed.next) else {
                    return Err(Error::new(
                        ErrorKind::Path,
                        format_args!("the key has {} values, no more", typed.columns.len()),
                    ));
                };
                let blame = |error: Error| error.in_field(&column.path(typed.schema, typed.structure));
                if direction.is_some_and(|descending| descending != column.descending) {
                    return Err(blame(Error::fixed(&FixedError(
                        ErrorKind::Type,
                        "the schema has smaller values sort first here",
                    ))));
                }
                (fit(typed.schema, column, input).map_err(blame)?, column.optional, column.descending)
            }
        };
        if is_open && !matches!(cell, Cell::Blob(_)) {
            return Err(Error::new(
                ErrorKind::Type,
                format_args!("{input} is no text or bytes that others begin with"),
            ));
        }
        decode::write(&mut self.key, &cell, optional, descending, is_open);
        if let Some(typed) = &mut self.typed {
            typed.next = typed.next.saturating_add(1);
        }
        Ok(())
    }
}

/// A value as its Rust type says.
fn free<'k>(input: &KeyInput<'k>) -> Result<Cell<'k>> {
    Ok(match input.value {
        InputValue::Absent => Cell::Absent,
        InputValue::Bool(value) => Cell::Flag(value),
        InputValue::Word(scalar, word) => Cell::Word(scalar, word),
        InputValue::Text(text) => Cell::Blob(text.as_bytes()),
        InputValue::Bytes(content) => Cell::Blob(content),
        InputValue::Variant(_) => {
            return Err(Error::fixed(&FixedError(
                ErrorKind::Type,
                "the variant of an enum needs the schema that numbers it",
            )));
        }
    })
}

// Inputs: values on their way into a key.

/// A value of a key.
///
/// `bool`, integers, floats, `char`, `&str`, `&[u8]`, the types of [`value`](crate::value) that
/// have an order, an `Option` of any of these, and a [`KeyValue`](crate::key::KeyValue) turn into
/// one. Where a schema says the type, an integer may be of any width, and an enum is given by the
/// name or number of a variant.
///
/// ```
/// use vellum::key::{KeyInput, KeyWriter};
///
/// let values: [KeyInput; 3] = [7u16.into(), "ada".into(), Some(true).into()];
/// let mut writer = KeyWriter::new();
/// for value in values {
///     writer = writer.push(value)?;
/// }
/// assert_eq!(writer.finish()?, KeyWriter::new().push(7u16)?.push("ada")?.push(Some(true))?.finish()?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeyInput<'k> {
    pub(super) value: InputValue<'k>,
    /// Whether it could be absent, where no schema says so.
    pub(super) optional: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum InputValue<'k> {
    Absent,
    Bool(bool),
    Word(Scalar, u128),
    /// The number of an enum's variant.
    Variant(u64),
    Text(&'k str),
    Bytes(&'k [u8]),
}

impl<'k> InputValue<'k> {
    pub(super) fn input(self) -> KeyInput<'k> {
        self.input_of(false)
    }

    pub(super) fn input_of(self, optional: bool) -> KeyInput<'k> {
        KeyInput { value: self, optional }
    }
}

macro_rules! from_scalars {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> From<$type> for KeyInput<'_> {
            fn from(value: $type) -> Self {
                InputValue::Word(<$type as Builtin>::SCALAR, value.to_word().into()).input()
            }
        }
    )*};
}
for_each_type!(sorted from_scalars);

impl From<bool> for KeyInput<'_> {
    fn from(value: bool) -> Self {
        InputValue::Bool(value).input()
    }
}

impl<'k> From<&'k str> for KeyInput<'k> {
    fn from(value: &'k str) -> Self {
        InputValue::Text(value).input()
    }
}

impl<'k> From<&'k String> for KeyInput<'k> {
    fn from(value: &'k String) -> Self {
        InputValue::Text(value).input()
    }
}

impl<'k> From<&'k [u8]> for KeyInput<'k> {
    fn from(value: &'k [u8]) -> Self {
        InputValue::Bytes(value).input()
    }
}

impl<'k, const N: usize> From<&'k [u8; N]> for KeyInput<'k> {
    fn from(value: &'k [u8; N]) -> Self {
        InputValue::Bytes(value).input()
    }
}

impl<'k> From<&'k Vec<u8>> for KeyInput<'k> {
    fn from(value: &'k Vec<u8>) -> Self {
        InputValue::Bytes(value).input()
    }
}

impl<T: Into<Self>> From<Option<T>> for KeyInput<'_> {
    fn from(value: Option<T>) -> Self {
        let value = value.map_or(InputValue::Absent, |value| value.into().value);
        Self { value, optional: true }
    }
}

/// What was read, as what goes into a key.
pub(super) fn inner<'a>(value: ValueRef<'a>, ty: &Type) -> InputValue<'a> {
    match value.shape() {
        ValueShape::Bool(value) => InputValue::Bool(value),
        // As wide as the column is.
        ValueShape::Scalar(_, word) => match ty {
            Type::Scalar(scalar) => InputValue::Word(*scalar, word & mask(*scalar)),
            _ => InputValue::Absent,
        },
        ValueShape::Enum(_, number) => InputValue::Variant(number),
        ValueShape::String(text) => InputValue::Text(text),
        ValueShape::Bytes(content) => InputValue::Bytes(content),
        // No column has the types of all but the first.
        ValueShape::Absent
        | ValueShape::Null
        | ValueShape::Struct(_)
        | ValueShape::List(_)
        | ValueShape::Union(_)
        | ValueShape::Map(_) => InputValue::Absent,
    }
}

/// For messages.
impl fmt::Display for KeyInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            InputValue::Absent => f.write_str("an absent value"),
            InputValue::Bool(value) => value.fmt(f),
            InputValue::Word(scalar, word) => write!(f, "the {scalar} {}", ShownWord(scalar, word)),
            InputValue::Variant(number) => write!(f, "the variant {number}"),
            InputValue::Text(text) => write!(f, "{text:?}"),
            InputValue::Bytes(content) => write!(f, "b\"{}\"", content.escape_ascii()),
        }
    }
}

// Parts: the values of a key in one argument, either one value or a tuple.

/// A value of a key, or a tuple of values that follow each other in it: what
/// [`Schema::key_of`](crate::Schema::key_of) takes.
///
/// What turns into a [`KeyInput`] is one: `bool`, integers, floats, `char`, `&str`, `&[u8]`, the
/// types of [`value`](crate::value) that have an order, an `Option` of any of these, and a
/// [`KeyValue`]; text and bytes may also be owned: `String`, `Vec<u8>`. So are the times,
/// identifiers and decimals of std and of other crates, and a reference to any type that can be a
/// field and has an order: an enum, a frozen struct, a type of yours. A tuple has one to twelve
/// parts, which may be tuples themselves.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct Place key(at, name) { at: tuple<u8, u8>, name: string } root Place;")?;
/// let key = schema.key_of(((4, 2), "Ada"))?;
/// assert_eq!(key, b"\x04\x02Ada\0\0");
/// assert_eq!(key, schema.key_of((4, 2, "Ada"))?);
/// assert_eq!(key, schema.key_of((4, 2, String::from("Ada")))?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a key",
    label = "no value of a key",
    note = "one value is given by itself or as `(value,)`, several as a tuple; an enum is given by the name or the number of a variant"
)]
pub trait KeyPart<'k> {
    #[doc(hidden)]
    fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>>;
}

/// Implements [`KeyPart`] for what turns into a [`KeyInput`].
macro_rules! values {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<'k, $($generics)*> KeyPart<'k> for $type {
            #[inline]
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                writer.push(self)
            }
        }
    )*};
}
for_each_type!(sorted values);
values! {
    [] bool;
    [] KeyInput<'k>;
    [] &'k str;
    [] &'k [u8];
    [] &'k KeyValue;
    [T: Into<KeyInput<'k>>] Option<T>;
}

impl<'k, T: Value> KeyPart<'k> for &'k T {
    fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
        const {
            let is_array = matches!(const { &type_of::<T>() }, Type::Array(_));
            assert!(T::SORTS || is_array, "this type cannot be sorted, so it is no part of a key");
        };
        push::<T>(writer, &self.as_set())
    }
}

/// Implements [`KeyPart`] for types that are stored as a scalar.
macro_rules! foreign {
    ($($(#[$when:meta])* $type:ty;)*) => {$(
        $(#[$when])*
        impl KeyPart<'_> for $type {
            #[inline]
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                push::<Self>(writer, &self.as_set())
            }
        }

        $(#[$when])*
        impl KeyPart<'_> for Option<$type> {
            #[inline]
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                push::<Self>(writer, &self.as_set())
            }
        }
    )*};
}
for_each_foreign!(foreign);

/// What owns its text or bytes, as part of a key that is made at once.
macro_rules! owned {
    ($($type:ty),*) => {$(
        impl KeyPart<'_> for $type {
            #[inline]
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                writer.push(&self)
            }
        }

        impl KeyPart<'_> for Option<$type> {
            #[inline]
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                writer.push(self.as_ref())
            }
        }
    )*};
}
owned!(String, Vec<u8>, KeyValue);

macro_rules! tuples {
    ($($first:ident $($part:ident)*;)*) => {$(
        impl<'k, $first: KeyPart<'k>, $($part: KeyPart<'k>),*> KeyPart<'k> for ($first, $($part,)*) {
            fn push_to(self, writer: KeyWriter<'_>) -> Result<KeyWriter<'_>> {
                #[allow(non_snake_case)]
                let ($first, $($part,)*) = self;
                let writer = $first.push_to(writer)?;
                $(let writer = $part.push_to(writer)?;)*
                Ok(writer)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}
