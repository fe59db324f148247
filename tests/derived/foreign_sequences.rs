//! Sequences and texts of std and of other crates as fields: the bytes of `Vec` and `String`.

use std::collections::VecDeque;

use arrayvec::{ArrayString, ArrayVec};
use bytes::Bytes;
use compact_str::CompactString;
use indexmap::{IndexMap, IndexSet};
use smallvec::SmallVec;
use vellum::value::FixedStr;
use vellum::{ErrorKind, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    Circle(u32),
    Text(String),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Own {
    deque: VecDeque<String>,
    numbers: VecDeque<u32>,
    shapes: VecDeque<Shape>,
    few: ArrayVec<u16, 3>,
    small: SmallVec<[u64; 2]>,
    texts: SmallVec<[String; 2]>,
    bytes: Bytes,
    #[vellum(max = 8)]
    name: CompactString,
    code: ArrayString<4>,
    ordered: IndexMap<String, u32>,
    words: IndexSet<String>,
    maybe: Option<VecDeque<u8>>,
    nested: Vec<VecDeque<Option<u8>>>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Plain {
    deque: Vec<String>,
    numbers: Vec<u32>,
    shapes: Vec<Shape>,
    few: Vec<u16>,
    small: Vec<u64>,
    texts: Vec<String>,
    bytes: Vec<u8>,
    #[vellum(max = 8)]
    name: String,
    code: FixedStr<4>,
    ordered: Vec<(String, u32)>,
    words: Vec<String>,
    maybe: Option<Vec<u8>>,
    nested: Vec<Vec<Option<u8>>>,
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A deque whose elements are in two pieces.
fn wrapped<T: Clone>(values: &[T]) -> VecDeque<T> {
    let (first, rest) = values.split_first().unwrap();
    let mut deque: VecDeque<T> = rest.iter().cloned().collect();
    deque.push_front(first.clone());
    assert!(values.len() == 1 || !deque.as_slices().1.is_empty());
    deque
}

fn pair() -> (Own, Plain) {
    let plain = Plain {
        deque: texts(&["one", "two", "three"]),
        numbers: vec![1, 2, 70_000],
        shapes: vec![Shape::Circle(4), Shape::Circle(5)],
        few: vec![7, 8, 9],
        small: vec![1, 2, 3],
        texts: texts(&["a", "b", "c"]),
        bytes: b"bytes".to_vec(),
        name: "Ada".into(),
        code: "EURO".parse().unwrap(),
        ordered: vec![("z".into(), 1), ("a".into(), 2)],
        words: texts(&["zeta", "alpha"]),
        maybe: Some(vec![]),
        nested: vec![vec![Some(1), None], vec![]],
    };
    let own = Own {
        deque: wrapped(&plain.deque),
        numbers: wrapped(&plain.numbers),
        shapes: wrapped(&plain.shapes),
        few: plain.few.iter().copied().collect(),
        small: SmallVec::from_slice(&plain.small),
        texts: plain.texts.iter().cloned().collect(),
        bytes: Bytes::from_static(b"bytes"),
        name: "Ada".into(),
        code: ArrayString::from("EURO").unwrap(),
        ordered: plain.ordered.iter().cloned().collect(),
        words: plain.words.iter().cloned().collect(),
        maybe: Some(VecDeque::new()),
        nested: vec![[Some(1), None].into(), VecDeque::new()],
    };
    (own, plain)
}

#[test]
fn sequences_have_the_bytes_of_lists_and_come_back_in_order() {
    let (own, mut plain) = pair();
    let bytes = vellum::to_vec(&own).unwrap();
    assert_eq!(bytes, vellum::to_vec(&plain).unwrap());
    assert_eq!(Own::schema().to_string().replace("Own", "Plain"), Plain::schema().to_string());
    let back = vellum::from_slice::<Own>(&bytes).unwrap();
    assert_eq!(back, own);
    assert_eq!(back.ordered.keys().collect::<Vec<_>>(), ["z", "a"]);
    let proved = Own::prove(&bytes).unwrap();
    assert_eq!((proved.name(), proved.code(), proved.bytes()), ("Ada", "EURO", &b"bytes"[..]));
    assert_eq!(proved.deque().iter().collect::<Vec<_>>(), ["one", "two", "three"]);

    plain.shapes.push(Shape::Text("mixed".into()));
    let mixed = Own { shapes: wrapped(&plain.shapes), ..own };
    assert_eq!(vellum::to_vec(&mixed).unwrap(), vellum::to_vec(&plain).unwrap());
}

#[test]
fn sequences_are_set_and_edited_in_place() {
    let (own, mut plain) = pair();
    let mut bytes = vellum::to_vec(&own).unwrap();
    let mut edit = Own::edit(&mut bytes).unwrap();
    edit.set_deque(&wrapped(&texts(&["x", "y"]))).unwrap();
    edit.numbers().push(5).unwrap();
    edit.set_few(&ArrayVec::from_iter([1])).unwrap();
    edit.set_small(&[9]).unwrap();
    edit.set_bytes(b"other").unwrap();
    edit.set_name("Grace").unwrap();
    edit.set_code("F").unwrap();
    edit.set_ordered(&IndexMap::from_iter([("k".to_owned(), 3)])).unwrap();
    edit.words().push("omega").unwrap();
    plain.deque = texts(&["x", "y"]);
    plain.numbers.push(5);
    plain.few = vec![1];
    plain.small = vec![9];
    plain.bytes = b"other".to_vec();
    plain.name = "Grace".into();
    plain.code = "F".parse().unwrap();
    plain.ordered = vec![("k".into(), 3)];
    plain.words.push("omega".into());
    assert_eq!(vellum::from_slice::<Plain>(&bytes).unwrap(), plain);

    let before = bytes.clone();
    let mut edit = Own::edit(&mut bytes).unwrap();
    assert_eq!(edit.set_name("Hildegard").unwrap_err().path(), "name");
    assert_eq!(edit.set_code("EUROS").unwrap_err().path(), "code");
    assert_eq!(bytes, before);
}

#[test]
fn a_list_that_the_type_has_no_room_for_is_an_error_where_it_is_decoded() {
    let (_, plain) = pair();
    let refused = |plain: Plain, path: &str| {
        let bytes = vellum::to_vec(&plain).unwrap();
        let error = vellum::from_slice::<Own>(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
    };
    refused(Plain { few: vec![1, 2, 3, 4], ..plain.clone() }, "few");
    refused(Plain { ordered: vec![("a".into(), 1), ("a".into(), 2)], ..plain.clone() }, "ordered");
    refused(Plain { words: texts(&["a", "a"]), ..plain }, "words");
}
