//! What the tool asks of the system when it replaces a file, and what becomes of the file where the system refuses: by
//! `strace`, where that is there and may trace.

use std::fs;

use super::{Folder, text};

/// Runs a command of the tool under `strace` with options; gives its status, what it said and its calls. None, with a
/// line that says so, where nothing can be traced.
fn traced(folder: &Folder, options: &str, command: &str) -> Option<(Option<i32>, String, String)> {
    let output = folder.shell(&format!(
        "strace -f -o trace -e trace=openat,linkat,rename,renameat,fsync,write {options} vellum {command}"
    ));
    let calls = fs::read_to_string(folder.path("trace")).unwrap_or_default();
    let _ = fs::remove_file(folder.path("trace"));
    if !calls.contains("openat") {
        println!("WARNING: strace cannot trace here ({}), and this was not tested", text(&output.stderr).trim());
        return None;
    }
    Some((output.status.code(), text(&output.stderr), calls))
}

#[test]
fn a_file_is_on_the_disk_before_it_has_its_name_and_the_name_after_that() {
    let folder = Folder::new();
    folder.write("user2.vlm", super::SCHEMA.replace("more: any", "more: any, mail: string? since 2"));
    for (command, status) in [
        ("set ada.vlf age 40", 0),
        ("set ada.vlf age 40 -o new.vlf", 0),
        ("set ada.vlf age 40 -o new.vlf", 0),
        ("lock schemas.lock user.vlm", 1),
        ("lock schemas.lock user2.vlm --accept", 0),
    ] {
        let Some((found, said, calls)) = traced(&folder, "", command) else { return };
        assert_eq!(found, Some(status), "{command}: {said}");
        let names = calls.lines().filter_map(|line| line.split_whitespace().nth(1)?.split('(').next());
        let order: Vec<&str> = names.filter(|name| ["fsync", "rename", "renameat"].contains(name)).collect();
        assert!(matches!(order[..], ["fsync", "rename" | "renameat", "fsync"]), "{command}: {calls}");
    }
}

#[test]
fn a_call_that_fails_leaves_the_file_as_it_was_and_nothing_beside_it() {
    let folder = Folder::new();
    folder.write("user2.vlm", super::SCHEMA.replace("more: any", "more: any, mail: string? since 2"));
    folder.run(&["lock", "schemas.lock", "user.vlm"]);
    let before = folder.contents();
    for (fault, wanted) in [
        ("write:error=ENOSPC:when=1", "no space left on device"),
        ("write:error=EDQUOT:when=1", "quota exceeded"),
        ("write:error=EIO:when=1", "input/output error"),
        ("fsync:error=EIO:when=1", "input/output error"),
        ("fsync:error=ENOSPC:when=1", "no space left on device"),
        ("fsync:error=EDQUOT:when=1", "quota exceeded"),
        ("renameat:error=EIO", "input/output error"),
        ("rename:error=EIO", "input/output error"),
        ("renameat:error=ENOSPC", "no space left on device"),
    ] {
        for command in [
            "set ada.vlf age 40",
            "set ada.vlf age 40 -o ada.bin",
            "set ada.vlf age 40 -o new.vlf",
            "lock schemas.lock user2.vlm --accept",
        ] {
            // The file is renamed by one of the two calls.
            let is_lock = command.starts_with("lock");
            if (fault.starts_with("rename:") && !is_lock) || (fault.starts_with("renameat:") && is_lock) {
                continue;
            }
            let Some((status, said, _)) = traced(&folder, &format!("-e inject={fault}"), command) else { return };
            assert_eq!(status, Some(2), "{fault} {command}: {said}");
            assert!(said.to_lowercase().contains(wanted), "{fault} {command}: {said}");
            assert!(before == folder.contents(), "{fault} {command}: {:?}", folder.names());
        }
    }
}

/// As on file systems without files that have no name, and without `/proc`.
#[test]
fn a_file_is_replaced_where_a_new_one_needs_a_name_from_the_start() {
    for fault in
        ["-e inject=linkat:error=ENOENT", "-e inject=linkat:error=EXDEV", "-P . -e inject=openat:error=EOPNOTSUPP"]
    {
        let folder = Folder::new();
        let names = folder.names();
        let attribute = xattr::set(folder.path("ada.vlf"), "user.note", b"kept");
        let Some((status, said, calls)) = traced(&folder, fault, "set ada.vlf age 40") else { return };
        assert_eq!(status, Some(0), "{fault}: {said}");
        assert!(calls.contains("INJECTED"), "{calls}");
        assert_eq!(folder.yes(&["get", "ada.vlf", "age"]), "40\n");
        assert_eq!(folder.names(), names);
        if attribute.is_ok() {
            assert_eq!(xattr::get(folder.path("ada.vlf"), "user.note").unwrap().unwrap(), b"kept");
        }
    }
}
