//! The documents, and the doc comments of public items, are in plain English: six habits that make sentences hard to read are counted
//! in each file, and the counts may only fall.
//!
//! `tests/documents/plain-kept.txt` keeps the counts. A file that it does not name has none. The habits are found by lists of words, so
//! a count has some sentences that are good English: it is kept as it is, and need not become zero. Blocks of code, inline code,
//! quotations and comments of HTML are not looked at. CONTRIBUTING.md says what to write instead.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use super::{files, read, root};

const KEPT: &str = "tests/documents/plain-kept.txt";

/// The most words of a sentence.
const LONGEST: usize = 35;

/// The habits, in the order of the kept counts.
const HABITS: [&str; 6] = [
    "a clause in place of a noun (\"what is deleted\", \"who reads\")",
    "\"is none\", \"is no X\" for \"is not a\"",
    "\"behind\" for \"after\"",
    "\"else\" for \"otherwise\"",
    "\"anew\" for \"again\"",
    "a sentence of more than 35 words",
];

type Counts = [usize; HABITS.len()];

/// Words after which "what" asks, as in "the error says what is missing".
const ASKED: [&str; 17] = [
    "decide",
    "decides",
    "describe",
    "describes",
    "explain",
    "explains",
    "find",
    "know",
    "knows",
    "report",
    "reports",
    "said",
    "say",
    "says",
    "see",
    "show",
    "shows",
];

/// Words before "who" where no noun is that it belongs to, as in "for who reads".
const BEFORE_WHO: [&str; 22] = [
    "a", "and", "as", "but", "by", "for", "from", "if", "in", "is", "of", "on", "or", "says", "tells", "than", "that",
    "to", "when", "where", "with", "what",
];

/// A word without the punctuation around it, in lower case.
fn core(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase()
}

/// The habits of a sentence.
fn habits(sentence: &str) -> Vec<usize> {
    let words: Vec<(&str, String)> =
        sentence.split_whitespace().map(|word| (word, core(word))).filter(|(_, core)| !core.is_empty()).collect();
    let at = |index: usize| words.get(index).map_or("", |(_, core)| core.as_str());
    let asks = sentence.trim_end_matches([')', '*', ']']).ends_with('?');
    let mut found = Vec::new();
    for (index, (word, core)) in words.iter().enumerate() {
        let before = index.checked_sub(1).map_or("", at);
        let two_before = index.checked_sub(2).map_or("", at);
        let opens = index == 0
            || words[index - 1].0.ends_with([',', ';', ':'])
            || word.starts_with('(')
            || BEFORE_WHO.contains(&before);
        let is = ["is", "are", "be", "was", "were"].contains(&before) && two_before != "there";
        let has = match core.as_str() {
            "what" if !asks && !ASKED.contains(&before) && !before.starts_with("tell") => Some(0),
            "whatever" if !asks => Some(0),
            "who" | "whoever" if !asks && opens => Some(0),
            "none"
                if is
                    || (at(index + 1) == "of"
                        && ["a", "an", "its", "the", "their", "that"].contains(&at(index + 2))) =>
            {
                Some(1)
            }
            "no" if is && !["longer", "more"].contains(&at(index + 1)) => Some(1),
            // A value is behind a pointer, a type behind a feature.
            "behind" => {
                let is_place = (1..5)
                    .map(|next| at(index + next))
                    .any(|next| next.starts_with("pointer") || next.starts_with("feature"));
                (!is_place).then_some(2)
            }
            "else" => {
                let is_other = ["thing", "body", "one", "where"].iter().any(|end| before.ends_with(end));
                (!is_other && before != "what" && before != "who").then_some(3)
            }
            "anew" => Some(4),
            _ => None,
        };
        found.extend(has);
    }
    found.extend((words.len() > LONGEST).then_some(5));
    found
}

