//! Whole buffers from values and back: measure, allocate once, write; and decode.

use alloc::vec;
use alloc::vec::Vec;

use super::root_record::{Root, decode_root, root_len, write_root};
use super::rules::refused;
use super::{Decode, DecodeOwned, Heap, Value};
use crate::error::{Error, ErrorKind, Result, Wording, length_changed};
use crate::layout::last_end;
use crate::read::Buf;
use crate::wire::clamp;
use crate::wire::extension::lineage_block;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, StaticWidth, W1, W2, W4, with_width};
use crate::write::measure::{TOO_DEEP, unmeasured};

fn total<T: Value, W: StaticWidth>(value: &T) -> u64 {
    let size = root_size::<T, W>();
    let head = Root::<T>::head(clamp(size)).saturating_add(size) as u64;
    head.saturating_add(root_len::<T, W>(&value.as_set()))
}

/// Bytes of the root record of a buffer of the type.
#[inline(always)]
fn root_size<T: Value, W: StaticWidth>() -> usize {
    last_end(const { Root::<T>::ENDS }).at(W::WIDTH.shift())
}

/// The narrowest width that holds the value, and the length of its buffer.
#[inline(always)]
fn measure<T: Value>(value: &T, least: PointerWidth) -> Result<(PointerWidth, usize)> {
    let mut least_len = 0;
    if least == PointerWidth::One {
        least_len = total::<T, W1>(value);
        if least_len <= W1::MAX_LEN {
            // At most 255.
            #[allow(clippy::cast_possible_truncation)]
            return Ok((PointerWidth::One, least_len as usize));
        }
    }
    measure_wide(value, least, least_len)
}

/// Measures a value that needs pointers of more than one byte; `least` is a lower bound of its
/// length.
#[inline(never)]
fn measure_wide<T: Value>(value: &T, least: PointerWidth, least_len: u64) -> Result<(PointerWidth, usize)> {
    let (mut width, mut len) = (PointerWidth::Two, least_len);
    if least <= width && len <= width.max_len() {
        len = total::<T, W2>(value);
    }
    if least > width || len > width.max_len() {
        (width, len) = (PointerWidth::Four, total::<T, W4>(value));
    }
    match usize::try_from(len) {
        Ok(len) if len as u64 <= width.max_len() => Ok((width, len)),
        _ if len >= TOO_DEEP => Err(refused::<T>(&value.as_set(), unmeasured(len))),
        _ => Err(Error::limit(Wording::BufferLength)),
    }
}

/// Writes the value into `out`, which is exactly as long as measured and may hold anything.
#[inline]
fn write<T: Value>(value: &T, width: PointerWidth, out: &mut [u8]) -> Result<()> {
    match width {
        PointerWidth::One => write_with::<T, W1>(value, out),
        PointerWidth::Two => write_with::<T, W2>(value, out),
        PointerWidth::Four => write_wide(value, out),
    }
}

/// As [`write_with`], at the widest pointers. Not inlined, so that short records need only a small
/// stack frame.
#[inline(never)]
fn write_wide<T: Value>(value: &T, out: &mut [u8]) -> Result<()> {
    write_with::<T, W4>(value, out)
}

/// Writes a header to the start of `out`, with what buffers of the type carry; gives what follows.
#[inline(always)]
fn write_header<T: Value>(width: PointerWidth, root_size: u32, out: &mut [u8]) -> Option<&mut [u8]> {
    match Root::<T>::lineage() {
        None => Header::write(width, root_size, out),
        Some(lineage) => {
            Header::write(width, root_size, out)?;
            Header::extend(&lineage_block(lineage), root_size, out)
        }
    }
}

#[inline]
fn write_with<T: Value, W: StaticWidth>(value: &T, out: &mut [u8]) -> Result<()> {
    let size = root_size::<T, W>();
    let position = Root::<T>::head(clamp(size)).saturating_add(size);
    let rest = write_header::<T>(W::DYNAMIC, clamp(size), out).ok_or_else(length_changed)?;
    write_content::<T, W>(&value.as_set(), position, rest)
}

