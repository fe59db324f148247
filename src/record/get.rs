//! Reading a record: by handle, by path, or by a cursor that explores it.
//!
//! A path is walked in two tiers: the first handles stored values alone, the second all cases.

use alloc::vec::Vec;

use super::field::{Indices, Resolved};
use super::path::{FoundRecord, Path, PathSegment, SegmentKind};
use super::{Address, FieldType, Handle, Locate, Reads, Record, RecordView};
use crate::compare::ChangePlace;
#[cfg(feature = "serde")]
use crate::compare::PlaceSteps;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::{Place, Size};
use crate::read::cursor::{StructRef, ValueRef};
use crate::read::document::{MAX_DEPTH, too_deep};
use crate::read::key::{PathKey, SearchKey};
use crate::read::map::{EntryShape, MapBytes};
use crate::read::navigate::{Step, check_crossed};
use crate::read::route::{Anchor, PathKeys, PathLocator};
use crate::read::search::{KeyPlace, find_blob, sought_blob};
use crate::read::union::is_packed;
use crate::read::{Buf, Elements, no_element};
use crate::schema::{MIXED, MapEntry, Schema, StaticOrBox, Type, UnionId};
use crate::verify::ProvedRecord;
use crate::wire::width::bit;
use crate::wire::{clamp, slice};
use crate::write::{Session, Storage};

impl<B: AsRef<[u8]>> Record<B> {
    /// A cursor to explore a value of unknown type.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("tags", "math")?;
    /// for (name, value) in record.root()?.fields() {
    ///     match value? {
    ///         ValueRef::String(text) => assert_eq!((name, text), ("name", "")),
    ///         ValueRef::List(list) => assert_eq!((name, list.len()), ("tags", 1)),
    ///         _ => unreachable!("there are two fields"),
    ///     }
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the storage became shorter since it was opened.
    pub fn root(&self) -> Result<StructRef<'_>> {
        self.view()?.root()
    }

    /// The whole value, to explore: the root struct, or the value of another root.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("root list<string>;")?;
    /// let mut log = Record::new(&schema);
    /// log.push("", "started")?;
    /// let ValueRef::List(lines) = log.value()? else { panic!("a list") };
    /// assert_eq!(lines.len(), 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::root`], and [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the value's
    /// bytes are invalid.
    pub fn value(&self) -> Result<ValueRef<'_>> {
        self.view()?.value()
    }

    /// The value of a field, given by a handle or by a path such as `list[2].name`; an absent one
    /// reads as its type's default, but in `any`, where nothing that is not there is read. Of a
    /// path the type is said, and the path is parsed each time; a [`Handle`] does both once.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { scores: list<u32>, age: u16 = 18 } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("scores", 7u32)?;
    /// let score = schema.field::<u32>("scores[]")?;
    /// assert_eq!(record.get(score.at(0))?, 7); // by handle
    /// assert!(record.get(score.at(1)).is_err());
    /// assert_eq!(record.get::<u32>("scores[0]")?, 7); // by path
    /// assert_eq!(record.get::<u16>("age")?, 18);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] for an index beyond the end or a path that leads nowhere, in `any` also
    /// for a missing key; [`ErrorKind::Type`] if the field at a path has another type, or in `any`
    /// a value there or on the way is of another kind; [`ErrorKind::Schema`] for a handle of
    /// another schema, [`ErrorKind::Corrupt`] if the bytes are invalid.
    #[inline]
    pub fn get<T: FieldType + ?Sized>(&self, address: impl Locate<Value: Reads<T>>) -> Result<T::Get<'_>> {
        self.view()?.get(address)
    }

    /// The value of a field, or `None` if it, or a struct that should hold it, is absent; in `any`
    /// also for a key that is not there.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { nick: string? } root User;")?;
    /// let nick = schema.field::<str>("nick")?;
    /// let mut record = Record::new(&schema);
    /// assert_eq!(record.get_optional(&nick)?, None);
    /// assert_eq!(record.get(&nick)?, "");
    /// record.set(&nick, "")?;
    /// assert_eq!(record.get_optional(&nick)?, Some(""));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`].
    #[inline]
    pub fn get_optional<T: FieldType + ?Sized>(
        &self,
        address: impl Locate<Value: Reads<T>>,
    ) -> Result<Option<T::Get<'_>>> {
        self.view()?.get_optional(address)
    }
}

