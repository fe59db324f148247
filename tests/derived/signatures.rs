//! The types in the signatures of what is derived: those of std and of this crate, where the field's type is one of std's.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use vellum::value::FixedStr;
use vellum::{
    List, Map, Result, Set, Value, Vellum,
    cursor::{ArrayEdit, ListEdit, MapEdit, Session, SetEdit, TextEdit},
    patch::{Recorded, Recorder},
    proved::Checked,
};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Item {
    name: String,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
enum Size {
    #[default]
    Small,
    Large,
}

/// One field of each type that is known by how it is written.
#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct All<T> {
    number: u32,
    flag: bool,
    letter: char,
    text: String,
    full_path: std::string::String,
    boxed: Box<str>,
    shared: Arc<str>,
    bytes: Vec<u8>,
    boxed_bytes: Box<[u8]>,
    numbers: Vec<u32>,
    items: Vec<Item>,
    lists: Vec<Vec<u8>>,
    options: Vec<Option<String>>,
    digest: [u8; 4],
    array: [u32; 3],
    map: BTreeMap<String, Item>,
    hashed: HashMap<u32, Size>,
    set: BTreeSet<u8>,
    hashed_set: HashSet<String>,
    maybe_number: Option<u32>,
    maybe_text: Option<String>,
    maybe_boxed_text: Option<Box<str>>,
    maybe_bytes: Option<Vec<u8>>,
    maybe_map: Option<BTreeMap<u32, u32>>,
    maybe_array: Option<[u16; 2]>,
    maybe_item: Option<Box<Item>>,
    pair: (u32, String, Vec<Item>),
    maybe_pair: Option<(u32, Vec<u8>)>,
    boxed_number: Box<u64>,
    shared_item: Rc<Item>,
    size: Size,
    fixed: FixedStr<4>,
    parameter: T,
    parameters: Vec<T>,
    parameter_array: [T; 2],
    parameter_lists: Vec<Vec<T>>,
    parameter_map: BTreeMap<u8, T>,
}

