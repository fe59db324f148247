//! A process that edits a file and is killed at random.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use vellum_file::{Durability, FileOptions, RecordFile};

use crate::common::{Doc, edit, states, value};

const FILE: &str = "VELLUM_FILE_OF_THE_CHILD";
const MOST: u64 = 100_000;

fn options(durability: Durability) -> FileOptions {
    FileOptions::new().durability(durability).compaction(1.0, 1000)
}

/// What the process does: it edits the file and says the number of each edit that was made.
#[test]
#[ignore = "the process that the other tests start and kill"]
fn child() {
    let Ok(path) = std::env::var(FILE) else { return };
    let durability = if path.ends_with("each") { Durability::EachEdit } else { Durability::Os };
    let mut file = options(durability).open_or_create(&path, Doc::default).unwrap();
    println!("opened {}", file.sequence());
    for number in file.sequence() + 1..MOST {
        // The lines are few, as they are compared.
        if number % 50 == 0 {
            file.edit(|doc| {
                doc.set_number(number)?;
                doc.clear_lines()
            })
            .unwrap();
        } else {
            edit(&mut file, number).unwrap();
        }
        println!("made {number}");
    }
}

/// The state after an edit of the child.
fn state(number: u64) -> Doc {
    let start = number - number % 50;
    let mut doc = states(0).remove(0);
    if start > 0 {
        doc.title = if start > 4 { format!("title {}", (start - 1) / 4 * 4) } else { String::new() };
        doc.number = start;
    }
    (start + 1..=number).fold(doc, crate::common::edited)
}

/// Starts the process, kills it after a while, and says what it said last.
fn run_and_kill(path: &Path, after: Duration) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child", "--ignored", "--nocapture", "--test-threads=1"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let reader = std::thread::spawn(move || {
        let said = lines.map_while(Result::ok).filter_map(|line| {
            // The test's own line may stand before it.
            let at = line.find("made ")?;
            line[at + 5..].parse::<u64>().ok()
        });
        said.last().unwrap_or(0)
    });
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

fn kill_often(times: u64, name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let (mut seed, mut last, mut cut) = (0x9E37_79B9_7F4A_7C15u64, 0, 0);
    for _ in 0..times {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let said = run_and_kill(&path, Duration::from_micros(3_000 + seed % 40_000));
        last = said.max(last);
        if !path.exists() {
            continue;
        }
        let file = RecordFile::<Doc>::open(&path).unwrap();
        cut += u64::from(file.cut().is_some());
        // What was made is there, and at most one edit more, which was not yet said.
        assert!(file.sequence() == last || file.sequence() == last + 1, "{} after {last}", file.sequence());
        last = file.sequence();
        assert_eq!(value(file.as_bytes()), state(last), "the record of edit {last}");
    }
    eprintln!("{times} times killed: {last} edits, {cut} incomplete ends");
    assert!(last > 0, "no process came as far as an edit");
}

#[test]
fn a_process_that_is_killed_leaves_each_edit_that_it_made() {
    kill_often(25, "each");
    kill_often(25, "os");
}

#[test]
#[ignore = "two minutes: at night"]
fn a_process_that_is_killed_a_thousand_times_leaves_each_edit_that_it_made() {
    kill_often(500, "each");
    kill_often(500, "os");
}
