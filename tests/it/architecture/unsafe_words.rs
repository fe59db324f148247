//! Every `unsafe` of the crate and of what its derive writes, counted by what follows the word. The pages for users state the counts.

use std::collections::BTreeMap;
use std::path::Path;

use super::source::{files_below, tokens};

/// Where the word stands, what follows it, and what comes after an opening brace, up to the first name that is no path.
#[derive(Debug)]
struct Word {
    place: String,
    follows: String,
    called: String,
}

fn words(folder: &str) -> Vec<Word> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in files_below(&root.join(folder)) {
        let name = file.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let tokens = tokens(&std::fs::read_to_string(&file).unwrap());
        for at in (0..tokens.len()).filter(|at| tokens[*at].text == "unsafe") {
            let text = |at: usize| tokens.get(at).map_or("", |token| &token.text);
            let path = (at + 2..).take_while(|at| *at < tokens.len() && text(*at) != "}").map(text);
            let called = if text(at + 1) == "{" { path.collect() } else { String::new() };
            found.push(Word { place: format!("{name}:{}", tokens[at].line), follows: text(at + 1).into(), called });
        }
    }
    found
}

fn count(words: &[Word]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word.follows.as_str()).or_default() += 1;
    }
    counts
}

#[test]
fn the_pages_count_the_unsafe_code_of_the_crate_with_its_functions_and_impls() {
    let words = words("src");
    let counts = count(&words);
    let of = |follows: &str| counts.get(follows).copied().unwrap_or_default();
    assert_eq!(of("{") + of("fn") + of("impl"), words.len(), "another kind of `unsafe`: {words:#?}");
    let stated = format!("{} blocks, {} `unsafe fn` and {} `unsafe impl`s", of("{"), of("fn"), of("impl"));
    for page in ["README.md", "SECURITY.md"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
        let text = text.replace("<!-- fact: unsafe -->", "").replace("<!-- end of fact -->", "");
        assert!(text.contains(&stated), "{page} does not say: {stated}");
    }
}

#[test]
fn the_derive_writes_no_unsafe_code_but_its_promise() {
    let words = words("derive/src");
    assert!(!words.is_empty());
    for word in &words {
        assert_eq!((&*word.follows, &*word.called), ("{", "::vellum::__v::derived"), "{}", word.place);
    }
    for folder in ["codegen/src", "scalars/src"] {
        let words = self::words(folder);
        assert!(words.is_empty(), "{words:?}");
    }
}
