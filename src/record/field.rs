//! Handles: fields resolved once, with their types.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::path::{HolderId, Path};
use super::types::{Dynamic, FieldType};
#[cfg(feature = "serde")]
use crate::error::internal_error;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::key::Key;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::read::route::{KeysWith, PathKeys, PathLocator};
#[cfg(feature = "serde")]
use crate::schema::DefaultValue;
use crate::schema::{Schema, Type};

/// A field resolved and type-checked once: [`Schema::field`] makes it.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Grid { rows: list<list<f32>> } root Grid;")?;
/// let cell = schema.field::<f32>("rows[][]")?;
/// let row = schema.field::<vellum::dynamic::Dynamic>("rows[]")?;
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

/// A field with the indices that were given so far: what [`Locate`] gives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no field",
    label = "a path (`&str`) or a lent handle (`&handle`, `handle.at(0)`) is expected",
    note = "`schema.field::<T>(path)?` makes a handle: the type in it says what is read"
)]
#[doc(hidden)]
pub trait Address {
    /// The type of the field.
    type Value: FieldType + ?Sized;
    /// How many indices are given, as far as the type says.
    const COUNT: usize;
    fn path(&self) -> &Path;
    fn key(&self, number: usize) -> Key<'_>;
    /// How many indices are given.
    #[inline(always)]
    fn count(&self) -> usize {
        Self::COUNT
    }
    /// Fails unless it names the elements of a list.
    fn check_sequence(&self, schema: &Schema) -> Result<()> {
        self.path().check_sequence(schema, self.count())
    }
    /// Fails where no value of a type is, or goes: of a path, whose type is not known before. A
    /// value that is written may have to be converted.
    #[inline(always)]
    fn admit<T: FieldType + ?Sized>(&mut self, _: &Schema, _is_written: bool) -> Result<()> {
        Ok(())
    }
    /// The number of the next index.
    #[inline(always)]
    fn next_key(&self) -> usize {
        Self::COUNT
    }
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
        if number == self.list.next_key() { self.key } else { self.list.key(number) }
    }

    #[inline(always)]
    fn next_key(&self) -> usize {
        self.list.next_key().saturating_add(1)
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

    #[inline(always)]
    fn count(&self) -> usize {
        (**self).count()
    }

    #[inline(always)]
    fn next_key(&self) -> usize {
        (**self).next_key()
    }
}

/// An address with the type of its value.
pub struct TypedAddress<T: ?Sized, A> {
    address: A,
    marker: PhantomData<fn(&T)>,
}

impl<T: ?Sized, A> TypedAddress<T, A> {
    #[inline(always)]
    pub(super) fn new(address: A) -> Self {
        Self { address, marker: PhantomData }
    }
}

impl<T: FieldType + ?Sized, A: Address> Address for TypedAddress<T, A> {
    type Value = T;
    const COUNT: usize = A::COUNT;

    #[inline(always)]
    fn path(&self) -> &Path {
        self.address.path()
    }

    #[inline(always)]
    fn key(&self, number: usize) -> Key<'_> {
        self.address.key(number)
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.address.count()
    }

    #[inline(always)]
    fn next_key(&self) -> usize {
        self.address.next_key()
    }
}

/// Any address, without its type: where an [edit](super::op::Op) is made.
#[derive(Clone, Copy)]
pub(super) struct EditPlace<'p> {
    path: &'p Path,
    keys: &'p dyn PathKeys,
    count: usize,
    next_key: usize,
}

impl<'p> EditPlace<'p> {
    #[inline(always)]
    pub(super) fn of<A: Address>(address: &'p A) -> Self {
        Self { path: address.path(), keys: address, count: address.count(), next_key: address.next_key() }
    }

    /// The end of a path with other keys than an address has.
    pub(super) fn new(path: &'p Path, keys: &'p dyn PathKeys) -> Self {
        Self { path, keys, count: path.indices, next_key: path.last_key().saturating_add(1) }
    }

    /// Another path with the same keys: it leads from here into the value.
    pub(super) fn of_path<'q>(&self, path: &'q Path) -> EditPlace<'q>
    where
        'p: 'q,
    {
        EditPlace { path, count: 0, ..*self }
    }

    /// The keys, and the index of an element of the list of whose elements this is.
    pub(super) fn key_at(&self, index: usize) -> KeysWith<'p> {
        KeysWith { keys: self.keys, last: self.path.last_key(), key: index.into() }
    }

    /// The element that keys of [`EditPlace::key_at`] lead to.
    pub(super) fn element<'q>(&self, keys: &'q KeysWith<'p>) -> EditPlace<'q>
    where
        'p: 'q,
    {
        EditPlace { path: self.path, keys, count: self.path.indices, next_key: keys.last.saturating_add(1) }
    }

    /// The path, for as long as the address is there.
    pub(super) fn path_of(&self) -> &'p Path {
        self.path
    }

    /// The place as the writer finds it.
    pub(super) fn locator(&self) -> PathLocator<'p> {
        self.path.locator(self.keys)
    }

    /// The list or map whose element or key the path ends in.
    pub(super) fn to_list(self) -> PathLocator<'p> {
        self.path.to_list(self.keys)
    }
}

