//! Keys: their bytes sort as the values do, and any bytes are the key of certain values or an error.

use std::cmp::Ordering;

use vellum::schema::TimeUnit;
use vellum::value::{Date, Duration, Time, Ulid, Uuid};
use vellum::{
    Record, Schema,
    key::{KeyRange, KeyValue},
};

use crate::input::Input;

/// The types of columns, in the order in which `value` makes their values.
const TYPES: [&str; 24] = [
    "bool",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "f32",
    "f64",
    "char",
    "Open",
    "date",
    "time",
    "timestamp",
    "duration",
    "decimal(2)",
    "string",
    "bytes",
    "uuid",
    "ulid",
];

/// A column of a key.
struct Column {
    /// Which of the types.
    ty: usize,
    optional: bool,
    descending: bool,
    /// Whether it lies in a struct that is itself within the key's.
    inner: bool,
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let columns: Vec<Column> = (0..=input.below(4))
        .map(|_| {
            let (ty, bits) = (input.below(TYPES.len()), input.byte());
            Column { ty, optional: bits & 1 != 0, descending: bits & 2 != 0, inner: bits & 4 != 0 }
        })
        .collect();
    let schema = schema(&columns);
    if input.one_in(2) {
        any_bytes(&schema, input.rest());
    } else {
        two_rows(&schema, &columns, &mut input);
    }
}

