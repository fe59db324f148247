//! Keyspaces of fjall with their patches, on a disk, after a crash, and with a journal that ends
//! early.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fjall::{Database, KeyspaceCreateOptions};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use vellum::{ErrorKind, Vellum};
use vellum_stores::fjall::Records;

use crate::common::{Edit, User, bytes, edit, patch, refused, user, visits};

fn open(folder: &Path) -> (Database, Records<[u8], User>) {
    let database = Database::builder(folder).worker_threads(1).open().unwrap();
    let users = Records::open(&database, "users").unwrap();
    (database, users)
}

fn get(users: &Records<[u8], User>, key: &[u8]) -> Option<User> {
    users.get(key).unwrap().map(|found| found.stored().decode().unwrap())
}

/// What a program does to a key.
#[derive(Clone, Debug)]
enum Step {
    Put(u8, u32),
    Patch(u8, Edit),
    Update(u8, Edit),
    Append(u8, u32),
    Fold(u8),
    FoldAll,
    Remove(u8),
    Flush,
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let key = 0..4u8;
    prop_oneof![
        3 => (key.clone(), any::<u32>()).prop_map(|(key, id)| Step::Put(key, id)),
        12 => (key.clone(), edit()).prop_map(|(key, edit)| Step::Patch(key, edit)),
        3 => (key.clone(), edit()).prop_map(|(key, edit)| Step::Update(key, edit)),
        5 => (key.clone(), any::<u32>()).prop_map(|(key, count)| Step::Append(key, count)),
        2 => key.clone().prop_map(Step::Fold),
        1 => Just(Step::FoldAll),
        1 => key.prop_map(Step::Remove),
        1 => Just(Step::Flush),
        1 => Just(Step::Reopen),
    ]
}

/// Keys of which one begins with the other, and of bytes that numbers of patches have, too.
fn name(key: u8) -> &'static [u8] {
    [&b"a"[..], b"a\0", b"a\0\0\0\0\0\0\0\0\0", b"\xFF"][usize::from(key)]
}

fn run(steps: Vec<Step>) {
    let folder = tempfile::tempdir().unwrap();
    let (mut database, mut users) = open(folder.path());
    let mut model: BTreeMap<u8, User> = BTreeMap::new();
    for step in steps {
        match step {
            Step::Put(key, id) => {
                users.put(name(key), &user(1, id)).unwrap();
                model.insert(key, user(1, id));
            }
            Step::Patch(key, edit) | Step::Update(key, edit) if !model.contains_key(&key) => {
                assert_eq!(users.patch(name(key), |user| edit.on(user)).unwrap(), None);
                assert_eq!(users.update(name(key), |user| edit.on(user)).unwrap(), None);
            }
            Step::Patch(key, edit) => {
                users.patch(name(key), |user| edit.on(user)).unwrap().unwrap();
                change(&mut model, key, &edit);
            }
            Step::Update(key, edit) => {
                users.update(name(key), |user| edit.on(user)).unwrap().unwrap();
                assert_eq!(users.get(name(key)).unwrap().unwrap().patches(), 0);
                change(&mut model, key, &edit);
            }
            Step::Append(key, count) => {
                users.append(name(key), &visits(count)).unwrap();
                model.entry(key).or_default().visits = count;
            }
            Step::Fold(key) => {
                users.fold(name(key)).unwrap();
                assert!(users.get(name(key)).unwrap().is_none_or(|found| found.patches() == 0));
            }
            Step::FoldAll => {
                users.fold_all().unwrap();
                assert_eq!(users.fold_all().unwrap(), 0);
            }
            Step::Remove(key) => {
                users.remove(name(key)).unwrap();
                model.remove(&key);
            }
            Step::Flush => {
                for keyspace in ["users", "users.patches"] {
                    let keyspace = database.keyspace(keyspace, KeyspaceCreateOptions::default).unwrap();
                    keyspace.rotate_memtable_and_wait().unwrap();
                }
            }
            Step::Reopen => {
                drop((users, database));
                (database, users) = open(folder.path());
            }
        }
        for key in 0..4 {
            assert_eq!(get(&users, name(key)), model.get(&key).cloned());
        }
    }
}

fn change(model: &mut BTreeMap<u8, User>, key: u8, edit: &Edit) {
    let user = model.get_mut(&key).unwrap();
    let mut record = bytes(user);
    edit.make(&mut record).unwrap();
    *user = vellum::from_slice(&record).unwrap();
}

