//! Types that are made of another (`try_from`): stored as that, and what is no value of theirs comes in by no way that knows them.

use std::collections::{BTreeMap, BTreeSet};

use vellum::{Error, ErrorKind, Vellum};

/// A percentage, in tenths.
#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(try_from = "u16")]
struct Share {
    whole: u8,
    tenth: u8,
}

impl TryFrom<u16> for Share {
    type Error = String;

    fn try_from(tenths: u16) -> Result<Self, String> {
        if tenths > 1000 {
            return Err(format!("{tenths} are more than all"));
        }
        Ok(Self { whole: u8::try_from(tenths / 10).unwrap(), tenth: u8::try_from(tenths % 10).unwrap() })
    }
}

impl From<&Share> for u16 {
    fn from(share: &Share) -> Self {
        Self::from(share.whole) * 10 + Self::from(share.tenth)
    }
}

/// A colour by its name, an enum of another form than what is stored.
#[derive(Vellum, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(try_from = "String")]
enum Colour {
    Red,
    Other(String),
}

impl TryFrom<String> for Colour {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, &'static str> {
        match &*name {
            "red" => Ok(Self::Red),
            // What a record has that was never set.
            name if name.chars().all(char::is_lowercase) => Ok(Self::Other(name.to_owned())),
            _ => Err("a colour is in small letters"),
        }
    }
}

