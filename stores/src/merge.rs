//! Records and patches as the operands of one operation: what stores call a merge.
//!
//! A value is a record or a patch, which its first byte tells. A patch is made on what was there; a
//! record takes the place of all before it. Patches join by their bytes alone, so that a store can
//! join those of a key while it does not have, or not yet know, the record that they are for.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use vellum::patch::{self, Patch};
use vellum::{Record, Result, Schema, Vellum};

/// Joins records and patches of one schema.
///
/// The operation is associative: whichever neighbours are joined first, the record has the same
/// content in the end (its layout may differ).
///
/// ```
/// use vellum::{Record, Vellum};
/// use vellum_stores::PatchMerge;
///
/// #[derive(Vellum)]
/// struct User { name: String, visits: u32 }
///
/// let merge = PatchMerge::of::<User>()?;
/// let stored = vellum::to_vec(&User { name: "Ada".into(), visits: 1 })?;
/// let patch = merge.patch(&stored, |bytes| User::edit(bytes)?.set_visits(2))?;
/// let merged = merge.fold(Some(&stored), &[&patch])?;
/// assert_eq!(User::view(&merged)?.visits()?, 2);
///
/// // Where there is no record, the patch stays one, and is made on the default record when it is read.
/// let merged = merge.fold(None, &[&patch, &patch])?;
/// assert!(vellum::patch::is_patch(&merged));
/// assert_eq!(User::view(&merge.record(&merged)?)?.visits()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatchMerge {
    schema: Schema,
    /// The patch that does nothing. What can be joined to it is a patch for this schema.
    nothing: Vec<u8>,
}

impl PatchMerge {
    /// For records of a schema.
    ///
    /// # Errors
    /// That of [`Schema::check`].
    pub fn new(schema: &Schema) -> Result<Self> {
        schema.check()?;
        let default = Record::new(schema);
        Ok(Self { schema: schema.clone(), nothing: default.diff(&default)?.to_bytes()? })
    }

    /// For records of a derived type.
    ///
    /// # Errors
    /// As [`PatchMerge::new`].
    pub fn of<T: Vellum>() -> Result<Self> {
        Self::new(T::schema())
    }

    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The patch that an edit is, made on a copy of a record.
    ///
    /// # Errors
    /// That of the edit, and those of [`Record::diff`].
    pub fn patch(&self, record: &[u8], edit: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<Vec<u8>> {
        let mut edited = record.to_vec();
        edit(&mut edited)?;
        let new = Record::open(&self.schema, edited)?;
        Record::open(&self.schema, record)?.diff(&new)?.to_bytes()
    }

    /// Proves that bytes are a whole record of the schema, or a patch for it: what is checked
    /// before they are written.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    /// use vellum_stores::PatchMerge;
    ///
    /// let merge = PatchMerge::new(&Schema::parse("struct Point { x: i32 } root Point;")?)?;
    /// assert!(merge.check(&[0x20, 4, 7, 0, 0, 0]).is_ok());
    /// assert_eq!(merge.check(&[0x20, 4, 7]).unwrap_err().kind(), ErrorKind::Corrupt);
    /// assert_eq!(merge.check(&[0xD3, 0x10, 1, 2, 3, 4]).unwrap_err().kind(), ErrorKind::Schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Patch::from_bytes`] and [`Schema::verify`].
    pub fn check(&self, operand: &[u8]) -> Result<()> {
        if patch::is_patch(operand) {
            Patch::from_bytes(&self.schema, operand).map(drop)
        } else {
            self.schema.verify(operand).map(drop)
        }
    }

    /// What a value and the operands after it, the oldest first, are together: a record if there is
    /// one among them, else one patch. What stands before the last record is not looked at.
    ///
    /// # Errors
    /// [`MergeError`] tells which operand is no record and no patch of the schema, or why the
    /// patches cannot be made on the record.
    pub fn fold<'a>(
        &self,
        base: Option<&'a [u8]>,
        operands: &[&'a [u8]],
    ) -> std::result::Result<Cow<'a, [u8]>, MergeError> {
        let mut whole = None;
        let first = base.is_some();
        let all: Vec<&'a [u8]> = base.into_iter().chain(operands.iter().copied()).collect();
        let start = all.iter().rposition(|value| !patch::is_patch(value));
        let at = |index: usize| {
            let operand = if first { index.checked_sub(1) } else { Some(index) };
            Place { operand, count: operands.len() }
        };
        if let Some(index) = start {
            let record = all.get(index).copied().unwrap_or_default();
            Record::open(&self.schema, record).map_err(|error| at(index).fails(error))?;
            whole = Some(record);
        }
        let begin = start.map_or(0, |index| index.saturating_add(1));
        let patches = all.get(begin..).unwrap_or_default();
        if let (Some(record), []) = (whole, patches) {
            return Ok(Cow::Borrowed(record));
        }
        let joined = self.join(patches).map_err(|(index, error)| at(begin.saturating_add(index)).fails(error))?;
        let Some(record) = whole else { return Ok(Cow::Owned(joined)) };
        let mut record = record.to_vec();
        let made = apply(&self.schema, &mut record, &joined);
        made.map_err(|error| MergeError { place: None, count: patches.len(), error })?;
        Ok(Cow::Owned(record))
    }

