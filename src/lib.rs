//! A zero-copy binary format that is mutable in place.
//!
//! A record lives in one flat buffer. A program reads one field of it in nanoseconds, and changes
//! one field, grows a string or pushes to a list in that same buffer, without decoding or
//! re-encoding the rest. No read uses bytes that were not validated. Types gain fields (schema
//! evolution), and old and new programs edit the same records.
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
//! let user = User::prove(&bytes)?; // checks the whole buffer once; zero copy
//! assert_eq!((user.name(), user.age()), ("Ada", 36));
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
//! A struct can name the fields by which its records sort:
//! `struct User key(org, id desc) { ... }`, or `#[vellum(key(org, id desc))]`. [`Schema::key`] and
//! [`Keyed::key`](key::Keyed::key) then give bytes whose order is that of the values, for any
//! key-value store.
//!
//! # Guide
//!
//! The [`guide`] has the pages for new users: [ten minutes with vellum](guide::start), the
//! [five ways to open bytes](guide::choose), and a page for those who come from
//! [bincode](guide::from_bincode), [prost](guide::from_prost), [rkyv](guide::from_rkyv) or
//! [`serde_json`](guide::from_serde_json). The [`cookbook`] has a recipe for each task.
//!
//! # Ways to open bytes
//!
//! | call | validates | getters return |
//! | --- | --- | --- |
//! | [`Vellum::prove`] | the whole buffer; an error has the path | `T` |
//! | [`Vellum::peek`] | the header, then each value that is read | `Result<T>` |
//! | [`Vellum::edit`] | the header, then each value that is changed | `Result<T>` |
//! | [`Proved::new`](proved::Proved::new) | the whole buffer once, with the bytes in it | `T` |
//! | [`from_slice`] | the whole buffer, while it decodes | the owned struct |
//! | [`Schema::prove`], [`Schema::peek`], [`Record::open`] | as `prove`, `peek` and `edit`, with a schema of run time | `Result<T>` |
//!
//! # Items by task
//!
//! **Read** (zero-copy: text and bytes are borrowed from the buffer)
//!
//! | Task | Item |
//! | --- | --- |
//! | read single fields | [`Vellum::peek`], [`List`], [`Map`], [`Set`], [`iter`] |
//! | validate once, and read without errors | [`Vellum::prove`], [`proved`] |
//! | validate bytes from elsewhere | [`Vellum::prove`], [`Schema::prove`], [`ErrorKind`] of an [`Error`] |
//! | read by a schema that is text | [`Schema::parse`], [`RecordView`], [`Handle`], [`dynamic`] |
//! | decode a whole value | [`from_slice`]; [`Decode`] and [`DecodeOwned`] in generic code |
//! | show each byte with its meaning | [`RecordView::extents`], [`space`](mod@space) |
//!
//! **Edit** (a partial update, in place)
//!
//! | Task | Item |
//! | --- | --- |
//! | change fields, strings, lists and maps | [`Vellum::edit`], [`cursor`] |
//! | change records by a schema that is text | [`Record`], [`RecordBuilder`], [`field`] |
//! | choose the memory: vectors, slices, mapped files | [`Storage`], [`Workspace`] |
//! | share memory with other processes | [`shared`] |
//! | compare, hash, merge | [`Vellum::content_eq`], [`Vellum::content_hash`], [`Record::diff`], [`Record::apply`], [`Record::merge`], [`change`] |
//!
//! **Evolve** (schema evolution)
//!
//! | Task | Item |
//! | --- | --- |
//! | derive a type: every attribute | [`derive@Vellum`] |
//! | add a field to a stored type | `since` of [`derive@Vellum`], the cookbook's [records](cookbook::records) |
//! | have a test fail when a stored type changes | the module `lock` |
//! | compare two revisions of a schema | [`schema`](mod@schema), [`Schema::changes_since`] |
//! | have a type of std or of another crate as a field | [`Value`], the features below, [`with::text`], `#[vellum(with = ..)]` |
//!
//! **Store**
//!
//! | Task | Item |
//! | --- | --- |
//! | encode a value | [`to_vec`], [`encode_into`], [`to_slice`], [`encoded_len`] |
//! | encode an enum, a list, a map, a number | the same functions; those of [`Vellum`] open it |
//! | sort and find records in a key-value store | [`key`], [`Schema::key`], [`Schema::key_of`] |
//! | write the smallest bytes, equal for equal values | [`Vellum::compact`] |
//! | keep many records in one file | [`framed`], `stream` |
//!
//! **Exchange**
//!
//! | Task | Item |
//! | --- | --- |
//! | send an edit in place of the record | [`patch`] |
//! | convert to and from JSON, or one field of it | the module `json`, with the feature of that name |
//! | convert to and from other formats and types of serde | the module `serde`, with the feature of that name |
//! | send the schema with the data | [`framed`], [`Schema::to_bytes`] |
//! | bound the memory that foreign bytes can take | [`Limits`], [`Schema::with_limits`] |
//!
//! # What holds on any bytes
//!
//! For any bytes and any schema there is no panic, no undefined behaviour, no endless loop, and no
//! allocation out of proportion to the input: invalid bytes are an [`Err`](Error). An edit that
//! returns `Err` leaves the buffer as it was. [`Vellum::prove`] and [`Schema::prove`] check a
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
//! | variants of a union | 240 |
//! | elements of an array | 65,535 |
//!
//! # Features
//!
//! `std` and `derive` are on by default. Without `std` the crate needs `alloc` and an atomic
//! compare-and-swap. It then lacks `stream`, `lock`, fields of `SystemTime`, `PathBuf`,
//! `HashMap` and `HashSet`, and `From<Error>` for `std::io::Error`.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `std` | `stream`, over `std::io`; `lock`; `SystemTime`, `PathBuf`, `HashMap` and `HashSet` as fields |
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
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(test),
    deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)
)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;
// Derived code names the crate `vellum`, also here.
extern crate self as vellum;

