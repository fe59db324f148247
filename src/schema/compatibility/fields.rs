//! Definitions of two revisions, compared: structs field by field, enums and unions variant by
//! variant.
//!
//! A field is paired with the field of the same name, unless another field gave up this name (see
//! the parent). Otherwise it is paired with the field in the same place, under another name; a
//! field without a pair is new or gone. The places of the bytes decide whether a move or another
//! revision matters. All fields are compared, since a change of one field moves others.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;
use alloc::{format, vec};

use super::super::key::key_text;
use super::super::model::Schema;
use super::super::types::{Column, DefaultValue, Field, Struct, Type};
use super::walk::{Comparison, StepPlace};
use super::{Level, Meeting, Of, SchemaChange, is_alike, is_given_up};
use crate::layout::{Shape, Size};
use crate::schema::types::{Enum, Union, UnionVariant};

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

/// The place of a field as both structs count it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// In a region that has as many fields as the other's: which of its kind it is. A type of
    /// another size moves the bytes of those behind it, and not their order.
    Nth(usize, Slots, usize),
    /// In any other region: where its bytes lie.
    Spot(FieldSpot),
}

/// The parts of a region, in each of which fields have the order of their declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slots {
    WithoutPointers,
    WithPointers,
    None,
}

impl Side<'_> {
    fn slots(&self, field: &Field) -> Slots {
        match self.shape(field).slot {
            Size::ZERO => Slots::None,
            Size { pointers: 0, .. } => Slots::WithoutPointers,
            Size { .. } => Slots::WithPointers,
        }
    }

    /// How many fields each part of each region has.
    #[inline]
    fn counts(&self) -> BTreeMap<(usize, Slots), usize> {
        let mut counts = BTreeMap::new();
        for field in self.fields {
            let count: &mut usize = counts.entry((self.region(field), self.slots(field))).or_default();
            *count = count.saturating_add(1);
        }
        counts
    }

    /// The place of each field, where these regions are counted.
    #[inline]
    fn standings(&self, is_counted: &[bool]) -> Vec<Standing> {
        let mut counts: BTreeMap<(usize, Slots), usize> = BTreeMap::new();
        let mut standing = |field: &Field| {
            let (region, slots) = (self.region(field), self.slots(field));
            if is_counted.get(region).is_none_or(|is_counted| !is_counted) {
                return Standing::Spot(self.spot(field));
            }
            let count = counts.entry((region, slots)).or_default();
            let nth = *count;
            *count = count.saturating_add(1);
            Standing::Nth(region, slots, nth)
        };
        self.fields.iter().map(&mut standing).collect()
    }
}

/// The fields of two structs as they meet.
struct Matches {
    /// For each new field the old one that it is.
    of: Vec<Option<usize>>,
    /// Which new fields have a name that another field had.
    reused: Vec<bool>,
}

#[inline]
fn matched(new: &Side<'_>, old: &Side<'_>) -> Matches {
    let is_counted: Vec<bool> = {
        let (new, old) = (new.counts(), old.counts());
        let all = new.keys().chain(old.keys()).map(|(region, _)| region).max().map_or(0, |last| last.saturating_add(1));
        let parts = [Slots::WithoutPointers, Slots::WithPointers, Slots::None];
        (0..all).map(|region| parts.iter().all(|part| new.get(&(region, *part)) == old.get(&(region, *part)))).collect()
    };
    let by_name: BTreeMap<&str, usize> = old.fields.iter().map(Field::name).zip(0..).collect();
    let by_place: BTreeMap<Standing, usize> = old.standings(&is_counted).into_iter().zip(0..).collect();
    let meeting = Meeting {
        named: new.fields.iter().map(|field| by_name.get(field.name()).copied()).collect(),
        standing: new.standings(&is_counted).iter().map(|standing| by_place.get(standing).copied()).collect(),
        is_behind: new.fields.iter().map(|field| new.region(field) >= old.revisions.len()).collect(),
    };
    let pair = |field: usize, before: usize| Some((new.fields.get(field)?, old.fields.get(before)?));
    let can_be = |(field, before): (&Field, &Field)| {
        field.optional() == before.optional()
            && is_default_same(field, before)
            && is_alike(Of(new.schema, field.ty()), Of(old.schema, before.ty()))
    };
    let reused = meeting.reused(
        |field, before| pair(field, before).is_some_and(can_be),
        |field| new.fields.get(field).is_some_and(|field| is_given_up(field.name())),
    );
    let mut of: Vec<Option<usize>> =
        meeting.named.iter().zip(&reused).map(|(named, reused)| named.filter(|_| !reused)).collect();
    let mut is_left = vec![true; old.fields.len()];
    of.iter().flatten().for_each(|taken| is_left.get_mut(*taken).into_iter().for_each(|is_left| *is_left = false));
    for (found, standing) in of.iter_mut().zip(&meeting.standing) {
        if let (None, Some(at)) = (&found, standing)
            && is_left.get(*at).is_some_and(|is_left| *is_left)
        {
            *found = Some(*at);
        }
    }
    Matches { of, reused }
}

