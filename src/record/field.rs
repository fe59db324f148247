//! Handles: fields resolved once, with their types.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::path::{HolderId, Path};
use super::types::{Dynamic, FieldType};
use crate::error::{Error, ErrorKind, Result};
use crate::read::key::Key;
use crate::read::key::PathKey;
use crate::read::route::PathKeys;
use crate::schema::{Schema, Type};

/// A field resolved and type-checked once: [`Schema::field`] makes it.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Grid { rows: list<list<f32>> } root Grid;")?;
/// let cell = schema.field::<f32>("rows[][]")?;
/// let row = schema.field::<vellum::Dynamic>("rows[]")?;
/// let mut record = Record::new(&schema);
/// record.push_default(&row)?;
/// record.push(cell.at(0), 1.5)?;
/// assert_eq!(record.get(cell.at(0).at(0))?, 1.5);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Handle<T: ?Sized> {
    path: Path,
    marker: PhantomData<fn(&T)>,
}

impl<T: ?Sized> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), marker: PhantomData }
    }
}

impl<T: ?Sized> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Handle").field(&self.path).finish()
    }
}

/// Whether a type's name is that of one of Rust's integers, whose literals are `i32` where nothing
/// else is said.
fn is_integer(name: &str) -> bool {
    matches!(name, "u8" | "u16" | "u32" | "u64" | "u128" | "i8" | "i16" | "i32" | "i64" | "i128")
}

impl<T: FieldType + ?Sized> Handle<T> {
    pub(super) fn new(schema: &Schema, path: Path) -> Result<Self> {
        if T::accepts(schema, &path.leaf.ty) {
            return Ok(Self { path, marker: PhantomData });
        }
        Err(Self::refused(schema, &path))
    }

    /// The error for a field of another type.
    #[cold]
    fn refused(schema: &Schema, path: &Path) -> Error {
        let (hint, repr, behind) = match &path.leaf.ty {
            Type::Enum(id) => (
                "; the variant of an enum is of the type `VariantName` by name, ",
                schema.enumeration(*id).repr().name(),
                " by number",
            ),
            Type::Union(_) if !path.leaf.is_any => (
                "; the variant of a union is of the type `VariantName`, and a path goes on to what it holds by the variant's name",
                "",
                "",
            ),
            Type::Struct(_) => ("; a path goes on to its fields", "", ""),
            Type::List(_) | Type::Array(_) => ("; `[]` or an index names an element", "", ""),
            Type::Map(_) => ("; `[]` or a key names a value", "", ""),
            Type::Scalar(scalar) if scalar.is_integer() && is_integer(T::NAME) => {
                ("; a handle and what is read have the integer type of the field", "", "")
            }
            _ => ("", "", ""),
        };
        path.with_path(Error::new(
            ErrorKind::Type,
            format_args!("the field is {}, not {}{hint}{repr}{behind}", schema.describe(&path.leaf.ty), T::NAME),
        ))
    }

    /// The element at an index, or the value of a key, where the path has its first `[]`.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Game { rounds: list<map<string, u32>> } root Game;")?;
    /// let score = schema.field::<u32>("rounds[][]")?;
    /// let mut game = Record::new(&schema);
    /// game.push_default("rounds")?;
    /// game.set(score.at(0).at("ada"), 3)?;
    /// assert_eq!(game.get(score.at(0).at("ada"))?, 3);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn at<'k>(&self, key: impl Into<Key<'k>>) -> HandleAt<'k, &Self> {
        HandleAt { list: self, key: key.into() }
    }
}

/// A handle with one index more: see [`Handle::at`].
#[derive(Clone, Copy, Debug)]
pub struct HandleAt<'k, A> {
    pub(super) list: A,
    pub(super) key: Key<'k>,
}

impl<A> HandleAt<'_, A> {
    /// The element at an index, or the value of a key, where the path has its next `[]`.
    #[inline]
    #[must_use]
    pub fn at<'n>(self, key: impl Into<Key<'n>>) -> HandleAt<'n, Self> {
        HandleAt { list: self, key: key.into() }
    }
}

/// A field with the indices that were given so far; implemented by `&Handle` and what `at` makes of
/// it.
///
/// ```
/// use vellum::{Address, Record, Schema};
///
/// fn is_zero<A: Address<Value = u32>>(record: &Record, field: A) -> vellum::Result<bool> {
///     Ok(record.get(field)? == 0)
/// }
///
/// let schema = Schema::parse("struct Log { count: u32, codes: list<u32> } root Log;")?;
/// let mut record = Record::new(&schema);
/// record.push("codes", 5u32)?;
/// assert!(is_zero(&record, &schema.field::<u32>("count")?)?);
/// assert!(!is_zero(&record, schema.field::<u32>("codes[]")?.at(0))?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no handle of a field",
    label = "a handle is expected, such as `&name` of `let name = schema.field::<str>(\"name\")?`",
    note = "the type in the handle says what is read; by a path alone `get_path::<T>(path)` reads, and `schema.field::<T>(path)?` makes a handle"
)]
pub trait Address {
    /// The type of the field.
    type Value: FieldType + ?Sized;
    /// How many indices are given.
    #[doc(hidden)]
    const COUNT: usize;
    #[doc(hidden)]
    fn path(&self) -> &Path;
    #[doc(hidden)]
    fn key(&self, number: usize) -> Key<'_>;
}

