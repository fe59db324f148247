//! Edits in place and reads of what is behind them.

use std::hint::black_box;

use vellum::{Record, Result, Vellum};

use crate::Row;
use crate::types::{Container, Entry, EntryMut, EntryRef, Fields, Order, Orders, Sixteen, Texts, Wide, bytes};

/// An edit of a buffer that is opened for it, back and forth between two values.
fn reopened<V: Copy + 'static>(
    measure: &'static str,
    variant: &'static str,
    bytes: Vec<u8>,
    values: [V; 2],
    set: impl Fn(&mut Vec<u8>, V) -> Result<()> + 'static,
) -> Row {
    let mut bytes = bytes;
    let run = move |count| {
        for turn in 0..count {
            set(black_box(&mut bytes), black_box(values[usize::from(turn % 2 == 0)])).expect("room");
        }
    };
    Row { names: ["derive", measure, variant], run: Box::new(run) }
}

/// Runs with an edit that stays open.
macro_rules! kept {
    ($measure:literal, $variant:literal, $bytes:expr, $T:ty, |$edit:ident, $turn:ident| $set:expr) => {{
        let mut bytes = $bytes;
        let run = move |count: u64| {
            let mut opened = <$T>::edit(&mut bytes).expect("own bytes");
            let $edit = black_box(&mut opened);
            for turn in 0..count {
                let $turn = usize::from(turn % 2 == 0);
                $set.expect("room");
            }
        };
        Row { names: ["derive", $measure, $variant], run: Box::new(run) }
    }};
}

/// The same by a handle of the schema, in a record that stays open.
macro_rules! by_handle {
    ($measure:literal, $variant:literal, $bytes:expr, $T:ty, |$record:ident, $turn:ident| { let $handle:ident = $prepare:expr } , $set:expr) => {{
        let bytes = $bytes;
        let run = move |count: u64| {
            let mut opened = Record::open(<$T>::schema(), bytes.clone()).expect("own bytes");
            let $handle = $prepare;
            let $record = black_box(&mut opened);
            for turn in 0..count {
                let $turn = usize::from(turn % 2 == 0);
                $set.expect("room");
            }
        };
        Row { names: ["handle", $measure, $variant], run: Box::new(run) }
    }};
}

