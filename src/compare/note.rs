//! Noting edits of a recorded buffer: where they were made, and what is there now.
//!
//! ```text
//! edit ──> Session::note ──> EditLog        the value at hand: a word, a text
//!                    └─────> read_back      all else: found again by its steps, and read
//! ```
//! A buffer that is not recorded has no log, so that none of this is compiled for it.

use alloc::vec::Vec;

use super::owned::{write_elements, write_part};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::cursor::Slot;
use crate::read::document::Decoder;
use crate::read::navigate::{Navigator, ResolvedSlot, Step};
use crate::read::value::{Content, PackedElement, Part};
use crate::schema::{BYTE, Item, MapEntry, Type};
use crate::write::log::{EditLog, NotedForm, NotedRange, ONE_STEP, StoredForm};
use crate::write::noting::LastStep;
use crate::write::{CursorSteps, Link, Noted, Session, Storage};

/// Where an edit was made: at a cursor, or a step from it.
pub(crate) type NotedAt<'l, 'a> = (&'l Link<'a>, LastStep<'l>);

impl<S: Storage> Session<S> {
    /// Whether edits are noted.
    #[inline(always)]
    pub(crate) fn is_recorded(&mut self) -> bool {
        self.storage.log().is_some()
    }

    /// Notes the value that an edit is going to change, if the log keeps old values. If the edit
    /// fails, the next edit's own note takes the place of this one.
    #[inline(always)]
    pub(crate) fn note_old(&mut self, action: Noted, range: NotedRange, at: NotedAt<'_, '_>) {
        if self.storage.log().is_some_and(|log| log.keeps_old) {
            self.note_old_by_steps(action, range, at);
        }
    }

    #[inline(never)]
    fn note_old_by_steps(&mut self, action: Noted, range: NotedRange, at: NotedAt<'_, '_>) {
        self.noting(Noted::Old, (0, 0), |session, log| {
            let (form, len) = old(&session.navigator(), (action, range), steps_to(at), log)?;
            Ok((form, 0, len))
        });
    }

    /// Notes an edit, and reads the value that it made.
    #[inline(always)]
    pub(crate) fn note(&mut self, action: Noted, range: NotedRange, at: NotedAt<'_, '_>) {
        self.note_value(action, range, at, &StoredForm::Other);
    }

    /// Notes an edit that took something away.
    #[inline(always)]
    pub(crate) fn note_without(&mut self, action: Noted, range: NotedRange, at: NotedAt<'_, '_>) {
        self.note_value(action, range, at, &StoredForm::Absent);
    }

    /// Notes an edit that made a value: if it is not at hand, it is read.
    #[inline(always)]
    pub(crate) fn note_value(&mut self, action: Noted, range: NotedRange, at: NotedAt<'_, '_>, value: &StoredForm<'_>) {
        let Some(log) = self.storage.log() else { return };
        if !log.value((action, range), at, value) {
            self.note_by_steps(action, range, at, value);
        }
    }

    /// How much is noted; to be given to [`Session::forget_since`].
    #[inline(always)]
    pub(crate) fn noted(&mut self) -> usize {
        self.storage.log().map_or(0, |log| log.len())
    }

    /// Forgets what was noted since.
    #[inline(always)]
    pub(crate) fn forget_since(&mut self, noted: usize) {
        if let Some(log) = self.storage.log() {
            log.truncate(noted);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_by_steps(&mut self, action: Noted, range: NotedRange, at: NotedAt<'_, '_>, value: &StoredForm<'_>) {
        self.noting(action, range, |session, log| {
            noted(&session.navigator(), (action, range.0), steps_to(at), value, log)
        });
    }

    /// Appends an entry, whose steps and value a function appends; it gives the form of the value,
    /// the steps, and the bytes of the value.
    fn noting(
        &mut self,
        action: Noted,
        range: NotedRange,
        note: impl FnOnce(&Self, &mut EditLog) -> Result<(NotedForm, u64, usize)>,
    ) {
        let Some(log) = self.storage.log() else { return };
        let mut taken = core::mem::take(log);
        let start = taken.begin(action, range);
        match note(self, &mut taken) {
            Ok((form, count, len)) => taken.end(start, form, count, len),
            Err(error) => {
                taken.truncate(start);
                taken.fail(error);
            }
        }
        if let Some(log) = self.storage.log() {
            *log = taken;
        }
    }
}

/// The steps to a value.
fn steps_to<'a>((link, step): NotedAt<'a, 'a>) -> CursorSteps<'a> {
    match step {
        LastStep::Step(step) | LastStep::Key(step, _) => CursorSteps::below(link, step),
        LastStep::None => CursorSteps::to(link),
    }
}

/// Appends what an edit is going to change: the value to which the steps lead, or a range of it.
/// Gives its form, and how many bytes it has.
#[inline]
fn old(
    navigator: &Navigator<'_>,
    (action, range): (Noted, NotedRange),
    steps: CursorSteps<'_>,
    log: &mut EditLog,
) -> Result<(NotedForm, usize)> {
    let (step, above) = steps.split().ok_or_else(internal_error)?;
    let part = part_below(navigator, above.found(navigator)?.as_ref(), step)?;
    let mut bytes = Vec::new();
    let range = range.0..range.0.saturating_add(range.1);
    let form = match part.open(&mut Decoder::new(part.buf()))?.0 {
        Content::Absent => NotedForm::Absent,
        content => {
            match (action, content) {
                (Noted::Splice | Noted::SpliceText, Content::Blob(content)) => {
                    let content = content.get(range).ok_or_else(internal_error)?;
                    if part_is_text(&part) {
                        part.buf().text(content)?;
                    }
                    bytes.extend_from_slice(content);
                }
                (Noted::Splice, Content::List(list)) => write_elements(&list, &part, range, &mut bytes)?,
                _ => write_part(&part, &mut bytes)?,
            }
            NotedForm::Value
        }
    };
    log.bytes(&bytes);
    Ok((form, bytes.len()))
}

fn part_is_text(part: &Part<'_>) -> bool {
    matches!(part, Part::Slot(Slot { ty: Type::String | Type::Text(_), .. }))
}

/// Appends the steps and the value, which is read where the steps lead to if it is not at hand, of
/// a push at its index there. Gives the form of the value, the steps, and the bytes of the value.
#[inline]
fn noted(
    navigator: &Navigator<'_>,
    (action, index): (Noted, usize),
    steps: CursorSteps<'_>,
    value: &StoredForm<'_>,
    log: &mut EditLog,
) -> Result<(NotedForm, u64, usize)> {
    let count = note_steps(navigator, &steps, log)?;
    let mut bytes = Vec::new();
    let form = match *value {
        StoredForm::Absent => NotedForm::Absent,
        StoredForm::Content(content) => {
            bytes.extend_from_slice(content);
            NotedForm::Value
        }
        StoredForm::Word(word, size) => {
            bytes.extend_from_slice(word.to_le_bytes().get(..size).ok_or_else(internal_error)?);
            NotedForm::Stored
        }
        StoredForm::Other => {
            let (above, step) = match action {
                Noted::Push => (steps, Step::Element(index)),
                _ => steps.split().map(|(step, above)| (above, step)).ok_or_else(internal_error)?,
            };
            let part = part_below(navigator, above.found(navigator)?.as_ref(), step)?;
            if matches!(part.open(&mut Decoder::new(part.buf()))?.0, Content::Absent) {
                NotedForm::Absent
            } else {
                write_part(&part, &mut bytes)?;
                NotedForm::Value
            }
        }
    };
    log.bytes(&bytes);
    Ok((form, count, bytes.len()))
}

/// Appends steps, from the root on; gives how many they are.
#[inline]
fn note_steps(navigator: &Navigator<'_>, steps: &CursorSteps<'_>, log: &mut EditLog) -> Result<u64> {
    let Some((step, above)) = steps.split() else { return Ok(0) };
    // As deep as the cursors that led here.
    let count = note_steps(navigator, &above, log)?;
    if matches!(step, Step::Entry(..)) {
        let mut key = Vec::new();
        write_part(&key_of(navigator, &above, step)?, &mut key)?;
        log.key(&key);
    } else {
        log.step(step);
    }
    Ok(count.wrapping_add(ONE_STEP))
}

/// The value a step from another, or from the root.
pub(crate) fn part_below<'s>(
    navigator: &Navigator<'s>,
    from: Option<&ResolvedSlot<'s>>,
    step: Step,
) -> Result<Part<'s>> {
    let (buf, schema) = (navigator.buf, navigator.schema);
    if let Step::Field(index) = step {
        let unlike = || Error::fixed(&FixedError(ErrorKind::Path, "not a struct"));
        let id = navigator.struct_of(from).ok_or_else(unlike)?;
        let record = match from {
            Some(from) => navigator.record_of(&navigator.present(from)?, id)?.0,
            None => navigator.root,
        };
        let field = schema.structure(id).fields().get(usize::from(index)).ok_or_else(internal_error)?;
        return Ok(Part::Slot(Slot::of_field(buf, navigator.bytes(record), schema, field)));
    }
    let slot = navigator.step::<0>(from, step)?;
    let record = navigator.bytes(slot.holder);
    if let (Some(tag), Type::Union(id)) = (slot.packed, slot.ty) {
        return Ok(Part::Packed(PackedElement { buf, element: record, tag, id: *id, schema }));
    }
    let default = &item_below(navigator, from, step).ok_or_else(internal_error)?.default;
    let ResolvedSlot { place, ty, optional, inline, .. } = slot;
    Ok(Part::Slot(Slot { buf, record, schema, place, ty, optional, default, inline }))
}

/// What a step from a value leads to, by its type.
fn item_below<'s>(navigator: &Navigator<'s>, from: Option<&ResolvedSlot<'s>>, step: Step) -> Option<&'s Item> {
    match (from?.ty, step) {
        (Type::List(list), _) => Some(&list.0),
        (Type::Array(array), _) => Some(&array.0),
        (Type::Bytes, _) => Some(&BYTE),
        (Type::Map(map), _) => Some(map.0.value.as_ref().unwrap_or(&map.0.key)),
        (Type::Union(id), Step::Payload(tag)) => navigator.schema.union(*id).of_tag(tag).map(|variant| variant.item()),
        _ => None,
    }
}

/// The key of an entry of the map to which steps lead.
fn key_of<'s>(navigator: &Navigator<'s>, map: &CursorSteps<'_>, step: Step) -> Result<Part<'s>> {
    let slot = map.slot(navigator)?;
    let Type::Map(map) = slot.ty else { return Err(internal_error()) };
    let (entry, found): (&'s MapEntry, _) = (&map.0, navigator.step::<0>(Some(&slot), step)?.holder.pos);
    let (buf, schema) = (navigator.buf, navigator.schema);
    // Of a set, the step leads to the key.
    let key = if entry.value.is_some() { entry.layout.key.at(buf.shift()) } else { 0 };
    let record = buf.bytes.get(found.saturating_sub(key)..).unwrap_or(&[]);
    Ok(Part::Slot(Slot::of_item(buf, record, schema, &entry.key)))
}
