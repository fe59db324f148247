//! Libraries without a row of one record: their rows are in "scaling" and "bulk" alone.

use crate::library::{Library, Row};
use crate::workloads::container::Container;
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

pub struct Elsewhere {
    name: &'static str,
    reason: &'static str,
}

/// Structs of fixed size and slices of them: "scaling" has one of 255 fields, "bulk" lists, whose length is that of the bytes.
pub const ZEROCOPY: Elsewhere =
    Elsewhere { name: "zerocopy", reason: "its types have a fixed size, and a text has not" };
/// Columns in "bulk".
#[cfg(feature = "full")]
pub const ARROW: Elsewhere =
    Elsewhere { name: "arrow", reason: "a format of columns, of which a record has one value each" };
/// A table of keys in "scaling".
#[cfg(feature = "full")]
pub const SQLITE: Elsewhere = Elsewhere { name: "sqlite", reason: "a database, which sends no record as bytes" };

impl Library for Elsewhere {
    fn name(&self) -> &'static str {
        self.name
    }

    fn container(&self, _value: &Container) -> Result<Vec<Row>, String> {
        Err(self.reason.to_owned())
    }

    fn fields(&self, _value: &Fields) -> Result<Vec<Row>, String> {
        Err(self.reason.to_owned())
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err(self.reason.to_owned())
    }
}
