//! Migrations of each store, stopped after each batch and by a disk that fails, beside a program
//! that still writes the old type.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;

use heed::CommitOrAbort;
use redb::{Database, ReadableDatabase as _, ReadableTable as _, TableDefinition};
use vellum::Vellum;
use vellum_stores::fjall::Records;
use vellum_stores::heed::RecordDatabase as _;
use vellum_stores::redb::{KeyOf, KeyedTable as _, RecordTable as _, Vlm};
use vellum_stores::{Key, Migration, MigrationReport, StoreError};

use crate::redb_faults::{Failing, Fault};

mod v1 {
    #[derive(vellum::Vellum, Clone)]
    #[vellum(key(name))]
    pub struct Person {
        pub name: String,
        pub born: String,
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(key(year, name), upgrades_from(v1::Person = of_v1))]
struct Person {
    name: String,
    year: u16,
}

fn of_v1(old: v1::Person) -> Result<Person, std::num::ParseIntError> {
    Ok(Person { name: old.name, year: old.born.parse()? })
}

fn old(name: &str, born: &str) -> v1::Person {
    v1::Person { name: name.into(), born: born.into() }
}

fn new(name: &str, year: u16) -> Person {
    Person { name: name.into(), year }
}

/// What a store has of both types, by key.
#[derive(Debug, Default, PartialEq)]
struct State {
    old: BTreeMap<String, String>,
    new: BTreeMap<String, Person>,
}

/// A store with a place for either type, by names.
trait Place: Sized {
    fn open(folder: &Path) -> Self;
    fn put_old(&self, name: &str, born: &str);
    fn put_new(&self, name: &str, person: &Person);
    fn migrate(&self, migration: Migration<'_>) -> MigrationReport;
    /// As a text of what failed.
    fn move_record(&self, name: &str) -> Result<bool, String>;
    fn state(&self) -> State;
}

const OLD: TableDefinition<&str, Vlm<v1::Person>> = TableDefinition::new("people");
const NEW: TableDefinition<&str, Vlm<Person>> = TableDefinition::new("people 2");

impl Place for Database {
    fn open(folder: &Path) -> Self {
        Database::create(folder.join("people.redb")).unwrap()
    }

    fn put_old(&self, name: &str, born: &str) {
        let write = self.begin_write().unwrap();
        write.open_table(OLD).unwrap().put_at(name, &old(name, born)).unwrap();
        write.commit().unwrap();
    }

    fn put_new(&self, name: &str, person: &Person) {
        let write = self.begin_write().unwrap();
        write.open_table(NEW).unwrap().put_at(name, person).unwrap();
        write.commit().unwrap();
    }

    fn migrate(&self, migration: Migration<'_>) -> MigrationReport {
        vellum_stores::redb::migrate(self, OLD, NEW, migration).unwrap()
    }

    fn move_record(&self, name: &str) -> Result<bool, String> {
        let write = self.begin_write().unwrap();
        let moved = {
            let (mut from, mut to) = (write.open_table(OLD).unwrap(), write.open_table(NEW).unwrap());
            vellum_stores::redb::move_record(&mut from, &mut to, name).map_err(|error| error.to_string())
        };
        write.commit().unwrap();
        moved
    }

    fn state(&self) -> State {
        let (read, mut state) = (self.begin_read().unwrap(), State::default());
        if let Ok(table) = read.open_table(OLD) {
            for entry in table.iter().unwrap() {
                let (key, person) = entry.unwrap();
                state.old.insert(key.value().into(), person.value().decode().unwrap().born);
            }
        }
        if let Ok(table) = read.open_table(NEW) {
            for entry in table.iter().unwrap() {
                let (key, person) = entry.unwrap();
                state.new.insert(key.value().into(), person.value().decode().unwrap());
            }
        }
        state
    }
}

struct InHeed {
    env: heed::Env,
    from: heed::Database<'static, heed::types::Str, vellum_stores::heed::Vlm<v1::Person>>,
    to: heed::Database<'static, heed::types::Str, vellum_stores::heed::Vlm<Person>>,
}

impl Place for InHeed {
    fn open(folder: &Path) -> Self {
        // SAFETY: the folder is the test's own, and nobody else changes the file.
        let env = unsafe { heed::EnvOpenOptions::new().max_dbs(2).open(folder).unwrap() };
        let write = env.write_txn().unwrap();
        let opened = env.create_databases_and_commit(write, |opener, write| {
            let from = opener.create_database(write, Some("people"))?;
            let to = opener.create_database(write, Some("people 2"))?;
            Ok::<_, heed::Error>(CommitOrAbort::<_, ()>::Commit((from, to)))
        });
        let (from, to) = opened.unwrap().unwrap_commit();
        Self { env, from, to }
    }

