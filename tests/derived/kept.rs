//! Values encoded over the old content of a buffer have the bytes that they have in a new one, and values that a new buffer refuses
//! are refused there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;

use vellum::value::FixedStr;
use vellum::{ErrorKind, Value, Vellum, schema::PointerWidth};

use crate::common::mix::Random;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Node {
    text: String,
    maybe: Option<String>,
    flags: Vec<bool>,
    bit: bool,
    maybe_bit: Option<bool>,
    numbers: Vec<u16>,
    floats: Vec<[f32; 2]>,
    bytes: Vec<u8>,
    leaf: Leaf,
    boxed: Option<Box<Leaf>>,
    leaves: Vec<Leaf>,
    maybe_leaves: Vec<Option<Leaf>>,
    flats: Vec<Flat>,
    words: [String; 2],
    pair: (u8, String),
    parts: Vec<Part>,
    part: Part,
    map: BTreeMap<String, u32>,
    by_number: HashMap<u16, Leaf>,
    set: BTreeSet<(u8, String)>,
    short: FixedStr<5>,
    #[vellum(since = 2, default = "default")]
    later: String,
    #[vellum(max = 9)]
    ruled: String,
    #[vellum(with = vellum::with::text)]
    number: u64,
    code: Code,
    kids: Vec<Node>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Leaf {
    name: String,
    count: u32,
    list: Vec<Vec<String>>,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Flat {
    x: u16,
    is: bool,
    y: Option<u8>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
enum Part {
    #[default]
    None,
    Byte(u8),
    Short(u16),
    Word(u32),
    Long(u64),
    Text(String),
    Leaf(Leaf),
    Named {
        text: String,
        number: u16,
    },
    Parts(Vec<Part>),
    Maybe(Option<u16>),
    Flat(Flat),
}

/// At most 1000.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(check = small)]
struct Code(u16);

// A check gets a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn small(code: &u16) -> Result<(), &'static str> {
    if *code <= 1000 { Ok(()) } else { Err("more than 1000") }
}

/// Of pointers that are never narrower, and with a lineage in the header.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(width = 2, lineage)]
struct Wide {
    node: Node,
    parts: Vec<Part>,
}

/// A value whose lists have up to `size` elements.
struct Draw(Random, usize);

impl Draw {
    fn number(&mut self, below: usize) -> usize {
        self.0.below(below)
    }

    fn text(&mut self) -> String {
        let len = [0, 1, 3, 5, 8, 14, 16, 31, 33, 70, 127, 128][self.number(12)];
        (0..len).map(|_| char::from(b'a' + u8::try_from(self.number(26)).unwrap())).collect()
    }

    fn many<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> Vec<T> {
        let len = self.number(self.1 + 1);
        (0..len).map(|_| draw(self)).collect()
    }

    fn word(&mut self) -> u64 {
        [0, 1, 200, 60_000, 1 << 40][self.number(5)]
    }

    fn leaf(&mut self) -> Leaf {
        if self.number(4) == 0 {
            return Leaf::default();
        }
        let list = self.many(|draw| draw.many(Self::text));
        Leaf { name: self.text(), count: self.word() as u32, list }
    }

    fn flat(&mut self) -> Flat {
        Flat { x: self.word() as u16, is: self.number(2) == 0, y: (self.number(2) == 0).then_some(7) }
    }

    fn part(&mut self, levels: usize) -> Part {
        match self.number(if levels == 0 { 9 } else { 12 }) {
            0 => Part::None,
            1 => Part::Byte(self.word() as u8),
            2 => Part::Short(self.word() as u16),
            3 => Part::Word(self.word() as u32),
            4 => Part::Long(self.word()),
            5 => Part::Text(self.text()),
            6 => Part::Named { text: self.text(), number: self.word() as u16 },
            7 => Part::Maybe([None, Some(0), Some(9)][self.number(3)]),
            8 => Part::Flat(self.flat()),
            9 => Part::Leaf(self.leaf()),
            _ => Part::Parts(self.parts(levels - 1)),
        }
    }

    /// Of one variant in one of three cases.
    fn parts(&mut self, levels: usize) -> Vec<Part> {
        let parts = self.many(|draw| draw.part(levels));
        match (parts.first(), self.number(3)) {
            (Some(first), 0) => vec![first.clone(); parts.len()],
            _ => parts,
        }
    }

    fn node(&mut self, levels: usize) -> Node {
        let small = |draw: &mut Self| u16::try_from(draw.number(300)).unwrap();
        Node {
            text: self.text(),
            maybe: (self.number(2) == 0).then(|| self.text()),
            flags: self.many(|draw| draw.number(2) == 0),
            bit: self.number(2) == 0,
            maybe_bit: [None, Some(false), Some(true)][self.number(3)],
            numbers: self.many(|draw| draw.word() as u16),
            floats: self.many(|draw| [draw.word() as f32, 0.5]),
            bytes: self.text().into(),
            leaf: self.leaf(),
            boxed: (self.number(2) == 0).then(|| self.leaf().into()),
            leaves: self.many(Self::leaf),
            maybe_leaves: self.many(|draw| (draw.number(2) == 0).then(|| draw.leaf())),
            flats: self.many(Self::flat),
            words: [self.text(), self.text()],
            pair: (self.word() as u8, self.text()),
            parts: self.parts(2),
            part: self.part(2),
            map: self.many(|draw| (draw.text(), draw.word() as u32)).into_iter().collect(),
            by_number: self.many(|draw| (small(draw), draw.leaf())).into_iter().collect(),
            set: self.many(|draw| (draw.word() as u8, draw.text())).into_iter().collect(),
            short: "short"[..self.number(6)].parse().unwrap(),
            later: if self.number(2) == 0 { "default".into() } else { self.text() },
            ruled: self.text().chars().take(9).collect(),
            number: self.word(),
            code: Code(small(self)),
            kids: if levels == 0 { Vec::new() } else { self.many(|draw| draw.node(levels - 1)) },
        }
    }
}

/// The value over each old content, which is a whole buffer, a part of one, or with room to grow.
#[track_caller]
fn same<T: Value + Debug>(value: &T, olds: &[Vec<u8>]) {
    let fresh = vellum::to_vec(value).unwrap();
    for old in olds {
        for spare in [0, 5000] {
            let mut kept = Vec::with_capacity(old.len() + spare);
            kept.extend_from_slice(old);
            vellum::encode_into(value, &mut kept).unwrap();
            assert!(kept == fresh, "{} over {} and {spare}", fresh.len(), old.len());
        }
    }
}

fn draws<T: Value + Debug>(draw: impl Fn(&mut Draw) -> T) {
    let mut values = Vec::new();
    for (seed, size) in [0, 0, 1, 1, 1, 2, 2, 3, 5].into_iter().enumerate() {
        values.push(draw(&mut Draw(Random(seed as u64), size)));
    }
    let mut olds: Vec<_> = values.iter().map(|value| vellum::to_vec(value).unwrap()).collect();
    for least in PointerWidth::ALL {
        olds.push(vellum::to_vec_with_width(&values[3], least).unwrap());
        olds.push(vellum::to_vec_with_width(&values[6], least).unwrap());
    }
    olds.extend([vec![], vec![0x20], vec![0x21; 300], vec![0x22; 5000], vec![0xFF; 700], vec![0x32; 90]]);
    for value in &values {
        same(value, &olds);
    }
}

#[test]
fn values_of_all_types_are_the_same_over_any_old_content() {
    draws(|draw| draw.node(1));
    draws(|draw| Wide { node: draw.node(0), parts: draw.parts(3) });
    draws(|draw| draw.part(3));
    draws(|draw| draw.parts(2));
    draws(|draw| draw.many(Draw::leaf));
    draws(|draw| draw.many(|draw| (draw.text(), draw.word())).into_iter().collect::<BTreeMap<_, _>>());
    draws(|draw| (draw.flat(), draw.text()));
    draws(Draw::text);
    draws(|draw| draw.many(|draw| draw.many(Draw::text).concat().repeat(400)));
    draws(|draw| draw.word());
}

/// A text, with parts that lie in the slot of some widths and behind a pointer of others.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Edge {
    text: String,
    parts: Vec<Part>,
    leaves: Vec<Leaf>,
}

#[test]
fn the_width_is_the_narrowest_at_each_boundary() {
    let leaf = Leaf { name: "a name".into(), ..Leaf::default() };
    let parts = |parts: &[Part], count: usize| -> Vec<Part> { parts.iter().cycle().take(count).cloned().collect() };
    for (parts, leaves) in [
        (vec![], 0),
        (parts(&[Part::Short(7), Part::None], 12), 0),
        (parts(&[Part::Word(7), Part::Text("x".into())], 9), 3),
        (parts(&[Part::Short(7), Part::Word(1 << 20), Part::Byte(1)], 80), 0),
        (vec![], 20),
    ] {
        let edge =
            |len: usize| Edge { text: "x".repeat(len), parts: parts.clone(), leaves: vec![leaf.clone(); leaves] };
        let own = vellum::to_vec(&edge(0)).unwrap().len();
        let olds =
            [1, 100, 200, 300, 600, 60_000, 64_000, 66_000, 140_000].map(|len| vellum::to_vec(&edge(len)).unwrap());
        for boundary in [255, 511, 65_535, 131_071] {
            for len in (boundary - 9..boundary + 9_usize).filter_map(|len| len.checked_sub(own)) {
                let value = edge(len);
                let fresh = vellum::to_vec(&value).unwrap();
                for old in &olds {
                    let mut kept = Vec::with_capacity(140_100);
                    kept.extend_from_slice(old);
                    vellum::encode_into(&value, &mut kept).unwrap();
                    assert!(kept == fresh, "{} over {}", fresh.len(), old.len());
                }
            }
        }
    }
}

#[test]
fn a_new_buffer_is_as_narrow_as_a_compact_one_at_each_boundary() {
    for part in [Part::Byte(1), Part::Short(7), Part::Word(1 << 20), Part::Maybe(Some(9)), Part::Flat(Flat::default())]
    {
        for count in [0, 1, 20, 60] {
            let mut parts = vec![part.clone(); count];
            parts.push(Part::None); // so that the list is not packed
            let edge = |len: usize| Edge { text: "x".repeat(len), parts: parts.clone(), leaves: vec![] };
            let own = vellum::to_vec(&edge(1000)).unwrap().len() - 1000;
            for len in (100..260).chain(65_535 - own - 20..65_535 + 10) {
                let mut compact = vellum::to_vec_with_width(&edge(len), PointerWidth::Four).unwrap();
                Edge::compact(&mut compact).unwrap();
                assert!(vellum::to_vec(&edge(len)).unwrap() == compact, "{count} of {part:?}, {len}");
            }
        }
    }
}

#[track_caller]
fn refused<T: Value + Debug>(value: &T, over: &T, kind: ErrorKind, path: &str) {
    let fresh = vellum::to_vec(value).unwrap_err();
    for least in PointerWidth::ALL {
        let mut kept = vellum::to_vec_with_width(over, least).unwrap();
        kept.reserve(1000);
        let error = vellum::encode_into(value, &mut kept).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{error}");
        assert_eq!(error.to_string(), fresh.to_string());
        assert!(kept.is_empty());
        vellum::encode_into(over, &mut kept).unwrap();
        assert_eq!(kept, vellum::to_vec(over).unwrap());
    }
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Ruled {
    room: String,
    #[vellum(max = 3)]
    text: String,
    #[vellum(range = 1..=5, default = 2)]
    stars: Vec1,
    codes: Vec<Code>,
    maybe: Option<Code>,
    by_code: BTreeMap<u8, Code>,
    inner: Option<Box<Ruled>>,
    choice: Choice,
    #[vellum(with = "String")]
    path: Always,
}

type Vec1 = u8;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(open)]
enum Choice {
    #[default]
    None,
    Code(Code),
    Text {
        #[vellum(lowercase)]
        text: String,
    },
    #[vellum(other)]
    Unknown,
}

/// What refuses to be converted if it is set.
#[derive(Clone, Debug, Default, PartialEq)]
struct Always(bool);

impl TryFrom<&Always> for String {
    type Error = &'static str;

    fn try_from(of: &Always) -> Result<Self, &'static str> {
        if of.0 { Err("refused") } else { Ok("text".into()) }
    }
}

