//! The places where a union lies.

/// How many there are in both revisions, and with those of the newer one.
pub const PLACES: usize = 13;
pub const ALL_PLACES: usize = PLACES + 8;

/// Whether the union is an element of a packed list, if that has elements of one variant.
pub fn is_packed(place: usize) -> bool {
    matches!(place, 2 | 5)
}

/// Declares what finds them for a revision.
macro_rules! places {
    ($module:ident, |$root:ident, $edit:ident| { $($number:literal: $with:expr;)* }) => {
        pub mod $module {
            use vellum::{Result, cursor::AsSession};

            use crate::union_revisions::Way;
            use crate::union_revisions::edits::$module as edits;
            use crate::union_revisions::states::$module::STATES;
            use crate::union_revisions::types::$module::*;

            /// Edits the union at a place; false if there is no such edit.
            pub fn edit<B: AsSession>(root: &mut RootEdit<'_, B>, place: usize, way: Way, number: usize) -> Result<bool> {
                let $root = root;
                let $edit = |choice: &mut ChoiceEdit<'_, B::Storage>| edit_at(choice, way, number);
                match place {
                    0 => $edit(&mut $root.choice()),
                    1 => $edit(&mut $root.maybe()?.unwrap()),
                    2 => $edit(&mut $root.packed().at(1)?),
                    3 => $edit(&mut $root.mixed().at(1)?),
                    4 => $edit(&mut $root.maybes().at(1)?.unwrap()),
                    5 => $edit(&mut $root.nested().at(1)?.at(0)?),
                    6 => $edit(&mut $root.map().at(7)?.unwrap()),
                    7 => $edit(&mut $root.maybe_map().at("key")?.unwrap().unwrap()),
                    8 => $edit(&mut $root.array().at(1)?),
                    9 => $edit(&mut $root.holder().choice()),
                    10 => $edit(&mut $root.holders().at(1)?.choice()),
                    11 => $edit(&mut $root.frame().choice()),
                    12 => $edit(&mut $root.frame().maybe()?.unwrap()),
                    $($number => $with,)*
                    _ => unreachable!(),
                }
            }

            fn edit_at<S: vellum::Storage>(choice: &mut ChoiceEdit<'_, S>, way: Way, number: usize) -> Result<bool> {
                match way {
                    Way::Asked => edits::edit(choice, false, number),
                    Way::Matched => edits::edit(choice, true, number),
                    Way::Set => edits::set_variant(choice, &STATES[number]).map(|()| true),
                    Way::SetWhole => choice.set(&STATES[number]).map(|()| true),
                }
            }
        }
    };
}

places! { old, |_root, edit| {} }

places! {
    new, |root, edit| {
        13: edit(&mut root.late());
        14: edit(&mut root.late_maybe()?.unwrap());
        15: edit(&mut root.late_list().at(1)?);
        16: edit(&mut root.late_map().at(7)?.unwrap());
        17: edit(&mut root.late_array().at(1)?);
        18: edit(&mut root.late_holder().choice());
        19: edit(&mut root.late_frame().choice());
        20: edit(&mut root.late_frame().maybe()?.unwrap());
    }
}

use std::collections::BTreeMap;

use super::types::new::{Choice, Holder, Root};

/// A root with something on both sides of what is edited.
pub fn root() -> Root {
    Root { before: "before".into(), after: "after".into(), ..Root::default() }
}

/// Puts a union at a place.
pub fn put(root: &mut Root, place: usize, state: &Choice) {
    let (state, other) = (state.clone(), || Choice::Text("other".into()));
    let some = || Some(state.clone());
    let map = |state: Choice| BTreeMap::from([(1, other()), (7, state), (9, Choice::Nothing)]);
    match place {
        0 => root.choice = state,
        1 => root.maybe = Some(state),
        2 => root.packed = vec![state; 3],
        3 => root.mixed = vec![other(), state, Choice::Short(1), Choice::Nothing],
        4 => root.maybes = vec![None, Some(state), Some(other())],
        5 => root.nested = vec![vec![other()], vec![state], vec![]],
        6 => root.map = map(state),
        7 => root.maybe_map = BTreeMap::from([("a".into(), None), ("key".into(), some()), ("z".into(), some())]),
        8 => root.array = [other(), state],
        9 => root.holder.choice = state,
        10 => {
            let holder = |choice| Holder { n: 3, choice, after: "after".into() };
            root.holders = vec![holder(other()), holder(state), Holder::default()];
        }
        11 => root.frame.choice = state,
        12 => root.frame.maybe = Some(state),
        13 => root.late = state,
        14 => root.late_maybe = Some(state),
        15 => root.late_list = vec![other(), state, Choice::Nothing, Choice::Short(1)],
        16 => root.late_map = map(state),
        17 => root.late_array[1] = state,
        18 => root.late_holder.choice = state,
        19 => root.late_frame.choice = state,
        _ => root.late_frame.maybe = Some(state),
    }
}

/// The union at a place.
pub fn of(root: &mut Root, place: usize) -> &mut Choice {
    match place {
        0 => Some(&mut root.choice),
        1 => root.maybe.as_mut(),
        2 => root.packed.get_mut(1),
        3 => root.mixed.get_mut(1),
        4 => root.maybes[1].as_mut(),
        5 => root.nested[1].get_mut(0),
        6 => root.map.get_mut(&7),
        7 => root.maybe_map.get_mut("key").and_then(Option::as_mut),
        8 => root.array.get_mut(1),
        9 => Some(&mut root.holder.choice),
        10 => Some(&mut root.holders[1].choice),
        11 => Some(&mut root.frame.choice),
        12 => root.frame.maybe.as_mut(),
        13 => Some(&mut root.late),
        14 => root.late_maybe.as_mut(),
        15 => root.late_list.get_mut(1),
        16 => root.late_map.get_mut(&7),
        17 => root.late_array.get_mut(1),
        18 => Some(&mut root.late_holder.choice),
        19 => Some(&mut root.late_frame.choice),
        _ => root.late_frame.maybe.as_mut(),
    }
    .expect("it was put there")
}
