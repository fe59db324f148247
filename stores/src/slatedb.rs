//! SlateDB: patches as operands of its merge operator.
//!
//! [`PatchMerge`] is a [`MergeOperator`]: `Db::put` stores a whole record, `Db::merge` a patch of
//! some ten bytes, which is all that goes to the log. SlateDB joins the patches of a key when it
//! reads, flushes and compacts, and makes them on the record when it meets that.
//!
//! ```
//! # use std::sync::Arc;
//! use slatedb::{Db, object_store::memory::InMemory};
//! use vellum::Vellum;
//! use vellum_stores::{PatchMerge, slatedb::{get_record, merge_checked}};
//!
//! #[derive(Vellum)]
//! struct User { name: String, visits: u32 }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let merge = Arc::new(PatchMerge::of::<User>()?);
//! let db = Db::builder("users", Arc::new(InMemory::new())).with_merge_operator(merge.clone()).build().await?;
//!
//! let ada = vellum::to_vec(&User { name: "Ada".into(), visits: 1 })?;
//! db.put(b"ada", &ada).await?;
//! let patch = merge.patch(&ada, |bytes| User::edit(bytes)?.set_visits(2))?;
//! merge_checked(&db, &merge, b"ada", &patch).await?;
//!
//! let ada = get_record(&db, &merge, b"ada").await?.unwrap();
//! assert_eq!(User::view(&ada)?.visits()?, 2);
//! db.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Where there is no record
//!
//! A store does not tell the operator whether there is no record under the key, or it has not come
//! to it yet. So patches alone stay a patch, which `Db::get` then gives: `vellum::patch::is_patch`
//! tells. [`PatchMerge::record`], and [`get_record`] with it, makes them on the default record. So
//! the record of a key can be begun by patches.
//!
//! # Operands that are refused
//!
//! SlateDB asks the operator as soon as it is given an operand: one that is damaged, for another
//! schema, or a physical patch is an error of `Db::merge`, and is not written. [`merge_checked`]
//! finds more: what only a newer revision of the schema has, and records that are not valid.
//!
//! That a patch cannot be made on the record, since it removes what is not there, is found out
//! where SlateDB meets both. An error of the operator there would keep the database from being
//! opened, as the log is merged, too. So the operator keeps both as one value, and [`get_record`]
//! says what is wrong, and with which key. A new record (`Db::put`) takes the place of both; a
//! patch that only a newer revision knows is made by the first program that knows it.

use std::borrow::Cow;

use bytes::Bytes;
use slatedb::{Db, MergeOperator, MergeOperatorError, WriteHandle};

use crate::error::{StoreError, under};
use crate::merge::PatchMerge;

/// What the functions here return.
pub type Result<T> = std::result::Result<T, StoreError<slatedb::Error>>;

impl MergeOperator for PatchMerge {
    fn merge(
        &self,
        key: &Bytes,
        existing_value: Option<Bytes>,
        value: Bytes,
    ) -> std::result::Result<Bytes, MergeOperatorError> {
        self.merge_batch(key, existing_value, &[value])
    }

    fn merge_batch(
        &self,
        key: &Bytes,
        existing_value: Option<Bytes>,
        operands: &[Bytes],
    ) -> std::result::Result<Bytes, MergeOperatorError> {
        if existing_value.is_none() && operands.is_empty() {
            return Err(MergeOperatorError::EmptyBatch);
        }
        let operands: Vec<&[u8]> = operands.iter().map(AsRef::as_ref).collect();
        match self.fold(existing_value.as_deref(), &operands) {
            Ok(value) => Ok(Bytes::from(value.into_owned())),
            Err(error) => {
                let message = format!("vellum records, key `{}`: {error}", key.escape_ascii());
                Err(MergeOperatorError::Callback { message })
            }
        }
    }
}

/// Merges a patch, or a whole record, once it is proved to be one of the schema.
///
/// # Errors
/// As [`PatchMerge::check`], and the errors of SlateDB.
pub async fn merge_checked(db: &Db, merge: &PatchMerge, key: &[u8], operand: &[u8]) -> Result<WriteHandle> {
    merge.check(operand).map_err(under(key, "the operand"))?;
    Ok(db.merge(key, operand).await?)
}

/// The record under a key, also where only patches were stored.
///
/// # Errors
/// As [`PatchMerge::record`], and the errors of SlateDB.
pub async fn get_record(db: &Db, merge: &PatchMerge, key: &[u8]) -> Result<Option<Bytes>> {
    let Some(stored) = db.get(key).await? else { return Ok(None) };
    let made = match merge.record(&stored).map_err(under(key, "the record with its patches"))? {
        Cow::Borrowed(_) => None,
        Cow::Owned(record) => Some(Bytes::from(record)),
    };
    Ok(Some(made.unwrap_or(stored)))
}
