//! The tables of the report: one for the sizes, then one for each measure and variant, the best line first.

use std::fmt::Write as _;

use super::figure::Figure;
use super::measures;
use super::rank::{self, Standing};
use super::rate;
use super::sheet::{self, Kind};
use super::stats::number;
use crate::library::Measure;

/// Every table of one workload's figures, which stand group by group.
pub fn tables(figures: &[Figure]) -> String {
    let mut out = String::new();
    let sizes: Vec<&Figure> = figures.iter().filter(|figure| measures::is_size(figure.measure)).collect();
    let mut variants: Vec<&str> = Vec::new();
    for figure in &sizes {
        if !variants.contains(&figure.variant) {
            variants.push(figure.variant);
        }
    }
    for variant in variants {
        let of_variant: Vec<&Figure> = sizes.iter().copied().filter(|figure| figure.variant == variant).collect();
        out += &size_table(variant, &of_variant);
    }
    let times: Vec<&Figure> = figures.iter().filter(|figure| !measures::is_size(figure.measure)).collect();
    for group in times.chunk_by(|one, other| one.group() == other.group()) {
        match group {
            [empty] if empty.measure == Measure::Empty => {
                let (time, spread) = (number(empty.summary.median), spread(empty));
                let _ = writeln!(out, "\nempty: an empty operation in the same loop takes {time} ns ({spread})");
            }
            _ => out += &time_table(group),
        }
    }
    out
}

/// "123" with the sign of the best before it.
pub fn marked(text: &str, standing: Standing) -> String {
    match standing.mark.sign() {
        "" => text.to_owned(),
        sign => format!("{sign} {text}"),
    }
}

fn time_table(group: &[&Figure]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let (id, variant, meaning) = (first.measure.id(), first.variant, measures::meaning(first.measure));
    let throughput = group.iter().any(|figure| figure.mb_per_s.is_some());
    let mut headings = vec![
        ("library", Kind::Word),
        ("version", Kind::Word),
        ("mode", Kind::Text),
        ("reads", Kind::Text),
        ("values", Kind::Word),
        ("ns", Kind::Number),
        ("ops/ms", Kind::Number),
        ("spread of ns", Kind::Number),
        (VERSUS, Kind::Number),
        ("note", Kind::Number),
    ];
    if throughput {
        headings.insert(7, (rate::unit(first.workload.name()), Kind::Number));
    }
    let columns = columns(&headings);
    let mut notes = Notes::default();
    let mut lines = Vec::new();
    for (figure, standing) in sorted(group) {
        let median = figure.summary.median;
        let mut line = vec![
            figure.library.to_owned(),
            figure.version.clone(),
            figure.mode.to_owned(),
            figure.reading.name().to_owned(),
            if figure.owned { "owned" } else { "borrowed" }.to_owned(),
            marked(&number(median), standing),
            number(1e6 / median),
            spread(figure),
            times(standing.ratio),
            notes.reference(figure.note),
        ];
        if throughput {
            let told = |mb_per_s| rate::told(figure.workload.name(), mb_per_s);
            line.insert(7, figure.mb_per_s.map_or("-".to_owned(), told));
        }
        lines.push(line);
    }
    let title = title(id, variant);
    format!("\n{title}: {meaning}\n{}{}", sheet::draw(&columns, &lines, 2), notes.list())
}

fn title(measure: &str, variant: &str) -> String {
    if variant.is_empty() { measure.to_owned() } else { format!("{measure} · {variant}") }
}

/// Size and zlib size side by side, since both belong to the same bytes.
fn size_table(variant: &str, sizes: &[&Figure]) -> String {
    let noted = sizes.iter().any(|figure| !figure.note.is_empty());
    let mut notes = Notes::default();
    let of = |measure| sizes.iter().copied().filter(|figure| figure.measure == measure).collect::<Vec<_>>();
    let (mut plain, mut zlib) = (sorted(&of(Measure::Size)), sorted(&of(Measure::SizeZlib)));
    // With one of the two alone, its order is the order of the table.
    let order: Vec<_> = if plain.is_empty() { &zlib } else { &plain }.iter().map(|(figure, _)| *figure).collect();
    let mut take = |from_zlib: bool, row| {
        let from = if from_zlib { &mut zlib } else { &mut plain };
        let found = from.iter().position(|(figure, _)| figure.row() == row).map(|index| from.remove(index));
        found.map_or(["-".to_owned(), "-".to_owned()], |(figure, standing)| {
            [marked(&number(figure.summary.median), standing), times(standing.ratio)]
        })
    };
    let mut lines: Vec<Vec<String>> = Vec::new();
    for figure in order {
        let mut line = vec![figure.library.to_owned(), figure.version.clone(), figure.mode.to_owned()];
        line.extend(take(false, figure.row()));
        line.extend(take(true, figure.row()));
        if noted {
            line.push(notes.reference(figure.note));
        }
        // Modes that differ in reading only write the same bytes; one line says so.
        let same = |other: &&mut Vec<String>| other[..2] == line[..2] && other[3..] == line[3..];
        match lines.iter_mut().find(same) {
            Some(other) => other[2] += &format!(", {}", line[2]),
            None => lines.push(line),
        }
    }
    let mut headings = vec![
        ("library", Kind::Word),
        ("version", Kind::Word),
        ("mode", Kind::Text),
        ("size", Kind::Number),
        (VERSUS, Kind::Number),
        ("zlib size", Kind::Number),
        (VERSUS, Kind::Number),
    ];
    if noted {
        headings.push(("note", Kind::Number));
    }
    format!(
        "\n{}: {}, and after zlib, level 6\n{}{}",
        title("size", variant),
        measures::meaning(Measure::Size),
        sheet::draw(&columns(&headings), &lines, 2),
        notes.list()
    )
}

