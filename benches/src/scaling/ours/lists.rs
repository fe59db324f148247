//! Lists that grow in their buffer: pushes, inserts and deletes, and a push that makes pointers
//! wider.

use std::hint::black_box;

use vellum::{Record, Result, Schema, Vellum};

use super::super::{OWN_BYTES, SMALL, Words, lengths, variant};
use crate::harness::kind::RunKind;
use crate::library::{Measure, Row, amortised, clock};

/// One cursor, many pushes: of scalars by value, of structs by reference.
macro_rules! pushes {
    ($row:expr, $type:ident, $variants:expr, $kind:expr, [$($by:tt)?] $value:expr) => {
        for (variant, len) in lengths(&$variants, $kind) {
            let build = move || {
                let mut bytes = encode(&$type::default());
                let mut edit = $type::edit(&mut bytes).expect(OWN_BYTES);
                let mut items = edit.items();
                for index in 0..len {
                    items.push(black_box($($by)? $value(index))).expect(OWN_BYTES);
                }
                bytes
            };
            let list = vellum::from_slice::<$type>(&build()).expect(OWN_BYTES).items;
            let holds = list.len() == len && list.iter().enumerate().all(|(index, item)| *item == $value(index));
            $row.prove("the list has every element", holds);
            push_row($row, variant, len, build);
        }
    };
}

pub fn open(row: &mut Row, kind: RunKind) {
    pushes!(row, Bytes, variant::BYTES, kind, [] |index: usize| index as u8);
    pushes!(row, Words, variant::WORDS, kind, [] |index: usize| index as u64);
    pushes!(row, Fives, variant::FIVES, kind, [&] |index: usize| Five::of(index as u64));
    middle(row, kind);
}

pub fn reopened(row: &mut Row, kind: RunKind) {
    pushes_reopened(row, kind);
    widening(row);
}

/// Beyond this length a push that opens the buffer takes seconds for the whole list, and no longer
/// for one.
const LONGEST: usize = 1_000_000;

/// A list of bytes.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Bytes {
    items: Vec<u8>,
}

/// A list of structs of forty bytes.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Fives {
    items: Vec<Five>,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Five {
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
}

impl Five {
    pub const fn of(word: u64) -> Self {
        Self { a: word, b: word, c: word, d: word, e: word }
    }
}

fn push_row(row: &mut Row, variant: &'static str, len: usize, build: impl Fn() -> Vec<u8> + Clone + 'static) {
    let timed = amortised(len, move || clock(&build));
    row.push(Measure::Push, variant, "from an empty list, in the buffer", timed);
}

/// Lists of words that `build` pushes one by one.
fn words(row: &mut Row, kind: RunKind, build: impl Fn(u64) -> Vec<u8> + Clone + 'static) {
    for (variant, len) in lengths(&variant::WORDS, kind).filter(|(_, len)| *len <= LONGEST) {
        let build = build.clone();
        let build = move || build(len as u64);
        let words = vellum::from_slice::<Words>(&build()).expect(OWN_BYTES);
        row.prove("the list has every element", words.items.iter().copied().eq(0..len as u64));
        push_row(row, variant, len, build);
    }
}

/// A buffer opened for each push.
fn pushes_reopened(row: &mut Row, kind: RunKind) {
    words(row, kind, |len| {
        let mut bytes = encode(&Words::default());
        (0..len).for_each(|word| push_word(&mut bytes, black_box(word)).expect(OWN_BYTES));
        bytes
    });
}

#[inline(never)]
fn push_word(bytes: &mut Vec<u8>, word: u64) -> Result<()> {
    Words::edit(bytes)?.items().push(word)
}

fn middle(row: &mut Row, kind: RunKind) {
    for (variant, len) in lengths(&variant::MIDDLE, kind) {
        let words = Words { items: (0..len as u64).collect() };
        let mut bytes = encode(&words);
        let change = move |bytes: &mut Vec<u8>| {
            let mut edit = Words::edit(bytes).expect(OWN_BYTES);
            let mut items = edit.items();
            items.insert(len / 2, black_box(7)).expect(OWN_BYTES);
            items.remove(len / 2).expect(OWN_BYTES);
        };
        change(&mut bytes);
        row.prove(
            "an insert and a delete give the original",
            vellum::from_slice::<Words>(&bytes).is_ok_and(|same| same == words),
        );
        row.time(Measure::InsertDelete, variant, move || change(black_box(&mut bytes)));
    }
}

/// One push that takes a buffer over the end of its pointer width.
fn widening(row: &mut Row) {
    for (variant, len) in variant::WIDEN {
        let mut words = Bytes { items: Vec::new() };
        let fits = |words: &Bytes| encode(words).len() < len;
        words.items = vec![1; len - 16];
        while fits(&words) {
            words.items.push(1);
        }
        let bytes = encode(&words);
        let mut wider = bytes.clone();
        Bytes::edit(&mut wider).and_then(|mut edit| edit.items().push(7)).expect(OWN_BYTES);
        row.prove(
            "the buffer is as long as its width allows, then wider",
            bytes.len() == len && wider[0] == bytes[0] + 1,
        );
        let source = bytes.clone();
        row.time(Measure::Clone, variant, move || black_box(&source).clone());
        row.time_noted(Measure::Widen, variant, "a push in a clone", move || {
            let mut bytes = black_box(&bytes).clone();
            Bytes::edit(&mut bytes).and_then(|mut edit| edit.items().push(black_box(7))).expect(OWN_BYTES);
            bytes
        });
    }
}

pub fn runtime(row: &mut Row, kind: RunKind) {
    let schema = Schema::parse("struct Words { items: list<u64> } root Words;").expect("a valid schema");
    let item = schema.field::<u64>("items[]").expect("a list of words");
    words(row, kind, move |len| {
        let mut record = Record::new(&schema);
        (0..len).for_each(|word| record.push(&item, black_box(word)).expect(OWN_BYTES));
        record.into_storage()
    });
}

fn encode<T: Vellum>(value: &T) -> Vec<u8> {
    vellum::to_vec(value).expect(SMALL)
}
