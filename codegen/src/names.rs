//! From names in a schema to names in Rust.
//!
//! A name that follows Rust's conventions stays as it is; others are turned into `snake_case` and
//! `CamelCase`, keywords are written `r#type`. Where that would give two items one name, or one
//! that the derive needs, the later item's name gets a number or an underscore. Whatever is changed
//! keeps its name in the schema by `#[vellum(rename = "...")]`.

use std::collections::{BTreeMap, BTreeSet};

use vellum::Schema;
use vellum::schema::{Enum, Struct, Union};

use crate::error::{Error, Result};

/// Every keyword of every edition that can be written `r#keyword`.
#[rustfmt::skip]
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum", "extern",
    "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
    "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe",
    "unsized", "use", "virtual", "where", "while", "yield",
];
/// Keywords that cannot.
const PATH_KEYWORDS: [&str; 4] = ["self", "Self", "super", "crate"];
/// Types that the derive knows by their names, with whatever path, so that none of the schema has
/// one.
const KNOWN: [&str; 14] = [
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "Box",
    "Cow",
    "FixedStr",
    "HashMap",
    "HashSet",
    "Option",
    "PhantomData",
    "Rc",
    "String",
    "Vec",
    "VecDeque",
];

/// The Rust name of an item.
pub struct Name {
    /// As code writes it.
    pub rust: String,
    /// The name in the schema, if it is another.
    pub rename: Option<String>,
}

impl Name {
    fn new(schema: &str, ident: String) -> Self {
        // Rust normalizes identifiers, and so could change one that is not ASCII.
        let is_same = ident == schema && schema.is_ascii();
        let rust = if KEYWORDS.contains(&ident.as_str()) { format!("r#{ident}") } else { ident };
        Self { rust, rename: (!is_same).then(|| schema.to_owned()) }
    }
}

/// The names of a schema's types.
pub struct TypeNames<'s> {
    names: BTreeMap<&'s str, Name>,
    /// Every type of the module: also those that the derive writes.
    taken: BTreeSet<String>,
}

impl<'s> TypeNames<'s> {
    /// Names every type that the schema defines.
    pub fn of(schema: &'s Schema) -> Result<Self> {
        let mut names = Self { names: BTreeMap::new(), taken: BTreeSet::new() };
        for item in schema.enums() {
            names.add(item.name(), &[])?;
        }
        for item in schema.unions().iter().filter(|union| !union.is_any()) {
            names.add(item.name(), &["View", "Edit", "Ref", "Mut"])?;
        }
        for item in schema.structs().iter().filter(|structure| !structure.is_tuple()) {
            names.add(item.name(), &["View", "Edit"])?;
        }
        Ok(names)
    }

    fn add(&mut self, schema: &'s str, suffixes: &[&str]) -> Result<()> {
        let wanted = camel(schema);
        check(&wanted, schema)?;
        let all =
            |ident: &str| suffixes.iter().chain(&[""]).map(|suffix| format!("{ident}{suffix}")).collect::<Vec<_>>();
        let mut ident = wanted.clone();
        let mut number = 2;
        let is_reserved = |ident: &str| PATH_KEYWORDS.contains(&ident) || KNOWN.contains(&ident);
        while is_reserved(&ident) || all(&ident).iter().any(|name| self.taken.contains(name)) {
            ident = format!("{wanted}{number}");
            number += 1;
        }
        self.taken.extend(all(&ident));
        self.names.insert(schema, Name::new(schema, ident));
        Ok(())
    }

    /// A name that no type has, for one that the schema does not name.
    pub fn free(&self, wanted: &str) -> String {
        let mut ident = wanted.to_owned();
        let mut number = 2;
        while self.taken.contains(&ident) {
            ident = format!("{wanted}{number}");
            number += 1;
        }
        ident
    }

    /// The name of a type that the schema defines.
    pub fn get(&self, schema: &str) -> &Name {
        &self.names[schema]
    }

    /// The trait `Default`, with its path where the schema has taken the name.
    pub fn default_trait(&self) -> &'static str {
        if self.taken.contains("Default") { "std::default::Default" } else { "Default" }
    }
}

/// The names of a struct's fields.
pub fn fields(structure: &Struct) -> Result<Vec<Name>> {
    let names = structure.fields().iter().map(|field| (field.name(), snake(field.name())));
    // What the derive's edit type has as methods.
    let methods = |ident: &str| ["", "set_", "take_", "clear_"].map(|prefix| format!("{prefix}{ident}")).into();
    distinct(structure.name(), &names.collect::<Vec<_>>(), methods)
}

/// The names of an enum's variants.
pub fn enum_variants(enumeration: &Enum) -> Result<Vec<Name>> {
    let names = enumeration.variants().map(|(name, _)| (name, variant(name)));
    distinct(enumeration.name(), &names.collect::<Vec<_>>(), |ident| vec![ident.to_owned()])
}

/// The names of a union's variants.
pub fn union_variants(union: &Union) -> Result<Vec<Name>> {
    let names = union.variants().iter().map(|item| (item.name(), variant(item.name())));
    // Of each, the derive's edit type has `set_x` and `as_x`.
    let methods = |ident: &str| vec![ident.to_owned(), format!("set_{}", method(ident))];
    distinct(union.name(), &names.collect::<Vec<_>>(), methods)
}

