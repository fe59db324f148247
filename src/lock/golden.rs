//! Golden buffers: small buffers of a schema that together have each field at a value other than
//! its default, and each variant of each enum and union.
//!
//! A reader that keeps them with their values notices a change of the bytes or of their meaning. A
//! schema gives the same buffers on every machine.
//!
//! ```text
//! coverage   the fields and variants to show, and the definitions that lead to them
//! values     places for values, and values of types without parts
//! here       for each buffer a walk from the root, which sets values and marks what they show
//! ```
//! The first buffer has all that it can have. A later one has only values that are missing so far,
//! and those on the way to them. A definition within itself is filled once more, then left empty.

mod coverage;
#[cfg(test)]
mod tests;
mod values;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::mem;

use coverage::{Cause, Coverage, Outcome, Unit};
use values::{ByteCount, HEADER, Spot, Supply, document, heap_len, index_of};

use crate::compare::Owned;
use crate::error::Error;
use crate::read::key::PathKey;
use crate::read::route::{field_step, variant_step, write_key};
use crate::record::RecordBuilder;
use crate::schema::{ArrayType, Enum, MapEntry, Schema, Struct, Type, Union};

/// The most buffers of a schema.
const BUFFERS: usize = 64;
/// The most bytes of all of them, besides the record of the root in the first.
const BYTES: u64 = 64 << 10;
/// The most values of a buffer.
const VALUES: usize = 4096;
/// The most definitions in one another.
const LEVELS: usize = 64;
/// How often a buffer has a definition for values that are not missing.
const TIMES: usize = 4;
/// How often a definition is filled within itself, the first time included.
const NESTED: usize = 2;
/// Elements of a list, or entries of a map.
const FEW: usize = 2;
/// The same where their type has variants that are missing.
const MANY: usize = 32;
/// Bytes of a document with each variant of `any`.
const DOCUMENT: u64 = 512;

/// The buffers of a schema.
pub(super) struct Golden {
    /// Canonical bytes, as [`RecordBuilder::finish`] gives them.
    pub(super) buffers: Vec<Vec<u8>>,
    /// The fields and variants that no buffer shows, each with the reason.
    pub(super) left_out: Vec<String>,
}

/// The golden buffers of a schema.
#[inline]
pub(super) fn golden(schema: &Schema) -> Golden {
    let mut filler = Filler {
        schema,
        builder: RecordBuilder::new(schema),
        supply: Supply::default(),
        coverage: Coverage::new(schema),
        pending: Vec::new(),
        turns: BTreeMap::new(),
        times: BTreeMap::new(),
        levels: 0,
        values: 0,
        bytes: 0,
        left: BYTES,
        is_first: true,
    };
    let mut buffers = Vec::new();
    while let Some(buffer) = filler.buffer() {
        buffers.push(buffer);
        filler.is_first = false;
        if buffers.len() >= BUFFERS {
            break;
        }
    }
    Golden { buffers, left_out: filler.coverage.left_out() }
}

struct Filler<'s> {
    schema: &'s Schema,
    builder: RecordBuilder,
    supply: Supply,
    coverage: Coverage<'s>,
    /// The units that the next value without parts shows, once it is set.
    pending: Vec<Unit<'s>>,
    /// The variant of an enum or union whose turn it is.
    turns: BTreeMap<&'s str, usize>,
    /// How often the buffer has a definition, and how often the present place is in it.
    times: BTreeMap<&'s str, (usize, usize)>,
    levels: usize,
    /// How many values and bytes the buffer may still have.
    values: usize,
    bytes: u64,
    /// How many bytes the later buffers may have.
    left: u64,
    is_first: bool,
}

#[inline]
fn reason(error: Error) -> Cause {
    error.to_string().into()
}

// The walk.