/// Whether a null pointer or an empty slot means the same in both, as far as it is declared.
fn is_default_same(new: &Field, old: &Field) -> bool {
    match (new.default(), old.default()) {
        (DefaultValue::Blob(new), DefaultValue::Blob(old)) => new == old,
        (DefaultValue::Blob(_), _) | (_, DefaultValue::Blob(_)) => false,
        (new, old) => new.word() == old.word(),
    }
}

impl<'s> Comparison<'s> {
    #[inline]
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
        let turns = turns(&new, &old, &matches.of);
        let fields = new.fields.iter().zip(&matches.of).zip(&matches.reused);
        for (((field, found), is_reused), has_turned) in fields.zip(turns) {
            let place = self.field(place, field);
            let Some((before, is_left)) = found.and_then(|at| Some((old.fields.get(at)?, is_left.get_mut(at)?))) else {
                self.added(&new, &old, field, is_frozen, *is_reused, place);
                continue;
            };
            *is_left = false;
            if !field.name().is_empty() && !before.name().is_empty() {
                self.name_of("field", field.name(), before.name(), *is_reused, place);
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
            self.displaced(&new, &old, &matches.of, place);
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

    #[inline]
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

    #[inline]
    fn added(
        &mut self,
        new: &Side<'_>,
        old: &Side<'_>,
        field: &Field,
        is_frozen: bool,
        is_reused: bool,
        place: StepPlace,
    ) {
        if is_frozen {
            let sentence = "the field is new in a frozen struct, whose elements and neighbours lie elsewhere for it";
            return self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
        }
        // Behind every region that old buffers have.
        if new.region(field) >= old.revisions.len() {
            let name = if is_reused { ", by the name that another one had" } else { "" };
            let sentence = format!("the field is new{name}; old readers keep it, and old buffers have its default");
            return self.find(place, SchemaChange::Added, Level::OldReadersKeepWorking, sentence);
        }
        let next = old.revisions.last().copied().unwrap_or(1).saturating_add(1);
        let sentence =
            format!("the field is new in a revision that buffers were written with; it needs `since {next}`");
        self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
    }

    #[inline]
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

    #[inline]
    fn default(&mut self, field: &Field, before: &Field, place: StepPlace) {
        let (value, was) = (self.new.default_value(field), self.old.default_value(before));
        // Where neither is declared it is the enum's, which is compared itself.
        if is_default_same(field, before) || value.is_none() && was.is_none() {
            return;
        }
        let written =
            |value: Option<super::super::literal::Literal>| value.map_or("none".into(), |value| value.to_string());
        let (value, was) = (written(value), written(was));
        let sentence = if value == was {
            // A variant of another number, or a NaN of other bits.
            format!(
                "the default is {value} as before, which is stored as other bytes; what is stored is read as another value"
            )
        } else {
            format!("the default was {was} and is {value}; what is stored is read as another value")
        };
        self.find(place, SchemaChange::Default, Level::Incompatible, sentence);
    }
}

/// Where the columns of a key lie, whatever their names, and whether they are absent or descend.
#[inline]
fn key_spots(schema: &Schema, structure: &Struct) -> Vec<(Vec<FieldSpot>, bool, bool)> {
    let spots = |column: &Column| {
        let mut holder = Some(structure);
        let fields = column.fields(schema, structure).map(|field| {
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
#[inline]
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

// Two enums, or two unions. A variant of an enum is its number, a variant of a union its place.
// Names tell which variant a number or place belonged to, unless another variant gave up the name.

impl<'s> Comparison<'s> {
    #[inline]
    fn variant_added(&mut self, old_is_open: bool, is_reused: bool, place: StepPlace) {
        let name = if is_reused { ", by the name that another one had" } else { "" };
        let (level, consequence) = if old_is_open {
            (Level::OldReadersKeepWorking, "to old readers it is an unknown one")
        } else {
            (Level::OldReadersRefuse, "old readers refuse a value that is it")
        };
        self.find(place, SchemaChange::Added, level, format!("the variant is new{name}; {consequence}"));
    }

    fn variant_removed(&mut self, new_is_open: bool, place: StepPlace) {
        if new_is_open {
            let sentence = "the variant is gone; to new readers it is an unknown one";
            self.find(place, SchemaChange::Removed, Level::OldReadersKeepWorking, sentence);
        } else {
            let sentence = "the variant is gone; new readers refuse a value that is it";
            self.find(place, SchemaChange::Removed, Level::NewReadersRefuse, sentence);
        }
    }

    #[inline]
    pub(super) fn enums(&mut self, new: &'s Enum, old: &'s Enum, place: StepPlace) {
        self.name(new.name(), old.name(), "enum", place);
        self.open(new.is_open(), old.is_open(), place);
        if new.repr() != old.repr() {
            let sentence = format!("it was stored as {} and is stored as {}", old.repr(), new.repr());
            self.find(place, SchemaChange::Retyped, Level::Incompatible, sentence);
        }
        if new.first() != old.first() {
            let sentence = format!("the default was the number {} and is {}", old.first(), new.first());
            self.find(place, SchemaChange::Default, Level::Incompatible, sentence);
        }
        // A number has one variant and a name one number in each of the two.
        let names: BTreeMap<&str, u64> = old.variants().collect();
        let numbers: BTreeMap<u64, &str> = old.variants().map(|(name, number)| (number, name)).collect();
        let reused = reused_numbers(new, old);
        // The names of those that are variants of the new enum, too, or of none.
        let kept: BTreeSet<&str> =
            new.variants().zip(&reused).filter(|(_, is_reused)| !**is_reused).map(|((name, _), _)| name).collect();
        let taken: BTreeMap<u64, bool> = new
            .variants()
            .zip(&reused)
            .map(|((name, number), is_reused)| (number, *is_reused || !names.contains_key(name)))
            .collect();
        for ((name, number), is_reused) in new.variants().zip(&reused) {
            let place = self.step(place, format!(".{name}"));
            match (names.get(name).filter(|_| !is_reused), numbers.get(&number)) {
                (Some(was), _) if *was == number => {}
                (Some(was), _) => {
                    let sentence =
                        format!("its number was {was} and is {number}; what is stored is read as another variant");
                    self.find(place, SchemaChange::Renumbered, Level::Incompatible, sentence);
                }
                (None, Some(before)) if !kept.contains(before) => {
                    self.name_of("variant", name, before, *is_reused, place);
                }
                (None, Some(before)) => {
                    let sentence =
                        format!("it has the number that `{before}` had; what is stored is read as another variant");
                    self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
                }
                (None, None) => self.variant_added(old.is_open(), *is_reused, place),
            }
        }
        for (name, number) in old.variants().filter(|(name, _)| !kept.contains(name)) {
            match taken.get(&number) {
                None => {
                    let place = self.step(place, format!(".{name}"));
                    self.variant_removed(new.is_open(), place);
                }
                Some(false) => {
                    let place = self.step(place, format!(".{name}"));
                    let sentence = "the variant is gone, and another one has its number";
                    self.find(place, SchemaChange::Removed, Level::Incompatible, sentence);
                }
                // Under a new name.
                Some(true) => {}
            }
        }
    }

    #[inline]
    pub(super) fn unions(&mut self, new: &'s Union, old: &'s Union, place: StepPlace) {
        self.name(new.name(), old.name(), "union", place);
        self.open(new.is_open(), old.is_open(), place);
        let names: BTreeMap<&str, usize> = old.variants().iter().map(UnionVariant::name).zip(0..).collect();
        let reused = self.reused_places(new, old, &names);
        let kept: BTreeSet<&str> = new
            .variants()
            .iter()
            .zip(&reused)
            .filter(|(_, is_reused)| !**is_reused)
            .map(|(variant, _)| variant.name())
            .collect();
        for (index, (variant, is_reused)) in new.variants().iter().zip(&reused).enumerate() {
            let place = self.step(place, format!(".{}", variant.name()));
            let before = match names.get(variant.name()).filter(|_| !is_reused) {
                Some(was) if *was == index => old.variants().get(index),
                Some(was) => {
                    let sentence = format!(
                        "it was variant {was} and is variant {index}; what is stored is read as another variant"
                    );
                    self.find(place, SchemaChange::Moved, Level::Incompatible, sentence);
                    old.variants().get(*was)
                }
                None => match old.variants().get(index) {
                    None => {
                        self.variant_added(old.is_open(), *is_reused, place);
                        None
                    }
                    Some(before) if kept.contains(before.name()) => {
                        let sentence = "the variant is new among those that were; new ones come last";
                        self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
                        None
                    }
                    Some(before) => {
                        self.name_of("variant", variant.name(), before.name(), *is_reused, place);
                        Some(before)
                    }
                },
            };
            if let Some(before) = before {
                self.payload(variant, before, place);
            }
        }
        for (index, before) in old.variants().iter().enumerate().filter(|(_, before)| !kept.contains(before.name())) {
            match new.variants().get(index).zip(reused.get(index)) {
                None => {
                    let place = self.step(place, format!(".{}", before.name()));
                    self.variant_removed(new.is_open(), place);
                }
                Some((taken, false)) if names.contains_key(taken.name()) => {
                    let place = self.step(place, format!(".{}", before.name()));
                    let sentence = "the variant is gone, and another one has its place";
                    self.find(place, SchemaChange::Removed, Level::Incompatible, sentence);
                }
                // Under a new name.
                Some(_) => {}
            }
        }
    }

    /// Which variants of a new union have a name that another one had.
    #[inline]
    fn reused_places(&self, new: &Union, old: &Union, names: &BTreeMap<&str, usize>) -> Vec<bool> {
        let (of_new, of_old) = (new.variants(), old.variants());
        let meeting = Meeting {
            named: of_new.iter().map(|variant| names.get(variant.name()).copied()).collect(),
            standing: (0..of_new.len()).map(|index| Some(index).filter(|index| *index < of_old.len())).collect(),
            is_behind: (0..of_new.len()).map(|index| index >= of_old.len()).collect(),
        };
        let can_be = |(variant, before): (&UnionVariant, &UnionVariant)| match (variant.ty(), before.ty()) {
            (Some(ty), Some(was)) => {
                variant.optional() == before.optional() && is_alike(Of(self.new, ty), Of(self.old, was))
            }
            (ty, was) => ty.is_none() && was.is_none(),
        };
        meeting.reused(
            |index, was| of_new.get(index).zip(of_old.get(was)).is_some_and(can_be),
            |index| of_new.get(index).is_some_and(|variant| is_given_up(variant.name())),
        )
    }

    #[inline]
    fn payload(&mut self, new: &'s UnionVariant, old: &'s UnionVariant, place: StepPlace) {
        match (new.ty(), old.ty()) {
            (Some(ty), Some(before)) => {
                self.optional(new.optional(), old.optional(), place);
                self.types(ty, before, place);
            }
            (None, None) => {}
            (Some(_), None) => {
                self.find(place, SchemaChange::Retyped, Level::Incompatible, "it had no payload and has one now");
            }
            (None, Some(_)) => {
                self.find(place, SchemaChange::Retyped, Level::Incompatible, "it had a payload and has none now");
            }
        }
    }
}

/// Which variants of a new enum have a name that another one had. A variant has nothing but its
/// number, so each can be each.
#[inline]
fn reused_numbers(new: &Enum, old: &Enum) -> Vec<bool> {
    let names: BTreeMap<&str, usize> = old.variants().map(|(name, _)| name).zip(0..).collect();
    let numbers: BTreeMap<u64, usize> = old.variants().map(|(_, number)| number).zip(0..).collect();
    let given_up: Vec<bool> = new.variants().map(|(name, _)| is_given_up(name)).collect();
    let standing: Vec<Option<usize>> = new.variants().map(|(_, number)| numbers.get(&number).copied()).collect();
    let meeting = Meeting {
        named: new.variants().map(|(name, _)| names.get(name).copied()).collect(),
        is_behind: standing.iter().map(Option::is_none).collect(),
        standing,
    };
    meeting.reused(|_, _| true, |index| given_up.get(index).is_some_and(|given_up| *given_up))
}