/// The name of the variant that stands for those unknown, beside the others.
pub fn other_variant(names: &[Name]) -> String {
    let mut ident = "Unknown".to_owned();
    while names.iter().any(|name| name.rust == ident) {
        ident.push('_');
    }
    ident
}

/// Names in the schema with the ones they are to have, made distinct in all that is made of them.
/// Those that need no change come first.
fn distinct(of: &str, names: &[(&str, String)], all: impl Fn(&str) -> Vec<String>) -> Result<Vec<Name>> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|index| names[*index].0 != names[*index].1);
    let mut found = BTreeMap::new();
    for index in order {
        let (schema, mut ident) = names[index].clone();
        check(&ident, &format!("{of}.{schema}"))?;
        while PATH_KEYWORDS.contains(&ident.as_str()) || all(&ident).iter().any(|name| taken.contains(name)) {
            ident.push('_');
        }
        taken.extend(all(&ident));
        found.insert(index, Name::new(schema, ident));
    }
    Ok(found.into_values().collect())
}

/// Whether Rust takes it for a name; `item` is whose name it is to be.
fn check(ident: &str, item: &str) -> Result<()> {
    let is_name = ident.chars().all(unicode_ident::is_xid_continue)
        && ident.starts_with(|first| first == '_' || unicode_ident::is_xid_start(first))
        && ident != "_";
    if is_name { Ok(()) } else { Err(Error::unsupported(item, "has a name that cannot be one in Rust")) }
}

/// The name with `_` between its words, which begin at capitals, and without capitals. It begins
/// with a letter, as the names of methods are made of it: `set_name`.
fn snake(name: &str) -> String {
    let is_snake = !name.contains(char::is_uppercase) && !name.starts_with('_') && !name.contains("__");
    if is_snake {
        return name.to_owned();
    }
    let chars: Vec<char> = name.trim_start_matches('_').chars().collect();
    let mut snake = String::new();
    for (index, c) in chars.iter().enumerate() {
        let previous = index.checked_sub(1).and_then(|index| chars.get(index)).copied().unwrap_or('_');
        let next = chars.get(index + 1).copied().unwrap_or('_');
        let begins = c.is_uppercase() && (!previous.is_uppercase() || next.is_lowercase());
        if (begins || *c == '_') && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        if *c != '_' {
            snake.extend(c.to_lowercase());
        }
    }
    if snake.starts_with(char::is_numeric) { format!("field_{snake}") } else { snake }
}

/// A variant's name as it is in the derive's names of methods.
fn method(variant: &str) -> String {
    let mut method = String::new();
    for c in variant.chars() {
        if c.is_uppercase() && !method.is_empty() && !method.ends_with('_') {
            method.push('_');
        }
        method.extend(c.to_lowercase());
    }
    method
}

/// As `camel`; a name of capitals is one word, as it is common in enums.
fn variant(name: &str) -> String {
    let is_shouted = name.len() > 1 && !name.contains(char::is_lowercase) && name.contains(char::is_uppercase);
    if is_shouted { camel(&name.to_lowercase()) } else { camel(name) }
}

/// The name with a capital at the start of each word instead of `_`; the rest of a word of capitals
/// only becomes small, where there are several.
fn camel(name: &str) -> String {
    if !name.contains('_') && !name.starts_with(char::is_lowercase) {
        return name.to_owned();
    }
    let mut camel = String::new();
    for word in name.split('_').filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        // Two numbers stay apart.
        if camel.ends_with(|c: char| c.is_numeric()) && word.starts_with(char::is_numeric) {
            camel.push('_');
        }
        camel.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        let is_shouted = !word.contains(char::is_lowercase);
        camel.extend(chars.map(|c| if is_shouted { c.to_lowercase().to_string() } else { c.to_string() }));
    }
    if camel.starts_with(|first| !unicode_ident::is_xid_start(first)) { format!("_{camel}") } else { camel }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_are_snake_case() {
        for (name, expected) in [
            ("name", "name"),
            ("userName", "user_name"),
            ("HTTPServer", "http_server"),
            ("parseURL", "parse_url"),
            ("a__b", "a_b"),
            ("_Private", "private"),
            ("__a__b__", "a_b_"),
            ("_1", "field_1"),
            ("x2Y", "x2_y"),
            ("MAX_SIZE", "max_size"),
            ("größeÄnderung", "größe_änderung"),
            ("trailing_", "trailing_"),
        ] {
            assert_eq!(snake(name), expected, "{name}");
        }
    }

    #[test]
    fn names_of_types_and_variants_are_camel_case() {
        for (name, expected) in [
            ("User", "User"),
            ("URL", "URL"),
            ("user", "User"),
            ("http_server", "HttpServer"),
            ("HTTP_SERVER", "HttpServer"),
            ("fooBar", "FooBar"),
            ("v1_2", "V1_2"),
            ("_1", "_1"),
            ("_hidden", "Hidden"),
        ] {
            assert_eq!(camel(name), expected, "{name}");
        }
        for (name, expected) in [("USD", "Usd"), ("TYPE_MOBILE", "TypeMobile"), ("none", "None"), ("A", "A")] {
            assert_eq!(variant(name), expected, "{name}");
        }
    }
}
