//! How many bytes stores write for changes of one field: with whole records, and with patches.
//!
//! `cargo run --example log_bytes --features redb,slatedb,fjall` prints a table, with `-- --json` a
//! line of JSON for each row; with `-- --quick` it makes a hundredth of the updates.
//!
//! What is counted: of SlateDB the files of its write-ahead log, of fjall the part of its journal
//! that is used, and of redb, which has no log, all that it writes to its file. A hundred updates
//! are one batch: SlateDB flushes its log then, redb commits. Records are updated in turn. No store
//! flushes its tables or compacts them meanwhile, which writes more for whole records once again.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fjall::KeyspaceCreateOptions;
use redb::backends::InMemoryBackend;
use redb::{StorageBackend, TableDefinition};
use slatedb::Settings;
use slatedb::object_store::local::LocalFileSystem;
use vellum::Vellum;
use vellum_stores::PatchMerge;
use vellum_stores::fjall::Records;
use vellum_stores::redb::{RecordTable, Vlm};

type Done<T> = Result<T, Box<dyn Error>>;

#[derive(Vellum)]
struct Document {
    id: u64,
    visits: u64,
    title: String,
    text: String,
    tags: Vec<String>,
}

/// Updates of one size.
struct Work {
    merge: PatchMerge,
    /// The record of each key, as it was first.
    record: Vec<u8>,
    records: usize,
    updates: usize,
}

/// How many updates go to one database: what it keeps in memory is not flushed.
const AT_ONCE: usize = 100_000_000;
const BATCH: usize = 100;

impl Work {
    fn new(len: usize, records: usize, updates: usize) -> Done<Self> {
        let text = "x".repeat(len.saturating_sub(100));
        let document = Document { id: 1, visits: 1, title: "A title".into(), text, tags: vec!["new".into()] };
        Ok(Self { merge: PatchMerge::of::<Document>()?, record: vellum::to_vec(&document)?, records, updates })
    }

    fn key(&self, update: usize) -> [u8; 8] {
        (update.checked_rem(self.records).unwrap_or(0) as u64).to_be_bytes()
    }

    fn updated(&self, update: usize) -> Done<Vec<u8>> {
        let mut record = self.record.clone();
        Document::edit(&mut record)?.set_visits(update as u64 + 1_000)?;
        Ok(record)
    }

    fn patch(&self, update: usize) -> Done<Vec<u8>> {
        Ok(self.merge.patch(&self.record, |record| Document::edit(record)?.set_visits(update as u64 + 1_000))?)
    }

    /// The updates of each database.
    fn rounds(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let round = (AT_ONCE / self.record.len().max(1)).max(BATCH);
        let updates = self.updates;
        (0..updates).step_by(round).map(move |start| start..updates.min(start + round))
    }
}

/// Memory that counts what is written to it.
#[derive(Clone, Debug, Default)]
struct Counting(Arc<InMemoryBackend>, Arc<AtomicU64>);

impl StorageBackend for Counting {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }
    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.1.fetch_add(data.len() as u64, Ordering::Relaxed);
        self.0.write(offset, data)
    }
}

/// Patches have a table of their own, under the key and a number.
fn redb_bytes(work: &Work, with_patches: bool) -> Done<u64> {
    const RECORDS: TableDefinition<&[u8], Vlm<Document>> = TableDefinition::new("documents");
    const PATCHES: TableDefinition<(&[u8], u64), &[u8]> = TableDefinition::new("patches");
    let disk = Counting::default();
    let database = redb::Database::builder().create_with_backend(disk.clone())?;
    let write = database.begin_write()?;
    {
        let mut records = write.open_table(RECORDS)?;
        for number in 0..work.records {
            records.insert(&work.key(number)[..], vellum_stores::Stored::new(&work.record))?;
        }
        write.open_table(PATCHES)?;
    }
    write.commit()?;
    let before = disk.1.load(Ordering::Relaxed);
    for start in (0..work.updates).step_by(BATCH) {
        let write = database.begin_write()?;
        for update in start..work.updates.min(start + BATCH) {
            let key = work.key(update);
            if with_patches {
                write.open_table(PATCHES)?.insert((&key[..], update as u64), &*work.patch(update)?)?;
            } else {
                let visits = update as u64 + 1_000;
                write.open_table(RECORDS)?.update(&key[..], |document| document.set_visits(visits))?;
            }
        }
        write.commit()?;
    }
    Ok(disk.1.load(Ordering::Relaxed) - before)
}

