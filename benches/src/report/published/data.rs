//! The published figures as they are kept in `data/published`: as their authors wrote them, in
//! their units.
//!
//! A file has a line for each library in each run of the suite. The first columns are `run` and
//! `name`, the others numbers; a cell that the suite left out is empty. `names.csv` says which row
//! of ours measures the same library.

const NAMES: &str = include_str!("../../../data/published/names.csv");
const RUNS: &str = include_str!("../../../data/published/runs.csv");

/// The figures of a suite.
pub fn file(suite: &str) -> &'static str {
    match suite {
        "noproto" => include_str!("../../../data/published/noproto.csv"),
        "flatmessage" => include_str!("../../../data/published/flatmessage.csv"),
        "desert" => include_str!("../../../data/published/desert.csv"),
        "lite3" => include_str!("../../../data/published/lite3.csv"),
        _ => "",
    }
}

/// The lines of one suite.
pub struct Table {
    columns: Vec<&'static str>,
    pub rows: Vec<Row>,
}

/// What a suite published of one library in one run.
pub struct Row {
    pub run: &'static str,
    pub name: &'static str,
    values: Vec<Option<f64>>,
}

impl Table {
    /// Reads a file; a fault in one that is compiled in shows in the tests, and here as a missing
    /// figure.
    pub fn parse(text: &'static str) -> Self {
        let mut lines = text.lines().map(|line| line.split(','));
        let columns = lines.next().map(|line| line.skip(2).collect()).unwrap_or_default();
        let row = |mut line: std::str::Split<'static, char>| {
            let (run, name) = (line.next()?, line.next()?);
            Some(Row { run, name, values: line.map(|cell| cell.parse().ok()).collect() })
        };
        Self { columns, rows: lines.filter_map(row).collect() }
    }

    /// The runs, in the order of the file.
    pub fn runs(&self) -> Vec<&'static str> {
        let mut runs: Vec<&str> = self.rows.iter().map(|row| row.run).collect();
        runs.dedup();
        runs
    }

    /// The lines of a run.
    pub fn of(&self, run: &str) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.run == run)
    }

    /// The number in a column of a line.
    pub fn value(&self, row: &Row, column: &str) -> Option<f64> {
        let index = self.columns.iter().position(|known| *known == column)?;
        row.values.get(index).copied().flatten()
    }
}

/// Library and mode of ours that measure what `suite` calls `name`.
pub fn row_here(suite: &str, name: &str) -> Option<(&'static str, &'static str)> {
    NAMES.lines().find_map(|line| {
        let mut cells = line.split(',');
        (cells.next()? == suite && cells.next()? == name).then(|| Some((cells.next()?, cells.next()?)))?
    })
}

/// The machine of a run, as far as it was told.
pub fn machine(suite: &str, run: &str) -> Option<&'static str> {
    RUNS.lines().find_map(|line| line.strip_prefix(suite)?.strip_prefix(',')?.strip_prefix(run)?.strip_prefix(','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libraries;

    #[test]
    fn cells_are_found_by_name_and_empty_ones_are_missing() {
        let table = Table::parse("run,name,size,encode\nA,x,12,\nA,y,7,3.5\nB,x,1,2\n");
        assert_eq!(table.runs(), ["A", "B"]);
        let values = |column| table.of("A").map(|row| table.value(row, column)).collect::<Vec<_>>();
        assert_eq!(values("size"), [Some(12.0), Some(7.0)]);
        assert_eq!(values("encode"), [None, Some(3.5)]);
        assert_eq!(values("speed"), [None, None]);
    }

    #[test]
    fn every_name_is_in_its_suite_and_every_library_is_one_of_ours() {
        for line in NAMES.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let [suite, name, library, _] = cells[..] else { panic!("four cells: {line}") };
            let suite = super::super::SUITES.iter().find(|known| known.id == suite).expect(line);
            assert!(Table::parse(file(&suite.id)).rows.iter().any(|row| row.name == name), "{line}");
            // Two versions of one crate are told apart by a number that the command line knows as
            // well.
            assert!(library == "no_proto" || libraries::ALL.iter().any(|known| known.name == library), "{line}");
        }
        assert_eq!(row_here("flatmessage", "cbor"), Some(("ciborium", "serde")));
        assert_eq!(row_here("noproto", "NoProto"), Some(("no_proto", "runtime")));
        assert_eq!(row_here("noproto", "CBOR"), None);
    }

    #[test]
    fn runs_have_the_machine_that_was_told() {
        assert_eq!(machine("noproto", "0.9.1 of 2021-01-12"), Some("MacBook Air M1 8 GB, native"));
        assert_eq!(machine("desert", "16 bytes"), None);
    }

    /// Sums of all numbers guard against a slip of the hand in the files.
    #[test]
    fn the_files_have_the_published_numbers() {
        let sum = |id: &str| {
            let table = Table::parse(file(id));
            let cells = table.rows.iter().flat_map(|row| row.values.iter().copied());
            let (count, sum) = cells.flatten().fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
            (table.rows.len(), count, (sum * 100.0).round() as u64)
        };
        assert_eq!(sum("noproto"), (71, 423, 248758480));
        assert_eq!(sum("flatmessage"), (36, 360, 7018822));
        assert_eq!(sum("desert"), (32, 96, 3129990604600));
        assert_eq!(sum("lite3"), (6, 23, 593057300));
    }
}
