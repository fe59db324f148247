//! Run-time records and serde: out of a buffer through any `Serializer`, into one through any
//! `Deserializer`, without an owned value in between. JSON, CBOR, `MessagePack`, YAML come from
//! their own crates.
//!
//! | type | as serde sees it |
//! | --- | --- |
//! | struct | a map from field names to values, every field in declaration order |
//! | list, set | a sequence |
//! | array, tuple | a sequence of their length, also an array of `u8` such as `bytes[16]` |
//! | map | a map; in formats for people its keys are text, those that are bytes hexadecimal digits, tuples the text of a JSON array: `"[7,\"EUR\"]"`. A key that is a number has one text: `7`, not `007`, `+7` or `7.0`, and of `decimal(2)` `7.50`; identifiers, and digits of bytes, are read in either case |
//! | union | the variant's name, or a map of one entry from the name to what the variant holds |
//! | `any` | what it holds; an integer comes in as the narrowest of `i8` to `i64` that holds it, or `u64`. Numbers that `serde_json` keeps as text (its feature `arbitrary_precision`) come in as the numbers that they are |
//! | absent | none (`null`); what is null itself, an `any?` that is there and null, reads back as absent |
//! | a struct without fields | a map without entries; a unit (`null`) is read, too, where it is a part of another value |
//! | bool, integers, floats, string, char | themselves |
//! | bytes | base 64 (RFC 4648) in formats for people, else bytes; numbers in a sequence are read, too |
//! | enum | the variant's name; its number is read, too, and is all that an unknown variant of an open enum has |
//! | uuid, ulid | their text in formats for people, else sixteen bytes |
//! | ipv4, ipv6 | as `core::net`'s types: their text in formats for people, else a tuple of bytes |
//! | decimal, decimal128 | their text, such as `"19.99"`; texts and numbers are read if the scale holds them exactly, also `"1.990e1"` |
//! | date, time, timestamp | the text of RFC 3339 in formats for people, such as `"2023-11-14T22:13:20.500Z"`, else the stored integer; either is read |
//! | duration | the text of ISO 8601 in formats for people, such as `"PT1H30M"`, else the stored integer, nanoseconds; either is read |
//! | geo4, geo8, geo16 | `[latitude, longitude]` in degrees |
//!
//! A [`Schema`](crate::Schema) is serialized and deserialized itself, too: as JSON whose types are
//! written as in schema text, and in binary formats as its compact form.
//!
//! A variant of an open union that only a newer schema revision knows is an error of the kind
//! [`Newer`](crate::ErrorKind::Newer): what it holds would be lost.
//!
//! Keys that the schema does not know are an error, and so are keys that come twice; [`RecordSeed`]
//! passes over the first if asked to. A field that does not come is an error, too, as with serde's
//! derive, unless it can be absent, declares a default (`= 18`, `#[vellum(default)]`), or is of a
//! later revision (`since`): then it has its default. [`RecordSeed::default_missing_fields`] gives
//! every field its default that does not come. What is written has every field, and so is read by
//! the schema that wrote it and by newer revisions; older ones have to pass over what they do not
//! know.
//!
//! A decimal takes a number whose digits behind the point its scale holds; zeros at the
//! end do not count. A text is judged by its digits, as is JSON that the feature `json`
//! reads from text. Other formats, and trees such as a `serde_json::Value`, give floats: the
//! shortest text of a float is taken for the number, where it has fewer than 16 digits in units of
//! the scale, zeros included. With more it is an error: these are read as text alone. A float takes
//! any number, integers too, and is the nearest one, by one rounding of what the format gives; a
//! number beyond the greatest float is an error. A text with digits finer than a timestamp's unit
//! is refused, not rounded. Durations are written in hours, minutes and seconds (`-PT36H0.5S`);
//! weeks, days of 24 hours, a fraction of the last part and a sign of each part are read, too,
//! years and months are not. Dates in years without four digits
//! are the stored integer everywhere. [`Numbers`] writes stored integers and bytes as numbers also
//! where people read. JSON alone is less to write with the module `json`.
//!
//! Floats that JSON cannot write (NaN, infinities) become `null` there, which only an optional
//! field reads back. All others come back as they were with the feature `json`. With `serde` alone
//! that is up to the format: `serde_json` reads some floats as a neighbour (`1.9999999999999998` as
//! `2.0`) unless its feature `float_roundtrip` is on, as `json` turns it on for the whole program.
//!
//! ```
//! use serde::de::DeserializeSeed;
//! use vellum::{Record, Schema};
//!
//! let schema = Schema::parse("struct User { name: string, age: u16 = 18, tags: list<string> } root User;")?;
//! let json = r#"{"name":"Ada","age":36,"tags":["math"]}"#;
//! let mut record: Record = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
//! record.push("tags", "poetry")?;
//! let json = serde_json::to_string(&record).unwrap();
//! assert_eq!(json, r#"{"name":"Ada","age":36,"tags":["math","poetry"]}"#);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! Types of serde's come out of a record with [`Record::to_serde`](crate::Record::to_serde) and go
//! into one with [`Record::from_serde`](crate::Record::from_serde); for single values there are
//! `get_serde` and `set_serde`. Cursors such as [`ValueRef`](crate::dynamic::ValueRef) are
//! deserializers, too. These are no formats for people: identifiers are bytes there, unless text is
//! asked for.
//!
//! # Views
//!
//! What is read of a buffer of a derived type is serialized, too, by the schema of the type: views
//! and proved views, lists, maps and sets in them, [`Proved`](crate::proved::Proved). It looks like
//! the run-time record of the same bytes, and nothing is decoded for it. So do the types of
//! [`value`](crate::value), which are deserialized, too. An enum to match on (`ContactRef`)
//! is not; the view that gives it is.
//!
//! ```
//! use vellum::Vellum;
//!
//! #[derive(Vellum)]
//! struct User { name: String, tags: Vec<String> }
//!
//! let bytes = vellum::to_vec(&User { name: "Ada".into(), tags: vec!["math".into()] })?;
//! let user = User::peek(&bytes)?;
//! assert_eq!(serde_json::to_string(&user).unwrap(), r#"{"name":"Ada","tags":["math"]}"#);
//! assert_eq!(serde_json::to_string(&user.tags()?).unwrap(), r#"["math"]"#);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Changes
//!
//! What [`Record::diff`](crate::Record::diff) finds is serialized, too: each
//! [`Change`](crate::change::Change) as a map of `path`, `action` and, if it has them, `index`,
//! `removed` and `value`, in this order. A [`PatchSeed`] takes them back.
//!
//! ```json
//! [
//!   {"path": "age", "action": "set", "value": 37},
//!   {"path": "tags[1]", "action": "remove", "removed": "math"},
//!   {"path": "codes", "action": "splice", "index": 2, "removed": [5, 7], "value": [6]}
//! ]
//! ```
//!
//! | action | does at the path | value | removed |
//! | --- | --- | --- | --- |
//! | `set` | gives the value there another | the new one | |
//! | `switch` | makes the union there another variant | the union | |
//! | `clear` | makes the value there absent, or its default | | |
//! | `insert` | inserts an element before the one there | the element; none if it is absent | |
//! | `remove` | removes the element there | | the element, `null` if it is absent; without it any is removed |
//! | `splice` | puts elements in the place of others in the list there | a list of those; none to insert nothing | a list of the others; none to remove nothing |
//! | `add key` | adds the key that the path ends in | its value; none if it is absent, or in a set | |
//! | `remove key` | removes that key | | its value, as for `remove`; none in a set |
//! | `push` | appends an element to the list there; `index` is how many it had, if that is known | the element; none if it is absent | |
//! | `splice text` | puts text or bytes in the place of others in those there | those that come; none to insert nothing | the others; none to remove nothing |
//!
//! What is `removed` has to be there, or nothing is changed.

