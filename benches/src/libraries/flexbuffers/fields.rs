//! Workload B.

use super::{ByReader, Serde, root};
use crate::format::{Borrowed, Of};
use crate::library::Row;
use crate::workloads::fields::change::Change;
use crate::workloads::fields::format::{One, Strings};
use crate::workloads::fields::{Fields, FieldsRef, rows, with_fields};

impl One<Serde> for ByReader {
    const NOTE: &'static str = "";
    type Text<'a> = &'a str;

    fn third_string<'a>(_: &mut Serde, bytes: &'a [u8]) -> &'a str {
        third_string(bytes)
    }
}

impl Strings<Serde> for ByReader {
    const UPDATE: &'static str = <Borrowed as Strings<Serde>>::UPDATE;

    fn decode_borrowed(row: &mut Row, value: &Fields) {
        rows::decodes_borrowed_by::<Of<Serde>, _>(row, value, || |bytes: &Vec<u8>| read_all(bytes));
    }

    fn update(format: &mut Serde, bytes: &[u8], change: impl Change) -> Vec<u8> {
        <Borrowed as Strings<Serde>>::update(format, bytes, change)
    }
}

macro_rules! read {
    ($reader:expr, str) => { $reader.as_str() };
    ($reader:expr, bool) => { $reader.as_bool() };
    ($reader:expr, u8) => { $reader.as_u8() };
    ($reader:expr, u16) => { $reader.as_u16() };
    ($reader:expr, u32) => { $reader.as_u32() };
    ($reader:expr, u64) => { $reader.as_u64() };
    ($reader:expr, i8) => { $reader.as_i8() };
    ($reader:expr, i16) => { $reader.as_i16() };
    ($reader:expr, i32) => { $reader.as_i32() };
    ($reader:expr, i64) => { $reader.as_i64() };
    ($reader:expr, f32) => { $reader.as_f32() };
    ($reader:expr, f64) => { $reader.as_f64() };
    // The whole map, for `with_fields`.
    (($map:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!($map.idx(stringify!($field)), $Type),)* }
    };
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> FieldsRef<'_> {
    let map = root(bytes);
    with_fields!(read!(map), strings: [str])
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> &str {
    root(bytes).idx("third_field_of_type_string").as_str()
}