    fn put_old(&self, name: &str, born: &str) {
        let mut write = self.env.write_txn().unwrap();
        self.from.encode(&mut write, name, &old(name, born)).unwrap();
        write.commit().unwrap();
    }

    fn put_new(&self, name: &str, person: &Person) {
        let mut write = self.env.write_txn().unwrap();
        self.to.encode(&mut write, name, person).unwrap();
        write.commit().unwrap();
    }

    fn migrate(&self, migration: Migration<'_>) -> MigrationReport {
        vellum_stores::heed::migrate(&self.env, &self.from, &self.to, migration).unwrap()
    }

    fn move_record(&self, name: &str) -> Result<bool, String> {
        let mut write = self.env.write_txn().unwrap();
        let moved = vellum_stores::heed::move_record(&mut write, &self.from, &self.to, name);
        write.commit().unwrap();
        moved.map_err(|error| error.to_string())
    }

    fn state(&self) -> State {
        let (read, mut state) = (self.env.read_txn().unwrap(), State::default());
        for entry in self.from.iter(&read).unwrap() {
            let (key, person) = entry.unwrap();
            state.old.insert(key.into(), person.decode().unwrap().born);
        }
        for entry in self.to.iter(&read).unwrap() {
            let (key, person) = entry.unwrap();
            state.new.insert(key.into(), person.decode().unwrap());
        }
        state
    }
}

struct InFjall {
    from: Records<str, v1::Person>,
    to: Records<str, Person>,
}

impl Place for InFjall {
    fn open(folder: &Path) -> Self {
        let database = fjall::Database::builder(folder).worker_threads(1).open().unwrap();
        Self { from: Records::open(&database, "people").unwrap(), to: Records::open(&database, "people 2").unwrap() }
    }

    /// As a record, as one with a patch, or as a patch alone.
    fn put_old(&self, name: &str, born: &str) {
        match name.len() % 3 {
            0 => self.from.put(name, &old(name, born)).unwrap(),
            1 => {
                self.from.put(name, &old(name, "")).unwrap();
                self.from.patch(name, |person| person.set_born(born)).unwrap().unwrap();
            }
            _ => {
                let merge = vellum_stores::PatchMerge::of::<v1::Person>().unwrap();
                let start = vellum::to_vec(&old("", "")).unwrap();
                let patch = merge.patch(&start, |person| {
                    v1::Person::edit(&mut *person)?.set_name(name)?;
                    v1::Person::edit(person)?.set_born(born)
                });
                self.from.remove(name).unwrap();
                self.from.append(name, &patch.unwrap()).unwrap();
            }
        }
    }

    fn put_new(&self, name: &str, person: &Person) {
        self.to.put(name, person).unwrap();
    }

    fn migrate(&self, migration: Migration<'_>) -> MigrationReport {
        self.from.migrate(&self.to, migration).unwrap()
    }

    fn move_record(&self, name: &str) -> Result<bool, String> {
        self.from.move_record(&self.to, name).map_err(|error| error.to_string())
    }

