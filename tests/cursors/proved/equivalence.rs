//! A proof by code of the type accepts what the walk over the schema accepts, and refuses the rest with its errors.

use std::collections::BTreeMap;

use vellum::value::{Any, Date, Time};
use vellum::{Vellum, proved::Proved, schema::PointerWidth};

use super::same::Same;
use super::types::*;
use crate::common::nets;

/// Proves bytes both ways; gives whether they are valid.
#[track_caller]
fn judge<T>(bytes: &[u8]) -> bool
where
    T: Vellum + Same,
{
    match (T::schema().prove(bytes), T::prove(bytes)) {
        (Ok(_), Ok(proved)) => {
            T::same(T::peek(bytes).unwrap(), proved);
            // Kept, it finds the root record again without its header.
            let kept = Proved::<_, T>::new(bytes).unwrap();
            T::same(T::peek(bytes).unwrap(), kept.get());
            true
        }
        (Err(walked), Err(refused)) => {
            assert_eq!(format!("{walked:?}"), format!("{refused:?}"));
            assert_eq!((walked.kind(), walked.to_string()), (refused.kind(), refused.to_string()));
            false
        }
        (walked, proved) => panic!("{walked:?}, but {:?}: {bytes:02x?}", proved.err()),
    }
}

/// A cheap source of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Judges a valid buffer, and what comes of it by changing one byte, cutting it off, and changing a few.
#[track_caller]
fn mutate<T>(bytes: &[u8], step: usize)
where
    T: Vellum + Same,
{
    assert!(judge::<T>(bytes), "{:?}", T::schema().prove(bytes).err());
    let mut random = Random(bytes.len() as u64);
    let mut changed = bytes.to_vec();
    for at in (0..bytes.len()).step_by(step * nets::step()) {
        let byte = bytes[at];
        let other = bytes[random.below(bytes.len())];
        for value in
            [0, 1, 2, 0x7F, 0x80, 0xC3, 0xFE, 0xFF, byte ^ 1, byte.wrapping_add(1), byte.wrapping_sub(1), other]
        {
            changed[at] = value;
            judge::<T>(&changed);
        }
        changed[at] = byte;
    }
    for len in (0..bytes.len()).step_by(step) {
        judge::<T>(&bytes[..len]);
    }
    for _ in 0..400 / step {
        for _ in 0..=random.below(3) {
            let at = random.below(changed.len());
            changed[at] = match random.below(3) {
                0 => bytes[random.below(bytes.len())],
                1 => 0xFF,
                _ => u8::try_from(random.below(256)).unwrap(),
            };
        }
        judge::<T>(&changed);
        if random.below(3) == 0 {
            changed.copy_from_slice(bytes);
        }
    }
    changed.copy_from_slice(bytes);
    changed.extend([0xFF; 3]);
    assert!(judge::<T>(&changed), "free space at the end");
    changed.push(0);
    assert!(judge::<T>(&changed), "an unclaimed byte");
}

/// The same at every width of pointers that holds it.
#[track_caller]
fn at_every_width<T>(value: &T, step: usize)
where
    T: Vellum + Same,
{
    let mut widths = 0;
    for width in PointerWidth::ALL {
        if let Ok(bytes) = vellum::to_vec_with_width(value, width) {
            mutate::<T>(&bytes, step);
            widths += 1;
        }
    }
    assert!(widths >= 2);
}

fn point(label: &str) -> Point {
    Point { label: label.into(), x: 1.5, up: true, note: Some(3) }
}

fn line(label: &str) -> Line {
    Line { from: point(label), dashes: vec![-1, 2] }
}

fn flat() -> Flat {
    Flat {
        flag: true,
        on: false,
        maybe_flag: Some(true),
        number: Some(7),
        wide: 1 << 100,
        ratio: f64::NAN,
        letter: 'ß',
        mark: 'y',
        name: "Ada".into(),
        nick: Some("Größe".into()),
        code: "abc".try_into().unwrap(),
        data: vec![1, 0xFF, 3],
        clock: Time::from_nanos(45_000_000_000_000),
        kind: Kind::Large,
        maybe_kind: Some(Kind::Large),
        point: point("p"),
        spot: Some(point("s")),
        pair: (4, "four".into()),
        trio: Some((true, vec![1, 2], 9)),
        flags: [true, false, true],
        gaps: [Some(1), None],
        letters: ['a', 'b'],
        words: [None, Some(String::new())],
        lines: [line("a"), Line::default()],
        meters: Meters(12),
        ..Flat::default()
    }
}

fn events() -> Vec<Event> {
    vec![
        Event::None,
        Event::Flag(true),
        Event::MaybeFlag(Some(true)),
        Event::Short(3),
        Event::Letter('x'),
        Event::Long(1 << 40),
        Event::Kind(Kind::Large),
        Event::Code("abc".try_into().unwrap()),
        Event::Text("text".into()),
        Event::Maybe(Some("some".into())),
        Event::Maybe(None),
        Event::Bytes(vec![0xFF, 0]),
        Event::Line(line("of an event")),
        Event::MaybeLine(Some(line("maybe"))),
        Event::Point(point("p")),
        Event::Pair(1, "one".into()),
        Event::Numbers(vec![1, 2]),
        Event::Map([(1, "a".into()), (2, "b".into())].into()),
        Event::Not(Box::new(Event::Not(Box::new(Event::Text("not not".into()))))),
        Event::Both(Box::new(Event::Short(1)), Box::new(Event::Text("both".into()))),
        Event::Posted { by: "Ada".into(), at: Some(7) },
    ]
}

