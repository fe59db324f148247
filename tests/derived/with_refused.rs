//! What a conversion (`with`) does not load is refused where it is set, by every way that knows the type; and what it converts in containers.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::path::PathBuf;

use vellum::{Error, ErrorKind, Vellum};

mod path {
    use std::path::{Path, PathBuf};

    pub type Stored = String;

    pub fn store(path: &Path) -> Result<String, String> {
        path.to_str().map(ToOwned::to_owned).ok_or_else(|| format!("{} is no text", path.display()))
    }

    pub fn load(text: String) -> Result<PathBuf, &'static str> {
        if text.contains('\0') { Err("a path has no zero byte") } else { Ok(text.into()) }
    }
}

/// Not empty, so its default cannot be loaded.
mod title {
    pub type Stored = String;

    pub fn store(title: &str) -> Result<String, &'static str> {
        load(title.to_owned())
    }

    pub fn load(title: String) -> Result<String, &'static str> {
        if title.is_empty() { Err("a title is not empty") } else { Ok(title) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Even(u32);

#[derive(Vellum)]
struct StoredEven(u32);

impl From<&Even> for StoredEven {
    fn from(number: &Even) -> Self {
        Self(number.0)
    }
}

impl TryFrom<StoredEven> for Even {
    type Error = String;

    fn try_from(stored: StoredEven) -> Result<Self, String> {
        if stored.0.is_multiple_of(2) { Ok(Self(stored.0)) } else { Err(format!("{} is odd", stored.0)) }
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct File {
    #[vellum(with = path)]
    path: PathBuf,
    #[vellum(with = path)]
    parts: Vec<Option<PathBuf>>,
    #[vellum(with = "StoredEven")]
    even: Even,
    #[vellum(with = title)]
    title: String,
    kind: Kind,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Kind {
    Plain,
    Link(#[vellum(with = path)] PathBuf),
    Both(u8, #[vellum(with = path)] PathBuf),
    Named {
        #[vellum(with = path)]
        to: PathBuf,
    },
}

fn file() -> File {
    File { path: "a".into(), parts: vec![None], even: Even(2), title: "t".into(), kind: Kind::Plain }
}

#[track_caller]
fn refused(error: &Error, path: &str) {
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
}

#[test]
fn setters_refuse_what_cannot_be_loaded_and_change_nothing() {
    let mut bytes = vellum::to_vec(&file()).unwrap();
    let before = bytes.clone();
    let mut edit = File::edit(&mut bytes).unwrap();
    refused(&edit.set_path("a\0b").unwrap_err(), "path");
    refused(&edit.set_parts(&[None, Some("a\0b".into())]).unwrap_err(), "parts");
    refused(&edit.set_even(3).unwrap_err(), "even");
    refused(&edit.set_title("").unwrap_err(), "title");
    refused(&edit.kind().set_link("\0").unwrap_err(), "kind.Link");
    refused(&edit.kind().set_both((1, "\0")).unwrap_err(), "kind.Both");
    refused(&edit.kind().set_named(KindNamedSet { to: "\0" }).unwrap_err(), "kind.Named.to");
    assert_eq!(bytes, before);

    let mut edit = File::edit(&mut bytes).unwrap();
    edit.set_path("b").unwrap();
    edit.set_parts(&[Some("c".into())]).unwrap();
    edit.set_even(4).unwrap();
    edit.kind().set_named(KindNamedSet { to: "d" }).unwrap();
    assert_eq!(edit.even().unwrap(), 4, "a number has no cursor, so it is read");
    let kind = Kind::Named { to: "d".into() };
    let changed = File { path: "b".into(), parts: vec![Some("c".into())], even: Even(4), kind, ..file() };
    assert_eq!(vellum::from_slice::<File>(&bytes).unwrap(), changed);
}

#[test]
fn the_fields_of_a_variant_refuse_it_as_those_of_a_struct_do() {
    let mut bytes = vellum::to_vec(&File { kind: Kind::Named { to: "d".into() }, ..file() }).unwrap();
    let before = bytes.clone();
    let mut edit = File::edit(&mut bytes).unwrap();
    let mut kind = edit.kind();
    let mut named = kind.as_named().unwrap().unwrap();
    assert_eq!(named.set_to("\0").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(bytes, before);
}

#[test]
fn the_enum_of_cursors_holds_the_value_of_what_is_converted() {
    let mut bytes = vellum::to_vec(&File { kind: Kind::Link("d".into()), ..file() }).unwrap();
    let mut edit = File::edit(&mut bytes).unwrap();
    assert!(matches!(edit.kind().get_mut().unwrap(), KindMut::Link("d")));
}

#[test]
fn a_default_that_cannot_be_loaded_is_not_gone_back_to() {
    let mut bytes = vellum::to_vec(&file()).unwrap();
    let before = bytes.clone();
    let mut edit = File::edit(&mut bytes).unwrap();
    refused(&edit.clear_title().unwrap_err(), "title");
    refused(&edit.take_title().unwrap_err(), "title");
    assert_eq!(bytes, before);
    File::edit(&mut bytes).unwrap().clear_path().unwrap();
    assert_eq!(vellum::from_slice::<File>(&bytes).unwrap().path, PathBuf::new());
}

#[cfg(feature = "json")]
#[test]
fn json_of_a_type_is_refused_where_it_becomes_a_buffer() {
    use vellum::json;
    let options = json::Options::new().default_missing_fields();
    refused(&options.to_buffer::<File>(r#"{"path":"\u0000","title":"t"}"#).unwrap_err(), "path");
    refused(&options.to_buffer::<File>("{}").unwrap_err(), "title");
    let mut bytes = vellum::to_vec(&file()).unwrap();
    let before = bytes.clone();
    refused(&json::merge_patch::<File, _>(&mut bytes, r#"{"even":4,"path":"\u0000"}"#).unwrap_err(), "path");
    let patch =
        r#"[{"op":"replace","path":"/even","value":4},{"op":"replace","path":"/kind","value":{"Link":"\u0000"}}]"#;
    refused(&json::json_patch::<File, _>(&mut bytes, patch).unwrap_err(), "kind");
    assert_eq!(bytes, before);
    json::merge_patch::<File, _>(&mut bytes, r#"{"even":4}"#).unwrap();
    assert_eq!(vellum::from_slice::<File>(&bytes).unwrap(), File { even: Even(4), ..file() });
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Name(String);

#[derive(Vellum, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Lower(String);

impl From<&Name> for Lower {
    fn from(name: &Name) -> Self {
        Self(name.0.to_lowercase())
    }
}

impl TryFrom<Lower> for Name {
    type Error = &'static str;

    fn try_from(lower: Lower) -> Result<Self, &'static str> {
        if lower.0.is_empty() { Err("a name is not empty") } else { Ok(Self(lower.0)) }
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Maps {
    #[vellum(with = path)]
    values: BTreeMap<String, PathBuf>,
    #[vellum(with = path)]
    lists: HashMap<u8, Vec<PathBuf>>,
    #[vellum(with = "BTreeMap<Lower, u8>")]
    keys: BTreeMap<Name, u8>,
    #[vellum(with = "HashMap<Lower, Option<Lower>>")]
    both: HashMap<Name, Option<Name>>,
    #[vellum(with = "BTreeSet<Lower>")]
    set: BTreeSet<Name>,
    #[vellum(with = path)]
    hashed: HashSet<PathBuf>,
    #[vellum(with = path)]
    deque: VecDeque<PathBuf>,
}

#[derive(Vellum)]
struct StoredMaps {
    values: BTreeMap<String, String>,
    lists: BTreeMap<u8, Vec<String>>,
    keys: BTreeMap<String, u8>,
    both: BTreeMap<String, Option<String>>,
    set: BTreeSet<String>,
    hashed: BTreeSet<String>,
    deque: Vec<String>,
}

fn name(text: &str) -> Name {
    Name(text.into())
}

fn maps() -> Maps {
    Maps {
        values: [("x".to_owned(), "y".into())].into(),
        lists: [(1, vec!["z".into()])].into(),
        keys: [(name("a"), 1)].into(),
        both: [(name("b"), Some(name("c"))), (name("d"), None)].into(),
        set: [name("e")].into(),
        hashed: [PathBuf::from("f")].into(),
        deque: ["g".into(), "h".into()].into(),
    }
}

#[test]
fn elements_keys_and_values_of_containers_are_converted_one_by_one() {
    let bytes = vellum::to_vec(&maps()).unwrap();
    assert_eq!(vellum::from_slice::<Maps>(&bytes).unwrap(), maps());
    let stored = StoredMaps {
        values: [("x".to_owned(), "y".to_owned())].into(),
        lists: [(1, vec!["z".to_owned()])].into(),
        keys: [("a".to_owned(), 1)].into(),
        both: [("b".to_owned(), Some("c".to_owned())), ("d".to_owned(), None)].into(),
        set: ["e".to_owned()].into(),
        hashed: ["f".to_owned()].into(),
        deque: vec!["g".into(), "h".into()],
    };
    assert_eq!(bytes, vellum::to_vec(&stored).unwrap());
}

#[test]
fn containers_refuse_what_cannot_be_loaded_and_keys_that_become_one() {
    let twice: BTreeMap<Name, u8> = [(name("a"), 1), (name("A"), 2)].into();
    refused(&vellum::to_vec(&Maps { keys: twice, ..maps() }).unwrap_err(), "keys");
    refused(&vellum::to_vec(&Maps { set: [name("a"), name("A")].into(), ..maps() }).unwrap_err(), "set");
    let mut bytes = vellum::to_vec(&maps()).unwrap();
    let before = bytes.clone();
    let mut edit = Maps::edit(&mut bytes).unwrap();
    refused(&edit.set_values(&[("x".to_owned(), "\0".to_owned())].into()).unwrap_err(), "values");
    refused(&edit.set_lists(&[(1, vec!["\0".to_owned()])].into()).unwrap_err(), "lists");
    refused(&edit.set_keys(&[(Lower(String::new()), 1)].into()).unwrap_err(), "keys");
    refused(&edit.set_both(&[(Lower("a".into()), Some(Lower(String::new())))].into()).unwrap_err(), "both");
    refused(&edit.set_set(&[Lower(String::new())].into()).unwrap_err(), "set");
    refused(&edit.set_deque(&["\0".to_owned()].into()).unwrap_err(), "deque");
    assert_eq!(bytes, before);
}
