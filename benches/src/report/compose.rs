//! Puts a report together from results: what is said in which order, whatever it is written as.

use super::chapter::{Chapter, Group};
use super::document::{Block, Document, Plot};
use super::grid::{Cell, Grid};
use super::stored::Results;
use super::verdict::Line;
use super::versus::causes::{causes, summary};
use super::versus::class::Class;
use super::versus::duel::{Duel, duels};
use super::versus::table::{self, Rival};
use super::{escape, plots, published, sending, session, verdict};
use crate::harness::figure::Figure;
use crate::harness::kind::RunKind;
use crate::harness::measures;
use crate::harness::rank::{OURS, TIE};
use crate::harness::rate;
use crate::harness::sheet::{self, Kind};
use crate::harness::stats::number;
use crate::library::Measure;

const REPRODUCE: &str = "\
git clone URL && cd vellum/benches
cargo run --release -- --thorough --json results.json    # without --thorough in one sitting, --help for the rest
cargo run --release -- report results.json --out report";

/// The report of these results.
///
/// # Errors
///
/// If there is no figure.
pub fn compose(runs: &[Results]) -> Result<Document, String> {
    let figures = merged(runs);
    let chapters = Chapter::all(&figures);
    if chapters.is_empty() {
        return Err("these results have no figures".to_owned());
    }
    let mut blocks = verdict(&figures);
    blocks.append(&mut opening(runs));
    let all = verdict::lines(&figures);
    for chapter in &chapters {
        let lines: Vec<_> = all.iter().filter(|line| line.workload == chapter.workload).collect();
        self::chapter(chapter, &lines, &all, &mut blocks);
    }
    others(&figures, &mut blocks);
    blocks.push(Block::Heading(2, "Reproduce".to_owned()));
    let commits: Vec<&str> = runs.iter().map(|run| run.about.commit.as_str()).filter(|one| !one.is_empty()).collect();
    let at = if commits.is_empty() {
        String::new()
    } else {
        format!(" These figures are of commit {}.", commits.join(", "))
    };
    blocks.push(Block::Paragraph(format!(
        "Close other programs, keep the machine on its power supply, and run everything twice: what differs between two \
         runs is not a result. How each figure is taken, and why, is in METHOD.md.{at}"
    )));
    blocks.push(Block::Code(REPRODUCE.to_owned()));
    Ok(Document { title: format!("{OURS} and the field"), blocks })
}

/// The tables of one run of a workload as a terminal shows them: one for each measure and variant,
/// and ours against the best rivals.
pub fn terminal(figures: &[Figure]) -> String {
    let mut out = String::new();
    for chapter in &Chapter::all(figures) {
        for group in chapter.groups.iter().filter(|group| !measures::is_of_file(group.measure)) {
            let meaning = measures::meaning(group.measure);
            out += &format!("\n{}: {meaning}\n{}", group.title(), details(group).terminal());
        }
        if let Some(grid) = sending::grid(chapter) {
            out += &format!("\none edit, sent to who has a copy\n{}", grid.terminal());
        }
        if let Some(grid) = session::grid(chapter) {
            out += &format!("\n{}{}", sheet::paragraph("", session::ABOUT), grid.terminal());
        }
        let lines = verdict::lines(figures);
        let lines: Vec<_> = lines.iter().filter(|line| line.workload == chapter.workload).collect();
        if !lines.is_empty() {
            out += &format!("\n{OURS} beside the best of all others\n{}", verdict::grid(&lines, " ns").terminal());
        }
    }
    out
}

