//! Processes that are killed in the middle of an operation, or by a disk that is full: what they
//! said is written, is there, and what they were at is there as a whole or not at all.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use vellum::Vellum;
use vellum_stores::fjall::Records;
use vellum_stores::redb::RecordTable as _;
use vellum_stores::{Key, StoreError};

use crate::common::{User, user, visits};
use crate::nets::is_full;

/// The record after each step, of which the first writes it.
fn after(step: u32) -> Option<User> {
    let base = User { visits: step / 6 * 6, ..user(7, 1) };
    let tagged = User { visits: step, tags: vec!["new".into(), "x".repeat(500)], ..base.clone() };
    match step % 6 {
        0 => Some(base),
        1 => Some(User { visits: step, ..base }),
        2 => Some(tagged),
        // It is folded where a store can fold.
        3 => Some(User { visits: step - 1, ..tagged }),
        4 => Some(User { visits: step, ..tagged }),
        _ => None,
    }
}

/// Makes a step; false if it failed.
trait Store {
    fn step(&mut self, step: u32) -> Result<(), String>;
    fn found(&self) -> Option<Vec<u8>>;
}

fn change(step: u32) -> impl Fn(&mut vellum_stores::Edit<'_, User>) -> vellum::Result<()> {
    move |user| {
        user.set_visits(step)?;
        if step % 6 == 2 { user.tags().push("x".repeat(500).as_str()) } else { Ok(()) }
    }
}

/// The outcome of a step as a text: what failed, and whether it may be written.
fn said(done: Result<(), StoreError<fjall::Error>>) -> Result<(), String> {
    done.map_err(|error| format!("{} {error}", if error.is_maybe_written() { "maybe" } else { "not" }))
}

struct InFjall {
    users: Records<str, User>,
    database: fjall::Database,
}

impl InFjall {
    fn open(folder: &Path) -> Self {
        let database = fjall::Database::builder(folder).worker_threads(1).open().unwrap();
        Self { users: Records::open(&database, "users").unwrap(), database }
    }
}

impl Store for InFjall {
    fn step(&mut self, step: u32) -> Result<(), String> {
        let key = "ada";
        said(match step % 6 {
            0 => self.users.put(key, &after(step).unwrap()),
            1 => self.users.update(key, change(step)).map(drop).map_err(StoreError::from),
            2 => self.users.patch(key, change(step)).map(drop).map_err(StoreError::from),
            3 => self.users.fold(key).map(drop),
            4 => self.users.append(key, &visits(step)),
            _ => self.users.remove(key),
        })
    }

    fn found(&self) -> Option<Vec<u8>> {
        self.users.get("ada").unwrap().map(|found| found.to_vec())
    }
}

struct InRedb(redb::Database);

const USERS: redb::TableDefinition<&str, vellum_stores::redb::Vlm<User>> = redb::TableDefinition::new("users");

impl Store for InRedb {
    fn step(&mut self, step: u32) -> Result<(), String> {
        let write = self.0.begin_write().unwrap();
        {
            let mut users = write.open_table(USERS).unwrap();
            match step % 6 {
                0 => users.put_at("ada", &after(step).unwrap()).unwrap(),
                1 | 2 => users.update("ada", change(step)).unwrap().unwrap(),
                3 => assert!(users.apply("ada", &visits(step - 1)).unwrap()),
                4 => assert!(users.apply("ada", &visits(step)).unwrap()),
                _ => drop(users.remove("ada").unwrap()),
            }
        }
        write.commit().map_err(|error| error.to_string())
    }

    fn found(&self) -> Option<Vec<u8>> {
        let read = redb::ReadableDatabase::begin_read(&self.0).unwrap();
        let users = read.open_table(USERS).ok()?;
        users.get("ada").unwrap().map(|found| found.value().as_bytes().to_vec())
    }
}

struct InHeed(heed::Env, crate::heed_faults::Users);

impl Store for InHeed {
    fn step(&mut self, step: u32) -> Result<(), String> {
        use vellum_stores::heed::RecordDatabase as _;
        let (mut write, key) = (self.0.write_txn().unwrap(), Key::new((7, 1)).unwrap());
        match step % 6 {
            0 => self.1.encode(&mut write, &key, &after(step).unwrap()).unwrap(),
            1 | 2 => self.1.update(&mut write, &key, change(step)).unwrap().unwrap(),
            3 => assert!(self.1.apply(&mut write, &key, &visits(step - 1)).unwrap()),
            4 => assert!(self.1.apply(&mut write, &key, &visits(step)).unwrap()),
            _ => assert!(self.1.delete(&mut write, &key).unwrap()),
        }
        write.commit().map_err(|error| error.to_string())
    }

    fn found(&self) -> Option<Vec<u8>> {
        let read = self.0.read_txn().unwrap();
        self.1.get(&read, &Key::new((7, 1)).unwrap()).unwrap().map(|found| found.as_bytes().to_vec())
    }
}

fn open(store: &str, folder: &Path) -> Box<dyn Store> {
    match store {
        "fjall" => Box::new(InFjall::open(folder)),
        "redb" => Box::new(InRedb(redb::Database::create(folder.join("users.redb")).unwrap())),
        _ => {
            let (env, users) = crate::heed_faults::open(folder, 4 << 20).unwrap();
            Box::new(InHeed(env, users))
        }
    }
}

