//! A storage that grows as an input says: always, never, or a few times.
//!
//! It is one type, since everything that edits is compiled for each.

use vellum::{Error, Result, Storage};

use crate::input::Input;

/// Bytes that may grow so many times, if they are not of a fixed length.
pub struct Limited {
    bytes: Vec<u8>,
    /// The length it has promised to hold.
    reserved: usize,
    /// How many times more it grows.
    allowance: u32,
    is_fixed: bool,
}

impl Limited {
    /// A copy of the bytes that grows as a vector does.
    pub fn vector(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), reserved: 0, allowance: u32::MAX, is_fixed: false }
    }

    /// A copy of the bytes that is a vector, or a slice, or refuses its n-th growth.
    pub fn choose(bytes: &[u8], input: &mut Input<'_>) -> Self {
        let mut chosen = Self::vector(bytes);
        match input.below(4) {
            0 => chosen.is_fixed = true,
            1 => chosen.allowance = u32::from(input.byte() % 4),
            _ => {}
        }
        chosen
    }

    fn grant(&mut self, len: usize) -> Result<()> {
        match self.allowance.checked_sub(1) {
            Some(rest) => {
                self.allowance = rest;
                Ok(())
            }
            None => Err(Error::full(len, self.bytes.len())),
        }
    }
}

impl AsRef<[u8]> for Limited {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Storage for Limited {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        if self.is_fixed {
            return Storage::reserve(&mut &mut self.bytes[..], len);
        }
        if len > self.bytes.len().max(self.reserved) {
            self.grant(len)?;
            self.reserved = len;
        }
        Ok(())
    }

    fn resize(&mut self, len: usize) {
        if !self.is_fixed {
            assert!(len <= self.bytes.len().max(self.reserved), "not reserved");
            self.bytes.resize(len, 0xAA);
        }
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        if self.is_fixed {
            return Storage::replace(&mut &mut self.bytes[..], content, len);
        }
        self.grant(len)?;
        self.bytes = content;
        self.reserved = len;
        Ok(())
    }

    fn has_fixed_len(&self) -> bool {
        self.is_fixed
    }
}
