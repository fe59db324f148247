//! One edit needs the same room by a derived type as by a record: in memory of a fixed length both fit or both are refused, and give
//! the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use vellum::{Error, ErrorKind, Record, Result, Storage, Vellum, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Home {
    city: String,
    rooms: u16,
    lines: Vec<String>,
    marks: BTreeMap<String, u32>,
    tags: BTreeSet<String>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct World {
    name: String,
    note: Option<String>,
    home: Home,
    marks: BTreeMap<String, u32>,
    texts: BTreeMap<u16, String>,
    notes: BTreeMap<String, Option<String>>,
    flags: BTreeMap<u16, bool>,
    pairs: BTreeMap<(u8, String), u64>,
    homes: BTreeMap<String, Home>,
    tags: BTreeSet<String>,
    codes: Vec<u32>,
    lines: Vec<String>,
    grid: Vec<Vec<u16>>,
    #[vellum(since = 2)]
    late: BTreeMap<u16, u32>,
    #[vellum(since = 2)]
    late_home: Home,
    #[vellum(since = 2)]
    late_text: String,
    #[vellum(since = 2)]
    late_codes: Vec<u32>,
}

/// The first revision of it.
mod first {
    use super::{BTreeMap, BTreeSet, Home, Vellum};

    #[derive(Vellum, Clone, Debug, Default, PartialEq)]
    pub struct World {
        pub name: String,
        pub note: Option<String>,
        pub home: Home,
        pub marks: BTreeMap<String, u32>,
        pub texts: BTreeMap<u16, String>,
        pub notes: BTreeMap<String, Option<String>>,
        pub flags: BTreeMap<u16, bool>,
        pub pairs: BTreeMap<(u8, String), u64>,
        pub homes: BTreeMap<String, Home>,
        pub tags: BTreeSet<String>,
        pub codes: Vec<u32>,
        pub lines: Vec<String>,
        pub grid: Vec<Vec<u16>>,
    }
}

/// Memory that has room for so many bytes.
#[derive(Clone)]
pub struct Room {
    pub bytes: Vec<u8>,
    most: usize,
    is_fixed: bool,
}

impl Room {
    /// A buffer with so much room after it: as a part of what has a fixed length, or to grow into.
    pub fn new(bytes: &[u8], spare: usize, is_fixed: bool) -> Self {
        let (mut bytes, most) = (bytes.to_vec(), bytes.len() + spare);
        if is_fixed {
            bytes.resize(most, 0xFF);
        }
        Self { bytes, most, is_fixed }
    }
}

impl AsRef<[u8]> for Room {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Storage for Room {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        if len <= self.most { Ok(()) } else { Err(Error::full(len, self.most)) }
    }

    fn resize(&mut self, len: usize) {
        assert!(len <= self.most, "not reserved");
        if !self.is_fixed {
            self.bytes.resize(len, 0xAA);
        }
    }

    fn replace(&mut self, mut content: Vec<u8>, len: usize) -> Result<()> {
        self.reserve(len)?;
        if self.is_fixed {
            content.resize(self.most, 0xFF);
        }
        self.bytes = content;
        Ok(())
    }

    fn has_fixed_len(&self) -> bool {
        self.is_fixed
    }
}

type Recorded<'m> = Record<&'m mut Room>;

/// What an edit is called, by the derived type, and by a record.
type Twin = (&'static str, fn(&mut Room) -> Result<()>, fn(&mut Recorded<'_>) -> Result<()>);

const LONG: &str = "a text that is longer than what was there before it";

