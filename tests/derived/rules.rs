//! Rules of derived fields, and text of a fixed length in them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use vellum::value::{Date, Decimal, FixedStr};
use vellum::{ErrorKind, Record, Schema, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Item {
    #[vellum(range = 1..=5, default = 3)]
    stars: u8,
    #[vellum(range = 0.0..=1.0)]
    ratio: f64,
    #[vellum(range = ..=2100)]
    year: Option<i32>,
    #[vellum(range = Decimal(50).., default = Decimal(100))]
    price: Decimal<2>,
    #[vellum(max = 8, uppercase)]
    code: String,
    #[vellum(max = 12, lowercase)]
    slug: Option<String>,
    #[vellum(max = 4)]
    blob: Vec<u8>,
    tag: FixedStr<4>,
    nick: Option<FixedStr<6>>,
    hash: [u8; 4],
    names: Vec<FixedStr<5>>,
}

const TEXT: &str = "struct Item {
    stars: u8 in 1..=5 = 3,
    ratio: f64 in 0.0..=1.0,
    year: i32? in ..=2100,
    price: decimal(2) in 0.50.. = 1.00,
    code: string max 8 uppercase,
    slug: string? max 12 lowercase,
    blob: bytes max 4,
    tag: string[4],
    nick: string[6]?,
    hash: bytes[4],
    names: list<string[5]>,
}
root Item;
";

fn item() -> Item {
    Item {
        stars: 5,
        ratio: 0.5,
        year: Some(2100),
        price: Decimal(50),
        code: "ABC-9".into(),
        slug: Some("abc".into()),
        blob: vec![1, 2, 3, 4],
        tag: "äb".parse().unwrap(),
        nick: Some("".parse().unwrap()),
        hash: [1, 2, 3, 4],
        names: vec!["one".parse().unwrap(), "".parse().unwrap(), "three".parse().unwrap()],
    }
}

fn refused(error: &vellum::Error, path: &str, message: &str) {
    assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    assert_eq!(error.path(), path, "{error}");
    assert!(error.to_string().contains(message), "{message:?} in {error}");
}

#[test]
fn the_schema_is_the_one_of_the_text() {
    let schema = Schema::parse(TEXT).unwrap();
    assert_eq!(Item::schema().to_string(), TEXT);
    assert_eq!(*Item::schema(), schema);
    assert_eq!(Item::schema().fingerprint(), schema.fingerprint());
    assert_eq!(Item::schema().to_bytes(), schema.to_bytes());
}

#[test]
fn the_bytes_are_those_of_a_record() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    let item = item();
    record.set("stars", item.stars).unwrap();
    record.set("ratio", item.ratio).unwrap();
    record.set("year", 2100).unwrap();
    record.set("price", item.price).unwrap();
    record.set("code", &*item.code).unwrap();
    record.set("slug", "abc").unwrap();
    record.set("blob", &*item.blob).unwrap();
    record.set("tag", &*item.tag).unwrap();
    record.set("nick", "").unwrap();
    record.set("hash", &item.hash[..]).unwrap();
    for name in &item.names {
        record.push("names", &**name).unwrap();
    }
    record.compact().unwrap();
    let bytes = vellum::to_vec(&item).unwrap();
    assert_eq!(record.as_bytes(), bytes);
    assert_eq!(vellum::from_slice::<Item>(&bytes).unwrap(), item);
    let view = Item::peek(&bytes).unwrap();
    assert_eq!(view.tag().unwrap(), "äb");
    assert_eq!(view.nick().unwrap(), Some(""));
    assert_eq!(view.names().unwrap().get(2).unwrap(), "three");
    // Set one by one, it comes to the same.
    let start = Item { names: vec![], slug: None, nick: None, year: None, ..item.clone() };
    let mut edited = vellum::to_vec(&start).unwrap();
    let mut edit = Item::edit(&mut edited).unwrap();
    edit.set_nick(Some("")).unwrap();
    edit.set_slug(Some("abc")).unwrap();
    edit.set_year(Some(2100)).unwrap();
    edit.names().extend(["one", "", "three"]).unwrap();
    Item::compact(&mut edited).unwrap();
    assert_eq!(edited, bytes);
}

