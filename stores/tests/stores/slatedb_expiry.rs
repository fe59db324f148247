//! Records in SlateDB and times to live: what expires, and that nothing of `Records` does.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};

use slatedb::config::{MergeOptions, PutOptions, Settings, Ttl, WriteOptions};
use slatedb::object_store::memory::InMemory;
use slatedb::{Db, WriteHandle};
use slatedb_common::clock::{SystemClock, SystemClockTicker};
use vellum::{ErrorKind, Vellum};
use vellum_stores::StoreError;

use crate::common::{Edit, User, bytes, history, user};
use crate::slatedb_merges::{Store, compacted, flush_tables, get, merge, settings, users};

const HOUR: Ttl = Ttl::ExpireAfterMillis(3_600_000);

/// The time as it is, and as many milliseconds later.
#[derive(Debug, Default)]
struct Clock(AtomicI64);

impl Clock {
    fn pass_an_hour(&self) {
        self.0.fetch_add(3_600_000, Ordering::SeqCst);
    }
}

impl SystemClock for Clock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now() + Duration::from_millis(self.0.load(Ordering::SeqCst).unsigned_abs())
    }

    fn sleep<'a>(&'a self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn ticker<'a>(&'a self, duration: Duration) -> SystemClockTicker<'a> {
        SystemClockTicker::new(self, duration)
    }
}

fn edits() -> [Edit; 3] {
    [Edit::Visits(70), Edit::Name("Ada".into()), Edit::Visits(71)]
}

/// Writes the record and a patch for each edit, a table for each; what is in `expiring` has an hour
/// to live.
async fn write(db: &Db, expiring: u32) {
    let (start, patches, _) = history(&edits());
    let ttl = |number: usize| if expiring & (1 << number) == 0 { Ttl::NoExpiry } else { HOUR };
    let options = WriteOptions::default();
    db.put_with_options(b"ada", start, &PutOptions { ttl: ttl(0) }, &options).await.unwrap();
    flush_tables(db).await.unwrap();
    for (number, patch) in patches.iter().enumerate() {
        db.merge_with_options(b"ada", patch, &MergeOptions { ttl: ttl(number + 1) }, &options).await.unwrap();
        flush_tables(db).await.unwrap();
    }
}

/// Until each table that has the record was compacted, which the last ones are not.
async fn all_compacted(db: &Db) {
    for number in 0..3_u8 {
        let _: WriteHandle = db.put([b'z', number], bytes(&user(9, 9))).await.unwrap();
        flush_tables(db).await.unwrap();
        compacted(db).await;
    }
}

async fn at(clock: &Arc<Clock>, store: &Store, settings: Settings) -> Db {
    let builder = Db::builder("users", store.clone()).with_merge_operator(merge());
    builder.with_system_clock(clock.clone()).with_settings(settings).build().await.unwrap()
}

async fn without_compaction(clock: &Arc<Clock>, store: &Store) -> Db {
    at(clock, store, Settings { compactor_options: None, ..settings() }).await
}

/// What SlateDB does: each operand expires by itself. So a patch is made on what it was not made
/// for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_operand_expires_by_itself_and_the_others_are_made_without_it() {
    let cases: Vec<_> = (0..16).map(|expiring| tokio::spawn(expire(expiring))).collect();
    for case in cases {
        case.await.unwrap();
    }
}

async fn expire(expiring: u32) {
    let (_, patches, end) = history(&edits());
    let (clock, store): (Arc<Clock>, Store) = (Arc::default(), Arc::new(InMemory::new()));
    let db = without_compaction(&clock, &store).await;
    write(&db, expiring).await;
    // Until a compaction all are there, and seen to have an end. No reader takes them for a record.
    if expiring == 0 {
        assert_eq!(get(&db, b"ada").await, Some(end));
    } else {
        for error in refusals(&db).await {
            assert!(matches!(error, StoreError::Refused { .. }), "{expiring:#b}: {error}");
            assert!(error.to_string().contains("has a time to live"), "{error}");
        }
    }
    clock.pass_an_hour();
    // A compaction goes by the time of the last write.
    db.put(b"z", bytes(&user(9, 9))).await.unwrap();
    flush_tables(&db).await.unwrap();
    db.close().await.unwrap();
    let db = at(&clock, &store, settings()).await;
    all_compacted(&db).await;
    let mut left = if expiring & 1 == 0 { bytes(&user(7, 1)) } else { bytes(&User::default()) };
    let mut is_any = expiring & 1 == 0;
    for (number, edit) in edits().iter().enumerate() {
        if expiring & (2 << number) == 0 {
            edit.make(&mut left).unwrap();
            is_any = true;
        }
    }
    let left = is_any.then(|| vellum::from_slice::<User>(&left).unwrap());
    assert_eq!(get(&db, b"ada").await, left, "{expiring:#b}");

    // A new record takes the place of what is left.
    users(&db).put(b"ada", &user(7, 2)).await.unwrap();
    users(&db).merge(b"ada", &patches[0]).await.unwrap();
    assert_eq!(get(&db, b"ada").await, Some(User { visits: 70, ..user(7, 2) }));
    db.close().await.unwrap();
}

