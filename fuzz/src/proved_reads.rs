//! Any bytes as a derived type that is proved by its own code: what the walk over the schema accepts, and reads that agree with the checked ones.

use vellum::{
    Vellum,
    proved::{Checked, Proved},
};

use crate::rich::{EventRef, EventView, LineView, PointView, Rich, RichView};

/// How deep events and children are compared. Values can be wide at every level.
const DEPTH: u32 = 4;

pub fn run(data: &[u8]) {
    match (Rich::schema().prove(data), Rich::prove(data)) {
        (Ok(_), Ok(proved)) => {
            let view = Rich::peek(data).expect("it is valid");
            fields(&view, &proved, DEPTH);
            let owned = Proved::<_, Rich>::new(data).expect("proved before");
            assert_eq!(owned.get().name(), proved.name());
        }
        (Err(walked), Err(refused)) => {
            assert_eq!((walked.kind(), walked.to_string()), (refused.kind(), refused.to_string()));
        }
        (walked, proved) => panic!("the walk: {:?}, the proof: {:?}", walked.err(), proved.err()),
    }
}

/// Compares what getters without an argument give, where that can be compared.
macro_rules! same {
    ($view:expr, $proved:expr, $($field:ident),* $(,)?) => {{
        $(assert_eq!($view.$field().expect(stringify!($field)), $proved.$field(), stringify!($field));)*
    }};
}

/// Compares lists, element by element.
macro_rules! same_lists {
    ($view:expr, $proved:expr, |$one:ident, $other:ident| $compare:expr) => {{
        let (checked, proved) = ($view.expect("a list"), $proved);
        assert_eq!((checked.len(), checked.len()), (proved.len(), proved.iter().len()));
        for ($one, $other) in checked.iter().map(|element| element.expect("an element")).zip(proved).take(100) {
            $compare;
        }
    }};
}

fn fields(view: &RichView<'_, Checked>, proved: &RichView<'_>, depth: u32) {
    same!(view, proved, flag, on, maybe, age, number, wide, letter, name, nick, code, data, id, ulid, day, clock, at);
    same!(view, proved, price, place, fruit, kind, pair);
    assert_eq!(view.ratio().expect("ratio").to_bits(), proved.ratio().to_bits());
    point(&view.point().expect("point"), &proved.point());
    if let (Some(one), Some(other)) = (view.spot().expect("spot"), proved.spot()) {
        point(&one, &other);
    }
    line(&view.line().expect("line"), &proved.line());
    same_lists!(view.lines(), proved.lines(), |one, other| line(&one, &other));
    same_lists!(view.words(), proved.words(), |one, other| assert_eq!(one, other));
    same_lists!(view.tags(), proved.tags(), |one, other| assert_eq!(one, other));
    same_lists!(view.gaps(), proved.gaps(), |one, other| assert_eq!(one, other));
    same_lists!(view.numbers(), proved.numbers(), |one, other| assert_eq!(one.to_bits(), other.to_bits()));
    same_lists!(view.points(), proved.points(), |one, other| point(&one, &other));
    same_lists!(view.maybe_points(), proved.maybe_points(), |one, other| {
        assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            point(&one, &other);
        }
    });
    same_lists!(view.maybe_children(), proved.maybe_children(), |one, other| {
        assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            line(&one, &other);
        }
    });
    same_lists!(view.nested(), proved.nested(), |one, other| same_lists!(Some(one), other, |one, other| assert_eq!(
        one,
        other
    )));
    event(&view.event().expect("event"), proved.event());
    same_lists!(view.events(), proved.events(), |one, other| event(&one, other));
    same_lists!(view.maybe_events(), proved.maybe_events(), |one, other| {
        assert_eq!(one.is_some(), other.is_some());
        if let (Some(one), Some(other)) = (one, other) {
            event(&one, other);
        }
    });
    maps(view, proved);
    same_lists!(view.last_words(), proved.last_words(), |one, other| assert_eq!(one, other));
    same!(view, proved, later, late);
    event(&view.last().expect("last"), proved.last());
    let Some(depth) = depth.checked_sub(1) else { return };
    same_lists!(view.children(), proved.children(), |one, other| fields(&one, &other, depth));
    if let (Some(one), Some(other)) = (view.next().expect("next"), proved.next()) {
        fields(&one, &other, depth);
    }
}

