//! Editing a buffer whose root is not a struct in place.

use core::fmt;
use core::marker::PhantomData;

use super::field::Field;
use super::root_record::Root;
use super::{Checked, DecodeOwned, Value};
use crate::error::Result;
use crate::write::{Link, Session, Storage};

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
    session: Session<S>,
    link: Link<'static>,
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
        Self { session, link, marker: PhantomData }
    }

    /// The value as a field without a name.
    const FIELD: &'static Field<T::Default> = &Field::alone::<T>();

    /// Where the buffer lives.
    pub(super) fn storage(&self) -> &S {
        &self.session.storage
    }

    /// The current value, as [`view`](crate::view) returns it.
    ///
    /// # Errors
    /// As a getter of the type.
    #[inline]
    pub fn get(&self) -> Result<T::Get<'_, Checked>> {
        Self::FIELD.read::<T, _>(&self.session, &self.link)
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
        Self::FIELD.set::<T, _>(&mut self.session, &mut self.link, &value)
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
        self.link = Link::root(&self.session);
        T::field_cursor(&mut self.session, &self.link, &Self::FIELD.at)
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
        Self::FIELD.take::<T, _>(&mut self.session, &mut self.link)
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
        Self::FIELD.clear(&mut self.session, &mut self.link)
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
