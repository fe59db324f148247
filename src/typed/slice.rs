//! Lists of numbers as slices of the buffer, without a copy; with the feature `zerocopy`.
//!
//! ```text
//! list<f64>                       count | f64 f64 f64 ...             a slice of little_endian::F64
//! list of a frozen struct         count | x y z x y z x y z ...       a slice of a struct of little-endian words
//! ```
//! Elements are unaligned and little endian, so the slices are of `zerocopy`'s types, which are both on every machine. Where all of
//! an element is numbers, any bytes are a value: one check of a list's bounds is a check of all its elements.

use alloc::format;

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::Value;
use super::list::List;
use super::list_edit::ListEdit;
use crate::error::{Error, ErrorKind, Result};
use crate::read::Elements;
use crate::read::cursor::ListRef;
use crate::scalar::word::Builtin;
use crate::schema::{DefaultValue, Field, Item, Schema, Type};
use crate::write::Storage;

/// A number whose lists can be read as slices: the integers but `usize` and `isize`, `f32` and `f64`.
pub trait Number: Value + Builtin {
    /// The number as it is stored: a little-endian word without alignment.
    type Stored: FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned + Copy;
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

macro_rules! numbers {
    (
        plain {
            narrow { $($narrow:ident ($_a:literal | $_b:literal | $narrow_rust:ty | $($_c:tt)*);)* }
            wide { $($wide:ident ($_d:literal | $_e:literal | $wide_rust:ty | $($_f:tt)*);)* }
            $($_g:tt)*
        }
        $($_h:tt)*
    ) => {
        $(impl Number for $narrow_rust {
            type Stored = stored!($narrow);
        })*
        $(impl Number for $wide_rust {
            type Stored = stored!($wide);
        })*
    };
}
vellum_scalars::for_each_scalar!(numbers);

impl<'a, T: Value> List<'a, T> {
    /// The numbers as a slice of the buffer.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Column { values: Vec<f64> }
    ///
    /// let bytes = vellum::to_vec(&Column { values: vec![1.5, 2.5] })?;
    /// let values = Column::view(&bytes)?.values()?.as_slice()?;
    /// assert_eq!(values.iter().map(|value| value.get()).sum::<f64>(), 4.0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// None of a list that was read from a buffer: its bounds were checked.
    #[inline]
    pub fn as_slice(&self) -> Result<&'a [T::Stored]>
    where
        T: Number,
    {
        cast(self.elements())
    }

    /// The elements as a slice of structs of yours, where each is numbers alone: a frozen struct, tuple or array of numbers
    /// and of such, whose fields are not optional and declare no defaults.
    ///
    /// `U` says how an element lies in the buffer: its fields in the order of declaration, as little-endian words without
    /// padding. Only its size can be checked.
    ///
    /// ```
    /// use vellum::Vellum;
    /// use zerocopy::little_endian::{F32, U16};
    /// use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};
    ///
    /// #[derive(Vellum)]
    /// #[vellum(frozen)]
    /// struct Point { x: f32, y: f32, color: u16 }
    ///
    /// #[derive(Vellum)]
    /// struct Path { points: Vec<Point> }
    ///
    /// #[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
    /// #[repr(C)]
    /// struct StoredPoint { x: F32, y: F32, color: U16 }
    ///
    /// let bytes = vellum::to_vec(&Path { points: vec![Point { x: 1.0, y: 2.0, color: 7 }] })?;
    /// let points: &[StoredPoint] = Path::view(&bytes)?.points()?.as_slice_of()?;
    /// assert_eq!((points[0].y.get(), points[0].color.get()), (2.0, 7));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if an element is not numbers alone, or not as long as `U`.
    #[inline]
    pub fn as_slice_of<U: FromBytes + Immutable + KnownLayout + Unaligned>(&self) -> Result<&'a [U]> {
        if const { T::SHAPE.plain } { cast(self.elements()) } else { Err(not_numbers()) }
    }
}

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// The numbers as a slice of the buffer, to read and to change.
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
    pub fn as_mut_slice(&mut self) -> Result<&mut [T::Stored]>
    where
        T: Number,
    {
        self.cast_mut()
    }

    /// As [`List::as_slice_of`], to read and to change.
    ///
    /// # Errors
    /// As [`List::as_slice_of`], and [`ErrorKind::Corrupt`] if the list's bytes are invalid.
    pub fn as_mut_slice_of<U: FromBytes + IntoBytes + KnownLayout + Unaligned>(&mut self) -> Result<&mut [U]> {
        if const { T::SHAPE.plain } { self.cast_mut() } else { Err(not_numbers()) }
    }

    fn cast_mut<U: FromBytes + IntoBytes + KnownLayout + Unaligned>(&mut self) -> Result<&mut [U]> {
        let (stride, bytes) = self.bytes_mut()?;
        if !bytes.is_empty() && stride != size_of::<U>() {
            return Err(other_size::<U>(stride));
        }
        <[U]>::mut_from_bytes(bytes).map_err(|_| other_size::<U>(stride))
    }
}

