//! Edits of the derived type, through its cursors, judged as those of records are.

use vellum::value::Any;
use vellum::{Record, Result, Vellum as _, cursor::AsSession};
use vellum_testkit::memory::Memory;

use crate::edit::{Change, Tried};
use crate::input::Input;
use crate::judge;
use crate::rich::{Event, Fruit, Kind, Line, Point, Rich, RichEdit};
use crate::tree::{Part, Tree};

/// Tries one edit of a buffer; gives the bytes after one that succeeded.
pub fn one_edit(bytes: &[u8], input: &mut Input<'_>) -> Option<Vec<u8>> {
    let mut storage = input.memory(bytes);
    let (before, is_whole) = Record::open(Rich::schema(), bytes).map(|record| Tree::of(&record)).ok()?;
    let (path, result) = edit(&mut storage, input);
    let path: Vec<Part> = path.split('.').filter(|name| !name.is_empty()).map(part).collect();
    let change: Change = Box::new(|old| old.map(|_| Tree::Anything));
    let tried = Tried { what: format!("derived edit of {path:?}"), result, path, change };
    judge::done(Rich::schema(), bytes, storage.as_ref(), &tried, is_whole.then_some(before))
}

/// A step of a path: a name, `#` and an index, or `$` and a variant.
fn part(name: &str) -> Part {
    match (name.strip_prefix('#'), name.strip_prefix('$')) {
        (Some(index), _) => Part::Index(index.parse().unwrap_or(0)),
        (_, Some(variant)) => Part::Variant(variant.to_owned()),
        _ => Part::Name(name.to_owned()),
    }
}

fn line(input: &mut Input<'_>) -> Line {
    Line {
        from: point(input),
        dashes: input.bytes().iter().map(|byte| byte.cast_signed()).collect(),
        label: input.one_in(2).then_some('x'),
        size: input.byte(),
        title: input.text(),
    }
}

fn point(input: &mut Input<'_>) -> Point {
    let note = input.one_in(2).then(|| input.byte());
    Point { label: input.text(), x: f32::from(input.byte()), up: input.one_in(2), note }
}

fn event(input: &mut Input<'_>) -> Event {
    match input.below(13) {
        0 => Event::Flag(input.one_in(2)),
        1 => Event::Short(input.byte()),
        2 => Event::Long(input.word() as u64),
        3 => Event::Kind(Kind::Large),
        4 => Event::Text(input.text()),
        5 => Event::Maybe(input.one_in(2).then(|| input.text())),
        6 => Event::Bytes(input.bytes().to_vec()),
        7 => Event::Line(line(input)),
        8 => Event::Point(point(input)),
        9 => Event::Pair(input.byte(), input.text()),
        10 => Event::Numbers(input.bytes().iter().map(|byte| (*byte).into()).collect()),
        11 => Event::Map([(input.byte(), input.text())].into()),
        _ => Event::None,
    }
}

/// A value of the whole type, small.
fn rich(input: &mut Input<'_>) -> Rich {
    Rich {
        name: input.text(),
        later: input.one_in(2).then_some(7),
        events: (0..input.below(4)).map(|_| event(input)).collect(),
        other: input.one_in(2).then(|| line(input)),
        scores: [(input.text(), input.byte().into())].into(),
        ..Rich::default()
    }
}

/// Edits, and says the path of the value that the edit is to change.
fn edit(storage: &mut Memory, input: &mut Input<'_>) -> (&'static str, Result<()>) {
    match Rich::edit(storage) {
        Ok(mut root) => edit_opened(&mut root, input),
        Err(error) => ("", Err(error)),
    }
}

/// Edits a buffer that is open.
pub fn edit_opened(root: &mut RichEdit<'_, impl AsSession>, input: &mut Input<'_>) -> (&'static str, Result<()>) {
    match input.below(3) {
        0 => scalars(root, input),
        1 => parts(root, input),
        _ => collections(root, input),
    }
}

fn scalars(root: &mut RichEdit<'_, impl AsSession>, input: &mut Input<'_>) -> (&'static str, Result<()>) {
    let text = input.text();
    let maybe = input.one_in(3);
    match input.below(24) {
        0 => ("flag", root.set_flag(maybe)),
        1 => ("on", root.set_on(maybe)),
        2 => ("maybe", root.set_maybe(maybe.then_some(true))),
        3 => ("age", root.set_age(input.word() as u16)),
        4 => ("number", root.set_number((!maybe).then_some(7))),
        5 => ("wide", root.set_wide(input.word())),
        6 => ("name", root.set_name(&text)),
        7 => ("name", root.name().push_str(&text)),
        8 => ("name", root.name().splice(1..usize::from(input.byte() % 9), &text)),
        9 => ("nick", root.set_nick((!maybe).then_some(text.as_str()))),
        10 => ("data", root.set_data(text.as_bytes())),
        11 => ("place", root.set_place(None)),
        12 => ("fruit", root.set_fruit(Fruit::Unknown(input.word() as u16))),
        13 => ("kind", root.set_kind(Kind::Large)),
        14 => ("later", root.set_later((!maybe).then_some(-1))),
        15 => ("late", root.set_late(&[input.byte(), 2, 3, 4])),
        16 => ("grid", root.set_grid(&[[7; 2]; 3])),
        17 => ("pair", root.set_pair((input.byte(), text.as_str()))),
        18 => ("name", root.clear_name()),
        19 => ("nick", root.take_nick().map(drop)),
        20 => ("ulid", root.set_ulid((!maybe).then_some(vellum::value::Ulid([7; 16])))),
        21 => ("letter", root.set_letter('\u{10FFFF}')),
        22 => ("ratio", root.set_ratio(f64::from_bits(input.word() as u64))),
        _ => ("name", root.name().truncate(input.below(9))),
    }
}