#[test]
fn what_breaks_a_rule_is_not_encoded() {
    let bad = |change: &dyn Fn(&mut Item), path: &str, message: &str| {
        let mut item = item();
        change(&mut item);
        refused(&vellum::to_vec(&item).unwrap_err(), path, message);
        let mut kept = vec![7; 3];
        refused(&vellum::encode_into(&item, &mut kept).unwrap_err(), path, message);
        assert!(kept.is_empty());
        let mut space = [9; 500];
        refused(&vellum::to_slice(&item, &mut space).unwrap_err(), path, message);
        assert_eq!(space, [9; 500]);
        let mut memory = [9; 500];
        refused(&vellum::Workspace::format(&mut memory[..], &item).unwrap_err(), path, message);
        assert_eq!(memory, [9; 500]);
    };
    bad(&|item| item.stars = 6, "stars", "6 is more than 5");
    bad(&|item| item.stars = 0, "stars", "0 is less than 1");
    bad(&|item| item.ratio = f64::NAN, "ratio", "NaN is not in the range, which begins with 0.0");
    bad(&|item| item.year = Some(2101), "year", "2101 is more than 2100");
    bad(&|item| item.price = Decimal(49), "price", "0.49 is less than 0.50");
    bad(&|item| item.code = "abc".into(), "code", "not uppercase");
    bad(&|item| item.code = "ABCDEFGHI".into(), "code", "9 bytes are more than 8");
    bad(&|item| item.slug = Some("Abc".into()), "slug", "not lowercase");
    bad(&|item| item.blob = vec![0; 5], "blob", "5 bytes are more than 4");
}

#[test]
fn what_breaks_a_rule_is_not_set() {
    let mut bytes = vellum::to_vec(&item()).unwrap();
    let before = bytes.clone();
    let mut edit = Item::edit(&mut bytes).unwrap();
    refused(&edit.set_stars(6).unwrap_err(), "stars", "6 is more than 5");
    refused(&edit.set_ratio(-0.5).unwrap_err(), "ratio", "-0.5 is less than 0.0");
    refused(&edit.set_year(Some(2101)).unwrap_err(), "year", "2101 is more than 2100");
    refused(&edit.set_price(Decimal(49)).unwrap_err(), "price", "0.49 is less than 0.50");
    refused(&edit.set_code("abc").unwrap_err(), "code", "not uppercase");
    refused(&edit.set_slug(Some("Abc")).unwrap_err(), "slug", "not lowercase");
    refused(&edit.set_blob(&[0; 5]).unwrap_err(), "blob", "5 bytes are more than 4");
    refused(&edit.set_tag("12345").unwrap_err(), "tag", "at most 4 bytes");
    refused(&edit.set_tag("1\0").unwrap_err(), "tag", "at most 4 bytes");
    refused(&edit.set_nick(Some("1234567")).unwrap_err(), "nick", "at most 6 bytes");
    refused(&edit.names().push("123456").unwrap_err(), "", "at most 5 bytes");
    refused(&edit.names().insert(0, "123456").unwrap_err(), "", "at most 5 bytes");
    refused(&edit.names().set(1, "123456").unwrap_err(), "[1]", "at most 5 bytes");
    // Cursors of text and bytes keep the rules, too.
    refused(&edit.code().push_str("ABCDEF").unwrap_err(), "code", "11 bytes are more than 8");
    refused(&edit.code().push('x').unwrap_err(), "code", "not uppercase");
    refused(&edit.code().set("x").unwrap_err(), "code", "not uppercase");
    refused(&edit.code().splice(1.., "x").unwrap_err(), "code", "not uppercase");
    refused(&edit.slug().unwrap().unwrap().push('X').unwrap_err(), "slug", "not lowercase");
    refused(&edit.blob().push(5).unwrap_err(), "", "5 bytes are more than 4");
    refused(&edit.blob().extend_from_slice(&[5, 6]).unwrap_err(), "", "6 bytes are more than 4");
    assert_eq!(bytes, before);
    let mut edit = Item::edit(&mut bytes).unwrap();
    edit.code().splice(3.., "-10").unwrap();
    edit.blob().truncate(3).unwrap();
    edit.blob().push(9).unwrap();
    edit.names().push("12345").unwrap();
    edit.set_year(None).unwrap();
    edit.set_slug(None).unwrap();
    edit.clear_stars().unwrap();
    let item: Item = vellum::from_slice(&bytes).unwrap();
    assert_eq!((&*item.code, &*item.blob, item.stars), ("ABC-10", &[1, 2, 3, 9][..], 3));
    assert_eq!(item.names.last().unwrap(), "12345");
}