/// Edits that both ways have.
const TWINS: &[Twin] = &[
    ("a longer text", |room| World::edit(room)?.set_name(LONG), |world| world.set("name", LONG)),
    ("a shorter text", |room| World::edit(room)?.set_name("x"), |world| world.set("name", "x")),
    ("no text", |room| World::edit(room)?.set_name(""), |world| world.set("name", "")),
    ("an absent text", |room| World::edit(room)?.set_note(Some(LONG)), |world| world.set("note", LONG)),
    ("an absent text without bytes", |room| World::edit(room)?.set_note(Some("")), |world| world.set("note", "")),
    ("a number", |room| World::edit(room)?.codes().push(7), |world| world.push("codes", 7u32)),
    ("a line", |room| World::edit(room)?.lines().push("line"), |world| world.push("lines", "line")),
    ("an empty line", |room| World::edit(room)?.lines().push(""), |world| world.push("lines", "")),
    ("a row", |room| World::edit(room)?.grid().push(&[]), |world| world.push_default("grid")),
    ("a key", |room| World::edit(room)?.marks().insert("key", 7).map(drop), |world| world.set("marks[key]", 7u32)),
    ("a first key", |room| World::edit(room)?.marks().insert("", 7).map(drop), |world| world.set("marks[\"\"]", 7u32)),
    ("a last key", |room| World::edit(room)?.marks().insert("zz", 7).map(drop), |world| world.set("marks[zz]", 7u32)),
    (
        "a key of zero",
        |room| World::edit(room)?.marks().insert("key", 0).map(drop),
        |world| world.set("marks[key]", 0u32),
    ),
    (
        "a key alone",
        |room| World::edit(room)?.marks().insert("key", 0).map(drop),
        |world| world.add_key("marks", "key").map(drop),
    ),
    (
        "a text by key",
        |room| World::edit(room)?.texts().insert(9, "nine").map(drop),
        |world| world.set("texts[9]", "nine"),
    ),
    (
        "an empty text by key",
        |room| World::edit(room)?.texts().insert(9, "").map(drop),
        |world| world.set("texts[9]", ""),
    ),
    ("a note", |room| World::edit(room)?.notes().insert("k", Some("n")).map(drop), |world| world.set("notes[k]", "n")),
    (
        "an empty note",
        |room| World::edit(room)?.notes().insert("k", Some("")).map(drop),
        |world| world.set("notes[k]", ""),
    ),
    (
        "no note",
        |room| World::edit(room)?.notes().insert("k", None).map(drop),
        |world| world.add_key("notes", "k").map(drop),
    ),
    ("a flag", |room| World::edit(room)?.flags().insert(9, true).map(drop), |world| world.set("flags[9]", true)),
    (
        "a pair",
        |room| World::edit(room)?.pairs().insert((3, "k"), 9).map(drop),
        |world| world.set("pairs[[3,\"k\"]]", 9u64),
    ),
    ("a tag", |room| World::edit(room)?.tags().insert("tag").map(drop), |world| world.add_key("tags", "tag").map(drop)),
    ("a home's city", |room| World::edit(room)?.home().set_city("London"), |world| world.set("home.city", "London")),
    ("a home's rooms", |room| World::edit(room)?.home().set_rooms(3), |world| world.set("home.rooms", 3u16)),
    ("a home's line", |room| World::edit(room)?.home().lines().push("line"), |world| world.push("home.lines", "line")),
    ("a home's empty line", |room| World::edit(room)?.home().lines().push(""), |world| world.push("home.lines", "")),
    (
        "a home's key",
        |room| World::edit(room)?.home().marks().insert("key", 7).map(drop),
        |world| world.set("home.marks[key]", 7u32),
    ),
    (
        "a home's tag",
        |room| World::edit(room)?.home().tags().insert("tag").map(drop),
        |world| world.add_key("home.tags", "tag").map(drop),
    ),
    ("a late key", |room| World::edit(room)?.late().insert(7, 7).map(drop), |world| world.set("late[7]", 7u32)),
    (
        "a late home's rooms",
        |room| World::edit(room)?.late_home().set_rooms(3),
        |world| world.set("late_home.rooms", 3u16),
    ),
    (
        "a late home's key",
        |room| World::edit(room)?.late_home().marks().insert("key", 7).map(drop),
        |world| world.set("late_home.marks[key]", 7u32),
    ),
    ("a late text", |room| World::edit(room)?.set_late_text(LONG), |world| world.set("late_text", LONG)),
    ("a late number", |room| World::edit(room)?.late_codes().push(7), |world| world.push("late_codes", 7u32)),
];

