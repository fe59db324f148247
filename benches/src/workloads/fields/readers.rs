//! Types that read the third string, for the ways in which formats find it.

use std::fmt;
use std::io;

use desert_rust::{
    BinaryDeserializer, BinaryInput, BinaryOutput, BinarySerializer, DeserializationContext, SerializationContext,
};
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{declare, variant, with_leading_fields};

with_leading_fields!(
    declare!(
        /// The record up to the third string; the strings before it stay bytes, so that nobody
        /// checks their text.
        #[derive(Deserialize, bincode2::BorrowDecode, wincode::SchemaRead, speedy::Readable)]
        #[bincode(crate = "bincode2")]
        #[allow(dead_code)]
        pub struct Skimmed<'a>
    ),
    strings: [&'a [u8]],
    then: { third_field_of_type_string: [&'a str], }
);

with_leading_fields!(
    declare!(
        /// The same of a format that lends nothing.
        #[derive(Deserialize, borsh::BorshDeserialize, desert_rust::BinaryCodec)]
        #[allow(dead_code)]
        pub struct SkimmedOwned
    ),
    strings: [Copied],
    then: { third_field_of_type_string: [String], }
);

/// The bytes of a string, which were copied.
#[derive(Deserialize)]
#[serde(transparent)]
pub struct Copied(#[allow(dead_code)] serde_bytes::ByteBuf);

impl borsh::BorshDeserialize for Copied {
    fn deserialize_reader<R: io::Read>(reader: &mut R) -> io::Result<Self> {
        Vec::deserialize_reader(reader).map(|bytes| Self(bytes.into()))
    }
}

/// desert passes a string without a copy.
impl BinaryDeserializer for Copied {
    fn deserialize(context: &mut DeserializationContext<'_>) -> desert_rust::Result<Self> {
        let len = context.read_var_i32()?;
        context.skip(len.try_into()?)?;
        Ok(Self(serde_bytes::ByteBuf::new()))
    }
}

/// desert's derive makes both directions of [`SkimmedOwned`]; this one is never used.
impl BinarySerializer for Copied {
    fn serialize<O: BinaryOutput>(&self, context: &mut SerializationContext<O>) -> desert_rust::Result<()> {
        context.write_var_i32(0);
        Ok(())
    }
}

/// The third string alone, for formats that find it by its name; serde skips the other fields.
#[derive(Deserialize)]
pub struct ThirdString<'a> {
    pub third_field_of_type_string: &'a str,
}

/// The third string alone, from an array whose other elements are skipped.
pub struct ThirdAt<'a>(pub &'a str);

impl<'de: 'a, 'a> Deserialize<'de> for ThirdAt<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements;

        impl<'de> Visitor<'de> for Elements {
            type Value = ThirdAt<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an array with a string after the leading fields")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
                for _ in LEADING {
                    elements.next_element::<IgnoredAny>()?;
                }
                let found = elements.next_element()?.ok_or_else(|| A::Error::invalid_length(LEADING.len(), &self))?;
                while elements.next_element::<IgnoredAny>()?.is_some() {}
                Ok(ThirdAt(found))
            }
        }

        deserializer.deserialize_seq(Elements)
    }
}

macro_rules! names {
    (() $($field:ident: $Type:tt,)*) => {
        &[$(stringify!($field)),*]
    };
}

const LEADING: &[&str] = with_leading_fields!(names!(), strings: [str], then: {});

/// The third string, from a map that is read no further.
pub struct ThirdAndStop(pub String);

/// The names that a reader of this field tells apart.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    ThirdFieldOfTypeString,
    #[serde(other)]
    Other,
}

impl<'de> Deserialize<'de> for ThirdAndStop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = ThirdAndStop;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map with a third string")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<ThirdAndStop, A::Error> {
                while let Some(key) = entries.next_key()? {
                    match key {
                        Key::ThirdFieldOfTypeString => return entries.next_value().map(ThirdAndStop),
                        Key::Other => entries.next_value::<IgnoredAny>()?,
                    };
                }
                Err(A::Error::missing_field(variant::THIRD_STRING))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}
