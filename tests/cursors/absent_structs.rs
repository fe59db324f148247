//! Cursors in structs and payloads that are not stored: they read defaults, and the first edit that changes something makes
//! the records on the way.

use vellum::{ErrorKind, Vellum};

use crate::common::failing::Failing;

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Inner {
    n: u32,
    text: String,
    codes: Vec<u16>,
    next: Option<Box<Inner>>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Middle {
    inner: Inner,
    inners: [Inner; 2],
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Outer {
    middle: Middle,
    name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    Grid([u16; 4]),
    Nothing,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Box")]
struct OldHolder {
    a: u8,
    b: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Box")]
struct Holder {
    a: u8,
    b: String,
    #[vellum(since = 2)]
    shape: Shape,
}

fn outer() -> Vec<u8> {
    vellum::to_vec(&Outer { name: "outer".into(), ..Outer::default() }).unwrap()
}

#[test]
fn entering_a_struct_that_is_not_stored_writes_nothing() {
    let mut bytes = outer();
    let before = bytes.clone();
    let mut edit = Outer::edit(&mut bytes).unwrap();
    let mut middle = edit.middle();
    assert_eq!(middle.inner().n().unwrap(), 0);
    assert_eq!(middle.inners().at(1).unwrap().text().get().unwrap(), "");
    let mut inner = middle.inner();
    assert!(inner.codes().is_empty().unwrap() && inner.next().unwrap().is_none());
    inner.set_n(0).unwrap();
    inner.set_text("").unwrap();
    inner.codes().clear().unwrap();
    assert_eq!(inner.take_text().unwrap(), "");
    assert_eq!(inner.codes().set(0, 1).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(inner.text().splice(3..4, "x").unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(bytes, before);
}

#[test]
fn one_cursor_makes_the_structs_above_it_once() {
    let mut bytes = outer();
    let mut edit = Outer::edit(&mut bytes).unwrap();
    let mut middle = edit.middle();
    let mut inner = middle.inner();
    inner.codes().push(1).unwrap();
    inner.set_n(5).unwrap();
    inner.text().push_str("text").unwrap();
    inner.codes().push(2).unwrap();
    middle.inners().at(1).unwrap().set_text("other").unwrap();
    middle.inner().set_next(Some(&Inner { n: 1, ..Inner::default() })).unwrap();
    let next = Some(Box::new(Inner { n: 1, ..Inner::default() }));
    let inner = Inner { n: 5, text: "text".into(), codes: vec![1, 2], next };
    let inners = [Inner::default(), Inner { text: "other".into(), ..Inner::default() }];
    assert_eq!(
        vellum::from_slice::<Outer>(&bytes).unwrap(),
        Outer { middle: Middle { inner, inners }, name: "outer".into() }
    );
    assert!(Outer::schema().prove(&bytes).unwrap().is_complete());
}

#[test]
fn an_edit_for_which_the_structs_above_it_leave_no_room_changes_no_byte() {
    let before = outer();
    let edits: [fn(&mut Failing) -> vellum::Result<()>; 4] = [
        |bytes| Outer::edit(bytes)?.middle().inner().set_n(5),
        |bytes| Outer::edit(bytes)?.middle().inner().set_text("text"),
        |bytes| Outer::edit(bytes)?.middle().inners().at(1)?.codes().push(3),
        |bytes| Outer::edit(bytes)?.middle().inner().set_next(Some(&Inner::default())),
    ];
    for edit in edits {
        let mut bytes = Failing::new(&before, 0);
        assert_eq!(edit(&mut bytes).unwrap_err().kind(), ErrorKind::Full);
        assert_eq!(bytes.bytes, before);
        let mut bytes = Failing::new(&before, 1);
        edit(&mut bytes).unwrap();
        assert!(Outer::schema().prove(&bytes.bytes).unwrap().is_complete());
    }
}

#[test]
fn editing_the_payload_of_a_union_that_an_old_record_lacks_leaves_its_neighbours_unchanged() {
    let old = OldHolder { a: 7, b: "neighbour".into() };
    let mut bytes = vellum::to_vec(&old).unwrap();
    let before = bytes.clone();
    let mut edit = Holder::edit(&mut bytes).unwrap();
    let mut shape = edit.shape();
    assert_eq!(shape.as_grid().unwrap().unwrap().get(2).unwrap(), 0);
    shape.as_grid().unwrap().unwrap().set(2, 0).unwrap();
    assert_eq!(bytes, before);
    Holder::edit(&mut bytes).unwrap().shape().as_grid().unwrap().unwrap().set(2, 9).unwrap();
    let expected = Holder { a: 7, b: "neighbour".into(), shape: Shape::Grid([0, 0, 9, 0]) };
    assert_eq!(vellum::from_slice::<Holder>(&bytes).unwrap(), expected);
    assert_eq!(vellum::from_slice::<OldHolder>(&bytes).unwrap(), old);
    Holder::edit(&mut bytes).unwrap().shape().set_nothing().unwrap();
    assert!(Holder::schema().prove(&bytes).unwrap().is_complete());
}
