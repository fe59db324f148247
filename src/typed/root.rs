//! The root of a buffer as a Rust type: [`Vellum`] for derived structs, and functions and
//! [`RootEdit`] for values of any type.

use core::fmt;
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
use crate::verify::Verified;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, StaticWidth, Width, with_width};
use crate::write::undo::Transaction;
use crate::write::{Link, Session, Storage};

/// A struct with named fields as the type of a whole buffer: its views and cursors; implemented by
/// `#[derive(Vellum)]`.
///
/// A value of any other type, such as an enum or a `Vec`, can be a whole buffer, too:
/// [`to_vec`](crate::to_vec) and [`from_slice`](crate::from_slice) take any [`Value`], and
/// [`view`](crate::view), [`edit`](crate::edit), [`access`](crate::access),
/// [`verify`](crate::verify) and [`schema_of`](crate::schema_of) open it.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct User {
///     name: String,
///     age: u16,
/// }
///
/// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
/// assert_eq!(User::view(&bytes)?.age()?, 36);
/// User::edit(&mut bytes)?.set_age(37)?;
/// assert_eq!(User::view(&bytes)?.age()?, 37);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no struct with named fields that derives `Vellum`",
    label = "this type is not a `vellum::Vellum`",
    note = "any type that can be a field is the type of a buffer, too: an enum, a tuple, a list. `vellum::to_vec` and `from_slice` take it, and `vellum::view::<{Self}>`, `edit`, `access`, `verify` and `schema_of` are what a struct has as methods"
)]
pub trait Vellum: Value {
    /// The lazily checked, zero-copy view: one getter for each field.
    type View<'a>: From<RecordBytes<'a>>;
    /// The edit cursor of a whole buffer: one setter and one cursor for each field.
    type Edit<'a, S: Storage + 'a>;

    /// The session of an edit cursor.
    #[doc(hidden)]
    fn session<'e, 'a, S: Storage + 'a>(edit: &'e Self::Edit<'a, S>) -> &'e Session<S>;

    /// The schema of this type, which prints as text.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Point { x: f32, y: f32 }
    ///
    /// assert_eq!(Point::schema().to_string(), "struct Point {\n    x: f32,\n    y: f32,\n}\nroot Point;\n");
    /// ```
    fn schema() -> &'static Schema;

    /// Opens a buffer to read single fields, which are checked when they are read.
    ///
    /// ```
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
    /// let user = User::view(&bytes)?;
    /// assert_eq!((user.name()?, user.age()?), ("Ada", 36));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid or the root
    /// record does not lie in the buffer.
    #[inline]
    fn view(bytes: &[u8]) -> Result<Self::View<'_>> {
        RecordBytes::root::<Self>(bytes).map(Self::View::from)
    }

    /// Proves a whole buffer in one pass: see [`Schema::verify`].
    ///
    /// Unlike [`Vellum::access`] it goes by the schema alone: a buffer of a newer revision can be
    /// valid and still hold values that this type cannot represent.
    ///
    /// ```
    /// use vellum::{ErrorKind, Vellum};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
    /// assert_eq!(User::verify(&bytes)?.view().name()?, "Ada");
    /// *bytes.last_mut().unwrap() = 0xC3; // half a character
    /// let error = User::verify(&bytes).unwrap_err();
    /// assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "name"));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::verify`].
    fn verify(bytes: &[u8]) -> Result<Verified<'_, Self>> {
        Verified::new(Self::schema(), bytes)
    }

    /// Proves a whole buffer in one pass, and gives a view whose getters give plain values.
    ///
    /// The proof accepts the buffers that [`Vellum::verify`] accepts, unless this type cannot hold
    /// a value in them; it is compiled for the type. Values of a proved buffer are not checked
    /// again when they are read.
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
    /// let user = User::access(&bytes)?; // the only step that can fail
    /// assert_eq!(user.name(), "Ada");
    /// assert!(user.tags().iter().eq(["math"]));
    /// assert_eq!(user.scores().get("chess"), Some(7));
    /// match user.contact() {
    ///     ContactProved::Phone(phone) => assert_eq!((phone.country(), phone.number()), (44, "20 7946 0000")),
    ///     ContactProved::None | ContactProved::Email(_) => panic!("a phone"),
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// A limit: a value that is not stored is a default, and defaults are not proved. So in a
    /// buffer that was written as plain integers, a `NonZero` in a struct that is not stored reads
    /// as its least value, while checked getters and decoding refuse the zero.
    ///
    /// # Errors
    /// As [`Vellum::verify`]. [`ErrorKind::Newer`](crate::ErrorKind::Newer) if an `open` enum has
    /// an unknown variant, and the type has no variant for unknown ones. If [`Schema::check`]
    /// fails, [`ErrorKind::Schema`](crate::ErrorKind::Schema), without the broken rule.
    fn access(bytes: &[u8]) -> Result<Self::Proved<'_>> {
        super::prove::access::<Self>(bytes)
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
    /// assert_eq!(User::view(&bytes)?.name()?, "Ada Lovelace");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Vellum::view`].
    #[inline]
    fn edit<S: Storage + ?Sized>(storage: &mut S) -> Result<Self::Edit<'_, &mut S>> {
        Session::open::<Self>(storage).map(Self::edit_over)
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
    fn transaction<R, E: From<Error>>(
        storage: &mut impl Storage,
        edit: impl for<'a> FnOnce(&mut Self::Edit<'a, Transaction<'a>>) -> Result<R, E>,
    ) -> Result<R, E> {
        let mut cursor = Self::edit_over(Session::open::<Self>(Transaction::new(storage))?);
        let done = edit(&mut cursor)?;
        Self::session(&cursor).storage.succeed();
        Ok(done)
    }

    /// The cursor of an open buffer.
    #[doc(hidden)]
    fn edit_over<'a, S: Storage + 'a>(session: Session<S>) -> Self::Edit<'a, S>;
}

