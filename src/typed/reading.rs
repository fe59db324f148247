//! The two ways in which views read: values are checked when they are read, or the whole buffer was
//! proved before.
//!
//! Code that reads is written once, with a `Result` whose error is [`Reading::Error`]. For proved
//! bytes that type is empty, so the compiler removes the error handling, and [`Reading::of`]
//! returns the plain value.

use core::convert::Infallible;

use super::{Checked, Proven, Reading, Value};
use crate::error::{Error, Result};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::record::RecordBytes;
use crate::wire::proved::{content, proved_text, text};

impl Reading for Checked {
    type Of<T> = Result<T>;
    type Get<'a, T: Value> = T::Get<'a, Self>;
    type Error = Error;
    const IS_PROVEN: bool = false;

    #[inline(always)]
    fn of<T>(read: Result<T>) -> Result<T> {
        read
    }

    #[inline(always)]
    fn accept<T, E>(read: Result<T, E>, _: T, error: impl FnOnce(E) -> Error) -> Result<T> {
        read.map_err(error)
    }

    #[inline(always)]
    fn follow<'a>(record: &RecordBytes<'a>, slot: Size) -> Result<Option<&'a [u8]>> {
        record.buf().follow(record.bytes(), slot)
    }

    #[inline(always)]
    fn content<'a>(
        record: &RecordBytes<'a>,
        slot: Size,
        check: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>> {
        let bytes = match Self::follow(record, slot)? {
            Some(object) => check(record.buf(), object)?,
            None => &[],
        };
        Ok(record.part(bytes))
    }

    #[inline(always)]
    fn text<'a>(self, buf: &Buf<'a>, object: &'a [u8]) -> Result<&'a str> {
        buf.text(buf.blob(object)?)
    }

    #[inline(always)]
    fn name(error: Error, name: impl FnOnce(Error) -> Error) -> Error {
        name(error)
    }

    #[inline(always)]
    fn open<T: Value>(held: T::Get<'_, Self>) -> T::Get<'_, Self> {
        held
    }
}

impl Reading for Proven {
    type Of<T> = T;
    type Get<'a, T: Value> = T::Proved<'a>;
    type Error = Infallible;
    const IS_PROVEN: bool = true;

    #[inline(always)]
    fn of<T>(read: Result<T, Infallible>) -> T {
        let Ok(value) = read;
        value
    }

    #[inline(always)]
    fn accept<T, E>(read: Result<T, E>, none: T, _: impl FnOnce(E) -> Error) -> Result<T, Infallible> {
        Ok(read.unwrap_or(none))
    }

    #[inline(always)]
    fn follow<'a>(record: &RecordBytes<'a>, slot: Size) -> Result<Option<&'a [u8]>, Infallible> {
        Ok(record.buf().proved_object(record.bytes(), slot))
    }

    #[inline(always)]
    fn content<'a>(
        record: &RecordBytes<'a>,
        slot: Size,
        _: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>, Infallible> {
        Ok(record.part(record.buf().proved_object(record.bytes(), slot).and_then(content).unwrap_or(&[])))
    }

    #[inline(always)]
    fn text<'a>(self, _: &Buf<'a>, object: &'a [u8]) -> Result<&'a str, Infallible> {
        Ok(if self.is_unchanged() { proved_text(object) } else { edited(object) })
    }

    #[inline(always)]
    fn name(error: Infallible, _: impl FnOnce(Error) -> Error) -> Infallible {
        error
    }

    #[inline(always)]
    fn open<T: Value>(held: T::Get<'_, Self>) -> T::Proved<'_> {
        T::open(held)
    }
}

/// Text of a buffer that was edited since its proof.
#[inline(never)]
fn edited(object: &[u8]) -> &str {
    content(object).and_then(text).unwrap_or_default()
}
