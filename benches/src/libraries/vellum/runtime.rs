//! The mode "runtime": the schema is parsed from text, once and outside of the timing; fields are
//! read and written through handles.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{
    DecodeOwned, Record, RecordBuilder, Result, Schema, Vellum,
    dynamic::{Dynamic, StructRef, ValueRef},
    field::VariantName,
};

use super::{IN_CLONE, InPlace, OWN_BYTES, PACKAGE, WIDER, decode, encode, updates};
use crate::library::Row;
use crate::workloads::container::{Container, FRUITS};
use crate::workloads::fields::{Fields, FieldsRef, Lend, NO_NUMBER, with_fields, with_numbers};
use crate::workloads::record::Subject;
use crate::workloads::rows::{Codec, Rows};

pub(super) fn container(value: &Container) -> Row {
    rows(value)
        .decode_borrowed(
            "through dynamic cursors",
            |_, bytes, value| read_equals(bytes, value),
            |_, bytes| visit(bytes).expect(OWN_BYTES),
        )
        .decode_time("", |_, bytes| time(bytes).expect(OWN_BYTES))
        .finish()
        .borrowed()
}

pub(super) fn fields(value: &Fields) -> Row {
    rows(value)
        .decode_borrowed(
            "through handles",
            |_, bytes, value| read_all(bytes, |read| read == FieldsRef::from(value)).expect(OWN_BYTES),
            |_, bytes| {
                let read = read_all(bytes, |read| {
                    black_box(&read);
                });
                read.expect(OWN_BYTES);
            },
        )
        .sets_any("", |bytes, index, number| set_any(bytes, index, number).expect(OWN_BYTES))
        .finish()
        .borrowed()
}

/// A record with its schema, and what is built and read by handles.
trait Described: Subject + Vellum + DecodeOwned {
    fn parsed() -> &'static Schema;
    /// Builds the record field by field.
    fn fill(&self, record: &mut RecordBuilder) -> Result<()>;
    /// Hands the text to `see`: the record that it belongs to ends here.
    fn text_in<T>(bytes: &[u8], see: impl FnOnce(&str) -> T) -> Result<T>;
}

fn rows<S: Described>(value: &S) -> Rows<S, Runtime>
where
    Runtime: InPlace<S> + Codec<S, Owned = S>,
{
    let rows = Rows::<S, Runtime>::new("vellum", PACKAGE, "runtime", value).encode_reused(
        "field by field through handles, into a kept builder and vector",
        |_| (RecordBuilder::new(S::parsed()), Vec::new()),
        |(builder, bytes), value| {
            builder.reset();
            value.fill(builder).and_then(|()| builder.finish_into(bytes)).expect(OWN_BYTES);
            bytes
        },
    );
    let expected = encode(value);
    updates(rows).proves("the bytes are the derive's", |row| row.encoded == expected)
}

#[derive(Default)]
struct Runtime;

impl<S: Described> Codec<S> for Runtime {
    type Owned = S;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = "field by field through handles, by a builder";
    const OWNS: bool = false;

    #[inline(never)]
    fn encode(&mut self, value: &S) -> Vec<u8> {
        let mut builder = RecordBuilder::new(S::parsed());
        value.fill(&mut builder).and_then(|()| builder.finish()).expect(OWN_BYTES)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        decode(bytes)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        S::text_in(bytes, take).expect(OWN_BYTES)
    }
}

const CONTAINER: &str = "
    enum Fruit { Apples, Pears, Bananas }
    frozen struct Bar { time: i32, ratio: f32, size: u16 }
    struct FooBar { sibling: Bar, name: string, rating: f64, postfix: u8 }
    struct Container { list: list<FooBar>, initialized: bool, fruit: Fruit, location: string }
    root Container;";

/// Handles of fields by their paths, resolved once; the fields of a struct are their own paths.
macro_rules! handles {
    ($Handles:ident { $($field:ident: $Type:ty = $path:expr,)* }) => {
        struct $Handles {
            schema: ::vellum::Schema,
            $($field: ::vellum::Handle<$Type>,)*
        }

        impl $Handles {
            fn new(text: &str) -> Self {
                let schema = ::vellum::Schema::parse(text).expect("the text is a schema").leak();
                Self { $($field: schema.field($path).expect("the schema names these fields"),)* schema }
            }
        }
    };
    (($Handles:ident) $($field:ident: [$Type:ident],)*) => {
        handles!($Handles { $($field: $Type = stringify!($field),)* });
    };
}

#[cfg(feature = "rivals")]
pub(crate) use handles;

static HANDLES: LazyLock<Handles> = LazyLock::new(|| Handles::new(CONTAINER));

handles!(Handles {
    element: Dynamic = "list[]",
    time: i32 = "list[].sibling.time",
    ratio: f32 = "list[].sibling.ratio",
    size: u16 = "list[].sibling.size",
    name: str = "list[].name",
    rating: f64 = "list[].rating",
    postfix: u8 = "list[].postfix",
    initialized: bool = "initialized",
    fruit: VariantName = "fruit",
    location: str = "location",
});

