//! Storage for tests, of one type: a vector, one that refuses its n-th growth, a slice of one
//! length, or a workspace.

use std::cell::Cell;
use std::rc::Rc;

use vellum::{Error, Result, Storage, Workspace};

/// Where a buffer lives.
#[derive(Debug)]
pub struct Memory(Kind);

#[derive(Debug)]
enum Kind {
    /// Grows as it likes.
    Free(Vec<u8>),
    /// May grow so many times more; it has promised to hold so many bytes.
    Rationed { bytes: Vec<u8>, allowance: Rc<Cell<usize>>, reserved: usize },
    /// Never grows.
    Fixed(Vec<u8>),
    /// Never grows, and says itself where the buffer ends.
    Workspace(Workspace<Vec<u8>>),
}

impl Memory {
    /// Memory that grows as far as it has to.
    pub fn free(bytes: &[u8]) -> Self {
        Self(Kind::Free(bytes.to_vec()))
    }

    /// Memory that may grow so many times.
    pub fn rationed(bytes: &[u8], allowance: usize) -> Self {
        Self::of_allowance(bytes, &Rc::new(Cell::new(allowance)))
    }

    /// Memory that may grow so many times, which may change while it is in use.
    pub fn of_allowance(bytes: &[u8], allowance: &Rc<Cell<usize>>) -> Self {
        Self(Kind::Rationed { bytes: bytes.to_vec(), allowance: Rc::clone(allowance), reserved: bytes.len() })
    }

    /// Memory of so many bytes, free behind the buffer.
    pub fn fixed(bytes: &[u8], len: usize) -> Self {
        let mut bytes = bytes.to_vec();
        bytes.resize(len, 0xFF);
        Self(Kind::Fixed(bytes))
    }

    /// Memory of fixed length in which a buffer grows.
    pub fn workspace(workspace: Workspace<Vec<u8>>) -> Self {
        Self(Kind::Workspace(workspace))
    }

    /// The whole memory.
    pub fn into_bytes(self) -> Vec<u8> {
        match self.0 {
            Kind::Free(bytes) | Kind::Fixed(bytes) | Kind::Rationed { bytes, .. } => bytes,
            Kind::Workspace(workspace) => workspace.into_inner(),
        }
    }
}

fn grow(allowance: &Cell<usize>, len: usize, bytes: &[u8]) -> Result<()> {
    allowance.set(allowance.get().checked_sub(1).ok_or_else(|| Error::full(len, bytes.len()))?);
    Ok(())
}

impl AsRef<[u8]> for Memory {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Kind::Free(bytes) | Kind::Fixed(bytes) | Kind::Rationed { bytes, .. } => bytes,
            Kind::Workspace(workspace) => workspace.as_ref(),
        }
    }
}

impl Storage for Memory {
    fn bytes(&self) -> &[u8] {
        self.as_ref()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Kind::Free(bytes) | Kind::Fixed(bytes) | Kind::Rationed { bytes, .. } => bytes,
            Kind::Workspace(workspace) => workspace.bytes_mut(),
        }
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        match &mut self.0 {
            Kind::Free(bytes) => Storage::reserve(bytes, len),
            Kind::Fixed(bytes) => Storage::reserve(&mut bytes[..], len),
            Kind::Rationed { bytes, allowance, reserved } => {
                if len > bytes.len().max(*reserved) {
                    grow(allowance, len, bytes)?;
                    *reserved = len;
                }
                Ok(())
            }
            Kind::Workspace(workspace) => Storage::reserve(workspace, len),
        }
    }

    fn resize(&mut self, len: usize) {
        match &mut self.0 {
            Kind::Free(bytes) => Storage::resize(bytes, len),
            Kind::Fixed(bytes) => Storage::resize(&mut bytes[..], len),
            Kind::Rationed { bytes, reserved, .. } => {
                assert!(len <= bytes.len().max(*reserved), "a length that was not reserved");
                bytes.resize(len, 0xAA);
            }
            Kind::Workspace(workspace) => Storage::resize(workspace, len),
        }
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        match &mut self.0 {
            Kind::Free(bytes) => bytes.replace(content, len),
            Kind::Fixed(bytes) => Storage::replace(&mut bytes[..], content, len),
            Kind::Rationed { bytes, allowance, reserved } => {
                grow(allowance, len, bytes)?;
                *reserved = len.max(content.len());
                *bytes = content;
                Ok(())
            }
            Kind::Workspace(workspace) => Storage::replace(workspace, content, len),
        }
    }

    fn has_fixed_len(&self) -> bool {
        matches!(self.0, Kind::Fixed(_))
    }

    fn keeps_layout(&self) -> bool {
        matches!(&self.0, Kind::Workspace(workspace) if workspace.keeps_layout())
    }

    fn note_free(&mut self, change: isize) {
        if let Kind::Workspace(workspace) = &mut self.0 {
            workspace.note_free(change);
        }
    }
}
