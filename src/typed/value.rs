//! Types that can be fields: the traits [`Value`] and [`Reading`], and [`TypedSlot`] and [`At`],
//! the places that their methods are given.
//!
//! These types refer to each other, so one file declares them.

use core::convert::Infallible;
use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;

use super::element::write_each;
use super::field::Field;
use super::key::MapKey;
use super::list::{Invariant, List, Sealed, view};
use super::root::Rooted;
use super::upgrades::Upgrades;
use super::{Checked, Heap, Proven, Prover, Proving, TypePlan, TypeShape};
use crate::error::{Error, Result};
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::read::navigate::Step;
use crate::read::open::RecordBytes;
use crate::read::union::Packed;
use crate::schema::MIXED;
use crate::wire::pieces::Pieces;
use crate::wire::proved::{Derived, content, proved_text, text};
use crate::wire::unfilled::Unfilled;
use crate::wire::width::StaticWidth;
use crate::write::log::StoredForm;
use crate::write::{Link, Session, Storage, Target};

/// A type that can be a field, and a whole buffer.
///
/// Implemented for std's types and by `#[derive(Vellum)]`: numbers, `bool`, `char`, text and bytes
/// however they are owned (`String`, `&str`, `Box<str>`, `Arc<str>`, `Cow<'_, str>`), `Vec`,
/// arrays, tuples, maps, sets, `Option`, and boxes of these. Apart from the associated types, its
/// items are the contract between this crate and derived code, not an API: they change without
/// notice.
///
/// Other types of std, and types of other crates (with the feature of the crate), are stored as one
/// of these types:
///
/// | type | stored as |
/// | --- | --- |
/// | `usize`, `isize` | `u64`, `i64` |
/// | `NonZeroU8` and its kin | the integer; zero is an error where it is read, so a field with `since` needs a `default` |
/// | `std::time::Duration`, `chrono::TimeDelta`, `jiff::SignedDuration` | `duration` |
/// | `std::time::SystemTime`, `chrono::DateTime<Utc>`, `jiff::Timestamp` | `timestamp(ns)`, of the years 1677 to 2262 |
/// | `chrono::NaiveDate`, `jiff::civil::Date` | `date` |
/// | `chrono::NaiveTime`, `jiff::civil::Time` | `time` |
/// | `std::net::IpAddr` | `ipv6`; an IPv4 address as the one that it is mapped to |
/// | `std::net::SocketAddr` and its two kinds | a tuple of the address and `u16`; none with a scope or a flow label |
/// | `std::path::PathBuf` | `string`; none that is not UTF-8 |
/// | `Range<T>`, `RangeInclusive<T>` | a tuple of both ends, as which it is set and read |
/// | `Result<T, E>` | a union, `ResultOfTAndE`, with the variants `Ok` and `Err` |
/// | `serde_json::Value`, with the feature `json` | `any`, as which it is read |
/// | `uuid::Uuid`, `ulid::Ulid` | `uuid`, `ulid` |
/// | `rust_decimal::Decimal` | `decimal128(18)` |
/// | `VecDeque`, `SmallVec`, `ArrayVec`, `IndexSet` | a list |
/// | `IndexMap` | a list of tuples of key and value, in its order |
/// | `bytes::Bytes` | `bytes` |
/// | `CompactString`, `ArrayString<N>` | `string`, `string[N]` |
/// | `()` | `frozen struct Unit`, which has no fields: one byte |
///
/// A value that does not fit, written or read, is an error with the field's name, and is never
/// rounded or clamped: a time of wider range takes `#[vellum(with = "Timestamp")]` or another type
/// of [`value`](crate::value), and a decimal `with = "Decimal<2>"`. These do not round either. A
/// default is a value of the stored type.
///
/// Proved text is not checked again, for which derived code makes a promise by `unsafe`. It
/// compiles in crates that forbid `unsafe` code of their own:
///
/// ```
/// #![forbid(unsafe_code)]
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Name(String);
/// #[derive(Vellum)]
/// enum Contact { Nobody, Email(String) }
/// #[derive(Vellum)]
/// struct User { name: Name, contact: Contact }
///
/// let user = User { name: Name("Ada".into()), contact: Contact::Email("ada@example.org".into()) };
/// let bytes = vellum::to_vec(&user)?;
/// let user = User::prove(&bytes)?;
/// assert_eq!(user.name(), "Ada");
/// assert!(matches!(user.contact(), ContactRef::Email("ada@example.org")));
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "derive `Vellum` for it; or enable the feature for its crate (chrono, uuid, ..); or convert it: `#[vellum(with = vellum::with::text)]` stores what has `Display` and `FromStr`"
)]
pub trait Value: Sized {
    /// The properties of a field's slot. For a growable struct they depend on no field, so that the
    /// struct can contain itself.
    #[doc(hidden)]
    const SHAPE: TypeShape;
    /// The properties of list elements: size, region ends if the list stores a stride, bytes before
    /// the record, and whether a value can have objects behind pointers, or a rule may refuse it.
    #[doc(hidden)]
    const ELEMENT: Packed = Self::SHAPE.element();
    /// The facts about the whole type.
    #[doc(hidden)]
    const PLAN: TypePlan;
    /// Always `()`. It is computed from that of each part of the type's default, so an infinite
    /// default is a constant that depends on itself, which the compiler refuses with its name.
    ///
    /// ```compile_fail,E0391
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Folder { first: Box<Entry> }
    ///
    /// #[derive(Vellum)]
    /// enum Entry { Folder(Folder), File(String) }
    /// ```
    #[doc(hidden)]
    const DEFAULT_HOLDS_ITSELF: () = ();

