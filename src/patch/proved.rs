//! Proved buffers that are changed with patches: recorded while they are edited, and patched. The
//! proof is kept.

use super::{Patch, Recorder};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::record::Record;
use crate::typed::Value;
use crate::typed::prove::proof::Proved;
use crate::typed::prove::prover::StableBytes;
use crate::typed::root::schema_of;
use crate::write::Storage;
use crate::write::undo::Transaction;

impl<B: StableBytes + Storage, T: Value> Proved<B, T> {
    /// Makes all edits of a closure or none, and gives their patch to `commit` before they are
    /// final, as [`Recorder::transaction`] does. The proof is kept.
    ///
    /// ```
    /// use std::io::{self, Write};
    /// use vellum::{Vellum, patch::Recorder, proved::Proved};
    ///
    /// #[derive(Vellum)]
    /// struct Account { balance: i64 }
    ///
    /// let bytes = vellum::to_vec(&Account { balance: 7 }).unwrap();
    /// let mut account = Proved::<Vec<u8>, Account>::new(bytes).unwrap();
    /// let (mut recorder, mut log) = (Recorder::<Account>::new(), Vec::new());
    /// account.recorded_transaction(
    ///     &mut recorder,
    ///     |account| account.set_balance(account.balance()? - 5).map_err(io::Error::from),
    ///     |patch| log.write_all(patch),
    /// )?;
    /// assert_eq!((account.get().balance(), log.len()), (2, 18));
    ///
    /// let full = |_: &[u8]| Err(io::Error::from(io::ErrorKind::StorageFull));
    /// let refused = account.recorded_transaction(
    ///     &mut recorder,
    ///     |account| account.set_balance(0).map_err(io::Error::from),
    ///     full,
    /// );
    /// assert!(refused.is_err());
    /// assert_eq!(account.get().balance(), 2);
    /// # Ok::<(), io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the edits, of [`Recorder::take`] and of the closures.
    pub fn recorded_transaction<R, E: From<Error>>(
        &mut self,
        recorder: &mut Recorder<T>,
        edit: impl for<'a> FnOnce(&mut T::Edit<'a, Transaction<'a>>) -> Result<R, E>,
        commit: impl FnOnce(&[u8]) -> Result<(), E>,
    ) -> Result<R, E> {
        recorder.transaction(self.edited(), edit, commit)
    }

    /// Makes the changes of a patch, all or none, as [`Record::apply`] does. The proof is kept.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema, Vellum, patch::{Patch, Recorder}, proved::Proved};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let mut here = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
    /// let mut there = Proved::<Vec<u8>, User>::new(here.clone())?;
    /// let mut recorder = Recorder::<User>::new();
    /// recorder.edit(&mut here)?.set_age(37)?;
    /// there.apply(&Patch::from_bytes(User::schema(), &recorder.take()?)?)?;
    /// assert_eq!((there.get().name(), there.get().age()), ("Ada", 37));
    ///
    /// // A later revision may write what this type has no value for.
    /// let newer = Schema::parse("struct User { name: string, age: u16, nick: string? since 2 } root User;")?;
    /// let patch = vellum::Record::new(&newer).diff(&vellum::Record::new(&newer))?;
    /// assert_eq!(there.apply(&patch).unwrap_err().kind(), ErrorKind::Schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::apply`], and [`ErrorKind::Schema`] for a patch that
    /// is not of the schema of `T`. The bytes are then unchanged.
    pub fn apply(&mut self, patch: &Patch) -> Result<()> {
        let schema = schema_of::<T>();
        if patch.schema() != schema {
            return Err(Error::fixed(&FixedError(ErrorKind::Schema, "the patch is of another schema than the type")));
        }
        Record::open(schema, self.edited())?.apply(patch)
    }
}