pub fn rows() -> Vec<Row> {
    let texts = || {
        let texts = std::array::from_fn(|i| "x".repeat(50 + 10 * i));
        bytes(&Texts { count: 7, texts })
    };
    let entry = || {
        let (name, bytes_16) = ("function".to_owned(), vec![7; 16]);
        bytes(&Entry::Imported { timestamp: 1, name, response: bytes_16.clone(), side_effect: bytes_16 })
    };
    let wide = || bytes(&Wide { last: 7, ..Wide::default() });
    let names = ["Hello, world!", "Good bye, you"];
    vec![
        reopened("set", "text in an element, same length", Container::bytes(), names, |bytes, name| {
            Container::edit(bytes)?.list().at(0)?.set_name(name)
        }),
        reopened("set", "number in an element", Container::bytes(), [7, -7], |bytes, time| {
            Container::edit(bytes)?.list().at(0)?.sibling().set_time(time)
        }),
        reopened("set", "u64 of 27 fields", bytes(&Fields::default()), [7, 8], |bytes, number| {
            Fields::edit(bytes)?.set_number_5(number)
        }),
        reopened("set", "one of 16 numbers", bytes(&Sixteen::default()), [7, 8], |bytes, number| {
            Sixteen::edit(bytes)?.set_f(number)
        }),
        {
            let bytes = wide();
            let run = move |count| {
                for _ in 0..count {
                    black_box(Wide::peek(black_box(&bytes)).and_then(|view| view.last()).expect("own bytes"));
                }
            };
            Row { names: ["derive", "get", "last of 255 fields"], run: Box::new(run) }
        },
        reopened("set", "last of 255 fields", wide(), [7, 8], |bytes, number| Wide::edit(bytes)?.set_last(number)),
        reopened("set", "field of a payload", entry(), [7, 8], set_timestamp),
        reopened("set", "field in common", entry(), [7, 8], |bytes, timestamp| {
            Entry::edit(bytes)?.cursor().set_timestamp(timestamp)
        }),
        {
            let bytes = entry();
            let run = move |count| {
                for _ in 0..count {
                    black_box(timestamp(black_box(&bytes)).expect("own bytes"));
                }
            };
            Row { names: ["derive", "get", "field of a payload"], run: Box::new(run) }
        },
        {
            let bytes = entry();
            let run = move |count| {
                for _ in 0..count {
                    let entry = Entry::peek(black_box(&bytes));
                    black_box(entry.and_then(|entry| entry.timestamp()).expect("own bytes"));
                }
            };
            Row { names: ["derive", "get", "field in common"], run: Box::new(run) }
        },
        kept!("set, kept open", "u32", texts(), Texts, |edit, turn| edit.set_count(black_box([7, 9][turn]))),
        kept!("set, kept open", "text", Container::bytes(), Container, |edit, turn| {
            edit.set_location(black_box(["http://arstechnica.com", "https://rust-lang.org/"][turn]))
        }),
        by_handle!("set, kept open", "u32", texts(), Texts, |record, turn| {
            let handle = Texts::schema().field::<u32>("count").expect("a field")
        }, record.set(&handle, black_box([7, 9][turn]))),
        by_handle!("set, kept open", "text", Container::bytes(), Container, |record, turn| {
            let handle = Container::schema().field::<str>("location").expect("a field")
        }, record.set(&handle, black_box(["http://arstechnica.com", "https://rust-lang.org/"][turn]))),
        by_handle!("set, kept open", "text in an element, same length", Container::bytes(), Container, |record, turn| {
            let handle = Container::schema().field::<str>("list[].name").expect("a field")
        }, record.set(handle.at(0), black_box(names[turn]))),
        kept!("set, kept open", "text in an element, same length", Container::bytes(), Container, |edit, turn| {
            edit.list().at(0).and_then(|mut element| element.set_name(black_box(names[turn])))
        }),
        by_handle!("set, kept open", "number in an element", Container::bytes(), Container, |record, turn| {
            let handle = Container::schema().field::<i32>("list[].sibling.time").expect("a field")
        }, record.set(handle.at(0), black_box([7, -7][turn]))),
        kept!("set, kept open", "number in an element", Container::bytes(), Container, |edit, turn| {
            edit.list().at(0).and_then(|mut element| element.sibling().set_time(black_box([7, -7][turn])))
        }),
        pushes(),
    ]
}

/// A list of structs grows, whose own lists lie behind it and differ in length.
fn pushes() -> Row {
    let orders: Vec<Order> = (0..100u32).map(|id| Order { id, items: (0..id % 4).collect() }).collect();
    let run = move |count| {
        for _ in 0..count {
            let mut bytes = vellum::to_vec(&Orders::default()).expect("it can be written");
            let mut edit = Orders::edit(black_box(&mut bytes)).expect("own bytes");
            let mut list = edit.orders();
            for order in black_box(&orders) {
                list.push(order).expect("room");
            }
        }
    };
    Row { names: ["derive", "push", "100 structs with lists"], run: Box::new(run) }
}

fn timestamp(bytes: &[u8]) -> Result<u64> {
    match Entry::peek(bytes)?.get()? {
        EntryRef::Imported(case) => case.timestamp(),
        EntryRef::Exported(case) => case.timestamp(),
        EntryRef::Completed(case) => case.timestamp(),
        EntryRef::Promised(case) => case.timestamp(),
        EntryRef::Kept(case) => case.timestamp(),
        EntryRef::Suspend(case) => case.timestamp(),
        EntryRef::Error(case) => case.timestamp(),
        EntryRef::Debug(case) => case.timestamp(),
    }
}

fn set_timestamp(bytes: &mut Vec<u8>, timestamp: u64) -> Result<()> {
    match Entry::edit(bytes)?.cursor().get_mut()? {
        EntryMut::Imported(mut case) => case.set_timestamp(timestamp),
        EntryMut::Exported(mut case) => case.set_timestamp(timestamp),
        EntryMut::Completed(mut case) => case.set_timestamp(timestamp),
        EntryMut::Promised(mut case) => case.set_timestamp(timestamp),
        EntryMut::Kept(mut case) => case.set_timestamp(timestamp),
        EntryMut::Suspend(mut case) => case.set_timestamp(timestamp),
        EntryMut::Error(mut case) => case.set_timestamp(timestamp),
        EntryMut::Debug(mut case) => case.set_timestamp(timestamp),
    }
}
