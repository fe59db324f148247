//! flatbuffers, with its verifier or without: reads where the bytes lie; an update copies
//! everything through a builder.
//!
//! Tables are read and written as generated code does, by the offset of a field's entry in the
//! vtable, without a generator.

use flatbuffers::{
    FlatBufferBuilder, Follow, ForwardsUOffset, InvalidFlatbuffer, Table, UOffsetT, Vector, Verifiable, Verifier,
    VerifierOptions, WIPOffset,
};

use super::super::keys::{Map, Maps, Open};
use super::super::lists::Lists;
use super::super::records::Records;
use super::super::{OWN_BYTES, Payload, Words};
use crate::libraries::flatbuffers::Built;

/// The library; it checks the whole buffer before it reads, or trusts it.
pub struct Flat<const CHECKED: bool>;

/// The buffer whose root is `table`.
pub fn finish<T>(mut builder: FlatBufferBuilder<'_>, table: WIPOffset<T>) -> Built {
    builder.finish_minimal(table);
    Built::of(builder)
}

/// Room for what is not content.
const REST: usize = 128;

// Entries of the vtables.
const ITEMS: u16 = 4;
const NUMBER: u16 = 4;
const NAME: u16 = 6;
const CONTENT: u16 = 8;
const KEY: u16 = 4;
const VALUE: u16 = 6;

/// A table whose fields were verified.
#[derive(Clone, Copy)]
pub struct Checked<'a>(pub(in crate::scaling) Table<'a>);

impl<'a> Checked<'a> {
    pub fn reference<T: Follow<'a> + 'a>(self, slot: u16) -> T::Inner {
        // SAFETY: the verifier of the table checked that the field is there, and has this type.
        unsafe { self.0.get::<ForwardsUOffset<T>>(slot, None) }.expect("a required field")
    }
}

/// A scalar of a verified table; one that is not stored is zero.
///
/// # Safety
///
/// The verifier of the table checked that the field has this type.
pub unsafe fn scalar<'a, T: Follow<'a, Inner = T> + Default + 'a>(table: Checked<'a>, slot: u16) -> T {
    // SAFETY: the caller's promise.
    unsafe { table.0.get::<T>(slot, None) }.unwrap_or_default()
}

macro_rules! table {
    ($name:ident, |$fields:ident| $visit:expr) => {
        pub struct $name<'a>(Checked<'a>);

        impl<'a> Follow<'a> for $name<'a> {
            type Inner = Self;

            unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
                // SAFETY: the caller's promise.
                Self(Checked(unsafe { Table::new(buf, loc) }))
            }
        }

        impl Verifiable for $name<'_> {
            fn run_verifier(verifier: &mut Verifier<'_, '_>, pos: usize) -> Result<(), InvalidFlatbuffer> {
                let $fields = verifier.visit_table(pos)?;
                $visit.finish();
                Ok(())
            }
        }
    };
}
pub(in crate::scaling) use table;

table!(WordsTable, |fields| fields.visit_field::<ForwardsUOffset<Vector<'_, u64>>>("items", ITEMS, true)?);
table!(PayloadTable, |fields| fields
    .visit_field::<u32>("number", NUMBER, false)?
    .visit_field::<ForwardsUOffset<&str>>("name", NAME, true)?
    .visit_field::<ForwardsUOffset<Vector<'_, u8>>>("content", CONTENT, true)?);
table!(EntryTable, |fields| fields
    .visit_field::<ForwardsUOffset<&str>>("key", KEY, true)?
    .visit_field::<u64>("value", VALUE, false)?);
table!(MapTable, |fields| fields.visit_field::<ForwardsUOffset<Entries<'_>>>("items", ITEMS, true)?);

type Entries<'a> = Vector<'a, ForwardsUOffset<EntryTable<'a>>>;

/// The root of a buffer, verified or trusted.
pub fn root<'a, T: Follow<'a, Inner = T> + Verifiable + 'a, const CHECKED: bool>(bytes: &'a Built) -> T {
    if CHECKED {
        flatbuffers::root_with_opts::<T>(&OPTIONS, bytes.as_ref()).expect(OWN_BYTES)
    } else {
        // SAFETY: the rows pass only whole buffers that this process built with such a table as
        // their root.
        unsafe { flatbuffers::root_unchecked::<T>(bytes.as_ref()) }
    }
}

impl<'a> PayloadTable<'a> {
    fn number(&self) -> u32 {
        // SAFETY: the verifier visits it as a `u32`.
        unsafe { scalar(self.0, NUMBER) }
    }

    fn name(&self) -> &'a str {
        self.0.reference::<&str>(NAME)
    }

    fn content(&self) -> &'a [u8] {
        self.0.reference::<Vector<'_, u8>>(CONTENT).bytes()
    }
}

fn build(number: u32, name: &str, content: &[u8]) -> Built {
    build_by(FlatBufferBuilder::with_capacity(content.len() + REST), number, name, content)
}

fn build_by(mut builder: FlatBufferBuilder<'_>, number: u32, name: &str, content: &[u8]) -> Built {
    let content = builder.create_vector(content);
    let name = builder.create_string(name);
    let table = builder.start_table();
    builder.push_slot_always(CONTENT, content);
    builder.push_slot_always(NAME, name);
    builder.push_slot(NUMBER, number, 0);
    let table = builder.end_table(table);
    finish(builder, table)
}

impl<const CHECKED: bool> Records for Flat<CHECKED> {
    type Bytes = Built;
    const READS: &'static str = "in place";
    const SETS_NUMBER: &'static str = "copies the record through a builder";
    const SETS_NAME: &'static str = Self::SETS_NUMBER;

