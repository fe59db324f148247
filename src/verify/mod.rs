//! Whole buffers, proved in one pass.
//!
//! Views check only the values they read, so errors elsewhere stay unnoticed: an entry out of
//! order, which a search silently misses, or bytes that belong to no value. A proof checks
//! everything, once.
//!
//! - here: the walk over every value
//! - `claims`: no two objects overlap, only free bytes lie between them, and keys of maps ascend
//!
//! The invariant of a [`ProvedRecord`]: all of its bytes were checked, and are borrowed, so that
//! nothing changes them.

pub(crate) mod claims;

use core::fmt;
use core::ops::Range;

use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::cursor::{ListRef, Slot, StructRef, UnionRef};
use crate::read::document::Decoder;
use crate::read::open::RecordBytes;
use crate::read::value::{Content, Object, Part, Visitor};
use crate::schema::compiled::{ProofPlan, Zeros};
use crate::schema::proof::bits;
use crate::schema::{Field, Item, Payload, Scalar, Schema, StructId, Type, UnionId};
use crate::verify::claims::{ClaimMap, is_all};
use crate::wire::width::bit;
use crate::wire::{known_from, stored};

/// A buffer of which every byte was checked by a schema, returned by [`Schema::prove`].
///
/// ```
/// use vellum::{Schema, proved::ProvedRecord};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
/// let bytes = [0x20, 3, 36, 0, 5, 3, b'A', b'd', b'a'];
/// let user: ProvedRecord = schema.prove(&bytes)?;
/// assert!(user.is_complete());
/// assert_eq!(user.record().get::<str>("name")?, "Ada");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ProvedRecord<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) root: RecordBytes<'a>,
    is_complete: bool,
    unclaimed: usize,
}

impl Schema {
    /// Proves a whole buffer in one pass.
    ///
    /// Then it is what a writer of this format leaves: every value is valid and readable, keys of
    /// maps ascend, no two objects overlap, and values are not nested deeper than 64 objects.
    /// [`ProvedRecord::is_complete`] says whether all of the buffer is accounted for: fields beyond
    /// what this schema knows are skipped, and bytes that belong to no object and are not free are
    /// counted ([`ProvedRecord::unclaimed`]). [`Rules`](crate::schema::Rules) are not checked: they
    /// are for new values, and may have changed since.
    ///
    /// It takes time in proportion to the buffer's length. It needs no memory where objects lie in
    /// the order of the canonical form, and one bit for each byte of the buffer where edits have
    /// moved them. In a [`Workspace`](crate::Workspace), the bytes up to its end are proved.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Game { scores: map<string, u8> } root Game;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("scores[a]", 1u8)?;
    /// record.set("scores[b]", 2u8)?;
    /// record.compact()?;
    /// let mut bytes = record.into_storage();
    /// assert!(schema.prove(&bytes)?.is_complete());
    ///
    /// bytes.swap(4, 6); // the pointers to the keys
    /// let error = schema.prove(&bytes).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Corrupt);
    /// assert_eq!(error.path(), "scores[\"a\"]"); // comes after "b"
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) with the offset and the path of the first
    /// fault, [`ErrorKind::Limit`](crate::ErrorKind::Limit) for values that are nested too deeply,
    /// and the error of [`Schema::check`].
    pub fn prove<'a>(&'a self, bytes: &'a [u8]) -> Result<ProvedRecord<'a>> {
        ProvedRecord::new(self, bytes)
    }
}

/// Proves what a layout made of a buffer: bits that mean nothing are zeros there, and nothing
/// overlaps. The error is the one of the buffer.
pub(crate) fn prove_layout(schema: &Schema, bytes: &[u8], laid_out: &[u8]) -> Result<()> {
    let Err(error) = schema.prove(laid_out) else { return Ok(()) };
    schema.prove(bytes)?;
    Err(error)
}

impl<'a> ProvedRecord<'a> {
    pub(crate) fn new(schema: &'a Schema, bytes: &'a [u8]) -> Result<Self> {
        schema.check()?;
        let (buf, root) = Buf::open(bytes, schema.root_ends(), || schema.lineage())?;
        let (is_complete, unclaimed) = verify(buf, root, schema.root_id(), (schema, schema.proof()))?;
        Ok(Self { schema, root: RecordBytes::new(buf, root), is_complete, unclaimed })
    }

