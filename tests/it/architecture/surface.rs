//! The names that a program finds first, at the crate's root and in `value`, are few: others are in modules of their own.

use std::collections::BTreeSet;
use std::path::Path;

use super::source::sources;

/// How many names there are. It only shrinks.
const NAMES: usize = 43;

/// The public traits among them. Take names out; add none.
const TRAITS: &[&str] = &["Decode", "DecodeOwned", "Storage", "Value", "Vellum"];

#[test]
fn the_root_and_its_values_have_few_names_and_few_traits() {
    let sources = sources(Path::new(env!("CARGO_MANIFEST_DIR")));
    let root = sources.iter().find(|source| source.room == "lib").unwrap();
    let given = root.given().into_iter().filter(|(module, _)| ["", "value"].contains(&&**module));
    // A trait and its derive have one name.
    let names: BTreeSet<_> =
        given.map(|(module, import)| (module, import.name)).filter(|(_, name)| !name.starts_with("__")).collect();
    assert_eq!(names.len(), NAMES, "{names:?}");
    let traits: BTreeSet<&str> = sources.iter().flat_map(|source| source.traits()).collect();
    let found: BTreeSet<&str> = names.iter().map(|(_, name)| &**name).filter(|name| traits.contains(name)).collect();
    assert_eq!(found, TRAITS.iter().copied().collect(), "public traits");
}
