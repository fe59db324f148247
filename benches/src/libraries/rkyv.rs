//! rkyv: archived types read in place, either validated or trusted; scalars, and text of the same length, set in place
//! through `Seal`.
//!
//! Every buffer here is an `AlignedVec`, which is what rkyv writes and what reading in place needs.

mod access;
mod oplog;
mod records;

pub use access::{Access, Archived, Unchecked, Validated, overwrite};

use crate::library::{Library, Row};
use crate::workloads::container::Container;
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Rkyv;

const PACKAGE: (&str, &str) = ("rkyv", "0.8.");
const OWN_BYTES: &str = "the bytes were encoded here";
const MEMORY: &str = "memory for the archive";

impl Library for Rkyv {
    fn name(&self) -> &'static str {
        "rkyv"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        Ok(records::container(value))
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(records::fields(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(oplog::rows(value))
    }
}

/// An empty row of what was validated once.
fn kept() -> Row {
    Row::new("rkyv", PACKAGE.0, PACKAGE.1, "validated, kept", Vec::new()).proved()
}
