//! A buffer with its schema in front: for files and messages that must be readable by programs
//! which do not know them.
//!
//! ```text
//! D7 76 6C 6D | length : varint | schema in its compact form, of that length | buffer
//! ```
//! The first byte begins no buffer and no text, so the three can be told apart. The buffer lies
//! there unchanged and is read in place.
//!
//! A program that knows the type opens it by [`open`], which refuses the buffer of another type:
//!
//! ```
//! use vellum::{Vellum, framed};
//!
//! #[derive(Vellum)]
//! struct Point { x: i32, y: i32 }
//! #[derive(Vellum)]
//! struct Size { width: i32, height: i32 }
//!
//! let mut bytes = framed::pack(Point::schema(), &vellum::to_vec(&Point { x: 1, y: -7 })?);
//! assert_eq!(Point::peek(framed::open::<Point>(&bytes)?)?.y()?, -7);
//! assert!(framed::open::<Size>(&bytes).is_err()); // though a `Size` has the same bytes
//!
//! Point::edit(framed::open_mut::<Point>(&mut bytes)?)?.set_x(2)?; // in place
//! assert_eq!(vellum::from_slice::<Point>(framed::open::<Point>(&bytes)?)?.x, 2);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! One that does not know the type takes the schema, too:
//!
//! ```
//! use vellum::{Record, Schema, framed};
//!
//! let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
//! let mut record = Record::new(&schema);
//! record.set("y", -7)?;
//! let bytes = framed::pack(&schema, record.as_bytes());
//!
//! // Elsewhere:
//! let (schema, buffer) = framed::unpack(&bytes)?;
//! let record = Record::open(&schema, buffer)?;
//! assert_eq!(record.get::<i32>("y")?, -7);
//! assert_eq!(schema.root().fields().len(), 2);
//! # Ok::<(), vellum::Error>(())
//! ```

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{Error, ErrorKind, Result, Wording};
use crate::schema::{Compatibility, Difference, Level, Schema, root_names};
use crate::typed::Value;
use crate::typed::root::schema_of;
use crate::wire::varint;

/// The first bytes of a packed buffer.
pub const MAGIC: [u8; 4] = [0xD7, b'v', b'l', b'm'];

/// Puts a schema before a buffer.
///
/// Whether the buffer is one of the schema is not checked.
///
/// ```
/// use vellum::{Vellum, framed};
///
/// #[derive(Vellum)]
/// struct Point { x: i32, y: i32 }
///
/// let buffer = vellum::to_vec(&Point { x: 1, y: 2 })?;
/// let bytes = framed::pack(Point::schema(), &buffer);
/// assert!(bytes.starts_with(&framed::MAGIC) && bytes.ends_with(&buffer));
/// # Ok::<(), vellum::Error>(())
/// ```
#[inline]
#[must_use]
#[doc(alias("self_describing", "envelope"))]
pub fn pack(schema: &Schema, buffer: &[u8]) -> Vec<u8> {
    let form = schema.to_bytes();
    // Only the doc comments of a schema could fill 4 GiB; the length is then too short, and
    // unpacking says so.
    let length = u32::try_from(form.len()).unwrap_or(u32::MAX);
    let mut prefix = [0; 5];
    varint::write(length, &mut prefix);
    let prefix = prefix.get(..varint::len(length)).unwrap_or(&[]);
    [&MAGIC, prefix, &form, buffer].concat()
}

/// The buffer of a `T` after its schema, in place: for [`Vellum::peek`](crate::Vellum::peek),
/// [`Vellum::prove`](crate::Vellum::prove), [`from_slice`](crate::from_slice) and other readers of
/// buffers.
///
/// The schema in front has to be that of `T`, or that of an older or a newer revision of it: one
/// of which [`Schema::changes_since`] says that no byte means something else. Buffers have no
/// names in them, and types whose fields have the same types have the same bytes; so the type has
/// to have its name, too. One that was renamed in Rust keeps its name in the schema by
/// `#[vellum(rename = "Name")]`. Where both are another type than a struct with named fields, such
/// as a `Vec`, the names are those of the types in it. Names of fields may differ: a field can be
/// renamed, so a type of the same name, whose fields have the same types, is taken.
///
/// The buffer itself is as unchecked as any other.
///
/// ```
/// use vellum::{ErrorKind, Record, Schema, Vellum, framed};
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// let buffer = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
/// assert_eq!(framed::open::<User>(&framed::pack(User::schema(), &buffer))?, buffer);
///
/// let newer = Schema::parse("struct User { name: string, age: u16, nick: string? since 2 } root User;")?;
/// let mut record = Record::new(&newer);
/// record.set("nick", "countess")?;
/// assert_eq!(User::peek(framed::open::<User>(&framed::pack(&newer, record.as_bytes()))?)?.age()?, 0);
///
/// let other = Schema::parse("struct User { name: string, age: string } root User;")?;
/// let error = framed::open::<User>(&framed::pack(&other, &buffer)).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Type);
/// assert!(error.to_string().contains("User.age: the type was string and is u16"));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`unpack`], and [`ErrorKind::Type`] if the schema is of another type: with both names, and
/// the first difference.
pub fn open<T: Value>(bytes: &[u8]) -> Result<&[u8]> {
    let range = range_of::<T>(bytes)?;
    Ok(bytes.get(range).unwrap_or_default())
}