    fn state(&self) -> State {
        let mut state = State::default();
        for name in NAMES {
            if let Some(person) = self.from.get(name).unwrap() {
                state.old.insert(name.into(), person.stored().decode().unwrap().born);
            }
            if let Some(person) = self.to.get(name).unwrap() {
                state.new.insert(name.into(), person.stored().decode().unwrap());
            }
        }
        state
    }
}

/// Of three lengths, in an order that is not that of lengths.
const NAMES: [&str; 7] = ["a", "bb", "ccc", "dddd", "ee", "f", "ggg"];
/// The last two are refused by the function.
const BORN: [&str; 3] = ["1815", "", "once"];

/// What a migration is to leave, one record after the other, up to a number of them.
fn migrated(state: &mut State, count: usize) -> (u64, u64) {
    let (mut moved, mut refused) = (0, 0);
    for (name, born) in state.old.clone().into_iter().take(count) {
        match born.parse() {
            Ok(year) if !state.new.contains_key(&name) => {
                state.old.remove(&name);
                state.new.insert(name.clone(), new(&name, year));
                moved += 1;
            }
            _ => refused += 1,
        }
    }
    (moved, refused)
}

/// Each size of batch, stopped after each batch, with what is refused at different places, and an
/// old program that writes meanwhile.
fn moves_what_it_can<P: Place>() {
    for batch in 1..=4 {
        for stop in 1..=4 {
            for shift in 0..3 {
                let folder = tempfile::tempdir().unwrap();
                let (place, mut expected) = (P::open(folder.path()), State::default());
                for (index, name) in NAMES.iter().enumerate() {
                    let born = BORN[(index + shift) % 5 % 3];
                    place.put_old(name, born);
                    expected.old.insert((*name).into(), born.into());
                }
                let there = new(NAMES[shift], 7);
                place.put_new(NAMES[shift], &there);
                expected.new.insert(NAMES[shift].into(), there);

                let mut calls = 0;
                let report = place.migrate(Migration::new().batch(batch).progress(|report| {
                    calls += 1;
                    assert!(report.moved + report.refused <= (calls * batch) as u64);
                    if calls == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }));
                let counts = migrated(&mut expected, stop * batch);
                assert_eq!((report.moved, report.refused), counts);
                assert_eq!(report.refusals.len() as u64, report.refused);
                assert_eq!(report.is_complete, stop * batch > NAMES.len(), "{batch} {stop}");
                assert_eq!(place.state(), expected);

                // An old program goes on, and the new one at its next write.
                place.put_old("a", "1906");
                expected.old.insert("a".into(), "1906".into());
                for name in NAMES {
                    let moved = place.move_record(name);
                    let mut one =
                        State { old: expected.old.remove_entry(name).into_iter().collect(), ..State::default() };
                    one.new = std::mem::take(&mut expected.new);
                    let counts = migrated(&mut one, 1);
                    let wanted = if counts.1 == 1 { None } else { Some(counts.0 == 1) };
                    assert_eq!(moved.as_ref().ok().copied(), wanted, "{name}: {moved:?}");
                    expected.new = one.new;
                    expected.old.append(&mut one.old);
                    if let Err(why) = moved {
                        assert!(why.contains(&format!("`{name}`")), "{why}");
                    }
                }
                assert_eq!(place.state(), expected);
                let report = place.migrate(Migration::new());
                assert_eq!((report.moved, report.refused), migrated(&mut expected, usize::MAX));
                assert!(report.is_complete);
                drop(place);
                assert_eq!(P::open(folder.path()).state(), expected);
            }
        }
    }
}

#[test]
fn a_table_of_redb_moves_and_what_is_refused_stays() {
    moves_what_it_can::<Database>();
}

#[test]
fn a_database_of_heed_moves_and_what_is_refused_stays() {
    moves_what_it_can::<InHeed>();
}

#[test]
fn a_keyspace_of_fjall_moves_with_its_patches_and_what_is_refused_stays() {
    moves_what_it_can::<InFjall>();
}

/// The disk fails at each of its calls: each record is in one of the tables, and another call moves
/// the rest.
#[test]
fn a_migration_goes_on_after_a_disk_that_failed() {
    for fault in [Fault::ForGood, Fault::Once, Fault::AnswerLost] {
        for fail_at in 0.. {
            let disk = Failing::new(fault);
            let database = crate::redb_faults::open(&disk);
            for name in NAMES {
                database.put_old(name, "1815");
            }
            disk.left.store(fail_at, Ordering::SeqCst);
            let result = vellum_stores::redb::migrate(&database, OLD, NEW, Migration::new().batch(2));
            let is_over = disk.is_over.load(Ordering::SeqCst);
            disk.left.store(u64::MAX, Ordering::SeqCst);
            drop(database);
            disk.left.store(u64::MAX, Ordering::SeqCst);
            disk.is_over.store(false, Ordering::SeqCst);
            let database = crate::redb_faults::open(&disk);
            let state = database.state();
            for name in NAMES {
                assert!(state.old.contains_key(name) != state.new.contains_key(name), "{fault:?} {fail_at} {name}");
            }
            let report = database.migrate(Migration::new());
            assert_eq!(report.moved, state.old.len() as u64);
            assert_eq!(database.state().new.len(), NAMES.len());
            if !is_over {
                assert!(result.unwrap().is_complete && state.old.is_empty());
                break;
            }
        }
    }
}

#[test]
fn keys_that_the_types_declare_are_computed() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path().join("people.redb")).unwrap();
    const OLD: TableDefinition<KeyOf<v1::Person>, Vlm<v1::Person>> = TableDefinition::new("people");
    const NEW: TableDefinition<KeyOf<Person>, Vlm<Person>> = TableDefinition::new("people 2");
    let people = [old("ada", "1815"), old("grace", "1906"), old("alan", "1912")];
    let write = database.begin_write().unwrap();
    for person in &people {
        write.open_table(OLD).unwrap().put(person).unwrap();
    }
    write.commit().unwrap();
    let report = vellum_stores::redb::migrate_keyed(&database, OLD, NEW, Migration::new().batch(2)).unwrap();
    assert_eq!((report.moved, report.is_complete), (3, true));
    let table = database.begin_read().unwrap().open_table(NEW).unwrap();
    let years = table.iter().unwrap().map(|entry| entry.unwrap().1.value().peek().unwrap().year().unwrap());
    assert_eq!(years.collect::<Vec<_>>(), [1815, 1906, 1912]);
    assert!(table.get(Key::new((1906, "grace")).unwrap()).unwrap().is_some());

