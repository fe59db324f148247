//! The order of keys: their bytes sort as random values do, decode to them, and nothing else decodes.

use std::cmp::Ordering;

use crate::common::nets;
use proptest::collection::vec;
use proptest::prelude::*;
use vellum::schema::TimeUnit;
use vellum::value::{
    Date, Decimal, Decimal128, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds, Ulid, Uuid,
};
use vellum::{ErrorKind, Record, Schema, key::KeyValue};

const DAY: u64 = 86_400_000_000_000;

/// A column: where it lies, what it is, and two rows of it.
#[derive(Clone, Debug)]
struct Column {
    ty: &'static str,
    optional: bool,
    descending: bool,
    holder: &'static str,
    rows: [KeyValue; 2],
}

/// A type with values: often extreme ones, and often the same.
fn typed<T: std::fmt::Debug + Clone + 'static>(
    ty: &'static str,
    any: impl Strategy<Value = T> + 'static,
    special: impl Into<Vec<T>>,
    into: impl Fn(T) -> KeyValue + Clone + 'static,
) -> BoxedStrategy<(&'static str, [KeyValue; 2])> {
    let special = proptest::sample::select(special.into());
    let any = prop_oneof![any, special].boxed();
    (any.clone(), any, any_with::<bool>(()))
        .prop_map(move |(a, b, same)| (ty, [into(a.clone()), into(if same { a } else { b })]))
        .boxed()
}

fn floats() -> Vec<f64> {
    vec![-f64::NAN, f64::NEG_INFINITY, -1.0, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY, f64::NAN]
}

fn values() -> impl Strategy<Value = (&'static str, [KeyValue; 2])> {
    use KeyValue as V;
    let texts = vec(proptest::sample::select(vec!['\0', '\u{1}', 'a', 'ÿ', '\u{FFFF}', '\u{10FFFF}']), 0..4);
    let texts = texts.prop_map(|chars| chars.into_iter().collect::<String>());
    let bytes = vec(proptest::sample::select(vec![0u8, 1, 0x7F, 0xFE, 0xFF]), 0..4);
    let long = [i64::MIN, -1, 0, 1, i64::MAX];
    let stamp = |ty, unit| typed(ty, any::<i64>(), long, move |value| V::Timestamp(value, unit));
    prop::strategy::Union::new([
        typed("bool", any::<bool>(), [true], V::Bool),
        typed("u8", any::<u8>(), [0, u8::MAX], |value| V::Unsigned(value.into())),
        typed("u16", any::<u16>(), [0, 255, 256, u16::MAX], |value| V::Unsigned(value.into())),
        typed("u32", any::<u32>(), [0, u32::MAX], |value| V::Unsigned(value.into())),
        typed("u64", any::<u64>(), [0, u64::MAX], V::Unsigned),
        typed("u128", any::<u128>(), [0, u128::MAX], V::U128),
        typed("i8", any::<i8>(), [i8::MIN, -1, 0, i8::MAX], |value| V::Signed(value.into())),
        typed("i16", any::<i16>(), [i16::MIN, -1, 0, i16::MAX], |value| V::Signed(value.into())),
        typed("i32", any::<i32>(), [i32::MIN, -1, 0, i32::MAX], |value| V::Signed(value.into())),
        typed("i64", any::<i64>(), long, V::Signed),
        typed("i128", any::<i128>(), [i128::MIN, -1, 0, i128::MAX], V::I128),
        typed("f32", any::<u32>().prop_map(f32::from_bits), [-0.0f32, 0.0, f32::NAN, -f32::NAN], V::F32),
        typed("f64", any::<u64>().prop_map(f64::from_bits), floats(), V::F64),
        typed("char", any::<char>(), ['\0', char::MAX], V::Char),
        typed("Fruit", 0..3usize, [0], |index| V::Enum([300, 1, 2][index])),
        typed("Open", any::<u8>(), [0, 255], |number| V::Enum(number.into())),
        typed("date", any::<i32>(), [i32::MIN, -1, 0], |days| V::Date(Date(days))),
        typed("time", 0..DAY, [0, DAY - 1], |nanos| V::Time(Time::from_nanos(nanos).unwrap())),
        stamp("timestamp", TimeUnit::Millis),
        stamp("timestamp(s)", TimeUnit::Seconds),
        stamp("timestamp(us)", TimeUnit::Micros),
        stamp("timestamp(ns)", TimeUnit::Nanos),
        typed("duration", any::<i64>(), long, |nanos| V::Duration(Duration(nanos))),
        typed("decimal(2)", any::<i64>(), long, |mantissa| V::Decimal(mantissa.into(), 2)),
        typed("decimal128(20)", any::<i128>(), [i128::MIN, 0], |mantissa| V::Decimal(mantissa, 20)),
        typed("uuid", any::<[u8; 16]>(), [[0; 16], [0xFF; 16]], |id| V::Uuid(Uuid(id))),
        typed("ulid", any::<[u8; 16]>(), [[0; 16], [0xFF; 16]], |id| V::Ulid(Ulid(id))),
        typed("string", texts, [String::new(), "a".into()], V::String),
        typed("bytes", bytes, [vec![], vec![0], vec![0xFF]], V::Bytes),
    ])
}

