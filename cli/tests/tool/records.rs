//! Record files: read as any other file, and edited by appending.

use super::{Folder, text};

/// The folder with Ada in a record file.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.yes(&["convert", "ada.vlf", "--to", "record", "-o", "ada.rec"]);
    folder
}

/// Runs a command that has to fail; gives what it says. The lock file says who had it last.
#[track_caller]
fn error(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    said
}

#[test]
fn an_edit_is_appended_and_read_by_all_commands() {
    let folder = folder();
    let before = folder.read("ada.rec");
    folder.yes(&["set", "ada.rec", "age", "37"]);
    folder.yes(&["push", "ada.rec", "tags", "logic"]);
    folder.yes(&["rm", "ada.rec", "votes[bob]"]);
    let after = folder.read("ada.rec");
    assert!(after.starts_with(&before), "what was there stays");
    assert!(after.len() < before.len() + 200, "{} bytes are appended", after.len() - before.len());
    assert_eq!(folder.yes(&["get", "ada.rec", "age"]).trim(), "37");
    let json = folder.yes(&["to-json", "ada.rec"]);
    assert!(json.contains("logic") && !json.contains("bob"), "{json}");
    folder.yes(&["verify", "ada.rec"]);
    assert!(folder.yes(&["inspect", "ada.rec"]).contains("Ada"));
    assert!(folder.yes(&["schema", "ada.rec"]).contains("struct User"));
    let log = folder.yes(&["log", "ada.rec"]);
    assert_eq!(
        log,
        "edit 1\n  set age: 37\nedit 2\n  insert tags[1]: \"logic\"\nedit 3\n  remove key votes[\"bob\"]\n"
    );
    let times = folder.yes(&["log", "ada.rec", "--times"]);
    assert!(times.lines().next().unwrap().starts_with("edit 1, 20"), "{times}");
    let json = folder.yes(&["log", "ada.rec", "--json"]);
    assert_eq!(json.lines().next().unwrap(), r#"{"changes":["set age: 37"],"edit":1,"time":null}"#);
}

#[test]
fn a_compacted_file_has_no_log_and_the_same_record() {
    let folder = folder();
    folder.yes(&["set", "ada.rec", "age", "37"]);
    let record = folder.yes(&["to-json", "ada.rec"]);
    folder.yes(&["compact", "ada.rec"]);
    assert_eq!(folder.yes(&["log", "ada.rec"]), "");
    assert_eq!(folder.yes(&["to-json", "ada.rec"]), record);
    folder.yes(&["set", "ada.rec", "age", "38"]);
    assert_eq!(folder.yes(&["log", "ada.rec"]), "edit 2\n  set age: 38\n");
}

#[test]
fn a_record_file_becomes_the_other_forms_and_back() {
    let folder = folder();
    folder.yes(&["set", "ada.rec", "age", "37"]);
    folder.yes(&["convert", "ada.rec", "--to", "framed", "-o", "again.vlf"]);
    folder.yes(&["convert", "ada.rec", "--to", "buffer", "-o", "again.bin"]);
    folder.yes(&["convert", "again.bin", "-s", "user.vlm", "--to", "record", "-o", "again.rec"]);
    let record = folder.yes(&["to-json", "ada.rec"]);
    assert_eq!(folder.yes(&["to-json", "again.vlf"]), record);
    assert_eq!(folder.yes(&["to-json", "again.bin", "-s", "user.vlm"]), record);
    assert_eq!(folder.yes(&["to-json", "again.rec"]), record);
    folder.yes(&["diff", "ada.rec", "again.vlf"]);
    // What an edit writes elsewhere is a framed file, and the record file stays.
    folder.yes(&["set", "ada.rec", "age", "38", "-o", "other.vlf"]);
    assert_eq!(folder.yes(&["get", "other.vlf", "age"]).trim(), "38");
    assert_eq!(folder.yes(&["get", "ada.rec", "age"]).trim(), "37");
    // A file that is there is not replaced.
    let before = folder.read("again.vlf");
    let said = error(&folder, &["convert", "ada.rec", "--to", "framed", "-o", "again.vlf"]);
    assert!(said.contains("exists"), "{said}");
    let said = error(&folder, &["convert", "ada.rec", "--to", "record", "-o", "again.vlf"]);
    assert!(said.contains("exists"), "{said}");
    assert_eq!(folder.read("again.vlf"), before);
}

#[test]
fn a_damaged_file_is_told_and_what_is_readable_is_recovered() {
    let folder = folder();
    for age in ["37", "38", "39"] {
        folder.yes(&["set", "ada.rec", "age", age]);
    }
    let whole = folder.read("ada.rec");
    let mut bytes = whole.clone();
    let at = bytes.len() - 60;
    bytes[at] ^= 1;
    folder.write("ada.rec", &bytes);
    let said = error(&folder, &["get", "ada.rec", "age"]);
    assert!(said.contains("readable up to edit 1") && said.contains("ada.rec"), "{said}");
    assert!(said.contains("convert --recover"), "{said}");
    let output =
        folder.command(&["convert", "ada.rec", "--recover", "--to", "record", "-o", "saved.rec"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "something is lost");
    assert_eq!(folder.yes(&["get", "saved.rec", "age"]).trim(), "37");
    assert_eq!(folder.read("ada.rec"), bytes, "the damaged file stays");
    // An incomplete end is no damage.
    folder.write("ada.rec", &whole[..whole.len() - 3]);
    assert_eq!(folder.yes(&["get", "ada.rec", "age"]).trim(), "38");
}

#[test]
fn a_file_that_another_process_edits_is_read_and_not_edited() {
    let folder = folder();
    let file = vellum_file::SchemaFile::open(folder.path("ada.rec")).unwrap();
    let said = error(&folder, &["set", "ada.rec", "age", "40"]);
    assert!(said.contains(&format!("process {} on ", std::process::id())), "{said}");
    assert_eq!(folder.yes(&["get", "ada.rec", "age"]).trim(), "36");
    drop(file);
    folder.yes(&["set", "ada.rec", "age", "40"]);
}

#[test]
fn another_schema_for_an_edit_and_standard_input_are_refused() {
    let folder = folder();
    folder.write("other.vlm", "struct User { name: string } root User;");
    let said = error(&folder, &["set", "ada.rec", "name", "x", "-s", "other.vlm"]);
    assert!(said.contains("by the schema in it"), "{said}");
    folder.yes(&["set", "ada.rec", "name", "Ada L.", "-s", "user.vlm"]);
    let said = error(&folder, &["log", "-"]);
    assert!(said.contains("standard input"), "{said}");
    let said = error(&folder, &["log", "ada.vlf"]);
    assert!(said.contains("not a record file"), "{said}");
}
