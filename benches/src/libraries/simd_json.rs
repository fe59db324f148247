//! simd-json: JSON text through serde by way of a tape, the flat list of all values that the SIMD
//! parser makes.
//!
//! The parser unescapes strings where they stand and reads up to 64 bytes beyond the text, so it
//! needs text that it may change: every decode first copies the text into a padded buffer. That
//! buffer, the parser's own and the tape are kept, as `fill_tape_padded` documents; only an update,
//! whose text is a clone anyway, parses that clone. Decode-one looks the field up in the tape. The
//! text of the container is longer than that of serde_json because a float of single precision is
//! written with the digits of a double.

mod oplog;

use std::hint::black_box;
use std::mem;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use simd_json::prelude::{ValueAsScalar, ValueIntoString};
use simd_json::{Buffers, Deserializer, INPUT_PADDING, Tape, tape};

use crate::library::Library;
use crate::workloads::container::Container;
use crate::workloads::fields::Fields;
use crate::workloads::record::{Change, Subject};
use crate::workloads::rows::{Codec, Rows, Update};

const OWN_TEXT: &str = "text of this library";

/// A parser with all that it can keep from one text to the next.
pub struct Parser {
    /// The text under the parser, padded.
    input: Vec<u8>,
    buffers: Buffers,
    tape: Tape<'static>,
}

impl Default for Parser {
    fn default() -> Self {
        Self { input: Vec::new(), buffers: Buffers::default(), tape: Tape(Vec::new()) }
    }
}

impl Parser {
    /// Decodes a copy of `text`, to which the value may refer.
    #[inline(never)]
    pub fn decode<'a, T: Deserialize<'a>>(&'a mut self, text: &[u8]) -> T {
        copy_padded(&mut self.input, text);
        let mut tape = take(&mut self.tape);
        simd_json::fill_tape_padded(&mut self.input, text.len(), &mut self.buffers, &mut tape).expect(OWN_TEXT);
        let (value, tape) = deserialize(tape);
        self.tape = tape;
        value
    }

    /// Decodes `text` where it stands.
    #[inline(never)]
    pub fn decode_mut<'a, T: Deserialize<'a>>(&mut self, text: &'a mut [u8]) -> T {
        let mut tape = take(&mut self.tape);
        simd_json::fill_tape(text, &mut self.buffers, &mut tape).expect(OWN_TEXT);
        let (value, tape) = deserialize(tape);
        self.tape = tape;
        value
    }

    /// Hands the root of a copy of `text` to `find`, which nothing is decoded for.
    #[inline(never)]
    pub fn find<'a, T>(&'a mut self, text: &[u8], find: impl FnOnce(tape::Value<'_, 'a>) -> Option<T>) -> T {
        self.parse(text, |tape| find(tape.as_value())).expect(OWN_TEXT)
    }

    /// Hands the tape of a copy of `text` to `read`.
    pub fn parse<'a, T>(&'a mut self, text: &[u8], read: impl FnOnce(&Tape<'a>) -> T) -> T {
        copy_padded(&mut self.input, text);
        let mut tape = take(&mut self.tape);
        simd_json::fill_tape_padded(&mut self.input, text.len(), &mut self.buffers, &mut tape).expect(OWN_TEXT);
        let result = read(&tape);
        self.tape = tape.reset();
        result
    }
}

fn copy_padded(input: &mut Vec<u8>, text: &[u8]) {
    input.clear();
    input.extend_from_slice(text);
    input.resize(text.len() + INPUT_PADDING, b' ');
}

/// The kept tape, to be filled with values of another lifetime.
fn take<'a>(kept: &mut Tape<'static>) -> Tape<'a> {
    mem::replace(kept, Tape(Vec::new())).reset()
}

fn deserialize<'a, T: Deserialize<'a>>(tape: Tape<'a>) -> (T, Tape<'static>) {
    let mut deserializer = Deserializer::from_tape(tape);
    let value = T::deserialize(&mut deserializer).expect(OWN_TEXT);
    (value, deserializer.into_tape().reset())
}

/// A record as JSON, with the text that is read in it.
trait Printed: Subject + Serialize + DeserializeOwned {
    fn text_in<'a>(root: tape::Value<'_, 'a>) -> Option<&'a str>;
}

impl Printed for Container {
    fn text_in<'a>(root: tape::Value<'_, 'a>) -> Option<&'a str> {
        root.get("location")?.into_string()
    }
}

impl Printed for Fields {
    fn text_in<'a>(root: tape::Value<'_, 'a>) -> Option<&'a str> {
        root.get("third_field_of_type_string")?.into_string()
    }
}

fn second_time(root: tape::Value<'_, '_>) -> Option<i32> {
    root.get("list")?.get_idx(1)?.get("sibling")?.get("time")?.as_i32()
}

pub const LIBRARY: Library = Library {
    name: "simd-json",
    container: Ok(|value| vec![rows(value).decode_time(FOUND, |parser, text| parser.find(text, second_time)).finish()]),
    fields: Ok(|value| vec![rows(value).finish()]),
    oplog: Ok(|value| vec![oplog::row(value)]),
};

pub const FOUND: &str = "copies and parses the whole text, then looks the field up in the tape";
pub const COPIED: &str = "copies the text, which the parser changes, into a kept buffer";

/// Everything of a record.
fn rows<S: Printed>(value: &S) -> Rows<S, Parser>
where
    for<'a> S::Ref<'a>: Serialize + Deserialize<'a>,
{
    Rows::<S, Parser>::new("simd-json", ("simd-json", "0."), "serde", value)
        .encode_into_vec("to_writer, to a vector", |buffer, value| {
            buffer.clear();
            encode_into(buffer, value);
        })
        .decode_borrowed(
            "strings borrowed from a copy of the text in a kept buffer",
            |parser, text, _| encode(&parser.decode::<S::Ref<'_>>(text)) == *text,
            |parser, text| {
                black_box(&parser.decode::<S::Ref<'_>>(text));
            },
        )
        .updates()
}

impl<S: Printed> Codec<S> for Parser {
    type Owned = S;
    type Bytes = Vec<u8>;

    const DECODE: &'static str = COPIED;
    const TEXT: &'static str = FOUND;

    fn encode(&mut self, value: &S) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, text: &Vec<u8>) -> S {
        Parser::decode(self, text)
    }

    fn text<T>(&mut self, text: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(self.find(text, S::text_in))
    }
}

impl<S: Printed> Update<S> for Parser
where
    for<'a> S::Ref<'a>: Serialize + Deserialize<'a>,
{
    const UPDATE: &'static str = "decode in the clone + encode, strings borrowed";

    fn update(&mut self, text: &Vec<u8>, change: impl Change<S>) -> Vec<u8> {
        let mut text = text.clone();
        let mut record: S::Ref<'_> = self.decode_mut(&mut text);
        change.apply(&mut record);
        encode(&record)
    }
}

// Each use of the library stands in one function that is never inlined: with a single place of use
// the optimiser inlines the library's own functions there, as it would in a program with one reader
// and one writer.

#[inline(never)]
pub fn encode(value: &impl Serialize) -> Vec<u8> {
    simd_json::to_vec(value).expect("the value has string keys only")
}

#[inline(never)]
pub fn encode_into(buffer: &mut Vec<u8>, value: &impl Serialize) {
    simd_json::to_writer(buffer, value).expect("a vector takes all bytes");
}
