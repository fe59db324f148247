//! Where a result goes: a file by all of its names, a link to nothing, a pipe, a folder, names as
//! long as they can be; and what is left where a write ends too early.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::thread;

use super::{Folder, text};

/// Ways to name the file `ada.vlf` as the output of an edit of it.
const NAMES: &[&str] = &[
    "",
    "-o ada.vlf",
    "-o ./ada.vlf",
    "-o link",
    "-o link2",
    "-o \"$PWD/ada.vlf\"",
    "-o sub/../ada.vlf",
    "-o /proc/self/fd/9",
];

#[test]
fn no_edit_is_lost_by_whatever_name_the_output_is_the_file() {
    let folder = Folder::new();
    symlink("ada.vlf", folder.path("link")).unwrap();
    symlink("link", folder.path("link2")).unwrap();
    fs::create_dir(folder.path("sub")).unwrap();
    thread::scope(|scope| {
        for writer in 0..40 {
            let folder = &folder;
            let name = NAMES[writer % NAMES.len()];
            // An open file is named by its number as long as it has a name: the edit is done anew.
            let line = format!(
                "until vellum push ada.vlf tags t{writer} {name} 9<ada.vlf 2>said{writer}; do
                    grep -q 'has no name' said{writer} || exit 1
                done; rm said{writer}"
            );
            scope.spawn(move || assert_eq!(folder.shell(&line).status.code(), Some(0), "{name}"));
        }
    });
    let mut tags: Vec<String> = serde_json::from_str(&folder.yes(&["get", "ada.vlf", "tags"])).unwrap();
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), 41, "{tags:?}");
    assert_eq!(folder.names(), ["ada.bin", "ada.json", "ada.vlf", "link", "link2", "sub", "user.vlm"]);
    assert!(fs::symlink_metadata(folder.path("link")).unwrap().is_symlink());
}

/// Others edit the file that a result goes to.
#[test]
fn a_file_that_is_written_from_another_is_locked_too() {
    let folder = Folder::new();
    folder.yes(&["set", "ada.vlf", "name", "Bob", "-o", "other.vlf"]);
    thread::scope(|scope| {
        for writer in 0..20 {
            let folder = &folder;
            scope.spawn(move || {
                let line = format!("{{\"tags\":[\"m{writer}\"]}}");
                let patch = format!("patch{writer}.json");
                folder.write(&patch, line);
                folder.yes(&["push", "ada.vlf", "tags", &format!("p{writer}")]);
                folder.yes(&["merge", "other.vlf", "ada.vlf", "-o", "ada.vlf"]);
            });
        }
    });
    // A merge takes over all that is there, so each push is in the file.
    let tags: Vec<String> = serde_json::from_str(&folder.yes(&["get", "ada.vlf", "tags"])).unwrap();
    assert_eq!(tags.len(), 21, "{tags:?}");
}

#[test]
fn a_link_to_nothing_is_refused_and_stays() {
    let folder = Folder::new();
    symlink("nothing", folder.path("dangling")).unwrap();
    symlink("loop", folder.path("loop")).unwrap();
    for (arguments, wanted) in [
        (&["set", "dangling", "age", "3"][..], "a link to a file that has no name"),
        (&["set", "ada.vlf", "age", "3", "-o", "dangling"], "a link to a file that has no name"),
        (&["from-json", "ada.json", "-s", "user.vlm", "-o", "dangling"], "a link to a file that has no name"),
        (&["inspect", "ada.vlf", "--html", "dangling"], "a link to a file that has no name"),
        (&["set", "ada.vlf", "age", "3", "-o", "loop"], "symbolic link"),
        (&["set", "ada.vlf", "age", "3", "-o", "."], "it is a folder"),
        (&["set", ".", "age", "3"], "it is a folder"),
        (&["set", "ada.vlf", "age", "3", "-o", "no/folder"], "no such file"),
        (&["set", "ada.vlf", "age", "3", "-o", "ada.vlf/x"], "not a directory"),
        (&["set", "nothing", "age", "3"], "no such file"),
    ] {
        let said = folder.fails(2, arguments);
        assert!(said.contains(wanted) && said.contains("-->"), "{arguments:?}: {said}");
    }
    assert!(fs::symlink_metadata(folder.path("dangling")).unwrap().is_symlink());
    let output = folder.shell("exec 9<ada.vlf; rm ada.vlf; vellum set ada.bin age 3 -s user.vlm -o /proc/self/fd/9");
    assert!(output.status.code() == Some(2) && text(&output.stderr).contains("has no name"));
    assert_eq!(folder.names(), ["ada.bin", "ada.json", "dangling", "loop", "user.vlm"]);
}