    /// Whether it can be part of a key, with everything that lies inline in it. It does not use the
    /// plan, so that a frozen struct may contain a list of itself.
    #[doc(hidden)]
    const SORTS: bool = Self::PLAN.sortable;

    /// The type of a field's default.
    #[doc(hidden)]
    type Default: 'static;
    /// The default if none is declared.
    #[doc(hidden)]
    const DEFAULT: &'static Self::Default;

    /// What a getter returns: the value itself, or a view into the buffer that reads in the same
    /// way.
    ///
    /// In a proved buffer a variant holds this, too. An enum may contain itself, so there it is the
    /// view of the enum, whose `get` returns what a getter returns:
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// enum Sum { Number(u32), Of(Vec<Sum>), Twice(Box<Sum>) }
    /// #[derive(Vellum)]
    /// struct Sheet { sum: Sum }
    ///
    /// fn value(sum: SumRef<'_>) -> u32 {
    ///     match sum {
    ///         SumRef::Number(number) => number,
    ///         SumRef::Of(sums) => sums.iter().map(value).sum(),
    ///         SumRef::Twice(sum) => 2 * value(sum.get()), // of a `SumView<'_>`
    ///     }
    /// }
    ///
    /// let sum = Sum::Of(vec![Sum::Number(3), Sum::Twice(Box::new(Sum::Number(4)))]);
    /// let bytes = vellum::to_vec(&Sheet { sum })?;
    /// assert_eq!(value(Sheet::prove(&bytes)?.sum()), 11);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    type Get<'a, R: Reading>;
    /// What a getter of a list of this type returns.
    type GetList<'a, R: Reading>: From<List<'a, Self, R>>;
    /// What a proved getter returns: an enum to match on if [`Value::Get`] is its view.
    ///
    /// ```
    /// use vellum::{Value, Vellum};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String }
    ///
    /// fn first<'a>(user: &UserView<'a>) -> <String as Value>::Proved<'a> { // `&'a str`
    ///     user.name()
    /// }
    /// let bytes = vellum::to_vec(&User { name: "Ada".into() })?;
    /// assert_eq!(first(&User::prove(&bytes)?), "Ada");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    type Proved<'a>;
    /// What a setter takes: the value itself, or a reference.
    type Set<'a>
    where
        Self: 'a;
    /// What an edit cursor returns for a value of this type.
    type Cursor<'a, S: Storage + 'a>;
    /// What an edit cursor returns for a field of this type: [`Value::Cursor`] for types with a
    /// cursor, which cannot fail; a `Result` of the value for types that are read, such as numbers;
    /// for optional types a `Result` of the `Option` of a cursor.
    type FieldCursor<'a, S: Storage + 'a>;
    /// The edit of a whole buffer, which [`Vellum::edit`](crate::Vellum::edit) returns: for a
    /// struct its edit cursor, for other types a [`RootEdit`](crate::cursor::RootEdit).
    type Edit<'a, S: Storage + 'a>: Rooted<Storage = S>;

