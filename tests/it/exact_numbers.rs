//! Numbers into each scalar type by each way in: what is stored is the number that was given, of a float the nearest one, or the way refuses
//! it; and all ways say the same. The judge is std: integers of 128 bits, and floats parsed from all of their digits.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeSeed;
use vellum::patch::Patch;
use vellum::value::{
    Date, Decimal, Decimal128, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds,
};
use vellum::{ErrorKind, Record, Result, Schema, Vellum, json};

use crate::common::nets;

#[derive(Vellum, Serialize)]
struct Of<T> {
    v: T,
}

/// A scalar type.
struct Row {
    /// In schema text.
    ty: &'static str,
    is_float: bool,
    /// The value of a number, if the type has one.
    expected: fn(&str) -> Option<String>,
    read: fn(&Record) -> Result<String>,
    /// By JSON that is read as a derived type, and that becomes a buffer of one.
    derived: fn(&str) -> Result<String>,
    buffer: fn(&str) -> Result<String>,
    /// A field of the type, which is set by path to a value of the Rust type.
    set: fn(&mut Record, &str) -> Option<Result<()>>,
}

fn shown(value: impl Debug) -> String {
    format!("{value:?}")
}

macro_rules! rows {
    ($($ty:literal $rust:ty, $is_float:literal, $expected:expr;)*) => {
        [$(Row {
            ty: $ty,
            is_float: $is_float,
            expected: |text| $expected(text).map(|value: $rust| shown(value)),
            read: |record| record.get::<$rust>("v").map(shown),
            derived: |text| json::from_str::<Of<$rust>>(text).map(|of| shown(of.v)),
            buffer: |text| Of::<$rust>::peek(&json::to_buffer::<Of<$rust>>(text)?)?.v().map(shown),
            set: |record, text| $expected(text).map(|value: $rust| record.set("v", value)),
        },)*]
    };
}

fn rows() -> [Row; 24] {
    fn of<T: std::str::FromStr>(text: &str) -> Option<T> {
        text.parse().ok()
    }
    rows! {
        "u8" u8, false, of;
        "u16" u16, false, of;
        "u32" u32, false, of;
        "u64" u64, false, of;
        "u128" u128, false, of;
        "i8" i8, false, of;
        "i16" i16, false, of;
        "i32" i32, false, of;
        "i64" i64, false, of;
        "i128" i128, false, of;
        "f32" f32, true, |text: &str| of(text).filter(|value: &f32| value.is_finite());
        "f64" f64, true, |text: &str| of(text).filter(|value: &f64| value.is_finite());
        "date" Date, false, |text: &str| of(text).map(Date);
        "time" Time, false, |text: &str| Time::from_nanos(of(text)?);
        "timestamp(s)" TimestampSeconds, false, |text: &str| of(text).map(TimestampSeconds);
        "timestamp" Timestamp, false, |text: &str| of(text).map(Timestamp);
        "timestamp(us)" TimestampMicros, false, |text: &str| of(text).map(TimestampMicros);
        "timestamp(ns)" TimestampNanos, false, |text: &str| of(text).map(TimestampNanos);
        "duration" Duration, false, |text: &str| of(text).map(Duration);
        "decimal(0)" Decimal<0>, false, |text: &str| i64::try_from(mantissa(text, 0)?).ok().map(Decimal);
        "decimal(2)" Decimal<2>, false, |text: &str| i64::try_from(mantissa(text, 2)?).ok().map(Decimal);
        "decimal(18)" Decimal<18>, false, |text: &str| i64::try_from(mantissa(text, 18)?).ok().map(Decimal);
        "decimal128(20)" Decimal128<20>, false, |text: &str| mantissa(text, 20).map(Decimal128);
        "decimal128(38)" Decimal128<38>, false, |text: &str| mantissa(text, 38).map(Decimal128);
    }
}

