//! Keyspaces of fjall that several handles write, and names that collide.

use fjall::{Database, KeyspaceCreateOptions};
use vellum_stores::fjall::Records;
use vellum_stores::{Key, KeyOf, StoreError};

use crate::common::{User, user, visits};

#[test]
fn handles_that_were_opened_one_by_one_write_in_turn_and_lose_no_patch() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::builder(&folder).worker_threads(1).open().unwrap();
    let open = || Records::<str, User>::open(&database, "users").unwrap();
    let first = open();
    first.put("ada", &User { visits: 0, ..user(7, 1) }).unwrap();
    // Both append: neither takes the number of the other's patch.
    let second = open();
    first.append("ada", &visits(1)).unwrap();
    second.append("ada", &visits(2)).unwrap();
    first.append("ada", &visits(3)).unwrap();
    let found = second.get("ada").unwrap().unwrap();
    assert_eq!((found.patches(), found.peek().unwrap().visits().unwrap()), (3, 3));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let users = open();
            scope.spawn(move || {
                for _ in 0..25 {
                    users.patch("ada", |user| user.set_visits(user.visits()? + 1)).unwrap().unwrap();
                    users.update("grace", |_| Ok::<(), ()>(())).unwrap();
                }
            });
        }
    });
    assert_eq!(first.get("ada").unwrap().unwrap().peek().unwrap().visits().unwrap(), 103);
    // All are closed, and it is opened again: the next number is that after the last.
    drop((first, second));
    let again = open();
    again.append("ada", &visits(7)).unwrap();
    assert_eq!(again.get("ada").unwrap().unwrap().peek().unwrap().visits().unwrap(), 7);
}

#[test]
fn no_keyspace_is_that_of_records_and_of_the_patches_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::builder(&folder).worker_threads(1).open().unwrap();
    for name in ["", "users.patches", ".patches", "x.patches.patches", &"n".repeat(248)] {
        let error = Records::<str, User>::open(&database, name).unwrap_err();
        assert!(matches!(error, StoreError::Refused { .. }), "{name}: {error}");
    }
    Records::<str, User>::open(&database, &"n".repeat(247)).unwrap();

    // A keyspace that the program uses itself, by a name that would be ours.
    let own = database.keyspace("carts.patches", KeyspaceCreateOptions::default).unwrap();
    own.insert("a key of the program", "a value of the program").unwrap();
    let error = Records::<str, User>::open(&database, "carts").unwrap_err();
    assert_eq!(error.to_string(), "refused, `carts.patches`: this keyspace holds other keys than those of patches");
    assert_eq!(*own.get("a key of the program").unwrap().unwrap(), *b"a value of the program");
}

#[test]
fn keys_of_records_sort_by_what_they_declare_and_are_folded_by_any_type() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::builder(&folder).worker_threads(1).open().unwrap();
    let users = Records::<KeyOf<User>, User>::open(&database, "users").unwrap();
    for id in [3, 1, 2] {
        users.put(&Key::new((7, id)).unwrap(), &user(7, id)).unwrap();
        users.append(&Key::of(&user(7, id)).unwrap(), &visits(70)).unwrap();
    }
    assert_eq!(users.fold_all().unwrap(), 3);
    let raw = database.keyspace("users", KeyspaceCreateOptions::default).unwrap();
    let ids = raw.iter().map(|entry| vellum::from_slice::<User>(&entry.value().unwrap()).unwrap().id);
    assert_eq!(ids.collect::<Vec<_>>(), [3, 2, 1]); // `id desc`

    let counted = Records::<(String, u16), User>::open(&database, "counted").unwrap();
    counted.put(("ada", 7), &user(7, 1)).unwrap();
    counted.patch(("ada", 7), |user| user.set_visits(9)).unwrap().unwrap();
    assert!(counted.get(("ada", 8)).unwrap().is_none());
    counted.remove(("ada", 7)).unwrap();
    assert!(counted.get(("ada", 7)).unwrap().is_none());
}
