//! [`Proven`]: that bytes were proved, as a value which only this folder makes.

use core::convert::Infallible;

use crate::error::{Error, Result};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::record::RecordBytes;
use crate::typed::Value;
use crate::typed::reading::{Reading, Sealed};
use crate::wire::proved::{content, proved_text, text};

/// The buffer was proved as a whole, and methods that read give plain values. See
/// [`Vellum::access`](crate::Vellum::access).
#[derive(Clone, Copy, Debug)]
pub struct Proven {
    /// Whether nothing was edited since the proof, so that what it saw need not be looked at again.
    pub(super) is_unchanged: bool,
}

impl Sealed for Proven {}

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
        Ok(record.buf().object(record.bytes(), slot))
    }

    #[inline(always)]
    fn content<'a>(
        record: &RecordBytes<'a>,
        slot: Size,
        _: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>, Infallible> {
        Ok(record.part(record.buf().object(record.bytes(), slot).and_then(content).unwrap_or(&[])))
    }

    #[inline(always)]
    fn text<'a>(self, _: &Buf<'a>, object: &'a [u8]) -> Result<&'a str, Infallible> {
        Ok(if self.is_unchanged { proved_text(object) } else { edited(object) })
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
