//! Every derived edit of every kind of field that a later revision added, in a buffer of the revision before it, wherever the
//! struct lies: the buffer then holds what an owned value edited alike holds, or the edit failed and changed no byte.

use std::collections::BTreeMap;

use vellum::value::Any;
use vellum::{Result, Storage, Vellum, Workspace, cursor::Session};

use self::types::*;
use crate::common::failing::Failing;

mod types;

const PLACES: usize = 14;

/// The part at a place of an owned value.
fn part_of(root: &mut Root, place: usize) -> &mut Part {
    match place {
        0 => &mut root.part,
        1 => &mut root.null,
        2 => root.maybe.as_mut().unwrap(),
        3 => &mut root.list[1],
        4 => root.maybes[1].as_mut().unwrap(),
        5 => root.map.get_mut(&7).unwrap(),
        6 => match &mut root.choice {
            Choice::Part(part) => part,
            _ => unreachable!(),
        },
        7 => match &mut root.optional {
            Choice::Maybe(Some(part)) => part,
            _ => unreachable!(),
        },
        8 => match &mut root.framed {
            Choice::Frame(frame) => &mut frame.part,
            _ => unreachable!(),
        },
        9 => match &mut root.choices[1] {
            Choice::Part(part) => part,
            _ => unreachable!(),
        },
        10 => &mut root.array[1],
        11 => &mut root.nulls[1],
        12 => &mut root.frame.part,
        _ => &mut root.list[2],
    }
}

/// The same edit in a buffer.
fn edit_at<S: Storage>(storage: &mut S, place: usize, number: usize) -> Result<()> {
    let mut root = Root::edit(storage)?;
    match place {
        0 => edit(&mut root.part(), number),
        1 => edit(&mut root.null(), number),
        2 => edit(&mut root.maybe()?.unwrap(), number),
        3 => edit(&mut root.list().at(1)?, number),
        4 => edit(&mut root.maybes().at(1)?.unwrap(), number),
        5 => edit(&mut root.map().at(7)?.unwrap(), number),
        6 => edit(&mut root.choice().as_part()?.unwrap(), number),
        7 => edit(&mut root.optional().as_maybe()?.unwrap().unwrap(), number),
        8 => edit(&mut root.framed().as_frame()?.unwrap().part(), number),
        9 => edit(&mut root.choices().at(1)?.as_part()?.unwrap(), number),
        10 => edit(&mut root.array().at(1)?, number),
        11 => edit(&mut root.nulls().at(1)?, number),
        12 => edit(&mut root.frame().part(), number),
        _ => edit(&mut root.list().at(2)?, number),
    }
}

/// Declares the edits twice: of a cursor, and of an owned value.
macro_rules! edits {
    ($($number:literal: |$cursor:ident| $edit:expr, |$value:ident| $owned:expr;)*) => {
        const EDITS: usize = [$($number),*].len();

        fn edit<S: Storage>(cursor: &mut PartEdit<'_, &mut Session<S>>, number: usize) -> Result<()> {
            match number {
                $($number => {
                    let $cursor = cursor;
                    $edit
                })*
                _ => unreachable!(),
            }
        }

        // Some edits change nothing.
        #[allow(clippy::no_effect)]
        fn edit_owned(value: &mut Part, number: usize) {
            match number {
                $($number => {
                    let $value = value;
                    $owned;
                })*
                _ => unreachable!(),
            }
        }
    };
}

fn leaf() -> Leaf {
    Leaf { x: 5, name: "leaf".into() }
}

fn point() -> Point {
    Point { x: 300, on: true, label: "label".into(), leaf: leaf() }
}

fn part() -> Part {
    Part { a: 9, text: "inner".into(), wide: Wide::Point(point()), list: vec![1, 2], ..Part::default() }
}

