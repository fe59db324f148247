//! Patches merged by real databases of SlateDB, in memory and on a disk, flushed, compacted and
//! opened again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use slatedb::config::{
    CompactionWorkerOptions, CompactorOptions, FlushOptions, FlushType, Settings, SizeTieredCompactionSchedulerOptions,
};
use slatedb::object_store::{ObjectStore, local::LocalFileSystem, memory::InMemory};
use slatedb::{Db, MergeOperator};
use vellum::{ErrorKind, Record, Vellum};
use vellum_stores::PatchMerge;
use vellum_stores::slatedb::Records;

use crate::common::{Edit, User, bytes, edit, foreign, history, patch, refused, user, visits};

pub type Store = Arc<dyn ObjectStore>;

pub fn merge() -> Arc<PatchMerge> {
    Arc::new(PatchMerge::of::<User>().unwrap())
}

/// Flushes and compacts as soon as it can.
pub fn settings() -> Settings {
    let moment = Duration::from_millis(10);
    let scheduler = SizeTieredCompactionSchedulerOptions {
        min_compaction_sources: 2,
        ..SizeTieredCompactionSchedulerOptions::default()
    };
    let worker = CompactionWorkerOptions { compactions_poll_interval: moment, ..CompactionWorkerOptions::default() };
    Settings {
        flush_interval: Some(Duration::from_millis(5)),
        manifest_poll_interval: moment,
        l0_sst_size_bytes: 4096,
        compactor_options: Some(CompactorOptions {
            poll_interval: moment,
            commit_compacted_interval: moment,
            worker: Some(worker),
            scheduler_options: scheduler.into(),
            ..CompactorOptions::default()
        }),
        garbage_collector_options: None,
        ..Settings::default()
    }
}

pub async fn open(store: &Store) -> Db {
    let builder = Db::builder("users", store.clone()).with_merge_operator(merge());
    builder.with_settings(settings()).build().await.unwrap()
}

pub async fn flush_tables(db: &Db) -> Result<(), slatedb::Error> {
    db.flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await
}

/// Waits until all that is flushed is compacted.
pub async fn compacted(db: &Db) {
    let begun = Instant::now();
    while db.manifest().l0().len() > 1 || db.manifest().compacted().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no compaction: {} tables", db.manifest().l0().len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub fn users(db: &Db) -> Records<[u8], User> {
    Records::new(db).unwrap()
}

pub async fn get(db: &Db, key: &[u8]) -> Option<User> {
    let record = users(db).get(key).await.unwrap();
    record.map(|record| record.stored().decode().unwrap())
}