/// The child of the tests below: it makes steps until it is killed, or one fails, and says each
/// that is made.
#[test]
#[ignore = "a process of its own, started by another test"]
fn child() {
    let (store, folder) = (std::env::var("VELLUM_STORE").unwrap(), std::env::var("VELLUM_CHILD").unwrap());
    let mut out = std::io::stdout();
    let mut opened: Box<dyn Store> = match std::env::var("VELLUM_FILLED") {
        Ok(len) => {
            let opened = InFjall::open(Path::new(&folder));
            let options = || fjall::KeyspaceCreateOptions::default().max_memtable_size(1 << 30);
            let filler = opened.database.keyspace("filler", options).unwrap();
            filler.insert("filler", vec![7; len.parse().unwrap()]).unwrap();
            Box::new(opened)
        }
        Err(_) => open(&store, Path::new(&folder)),
    };
    for step in 0.. {
        match opened.step(step) {
            Ok(()) => writeln!(out, "\nmade: {step}").unwrap(),
            Err(error) => {
                writeln!(out, "\nfailed: {error}").unwrap();
                // What comes after is not written.
                writeln!(out, "\nnext: {}", opened.step(0).unwrap_err()).unwrap();
                out.flush().unwrap();
                // As a process that is killed: nothing is tidied up.
                std::process::abort();
            }
        }
        out.flush().unwrap();
    }
}

fn start(store: &str, folder: &Path, filled: Option<usize>) -> std::process::Child {
    let limit = if filled.is_some() { "trap '' XFSZ; ulimit -f 65536; ulimit -c 0; " } else { "" };
    let mut command = Command::new("bash");
    command
        .args(["-c", &format!(r#"{limit}exec "$0" "$@""#)])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child", "--ignored", "--nocapture"])
        .env("VELLUM_STORE", store)
        .env("VELLUM_CHILD", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(len) = filled {
        command.env("VELLUM_FILLED", len.to_string());
    }
    command.spawn().unwrap()
}

/// What is there after a restart; it is a record, and can be written.
fn found(store: &str, folder: &Path) -> Option<User> {
    let mut opened = open(store, folder);
    let found = opened.found().map(|record| {
        User::schema().prove(&record).unwrap();
        vellum::from_slice::<User>(&record).unwrap()
    });
    opened.step(0).unwrap();
    opened.step(2).unwrap();
    let tags = vec!["new".into(), "x".repeat(500)];
    let last = vellum::from_slice::<User>(&opened.found().unwrap()).unwrap();
    assert_eq!(last, User { visits: 2, tags, ..user(7, 1) });
    found
}

#[test]
#[cfg(unix)]
fn a_process_that_is_killed_has_written_what_it_said_and_at_most_one_step_more() {
    let mut met = [0; 2];
    for store in ["fjall", "redb", "heed"] {
        for kill in (0..16).step_by(if is_full() { 1 } else { 5 }) {
            let folder = tempfile::tempdir().unwrap();
            let mut process = start(store, folder.path(), None);
            let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
            let mut last = None;
            let mut hear = |line: Option<std::io::Result<String>>| {
                let Some(line) = line.and_then(Result::ok) else { return false };
                assert!(!line.starts_with("failed: "), "{store}: {line}");
                if let Some(step) = line.strip_prefix("made: ") {
                    last = Some(step.parse::<u32>().unwrap());
                }
                last.is_none_or(|last| last < kill)
            };
            while hear(lines.next()) {}
            std::thread::sleep(Duration::from_micros(u64::from(kill) * 97));
            process.kill().unwrap(); // SIGKILL
            process.wait().unwrap();
            // What it said until then.
            for line in lines {
                hear(Some(line));
            }
            let last = last.unwrap();
            let found = found(store, folder.path());
            let is_more = found != after(last);
            assert!(!is_more || found == after(last + 1), "{store}, killed after {last}: {found:?}");
            met[usize::from(is_more)] += 1;
        }
    }
    println!("as was said, one more: {met:?}");
}

/// A journal of fjall's has room for 64 MiB at first. A file that may be as long as that is full
/// then.
#[test]
#[cfg(unix)]
fn a_journal_that_is_full_in_the_middle_of_a_step_says_that_it_may_be_written() {
    if !is_full() {
        return; // It writes 64 MiB for each case.
    }
    let mut met = [0; 2];
    for margin in [900, 1_700] {
        let folder = tempfile::tempdir().unwrap();
        let process = start("fjall", folder.path(), Some((64 << 20) - margin));
        let output = process.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let last = said.lines().rev().find_map(|line| line.strip_prefix("made: "));
        let last = last.map(|step| step.parse::<u32>().unwrap());
        let failed = said.lines().find_map(|line| line.strip_prefix("failed: "));
        let failed = failed.unwrap_or_else(|| panic!("{margin}: {said}"));
        assert!(failed.starts_with("maybe the record under `ada` may have been written"), "{margin}: {failed}");
        let next = said.lines().find_map(|line| line.strip_prefix("next: ")).unwrap();
        assert!(next.starts_with("not the store: ") && next.contains("Poisoned"), "{margin}: {next}");
        let found = found("fjall", folder.path());
        let before = last.and_then(after);
        let is_more = found != before;
        assert!(!is_more || found == after(last.map_or(0, |last| last + 1)), "{margin}: {found:?} after {last:?}");
        met[usize::from(is_more)] += 1;
    }
    println!("as was said, one more: {met:?}");
}

/// Steps are what the test above says they are.
#[test]
fn each_step_makes_the_record_that_is_expected() {
    for store in ["fjall", "redb", "heed"] {
        let folder = tempfile::tempdir().unwrap();
        let mut opened = open(store, folder.path());
        for step in 0..13 {
            opened.step(step).unwrap();
            let found = opened.found().map(|record| vellum::from_slice::<User>(&record).unwrap());
            assert_eq!(found, after(step), "{store}, {step}");
        }
    }
}
