//! RESULTS.md, which is written whole: every table that the README has no room for.

use std::fmt::Write as _;

use super::stored::Results;
use super::told::times;
use super::versus::causes::{causes, summary};
use super::versus::class::Class;
use super::versus::column::Column;
use super::versus::duel::{Duel, Outcome, duels};
use super::versus::table::{self, grid, rivals};
use super::versus::{column, family};
use super::{container, escape, session, verdict};
use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rank::{OURS, TIE};

const HEAD: &str = "\
# Results

`vellum-benches readme` writes this page, the tables of the README and of docs/benchmarks.md, and docs/cost.svg from the results files. Nothing on it
is written by hand. METHOD.md describes how each figure is measured. † trusts the bytes, and is not safe on hostile bytes. ‡ is code that was written by
hand for the one field that changes.
";

/// The page.
pub fn text(figures: &[Figure], runs: &[Results]) -> String {
    let mut out = format!("{HEAD}\n{}\n", conditions(runs));
    let all: Vec<(Class, Vec<Duel<'_>>)> = Class::ALL.into_iter().map(|class| (class, duels(figures, class))).collect();
    libraries(&all, &mut out);
    losses(&all, &mut out);
    families(&all, &mut out);
    lines(figures, &mut out);
    out += &session::chapter(figures);
    let _ = write!(
        out,
        "\n## The container, row by row\n\nOne record (three structs in a list, four strings: the object of the FlatBuffers benchmark), in \
         nanoseconds. Bold is the best of its column, within {:.0} %, in all runs, among at least two libraries of its kind. Rows that read bytes have \
         five kinds: rows that check each access, rows that validate all bytes first (verified, validated), rows with an open buffer (kept), rows that \
         trust the bytes (†), and code by hand (‡).\n\n{}",
        TIE * 100.0,
        container::table(figures, runs)
    );
    out
}

/// Machine, compiler, days, commits and kind of the runs, and how many they are, in a sentence.
pub fn conditions(runs: &[Results]) -> String {
    let mut parts = circumstances(runs);
    if runs.len() > 1 {
        parts.push(format!("medians of {} such runs", runs.len()));
    }
    format!("{}.", parts.join("; "))
}

/// The same in two sentences, for the README.
pub fn conditions_in_sentences(runs: &[Results]) -> String {
    let parts = circumstances(runs).join("; ");
    match runs.len() {
        0 | 1 => format!("{parts}."),
        count => format!("{parts}. Each number is the median of {count} such runs."),
    }
}

/// Machine, compiler, days, commits and kind of the runs.
fn circumstances(runs: &[Results]) -> Vec<String> {
    let each = |of: fn(&Results) -> String| {
        let mut all: Vec<String> = runs.iter().map(of).filter(|one| !one.is_empty()).collect();
        all.dedup();
        all
    };
    let mut parts = each(|run| run.about.machine.clone());
    parts.append(&mut each(|run| run.about.compiler.clone()));
    parts.append(&mut each(|run| run.about.when()));
    parts
}

/// A table for each class.
fn libraries(all: &[(Class, Vec<Duel<'_>>)], out: &mut String) {
    let _ = write!(out, "\n## Library by library\n\n{} {} {}\n", table::ABOUT, table::FIELD, table::MORE);
    for (class, duels) in all.iter().filter(|(_, duels)| !duels.is_empty()) {
        let _ = write!(out, "\n### {}\n\nThis class contains {}.\n\n", capital(class.name()), class.about());
        *out += &grid(&rivals(duels)).markdown();
    }
    let mut reasons = String::from("| measure | column | reason |\n| --- | --- | --- |\n");
    for (measure, column, reason) in column::reasons() {
        let _ = writeln!(reasons, "| {} | {column} | {reason} |", measures::heading(measure));
    }
    fold(out, "The column of each measure", &reasons);
}

/// The causes in full, and what has none.
fn losses(all: &[(Class, Vec<Duel<'_>>)], out: &mut String) {
    let told: Vec<&Duel<'_>> =
        all.iter().filter(|(class, _)| *class != Class::Trusted).flat_map(|(_, duels)| duels).collect();
    let (causes, others) = causes(&told);
    let _ = write!(out, "\n## Losses by cause\n\nAll classes except the trusted class.\n\n");
    for cause in &causes {
        let _ = writeln!(out, "- **{}**: {}. {}", cause.name, summary(&cause.losses), cause.sentence);
    }
    let _ = writeln!(out, "- Without a named cause: {}.", summary(&others));
    let mut list = String::new();
    for cause in &causes {
        let _ = write!(list, "**{}**\n\n{}", cause.name, losing(&cause.losses));
    }
    let _ = write!(list, "**Without a cause**\n\n{}", losing(&others));
    fold(out, "All losses", &list);
}

/// A line for each family that is lost, with those to whom.
fn losing(losses: &[&Duel<'_>]) -> String {
    let mut families: Vec<(String, Vec<&Duel<'_>>)> = Vec::new();
    for duel in losses {
        let name = format!("{} ({})", duel.family.name(), duel.class.name());
        match families.iter_mut().find(|(known, _)| *known == name) {
            Some((_, all)) => all.push(duel),
            None => families.push((name, vec![duel])),
        }
    }
    let mut text = String::new();
    for (name, duels) in families {
        let _ = writeln!(text, "- {}: {}", escape::markdown(&name), who(duels));
    }
    text + "\n"
}

/// "wincode 24, rkyv 3.10", the largest first.
fn who(mut duels: Vec<&Duel<'_>>) -> String {
    duels.sort_by(|one, other| other.ratio().total_cmp(&one.ratio()));
    let each = duels.iter().map(|duel| {
        let ratio = times(duel.ratio());
        match duel.outcome() {
            Outcome::Lost => format!("{} {ratio}", duel.rival),
            Outcome::Tied => format!("*{} {ratio}*", duel.rival),
            Outcome::Won => format!("**{} {ratio}**", duel.rival),
        }
    });
    each.collect::<Vec<_>>().join(", ")
}

/// What a line of the tables of families is about.
type Key<'d> = (Class, Column, &'d family::Family);

/// Every family with every rival, a folded table for each workload.
fn families(all: &[(Class, Vec<Duel<'_>>)], out: &mut String) {
    let _ = write!(
        out,
        "\n## Every family\n\n{OURS} as a multiple of each rival that has the family, the worst first. Bold: {OURS} is better. Italic: a tie.\n"
    );
    let mut workloads: Vec<&str> = Vec::new();
    for duel in all.iter().flat_map(|(_, duels)| duels) {
        if !workloads.contains(&duel.family.workload.as_str()) {
            workloads.push(&duel.family.workload);
        }
    }
    for workload in workloads {
        let mut lines: Vec<(Key<'_>, Vec<&Duel<'_>>)> = Vec::new();
        for duel in all.iter().flat_map(|(_, duels)| duels).filter(|duel| duel.family.workload == workload) {
            match lines.iter_mut().find(|(key, _)| *key == (duel.class, duel.column(), &duel.family)) {
                Some((_, duels)) => duels.push(duel),
                None => lines.push(((duel.class, duel.column(), &duel.family), vec![duel])),
            }
        }
        lines.sort_by_key(|((class, column, family), _)| (*column, measures::place(family.measure), *class));
        let mut text = String::from("| column | operation | class | against |\n| --- | --- | --- | --- |\n");
        for ((class, column, family), duels) in lines {
            let name = family.name();
            let name = name.split_once(", ").map_or(name.as_str(), |(_, rest)| rest);
            let column = column.name();
            let _ = writeln!(text, "| {column} | {} | {} | {} |", escape::markdown(name), class.name(), who(duels));
        }
        fold(out, workload, &text);
    }
}

/// Ours beside the best of all, a folded table for each workload.
fn lines(figures: &[Figure], out: &mut String) {
    let all = verdict::lines(figures);
    let _ = write!(
        out,
        "\n## Best of all, figure by figure\n\nThe hardest view: each line compares with the best of all other libraries, a different one on each line. {} of \
         {} lines, in fresh and in kept buffers; all rows are safe on hostile bytes. Below 1 {OURS} is better.\n",
        verdict::told(verdict::counts(&all)),
        all.len()
    );
    for (workload, lines) in verdict::by_workload(&all) {
        let told = verdict::told(verdict::counts(lines.iter().copied()));
        fold(out, &format!("{workload}: {told}"), &verdict::grid(&lines, "").markdown());
    }
}

fn fold(out: &mut String, summary: &str, text: &str) {
    let _ =
        write!(out, "\n<details><summary>{}</summary>\n\n{}\n\n</details>\n", escape::html(summary), text.trim_end());
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::about::About;
    use crate::library::Reading;
    use crate::report::versus::duel::tests::figure;

    fn sample() -> Vec<Figure> {
        let [push, read] = [["scaling", "push", "u64 × 10"], ["container", "decode_one", "location"]];
        vec![
            figure(push, OURS, Reading::Lazy, 998.0),
            figure(push, "x", Reading::Lazy, 0.0),
            figure(read, OURS, Reading::Lazy, 8.0),
            figure(read, "x", Reading::Lazy, 998.0),
            figure(read, "x", Reading::Trusted, 3.0),
        ]
    }

    #[test]
    fn every_family_and_every_line_is_told_whatever_its_ratio() {
        let runs = [Results { about: About::default(), figures: sample() }];
        let text = text(&sample(), &runs);
        assert!(text.contains("| change: field / record | push, u64 | checked | x 500 |"), "{text}");
        assert!(text.contains("| read: field / record | decode one, location | checked | **x 1/100** |"), "{text}");
        assert!(text.contains("| read | decode one, location | trusted † | x 2.00 |"), "{text}");
        assert!(text.contains("1 won, 0 tied, 1 lost of 2 lines"), "{text}");
        assert!(text.contains("- scaling, push, u64 (checked): x 500"), "a loss without a cause is listed: {text}");
    }

    #[test]
    fn conditions_name_machine_and_commits_once_and_count_the_runs() {
        let run = |commit: &str| Results {
            about: About { machine: "M".into(), date: "2026-11-21".into(), commit: commit.into(), ..About::default() },
            figures: Vec::new(),
        };
        let when = |commit: &str| run(commit).about.when();
        assert_eq!(conditions(&[run("1"), run("1")]), format!("M; {}; medians of 2 such runs.", when("1")));
        assert_eq!(
            conditions(&[run("1"), run("2")]),
            format!("M; {}; {}; medians of 2 such runs.", when("1"), when("2"))
        );
        assert_eq!(conditions(&[run("1")]), format!("M; {}.", when("1")));
        assert_eq!(conditions_in_sentences(&[run("1")]), format!("M; {}.", when("1")));
        assert_eq!(
            conditions_in_sentences(&[run("1"), run("1")]),
            format!("M; {}. Each number is the median of 2 such runs.", when("1"))
        );
    }
}
