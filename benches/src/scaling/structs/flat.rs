//! flatbuffers with its verifier: a table of many numbers, written and read in loops over the entries of its vtable.
//!
//! A generator writes the same calls one after the other.

use flatbuffers::{FlatBufferBuilder, Follow, InvalidFlatbuffer, Table, Verifiable, Verifier};

use super::Wide;
use crate::scaling::OWN_BYTES;

/// A table of so many fields.
pub struct Flat<const FIELDS: usize>;

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

fn root<const FIELDS: usize>(bytes: &[u8]) -> Numbers<'_, FIELDS> {
    flatbuffers::root::<Numbers<'_, FIELDS>>(bytes).expect(OWN_BYTES)
}

fn build(numbers: impl ExactSizeIterator<Item = u64>) -> Vec<u8> {
    let mut builder = FlatBufferBuilder::with_capacity(numbers.len() * 10 + 64);
    let table = builder.start_table();
    for (index, number) in numbers.enumerate() {
        builder.push_slot(slot(index), number, 0);
    }
    let table = builder.end_table(table);
    builder.finish_minimal(table);
    builder.finished_data().to_vec()
}

/// Copies the table, but for one field.
fn rebuild<const FIELDS: usize>(bytes: &[u8], changed: usize, number: u64) -> Vec<u8> {
    let numbers = root::<FIELDS>(bytes);
    build((0..FIELDS).map(|index| if index == changed { number } else { numbers.get(index) }))
}

impl<const FIELDS: usize> Wide for Flat<FIELDS> {
    type Bytes = Vec<u8>;
    const FIELDS: usize = FIELDS;
    const READS: [&'static str; 2] = ["verifies all, reads in place"; 2];
    const SETS: &'static str = "copies the record through a builder";

    fn encode(numbers: &[u64]) -> Vec<u8> {
        build(numbers.iter().copied())
    }

    fn decode(bytes: &Vec<u8>) -> Vec<u64> {
        let numbers = root::<FIELDS>(bytes);
        (0..FIELDS).map(|index| numbers.get(index)).collect()
    }

    #[inline(never)]
    fn first(bytes: &Vec<u8>) -> u64 {
        root::<FIELDS>(bytes).get(0)
    }

    #[inline(never)]
    fn last(bytes: &Vec<u8>) -> u64 {
        root::<FIELDS>(bytes).get(FIELDS - 1)
    }

    #[inline(never)]
    fn set_first(bytes: &mut Vec<u8>, number: u64) {
        *bytes = rebuild::<FIELDS>(bytes, 0, number);
    }

    #[inline(never)]
    fn set_last(bytes: &mut Vec<u8>, number: u64) {
        *bytes = rebuild::<FIELDS>(bytes, FIELDS - 1, number);
    }
}
