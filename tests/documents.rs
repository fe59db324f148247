//! The documents say what is there: paths that exist, numbers that are those of the source, and a first page of a length to be read.
//!
//! Numbers of the source stand between marks, `<!-- fact: rust -->1.95<!-- end of fact -->`. With `OVERWRITE=1` in the environment
//! the tests write them.

#[path = "documents/claims.rs"]
mod claims;
#[allow(dead_code)]
#[path = "common/nets.rs"]
mod nets;
#[path = "documents/plain.rs"]
mod plain;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The lines and the bytes that the README has at most: a page that is read once, on a screen or two.
const LONGEST: (usize, usize) = (130, 8_000);

/// What these tests read, beside all of docs/*.md.
const DOCUMENTS: [&str; 13] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benches/METHOD.md",
    "derive/attributes.md",
    "examples/replication/README.md",
    "examples/service/README.md",
    "examples/session/README.md",
    "fuzz/README.md",
    "python/README.md",
    "tests/conformance/README.md",
    "tests/conformance/vectors/README.md",
];

/// Endings of names that are files of this repository, wherever they are named.
const ENDINGS: [&str; 8] = [".rs", ".md", ".py", ".toml", ".txt", ".json", ".svg", ".vlm"];

/// Names of files that are not kept here: those of a user's package, and what programs write.
const ELSEWHERE: [&str; 13] = [
    "../vellum",
    "../vellum/cli",
    "notebook.vlm",
    "build.rs",
    "src/main.rs",
    "results.json",
    "report.md",
    "cost.json",
    "A.json",
    "B.json",
    "C.json",
    "fuzz/logs",
    "fuzz/artifacts/<target>",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The documents that are there, by their names from the root.
fn documents() -> Vec<String> {
    let mut pages = Vec::new();
    files(&root().join("docs"), &mut pages);
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    let name = |path: &PathBuf| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    let mut names: Vec<String> = pages.iter().map(name).collect();
    names.extend(DOCUMENTS.iter().filter(|name| root().join(name).exists()).map(|name| (*name).to_owned()));
    names.sort();
    names
}

/// Every file below a folder that is not built or hidden.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                files(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// A path that a document names, and the line.
#[derive(Debug, PartialEq)]
struct Mention {
    line: usize,
    path: String,
    /// Whether it is where a link leads, and so relative to the document.
    is_link: bool,
    /// Whether that is said apart from the link, as `[name]: path`.
    is_definition: bool,
}

/// The paths that a text names: where its links lead, and words of inline code and of commands.
fn mentions(text: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut fence: Option<bool> = None;
    for (index, line) in text.lines().enumerate() {
        let is_defined = line.starts_with('[') && line.contains("]: ");
        let mut add = |path: &str, is_link| {
            let is_definition = is_link && is_defined;
            found.push(Mention { line: index + 1, path: path.into(), is_link, is_definition });
        };
        if let Some(language) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language == "sh") };
            continue;
        }
        if let Some(is_shell) = fence {
            let command = line.split(" #").next().unwrap_or_default();
            command.split([' ', '(', ')']).filter(|_| is_shell).for_each(|word| add(word, false));
            continue;
        }
        if let Some((_, target)) = line.split_once("]: ").filter(|(_, target)| is_defined && !target.contains("://")) {
            add(target.trim(), true);
            continue;
        }
        for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !target.contains("://") {
                add(target, true);
            }
        }
        for code in line.split('`').skip(1).step_by(2) {
            code.split([' ', '=']).for_each(|word| add(word, false));
        }
        // Plain text names documents without a mark: docs/engine.md, "Edits are atomic".
        for word in
            line.split('`').step_by(2).flat_map(|text| text.split([' ', '(', ')', ',', ';', ':', '[', ']', '"']))
        {
            if word.contains('/')
                && !word.starts_with('/')
                && ENDINGS.iter().any(|ending| word.trim_end_matches('.').ends_with(ending))
            {
                add(word.trim_end_matches('.'), false);
            }
        }
    }
    found
}

