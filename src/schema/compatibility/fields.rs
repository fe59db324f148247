//! Two structs: which field of one is which of the other, and what became of it.
//!
//! A field is the one of the same name; else the one that lies where it lay, under another name;
//! else it is gone. Whether a move or another revision matters is decided by where the bytes lie:
//! of every field, since a change of one moves others.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use alloc::{format, vec};

use super::super::key::key_text;
use super::super::model::Schema;
use super::super::types::{Column, DefaultValue, Field, Struct, Type};
use super::walk::{Comparison, StepPlace};
use super::{Level, SchemaChange};
use crate::layout::{Shape, Size};

/// Where the bits and bytes of a field lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FieldSpot {
    region: usize,
    bit: Option<(u32, u32, u32)>,
    slot: Option<(u32, u32)>,
}

/// The fields of a struct as the comparison needs them.
struct Side<'s> {
    schema: &'s Schema,
    fields: &'s [Field],
    /// Revisions that have a region, in order.
    revisions: Vec<u32>,
}

impl<'s> Side<'s> {
    fn new(schema: &'s Schema, structure: &'s Struct) -> Self {
        let mut revisions: Vec<u32> = structure.fields().iter().map(Field::since).chain([1]).collect();
        revisions.sort_unstable();
        revisions.dedup();
        Self { schema, fields: structure.fields(), revisions }
    }

    fn region(&self, field: &Field) -> usize {
        self.revisions.binary_search(&field.since()).unwrap_or(0)
    }

    fn shape(&self, field: &Field) -> Shape {
        self.schema.0.shape(field.ty(), field.optional(), field.since())
    }

    fn spot(&self, field: &Field) -> FieldSpot {
        let (shape, place) = (self.shape(field), field.place());
        let bit = (shape.bits > 0).then_some((place.bitmap.fixed, place.bitmap.pointers, place.bit));
        let slot = (shape.slot != Size::ZERO).then_some((place.slot.fixed, place.slot.pointers));
        FieldSpot { region: self.region(field), bit, slot }
    }
}

/// For each new field the old one that it is.
fn matched(new: &Side<'_>, old: &Side<'_>) -> Vec<Option<usize>> {
    let mut by_name: BTreeMap<&str, usize> = old.fields.iter().map(Field::name).zip(0..).collect();
    let mut matches: Vec<Option<usize>> = new.fields.iter().map(|field| by_name.remove(field.name())).collect();
    let mut left: BTreeMap<FieldSpot, usize> =
        by_name.into_values().filter_map(|index| Some((old.spot(old.fields.get(index)?), index))).collect();
    for (field, found) in new.fields.iter().zip(&mut matches) {
        if found.is_none() {
            *found = left.remove(&new.spot(field));
        }
    }
    matches
}

impl<'s> Comparison<'s> {
    pub(super) fn structs(&mut self, new: &'s Struct, old: &'s Struct, place: StepPlace) {
        let is_named = |structure: &Struct| !structure.is_root_value();
        if is_named(new) && is_named(old) && !(new.is_tuple() && old.is_tuple()) {
            self.name(new.name(), old.name(), "struct", place);
        }
        if new.is_frozen() != old.is_frozen() {
            let sentence = if new.is_frozen() {
                "it is frozen now, and lies where a pointer to it lay"
            } else {
                "it is no longer frozen, and a pointer lies where it lay"
            };
            self.find(place, SchemaChange::Frozen, Level::Incompatible, sentence);
        }
        self.key(new, old, place);
        let is_frozen = new.is_frozen() || old.is_frozen();
        let known = self.count();
        let (new, old) = (Side::new(self.new, new), Side::new(self.old, old));
        let matches = matched(&new, &old);
        let mut is_left = vec![true; old.fields.len()];
        let turns = turns(&new, &old, &matches);
        for ((field, found), has_turned) in new.fields.iter().zip(&matches).zip(turns) {
            let place = self.field(place, field);
            let Some((before, is_left)) = found.and_then(|at| Some((old.fields.get(at)?, is_left.get_mut(at)?))) else {
                self.added(&new, &old, field, is_frozen, place);
                continue;
            };
            *is_left = false;
            if !field.name().is_empty() && !before.name().is_empty() {
                self.name(field.name(), before.name(), "field", place);
            }
            self.moved(&new, &old, (field, before), has_turned, place);
            self.optional(field.optional(), before.optional(), place);
            if self.types(field.ty(), before.ty(), place) && !field.optional() && !before.optional() {
                self.default(field, before, place);
            }
        }
        for (before, _) in old.fields.iter().zip(is_left).filter(|(_, is_left)| *is_left) {
            let place = self.field(place, before);
            let sentence = "the field is gone, and others may lie where it lay; a field can only be left unused";
            self.find(place, SchemaChange::Removed, Level::Incompatible, sentence);
        }
        if !self.has_incompatible(known) {
            self.displaced(&new, &old, &matches, place);
        }
    }

