//! Lists of numbers as slices of the buffer, without a copy; with the feature `zerocopy`.
//!
//! ```text
//! list<f64>                       count | f64 f64 f64 ...             a slice of little_endian::F64
//! list of a frozen struct         count | x y z x y z x y z ...       a slice of a struct of little-endian words, from the derive
//! ```
//! Elements are unaligned and little endian, so the slices have elements of `zerocopy`'s types,
//! which are unaligned and little endian on every machine. If elements hold only numbers, any bytes
//! are valid: one check of a list's bounds checks all of its elements.

// For the raw types that the derive makes.
pub use zerocopy;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::list_edit::ListEdit;
use super::{List, Reading, Value};
use crate::error::{Error, ErrorKind, FixedError, Result, Wording};
use crate::read::Elements;
use crate::read::cursor::ListRef;
use crate::scalar::Builtin;
use crate::schema::{DefaultValue, Field, Item, Schema, Type};
use crate::write::Storage;

/// A type that holds only numbers, so that its lists can be read and changed as slices of the
/// buffer: the integers except `usize` and `isize`, `f32` and `f64`, arrays of these, and structs
/// with `#[vellum(raw)]`, for which the derive makes a type with their layout in a buffer.
///
/// ```
/// use vellum::{Vellum, raw::Raw};
///
/// #[derive(Vellum)]
/// struct Path { points: Vec<Point> }
///
/// #[derive(Vellum)]
/// #[vellum(frozen, raw)]
/// struct Point { x: f32, y: f32, color: u16 }
///
/// let bytes = vellum::to_vec(&Path { points: vec![Point { x: 1.0, y: 2.0, color: 7 }] })?;
/// let points: &[PointRaw] = Path::peek(&bytes)?.points()?.as_slice()?;
/// assert_eq!((points[0].y.get(), points[0].color.get()), (2.0, 7));
/// assert_eq!(Point::from_raw(&points[0]).x, 1.0);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be numbers alone",
    label = "its lists are no slices of the buffer",
    note = "numbers and arrays of them are; a frozen struct of such is with `#[vellum(frozen, raw)]`, a tuple struct with `#[vellum(raw)]`"
)]
pub trait Raw: Value {
    /// The value as it is stored: little-endian words without alignment.
    type Raw: FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned + Copy;

    /// The value as it is stored.
    ///
    /// ```
    /// use vellum::{Vellum, raw::Raw};
    ///
    /// #[derive(Vellum)]
    /// #[vellum(frozen, raw)]
    /// struct Point { x: f32, color: u16 }
    ///
    /// let raw: PointRaw = Point { x: 1.0, color: 7 }.to_raw();
    /// assert_eq!(zerocopy::IntoBytes::as_bytes(&raw), [0, 0, 0x80, 0x3F, 7, 0]);
    /// assert_eq!([1u16, 2].to_raw().map(|word| word.get()), [1, 2]);
    /// ```
    #[must_use]
    fn to_raw(&self) -> Self::Raw;

    /// The value of the stored form.
    ///
    /// ```
    /// use vellum::{Vellum, raw::Raw};
    ///
    /// #[derive(Vellum)]
    /// struct Path { points: Vec<Point> }
    /// #[derive(Vellum, Debug, PartialEq)]
    /// #[vellum(frozen, raw)]
    /// struct Point { x: f32, color: u16 }
    ///
    /// let bytes = vellum::to_vec(&Path { points: vec![Point { x: 1.0, color: 7 }] })?;
    /// let points: &[PointRaw] = Path::peek(&bytes)?.points()?.as_slice()?;
    /// assert_eq!(Point::from_raw(&points[0]), Point { x: 1.0, color: 7 });
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    fn from_raw(raw: &Self::Raw) -> Self;

    /// Whether a type of a schema is this one.
    #[doc(hidden)]
    #[must_use]
    fn is(schema: &Schema, ty: &Type) -> bool;
}

/// A single byte needs no order.
macro_rules! stored {
    (U8) => {
        u8
    };
    (I8) => {
        i8
    };
    ($number:ident) => {
        zerocopy::little_endian::$number
    };
}

