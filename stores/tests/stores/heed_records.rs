//! Databases of LMDB, through heed, in a file.

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvOpenOptions};
use vellum::patch::physical;
use vellum::{ErrorKind, Vellum};
use vellum_stores::Key;
use vellum_stores::heed::{KeyOf, RecordDatabase, Vlm};

use crate::common::{User, bytes, patch, refused, user};

type Users = Database<'static, KeyOf<User>, Vlm<User>>;

fn open(folder: &std::path::Path) -> (Env, Users) {
    // SAFETY: the folder is the test's own, and nobody else changes the file.
    let env = unsafe { EnvOpenOptions::new().map_size(1 << 20).open(folder).unwrap() };
    let write = env.write_txn().unwrap();
    let users = env.create_databases_and_commit(write, |opener, write| {
        opener.create_database::<KeyOf<User>, Vlm<User>>(write, None).map(CommitOrAbort::<_, ()>::Commit)
    });
    (env, users.unwrap().unwrap_commit())
}

fn put(env: &Env, users: &Users, all: &[User]) {
    let mut write = env.write_txn().unwrap();
    for user in all {
        users.encode(&mut write, &Key::new((user.org, user.id)).unwrap(), user).unwrap();
    }
    write.commit().unwrap();
}

fn get(env: &Env, users: &Users, org: u16, id: u32) -> Option<User> {
    let read = env.read_txn().unwrap();
    let found = users.get(&read, &Key::new((org, id)).unwrap()).unwrap();
    found.map(|found| found.decode().unwrap())
}

#[test]
fn records_are_scanned_in_the_order_of_their_keys() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    let all: Vec<User> = (0..20).flat_map(|org| (0..20).map(move |id| user(org, id))).collect();
    put(&env, &users, &all);
    let read = env.read_txn().unwrap();
    let of_seven = users.range(&read, &Key::prefix(7).unwrap()).unwrap();
    let ids: Vec<u32> = of_seven.map(|entry| entry.unwrap().1.peek().unwrap().id().unwrap()).collect();
    assert_eq!(ids, (0..20).rev().collect::<Vec<_>>()); // `id desc`
}

#[test]
fn records_lie_at_odd_addresses_and_are_read_there() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    let raw = users.remap_key_type::<Bytes>();
    let mut write = env.write_txn().unwrap();
    for len in 1..40 {
        raw.encode(&mut write, &vec![7_u8; len], &User { visits: len as u32, ..user(7, 1) }).unwrap();
    }
    write.commit().unwrap();
    let read = env.read_txn().unwrap();
    let mut remainders = [false; 8];
    for entry in raw.iter(&read).unwrap() {
        let (key, record) = entry.unwrap();
        remainders[record.as_bytes().as_ptr().addr() % 8] = true;
        assert_eq!(record.peek().unwrap().visits().unwrap() as usize, key.len());
        assert_eq!(record.prove().unwrap().name(), "user 1 of 7");
    }
    assert!(remainders[1] | remainders[3] | remainders[5] | remainders[7], "no odd address: {remainders:?}");
}

#[test]
fn edits_and_patches_are_made_in_the_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    put(&env, &users, &[user(7, 1), user(7, 2)]);
    let key = Key::<User>::new((7, 2)).unwrap();
    let mut write = env.write_txn().unwrap();
    assert_eq!(users.update(&mut write, &key, |user| user.set_visits(70)).unwrap(), Some(()));
    let change = patch(&bytes(&user(7, 2)), |record| User::edit(record)?.tags().push("patched"));
    assert!(users.apply(&mut write, &key, &change).unwrap());
    let before = users.get(&write, &key).unwrap().unwrap().as_bytes().to_vec();
    let mut after = before.clone();
    User::edit(&mut after).unwrap().set_visits(71).unwrap();
    let change = physical::between(&before, &after).unwrap();
    assert!(users.apply(&mut write, &key, &change).unwrap());
    let nobody = Key::new((8, 1)).unwrap();
    assert_eq!(users.update(&mut write, &nobody, |user| user.set_visits(70)).unwrap(), None);
    assert!(!users.apply(&mut write, &nobody, &change).unwrap());
    write.commit().unwrap();

    // Not committed, and gone.
    let mut write = env.write_txn().unwrap();
    users.encode(&mut write, &key, &user(7, 9)).unwrap();
    drop(write);
    let tags = vec!["new".into(), "patched".into()];
    assert_eq!(get(&env, &users, 7, 2), Some(User { visits: 71, tags, ..user(7, 2) }));
    assert_eq!(get(&env, &users, 7, 1), Some(user(7, 1)));
}

