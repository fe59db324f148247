//! The table of the other workloads: ours beside the best rival that is as safe.

use super::{TIE, number, time};
use crate::harness::rank::OURS;
use crate::report::stored::Stored;

/// Lines of the table: workload, its name in the table, measure, variant, text.
const LINES: [(&str, &str, &str, &str, &str); 29] = [
    ("fields", FIELDS, "size", "", "size"),
    ("fields", FIELDS, "encode", "owned", "encode"),
    ("fields", FIELDS, "decode_all", "owned", "decode all, owned"),
    ("fields", FIELDS, "decode_all", "borrowed", "decode all, borrowed"),
    ("fields", FIELDS, "decode_one", "third_field_of_type_string", "decode one string"),
    ("fields", FIELDS, "update_one", "second_field_of_type_u64", "set a number, with clone"),
    ("fields", FIELDS, "update_one", LONGER, "set a longer text and back, with clone"),
    ("fields", FIELDS, "update_one_in_place", "second_field_of_type_u64", "set a number in place"),
    ("fields", FIELDS, "update_one_in_place", LONGER, "set a longer text and back in place"),
    ("oplog", LOG, "size", "1,024 B", "size"),
    ("oplog", LOG, "encode", "1,024 B", "encode"),
    ("oplog", LOG, "decode_all", "1,024 B", "decode all, owned"),
    ("oplog", LOG, "decode_all", "1,024 B, borrowed", "decode all, borrowed"),
    ("oplog", LOG, "decode_one", "1,024 B, timestamp", "decode the time"),
    ("oplog", LOG, "update_one", "1,024 B, timestamp", "set the time, with clone"),
    ("oplog", LOG, "update_one", "1,024 B, first payload halved", "halve the first payload, with clone"),
    ("oplog", LOG, "update_one_in_place", "1,024 B, timestamp", "set the time in place"),
    ("bulk", STRUCTS, "encode", "1,000,000 structs", "encode"),
    ("bulk", STRUCTS, "decode_all", "1,000,000 structs", "decode all, owned"),
    ("bulk", STRUCTS, "sum", "1,000,000 structs", "borrow and sum up"),
    ("bulk", NUMBERS, "encode", "10,000,000 f64", "encode"),
    ("bulk", NUMBERS, "decode_all", "10,000,000 f64", "decode all, owned"),
    ("bulk", NUMBERS, "sum", "10,000,000 f64", "borrow and sum up"),
    ("documents", TWEETS, "size", "tweets", "size"),
    ("documents", TWEETS, "encode", "tweets, tree", "encode"),
    ("documents", TWEETS, "decode_all", "tweets, tree", "decode all, owned"),
    ("documents", TWEETS, "decode_one", "tweets", "decode one text"),
    ("documents", TWEETS, "update_one_in_place", "tweets", "set a text in place"),
    ("documents", TWEETS, "key_insert", "tweets", "add a key to an object"),
];

const FIELDS: &str = "27 fields";
const LONGER: &str = "second_field_of_type_string longer and back";
const LOG: &str = "log entry, payloads of 1 kB";
const STRUCTS: &str = "1,000,000 structs of 8 floats";
const NUMBERS: &str = "10,000,000 f64";
const TWEETS: &str = "1 MB of tweets in `any`";

pub(super) fn others(all: &[Stored]) -> String {
    let mut table = "| workload | operation | vellum | best rival | | vellum / rival |\n".to_owned();
    table += "| --- | --- | --: | --: | --- | --: |\n";
    let mut last = "";
    for (workload, name, measure, variant, text) in LINES {
        let is_here = |figure: &&Stored| {
            (figure.workload.as_str(), figure.measure.as_str(), figure.variant.as_str()) == (workload, measure, variant)
                && figure.checked
                && !figure.is_floor()
        };
        let best = |is_ours: bool| {
            let figures = all.iter().filter(is_here).filter(|figure| (figure.library == OURS) == is_ours);
            figures.min_by(|a, b| a.median.total_cmp(&b.median))
        };
        // A run may leave a workload out.
        let (Some(ours), Some(rival)) = (best(true), best(false)) else { continue };
        let tie = if measure == "size" { 1.0 } else { TIE };
        let shown = |one: &Stored, other: &Stored| {
            let value = if measure == "size" { size(one.median) } else { time(one.median) };
            if one.median <= other.median * tie { format!("**{value}**") } else { value }
        };
        let first = if last == name { "" } else { name };
        last = name;
        table += &format!(
            "| {first} | {text} | {} | {} | {} | {} |\n",
            shown(ours, rival),
            shown(rival, ours),
            rival.library,
            ratio(ours.median / rival.median)
        );
    }
    table
}

fn ratio(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.4}") } else { format!("{ratio:.2}") }
}

/// Bytes, in a unit that keeps the number short.
fn size(bytes: f64) -> String {
    if bytes < 1e5 { format!("{} B", number(bytes)) } else { format!("{:.0} kB", bytes / 1e3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(library: &str, mode: &str, checked: bool, median: f64) -> Stored {
        Stored {
            workload: "fields".into(),
            library: library.into(),
            mode: mode.into(),
            checked,
            measure: "encode".into(),
            variant: "owned".into(),
            median,
            ..Stored::default()
        }
    }

    #[test]
    fn ours_stands_beside_the_best_rival_that_is_as_safe() {
        let figures = [
            figure("vellum", "runtime", true, 900.0),
            figure("vellum", "derive", true, 45.0),
            figure("a", "serde", true, 30.0),
            figure("b", "serde", true, 60.0),
            figure("c", "unchecked", false, 1.0),
            figure("std", "copy", true, 2.0),
        ];
        let table = others(&figures);
        assert!(table.ends_with("| 27 fields | encode | 45 | **30** | a | 1.50 |\n"), "{table}");
    }

    #[test]
    fn a_run_without_a_workload_has_no_lines_of_it() {
        assert_eq!(others(&[]).lines().count(), 2);
    }
}
