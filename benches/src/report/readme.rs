//! The tables of the README and of docs/benchmarks.md, between marks that name them; the README's
//! figure; and RESULTS.md. Nothing in them is written by hand: the choice of rows, the bold cells
//! and the sentences follow from the results files by rules.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::compose::merged;
use super::stored::{self, Results};
use super::versus::causes::{causes, largest, summary};
use super::versus::class::Class;
use super::versus::duel::{Duel, Outcome, duels};
use super::versus::table::{self, Rival, means, rivals};
use super::{jobs, log, plots, results, session};
use crate::harness::figure::Figure;

/// The files that are made of results.
pub struct Pages {
    /// The README, which has the table of one record.
    pub readme: PathBuf,
    /// docs/benchmarks.md, which has the tables of many.
    pub benchmarks: PathBuf,
    /// The README's figure.
    pub figure: PathBuf,
    /// RESULTS.md, which is written whole.
    pub results: PathBuf,
}

/// Writes the tables of results files into the pages, the figure, and RESULTS.md; with `check` only
/// says whether they are there. Of several runs the figures are the medians, and bold is what is
/// best in all of them.
///
/// # Errors
///
/// If a file cannot be read or written, a page has no marks, or, with `check`, a file has other
/// content.
pub fn readme(results: &[PathBuf], pages: &Pages, check: bool) -> Result<(), String> {
    let runs: Vec<Results> = results.iter().map(|path| stored::read(path)).collect::<Result<_, _>>()?;
    let figures = merged(&runs);
    let read = |path: &Path| {
        let told = |error| format!("cannot read {}: {error}", path.display());
        fs::read_to_string(path).map_err(told)
    };
    let columns = log::columns(&figures);
    let benchmarks = replace(&read(&pages.benchmarks)?, "rivals", &self::rivals_table(&figures, &runs))?;
    let benchmarks = replace(&benchmarks, "jobs", &jobs::table(&figures))?;
    let all = [
        (&pages.readme, replace(&read(&pages.readme)?, "log", &log_table(&figures, &columns, &runs))?),
        (&pages.benchmarks, replace(&benchmarks, "session", &session::page(&figures))?),
        (&pages.figure, plots::log(&columns)),
        (&pages.results, results::text(&figures, &runs)),
    ];
    for (path, text) in all {
        if !check {
            fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        } else if fs::read_to_string(path).ok().as_deref() != Some(&text) {
            return Err(format!("{} does not agree with these results; write it without --check", path.display()));
        }
    }
    Ok(())
}

/// Puts a table between its marks.
fn replace(text: &str, name: &str, table: &str) -> Result<String, String> {
    let (start, end) = (format!("<!-- table: {name} -->\n"), format!("<!-- end of table: {name} -->\n"));
    let parts = text.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("the page has no marks for the table \"{name}\""))?;
    Ok(format!("{before}{start}{table}{end}{after}"))
}

/// How many losses the README names.
const NAMED: usize = 3;

