//! Every promise of docs/promises.md names the tests that hold it, or says that none does, and the named tests exist.

use std::path::Path;

const DOCUMENT: &str = include_str!("../../docs/promises.md");

/// The file of a module of the integration tests, or of those of the test kit.
fn file_of(module: &str) -> Option<String> {
    let folders = ["tests", "testkit/tests"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let path = module.replace("::", "/");
    let of_binaries = ["it/", "derived/", "cursors/", ""].map(|binary| format!("{binary}{path}"));
    let candidates =
        of_binaries.iter().flat_map(|file| [".rs", "/mod.rs", "/main.rs"].map(|end| format!("{file}{end}")));
    let mut files = candidates.flat_map(|file| folders.each_ref().map(|folder| folder.join(&file)));
    files.find_map(|file| std::fs::read_to_string(file).ok())
}

#[test]
fn every_test_that_the_contract_names_exists() {
    let mut named = 0;
    for name in DOCUMENT.split('`').skip(1).step_by(2) {
        let Some((module, test)) = name.rsplit_once("::") else { continue };
        // Tests have names in lower case and of several words; types and methods of the crate do not.
        if name.contains(|c: char| c.is_uppercase() || c == '/' || c == ' ') || test.matches('_').count() < 3 {
            continue;
        }
        let text = file_of(module).unwrap_or_else(|| panic!("no file of the module of `{name}`"));
        assert!(text.contains(&format!("fn {test}(")), "docs/promises.md names `{name}`, which does not exist");
        named += 1;
    }
    assert!(named >= 15, "only {named} tests are named");
}

/// The promises: the numbered items, each up to the next one or the next heading.
fn promises() -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_inside = false;
    for line in DOCUMENT.lines() {
        let number = line.split_once(". ").and_then(|(number, _)| number.parse().ok());
        if let Some(number) = number {
            found.push((number, String::new()));
        }
        is_inside = number.is_some() || (is_inside && (line.is_empty() || line.starts_with(' ')));
        if let Some((_, text)) = found.last_mut().filter(|_| is_inside) {
            text.push_str(line);
            text.push('\n');
        }
    }
    found
}

#[test]
fn each_promise_names_its_tests_or_says_that_it_has_none() {
    let promises = promises();
    let numbers: Vec<usize> = promises.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=promises.len()).collect::<Vec<_>>());
    assert!(promises.len() >= 17, "only {} promises are found", promises.len());
    for (number, text) in promises {
        let held = text.split_once("Held by").is_some_and(|(_, tests)| tests.contains("test") || tests.contains('`'));
        assert!(held || text.contains("Not tested: "), "promise {number} has neither \"Held by\" nor \"Not tested:\"");
    }
}