async fn flushes_compacts_and_opens_again(store: Store) {
    let edits: Vec<Edit> = (0..300)
        .map(|number| match number % 3 {
            0 => Edit::Visits(number),
            1 => Edit::Name(format!("name {number}")),
            _ => Edit::Tag(format!("tag {number}")),
        })
        .collect();
    let (start, patches, end) = history(&edits);
    let mut db = open(&store).await;
    db.put(b"whole", &start).await.unwrap();
    for (number, patch) in patches.iter().enumerate() {
        users(&db).merge(b"whole", patch).await.unwrap();
        users(&db).merge(b"count", &visits(number as u32)).await.unwrap();
        if number % 60 == 59 {
            flush_tables(&db).await.unwrap();
        }
        if number == 150 {
            db.close().await.unwrap();
            db = open(&store).await;
        }
    }
    let counted = User { visits: 299, ..User::default() };
    assert_eq!((get(&db, b"whole").await, get(&db, b"count").await), (Some(end.clone()), Some(counted.clone())));
    flush_tables(&db).await.unwrap();
    compacted(&db).await;
    assert_eq!((get(&db, b"whole").await, get(&db, b"count").await), (Some(end.clone()), Some(counted.clone())));

    // Patches on what was compacted, also on what still is a patch.
    users(&db).merge(b"count", &visits(1)).await.unwrap();
    users(&db).merge(b"whole", &visits(1)).await.unwrap();
    db.close().await.unwrap();
    let db = open(&store).await;
    assert_eq!(get(&db, b"whole").await, Some(User { visits: 1, ..end }));
    assert_eq!(get(&db, b"count").await, Some(User { visits: 1, ..counted }));
    assert_eq!(get(&db, b"nobody").await, None);
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn patches_are_merged_in_memory() {
    flushes_compacts_and_opens_again(Arc::new(InMemory::new())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn patches_are_merged_on_a_disk() {
    let folder = tempfile::tempdir().unwrap();
    flushes_compacts_and_opens_again(Arc::new(LocalFileSystem::new_with_prefix(folder.path()).unwrap())).await;
}

/// What a program does to a key.
#[derive(Clone, Debug)]
enum Step {
    Put(u8, u32),
    Merge(u8, Edit),
    MergeWhole(u8, u32),
    Delete(u8),
    Flush,
    Reopen,
    Kill,
}

fn step() -> impl Strategy<Value = Step> {
    let key = 0..4u8;
    prop_oneof![
        2 => (key.clone(), any::<u32>()).prop_map(|(key, id)| Step::Put(key, id)),
        20 => (key.clone(), edit()).prop_map(|(key, edit)| Step::Merge(key, edit)),
        1 => (key.clone(), any::<u32>()).prop_map(|(key, id)| Step::MergeWhole(key, id)),
        1 => key.prop_map(Step::Delete),
        3 => Just(Step::Flush),
        1 => Just(Step::Reopen),
        1 => Just(Step::Kill),
    ]
}

async fn run(steps: Vec<Step>) {
    let store: Store = Arc::new(InMemory::new());
    let mut db = open(&store).await;
    let mut model: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for step in steps {
        match step {
            Step::Put(key, id) => {
                db.put([key], bytes(&user(1, id))).await.unwrap();
                model.insert(key, bytes(&user(1, id)));
            }
            Step::MergeWhole(key, id) => {
                users(&db).merge(&[key], &bytes(&user(2, id))).await.unwrap();
                model.insert(key, bytes(&user(2, id)));
            }
            Step::Merge(key, edit) => {
                let record = model.entry(key).or_insert_with(|| Record::new(User::schema()).into_storage());
                let made = patch(record, |record| edit.make(record));
                edit.make(record).unwrap();
                users(&db).merge(&[key], &made).await.unwrap();
            }
            Step::Delete(key) => {
                db.delete([key]).await.unwrap();
                model.remove(&key);
            }
            Step::Flush => flush_tables(&db).await.unwrap(),
            Step::Reopen => {
                db.close().await.unwrap();
                db = open(&store).await;
            }
            // What is in the log is there, whoever dies; the next to open it fences the old one.
            Step::Kill => {
                db.flush().await.unwrap();
                db = open(&store).await;
            }
        }
        for key in 0..4 {
            let expected = model.get(&key).map(|record| vellum::from_slice::<User>(record).unwrap());
            assert_eq!(get(&db, &[key]).await, expected);
        }
    }
    db.close().await.unwrap();
}

#[test]
fn a_database_is_as_if_all_patches_were_made_in_their_order() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(6) });
    let steps = prop::collection::vec(step(), 60);
    runner
        .run(&steps, |steps| {
            runtime.block_on(run(steps));
            Ok(())
        })
        .unwrap();
}

