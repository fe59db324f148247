//! Which rows go to one value, and which work on the whole record to get there.
//!
//! A getter that follows two pointers takes the same time in a record of any size. A codec decodes
//! the values before the one that is read, a validator looks at all bytes first, and a library
//! that cannot edit writes the record again. The longer the record, the larger is the ratio of the
//! two: a mean of such ratios and of ratios between equal amounts of work would tell neither.

use super::family::kind;
use crate::harness::figure::Figure;
use crate::library::{Measure, Reading};

/// How much of a record an operation on one value looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The value and the way to it.
    Value,
    /// All of the record, or all of it up to the value.
    Record,
}

/// Libraries whose readers follow offsets from the front to a value, without a look at the rest.
const BY_OFFSET: [&str; 6] = ["capnp", "planus", "zerocopy", "flat_message", "no_proto", "arrow"];

/// Libraries whose types have one layout: where a record holds nothing but numbers and bytes, they
/// find a value without a look at the others, in each of their modes.
const OF_ONE_LAYOUT: [&str; 4] = ["rkyv", "zeropod", "wincode", "zerocopy"];

/// Records that hold nothing but numbers, bytes, and at most one string at their front.
const FLAT: [(&str, &str); 8] = [
    ("scaling", "first of fields"),
    ("scaling", "last of fields"),
    ("scaling", "string"),
    ("scaling", "string of the same length"),
    ("scaling", "u32"),
    ("scaling", "u64 behind 10 kB"),
    ("scaling", "one of 1,000 u64 at random"),
    ("services", "mesh, corners[10000].weight"),
];

/// Codecs whose types for one reading end at the value: they read no byte behind it.
const ENDS_EARLY: [&str; 9] =
    ["bincode 1", "bincode 2", "borsh", "desert", "postcard", "prost", "serde_bare", "speedy", "wincode"];

/// Values at the front of their record, at which such a type ends.
const FRONT: [(&str, &str); 3] = [("scaling", "first of fields"), ("scaling", "string"), ("oplog", "timestamp")];

impl Reach {
    /// How much the operation of a rival's figure looks at; none if it is about whole records, or
    /// if vellum works on the whole record, too.
    pub fn of(figure: &Figure) -> Option<Self> {
        let measure = figure.measure()?;
        let goes_to_it = match measure {
            Measure::DecodeOne | Measure::KeyGet => reads_one(figure, measure),
            Measure::UpdateOneInPlace => edits_one(figure),
            // Lists and maps grow in the bytes of vellum alone, and in trees that are no bytes.
            Measure::Push | Measure::KeyInsert => is_a_tree(figure),
            _ => return None,
        };
        Some(if goes_to_it { Self::Value } else { Self::Record })
    }
}

fn reads_one(figure: &Figure, measure: Measure) -> bool {
    if is_flat(figure) || is_a_tree(figure) {
        return true;
    }
    match figure.reading() {
        Reading::Trusted | Reading::LazyKept | Reading::ProvedKept => true,
        Reading::Proved => false,
        Reading::Lazy => {
            let follows = BY_OFFSET.contains(&figure.library.as_str())
                // Its reader is opened at the end of the bytes; keys are found by halves.
                || (figure.library == "flexbuffers" && measure == Measure::DecodeOne);
            follows || (ENDS_EARLY.contains(&figure.library.as_str()) && is_among(figure, &FRONT))
        }
    }
}

fn edits_one(figure: &Figure) -> bool {
    // The first two have no edit of bytes, and write new ones; zeropod replaces the whole list.
    let rewrites = match figure.library.as_str() {
        "flatbuffers" | "flexbuffers" => true,
        "zeropod" => figure.variant.ends_with("at random"),
        _ => false,
    };
    if rewrites {
        return false;
    }
    if is_flat(figure) || is_a_tree(figure) {
        return true;
    }
    match figure.reading() {
        Reading::Trusted | Reading::LazyKept | Reading::ProvedKept => true,
        Reading::Proved => false,
        // wincode's mirror of the bytes up to the field; rmp passes over each value before it.
        Reading::Lazy if figure.is_by_hand() => figure.library == "wincode",
        Reading::Lazy => BY_OFFSET.contains(&figure.library.as_str()),
    }
}

