//! The lock: what its file says, and what it makes of a change.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use vellum::Schema;
use vellum::lock::{self, LockError, LockErrorKind, Locked};

/// A file of this test's own, which is not there yet.
fn file(name: &str) -> PathBuf {
    file_in(&path_of_folder(), name)
}

fn file_in(folder: &Path, name: &str) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

/// As `vellum::lock::check_with`, with the text of a command.
fn check_with<S: Locked>(path: impl AsRef<Path>, schemas: &[S], command: &str) -> Result<(), LockError> {
    lock::check_with(path, schemas, &command.parse()?)
}

fn user(fields: &str) -> Schema {
    Schema::parse(&format!("struct User {{ {fields} }} root User;")).unwrap()
}

/// A lock of the revisions given, each accepted.
fn locked(name: &str, revisions: &[Schema]) -> PathBuf {
    let path = file(name);
    for (index, schema) in revisions.iter().enumerate() {
        let found = check_with(&path, &[schema], "accept");
        assert_eq!(found.is_ok(), index > 0, "{found:?}");
    }
    path
}

/// The kind and the text of a refusal, which leaves the file as it is.
fn refused(path: &PathBuf, schemas: &[Schema], command: &str) -> (LockErrorKind, String) {
    let before = fs::read(path).unwrap();
    let error = check_with(path, schemas, command).unwrap_err();
    assert_eq!(fs::read(path).unwrap(), before, "the file was changed: {error}");
    (error.kind(), error.to_string())
}

/// Names as long as a name can be, and a link to the file.
#[test]
fn a_file_is_written_whatever_its_name_is() {
    let schemas = [user("name: string")];
    // Of its own: others write files at the same time.
    let folder = path_of_folder().join("names");
    let file = |name: &str| file_in(&folder, name);
    for len in [200, 236, 255] {
        let path = file(&"n".repeat(len));
        assert_eq!(check_with(&path, &schemas, "").unwrap_err().kind(), LockErrorKind::Written);
        check_with(&path, &[user("name: string, age: u8 since 2")], "accept").unwrap();
    }
    #[cfg(unix)]
    {
        let (path, link) = (file("linked"), file("link"));
        std::os::unix::fs::symlink("linked", &link).unwrap();
        // A link to nothing stays one.
        assert_eq!(check_with(&link, &schemas, "").unwrap_err().kind(), LockErrorKind::Io);
        assert_eq!(check_with(&path, &schemas, "").unwrap_err().kind(), LockErrorKind::Written);
        check_with(&link, &[user("name: string, age: u8 since 2")], "accept").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&path).unwrap().contains("revision 2"));
    }
    let left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".new")));
}

fn path_of_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lock")
}

#[test]
fn a_missing_file_is_written_once_and_said() {
    let path = file("missing");
    let schemas = [user("name: string"), Schema::parse("struct Order { id: u64 } root Order;").unwrap()];
    let error = check_with(&path, &schemas, "").unwrap_err();
    assert_eq!(error.kind(), LockErrorKind::Written);
    assert!(error.to_string().contains("was written"), "{error}");
    check_with(&path, &schemas, "").unwrap();
    // The order of the types is the file's own.
    check_with(&path, &[&schemas[1], &schemas[0]], "").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("type Order\n\nrevision 1, fingerprint"), "{text}");
    assert!(text.contains("    struct User {\n        name: string,\n    }\n    root User;\n"), "{text}");
}

#[test]
fn a_compatible_change_fails_with_the_command_that_adds_it() {
    let revisions = [user("name: string"), user("name: string, age: u16 since 2")];
    let path = locked("compatible", &revisions[..1]);
    let (kind, text) = refused(&path, &revisions[1..], "");
    assert_eq!(kind, LockErrorKind::Changed);
    assert!(text.contains("User.age: the field is new") && text.contains("VELLUM_LOCK=accept cargo test"), "{text}");
    check_with(&path, &revisions[1..], "accept").unwrap();
    check_with(&path, &revisions[1..], "").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("revision 2, fingerprint") && text.contains("    # User.age: the field is new"), "{text}");
    // The old program is behind, and its type is no new revision of what is stored.
    let (kind, _) = refused(&path, &revisions[..1], "");
    assert_ne!(kind, LockErrorKind::Written);
}

