//! Lives of small types, each step from an enumeration: what the lock says of a revision is what buffers show, to every revision before it.
#![cfg(feature = "json")]

use std::collections::BTreeSet;

use vellum::schema::{Level, SchemaChange};
use vellum::{Record, Schema};

use crate::common::nets;

/// What the parts of the model are of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Struct,
    Frozen,
    Enum,
    Union,
}

/// A field or a variant: who it is whatever its name, its name and type, and its revision or number.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    id: usize,
    name: String,
    ty: usize,
    number: usize,
}

/// A type, the one that takes over from it, and one of the same size. No buffer of one holds a value of another.
const TYPES: [(&str, usize, usize); 8] = [
    ("u8", 2, 1),
    ("i8", 2, 0),
    ("u32", 4, 3),
    ("i32", 4, 2),
    ("u64", 5, 2),
    ("string", 6, 6),
    ("list<string>", 0, 5),
    ("bool", 0, 0),
];

/// What tells a part from all others, if not by one value then by several: a bool has one bit of its number.
fn value(ty: usize, id: usize, bit: usize) -> serde_json::Value {
    match TYPES[ty].0 {
        "u8" => (200 + id).into(),
        "i8" => (-56 + i64::try_from(id).unwrap()).into(),
        "u32" => (3_000_000_000_u32 + u32::try_from(id).unwrap()).into(),
        "i32" => (-1_294_967_296_i64 + i64::try_from(id).unwrap()).into(),
        "u64" => ((1_u64 << 40) + id as u64).into(),
        "string" => format!("text {id}").into(),
        "bool" => (id >> bit & 1 == 1).into(),
        _ => serde_json::json!([format!("element {id}")]),
    }
}

fn default(ty: usize) -> serde_json::Value {
    match TYPES[ty].0 {
        "string" => "".into(),
        "bool" => false.into(),
        "list<string>" => serde_json::json!([]),
        _ => 0.into(),
    }
}

/// A revision: its parts in the order of declaration, and its schema.
#[derive(Clone)]
struct Revision {
    kind: Kind,
    parts: Vec<Part>,
    schema: Schema,
}

impl Revision {
    /// None where a type has no part.
    fn of(kind: Kind, parts: Vec<Part>) -> Option<Self> {
        let part = |part: &Part| match kind {
            Kind::Struct => format!("{}: {} since {}", part.name, TYPES[part.ty].0, part.number),
            Kind::Frozen | Kind::Union => format!("{}: {}", part.name, TYPES[part.ty].0),
            Kind::Enum => format!("{} = {}", part.name, part.number),
        };
        let inner = parts.iter().map(part).collect::<Vec<_>>().join(", ");
        let text = match kind {
            Kind::Struct => format!("struct A {{ {inner} }} root A;"),
            Kind::Frozen => format!("frozen struct F {{ {inner} }} struct A {{ in: F }} root A;"),
            Kind::Enum => format!("enum E {{ {inner} }} struct A {{ in: E }} root A;"),
            Kind::Union => format!("union U {{ {inner} }} struct A {{ in: U }} root A;"),
        };
        (!parts.is_empty()).then(|| Self { kind, parts, schema: Schema::parse(&text).unwrap() })
    }

