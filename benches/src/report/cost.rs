//! What a derived type costs those who build it, as `tools/cost --json` counted it.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::document::Block;
use super::grid::{Grid, Line};
use crate::harness::rank::OURS;
use crate::harness::sheet::Kind;
use crate::harness::stats::number;

/// One set of types with one library.
#[derive(Deserialize)]
struct Cost {
    types: String,
    library: String,
    lines: u64,
    expanded: i64,
    debug: f64,
    release: f64,
    binary: i64,
}

/// A chapter of the report from a file of that tool.
///
/// # Errors
///
/// If the file cannot be read or is none of the tool's.
pub fn chapter(path: &Path) -> Result<Vec<Block>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let costs: Vec<Cost> = serde_json::from_str(&text)
        .map_err(|error| format!("{} is not what tools/cost --json prints: {error}", path.display()))?;
    let about = "One small program for each set of types reads a record, changes fields and writes it: vellum in the bytes, the others \
                 by decoding and encoding. Lines of the program, bytes of it after its macros, seconds to build it alone in both \
                 profiles, and bytes that it adds to the binary.";
    let heading = Block::Heading(2, "What a derived type costs its builder".to_owned());
    Ok(vec![heading, Block::Paragraph(about.to_owned()), Block::Table(grid(&costs))])
}

fn grid(costs: &[Cost]) -> Grid {
    let numbers = ["lines", "expanded", "debug, s", "release, s", "binary"];
    let numbers = numbers.map(|name| (name, Kind::Number)).into_iter();
    let mut grid = Grid::new([("library", Kind::Word)].into_iter().chain(numbers));
    for set in costs.chunk_by(|one, other| one.types == other.types) {
        grid.lines.extend(set.first().map(|first| Line::Section(first.types.clone())));
        for Cost { library, lines, expanded, debug, release, binary, .. } in set {
            let cells = [lines.to_string(), expanded.to_string(), number(*debug), number(*release), binary.to_string()];
            grid.words([library.clone()].into_iter().chain(cells), library.ends_with(OURS));
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_of_types_is_a_section_and_each_library_a_line() {
        let one = |types: &str, library: &str| {
            format!(
                r#"{{"types": "{types}", "library": "{library}", "lines": 20, "expanded": 9000, "debug": 0.5, "release": 1.25,
                "binary": 4096}}"#
            )
        };
        let text = format!("[{}, {}, {}]", one("two", "vellum"), one("two", "rkyv"), one("thirty", "vellum"));
        let costs: Vec<Cost> = serde_json::from_str(&text).expect("what the tool prints");
        let table = grid(&costs).markdown();
        assert_eq!(table.matches("| *t").count(), 2, "{table}");
        assert!(table.contains("| rkyv | 20 | 9000 | 0.50 | 1.25 | 4096 |"), "{table}");
    }
}
