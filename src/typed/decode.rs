//! Decoding: whole values out of a buffer, owned, or with parts that borrow from it.

use alloc::vec::Vec;

use super::{Value, at, list};
use crate::error::Result;
use crate::read::Elements;
use crate::read::decoder::Decoder;
use crate::wire::width::Width;
use at::At;

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
        let tagged = at::of_list::<Self>(elements.tag);
        let at = if const { Self::SHAPE.packs } { &tagged } else { at::element::<Self>() };
        list::decode_each(elements, |element| Self::decode(element, at, decoder), |value| value)
    }
}

/// A value that owns all that it holds, so that it can be decoded from any buffer.
///
/// What takes values out of a buffer that is then changed asks for it
/// ([`ListEdit::take`](crate::ListEdit::take)), and so does generic code that keeps what it
/// decodes:
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
