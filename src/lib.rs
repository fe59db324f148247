//! A zero-copy binary format that is mutable in place.
//!
//! A record lives in one flat buffer. A program reads one field of it in nanoseconds, and changes
//! one field, grows a string or pushes to a list in that same buffer, without decoding or
//! re-encoding the rest.
//!
//! ```
//! use vellum::Vellum;
//!
//! #[derive(Vellum, Debug, PartialEq)]
//! struct User {
//!     name: String,
//!     age: u16,
//!     tags: Vec<String>,
//!     #[vellum(since = 2)]
//!     email: Option<String>,
//! }
//!
//! let user = User { name: "Ada".into(), age: 36, tags: vec![], email: None };
//! let mut bytes = vellum::to_vec(&user)?; // one exact allocation
//!
//! let view = User::view(&bytes)?; // checked field by field, zero copy
//! assert_eq!(view.name()?, "Ada");
//!
//! let mut edit = User::edit(&mut bytes)?; // in place
//! edit.set_age(37)?;
//! edit.set_name("Ada Lovelace")?;
//! edit.tags().push("math")?;
//!
//! let user: User = vellum::from_slice(&bytes)?;
//! assert_eq!(user.name, "Ada Lovelace");
//! assert_eq!(user.tags, ["math"]);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! The same buffers open with a schema that is parsed at run time, and both ways give the same
//! bytes:
//!
//! ```
//! use vellum::{Record, Schema};
//!
//! let schema = Schema::parse("struct User { name: string, age: u16 = 18, tags: list<string> } root User;")?;
//! let age = schema.field::<u16>("age")?;
//! let mut record = Record::new(&schema);
//! record.set(&age, 37)?;
//! record.push("tags", "math")?;
//! assert_eq!(record.get(&age)?, 37);
//! assert_eq!(record.get::<str>("tags[0]")?, "math");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! The types can also come from a schema file: the crate `vellum-codegen` writes them in a build
//! script, and [`include_schema!`] includes them.
//!
//! # Keys
//!
//! A struct can say by which fields its records sort: `struct User key(org, id desc) { ... }`, or
//! `#[vellum(key(org, id desc))]`. [`Schema::key`] and [`Keyed::key`](key::Keyed::key) then give
//! bytes whose order is that of the values, for any key-value store.
//!
//! # Where to find what
//!
//! | to | see |
//! | --- | --- |
//! | derive types: every attribute | [`derive@Vellum`] |
//! | encode and decode whole values | [`to_vec`], [`encode_into`], [`to_slice`] and [`encoded_len`], [`from_slice`]; [`DecodeOwned`] in generic code |
//! | have a buffer of an enum, a list, a map, a number | [`view`], [`edit`], [`access`], [`verify`], [`schema_of`] |
//! | read single fields | [`Vellum::view`], [`List`], [`Map`], [`Set`] |
//! | prove a buffer once, and read it without errors | [`Vellum::access`], [`proved`] |
//! | change in place | [`Vellum::edit`], [`cursor`] |
//! | work with a schema that comes as text | [`Schema::parse`], [`Record`], [`RecordView`] to read alone, [`Handle`]; [`dynamic`] where it is not known |
//! | build records of such a schema | [`RecordBuilder`] |
//! | choose where bytes live: vectors, slices, mapped files | [`Storage`], [`Workspace`] |
//! | share memory with other processes that read and edit it | [`shared`] |
//! | go to and from JSON, one field of it, or a merge patch | the module `json`, with the feature of that name |
//! | go to and from other formats and serde's types | the module `serde`, with the feature of that name |
//! | have a type of std or of another crate as a field | [`Value`], and the features below; [`with::text`] for what is written and parsed as text; `#[vellum(with = ..)]` for the rest |
//! | sort and find records in a key-value store | [`key`], [`Schema::key`], [`Schema::key_of`] |
//! | have a test fail when a stored type changes | the module `lock` |
//! | let types gain fields | `since` of [`derive@Vellum`], [`Schema::changes_since`], the cookbook's [records](cookbook::records) |
//! | bound what is made of bytes of others | [`Limits`], [`Schema::with_limits`] |
//! | check bytes of others | [`Vellum::verify`], [`Schema::verify`], [`ErrorKind`] of an [`Error`] |
//! | show every byte of a buffer with its meaning | [`RecordView::extents`] |
//! | compare, hash and merge | [`content_eq`], [`content_hash`], [`Record::diff`], [`Record::apply`], [`Record::merge`], [`change`] |
//! | store or send a change in the place of the record | [`patch`] |
//! | send or keep many | [`framed`], `stream` |
//!
//! The [`cookbook`] has a recipe for each thing one does with a record, from reading a field to
//! JSON.
//!
//! # What holds on any bytes
//!
//! Every function returns `Ok` or [`Err`](Error), whatever the bytes and the schema: no panic, no
//! undefined behaviour, no endless loop, no allocation out of proportion to the input. An edit that
//! returns `Err` leaves the buffer as it was. [`Schema::verify`] and [`Vellum::verify`] check a
//! whole buffer at once.
//!
//! # Schemas travel, too
//!
//! A schema is text, JSON (with the feature `serde`), bytes ([`Schema::to_bytes`]) or made by a
//! program ([`Schema::builder`]). [`Schema::fingerprint`] tells two apart, and
//! [`Schema::changes_since`] says what a new revision means for the readers and buffers of an older
//! one. [`framed`] puts a schema before a buffer, `stream` buffers one after the other.
//!
//! # Limits
//!
//! | what | limit |
//! | --- | --- |
//! | a buffer | 4,294,967,295 bytes |
//! | the fixed part of one struct | 65,535 bytes at the widest pointers |
//! | objects nested in objects | 64 deep |
//! | defaults in defaults, where a whole value is made | 64 deep, see [`Limits`] |
//! | frozen structs, tuples and arrays inline in one another | 8 deep |
//! | elements of a list, bytes of a string | what fits a buffer |
//! | entries of a map or set | 2,147,483,647 |
//! | variants of a union | 255 |
//! | elements of an array | 65,535 |
//!
//! # Features
//!
//! `std` and `derive` are on by default. Without `std` the crate needs `alloc` only, and has no
//! `stream`.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `std` | `stream`, over `std::io`; maps and sets of std's hash tables |
//! | `derive` | `#[derive(Vellum)]` |
//! | `json` | JSON in one call, of derived types, records and single fields, and merge patches in place: the module `json` |
//! | `serde` | records and schemas from and to JSON, other formats, and types of serde's: the module `serde` |
//! | `physical` | patches of byte ranges for identical copies, with checksums: the module `patch::physical` |
//! | `zerocopy` | lists of numbers, and of frozen structs of numbers, as slices of the buffer, to read and to change: `List::as_slice` |
//! | `simdutf8` | faster validation of texts of 64 bytes and more, by vector instructions; with `std`, those that the processor has |
//! | `bytes`, `smallvec`, `arrayvec` | `BytesMut`, `SmallVec` and `ArrayVec` as [`Storage`]; `Bytes`, `SmallVec`, `ArrayVec` and `ArrayString` as fields |
//! | `compact_str`, `indexmap` | `CompactString`, `IndexMap` and `IndexSet` as fields |
//! | `uuid`, `ulid`, `chrono`, `jiff`, `rust_decimal` | the types of these crates as fields, and conversions of the types in [`value`] from and to them |
#![no_std]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)
)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;
// Derived code names the crate `vellum`, also here.
extern crate self as vellum;

