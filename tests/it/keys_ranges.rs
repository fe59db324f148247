//! Ranges of keys over many rows: what a store sorted by keys gives for one is what a plain look at the rows gives. And keys of what
//! other revisions wrote, and of damaged records.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::RangeBounds;

use crate::common::mix::Random;
use crate::common::nets;
use vellum::{
    ErrorKind, Record, Schema,
    key::{KeyRange, KeyValue, KeyWriter},
};

/// The types of columns, with values that are few, so that rows often agree, and lie at ends of their order.
const TYPES: [&str; 8] = ["u8", "i16", "bool", "string", "bytes", "Fruit", "date", "u128"];

#[derive(Clone, Debug)]
struct Column {
    ty: &'static str,
    optional: bool,
    descending: bool,
    since: u8,
}

fn value(random: &mut Random, column: &Column) -> KeyValue {
    const TEXTS: [&str; 6] = ["", "a", "a\0", "ab", "b", "\u{10FFFF}"];
    const BYTES: [&[u8]; 6] = [&[], &[0], &[0, 0xFF], &[0xFF], &[0xFF, 0xFF], &[0xFE, 1]];
    if column.optional && random.below(4) == 0 {
        return KeyValue::Absent;
    }
    match column.ty {
        "u8" => KeyValue::Unsigned([0, 1, 0xFE, 0xFF][random.below(4)]),
        "i16" => KeyValue::Signed([-0x8000, -1, 0, 0x7FFF][random.below(4)]),
        "bool" => KeyValue::Bool(random.below(2) == 0),
        "string" => KeyValue::String(TEXTS[random.below(6)].into()),
        "bytes" => KeyValue::Bytes(BYTES[random.below(6)].into()),
        "Fruit" => KeyValue::Enum([7, 0, 0xFF][random.below(3)]),
        "date" => KeyValue::Date(vellum::value::Date([i32::MIN, -1, 0, 9][random.below(4)])),
        _ => KeyValue::U128([0, 1, u128::MAX][random.below(3)]),
    }
}

fn columns(random: &mut Random) -> Vec<Column> {
    let column = |random: &mut Random| Column {
        ty: TYPES[random.below(TYPES.len())],
        optional: random.below(3) == 0,
        descending: random.below(3) == 0,
        since: 1 + u8::from(random.below(3) == 0),
    };
    let mut columns: Vec<Column> = (0..=random.below(4)).map(|_| column(random)).collect();
    // A later field stands behind the others.
    columns.sort_by_key(|column| column.since);
    columns[0].since = 1;
    columns
}

