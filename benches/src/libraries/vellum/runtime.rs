//! The mode "runtime": the schema is parsed from text, once and outside of the timing; fields are read and written
//! through handles.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{Dynamic, Handle, Record, Result, Schema, StructRef, ValueRef, VariantName};

use super::{Change, Container, OWN_BYTES, decode, encode, updates};
use crate::library::{Measure, Row};
use crate::workloads::container::variant;

const TEXT: &str = "
    enum Fruit { Apples, Pears, Bananas }
    frozen struct Bar { time: i32, ratio: f32, size: u16 }
    struct FooBar { sibling: Bar, name: string, rating: f64, postfix: u8 }
    struct Container { list: list<FooBar>, initialized: bool, fruit: Fruit, location: string }
    root Container;";

static HANDLES: LazyLock<Handles> = LazyLock::new(|| Handles::new().expect("the schema names these fields"));

struct Handles {
    schema: Schema,
    element: Handle<Dynamic>,
    time: Handle<i32>,
    ratio: Handle<f32>,
    size: Handle<u16>,
    name: Handle<str>,
    rating: Handle<f64>,
    postfix: Handle<u8>,
    initialized: Handle<bool>,
    fruit: Handle<VariantName>,
    location: Handle<str>,
}

impl Handles {
    fn new() -> Result<Self> {
        let schema = Schema::parse(TEXT)?.leak();
        Ok(Self {
            element: schema.field("list[]")?,
            time: schema.field("list[].sibling.time")?,
            ratio: schema.field("list[].sibling.ratio")?,
            size: schema.field("list[].sibling.size")?,
            name: schema.field("list[].name")?,
            rating: schema.field("list[].rating")?,
            postfix: schema.field("list[].postfix")?,
            initialized: schema.field("initialized")?,
            fruit: schema.field("fruit")?,
            location: schema.field("location")?,
            schema,
        })
    }
}

pub(super) fn row(value: &Container) -> Row {
    let bytes = write(value).expect(OWN_BYTES);
    let mut row = Row::new("vellum", "vellum", "", "runtime", bytes.clone()).borrowed();
    row.prove("the bytes are the derive's", bytes == encode(value));
    row.prove("the derive decodes the original", decode(&bytes) == *value);
    row.prove("the cursors read what is in the original", read_equals(&bytes, value));
    let original = value.clone();
    row.time_noted(Measure::Encode, variant::OWNED, "field by field through handles, then compacted", move || {
        write(black_box(&original)).expect(OWN_BYTES)
    });
    let source = bytes.clone();
    row.time(Measure::Clone, variant::OWNED, move || black_box(&source).clone());
    let source = bytes.clone();
    row.time_noted(Measure::DecodeAll, variant::BORROWED, "through dynamic cursors", move || {
        visit(black_box(&source)).expect(OWN_BYTES);
    });
    row.prove("decode one gives the location", location(&bytes).expect(OWN_BYTES) == value.location.len());
    row.prove("decode one gives the time", time(&bytes).expect(OWN_BYTES) == value.list[1].sibling.time);
    let source = bytes.clone();
    row.time(Measure::DecodeOne, variant::LOCATION, move || location(black_box(&source)).expect(OWN_BYTES));
    let source = bytes;
    row.time(Measure::DecodeOne, variant::TIME, move || time(black_box(&source)).expect(OWN_BYTES));
    updates(&mut row, Runtime);
    row
}

/// Builds the record field by field.
#[inline(never)]
fn write(value: &Container) -> Result<Vec<u8>> {
    let handles = &*HANDLES;
    let mut record = Record::new(&handles.schema);
    for (index, element) in value.list.iter().enumerate() {
        record.push_default(&handles.element)?;
        record.set(handles.time.at(index), element.sibling.time)?;
        record.set(handles.ratio.at(index), element.sibling.ratio)?;
        record.set(handles.size.at(index), element.sibling.size)?;
        record.set(handles.name.at(index), element.name.as_str())?;
        record.set(handles.rating.at(index), element.rating)?;
        record.set(handles.postfix.at(index), element.postfix)?;
    }
    record.set(&handles.initialized, value.initialized)?;
    let fruit = match value.fruit {
        super::Fruit::Apples => "Apples",
        super::Fruit::Pears => "Pears",
        super::Fruit::Bananas => "Bananas",
    };
    record.set(&handles.fruit, fruit)?;
    record.set(&handles.location, value.location.as_str())?;
    record.compact()?;
    Ok(record.into_storage())
}

/// Reads everything a struct holds, whatever it is.
fn visit_struct(cursor: StructRef<'_>) -> Result<()> {
    for (_, value) in cursor.fields() {
        visit_value(value?)?;
    }
    Ok(())
}

fn visit_value(value: ValueRef<'_>) -> Result<()> {
    match value {
        ValueRef::Struct(cursor) => visit_struct(cursor),
        ValueRef::List(list) => list.iter().try_for_each(|element| visit_value(element?)),
        value => {
            black_box(value);
            Ok(())
        }
    }
}

#[inline(never)]
fn visit(bytes: &[u8]) -> Result<()> {
    visit_struct(Record::open(&HANDLES.schema, bytes)?.root()?)
}

/// What the cursors read is what is printed; compared with what the derive's value prints.
fn read_equals(bytes: &[u8], value: &Container) -> bool {
    let record = Record::open(&HANDLES.schema, bytes).expect(OWN_BYTES);
    visit(bytes).is_ok() && format!("{:?}", record.root().expect(OWN_BYTES)) == format!("{value:?}")
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<usize> {
    let record = Record::open(&HANDLES.schema, bytes)?;
    Ok(black_box(record.get(&HANDLES.location)?).len())
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Record::open(&HANDLES.schema, bytes)?.get(HANDLES.time.at(1))
}

#[derive(Clone, Copy)]
struct Runtime;

impl Change for Runtime {
    #[inline(never)]
    fn rename(self, bytes: &mut Vec<u8>, name: &str) {
        let rename = |bytes| Record::open(&HANDLES.schema, bytes)?.set(HANDLES.name.at(0), name);
        rename(bytes).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_time(self, bytes: &mut Vec<u8>, time: i32) {
        let set_time = |bytes| Record::open(&HANDLES.schema, bytes)?.set(HANDLES.time.at(0), time);
        set_time(bytes).expect(OWN_BYTES);
    }
}
