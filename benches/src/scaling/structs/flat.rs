//! flatbuffers, with its verifier or without: a table of many numbers, written and read in loops
//! over the entries of its vtable.
//!
//! A generator writes the same calls one after the other.

use flatbuffers::{FlatBufferBuilder, Follow, InvalidFlatbuffer, Table, Verifiable, Verifier};

use super::{Wide, end};
use crate::libraries::flatbuffers::Built;
use crate::scaling::rivals::flatbuffers::{finish, root};

/// A table of so many fields.
pub struct Flat<const FIELDS: usize, const CHECKED: bool>;

struct Numbers<'a, const FIELDS: usize>(Table<'a>);

impl<'a, const FIELDS: usize> Follow<'a> for Numbers<'a, FIELDS> {
    type Inner = Self;

    unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
        // SAFETY: the caller's promise.
        Self(unsafe { Table::new(buf, loc) })
    }
}

impl<const FIELDS: usize> Verifiable for Numbers<'_, FIELDS> {
    fn run_verifier(verifier: &mut Verifier<'_, '_>, pos: usize) -> Result<(), InvalidFlatbuffer> {
        let mut fields = verifier.visit_table(pos)?;
        for index in 0..FIELDS {
            fields = fields.visit_field::<u64>("number", slot(index), false)?;
        }
        fields.finish();
        Ok(())
    }
}

/// The entry of a field in the vtable.
const fn slot(index: usize) -> u16 {
    4 + 2 * index as u16
}

impl<const FIELDS: usize> Numbers<'_, FIELDS> {
    fn get(&self, index: usize) -> u64 {
        // SAFETY: the verifier visits all fields as `u64`.
        unsafe { self.0.get::<u64>(slot(index), None) }.unwrap_or_default()
    }
}

fn build(numbers: impl ExactSizeIterator<Item = u64>) -> Built {
    let mut builder = FlatBufferBuilder::with_capacity(numbers.len() * 10 + 64);
    let table = builder.start_table();
    for (index, number) in numbers.enumerate() {
        builder.push_slot(slot(index), number, 0);
    }
    let table = builder.end_table(table);
    finish(builder, table)
}

/// Copies the table, but for one field.
fn rebuild<const FIELDS: usize, const CHECKED: bool>(bytes: &Built, changed: usize, number: u64) -> Built {
    let numbers = root::<Numbers<'_, FIELDS>, CHECKED>(bytes);
    build((0..FIELDS).map(|index| if index == changed { number } else { numbers.get(index) }))
}

impl<const FIELDS: usize, const CHECKED: bool> Wide for Flat<FIELDS, CHECKED> {
    type Bytes = Built;
    const FIELDS: usize = FIELDS;
    const READS: [&'static str; 2] =
        [if CHECKED { "verifies all, reads in place" } else { "trusts the bytes, reads in place" }; 2];
    const SETS: &'static str = "copies the record through a builder";

    fn encode(numbers: &[u64]) -> Built {
        build(numbers.iter().copied())
    }

    fn decode(bytes: &Built) -> Vec<u64> {
        let numbers = root::<Numbers<'_, FIELDS>, CHECKED>(bytes);
        (0..FIELDS).map(|index| numbers.get(index)).collect()
    }

    #[inline(never)]
    fn get<const LAST: bool>(bytes: &Built) -> u64 {
        root::<Numbers<'_, FIELDS>, CHECKED>(bytes).get(end::<FIELDS, LAST>())
    }

    #[inline(never)]
    fn set<const LAST: bool>(bytes: &mut Built, number: u64) {
        *bytes = rebuild::<FIELDS, CHECKED>(bytes, end::<FIELDS, LAST>(), number);
    }
}
