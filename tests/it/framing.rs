//! Buffers with their schema, and buffers one after the other.

use crate::common;
use std::io::{self, BufReader, Read};

use vellum::stream::{DEFAULT_LIMIT, Reader, Writer};
use vellum::{ErrorKind, Record, Schema, Vellum, framed};

#[test]
fn a_packed_buffer_is_read_without_knowing_it() {
    let buffer = vellum::to_vec(&common::container()).unwrap();
    let bytes = framed::pack(common::Container::schema(), &buffer);
    assert!(bytes.starts_with(b"\xD7vlm"));
    let (schema, unpacked) = framed::unpack(&bytes).unwrap();
    assert_eq!(&schema, common::Container::schema());
    assert_eq!(unpacked, buffer);
    let record = Record::open(&schema, unpacked).unwrap();
    assert_eq!(record.get::<str>("list[2].name").unwrap(), "Hello, world!");
    assert_eq!(common::Container::peek(unpacked).unwrap().location().unwrap(), "http://arstechnica.com");
}

/// The example of docs/format-framing.md.
#[test]
fn packed_bytes_are_what_the_specification_shows() {
    let schema = Schema::parse("struct P { x: u8 } root P;").unwrap();
    let mut record = Record::new(&schema);
    record.set("x", 7u8).unwrap();
    let expected = b"\xD7vlm\x0D\x10\x00\x00\x01\x01P\x00\x00\x01\x00\x01x\x10\x20\x01\x07";
    assert_eq!(framed::pack(&schema, record.as_bytes()), expected);
}

#[test]
fn what_is_wrong_with_packed_bytes_is_told_with_its_offset() {
    let refused = |bytes: &[u8], kind: ErrorKind, message: &str| {
        let error = framed::unpack(bytes).unwrap_err();
        assert_eq!(error.kind(), kind);
        assert!(error.to_string().contains(message), "{message:?} in {error}");
    };
    refused(b"", ErrorKind::Corrupt, "not a buffer packed with its schema");
    refused(b"\xD7vlm", ErrorKind::Corrupt, "length of the schema (at offset 4)");
    refused(
        b"\xD7vlm\x0E\x10\x00\x00\x01",
        ErrorKind::Corrupt,
        "of 14 bytes reaches beyond the buffer, which has 9 (at offset 5)",
    );
    refused(b"\xD7vlm\x02\x10\x00", ErrorKind::Corrupt, "(at offset 7)");
    refused(b"\xD7vlm\x0F\x10\x00\x00\x01\x01P\x00\x00\x01\x00\x01x\x05\x00\x20", ErrorKind::Corrupt, "(at offset 19)");
    let itself = b"\xD7vlm\x0E\x10\x00\x00\x01\x01P\x00\x00\x01\x00\x01x\x05\x00";
    refused(itself, ErrorKind::Schema, "the default of `P` contains itself through `x`");
    refused(itself, ErrorKind::Schema, "(at offset 9)");
}

/// Types with the same bytes in each row, and of one name in each column.
mod look_alikes {
    use vellum::Vellum;

    macro_rules! types {
        ($($module:ident { $($first:ident: $a:ty, $second:ident: $b:ty)? })*) => {$(
            pub mod $module {
                use super::Vellum;

                #[derive(Vellum, Default)]
                pub struct Point { $(pub $first: $a, pub $second: $b)? }

                #[derive(Vellum, Default)]
                pub struct Size { $(pub $first: $a, pub $second: $b)? }

                #[derive(Vellum, Default)]
                #[vellum(rename = "Point")]
                pub struct Renamed { $(pub $first: $a, pub $second: $b)? }
            }
        )*};
    }
    types! {
        ints { x: i32, y: i32 }
        floats { x: f32, y: f32 }
        texts { x: i32, y: String }
    }
}

