//! Two revisions of a schema that edit one buffer in turn: neither loses what the other wrote.

use std::sync::LazyLock;

use vellum::{Record, Schema};

use crate::input::Input;
use crate::storage::Limited;
use crate::tree::Tree;
use crate::{edit, judge, schemas};

/// Pairs of an older and a newer revision.
const PAIRS: [[&str; 2]; 5] = [
    [
        "struct S { x: u8 } struct R { s: S, o: S?, l: list<S>, lo: list<S?>, m: map<u8, S>, d: u32 } root R;",
        "struct S { x: u8, y: u8 since 2, z: string since 2, f: bool? since 3 }
         struct R { s: S, o: S?, l: list<S>, lo: list<S?>, m: map<u8, S>, d: u32, w: array<u16, 3> since 2, more: list<S> since 3 } root R;",
    ],
    [
        "struct R { a: u8 } root R;",
        "union U { a: u32, b: string, c: tuple<u8, string> } frozen struct F { x: u16, y: list<u8> }
         struct R { a: u8, u: U since 2, f: F since 2, o: F? since 3, n: u64 = 77 since 3, s: string = \"s\" since 3, b: bool = true since 4 } root R;",
    ],
    [
        "open union U { a: u8, b: string } open enum E { x, y } struct R { u: U, o: U?, l: list<U>, m: map<string, U>, e: E, es: list<E>, lo: list<U?> } root R;",
        "open union U { a: u8, b: string, c: u32, d: list<u8>, e: R, f } open enum E { x, y, z }
         struct R { u: U, o: U?, l: list<U>, m: map<string, U>, e: E, es: list<E>, lo: list<U?>, n: u8 since 2 } root R;",
    ],
    [
        "union U { g: G, n: u8, o: G?, l: list<G> } struct G { n: u64, i: I } struct I { v: u16 } struct R { u: U, l: list<U>, m: map<string, G?>, mm: map<u8, map<u8, G>>, t: tuple<u8, list<G>>?, a: array<G, 2> } root R;",
        "union U { g: G, n: u8, o: G?, l: list<G> } struct G { n: u64, i: I, k: u8 since 2, s: string since 3 } struct I { v: u16, w: i16 = -1 since 2, x: bool since 5 }
         struct R { u: U, l: list<U>, m: map<string, G?>, mm: map<u8, map<u8, G>>, t: tuple<u8, list<G>>?, a: array<G, 2> } root R;",
    ],
    [
        "struct N { next: N?, all: list<N>, v: i32 } root N;",
        "struct N { next: N?, all: list<N>, v: i32, more: map<string, N> since 2, w: array<N, 2>? since 3, any: any since 3 } root N;",
    ],
];

static SCHEMAS: LazyLock<Vec<[Schema; 2]>> = LazyLock::new(|| {
    let parse = |text: &str| Schema::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    PAIRS.iter().map(|texts| texts.map(parse)).collect()
});

static DONORS: LazyLock<Vec<[Record; 2]>> =
    LazyLock::new(|| SCHEMAS.iter().map(|pair| [schemas::donor(&pair[0]), schemas::donor(&pair[1])]).collect());

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let index = input.below(PAIRS.len());
    let (pair, donors) = (&SCHEMAS[index], &DONORS[index]);
    let mut bytes = match input.below(3) {
        0 => Record::new(&pair[0]).into_storage(),
        1 => donors[0].as_bytes().to_vec(),
        _ => donors[1].as_bytes().to_vec(),
    };
    for _ in 0..10 {
        if input.is_empty() {
            break;
        }
        let at = input.below(2);
        if let Some(edited) = turn(&pair[at], &pair[1 - at], &bytes, &donors[at], &mut input) {
            bytes = edited;
        }
    }
    let mut whole = Record::open(&pair[1], bytes).expect("it is valid");
    let before = Tree::of(&whole);
    whole.compact().expect("the newer revision knows all");
    let after = Tree::of(&whole);
    assert!(!before.1 || !after.1 || before.0 == after.0, "compacting changed {:?} to {:?}", before.0, after.0);
}

