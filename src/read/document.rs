//! Limits of walks over whole values: the budget and the depth, and the fast check of values of
//! `any`.
//!
//! The fast check reads tags alone, and looks at no types.
//!
//! ```text
//! map   key, tag payload | key, tag payload ..     keys ascend; objects behind pointers are paid for
//! ```
//! It pays for the same objects as the general walk, and makes no errors. Where it finds an error,
//! or data of a newer revision, it stops, and the general walk finds the reason.

use super::map::EntryShape;
use super::open::Slot;
use super::search::is_less;
use super::union::PayloadIn;
use super::walk::Walker;
use super::{Buf, Elements};
use crate::error::{Error, Result, Wording};
use crate::layout::{EntryLayout, Size};
use crate::limits::{Cost, Limits, too_many};
use crate::schema::{MIXED, MapEntry, Schema, Type, held};
use crate::wire::width::{Shift, Width};

/// Bytes of the variants' names, by tag.
const NAMES: [u8; 12] = [4, 4, 2, 3, 3, 3, 3, 3, 6, 5, 4, 3];

/// A visit of the entries of a map.
pub(super) trait VisitEntries<'a> {
    /// So many entries follow.
    fn run(&mut self, check: &mut DocumentCheck<'a>, count: usize) -> Option<()>;
    /// An entry: its key, and the slot of its value.
    fn entry(&mut self, check: &mut DocumentCheck<'a>, key: &'a [u8], value: &'a [u8]) -> Option<()>;
}

/// A visit that checks the values.
struct ValueCheck;

impl<'a> VisitEntries<'a> for ValueCheck {
    #[inline(always)]
    fn run(&mut self, _: &mut DocumentCheck<'a>, _: usize) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn entry(&mut self, check: &mut DocumentCheck<'a>, _: &'a [u8], value: &'a [u8]) -> Option<()> {
        check.slot(value)
    }
}

/// A check that is under way.
pub(super) struct DocumentCheck<'a> {
    pub(super) decoder: Decoder<'a>,
    /// The layout of the maps' entries.
    layout: EntryLayout,
    /// What the values are to whom the limits bind.
    pub(super) cost: Cost,
    /// The error of a walk that reads the values, too.
    pub(super) fault: Option<Error>,
}

impl<'a> DocumentCheck<'a> {
    /// The check of a value of a type, or of a map that is one within `any`; `None` for others.
    pub(super) fn new(schema: &Schema, entry: &MapEntry, decoder: Decoder<'a>) -> Option<Self> {
        let is_any = entry.value.as_ref().is_some_and(|value| !value.optional && schema.is_any_type(&value.ty));
        let is_own = is_any && entry.key.ty == Type::String && entry.layout.prefix.is_none();
        let cost = Cost { values: 0, bytes: 0, levels: 0 };
        is_own.then_some(Self { decoder, layout: entry.layout, cost, fault: None })
    }

    #[inline(always)]
    fn pay(&mut self, values: usize, bytes: usize) {
        // A value takes bytes of the budget, so these are no more than a buffer has, times a few.
        self.cost.values = self.cost.values.wrapping_add(values as u64);
        self.cost.bytes = self.cost.bytes.wrapping_add(bytes as u64);
    }

