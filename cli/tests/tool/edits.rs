//! Edits of both kinds of files, and of what comes by a pipe, make the same of the same.

use super::{Folder, text};

/// What each edit makes of the record.
const EDITS: &[(&[&str], &str)] = &[
    (&["set", "FILE", "age", "37"], r#""age":37"#),
    (&["set", "FILE", "name", "Lovelace"], r#""name":"Lovelace""#),
    (&["set", "FILE", "name", "--text", "12"], r#""name":"12""#),
    (&["set", "FILE", "name", "\"quoted\""], r#""name":"quoted""#),
    (&["set", "FILE", "more.y", "[1, null]"], r#""more":{"x":[1],"y":[1,null]}"#),
    (&["push", "FILE", "tags", "a", "b"], r#""tags":["math","a","b"]"#),
    (&["push", "FILE", "seen", "9", "3"], r#""seen":[3,7,9]"#),
    (&["push", "FILE", "more.x", "true"], r#""more":{"x":[1,true]"#),
    (&["insert", "FILE", "tags[0]", "first"], r#""tags":["first","math"]"#),
    (&["insert", "FILE", "tags[1]", "last"], r#""tags":["math","last"]"#),
    (&["insert", "FILE", "votes[a]b]", "2"], ""),
    (&["insert", "FILE", "votes[eve]", "2"], r#""votes":{"bob":1,"eve":2}"#),
    (&["rm", "FILE", "tags[0]"], r#""tags":[]"#),
    (&["rm", "FILE", "seen[7]"], r#""seen":[]"#),
    (&["rm", "FILE", "votes[bob]"], r#""votes":{}"#),
    (&["rm", "FILE", "age"], r#""age":18"#),
    (&["rm", "FILE", "more.x[0]"], r#""more":{"x":[]}"#),
];

#[test]
fn edits_are_the_same_everywhere() {
    for (edit, wanted) in EDITS.iter().filter(|(_, wanted)| !wanted.is_empty()) {
        let folder = Folder::new();
        let at =
            |file: &'static str| edit.iter().map(|word| if *word == "FILE" { file } else { word }).collect::<Vec<_>>();
        folder.yes(&at("ada.vlf"));
        folder.yes(&[at("ada.bin"), vec!["-s", "user.vlm"]].concat());
        let framed = folder.yes(&["to-json", "ada.vlf"]);
        assert!(framed.contains(wanted), "{edit:?}: {framed}");
        assert_eq!(folder.yes(&["to-json", "ada.bin", "-s", "user.vlm"]), framed);
        folder.yes(&["verify", "ada.vlf"]);
        folder.yes(&["diff", "ada.vlf", "ada.bin"]);
        // By a pipe.
        let words: Vec<String> = at("-").iter().map(|word| format!("'{word}'")).collect();
        let folder = Folder::new();
        let output = folder.shell(&format!("vellum {} < ada.vlf | vellum to-json -", words.join(" ")));
        assert_eq!(text(&output.stdout), framed, "{}", text(&output.stderr));
    }
}

#[test]
fn the_schema_of_a_framed_file_stays_as_it_is() {
    let folder = Folder::new();
    let start = folder.read("ada.vlf").len() - folder.read("ada.bin").len();
    let before = folder.read("ada.vlf")[..start].to_vec();
    folder.yes(&["set", "ada.vlf", "name", "another, longer name"]);
    assert_eq!(folder.read("ada.vlf")[..start], before);
}

#[test]
fn what_diff_finds_patch_makes() {
    let folder = Folder::new();
    folder.yes(&["push", "ada.vlf", "tags", "new", "-o", "new.vlf"]);
    folder.yes(&["rm", "new.vlf", "votes[bob]"]);
    folder.yes(&["set", "new.vlf", "more.z", "{\"deep\": [1]}"]);
    let found = folder.run(&["diff", "ada.vlf", "new.vlf", "--json"]);
    assert_eq!(found.status.code(), Some(1));
    folder.write("changes.json", found.stdout);
    folder.yes(&["patch", "ada.vlf", "changes.json"]);
    folder.yes(&["diff", "ada.vlf", "new.vlf"]);
    folder.yes(&["compact", "ada.vlf"]);
    folder.yes(&["compact", "new.vlf"]);
    assert_eq!(folder.read("ada.vlf"), folder.read("new.vlf"));
}

/// A patch that `diff` wrote, made for a record that has gone its own way: what is then, or that it
/// is refused.
#[test]
fn a_patch_checks_what_it_removes_and_replaces_the_rest() {
    let folder = Folder::new();
    folder.yes(&["push", "ada.vlf", "tags", "new", "-o", "new.vlf"]);
    folder.yes(&["set", "new.vlf", "age", "40"]);
    folder.yes(&["rm", "new.vlf", "votes[bob]"]);
    let said = folder.run(&["diff", "ada.vlf", "new.vlf", "-o", "plain.vlp"]);
    assert_eq!(text(&said.stderr), "plain.vlp holds the values that it removes\n");
    let said = folder.run(&["diff", "ada.vlf", "new.vlf", "-o", "undo.vlp", "--undo"]);
    assert_eq!(
        text(&said.stderr),
        "undo.vlp replaces and removes whatever is there by then, and holds values of both\n"
    );
    for (file, edit, patch, wanted) in [
        ("ada.vlf", &["set", "age", "50"][..], "plain.vlp", Some(("age", "40"))),
        ("ada.vlf", &["set", "votes[bob]", "2"], "plain.vlp", None),
        ("new.vlf", &["set", "age", "50"], "undo.vlp", Some(("age", "36"))),
        ("new.vlf", &["set", "tags[1]", "theirs"], "undo.vlp", Some(("tags", "[\"math\"]"))),
    ] {
        folder.yes(&[&edit[..1], &[file], &edit[1..], &["-o", "other.vlf"]].concat());
        match wanted {
            Some((path, value)) => {
                folder.yes(&["patch", "other.vlf", patch]);
                assert_eq!(folder.yes(&["get", "other.vlf", path]).trim(), value, "{patch}");
            }
            None => assert!(folder.fails(1, &["patch", "other.vlf", patch]).contains("conflict")),
        }
    }
    // What was removed is in the patch.
    assert!(folder.read("plain.vlp").windows(3).any(|bytes| bytes == b"bob"));
    let said = folder.run(&["diff", "ada.vlf", "other.vlf", "-o", "plain.vlp", "--json"]);
    assert_eq!(text(&said.stderr), "");
}

#[test]
fn colour_is_for_terminals() {
    let folder = Folder::new();
    for arguments in [&["inspect", "ada.vlf"][..], &["space", "ada.vlf"], &["--help"]] {
        assert!(!folder.yes(arguments).contains('\u{1b}'), "{arguments:?}");
    }
    assert!(folder.yes(&["inspect", "ada.vlf", "--color", "always"]).contains('\u{1b}'));
    assert!(!folder.fails(2, &["get", "ada.vlf", "nope"]).contains('\u{1b}'));
    assert!(folder.fails(2, &["get", "ada.vlf", "nope", "--color", "always"]).contains('\u{1b}'));
}

#[test]
fn completions_are_written_for_each_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(folder.yes(&["completions", shell]).contains("inspect"), "{shell}");
    }
}

#[test]
fn what_does_not_fit_in_a_document_is_refused() {
    let folder = Folder::new();
    let before = folder.read("ada.vlf");
    for (arguments, wanted) in [
        (&["get", "ada.vlf", "more.x.y"][..], "the path crosses `list`, expected `map`"),
        (&["set", "ada.vlf", "more.x.y", "1"], "the path crosses `list`, expected `map`"),
        (&["set", "ada.vlf", "more.x[0].y", "1"], "the path crosses `i8`, expected `map`"),
        (&["push", "ada.vlf", "more", "1"], "the path crosses `map`, expected `list`"),
        (&["insert", "ada.vlf", "more[0]", "1"], "the path crosses `map`, expected `list`"),
        (&["rm", "ada.vlf", "more.x.y"], "the path crosses `list`, expected `map`"),
        (&["rm", "ada.vlf", "more.nope"], "there is no key"),
        (&["get", "ada.vlf", "more.x[7]"], "index 7 of a list of 1 elements"),
    ] {
        let said = folder.fails(2, arguments);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
        assert_eq!(folder.read("ada.vlf"), before);
    }
    assert_eq!(folder.yes(&["get", "ada.vlf", "more.nope"]).trim(), "null");
}