    /// Tells the types whose buffers become one of this type: those of `upgrades_from`.
    #[doc(hidden)]
    fn upgrades<F>(_upgrades: &mut Upgrades<'_, Self, F>) {}

    #[doc(hidden)]
    fn as_set(&self) -> Self::Set<'_>;

    /// Fails if a part of the value, down to `levels` levels, breaks a rule or cannot be written.
    ///
    /// Such a value is measured as a length that no buffer has; this is then called to find the
    /// reason.
    #[doc(hidden)]
    #[inline]
    fn check(_value: &Self::Set<'_>, _levels: u32) -> Result<()> {
        Ok(())
    }

    /// Whether a field of this value is stored as zeros.
    #[doc(hidden)]
    fn is_default(value: &Self::Set<'_>, default: &Self::Default) -> bool;

    /// Bytes of all objects behind a value.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(
        _value: &Self::Set<'_>,
        _at: &At<'_, Self::Default, ELEMENT>,
        _levels: u32,
    ) -> u64 {
        0
    }

    /// Writes the value into its zeroed place.
    #[doc(hidden)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &Self::Set<'_>,
        record: &mut [u8],
        at: &At<'_, Self::Default, ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()>;

    /// Reads the value at a place.
    #[doc(hidden)]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<Self::Get<'a, R>, R::Error>;

    /// Converts a read value to what a proved getter returns.
    #[doc(hidden)]
    fn open(held: Self::Get<'_, Proven>) -> Self::Proved<'_>;

    /// Proves a value of a record or an element that stores it; `None` if it is not valid. Reading
    /// proved buffers relies on it.
    #[doc(hidden)]
    fn prove_value<const ELEMENT: bool, W: Proving>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, Self::Default, ELEMENT>,
    ) -> Option<()>;

    /// The word that a field stores for a value, if it is one word and nothing else.
    #[doc(hidden)]
    #[inline(always)]
    fn stored_word(_value: &Self::Set<'_>, _default: &Self::Default) -> Option<u128> {
        None
    }

    /// What is stored of a value, as far as the value alone tells it.
    #[doc(hidden)]
    #[inline(always)]
    fn stored<'v>(_value: &'v Self::Set<'_>, _default: &Self::Default) -> StoredForm<'v> {
        StoredForm::Other
    }

    /// Sets the value in the target's holder; in a packed list only to one of its variant.
    #[doc(hidden)]
    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, Self::Default, ELEMENT>,
        value: &Self::Set<'_>,
    ) -> Result<()> {
        session.set_value::<Self, ELEMENT>(&target, at, value)
    }

    /// Cursor for the value in the target's holder.
    #[doc(hidden)]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, Self::Default, ELEMENT>,
    ) -> Result<Self::Cursor<'a, S>>;

    /// Cursor for a field of the record at `link`.
    #[doc(hidden)]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, Self::Default>,
    ) -> Self::FieldCursor<'a, S>;

    /// The variant of a value of a union.
    #[doc(hidden)]
    #[inline(always)]
    fn tag_of(_value: &Self::Set<'_>) -> u8 {
        MIXED
    }

    /// Writes the elements of a new list of unions, which is packed with the variant, FF if it is
    /// not packed.
    #[doc(hidden)]
    #[inline]
    fn write_unions<W: StaticWidth>(
        values: &[Self],
        elements: &mut Unfilled<'_>,
        tag: u8,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        write_each::<Self, W>(values.iter().map(|value| value.as_set()), elements, tag, heap)
    }

    // Numbers in bulk: loops that the compiler turns into copies.

    /// Reads values that are [`TypeShape::plain`]. Bytes that are missing in a slot that is too
    /// short are zero.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn read_plain<const N: usize>(_slot: &[u8]) -> [Self; N] {
        not_plain()
    }

    /// Writes a value that is [`TypeShape::plain`], which fills its slot. A slot that is too short
    /// stays as it is.
    #[doc(hidden)]
    #[inline(always)]
    fn write_plain(_value: &Self::Set<'_>, _slot: &mut Pieces<'_>) {
        not_plain()
    }

    /// The values as the bytes that they are, for `u8`.
    #[doc(hidden)]
    #[inline(always)]
    fn as_bytes(_values: &[Self]) -> Option<&[u8]> {
        None
    }

    /// Whether it is a number or an array of numbers, for which `write_numbers` is called.
    #[doc(hidden)]
    const NUMBERS: bool = false;

    /// Writes all elements of a list of numbers, or of arrays of them; `None` if there is no room
    /// for them.
    #[doc(hidden)]
    #[inline(always)]
    fn write_numbers(_values: &[Self], _elements: &mut Unfilled<'_>) -> Option<()> {
        None
    }
}

