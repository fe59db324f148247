//! Rows of libraries whose own form of a record is a tree of values that they make without types.
//!
//! A library says how its values are made and looked into ([`Tree`]) and how trees are written and read ([`Codec`]). What a tree of
//! the records holds, how one of its fields is read and changed, and the rows of that are the same for all.

use std::hint::black_box;

use crate::library::Row;
use crate::workloads::container::rows::{self as container_rows, Rows};
use crate::workloads::container::{self, Bar, Container, FRUITS, FooBar, Fruit, ORIGINAL, Record};
use crate::workloads::fields::rows as fields_rows;
use crate::workloads::fields::visits::{self, Visit};
use crate::workloads::fields::{self, Fields, FieldsRef, Lend, position, with_fields};

/// A value without others in it.
#[derive(Clone, Copy)]
pub enum Leaf<'t> {
    Bool(bool),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Text(&'t str),
    /// A case of an enumeration: its number and its name.
    Case(u8, &'static str),
}

macro_rules! leaves {
    ($($Leaf:ident: $Type:ty),*) => {
        $(impl<'t> From<$Type> for Leaf<'t> {
            fn from(value: $Type) -> Self {
                Self::$Leaf(value)
            }
        })*
    };
}
leaves!(
    Bool: bool, U8: u8, U16: u16, U32: u32, U64: u64, I8: i8, I16: i16, I32: i32, I64: i64, F32: f32, F64: f64, Text: &'t str
);

/// A library's value.
pub trait Tree: Sized + 'static {
    fn leaf(leaf: Leaf<'_>) -> Self;
    fn list(elements: Vec<Self>) -> Self;
    /// A struct; formats without names take the fields in their order.
    fn record(fields: Vec<(&'static str, Self)>) -> Self;

    /// A field by its name or by its position, whichever the format has.
    fn field(&self, name: &str, position: usize) -> Option<&Self>;
    fn field_mut(&mut self, name: &str, position: usize) -> Option<&mut Self>;
    fn element(&self, index: usize) -> Option<&Self>;
    fn element_mut(&mut self, index: usize) -> Option<&mut Self>;

    fn bool(&self) -> Option<bool>;
    fn integer(&self) -> Option<i128>;
    fn float(&self) -> Option<f64>;
    fn text(&self) -> Option<&str>;
}

/// How a library writes and reads its trees.
pub trait Codec: Default + 'static {
    type Tree: Tree;
    type Bytes: AsRef<[u8]> + Clone + 'static;

    const LIBRARY: &'static str;
    /// The crate's name in Cargo.lock, and the start of its version.
    const PACKAGE: (&'static str, &'static str);
    const MODE: &'static str;
    const ENCODE: &'static str;
    /// The note on encoding into a kept vector, if the library can do that.
    const REUSE: Option<&'static str>;
    const CLONE: &'static str = "";

    fn encode(tree: &Self::Tree) -> Self::Bytes;
    /// Adds to the vector.
    fn encode_into(tree: &Self::Tree, buffer: &mut Vec<u8>);
    fn decode(bytes: &Self::Bytes) -> Self::Tree;

    /// The same of a tree that is not wanted any more, in the place of bytes of this length.
    fn encode_changed(tree: Self::Tree, _len: usize) -> Self::Bytes {
        Self::encode(&tree)
    }
}

const DECODE: &str = "to a tree of values";
const ONE: &str = "decodes the whole record to a tree";
const AGAIN: &str = "decode to a tree + encode";
const HAS_IT: &str = "the tree is one of the record";

/// A tree as a record of the workloads.
pub struct Grown<T>(T);

/// A codec as the rows of the workloads want it.
pub struct Trees<C>(C);

impl<C: Codec> Default for Trees<C> {
    fn default() -> Self {
        Self(C::default())
    }
}

/// The row of workload A.
pub fn container<C: Codec>(value: &Container) -> Row {
    let mut rows = Rows::<Trees<C>>::new(C::LIBRARY, C::PACKAGE, C::MODE, value);
    if let Some(note) = C::REUSE {
        rows = rows.encode_into_vec(note, |buffer, Grown(tree)| {
            buffer.clear();
            C::encode_into(tree, buffer);
        });
    }
    rows.decode_owned()
        .visit_location(
            ONE,
            |_, bytes| location(&C::decode(bytes)).expect(HAS_IT).to_owned(),
            |_, bytes| {
                black_box(location(&C::decode(bytes)).expect(HAS_IT));
            },
        )
        .decode_time(ONE, |_, bytes| second_time(&C::decode(bytes)).expect(HAS_IT))
        .updates()
        .finish()
}

/// The row of workload B.
pub fn fields<C: Codec>(value: &Fields) -> Row {
    let tree = Grown::<C::Tree>::from(value.clone());
    let encoded = C::encode(&tree.0).as_ref().to_vec();
    let mut row = Row::new(C::LIBRARY, C::PACKAGE.0, C::PACKAGE.1, C::MODE, encoded);
    row.prove("the tree holds the original", fields_of(&tree.0) == Some(FieldsRef::from(value)));
    fields_rows::encodes::<Trees<C>>(&mut row, value);
    if let Some(note) = C::REUSE {
        fields_rows::encode_into_vec::<Trees<C>>(&mut row, value, note, |buffer, Grown(tree)| {
            buffer.clear();
            C::encode_into(tree, buffer);
        });
    }
    fields_rows::decodes::<Trees<C>>(&mut row, value);
    visits::visits_one::<Trees<C>>(&mut row, value);
    fields_rows::updates::<Trees<C>>(&mut row);
    row
}

impl<C: Codec> container_rows::Codec for Trees<C> {
    type Owned = Grown<C::Tree>;
    type Bytes = C::Bytes;

    const BUILD: &'static str = "a tree of values";
    const ENCODE: &'static str = C::ENCODE;
    const CLONE: &'static str = C::CLONE;
    const DECODE: &'static str = DECODE;

    fn encode(&mut self, Grown(tree): &Grown<C::Tree>) -> C::Bytes {
        C::encode(tree)
    }

    fn decode(&mut self, bytes: &C::Bytes) -> Grown<C::Tree> {
        Grown(C::decode(bytes))
    }
}

impl<C: Codec> container_rows::Update for Trees<C> {
    const UPDATE: &'static str = AGAIN;

    fn update(&mut self, bytes: &C::Bytes, change: impl container::Change) -> C::Bytes {
        let mut tree = Grown(C::decode(bytes));
        change.apply(&mut tree);
        C::encode_changed(tree.0, bytes.as_ref().len())
    }
}

impl<C: Codec> fields_rows::Codec for Trees<C> {
    type Owned = Grown<C::Tree>;
    type Bytes = C::Bytes;

    const BUILD: &'static str = "the workload's own type, then a tree of values";
    const ENCODE: &'static str = C::ENCODE;
    const CLONE: &'static str = C::CLONE;
    const DECODE: &'static str = DECODE;

    fn encode(Grown(tree): &Grown<C::Tree>) -> C::Bytes {
        C::encode(tree)
    }

    fn decode(bytes: &C::Bytes) -> Grown<C::Tree> {
        Grown(C::decode(bytes))
    }
}

impl<C: Codec> Visit for Trees<C> {
    type Kept = ();

    const ONE: &'static str = ONE;

    fn third_string<T>((): &mut (), bytes: &C::Bytes, take: impl FnOnce(&str) -> T) -> T {
        let tree = C::decode(bytes);
        let third = tree.field(fields::variant::THIRD_STRING, position::THIRD_STRING);
        take(third.and_then(Tree::text).expect(HAS_IT))
    }
}

impl<C: Codec> fields_rows::Update for Trees<C> {
    type Kept = ();

    const UPDATE: &'static str = AGAIN;

    fn update((): &mut (), bytes: &C::Bytes, change: impl fields::change::Change) -> C::Bytes {
        let mut tree = Grown(C::decode(bytes));
        change.apply(&mut tree);
        C::encode_changed(tree.0, bytes.as_ref().len())
    }
}

fn leaf<'t, T: Tree>(value: impl Into<Leaf<'t>>) -> T {
    T::leaf(value.into())
}

/// The tree of the first record.
fn of_container<T: Tree>(value: &Container) -> T {
    let element = |FooBar { sibling: Bar { time, ratio, size }, name, rating, postfix }: &FooBar| {
        T::record(vec![
            ("sibling", T::record(vec![("time", leaf(*time)), ("ratio", leaf(*ratio)), ("size", leaf(*size))])),
            ("name", leaf(name.as_str())),
            ("rating", leaf(*rating)),
            ("postfix", leaf(*postfix)),
        ])
    };
    let fruit = FRUITS[value.fruit as usize];
    T::record(vec![
        ("list", T::list(value.list.iter().map(element).collect())),
        ("initialized", leaf(value.initialized)),
        ("fruit", T::leaf(Leaf::Case(value.fruit as u8, fruit.1))),
        ("location", leaf(value.location.as_str())),
    ])
}

/// What [`of_container`] stored; for proofs only.
fn container_of(tree: &impl Tree) -> Option<Container> {
    fn element(tree: &impl Tree) -> Option<FooBar> {
        let sibling = tree.field("sibling", 0)?;
        Some(FooBar {
            sibling: Bar {
                time: sibling.field("time", 0)?.integer()?.try_into().ok()?,
                ratio: sibling.field("ratio", 1)?.float()? as f32,
                size: sibling.field("size", 2)?.integer()?.try_into().ok()?,
            },
            name: tree.field("name", 1)?.text()?.to_owned(),
            rating: tree.field("rating", 2)?.float()?,
            postfix: tree.field("postfix", 3)?.integer()?.try_into().ok()?,
        })
    }
    let (list, fruit) = (tree.field("list", 0)?, tree.field("fruit", 2)?);
    let is_fruit = |(one, name): &&(Fruit, &str)| fruit.integer() == Some(*one as i128) || fruit.text() == Some(name);
    Some(Container {
        list: (0..).map_while(|index| list.element(index)).map(element).collect::<Option<_>>()?,
        initialized: tree.field("initialized", 1)?.bool()?,
        fruit: FRUITS.iter().find(is_fruit)?.0,
        location: location(tree)?.to_owned(),
    })
}

fn location(tree: &impl Tree) -> Option<&str> {
    tree.field("location", 3)?.text()
}

fn second_time(tree: &impl Tree) -> Option<i32> {
    let second = tree.field("list", 0)?.element(1)?;
    second.field("sibling", 0)?.field("time", 0)?.integer()?.try_into().ok()
}

impl<T: Tree> Grown<T> {
    /// An element of the list.
    fn element_mut(&mut self, index: usize) -> Option<&mut T> {
        self.0.field_mut("list", 0)?.element_mut(index)
    }
}

impl<T: Tree> container::Edit for Grown<T> {
    fn set_name(&mut self, name: &'static str) {
        *self.element_mut(0).and_then(|first| first.field_mut("name", 1)).expect(HAS_IT) = leaf(name);
    }

    fn set_time(&mut self, time: i32) {
        let sibling = self.element_mut(0).and_then(|first| first.field_mut("sibling", 0));
        *sibling.and_then(|sibling| sibling.field_mut("time", 0)).expect(HAS_IT) = leaf(time);
    }
}

impl<T: Tree> Record for Grown<T> {
    fn build() -> Self {
        Self(of_container(&ORIGINAL))
    }

    fn plain(&self) -> Container {
        container_of(&self.0).expect(HAS_IT)
    }

    fn set_texts(&mut self, text: &'static str) {
        *self.0.field_mut("location", 3).expect(HAS_IT) = leaf(text);
        for index in 0..3 {
            *self.element_mut(index).and_then(|element| element.field_mut("name", 1)).expect(HAS_IT) = leaf(text);
        }
    }
}

impl<T: Tree> From<Fields> for Grown<T> {
    fn from(value: Fields) -> Self {
        macro_rules! record {
            (($value:ident) $($field:ident: $Type:tt,)*) => {
                T::record(vec![$((stringify!($field), leaf($value.$field.lend()))),*])
            };
        }
        Self(with_fields!(record!(value), strings: [&str]))
    }
}

/// What the tree of the second record holds; for proofs only.
fn fields_of(tree: &impl Tree) -> Option<FieldsRef<'_>> {
    macro_rules! read {
        ($value:expr, str) => { $value.text() };
        ($value:expr, bool) => { $value.bool() };
        ($value:expr, f32) => { $value.float().map(|wide| wide as f32) };
        ($value:expr, f64) => { $value.float() };
        ($value:expr, $Integer:ident) => { $value.integer().and_then(|wide| $Integer::try_from(wide).ok()) };
        // The whole record, for `with_fields`.
        (($tree:ident, $positions:ident) $($field:ident: [$Type:ident],)*) => {
            FieldsRef { $($field: read!($tree.field(stringify!($field), $positions.next()?)?, $Type)?,)* }
        };
    }
    let mut positions = 0..position::COUNT;
    Some(with_fields!(read!(tree, positions), strings: [str]))
}

impl<T: Tree> PartialEq for Grown<T> {
    fn eq(&self, other: &Self) -> bool {
        fields_of(&self.0).expect(HAS_IT) == fields_of(&other.0).expect(HAS_IT)
    }
}

impl<T: Tree> fields::change::Edit for Grown<T> {
    fn set_number(&mut self, number: u64) {
        let place = self.0.field_mut(fields::variant::SECOND_NUMBER, position::SECOND_NUMBER);
        *place.expect(HAS_IT) = leaf(number);
    }

    fn set_string(&mut self, text: &'static str) {
        let place = self.0.field_mut("second_field_of_type_string", position::SECOND_STRING);
        *place.expect(HAS_IT) = leaf(text);
    }
}
