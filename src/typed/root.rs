//! The root of a buffer as a Rust type: [`Vellum`] for derived structs, and functions and
//! [`RootEdit`] for values of any type.

use core::fmt;
use core::hash::Hasher;
use core::marker::PhantomData;

use super::cell::SchemaCells;
use super::codec::decode_element;
use super::element::{alone, element, element_len, write_element};
use super::field::{Editing, Field};
use super::{Checked, Decode, DecodeOwned, Heap, Reading, Value, field};
use crate::error::{Error, Result};
use crate::layout::{Shape, Size, checked_ends};
use crate::read::Buf;
use crate::read::document::{Decoder, MAX_DEPTH};
use crate::read::open::RecordBytes;
use crate::schema::{Field as FieldPlan, Order, RootPlan, Schema, Struct, StructId};
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, StaticWidth, Width, with_width};
use crate::write::undo::Transaction;
use crate::write::{Link, Session, Storage};

/// A type as that of a whole buffer: the functions that open, prove and edit one. Every [`Value`]
/// has them.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
/// assert_eq!(User::prove(&bytes)?.name(), "Ada");
/// User::edit(&mut bytes)?.set_age(37)?;
/// assert_eq!(User::peek(&bytes)?.age()?, 37);
///
/// let bytes = vellum::to_vec(&vec!["pen".to_owned(), "ink".to_owned()])?;
/// assert!(Vec::<String>::prove(&bytes)?.iter().eq(["pen", "ink"]));
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a buffer",
    label = "this type is not a `vellum::Value`",
    note = "derive `Vellum` for it, or take a type of which the documentation of `vellum::Value` says that it can be a field"
)]
#[doc(alias("Serialize", "Deserialize", "Archive", "Message", "Encode", "Portable"))]
pub trait Vellum: Value {
    /// The schema of buffers of this type, which prints as text.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Point { x: f32, y: f32 }
    ///
    /// assert_eq!(Point::schema().to_string(), "struct Point {\n    x: f32,\n    y: f32,\n}\nroot Point;\n");
    /// assert_eq!(Option::<u64>::schema().to_string(), "root u64?;\n");
    /// ```
    #[must_use]
    fn schema() -> &'static Schema {
        schema_of::<Self>()
    }

    /// Opens a buffer to read single values, which are checked when they are read. The rest of the
    /// buffer is not looked at.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// enum Message { Leave, Join { name: String, room: u32 } }
    ///
    /// let bytes = vellum::to_vec(&Message::Join { name: "Ada".into(), room: 3 })?;
    /// match Message::peek(&bytes)?.get()? {
    ///     MessageRef::Join(join) => assert_eq!((join.name()?, join.room()?), ("Ada", 3)),
    ///     MessageRef::Leave => panic!("she joins"),
    /// }
    ///
    /// let bytes = vellum::to_vec(&BTreeMap::from([("chess".to_owned(), 7u32)]))?;
    /// let scores = BTreeMap::<String, u32>::peek(&bytes)?; // a `Map`
    /// assert_eq!(scores.get("chess")?, Some(7));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid or the root
    /// record does not lie in the buffer, and as a getter of the type.
    #[inline]
    #[doc(alias("access_unchecked", "get_root", "root", "lazy"))]
    fn peek(bytes: &[u8]) -> Result<Self::Get<'_, Checked>> {
        get_root::<Self, Checked>(&RecordBytes::root::<Self>(bytes)?, Checked)
    }

    /// Proves a whole buffer in one pass, and gives a view whose getters give plain values.
    ///
    /// The proof accepts the buffers that [`Schema::prove`] accepts, unless this type cannot hold a
    /// value in them; it is compiled for the type. Values of a proved buffer are not checked again
    /// when they are read. [`Proved`](crate::proved::Proved) keeps a proof together with its bytes.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, contact: Contact, tags: Vec<String>, scores: BTreeMap<String, u32> }
    ///
    /// #[derive(Vellum)]
    /// enum Contact { None, Email(String), Phone { country: u16, number: String } }
    ///
    /// let contact = Contact::Phone { country: 44, number: "20 7946 0000".into() };
    /// let scores = BTreeMap::from([("chess".into(), 7)]);
    /// let bytes = vellum::to_vec(&User { name: "Ada".into(), contact, tags: vec!["math".into()], scores })?;
    ///
    /// let user = User::prove(&bytes)?; // the only step that can fail
    /// assert_eq!(user.name(), "Ada");
    /// assert!(user.tags().iter().eq(["math"]));
    /// assert_eq!(user.scores().get("chess"), Some(7));
    /// match user.contact() {
    ///     ContactRef::Phone(phone) => assert_eq!((phone.country(), phone.number()), (44, "20 7946 0000")),
    ///     ContactRef::None | ContactRef::Email(_) => panic!("a phone"),
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// A limit: a value that is not stored is a default, and defaults are not proved. So in a
    /// buffer that was written as plain integers, a `NonZero` in a struct that is not stored reads
    /// as its least value, while checked getters and decoding refuse the zero.
    ///
    /// # Errors
    /// As [`Schema::prove`]. [`ErrorKind::Newer`](crate::ErrorKind::Newer) if an `open` enum has
    /// an unknown variant, and the type has no variant for unknown ones. If [`Schema::check`]
    /// fails, [`ErrorKind::Schema`](crate::ErrorKind::Schema), without the broken rule.
    #[inline]
    #[doc(alias("access", "validate", "verify", "check_bytes", "check_archived_root", "root_as", "ref_from_bytes"))]
    fn prove(bytes: &[u8]) -> Result<Self::Proved<'_>> {
        super::prove::proved_view::<Self>(bytes)
    }

    /// Opens a buffer to change it in place.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
    /// let mut user = User::edit(&mut bytes)?; // a `Vec<u8>` grows, a `&mut [u8]` does not
    /// user.set_age(37)?;
    /// user.name().push_str(" Lovelace")?;
    /// assert_eq!(User::prove(&bytes)?.name(), "Ada Lovelace");
    ///
    /// let mut bytes = vellum::to_vec(&vec![3u32])?;
    /// let mut numbers = Vec::<u32>::edit(&mut bytes)?; // a `RootEdit`
    /// numbers.cursor().push(4)?; // as the cursor of a field of this type
    /// assert!(Vec::<u32>::prove(&bytes)?.iter().eq([3, 4]));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Vellum::peek`], and [`ErrorKind::Full`](crate::ErrorKind::Full) for the bytes of a
    /// [`Workspace`](crate::Workspace) in another storage.
    #[inline]
    #[doc(alias("access_mut", "mutate", "mut_from_bytes", "update"))]
    fn edit<S: Storage + ?Sized>(storage: &mut S) -> Result<Self::Edit<'_, &mut S>> {
        Session::open::<Self>(storage).map(Rooted::over)
    }

    /// Makes several edits of a buffer, all or none: after an error, and after a panic of the
    /// closure, the old bytes are back, bit for bit.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Account { owner: String, balance: u64, log: Vec<String> }
    ///
    /// let mut bytes = vellum::to_vec(&Account { owner: "Ada".into(), balance: 100, log: vec![] })?;
    /// let before = bytes.clone();
    /// let spent = Account::transaction(&mut bytes, |account| {
    ///     account.log().push("140 for a book")?;
    ///     let left = account.balance()?.checked_sub(140).ok_or("too little")?;
    ///     account.set_balance(left)?;
    ///     Ok::<_, Box<dyn std::error::Error>>(left)
    /// });
    /// assert_eq!(spent.unwrap_err().to_string(), "too little");
    /// assert_eq!(bytes, before);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// The overwritten bytes are kept until the closure returns, so time and memory are in
    /// proportion to the edits; the whole buffer is copied only where an edit needs a new layout.
    /// For a schema that is known at run time there is
    /// [`Record::transaction`](crate::Record::transaction).
    ///
    /// # Errors
    /// As [`Vellum::edit`], and those of the closure.
    #[doc(alias("atomic", "rollback"))]
    fn transaction<R, E: From<Error>>(
        storage: &mut impl Storage,
        edit: impl for<'a> FnOnce(&mut Self::Edit<'a, Transaction<'a>>) -> Result<R, E>,
    ) -> Result<R, E> {
        let mut cursor = Self::Edit::over(Session::open::<Self>(Transaction::new(storage))?);
        let done = edit(&mut cursor)?;
        cursor.session().storage.succeed();
        Ok(done)
    }

    /// Brings a buffer to its canonical form: no free space, the narrowest pointers, defaults not
    /// stored.
    ///
    /// Buffers that hold equal values have equal bytes after this, those that
    /// [`to_vec`](crate::to_vec) makes.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Note { text: String }
    ///
    /// let mut bytes = vellum::to_vec(&Note { text: "a long text".into() })?;
    /// Note::edit(&mut bytes)?.set_text("short")?;
    /// Note::compact(&mut bytes)?;
    /// assert_eq!(bytes, vellum::to_vec(&Note { text: "short".into() })?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// A [`Workspace`](crate::Workspace) stays a workspace: its values are laid out as in the
    /// canonical form, after a workspace's header, with pointers that reach all of the memory.
    ///
    /// The canonical form holds values and nothing else. Free bytes are gone, and so are items of
    /// an extension block of the header, except the lineage of a type that has one. Edits keep
    /// items that they do not know, even if they lay the buffer out again.
    ///
    /// The canonical form is the shortest, with one exception: if all elements of a list of unions
    /// have one variant, they are packed, each with the full length of the payload, even if it is a
    /// default that a slot would not store. So a list of large fixed payloads that are mostly zeros
    /// becomes longer.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes of any value;
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the buffer holds data of a newer schema
    /// revision, which would be lost; [`ErrorKind::Full`](crate::ErrorKind::Full) for a slice that
    /// is longer than its canonical form, and for a workspace that is too small for its canonical
    /// form; [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the canonical form is longer than the
    /// schema's [`Limits`](crate::Limits) allow for this buffer. The buffer is then unchanged.
    #[doc(alias("canonicalize", "defragment", "vacuum"))]
    fn compact(storage: &mut (impl Storage + ?Sized)) -> Result<()> {
        super::codec::compact::<Self>(storage)
    }

    /// Whether two buffers of a derived type hold the same:
    /// [`Record::content_eq`](crate::Record::content_eq) without a record.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Note { text: String }
    ///
    /// let mut a = vellum::to_vec(&Note { text: "a long text".into() })?;
    /// Note::edit(&mut a)?.set_text("short")?;
    /// let b = vellum::to_vec(&Note { text: "short".into() })?;
    /// assert!(a != b && Note::content_eq(&a, &b)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::content_eq`](crate::Record::content_eq).
    fn content_eq(a: &[u8], b: &[u8]) -> Result<bool> {
        super::codec::content_eq::<Self>(a, b)
    }

    /// Hashes the content of a buffer of a derived type:
    /// [`Record::content_hash`](crate::Record::content_hash) without a record, with the same hash.
    ///
    /// ```
    /// use std::hash::{DefaultHasher, Hasher};
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Note { text: String }
    ///
    /// let hash = |bytes: &[u8]| -> vellum::Result<u64> {
    ///     let mut hasher = DefaultHasher::new();
    ///     Note::content_hash(bytes, &mut hasher)?;
    ///     Ok(hasher.finish())
    /// };
    /// let mut a = vellum::to_vec(&Note { text: "a long text".into() })?;
    /// Note::edit(&mut a)?.set_text("short")?;
    /// assert_eq!(hash(&a)?, hash(&vellum::to_vec(&Note { text: "short".into() })?)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::content_hash`](crate::Record::content_hash).
    fn content_hash(bytes: &[u8], hasher: &mut impl Hasher) -> Result<()> {
        super::codec::content_hash::<Self>(bytes, hasher)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Value> Vellum for T {}

/// The edit of a whole buffer of a type: the edit cursor of a struct, or a [`RootEdit`].
#[doc(hidden)]
pub trait Rooted: Sized {
    /// The type of the buffer.
    type Root: Value;
    /// Where the buffer lives.
    type Storage: Storage;
    /// The edit of a type that is stored as the type of this one.
    type For<T: Value>: Rooted<Storage = Self::Storage>;

    /// The edit of an open buffer.
    fn over(session: Session<Self::Storage>) -> Self;

    /// The session of the buffer.
    fn session(&self) -> &Session<Self::Storage>;
}

// The root record of a buffer: the record of a struct, or a record with one field for a value of
// any other type.
//
// Which of the two is a constant of the type, so the other branch is eliminated.

/// The root record of a buffer of a type, as constants.
pub(super) struct Root<T>(PhantomData<T>);

impl<T: Value> Root<T> {
    /// Whether the type is a struct, whose record is the root.
    pub(super) const IS_STRUCT: bool = T::PLAN.root.is_some();
    /// The ends of the regions.
    pub(super) const ENDS: &'static [Size] = if Self::IS_STRUCT { T::PLAN.ends } else { Self::SINGLE };
    /// The plan of the root, for the engine.
    pub(super) const PLAN: RootPlan = match T::PLAN.root {
        Some(root) => root,
        None => RootPlan::new(StructId::compiled(Self::record), PointerWidth::One),
    };

    /// What buffers of the type carry of it, if they do.
    #[inline(always)]
    pub(super) fn lineage() -> Option<u32> {
        const { Self::PLAN }.lineage()
    }

    /// Bytes of the header for a root record of `size` bytes.
    pub(super) const fn head(size: u32) -> usize {
        Header::len(size).saturating_add(Self::PLAN.lineage_len())
    }

    const SINGLE: &'static [Size; 1] = &checked_ends(Self::SHAPES);
    const SHAPES: &'static [Shape; 1] = &[T::SHAPE.since(1)];
    const FIELDS: &'static [FieldPlan; 1] = &[field::Field::alone::<T>().plan::<T>(1)];
    const ORDER: &'static Order<1> = &Order::new(Self::FIELDS, Self::SHAPES);

    /// The struct whose only field is a value of any other type.
    fn record() -> &'static Struct {
        const { &Struct::compiled(("", false, true, false), Self::FIELDS, Self::SINGLE, Self::ORDER, None) }
    }
}

