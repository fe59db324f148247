//! Messages say the value that is wrong, as a person writes it, and what the type takes.

use vellum::key::{Key, KeyInput};
use vellum::value::{Date, Decimal, Duration, Time, Timestamp, Uuid};
use vellum::{ErrorKind, Record, Result, Schema};

const INTEGERS: [(&str, i128, i128); 10] = [
    ("u8", 0, u8::MAX as i128),
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
    ("u128", 0, i128::MAX),
    ("i128", i128::MIN, i128::MAX),
];

/// The ends of all types, and what is beside them.
fn numbers() -> Vec<i128> {
    let ends = INTEGERS.iter().flat_map(|(_, least, most)| [*least, *most]);
    let mut all: Vec<i128> =
        ends.flat_map(|end| [end.saturating_sub(1), end, end.saturating_add(1)]).chain([-1, 0, 1, 8000]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn told<T>(result: Result<T>) -> String {
    result.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn an_integer_beyond_a_type_is_told_with_the_range_of_the_type_on_every_way_in() {
    let mut cases = 0;
    for (ty, least, most) in INTEGERS {
        let most_text = if ty == "u128" { u128::MAX.to_string() } else { most.to_string() };
        let schema =
            Schema::parse(&format!("struct N {{ n: {ty} }} struct R {{ r: N, m: map<{ty}, u8> }} root R;")).unwrap();
        let keyed = Schema::parse(&format!("struct K key(k) {{ k: {ty} }} root K;")).unwrap();
        for number in numbers() {
            let mut record = Record::new(&schema);
            let is_held = (least..=most).contains(&number);
            let expected = format!("{number} is out of range for {ty} ({least} to {most_text})");
            let mut judge = |way: &str, told: &str, place: &str| {
                assert_eq!(told.is_empty(), is_held, "{way} of {number} to {ty}: {told}");
                // What parses JSON does not say which number is none of 128 bits.
                let is_told = told.contains(&expected)
                    || ty.ends_with("128") && told.contains(&expected.replacen(&number.to_string(), "the number", 1));
                let is_said = is_told && told.contains(&format!("in `{place}`"));
                assert!(is_held || is_said, "{way} of {number} to {ty}: {told}");
                cases += 1;
            };
            judge("set", &told(record.set("r.n", number)), "r.n");
            judge("key", &told(keyed.key_of(KeyInput::from(number))), "k");
            // Beyond 64 bits some formats have another number.
            if i64::try_from(number).is_ok() || u64::try_from(number).is_ok() {
                judge("set_json", &told(record.set_json("r", &format!("{{\"n\": {number}}}"))), "r.n");
                judge("merge_patch", &told(record.merge_patch(&format!("{{\"r\": {{\"n\": {number}}}}}"))), "r.n");
            }
            if let Ok(number) = i64::try_from(number) {
                judge("set_serde", &told(record.set_serde("r.n", &number)), "r.n");
            }
            let handle = schema.field::<vellum::dynamic::Dynamic>("m[]").unwrap();
            let key = told(record.add_key(&handle, Key::from(number)));
            let expected = format!("{number} is no key of type {ty} ({least} to {most_text})");
            assert_eq!(key.is_empty(), is_held, "key {number} of {ty}: {key}");
            assert!(is_held || key.contains(&expected), "{key}");
        }
    }
    assert!(cases > 1000, "{cases} cases");
}

#[test]
fn a_number_of_a_document_beyond_the_type_that_is_asked_for_is_told_with_its_range() {
    let schema = Schema::parse("struct R { x: any, l: list<any> } root R;").unwrap();
    let mut record = Record::new(&schema);
    let mut cases = 0;
    for number in numbers() {
        let Ok(json) =
            i64::try_from(number).map(|n| n.to_string()).or_else(|_| u64::try_from(number).map(|n| n.to_string()))
        else {
            continue;
        };
        record.set_json("x", &format!("{{\"a\": [{json}]}}")).unwrap();
        record.set_json("l", &format!("[null, {json}]")).unwrap();
        macro_rules! judge {
            ($($ty:ty),*) => {$(
                for path in ["x.a[0]", "l[1]"] {
                    let read = record.get::<$ty>(path);
                    match <$ty>::try_from(number) {
                        Ok(number) => assert_eq!(read.unwrap(), number),
                        Err(_) => {
                            let expected = format!(
                                "type mismatch: {number} is out of range for {} ({} to {}) in `{path}`",
                                stringify!($ty), <$ty>::MIN, <$ty>::MAX
                            );
                            assert_eq!(told(read), expected);
                        }
                    }
                    cases += 1;
                }
            )*};
        }
        judge!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128);
    }
    assert!(cases > 300, "{cases} cases");
    record.set("x", 1e300).unwrap();
    let expected = "type mismatch: 1e300 is out of range for f32 (-3.4028235e38 to 3.4028235e38) in `x`";
    assert_eq!(told(record.get::<f32>("x")), expected);
    assert_eq!(told(record.get::<u8>("x")), "type mismatch: the value is a float, not u8 in `x`");
    record.set("x", "8000").unwrap();
    assert_eq!(told(record.get::<u8>("x")), "type mismatch: the value is a string, not u8 in `x`");
}

#[test]
fn a_value_that_is_no_key_is_told_as_people_write_it() {
    let values: [(KeyInput<'_>, &str); 16] = [
        ((-1).into(), "the i32 -1"),
        (250u8.into(), "the u8 250"),
        (u64::MAX.into(), "the u64 18446744073709551615"),
        (i128::MIN.into(), "the i128 -170141183460469231731687303715884105728"),
        (1.5f32.into(), "the f32 1.5"),
        (f64::NAN.into(), "the f64 NaN"),
        ('x'.into(), "the char 'x'"),
        ('\n'.into(), "the char '\\n'"),
        (Date(19_675).into(), "the date 2023-11-14"),
        (Time::from_nanos(1_500_000_000).unwrap().into(), "the time 00:00:01.500"),
        (Timestamp(1_700_000_000_123).into(), "the timestamp 2023-11-14T22:13:20.123Z"),
        (Duration(90_000_000_000).into(), "the duration PT1M30S"),
        (Decimal::<2>(-150).into(), "the decimal(2) -1.50"),
        (Uuid([7; 16]).into(), "the uuid 07070707-0707-0707-0707-070707070707"),
        (true.into(), "true"),
        ("é".into(), "\"é\""),
    ];
    let schema = Schema::parse("struct K key(k) { k: bytes } root K;").unwrap();
    for (value, shown) in values {
        let error = schema.key_of(value).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "k"), "{error}");
        assert_eq!(error.to_string(), format!("type mismatch: {shown} is no value of bytes in `k`"));
    }

    let schema = Schema::parse("struct R { m: map<bool, u8>, t: map<tuple<string, bool>, u8> } root R;").unwrap();
    let (map, tuples) = (
        schema.field::<vellum::dynamic::Dynamic>("m[]").unwrap(),
        schema.field::<vellum::dynamic::Dynamic>("t[]").unwrap(),
    );
    let keys: [(Key<'_>, &str); 8] = [
        (Key::from(-1), "-1"),
        (Key::from(u128::MAX), "340282366920938463463374607431768211455"),
        (Key::from('x'), "the char 'x'"),
        (Key::from(Date(0)), "the date 1970-01-01"),
        (Key::from(Decimal::<3>(1)), "the decimal(3) 0.001"),
        (Key::from("é\"n"), r#""é\"n""#),
        (Key::from(&[0xFFu8, b'a'][..]), r#"b"\xffa""#),
        (Key::from(Uuid([0xA0; 16])), "the uuid a0a0a0a0-a0a0-a0a0-a0a0-a0a0a0a0a0a0"),
    ];
    for (key, shown) in keys {
        let error = told(Record::new(&schema).add_key(&map, key));
        assert!(error.starts_with(&format!("type mismatch: {shown} is no key of type bool in `m")), "{error}");
        let parts = ["a".into(), key];
        let error = told(Record::new(&schema).add_key(&tuples, Key::from(&parts[..])));
        assert!(error.starts_with(&format!("type mismatch: {shown} is no key of type bool in `t")), "{error}");
    }
}

#[test]
fn nan_is_told_to_be_in_no_range() {
    for ty in ["f32", "f64"] {
        for (range, end) in [("0..", "begins with 0.0"), ("..=1", "ends with 1.0"), ("0..=1", "begins with 0.0")] {
            let schema =
                Schema::parse(&format!("struct S {{ n: {ty} in {range} }} struct R {{ s: S }} root R;")).unwrap();
            let mut record = Record::new(&schema);
            let expected = format!("type mismatch: NaN is not in the range, which {end} in `s.n`");
            for nan in [f64::NAN, -f64::NAN] {
                #[allow(clippy::cast_possible_truncation)]
                let set = if ty == "f32" { record.set("s.n", nan as f32) } else { record.set("s.n", nan) };
                assert_eq!(told(set), expected);
                assert_eq!(told(record.set_serde("s.n", &nan)), expected);
            }
            for (number, is_kept) in [(-0.5, range == "..=1"), (0.5, true), (1.5, range == "0..")] {
                assert_eq!(record.set_serde("s.n", &number).is_ok(), is_kept, "{number} in {range}");
            }
        }
    }
}

#[test]
fn a_comma_before_a_fraction_is_told_and_what_is_finer_is_told_to_be_so() {
    let schema = Schema::parse(
        "struct R { time: time, s: timestamp(s), ms: timestamp, us: timestamp(us), ns: timestamp(ns), d: decimal(2), span: duration } root R;",
    )
    .unwrap();
    let mut record = Record::new(&schema);
    let mut refused = |path: &str, text: &str, message: &str| {
        let expected = format!("type mismatch: \"{text}\" {message} in `{path}`");
        assert_eq!(told(record.set_serde(path, &text)), expected);
        assert!(told(record.set_json(path, &format!("\"{text}\""))).starts_with(&expected));
    };
    for digits in ["5", "123456789", "1234567890", "0"] {
        refused(
            "time",
            &format!("12:30:00,{digits}"),
            "has a comma before the fraction, which time has behind a point",
        );
        for (path, unit) in [("s", "(s)"), ("ms", ""), ("us", "(us)"), ("ns", "(ns)")] {
            let message = format!("has a comma before the fraction, which timestamp{unit} has behind a point");
            for zone in ["Z", "+01:00"] {
                refused(path, &format!("2024-02-29T12:30:00,{digits}{zone}"), &message);
            }
        }
    }
    for text in ["1,5", "-1,50", "0,005"] {
        refused("d", text, "has a comma before the fraction, which decimal(2) has behind a point");
    }
    refused("time", "12:30:00.1234567891", "is finer than a nanosecond, which time counts in");
    refused("ms", "2024-02-29T12:30:00.1234Z", "is finer than a millisecond, which timestamp counts in");
    refused("time", "12,30", "is not a value of time, such as \"12:30:00\"");
    record.set_serde("span", &"PT1,5S").unwrap();
}

#[test]
fn two_types_of_one_name_are_told_apart_by_their_kinds() {
    let kinds = ["struct In { x: u8 }", "union In { none, x: u8 }", "enum In { none, x }"];
    let holders = [("In", ""), ("list<In>", "[]"), ("map<u8, In>", "[]"), ("array<In, 2>", "[]")];
    let mut cases = 0;
    for (ty, step) in holders {
        for old in kinds {
            for new in kinds.iter().filter(|new| **new != old) {
                let schema = |kind: &str| Schema::parse(&format!("{kind} struct R {{ of: {ty} }} root R;")).unwrap();
                let found = schema(new).changes_since(&schema(old)).to_string();
                let kind = |text: &str| text.split(' ').next().unwrap().to_owned();
                let expected = format!("R.of{step}: the type was the {} In and is the {} In", kind(old), kind(new));
                assert!(found.starts_with(&expected), "{found}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 24);
}

#[test]
fn a_default_of_one_name_and_another_number_is_told_to_be_other_bytes() {
    let schema =
        |number: u8| Schema::parse(&format!("enum E {{ a, b = {number} }} struct R {{ e: E = b }} root R;")).unwrap();
    let found = schema(3).changes_since(&schema(2)).to_string();
    assert!(found.starts_with("R.e: the default is b as before, which is stored as other bytes;"), "{found}");
}