/// Proves a whole buffer of any type in one pass, and returns its value as a getter of a proved
/// view does.
///
/// See [`Vellum::access`](crate::Vellum::access). [`Proved`](crate::proved::Proved) keeps a proof
/// together with its bytes.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Item { name: String, count: u32 }
///
/// let bytes = vellum::to_vec(&vec![Item { name: "pen".into(), count: 2 }, Item { name: "ink".into(), count: 1 }])?;
/// let items = vellum::access::<Vec<Item>>(&bytes)?; // the only step that can fail
/// assert_eq!(items.iter().map(|item| item.count()).sum::<u32>(), 3);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Vellum::access`](crate::Vellum::access).
#[inline]
pub fn access<T: Value>(bytes: &[u8]) -> Result<T::Proved<'_>> {
    super::prove::access::<T>(bytes)
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
/// [`edit`](crate::edit).
///
/// ```
/// use vellum::{Storage, cursor::RootEdit};
///
/// fn add(log: &mut RootEdit<Vec<String>, impl Storage>, line: &str) -> vellum::Result<()> {
///     log.cursor().push(line)
/// }
///
/// let mut bytes = vellum::to_vec(&Vec::<String>::new())?;
/// add(&mut vellum::edit(&mut bytes)?, "started")?;
/// assert_eq!(vellum::from_slice::<Vec<String>>(&bytes)?, ["started"]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct RootEdit<T, S> {
    cursor: Editing<'static, Session<S>>,
    marker: PhantomData<fn() -> T>,
}

/// Opens a buffer of any type but a struct to change it in place. A struct with named fields has
/// [`Vellum::edit`](crate::Vellum::edit).
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum, Debug, PartialEq)]
/// enum Message { Leave, Join { name: String, room: u32 }, Say(String) }
///
/// let mut bytes = vellum::to_vec(&Message::Join { name: "Ada".into(), room: 3 })?;
/// let mut message = vellum::edit::<Message, _>(&mut bytes)?; // a `Vec<u8>` grows, a `&mut [u8]` does not
/// let mut cursor = message.cursor(); // what the cursor of a struct gives for a field of this type
/// if let Some(mut join) = cursor.as_join()? {
///     join.set_name("Ada Lovelace")?;
/// }
/// message.set(&Message::Say("hello".into()))?; // the whole value
/// message.cursor().as_say()?.unwrap().push_str(", world")?;
/// assert_eq!(vellum::from_slice::<Message>(&bytes)?, Message::Say("hello, world".into()));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// A struct is a compile-time error:
///
/// ```compile_fail,E0080
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct User { name: String }
/// let mut bytes = vellum::to_vec(&User { name: "Ada".into() })?;
/// vellum::edit::<User, _>(&mut bytes)?; // `User::edit(&mut bytes)?`
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid or the root record
/// does not lie in the buffer; [`ErrorKind::Full`](crate::ErrorKind::Full) for the bytes of a
/// [`Workspace`](crate::Workspace) in another storage.
#[inline]
pub fn edit<T: Value, S: Storage + ?Sized>(storage: &mut S) -> Result<RootEdit<T, &mut S>> {
    const { assert!(!Root::<T>::IS_STRUCT, "a buffer of a struct with named fields is edited with its own `edit`") };
    Session::open::<T>(storage).map(RootEdit::over)
}

