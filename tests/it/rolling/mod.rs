//! Services of three revisions take turns on one store: each reads what the others wrote, nothing is lost, and nothing is refused but what
//! the documents say.

mod ops;
mod types;

use std::collections::BTreeMap;

use ops::{Made, Op, Place};
use types::three::{Doc, Part, Shape};
use types::{doc_by, one, three, two};
use vellum::{ErrorKind, Record, Schema, Vellum, schema::PointerWidth};

use crate::common::mix::Random;
use crate::common::nets;

const REVISIONS: [usize; 3] = [1, 2, 3];

fn schema(revision: usize) -> &'static Schema {
    [one::Doc::schema(), two::Doc::schema(), three::Doc::schema()][revision - 1]
}

fn text(random: &mut Random) -> String {
    let len = [0, 3, 9, 9, 20, 60][random.below(6)];
    let len = if random.below(40) == 0 { 300 } else { len };
    (0..len).map(|_| char::from(b'a' + u8::try_from(random.below(26)).unwrap())).collect()
}

fn part(random: &mut Random) -> Part {
    let mut part = Part { id: 7, name: text(random), ..Part::default() };
    if random.below(2) == 0 {
        part.note = text(random);
        part.tags = vec![text(random); random.below(3)];
        part.kin = BTreeMap::from([(1, text(random))]);
    }
    part
}

fn made(random: &mut Random, revision: usize) -> Made {
    match random.below(if revision == 1 { 4 } else { 3 + revision }) {
        0 => Made::Dot(9),
        1 => Made::Label(text(random)),
        2 => Made::Part(text(random)),
        3 => Made::None,
        4 => Made::Pair(text(random)),
        _ => Made::Wide(1 << 40),
    }
}

/// A document as a service of a revision makes it.
fn new_doc(random: &mut Random, revision: usize) -> Doc {
    let shape = if revision == 1 { Shape::Label(text(random)) } else { Shape::Pair(vec![text(random)]) };
    let doc = Doc {
        title: text(random),
        parts: (0..random.below(3)).map(|_| part(random)).collect(),
        maybe: vec![None, Some(part(random))],
        by: (0..random.below(4)).map(|key| (format!("k{key}"), part(random))).collect(),
        inner: part(random),
        shapes: vec![shape.clone(); random.below(3)],
        shape,
        extra: vec![part(random)],
        ..Doc::default()
    };
    doc_by(revision, &doc)
}

fn bytes_by(revision: usize, doc: &Doc) -> Vec<u8> {
    match revision {
        1 => vellum::to_vec(&one::Doc::from(doc)),
        2 => vellum::to_vec(&two::Doc::from(doc)),
        _ => vellum::to_vec(doc),
    }
    .unwrap()
}

