//! What is said of a whole buffer of a derived type: errors have the whole path, `Debug` prints as Rust does, and each way to open bytes has one
//! verdict.

use std::collections::{BTreeMap, HashMap};

use vellum::{Error, ErrorKind, Record, Result, Vellum, Workspace, json};

/// No negative number, which its schema does not know.
#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(try_from = "i8")]
struct Positive(i8);

impl TryFrom<i8> for Positive {
    type Error = &'static str;

    fn try_from(number: i8) -> Result<Self, &'static str> {
        if number < 0 { Err("it is negative") } else { Ok(Self(number)) }
    }
}

impl From<&Positive> for i8 {
    fn from(positive: &Positive) -> Self {
        positive.0
    }
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Inner {
    of: Positive,
    #[vellum(max = 3)]
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
enum Choice {
    #[default]
    None,
    One(Inner),
    Pair(u8, Inner),
    Named {
        inner: Inner,
    },
    Maybe(Option<Inner>),
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Outer {
    inner: Inner,
    maybe: Option<Inner>,
    boxed: Box<Inner>,
    list: Vec<Inner>,
    lists: Vec<Vec<Inner>>,
    maybes: Vec<Option<Inner>>,
    array: [Inner; 2],
    tuple: (u8, Inner),
    tuples: Vec<(Inner, u8)>,
    deep: Option<(u8, (Inner, u8))>,
    by_number: BTreeMap<i16, Inner>,
    by_name: HashMap<String, Inner>,
    by_flag: BTreeMap<bool, Inner>,
    choice: Choice,
    packed: Vec<Choice>,
    mixed: Vec<Choice>,
    chosen: BTreeMap<u8, Choice>,
}

/// The path of an inner part, and a value that has it there.
type Place = (&'static str, fn(Inner) -> Outer);

/// Each place of an inner part.
fn places() -> Vec<Place> {
    macro_rules! places {
        ($($path:literal: $field:ident = |$inner:ident| $value:expr;)*) => {
            vec![$(($path, |$inner: Inner| Outer { $field: $value, ..Outer::default() })),*]
        };
    }
    places! {
        "inner": inner = |i| i;
        "maybe": maybe = |i| Some(i);
        "boxed": boxed = |i| Box::new(i);
        "list[1]": list = |i| vec![Inner::default(), i];
        "lists[1][0]": lists = |i| vec![vec![], vec![i]];
        "maybes[1]": maybes = |i| vec![None, Some(i)];
        "array[1]": array = |i| [Inner::default(), i];
        "tuple.1": tuple = |i| (7, i);
        "tuples[0].0": tuples = |i| vec![(i, 7)];
        "deep.1.0": deep = |i| Some((7, (i, 7)));
        "by_number[-5]": by_number = |i| BTreeMap::from([(-5, i), (7, Inner::default())]);
        "by_name[\"a\\\"b\"]": by_name = |i| HashMap::from([("a\"b".to_owned(), i)]);
        "by_flag": by_flag = |i| BTreeMap::from([(true, i)]);
        "choice.One": choice = |i| Choice::One(i);
        "choice.Pair.1": choice = |i| Choice::Pair(7, i);
        "choice.Named.inner": choice = |i| Choice::Named { inner: i };
        "choice.Maybe": choice = |i| Choice::Maybe(Some(i));
        "packed[1].One": packed = |i| vec![Choice::One(Inner::default()), Choice::One(i)];
        "packed[0].Pair.1": packed = |i| vec![Choice::Pair(1, i), Choice::Pair(1, Inner::default())];
        "packed[0].Named.inner": packed = |i| vec![Choice::Named { inner: i }];
        "mixed[1].One": mixed = |i| vec![Choice::None, Choice::One(i)];
        "mixed[1].Pair.1": mixed = |i| vec![Choice::None, Choice::Pair(0, i)];
        "chosen[200].One": chosen = |i| BTreeMap::from([(200, Choice::One(i))]);
        "chosen[0].Named.inner": chosen = |i| BTreeMap::from([(0, Choice::Named { inner: i })]);
    }
}

#[track_caller]
fn is_at<T>(result: Result<T>, path: &str, message: &str) {
    let error: Error = result.err().unwrap_or_else(|| panic!("no error at {path}"));
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn an_error_of_a_whole_buffer_has_the_whole_path() {
    for (path, place) in places() {
        let long = Inner { text: "long".into(), ..Inner::default() };
        let text = format!("{path}.text");
        is_at(vellum::to_vec(&place(long)), &text, "4 bytes are more than 3");

        // A record goes by the schema, which does not know what the type refuses.
        let (good, bad) = (place(Inner { of: Positive(5), text: String::new() }), format!("{path}.of"));
        let mut record = Record::open(Outer::schema(), vellum::to_vec(&good).unwrap()).unwrap();
        let at = bad.replace("by_flag.", "by_flag[true].");
        record.set(&*at, -5i8).unwrap();
        let bytes = record.as_bytes();
        is_at(vellum::from_slice::<Outer>(bytes), &bad, "it is negative");
        Outer::schema().prove(bytes).unwrap();
        let text = record.to_json().unwrap();
        is_at(json::from_str::<Outer>(&text), &bad, "it is negative");
        is_at(json::to_buffer::<Outer>(&text), &bad, "it is negative");
        let mut patched = vellum::to_vec(&Outer::default()).unwrap();
        is_at(json::merge_patch::<Outer, _>(&mut patched, &text), &bad, "it is negative");
    }
}

#[test]
fn a_getter_of_a_tuple_names_the_part_that_is_invalid() {
    #[derive(Vellum)]
    struct Pair {
        pair: (u8, String),
        deep: (u8, (String, u8)),
    }
    let bytes = vellum::to_vec(&Pair { pair: (1, "one".into()), deep: (2, ("two".into(), 3)) }).unwrap();
    for (text, path) in [(b"one", "pair.1"), (b"two", "deep.1.0")] {
        let mut corrupt = bytes.clone();
        let at = bytes.windows(3).position(|part| part == text).unwrap();
        corrupt[at] = 0xFF;
        let view = Pair::peek(&corrupt).unwrap();
        let errors = [view.pair().err(), view.deep().err(), vellum::from_slice::<Pair>(&corrupt).err()];
        let paths: Vec<String> = errors.iter().flatten().map(Error::path).collect();
        assert_eq!(paths, [path, path]);
    }
}

#[test]
fn a_view_and_a_record_print_as_the_value_in_rust_does() {
    #[derive(Vellum, Debug, Default)]
    struct Printed {
        number: u8,
        none: Option<u8>,
        some: Option<u8>,
        text: Option<String>,
        pair: (u32, f32),
        one: Option<(u8, Option<bool>)>,
        deep: ((u8, i8), (char, String)),
        list: Vec<Option<u8>>,
        pairs: Vec<(u8, Option<u8>)>,
        array: [Option<i8>; 2],
        map: BTreeMap<(u8, u8), Option<String>>,
        inner: Option<Held>,
        kind: Kind,
        maybe: Kind,
        packed: Vec<Kind>,
        mixed: Vec<Kind>,
    }
    #[derive(Vellum, Debug, Default)]
    struct Held {
        x: Option<u8>,
    }
    #[derive(Vellum, Debug, Default)]
    enum Kind {
        #[default]
        None,
        Number(u8),
        Maybe(Option<u8>),
    }
    let values = [
        Printed::default(),
        Printed {
            number: 7,
            none: None,
            some: Some(0),
            text: Some("te\"xt".into()),
            pair: (1, 2.0),
            one: Some((3, Some(true))),
            deep: ((1, -1), ('x', "y".into())),
            list: vec![None, Some(3)],
            pairs: vec![(1, None), (2, Some(3))],
            array: [None, Some(-3)],
            map: BTreeMap::from([((1, 2), None), ((1, 3), Some("x".into()))]),
            inner: Some(Held { x: Some(1) }),
            kind: Kind::Number(3),
            maybe: Kind::Maybe(Some(3)),
            packed: vec![Kind::Maybe(None), Kind::Maybe(Some(1))],
            mixed: vec![Kind::None, Kind::Maybe(Some(1)), Kind::Number(2)],
        },
    ];
    for value in values {
        let bytes = vellum::to_vec(&value).unwrap();
        let record = Record::open(Printed::schema(), &*bytes).unwrap();
        let (view, root) = (Printed::peek(&bytes).unwrap(), record.root().unwrap());
        assert_eq!(format!("{view:?}"), format!("{value:?}"));
        assert_eq!(format!("{view:#?}"), format!("{value:#?}"));
        assert_eq!(format!("{root:?}"), format!("{value:?}"));
        assert_eq!(format!("{:?}", Printed::prove(&bytes).unwrap()), format!("{value:?}"));
    }
    for value in [None, Some((1u8, true))] {
        let bytes = vellum::to_vec(&value).unwrap();
        let record = Record::open(Option::<(u8, bool)>::schema(), bytes).unwrap();
        assert_eq!(format!("{:?}", record.root().unwrap()), format!("{value:?}"));
    }
}

#[test]
fn bytes_that_are_no_buffer_are_so_to_what_reads_and_to_what_edits() {
    #[derive(Vellum, Default)]
    struct Small {
        n: u8,
    }
    #[derive(Vellum, Default)]
    #[vellum(lineage)]
    struct Marked {
        n: u8,
    }
    fn judge<T: Vellum>(bytes: &[u8]) {
        let kind = |result: Result<()>| result.err().map(|error| error.kind());
        let viewed = kind(T::peek(bytes).map(drop));
        let (mut own, mut other) = (bytes.to_vec(), bytes.to_vec());
        let edited = [kind(T::edit(&mut own).map(drop)), kind(T::edit(&mut other[..]).map(drop))];
        assert_eq!(own, bytes);
        let opened = kind(Record::open(T::schema(), bytes).map(drop));
        let workspace = Workspace::open(&mut other[..]).and_then(|mut memory| T::edit(&mut memory).map(drop));
        // What is a workspace is edited as one alone.
        let is_workspace = bytes.first().is_some_and(|flags| flags & 8 != 0);
        for edited in edited {
            let expected = if viewed.is_none() && is_workspace { Some(ErrorKind::Full) } else { viewed };
            assert_eq!(edited, expected, "{bytes:?}");
        }
        assert_eq!((opened, kind(workspace)), (viewed, viewed), "{bytes:?}");
    }
    for bytes in [&b"hello"[..], b"help", b"", b"{}", b"h", b"hhhhhhhhhhhhhhhhhhhhhhhhh", b"(\0\0\0 not"] {
        judge::<Small>(bytes);
        judge::<Marked>(bytes);
    }
    let mut memory = [0; 40];
    Workspace::format(&mut memory, &Small { n: 3 }).unwrap();
    let ordinary = vellum::to_vec(&Marked { n: 3 }).unwrap();
    let (mut cases, starts) = (0, [&memory[..], &ordinary, b"hello, this is text, and no buffer"]);
    for start in starts {
        for flags in 0..=u8::MAX {
            for len in [1, 2, 5, 17, start.len()] {
                let mut bytes = start.get(..len).unwrap_or(start).to_vec();
                bytes[0] = flags;
                judge::<Small>(&bytes);
                judge::<Marked>(&bytes);
                cases += 2;
            }
        }
    }
    assert_eq!(cases, 3 * 256 * 5 * 2);
}
