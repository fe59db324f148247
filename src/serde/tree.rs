//! A value between a type of serde's and a record: what the one's `Serialize` said, for the seeds to take.

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::value::{MapDeserializer, SeqDeserializer};
use serde_core::de::{Deserializer, IntoDeserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use crate::error::{Error, Result};

/// A value of any kind, owned.
#[derive(Debug)]
pub(super) enum Tree {
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
    /// The name of a field or a variant.
    Name(&'static str),
    Text(String),
    Bytes(Vec<u8>),
    Sequence(Vec<Tree>),
    Map(Vec<(Tree, Tree)>),
}

impl From<i128> for Tree {
    fn from(value: i128) -> Self {
        match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => Self::Unsigned(value),
            (_, Ok(value)) => Self::Signed(value),
            _ => Self::I128(value),
        }
    }
}

impl From<u128> for Tree {
    fn from(value: u128) -> Self {
        i128::try_from(value).map_or(Self::U128(value), Self::from)
    }
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
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
            Self::Name(name) => visitor.visit_borrowed_str(name),
            Self::Text(text) => visitor.visit_string(text),
            Self::Bytes(bytes) => visitor.visit_byte_buf(bytes),
            Self::Sequence(parts) => {
                let mut parts = SeqDeserializer::new(parts.into_iter());
                let value = visitor.visit_seq(&mut parts)?;
                parts.end()?;
                Ok(value)
            }
            Self::Map(entries) => {
                let mut entries = MapDeserializer::new(entries.into_iter());
                let value = visitor.visit_map(&mut entries)?;
                entries.end()?;
                Ok(value)
            }
        }
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

impl IntoDeserializer<'_, Error> for Tree {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