#[test]
fn what_lies_in_a_record_is_proved_as_the_walk_proves_it() {
    at_every_width(&Flat::default(), 1);
    at_every_width(&flat(), 1);
    at_every_width(&Stamp { at: Time::from_nanos(45_000_000_000_000), by: "Ada".into() }, 1);
    at_every_width(&Empty { late: 3 }, 1);
}

#[test]
fn every_variant_is_proved_as_the_walk_proves_it() {
    for event in events() {
        // In slots, packed, in an array, behind a bit of presence, and as a map's value.
        let many = Many {
            events: vec![event.clone(), event.clone()],
            maybe_events: vec![None, Some(event.clone())],
            pair_of_events: [event.clone(), Event::None],
            by_kind: [(Kind::Large, event)].into(),
            ..Many::default()
        };
        let bytes = vellum::to_vec_with_width(&many, PointerWidth::Two).unwrap();
        mutate::<Many>(&bytes, 3);
    }
    at_every_width(&Many { events: events(), ..Many::default() }, 3);
}

#[test]
fn lists_are_proved_as_the_walk_proves_them() {
    let many = Many {
        flags: vec![true, false],
        maybe_flags: vec![Some(true), None, Some(false)],
        numbers: vec![1, 2],
        letters: vec!['a', 'ß'],
        gaps: vec![None, Some(2)],
        words: vec!["a".into(), String::new(), "w".repeat(70)],
        maybe_words: vec![None, Some(String::new()), Some("b".into())],
        nested: vec![vec!["c".into()], vec![]],
        bytes: vec![vec![1, 0xFF], vec![]],
        points: vec![point("d"), Point::default()],
        maybe_points: vec![None, Some(point("e"))],
        lines: vec![line("f"), Line::default()],
        maybe_lines: vec![Some(line("g")), None],
        pairs: vec![(true, "h".into())],
        rows: vec![[1, 2], [3, 4]],
        meters: vec![Meters(3)],
        kinds: vec![Kind::Small, Kind::Large],
        shared: "shared".into(),
        maybe_shared: Some("maybe".into()),
        boxed: ["boxed".into()].into(),
        lent: "lent".into(),
        next: Some(Box::new(Many { words: vec!["inner".into()], ..Many::default() })),
        ..Many::default()
    };
    let bytes = vellum::to_vec(&many).unwrap();
    mutate::<Many>(&bytes, 1);
    mutate::<Many>(&vellum::to_vec_with_width(&many, PointerWidth::Four).unwrap(), 5);
}

#[test]
fn maps_and_sets_are_proved_as_the_walk_proves_them() {
    let many = Many {
        scores: [("ada".into(), 1), ("bob".into(), 2), ("bo".into(), 3), (String::new(), 4)].into(),
        by_bytes: [(vec![], true), (vec![0xFF], false)].into(),
        by_number: [(-3, line("a")), (4, Line::default())].into(),
        maybe_by_number: [(1, None), (2, Some(line("b")))].into(),
        by_kind: [(Kind::Small, Event::Text("c".into())), (Kind::Large, Event::None)].into(),
        by_flag: [(false, vec![]), (true, vec!["d".into()])].into(),
        by_date: [(Date(20_000), Some(1)), (Date(-300), None)].into(),
        names: ["e".into(), "f".into()].into(),
        few: Some([3, 1].into()),
        hashed: [-1, 0, 1].into(),
        ..Many::default()
    };
    let bytes = vellum::to_vec(&many).unwrap();
    mutate::<Many>(&bytes, 1);
    mutate::<Many>(&vellum::to_vec_with_width(&many, PointerWidth::Four).unwrap(), 5);
}