/// The body of [`Value::read_plain`] and [`Value::write_plain`] for types with
/// [`TypeShape::plain`] false, for which they are not called. A `Result` would need a check for
/// each element, which copies in bulk are to avoid.
#[doc(hidden)]
#[cold]
pub fn not_plain() -> ! {
    unreachable!("only values that are numbers alone are copied as such")
}

/// Implements the items of [`Value`] for a type whose proved getters return the read value
/// unchanged.
macro_rules! opened_as_read {
    () => {
        type Proved<'a> = Self::Get<'a, $crate::__v::Proven>;

        #[inline(always)]
        fn open(held: Self::Get<'_, $crate::__v::Proven>) -> Self::Proved<'_> {
            held
        }
    };
}
pub(crate) use opened_as_read;

/// How a view reads its bytes: [`Checked`](crate::proved::Checked) or
/// [`Proven`](crate::proved::Proven).
///
/// ```
/// use vellum::{List, Vellum, proved::Checked};
///
/// #[derive(Vellum)]
/// struct Log { codes: Vec<u32> }
///
/// let bytes = vellum::to_vec(&Log { codes: vec![4, 8] })?;
/// let checked: List<'_, u32, Checked> = Log::peek(&bytes)?.codes()?;
/// let proven: List<'_, u32> = Log::prove(&bytes)?.codes();
/// assert_eq!((checked.get(1)?, proven.get(1)), (8, Some(8)));
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait Reading: Copy + fmt::Debug + Sealed + 'static {
    /// What a method that reads returns: a `Result` if the bytes are checked, else the value
    /// itself.
    type Of<T>;
    /// What reading a value of a type returns.
    type Get<'a, T: Value>;

    /// The `Result` of a read, for functions over both ways.
    ///
    /// ```
    /// use vellum::{Result, Vellum, proved::Reading};
    ///
    /// #[derive(Vellum)]
    /// struct User { visits: u64 }
    ///
    /// fn next<R: Reading>(user: UserView<'_, R>) -> Result<u64> {
    ///     Ok(R::result(user.visits())? + 1)
    /// }
    ///
    /// let bytes = vellum::to_vec(&User { visits: 1 })?;
    /// assert_eq!((next(User::peek(&bytes)?)?, next(User::prove(&bytes)?)?), (2, 2));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the read, if the bytes are checked.
    fn result<T>(read: Self::Of<T>) -> Result<T>;

    /// The error of reading: an empty type if the bytes are proved.
    #[doc(hidden)]
    type Error: fmt::Debug;
    /// Whether the bytes are proved.
    #[doc(hidden)]
    const IS_PROVEN: bool;

    #[doc(hidden)]
    fn of<T>(read: Result<T, Self::Error>) -> Self::Of<T>;

    /// The result of a checked read; for proved bytes `none` replaces an impossible error.
    #[doc(hidden)]
    fn accept<T, E>(read: Result<T, E>, none: T, error: impl FnOnce(E) -> Error) -> Result<T, Self::Error>;

    /// As [`Reading::accept`].
    #[doc(hidden)]
    #[inline(always)]
    fn trust<T>(read: Result<T>, none: T) -> Result<T, Self::Error> {
        Self::accept(read, none, |error| error)
    }

    /// The object behind a pointer slot, or `None` for null.
    #[doc(hidden)]
    fn follow<'a>(record: &RecordBytes<'a>, slot: Size) -> Result<Option<&'a [u8]>, Self::Error>;

    /// The record behind a pointer slot, whose bytes `check` returns; empty for null.
    #[doc(hidden)]
    fn content<'a>(
        record: &RecordBytes<'a>,
        slot: Size,
        check: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>, Self::Error>;

    /// The text of an object.
    #[doc(hidden)]
    fn text<'a>(self, buf: &Buf<'a>, object: &'a [u8]) -> Result<&'a str, Self::Error>;

    /// Adds a place to an error.
    #[doc(hidden)]
    fn name(error: Self::Error, name: impl FnOnce(Error) -> Error) -> Self::Error;

    /// Converts a read value to what a getter returns: a proved enum is opened, to match on.
    #[doc(hidden)]
    fn open<T: Value>(held: T::Get<'_, Self>) -> Self::Get<'_, T>;

    /// Reads a value of a type at a place.
    #[doc(hidden)]
    #[inline(always)]
    fn get<'a, T: Value, const ELEMENT: bool>(
        self,
        record: &RecordBytes<'a>,
        at: &At<'_, T::Default, ELEMENT>,
    ) -> Result<Self::Get<'a, T>, Self::Error> {
        T::get(TypedSlot::new(record, at, self)).map(Self::open::<T>)
    }
}

