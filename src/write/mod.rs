//! Writing in place: everything that changes a buffer without re-encoding it.
//!
//! - `storage`, `containers`, `workspace`: the memory that a buffer can live in
//! - `session`: an open buffer
//! - `apart`: rare operations, on copies of a session; `spare`: what a session knows of unused
//!   bytes
//! - `word`: fields that are one word
//! - `link`, `steps`, `packed_step`, `reach`, `locator`, `route`: where an edit cursor or a path
//!   points, and how the place is found again after the buffer was laid out anew
//! - `log`, `noting`, `log_path`: what the edits of a recorded buffer did
//! - `named`: the path of an edit cursor, for errors
//! - `missing`, `parents`: finding and making what is missing on the path to a value
//! - `keys`: writing run-time keys
//! - `reserve`: room for an edit: reserving, allocating, releasing
//! - `free_list`: the free space a session knows of
//! - `slide`: making room in full memory by moving the values
//! - `snapshot`: restoring a buffer
//! - `value`, `blob`, `overwrite`, `range`: edits of whole values and of strings
//! - `found`, `list_move`, `elements`, `many`, `append`: lists: finding them, the room for more
//!   elements, inserting and removing them, plans for many, appending one
//! - `unions`: lists of unions, packed or not
//! - `found_map`, `map`, `map_merge`: maps: finding them, inserting and removing entries, merging
//!   blocks
//! - `rewrite`, `compact`: the same values in a new layout: for wider pointers, for reclaiming
//!   space, for the canonical form
//! - `measure`: lengths that stand for values that cannot be written
//! - `space`, `field_space`, `slack`, `waste`: what the bytes of a buffer are used for, and when
//!   too many are unused
//!
//! Every edit plans and checks first; then [`Session::reserve`](session::Session) makes room, which
//! either changes nothing or lays the same values out anew; only then, when nothing can fail any
//! more, the first byte is written.

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
mod list_move;
mod locator;
pub(crate) mod log;
mod log_path;
mod many;
mod map;
mod map_merge;
pub(crate) mod measure;
mod missing;
mod named;
pub(crate) mod noting;
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
pub(crate) use found_map::ToMap;
pub use link::{Link, Target};
pub(crate) use locator::Locator;
pub(crate) use log::Noted;
pub(crate) use many::{order_of, runs_without};
pub(crate) use map::EntriesOfRun;
pub(crate) use range::{byte_range, text_range};
pub use session::{AsSession, Session};
pub(crate) use steps::CursorSteps;
pub use storage::Storage;
pub(crate) use value::WriteSlot;
pub(crate) use word::FieldWord;
pub use workspace::Workspace;
