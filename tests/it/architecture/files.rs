//! Files of the source do not import each other in circles.
//!
//! A file imports the files that its paths name, and those that define what it names there: a name that a file passes on, in a
//! `pub use`, is looked up where that file has it from. Of its own folder's `mod.rs` a file imports what that defines itself; and a
//! `mod.rs` imports the files whose names its own code uses. To declare a module, or to pass its names on, is no import.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::source::{Source, sources};

/// The imports of a file by the number of the file that it imports: where one stands, and the path.
type Imports = BTreeMap<usize, (usize, String)>;

struct Files<'s> {
    sources: &'s [Source],
    /// The number of the file of each module.
    modules: BTreeMap<&'s [String], usize>,
    /// What a `use` of a file names: the path from the crate's root.
    uses: Vec<BTreeMap<String, Vec<String>>>,
    /// The numbers of the files that give macros to the crate's root.
    macros: BTreeMap<String, usize>,
}

impl<'s> Files<'s> {
    fn new(sources: &'s [Source]) -> Self {
        let modules = sources.iter().enumerate().map(|(number, source)| (&*source.module, number)).collect();
        let macros = sources
            .iter()
            .enumerate()
            .flat_map(|(number, source)| source.macros().into_iter().map(move |name| (name, number)));
        let mut files = Self { sources, modules, uses: Vec::new(), macros: macros.collect() };
        files.uses = sources
            .iter()
            .map(|source| {
                let uses = source.names().into_iter().filter(|named| named.is_use);
                uses.filter_map(|named| Some((named.import.name, files.rooted(source, &named.import.path)?))).collect()
            })
            .collect();
        files
    }

    /// A path of a file from the crate's root; none if it leads to another crate, or to what the file itself defines.
    fn rooted(&self, source: &Source, path: &[String]) -> Option<Vec<String>> {
        let (mut module, mut rest) = (source.module.clone(), path);
        match &*path[0] {
            "crate" => (module, rest) = (Vec::new(), &path[1..]),
            "self" | "super" => {
                while let Some("self" | "super") = rest.first().map(String::as_str) {
                    if rest[0] == "super" {
                        module.pop();
                    }
                    rest = &rest[1..];
                }
            }
            first => {
                let child: Vec<String> = module.iter().cloned().chain([first.into()]).collect();
                self.modules.get(&*child)?;
            }
        }
        module.extend(rest.iter().filter(|name| !["__private", "__v"].contains(&&***name)).cloned());
        Some(module)
    }

    /// The file of the last module on a path from the root, and how many segments lead to it.
    fn named(&self, path: &[String]) -> (usize, usize) {
        let depth = (0..=path.len()).rev().find(|depth| self.modules.contains_key(&path[..*depth])).unwrap();
        (self.modules[&path[..depth]], depth)
    }

    /// The file that defines what a path from the root leads to.
    fn definer(&self, path: &[String], steps: usize) -> usize {
        let (file, depth) = self.named(path);
        let Some(name) = path.get(depth) else { return file };
        match self.uses[file].get(name) {
            Some(target) if steps > 0 && *target != path[..=depth] => {
                let target: Vec<String> = target.iter().chain(&path[depth + 1..]).cloned().collect();
                self.definer(&target, steps - 1)
            }
            _ if depth == 0 => self.macros.get(name).copied().unwrap_or(file),
            _ => file,
        }
    }

    /// What each file imports. The crate's root is imported by nobody: it passes on.
    fn imports(&self) -> Vec<Imports> {
        let of = |(number, source): (usize, &Source)| {
            let mut imports = Imports::new();
            for named in source.names() {
                let Some(path) = self.rooted(source, &named.import.path) else { continue };
                let module = |file: usize| &*self.sources[file].module;
                let through = Some(self.named(&path).0).filter(|through| !source.module.starts_with(module(*through)));
                if named.is_passed_on && through.is_none_or(|through| module(through).starts_with(&source.module)) {
                    continue;
                }
                for to in through.into_iter().chain([self.definer(&path, 9)]) {
                    if to != number && !source.module.is_empty() && !module(to).is_empty() {
                        imports.entry(to).or_insert((named.import.line, named.import.path.join("::")));
                    }
                }
            }
            imports
        };
        self.sources.iter().enumerate().map(of).collect()
    }