impl Described for Container {
    fn parsed() -> &'static Schema {
        &HANDLES.schema
    }

    #[inline(never)]
    fn fill(&self, record: &mut RecordBuilder) -> Result<()> {
        let handles = &*HANDLES;
        for (index, element) in self.list.iter().enumerate() {
            record.push_default(&handles.element)?;
            record.set(handles.time.at(index), element.sibling.time)?;
            record.set(handles.ratio.at(index), element.sibling.ratio)?;
            record.set(handles.size.at(index), element.sibling.size)?;
            record.set(handles.name.at(index), element.name.as_str())?;
            record.set(handles.rating.at(index), element.rating)?;
            record.set(handles.postfix.at(index), element.postfix)?;
        }
        record.set(&handles.initialized, self.initialized)?;
        record.set(&handles.fruit, FRUITS[self.fruit as usize].1)?;
        record.set(&handles.location, self.location.as_str())
    }

    #[inline(never)]
    fn text_in<T>(bytes: &[u8], see: impl FnOnce(&str) -> T) -> Result<T> {
        Ok(see(HANDLES.schema.peek(bytes)?.get(&HANDLES.location)?))
    }
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
    visit_struct(HANDLES.schema.peek(bytes)?.root()?)
}

/// What the cursors read is what is printed; compared with what the derive's value prints.
fn read_equals(bytes: &[u8], value: &Container) -> bool {
    let record = HANDLES.schema.peek(bytes).expect(OWN_BYTES);
    visit(bytes).is_ok() && format!("{:?}", record.root().expect(OWN_BYTES)) == format!("{value:?}")
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    HANDLES.schema.peek(bytes)?.get(HANDLES.time.at(1))
}

impl InPlace<Container> for Runtime {
    const TEXT_IN_CLONE: &'static str = IN_CLONE;

    #[inline(never)]
    fn set_text(bytes: &mut Vec<u8>, name: &str) -> Result<()> {
        Record::open(&HANDLES.schema, bytes)?.set(HANDLES.name.at(0), name)
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, time: i32) -> Result<()> {
        Record::open(&HANDLES.schema, bytes)?.set(HANDLES.time.at(0), time)
    }
}

macro_rules! schema_text {
    (() $($field:ident: [$Type:ident],)*) => {
        concat!("struct Fields {", $(stringify!($field), ": ", stringify!($Type), ",",)* "} root Fields;")
    };
}

const FIELDS: &str = with_fields!(schema_text!(), strings: [string]);

static FIELD_HANDLES: LazyLock<FieldHandles> = LazyLock::new(|| FieldHandles::new(FIELDS));

with_fields!(handles!(FieldHandles), strings: [str]);

impl Described for Fields {
    fn parsed() -> &'static Schema {
        &FIELD_HANDLES.schema
    }

    #[inline(never)]
    fn fill(&self, record: &mut RecordBuilder) -> Result<()> {
        macro_rules! set {
            (($record:ident, $value:expr) $($field:ident: $Type:tt,)*) => {{
                $($record.set(&FIELD_HANDLES.$field, $value.$field.lend())?;)*
            }};
        }
        let value = self;
        with_fields!(set!(record, value), strings: [&str]);
        Ok(())
    }

    #[inline(never)]
    fn text_in<T>(bytes: &[u8], see: impl FnOnce(&str) -> T) -> Result<T> {
        Ok(see(FIELD_HANDLES.schema.peek(bytes)?.get(&FIELD_HANDLES.third_field_of_type_string)?))
    }
}

/// Reads every field where it lies, and lets `look` see them.
#[inline(never)]
fn read_all<T>(bytes: &[u8], look: impl FnOnce(FieldsRef<'_>) -> T) -> Result<T> {
    macro_rules! get {
        (($record:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $record.get(&FIELD_HANDLES.$field)?,)* }
        };
    }
    let record = FIELD_HANDLES.schema.peek(bytes)?;
    Ok(look(with_fields!(get!(record), strings: [&str])))
}

impl InPlace<Fields> for Runtime {
    const TEXT_IN_CLONE: &'static str = WIDER;

    #[inline(never)]
    fn set_text(bytes: &mut Vec<u8>, text: &str) -> Result<()> {
        Record::open(&FIELD_HANDLES.schema, bytes)?.set(&FIELD_HANDLES.second_field_of_type_string, text)
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u64) -> Result<()> {
        Record::open(&FIELD_HANDLES.schema, bytes)?.set(&FIELD_HANDLES.second_field_of_type_u64, number)
    }
}

#[inline(never)]
fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> Result<()> {
    macro_rules! set {
        (($record:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
            match index {
                $($at => $record.set(&FIELD_HANDLES.$field, number as $Type),)*
                _ => unreachable!("{NO_NUMBER}"),
            }
        };
    }
    let mut record = Record::open(&FIELD_HANDLES.schema, bytes)?;
    with_numbers!(set!(record))
}
