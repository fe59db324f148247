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