/// The value of a setter's argument: encoded alone, and decoded.
pub(super) fn owned<T: Value + DecodeOwned>(value: &T::Set<'_>) -> Result<T> {
    let size = root_size::<T, W4>();
    let start = Root::<T>::head(clamp(size)).saturating_add(size);
    let len = (start as u64).saturating_add(root_len::<T, W4>(value));
    let len = usize::try_from(len).ok().filter(|_| len <= PointerWidth::Four.max_len());
    let Some(len) = len else { return Err(refused::<T>(value, unmeasured(TOO_DEEP))) };
    let mut out = vec![0; len];
    let rest = write_header::<T>(PointerWidth::Four, clamp(size), &mut out).ok_or_else(length_changed)?;
    write_content::<T, W4>(value, start, rest)?;
    from_slice(&out)
}

/// Writes the root record, which ends at `position`, and what it points to.
#[inline]
fn write_content<T: Value, W: StaticWidth>(value: &T::Set<'_>, position: usize, out: &mut [u8]) -> Result<()> {
    let (record, rest) = out.split_at_mut_checked(root_size::<T, W>()).ok_or_else(length_changed)?;
    record.fill(0);
    let mut heap = Heap::new(rest, position);
    write_root::<T, W>(value, record, &mut heap)?;
    heap.finish()
}

/// Writes the value as a workspace to the start of `memory`; returns its end.
pub(crate) fn write_workspace<T: Value>(value: &T, width: PointerWidth, memory: &mut [u8]) -> Result<usize> {
    fn write<T: Value, W: StaticWidth>(value: &T, memory: &mut [u8]) -> Result<usize> {
        let size = root_size::<T, W>();
        let head = Header::workspace_len(clamp(size)).saturating_add(const { Root::<T>::PLAN.lineage_len() });
        let root_end = head.saturating_add(size);
        let end = (root_end as u64).saturating_add(root_len::<T, W>(&value.as_set()));
        if end >= TOO_DEEP {
            return Err(refused::<T>(&value.as_set(), unmeasured(end)));
        }
        // Beyond an address, it is beyond the memory.
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        let capacity = memory.len();
        let Some(content) = memory.get_mut(..end) else { return Err(Error::full(end, capacity)) };
        content.fill(0);
        Header::write_workspace(W::DYNAMIC, clamp(end), clamp(size), content).ok_or_else(length_changed)?;
        if let Some(lineage) = Root::<T>::lineage() {
            Header::extend(&lineage_block(lineage), clamp(size), content).ok_or_else(length_changed)?;
        }
        let written = write_content::<T, W>(&value.as_set(), root_end, content.get_mut(head..).unwrap_or_default());
        if written.is_err() {
            content.fill(0);
        }
        written.map(|()| end)
    }
    with_width!(width, W => write::<T, W>(value, memory))
}

/// Encodes a value into a new buffer, with one exact allocation.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// let bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
/// assert_eq!(bytes.len(), 2 + 3 + 4); // header, record, name
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for a value that needs more than 4,294,967,295
/// bytes or is nested deeper than 64 objects; [`ErrorKind::Type`](crate::ErrorKind::Type) for one
/// that breaks a rule of its schema, or in which a conversion (`with`), which is called once to
/// measure and once to write, returns different lengths.
#[inline]
pub fn to_vec<T: Value>(value: &T) -> Result<Vec<u8>> {
    to_vec_with_width(value, const { Root::<T>::PLAN }.min_width())
}