#[test]
fn a_keyspace_is_as_if_all_edits_were_made_on_whole_records() {
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::with_cases(8) });
    runner
        .run(&prop::collection::vec(step(), 50), |steps| {
            run(steps);
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_record_without_patches_is_the_slice_that_fjall_lends() {
    let folder = tempfile::tempdir().unwrap();
    let (_database, users) = open(folder.path());
    users.put_bytes(b"ada", &bytes(&user(7, 1))).unwrap();
    let found = users.get(b"ada").unwrap().unwrap();
    assert_eq!((found.patches(), &*found), (0, &*bytes(&user(7, 1))));
    assert_eq!(found.peek().unwrap().name().unwrap(), "user 1 of 7");
    assert_eq!(users.patch(b"ada", |user| user.set_visits(8)).unwrap(), Some(()));
    // What changes nothing stores nothing.
    assert_eq!(users.patch(b"ada", |user| user.set_visits(8)).unwrap(), Some(()));
    assert_eq!(users.get(b"ada").unwrap().unwrap().patches(), 1);
    assert!(users.fold(b"ada").unwrap());
    assert!(!users.fold(b"ada").unwrap());
    assert!(!users.fold(b"nobody").unwrap());
    assert_eq!(get(&users, b"ada"), Some(User { visits: 8, ..user(7, 1) }));
}

#[test]
fn what_is_refused_is_not_stored_and_names_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let (_database, users) = open(folder.path());
    users.put(b"ada", &user(7, 1)).unwrap();
    for (what, patch, kind) in refused() {
        let error = users.append(b"ada", &patch).unwrap_err();
        assert_eq!(error.kind(), Some(kind), "{what}: {error}");
        assert!(error.to_string().starts_with("the patch for the record under `ada`: "), "{error}");
    }
    assert_eq!(users.append(b"ada", &bytes(&user(7, 2))).unwrap_err().kind(), Some(ErrorKind::Corrupt));
    assert_eq!(users.put_bytes(b"ada", b"\x05no record").unwrap_err().kind(), Some(ErrorKind::Corrupt));
    let failing = |user: &mut vellum_stores::Edit<'_, User>| {
        user.set_visits(99).unwrap();
        Err::<(), _>("too many visits")
    };
    assert_eq!(users.patch(b"ada", failing).unwrap_err().edit_error(), Some(&"too many visits"));
    assert_eq!(users.update(b"ada", failing).unwrap_err().edit_error(), Some(&"too many visits"));
    assert!(users.put(b"", &user(7, 1)).unwrap_err().to_string().contains("a key has at least one byte"));
    assert!(users.get(&[7; 65_530]).unwrap_err().to_string().contains("more than 65525 bytes"));
    let found = users.get(b"ada").unwrap().unwrap();
    assert_eq!((found.patches(), found.stored().decode().unwrap()), (0, user(7, 1)));
}

/// A patch that removes what is not there can be appended, as nobody reads the record then.
#[test]
fn a_patch_for_another_base_is_an_error_of_the_read_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (database, users) = open(folder.path());
    users.put(b"ada", &User { tags: vec!["other".into()], ..user(7, 1) }).unwrap();
    let remove = patch(&bytes(&user(7, 1)), |record| User::edit(record)?.tags().remove(0));
    users.append(b"ada", &remove).unwrap();
    let error = users.get(b"ada").unwrap_err();
    assert_eq!(error.kind(), Some(ErrorKind::Conflict));
    assert!(error.to_string().starts_with("the record with its patches under `ada`: "), "{error}");
    assert_eq!(users.fold(b"ada").unwrap_err().kind(), Some(ErrorKind::Conflict));
    // Both are there as they were.
    let records = database.keyspace("users", KeyspaceCreateOptions::default).unwrap();
    let record = records.get(b"ada").unwrap().unwrap();
    assert_eq!(vellum::from_slice::<User>(&record).unwrap().tags, ["other"]);
    users.put(b"ada", &user(7, 2)).unwrap();
    assert_eq!(get(&users, b"ada"), Some(user(7, 2)));
}

/// All files as they are while the database is open, the journal up to some byte: what is on the
/// disk after a crash. Tells how long the journal is.
fn copy(from: &Path, to: &Path, journal_len: Option<usize>) -> usize {
    let mut longest = 0;
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            longest = longest.max(copy(&entry.path(), &target, journal_len));
        } else if entry.path().extension().is_some_and(|extension| extension == "jnl") {
            let bytes = fs::read(entry.path()).unwrap();
            let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            longest = longest.max(used);
            fs::write(target, &bytes[..journal_len.unwrap_or(used).min(used)]).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
    longest
}

#[test]
fn after_a_crash_in_the_middle_each_change_is_there_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let (_database, users) = open(folder.path());
    users.put(b"ada", &user(7, 1)).unwrap();
    let mut states = vec![None, get(&users, b"ada")];
    for count in 0..6 {
        users.patch(b"ada", |user| user.set_visits(100 + count)).unwrap();
        states.push(get(&users, b"ada"));
    }
    users.fold(b"ada").unwrap(); // removes six patches and writes one record: one batch
    users.patch(b"ada", |user| user.tags().push("last")).unwrap();
    states.push(get(&users, b"ada"));

    let whole = tempfile::tempdir().unwrap();
    let used = copy(folder.path(), whole.path(), None);
    assert_eq!(get(&open(whole.path()).1, b"ada"), *states.last().unwrap());
    drop(whole);

    let mut met = 0;
    for len in (0..used).step_by(50).chain([used]) {
        let crashed = tempfile::tempdir().unwrap();
        copy(folder.path(), crashed.path(), Some(len));
        let Ok(database) = Database::builder(crashed.path()).worker_threads(1).open() else { continue };
        let users: Records<[u8], User> = Records::open(&database, "users").unwrap();
        let found = get(&users, b"ada");
        let state = states.iter().position(|state| *state == found);
        let state = state.unwrap_or_else(|| panic!("{len}: {found:?}"));
        assert!(state >= met, "a longer journal has an older state: {state} after {met}");
        met = state;
        // It goes on from there.
        users.put(b"ada", &user(7, 9)).unwrap();
        users.patch(b"ada", |user| user.set_visits(1)).unwrap();
        assert_eq!(get(&users, b"ada"), Some(User { visits: 1, ..user(7, 9) }));
    }
    assert_eq!(met, states.len() - 1);
}

#[test]
fn clones_edit_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let (_database, users) = open(folder.path());
    users.put(b"ada", &User { visits: 0, ..user(7, 1) }).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let users = users.clone();
            scope.spawn(move || {
                for _ in 0..50 {
                    let count = |user: &mut vellum_stores::Edit<'_, User>| user.set_visits(user.visits()? + 1);
                    users.patch(b"ada", count).unwrap().unwrap();
                }
            });
        }
    });
    assert_eq!(get(&users, b"ada").unwrap().visits, 200);
}
