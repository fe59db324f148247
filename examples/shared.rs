//! A record in a mapped file, which one process edits in place while another one reads it.
//!
//! `cargo run --example shared`: the process starts itself once more as the reader.
//!
//! The file is a workspace: the record, and room for it to grow. [`vellum::shared`] says what holds: each edit is seen as a whole or not at
//! all, a reader stores nothing, and a process that dies leaves the record as it was, unless it dies while it stores what an edit changed.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::{Duration, Instant};

use memmap2::{MmapMut, MmapOptions};
use vellum::Vellum;
use vellum::shared::{SharedReader, SharedWriter};
use zerocopy::FromBytes;

/// What is shared. All of it is made from `round`, so that the reader can tell whether its parts belong together.
#[derive(Vellum)]
struct Board {
    round: u64,
    title: String,
    scores: Vec<u64>,
}

const LEN: usize = 2048;
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

/// Maps the file for reading and writing: atomics are made of such memory only, also where they are just loaded.
#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<MmapMut> {
    // SAFETY: the file is not truncated while it is mapped, which would make accesses fail. Other processes change its bytes, and all of them
    // touch it by atomic loads and stores alone.
    unsafe { MmapOptions::new().len(LEN).map_mut(file) }
}

/// The words of a mapping, which begins at a page.
fn words(map: &mut MmapMut) -> Done<&[AtomicU64]> {
    Ok(<[AtomicU64]>::mut_from_bytes(map).map_err(|_| "the memory is no row of words")?)
}

fn write(path: &Path) -> Done {
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    file.set_len(LEN as u64)?;
    let mut map = map(&file)?;
    let board = Board { round: 0, title: title_of(0), scores: vec![] };
    let mut writer = SharedWriter::format(words(&mut map)?, &board)?;

    let mut reader = Command::new(std::env::current_exe()?)
        .arg("read")
        .arg(path)
        .stdout(Stdio::piped())
        .stdin(Stdio::null())
        .spawn()?;
    let mut round = 0_u64;
    while reader.try_wait()?.is_none() {
        round += 1;
        writer.edit(|workspace| {
            let mut board = Board::edit(workspace)?;
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

fn read(path: &Path) -> Done {
    let mut map = map(&OpenOptions::new().read(true).write(true).open(path)?)?;
    let mut reader = SharedReader::new(words(&mut map)?);
    let since = Instant::now();
    let (mut seen, mut reads, mut last) = (0, 0_u64, None::<u64>);
    while seen < ROUNDS_TO_SEE {
        if since.elapsed() > PATIENCE {
            return Err(format!("saw only {seen} rounds in {PATIENCE:?}").into());
        }
        let board = Board::prove(reader.read()?)?;
        let round = board.round();
        if board.title() != title_of(round) || !board.scores().iter().eq(std::iter::repeat_n(round, count_of(round))) {
            return Err("values of two rounds".into());
        }
        if last > Some(round) {
            return Err(format!("round {round} was read after {last:?}").into());
        }
        reads += 1;
        seen += u32::from(last != Some(round));
        last = Some(round);
    }
    println!("{seen} of them were seen, in {reads} reads");
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
