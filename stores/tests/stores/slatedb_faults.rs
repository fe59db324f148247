//! Records in SlateDB over an object store that fails, or whose answers are lost, at each of its
//! calls; and two databases over one store.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use slatedb::Db;
use slatedb::bytes::Bytes;
use slatedb::config::Settings;
use slatedb::object_store::memory::InMemory;
use slatedb::object_store::path::Path;
use slatedb::object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use tokio::time::timeout;
use vellum_stores::StoreError;

use crate::common::{User, bytes, user, visits};
use crate::nets::is_full;
use crate::slatedb_merges::{Store, flush_tables, get, merge, open, settings, users};

/// A store in memory that takes a number of calls, and fails from then on.
#[derive(Clone, Debug)]
struct Failing {
    store: Arc<InMemory>,
    left: Arc<AtomicU64>,
    /// Whether the first call that fails is done, and only its answer lost.
    is_done: bool,
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a store that fails")
    }
}

impl Failing {
    fn new(is_done: bool) -> Self {
        Self { store: Arc::default(), left: Arc::new(AtomicU64::new(u64::MAX)), is_done }
    }

    /// Whether the call is made, and whether its answer comes.
    fn call(&self) -> (bool, bool) {
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| Some(left.saturating_sub(1)));
        match left.unwrap_or(0) {
            0 => (false, false),
            1 => (self.is_done, false),
            _ => (true, true),
        }
    }

    async fn make<T>(&self, call: impl Future<Output = Result<T>> + Send) -> Result<T> {
        let (is_made, is_answered) = self.call();
        let done = if is_made { Some(call.await) } else { None };
        match done {
            Some(answer) if is_answered => answer,
            // An error that is not tried again.
            _ => Err(Error::PermissionDenied { path: "it".into(), source: "the store failed".into() }),
        }
    }
}

#[async_trait]
impl ObjectStore for Failing {
    async fn put_opts(&self, location: &Path, payload: PutPayload, options: PutOptions) -> Result<PutResult> {
        self.make(self.store.put_opts(location, payload, options)).await
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.make(self.store.put_multipart_opts(location, options)).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.make(self.store.get_opts(location, options)).await
    }

    async fn get_ranges(&self, location: &Path, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        self.make(self.store.get_ranges(location, ranges)).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        self.store.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.store.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.make(self.store.list_with_delimiter(prefix)).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.make(self.store.copy_opts(from, to, options)).await
    }
}

/// Without tasks that ask the store by themselves, so that each call belongs to a step.
async fn over(store: &Failing) -> Db {
    let builder = Db::builder("users", Arc::new(store.clone()) as Store).with_merge_operator(merge());
    let settings = Settings { compactor_options: None, manifest_poll_interval: Duration::from_secs(60), ..settings() };
    builder.with_settings(settings).build().await.unwrap()
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Made,
    NotMade,
    MaybeMade,
}

fn outcome<T: fmt::Debug>(done: std::result::Result<T, StoreError<slatedb::Error>>) -> Outcome {
    match done {
        Ok(_) => Outcome::Made,
        Err(error) if error.is_maybe_written() => Outcome::MaybeMade,
        Err(_) => Outcome::NotMade,
    }
}

const STEPS: usize = 7;

/// The record after each step, if all before it were made.
fn after(step: usize) -> Option<User> {
    let base = user(7, 1);
    match step {
        0 => Some(base),
        1 => Some(User { visits: 70, ..base }),
        2 => Some(User { visits: 70, name: "updated".into(), ..base }),
        3 => Some(User { visits: 71, name: "updated".into(), ..base }),
        4 => None,
        5 => Some(User { visits: 72, ..User::default() }),
        _ => Some(user(7, 2)),
    }
}

async fn step(db: &Db, step: usize) -> Outcome {
    let (users, key) = (users(db), &b"ada"[..]);
    match step {
        0 => outcome(users.put(key, &user(7, 1)).await),
        1 => outcome(users.merge(key, &visits(70)).await),
        2 => outcome(users.update(key, |user| user.set_name("updated")).await.map_err(StoreError::from)),
        3 => outcome(users.merge(key, &visits(71)).await),
        4 => outcome(users.remove(key).await),
        5 => outcome(users.merge(key, &visits(72)).await),
        _ => outcome(users.put(key, &user(7, 2)).await),
    }
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    AllMade,
    /// What may have been written was not, or was.
    Before,
    After,
    NotMade,
}

