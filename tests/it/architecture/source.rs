//! The imports of a source file, read from its text: every path that begins at the crate's root.
//!
//! Comments, literals and what only tests compile are left out. `use` trees are followed through their braces, and so are
//! paths in expressions and in macros. A path through `super` counts where it leaves the file's room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder or file directly below `src` that a path leads to or lies in: `read` of `src/read/map.rs`, `error` of `src/error.rs`.
pub type Room = String;

/// A path from the crate's root in a source file.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    pub line: usize,
    /// The segments after `crate`.
    pub path: Vec<String>,
    /// The name that a `use` gives it: the last segment, or another after `as`.
    pub name: String,
}

/// A source file of the crate.
pub struct Source {
    /// As it is written in messages: `src/read/map.rs`.
    pub name: String,
    pub room: Room,
    /// Its own module, from the crate's root; none for the root.
    pub module: Vec<String>,
    tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) text: String,
}

/// All sources of the crate except the recipes and the guide, which are documentation.
pub fn sources(root: &Path) -> Vec<Source> {
    let files = files_below(&root.join("src"));
    let sources = files.iter().map(|file| Source::read(root, file));
    sources.filter(|source| source.room != "cookbook" && source.room != "guide").collect()
}

/// The Rust files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

impl Source {
    fn read(root: &Path, file: &Path) -> Self {
        let parts: Vec<String> =
            file.strip_prefix(root).unwrap().iter().map(|part| part.to_str().unwrap().into()).collect();
        Self::new(&parts.join("/"), &fs::read_to_string(file).unwrap())
    }

    /// The source of a text, as if it lay at `name`.
    pub fn new(name: &str, text: &str) -> Self {
        let below = name.strip_prefix("src/").unwrap().strip_suffix(".rs").unwrap();
        let parts: Vec<String> = below.split('/').filter(|part| *part != "mod").map(String::from).collect();
        let tokens = without_tests(&tokens(text));
        let module = if below == "lib" { Vec::new() } else { parts.clone() };
        Self { name: name.into(), room: parts[0].clone(), module, tokens }
    }

    /// Every path from the crate's root.
    pub fn imports(&self) -> Vec<Import> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let supers = self.supers(at);
            let is_root = self.text(at) == "crate" || supers == self.module.len().max(1);
            let start = at + 2 * supers.max(1);
            if is_root && self.is_separator(start - 1) && (at == 0 || !self.is_separator(at - 1)) {
                self.tree(start, &mut Vec::new(), &mut found);
            }
            at += 1;
        }
        found
    }

    /// The names that the crate's root has from its rooms: of `pub use read::cursor::StructRef`, `StructRef` from `read`.
    pub fn reexports(&self) -> BTreeMap<String, Room> {
        let mut names = BTreeMap::new();
        for (_, Import { path, .. }) in self.given() {
            names.entry(path.last().unwrap().clone()).or_insert_with(|| path[0].clone());
        }
        names
    }

    /// What it gives to others in a `pub use`, and the module within the file where that stands: none, or `value::any`.
    pub fn given(&self) -> Vec<(String, Import)> {
        let (mut depth, mut modules, mut given) = (0, Vec::new(), Vec::new());
        for at in 0..self.tokens.len() {
            match self.text(at) {
                "{" => {
                    depth += 1;
                    if at > 1 && self.text(at - 2) == "mod" {
                        modules.push((depth, self.text(at - 1)));
                    }
                }
                "}" => {
                    modules.pop_if(|(known, _)| *known == depth);
                    depth -= 1;
                }
                "use" if at > 0 && self.text(at - 1) == "pub" => {
                    let start = if self.text(at + 1) == "crate" { at + 3 } else { at + 1 };
                    let mut found = Vec::new();
                    self.tree(start, &mut Vec::new(), &mut found);
                    let module = modules.iter().map(|(_, name)| *name).collect::<Vec<_>>().join("::");
                    given.extend(found.into_iter().map(|import| (module.clone(), import)));
                }
                _ => {}
            }
        }
        given
    }

    /// The names of the public traits that it defines.
    pub fn traits(&self) -> impl Iterator<Item = &str> {
        let is_trait = |at: &usize| self.text(*at) == "trait" && self.text(at - 1) == "pub";
        (1..self.tokens.len()).filter(is_trait).map(|at| self.text(at + 1))
    }

    /// The macros that the file gives to the crate's root.
    pub fn macros(&self) -> Vec<String> {
        let is_exported = |at: &usize| self.text(*at) == "macro_export" && self.text(at + 1) == "macro_rules";
        (0..self.tokens.len()).filter(is_exported).map(|at| self.text(at + 2).into()).collect()
    }

    /// The names of the types that it defines: structs, enums, traits and aliases, not those of a trait or an impl.
    pub fn types(&self) -> BTreeSet<String> {
        let mut types = BTreeSet::new();
        let mut braces = 0usize;
        for at in 0..self.tokens.len().saturating_sub(1) {
            match self.text(at) {
                "{" => braces += 1,
                "}" => braces = braces.saturating_sub(1),
                "struct" | "enum" | "trait" | "type" if braces == 0 => {
                    let name = self.text(at + 1);
                    if name.starts_with(char::is_uppercase) {
                        types.insert(name.into());
                    }
                }
                _ => {}
            }
        }
        types
    }

    /// Adds what a use tree names. Gives where it ends.
    fn tree(&self, mut at: usize, path: &mut Vec<String>, found: &mut Vec<Import>) -> usize {
        let (len, line) = (path.len(), self.tokens.get(at).map_or(0, |token| token.line));
        loop {
            match self.text(at) {
                "{" => {
                    at += 1;
                    while !matches!(self.text(at), "}" | "") {
                        at = self.tree(at, path, found);
                        if self.text(at) == "," {
                            at += 1;
                        }
                    }
                    path.truncate(len);
                    return at + 1;
                }
                "*" => at += 1,
                "self" if !path.is_empty() => at += 1,
                name => {
                    path.push(name.into());
                    at += 1;
                }
            }
            if !self.is_separator(at) || self.text(at + 1) == "<" {
                let mut name = path.last().cloned().unwrap_or_default();
                if self.text(at) == "as" {
                    name = self.text(at + 1).into();
                    at += 2;
                }
                found.push(Import { line, path: path.clone(), name });
                path.truncate(len);
                return at;
            }
            at += 1;
        }
    }

    /// How many `super::` stand from here on.
    fn supers(&self, at: usize) -> usize {
        (0..self.tokens.len())
            .take_while(|count| self.text(at + 2 * count) == "super" && self.is_separator(at + 2 * count + 1))
            .count()
    }

    /// The first line that has a name, in code.
    pub fn line_of(&self, name: &str) -> Option<usize> {
        self.tokens.iter().find(|token| token.text == name).map(|token| token.line)
    }

    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    fn is_separator(&self, at: usize) -> bool {
        self.text(at) == "::"
    }
}

