//! `NoProto`: a schema that is read at run time, and buffers that are read and edited where they
//! lie, by paths.
//!
//! The crate does not compile as it was published; `build.rs` says what is mended. Its texts are
//! not checked: it takes what lies in the bytes for UTF-8, so its rows trust them. A text that is
//! longer than the one before goes to the end of the buffer, and the old one stays as waste: a
//! buffer that is kept has to be compacted now and then, as the library's documentation says. Its
//! compaction loses the values of a struct from the fifth field on, so that the record of many
//! fields is written anew instead.

use std::hint::black_box;
use std::mem::take;
use std::sync::LazyLock;

use no_proto::NP_Factory;
use no_proto::buffer::NP_Buffer;
use no_proto::error::NP_Error;
use no_proto::pointer::option::NP_Enum;
use no_proto::pointer::{NP_Scalar, NP_Value};

use crate::library::{Library, NOT_ADDED, OWN_BYTES, Row};
use crate::workloads::container::sink::{Collect, Sink};
use crate::workloads::container::{Bar, Container, FRUITS, walks};
use crate::workloads::fields::{Fields, FieldsRef, with_fields};
use crate::workloads::record::Subject;
use crate::workloads::rows::{Codec, Rows};

/// What a fresh buffer starts with: an empty one would grow, by doubling, from nothing.
const CAPACITY: usize = 512;
/// A kept buffer that is longer is made short again. The records take some hundreds of bytes.
const LONGEST: usize = 4096;

const IN_CLONE: &str = "in a clone of the bytes";

pub const LIBRARY: Library = Library {
    name: "no_proto",
    container: Ok(|value| {
        let row = walks!(rows(value), "by paths", |bytes, sink| walk(bytes, sink))
            .decode_time("", |_, bytes| second_time(bytes));
        vec![finish(row)]
    }),
    fields: Ok(|value| {
        let row = rows(value).decode_borrowed(
            "by paths",
            |_, bytes, value| read_all(bytes, |read| read == FieldsRef::from(value)),
            |_, bytes| {
                read_all(bytes, |read| {
                    black_box(&read);
                });
            },
        );
        vec![finish(row)]
    }),
    oplog: NOT_ADDED,
};

/// A record with its schema and paths.
trait Described: Subject<Number: NP_Value<'static> + NP_Scalar<'static>> {
    const READ_TEXT: &'static [&'static str];
    const SET_TEXT: &'static [&'static str];
    const SET_NUMBER: &'static [&'static str];

    fn factory() -> &'static NP_Factory;
    fn fill(&self, buffer: &mut NP_Buffer) -> Result<(), NP_Error>;
    /// An owned record.
    fn read(bytes: &[u8]) -> Self;

    /// The note on a buffer that is kept, and how it loses its waste.
    const SHORTENS: &'static str;
    fn shorten(buffer: &mut NP_Buffer);
}

#[derive(Default)]
struct Runtime;

impl<S: Described> Codec<S> for Runtime {
    type Owned = S;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "by paths from a cursor, into a fresh buffer of capacity 512";
    const OWNS: bool = false;

    #[inline(never)]
    fn encode(&mut self, value: &S) -> Vec<u8> {
        let mut buffer = S::factory().new_buffer(Some(CAPACITY));
        value.fill(&mut buffer).expect(OWN_BYTES);
        buffer.finish().bytes()
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        S::read(bytes)
    }

    #[inline(never)]
    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(get(&S::factory().open_buffer_ref(bytes), S::READ_TEXT))
    }
}

fn rows<S: Described>(value: &S) -> Rows<S, Runtime> {
    Rows::<S, Runtime>::new("no_proto", ("no_proto", ""), "runtime", value)
        .sets_text([IN_CLONE, S::SHORTENS], |bytes, text| set::<S, _>(bytes, S::SET_TEXT, text))
        .sets_number([IN_CLONE, "buffer opened for each"], |bytes, number| set::<S, _>(bytes, S::SET_NUMBER, number))
}

fn finish<S: Described>(rows: Rows<S, Runtime>) -> Row {
    // The lock file has no version of what cargo does not build.
    Row { version: concat!(env!("NO_PROTO"), ", mended").to_owned(), ..rows.finish().borrowed().unchecked() }
}

/// Sets one field in the bytes.
#[inline(never)]
fn set<'v, S: Described, T: NP_Value<'v> + NP_Scalar<'v> + 'v>(bytes: &mut Vec<u8>, path: &[&str], value: T) {
    let mut buffer = S::factory().open_buffer(take(bytes));
    buffer.set(path, value).expect(OWN_BYTES);
    if buffer.data_length() > LONGEST {
        S::shorten(&mut buffer);
    }
    *bytes = buffer.finish().bytes();
}

/// A field that is there.
#[inline(always)]
fn get<'b, T: NP_Value<'b> + NP_Scalar<'b> + 'b>(buffer: &'b NP_Buffer, path: &[&str]) -> T {
    buffer.get(path).expect(OWN_BYTES).expect("every field is set")
}

const INDICES: [&str; 3] = ["0", "1", "2"];

