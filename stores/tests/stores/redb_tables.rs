//! Tables of redb, in memory and in a file.

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError};
use vellum::patch::physical;
use vellum::{ErrorKind, Vellum};
use vellum_stores::Key;
use vellum_stores::redb::{KeyOf, KeyedTable, RecordTable, Vlm};

use crate::common::{NewerUser, Reading, User, Visitor, bytes, patch, refused, user};

const USERS: TableDefinition<KeyOf<User>, Vlm<User>> = TableDefinition::new("users");

fn in_memory() -> Database {
    Database::builder().create_with_backend(InMemoryBackend::new()).unwrap()
}

fn put(database: &Database, users: &[User]) {
    let write = database.begin_write().unwrap();
    {
        let mut table = write.open_table(USERS).unwrap();
        for user in users {
            table.put(user).unwrap();
        }
    }
    write.commit().unwrap();
}

fn get(database: &Database, org: u16, id: u32) -> Option<User> {
    let table = database.begin_read().unwrap().open_table(USERS).unwrap();
    let found = table.get(Key::new((org, id)).unwrap()).unwrap();
    found.map(|user| user.value().decode().unwrap())
}

#[test]
fn records_are_read_in_the_page_and_scanned_in_the_order_of_their_keys() {
    let database = in_memory();
    // Enough for branches, whose separators are shortened keys.
    let mut users: Vec<User> = (0..40).flat_map(|org| (0..25).map(move |id| user(org, id))).collect();
    users.reverse();
    put(&database, &users);

    let table = database.begin_read().unwrap().open_table(USERS).unwrap();
    let entries: Vec<_> = table.range(Key::prefix(7).unwrap()).unwrap().map(Result::unwrap).collect();
    let ids: Vec<u32> = entries.iter().map(|(_, user)| user.value().peek().unwrap().id().unwrap()).collect();
    assert_eq!(ids, (0..25).rev().collect::<Vec<_>>()); // `id desc`
    for (key, value) in &entries {
        let view = value.value().prove().unwrap();
        assert_eq!(view.org(), 7);
        assert_eq!(key.value(), Key::new((7, view.id())).unwrap());
    }
}

#[test]
fn records_lie_at_odd_addresses_and_are_read_there() {
    let database = in_memory();
    let write = database.begin_write().unwrap();
    const BY_NAME: TableDefinition<&str, Vlm<User>> = TableDefinition::new("by_name");
    {
        let mut table = write.open_table(BY_NAME).unwrap();
        for len in 1..40 {
            let name = "n".repeat(len);
            table.put_at(&*name, &User { name: name.clone(), ..user(7, 1) }).unwrap();
        }
        let mut remainders = [false; 8];
        for entry in table.iter().unwrap() {
            let (key, value) = entry.unwrap();
            let record = value.value();
            remainders[record.as_bytes().as_ptr().addr() % 8] = true;
            assert_eq!(record.peek().unwrap().name().unwrap(), key.value());
            assert_eq!(record.prove().unwrap().visits(), 1);
        }
        assert!(remainders.iter().filter(|met| **met).count() > 4, "{remainders:?}");
    }
    write.commit().unwrap();
}

#[test]
fn edits_and_patches_are_made_over_the_old_value() {
    let database = in_memory();
    put(&database, &[user(7, 1), user(7, 2), user(7, 3)]);
    let write = database.begin_write().unwrap();
    {
        let mut table = write.open_table(USERS).unwrap();
        let key = Key::new((7, 2)).unwrap();
        let done = table.update(&key, |user| user.set_visits(70)).unwrap();
        assert_eq!(done, Some(()));
        // Longer than its page has room for.
        let long = "x".repeat(10_000);
        table.update(&key, |user| user.set_name(&long)).unwrap();
        let before = table.get(&key).unwrap().unwrap().value().as_bytes().to_vec();
        let change = patch(&before, |record| User::edit(record)?.tags().push("patched"));
        assert!(table.apply(&key, &change).unwrap());

        // A physical patch applies to the bytes that it was made for.
        let before = table.get(&key).unwrap().unwrap().value().as_bytes().to_vec();
        let mut after = before.clone();
        User::edit(&mut after).unwrap().set_visits(71).unwrap();
        let change = physical::between(&before, &after).unwrap();
        assert!(table.apply(&key, &change).unwrap());
        let error = table.apply(&key, &change).unwrap_err();
        assert_eq!(error.kind(), Some(ErrorKind::Conflict), "{error}");

        let nobody = Key::new((8, 1)).unwrap();
        assert_eq!(table.update(&nobody, |_| Ok::<(), ()>(())).unwrap(), None);
        assert!(!table.apply(&nobody, &change).unwrap());
    }
    write.commit().unwrap();
    let edited = get(&database, 7, 2).unwrap();
    assert_eq!((edited.visits, edited.name.len(), edited.tags), (71, 10_000, vec!["new".into(), "patched".into()]));
    assert_eq!(get(&database, 7, 1), Some(user(7, 1)));
    assert_eq!(get(&database, 7, 3), Some(user(7, 3)));
}