/// Bytes of all objects behind the root record.
#[inline(always)]
pub(super) fn root_len<T: Value, W: StaticWidth>(value: &T::Set<'_>) -> u64 {
    if const { Root::<T>::IS_STRUCT } {
        element_len::<T, W>(value, MAX_DEPTH)
    } else {
        T::heap_len::<false, W>(value, alone::<T>(), MAX_DEPTH)
    }
}

/// Writes the root record, and the objects it points to.
#[inline(always)]
pub(super) fn write_root<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    if const { Root::<T>::IS_STRUCT } {
        write_element::<T, W>(value, record, heap)
    } else {
        T::write(value, record, alone::<T>(), heap)
    }
}

/// Reads the value of a root record.
#[inline(always)]
pub(super) fn get_root<'a, T: Value, R: Reading>(root: &RecordBytes<'a>, known: R) -> Result<R::Get<'a, T>, R::Error> {
    if const { Root::<T>::IS_STRUCT } {
        known.get::<T, true>(root, element::<T>())
    } else {
        known.get::<T, false>(root, alone::<T>())
    }
}

/// Decodes the value of a root record, checking every byte, within the budget of a walk.
#[inline(always)]
pub(super) fn decode_root<'b, T: Value + Decode<'b>>(buf: &Buf<'b>, root: &[u8]) -> Result<T> {
    #[inline(always)]
    fn decode<'b, T: Value + Decode<'b>, W: Width>(root: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
        if const { Root::<T>::IS_STRUCT } {
            decode_element(root, decoder)
        } else {
            T::decode(root, alone::<T>(), decoder)
        }
    }
    with_width!(PointerWidth::from(buf.width), W => decode(root, &mut Decoder::new(buf.with_width(W {}))))
}

