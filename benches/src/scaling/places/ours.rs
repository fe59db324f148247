//! vellum in place: by derive, opened for each update or once, and by a run-time schema.

use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;

use vellum::{Handle, Record, Schema, Vellum};

use super::{Behind, Items, Open, Places, Words, run};
use crate::library::OWN_BYTES;
use crate::scaling::SMALL;

/// The schema is compiled in.
pub struct Derive;

/// The schema is parsed once, the fields are resolved once.
pub struct Runtime;

struct Path {
    schema: Schema,
    number: Handle<u64>,
}

impl Path {
    fn new(schema: &str, path: &str) -> Self {
        let schema = Schema::parse(schema).expect("a valid schema");
        let number = schema.field(path).expect("a number");
        Self { schema, number }
    }
}

/// Both modes of one value: how an edit sets a number, and the same by a schema and a path, of
/// which `$at` is the place.
macro_rules! places {
    (
        $V:ident, |$edit:ident, $index:ident, $number:ident| $set:expr,
        $schema:literal, $path:literal, |$handle:ident| $at:expr
    ) => {
        impl Places<$V> for Derive {
            type Bytes = Vec<u8>;
            const SETS: &'static str = "in place";

            fn encode(value: &$V) -> Vec<u8> {
                vellum::to_vec(value).expect(SMALL)
            }

            fn decode(bytes: &Vec<u8>) -> $V {
                vellum::from_slice(bytes).expect(OWN_BYTES)
            }

            #[inline(never)]
            fn set(bytes: &mut Vec<u8>, $index: usize, $number: u64) {
                let mut $edit = $V::edit(bytes).expect(OWN_BYTES);
                $set.expect(OWN_BYTES);
            }
        }

        impl Open<$V> for Derive {
            const OPEN: &'static str = "buffer open";

            fn run(bytes: &mut Vec<u8>, repetitions: Range<u64>) -> Duration {
                let mut opened = $V::edit(bytes).expect(OWN_BYTES);
                run!($V, repetitions, |opened, $index, $number| {
                    let $edit = opened;
                    $set.expect(OWN_BYTES);
                })
            }
        }

        impl Places<$V> for Runtime {
            type Bytes = Vec<u8>;
            const SETS: &'static str = "in place";

            fn encode(value: &$V) -> Vec<u8> {
                Derive::encode(value)
            }

            fn decode(bytes: &Vec<u8>) -> $V {
                Derive::decode(bytes)
            }

            #[inline(never)]
            fn set(bytes: &mut Vec<u8>, $index: usize, number: u64) {
                static PATH: LazyLock<Path> = LazyLock::new(|| Path::new($schema, $path));
                let Path { schema, number: $handle } = &*PATH;
                Record::open(schema, bytes).and_then(|mut record| record.set($at, number)).expect(OWN_BYTES);
            }
        }
    };
}

places!(
    Words,
    |edit, index, number| edit.items().set(index, number),
    "struct Words { items: list<u64> } root Words;",
    "items[]",
    |handle| handle.at(index)
);
places!(
    Items,
    |edit, index, number| edit.items().at(index).and_then(|mut item| item.set_number(number)),
    "struct Item { name: string, number: u64 } struct Items { items: list<Item> } root Items;",
    "items[].number",
    |handle| handle.at(index)
);
places!(
    Behind,
    |edit, _index, number| edit.set_number(number),
    "struct Behind { content: bytes, number: u64 } root Behind;",
    "number",
    |handle| handle
);