impl Schema {
    /// A handle for the field at `path`, type-checked once; each `[]` in the path takes an index at
    /// access.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16 } root User;")?;
    /// assert!(schema.field::<u16>("age").is_ok());
    /// assert_eq!(schema.field::<str>("age").unwrap_err().kind(), ErrorKind::Type);
    /// assert_eq!(schema.field::<u16>("name").unwrap_err().kind(), ErrorKind::Path);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] if there is no such field, [`ErrorKind::Type`] if it has another type.
    pub fn field<T: FieldType + ?Sized>(&self, path: &str) -> Result<Handle<T>> {
        let (path, indices) = Path::parse(self, path, false)?;
        if !indices.is_empty() {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "a handle takes its indices at access: write `[]`")));
        }
        Handle::new(self, path)
    }
}

// The places of changes as addresses: each is resolved once.

impl Resolved {
    /// The place of a change, in records of a schema: by its steps, if they are those of the
    /// schema.
    #[inline]
    pub(crate) fn of_place(schema: &Schema, place: &ChangePlace) -> Result<Self> {
        match place.steps_in(schema) {
            Some(steps) => Ok(Self { path: Path::of_steps(schema, steps.steps())?, keys: steps.keys().to_vec() }),
            None => Self::new(schema, place.text(), false),
        }
    }

    /// The place that this is, by its steps: one place is one text, however it was written.
    #[cfg(feature = "serde")]
    pub(crate) fn place(&self, schema: &Schema) -> ChangePlace {
        let mut place = PlaceSteps::new(schema);
        for (step, key) in self.steps() {
            let step = match (step, key) {
                (Step::Element(_), Some(key)) => Step::Element(place.add_key(key.clone())),
                (Step::Key(_) | Step::Fixed(_), Some(key)) => Step::Key(place.add_key(key.clone())),
                (step, _) => step,
            };
            place.push(step, 0);
        }
        ChangePlace::of_steps(place.with_len(self.text().len()))
    }

    /// Adds the path to an error.
    #[cold]
    pub(super) fn named(&self, error: Error) -> Error {
        self.path().with_path(error)
    }
}

// The record of a proved buffer.

impl<'a> ProvedRecord<'a> {
    /// The record, to read by handles and paths. Reads check their values once more.
    #[must_use]
    pub fn record(&self) -> RecordView<'a> {
        RecordView { buf: *self.root.buf(), root: self.root.bytes(), schema: self.schema }
    }
}

// The first tier of the walk: it follows segments while all of them are stored, and makes no
// errors.

