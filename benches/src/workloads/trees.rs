//! Rows of libraries whose own form of a record is a tree of values that they make without types.
//!
//! A library says how its values are made and looked into ([`Tree`]) and how trees are written and
//! read ([`Codec`]). What a tree of the records holds, how one of its fields is read and changed,
//! and the rows of that are the same for all.

use std::hint::black_box;
use std::marker::PhantomData;

use super::container::{Bar, Container, FRUITS, FooBar, Fruit, ORIGINAL};
use super::fields::{self, Fields, FieldsRef, Lend, position, with_fields};
use super::record::{Change, Edit, Record, Subject};
use super::rows::{self, Rows, Update};
use crate::library::Row;

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
    Case((u8, &'static str)),
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

/// What is found in a value without others in it, its numbers as wide as they can be.
pub enum Found<'n> {
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(&'n str),
}

/// A library's value, which may borrow its strings.
pub trait Tree<'t>: Sized {
    fn leaf(leaf: Leaf<'t>) -> Self;
    fn list(elements: Vec<Self>) -> Self;

    /// A struct; formats without names take the fields in their order.
    fn record(fields: Vec<(&'static str, Self)>) -> Self {
        Self::list(fields.into_iter().map(|(_, value)| value).collect())
    }

    fn found(&self) -> Option<Found<'_>>;
    fn elements(&self) -> Option<&Vec<Self>>;
    fn elements_mut(&mut self) -> Option<&mut Vec<Self>>;

    /// A field by its name, or, where the format has none, by its position.
    fn field(&self, _name: &str, position: usize) -> Option<&Self> {
        self.element(position)
    }

    fn field_mut(&mut self, _name: &str, position: usize) -> Option<&mut Self> {
        self.element_mut(position)
    }

    fn element(&self, index: usize) -> Option<&Self> {
        self.elements()?.get(index)
    }

    fn element_mut(&mut self, index: usize) -> Option<&mut Self> {
        self.elements_mut()?.get_mut(index)
    }

    fn bool(&self) -> Option<bool> {
        let Found::Bool(value) = self.found()? else { return None };
        Some(value)
    }

    fn integer(&self) -> Option<i128> {
        let Found::Integer(number) = self.found()? else { return None };
        Some(number)
    }

    fn float(&self) -> Option<f64> {
        let Found::Float(number) = self.found()? else { return None };
        Some(number)
    }

    fn text(&self) -> Option<&str> {
        let Found::Text(text) = self.found()? else { return None };
        Some(text)
    }
}

/// A value of a leaf: of a bool, a signed number and a case by what is given, of all else by
/// `From`.
macro_rules! of_leaf {
    ($leaf:expr, $bool:path, |$number:ident| $signed:expr, |$case:ident| $of_case:expr) => {{
        use $crate::workloads::trees::Leaf;
        match $leaf {
            Leaf::Bool(value) => $bool(value),
            Leaf::U8(value) => value.into(),
            Leaf::U16(value) => value.into(),
            Leaf::U32(value) => value.into(),
            Leaf::U64(value) => value.into(),
            Leaf::I8($number) => $signed,
            Leaf::I16($number) => $signed,
            Leaf::I32($number) => $signed,
            Leaf::I64($number) => $signed,
            Leaf::F32(value) => value.into(),
            Leaf::F64(value) => value.into(),
            Leaf::Text(text) => text.into(),
            Leaf::Case($case) => $of_case,
        }
    }};
}
pub(crate) use of_leaf;

/// The lists of a library whose values have a case `Array` for them, which holds a vector.
macro_rules! arrays {
    () => {
        fn list(elements: Vec<Self>) -> Self {
            Self::Array(elements)
        }

        fn elements(&self) -> Option<&Vec<Self>> {
            let Self::Array(elements) = self else { return None };
            Some(elements)
        }

        fn elements_mut(&mut self) -> Option<&mut Vec<Self>> {
            let Self::Array(elements) = self else { return None };
            Some(elements)
        }
    };
}
pub(crate) use arrays;

/// How a library writes and reads its trees.
pub trait Codec: Default + 'static {
    /// The tree that owns its strings.
    type Tree: for<'t> Tree<'t> + 'static;
    /// The tree that is read for one field or for an update: the same, or one that borrows its
    /// strings.
    type Ref<'t>: Tree<'t>;
    type Bytes: AsRef<[u8]> + Clone + 'static;

    const LIBRARY: &'static str;
    /// The crate's name in Cargo.lock, and the start of its version.
    const PACKAGE: (&'static str, &'static str);
    const MODE: &'static str;
    const ENCODE: &'static str;
    /// The note on encoding into a kept vector, if the library can do that.
    const REUSE: Option<&'static str>;
    const CLONE: &'static str = "";
    /// The note on decoding to a tree that borrows its strings, if the library has one.
    const BORROW: Option<&'static str> = None;
    const ONE: &'static str = "decodes the whole record to a tree";
    const AGAIN: &'static str = "decode to a tree + encode";

    fn encode(tree: &Self::Tree) -> Self::Bytes;
    /// Adds to the vector.
    fn encode_into(tree: &Self::Tree, buffer: &mut Vec<u8>);
    fn decode(bytes: &Self::Bytes) -> Self::Tree;
    fn decode_ref(bytes: &Self::Bytes) -> Self::Ref<'_>;
    /// Encodes a tree that is not wanted any more, in the place of bytes of this length.
    fn encode_changed(tree: Self::Ref<'_>, len: usize) -> Self::Bytes;
}

const HAS_IT: &str = "the tree is one of the record";

/// A tree as a record of the workloads.
pub struct Grown<'t, T>(T, PhantomData<&'t ()>);

/// A codec as the rows of the workloads want it.
pub struct Trees<C>(C);

impl<C: Codec> Default for Trees<C> {
    fn default() -> Self {
        Self(C::default())
    }
}

/// A record whose trees are known.
pub trait Grows: Subject {
    /// The note on building one.
    const BUILD: &'static str;

    fn build<T: for<'t> Tree<'t>>() -> T;
    fn tree<'t, T: Tree<'t>>(&'t self) -> T;
    /// Whether the tree holds this record; for proofs only.
    fn is_in<'t>(&self, tree: &impl Tree<'t>) -> bool;
    fn text_in<'n, 't>(tree: &'n impl Tree<'t>) -> Option<&'n str>;
    fn set_text_in<'t>(tree: &mut impl Tree<'t>, text: &'static str) -> Option<()>;
    fn set_number_in<'t>(tree: &mut impl Tree<'t>, number: Self::Number) -> Option<()>;
}

/// The row of a workload, in the making.
pub fn rows<S: Grows, C: Codec>(value: &S) -> Rows<S, Trees<C>> {
    let mut rows = Rows::<S, Trees<C>>::new(C::LIBRARY, C::PACKAGE, C::MODE, value);
    if let Some(note) = C::REUSE {
        rows = rows.encode_into_vec(note, |buffer, Grown(tree, _)| {
            buffer.clear();
            C::encode_into(tree, buffer);
        });
    }
    if let Some(note) = C::BORROW {
        let visit = |_: &mut _, bytes: &C::Bytes| {
            black_box(C::decode_ref(bytes));
        };
        rows = rows.decode_borrowed(note, |_, bytes, value| value.is_in(&C::decode_ref(bytes)), visit);
    }
    rows.updates()
}

/// The row of workload A.
pub fn container<C: Codec>(value: &Container) -> Row {
    let time = |_: &mut _, bytes: &C::Bytes| second_time(&C::decode_ref(bytes)).expect(HAS_IT);
    rows::<_, C>(value).decode_time(C::ONE, time).finish()
}

/// The row of workload B.
pub fn fields<C: Codec>(value: &Fields) -> Row {
    rows::<_, C>(value).finish()
}

impl<S: Grows, C: Codec> rows::Codec<S> for Trees<C> {
    type Owned = Grown<'static, C::Tree>;
    type Bytes = C::Bytes;

    const BUILD: &'static str = S::BUILD;
    const ENCODE: &'static str = C::ENCODE;
    const CLONE: &'static str = C::CLONE;
    const DECODE: &'static str = "to a tree of values";
    const TEXT: &'static str = C::ONE;

    fn encode(&mut self, Grown(tree, _): &Grown<'static, C::Tree>) -> C::Bytes {
        C::encode(tree)
    }

    fn decode(&mut self, bytes: &C::Bytes) -> Grown<'static, C::Tree> {
        Grown(C::decode(bytes), PhantomData)
    }

    fn text<T>(&mut self, bytes: &C::Bytes, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in(&C::decode_ref(bytes)).expect(HAS_IT))
    }
}

