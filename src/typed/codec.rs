//! The codec of derived types: encoding a value to a whole buffer, and decoding it.
//!
//! Encoding measures the value, allocates the buffer once, and writes.

use alloc::vec::Vec;
use core::hash::Hasher;
use core::marker::PhantomData;

use super::element::{element, of_list};
use super::prove::is_valid;
use super::root::{Root, decode_root, root_len, schema_of, write_root};
use super::rules::{Ruled, refused};
use super::{At, Value};
use crate::compare::{ContentEq, Hashed};
use crate::error::{Error, ErrorKind, Result, Wording, length_changed};
use crate::layout::{Size, last_end};
use crate::read::document::{Decoder, MAX_DEPTH};
use crate::read::value::Part;
use crate::read::{Buf, Elements};
use crate::schema::{Rules, Schema};
use crate::verify::prove_layout;
use crate::wire::header::{Header, lineage_block};
use crate::wire::unfilled::{Front, Unfilled, written_to};
use crate::wire::width::{PointerWidth, StaticWidth, W1, W2, W4, Width, with_width};
use crate::wire::{clamp, varint};
use crate::write::space::ReadOnly;
use crate::write::value::{TOO_DEEP, unmeasured};
use crate::write::workspace::width_for;
use crate::write::{Session, Space, SpaceByField, Storage, Workspace};

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