#[test]
fn standard_output_and_pipes_are_written_to_and_stay() {
    let folder = Folder::new();
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let output = folder.shell(&format!("vellum set ada.vlf age 40 -o {name} | vellum get - age"));
        assert_eq!(text(&output.stdout), "40\n", "{name}: {}", text(&output.stderr));
        folder.yes(&["set", "ada.vlf", "age", "41", "-o", "alone"]);
        folder.shell(&format!("{{ vellum set ada.vlf age 41 -o {name}; echo behind; }} > both"));
        assert_eq!(folder.read("both"), [folder.read("alone"), b"behind\n".to_vec()].concat(), "{name}");
    }
    let output = folder.shell(
        "mkfifo pipe || exit 9; cat pipe > through & vellum set ada.vlf age 42 -o pipe; wait; test -p pipe && vellum get through age",
    );
    assert_eq!(text(&output.stdout), "42\n", "{}", text(&output.stderr));
    // A pipe that is edited is not waited for.
    assert!(folder.fails(2, &["set", "pipe", "age", "3"]).contains("no regular file"));
    assert_eq!(folder.yes(&["get", "ada.vlf", "age"]), "36\n");
}

#[test]
fn names_as_long_as_a_file_system_allows_are_edited() {
    let folder = Folder::new();
    for len in [200, 238, 239, 243, 244, 245, 250, 254, 255] {
        let name = "n".repeat(len);
        folder.yes(&["set", "ada.vlf", "age", "60", "-o", &name]);
        folder.yes(&["set", &name, "age", "61"]);
        folder.yes(&["set", &name, "age", "62", "-o", &name]);
        assert_eq!(folder.yes(&["get", &name, "age"]), "62\n");
        fs::remove_file(folder.path(&name)).unwrap();
    }
    let said = folder.fails(2, &["set", "ada.vlf", "age", "60", "-o", &"n".repeat(256)]);
    assert!(said.contains("name too long"), "{said}");
    // A path of 4,095 bytes, to a name of one.
    let root = fs::canonicalize(folder.path(".")).unwrap();
    let mut path = root.to_str().unwrap().to_owned();
    while path.len() < 4093 {
        let left = 4093 - path.len();
        path = format!("{path}/{}", "d".repeat((left - 1).min(if left > 201 && left < 205 { 190 } else { 200 })));
        fs::create_dir(&path).unwrap();
    }
    path += "/f";
    assert_eq!(path.len(), 4095);
    folder.yes(&["set", "ada.vlf", "age", "60", "-o", &path]);
    folder.yes(&["set", &path, "age", "63"]);
    assert_eq!(folder.yes(&["get", &path, "age"]), "63\n");
}

/// A buffer of two megabytes, `long.bin`, with a number `n`.
fn long(folder: &Folder) {
    folder.write("long.vlm", "struct Long { n: u32, text: string } root Long;");
    folder.write("long.json", format!("{{\"n\": 0, \"text\": \"{}\"}}", "x".repeat(2 << 20)));
    folder.yes(&["from-json", "long.json", "-s", "long.vlm", "-o", "long.bin"]);
}

#[test]
fn a_limit_of_size_leaves_nothing_and_is_told() {
    let folder = Folder::new();
    long(&folder);
    let before = folder.contents();
    for (limit, trap) in [(0, ""), (1, ""), (1000, ""), (0, "trap '' XFSZ;"), (1000, "trap '' XFSZ;")] {
        for to in ["", "-o new.bin", "-o long.bin"] {
            let output = folder.shell(&format!(
                "{trap} ulimit -f {limit} && {{ vellum set long.bin n 4 -s long.vlm {to} 2>&1; echo status $?; }} | cat"
            ));
            let said = text(&output.stdout);
            assert!(said.contains("cannot write the file: file too large") && said.contains("status 2"), "{said}");
            let after = if to == "-o new.bin" { "no file was made" } else { "the file is as it was" };
            assert!(said.contains(after), "{said}");
            assert!(before == folder.contents(), "{limit} {to}: {:?}", folder.names());
        }
    }
}

/// A file system of 64 kB, where one may be made.
#[test]
fn a_file_system_that_is_full_leaves_nothing_and_is_told() {
    let folder = Folder::new();
    long(&folder);
    let output = folder.shell(
        "mkdir full && mount -t tmpfs -o size=64k tmpfs full 2>/dev/null || { echo none; exit; }
         cp ada.vlf full/; before=$(cksum < full/ada.vlf)
         vellum set long.bin n 4 -s long.vlm -o full/new.bin 2>&1
         vellum set long.bin n 4 -s long.vlm -o full/ada.vlf 2>&1
         test \"$before\" = \"$(cksum < full/ada.vlf)\" && ls -A full
         vellum set full/ada.vlf age 9 && vellum get full/ada.vlf age; umount full",
    );
    let said = text(&output.stdout);
    if said == "none\n" {
        println!("WARNING: no file system can be mounted here, and one that is full was not tested");
        return;
    }
    assert_eq!(said.matches("cannot write the file: no space left on device").count(), 2, "{said}");
    assert!(said.contains("no file was made") && said.contains("the file is as it was"), "{said}");
    assert!(said.ends_with("\nada.vlf\n9\n"), "{said}");
}