/// Over the column of [`Standing::ratio`].
const VERSUS: &str = "/ vellum";

fn columns(columns: &[(&str, Kind)]) -> Vec<(String, Kind)> {
    columns.iter().map(|(heading, kind)| ((*heading).to_owned(), *kind)).collect()
}

/// The figures with their standings, the best first.
fn sorted<'a>(group: &[&'a Figure]) -> Vec<(&'a Figure, Standing)> {
    let mut lines: Vec<_> = group.iter().copied().zip(rank::standings(group)).collect();
    lines.sort_by(|(one, _), (other, _)| one.summary.median.total_cmp(&other.summary.median));
    lines
}

fn spread(figure: &Figure) -> String {
    let between = if figure.bimodal { "‖" } else { "–" };
    format!("{} {between} {}", number(figure.summary.min), number(figure.summary.max))
}

fn times(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{}×", number(ratio)))
}

/// Notes under a table, each once, so that the lines of the table stay short.
#[derive(Default)]
struct Notes(Vec<&'static str>);

impl Notes {
    fn reference(&mut self, note: &'static str) -> String {
        if note.is_empty() {
            return String::new();
        }
        let index = self.0.iter().position(|other| *other == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        (index + 1).to_string()
    }

    fn list(&self) -> String {
        self.0.iter().enumerate().map(|(index, note)| sheet::paragraph(&format!("{:>2}  ", index + 1), note)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::stats::Summary;
    use crate::harness::workload::Workload;
    use crate::library::{Row, Sample};

    #[test]
    fn equal_notes_share_a_number_and_none_has_none() {
        let mut notes = Notes::default();
        let references = ["scans", "", "copies", "scans"].map(|note| notes.reference(note));
        assert_eq!(references, ["1", "", "2", "1"]);
        assert_eq!(notes.list(), " 1  scans\n 2  copies\n");
    }

    /// A row of many values of 100 bytes, for two variants.
    fn row() -> Row {
        let mut row = Row::new("sample", "serde", "1", "derive", Vec::new());
        for variant in ["16 B", "256 B"] {
            row.samples.push(Sample { variant, note: "packed", size: 100.0, timed: 100.0, some: Vec::new() });
        }
        row
    }

    #[test]
    fn sizes_have_a_table_for_each_variant_with_its_notes() {
        let row = row();
        let size = |variant| {
            let summary = Summary::exact(100.0);
            Figure::new(Workload::Oplog, &row, Measure::Size, variant, "packed", summary)
        };
        let drawn = tables(&[size("16 B"), size("256 B")]);
        for title in ["size · 16 B: ", "size · 256 B: "] {
            assert_eq!(drawn.matches(title).count(), 1, "{drawn}");
        }
        assert_eq!(drawn.matches(" 1  packed\n").count(), 2, "{drawn}");
    }

    #[test]
    fn a_throughput_has_a_column_where_it_is_known() {
        let row = row();
        let time = |measure, variant| {
            let figure = Figure::new(Workload::Oplog, &row, measure, variant, "", Summary::exact(50.0));
            tables(&[figure])
        };
        // A hundred bytes in fifty nanoseconds.
        for variant in ["16 B", "16 B, borrowed"] {
            let drawn = time(Measure::DecodeAll, variant);
            assert!(drawn.contains("MB/s") && drawn.contains(" 2000 "), "{drawn}");
        }
        assert!(!time(Measure::DecodeOne, "16 B, timestamp").contains("MB/s"));
        assert!(!time(Measure::DecodeAll, "owned").contains("MB/s"));
    }
}
