//! What `Schema::changes_since` says of two revisions by chance, and what readers of each make of
//! the other's buffers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::Record;
use vellum::schema::{Compatibility, Level};
use vellum::serde::Numbers;

use crate::encode::encode;
use crate::export::Exported;
use crate::perform::hex;
use crate::random::{self, Mutation, Random};
use crate::read::{plain, read};
use crate::report::{Fault, Findings};
use crate::revisions::Kind;
use crate::types::{Item, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// How many values of each revision the other reads.
const VALUES: usize = 2;

/// A revision: the model's, and the crate's.
pub(crate) struct Revision {
    pub(crate) model: Schema,
    pub(crate) parsed: vellum::Schema,
}

impl Revision {
    /// Nothing where the model breaks a rule of schemas, as one that was changed by chance may.
    pub(crate) fn parse(model: Schema) -> Option<Self> {
        let parsed = vellum::Schema::parse(&model.text()).ok()?;
        Some(Self { model, parsed })
    }
}

/// A difference's kind, and what came.
pub(crate) type Failed = (&'static str, String);

/// Draws so many pairs of revisions, from a seed on, and compares verdicts with what readers see.
pub fn run_compat(seed: u64, count: u64) -> Findings {
    let mut findings = Findings::default();
    for seed in seed..seed + count {
        let found = catch_unwind(AssertUnwindSafe(|| of_seed(seed)));
        findings.add(found.unwrap_or_else(|_| {
            let mut found = Findings::default();
            let report = format!("seed {seed}\n");
            found.fault(Fault { edit: "compare", group: String::new(), kind: "panic", report });
            found
        }));
    }
    findings
}

fn of_seed(seed: u64) -> Findings {
    let mut findings = Findings::default();
    let mut random = Random::new(seed);
    let mut model = random::schema(&mut random);
    // Revisions are what mutations make here.
    model.unions.iter_mut().for_each(|union| union.added = 0);
    model.enums.iter_mut().for_each(|definition| definition.added = 0);
    let mut newer = model.clone();
    // Now and then nothing changes.
    let wanted = if random.one_in(50) { 0 } else { 1 + random.below(3) };
    let mut mutations: Vec<Mutation> = Vec::new();
    for _ in 0..20 {
        if mutations.len() < wanted && mutations.iter().all(|(name, _)| !random::MISTAKES.contains(name)) {
            let before = newer.clone();
            let drawn = random::mutate(&mut random, &mut newer, &model);
            // Of a name that is reused and a field that moves by mistake, two texts do not tell
            // which is which.
            let of = |(name, level): &Mutation| (*name == "reuse a name", *level == Level::Incompatible);
            let is_lost = |drawn: &Mutation| {
                let (is_reused, is_moved) = of(drawn);
                mutations.iter().map(of).any(|earlier| is_reused && earlier.1 || is_moved && earlier.0)
            };
            if drawn.as_ref().is_some_and(is_lost) {
                newer = before;
            } else {
                mutations.extend(drawn);
            }
        }
    }
    let (Some(old), Some(new)) = (Revision::parse(model), Revision::parse(newer)) else { return findings };
    // A value and a struct of it alone are the same bytes, but neither has the paths of the other.
    let [was, is] = [&old, &new].map(|revision| matches!(revision.model.root_item().ty, Type::Struct(_)));
    if was != is {
        return findings;
    }
    findings.schemas += 1;
    let worst = mutations.iter().map(|(_, level)| *level).max().unwrap_or(Level::Same);
    let name = match &mutations[..] {
        [] => "none",
        [(name, _)] => name,
        _ => "several",
    };
    for (old, new, worst) in [(&old, &new, worst), (&new, &old, Level::Incompatible)] {
        let verdict = new.parsed.changes_since(&old.parsed);
        *findings.drawn.entry(level_name(verdict.level())).or_default() += 1;
        findings.edits += 1;
        if let Err((kind, detail)) = check(&mut random, old, new, &verdict, worst) {
            let names: Vec<&str> = mutations.iter().map(|(name, _)| *name).collect();
            let report = format!(
                "seed {seed}: {}\nold:\n{}new:\n{}verdict: {}\n{verdict}{kind}: {detail}\n",
                names.join(", "),
                old.model.text(),
                new.model.text(),
                verdict.level(),
            );
            findings.fault(Fault { edit: name, group: verdict.level().to_string(), kind, report });
        }
    }
    findings
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::Same => "pairs of the same bytes",
        Level::OldReadersKeepWorking => "pairs in which old readers keep working",
        Level::OldReadersRefuse => "pairs in which old readers refuse",
        Level::NewReadersRefuse => "pairs in which new readers refuse",
        _ => "incompatible pairs",
    }
}

fn check(
    random: &mut Random,
    old: &Revision,
    new: &Revision,
    verdict: &Compatibility,
    worst: Level,
) -> Result<(), Failed> {
    let level = verdict.level();
    if level > worst {
        return Err(("stricter than it has to be", format!("at most: {worst}")));
    }
    if level == Level::Incompatible {
        return Ok(());
    }
    let lineages = [old, new].map(|revision| {
        let carried = revision.parsed.to_builder().lineage(true).build();
        carried.ok().and_then(|schema| schema.lineage())
    });
    if lineages[0].is_none() || lineages[0] != lineages[1] {
        return Err(("another lineage", format!("{lineages:?}")));
    }
    for _ in 0..VALUES {
        carry(random, old, new, level <= Level::OldReadersRefuse, level == Level::Same)
            .map_err(|(kind, detail)| (kind, format!("an old buffer: {detail}")))?;
        carry(random, new, old, level <= Level::OldReadersKeepWorking, level == Level::Same)
            .map_err(|(kind, detail)| (kind, format!("a new buffer: {detail}")))?;
    }
    Ok(())
}

/// A value that one revision writes, as the other reads it.
pub(crate) fn carry(
    random: &mut Random,
    writer: &Revision,
    reader: &Revision,
    has_to_be_read: bool,
    is_same: bool,
) -> Result<(), Failed> {
    let root = writer.model.root_item();
    // Not so deep that types which hold themselves take long.
    let drawn = random::value(random, &writer.model, Slot::of(&root), 2);
    // A revision before the writer's wrote it, at times.
    let newest = writer.model.newest();
    let revision = if random.one_in(3) { 1 + random.below(newest.into()) as u16 } else { newest };
    let val = writer.model.forget(&drawn, revision);
    let bytes = encode(&writer.model.at(revision), &writer.model.project(&root.ty, &val, revision));
    let shown = || format!("{} holds {val:?}", hex(&bytes));
    if let Err(error) = reader.parsed.prove(&bytes) {
        return if has_to_be_read { Err(("refused", format!("{error}; {}", shown()))) } else { Ok(()) };
    }
    let record = Record::open(&reader.parsed, &bytes[..]).map_err(|error| ("not opened", error.to_string()))?;
    let seen = read(&reader.model, &record).map_err(|error| ("not read", format!("{error}; {}", shown())))?;
    let of_reader = reader.model.root_item();
    let written = View { schema: &writer.model, item: &root, val: &plain(&writer.model, &root, &val) };
    let shows = View { schema: &reader.model, item: &of_reader, val: &seen };
    roots(&written, &shows).map_err(|reason| ("read as another value", format!("{reason}; {} {seen:?}", shown())))?;
    if !has_unknown(&shows) {
        let json = serde_json::to_string(&Numbers(&record)).unwrap_or_else(|error| error.to_string());
        let of_model = Exported { schema: &reader.model, item: &of_reader, val: &seen };
        if serde_json::to_string(&of_model).ok().as_ref() != Some(&json) {
            return Err(("another JSON", format!("{json}; {}", shown())));
        }
    }
    if is_same && revision == newest {
        let mut compacted =
            Record::open(&reader.parsed, bytes.clone()).map_err(|error| ("opened", error.to_string()))?;
        compacted.compact().map_err(|error| ("not compacted", format!("{error}; {}", shown())))?;
        if compacted.as_bytes() != bytes {
            return Err(("other bytes", format!("{}; {}", hex(compacted.as_bytes()), shown())));
        }
    }
    Ok(())
}

/// A field: the name by which it is known again, its type, and its value.
type Part<'v> = (Option<&'v str>, Slot<'v>, &'v Val);

