//! A session: an open buffer with its storage, its header and its free space.

use core::ops::Range;

use super::free_space::{FreeList, Waste};
use super::storage::Storage;
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::Place;
use crate::read::Buf;
use crate::read::navigate::{Navigator, RecordSpan};
use crate::read::open::RecordBytes;
use crate::schema::{RootPlan, Schema};
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{slice, slice_mut};

/// Where a session gets the types of its buffer from. It is a type parameter, so that an edit of a
/// derived type links no code of schemas, not even the code that frees one.
pub trait SchemaSource {
    /// Whether the buffer may be a working one: not that of a derived type.
    #[doc(hidden)]
    const MAY_WORK: bool = false;
    /// The schema, and the plan of its root.
    #[doc(hidden)]
    fn plans(&self) -> (&Schema, RootPlan);
}

/// Plans that are constants: those of derived types.
#[derive(Clone, Copy, Debug)]
pub struct Compiled(pub(crate) &'static RootPlan);

impl SchemaSource for Compiled {
    #[inline(always)]
    fn plans(&self) -> (&Schema, RootPlan) {
        (Schema::compiled(), *self.0)
    }
}

/// A schema that is known at run time.
impl SchemaSource for Schema {
    const MAY_WORK: bool = true;

    #[inline(always)]
    fn plans(&self) -> (&Schema, RootPlan) {
        (self, self.root_plan())
    }
}

/// An open edit session, which edit cursors borrow; usually named only in bounds. Cursors are
/// `Send` where their storage is: a task may wait between two edits.
///
/// A function over an edit cursor takes `&mut UserEdit<'_, impl AsSession>`, which is the cursor of
/// a whole buffer or that of a struct in one. Cursors of lists, maps and unions take `impl Storage`
/// in that place. `UserEdit<'_>` alone is the cursor of a whole buffer in a `Vec<u8>`.
///
/// ```
/// use vellum::{Vellum, cursor::AsSession};
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// fn birthday(user: &mut UserEdit<'_, impl AsSession>) -> vellum::Result<()> {
///     user.set_age(user.age()? + 1)
/// }
///
/// fn rename(user: &mut UserEdit<'_>, name: &str) -> vellum::Result<()> {
///     user.set_name(name)
/// }
///
/// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
/// let mut user = User::edit(&mut bytes)?;
/// birthday(&mut user)?;
/// rename(&mut user, "Ada Lovelace")?;
/// assert_eq!((User::peek(&bytes)?.age()?, User::peek(&bytes)?.name()?), (37, "Ada Lovelace"));
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// `M` is where the session gets the types of its buffer from; its default is that of derived
/// types, and need not be named.
pub struct Session<S, M = Compiled> {
    pub(crate) storage: S,
    pub(super) schema: M,
    pub(crate) width: PointerWidth,
    pub(crate) root: usize,
    pub(crate) root_size: usize,
    /// Changes whenever the buffer is laid out anew, so that cursors find their places again.
    pub(crate) generation: u32,
    pub(crate) free: FreeList,
    pub(super) spare: SpaceState,
    /// Whether the header has more than flags and a root size: an end, or extensions.
    pub(crate) is_marked: bool,
}

/// A value with a [`Session`], owned or borrowed: the bound of functions that take the edit cursor
/// of any storage, `&mut UserEdit<'_, impl AsSession>`. The cookbook, "Edit in a function", has an
/// example.
pub trait AsSession {
    /// Where the buffer lives.
    type Storage: Storage;
    /// The session.
    fn session(&self) -> &Session<Self::Storage>;
    /// The session, to edit.
    fn session_mut(&mut self) -> &mut Session<Self::Storage>;
}

impl<S: Storage> AsSession for Session<S> {
    type Storage = S;

    #[inline(always)]
    fn session(&self) -> &Session<S> {
        self
    }

    #[inline(always)]
    fn session_mut(&mut self) -> &mut Session<S> {
        self
    }
}

impl<S: Storage> AsSession for &mut Session<S> {
    type Storage = S;

    #[inline(always)]
    fn session(&self) -> &Session<S> {
        self
    }

    #[inline(always)]
    fn session_mut(&mut self) -> &mut Session<S> {
        self
    }
}

impl<S, M> Session<S, M> {
    /// A session over bytes whose header was checked.
    #[inline(always)]
    pub(crate) fn from_parts(storage: S, schema: M, width: PointerWidth, root: usize, root_size: usize) -> Self {
        Self {
            storage,
            schema,
            width,
            root,
            root_size,
            generation: 0,
            free: FreeList::default(),
            spare: SpaceState::default(),
            is_marked: false,
        }
    }

    /// The shift of the buffer's pointers.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.width.shift()
    }

    /// Changes whenever the buffer is laid out anew.
    pub(crate) fn generation(&self) -> u32 {
        self.generation
    }

    #[inline(always)]
    pub(crate) fn floor(&self) -> usize {
        self.root.wrapping_add(self.root_size)
    }
}

