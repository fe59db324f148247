//! Every test that SECURITY.md names as holding a promise is there.

use std::path::Path;

/// The tests' own source.
const DOCUMENT: &str = include_str!("../../SECURITY.md");

/// The file of a module of the integration tests, or of those of the test kit.
fn file_of(module: &str) -> Option<String> {
    let folders = ["tests", "testkit/tests"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let path = module.replace("::", "/");
    let candidates = ["it/{}.rs", "it/{}/mod.rs", "derived/{}.rs", "derived/{}/mod.rs", "{}.rs", "{}/main.rs"]
        .map(|file| file.replace("{}", &path));
    let mut files = folders.iter().flat_map(|folder| candidates.iter().map(move |file| folder.join(file)));
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
        assert!(text.contains(&format!("fn {test}(")), "SECURITY.md names `{name}`, which is not there");
        named += 1;
    }
    assert!(named >= 15, "only {named} tests are named");
}
