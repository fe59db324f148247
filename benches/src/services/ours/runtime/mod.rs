//! The row "runtime": schemas are parsed from text, once and outside of the timing. A value is built
//! field by field through handles, and read and changed through them; what is owned of it is made
//! by serde, which the schema is walked for.

mod log;
mod numbers;
mod saves;

use serde::de::DeserializeOwned;
use vellum::{
    RecordBuilder, Result, Schema, Vellum,
    dynamic::{StructRef, ValueRef},
};

use super::super::kind::Kind;
use super::super::log::AccessLog;
use super::super::mesh::Surface;
use super::super::rows::{Codec, Rows};
use super::super::saves::Saves;
use super::super::sink::{BlackBox, Sink, Transcript, Unmarked};
use super::super::tick::Tick;
use crate::library::{OWN_BYTES, Row};

const BUILT: &str = "field by field through handles, by a builder";
const KEPT: &str = "field by field through handles, into a kept builder and vector";
const IN_CLONE: &str = "in place in the clone";
const PUSHES: &str = "from an empty list, in one open buffer, field by field through handles";

#[derive(Default)]
struct Runtime;

/// A kind with its schema, and what is built, read and changed through handles.
trait Described: Kind + Vellum + DeserializeOwned {
    fn parsed() -> &'static Schema;
    fn fill(&self, record: &mut RecordBuilder) -> Result<()>;
    fn find<T>(bytes: &[u8], take: impl FnOnce(&Self::Found) -> T) -> Result<T>;
    fn set_in(bytes: &mut Vec<u8>, number: Self::Number) -> Result<()>;
}

impl<K: Described> Codec<K> for Runtime {
    type Ready = K;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = BUILT;
    const DECODE: &'static str = "through serde";

    fn ready(value: &K) -> K {
        value.clone()
    }

    fn original(ready: K) -> K {
        ready
    }

    #[inline(never)]
    fn encode(&mut self, value: &K) -> Vec<u8> {
        let mut builder = RecordBuilder::new(K::parsed());
        value.fill(&mut builder).and_then(|()| builder.finish()).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> K {
        K::parsed().peek(bytes).and_then(|record| record.to_serde()).expect(OWN_BYTES)
    }

    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(bytes, take).expect(OWN_BYTES)
    }
}

pub fn row(mut row: Row) -> Row {
    all::<AccessLog>(&mut row)
        .sets_text([IN_CLONE, ""], |bytes, path| log::set_path(bytes, path).expect(OWN_BYTES))
        .pushes(PUSHES, || log::push_entries().expect(OWN_BYTES));
    all::<Saves>(&mut row)
        .sets_text([IN_CLONE, ""], |bytes, captain| saves::set_captain(bytes, captain).expect(OWN_BYTES));
    all::<Tick>(&mut row).pushes(PUSHES, || numbers::push_entities().expect(OWN_BYTES));
    all::<Surface>(&mut row)
        .sums("", |_, bytes| numbers::sum(bytes).expect(OWN_BYTES))
        .lends("", |bytes| numbers::lend(bytes).expect(OWN_BYTES));
    row
}

/// What all kinds have.
fn all<K: Described>(row: &mut Row) -> Rows<'_, K, Runtime> {
    let same = Runtime.encode(K::value()) == vellum::to_vec(K::value()).expect(OWN_BYTES);
    row.prove(&format!("{}: the bytes are the derive's", K::NAMES.whole), same);
    Rows::<K, Runtime>::new(row)
        .encode_reused(
            KEPT,
            |_| (RecordBuilder::new(K::parsed()), Vec::new()),
            |(builder, bytes), value| {
                builder.reset();
                value.fill(builder).and_then(|()| builder.finish_into(bytes)).expect(OWN_BYTES);
                bytes
            },
        )
        .decode_borrowed(
            "through dynamic cursors",
            |_, bytes| {
                let expected = Unmarked::of(|sink| K::value().walk(sink));
                Transcript::of(|sink| walk::<K>(bytes, sink).expect(OWN_BYTES)) == expected
            },
            |_, bytes| walk::<K>(bytes, &mut BlackBox).expect(OWN_BYTES),
        )
        .sets_number([IN_CLONE, ""], |bytes, number| K::set_in(bytes, number).expect(OWN_BYTES))
}

/// Reads everything that is there, whatever it is.
#[inline(never)]
fn walk<K: Described>(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    walk_struct(K::parsed().peek(bytes)?.root()?, sink)
}

fn walk_struct(cursor: StructRef<'_>, sink: &mut impl Sink) -> Result<()> {
    for (_, value) in cursor.fields() {
        walk_value(value?, sink)?;
    }
    Ok(())
}

fn walk_value(value: ValueRef<'_>, sink: &mut impl Sink) -> Result<()> {
    match value {
        ValueRef::Absent => sink.word(0),
        ValueRef::Bool(flag) => sink.number(flag),
        ValueRef::Unsigned(number) => sink.word(number),
        ValueRef::Signed(number) => sink.word(number as u64),
        ValueRef::F32(number) => sink.number(number),
        ValueRef::F64(number) => sink.number(number),
        ValueRef::Enum(_, number) => sink.word(number),
        ValueRef::String(text) => sink.text(text),
        ValueRef::Struct(cursor) => walk_struct(cursor, sink)?,
        ValueRef::List(list) => {
            sink.word(list.len() as u64);
            for element in list.iter() {
                walk_value(element?, sink)?;
            }
        }
        ValueRef::Map(map) => {
            sink.word(map.len() as u64);
            for entry in map.iter() {
                let (key, value) = entry?;
                walk_value(key, sink)?;
                walk_value(value, sink)?;
            }
        }
        ValueRef::Union(union) => match union.value()? {
            Some(payload) => walk_value(payload, sink)?,
            None => sink.word(0),
        },
        _ => unreachable!("the schemas have no other types"),
    }
    Ok(())
}
