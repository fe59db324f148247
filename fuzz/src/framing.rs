//! Buffers with their schemas, and streams of buffers: any bytes are some or an error, and what is written is read again.

use std::io::Read;

use vellum::stream::{Reader, Writer};
use vellum::{Schema, framed};

use crate::input::Input;
use crate::schemas;

/// The longest record of a stream that is read.
const LIMIT: u32 = 1 << 16;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    match input.below(4) {
        0 => unpack(input.rest()),
        1 => {
            let (schema, _) = schemas::choose(&mut input);
            let packed = framed::pack(schema, input.rest());
            unpack(&packed);
        }
        2 => read(&mut input),
        _ => write(&mut input),
    }
}

fn unpack(bytes: &[u8]) {
    let Ok((schema, buffer)) = framed::unpack(bytes) else { return };
    let again = framed::pack(&schema, buffer);
    // A reader accepts a longer form of the schema's length.
    assert!(again.len() <= bytes.len());
    let (other, rest): (Schema, &[u8]) = framed::unpack(&again).expect("what is packed can be unpacked");
    assert!(other == schema && rest == buffer);
}

/// A source that gives a few bytes at a time.
struct Slowly<'a> {
    bytes: &'a [u8],
    most: usize,
}

impl Read for Slowly<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let len = self.most.min(into.len());
        self.bytes.read(&mut into[..len])
    }
}

/// Any bytes as a stream: the same records however they arrive, and no more than there are bytes.
fn read(input: &mut Input<'_>) {
    let most = 1 + usize::from(input.byte() % 9);
    let bytes = input.rest();
    let records: Vec<Option<Vec<u8>>> = Reader::with_limit(bytes, LIMIT).take(10_000).map(Result::ok).collect();
    let slow = Reader::with_limit(Slowly { bytes, most }, LIMIT).take(10_000);
    assert!(slow.map(Result::ok).eq(records.iter().cloned()), "a stream depends on how its bytes arrive");
    let len: usize = records.iter().flatten().map(Vec::len).sum();
    assert!(len <= bytes.len(), "more bytes are read than there are");
    let mut reader = Reader::with_limit(bytes, LIMIT);
    let mut record = Vec::new();
    for known in records.iter().flatten() {
        assert!(reader.read_into(&mut record).expect("read before") && record == *known);
    }
    assert!(reader.offset() <= bytes.len() as u64);
}

/// Records that are written are read again, and a stream that is cut off is an error, but between records.
fn write(input: &mut Input<'_>) {
    let records: Vec<&[u8]> = (0..input.below(6)).map(|_| input.bytes()).collect();
    let mut writer = Writer::new(Vec::new());
    let mut ends = vec![0];
    for record in &records {
        writer.write(record).expect("a vector takes all");
        ends.push(writer.get_ref().len());
    }
    let stream = writer.into_inner();
    let read: Vec<Vec<u8>> = Reader::new(&stream[..]).collect::<Result<_, _>>().expect("what was written can be read");
    assert_eq!(read, records);
    let cut = input.below(stream.len() + 1);
    let result: Result<Vec<Vec<u8>>, _> = Reader::new(&stream[..cut]).collect();
    assert_eq!(result.is_ok(), ends.contains(&cut), "a stream of {} bytes cut off at {cut}", stream.len());
}
