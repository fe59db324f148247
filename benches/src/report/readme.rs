//! The README's two tables, between marks that name them, and RESULTS.md beside it. Nothing in them
//! is written by hand: what is shown, what is bold and what is said follows from the results files
//! by rules.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::compose::merged;
use super::stored::{self, Results};
use super::versus::causes::{causes, summary};
use super::versus::class::Class;
use super::versus::duel::{Duel, Outcome, duels};
use super::versus::table::{self, Rival, grid, rivals};
use super::{jobs, results};
use crate::harness::figure::Figure;

/// Writes the tables of results files into a README, and RESULTS.md; with `check` only says whether
/// they are there. Of several runs the figures are the medians, and bold is what is best in all of
/// them.
///
/// # Errors
///
/// If a file cannot be read or written, the README has no marks, or, with `check`, other tables.
pub fn readme(results: &[PathBuf], readme: &Path, page: &Path, check: bool) -> Result<(), String> {
    let runs: Vec<Results> = results.iter().map(|path| stored::read(path)).collect::<Result<_, _>>()?;
    let old = fs::read_to_string(readme).map_err(|error| format!("cannot read {}: {error}", readme.display()))?;
    let figures = merged(&runs);
    let new = replace(&old, "rivals", &self::rivals_table(&figures, &runs))?;
    let new = replace(&new, "jobs", &jobs::table(&figures))?;
    let whole = results::text(&figures, &runs);
    for (path, text) in [(readme, new), (page, whole)] {
        if !check {
            fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        } else if fs::read_to_string(path).ok().as_deref() != Some(&text) {
            return Err(format!("{} is not that of these results; write it without --check", path.display()));
        }
    }
    Ok(())
}

/// Puts a table between its marks.
fn replace(text: &str, name: &str, table: &str) -> Result<String, String> {
    let (start, end) = (format!("<!-- table: {name} -->\n"), format!("<!-- end of table: {name} -->\n"));
    let parts = text.split_once(&start).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("the README has no marks for the table \"{name}\""))?;
    Ok(format!("{before}{start}{table}{end}{after}"))
}

/// The page of all tables, as the README links it.
const PAGE: &str = "[RESULTS.md](benches/RESULTS.md)";

/// A library that shares fewer families with ours than this is in RESULTS.md alone.
const FEW: usize = 20;

/// Ours against each library, checked and fresh, and why it loses where it does.
fn rivals_table(figures: &[Figure], runs: &[Results]) -> String {
    let all = Class::ALL.map(|class| (class, duels(figures, class)));
    let (few, many): (Vec<Rival<'_>>, Vec<Rival<'_>>) =
        rivals(&all[0].1).into_iter().partition(|rival| rival.duels.len() < FEW);
    let mut text = format!("{}\n\n{}\n{}", results::conditions(runs), grid(&many).markdown(), table::ABOUT);
    if !few.is_empty() {
        let few: Vec<&str> = few.iter().map(|rival| rival.library).collect();
        let _ = write!(text, " {} share fewer than {FEW} families with it, and are in {PAGE} alone.", few.join(", "));
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
        "\n\nThe table has rows that are safe on hostile bytes, opening included. Classes of their own, in {PAGE}: {}.\n\n",
        others.join("; ")
    );
    let losses: Vec<&Duel<'_>> =
        all.iter().filter(|(class, _)| *class != Class::Trusted).flat_map(|(_, duels)| duels).collect();
    let (causes, others) = causes(&losses);
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
        let line = "| x | - | - | - | 2.00 (0/20) | - | 2.00: container, decode one, a";
        assert!(text.contains(line), "{text}");
        assert!(text.contains(" y share fewer than 20 families") && !text.contains("| y |"), "{text}");
        assert!(text.contains("- Other: 20 losses, the largest 2.00 times x (container, decode one, a"), "{text}");
    }

    #[test]
    fn a_check_fails_if_either_file_is_another() {
        let folder = std::env::temp_dir().join(format!("vellum-readme-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder of ours");
        let [results, file, page] = ["r.json", "README.md", "RESULTS.md"].map(|name| folder.join(name));
        fs::write(&results, r#"{"date": "2026-11-21", "figures": []}"#).expect("written");
        let marks = ["rivals", "jobs"].map(|name| format!("<!-- table: {name} -->\n<!-- end of table: {name} -->\n"));
        fs::write(&file, marks.concat()).expect("written");
        let run = |check| readme(std::slice::from_ref(&results), &file, &page, check);
        assert!(run(true).is_err());
        assert_eq!(run(false), Ok(()));
        assert_eq!(run(true), Ok(()));
        fs::write(&page, "another").expect("written");
        assert!(run(true).is_err());
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
