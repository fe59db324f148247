//! The first tier of changes: a value without parts that is set where the old one lies. The steps
//! of the change lead there without errors and without a compiled path; all else is left to the
//! general way, which says what is wrong.

use super::Record;
use super::noted::{NotedValue, WHOLE};
use crate::compare::{Action, Change, Owned, PlaceSteps};
use crate::layout::Place;
use crate::read::Buf;
use crate::read::document::MAX_DEPTH;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::route::{PathKeys, PathLocator};
use crate::schema::{DefaultValue, Item, Rules, Schema, StructId, Type};
use crate::wire::width::{Shift, put_bit};
use crate::wire::{slice, slice_mut};
use crate::write::{Noted, Storage};

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets a number, a bool, an enum or text as a change that expects nothing says. `None` where
    /// that takes more, such as a record to be made, a rule to be asked or room; nothing has
    /// changed then.
    pub(super) fn set_stored(&mut self, change: &Change) -> Option<()> {
        if change.action() != Action::Set || change.taken().is_some() || !self.session.is_editable() {
            return None;
        }
        let (place, value) = (change.place().steps_in(self.session.schema())?, change.owned()?);
        let slot = self.stored_slot(place, value)?;
        let noted = if let Some((word, size)) = value.word() {
            let shift = self.session.shift();
            slot.put(self.session.record_of(slot.holder)?, shift, word, size)?;
            NotedValue::Word(word, size)
        } else {
            let content = value.content().ok()??;
            self.session.overwrite_blob(slot.holder, &slot.place, content)?;
            NotedValue::Content(content)
        };
        if self.is_recorded() {
            let route = PathLocator { steps: place.steps(), fixed: &[], keys: place, anchor: None, has_objects: true };
            self.note((Noted::Set, WHOLE), &route, &noted);
        }
        Some(())
    }

    /// The slot of a value without parts and without rules, which is of the type of another one.
    fn stored_slot(&self, place: &PlaceSteps, value: &Owned) -> Option<StoredSlot> {
        let (buf, schema, steps) = (self.session.buf(), self.session.schema(), place.steps());
        let ([Step::Field(first), steps @ ..], true) = (steps, steps.len() < MAX_DEPTH as usize) else { return None };
        let root = slice(buf.bytes, self.session.root, self.session.root_size)?;
        let mut found = StoredValue::field(schema, schema.root_id(), root, *first)?;
        for step in steps {
            found = found.step(&buf, schema, *step, place)?;
        }
        let StoredValue { record, place, ty, optional, default, rules, .. } = found;
        let is_plain = matches!(ty, Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::String | Type::Bytes);
        let is_free = rules.is_none_or(Rules::is_empty) && place.end.at(buf.shift()) <= record.len();
        (is_plain && is_free && value.is_of(schema, ty)).then(|| StoredSlot {
            holder: self.session.position_of(record),
            place: *place,
            has_presence: optional,
            is_bit: *ty == Type::Bool,
            default: default.word(),
        })
    }
}

/// The slot of a value in its record.
struct StoredSlot {
    holder: RecordSpan,
    place: Place,
    /// Whether a bit tells that a word is there.
    has_presence: bool,
    is_bit: bool,
    default: u128,
}

impl StoredSlot {
    /// Writes a word of so many bytes.
    fn put(&self, record: &mut [u8], shift: u32, word: u128, size: usize) -> Option<()> {
        let stored = word ^ self.default;
        if self.is_bit {
            let place = if self.has_presence { self.place.next_bit() } else { self.place };
            put_bit(record, &place, shift, stored != 0)?;
        } else {
            let slot = slice_mut(record, self.place.slot.at(shift), size)?;
            slot.copy_from_slice(stored.to_le_bytes().get(..size)?);
        }
        if self.has_presence { put_bit(record, &self.place, shift, true) } else { Some(()) }
    }
}

/// A value on the way to another one, with the record that holds it.
struct StoredValue<'s> {
    record: &'s [u8],
    place: &'s Place,
    ty: &'s Type,
    optional: bool,
    default: &'s DefaultValue,
    /// Whether it is a struct that can grow and lies in the record itself: an element.
    inline: bool,
    rules: Option<&'s Rules>,
}

impl<'s> StoredValue<'s> {
    fn field(schema: &'s Schema, id: StructId, record: &'s [u8], index: u16) -> Option<Self> {
        let field = schema.structure(id).fields().get(usize::from(index))?;
        let (place, ty, optional, default) = (field.place(), field.ty(), field.optional(), field.default());
        Some(Self { record, place, ty, optional, default, inline: false, rules: Some(field.rules()) })
    }

    fn item(item: &'s Item, record: &'s [u8]) -> Self {
        let Item { ty, optional, default, place, growable, .. } = item;
        Self { record, place, ty, optional: *optional, default, inline: *growable, rules: None }
    }

    /// The value a step below, if this one is stored as the schema has it. What a bit may tell to
    /// be absent is left to the general way, and so are unions and maps.
    fn step(&self, buf: &Buf<'s>, schema: &'s Schema, step: Step, keys: &dyn PathKeys) -> Option<Self> {
        let (shift, slot) = (buf.shift(), self.place.slot);
        match (self.ty, step) {
            (Type::Struct(id), Step::Field(index)) => {
                let structure = schema.structure(*id);
                let record = if self.inline || structure.is_frozen() {
                    if self.optional {
                        return None;
                    }
                    let size = if self.inline { None } else { Some(structure.size().at(shift)) };
                    size.map_or_else(
                        || self.record.get(slot.at(shift)..),
                        |size| slice(self.record, slot.at(shift), size),
                    )?
                } else {
                    buf.valid_record(buf.object(self.record, slot)?, structure.ends())?
                };
                Self::field(schema, *id, record, index)
            }
            (Type::List(list), Step::Element(number)) if Schema::packs(&list.0).is_none() => {
                let item: &Item = &list.0;
                let object = buf.object(self.record, slot)?;
                let elements = match schema.strided(item) {
                    ([], _) => Buf::<Shift>::valid_elements(object, item.size.at(shift))?,
                    (ends, prefix) => buf.valid_strided(object, ends, prefix)?,
                };
                Some(Self::item(item, elements.get(keys.at(number).index())?))
            }
            _ => None,
        }
    }
}