#[test]
fn what_is_read_is_not_checked() {
    let loose = Schema::parse(&TEXT.replace(" in 1..=5", "").replace(" max 8 uppercase", "")).unwrap();
    let mut record = Record::new(&loose);
    record.set("stars", 9u8).unwrap();
    record.set("code", "much too long, and lowercase").unwrap();
    let bytes = record.as_bytes();
    assert_eq!(Item::peek(bytes).unwrap().stars().unwrap(), 9);
    assert_eq!(vellum::from_slice::<Item>(bytes).unwrap().code, "much too long, and lowercase");
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Stars(u8);

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Word(Box<str>);

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Pair {
    #[vellum(range = ..=9)]
    low: u8,
    high: u8,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Node {
    #[vellum(range = ..=9)]
    number: u32,
    children: Vec<Node>,
    next: Option<Box<Node>>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    None,
    Pair(Pair),
    Node(Box<Node>),
    Named {
        #[vellum(max = 3)]
        name: String,
    },
    Tag(FixedStr<2>),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct All<'a> {
    #[vellum(range = ..=5)]
    stars: Option<Stars>,
    #[vellum(max = 3)]
    word: Word,
    #[vellum(max = 3)]
    borrowed: Cow<'a, str>,
    #[vellum(range = 'a'..='f', default = 'b')]
    letter: char,
    #[vellum(range = Date(0)..)]
    day: Box<Date>,
    pair: Pair,
    maybe: Option<Pair>,
    pairs: Vec<Pair>,
    array: [Pair; 2],
    tuple: (u8, Pair),
    map: BTreeMap<String, Pair>,
    node: Node,
    nodes: Vec<Option<Node>>,
    shape: Shape,
    shapes: Vec<Shape>,
    mixed: Vec<Shape>,
    tags: (FixedStr<2>, [FixedStr<2>; 2]),
}

const LEAF: Node = Node { number: 0, children: Vec::new(), next: None };
const PAIR: Pair = Pair { low: 9, high: 200 };

fn all() -> All<'static> {
    All {
        stars: Some(Stars(5)),
        word: Word("abc".into()),
        borrowed: "abc".into(),
        letter: 'f',
        day: Box::new(Date(1)),
        pair: PAIR,
        maybe: Some(PAIR),
        pairs: vec![PAIR, PAIR],
        array: [PAIR; 2],
        tuple: (1, PAIR),
        map: BTreeMap::from([("a".to_owned(), PAIR)]),
        node: Node { number: 1, children: vec![LEAF, LEAF], next: Some(Box::new(LEAF)) },
        nodes: vec![None, Some(LEAF)],
        shape: Shape::Pair(PAIR),
        shapes: vec![Shape::Pair(PAIR), Shape::Pair(PAIR)],
        mixed: vec![Shape::None, Shape::Named { name: "abc".into() }],
        tags: ("ab".parse().unwrap(), [FixedStr::new(), "c".parse().unwrap()]),
    }
}

#[test]
fn rules_are_kept_wherever_a_struct_is() {
    let bytes = vellum::to_vec(&all()).unwrap();
    assert_eq!(vellum::from_slice::<All>(&bytes).unwrap(), all());
    let parsed = Schema::parse(&All::schema().to_string()).unwrap();
    assert_eq!(*All::schema(), parsed);
    let bad = |change: &dyn Fn(&mut All<'static>), path: &str, message: &str| {
        let mut all = all();
        change(&mut all);
        refused(&vellum::to_vec(&all).unwrap_err(), path, message);
    };
    bad(&|all| all.stars = Some(Stars(6)), "stars", "6 is more than 5");
    bad(&|all| all.word = Word("abcd".into()), "word", "4 bytes are more than 3");
    bad(&|all| all.borrowed = "abcd".into(), "borrowed", "4 bytes are more than 3");
    bad(&|all| all.letter = 'g', "letter", "is more than");
    bad(&|all| *all.day = Date(-1), "day", "-1 is less than 0");
    bad(&|all| all.pair.low = 10, "pair.low", "10 is more than 9");
    bad(&|all| all.maybe.as_mut().unwrap().low = 10, "maybe.low", "10 is more than 9");
    bad(&|all| all.pairs[1].low = 10, "pairs[1].low", "10 is more than 9");
    bad(&|all| all.array[1].low = 10, "array[1].low", "10 is more than 9");
    bad(&|all| all.tuple.1.low = 10, "tuple.1.low", "10 is more than 9");
    bad(&|all| all.map.get_mut("a").unwrap().low = 10, "map[\"a\"].low", "10 is more than 9");
    bad(&|all| all.node.number = 10, "node.number", "10 is more than 9");
    bad(&|all| all.node.children[1].number = 10, "node.children[1].number", "10 is more than 9");
    bad(&|all| all.node.next.as_mut().unwrap().number = 10, "node.next.number", "10 is more than 9");
    bad(&|all| all.nodes[1].as_mut().unwrap().number = 10, "nodes[1].number", "10 is more than 9");
    bad(&|all| all.shape = Shape::Named { name: "abcd".into() }, "shape.Named.name", "4 bytes are more than 3");
    bad(&|all| all.shapes[1] = Shape::Pair(Pair { low: 10, high: 0 }), "shapes[1].Pair.low", "10 is more than 9");
    bad(&|all| all.mixed[1] = Shape::Node(Box::new(Node { number: 10, ..LEAF })), "mixed[1].Node.number", "10 is more");
}

#[test]
fn rules_are_kept_wherever_a_struct_is_set() {
    let broken = Pair { low: 10, high: 0 };
    let node = Node { number: 10, ..LEAF };
    let mut bytes = vellum::to_vec(&all()).unwrap();
    let before = bytes.clone();
    let mut edit = All::edit(&mut bytes).unwrap();
    let why = "10 is more than 9";
    refused(&edit.set_stars(Some(6)).unwrap_err(), "stars", "6 is more than 5");
    refused(&edit.set_word("abcd").unwrap_err(), "word", "4 bytes are more than 3");
    refused(&edit.word().push('d').unwrap_err(), "word", "4 bytes are more than 3");
    refused(&edit.set_letter('g').unwrap_err(), "letter", "is more than");
    refused(&edit.set_day(Date(-1)).unwrap_err(), "day", "-1 is less than 0");
    refused(&edit.set_pair(&broken).unwrap_err(), "pair.low", why);
    refused(&edit.pair().set_low(10).unwrap_err(), "low", why);
    refused(&edit.set_maybe(Some(&broken)).unwrap_err(), "maybe.low", why);
    refused(&edit.set_pairs(&[PAIR, broken.clone()]).unwrap_err(), "pairs[1].low", why);
    refused(&edit.pairs().push(&broken).unwrap_err(), "low", why);
    refused(&edit.pairs().insert(0, &broken).unwrap_err(), "low", why);
    refused(&edit.pairs().set(0, &broken).unwrap_err(), "[0].low", why);
    refused(&edit.pairs().extend_from_slice(&[PAIR, broken.clone()]).unwrap_err(), "[1].low", why);
    refused(&edit.pairs().at(0).unwrap().set_low(10).unwrap_err(), "low", why);
    refused(&edit.set_array(&[PAIR, broken.clone()]).unwrap_err(), "array[1].low", why);
    refused(&edit.array().set(1, &broken).unwrap_err(), "[1].low", why);
    refused(&edit.set_tuple((1, &broken)).unwrap_err(), "tuple.1.low", why);
    refused(&edit.map().insert("a", &broken).unwrap_err(), r#"map["a"].low"#, why);
    refused(&edit.map().insert("b", &broken).unwrap_err(), r#"map["b"].low"#, why);
    refused(&edit.map().at_or_insert("b", &broken).map(drop).unwrap_err(), r#"map["b"].low"#, why);
    refused(&edit.set_node(&node).unwrap_err(), "node.number", why);
    refused(&edit.node().children().push(&node).unwrap_err(), "number", why);
    refused(&edit.nodes().push(Some(&node)).unwrap_err(), "number", why);
    refused(&edit.nodes().set(0, Some(&node)).unwrap_err(), "[0].number", why);
    refused(&edit.shape().set_pair(&broken).unwrap_err(), "shape.Pair.low", why);
    let named = edit.shape().set_named(ShapeNamedSet { name: "abcd" });
    refused(&named.unwrap_err(), "shape.Named.name", "4 bytes are more than 3");
    refused(&edit.set_shape(&Shape::Pair(broken.clone())).unwrap_err(), "shape.Pair.low", why);
    refused(&edit.shapes().push(&Shape::Pair(broken.clone())).unwrap_err(), "Pair.low", why);
    refused(&edit.shapes().push(&Shape::Node(Box::new(node.clone()))).unwrap_err(), "Node.number", why);
    refused(&edit.shapes().set(0, &Shape::Pair(broken.clone())).unwrap_err(), "[0].low", why);
    refused(&edit.shapes().set(0, &Shape::Node(Box::new(node.clone()))).unwrap_err(), "[0].Node.number", why);
    refused(&edit.shapes().extend_from_slice(&[Shape::None, Shape::Pair(broken)]).unwrap_err(), "[1].Pair.low", why);
    refused(&edit.mixed().push(&Shape::Node(Box::new(node))).unwrap_err(), "Node.number", why);
    refused(&edit.set_tags(("abc", &all().tags.1)).unwrap_err(), "tags.0", "at most 2 bytes");
    refused(&edit.shape().set_tag("abc").unwrap_err(), "shape.Tag", "at most 2 bytes");
    assert_eq!(bytes, before);
}

#[test]
fn a_list_of_ruled_elements_grows() {
    let mut bytes = vellum::to_vec(&all()).unwrap();
    let mut edit = All::edit(&mut bytes).unwrap();
    for low in 0..200 {
        let pushed = edit.pairs().push(&Pair { low: low % 20, high: low });
        assert_eq!(pushed.is_ok(), low % 20 <= 9);
    }
    let all: All = vellum::from_slice(&bytes).unwrap();
    assert_eq!(all.pairs.len(), 102);
    assert!(all.pairs.iter().all(|pair| pair.low <= 9));
}

#[test]
fn a_fixed_text_is_like_a_str() {
    let text = FixedStr::<4>::try_from("ab").unwrap();
    assert_eq!((&*text, text.len(), text.to_string().as_str()), ("ab", 2, "ab"));
    assert_eq!(format!("{text:?}"), "\"ab\"");
    assert!(text < "b".parse().unwrap() && text > "a".parse().unwrap() && text == "ab");
    assert_eq!(FixedStr::<4>::default(), "");
    assert_eq!(FixedStr::<4>::try_from("abcde").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(FixedStr::<4>::try_from("a\0").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(FixedStr::<4>::try_from("\0a").unwrap().len(), 2);
    let by_text = BTreeMap::from([(text, 1)]);
    assert_eq!(by_text.get("ab"), Some(&1));
    let by_text = std::collections::HashMap::from([(text, 1)]);
    assert_eq!(by_text.get("ab"), Some(&1));
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    #[derive(Vellum, Debug)]
    struct Tag {
        tag: FixedStr<3>,
    }
    let bytes = [0x20, 3, 0xFF, 0, 0];
    assert_eq!(Tag::peek(&bytes).unwrap().tag().unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(vellum::from_slice::<Tag>(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
}

#[test]
fn a_long_list_is_refused_for_its_last_element() {
    let why = "10 is more than 9";
    let mut pairs = vec![PAIR; 300];
    pairs.push(Pair { low: 10, high: 0 });
    let nodes: Vec<_> = pairs.iter().map(|pair| Some(Node { number: pair.low.into(), ..LEAF })).collect();
    let shapes: Vec<_> = pairs.iter().map(|pair| Shape::Pair(pair.clone())).collect();
    let check = |edit: &mut AllEdit<'_, '_, vellum::cursor::Session<&mut dyn vellum::Storage>>| {
        refused(&edit.set_pairs(&pairs).unwrap_err(), "pairs[300].low", why);
        refused(&edit.pairs().extend_from_slice(&pairs).unwrap_err(), "[300].low", why);
        refused(&edit.set_nodes(&nodes).unwrap_err(), "nodes[300].number", why);
        refused(&edit.nodes().extend_from_slice(&nodes).unwrap_err(), "[300].number", why);
        refused(&edit.set_shapes(&shapes).unwrap_err(), "shapes[300].Pair.low", why);
        refused(&edit.mixed().extend_from_slice(&shapes).unwrap_err(), "[300].Pair.low", why);
    };
    let before = vellum::to_vec(&all()).unwrap();
    let mut bytes = before.clone();
    let storage: &mut dyn vellum::Storage = &mut bytes;
    check(&mut All::edit(storage).unwrap());
    assert_eq!(bytes, before);
    let mut bytes = before.clone();
    let mut slice = &mut bytes[..];
    let storage: &mut dyn vellum::Storage = &mut slice;
    check(&mut All::edit(storage).unwrap());
    assert_eq!(bytes, before);
    refused(&vellum::to_vec(&All { nodes, ..all() }).unwrap_err(), "nodes[300].number", why);
}

/// What both paths say to a value.
fn verdict(result: vellum::Result<()>) -> Option<String> {
    result.err().map(|error| error.to_string())
}

proptest::proptest! {
    #[test]
    fn both_paths_refuse_the_same_values_in_the_same_words(
        stars: u8,
        ratio: f64,
        year: i32,
        price: i64,
        code in "[A-Ca-cß]{0,5}",
        slug in "[A-Ca-cÄ]{0,8}",
        blob in proptest::collection::vec(0u8..9, 0..7),
        tag in "[a-zé\0]{0,5}",
    ) {
        let schema = Item::schema();
        let mut record = Record::new(schema);
        let mut bytes = record.as_bytes().to_vec();
        let mut edit = Item::edit(&mut bytes).unwrap();
        let mut owned: Item = vellum::from_slice(record.as_bytes()).unwrap();
        macro_rules! compare {
            ($name:literal, $value:expr, $set:expr, |$field:ident| $own:expr) => {
                let at_run_time = verdict(record.set($name, $value));
                proptest::prop_assert_eq!(&at_run_time, &verdict($set));
                let mut $field = owned.clone();
                $own;
                proptest::prop_assert_eq!(&at_run_time, &verdict(vellum::to_vec(&$field).map(drop)));
                if at_run_time.is_none() {
                    owned = $field;
                }
            };
        }
        compare!("stars", stars, edit.set_stars(stars), |item| item.stars = stars);
        compare!("ratio", ratio, edit.set_ratio(ratio), |item| item.ratio = ratio);
        compare!("year", year, edit.set_year(Some(year)), |item| item.year = Some(year));
        compare!("price", Decimal::<2>(price), edit.set_price(Decimal(price)), |item| item.price = Decimal(price));
        compare!("code", &*code, edit.set_code(&code), |item| item.code.clone_from(&code));
        compare!("slug", &*slug, edit.set_slug(Some(&slug)), |item| item.slug = Some(slug.clone()));
        compare!("blob", &*blob, edit.set_blob(&blob), |item| item.blob.clone_from(&blob));
        if let Ok(text) = tag.parse() {
            compare!("tag", &*tag, edit.set_tag(&tag), |item| item.tag = text);
        } else {
            proptest::prop_assert_eq!(verdict(record.set("tag", &*tag)), verdict(edit.set_tag(&tag)));
        }
        record.compact().unwrap();
        Item::compact(&mut bytes).unwrap();
        proptest::prop_assert_eq!(record.as_bytes(), &*bytes);
        proptest::prop_assert_eq!(vellum::to_vec(&owned).unwrap(), bytes);
    }
}