    /// Whether the proof accounts for every byte: false if there are fields or variants of a newer
    /// schema revision that hold anything, and if there are [unclaimed](Self::unclaimed) bytes.
    ///
    /// An unknown variant of an open union whose payload is all zero holds no unchecked data. Its
    /// payload still cannot be read or exported: that is an error of the kind
    /// [`Newer`](crate::ErrorKind::Newer).
    ///
    /// What is known of such a buffer is proved; what a newer writer added is not.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// mod newer {
    ///     # use vellum::Vellum;
    ///     #[derive(Vellum)]
    ///     pub struct User { pub name: String, #[vellum(since = 2)] pub age: u16 }
    /// }
    /// #[derive(Vellum)]
    /// struct User { name: String }
    ///
    /// let bytes = vellum::to_vec(&newer::User { name: "Ada".into(), age: 36 })?;
    /// assert!(newer::User::schema().prove(&bytes)?.is_complete());
    /// assert!(!User::schema().prove(&bytes)?.is_complete());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How many bytes are not free and belong to no object that this schema revision knows.
    ///
    /// To an older revision these are objects of a newer one. To the newest revision they are the
    /// remains of such objects, when an older program has deleted their record: it cannot see them,
    /// and so it neither frees nor overwrites them. [`Vellum::compact`](crate::Vellum::compact),
    /// and every other layout by a revision that knows all of the buffer, frees them. Between two
    /// objects the bytes from the first to the last that is not free are counted.
    ///
    /// Values are read and edited all the same. A program that wants no meaningless bytes in
    /// buffers of strangers refuses buffers that are not [complete](Self::is_complete).
    ///
    /// ```
    /// # use vellum::Vellum;
    /// mod newer {
    ///     # use vellum::Vellum;
    ///     #[derive(Vellum, Default)]
    ///     pub struct Item { pub id: u8, #[vellum(since = 2)] pub note: String }
    ///     #[derive(Vellum)]
    ///     pub struct Cart { pub items: Vec<Item> }
    /// }
    /// #[derive(Vellum)]
    /// struct Item { id: u8 }
    /// #[derive(Vellum)]
    /// struct Cart { items: Vec<Item> }
    ///
    /// let item = newer::Item { id: 1, note: "a gift".into() };
    /// let mut bytes = vellum::to_vec(&newer::Cart { items: vec![item] })?;
    /// Cart::edit(&mut bytes)?.items().remove(0)?; // an older program, which does not see the note
    /// assert_eq!(newer::Cart::schema().prove(&bytes)?.unclaimed(), 7);
    /// newer::Cart::compact(&mut bytes)?;
    /// assert_eq!(newer::Cart::schema().prove(&bytes)?.unclaimed(), 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn unclaimed(&self) -> usize {
        self.unclaimed
    }

    /// The bytes: all of the buffer, and of a workspace those up to its end.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.root.buf().bytes
    }

    /// The schema they were proved by.
    #[must_use]
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// A cursor of the root struct.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32, y: i32 }
    /// let bytes = vellum::to_vec(&Point { x: 1, y: 2 })?;
    /// assert_eq!(format!("{:?}", Point::schema().prove(&bytes)?.root()), "Point { x: 1, y: 2 }");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn root(&self) -> StructRef<'a> {
        StructRef::new(*self.root.buf(), self.root.bytes(), self.schema, self.schema.root_id())
    }
}

impl fmt::Debug for ProvedRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (complete, unclaimed) = (&self.is_complete, &self.unclaimed);
        let mut printed = f.debug_struct("ProvedRecord");
        printed.field("complete", complete).field("unclaimed", unclaimed).field("root", &self.root()).finish()
    }
}

// The walk of a proof: every value of the buffer once, in the order of the canonical form.
//
// It cannot check data that the schema's revision does not know: nonzero bytes after the last
// known region, and unknown variants of open unions. It notes that there were such; their objects
// may lie anywhere outside the known ones.

pub(super) struct Verifier<'a> {
    pub(super) schema: &'a Schema,
    pub(super) plan: &'a ProofPlan,
    /// The buffer, and how deep the walk is. Its budget is used where no bytes are claimed.
    pub(super) decoder: Decoder<'a>,
    /// No byte is claimed twice. `None` for a part of a buffer: what lies between its objects is
    /// not its own.
    cover: Option<ClaimMap<'a>>,
    /// Whether no data of a newer revision was found.
    is_complete: bool,
}

/// The definitions of a walk, and what it looks at.
type Definitions<'a> = (&'a Schema, &'a ProofPlan);

