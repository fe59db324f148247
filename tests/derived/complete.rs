//! What the derive takes beyond plain structs and enums: generic types, other kinds of strings, tuple structs, attributes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use vellum::{DecodeOwned, ErrorKind, Result, Schema, Value, Vellum, key::MapKey};

/// Encodes and decodes, and checks that the view prints and that compacting changes nothing.
#[track_caller]
fn round_trip<T: Vellum + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) -> Vec<u8>
where
    for<'a> T::Get<'a, vellum::proved::Checked>: std::fmt::Debug,
{
    let bytes = vellum::to_vec(value).unwrap();
    assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), *value);
    let _ = format!("{:?}", T::peek(&bytes).unwrap());
    let mut compact = bytes.clone();
    T::compact(&mut compact).unwrap();
    assert_eq!(compact, bytes);
    assert_eq!(&Schema::parse(&T::schema().to_string()).unwrap(), T::schema());
    bytes
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct User {
    name: String,
    age: u16,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Page<T> {
    items: Vec<T>,
    next: Option<u32>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Answer<T, E> {
    Yes(T),
    No(E),
    Both { yes: T, no: Vec<E>, count: u32 },
    Counted { count: u8 },
    Neither,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Index<K: Hash + Eq, V, const N: usize>
where
    V: Clone,
{
    by_key: HashMap<K, V>,
    first: [V; N],
    marker: PhantomData<fn() -> K>,
    answer: Answer<V, String>,
    #[vellum(since = 2, default = 7)]
    level: u8,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
    next: Option<Box<Tree<T>>>,
}

fn user(name: &str) -> User {
    User { name: name.into(), age: 36 }
}

#[test]
fn a_generic_struct_is_stored_as_the_plain_one() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct PageOfUser {
        items: Vec<User>,
        next: Option<u32>,
    }
    let items = vec![user("Ada"), user("Bob")];
    let generic = Page { items: items.clone(), next: Some(3) };
    let plain = PageOfUser { items, next: Some(3) };
    let mut bytes = round_trip(&generic);
    assert_eq!(bytes, vellum::to_vec(&plain)?);
    assert_eq!(Page::<User>::schema(), PageOfUser::schema());
    assert_eq!(Page::<User>::peek(&bytes)?.items()?.get(1)?.name()?, "Bob");
    let mut edit = Page::<User>::edit(&mut bytes)?;
    edit.items().push(&user("Eve"))?;
    edit.items().at(0)?.set_name("Ada Lovelace")?;
    edit.set_next(None)?;
    let expected = Page { items: vec![user("Ada Lovelace"), user("Bob"), user("Eve")], next: None };
    assert_eq!(Page::try_from(Page::<User>::peek(&bytes)?)?, expected);
    Ok(())
}

#[test]
fn instantiations_have_schemas_of_their_own() {
    #[derive(Vellum)]
    struct All {
        users: Page<User>,
        numbers: Page<u8>,
        names: Page<Option<String>>,
        pages: Page<Page<u8>>,
        maps: Page<BTreeMap<String, Vec<u32>>>,
        answer: Answer<User, Vec<u8>>,
        index: Index<u64, bool, 3>,
    }
    let text = All::schema().to_string();
    for line in [
        "users: PageOfUser,",
        "numbers: PageOfU8,",
        "names: PageOfMaybeString,",
        "pages: PageOfPageOfU8,",
        "maps: PageOfMapOfStringToListOfU32,",
        "answer: AnswerOfUserAndBytes,",
        "index: IndexOfU64AndBoolAnd3,",
        "struct PageOfU8 {\n    items: bytes,",
        "union AnswerOfUserAndBytes {\n    Yes: User,\n    No: bytes,\n    Both: AnswerBothOfUserAndBytes,",
        "struct AnswerCounted {",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert_eq!(&Schema::parse(&text).unwrap(), All::schema());
    assert!(Page::<u8>::schema() != Page::<u16>::schema());
    assert_eq!(Page::<u8>::schema().root().name(), "PageOfU8");
    assert_eq!(Page::<u16>::schema().root().name(), "PageOfU16");
    assert!(std::ptr::eq(Page::<u16>::schema(), Page::<u16>::schema()));
    let field = Page::<u16>::schema().field::<u32>("next").unwrap();
    let record = vellum::Record::new(Page::<u16>::schema());
    assert!(record.get(&field).is_ok());
    assert_eq!(vellum::Record::new(Page::<u8>::schema()).get(&field).unwrap_err().kind(), ErrorKind::Schema);
}

#[test]
fn schemas_of_instantiations_are_made_once_by_all_threads() {
    let threads: Vec<_> = (0..8)
        .map(|_| {
            std::thread::spawn(|| {
                let schemas = [Tree::<u8>::schema(), Tree::<u16>::schema(), Tree::<String>::schema()];
                schemas.map(|schema| (std::ptr::from_ref(schema) as usize, schema.root().name()))
            })
        })
        .collect();
    let mut found: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    found.dedup();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].map(|(_, name)| name), ["TreeOfU8", "TreeOfU16", "TreeOfString"]);
}

#[test]
fn a_generic_enum_is_read_and_edited_in_place() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Poll {
        answers: Vec<Answer<User, u32>>,
        last: Answer<String, bool>,
    }
    let both = Answer::Both { yes: user("Ada"), no: vec![1, 2], count: 9 };
    let mut value = Poll { answers: vec![Answer::Yes(user("x")), both, Answer::Neither], last: Answer::No(true) };
    let mut bytes = round_trip(&value);
    let mut edit = Poll::edit(&mut bytes)?;
    edit.last().set_both(AnswerBothSet { yes: "all", no: &[true], count: 1 })?;
    edit.last().as_both()?.unwrap().no().push(false)?;
    edit.answers().at(1)?.as_both()?.unwrap().yes().set_age(1)?;
    edit.answers().push(&Answer::Counted { count: 4 })?;
    value.last = Answer::Both { yes: "all".into(), no: vec![true, false], count: 1 };
    value.answers[1] = Answer::Both { yes: User { age: 1, ..user("Ada") }, no: vec![1, 2], count: 9 };
    value.answers.push(Answer::Counted { count: 4 });
    assert_eq!(vellum::from_slice::<Poll>(&bytes)?, value);
    let view = Poll::peek(&bytes)?;
    match view.last()?.get()? {
        AnswerRef::Both(both) => assert_eq!((both.yes()?, both.count()?), ("all", 1)),
        AnswerRef::Yes(_) | AnswerRef::No(_) | AnswerRef::Counted(_) | AnswerRef::Neither => panic!(),
    }
    Ok(())
}

