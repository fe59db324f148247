//! The values that a union has in these tests.

/// Declares them for a revision.
macro_rules! states {
    ($module:ident of $types:ident, grow |$part:ident| $grow:block, post { $($post:tt)* }, late |$states:ident| $late:block) => {
        pub mod $module {
            use std::collections::{BTreeMap, BTreeSet};
            use std::sync::LazyLock;

            use crate::union_revisions::types::$types::*;
            #[allow(unused_imports)]
            use crate::union_revisions::types::FirstText;

            /// A part; from 5 on it has what a later revision knows.
            // The older one has no further fields.
            #[allow(clippy::needless_update)]
            pub fn part(a: u8) -> Part {
                let mut $part = Part { a, name: format!("part {a}"), list: vec![1, 2], ..Part::default() };
                if a >= 5 {
                    $grow
                }
                $part
            }

            pub fn spot(x: u16) -> Spot {
                Spot { x, on: true, label: "label".into(), part: part(3) }
            }

            /// Of each variant the default, and another.
            pub static STATES: LazyLock<Vec<Choice>> = LazyLock::new(states);

            fn states() -> Vec<Choice> {
                use Choice::{
                    Bytes, Corners, Couple, Fixed, Flag, Inner, Long, Many, Maybe, MaybeInner, MaybeList, MaybePart,
                    MaybeSpot, MaybeText, Names, Numbers, Pair, Parts, Places, Scores, Set, Short, Text, Tuple,
                    Wide,
                };
                let mut $states = vec![
                    Choice::Part(Part::default()),
                    Choice::Part(part(1)),
                    Choice::Nothing,
                    Flag(false),
                    Flag(true),
                    Short(0),
                    Short(200),
                    Long(0),
                    Long(u64::MAX),
                    Wide(0),
                    Wide(1 << 100),
                    Choice::Kind(Kind::Plain),
                    Choice::Kind(Kind::Round),
                    Fixed("".try_into().unwrap()),
                    Fixed("fixed".try_into().unwrap()),
                    Text(String::new()),
                    Text("text".into()),
                    Bytes(vec![]),
                    Bytes(vec![7; 5]),
                    Choice::Spot(Spot::default()),
                    Choice::Spot(spot(5)),
                    Names(vec![]),
                    Names(vec!["a".into(), String::new()]),
                    Parts(vec![]),
                    Parts(vec![part(1), part(2), Part::default()]),
                    Scores(BTreeMap::new()),
                    Scores(BTreeMap::from([("x".into(), 7), ("y".into(), 0)])),
                    Places(BTreeMap::new()),
                    Places(BTreeMap::from([(1, part(1)), (5, part(5))])),
                    Set(BTreeSet::new()),
                    Set(BTreeSet::from([3, 300])),
                    Maybe(None),
                    Maybe(Some(0)),
                    Maybe(Some(9)),
                    MaybeText(None),
                    MaybeText(Some(String::new())),
                    MaybeText(Some("text".into())),
                    MaybePart(None),
                    MaybePart(Some(Part::default())),
                    MaybePart(Some(part(6))),
                    MaybeSpot(None),
                    MaybeSpot(Some(Spot::default())),
                    MaybeSpot(Some(spot(7))),
                    MaybeList(None),
                    MaybeList(Some(vec![])),
                    MaybeList(Some(vec![1, 2])),
                    Pair(0, Part::default()),
                    Pair(7, part(7)),
                    Tuple((0, String::new())),
                    Tuple((7, "seven".into())),
                    post(String::new(), 0, vec![], Part::default()),
                    post("Elm".into(), 5, vec!["a".into()], part(8)),
                    Numbers([0; 3]),
                    Numbers([1, 0, 3]),
                    Corners([Spot::default(), Spot::default()]),
                    Corners([spot(1), Spot::default()]),
                    Couple([Part::default(), Part::default()]),
                    Couple([Part::default(), part(9)]),
                    Inner(Box::default()),
                    Inner(Box::new(Inner(Box::new(Text("deep".into()))))),
                    MaybeInner(None),
                    MaybeInner(Some(Box::default())),
                    MaybeInner(Some(Box::new(Choice::Part(part(2))))),
                    Many(vec![]),
                    Many(vec![Short(1), Short(2)]),
                    Many(vec![Choice::Part(part(1)), Choice::Part(part(2))]),
                    Many(vec![Text("one".into()), Choice::Nothing]),
                ];
                $late
                $states
            }

            fn post(street: String, number: u32, tags: Vec<String>, part: Part) -> Choice {
                Choice::Post { street, number, tags, part, $($post)* }
            }
        }
    };
}

states! {
    old of old,
    grow |part| {
        part.a = part.a.wrapping_add(0);
    },
    post {},
    late |states| {
        states.reverse();
    }
}

states! {
    new of new,
    grow |part| {
        part.number = 70_000;
        part.late = Some("late".into());
        part.texts = vec!["t".into()];
        part.inner = Some(Box::new(Choice::LateText("inner".into())));
        part.many = vec![Choice::Short(1)];
    },
    post { zip: None, note: String::new(), choice: Box::default() },
    late |states| {
        states.extend([
            Choice::Kind(Kind::Late),
            Choice::Post {
                street: String::new(),
                number: 0,
                tags: vec![],
                part: Part::default(),
                zip: Some(3),
                note: "note".into(),
                choice: Box::new(FirstText::Other(3)),
            },
            Many(vec![Choice::LateUnit, Short(3)]),
            Many(vec![Choice::LateText("one".into()), Choice::LateText("two".into())]),
            Inner(Box::new(Choice::LateText("deep".into()))),
            Choice::Late(Part::default()),
            Choice::Late(part(1)),
            Choice::LateUnit,
            Choice::LateText("late text".into()),
            Choice::LateMany(vec![Short(1), Text("two".into())]),
            Choice::LateNumber(1 << 40),
        ]);
    }
}
