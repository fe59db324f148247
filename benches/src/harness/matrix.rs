//! The closing matrix: a line for each row of each library, a column for each figure a user weighs.

use super::figure::Figure;
use super::measures;
use super::rank;
use super::sheet::{self, Kind};
use super::stats::short_number;
use super::workload::Workload;
use crate::library::{Measure, Reading};

/// The matrix of one workload's figures, which stand group by group; "" if none of them belongs into it.
pub fn matrix(workload: Workload, figures: &[Figure]) -> String {
    let weighed: Vec<&Figure> = figures.iter().filter(|one| measures::SUMMARY.contains(&one.measure)).collect();
    if weighed.is_empty() {
        return String::new();
    }
    let mut lines: Vec<(_, Vec<String>)> = Vec::new();
    for figure in &weighed {
        if !lines.iter().any(|(row, _)| *row == figure.row()) {
            let mode = format!("{}{}", figure.mode, if figure.checked { "" } else { " †" });
            lines.push((figure.row(), vec![figure.library.to_owned(), mode]));
        }
    }
    let mut columns = vec![("library".to_owned(), Kind::Word), ("mode".to_owned(), Kind::Text)];
    for group in weighed.chunk_by(|one, other| one.group() == other.group()) {
        let standings = rank::standings(group);
        columns.push((heading(workload, group[0].group()), Kind::Number));
        for (row, line) in &mut lines {
            let found = group.iter().zip(&standings).find(|(figure, _)| figure.row() == *row);
            line.push(found.map_or("-".to_owned(), |(figure, standing)| {
                format!("{}{}", standing.mark.sign(), short_number(figure.summary.median))
            }));
        }
    }
    let mut lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
    lines.extend(Reading::ALL.into_iter().filter_map(|reading| {
        let groups = weighed.chunk_by(|one, other| one.group() == other.group());
        let ratios: Vec<_> = groups.map(|group| rank::duel(group, reading)).collect();
        let told = |duel: &Option<(&Figure, &Figure)>| {
            duel.map_or("-".to_owned(), |(ours, rival)| {
                format!("{}×", short_number(ours.summary.median / rival.summary.median))
            })
        };
        let names = [format!("{} /", rank::OURS), reading.name().to_owned()].into_iter();
        ratios.iter().any(Option::is_some).then(|| names.chain(ratios.iter().map(told)).collect())
    }));
    let about = "sizes in bytes, times in ns, in place = update_one_in_place, † = unsafe on hostile bytes; the last lines \
                 are ours against the best rival of each kind of reading, below 1 ours is better";
    format!("\n{}{}", sheet::paragraph("summary: ", about), sheet::draw(&columns, &lines, 1))
}

fn heading(workload: Workload, (measure, variant): (Measure, &'static str)) -> String {
    let heading = measures::heading(measure);
    // Encoding has one variant, which would say nothing.
    if variant.is_empty() || measure == Measure::Encode {
        return heading.to_owned();
    }
    format!("{heading}\n{}", workload.short(variant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::stats::Summary;
    use crate::library::Row;
    use crate::workloads::container::variant;

    fn figure(row: &Row, measure: Measure, variant: &'static str, value: f64) -> Figure {
        Figure::new(Workload::Container, row, measure, variant, "", Summary::exact(value))
    }

    #[test]
    fn every_row_has_a_line_and_what_it_lacks_is_a_dash() {
        let one = Row::new("alpha", "serde", "1", "safe", Vec::new());
        let two = Row::new("beta", "serde", "1", "raw", Vec::new()).unchecked();
        let figures = [
            figure(&one, Measure::Size, "", 100.0),
            figure(&two, Measure::Size, "", 120.0),
            figure(&one, Measure::Encode, variant::OWNED, 250.0),
            figure(&one, Measure::DecodeOne, variant::LOCATION, 30.0),
            figure(&two, Measure::DecodeOne, variant::LOCATION, 3.0),
            figure(&one, Measure::Build, variant::OWNED, 1.0),
        ];
        let drawn = matrix(Workload::Container, &figures);
        let words = |name: &str| -> Vec<&str> {
            drawn
                .lines()
                .find(|line| line.starts_with(name))
                .map_or(Vec::new(), |line| line.split_whitespace().collect())
        };
        assert_eq!(words("alpha"), ["alpha", "safe", "★100", "★250", "★30.0"]);
        assert_eq!(words("beta"), ["beta", "raw", "†", "120", "-", "☆3.00"]);
    }

    #[test]
    fn a_full_matrix_of_large_figures_fits_the_width() {
        let row = Row::new("messagepack-rs", "serde", "1", "generated, unchecked", Vec::new());
        let groups = [
            (Measure::Size, &[""][..]),
            (Measure::SizeZlib, &[""]),
            (Measure::Encode, &[variant::OWNED]),
            (Measure::DecodeAll, &[variant::OWNED, variant::BORROWED]),
            (Measure::DecodeOne, &[variant::LOCATION, variant::TIME]),
            (Measure::UpdateOne, &[variant::NAME, variant::NAME_LONGER, variant::FIRST_TIME]),
            (Measure::UpdateOneInPlace, &[variant::NAME, variant::NAME_LONGER, variant::FIRST_TIME]),
        ];
        let figures: Vec<_> = groups
            .iter()
            .flat_map(|(measure, variants)| variants.iter().map(|variant| figure(&row, *measure, variant, 98765.4)))
            .collect();
        let drawn = matrix(Workload::Container, &figures);
        assert!(drawn.lines().all(|line| line.chars().count() <= usize::from(sheet::WIDTH)), "{drawn}");
        assert!(drawn.contains("messagepack-rs"), "{drawn}");
        assert_eq!(drawn.matches("★98765").count(), 13, "{drawn}");
    }
}
