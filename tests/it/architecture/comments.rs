//! Comment lines of the sources have at most 100 columns, the indentation counted.
//!
//! A line may be longer where it cannot be broken: in a code block, a row of a table, a heading, a
//! link's definition, and where no space stands outside of inline code.

use std::path::Path;

use super::source::files_below;

const COLUMNS: usize = 100;
const FOLDERS: [&str; 5] = ["src", "derive/src", "codegen/src", "file/src", "testkit/src"];

/// The numbers of the comment lines that are too long and can be broken.
fn long_lines(text: &str) -> Vec<usize> {
    let (mut found, mut is_code) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        let comment = line.trim_start().strip_prefix("//");
        let body = comment.unwrap_or_default().trim_start_matches(['/', '!']);
        let words = body.trim();
        is_code = comment.is_some() && is_code != words.starts_with("```");
        let is_definition = words.starts_with('[') && words.contains("]: ");
        let is_whole = is_code || is_definition || words.starts_with(['|', '#']) || body.starts_with("     ");
        let mut plain = words.trim_start_matches("- ").split('`').step_by(2);
        if line.chars().count() > COLUMNS && !is_whole && plain.any(|text| text.contains(' ')) {
            found.push(index + 1);
        }
    }
    found
}

#[test]
fn comment_lines_have_at_most_100_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut faults = Vec::new();
    for file in FOLDERS.iter().flat_map(|folder| files_below(&root.join(folder))) {
        let name = file.strip_prefix(root).unwrap().display();
        let lines = long_lines(&std::fs::read_to_string(&file).unwrap());
        faults.extend(lines.iter().map(|line| format!("{name}:{line}")));
    }
    assert!(faults.is_empty(), "comments of more than {COLUMNS} columns:\n{}", faults.join("\n"));
}

#[test]
fn a_line_that_cannot_be_broken_may_be_longer() {
    let long = |prefix: &str| long_lines(&format!("{prefix}{}", "x ".repeat(60))).len();
    let prose = ["// ", "/// ", "    //! - ", "/// `code` ", "/// ```\n/// ```\n/// "];
    assert_eq!(prose.map(long), [1; 5]);
    let whole = ["", "/// - `", "/// ```\n/// ", "/// | ", "/// # ", "///     ", "/// [label]: "];
    assert_eq!(whole.map(long), [0; 7]);
}