/// Measures a value that needs pointers of more than one byte. `least_len` is its length with
/// pointers of one byte, or zero if that is not measured.
///
/// Wider slots hold payloads that are objects in narrower ones, so a buffer can be longer with
/// narrower pointers. It is at most twice as long at one width as at another.
#[inline(never)]
fn measure_wide<T: Value>(value: &T, least: PointerWidth, least_len: u64) -> Result<(PointerWidth, usize)> {
    let (mut width, mut len) = (PointerWidth::Two, least_len);
    if least <= width && len / 2 <= width.max_len() {
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

/// Writes the value to a new vector, whose memory is exactly as long as measured.
#[inline]
fn write<T: Value>(value: &T, width: PointerWidth, len: usize, out: &mut Vec<u8>) -> Result<()> {
    written_to(out, len, MEASURED, |out| filled(write_at(value, width, out)))
}

/// Fails if bytes are left that were measured.
#[inline(always)]
fn filled(front: Result<Front<'_>>) -> Result<Front<'_>> {
    let front = front?;
    if front.is_full() { Ok(front) } else { Err(length_changed()) }
}

/// Writes the value to the start of `out`; gives the rest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_at<'b, T: Value>(value: &T, width: PointerWidth, out: Front<'b>) -> Result<Front<'b>> {
    match width {
        PointerWidth::One => write_with::<T, W1>(&value.as_set(), out),
        PointerWidth::Two => write_with::<T, W2>(&value.as_set(), out),
        PointerWidth::Four => write_wide::<T>(&value.as_set(), out),
    }
}

/// As [`write_with`], at the widest pointers. Not inlined, so that short records need only a small
/// stack frame.
#[inline(never)]
fn write_wide<'b, T: Value>(value: &T::Set<'_>, out: Front<'b>) -> Result<Front<'b>> {
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
fn write_with<'b, T: Value, W: StaticWidth>(value: &T::Set<'_>, out: Front<'b>) -> Result<Front<'b>> {
    let size = root_size::<T, W>();
    let mut heap = Heap::<W>::at(out, 0);
    let start = heap.zeros(Root::<T>::head(clamp(size)).saturating_add(size))?;
    let record = write_header::<T>(W::DYNAMIC, clamp(size), start).ok_or_else(length_changed)?;
    write_root::<T, W>(value, record, &mut heap)?;
    Ok(heap.front)
}

/// The value of a setter's argument: encoded alone, and decoded.
pub(super) fn owned<T: Value + DecodeOwned>(value: &T::Set<'_>) -> Result<T> {
    from_slice(&encoded::<T>(value)?)
}

/// A buffer of the value of a setter's argument, with the widest pointers.
pub(crate) fn encoded<T: Value>(value: &T::Set<'_>) -> Result<Vec<u8>> {
    let size = root_size::<T, W4>();
    let start = Root::<T>::head(clamp(size)).saturating_add(size);
    let len = (start as u64).saturating_add(root_len::<T, W4>(value));
    let len = usize::try_from(len).ok().filter(|_| len <= PointerWidth::Four.max_len());
    let Some(len) = len else { return Err(refused::<T>(value, unmeasured(TOO_DEEP))) };
    let mut out = Vec::with_capacity(len);
    written_to(&mut out, len, MEASURED, |out| filled(write_wide::<T>(value, out)))?;
    Ok(out)
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
        // The header comes last: where a conversion panics, these bytes are no buffer.
        let out = content.get_mut(head..).unwrap_or_default();
        let mut heap = Heap::<W>::new(out, head);
        let written = heap.zeros(size).and_then(|record| write_root::<T, W>(&value.as_set(), record, &mut heap));
        if let Err(error) = written.and_then(|()| heap.finish()) {
            content.fill(0);
            return Err(error);
        }
        Header::write_workspace(W::DYNAMIC, clamp(end), clamp(size), content).ok_or_else(length_changed)?;
        if let Some(lineage) = Root::<T>::lineage() {
            Header::extend(&lineage_block(lineage), clamp(size), content).ok_or_else(length_changed)?;
        }
        Ok(end)
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
#[doc(alias("serialize", "encode", "to_bytes", "encode_to_vec", "into_bytes"))]
pub fn to_vec<T: Value>(value: &T) -> Result<Vec<u8>> {
    to_vec_with_width(value, const { Root::<T>::PLAN }.min_width())
}

/// As [`to_vec`], with pointers of at least the width `least`: for a buffer that will grow, and
/// then need not be laid out again. [`Vellum::compact`](crate::Vellum::compact) makes pointers as
/// narrow as the schema allows.
///
/// ```
/// use vellum::{Vellum, schema::PointerWidth};
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
// Inlined, the code for a value that the compiler knows, as a default one, is short. Without
// optimisation it would take room in the frame of the caller.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn to_vec_with_width<T: Value>(value: &T, least: PointerWidth) -> Result<Vec<u8>> {
    let (width, len) = measure(value, least.max(const { Root::<T>::PLAN }.min_width()))?;
    let mut out = Vec::with_capacity(len);
    write(value, width, len, &mut out)?;
    Ok(out)
}

/// Encodes a value into a reused buffer, replacing its content.
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Point { x: i32 }
/// let mut bytes = Vec::new();
/// vellum::encode_into(&Point { x: 1 }, &mut bytes)?;
/// vellum::encode_into(&Point { x: 2 }, &mut bytes)?; // reuses the allocation
/// assert_eq!(Point::peek(&bytes)?.x()?, 2);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// A value that fits the memory of the buffer, with pointers as wide as those of the old content,
/// is written in one pass, without being measured first. So a buffer that is kept for values of a
/// similar length is encoded faster than a new one.
///
/// # Errors
/// As [`to_vec`]; the buffer is then empty.
///
/// # Panics
/// Only if your own code does (a `check`, a conversion); the buffer is then empty.
#[inline]
#[doc(alias("serialize_into", "encode_into_slice", "serialize_using"))]
pub fn encode_into<T: Value>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    if write_over(value, out) { Ok(()) } else { encode_measured(value, out) }
}

/// Writes the value over a buffer without measuring it, at the width of its old content. Tells
/// whether the value fits and a new buffer has this width.
#[inline]
fn write_over<T: Value>(value: &T, out: &mut Vec<u8>) -> bool {
    let least = const { Root::<T>::PLAN }.min_width();
    let Some(width) = out.first().and_then(|flags| Header::likely_width(*flags)).filter(|width| *width >= least) else {
        return false;
    };
    let room = usize::try_from(width.max_len()).map_or(out.capacity(), |longest| longest.min(out.capacity()));
    if written_to(out, room, MAX_DEPTH, |out| write_at(value, width, out)).is_err() {
        return false;
    }
    // A buffer is at most twice as long at one width as at another. In between the value is
    // measured as far as its width needs.
    match (width, out.len()) {
        (PointerWidth::One, _) => true,
        _ if width == least => true,
        (PointerWidth::Two, 0x1FF..=0x7FFF) => true,
        (PointerWidth::Two, _) => total::<T, W1>(value) > W1::MAX_LEN,
        (PointerWidth::Four, len) => len > 2 * 0xFFFF || measure(value, least).is_ok_and(|(found, _)| found == width),
    }
}

/// Measures the value, and writes it to a buffer of its length.
#[inline(never)]
fn encode_measured<T: Value>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    out.clear();
    let (width, len) = measure(value, const { Root::<T>::PLAN }.min_width())?;
    out.reserve(len);
    write(value, width, len, out)
}

/// The length of an encoded value, for [`to_slice`] and for stores that reserve room first.
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Note { text: String }
/// let note = Note { text: "hello".into() };
/// let mut page = [0; 64]; // of a store that has its records next to each other
/// let (reserved, rest) = page.split_at_mut(vellum::encoded_len(&note)?);
/// vellum::to_slice(&note, reserved)?;
/// assert_eq!((Note::peek(reserved)?.text()?, rest.len()), ("hello", 55));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// It measures the value as encoding does, without writing it.
///
/// # Errors
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for a value that does not fit a buffer, and any
/// error that encoding finds by measuring alone; [`to_slice`] may find more.
#[doc(alias("serialized_size", "byte_size"))]
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
///
/// # Panics
/// Only if your own code does (a `check`, a conversion): the slice may then hold a part of the
/// value after a header, and has to be overwritten.
#[doc(alias("serialize_into_slice", "encode_into_std_write"))]
pub fn to_slice<'s, T: Value>(value: &T, out: &'s mut [u8]) -> Result<&'s mut [u8]> {
    let (width, len) = measure(value, const { Root::<T>::PLAN }.min_width())?;
    let available = out.len();
    let Some(part) = out.get_mut(..len) else {
        return Err(Error::of(ErrorKind::Full, Wording::Slice, [len as u64, available as u64, 0]));
    };
    match filled(write_at(value, width, Front::new(Unfilled::over(part), MEASURED))).map(drop) {
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
#[doc(alias("deserialize", "decode", "from_bytes", "decode_from_slice"))]
pub fn from_slice<'b, T: Value + Decode<'b>>(bytes: &'b [u8]) -> Result<T> {
    let (buf, root) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage)?;
    decode_root(&buf, root)
}

