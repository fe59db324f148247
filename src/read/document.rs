//! The first tier of a check over values of `any`: their tags say all, so that it looks at no
//! types.
//!
//! ```text
//! map   key, tag payload | key, tag payload ..     keys ascend; what lies behind pointers is paid for
//! ```
//! It pays for what the general walk pays for, and has nothing to do with errors: where it finds
//! one, or what a newer revision wrote, it stops, and the general walk says what is wrong.

use super::Buf;
use super::decoder::Decoder;
use super::held::PayloadIn;
use super::map::EntryShape;
use super::order::is_less;
use super::slot::Slot;
use super::walk::Walker;
use crate::layout::{EntryLayout, Size};
use crate::limits::Cost;
use crate::schema::{MIXED, MapEntry, Schema, Type, held};
use crate::wire::width::Width as _;

/// Bytes of the variants' names, by tag.
const NAMES: [u8; 12] = [4, 4, 2, 3, 3, 3, 3, 3, 6, 5, 4, 3];

/// A check that is under way.
pub(super) struct DocumentCheck<'a> {
    pub(super) decoder: Decoder<'a>,
    /// The layout of the maps' entries.
    layout: EntryLayout,
    /// What the values are to whom the limits bind.
    pub(super) cost: Cost,
}

impl<'a> DocumentCheck<'a> {
    /// The check of a value of a type, or of a map that is one within `any`; `None` for others.
    pub(super) fn new(schema: &Schema, entry: &MapEntry, decoder: Decoder<'a>) -> Option<Self> {
        let is_any = entry.value.as_ref().is_some_and(|value| !value.optional && schema.is_any_type(&value.ty));
        let is_own = is_any && entry.key.ty == Type::String && entry.layout.prefix.is_none();
        let cost = Cost { values: 0, bytes: 0, levels: 0 };
        is_own.then_some(Self { decoder, layout: entry.layout, cost })
    }

    #[inline(always)]
    fn pay(&mut self, values: usize, bytes: usize) {
        // A value takes bytes of the budget, so these are no more than a buffer has, times a few.
        self.cost.values = self.cost.values.wrapping_add(values as u64);
        self.cost.bytes = self.cost.bytes.wrapping_add(bytes as u64);
    }

    /// What the pointer of a slot leads to; nothing for null.
    #[inline(always)]
    fn object(&self, slot: &[u8]) -> Option<&'a [u8]> {
        let Buf { bytes, floor, width } = self.decoder.buf;
        match width.load(slot)? {
            0 => Some(&[]),
            pointer if pointer >= floor => bytes.get(pointer..).filter(|object| !object.is_empty()),
            _ => None,
        }
    }

    /// A value in a slot.
    #[inline]
    pub(super) fn slot(&mut self, slot: &[u8]) -> Option<()> {
        let (tag, payload) = slot.split_first()?;
        self.pay(1, usize::from(*NAMES.get(usize::from(*tag))?));
        self.payload(*tag, payload, PayloadIn::Slot)
    }

    /// What a variant holds.
    #[inline]
    fn payload(&mut self, tag: u8, payload: &[u8], lies: PayloadIn) -> Option<()> {
        let size = match tag {
            held::NULL => return Some(()),
            held::BOOL | held::I8 => 1,
            held::I16 => 2,
            held::I32 => 4,
            held::I64 | held::U64 | held::F64 => 8,
            held::STRING | held::BYTES => return self.blob(payload).map(drop),
            held::LIST => return self.list(self.object(payload)?),
            held::MAP => return self.map(self.object(payload)?),
            _ => return None,
        };
        self.pay(1, 0);
        let buf = self.decoder.buf;
        if lies == PayloadIn::Element || size as usize <= buf.width.bytes() {
            return Some(());
        }
        let object = self.object(payload)?;
        if !object.is_empty() {
            return self.decoder.pay(buf.boxed(object, Size::bytes(size)).ok()?.len());
        }
        self.pay(1, 0);
        self.cost.levels = 1;
        Some(())
    }

    /// Text or bytes.
    #[inline(always)]
    fn blob(&mut self, slot: &[u8]) -> Option<&'a [u8]> {
        let object = self.object(slot)?;
        if object.is_empty() {
            return Some(object);
        }
        let content = crate::wire::proved::content(object)?;
        self.decoder.pay(content.len())?;
        Some(content)
    }

    #[inline(never)]
    fn list(&mut self, object: &'a [u8]) -> Option<()> {
        if object.is_empty() {
            return Some(());
        }
        let buf = self.decoder.buf;
        let (count, tag, rest) = buf.union_list(object).ok()?;
        let slot = Size::UNION.at(buf.shift());
        let stride = match tag {
            MIXED => slot,
            held::NULL | held::BOOL | held::I8 => 1,
            held::I16 => 2,
            held::I32 => 4,
            held::I64 | held::U64 | held::F64 => 8,
            held::STRING..=held::MAP => buf.width.bytes(),
            _ => return None,
        };
        let elements = rest.get(..count.checked_mul(stride)?)?;
        self.decoder.pay(elements.len())?;
        let name = NAMES.get(usize::from(tag)).copied().unwrap_or(0);
        self.pay(count, usize::from(name).wrapping_mul(count));
        self.decoder.enter().ok()?;
        if tag == MIXED {
            elements.chunks_exact(stride).try_for_each(|element| self.slot(element))?;
        } else if tag >= held::STRING {
            elements.chunks_exact(stride).try_for_each(|element| self.payload(tag, element, PayloadIn::Element))?;
        }
        self.decoder.leave();
        Some(())
    }

    /// The map of a slot.
    pub(super) fn map_in(&mut self, slot: &[u8]) -> Option<()> {
        self.map(self.object(slot)?)
    }

    /// A map, if there is one.
    #[inline(never)]
    pub(super) fn map(&mut self, object: &'a [u8]) -> Option<()> {
        if object.is_empty() {
            return Some(());
        }
        let (buf, mut last) = (self.decoder.buf, None);
        self.decoder.enter().ok()?;
        if let Some(run) = buf.flat_run(object, &self.layout) {
            self.run(run.bytes, run.stride, &mut last)?;
        } else {
            let shape = EntryShape { layout: self.layout, ends: &[] };
            let map = buf.map(object, &shape).ok()?;
            self.decoder.pay(map.own_bytes().len())?;
            let mut count = 0usize;
            for number in 0..buf.runs(&map) {
                let run = buf.run(&map, number, &shape).ok()?;
                count = count.checked_add(Some(run.count).filter(|count| *count > 0)?)?;
                self.run(run.bytes, run.stride, &mut last)?;
            }
            if count != map.count {
                return None;
            }
        }
        self.decoder.leave();
        Some(())
    }

    /// The entries of a run, whose keys are greater than the last one.
    fn run(&mut self, entries: &'a [u8], stride: usize, last: &mut Option<&'a [u8]>) -> Option<()> {
        let value = self.layout.key.at(self.decoder.shift());
        self.decoder.pay(entries.len())?;
        for entry in entries.chunks_exact(stride.max(1)) {
            let key = self.blob(entry)?;
            if last.replace(key).is_some_and(|last| !is_less(last, key)) {
                return None;
            }
            self.pay(2, 0);
            self.slot(entry.get(value..)?)?;
        }
        Some(())
    }
}