impl<'s> Filler<'s> {
    /// The next buffer; `None` if it would show nothing new, or there is no room for it.
    #[inline]
    fn buffer(&mut self) -> Option<Vec<u8>> {
        if self.coverage.count() == 0 && !self.is_first {
            return None;
        }
        let root = self.schema.root();
        self.builder.reset();
        self.times.clear();
        self.values = VALUES;
        self.bytes = if self.is_first { self.left.saturating_add(root.size().at_widest()) } else { self.left };
        self.coverage.find_leads();
        let before = self.coverage.snapshot();
        let filled = self.structure("", root, (false, true));
        let (is_new, most) = (self.coverage.count() < before.len(), self.left);
        let is_kept = |buffer: &Vec<u8>| self.is_first || (is_new && filled.is_ok() && buffer.len() as u64 <= most);
        let buffer = self.builder.finish().ok().filter(is_kept);
        match &buffer {
            Some(buffer) => self.left = self.left.saturating_sub(buffer.len() as u64),
            None if is_new => self.coverage.restore(before),
            None => {}
        }
        buffer
    }

    /// Takes a value of so many bytes from the budget.
    #[inline]
    fn spend(&mut self, bytes: u64) -> Result<(), Cause> {
        let left = self.values.checked_sub(1).zip(self.bytes.checked_sub(bytes));
        (self.values, self.bytes) = left.ok_or("the buffers would be too large")?;
        Ok(())
    }