/// A schema whose root has a key of these columns.
fn schema(columns: &[Column]) -> Schema {
    let (mut fields, mut inner, mut parts) = (String::new(), String::new(), Vec::new());
    for (index, column) in columns.iter().enumerate() {
        let (mark, order) = (if column.optional { "?" } else { "" }, if column.descending { " desc" } else { "" });
        let field = format!("f{index}: {}{mark}, ", TYPES[column.ty]);
        if column.inner {
            inner.push_str(&field)
        } else {
            fields.push_str(&field)
        }
        parts.push(format!("{}f{index}{order}", if column.inner { "held." } else { "" }));
    }
    let text = format!(
        "open enum Open {{ zero, one }} struct Held {{ {inner} }}
         struct R key({}) {{ {fields} held: Held }} root R;",
        parts.join(", ")
    );
    Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The keys of two rows sort as the rows do, and are read as them.
fn two_rows(schema: &Schema, columns: &[Column], input: &mut Input<'_>) {
    let mut rows = [Vec::new(), Vec::new()];
    for column in columns {
        let first = value(column.ty, column.optional, input);
        let second = if input.one_in(3) { first.clone() } else { value(column.ty, column.optional, input) };
        rows[0].push(first);
        rows[1].push(second);
    }
    let keys = [&rows[0], &rows[1]].map(|row| {
        let key = written(schema, row);
        let read = schema.decode_key(&key).expect("what was written can be read");
        assert!(row.iter().zip(&read).all(|(a, b)| compare(a, b).is_eq()), "{row:?} became {read:?}");
        assert_eq!(row.len(), read.len());
        key
    });
    let orders = columns.iter().zip(rows[0].iter().zip(&rows[1])).map(|(column, (a, b))| {
        let order = compare(a, b);
        if column.descending { order.reverse() } else { order }
    });
    let order = orders.fold(Ordering::Equal, Ordering::then);
    assert_eq!(keys[0].cmp(&keys[1]), order, "{rows:?} {keys:02X?}\n{schema}");
}

fn written(schema: &Schema, values: &[KeyValue]) -> Vec<u8> {
    let mut writer = schema.key_writer().expect("the schema has a key");
    for value in values {
        writer = writer.push(value).unwrap_or_else(|error| panic!("{value:?} is refused: {error}\n{schema}"));
    }
    writer.finish().expect("every column is there")
}

/// Any bytes are a key of certain values alone, or none.
fn any_bytes(schema: &Schema, key: &[u8]) {
    let default = schema.key(&Record::new(schema)).expect("a new record has a key");
    schema.decode_key(&default).expect("a record's key can be read");
    let Ok(values) = schema.decode_key(key) else { return };
    assert_eq!(written(schema, &values), key, "another key has the values {values:?}");
    let range = KeyRange::starting_with(key.to_vec());
    assert!(range.contains(key) && range.contains(&[key, &[0xFF]].concat()));
    // Of two keys, neither begins with the other.
    assert!(!key.starts_with(&default) || key == default, "{key:02X?} begins with {default:02X?}");
}

fn value(ty: usize, optional: bool, input: &mut Input<'_>) -> KeyValue {
    use KeyValue as V;
    if optional && input.one_in(3) {
        return V::Absent;
    }
    let word = match input.byte() % 6 {
        0 => 0,
        1 => u128::MAX,
        2 => 1 << 127 | 1 << 63 | 1 << 31 | 1 << 15 | 1 << 7,
        _ => input.word(),
    };
    match ty {
        0 => V::Bool(word % 2 == 1),
        1 => V::Unsigned(u64::from(word as u8)),
        2 => V::Unsigned(u64::from(word as u16)),
        3 => V::Unsigned(u64::from(word as u32)),
        4 => V::Unsigned(word as u64),
        5 => V::U128(word),
        6 => V::Signed(i64::from(word as i8)),
        7 => V::Signed(i64::from(word as i16)),
        8 => V::Signed(i64::from(word as i32)),
        9 => V::Signed(word as i64),
        10 => V::I128(word.cast_signed()),
        11 => V::F32(f32::from_bits(word as u32)),
        12 => V::F64(f64::from_bits(word as u64)),
        13 => V::Char(char::from_u32(word as u32 % 0x11_0000).unwrap_or('?')),
        14 => V::Enum(u64::from(word as u8)),
        15 => V::Date(Date(word as i32)),
        16 => V::Time(Time::from_nanos(word as u64 % 86_400_000_000_000).unwrap_or_default()),
        17 => V::Timestamp(word as i64, TimeUnit::Millis),
        18 => V::Duration(Duration(word as i64)),
        19 => V::Decimal(i128::from(word as i64), 2),
        20 => V::String(input.text()),
        21 => V::Bytes(input.bytes().to_vec()),
        22 => V::Uuid(Uuid(word.to_be_bytes())),
        _ => V::Ulid(Ulid(word.to_be_bytes())),
    }
}

/// The order that keys have to have, without bytes.
fn compare(a: &KeyValue, b: &KeyValue) -> Ordering {
    use KeyValue as V;
    match (a, b) {
        (V::Absent, V::Absent) => Ordering::Equal,
        (V::Absent, _) => Ordering::Less,
        (_, V::Absent) => Ordering::Greater,
        (V::Bool(a), V::Bool(b)) => a.cmp(b),
        (V::Unsigned(a), V::Unsigned(b)) | (V::Enum(a), V::Enum(b)) => a.cmp(b),
        (V::Signed(a), V::Signed(b)) | (V::Timestamp(a, _), V::Timestamp(b, _)) => a.cmp(b),
        (V::F32(a), V::F32(b)) => a.total_cmp(b),
        (V::F64(a), V::F64(b)) => a.total_cmp(b),
        (V::Char(a), V::Char(b)) => a.cmp(b),
        (V::U128(a), V::U128(b)) => a.cmp(b),
        (V::I128(a), V::I128(b)) | (V::Decimal(a, _), V::Decimal(b, _)) => a.cmp(b),
        (V::Uuid(a), V::Uuid(b)) => a.0.cmp(&b.0),
        (V::Ulid(a), V::Ulid(b)) => a.0.cmp(&b.0),
        (V::Date(a), V::Date(b)) => a.0.cmp(&b.0),
        (V::Time(a), V::Time(b)) => a.nanos().cmp(&b.nanos()),
        (V::Duration(a), V::Duration(b)) => a.0.cmp(&b.0),
        (V::String(a), V::String(b)) => a.chars().cmp(b.chars()),
        (V::Bytes(a), V::Bytes(b)) => a.cmp(b),
        _ => panic!("{a:?} and {b:?} are of one column"),
    }
}
