//! The bytes of a file: its head, and the heads of its frames. docs/format-file.md describes them.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

use twox_hash::XxHash3_64;

use crate::error::{Damage, FileError};

/// The first bytes of a file.
pub const MAGIC: [u8; 4] = [0xDB, b'v', b'l', b'f'];
pub(crate) const VERSION: u8 = 1;
/// The length of the head.
pub(crate) const HEAD: usize = 48;
/// The length of a frame without its patch.
pub(crate) const FRAME: usize = 36;

/// The head of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// A random number: another one in each file, and after each compaction.
    pub(crate) id: u64,
    /// The number of the last edit that the base has.
    pub(crate) sequence: u64,
    /// The length of the base.
    pub(crate) len: u64,
    /// The checksum of the base.
    pub(crate) checksum: u64,
}

impl Head {
    pub(crate) fn to_bytes(self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        let words = [self.id, self.sequence, self.len, self.checksum];
        let (start, rest) = bytes.split_at_mut(8);
        let start_of = [MAGIC[0], MAGIC[1], MAGIC[2], MAGIC[3], VERSION, 0, 0, 0];
        start.copy_from_slice(&start_of);
        for (place, word) in rest.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let (said, last) = bytes.split_at_mut(HEAD.saturating_sub(8));
        last.copy_from_slice(&checksum(0, said).to_le_bytes());
        bytes
    }

    /// Reads the first bytes of a file, which are fewer if the file is shorter.
    pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<Self, FileError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FileError::OtherKind { path: path.to_owned() });
        }
        let damaged = || {
            let what = "the head of the file is damaged";
            FileError::Damaged(Damage { path: path.to_owned(), offset: 0, readable: None, what })
        };
        let version = *bytes.get(4).ok_or_else(damaged)?;
        if version != VERSION {
            return Err(FileError::LaterVersion { path: path.to_owned(), version });
        }
        let (said, last) = bytes.split_at_checked(HEAD.saturating_sub(8)).ok_or_else(damaged)?;
        if word(last, 0) != Some(checksum(0, said)) || said.get(5..8) != Some(&[0; 3]) {
            return Err(damaged());
        }
        let at = |at| word(said, at).ok_or_else(damaged);
        Ok(Self { id: at(8)?, sequence: at(16)?, len: at(24)?, checksum: at(32)? })
    }

    /// Where the frames begin.
    pub(crate) fn log(&self) -> u64 {
        self.len.saturating_add(HEAD as u64)
    }
}

/// The head of a frame, and what its checksum is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameHead {
    pub(crate) checksum: u64,
    /// The length of the patch.
    pub(crate) len: u32,
    pub(crate) sequence: u64,
    /// The number of the last edit that was durable when the frame was written.
    pub(crate) durable: u64,
    /// Milliseconds since 1970-01-01 UTC; 0 if it is not told.
    pub(crate) time: u64,
}

impl FrameHead {
    /// Reads the first bytes of a frame.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let len = u32::from_le_bytes(*bytes.get(8..)?.first_chunk()?);
        Some(Self {
            checksum: word(bytes, 0)?,
            len,
            sequence: word(bytes, 12)?,
            durable: word(bytes, 20)?,
            time: word(bytes, 28)?,
        })
    }
}

/// Writes a frame in the place of what `out` has.
pub(crate) fn write_frame(
    id: u64,
    (sequence, durable, time): (u64, u64, u64),
    patch: &[u8],
    out: &mut Vec<u8>,
) -> bool {
    let Ok(len) = u32::try_from(patch.len()) else { return false };
    out.clear();
    out.extend_from_slice(&[0; 8]);
    out.extend_from_slice(&len.to_le_bytes());
    for word in [sequence, durable, time] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.extend_from_slice(patch);
    if let Some((place, said)) = out.split_first_chunk_mut() {
        *place = checksum(id, said).to_le_bytes();
    }
    true
}

/// Whether a frame is one of the file with this id: its checksum is of all bytes after it.
pub(crate) fn is_frame(id: u64, frame: &[u8]) -> bool {
    frame.split_first_chunk().is_some_and(|(said, rest)| u64::from_le_bytes(*said) == checksum(id, rest))
}

/// The checksum of bytes: XXH3 with 64 bits and a seed.
pub(crate) fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(seed, bytes)
}

/// A checksum of bytes that come one after the other.
pub(crate) struct Checksum(XxHash3_64);

impl Checksum {
    pub(crate) fn new(seed: u64) -> Self {
        Self(XxHash3_64::with_seed(seed))
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0.finish()
    }
}

/// A number that no other file has, as far as random numbers of std go.
pub(crate) fn new_id() -> u64 {
    RandomState::new().hash_one((std::process::id(), std::time::SystemTime::now()))
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