    /// Begins a definition.
    #[inline]
    fn enter(&mut self, name: &'s str, must: bool) -> Result<(), Cause> {
        let (times, open) = self.times.get(name).copied().unwrap_or_default();
        if open >= NESTED {
            return Err("it would be too deep within itself".into());
        }
        if self.levels >= LEVELS {
            return Err("it would be nested too deeply".into());
        }
        if times >= TIMES && !must {
            return Err("the buffer has enough of its type".into());
        }
        self.times.insert(name, (times.saturating_add(1), open.saturating_add(1)));
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    #[inline]
    fn leave(&mut self, name: &'s str) {
        self.levels = self.levels.saturating_sub(1);
        if let Some((_, open)) = self.times.get_mut(name) {
            *open = open.saturating_sub(1);
        }
    }

    #[inline]
    fn fill(&mut self, path: &str, spot: &Spot<'s>) -> Outcome {
        let schema = self.schema;
        match spot.ty {
            Type::Struct(id) => self.structure(path, schema.structure(*id), (spot.optional, spot.must)),
            Type::Union(id) if schema.union(*id).is_any() => self.any(path, schema.union(*id)),
            Type::Union(id) => {
                let known = schema.union(*id);
                self.enter(known.name(), spot.must || self.coverage.wants(spot.ty))?;
                let filled = self.union(path, spot, known);
                self.leave(known.name());
                filled
            }
            Type::List(list) => self.several(path, [Some(list.element()), None], |filler, number| {
                filler.spend(list.0.size.at_widest())?;
                filler.builder.push_default(path).map_err(reason)?;
                filler.fill(&format!("{path}[{number}]"), &Spot::item(&list.0, spot.must && number == 0))
            }),
            Type::Map(map) => self.several(path, [Some(map.key()), map.value()], |filler, number| {
                filler.entry(path, &map.0, spot.must, number)
            }),
            Type::Array(array) if !array.is_bytes() => self.array(path, spot, array),
            _ => match self.plain(spot) {
                Some(value) => self.put(path, spot, &value),
                None => Ok(false),
            },
        }
    }

    /// Makes a struct, and sets its fields as far as they can be set.
    #[inline]
    fn structure(&mut self, path: &str, known: &'s Struct, (optional, must): (bool, bool)) -> Outcome {
        self.spend(known.size().at_widest())?;
        self.enter(known.name(), must)?;
        let made = if optional { self.builder.make(path).map_err(reason) } else { Ok(()) };
        let filled = made.map(|()| self.fields(path, known) || optional);
        self.leave(known.name());
        filled
    }

    /// Sets fields. Gives whether one of them is other than its default then.
    #[inline]
    fn fields(&mut self, path: &str, known: &'s Struct) -> bool {
        let (kept, round) = self.coverage.round(known);
        let is_inner = self.times.get(known.name()).is_some_and(|(_, open)| *open >= NESTED);
        let (mut differs, mut is_whole) = (false, true);
        for ((index, field), is_kept) in known.fields().iter().enumerate().zip(kept) {
            let unit = (known.name(), index);
            let spot = Spot::field(field, self.coverage.is_missing(unit));
            let step = if known.is_root_value() { String::new() } else { field_step(path, field.name()) };
            let path = format!("{path}{step}");
            // A value that leads to missing units is left to a later buffer, but not within itself.
            let can_lead = !is_inner && (spot.optional || !matches!(spot.ty, Type::Enum(_)));
            let is_way = can_lead && self.coverage.leads_to(spot.ty);
            let stays = is_kept == Some(true) && !spot.must && !is_way;
            let outcome = match is_kept {
                _ if stays => {
                    self.keep(&spot);
                    Ok(false)
                }
                None if !self.is_first && !spot.must && !self.coverage.leads_to(spot.ty) => continue,
                _ => self.fill(&path, &spot),
            };
            differs |= outcome == Ok(true);
            is_whole &= match is_kept {
                None => true,
                // A field that cannot be set is at its default, too.
                Some(kept) => kept == (outcome != Ok(true)),
            };
            self.coverage.mark(unit, &outcome);
        }
        round.filter(|_| is_whole).into_iter().for_each(|round| self.coverage.show(round));
        differs
    }

    /// Shows the variant that is the default of a field.
    #[inline]
    fn keep(&mut self, spot: &Spot<'s>) {
        if let (Type::Enum(id), Some(word)) = (spot.ty, spot.word()) {
            let known = self.schema.enumeration(*id);
            if let Some(index) = index_of(known, word) {
                self.coverage.show((known.name(), index));
            }
        }
    }

    /// Makes elements or entries: some, and more where their types have variants that are missing.
    /// A list that cannot have one is left empty, or absent.
    fn several(
        &mut self,
        path: &str,
        held: [Option<&'s Type>; 2],
        mut add: impl FnMut(&mut Self, usize) -> Outcome,
    ) -> Outcome {
        self.spend(HEADER)?;
        for number in 0..MANY {
            if number >= FEW && !held.into_iter().flatten().any(|ty| self.coverage.wants(ty)) {
                break;
            }
            match add(self, number) {
                Ok(_) => {}
                Err(_) if number > 0 => break,
                Err(cause) => {
                    self.builder.clear(path).map_err(reason)?;
                    return Err(cause);
                }
            }
        }
        Ok(true)
    }

    /// Adds an entry of a map, or an element of a set.
    #[inline]
    fn entry(&mut self, path: &str, entry: &'s MapEntry, must: bool, number: usize) -> Outcome {
        self.spend(entry.layout.size.at_widest())?;
        let key = match entry.key.ty {
            Type::Bool => Some(PathKey::Bool(number == 0)),
            _ => self.plain(&Spot::item(&entry.key, false)),
        };
        let Some(key) = key else { return Ok(false) };
        let units = mem::take(&mut self.pending);
        self.spend(heap_len(&key))?;
        let is_new = self.builder.add_key(path, key.key()).map_err(reason)?;
        let filled = match &entry.value {
            Some(value) if is_new => {
                let mut path = path.to_owned();
                let written = Owned::of_key(self.schema, &entry.key.ty, &key.key());
                written.and_then(|key| write_key(&mut path, key.part().value()?)).map_err(reason)?;
                self.fill(&path, &Spot::item(value, must && number == 0))
            }
            // A key that was there keeps its value.
            _ => Ok(true),
        };
        // A map of one entry that is cut short is cleared.
        if filled.is_ok() || number > 0 {
            for unit in units {
                self.coverage.show(unit);
            }
        }
        filled
    }

    /// Sets the first elements of an array, and the last.
    #[inline]
    fn array(&mut self, path: &str, spot: &Spot<'s>, array: &'s ArrayType) -> Outcome {
        if spot.optional {
            self.builder.edited().make_present(path).map_err(reason)?;
        }
        let (len, mut differs) = (array.len(), spot.optional);
        for number in (0..len.min(MANY)).chain((MANY..len).next_back()) {
            let is_last = number.saturating_add(1) == len;
            if number >= FEW && !is_last && !self.coverage.wants(array.element()) {
                continue;
            }
            match self.fill(&format!("{path}[{number}]"), &Spot::item(&array.0, spot.must && number == 0)) {
                Ok(other) => differs |= other,
                Err(reason) if number == 0 && !differs => return Err(reason),
                Err(_) => break,
            }
        }
        Ok(differs)
    }

    #[inline]
    fn union(&mut self, path: &str, spot: &Spot<'s>, known: &'s Union) -> Outcome {
        let variants = known.variants();
        // The first variant is the default of the union, unless its payload differs.
        let default = variants.first().filter(|first| first.ty().is_none() && !spot.optional).map(|_| 0);
        let payloads = variants.iter().map(|variant| variant.ty());
        let leads: Vec<bool> = payloads.map(|ty| ty.is_some_and(|ty| self.coverage.leads_to(ty))).collect();
        let Some(tag) = self.choose(known.name(), &leads, default, spot.must) else { return Ok(false) };
        let Some(variant) = variants.get(tag) else { return Ok(false) };
        let differs = tag != 0 || spot.optional;
        self.spend(HEADER)?;
        self.builder.set(path, variant.name()).map_err(reason)?;
        let unit = (known.name(), tag);
        let payload = Spot::item(variant.item(), self.coverage.is_missing(unit));
        let path = format!("{path}{}", variant_step(path, known, variant.name()));
        let filled = if variant.ty().is_some() { self.fill(&path, &payload) } else { Ok(differs) };
        // The variant is there, also if its payload is the default.
        self.coverage.mark(unit, &filled.clone().map(|_| true));
        if differs { Ok(true) } else { filled }
    }

    /// Makes an `any` a document, or a number if there was a document before.
    #[inline]
    fn any(&mut self, path: &str, known: &'s Union) -> Outcome {
        let number = u16::try_from(self.supply.number() & 0x7FFF).unwrap_or(0);
        let units = (0..known.variants().len()).map(|tag| (known.name(), tag));
        if !units.clone().any(|unit| self.coverage.is_missing(unit)) {
            self.spend(HEADER)?;
            return self.builder.set(path, number).map(|()| true).map_err(reason);
        }
        let made = self.spend(DOCUMENT).and_then(|()| document(&mut self.builder, path, number).map_err(reason));
        if made.is_err() {
            self.builder.clear(path).map_err(reason)?;
        }
        let made = made.map(|()| true);
        units.for_each(|unit| self.coverage.mark(unit, &made));
        made
    }
}

// Values without parts, and the choice of variants.

impl<'s> Filler<'s> {
    /// A value without parts, or a key; `None` if there is only the default.
    #[inline]
    fn plain(&mut self, spot: &Spot<'s>) -> Option<PathKey> {
        let most = spot.rules.max_len().map_or(usize::MAX, |max| max as usize);
        let text = |supply: &mut Supply, len: usize| supply.text(len.min(most), spot.rules, spot.content());
        Some(match spot.ty {
            Type::Bool => PathKey::Bool(spot.word() != Some(1)),
            Type::Scalar(scalar) => PathKey::Word(*scalar, self.supply.word(*scalar, spot.rules, spot.word())?),
            Type::Enum(id) => PathKey::Integer(self.variant(self.schema.enumeration(*id), spot)?),
            Type::String => PathKey::Blob(text(&mut self.supply, most)?.into_bytes()),
            // A byte that is not used tells its length from that of a string.
            Type::Text(len) => {
                let used = if *len > 3 { len.saturating_sub(1) } else { *len };
                PathKey::Blob(text(&mut self.supply, used as usize)?.into_bytes())
            }
            Type::Bytes => PathKey::Blob(self.supply.bytes(ByteCount::Most(most), spot.content())?),
            Type::Array(array) => {
                let zeros = vec![0; array.len()];
                let default = Some(&*zeros).filter(|_| !spot.optional);
                PathKey::Blob(self.supply.bytes(ByteCount::Exact(array.len()), default)?)
            }
            Type::Struct(id) => PathKey::Tuple(self.tuple(self.schema.structure(*id))?),
            Type::List(_) | Type::Map(_) | Type::Union(_) => return None,
        })
    }

    /// The parts of a key.
    #[inline]
    fn tuple(&mut self, known: &'s Struct) -> Option<Vec<PathKey>> {
        let (kept, round) = self.coverage.round(known);
        self.pending.extend(round);
        let mut parts = Vec::new();
        for ((index, field), is_kept) in known.fields().iter().enumerate().zip(kept) {
            let (spot, word) = (Spot::field(field, false), field.default().word());
            let part = match (is_kept, spot.ty) {
                (Some(true), Type::Bool) => PathKey::Bool(false),
                (Some(true), Type::Enum(_)) => PathKey::Integer(word.cast_signed()),
                (Some(true), Type::String | Type::Bytes) => PathKey::Blob(Vec::new()),
                _ => self.plain(&spot)?,
            };
            let differs = match &part {
                PathKey::Bool(value) => *value,
                PathKey::Integer(number) => number.cast_unsigned() != word,
                PathKey::Blob(content) => !content.is_empty(),
                PathKey::Word(..) | PathKey::Tuple(_) => true,
            };
            let unit = (known.name(), index);
            if differs {
                self.pending.push(unit);
            } else {
                self.coverage.mark(unit, &Ok(false));
            }
            parts.push(part);
        }
        Some(parts)
    }

    /// The number of a variant of an enum.
    #[inline]
    fn variant(&mut self, known: &'s Enum, spot: &Spot<'s>) -> Option<i128> {
        let default = spot.word().and_then(|word| index_of(known, word));
        let leads = vec![false; known.variants().len()];
        let index = self.choose(known.name(), &leads, default, spot.must)?;
        self.pending.push((known.name(), index));
        known.variants().nth(index).map(|(_, number)| number.into())
    }

    /// The variant for a value: a missing one, one that leads to missing units, or the next that is
    /// not the default. The default is taken where a value may be the default, or has no other.
    #[inline]
    fn choose(&mut self, name: &'s str, leads: &[bool], default: Option<usize>, must: bool) -> Option<usize> {
        let count = leads.len();
        let turn = self.turns.get(name).copied().filter(|turn| *turn < count).unwrap_or(0);
        let is_free = |index: &usize| !must || Some(*index) != default;
        let turns = || (turn..count).chain(0..turn).filter(is_free);
        let coverage = &self.coverage;
        let missing = coverage.missing_of(name, turn, count).chain(coverage.missing_of(name, 0, turn)).find(is_free);
        let leading = || turns().find(|index| leads.get(*index) == Some(&true));
        let other = || turns().find(|index| Some(*index) != default);
        let chosen = missing.or_else(leading).or_else(other).or_else(|| turns().next()).or(default)?;
        self.turns.insert(name, chosen.saturating_add(1));
        Some(chosen)
    }

    /// Sets a value without parts.
    #[inline]
    fn put(&mut self, path: &str, spot: &Spot<'s>, value: &PathKey) -> Outcome {
        let done = self.spend(heap_len(value)).and_then(|()| {
            let builder = &mut self.builder;
            let set = match value {
                PathKey::Bool(value) => builder.set(path, *value),
                PathKey::Word(_, word) => builder.edited().set_word(path, *word),
                PathKey::Integer(number) => builder.edited().set_word(path, number.cast_unsigned()),
                PathKey::Blob(content) => match (spot.ty, str::from_utf8(content)) {
                    (Type::String | Type::Text(_), Ok(text)) => builder.set(path, text),
                    _ => builder.set(path, content),
                },
                // Keys are not set.
                PathKey::Tuple(_) => Ok(()),
            };
            set.map_err(reason)
        });
        self.settle(done.is_ok());
        let is_default = matches!(value, PathKey::Integer(number) if spot.word() == Some(number.cast_unsigned()));
        done.map(|()| !is_default)
    }

    /// Shows the units of a value that was set.
    #[inline]
    fn settle(&mut self, is_set: bool) {
        for unit in self.pending.drain(..).filter(|_| is_set) {
            self.coverage.show(unit);
        }
    }
}
