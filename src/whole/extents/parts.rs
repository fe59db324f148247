//! The elements of lists and the entries of maps, in a walk that tells every piece.

use alloc::string::String;

use super::extent::Role;
use super::walk::ExtentWalk;
use crate::read::Elements;
use crate::read::cursor::{ListRef, Slot, ValueRef};
use crate::read::parts::{EntrySlots, MapRef};
use crate::read::path::{KeyStep, variant_step};
use crate::schema::{Item, Payload, Type};

impl<'a> ExtentWalk<'_, 'a> {
    /// The elements of a list or an array.
    pub(super) fn elements(&mut self, list: &ListRef<'a>) {
        let (schema, elements) = (self.schema, &list.elements);
        let Some(id) = list.packed else {
            if is_plain(list.item) {
                let range = self.range(elements.bytes);
                return self.tell(range, Role::Elements, Some(&list.item.ty), Some(ValueRef::List(*list)));
            }
            return self.each(elements, list.item, |_| String::new());
        };
        let union = schema.union(id);
        match union.of_tag(elements.tag) {
            // Only a newer revision knows the size of its elements.
            None => {
                let range = self.range(elements.bytes);
                self.tell(range, Role::Newer, None, None);
            }
            Some(variant) if variant.payload() == Payload::None => {
                let range = self.range(elements.bytes);
                self.tell(range, Role::Unused, None, Some(ValueRef::List(*list)));
            }
            Some(variant) => self.each(elements, list.item, |path| {
                if union.is_any() { String::new() } else { variant_step(path, union, variant.name()) }
            }),
        }
    }

    /// Each element by itself, at its index and a step behind that.
    fn each(&mut self, elements: &Elements<'a>, item: &'a Item, step: impl Fn(&str) -> String) {
        let mut slot = Slot::of_item(self.buf(), &[], self.schema, item);
        for (index, element) in elements.bytes.chunks_exact(elements.stride.max(1)).enumerate() {
            slot.record = element;
            self.within(format_args!("[{index}]"), |walk| {
                let step = step(&walk.path);
                walk.within(format_args!("{step}"), |walk| walk.slot(&slot));
            });
        }
    }

    /// The entries of a map or a set: in its object, or in blocks behind that.
    pub(super) fn map(&mut self, map: &MapRef<'a>) {
        let (buf, shift) = (self.buf(), self.decoder.shift());
        let pointers = match map.map.parts() {
            Ok(run) => return self.entries(map, &run),
            Err(pointers) => pointers,
        };
        let directory = self.range(pointers);
        self.tell(directory.clone(), Role::Directory, None, None);
        let shape = self.schema.entry_shape(map.entry);
        for number in 0..buf.runs(&map.map) {
            let block = buf.block_object(pointers, number).and_then(|start| Ok((start, buf.block(start, &shape)?)));
            let block = block.and_then(|(start, run)| self.spend(run.bytes).map(|()| (start, run)));
            match block {
                Ok((start, run)) => {
                    let (start, entries) = (buf.position(start), self.range(run.bytes));
                    self.tell(start..entries.start, Role::Head, None, None);
                    self.entries(map, &run);
                }
                Err(error) => {
                    let at = directory.start.saturating_add(number.wrapping_shl(shift));
                    self.fault(at..at.saturating_add(1usize.wrapping_shl(shift)), error);
                }
            }
        }
    }

    /// The entries of a run: each at its key.
    fn entries(&mut self, map: &MapRef<'a>, run: &Elements<'a>) {
        let mut parts = map.entry_slots();
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            let range = self.range(bytes);
            let key = parts.go_to(bytes).and_then(|()| parts.key.value());
            let EntrySlots { key: slot, value, .. } = &parts;
            match key {
                Ok(key) => self.within(format_args!("{}", KeyStep(key)), |walk| {
                    let was_key = core::mem::replace(&mut walk.is_key, true);
                    walk.slot(slot);
                    walk.is_key = was_key;
                    if let Some(value) = value {
                        walk.slot(value);
                    }
                }),
                Err(error) => self.fault(range, error),
            }
        }
    }
}

/// Whether elements have no parts, and each is a value by itself.
fn is_plain(item: &Item) -> bool {
    !item.optional && matches!(item.ty, Type::Bool | Type::Scalar(_) | Type::Enum(_))
}