impl Path {
    /// The record that holds the value, if all on the way is stored.
    #[inline(always)]
    pub(super) fn stored<'a, A: Address>(
        &self,
        schema: &Schema,
        buf: &Buf<'a>,
        root: &'a [u8],
        address: &A,
    ) -> Option<FoundRecord<'a>> {
        match &*self.segments {
            [] => Some(FoundRecord::new(root)),
            [segment] => segment
                .stored(buf, root, (address.next_key() > 0).then(|| address.key(0).index()))
                .map(FoundRecord::new),
            segments => self.stored_along(segments, schema, *buf, root, Indices::of(address).given(), &mut []),
        }
    }

    /// The record that holds the list or array whose elements the path names, if all on the way is
    /// stored, and the segment from there to an element.
    #[inline(always)]
    pub(super) fn stored_list<'a>(
        &self,
        schema: &Schema,
        buf: &Buf<'a>,
        root: &'a [u8],
        indices: &[usize],
    ) -> Option<(&'a [u8], &PathSegment)> {
        if !self.ends_in_element() {
            return None;
        }
        let (last, segments) = self.segments.split_last()?;
        if segments.is_empty() {
            return Some((root, last));
        }
        Some((self.stored_along(segments, schema, *buf, root, indices, &mut [])?.record, last))
    }

    /// Several segments. The buffer comes by value, so that it need not lie in memory on the way of
    /// one segment. `entries` gets the indices of the keys that are part of the path.
    #[inline(never)]
    pub(super) fn stored_along<'a>(
        &self,
        segments: &[PathSegment],
        schema: &Schema,
        buf: Buf<'a>,
        root: &'a [u8],
        indices: &[usize],
        entries: &mut [u32],
    ) -> Option<FoundRecord<'a>> {
        // As many segments as objects may be nested are left to the walk that counts them.
        if segments.len() >= MAX_DEPTH as usize {
            return None;
        }
        let mut indices = indices.iter().copied();
        let mut found = FoundRecord::new(root);
        for segment in segments {
            let index = if let Step::Element(_) = segment.step { Some(indices.next()?) } else { None };
            found = match &segment.kind {
                SegmentKind::Element { union: Some(union), .. } => {
                    let list = buf.object(found.record, segment.slot)?;
                    let elements = schema.elements_of_unions(&buf, list, *union).ok()?.0;
                    FoundRecord { packed: elements.tag, ..FoundRecord::new(elements.get(index?)?) }
                }
                SegmentKind::Payload { tag, structure: None, .. } if is_packed(found.packed) => {
                    if found.packed != *tag {
                        return None;
                    }
                    FoundRecord::new(found.record)
                }
                _ if is_packed(found.packed) => return None,
                SegmentKind::Payload { tag, structure: None, payload, .. }
                    if payload.is_inline(buf.width.bytes()) && segment.presence.is_none() =>
                {
                    let (stored, payload) = found.record.get(segment.slot.at(buf.shift())..)?.split_first()?;
                    if stored != tag {
                        return None;
                    }
                    FoundRecord::new(payload.get(..buf.width.bytes())?)
                }
                SegmentKind::Entry { entry } => {
                    let map = buf.object(found.record, segment.slot)?;
                    FoundRecord::new(self.stored_value(schema, &buf, map, entry, segment.step, entries)?)
                }
                _ => FoundRecord::new(segment.stored(&buf, found.record, index)?),
            };
        }
        Some(found)
    }

    /// The value of a key that is part of the path, in a map from text.
    #[inline(always)]
    fn stored_value<'a>(
        &self,
        schema: &Schema,
        buf: &Buf<'a>,
        map: &'a [u8],
        entry: &StaticOrBox<MapEntry>,
        step: Step,
        entries: &mut [u32],
    ) -> Option<&'a [u8]> {
        let (Type::String, Step::Fixed(number)) = (&entry.key.ty, step) else { return None };
        let PathKey::Blob(key) = self.fixed.get(number)? else { return None };
        let found = match buf.flat_run(map, &entry.layout) {
            Some(run) => {
                let KeyPlace::At(index) = find_blob(&run, buf, key) else { return None };
                if let Some(entry) = entries.get_mut(number) {
                    *entry = clamp(index);
                }
                run.get(index)?
            }
            None => Self::stored_in_blocks(schema, *buf, map, entry, key)?,
        };
        found.get(entry.value.as_ref().map_or(0, |_| entry.layout.key.at(buf.shift()))..)
    }

    /// The entry of a key in a map of several runs, or of records that grow.
    #[cold]
    #[inline(never)]
    fn stored_in_blocks<'a>(
        schema: &Schema,
        buf: Buf<'a>,
        map: &'a [u8],
        entry: &StaticOrBox<MapEntry>,
        key: &[u8],
    ) -> Option<&'a [u8]> {
        let shape = schema.entry_shape(entry);
        buf.find(&buf.map(map, &shape).ok()?, &shape, &sought_blob(&buf, key)).ok()?
    }

    /// The route to the list or map whose part a path within a union names, if all on the way is
    /// stored: with entries in place of keys, so that an edit does not search again.
    pub(super) fn stored_parent<S: Storage>(
        &self,
        session: &Session<S, Schema>,
        indices: &[usize],
    ) -> Option<(Vec<Step>, Anchor)> {
        /// The most keys of such a path.
        const KEYS: usize = 16;
        let (_, segments) = self.segments.split_last()?;
        let PathSegment { kind: SegmentKind::Payload { union, tag, place, .. }, .. } = segments.last()? else {
            return None;
        };
        let (buf, mut depth) = (session.buf(), 0u32);
        for segment in segments {
            match &segment.kind {
                SegmentKind::Payload { payload, structure: None, .. } if payload.is_inline(buf.width.bytes()) => {}
                SegmentKind::Payload { .. } => return None,
                SegmentKind::Inline(_) | SegmentKind::Part { .. } => {}
                SegmentKind::Object { .. } | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => {
                    depth = depth.wrapping_add(1);
                }
            }
        }
        let mut entries = [u32::MAX; KEYS];
        let root = slice(buf.bytes, session.root, session.root_size)?;
        let found = self.stored_along(segments, session.schema(), buf, root, indices, &mut entries)?;
        let mut steps = self.steps.split_last()?.1.to_vec();
        for step in &mut steps {
            match *step {
                Step::Fixed(number) => {
                    let index = entries.get(number).copied().filter(|index| *index != u32::MAX)?;
                    *step = Step::Entry(0, index);
                }
                Step::Key(_) => return None,
                _ => {}
            }
        }
        let holder = session.position_of(found.record);
        let anchor = Anchor::payload(session.generation, (*union, *tag), steps.len(), holder, (*place, depth));
        Some((steps, anchor))
    }
}

