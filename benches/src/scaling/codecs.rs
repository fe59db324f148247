//! The codecs of this workload: the two that encode and decode fastest, and flatbuffers, which has to build anew.

use flatbuffers::{FlatBufferBuilder, Follow, ForwardsUOffset, InvalidFlatbuffer, Table, Vector, Verifiable, Verifier};

use wincode::config::Configuration;

use super::codec::Codec;
use super::{Payload, Words};

const OWN_BYTES: &str = "bytes of this library";

/// As by default, but for lists of more than four megabytes.
const WINCODE: Configuration<true, WINCODE_LIMIT> =
    Configuration::default().with_preallocation_size_limit::<WINCODE_LIMIT>();
const WINCODE_LIMIT: usize = 1 << 30;

pub fn all() -> [Codec; 3] {
    [
        Codec {
            library: "wincode",
            package: ("wincode", ""),
            mode: "derive",
            encode_words: |words| wincode::config::serialize(words, WINCODE).expect("the value is small"),
            decode_words: |bytes| wincode::config::deserialize(bytes, WINCODE).expect(OWN_BYTES),
            encode_payload: |payload| wincode::config::serialize(payload, WINCODE).expect("the value is small"),
            decode_payload: |bytes| wincode::config::deserialize(bytes, WINCODE).expect(OWN_BYTES),
        },
        Codec {
            library: "bincode 2",
            package: ("bincode", "2"),
            mode: "derive",
            encode_words: |words| encode2(words),
            decode_words: |bytes| decode2(bytes),
            encode_payload: |payload| encode2(payload),
            decode_payload: |bytes| decode2(bytes),
        },
        Codec {
            library: "flatbuffers",
            package: ("flatbuffers", ""),
            mode: "verified",
            encode_words: |words| {
                let mut builder = FlatBufferBuilder::with_capacity(words.items.len() * 8 + 64);
                let items = builder.create_vector(&words.items);
                let table = builder.start_table();
                builder.push_slot_always(ITEMS, items);
                let table = builder.end_table(table);
                builder.finish_minimal(table);
                builder.finished_data().to_vec()
            },
            decode_words: |bytes| {
                let root = flatbuffers::root::<WordsTable<'_>>(bytes).expect(OWN_BYTES);
                let items = root.0.get_checked::<Vector<'_, u64>>(ITEMS);
                Words { items: items.map_or_else(Vec::new, |items| items.iter().collect()) }
            },
            encode_payload: |payload| {
                let mut builder = FlatBufferBuilder::with_capacity(payload.content.len() + 128);
                let content = builder.create_vector(&payload.content);
                let name = builder.create_string(&payload.name);
                let table = builder.start_table();
                builder.push_slot_always(CONTENT, content);
                builder.push_slot_always(NAME, name);
                builder.push_slot(NUMBER, payload.number, 0);
                let table = builder.end_table(table);
                builder.finish_minimal(table);
                builder.finished_data().to_vec()
            },
            decode_payload: |bytes| {
                let root = flatbuffers::root::<PayloadTable<'_>>(bytes).expect(OWN_BYTES);
                let content = root.0.get_checked::<Vector<'_, u8>>(CONTENT);
                // SAFETY: the field is a number by the table's verifier.
                let number = unsafe { root.0.get::<u32>(NUMBER, Some(0)) };
                Payload {
                    number: number.unwrap_or(0),
                    name: root.0.get_checked::<&str>(NAME).unwrap_or_default().to_owned(),
                    content: content.map_or_else(Vec::new, |content| content.bytes().to_vec()),
                }
            },
        },
    ]
}

fn encode2(value: &impl bincode2::Encode) -> Vec<u8> {
    bincode2::encode_to_vec(value, bincode2::config::standard()).expect("the value is small")
}

fn decode2<T: bincode2::Decode<()>>(bytes: &[u8]) -> T {
    bincode2::decode_from_slice(bytes, bincode2::config::standard()).expect(OWN_BYTES).0
}

// The tables as a generator writes them: fields by the offset of their entry in the vtable.

const ITEMS: u16 = 4;
const NUMBER: u16 = 4;
const NAME: u16 = 6;
const CONTENT: u16 = 8;

struct WordsTable<'a>(Verified<'a>);
struct PayloadTable<'a>(Verified<'a>);

/// A table whose fields were verified.
#[derive(Clone, Copy)]
struct Verified<'a>(Table<'a>);

impl<'a> Verified<'a> {
    fn get_checked<T: Follow<'a> + 'a>(&self, slot: u16) -> Option<T::Inner> {
        // SAFETY: the verifier of the table checked that the field has this type.
        unsafe { self.0.get::<ForwardsUOffset<T>>(slot, None) }
    }

    unsafe fn get<T: Follow<'a> + 'a>(&self, slot: u16, default: Option<T::Inner>) -> Option<T::Inner> {
        unsafe { self.0.get::<T>(slot, default) }
    }
}

macro_rules! table {
    ($name:ident, |$fields:ident| $visit:expr) => {
        impl<'a> Follow<'a> for $name<'a> {
            type Inner = Self;

            unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
                Self(Verified(unsafe { Table::new(buf, loc) }))
            }
        }

        impl Verifiable for $name<'_> {
            fn run_verifier(verifier: &mut Verifier<'_, '_>, pos: usize) -> Result<(), InvalidFlatbuffer> {
                let $fields = verifier.visit_table(pos)?;
                $visit.finish();
                Ok(())
            }
        }
    };
}
table!(WordsTable, |fields| fields.visit_field::<ForwardsUOffset<Vector<'_, u64>>>("items", ITEMS, true)?);
table!(PayloadTable, |fields| fields
    .visit_field::<u32>("number", NUMBER, false)?
    .visit_field::<ForwardsUOffset<&str>>("name", NAME, true)?
    .visit_field::<ForwardsUOffset<Vector<'_, u8>>>("content", CONTENT, true)?);
