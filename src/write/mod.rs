//! Writing in place: everything that changes a buffer without re-encoding it.
//!
//! - `storage`, `containers`, `workspace`: what a buffer can live in
//! - `session`: an open buffer
//! - `apart`: what is seldom done with a session, apart from what is often done; `spare`: what it
//!   knows of bytes that no value uses
//! - `word`: fields that are one word
//! - `link`, `steps`, `packed_step`, `reach`, `locator`, `route`: where an edit cursor or a path
//!   points, and how it finds its way back after the buffer was rewritten
//! - `named`: what the value at an edit cursor is called, in the path of an error
//! - `missing`, `parents`: what is not there yet on the way to a value, and making it
//! - `keys`: keys that are given at run time
//! - `reserve`: room for an edit: reserve, allocate, release
//! - `free_list`: the free space a session knows of
//! - `slide`: room in memory that is full, where the values are
//! - `snapshot`: going back to a buffer as it was
//! - `value`, `blob`, `overwrite`, `range`: edits of whole values, of strings, and of parts of a
//!   buffer
//! - `found`, `elements`, `many`, `append`: lists: where they lie, their elements, several at once,
//!   one at the end
//! - `unions`: lists of unions, packed or not
//! - `found_map`, `map`, `map_merge`: maps: where they lie, their entries, and thin blocks put
//!   together
//! - `rewrite`, `compact`: the same values in a new layout: for wider pointers, for reclaiming
//!   space, for the canonical form
//! - `measure`: lengths that say why a value cannot be written
//! - `space`, `field_space`, `slack`, `waste`: what a buffer's bytes are used for, and when to
//!   rewrite it because of what is not
//!
//! Every edit plans and checks first; then [`Session::reserve`](session::Session) makes room, which
//! either changes nothing or rewrites the buffer; after that nothing can fail, and the first byte
//! is written.

mod apart;
mod append;
mod blob;
mod compact;
mod containers;
mod elements;
mod field_space;
mod found;
pub(crate) mod found_map;
mod free_list;
mod keys;
mod link;
mod locator;
mod many;
mod map;
mod map_merge;
pub(crate) mod measure;
mod missing;
mod named;
mod overwrite;
mod packed_step;
mod parents;
mod range;
mod reach;
pub(crate) mod reserve;
pub(crate) mod rewrite;
pub(crate) mod route;
pub(crate) mod session;
pub(crate) mod slack;
mod slide;
mod snapshot;
pub(crate) mod space;
mod spare;
mod steps;
mod storage;
mod unions;
mod value;
mod waste;
mod word;
pub(crate) mod workspace;

pub use crate::write::space::Space;
pub(crate) use blob::BlobEdit;
pub(crate) use elements::{HeapLen, InsertedElements};
pub use field_space::{FieldSpace, SpaceByField};
pub(crate) use found::{ElementInfo, FoundList, Tail, ToList, look_up};
pub use link::{Link, Target};
pub(crate) use locator::Locator;
pub(crate) use many::{order_of, runs_without};
pub(crate) use map::EntriesOfRun;
pub(crate) use range::{byte_range, text_range};
pub use session::{AsSession, Session};
pub use storage::Storage;
pub(crate) use value::WriteSlot;
pub(crate) use word::FieldWord;
pub use workspace::Workspace;
