//! JSON in which no key comes twice: what a tree of values keeps is the last of them, and the
//! others are lost.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Any value, and nothing of it: an error if a key comes twice anywhere in it.
pub(super) struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

macro_rules! pass {
    ($($function:ident($type:ty)),*) => {$(
        fn $function<E: Error>(self, _: $type) -> Result<Self, E> {
            Ok(self)
        }
    )*};
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    pass!(
        visit_bool(bool),
        visit_i64(i64),
        visit_i128(i128),
        visit_u64(u64),
        visit_u128(u128),
        visit_f64(f64),
        visit_str(&str)
    );

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self, A::Error> {
        while let Some(Self) = elements.next_element()? {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self, A::Error> {
        let mut keys = BTreeSet::<String>::new();
        while let Some(key) = members.next_key()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format!("the key `{key}` comes twice")));
            }
            keys.insert(key);
            let Self = members.next_value()?;
        }
        Ok(self)
    }
}