/// Walks a whole buffer; gives whether all of it could be seen, and how many bytes are of no object
/// that was, and not free.
fn verify<'a>(buf: Buf<'a>, record: &'a [u8], root: StructId, by: Definitions<'a>) -> Result<(bool, usize)> {
    let len = buf.bytes.len();
    if len as u64 > buf.width.max_len() {
        let most = buf.width.max_len();
        return Err(Error::of(crate::ErrorKind::Corrupt, Wording::Reach, [len as u64, most, 0]).at(0));
    }
    let mut verifier = Verifier::new(buf, by, Some(ClaimMap::new(buf.bytes, buf.floor)));
    verifier.record(record, root)?;
    let unclaimed = verifier.unclaimed()?;
    Ok((verifier.is_complete && unclaimed == 0, unclaimed))
}

/// Walks a value that is a buffer of its own without a header; gives whether all of it could be
/// seen.
pub(crate) fn verify_value(slot: &Slot<'_>) -> Result<bool> {
    let (schema, cover) = (slot.schema, Some(ClaimMap::new(slot.buf.bytes, slot.buf.floor)));
    let mut verifier = Verifier::new(slot.buf, (schema, schema.proof()), cover);
    verifier.slot(slot)?;
    let unclaimed = verifier.unclaimed()?;
    Ok(verifier.is_complete && unclaimed == 0)
}

/// Proves a value that is a part of a buffer, before a copy of it becomes part of another: layouts
/// move words and texts and read none. Data of a newer revision is passed over.
///
/// # Errors
/// [`ErrorKind::Corrupt`] with the position and the path of the first fault within the value, also
/// if its objects have more bytes than the buffer; [`ErrorKind::Limit`] if it is nested too deep.
pub(crate) fn prove_part(part: &Part<'_>) -> Result<()> {
    let schema = part.schema();
    schema.check()?;
    let mut verifier = Verifier::new(part.buf(), (schema, schema.proof()), None);
    match part {
        Part::Root(_, _, record) => verifier.record(record, schema.root_id()),
        Part::Slot(slot) => verifier.slot(slot),
        Part::Packed(packed) => {
            let union = schema.union(packed.id);
            // Without the variant nothing of the element is known.
            let Some(variant) = union.of_tag(packed.tag) else { return Ok(()) };
            let walked = verifier.item(packed.element, variant.item());
            walked.map_err(|error| variant_of(error, union.is_any(), variant.name()))
        }
    }
}

/// As [`prove_part`], for the elements at some indices of a list.
pub(crate) fn prove_elements(list: &ListRef<'_>, range: Range<usize>) -> Result<()> {
    Verifier::new(list.buf, (list.schema, list.schema.proof()), None).elements_at(list, range)
}

impl<'a> Verifier<'a> {
    fn new(buf: Buf<'a>, (schema, plan): Definitions<'a>, cover: Option<ClaimMap<'a>>) -> Self {
        Self { schema, plan, decoder: Decoder::new(buf), cover, is_complete: true }
    }

    fn unclaimed(&self) -> Result<usize> {
        self.cover.as_ref().map_or(Ok(0), ClaimMap::unclaimed)
    }

    /// The fields of a record, as many as it stores.
    fn record(&mut self, record: &'a [u8], id: StructId) -> Result<()> {
        let (structure, plan) = (self.schema.structure(id), self.plan.of(id));
        let shift = self.decoder.shift();
        if record.get(structure.size().at(shift)..).is_some_and(|unseen| !is_all(unseen, 0)) {
            self.is_complete = false;
        }
        let mut zeros = plan.zeros.as_slice();
        for index in &plan.fields {
            let Some(field) = structure.fields().get(usize::from(*index)) else { continue };
            let end = field.place().end.at(shift);
            if end > record.len() {
                break;
            }
            zeros = self.zeros_to(record, zeros, end)?;
            if let Err(error) = self.field(record, field) {
                return Err(error.in_field(field.name()));
            }
        }
        self.zeros_to(record, zeros, record.len()).map(drop)
    }

