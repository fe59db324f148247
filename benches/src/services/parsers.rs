//! Libraries that find one field by a parser or a reader of their own: simd-json in its tape,
//! sonic-rs by `get`, flexbuffers by its `Reader`.

use std::hint::black_box;

use flexbuffers::MapReader;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use simd_json::prelude::{ValueAsScalar, ValueIntoString};
use simd_json::tape;
use sonic_rs::{JsonValueTrait, LazyValue, PointerNode, pointer};

use super::formats::{One, PUSH, Strings, grown};
use super::kind::{Change, Kind};
use super::log::{self, AccessLog};
use super::mesh::{self, Surface};
use super::rows::{Codec, Rows};
use super::saves::{self, Saves};
use super::tick::{self, Tick};
use crate::format::{Borrowed, Decode, Encode, Format, Of, codec_write};
use crate::libraries::simd_json::{COPIED, FOUND, Parser, encode, encode_into};
use crate::libraries::{flexbuffers as flex, sonic_rs as sonic};
use crate::library::OWN_BYTES;

/// simd-json, as a format: its parser is kept.
#[derive(Default)]
pub struct Simd(Parser);

impl Format for Simd {
    const LIBRARY: &'static str = "simd-json";
    const PACKAGE: (&'static str, &'static str) = ("simd-json", "0.");
    const MODE: &'static str = "serde";
    const REUSE: &'static str = "to_writer, to a vector";
    const DECODE: &'static str = COPIED;
    const BORROW: &'static str = "strings borrowed from a copy of the text in a kept buffer";
    type One = InTape;
    type Strings = InClone;
}

impl<T: Serialize> Encode<T> for Simd {
    fn encode(&mut self, value: &T) -> Vec<u8> {
        encode(value)
    }

    codec_write!(append(value, buffer) { encode_into(buffer, value) });
}

impl<T: DeserializeOwned> Decode<'_, T> for Simd {
    fn decode(&mut self, text: &[u8]) -> T {
        self.0.decode(text)
    }
}

/// Looks the field up in the tape.
pub struct InTape;

/// Decodes with strings borrowed: from the kept copy, or, for an update, from a clone of the text.
pub struct InClone;

impl<K: Kind> Strings<K, Simd> for InClone
where
    for<'a> K::Lent<'a>: Serialize + Deserialize<'a>,
{
    const UPDATE: &'static str = "decode in the clone + encode, strings borrowed";
    const PUSH: &'static str = PUSH;

    fn decode_borrowed(rows: Rows<'_, K, Of<Simd>>) -> Rows<'_, K, Of<Simd>>
    where
        Of<Simd>: Codec<K, Bytes = Vec<u8>>,
    {
        if K::NAMES.text.is_none() {
            return rows;
        }
        rows.decode_borrowed(
            Simd::BORROW,
            |Of(Simd(parser)), text| encode(&parser.decode::<K::Lent<'_>>(text)) == *text,
            |Of(Simd(parser)), text| {
                black_box(&parser.decode::<K::Lent<'_>>(text));
            },
        )
    }

    fn update(Simd(parser): &mut Simd, text: &[u8], change: impl Change<K>) -> Vec<u8> {
        let mut text = text.to_vec();
        let mut bytes = Vec::with_capacity(grown(&text));
        let mut value: K::Lent<'_> = parser.decode_mut(&mut text);
        change.apply(&mut value);
        encode_into(&mut bytes, &value);
        bytes
    }
}

const READER: &str = "by Reader, each field by its name";

/// How one field of a kind is found, in each library: in the tape, by its path, and by a reader.
macro_rules! finds {
    (
        $Kind:ident: $Found:ty, |$found:ident| $by:expr,
        |$value:ident| $tape:expr, [$($step:expr),+], |$lazy:ident| $get:expr, |$map:ident| $read:expr
    ) => {
        impl One<$Kind, Simd> for InTape {
            const NOTE: &'static str = FOUND;

            fn one<T>(format: &mut Simd, text: &[u8], take: impl FnOnce(&<$Kind as Kind>::Found) -> T) -> T {
                #[allow(clippy::needless_lifetimes)]
                fn find<'a>($value: tape::Value<'_, 'a>) -> Option<$Found> {
                    $tape
                }
                let $found = format.0.find(text, find);
                take($by)
            }
        }

        impl One<$Kind, sonic::Borrowing> for sonic::Get {
            const NOTE: &'static str = sonic::FOUND;

            fn one<T>(_: &mut sonic::Borrowing, text: &[u8], take: impl FnOnce(&<$Kind as Kind>::Found) -> T) -> T {
                let $lazy = sonic_get(text, &pointer![$($step),+]);
                let $found = $get.expect(OWN_BYTES);
                take($by)
            }
        }

        impl One<$Kind, flex::Serde> for flex::ByReader {
            const NOTE: &'static str = READER;

            fn one<T>(_: &mut flex::Serde, bytes: &[u8], take: impl FnOnce(&<$Kind as Kind>::Found) -> T) -> T {
                #[inline(never)]
                #[allow(clippy::needless_lifetimes)]
                fn find<'a>(bytes: &'a [u8]) -> $Found {
                    let $map = flex::root(bytes);
                    $read
                }
                let $found = find(bytes);
                take($by)
            }
        }
    };
}

#[inline(never)]
fn sonic_get<'a>(text: &'a [u8], path: &[PointerNode]) -> LazyValue<'a> {
    sonic_rs::get(text, path.iter()).expect(OWN_BYTES)
}