/// What all of it says, before anything else is said: ours against each library, in each class.
fn verdict(figures: &[Figure]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let all = Class::ALL.map(|class| (class, duels(figures, class)));
    let told: Vec<(Class, Vec<Rival<'_>>)> = all
        .iter()
        .map(|(class, duels)| (*class, table::rivals(duels)))
        .filter(|(_, rivals)| !rivals.is_empty())
        .collect();
    if told.is_empty() {
        return blocks;
    }
    blocks.push(Block::Heading(2, "Library by library".to_owned()));
    blocks.push(Block::Paragraph(format!("{} {} {}", table::ABOUT, table::FIELD, table::MORE)));
    let pictures = told.iter().map(|(class, rivals)| {
        let about =
            format!("{OURS} as a multiple of each library, {}: a dot for each column of the table", class.name());
        let name = escape::slug(&format!("libraries {}", class.name()));
        Plot { name, about, svg: plots::rivals(&capital(class.name()), rivals) }
    });
    blocks.push(Block::Plots(pictures.collect()));
    for (class, rivals) in &told {
        let title = format!("{}: {}", capital(class.name()), class.about());
        blocks.push(match class {
            Class::Checked => Block::Table(table::grid(rivals)),
            _ => Block::Folded(title, table::grid(rivals)),
        });
    }
    let losses: Vec<&Duel<'_>> =
        all.iter().filter(|(class, _)| *class != Class::Trusted).flat_map(|(_, duels)| duels).collect();
    let (causes, others) = causes(&losses);
    for cause in causes {
        blocks.push(Block::Paragraph(format!("{}: {}. {}", cause.name, summary(&cause.losses), cause.sentence)));
    }
    if !others.is_empty() {
        blocks.push(Block::Paragraph(format!("Other losses: {}.", summary(&others))));
    }
    blocks.push(Block::Heading(2, "How it was measured".to_owned()));
    blocks
}

/// The figures of all runs. Of one that is in several the median is told, and the whole spread.
pub fn merged(runs: &[Results]) -> Vec<Figure> {
    let mut figures: Vec<(Figure, Vec<f64>)> = Vec::new();
    for figure in runs.iter().flat_map(|run| &run.figures) {
        match figures.iter_mut().find(|(known, _)| known.is_of(figure)) {
            Some((known, medians)) => {
                let (min, max) = (known.min.min(figure.min), known.max.max(figure.max));
                *known = Figure { min, max, ..figure.clone() };
                medians.push(figure.median);
            }
            None => figures.push((figure.clone(), vec![figure.median])),
        }
    }
    let figures = figures.into_iter().map(|(figure, mut medians)| {
        medians.sort_by(f64::total_cmp);
        Figure { median: medians[medians.len() / 2], ..figure }
    });
    figures.collect()
}

fn opening(runs: &[Results]) -> Vec<Block> {
    let mut facts: Vec<(String, String)> = Vec::new();
    for run in runs {
        let about = &run.about;
        for (name, text) in
            [("run", about.when()), ("machine", about.machine.clone()), ("compiler", about.compiler.clone())]
        {
            let fact = (name.to_owned(), if text.is_empty() { "not kept with these results".to_owned() } else { text });
            // Several runs on one machine are described once.
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
    }
    let marks = format!(
        "Sizes are bytes, times are nanoseconds for one operation, the median of interleaved rounds. The best of each \
         column is marked, times within {:.0} % of it too; where bytes are read, each kind of reading has a best of its \
         own: lazy, where each access checks, proved, where the whole is proved first, and trusted (†), where nobody \
         checks; kept is what was opened or proved before, and ‡ code that was cut by hand for one field. Every result was compared with the original before anything was \
         timed.",
        TIE * 100.0
    );
    let mut blocks = vec![Block::Facts(facts), Block::Paragraph(marks)];
    if runs.iter().any(|run| run.about.kind != RunKind::Thorough) {
        let text = "A quick or a default run, of fewer and shorter rounds, is among these results: good for a look; a claim takes three \
                    thorough ones.";
        blocks.push(Block::Paragraph(text.to_owned()));
    }
    blocks
}

fn chapter(chapter: &Chapter, lines: &[&Line<'_>], all: &[Line<'_>], blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(2, chapter.workload.to_owned()));
    let description = chapter.description();
    if !description.is_empty() {
        blocks.push(Block::Paragraph(format!("{}.", capital(description))));
    }
    if !lines.is_empty() {
        let told = verdict::told(verdict::counts(lines.iter().copied()));
        let title = format!("{OURS} beside the best of all others, figure by figure: {told}");
        let about = format!("{}: {title}", chapter.workload);
        let name = format!("best-{}", chapter.workload);
        blocks.push(Block::Plots(vec![Plot { name, about, svg: plots::duels(chapter.workload, lines, all) }]));
        blocks.push(Block::Folded(title, verdict::grid(lines, " ns")));
    }

    if let Some(grid) = sending::grid(chapter) {
        blocks.push(Block::Table(grid));
    }
    if let Some(grid) = session::grid(chapter) {
        blocks.push(Block::Paragraph(session::ABOUT.to_owned()));
        blocks.push(Block::Table(grid));
    }
    let mut families = plots::families(chapter);
    families.retain(|family| !explains(family.measure));
    let in_family = |group: &Group| {
        families.iter().flat_map(|family| &family.members).any(|(_, member)| std::ptr::eq(*member, group))
    };
    let mut pictures = Vec::new();
    for group in chapter.groups.iter().filter(|group| pictured(group) && !in_family(group)) {
        let about = format!("{}: {}, best first", group.title(), measures::meaning(group.measure));
        pictures.push(plot(chapter, &group.title(), about, plots::bars(group)));
    }
    for family in &families {
        let about = format!("{}: time against length", family.title());
        pictures.push(plot(chapter, &family.title(), about, plots::lines(family)));
    }
    if !pictures.is_empty() {
        blocks.push(Block::Heading(3, format!("{} in pictures", capital(chapter.workload))));
        blocks.push(Block::Plots(pictures));
    }
    blocks.push(Block::Heading(3, format!("{}: every figure", capital(chapter.workload))));
    // Counts of calls have no spread, and stand in the table above.
    let counts = |group: &&Group| measures::is_of_file(group.measure) && measures::is_size(group.measure);
    for group in chapter.groups.iter().filter(|group| !counts(group)) {
        let title = format!("{}: {}", group.title(), measures::meaning(group.measure));
        blocks.push(Block::Folded(title, details(group)));
    }
}

/// Whether a plot of the group tells more than its table.
fn pictured(group: &Group) -> bool {
    !explains(group.measure) && group.entries.len() > 2
}

/// Whether the measure is there to explain others, and no goal of anybody, or has its own table.
const fn explains(measure: Measure) -> bool {
    matches!(measure, Measure::Build | Measure::Clone | Measure::Verify | Measure::Waste | Measure::Empty)
        || measures::is_of_file(measure)
}

fn plot(chapter: &Chapter, title: &str, about: String, svg: String) -> Plot {
    Plot { name: escape::slug(&format!("{} {title}", chapter.workload)), about, svg }
}

/// All that is known of the figures of a group.
/// Notes of a figure, with what its rounds say of it.
fn note(figure: &Figure) -> String {
    let groups = if figure.bimodal { "rounds of two groups" } else { "" };
    let taken = figure.allocations.zip(figure.allocated_bytes);
    let taken =
        taken.map_or(String::new(), |(count, bytes)| format!("{} allocations, {} bytes", number(count), number(bytes)));
    [figure.note.as_str(), groups, &taken].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

fn details(group: &Group) -> Grid {
    let size = measures::is_size(group.measure);
    let mut heads = vec![("library", Kind::Word), ("version", Kind::Word), ("mode", Kind::Word), ("reads", Kind::Word)];
    heads.push((measures::unit(group.measure), Kind::Number));
    if !size {
        heads.extend([("ops/ms", Kind::Number), ("spread of ns", Kind::Number)]);
    }
    let slow = group.entries.iter().any(|entry| entry.figure.p99.is_some());
    if slow {
        heads.push(("p99 of one", Kind::Number));
    }
    let throughput = group.entries.iter().find(|entry| entry.figure.mb_per_s.is_some());
    if let Some(entry) = throughput {
        heads.push((rate::unit(&entry.figure.workload), Kind::Number));
    }
    heads.extend([("/ vellum", Kind::Number), ("note", Kind::Text)]);
    let mut grid = Grid::new(heads);
    for entry in group.sorted() {
        let figure = entry.figure;
        let mut cells: Vec<Cell> = [&figure.library, &figure.version, &figure.told_mode()].map(Cell::plain).to_vec();
        cells.push(Cell::plain(figure.reading().name()));
        cells.push(Cell { text: number(figure.median), mark: entry.standing.mark });
        if !size {
            cells.push(Cell::plain(number(1e6 / figure.median)));
            cells.push(Cell::plain(format!("{} – {}", number(figure.min), number(figure.max))));
        }
        if slow {
            cells.push(Cell::of(figure.p99.map(number)));
        }
        if throughput.is_some() {
            cells.push(Cell::of(figure.mb_per_s.map(|rate| rate::told(&figure.workload, rate))));
        }
        cells.push(Cell::of(entry.standing.ratio.map(|ratio| format!("{}×", number(ratio)))));
        cells.push(Cell::plain(note(figure)));
        grid.push(cells, figure.library == OURS);
    }
    grid
}

fn others(figures: &[Figure], blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(2, "Published elsewhere".to_owned()));
    blocks.push(Block::Paragraph(
        "Lines marked \"published\" are what other projects printed of their own suites: other machines, other years, other \
         versions. No such number compares with one of this run; ratios within one table do, with the reservations of \
         METHOD.md."
            .to_owned(),
    ));
    for part in published::parts(figures) {
        blocks.push(Block::Heading(3, format!("{}, as published", part.suite.title)));
        blocks.push(Block::Paragraph(part.suite.about.clone()));
        for (caption, grid) in part.tables {
            blocks.push(Block::Paragraph(format!("{caption}.")));
            blocks.push(Block::Table(grid));
        }
        if let Some((caption, grid)) = part.older {
            blocks.push(Block::Folded(caption, grid));
        }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::about::About;
    use crate::report::chapter::tests::figure;
    use crate::report::{html, markdown};

    fn run(machine: &str, figures: Vec<Figure>) -> Results {
        let about = About { machine: machine.to_owned(), date: "2026-11-21".to_owned(), ..About::default() };
        Results { about, figures }
    }

    #[test]
    fn a_report_has_tables_plots_and_what_was_published() {
        let mut figures = Vec::new();
        for (library, factor) in [(OURS, 1.0), ("x", 2.0), ("y", 3.0)] {
            for (measure, variant) in [
                ("size", ""),
                ("encode", "owned"),
                ("update_one", "list[0].name"),
                ("push", "u64 × 10"),
                ("push", "u64 × 100"),
            ] {
                figures.push(figure(measure, variant, library, true, 100.0 * factor));
            }
        }
        let document = compose(&[run("M", figures)]).expect("a report");
        let names: Vec<&str> = document.plots().map(|plot| plot.name.as_str()).collect();
        let expected =
            ["size", "encode-owned", "update-one-list-0-name", "push-u64"].map(|name| format!("container-{name}"));
        assert_eq!(names[..2], ["libraries-checked", "best-container"]);
        assert_eq!(names[2..], expected);
        let sections: Vec<&str> = document.sections().collect();
        assert_eq!(
            sections,
            ["Library by library", "How it was measured", "container", "Published elsewhere", "Reproduce"]
        );
        let (page, text) = (html::text(&document), markdown::text(&document, Some("plots")));
        for text in [&page, &text] {
            for part in ["NoProto", "published", "The object of the FlatBuffers benchmark", "2026-11-21", "cargo run"] {
                assert!(text.contains(part), "{part}");
            }
        }
        assert!(names.iter().all(|name| text.contains(&format!("(plots/{name}.svg)"))));
        assert_eq!(page.matches("<svg").count(), names.len());
    }

    #[test]
    fn the_median_of_the_runs_is_told_and_a_machine_is_described_once() {
        let runs = [
            run("M", vec![figure("encode", "owned", OURS, true, 70.0)]),
            run("M", vec![figure("encode", "owned", OURS, true, 60.0), figure("size", "", OURS, true, 9.0)]),
            run("M", vec![figure("encode", "owned", OURS, true, 61.0)]),
        ];
        let told: Vec<_> = merged(&runs).iter().map(|figure| (figure.min, figure.median, figure.max)).collect();
        assert_eq!(told, [(60.0, 61.0, 70.0), (9.0, 9.0, 9.0)]);
        let Some(Block::Facts(facts)) = opening(&runs).into_iter().next() else { panic!("facts first") };
        assert_eq!(facts.iter().filter(|(name, _)| name == "machine").count(), 1);
    }

    #[test]
    fn results_without_figures_are_no_report() {
        assert!(compose(&[Results::default()]).is_err());
    }
}
