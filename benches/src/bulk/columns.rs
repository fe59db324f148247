//! Arrow: columns in the stream of its IPC format, which a decoder lends from the bytes.
//!
//! A list of structs is three columns of arrays here, each of which lies alone: what is lent are
//! the numbers of each.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type};
use arrow_array::{FixedSizeListArray, Float32Array, Float64Array, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{DataType, Field, Schema};

use super::codec::Codec;
use super::values::{Column, Mesh, Value, Vertex, sum_numbers, sum_of};

const OWN_BYTES: &str = "bytes of this library";

pub struct Arrow;

/// A value as columns.
pub trait Columns: Value {
    fn batch(&self) -> RecordBatch;
    fn of(batch: &RecordBatch) -> Self;
    /// The numbers of all columns go through `black_box`; gives the length.
    fn lend(batch: &RecordBatch) -> usize;
    fn sum_columns(batch: &RecordBatch) -> f64;
}

/// The numbers of a column of arrays, or of one of numbers.
fn numbers<T: ArrowPrimitiveType>(batch: &RecordBatch, column: usize) -> &[T::Native] {
    let column = batch.column(column);
    column.as_fixed_size_list_opt().map_or(column, FixedSizeListArray::values).as_primitive::<T>().values()
}

fn arrays<const N: usize>(batch: &RecordBatch, column: usize) -> &[[f32; N]] {
    numbers::<Float32Type>(batch, column).as_chunks().0
}

impl Columns for Mesh {
    fn batch(&self) -> RecordBatch {
        let float = Arc::new(Field::new_list_field(DataType::Float32, false));
        let column = |len, numbers: Vec<f32>| {
            Arc::new(FixedSizeListArray::new(Arc::clone(&float), len, Arc::new(Float32Array::from(numbers)), None)) as _
        };
        let field = |name, len| Field::new(name, DataType::FixedSizeList(Arc::clone(&float), len), false);
        let schema = Schema::new(vec![field("position", 3), field("normal", 3), field("uv", 2)]);
        let columns = vec![
            column(3, self.vertices.iter().flat_map(|vertex| vertex.position).collect()),
            column(3, self.vertices.iter().flat_map(|vertex| vertex.normal).collect()),
            column(2, self.vertices.iter().flat_map(|vertex| vertex.uv).collect()),
        ];
        RecordBatch::try_new(Arc::new(schema), columns).expect("columns of one length")
    }

    fn of(batch: &RecordBatch) -> Self {
        Self { vertices: vertices(batch).collect() }
    }

    fn lend(batch: &RecordBatch) -> usize {
        black_box((arrays::<3>(batch, 0), arrays::<3>(batch, 1), arrays::<2>(batch, 2))).0.len()
    }

    fn sum_columns(batch: &RecordBatch) -> f64 {
        sum_of(vertices(batch).map(|vertex| vertex.numbers()))
    }
}

#[inline(always)]
fn vertices(batch: &RecordBatch) -> impl Iterator<Item = Vertex> {
    let columns = arrays(batch, 0).iter().zip(arrays(batch, 1)).zip(arrays(batch, 2));
    columns.map(|((position, normal), uv)| Vertex { position: *position, normal: *normal, uv: *uv })
}

impl Columns for Column {
    fn batch(&self) -> RecordBatch {
        let schema = Schema::new(vec![Field::new("values", DataType::Float64, false)]);
        let column = Arc::new(Float64Array::from(self.values.clone()));
        RecordBatch::try_new(Arc::new(schema), vec![column]).expect("one column")
    }

    fn of(batch: &RecordBatch) -> Self {
        Self { values: numbers::<Float64Type>(batch, 0).to_vec() }
    }

    fn lend(batch: &RecordBatch) -> usize {
        black_box(numbers::<Float64Type>(batch, 0)).len()
    }

    fn sum_columns(batch: &RecordBatch) -> f64 {
        sum_numbers(numbers::<Float64Type>(batch, 0), |value| *value)
    }
}

/// Adds the stream with one batch to the vector.
fn write(batch: &RecordBatch, bytes: &mut Vec<u8>) {
    let mut writer = StreamWriter::try_new(bytes, batch.schema_ref()).expect(OWN_BYTES);
    writer.write(batch).and_then(|()| writer.finish()).expect(OWN_BYTES);
}

/// The batch with its columns in the bytes, which it shares. Nothing is copied: if it had to be,
/// this would fail.
fn read(bytes: &Buffer) -> RecordBatch {
    let (mut decoder, mut rest) = (StreamDecoder::new().with_require_alignment(true), bytes.clone());
    decoder.decode(&mut rest).expect(OWN_BYTES).expect("a whole batch")
}

/// What a stream has besides its numbers.
const SURPLUS: usize = 2048;

impl<V: Columns> Codec<V> for Arrow {
    type Ready = RecordBatch;
    type Bytes = Buffer;
    type Kept = Vec<u8>;

    const ENCODE_NOTE: &'static str = "from its own columns; the vector has the right capacity from the start";

    fn ready(value: &Rc<V>) -> Rc<RecordBatch> {
        Rc::new(value.batch())
    }

    fn kept() -> Vec<u8> {
        Vec::new()
    }

    #[inline(never)]
    fn encode(batch: &RecordBatch) -> Buffer {
        let numbers: usize = batch.columns().iter().map(|column| column.get_buffer_memory_size()).sum();
        let mut bytes = Vec::with_capacity(numbers + SURPLUS);
        write(batch, &mut bytes);
        bytes.into()
    }

    #[inline(never)]
    fn encode_into<'k>(batch: &RecordBatch, kept: &'k mut Vec<u8>) -> &'k [u8] {
        kept.clear();
        write(batch, kept);
        kept
    }

    #[inline(never)]
    fn decode(bytes: &Buffer) -> V {
        V::of(&read(bytes))
    }

    #[inline(never)]
    fn lend(bytes: &Buffer) -> usize {
        V::lend(&read(bytes))
    }

    #[inline(never)]
    fn sum(bytes: &Buffer) -> f64 {
        V::sum_columns(&read(bytes))
    }
}