/// The place of a value of a type in a buffer.
pub struct TypedSlot<'a, 's, T: Value, R, const ELEMENT: bool = false> {
    pub(super) record: &'s RecordBytes<'a>,
    pub(super) at: &'s At<'s, T::Default, ELEMENT>,
    pub(super) known: R,
}

// Reading with checks, and reading proved bytes.
//
// Code that reads is written once, with a `Result` whose error is [`Reading::Error`]. For proved
// bytes that type is empty, so the compiler removes the error handling, and [`Reading::of`]
// returns the plain value.

impl Reading for Checked {
    type Of<T> = Result<T>;
    type Get<'a, T: Value> = T::Get<'a, Self>;
    type Error = Error;
    const IS_PROVEN: bool = false;

    #[inline(always)]
    fn result<T>(read: Result<T>) -> Result<T> {
        read
    }

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
    fn result<T>(read: T) -> Result<T> {
        Ok(read)
    }

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

// The slot of a value in a buffer: its place, its type, and whether its bytes are proved.
//
// ```text
// RecordOf<User, Proven> --field, Derived--> TypedSlot<String, Proven> --String::get--> &str
// ```
// A [`TypedSlot`] of proved bytes is made only by the types of this crate, for the values they
// hold, and by derived code with the promise ([`Derived`]) that its proof covers the field,
// variant or type. So a value that is read from such a slot was proved as its type.

impl<'a, 's, T: Value, const ELEMENT: bool> TypedSlot<'a, 's, T, Checked, ELEMENT> {
    /// A place where a value is checked as it is read.
    #[inline(always)]
    #[must_use]
    pub fn checked(record: &'s RecordBytes<'a>, at: &'s At<'s, T::Default, ELEMENT>) -> Self {
        Self::new(record, at, Checked)
    }
}

impl<'a, 's, T: Value, R: Reading, const ELEMENT: bool> TypedSlot<'a, 's, T, R, ELEMENT> {
    /// A slot at a place where, if the bytes are proved, the proof found a value of the type.
    #[inline(always)]
    pub(super) fn new(record: &'s RecordBytes<'a>, at: &'s At<'s, T::Default, ELEMENT>, known: R) -> Self {
        Self { record, at, known }
    }

    #[inline(always)]
    pub(super) fn record(&self) -> &'s RecordBytes<'a> {
        self.record
    }

    #[inline(always)]
    pub(super) fn at(&self) -> &'s At<'s, T::Default, ELEMENT> {
        self.at
    }

    #[inline(always)]
    pub(super) fn known(&self) -> R {
        self.known
    }

    /// The same place, with the type that this one is stored as.
    #[inline(always)]
    #[must_use]
    pub fn stored_as<I: Value<Default = T::Default>>(self, _: Derived) -> TypedSlot<'a, 's, I, R, ELEMENT> {
        TypedSlot { record: self.record, at: self.at, known: self.known }
    }
}

/// The record of a struct of a type.
pub struct RecordOf<'a, T, R> {
    record: RecordBytes<'a>,
    known: R,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<T>,
}

view!([T] RecordOf<'_, T, R>);

impl<'a, T> RecordOf<'a, T, Checked> {
    /// A record that is checked as it is read.
    #[inline(always)]
    #[must_use]
    pub fn checked(record: RecordBytes<'a>) -> Self {
        Self::new(record, Checked)
    }
}

impl<'a, T, R: Copy> RecordOf<'a, T, R> {
    /// A record that, if the bytes are proved, was proved as one of the type.
    #[inline(always)]
    pub(super) fn new(record: RecordBytes<'a>, known: R) -> Self {
        Self { record, known, marker: PhantomData }
    }

    /// The record, without its type and kind of reading.
    #[inline(always)]
    pub(super) fn record(&self) -> &RecordBytes<'a> {
        &self.record
    }

    #[inline(always)]
    pub(super) fn known(&self) -> R {
        self.known
    }
}

// The place of a value: a field of a record, or an element of a list.
//
// ```text
// field     at a place of a record: a growable struct behind a pointer, a bool in the bitmap, with a default
// element   of a list, key or value of a map, packed payload: a growable struct inline, anything else a record of one field
// ```
// One function of a type handles both. Most types use only the place and the default. Structs,
// unions and optional values differ in the two cases: which one it is is a constant, so the other
// branch is eliminated.