// The files:
// - `writer`: a record under way into the encoder, and the layout of `any`
// - `de`: from a format into a record: structs, skipped values, the places in errors
// - `parts`: from a format into tuples, arrays, maps, sets and unions; the types of `value`
// - `leaf`: values without parts, and scalars in either direction
// - `number`: numbers and bytes in their forms for people, and base 64
// - `any`: from a format into `any`, through a tape
// - `transcript`: the recording of a type's `Serialize`, and its reader
// - `change`: changes, from a format
// - `ser`: out of a buffer, into a format
// - `access`: out of a buffer, into a type
// - `json`: JSON in one call, of types, of records and of parts of them
// - `json_tree`: JSON as a tree
// - `merge_patch`: merge patches, applied in place
// - `json_patch`: JSON patches, applied to a record
// - `json_pointer`: JSON pointers as paths, by types alone
// - `json_patch_of`: patches from JSON patches
// - `json_patch_to`: patches as JSON patches
// - `merge_patch_of`: patches from merge patches
// - `merge_patch_to`: patches as merge patches
// - `owned`: `any` as a type of its own
// - `convert`: records from and to types, as methods of `Record`

mod access;
mod any;
mod change;
mod convert;
mod de;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
mod json_patch;
#[cfg(feature = "json")]
mod json_patch_of;
#[cfg(feature = "json")]
mod json_patch_to;
#[cfg(feature = "json")]
mod json_pointer;
#[cfg(feature = "json")]
mod json_tree;
mod leaf;
#[cfg(feature = "json")]
mod merge_patch;
#[cfg(feature = "json")]
mod merge_patch_of;
#[cfg(feature = "json")]
mod merge_patch_to;
mod number;
#[cfg(feature = "derive")]
mod owned;
mod parts;
mod ser;
mod transcript;
mod writer;

pub use change::PatchSeed;
pub use de::RecordSeed;
pub use ser::Numbers;
#[doc(hidden)]
pub use ser::serialize;
#[doc(hidden)]
pub use serde_core::ser::{Serialize, Serializer};
