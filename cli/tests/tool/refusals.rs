//! What the tool refuses: it says what and where, the status is not 0, and no file changes.

use super::{Folder, text};

#[test]
fn bytes_that_are_no_buffer() {
    let folder = Folder::new();
    folder.write("empty", "");
    folder.write("text", "hello, this is no buffer");
    folder.write("zeros", [0; 64]);
    folder.write("patch", [0xD3, 1, 2, 3]);
    for name in ["empty", "text", "zeros", "patch"] {
        for command in [&["get"][..], &["to-json"], &["space"], &["inspect"], &["compact"], &["set"], &["rm"]] {
            let rest: &[&str] = match command[0] {
                "set" => &["age", "3"],
                "rm" => &["age"],
                _ => &[],
            };
            let arguments = [command, &[name], rest, &["-s", "user.vlm"]].concat();
            let said = folder.fails(2, &arguments);
            assert!(said.contains(&format!("--> {name}, offset 0")), "{arguments:?}: {said}");
        }
        let said = folder.fails(1, &["verify", name, "-s", "user.vlm"]);
        assert!(said.contains(name), "{said}");
        assert!(folder.fails(2, &["get", name]).contains("no schema"));
    }
}

#[test]
fn every_start_of_a_file_is_refused_or_read() {
    let folder = Folder::new();
    let (framed, bare) = (folder.read("ada.vlf"), folder.read("ada.bin"));
    for len in 0..framed.len() {
        folder.write("torn", &framed[..len]);
        let status = folder.run(&["verify", "torn"]).status.code();
        assert!(matches!(status, Some(1 | 2)), "{len} of {} bytes: {status:?}", framed.len());
    }
    for len in 0..bare.len() {
        folder.write("torn", &bare[..len]);
        let said = folder.fails(1, &["verify", "torn", "-s", "user.vlm"]);
        assert!(said.contains("--> torn, offset "), "{said}");
        let status = folder.run(&["inspect", "torn", "-s", "user.vlm"]).status.code();
        assert!(matches!(status, Some(1 | 2)), "{status:?}");
    }
}