impl<S, M: SchemaSource> Session<S, M> {
    #[inline(always)]
    pub(crate) fn schema(&self) -> &Schema {
        self.schema.plans().0
    }
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Fails for a workspace in a storage that does not know of its end. Takes extensions out of
    /// the header that the edit makes untrue.
    #[inline(always)]
    pub(crate) fn check_editable(&mut self) -> Result<()> {
        if self.is_marked { self.check_marked() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn check_marked(&mut self) -> Result<()> {
        if self.is_foreign() {
            return Err(foreign_workspace());
        }
        let head = 0..self.root;
        Header::forget_fragile(self.bytes_within(head));
        Ok(())
    }

    /// Whether [`Session::check_editable`] is known to have nothing to do: a storage that keeps its
    /// layout was opened to be edited.
    #[inline(always)]
    pub(crate) fn is_editable(&self) -> bool {
        !self.is_marked || self.storage.keeps_layout()
    }

    #[inline(always)]
    pub(super) fn is_foreign(&self) -> bool {
        self.is_marked && Header::is_workspace(self.bytes()) && !self.storage.keeps_layout()
    }

    #[inline(always)]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.storage.bytes()
    }

    #[inline(always)]
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.storage.bytes_mut()
    }

    /// The bytes, of which only those in a range are changed.
    #[inline(always)]
    pub(crate) fn bytes_within(&mut self, range: Range<usize>) -> &mut [u8] {
        self.storage.bytes_within(range)
    }

    #[inline(always)]
    pub(crate) fn buf(&self) -> Buf<'_> {
        Buf { bytes: self.storage.bytes(), floor: self.floor(), width: self.width.into() }
    }

    #[inline(never)]
    pub(crate) fn navigator(&self) -> Navigator<'_> {
        let root = RecordSpan { pos: self.root, size: self.root_size };
        let mut buf = self.buf();
        if self.is_foreign() {
            buf.bytes = Header::content(buf.bytes);
        }
        let (schema, plan) = self.schema.plans();
        Navigator { buf, schema, plan, root, generation: self.generation }
    }

    /// The bytes of a holder's record, to read.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the record is not in the buffer.
    #[doc(hidden)]
    #[inline]
    pub fn record(&self, holder: RecordSpan) -> Result<RecordBytes<'_>> {
        match slice(self.bytes(), holder.pos, holder.size) {
            Some(bytes) => Ok(RecordBytes::new(self.buf(), bytes)),
            None => Err(outside(holder)),
        }
    }

    /// The bytes of a holder's record, to write, if it lies in the buffer, and the schema.
    #[inline(always)]
    pub(crate) fn record_and_schema(&mut self, holder: RecordSpan) -> Option<(&mut [u8], &Schema)> {
        let record = slice_mut(self.storage.bytes_within(holder.range()), holder.pos, holder.size)?;
        Some((record, self.schema.plans().0))
    }

    /// The bytes of a holder's record, to write.
    ///
    /// # Errors
    /// As [`Session::record`].
    #[doc(hidden)]
    #[inline]
    pub fn record_mut(&mut self, holder: RecordSpan) -> Result<&mut [u8]> {
        slice_mut(self.bytes_within(holder.range()), holder.pos, holder.size).ok_or_else(|| outside(holder))
    }
}

/// The pointer slot at `place` of a record; empty if it is not stored.
#[inline(always)]
pub(super) fn slot_holder(width: PointerWidth, holder: RecordSpan, place: &Place) -> RecordSpan {
    let slot = place.slot.at(width.shift());
    let size = width.bytes();
    if slot.saturating_add(size) > holder.size {
        return RecordSpan { pos: 0, size: 0 };
    }
    RecordSpan { pos: holder.pos.saturating_add(slot), size }
}

#[cold]
#[inline(never)]
fn outside(holder: RecordSpan) -> Error {
    Error::beyond(crate::error::Wording::BeyondRecord, holder.pos, holder.size as u64, 0)
}

#[cold]
#[inline(never)]
pub(crate) fn foreign_workspace() -> Error {
    Error::new(ErrorKind::Full, Wording::OpenWorkspace)
}

// The facts about unused bytes that a session keeps beside the list of free ranges.

/// The count of waste, and the state of an edit of several steps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SpaceState {
    pub(super) waste: Waste,
    /// Up to this length the buffer may grow without a check for waste.
    pub(super) free_growth: usize,
    /// The length that the storage stays able to grow back to during an edit of several steps; else
    /// 0.
    pub(super) pinned_len: usize,
    /// Whether an edit of several steps is under way, during which the buffer is not laid out anew.
    pub(super) is_unfinished: bool,
    /// Whether the current edit relies on freed bytes, which then are not cut off the end.
    pub(super) needs_free: bool,
}
