//! Decoding: whole values out of a buffer, owned, or with parts that borrow from it.

use alloc::vec::Vec;

use super::element::{element, of_list};
use super::{At, Value};
use crate::error::Result;
use crate::read::Elements;
use crate::read::decoder::Decoder;
use crate::wire::width::Width;

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