async fn refusals(db: &Db) -> [StoreError<slatedb::Error>; 2] {
    [
        users(db).get(b"ada").await.map(drop).unwrap_err(),
        users(db).update(b"ada", |user| user.set_visits(9)).await.map(drop).unwrap_err().into(),
    ]
}

/// What an expired patch inserted is not there for the next one, which is found out. (That a field
/// has its older value is not.)
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_patch_of_an_element_that_expired_is_an_error_of_the_read_and_not_made_on_another() {
    let (clock, store): (Arc<Clock>, Store) = (Arc::default(), Arc::new(InMemory::new()));
    let db = without_compaction(&clock, &store).await;
    let start = bytes(&User { tags: vec!["one".into(), "two".into()], ..user(7, 1) });
    let inserted = merge().patch(&start, |record| User::edit(record)?.tags().insert(0, "zero")).unwrap();
    let mut record = start.clone();
    User::edit(&mut record).unwrap().tags().insert(0, "zero").unwrap();
    let removed = merge().patch(&record, |record| User::edit(record)?.tags().remove(0)).unwrap();
    let set = merge().patch(&record, |record| User::edit(record)?.tags().set(0, "null")).unwrap();
    let options = WriteOptions::default();
    for (key, next) in [(b"removed", removed), (b"changed", set)] {
        db.put(key, &start).await.unwrap();
        db.merge_with_options(key, &inserted, &MergeOptions { ttl: HOUR }, &options).await.unwrap();
        flush_tables(&db).await.unwrap();
        db.merge(key, &next).await.unwrap();
        flush_tables(&db).await.unwrap();
    }
    clock.pass_an_hour();
    // A compaction goes by the time of the last write.
    db.put(b"z", bytes(&user(9, 9))).await.unwrap();
    flush_tables(&db).await.unwrap();
    db.close().await.unwrap();
    let db = at(&clock, &store, settings()).await;
    all_compacted(&db).await;
    for key in [b"removed", b"changed"] {
        assert_eq!(users(&db).get(key).await.map(drop).unwrap_err().kind(), Some(ErrorKind::Conflict));
    }
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_records_write_does_not_expire_whatever_the_default_is() {
    let settings = Settings { default_ttl_millis: Some(1), ..settings() };
    let db = at(&Arc::default(), &(Arc::new(InMemory::new()) as Store), settings).await;
    let (_, patches, end) = history(&edits());
    users(&db).put(b"ada", &user(7, 1)).await.unwrap();
    flush_tables(&db).await.unwrap();
    for patch in &patches {
        users(&db).merge(b"ada", patch).await.unwrap();
        flush_tables(&db).await.unwrap();
    }
    users(&db).put(b"grace", &user(7, 1)).await.unwrap();
    flush_tables(&db).await.unwrap();
    for edit in edits() {
        users(&db).update(b"grace", |user| edit.on(user)).await.unwrap().unwrap();
        flush_tables(&db).await.unwrap();
    }
    users(&db).put_bytes(b"alan", &bytes(&end)).await.unwrap();
    flush_tables(&db).await.unwrap();
    all_compacted(&db).await;
    for key in [&b"ada"[..], b"grace", b"alan"] {
        assert_eq!(db.get_key_value(key).await.unwrap().unwrap().expire_ts, None);
        assert_eq!(get(&db, key).await, Some(end.clone()));
    }
    db.close().await.unwrap();
}
