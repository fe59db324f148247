//! The run-time path: buffers whose schema is parsed, not compiled in.
//!
//! - here: [`Record`], a buffer with its schema
//! - `view`: [`RecordView`], both borrowed, to read
//! - `get`: reading any field, and the two walks over a path
//! - `path`: from text such as `list[].name` to segments, resolved and type-checked once
//! - `field`: handles, made of paths
//! - `key`: edits of maps and sets by key, and keys in the text of a path
//! - `types`: the types that a field can be read and written as
//! - `strings`: types that are read as text or converted
//! - `assign`: the values that a field takes, values put as a whole, and copies
//! - `dynamic`: values within `any`, and the value at the end of a path
//! - `append_any`: values added within `any`
//! - `edit`: setting a field, conversions and rules, and entries
//! - `insert`: inserting, appending and removing elements
//! - `text`: splices of strings, bytes and lists
//! - `make`: absent values made present, unions of another variant, and words without a Rust type
//! - `set_stored`: the first tier of changes, by their steps
//! - `apply`: changes applied, records merged and compared
//! - `op`: edits as values: how each is made, and told to a recorder
//! - `noted`: the edits that a recorder is told, for a patch
//! - `builder`: a record built value by value, to its canonical bytes
//! - `last_found`: the record and the list that a builder found last, or makes at the end of a path

mod append_any;
mod apply;
mod assign;
mod builder;
mod dynamic;
mod edit;
mod field;
mod get;
mod insert;
pub(crate) mod key;
mod last_found;
mod make;
mod noted;
mod op;
mod path;
mod set_stored;
mod strings;
mod text;
mod types;
mod view;

use alloc::vec::Vec;

pub use assign::{Accepts, Reads};
pub use builder::RecordBuilder;
pub(crate) use field::Resolved;
pub use field::{Address, ByPath, Handle, HandleAt, Locate};
pub(crate) use path::MAX_STEPS;
pub use text::Spliceable;
pub use types::{Dynamic, FieldType, VariantName};
pub use view::{AsRecord, RecordView};

use crate::error::{Error, Result};
use crate::read::Buf;
pub use crate::record::edit::Entry;
use crate::schema::Schema;
use crate::wire::clamp;
use crate::wire::header::{Header, lineage_block};
use crate::wire::width::{PointerWidth, Width};
use crate::write::Session;

/// A buffer with its run-time schema.
///
/// It lives in a `Vec<u8>` by default; over any [`Storage`](crate::Storage) it can be edited. To
/// read a buffer alone, [`Schema::peek`] takes less.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18, tags: list<string> } root User;")?;
/// let age = schema.field::<u16>("age")?; // resolved and type-checked once
/// let tag = schema.field::<str>("tags[]")?; // each [] takes an index at access
///
/// let mut record = Record::new(&schema);
/// assert_eq!(record.get(&age)?, 18);
/// record.set(&age, 37)?;
/// record.push("tags", "math")?;
/// record.set(tag.at(0), "mathematics")?;
///
/// let bytes = record.into_storage();
/// let record = Record::open(&schema, &bytes[..])?;
/// assert_eq!(record.get(&age)?, 37);
/// assert_eq!(record.get(tag.at(0))?, "mathematics");
/// assert_eq!(record.get::<str>("tags[0]")?, "mathematics");
/// # Ok::<(), vellum::Error>(())
/// ```
#[doc(alias("DynamicMessage", "Document", "root"))]
pub struct Record<B = Vec<u8>> {
    pub(crate) session: Session<B, Schema>,
}

impl Record {
    /// A record in which every field has its default.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// assert_eq!(Record::new(&schema).as_bytes().len(), 2 + 3); // header, then two bytes of age, one pointer
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        Self::with_width(schema, schema.min_width())
    }

    /// As [`Record::new`], with pointers of at least `least`: for a record that will grow, and
    /// should not be laid out again as it grows.
    ///
    /// ```
    /// use vellum::{Record, Schema, schema::PointerWidth};
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// assert_eq!(Record::with_width(&schema, PointerWidth::Two).as_bytes().len(), 2 + 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn with_width(schema: &Schema, least: PointerWidth) -> Self {
        let least = least.max(schema.min_width());
        let size_at = |width: PointerWidth| schema.root().size().at(width.shift());
        let lineage = schema.lineage().map(lineage_block);
        let extension = lineage.as_slice().as_flattened();
        let total = |width: PointerWidth| {
            let size = size_at(width);
            Header::len(clamp(size)).saturating_add(extension.len()).saturating_add(size)
        };
        let fits = |width: &PointerWidth| *width >= least && total(*width) as u64 <= width.max_len();
        // A record has at most 64 KiB, which the widest pointers reach.
        let width = PointerWidth::ALL.into_iter().find(fits).unwrap_or(PointerWidth::Four);
        let size = size_at(width);
        let mut bytes = alloc::vec![0; total(width)];
        Header::write(width, clamp(size), &mut bytes);
        Header::extend(extension, clamp(size), &mut bytes);
        let root = bytes.len().saturating_sub(size);
        Self { session: Session::from_parts(bytes, schema.clone(), width, root, size) }
    }
}

