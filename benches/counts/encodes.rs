//! Whole values to bytes and back. The lists are short, since each is run thousands of times.

use std::hint::black_box;

use vellum::{DecodeOwned, Value};

use crate::Row;
use crate::types::{Container, Entry, Fields, Flags, Mesh, Requests, Sample, Samples, Vertex, bytes};

/// A value to a new buffer.
pub fn fresh<T: Value + 'static>(variant: &'static str, value: T) -> Row {
    let run = move |count| {
        for _ in 0..count {
            black_box(vellum::to_vec(black_box(&value)).expect("the value is small"));
        }
    };
    Row { names: ["derive", "encode", variant], run: Box::new(run) }
}

/// A value to a buffer that is kept.
fn reused<T: Value + 'static>(variant: &'static str, value: T) -> Row {
    let run = move |count| {
        let mut kept = Vec::new();
        for _ in 0..count {
            vellum::encode_into(black_box(&value), &mut kept).expect("the value is small");
            black_box(&mut kept);
        }
    };
    Row { names: ["derive", "encode, kept", variant], run: Box::new(run) }
}

fn decoded<T: Value + DecodeOwned + 'static>(variant: &'static str, value: &T) -> Row {
    let bytes = bytes(value);
    let run = move |count| {
        for _ in 0..count {
            black_box(vellum::from_slice::<T>(black_box(&bytes)).expect("own bytes"));
        }
    };
    Row { names: ["derive", "decode", variant], run: Box::new(run) }
}

pub fn rows() -> Vec<Row> {
    let container = || vellum::from_slice::<Container>(&Container::bytes()).expect("own bytes");
    let [a, b, c] = ["How are you doing today", "a text", "Here are some possible values"].map(str::to_owned);
    let fields = Fields { text_1: a, number_2: 7, text_4: b, number_5: 1 << 40, text_9: c, ..Fields::default() };
    let long = Container { location: "é".repeat(100), ..container() };
    let vertex = |i: u16| {
        let i = f32::from(i);
        Vertex { position: [i, 0.5 * i, -i], normal: [0.0, 0.6, 0.8], uv: [1.0, 0.25] }
    };
    let mesh = || Mesh { vertices: (0..100).map(vertex).collect() };
    let sample = |i: u8| match i % 3 {
        0 => Sample::Level(i),
        1 => Sample::Count(1000 * u32::from(i)),
        _ => Sample::Missing,
    };
    let (name, response, side_effect) = ("function".to_owned(), vec![7; 16], vec![8; 16]);
    let entry = Entry::Imported { timestamp: 1, name, response, side_effect };
    vec![
        fresh("container", container()),
        reused("container", container()),
        reused("container, long text", long),
        reused("27 fields", fields),
        reused("entry of a log", entry),
        reused("text of 10,000 bytes", "x".repeat(10_000)),
        reused("list of structs of numbers", mesh()),
        decoded("list of structs of numbers", &mesh()),
        reused("list of small unions", Samples { samples: (0..100).map(sample).collect() }),
        reused("list of unions of one variant", Samples { samples: (0..100).map(Sample::Level).collect() }),
        reused("list of records of texts", Requests::sample()),
        reused("list of bools", Flags { flags: (0..100).map(|i| i % 3 == 0).collect() }),
    ]
}