mod compare;
#[cfg(doc)]
pub mod cookbook;
#[cfg(feature = "serde")]
mod encode;
mod error;
mod framing;
#[cfg(doc)]
pub mod guide;
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
mod wire;
mod write;

#[cfg(feature = "json")]
pub use self::serde::json;
pub use crate::typed::map::Set;
pub use error::{Error, ErrorKind, Result};
pub use framing::framed;
#[cfg(feature = "std")]
pub use framing::stream;
pub use limits::Limits;
pub use record::{Handle, Record, RecordBuilder, RecordView};
pub use schema::Schema;
pub use typed::codec::{encode_into, encoded_len, from_slice, to_slice, to_vec, to_vec_with_width};
pub use typed::map::Map;
pub use typed::{Decode, DecodeOwned, List, Value, Vellum};
#[cfg(feature = "derive")]
pub use vellum_derive::Vellum;
pub use write::{Storage, Workspace};

pub mod change {
    //! The differences of two records, one by one: [`Record::diff`](crate::Record::diff) returns
    //! them and [`Record::apply`](crate::Record::apply) makes them.
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
    pub use crate::compare::{Action, Change};
}

pub mod cursor {
    //! Cursors that change a value in its buffer: the results of the methods of an edit. A program
    //! names these types in signatures of functions.
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
    //! assert_eq!(User::peek(&bytes)?.tags()?.get(0)?, "new");
    //! # Ok::<(), vellum::Error>(())
    //! ```
    pub use crate::typed::list_edit::ListEdit;
    pub use crate::typed::list_many::ListEach;
    pub use crate::typed::map_edit::MapEdit;
    pub use crate::typed::map_edit::MapEntry;
    pub use crate::typed::map_edit::SetEdit;
    pub use crate::typed::root::RootEdit;
    pub use crate::typed::rules::Verdict;
    pub use crate::typed::text::{TextEdit, TextValue};
    pub use crate::typed::vec::ArrayEdit;
    pub use crate::write::undo::Transaction;
    pub use crate::write::{AsSession, Session};
}

