//! Stored values of any bytes: every operation on them returns, and one that fails leaves the value as it was.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use vellum::Vellum;
use vellum_stores::{PatchMerge, Stored};

use crate::common::{NewerUser, User, bytes, user, visits};

/// A value as the stores write it.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Record,
    Newer,
    Workspace,
    Patch,
    /// A record with a patch that cannot be made on it.
    Held,
}

fn written(kind: Kind) -> Vec<u8> {
    match kind {
        Kind::Record => bytes(&user(7, 1)),
        Kind::Newer => {
            let User { org, id, name, visits, tags } = user(7, 1);
            vellum::to_vec(&NewerUser { org, id, name, visits, tags, email: Some("ada@example.org".into()) }).unwrap()
        }
        Kind::Workspace => {
            let mut memory = vellum::Workspace::format_default(vec![0; 120], User::schema()).unwrap();
            User::edit(&mut memory).unwrap().set_name("Ada").unwrap();
            memory.into_inner()
        }
        Kind::Patch => visits(7),
        Kind::Held => {
            let merge = PatchMerge::of::<User>().unwrap();
            let record = bytes(&user(7, 1));
            let removal = merge.patch(&record, |record| User::edit(record)?.tags().remove(0).map(drop)).unwrap();
            let empty = bytes(&User { tags: vec![], ..user(7, 1) });
            merge.fold(Some(&empty), &[&removal]).unwrap().into_owned()
        }
    }
}

/// Bytes of any kind, and what the stores write with a few bytes changed, cut off or copied to another place.
pub fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let kinds = prop::sample::select(&[Kind::Record, Kind::Newer, Kind::Workspace, Kind::Patch, Kind::Held][..]);
    let byte = prop_oneof![any::<u8>(), prop::sample::select(&[0, 1, 0x7F, 0x80, 0xC0, 0xD3, 0xFF][..])];
    let changes = prop::collection::vec((any::<Index>(), byte), 0..4);
    let damaged = (kinds, changes, prop::option::weighted(0.2, any::<Index>()), any::<bool>()).prop_map(
        |(kind, changes, end, is_longer)| {
            let mut bytes = written(kind);
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(end) = end {
                bytes.truncate(end.index(bytes.len() + 1));
            }
            if is_longer {
                bytes.extend([0xFF; 9]);
            }
            bytes
        },
    );
    prop_oneof![1 => prop::collection::vec(any::<u8>(), 0..80), 6 => damaged]
}

/// Values with patches, the same in each run.
pub fn cases(count: usize) -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(move || (hostile(), hostile()).new_tree(&mut runner).unwrap().current()).take(count)
}

/// Reads a value in every way: what a proof accepts can be read.
pub fn read(stored: Stored<'_, User>) {
    if let Ok(view) = stored.peek() {
        let _ = (view.org(), view.id(), view.visits(), view.name().map(str::len));
        if let Ok(tags) = view.tags() {
            tags.iter().take(1000).for_each(|tag| drop(tag.map(str::len)));
        }
    }
    let decoded = stored.decode();
    if let Ok(view) = stored.prove() {
        assert_eq!(view.name(), decoded.unwrap().name);
    }
    if let Ok(record) = stored.record() {
        let _ = (record.get::<str>("name").map(str::len), record.get::<u32>("visits"), format!("{record:?}"));
    }
}