/// The digits of a number, with zeros up to a scale.
fn mantissa(text: &str, scale: usize) -> Option<i128> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    (part.len() <= scale).then(|| format!("{whole}{part:0<scale$}").parse().ok())?
}

/// Integers at the borders of types: beside the powers of two, of days, and of the steps of floats.
fn integers() -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    let mut near = |number: u128| {
        for number in [number.wrapping_sub(1), number, number.wrapping_add(1)] {
            numbers.push(number.to_string());
            numbers.push(format!("-{number}"));
        }
    };
    for bits in [7, 8, 15, 16, 24, 25, 31, 32, 53, 54, 63, 64, 100, 127] {
        near(1 << bits);
    }
    // Halfway between two floats of 32 bits, or where an f64 of the number is: beside the step from one to the next.
    let halves =
        [1 << 24 | 1, 1 << 25 | 2, 1 << 25 | 6, (1 << 53) + (1 << 29), (1 << 63) + (1 << 39), (1 << 64) + (1 << 40)];
    halves.into_iter().for_each(&mut near);
    // The same for the step of an f64, and where the greatest f32 ends.
    [(1 << 64) + (1 << 11), (1 << 100) + (1 << 47), u128::MAX << 103, 9_007_199_791_611_905]
        .into_iter()
        .for_each(&mut near);
    [2, 10, 100, 86_400_000_000_000, 10u128.pow(18), 10u128.pow(38)].into_iter().for_each(&mut near);
    [92_233_720_368_547_758, 1_701_411_834_604_692_317].into_iter().for_each(&mut near);
    numbers.extend(
        ["0", "1", "-1", "340282366920938463463374607431768211455", "340282366920938463463374607431768211456"]
            .map(String::from),
    );
    numbers.extend(
        ["1000000000000000000000000000000000000000000", "-1000000000000000000000000000000000000000000"]
            .map(String::from),
    );
    numbers.retain(|number| number != "-0");
    numbers.sort();
    numbers.dedup();
    numbers
}

/// Numbers with digits behind the point, whose last is not zero.
const FRACTIONS: [&str; 31] = [
    "0.5",
    "-0.5",
    "1.5",
    "0.1",
    "-0.01",
    "0.005",
    "255.5",
    "-128.5",
    "92233720368547758.07",
    "92233720368547758.08",
    "-92233720368547758.08",
    "-92233720368547758.09",
    "9.223372036854775807",
    "9.223372036854775808",
    "-9.223372036854775808",
    "-9.223372036854775809",
    "0.000000000000000001",
    "0.00000000000000000001",
    "0.00000000000000000000000000000000000001",
    "1.70141183460469231731687303715884105727",
    "1.70141183460469231731687303715884105728",
    "-1.70141183460469231731687303715884105728",
    "1701411834604692317.31687303715884105727",
    "1701411834604692317.31687303715884105728",
    // Halfway between two floats of 32 bits, a little less and a little more: an f64 is halfway for all of them.
    "1.000000059604644775390625",
    "1.00000005960464477539062499999",
    "1.00000005960464477539062500001",
    "1.00000017881393432617187499999",
    "16777217.00000000000001",
    "-16777216.99999999999999",
    // The same for 64 bits.
    "1.00000000000000011102230246251565404236316680908203125",
];

/// Numbers with exponents, which floats alone have in schema text: the least, the greatest, and those without a hidden bit.
const EXPONENTS: [&str; 19] = [
    "1.17549435e-38",
    "1.1754942e-38",
    "1.401298464324817e-45",
    // Half of the least f32, a little less and a little more.
    "7.006492321624085354618647916449580656401309709382578858785341419448955413429303e-46",
    "7.006492321624085354618647916449580656401309709382578858785341419448955413429e-46",
    "7.006492321624085354618647916449580656401309709382578858785341419448955413430e-46",
    "2.1019476964872256e-45",
    "1e-46",
    "-1e-60",
    "3.4028235e38",
    "3.4028235677973366e38",
    "3.4028235677973367e38",
    "1e39",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
];