impl<B: AsRef<[u8]>> Record<B> {
    /// Opens a buffer. Fields are checked when they are read.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let record = Record::open(&schema, [0x20, 4, 7, 0, 0, 0])?;
    /// assert_eq!(record.get::<i32>("x")?, 7);
    /// assert_eq!(Record::open(&schema, [0x20, 4, 7]).err().unwrap().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the header is invalid or the root
    /// record does not lie in the buffer.
    #[inline(always)]
    pub fn open(schema: &Schema, bytes: B) -> Result<Self> {
        let (buf, root) = Buf::open(bytes.as_ref(), schema.root_ends(), || schema.lineage())?;
        let (width, size) = (buf.width, root.len());
        let (is_marked, root) = (Header::is_marked(buf.bytes), buf.floor.saturating_sub(size));
        let mut session = Session::from_parts(bytes, schema.clone(), width.into(), root, size);
        session.is_marked = is_marked;
        Ok(Self { session })
    }

    /// The buffer's bytes; of a workspace those up to its end.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("x", 7)?;
    /// assert_eq!(record.as_bytes(), [0x20, 4, 7, 0, 0, 0]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.buf().bytes
    }

    /// Gives the storage back.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("x", 7)?;
    /// let bytes: Vec<u8> = record.into_storage();
    /// assert_eq!(Record::open(&schema, bytes)?.get::<i32>("x")?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn into_storage(self) -> B {
        self.session.storage
    }

    /// The schema.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// assert_eq!(Record::new(&schema).schema().root().name(), "Point");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn schema(&self) -> &Schema {
        self.session.schema()
    }

    /// The record as it is now, to read.
    ///
    /// ```
    /// use vellum::{Record, RecordView, Schema};
    ///
    /// fn name(user: RecordView<'_>) -> vellum::Result<&str> {
    ///     user.get::<str>("name")
    /// }
    ///
    /// let schema = Schema::parse("struct User { name: string } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("name", "Ada")?;
    /// assert_eq!(name(record.view()?)?, "Ada");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the storage became shorter since it was
    /// opened.
    #[inline]
    pub fn view(&self) -> Result<RecordView<'_>> {
        Ok(RecordView { buf: self.buf(), root: self.root_bytes()?, schema: self.session.schema() })
    }

    #[inline]
    pub(crate) fn buf(&self) -> Buf<'_> {
        let session = &self.session;
        let memory = session.storage.as_ref();
        let bytes = if session.is_marked { Header::content(memory) } else { memory };
        Buf { bytes, floor: session.floor(), width: session.width.into() }
    }

    #[inline]
    pub(super) fn root_bytes(&self) -> Result<&[u8]> {
        let (pos, size) = (self.session.root, self.session.root_size);
        match crate::wire::slice(self.session.storage.as_ref(), pos, size) {
            Some(bytes) => Ok(bytes),
            None => Err(Error::corrupt(pos, crate::error::Wording::RootGone)),
        }
    }
}

impl<B> view::sealed::Sealed for Record<B> {}

impl<B: AsRef<[u8]>> AsRecord for Record<B> {
    fn as_record(&self) -> Result<RecordView<'_>> {
        self.view()
    }
}

/// Prints the root as [`Record::root`] does: all that the record holds, or the error.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
/// assert_eq!(format!("{:?}", Record::new(&schema)), "User { name: \"\", age: 18 }");
/// # Ok::<(), vellum::Error>(())
/// ```
impl<B: AsRef<[u8]>> core::fmt::Debug for Record<B> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.view() {
            Ok(view) => view.fmt(f),
            Err(error) => write!(f, "{} {{ {error} }}", self.schema().root().name()),
        }
    }
}