macro_rules! number {
    ($number:ty, $raw:ty) => {
        impl Raw for $number {
            type Raw = $raw;

            #[inline]
            fn to_raw(&self) -> $raw {
                (*self).into()
            }

            #[inline]
            fn from_raw(raw: &$raw) -> $number {
                (*raw).into()
            }

            fn is(_: &Schema, ty: &Type) -> bool {
                matches!(ty, Type::Scalar(scalar) if *scalar == <$number>::SCALAR)
            }
        }
    };
}

macro_rules! numbers {
    (
        plain {
            narrow { $($narrow:ident ($_a:literal | $_b:literal | $narrow_rust:ty | $($_c:tt)*);)* }
            wide { $($wide:ident ($_d:literal | $_e:literal | $wide_rust:ty | $($_f:tt)*);)* }
            $($_g:tt)*
        }
        $($_h:tt)*
    ) => {
        $(number!($narrow_rust, stored!($narrow));)*
        $(number!($wide_rust, stored!($wide));)*
    };
}
vellum_scalars::for_each_scalar!(numbers);

impl<T: Raw, const N: usize> Raw for [T; N]
where
    Self: Value,
{
    type Raw = [T::Raw; N];

    #[inline]
    fn to_raw(&self) -> Self::Raw {
        self.each_ref().map(T::to_raw)
    }

    #[inline]
    fn from_raw(raw: &Self::Raw) -> Self {
        raw.each_ref().map(T::from_raw)
    }

    fn is(schema: &Schema, ty: &Type) -> bool {
        matches!(ty, Type::Array(array) if array.1 as usize == N && is_raw::<T>(schema, &array.0))
    }
}

impl<'a, T: Value, R: Reading> List<'a, T, R> {
    /// The elements as a slice of the buffer, without a copy.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Column { values: Vec<f64> }
    ///
    /// let bytes = vellum::to_vec(&Column { values: vec![1.5, 2.5] })?;
    /// let values = Column::peek(&bytes)?.values()?.as_slice()?;
    /// assert_eq!(values.iter().map(|value| value.get()).sum::<f64>(), 4.0);
    /// assert_eq!(Column::prove(&bytes)?.values().as_slice(), [1.5, 2.5]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// None for a list that was read from a buffer: its bounds were checked.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> R::Of<&'a [T::Raw]>
    where
        T: Raw,
    {
        R::of(R::trust(cast(&self.elements), &[]))
    }
}

impl<S: Storage, T: Raw> ListEdit<'_, S, T> {
    /// The elements as a mutable slice of the buffer. Any bytes written there are valid values.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Column { values: Vec<f64> }
    ///
    /// let mut bytes = vellum::to_vec(&Column { values: vec![1.5, 2.5] })?;
    /// for value in Column::edit(&mut bytes)?.values().as_mut_slice()? {
    ///     value.set(2.0 * value.get());
    /// }
    /// assert_eq!(vellum::from_slice::<Column>(&bytes)?.values, [3.0, 5.0]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the list's bytes are invalid.
    pub fn as_mut_slice(&mut self) -> Result<&mut [T::Raw]> {
        let (stride, bytes) = self.bytes_mut()?;
        if !bytes.is_empty() && stride != size_of::<T::Raw>() {
            return Err(other_size::<T::Raw>(stride));
        }
        <[T::Raw]>::mut_from_bytes(bytes).map_err(|_| other_size::<T::Raw>(stride))
    }
}

