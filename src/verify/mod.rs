//! Whole buffers, proved in one pass.
//!
//! Views check only the values they read, so errors elsewhere stay unnoticed: an entry out of
//! order, which a search silently misses, or bytes that belong to no value. A proof checks
//! everything, once.
//!
//! - `walk`, `map`: the walk over every value
//! - `plan`: which values need no check
//! - `claims`: no two objects overlap, and only free bytes lie between them
//!
//! The invariant of a [`Verified`]: all of its bytes were checked, and are borrowed, so that
//! nothing changes them.

pub(crate) mod claims;
mod map;
mod walk;

use core::fmt;
use core::marker::PhantomData;

use crate::error::Result;
use crate::read::Buf;
use crate::read::cursor::StructRef;
use crate::read::record::RecordBytes;
use crate::schema::Schema;
pub(crate) use walk::verify_value;

/// A buffer of which every byte was checked, returned by [`Schema::verify`] and
/// [`Vellum::verify`](crate::Vellum::verify).
///
/// `T` is the derived type of the buffer, or [`Schema`] if the type is known at run time only.
///
/// ```
/// use vellum::{Schema, Verified};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
/// let bytes = [0x20, 3, 36, 0, 5, 3, b'A', b'd', b'a'];
/// let user: Verified = schema.verify(&bytes)?;
/// assert!(user.complete());
/// assert_eq!(user.record().get::<str>("name")?, "Ada");
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Verified<'a, T = Schema> {
    pub(crate) schema: &'a Schema,
    pub(crate) root: RecordBytes<'a>,
    is_complete: bool,
    unclaimed: usize,
    marker: PhantomData<fn() -> T>,
}

impl Schema {
    /// Proves a whole buffer in one pass.
    ///
    /// Then it is what a writer of this format leaves: every value is valid and readable, keys of
    /// maps ascend, no two objects overlap, and values are not nested deeper than 64 objects.
    /// [`Verified::complete`] says whether all of the buffer is accounted for: fields beyond what
    /// this schema knows are skipped, and bytes that belong to no object and are not free are
    /// counted ([`Verified::unclaimed`]). [`Rules`](crate::schema::Rules) are not looked at: they
    /// are about what is set, and may have changed since.
    ///
    /// It takes time in proportion to the buffer's length. It needs no memory where objects lie in
    /// the order of the canonical form, and one bit for each byte of the buffer where edits have
    /// moved them. In a [`Workspace`](crate::Workspace), the bytes up to its end are proved.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Game { scores: map<string, u8> } root Game;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("scores[a]", 1u8)?;
    /// record.set("scores[b]", 2u8)?;
    /// record.compact()?;
    /// let mut bytes = record.into_storage();
    /// assert!(schema.verify(&bytes)?.complete());
    ///
    /// bytes.swap(4, 6); // the pointers to the keys
    /// let error = schema.verify(&bytes).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Corrupt);
    /// assert_eq!(error.path(), "scores[\"a\"]"); // comes after "b"
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) with the offset and the path of the first
    /// fault, [`ErrorKind::Limit`](crate::ErrorKind::Limit) for values that are nested too deeply,
    /// and the error of [`Schema::check`].
    pub fn verify<'a>(&'a self, bytes: &'a [u8]) -> Result<Verified<'a>> {
        Verified::new(self, bytes)
    }
}

impl<'a, T> Verified<'a, T> {
    pub(crate) fn new(schema: &'a Schema, bytes: &'a [u8]) -> Result<Self> {
        schema.check()?;
        let (buf, root) = Buf::open(bytes, schema.root_ends(), || schema.lineage())?;
        let (is_complete, unclaimed) = walk::verify(buf, root, schema)?;
        Ok(Self { schema, root: RecordBytes::new(buf, root), is_complete, unclaimed, marker: PhantomData })
    }

    /// Whether the proof accounts for every byte: false if there are fields or variants of a newer
    /// schema revision that hold anything, and if there are [unclaimed](Self::unclaimed) bytes.
    ///
    /// An unknown variant of an open union whose payload is all zero holds no unchecked data. Its
    /// payload still cannot be read or exported: that is an error of the kind
    /// [`Newer`](crate::ErrorKind::Newer).
    ///
    /// What is known of such a buffer is proved; what a newer writer added is not.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// mod newer {
    ///     # use vellum::Vellum;
    ///     #[derive(Vellum)]
    ///     pub struct User { pub name: String, #[vellum(since = 2)] pub age: u16 }
    /// }
    /// #[derive(Vellum)]
    /// struct User { name: String }
    ///
    /// let bytes = vellum::to_vec(&newer::User { name: "Ada".into(), age: 36 })?;
    /// assert!(newer::User::verify(&bytes)?.complete());
    /// assert!(!User::verify(&bytes)?.complete());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn complete(&self) -> bool {
        self.is_complete
    }

    /// How many bytes are not free and belong to no object that this schema revision knows.
    ///
    /// To an older revision these are objects of a newer one. To the newest they are what such
    /// objects leave when an older program deletes the record that holds them: it cannot see them,
    /// and so it neither frees nor overwrites them. [`compact`](crate::compact), and every other
    /// layout by a revision that knows all of the buffer, frees them. Between two objects the bytes
    /// from the first to the last that is not free are counted.
    ///
    /// Values are read and edited all the same. Who takes buffers from strangers and wants no bytes
    /// in them that stand for nothing refuses a buffer that is not [complete](Self::complete).
    ///
    /// ```
    /// # use vellum::Vellum;
    /// mod newer {
    ///     # use vellum::Vellum;
    ///     #[derive(Vellum, Default)]
    ///     pub struct Item { pub id: u8, #[vellum(since = 2)] pub note: String }
    ///     #[derive(Vellum)]
    ///     pub struct Cart { pub items: Vec<Item> }
    /// }
    /// #[derive(Vellum)]
    /// struct Item { id: u8 }
    /// #[derive(Vellum)]
    /// struct Cart { items: Vec<Item> }
    ///
    /// let item = newer::Item { id: 1, note: "a gift".into() };
    /// let mut bytes = vellum::to_vec(&newer::Cart { items: vec![item] })?;
    /// Cart::edit(&mut bytes)?.items().remove(0)?; // an older program, which does not see the note
    /// assert_eq!(newer::Cart::verify(&bytes)?.unclaimed(), 7);
    /// vellum::compact::<newer::Cart>(&mut bytes)?;
    /// assert_eq!(newer::Cart::verify(&bytes)?.unclaimed(), 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn unclaimed(&self) -> usize {
        self.unclaimed
    }

    /// The bytes: all of the buffer, and of a workspace those up to its end.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.root.buf().bytes
    }

    /// The schema they were proved by.
    #[must_use]
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// A cursor of the root struct.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32, y: i32 }
    /// let bytes = vellum::to_vec(&Point { x: 1, y: 2 })?;
    /// assert_eq!(format!("{:?}", Point::verify(&bytes)?.root()), "Point { x: 1, y: 2 }");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn root(&self) -> StructRef<'a> {
        StructRef::new(*self.root.buf(), self.root.bytes(), self.schema, self.schema.root_id())
    }
}

impl<T> Clone for Verified<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Verified<'_, T> {}

impl<T> fmt::Debug for Verified<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (complete, unclaimed) = (&self.is_complete, &self.unclaimed);
        let mut printed = f.debug_struct("Verified");
        printed.field("complete", complete).field("unclaimed", unclaimed).field("root", &self.root()).finish()
    }
}
