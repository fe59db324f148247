//! Values on their way into a key.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::scalar::Builtin;
use crate::scalar::types::for_each_type;
use crate::scalar::word::Scalar as _;
use crate::schema::Scalar;

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
        KeyInput { value: self, optional: false }
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

/// For messages.
impl fmt::Display for KeyInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            InputValue::Absent => f.write_str("an absent value"),
            InputValue::Bool(value) => value.fmt(f),
            InputValue::Word(scalar, word) => write!(f, "the {scalar} {word:#x}"),
            InputValue::Variant(number) => write!(f, "the variant {number}"),
            InputValue::Text(text) => write!(f, "{text:?}"),
            InputValue::Bytes(content) => write!(f, "b\"{}\"", content.escape_ascii()),
        }
    }
}
