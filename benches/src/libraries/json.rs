//! json: JSON text to and from a tree of values, without serde.
//!
//! The tree is the library's own form of the record: building, encoding and decoding make and take
//! it. It owns all its strings, those of up to 30 bytes without an allocation, and keeps numbers as
//! decimals; a float of single precision is written with the digits of a double. Text comes as
//! `str`, which spares the library no check: here it stays a `String`.

use json::JsonValue;
use json::object::Object;

use crate::library::Library;
use crate::workloads::fields::Fields;
use crate::workloads::trees::{self, Codec, Found, Leaf, Tree, arrays};

const OWN_TEXT: &str = "text of this library";

pub const LIBRARY: Library = Library {
    name: "json",
    container: Ok(|value| vec![trees::container::<Values>(value)]),
    fields: Ok(|value| {
        let mut row = trees::fields::<Values>(value);
        let read = serde_json::from_slice::<Fields>(&row.encoded);
        row.prove("the text is that of the original", read.is_ok_and(|read| read == *value));
        vec![row]
    }),
    oplog: Err("no types: the cases of the log, and every byte of a payload, would be values of a tree built by hand"),
};

#[derive(Default)]
struct Values;

impl Codec for Values {
    type Tree = JsonValue;
    type Ref<'t> = JsonValue;
    type Bytes = String;

    const LIBRARY: &'static str = "json";
    const PACKAGE: (&'static str, &'static str) = ("json", "0.12.");
    const MODE: &'static str = "values";
    const ENCODE: &'static str = "dump, from a tree of values";
    const REUSE: Option<&'static str> = Some("write, from a tree of values, to a vector");
    const CLONE: &'static str = "clone of a String";

    #[inline(never)]
    fn encode(tree: &JsonValue) -> String {
        tree.dump()
    }

    #[inline(never)]
    fn encode_into(tree: &JsonValue, buffer: &mut Vec<u8>) {
        tree.write(buffer).expect("a vector takes all bytes");
    }

    #[inline(never)]
    fn decode(text: &String) -> JsonValue {
        json::parse(text).expect(OWN_TEXT)
    }

    fn decode_ref(text: &String) -> JsonValue {
        Self::decode(text)
    }

    fn encode_changed(tree: JsonValue, _: usize) -> String {
        Self::encode(&tree)
    }
}

impl Tree<'_> for JsonValue {
    fn leaf(leaf: Leaf<'_>) -> Self {
        match leaf {
            Leaf::Bool(value) => value.into(),
            Leaf::U8(value) => value.into(),
            Leaf::U16(value) => value.into(),
            Leaf::U32(value) => value.into(),
            Leaf::U64(value) => value.into(),
            // The crate cannot negate the smallest `i8`; the text is the same.
            Leaf::I8(value) => i32::from(value).into(),
            Leaf::I16(value) => i32::from(value).into(),
            Leaf::I32(value) => value.into(),
            Leaf::I64(value) => value.into(),
            Leaf::F32(value) => value.into(),
            Leaf::F64(value) => value.into(),
            Leaf::Text(text) | Leaf::Case((_, text)) => text.into(),
        }
    }

    fn record(fields: Vec<(&'static str, Self)>) -> Self {
        let mut object = Object::with_capacity(fields.len());
        fields.into_iter().for_each(|(name, value)| object.insert(name, value));
        Self::Object(object)
    }

    fn field(&self, name: &str, _: usize) -> Option<&Self> {
        let Self::Object(object) = self else { return None };
        object.get(name)
    }

    fn field_mut(&mut self, name: &str, _: usize) -> Option<&mut Self> {
        let Self::Object(object) = self else { return None };
        object.get_mut(name)
    }

    arrays!();

    fn found(&self) -> Option<Found<'_>> {
        Some(match self {
            Self::Boolean(value) => Found::Bool(*value),
            Self::Number(number) => Found::Float((*number).into()),
            value => Found::Text(value.as_str()?),
        })
    }

    /// Text tells no kinds of numbers apart.
    fn integer(&self) -> Option<i128> {
        self.as_i64().map(i128::from)
    }
}