/// One edit by one revision, as the other sees it too.
fn turn(mine: &Schema, other: &Schema, bytes: &[u8], donor: &Record, input: &mut Input<'_>) -> Option<Vec<u8>> {
    let (held, is_whole) = Tree::of(&Record::open(mine, bytes).ok()?);
    let (seen, is_seen) = Tree::of(&Record::open(other, bytes).expect("either revision opens it"));
    let mut record = Record::open(mine, Limited::choose(bytes, input)).ok()?;
    let tried = edit::edit(&mut record, &held, donor, input)?;
    let after = record.into_storage();
    let after = judge::done(mine, bytes, after.as_ref(), &tried, is_whole.then(|| held.clone()))?;
    let told = || format!("{} by\n{mine}\nof {bytes:02X?}\ngave  {after:02X?}, as seen by\n{other}", tried.what);
    if let Err(error) = other.verify(&after) {
        // A closed union or enum has no more variants here; of an open one the proof is incomplete, and that is no error.
        panic!("{error} after {}", told());
    }
    let (sees, is_still) = Tree::of(&Record::open(other, &after[..]).expect("either revision opens it"));
    if is_seen && is_still {
        let expected = seen.clone().patched(&tried.path, &tried.change);
        if let Err(error) = sees.meets(&expected) {
            panic!("another value changed{error} after {}", told());
        }
    }
    if is_whole && is_seen && is_still {
        let holds = Tree::of(&Record::open(mine, &after[..]).expect("either revision opens it")).0;
        let (before, after) = (beyond(&seen, &held), beyond(&sees, &holds));
        assert!(before == after, "{before:?} became {after:?} after {}", told());
    }
    Some(after)
}

/// What one revision reads of a buffer beyond what another does, sorted: edits by the other may move it, and nothing else. What may be a
/// default is left out, as that need not be stored.
fn beyond(sees: &Tree, held: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    collect(sees, held, &mut found);
    found.sort();
    found
}

fn collect(sees: &Tree, held: &Tree, found: &mut Vec<String>) {
    match (sees, held) {
        (Tree::Struct(fields), Tree::Struct(known)) => {
            for (name, field) in fields {
                match known.iter().find(|(other, _)| other == name) {
                    Some((_, other)) => collect(field, other, found),
                    None if is_default(field) => {}
                    None => found.push(format!("{name}: {field:?}")),
                }
            }
        }
        (Tree::List(elements), Tree::List(others)) => {
            elements.iter().zip(others).for_each(|(element, other)| collect(element, other, found));
        }
        (Tree::Map(entries), Tree::Map(others)) => {
            entries.iter().zip(others).for_each(|((_, value), (_, other))| collect(value, other, found));
        }
        (Tree::Union(_, name, Some(payload)), Tree::Union(_, _, Some(other))) => match **other {
            Tree::Newer if is_default(payload) => {}
            Tree::Newer => found.push(format!("{name}: {payload:?}")),
            _ => collect(payload, other, found),
        },
        _ => {}
    }
}

/// Whether a value may be the default of its field.
fn is_default(tree: &Tree) -> bool {
    match tree {
        Tree::Absent | Tree::Null | Tree::Bool(_) | Tree::Int(0 | -1 | 77) | Tree::Word(_, 0) | Tree::Enum(0) => true,
        Tree::Text(text) => matches!(text.as_str(), "" | "s"),
        Tree::Bytes(bytes) => bytes.is_empty(),
        Tree::Struct(fields) => fields.iter().all(|(_, field)| is_default(field)),
        Tree::List(elements) => elements.iter().all(is_default),
        Tree::Map(entries) => entries.is_empty(),
        Tree::Union(tag, _, payload) => *tag == 0 && payload.as_deref().is_none_or(is_default),
        _ => false,
    }
}
