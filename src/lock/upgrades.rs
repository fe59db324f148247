//! Types of the program with the functions that make them of earlier revisions, and the verdict
//! on these functions: each earlier type is a revision of the lock, and the marker of a buffer
//! tells which.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::file::{Revision, Stored};
use crate::error::{ErrorKind, Result};
use crate::framing::upgrade::{KnownType, choose, known, made};
use crate::schema::{Compatibility, Level, Schema};
use crate::typed::codec::to_vec;
use crate::typed::root::schema_of;
use crate::typed::upgrades::whole;
use crate::typed::{DecodeOwned, Value};

/// A type of the program for [`check`](super::check), with its conversions: [`of`] makes it.
pub struct StoredType {
    schema: &'static Schema,
    known: Vec<KnownType>,
    /// By the index of a known type.
    read: fn(usize, &[u8]) -> Result<Vec<u8>>,
}

impl core::fmt::Debug for StoredType {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("StoredType").field(&self.schema.root_text()).finish()
    }
}

/// A type of the program for [`check`](super::check).
///
/// The check then also runs the type: it decodes the golden buffers of every revision, with the
/// functions of `upgrades_from` and the conversions of fields, and compares the results with those
/// of the lock. A [`Schema`] in its place is compared alone.
///
/// ```no_run
/// use vellum::{Vellum, lock};
///
/// #[derive(Vellum)]
/// struct User { name: String }
///
/// lock::check("schemas.lock", &[lock::of::<User>()])?;
/// # Ok::<(), lock::LockError>(())
/// ```
#[must_use]
pub fn of<T: Value + DecodeOwned>() -> StoredType {
    StoredType { schema: schema_of::<T>(), known: known::<T>(), read: read::<T> }
}

fn read<T: Value + DecodeOwned>(index: usize, buffer: &[u8]) -> Result<Vec<u8>> {
    match index {
        0 => to_vec(&whole::<T>(buffer)?),
        _ => made::<T>(index, buffer),
    }
}

/// The types that [`check`](super::check) compares with a lock: a [`StoredType`] or a [`Schema`].
///
/// ```
/// use vellum::Schema;
/// use vellum::lock::{self, LockCommand, LockErrorKind, Locked};
///
/// fn is_new(path: &std::path::Path, types: &[impl Locked]) -> bool {
///     let checked = lock::check_with(path, types, &LockCommand::Check);
///     checked.is_err_and(|error| error.kind() == LockErrorKind::Written)
/// }
///
/// # let path = std::env::temp_dir().join(format!("vellum-lock-locked-{}", std::process::id()));
/// let schema = Schema::parse("struct User { name: string } root User;")?;
/// assert!(is_new(&path, &[schema.clone()]));
/// assert!(!is_new(&path, &[schema]));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait Locked {
    /// Its schema.
    #[doc(hidden)]
    fn schema(&self) -> &Schema;

    /// Its functions, where it has any.
    #[doc(hidden)]
    #[inline]
    fn stored_type(&self) -> Option<&StoredType> {
        None
    }
}

impl Locked for Schema {
    #[inline]
    fn schema(&self) -> &Schema {
        self
    }
}

impl Locked for StoredType {
    #[inline]
    fn schema(&self) -> &Schema {
        self.schema
    }

    #[inline]
    fn stored_type(&self) -> Option<&StoredType> {
        Some(self)
    }
}

macro_rules! locked_behind {
    ($($pointer:ty),*) => {
        $(impl<T: Locked + ?Sized> Locked for $pointer {
            #[inline]
            fn schema(&self) -> &Schema {
                (**self).schema()
            }

            #[inline]
            fn stored_type(&self) -> Option<&StoredType> {
                (**self).stored_type()
            }
        })*
    };
}

locked_behind!(&T, Box<T>, Arc<T>);

/// How buffers of a revision are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadAs {
    /// By the present type.
    Present,
    /// By an earlier type, of which functions make the present one.
    Upgraded(usize),
}

impl ReadAs {
    /// Which of the known types it is.
    #[inline]
    fn index(self) -> usize {
        if let Self::Upgraded(index) = self { index } else { 0 }
    }
}

impl StoredType {
    /// The value of a golden buffer, encoded by the present type.
    #[inline]
    pub(super) fn read(&self, read_as: ReadAs, buffer: &[u8]) -> Result<Vec<u8>> {
        (self.read)(read_as.index(), buffer)
    }