/// Something that a service of a revision can do to a document.
fn op(random: &mut Random, revision: usize, doc: &Doc) -> Op {
    let key = format!("k{}", random.below(5));
    let mut places = vec![Place::One, Place::Inner, Place::By(key.clone()), Place::Grid(random.below(2)), Place::Shape];
    let mut index = |len: usize| (len > 0).then(|| random.below(len));
    let (at, maybe, shape) = (index(doc.parts.len()), index(doc.maybe.len()), index(doc.shapes.len()));
    let extra = index(doc.extra.len()).filter(|_| revision > 1);
    places.extend(at.map(Place::Parts));
    places.extend(maybe.map(Place::Maybe));
    places.extend(extra.map(Place::Extra));
    let place = places.swap_remove(random.below(places.len()));
    let variants: &[&'static str] = match revision {
        1 => &["None", "Dot", "Label", "Part"],
        2 => &["None", "Dot", "Label", "Part", "Pair"],
        _ => &["None", "Dot", "Label", "Part", "Pair", "Wide"],
    };
    let op = match random.below(44) {
        0 if random.below(8) == 0 => Some(Op::Title("long ".repeat(14_000))),
        0..=2 => Some(Op::Title(text(random))),
        3 => Some(Op::Count(8)),
        4..=7 => Some(Op::Name(place, text(random))),
        8 | 9 if revision > 1 => Some(Op::Note(place, text(random))),
        10 | 11 if revision > 1 => Some(Op::PushTag(place, text(random))),
        12 | 13 if revision > 2 => Some(Op::Kin(place, 3, text(random))),
        14 if revision > 2 => Some(Op::Flag(place)),
        15..=18 => Some(Op::Replace(place, part(random))),
        19 | 20 if doc.parts.len() < 6 => Some(Op::PushPart),
        21 => at.map(Op::RemovePart),
        22 => at.map(Op::TruncateParts),
        23 => at.map(|at| Op::SwapParts(at, 0)),
        24 if doc.maybe.len() < 5 => Some(Op::PushMaybe),
        25 => maybe.map(Op::ClearMaybe),
        26 => maybe.map(Op::RemoveMaybe),
        27 if doc.by.contains_key(&key) => Some(Op::RemoveBy(key)),
        28 if random.below(4) == 0 => Some(Op::ClearBy),
        29 => Some(Op::ClearOne),
        30 => Some(Op::ClearInner),
        31 | 32 => Some(Op::Shape(made(random, revision))),
        33 if doc.shapes.len() < 6 => Some(Op::PushShape(variants[random.below(variants.len())])),
        34 => shape.map(Op::RemoveShape),
        35 | 36 => shape.map(|at| Op::SetShape(at, made(random, revision))),
        37 if random.below(4) == 0 => Some(Op::ClearShapes),
        38 => Some(Op::Free(text(random))),
        39 if doc.nums.len() < 100 => Some(Op::PushNum(u32::MAX)),
        40 if doc.keys.contains(&key) => Some(Op::RemoveKey(key)),
        40 => Some(Op::AddKey(key)),
        41 => Some(Op::Pair(3, text(random))),
        42 if revision > 1 && doc.extra.len() < 4 => Some(Op::PushExtra),
        43 if revision > 2 => Some(Op::Last(text(random))),
        42 | 43 => extra.map(Op::RemoveExtra),
        _ if random.below(3) == 0 => Some(Op::Compact),
        _ => Some(Op::TruncateNums(doc.nums.len() / 2)),
    };
    op.unwrap_or(Op::Count(9))
}

/// What came of the edits.
#[derive(Debug, Default)]
struct Outcomes {
    done: usize,
    /// Edits that were refused until the newest revision had laid the buffer out, by what they do.
    refused: BTreeMap<(String, usize), usize>,
    /// Buffers that were seen with unclaimed bytes.
    unclaimed: usize,
}

/// Whether all shapes are of a variant that a revision does not know, so that nobody tells how long they are in a packed list.
fn is_unknown(doc: &Doc, revision: usize) -> bool {
    doc.shapes.iter().all(|shape| match shape {
        Shape::Pair(_) => revision < 2,
        Shape::Wide(_) => revision < 3,
        _ => false,
    })
}

