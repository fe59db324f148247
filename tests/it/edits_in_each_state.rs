//! One table of edits: a text, a push, an entry of a map, a variant. Each is made by a typed cursor,
//! by a handle and by a path, in a struct, in a struct that may be absent, in a payload and in a
//! payload in a map, in each state that the value can be in, and in memory that grows or is full. A
//! builder makes each by a handle and by a path. The naive oracle decodes, changes the value and
//! compares. An edit that is refused leaves every byte as it was.

use std::collections::BTreeMap;

use vellum::{
    ErrorKind, Record, RecordBuilder, Result, Vellum, cursor::Session, field::VariantName, schema::PointerWidth,
};

use crate::same_room::Room;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
enum Kind {
    #[default]
    None,
    Number(u64),
    Text(String),
}

/// The first revision of a part, in which nothing that is edited is stored.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Part")]
struct OldPart {
    filler: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Part {
    filler: String,
    #[vellum(since = 2)]
    text: String,
    #[vellum(since = 2, default = "none")]
    named: String,
    #[vellum(since = 2)]
    note: Option<String>,
    #[vellum(since = 2)]
    numbers: Vec<u32>,
    #[vellum(since = 2)]
    lines: Vec<String>,
    #[vellum(since = 2)]
    counts: BTreeMap<String, u32>,
    #[vellum(since = 2)]
    texts: BTreeMap<u16, String>,
    #[vellum(since = 2)]
    kind: Kind,
    #[vellum(since = 2)]
    maybe_kind: Option<Kind>,
    #[vellum(since = 2)]
    kinds: Vec<Kind>,
}

impl Default for Part {
    /// As the schema declares it.
    fn default() -> Self {
        vellum::from_slice(&vellum::to_vec(&OldPart::default()).unwrap()).unwrap()
    }
}

macro_rules! root {
    ($root:ident, $held:ident, $part:ident) => {
        #[allow(clippy::large_enum_variant)]
        #[derive(Vellum, Clone, Debug, Default, PartialEq)]
        #[vellum(rename = "Held")]
        enum $held {
            #[default]
            None,
            Part($part),
            Other(String),
        }

        #[derive(Vellum, Clone, Debug, Default, PartialEq)]
        #[vellum(rename = "Root")]
        struct $root {
            part: $part,
            maybe: Option<$part>,
            held: $held,
            named: BTreeMap<String, $held>,
            after: String,
        }

        impl $root {
            fn of(part: &$part) -> Self {
                let (maybe, held) = (Some(part.clone()), $held::Part(part.clone()));
                let named = BTreeMap::from([("k".into(), held.clone())]);
                Self { part: part.clone(), maybe, held, named, after: "after".into() }
            }
        }
    };
}
root!(OldRoot, OldHeld, OldPart);
root!(Root, Held, Part);

type Cursor<'c, 's, 'm> = PartEdit<'c, &'s mut Session<&'m mut Room>>;
type Recorded<'m> = Record<&'m mut Room>;

/// The same edit, of what lies at the beginning of a path.
struct Edit {
    name: &'static str,
    typed: fn(&mut Cursor<'_, '_, '_>) -> Result<()>,
    handle: fn(&mut Recorded<'_>, &str) -> Result<()>,
    path: fn(&mut Recorded<'_>, &str) -> Result<()>,
    built: [fn(&mut RecordBuilder, &str) -> Result<()>; 2],
    owned: fn(&mut Part),
}

macro_rules! edits {
    ($($name:literal: $method:ident $value:expr;
        [$type:ty] $handle:literal $(at $key:literal)?, $path:literal;
        |$cursor:ident| $typed:expr, |$part:ident| $owned:expr;)*) => {
        const EDITS: &[Edit] = &[$(Edit {
            name: $name,
            typed: |$cursor| $typed,
            handle: |record, at| {
                let field = record.schema().field::<$type>(&(at.replace("[k]", "[]") + $handle))?;
                if at.contains("[k]") {
                    return record.$method(field.at("k")$(.at($key))?, $value);
                }
                record.$method((&field)$(.at($key))?, $value)
            },
            path: |record, at| record.$method(&*format!("{at}{}", $path), $value),
            built: [
                |builder, at| {
                    let field = builder.as_record().schema().field::<$type>(&(at.replace("[k]", "[]") + $handle))?;
                    if at.contains("[k]") {
                        return builder.$method(field.at("k")$(.at($key))?, $value);
                    }
                    builder.$method((&field)$(.at($key))?, $value)
                },
                |builder, at| builder.$method(&*format!("{at}{}", $path), $value),
            ],
            owned: |$part| {
                $owned;
            },
        }),*];
    };
}

const LONG: &str = "a text that is longer than what was there before it";

edits! {
    "a short text": set "ab"; [str] "text", "text"; |c| c.set_text("ab"), |v| v.text = "ab".into();
    "a long text": set LONG; [str] "text", "text"; |c| c.set_text(LONG), |v| v.text = LONG.into();
    "a text with a default": set LONG; [str] "named", "named"; |c| c.set_named(LONG), |v| v.named = LONG.into();
    "an optional text": set "ab"; [str] "note", "note"; |c| c.set_note(Some("ab")), |v| v.note = Some("ab".into());
    "an optional long text": set LONG; [str] "note", "note"; |c| c.set_note(Some(LONG)), |v| v.note = Some(LONG.into());
    "a number": push 7u32; [u32] "numbers[]", "numbers"; |c| c.numbers().push(7), |v| v.numbers.push(7);
    "a line": push "line"; [str] "lines[]", "lines"; |c| c.lines().push("line"), |v| v.lines.push("line".into());
    "an empty line": push ""; [str] "lines[]", "lines"; |c| c.lines().push(""), |v| v.lines.push(String::new());
    "a first number": insert 7u32; [u32] "numbers[]" at 0, "numbers[0]"; |c| c.numbers().insert(0, 7), |v| v.numbers.insert(0, 7);
    "a first line": insert LONG; [str] "lines[]" at 0, "lines[0]"; |c| c.lines().insert(0, LONG), |v| v.lines.insert(0, LONG.into());
    "a first key": set 7u32; [u32] "counts[]" at "", "counts[\"\"]";
        |c| c.counts().insert("", 7).map(drop), |v| v.counts.insert(String::new(), 7);
    "a last key": set 7u32; [u32] "counts[]" at "zz", "counts[zz]";
        |c| c.counts().insert("zz", 7).map(drop), |v| v.counts.insert("zz".into(), 7);
    "a key that may be there": set 9u32; [u32] "counts[]" at "a", "counts[a]";
        |c| c.counts().insert("a", 9).map(drop), |v| v.counts.insert("a".into(), 9);
    "a text by key": set LONG; [str] "texts[]" at 9, "texts[9]";
        |c| c.texts().insert(9, LONG).map(drop), |v| v.texts.insert(9, LONG.into());
    "a text by key that may be there": set LONG; [str] "texts[]" at 1, "texts[1]";
        |c| c.texts().insert(1, LONG).map(drop), |v| v.texts.insert(1, LONG.into());
    "a variant of a text": set LONG; [str] "kind.Text", "kind.Text"; |c| c.kind().set_text(LONG), |v| v.kind = Kind::Text(LONG.into());
    "a variant of a number": set u64::MAX; [u64] "kind.Number", "kind.Number";
        |c| c.kind().set_number(u64::MAX), |v| v.kind = Kind::Number(u64::MAX);
    "an optional variant": set LONG; [str] "maybe_kind.Text", "maybe_kind.Text";
        |c| c.set_maybe_kind(Some(&Kind::Text(LONG.into()))), |v| v.maybe_kind = Some(Kind::Text(LONG.into()));
    "a variant of nothing": set "None"; [VariantName] "maybe_kind", "maybe_kind";
        |c| c.set_maybe_kind(Some(&Kind::None)), |v| v.maybe_kind = Some(Kind::None);
    "an element of another variant": push "None"; [VariantName] "kinds[]", "kinds";
        |c| c.kinds().push(&Kind::None), |v| v.kinds.push(Kind::None);
    "a first element of the same variant": insert "Text"; [VariantName] "kinds[]" at 0, "kinds[0]";
        |c| c.kinds().insert(0, &Kind::Text(String::new())), |v| v.kinds.insert(0, Kind::Text(String::new()));
}

/// What leads to a part: a struct, one that may be absent, a payload, and a payload in a map.
const PLACES: [&str; 4] = ["part.", "maybe.", "held.Part.", "named[k].Part."];

/// The part that a union holds, which is made if the union has another variant.
fn part_in(held: &mut Held) -> &mut Part {
    if !matches!(held, Held::Part(_)) {
        *held = Held::Part(Part::default());
    }
    let Held::Part(part) = held else { unreachable!() };
    part
}

/// The part at a place of an owned value, which is made if it is not there.
fn part_of<'r>(root: &'r mut Root, place: &str) -> &'r mut Part {
    match place {
        "part." => &mut root.part,
        "maybe." => root.maybe.get_or_insert_default(),
        "held.Part." => part_in(&mut root.held),
        _ => part_in(root.named.entry("k".into()).or_default()),
    }
}

/// The edit by a typed cursor. Where there is no part yet, one that is edited so is set.
fn by_type(room: &mut Room, place: &str, edit: &Edit, expected: &Root) -> Result<()> {
    let mut root = Root::edit(room)?;
    match place {
        "part." => (edit.typed)(&mut root.part()),
        "maybe." if root.maybe()?.is_some() => (edit.typed)(&mut root.maybe()?.unwrap()),
        "maybe." => root.set_maybe(expected.maybe.as_ref()),
        "held.Part." if root.held().as_part()?.is_some() => (edit.typed)(&mut root.held().as_part()?.unwrap()),
        "held.Part." => root.held().set(&expected.held),
        _ => {
            let mut named = root.named();
            if let Some(mut held) = named.at("k")?
                && let Some(mut part) = held.as_part()?
            {
                return (edit.typed)(&mut part);
            }
            named.insert("k", &expected.named["k"]).map(drop)
        }
    }
}

/// The edit by a builder that was given the value before, text by text of another length first.
fn by_builder(value: &Root, place: &str, edit: fn(&mut RecordBuilder, &str) -> Result<()>) -> Result<Vec<u8>> {
    let mut builder = RecordBuilder::new(Root::schema());
    builder.set("after", &*value.after)?;
    build(&mut builder, "part.", &value.part)?;
    if let Some(part) = &value.maybe {
        builder.make("maybe")?;
        build(&mut builder, "maybe.", part)?;
    }
    build_held(&mut builder, "held", &value.held)?;
    for (key, held) in &value.named {
        builder.add_key("named", &**key)?;
        build_held(&mut builder, &format!("named[{key}]"), held)?;
    }
    edit(&mut builder, place)?;
    builder.finish()
}

fn build_held(builder: &mut RecordBuilder, at: &str, held: &Held) -> Result<()> {
    match held {
        Held::None => Ok(()),
        Held::Part(part) => {
            builder.set(at, "Part")?;
            build(builder, &format!("{at}.Part."), part)
        }
        Held::Other(text) => builder.set(&*format!("{at}.Other"), &**text),
    }
}

fn build(builder: &mut RecordBuilder, at: &str, part: &Part) -> Result<()> {
    let at = |name: &str| format!("{at}{name}");
    for (name, text) in [("filler", &part.filler), ("text", &part.text), ("named", &part.named)] {
        builder.set(&*at(name), LONG)?;
        builder.set(&*at(name), &**text)?;
    }
    if let Some(note) = &part.note {
        builder.set(&*at("note"), &**note)?;
    }
    part.numbers.iter().try_for_each(|number| builder.push(&*at("numbers"), *number))?;
    part.lines.iter().try_for_each(|line| builder.push(&*at("lines"), &**line))?;
    for (key, count) in &part.counts {
        builder.set(&*at(&format!("counts[{key}]")), *count)?;
    }
    for (key, text) in &part.texts {
        builder.set(&*at(&format!("texts[{key}]")), &**text)?;
    }
    build_kind(builder, &at("kind"), &part.kind)?;
    if let Some(kind) = &part.maybe_kind {
        builder.set(&*at("maybe_kind"), "None")?;
        build_kind(builder, &at("maybe_kind"), kind)?;
    }
    for (index, kind) in part.kinds.iter().enumerate() {
        builder.push_default(&*at("kinds"))?;
        build_kind(builder, &at(&format!("kinds[{index}]")), kind)?;
    }
    Ok(())
}

fn build_kind(builder: &mut RecordBuilder, at: &str, kind: &Kind) -> Result<()> {
    match kind {
        Kind::None => Ok(()),
        Kind::Number(number) => builder.set(&*format!("{at}.Number"), *number),
        Kind::Text(text) => builder.set(&*format!("{at}.Text"), &**text),
    }
}

/// Makes texts, lists and maps shorter, so that they have room.
fn shorten(part: &mut Cursor<'_, '_, '_>) -> Result<()> {
    part.set_text("a")?;
    part.set_named("b")?;
    part.set_note(Some("c"))?;
    part.numbers().truncate(1)?;
    part.lines().truncate(1)?;
    part.counts().remove("m")?;
    part.texts().remove(5)?;
    part.kinds().truncate(1)
}

/// Buffers in each state, by what it is called.
fn states() -> Vec<(&'static str, Vec<u8>)> {
    let part = Part {
        filler: "x".repeat(70),
        text: "text".into(),
        named: "named".into(),
        note: Some("note".into()),
        numbers: vec![1, 2, 3],
        lines: vec!["one".into(), "two".into()],
        counts: BTreeMap::from([("a".into(), 1), ("m".into(), 2)]),
        texts: BTreeMap::from([(1, "one".into()), (5, "five".into())]),
        kind: Kind::Text("kind".into()),
        maybe_kind: Some(Kind::Number(1 << 40)),
        kinds: vec![Kind::Text("x".into()), Kind::Text("y".into())],
    };
    let edited = |edit: fn(&mut Cursor<'_, '_, '_>) -> Result<()>| {
        let mut room = Room::new(&vellum::to_vec_with_width(&Root::of(&part), PointerWidth::Two).unwrap(), 9999, false);
        let mut root = Root::edit(&mut room).unwrap();
        edit(&mut root.part()).unwrap();
        edit(&mut root.maybe().unwrap().unwrap()).unwrap();
        edit(&mut root.held().as_part().unwrap().unwrap()).unwrap();
        edit(&mut root.named().at("k").unwrap().unwrap().as_part().unwrap().unwrap()).unwrap();
        drop(root);
        room.bytes
    };
    let old = OldRoot::of(&OldPart { filler: "filler".into() });
    let other = Held::Other("of another variant".into());
    let other = Root { held: other.clone(), named: BTreeMap::from([("k".into(), other)]), ..Root::default() };
    vec![
        ("absent, null and default", vellum::to_vec_with_width(&Root::default(), PointerWidth::Two).unwrap()),
        ("not stored by an older revision", vellum::to_vec_with_width(&old, PointerWidth::Two).unwrap()),
        ("within another variant", vellum::to_vec_with_width(&other, PointerWidth::Two).unwrap()),
        ("without room", edited(|_| Ok(()))),
        ("with room", edited(shorten)),
        ("without room, where something was freed", edited(|part| part.set_filler(""))),
    ]
}

#[test]
fn an_edit_of_each_kind_in_each_state_is_the_edit_of_the_value_or_changes_no_byte() {
    let (mut made, mut refused) = (0, 0);
    // Memory that grows, and memory of a fixed length or of a bound with so many bytes left.
    let memories = [(9999, false), (0, true), (5, true), (40, true), (300, true), (0, false), (20, false)];
    for (state, bytes) in states() {
        let value = vellum::from_slice::<Root>(&bytes).unwrap();
        for (edit, place) in EDITS.iter().flat_map(|edit| PLACES.map(|place| (edit, place))) {
            let mut expected = value.clone();
            (edit.owned)(part_of(&mut expected, place));
            for (way, built) in edit.built.iter().enumerate() {
                let name = format!("{} in {place}, {state}, built, way {way}", edit.name);
                let bytes = by_builder(&value, place, *built).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(bytes == vellum::to_vec(&expected).unwrap(), "{name}");
            }
            for ((spare, is_fixed), way) in memories.iter().flat_map(|memory| [0, 1, 2].map(|way| (*memory, way))) {
                let name = format!("{} in {place}, {state}, {spare} left, fixed: {is_fixed}, way {way}", edit.name);
                let before = Room::new(&bytes, spare, is_fixed);
                let mut room = before.clone();
                let done = match way {
                    0 => by_type(&mut room, place, edit, &expected),
                    1 => {
                        Record::open(Root::schema(), &mut room).and_then(|mut record| (edit.handle)(&mut record, place))
                    }
                    _ => Record::open(Root::schema(), &mut room).and_then(|mut record| (edit.path)(&mut record, place)),
                };
                if let Err(error) = done {
                    assert!(error.kind() == ErrorKind::Full && spare < 9999, "{name}: {error}");
                    assert!(room.bytes == before.bytes, "{name}: refused, but changed");
                    refused += 1;
                    continue;
                }
                assert!(
                    Root::schema().prove(&room.bytes).unwrap_or_else(|error| panic!("{name}: {error}")).is_complete(),
                    "{name}"
                );
                assert_eq!(vellum::from_slice::<Root>(&room.bytes).unwrap(), expected, "{name}");
                made += 1;
            }
        }
    }
    assert!(made > 3000 && refused > 3000, "{made} made, {refused} refused");
}