impl TryFrom<String> for Always {
    type Error = &'static str;

    fn try_from(_: String) -> Result<Self, &'static str> {
        Ok(Self(false))
    }
}

#[test]
fn values_that_break_a_rule_are_refused_over_an_old_one() {
    let whole = Ruled { room: "x".repeat(180), text: "abc".into(), stars: 4, ..Ruled::default() };
    let short = Ruled { room: "x".repeat(100), ..whole.clone() };
    let bad = |change: &dyn Fn(&mut Ruled), path: &str| {
        let mut value = short.clone();
        change(&mut value);
        refused(&value, &whole, ErrorKind::Type, path);
        let held = Ruled { inner: Some(Box::new(value)), ..short.clone() };
        refused(
            &held,
            &Ruled { inner: Some(Box::new(whole.clone())), ..whole.clone() },
            ErrorKind::Type,
            &format!("inner.{path}"),
        );
    };
    bad(&|value| value.text = "abcd".into(), "text");
    bad(&|value| value.stars = 6, "stars");
    bad(&|value| value.codes = vec![Code(1), Code(1001)], "codes[1]");
    bad(&|value| value.maybe = Some(Code(1001)), "maybe");
    bad(&|value| value.by_code = [(1, Code(2000))].into(), "by_code[1]");
    bad(&|value| value.choice = Choice::Code(Code(1001)), "choice.Code");
    bad(&|value| value.choice = Choice::Text { text: "Abc".into() }, "choice.Text.text");
    bad(&|value| value.path = Always(true), "path");
    let unknown = Ruled { choice: Choice::Unknown, ..short.clone() };
    refused(&unknown, &whole, ErrorKind::Newer, "choice");
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Deep {
    next: Option<Box<Deep>>,
    list: Vec<Deep>,
    map: BTreeMap<u8, Deep>,
    link: Link,
    links: Vec<Link>,
    marks: Vec<u16>,
    bytes: Vec<u8>,
    word: Option<u64>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
enum Link {
    #[default]
    None,
    Deep(Box<Deep>),
    Links(Vec<Link>),
    Wide(u64),
    Pair((u32, u32)),
}

/// What leads down.
type Way = fn(Deep) -> Deep;

#[test]
fn values_are_nested_over_an_old_one_as_deep_as_in_a_new_one() {
    let ways: [Way; 5] = [
        |deep| Deep { next: Some(Box::new(deep)), ..Deep::default() },
        |deep| Deep { list: vec![deep], ..Deep::default() },
        |deep| Deep { map: [(1, deep)].into(), ..Deep::default() },
        |deep| Deep { link: Link::Deep(Box::new(deep)), ..Deep::default() },
        |deep| Deep { links: vec![Link::None, Link::Deep(Box::new(deep))], ..Deep::default() },
    ];
    let ends = [
        Deep { bytes: vec![1], word: Some(5), ..Deep::default() },
        Deep { marks: vec![1], ..Deep::default() },
        Deep { map: [(1, Deep::default())].into(), ..Deep::default() },
        Deep { link: Link::Wide(1 << 40), ..Deep::default() },
        Deep { link: Link::Pair((1, 1)), ..Deep::default() },
        Deep { link: Link::Links(vec![Link::None, Link::Links(vec![Link::Wide(0)])]), ..Deep::default() },
        Deep { next: Some(Box::default()), ..Deep::default() },
    ];
    let mut old = vec![0x21; 60_000];
    let (mut deepest, mut refusals) = (0, 0);
    for way in ways {
        for end in &ends {
            let mut value = end.clone();
            for _ in 0..66 {
                old[0] = 0x21;
                old.resize(60_000, 0);
                let fresh = vellum::to_vec(&value);
                let kept = vellum::encode_into(&value, &mut old);
                assert_eq!(fresh.is_ok(), kept.is_ok());
                match fresh {
                    Ok(fresh) => deepest += usize::from(old == fresh),
                    Err(error) => {
                        refusals += 1;
                        assert_eq!(
                            (error.kind(), kept.unwrap_err().to_string()),
                            (ErrorKind::Limit, error.to_string())
                        );
                        assert!(old.is_empty());
                        old.push(0);
                    }
                }
                value = way(value);
            }
        }
    }
    assert_eq!(deepest + refusals, 5 * 7 * 66);
    assert!(refusals > 5 * 7);
}