edits! {
    0: |c| c.set_number(7), |v| v.number = 7;
    1: |c| c.set_seven(0), |v| v.seven = 0;
    2: |c| c.set_flag(true), |v| v.flag = true;
    3: |c| c.set_on(false), |v| v.on = false;
    4: |c| c.set_letter('x'), |v| v.letter = 'x';
    5: |c| c.set_fruit(Fruit::Pear), |v| v.fruit = Fruit::Pear;
    6: |c| c.set_maybe_number(Some(0)), |v| v.maybe_number = Some(0);
    7: |c| c.set_maybe_flag(Some(false)), |v| v.maybe_flag = Some(false);
    8: |c| c.set_text(""), |v| v.text = String::new();
    9: |c| c.text().push_str(" more"), |v| v.text.push_str(" more");
    10: |c| c.set_maybe_text(Some("")), |v| v.maybe_text = Some(String::new());
    11: |c| c.set_fixed("fixed"), |v| v.fixed = "fixed".try_into().unwrap();
    12: |c| c.bytes().push(3), |v| v.bytes.push(3);
    13: |c| c.bytes().extend_from_slice(&[1; 300]), |v| v.bytes.extend_from_slice(&[1; 300]);
    14: |c| { let mut list = c.list(); list.push(1)?; list.push(2)?; list.insert(0, 3) }, |v| v.list = vec![3, 1, 2];
    15: |c| c.set_maybe_list(Some(&[])), |v| v.maybe_list = Some(vec![]);
    16: |c| c.leaves().push(&leaf()), |v| v.leaves.push(leaf());
    17: |c| c.set_leaves(&[leaf(), Leaf::default()]), |v| v.leaves = vec![leaf(), Leaf::default()];
    18: |c| c.array().set(2, 7), |v| v.array[2] = 7;
    19: |c| c.set_array(&[1, 2, 3]), |v| v.array = [1, 2, 3];
    20: |c| c.texts().set(1, "second"), |v| v.texts[1] = "second".into();
    21: |c| c.texts().at(0)?.push_str("first"), |v| v.texts[0] = "first".into();
    22: |c| c.leaf_array().at(1)?.set_x(3), |v| v.leaf_array[1].x = 3;
    23: |c| c.leaf_array().set(0, &leaf()), |v| v.leaf_array[0] = leaf();
    24: |c| c.maybe_array().set(1, Some(0)), |v| v.maybe_array[1] = Some(0);
    25: |c| c.grid().at(1)?.set(0, 4), |v| v.grid[1][0] = 4;
    26: |c| c.point().set_x(3), |v| v.point.x = 3;
    27: |c| c.point().label().push_str("here"), |v| v.point.label = "here".into();
    28: |c| c.point().leaf().set_name("deep"), |v| v.point.leaf.name = "deep".into();
    29: |c| c.set_maybe_point(Some(&Point::default())), |v| v.maybe_point = Some(Point::default());
    30: |c| c.leaf().set_x(1), |v| v.leaf.x = 1;
    31: |c| c.leaf().name().push_str("n"), |v| v.leaf.name = "n".into();
    32: |c| c.set_maybe_leaf(Some(&Leaf::default())), |v| v.maybe_leaf = Some(Leaf::default());
    33: |c| c.set_boxed(Some(&part())), |v| v.boxed = Some(Box::new(part()));
    34: |c| c.set_tuple((1, "one", true)), |v| v.tuple = (1, "one".into(), true);
    35: |c| c.set_maybe_tuple(Some((0, ""))), |v| v.maybe_tuple = Some((0, String::new()));
    36: |c| c.map().insert("ada", 3).map(drop), |v| v.map.insert("ada".into(), 3);
    37: |c| c.leaf_map().at_or_insert(3, &leaf())?.set_x(9), |v| v.leaf_map.insert(3, Leaf { x: 9, ..leaf() });
    38: |c| c.set().insert(3).map(drop), |v| v.set.insert(3);
    39: |c| c.wide().set_long(1 << 90), |v| v.wide = Wide::Long(1 << 90);
    40: |c| c.wide().set_leaf(&leaf()), |v| v.wide = Wide::Leaf(leaf());
    41: |c| c.wide().set_pair((1, "one")), |v| v.wide = Wide::Pair(1, "one".into());
    42: |c| c.wide().set_grid(&[1, 2, 3]), |v| v.wide = Wide::Grid([1, 2, 3]);
    43: |c| c.wide().set_point(&point()), |v| v.wide = Wide::Point(point());
    44: |c| c.wide().set_maybe(None), |v| v.wide = Wide::Maybe(None);
    45: |c| c.wide().set_maybe_leaf(Some(&leaf())), |v| v.wide = Wide::MaybeLeaf(Some(leaf()));
    46: |c| c.wide().set_text("text"), |v| v.wide = Wide::Text("text".into());
    47: |c| c.wide().set_nothing(), |v| v.wide = Wide::Nothing;
    48: |c| c.wide().set(&Wide::Fields { leaf: leaf(), n: 3 }), |v| v.wide = Wide::Fields { leaf: leaf(), n: 3 };
    49: |c| c.set_maybe_wide(Some(&Wide::Long(0))), |v| v.maybe_wide = Some(Wide::Long(0));
    50: |c| c.wides().push(&Wide::Leaf(leaf())), |v| v.wides.push(Wide::Leaf(leaf()));
    51: |c| { let mut list = c.wides(); list.push(&Wide::Nothing)?; list.push(&Wide::Text("t".into())) },
        |v| v.wides.extend([Wide::Nothing, Wide::Text("t".into())]);
    52: |c| c.wide_array().at(1)?.set_leaf(&leaf()), |v| v.wide_array[1] = Wide::Leaf(leaf());
    53: |c| c.any().set(&Any::from("text")), |v| v.any = Any::from("text");
    54: |c| c.set_maybe_any(Some(&Any::Null)), |v| v.maybe_any = Some(Any::Null);
    55: |c| c.first_pair().set_first((3, "three")), |v| v.first_pair = FirstPair::First((3, "three".into()));
    56: |c| c.first_grid().as_first()?.unwrap().set(1, 8), |v| v.first_grid = FirstGrid::First([0, 8, 0]);
    57: |c| c.first_point().as_first()?.unwrap().set_x(8),
        |v| v.first_point = FirstPoint::First(Point { x: 8, ..Point::default() });
    58: |c| c.first_point().as_first()?.unwrap().leaf().name().push_str("deep"),
        |v| v.first_point = FirstPoint::First(Point { leaf: Leaf { x: 0, name: "deep".into() }, ..Point::default() });
    59: |c| c.first_maybe().set_first(Some(0)), |v| v.first_maybe = FirstMaybe::First(Some(0));
    60: |c| c.first_text().as_first()?.unwrap().push_str("t"), |v| v.first_text = FirstText::First("t".into());
    61: |c| c.first_list().as_first()?.unwrap().push(4), |v| v.first_list = FirstList::First(vec![4]);
    62: |c| c.first_leaf().as_first()?.unwrap().set_x(4),
        |v| v.first_leaf = FirstLeaf::First(Leaf { x: 4, ..Leaf::default() });
    63: |c| c.first_leaf().set_other(3), |v| v.first_leaf = FirstLeaf::Other(3);
    64: |c| c.first_wide().as_first()?.unwrap().set_long(4), |v| v.first_wide = FirstWide::First(Wide::Long(4));
    65: |c| c.first_wide().as_first()?.unwrap().set_point(&point()),
        |v| v.first_wide = FirstWide::First(Wide::Point(point()));
    66: |c| c.leaf_array().at(1)?.name().set("second"), |v| v.leaf_array[1].name = "second".into();
    67: |c| c.wide_array().set(0, &Wide::Text("w".into())), |v| v.wide_array[0] = Wide::Text("w".into());
    68: |c| c.leaf_map().insert(3, &leaf()).map(drop), |v| v.leaf_map.insert(3, leaf());
    69: |c| c.set_map(&BTreeMap::from([("a".into(), 1), ("b".into(), 2)])),
        |v| v.map = BTreeMap::from([("a".into(), 1), ("b".into(), 2)]);
    70: |c| c.set_b("a longer text than there was, so that it moves"),
        |v| v.b = "a longer text than there was, so that it moves".into();
    71: |c| c.set_a(200), |v| v.a = 200;
    // What asks for no change, or only to read.
    72: |c| c.set_number(0), |_v| ();
    73: |c| c.clear_wide(), |_v| ();
    74: |c| c.take_leaf().map(drop), |_v| ();
    75: |c| c.set_maybe_point(None), |_v| ();
    76: |c| c.leaf().set_x(0), |_v| ();
    77: |c| c.point().leaf().name().clear(), |_v| ();
    78: |c| c.first_point().as_first()?.unwrap().leaf().set_x(0), |_v| ();
    79: |c| c.set_text("none"), |v| v.text = "none".into();
    80: |c| { assert_eq!(c.leaf_array().get(1)?.x()?, 0); assert_eq!(c.array().get(1)?, 0); c.texts().at(1)?.len().map(drop) },
        |_v| ();
    81: |c| c.first_list().as_first()?.unwrap().clear(), |_v| ();
    82: |c| c.list().clear(), |_v| ();
    83: |c| c.map().remove("nobody").map(drop), |_v| ();
}

