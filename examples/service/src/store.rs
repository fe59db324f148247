//! Buffers in redb, by the keys of their records.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};
use vellum::key::KeyRange;

use crate::fault::Fault;

const TASKS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("tasks");

pub struct Store(Database);

impl Store {
    /// Opens a store, or makes one.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, redb::Error> {
        let database = Database::create(path)?;
        let transaction = database.begin_write()?;
        transaction.open_table(TASKS)?;
        transaction.commit()?;
        Ok(Self(database))
    }

    pub fn get(&self, key: &[u8]) -> Result<Vec<u8>, Fault> {
        let found = self.0.begin_read()?.open_table(TASKS)?.get(key)?;
        Ok(found.ok_or(Fault::NOT_FOUND)?.value().to_vec())
    }

    pub fn scan(&self, range: &KeyRange) -> Result<Vec<Vec<u8>>, Fault> {
        let entries = self.0.begin_read()?.open_table(TASKS)?.range::<&[u8]>(range.bounds())?;
        entries.map(|entry| Ok(entry?.1.value().to_vec())).collect()
    }

    pub fn put(&self, key: &[u8], bytes: &[u8]) -> Result<(), Fault> {
        self.change(|table| Ok(table.insert(key, bytes).map(|_| ())?))
    }

    /// Gives a stored buffer to a function, and stores what that makes of it.
    pub fn edit(&self, key: &[u8], edit: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, Fault>) -> Result<Vec<u8>, Fault> {
        self.change(|table| {
            let bytes = table.get(key)?.ok_or(Fault::NOT_FOUND)?.value().to_vec();
            let bytes = edit(bytes)?;
            table.insert(key, &*bytes)?;
            Ok(bytes)
        })
    }

    /// One transaction. An error ends it without a change.
    fn change<R>(&self, work: impl FnOnce(&mut Table<&[u8], &[u8]>) -> Result<R, Fault>) -> Result<R, Fault> {
        let transaction = self.0.begin_write()?;
        let result = work(&mut transaction.open_table(TASKS)?)?;
        transaction.commit()?;
        Ok(result)
    }
}
