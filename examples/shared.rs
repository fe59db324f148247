//! A record in a mapped file, which one process edits in place while another one reads it.
//!
//! `cargo run --example shared`: the process starts itself once more as the reader.
//!
//! ```text
//! version: 8 bytes | a workspace: the record, and room for it to grow
//! ```
//!
//! # What a reader may see while a writer edits
//!
//! Any mixture of old and new bytes: an edit is many writes, and nothing orders them for another process. Such a copy is *torn*.
//! Reading it is safe all the same: a getter checks what it reads, so it gives a value of its type or an error, does not
//! leave the buffer, does not panic, and text is UTF-8. But the value may be one that was never stored, `verify` accepts some torn
//! copies, and two values of one copy need not belong together.
//!
//! # How to publish
//!
//! - **A sequence lock**, as here. The writer makes the version odd, edits, and makes it even again. A reader copies the bytes between
//!   two looks at the version, and takes the copy if both found the same even number. Readers never block the writer. They spin if it dies
//!   in the middle of an edit: then the record is torn for good.
//! - **Two buffers**. The writer edits the one that is not published, then stores which one is, then brings the other one up to date. Readers
//!   need no copy, but the writer has to know when the last one has left the buffer that it is going to edit: each reader counts itself in
//!   and out. A writer that dies leaves a whole record published.
//!
//! A slice of the mapped bytes must not be read in place while somebody writes them: Rust takes the bytes behind a `&[u8]` to be constant,
//! and across processes nothing enforces that. So the reader copies words by atomic loads. The writer's own stores are plain, and
//! the version keeps them apart from the loads: a copy that met one is thrown away.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::thread;
use std::time::{Duration, Instant};

use memmap2::{MmapMut, MmapOptions};
use vellum::{Vellum, Workspace};
use zerocopy::FromBytes;

/// What is shared. All of it is made from `round`, so that a reader can tell whether its parts belong together.
#[derive(Vellum)]
struct Board {
    round: u64,
    title: String,
    scores: Vec<u64>,
}

const VERSION_LEN: usize = 8;
const LEN: usize = VERSION_LEN + 2048;
/// How many different rounds the reader has to see.
const ROUNDS_TO_SEE: u32 = 200;
const PATIENCE: Duration = Duration::from_secs(60);

type Done<T = ()> = Result<T, Box<dyn Error>>;

fn title_of(round: u64) -> String {
    // Its length changes, so that the text moves in the buffer now and then.
    format!("round {round} {}", "é".repeat((round % 40) as usize))
}

fn count_of(round: u64) -> usize {
    (round % 30) as usize
}

/// Maps the file for reading and writing: atomics are made of exclusive memory only, also where they are just loaded.
#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<MmapMut> {
    // SAFETY: the file is not truncated while it is mapped, which would make accesses fail. Its bytes are changed by another process, but
    // the reader touches them by atomic loads alone, and the writer is the only one that writes, and reads what nobody else changes.
    unsafe { MmapOptions::new().len(LEN).map_mut(file) }
}

/// The writer's side: one edit, which readers see whole or not at all.
fn publish(memory: &mut [u8], edit: impl FnOnce(&mut [u8]) -> vellum::Result<()>) -> Done {
    let (version, workspace) = memory.split_at_mut(VERSION_LEN);
    let version: &AtomicU64 = AtomicU64::mut_from_bytes(version).map_err(|_| "the memory is not aligned")?;
    let before = version.load(Ordering::Relaxed);
    version.store(before + 1, Ordering::Relaxed);
    // No store of the edit becomes visible before the odd version does, and none after the even one.
    fence(Ordering::Release);
    let edited = edit(workspace);
    version.store(before + 2, Ordering::Release);
    // An edit that fails leaves the bytes as they were, so they are published either way.
    Ok(edited?)
}

fn write(path: &Path) -> Done {
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    file.set_len(LEN as u64)?;
    let mut memory = map(&file)?;
    let board = Board { round: 0, title: title_of(0), scores: vec![] };
    publish(&mut memory, |bytes| Workspace::format(bytes, &board).map(|_| ()))?;

    let mut reader = Command::new(std::env::current_exe()?)
        .arg("read")
        .arg(path)
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()?;
    let mut round = 0_u64;
    while reader.try_wait()?.is_none() {
        round += 1;
        publish(&mut memory, |bytes| {
            let mut workspace = Workspace::open(bytes)?;
            let mut board = Board::edit(&mut workspace)?;
            board.set_round(round)?;
            board.set_title(&title_of(round))?;
            let mut scores = board.scores();
            scores.clear()?;
            scores.extend(std::iter::repeat_n(round, count_of(round)))
        })?;
        thread::sleep(Duration::from_micros(50));
    }
    let output = reader.wait_with_output()?;
    print!("{round} rounds were written; {}", String::from_utf8(output.stdout)?);
    if output.status.success() { Ok(()) } else { Err(format!("the reader: {}", output.status).into()) }
}

/// The reader's side: the bytes as they are now, and whether nobody wrote meanwhile.
fn copy(memory: &[AtomicU64], to: &mut Vec<u8>) -> bool {
    let [version, words @ ..] = memory else { return false };
    let before = version.load(Ordering::Acquire);
    to.clear();
    to.extend(words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()));
    fence(Ordering::Acquire);
    before % 2 == 0 && version.load(Ordering::Relaxed) == before
}

/// The round of a copy, if all of it belongs to one.
fn round_of(bytes: &[u8]) -> vellum::Result<Option<u64>> {
    let board = Board::view(bytes)?;
    let (round, title, scores) = (board.round()?, board.title()?, board.scores()?);
    let scores = scores.iter().collect::<vellum::Result<Vec<u64>>>()?;
    Ok((title == title_of(round) && scores == vec![round; count_of(round)]).then_some(round))
}

fn read(path: &Path) -> Done {
    let mut map = map(&OpenOptions::new().read(true).write(true).open(path)?)?;
    let memory: &[AtomicU64] = <[AtomicU64]>::mut_from_bytes(&mut map).map_err(|_| "the memory is not aligned")?;
    let (since, mut bytes) = (Instant::now(), Vec::with_capacity(LEN));
    let (mut seen, mut last, mut torn, mut refused) = (0, None::<u64>, 0, 0);
    while seen < ROUNDS_TO_SEE {
        if since.elapsed() > PATIENCE {
            return Err(format!("saw only {seen} rounds in {PATIENCE:?}").into());
        }
        if copy(memory, &mut bytes) {
            Board::verify(&bytes)?;
            let round = round_of(&bytes)?.ok_or("a copy that was taken has values of two rounds")?;
            if last > Some(round) {
                return Err(format!("round {round} was read after {last:?}").into());
            }
            seen += u32::from(last != Some(round));
            last = Some(round);
        } else {
            // What a reader without a lock would have got: it is looked at to show that this is safe, and thrown away.
            match round_of(&bytes) {
                Ok(Some(_)) => {}
                Ok(None) => torn += 1,
                Err(_) => refused += 1,
            }
            thread::yield_now();
        }
    }
    println!("{seen} of them were read whole; of copies under an edit {torn} were torn, {refused} no valid record");
    Ok(())
}

/// Removes the file at the end, also after an error.
struct Shared(PathBuf);

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let done = match (arguments.next(), arguments.next()) {
        (Some(role), Some(path)) if role == "read" => read(Path::new(&path)),
        _ => {
            let shared = Shared(std::env::temp_dir().join(format!("vellum-shared-{}", std::process::id())));
            write(&shared.0)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