/// As [`open`], to edit the buffer where it lies: in the room that it has, which does not grow.
///
/// An edit that needs more room is [`ErrorKind::Full`]. Then copy the buffer, edit the copy, and
/// [pack](pack) it with the schema that was in front of it. That schema may be newer than the one
/// of `T`: with an older one, readers that have no type would not see the newer fields.
///
/// ```
/// use vellum::{ErrorKind, Vellum, framed};
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// let mut bytes = framed::pack(User::schema(), &vellum::to_vec(&User { name: "Ada".into(), age: 36 })?);
/// let mut user = User::edit(framed::open_mut::<User>(&mut bytes)?)?;
/// user.set_age(37)?;
/// assert_eq!(user.set_name("Augusta Ada King").unwrap_err().kind(), ErrorKind::Full);
///
/// let mut buffer = framed::open::<User>(&bytes)?.to_vec();
/// User::edit(&mut buffer)?.set_name("Augusta Ada King")?;
/// let (schema, _) = framed::unpack(&bytes)?;
/// let bytes = framed::pack(&schema, &buffer);
/// assert_eq!(User::peek(framed::open::<User>(&bytes)?)?.name()?, "Augusta Ada King");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`open`].
pub fn open_mut<T: Value>(bytes: &mut [u8]) -> Result<&mut [u8]> {
    let range = range_of::<T>(bytes)?;
    Ok(bytes.get_mut(range).unwrap_or_default())
}

/// Where the buffer lies, if its schema is one of `T`.
fn range_of<T: Value>(bytes: &[u8]) -> Result<Range<usize>> {
    let (stored, buffer) = unpack(bytes)?;
    check(schema_of::<T>(), &stored)?;
    Ok(bytes.len().saturating_sub(buffer.len())..bytes.len())
}

/// Fails for a stored schema that is no revision of a type's.
#[inline]
pub(crate) fn check(known: &Schema, stored: &Schema) -> Result<()> {
    if known == stored {
        return Ok(());
    }
    let refused = |why: &str| {
        let (stored, known) = (stored.root_text(), known.root_text());
        Error::new(ErrorKind::Type, format!("the buffer is packed as `{stored}`, and opened as `{known}`: {why}"))
    };
    let (names, stored_names) = (root_names(known), root_names(stored));
    let is_renamed = known.root_value().is_some() == stored.root_value().is_some() && names != stored_names;
    let breaks = |changes: &Compatibility| {
        changes.differences().iter().filter(|found| found.level() == Level::Incompatible).count()
    };
    let older = known.changes_since(stored);
    let as_older = breaks(&older);
    if as_older > 0 {
        let newer = stored.changes_since(known);
        let as_newer = breaks(&newer);
        if as_newer > 0 {
            let (changes, taken) = if as_older <= as_newer { (older, "an older") } else { (newer, "a newer") };
            let first = changes.differences().iter().find(|found| found.level() == Level::Incompatible);
            let first = first.map(Difference::to_string).unwrap_or_default();
            return Err(refused(&format!("it is no revision of it; compared with it as {taken} one, {first}")));
        }
    }
    if is_renamed {
        return Err(refused(
            "only the names differ; a type that was renamed keeps its name by `#[vellum(rename = \"..\")]`",
        ));
    }
    Ok(())
}

/// Splits the bytes of [`pack`] into the schema and the buffer, in place.
///
/// The buffer is as unchecked as any other: [`Record::open`](crate::Record::open) checks its
/// header, and fields are checked when they are read. The schema is not
/// compared with a type: a program that expects a type calls [`open`], which compares them.
///
/// ```
/// use vellum::{ErrorKind, framed};
///
/// assert_eq!(framed::unpack(b"something else").unwrap_err().kind(), ErrorKind::Corrupt);
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are not a schema and a buffer,
/// and the errors of [`Schema::from_bytes`]; with the offset in `bytes`.
#[inline]
pub fn unpack(bytes: &[u8]) -> Result<(Schema, &[u8])> {
    let Some(rest) = bytes.strip_prefix(&MAGIC) else {
        return Err(Error::corrupt(0, Wording::NotFramed));
    };
    let Some((length, rest)) = varint::read(rest) else {
        return Err(Error::corrupt(MAGIC.len(), Wording::SchemaLengthVarint));
    };
    let start = bytes.len().saturating_sub(rest.len());
    let Some((form, buffer)) = rest.split_at_checked(length as usize) else {
        return Err(Error::beyond(crate::error::Wording::BeyondSchema, start, u64::from(length), bytes.len()));
    };
    let schema = Schema::from_bytes(form).map_err(|error| error.shifted(start))?;
    Ok((schema, buffer))
}