    /// The circles: each the names of its files, and a line for each import within it.
    fn circles(&self) -> Vec<(BTreeSet<&'s str>, String)> {
        let imports = self.imports();
        let reached: Vec<BTreeSet<usize>> = (0..imports.len()).map(|file| reached(&imports, file)).collect();
        let mut circles = Vec::new();
        for (file, all) in reached.iter().enumerate() {
            let circle: BTreeSet<usize> = all.iter().copied().filter(|other| reached[*other].contains(&file)).collect();
            // Told once, at the first of its files.
            if circle.first() != Some(&file) {
                continue;
            }
            let name = |file: usize| &*self.sources[file].name;
            let mut told = String::new();
            for from in &circle {
                for (to, (line, path)) in imports[*from].iter().filter(|(to, _)| circle.contains(to)) {
                    writeln!(told, "  {}:{line}: imports {path} of {}", name(*from), name(*to)).unwrap();
                }
            }
            circles.push((circle.iter().map(|file| name(*file)).collect(), told));
        }
        circles
    }
}

/// All files that a file leads to.
fn reached(imports: &[Imports], file: usize) -> BTreeSet<usize> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(file) = open.pop() {
        open.extend(imports[file].keys().copied().filter(|to| reached.insert(*to)));
    }
    reached
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let sources = sources(Path::new(env!("CARGO_MANIFEST_DIR")));
    let circles = Files::new(&sources).circles();
    let told: Vec<&str> = circles.iter().map(|(_, told)| &**told).collect();
    assert!(told.is_empty(), "circles of files:\n{}", told.join("\n"));
}

fn circles(files: &[(&str, &str)]) -> Vec<(Vec<String>, String)> {
    let mut sources: Vec<Source> = files.iter().map(|(name, text)| Source::new(name, text)).collect();
    sources.push(Source::new("src/lib.rs", "mod a; mod b; pub use a::One;"));
    let circles = Files::new(&sources).circles();
    circles.into_iter().map(|(files, told)| (files.into_iter().map(String::from).collect(), told)).collect()
}

#[test]
fn a_circle_is_found_through_braces_and_names_that_are_passed_on() {
    let found = circles(&[
        ("src/a/mod.rs", "mod one; mod two; pub(crate) use {one::One, two::Two as Second};"),
        ("src/a/one.rs", "use super::{Second, super::b::Other}; pub struct One;"),
        ("src/a/two.rs", "pub struct Two;\nfn f() -> crate::One { super::one::One }"),
        ("src/b.rs", "pub struct Other;"),
    ]);
    let [(files, told)] = &*found else { panic!("{found:?}") };
    assert_eq!(files, &["src/a/one.rs", "src/a/two.rs"]);
    assert_eq!(
        told,
        "  src/a/one.rs:1: imports super::Second of src/a/two.rs\n  src/a/two.rs:2: imports crate::One of src/a/one.rs\n"
    );
}

#[test]
fn a_folder_and_its_files_are_a_circle_where_both_use_each_other() {
    let uses = [("src/a/mod.rs", "mod one; pub struct A(one::One);"), ("src/a/one.rs", "pub struct One(super::A);")];
    assert_eq!(circles(&uses).len(), 1);
    let passes_on = [("src/a/mod.rs", "mod one; pub use one::One; pub struct A;"), uses[1]];
    assert!(circles(&passes_on).is_empty());
    let declares =
        [("src/a/mod.rs", "mod one;"), ("src/a/one.rs", "use crate::b; struct One(b::B);"), ("src/b.rs", "struct B;")];
    assert!(circles(&declares).is_empty());
}

#[test]
fn a_module_within_a_file_is_the_file() {
    let found = circles(&[
        ("src/a/mod.rs", "mod one; pub use one::One;"),
        ("src/a/one.rs", "pub struct One; mod inner { use super::{One, super::super::b::Other}; }"),
        ("src/b.rs", "pub struct Other(crate::a::One);"),
    ]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, ["src/a/one.rs", "src/b.rs"]);
}