fn fjall_bytes(work: &Work, with_patches: bool) -> Done<u64> {
    let mut written = 0;
    for round in work.rounds() {
        let folder = tempfile::tempdir()?;
        let database = fjall::Database::builder(&folder).worker_threads(1).max_journaling_size(1 << 32).open()?;
        let options = || KeyspaceCreateOptions::default().max_memtable_size(1 << 31);
        let documents = Records::<[u8], Document>::open_with(&database, "documents", options)?;
        let before = used(folder.path())?;
        for update in round {
            if with_patches {
                documents.append(&work.key(update), &work.patch(update)?)?;
            } else {
                documents.put_bytes(&work.key(update), &work.updated(update)?)?;
            }
        }
        database.persist(fjall::PersistMode::Buffer)?;
        written += used(folder.path())? - before;
    }
    Ok(written)
}

/// The bytes of the journals up to the last that is not zero: they are as long as they may become.
fn used(folder: &Path) -> Done<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sum += used(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "jnl") {
            let bytes = fs::read(&path)?;
            sum += bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last as u64 + 1);
        }
    }
    Ok(sum)
}

async fn slatedb_bytes(work: &Work, with_patches: bool) -> Done<u64> {
    let mut written = 0;
    for round in work.rounds() {
        let folder = tempfile::tempdir()?;
        let store = Arc::new(LocalFileSystem::new_with_prefix(folder.path())?);
        let settings = Settings {
            flush_interval: None,
            l0_sst_size_bytes: 1 << 29,
            compactor_options: None,
            garbage_collector_options: None,
            ..Settings::default()
        };
        let builder = slatedb::Db::builder("documents", store).with_settings(settings);
        let db = builder.with_merge_operator(Arc::new(work.merge.clone())).build().await?;
        let log = folder.path().join("documents").join("wal");
        let before = size(&log)?;
        for (number, update) in round.enumerate() {
            if with_patches {
                db.merge(work.key(update), work.patch(update)?).await?;
            } else {
                db.put(work.key(update), work.updated(update)?).await?;
            }
            if number % BATCH == BATCH - 1 {
                db.flush().await?;
            }
        }
        db.flush().await?;
        written += size(&log)? - before;
        // What is in memory need not be made a table.
        drop(db);
    }
    Ok(written)
}

fn size(folder: &Path) -> Done<u64> {
    if !folder.exists() {
        return Ok(0);
    }
    fs::read_dir(folder)?.try_fold(0, |sum, entry| Ok(sum + entry?.metadata()?.len()))
}

#[tokio::main]
async fn main() -> Done<()> {
    let flag = |name: &str| std::env::args().any(|argument| argument == name);
    let part = if flag("--quick") { 100 } else { 1 };
    if !flag("--json") {
        println!("| store | record | updates | whole records, bytes | patches, bytes | whole / patches |");
        println!("| --- | --: | --: | --: | --: | --: |");
    }
    for (len, records, updates) in [(1_000, 10_000, 100_000), (100_000, 100, 10_000)] {
        let work = Work::new(len, records, updates / part)?;
        let rows = [
            ("SlateDB", slatedb_bytes(&work, false).await?, slatedb_bytes(&work, true).await?),
            ("fjall", fjall_bytes(&work, false)?, fjall_bytes(&work, true)?),
            ("redb", redb_bytes(&work, false)?, redb_bytes(&work, true)?),
        ];
        let (record, updates) = (work.record.len(), work.updates);
        for (store, whole, patches) in rows {
            let times = whole as f64 / patches.max(1) as f64;
            if flag("--json") {
                println!(
                    r#"{{"store":"{store}","record":{record},"updates":{updates},"whole":{whole},"patches":{patches},"times":{times:.1}}}"#
                );
            } else {
                println!("| {store} | {record} | {updates} | {whole} | {patches} | {times:.1} |");
            }
        }
    }
    Ok(())
}
