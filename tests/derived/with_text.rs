//! Fields of any type that is written and parsed as text (`with = vellum::with::text`), also in containers, arrays and boxes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::ParseIntError;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use vellum::{Error, ErrorKind, Record, Vellum};

/// Written as `1.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u8, u8);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A version that has no text.
        if self.0 == u8::MAX {
            return Err(fmt::Error);
        }
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl FromStr for Version {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let (major, minor) = text.split_once('.').unwrap_or((text, ""));
        Ok(Self(major.parse()?, minor.parse()?))
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Server {
    #[vellum(with = vellum::with::text)]
    at: SocketAddr,
    #[vellum(with = vellum::with::text)]
    version: Version,
    #[vellum(with = vellum::with::text)]
    maybe: Option<Version>,
    #[vellum(with = vellum::with::text)]
    many: Vec<Option<Version>>,
    #[vellum(with = vellum::with::text)]
    seen: BTreeSet<Version>,
    #[vellum(with = vellum::with::text)]
    by_name: BTreeMap<String, Version>,
    #[vellum(with = vellum::with::text)]
    range: [Version; 2],
    #[vellum(with = vellum::with::text)]
    boxed: Box<Version>,
    #[vellum(with = vellum::with::text)]
    shared: Option<Rc<[Arc<Version>; 1]>>,
    #[vellum(with = vellum::with::text)]
    text: String,
    kind: Kind,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Kind {
    Plain,
    Of(#[vellum(with = vellum::with::text)] Version),
    Named {
        #[vellum(with = vellum::with::text)]
        version: Box<Version>,
    },
}

#[derive(Vellum)]
struct Stored {
    at: String,
    version: String,
    maybe: Option<String>,
    many: Vec<Option<String>>,
    seen: BTreeSet<String>,
    by_name: BTreeMap<String, String>,
    range: [String; 2],
    boxed: String,
    shared: Option<[String; 1]>,
    text: String,
    kind: StoredKind,
}

#[derive(Vellum)]
#[allow(dead_code)]
enum StoredKind {
    Plain,
    Of(String),
    Named { version: String },
}

/// Before most fields.
#[derive(Vellum)]
struct Old {
    name: String,
}

#[derive(Vellum, Debug, PartialEq)]
struct New {
    name: String,
    #[vellum(with = vellum::with::text, since = 2, default = "0.1")]
    version: Version,
    #[vellum(with = vellum::with::text, since = 2)]
    maybe: Option<Version>,
    #[vellum(with = vellum::with::text, since = 2)]
    others: Vec<Version>,
    #[vellum(with = vellum::with::text, since = 3)]
    bare: Version,
}

/// A value of any type that has both traits.
#[derive(Vellum, Debug, PartialEq)]
struct Of<T: fmt::Display + FromStr<Err: fmt::Display + 'static>> {
    #[vellum(with = vellum::with::text)]
    value: T,
}

fn server() -> Server {
    Server {
        at: "[::1]:80".parse().unwrap(),
        version: Version(1, 2),
        maybe: Some(Version(3, 4)),
        many: vec![None, Some(Version(5, 6))],
        seen: [Version(7, 8)].into(),
        by_name: [("a".to_owned(), Version(9, 10))].into(),
        range: [Version(0, 1), Version(0, 2)],
        boxed: Version(11, 12).into(),
        shared: Some(Rc::new([Arc::new(Version(13, 14))])),
        text: "any".into(),
        kind: Kind::Named { version: Version(1, 1).into() },
    }
}

#[track_caller]
fn refused(error: &Error, path: &str) {
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
}

#[test]
fn what_is_written_and_parsed_as_text_is_stored_as_text() {
    let bytes = vellum::to_vec(&server()).unwrap();
    let stored = Stored {
        at: "[::1]:80".into(),
        version: "1.2".into(),
        maybe: Some("3.4".into()),
        many: vec![None, Some("5.6".into())],
        seen: ["7.8".to_owned()].into(),
        by_name: [("a".to_owned(), "9.10".to_owned())].into(),
        range: ["0.1".into(), "0.2".into()],
        boxed: "11.12".into(),
        shared: Some(["13.14".into()]),
        text: "any".into(),
        kind: StoredKind::Named { version: "1.1".into() },
    };
    assert_eq!(bytes, vellum::to_vec(&stored).unwrap());
    assert_eq!(vellum::from_slice::<Server>(&bytes).unwrap(), server());
    assert_eq!(Server::peek(&bytes).unwrap().boxed().unwrap(), "11.12");
    assert_eq!(Server::prove(&bytes).unwrap().at(), "[::1]:80");
}

#[test]
fn a_text_that_does_not_parse_is_refused_where_it_is_set_and_changes_nothing() {
    let mut bytes = vellum::to_vec(&server()).unwrap();
    let before = bytes.clone();
    let mut edit = Server::edit(&mut bytes).unwrap();
    refused(&edit.set_at("localhost").unwrap_err(), "at");
    refused(&edit.set_version("1").unwrap_err(), "version");
    refused(&edit.set_maybe(Some("")).unwrap_err(), "maybe");
    refused(&edit.set_many(&[Some("x".into())]).unwrap_err(), "many");
    refused(&edit.set_range(&["1.2".into(), "x".into()]).unwrap_err(), "range");
    refused(&edit.set_boxed("256.0").unwrap_err(), "boxed");
    refused(&edit.kind().set_of("x").unwrap_err(), "kind.Of");
    refused(&edit.clear_version().unwrap_err(), "version");
    assert_eq!(bytes, before);

    let mut edit = Server::edit(&mut bytes).unwrap();
    edit.set_at("127.0.0.1:8080").unwrap();
    edit.set_boxed("2.0").unwrap();
    assert_eq!(edit.take_boxed().unwrap_err().kind(), ErrorKind::Type, "the empty text is no version");
    // What parses whatever the text is has a cursor.
    edit.text().push_str("thing").unwrap();
    let changed = vellum::from_slice::<Server>(&bytes).unwrap();
    assert_eq!((changed.at.port(), *changed.boxed, &*changed.text), (8080, Version(2, 0), "anything"));
}

#[test]
fn a_stored_text_that_does_not_parse_is_an_error_with_the_path() {
    for (path, at) in [
        ("at", "at"),
        ("maybe", "maybe"),
        ("many[1]", "many"),
        ("by_name[a]", "by_name"),
        ("range[1]", "range"),
        ("boxed", "boxed"),
        ("kind.Named.version", "kind.version"),
    ] {
        let mut bytes = vellum::to_vec(&server()).unwrap();
        Record::open(Server::schema(), &mut bytes).unwrap().set(path, "no version").unwrap();
        let error = vellum::from_slice::<Server>(&bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Type, "{path}: {error}");
        assert_eq!(error.path(), at, "{error}");
        Server::schema().prove(&bytes).unwrap();
    }
}

#[test]
fn a_value_whose_text_cannot_be_written_is_refused() {
    let none = Version(u8::MAX, 0);
    refused(&vellum::to_vec(&Server { version: none, ..server() }).unwrap_err(), "version");
    refused(&vellum::to_vec(&Server { range: [none; 2], ..server() }).unwrap_err(), "range");
    refused(&vellum::to_vec(&Server { boxed: none.into(), ..server() }).unwrap_err(), "boxed");
}

#[test]
fn a_field_that_an_older_revision_lacks_has_the_value_of_its_default_text() {
    let bytes = vellum::to_vec(&Old { name: "a".into() }).unwrap();
    assert_eq!(New::peek(&bytes).unwrap().version().unwrap(), "0.1");
    refused(&vellum::from_slice::<New>(&bytes).unwrap_err(), "bare");
    let mut bytes = bytes;
    New::edit(&mut bytes).unwrap().set_bare("1.0").unwrap();
    let new = New { name: "a".into(), version: Version(0, 1), maybe: None, others: Vec::new(), bare: Version(1, 0) };
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), new);
}

#[test]
fn a_parameter_is_stored_as_text() {
    let value = Of { value: "::1".parse::<IpAddr>().unwrap() };
    let bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(vellum::from_slice::<Of<IpAddr>>(&bytes).unwrap(), value);
    refused(&vellum::from_slice::<Of<u8>>(&bytes).unwrap_err(), "value");
}

#[cfg(feature = "json")]
#[test]
fn json_has_the_text() {
    let bytes = vellum::to_vec(&Of { value: Version(1, 2) }).unwrap();
    assert_eq!(vellum::json::to_string(&Of { value: Version(1, 2) }).unwrap(), r#"{"value":"1.2"}"#);
    assert_eq!(vellum::json::to_buffer::<Of<Version>>(r#"{"value":"1.2"}"#).unwrap(), bytes);
    refused(&vellum::json::to_buffer::<Of<Version>>(r#"{"value":"one"}"#).unwrap_err(), "value");
}