pub mod dynamic {
    //! Values whose types are found while they are read: the results of
    //! [`Record::root`](crate::Record::root), [`Record::value`](crate::Record::value) and of a
    //! field read as [`Dynamic`]. [`ValueRef`] has an example.
    pub use crate::read::cursor::MapRef;
    pub use crate::read::cursor::UnionRef;
    pub use crate::read::cursor::{ListRef, StructRef, ValueRef};
    pub use crate::read::tree::Tree;
    pub use crate::record::Dynamic;
}

pub mod extent {
    //! The pieces of a buffer, each with its meaning: the items of
    //! [`RecordView::extents`](crate::RecordView::extents). [`Extent`] has an example.
    pub use crate::compare::extents::{Extent, Role};
}

pub mod field {
    //! The types and traits of paths and handles, for generic functions that take either:
    //! [`Locate`] has an example.
    pub use crate::record::{
        Accepts, AsRecord, ByPath, Entry, FieldType, HandleAt, Locate, Reads, Spliceable, VariantName,
    };
}

pub mod iter {
    //! Iterators over the elements of a [`List`](crate::List), the entries of a
    //! [`Map`](crate::Map) and the elements of a [`Set`](crate::Set), each with an example there.
    pub use crate::typed::list::Iter;
    pub use crate::typed::map::Entries;
    pub use crate::typed::map::SetIter;
}

pub mod proved {
    //! Buffers that are proved once and then read without errors. A view reads in one of two ways:
    //! [`Checked`], field by field with a `Result`, or [`Proven`]. [`Proved`] has an example.
    pub use crate::typed::prove::proof::Proved;
    pub use crate::typed::prove::proof::ProvedEdit;
    pub use crate::typed::prove::prover::StableBytes;
    pub use crate::typed::prove::prover::{ProvedBytes, Proven};
    pub use crate::typed::{Checked, Reading};
    pub use crate::verify::ProvedRecord;
}

#[cfg(feature = "zerocopy")]
pub mod raw {
    //! Values that consist of numbers, as they are stored: the elements of lists as slices of the
    //! buffer, with the feature `zerocopy`. [`Raw`] has an example.
    pub use crate::typed::slice::Raw;
}

pub mod space {
    //! The uses of the bytes of a buffer: as a whole by [`space()`], field by field by
    //! [`space_by_field`]. Both have examples.
    //!
    //! They take any `&[u8]`: a value of a store, a mapped file, memory that others may not change.
    //! Nothing is copied or decoded, and no byte changes. Of a schema that is known at run time the
    //! methods of the same names on [`RecordView`](crate::RecordView) do the same, from
    //! [`Schema::peek`](crate::Schema::peek); [`Record`](crate::Record) has them, too, and
    //! `vellum space` prints the table of a file.
    //!
    //! A buffer of an earlier revision is told by its own fields: those that came later have no
    //! rows. Of a buffer that holds more than this revision knows they tell nothing, but fail with
    //! [`ErrorKind::Newer`](crate::ErrorKind::Newer).
    pub use crate::typed::codec::space;
    pub use crate::typed::codec::space_by_field;
    pub use crate::write::{FieldSpace, Space, SpaceByField};
}

