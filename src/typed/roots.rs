//! A buffer whose root is of any type: its schema, its view, its proof.

use super::cell::SchemaCells;
use super::root_record::get_root;
use super::{Checked, Value};
use crate::error::Result;
use crate::read::record::RecordBytes;
use crate::schema::Schema;
use crate::verify::Verified;

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