#[test]
fn what_is_refused_leaves_the_record_and_names_its_key() {
    let database = in_memory();
    put(&database, &[user(7, 1)]);
    let write = database.begin_write().unwrap();
    {
        let mut table = write.open_table(USERS).unwrap();
        let key = Key::new((7, 1)).unwrap();
        for (what, change, kind) in refused() {
            let error = table.apply(&key, &change).unwrap_err();
            assert_eq!(error.kind(), Some(kind), "{what}: {error}");
            let said = error.to_string();
            assert!(said.starts_with(r"the patch for the record under `\x00\x07\xff\xff\xff\xfe`: "), "{said}");
        }
        let error = table
            .update(&key, |user| {
                user.set_visits(99).unwrap();
                Err::<(), _>("too many visits")
            })
            .unwrap_err();
        assert_eq!(error.edit_error(), Some(&"too many visits"));
        let said = r"the edit of the record under `\x00\x07\xff\xff\xff\xfe`: too many visits";
        assert_eq!(error.to_string(), said);
    }
    write.commit().unwrap();
    assert_eq!(get(&database, 7, 1), Some(user(7, 1)));
}

#[test]
fn a_table_of_another_type_or_key_is_refused_and_a_newer_revision_is_not() {
    let database = in_memory();
    put(&database, &[user(7, 1)]);

    const OTHER: TableDefinition<KeyOf<User>, Vlm<Reading>> = TableDefinition::new("users");
    const OTHER_KEY: TableDefinition<KeyOf<Reading>, Vlm<User>> = TableDefinition::new("users");
    let read = database.begin_read().unwrap();
    let said = |error: Result<(), TableError>| error.unwrap_err().to_string();
    for error in [said(read.open_table(OTHER).map(drop)), said(read.open_table(OTHER_KEY).map(drop))] {
        assert!(error.contains("value type vellum::User("), "{error}");
        assert!(error.contains("key(org, id desc)"), "{error}");
    }
    // The same fields, of another name: feet are not meters.
    const OTHER_NAME: TableDefinition<KeyOf<User>, Vlm<Visitor>> = TableDefinition::new("users");
    assert!(matches!(read.open_table(OTHER_NAME), Err(TableError::TableTypeMismatch { .. })));

    const NEWER: TableDefinition<KeyOf<NewerUser>, Vlm<NewerUser>> = TableDefinition::new("users");
    let table = read.open_table(NEWER).unwrap();
    let found = table.get(Key::new((7, 1)).unwrap()).unwrap().unwrap();
    assert_eq!(found.value().peek().unwrap().email().unwrap(), None);
}

#[test]
fn bytes_that_are_no_record_are_an_error_of_the_getter() {
    let database = in_memory();
    let write = database.begin_write().unwrap();
    {
        let mut table = write.open_table(USERS).unwrap();
        let mut damaged = bytes(&user(7, 1));
        damaged.truncate(damaged.len() - 4);
        for (id, bytes) in [(1, &b""[..]), (2, b"\x05no record"), (3, &damaged)] {
            table.insert(Key::new((7, id)).unwrap(), vellum_stores::Stored::new(bytes)).unwrap();
        }
        for entry in table.iter().unwrap() {
            let (key, value) = entry.unwrap();
            assert!(value.value().prove().is_err(), "{:?}", key.value());
            assert!(value.value().decode().is_err(), "{:?}", key.value());
        }
        let error = table.update(Key::new((7, 2)).unwrap(), |user| user.set_visits(1)).unwrap_err();
        assert_eq!(error.kind(), Some(ErrorKind::Corrupt), "{error}");
    }
    write.commit().unwrap();
}

#[test]
fn a_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("users.redb");
    {
        let database = Database::create(&path).unwrap();
        put(&database, &[user(7, 1), user(7, 2)]);
        // Not committed, and gone.
        let write = database.begin_write().unwrap();
        write.open_table(USERS).unwrap().put(&User { visits: 100, ..user(7, 1) }).unwrap();
    }
    let database = Database::open(&path).unwrap();
    assert_eq!(get(&database, 7, 1), Some(user(7, 1)));
    assert_eq!(get(&database, 7, 2), Some(user(7, 2)));
}