impl<'a> ListRef<'a> {
    /// The elements as a slice of the buffer, if by the schema they are `T`: the same number, or a
    /// frozen struct of the same fields in the same order.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct Column { values: list<f64> } root Column;")?;
    /// let mut record = Record::new(&schema);
    /// record.extend(&schema.field::<f64>("values[]")?, [1.5, 2.5])?;
    /// let ValueRef::List(values) = record.root()?.get("values")? else { panic!("not a list") };
    /// assert_eq!(values.as_slice::<f64>()?, [1.5, 2.5]);
    /// assert_eq!(values.as_slice::<u64>().unwrap_err().kind(), vellum::ErrorKind::Type);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if the elements have another type; [`ErrorKind::Path`] for an array that
    /// a record of an older revision does not store.
    pub fn as_slice<T: Raw>(&self) -> Result<&'a [T::Raw]> {
        if !is_raw::<T>(self.schema(), self.item) {
            return Err(other_type::<T>());
        }
        self.stored().and_then(|()| cast(&self.elements))
    }

    fn stored(&self) -> Result<()> {
        let Elements { count, bytes, .. } = self.elements;
        if bytes.is_empty() && count > 0 {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "the record does not store the array")));
        }
        Ok(())
    }
}

/// Whether an element or a field of a schema is stored like `T`: not optional, and with the default
/// of `T`.
fn is_raw<T: Raw>(schema: &Schema, item: &Item) -> bool {
    is_stored_as::<T>(schema, &item.ty, item.optional, &item.default)
}

fn is_stored_as<T: Raw>(schema: &Schema, ty: &Type, optional: bool, default: &DefaultValue) -> bool {
    !optional && default.word() == 0 && T::is(schema, ty)
}

/// Whether a field of a schema is stored as a type of Rust.
pub type IsField = fn(&Schema, &Field) -> bool;

/// An [`IsField`].
#[must_use]
pub fn is_field<T: Raw>(schema: &Schema, field: &Field) -> bool {
    is_stored_as::<T>(schema, field.ty(), field.optional(), field.default())
}

/// Whether a type of a schema is a frozen struct of those fields.
#[must_use]
pub fn is_struct(schema: &Schema, ty: &Type, fields: &[(&str, IsField)]) -> bool {
    let Type::Struct(id) = ty else { return false };
    let structure = schema.structure(*id);
    let is_field = |(field, (name, is)): (&Field, &(&str, IsField))| field.name() == *name && is(schema, field);
    structure.is_frozen()
        && structure.fields().len() == fields.len()
        && structure.fields().iter().zip(fields).all(is_field)
}

/// Whether a type is stored as the raw type that was made for it, and all bytes are valid.
#[must_use]
pub const fn is_laid_out<T: Raw>() -> bool {
    T::SHAPE.plain && !T::SHAPE.ruled && T::ELEMENT.size.at(0) == size_of::<T::Raw>()
}

#[cold]
#[inline(never)]
fn other_type<T: Raw>() -> Error {
    Error::new(ErrorKind::Type, format_args!("the elements are not stored as `{}` is", core::any::type_name::<T>()))
}

#[cold]
#[inline(never)]
fn other_size<U>(stride: usize) -> Error {
    Error::of(ErrorKind::Type, Wording::ElementSize, [stride as u64, size_of::<U>() as u64, 0])
}

/// The elements as they lie in the buffer.
#[inline]
fn cast<'a, U: FromBytes + Immutable + KnownLayout + Unaligned>(elements: &Elements<'a>) -> Result<&'a [U]> {
    // An empty list may have any stride.
    if (elements.stride == size_of::<U>() || elements.bytes.is_empty())
        && let Ok(slice) = <[U]>::ref_from_bytes(elements.bytes)
    {
        return Ok(slice);
    }
    Err(other_size::<U>(elements.stride))
}

/// Implements the traits of zero-copy reading for a raw type.
#[doc(hidden)]
#[macro_export]
macro_rules! __raw {
    ({ $($raw:tt)* } $($impls:tt)*) => {
        #[derive(
            $crate::__v::slice::zerocopy::FromBytes,
            $crate::__v::slice::zerocopy::IntoBytes,
            $crate::__v::slice::zerocopy::Immutable,
            $crate::__v::slice::zerocopy::KnownLayout,
            $crate::__v::slice::zerocopy::Unaligned,
            ::core::clone::Clone,
            ::core::marker::Copy,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
        )]
        #[zerocopy(crate = "::vellum::__v::slice::zerocopy")]
        #[repr(C)]
        $($raw)*

        $($impls)*
    };
}