fn edit(user: &mut vellum_stores::Edit<'_, User>) -> vellum::Result<()> {
    user.set_name("a name that is longer than the one before it")?;
    user.tags().push("hostile")?;
    user.set_visits(9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_values_are_read_or_refused(value in hostile(), other in hostile()) {
        read(Stored::new(&value));
        let merge = PatchMerge::of::<User>().unwrap();
        let _ = merge.check(&value);
        if let Ok(record) = merge.record(&value) {
            read(Stored::new(&record));
        }
        // What was folded is a value that is read or refused, and can be folded again.
        for operands in [&[&other[..]][..], &[&visits(1)], &[&other, &visits(1)], &[]] {
            for base in [Some(&value[..]), None] {
                let Ok(folded) = merge.fold(base, operands) else { continue };
                if let Ok(record) = merge.record(&folded) {
                    read(Stored::new(&record));
                }
                let _ = merge.fold(Some(&folded), &[&visits(2)]);
            }
        }
    }
}

#[cfg(feature = "redb")]
mod in_redb {
    use redb::backends::InMemoryBackend;
    use redb::{Database, ReadableTable, TableDefinition};
    use vellum_stores::redb::{RecordTable, Vlm};

    use super::*;

    const USERS: TableDefinition<&str, Vlm<User>> = TableDefinition::new("users");

    #[test]
    fn an_operation_on_any_value_in_redb_is_made_or_leaves_it() {
        let database = Database::builder().create_with_backend(InMemoryBackend::new()).unwrap();
        let write = database.begin_write().unwrap();
        let mut table = write.open_table(USERS).unwrap();
        for (value, patch) in cases(500) {
            table.insert("ada", Stored::new(&value)).unwrap();
            read(table.get("ada").unwrap().unwrap().value());
            if table.update("ada", edit).is_err() {
                assert!(table.get("ada").unwrap().unwrap().value().as_bytes() == value);
            }
            for patch in [patch, visits(3)] {
                table.insert("ada", Stored::new(&value)).unwrap();
                if table.apply("ada", &patch).is_err() {
                    assert!(table.get("ada").unwrap().unwrap().value().as_bytes() == value);
                }
            }
        }
    }
}

#[cfg(feature = "heed")]
mod in_heed {
    use heed::types::{Bytes, Str};
    use heed::{CommitOrAbort, EnvOpenOptions};
    use vellum_stores::heed::{RecordDatabase, Vlm};

    use super::*;

    #[test]
    fn an_operation_on_any_value_in_heed_is_made_or_leaves_it() {
        let folder = tempfile::tempdir().unwrap();
        // SAFETY: the folder is the test's own, and nobody else changes the file.
        let env = unsafe { EnvOpenOptions::new().map_size(1 << 20).open(folder.path()).unwrap() };
        let made = env.create_databases_and_commit(env.write_txn().unwrap(), |opener, write| {
            opener.create_database::<Str, Vlm<User>>(write, None).map(CommitOrAbort::<_, ()>::Commit)
        });
        let users = made.unwrap().unwrap_commit();
        let raw = users.remap_data_type::<Bytes>();
        let mut write = env.write_txn().unwrap();
        for (value, patch) in cases(500) {
            raw.put(&mut write, "ada", &value).unwrap();
            read(users.get(&write, "ada").unwrap().unwrap());
            if users.update(&mut write, "ada", edit).is_err() {
                assert_eq!(raw.get(&write, "ada").unwrap().unwrap(), &value[..]);
            }
            for patch in [patch, visits(3)] {
                raw.put(&mut write, "ada", &value).unwrap();
                if users.apply(&mut write, "ada", &patch).is_err() {
                    assert_eq!(raw.get(&write, "ada").unwrap().unwrap(), &value[..]);
                }
            }
        }
    }
}

#[cfg(feature = "fjall")]
mod in_fjall {
    use fjall::{Database, KeyspaceCreateOptions};
    use vellum_stores::fjall::Records;

    use super::*;

    #[test]
    fn an_operation_on_any_value_in_fjall_is_made_or_leaves_it() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::builder(&folder).worker_threads(1).open().unwrap();
        let users = Records::<str, User>::open(&database, "users").unwrap();
        let raw = database.keyspace("users", KeyspaceCreateOptions::default).unwrap();
        let patches = database.keyspace("users.patches", KeyspaceCreateOptions::default).unwrap();
        let state = || {
            let patches = patches.iter().map(|entry| entry.value().unwrap().to_vec());
            (raw.get("ada").unwrap().map(|value| value.to_vec()), patches.collect::<Vec<_>>())
        };
        for (value, patch) in cases(300) {
            // One patch, whose bytes then are others.
            users.remove("ada").unwrap();
            users.append("ada", &visits(1)).unwrap();
            let place = patches.iter().next().unwrap().key().unwrap();
            raw.insert("ada", &value).unwrap();
            patches.insert(place, &patch).unwrap();
            let before = state();
            if let Ok(Some(found)) = users.get("ada") {
                read(found.stored());
            }
            let operations: [&dyn Fn() -> bool; 4] = [
                &|| users.update("ada", edit).is_ok(),
                &|| users.patch("ada", edit).is_ok(),
                &|| users.fold("ada").is_ok(),
                &|| users.fold_all().is_ok(),
            ];
            for operation in operations {
                if operation() {
                    break;
                }
                assert_eq!(state(), before);
            }
        }
    }
}

#[cfg(feature = "redis")]
mod in_redis {
    use vellum_stores::redis::Records;

    use super::*;
    use crate::redis_server::Server;

    #[test]
    fn an_operation_on_any_value_in_redis_is_made_or_leaves_it() {
        let Some(server) = Server::start("an_operation_on_any_value_in_redis_is_made_or_leaves_it") else { return };
        let (mut here, users) = (server.connection(), Records::<[u8], User>::new());
        for (value, patch) in cases(200) {
            redis::cmd("SET").arg("ada").arg(&value[..]).query::<()>(&mut here).unwrap();
            let Ok(Some(mut found)) = users.get(&mut here, b"ada") else { continue };
            read(found.stored());
            let _ = users.field(&mut here, b"ada", |user| user.name().map(str::len));
            let is_made = users.apply(&mut here, b"ada", &mut found, &patch).is_ok()
                || users.edit(&mut here, b"ada", edit).is_ok();
            if !is_made {
                assert_eq!(redis::cmd("GET").arg("ada").query::<Vec<u8>>(&mut here).unwrap(), value);
            }
        }
    }
}