impl Address for EditPlace<'_> {
    type Value = Dynamic;
    const COUNT: usize = 0;

    fn path(&self) -> &Path {
        self.path
    }

    fn key(&self, number: usize) -> Key<'_> {
        self.keys.at(number)
    }

    fn count(&self) -> usize {
        self.count
    }

    fn next_key(&self) -> usize {
        self.next_key
    }
}

impl<A: Address> PathKeys for A {
    fn at(&self, number: usize) -> Key<'_> {
        self.key(number)
    }
}

impl Path {
    /// The index of the element that an address, which has all its indices, leads to.
    pub(super) fn element_index<A: Address>(&self, schema: &Schema, element: &A) -> Result<usize> {
        self.check(schema, element.count())?;
        if !self.ends_in_element() {
            return Err(self.with_path(Error::fixed(&FixedError(ErrorKind::Type, "this is no element of a list"))));
        }
        Ok(element.key(self.last_key()).index())
    }
}

/// The first indices of an address.
pub(super) struct Indices {
    indices: [usize; 4],
    count: usize,
}

impl Indices {
    #[inline(always)]
    pub(super) fn of<A: Address>(address: &A) -> Self {
        let mut indices = [0; 4];
        let count = address.next_key();
        for (number, index) in indices.iter_mut().enumerate().take(count) {
            *index = address.key(number).index();
        }
        Self { indices, count }
    }

    #[inline(always)]
    pub(super) fn given(&self) -> &[usize] {
        self.indices.get(..self.count).unwrap_or(&self.indices)
    }
}

/// The type of a field that is named by a path: the caller chooses the type that is read, and the
/// field accepts every value that fits.
pub enum ByPath {}

/// Names a field: a path, or a handle with its indices (`&handle`, `handle.at(0)`).
///
/// [`Locate::Value`] is the type of a handle: its values are read and set. For a path it is
/// [`ByPath`]: the caller of [`Record::get`](crate::Record::get) chooses the type. Functions that
/// take either have the bounds [`Reads`](crate::field::Reads) and
/// [`Accepts`](crate::field::Accepts). Other crates cannot implement this trait.
///
/// ```
/// use vellum::{Record, Schema, field::{Locate, Reads}};
///
/// fn is_empty(record: &Record, list: impl Locate) -> vellum::Result<bool> {
///     Ok(record.len(list)? == 0)
/// }
///
/// fn is_zero(record: &Record, field: impl Locate<Value: Reads<u32>>) -> vellum::Result<bool> {
///     Ok(record.get::<u32>(field)? == 0)
/// }
///
/// let schema = Schema::parse("struct Log { count: u32, lines: list<string> } root Log;")?;
/// let record = Record::new(&schema);
/// assert!(is_empty(&record, "lines")?);
/// assert!(is_empty(&record, &schema.field::<str>("lines[]")?)?);
/// assert!(is_zero(&record, "count")?);
/// assert!(is_zero(&record, &schema.field::<u32>("count")?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` names no field",
    label = "a path (`&str`) or a lent handle (`&handle`, `handle.at(0)`) is expected",
    note = "`schema.field::<T>(path)?` makes a handle: the type in it says what is read"
)]
pub trait Locate: Sized {
    /// The type that a handle was made with; of a path [`ByPath`](crate::field::ByPath).
    type Value: ?Sized;
    #[doc(hidden)]
    type Address: Address;
    /// With `as_list`, what is named is a list and stands for its elements.
    #[doc(hidden)]
    fn locate(self, schema: &Schema, as_list: bool) -> Result<Self::Address>;
    /// To read a value of a type.
    #[doc(hidden)]
    #[inline(always)]
    fn to_read<T: FieldType + ?Sized>(self, schema: &Schema, as_list: bool) -> Result<TypedAddress<T, Self::Address>> {
        let mut address = self.locate(schema, as_list)?;
        address.admit::<T>(schema, false)?;
        Ok(TypedAddress::new(address))
    }
    /// To write a value of a type, if need be converted.
    #[doc(hidden)]
    #[inline(always)]
    fn to_write<T: FieldType + ?Sized>(self, schema: &Schema, as_list: bool) -> Result<TypedAddress<T, Self::Address>> {
        let mut address = self.locate(schema, as_list)?;
        address.admit::<T>(schema, true)?;
        Ok(TypedAddress::new(address))
    }
}