fn maps(view: &RichView<'_, Checked>, proved: &RichView<'_>) {
    let (checked, scores) = (view.scores().expect("scores"), proved.scores());
    assert_eq!((checked.len(), scores.iter().count()), (scores.len(), scores.len()));
    for (one, (key, score)) in checked.iter().zip(scores) {
        assert_eq!(one.expect("an entry"), (key, score));
        assert_eq!(scores.get(key), Some(score));
    }
    assert_eq!(checked.contains_key("a key").expect("valid"), scores.contains_key("a key"));
    for (one, (key, other)) in view.by_line().expect("by_line").iter().zip(proved.by_line()) {
        let (checked_key, one) = one.expect("an entry");
        assert_eq!(checked_key, key);
        line(&one, &other);
    }
    for (one, (key, other)) in view.by_kind().expect("by_kind").iter().zip(proved.by_kind()) {
        let (checked_key, one) = one.expect("an entry");
        assert_eq!(checked_key, key);
        event(&one, other);
    }
    let (checked, set) = (view.set().expect("set"), proved.set());
    assert_eq!((checked.len(), set.iter().count()), (set.len(), set.len()));
    for (one, other) in checked.iter().zip(set) {
        assert_eq!(one.expect("an element"), other);
        assert!(set.contains(other));
    }
}

fn point(view: &PointView<'_, Checked>, proved: &PointView<'_>) {
    same!(view, proved, label, up, note);
    assert_eq!(view.x().expect("x").to_bits(), proved.x().to_bits());
}

fn line(view: &LineView<'_, Checked>, proved: &LineView<'_>) {
    same!(view, proved, label, size, title);
    point(&view.from().expect("from"), &proved.from());
    same_lists!(view.dashes(), proved.dashes(), |one, other| assert_eq!(one, other));
}

fn event(view: &EventView<'_, Checked>, proved: EventRef<'_>) {
    match (view.get().expect("an event"), proved) {
        (EventRef::None, EventRef::None) | (EventRef::Unknown, EventRef::Unknown) => {}
        (EventRef::Flag(one), EventRef::Flag(other)) => assert_eq!(one, other),
        (EventRef::Short(one), EventRef::Short(other)) => assert_eq!(one, other),
        (EventRef::Long(one), EventRef::Long(other)) => assert_eq!(one, other),
        (EventRef::Kind(one), EventRef::Kind(other)) => assert_eq!(one, other),
        (EventRef::Text(one), EventRef::Text(other)) => assert_eq!(one, other),
        (EventRef::Maybe(one), EventRef::Maybe(other)) => assert_eq!(one, other),
        (EventRef::Bytes(one), EventRef::Bytes(other)) => assert_eq!(one, other),
        (EventRef::Line(one), EventRef::Line(other)) => line(&one, &other),
        (EventRef::Point(one), EventRef::Point(other)) => point(&one, &other),
        (EventRef::Pair(one, two), EventRef::Pair(other, another)) => assert_eq!((one, two), (other, another)),
        (EventRef::Numbers(one), EventRef::Numbers(other)) => {
            same_lists!(Some(one), other, |one, other| assert_eq!(one, other));
        }
        (EventRef::Map(one), EventRef::Map(other)) => {
            assert_eq!(one.len(), other.iter().count());
            for (one, other) in one.iter().zip(other) {
                assert_eq!(one.expect("an entry"), other);
            }
        }
        (EventRef::Posted(one), EventRef::Posted(other)) => same!(one, other, by, at),
        _ => panic!("another variant"),
    }
}
