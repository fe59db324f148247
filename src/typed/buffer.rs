//! Whole buffers of a derived type: opened, measured, compared, brought to their canonical form.

use core::hash::Hasher;

use super::codec::write_workspace;
use super::root_record::Root;
use super::roots::schema_of;
use super::{Decode, Value, Vellum};
use crate::error::Result;
use crate::layout::Size;
use crate::read::Buf;
use crate::read::value::Part;
use crate::schema::Schema;
use crate::verify::Verified;
use crate::whole::{Hashed, Pair};
use crate::wire::header::Header;
use crate::wire::width::PointerWidth;
use crate::write::session::{Compiled, foreign_workspace};
use crate::write::space::ReadOnly;
use crate::write::workspace::width_for;
use crate::write::{Session, Space, SpaceByField, Storage, Workspace};

impl<S: Storage> Session<S> {
    /// Opens a buffer of the derived type `T`.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for an invalid header;
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) for the bytes of a
    /// [`Workspace`](crate::Workspace) in another storage, which would not keep their end.
    #[inline(always)]
    pub fn open<T: Value>(mut storage: S) -> Result<Self> {
        let (bytes, ends) = (storage.bytes(), const { Root::<T>::ENDS });
        let plan = Compiled(const { &Root::<T>::PLAN });
        let (width, root, root_size) = match Buf::open_ordinary(bytes, ends) {
            Some((width, start, root)) => (width, start, root.len()),
            None if Header::is_workspace(bytes) && !storage.keeps_layout() => return Err(foreign_workspace()),
            None => {
                check_lineage::<T>(bytes)?;
                open_rare(storage.bytes_mut(), ends)?
            }
        };
        Ok(Self::from_parts(storage, plan, width, root, root_size))
    }

    /// Opens a buffer to read it or to replace it as a whole.
    pub(super) fn open_whole<T: Value>(storage: S) -> Result<Self> {
        let is_marked = Header::is_marked(storage.bytes());
        let (buf, root) = Buf::open(storage.bytes(), const { Root::<T>::ENDS }, Root::<T>::lineage)?;
        let (width, root, root_size) = place_of_root(buf, root);
        let plan = Compiled(const { &Root::<T>::PLAN });
        let mut session = Self::from_parts(storage, plan, width, root, root_size);
        session.is_marked = is_marked;
        Ok(session)
    }
}

/// Opens any buffer to edit it: its pointer width and its root record, and the length of that.
/// Takes extensions out of the header that an edit makes untrue.
#[cold]
#[inline(never)]
fn open_rare(bytes: &mut [u8], ends: &[Size]) -> Result<(PointerWidth, usize, usize)> {
    let (buf, root) = Buf::open(bytes, ends, || None)?;
    let place = place_of_root(buf, root);
    Header::forget_fragile(bytes);
    Ok(place)
}

fn place_of_root(buf: Buf<'_>, root: &[u8]) -> (PointerWidth, usize, usize) {
    (buf.width.into(), buf.floor.wrapping_sub(root.len()), root.len())
}

