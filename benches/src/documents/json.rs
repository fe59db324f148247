//! serde_json: the text is parsed into its tree, and printed from it. A single string is found
//! without a tree, by a seed that skips what is not asked for.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::codec::{Codec, json_tree, rewritten};
use super::document::{Change, Document, INDEX};
use super::leaves::Leaves;

const OWN_BYTES: &str = "bytes of this library";

pub struct Json;

impl Codec for Json {
    const LIBRARY: &'static str = "serde_json";
    const PACKAGE: (&'static str, &'static str) = ("serde_json", "1");
    const MODE: &'static str = "text";
    const TREE_NOTE: &'static str = "serde_json::Value";
    const LEAVES_NOTE: &'static str = "by a visitor, without a tree";
    const ONE_NOTE: &'static str = "by a seed that skips the rest, which it has to parse up to the end";
    const CHANGE_NOTE: &'static str = "parse + change + print";

    json_tree!();

    fn encode(tree: &Value) -> Vec<u8> {
        serde_json::to_vec(tree).expect("keys are strings")
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Value {
        serde_json::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn leaves((): &mut (), bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        let mut text = serde_json::Deserializer::from_slice(bytes);
        Sum(&mut leaves).deserialize(&mut text).expect(OWN_BYTES);
        text.end().expect(OWN_BYTES);
        leaves
    }

    #[inline(never)]
    fn text<R>((): &mut (), bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R {
        let mut text = serde_json::Deserializer::from_slice(bytes);
        let found = Find { list: document.list, keys: document.text }.deserialize(&mut text).expect(OWN_BYTES);
        text.end().expect(OWN_BYTES);
        read(&found.expect("the document has this text"))
    }

    fn change(bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8> {
        rewritten::<Self>(&bytes, document, change)
    }
}

/// Adds a value to a sum.
pub struct Sum<'l>(pub &'l mut Leaves);

impl<'de> DeserializeSeed<'de> for Sum<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Sum<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.null();
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.0.bool(value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.0.integer(value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.0.integer(value.cast_signed());
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.0.float(value);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.text(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        while values.next_element_seed(Sum(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while entries.next_key_seed(Sum(self.0))?.is_some() {
            entries.next_value_seed(Sum(self.0))?;
        }
        Ok(())
    }
}

/// Finds a text: below the long array if that is still to come, else below keys.
#[derive(Clone, Copy)]
struct Find {
    list: &'static str,
    keys: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for Find {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<String>, D::Error> {
        if self.list.is_empty() && self.keys.is_empty() {
            return deserializer.deserialize_str(self);
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Find {
    type Value = Option<String>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the way to a text")
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<String>, E> {
        Ok(Some(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Option<String>, A::Error> {
        for _ in 0..INDEX {
            values.next_element::<IgnoredAny>()?;
        }
        let found = values.next_element_seed(self)?.flatten();
        while values.next_element::<IgnoredAny>()?.is_some() {}
        Ok(found)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Option<String>, A::Error> {
        let (wanted, below) = match self.keys {
            _ if !self.list.is_empty() => (self.list, Self { list: "", ..self }),
            [first, rest @ ..] => (*first, Self { keys: rest, ..self }),
            [] => return Ok(None),
        };
        let mut found = None;
        while let Some(is_wanted) = entries.next_key_seed(Is(wanted))? {
            if is_wanted {
                found = entries.next_value_seed(below)?;
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Whether a key is the wanted one.
struct Is(&'static str);

impl<'de> DeserializeSeed<'de> for Is {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Is {
    type Value = bool;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<bool, E> {
        Ok(key == self.0)
    }
}