pub mod upgrade {
    //! Buffers of a type that has changed, made buffers of the present one by functions of the
    //! program.
    //!
    //! Fields are added without any of this: `since` of [`derive@crate::Vellum`]. This is for a
    //! field whose type changes, for fields that are joined, split or moved, and for a unit that
    //! changes. The earlier type stays in the program, and a function makes the present type of it:
    //!
    //! ```
    //! use std::net::{AddrParseError, Ipv4Addr};
    //! use vellum::{Vellum, framed, upgrade};
    //!
    //! mod v1 {
    //!     #[derive(vellum::Vellum)]
    //!     pub struct Host { pub name: String, pub address: String } // "127.0.0.1"
    //! }
    //!
    //! #[derive(Vellum)]
    //! #[vellum(upgrades_from(v1::Host = parsed))]
    //! struct Host { name: String, address: Ipv4Addr }
    //!
    //! fn parsed(old: v1::Host) -> Result<Host, AddrParseError> {
    //!     Ok(Host { address: old.address.parse()?, name: old.name })
    //! }
    //!
    //! let old = v1::Host { name: "here".into(), address: "127.0.0.1".into() };
    //! let stored = framed::pack(v1::Host::schema(), &vellum::to_vec(&old)?);
    //! let bytes = upgrade::framed::<Host>(&stored)?; // borrowed if they are of the present type
    //! assert_eq!(Host::peek(framed::open::<Host>(&bytes)?)?.address()?, Ipv4Addr::LOCALHOST);
    //! # Ok::<(), vellum::Error>(())
    //! ```
    //!
    //! | a buffer | has the type told by | call |
    //! | --- | --- | --- |
    //! | [`framed`](crate::framed) | the schema in front | [`framed()`] |
    //! | next to its schema, in a container of your own | the schema | [`with_schema`] |
    //! | of types with `#[vellum(lineage)]` | the lineage in its header | [`buffer`] |
    //! | without any of these | the program, which knows it | [`from_type`] |
    //!
    //! The earlier type may itself have `upgrades_from`: the functions are called one after the
    //! other. Of several ways from one type the shortest is taken, so a function that leads to the
    //! present type directly skips the steps between. If two ways are of one length, or two types
    //! could have written the buffer, nothing is guessed: the call fails. The test of the lock (the
    //! module `lock`) fails, too, before any data is met.
    //!
    //! Only the attribute of the type of a whole buffer counts. That of a type in a field has no
    //! effect there: the function of the whole takes the old part, too.
    pub use crate::framing::upgrade::{buffer, framed, from_type, is_needed, with_schema};
}

pub mod value {
    //! Values with a meaning of their own: dates and times, identifiers, decimals, places on Earth,
    //! text of a fixed length.
    //!
    //! Each but the last is a thin type over its stored number, so that the crate does not choose a
    //! library for its users. With features of their names, the types of the well-kept ones are
    //! fields as they are, `jiff`, `chrono`, `uuid`, `ulid`, `rust_decimal`, and there are
    //! conversions. A conversion is exact, or it is a `TryFrom` that refuses the value: a leap
    //! second of chrono, and a point in time with a fraction of the unit that a timestamp counts.
    //! To round is up to the caller, by `chrono::SubsecRound::trunc_subsecs`,
    //! `jiff::Timestamp::round` or `rust_decimal::Decimal::round_dp`.
    //!
    //! - time: [`Date`], [`Time`], [`Timestamp`] and its finer and coarser kin, [`Duration`]
    //! - identifiers: [`Uuid`], [`Ulid`]
    //! - decimals: [`Decimal`], [`Decimal128`]
    //! - places: [`Geo4`], [`Geo8`], [`Geo16`]
    //! - text of a fixed length: [`FixedStr`]
    //! - addresses: `core::net::Ipv4Addr` and `core::net::Ipv6Addr`, which are field types as they
    //!   are
    //! - [`Any`], with the feature `derive`: values without a schema
    pub use crate::scalar::{
        Date, Decimal, Decimal128, Duration, FixedStr, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros,
        TimestampNanos, TimestampSeconds, Ulid, Uuid,
    };
    #[cfg(feature = "derive")]
    pub use crate::typed::any::Any;

    #[cfg(feature = "derive")]
    pub mod any {
        //! The results of getters and cursors for a field that is an [`Any`](super::Any).
        pub use crate::typed::any::{AnyEdit, AnyRef, AnyView};
    }

