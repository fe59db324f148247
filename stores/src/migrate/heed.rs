//! Migrations of databases of LMDB.

use std::ops::Bound;

use heed::types::Bytes;
use heed::{BytesEncode, Database, Env, RwTxn};
use vellum::Vellum;
use vellum::key::Keyed;

use super::{Migration, MigrationReport, NewKey, Outcomes, Refusal, as_error, declared_key, same_key, taken, upgraded};
use crate::error::StoreError;
use crate::heed::{Result, Vlm, bytes_of};
use crate::key::KeyOf;

/// Moves the records of one database to another under the same keys, by the functions that make
/// `New` of `Old`. Both databases are of the environment.
///
/// # Errors
/// Those of heed: what the batches before wrote is there, and another call goes on.
/// [`StoreError::MaybeWritten`] if the commit of a batch failed, which names the last key of it. A
/// record that cannot be moved is no error: the report names it.
pub fn migrate<K, Old: Vellum, New: Vellum>(
    env: &Env,
    from: &Database<'_, K, Vlm<Old>>,
    to: &Database<'_, K, Vlm<New>>,
    migration: Migration<'_>,
) -> Result<MigrationReport> {
    let (from, to) = (from.remap_types(), to.remap_types());
    migration.run(|after, count, outcomes| batch::<Old, New>(env, (&from, &to, same_key), after, count, outcomes))
}

/// As [`migrate`], of databases whose keys are those that the types declare: the key of a new
/// record is that of its new value.
///
/// # Errors
/// As [`migrate`].
pub fn migrate_keyed<Old: Keyed, New: Keyed>(
    env: &Env,
    from: &Database<'_, KeyOf<Old>, Vlm<Old>>,
    to: &Database<'_, KeyOf<New>, Vlm<New>>,
    migration: Migration<'_>,
) -> Result<MigrationReport> {
    let (from, to) = (from.remap_types(), to.remap_types());
    migration
        .run(|after, count, outcomes| batch::<Old, New>(env, (&from, &to, declared_key::<New>), after, count, outcomes))
}

/// Moves the record under a key, for a program that does not wait for a migration: false if the
/// old database has none.
///
/// # Errors
/// [`StoreError::Record`] if a function refuses the record, [`StoreError::Refused`] if the new
/// database has a record under the key, and those of heed. Neither is changed then.
pub fn move_record<'k, K: BytesEncode<'k>, Old: Vellum, New: Vellum>(
    write: &mut RwTxn<'_>,
    from: &Database<'_, K, Vlm<Old>>,
    to: &Database<'_, K, Vlm<New>>,
    key: &'k K::EItem,
) -> Result<bool> {
    let key = bytes_of::<K>(key)?;
    let (from, to) = (from.remap_types::<Bytes, Bytes>(), to.remap_types());
    let Some(record) = from.get(write, &key).map_err(StoreError::Store)?.map(<[u8]>::to_vec) else { return Ok(false) };
    match moved::<Old, New>(write, (&from, &to, same_key), &key, &record).map_err(StoreError::Store)? {
        Ok(()) => Ok(true),
        Err(refusal) => Err(as_error(refusal)),
    }
}

type Bare<'d> = Database<'d, Bytes, Bytes>;

/// The old database, the new one, and the keys in it.
type Databases<'r, 'd, 'e> = (&'r Bare<'d>, &'r Bare<'e>, NewKey);

fn batch<Old: Vellum, New: Vellum>(
    env: &Env,
    databases: Databases<'_, '_, '_>,
    after: Option<&[u8]>,
    count: usize,
    outcomes: &mut Outcomes,
) -> Result<Option<Vec<u8>>> {
    let mut write = env.write_txn().map_err(StoreError::Store)?;
    let mut found = Vec::new();
    let behind: (Bound<&[u8]>, Bound<&[u8]>) = (after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
    for entry in databases.0.range(&write, &behind).map_err(StoreError::Store)?.take(count) {
        let (key, record) = entry.map_err(StoreError::Store)?;
        found.push((key.to_vec(), record.to_vec()));
    }
    for (key, record) in &found {
        outcomes.push(moved::<Old, New>(&mut write, databases, key, record).map_err(StoreError::Store)?);
    }
    let is_last = found.len() < count;
    let last = found.pop().map(|(key, _)| key).unwrap_or_default();
    write.commit().map_err(|error| StoreError::MaybeWritten { key: last.clone(), error })?;
    Ok((!is_last).then_some(last))
}

/// Moves a record in a transaction, or says why it stays.
fn moved<Old: Vellum, New: Vellum>(
    write: &mut RwTxn<'_>,
    (from, to, new_key): Databases<'_, '_, '_>,
    key: &[u8],
    record: &[u8],
) -> heed::Result<std::result::Result<(), Refusal>> {
    let (new_key, record) = match upgraded::<Old, New>(key, record, new_key) {
        Ok(new) => new,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if to.get(write, &new_key)?.is_some() {
        return Ok(Err(taken(key)));
    }
    to.put(write, &new_key, &record)?;
    from.delete(write, key)?;
    Ok(Ok(()))
}
