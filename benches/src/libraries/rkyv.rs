//! rkyv: archived types read in place, either validated or trusted; scalars, and text of the same
//! length, set in place through `Seal`.
//!
//! Every buffer here is an `AlignedVec`, which is what rkyv writes and what reading in place needs.

mod access;
mod oplog;
mod records;

pub use access::{Access, Archived, Unchecked, Validated, overwrite};

use crate::library::{Library, OWN_BYTES, Row};

const PACKAGE: (&str, &str) = ("rkyv", "0.8.");
const MEMORY: &str = "memory for the archive";

pub const LIBRARY: Library =
    Library { name: "rkyv", container: Ok(records::container), fields: Ok(records::fields), oplog: Ok(oplog::rows) };

/// An empty row of what was validated once.
fn kept() -> Row {
    Row::new("rkyv", PACKAGE.0, PACKAGE.1, "validated, kept", Vec::new()).proved()
}
