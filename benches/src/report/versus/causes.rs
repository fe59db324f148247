//! Why families are lost: sentences about the code, each beside the losses that it is about. What
//! has no loss in these results is not told, and losses without a sentence are counted and listed.

use super::class::Class;
use super::column::Column;
use super::duel::{Duel, Outcome};
use crate::harness::rank::OURS;
use crate::library::Measure;
use crate::report::told::times;

/// A cause, and the families that it is the cause of.
struct Cause {
    name: &'static str,
    sentence: &'static str,
    explains: fn(&Duel<'_>) -> bool,
}

/// The losses of one cause.
pub struct Told<'d> {
    pub name: &'static str,
    pub sentence: &'static str,
    pub losses: Vec<&'d Duel<'d>>,
}

/// The first that explains a loss is its cause.
const CAUSES: [Cause; 10] = [
    Cause {
        name: "Many edits of one document",
        sentence: "The rivals copy the document once, with all edits in it. vellum edits the bytes once for each edit.",
        explains: |duel| {
            let edits = matches!(duel.family.measure, Measure::Push | Measure::KeyInsert);
            edits && ["all edits", "a batch of edits"].iter().any(|many| duel.family.kind.ends_with(many))
        },
    },
    Cause {
        name: "Code written by hand for one field (‡)",
        sentence: "A type that mirrors the bytes up to the field, or a splice at an offset, works for this field alone. wincode's code needs a \
                   new string of the same length.",
        explains: |duel| duel.class == Class::ByHand,
    },
    Cause {
        name: "Buffers that stay open",
        sentence: "The rivals keep a reference to a type of a fixed layout, and a field is a load. vellum first reads the width of the pointers \
                   and the size of the record, because the record can have gained fields.",
        explains: |duel| duel.class == Class::Kept,
    },
    Cause {
        name: "Structs of hundreds of numbers",
        sentence: "A cast to a type that cannot gain fields, or a reader that ends at the field, reads no header.",
        explains: |duel| duel.family.kind.ends_with("of fields"),
    },
    Cause {
        name: "A field near the front",
        sentence: "A codec's type for this read ends at the field and has no header. In the log vellum finds the variant of a union first.",
        explains: |duel| {
            duel.family.measure == Measure::DecodeOne
                && ["timestamp", "list[1].sibling.time"].contains(&duel.family.kind.as_str())
        },
    },
    Cause {
        name: "A string of a new length",
        sentence: "A longer string does not fit the copy, so the copy grows or needs wider pointers. Up to a third of a buffer with random \
                   edits is free space, and about one update in ten compacts it. A codec writes new bytes once.",
        explains: |duel| is_update(duel) && changes_length(duel),
    },
    Cause {
        name: "Writing over bytes of the same length",
        sentence: "The rivals have a fixed layout, which accepts no other length. vellum reads the header of the buffer first, and then finds the field.",
        explains: is_update,
    },
    Cause {
        name: "Numbers and bytes in bulk",
        sentence: "vellum follows a pointer to the list before it reads, and copies structs field by field, where the rivals copy the memory of a whole list.",
        explains: |duel| {
            let bulk = duel.family.workload == "bulk";
            bulk || (duel.family.workload == "scaling"
                && matches!(duel.family.measure, Measure::Encode | Measure::DecodeAll))
        },
    },
    Cause {
        name: "Documents without a schema",
        sentence: "vellum walks the whole value once before it decodes the value, to hold its limits, and stores a pointer for each value.",
        explains: |duel| duel.family.workload == "documents" && duel.family.measure != Measure::DecodeOne,
    },
    Cause {
        name: "Records written, and their size",
        sentence: "Codecs append field after field, and some shorten integers. vellum measures the record first, and stores a pointer to each string.",
        explains: |duel| matches!(duel.family.column, Column::Write | Column::Size),
    },
];

fn is_update(duel: &Duel<'_>) -> bool {
    matches!(duel.family.measure, Measure::UpdateOne | Measure::UpdateOneInPlace)
}

/// Whether a text or a payload becomes longer or shorter.
fn changes_length(duel: &Duel<'_>) -> bool {
    let kind = duel.family.kind.as_str();
    ["longer", "shorter", "random lengths", "halved", " bytes"].iter().any(|word| kind.contains(word))
}

