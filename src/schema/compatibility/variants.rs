//! Two enums, or two unions. A variant of an enum is its number, a variant of a union its place;
//! names tell which one a number or place belonged to.

use alloc::collections::BTreeMap;
use alloc::format;

use super::super::types::{Enum, Union, UnionVariant};
use super::walk::{Comparison, StepPlace};
use super::{Level, SchemaChange};

impl<'s> Comparison<'s> {
    fn open(&mut self, new: bool, old: bool, place: StepPlace) {
        if new && !old {
            let sentence = "it is open now; old readers refuse a variant that they do not know";
            self.find(place, SchemaChange::Open, Level::OldReadersRefuse, sentence);
        } else if old && !new {
            let sentence = "it is no longer open; new readers refuse a variant that they do not know";
            self.find(place, SchemaChange::Open, Level::NewReadersRefuse, sentence);
        }
    }

    fn variant_added(&mut self, old_is_open: bool, place: StepPlace) {
        if old_is_open {
            let sentence = "the variant is new; to old readers it is an unknown one";
            self.find(place, SchemaChange::Added, Level::OldReadersKeepWorking, sentence);
        } else {
            let sentence = "the variant is new; old readers refuse a value that is it";
            self.find(place, SchemaChange::Added, Level::OldReadersRefuse, sentence);
        }
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
        let names: BTreeMap<&str, u64> = new.variants().collect();
        let numbers: BTreeMap<u64, &str> = new.variants().map(|(name, number)| (number, name)).collect();
        let old_names: BTreeMap<&str, u64> = old.variants().collect();
        let old_numbers: BTreeMap<u64, &str> = old.variants().map(|(name, number)| (number, name)).collect();
        for (name, number) in new.variants() {
            let place = self.step(place, format!(".{name}"));
            match (old_names.get(name), old_numbers.get(&number)) {
                (Some(was), _) if *was == number => {}
                (Some(was), _) => {
                    let sentence =
                        format!("its number was {was} and is {number}; what is stored is read as another variant");
                    self.find(place, SchemaChange::Renumbered, Level::Incompatible, sentence);
                }
                (None, Some(before)) if !names.contains_key(before) => self.name(name, before, "variant", place),
                (None, Some(before)) => {
                    let sentence =
                        format!("it has the number that `{before}` had; what is stored is read as another variant");
                    self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
                }
                (None, None) => self.variant_added(old.is_open(), place),
            }
        }
        for (name, number) in old.variants().filter(|(name, _)| !names.contains_key(name)) {
            // Under a new name, or told of the variant that has its number.
            if !numbers.contains_key(&number) {
                let place = self.step(place, format!(".{name}"));
                self.variant_removed(new.is_open(), place);
            } else if numbers.get(&number).is_some_and(|taken| old_names.contains_key(taken)) {
                let place = self.step(place, format!(".{name}"));
                let sentence = "the variant is gone, and another one has its number";
                self.find(place, SchemaChange::Removed, Level::Incompatible, sentence);
            }
        }
    }

    pub(super) fn unions(&mut self, new: &'s Union, old: &'s Union, place: StepPlace) {
        self.name(new.name(), old.name(), "union", place);
        self.open(new.is_open(), old.is_open(), place);
        let names: BTreeMap<&str, usize> = new.variants().iter().map(UnionVariant::name).zip(0..).collect();
        let old_names: BTreeMap<&str, usize> = old.variants().iter().map(UnionVariant::name).zip(0..).collect();
        for (index, variant) in new.variants().iter().enumerate() {
            let place = self.step(place, format!(".{}", variant.name()));
            let before = match old_names.get(variant.name()) {
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
                        self.variant_added(old.is_open(), place);
                        None
                    }
                    Some(before) if names.contains_key(before.name()) => {
                        let sentence = "the variant is new among those that were; new ones come last";
                        self.find(place, SchemaChange::Added, Level::Incompatible, sentence);
                        None
                    }
                    Some(before) => {
                        self.name(variant.name(), before.name(), "variant", place);
                        Some(before)
                    }
                },
            };
            if let Some(before) = before {
                self.payload(variant, before, place);
            }
        }
        for (index, before) in old.variants().iter().enumerate() {
            if names.contains_key(before.name()) {
                continue;
            }
            match new.variants().get(index) {
                None => {
                    let place = self.step(place, format!(".{}", before.name()));
                    self.variant_removed(new.is_open(), place);
                }
                Some(taken) if old_names.contains_key(taken.name()) => {
                    let place = self.step(place, format!(".{}", before.name()));
                    let sentence = "the variant is gone, and another one has its place";
                    self.find(place, SchemaChange::Removed, Level::Incompatible, sentence);
                }
                // Under a new name.
                Some(_) => {}
            }
        }
    }

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
