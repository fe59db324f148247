//! vellum: by derive, and read by a schema that is parsed at run time.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::LazyLock;

use vellum::{
    DecodeOwned, Record, Schema, Vellum,
    dynamic::{ListRef, ValueRef},
    schema::PointerWidth,
};
use zerocopy::little_endian::F64;

use super::codec::{Codec, into_vectors};
use super::values::{Column, Mesh, StoredVertex, Value, Vertex, VertexRaw};

const OWN_BYTES: &str = "bytes of this library";

pub struct Derive;

fn encode<T: Vellum>(value: &T) -> Vec<u8> {
    vellum::to_vec(value).expect("the value fits a buffer")
}

fn encode_into<'k, T: Vellum>(value: &T, kept: &'k mut Vec<u8>) -> &'k [u8] {
    vellum::encode_into(value, kept).expect("the value fits a buffer");
    kept
}

/// A value with its list where it lies, and with its schema.
pub trait Ours: Value + Vellum + DecodeOwned {
    /// How the row of the schema encodes, if it does.
    const BUILDS: Option<&'static str>;

    fn lent(bytes: &[u8]) -> vellum::Result<&[Self::Stored]>;
    /// Hands the list to `read`, which a schema has found.
    fn with_list<R>(bytes: &[u8], read: impl FnOnce(&[Self::Stored]) -> R) -> R;
    /// Appends all numbers to a new record at once.
    fn build(&self) -> Vec<u8> {
        encode(self)
    }
}

/// The struct that all libraries' slices are of, which has the same fields.
fn shared(vertices: &[VertexRaw]) -> &[StoredVertex] {
    zerocopy::transmute_ref!(vertices)
}

impl Ours for Mesh {
    const BUILDS: Option<&'static str> = None;

    fn lent(bytes: &[u8]) -> vellum::Result<&[StoredVertex]> {
        Self::peek(bytes)?.vertices()?.as_slice().map(shared)
    }

    fn with_list<R>(bytes: &[u8], read: impl FnOnce(&[StoredVertex]) -> R) -> R {
        with_list(&MESH, bytes, "vertices", |list| list.as_slice::<Vertex>().map(|vertices| read(shared(vertices))))
    }
}

impl Ours for Column {
    const BUILDS: Option<&'static str> = Some("numbers appended to a new record at once");

    fn lent(bytes: &[u8]) -> vellum::Result<&[F64]> {
        Self::peek(bytes)?.values()?.as_slice()
    }

    fn with_list<R>(bytes: &[u8], read: impl FnOnce(&[F64]) -> R) -> R {
        with_list(&COLUMN, bytes, "values", |list| list.as_slice::<f64>().map(read))
    }

    fn build(&self) -> Vec<u8> {
        let value = COLUMN.field::<f64>("values[]").expect("a list of numbers");
        let mut record = Record::with_width(&COLUMN, PointerWidth::Four);
        record.extend_from_slice(&value, &self.values).expect("the value fits a buffer");
        record.into_storage()
    }
}

impl<V: Ours> Codec<V> for Derive {
    into_vectors!(V);

    #[inline(never)]
    fn encode(value: &V) -> Vec<u8> {
        encode(value)
    }

    #[inline(never)]
    fn encode_into<'k>(value: &V, kept: &'k mut Vec<u8>) -> &'k [u8] {
        encode_into(value, kept)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> V {
        vellum::from_slice(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn lend(bytes: &Vec<u8>) -> usize {
        black_box(V::lent(bytes).expect(OWN_BYTES)).len()
    }

    #[inline(never)]
    fn sum(bytes: &Vec<u8>) -> f64 {
        V::sum_stored(V::lent(bytes).expect(OWN_BYTES))
    }
}

/// The schema parsed from text, not that of the types; the bytes are those of the derive.
pub struct Runtime;

static MESH: LazyLock<Schema> = LazyLock::new(|| {
    let text = "frozen struct Vertex { position: array<f32, 3>, normal: array<f32, 3>, uv: array<f32, 2> }
                struct Mesh { vertices: list<Vertex> } root Mesh;";
    Schema::parse(text).expect("a valid schema")
});
static COLUMN: LazyLock<Schema> =
    LazyLock::new(|| Schema::parse("struct Column { values: list<f64> } root Column;").expect("a valid schema"));

/// Calls `read` with the list of that name.
fn with_list<R>(schema: &Schema, bytes: &[u8], name: &str, read: impl FnOnce(ListRef<'_>) -> vellum::Result<R>) -> R {
    let record = schema.peek(bytes).expect(OWN_BYTES);
    let list = record.root().and_then(|root| root.get(name)).expect(OWN_BYTES);
    let ValueRef::List(list) = list else { panic!("`{name}` is a list") };
    read(list).expect(OWN_BYTES)
}

impl<V: Ours> Codec<V> for Runtime {
    into_vectors!(V);

    const ENCODE_NOTE: &'static str = match V::BUILDS {
        Some(note) => note,
        None => "",
    };
    const ENCODES: bool = V::BUILDS.is_some();
    const REUSES: bool = false;

    #[inline(never)]
    fn encode(value: &V) -> Vec<u8> {
        value.build()
    }

    fn encode_into<'k>(value: &V, kept: &'k mut Vec<u8>) -> &'k [u8] {
        encode_into(value, kept)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> V {
        V::with_list(bytes, V::native)
    }

    #[inline(never)]
    fn lend(bytes: &Vec<u8>) -> usize {
        V::with_list(bytes, |list| black_box(list).len())
    }

    #[inline(never)]
    fn sum(bytes: &Vec<u8>) -> f64 {
        V::with_list(bytes, V::sum_stored)
    }
}