fn columns() -> impl Strategy<Value = Vec<Column>> {
    let holders = proptest::sample::select(vec!["", "held.", "frozen.", "pair."]);
    let column = (values(), any::<[bool; 4]>(), holders).prop_map(
        |((ty, mut rows), [optional, descending, first, second], holder)| {
            for (row, is_absent) in rows.iter_mut().zip([first, second]) {
                if optional && is_absent {
                    *row = KeyValue::Absent;
                }
            }
            Column { ty, optional, descending, holder, rows }
        },
    );
    vec(column, 1..6)
}

/// The schema of the columns. Those of the tuple are named by their numbers.
fn schema(columns: &[Column]) -> (Schema, Vec<String>) {
    let mut fields: Vec<(&str, String)> = Vec::new();
    let (mut paths, mut parts, mut tuple) = (Vec::new(), Vec::new(), vec!["u8".to_owned()]);
    for (index, column) in columns.iter().enumerate() {
        let mark = if column.optional { "?" } else { "" };
        let ty = format!("{}{mark}", column.ty);
        let name = if column.holder == "pair." { tuple.len().to_string() } else { format!("f{index}") };
        if column.holder == "pair." {
            tuple.push(ty);
        } else {
            fields.push((column.holder, format!("{name}: {ty}, ")));
        }
        let path = format!("{}{name}", column.holder);
        parts.push(format!("{path}{}", if column.descending { " desc" } else { " asc" }));
        paths.push(path);
    }
    let of =
        |holder: &str| fields.iter().filter(|(of, _)| *of == holder).map(|(_, field)| &**field).collect::<String>();
    let text = format!(
        "enum Fruit: u16 {{ apples = 300, pears = 1, bananas = 2 }} open enum Open {{ zero, one }}
         struct Held {{ {}}} frozen struct Frozen {{ {}}}
         struct Root key({}) {{ {} held: Held, frozen: Frozen, pair: tuple<{}> }} root Root;",
        of("held."),
        of("frozen."),
        parts.join(", "),
        of(""),
        tuple.join(", "),
    );
    let schema = Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
    (schema, paths)
}

/// The order that the keys have to have, without bytes.
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
        (V::Uuid(a), V::Uuid(b)) => a.cmp(b),
        (V::Ulid(a), V::Ulid(b)) => a.cmp(b),
        (V::Date(a), V::Date(b)) => a.cmp(b),
        (V::Time(a), V::Time(b)) => a.cmp(b),
        (V::Duration(a), V::Duration(b)) => a.cmp(b),
        (V::String(a), V::String(b)) => a.chars().cmp(b.chars()),
        (V::Bytes(a), V::Bytes(b)) => a.cmp(b),
        _ => panic!("{a:?} and {b:?} are of one column"),
    }
}