    #[inline(never)]
    fn encode(payload: &Payload) -> Built {
        build(payload.number, &payload.name, &payload.content)
    }

    #[inline(never)]
    fn decode(bytes: &Built) -> Payload {
        let table = root::<PayloadTable<'_>, CHECKED>(bytes);
        Payload { number: table.number(), name: table.name().to_owned(), content: table.content().to_vec() }
    }

    #[inline(never)]
    fn name<T>(bytes: &Built, see: impl FnOnce(&str) -> T) -> T {
        see(root::<PayloadTable<'_>, CHECKED>(bytes).name())
    }

    #[inline(never)]
    fn update(bytes: &Built, number: u32) -> Built {
        let table = root::<PayloadTable<'_>, CHECKED>(bytes);
        build(number, table.name(), table.content())
    }

    #[inline(never)]
    fn update_into(bytes: &Built, number: u32, kept: &mut Built) {
        let table = root::<PayloadTable<'_>, CHECKED>(bytes);
        *kept = build_by(kept.rebuilt(), number, table.name(), table.content());
    }

    #[inline(never)]
    fn set_name(bytes: &mut Built, name: &str) {
        let table = root::<PayloadTable<'_>, CHECKED>(bytes);
        *bytes = build(table.number(), name, table.content());
    }
}

impl<const CHECKED: bool> Lists for Flat<CHECKED> {
    type Bytes = Built;

    #[inline(never)]
    fn encode(words: &Words) -> Built {
        let mut builder = FlatBufferBuilder::with_capacity(words.items.len() * size_of::<u64>() + REST);
        let items = builder.create_vector(&words.items);
        let table = builder.start_table();
        builder.push_slot_always(ITEMS, items);
        let table = builder.end_table(table);
        finish(builder, table)
    }

    #[inline(never)]
    fn decode(bytes: &Built) -> Words {
        let table = root::<WordsTable<'_>, CHECKED>(bytes);
        Words { items: table.0.reference::<Vector<'_, u64>>(ITEMS).iter().collect() }
    }
}

/// As by default, but for maps of more than a million tables.
const OPTIONS: VerifierOptions = VerifierOptions {
    max_tables: 10_000_000,
    max_depth: 64,
    max_apparent_size: 1 << 31,
    ignore_missing_null_terminator: false,
};

fn entries<const CHECKED: bool>(bytes: &Built) -> Entries<'_> {
    let table = root::<MapTable<'_>, CHECKED>(bytes);
    table.0.reference::<Entries<'_>>(ITEMS)
}

impl<'a> EntryTable<'a> {
    fn key(&self) -> &'a str {
        self.0.reference::<&str>(KEY)
    }

    fn value(&self) -> u64 {
        // SAFETY: the verifier visits it as a `u64`.
        unsafe { scalar(self.0, VALUE) }
    }
}

fn find(entries: Entries<'_>, key: &str) -> Option<u64> {
    entries.lookup_by_key(key, |entry, key| entry.key().cmp(key)).map(|entry| entry.value())
}

impl Open for Flat<true> {
    type Map<'a> = Entries<'a>;
    const OPENED: &'static str = "a sorted vector of tables; verified once, looks up in place";

    fn open(bytes: &Built) -> Entries<'_> {
        entries::<true>(bytes)
    }

    fn find(map: Entries<'_>, key: &str) -> Option<u64> {
        find(map, key)
    }
}

/// Builds a map of entries in the order of their keys.
fn map<'a>(entries: impl Iterator<Item = (&'a str, u64)>, len: usize) -> Built {
    let mut builder = FlatBufferBuilder::with_capacity(len * 56 + REST);
    let mut tables = Vec::with_capacity(len);
    for (key, value) in entries {
        let key = builder.create_string(key);
        let table = builder.start_table();
        builder.push_slot(VALUE, value, 0);
        builder.push_slot_always(KEY, key);
        tables.push(WIPOffset::<EntryTable<'_>>::new(builder.end_table(table).value() as UOffsetT));
    }
    let items = builder.create_vector(&tables);
    let table = builder.start_table();
    builder.push_slot_always(ITEMS, items);
    let table = builder.end_table(table);
    finish(builder, table)
}

impl<const CHECKED: bool> Maps for Flat<CHECKED> {
    type Bytes = Built;
    const LONGEST_GET: usize = usize::MAX;
    const GETS: &'static str = if CHECKED {
        "a sorted vector of tables; verifies all, looks up in place"
    } else {
        "a sorted vector of tables; trusts it, looks up in place"
    };
    const INSERTS: &'static str = "copies the map through a builder, in a map of half this length: the mean";

    fn encode(value: &Map) -> Built {
        map(value.iter().map(|(key, value)| (key.as_str(), *value)), value.len())
    }

    fn decode(bytes: &Built) -> Map {
        entries::<CHECKED>(bytes).iter().map(|entry| (entry.key().to_owned(), entry.value())).collect()
    }

    #[inline(never)]
    fn get(bytes: &Built, key: &str) -> Option<u64> {
        find(entries::<CHECKED>(bytes), key)
    }

    #[inline(never)]
    fn insert(bytes: &Built, key: &str, value: u64) -> Built {
        let entries = entries::<CHECKED>(bytes);
        let all = || entries.iter().map(|entry| (entry.key(), entry.value()));
        let before = all().take_while(|(other, _)| *other < key);
        let after = all().skip_while(|(other, _)| *other < key);
        map(before.chain([(key, value)]).chain(after), entries.len() + 1)
    }
}
