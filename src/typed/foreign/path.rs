//! `PathBuf`: text in a buffer, like `String`. A path that is not UTF-8 is refused like a value
//! that breaks a rule: it is measured as a length that no buffer has, before anything is written.
//! Any text is a path, so a part of it is edited as text.

use alloc::string::String;
use core::cmp::Ordering;
use std::path::{Path, PathBuf};

use crate::__stored_as;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::read::document::Decoder;
use crate::read::open::RecordBytes;
use crate::typed::key::MapKey;
use crate::typed::{At, Decode, Heap, List, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::wire::proved::Derived;
use crate::wire::width::{StaticWidth, Width};
use crate::write::value::UNWRITABLE;
use crate::write::{Session, Storage, Target};

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

impl Value for PathBuf {
    const SHAPE: TypeShape = <String as Value>::SHAPE;
    const PLAN: TypePlan = <String as Value>::PLAN;
    opened_as_read!();
    __stored_as!(@prove String);
    __stored_as!(@cursor String);
    type Get<'a, R: Reading> = &'a Path;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Set<'a> = &'a Path;

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
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<&'a Path, R::Error> {
        String::get(slot.stored_as::<String>(Derived::own())).map(Path::new)
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

/// The order of the text, which differs from the order of components in std.
impl MapKey for PathBuf {
    #[inline]
    fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &&Path) -> Result<Ordering> {
        match key.to_str() {
            Some(text) => String::compare_at(record, place, &text),
            // Such a value is in no map.
            None => Ok(Ordering::Greater),
        }
    }

    #[inline]
    fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
        String::order_at(one, other, place)
    }

    #[inline(always)]
    fn reborrow<'k>(key: &&'k Path) -> &'k Path
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