impl<T: Value, S: Storage> RootEdit<T, S> {
    /// The cursor of an open buffer.
    #[inline(always)]
    pub(crate) fn over(session: Session<S>) -> Self {
        let link = Link::root(&session);
        Self { cursor: Editing::new(session, link), marker: PhantomData }
    }

    /// The value as a field without a name.
    const FIELD: &'static Field<T::Default> = &Field::alone::<T>();

    /// Where the buffer lives.
    pub(super) fn storage(&self) -> &S {
        &self.cursor.session.storage
    }

    /// The current value, as [`view`](crate::view) returns it.
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
    /// let mut bytes = vellum::to_vec(&7u64)?;
    /// vellum::edit::<u64, _>(&mut bytes)?.set(8)?;
    /// assert_eq!(vellum::view::<u64>(&bytes)?, 8);
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
    ///
    /// let mut bytes = vellum::to_vec(&BTreeMap::from([("chess".to_owned(), 7u32)]))?;
    /// let mut scores = vellum::edit::<BTreeMap<String, u32>, _>(&mut bytes)?;
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
    /// let mut bytes = vellum::to_vec(&Some(7u16))?;
    /// assert_eq!(vellum::edit::<Option<u16>, _>(&mut bytes)?.take()?, Some(7));
    /// assert_eq!(vellum::view::<Option<u16>>(&bytes)?, None);
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
    /// let mut bytes = vellum::to_vec(&vec![3u32, 1])?;
    /// vellum::edit::<Vec<u32>, _>(&mut bytes)?.clear()?;
    /// assert!(vellum::view::<Vec<u32>>(&bytes)?.is_empty());
    ///
    /// let mut bytes = vellum::to_vec(&Some(7u16))?;
    /// vellum::edit::<Option<u16>, _>(&mut bytes)?.clear()?;
    /// assert_eq!(vellum::view::<Option<u16>>(&bytes)?, None);
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

// Opening a buffer whose root is of any type: its schema, its view, its proof.

/// The schema of buffers of a type, which prints as text. For a struct it is
/// [`Vellum::schema`](crate::Vellum::schema).
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Item { name: String }
///
/// assert_eq!(vellum::schema_of::<Vec<Item>>().to_string(), "struct Item {\n    name: string,\n}\nroot list<Item>;\n");
/// assert_eq!(vellum::schema_of::<Option<u64>>().to_string(), "root u64?;\n");
/// ```
#[must_use]
pub fn schema_of<T: Value>() -> &'static Schema {
    static VALUES: SchemaCells = SchemaCells::new();
    match const { T::PLAN.schema } {
        Some(schema) => schema(),
        None => VALUES.get::<T>(),
    }
}

/// Opens a buffer of any type to read it in place: returns the value as a getter of a field does.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// enum Message { Leave, Join { name: String, room: u32 } }
///
/// let bytes = vellum::to_vec(&Message::Join { name: "Ada".into(), room: 3 })?;
/// let message = vellum::view::<Message>(&bytes)?; // a `MessageView`
/// match message.get()? {
///     MessageRef::Join(join) => assert_eq!((join.name()?, join.room()?), ("Ada", 3)),
///     MessageRef::Leave => panic!("she joins"),
/// }
///
/// let bytes = vellum::to_vec(&BTreeMap::from([("chess".to_owned(), 7u32)]))?;
/// let scores = vellum::view::<BTreeMap<String, u32>>(&bytes)?; // a `Map`
/// assert_eq!(scores.get("chess")?, Some(7));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid or the root record
/// does not lie in the buffer, and as a getter of the type.
#[inline]
pub fn view<T: Value>(bytes: &[u8]) -> Result<T::Get<'_, Checked>> {
    get_root::<T, Checked>(&RecordBytes::root::<T>(bytes)?, Checked)
}

/// Proves a whole buffer of any type in one pass: see [`Schema::verify`].
///
/// ```
/// use vellum::ErrorKind;
///
/// let mut bytes = vellum::to_vec(&vec!["Ada".to_owned(), "Bob".to_owned()])?;
/// assert_eq!(vellum::verify::<Vec<String>>(&bytes)?.decode()?, ["Ada", "Bob"]);
/// *bytes.last_mut().unwrap() = 0xC3; // half a character
/// let error = vellum::verify::<Vec<String>>(&bytes).unwrap_err();
/// assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "[1]"));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Schema::verify`].
pub fn verify<T: Value>(bytes: &[u8]) -> Result<Verified<'_, T>> {
    Verified::new(schema_of::<T>(), bytes)
}