#[test]
fn the_operator_is_associative_and_says_what_is_wrong_and_where() {
    let (operator, key) = (merge(), bytes::Bytes::from_static(b"ad\0a"));
    let (start, patches, end) = history(&[Edit::Visits(7), Edit::Name("Ada".into()), Edit::Tag("math".into())]);
    let operands: Vec<bytes::Bytes> = patches.into_iter().map(Into::into).collect();
    let [first, second, third] = &operands[..] else { panic!("three patches") };
    let joined = operator.merge(&key, Some(second.clone()), third.clone()).unwrap();
    let joined = operator.merge(&key, Some(first.clone()), joined).unwrap();
    let right = operator.merge(&key, Some(start.clone().into()), joined).unwrap();
    let left = operator.merge_batch(&key, Some(start.into()), &operands).unwrap();
    for made in [left, right] {
        assert_eq!(vellum::from_slice::<User>(&made).unwrap(), end);
    }
    assert!(operator.merge_batch(&key, None, &[]).is_err());
    let error = operator.merge_batch(&key, None, &[first.clone(), foreign().into()]).unwrap_err().to_string();
    assert!(error.starts_with(r"vellum records, key `ad\x00a`: operand 2 of 2: "), "{error}");
    assert!(error.contains("the patch is for records of another schema"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operand_that_is_refused_is_not_written() {
    let db = open(&(Arc::new(InMemory::new()) as Store)).await;
    db.put(b"ada", bytes(&user(7, 1))).await.unwrap();
    for (what, patch, kind) in refused() {
        let error = users(&db).merge(b"ada", &patch).await.map(drop).unwrap_err();
        assert_eq!(error.kind(), Some(kind), "{what}: {error}");
        assert!(error.to_string().starts_with("the operand under `ada`: "), "{error}");
    }
    let error = users(&db).merge(b"ada", b"\x05no record").await.map(drop).unwrap_err();
    assert_eq!(error.kind(), Some(ErrorKind::Corrupt));
    assert_eq!(get(&db, b"ada").await, Some(user(7, 1)));
    db.close().await.unwrap();
}

/// SlateDB asks the operator when it is given an operand, also without `merge_checked`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operand_for_another_schema_is_refused_by_the_write() {
    let db = open(&(Arc::new(InMemory::new()) as Store)).await;
    db.put(b"ada", bytes(&user(7, 1))).await.unwrap();
    let error = db.merge(b"ada", foreign()).await.map(drop).unwrap_err().to_string();
    assert!(error.contains("key `ada`: operand 1 of 1: "), "{error}");
    assert_eq!(get(&db, b"ada").await, Some(user(7, 1)));
    db.close().await.unwrap();
}

/// That a patch cannot be made on the record is found out where both meet: when the key is read.
/// The database flushes, compacts and opens again nevertheless.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_patch_for_another_base_is_an_error_where_it_is_read_until_a_record_replaces_it() {
    let store: Store = Arc::new(InMemory::new());
    let mut db = open(&store).await;
    db.put(b"ada", bytes(&User { tags: vec!["other".into()], ..user(7, 1) })).await.unwrap();
    db.put(b"grace", bytes(&user(7, 2))).await.unwrap();
    db.put(b"alan", b"no record").await.unwrap();
    let remove = patch(&bytes(&user(7, 1)), |record| User::edit(record)?.tags().remove(0));
    for turn in 0..4 {
        let kind = async |key: &[u8]| users(&db).get(key).await.map(drop).unwrap_err().kind();
        users(&db).merge(b"ada", &remove).await.unwrap();
        users(&db).merge(b"alan", &visits(1)).await.unwrap();
        assert_eq!(kind(b"ada").await, Some(ErrorKind::Conflict));
        assert!(kind(b"alan").await.is_some());
        let error = users(&db).get(b"ada").await.unwrap_err().to_string();
        assert!(error.starts_with("the record with its patches under `ada`: conflict"), "{error}");
        assert_eq!(get(&db, b"grace").await, Some(user(7, 2)));
        if turn % 2 == 1 {
            flush_tables(&db).await.unwrap();
        }
        // Killed, so that the next one has to read the log.
        db.flush().await.unwrap();
        db = open(&store).await;
    }
    compacted(&db).await;
    for key in [&b"ada"[..], b"alan"] {
        assert!(users(&db).get(key).await.is_err());
        db.put(key, bytes(&user(7, 3))).await.unwrap();
        users(&db).merge(key, &visits(5)).await.unwrap();
        assert_eq!(get(&db, key).await, Some(User { visits: 5, ..user(7, 3) }));
    }
    db.close().await.unwrap();
    let db = open(&store).await;
    assert_eq!(get(&db, b"ada").await, Some(User { visits: 5, ..user(7, 3) }));
    db.close().await.unwrap();
}