// Editing a buffer in place whose root is not a struct.

/// An open buffer whose root is not a struct, to change in place: returned by
/// [`Vellum::edit`](crate::Vellum::edit).
///
/// ```
/// use vellum::{Storage, Vellum, cursor::RootEdit};
///
/// fn add(log: &mut RootEdit<Vec<String>, impl Storage>, line: &str) -> vellum::Result<()> {
///     log.cursor().push(line)
/// }
///
/// let mut bytes = vellum::to_vec(&Vec::<String>::new())?;
/// add(&mut Vec::<String>::edit(&mut bytes)?, "started")?;
/// assert_eq!(vellum::from_slice::<Vec<String>>(&bytes)?, ["started"]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct RootEdit<T, S> {
    cursor: Editing<'static, Session<S>>,
    marker: PhantomData<fn() -> T>,
}

impl<T: Value, S: Storage> Rooted for RootEdit<T, S> {
    type Root = T;
    type Storage = S;
    type For<U: Value> = RootEdit<U, S>;

    #[inline(always)]
    fn over(session: Session<S>) -> Self {
        const { assert!(!Root::<T>::IS_STRUCT, "a checked newtype of a struct with named fields is no root to edit") };
        let link = Link::root(&session);
        Self { cursor: Editing::new(session, link), marker: PhantomData }
    }