#[test]
fn parameters_may_be_keys_and_constants_and_carry_bounds() -> Result<()> {
    let mut value = Index {
        by_key: HashMap::from([(4u64, "four".to_owned())]),
        first: ["a".to_owned(), "b".to_owned()],
        marker: PhantomData,
        answer: Answer::No("no".to_owned()),
        level: 7,
    };
    let mut bytes = round_trip(&value);
    let mut edit = Index::<u64, String, 2>::edit(&mut bytes)?;
    edit.by_key().insert(5, "five")?;
    edit.first().set(1, "c")?;
    edit.set_level(8)?;
    value.by_key.insert(5, "five".into());
    value.first[1] = "c".into();
    value.level = 8;
    assert_eq!(vellum::from_slice::<Index<u64, String, 2>>(&bytes)?, value);
    Ok(())
}

#[test]
fn generic_types_may_hold_themselves() {
    #[derive(Vellum)]
    struct Node {
        page: Page<Node>,
        answer: Answer<Option<Box<Node>>, Page<Node>>,
    }
    let leaf = |value: &str| Tree { value: value.to_owned(), children: vec![], next: None };
    let tree = Tree { children: vec![leaf("a"), leaf("b")], next: Some(Box::new(leaf("c"))), value: "root".into() };
    round_trip(&tree);
    let text = Page::<Node>::schema().to_string();
    for line in ["root PageOfNode;", "page: PageOfNode,", "answer: AnswerOfMaybeNodeAndPageOfNode,"] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let text = Tree::<String>::schema().to_string();
    assert!(text.contains("children: list<TreeOfString>,\n    next: TreeOfString?,"), "{text}");
}