#[cfg(doc)]
pub mod cookbook;
#[cfg(feature = "serde")]
mod encode;
mod error;
mod framing;
pub mod key;
mod layout;
mod limits;
#[cfg(feature = "std")]
pub mod lock;
mod object;
pub mod patch;
mod read;
mod record;
mod scalar;
pub mod schema;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(target_has_atomic = "64")]
pub mod shared;
mod typed;
mod verify;
mod whole;
mod wire;
mod write;

#[cfg(feature = "json")]
pub use self::serde::json;
pub use error::{Error, ErrorKind, Result};
pub use framing::framed;
#[cfg(feature = "std")]
pub use framing::stream;
pub use limits::Limits;
pub use record::{AsRecord, Dynamic, FieldType, Handle, Locate, Record, RecordBuilder, RecordView, VariantName};
pub use schema::Schema;
pub use typed::buffer::{compact, content_eq, content_hash};
pub use typed::codec::{encode_into, encoded_len, from_slice, to_slice, to_vec, to_vec_with_width};
pub use typed::map::Map;
pub use typed::root::access;
pub use typed::root_edit::edit;
pub use typed::roots::{schema_of, verify, view};
pub use typed::set::Set;
pub use typed::{Decode, DecodeOwned, List, Value, Vellum};
#[cfg(feature = "derive")]
pub use vellum_derive::Vellum;
pub use verify::Verified;
pub use wire::width::PointerWidth;
pub use write::{AsSession, Session, Storage, Workspace};

