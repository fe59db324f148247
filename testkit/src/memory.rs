//! Storage for tests: a vector, one that refuses its n-th growth, or a slice of one length.

use vellum::{Error, Result, Storage};

/// Where a buffer lives.
#[derive(Clone, Debug)]
pub struct Memory {
    bytes: Vec<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Grows as it likes.
    Free,
    /// May grow so many times more; it has promised to hold so many bytes.
    Rationed { allowance: usize, reserved: usize },
    /// Never grows.
    Fixed,
}

impl Memory {
    /// Memory that grows as far as it has to.
    pub fn free(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), kind: Kind::Free }
    }

    /// Memory that may grow so many times.
    pub fn rationed(bytes: &[u8], allowance: usize) -> Self {
        Self { bytes: bytes.to_vec(), kind: Kind::Rationed { allowance, reserved: bytes.len() } }
    }

    /// Memory of so many bytes, free behind the buffer.
    pub fn fixed(bytes: &[u8], len: usize) -> Self {
        let mut bytes = bytes.to_vec();
        bytes.resize(len, 0xFF);
        Self { bytes, kind: Kind::Fixed }
    }

    /// The whole memory.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl AsRef<[u8]> for Memory {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Storage for Memory {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        match &mut self.kind {
            Kind::Free => Storage::reserve(&mut self.bytes, len),
            Kind::Fixed => Storage::reserve(&mut self.bytes[..], len),
            Kind::Rationed { allowance, reserved } => {
                if len > self.bytes.len().max(*reserved) {
                    *allowance = allowance.checked_sub(1).ok_or_else(|| Error::full(len, self.bytes.len()))?;
                    *reserved = len;
                }
                Ok(())
            }
        }
    }

    fn resize(&mut self, len: usize) {
        match self.kind {
            Kind::Free => Storage::resize(&mut self.bytes, len),
            Kind::Fixed => Storage::resize(&mut self.bytes[..], len),
            Kind::Rationed { reserved, .. } => {
                assert!(len <= self.bytes.len().max(reserved), "a length that was not reserved");
                self.bytes.resize(len, 0xAA);
            }
        }
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        match &mut self.kind {
            Kind::Free => self.bytes.replace(content, len),
            Kind::Fixed => Storage::replace(&mut self.bytes[..], content, len),
            Kind::Rationed { allowance, reserved } => {
                *allowance = allowance.checked_sub(1).ok_or_else(|| Error::full(len, self.bytes.len()))?;
                *reserved = len.max(content.len());
                self.bytes = content;
                Ok(())
            }
        }
    }

    fn has_fixed_len(&self) -> bool {
        matches!(self.kind, Kind::Fixed)
    }
}
