//! What the derive writes means its own traits, also where others with the same names are in scope.

#![allow(dead_code)]

use std::collections::BTreeMap;

use vellum::Vellum;

/// A trait of another crate that every type implements, with the names that the derive's traits use.
macro_rules! foreign {
    ([$($function:ident)*] [$($constant:ident)*]) => {
        trait Foreign {
            $(const $constant: bool = true;)*
            $(fn $function() {})*
        }
    };
}
foreign! {
    [
        as_bytes as_set check compare cursor cursor_element cursor_packed decode decode_element decode_list decode_packed
        decode_record describe element element_heap_len field field_cursor from_bytes get get_element get_packed heap_len held
        is_default is_less open order packed packed_heap_len prove_list prove_value read_plain reborrow record record_heap_len
        record_is_default set set_element set_packed tag_of write write_element write_numbers write_packed write_plain write_record
        write_unions
    ]
    [DEFAULT ELEMENT PLAN SHAPE]
}
impl<T> Foreign for T {}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum Fruit {
    Apples,
    Pears,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    Nothing,
    Circle(u32),
    Named { name: String, at: Point },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Id(u64);

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Basket {
    id: Id,
    fruit: Fruit,
    fruits: Vec<Fruit>,
    point: Option<Point>,
    shapes: Vec<Shape>,
    counts: BTreeMap<String, u32>,
    #[vellum(since = 2)]
    inner: Option<Box<Basket>>,
}

#[test]
fn traits_with_the_same_names_do_not_disturb() {
    let basket = Basket {
        id: Id(7),
        fruit: Fruit::Pears,
        fruits: vec![Fruit::Apples, Fruit::Pears],
        point: Some(Point { x: 1, y: -1 }),
        shapes: vec![Shape::Nothing, Shape::Circle(3), Shape::Named { name: "one".into(), at: Point { x: 0, y: 0 } }],
        counts: BTreeMap::from([("a".into(), 1)]),
        inner: None,
    };
    let mut bytes = vellum::to_vec(&basket).unwrap();
    assert_eq!(vellum::from_slice::<Basket>(&bytes).unwrap(), basket);
    let mut edit = Basket::edit(&mut bytes).unwrap();
    edit.set_fruit(Fruit::Apples).unwrap();
    assert_eq!(Basket::peek(&bytes).unwrap().fruit().unwrap(), Fruit::Apples);
}

/// Variants whose names are those of associated types.
#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Method {
    Get,
    GetList,
    Set,
    Default,
    Proved,
    Cursor,
    FieldCursor,
    View,
    Edit,
    Error,
    Err,
    Output,
    Raw,
    Kind,
    Names,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Call {
    Get,
    GetList(u8),
    Set(String),
    Default { port: u16 },
    Proved(Vec<Method>),
    Cursor,
    FieldCursor,
    View,
    Edit(Point),
    Error(String),
    Err,
    Output,
    Raw,
    Kind,
    Names,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Calls {
    method: Method,
    by: BTreeMap<Method, Call>,
    #[vellum(default = Method::Default)]
    usual: Method,
    all: Vec<Call>,
    maybe: Option<Call>,
}

#[test]
fn variants_are_named_as_associated_types_are() {
    let calls = Calls {
        method: Method::Get,
        by: BTreeMap::from([(Method::Set, Call::Set("one".into())), (Method::Default, Call::Default { port: 80 })]),
        usual: Method::Default,
        all: vec![Call::Get, Call::Proved(vec![Method::Proved, Method::Error]), Call::Error("no".into())],
        maybe: Some(Call::Edit(Point { x: 1, y: 2 })),
    };
    let mut bytes = vellum::to_vec(&calls).unwrap();
    assert_eq!(vellum::from_slice::<Calls>(&bytes).unwrap(), calls);
    assert_eq!(Calls::prove(&bytes).unwrap().method(), Method::Get);
    let mut edit = Calls::edit(&mut bytes).unwrap();
    edit.set_method(Method::View).unwrap();
    edit.all().push(&Call::GetList(7)).unwrap();
    assert_eq!(Calls::peek(&bytes).unwrap().method().unwrap(), Method::View);
    assert_eq!(vellum::from_slice::<Calls>(&bytes).unwrap().all[3], Call::GetList(7));
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Clash {
    None,
    Numbers {
        place: u32,
        record: u32,
        heap: u32,
        levels: u32,
        value: u32,
        values: u32,
        elements: u32,
        tag: u32,
        payload: u32,
        decoder: u32,
        r#type: u32,
    },
    Texts {
        place: String,
        record: String,
        heap: String,
        levels: String,
        value: String,
        values: String,
        elements: String,
        tag: String,
        payload: String,
    },
}

#[test]
fn fields_of_variants_have_the_names_of_what_derived_code_binds() {
    let text = || "text".to_owned();
    let texts = Clash::Texts {
        place: text(),
        record: text(),
        heap: text(),
        levels: text(),
        value: text(),
        values: text(),
        elements: text(),
        tag: text(),
        payload: text(),
    };
    let numbers = Clash::Numbers {
        place: 1,
        record: 2,
        heap: 3,
        levels: 4,
        value: 5,
        values: 6,
        elements: 7,
        tag: 8,
        payload: 9,
        decoder: 10,
        r#type: 11,
    };
    let all = vec![Clash::None, texts, numbers];
    assert_eq!(vellum::from_slice::<Vec<Clash>>(&vellum::to_vec(&all).unwrap()).unwrap(), all);
}