// Decoding: a value from a whole buffer, owned, or with parts that borrow from it.

/// A value that can be decoded from a buffer that lives for `'b`; implemented by
/// `#[derive(Vellum)]` and for all types that can be fields.
///
/// The lifetime is what lets a field borrow: a struct with a `&'b str` is decoded from a buffer
/// that outlives it, and the text is not copied. Types without a lifetime can be decoded from any
/// buffer, see [`DecodeOwned`]. Its items are the contract between this crate and derived code, not
/// an API.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum, Debug, PartialEq)]
/// struct Row<'r> {
///     name: &'r str,
///     data: &'r [u8],
///     tags: Vec<&'r str>,
/// }
///
/// let bytes = vellum::to_vec(&Row { name: "Ada", data: &[1, 2], tags: vec!["math"] })?;
/// let row: Row = vellum::from_slice(&bytes)?;
/// assert_eq!(row, Row { name: "Ada", data: &[1, 2], tags: vec!["math"] });
/// assert!(bytes.as_ptr_range().contains(&row.name.as_ptr()));
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from this buffer",
    label = "this type does not decode from a buffer of that lifetime",
    note = "a type that borrows needs a buffer that outlives it; generic code asks for `vellum::DecodeOwned`"
)]
#[doc(alias("Deserialize", "BorrowDecode"))]
pub trait Decode<'b>: Value {
    #[doc(hidden)]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, Self::Default, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self>;

    /// Decodes all elements of a list.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_list<W: Width>(elements: &Elements<'b>, decoder: &mut Decoder<'b, W>) -> Result<Vec<Self>> {
        let tagged = of_list::<Self>(elements.tag);
        let at = if const { Self::SHAPE.packs } { &tagged } else { element::<Self>() };
        decode_each(elements, |element| Self::decode(element, at, decoder), |value| value)
    }
}

/// A value that owns all that it holds, so that it can be decoded from any buffer.
///
/// Methods that take values out of a buffer and then change it require it
/// ([`ListEdit::take`](crate::cursor::ListEdit::take)), and so does generic code that keeps decoded
/// values:
///
/// ```
/// use vellum::{DecodeOwned, Vellum};
///
/// fn load<T: Vellum + DecodeOwned>(path: &std::path::Path) -> Result<T, Box<dyn std::error::Error>> {
///     Ok(vellum::from_slice(&std::fs::read(path)?)?)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not decoded as a value that owns what it holds",
    note = "generic code that decodes asks for `T: vellum::DecodeOwned`; a type that borrows cannot be taken out of what is edited"
)]
pub trait DecodeOwned: for<'b> Decode<'b> {}

impl<T: for<'b> Decode<'b>> DecodeOwned for T {}

/// Decodes all elements of a list; `make` converts a decoded value; it cannot fail, so that the
/// result is built directly in the vector.
#[inline(always)]
pub fn decode_each<P, T>(
    elements: &Elements<'_>,
    mut decode: impl FnMut(&[u8]) -> Result<P>,
    make: impl Fn(P) -> T,
) -> Result<Vec<T>> {
    // `count` elements lie in the buffer, so this is at most its length times the size of a `T`.
    let mut values = Vec::with_capacity(elements.count);
    for (index, element) in elements.bytes.chunks_exact(elements.stride).enumerate() {
        match decode(element) {
            // The condition is always true. It shows the compiler that `push` does not reallocate,
            // so the value is built in place instead of being copied from the stack.
            Ok(decoded) if values.len() < values.capacity() => values.push(make(decoded)),
            Ok(_) => break,
            Err(error) => return Err(error.in_element(index)),
        }
    }
    Ok(values)
}

