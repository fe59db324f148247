//! The figures of one workload, in groups that compare, each with its standing.

use crate::harness::figure::Figure;
use crate::harness::measures;
use crate::harness::rank::{self, Mark, Standing};
use crate::harness::workload::Workload;
use crate::library::Measure;

/// One workload.
pub struct Chapter<'a> {
    pub workload: &'a str,
    /// In the order of the report; those of one measure stand together.
    pub groups: Vec<Group<'a>>,
}

/// The figures of one measure and variant.
pub struct Group<'a> {
    pub measure: Measure,
    pub variant: &'a str,
    pub entries: Vec<Entry<'a>>,
}

/// A figure among those of its group.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    pub figure: &'a Figure,
    pub standing: Standing,
}

impl<'a> Chapter<'a> {
    /// The chapters of a report; figures of measures that this version does not know are left out.
    pub fn all(figures: &'a [Figure]) -> Vec<Self> {
        let mut chapters: Vec<Self> = Vec::new();
        for figure in figures {
            let Some(measure) = measures::of(&figure.measure) else { continue };
            let known = chapters.iter().position(|chapter| chapter.workload == figure.workload);
            let index = known.unwrap_or_else(|| {
                chapters.push(Self { workload: &figure.workload, groups: Vec::new() });
                chapters.len() - 1
            });
            chapters[index].add(figure, measure);
        }
        for chapter in &mut chapters {
            chapter.groups.sort_by_key(|group| measures::place(group.measure));
            chapter.groups.iter_mut().for_each(Group::rank);
        }
        chapters
    }

    fn add(&mut self, figure: &'a Figure, measure: Measure) {
        let entry = Entry { figure, standing: Standing { mark: Mark::None, ratio: None } };
        let same = |group: &&mut Group| (group.measure, group.variant) == (measure, figure.variant.as_str());
        match self.groups.iter_mut().find(same) {
            Some(group) => group.entries.push(entry),
            None => self.groups.push(Group { measure, variant: &figure.variant, entries: vec![entry] }),
        }
    }

    /// "container: the object of ..."; only the name of a workload that this version does not know.
    pub fn description(&self) -> &'static str {
        let known = Workload::ALL.into_iter().find(|known| known.name() == self.workload);
        known.map_or("", Workload::description)
    }
}

impl<'a> Group<'a> {
    fn rank(&mut self) {
        let standings = rank::standings(&self.figures());
        for (entry, standing) in self.entries.iter_mut().zip(standings) {
            entry.standing = standing;
        }
    }

    /// "decode_one · location".
    pub fn title(&self) -> String {
        if self.variant.is_empty() {
            return self.measure.id().to_owned();
        }
        format!("{} · {}", self.measure.id(), self.variant)
    }

    /// "Read one field · location", over its plot.
    pub fn headline(&self) -> String {
        headline(self.measure, self.variant)
    }

    /// The entry of a row.
    pub fn entry(&self, row: &Figure) -> Option<&Entry<'a>> {
        self.entries.iter().find(|entry| entry.figure.row() == row.row())
    }

    /// The entries, the best first.
    pub fn sorted(&self) -> Vec<Entry<'a>> {
        let mut entries = self.entries.clone();
        entries.sort_by(|one, other| one.figure.median.total_cmp(&other.figure.median));
        entries
    }

    fn figures(&self) -> Vec<&'a Figure> {
        self.entries.iter().map(|entry| entry.figure).collect()
    }
}

/// "Read one field · location".
pub fn headline(measure: Measure, variant: &str) -> String {
    let name = measures::name(measure);
    // Most figures of encoding and all of building have one variant, which would say nothing.
    let silent = variant.is_empty() || (variant == "owned" && measure != Measure::DecodeAll);
    if silent { name.to_owned() } else { format!("{name} · {variant}") }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::harness::rank::OURS;

    /// A figure for tests: measure, variant, library, checked, median.
    pub fn figure(measure: &str, variant: &str, library: &str, checked: bool, median: f64) -> Figure {
        Figure {
            workload: "container".to_owned(),
            library: library.to_owned(),
            version: "1.0.0".to_owned(),
            mode: if checked { "checked" } else { "raw" }.to_owned(),
            checked,
            measure: measure.to_owned(),
            variant: variant.to_owned(),
            median,
            min: median,
            max: median,
            ..Figure::default()
        }
    }

    #[test]
    fn groups_follow_the_order_of_measures_and_keep_that_of_variants() {
        let figures = [
            figure("decode_one", "b", "x", true, 1.0),
            figure("size", "", "x", true, 1.0),
            figure("decode_one", "a", "x", true, 1.0),
            figure("decode_one", "b", "y", true, 1.0),
            figure("a measure of the future", "", "y", true, 1.0),
        ];
        let chapters = Chapter::all(&figures);
        let [chapter] = &chapters[..] else { panic!("one workload") };
        let titles: Vec<_> = chapter.groups.iter().map(|group| (group.title(), group.entries.len())).collect();
        let expected = [("size", 1), ("decode_one · b", 2), ("decode_one · a", 1)];
        assert_eq!(titles, expected.map(|(title, entries)| (title.to_owned(), entries)));
        assert!(chapter.description().contains("FlatBuffers"));
    }

    #[test]
    fn the_floor_is_never_the_best() {
        let figures = [figure("push", "", "std", true, 1.0), figure("push", "", OURS, true, 2.0)];
        let chapters = Chapter::all(&figures);
        let group = &chapters[0].groups[0];
        assert!(group.entries.iter().all(|entry| entry.standing.mark == Mark::None), "ours is alone");
        let figures = [figures[0].clone(), figures[1].clone(), figure("push", "", "x", true, 3.0)];
        let chapters = Chapter::all(&figures);
        let marks: Vec<Mark> = chapters[0].groups[0].entries.iter().map(|entry| entry.standing.mark).collect();
        assert_eq!(marks, [Mark::None, Mark::Best, Mark::None]);
    }
}
