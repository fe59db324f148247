//! Numbers on the command line: each is stored exactly, in a float as the nearest one, or it is refused.

use super::Folder;

const SCHEMA: &str =
    "struct R { u: u64, i: i128, w: u128, f: f32, d: f64, m: decimal(2), t: timestamp(s), x: decimal128(20) } root R;";

/// A field, what is given, and what the JSON of the record then has.
const STORED: &[(&str, &str, &str)] = &[
    ("u", "18446744073709551615", "18446744073709551615"),
    ("i", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
    ("w", "340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
    // The nearest f32, which is not the one that is next to the nearest f64.
    ("f", "9007199791611905", "9.0072e+15"),
    ("f", "-9223372586610589697", "-9.223373e+18"),
    ("f", "16777217", "16777216.0"),
    ("f", "1.00000017881393432617187499999", "1.0000001"),
    ("f", "340282356779733661637539395458142568447", "3.4028235e+38"),
    ("f", "1e-46", "0.0"),
    ("d", "9007199254740993", "9007199254740992.0"),
    ("d", "340282366920938463463374607431768211455", "3.402823669209385e+38"),
    ("m", "-92233720368547758.08", "\"-92233720368547758.08\""),
    ("x", "0.00000000000000000001", "\"0.00000000000000000001\""),
    ("t", "-1", "\"1969-12-31T23:59:59Z\""),
    ("t", "\"1969-12-31T23:59:59Z\"", "\"1969-12-31T23:59:59Z\""),
];

const REFUSED: &[(&str, &str)] = &[
    ("u", "18446744073709551616"),
    ("u", "-1"),
    ("u", "0.5"),
    ("i", "170141183460469231731687303715884105728"),
    ("w", "340282366920938463463374607431768211456"),
    ("f", "340282356779733661637539395458142568448"),
    ("f", "1e39"),
    ("d", "1e309"),
    ("m", "0.005"),
    ("m", "92233720368547758.08"),
    ("x", "0.000000000000000000001"),
    ("t", "0.5"),
    ("t", "\"1969-12-31T23:59:59.5Z\""),
    ("t", "\"2016-12-31T23:59:60Z\""),
];

#[test]
fn a_number_of_the_command_line_is_stored_exactly_or_refused() {
    let folder = Folder::new();
    folder.write("r.vlm", SCHEMA);
    let zeros = r#"{"u":0,"i":0,"w":0,"f":0,"d":0,"m":0,"t":0,"x":0}"#;
    folder.write("r.json", zeros);
    folder.yes(&["from-json", "r.json", "-s", "r.vlm", "-o", "r.vlf", "--framed"]);
    for (field, given, wanted) in STORED {
        folder.yes(&["set", "r.vlf", field, "--", given]);
        assert_eq!(folder.yes(&["get", "r.vlf", field]).trim_end(), *wanted, "{field} = {given}");
    }
    for (field, given) in REFUSED {
        folder.fails(2, &["set", "r.vlf", field, "--", given]);
    }
}

/// Integers as `to-json --integers-as-text` writes them: text where JavaScript would round them.
#[test]
fn integers_that_a_script_would_round_are_text_where_that_is_asked_for() {
    const SCHEMA: &str =
        "struct R { u: u64, i: i64, w: u128, x: i128, f: f64, map: map<u64, i64>, any: any } root list<R>;";
    const MOST: i128 = (1 << 53) - 1;
    let folder = Folder::new();
    folder.write("r.vlm", SCHEMA);
    for value in [0, 1, MOST - 1, MOST, MOST + 1, MOST + 2, i64::MAX.into(), -MOST, -MOST - 1, i64::MIN.into()] {
        let (unsigned, number) = (value.unsigned_abs(), value.to_string());
        let record = |u: &str, i: &str| {
            format!(
                r#"{{"u":{u},"i":{i},"w":{u},"x":{i},"f":1e300,"map":{{"{unsigned}":{i}}},"any":{{"a":[{i},"{i}x"]}}}}"#
            )
        };
        let given = record(&unsigned.to_string(), &number);
        folder.write("r.json", format!("[{given}]"));
        folder.yes(&["from-json", "r.json", "-s", "r.vlm", "-o", "r.bin"]);
        let text = |value: &str, large: bool| if large { format!("\"{value}\"") } else { value.to_owned() };
        let is_large = unsigned > MOST as u128;
        let wanted = record(&text(&unsigned.to_string(), is_large), &text(&number, is_large))
            .replace(&format!("\"{}x\"", text(&number, is_large)), &format!("\"{number}x\""))
            .replace("1e300", "1e+300");
        let plain = folder.yes(&["to-json", "r.bin", "-s", "r.vlm"]);
        assert_eq!(plain.trim(), format!("[{}]", given.replace("1e300", "1e+300")));
        for form in [&[][..], &["--lines"], &["--pretty"], &["--numbers"]] {
            let said = folder.yes(&[&["to-json", "r.bin", "-s", "r.vlm", "--integers-as-text"], form].concat());
            let said: String = said.split_whitespace().collect();
            assert_eq!(said.trim_start_matches('[').trim_end_matches(']'), wanted, "{value} {form:?}");
        }
    }
}
