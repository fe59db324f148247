//! Closures of the caller: errors of any type come back as they are, panics pass through, and neither
//! writes anything.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableTable as _, StorageError, TableDefinition};
use vellum_stores::redb::{RecordTable, UpdateResult, Vlm};
use vellum_stores::{Edit, Key, StoreError, UpdateError};

use crate::common::{User, bytes, user};

const USERS: TableDefinition<&str, Vlm<User>> = TableDefinition::new("users");

/// An error of a program's own, which is no `Error` and has no text.
#[derive(Debug, PartialEq)]
enum Refusal {
    Closed,
    Record(vellum::ErrorKind),
}

impl From<vellum::Error> for Refusal {
    fn from(error: vellum::Error) -> Self {
        Self::Record(error.kind())
    }
}

fn refuse(user: &mut Edit<'_, User>) -> Result<u32, Refusal> {
    user.set_visits(99)?;
    user.set_name("a name that takes more room than before")?;
    user.tags().clear()?;
    if user.visits()? == 99 { Err(Refusal::Closed) } else { Ok(1) }
}

fn as_box(user: &mut Edit<'_, User>) -> Result<(), Box<dyn Error>> {
    user.set_visits("ninety".parse()?)?;
    Ok(())
}

fn fail(user: &mut Edit<'_, User>) -> vellum::Result<()> {
    user.set_visits(99)?;
    user.tags().remove(7)
}

fn panic(user: &mut Edit<'_, User>) -> vellum::Result<()> {
    user.set_visits(99)?;
    panic!("a bug of the caller's")
}

/// `?` in a function of a program, whichever error the closure has.
fn passed_on(table: &mut redb::Table<'_, &'static str, Vlm<User>>) -> Result<(), Box<dyn Error>> {
    table.update("ada", as_box)?;
    Ok(())
}

fn as_store_error(table: &mut redb::Table<'_, &'static str, Vlm<User>>) -> Result<(), StoreError<StorageError>> {
    table.update("ada", fail)?;
    Ok(())
}

#[test]
fn an_edit_in_redb_fails_with_any_error_and_leaves_the_record() {
    let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
    let write = database.begin_write().unwrap();
    let mut table = write.open_table(USERS).unwrap();
    table.put_at("ada", &user(7, 1)).unwrap();

    let refused: UpdateResult<Option<u32>, Refusal> = table.update("ada", refuse);
    match refused {
        Err(UpdateError::Edit { key, error }) => assert_eq!((&*key, error), (&b"ada"[..], Refusal::Closed)),
        other => panic!("{other:?}"),
    }
    let said = passed_on(&mut table).unwrap_err().to_string();
    assert_eq!(said, "the edit of the record under `ada`: invalid digit found in string");
    let said = as_store_error(&mut table).unwrap_err().to_string();
    assert!(said.starts_with("the edit of the record under `ada`: no such path: "), "{said}");
    assert!(table.update("ada", fail).unwrap_err().kind().is_some());
    catch_unwind(AssertUnwindSafe(|| table.update("ada", panic))).unwrap_err();
    assert_eq!(table.get("ada").unwrap().unwrap().value().as_bytes(), bytes(&user(7, 1)));
    assert_eq!(table.update("ada", |user| user.visits()).unwrap(), Some(1));
}

#[test]
fn an_edit_in_heed_fails_with_any_error_and_leaves_the_record() {
    use vellum_stores::heed::RecordDatabase as _;
    let folder = tempfile::tempdir().unwrap();
    let (env, users) = crate::heed_faults::open(folder.path(), 1 << 20).unwrap();
    let (mut write, key) = (env.write_txn().unwrap(), Key::new((7, 1)).unwrap());
    users.encode(&mut write, &key, &user(7, 1)).unwrap();
    assert_eq!(users.update(&mut write, &key, refuse).unwrap_err().edit_error(), Some(&Refusal::Closed));
    assert!(users.update(&mut write, &key, as_box).unwrap_err().to_string().ends_with("invalid digit found in string"));
    users.update(&mut write, &key, fail).unwrap_err();
    catch_unwind(AssertUnwindSafe(|| users.update(&mut write, &key, panic))).unwrap_err();
    assert_eq!(users.get(&write, &key).unwrap().unwrap().as_bytes(), bytes(&user(7, 1)));
    users.update(&mut write, &key, |user| user.set_visits(2)).unwrap().unwrap();
    write.commit().unwrap();
}

#[test]
fn an_edit_in_fjall_fails_with_any_error_and_leaves_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let database = fjall::Database::builder(&folder).worker_threads(1).open().unwrap();
    let users = vellum_stores::fjall::Records::<str, User>::open(&database, "users").unwrap();
    users.put("ada", &user(7, 1)).unwrap();
    assert_eq!(users.update("ada", refuse).unwrap_err().edit_error(), Some(&Refusal::Closed));
    assert_eq!(users.patch("ada", refuse).unwrap_err().edit_error(), Some(&Refusal::Closed));
    users.patch("ada", as_box).unwrap_err();
    users.update("ada", fail).unwrap_err();
    catch_unwind(AssertUnwindSafe(|| users.patch("ada", panic))).unwrap_err();
    catch_unwind(AssertUnwindSafe(|| users.update("ada", panic))).unwrap_err();
    let found = users.get("ada").unwrap().unwrap();
    assert_eq!((found.patches(), &*found), (0, &*bytes(&user(7, 1))));
    // Others go on.
    users.patch("ada", |user| user.set_visits(2)).unwrap().unwrap();
}