/// What the ways in do with a number, each by its name.
fn ways(row: &Row, schema: &Schema, text: &str) -> Vec<(&'static str, Result<String>)> {
    let mut all: Vec<(&'static str, Result<String>)> = Vec::new();
    let json = format!("{{\"v\": {text}}}");
    let edited = |edit: &dyn Fn(&mut Record) -> Result<()>| {
        let mut record = Record::new(schema);
        let before = record.as_bytes().to_vec();
        match edit(&mut record) {
            Ok(()) => (row.read)(&record),
            Err(error) => {
                assert_eq!(record.as_bytes(), before, "{} {text}", row.ty);
                Err(error)
            }
        }
    };
    all.push(("JSON", schema.from_json(&json).and_then(|record| (row.read)(&record))));
    all.push(("JSON of a value", edited(&|record| record.set_json("v", text))));
    all.push(("JSON of a derived type", (row.derived)(&json)));
    all.push(("JSON to a buffer", (row.buffer)(&json)));
    // With a fraction, or beyond 64 bits, a tree of `serde_json` has a float in the place of the number.
    if is_exact_in_a_tree(text) {
        all.push(("a merge patch", edited(&|record| record.merge_patch(&json))));
        let patch = format!(r#"[{{"op": "replace", "path": "/v", "value": {text}}}]"#);
        all.push(("a JSON patch", edited(&|record| record.json_patch(&patch))));
        let applied = |patch: Result<Patch>| edited(&|record| record.apply(&patch.clone()?).map(drop));
        all.push(("a merge patch as a patch", applied(Patch::from_merge_patch(schema, &json))));
        all.push(("a JSON patch as a patch", applied(Patch::from_json_patch(schema, &patch))));
        let tree: serde_json::Value = serde_json::from_str(&json).unwrap();
        let read = schema.deserialize(tree).map_err(|error| refusal(&error));
        all.push(("a tree of JSON", read.and_then(|record: Record| (row.read)(&record))));
    }
    let declared = format!("struct R {{ v: {} = {text} }} root R;", row.ty);
    all.push(("a default", Schema::parse(&declared).and_then(|schema| (row.read)(&Record::new(&schema)))));
    if let Some(set) = (row.set)(&mut Record::new(schema), text) {
        set.unwrap();
        all.push(("a value by path", edited(&|record| (row.set)(record, text).unwrap())));
    }
    if row.is_float && is_exact_in_a_tree(text) {
        let any = Schema::parse("struct R { v: any } root R;").unwrap();
        all.push(("a number of `any`", any.from_json(&json).and_then(|record| (row.read)(&record))));
    }
    macro_rules! integers {
        ($($integer:ty),*) => {$(
            if let Ok(v) = text.parse::<$integer>() {
                let read = Record::from_serde(schema, &Of { v }).and_then(|record| (row.read)(&record));
                all.push((concat!("serde's ", stringify!($integer)), read));
                all.push((concat!("a set ", stringify!($integer)), edited(&|record| record.set_serde("v", &v))));
                // MessagePack has no integers of 128 bits, and `rmp_serde` itself makes a `u128` of a negative one.
                if size_of::<$integer>() <= 8 && !(row.ty == "u128" && text.starts_with('-')) {
                    let packed = rmp_serde::to_vec_named(&Of { v }).unwrap();
                    let read = schema.deserialize(&mut rmp_serde::Deserializer::new(&*packed)).map_err(|error| refusal(&error));
                    all.push((concat!("MessagePack's ", stringify!($integer)), read.and_then(|record: Record| (row.read)(&record))));
                }
            }
        )*};
    }
    integers!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);
    all
}

/// Whether a tree of `serde_json` has the number as it is.
fn is_exact_in_a_tree(text: &str) -> bool {
    text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()
}

/// An error of a format, as the one of this crate that says that a number was refused.
fn refusal(error: &dyn std::error::Error) -> vellum::Error {
    assert!(error.to_string().contains("`v`"), "{error}");
    Schema::parse("struct R { v: u8 } root R;").unwrap().from_json("{\"v\": 256}").err().unwrap()
}

#[test]
fn a_number_is_stored_exactly_or_refused_by_every_way_in() {
    let mut faults = Vec::new();
    let mut cases = 0;
    let (integers, mut turn) = (integers(), 0);
    for row in rows() {
        let schema = Schema::parse(&format!("struct R {{ v: {} }} root R;", row.ty)).unwrap();
        let exponents = EXPONENTS.iter().filter(|_| row.is_float);
        for text in integers.iter().map(|text| &**text).chain(FRACTIONS).chain(exponents.copied()) {
            turn += 1;
            if !nets::takes(turn) {
                continue;
            }
            let expected = (row.expected)(text);
            for (way, found) in ways(&row, &schema, text) {
                cases += 1;
                match (found, &expected) {
                    (Ok(found), Some(expected)) if found == *expected => {}
                    (Err(error), None)
                        if matches!(error.kind(), ErrorKind::Type | ErrorKind::Schema | ErrorKind::Syntax) => {}
                    (found, _) => faults.push(format!("{} by {way}: {text} is {found:?}, not {expected:?}", row.ty)),
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {cases}:\n{}", faults.len(), faults.join("\n"));
    assert!(cases > nets::least(60_000), "{cases}");
}

#[test]
#[allow(clippy::float_cmp)]
fn an_integer_becomes_the_nearest_f32_by_every_way_in() {
    let schema = Schema::parse("struct R { v: f32, any: any } root R;").unwrap();
    let (text, nearest) = ("9007199791611905", 9_007_200_328_482_816.0_f32);
    let mut record = schema.from_json(&format!("{{\"v\": {text}, \"any\": {text}}}")).unwrap();
    assert_eq!(record.get::<f32>("v").unwrap(), nearest);
    assert_eq!(record.get::<f32>("any").unwrap(), nearest);
    record.set("v", 0.0f32).unwrap();
    record.merge_patch(&format!("{{\"v\": {text}}}")).unwrap();
    assert_eq!(record.get::<f32>("v").unwrap(), nearest);
    record.set_serde("v", &u128::MAX).unwrap_err();
    record.set_serde("v", &(u128::MAX - (1 << 103))).unwrap();
    assert_eq!(record.get::<f32>("v").unwrap(), f32::MAX);
    // What is beyond an f32 is no infinite one.
    record.set_json("any", "1e300").unwrap();
    assert_eq!(record.get::<f32>("any").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.get::<f64>("any").unwrap(), 1e300);
}

#[test]
#[allow(clippy::float_cmp)]
fn a_float_of_serde_is_rounded_once_or_not_at_all() {
    let floats =
        [0.1, 0.5, -0.0, 1.0 + f64::EPSILON, 16_777_217.0, 1e39, 3.402_823_567_797_336_7e38, 1e-46, f64::MAX, 5e-324];
    for value in floats {
        let stored = |ty: &str| {
            let schema = Schema::parse(&format!("struct R {{ v: {ty} }} root R;")).unwrap();
            Record::from_serde(&schema, &Of { v: value })
        };
        assert_eq!(stored("f64").unwrap().get::<f64>("v").unwrap().to_bits(), value.to_bits());
        #[allow(clippy::cast_possible_truncation)]
        let narrow = value as f32;
        match stored("f32") {
            Ok(record) => assert_eq!(record.get::<f32>("v").unwrap().to_bits(), narrow.to_bits()),
            Err(error) => assert!(narrow.is_infinite(), "{error}"),
        }
        for integer in ["u8", "i64", "u128", "date", "time", "timestamp", "duration"] {
            assert!(stored(integer).is_err(), "{value} as {integer}");
        }
        if let Ok(record) = stored("decimal(2)") {
            assert_eq!(record.get::<Decimal<2>>("v").unwrap().to_string().parse::<f64>().unwrap(), value);
        }
    }
}
