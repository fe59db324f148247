//! Lists of each kind grow by one element after the other beside an owned one, at the end and at
//! the start. So they outgrow their slack, buffers outgrow the width of their pointers, and layouts
//! give a list its room where it is.

use vellum::{Vellum, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Inner {
    id: u32,
    items: Vec<u16>,
    name: String,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Flat {
    x: u32,
    y: u8,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    Dot,
    Line(u64),
    Text(String),
    Inner(Inner),
}

fn inner(index: u32) -> Inner {
    let len = index as usize;
    Inner { id: index, items: (0..).take(len % 4).collect(), name: "n".repeat(len % 30) }
}

fn shape(index: u32) -> Shape {
    match index % 4 {
        0 => Shape::Dot,
        1 => Shape::Line(index.into()),
        2 => Shape::Text("u".repeat(index as usize % 20)),
        _ => Shape::Inner(inner(index)),
    }
}

/// The list of a record with something before and behind it, by these elements, each lent as an
/// edit takes it.
macro_rules! grows {
    ($name:ident, $ty:ty, $element:expr, $lent:expr) => {
        #[test]
        fn $name() {
            #[derive(Vellum, Clone, Debug, Default, PartialEq)]
            struct R {
                before: String,
                list: Vec<$ty>,
                behind: Vec<String>,
            }

            let element: fn(u32) -> $ty = $element;
            for width in [PointerWidth::One, PointerWidth::Two, PointerWidth::Four] {
                for (room, at_front, is_kept) in
                    [(0, false, false), (3, false, true), (40, true, false), (9, true, true)]
                {
                    let before = "b".repeat(room);
                    let mut model = R { before: before.clone(), list: Vec::new(), behind: vec!["end".into(), before] };
                    let mut bytes = vellum::to_vec_with_width(&model, width).unwrap();
                    for turn in 0..60 {
                        // One edit in a session, or five.
                        let mut edit = R::edit(&mut bytes).unwrap();
                        let mut list = edit.list();
                        for step in 0..if is_kept { 5 } else { 1 } {
                            let new = element(turn * 5 + step);
                            if at_front {
                                list.insert(0, $lent(&new)).unwrap();
                                model.list.insert(0, new);
                            } else {
                                list.push($lent(&new)).unwrap();
                                model.list.push(new);
                            }
                        }
                        assert_eq!(vellum::from_slice::<R>(&bytes).unwrap(), model, "{width:?} {room} {turn}");
                        assert!(R::schema().prove(&bytes).unwrap().is_complete(), "{width:?} {room} {turn}");
                    }
                }
            }
        }
    };
}

grows!(bytes, u8, |index| index.to_le_bytes()[0], |new: &u8| *new);
grows!(numbers, u64, |index| index.into(), |new: &u64| *new);
grows!(bools, bool, |index| index % 3 == 0, |new: &bool| *new);
grows!(frozen_structs, Flat, |index| Flat { x: index, y: 7 }, |new| new);
grows!(records, Inner, inner, |new| new);
grows!(unions, Shape, shape, |new| new);
grows!(unions_of_one_variant, Shape, |index| Shape::Line(index.into()), |new| new);
grows!(lists, Vec<u32>, |index| (0..index % 5).collect(), |new| new);

/// As the types above were before they got a field more.
mod older {
    use vellum::Vellum;

    #[derive(Vellum, Clone, Debug, Default, PartialEq)]
    pub struct Record {
        pub id: u32,
    }

    #[derive(Vellum, Clone, Debug, Default, PartialEq)]
    pub struct R {
        pub list: Vec<Record>,
        pub behind: Vec<String>,
    }
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Record {
    id: u32,
    #[vellum(since = 2)]
    name: String,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct R {
    list: Vec<Record>,
    behind: Vec<String>,
}

#[test]
fn lists_of_an_older_revision_grow_and_those_of_a_newer_one_are_refused_or_grow() {
    for stored in 0..70u32 {
        let behind = vec!["b".repeat(stored as usize % 7); 3];
        let old = older::R { list: (0..stored).map(|id| older::Record { id }).collect(), behind: behind.clone() };
        let mut model = R { list: (0..stored).map(|id| Record { id, name: String::new() }).collect(), behind };
        let mut bytes = vellum::to_vec(&old).unwrap();
        for id in stored..stored + 40 {
            let new = Record { id, name: "n".repeat(id as usize % 9) };
            R::edit(&mut bytes).unwrap().list().push(&new).unwrap();
            model.list.push(new);
            assert_eq!(vellum::from_slice::<R>(&bytes).unwrap(), model, "{stored} {id}");
            assert!(R::schema().prove(&bytes).unwrap().is_complete());
        }
        // The older program adds to what the newer one wrote: its elements are as long as theirs.
        for id in 1000..1040 {
            let before = bytes.clone();
            match older::R::edit(&mut bytes).unwrap().list().push(&older::Record { id }) {
                Ok(()) => model.list.push(Record { id, name: String::new() }),
                Err(_) => assert_eq!(bytes, before, "an error changes nothing"),
            }
            assert_eq!(vellum::from_slice::<R>(&bytes).unwrap(), model, "{stored} {id}");
        }
    }
}