    #[cfg(feature = "derive")]
    pub mod result {
        //! The results of getters and cursors for a field that is a `Result`.
        pub use crate::typed::foreign::{ResultEdit, ResultMut, ResultRef, ResultView};
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
    //! The functions that derived code calls; not an API.
    pub use crate::key::{KeyField, KeyPart, KeyWriter, Keyed, push_key};
    pub use crate::layout::last_end;
    pub use crate::layout::{Place, Shape, Size, check_record, checked_ends, ends, plan};
    pub use crate::read::Elements;
    pub use crate::read::cursor::ValueRef;
    pub use crate::read::document::Decoder;
    pub use crate::read::navigate::Step;
    pub use crate::read::open::RecordBytes;
    pub use crate::read::union::Packed;
    pub use crate::scalar::word::Scalar;
    pub use crate::schema::Declared;
    #[cfg(feature = "serde")]
    pub use crate::serde::{Serialize, Serializer, serialize};
    pub use crate::typed::cell::{SchemaCell, SchemaCells, name_of, name_of_constant, name_of_instance, rust_name_of};
    pub use crate::typed::codec::decode_each;
    pub use crate::typed::codec::decode_element;
    #[cfg(feature = "serde")]
    pub use crate::typed::cursors::ToCursor;
    pub use crate::typed::element::{element, element_len, get_part, plain_each, reach, write_element};
    pub use crate::typed::field::{Editing, Field, open_field, read_field};
    pub use crate::typed::key::MapKey;
    pub use crate::typed::list_edit::ListEdit;
    pub use crate::typed::map_edit::MapEdit;
    pub use crate::typed::map_edit::SetEdit;
    pub use crate::typed::plan::{self, Known, any, record_element, word_of};
    pub use crate::typed::prove::{Found, Unused, prove_field, prove_struct, unused};
    pub use crate::typed::root::{RootEdit, Rooted};
    pub use crate::typed::rules;
    pub use crate::typed::scalar;
    #[cfg(feature = "zerocopy")]
    pub use crate::typed::slice;
    pub use crate::typed::structs::in_field;
    pub use crate::typed::text::{TextEdit, TextValue};
    pub use crate::typed::upgrades::Upgrades;
    pub use crate::typed::value::CanBeField;
    pub use crate::typed::value::CanBeHashedKey;
    pub use crate::typed::value::CanBeOrderedKey;
    pub use crate::typed::value::FieldOf;
    pub use crate::typed::value::Is;
    pub use crate::typed::value::RecordOf;
    pub use crate::typed::value::Stores;
    pub use crate::typed::vec::ArrayEdit;
    pub use crate::typed::with::{
        Unconverted, admit, admit_type, check_cursor, converted, converted_array, converted_each, may_fail,
    };
    pub use crate::typed::{
        At, Checked, Decode, Heap, Proven, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value, structs,
    };
    pub use crate::wire::pieces::Pieces;
    pub use crate::wire::unfilled::Unfilled;
    pub mod union {
        pub use crate::typed::union::Common;
        pub use crate::typed::union::CommonField;
        pub use crate::typed::union::*;
        pub use crate::typed::union_edit::Cursor;
    }
    pub use crate::wire::proved::{Derived, derived};
    pub use crate::wire::width::PointerWidth;
    pub use crate::wire::width::{StaticWidth, Width};
    pub use crate::write::log::StoredForm;
    pub use crate::write::{AsSession, Link, Session, Target};
    pub use crate::{Result, Storage, Vellum};
    pub use alloc::string::String;
    pub use alloc::vec::Vec;
    pub use core::any::type_name;
    pub use core::clone::Clone;
    pub use core::cmp::PartialEq;
    pub use core::convert::{From, TryFrom};
    pub use core::default::Default;
    pub use core::fmt;
    pub use core::marker::{Copy, PhantomData};
    // So that a type of the user's own with such a name is not taken for it.
    pub use core::option::Option::{self, None, Some};
    pub use core::primitive::{bool, str, u8, u16, u32, u64, u128, usize};
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

/// Runs the examples of the page on the interface.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../docs/api.md")]
struct InterfacePage;

/// Runs the examples of the page on stored types that change.
#[cfg(all(doctest, feature = "derive", feature = "std"))]
#[doc = include_str!("../docs/evolution.md")]
struct EvolutionPage;

/// Runs the examples of the derive, which cannot run in its own package.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../derive/attributes.md")]
struct DeriveAttributes;
