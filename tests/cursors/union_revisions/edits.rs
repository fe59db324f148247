//! Each edit twice: of a cursor, and of an owned value. What a cursor gives no such edit for is false.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use vellum::{
    Result, Storage, Value,
    cursor::{ArrayEdit, AsSession, ListEdit, MapEdit, SetEdit, TextEdit},
};

const LONG: &str = "a text that is longer than any that was there before";

thread_local! {
    /// Whether an edit called several functions, of which each is one edit to the buffer.
    pub static SEVERAL: Cell<bool> = const { Cell::new(false) };
}

fn several() {
    SEVERAL.set(true);
}

/// Declares the edits of a cursor, by their numbers, and the same of an owned value.
macro_rules! same {
    (
        $(#[$attribute:meta])*
        fn [$($generics:tt)*] $edit:ident, $owned:ident($cursor:ident: $cursor_ty:ty, $value:ident: $value_ty:ty)
        { $($number:literal: $with:expr, $then:expr;)* }
    ) => {
        $(#[$attribute])*
        pub fn $edit<$($generics)*>($cursor: &mut $cursor_ty, number: usize) -> Result<bool> {
            match number {
                $($number => {
                    $with;
                })*
                _ => return Ok(false),
            }
            Ok(true)
        }

        // Some edits change nothing, or what is not there.
        #[allow(clippy::no_effect, clippy::unnecessary_operation)]
        pub fn $owned($value: &mut $value_ty, number: usize) {
            match number {
                $($number => {
                    $then;
                })*
                _ => unreachable!(),
            }
        }
    };
}

same! {
    fn [S: Storage] text, text_owned(c: TextEdit<'_, S>, v: String) {
        0: c.push_str(LONG)?, v.push_str(LONG);
        1: c.push('ß')?, v.push('ß');
        2: c.insert_str(0, "in")?, v.insert_str(0, "in");
        3: c.splice(.., "all")?, *v = "all".into();
        4: c.truncate(1)?, v.truncate(1);
        5: c.clear()?, v.clear();
        6: c.take()?, v.clear();
        7: c.set("")?, v.clear();
        8: c.set(LONG)?, *v = LONG.into();
        9: c.splice(0..0, "")?, ();
        10: { several(); c.push_str("one")?; c.push_str(LONG)?; c.splice(..3, "")? }, { v.push_str("one"); v.push_str(LONG); v.drain(..3) };
    }
}

same! {
    fn [S: Storage] bytes, bytes_owned(c: ListEdit<'_, S, u8>, v: Vec<u8>) {
        0: c.push(3)?, v.push(3);
        1: c.extend_from_slice(&[9; 60])?, v.extend_from_slice(&[9; 60]);
        2: c.insert(0, 1)?, v.insert(0, 1);
        3: c.clear()?, v.clear();
        4: c.truncate(1)?, v.truncate(1);
        5: c.pop()?, v.pop();
        6: { several(); c.push(1)?; c.push(2)?; c.set(0, 3)? }, { v.extend([1, 2]); v[0] = 3 };
    }
}

same! {
    fn [S: Storage] names, names_owned(c: ListEdit<'_, S, String>, v: Vec<String>) {
        0: c.push(LONG)?, v.push(LONG.into());
        1: c.insert(0, "")?, v.insert(0, String::new());
        2: c.clear()?, v.clear();
        3: { several(); c.push("last")?; let last = c.len()? - 1; c.at(last)?.push_str(LONG)? }, v.push(format!("last{LONG}"));
        4: c.extend_from_slice(&["a".into(), "b".into()])?, v.extend(["a".into(), "b".into()]);
        5: c.retain(str::is_empty)?, v.retain(String::is_empty);
        6: c.pop()?, v.pop();
    }
}

same! {
    fn [S: Storage] scores, scores_owned(c: MapEdit<'_, S, String, u32>, v: BTreeMap<String, u32>) {
        0: c.insert("new", 3)?, v.insert("new".into(), 3);
        1: c.insert("x", 0)?, v.insert("x".into(), 0);
        2: c.remove("y")?, v.remove("y");
        3: c.clear()?, v.clear();
        4: c.update("x", 5, |n| n + 1)?, { let n = v.entry("x".into()).or_insert(5); *n += 1 };
        5: { several(); c.insert(LONG, 1)?; c.insert("a", 2)? }, { v.insert(LONG.into(), 1); v.insert("a".into(), 2) };
    }
}

same! {
    fn [S: Storage] set, set_owned(c: SetEdit<'_, S, u16>, v: BTreeSet<u16>) {
        0: c.insert(4)?, v.insert(4);
        1: c.remove(300)?, v.remove(&300);
        2: c.clear()?, v.clear();
        3: { several(); c.insert(1)?; c.insert(2)? }, v.extend([1, 2]);
    }
}

same! {
    fn [S: Storage] numbers, numbers_owned(c: ArrayEdit<'_, S, u16, 3>, v: [u16; 3]) {
        0: c.set(1, 300)?, v[1] = 300;
        1: c.set(0, 0)?, v[0] = 0;
        2: { several(); c.set(2, 5)?; c.set(1, 6)? }, { v[2] = 5; v[1] = 6 };
    }
}

/// Declares the edits of what has types of a revision, with those of the part that the revision added.
macro_rules! edits {
    ($module:ident, |$c:ident, $v:ident| { $($number:literal: $with:expr, $then:expr;)* }) => {
        // Owned values are of the newer revision.
        #[allow(dead_code)]
        pub mod $module {
            use super::*;
            use crate::union_revisions::states::$module::part as a_part;
            #[allow(unused_imports)]
            use crate::union_revisions::types::{FirstText, FirstTextMut};
            use crate::union_revisions::types::$module::*;

            same! {
                fn [B: AsSession] part, part_owned($c: PartEdit<'_, B>, $v: Part) {
                    0: $c.set_a(9)?, $v.a = 9;
                    1: $c.set_a(0)?, $v.a = 0;
                    2: $c.set_name(LONG)?, $v.name = LONG.into();
                    3: $c.set_name("")?, $v.name = String::new();
                    4: $c.name().push_str(LONG)?, $v.name.push_str(LONG);
                    5: $c.name().insert_str(0, "x")?, $v.name.insert(0, 'x');
                    6: $c.name().clear()?, $v.name.clear();
                    7: $c.list().push(7)?, $v.list.push(7);
                    8: $c.list().extend_from_slice(&[1; 30])?, $v.list.extend_from_slice(&[1; 30]);
                    9: $c.list().clear()?, $v.list.clear();
                    10: $c.take_name()?, $v.name.clear();
                    11: $c.clear_list()?, $v.list.clear();
                    12: { several(); $c.set_a(3)?; $c.set_name("both")?; $c.list().push(1)? },
                        { $v.a = 3; $v.name = "both".into(); $v.list.push(1) };
                    $($number: $with, $then;)*
                }
            }

            const OWN: usize = 3;

            pub fn spot<B: AsSession>(spot: &mut SpotEdit<'_, B>, number: usize) -> Result<bool> {
                match number {
                    0 => spot.set_x(300)?,
                    1 => spot.set_on(true)?,
                    2 => spot.label().push_str(LONG)?,
                    number => return part(&mut spot.part(), number - OWN),
                }
                Ok(true)
            }

            fn spot_owned(spot: &mut Spot, number: usize) {
                match number {
                    0 => spot.x = 300,
                    1 => spot.on = true,
                    2 => spot.label.push_str(LONG),
                    number => part_owned(&mut spot.part, number - OWN),
                }
            }

            fn parts<S: Storage>(parts: &mut ListEdit<'_, S, Part>, number: usize) -> Result<bool> {
                match number {
                    0 => parts.push(&a_part(4))?,
                    1 => parts.insert(0, &Part::default())?,
                    2 => parts.clear()?,
                    number if parts.len()? > 1 => return part(&mut parts.at(1)?, number - OWN),
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn parts_owned(parts: &mut Vec<Part>, number: usize) {
                match number {
                    0 => parts.push(a_part(4)),
                    1 => parts.insert(0, Part::default()),
                    2 => parts.clear(),
                    number => part_owned(&mut parts[1], number - OWN),
                }
            }

            fn places<S: Storage>(places: &mut MapEdit<'_, S, u8, Part>, number: usize) -> Result<bool> {
                match number {
                    0 => places.insert(3, &a_part(4)).map(drop)?,
                    1 => places.remove(1).map(drop)?,
                    2 => {
                        several();
                        places.at_or_insert(9, &Part::default())?.set_name(LONG)?;
                    }
                    number => match places.at(5)? {
                        Some(mut at) => return part(&mut at, number - OWN),
                        None => return Ok(false),
                    },
                }
                Ok(true)
            }

            fn places_owned(places: &mut BTreeMap<u8, Part>, number: usize) {
                match number {
                    0 => drop(places.insert(3, a_part(4))),
                    1 => drop(places.remove(&1)),
                    2 => places.entry(9).or_default().name = LONG.into(),
                    number => part_owned(places.get_mut(&5).unwrap(), number - OWN),
                }
            }

            fn many<S: Storage>(many: &mut ListEdit<'_, S, Choice>, number: usize) -> Result<bool> {
                match number {
                    0 => many.push(&Choice::Short(5))?,
                    1 => many.push(&Choice::Text(LONG.into()))?,
                    2 => many.clear()?,
                    number if many.len()? > 1 => return edit(&mut many.at(0)?, number % 2 == 0, number - OWN),
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn many_owned(many: &mut Vec<Choice>, number: usize) {
                match number {
                    0 => many.push(Choice::Short(5)),
                    1 => many.push(Choice::Text(LONG.into())),
                    2 => many.clear(),
                    number => edit_owned(&mut many[0], number - OWN),
                }
            }

            fn post<B: AsSession>(post: &mut ChoicePostEdit<'_, B>, number: usize) -> Result<bool> {
                match number {
                    0 => post.set_street(LONG)?,
                    1 => post.set_number(70_000)?,
                    2 => post.tags().push("tag")?,
                    number => return part(&mut post.part(), number - OWN),
                }
                Ok(true)
            }

            fn corners<S: Storage>(corners: &mut ArrayEdit<'_, S, Spot, 2>, number: usize) -> Result<bool> {
                spot(&mut corners.at(1)?, number)
            }

            fn corners_owned(corners: &mut [Spot; 2], number: usize) {
                spot_owned(&mut corners[1], number);
            }

            fn couple<S: Storage>(couple: &mut ArrayEdit<'_, S, Part, 2>, number: usize) -> Result<bool> {
                part(&mut couple.at(1)?, number)
            }

            fn couple_owned(couple: &mut [Part; 2], number: usize) {
                part_owned(&mut couple[1], number);
            }

            fn inner<S: Storage>(inner: &mut ChoiceEdit<'_, S>, number: usize) -> Result<bool> {
                match number {
                    0 => inner.set(&Choice::Long(5))?,
                    1 => inner.set_text(LONG)?,
                    2 => inner.set_nothing()?,
                    number => return edit(inner, number % 2 == 0, number - OWN),
                }
                Ok(true)
            }

            fn inner_owned(inner: &mut Box<Choice>, number: usize) {
                match number {
                    0 => **inner = Choice::Long(5),
                    1 => **inner = Choice::Text(LONG.into()),
                    2 => **inner = Choice::Nothing,
                    number => edit_owned(inner, number - OWN),
                }
            }

            fn maybe<C>(
                held: &mut Option<C>,
                number: usize,
                edit: impl FnOnce(&mut C, usize) -> Result<bool>,
            ) -> Result<bool> {
                held.as_mut().map_or(Ok(false), |held| edit(held, number))
            }

            /// Makes it that variant, with what is given.
            pub fn set_variant<S: Storage>(choice: &mut ChoiceEdit<'_, S>, value: &Choice) -> Result<()> {
                match value {
                    Choice::Nothing => choice.set_nothing(),
                    Choice::Pair(number, part) => choice.set_pair((*number, part)),
                    Choice::Flag(v) => choice.set_flag(*v),
                    Choice::Short(v) => choice.set_short(*v),
                    Choice::Long(v) => choice.set_long(*v),
                    Choice::Wide(v) => choice.set_wide(*v),
                    Choice::Kind(v) => choice.set_kind(*v),
                    Choice::Fixed(v) => choice.set_fixed(v.as_set()),
                    Choice::Part(v) => choice.set_part(v),
                    Choice::Text(v) => choice.set_text(v),
                    Choice::Bytes(v) => choice.set_bytes(v),
                    Choice::Spot(v) => choice.set_spot(v),
                    Choice::Names(v) => choice.set_names(v),
                    Choice::Parts(v) => choice.set_parts(v),
                    Choice::Scores(v) => choice.set_scores(v),
                    Choice::Places(v) => choice.set_places(v),
                    Choice::Set(v) => choice.set_set(v),
                    Choice::Maybe(v) => choice.set_maybe(v.as_set()),
                    Choice::MaybeText(v) => choice.set_maybe_text(v.as_set()),
                    Choice::MaybePart(v) => choice.set_maybe_part(v.as_set()),
                    Choice::MaybeSpot(v) => choice.set_maybe_spot(v.as_set()),
                    Choice::MaybeList(v) => choice.set_maybe_list(v.as_set()),
                    Choice::Tuple(v) => choice.set_tuple(v.as_set()),
                    Choice::Numbers(v) => choice.set_numbers(v.as_set()),
                    Choice::Corners(v) => choice.set_corners(v.as_set()),
                    Choice::Couple(v) => choice.set_couple(v.as_set()),
                    Choice::Inner(v) => choice.set_inner(v.as_set()),
                    Choice::MaybeInner(v) => choice.set_maybe_inner(v.as_set()),
                    Choice::Many(v) => choice.set_many(v.as_set()),
                    // Of several fields, and those of a later revision.
                    other => choice.set(other),
                }
            }

            fn value<V>(_: &mut V, _: usize) -> Result<bool> {
                Ok(false)
            }

            edits! {
                @variants
                Part as_part |c, n| part(c, n), |v, n| part_owned(v, n);
                Text as_text |c, n| text(c, n), |v, n| text_owned(v, n);
                Bytes as_bytes |c, n| bytes(c, n), |v, n| bytes_owned(v, n);
                Spot as_spot |c, n| spot(c, n), |v, n| spot_owned(v, n);
                Names as_names |c, n| names(c, n), |v, n| names_owned(v, n);
                Parts as_parts |c, n| parts(c, n), |v, n| parts_owned(v, n);
                Scores as_scores |c, n| scores(c, n), |v, n| scores_owned(v, n);
                Places as_places |c, n| places(c, n), |v, n| places_owned(v, n);
                Set as_set |c, n| set(c, n), |v, n| set_owned(v, n);
                MaybeText as_maybe_text |c, n| maybe(c, n, text), |v, n| text_owned(v.as_mut().unwrap(), n);
                MaybePart as_maybe_part |c, n| maybe(c, n, part), |v, n| part_owned(v.as_mut().unwrap(), n);
                MaybeSpot as_maybe_spot |c, n| maybe(c, n, spot), |v, n| spot_owned(v.as_mut().unwrap(), n);
                MaybeList as_maybe_list |c, n| maybe(c, n, bytes), |v, n| bytes_owned(v.as_mut().unwrap(), n);
                Numbers as_numbers |c, n| numbers(c, n), |v, n| numbers_owned(v, n);
                Corners as_corners |c, n| corners(c, n), |v, n| corners_owned(v, n);
                Couple as_couple |c, n| couple(c, n), |v, n| couple_owned(v, n);
                Inner as_inner |c, n| inner(c, n), |v, n| inner_owned(v, n);
                MaybeInner as_maybe_inner |c, n| maybe(c, n, inner), |v, n| inner_owned(v.as_mut().unwrap(), n);
                Many as_many |c, n| many(c, n), |v, n| many_owned(v, n);
                @values Flag as_flag, Short as_short, Long as_long, Wide as_wide, Kind as_kind, Fixed as_fixed,
                Maybe as_maybe, Pair as_pair, Tuple as_tuple
            }
        }
    };
    (
        @variants
        $($variant:ident $as:ident |$c:ident, $n:ident| $with:expr, |$v:ident, $m:ident| $then:expr;)*
        @values $($scalar:ident $as_scalar:ident),*
    ) => {
        /// The edit of that number of what the union holds, which a match gives, or the question for its variant.
        pub fn edit<S: Storage>(choice: &mut ChoiceEdit<'_, S>, by_match: bool, number: usize) -> Result<bool> {
            if by_match {
                return match choice.get_mut()? {
                    $(ChoiceMut::$variant(mut held) => {
                        let ($c, $n) = (&mut held, number);
                        $with
                    })*
                    ChoiceMut::Post(mut held) => post(&mut held, number),
                    $(ChoiceMut::$scalar { .. } => Ok(false),)*
                    _ => Ok(false),
                };
            }
            $(if let Some(mut held) = choice.$as()? {
                let ($c, $n) = (&mut held, number);
                return $with;
            })*
            if let Some(mut held) = choice.as_post()? {
                return post(&mut held, number);
            }
            $(if let Some(mut held) = choice.$as_scalar()? {
                return value(&mut held, number);
            })*
            Ok(false)
        }

        pub fn edit_owned(choice: &mut Choice, number: usize) {
            match choice {
                $(Choice::$variant(held) => {
                    let ($v, $m) = (held, number);
                    $then;
                })*
                Choice::Post { street, number: held, tags, part, .. } => match number {
                    0 => *street = LONG.into(),
                    1 => *held = 70_000,
                    2 => tags.push("tag".into()),
                    number => part_owned(part, number - OWN),
                },
                other => panic!("{other:?} has no edit {number}"),
            }
        }
    };
}

edits! { old, |c, v| {} }

edits! {
    new, |c, v| {
        13: c.set_number(70_001)?, v.number = 70_001;
        14: c.set_seven(0)?, v.seven = 0;
        15: c.set_on(true)?, v.on = true;
        16: c.set_late(Some(LONG))?, v.late = Some(LONG.into());
        17: { if let Some(mut late) = c.late()? { late.push_str("r")? } }, if let Some(late) = &mut v.late { late.push('r') };
        18: c.texts().push("text")?, v.texts.push("text".into());
        19: c.first().as_text()?.map_or(Ok(()), |mut text| text.push_str(LONG))?,
            if let FirstText::Text(text) = &mut v.first { text.push_str(LONG) };
        20: { if let FirstTextMut::Text(mut text) = c.first().get_mut()? { text.insert_str(0, "x")? } },
            if let FirstText::Text(text) = &mut v.first { text.insert(0, 'x') };
        21: c.first().set_other(3)?, v.first = FirstText::Other(3);
        22: c.set_inner(Some(&Choice::Text(LONG.into())))?, v.inner = Some(Box::new(Choice::Text(LONG.into())));
        23: c.many().push(&Choice::Text("text".into()))?, v.many.push(Choice::Text("text".into()));
        24: { if let Some(mut inner) = c.inner()? { inner.set_part(&Part::default())? } },
            if let Some(inner) = &mut v.inner { **inner = Choice::default() };
        25: { several(); c.set_number(1)?; c.first().set_text("both")?; c.texts().push("three")? },
            { v.number = 1; v.first = FirstText::Text("both".into()); v.texts.push("three".into()) };
    }
}
