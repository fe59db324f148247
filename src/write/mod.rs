//! Writing in place: everything that changes a buffer without re-encoding it.
//!
//! - `storage`: the memory that a buffer can live in, and how an edit restores it
//! - `containers`: byte containers of other crates as storage
//! - `workspace`: a buffer in fixed memory
//! - `session`: an open buffer
//! - `apart`: rare operations, on copies of a session
//! - `link`: where an edit cursor or a path points, and how the place is found again after a new
//!   layout
//! - `steps`: the steps from the root to a value
//! - `named`: the path of an edit cursor, for errors
//! - `missing`: the missing values on the path to a value, and the room they need
//! - `parents`: making these missing values
//! - `room`: room for an edit, reserved, allocated or released, and slack
//! - `free_space`: the free ranges that a session knows, and the count of free bytes
//! - `slide`: room in full memory, by moving the values
//! - `word`: fields that are one word
//! - `blob`: edits of strings and bytes
//! - `value`: edits of whole values, and keys of maps that are given at run time
//! - `list`: lists in edits, the room for more elements, and lists of unions
//! - `elements`: inserting, removing, sorting and appending elements
//! - `map`: inserting and removing entries of maps
//! - `kinds`: the code for lists, arrays, maps and unions, which definitions refer to
//! - `rewrite`: the same values in a new layout, for wider pointers, for reclaiming space, and for
//!   the canonical form
//! - `space`: statistics of space
//! - `log`: the edits of a recorded buffer, as words
//! - `noting`: noting an edit of a cursor
//!
//! Every edit plans and checks first. Then [`Session::reserve`](session::Session) makes room, which
//! either changes nothing or gives the same values a new layout. From then on nothing can fail, and
//! the first byte is written.

mod apart;
mod blob;
mod containers;
mod elements;
mod free_space;
mod kinds;
pub(crate) mod link;
mod list;
pub(crate) mod locate;
pub(crate) mod log;
pub(crate) mod map;
pub(crate) mod named;
pub(crate) mod noting;
mod parents;
pub(crate) mod rewrite;
pub(crate) mod room;
pub(crate) mod session;
mod slide;
pub(crate) mod space;
mod steps;
pub(crate) mod storage;
pub(crate) mod undo;
pub(crate) mod value;
mod word;
pub(crate) mod workspace;

pub(crate) use blob::BlobEdit;
pub(crate) use elements::{HeapLen, InsertedElements};
pub use link::{Link, Target};
pub(crate) use log::Noted;
pub(crate) use map::EntriesOfRun;
pub use session::{AsSession, Session};
pub(crate) use steps::CursorSteps;
pub use storage::Storage;
pub(crate) use value::WriteSlot;
pub(crate) use word::FieldWord;
pub use workspace::Workspace;

pub(crate) use crate::write::blob::{byte_range, text_range};
pub(crate) use crate::write::elements::{order_of, runs_without};
pub(crate) use crate::write::link::Locator;
pub(crate) use crate::write::list::{ElementInfo, FoundList, Tail, ToList, look_up};
pub(crate) use crate::write::map::ToMap;
pub use crate::write::space::{FieldSpace, Space, SpaceByField};