async fn case(calls: u64, is_done: bool) -> End {
    let store = Failing::new(is_done);
    let db = over(&store).await;
    store.left.store(calls + 1, Ordering::SeqCst);
    let mut outcomes = Vec::new();
    for number in 0..STEPS {
        // A step that hangs is one whose process is killed.
        let done = timeout(Duration::from_secs(1), step(&db, number)).await;
        outcomes.push(done.unwrap_or(Outcome::MaybeMade));
        if outcomes.last() != Some(&Outcome::Made) {
            break;
        }
        if number % 2 == 1 {
            let _ = timeout(Duration::from_secs(1), flush_tables(&db)).await;
        }
    }
    let is_failed = store.left.load(Ordering::SeqCst) == 0;
    let _ = timeout(Duration::from_millis(100), db.close()).await;
    drop(db);

    store.left.store(u64::MAX, Ordering::SeqCst);
    let db = over(&store).await;
    let made = outcomes.iter().filter(|outcome| **outcome == Outcome::Made).count();
    let found = get(&db, b"ada").await;
    db.close().await.unwrap();
    let before = made.checked_sub(1).and_then(after);
    let what = format!("{calls} calls, answer lost: {is_done}, {outcomes:?}: {found:?}");
    match outcomes.last() {
        Some(Outcome::MaybeMade) => assert!(found == before || found == after(made), "{what}"),
        _ => assert_eq!(found, before, "{what}"),
    }
    match outcomes.last() {
        _ if !is_failed => End::AllMade,
        Some(Outcome::MaybeMade) if found != before => End::After,
        Some(Outcome::MaybeMade) => End::Before,
        _ => End::NotMade,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_store_that_fails_at_any_call_has_taken_is_there_and_no_more_than_was_said() {
    // All cases wait at once.
    let mut ends = Vec::new();
    for (calls, is_done) in
        (0..48).step_by(if is_full() { 1 } else { 3 }).flat_map(|calls| [(calls, false), (calls, true)])
    {
        ends.push(tokio::spawn(case(calls, is_done)));
    }
    let mut met = [0; 4];
    for end in ends {
        met[end.await.unwrap() as usize] += 1;
    }
    println!("{met:?}");
    assert!(met.iter().take(3).all(|count| *count > 0), "{met:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_another_one_has_replaced_writes_nothing_and_says_that_it_may() {
    let store: Store = Arc::new(InMemory::new());
    let old = open(&store).await;
    users(&old).put(b"ada", &user(7, 1)).await.unwrap();
    let new = open(&store).await;
    users(&new).merge(b"ada", &visits(70)).await.unwrap();
    for number in [1, 2, 4, 6] {
        let done = timeout(Duration::from_secs(5), step(&old, number)).await.unwrap_or(Outcome::MaybeMade);
        assert_ne!(done, Outcome::Made, "{number}");
    }
    assert_eq!(get(&new, b"ada").await, Some(User { visits: 70, ..user(7, 1) }));
    new.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn updates_in_a_race_lose_no_edit() {
    let db = open(&(Arc::new(InMemory::new()) as Store)).await;
    users(&db).put(b"ada", &User { visits: 0, ..user(7, 1) }).await.unwrap();
    let mut tasks = Vec::new();
    for number in 0..4 {
        let users = users(&db);
        tasks.push(tokio::spawn(async move {
            for _ in 0..10 {
                if number == 0 {
                    // A writer that does not read.
                    users.merge(b"grace", &visits(7)).await.unwrap();
                }
                users.update(b"ada", |user| user.set_visits(user.visits()? + 1)).await.unwrap().unwrap();
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(get(&db, b"ada").await.unwrap().visits, 40);
    db.close().await.unwrap();
}

/// Writes that come between the reading of an update and its commit, by functions of every kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_update_is_made_again_on_what_another_writer_wrote_meanwhile() {
    let db = open(&(Arc::new(InMemory::new()) as Store)).await;
    let (all, whole) = (users(&db), bytes(&User { visits: 50, ..user(7, 1) }));
    for other in 0..6 {
        all.put(b"ada", &User { visits: 1, ..user(7, 1) }).await.unwrap();
        let mut calls = 0;
        let write = async || match other {
            0 => all.put(b"ada", &User { visits: 50, ..user(7, 1) }).await.unwrap(),
            1 => all.merge(b"ada", &visits(50)).await.unwrap(),
            2 => all.merge(b"ada", &whole).await.unwrap(),
            3 => drop(db.put(b"ada", &whole).await.unwrap()),
            4 => all.update(b"ada", |user| user.set_visits(50)).await.unwrap().unwrap(),
            _ => all.remove(b"ada").await.unwrap(),
        };
        let done = all.update(b"ada", |user| {
            calls += 1;
            let visits = user.visits()?;
            if calls == 1 {
                tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(write()));
            }
            user.set_visits(visits + 1)
        });
        let done = done.await.unwrap();
        let expected = (other < 5).then_some(51);
        assert_eq!((done, calls), (expected.map(|_| ()), if other < 5 { 2 } else { 1 }), "{other}");
        assert_eq!(get(&db, b"ada").await.map(|user| user.visits), expected, "{other}");
    }
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_error_of_the_caller_comes_back_and_keys_that_cannot_be_are_refused() {
    let db = open(&(Arc::new(InMemory::new()) as Store)).await;
    users(&db).put(b"ada", &user(7, 1)).await.unwrap();
    let all = users(&db);
    let failing = all.update(b"ada", |user| {
        user.set_visits(99).unwrap();
        Err::<(), _>("too many visits")
    });
    assert_eq!(failing.await.unwrap_err().edit_error(), Some(&"too many visits"));
    assert_eq!(get(&db, b"ada").await, Some(user(7, 1)));
    assert_eq!(users(&db).update(b"nobody", |_| Ok::<(), ()>(())).await.unwrap(), None);
    for key in [vec![], vec![7; 65_536]] {
        assert!(matches!(users(&db).put(&key, &user(7, 1)).await, Err(StoreError::Refused { .. })));
        assert!(matches!(users(&db).get(&key).await, Err(StoreError::Refused { .. })));
        assert!(matches!(users(&db).remove(&key).await, Err(StoreError::Refused { .. })));
    }
    db.close().await.unwrap();
}