/// A value with its type in a revision.
#[derive(Clone, Copy)]
struct View<'v> {
    schema: &'v Schema,
    item: &'v Item,
    val: &'v Val,
}

impl<'v> View<'v> {
    fn part(&self, item: &'v Item, val: &'v Val) -> Self {
        Self { schema: self.schema, item, val }
    }

    /// Each field with the name by which it is known again; of a tuple, and of a root without a
    /// name, there is none.
    fn fields(&self) -> Option<Vec<Part<'v>>> {
        let Val::Record(vals) = self.val else { return None };
        let parts = self.schema.parts(&self.item.ty)?;
        let names = match &self.item.ty {
            Type::Struct(id) => {
                let names = self.schema.structs[*id].fields.iter().map(|field| &*field.name);
                names.map(|name| Some(self.schema.identity(Kind::Struct, *id, name))).collect()
            }
            _ => vec![None; parts.len()],
        };
        Some(names.into_iter().zip(parts).zip(vals).map(|((name, part), val)| (name, part, val)).collect())
    }

    /// The bytes of text, of bytes, and of a list of them.
    fn bytes(&self) -> Option<Vec<u8>> {
        match (&self.item.ty, self.val) {
            (_, Val::Blob(content)) => Some(content.clone()),
            (Type::List(item), Val::List(vals)) if **item == Item::new(Type::Scalar(Scalar::U8)) => {
                Some(crate::path::bytes_of(vals))
            }
            _ => None,
        }
    }
}