impl<'a> ListRef<'a> {
    /// The numbers as a slice of the buffer, where the schema says that they are `T`.
    ///
    /// ```
    /// use vellum::{Record, Schema, ValueRef};
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
    /// [`ErrorKind::Type`] if the elements have another type; [`ErrorKind::Path`] for an array that a record of an older revision does
    /// not store.
    pub fn as_slice<T: Number>(&self) -> Result<&'a [T::Stored]> {
        match self.item.ty {
            Type::Scalar(scalar) if scalar == T::SCALAR && !self.item.optional => {
                self.stored().and_then(|()| cast(&self.elements))
            }
            _ => Err(Error::new(ErrorKind::Type, format!("the elements are not {}", T::SCALAR.name()))),
        }
    }

    /// As [`List::as_slice_of`].
    ///
    /// # Errors
    /// As [`List::as_slice_of`]; [`ErrorKind::Path`] for an array that a record of an older revision does not store.
    pub fn as_slice_of<U: FromBytes + Immutable + KnownLayout + Unaligned>(&self) -> Result<&'a [U]> {
        let Item { ty, optional, default, .. } = self.item;
        if !is_plain(self.schema(), ty, *optional, default) {
            return Err(not_numbers());
        }
        self.stored().and_then(|()| cast(&self.elements))
    }

    fn stored(&self) -> Result<()> {
        let Elements { count, bytes, .. } = self.elements;
        if bytes.is_empty() && count > 0 {
            return Err(Error::new(ErrorKind::Path, "the record does not store the array"));
        }
        Ok(())
    }
}

/// What [`Value::SHAPE.plain`] says of Rust types, of those of a schema. Structs and arrays that lie in each other end.
fn is_plain(schema: &Schema, ty: &Type, optional: bool, default: &DefaultValue) -> bool {
    if optional {
        return false;
    }
    match ty {
        Type::Scalar(scalar) => scalar.is_number() && default.word() == 0,
        Type::Array(array) => is_plain(schema, &array.0.ty, array.0.optional, &array.0.default),
        Type::Struct(id) => {
            let structure = schema.structure(*id);
            let is_plain = |field: &Field| is_plain(schema, field.ty(), field.optional(), field.default());
            structure.is_frozen() && structure.fields().iter().all(is_plain)
        }
        _ => false,
    }
}

#[cold]
fn not_numbers() -> Error {
    Error::new(ErrorKind::Type, "the elements are more than numbers, so not all bytes are elements")
}

#[cold]
#[inline(never)]
fn other_size<U>(stride: usize) -> Error {
    Error::new(ErrorKind::Type, format!("an element has {stride} bytes, the type {}", size_of::<U>()))
}

/// The elements as they lie in the buffer.
#[inline]
fn cast<'a, U: FromBytes + Immutable + KnownLayout + Unaligned>(elements: &Elements<'a>) -> Result<&'a [U]> {
    // The stride of no elements says nothing.
    if (elements.stride == size_of::<U>() || elements.bytes.is_empty())
        && let Ok(slice) = <[U]>::ref_from_bytes(elements.bytes)
    {
        return Ok(slice);
    }
    Err(other_size::<U>(elements.stride))
}
