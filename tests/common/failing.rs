//! A storage that refuses to grow at the n-th time.

use std::cell::Cell;
use std::rc::Rc;

use vellum::{Error, Result, Storage};

/// A vector that refuses to hold more once its allowance is used up.
pub struct Failing {
    pub bytes: Vec<u8>,
    /// The length it has promised to hold.
    reserved: usize,
    allowance: Rc<Cell<usize>>,
}

impl Failing {
    /// A copy of the bytes that may grow so many times.
    pub fn new(bytes: &[u8], allowance: usize) -> Self {
        Self { bytes: bytes.to_vec(), reserved: 0, allowance: Rc::new(Cell::new(allowance)) }
    }

    /// How many times it may grow, to be changed while it is in use.
    pub fn allowance(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.allowance)
    }

    fn grant(&self) -> Result<()> {
        match self.allowance.get().checked_sub(1) {
            Some(rest) => {
                self.allowance.set(rest);
                Ok(())
            }
            None => Err(Error::full(self.bytes.len() + 1, self.bytes.len())),
        }
    }
}

impl AsRef<[u8]> for Failing {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Storage for Failing {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        if len > self.bytes.len().max(self.reserved) {
            self.grant()?;
            self.reserved = len;
        }
        Ok(())
    }

    fn resize(&mut self, len: usize) {
        assert!(len <= self.bytes.len().max(self.reserved), "not reserved");
        self.bytes.resize(len, 0xAA);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.grant()?;
        self.bytes = content;
        self.reserved = len;
        Ok(())
    }
}