#[test]
fn a_packed_buffer_is_opened_as_its_own_type_alone() {
    use look_alikes::{floats, ints, texts};

    let mut cases = 0;
    macro_rules! judge {
        ($given:ty, [$($opened:ty),*]) => {$(
            let buffer = vellum::to_vec(&<$given>::default()).unwrap();
            let mut bytes = framed::pack(<$given>::schema(), &buffer);
            let is_same = <$given>::schema() == <$opened>::schema();
            let mutable = framed::open_mut::<$opened>(&mut bytes.clone()).map(|buffer| buffer.to_vec());
            match framed::open::<$opened>(&bytes) {
                Ok(opened) => {
                    assert!(is_same, "{} as {}", stringify!($given), stringify!($opened));
                    assert_eq!((opened, mutable.unwrap()), (&*buffer, buffer.clone()));
                }
                Err(error) => {
                    assert!(!is_same, "{} as {}: {error}", stringify!($given), stringify!($opened));
                    assert_eq!(error.kind(), ErrorKind::Type);
                    assert_eq!(mutable.unwrap_err().to_string(), error.to_string());
                    let name = |schema: &Schema| schema.to_string().rsplit_once("root ").unwrap().1.trim_end_matches(";\n").to_owned();
                    let names = (name(<$given>::schema()), name(<$opened>::schema()));
                    let expected = format!("the buffer is packed as `{}`, and opened as `{}`: ", names.0, names.1);
                    assert!(error.to_string().contains(&expected), "{error}");
                }
            }
            bytes.clear();
            assert_eq!(framed::open::<$opened>(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
            cases += 1;
        )*};
    }
    macro_rules! all {
        ($($given:ty),* $(,)?) => { all!(@ [$($given),*] [$($given),*]) };
        (@ [$($given:ty),*] $all:tt) => { $(judge!($given, $all);)* };
    }
    all!(
        ints::Point, ints::Size, ints::Renamed, floats::Point, floats::Size, texts::Point, texts::Size,
        Vec<ints::Point>, Vec<ints::Size>, Vec<floats::Point>, Option<ints::Point>, String, u32, i32, f32,
        (i32, i32), (f32, f32), [i32; 2], (ints::Point, u8), (ints::Size, u8),
        std::collections::BTreeMap<String, ints::Point>, std::collections::BTreeMap<String, ints::Size>,
    );
    assert_eq!(cases, 22 * 22);
}

#[derive(Vellum, Debug, Default, PartialEq)]
struct User {
    name: String,
    age: u16,
    #[vellum(since = 2)]
    nick: Option<String>,
}

#[test]
fn a_packed_buffer_is_opened_if_its_schema_is_a_revision_of_the_type() {
    // The schema, and what is told of one that is none.
    let schemas = [
        ("struct User { name: string, age: u16, nick: string? since 2 } root User;", ""),
        ("struct User { name: string, age: u16 } root User;", ""),
        ("struct User { called: string, years: u16 } root User;", ""),
        ("/// Who.\nstruct User { name: string max 9, age: u16 } root User;", ""),
        ("struct User { name: string, age: u16, nick: string? since 2, seen: u64 since 3 } root User;", ""),
        ("struct User { name: bytes, age: u16 } root User;", ""),
        ("struct User { name: string, age: u16, seen: u64 since 2 } root User;", "User.nick: "),
        ("struct User { name: string, age: i16 } root User;", "as an older one, User.age: the type was i16 and is u16"),
        ("struct User { name: string, age: u16 = 18 } root User;", "User.age: the default was 18 and is none"),
        ("struct User { name: string } root User;", "as an older one, User.age: the field is new"),
        ("struct User { name: string?, age: u16 } root User;", "User.name: it may no longer be absent"),
        ("struct Person { name: string, age: u16 } root Person;", "only the names differ"),
        ("struct User { name: string, age: u16 } root list<User>;", "packed as `list<User>`, and opened as `User`: "),
        ("root any;", "packed as `any`, and opened as `User`: "),
    ];
    for (text, told) in schemas {
        let schema = Schema::parse(text).unwrap();
        let record = Record::new(&schema);
        let bytes = framed::pack(&schema, record.as_bytes());
        match framed::open::<User>(&bytes) {
            Ok(buffer) => {
                assert!(told.is_empty(), "{text}");
                assert_eq!(vellum::from_slice::<User>(buffer).unwrap(), User::default());
            }
            Err(error) => {
                assert!(!told.is_empty(), "{text}: {error}");
                assert!(error.kind() == ErrorKind::Type && error.to_string().contains(told), "{text}: {error}");
            }
        }
        assert_eq!(framed::unpack(&bytes).unwrap().1, record.as_bytes(), "at run time any schema will do");
    }
    // Bytes may become text where they are some, and text is bytes: as fields of a struct, so at the root.
    let text = framed::pack(String::schema(), &vellum::to_vec(&String::from("text")).unwrap());
    assert_eq!(vellum::from_slice::<Vec<u8>>(framed::open::<Vec<u8>>(&text).unwrap()).unwrap(), b"text");
}

#[test]
fn any_packed_bytes_are_a_record_or_an_error() {
    let schema = Schema::parse(
        "enum E { a, b } struct B { e: E, s: string } struct A { s: string = \"s\", l: list<B>, m: map<string, u16?> } root A;",
    );
    let schema = schema.unwrap();
    let mut record = Record::new(&schema);
    record.set("s", "text").unwrap();
    let bytes = framed::pack(&schema, record.as_bytes());
    let look = |bytes: &[u8]| -> vellum::Result<()> {
        let (schema, buffer) = framed::unpack(bytes)?;
        let record = Record::open(&schema, buffer)?;
        let _ = record.get::<str>("s");
        assert!(!format!("{:?}", record.root()?).is_empty());
        Ok(())
    };
    look(&bytes).unwrap();
    for len in 0..bytes.len() {
        let _ = look(&bytes[..len]);
    }
    let mut read = 0;
    for at in 0..bytes.len() {
        for byte in 0..=255 {
            let mut changed = bytes.clone();
            changed[at] = byte;
            read += usize::from(look(&changed).is_ok());
        }
    }
    assert!(read > bytes.len() && read < bytes.len() * 200, "{read}");
}

/// Records of lengths around those where the form of a length changes.
fn records() -> Vec<Vec<u8>> {
    [1, 0, 2, 0x7F, 0x80, 0x3FFF, 0x4000, 100_000].map(|len| (0..=u8::MAX).cycle().take(len).collect()).into()
}

fn written() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    for record in records() {
        writer.write(&record).unwrap();
    }
    writer.flush().unwrap();
    assert!(!writer.get_ref().is_empty());
    writer.into_inner()
}

/// Gives one byte at a time, and is interrupted before each.
struct Slow<'a>(&'a [u8], bool);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = out.len().min(1);
        self.0.read(&mut out[..len])
    }
}