    /// Proves the bits that stand for nothing in the regions up to an end; gives the rest of them.
    #[inline]
    fn zeros_to<'p>(&self, record: &[u8], mut zeros: &'p [Zeros], end: usize) -> Result<&'p [Zeros]> {
        while let [first, rest @ ..] = zeros
            && first.end.at(self.decoder.shift()) <= end
        {
            self.zero_bits(record, first.at, first.bits)?;
            zeros = rest;
        }
        Ok(zeros)
    }

    #[inline]
    fn field(&mut self, record: &'a [u8], field: &'a Field) -> Result<()> {
        match field.ty() {
            Type::String => self.blob(record, field.place().slot, true),
            Type::Bytes => self.blob(record, field.place().slot, false),
            _ => self.slot(&Slot::of_field(self.buf(), record, self.schema, field)),
        }
    }

    /// Fails if one of the bits is set.
    #[inline]
    fn zero_bits(&self, record: &[u8], at: Size, bits: u8) -> Result<()> {
        let at = at.at(self.decoder.shift());
        match record.get(at) {
            Some(byte) if byte & bits != 0 => {
                let at = self.buf().position(record).saturating_add(at);
                Err(Error::corrupt(at, Wording::ReservedBit))
            }
            _ => Ok(()),
        }
    }

    /// Text or bytes behind a pointer.
    #[inline]
    fn blob(&mut self, record: &'a [u8], slot: Size, is_text: bool) -> Result<()> {
        let Some(start) = self.decoder.follow(record, slot)? else { return Ok(()) };
        let content = self.decoder.buf.blob(start)?;
        self.claim(&Object { start, content, is_level: false })?;
        if is_text { self.decoder.buf.text(content).map(drop) } else { Ok(()) }
    }

    /// A value.
    fn slot(&mut self, slot: &Slot<'a>) -> Result<()> {
        let mut is_open = false;
        let walked = slot.visit(ProofAt { verifier: self, slot, is_open: &mut is_open });
        match walked {
            Err(error) if !is_open => Err(unopened(error, slot)),
            walked => walked,
        }
    }

    /// A value that is absent.
    fn absent(&self, slot: &Slot<'a>) -> Result<()> {
        let shift = self.decoder.shift();
        let bytes = if slot.inline {
            known_from(slot.record, slot.start())?
        } else {
            stored(slot.record, slot.start(), self.schema.slot_size(slot.ty).at(shift))
        };
        let value_bit = matches!(slot.ty, Type::Bool) && bit(slot.record, &slot.place.next_bit(), shift);
        if is_all(bytes, 0) && !value_bit {
            return Ok(());
        }
        Err(at(Error::new(ErrorKind::Corrupt, Wording::AbsentNotZero), slot))
    }

    /// A union in a slot, and the object of its payload.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn union(&mut self, slot: &Slot<'a>, id: UnionId, found: &UnionRef<'a>, object: Option<Object<'a>>) -> Result<()> {
        let (union, (_, bytes)) = (self.schema.union(id), slot.tagged());
        let Some((variant, payload)) = found.known() else {
            self.is_complete &= is_all(bytes, 0);
            return Ok(());
        };
        let (kind, width) = (variant.payload(), self.buf().width.bytes());
        let used = match kind {
            Payload::None => 0,
            Payload::Word(size) if kind.is_inline(width) => size as usize,
            _ => width,
        };
        if !bytes.iter().skip(used).all(|byte| *byte == 0) {
            return Err(at(Error::new(ErrorKind::Corrupt, Wording::UnionHoldsMore), slot));
        }
        let walked = match object {
            Some(object) => self.boxed(&object, variant.item()),
            None if kind.is_inline(width) => self.in_slot(payload),
            None => Ok(()),
        };
        walked.map_err(|error| variant_of(error, union.is_any(), variant.name()))
    }

    /// A payload behind a pointer.
    fn boxed(&mut self, object: &Object<'a>, item: &'a Item) -> Result<()> {
        self.claim(object)?;
        if object.is_level {
            return self.deeper(|verifier| verifier.item(object.content, item));
        }
        self.item(object.content, item)
    }

    /// A payload in the slot of its union.
    fn in_slot(&mut self, payload: &Slot<'a>) -> Result<()> {
        if matches!(*payload.ty, Type::Bool) {
            self.zero_bits(payload.record, payload.place.slot, !1)?;
        }
        self.slot(payload)
    }

    /// A list, and its object.
    fn list(&mut self, list: &ListRef<'a>, object: &Object<'a>) -> Result<()> {
        self.claim(object)?;
        let Some(id) = list.packed else { return self.deeper(|verifier| verifier.elements(list)) };
        let union = self.schema.union(id);
        let Some(variant) = union.of_tag(list.elements.tag) else {
            // Only a newer revision knows the size of its elements, but each has at least one byte.
            self.is_complete = false;
            return Ok(());
        };
        if variant.payload() == Payload::None && !is_all(object.content, 0) {
            let at = self.buf().position(object.content);
            return Err(Error::corrupt(at, Wording::UnitNotZero));
        }
        let walked = self.deeper(|verifier| verifier.elements(list));
        walked.map_err(|error| variant_of(error, union.is_any(), variant.name()))
    }

    /// The elements of a list or an array.
    fn elements(&mut self, list: &ListRef<'a>) -> Result<()> {
        self.elements_at(list, 0..list.elements.count)
    }

    fn elements_at(&mut self, list: &ListRef<'a>, range: Range<usize>) -> Result<()> {
        let (elements, item) = (&list.elements, list.item);
        if range.is_empty() || !self.plan.needs_look(self.schema, item) {
            return Ok(());
        }
        let indexed = elements.bytes.chunks_exact(elements.stride.max(1)).zip(0usize..);
        for (element, index) in indexed.take(range.end).skip(range.start) {
            self.item(element, item).map_err(|error| error.in_element(index))?;
        }
        Ok(())
    }

    /// An element, a part of an entry, or a payload: a record of one field.
    pub(super) fn item(&mut self, element: &'a [u8], item: &'a Item) -> Result<()> {
        match &item.ty {
            Type::String => return self.blob(element, item.place.slot, true),
            Type::Struct(id) if item.growable && !item.optional => return self.record(element, *id),
            _ => {}
        }
        match bits(self.schema, &item.ty, item.optional, item.growable) {
            0 => {}
            used => self.zero_bits(element, item.place.bitmap, 0xFFu8.wrapping_shl(used))?,
        }
        self.slot(&Slot::of_item(self.buf(), element, self.schema, item))
    }

    /// Claims the bytes of an object, or takes them from the budget.
    #[inline]
    pub(super) fn claim(&mut self, object: &Object<'_>) -> Result<()> {
        match &mut self.cover {
            Some(cover) => cover.claim(object.range(&self.decoder.buf)),
            None => self.decoder.spend(object.content),
        }
    }

    pub(super) fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.decoder.enter()?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }

    pub(super) fn buf(&self) -> Buf<'a> {
        self.decoder.buf
    }
}