fn name(place: usize, number: usize) -> String {
    format!("edit {number} at place {place}")
}

#[test]
fn an_edit_of_a_new_field_in_an_old_buffer_is_the_edit_of_an_owned_value() {
    for place in 0..PLACES {
        for number in 0..EDITS {
            let name = name(place, number);
            let mut bytes = vellum::to_vec(&OldRoot::sample()).unwrap();
            edit_at(&mut bytes, place, number).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut expected = Root::sample();
            edit_owned(part_of(&mut expected, place), number);
            Root::schema().prove(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(vellum::from_slice::<Root>(&bytes).unwrap() == expected, "{name}");
            Root::compact(&mut bytes).unwrap();
            assert!(bytes == vellum::to_vec(&expected).unwrap(), "{name}, compact");
        }
    }
}

#[test]
fn an_edit_that_fails_in_an_old_buffer_changes_no_byte() {
    let mut failures = 0;
    let before = vellum::to_vec(&OldRoot::sample()).unwrap();
    let check = |name: &str, after: &[u8], result: Result<()>, expected: &Root| match result {
        Ok(()) => assert!(vellum::from_slice::<Root>(after).unwrap() == *expected, "{name}"),
        Err(_) => assert!(after == before, "{name}"),
    };
    for place in 0..PLACES {
        for number in 0..EDITS {
            // Several edits, of which only the first may fail as one.
            if number == 14 || number == 51 || number == 37 {
                continue;
            }
            let name = name(place, number);
            let mut expected = Root::sample();
            edit_owned(part_of(&mut expected, place), number);
            for allowance in 0..2 {
                let mut storage = Failing::new(&before, allowance);
                let result = edit_at(&mut storage, place, number);
                failures += usize::from(result.is_err());
                check(&format!("{name}, {allowance}"), &storage.bytes, result, &expected);
            }
            let mut fixed = before.clone();
            let result = edit_at(&mut &mut fixed[..], place, number);
            failures += usize::from(result.is_err());
            check(&format!("{name}, fixed"), &fixed, result, &expected);
        }
    }
    assert!(failures > 1000, "{failures}");
}

#[test]
fn an_edit_within_a_workspace_happens_or_changes_no_byte() {
    for place in 0..PLACES {
        for number in 0..EDITS {
            if number == 14 || number == 51 || number == 37 {
                continue;
            }
            for room in [3, 60] {
                let name = format!("{}, {room}", name(place, number));
                let old = Root::sample();
                let mut memory = vec![0; 4096];
                let len = Workspace::format(&mut memory, &old).unwrap().len();
                let mut memory = vec![0; len + room];
                Workspace::format(&mut memory, &old).unwrap();
                let before = memory.clone();
                let result = edit_at(&mut Workspace::open(&mut memory).unwrap(), place, number);
                let mut expected = Root::sample();
                if result.is_ok() {
                    edit_owned(part_of(&mut expected, place), number);
                    Root::schema().prove(&memory).unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert!(vellum::from_slice::<Root>(&memory).unwrap() == expected, "{name}");
                } else {
                    assert!(memory == before, "{name}");
                }
            }
        }
    }
}