fn parts(root: &mut RichEdit<'_, impl AsSession>, input: &mut Input<'_>) -> (&'static str, Result<()>) {
    let text = input.text();
    let maybe = input.one_in(3);
    match input.below(20) {
        0 => ("point", root.set_point(&point(input))),
        1 => ("spot", root.set_spot((!maybe).then(|| point(input)).as_ref())),
        2 => ("line.from.label", root.line().from().set_label(&text)),
        3 => ("line.dashes", root.line().dashes().push(3)),
        4 => ("line.title", root.line().set_title(&text)),
        5 => ("line.size", root.line().set_size(9)),
        6 => ("line", root.set_line(&line(input))),
        7 => ("other", root.set_other((!maybe).then(|| line(input)).as_ref())),
        8 => ("other", root.clear_other()),
        9 => ("event", root.set_event(&event(input))),
        10 => ("maybe_event", root.set_maybe_event((!maybe).then(|| event(input)).as_ref())),
        11 => ("last", root.set_last(&event(input))),
        12 => ("event", root.event().set_text(&text)),
        13 => ("event", root.event().as_line().and_then(|line| line.map_or(Ok(()), |mut line| line.set_title(&text)))),
        14 => ("last", root.last().as_short().map(drop)),
        15 => ("last", root.last().as_line().and_then(|line| line.map_or(Ok(()), |mut line| line.dashes().push(5)))),
        16 => ("next", root.set_next((!maybe).then(|| rich(input)).as_ref())),
        17 => ("extra", root.set_extra(&Any::from(text.as_str()))),
        18 => ("trio", root.set_trio(None)),
        _ => ("lines.#1.title", root.lines().at(1).and_then(|mut line| line.set_title(&text))),
    }
}

fn collections(root: &mut RichEdit<'_, impl AsSession>, input: &mut Input<'_>) -> (&'static str, Result<()>) {
    let text = input.text();
    let at = input.below(3);
    match input.below(36) {
        0 => ("tags", root.tags().push(&text)),
        1 => ("tags", root.tags().insert(at, &text)),
        2 => ("tags", root.tags().remove(at)),
        3 => ("tags", root.tags().set(at, &text)),
        4 => ("tags", root.tags().sort_by(|a, b| a.cmp(b))),
        5 => ("tags", root.tags().retain(|tag| tag.len() < 5)),
        6 => ("tags", root.tags().extend(["one", "two", text.as_str()])),
        7 => ("gaps", root.gaps().push((at > 0).then_some(7))),
        8 => ("numbers", root.numbers().extend_from_slice(&[1.5, 2.5])),
        9 => ("numbers", root.numbers().truncate(at)),
        10 => ("points", root.points().push(&point(input))),
        11 => ("points", root.points().swap(0, at)),
        12 => ("maybe_points", root.maybe_points().push((at > 0).then(|| point(input)).as_ref())),
        13 => ("children", root.children().push(&rich(input))),
        14 => ("children", root.children().at(at).and_then(|mut child| child.set_name(&text))),
        15 => ("children", root.children().at(at).and_then(|mut child| child.tags().push(&text))),
        16 => ("children", root.children().remove(at)),
        17 => ("children", root.children().clear()),
        18 => ("maybe_children", root.maybe_children().set(at, None)),
        19 => ("maybe_children", root.maybe_children().set(at, Some(&line(input)))),
        20 => ("nested", root.nested().at(at).and_then(|mut inner| inner.push(9))),
        21 => ("nested", root.nested().push(&[1, 2])),
        22 => ("events", root.events().push(&event(input))),
        23 => ("events", root.events().set(at, &event(input))),
        24 => ("events", root.events().at(at).and_then(|mut event| event.set_text(&text))),
        25 => (
            "events",
            root.events().at(at).and_then(|mut event| event.as_line()?.map_or(Ok(()), |mut line| line.set_size(3))),
        ),
        26 => ("maybe_events", root.maybe_events().push((at > 0).then(|| event(input)).as_ref())),
        27 => ("scores", root.scores().insert(&text, 7).map(drop)),
        28 => ("scores", root.scores().remove(&text).map(drop)),
        29 => ("by_line", root.by_line().insert(at as u32, &line(input)).map(drop)),
        30 => ("by_kind", root.by_kind().insert(Kind::Large, &event(input)).map(drop)),
        31 => ("maybe_lines", root.maybe_lines().insert(at as i16, None).map(drop)),
        32 => ("set", root.set().insert(&text).map(drop)),
        33 => ("set", root.set().remove(&text).map(drop)),
        34 => ("last_words", root.last_words().push(&text)),
        _ => ("by_line", root.by_line().at(1).and_then(|line| line.map_or(Ok(()), |mut line| line.set_title(&text)))),
    }
}
