//! Ours against each other library, one library to a line: what the README, RESULTS.md, the
//! terminal and the report open with.
//!
//! - `class`: which rows stand side by side, by what they promise
//! - `column`: which measures are told together
//! - `reach`: whether an operation on one value works on the whole record
//! - `family`: an operation of a workload, whatever the length of the value
//! - `duel`: ours and one rival in one family
//! - `table`: the duels of each rival in a line
//! - `causes`: why families are lost

pub mod causes;
pub mod class;
pub mod column;
pub mod duel;
pub mod family;
pub mod reach;
pub mod table;

use crate::harness::figure::Figure;
use crate::harness::sheet;
use class::Class;
use duel::duels;
use table::{narrow, rivals};

/// What a terminal shows at the end of a run: the tables of those classes in which ours meets
/// somebody.
pub fn closing(figures: &[Figure]) -> String {
    let mut out = String::new();
    for class in Class::ALL {
        let duels = duels(figures, class);
        if !duels.is_empty() {
            out += &format!("\n\nLibrary by library: {}\n{}", class.name(), sheet::paragraph("", class.about()));
            out += &narrow(&rivals(&duels)).terminal();
        }
    }
    if out.is_empty() {
        out
    } else {
        out + &sheet::paragraph("", &format!("{} {} ★ is a column that vellum leads.", table::ABOUT, table::FIELD))
    }
}

#[cfg(test)]
mod tests {
    use super::duel::tests::figure;
    use super::*;
    use crate::harness::rank::OURS;
    use crate::library::Reading;

    #[test]
    fn a_run_ends_with_a_table_for_each_class_and_with_none_if_ours_meets_nobody() {
        let at = ["container", "decode_one", "location"];
        let figures = [
            figure(at, OURS, Reading::Lazy, 8.0),
            figure(at, "x", Reading::Lazy, 18.0),
            figure(at, "y", Reading::Trusted, 3.0),
        ];
        let text = closing(&figures);
        assert!(text.contains("Library by library: checked\n") && text.contains("★0.50 (1/1)"), "{text}");
        assert!(text.contains("Library by library: trusted †\n") && text.contains(" 2.00 (0/1)"), "{text}");
        assert!(!text.contains("kept\n"), "{text}");
        assert_eq!(closing(&figures[..1]), "");
    }
}
