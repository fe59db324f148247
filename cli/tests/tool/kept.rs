//! What a file system keeps about a file, through an edit: it is kept, or the edit is refused aloud.
//! What this machine does not have is passed over, with a line that says so.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use super::{Folder, text};

const LIST: &str = "system.posix_acl_access";
const LIST_OF_NEW: &str = "system.posix_acl_default";
/// A user that nobody is.
const OTHER: u32 = 54_321;

/// Entries of an access control list: what each is for, what it gives, and to whom.
fn list(entries: &[(u16, u16, u32)]) -> Vec<u8> {
    let entry = |(tag, rights, id): &(u16, u16, u32)| {
        [&tag.to_le_bytes()[..], &rights.to_le_bytes(), &id.to_le_bytes()].concat()
    };
    [2u32.to_le_bytes().to_vec(), entries.iter().flat_map(entry).collect()].concat()
}

const NOBODY: u32 = u32::MAX;

/// The owner and one other user read and write, the group and all others do nothing.
fn list_of_one() -> Vec<u8> {
    list(&[(0x01, 6, NOBODY), (0x02, 6, 1234), (0x04, 0, NOBODY), (0x10, 6, NOBODY), (0x20, 0, NOBODY)])
}

/// Sets an attribute; false, with a line that says so, where that cannot be had.
fn has(path: &Path, name: &str, value: &[u8]) -> bool {
    match xattr::set(path, name, value) {
        Ok(()) => true,
        Err(error) => {
            println!("WARNING: the attribute {name} cannot be had here ({error}), and was not tested");
            false
        }
    }
}