impl<S: Grows, C: Codec> Update<S> for Trees<C> {
    const UPDATE: &'static str = C::AGAIN;

    fn update(&mut self, bytes: &C::Bytes, change: impl Change<S>) -> C::Bytes {
        let mut tree = Grown(C::decode_ref(bytes), PhantomData);
        change.apply(&mut tree);
        C::encode_changed(tree.0, bytes.as_ref().len())
    }
}

impl<S: Grows, T: for<'t> Tree<'t> + 'static> Record<S> for Grown<'static, T> {
    fn build() -> Self {
        Self(<S as Grows>::build(), PhantomData)
    }

    fn of(value: &S) -> Self {
        Self(value.tree(), PhantomData)
    }

    fn holds(&self, value: &S) -> bool {
        value.is_in(&self.0)
    }
}

impl<'t, S: Grows, T: Tree<'t>> Edit<S> for Grown<'t, T> {
    fn set_text(&mut self, text: &'static str) {
        S::set_text_in(&mut self.0, text).expect(HAS_IT);
    }

    fn set_number(&mut self, number: S::Number) {
        S::set_number_in(&mut self.0, number).expect(HAS_IT);
    }
}

fn leaf<'t, T: Tree<'t>>(value: impl Into<Leaf<'t>>) -> T {
    T::leaf(value.into())
}

