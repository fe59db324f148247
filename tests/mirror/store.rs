//! Where buffers live in the net: one storage, so that all cursors are of one type, that grows, or fails to, as it is told.

use vellum::{Error, Result, Storage};

/// Bytes that grow a number of times, or that have one length as a slice has.
pub struct Store {
    pub bytes: Vec<u8>,
    /// How often it grows from now on.
    growths: usize,
    /// The length it has promised to hold.
    reserved: usize,
    is_fixed: bool,
}

impl Store {
    /// A copy of the bytes that grows so many times.
    pub fn growing(bytes: &[u8], growths: usize) -> Self {
        Self { bytes: bytes.to_vec(), growths, reserved: 0, is_fixed: false }
    }

    /// A slice of so many bytes, of which those behind the buffer's are free.
    pub fn fixed(bytes: &[u8], len: usize) -> Self {
        let mut bytes = bytes.to_vec();
        bytes.resize(len, 0xFF);
        Self { bytes, growths: 0, reserved: 0, is_fixed: true }
    }

    fn grow(&mut self) -> Result<()> {
        let Some(rest) = self.growths.checked_sub(1) else {
            return Err(Error::full(self.bytes.len() + 1, self.bytes.len()));
        };
        self.growths = rest;
        Ok(())
    }
}

impl Storage for Store {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        if self.is_fixed {
            return self.bytes.as_mut_slice().reserve(len);
        }
        if len > self.bytes.len().max(self.reserved) {
            self.grow()?;
            self.reserved = len;
        }
        Ok(())
    }

    fn resize(&mut self, len: usize) {
        if !self.is_fixed {
            assert!(len <= self.bytes.len().max(self.reserved), "the length was not reserved");
            self.bytes.resize(len, 0xAA);
        }
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        if self.is_fixed {
            return self.bytes.as_mut_slice().replace(content, len);
        }
        self.grow()?;
        self.bytes = content;
        self.reserved = len;
        Ok(())
    }

    fn has_fixed_len(&self) -> bool {
        self.is_fixed
    }
}