#[test]
fn a_change_that_breaks_is_told_with_whose_data_it_breaks_and_what_to_do() {
    let path =
        locked("broken", &[user("name: string, age: u16"), user("name: string, age: u16, mail: string? since 2")]);
    for (fields, told) in [
        ("name: string, age: u16, mail: string?", "since"),
        ("name: string, age: u32, mail: string? since 2", "add a field of the new type"),
        ("name: string, mail: string? since 2", "unused_"),
        ("name: string, age: u16 = 7, mail: string? since 2", "leave the default"),
    ] {
        for command in ["", "accept", "accept-newer-readers-first"] {
            let (kind, text) = refused(&path, &[user(fields)], command);
            assert_eq!(kind, LockErrorKind::Broken, "{fields}: {text}");
            assert!(
                text.contains(told) && text.contains("instead: ") && text.contains("buffers of revision"),
                "{text}"
            );
            assert!(!text.contains("VELLUM_LOCK=accept"), "{text}");
        }
    }
}

#[test]
fn what_old_readers_refuse_has_a_command_of_its_own() {
    let with =
        |variants: &str| Schema::parse(&format!("enum State {{ {variants} }} struct Job {{ state: State }} root Job;"));
    let (old, new) = (with("Open, Done").unwrap(), with("Open, Done, Lost").unwrap());
    let path = locked("refused", &[old]);
    for command in ["", "accept"] {
        let (kind, text) = refused(&path, std::slice::from_ref(&new), command);
        assert_eq!(kind, LockErrorKind::Broken);
        assert!(text.contains("VELLUM_LOCK=accept-newer-readers-first cargo test"), "{text}");
    }
    check_with(&path, &[&new], "accept-newer-readers-first").unwrap();
    check_with(&path, &[&new], "").unwrap();
}

#[test]
fn a_revision_is_compared_with_all_before_it() {
    // The field of revision 2 is gone again in 3, and comes back as another: fine for the last, not for what is stored.
    let path = locked("all", &[user("a: u8"), user("a: u8, b: u8 since 2")]);
    let (kind, _) = refused(&path, &[user("a: u8, b: string since 2")], "accept");
    assert_eq!(kind, LockErrorKind::Broken);
}

#[test]
fn a_name_that_an_unused_field_gave_up_is_accepted_for_a_new_one_in_any_order_of_steps() {
    let unused = "unused_hits: u32, hits: u64 since 2";
    for (name, lives) in [
        ("at_once", &["hits: u32", unused][..]),
        ("renamed_first", &["hits: u32", "unused_hits: u32", unused]),
        ("renamed_twice", &["hits: u32", "old: u32", "unused_hits: u32", unused]),
        ("added_first", &["hits: u32", "hits: u32, more: u64 since 2", "hits: u64 since 2, unused_hits: u32"]),
        ("given_up_twice", &["hits: u32", unused, "unused_hits: u32, unused_2: u64 since 2, hits: string since 3"]),
    ] {
        let revisions: Vec<Schema> = lives.iter().map(|fields| user(fields)).collect();
        let path = locked(name, &revisions);
        check_with(&path, &revisions[revisions.len() - 1..], "").unwrap();
    }
}

#[test]
fn a_fault_that_concerns_several_revisions_is_told_once() {
    let path = locked("once", &[user("a: u8"), user("a: u8, b: u8 since 2"), user("a: u8, c: u8 since 2")]);
    for (fields, told) in [
        (
            "a: u8, c: u8 since 2, d: u8",
            "User.d: the field is new in a revision that buffers were written with; it needs `since 3`",
        ),
        ("a: u8", "User.c: the field is gone"),
        ("a: u16, c: u8 since 2", "User.a: the type was u8 and is u16"),
        ("c: u8 since 2", "User.a: the field is gone"),
    ] {
        let (kind, text) = refused(&path, &[user(fields)], "accept");
        assert_eq!(kind, LockErrorKind::Broken, "{text}");
        assert_eq!(text.matches("instead: ").count(), 1, "{text}");
        assert!(text.contains(told) && text.contains("revision 3"), "{text}");
    }
    // Of the field of the first revision and of the one of the second: two faults.
    let (_, text) = refused(&path, &[user("n: string")], "accept");
    assert_eq!(text.matches("instead: ").count(), 2, "{text}");
}

#[test]
fn a_type_that_is_gone_is_forgotten_or_renamed_by_command() {
    let order = Schema::parse("struct Order { id: u64 } root Order;").unwrap();
    let path = file("gone");
    check_with(&path, &[&order, &user("name: string")], "").unwrap_err();
    let (kind, text) = refused(&path, std::slice::from_ref(&order), "");
    assert_eq!(kind, LockErrorKind::Usage);
    assert!(text.contains("VELLUM_LOCK='forget User'"), "{text}");
    let (kind, _) = refused(&path, std::slice::from_ref(&order), "forget Nobody");
    assert_eq!(kind, LockErrorKind::Usage);
    let person = Schema::parse("struct Person { name: string } root Person;").unwrap();
    refused(&path, &[order.clone(), person.clone()], "rename User Order");
    check_with(&path, &[&order, &person], "rename User Person").unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("type Person\n\nrevision 1,"));
    check_with(&path, &[&order], "forget Person").unwrap();
    check_with(&path, &[&order], "").unwrap();
}

