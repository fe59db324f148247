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
mod blob;
mod compact;
mod containers;
mod elements;
mod extents;
mod field_space;
mod found;
mod link;
mod list;
mod list_many;
pub(crate) mod map;
mod map_edit;
mod map_merge;
pub(crate) mod measure;
mod missing;
pub(crate) mod reserve;
pub(crate) mod rewrite;
mod room;
pub(crate) mod session;
mod set_edit;
mod slack;
mod snapshot;
mod space;
mod storage;
mod text;
mod unions;
mod value;
mod waste;
mod workspace;

pub(crate) use anchor::Anchor;
pub use compact::compact;
pub(crate) use elements::HeapLen;
pub use field_space::{FieldSpace, SpaceByField, space_by_field};
pub(crate) use found::{Found, Head, Known, ToList, look_up};
pub use link::{Link, Target};
pub use list::ListEdit;
pub(crate) use list_many::{order_of, runs_without};
pub use map_edit::MapEdit;
pub use session::{AsSession, Session};
pub use set_edit::SetEdit;
pub use space::{Space, space};
pub use storage::Storage;
pub use text::TextEdit;
pub(crate) use text::{byte_range, text_range};
pub use workspace::Workspace;