    /// What the pointer of a slot leads to; nothing for null.
    #[inline(always)]
    pub(super) fn object(&self, slot: &[u8]) -> Option<&'a [u8]> {
        let Buf { bytes, floor, width } = self.decoder.buf;
        match width.load(slot)? {
            0 => Some(&[]),
            pointer if pointer >= floor => bytes.get(pointer..).filter(|object| !object.is_empty()),
            _ => None,
        }
    }

    /// A value in a slot.
    #[inline]
    pub(super) fn slot(&mut self, slot: &'a [u8]) -> Option<()> {
        let (tag, payload) = self.tag(slot)?;
        self.payload(tag, payload, PayloadIn::Slot)
    }

    /// The variant of a slot, and its payload.
    #[inline(always)]
    pub(super) fn tag(&mut self, slot: &'a [u8]) -> Option<(u8, &'a [u8])> {
        let (tag, payload) = slot.split_first()?;
        self.pay(1, usize::from(*NAMES.get(usize::from(*tag))?));
        Some((*tag, payload))
    }

    /// What a variant holds.
    #[inline]
    fn payload(&mut self, tag: u8, payload: &'a [u8], lies: PayloadIn) -> Option<()> {
        match tag {
            held::NULL => Some(()),
            held::STRING | held::BYTES => self.blob(payload).map(drop),
            held::LIST => self.list(self.object(payload)?),
            held::MAP => self.map(self.object(payload)?),
            _ => self.number(tag, payload, lies).map(drop),
        }
    }

    /// The bytes of a bool or a number; none for a default that is not stored.
    #[inline(always)]
    pub(super) fn number(&mut self, tag: u8, payload: &'a [u8], lies: PayloadIn) -> Option<&'a [u8]> {
        let size = match tag {
            held::BOOL | held::I8 => 1,
            held::I16 => 2,
            held::I32 => 4,
            held::I64 | held::U64 | held::F64 => 8,
            _ => return None,
        };
        self.pay(1, 0);
        let buf = self.decoder.buf;
        if lies == PayloadIn::Element || size as usize <= buf.width.bytes() {
            return payload.get(..size as usize);
        }
        let object = self.object(payload)?;
        if !object.is_empty() {
            let number = buf.boxed(object, Size::bytes(size)).ok()?;
            self.decoder.pay(number.len())?;
            return Some(number);
        }
        self.pay(1, 0);
        self.cost.levels = 1;
        Some(&[])
    }

    /// Text or bytes.
    #[inline(always)]
    pub(super) fn blob(&mut self, slot: &[u8]) -> Option<&'a [u8]> {
        let object = self.object(slot)?;
        if object.is_empty() {
            return Some(object);
        }
        let content = crate::wire::proved::content(object)?;
        self.decoder.pay(content.len())?;
        Some(content)
    }

    /// The elements of a list, and their variant.
    #[inline(always)]
    pub(super) fn elements(&mut self, object: &'a [u8]) -> Option<Elements<'a>> {
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
        Some(Elements { count, stride, bytes: elements, tag })
    }

    #[inline(never)]
    fn list(&mut self, object: &'a [u8]) -> Option<()> {
        if object.is_empty() {
            return Some(());
        }
        let Elements { stride, bytes, tag, .. } = self.elements(object)?;
        self.decoder.enter().ok()?;
        if tag == MIXED {
            bytes.chunks_exact(stride).try_for_each(|element| self.slot(element))?;
        } else if tag >= held::STRING {
            bytes.chunks_exact(stride).try_for_each(|element| self.payload(tag, element, PayloadIn::Element))?;
        }
        self.decoder.leave();
        Some(())
    }

    /// The map of a slot.
    pub(super) fn map_in(&mut self, slot: &'a [u8]) -> Option<()> {
        self.map(self.object(slot)?)
    }

    /// A map, if there is one.
    #[inline(never)]
    pub(super) fn map(&mut self, object: &'a [u8]) -> Option<()> {
        if object.is_empty() {
            return Some(());
        }
        self.entries(object, &mut ValueCheck)
    }

    /// Visits the entries of a map, whose keys ascend.
    #[inline(always)]
    pub(super) fn entries(&mut self, object: &'a [u8], visit: &mut impl VisitEntries<'a>) -> Option<()> {
        let (buf, mut last) = (self.decoder.buf, None);
        self.decoder.enter().ok()?;
        if let Some(run) = buf.flat_run(object, &self.layout) {
            self.run(&run, &mut last, visit)?;
        } else {
            let shape = EntryShape { layout: self.layout, ends: &[] };
            let map = buf.map(object, &shape).ok()?;
            self.decoder.pay(map.own_bytes().len())?;
            let mut count = 0usize;
            for number in 0..buf.runs(&map) {
                let run = buf.run(&map, number, &shape).ok()?;
                count = count.checked_add(Some(run.count).filter(|count| *count > 0)?)?;
                self.run(&run, &mut last, visit)?;
            }
            if count != map.count {
                return None;
            }
        }
        self.decoder.leave();
        Some(())
    }

    /// The entries of a run, whose keys are greater than the last one.
    #[inline(always)]
    fn run(
        &mut self,
        run: &Elements<'a>,
        last: &mut Option<&'a [u8]>,
        visit: &mut impl VisitEntries<'a>,
    ) -> Option<()> {
        let value = self.layout.key.at(self.decoder.shift());
        self.decoder.pay(run.bytes.len())?;
        visit.run(self, run.count)?;
        for entry in run.bytes.chunks_exact(run.stride.max(1)) {
            let key = self.blob(entry)?;
            if last.replace(key).is_some_and(|last| !is_less(last, key)) {
                return None;
            }
            self.pay(2, 0);
            visit.entry(self, key, entry.get(value..)?)?;
        }
        Some(())
    }
}

impl<'s, const CHECKS: bool> Walker<'_, 's, CHECKS> {
    /// A value of `any`, or a map of such values, as most are; `None` where the general walk takes
    /// a closer look.
    #[inline]
    pub(super) fn document_in(&mut self, slot: &Slot<'s>) -> Option<()> {
        if slot.optional || self.general_only {
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
            None => self.general_only = true,
        }
        checked
    }
}

