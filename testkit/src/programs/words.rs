//! Names that mean something to someone else: to std, to the crate, to derived code, to the
//! compiler.

use crate::random::Random;

/// Names of types.
pub const TYPES: &[&str] = &[
    "Option",
    "String",
    "Vec",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "Box",
    "Default",
    "Clone",
    "Copy",
    "Send",
    "Sized",
    "Drop",
    "Fn",
    "Iterator",
    "From",
    "Into",
    "TryFrom",
    "AsRef",
    "ToOwned",
    "PartialEq",
    "Eq",
    "Ord",
    "Debug",
    "Hash",
    "Rc",
    "Arc",
    "Cow",
    "BTreeMap",
    "HashSet",
    "FixedStr",
    "Infallible",
    "Formatter",
    "usize",
    "u8",
    "u32",
    "u64",
    "bool",
    "View",
    "Edit",
    "Ref",
    "Mut",
    "Proved",
    "Schema",
    "Value",
    "Record",
    "Vellum",
    "vellum",
    "List",
    "Map",
    "Set",
    "Session",
    "Storage",
    "Decode",
    "Reading",
    "Checked",
    "Proven",
    "MapKey",
    "core",
    "std",
    "alloc",
    "__R",
    "__E",
    "__Marker",
    "slot",
    "tag",
    "Node",
    "NodeView",
    "T",
    "A",
    "AB",
];

/// Names of constants, statics, functions and unit structs.
pub const VALUES: &[&str] = &[
    "slot",
    "tag",
    "record",
    "prover",
    "value",
    "payload",
    "part_0",
    "part_1",
    "field_x",
    "field_value",
    "at",
    "decoder",
    "describer",
    "described",
    "heap",
    "levels",
    "elements",
    "element",
    "union",
    "session",
    "cursor",
    "link",
    "this",
    "other",
    "view",
    "edit",
    "name",
    "key",
    "word",
    "number",
    "place",
    "error",
    "stored",
    "read",
    "held",
    "marker",
    "values",
    "target",
    "default",
    "f",
    "parts",
    "set",
    "packed",
];

/// Names of fields.
pub const FIELDS: &[&str] = &[
    "view", "edit", "set", "get", "take", "clear", "clone", "into", "as_set", "x", "value", "r#type", "r#match",
    "self_", "_x", "len", "session", "link", "marker", "new", "schema", "key", "access", "verify", "eq", "fmt", "from",
    "default", "slot", "tag", "record", "prover", "payload", "part_0", "field_x", "this", "other", "name", "at",
    "decoder", "levels", "iter", "deref", "borrow", "to_owned", "try_from", "r#fn", "r#async", "error", "union", "raw",
    "root", "as_ref", "cmp",
];

/// Names of variants.
pub const VARIANTS: &[&str] = &[
    "View", "Edit", "Ref", "Mut", "Proved", "None", "Some", "Ok", "Err", "Unknown", "Get", "Set", "GetMut", "Node",
    "BC", "B", "C", "Self_", "Vec", "String", "Option", "Default", "slot", "tag", "Value", "Marker", "T",
];

/// Names of parameters.
pub const PARAMETERS: &[&str] =
    &["T", "S", "E", "W", "R", "B", "N", "__R", "__T", "U", "View", "Option", "Self_", "Value", "A", "AB", "Item"];

/// Lifetimes.
pub const LIFETIMES: &[&str] = &["'a", "'v", "'b", "'k", "'r", "'__b", "'__k", "'__a", "'__v", "'__e", "'e", "'de"];

/// Names in schemas.
pub const SCHEMA: &[&str] = &[
    "U",
    "UMut",
    "UView",
    "URef",
    "UEdit",
    "Option",
    "Vec",
    "String",
    "Box",
    "PhantomData",
    "Rc",
    "Default",
    "Self",
    "self",
    "crate",
    "super",
    "type",
    "Root",
    "Result",
    "http_status",
    "HTTPStatus",
    "HttpStatus",
    "httpStatus",
    "x",
    "X",
    "_x",
    "__x",
    "x_",
    "set_x",
    "take_x",
    "clear_x",
    "view",
    "edit",
    "get",
    "set",
    "get_mut",
    "as_x",
    "None",
    "Some",
    "Unknown",
    "Unknown_",
    "a1",
    "a_1",
    "A1",
    "A_1",
    "v1_2",
    "V12",
    "_1",
    "fooBar",
    "FooBar",
    "foo_bar",
    "Foo_Bar",
    "FOO_BAR",
    "Any",
    "Vellum",
    "vellum",
    "Value",
    "key",
    "desc",
    "asc",
    "gen",
    "async",
    "dyn",
    "macro",
    "yield",
    "try",
    "größe",
    "Größe",
    "ß",
    "名",
    "é",
    "clone",
    "fmt",
    "eq",
    "default",
    "new",
    "__new",
    "marker",
    "session",
    "link",
    "std",
    "core",
    "FixedStr",
    "BTreeMap",
    "Node",
    "NodeView",
    "Node2",
    "UMut2",
    "Option2",
    "record",
    "slot",
    "tag",
];

/// One of some words.
pub fn one<'w>(random: &mut Random, words: &[&'w str]) -> &'w str {
    words[random.below(words.len())]
}

/// One of some words that was not drawn before, if chance finds it; or what others make of one that
/// was.
pub fn fresh(random: &mut Random, words: &[&str], taken: &mut Vec<String>) -> Option<String> {
    let word = (0..8).map(|_| {
        let previous = taken.last().filter(|_| words.len() != PARAMETERS.len()).cloned();
        match previous {
            Some(previous) if random.one_in(4) => related(random, previous.trim_start_matches("r#")),
            _ => one(random, words).to_owned(),
        }
    });
    let word = word.collect::<Vec<_>>().into_iter().find(|word| !taken.contains(word))?;
    taken.push(word.clone());
    Some(word)
}

/// A name that falls together with another's, or with what is made of it.
fn related(random: &mut Random, name: &str) -> String {
    const BEHIND: [&str; 8] = ["View", "Edit", "Ref", "Mut", "Proved", "Set", "2", "_"];
    const BEFORE: [&str; 4] = ["set_", "take_", "clear_", "as_"];
    match random.below(5) {
        0 | 1 => format!("{name}{}", one(random, &BEHIND)),
        2 => format!("{}{name}", one(random, &BEFORE)),
        3 => format!("{name}_").to_lowercase().trim_end_matches('_').to_owned() + "_x",
        _ => {
            let mut chars = name.chars();
            let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            first + chars.as_str()
        }
    }
}