#[test]
fn a_store_that_was_emptied_may_change_as_it_likes_and_counts_on() {
    let path = locked("emptied", &[user("a: u8"), user("a: u8, b: u8 since 2")]);
    let other = user("a: string");
    check_with(&path, &[&other], "forget User").unwrap();
    check_with(&path, &[&other], "").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("revision 3, fingerprint") && text.contains("after those that are forgotten"), "{text}");
    check_with(&path, &[user("a: string, c: u8 since 2")], "accept").unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("revision 4,"));
}

#[test]
fn a_file_that_was_edited_or_merged_badly_is_refused() {
    let types = [user("name: string, age: u16 since 2")];
    let path = locked("edited", &[user("name: string"), types[0].clone()]);
    let good = fs::read_to_string(&path).unwrap();
    let second = good.find("revision 2").unwrap();
    let ones = good.find("revision 1").unwrap();
    let cases = [
        (good.replace("age: u16", "age: u32"), "fingerprint"),
        (format!("{}{}", &good[..ones], &good[second..]), "does not follow"),
        (format!("{good}{}", &good[second..]), "does not follow"),
        (good.replace("revision 2", "revision 7"), "does not follow"),
        (good.replace("revision 2", "<<<<<<< ours\nrevision 2"), "merge conflict"),
        (good.replace("vellum lock 2", "vellum lock 3"), "newer vellum"),
        (good.replace("vellum lock 2\n", ""), "no lock"),
        (good.replace("root User;", "root"), "is none"),
        (good.replace("type User\n", "type User\n\ntype User\n"), "twice"),
        (good.replace("type User\n", ""), "of no type"),
        (format!("{good}\nmore\n"), "neither a type nor a revision"),
        (format!("{good}\ntype Zoo\n"), "no revision"),
        (String::new(), "remove this one"),
        ("{}".into(), "no lock"),
        (good.replace("revision 2", "=======\r\nrevision 2"), "merge conflict"),
        (good.replace("type User\n", "type User\nrevision 1, fingerprint 0, the first\n"), "not how a revision begins"),
        (good.replace("type User\n", "type \u{1b}[2J\n"), "not how a type begins"),
        (good.replace("age: u16 since 2", "age: User since 2, other: Other"), "Other"),
        (good.replace("name: string", "name: User"), "is none"),
        (format!("{good}\ntype Aaa\n\n{}", &good[ones..second]), "behind a type that comes later"),
        (good.replace('\n', "\r"), "no lock"),
    ];
    for (text, told) in cases {
        assert_ne!(text, good, "{told}");
        fs::write(&path, &text).unwrap();
        for command in ["", "accept", "forget User"] {
            let (kind, message) = refused(&path, &types, command);
            assert_eq!(kind, LockErrorKind::Damaged, "{message}");
            assert!(message.contains(told), "{told}: {message}");
        }
    }
}

#[test]
fn a_file_of_any_bytes_is_refused_with_its_line() {
    let types = [user("name: string")];
    let path = locked("bytes", &types);
    let good = fs::read(&path).unwrap();
    let utf_16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(good.iter().flat_map(|byte| [*byte, 0])).collect();
    let line = good.split(|byte| *byte == b'\n').count();
    for (bytes, line) in [
        (utf_16, 1),
        ([&good[..], b"\xC3("].concat(), line),
        (vec![0xFF; 1000], 1),
        (vec![0; 100_000], 1),
        ([&good[..], &vec![b'x'; 100_000]].concat(), line),
        ([&good[..], "type Z\n".repeat(100_000).as_bytes()].concat(), line + 1),
    ] {
        fs::write(&path, bytes).unwrap();
        let (kind, text) = refused(&path, &types, "accept");
        assert_eq!(kind, LockErrorKind::Damaged, "{text}");
        assert!(text.contains(&format!("bytes:{line}: ")) && text.contains("Take "), "{text}");
        assert!(text.len() < 1000, "{}", text.len());
    }
}

