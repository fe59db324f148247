//! Rare operations of a session, which work on copies of it.
//!
//! A session that is opened for one edit, and the cursors that lead to what it edits, stay in
//! registers as long as their address is not taken. A call that is not inlined takes addresses,
//! even if it is hardly ever made. So rare operations get copies, which are made at the call.
//!
//! - [`Session::lent`]: a copy of what is needed to read
//! - [`Session::detach`]: all but the storage, for a rare edit:
//!   [`WordElsewhere`](super::word::WordElsewhere)
//! - [`CursorSteps`]: copies of the last steps of a cursor

use super::link::Target;
use super::room::SpaceRequest;
use super::session::{Compiled, SchemaSource, Session};
use super::steps::CursorSteps;
use super::storage::Storage;
use crate::error::Result;
use crate::read::Buf;
use crate::read::navigate::{Navigator, RecordSpan};
use crate::wire::header::Header;
use crate::wire::width::PointerWidth;

/// A session without its storage.
pub(super) type Detached = Session<()>;

impl<S> Session<S> {
    /// Moves the state out of the session. Until it is attached again, the session knows of no free
    /// space.
    #[inline(always)]
    pub(super) fn detach(&mut self) -> Detached {
        self.over(())
    }

    /// The same session over another storage with the same bytes.
    #[inline(always)]
    pub(super) fn over<T>(&mut self, storage: T) -> Session<T> {
        let free = core::mem::take(&mut self.free);
        let Self { schema, width, root, root_size, generation, spare, is_marked, .. } = *self;
        Session { storage, schema, width, root, root_size, generation, free, spare, is_marked }
    }

    /// Takes the state of a session over the same bytes back.
    #[inline(always)]
    pub(super) fn attach<T>(&mut self, known: Session<T>) {
        let Session { width, root, root_size, generation, free, spare, is_marked, .. } = known;
        (self.width, self.root, self.root_size) = (width, root, root_size);
        (self.generation, self.spare, self.is_marked) = (generation, spare, is_marked);
        // The replaced list was taken by `over`, so it is empty: dropping it would only cost code.
        core::mem::forget(core::mem::replace(&mut self.free, free));
    }
}

impl<S: Storage> Session<S> {
    /// Brings the record that should hold the target to the current revision, or makes it if it is
    /// not there.
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot grow,
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) if other records hold data of a newer
    /// revision; the buffer is then unchanged.
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    pub fn upgrade(&mut self, target: &Target<'_>) -> Result<RecordSpan> {
        self.upgraded(CursorSteps::below(target.parent, target.step))
    }

    pub(super) fn upgraded(&mut self, steps: CursorSteps<'_>) -> Result<RecordSpan> {
        if steps.slot(&self.navigator())?.holder.pos == 0 {
            self.make_missing(&steps, &|_| 0)?;
        } else {
            self.reserve(true, &SpaceRequest::default(), &|_| 0)?;
        }
        steps.slot(&self.navigator()).map(|resolved| resolved.holder)
    }

    /// The parts of the session that reading needs, in few words.
    #[inline(always)]
    pub(super) fn lent(&self) -> SessionLent<'_> {
        let Self { schema, root, root_size, generation, width, .. } = *self;
        let is_foreign = self.is_foreign();
        SessionLent { bytes: self.bytes(), schema, root, root_size, generation, width, is_foreign }
    }
}

/// The parts of a session that reading needs, in few words.
pub(super) struct SessionLent<'l> {
    bytes: &'l [u8],
    schema: Compiled,
    root: usize,
    root_size: usize,
    generation: u32,
    width: PointerWidth,
    is_foreign: bool,
}

impl SessionLent<'_> {
    pub(super) fn navigator(&self) -> Navigator<'_> {
        let bytes = if self.is_foreign { Header::content(self.bytes) } else { self.bytes };
        let floor = self.root.wrapping_add(self.root_size);
        let (schema, plan) = self.schema.plans();
        let root = RecordSpan { pos: self.root, size: self.root_size };
        let buf = Buf { bytes, floor, width: self.width.into() };
        Navigator { buf, schema, plan, root, generation: self.generation }
    }
}
