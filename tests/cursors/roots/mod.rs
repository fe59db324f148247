//! Values of any type as whole buffers: of derived types, of schemas that are known at run time, and both the same.

mod damaged;
mod edits;
mod revisions;
mod runtime;
mod same;

use std::fmt::Debug;

use vellum::{DecodeOwned, Value, Vellum, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Message {
    Leave,
    Join { name: String, room: u32 },
    Say(String),
    Dice(u8),
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
pub enum Fruit {
    Apple = 3,
    Pear,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub count: u32,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Point {
    pub x: i16,
    pub on: bool,
}

/// What the bytes of a root that is no struct are those of.
#[derive(Vellum)]
pub struct Wrapped<T> {
    pub value: T,
}

pub const WIDTHS: [PointerWidth; 3] = [PointerWidth::One, PointerWidth::Two, PointerWidth::Four];

pub const MESSAGE: &str = "union Message {
    Leave,
    Join: MessageJoin,
    Say: string,
    Dice: u8,
}
struct MessageJoin {
    name: string,
    room: u32,
}
";
pub const FRUIT: &str = "enum Fruit {\n    Apple = 3,\n    Pear,\n}\n";
pub const ITEM: &str = "struct Item {\n    name: string,\n    count: u32,\n}\n";
pub const POINT: &str = "frozen struct Point {\n    x: i16,\n    on: bool,\n}\n";

pub fn messages() -> Vec<Message> {
    vec![Message::Leave, Message::Say("hello".into()), Message::Join { name: "Ada".into(), room: 3 }, Message::Dice(6)]
}

pub fn item(name: &str, count: u32) -> Item {
    Item { name: name.into(), count }
}

/// What is done with values of one type; `schema` is its text without the root, and the root.
pub trait Check {
    fn check<T: Value + DecodeOwned + Clone + PartialEq + Debug + 'static>(
        &mut self,
        schema: (&str, &str),
        values: &[T],
    );
}

/// Values of every kind of type.
pub fn each(check: &mut impl Check) {
    use std::collections::{BTreeMap, BTreeSet, HashMap};
    use vellum::value::{Any, FixedStr, Uuid};

    check.check(("", "bool"), &[false, true]);
    check.check(("", "u8"), &[0u8, 7]);
    check.check(("", "u64"), &[0u64, 7, u64::MAX]);
    check.check(("", "u64"), &[0usize, 7]);
    check.check(("", "f32"), &[0.0f32, -1.5]);
    check.check(("", "char"), &['\0', 'é']);
    check.check(("", "uuid"), &[Uuid::default(), Uuid([7; 16])]);
    check.check(("", "string"), &[String::new(), "Ada".into(), "long ".repeat(70)]);
    check.check(("", "bytes"), &[vec![], vec![1u8, 2, 255]]);
    check.check(("", "string[4]"), &[FixedStr::<4>::default(), FixedStr::try_from("ab").unwrap()]);
    check.check(("", "bool?"), &[None, Some(false), Some(true)]);
    check.check(("", "u16?"), &[None, Some(0), Some(7u16)]);
    check.check(("", "string?"), &[None, Some(String::new()), Some("x".into())]);
    check.check((FRUIT, "Fruit"), &[Fruit::Apple, Fruit::Pear]);
    check.check((FRUIT, "Fruit?"), &[None, Some(Fruit::Apple), Some(Fruit::Pear)]);
    check.check((MESSAGE, "Message"), &messages());
    check.check((MESSAGE, "Message?"), &[None, Some(Message::Leave), Some(messages()[2].clone())]);
    check.check(("", "list<bool>"), &[vec![], vec![true, false]]);
    check.check(("", "list<u32>"), &[vec![], vec![1u32, 2, 3]]);
    check.check(("", "list<string?>"), &[vec![], vec![None, Some(String::from("x")), Some(String::new())]]);
    check.check((ITEM, "list<Item>"), &[vec![], vec![item("pen", 2), item("", 0), item("ink", 1)]]);
    check.check((MESSAGE, "list<Message>"), &[vec![], messages(), vec![Message::Say("a".into()); 3]]);
    check
        .check(("", "map<string, u32>"), &[BTreeMap::new(), BTreeMap::from([("a".to_owned(), 1u32), ("b".into(), 2)])]);
    check.check((ITEM, "map<u16, Item?>"), &[BTreeMap::from([(7u16, Some(item("pen", 2))), (9, None)])]);
    check.check(("", "map<u8, bool>"), &[HashMap::from([(7u8, true), (3, false)])]);
    check.check(("", "set<u16>"), &[BTreeSet::new(), BTreeSet::from([1u16, 5, 9])]);
    check.check(("", "tuple<u8, bool?, string>"), &[(0u8, None, String::new()), (7, Some(true), "x".into())]);
    check.check(("", "array<bool, 3>"), &[[false; 3], [true, false, true]]);
    check.check((ITEM, "array<Item, 2>"), &[[item("", 0), item("", 0)], [item("pen", 2), item("ink", 1)]]);
    check.check((ITEM, "Item?"), &[None, Some(item("", 0)), Some(item("pen", 2))]);
    check.check((POINT, "Point?"), &[None, Some(Point { x: 0, on: false }), Some(Point { x: -7, on: true })]);
    check.check(
        ("", "any"),
        &[Any::Null, Any::from(7), Any::from("x"), [Any::from(1), Any::from("b")].into_iter().collect()],
    );
    // JSON has one null for what is absent and for the null of `any`.
    check.check(("", "any?"), &[None, Some(Any::from(1.5))]);
}