#[test]
fn a_stream_gives_back_what_was_written() {
    let bytes = written();
    let read: Vec<Vec<u8>> = Reader::new(&bytes[..]).map(|record| record.unwrap()).collect();
    assert_eq!(read, records());
    let slow: Vec<Vec<u8>> = Reader::new(Slow(&bytes, false)).map(|record| record.unwrap()).collect();
    assert_eq!(slow, records());
    let twice = [&bytes[..], &bytes[..]].concat();
    assert_eq!(Reader::new(BufReader::new(&twice[..])).filter_map(Result::ok).count(), 2 * records().len());
}

#[test]
fn one_vector_serves_for_every_record() {
    let bytes = written();
    let mut reader = Reader::new(&bytes[..]);
    let mut record = vec![9; 7];
    for expected in records() {
        assert!(reader.read_into(&mut record).unwrap());
        assert_eq!(record, expected);
    }
    assert!(!reader.read_into(&mut record).unwrap());
    assert!(record.is_empty());
    assert_eq!(reader.offset(), bytes.len() as u64);
}

#[test]
fn an_empty_stream_ends_cleanly() {
    assert!(Reader::new(&[][..]).next().is_none());
    let mut reader = Reader::new(&[0][..]);
    assert_eq!(reader.next().unwrap().unwrap(), [0u8; 0]);
    assert!(reader.next().is_none() && reader.next().is_none());
}

#[test]
fn a_stream_that_is_cut_says_where() {
    let mut bytes = written();
    bytes.truncate(600);
    let ends: Vec<u64> = {
        let mut reader = Reader::new(&bytes[..]);
        std::iter::from_fn(|| {
            let offset = reader.offset();
            reader.next().map(|_| offset)
        })
        .collect()
    };
    for len in 0..bytes.len() {
        let mut reader = Reader::new(&bytes[..len]);
        match reader.by_ref().find_map(Result::err) {
            None => assert!(ends.contains(&(len as u64)), "{len}"),
            Some(error) => {
                assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
                let inner = error.get_ref().unwrap().downcast_ref::<vellum::Error>().unwrap();
                assert_eq!((inner.kind(), inner.position()), (ErrorKind::Corrupt, Some(len)), "{error}");
                assert!(reader.next().is_none());
            }
        }
    }
}

#[test]
fn a_length_beyond_the_limit_is_refused_before_anything_is_allocated() {
    let refused = |bytes: &[u8], limit: u32, kind: ErrorKind, position: usize| {
        let mut reader = Reader::with_limit(bytes, limit);
        let mut record = Vec::new();
        let error = loop {
            match reader.read_into(&mut record) {
                Ok(true) => {}
                Ok(false) => panic!("{bytes:?}"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let inner = error.get_ref().unwrap().downcast_ref::<vellum::Error>().unwrap();
        assert_eq!((inner.kind(), inner.position()), (kind, Some(position)), "{error}");
        assert!(record.capacity() < 10_000);
        assert!(reader.next().is_none());
    };
    refused(b"\x01a\x03abc", 2, ErrorKind::Limit, 2);
    refused(b"\xE0\xFF\xFF\xFF\xFF", DEFAULT_LIMIT, ErrorKind::Limit, 0);
    refused(b"\x01a\xE1", 2, ErrorKind::Corrupt, 2);
    refused(b"\xFF", u32::MAX, ErrorKind::Corrupt, 0);
    // Within the limit nothing is allocated that does not arrive.
    let mut record = Vec::new();
    let error = Reader::with_limit(&b"\xE0\xFF\xFF\xFF\xFFabc"[..], u32::MAX).read_into(&mut record).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    assert!(record.capacity() < 10_000);
}

#[test]
fn any_bytes_are_a_stream_or_an_error() {
    let mut bytes = written();
    bytes.truncate(300);
    for at in 0..bytes.len() {
        for byte in 0..=255 {
            let mut changed = bytes.clone();
            changed[at] = byte;
            let mut reader = Reader::new(&changed[..]);
            assert!(reader.by_ref().take(1000).filter_map(Result::ok).count() < 300);
            assert!(reader.next().is_none());
        }
    }
}

#[test]
fn an_error_of_the_source_is_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let mut reader = Reader::new((&[3u8, 1][..]).chain(Broken));
    assert_eq!(reader.next().unwrap().unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    assert!(reader.next().is_none());
}