/// The new file has no name until it is whole.
#[test]
fn a_writer_that_is_killed_leaves_no_temporary_file() {
    use std::os::unix::fs::MetadataExt as _;
    use std::time::Duration;

    let folder = Folder::new();
    folder.write("long.vlm", "struct Long { n: u32, data: bytes } root Long;");
    let data = 32u32 << 20;
    let head = [0x22, 8, 0, 0, 0, 0, 10, 0, 0, 0, 0xE0];
    folder.write("long.bin", [&head[..], &data.to_be_bytes(), &vec![0; data as usize]].concat());
    let len = folder.read("long.bin").len() as u64;
    let names = folder.names();
    let (mut caught, mut tries) = (0, 0);
    while caught < 6 && tries < 60 {
        tries += 1;
        let mut writer = folder.command(&["set", "long.bin", "n", "1", "-s", "long.vlm"]).spawn().unwrap();
        let open = format!("/proc/{}/fd", writer.id());
        // The new file as it grows, without a name.
        let is_half = || {
            let files = fs::read_dir(&open).into_iter().flatten().flatten();
            files
                .filter_map(|entry| fs::metadata(entry.path()).ok())
                .any(|about| about.is_file() && about.nlink() == 0 && (1..len).contains(&about.len()))
        };
        let mut found = false;
        while writer.try_wait().unwrap().is_none() && !found {
            found = is_half();
            thread::sleep(Duration::from_micros(50));
        }
        if found {
            let signal = if tries % 2 == 0 { rustix::process::Signal::INT } else { rustix::process::Signal::KILL };
            rustix::process::kill_process(rustix::process::Pid::from_child(&writer), signal).unwrap();
        }
        let is_killed = writer.wait().unwrap().code().is_none();
        caught += u32::from(is_killed);
        if is_killed {
            assert_eq!(folder.names(), names);
            assert_eq!(folder.yes(&["get", "long.bin", "n", "-s", "long.vlm"]).trim(), "0");
        } else {
            folder.yes(&["set", "long.bin", "n", "0", "-s", "long.vlm"]);
        }
    }
    if caught == 0 {
        println!("WARNING: no writer was caught in the middle, and what it leaves was not tested");
    }
}

/// The reader is held by a pipe that is full, and the file is cut behind it.
#[test]
fn a_file_that_is_cut_while_it_is_mapped_is_told() {
    for json in [false, true] {
        let folder = Folder::new();
        folder.write("list.vlm", "struct P { x: u32 } root list<P>;");
        let lines: String = (0..30_000).map(|number| format!("{{\"x\":{number}}}\n")).collect();
        folder.write("list.jsonl", &lines);
        folder.yes(&["from-json", "list.jsonl", "--lines", "-s", "list.vlm", "-o", "list.bin"]);
        let mut arguments = vec!["to-json", "list.bin", "--lines", "-s", "list.vlm"];
        arguments.extend(json.then_some("--json"));
        let mut command = folder.command(&arguments);
        let mut reader = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(reader.stdout.take().unwrap());
        let mut first = String::new();
        out.read_line(&mut first).unwrap();
        File::options().write(true).open(folder.path("list.bin")).unwrap().set_len(8192).unwrap();
        out.read_to_string(&mut first).unwrap();
        let mut said = String::new();
        reader.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(reader.wait().unwrap().code(), Some(2), "{said}");
        assert!(said.contains("was cut or written to while it was read") && said.contains("list.bin"), "{said}");
        assert_eq!(said.starts_with("{\"error\":"), json, "{said}");
    }
}

/// Bytes that are not read any more change without a signal.
#[test]
fn a_file_that_is_written_to_while_it_is_mapped_is_told() {
    let folder = Folder::new();
    folder.write("list.vlm", "struct P { x: u32 } root list<P>;");
    let lines: String = (0..30_000).map(|number| format!("{{\"x\":{number}}}\n")).collect();
    folder.write("list.jsonl", &lines);
    folder.yes(&["from-json", "list.jsonl", "--lines", "-s", "list.vlm", "-o", "list.bin"]);
    let mut command = folder.command(&["to-json", "list.bin", "--lines", "-s", "list.vlm"]);
    let mut reader = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(reader.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    // A file that takes its place is no change of it.
    folder.yes(&["set", "list.bin", "[29999].x", "1", "-s", "list.vlm"]);
    out.read_to_string(&mut first).unwrap();
    assert_eq!((reader.wait().unwrap().code(), &*first), (Some(0), &*lines));

    let mut command = folder.command(&["to-json", "list.bin", "--lines", "-s", "list.vlm"]);
    let mut reader = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(reader.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    thread::sleep(std::time::Duration::from_millis(20));
    let mut file = File::options().write(true).open(folder.path("list.bin")).unwrap();
    file.write_all(&folder.read("list.bin")[..1]).unwrap();
    out.read_to_string(&mut first).unwrap();
    let mut said = String::new();
    reader.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(reader.wait().unwrap().code(), Some(2), "{said}");
    assert!(said.contains("was cut or written to while it was read"), "{said}");
}

/// Files that were mapped are not kept open.
#[test]
fn any_number_of_long_files_is_read_by_one_command() {
    let folder = Folder::new();
    long(&folder);
    fs::create_dir(folder.path("many")).unwrap();
    (0..60).for_each(|number| fs::hard_link(folder.path("long.bin"), folder.path(&format!("many/{number}"))).unwrap());
    let output = folder.shell("ulimit -n 24; vellum verify many/* -s long.vlm");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 60);
}
