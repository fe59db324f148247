//! [`Any`] as serde sees it: what it holds, as a field of a run-time record does.
//!
//! Invariant: what is deserialized is nested at most as deeply as a buffer can hold, so that its
//! recursion is bounded whatever the format allows.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::number;
use super::number::{ExactNumber, MaybeExact, MaybeNumber};
use crate::read::document::MAX_DEPTH;
use crate::typed::any::Any;

/// Serializes the held value itself: null as none, bytes as bytes.
///
/// ```
/// use vellum::value::Any;
///
/// let any = Any::from_iter([("a", Any::from(1)), ("b", Any::Null)]);
/// assert_eq!(serde_json::to_value(&any).unwrap(), serde_json::json!({ "a": 1, "b": null }));
/// ```
impl Serialize for Any {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::I8(value) => serializer.serialize_i8(*value),
            Self::I16(value) => serializer.serialize_i16(*value),
            Self::I32(value) => serializer.serialize_i32(*value),
            Self::I64(value) => serializer.serialize_i64(*value),
            Self::U64(value) => serializer.serialize_u64(*value),
            Self::F64(value) => serializer.serialize_f64(*value),
            Self::String(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::List(list) => serializer.collect_seq(list),
            Self::Map(map) => serializer.collect_map(map),
        }
    }
}

/// From a format that says what it holds. Integers are in the narrowest variant; an enum's variant
/// with a payload is a map.
///
/// ```
/// use vellum::value::Any;
///
/// let any: Any = serde_json::from_value(serde_json::json!({ "a": [1, 2.5, null] })).unwrap();
/// assert_eq!(any.get("a").unwrap().as_list().unwrap(), [Any::from(1), Any::from(2.5), Any::Null]);
/// ```
impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed { left: MAX_DEPTH }.deserialize(deserializer)
    }
}

/// A value with so many levels left.
#[derive(Clone, Copy)]
struct Seed {
    left: u32,
}

impl Seed {
    fn below<E: de::Error>(self) -> Result<Self, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left }),
            None => Err(E::custom(format!("values are nested at most {MAX_DEPTH} deep"))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed {
    type Value = Any;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Any, D::Error> {
        deserializer.deserialize_any(self)
    }
}

fn unheld<E: de::Error>(value: impl fmt::Display) -> E {
    E::custom(format!("`any` holds integers from -2^63 up to 2^64, and {value} is none"))
}

impl<'de> Visitor<'de> for Seed {
    type Value = Any;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of any kind")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Any, E> {
        Ok(Any::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Any, E> {
        Ok(Any::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Any, D::Error> {
        self.below()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Any, D::Error> {
        self.below()?.deserialize(deserializer)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Any, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Any, E> {
        Ok(value.into())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Any, E> {
        Ok(value.into())
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Any, E> {
        match (i64::try_from(value), u64::try_from(value)) {
            (Ok(value), _) => Ok(value.into()),
            (_, Ok(value)) => Ok(value.into()),
            _ => Err(unheld(value)),
        }
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Any, E> {
        u64::try_from(value).map(Any::from).map_err(|_| unheld(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Any, E> {
        Ok(value.into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Any, E> {
        Ok(text.into())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Any, E> {
        Ok(text.into())
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Any, E> {
        Ok(Any::Bytes(bytes.to_owned()))
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Any, E> {
        Ok(Any::Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Any, A::Error> {
        let seed = self.below()?;
        let mut list = Vec::new();
        while let Some(element) = elements.next_element_seed(seed)? {
            list.push(element);
        }
        Ok(Any::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Any, A::Error> {
        let seed = match self.below() {
            Ok(seed) => seed,
            // A number is no level.
            Err(error) => {
                return number::digits(&mut entries)?.map_or(Err(error), |text| ExactNumber::visit(&text, self));
            }
        };
        let mut map = BTreeMap::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(de::Error::custom(format!("the key {key:?} comes twice")));
            }
            let value = if key == number::NAME {
                match entries.next_value_seed(MaybeNumber(seed))? {
                    MaybeExact::Number(digits) => return ExactNumber::visit(&digits, self),
                    MaybeExact::Other(value) => value,
                }
            } else {
                entries.next_value_seed(seed)?
            };
            map.insert(key, value);
        }
        Ok(Any::Map(map))
    }
}