/// Whether a reader sees of a value what was written, and the default of what was not.
fn same(written: &View<'_>, shows: &View<'_>) -> Result<(), String> {
    let differ = || Err(format!("{:?} is {:?}", written.val, shows.val));
    let all = |one: &Item, ones: &[Val], other: &Item, others: &[Val]| {
        if ones.len() != others.len() {
            return differ();
        }
        ones.iter().zip(others).try_for_each(|(a, b)| {
            same(&View { item: one, val: a, ..*written }, &View { item: other, val: b, ..*shows })
        })
    };
    if let (Some(one), Some(other)) = (written.bytes(), shows.bytes()) {
        return if one == other { Ok(()) } else { differ() };
    }
    match ((&written.item.ty, written.val), (&shows.item.ty, shows.val)) {
        ((_, Val::Absent), (_, Val::Absent)) => Ok(()),
        ((Type::Enum(one), Val::Word(a)), (Type::Enum(other), Val::Word(b))) if a == b => {
            let name = |view: &View<'_>, id: usize, word| {
                let name = view.schema.enums[id].name_of(word)?;
                Some(view.schema.identity(Kind::Enum, id, name).to_owned())
            };
            match (name(written, *one, *a), name(shows, *other, *b)) {
                (Some(one), Some(other)) if one != other => differ(),
                _ => Ok(()),
            }
        }
        ((Type::Scalar(one), Val::Word(a)), (Type::Scalar(other), Val::Word(b))) if one == other && a == b => Ok(()),
        ((Type::Bool, Val::Bool(a)), (Type::Bool, Val::Bool(b))) if a == b => Ok(()),
        ((Type::Any, a), (Type::Any, b)) if a == b => Ok(()),
        ((Type::List(one), Val::List(a)), (Type::List(other), Val::List(b)))
        | ((Type::Array(one, _), Val::List(a)), (Type::Array(other, _), Val::List(b))) => all(one, a, other, b),
        ((Type::Set(one), Val::Set(a)), (Type::Set(other), Val::Set(b))) => {
            all(&Item::new(*one.clone()), a, &Item::new(*other.clone()), b)
        }
        ((Type::Map(key, one), Val::Map(a)), (Type::Map(of_other, other), Val::Map(b))) => {
            let split = |entries: &[(Val, Val)]| -> (Vec<Val>, Vec<Val>) { entries.iter().cloned().unzip() };
            let ((keys, a), (others, b)) = (split(a), split(b));
            all(&Item::new(*key.clone()), &keys, &Item::new(*of_other.clone()), &others)?;
            all(one, &a, other, &b)
        }
        ((Type::Union(at), Val::Union(a, of_a)), (Type::Union(of), Val::Union(b, of_b))) if a == b => {
            let variants = &written.schema.unions[*at].variants;
            let (Some((name, one)), Some((known, other))) =
                (variants.get(*a), shows.schema.unions[*of].variants.get(*b))
            else {
                return Ok(());
            };
            match (one, other) {
                _ if written.schema.identity(Kind::Union, *at, name)
                    != shows.schema.identity(Kind::Union, *of, known) =>
                {
                    differ()
                }
                (None, None) => Ok(()),
                (Some(one), Some(other)) => same(&written.part(one, of_a), &shows.part(other, of_b)),
                _ => differ(),
            }
        }
        _ => records(written, shows).unwrap_or_else(differ),
    }
}