/// A text with each part between two marks replaced by a word.
fn without(text: &str, from: &str, to: &str, word: &str) -> String {
    let mut new = String::new();
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once(from) {
        let Some((_, after)) = inner.split_once(to) else { break };
        new.extend([before, word]);
        rest = after;
    }
    new + rest
}

/// The paragraphs of a text in Markdown: also headings, items of lists and cells of tables.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_code = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
            found.push(String::new());
        } else if is_code {
        } else if line.is_empty() || line.starts_with('>') || line.starts_with('[') && line.contains("]: ") {
            found.push(String::new());
        } else if line.starts_with('|') {
            found.extend(line.replace("\\|", "").split('|').map(str::to_owned));
            found.push(String::new());
        } else {
            let mark = line.split_once(' ').filter(|(mark, _)| {
                let number = mark.strip_suffix('.').unwrap_or_default();
                ["-", "*"].contains(mark)
                    || mark.trim_matches('#').is_empty()
                    || (!number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
            });
            if let Some((mark, item)) = mark {
                found.push(item.to_owned());
                if mark.starts_with('#') {
                    found.push(String::new());
                }
            } else {
                let last = found.last_mut().unwrap();
                last.extend([" ", line]);
            }
        }
    }
    found
}

/// The sentences of a text in Markdown, without code, quotations and the targets of links.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        let text = without(&paragraph, "<!--", "-->", "");
        let text = without(&text, "`", "`", "CODE");
        let text = without(&text, "\"", "\"", "QUOTE");
        let text = without(&text, "](", ")", "]");
        let mut sentence = String::new();
        for word in text.split_whitespace() {
            sentence.extend([word, " "]);
            if word.trim_end_matches([')', '*', ']']).ends_with(['.', '?', '!']) {
                found.push(std::mem::take(&mut sentence));
            }
        }
        found.push(sentence);
    }
    found.iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}

/// The doc comments of a source file that users see: those of items that say `pub`, and of variants. A page of a module is
/// looked at in the files that have public modules.
fn doc_comments(name: &str, source: &str) -> String {
    let is_page = name == "src/lib.rs" || name.starts_with("src/cookbook") || name.ends_with("/mod.rs");
    let (mut found, mut block) = (String::new(), String::new());
    for line in source.lines().map(str::trim) {
        if let Some(page) = line.strip_prefix("//!") {
            if is_page {
                found.extend([page, "\n"]);
            }
        } else if let Some(comment) = line.strip_prefix("///") {
            block.extend([comment, "\n"]);
        } else if !line.starts_with('#') && !line.starts_with("//") {
            if line.starts_with("pub ") || line.starts_with(|c: char| c.is_uppercase()) {
                found.extend(["\n", &block, "\n"]);
            }
            block.clear();
        }
    }
    found
}

/// What is counted: the pages, and the source of the crate and its derive.
fn counted() -> Vec<(String, String)> {
    let mut all = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "derive/attributes.md"]
        .map(|name| root().join(name))
        .to_vec();
    for folder in ["docs", "src", "derive/src"] {
        files(&root().join(folder), &mut all);
    }
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    let mut names: Vec<String> = all.iter().map(|path| name(path)).collect();
    names.retain(|name| ends(name, "md") || ends(name, "rs"));
    names.sort();
    let text = |name: &str| if ends(name, "rs") { doc_comments(name, &read(name)) } else { read(name) };
    names.into_iter().map(|name| (text(&name), name)).map(|(text, name)| (name, text)).collect()
}

/// Whether a file has an extension.
fn ends(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|of| of == extension)
}

/// The kept counts, by file, and the lines before them.
fn kept() -> (String, BTreeMap<String, Counts>) {
    let text = read(KEPT);
    let head = text.lines().filter(|line| line.starts_with('#')).fold(String::new(), |head, line| head + line + "\n");
    let counts = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_else(|| panic!("{KEPT} has an empty line")).to_owned();
        let numbers: Vec<usize> = words.map(|word| word.parse().unwrap_or_else(|_| panic!("{KEPT}: {line}"))).collect();
        (name, numbers.try_into().unwrap_or_else(|_| panic!("{KEPT}: a line has a name and six counts: {line}")))
    });
    (head, counts.collect())
}