/// Whether files can be given to other users here.
fn is_root() -> bool {
    let file = tempfile::NamedTempFile::new().unwrap();
    let is_root = rustix::process::geteuid().is_root() && chown(file.path(), Some(OTHER), Some(OTHER + 1)).is_ok();
    if !is_root {
        println!("WARNING: files cannot be given to other users here, and what takes two users was not tested");
    }
    is_root
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

/// Every command that replaces a file, with what becomes of it.
const EDITS: &[&[&str]] = &[
    &["set", "ada.vlf", "age", "50"],
    &["push", "ada.vlf", "tags", "new"],
    &["insert", "ada.vlf", "tags[0]", "new"],
    &["rm", "ada.vlf", "tags[0]"],
    &["patch", "ada.vlf", "merge.json"],
    &["merge", "ada.vlf", "other.vlf"],
    &["compact", "ada.vlf"],
    &["set", "other.vlf", "age", "50", "-o", "ada.vlf"],
    &["set", "ada.vlf", "age", "50", "-o", "./ada.vlf"],
    &["from-json", "ada.json", "-s", "user.vlm", "--framed", "-o", "ada.vlf"],
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("merge.json", "{\"age\": 50}");
    folder.yes(&["set", "ada.vlf", "name", "Bob", "-o", "other.vlf"]);
    folder
}

#[test]
fn each_command_that_replaces_a_file_keeps_what_the_file_system_keeps_about_it() {
    for edit in EDITS {
        let folder = folder();
        let path = folder.path("ada.vlf");
        fs::set_permissions(&path, Permissions::from_mode(0o2751)).unwrap();
        let has_list = has(&path, LIST, &list_of_one());
        let mut names: Vec<&str> = Vec::new();
        names.extend(has(&path, "user.note", b"a note").then_some("user.note"));
        names.extend(has(&path, "user.none", b"").then_some("user.none"));
        if is_root() {
            names.extend(has(&path, "security.note", b"a label").then_some("security.note"));
            names.extend(has(&path, "trusted.note", &[0, 255]).then_some("trusted.note"));
            chown(&path, Some(OTHER), Some(OTHER + 1)).unwrap();
        }
        fs::set_permissions(&path, Permissions::from_mode(0o2761)).unwrap();
        let about = |path: &Path| {
            let about = fs::metadata(path).unwrap();
            let attributes = names.iter().map(|name| xattr::get(path, name).unwrap()).collect::<Vec<_>>();
            (about.uid(), about.gid(), about.mode(), attributes, xattr::get(path, LIST).ok().flatten())
        };
        let before = (about(&path), fs::metadata(&path).unwrap().ino());
        assert_eq!(before.0.4.is_some(), has_list);
        folder.yes(edit);
        assert_eq!(about(&path), before.0, "{edit:?}");
        assert_ne!(fs::metadata(&path).unwrap().ino(), before.1, "{edit:?} wrote into the file");
        assert!(!folder.names().iter().any(|name| name.contains("tmp")), "{:?}", folder.names());
    }
}

/// A folder gives new files a list of its own, which would widen what the old file allowed.
#[test]
fn an_edit_gives_nobody_the_rights_that_a_folder_gives_to_new_files() {
    let folder = folder();
    let widest = list(&[(0x01, 7, NOBODY), (0x02, 7, 1234), (0x04, 7, NOBODY), (0x10, 7, NOBODY), (0x20, 7, NOBODY)]);
    if !has(&folder.path("."), LIST_OF_NEW, &widest) {
        return;
    }
    fs::set_permissions(folder.path("ada.vlf"), Permissions::from_mode(0o600)).unwrap();
    folder.yes(&["set", "ada.vlf", "age", "50"]);
    assert_eq!(mode(&folder.path("ada.vlf")), 0o600);
    assert_eq!(xattr::get(folder.path("ada.vlf"), LIST).unwrap(), None);
    // A new file has what the folder gives.
    folder.yes(&["set", "ada.vlf", "age", "50", "-o", "new.vlf"]);
    assert!(xattr::get(folder.path("new.vlf"), LIST).unwrap().is_some());
}

#[test]
fn a_file_with_other_names_is_replaced_by_force_alone() {
    for edit in EDITS {
        let folder = folder();
        fs::hard_link(folder.path("ada.vlf"), folder.path("also.vlf")).unwrap();
        let said = folder.fails(2, edit);
        assert!(said.contains("its other name (a hard link)") && said.contains("--force"), "{edit:?}: {said}");
        assert!(said.contains("--> ada.vlf") || said.contains("--> ./ada.vlf"), "{said}");
        let before = folder.read("also.vlf");
        folder.yes(&[edit, &["--force"][..]].concat());
        assert_eq!(folder.read("also.vlf"), before);
        assert_eq!(fs::metadata(folder.path("ada.vlf")).unwrap().nlink(), 1);
        // The other name is the only one now.
        folder.yes(&["set", "also.vlf", "age", "51"]);
    }
    // What is written elsewhere replaces nothing.
    let folder = folder();
    fs::hard_link(folder.path("ada.vlf"), folder.path("also.vlf")).unwrap();
    folder.yes(&["set", "ada.vlf", "age", "50", "-o", "new.vlf"]);
    let said = folder.fails(2, &["set", "ada.vlf", "age", "50", "-o", "also.vlf"]);
    assert!(said.contains("a hard link") && said.contains("--> also.vlf"), "{said}");
}

#[test]
fn schemas_pages_and_patches_are_replaced_as_buffers_are() {
    let folder = folder();
    folder.write("wide.vlm", "struct P{x:i32}root P;");
    folder.write("page.html", "");
    folder.write("patch.vlp", "");
    for (file, command) in [
        ("wide.vlm", &["fmt", "wide.vlm"][..]),
        ("page.html", &["inspect", "ada.vlf", "--html", "page.html"]),
        ("patch.vlp", &["diff", "ada.vlf", "other.vlf", "-o", "patch.vlp"]),
    ] {
        fs::hard_link(folder.path(file), folder.path("other")).unwrap();
        assert!(folder.fails(2, command).contains("a hard link"));
        let status = folder.run(&[command, &["--force"][..]].concat()).status.code();
        assert_eq!(status, Some((command[0] == "diff").into()));
        fs::remove_file(folder.path("other")).unwrap();
    }
}

/// A folder that another user may go into, with the tool in it. A process of its own copies the tool: were it this one, a child of another
/// test could inherit the descriptor that writes the copy, and the system runs no file that is open for writing.
fn folder_for_all() -> Folder {
    let folder = folder();
    fs::set_permissions(folder.path("."), Permissions::from_mode(0o777)).unwrap();
    let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_vellum")).arg(folder.path("vellum")).status().unwrap();
    assert!(copied.success());
    folder
}

/// Runs a command as another user; gives its status, and what it says.
fn as_other(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(folder.path("vellum"));
    command.args(arguments).current_dir(folder.path(".")).uid(OTHER).gid(OTHER);
    let output = command.output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn the_owner_of_a_file_is_lost_by_force_alone() {
    if !is_root() {
        return;
    }
    let folder = folder_for_all();
    let path = folder.path("ada.vlf");
    fs::set_permissions(&path, Permissions::from_mode(0o4666)).unwrap();
    let has_list = has(&path, LIST, &list_of_one());
    fs::set_permissions(&path, Permissions::from_mode(0o4666)).unwrap();
    let before = folder.contents();
    let (status, said) = as_other(&folder, &["set", "ada.vlf", "age", "50"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("its owner (user 0), its group (0)") && said.contains("--force"), "{said}");
    assert_eq!(said.contains("its access control list"), has_list, "{said}");
    assert!(before == folder.contents());
    let (status, said) = as_other(&folder, &["set", "ada.vlf", "age", "50", "--force"]);
    assert_eq!(status, Some(0), "{said}");
    let about = fs::metadata(&path).unwrap();
    assert_eq!((about.uid(), about.gid(), about.mode() & 0o7777), (OTHER, OTHER, 0o666));
    assert_eq!(xattr::get(&path, LIST).ok().flatten(), None);
}

/// The rights of a group that is lost are not those of the group that comes.
#[test]
fn the_rights_of_a_group_do_not_go_to_another_one() {
    if !is_root() {
        return;
    }
    let folder = folder_for_all();
    let path = folder.path("ada.vlf");
    chown(&path, Some(OTHER), Some(OTHER + 1)).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o664)).unwrap();
    let (status, said) = as_other(&folder, &["set", "ada.vlf", "age", "50"]);
    assert!(status == Some(2) && said.contains(&format!("without its group ({})", OTHER + 1)), "{said}");
    assert_eq!(as_other(&folder, &["set", "ada.vlf", "age", "50", "--force"]).0, Some(0));
    assert_eq!((fs::metadata(&path).unwrap().gid(), mode(&path)), (OTHER, 0o644));
}

#[test]
fn a_folder_or_a_file_that_may_not_be_written_to_is_told() {
    if !is_root() {
        return;
    }
    let folder = folder_for_all();
    let edit = ["set", "ada.vlf", "age", "50"];
    let elsewhere = ["set", "other.vlf", "age", "50", "-o", "ada.vlf"];
    // A file that the user may not write to, in a folder where the user may replace it.
    for edit in [&edit[..], &elsewhere] {
        fs::set_permissions(folder.path("ada.vlf"), Permissions::from_mode(0o644)).unwrap();
        let (status, said) = as_other(&folder, edit);
        assert!(status == Some(2) && said.contains("permission denied"), "{said}");
    }
    // One that the user may write to, and not read.
    fs::set_permissions(folder.path("ada.vlf"), Permissions::from_mode(0o622)).unwrap();
    let (status, said) = as_other(&folder, &edit);
    assert!(status == Some(2) && said.contains("cannot open the file: permission denied"), "{said}");
    // A folder with the sticky bit, as /tmp is.
    fs::set_permissions(folder.path("ada.vlf"), Permissions::from_mode(0o666)).unwrap();
    fs::set_permissions(folder.path("."), Permissions::from_mode(0o1777)).unwrap();
    let before = folder.contents();
    let (status, said) = as_other(&folder, &["set", "ada.vlf", "age", "50", "--force"]);
    assert!(status == Some(2) && said.contains("the sticky bit"), "{said}");
    assert!(before == folder.contents(), "{:?}", folder.names());
    // A folder without room for a new file.
    fs::set_permissions(folder.path("."), Permissions::from_mode(0o755)).unwrap();
    let (status, said) = as_other(&folder, &["set", "ada.vlf", "age", "50", "--force"]);
    assert!(status == Some(2) && said.contains("cannot make a file in the folder: permission denied"), "{said}");
    assert!(said.contains("--output") && before == folder.contents());
    // One into which the user may write, and not look.
    fs::set_permissions(folder.path("."), Permissions::from_mode(0o733)).unwrap();
    chown(folder.path("ada.vlf"), Some(OTHER), Some(OTHER)).unwrap();
    assert_eq!(as_other(&folder, &edit), (Some(0), String::new()));
}