/// A proof at a value.
struct ProofAt<'t, 'v, 'a> {
    verifier: &'v mut Verifier<'a>,
    slot: &'t Slot<'a>,
    /// Set once the value is open: later errors are inside it.
    is_open: &'t mut bool,
}

impl<'a> Visitor<'a> for ProofAt<'_, '_, 'a> {
    type Output = ();

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn found(self, content: Content<'a>, object: Option<Object<'a>>) -> Result<()> {
        let Self { verifier, slot, is_open } = self;
        *is_open = true;
        match (content, object) {
            (Content::Absent, _) => verifier.absent(slot),
            (Content::Bit(_), _) | (Content::Map(_), None) => Ok(()),
            (Content::Word(scalar, word), _) if is_value(slot, scalar, word) => Ok(()),
            (Content::Blob(content), Some(object)) => {
                verifier.claim(&object)?;
                if matches!(*slot.ty, Type::String) { slot.buf.text(content).map(drop) } else { Ok(()) }
            }
            (Content::Word(..) | Content::Blob(_), _) => slot.value().map(drop).map_err(|error| at(error, slot)),
            (Content::Struct(id, record), Some(object)) => {
                verifier.claim(&object)?;
                verifier.deeper(|verifier| verifier.record(record, id))
            }
            (Content::Struct(id, record), None) => verifier.record(record, id),
            (Content::List(list), Some(object)) => verifier.list(&list, &object),
            (Content::List(list), None) => verifier.elements(&list),
            (Content::Map(map), Some(object)) => verifier.map(&map, &object),
            (Content::Union(id, union), object) => verifier.union(slot, id, &union, object),
        }
    }
}

/// Whether a word is known to be a value of the type.
#[inline]
fn is_value(slot: &Slot<'_>, scalar: Scalar, word: u128) -> bool {
    match slot.ty {
        Type::Enum(id) => slot.schema.enumeration(*id).takes(word),
        _ => scalar.is_total(),
    }
}

/// The error of a value that could not be opened, with its position: the payload behind its
/// pointer, the list's object, or the slot.
#[cold]
fn unopened(error: Error, slot: &Slot<'_>) -> Error {
    match (slot.ty, slot.object()) {
        (Type::Union(id), _) => {
            let union = slot.schema.union(*id);
            match union.of_tag(slot.tagged().0) {
                Some(variant) => variant_of(error, union.is_any(), variant.name()),
                None => at(error, slot),
            }
        }
        (Type::List(_), Ok(Some(object))) => error.at(slot.buf.position(object)),
        _ => error,
    }
}

/// The error with the position of the slot.
#[cold]
fn at(error: Error, slot: &Slot<'_>) -> Error {
    let start = slot.buf.position(slot.record);
    error.at(start.saturating_add(slot.place.slot.at(slot.buf.shift())))
}

/// The error with the name of the variant in its path.
#[cold]
fn variant_of(error: Error, is_any: bool, name: &str) -> Error {
    error.in_step(format_args!("{}{name}", if is_any { "$" } else { "" }))
}
