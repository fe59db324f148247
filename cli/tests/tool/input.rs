//! Standard input as a value, a buffer, a patch or a schema: `-` means the same everywhere, and is
//! read once.

use super::{Folder, text};

/// A command that takes a value as `-`, the value, and a part of what the record is then.
const TAKEN: &[(&str, &str, &str)] = &[
    ("set ada.vlf name -", "\"Bob\"", r#""name":"Bob""#),
    ("set ada.vlf name -", "Bob", r#""name":"Bob""#),
    ("set ada.vlf name - --text", "12", r#""name":"12""#),
    ("set ada.vlf age -", "37\n", r#""age":37"#),
    ("set ada.vlf name '\"-\"'", "not read", r#""name":"-""#),
    ("push ada.vlf tags -", "new", r#""tags":["math","new"]"#),
    ("push ada.vlf tags a - b", "new", r#""tags":["math","a","new","b"]"#),
    ("push ada.vlf tags '\"-\"'", "not read", r#""tags":["math","-"]"#),
    ("push ada.vlf seen -", "9", r#""seen":[7,9]"#),
    ("insert ada.vlf tags[0] -", "new", r#""tags":["new","math"]"#),
    ("insert ada.vlf votes[eve] -", "2", r#""votes":{"bob":1,"eve":2}"#),
    ("insert ada.vlf tags[0] '\"-\"'", "not read", r#""tags":["-","math"]"#),
    ("patch ada.vlf -", "{\"age\": 40}", r#""age":40"#),
    ("patch ada.vlf", "{\"age\": 40}", r#""age":40"#),
];

#[test]
fn a_dash_is_standard_input_in_every_command_that_takes_a_value() {
    for (command, given, wanted) in TAKEN {
        let folder = Folder::new();
        folder.write("given", given);
        let output = folder.shell(&format!("vellum {command} < given"));
        assert_eq!(output.status.code(), Some(0), "{command}: {}", text(&output.stderr));
        let record = folder.yes(&["to-json", "ada.vlf"]);
        assert!(record.contains(wanted), "{command}: {record}");
    }
    let folder = Folder::new();
    let output = folder.shell("vellum set ada.vlf age 41 -o - | vellum merge ada.vlf - && vellum get ada.vlf age");
    assert_eq!(text(&output.stdout), "41\n", "{}", text(&output.stderr));
}

#[test]
fn a_value_of_standard_input_that_does_not_fit_is_told_with_its_place() {
    let folder = Folder::new();
    for command in ["set ada.vlf age -", "push ada.vlf seen -", "insert ada.vlf votes[eve] -"] {
        let before = folder.contents();
        let output = folder.shell(&format!("echo '\"x\"' | vellum {command}"));
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("--> standard input:1:"), "{command}: {said}");
        assert!(before == folder.contents());
        let output = folder.shell(&format!("printf '\\377' | vellum {command}"));
        let said = text(&output.stderr);
        assert!(said.contains("offset 0 is not UTF-8") && said.contains("--> standard input"), "{command}: {said}");
    }
}

#[test]
fn standard_input_is_named_by_one_argument() {
    let folder = Folder::new();
    for command in [
        "set - age - -s user.vlm",
        "push - tags - -s user.vlm",
        "push ada.vlf tags - -",
        "insert - tags[0] - -s user.vlm",
        "patch - - -s user.vlm",
        "patch - -s user.vlm",
        "merge - - -s user.vlm",
        "merge ada.vlf - --base -",
        "diff - - -s user.vlm",
        "verify - - -s user.vlm",
        "get - age -s -",
        "to-json - --stream -s -",
        "from-json -s -",
        "from-json -s - --lines",
        "conform - -",
        "check - -",
    ] {
        let before = folder.contents();
        let input = if command.starts_with(['m', 'd', 'v']) { "ada.vlf" } else { "user.vlm" };
        let output = folder.shell(&format!("cat {input} | vellum {command} > out"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("standard input is read once"), "{command}: {said}");
        std::fs::remove_file(folder.path("out")).unwrap();
        assert!(before == folder.contents(), "{command}");
    }
}

#[test]
fn a_result_does_not_take_the_place_of_what_it_is_made_of() {
    let folder = Folder::new();
    folder.yes(&["set", "ada.vlf", "age", "40", "-o", "new.vlf"]);
    folder.write("patch.json", r#"{"age":40}"#);
    folder.write("old.vlf", folder.read("ada.vlf"));
    // A framed file may be its own schema, and may be replaced.
    folder.yes(&["set", "old.vlf", "age", "36", "-s", "old.vlf", "-o", "old.vlf"]);
    for arguments in [
        &["diff", "ada.vlf", "new.vlf", "-o", "ada.vlf"][..],
        &["diff", "ada.vlf", "new.vlf", "--output", "./new.vlf", "--undo"],
        &["inspect", "ada.vlf", "--html", "ada.vlf"],
        &["from-json", "ada.json", "-s", "user.vlm", "-o", "ada.json"],
        &["from-json", "ada.json", "-s", "user.vlm", "-o", "user.vlm"],
        &["set", "ada.bin", "age", "41", "-s", "user.vlm", "-o", "user.vlm"],
        &["compact", "ada.bin", "-s", "user.vlm", "-o", "./user.vlm"],
        &["diff", "ada.bin", "new.vlf", "-s", "user.vlm", "-o", "user.vlm"],
        &["inspect", "ada.bin", "-s", "user.vlm", "--html", "user.vlm"],
        &["patch", "ada.vlf", "patch.json", "-o", "patch.json"],
    ] {
        let said = folder.fails(2, arguments);
        assert!(said.contains("take the place of a file that it is made of"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_value_that_only_begins_as_json_does_is_a_text() {
    for value in [
        "12 apples",
        "1.2.3",
        "2024-01-01",
        "10.0.0.1",
        "10:30",
        "0x10",
        "3rd floor",
        "trueish",
        "nullable",
        "null x",
        "1e",
        "1,5",
        "",
        " ",
        "true false",
        "NaN",
    ] {
        let folder = Folder::new();
        for (arguments, path) in [
            (vec!["set", "ada.vlf", "name", value], "name"),
            (vec!["push", "ada.vlf", "tags", value], "tags[1]"),
            (vec!["insert", "ada.vlf", "tags[0]", value], "tags[0]"),
        ] {
            folder.yes(&arguments);
            let found = folder.yes(&["get", "ada.vlf", path]);
            assert_eq!(found.trim_end(), serde_json::Value::from(value).to_string(), "{arguments:?}");
        }
    }
    let folder = Folder::new();
    for value in ["[urgent] call", "{draft}", "\"open"] {
        let said = folder.fails(2, &["set", "ada.vlf", "name", value]);
        assert!(said.contains("`--text` takes"), "{value}: {said}");
        folder.yes(&["set", "ada.vlf", "name", value, "--text"]);
    }
    for command in ["set ada.vlf name -", "push ada.vlf tags -"] {
        let output = folder.shell(&format!("printf '' | vellum {command}"));
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("standard input is empty"), "{command}: {said}");
    }
}

#[test]
fn a_framed_file_of_another_type_is_not_compared_or_merged() {
    let folder = Folder::new();
    folder.write("other.vlm", "struct Other { count: u64, name: u16 } root Other;");
    folder.write("other.json", r#"{"count":1,"name":2}"#);
    folder.yes(&["from-json", "other.json", "-s", "other.vlm", "-o", "other.vlf", "--framed"]);
    for arguments in [
        &["diff", "ada.vlf", "other.vlf"][..],
        &["merge", "ada.vlf", "other.vlf"],
        &["merge", "ada.vlf", "ada.vlf", "--base", "other.vlf"],
    ] {
        let said = folder.fails(2, arguments);
        assert!(said.contains("is no revision of the first file's") && said.contains("other.vlf"), "{said}");
    }
}

#[test]
fn a_patch_goes_to_where_diff_is_told() {
    let folder = Folder::new();
    folder.yes(&["set", "ada.vlf", "age", "40", "-o", "new.vlf"]);
    for option in ["-o", "--output"] {
        let said = folder.run(&["diff", "ada.vlf", "new.vlf", option, "age.vlp"]);
        assert_eq!((said.status.code(), text(&said.stdout)), (Some(1), "set age: 40\n".to_owned()));
    }
    folder.yes(&["patch", "ada.vlf", "age.vlp"]);
    folder.yes(&["diff", "ada.vlf", "new.vlf"]);
    // A patch as bytes on standard output has no lines before it.
    folder.yes(&["set", "ada.vlf", "age", "41"]);
    let output = folder.shell("vellum diff ada.vlf new.vlf -o - | vellum patch ada.vlf && vellum get ada.vlf age");
    assert_eq!(text(&output.stdout), "40\n", "{}", text(&output.stderr));
}
