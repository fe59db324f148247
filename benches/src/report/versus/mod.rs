//! Ours against each other library, one library to a line: what the README, RESULTS.md, the terminal and the report open with.
//!
//! - `class`: which rows stand side by side, by what they promise
//! - `column`: which measures are told together
//! - `family`: an operation of a workload, whatever the length of the value
//! - `duel`: ours and one rival in one family
//! - `table`: the duels of each rival in a line
//! - `causes`: why families are lost

pub mod causes;
pub mod class;
pub mod column;
pub mod duel;
pub mod family;
pub mod table;

use crate::harness::figure::Figure;
use class::Class;
use duel::duels;
use table::{grid, rivals};

/// What a terminal shows at the end of a run: the tables of those classes in which ours meets somebody.
pub fn closing(figures: &[Figure]) -> String {
    let mut out = String::new();
    for class in Class::ALL {
        let duels = duels(figures, class);
        if !duels.is_empty() {
            out += &format!("\n\nLibrary by library, {}: {}.\n{}\n", class.name(), class.about(), table::ABOUT);
            out += &grid(&rivals(&duels)).terminal();
        }
    }
    out
}