#[test]
fn getters_have_plain_types() {
    type View<'a> = AllView<'a, u8, Checked>;
    type List<'a, T> = vellum::List<'a, T, Checked>;
    type Map<'a, K, V> = vellum::Map<'a, K, V, Checked>;
    type Set<'a, K> = vellum::Set<'a, K, Checked>;
    fn getter<'a, R>(_: fn(&View<'a>) -> Result<R>) {}
    #[allow(clippy::extra_unused_lifetimes)]
    fn all<'a>() {
        getter::<u32>(View::<'a>::number);
        getter::<bool>(View::<'a>::flag);
        getter::<&'a str>(View::text);
        getter::<&'a str>(View::full_path);
        getter::<&'a str>(View::boxed);
        getter::<&'a str>(View::shared);
        getter::<&'a [u8]>(View::bytes);
        getter::<&'a [u8]>(View::boxed_bytes);
        getter::<List<'a, u32>>(View::numbers);
        getter::<List<'a, Item>>(View::items);
        getter::<List<'a, Vec<u8>>>(View::lists);
        getter::<List<'a, Option<String>>>(View::options);
        getter::<&'a [u8]>(View::digest);
        getter::<List<'a, u32>>(View::array);
        getter::<Map<'a, String, Item>>(View::map);
        getter::<Map<'a, u32, Size>>(View::hashed);
        getter::<Set<'a, u8>>(View::set);
        getter::<Set<'a, String>>(View::hashed_set);
        getter::<Option<u32>>(View::<'a>::maybe_number);
        getter::<Option<&'a str>>(View::maybe_text);
        getter::<Option<&'a str>>(View::maybe_boxed_text);
        getter::<Option<&'a [u8]>>(View::maybe_bytes);
        getter::<Option<Map<'a, u32, u32>>>(View::maybe_map);
        getter::<Option<List<'a, u16>>>(View::maybe_array);
        getter::<Option<ItemView<'a, Checked>>>(View::maybe_item);
        getter::<(u32, &'a str, List<'a, Item>)>(View::pair);
        getter::<Option<(u32, &'a [u8])>>(View::maybe_pair);
        getter::<u64>(View::<'a>::boxed_number);
        getter::<ItemView<'a, Checked>>(View::shared_item);
        getter::<Size>(View::<'a>::size);
        getter::<&'a str>(View::fixed);
        getter::<u8>(View::<'a>::parameter);
        getter::<&'a [u8]>(View::parameters);
        getter::<&'a [u8]>(View::parameter_array);
        getter::<List<'a, Vec<u8>>>(View::parameter_lists);
        getter::<Map<'a, u8, u8>>(View::parameter_map);
    }
    all();
    let bytes = vellum::to_vec(&All::<u8> { text: "Ada".into(), ..All::default() }).unwrap();
    assert_eq!(All::<u8>::peek(&bytes).unwrap().text().unwrap(), "Ada");
}

#[test]
fn proved_getters_have_plain_types() {
    type View<'a> = AllView<'a, u8>;
    fn getter<'a, R>(_: fn(&View<'a>) -> R) {}
    #[allow(clippy::extra_unused_lifetimes)]
    fn all<'a>() {
        getter::<u32>(View::<'a>::number);
        getter::<&'a str>(View::text);
        getter::<&'a [u8]>(View::bytes);
        getter::<List<'a, Item>>(View::items);
        getter::<&'a [u8]>(View::digest);
        getter::<Map<'a, u32, Size>>(View::hashed);
        getter::<Set<'a, u8>>(View::set);
        getter::<Option<&'a str>>(View::maybe_text);
        getter::<(u32, &'a str, List<'a, Item>)>(View::pair);
        getter::<ItemView<'a>>(View::shared_item);
        getter::<&'a [u8]>(View::parameters);
    }
    all();
    let bytes = vellum::to_vec(&All::<u8> { text: "Ada".into(), ..All::default() }).unwrap();
    assert_eq!(All::<u8>::prove(&bytes).unwrap().text(), "Ada");
}

/// A list of texts is set to texts however they are owned, with the same bytes, and the same patch.
#[test]
fn a_list_of_texts_is_set_to_texts_of_any_owner() {
    #[derive(Vellum)]
    struct Note {
        tags: Vec<String>,
    }
    type Recording<'a> = NoteEdit<'a, Session<Recorded<'a, Vec<u8>>>>;
    fn set(set: impl FnOnce(&mut Recording<'_>) -> Result<()>) -> (Vec<u8>, Vec<u8>) {
        let mut bytes = vellum::to_vec(&Note { tags: vec!["old".into()] }).unwrap();
        let mut recorder = Recorder::<Note>::new();
        set(&mut recorder.edit(&mut bytes).unwrap()).unwrap();
        let patch = recorder.take().unwrap();
        (bytes, patch)
    }
    let owned = set(|note| note.set_tags(&["math".to_owned(), "größe".to_owned(), String::new()]));
    assert_eq!(set(|note| note.set_tags(&["math", "größe", ""])), owned);
    let texts = Vec::from(["math", "größe", ""].map(String::from));
    assert_eq!(set(|note| note.set_tags(&texts)), owned);
    assert_eq!(set(|note| note.set_tags(&["math", "größe", ""].map(Box::<str>::from))), owned);
    assert_eq!(set(|note| note.set_tags(&["math", "größe", ""].map(Cow::Borrowed))), owned);
    assert_eq!(vellum::from_slice::<Note>(&owned.0).unwrap().tags, ["math", "größe", ""]);
}

#[test]
fn cursors_and_setters_have_plain_types() {
    let mut bytes = vellum::to_vec(&All::<u8>::default()).unwrap();
    let mut edit = All::<u8>::edit(&mut bytes).unwrap();
    edit.set_number(7).unwrap();
    edit.set_text("a").unwrap();
    edit.set_boxed("b").unwrap();
    edit.set_bytes(&[1]).unwrap();
    edit.set_boxed_bytes(&[2]).unwrap();
    edit.set_items(&[Item { name: "x".into() }]).unwrap();
    edit.set_digest(&[1, 2, 3, 4]).unwrap();
    edit.set_map(&BTreeMap::from([("k".to_owned(), Item::default())])).unwrap();
    edit.set_hashed(&HashMap::from([(1, Size::Large)])).unwrap();
    edit.set_set(&BTreeSet::from([3])).unwrap();
    edit.set_maybe_text(Some("c")).unwrap();
    edit.set_maybe_array(Some(&[1, 2])).unwrap();
    edit.set_maybe_item(Some(&Item { name: "y".into() })).unwrap();
    edit.set_pair((1, "p", &[])).unwrap();
    edit.set_shared_item(&Item { name: "z".into() }).unwrap();
    edit.set_parameters(&[1, 2]).unwrap();
    {
        let mut text: TextEdit<'_, _> = edit.text();
        text.push_str("!").unwrap();
        let mut list: ListEdit<'_, _, Item> = edit.items();
        list.push(&Item::default()).unwrap();
        let mut list: ListEdit<'_, _, u8> = edit.boxed_bytes();
        list.push(9).unwrap();
        let mut array: ArrayEdit<'_, _, u8, 4> = edit.digest();
        array.set(0, 9).unwrap();
        let mut map: MapEdit<'_, _, String, Item> = edit.map();
        map.insert("l", &Item::default()).unwrap();
        let mut set: SetEdit<'_, _, u8> = edit.set();
        set.insert(4).unwrap();
        let text: Result<Option<TextEdit<'_, _>>> = edit.maybe_text();
        text.unwrap().unwrap().push_str("?").unwrap();
        let map: Result<Option<MapEdit<'_, _, u32, u32>>> = edit.maybe_map();
        assert!(map.unwrap().is_none());
        let mut item: ItemEdit<'_, _> = edit.shared_item();
        item.set_name("zz").unwrap();
        let pair: Result<(u32, &str, List<'_, Item, Checked>)> = edit.pair();
        assert_eq!(pair.unwrap().1, "p");
    }
    let read: All<u8> = vellum::from_slice(&bytes).unwrap();
    let expected = All {
        number: 7,
        text: "a!".into(),
        boxed: "b".into(),
        bytes: vec![1],
        boxed_bytes: [2, 9].into(),
        items: vec![Item { name: "x".into() }, Item::default()],
        digest: [9, 2, 3, 4],
        map: BTreeMap::from([("k".to_owned(), Item::default()), ("l".to_owned(), Item::default())]),
        hashed: HashMap::from([(1, Size::Large)]),
        set: BTreeSet::from([3, 4]),
        maybe_text: Some("c?".into()),
        maybe_array: Some([1, 2]),
        maybe_item: Some(Box::new(Item { name: "y".into() })),
        pair: (1, "p".into(), vec![]),
        shared_item: Rc::new(Item { name: "zz".into() }),
        parameters: vec![1, 2],
        ..All::default()
    };
    assert_eq!(read, expected);
}

/// Types that borrow, whose setters take what lives for as long as the call.
#[derive(Vellum, Debug, PartialEq)]
struct Borrowed<'b> {
    text: &'b str,
    #[vellum(borrow)]
    data: Cow<'b, [u8]>,
    words: Vec<&'b str>,
    by_word: BTreeMap<&'b str, u32>,
    maybe: Option<Cow<'b, str>>,
}

#[test]
fn setters_of_borrowing_types_take_what_lives_for_a_call() {
    let value = Borrowed { text: "", data: Cow::Borrowed(&[]), words: vec![], by_word: BTreeMap::new(), maybe: None };
    let mut bytes = vellum::to_vec(&value).unwrap();
    {
        let mut edit = Borrowed::edit(&mut bytes).unwrap();
        let short = String::from("short");
        edit.set_text(&short).unwrap();
        edit.set_data(&[1, 2]).unwrap();
        edit.set_words(&[&short, "b"]).unwrap();
        edit.set_by_word(&BTreeMap::from([(&*short, 1)])).unwrap();
        edit.set_maybe(Some(&short)).unwrap();
    }
    let read: Borrowed = vellum::from_slice(&bytes).unwrap();
    let expected = Borrowed {
        text: "short",
        data: Cow::Borrowed(&[1, 2]),
        words: vec!["short", "b"],
        by_word: BTreeMap::from([("short", 1)]),
        maybe: Some("short".into()),
    };
    assert_eq!(read, expected);
}

#[derive(Vellum, Debug, PartialEq)]
enum Shape<T> {
    Empty,
    Label(String),
    Points(Vec<(f64, f64)>),
    Both(u32, Option<Box<str>>),
    Named { text: String, items: Vec<Item> },
    Other(T),
    Many(Vec<T>),
}

#[test]
fn what_variants_hold_has_plain_types() {
    let mut bytes = vellum::to_vec(&Shape::<u8>::Empty).unwrap();
    let mut shape = Shape::<u8>::edit(&mut bytes).unwrap();
    let mut cursor = shape.cursor();
    cursor.set_label("a").unwrap();
    let label: Option<TextEdit<'_, _>> = cursor.as_label().unwrap();
    label.unwrap().push_str("b").unwrap();
    assert!(matches!(cursor.get().unwrap(), ShapeRef::Label("ab")));
    cursor.set_points(&[(1.0, 2.0)]).unwrap();
    let points: Option<ListEdit<'_, _, (f64, f64)>> = cursor.as_points().unwrap();
    points.unwrap().push((3.0, 4.0)).unwrap();
    cursor.set_both((7, Some("x"))).unwrap();
    let ShapeRef::Both(7, Some("x")) = cursor.get().unwrap() else { panic!() };
    cursor.set_named(ShapeNamedSet { text: "t", items: &[Item::default()] }).unwrap();
    cursor.set_many(&[1, 2]).unwrap();
    assert!(matches!(Shape::<u8>::prove(&bytes).unwrap(), ShapeRef::Many(&[1, 2])));
}

#[test]
fn a_type_of_the_same_name_by_a_path_is_itself() {
    mod own {
        use vellum::Vellum;

        #[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
        pub struct String(pub u32);
    }

    #[derive(Vellum)]
    struct Holder {
        number: own::String,
        numbers: Vec<own::String>,
    }

    let bytes = vellum::to_vec(&Holder { number: own::String(7), numbers: vec![own::String(8)] }).unwrap();
    let view = Holder::peek(&bytes).unwrap();
    assert_eq!(view.number().unwrap(), 7);
    let numbers: List<'_, own::String, Checked> = view.numbers().unwrap();
    assert_eq!(numbers.get(0).unwrap(), 8);
    let _: <own::String as Value>::Get<'_, vellum::proved::Checked> = 7u32;
}

#[test]
fn a_cursor_without_a_storage_is_one_of_a_vec() {
    fn rename(item: &mut ItemEdit<'_>, name: &str) -> Result<()> {
        item.set_name(name)
    }

    let mut bytes = vellum::to_vec(&Item::default()).unwrap();
    rename(&mut Item::edit(&mut bytes).unwrap(), "Ada").unwrap();
    assert_eq!(Item::peek(&bytes).unwrap().name().unwrap(), "Ada");
}
