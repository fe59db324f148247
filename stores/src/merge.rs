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
/// assert_eq!(User::peek(&merged)?.visits()?, 2);
///
/// // Where there is no record, the patch stays one, and is made on the default record when it is read.
/// let merged = merge.fold(None, &[&patch, &patch])?;
/// assert!(vellum::patch::is_patch(&merged));
/// assert_eq!(User::peek(&merge.record(&merged)?)?.visits()?, 2);
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

    /// The patch that makes one record of another; `None` if they have the same content.
    #[allow(dead_code)] // Stores call it, each with its feature.
    pub(crate) fn between(&self, record: &[u8], edited: &[u8]) -> Result<Option<Vec<u8>>> {
        let new = Record::open(&self.schema, edited)?;
        let change = Record::open(&self.schema, record)?.diff(&new)?;
        if change.is_empty() { Ok(None) } else { change.to_bytes().map(Some) }
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
    /// As [`Patch::from_bytes`] and [`Schema::prove`].
    pub fn check(&self, operand: &[u8]) -> Result<()> {
        if patch::is_patch(operand) {
            Patch::from_bytes(&self.schema, operand).map(drop)
        } else {
            self.schema.prove(operand).map(drop)
        }
    }

    /// What a value and the operands after it, the oldest first, are together: a record if there is
    /// one among them, else one patch. What stands before the last record is not looked at.
    ///
    /// Where the patches cannot be made on the record, both are kept as they are, as one value: a
    /// store that cannot merge does not open again. [`PatchMerge::record`] then tells what is
    /// wrong; it is tried again with each operand, and a new record takes the place of all.
    ///
    /// # Errors
    /// [`MergeError`] tells which operand is no record and no patch of the schema.
    pub fn fold<'a>(
        &self,
        base: Option<&'a [u8]>,
        operands: &[&'a [u8]],
    ) -> std::result::Result<Cow<'a, [u8]>, MergeError> {
        let all: Vec<&'a [u8]> = base.into_iter().chain(operands.iter().copied()).collect();
        let fault = |index: usize, error| {
            let operand = index.saturating_sub(usize::from(base.is_some()));
            MergeError { operand, count: operands.len(), error }
        };
        let start = all.iter().rposition(|value| !patch::is_patch(value));
        let Some((index, value)) = start.and_then(|index| Some((index, *all.get(index)?))) else {
            return self.join(&all).map(Cow::Owned).map_err(|(index, error)| fault(index, error));
        };
        let begin = index.saturating_add(1);
        let (record, waiting) = held(value).map_or((value, None), |(record, waiting)| (record, Some(waiting)));
        if waiting.is_none() && (base.is_none() || index > 0) {
            // What is there already is kept, whatever it is.
            Record::open(&self.schema, record).map_err(|error| fault(index, error))?;
        }
        let patches = all.get(begin..).unwrap_or_default();
        if patches.is_empty() {
            return Ok(Cow::Borrowed(value));
        }
        let joined = self.join(patches).map_err(|(index, error)| fault(begin.saturating_add(index), error))?;
        let joined = match waiting.map(|waiting| patch::then(waiting, &joined)) {
            Some(both) => both.map_err(|error| fault(begin, error))?,
            None => joined,
        };
        let mut made = record.to_vec();
        let is_made = apply(&self.schema, &mut made, &joined).is_ok();
        Ok(Cow::Owned(if is_made { made } else { hold(record, &joined) }))
    }

    /// The record that a stored value is: itself, or the default record with what the patch
    /// changes, where only patches have been stored.
    ///
    /// # Errors
    /// As [`Patch::from_bytes`] and [`Record::apply`]: [`vellum::ErrorKind::Conflict`] if a patch
    /// removes what is not there, [`vellum::ErrorKind::Newer`] if it changes what only a newer
    /// revision of the schema has.
    pub fn record<'a>(&self, stored: &'a [u8]) -> Result<Cow<'a, [u8]>> {
        let (mut record, patch) = match held(stored) {
            Some((record, patch)) => (record.to_vec(), patch),
            None if patch::is_patch(stored) => (Record::new(&self.schema).into_storage(), stored),
            None => return Ok(Cow::Borrowed(stored)),
        };
        apply(&self.schema, &mut record, patch)?;
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

/// What begins a record and a patch that cannot be made on it: no byte that begins a record.
const HELD: &[u8] = b"\0held";

/// A record, or what is in the place of one, and a patch that cannot be made on it: `HELD | length
/// of the record : 8 bytes, little endian | record | patch`.
fn hold(record: &[u8], patch: &[u8]) -> Vec<u8> {
    [HELD, &(record.len() as u64).to_le_bytes(), record, patch].concat()
}

fn held(value: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = value.strip_prefix(HELD)?.split_first_chunk()?;
    let (record, patch) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*len)).ok()?)?;
    patch::is_patch(patch).then_some((record, patch))
}

/// Why operands cannot be made one.
#[derive(Debug)]
pub struct MergeError {
    operand: usize,
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
    pub fn operand(&self) -> usize {
        self.operand
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operand {} of {}: {}", self.operand.saturating_add(1), self.count, self.error)
    }
}

impl Error for MergeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