/// The schema of a revision: of the columns that it has, which are the first ones.
fn schema(columns: &[Column], revision: u8) -> Schema {
    let columns = || columns.iter().enumerate().filter(|(_, column)| column.since <= revision);
    let parts =
        columns().map(|(number, column)| format!("f{number} {}", if column.descending { "desc" } else { "asc" }));
    let fields = columns().map(|(number, Column { ty, optional, since, .. })| {
        format!("f{number}: {ty}{} since {since}", if *optional { "?" } else { "" })
    });
    let (parts, fields) = (parts.collect::<Vec<_>>().join(", "), fields.collect::<Vec<_>>().join(", "));
    let text =
        format!("enum Fruit {{ apples = 7, pears = 0, figs = 255 }} struct Row key({parts}) {{ {fields} }} root Row;");
    Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// How two values of a column sort, by what they are.
fn compare(a: &KeyValue, b: &KeyValue) -> Ordering {
    use KeyValue as V;
    match (a, b) {
        (V::Absent, _) | (_, V::Absent) => (*a != V::Absent).cmp(&(*b != V::Absent)),
        (V::Unsigned(a), V::Unsigned(b)) | (V::Enum(a), V::Enum(b)) => a.cmp(b),
        (V::Signed(a), V::Signed(b)) => a.cmp(b),
        (V::Bool(a), V::Bool(b)) => a.cmp(b),
        (V::String(a), V::String(b)) => a.chars().cmp(b.chars()),
        (V::Bytes(a), V::Bytes(b)) => a.cmp(b),
        (V::Date(a), V::Date(b)) => a.cmp(b),
        (V::U128(a), V::U128(b)) => a.cmp(b),
        _ => panic!("{a:?} and {b:?} are of one column"),
    }
}

/// How a row sorts to the rows that begin with some values.
fn compare_first(columns: &[Column], row: &[KeyValue], first: &[KeyValue]) -> Ordering {
    let orders = columns.iter().zip(row).zip(first).map(|((column, a), b)| {
        let order = compare(a, b);
        if column.descending { order.reverse() } else { order }
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

fn writer<'s>(schema: &'s Schema, values: &[KeyValue]) -> KeyWriter<'s> {
    let writer = schema.key_writer().unwrap();
    values.iter().fold(writer, |writer, value| writer.push(value).unwrap())
}

/// Rows in the order of their keys, and in a store by their keys.
struct Rows {
    columns: Vec<Column>,
    schema: Schema,
    plain: Vec<Vec<KeyValue>>,
    store: BTreeMap<Vec<u8>, Vec<KeyValue>>,
}

impl Rows {
    fn random(random: &mut Random) -> Self {
        let columns = columns(random);
        let schema = schema(&columns, 2);
        let row = |random: &mut Random| columns.iter().map(|column| value(random, column)).collect();
        let mut plain: Vec<Vec<KeyValue>> = (0..40).map(|_| row(random)).collect();
        plain.sort_by(|a, b| compare_first(&columns, a, b));
        plain.dedup();
        let store = plain.iter().map(|row| (writer(&schema, row).finish().unwrap(), row.clone())).collect();
        Self { columns, schema, plain, store }
    }

    /// The rows of a range, however it is asked for, are those that a function picks.
    fn selects(&self, range: &KeyRange, picks: impl Fn(&[KeyValue]) -> bool) {
        let picked: Vec<_> = self.plain.iter().filter(|row| picks(row)).collect();
        let found: Vec<_> = self.store.range::<[u8], _>(range.clone()).map(|(_, row)| row).collect();
        assert_eq!(found, picked, "{range:x?} of {:?}", self.columns);
        let found: Vec<_> = self.store.range::<Vec<u8>, _>(range.clone()).map(|(_, row)| row).collect();
        assert_eq!(found, picked, "{range:x?} of vectors");
        let found: Vec<_> = self.store.range::<[u8], _>(range.bounds()).map(|(_, row)| row).collect();
        assert_eq!(found, picked, "{range:x?} as bounds");
        for (key, row) in &self.store {
            assert_eq!(range.contains(key), picks(row), "{range:x?} and {key:x?}");
            assert_eq!(RangeBounds::<[u8]>::contains(range, &key[..]), picks(row), "{range:x?} and {key:x?}");
        }
    }
}

#[test]
fn a_store_gives_for_a_range_the_rows_that_a_look_at_all_of_them_gives() {
    for seed in 0..nets::cases(600) {
        let mut random = Random(seed.into());
        let rows = Rows::random(&mut random);
        assert_eq!(rows.store.len(), rows.plain.len(), "rows have keys of their own");
        assert!(rows.store.values().eq(&rows.plain), "keys sort as rows: {:?}", rows.columns);
        let (columns, schema) = (&rows.columns, &rows.schema);
        // Values of the first parts: of a row, or of none.
        let first = |random: &mut Random| -> Vec<KeyValue> {
            let count = random.below(columns.len() + 1);
            match random.below(3) {
                0 => columns[..count].iter().map(|column| value(random, column)).collect(),
                _ => rows.plain[random.below(rows.plain.len())][..count].to_vec(),
            }
        };
        for _ in 0..8 {
            let (a, b) = (first(&mut random), first(&mut random));
            let [of_a, of_b] = [&a, &b].map(|values| writer(schema, values).range());
            rows.selects(&of_a, |row| compare_first(columns, row, &a).is_eq());
            let through = of_a.clone().through(of_b.clone());
            assert_eq!(through, of_b.through(of_a), "in either order");
            let orders = |row: &[KeyValue]| [&a, &b].map(|values| compare_first(columns, row, values));
            rows.selects(&through, |row| {
                orders(row).iter().any(|o| o.is_ge()) && orders(row).iter().any(|o| o.is_le())
            });
            let Some(Column { ty: "string", .. }) = columns.get(a.len()) else { continue };
            let text = ["", "a", "a\0", "b", "\u{10FFFF}"][random.below(5)];
            let range = writer(schema, &a).range_of_text(text).unwrap();
            rows.selects(&range, |row| {
                let begins = matches!(&row[a.len()], KeyValue::String(own) if own.starts_with(text));
                begins && compare_first(columns, row, &a).is_eq()
            });
        }
    }
}

#[test]
fn a_range_of_bytes_holds_all_that_begin_with_them() {
    let mut random = Random(3);
    let bytes = |random: &mut Random| -> Vec<u8> {
        (0..random.below(4)).map(|_| [0, 1, 0xFE, 0xFF][random.below(4)]).collect()
    };
    for _ in 0..nets::cases(100_000) {
        let [a, b, key] = [(); 3].map(|()| bytes(&mut random));
        let [of_a, of_b] = [&a, &b].map(|start| KeyRange::starting_with(start.clone()));
        assert_eq!(of_a.contains(&key), key.starts_with(&a), "{a:x?} {key:x?}");
        let within = |low: &[u8], high: &[u8]| key[..] >= *low && (key[..] <= *high || key.starts_with(high));
        let (low, high) = (a.clone().min(b.clone()), (a, b));
        let holds = within(&low, &high.0) || within(&low, &high.1);
        assert_eq!(of_a.through(of_b).contains(&key), holds, "{high:x?} {key:x?}");
    }
}

/// A record of a schema whose key has some values.
fn record(schema: &Schema, row: &[KeyValue]) -> Record {
    let mut record = Record::new(schema);
    for (number, value) in row.iter().enumerate() {
        let path = format!("f{number}");
        let path = path.as_str();
        let set = match value {
            KeyValue::Absent => record.clear(path),
            KeyValue::Unsigned(number) | KeyValue::Enum(number) => record.set(path, u8::try_from(*number).unwrap()),
            KeyValue::Signed(number) => record.set(path, i16::try_from(*number).unwrap()),
            KeyValue::Bool(value) => record.set(path, *value),
            KeyValue::String(text) => record.set(path, text.as_str()),
            KeyValue::Bytes(bytes) => record.set(path, bytes.as_slice()),
            KeyValue::Date(date) => record.set(path, *date),
            KeyValue::U128(number) => record.set(path, *number),
            other => panic!("{other:?}"),
        };
        set.unwrap();
    }
    record
}

/// What a column is by default.
fn default(column: &Column) -> KeyValue {
    match column.ty {
        _ if column.optional => KeyValue::Absent,
        "u8" => KeyValue::Unsigned(0),
        "i16" => KeyValue::Signed(0),
        "bool" => KeyValue::Bool(false),
        "string" => KeyValue::String(String::new()),
        "bytes" => KeyValue::Bytes(Vec::new()),
        "Fruit" => KeyValue::Enum(7),
        "date" => KeyValue::Date(vellum::value::Date(0)),
        _ => KeyValue::U128(0),
    }
}

#[test]
fn each_revision_gives_its_key_to_what_the_other_wrote() {
    let mut differ = 0;
    for seed in 0..nets::cases(1500) {
        let mut random = Random(seed.into());
        let columns = columns(&mut random);
        let [old, new] = [1, 2].map(|revision| schema(&columns, revision));
        let row: Vec<KeyValue> = columns.iter().map(|column| value(&mut random, column)).collect();
        let shared = columns.iter().filter(|column| column.since == 1).count();
        let late = columns[shared..].iter().map(default);
        differ += usize::from(shared < columns.len());

        let by_old = record(&old, &row[..shared]);
        let read = Record::open(&new, by_old.as_bytes()).unwrap();
        let known: Vec<KeyValue> = row[..shared].iter().cloned().chain(late).collect();
        assert_eq!(new.key(&read).unwrap(), writer(&new, &known).finish().unwrap(), "{columns:?} {row:?}");

        let by_new = record(&new, &row);
        let read = Record::open(&old, by_new.as_bytes()).unwrap();
        assert_eq!(old.key(&read).unwrap(), writer(&old, &row[..shared]).finish().unwrap(), "{columns:?} {row:?}");
        assert_eq!(new.key(&by_new).unwrap(), writer(&new, &row).finish().unwrap(), "{columns:?} {row:?}");
        // The key of the older revision begins that of the newer one.
        assert!(writer(&new, &row[..shared]).range().contains(&new.key(&by_new).unwrap()));
        assert!(new.key(&by_new).unwrap().starts_with(&old.key(&read).unwrap()));
    }
    assert!(differ > 20, "{differ}");
}

#[test]
fn a_damaged_record_has_a_key_that_decodes_or_is_corrupt() {
    let mut found = [0; 2];
    for seed in 0..nets::cases(1500) {
        let mut random = Random(seed.into());
        let columns = columns(&mut random);
        let schema = schema(&columns, 2);
        let row: Vec<KeyValue> = columns.iter().map(|column| value(&mut random, column)).collect();
        let bytes = record(&schema, &row).as_bytes().to_vec();
        let mut kept = b"kept".to_vec();
        for _ in 0..20 {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len());
                bytes[at] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][random.below(6)];
            }
            let Ok(record) = Record::open(&schema, &bytes) else { continue };
            match schema.key_into(&record, &mut kept) {
                Ok(()) => {
                    let values = schema.decode_key(&kept[4..]).unwrap();
                    assert_eq!(writer(&schema, &values).finish().unwrap(), kept[4..], "{bytes:x?}");
                    found[0] += 1;
                }
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
                    assert_eq!(kept, b"kept", "an error leaves what was there");
                    found[1] += 1;
                }
            }
            kept.truncate(4);
        }
    }
    assert!(found.iter().all(|count| *count > 100), "{found:?}");
}