#[test]
fn a_file_of_thousands_of_revisions_is_read_and_goes_on() {
    let path = locked("thousands", &[user("a: u8")]);
    let mut text = fs::read_to_string(&path).unwrap();
    let mut last = user("a: u8").fingerprint();
    for number in 2..=2000 {
        let next = user(&format!("a{number}: u8"));
        let fields = next.to_string().replace('\n', "\n    ");
        let fingerprint = next.fingerprint();
        let fields = fields.trim_end();
        writeln!(text, "\nrevision {number}, fingerprint {fingerprint:016x}, after {last:016x}\n    {fields}").unwrap();
        last = next.fingerprint();
    }
    // The version without golden buffers, which are then made.
    let lines = text.lines().filter(|line| !line.starts_with("golden")).map(|line| format!("{line}\n"));
    fs::write(&path, lines.collect::<String>().replace("vellum lock 2", "vellum lock 1")).unwrap();
    check_with(&path, &[user("a2000: u8")], "accept").unwrap();
    check_with(&path, &[user("a2000: u8")], "").unwrap();
    let (kind, text) = refused(&path, &[user("a: u16")], "accept");
    assert_eq!((kind, text.matches("instead: ").count()), (LockErrorKind::Broken, 1), "{text}");
    check_with(&path, &[user("a: u8, b: u8 since 2")], "accept").unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("revision 2001,"));
}

#[test]
fn a_file_that_an_editor_or_git_saved_in_another_form_is_the_same_lock() {
    let types = [user("name: string, age: u16 since 2")];
    let path = locked("forms", &[user("name: string"), types[0].clone()]);
    let good = fs::read_to_string(&path).unwrap();
    for text in [good.replace('\n', "\r\n"), format!("\u{feff}{good}"), format!("{good}\n\n"), good.trim_end().into()] {
        fs::write(&path, &text).unwrap();
        check_with(&path, &types, "").unwrap();
        let (kind, message) = refused(&path, &[user("name: string, age: u32 since 2")], "accept");
        assert_eq!(kind, LockErrorKind::Broken, "{message}");
    }
}

#[test]
fn threads_that_write_one_lock_at_once_each_write_all_of_it() {
    let path = file("threads");
    let types = [user("name: string")];
    let check = || check_with(&path, &types, "").map_err(|error| error.kind());
    let found: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(check)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.iter().all(|found| matches!(found, Ok(()) | Err(LockErrorKind::Written))), "{found:?}");
    check().unwrap();
}

#[test]
fn what_is_said_instead_of_a_change_can_be_done() {
    let pair = |fields: &str| {
        Schema::parse(&format!("frozen struct Pair {{ {fields} }} struct A {{ pair: Pair }} root A;")).unwrap()
    };
    let path = locked("instead_frozen", &[pair("a: u8, b: string")]);
    let (kind, text) = refused(&path, &[pair("a: u8, b: string, c: u8")], "accept");
    assert_eq!(kind, LockErrorKind::Broken);
    assert!(text.contains("a frozen struct or a tuple gains none"), "{text}");
    let role =
        |open: &str| Schema::parse(&format!("{open}enum Role {{ a, b }} struct A {{ role: Role }} root A;")).unwrap();
    for (from, to, told) in [("", "open ", "leave it closed"), ("open ", "", "leave it open")] {
        let path = locked("instead_open", &[role(from)]);
        let (_, text) = refused(&path, &[role(to)], "accept");
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn every_prefix_and_every_lost_line_of_a_file_is_refused_or_harmless() {
    let types = [user("name: string, age: u16 since 2")];
    let path = locked("lines", &[user("name: string"), types[0].clone()]);
    let good = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    for lost in 0..lines.len() {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(index, _)| *index != lost).map(|(_, line)| *line).collect();
        fs::write(&path, rest.join("\n")).unwrap();
        let is_comment = lines[lost].trim_start().starts_with('#') || lines[lost].is_empty();
        assert_eq!(check_with(&path, &types, "").is_ok(), is_comment, "{}", lines[lost]);
    }
    for end in (0..good.len()).filter(|end| good.is_char_boundary(*end)) {
        fs::write(&path, &good[..end]).unwrap();
        let _ = check_with(&path, &types, "");
    }
}

#[test]
fn lists_of_types_that_cannot_be_told_apart_are_refused() {
    let path = file("same");
    let error = check_with(&path, &[user("a: u8"), user("b: u8")], "").unwrap_err();
    assert_eq!(error.kind(), LockErrorKind::Usage);
    assert!(!path.exists());
    let error = check_with(&path, &[user("a: u8")], "yes").unwrap_err();
    assert_eq!(error.kind(), LockErrorKind::Usage);
    assert!(!path.exists());
    let error = check_with(path.join("no/folder"), &[user("a: u8")], "").unwrap_err();
    assert_eq!(error.kind(), LockErrorKind::Io);
}
