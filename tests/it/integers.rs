//! Integers written by path: any goes into a field of any integer type that holds it.

use vellum::field::{Accepts, ByPath};
use vellum::{ErrorKind, Record, RecordBuilder, Schema, field::FieldType};

const TYPES: [&str; 10] = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

/// The least and the greatest value of a type; `u128` ends where `i128` does, whose values these tests count in.
fn range(ty: &str) -> (i128, i128) {
    let bits: u32 = ty[1..].parse().unwrap();
    match (&ty[..1], bits) {
        ("u", 128) => (0, i128::MAX),
        ("u", _) => (0, (1 << bits) - 1),
        (_, 128) => (i128::MIN, i128::MAX),
        _ => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
    }
}

/// Every value at or next to an end of some type's range.
fn values() -> Vec<i128> {
    let ends = TYPES.iter().flat_map(|ty| <[i128; 2]>::from(range(ty)));
    let mut values: Vec<i128> =
        ends.flat_map(|end| [end.saturating_sub(1), end, end.saturating_add(1)]).chain([0, 1, 7]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// A record with a value that is no default, and a list of one element.
fn begun(schema: &Schema) -> Record {
    let mut record = Record::new(schema);
    record.set("d", 3).unwrap();
    record.push("l", 1).unwrap();
    record
}

/// Writes a value of a Rust type into a field of each integer type, in each way, and compares with what fits.
fn check<T>(value: i128)
where
    T: TryFrom<i128> + Copy + FieldType,
    for<'v> ByPath: Accepts<'v, T>,
{
    let Ok(value_of_type) = T::try_from(value) else { return };
    for ty in TYPES {
        let (least, greatest) = range(ty);
        let fits = (least..=greatest).contains(&value);
        let text = format!("struct R {{ a: {ty}, d: {ty} = 5, o: {ty}?, l: list<{ty}>, m: map<u8, {ty}?> }} root R;");
        let schema = Schema::parse(&text).unwrap();
        let mut record = begun(&schema);
        let before = record.as_bytes().to_vec();
        let mut expected = RecordBuilder::new(&schema);
        for path in ["a", "d", "o", "l[0]", "m[3]"] {
            let set = record.set(path, value_of_type);
            assert_eq!(set.is_ok(), fits, "{value} as {} into {ty}", T::NAME);
            if let Err(error) = set {
                assert_eq!(error.kind(), ErrorKind::Type);
                let (told, range) =
                    (error.to_string(), format!("type mismatch: {value} is out of range for {ty} ({least} to "));
                assert!(told.starts_with(&range) && told.ends_with(&format!(") in `{path}`")), "{told}");
            }
        }
        let pushed = record.push("l", value_of_type).is_ok() && record.insert("l[0]", value_of_type).is_ok();
        assert_eq!(pushed, fits);
        if !fits {
            assert_eq!(record.as_bytes(), before);
            continue;
        }
        let shown = format!(
            "R {{ a: {value}, d: {value}, o: Some({value}), l: [{value}, {value}, {value}], m: {{3: Some({value})}} }}"
        );
        assert_eq!(format!("{record:?}"), shown);
        for path in ["a", "d", "o", "m[3]"] {
            expected.set(path, value_of_type).unwrap();
        }
        for _ in 0..3 {
            expected.push("l", value_of_type).unwrap();
        }
        record.compact().unwrap();
        assert_eq!(record.as_bytes(), expected.finish().unwrap());
        schema.prove(record.as_bytes()).unwrap();
    }
}

#[test]
fn an_integer_is_stored_where_it_fits_and_refused_where_it_does_not() {
    for value in values() {
        check::<u8>(value);
        check::<u16>(value);
        check::<u32>(value);
        check::<u64>(value);
        check::<u128>(value);
        check::<i8>(value);
        check::<i16>(value);
        check::<i32>(value);
        check::<i64>(value);
        check::<i128>(value);
    }
}

#[test]
fn an_integer_that_no_other_type_holds_is_out_of_range_of_all_others() {
    let schema = Schema::parse("struct R { a: u128, b: i128, c: u64 } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set("a", u128::MAX).unwrap();
    let message =
        format!("type mismatch: {} is out of range for i128 ({} to {}) in `b`", u128::MAX, i128::MIN, i128::MAX);
    assert_eq!(record.set("b", u128::MAX).unwrap_err().to_string(), message);
    assert!(record.set("c", u128::MAX).is_err());
}

#[test]
fn an_enum_takes_the_numbers_of_its_variants_from_any_integer() {
    let schema = Schema::parse("enum E { A, B = 7 } struct R { e: E, r: u8 } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set("e", 7_i64).unwrap();
    assert_eq!(format!("{record:?}"), "R { e: B, r: 0 }");
    let before = record.as_bytes().to_vec();
    assert_eq!(record.set("e", 6_i64).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(
        record.set("e", -1).unwrap_err().to_string(),
        "type mismatch: -1 is out of range for u8 (0 to 255) in `e`"
    );
    assert_eq!(record.set("r", 1.0).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn rules_concern_the_number_that_is_stored() {
    let schema = Schema::parse("struct R { stars: u8 in 0..=5, temperature: i8 in -9..=99 } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set("stars", 5_u64).unwrap();
    record.set("temperature", -9_i64).unwrap();
    let before = record.as_bytes().to_vec();
    assert!(record.set("stars", 6_u64).is_err());
    assert!(record.set("temperature", -10_i64).is_err());
    assert_eq!(record.as_bytes(), before);
}