impl<T: FieldType + ?Sized> Address for &Handle<T> {
    type Value = T;
    const COUNT: usize = 0;

    #[inline(always)]
    fn path(&self) -> &Path {
        &self.path
    }

    #[inline(always)]
    fn key(&self, _: usize) -> Key<'_> {
        Key::from(0usize)
    }
}

impl<A: Address> Address for HandleAt<'_, A> {
    type Value = A::Value;
    const COUNT: usize = A::COUNT.saturating_add(1);

    #[inline(always)]
    fn path(&self) -> &Path {
        self.list.path()
    }

    #[inline(always)]
    fn key(&self, number: usize) -> Key<'_> {
        if number == A::COUNT { self.key } else { self.list.key(number) }
    }
}

impl<A: Address> Address for &A {
    type Value = A::Value;
    const COUNT: usize = A::COUNT;

    #[inline(always)]
    fn path(&self) -> &Path {
        (**self).path()
    }

    #[inline(always)]
    fn key(&self, number: usize) -> Key<'_> {
        (**self).key(number)
    }
}

impl<A: Address> PathKeys for A {
    fn at(&self, number: usize) -> Key<'_> {
        self.key(number)
    }
}

/// The first indices of an address, as many as its type says.
pub(super) struct Indices {
    indices: [usize; 4],
    count: usize,
}

impl Indices {
    #[inline(always)]
    pub(super) fn of<A: Address>(address: &A) -> Self {
        let mut indices = [0; 4];
        for (number, index) in indices.iter_mut().enumerate().take(A::COUNT) {
            *index = address.key(number).index();
        }
        Self { indices, count: A::COUNT }
    }

    #[inline(always)]
    pub(super) fn given(&self) -> &[usize] {
        self.indices.get(..self.count).unwrap_or(&self.indices)
    }
}

/// Names a field where its type does not matter: a handle with its indices, or a path.
///
/// ```
/// use vellum::{Locate, Record, Schema};
///
/// fn is_empty(record: &Record, list: impl Locate) -> vellum::Result<bool> {
///     Ok(record.len(list)? == 0)
/// }
///
/// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
/// let record = Record::new(&schema);
/// assert!(is_empty(&record, "lines")?);
/// assert!(is_empty(&record, &schema.field::<str>("lines[]")?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no field",
    label = "a path (`&str`) or a handle is expected",
    note = "a `String` is a path as `&*path`; a handle is lent: `&handle`, and has its indices: `handle.at(0)`"
)]
pub trait Locate {
    #[doc(hidden)]
    type Address: Address;
    /// With `as_list`, what is named is a list and stands for its elements.
    #[doc(hidden)]
    fn locate(self, schema: &Schema, as_list: bool) -> Result<Self::Address>;
}

impl<A: Address> Locate for A {
    type Address = A;

    #[inline(always)]
    fn locate(self, _: &Schema, _: bool) -> Result<A> {
        Ok(self)
    }
}

impl Locate for &str {
    type Address = Resolved<Dynamic>;

    fn locate(self, schema: &Schema, as_list: bool) -> Result<Resolved<Dynamic>> {
        Resolved::new(schema, self, as_list)
    }
}

/// A path with its indices, parsed for one access.
pub struct Resolved<T: ?Sized> {
    field: Handle<T>,
    keys: Vec<PathKey>,
}

impl<T: FieldType + ?Sized> Resolved<T> {
    /// To read, or to write a value of the field's type.
    pub(super) fn new(schema: &Schema, text: &str, as_list: bool) -> Result<Self> {
        let (path, keys) = Self::parse(schema, text, as_list)?;
        Ok(Self { field: Handle::new(schema, path)?, keys })
    }

    /// To write a value that goes into the field, if need be converted.
    pub(super) fn to_write(schema: &Schema, text: &str, as_list: bool) -> Result<Self> {
        let (mut path, keys) = Self::parse(schema, text, as_list)?;
        if T::accepts(schema, &path.leaf.ty) {
            return Ok(Self { field: Handle { path, marker: PhantomData }, keys });
        }
        if !T::goes_into(schema, &path.leaf.ty) {
            return Err(Handle::<T>::refused(schema, &path));
        }
        // So that nobody stores it as it is.
        path.may_refuse = true;
        Ok(Self { field: Handle { path, marker: PhantomData }, keys })
    }

    fn parse(schema: &Schema, text: &str, as_list: bool) -> Result<(Path, Vec<PathKey>)> {
        let (mut path, keys) = Path::parse(schema, text, as_list)?;
        let wanted = path.indices.saturating_sub(usize::from(as_list));
        if keys.len() != wanted {
            return Err(path.with_path(Error::new(
                ErrorKind::Path,
                format_args!(
                    "the path needs {wanted} {}, got {}",
                    if wanted == 1 { "index" } else { "indices" },
                    keys.len()
                ),
            )));
        }
        // The number of indices is not in the type here, and was checked above.
        path.indices = usize::from(as_list);
        path.holder = HolderId::OTHER;
        Ok((path, keys))
    }
}

impl<T: FieldType + ?Sized> Address for Resolved<T> {
    type Value = T;
    const COUNT: usize = 0;

    fn path(&self) -> &Path {
        &self.field.path
    }

    fn key(&self, number: usize) -> Key<'_> {
        self.keys.get(number).map_or(Key::from(0usize), PathKey::key)
    }
}