    /// The name in Rust of the type that reads a revision.
    #[inline]
    pub(super) fn name_of(&self, read_as: ReadAs) -> &'static str {
        self.known.get(read_as.index()).map_or("", |known| known.name)
    }

    /// How each revision is read, in their order; the faults of the functions are added to
    /// `faults`.
    #[inline]
    pub(super) fn ways(&self, stored: &Stored, faults: &mut Vec<String>) -> Vec<ReadAs> {
        // Without functions the present type reads all, as far as the schemas say so.
        if self.known.len() < 2 {
            return alloc::vec![ReadAs::Present; stored.revisions.len()];
        }
        self.check_sources(stored, faults);
        let ways: Vec<ReadAs> = stored.revisions.iter().map(|revision| self.way(revision, faults)).collect();
        self.check_lineages(stored, &ways, faults);
        self.check_data(stored, &ways, faults);
        ways
    }

    /// No data of a revision is refused because the earlier type that reads it is older.
    #[inline]
    fn check_data(&self, stored: &Stored, ways: &[ReadAs], faults: &mut Vec<String>) {
        let upgraded = stored.revisions.iter().zip(ways).filter(|(_, way)| **way != ReadAs::Present);
        for (revision, way) in upgraded {
            let is_newer = |buffer: &[u8]| self.read(*way, buffer).is_err_and(|error| error.kind() == ErrorKind::Newer);
            if revision.golden.iter().any(|golden| is_newer(&golden.bytes)) {
                faults.push(format!(
                    "revision {0}: `{1}` does not know all of its data. Take the type of revision {0} in its place, as `--rust` prints it",
                    revision.number,
                    self.name_of(*way)
                ));
            }
        }
    }

    #[inline]
    fn way(&self, revision: &Revision, faults: &mut Vec<String>) -> ReadAs {
        match choose(&self.known, &revision.schema) {
            Ok(Some(index)) if self.known.get(index).is_some_and(|known| known.steps > 0) => ReadAs::Upgraded(index),
            Ok(_) => ReadAs::Present,
            Err(error) => {
                faults.push(format!("revision {}: {error}", revision.number));
                ReadAs::Present
            }
        }
    }

    /// Each earlier type has the schema of a revision: one that was mistyped reads nothing.
    #[inline]
    fn check_sources(&self, stored: &Stored, faults: &mut Vec<String>) {
        for source in self.known.iter().filter(|known| known.steps > 0) {
            let is_it = |revision: &&Revision| revision.schema.fingerprint() == source.schema.fingerprint();
            if stored.revisions.iter().any(|revision| is_it(&revision)) {
                continue;
            }
            let nearest =
                stored.revisions.iter().map(|revision| (revision, source.schema.changes_since(&revision.schema)));
            let nearest = nearest.min_by_key(|(_, found)| (found.level(), found.differences().len()));
            let nearest = nearest.map(|(revision, found)| difference(revision.number, &found)).unwrap_or_default();
            faults.push(format!(
                "`{}` in `upgrades_from` has the schema of no revision (fingerprint {:016x}){nearest}. Take it as `--rust` prints it",
                source.name,
                source.schema.fingerprint()
            ));
        }
    }

    /// Buffers with a lineage in them are told apart by it.
    #[inline]
    fn check_lineages(&self, stored: &Stored, ways: &[ReadAs], faults: &mut Vec<String>) {
        let revisions = stored.revisions.iter().map(|revision| Some(revision.number)).zip(ways);
        let schemas = stored.revisions.iter().map(|revision| &revision.schema);
        let mut all: Vec<(Option<u32>, ReadAs, u32)> = Vec::new();
        for ((number, way), schema) in revisions.zip(schemas) {
            all.extend(schema.lineage().map(|lineage| (number, *way, lineage)));
        }
        all.extend(self.schema.lineage().map(|lineage| (None, ReadAs::Present, lineage)));
        for (index, (number, way, lineage)) in all.iter().enumerate() {
            let others = all.iter().skip(index.saturating_add(1));
            let Some((other, ..)) = others.filter(|other| other.2 == *lineage).find(|other| other.1 != *way) else {
                continue;
            };
            let told = |number: &Option<u32>| match number {
                Some(number) => format!("revision {number}"),
                None => "the present type".to_string(),
            };
            faults.push(format!(
                "buffers of {} and of {} carry the same lineage, {lineage:08x}, and are read by different types. The lineage tells of the fields of \
                 the first revision alone: add a field to these (without `since`), or leave `lineage` away and keep buffers with their schema, as \
                 `framed` does",
                told(number),
                told(other)
            ));
        }
    }
}

/// The first difference between an earlier type and the revision that it is nearest to.
#[inline]
fn difference(number: u32, found: &Compatibility) -> String {
    let first = found.differences().iter().max_by_key(|difference| difference.level());
    match first {
        Some(first) => format!("; nearest is revision {number}: {first}"),
        None if found.level() == Level::Same => format!("; revision {number} has the same bytes and other names"),
        None => String::new(),
    }
}
