//! Codecs: they decode, change and encode, with texts and bytes borrowed in between where that can
//! be.

use std::marker::PhantomData;

use prost::Message;

use super::values::{Item, Lends, Put as _, Value};
use super::{Behind, Items, Places, Words, add, all};
use crate::format::{Decode, Encode, Of};
use crate::libraries::bincode2::{Derive, Standard};
use crate::libraries::{postcard as with_postcard, serde_json as with_json};
use crate::library::{OWN_BYTES, Row};

/// A format that borrows.
struct Borrowing<F>(PhantomData<F>);

impl<V: Lends, F> Places<V> for Borrowing<F>
where
    F: Encode<V> + for<'a> Decode<'a, V> + for<'a> Encode<V::Ref<'a>> + for<'a> Decode<'a, V::Ref<'a>>,
{
    type Bytes = Vec<u8>;
    const SETS: &'static str = "decode, texts and bytes borrowed, + change + encode";

    fn encode(value: &V) -> Vec<u8> {
        F::default().encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> V {
        F::default().decode(bytes)
    }

    #[inline(never)]
    fn set(bytes: &mut Vec<u8>, index: usize, number: u64) {
        let mut value: V::Ref<'_> = F::default().decode(bytes);
        value.put(index, number);
        let changed = F::default().encode_with_room(&value, bytes.len() + ROOM);
        drop(value);
        *bytes = changed;
    }
}

/// What a number may grow by, with some to spare.
const ROOM: usize = 16;

impl<V: Value, F: Encode<V> + for<'a> Decode<'a, V>> Places<V> for Of<F> {
    type Bytes = Vec<u8>;
    const SETS: &'static str = "decode + change + encode";

    fn encode(value: &V) -> Vec<u8> {
        F::default().encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> V {
        F::default().decode(bytes)
    }

    #[inline(never)]
    fn set(bytes: &mut Vec<u8>, index: usize, number: u64) {
        let mut value: V = F::default().decode(bytes);
        value.set(index, number);
        *bytes = F::default().encode_with_room(&value, bytes.len() + ROOM);
    }
}

pub fn bincode(row: &mut Row) {
    all::<Borrowing<Derive<Standard>>>(row);
}

/// Bytes are a list of numbers in its text, which nobody can borrow.
pub fn json(row: &mut Row) {
    add::<Words, Of<with_json::Borrowing>>(row);
    add::<Items, Borrowing<with_json::Borrowing>>(row);
    add::<Behind, Of<with_json::Borrowing>>(row);
}

pub fn postcard() -> Row {
    let mut row = Row::new("postcard", "postcard", "1", "serde", Vec::new());
    all::<Borrowing<with_postcard::Serde>>(&mut row);
    row
}

pub fn prost() -> Row {
    let mut row = Row::new("prost", "prost", "0.14.", "derive", Vec::new());
    all::<Prost>(&mut row);
    row
}

/// prost, whose messages own their texts and bytes.
struct Prost;

#[derive(Message)]
struct WordsMessage {
    #[prost(uint64, repeated, tag = "1")]
    items: Vec<u64>,
}

#[derive(Message)]
struct ItemsMessage {
    #[prost(message, repeated, tag = "1")]
    items: Vec<ItemMessage>,
}

#[derive(Message)]
struct ItemMessage {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(uint64, tag = "2")]
    number: u64,
}

#[derive(Message)]
struct BehindMessage {
    #[prost(bytes = "vec", tag = "1")]
    content: Vec<u8>,
    #[prost(uint64, tag = "2")]
    number: u64,
}

macro_rules! messages {
    ($V:ident, $Message:ident, |$value:ident| $of:expr, |$message:ident| $to:expr, |$index:ident| $place:expr) => {
        impl Places<$V> for Prost {
            type Bytes = Vec<u8>;
            const SETS: &'static str = "decode + change + encode";

            fn encode($value: &$V) -> Vec<u8> {
                $of.encode_to_vec()
            }

            fn decode(bytes: &Vec<u8>) -> $V {
                let $message = $Message::decode(bytes.as_slice()).expect(OWN_BYTES);
                $to
            }

            #[inline(never)]
            fn set(bytes: &mut Vec<u8>, $index: usize, number: u64) {
                let mut $message = $Message::decode(bytes.as_slice()).expect(OWN_BYTES);
                $place = number;
                *bytes = $message.encode_to_vec();
            }
        }
    };
}

messages!(
    Words,
    WordsMessage,
    |value| WordsMessage { items: value.items.clone() },
    |message| Words { items: message.items },
    |index| message.items[index]
);
messages!(
    Items,
    ItemsMessage,
    |value| ItemsMessage {
        items: value.items.iter().map(|item| ItemMessage { name: item.name.clone(), number: item.number }).collect(),
    },
    |message| Items {
        items: message.items.into_iter().map(|item| Item { name: item.name, number: item.number }).collect(),
    },
    |index| message.items[index].number
);
messages!(
    Behind,
    BehindMessage,
    |value| BehindMessage { content: value.content.clone(), number: value.number },
    |message| Behind { content: message.content, number: message.number },
    |_index| message.number
);
