//! Boxes, shared pointers and newtypes are stored as what they hold; types that hold themselves work through them.

use std::rc::Rc;
use std::sync::Arc;

use vellum::{Result, Vellum};

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
struct Id(u64);

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Name(String);

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Node {
    id: Id,
    name: Name,
    next: Option<Box<Node>>,
    children: Vec<Node>,
    shared: Option<Rc<Node>>,
    ids: Vec<Option<Id>>,
    names: Vec<Name>,
    #[vellum(default = 7)]
    level: Box<u8>,
    text: Arc<String>,
}

/// The same, as the types that are stored.
#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Node")]
struct Plain {
    id: u64,
    name: String,
    next: Option<Other>,
    children: Vec<Other>,
    shared: Option<Other>,
    ids: Vec<Option<u64>>,
    names: Vec<String>,
    #[vellum(default = 7)]
    level: u8,
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Other {
    nothing: bool,
}

fn node(depth: u64) -> Node {
    Node {
        id: Id(depth),
        name: Name(format!("node {depth}")),
        next: depth.checked_sub(1).map(|depth| Box::new(node(depth))),
        children: if depth == 2 { vec![Node::default(), node(1)] } else { vec![] },
        shared: (depth == 1).then(|| Rc::new(Node::default())),
        ids: vec![None, Some(Id(0)), Some(Id(9))],
        names: vec![Name("a".into()), Name(String::new())],
        level: Box::new(3),
        text: Arc::new("shared".into()),
    }
}

#[test]
fn a_recursive_value_goes_there_and_back() {
    let value = node(5);
    let bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(vellum::from_slice::<Node>(&bytes).unwrap(), value);
    let view = Node::peek(&bytes).unwrap();
    assert_eq!(view.next().unwrap().unwrap().next().unwrap().unwrap().id().unwrap(), 3);
    assert_eq!(view.name().unwrap(), "node 5");
    assert!(Node::schema().to_string().contains("next: Node?,\n    children: list<Node>,"));
}

#[test]
fn a_wrapper_is_stored_as_what_it_holds() {
    let wrapped = Node { id: Id(4), name: Name("n".into()), level: Box::new(7), ..Node::default() };
    let plain = Plain { id: 4, name: "n".into(), level: 7, ..Plain::default() };
    assert_eq!(vellum::to_vec(&wrapped).unwrap(), vellum::to_vec(&plain).unwrap());
}

#[test]
fn recursive_values_are_edited_in_place() -> Result<()> {
    let mut value = node(3);
    let mut bytes = vellum::to_vec(&value)?;
    let mut edit = Node::edit(&mut bytes)?;
    edit.set_id(8)?;
    edit.name().push_str(", edited")?;
    edit.names().push("c")?;
    edit.ids().set(0, Some(1))?;
    if let Some(mut next) = edit.next()? {
        next.set_next(None)?;
        next.children().push(&Node { id: Id(1), ..Node::default() })?;
        next.set_level(9)?;
    }
    value.id = Id(8);
    value.name.0.push_str(", edited");
    value.names.push(Name("c".into()));
    value.ids[0] = Some(Id(1));
    let next = value.next.as_mut().unwrap();
    next.next = None;
    next.children.push(Node { id: Id(1), ..Node::default() });
    *next.level = 9;
    assert_eq!(vellum::from_slice::<Node>(&bytes)?, value);
    assert_eq!(*Node::edit(&mut bytes)?.take_next()?.unwrap(), *value.next.take().unwrap());
    assert_eq!(vellum::from_slice::<Node>(&bytes)?, value);
    Ok(())
}

#[test]
fn a_value_nested_too_deeply_is_refused() {
    assert!(vellum::to_vec(&node(60)).is_ok());
    assert_eq!(vellum::to_vec(&node(70)).unwrap_err().kind(), vellum::ErrorKind::Limit);
}

/// For each type: it, and what holds one of it, as payload, element, value of a map and field. The bytes are the same, and proved.
macro_rules! stored_alike {
    ($($name:ident: $ty:ty = $value:expr;)*) => {$(
        mod $name {
            use std::collections::BTreeMap;
            use std::rc::Rc;
            use std::sync::Arc;

            use vellum::{Record, Vellum};

            #[allow(unused_imports)]
            use super::{Flat, Grown};

            #[derive(Vellum, Clone, Debug, PartialEq)]
            struct Wrapped($ty);

            macro_rules! holder {
                ($module:ident, $of:ty, $wrap:expr) => {
                    mod $module {
                        #[allow(unused_imports)]
                        use super::*;

                        #[derive(Vellum, Debug, Default, PartialEq)]
                        pub enum Choice {
                            #[default]
                            Nothing,
                            One($of),
                        }

                        #[derive(Vellum, Debug, PartialEq)]
                        pub struct Root {
                            choice: Choice,
                            field: $of,
                            choices: Vec<Choice>,
                            list: Vec<$of>,
                            map: BTreeMap<u8, $of>,
                            array: [$of; 2],
                        }

                        pub fn bytes() -> Vec<u8> {
                            let one = || $wrap($value);
                            let value = Root {
                                choice: Choice::One(one()),
                                field: one(),
                                choices: vec![Choice::One(one()), Choice::Nothing],
                                list: vec![one(), one()],
                                map: [(1, one())].into(),
                                array: [one(), one()],
                            };
                            let bytes = vellum::to_vec(&value).unwrap();
                            assert!(Root::schema().prove(&bytes).is_ok() && Root::prove(&bytes).is_ok());
                            assert_eq!(vellum::from_slice::<Root>(&bytes).unwrap(), value);
                            let mut record = Record::open(Root::schema(), bytes.clone()).unwrap();
                            record.compact().unwrap();
                            assert_eq!(record.as_bytes(), bytes);
                            bytes
                        }
                    }
                };
            }
            holder!(plain, $ty, std::convert::identity);
            holder!(boxed, Box<$ty>, Box::new);
            holder!(counted, Rc<$ty>, Rc::new);
            holder!(shared, Arc<$ty>, Arc::new);
            holder!(wrapped, Wrapped, Wrapped);

            #[test]
            fn what_holds_a_value_is_stored_as_that_value() {
                let bytes = plain::bytes();
                assert_eq!([boxed::bytes(), counted::bytes(), shared::bytes(), wrapped::bytes()], [(); 4].map(|()| bytes.clone()));
            }
        }
    )*};
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Grown {
    text: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Flat {
    number: u16,
}

stored_alike! {
    of_bool: bool = true;
    of_number: u16 = 7;
    of_byte: u8 = 7;
    of_text: String = "abc".into();
    of_bytes: Vec<u8> = vec![1, 2];
    of_list: Vec<u16> = vec![1, 2];
    of_array: [u16; 2] = [1, 2];
    of_tuple: (u8, String) = (1, "a".into());
    of_map: BTreeMap<u8, String> = [(1, "a".to_owned())].into();
    of_grown: Grown = Grown { text: "a".into() };
    of_flat: Flat = Flat { number: 7 };
    of_optional_bool: Option<bool> = Some(true);
    of_optional_number: Option<u16> = Some(7);
    of_optional_text: Option<String> = Some("abc".into());
    of_optional_list: Option<Vec<u16>> = Some(vec![1]);
    of_optional_map: Option<BTreeMap<u8, String>> = Some([(1, "a".to_owned())].into());
    of_optional_grown: Option<Grown> = Some(Grown { text: "a".into() });
    of_optional_flat: Option<Flat> = Some(Flat { number: 7 });
}