/// One record, and the largest losses of all.
fn log_table(figures: &[Figure], columns: &[log::Column<'_>], runs: &[Results]) -> String {
    let all = Class::ALL.map(|class| (class, duels(figures, class)));
    let (causes, _) = causes(&losses(&all));
    let mut text = log::table(columns);
    if let Some(kept) = log::kept(figures) {
        let _ = writeln!(text, "\n- **A buffer that stays open**: vellum reads one string in the middle in {kept}.");
    }
    if !causes.is_empty() {
        let _ = writeln!(text, "- **The largest losses in other benchmarks**: {}", largest(&causes, NAMED));
    }
    let _ = writeln!(text, "- **The runs**: {}", results::conditions_in_sentences(runs));
    text
}

/// The duels of all classes except the trusted one, whose losses have other reasons.
fn losses<'d>(all: &'d [(Class, Vec<Duel<'d>>)]) -> Vec<&'d Duel<'d>> {
    all.iter().filter(|(class, _)| *class != Class::Trusted).flat_map(|(_, duels)| duels).collect()
}

/// The page of all tables, as docs/benchmarks.md links it.
const PAGE: &str = "[RESULTS.md](../benches/RESULTS.md)";

/// A library that shares fewer families with ours than this is in RESULTS.md alone.
const FEW: usize = 20;

/// Ours against each library, checked and fresh, and why it loses where it does.
fn rivals_table(figures: &[Figure], runs: &[Results]) -> String {
    let all = Class::ALL.map(|class| (class, duels(figures, class)));
    let (few, many): (Vec<Rival<'_>>, Vec<Rival<'_>>) =
        rivals(&all[0].1).into_iter().partition(|rival| rival.duels.len() < FEW);
    let mut text =
        format!("{}\n\n{}\n{} {}", results::conditions(runs), means(&many).markdown(), table::ABOUT, table::FIELD);
    if !few.is_empty() {
        let few: Vec<&str> = few.iter().map(|rival| rival.library).collect();
        let _ =
            write!(text, " {} share fewer than {FEW} families with vellum, and are only in {PAGE}.", few.join(", "));
    }
    let others: Vec<String> = all[1..]
        .iter()
        .map(|(class, duels)| {
            let won = duels.iter().filter(|duel| duel.outcome() == Outcome::Won).count();
            format!("{}: won {won} of {}", class.name(), duels.len())
        })
        .collect();
    let _ = write!(
        text,
        "\n\nThe table contains rows that are safe on hostile bytes, including the time to open them. {PAGE} has the other classes: {}.\n\nThe losses by cause:\n\n",
        others.join("; ")
    );
    let (causes, others) = causes(&losses(&all));
    for cause in &causes {
        let _ = writeln!(text, "- {}: {}. {}", cause.name, summary(&cause.losses), cause.sentence);
    }
    if !others.is_empty() {
        let _ = writeln!(text, "- Other: {}.", summary(&others));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::rank::OURS;
    use crate::library::Reading;
    use crate::report::versus::duel::tests::figure;

    #[test]
    fn a_table_goes_between_its_marks_and_nothing_else_changes() {
        let text = "a\n<!-- table: x -->\nold\n<!-- end of table: x -->\nb\n";
        assert_eq!(replace(text, "x", "new\n").unwrap(), text.replace("old", "new"));
        assert!(replace(text, "y", "new\n").is_err());
    }

    #[test]
    fn each_library_is_a_line_and_who_shares_little_is_named() {
        let of = |library, index: usize, median| {
            let variant = format!("a{index}");
            figure(["container", "decode_one", &variant], library, Reading::Lazy, median)
        };
        let mut figures: Vec<Figure> = (0..FEW).flat_map(|index| [of(OURS, index, 8.0), of("x", index, 3.0)]).collect();
        figures.push(of("y", 0, 18.0));
        let text = rivals_table(&figures, &[]);
        assert!(text.contains("| x | - | - | - | - | - | 2.00 (0/20) | - |\n"), "{text}");
        assert!(text.contains(" y share fewer than 20 families") && !text.contains("| y |"), "{text}");
        assert!(text.contains("- Other: 20 losses, the largest 2.00 times x (container, decode one, a"), "{text}");
    }

    #[test]
    fn a_check_fails_if_one_of_the_files_is_another() {
        let folder = std::env::temp_dir().join(format!("vellum-readme-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder of ours");
        let at = |name| folder.join(name);
        let results = at("r.json");
        let pages = Pages {
            readme: at("README.md"),
            benchmarks: at("benchmarks.md"),
            figure: at("cost.svg"),
            results: at("RESULTS.md"),
        };
        fs::write(&results, r#"{"date": "2026-11-21", "figures": []}"#).expect("written");
        let marks = |name| format!("<!-- table: {name} -->\n<!-- end of table: {name} -->\n");
        fs::write(&pages.readme, marks("log")).expect("written");
        fs::write(&pages.benchmarks, ["rivals", "jobs", "session"].map(marks).concat()).expect("written");
        let run = |check| readme(std::slice::from_ref(&results), &pages, check);
        assert!(run(true).is_err());
        assert_eq!(run(false), Ok(()));
        for page in [&pages.readme, &pages.benchmarks, &pages.figure, &pages.results] {
            assert_eq!(run(true), Ok(()));
            let kept = fs::read_to_string(page).expect("written");
            let first = kept.lines().next().unwrap_or_default();
            fs::write(page, kept.replacen(first, &format!("{first}\nanother line"), 1)).expect("written");
            if [&pages.figure, &pages.results].contains(&page) {
                assert!(run(true).is_err(), "{}", page.display());
            }
            fs::write(page, kept).expect("written");
        }
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
