//! Unions that an older buffer does not store: each is one of its first variant, whatever payload that has.

use std::collections::{BTreeMap, BTreeSet};

use vellum::{Result, Storage, Vellum};

use crate::common::failing::Failing;

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Leaf {
    x: u8,
    name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(frozen)]
struct Point {
    x: u16,
    on: bool,
    label: String,
    leaf: Leaf,
}

/// Declares unions by their first payload, with an edit of it.
macro_rules! firsts {
    ($($field:ident $array:ident $name:ident $edit:ident $edited:ident($payload:ty) |$c:ident| $with:expr, |$v:ident| $then:expr;)*) => {
        $(
            #[derive(Vellum, Clone, Debug, PartialEq)]
            enum $name {
                First($payload),
                Other(u8),
            }

            impl Default for $name {
                fn default() -> Self {
                    Self::First(Default::default())
                }
            }
        )*

        #[derive(Vellum, Clone, Debug, PartialEq, Default)]
        struct Old {
            before: String,
            number: u32,
        }

        #[derive(Vellum, Clone, Debug, PartialEq, Default)]
        struct New {
            before: String,
            number: u32,
            $(
                #[vellum(since = 2)]
                $field: $name,
                #[vellum(since = 2)]
                $array: [$name; 2],
            )*
        }

        /// The edit of each union.
        mod one {
            use super::*;

            $(
                pub fn $field<S: Storage>(choice: &mut $edit<'_, S>, by_match: bool) -> Result<()> {
                    if by_match {
                        let $edited::First(mut $c) = choice.get_mut()? else { panic!("another variant") };
                        $with
                    } else {
                        let mut $c = choice.as_first()?.expect("the first variant");
                        $with
                    }
                }
            )*
        }

        /// The edits: of a union and of an element of an array, asked for its variant and matched on.
        fn edit<S: Storage>(storage: &mut S, number: usize) -> Result<bool> {
            let mut root = New::edit(storage)?;
            let mut rest = number;
            $(
                match rest {
                    0 | 1 => return one::$field(&mut root.$field(), rest == 1).map(|()| true),
                    2 | 3 => return one::$field(&mut root.$array().at(1)?, rest == 3).map(|()| true),
                    _ => rest -= 4,
                }
            )*
            let _ = rest;
            Ok(false)
        }

        fn edit_owned(root: &mut New, number: usize) {
            let mut rest = number;
            $(
                let $field = |choice: &mut $name| {
                    let $name::First($v) = choice else { panic!("another variant") };
                    $then;
                };
                match rest {
                    0 | 1 => return $field(&mut root.$field),
                    2 | 3 => return $field(&mut root.$array[1]),
                    _ => rest -= 4,
                }
            )*
            let _ = rest;
        }
    };
}

firsts! {
    text texts FirstText FirstTextEdit FirstTextMut(String) |c| c.push_str("text"), |v| v.push_str("text");
    bytes all_bytes FirstBytes FirstBytesEdit FirstBytesMut(Vec<u8>) |c| c.extend_from_slice(&[1; 300]), |v| v.extend([1; 300]);
    names all_names FirstNames FirstNamesEdit FirstNamesMut(Vec<String>) |c| c.push("name"), |v| v.push("name".into());
    leaf leaves FirstLeaf FirstLeafEdit FirstLeafMut(Leaf) |c| c.set_name("leaf"), |v| v.name = "leaf".into();
    point points FirstPoint FirstPointEdit FirstPointMut(Point) |c| c.leaf().set_x(3), |v| v.leaf.x = 3;
    point_label point_labels FirstLabel FirstLabelEdit FirstLabelMut(Point) |c| c.label().push('ß'), |v| v.label.push('ß');
    listed all_listed FirstListed FirstListedEdit FirstListedMut(Vec<Leaf>) |c| c.push(&Leaf::default()), |v| v.push(Leaf::default());
    map maps FirstMap FirstMapEdit FirstMapMut(BTreeMap<String, Leaf>)
        |c| c.at_or_insert("key", &Leaf::default())?.set_x(4), |v| v.entry("key".into()).or_default().x = 4;
    set sets FirstSet FirstSetEdit FirstSetMut(BTreeSet<u16>) |c| c.insert(300).map(drop), |v| v.insert(300);
    maybe maybes FirstMaybe FirstMaybeEdit FirstMaybeMut(Option<Leaf>) |c| { assert!(c.take().is_none()); Ok(()) }, |v| *v = None;
    numbers all_numbers FirstNumbers FirstNumbersEdit FirstNumbersMut([u16; 3]) |c| c.set(2, 300), |v| v[2] = 300;
    pairs all_pairs FirstPair FirstPairEdit FirstPairMut([Leaf; 2]) |c| c.at(1)?.set_x(5), |v| v[1].x = 5;
    corners all_corners FirstCorners FirstCornersEdit FirstCornersMut([Point; 2])
        |c| c.at(1)?.leaf().name().push_str("deep"), |v| v[1].leaf.name.push_str("deep");
    inner inners FirstInner FirstInnerEdit FirstInnerMut(FirstText)
        |c| c.as_first()?.expect("a text").insert_str(0, "inner"), |v| *v = FirstText::First("inner".into());
    switched all_switched FirstSwitched FirstSwitchedEdit FirstSwitchedMut(FirstPoint) |c| c.set_other(0), |v| *v = FirstPoint::Other(0);
    many all_many FirstMany FirstManyEdit FirstManyMut(Vec<FirstText>)
        |c| c.push(&FirstText::Other(3)), |v| v.push(FirstText::Other(3));
}

#[test]
fn a_union_that_is_not_stored_is_edited_as_one_of_its_first_variant() {
    let before = vellum::to_vec(&Old { before: "before".into(), number: 70_000 }).unwrap();
    let root: New = vellum::from_slice(&before).unwrap();
    let mut number = 0;
    loop {
        let mut storage = Failing::new(&before, usize::MAX);
        if !edit(&mut storage, number).unwrap_or_else(|error| panic!("edit {number}: {error}")) {
            break;
        }
        let mut expected = root.clone();
        edit_owned(&mut expected, number);
        New::schema().prove(&storage.bytes).unwrap_or_else(|error| panic!("edit {number}: {error}"));
        assert_eq!(vellum::from_slice::<New>(&storage.bytes).unwrap(), expected, "edit {number}");
        for allowance in 0..2 {
            let mut storage = Failing::new(&before, allowance);
            if edit(&mut storage, number).is_err() {
                // A key that is added first is an edit of its own.
                assert!(storage.bytes == before, "edit {number}, {allowance}");
            }
        }
        number += 1;
    }
    assert_eq!(number, 64);
}
