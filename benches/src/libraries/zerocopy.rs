//! zerocopy: structs of fixed size and slices of them, read and written as the bytes that they are.
//!
//! No type of variable length, so that the records of the first three workloads have no row. Those of fixed size are in "scaling" (a
//! struct of 255 fields) and "bulk" (lists, whose length is that of the bytes).

use crate::library::{Library, Row};
use crate::workloads::container::Container;
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

pub struct Zerocopy;

const FIXED: &str = "its types have a fixed size, and a text has not";

impl Library for Zerocopy {
    fn name(&self) -> &'static str {
        "zerocopy"
    }

    fn container(&self, _value: &Container) -> Result<Vec<Row>, String> {
        Err(FIXED.to_owned())
    }

    fn fields(&self, _value: &Fields) -> Result<Vec<Row>, String> {
        Err(FIXED.to_owned())
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err(FIXED.to_owned())
    }
}
