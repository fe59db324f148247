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
    let view = Node::view(&bytes).unwrap();
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
