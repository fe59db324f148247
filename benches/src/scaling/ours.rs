//! vellum in place: by derive with the buffer open, by derive opened for each edit, and by a run-time schema.

use std::hint::black_box;

use vellum::{Record, Result, Schema, Vellum};

use super::{Bytes, Five, Fives, NAMES, NUMBERS, Payload, Words, lengths, variant};
use crate::library::{Measure, Operation, Row, amortised, clock};

const OWN_BYTES: &str = "bytes of this library";

pub fn rows(quick: bool) -> Vec<Row> {
    let mut open = Row::new("vellum", "vellum", "", "derive", Vec::new());
    pushes_open(&mut open, quick);
    middle(&mut open, quick);
    open_fields(&mut open, quick);
    let mut reopened = Row::new("vellum", "vellum", "", "derive, reopened", Vec::new());
    pushes_reopened(&mut reopened);
    reopened_fields(&mut reopened, quick);
    widening(&mut reopened);
    let mut runtime = Row::new("vellum", "vellum", "", "runtime", Vec::new());
    runtime_rows(&mut runtime, quick);
    vec![open, reopened, runtime]
}

fn push_row(row: &mut Row, variant: &'static str, len: usize, build: impl Fn() -> Vec<u8> + Clone + 'static) {
    let timed = amortised(len, move || clock(&build));
    row.operations.push(Operation {
        measure: Measure::Push,
        variant,
        note: "from an empty list, in the buffer",
        timed,
    });
}

