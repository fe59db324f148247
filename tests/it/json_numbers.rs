//! Numbers of JSON: which decimals take, and what is said of those that a type does not hold.

use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::value::{Decimal, Decimal128};
use vellum::{ErrorKind, Record, Schema};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

/// What an error says, without its kind and its place.
fn said(error: &vellum::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("type mismatch: ").unwrap_or(&text);
    let ends = [format!(" in `{}`", error.path()), String::from(" at line ")];
    let end = ends.iter().filter_map(|end| text.rfind(&**end)).min().unwrap_or(text.len());
    text[..end].to_owned()
}

fn prices() -> Schema {
    schema(
        "struct R { price: decimal(2)?, wide: decimal128(20)?, list: list<decimal(2)>?, set: set<decimal(2)>?, map: map<string, decimal(1)>? }
         root R;",
    )
}

#[test]
fn a_decimal_takes_a_number_that_its_scale_holds_exactly() {
    let schema = prices();
    for (number, text) in [
        ("1.5", "1.50"),
        ("1.50000000000000000000000000", "1.50"),
        ("-0.05", "-0.05"),
        ("0.1", "0.10"),
        ("15e-1", "1.50"),
        ("1.5E+2", "150.00"),
        ("7", "7.00"),
        ("-0", "0.00"),
        ("0.0e400", "0.00"),
        ("92233720368547758.07", "92233720368547758.07"),
        ("-92233720368547758.08", "-92233720368547758.08"),
        ("\"19.99\"", "19.99"),
        ("\"\\u0031.5\"", "1.50"),
    ] {
        let json = format!("{{\"price\": {number}, \"list\": [1, {number}], \"set\": [{number}]}}");
        let read = schema.from_json(&json).unwrap_or_else(|error| panic!("{number}: {error}"));
        assert_eq!(read.get_json("price").unwrap(), format!("\"{text}\""));
        assert_eq!(read.get_json("list").unwrap(), format!("[\"1.00\",\"{text}\"]"));
        assert_eq!(read.get_json("set").unwrap(), format!("[\"{text}\"]"));
        let mut set = Record::new(&schema);
        set.set_json("price", &format!(" {number} ")).unwrap();
        assert_eq!(set.get_json("price").unwrap(), format!("\"{text}\""));
    }
    let wide = schema.from_json("{\"wide\": 0.00000000000000000001}").unwrap();
    assert_eq!(wide.get::<Decimal128<20>>("wide").unwrap(), Decimal128(1));
    let wide = schema.from_json("{\"wide\": 12345678901234567890.12345678901234567891}").err().unwrap();
    assert!(said(&wide).contains("out of range for decimal128(20)"), "{wide}");
    let map = schema.from_json("{\"map\": {\"a\": 2.5}}").unwrap();
    assert_eq!(map.get_json("map").unwrap(), r#"{"a":"2.5"}"#);
    let root = self::schema("root decimal(2);").from_json("1.5").unwrap();
    assert_eq!(root.to_json().unwrap(), "\"1.50\"");
}

/// Numerals of every form that JSON has: signs, digits before and behind the point, zeros at both ends, exponents.
fn numerals() -> Vec<String> {
    let wholes = [
        "0",
        "1",
        "10",
        "19",
        "100",
        "92233720368547758",
        "92233720368547759",
        "170141183460469231731687303715884105728",
    ];
    let parts = [
        "",
        ".0",
        ".00",
        ".5",
        ".50",
        ".500",
        ".05",
        ".07",
        ".08",
        ".070",
        ".001",
        ".000",
        ".00000000000000000000000000000000000000000",
    ];
    let exponents =
        ["", "e0", "E+1", "e-1", "e3", "E-3", "e-40", "e16", "e99999999999999999999", "e-99999999999999999999"];
    let mut all = Vec::new();
    for whole in wholes {
        for part in parts {
            all.extend(
                exponents.iter().flat_map(|exponent| ["", "-"].map(|sign| format!("{sign}{whole}{part}{exponent}"))),
            );
        }
    }
    all
}

#[test]
fn a_decimal_takes_a_text_as_the_number_that_it_is() {
    let schema = schema(
        "struct R { a: decimal(0), b: decimal(2), c: decimal(18), d: decimal128(2), e: decimal128(38), l: list<decimal(2)> } root R;",
    );
    let (mut taken, mut refused) = (0, 0);
    for numeral in numerals() {
        for field in ["a", "b", "c", "d", "e"] {
            let of = |value: &str| {
                let mut record = Record::new(&schema);
                record.set_json(field, value).map(|()| record.get_json(field).unwrap())
            };
            let text = format!("\"{numeral}\"");
            let (number, text) = (of(&numeral), of(&text));
            match (&number, &text) {
                (Ok(number), Ok(text)) => {
                    assert_eq!(number, text, "{numeral} in {field}");
                    taken += 1;
                }
                (Err(number), Err(text)) => {
                    assert_eq!((number.kind(), text.kind()), (ErrorKind::Type, ErrorKind::Type));
                    // Of a long number the digits are not shown.
                    if !said(number).starts_with("the number") {
                        assert_eq!(said_without_quotes(text), said_without_quotes(number), "{numeral} in {field}");
                    }
                    refused += 1;
                }
                _ => panic!("{numeral} in {field}: {number:?} and {text:?}"),
            }
            // By serde from a tree, by a whole record, and by a patch.
            let tree = json!({ field: numeral });
            let mut record = Record::new(&schema);
            let seeded = record.set_serde(field, &tree[field]).map(|()| record.get_json(field).unwrap());
            assert_eq!(seeded.ok(), text.as_ref().ok().cloned(), "{numeral} in {field}");
            let mut record = Record::new(&schema);
            let merged = record.merge_patch(&tree.to_string()).map(|()| record.get_json(field).unwrap());
            assert_eq!(merged.ok(), text.ok(), "{numeral} in {field}");
        }
        let typed = vellum::json::from_str::<Price>(&format!("{{\"price\":\"{numeral}\"}}"));
        let number = vellum::json::from_str::<Price>(&format!("{{\"price\":{numeral}}}"));
        assert_eq!(typed.map(|price| price.price).ok(), number.map(|price| price.price).ok(), "{numeral}");
    }
    assert!(taken > 1500 && refused > 1500, "{taken} taken, {refused} refused");
    let mut record = schema.from_json(r#"{"a":0,"b":"1.5","c":0,"d":0,"e":0,"l":["1e1",2.0]}"#).unwrap();
    record
        .json_patch(r#"[{"op":"replace","path":"/b","value":"1.900"},{"op":"add","path":"/l/-","value":"5E-1"}]"#)
        .unwrap();
    assert_eq!(
        record.to_json().unwrap(),
        r#"{"a":"0","b":"1.90","c":"0.000000000000000000","d":"0.00","e":"0.00000000000000000000000000000000000000","l":["10.00","2.00","0.50"]}"#
    );
    for wrong in ["", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "1_000", " 1", "1 ", "١", "inf", "NaN"] {
        for field in ["a", "b", "e"] {
            let error = Record::new(&schema).set_json(field, &json!(wrong).to_string()).unwrap_err();
            assert!(said(&error).contains("is not a value of decimal"), "{wrong:?}: {error}");
        }
    }
    let error = Record::new(&schema).set_json("a", r#""1,5""#).unwrap_err();
    assert!(said(&error).contains("a comma before the fraction"), "{error}");
}

#[derive(vellum::Vellum)]
struct Price {
    price: Decimal<2>,
}

fn said_without_quotes(error: &vellum::Error) -> String {
    said(error).replace('"', "")
}

#[test]
fn a_decimal_says_what_it_does_not_hold() {
    let schema = prices();
    let refused = |json: &str, path: &str, message: &str| {
        let error = schema.from_json(json).err().unwrap_or_else(|| panic!("{json} is read"));
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
        assert_eq!(said(&error), message);
        assert!(error.line_column().is_some(), "{error}");
    };
    refused("{\"price\": 1.555}", "price", "1.555 has more digits behind the point than decimal(2) holds");
    refused("{\"price\": 1.500001}", "price", "1.500001 has more digits behind the point than decimal(2) holds");
    refused("{\"list\": [1, 5e-3]}", "list[1]", "5e-3 has more digits behind the point than decimal(2) holds");
    refused("{\"price\": \"1.505\"}", "price", "\"1.505\" has more digits behind the point than decimal(2) holds");
    refused("{\"price\": \"1e-3\"}", "price", "\"1e-3\" has more digits behind the point than decimal(2) holds");
    let range = "is out of range for decimal(2) (-92233720368547758.08 to 92233720368547758.07)";
    for number in [
        "92233720368547758.08",
        "1e17",
        "1e400",
        "9223372036854775807",
        "18446744073709551616",
        "\"92233720368547758.08\"",
    ] {
        refused(&format!("{{\"price\": {number}}}"), "price", &format!("{number} {range}"));
    }
    refused("{\"price\": \"x\"}", "price", "\"x\" is not a value of decimal(2)");
    refused("{\"price\": true}", "price", "true is not a value of decimal(2)");
    for json in ["{\"price\": []}", "{\"price\": {}}", "{\"list\": [null]}"] {
        assert_eq!(schema.from_json(json).err().unwrap().kind(), ErrorKind::Type, "{json}");
    }
    for json in [
        "{\"price\": 1.}",
        "{\"price\": 01}",
        "{\"price\": 1.5x}",
        "{\"price\": -}",
        "{\"price\": \"1",
        "{\"price\": 1.5",
    ] {
        assert_eq!(schema.from_json(json).err().unwrap().kind(), ErrorKind::Syntax, "{json}");
    }
}

#[test]
fn a_decimal_takes_a_float_of_up_to_fifteen_digits() {
    let schema = prices();
    let of_text = |number: &str| {
        let json = format!("{{\"price\": {number}}}");
        schema.deserialize(&mut serde_json::Deserializer::from_str(&json)).map_err(|error| error.to_string())
    };
    let of_value =
        |number: f64| Record::from_serde(&schema, &json!({"price": number})).map_err(|error| error.to_string());
    for (number, text) in
        [(1.5, "1.50"), (-0.05, "-0.05"), (1e3, "1000.00"), (9_007_199_254_740.99, "9007199254740.99"), (0.0, "0.00")]
    {
        for read in [of_text(&format!("{number:?}")).unwrap(), of_value(number).unwrap()] {
            assert_eq!(read.get_json("price").unwrap(), format!("\"{text}\""));
        }
    }
    for (number, message) in [
        (1.555, "1.555 has more digits behind the point than decimal(2) holds"),
        (0.1 + 0.2, "0.30000000000000004 has more digits behind the point than decimal(2) holds"),
        (
            90_071_992_547_409.93,
            "is not exact in decimal(2) as a float, of which 15 digits are exact: write it as text",
        ),
        (1e14, "is not exact in decimal(2) as a float"),
        (1e300, "is out of range for decimal(2)"),
    ] {
        for error in [of_text(&format!("{number:?}")).unwrap_err(), of_value(number).unwrap_err()] {
            assert!(error.contains(message) && error.contains("`price`"), "{error}");
        }
    }
    assert!(of_value(f64::NAN).is_ok(), "NaN is null in a tree");
    // The types themselves, and patches, which are trees.
    assert_eq!(serde_json::from_str::<Decimal<2>>("1.5").unwrap(), Decimal(150));
    assert!(serde_json::from_str::<Decimal<2>>("1.555").is_err());
    let mut record = Record::new(&schema);
    record.merge_patch("{\"price\": 1.25, \"list\": [0.5]}").unwrap();
    record.json_patch(r#"[{"op": "add", "path": "/list/-", "value": 2.75}]"#).unwrap();
    assert_eq!(record.get_json("price").unwrap(), "\"1.25\"");
    assert_eq!(record.get_json("list").unwrap(), r#"["0.50","2.75"]"#);
    assert!(said(&record.merge_patch("{\"price\": 1.255}").unwrap_err()).contains("more digits behind the point"));
}

#[test]
fn a_number_out_of_range_says_the_range() {
    let schema = schema(
        "struct R { a: u8?, b: i16?, c: u64?, d: i64?, e: u128?, f: f32?, g: date?, h: time?, i: timestamp(s)?, j: duration?, k: u32?, l: f64? }
         root R;",
    );
    for (json, path, message) in [
        ("{\"a\": 256}", "a", "256 is out of range for u8 (0 to 255)"),
        ("{\"a\": -1}", "a", "-1 is out of range for u8 (0 to 255)"),
        ("{\"b\": 32768}", "b", "32768 is out of range for i16 (-32768 to 32767)"),
        ("{\"c\": -1}", "c", "-1 is out of range for u64 (0 to 18446744073709551615)"),
        ("{\"c\": 18446744073709551616}", "c", "the number is out of range for u64 (0 to 18446744073709551615)"),
        ("{\"c\": 1e300}", "c", "the number is out of range for u64 (0 to 18446744073709551615)"),
        ("{\"c\": 1e999}", "c", "the number is out of range for u64 (0 to 18446744073709551615)"),
        (
            "{\"d\": -9223372036854775809}",
            "d",
            "the number is out of range for i64 (-9223372036854775808 to 9223372036854775807)",
        ),
        ("{\"e\": -1}", "e", "the number is out of range for u128 (0 to 340282366920938463463374607431768211455)"),
        ("{\"f\": 1e39}", "f", "the number is out of range for f32 (-3.4028235e38 to 3.4028235e38)"),
        ("{\"g\": 2147483648}", "g", "2147483648 is out of range for date (-2147483648 to 2147483647)"),
        ("{\"h\": 86400000000000}", "h", "86400000000000 is out of range for time (0 to 86399999999999)"),
        (
            "{\"i\": 9223372036854775808}",
            "i",
            "9223372036854775808 is out of range for timestamp(s) (-9223372036854775808 to 9223372036854775807)",
        ),
        ("{\"k\": 4294967296}", "k", "4294967296 is out of range for u32 (0 to 4294967295)"),
        (
            "{\"l\": 1e999}",
            "l",
            "the number is out of range for f64 (-1.7976931348623157e308 to 1.7976931348623157e308)",
        ),
        // What is no integer is no matter of a range.
        ("{\"a\": 1.5}", "a", "1.5 is not a value of u8"),
        ("{\"a\": 300.5}", "a", "300.5 is not a value of u8"),
        ("{\"a\": 1.0}", "a", "1.0 is not a value of u8"),
    ] {
        let error = schema.from_json(json).err().unwrap_or_else(|| panic!("{json} is read"));
        assert_eq!((error.kind(), error.path().as_str(), &*said(&error)), (ErrorKind::Type, path, message), "{json}");
        // A format that this crate does not know has the path in the text of its error.
        let other = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).err().unwrap().to_string();
        assert!(other.contains(&format!("{message} in `{path}`")), "{other}");
    }
    let error = Record::from_serde(&schema, &json!({"f": 1e39})).unwrap_err();
    assert_eq!(
        (error.path().as_str(), &*said(&error)),
        ("f", "1e39 is out of range for f32 (-3.4028235e38 to 3.4028235e38)")
    );
    let mut record = Record::new(&schema);
    assert_eq!(record.set_json("f", "1e39").unwrap_err().path(), "f");
    assert_eq!(record.merge_patch("{\"f\": 1e39}").unwrap_err().path(), "f");
    let lists = self::schema("struct R { list: list<f32> } root R;");
    assert_eq!(lists.from_json("{\"list\": [1, -1e39]}").unwrap_err().path(), "list[1]");
}

#[test]
fn a_text_finer_than_its_unit_says_so() {
    let schema = schema(
        "struct R { s: timestamp(s)?, ms: timestamp?, us: timestamp(us)?, ns: timestamp(ns)?, time: time?, span: duration? } root R;",
    );
    let document = |name: &str, text: &str| Value::from_iter([(name, text)]).to_string();
    for (name, text, unit, kind) in [
        ("s", "2023-11-14T22:13:20.5Z", "a second", "timestamp(s)"),
        ("ms", "2023-11-14T22:13:20.0001+01:00", "a millisecond", "timestamp"),
        ("us", "2023-11-14T22:13:20.0000001Z", "a microsecond", "timestamp(us)"),
        ("ns", "2023-11-14T22:13:20.0000000001Z", "a nanosecond", "timestamp(ns)"),
        ("time", "22:13:20.0000000001", "a nanosecond", "time"),
        ("span", "PT0.0000000001S", "a nanosecond", "duration"),
    ] {
        let error = schema.from_json(&document(name, text)).err().unwrap();
        assert_eq!(said(&error), format!("\"{text}\" is finer than {unit}, which {kind} counts in"));
        assert_eq!(error.path(), name);
    }
    for (name, text) in [
        ("s", "2023-11-14T22:13:20.Z"),
        ("s", "2023-02-30T22:13:20.5Z"),
        ("ms", "2023-11-14T22:13:20.0001"),
        ("time", "24:13:20.0000000001"),
        ("span", "PT0.5"),
    ] {
        let error = schema.from_json(&document(name, text)).err().unwrap();
        assert!(said(&error).contains("is not a value of"), "{error}");
    }
}
