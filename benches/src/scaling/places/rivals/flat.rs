//! flatbuffers: cannot write into finished bytes, so that an update copies the record through a
//! builder, from what it reads in place.

use flatbuffers::{
    FlatBufferBuilder, Follow, ForwardsUOffset, InvalidFlatbuffer, Table, UOffsetT, Vector, Verifiable, Verifier,
    WIPOffset,
};

use super::super::values::Item;
use super::super::{Behind, Items, Places, Words};
use crate::libraries::flatbuffers::Built;
use crate::scaling::rivals::flatbuffers::{Checked, Flat, finish, root, scalar, table};

const SETS: &str = "copies the record through a builder";

/// Room for what is neither a number, nor a text, nor bytes.
const REST: usize = 128;

// Entries of the vtables.
const ITEMS: u16 = 4;
const NAME: u16 = 4;
const CONTENT: u16 = 4;
const NUMBER: u16 = 6;

type Tables<'a> = Vector<'a, ForwardsUOffset<ItemTable<'a>>>;

table!(WordsTable, |fields| fields.visit_field::<ForwardsUOffset<Vector<'_, u64>>>("items", ITEMS, true)?);
table!(ItemsTable, |fields| fields.visit_field::<ForwardsUOffset<Tables<'_>>>("items", ITEMS, true)?);
table!(ItemTable, |fields| fields
    .visit_field::<ForwardsUOffset<&str>>("name", NAME, true)?
    .visit_field::<u64>("number", NUMBER, false)?);
table!(BehindTable, |fields| fields
    .visit_field::<ForwardsUOffset<Vector<'_, u8>>>("content", CONTENT, true)?
    .visit_field::<u64>("number", NUMBER, false)?);

impl<'a> ItemTable<'a> {
    fn name(&self) -> &'a str {
        self.0.reference::<&str>(NAME)
    }

    fn number(&self) -> u64 {
        // SAFETY: the verifier visits it as a `u64`.
        unsafe { scalar(self.0, NUMBER) }
    }
}

impl<'a> BehindTable<'a> {
    fn content(&self) -> &'a [u8] {
        self.0.reference::<Vector<'_, u8>>(CONTENT).bytes()
    }

    fn number(&self) -> u64 {
        // SAFETY: the verifier visits it as a `u64`.
        unsafe { scalar(self.0, NUMBER) }
    }
}

/// The buffer whose root has one list.
fn with_list<T>(mut builder: FlatBufferBuilder<'_>, items: WIPOffset<T>) -> Built {
    let table = builder.start_table();
    builder.push_slot_always(ITEMS, items);
    let table = builder.end_table(table);
    finish(builder, table)
}

fn words(items: &[u64]) -> Built {
    let mut builder = FlatBufferBuilder::with_capacity(size_of_val(items) + REST);
    let items = builder.create_vector(items);
    with_list(builder, items)
}

fn items<'a>(items: impl ExactSizeIterator<Item = (&'a str, u64)>) -> Built {
    let mut tables = Vec::with_capacity(items.len());
    let mut builder = FlatBufferBuilder::with_capacity(items.len() * 100 + REST);
    for (name, number) in items {
        let name = builder.create_string(name);
        let table = builder.start_table();
        builder.push_slot(NUMBER, number, 0);
        builder.push_slot_always(NAME, name);
        tables.push(WIPOffset::<ItemTable<'_>>::new(builder.end_table(table).value() as UOffsetT));
    }
    let tables = builder.create_vector(&tables);
    with_list(builder, tables)
}

fn behind(content: &[u8], number: u64) -> Built {
    let mut builder = FlatBufferBuilder::with_capacity(content.len() + REST);
    let content = builder.create_vector(content);
    let table = builder.start_table();
    builder.push_slot(NUMBER, number, 0);
    builder.push_slot_always(CONTENT, content);
    let table = builder.end_table(table);
    finish(builder, table)
}

fn list_of<const CHECKED: bool>(bytes: &Built) -> Vector<'_, u64> {
    root::<WordsTable<'_>, CHECKED>(bytes).0.reference::<Vector<'_, u64>>(ITEMS)
}

fn tables_of<const CHECKED: bool>(bytes: &Built) -> Tables<'_> {
    root::<ItemsTable<'_>, CHECKED>(bytes).0.reference::<Tables<'_>>(ITEMS)
}

impl<const CHECKED: bool> Places<Words> for Flat<CHECKED> {
    type Bytes = Built;
    const SETS: &'static str = SETS;

    fn encode(value: &Words) -> Built {
        words(&value.items)
    }

    fn decode(bytes: &Built) -> Words {
        Words { items: list_of::<CHECKED>(bytes).iter().collect() }
    }

    #[inline(never)]
    fn set(bytes: &mut Built, index: usize, number: u64) {
        let mut items: Vec<u64> = list_of::<CHECKED>(bytes).iter().collect();
        items[index] = number;
        *bytes = words(&items);
    }
}

impl<const CHECKED: bool> Places<Items> for Flat<CHECKED> {
    type Bytes = Built;
    const SETS: &'static str = SETS;

    fn encode(value: &Items) -> Built {
        items(value.items.iter().map(|item| (item.name.as_str(), item.number)))
    }

    fn decode(bytes: &Built) -> Items {
        let item = |item: ItemTable<'_>| Item { name: item.name().to_owned(), number: item.number() };
        Items { items: tables_of::<CHECKED>(bytes).iter().map(item).collect() }
    }

    #[inline(never)]
    fn set(bytes: &mut Built, index: usize, number: u64) {
        let old = tables_of::<CHECKED>(bytes);
        let item = |at: usize| {
            let item = old.get(at);
            (item.name(), if at == index { number } else { item.number() })
        };
        *bytes = items((0..old.len()).map(item));
    }
}

impl<const CHECKED: bool> Places<Behind> for Flat<CHECKED> {
    type Bytes = Built;
    const SETS: &'static str = SETS;

    fn encode(value: &Behind) -> Built {
        behind(&value.content, value.number)
    }

    fn decode(bytes: &Built) -> Behind {
        let table = root::<BehindTable<'_>, CHECKED>(bytes);
        Behind { content: table.content().to_vec(), number: table.number() }
    }

    #[inline(never)]
    fn set(bytes: &mut Built, _: usize, number: u64) {
        *bytes = behind(root::<BehindTable<'_>, CHECKED>(bytes).content(), number);
    }
}