fn compare_rows(columns: &[Column]) -> Ordering {
    let orders = columns.iter().map(|Column { rows: [a, b], descending, .. }| {
        let order = compare(a, b);
        if *descending { order.reverse() } else { order }
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

/// Sets a field of a record to a value.
fn set(record: &mut Record, path: &str, ty: &str, value: &KeyValue) -> vellum::Result<()> {
    use KeyValue as V;
    match (value, ty) {
        (V::Absent, _) => record.clear(path),
        (V::Bool(value), _) => record.set(path, *value),
        (V::Unsigned(value), "u8") => record.set(path, u8::try_from(*value).unwrap()),
        (V::Unsigned(value), "u16") => record.set(path, u16::try_from(*value).unwrap()),
        (V::Unsigned(value), "u32") => record.set(path, u32::try_from(*value).unwrap()),
        (V::Unsigned(value), _) => record.set(path, *value),
        (V::Signed(value), "i8") => record.set(path, i8::try_from(*value).unwrap()),
        (V::Signed(value), "i16") => record.set(path, i16::try_from(*value).unwrap()),
        (V::Signed(value), "i32") => record.set(path, i32::try_from(*value).unwrap()),
        (V::Signed(value), _) => record.set(path, *value),
        (V::Enum(number), "Open") => record.set(path, u8::try_from(*number).unwrap()),
        (V::Enum(number), _) => record.set(path, u16::try_from(*number).unwrap()),
        (V::Timestamp(value, TimeUnit::Seconds), _) => record.set(path, TimestampSeconds(*value)),
        (V::Timestamp(value, TimeUnit::Millis), _) => record.set(path, Timestamp(*value)),
        (V::Timestamp(value, TimeUnit::Micros), _) => record.set(path, TimestampMicros(*value)),
        (V::Timestamp(value, TimeUnit::Nanos), _) => record.set(path, TimestampNanos(*value)),
        (V::F32(value), _) => record.set(path, *value),
        (V::F64(value), _) => record.set(path, *value),
        (V::Char(value), _) => record.set(path, *value),
        (V::U128(value), _) => record.set(path, *value),
        (V::I128(value), _) => record.set(path, *value),
        (V::Decimal(value, 2), _) => record.set(path, Decimal::<2>(i64::try_from(*value).unwrap())),
        (V::Decimal(value, _), _) => record.set(path, Decimal128::<20>(*value)),
        (V::Uuid(value), _) => record.set(path, *value),
        (V::Ulid(value), _) => record.set(path, *value),
        (V::Date(value), _) => record.set(path, *value),
        (V::Time(value), _) => record.set(path, *value),
        (V::Duration(value), _) => record.set(path, *value),
        (V::String(value), _) => record.set(path, value.as_str()),
        (V::Bytes(value), _) => record.set(path, value.as_slice()),
        _ => panic!("{value:?}"),
    }
}

fn written<'v>(schema: &Schema, values: impl IntoIterator<Item = &'v KeyValue>) -> vellum::Result<Vec<u8>> {
    let mut writer = schema.key_writer()?;
    for value in values {
        writer = writer.push(value)?;
    }
    writer.finish()
}

/// Equal also where both are the same NaN.
fn same(a: &[KeyValue], b: &[KeyValue]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| compare(a, b).is_eq())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(nets::cases(1000)))]

    #[test]
    fn keys_sort_as_their_values_and_decode_to_them(columns in columns()) {
        let (schema, paths) = schema(&columns);
        let rows = [0, 1].map(|row| columns.iter().map(|column| column.rows[row].clone()).collect::<Vec<_>>());
        let [a, b] = rows.clone().map(|row| written(&schema, &row).unwrap());
        prop_assert_eq!(a.cmp(&b), compare_rows(&columns), "{:x?} {:x?}", a, b);
        for (row, key) in rows.iter().zip([&a, &b]) {
            let decoded = schema.decode_key(key).unwrap();
            prop_assert!(same(&decoded, row), "{:?} {:?}", decoded, row);
            let mut record = Record::new(&schema);
            for ((path, column), value) in paths.iter().zip(&columns).zip(row) {
                set(&mut record, path, column.ty, value).unwrap();
            }
            prop_assert_eq!(&schema.key(&record).unwrap(), key);
        }
    }

    #[test]
    fn a_range_holds_the_keys_that_begin_with_its_values(columns in columns(), count in 0usize..6) {
        let (schema, _) = schema(&columns);
        let count = count.min(columns.len());
        let mut writer = schema.key_writer().unwrap();
        for column in &columns[..count] {
            writer = writer.push(&column.rows[0]).unwrap();
        }
        let range = writer.range();
        let b = written(&schema, columns.iter().map(|column| &column.rows[1])).unwrap();
        prop_assert_eq!(range.contains(&b), compare_rows(&columns[..count]).is_eq());
        if let Some(Column { rows: [KeyValue::String(prefix), other], .. }) = columns.get(count) {
            let range = writer.range_of_text(prefix).unwrap();
            let begins = matches!(other, KeyValue::String(text) if text.starts_with(prefix.as_str()));
            prop_assert_eq!(range.contains(&b), begins && compare_rows(&columns[..count]).is_eq());
        }
    }

    #[test]
    fn no_record_sorts_before_the_least_or_after_the_last_key(columns in columns()) {
        let (schema, _) = schema(&columns);
        // Variants that the schema does not name are beyond its bounds.
        prop_assume!(columns.iter().all(|column| column.ty != "Open"));
        let mut record = Record::new(&schema);
        let is_text = |column: &Column| matches!(column.ty, "string" | "bytes");
        let keys = [0, 1].map(|row| written(&schema, columns.iter().map(|column| &column.rows[row])).unwrap());
        let least = record.set_key_min();
        prop_assert_eq!(least.is_err(), columns.iter().any(|column| is_text(column) && column.descending));
        if least.is_ok() {
            let least = schema.key(&record).unwrap();
            prop_assert!(keys.iter().all(|key| least <= *key), "{:x?} {:x?}", least, keys);
        }
        let last = record.set_key_max();
        prop_assert_eq!(last.is_err(), columns.iter().any(|column| is_text(column) && !column.descending));
        if last.is_ok() {
            let last = schema.key(&record).unwrap();
            prop_assert!(keys.iter().all(|key| last >= *key), "{:x?} {:x?}", last, keys);
        }
    }

    #[test]
    fn a_changed_key_is_refused_or_the_key_of_other_values(columns in columns()) {
        let (schema, _) = schema(&columns);
        let key = written(&schema, columns.iter().map(|column| &column.rows[0])).unwrap();
        for len in 0..key.len() {
            prop_assert_eq!(schema.decode_key(&key[..len]).unwrap_err().kind(), ErrorKind::Corrupt);
        }
        for at in 0..key.len() {
            for byte in [0x00, 0x01, 0x02, 0x7F, 0x80, 0xFD, 0xFE, 0xFF, key[at] ^ 1, key[at].wrapping_add(1)] {
                let mut changed = key.clone();
                changed[at] = byte;
                match schema.decode_key(&changed) {
                    Ok(values) => prop_assert_eq!(written(&schema, &values).unwrap(), changed),
                    Err(error) => prop_assert_eq!(error.kind(), ErrorKind::Corrupt),
                }
            }
        }
    }
}
