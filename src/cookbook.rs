//! Recipes: each a task and the few lines that do it. Every one is run as a test.
//!
//! # Index
//!
//! [`records`]: structs and their fields
//! - [Define a record by derive](records#define-a-record-by-derive)
//! - [Define a record by text](records#define-a-record-by-text)
//! - [Read one field](records#read-one-field)
//! - [Change one field](records#change-one-field)
//! - [Edit a string](records#edit-a-string)
//! - [Edit in a function](records#edit-in-a-function)
//! - [Nest structs](records#nest-structs)
//! - [A buffer of any type](records#a-buffer-of-any-type)
//! - [Leave values out](records#leave-values-out)
//! - [Declare defaults](records#declare-defaults)
//! - [Set rules](records#set-rules)
//! - [Keep short text inline](records#keep-short-text-inline)
//! - [Add a field later](records#add-a-field-later)
//! - [Know that a stored type changed](records#know-that-a-stored-type-changed)
//! - [Hold a value of the same type](records#hold-a-value-of-the-same-type)
//! - [Types of other crates](records#types-of-other-crates)
//!
//! [`collections`]: many values, or one of several
//! - [Lists](collections#lists)
//! - [Lists of structs](collections#lists-of-structs)
//! - [Enums](collections#enums)
//! - [Unions](collections#unions)
//! - [Lists of unions](collections#lists-of-unions)
//! - [Lists of numbers as slices](collections#lists-of-numbers-as-slices)
//! - [Maps](collections#maps)
//! - [Keys of several parts](collections#keys-of-several-parts)
//! - [Sets](collections#sets)
//! - [Arrays and tuples](collections#arrays-and-tuples)
//! - [Values of any kind](collections#values-of-any-kind)
//! - [Times, decimals, identifiers, places](collections#times-decimals-identifiers-places)
//!
//! [`runtime`]: schemas that are known at run time only
//! - [Build a record](runtime#build-a-record)
//! - [Handles](runtime#handles)
//! - [Read a buffer](runtime#read-a-buffer)
//! - [Paths](runtime#paths)
//! - [Strings and lists by handle](runtime#strings-and-lists-by-handle)
//! - [Change a value, or set it first](runtime#change-a-value-or-set-it-first)
//! - [Keys of several parts by path](runtime#keys-of-several-parts-by-path)
//! - [Unions by path](runtime#unions-by-path)
//! - [Values of any type](runtime#values-of-any-type)
//! - [Explore unknown values](runtime#explore-unknown-values)
//! - [A derived type's buffer, by schema](runtime#a-derived-types-buffer-by-schema)
//! - [Merge the changes of two](runtime#merge-the-changes-of-two)
//! - [Data of unknown origin, with its schema](runtime#data-of-unknown-origin-with-its-schema)
//! - [Data of unknown origin, of a known schema](runtime#data-of-unknown-origin-of-a-known-schema)
//!
//! [`buffers`]: memory, space, errors
//! - [Storage](buffers#storage)
//! - [Edit in memory that cannot grow](buffers#edit-in-memory-that-cannot-grow)
//! - [Make several edits, all or none](buffers#make-several-edits-all-or-none)
//! - [Grow in memory that cannot](buffers#grow-in-memory-that-cannot)
//! - [Share memory with other processes](buffers#share-memory-with-other-processes)
//! - [Send an edit as a patch](buffers#send-an-edit-as-a-patch)
//! - [Log each change before it is made](buffers#log-each-change-before-it-is-made)
//! - [Make a buffer that will grow](buffers#make-a-buffer-that-will-grow)
//! - [Refuse buffers of another type](buffers#refuse-buffers-of-another-type)
//! - [Keep records of any type](buffers#keep-records-of-any-type)
//! - [See what the bytes are used for](buffers#see-what-the-bytes-are-used-for)
//! - [Compact, compare and hash](buffers#compact-compare-and-hash)
//! - [Prove a whole buffer](buffers#prove-a-whole-buffer)
//! - [Handle errors](buffers#handle-errors)
//!
//! With the feature `serde`:
#![cfg_attr(
    feature = "serde",
    doc = "
[`json`]: JSON and other formats
- [JSON in and out](json#json-in-and-out)
- [JSON of any form](json#json-of-any-form)
- [JSON of a derived type](json#json-of-a-derived-type)
- [Unknown keys](json#unknown-keys)
- [Missing fields](json#missing-fields)
- [Other formats](json#other-formats)
- [JSON in one call](json#json-in-one-call)
- [One field as JSON](json#one-field-as-json)
- [Apply a merge patch](json#apply-a-merge-patch)
"
)]
#![cfg_attr(not(feature = "serde"), doc = "JSON and other formats, in and out.")]
//!
//! With the crate `vellum-file`, records in files: docs/files.md of the repository has recipes for
//! settings, a reader in another process, an agent's session, backups, and a move from JSON.

pub mod buffers;
pub mod collections;
#[cfg(feature = "serde")]
pub mod json;
pub mod records;
pub mod runtime;