/// One cursor, many pushes.
macro_rules! pushes {
    ($row:expr, $type:ident, $variants:expr, $quick:expr, $value:expr) => {
        for (variant, len) in lengths(&$variants, $quick) {
            let build = move || {
                let mut bytes = encode(&$type::default());
                let mut edit = $type::edit(&mut bytes).expect(OWN_BYTES);
                let mut items = edit.items();
                for index in 0..len {
                    items.push(black_box($value(index).borrow())).expect(OWN_BYTES);
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

/// A setter takes scalars by value and structs by reference.
trait Pushed<'v> {
    type As;
    fn borrow(&'v self) -> Self::As;
}

impl Pushed<'_> for u8 {
    type As = u8;

    fn borrow(&self) -> u8 {
        *self
    }
}

impl Pushed<'_> for u64 {
    type As = u64;

    fn borrow(&self) -> u64 {
        *self
    }
}

impl<'v> Pushed<'v> for Five {
    type As = &'v Five;

    fn borrow(&'v self) -> &'v Five {
        self
    }
}

fn pushes_open(row: &mut Row, quick: bool) {
    pushes!(row, Bytes, variant::BYTES, quick, |index: usize| index as u8);
    pushes!(row, Words, variant::WORDS, quick, |index: usize| index as u64);
    pushes!(row, Fives, variant::FIVES, quick, |index: usize| Five::of(index as u64));
}

/// A buffer opened for each push.
fn pushes_reopened(row: &mut Row) {
    for (variant, len) in variant::WORDS.into_iter().take(2) {
        let build = move || {
            let mut bytes = encode(&Words::default());
            (0..len as u64).for_each(|word| push_word(&mut bytes, black_box(word)).expect(OWN_BYTES));
            bytes
        };
        let words = vellum::from_slice::<Words>(&build()).expect(OWN_BYTES);
        row.prove("the list has every element", words.items.iter().copied().eq(0..len as u64));
        push_row(row, variant, len, build);
    }
}

#[inline(never)]
fn push_word(bytes: &mut Vec<u8>, word: u64) -> Result<()> {
    Words::edit(bytes)?.items().push(word)
}

fn middle(row: &mut Row, quick: bool) {
    for (variant, len) in lengths(&variant::MIDDLE, quick) {
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

/// Fields of a buffer that stays open. The setter alone is timed.
fn open_fields(row: &mut Row, quick: bool) {
    for (variant, len) in lengths(&variant::NUMBER, quick) {
        let mut bytes = encode(&Payload::new(len));
        let timed = Box::new(move |count: u64| {
            let mut edit = Payload::edit(&mut bytes).expect(OWN_BYTES);
            clock(|| {
                for index in 0..count {
                    let number = black_box(NUMBERS[usize::from(index % 2 == 0)]);
                    black_box(&mut edit).set_number(number).expect(OWN_BYTES);
                }
            })
        });
        row.operations.push(Operation { measure: Measure::UpdateOneInPlace, variant, note: "buffer open", timed });
    }
    for (variant, len) in lengths(&variant::NAME, quick) {
        let mut bytes = encode(&Payload::new(len));
        let timed = Box::new(move |count: u64| {
            let mut edit = Payload::edit(&mut bytes).expect(OWN_BYTES);
            clock(|| {
                for index in 0..count {
                    let name = black_box(NAMES[usize::from(index % 2 == 0)]);
                    black_box(&mut edit).set_name(name).expect(OWN_BYTES);
                }
            })
        });
        row.operations.push(Operation { measure: Measure::UpdateOneInPlace, variant, note: "buffer open", timed });
    }
}

#[inline(never)]
fn set_number(bytes: &mut Vec<u8>, number: u32) -> Result<()> {
    Payload::edit(bytes)?.set_number(number)
}

#[inline(never)]
fn set_name(bytes: &mut Vec<u8>, name: &str) -> Result<()> {
    Payload::edit(bytes)?.set_name(name)
}

fn reopened_fields(row: &mut Row, quick: bool) {
    for (variant, len) in lengths(&variant::NUMBER, quick) {
        fields(row, variant, len, NUMBERS, set_number, |payload, number| payload.number == number);
    }
    for (variant, len) in lengths(&variant::NAME, quick) {
        fields(row, variant, len, NAMES, set_name, |payload, name| payload.name == name);
    }
}

/// Times a setter that opens the buffer, back and forth between two values.
fn fields<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    len: usize,
    values: [V; 2],
    set: impl Fn(&mut Vec<u8>, V) -> Result<()> + 'static,
    holds: fn(&Payload, V) -> bool,
) {
    let mut bytes = encode(&Payload::new(len));
    for value in [values[1], values[0]] {
        set(&mut bytes, value).expect(OWN_BYTES);
        let payload: Payload = vellum::from_slice(&bytes).expect(OWN_BYTES);
        row.prove("the field changes and the rest stays", holds(&payload, value) && payload.content.len() == len);
    }
    let mut held = 0;
    row.time(Measure::UpdateOneInPlace, variant, move || {
        held = 1 - held;
        set(black_box(&mut bytes), black_box(values[held])).expect(OWN_BYTES);
    });
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

fn runtime_rows(row: &mut Row, quick: bool) {
    let schema = Schema::parse("struct Words { items: list<u64> } root Words;").expect("a valid schema");
    let item = schema.field::<u64>("items[]").expect("a list of words");
    for (variant, len) in lengths(&variant::WORDS, quick).take(2) {
        let (schema, item) = (schema.clone(), item.clone());
        let build = move || {
            let mut record = Record::new(&schema);
            (0..len as u64).for_each(|word| record.push(&item, black_box(word)).expect(OWN_BYTES));
            record.into_storage()
        };
        let words = vellum::from_slice::<Words>(&build()).expect(OWN_BYTES);
        row.prove("the list has every element", words.items.iter().copied().eq(0..len as u64));
        push_row(row, variant, len, build);
    }
    let schema = Payload::schema();
    let number = schema.field::<u32>("number").expect("a number");
    let name = schema.field::<str>("name").expect("a string");
    for (variant, len) in lengths(&variant::NUMBER, quick) {
        let number = number.clone();
        let set = move |bytes: &mut Vec<u8>, value: u32| Record::open(schema, bytes)?.set(&number, value);
        fields(row, variant, len, NUMBERS, set, |payload, number| payload.number == number);
    }
    for (variant, len) in lengths(&variant::NAME, quick) {
        let name = name.clone();
        let set = move |bytes: &mut Vec<u8>, value: &'static str| Record::open(schema, bytes)?.set(&name, value);
        fields(row, variant, len, NAMES, set, |payload, name| payload.name == name);
    }
}

fn encode<T: Vellum>(value: &T) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}