pub mod change {
    //! The differences of two records, one by one: what [`Record::diff`](crate::Record::diff) finds
    //! and [`Record::apply`](crate::Record::apply) makes.
    //!
    //! ```
    //! use vellum::{Record, Schema, change::Action};
    //!
    //! let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
    //! let (old, mut new) = (Record::new(&schema), Record::new(&schema));
    //! new.set("age", 37)?;
    //! let changes = old.diff(&new)?;
    //! assert_eq!((changes[0].path(), changes[0].action()), ("age", Action::Set));
    //! # Ok::<(), vellum::Error>(())
    //! ```
    pub use crate::whole::{Action, Change};
}

pub mod cursor {
    //! Cursors that change a value where it lies in its buffer: what the methods of an edit give.
    //! A program names them where it passes one on.
    //!
    //! ```
    //! use vellum::{Storage, Vellum, cursor::ListEdit};
    //!
    //! #[derive(Vellum)]
    //! struct User { tags: Vec<String> }
    //!
    //! fn tag<S: Storage>(mut tags: ListEdit<'_, S, String>) -> vellum::Result<()> {
    //!     tags.push("new")
    //! }
    //!
    //! let mut bytes = vellum::to_vec(&User { tags: vec![] })?;
    //! tag(User::edit(&mut bytes)?.tags())?;
    //! assert_eq!(User::view(&bytes)?.tags()?.get(0)?, "new");
    //! # Ok::<(), vellum::Error>(())
    //! ```
    pub use crate::typed::array::ArrayEdit;
    pub use crate::typed::list_each::ListEach;
    pub use crate::typed::list_edit::ListEdit;
    pub use crate::typed::map_edit::MapEdit;
    pub use crate::typed::map_entry::MapEntry;
    pub use crate::typed::root_edit::RootEdit;
    pub use crate::typed::set_edit::SetEdit;
    pub use crate::typed::text_edit::TextEdit;
    pub use crate::typed::verdict::Verdict;
}

pub mod dynamic {
    //! Values whose types are found while they are read: what
    //! [`Record::root`](crate::Record::root), [`Record::value`](crate::Record::value) and a field
    //! read as [`Dynamic`](crate::Dynamic) give. [`ValueRef`] has an example.
    pub use crate::read::cursor::{ListRef, StructRef, ValueRef};
    pub use crate::read::parts::{MapRef, UnionRef};
}

pub mod extent {
    //! The pieces of a buffer with what each stands for: what
    //! [`RecordView::extents`](crate::RecordView::extents) tells. [`Extent`] has an example.
    pub use crate::whole::extents::{Extent, Role};
}

pub mod field {
    //! What addresses of fields are made of, for functions that take any: [`Locate`](crate::Locate)
    //! has an example.
    pub use crate::record::{Accepts, ByPath, Entry, HandleAt, Reads, Spliceable};
}

pub mod iter {
    //! Iterators over the elements of a [`List`](crate::List), the entries of a
    //! [`Map`](crate::Map) and the elements of a [`Set`](crate::Set), each with an example there.
    pub use crate::typed::list::Iter;
    pub use crate::typed::map::Entries;
    pub use crate::typed::set::SetIter;
}

