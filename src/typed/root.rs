//! Derived structs as the types of whole buffers, with methods to open them. Buffers of other types
//! are opened by the functions of `roots`.

use super::Value;
use crate::error::Result;
use crate::read::record::RecordBytes;
use crate::schema::Schema;
use crate::verify::Verified;
use crate::write::{Session, Storage};

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
    /// an unknown variant, and the type has no variant for unknown ones.
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
