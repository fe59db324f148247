//! Byte containers of other crates as storage, each behind the feature named after its crate.

#![cfg(any(feature = "bytes", feature = "smallvec", feature = "arrayvec"))]

use alloc::vec::Vec;

use super::storage::Storage;
use crate::error::{Error, Result};

/// Implements [`Storage`] for a container with the methods of `Vec`; `$reserve` says whether it can
/// hold a length.
macro_rules! storage {
    ([$($generics:tt)*] $type:ty, |$this:ident, $len:ident| $reserve:expr, |$target:ident, $size:ident| $resize:expr $(, $bounded:literal)?) => {
        impl<$($generics)*> Storage for $type {
            #[inline(always)]
            fn bytes(&self) -> &[u8] {
                self
            }

            #[inline(always)]
            fn bytes_mut(&mut self) -> &mut [u8] {
                self
            }

            fn reserve(&mut self, $len: usize) -> Result<()> {
                let $this = self;
                $reserve
            }

            fn resize(&mut self, $size: usize) {
                let $target = self;
                $resize
            }

            $(fn is_bounded(&self) -> bool {
                $bounded
            })?

            fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
                Storage::reserve(self, len)?;
                Storage::resize(self, content.len());
                self.bytes_mut().copy_from_slice(&content);
                Ok(())
            }
        }
    };
}

#[cfg(feature = "bytes")]
storage!([] bytes::BytesMut, |this, len| {
    if u32::try_from(len).is_err() {
        return Err(Error::full(len, this.capacity()));
    }
    this.reserve(len.saturating_sub(this.len()));
    Ok(())
}, |this, len| this.resize(len, 0xFF));

#[cfg(feature = "smallvec")]
storage!([A: smallvec::Array<Item = u8>] smallvec::SmallVec<A>, |this, len| {
    let available = this.capacity();
    this.try_reserve(len.saturating_sub(this.len())).map_err(|_| Error::full(len, available))
}, |this, len| this.resize(len, 0xFF));

#[cfg(feature = "arrayvec")]
storage!([const N: usize] arrayvec::ArrayVec<u8, N>, |_this, len| {
    if len <= N { Ok(()) } else { Err(Error::full(len, N)) }
}, |this, len| {
    this.truncate(len);
    while this.len() < len.min(N) {
        this.push(0xFF);
    }
}, true);
