//! Migrations of keyspaces of fjall.

use std::ops::Bound;

use vellum::Vellum;
use vellum::key::Keyed;

use super::{Migration, MigrationReport, NewKey, Outcomes, as_error, declared_key, same_key, taken, upgraded};
use crate::error::StoreError;
use crate::fjall::{Records, Result, bytes_of, patched_key, refused, while_writing};
use crate::key::{KeyOf, RecordKey};

impl<K: RecordKey + ?Sized, Old: Vellum> Records<K, Old> {
    /// Moves all records, with their patches, to another keyspace of the database under the same
    /// keys, by the functions that make `New` of this type.
    ///
    /// # Errors
    /// Those of fjall: what the batches before wrote is there, and another call goes on.
    /// [`StoreError::MaybeWritten`] if a batch failed while it was written, which names the last
    /// key of it. [`StoreError::Refused`] if both are one keyspace, or of two databases. A record that cannot be moved
    /// is no error: the report names it.
    pub fn migrate<New: Vellum>(&self, to: &Records<K, New>, migration: Migration<'_>) -> Result<MigrationReport> {
        self.run(to, migration, same_key)
    }

    /// Moves the record under a key, for a program that does not wait for a migration: false if
    /// there is none here.
    ///
    /// # Errors
    /// [`StoreError::Record`] if a function refuses the record, [`StoreError::Refused`] if the
    /// other keyspace has a record under the key, or if both are one, and those of fjall, as
    /// [`Records::put`].
    pub fn move_record<New: Vellum>(&self, to: &Records<K, New>, key: K::Given<'_>) -> Result<bool> {
        let key = bytes_of::<K>(key)?;
        let mut outcomes = Outcomes::new();
        self.move_batch(to, &[&key], same_key, &mut outcomes)?;
        match outcomes.pop() {
            Some(outcome) => outcome.map(|()| true).map_err(as_error),
            None => Ok(false),
        }
    }
}

impl<Old: Keyed> Records<KeyOf<Old>, Old> {
    /// As [`Records::migrate`], where the key of a new record is that of its new value.
    ///
    /// # Errors
    /// As [`Records::migrate`].
    pub fn migrate_keyed<New: Keyed>(
        &self,
        to: &Records<KeyOf<New>, New>,
        migration: Migration<'_>,
    ) -> Result<MigrationReport> {
        self.run(to, migration, declared_key::<New>)
    }
}

impl<K: ?Sized, Old: Vellum> Records<K, Old> {
    fn run<L: ?Sized, New: Vellum>(
        &self,
        to: &Records<L, New>,
        migration: Migration<'_>,
        new_key: NewKey,
    ) -> Result<MigrationReport> {
        migration.run(|after, count, outcomes| {
            let keys = self.keys_behind(after, count)?;
            let slices: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
            self.move_batch(to, &slices, new_key, outcomes)?;
            Ok(if keys.len() < count { None } else { keys.into_iter().next_back() })
        })
    }

    /// The next keys that have a record or patches. Patches lie in another order than records, by
    /// the length of their key first, so all of them are looked at.
    fn keys_behind(&self, after: Option<&[u8]>, count: usize) -> Result<Vec<Vec<u8>>> {
        let mut keys = std::collections::BTreeSet::new();
        let behind: (Bound<&[u8]>, Bound<&[u8]>) = (after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded);
        for record in self.records.range::<&[u8], _>(behind).take(count) {
            keys.insert(record.key().map_err(StoreError::Store)?.to_vec());
        }
        for patch in self.patches.iter() {
            let place = patch.key().map_err(StoreError::Store)?;
            let Some((key, _)) = patched_key(&place) else { continue };
            if after.is_none_or(|after| key > after) && !keys.contains(key) {
                keys.insert(key.to_vec());
                if keys.len() > count {
                    keys.pop_last();
                }
            }
        }
        Ok(keys.into_iter().collect())
    }

    /// Moves the records under some keys in one batch of fjall's.
    fn move_batch<L: ?Sized, New: Vellum>(
        &self,
        to: &Records<L, New>,
        keys: &[&[u8]],
        new_key: NewKey,
        outcomes: &mut Outcomes,
    ) -> Result<()> {
        // Nobody else writes one of the two meanwhile. Each two lock in the same order.
        let (one, other) = (self.records.path(), to.records.path());
        if one == other || one.parent() != other.parent() {
            let reason = "records are moved to another keyspace of the same database";
            return Err(refused(self.records.name().as_bytes(), reason));
        }
        let _turns = if one < other {
            (self.turn(), to.turn())
        } else {
            let second = to.turn();
            (self.turn(), second)
        };
        let mut batch = self.database.batch();
        let mut written = std::collections::BTreeSet::new();
        for key in keys {
            let Some(found) = self.get_at(key)? else { continue };
            let moved = match upgraded::<Old, New>(key, &found, new_key) {
                Ok((new_key, _)) if to.get_at(&new_key)?.is_some() || written.contains(&new_key) => Err(taken(key)),
                Ok((new_key, record)) => {
                    batch.insert(&to.records, &*new_key, record);
                    self.remove_in(&mut batch, key)?;
                    written.insert(new_key);
                    Ok(())
                }
                Err(refusal) => Err(refusal),
            };
            outcomes.push(moved);
        }
        if written.is_empty() {
            return Ok(());
        }
        batch.commit().map_err(while_writing(keys.last().copied().unwrap_or_default()))
    }
}