#[test]
fn what_is_refused_leaves_the_record_and_names_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    put(&env, &users, &[user(7, 1)]);
    let key = Key::new((7, 1)).unwrap();
    let mut write = env.write_txn().unwrap();
    for (what, change, kind) in refused() {
        let error = users.apply(&mut write, &key, &change).unwrap_err();
        assert_eq!(error.kind(), Some(kind), "{what}: {error}");
        assert!(error.to_string().starts_with(r"the patch for the record under `\x00\x07\xff\xff\xff\xfe`: "));
    }
    let failing = users.update(&mut write, &key, |user| {
        user.set_visits(99).unwrap();
        Err::<(), _>("too many visits")
    });
    assert_eq!(failing.unwrap_err().edit_error(), Some(&"too many visits"));
    write.commit().unwrap();
    assert_eq!(get(&env, &users, 7, 1), Some(user(7, 1)));
}

/// A value that encoding may refuse.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Short {
    #[vellum(max = 4)]
    text: String,
}

fn short(text: &str) -> Short {
    Short { text: text.into() }
}

#[test]
fn a_value_that_is_refused_while_it_is_written_leaves_nothing_or_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    let shorts = users.remap_types::<Bytes, Vlm<Short>>();
    let mut write = env.write_txn().unwrap();
    let error = shorts.encode(&mut write, &b"a"[..], &short("too long")).unwrap_err();
    assert!(error.to_string().starts_with("the new record under `a`: "), "{error}");
    assert!(shorts.get(&write, &b"a"[..]).unwrap().is_none());
    shorts.encode(&mut write, &b"a"[..], &short("fits")).unwrap();
    shorts.encode(&mut write, &b"a"[..], &short("too long")).unwrap_err();
    let found = shorts.get(&write, &b"a"[..]).unwrap().unwrap();
    assert_eq!(found.decode().unwrap(), short("fits"));
}

#[test]
fn a_map_that_is_full_loses_nothing_that_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    put(&env, &users, &[user(7, 1)]);
    let mut write = env.write_txn().unwrap();
    let long = "x".repeat(2 << 20);
    let key = Key::new((7, 1)).unwrap();
    let error = users.update(&mut write, &key, |user| user.set_name(&long)).unwrap_err();
    assert!(error.to_string().starts_with("the store: "), "{error}");
    drop(write);
    assert_eq!(get(&env, &users, 7, 1), Some(user(7, 1)));
}

#[test]
fn bytes_that_are_no_record_are_an_error_of_the_getter() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    let raw = users.remap_data_type::<Bytes>();
    let key = Key::new((7, 1)).unwrap();
    let mut write = env.write_txn().unwrap();
    raw.put(&mut write, &key, &b"\x05no record"[..]).unwrap();
    let found = users.get(&write, &key).unwrap().unwrap();
    assert!(found.prove().is_err());
    let error = users.update(&mut write, &key, |user| user.set_visits(1)).unwrap_err();
    assert_eq!(error.kind(), Some(ErrorKind::Corrupt));
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(lineage)]
struct Length {
    value: f64,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(lineage)]
struct Count {
    value: u64,
}

#[test]
fn records_with_a_lineage_are_refused_by_another_type() {
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = open(folder.path());
    let lengths = users.remap_types::<Bytes, Vlm<Length>>();
    let counts = users.remap_types::<Bytes, Vlm<Count>>();
    let mut write = env.write_txn().unwrap();
    lengths.encode(&mut write, &b"a"[..], &Length { value: 1.5 }).unwrap();
    assert_eq!(lengths.get(&write, &b"a"[..]).unwrap().unwrap().peek().unwrap().value().unwrap(), 1.5);
    let found = counts.get(&write, &b"a"[..]).unwrap().unwrap();
    assert!(found.peek().is_err() && found.prove().is_err() && found.decode().is_err());
    counts.update(&mut write, &b"a"[..], |count| count.set_value(7)).unwrap_err();
}