/// What an edit of a record is called, and the edit.
type Edit = (&'static str, fn(&mut Recorded<'_>) -> Result<()>);

/// Edits that a record has alone.
const EDITS: &[Edit] = &[
    ("the city of a new key", |world| world.set("homes[new].city", "London")),
    ("the rooms of a new key", |world| world.set("homes[new].rooms", 3u16)),
    ("a line of a new key", |world| world.push("homes[new].lines", "line")),
    ("a key of a new key", |world| world.set("homes[new].marks[key]", 7u32)),
    ("a tag of a new key", |world| world.add_key("homes[new].tags", "tag").map(drop)),
    ("a new key that is made", |world| world.make("homes[new]")),
    ("a text of a new key that is appended to", |world| {
        let city = world.schema().field::<str>("homes[].city")?;
        world.append(city.at("new"), "London")
    }),
    ("a home that is made", |world| world.make("home")),
    ("a list that is made", |world| world.make_list("home.lines")),
];

/// The same after some edits, so that there are holes and slack.
fn edited(world: &World, width: PointerWidth) -> Vec<u8> {
    let mut bytes = vellum::to_vec_with_width(world, width).unwrap();
    let mut edit = World::edit(&mut bytes).unwrap();
    edit.set_name("a name that is longer").unwrap();
    edit.codes().push(1).unwrap();
    edit.marks().insert("more", 3).unwrap();
    edit.marks().remove("a").unwrap();
    edit.texts().insert(3, "three").unwrap();
    edit.set_name("short").unwrap();
    edit.lines().push("one more").unwrap();
    bytes
}

/// Buffers to edit, by what they are called.
fn buffers() -> Vec<(&'static str, Vec<u8>)> {
    let home = Home {
        city: "Rome".into(),
        rooms: 2,
        lines: vec!["x".into()],
        marks: BTreeMap::from([("a".into(), 1)]),
        tags: BTreeSet::from(["a".into()]),
    };
    let some = World {
        name: "world".into(),
        note: Some("note".into()),
        home: home.clone(),
        marks: BTreeMap::from([("a".into(), 1), ("m".into(), 2)]),
        texts: BTreeMap::from([(1, "one".into()), (20, "twenty".into())]),
        notes: BTreeMap::from([("a".into(), Some("b".into())), ("c".into(), None)]),
        flags: BTreeMap::from([(1, true), (20, false)]),
        pairs: BTreeMap::from([((1, "a".into()), 5)]),
        homes: BTreeMap::from([("a".into(), home.clone()), ("z".into(), Home::default())]),
        tags: BTreeSet::from(["a".into(), "z".into()]),
        codes: vec![1, 2, 3],
        lines: vec!["a".into(), "b".into()],
        grid: vec![vec![1]],
        late: BTreeMap::from([(1, 1)]),
        late_home: home.clone(),
        late_text: "late".into(),
        late_codes: vec![1],
    };
    let old = first::World {
        name: "world".into(),
        home,
        marks: some.marks.clone(),
        codes: vec![1, 2, 3],
        ..first::World::default()
    };
    vec![
        ("none", vellum::to_vec(&World::default()).unwrap()),
        ("some", vellum::to_vec(&some).unwrap()),
        ("edited", edited(&some, PointerWidth::One)),
        ("edited, wide", edited(&some, PointerWidth::Two)),
        ("some, wide", vellum::to_vec_with_width(&some, PointerWidth::Two).unwrap()),
        ("none, wide", vellum::to_vec_with_width(&World::default(), PointerWidth::Four).unwrap()),
        ("old", vellum::to_vec(&old).unwrap()),
        ("old, wide", vellum::to_vec_with_width(&old, PointerWidth::Two).unwrap()),
        ("old without anything", vellum::to_vec(&first::World::default()).unwrap()),
    ]
}

/// How much spare room an edit of a buffer is tried with.
const MOST: usize = 300;

