//! `PathBuf`: text in a buffer, as `String` is. A path that is not UTF-8 is refused as a rule refuses: it is measured as a length that no
//! buffer has, before anything is written. Any text is a path, so a part of it is edited as text.

use alloc::string::String;
use core::cmp::Ordering;
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::record::RecordBytes;
use crate::typed::at::At;
use crate::typed::key::Key;
use crate::typed::list::List;
use crate::typed::prove::{Prove, ProvedSlot, Prover, proved_as};
use crate::typed::shape::{TypePlan, TypeShape};
use crate::typed::text_edit::TextEdit;
use crate::typed::{Decode, Heap, Value};
use crate::wire::proved::Derived;
use crate::wire::width::{StaticWidth, Width};
use crate::write::measure::UNWRITABLE;
use crate::write::{Link, Session, Storage, Target};

/// The text of a path.
#[inline]
fn text(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(not_text)
}

#[cold]
#[inline(never)]
fn not_text() -> Error {
    Error::fixed(&FixedError(ErrorKind::Type, "the path is not UTF-8, and paths are stored as text"))
}

impl Prove for PathBuf {
    proved_as!(&'a Path);
    type Default = &'static str;
    const DEFAULT: &'static &'static str = <String as Prove>::DEFAULT;

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Option<()> {
        String::prove(prover, record, at)
    }

    #[inline]
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> &'a Path {
        Path::new(String::held(slot.stored_as::<String>(Derived::own())))
    }
}

impl Value for PathBuf {
    const SHAPE: TypeShape = <String as Value>::SHAPE;
    const PLAN: TypePlan = <String as Value>::PLAN;
    type Get<'a> = &'a Path;
    type GetList<'a> = List<'a, Self>;
    type Set<'a> = &'a Path;
    type Cursor<'a, S: Storage + 'a> = TextEdit<'a, S>;
    type FieldCursor<'a, S: Storage + 'a> = TextEdit<'a, S>;

    #[inline(always)]
    fn as_set(&self) -> &Path {
        self
    }

    #[cold]
    fn check(value: &&Path, _: u32) -> Result<()> {
        text(value).map(drop)
    }

    #[inline]
    fn is_default(value: &&Path, default: &&'static str) -> bool {
        value.to_str() == Some(default)
    }

    #[inline]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(
        value: &&Path,
        at: &At<'_, &'static str, ELEMENT>,
        levels: u32,
    ) -> u64 {
        value.to_str().map_or(UNWRITABLE, |text| String::heap_len::<ELEMENT, W>(&text, at, levels))
    }

    #[inline]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&Path,
        record: &mut [u8],
        at: &At<'_, &'static str, ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        String::write(&text(value)?, record, at, heap)
    }

    #[inline]
    fn get<'a, const ELEMENT: bool>(record: &RecordBytes<'a>, at: &At<'_, &'static str, ELEMENT>) -> Result<&'a Path> {
        String::get(record, at).map(Path::new)
    }

    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, &'static str, ELEMENT>,
        value: &&Path,
    ) -> Result<()> {
        String::set(session, target, at, &text(value)?)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Result<TextEdit<'a, S>> {
        String::cursor(session, target, at)
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, &'static str>,
    ) -> TextEdit<'a, S> {
        String::field_cursor(session, link, at)
    }
}

impl<'b> Decode<'b> for PathBuf {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        String::decode(record, at, decoder).map(Self::from)
    }
}

/// In the order of text, which is not that of the components that std compares.
impl Key for PathBuf {
    #[inline]
    fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &&Path) -> Result<Ordering> {
        match key.to_str() {
            Some(text) => String::compare_at(record, place, &text),
            // No map holds it.
            None => Ok(Ordering::Greater),
        }
    }

    #[inline]
    fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
        String::order_at(one, other, place)
    }

    #[inline(always)]
    fn again<'k>(key: &&'k Path) -> &'k Path
    where
        'k: 'k,
    {
        key
    }

    #[inline]
    fn order(one: &&Path, other: &&Path) -> Ordering {
        one.as_os_str().cmp(other.as_os_str())
    }
}