impl Described for Container {
    const READ_TEXT: &'static [&'static str] = &["location"];
    const SET_TEXT: &'static [&'static str] = &["list", "0", "name"];
    const SET_NUMBER: &'static [&'static str] = &["list", "0", "sibling", "time"];

    fn factory() -> &'static NP_Factory {
        static FACTORY: LazyLock<NP_Factory> = LazyLock::new(|| {
            let schema = "struct({ fields: {
                list: list({ of: struct({ fields: {
                    sibling: struct({ fields: { time: i32(), ratio: float(), size: u16() } }),
                    name: string(), rating: double(), postfix: u8()
                } }) }),
                initialized: bool(), fruit: enum({ choices: [\"Apples\", \"Pears\", \"Bananas\"] }), location: string()
            } })";
            NP_Factory::new(schema).expect("a schema of the library's types")
        });
        &FACTORY
    }

    fn fill(&self, buffer: &mut NP_Buffer) -> Result<(), NP_Error> {
        for (index, element) in INDICES.iter().zip(&self.list) {
            buffer.move_cursor(&["list", index])?;
            buffer.set(&["name"], element.name.as_str())?;
            buffer.set(&["rating"], element.rating)?;
            buffer.set(&["postfix"], element.postfix)?;
            buffer.move_cursor(&["sibling"])?;
            buffer.set(&["time"], element.sibling.time)?;
            buffer.set(&["ratio"], element.sibling.ratio)?;
            buffer.set(&["size"], element.sibling.size)?;
            buffer.cursor_to_root();
        }
        buffer.set(&["initialized"], self.initialized)?;
        buffer.set(&["fruit"], NP_Enum::new(FRUITS[self.fruit as usize].1))?;
        buffer.set(&["location"], self.location.as_str())?;
        Ok(())
    }

    fn read(bytes: &[u8]) -> Self {
        Collect::record(|sink| walk(bytes, sink))
    }

    const SHORTENS: &'static str = "buffer opened for each, compacted when it is longer than 4 kB";

    fn shorten(buffer: &mut NP_Buffer) {
        buffer.compact(Some(2 * LONGEST)).expect(OWN_BYTES);
    }
}

/// Reads every field in the buffer.
#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) {
    let mut buffer = Container::factory().open_buffer_ref(bytes);
    for index in INDICES {
        buffer.move_cursor(&["list", index, "sibling"]).expect(OWN_BYTES);
        let (time, ratio, size) = (get(&buffer, &["time"]), get(&buffer, &["ratio"]), get(&buffer, &["size"]));
        sink.sibling(Bar { time, ratio, size });
        buffer.cursor_to_root();
        buffer.move_cursor(&["list", index]).expect(OWN_BYTES);
        sink.name(get(&buffer, &["name"]));
        sink.numbers(get(&buffer, &["rating"]), get(&buffer, &["postfix"]));
        buffer.cursor_to_root();
    }
    let fruit = match get(&buffer, &["fruit"]) {
        NP_Enum::Some(name) => FRUITS.iter().find(|(_, one)| *one == name),
        NP_Enum::None => None,
    };
    sink.flags(get(&buffer, &["initialized"]), fruit.expect(OWN_BYTES).0);
    sink.location(get(&buffer, &["location"]));
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> i32 {
    get(&Container::factory().open_buffer_ref(bytes), &["list", "1", "sibling", "time"])
}

impl Described for Fields {
    const READ_TEXT: &'static [&'static str] = &["third_field_of_type_string"];
    const SET_TEXT: &'static [&'static str] = &["second_field_of_type_string"];
    const SET_NUMBER: &'static [&'static str] = &["second_field_of_type_u64"];

    fn factory() -> &'static NP_Factory {
        macro_rules! schema {
            (() $($field:ident: [$Type:ident],)*) => {
                concat!("struct({ fields: { ", $(stringify!($field), ": ", word!($Type), "(), ",)* "} })")
            };
        }
        macro_rules! word {
            (f32) => {
                "float"
            };
            (f64) => {
                "double"
            };
            ($Type:ident) => {
                stringify!($Type)
            };
        }
        static FACTORY: LazyLock<NP_Factory> = LazyLock::new(|| {
            let schema = with_fields!(schema!(), strings: [string]).replace(", } }", " } }");
            NP_Factory::new(schema).expect("a schema of the library's types")
        });
        &FACTORY
    }

    fn fill(&self, buffer: &mut NP_Buffer) -> Result<(), NP_Error> {
        set_all(FieldsRef::from(self), buffer)
    }

    fn read(bytes: &[u8]) -> Self {
        macro_rules! owned {
            (($record:ident) $($field:ident: $Type:tt,)*) => {
                Fields { $($field: $record.$field.into(),)* }
            };
        }
        read_all(bytes, |record| with_fields!(owned!(record), strings: [&str]))
    }

    const SHORTENS: &'static str = "buffer opened for each, written anew when it is longer than 4 kB";

    fn shorten(buffer: &mut NP_Buffer) {
        let mut fresh = Self::factory().new_buffer(Some(2 * LONGEST));
        read_all(buffer.read_bytes(), |record| set_all(record, &mut fresh)).expect(OWN_BYTES);
        *buffer = fresh;
    }
}

fn set_all(record: FieldsRef<'_>, buffer: &mut NP_Buffer) -> Result<(), NP_Error> {
    macro_rules! set {
        (($buffer:ident, $record:ident) $($field:ident: $Type:tt,)*) => {
            $($buffer.set(&[stringify!($field)], $record.$field)?;)*
        };
    }
    with_fields!(set!(buffer, record), strings: [&str]);
    Ok(())
}

/// Reads every field in the buffer, and hands all to `see`.
#[inline(never)]
fn read_all<T>(bytes: &[u8], see: impl FnOnce(FieldsRef<'_>) -> T) -> T {
    macro_rules! read {
        (($buffer:ident) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: get(&$buffer, &[stringify!($field)]),)* }
        };
    }
    let buffer = Fields::factory().open_buffer_ref(bytes);
    see(with_fields!(read!(buffer), strings: [&str]))
}