/// A parsed tree that stays in memory.
fn is_a_tree(figure: &Figure) -> bool {
    figure.mode == "in memory"
}

fn is_flat(figure: &Figure) -> bool {
    OF_ONE_LAYOUT.contains(&figure.library.as_str()) && is_among(figure, &FLAT)
}

fn is_among(figure: &Figure, kinds: &[(&str, &str)]) -> bool {
    let kind = kind(&figure.workload, &figure.variant);
    kinds.iter().any(|(workload, one)| *workload == figure.workload && *one == kind)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::report::stored;
    use crate::report::versus::class::Class;
    use crate::report::versus::duel::duels;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn a_codec_and_a_validator_work_on_the_record_and_a_reader_goes_to_the_value() {
        let at = ["services", "decode_one", "log, entries[500].path"];
        let of = |library, reading| Reach::of(&figure(at, library, reading, 1.0));
        assert_eq!(of("prost", Reading::Lazy), Some(Reach::Record));
        assert_eq!(of("rkyv", Reading::Proved), Some(Reach::Record));
        assert_eq!(of("rkyv", Reading::ProvedKept), Some(Reach::Value));
        assert_eq!(of("capnp", Reading::Lazy), Some(Reach::Value));
        let whole = figure(["services", "decode_all", "log"], "prost", Reading::Lazy, 1.0);
        assert_eq!(Reach::of(&whole), None);
    }

    #[test]
    fn a_value_at_the_front_and_a_record_of_numbers_cost_no_look_at_the_rest() {
        let of = |place, library, reading| Reach::of(&figure(place, library, reading, 1.0));
        let front = ["oplog", "decode_one", "16,384 B, timestamp"];
        assert_eq!(of(front, "speedy", Reading::Lazy), Some(Reach::Value));
        assert_eq!(of(front, "rkyv", Reading::Proved), Some(Reach::Record));
        let flat = ["scaling", "update_one_in_place", "u32 in 1 MB"];
        assert_eq!(of(flat, "rkyv", Reading::Proved), Some(Reach::Value));
        assert_eq!(of(flat, "bincode 2", Reading::Lazy), Some(Reach::Record));
    }

    /// A family is told once, so all of its lengths have to be of one kind.
    #[test]
    fn all_pairs_of_a_duel_have_one_reach() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/2026-12-01-a.json");
        let figures = stored::read(&path).expect("a kept run").figures;
        for class in Class::ALL {
            for duel in duels(&figures, class) {
                let mut all: Vec<Option<Reach>> = duel.pairs.iter().map(|pair| Reach::of(pair.rival)).collect();
                all.dedup();
                assert_eq!(all.len(), 1, "{}, {}", duel.rival, duel.family.name());
            }
        }
    }

    /// In the records of kilobytes and more, an operation that goes to a value takes nanoseconds.
    #[test]
    fn the_kept_figures_are_as_short_as_their_reach_says() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/2026-12-01-a.json");
        let figures = stored::read(&path).expect("a kept run").figures;
        let long = figures.iter().filter(|figure| {
            ["services", "scaling"].contains(&figure.workload.as_str())
                && figure.library != "vellum"
                && !figure.is_floor()
        });
        for figure in long.filter(|figure| !figure.variant.contains("keys")) {
            if Reach::of(figure) == Some(Reach::Value) {
                let (library, mode, variant) = (&figure.library, &figure.mode, &figure.variant);
                assert!(figure.median < 200.0, "{library}, {mode}: {variant} takes {} ns", figure.median);
            }
        }
    }
}
