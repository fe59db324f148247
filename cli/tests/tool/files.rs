//! What becomes of a file: a disk that is full, a writer that dies, two writers at once, links,
//! permissions, workspaces.

use std::fs;
use std::thread;
use std::time::Duration;

use super::{Folder, text};

#[test]
fn a_disk_that_is_full_changes_nothing() {
    let folder = Folder::new();
    folder.write("long.json", super::ADA.replace("Ada", &"Ada ".repeat(2000)));
    folder.yes(&["from-json", "long.json", "-s", "user.vlm", "-o", "long.bin"]);
    let before = folder.contents();
    // A file may have two blocks of 512 bytes, or of 1024.
    let output = folder.shell("trap '' XFSZ; ulimit -f 2; exec vellum set long.bin age 40 -s user.vlm");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("cannot write the file") && said.contains("the file is as it was"), "{said}");
    assert!(before == folder.contents(), "a file was changed, or one was left: {:?}", folder.names());
    let output = folder.shell("vellum to-json long.bin -s user.vlm > /dev/full");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("standard output"), "{}", text(&output.stderr));
}

#[test]
fn a_writer_that_dies_leaves_the_old_file_or_the_new_one() {
    let folder = Folder::new();
    folder.write("long.vlm", "struct Long { n: u32, text: string } root Long;");
    folder.write("long.json", format!("{{\"n\": 0, \"text\": \"{}\"}}", "x".repeat(4 << 20)));
    folder.yes(&["from-json", "long.json", "-s", "long.vlm", "-o", "long.bin"]);
    let length = folder.read("long.bin").len();
    let mut last = 0;
    for number in 1..25u32 {
        let mut writer =
            folder.command(&["set", "long.bin", "n", &number.to_string(), "-s", "long.vlm"]).spawn().unwrap();
        thread::sleep(Duration::from_micros(u64::from(number) * 700));
        let _ = writer.kill();
        writer.wait().unwrap();
        folder.yes(&["verify", "long.bin", "-s", "long.vlm"]);
        let now: u32 = folder.yes(&["get", "long.bin", "n", "-s", "long.vlm"]).trim().parse().unwrap();
        assert!(now == last || now == number, "{now} after {last} and {number}");
        assert_eq!(folder.read("long.bin").len(), length);
        last = now;
    }
}

#[cfg(unix)]
#[test]
fn no_edit_of_two_writers_is_lost() {
    let folder = Folder::new();
    thread::scope(|scope| {
        for writer in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                for number in 0..10 {
                    folder.yes(&["push", "ada.vlf", "tags", &format!("t{writer}-{number}")]);
                }
            });
        }
    });
    let tags: Vec<String> = serde_json::from_str(&folder.yes(&["get", "ada.vlf", "tags"])).unwrap();
    assert_eq!(tags.len(), 41);
    assert_eq!(folder.names(), ["ada.bin", "ada.json", "ada.vlf", "user.vlm"]);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new();
    fs::set_permissions(folder.path("ada.vlf"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("ada.vlf", folder.path("link")).unwrap();
    folder.yes(&["set", "link", "age", "50"]);
    assert!(fs::symlink_metadata(folder.path("link")).unwrap().is_symlink());
    assert_eq!(folder.yes(&["get", "ada.vlf", "age"]), "50\n");
    assert_eq!(fs::metadata(folder.path("ada.vlf")).unwrap().permissions().mode() & 0o777, 0o640);
    fs::set_permissions(folder.path("ada.vlf"), fs::Permissions::from_mode(0o440)).unwrap();
    assert!(folder.fails(2, &["set", "ada.vlf", "age", "51"]).contains("read-only"));
}

#[test]
fn a_workspace_stays_one() {
    let folder = Folder::new();
    let schema = vellum::Schema::parse(super::SCHEMA).unwrap();
    let workspace = vellum::Workspace::format_default(vec![0; 4096], &schema).unwrap();
    folder.write("w.bin", workspace.into_inner());
    folder.yes(&["set", "w.bin", "name", "Ada", "-s", "user.vlm"]);
    folder.yes(&["push", "w.bin", "tags", "a", "b", "-s", "user.vlm"]);
    assert_eq!(folder.read("w.bin").len(), 4096);
    assert_eq!(folder.yes(&["get", "w.bin", "tags", "-s", "user.vlm"]), "[\"a\",\"b\"]\n");
    folder.yes(&["verify", "w.bin", "-s", "user.vlm"]);
    assert!(folder.yes(&["inspect", "w.bin", "-s", "user.vlm"]).contains("memory of the workspace"));
    folder.yes(&["compact", "w.bin", "-s", "user.vlm"]);
    assert_eq!(folder.read("w.bin").len(), 4096);
    let long = "x".repeat(5000);
    assert!(folder.fails(2, &["set", "w.bin", "name", &long, "-s", "user.vlm"]).contains("storage full"));
    // An edit of shared memory that has not ended.
    let mut under_edit = folder.read("w.bin");
    under_edit[12] |= 1;
    folder.write("w.bin", under_edit);
    assert!(folder.fails(2, &["set", "w.bin", "age", "3", "-s", "user.vlm"]).contains("busy"));
}
