//! What a type of serde's says that a value is, for the visitors of formats to take: so both are converted in one place.

use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;

use crate::error::{Error, Result};

/// A value without parts, or that one with parts begins where none fits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given<'a> {
    /// Nothing, or none.
    Unit,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    /// An integer that needs more than 64 bits.
    I128(i128),
    /// An integer that needs all of 128 bits.
    U128(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Text(&'a str),
    Bytes(&'a [u8]),
    Sequence,
    Map,
}

impl From<i128> for Given<'_> {
    fn from(value: i128) -> Self {
        match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => Self::Unsigned(value),
            (_, Ok(value)) => Self::Signed(value),
            _ => Self::I128(value),
        }
    }
}

impl From<u128> for Given<'_> {
    fn from(value: u128) -> Self {
        i128::try_from(value).map_or(Self::U128(value), Self::from)
    }
}

impl Given<'_> {
    /// Tells a visitor.
    #[inline(always)]
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Unit => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Signed(value) => visitor.visit_i64(value),
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::I128(value) => visitor.visit_i128(value),
            Self::U128(value) => visitor.visit_u128(value),
            Self::F32(value) => visitor.visit_f32(value),
            Self::F64(value) => visitor.visit_f64(value),
            Self::Char(value) => visitor.visit_char(value),
            Self::Text(text) => visitor.visit_str(text),
            Self::Bytes(bytes) => visitor.visit_bytes(bytes),
            Self::Sequence => visitor.visit_seq(NoParts),
            Self::Map => visitor.visit_map(NoParts),
        }
    }
}

impl<'de> Deserializer<'de> for Given<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Unit => visitor.visit_none(),
            present => visitor.visit_some(present),
        }
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The parts of what does not fit.
struct NoParts;

impl<'de> SeqAccess<'de> for NoParts {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, _: T) -> Result<Option<T::Value>> {
        Ok(None)
    }
}

impl<'de> MapAccess<'de> for NoParts {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, _: K) -> Result<Option<K::Value>> {
        Ok(None)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, _: T) -> Result<T::Value> {
        Err(serde_core::de::Error::custom("a value is asked for without its key"))
    }
}
