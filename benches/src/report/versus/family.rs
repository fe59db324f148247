//! A family: one operation of one workload, on one field or kind of value, whatever the length of
//! the value. Without families a workload that is measured at four lengths would count four times.

use super::column::{self, Column};
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::library::Measure;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    pub workload: String,
    pub measure: Measure,
    /// The variant without its lengths.
    pub kind: String,
    /// Whether decoding everything makes owned values.
    pub owned: bool,
    /// Whether the buffer was open before.
    pub kept: bool,
    pub column: Column,
}

impl Family {
    /// That of a figure; none if the measure is in no column.
    pub fn of(figure: &Figure, kept: bool) -> Option<Self> {
        let measure = figure.measure()?;
        let kind = kind(&figure.workload, &figure.variant);
        // Every leaf of a document ends in a sum, whoever held it in between.
        let owned = measure == Measure::DecodeAll && figure.owned && !kind.ends_with("every leaf");
        let column = column::of(measure, owned)?;
        Some(Self { workload: figure.workload.clone(), measure, kind, owned, kept, column })
    }

    /// "oplog, in place, timestamp".
    pub fn name(&self) -> String {
        let owned = if self.owned { " owned" } else { "" };
        // What the name of the measure says already.
        let kind = ["owned", "borrowed"].iter().find_map(|word| self.kind.strip_prefix(word)).unwrap_or(&self.kind);
        let kind = kind.trim_start_matches(", ");
        let kind = if kind.is_empty() { String::new() } else { format!(", {kind}") };
        format!("{}, {}{owned}{kind}", self.workload, measures::heading(self.measure))
    }
}

/// A variant without its lengths: "16 B, timestamp" is "timestamp", "string in 10 kB" is "string".
/// The variants of the two workloads of one record have none.
pub fn kind(workload: &str, variant: &str) -> String {
    if ["container", "fields"].contains(&workload) {
        return variant.to_owned();
    }
    let words: Vec<&str> = variant.split(' ').collect();
    let mut left: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let bare = |index: usize| words.get(index).copied().unwrap_or_default().trim_end_matches(',');
        let begins = left.last().is_none_or(|word| word.ends_with(','));
        at += match words[at] {
            // "255 to 256 bytes": the lengths before and after.
            word if is_number(word) && bare(at + 1) == "to" && is_length(bare(at + 3)) && begins => 4,
            // "10 kB", but not "40 bytes × 10", which are elements of 40 bytes.
            word if is_number(word) && is_length(bare(at + 1)) && bare(at + 2) != "×" && begins => 2,
            "×" if is_number(bare(at + 1)) => 2,
            "in" if is_number(bare(at + 1)) && is_length(bare(at + 2)) => {
                if words[at + 2].ends_with(',') {
                    left.push(",");
                }
                3
            }
            // "100 keys", "10,000 structs", and "last of 1,000 fields"; "one of 1,000 structs" is a
            // place.
            word if is_number(word) && begins && ["keys", "structs", "f64"].contains(&bare(at + 1)) => 1,
            word if is_number(word) && bare(at + 1) == "fields" => 1,
            word => {
                left.push(word);
                1
            }
        };
    }
    left.join(" ").replace(" ,", ",").trim_end_matches(',').to_owned()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) && word.chars().all(|one| one.is_ascii_digit() || one == ',')
}

fn is_length(word: &str) -> bool {
    ["B", "kB", "MB", "GB", "bytes"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Reading;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn a_name_says_owned_once() {
        let name = |variant, owned| {
            let figure = Figure { owned, ..figure(["container", "decode_all", variant], "x", Reading::Lazy, 1.0) };
            Family::of(&figure, false).map(|family| family.name())
        };
        let names = [name("owned", true), name("owned, long UTF-8 text", true), name("borrowed", false)];
        let expected = ["decode all owned", "decode all owned, long UTF-8 text", "decode all"];
        assert_eq!(names, expected.map(|name| Some(format!("container, {name}"))));
    }

    #[test]
    fn lengths_are_pooled_and_nothing_else() {
        let kinds = [
            ("oplog", "16 B", ""),
            ("oplog", "16,384 B, timestamp", "timestamp"),
            ("oplog", "1,024 B, borrowed", "borrowed"),
            ("scaling", "string in 100 bytes", "string"),
            ("scaling", "u32 in 10 kB, into a kept buffer", "u32, into a kept buffer"),
            ("scaling", "100 MB, owned", "owned"),
            ("scaling", "last of 1,000 fields", "last of fields"),
            ("scaling", "u64 × 10,000", "u64"),
            ("scaling", "40 bytes × 10", "40 bytes"),
            ("scaling", "10,000 keys", "keys"),
            ("scaling", "255 to 256 bytes", ""),
            ("scaling", "string of the same length in 10 kB", "string of the same length"),
            ("scaling", "one of 1,000 u64 at random", "one of 1,000 u64 at random"),
            ("scaling", "u64 in one of 1,000 structs at random", "u64 in one of 1,000 structs at random"),
            ("scaling", "u64 behind 10 kB", "u64 behind 10 kB"),
            ("scaling", "reopened every 10 edits", "reopened every 10 edits"),
            ("bulk", "1,000,000 structs", "structs"),
            ("documents", "tweets, 200 kB, every leaf", "tweets, every leaf"),
            ("documents", "tweets", "tweets"),
            ("documents", "places, a batch of edits", "places, a batch of edits"),
            ("container", "list[0].name from 13 to 3 bytes", "list[0].name from 13 to 3 bytes"),
            ("container", "location, 10,000 records in random order", "location, 10,000 records in random order"),
            ("fields", "one of 16 numbers by chance", "one of 16 numbers by chance"),
        ];
        for (workload, variant, expected) in kinds {
            assert_eq!(kind(workload, variant), expected, "{workload}: {variant}");
        }
    }
}