// The budget and the depth limit of walks over whole values.
//
// Objects of an honest buffer never overlap, so a walk never visits more bytes than the buffer
// has: that is its budget. Hostile pointers that lead many times to one object, or in a circle,
// exhaust it.

/// How many objects deep a value may be nested.
pub(crate) const MAX_DEPTH: u32 = 64;

/// A buffer, with the remaining budget and depth of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a, W = Shift> {
    pub(crate) buf: Buf<'a, W>,
    budget: usize,
    levels: u32,
    /// Bytes of the large values made so far.
    made: u64,
}

impl<'a, W: Width> Decoder<'a, W> {
    /// A walk over the whole buffer.
    #[inline]
    #[must_use]
    pub fn new(buf: Buf<'a, W>) -> Self {
        Self { buf, budget: buf.bytes.len(), levels: MAX_DEPTH, made: 0 }
    }

    /// This walk with only `levels` levels left.
    pub(crate) fn with_levels(self, levels: u32) -> Self {
        Self { levels, ..self }
    }

    /// The shift of the buffer's pointers.
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.buf.shift()
    }

    /// As [`Buf::follow`].
    #[inline]
    pub fn follow(&self, record: &[u8], slot: Size) -> Result<Option<&'a [u8]>> {
        self.buf.follow(record, slot)
    }

    /// Takes visited bytes from the budget.
    #[inline]
    pub(crate) fn spend(&mut self, content: &[u8]) -> Result<()> {
        self.spend_bytes(content.len().saturating_add(1), content)
    }

    /// As [`Decoder::spend`], for content and the byte before it.
    #[inline]
    pub(crate) fn spend_object(&mut self, object: &[u8]) -> Result<()> {
        self.spend_bytes(object.len(), object)
    }

    #[inline]
    fn spend_bytes(&mut self, len: usize, content: &[u8]) -> Result<()> {
        match self.budget.checked_sub(len) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err(Error::corrupt(self.buf.position(content), Wording::ObjectsOverlap)),
        }
    }

    /// As [`Decoder::spend`], of content of that length, without an error.
    #[inline(always)]
    pub(super) fn pay(&mut self, len: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(len.checked_add(1)?)?;
        Some(())
    }

    /// Counts `count` values of a type that may be larger than their bytes account for. Fails
    /// beyond the default limit.
    #[inline(never)]
    pub fn make<T>(&mut self, count: usize) -> Result<()> {
        let limits = Limits::new();
        self.made = self.made.saturating_add((count as u64).saturating_mul(size_of::<T>() as u64));
        if self.made <= limits.bytes_of(self.buf.bytes.len()) {
            return Ok(());
        }
        Err(too_many(limits.bytes_of(0), crate::error::Wording::TooManyBytes))
    }

    /// As [`Buf::blob`], taken from the budget.
    #[inline]
    pub fn blob(&mut self, object: &'a [u8]) -> Result<&'a [u8]> {
        let content = self.buf.blob(object)?;
        self.spend(content)?;
        Ok(content)
    }

    /// As [`Buf::record`], taken from the budget.
    #[inline]
    pub fn record(&mut self, object: &'a [u8], ends: &[Size]) -> Result<&'a [u8]> {
        let record = self.buf.record(object, ends)?;
        self.spend(record)?;
        Ok(record)
    }

    /// Goes one level deeper; [`Decoder::leave`] returns.
    #[inline]
    pub fn enter(&mut self) -> Result<()> {
        match self.levels.checked_sub(1) {
            Some(levels) => {
                self.levels = levels;
                Ok(())
            }
            None => Err(too_deep()),
        }
    }

    /// Returns from [`Decoder::enter`]. Not needed after an error, which ends the walk.
    #[inline]
    pub fn leave(&mut self) {
        self.levels = self.levels.wrapping_add(1);
    }
}

/// The error for values nested deeper than [`MAX_DEPTH`].
#[cold]
#[inline(never)]
pub(crate) fn too_deep() -> Error {
    Error::of(crate::ErrorKind::Limit, Wording::Depth, [MAX_DEPTH.into(), 0, 0])
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
        let check = |bytes: &[u8], limits: Limits, general_only: bool| {
            let schema = schema.clone().with_limits(limits);
            let view = schema.peek(bytes).ok()?;
            let root = view.root().ok()?;
            Some(root.check_as(Check::Whole, general_only).map_err(|error| alloc::string::ToString::to_string(&error)))
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