    /// Tells the fields that lie elsewhere though nothing that was told of this struct says so:
    /// other fields joined their region or left it.
    ///
    /// A field of another size moves those behind it, which is told where its type differs. If all
    /// have their size and lie where they lay, the regions that old buffers have end where they
    /// ended.
    fn displaced(&mut self, new: &Side<'_>, old: &Side<'_>, matches: &[Option<usize>], place: StepPlace) {
        let pairs = || {
            let found = new.fields.iter().zip(matches);
            found.filter_map(|(field, found)| Some((field, old.fields.get((*found)?)?)))
        };
        let has_size = |(field, before): (&Field, &Field)| {
            let (shape, was) = (new.shape(field), old.shape(before));
            shape.bits == was.bits && shape.slot == was.slot
        };
        if !pairs().all(has_size) {
            return;
        }
        for (field, _) in pairs().filter(|(field, before)| new.spot(field) != old.spot(before)) {
            let place = self.field(place, field);
            let sentence = "fields of its revision are of another one, or the reverse; its bytes lie elsewhere";
            self.find(place, SchemaChange::Moved, Level::Incompatible, sentence);
        }
    }

    fn key(&mut self, new: &Struct, old: &Struct, place: StepPlace) {
        if key_spots(self.new, new) != key_spots(self.old, old) {
            let sentence = format!(
                "the key was ({}) and is ({}); buffers stay what they are, but a store that sorts by it is built anew",
                key_text(old.key()),
                key_text(new.key())
            );
            self.find(place, SchemaChange::Key, Level::Same, sentence);
        }
    }

    /// The place of a field; that of a root which is no struct is where the root is.
    fn field(&mut self, place: StepPlace, field: &Field) -> StepPlace {
        if field.name().is_empty() { place } else { self.step(place, format!(".{}", field.name())) }
    }

    fn added(&mut self, new: &Side<'_>, old: &Side<'_>, field: &Field, is_frozen: bool, place: StepPlace) {
        if is_frozen {
            let sentence = "the field is new in a frozen struct, whose elements and neighbours lie elsewhere for it";
            return self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
        }
        // Behind every region that old buffers have.
        if new.region(field) >= old.revisions.len() {
            let sentence = "the field is new; old readers keep it, and old buffers have its default";
            return self.find(place, SchemaChange::Added, Level::OldReadersKeepWorking, sentence);
        }
        let next = old.revisions.last().copied().unwrap_or(1).saturating_add(1);
        let sentence =
            format!("the field is new in a revision that buffers were written with; it needs `since {next}`");
        self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
    }

    fn moved(&mut self, new: &Side<'_>, old: &Side<'_>, pair: (&Field, &Field), has_turned: bool, place: StepPlace) {
        let (field, before) = pair;
        let lies_there = new.spot(field) == old.spot(before);
        let level = if lies_there { Level::Same } else { Level::Incompatible };
        let consequence = if lies_there { "its bytes lie where they lay" } else { "its bytes lie elsewhere" };
        if field.since() != before.since() {
            let (since, was) = (field.since(), before.since());
            let sentence = format!("it was of revision {was} and is of revision {since}; {consequence}");
            self.find(place, SchemaChange::Since, level, sentence);
        } else if has_turned {
            let sentence = format!("it stands elsewhere among the fields of its revision; {consequence}");
            self.find(place, SchemaChange::Moved, level, sentence);
        }
    }

    fn default(&mut self, field: &Field, before: &Field, place: StepPlace) {
        let is_same = match (field.default(), before.default()) {
            (DefaultValue::Blob(new), DefaultValue::Blob(old)) => new == old,
            (DefaultValue::Blob(_), _) | (_, DefaultValue::Blob(_)) => false,
            (new, old) => new.word() == old.word(),
        };
        let (value, was) = (self.new.default_value(field), self.old.default_value(before));
        // Where neither is declared it is the enum's, which is compared itself.
        if is_same || value.is_none() && was.is_none() {
            return;
        }
        let written =
            |value: Option<super::super::literal::Literal>| value.map_or("none".into(), |value| value.to_string());
        let sentence = format!(
            "the default was {} and is {}; what is stored is read as another value",
            written(was),
            written(value)
        );
        self.find(place, SchemaChange::Default, Level::Incompatible, sentence);
    }
}

/// Where the columns of a key lie, whatever their names, and whether they are absent or descend.
fn key_spots(schema: &Schema, structure: &Struct) -> Vec<(Vec<FieldSpot>, bool, bool)> {
    let spots = |column: &Column| {
        let mut holder = Some(structure);
        let fields = schema.column_fields(structure, column).map(|field| {
            let spot = holder.map(|holder| Side::new(schema, holder).spot(field));
            holder = match field.ty() {
                Type::Struct(id) => Some(schema.structure(*id)),
                _ => None,
            };
            spot
        });
        fields.flatten().collect()
    };
    structure.columns().map(|column| (spots(column), column.optional, column.descending)).collect()
}

/// Which fields stand elsewhere among those that both structs have in the same revision.
fn turns(new: &Side<'_>, old: &Side<'_>, matches: &[Option<usize>]) -> Vec<bool> {
    let mut turned = vec![false; new.fields.len()];
    let mut by_revision: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, (field, found)) in new.fields.iter().zip(matches).enumerate() {
        if let Some(at) = found
            && old.fields.get(*at).is_some_and(|before| before.since() == field.since())
        {
            by_revision.entry(field.since()).or_default().push((index, *at));
        }
    }
    for pairs in by_revision.into_values() {
        let mut ordered: Vec<usize> = pairs.iter().map(|(_, at)| *at).collect();
        ordered.sort_unstable();
        for ((index, at), expected) in pairs.iter().zip(ordered) {
            if let Some(turned) = turned.get_mut(*index) {
                *turned = *at != expected;
            }
        }
    }
    turned
}