/// The element at this index of a list of that name.
fn element<'a>(map: &MapReader<&'a [u8]>, list: &str, index: usize) -> MapReader<&'a [u8]> {
    map.idx(list).as_vector().idx(index).as_map()
}

finds!(
    AccessLog: &'a str, |found| found,
    |value| value.get("entries")?.get_idx(log::MIDDLE)?.get("path")?.into_string(),
    ["entries", log::MIDDLE, "path"], |lazy| lazy.as_str(),
    |map| element(&map, "entries", log::MIDDLE).idx("path").as_str()
);
finds!(
    Saves: u32, |found| &found,
    |value| value.get("campaigns")?.get_idx(saves::MIDDLE)?.get("stock")?.get(saves::KEY)?.as_u32(),
    ["campaigns", saves::MIDDLE, "stock", saves::KEY],
    |lazy| lazy.as_u64().and_then(|tons| u32::try_from(tons).ok()),
    |map| element(&map, "campaigns", saves::MIDDLE).idx("stock").as_map().idx(saves::KEY).as_u32()
);
finds!(
    Tick: u16, |found| &found,
    |value| value.get("entities")?.get_idx(tick::MIDDLE)?.get("health")?.as_u16(),
    ["entities", tick::MIDDLE, "health"], |lazy| lazy.as_u64().and_then(|health| u16::try_from(health).ok()),
    |map| element(&map, "entities", tick::MIDDLE).idx("health").as_u16()
);
finds!(
    Surface: f32, |found| &found,
    |value| value.get("corners")?.get_idx(mesh::MIDDLE)?.get("weight")?.as_f32(),
    ["corners", mesh::MIDDLE, "weight"], |lazy| lazy.as_f64().map(|weight| weight as f32),
    |map| element(&map, "corners", mesh::MIDDLE).idx("weight").as_f32()
);

/// One field is read in place, the rest through serde with strings borrowed.
impl<K: Kind> Strings<K, flex::Serde> for flex::ByReader
where
    Borrowed: Strings<K, flex::Serde>,
{
    const UPDATE: &'static str = <Borrowed as Strings<K, flex::Serde>>::UPDATE;
    const PUSH: &'static str = PUSH;

    fn decode_borrowed(rows: Rows<'_, K, Of<flex::Serde>>) -> Rows<'_, K, Of<flex::Serde>>
    where
        Of<flex::Serde>: Codec<K, Bytes = Vec<u8>>,
    {
        <Borrowed as Strings<K, flex::Serde>>::decode_borrowed(rows)
    }

    fn update(format: &mut flex::Serde, bytes: &[u8], change: impl Change<K>) -> Vec<u8> {
        <Borrowed as Strings<K, flex::Serde>>::update(format, bytes, change)
    }
}