/// The fields of two records; none if they are no records.
fn records(written: &View<'_>, shows: &View<'_>) -> Option<Result<(), String>> {
    Some(fields(&written.fields()?, &shows.fields()?, written, shows))
}

/// Two whole values: one of a root that is no struct is the first field of one.
fn roots(written: &View<'_>, shows: &View<'_>) -> Result<(), String> {
    let whole = |view: &View<'_>| view.schema.root_struct().is_some();
    match (written.fields(), shows.fields()) {
        (Some(one), _) if whole(written) && !whole(shows) => fields(&one, &[alone(shows, &one)], written, shows),
        (_, Some(other)) if !whole(written) && whole(shows) => {
            fields(&[alone(written, &other)], &other, written, shows)
        }
        _ => same(written, shows),
    }
}

/// The value of a root that is no struct, as the field of one that it became: the first of its
/// revision.
fn alone<'v>(view: &View<'v>, fields: &[Part<'v>]) -> Part<'v> {
    let first = fields.iter().find(|(_, part, _)| part.since == 1);
    (first.and_then(|(name, ..)| *name), Slot::of(view.item), view.val)
}

fn fields(one: &[Part<'_>], other: &[Part<'_>], written: &View<'_>, shows: &View<'_>) -> Result<(), String> {
    let by_name = one.iter().chain(other).all(|(name, ..)| name.is_some());
    let known = |name: Option<&str>, at: usize| {
        if by_name { one.iter().find(|(known, ..)| *known == name) } else { one.get(at) }
    };
    let met = other.iter().enumerate().filter(|(at, (name, ..))| known(*name, *at).is_some()).count();
    other.iter().enumerate().try_for_each(|(at, (name, part, val))| match known(*name, at) {
        Some((_, before, written_val)) => {
            let (before, part) = (before.item, part.item);
            same(&View { item: before, val: written_val, ..*written }, &View { item: part, val, ..*shows })
        }
        // A field that is gone may be this one by another name.
        None if met < one.len() => Ok(()),
        None if **val == shows.schema.default_of(*part) => Ok(()),
        None => Err(format!("{val:?} is not the default")),
    })
}

/// Whether a value has a variant that its revision does not know, which has no JSON.
fn has_unknown(view: &View<'_>) -> bool {
    match (&view.item.ty, view.val) {
        (Type::List(item) | Type::Array(item, _), Val::List(vals)) => {
            vals.iter().any(|val| has_unknown(&view.part(item, val)))
        }
        (Type::Map(_, item), Val::Map(entries)) => entries.iter().any(|(_, val)| has_unknown(&view.part(item, val))),
        (Type::Struct(_) | Type::Tuple(_), Val::Record(_)) => {
            let mut fields = view.fields().unwrap_or_default().into_iter();
            fields.any(|(_, part, val)| has_unknown(&view.part(part.item, val)))
        }
        (Type::Union(id), Val::Union(tag, payload)) => match view.schema.unions[*id].variants.get(*tag) {
            Some((_, Some(item))) => has_unknown(&view.part(item, payload)),
            Some((_, None)) => false,
            None => true,
        },
        _ => false,
    }
}
