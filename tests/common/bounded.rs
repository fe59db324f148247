//! A vector that says what an `ArrayVec` says: the plain way to be bounded.

use vellum::{Error, Result, Storage};

#[derive(Clone)]
pub struct Bounded {
    pub bytes: Vec<u8>,
    /// The most bytes that it holds.
    pub most: usize,
}

impl AsRef<[u8]> for Bounded {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Storage for Bounded {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        if len <= self.most { Ok(()) } else { Err(Error::full(len, self.most)) }
    }

    fn resize(&mut self, len: usize) {
        assert!(len <= self.most, "a length that was not reserved");
        self.bytes.resize(len, 0xFF);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.reserve(len.max(content.len()))?;
        self.bytes = content;
        Ok(())
    }

    fn is_bounded(&self) -> bool {
        true
    }
}