pub mod proved {
    //! Buffers that are proved once and then read without errors. A view reads in one of two ways:
    //! [`Checked`], field by field with a `Result`, or [`Proven`]. [`Proved`] has an example.
    pub use crate::typed::prove::bytes::StableBytes;
    pub use crate::typed::prove::edit::{ProvedEdit, ProvedRootEdit};
    pub use crate::typed::prove::owned::Proved;
    pub use crate::typed::prove::proven::Proven;
    pub use crate::typed::{Checked, Reading};
}

#[cfg(feature = "zerocopy")]
pub mod raw {
    //! Values that are numbers alone, as they are stored: what lists as slices of the buffer hold,
    //! with the feature `zerocopy`. [`Raw`] has an example.
    pub use crate::typed::slice::Raw;
}

pub mod space {
    //! What the bytes of a buffer are used for: as a whole by [`space()`], field by field by
    //! [`space_by_field`]. Both have examples.
    //!
    //! They take any `&[u8]`: a value of a store, a mapped file, memory that others may not change.
    //! Nothing is copied or decoded, and no byte changes. Of a schema that is known at run time the
    //! methods of the same names on [`RecordView`](crate::RecordView) do the same, from
    //! [`Schema::view`](crate::Schema::view); [`Record`](crate::Record) has them, too, and
    //! `vellum space` prints the table of a file.
    //!
    //! A buffer of an earlier revision is told by its own fields: those that came later have no
    //! rows. Of a buffer that holds more than this revision knows they tell nothing, but fail with
    //! [`ErrorKind::Newer`](crate::ErrorKind::Newer).
    pub use crate::typed::buffer::{space, space_by_field};
    pub use crate::write::{FieldSpace, Space, SpaceByField};
}

pub mod value {
    //! Values with a meaning of their own: dates and times, identifiers, decimals, places on Earth,
    //! text of a fixed length.
    //!
    //! Each but the last is a thin type over its stored number, so that the crate does not choose a
    //! library for its users. With features of their names, the types of the well-kept ones are
    //! fields as they are, `jiff`, `chrono`, `uuid`, `ulid`, `rust_decimal`, and there are
    //! conversions.
    //!
    //! - time: [`Date`], [`Time`], [`Timestamp`] and its finer and coarser kin, [`Duration`]
    //! - identifiers: [`Uuid`], [`Ulid`]
    //! - decimals: [`Decimal`], [`Decimal128`]
    //! - places: [`Geo4`], [`Geo8`], [`Geo16`]
    //! - text of a fixed length: [`FixedStr`]
    //! - addresses: `core::net::Ipv4Addr` and `core::net::Ipv6Addr`, which are field types as they
    //!   are
    //! - [`Any`], with the feature `derive`: what no schema foresees
    pub use crate::scalar::{
        Date, Decimal, Decimal128, Duration, FixedStr, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros,
        TimestampNanos, TimestampSeconds, Ulid, Uuid,
    };
    #[cfg(feature = "derive")]
    pub use crate::typed::any::Any;

    #[cfg(feature = "derive")]
    pub mod any {
        //! What getters and cursors give for a field that is an [`Any`](super::Any).
        pub use crate::typed::any::{AnyEdit, AnyProved, AnyRef, AnyView};
    }

    #[cfg(feature = "derive")]
    pub mod result {
        //! What getters and cursors give for a field that is a `Result`.
        pub use crate::typed::foreign::result::{ResultEdit, ResultMut, ResultProved, ResultRef, ResultView};
    }
}

pub mod with {
    //! Conversions that `#[vellum(with = ..)]` takes: see the attributes of
    //! [`derive@crate::Vellum`].
    //!
    //! - [`text`]: any type that is written as text and parsed
    pub use crate::typed::with::text;
}

// Short, since derived code names it often.
#[doc(hidden)]
pub use __private as __v;