// The second tier of the walk. It distinguishes all cases: absent, null, packed, of an older
// revision, or invalid.

impl Path {
    /// The record that holds the value; the empty one where it is not stored, `None` where
    /// something on the way is absent.
    pub(super) fn walk<'a>(&self, view: RecordView<'a>, keys: &dyn PathKeys) -> Result<Option<FoundRecord<'a>>> {
        self.walk_along((&self.segments, Crossed::IsAbsent), view, keys)
    }

    /// As `walk`, and fails where the way leads through a value of `any` that is of another kind
    /// than the path says.
    pub(super) fn walk_fitting<'a>(
        &self,
        view: RecordView<'a>,
        keys: &dyn PathKeys,
    ) -> Result<Option<FoundRecord<'a>>> {
        self.walk_to(&self.segments, view, keys)
    }

    /// As `walk_fitting`, to the record that the first segments lead to.
    pub(super) fn walk_to<'a>(
        &self,
        segments: &[PathSegment],
        view: RecordView<'a>,
        keys: &dyn PathKeys,
    ) -> Result<Option<FoundRecord<'a>>> {
        self.walk_along((segments, Crossed::IsRefused), view, keys)
    }

    fn walk_along<'a>(
        &self,
        segments: (&[PathSegment], Crossed),
        view: RecordView<'a>,
        keys: &dyn PathKeys,
    ) -> Result<Option<FoundRecord<'a>>> {
        self.walk_over(segments, view, keys, |walk| Ok(walk.at))
    }

    /// How many elements or values the list, array or map has whose elements or values the path
    /// names; `None` where it is not there. An array is always there, unless what holds it is
    /// absent.
    pub(super) fn count(&self, view: RecordView<'_>, keys: &dyn PathKeys) -> Result<Option<usize>> {
        let Some((list, segments)) = self.segments.split_last() else { return Ok(None) };
        Ok(self.walk_over((segments, Crossed::IsAbsent), view, keys, |walk| walk.count(list))?.flatten())
    }

    /// As `count`, where what has no object is empty; `None` where the way does not lead to it.
    pub(super) fn count_led_to(&self, view: RecordView<'_>, keys: &dyn PathKeys) -> Result<Option<usize>> {
        let Some((list, segments)) = self.segments.split_last() else { return Ok(None) };
        let count = |walk: &PathWalk<'_, '_>| Ok(walk.count(list)?.unwrap_or(0));
        self.walk_over((segments, Crossed::IsAbsent), view, keys, count)
    }

    fn walk_over<'a, R>(
        &self,
        (segments, crossed): (&[PathSegment], Crossed),
        view: RecordView<'a>,
        keys: &dyn PathKeys,
        found: impl FnOnce(&PathWalk<'_, 'a>) -> Result<R>,
    ) -> Result<Option<R>> {
        let mut walk = PathWalk { view, route: self.locator(keys), at: FoundRecord::new(view.root), depth: 0, crossed };
        let walked = || {
            for segment in segments {
                if !walk.step(segment)? {
                    return walk.check_keys(segments).map(|()| None);
                }
            }
            found(&walk).map(Some)
        };
        walked().map_err(|error| self.with_path(error))
    }
}

