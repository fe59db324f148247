//! What a buffer lives in while it is edited.

use vellum::{Result, Storage, Workspace};

/// A vector, or a workspace of fixed length, which stays one.
#[derive(Debug)]
pub enum Memory {
    Vector(Vec<u8>),
    Workspace(Workspace<Vec<u8>>),
}

impl Memory {
    /// Takes a buffer as what it is.
    pub fn of(buffer: Vec<u8>) -> Result<Self> {
        // The flags of a workspace: format version 1, bit 3.
        let is_workspace = buffer.first().is_some_and(|flags| flags & 0b1110_1000 == 0b0010_1000);
        if is_workspace { Workspace::open(buffer).map(Self::Workspace) } else { Ok(Self::Vector(buffer)) }
    }

    /// All of the bytes, also those behind the end of a workspace.
    pub fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Vector(bytes) => bytes,
            Self::Workspace(workspace) => workspace.into_inner(),
        }
    }
}

macro_rules! each {
    ($self:expr, $storage:ident => $what:expr) => {
        match $self {
            Memory::Vector($storage) => $what,
            Memory::Workspace($storage) => $what,
        }
    };
}

impl AsRef<[u8]> for Memory {
    fn as_ref(&self) -> &[u8] {
        each!(self, storage => storage.as_ref())
    }
}

impl Storage for Memory {
    fn bytes(&self) -> &[u8] {
        each!(self, storage => storage.bytes())
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        each!(self, storage => storage.bytes_mut())
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        each!(self, storage => Storage::reserve(storage, len))
    }

    fn resize(&mut self, len: usize) {
        each!(self, storage => Storage::resize(storage, len));
    }

    fn append(&mut self, bytes: &[u8]) {
        each!(self, storage => Storage::append(storage, bytes));
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        each!(self, storage => storage.replace(content, len))
    }

    fn has_fixed_len(&self) -> bool {
        each!(self, storage => storage.has_fixed_len())
    }

    fn is_bounded(&self) -> bool {
        each!(self, storage => storage.is_bounded())
    }

    fn keeps_layout(&self) -> bool {
        each!(self, storage => storage.keeps_layout())
    }

    fn note_free(&mut self, change: isize) {
        each!(self, storage => storage.note_free(change));
    }
}