impl<A: Address> Locate for A {
    type Value = A::Value;
    type Address = A;

    #[inline(always)]
    fn locate(self, _: &Schema, _: bool) -> Result<A> {
        Ok(self)
    }
}

impl Locate for &str {
    type Value = ByPath;
    type Address = Resolved;

    #[inline]
    fn locate(self, schema: &Schema, as_list: bool) -> Result<Resolved> {
        Resolved::new(schema, self, as_list)
    }
}

impl Locate for &String {
    type Value = ByPath;
    type Address = Resolved;

    #[inline]
    fn locate(self, schema: &Schema, as_list: bool) -> Result<Resolved> {
        Resolved::new(schema, self, as_list)
    }
}

/// A path with its indices, parsed for one access.
#[derive(Clone)]
pub struct Resolved {
    pub(super) path: Path,
    pub(super) keys: Vec<PathKey>,
}

impl Resolved {
    #[inline]
    pub(crate) fn new(schema: &Schema, text: &str, as_list: bool) -> Result<Self> {
        let (mut path, keys) = Path::parse(schema, text, as_list)?;
        let wanted = path.indices.saturating_sub(usize::from(as_list));
        if keys.len() != wanted {
            let message = "a `[]` needs its index or key here; only a handle takes it later";
            return Err(path.with_path(Error::new(ErrorKind::Path, message)));
        }
        // The number of indices is not in the type here, and was checked above.
        path.indices = usize::from(as_list);
        path.holder = HolderId::OTHER;
        Ok(Self { path, keys })
    }

    /// The whole value of a record, to go on from.
    #[cfg(feature = "json")]
    pub(crate) fn whole(schema: &Schema) -> Result<Self> {
        Ok(Self { path: Path::of_whole(schema)?, keys: Vec::new() })
    }

    /// Goes on by steps as a path is written with them.
    #[cfg(feature = "json")]
    pub(crate) fn extended(mut self, schema: &Schema, steps: &str) -> Result<Self> {
        self.path.extend(schema, steps, &mut self.keys)?;
        Ok(self)
    }

    /// The text of the path.
    #[cfg(feature = "serde")]
    pub(crate) fn text(&self) -> &str {
        self.path.text()
    }

    /// Whether it names a record that is a struct, which has no type of a field.
    #[cfg(feature = "json")]
    pub(crate) fn is_record(&self) -> bool {
        self.path.steps.is_empty()
    }

    /// The type of what is there, whether it can be absent, and its default.
    #[cfg(feature = "serde")]
    pub(crate) fn of<'s>(&self, schema: &'s Schema) -> Result<(&'s Type, bool, &'s DefaultValue)> {
        let (ty, default) = self.path.in_schema(schema).ok_or_else(internal_error)?;
        Ok((ty, self.path.leaf.can_be_absent, default))
    }

    /// Whether the path names an element of a set.
    pub(crate) fn is_in_set(&self) -> bool {
        self.path.is_in_set()
    }

    /// The steps of the path, each with its index or key.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Step, Option<&PathKey>)> {
        self.path.steps.iter().map(|step| {
            let key = match step {
                Step::Element(number) | Step::Key(number) => self.keys.get(*number),
                Step::Fixed(number) => self.path.fixed.get(*number),
                Step::Field(_) | Step::Payload(_) | Step::Entry(..) => None,
            };
            (*step, key)
        })
    }

    /// Whether the path names a value of a map, or an element of a set, by its key.
    #[cfg(feature = "json")]
    pub(crate) fn ends_in_key(&self) -> bool {
        self.path.ends_in_key()
    }
}

impl Address for Resolved {
    type Value = Dynamic;
    const COUNT: usize = 0;

    fn path(&self) -> &Path {
        &self.path
    }

    fn key(&self, number: usize) -> Key<'_> {
        self.keys.get(number).map_or(Key::from(0usize), PathKey::key)
    }

    fn admit<T: FieldType + ?Sized>(&mut self, schema: &Schema, is_written: bool) -> Result<()> {
        let ty = &self.path.leaf.ty;
        if T::accepts(schema, ty) {
            return Ok(());
        }
        if !is_written || !T::goes_into(schema, ty) {
            return Err(Handle::<T>::refused(schema, &self.path));
        }
        // So that nobody stores it as it is.
        self.path.needs_check = true;
        Ok(())
    }

    fn next_key(&self) -> usize {
        self.keys.len()
    }
}