/// Where a value lies, and its default there, of the type `D`.
#[derive(Clone, Copy, Debug)]
pub struct At<'p, D, const ELEMENT: bool = false> {
    /// Its slot and bits.
    pub place: &'p Place,
    /// The value if it is not stored.
    pub default: &'p D,
    /// Number of the field in its struct.
    index: u16,
    /// The variant of a packed list; else FF.
    pub tag: u8,
    /// Whether the value is stored even if it is the default.
    pub keep: bool,
}

impl<'p, D> At<'p, D> {
    /// A field, by its index, place and default.
    #[must_use]
    pub const fn field(index: u16, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index, tag: MIXED, keep: false }
    }

    /// The value of an optional field that is present.
    #[inline(always)]
    #[must_use]
    pub const fn present(place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag: MIXED, keep: true }
    }

    /// The same field, with the place and the default that are given, where they are known to be
    /// its own.
    #[inline(always)]
    pub(super) fn known(&self, place: Option<&'p Place>, default: Option<&'p D>) -> Self {
        Self::field(self.index, place.unwrap_or(self.place), default.unwrap_or(self.default))
    }

    /// The target of an edit of the field.
    #[inline(always)]
    pub fn target<'a, S: Storage>(&self, session: &Session<S>, link: &'a Link<'a>) -> Result<Target<'a>> {
        link.field(session, self.step())
    }

    /// The step to the field from its record.
    #[inline(always)]
    #[must_use]
    pub const fn step(&self) -> Step {
        Step::Field(self.index)
    }
}

impl<'p, D> At<'p, D, true> {
    /// An element of a list packed with the variant; FF if it is not packed.
    #[inline(always)]
    pub(super) const fn of_list(tag: u8, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag, keep: false }
    }
}

// The check at compile time that a type can be a field: derived code names the types of fields
// through it.
//
// The compiler reports an alias with a constant that cannot be computed once, so however often
// derived code uses the alias, there is one error, at the field.

/// A type that can be a field: every [`Value`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "derive `Vellum` for it; or enable the feature for its crate (chrono, uuid, ..); or convert it: `#[vellum(with = vellum::with::text)]` stores what has `Display` and `FromStr`"
)]
pub trait CanBeField {
    /// Always true: types that cannot be fields lack this constant.
    const CAN_BE: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: Value> CanBeField for T {}

/// A type that can be a key of a `BTreeMap` or an element of a `BTreeSet`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map or an element of a set",
    label = "this type is not a `vellum::key::MapKey`, or it is not `Ord`",
    note = "keys are text, bytes, `bool`, `char`, integers, enums without payloads, and decimals, identifiers, addresses, dates and times of `vellum::value` and `core::net`, `[u8; N]`, and tuples and tuple structs of these; one of your own derives `Ord`, too"
)]
pub trait CanBeOrderedKey {
    /// As [`CanBeField::CAN_BE`].
    const CAN_BE: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: MapKey + Ord> CanBeOrderedKey for T {}

/// A type that can be a key of a `HashMap` or an element of a `HashSet`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map or an element of a set",
    label = "this type is not a `vellum::key::MapKey`, or it is not `Hash` and `Eq`",
    note = "keys are text, bytes, `bool`, `char`, integers, enums without payloads, and decimals, identifiers, addresses, dates and times of `vellum::value` and `core::net`, `[u8; N]`, and tuples and tuple structs of these; one of your own derives `Hash` and `Eq`, too"
)]
pub trait CanBeHashedKey {
    /// As [`CanBeField::CAN_BE`].
    const CAN_BE: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: MapKey + Hash + Eq> CanBeHashedKey for T {}

/// A gate that is open if `IS_OPEN` is true.
pub struct Gate<const IS_OPEN: bool>;

/// A gate that is open for a type.
pub trait Open<T: ?Sized> {
    /// The type.
    type Type: ?Sized;
}

impl<T: ?Sized> Open<T> for Gate<true> {
    type Type = T;
}

/// The gate for a type, with its [`CanBeField::CAN_BE`].
pub type Is<T, const CAN_BE: bool> = <Gate<CAN_BE> as Open<T>>::Type;

/// What a derived type stores as the part of a number: a field, the payload of a variant, or the
/// value of a newtype.
///
/// Derived code names a type by this where a name in it could mean something else in one impl than
/// in another. The impl has the parameters of the derived type and no others, so there the type
/// means what its author wrote, and the code that proves it and the code that reads it name this.
pub trait Stores<const PART: usize> {
    /// The type.
    type Type;
}

/// The constant that says where a field of a type is.
pub type FieldOf<T> = &'static Field<<T as Value>::Default>;
