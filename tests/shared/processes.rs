//! The same between processes, over a mapped file.

#![allow(unsafe_code)]

use std::env;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU64;
use std::thread::sleep;
use std::time::{Duration, Instant};

use memmap2::{MmapMut, MmapOptions};
use vellum::shared::{SharedReader, SharedWriter};
use vellum::{ErrorKind, Vellum};
use zerocopy::FromBytes;

use super::{Board, add_one, first, nets, round_of, to_round};

const LEN: usize = 2048;
const ROLE: &str = "VELLUM_SHARED_ROLE";
const FILE: &str = "VELLUM_SHARED_FILE";
const READERS: usize = 3;
/// The time from one edit to the next.
const PERIOD: Duration = Duration::from_micros(100);
/// How long a process goes on whose parent has died.
const PATIENCE: Duration = Duration::from_secs(60);
/// The round that tells readers to end.
const LAST: u64 = u64::MAX / 2;

/// A mapped file, which goes with this.
struct Shared {
    file: PathBuf,
    map: MmapMut,
}

impl Shared {
    fn new(name: &str) -> Self {
        let file = env::temp_dir().join(format!("vellum-{name}-{}", std::process::id()));
        OpenOptions::new().write(true).create_new(true).open(&file).unwrap().set_len(LEN as u64).unwrap();
        let map = map(&file);
        Self { file, map }
    }

    fn start(&self, role: &str) -> Process {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["processes::a_process_of_another_test", "--exact", "--nocapture"]).stdout(Stdio::piped());
        Process(Some(command.env(ROLE, role).env(FILE, &self.file).spawn().unwrap()))
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// A process, which ends with this.
struct Process(Option<Child>);

impl Process {
    /// What it says when it has ended by itself.
    fn output(mut self) -> String {
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{}: {text}", output.status);
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn map(file: &Path) -> MmapMut {
    let file = OpenOptions::new().read(true).write(true).open(file).unwrap();
    // SAFETY: the file keeps its length, and every process touches its bytes by atomic accesses alone.
    unsafe { MmapOptions::new().len(LEN).map_mut(&file).unwrap() }
}

fn words(map: &mut MmapMut) -> &[AtomicU64] {
    <[AtomicU64]>::mut_from_bytes(map).unwrap()
}

/// Does nothing when it is run as a test.
#[test]
fn a_process_of_another_test() {
    let (Ok(role), Some(file)) = (env::var(ROLE), env::var_os(FILE)) else { return };
    let mut map = map(Path::new(&file));
    let memory = words(&mut map);
    match &*role {
        "reader" => read(memory),
        "adder" => {
            let mut writer = SharedWriter::open(memory).unwrap();
            (0..2_000).for_each(|_| assert!(add_one(&mut writer).unwrap() > 0));
        }
        _ => {
            let mut writer = SharedWriter::open(memory).unwrap();
            let since = Instant::now();
            for round in (1..).take_while(|_| since.elapsed() < PATIENCE) {
                writer.edit(|workspace| to_round(round, workspace)).unwrap();
            }
        }
    }
}

fn read(memory: &[AtomicU64]) {
    let mut reader = SharedReader::new(memory);
    let (since, mut reads, mut edits, mut last) = (Instant::now(), 0_u32, 0_u32, None);
    while since.elapsed() < PATIENCE {
        let board = reader.read().unwrap();
        let round = Board::peek(board).unwrap().round().unwrap();
        reads += 1;
        if last != Some(round) {
            assert!(last < Some(round));
            (last, edits) = (Some(round), edits + 1);
            round_of(board);
        }
        if round == LAST {
            let seconds = since.elapsed().as_secs_f64();
            println!("read: {:.0} times a second, {edits} edits", f64::from(reads) / seconds);
            return;
        }
    }
}

#[test]
fn three_processes_read_beside_a_writer_and_see_whole_edits() {
    let mut shared = Shared::new("readers");
    let readers: Vec<Process> = {
        // They wait for memory that is formatted.
        SharedWriter::format(words(&mut shared.map), &first()).unwrap();
        (0..READERS).map(|_| shared.start("reader")).collect()
    };
    let mut writer = SharedWriter::open(words(&mut shared.map)).unwrap();
    let duration = Duration::from_secs(if nets::full() { 10 } else { 1 });
    let (since, mut round) = (Instant::now(), 0_u32);
    while since.elapsed() < duration {
        round += 1;
        writer.edit(|workspace| to_round(round.into(), workspace)).unwrap();
        let next = PERIOD * round;
        if let Some(rest) = next.checked_sub(since.elapsed()) {
            sleep(rest);
        }
    }
    let rate = f64::from(round) / since.elapsed().as_secs_f64();
    writer.edit(|workspace| to_round(LAST, workspace)).unwrap();
    println!("written: {rate:.0} times a second");
    for reader in readers {
        let text = reader.output();
        let line = text.lines().find_map(|line| line.split_once("read: ")).unwrap().1;
        println!("{line}");
    }
}

#[test]
fn processes_that_edit_in_turn_lose_no_edit() {
    let mut shared = Shared::new("writers");
    SharedWriter::format(words(&mut shared.map), &first()).unwrap();
    let writers: Vec<Process> = (0..2).map(|_| shared.start("adder")).collect();
    for writer in writers {
        writer.output();
    }
    let mut reader = SharedReader::new(words(&mut shared.map));
    assert_eq!(Board::peek(reader.read().unwrap()).unwrap().round().unwrap(), 4_000);
}

#[test]
fn a_writer_that_is_killed_leaves_whole_edits_or_is_recovered() {
    let mut shared = Shared::new("killed");
    let (mut whole, mut recovered, mut torn) = (0, 0, 0);
    for delay in 0..if nets::full() { 200 } else { 20 } {
        SharedWriter::format(words(&mut shared.map), &first()).unwrap();
        let writer = shared.start("writer");
        while SharedReader::new(words(&mut shared.map)).read().map_or(0, round_of) == 0 {
            sleep(Duration::from_micros(100));
        }
        sleep(Duration::from_micros(37 * delay));
        drop(writer);
        let memory = words(&mut shared.map);
        match SharedWriter::open(memory) {
            Ok(_) => whole += u32::from(round_of(SharedReader::new(memory).read().unwrap()) > 0),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Busy, "{error}");
                match SharedWriter::recover(memory, Board::schema()) {
                    Ok(mut writer) => recovered += u32::from(add_one(&mut writer).is_ok()),
                    Err(_) => torn += 1,
                }
            }
        }
    }
    println!("killed writers left {whole} whole records, {recovered} that were recovered, {torn} that were torn");
}