#[doc(hidden)]
pub mod __private {
    //! What derived code calls; not an API.
    pub use crate::key::{KeyPart, Keyed};
    pub use crate::layout::last_end;
    pub use crate::layout::{Place, Shape, Size, check_record, checked_ends, ends, plan};
    pub use crate::read::Elements;
    pub use crate::read::cursor::ValueRef;
    pub use crate::read::decoder::Decoder;
    pub use crate::read::navigate::Step;
    pub use crate::read::record::RecordBytes;
    pub use crate::read::union::Packed;
    pub use crate::scalar::word::Scalar;
    pub use crate::schema::Declared;
    #[cfg(feature = "serde")]
    pub use crate::serde::{Serialize, Serializer, serialize};
    pub use crate::typed::array::ArrayEdit;
    pub use crate::typed::cell::{SchemaCell, SchemaCells};
    #[cfg(feature = "serde")]
    pub use crate::typed::cursors::ToCursor;
    pub use crate::typed::decode::{decode_each, decode_element};
    pub use crate::typed::describe::{Described, Describer, VariantDescription, word_of};
    pub use crate::typed::element::{element, element_len, get_part, plain_each, reach, write_element};
    pub use crate::typed::field::{Field, proved};
    pub use crate::typed::gate::{CanBeField, CanBeHashedKey, CanBeOrderedKey, FieldOf, Is};
    pub use crate::typed::key::MapKey;
    pub use crate::typed::list_edit::ListEdit;
    pub use crate::typed::map_edit::MapEdit;
    pub use crate::typed::name::{name_of, name_of_constant, name_of_instance, rust_name_of};
    pub use crate::typed::plan::{self, Converts};
    pub use crate::typed::prove::{Found, Unused, prove_struct, unused};
    pub use crate::typed::record::in_field;
    pub use crate::typed::rules;
    pub use crate::typed::scalar;
    pub use crate::typed::set_edit::SetEdit;
    pub use crate::typed::shape::{any, record_element};
    #[cfg(feature = "zerocopy")]
    pub use crate::typed::slice;
    pub use crate::typed::slot::RecordOf;
    pub use crate::typed::text_edit::TextEdit;
    pub use crate::typed::with::{
        Unconverted, admit, admit_type, check_cursor, converted, converted_array, converted_each, may_fail,
    };
    pub use crate::typed::{
        At, Checked, Decode, Heap, Proven, Prover, Reading, TypePlan, TypeShape, TypedSlot, Value, structs,
    };
    pub mod union {
        pub use crate::typed::union::*;
        pub use crate::typed::union_common::{Common, CommonField};
        pub use crate::typed::union_edit::Cursor;
    }
    pub use crate::wire::proved::{Derived, derived};
    pub use crate::wire::width::{StaticWidth, Width};
    pub use crate::write::log::AtHand;
    pub use crate::write::{AsSession, Link, Target};
    pub use crate::{PointerWidth, Result, Storage, Vellum};
    pub use alloc::vec::Vec;
    pub use core::any::type_name;
    pub use core::clone::Clone;
    pub use core::cmp::PartialEq;
    pub use core::convert::{From, TryFrom};
    pub use core::default::Default;
    pub use core::fmt;
    pub use core::marker::{Copy, PhantomData};
    pub use core::option::Option::{self, None, Some};
    pub use core::result::Result::{Err, Ok};
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the examples of the page on types and schemas.
#[cfg(doctest)]
#[doc = include_str!("../docs/types.md")]
struct TypesPage;

/// Runs the examples of the page on stored types that change.
#[cfg(all(doctest, feature = "derive", feature = "std"))]
#[doc = include_str!("../docs/evolution.md")]
struct EvolutionPage;

/// Runs the examples of the derive, which cannot run in its own package.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../derive/attributes.md")]
struct DeriveAttributes;

/// Runs the examples of the guides for those who come from other libraries.
#[cfg(all(doctest, feature = "derive"))]
mod guides {
    #[doc = include_str!("../docs/from-bincode.md")]
    struct FromBincode;
    #[doc = include_str!("../docs/from-prost.md")]
    struct FromProst;
    #[doc = include_str!("../docs/from-rkyv.md")]
    struct FromRkyv;
    #[cfg(feature = "serde")]
    #[doc = include_str!("../docs/from-serde-json.md")]
    struct FromSerdeJson;
}