/// Decodes an element of a list that is not packed.
#[inline(always)]
pub fn decode_element<'b, T: Decode<'b>, W: Width>(record: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
    T::decode(record, element::<T>(), decoder)
}

// The unfilled part of a new buffer, where values write their objects.
//
// Objects lie in the order in which a reader meets them, each followed by the objects it points to.
// So the writer gives out the buffer front to back, and the position of an object is known when its
// pointer is written.
//
// The memory need not be initialised. A record is zeroed when it is taken, since its writers skip
// zeros; its size is a constant, so that this is a few stores. Text, bytes and lists of numbers are
// copied, and never zeroed.

/// The part of a new buffer that is not written yet.
#[derive(Debug)]
pub struct Heap<'b, W> {
    front: Front<'b>,
    /// Offset of the end of `front` in the buffer, which a pointer can tell.
    end: usize,
    width: PhantomData<W>,
}

/// The levels of a value that was measured, and need not be counted again.
const MEASURED: u32 = u32::MAX;

impl<'b, W: StaticWidth> Heap<'b, W> {
    /// The bytes at an offset of the buffer, which may be anything.
    #[inline(always)]
    pub(crate) fn new(rest: &'b mut [u8], position: usize) -> Self {
        Self::at(Front::new(Unfilled::over(rest), MEASURED), position)
    }

    /// The memory at an offset of the buffer; none of it if pointers cannot tell its end.
    #[inline(always)]
    fn at(front: Front<'b>, position: usize) -> Self {
        let end = position.saturating_add(front.rest.len());
        let front = if end as u64 <= W::MAX_LEN { front } else { Front::new(Unfilled::over(&mut []), 0) };
        Self { front, end, width: PhantomData }
    }

    /// Ends the writing of a value; the measured bytes must be filled.
    #[inline(always)]
    pub(crate) fn finish(self) -> Result<()> {
        if self.front.is_full() { Ok(()) } else { Err(length_changed()) }
    }

    /// Whether the value was not measured, so that its writers look at rules and coinciding keys.
    #[inline(always)]
    #[must_use]
    pub fn checks(&self) -> bool {
        self.front.levels <= MAX_DEPTH
    }

    /// Fails if a value that was not measured breaks the rules of its field.
    #[inline(always)]
    pub fn check<T: Ruled>(&self, rules: fn() -> Rules, value: &T::Set<'_>) -> Result<()> {
        if self.checks() && rules().measure::<T>(value) != 0 { Err(length_changed()) } else { Ok(()) }
    }

    /// Goes down to the level of an object's parts.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<()> {
        self.front.enter().ok_or_else(length_changed)
    }

    /// Goes back up.
    #[inline(always)]
    pub(crate) fn leave(&mut self) {
        self.front.leave();
    }

    /// Writes the pointer to the next object to `slot` of `record`.
    #[inline(always)]
    pub fn point(&self, record: &mut [u8], slot: Size) -> Result<()> {
        record
            .get_mut(slot.at(W::WIDTH.shift())..)
            .and_then(|slot| W::put(slot, self.end.wrapping_sub(self.front.rest.len())))
            .ok_or_else(length_changed)
    }

    /// Takes the next `len` bytes, which are zeroed.
    #[inline(always)]
    pub(crate) fn zeros(&mut self, len: usize) -> Result<&'b mut [u8]> {
        self.front.rest.zeros(len).ok_or_else(length_changed)
    }

    /// Takes a record behind its size, which is zeroed.
    #[inline(always)]
    pub(crate) fn record(&mut self, size: usize) -> Result<&'b mut [u8]> {
        let prefix = clamp(size);
        let object = self.zeros(varint::len(prefix).wrapping_add(size))?;
        varint::write(prefix, object).ok_or_else(length_changed)
    }

    /// The memory that is not written yet, with the parts of it that are open.
    #[inline(always)]
    pub(crate) fn front(&mut self) -> &mut Front<'b> {
        &mut self.front
    }

    /// Writes a text or bytes behind their length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn write_blob(&mut self, content: &[u8]) -> Result<()> {
        self.front.rest.blob(content).ok_or_else(length_changed)
    }
}

// Operations on whole buffers of a derived type: measuring, comparing, compacting.

