//! The mode "runtime": the schema is parsed from text, once and outside of the timing; fields are read and written
//! through handles.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{Dynamic, Handle, Record, RecordBuilder, Result, Schema, StructRef, ValueRef, VariantName};

use super::derive::read;
use super::{InPlace, OWN_BYTES, decode, encode, updates};
use crate::library::Row;
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{Container, Fruit};

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
    let rows = Rows::<Runtime>::new("vellum", ("vellum", ""), "runtime", value)
        .encode_reused(
            "field by field through handles, into a kept builder and vector",
            |_| (RecordBuilder::new(&HANDLES.schema), Vec::new()),
            |(builder, bytes), value| {
                builder.reset();
                fill(builder, value).and_then(|()| builder.finish_into(bytes)).expect(OWN_BYTES);
                bytes
            },
        )
        .decode_borrowed(
            "through dynamic cursors",
            |_, bytes| encode(&read(bytes).expect(OWN_BYTES)),
            |_, bytes| visit(bytes).expect(OWN_BYTES),
        )
        .visit_location(
            "",
            |_, bytes| location(bytes, str::to_owned).expect(OWN_BYTES),
            |_, bytes| {
                location(bytes, |read| {
                    black_box(read);
                })
                .expect(OWN_BYTES);
            },
        )
        .decode_time("", |_, bytes| time(bytes).expect(OWN_BYTES));
    let mut row = updates(rows).finish().borrowed();
    row.prove("the bytes are the derive's", row.encoded == encode(value));
    row.prove("the cursors read what is in the original", read_equals(&row.encoded, value));
    row
}

#[derive(Default)]
struct Runtime;

impl Codec for Runtime {
    type Owned = Container;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "field by field through handles, by a builder";

    #[inline(never)]
    fn encode(&mut self, value: &Container) -> Vec<u8> {
        let mut builder = RecordBuilder::new(&HANDLES.schema);
        fill(&mut builder, value).and_then(|()| builder.finish()).expect(OWN_BYTES)
    }

    /// For proofs only.
    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        decode(bytes)
    }
}

/// Builds the record field by field.
#[inline(never)]
fn fill(record: &mut RecordBuilder, value: &Container) -> Result<()> {
    let handles = &*HANDLES;
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
        Fruit::Apples => "Apples",
        Fruit::Pears => "Pears",
        Fruit::Bananas => "Bananas",
    };
    record.set(&handles.fruit, fruit)?;
    record.set(&handles.location, value.location.as_str())
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

/// Hands the location to `see`: the record that it belongs to ends here.
#[inline(never)]
fn location<T>(bytes: &[u8], see: impl FnOnce(&str) -> T) -> Result<T> {
    let record = Record::open(&HANDLES.schema, bytes)?;
    Ok(see(record.get(&HANDLES.location)?))
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Record::open(&HANDLES.schema, bytes)?.get(HANDLES.time.at(1))
}

impl InPlace for Runtime {
    #[inline(never)]
    fn rename(bytes: &mut Vec<u8>, name: &str) {
        let rename = |bytes| Record::open(&HANDLES.schema, bytes)?.set(HANDLES.name.at(0), name);
        rename(bytes).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn set_time(bytes: &mut Vec<u8>, time: i32) {
        let set_time = |bytes| Record::open(&HANDLES.schema, bytes)?.set(HANDLES.time.at(0), time);
        set_time(bytes).expect(OWN_BYTES);
    }
}
