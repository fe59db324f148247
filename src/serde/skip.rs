//! Values that nobody asked for. Formats that can pass over them do so; of the others they are
//! read, and not too deeply.

use core::fmt;

use serde_core::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// How deep a value may be nested that is passed over.
const MAX_SKIPPED: u32 = 128;

/// Passes over a value.
#[derive(Clone, Copy)]
pub(super) struct Skip {
    left: u32,
}

impl Skip {
    pub(super) fn new() -> Self {
        Self { left: MAX_SKIPPED }
    }

    fn deeper<E: Error>(self) -> Result<Self, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left }),
            None => Err(E::custom("a value of an unknown key is nested too deeply")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Skip {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_ignored_any(self)
    }
}

/// Leaves that are passed over.
macro_rules! leaves {
    ($($method:ident($type:ty))*) => {
        $(fn $method<E: Error>(self, _: $type) -> Result<(), E> {
            Ok(())
        })*
    };
}

impl<'de> Visitor<'de> for Skip {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    leaves! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128) visit_f64(f64) visit_str(&str)
        visit_bytes(&[u8])
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deeper()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deeper()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let part = self.deeper()?;
        while sequence.next_element_seed(part)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let part = self.deeper()?;
        while map.next_key_seed(part)?.is_some() {
            map.next_value_seed(part)?;
        }
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<(), A::Error> {
        let part = self.deeper()?;
        let (IgnoredAny, held) = data.variant()?;
        held.newtype_variant_seed(part)
    }
}