#[test]
fn offsets_are_those_of_the_file() {
    let folder = Folder::new();
    let mut framed = folder.read("ada.vlf");
    let at = framed.len() - folder.read("ada.bin").len();
    framed[at] = 0x60;
    folder.write("wrong.vlf", &framed);
    let said = folder.fails(2, &["get", "wrong.vlf", "name", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["error"]["offset"], at);
    assert_eq!(said["error"]["kind"], "corrupt");
}

#[test]
fn the_buffer_of_another_schema() {
    let folder = Folder::new();
    folder.write("other.vlm", "struct Other { a: list<u64>, b: map<u8, string> } root Other;");
    let said = folder.fails(1, &["verify", "ada.bin", "-s", "other.vlm"]);
    assert!(said.contains("corrupt buffer") && said.contains("offset"), "{said}");
    assert!(folder.fails(2, &["to-json", "ada.bin", "-s", "other.vlm"]).contains("ada.bin"));
    assert!(folder.fails(2, &["diff", "ada.vlf", "ada.bin", "-s", "other.vlm"]).contains("ada"));
}

#[test]
fn data_of_a_newer_schema_is_not_lost() {
    let folder = Folder::new();
    let newer = super::SCHEMA.replace("more: any", "more: any, mail: string since 2, friend: list<string> since 3");
    folder.write("newer.vlm", newer);
    folder.write("new.json", super::ADA.replace("\"more\"", "\"mail\":\"a@b\",\"friend\":[\"bob\"],\"more\""));
    folder.yes(&["from-json", "new.json", "-s", "newer.vlm", "-o", "new.bin"]);
    let said = folder.yes(&["verify", "new.bin", "-s", "user.vlm"]);
    assert!(said.contains("valid as far as it is known"), "{said}");
    folder.fails(1, &["verify", "new.bin", "-s", "user.vlm", "--complete"]);
    let said = folder.fails(2, &["compact", "new.bin", "-s", "user.vlm"]);
    assert!(said.contains("newer data") && said.contains("--schema"), "{said}");
    folder.yes(&["set", "new.bin", "age", "40", "-s", "user.vlm"]);
    assert_eq!(folder.yes(&["get", "new.bin", "mail", "-s", "newer.vlm"]), "\"a@b\"\n");
}

/// An edit replaces a file, which a device is not; its bytes may have no end.
#[cfg(unix)]
#[test]
fn a_device_is_not_edited() {
    let folder = Folder::new();
    for device in ["/dev/zero", "/dev/full", "/dev/null"] {
        let said = folder.fails(2, &["set", device, "age", "3", "-s", "user.vlm"]);
        assert!(said.contains("no regular file") && said.contains("--output"), "{said}");
    }
}

#[test]
fn a_fault_that_a_walk_meets_is_placed_as_any_other() {
    let folder = Folder::new();
    let len = folder.read("ada.bin").len();
    folder.write("torn", &folder.read("ada.bin")[..len / 2]);
    let framed = folder.read("ada.vlf");
    folder.write("torn.vlf", [&framed[..framed.len() - len], b"\x20\x01\xFF"].concat());
    for (name, start) in [("torn", 0), ("torn.vlf", framed.len() - len)] {
        let said = folder.fails(2, &["to-json", name, "-s", "user.vlm", "--json"]);
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        let error = &said["error"];
        assert!(error["offset"].as_u64().unwrap() >= start as u64 && error["file"] == name, "{error}");
        assert!(!error["message"].as_str().unwrap().contains("offset"), "{error}");
    }
}

#[test]
fn a_file_that_is_no_schema() {
    let folder = Folder::new();
    let said = folder.fails(2, &["get", "ada.bin", "name", "-s", "ada.json"]);
    assert!(said.contains("--> ada.json:1:") && !said.contains("at line"), "{said}");
    assert!(said.contains("a schema that is JSON"), "{said}");
    assert!(folder.fails(2, &["get", "ada.bin", "name", "-s", "ada.bin"]).contains("this is no schema"));
}

#[test]
fn paths_that_are_none() {
    let folder = Folder::new();
    for path in ["nope", "name.x", "tags[1]", "tags[x]", "tags[", "votes.bob", "name[0]", "more.x[9]", "seen[x]"] {
        let said = folder.fails(2, &["get", "ada.vlf", path]);
        assert!(said.contains("ada.vlf"), "{path}: {said}");
        folder.fails(2, &["rm", "ada.vlf", path]);
    }
    for path in ["nope", "tags[1]", "tags[9]", "name[0]"] {
        folder.fails(2, &["set", "ada.vlf", path, "1"]);
    }
    assert!(folder.fails(2, &["inspect", "ada.vlf", "--path", "nope"]).contains("no bytes"));
}

#[test]
fn values_that_do_not_fit() {
    let folder = Folder::new();
    for (path, value) in [("age", "-1"), ("age", "70000"), ("age", "1.5"), ("age", "\"x\""), ("age", "{")] {
        let said = folder.fails(2, &["set", "ada.vlf", path, "--", value]);
        assert!(said.contains("VALUE") && said.contains("age"), "{value}: {said}");
    }
    assert!(folder.fails(2, &["set", "ada.vlf", "age", "null"]).contains("`age`"));
    assert!(folder.fails(2, &["set", "ada.vlf", "name", "12"]).contains("`--text` takes VALUE as text"));
    assert!(!folder.fails(2, &["set", "ada.vlf", "age", "12", "--text"]).contains("`--text`"));
    folder.yes(&["set", "ada.vlf", "name", "12", "--text"]);
    folder.fails(2, &["push", "ada.vlf", "seen", "x"]);
    folder.fails(2, &["push", "ada.vlf", "tags", "fits", "[1]"]);
    folder.fails(1, &["insert", "ada.vlf", "votes[bob]", "2"]);
}

#[test]
fn patches_that_do_not_apply() {
    let folder = Folder::new();
    for (patch, status) in [
        ("", 2),
        ("7", 2),
        ("[{}]", 2),
        ("{\"age\": }", 2),
        ("{\"age\": 1, \"nope\": 2}", 2),
        ("[{\"op\": \"test\", \"path\": \"/age\", \"value\": 1}]", 2),
        ("[{\"op\": \"remove\", \"path\": \"/tags/0\"}, {\"op\": \"remove\", \"path\": \"/tags/0\"}]", 2),
        ("[{\"path\": \"tags[0]\", \"action\": \"remove\", \"removed\": \"other\"}]", 1),
        ("[{\"path\": \"tags[5]\", \"action\": \"insert\", \"value\": \"x\"}]", 2),
    ] {
        folder.write("patch.json", patch);
        folder.fails(status, &["patch", "ada.vlf", "patch.json"]);
    }
    folder.write("patch.json", "[{\"path\": \"tags[0].x\", \"action\": \"set\", \"value\": 1}]");
    let said = folder.fails(2, &["patch", "ada.vlf", "patch.json"]);
    assert!(said.contains("--> patch.json:1:") && said.contains(", in `tags[0].x`\n"), "{said}");
}

#[test]
fn wrong_usage() {
    let folder = Folder::new();
    for arguments in
        [&[][..], &["nope"], &["get"], &["set", "ada.vlf", "age"], &["get", "-", "-s", "user.vlm", "x", "y"]]
    {
        folder.fails(2, arguments);
    }
    assert!(folder.fails(2, &["get", ".", "age"]).contains("folder"));
    let said = folder.shell("vellum set - age - -s user.vlm < ada.bin");
    assert_eq!(said.status.code(), Some(2));
    assert!(text(&said.stderr).contains("standard input"));
}

#[test]
fn schemas_and_locks() {
    let folder = Folder::new();
    folder.write("wrong.vlm", "struct A {\n  x: u17,\n}\nroot A;");
    let said = folder.fails(1, &["check", "wrong.vlm"]);
    assert!(said.contains("wrong.vlm:2:6") && said.contains("^^^"), "{said}");
    folder.fails(2, &["fmt", "wrong.vlm"]);
    folder.fails(2, &["conform", "wrong.vlm", "user.vlm"]);
    folder.fails(2, &["schema", "ada.bin"]);
    folder.write("damaged.lock", "vellum lock 2\n\ntype User\n");
    assert!(folder.fails(2, &["lock", "damaged.lock", "user.vlm"]).contains("damaged.lock"));
    folder.write("newer.lock", "vellum lock 3\n");
    assert!(folder.fails(2, &["lock", "newer.lock", "user.vlm"]).contains("newer"));
    for (arguments, place) in [
        (&["lock", "damaged.lock", "user.vlm"][..], "--> damaged.lock:3\n"),
        (&["lock", "newer.lock", "user.vlm"], "--> newer.lock:1\n"),
        (&["lock", "no/folder.lock", "user.vlm"], "--> no/folder.lock\n"),
        (&["lock", ".", "user.vlm"], "--> .\n"),
    ] {
        let said = folder.fails(2, arguments);
        assert!(said.contains(place) && !said.contains(": :"), "{said}");
        assert!(!said.starts_with(&format!("error: {}:", arguments[1])), "{said}");
    }
    let said = folder.fails(2, &["lock", "damaged.lock", "user.vlm", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&said["error"]["file"], &said["error"]["line"]), (&"damaged.lock".into(), &3.into()));
}
