//! Migrations of tables of redb.

use std::borrow::Borrow;
use std::ops::Bound;

use redb::{Database, Key, ReadableTable, StorageError, Table, TableDefinition};
use vellum::Vellum;
use vellum::key::Keyed;

use super::{Migration, MigrationReport, NewKey, Outcomes, Refusal, as_error, declared_key, same_key, taken, upgraded};
use crate::error::StoreError;
use crate::key::KeyOf;
use crate::redb::Vlm;
use crate::stored::Stored;

/// What a migration returns.
pub type MigrationResult = Result<MigrationReport, StoreError<redb::Error>>;

/// Moves the records of one table to another under the same keys, by the functions that make `New`
/// of `Old`.
///
/// # Errors
/// Those of redb: what the batches before wrote is there, and another call goes on.
/// [`StoreError::MaybeWritten`] if the commit of a batch failed, which names the last key of it. A
/// record that cannot be moved is no error: the report names it.
pub fn migrate<K: Key + 'static, Old: Vellum + 'static, New: Vellum + 'static>(
    database: &Database,
    from: TableDefinition<'_, K, Vlm<Old>>,
    to: TableDefinition<'_, K, Vlm<New>>,
    migration: Migration<'_>,
) -> MigrationResult {
    migration.run(|after, count, outcomes| batch(database, (from, to, same_key), after, count, outcomes))
}

/// As [`migrate`], of tables whose keys are those that the types declare: the key of a new record
/// is that of its new value.
///
/// # Errors
/// As [`migrate`].
pub fn migrate_keyed<Old: Keyed + 'static, New: Keyed + 'static>(
    database: &Database,
    from: TableDefinition<'_, KeyOf<Old>, Vlm<Old>>,
    to: TableDefinition<'_, KeyOf<New>, Vlm<New>>,
    migration: Migration<'_>,
) -> MigrationResult {
    migration.run(|after, count, outcomes| batch(database, (from, to, declared_key::<New>), after, count, outcomes))
}

/// Moves the record under a key, for a program that does not wait for a migration: false if the
/// old table has none.
///
/// # Errors
/// [`StoreError::Record`] if a function refuses the record, [`StoreError::Refused`] if the new
/// table has a record under the key, and those of redb. Neither table is changed then.
pub fn move_record<'k, K: Key + 'static, Old: Vellum + 'static, New: Vellum + 'static>(
    from: &mut Table<'_, K, Vlm<Old>>,
    to: &mut Table<'_, K, Vlm<New>>,
    key: impl Borrow<K::SelfType<'k>>,
) -> Result<bool, StoreError<StorageError>> {
    let key = key.borrow();
    let Some(record) = bytes_of(from.get(key).map_err(StoreError::Store)?) else { return Ok(false) };
    let key = K::as_bytes(key).as_ref().to_vec();
    match moved(from, to, &key, &record, same_key).map_err(StoreError::Store)? {
        Ok(()) => Ok(true),
        Err(refusal) => Err(as_error(refusal)),
    }
}

type Tables<'d, K, L, Old, New> = (TableDefinition<'d, K, Vlm<Old>>, TableDefinition<'d, L, Vlm<New>>, NewKey);

fn batch<K: Key + 'static, L: Key + 'static, Old: Vellum + 'static, New: Vellum + 'static>(
    database: &Database,
    (from, to, new_key): Tables<'_, K, L, Old, New>,
    after: Option<&[u8]>,
    count: usize,
    outcomes: &mut Outcomes,
) -> Result<Option<Vec<u8>>, StoreError<redb::Error>> {
    let write = database.begin_write().map_err(store)?;
    let mut last = None;
    {
        let mut from = write.open_table(from).map_err(store)?;
        let mut to = write.open_table(to).map_err(store)?;
        let mut found = Vec::new();
        let start = after.map_or(Bound::Unbounded, |key| Bound::Excluded(K::from_bytes(key)));
        for entry in from.range((start, Bound::Unbounded)).map_err(store)?.take(count) {
            let (key, record) = entry.map_err(store)?;
            found.push((K::as_bytes(&key.value()).as_ref().to_vec(), record.value().as_bytes().to_vec()));
        }
        for (key, record) in &found {
            outcomes.push(moved(&mut from, &mut to, key, record, new_key).map_err(store)?);
        }
        if found.len() == count {
            last = found.pop().map(|(key, _)| key);
        }
    }
    let named = || last.clone().unwrap_or_default();
    write.commit().map_err(|error| StoreError::MaybeWritten { key: named(), error: error.into() })?;
    Ok(last)
}

/// Moves a record in a transaction, or says why it stays.
fn moved<K: Key + 'static, L: Key + 'static, Old: Vellum + 'static, New: Vellum + 'static>(
    from: &mut Table<'_, K, Vlm<Old>>,
    to: &mut Table<'_, L, Vlm<New>>,
    key: &[u8],
    record: &[u8],
    new_key: NewKey,
) -> Result<Result<(), Refusal>, StorageError> {
    let (new_key, record) = match upgraded::<Old, New>(key, record, new_key) {
        Ok(new) => new,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if to.get(L::from_bytes(&new_key))?.is_some() {
        return Ok(Err(taken(key)));
    }
    to.insert(L::from_bytes(&new_key), Stored::new(&record))?;
    from.remove(K::from_bytes(key))?;
    Ok(Ok(()))
}

fn bytes_of<T: Vellum + 'static>(found: Option<redb::AccessGuard<'_, Vlm<T>>>) -> Option<Vec<u8>> {
    found.map(|record| record.value().as_bytes().to_vec())
}

fn store(error: impl Into<redb::Error>) -> StoreError<redb::Error> {
    StoreError::Store(error.into())
}