/// What an edit makes of a buffer with so much spare room; `None` where it is refused, which leaves the buffer as it is.
fn outcome(room: &Room, name: &str, edit: impl Fn(&mut Room) -> Result<()>) -> Option<Vec<u8>> {
    let mut edited = room.clone();
    match edit(&mut edited) {
        Ok(()) => Some(edited.bytes),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Full, "{name}: {error}");
            assert!(edited.bytes == room.bytes, "{name}: refused, but changed");
            None
        }
    }
}

fn verified(bytes: Vec<u8>) -> usize {
    assert!(World::schema().prove(&bytes).unwrap().is_complete());
    bytes.len()
}

#[test]
fn a_record_needs_the_room_of_the_derived_type() {
    for (buffer, bytes) in buffers() {
        for (edit, derived, recorded) in TWINS {
            // A buffer that fills memory of a fixed length has the width for all of it.
            for is_fixed in [false, true].into_iter().filter(|is_fixed| !is_fixed || bytes[0] & 3 > 0) {
                let mut least = None;
                for spare in 0..MOST {
                    let name = format!("{edit} in {buffer}{} with {spare}", if is_fixed { ", fixed" } else { "" });
                    let room = Room::new(&bytes, spare, is_fixed);
                    let typed = outcome(&room, &name, derived);
                    let other = outcome(&room, &name, |room| recorded(&mut Record::open(World::schema(), room)?));
                    let fit = (typed.is_some(), other.is_some());
                    assert!(typed == other, "{name}: by type and by record, it fits: {fit:?}");
                    if let Some(edited) = typed {
                        least = least.or_else(|| Some((spare, verified(edited))));
                    } else {
                        assert!(is_fixed || least.is_none(), "{name}: less was enough");
                    }
                    if !is_fixed && least.is_some_and(|(least, _)| spare > least + 5) {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn a_run_that_is_full_is_split_in_the_same_room() {
    let full = World {
        marks: (0..1024).map(|n| (format!("a{n:04}"), n)).collect(),
        tags: (0..2048).map(|n| format!("a{n:04}")).collect(),
        ..World::default()
    };
    let bytes = vellum::to_vec(&full).unwrap();
    let twins = TWINS.iter().filter(|(edit, ..)| ["a key", "a first key", "a last key", "a tag"].contains(edit));
    for (edit, derived, recorded) in twins {
        let fits = |spare: usize| {
            let room = Room::new(&bytes, spare, false);
            let typed = outcome(&room, edit, derived);
            let other = outcome(&room, edit, |room| recorded(&mut Record::open(World::schema(), room)?));
            assert!(typed == other, "{edit} with {spare}: {:?}", (typed.is_some(), other.is_some()));
            typed.map(verified)
        };
        let (mut refused, mut enough) = (0, 100_000);
        while refused + 1 < enough {
            let middle = usize::midpoint(refused, enough);
            *if fits(middle).is_some() { &mut enough } else { &mut refused } = middle;
        }
        assert!((8 * 1024..64 * 1024).contains(&enough), "{edit}: {enough}");
    }
}

#[test]
fn an_edit_that_makes_what_is_missing_needs_the_room_of_what_it_adds() {
    for (buffer, bytes) in buffers() {
        for (edit, recorded) in EDITS {
            let mut least = None;
            for spare in 0..MOST {
                let name = format!("{edit} in {buffer} with {spare}");
                let room = Room::new(&bytes, spare, false);
                let edited = outcome(&room, &name, |room| recorded(&mut Record::open(World::schema(), room)?));
                if let Some(edited) = edited {
                    // Where a run moves, what follows may lie where it was.
                    let unused = (bytes.len() + spare).saturating_sub(verified(edited));
                    assert!(unused <= if least.is_none() { 16 } else { spare }, "{name}: {unused} are not used");
                    least = least.or(Some(spare));
                } else {
                    assert!(least.is_none(), "{name}: less was enough");
                }
            }
            assert!(least.is_some(), "{edit} in {buffer}");
        }
    }
}