/// What each revision reads of a buffer, and what the newest proves of it.
fn check(bytes: &[u8], doc: &Doc, what: &str) -> usize {
    let proof = three::Doc::schema().prove(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(proof.is_complete(), proof.unclaimed() == 0, "{what}");
    assert_eq!(vellum::from_slice::<three::Doc>(bytes).unwrap(), *doc, "{what}");
    assert_eq!(vellum::from_slice::<two::Doc>(bytes).unwrap(), two::Doc::from(doc), "{what}");
    assert_eq!(vellum::from_slice::<one::Doc>(bytes).unwrap(), one::Doc::from(doc), "{what}");
    three::Doc::prove(bytes).unwrap();
    one::Doc::schema().prove(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    one::Doc::prove(bytes).unwrap();
    proof.unclaimed()
}

fn walk(seed: u64, steps: usize, outcomes: &mut Outcomes) {
    let random = &mut Random(seed);
    let mut store = BTreeMap::new();
    for step in 0..steps {
        let (key, revision) = (random.below(5), REVISIONS[random.below(3)]);
        let (bytes, doc) = store.entry(key).or_insert_with(|| {
            let doc = new_doc(random, revision);
            (bytes_by(revision, &doc), doc)
        });
        let op = op(random, revision, doc);
        let what = format!("seed {seed}, step {step}, revision {revision}: {}", op.name());
        let before = bytes.clone();
        let typed = (random.below(3) == 0).then(|| op.run_typed(bytes, revision)).flatten();
        let run = |bytes: &mut Vec<u8>| {
            let mut record = Record::open(schema(revision), std::mem::take(bytes)).unwrap();
            let result = op.run(&mut record, revision);
            *bytes = record.into_storage();
            result
        };
        let done = typed.unwrap_or_else(|| run(bytes));
        if let Err(error) = done {
            assert_eq!(*bytes, before, "{what}");
            assert_eq!(error.kind(), ErrorKind::Newer, "{what}: {error}");
            *outcomes.refused.entry((op.name(), revision)).or_default() += 1;
            match op {
                Op::Compact => continue,
                Op::PushShape(_) | Op::RemoveShape(_) | Op::SetShape(..) if is_unknown(doc, revision) => continue,
                _ => {}
            }
            let mut record = Record::open(schema(revision), std::mem::take(bytes)).unwrap();
            record.relayout_with(three::Doc::schema(), 80_000).unwrap_or_else(|error| panic!("{what}: {error}"));
            *bytes = record.into_storage();
            run(bytes).unwrap_or_else(|error| panic!("{what}, laid out: {error}"));
        }
        op.model(doc, revision);
        outcomes.done += 1;
        outcomes.unclaimed += usize::from(check(bytes, doc, &what) > 0);
    }
    for (mut bytes, doc) in store.into_values() {
        three::Doc::compact(&mut bytes).unwrap();
        assert_eq!(bytes, vellum::to_vec(&doc).unwrap(), "seed {seed}");
    }
}

#[test]
fn services_of_three_revisions_take_turns() {
    let mut outcomes = Outcomes::default();
    for seed in 0..u64::from(nets::cases(64)) {
        walk(seed, 400, &mut outcomes);
    }
    println!("{outcomes:#?}");
    assert!(outcomes.unclaimed > nets::least(1000), "{outcomes:?}");
}

/// What pointers of two bytes cost where one byte would do, which is why they are not the default of a type that gained fields with pointers
/// (docs/design.md).
#[test]
fn wider_pointers_make_small_records_of_evolved_types_longer_by_more_than_a_tenth() {
    let percent = |doc: &Doc| {
        let len = |width| vellum::to_vec_with_width(doc, width).map(|bytes| bytes.len());
        let (one, two) = (len(PointerWidth::One).ok()?, len(PointerWidth::Two).unwrap());
        (one <= 255).then(|| 100 * (two - one) / one)
    };
    let part =
        |number: u16| Part { id: number, name: format!("part {number}"), note: "a note".into(), ..Part::default() };
    let few = Doc { title: "a title".into(), parts: (0..3).map(part).collect(), ..Doc::default() };
    let many = Doc { parts: (0..8).map(part).collect(), ..few.clone() };
    let random = &mut Random(7);
    let by_chance: Vec<usize> = (0..500).filter_map(|_| percent(&new_doc(random, 3))).collect();
    let mean = by_chance.iter().sum::<usize>() / by_chance.len();
    let (few, many) = (percent(&few).unwrap(), percent(&many).unwrap());
    println!("few {few} %, many {many} %, by chance {mean} % of {}", by_chance.len());
    assert!(few > 10 && many > 10 && mean > 10, "{few} {many} {mean}");
}