/// Whether a word has the form of a path of this repository: what it begins with is here, or it ends as a file does.
fn is_path(word: &str) -> bool {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./*{}".contains(c));
    let first = word.split('/').next().unwrap_or_default();
    let is_here = !first.is_empty() && (root().join(first).exists() || root().join("src").join(first).is_dir());
    let is_file = ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending));
    is_plain && !word.starts_with('/') && !ELSEWHERE.contains(&word) && (is_file || (word.contains('/') && is_here))
}

/// Whether a path is there, from one of the folders, with an ending or without.
fn exists(path: &str, folders: &[PathBuf]) -> bool {
    let pattern =
        path.find(['*', '{', '<']).map_or(path, |at| &path[..path[..at].rfind('/').map_or(0, |slash| slash + 1)]);
    let candidates = folders.iter().flat_map(|folder| [folder.join(pattern), folder.join(format!("{pattern}.rs"))]);
    candidates.into_iter().any(|candidate| candidate.exists())
}

/// Whether a link leads to a file or folder, and to a heading there if it says one.
fn leads(link: &str, document: &Path) -> bool {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { document.to_path_buf() } else { document.parent().unwrap().join(file) };
    let has_heading = || {
        let text = fs::read_to_string(&target).unwrap_or_default();
        text.lines()
            .filter(|line| line.starts_with('#'))
            .any(|line| slug(line.trim_start_matches('#').trim()) == anchor)
    };
    target.exists() && (anchor.is_empty() || has_heading())
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut all = Vec::new();
    files(root(), &mut all);
    let names: BTreeSet<&str> = all.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    let mut faults = Vec::new();
    for document in documents() {
        let own = root().join(&document).parent().unwrap().to_path_buf();
        let folders =
            [own.clone(), root().into(), root().join("src"), root().join("tests/conformance"), own.join("src")];
        for Mention { line, path, is_link, .. } in mentions(&read(&document)) {
            let is_there = match is_link {
                true => leads(&path, &root().join(&document)),
                false if !is_path(&path) => true,
                // A name alone is of a file somewhere.
                false => exists(&path, &folders) || (!path.contains('/') && names.contains(&*path)),
            };
            if !is_there {
                faults.push(format!("{document}:{line}: there is no {path}"));
            }
        }
    }
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn paths_are_found_in_links_code_commands_and_plain_text() {
    let text = "See [a](../b.rs#part), `src/c.rs` and `cargo x --y=d.txt`; docs/e.md.\n[n]: l.md\n```sh\nrun fuzz/f  # not/g.rs\n```\n```rust\nh/i.rs\n```\n[j](https://k.rs)";
    let found: Vec<String> = mentions(text)
        .into_iter()
        .filter(|mention| mention.is_link || mention.path.contains(['.', '/']))
        .map(|mention| format!("{} {}", mention.line, mention.path))
        .collect();
    assert_eq!(found, ["1 ../b.rs#part", "1 src/c.rs", "1 d.txt", "1 docs/e.md", "2 l.md", "4 fuzz/f"]);
    assert!(is_path("src/nothing.rs") && is_path("read/nothing") && is_path("nothing.rs"));
    assert!(!is_path("application/json") && !is_path("a.b") && !is_path(".rs") && !is_path("crate::read/x"));
}

#[test]
fn the_first_page_is_short() {
    let text = read("README.md");
    let (lines, bytes) = (text.lines().count(), text.len());
    let is_short = lines <= LONGEST.0 && bytes <= LONGEST.1;
    assert!(is_short, "README.md has {lines} lines and {bytes} bytes, {LONGEST:?} at most: details belong into docs/");
}

/// The pages of docs/ that are modules of the guide, by the name of the module.
fn pages_of_the_guide() -> Vec<(String, String)> {
    let source = read("src/guide.rs");
    let pages = source.split("include_str!(\"../").skip(1).filter_map(|rest| rest.split('"').next());
    let name = |page: &str| match page {
        "docs/README.md" => "crate::guide".to_owned(),
        page => {
            let stem = page.trim_start_matches("docs/").trim_end_matches(".md");
            format!("crate::guide::{}", stem.replace('-', "_"))
        }
    };
    pages.map(|page| (page.to_owned(), name(page))).collect()
}

/// The definitions of links in a text, `[name]: target`, outside of code.
fn definitions(text: &str) -> BTreeMap<String, String> {
    let mut is_code = false;
    let mut found = BTreeMap::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if let Some((name, target)) =
            line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")).filter(|_| !is_code)
        {
            found.insert(name.to_owned(), target.trim().to_owned());
        }
    }
    found
}

/// A link of a page leads to a file in the repository, and in the crate's documentation to the module or the file of the package with
/// the same content.
#[test]
fn links_of_the_guide_lead_to_the_same_pages_in_both_places() {
    let in_crate = definitions(&read("src/guide/links.md"));
    let modules: BTreeMap<String, String> = pages_of_the_guide().into_iter().collect();
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for page in modules.keys() {
        for (name, target) in definitions(&read(page)) {
            let file = root().join(page).parent().unwrap().join(&target).canonicalize().unwrap();
            let file = file.strip_prefix(root().canonicalize().unwrap()).unwrap().to_str().unwrap().to_owned();
            let expected = match &*file {
                "src/lib.rs" => "crate".to_owned(),
                "derive/attributes.md" => "derive@crate::Vellum".to_owned(),
                file => modules.get(file).cloned().unwrap_or_else(|| format!("{PACKAGED}{file}")),
            };
            if in_crate.get(&name) != Some(&expected) {
                faults.push(format!("src/guide/links.md: write [{name}]: {expected}, as {page} has it"));
            }
            used.insert(name);
        }
        // A relative link that is no definition leads nowhere from the module.
        let inline = mentions(&read(page)).into_iter().filter(|mention| mention.is_link && !mention.is_definition);
        let relative = inline.filter(|mention| !mention.path.starts_with('#') && !INLINE.contains(&&**page));
        faults.extend(
            relative.map(|mention| format!("{page}:{}: [text][name], and [name]: {}", mention.line, mention.path)),
        );
    }
    faults.extend(
        in_crate.keys().filter(|name| !used.contains(*name)).map(|name| format!("no page has the link [{name}]")),
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Where docs.rs shows the files of the package.
const PACKAGED: &str = "https://docs.rs/crate/vellum-format/latest/source/";

/// Pages of the guide with inline links, which do not work from the module.
const INLINE: [&str; 1] = ["docs/from-serde-json.md"];

#[test]
fn every_page_is_two_clicks_from_the_readme_and_from_the_guide() {
    let links = |page: &str| -> BTreeSet<PathBuf> {
        let folder = root().join(page).parent().unwrap().to_path_buf();
        let found = mentions(&read(page)).into_iter().filter(|mention| mention.is_link);
        let targets = found.filter_map(|mention| folder.join(mention.path.split('#').next()?).canonicalize().ok());
        targets.collect()
    };
    let index = links("docs/README.md");
    assert!(links("README.md").contains(&root().join("docs/README.md").canonicalize().unwrap()));
    let pages = documents().into_iter().filter(|page| page.starts_with("docs/") && page != "docs/README.md");
    let missing: Vec<String> =
        pages.filter(|page| !index.contains(&root().join(page).canonicalize().unwrap())).collect();
    assert!(missing.is_empty(), "docs/README.md lists all pages: {missing:?}");
}

#[test]
fn unsafe_expressions_stay_few_and_in_four_files() {
    let mut all = Vec::new();
    files(&root().join("src"), &mut all);
    all.retain(|path| unsafe_expressions(std::slice::from_ref(path)) > 0);
    all.sort();
    let named = ["src/error/one_word.rs", "src/wire/pieces.rs", "src/wire/proved.rs", "src/wire/unfilled.rs"];
    assert_eq!(all, named.map(|path| root().join(path)));
    let count = unsafe_expressions(&all);
    assert!(count <= 7, "{count} unsafe expressions");
}

/// The `unsafe` expressions of files: the word before a brace, outside of comments.
fn unsafe_expressions(all: &[PathBuf]) -> usize {
    let texts = all.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let count = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let code = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = code.split_whitespace().flat_map(|word| word.split_inclusive(['(', '{', ' '])).collect();
        words.windows(2).filter(|pair| pair[0].ends_with("unsafe") && pair[1].starts_with('{')).count()
            + words.iter().filter(|word| word.ends_with("unsafe{")).count()
    };
    texts.map(count).sum()
}

/// The value of a key of Cargo.toml, the first that has this name.
fn of_manifest(key: &str) -> String {
    let manifest = read("Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix('=')).unwrap();
    line.trim().trim_matches('"').to_owned()
}

/// What a derived type costs, in kB, as tools/cost keeps it.
fn cost(name: &str) -> String {
    let kept = read("tools/cost-kept.txt");
    let bytes = kept.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().parse::<usize>().unwrap();
    ((bytes + 500) / 1000).to_string()
}

/// The facts that documents may state, by name.
fn facts() -> BTreeMap<&'static str, String> {
    let mut of_crate = Vec::new();
    files(&root().join("src"), &mut of_crate);
    BTreeMap::from([
        ("rust", of_manifest("rust-version")),
        ("version", of_manifest("version")),
        ("unsafe", unsafe_expressions(&of_crate).to_string()),
        ("size of an edit", cost("two-vellum binary")),
    ])
}

const FACT: &str = "<!-- fact: ";
const IS: &str = " -->";
const END: &str = "<!-- end of fact -->";

/// A text with the facts between its marks as they are now, and the names of those it states.
fn stated(name: &str, text: &str, facts: &BTreeMap<&str, String>) -> (String, BTreeSet<String>) {
    let mut pieces = text.split(FACT);
    let mut new = pieces.next().unwrap_or_default().to_owned();
    let mut found = BTreeSet::new();
    for piece in pieces {
        let parts = piece.split_once(IS).and_then(|(fact, rest)| Some((fact, rest.split_once(END)?.1)));
        let (fact, rest) = parts.unwrap_or_else(|| panic!("{name}: a fact has no end: {FACT}{piece}"));
        let value = facts.get(fact).unwrap_or_else(|| panic!("{name}: nobody knows the fact \"{fact}\""));
        new.extend([FACT, fact, IS, value, END, rest]);
        found.insert(fact.to_owned());
    }
    (new, found)
}

#[test]
fn numbers_of_the_source_are_those_of_the_source() {
    let facts = facts();
    let mut wrong = Vec::new();
    let mut of_readme = BTreeSet::new();
    for document in documents() {
        let text = read(&document);
        let (new, found) = stated(&document, &text, &facts);
        if document == "README.md" {
            of_readme = found;
        }
        if new != text && env::var_os("OVERWRITE").is_some() {
            fs::write(root().join(&document), &new).unwrap();
        } else {
            let lines = new.lines().zip(text.lines()).enumerate().filter(|(_, (new, old))| new != old);
            wrong.extend(lines.map(|(at, (new, _))| format!("{document}:{}: write: {new}", at + 1)));
        }
    }
    assert!(wrong.is_empty(), "{}\nOVERWRITE=1 cargo test --test documents writes them", wrong.join("\n"));
    let known: BTreeSet<String> = facts.keys().map(|fact| (*fact).to_owned()).collect();
    assert_eq!(of_readme, known, "the README states all of them");
}

#[test]
fn no_document_names_another_version_of_rust() {
    let (rust, facts) = (of_manifest("rust-version"), facts());
    let mut faults = Vec::new();
    for document in documents() {
        let text = stated(&document, &read(&document), &facts).0.replace(&format!("{FACT}rust{IS}"), "");
        for (index, line) in text.lines().enumerate() {
            let named = line.split("Rust ").skip(1).filter(|rest| rest.starts_with("1.") && !rest.starts_with(&*rust));
            faults.extend(named.map(|rest| format!("{document}:{}: Rust {rest}", index + 1)));
        }
    }
    assert!(faults.is_empty(), "Cargo.toml says rust-version = \"{rust}\":\n{}", faults.join("\n"));
}

#[test]
fn commands_name_the_package_as_its_manifest_does() {
    let name = of_manifest("name");
    for (document, command) in [("README.md", "cargo add"), ("docs/internals/release.md", "cargo publish -p")] {
        let command = format!("{command} {name}");
        assert!(read(document).contains(&command), "{document} has no `{command}`");
    }
}

#[test]
fn every_feature_is_in_the_readme_and_on_the_page_of_features() {
    let manifest = read("Cargo.toml");
    let features = manifest.split("[features]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap();
    let names = features.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    for name in names.filter(|name| *name != "default") {
        for document in ["README.md", "docs/types.md"] {
            assert!(read(document).contains(&format!("`{name}`")), "{document} does not name the feature `{name}`");
        }
    }
}

/// The suite and the service take the newest versions of other libraries, which ask for a newer Rust.
#[test]
fn the_example_to_copy_asks_for_the_same_rust() {
    let text = read("examples/schema_first/Cargo.toml");
    let own = text.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap_or("none");
    assert_eq!(own.trim_matches('"'), of_manifest("rust-version"));
}