impl Grows for Container {
    const BUILD: &'static str = "a tree of values";

    fn build<T: for<'t> Tree<'t>>() -> T {
        ORIGINAL.tree()
    }

    fn tree<'t, T: Tree<'t>>(&'t self) -> T {
        let element = |FooBar { sibling: Bar { time, ratio, size }, name, rating, postfix }: &'t FooBar| {
            T::record(vec![
                ("sibling", T::record(vec![("time", leaf(*time)), ("ratio", leaf(*ratio)), ("size", leaf(*size))])),
                ("name", leaf(name.as_str())),
                ("rating", leaf(*rating)),
                ("postfix", leaf(*postfix)),
            ])
        };
        let fruit = FRUITS[self.fruit as usize];
        T::record(vec![
            ("list", T::list(self.list.iter().map(element).collect())),
            ("initialized", leaf(self.initialized)),
            ("fruit", T::leaf(Leaf::Case((self.fruit as u8, fruit.1)))),
            ("location", leaf(self.location.as_str())),
        ])
    }

    fn is_in<'t>(&self, tree: &impl Tree<'t>) -> bool {
        container_of(tree).is_some_and(|held| held == *self)
    }

    fn text_in<'n, 't>(tree: &'n impl Tree<'t>) -> Option<&'n str> {
        tree.field("location", 3)?.text()
    }

    fn set_text_in<'t>(tree: &mut impl Tree<'t>, text: &'static str) -> Option<()> {
        *tree.field_mut("list", 0)?.element_mut(0)?.field_mut("name", 1)? = leaf(text);
        Some(())
    }

    fn set_number_in<'t>(tree: &mut impl Tree<'t>, time: i32) -> Option<()> {
        *tree.field_mut("list", 0)?.element_mut(0)?.field_mut("sibling", 0)?.field_mut("time", 0)? = leaf(time);
        Some(())
    }
}

/// What the tree of the first record holds.
fn container_of<'t>(tree: &impl Tree<'t>) -> Option<Container> {
    fn element<'t>(tree: &impl Tree<'t>) -> Option<FooBar> {
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
        location: Container::text_in(tree)?.to_owned(),
    })
}

fn second_time<'t>(tree: &impl Tree<'t>) -> Option<i32> {
    let second = tree.field("list", 0)?.element(1)?;
    second.field("sibling", 0)?.field("time", 0)?.integer()?.try_into().ok()
}

impl Grows for Fields {
    const BUILD: &'static str = "the workload's own type, then a tree of values";

    fn build<T: for<'t> Tree<'t>>() -> T {
        Self::new().tree()
    }

    fn tree<'t, T: Tree<'t>>(&'t self) -> T {
        macro_rules! record {
            (($value:ident) $($field:ident: $Type:tt,)*) => {
                T::record(vec![$((stringify!($field), leaf($value.$field.lend()))),*])
            };
        }
        let value = self;
        with_fields!(record!(value), strings: [&str])
    }

    fn is_in<'t>(&self, tree: &impl Tree<'t>) -> bool {
        fields_of(tree) == Some(FieldsRef::from(self))
    }

    fn text_in<'n, 't>(tree: &'n impl Tree<'t>) -> Option<&'n str> {
        tree.field(fields::variant::THIRD_STRING, position::THIRD_STRING)?.text()
    }

    fn set_text_in<'t>(tree: &mut impl Tree<'t>, text: &'static str) -> Option<()> {
        *tree.field_mut("second_field_of_type_string", position::SECOND_STRING)? = leaf(text);
        Some(())
    }

    fn set_number_in<'t>(tree: &mut impl Tree<'t>, number: u64) -> Option<()> {
        *tree.field_mut(fields::variant::SECOND_NUMBER, position::SECOND_NUMBER)? = leaf(number);
        Some(())
    }
}

/// What the tree of the second record holds.
fn fields_of<'n, 't>(tree: &'n impl Tree<'t>) -> Option<FieldsRef<'n>> {
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