/// As [`to_vec`], with pointers of at least the width `least`: for a buffer that will grow, and
/// then need not be laid out anew. [`compact`](crate::compact) makes pointers as narrow as the
/// schema allows.
///
/// ```
/// use vellum::{PointerWidth, Vellum};
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let mut bytes = vellum::to_vec_with_width(&Log { lines: vec![] }, PointerWidth::Two)?;
/// Log::edit(&mut bytes)?.lines().push(&"long ".repeat(100))?; // beyond 255 bytes, at the same width
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`].
#[inline]
pub fn to_vec_with_width<T: Value>(value: &T, least: PointerWidth) -> Result<Vec<u8>> {
    let (width, len) = measure(value, least.max(const { Root::<T>::PLAN }.min_width()))?;
    let mut out = zeroed(len);
    write(value, width, &mut out)?;
    Ok(out)
}

/// A new buffer of zeros.
///
/// Zeroed memory from the allocator saves a pass over a long buffer. But for short blocks
/// allocators use caches that zeroed allocation bypasses: glibc takes three times as long for a
/// short zeroed block.
#[inline(always)]
#[allow(clippy::slow_vector_initialization)]
fn zeroed(len: usize) -> Vec<u8> {
    const SHORT: usize = 1024;
    if len > SHORT {
        return vec![0; len];
    }
    let mut out = Vec::with_capacity(len);
    out.resize(len, 0);
    out
}

/// Encodes a value into a reused buffer, replacing its content.
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Point { x: i32 }
/// let mut bytes = Vec::new();
/// vellum::encode_into(&Point { x: 1 }, &mut bytes)?;
/// vellum::encode_into(&Point { x: 2 }, &mut bytes)?; // reuses the allocation
/// assert_eq!(Point::view(&bytes)?.x()?, 2);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`]; the buffer is then unchanged, or empty if a conversion (`with`) returned another
/// length than was measured.
#[inline]
pub fn encode_into<T: Value>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    let (width, len) = measure(value, const { Root::<T>::PLAN }.min_width())?;
    if len > out.capacity() {
        // Its old content need not be copied.
        out.clear();
    }
    out.resize(len, 0);
    match write(value, width, out) {
        Ok(()) => Ok(()),
        Err(error) => Err(emptied(out, error)),
    }
}

#[cold]
#[inline(never)]
fn emptied(out: &mut Vec<u8>, error: Error) -> Error {
    out.clear();
    error
}

/// Bytes that a value takes encoded: what [`to_slice`] needs, and stores that reserve room first.
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Note { text: String }
/// let note = Note { text: "hello".into() };
/// let mut page = [0; 64]; // of a store that has its records next to each other
/// let (reserved, rest) = page.split_at_mut(vellum::encoded_len(&note)?);
/// vellum::to_slice(&note, reserved)?;
/// assert_eq!((Note::view(reserved)?.text()?, rest.len()), ("hello", 55));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// It measures the value as encoding does, without writing it.
///
/// # Errors
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for a value that no buffer holds, and what
/// encoding it would refuse by its length alone; [`to_slice`] may find more.
pub fn encoded_len<T: Value>(value: &T) -> Result<usize> {
    Ok(measure(value, const { Root::<T>::PLAN }.min_width())?.1)
}

/// Encodes a value into the start of a slice, such as one of [`encoded_len`] bytes that a store
/// reserved; returns the written part.
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Point { x: i32 }
/// let mut space = [0; 16];
/// let written = vellum::to_slice(&Point { x: 7 }, &mut space)?;
/// assert_eq!(written.len(), 6);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`], and [`ErrorKind::Full`](crate::ErrorKind::Full) if the slice is too short; it is
/// then unchanged, or zeros in place of the value if a conversion (`with`) returned another length
/// than was measured.
pub fn to_slice<'s, T: Value>(value: &T, out: &'s mut [u8]) -> Result<&'s mut [u8]> {
    let (width, len) = measure(value, const { Root::<T>::PLAN }.min_width())?;
    let available = out.len();
    let Some(part) = out.get_mut(..len) else {
        return Err(Error::of(ErrorKind::Full, Wording::Slice, [len as u64, available as u64, 0]));
    };
    match write(value, width, part) {
        Ok(()) => Ok(part),
        Err(error) => {
            part.fill(0);
            Err(error)
        }
    }
}

/// Decodes an owned value, every byte of it checked.
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum, Debug, PartialEq)] struct Point { x: i32 }
/// let bytes = vellum::to_vec(&Point { x: 7 })?;
/// assert_eq!(vellum::from_slice::<Point>(&bytes)?, Point { x: 7 });
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) with offset and path, or
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for values nested deeper than 64 objects.
#[inline]
pub fn from_slice<'b, T: Value + Decode<'b>>(bytes: &'b [u8]) -> Result<T> {
    let (buf, root) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage)?;
    decode_root(&buf, root)
}