    /// The record that a stored value is: itself, or the default record with what the patch
    /// changes, where only patches have been stored.
    ///
    /// # Errors
    /// As [`Patch::from_bytes`] and [`Record::apply`].
    pub fn record<'a>(&self, stored: &'a [u8]) -> Result<Cow<'a, [u8]>> {
        if !patch::is_patch(stored) {
            return Ok(Cow::Borrowed(stored));
        }
        let mut record = Record::new(&self.schema).into_storage();
        apply(&self.schema, &mut record, stored)?;
        Ok(Cow::Owned(record))
    }

    /// One patch of several, joined by halves, so that each is copied a few times only. An error
    /// comes with the number of the patch that is none.
    fn join(&self, patches: &[&[u8]]) -> std::result::Result<Vec<u8>, (usize, vellum::Error)> {
        match patches {
            [] => Ok(self.nothing.clone()),
            [one] => patch::then(&self.nothing, one).map_err(|error| (0, error)),
            several => {
                let middle = several.len() / 2;
                let (first, second) = several.split_at(middle);
                let second = self.join(second).map_err(|(index, error)| (middle.saturating_add(index), error));
                // The first fault is told.
                let (first, second) = (self.join(first)?, second?);
                patch::then(&first, &second).map_err(|error| (0, error))
            }
        }
    }
}

/// Makes a patch on a record, which is unchanged if it cannot be made.
pub(crate) fn apply(schema: &Schema, record: &mut Vec<u8>, patch: &[u8]) -> Result<()> {
    let patch = Patch::from_bytes(schema, patch)?;
    Record::open(schema, record)?.apply(&patch)
}

/// What the schema's revisions have in common, as the hexadecimal digits that patches carry; what
/// is wrong with a schema in their place.
#[allow(dead_code)] // Stores call it, each with its feature.
pub(crate) fn lineage(schema: &Schema) -> String {
    match PatchMerge::new(schema) {
        // D3 10, the lineage, no operations.
        Ok(merge) => merge.nothing.iter().skip(2).rev().map(|byte| format!("{byte:02x}")).collect(),
        Err(error) => error.to_string(),
    }
}

/// Which operand is at fault.
struct Place {
    operand: Option<usize>,
    count: usize,
}

impl Place {
    fn fails(self, error: vellum::Error) -> MergeError {
        MergeError { place: Some(self.operand), count: self.count, error }
    }
}

/// Why a value and the operands after it cannot be made one.
#[derive(Debug)]
pub struct MergeError {
    /// The operand, or the value before them; `None` if all are well and do not go together.
    place: Option<Option<usize>>,
    count: usize,
    error: vellum::Error,
}

impl MergeError {
    /// What is wrong.
    #[must_use]
    pub fn error(&self) -> &vellum::Error {
        &self.error
    }

    /// The number of the operand that is at fault, from 0.
    #[must_use]
    pub fn operand(&self) -> Option<usize> {
        self.place.flatten()
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, error) = (self.count, &self.error);
        match self.place {
            Some(Some(operand)) => write!(f, "operand {} of {count}: {error}", operand.saturating_add(1)),
            Some(None) => write!(f, "the value before the operands: {error}"),
            None => write!(f, "the patches, {count} in all, cannot be made on the record: {error}"),
        }
    }
}

impl Error for MergeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
