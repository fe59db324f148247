//! The time of an entry, which is its first field, for formats that tell how a field ends.
//!
//! [`Stamped`](super::Stamped) derives the same; but from an array the derive takes no more
//! elements than it has fields, which some formats refuse, and in a map it goes on to look for its
//! own field to the end.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::entry::{cases, stamped};

cases! {
    /// The time of an entry; all else is skipped or left.
    #[derive(Deserialize)]
    pub enum FirstOf => (First)
}

impl FirstOf {
    pub fn timestamp(self) -> u64 {
        let stamped!(Self { 0: First(timestamp) }) = self;
        timestamp
    }
}

/// The first field of a record: of an array, which is read to its end, or of a map, whose rest is
/// left unread.
pub struct First(u64);

/// The name of the first field.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Timestamp,
}

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = First;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a record that starts with a time")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<First, A::Error> {
                let first = fields.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                while fields.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<First, A::Error> {
                let Key::Timestamp = fields.next_key()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                fields.next_value().map(First)
            }
        }

        deserializer.deserialize_struct("First", &["timestamp"], Fields)
    }
}