/// The causes of the losses among these duels, those with most losses first, and the losses that
/// have none.
pub fn causes<'d>(duels: &[&'d Duel<'d>]) -> (Vec<Told<'d>>, Vec<&'d Duel<'d>>) {
    let mut told: Vec<Told<'d>> =
        CAUSES.iter().map(|Cause { name, sentence, .. }| Told { name, sentence, losses: Vec::new() }).collect();
    let mut others = Vec::new();
    for duel in duels.iter().copied().filter(|duel| duel.outcome() == Outcome::Lost) {
        match CAUSES.iter().position(|cause| (cause.explains)(duel)) {
            Some(index) => told[index].losses.push(duel),
            None => others.push(duel),
        }
    }
    told.retain(|cause| !cause.losses.is_empty());
    told.sort_by_key(|cause| std::cmp::Reverse(cause.losses.len()));
    (told, others)
}

/// "vellum takes 14 times as long as x (documents / push). It takes 3.10 times as long as y (services /
/// sum).": of the causes with the largest losses, the largest of each.
pub fn largest(told: &[Told<'_>], count: usize) -> String {
    let worst = |cause: &Told<'_>| cause.losses.iter().map(|duel| duel.ratio()).fold(0.0, f64::max);
    let mut all: Vec<&Told<'_>> = told.iter().collect();
    all.sort_by(|one, other| worst(other).total_cmp(&worst(one)));
    let each: Vec<String> = all
        .iter()
        .take(count)
        .filter_map(|cause| {
            let duel = cause.losses.iter().max_by(|one, other| one.ratio().total_cmp(&other.ratio()))?;
            let than = if duel.family.measure == Measure::Size { "as many bytes" } else { "as long" };
            // One place in the report, not a list of places.
            let family = duel.family.name().replace(", ", " / ");
            Some(format!("{} times {than} as {} ({family})", times(duel.ratio()), duel.rival))
        })
        .collect();
    // Names of families are long, so the first one has a sentence of its own.
    match each.split_first() {
        Some((first, [])) => format!("{OURS} takes {first}."),
        Some((first, rest)) => format!("{OURS} takes {first}. It takes {}.", rest.join(", ")),
        None => String::new(),
    }
}

/// "12 losses, the largest 24 times wincode (oplog, in place, timestamp)".
pub fn summary(losses: &[&Duel<'_>]) -> String {
    let Some(worst) = losses.iter().max_by(|one, other| one.ratio().total_cmp(&other.ratio())) else {
        return "none".to_owned();
    };
    let count = if losses.len() == 1 { "1 loss".to_owned() } else { format!("{} losses, the largest", losses.len()) };
    format!("{count} {} times {} ({})", times(worst.ratio()), worst.rival, worst.family.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Reading;
    use crate::report::versus::duel::duels;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn a_cause_is_told_with_its_losses_and_only_where_there_are_some() {
        let [all, one] = [["documents", "push", "tweets, all edits"], ["container", "decode_one", "location"]];
        let figures = [
            figure(all, OURS, Reading::Lazy, 998.0),
            figure(all, "x", Reading::Lazy, 38.0),
            figure(all, "y", Reading::Lazy, 98.0),
            figure(one, OURS, Reading::Lazy, 18.0),
            figure(one, "x", Reading::Lazy, 8.0),
            figure(one, "y", Reading::Lazy, 18.5),
        ];
        let duels = duels(&figures, Class::Checked);
        let (told, others) = causes(&duels.iter().collect::<Vec<_>>());
        let names: Vec<_> = told.iter().map(|cause| (cause.name, summary(&cause.losses))).collect();
        let expected = "2 losses, the largest 25 times x (documents, push, tweets, all edits)".to_owned();
        assert_eq!(names, [("Many edits of one document", expected)]);
        assert_eq!(largest(&told, 3), "vellum takes 25 times as long as x (documents / push / tweets / all edits).");
        assert_eq!(summary(&others), "1 loss 2.00 times x (container, decode one, location)", "a tie is no loss");
    }
}
