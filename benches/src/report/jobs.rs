//! Common jobs with small stored records, a line for each job, ours beside six well-known libraries.
//! The figures are those of the two workloads of one record.

use super::told::number;
use super::versus::class::Class;
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rank::{OURS, TIE};
use crate::library::Measure;

/// The columns.
const LIBRARIES: [&str; 7] = [OURS, "rkyv", "flatbuffers", "capnp", "prost", "bincode 2", "serde_json"];

/// One way to do a job: the operation, its variants in the two workloads, and the sign of a way
/// that is not the job's own.
struct Way {
    measure: Measure,
    /// The first that the results have; some had other names in older files.
    variants: [&'static [&'static str]; 2],
    sign: &'static str,
}

const WORKLOADS: [&str; 2] = ["container", "fields"];
const NEW_BYTES: &str = "¹";
const READS_ALL: &str = "²";

const fn way(measure: Measure, variants: [&'static [&'static str]; 2], sign: &'static str) -> Way {
    Way { measure, variants, sign }
}

const NUMBERS: [&[&str]; 2] = [&["list[0].sibling.time"], &["second_field_of_type_u64"]];
const TEXTS: [&[&str]; 2] = [
    &["list[0].name of 3 and 35 bytes, ASCII", "list[0].name longer and back"],
    &["second_field_of_type_string of 23 and 55 bytes, ASCII", "second_field_of_type_string longer and back"],
];

/// Each job with the ways to do it: a library takes the first that it has.
const JOBS: [(&str, &[Way]); 5] = [
    ("set a number, ns", &[way(Measure::UpdateOneInPlace, NUMBERS, ""), way(Measure::UpdateOne, NUMBERS, NEW_BYTES)]),
    (
        "make a string longer, and shorter again, ns",
        &[way(Measure::UpdateOneInPlace, TEXTS, ""), way(Measure::UpdateOne, TEXTS, NEW_BYTES)],
    ),
    (
        "validate a whole record, ns",
        &[
            way(Measure::Verify, [&["owned"]; 2], ""),
            way(Measure::DecodeAll, [&["borrowed"]; 2], READS_ALL),
            way(Measure::DecodeAll, [&["owned"]; 2], READS_ALL),
        ],
    ),
    (
        "read one string of unvalidated bytes, ns",
        &[way(Measure::DecodeOne, [&["location"], &["third_field_of_type_string"]], "")],
    ),
    ("bytes on disk", &[way(Measure::Size, [&[""]; 2], "")]),
];

/// Whether a record that was stored may be read by a type with a field more, and how.
const FIELD_LATER: [(&str, &str); 7] = [
    (OURS, "yes: `since`"),
    ("rkyv", "no"),
    ("flatbuffers", "yes: the last of its table"),
    ("capnp", "yes: the next number"),
    ("prost", "yes: another tag"),
    ("bincode 2", "no"),
    ("serde_json", "yes: `default`"),
];

/// The table, and what its signs mean.
pub fn table(figures: &[Figure]) -> String {
    let mut text = "| container / fields |".to_owned();
    text += &LIBRARIES.map(|library| format!(" {library} |")).concat();
    text += &format!("\n| --- |{}\n", " --: |".repeat(LIBRARIES.len()));
    for (name, ways) in JOBS {
        let found = LIBRARIES.map(|library| [0, 1].map(|workload| found(figures, library, ways, workload)));
        let best = [0, 1].map(|workload| {
            let known = found.iter().filter_map(|pair| pair[workload].as_ref().map(|(figure, _)| figure.median));
            known.fold(f64::INFINITY, f64::min)
        });
        text += &format!("| {name} |");
        for pair in &found {
            let parts = [0, 1].map(|workload| part(pair[workload].as_ref(), best[workload]));
            text += &format!(" {} |", if parts[0] == parts[1] { parts[0].clone() } else { parts.join(" / ") });
        }
        text.push('\n');
    }
    let words =
        LIBRARIES.map(|library| FIELD_LATER.iter().find(|(one, _)| *one == library).map_or("-", |(_, words)| words));
    text += &format!("| add a field later |{}\n", words.map(|words| format!(" {words} |")).concat());
    text += &format!(
        "\n{NEW_BYTES} The library cannot edit the bytes, and writes new bytes. {READS_ALL} The library has no separate validation: decoding validates. Each cell is the \
         library's fastest row that is safe on hostile bytes, without code written for one field. Bold is the best of the seven.\n"
    );
    text
}

/// The figure of the first way that the library has.
fn found<'f>(
    figures: &'f [Figure],
    library: &str,
    ways: &[Way],
    workload: usize,
) -> Option<(&'f Figure, &'static str)> {
    ways.iter().find_map(|way| {
        let here = figures.iter().filter(|figure| {
            figure.library == library
                && figure.workload == WORKLOADS[workload]
                && figure.measure == way.measure.id()
                && way.variants[workload].contains(&figure.variant.as_str())
                && Class::of(figure) == (Class::Checked, false)
        });
        here.min_by(|one, other| one.median.total_cmp(&other.median)).map(|figure| (figure, way.sign))
    })
}

fn part(found: Option<&(&Figure, &str)>, best: f64) -> String {
    let Some((figure, sign)) = found else { return "-".to_owned() };
    let tie = if figure.measure().is_some_and(measures::is_size) { 1.0 } else { 1.0 + TIE };
    let number = number(figure.median);
    if figure.median <= best * tie { format!("**{number}**{sign}") } else { format!("{number}{sign}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Reading;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn a_library_does_a_job_in_the_first_way_it_has_with_its_best_checked_row() {
        let at = |measure| ["container", measure, "list[0].sibling.time"];
        let figures = [
            figure(at("update_one_in_place"), OURS, Reading::Lazy, 15.0),
            figure(at("update_one_in_place"), OURS, Reading::LazyKept, 5.0),
            figure(at("update_one"), OURS, Reading::Lazy, 30.0),
            figure(at("update_one"), "prost", Reading::Lazy, 430.0),
            figure(at("update_one_in_place"), "rkyv", Reading::Trusted, 4.0),
            Figure { by_hand: Some(true), ..figure(at("update_one_in_place"), "capnp", Reading::Lazy, 2.0) },
        ];
        let table = table(&figures);
        let line = table.lines().find(|line| line.contains("set a number")).unwrap();
        assert!(line.contains("| **15** / - | - | - | - | 430¹ / - | - | - |"), "{line}");
    }

    #[test]
    fn each_library_has_words_for_a_field_that_is_added() {
        assert!(LIBRARIES.iter().all(|library| FIELD_LATER.iter().any(|(one, _)| one == library)));
    }
}