/// The line of a file among the kept counts.
fn line(name: &str, counts: &Counts) -> String {
    counts.iter().fold(name.to_owned(), |line, count| format!("{line} {count}"))
}

#[test]
fn habits_that_make_sentences_hard_to_read_only_become_fewer() {
    let (head, mut kept) = kept();
    let (mut rises, mut falls, mut lower) = (String::new(), String::new(), BTreeMap::new());
    for (name, text) in counted() {
        let mut counts = Counts::default();
        let found: Vec<(usize, String)> = sentences(&text)
            .into_iter()
            .flat_map(|sentence| habits(&sentence).into_iter().map(move |habit| (habit, sentence.clone())))
            .collect();
        for (habit, _) in &found {
            counts[*habit] += 1;
        }
        let before = kept.remove(&name).unwrap_or_default();
        for habit in (0..HABITS.len()).filter(|habit| counts[*habit] > before[*habit]) {
            writeln!(rises, "{name} has {} times {}, {} are kept:", counts[habit], HABITS[habit], before[habit])
                .unwrap();
            let here = found.iter().filter(|(of, _)| *of == habit);
            here.for_each(|(_, sentence)| writeln!(rises, "    {sentence}").unwrap());
        }
        if (0..HABITS.len()).any(|habit| counts[habit] < before[habit]) {
            writeln!(falls, "    {}", line(&name, &counts)).unwrap();
        }
        let least: Counts = std::array::from_fn(|habit| counts[habit].min(before[habit]));
        if least != Counts::default() {
            lower.insert(name, least);
        }
    }
    falls.extend(kept.keys().map(|name| format!("    {name} is gone\n")));
    assert!(rises.is_empty(), "{rises}CONTRIBUTING.md, \"Plain English\", says what to write instead");
    if env::var_os("OVERWRITE").is_some() {
        let lines = lower.iter().fold(head, |text, (name, counts)| text + &line(name, counts) + "\n");
        fs::write(root().join(KEPT), lines).unwrap();
    } else {
        assert!(falls.is_empty(), "fewer than {KEPT} keeps; OVERWRITE=1 cargo test --test documents writes:\n{falls}");
    }
}

#[test]
fn habits_are_found_in_sentences_and_not_in_code_or_quotations() {
    const NONE: [usize; 0] = [];
    let found = |text: &str| sentences(text).iter().flat_map(|sentence| habits(sentence)).collect::<Vec<_>>();
    assert_eq!(found("What is deleted is gone. Values that are deleted are overwritten."), [0]);
    assert_eq!(found("For who reads. The program, who writes, is none of its type."), [0, 0, 1]);
    assert_eq!(found("A value that is no text lies behind it, else it is laid out anew."), [1, 2, 3, 4]);
    assert_eq!(
        found(
            "What is it? It says what is wrong; nothing else is there. It lies behind a wide pointer. There is no list."
        ),
        NONE
    );
    assert_eq!(found("```rust\nwhat behind\n```\n`anew` and \"what it is\" <!-- else -->"), NONE);
    assert_eq!(found(&"word ".repeat(36)), [5]);
    assert_eq!(found(&"word ".repeat(35)), NONE);
    assert_eq!(found("| what | `behind` |\n- one\n- anew\n# else"), [0, 4, 3]);
}

#[test]
fn only_doc_comments_of_public_items_are_counted() {
    let source = "//! page\n/// one\n#[inline]\npub fn a() {}\n/// two\nfn b() {}\n/// three\nVariant,\n/// four\npub(crate) fn c() {}";
    let words = |name| doc_comments(name, source).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words("src/a.rs"), ["one", "three"]);
    assert_eq!(words("src/a/mod.rs"), ["page", "one", "three"]);
}
