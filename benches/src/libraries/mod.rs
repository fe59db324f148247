//! One file for each library under test; adding a library takes a file here and a line in [`all`].

use crate::library::Library;

/// Every library, in the order of the tables.
pub fn all() -> Vec<Box<dyn Library>> {
    vec![]
}