impl<B: AsRef<[u8]> + AsMut<[u8]>> Workspace<B> {
    /// Writes a value to memory, and makes the rest of the memory free.
    ///
    /// ```
    /// # use vellum::{ErrorKind, Vellum, Workspace};
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let log = Log { lines: vec!["first".into()] };
    /// let mut memory = [0; 64];
    /// assert!(Workspace::format(&mut memory, &log)?.len() < 64);
    /// assert_eq!(vellum::from_slice::<Log>(&memory)?.lines, ["first"]);
    /// assert_eq!(Workspace::format(&mut memory[..8], &log).err().unwrap().kind(), ErrorKind::Full);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the memory is too short, and as
    /// [`to_vec`](crate::to_vec); the memory is then unchanged; but if a conversion (`with`)
    /// returned another length for writing than for measuring, it is zeros.
    pub fn format<T: Value>(mut memory: B, value: &T) -> Result<Self> {
        let capacity = memory.as_ref().len();
        let width = width_for(capacity, const { Root::<T>::PLAN }.min_width());
        let end = write_workspace(value, width, memory.as_mut())?;
        Ok(Self::written(memory, end))
    }
}

pub(super) fn compact<T: Value>(storage: &mut (impl Storage + ?Sized)) -> Result<()> {
    // The compiled proof needs no schema, which a type may lack.
    let prove = |bytes: &[u8], laid_out: &[u8]| {
        if is_valid::<T>(laid_out) { Ok(()) } else { prove_layout(schema_of::<T>(), bytes, laid_out) }
    };
    Session::open_whole::<T>(storage)?.compact(&prove)
}

/// Tells what the bytes of a buffer are used for.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { title: String, text: String }
///
/// let mut bytes = vellum::to_vec(&Note { title: "a title".into(), text: "text".into() })?;
/// assert_eq!(vellum::space::space::<Note>(&bytes)?.to_string(), "17 bytes: 17 live, 0 slack, 0 waste");
/// Note::edit(&mut bytes)?.set_title("new")?; // the bytes left over stay the title's
/// assert_eq!(vellum::space::space::<Note>(&bytes)?.to_string(), "17 bytes: 13 live, 0 slack, 4 waste");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes;
/// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the buffer holds data of a newer schema
/// revision, whose objects cannot be told from free bytes.
pub fn space<T: Value>(bytes: &[u8]) -> Result<Space> {
    Session::open_whole::<T>(ReadOnly(bytes))?.space()
}

/// Tells what the bytes of a buffer are used for, field by field.
///
/// The row of a field counts its objects; a number in the root record has no objects, and counts in
/// the row of the root. Fields of a field have rows of their own, down to `depth` names and `[]`;
/// deeper ones count in the last of these. The keys of a map count with the map.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct User { name: String, tags: Vec<String> }
///
/// let bytes = vellum::to_vec(&User { name: "Ada".into(), tags: vec!["math".into(), "logic".into()] })?;
/// let space = vellum::space::space_by_field::<User>(&bytes, 2)?;
/// let rows: Vec<_> = space.rows().iter().map(|row| (row.path.as_str(), row.objects, row.live)).collect();
/// assert_eq!(rows, [("", 1, 4), ("name", 1, 4), ("tags", 1, 3), ("tags[]", 2, 11)]);
/// assert_eq!(space.total(), vellum::space::space::<User>(&bytes)?);
/// println!("{space}");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`space`](crate::space::space).
pub fn space_by_field<T: Value>(bytes: &[u8], depth: usize) -> Result<SpaceByField> {
    Session::open_whole::<T>(ReadOnly(bytes))?.space_by_field(depth)
}

pub(super) fn content_eq<T: Value>(a: &[u8], b: &[u8]) -> Result<bool> {
    let ((a_buf, a), (b_buf, b)) = (root_of::<T>(a)?, root_of::<T>(b)?);
    ContentEq::new(a_buf, b_buf).is_equal(&a, &b)
}

pub(super) fn content_hash<T: Value>(bytes: &[u8], hasher: &mut impl Hasher) -> Result<()> {
    let (buf, root) = root_of::<T>(bytes)?;
    Hashed::new(buf, hasher).part(&root, 0)
}

/// The root of a buffer of a derived type.
fn root_of<T: Value>(bytes: &[u8]) -> Result<(Buf<'_>, Part<'_>)> {
    let schema: &'static Schema = schema_of::<T>();
    schema.check()?;
    let (buf, root) = Buf::open(bytes, schema.root_ends(), || schema.lineage())?;
    Ok((buf, Part::Root(buf, schema, root)))
}