    /// Values of this revision, and what each is if this one wrote it and `reader` reads it. None of a value that
    /// `reader` may refuse.
    fn values(&self, reader: &Self) -> Vec<(serde_json::Value, Option<serde_json::Value>)> {
        let object = |pairs: Vec<(&str, serde_json::Value)>| {
            serde_json::Value::Object(pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        };
        let whole = |inner| object(vec![("in", inner)]);
        let known = |id: usize| self.parts.iter().find(|part| part.id == id);
        match self.kind {
            Kind::Struct | Kind::Frozen => {
                let within = |inner| if self.kind == Kind::Struct { inner } else { whole(inner) };
                let bits = if self.parts.iter().any(|part| TYPES[part.ty].0 == "bool") { 6 } else { 1 };
                let of_bit = |bit| {
                    let written = self.parts.iter().map(|part| (&*part.name, value(part.ty, part.id, bit))).collect();
                    let seen = |part: &Part| known(part.id).map_or(default(part.ty), |of| value(of.ty, of.id, bit));
                    let read = reader.parts.iter().map(|part| (&*part.name, seen(part))).collect();
                    (within(object(written)), Some(within(object(read))))
                };
                (0..bits).map(of_bit).collect()
            }
            Kind::Enum | Kind::Union => self
                .parts
                .iter()
                .map(|part| {
                    let one = |name: &str| match self.kind {
                        Kind::Enum => whole(name.into()),
                        _ => whole(object(vec![(name, value(part.ty, part.id, 0))])),
                    };
                    let of_reader = reader.parts.iter().find(|of_reader| of_reader.id == part.id);
                    (one(&part.name), of_reader.map(|of_reader| one(&of_reader.name)))
                })
                .collect(),
        }
    }

    /// Whether `reader` reads what this revision writes.
    fn is_read_by(&self, reader: &Self) -> bool {
        self.values(reader).iter().all(|(written, expected)| {
            let record = self.schema.from_json(&written.to_string()).unwrap();
            let bytes = record.into_storage();
            let read = Record::open(&reader.schema, &bytes[..]).and_then(|record| {
                reader.schema.prove(&bytes)?;
                record.to_json()
            });
            match (expected, read) {
                (Some(expected), Ok(read)) => *expected == serde_json::from_str::<serde_json::Value>(&read).unwrap(),
                (Some(_), Err(_)) => false,
                (None, read) => read.is_err(),
            }
        })
    }

    /// Whether old buffers stay what they are, and new ones are read by programs that have the old revision, or refused
    /// where they have a variant that it does not know.
    fn follows(&self, old: &Self) -> bool {
        let is_kept = old.parts.iter().all(|part| self.parts.iter().any(|known| known.id == part.id));
        is_kept && old.is_read_by(self) && self.is_read_by(old)
    }

    fn most(&self) -> Level {
        if matches!(self.kind, Kind::Enum | Kind::Union) {
            Level::OldReadersRefuse
        } else {
            Level::OldReadersKeepWorking
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Add(usize),
    Rename(usize),
    /// The name that a part had, for another one of its type.
    Reuse(usize),
    /// The same with another type, and a name that does not say that it is given up.
    Retire(usize),
    Widen(usize),
    Retype(usize),
    Remove(usize),
    Swap(usize),
}

fn steps(revision: &Revision) -> Vec<Step> {
    let each = |step: fn(usize) -> Step| (0..revision.parts.len()).map(step);
    let mut steps: Vec<Step> = [Step::Add(0), Step::Add(5)].into();
    for step in [Step::Rename, Step::Reuse, Step::Retire, Step::Widen, Step::Retype, Step::Remove, Step::Swap] {
        steps.extend(each(step));
    }
    // By another name it is no longer told that it is given up.
    let is_unused = |at: usize| revision.parts[at].name.contains("unused");
    steps.retain(|step| !matches!(step, Step::Rename(at) if is_unused(*at)));
    // The first variant of an enum is the default, which slots are XORed with: two numbers that change places with it may
    // be read as what they were. It is refused all the same.
    steps.retain(|step| revision.kind != Kind::Enum || !matches!(step, Step::Swap(0) | Step::Retype(0)));
    // A variant of an enum has no type.
    steps
        .retain(|step| revision.kind != Kind::Enum || !matches!(step, Step::Widen(_) | Step::Retire(_) | Step::Add(5)));
    steps
}

/// What a step makes of a revision, of which the next part is known by `id`.
fn taken(revision: &Revision, step: Step, id: usize) -> Option<Revision> {
    let mut parts = revision.parts.clone();
    let next = parts.iter().map(|part| part.number).max().unwrap_or(0) + 1;
    let new = |name: String, ty: usize| Part { id, name, ty, number: next };
    match step {
        Step::Add(ty) => parts.push(new(format!("n{id}"), ty)),
        Step::Rename(at) => parts.get_mut(at)?.name = format!("r{id}"),
        Step::Reuse(at) | Step::Retire(at) => {
            let part = parts.get_mut(at)?;
            let is_alike = matches!(step, Step::Reuse(_));
            let ty = if is_alike { part.ty } else { TYPES[part.ty].1 };
            let name = format!("{}_{}_{id}", if is_alike { "unused" } else { "old" }, part.name);
            let name = std::mem::replace(&mut part.name, name);
            parts.push(new(name, ty));
        }
        Step::Widen(at) => parts.get_mut(at)?.ty = TYPES[parts.get(at)?.ty].1,
        // Of an enum it is another number.
        Step::Retype(at) if revision.kind == Kind::Enum => parts.get_mut(at)?.number = next,
        Step::Retype(at) => parts.get_mut(at)?.ty = TYPES[parts.get(at)?.ty].2,
        Step::Remove(at) => drop(parts.remove(at)),
        Step::Swap(at) if revision.kind == Kind::Enum => {
            let (one, other) = (parts.get(at)?.number, parts.get(at + 1)?.number);
            (parts[at].number, parts[at + 1].number) = (other, one);
        }
        Step::Swap(at) => {
            parts.get(at + 1)?;
            parts.swap(at, at + 1);
        }
    }
    Revision::of(revision.kind, parts).filter(|new| new.parts != revision.parts)
}

fn first(kind: Kind, types: &[usize]) -> Revision {
    let names = ["a", "b", "c"];
    let part = |(id, ty): (usize, &usize)| {
        let number = if kind == Kind::Enum { id } else { 1 };
        Part { id, name: names[id].to_owned(), ty: *ty, number }
    };
    Revision::of(kind, types.iter().enumerate().map(part).collect()).unwrap()
}

fn firsts() -> Vec<Revision> {
    let mut firsts = Vec::new();
    for kind in [Kind::Struct, Kind::Frozen, Kind::Union] {
        for types in [&[0, 0][..], &[0, 2], &[5, 0], &[7, 7], &[0, 0, 0], &[2, 5, 0]] {
            // The union's payloads of one word and behind a pointer are enough.
            if kind != Kind::Union || types[0] != 7 {
                firsts.push(first(kind, types));
            }
        }
    }
    firsts.extend([&[0, 0][..], &[0, 0, 0]].map(|types| first(Kind::Enum, types)));
    firsts
}

/// Takes each step from the last of some revisions, as a lock does, and goes on from those that all others read.
/// Counts the steps.
fn live(known: &mut Vec<Revision>, depth: usize, nth: &mut usize, told: &mut BTreeSet<String>) {
    let last = known.last().unwrap().clone();
    for step in steps(&last) {
        let Some(new) = taken(&last, step, 10 * known.len() + 7) else { continue };
        *nth += 1;
        let follows = known.iter().all(|old| new.follows(old));
        let found: Vec<_> = known.iter().map(|old| new.schema.changes_since(&old.schema)).collect();
        let accepts = found.iter().all(|found| found.level() <= new.most());
        let shown = || {
            let texts: Vec<String> = known.iter().chain([&new]).map(|known| known.schema.to_string()).collect();
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            format!("{step:?}\n{}\n{}", texts.join("\n"), found.join("\n"))
        };
        assert_eq!(accepts, follows, "{}", shown());
        // What is one step is one fault, but for two that change places and those behind one that is gone.
        let faults = found.last().unwrap().differences().iter().filter(|found| found.level() > new.most());
        let faults: Vec<_> = faults.map(|found| found.change()).collect();
        let is_one = match step {
            Step::Swap(_) => faults.len() <= 3,
            Step::Remove(_) if matches!(last.kind, Kind::Union) => !faults.is_empty(),
            // The first variant of an enum is its default.
            Step::Widen(_) | Step::Retype(_) | Step::Remove(_) => {
                faults.len() == 1 || faults.len() == 2 && faults[0] == SchemaChange::Default
            }
            _ if matches!(last.kind, Kind::Frozen) => faults.is_empty() == accepts,
            _ => faults.len() == usize::from(!accepts),
        };
        assert!(is_one, "{}", shown());
        told.insert(format!("{step:?} {accepts}"));
        if accepts && depth > 1 {
            known.push(new);
            live(known, depth - 1, nth, told);
            known.pop();
        }
    }
}

#[test]
fn a_lock_takes_every_history_whose_buffers_are_read_and_no_other() {
    let (mut nth, mut told) = (0, BTreeSet::new());
    let firsts = firsts();
    for (index, first) in firsts.into_iter().enumerate() {
        let depth = match (nets::full(), index % 7) {
            (true, 0) => 3,
            (true, _) | (false, 0) => 2,
            (false, _) => 1,
        };
        live(&mut vec![first], depth, &mut nth, &mut told);
    }
    println!("{nth} steps");
    assert!(
        nth > nets::least(7000) && told.contains("Reuse(0) true") && told.contains("Retire(0) true"),
        "{nth} {told:?}"
    );
}

/// Up to three steps at once. What bytes do not tell apart may be refused; what is accepted is read.
#[test]
fn what_is_accepted_of_several_steps_at_once_is_read_as_what_it_was() {
    let (mut pairs, mut accepted) = (0, 0);
    for first in firsts() {
        let mut open = vec![(first.clone(), 0, true)];
        while let Some((revision, depth, is_kind)) = open.pop() {
            for (nth, step) in steps(&revision).into_iter().enumerate() {
                // Of the second step and the third a sample.
                let one_in = [[1, 7, 49], [1, 1, 23]][usize::from(nets::full())][depth];
                if (nth + pairs) % one_in != 0 {
                    continue;
                }
                let Some(new) = taken(&revision, step, 10 * depth + 7) else { continue };
                pairs += 1;
                let is_kind =
                    is_kind && matches!(step, Step::Add(_) | Step::Rename(_) | Step::Reuse(_) | Step::Retire(_));
                let found = new.schema.changes_since(&first.schema);
                let accepts = found.level() <= new.most();
                let shown = || format!("{}\n{}\n{found}", first.schema, new.schema);
                // Steps that leave each part where it is are accepted, also several at once.
                assert!(accepts || !is_kind || !new.follows(&first), "{}", shown());
                if accepts {
                    accepted += 1;
                    assert!(is_read_by_place(&first, &new), "{}", shown());
                }
                if depth < 2 {
                    open.push((new, depth + 1, is_kind));
                }
            }
        }
    }
    println!("{pairs} pairs, {accepted} accepted");
    assert!(accepted > 100, "{pairs} {accepted}");
}

/// Whether the values of an old buffer are all in what a new reader sees, whatever they are called, and the rest is
/// defaults.
fn is_read_by_place(old: &Revision, new: &Revision) -> bool {
    old.values(new).iter().all(|(written, _)| {
        let bytes = old.schema.from_json(&written.to_string()).unwrap().into_storage();
        let Ok(read) = Record::open(&new.schema, &bytes[..]).and_then(|record| record.to_json()) else { return false };
        let leaves = |value: &serde_json::Value| {
            let inner = value.get("in").unwrap_or(value);
            let mut leaves: Vec<String> = match inner {
                serde_json::Value::Object(fields) => fields.values().map(ToString::to_string).collect(),
                _ => Vec::new(),
            };
            leaves.sort();
            leaves
        };
        let (written, read) = (leaves(written), leaves(&serde_json::from_str(&read).unwrap()));
        let defaults: Vec<String> = (0..TYPES.len()).map(|ty| default(ty).to_string()).collect();
        let mut rest = read;
        written.iter().all(|value| {
            let at = rest.iter().position(|known| known == value);
            at.map(|at| rest.remove(at)).is_some()
        }) && rest.iter().all(|value| defaults.contains(value))
    })
}