    let folder = tempfile::tempdir().unwrap();
    let database = fjall::Database::builder(folder.path()).worker_threads(1).open().unwrap();
    let from = Records::<KeyOf<v1::Person>, v1::Person>::open(&database, "people").unwrap();
    let to = Records::<KeyOf<Person>, Person>::open(&database, "people 2").unwrap();
    for person in &people {
        from.put(&Key::of(person).unwrap(), person).unwrap();
    }
    assert_eq!(from.migrate_keyed(&to, Migration::new().batch(2)).unwrap().moved, 3);
    assert!(to.get(&Key::new((1906, "grace")).unwrap()).unwrap().is_some());

    let folder = tempfile::tempdir().unwrap();
    // SAFETY: the folder is the test's own, and nobody else changes the file.
    let env = unsafe { heed::EnvOpenOptions::new().max_dbs(2).open(folder.path()).unwrap() };
    let write = env.write_txn().unwrap();
    let opened = env.create_databases_and_commit(write, |opener, write| {
        use vellum_stores::heed::Vlm;
        let from = opener.create_database::<KeyOf<v1::Person>, Vlm<v1::Person>>(write, Some("people"))?;
        let to = opener.create_database::<KeyOf<Person>, Vlm<Person>>(write, Some("people 2"))?;
        Ok::<_, heed::Error>(CommitOrAbort::<_, ()>::Commit((from, to)))
    });
    let (from, to) = opened.unwrap().unwrap_commit();
    let mut write = env.write_txn().unwrap();
    for person in &people {
        from.encode(&mut write, &Key::of(person).unwrap(), person).unwrap();
    }
    write.commit().unwrap();
    let report = vellum_stores::heed::migrate_keyed(&env, &from, &to, Migration::new().batch(2)).unwrap();
    assert_eq!(report.moved, 3);
    let read = env.read_txn().unwrap();
    assert!(to.get(&read, &Key::new((1906, "grace")).unwrap()).unwrap().is_some());
}

/// Two old records that become one key: the first is moved, and the second stays.
#[test]
fn a_key_that_is_taken_is_never_written_over() {
    #[derive(Vellum)]
    #[vellum(key(year), upgrades_from(v1::Person = year_of))]
    struct Year {
        year: u16,
    }
    fn year_of(old: v1::Person) -> Result<Year, std::num::ParseIntError> {
        Ok(Year { year: old.born.parse()? })
    }
    let folder = tempfile::tempdir().unwrap();
    let database = fjall::Database::builder(folder.path()).worker_threads(1).open().unwrap();
    let from = Records::<KeyOf<v1::Person>, v1::Person>::open(&database, "people").unwrap();
    let to = Records::<KeyOf<Year>, Year>::open(&database, "years").unwrap();
    for name in NAMES {
        let person = old(name, "1815");
        from.put(&Key::of(&person).unwrap(), &person).unwrap();
    }
    // In one batch and in several.
    for batch in [100, 1] {
        let report = from.migrate_keyed(&to, Migration::new().batch(batch)).unwrap();
        assert_eq!((report.moved, report.refused), (u64::from(batch == 100), 6));
        let Some(StoreError::Refused { reason, .. }) = report.refusals.last() else { panic!("{report:?}") };
        assert!(reason.contains("already"));
    }
}

#[test]
fn a_keyspace_is_not_moved_onto_itself_or_to_another_database() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let here = InFjall::open(folder.path());
    let other = InFjall::open(elsewhere.path());
    here.put_old("a", "1815");
    let onto_itself = here.from.migrate::<v1::Person>(&here.from.clone(), Migration::new());
    assert!(matches!(onto_itself, Err(StoreError::Refused { .. })));
    assert!(matches!(here.from.migrate(&other.to, Migration::new()), Err(StoreError::Refused { .. })));
    assert_eq!(here.state().old.len(), 1);
}
