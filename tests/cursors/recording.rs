//! What edit cursors of a recorded buffer do, and what the patches of it do to copies.
//!
//! Each edit that a cursor has is made to random records. Its patch, as bytes, makes of a copy what the edit made of the record, in a
//! storage of another kind and by the run-time path; and an edit that fails leaves no trace.

use std::collections::{BTreeMap, BTreeSet};

use vellum::patch::{Patch, Recorder, then};
use vellum::{Record, Result, Vellum};

use super::common::mix::Random;

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
enum Level {
    Low,
    #[default]
    Mid,
    High,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Line {
    id: u64,
    text: String,
    #[vellum(default = true)]
    open: bool,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
#[vellum(frozen)]
struct Spot {
    x: i32,
    y: i32,
    level: Level,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(common(time))]
enum Event {
    Moved { time: u32, to: Spot },
    Said { text: String, time: u32 },
    Many { time: u32, lines: Vec<Line> },
}

impl Default for Event {
    fn default() -> Self {
        Self::Moved { time: 0, to: Spot::default() }
    }
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
enum Small {
    #[default]
    Nothing,
    Number(u32),
    Text(String),
    Spot(Spot),
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Name(String);

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Place {
    #[vellum(default = 7)]
    number: u32,
    #[vellum(default = "somewhere")]
    street: String,
    level: Level,
    #[vellum(since = 2)]
    note: Option<String>,
    inner: Option<Box<Place>>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct All {
    flag: bool,
    #[vellum(default = true)]
    set: bool,
    level: Level,
    number: i64,
    wide: u128,
    float: f32,
    text: String,
    name: Name,
    maybe: Option<u32>,
    maybe_flag: Option<bool>,
    maybe_text: Option<String>,
    pair: (u16, String),
    array: [u32; 4],
    spots: [Spot; 2],
    spot: Spot,
    place: Place,
    maybe_place: Option<Place>,
    file: Vec<u8>,
    numbers: Vec<u32>,
    flags: Vec<bool>,
    levels: Vec<Level>,
    texts: Vec<String>,
    lines: Vec<Line>,
    maybes: Vec<Option<String>>,
    smalls: Vec<Small>,
    nested: Vec<Vec<u16>>,
    event: Event,
    small: Small,
    scores: BTreeMap<String, u32>,
    people: BTreeMap<u32, Line>,
    pages: BTreeMap<(u16, u8), Vec<String>>,
    tags: BTreeSet<String>,
    codes: BTreeSet<i16>,
    #[vellum(since = 2)]
    later: u16,
    #[vellum(since = 2)]
    words: Vec<String>,
}

fn text(rng: &mut Random) -> String {
    let len = if rng.below(12) == 0 { 200 } else { rng.below(9) };
    (0..len).map(|_| ['a', 'b', 'ö', '語'][rng.below(4)]).collect()
}

fn level(rng: &mut Random) -> Level {
    [Level::Low, Level::Mid, Level::High][rng.below(3)]
}

fn number(rng: &mut Random) -> u32 {
    if rng.below(3) == 0 { 0 } else { u32::try_from(rng.below(70_000)).unwrap() }
}

fn spot(rng: &mut Random) -> Spot {
    Spot { x: number(rng).cast_signed(), y: -1, level: level(rng) }
}

fn line(rng: &mut Random) -> Line {
    Line { id: number(rng).into(), text: text(rng), open: rng.below(2) == 0 }
}

fn small(rng: &mut Random) -> Small {
    match rng.below(4) {
        0 => Small::Nothing,
        1 => Small::Number(number(rng)),
        2 => Small::Text(text(rng)),
        _ => Small::Spot(spot(rng)),
    }
}

fn event(rng: &mut Random) -> Event {
    let time = number(rng);
    match rng.below(3) {
        0 => Event::Moved { time, to: spot(rng) },
        1 => Event::Said { text: text(rng), time },
        _ => Event::Many { time, lines: vec![line(rng)] },
    }
}

fn place(rng: &mut Random) -> Place {
    let inner = (rng.below(3) == 0).then(|| Box::new(place(rng)));
    Place { number: number(rng), street: text(rng), level: level(rng), note: some(rng, text), inner }
}

fn some<T>(rng: &mut Random, make: impl Fn(&mut Random) -> T) -> Option<T> {
    (rng.below(2) == 0).then(|| make(rng))
}

fn index(rng: &mut Random, len: usize) -> usize {
    // Sometimes behind the end.
    let behind = usize::from(rng.below(8) == 0);
    rng.below(len + 1 + behind)
}

const EDITS: usize = 74;

/// One edit of a cursor, chosen and filled by chance.
#[allow(clippy::too_many_lines)]
fn edit<B: vellum::cursor::AsSession>(all: &mut AllEdit<'_, B>, which: usize, rng: &mut Random) -> Result<()> {
    let key = ["a", "b", "längerer Schlüssel", "d"][rng.below(4)];
    let id = u32::try_from(rng.below(5)).unwrap();
    match which {
        0 => all.set_flag(rng.below(2) == 0)?,
        1 => all.set_set(rng.below(2) == 0)?,
        2 => all.set_level(level(rng))?,
        3 => all.set_number(i64::from(number(rng)) - 9)?,
        4 => all.set_wide(u128::from(number(rng)) << 100)?,
        5 => all.set_float(0.5)?,
        6 => all.set_text(&text(rng))?,
        7 => all.text().push_str(&text(rng))?,
        8 => {
            let len = all.text().len()?;
            let (from, to) = (index(rng, len), index(rng, len));
            all.text().splice(from.min(to)..from.max(to), &text(rng))?;
        }
        9 => all.text().truncate(3)?,
        10 => drop(all.text().take()?),
        11 => all.set_name(&text(rng))?,
        12 => all.name().push('x')?,
        13 => all.set_maybe(some(rng, number))?,
        14 => all.set_maybe_flag(some(rng, |rng| rng.below(2) == 0))?,
        15 => all.set_maybe_text(some(rng, text).as_deref())?,
        16 => {
            if let Some(mut text) = all.maybe_text()? {
                text.push('y')?;
            }
        }
        17 => all.set_pair((u16::try_from(id).unwrap(), &text(rng)))?,
        18 => all.array().set(index(rng, 3), number(rng))?,
        19 => all.spots().set(index(rng, 1), &spot(rng))?,
        20 => all.spots().at(rng.below(2))?.set_x(5)?,
        21 => all.spot().set_level(level(rng))?,
        22 => all.set_spot(&spot(rng))?,
        23 => all.place().set_number(number(rng))?,
        24 => all.place().set_street(&text(rng))?,
        25 => all.place().street().push_str("!")?,
        26 => all.place().set_note(some(rng, text).as_deref())?,
        27 => all.place().set_level(level(rng))?,
        28 => all.set_place(&place(rng))?,
        29 => all.set_maybe_place(some(rng, place).as_ref())?,
        30 => {
            if let Some(mut place) = all.maybe_place()? {
                place.set_level(level(rng))?;
            }
        }
        31 => all.clear_place()?,
        32 => all.clear_level()?,
        33 => drop(all.take_place()?),
        34 => all.file().push(3)?,
        35 => {
            let len = all.file().len()?;
            all.file().insert(index(rng, len), 9)?;
        }
        36 => {
            let len = all.file().len()?;
            all.file().set(index(rng, len), 200)?;
        }
        37 => {
            let len = all.file().len()?;
            all.file().remove(index(rng, len))?;
        }
        38 => all.file().extend_from_slice(&[1, 2, 3])?,
        39 => all.file().truncate(2)?,
        40 => all.file().retain(|byte| byte % 2 == 1)?,
        41 => all.numbers().push(number(rng))?,
        42 => {
            let len = all.numbers().len()?;
            all.numbers().insert(index(rng, len), number(rng))?;
        }
        43 => all.numbers().retain(|number| number % 3 != 0)?,
        44 => all.numbers().sort_by(Ord::cmp)?,
        45 => all.numbers().update_each(|number| number / 2)?,
        46 => {
            all.flags().push(rng.below(2) == 0)?;
            all.flags().push(rng.below(2) == 0)?;
            all.flags().swap(0, 1)?;
        }
        47 => {
            let mut levels = all.levels();
            levels.extend([level(rng), level(rng)])?;
            levels.set(0, level(rng))?;
        }
        48 => all.texts().push(&text(rng))?,
        49 => {
            let len = all.texts().len()?;
            all.texts().set(index(rng, len), &text(rng))?;
        }
        50 => {
            let len = all.texts().len()?;
            all.texts().at(index(rng, len))?.push_str(&text(rng))?;
        }
        51 => drop(all.texts().pop()?),
        52 => all.lines().push(&line(rng))?,
        53 => {
            let mut lines = all.lines().edit_each();
            while let Some(mut line) = lines.next()? {
                line.set_open(rng.below(2) == 0)?;
                line.text().push('z')?;
            }
        }
        54 => all.lines().extend_from_slice(&[line(rng), line(rng)])?,
        55 => all.maybes().push(some(rng, text).as_deref())?,
        56 => {
            let len = all.maybes().len()?;
            all.maybes().set(index(rng, len), some(rng, text).as_deref())?;
        }
        57 => all.smalls().push(&small(rng))?,
        58 => {
            let len = all.smalls().len()?;
            all.smalls().set(index(rng, len), &small(rng))?;
        }
        59 => {
            let len = all.smalls().len()?;
            let mut smalls = all.smalls();
            let mut small = smalls.at(index(rng, len))?;
            match rng.below(3) {
                0 => small.set_nothing()?,
                1 => small.set_number(number(rng))?,
                _ => small.set_text(&text(rng))?,
            }
        }
        60 => {
            all.nested().push(&[1, 2])?;
            all.nested().at(0)?.push(u16::try_from(id).unwrap())?;
        }
        61 => all.set_event(&event(rng))?,
        62 => {
            let mut event = all.event();
            if let Some(mut said) = event.as_said()? {
                said.text().push_str(&text(rng))?;
            }
            if let Some(mut many) = event.as_many()? {
                many.lines().at(0)?.set_id(5)?;
            }
        }
        63 => {
            let _ = all.event().set_time(number(rng));
        }
        64 => all.set_small(&small(rng))?,
        65 => {
            all.scores().insert(key, number(rng))?;
            all.scores().entry(key).and_modify(|score| score + 1)?;
        }
        66 => drop(all.scores().remove(key)?),
        67 => {
            all.people().insert(id, &line(rng))?;
            if let Some(mut person) = all.people().at(id)? {
                person.set_id(77)?;
                person.set_text(&text(rng))?;
                person.text().push('w')?;
            }
        }
        68 => drop(all.people().take(id)?),
        69 => all.pages().at_or_insert((u16::try_from(id).unwrap(), 2), &[])?.push(key)?,
        70 => {
            all.tags().insert(key)?;
            all.codes().insert(i16::try_from(id).unwrap() - 2)?;
        }
        71 => {
            all.tags().remove(key)?;
            all.codes().retain(|code| code > 0)?;
            all.people().retain(|id, _| id % 2 == 0)?;
        }
        72 => match rng.below(4) {
            0 => all.tags().clear()?,
            1 => all.scores().clear()?,
            2 => all.numbers().clear()?,
            _ => all.set_numbers(&[3, 4])?,
        },
        _ => {
            all.set_later(u16::try_from(id).unwrap())?;
            all.words().push(key)?;
        }
    }
    Ok(())
}

/// What takes a patch back.
fn undone(patch: &[u8]) -> Vec<u8> {
    let patch = Patch::from_bytes(All::schema(), patch).unwrap();
    patch.invert().unwrap_or_else(|error| panic!("{error}\n{patch}")).to_bytes().unwrap()
}

/// Applies a patch to a copy by the run-time path.
fn applied(bytes: &[u8], patch: &[u8]) -> Vec<u8> {
    let schema = All::schema();
    let mut record = Record::open(schema, bytes.to_vec()).unwrap();
    let patch = Patch::from_bytes(schema, patch).unwrap();
    record.apply(&patch).unwrap_or_else(|error| panic!("{error}\n{patch}"));
    record.into_storage()
}

#[test]
fn a_patch_does_to_a_copy_what_the_edit_did() {
    let rounds = if std::env::var("VELLUM_NETS").is_ok() { 1_500 } else { 40 };
    let mut recorders = [Recorder::<All>::new(), Recorder::<All>::invertible()];
    let mut refused = 0;
    for seed in 0..rounds {
        let mut rng = Random(seed);
        let is_invertible = seed % 2 == 1;
        let recorder = &mut recorders[usize::from(is_invertible)];
        let mut bytes = vellum::to_vec(&All::default()).unwrap();
        let (start, mut joined) = (bytes.clone(), None::<Vec<u8>>);
        for turn in 0..60 {
            let which = rng.below(EDITS);
            let before = bytes.clone();
            let done = edit(&mut recorder.edit(&mut bytes).unwrap(), which, &mut rng);
            refused += usize::from(done.is_err());
            let is_empty = recorder.is_empty();
            let patch = recorder.take().unwrap_or_else(|error| panic!("{seed} {turn} {which}: {error}"));
            if is_empty {
                assert!(All::content_eq(&before, &bytes).unwrap(), "{seed} {turn} {which}");
            }
            let copy = applied(&before, &patch);
            let equal = All::content_eq(&copy, &bytes).unwrap();
            assert!(equal, "{seed} {turn}: edit {which}\n{}", Patch::from_bytes(All::schema(), &patch).unwrap());
            if is_invertible {
                let back = applied(&bytes, &undone(&patch));
                let equal = All::content_eq(&back, &before).unwrap();
                assert!(
                    equal,
                    "{seed} {turn}: edit {which} taken back\n{}",
                    Patch::from_bytes(All::schema(), &patch).unwrap()
                );
            }
            joined = Some(joined.map_or_else(|| patch.clone(), |joined| then(&joined, &patch).unwrap()));
        }
        // All of them at once.
        let joined = joined.unwrap();
        let copy = applied(&start, &joined);
        if is_invertible {
            assert!(All::content_eq(&applied(&copy, &undone(&joined)), &start).unwrap(), "{seed}");
        }
        assert!(All::content_eq(&copy, &bytes).unwrap(), "{seed}");
        assert_eq!(vellum::from_slice::<All>(&copy).unwrap(), vellum::from_slice::<All>(&bytes).unwrap());
    }
    assert!(refused > 0);
}
