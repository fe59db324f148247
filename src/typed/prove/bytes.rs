//! The bytes of a proved buffer: their containers, and their view, also during edits.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::proof::view;
use super::proven::Proven;
use crate::error::Result;
use crate::read::Buf;
use crate::read::record::RecordBytes;
use crate::typed::Value;
use crate::typed::root_record::Root;
use crate::typed::slot::RecordOf;
use crate::wire::width::{PointerWidth, Shift};
use crate::write::Storage;

/// Containers whose bytes change only through a `&mut`, so that a [`Proved`](crate::proved::Proved)
/// can hold them.
///
/// It is sealed, and implemented for types that are known to do so.
///
/// ```compile_fail,E0277
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use vellum::{Vellum, proved::Proved};
///
/// struct Other(AtomicBool);
///
/// impl AsRef<[u8]> for Other {
///     fn as_ref(&self) -> &[u8] {
///         if self.0.swap(true, Ordering::Relaxed) { &[0x20, 1, 9] } else { &[0x20, 1, 0] }
///     }
/// }
///
/// #[derive(Vellum)]
/// struct User { name: String }
///
/// let user = Proved::<_, User>::new(Other(AtomicBool::new(false)));
/// ```
pub trait StableBytes: AsRef<[u8]> + sealed::Sealed {}

mod sealed {
    /// Sealed: other crates cannot name it.
    pub trait Sealed {}
}

macro_rules! stable {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> sealed::Sealed for $type {}

        impl<$($generics)*> StableBytes for $type {}
    )*};
}
stable! {
    [] Vec<u8>;
    [] Box<[u8]>;
    [] Rc<[u8]>;
    [] Arc<[u8]>;
    ['b] &'b [u8];
    ['b] &'b mut [u8];
    [const N: usize] [u8; N];
}
#[cfg(feature = "bytes")]
stable! {
    [] bytes::Bytes;
    [] bytes::BytesMut;
}
#[cfg(feature = "smallvec")]
stable!([A: smallvec::Array<Item = u8>] smallvec::SmallVec<A>;);
#[cfg(feature = "arrayvec")]
stable!([const N: usize] arrayvec::ArrayVec<u8, N>;);

/// The bytes of a proved buffer that is edited.
pub struct ProvedBytes<B> {
    pub(super) bytes: B,
    /// Where the root record was found when they were proved; `None` once they were edited.
    pub(super) root: Option<RootPlace>,
}

/// Where the root record of a proved buffer lies, so that its header is read once.
#[derive(Clone, Copy)]
pub(super) struct RootPlace {
    /// Offset of the root record.
    at: usize,
    /// Its end; pointers are not below it.
    floor: usize,
    /// End of the buffer: that of the memory, except for a workspace.
    end: usize,
    width: Shift,
}

impl RootPlace {
    #[inline]
    pub(super) fn of(root: &RecordBytes<'_>) -> Self {
        let Buf { bytes, floor, width } = *root.buf();
        Self { at: floor.saturating_sub(root.bytes().len()), floor, end: bytes.len(), width }
    }

    /// The root record of the given bytes, which must be those it was found in.
    #[inline(always)]
    fn record<'a>(&self, bytes: &'a [u8]) -> RecordBytes<'a> {
        let bytes = bytes.get(..self.end).unwrap_or_default();
        let buf = Buf { bytes, floor: self.floor, width: self.width };
        RecordBytes::new(buf, bytes.get(self.at..self.floor).unwrap_or_default())
    }
}

/// The proved view of bytes that were proved.
#[inline(always)]
pub(super) fn opened<T: Value, B: StableBytes>(proved: &ProvedBytes<B>) -> T::Proved<'_> {
    let bytes = proved.bytes.as_ref();
    view::<T>(match proved.root {
        Some(root) => RecordOf::new(root.record(bytes), Proven { is_unchanged: true }),
        None => RecordOf::new(reopened::<T>(bytes), Proven { is_unchanged: false }),
    })
}

/// The root record after an edit.
#[inline(never)]
fn reopened<T: Value>(bytes: &[u8]) -> RecordBytes<'_> {
    match Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage) {
        Ok((buf, root)) => RecordBytes::new(buf, root),
        // The header was checked before, and edits keep it valid.
        Err(_) => RecordBytes::new(Buf { bytes: &[], floor: 0, width: PointerWidth::One.into() }, &[]),
    }
}

impl<B: Storage> Storage for ProvedBytes<B> {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes.bytes_mut()
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        self.bytes.reserve(len)
    }

    #[inline]
    fn resize(&mut self, len: usize) {
        self.bytes.resize(len);
    }

    #[inline(always)]
    fn append(&mut self, bytes: &[u8]) {
        self.bytes.append(bytes);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.bytes.replace(content, len)
    }

    fn has_fixed_len(&self) -> bool {
        self.bytes.has_fixed_len()
    }

    fn keeps_layout(&self) -> bool {
        self.bytes.keeps_layout()
    }

    #[inline(always)]
    fn note_free(&mut self, change: isize) {
        self.bytes.note_free(change);
    }
}
