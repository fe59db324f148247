//! Writing in place: everything that changes a buffer without re-encoding it.
//!
//! - `storage`, `containers`, `workspace`: what a buffer can live in
//! - `missing`: records that are not there yet on the way to a cursor's value
//! - `link`: where an edit cursor stands, and how it finds its way back after the buffer was laid out anew
//! - `navigate`: from such a place to its bytes and its type, through the schema
//! - `session`: an open buffer
//! - `reserve`: room for an edit: reserve, allocate, release
//! - `snapshot`: going back to a buffer as it was
//! - `extents`: the free space a session knows of
//! - `blob`, `elements`, `value`: edits of strings, lists and whole values
//! - `append`: one element at the end of a list that has room
//! - `found`: lists as edits find them
//! - `rewrite`: laying a buffer out anew, for widening, for reclaiming space and for the canonical form
//! - `walk`: visiting the objects of a value, to release or count them
//! - `space`, `field_space`, `waste`: what a buffer's bytes are used for, and when to lay it out anew because of what is not
//! - `compact`: the canonical form
//! - `list`, `list_many`, `text`: the typed cursors of a list and of a string
//! - `unions`: lists of unions, packed or not
//! - `map`, `map_merge`: entries of maps, and thin blocks put together
//! - `map_edit`, `set_edit`: the typed cursors of maps and sets
//! - `room`: appending to a list where there is room at once
//!
//! Every edit plans and checks first; then [`Session::reserve`](session::Session) makes room, which either changes
//! nothing or lays the same values out anew; after that nothing can fail, and the first byte is written.

mod anchor;
mod append;
mod blob;
mod compact;
mod containers;
mod elements;
mod extents;
mod field_space;
mod found;
mod link;
mod many;
pub(crate) mod map;
mod map_merge;
pub(crate) mod measure;
mod missing;
mod range;
pub(crate) mod reserve;
pub(crate) mod rewrite;
pub(crate) mod session;
pub(crate) mod slack;
mod snapshot;
pub(crate) mod space;
mod storage;
mod unions;
mod value;
mod waste;
pub(crate) mod workspace;

pub use crate::write::space::Space;
pub(crate) use anchor::Anchor;
pub(crate) use append::Tail;
pub(crate) use elements::{Gap, HeapLen};
pub use field_space::{FieldSpace, SpaceByField};
pub(crate) use found::{FoundList, Head, Known, ToList, look_up};
pub use link::{Link, Target};
pub(crate) use many::{order_of, runs_without};
pub(crate) use range::{byte_range, text_range};
pub use session::{AsSession, Session};
pub use storage::Storage;
pub use workspace::Workspace;