impl<'s, const CHECKS: bool> Walker<'_, 's, CHECKS> {
    /// A value of `any`, or a map of such values, as most are; `None` where the general walk takes
    /// a closer look.
    #[inline]
    pub(super) fn document_in(&mut self, slot: &Slot<'s>) -> Option<()> {
        if slot.optional || self.is_close {
            return None;
        }
        match slot.ty {
            Type::Union(id) if self.schema.union(*id).is_any() => {
                let entry = self.schema.entries_of_any(*id)?;
                self.document(entry, |check| check.slot(slot.record.get(slot.start()..)?))
            }
            Type::Map(map) => self.document(&map.0, |check| check.map_in(slot.record.get(slot.start()..)?)),
            _ => None,
        }
    }

    /// As `document_in`, by a check of what has such entries.
    #[inline]
    pub(super) fn document(
        &mut self,
        entry: &MapEntry,
        check: impl FnOnce(&mut DocumentCheck<'s>) -> Option<()>,
    ) -> Option<()> {
        let mut document = DocumentCheck::new(self.schema, entry, self.decoder)?;
        let checked = check(&mut document).and_then(|()| match &mut self.meter {
            Some(meter) => meter.spend(document.cost).ok(),
            None => Some(()),
        });
        match checked {
            Some(()) => self.decoder = document.decoder,
            // Only once, so that a walk does not begin again at each level.
            None => self.is_close = true,
        }
        checked
    }
}

#[cfg(test)]
mod tests {
    use super::NAMES;
    use crate::Limits;
    use crate::read::walk::Check;
    use crate::schema::{Schema, Type};

    #[test]
    fn the_names_are_as_long_as_those_of_the_variants() {
        let schema = Schema::parse("root any;").unwrap();
        let Type::Union(id) = schema.root().fields()[0].ty() else { panic!("`any` is a union") };
        let names: alloc::vec::Vec<_> =
            schema.union(*id).variants().iter().map(|variant| variant.name().len()).collect();
        assert_eq!(names, NAMES.map(usize::from));
    }

    #[test]
    fn it_agrees_with_the_general_walk_on_any_bytes() {
        let text = r#"{"a": [1, -2.5, "x", null, 0.0, [[], [1, 70000]]], "b": {"": true, "c": 5000000000, "k": "text"},
            "list": [{"p": 1}, {"p": 0.5, "q": "long enough to be behind it"}], "s": ["a", "", "b"], "w": [0.0, 1.5], "z": {}}"#;
        let schema =
            Schema::parse("struct R { doc: any, map: map<string, any>, name: string = \"n\" } root R;").unwrap();
        let mut small = crate::Record::new(&schema);
        for (path, key) in [("doc.a", "x"), ("map[k]", "y")] {
            small.set(path, key).unwrap();
        }
        let mut buffers = alloc::vec![small.into_storage()];
        #[cfg(feature = "json")]
        buffers.push(schema.from_json(&alloc::format!(r#"{{"doc": {text}, "map": {text}}}"#)).unwrap().into_storage());
        let _ = text;
        let check = |bytes: &[u8], limits: Limits, is_close: bool| {
            let schema = schema.clone().with_limits(limits);
            let view = schema.view(bytes).ok()?;
            let root = view.root().ok()?;
            Some(root.check_as(Check::Whole, is_close).map_err(|error| alloc::string::ToString::to_string(&error)))
        };
        let limits = [Limits::new(), Limits::new().values(0).bytes(0), Limits::new().depth(0)];
        for bytes in &buffers {
            for at in 0..bytes.len() {
                for byte in [0, 1, 2, 7, 8, 9, 10, 11, 12, 0x7F, 0x80, 0xFF, bytes[at] ^ 1, bytes[at].wrapping_add(4)] {
                    let mut bytes = bytes.clone();
                    bytes[at] = byte;
                    for limits in limits {
                        assert_eq!(check(&bytes, limits, false), check(&bytes, limits, true), "{byte} at {at}");
                    }
                }
            }
        }
    }
}