impl<'c> From<&'c Colour> for &'c str {
    fn from(colour: &'c Colour) -> Self {
        match colour {
            Colour::Red => "red",
            Colour::Other(name) => name,
        }
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Paint {
    share: Share,
    colour: Colour,
    maybe: Option<Colour>,
    boxed: Box<Share>,
    colours: Vec<Colour>,
    shares: Vec<Share>,
    array: [Share; 2],
    pair: (u8, Colour),
    by_colour: BTreeMap<Colour, Share>,
    by_number: BTreeMap<u8, Colour>,
    set: BTreeSet<Colour>,
    kind: Kind,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Kind {
    None,
    Plain(Colour),
    Mixed { share: Share, colour: Colour },
}

/// The same, as it is stored.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Stored {
    share: u16,
    colour: String,
    maybe: Option<String>,
    boxed: u16,
    colours: Vec<String>,
    shares: Vec<u16>,
    array: [u16; 2],
    pair: (u8, String),
    by_colour: BTreeMap<String, u16>,
    by_number: BTreeMap<u8, String>,
    set: BTreeSet<String>,
    kind: StoredKind,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum StoredKind {
    None,
    Plain(String),
    Mixed { share: u16, colour: String },
}

const HALF: Share = Share { whole: 50, tenth: 0 };

fn blue() -> Colour {
    Colour::Other("blue".into())
}

fn paint() -> Paint {
    Paint {
        share: HALF,
        colour: Colour::Red,
        maybe: Some(blue()),
        boxed: Box::new(HALF),
        colours: vec![Colour::Red, blue()],
        shares: vec![HALF],
        array: [HALF; 2],
        pair: (1, blue()),
        by_colour: [(Colour::Red, HALF), (blue(), HALF)].into(),
        by_number: [(1, blue())].into(),
        set: [blue()].into(),
        kind: Kind::Mixed { share: HALF, colour: blue() },
    }
}

fn stored() -> Stored {
    let blue = || "blue".to_owned();
    Stored {
        share: 500,
        colour: "red".into(),
        maybe: Some(blue()),
        boxed: 500,
        colours: vec!["red".into(), blue()],
        shares: vec![500],
        array: [500; 2],
        pair: (1, blue()),
        by_colour: [("red".to_owned(), 500), (blue(), 500)].into(),
        by_number: [(1, blue())].into(),
        set: [blue()].into(),
        kind: StoredKind::Mixed { share: 500, colour: blue() },
    }
}

#[test]
fn it_has_the_bytes_and_the_schema_of_the_other_type() {
    let bytes = vellum::to_vec(&paint()).unwrap();
    assert_eq!(bytes, vellum::to_vec(&stored()).unwrap());
    assert_eq!(vellum::from_slice::<Paint>(&bytes).unwrap(), paint());
    assert!(Paint::schema().to_string().contains("share: u16,\n    colour: string,\n"));
    let view = Paint::peek(&bytes).unwrap();
    assert_eq!((view.share().unwrap(), view.colour().unwrap()), (500, "red"));
    assert_eq!(Paint::prove(&bytes).unwrap().colours().iter().collect::<Vec<_>>(), ["red", "blue"]);
}

type Edit = fn(&mut Vec<u8>) -> Result<(), Error>;

/// Each way in that knows the type, at each place that it can be in.
const EDITS: &[(&str, Edit)] = &[
    ("field", |bytes| Paint::edit(bytes)?.set_share(1001)),
    ("field of text", |bytes| Paint::edit(bytes)?.set_colour("Red")),
    ("optional field", |bytes| Paint::edit(bytes)?.set_maybe(Some("Red"))),
    ("box", |bytes| Paint::edit(bytes)?.set_boxed(1001)),
    ("tuple", |bytes| Paint::edit(bytes)?.set_pair((1, "Red"))),
    ("array", |bytes| Paint::edit(bytes)?.array().set(0, 1001)),
    ("push", |bytes| Paint::edit(bytes)?.colours().push("Red")),
    ("push of a number", |bytes| Paint::edit(bytes)?.shares().push(1001)),
    ("insert", |bytes| Paint::edit(bytes)?.colours().insert(0, "Red")),
    ("set of an element", |bytes| Paint::edit(bytes)?.colours().set(1, "Red")),
    ("set of a number in a list", |bytes| Paint::edit(bytes)?.shares().set(0, 1001)),
    ("key", |bytes| Paint::edit(bytes)?.by_colour().insert("Red", 1).map(drop)),
    ("value of a new key", |bytes| Paint::edit(bytes)?.by_colour().insert("green", 1001).map(drop)),
    ("value of a key", |bytes| Paint::edit(bytes)?.by_number().insert(1, "Red").map(drop)),
    ("key of a set", |bytes| Paint::edit(bytes)?.set().insert("Red").map(drop)),
    ("extend", |bytes| Paint::edit(bytes)?.colours().extend(["Red"])),
    ("extend by numbers", |bytes| Paint::edit(bytes)?.shares().extend([1001])),
    ("update of each", |bytes| Paint::edit(bytes)?.shares().update_each(|share| share + 900)),
    ("at or insert", |bytes| Paint::edit(bytes)?.by_number().at_or_insert(2, "Red").map(drop)),
    ("entry", |bytes| Paint::edit(bytes)?.by_number().entry(2).or_insert("Red").map(drop)),
    ("modified entry", |bytes| Paint::edit(bytes)?.by_number().entry(1).and_modify(|_| "Red").map(drop)),
    ("update", |bytes| Paint::edit(bytes)?.by_colour().update("red", 0, |_| 1001)),
    ("variant", |bytes| Paint::edit(bytes)?.kind().set_plain("Red")),
    ("fields of a variant", |bytes| Paint::edit(bytes)?.kind().set_mixed(KindMixedSet { share: 1001, colour: "red" })),
    ("field of a variant", |bytes| Paint::edit(bytes)?.kind().as_mixed()?.unwrap().set_share(1001)),
];

#[test]
fn what_is_no_value_of_the_type_is_set_by_no_edit_and_nothing_changes() {
    let before = vellum::to_vec(&paint()).unwrap();
    for (what, edit) in EDITS {
        let mut bytes = before.clone();
        let Err(error) = edit(&mut bytes) else { panic!("{what}: it is not refused") };
        assert_eq!(error.kind(), ErrorKind::Type, "{what}: {error}");
        assert!(bytes == before, "{what}");
    }
}

#[test]
fn a_whole_buffer_of_the_type_is_held_to_it() {
    let mut bytes = vellum::to_vec(&HALF).unwrap();
    let before = bytes.clone();
    assert_eq!(Share::edit(&mut bytes).unwrap().set(1001).unwrap_err().kind(), ErrorKind::Type);
    assert!(bytes == before);
    Share::edit(&mut bytes).unwrap().set(1000).unwrap();
    assert_eq!(vellum::from_slice::<Share>(&bytes).unwrap(), Share { whole: 100, tenth: 0 });
    let other = vellum::to_vec(&1001u16).unwrap();
    assert_eq!(vellum::from_slice::<Share>(&other).unwrap_err().kind(), ErrorKind::Type);
}

#[test]
fn edits_take_what_is_a_value_of_the_type() {
    let mut bytes = vellum::to_vec(&paint()).unwrap();
    let mut edit = Paint::edit(&mut bytes).unwrap();
    edit.set_share(7).unwrap();
    edit.set_colour("green").unwrap();
    edit.colours().push("red").unwrap();
    edit.by_colour().insert("green", 1000).unwrap();
    assert_eq!(edit.take_share().unwrap(), Share { whole: 0, tenth: 7 });
    let changed = vellum::from_slice::<Paint>(&bytes).unwrap();
    assert_eq!((changed.colour, changed.colours.len()), (Colour::Other("green".into()), 3));
    assert_eq!(changed.by_colour[&Colour::Other("green".into())], Share { whole: 100, tenth: 0 });
}

#[cfg(feature = "json")]
#[test]
fn json_of_a_type_is_refused_where_it_becomes_a_buffer() {
    use vellum::json;
    let text = json::to_string(&paint()).unwrap();
    assert_eq!(json::from_str::<Paint>(&text).unwrap(), paint());
    let wrong: &[(&str, &str)] = &[
        ("\"share\":500,\"colour\":\"red\",\"maybe\"", "\"share\":1001,\"colour\":\"red\",\"maybe\""),
        ("[\"red\",\"blue\"]", "[\"red\",\"Blue\"]"),
        ("\"1\":\"blue\"", "\"1\":\"Blue\""),
        ("\"Mixed\":{\"share\":500", "\"Mixed\":{\"share\":1001"),
    ];
    for (right, wrong) in wrong {
        let json = text.replace(right, wrong);
        assert_ne!(json, text, "{right}");
        let error = json::to_buffer::<Paint>(&json).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    }
    let mut bytes = vellum::to_vec(&paint()).unwrap();
    let before = bytes.clone();
    let error = json::merge_patch::<Paint, _>(&mut bytes, r#"{"share":1,"colours":["Red"]}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    let patch = r#"[{"op":"add","path":"/set/-","value":"Red"}]"#;
    assert!(json::json_patch::<Paint, _>(&mut bytes, patch).is_err());
    assert!(bytes == before);
    json::merge_patch::<Paint, _>(&mut bytes, r#"{"share":1}"#).unwrap();
    assert_eq!(vellum::from_slice::<Paint>(&bytes).unwrap().share, Share { whole: 0, tenth: 1 });
}

#[test]
fn what_a_record_sets_by_the_schema_alone_is_refused_where_the_type_reads_it() {
    let mut bytes = vellum::to_vec(&paint()).unwrap();
    let mut record = vellum::Record::open(Paint::schema(), &mut bytes).unwrap();
    record.set("share", 1001u16).unwrap();
    let error = vellum::from_slice::<Paint>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "share"));
    assert!(error.to_string().contains("1001 are more than all"), "{error}");
}