#[test]
fn bounds_can_be_given_in_place_of_those_found() {
    trait Model {
        type Id;
        type Row;
    }
    #[derive(Clone, Debug, PartialEq)]
    struct Shop;
    impl Model for Shop {
        type Id = u64;
        type Row = User;
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(bound = "M::Id: Value + MapKey + Ord, M::Row: Value")]
    struct Table<M: Model> {
        rows: BTreeMap<M::Id, M::Row>,
    }
    #[derive(Vellum)]
    struct Found<M: Model> {
        row: M::Row,
        id: Option<<M as Model>::Id>,
    }
    let table = Table::<Shop> { rows: BTreeMap::from([(1, user("a"))]) };
    round_trip(&table);
    assert_eq!(Table::<Shop>::schema().root().name(), "TableOfShop");
    let bytes = vellum::to_vec(&Found::<Shop> { row: user("b"), id: Some(4) }).unwrap();
    assert_eq!(vellum::from_slice::<Found<Shop>>(&bytes).unwrap().id, Some(4));
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Note<'a> {
    text: Cow<'a, str>,
    data: Cow<'a, [u8]>,
    numbers: Cow<'a, [u32]>,
    user: Cow<'a, User>,
    title: Option<Cow<'a, str>>,
    words: Vec<Cow<'a, str>>,
    pair: (Cow<'a, str>, u8),
    label: Label<'a>,
    part: Part<'a>,
    parts: Vec<Part<'a>>,
    #[vellum(default = "none")]
    state: Box<str>,
    shared: Arc<str>,
    counted: Rc<str>,
    list: Box<[String]>,
    bytes: Arc<[u8]>,
    by_name: BTreeMap<Box<str>, u8>,
    kind: Kinds<'a>,
}

/// What `Note` is stored as.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Note")]
struct PlainNote {
    text: String,
    data: Vec<u8>,
    numbers: Vec<u32>,
    user: User,
    title: Option<String>,
    words: Vec<String>,
    pair: (String, u8),
    label: (String, u8),
    part: PlainPart,
    parts: Vec<PlainPart>,
    #[vellum(default = "none")]
    state: String,
    shared: String,
    counted: String,
    list: Vec<String>,
    bytes: Vec<u8>,
    by_name: BTreeMap<String, u8>,
    kind: PlainKinds,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Label<'a>(Cow<'a, str>, u8);

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Part<'p> {
    name: Cow<'p, str>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Part")]
struct PlainPart {
    name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Kinds<'a> {
    Plain,
    Text(Cow<'a, str>),
    Named { name: Cow<'a, str>, part: Part<'a> },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Kinds")]
enum PlainKinds {
    Plain,
    Text(String),
    Named { name: String, part: PlainPart },
}

#[test]
fn text_and_lists_of_any_kind_are_stored_as_the_plain_ones() -> Result<()> {
    let text = String::from("borrowed");
    let note = Note {
        text: Cow::Borrowed(&text),
        data: Cow::Borrowed(&[1, 2]),
        numbers: Cow::Owned(vec![3]),
        user: Cow::Owned(user("u")),
        title: Some(Cow::Borrowed(&text)),
        words: vec![Cow::Borrowed("w")],
        pair: (Cow::Borrowed(&text), 1),
        label: Label(Cow::Borrowed(&text), 2),
        part: Part { name: Cow::Borrowed(&text) },
        parts: vec![Part { name: "p".into() }],
        state: "some".into(),
        shared: "shared".into(),
        counted: "counted".into(),
        list: ["l".to_owned()].into(),
        bytes: [9, 8].into(),
        by_name: BTreeMap::from([("k".into(), 1)]),
        kind: Kinds::Named { name: Cow::Borrowed(&text), part: Part { name: "k".into() } },
    };
    let plain = PlainNote {
        text: text.clone(),
        data: vec![1, 2],
        numbers: vec![3],
        user: user("u"),
        title: Some(text.clone()),
        words: vec!["w".into()],
        pair: (text.clone(), 1),
        label: (text.clone(), 2),
        part: PlainPart { name: text.clone() },
        parts: vec![PlainPart { name: "p".into() }],
        state: "some".into(),
        shared: "shared".into(),
        counted: "counted".into(),
        list: vec!["l".into()],
        bytes: vec![9, 8],
        by_name: BTreeMap::from([("k".into(), 1)]),
        kind: PlainKinds::Named { name: text.clone(), part: PlainPart { name: "k".into() } },
    };
    let mut bytes = vellum::to_vec(&note)?;
    assert_eq!(bytes, round_trip(&plain));
    let decoded: Note<'static> = vellum::from_slice(&bytes)?;
    assert_eq!(decoded, note);
    assert!(matches!(decoded.text, Cow::Owned(_)));
    let short = String::from("short");
    let mut edit = Note::edit(&mut bytes)?;
    edit.set_text(&short)?;
    edit.text().push_str("er")?;
    edit.set_title(Some(&short))?;
    edit.words().push(&short)?;
    edit.set_pair((&short, 3))?;
    edit.set_label((&short, 4))?;
    edit.set_part(&Part { name: Cow::Borrowed(&short) })?;
    edit.parts().push(&Part { name: Cow::Borrowed(&short) })?;
    edit.set_state("none")?;
    edit.list().push(&short)?;
    edit.by_name().insert(&short, 5)?;
    edit.kind().set_text(&short)?;
    assert_eq!(edit.take_text()?, "shorter");
    edit.kind().set_named(KindsNamedSet { name: &short, part: &Part { name: "q".into() } })?;
    let view = Note::peek(&bytes)?;
    assert_eq!((view.title()?, view.pair()?, view.label()?), (Some("short"), ("short", 3), ("short", 4)));
    assert_eq!((view.state()?, view.parts()?.get(1)?.name()?), ("none", "short"));
    assert_eq!(view.by_name()?.get("short")?, Some(5));
    assert_eq!(vellum::from_slice::<PlainNote>(&bytes)?.list, ["l", "short"]);
    Ok(())
}

#[test]
fn frozen_structs_and_constants_can_be_generic() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(frozen)]
    struct Pair<A, B = A> {
        a: A,
        b: B,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Block<const N: usize, const LOW: bool, const LETTER: char, const OFFSET: i8> {
        bytes: [u8; N],
        pairs: Vec<Pair<u8, String>>,
        last: Option<Pair<u8>>,
    }
    let pair = Pair { a: 1, b: "one".to_owned() };
    let mut block = Block::<4, true, 'x', -3> { bytes: [1; 4], pairs: vec![pair], last: None };
    let mut bytes = round_trip(&block);
    let mut edit = Block::<4, true, 'x', -3>::edit(&mut bytes)?;
    edit.set_last(Some(&Pair { a: 2, b: 3 }))?;
    edit.pairs().at(0)?.set_b("uno")?;
    block.last = Some(Pair { a: 2, b: 3 });
    block.pairs[0].b = "uno".into();
    assert_eq!(vellum::from_slice::<Block<4, true, 'x', -3>>(&bytes)?, block);
    let text = Block::<4, true, 'x', -3>::schema().to_string();
    for line in ["frozen struct PairOfU8AndString {", "last: PairOfU8AndU8?,", "root BlockOf4AndTrueAndXAndMinus3;"] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    Ok(())
}