#[test]
fn maps_in_blocks_are_proved_as_the_walk_proves_them() {
    let scores = (0..1500).map(|number| (format!("{number:04}"), number)).collect();
    let hashed = (0..2200).collect();
    let bytes = vellum::to_vec(&Many { scores, hashed, ..Many::default() }).unwrap();
    mutate::<Many>(&bytes, 1999);
    // The headers, and the directories behind the root record.
    let mut changed = bytes.clone();
    for at in 0..110 {
        for value in [0, bytes[at].wrapping_add(1)] {
            changed[at] = value;
            judge::<Many>(&changed);
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn edited_buffers_with_free_space_are_proved_as_the_walk_proves_them() {
    let many = Many { words: vec!["one".into(), "two".into()], events: events(), ..Many::default() };
    let mut bytes = vellum::to_vec_with_width(&many, PointerWidth::Two).unwrap();
    let mut edit = Many::edit(&mut bytes).unwrap();
    edit.words().push("a longer word than there is room for").unwrap();
    edit.words().remove(0).unwrap();
    edit.events().remove(8).unwrap();
    for number in 0..30u8 {
        edit.scores().insert(&format!("{}", number % 7), u64::from(number)).unwrap();
        edit.events().push(&Event::Text("again".repeat(usize::from(number % 3)))).unwrap();
    }
    edit.set_next(Some(&Many { names: ["x".into()].into(), ..Many::default() })).unwrap();
    assert!(vellum::space::space::<Many>(&bytes).is_ok());
    mutate::<Many>(&bytes, 1);
}

fn all() -> All {
    let part = |label: &str| Part { on: true, label: label.into(), size: Some(9), notes: vec!["note".into()] };
    All {
        name: "all".into(),
        parts: vec![part("a"), part("b")],
        part: part("c"),
        maybe: vec![None, Some(part("d"))],
        by_key: [(1, part("e")), (2, Part::default())].into(),
        change: Change::Sized(1 << 50),
        changes: vec![Change::Named("f".into()), Change::Of(part("g")), Change::Parts(vec![part("h")])],
        color: Color::Green,
        extra: Any::from(BTreeMap::from([("list".into(), Any::List(vec![Any::from(1), Any::from("two"), Any::Null]))])),
        is_new: true,
        nick: Some("nick".into()),
        more: vec!["more".into()],
    }
}

#[test]
fn newer_buffers_are_proved_as_far_as_the_walk_proves_them() {
    let mut one_kind = all();
    one_kind.changes = vec![Change::Sized(1), Change::Sized(2)];
    let mut empty = all();
    (empty.change, empty.color) = (Change::Parts(vec![]), Color::Other(200));
    for value in [all(), one_kind, empty] {
        at_every_width(&value, 2);
        for width in [PointerWidth::Two, PointerWidth::Four] {
            let bytes = vellum::to_vec_with_width(&value, width).unwrap();
            newer::<old::All>(&bytes);
        }
    }
}

/// Judges the buffer of a newer revision, and what comes of changing a byte.
fn newer<T>(bytes: &[u8])
where
    T: Vellum + Same,
{
    assert!(judge::<T>(bytes));
    let mut changed = bytes.to_vec();
    for at in 0..bytes.len() {
        for value in [0, 1, 0x80, 0xFF, bytes[at] ^ 1, bytes[at].wrapping_add(1)] {
            changed[at] = value;
            judge::<T>(&changed);
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn older_buffers_are_proved_as_the_walk_proves_them() {
    let part = |label: &str| old::Part { on: true, label: label.into() };
    let value = old::All {
        name: "old".into(),
        parts: vec![part("a"), part("b")],
        part: part("c"),
        maybe: vec![None, Some(part("d"))],
        by_key: [(1, part("e"))].into(),
        change: old::Change::Named("f".into()),
        changes: vec![old::Change::None, old::Change::Named("g".into())],
        color: old::Color::Other(7),
        extra: Any::from("extra"),
    };
    at_every_width(&value, 1);
    for width in PointerWidth::ALL {
        newer::<All>(&vellum::to_vec_with_width(&value, width).unwrap());
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it has a thread")]
fn values_nested_as_deep_as_they_may_be_are_proved_and_one_more_is_not() {
    // Comparing what is read goes as deep as the values do, in large frames of tests.
    let judged = std::thread::Builder::new().stack_size(16 << 20).spawn(|| {
        let nested = |levels: usize| {
            let mut any = Any::Null;
            for _ in 0..levels {
                any = Any::List(vec![any]);
            }
            vellum::to_vec(&All { extra: any, ..All::default() })
        };
        let deepest = (1..80).take_while(|levels| nested(*levels).is_ok()).last().unwrap();
        let bytes = nested(deepest).unwrap();
        mutate::<All>(&bytes, 1);
        // The innermost list is of one null, packed. As a list of one empty list, it is one level deeper: `1 list 0 null`.
        let at = bytes.windows(3).rposition(|object| object == [1, 0, 0]).unwrap();
        let mut deeper = bytes.clone();
        let list = u8::try_from(bytes.len()).unwrap();
        deeper.splice(at..at + 3, [1, 10, list]);
        deeper.extend([0, 0]);
        assert!(!judge::<All>(&deeper));
        assert_eq!(All::prove(&deeper).unwrap_err().kind(), vellum::ErrorKind::Limit);
    });
    judged.unwrap().join().unwrap();
}

#[test]
fn a_workspace_is_proved_up_to_its_end() {
    let mut memory = [0u8; 400];
    let mut workspace = vellum::Workspace::format(&mut memory[..], &flat()).unwrap();
    Flat::edit(&mut workspace).unwrap().set_name("in place").unwrap();
    assert!(judge::<Flat>(&memory));
    let mut changed = memory;
    for at in 0..120 {
        for value in [0, 1, 0xFF, memory[at].wrapping_add(1)] {
            changed[at] = value;
            judge::<Flat>(&changed);
        }
        changed[at] = memory[at];
    }
}