/// Fails for a buffer of another type, if buffers say of which they are.
#[inline(always)]
fn check_lineage<T: Value>(bytes: &[u8]) -> Result<()> {
    Root::<T>::lineage().map_or(Ok(()), |lineage| Header::check_lineage(bytes, lineage))
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Workspace<B> {
    /// Writes a value to memory, and makes the rest of the memory free.
    ///
    /// ```
    /// # use vellum::{ErrorKind, Vellum, Workspace};
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let log = Log { lines: vec!["first".into()] };
    /// let mut memory = [0; 64];
    /// assert!(Workspace::format(&mut memory, &log)?.len() < 64);
    /// assert_eq!(vellum::from_slice::<Log>(&memory)?.lines, ["first"]);
    /// assert_eq!(Workspace::format(&mut memory[..8], &log).err().unwrap().kind(), ErrorKind::Full);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the memory is too short, and as
    /// [`to_vec`](crate::to_vec); the memory is then unchanged; but if a conversion (`with`)
    /// returned another length for writing than for measuring, it is zeros.
    pub fn format<T: Value>(mut memory: B, value: &T) -> Result<Self> {
        let capacity = memory.as_ref().len();
        let width = width_for(capacity, const { Root::<T>::PLAN }.min_width());
        let end = write_workspace(value, width, memory.as_mut())?;
        Ok(Self::written(memory, end))
    }
}

/// Brings a buffer to its canonical form: no free space, the narrowest pointers, defaults not
/// stored.
///
/// Buffers that hold equal values have equal bytes after this, those that [`to_vec`](crate::to_vec)
/// makes.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { text: String }
///
/// let mut bytes = vellum::to_vec(&Note { text: "a long text".into() })?;
/// Note::edit(&mut bytes)?.set_text("short")?;
/// vellum::compact::<Note>(&mut bytes)?;
/// assert_eq!(bytes, vellum::to_vec(&Note { text: "short".into() })?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// A [`Workspace`](crate::Workspace) stays a workspace: its values are laid out as in the canonical
/// form, behind a workspace's header, with pointers that reach all of the memory.
///
/// The canonical form is the shortest, with one exception: if all elements of a list of unions have
/// one variant, they are packed, each with the full length of the payload, even if it is a default
/// that a slot would not store. So a list of large fixed payloads that are mostly zeros becomes
/// longer.
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes;
/// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the buffer holds data of a newer schema
/// revision, which would be lost; [`ErrorKind::Full`](crate::ErrorKind::Full) for a slice that is
/// longer than its canonical form, and for a workspace that is too small for its canonical form;
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the canonical form is longer than the schema's
/// [`Limits`](crate::Limits) allow for this buffer. The buffer is then unchanged.
pub fn compact<T: Value>(storage: &mut (impl Storage + ?Sized)) -> Result<()> {
    Session::open_whole::<T>(storage)?.compact()
}

/// Tells what the bytes of a buffer are used for.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { title: String, text: String }
///
/// let mut bytes = vellum::to_vec(&Note { title: "a title".into(), text: "text".into() })?;
/// assert_eq!(vellum::space::space::<Note>(&bytes)?.to_string(), "17 bytes: 17 live, 0 slack, 0 waste");
/// Note::edit(&mut bytes)?.set_title("new")?; // the bytes left over stay the title's
/// assert_eq!(vellum::space::space::<Note>(&bytes)?.to_string(), "17 bytes: 13 live, 0 slack, 4 waste");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes;
/// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if the buffer holds data of a newer schema
/// revision, whose objects cannot be told from free bytes.
pub fn space<T: Value>(bytes: &[u8]) -> Result<Space> {
    Session::open_whole::<T>(ReadOnly(bytes))?.space()
}

/// Tells what the bytes of a buffer are used for, field by field.
///
/// The row of a field counts the objects behind it; a number in the root record has no objects, and
/// counts in the row of the root. Fields of a field have rows of their own, down to `depth` names
/// and `[]`; deeper ones count in the last of these. The keys of a map count with the map.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct User { name: String, tags: Vec<String> }
///
/// let bytes = vellum::to_vec(&User { name: "Ada".into(), tags: vec!["math".into(), "logic".into()] })?;
/// let space = vellum::space::space_by_field::<User>(&bytes, 2)?;
/// let rows: Vec<_> = space.rows().iter().map(|row| (row.path.as_str(), row.objects, row.live)).collect();
/// assert_eq!(rows, [("", 1, 4), ("name", 1, 4), ("tags", 1, 3), ("tags[]", 2, 11)]);
/// assert_eq!(space.total(), vellum::space::space::<User>(&bytes)?);
/// println!("{space}");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`space`](crate::space::space).
pub fn space_by_field<T: Value>(bytes: &[u8], depth: usize) -> Result<SpaceByField> {
    Session::open_whole::<T>(ReadOnly(bytes))?.space_by_field(depth)
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
/// assert!(a != b && vellum::content_eq::<Note>(&a, &b)?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Record::content_eq`](crate::Record::content_eq).
pub fn content_eq<T: Value>(a: &[u8], b: &[u8]) -> Result<bool> {
    let ((a_buf, a), (b_buf, b)) = (root_of::<T>(a)?, root_of::<T>(b)?);
    Pair::new(a_buf, b_buf).is_equal(&a, &b)
}

/// Hashes what a buffer of a derived type holds:
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
///     vellum::content_hash::<Note>(bytes, &mut hasher)?;
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
pub fn content_hash<T: Value>(bytes: &[u8], hasher: &mut impl Hasher) -> Result<()> {
    let (buf, root) = root_of::<T>(bytes)?;
    Hashed::new(buf, hasher).part(&root, 0)
}

/// The root of a buffer of a derived type.
fn root_of<T: Value>(bytes: &[u8]) -> Result<(Buf<'_>, Part<'_>)> {
    let schema: &'static Schema = schema_of::<T>();
    schema.check()?;
    let (buf, root) = Buf::open(bytes, schema.root_ends(), || schema.lineage())?;
    Ok((buf, Part::Root(buf, schema, root)))
}

impl<'a, T: Vellum> Verified<'a, T> {
    /// A view of the bytes, which checks the values it reads again.
    #[must_use]
    pub fn view(&self) -> T::View<'a> {
        T::View::from(self.root)
    }
}

impl<'a, T: Value> Verified<'a, T> {
    /// The owned value.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32, y: i32 }
    /// let bytes = vellum::to_vec(&Point { x: 1, y: 2 })?;
    /// let point = Point::verify(&bytes)?.decode()?;
    /// assert_eq!((point.x, point.y), (1, 2));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the Rust type cannot hold a value that the schema allows, such as a list of unknown
    /// variants.
    pub fn decode(&self) -> Result<T>
    where
        T: Decode<'a>,
    {
        self.root.decode::<T>()
    }
}
