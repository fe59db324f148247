//! vellum: by derive, and read by a schema that is parsed at run time.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::LazyLock;

use vellum::{ListRef, PointerWidth, Record, Schema, ValueRef, Vellum};
use zerocopy::little_endian::F64;

use super::codec::{self, Codec, into_vectors};
use super::values::{Column, Mesh, StoredVertex, Value, Vertex, VertexRaw, sum_numbers, sum_vertices};
use crate::library::Row;

const OWN_BYTES: &str = "bytes of this library";

pub fn rows() -> Vec<Row> {
    ["derive", "runtime"].map(|mode| Row::new("vellum", "vellum", "", mode, Vec::new())).into()
}

pub fn add<V: Value>(rows: &mut [Row], variant: &'static str, value: &Rc<V>)
where
    Derive: Codec<V>,
    Runtime: Codec<V>,
{
    codec::add::<Derive, V>(codec::row(rows, "vellum", "derive"), variant, value);
    codec::add::<Runtime, V>(codec::row(rows, "vellum", "runtime"), variant, value);
}

pub struct Derive;

fn encode<T: Vellum>(value: &T) -> Vec<u8> {
    vellum::to_vec(value).expect("the value fits a buffer")
}

fn encode_into<'k, T: Vellum>(value: &T, kept: &'k mut Vec<u8>) -> &'k [u8] {
    vellum::encode_into(value, kept).expect("the value fits a buffer");
    kept
}

fn vertices(bytes: &[u8]) -> &[StoredVertex] {
    Mesh::view(bytes).and_then(|mesh| mesh.vertices()?.as_slice().map(shared)).expect(OWN_BYTES)
}

/// The struct that all libraries' slices are of, which has the same fields.
fn shared(vertices: &[VertexRaw]) -> &[StoredVertex] {
    zerocopy::transmute_ref!(vertices)
}

fn numbers(bytes: &[u8]) -> &[F64] {
    Column::view(bytes).and_then(|column| column.values()?.as_slice()).expect(OWN_BYTES)
}

macro_rules! derive {
    ($value:ty, $lend:ident, |$items:ident| $sum:expr) => {
        impl Codec<$value> for Derive {
            into_vectors!($value);

            #[inline(never)]
            fn encode(value: &$value) -> Vec<u8> {
                encode(value)
            }

            #[inline(never)]
            fn encode_into<'k>(value: &$value, kept: &'k mut Vec<u8>) -> &'k [u8] {
                encode_into(value, kept)
            }

            #[inline(never)]
            fn decode(bytes: &[u8]) -> $value {
                vellum::from_slice(bytes).expect(OWN_BYTES)
            }

            #[inline(never)]
            fn lend(bytes: &[u8]) -> usize {
                black_box($lend(bytes)).len()
            }

            #[inline(never)]
            fn sum(bytes: &[u8]) -> f64 {
                let $items = $lend(bytes);
                $sum
            }
        }
    };
}
derive!(Mesh, vertices, |items| sum_vertices(items, StoredVertex::numbers));
derive!(Column, numbers, |items| sum_numbers(items, |number| number.get()));

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
    let record = Record::open(schema, bytes).expect(OWN_BYTES);
    let list = record.root().and_then(|root| root.get(name)).expect(OWN_BYTES);
    let ValueRef::List(list) = list else { panic!("`{name}` is a list") };
    read(list).expect(OWN_BYTES)
}

fn with_vertices<R>(bytes: &[u8], read: impl FnOnce(&[StoredVertex]) -> R) -> R {
    with_list(&MESH, bytes, "vertices", |list| list.as_slice::<Vertex>().map(|vertices| read(shared(vertices))))
}

fn with_numbers<R>(bytes: &[u8], read: impl FnOnce(&[F64]) -> R) -> R {
    with_list(&COLUMN, bytes, "values", |list| list.as_slice::<f64>().map(read))
}

impl Codec<Mesh> for Runtime {
    into_vectors!(Mesh);

    const ENCODES: bool = false;

    fn encode(mesh: &Mesh) -> Vec<u8> {
        encode(mesh)
    }

    fn encode_into<'k>(mesh: &Mesh, kept: &'k mut Vec<u8>) -> &'k [u8] {
        encode_into(mesh, kept)
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Mesh {
        Mesh { vertices: with_vertices(bytes, |vertices| vertices.iter().map(StoredVertex::native).collect()) }
    }

    #[inline(never)]
    fn lend(bytes: &[u8]) -> usize {
        with_vertices(bytes, |vertices| black_box(vertices).len())
    }

    #[inline(never)]
    fn sum(bytes: &[u8]) -> f64 {
        with_vertices(bytes, |vertices| sum_vertices(vertices, StoredVertex::numbers))
    }
}

impl Codec<Column> for Runtime {
    into_vectors!(Column);

    const ENCODE_NOTE: &'static str = "numbers appended to a new record at once";
    const REUSES: bool = false;

    #[inline(never)]
    fn encode(column: &Column) -> Vec<u8> {
        let value = COLUMN.field::<f64>("values[]").expect("a list of numbers");
        let mut record = Record::with_width(&COLUMN, PointerWidth::Four);
        record.extend_from_slice(&value, &column.values).expect("the value fits a buffer");
        record.into_storage()
    }

    fn encode_into<'k>(column: &Column, kept: &'k mut Vec<u8>) -> &'k [u8] {
        encode_into(column, kept)
    }

    #[inline(never)]
    fn decode(bytes: &[u8]) -> Column {
        Column { values: with_numbers(bytes, |numbers| numbers.iter().map(|number| number.get()).collect()) }
    }

    #[inline(never)]
    fn lend(bytes: &[u8]) -> usize {
        with_numbers(bytes, |numbers| black_box(numbers).len())
    }

    #[inline(never)]
    fn sum(bytes: &[u8]) -> f64 {
        with_numbers(bytes, |numbers| sum_numbers(numbers, |number| number.get()))
    }
}
