//! Fields that another type is stored for (`with`): by the conversions of that type, or by the functions of a module.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use vellum::value::{Decimal, Timestamp};
use vellum::{ErrorKind, Vellum};

/// Paths as text, which not all of them are.
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

#[derive(Vellum, Clone, Debug, PartialEq)]
struct File {
    #[vellum(with = path)]
    path: PathBuf,
    #[vellum(with = "Timestamp")]
    at: DateTime<Utc>,
    #[vellum(with = "Option<Decimal<2>>")]
    price: Option<rust_decimal::Decimal>,
    #[vellum(with = path)]
    parts: Vec<Option<PathBuf>>,
    kind: Kind,
    kinds: Vec<Kind>,
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

#[derive(Vellum, Debug, PartialEq)]
struct Stored {
    path: String,
    at: Timestamp,
    price: Option<Decimal<2>>,
    parts: Vec<Option<String>>,
    kind: StoredKind,
    kinds: Vec<StoredKind>,
}

#[derive(Vellum, Debug, PartialEq)]
enum StoredKind {
    Plain,
    Link(String),
    Both(u8, String),
    Named { to: String },
}

fn file() -> File {
    File {
        path: "/a".into(),
        at: DateTime::from_timestamp_millis(5).unwrap(),
        price: Some("1.50".parse().unwrap()),
        parts: vec![Some("b".into()), None],
        kind: Kind::Named { to: "c".into() },
        kinds: vec![Kind::Plain, Kind::Link("d".into()), Kind::Both(1, "e".into())],
    }
}

#[test]
fn a_converted_field_has_the_bytes_of_the_type_that_is_stored() {
    let bytes = vellum::to_vec(&file()).unwrap();
    let stored = Stored {
        path: "/a".into(),
        at: Timestamp(5),
        price: Some(Decimal(150)),
        parts: vec![Some("b".into()), None],
        kind: StoredKind::Named { to: "c".into() },
        kinds: vec![StoredKind::Plain, StoredKind::Link("d".into()), StoredKind::Both(1, "e".into())],
    };
    assert_eq!(bytes, vellum::to_vec(&stored).unwrap());
    assert_eq!(vellum::from_slice::<File>(&bytes).unwrap(), file());
    let packed = File { kinds: vec![Kind::Link("d".into()); 2], ..file() };
    assert_eq!(vellum::from_slice::<File>(&vellum::to_vec(&packed).unwrap()).unwrap(), packed);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_converted_is_refused_by_its_name() {
    use std::os::unix::ffi::OsStringExt;
    let bad = || PathBuf::from(std::ffi::OsString::from_vec(vec![0xFF]));
    let refused = |file: &File, path: &str, message: &str| {
        let error = vellum::to_vec(file).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
        assert!(error.to_string().contains(message), "{error}");
    };
    refused(&File { path: bad(), ..file() }, "path", "is no text");
    refused(&File { price: Some("1.005".parse().unwrap()), ..file() }, "price", "does not fit decimal(2)");
    refused(&File { parts: vec![None, Some(bad())], ..file() }, "parts", "is no text");
    refused(&File { kind: Kind::Link(bad()), ..file() }, "kind.Link", "is no text");
    refused(&File { kind: Kind::Named { to: bad() }, ..file() }, "kind.Named.to", "is no text");
    refused(&File { kinds: vec![Kind::Both(1, bad()); 2], ..file() }, "kinds[0].Both", "is no text");

    let mut bytes = vellum::to_vec(&file()).unwrap();
    let before = bytes.clone();
    let mut edit = File::edit(&mut bytes).unwrap();
    assert_eq!(edit.kind().set(&Kind::Link(bad())).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(edit.kinds().push(&Kind::Both(1, bad())).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(edit.kinds().set(0, &Kind::Link(bad())).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(bytes, before);
}

#[test]
fn what_cannot_be_converted_back_is_an_error_where_it_is_decoded_and_stays() {
    let mut bytes = vellum::to_vec(&file()).unwrap();
    // A record goes by the schema, which knows no conversions.
    vellum::Record::open(File::schema(), &mut bytes).unwrap().set("path", "a\0b").unwrap();
    let error = vellum::from_slice::<File>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "path"), "{error}");
    let before = bytes.clone();
    let error = File::edit(&mut bytes).unwrap().take_path().unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "path"), "{error}");
    assert_eq!(bytes, before);
    File::edit(&mut bytes).unwrap().set_path("b").unwrap();
    assert_eq!(File::edit(&mut bytes).unwrap().take_path().unwrap(), PathBuf::from("b"));
    assert_eq!(File::peek(&bytes).unwrap().path().unwrap(), "");
}