/// Names and what separates paths, without comments and literals.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let char_at = |at: usize| chars.get(at).copied().unwrap_or('\0');
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let start = at;
        match char_at(at) {
            '/' if char_at(at + 1) == '/' => at += chars[at..].iter().take_while(|c| **c != '\n').count(),
            '/' if char_at(at + 1) == '*' => {
                at += 2;
                while at < chars.len() && (char_at(at), char_at(at + 1)) != ('*', '/') {
                    at += 1;
                }
                at += 2;
            }
            '"' => at = after_string(&chars, at),
            'r' | 'b' if raw_string(&chars, at).is_some() => at = raw_string(&chars, at).unwrap(),
            '\'' if char_at(at + 1) == '\\' => {
                at = 3 + at + chars[at + 3..].iter().take_while(|c| **c != '\'').count() + 1;
            }
            '\'' if char_at(at + 2) == '\'' => at += 3,
            c if c.is_alphanumeric() || c == '_' => {
                at += chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
                found.push(Token { line, text: chars[start..at].iter().collect() });
            }
            ':' if char_at(at + 1) == ':' => {
                at += 2;
                found.push(Token { line, text: "::".into() });
            }
            c => {
                at += 1;
                if matches!(c, '{' | '}' | ',' | ';' | '*' | '<') {
                    found.push(Token { line, text: c.into() });
                }
            }
        }
        line += chars[start..at.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

fn after_string(chars: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Where the raw string that begins here ends, if one begins here.
fn raw_string(chars: &[char], start: usize) -> Option<usize> {
    let rest = &chars[start..];
    let rest = rest.strip_prefix(&['b']).unwrap_or(rest).strip_prefix(&['r'])?;
    let hashes = rest.iter().take_while(|c| **c == '#').count();
    let body = rest[hashes..].strip_prefix(&['"'])?;
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let len = body.windows(end.len()).position(|window| *window == end)?;
    Some(chars.len() - body.len() + len + end.len())
}

/// Without the items behind `#[cfg(test)]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if (text(at), text(at + 1)) != ("cfg", "test") {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        while at < tokens.len() {
            depth += usize::from(text(at) == "{");
            depth -= usize::from(text(at) == "}");
            at += 1;
            if depth == 0 && matches!(text(at - 1), "}" | ";") {
                break;
            }
        }
    }
    kept
}