    fn session(&self) -> &Session<S> {
        &self.cursor.session
    }
}

impl<T: Value, S: Storage> RootEdit<T, S> {
    /// The value as a field without a name.
    const FIELD: &'static Field<T::Default> = &Field::alone::<T>();

    /// The current value, as [`Vellum::peek`](crate::Vellum::peek) returns it.
    ///
    /// # Errors
    /// As a getter of the type.
    #[inline]
    pub fn get(&self) -> Result<T::Get<'_, Checked>> {
        Self::FIELD.read::<T, _>(&self.cursor)
    }

    /// Sets the whole value.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// let mut bytes = vellum::to_vec(&7u64)?;
    /// u64::edit(&mut bytes)?.set(8)?;
    /// assert_eq!(u64::peek(&bytes)?, 8);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As a setter of a field of the type; the buffer is then unchanged.
    #[inline]
    pub fn set(&mut self, value: T::Set<'_>) -> Result<()> {
        Self::FIELD.set::<T, _>(&mut self.cursor, &value)
    }

    /// The edit cursor of the value; of an optional value the cursor of the value inside.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use vellum::Vellum;
    ///
    /// let mut bytes = vellum::to_vec(&BTreeMap::from([("chess".to_owned(), 7u32)]))?;
    /// let mut scores = BTreeMap::<String, u32>::edit(&mut bytes)?;
    /// scores.cursor().insert("go", 9)?;
    /// assert_eq!(scores.get()?.len(), 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn cursor(&mut self) -> T::FieldCursor<'_, S> {
        // Where the root lies after a new layout, which the session knows.
        self.cursor.link = Link::root(&self.cursor.session);
        Self::FIELD.cursor::<T, _>(&mut self.cursor)
    }

    /// Takes the value out: the buffer then holds the type's default.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// let mut bytes = vellum::to_vec(&Some(7u16))?;
    /// assert_eq!(Option::<u16>::edit(&mut bytes)?.take()?, Some(7));
    /// assert_eq!(Option::<u16>::peek(&bytes)?, None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_slice`](crate::from_slice) and [`RootEdit::clear`].
    pub fn take(&mut self) -> Result<T>
    where
        T: DecodeOwned,
    {
        Self::FIELD.take::<T, _>(&mut self.cursor)
    }

    /// Sets the value to its type's default, or to absent.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// let mut bytes = vellum::to_vec(&vec![3u32, 1])?;
    /// Vec::<u32>::edit(&mut bytes)?.clear()?;
    /// assert!(Vec::<u32>::peek(&bytes)?.is_empty());
    ///
    /// let mut bytes = vellum::to_vec(&Some(7u16))?;
    /// Option::<u16>::edit(&mut bytes)?.clear()?;
    /// assert_eq!(Option::<u16>::peek(&bytes)?, None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are invalid; the buffer is
    /// then unchanged.
    pub fn clear(&mut self) -> Result<()> {
        Self::FIELD.clear(&mut self.cursor)
    }
}

impl<T: Value, S: Storage> fmt::Debug for RootEdit<T, S>
where
    for<'a> T::Get<'a, Checked>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RootEdit").field(&self.get()).finish()
    }
}

/// The schema of buffers of a type.
pub(crate) fn schema_of<T: Value>() -> &'static Schema {
    static VALUES: SchemaCells = SchemaCells::new();
    match const { T::PLAN.schema } {
        Some(schema) => schema(),
        None => VALUES.get::<T>(),
    }
}