/// What a value of `any` is that is on the way and of another kind than the path says.
#[derive(Clone, Copy, PartialEq)]
enum Crossed {
    /// As absent as what it does not have: so it is to edits that compare what is there.
    IsAbsent,
    /// An error, to those who read and to edits.
    IsRefused,
}

/// Where a walk is.
struct PathWalk<'w, 'a> {
    view: RecordView<'a>,
    route: PathLocator<'w>,
    at: FoundRecord<'a>,
    /// How many objects hold the record.
    depth: u32,
    crossed: Crossed,
}

impl<'a> PathWalk<'_, 'a> {
    /// One segment on; false if what it leads to is absent.
    fn step(&mut self, segment: &PathSegment) -> Result<bool> {
        let (RecordView { buf, schema, .. }, FoundRecord { record, packed, is_absent }) = (self.view, self.at);
        let (shift, index) = (buf.shift(), segment.index(&self.route));
        let is_unset = |place: &Place| !bit(record, place, shift);
        // A slot that is not stored is one of zeros.
        let in_slot = || record.get(segment.slot.at(shift)).copied().unwrap_or(0);
        let variant = || if is_packed(packed) { packed } else { in_slot() };
        let is_object = segment.is_object(buf.width.bytes(), packed);
        self.check_depth()?;
        self.depth = self.depth.saturating_add(is_object.into());
        self.at.packed = MIXED;
        if !is_packed(packed)
            && let Some(found) = segment.stored(&buf, record, Some(index))
        {
            self.at.record = found;
            return Ok(true);
        }
        self.at.record = match &segment.kind {
            SegmentKind::Object { ends, optional } => {
                let object = buf.follow(record, segment.slot)?;
                self.at.is_absent |= *optional && object.is_none();
                object.map_or(Ok(&[][..]), |object| buf.record(object, ends))?
            }
            SegmentKind::Element { .. } => {
                let elements = self.elements(segment)?.unwrap_or(Elements::EMPTY);
                if index >= elements.count {
                    return if is_absent { Ok(false) } else { Err(no_element(index, elements.count)) };
                }
                self.at.packed = elements.tag;
                elements.element(index)?
            }
            SegmentKind::Entry { entry } => {
                let Some(key) = self.route.key(segment.step) else { return Ok(false) };
                // First, so that a key of another type is one also where there is no map.
                let (key, shape) = (schema.sought(&entry.key.ty, &key)?, schema.entry_shape(entry));
                let Some(map) = self.map(segment, &shape)? else { return Ok(false) };
                let sought = SearchKey { schema, buf, item: &entry.key, key };
                let Some(found) = buf.find(&map, &shape, &sought)? else { return Ok(false) };
                let value = if entry.value.is_some() { entry.layout.key.at(shift) } else { 0 };
                found.get(value..).unwrap_or_default()
            }
            SegmentKind::Part { count, .. } if index >= *count => {
                return if is_absent { Ok(false) } else { Err(no_element(index, *count)) };
            }
            _ if segment.presence.as_ref().is_some_and(is_unset) => return Ok(false),
            SegmentKind::Payload { union, tag, .. } if *tag != variant() => {
                return self.other_variant(*union, (variant(), *tag));
            }
            SegmentKind::Payload { structure: Some(_), optional, place, .. } if is_packed(packed) => {
                if *optional && is_unset(place) {
                    return Ok(false);
                }
                record.get(place.slot.at(shift)..).unwrap_or_default()
            }
            SegmentKind::Payload { .. } if is_packed(packed) => record,
            SegmentKind::Payload { size, structure, optional, .. } if is_object => {
                match (buf.follow(record, segment.slot.plus(Size::bytes(1)))?, structure) {
                    (Some(object), Some(ends)) => buf.record(object, ends)?,
                    (Some(object), None) => buf.boxed(object, *size)?,
                    (None, Some(_)) if *optional => return Ok(false),
                    (None, _) => &[],
                }
            }
            _ => &[],
        };
        Ok(true)
    }

    /// Where a union is of another variant than the path says, and so what that holds is absent:
    /// false, unless it is a value of `any` of another kind.
    #[cold]
    #[inline(never)]
    fn other_variant(&self, union: UnionId, (held, sought): (u8, u8)) -> Result<bool> {
        match self.crossed {
            Crossed::IsAbsent => Ok(false),
            Crossed::IsRefused => check_crossed(self.view.schema.union(union), held, sought).map(|()| false),
        }
    }

    /// The elements of the list that a segment leads into.
    fn elements(&self, segment: &PathSegment) -> Result<Option<Elements<'a>>> {
        let (buf, SegmentKind::Element { size, ends, prefix, union }) = (self.view.buf, &segment.kind) else {
            return Ok(None);
        };
        let Some(object) = buf.follow(self.at.record, segment.slot)? else { return Ok(None) };
        match union {
            Some(id) => Ok(Some(self.view.schema.elements_of_unions(&buf, object, *id)?.0)),
            None if ends.is_empty() => buf.elements(object, size.at(buf.shift())).map(Some),
            None => buf.strided(object, ends, *prefix).map(Some),
        }
    }

    /// The map that a segment leads into.
    fn map(&self, segment: &PathSegment, shape: &EntryShape<'_>) -> Result<Option<MapBytes<'a>>> {
        let buf = self.view.buf;
        buf.follow(self.at.record, segment.slot)?.map(|object| buf.map(object, shape)).transpose()
    }

    /// How many elements or values there are where a segment leads into.
    fn count(&self, segment: &PathSegment) -> Result<Option<usize>> {
        self.check_depth()?;
        Ok(match &segment.kind {
            SegmentKind::Part { count, .. } => Some(*count),
            SegmentKind::Entry { entry } => {
                self.map(segment, &self.view.schema.entry_shape(entry))?.map(|map| map.count)
            }
            _ => self.elements(segment)?.map(|elements| elements.count),
        })
    }

    /// Fails for a record that more objects hold than may.
    fn check_depth(&self) -> Result<()> {
        if self.depth > MAX_DEPTH { Err(too_deep()) } else { Ok(()) }
    }

    /// Fails for a key of another type than its map has, also where nothing was looked for.
    #[cold]
    fn check_keys(&self, segments: &[PathSegment]) -> Result<()> {
        segments.iter().try_for_each(|segment| match (&segment.kind, segment.step) {
            (SegmentKind::Entry { entry }, Step::Key(number)) => {
                self.view.schema.check_key(&entry.key.ty, &self.route.keys.at(number))
            }
            _ => Ok(()),
        })
    }
}
