//! Tables of redb over a disk that fails at each of its reads, writes and syncs.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition};
use vellum::Vellum;
use vellum_stores::Key;
use vellum_stores::redb::{KeyOf, KeyedTable, RecordTable, Vlm};

use crate::common::{User, bytes, patch, user};
use crate::nets::is_full;

const USERS: TableDefinition<KeyOf<User>, Vlm<User>> = TableDefinition::new("users");

/// How a disk fails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// From some call on, as one that is full or gone.
    ForGood,
    /// At one call, and not later.
    Once,
    /// At one call, which is made nevertheless.
    AnswerLost,
}

/// Memory that takes a number of calls before it fails.
#[derive(Clone, Debug)]
pub struct Failing {
    memory: Arc<InMemoryBackend>,
    pub left: Arc<AtomicU64>,
    pub is_over: Arc<AtomicBool>,
    fault: Fault,
}

impl Failing {
    pub fn new(fault: Fault) -> Self {
        Self { memory: Arc::default(), left: Arc::new(AtomicU64::new(u64::MAX)), is_over: Arc::default(), fault }
    }

    fn call<T>(&self, make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        let is_first = left.is_err() && !self.is_over.swap(true, Ordering::SeqCst);
        if left.is_ok() || self.fault != Fault::ForGood && !is_first {
            return make();
        }
        if self.fault == Fault::AnswerLost {
            make()?;
        }
        Err(io::Error::other("the disk failed"))
    }
}

impl StorageBackend for Failing {
    fn len(&self) -> io::Result<u64> {
        self.memory.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.call(|| self.memory.read(offset, out))
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        self.call(|| self.memory.set_len(len))
    }
    fn sync_data(&self) -> io::Result<()> {
        self.call(|| self.memory.sync_data())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.call(|| self.memory.write(offset, data))
    }
}

pub fn open(disk: &Failing) -> Database {
    // All is read from the disk, and written to it.
    Database::builder().set_cache_size(0).create_with_backend(disk.clone()).unwrap()
}

const LONG: usize = 9_000;

fn base() -> Vec<User> {
    (1..=4).map(|id| User { name: "n".repeat(id as usize * 3_000), ..user(7, id) }).collect()
}

/// Makes every kind of change in one transaction, and tells which of them were `Ok`, and whether
/// the transaction was committed.
fn change(database: &Database) -> (Vec<bool>, bool) {
    let Ok(write) = database.begin_write() else { return (vec![], false) };
    let mut made = Vec::new();
    {
        let Ok(mut table) = write.open_table(USERS) else { return (vec![], false) };
        let key = |id: u32| Key::<User>::new((7, id)).unwrap();
        made.push(table.put(&User { name: "p".repeat(LONG), ..user(7, 5) }).is_ok());
        made.push(table.put_at(key(1), &user(7, 1)).is_ok());
        let long = "l".repeat(LONG);
        made.push(table.update(key(2), |user| user.set_name(&long)).is_ok_and(|done| done.is_some()));
        made.push(table.update(key(3), |user| user.set_visits(70)).is_ok_and(|done| done.is_some()));
        let change = patch(&bytes(&base()[3]), |record| User::edit(record)?.tags().push("patched"));
        made.push(table.apply(key(4), &change).is_ok_and(|is_there| is_there));
    }
    // A program that goes on after an error.
    let is_committed = write.commit().is_ok();
    (made, is_committed)
}

/// The records with those changes that were made.
fn changed(made: &[bool]) -> Vec<User> {
    let mut users = base();
    let is_made = |change: usize| made.get(change) == Some(&true);
    if is_made(1) {
        users[0] = user(7, 1);
    }
    if is_made(2) {
        users[1].name = "l".repeat(LONG);
    }
    if is_made(3) {
        users[2].visits = 70;
    }
    if is_made(4) {
        users[3].tags.push("patched".into());
    }
    if is_made(0) {
        users.push(User { name: "p".repeat(LONG), ..user(7, 5) });
    }
    users
}

fn found(database: &Database) -> Vec<User> {
    let table = database.begin_read().unwrap().open_table(USERS).unwrap();
    let mut users: Vec<User> = table
        .iter()
        .unwrap()
        .map(|entry| {
            let (_, value) = entry.unwrap();
            User::schema().prove(value.value().as_bytes()).unwrap();
            value.value().decode().unwrap()
        })
        .collect();
    users.sort_unstable_by_key(|user| user.id);
    users
}

#[test]
fn a_disk_that_fails_at_any_call_has_all_changes_that_were_ok_or_none() {
    let (mut cases, mut met) = (0, [0; 4]);
    for fault in [Fault::ForGood, Fault::Once, Fault::AnswerLost] {
        for calls in (0..).step_by(if is_full() { 1 } else { 5 }) {
            let disk = Failing::new(fault);
            let database = open(&disk);
            let write = database.begin_write().unwrap();
            {
                let mut table = write.open_table(USERS).unwrap();
                for user in base() {
                    table.put(&user).unwrap();
                }
            }
            write.commit().unwrap();
            disk.left.store(calls, Ordering::SeqCst);
            let (made, is_committed) = change(&database);
            let is_failed = disk.is_over.load(Ordering::SeqCst);
            drop(database);

            disk.left.store(u64::MAX, Ordering::SeqCst);
            let found = found(&open(&disk));
            let what = format!("{fault:?} after {calls} calls: {made:?}, committed: {is_committed}");
            if is_committed {
                assert!(found == changed(&made), "{what}");
            } else {
                // An error of the commit may come after all was written.
                assert!(found == base() || found == changed(&made), "{what}");
            }
            cases += 1;
            met[if !is_committed { usize::from(found != base()) } else { 2 + usize::from(made.contains(&false)) }] += 1;
            if !is_failed {
                assert!(is_committed && !made.contains(&false));
                break;
            }
        }
    }
    println!("{cases} cases; not committed and not there, there, committed as a whole, in part: {met:?}");
    assert!(met[0] > 20 && met[2] >= 3, "{met:?}");
}
