//! The words of memory that processes share, and the order of loads and stores in which copies of
//! them are whole.
//!
//! The second word of a workspace holds `free` and `seq`. An editor exchanges it for one with an
//! odd `seq` (a [`Claim`]), fences, stores words, and exchanges the second word for one with the
//! next even `seq`. A copy is taken between two looks at `seq`, and holds if both are the same even
//! number. Every access is atomic and of one whole word, so there is no data race, whatever other
//! processes store.
//!
//! # Why a copy that holds is of one state
//!
//! - No word of it is older than `seq`: the first look acquires, and the even number was released
//!   behind the stores of its edit. Each editor acquires the number of the editor before it.
//! - No word of it is newer. Where a load gave a word of a later edit, the release fence of that
//!   edit is before the store, and the acquire fence of the copy is behind the load. So the second
//!   look sees the odd number from before the release fence, or a later number: not that of the
//!   first look, unless 2^31 edits were made between the two.

use alloc::vec::Vec;
use core::hint;
use core::mem;
use core::sync::atomic::{AtomicU64, Ordering, fence};

use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::wire::clamp;
use crate::wire::header::{self, Header};
use crate::write::workspace::edit_under_way;

/// Bytes of a word.
pub(super) const WORD: usize = 8;
const _: () = assert!(header::FREE == WORD && header::SEQ == WORD + 4, "`free` and `seq` are the second word");

/// How often a look at `seq` is repeated at once.
const SPINS: u32 = 100;
/// How often it is repeated in all. With `std` the later ones are some ten microseconds apart.
const TRIES: u32 = if cfg!(feature = "std") { SPINS + 2_000 } else { 1 << 20 };

/// Memory that holds a workspace, or is to hold one.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    words: &'a [AtomicU64],
    /// The second of the words.
    counts: &'a AtomicU64,
}

/// What the second word holds.
#[derive(Clone, Copy)]
struct Counts {
    free: u32,
    seq: u32,
}

/// The right to store to the memory. Dropped, it leaves `seq` as it was before the claim.
pub(super) struct Claim<'a> {
    memory: Memory<'a>,
    before: Counts,
    claimed: Counts,
}

impl Counts {
    fn of_word(word: u64) -> Self {
        let word = u64::from_le(word);
        Self { free: (word & 0xFFFF_FFFF) as u32, seq: (word >> 32) as u32 }
    }

    fn word(self) -> u64 {
        (u64::from(self.seq) << 32 | u64::from(self.free)).to_le()
    }

    fn is_claimed(self) -> bool {
        self.seq % 2 == 1
    }

    fn with_seq(self, seq: u32) -> Self {
        Self { seq, ..self }
    }
}

#[cold]
pub(super) fn no_workspace() -> Error {
    Error::fixed(&FixedError(ErrorKind::Corrupt, "the memory holds no workspace"))
}

#[cold]
fn overtaken() -> Error {
    Error::fixed(&FixedError(ErrorKind::Busy, "the memory was edited during each of many attempts to copy it"))
}

#[cold]
fn taken_over() -> Error {
    Error::fixed(&FixedError(
        ErrorKind::Conflict,
        "the memory was recovered or formatted during this edit, which may have torn it: verify it",
    ))
}

/// Waits a little before the next look at `seq`.
fn pause(tries: u32) {
    #[cfg(feature = "std")]
    if tries >= SPINS {
        std::thread::sleep(core::time::Duration::from_micros(50));
        return;
    }
    let _ = tries;
    hint::spin_loop();
}

impl<'a> Memory<'a> {
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the memory is shorter than a workspace's header.
    pub(super) fn new(words: &'a [AtomicU64]) -> Result<Self> {
        match words.get(1) {
            Some(counts) => Ok(Self { words, counts }),
            None => Err(no_workspace()),
        }
    }

    /// Bytes of the memory.
    pub(super) fn len(self) -> usize {
        self.words.len().saturating_mul(WORD)
    }

    fn counts(self, order: Ordering) -> Counts {
        Counts::of_word(self.counts.load(order))
    }

    /// The number of edits; odd during one.
    pub(super) fn seq(self) -> u32 {
        self.counts(Ordering::Acquire).seq
    }

    fn first_word(self) -> [u8; WORD] {
        self.words.first().map_or(0, |word| word.load(Ordering::Relaxed)).to_ne_bytes()
    }

    /// Copies the workspace as one edit left it, unless `to` is a copy from behind the edit
    /// `known`, which is the last one. Gives the number of the edit. `to` gets longer where
    /// necessary, and no shorter.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if no attempt was free of edits; [`ErrorKind::Corrupt`] for memory that
    /// was not formatted.
    pub(super) fn copy(self, mut known: Option<u32>, to: &mut Vec<u8>) -> Result<u32> {
        for tries in 0..TRIES {
            let counts = self.counts(Ordering::Acquire);
            if known == Some(counts.seq) {
                return Ok(counts.seq);
            }
            if !counts.is_claimed() {
                known = None;
                self.load(counts, to);
                fence(Ordering::Acquire);
                if self.counts(Ordering::Relaxed).seq == counts.seq {
                    return if Header::is_workspace(to) { Ok(counts.seq) } else { Err(no_workspace()) };
                }
            }
            pause(tries);
        }
        Err(match self.counts(Ordering::Relaxed).is_claimed() {
            _ if !Header::is_workspace(&self.first_word()) => no_workspace(),
            true => edit_under_way(),
            false => overtaken(),
        })
    }

    /// Copies words up to the end that the first one says, with these counts as the second.
    fn load(self, counts: Counts, to: &mut Vec<u8>) {
        let end = Header::workspace_end(&self.first_word()).unwrap_or(0).max(2 * WORD);
        let len = end.min(self.len()).next_multiple_of(WORD);
        if to.len() < len {
            to.resize(len, 0);
        }
        let (chunks, _) = to.get_mut(..len).unwrap_or_default().as_chunks_mut();
        for (chunk, word) in chunks.iter_mut().zip(self.words) {
            *chunk = word.load(Ordering::Relaxed).to_ne_bytes();
        }
        if let Some(second) = chunks.get_mut(1) {
            *second = counts.word().to_ne_bytes();
        }
    }

    /// Claims the memory; `None` if the number of edits is not `known`.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if another claim does not end.
    pub(super) fn claim(self, known: Option<u32>) -> Result<Option<Claim<'a>>> {
        for tries in 0..TRIES {
            let counts = self.counts(Ordering::Relaxed);
            if counts.is_claimed() {
                pause(tries);
            } else if known.is_some_and(|known| known != counts.seq) {
                return Ok(None);
            } else if let Some(claim) = self.exchange(counts) {
                return Ok(Some(claim));
            }
        }
        Err(edit_under_way())
    }

    /// Claims the memory although it is claimed; `None` if it is not.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if the claim ended just now, or somebody else took it over.
    pub(super) fn take_over(self) -> Result<Option<Claim<'a>>> {
        let counts = self.counts(Ordering::Relaxed);
        if counts.is_claimed() { self.exchange(counts).map(Some).ok_or_else(edit_under_way) } else { Ok(None) }
    }

    /// Claims memory whatever it holds.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if others edit it all the time.
    pub(super) fn seize(self) -> Result<Claim<'a>> {
        (0..TRIES).find_map(|_| self.exchange(self.counts(Ordering::Relaxed))).ok_or_else(edit_under_way)
    }

    /// Makes `seq` the next odd number, unless the counts have changed.
    fn exchange(self, before: Counts) -> Option<Claim<'a>> {
        let claimed = before.with_seq(before.seq.wrapping_add(1) | 1);
        let old = self.counts.compare_exchange(before.word(), claimed.word(), Ordering::Acquire, Ordering::Relaxed);
        // Made where it is won only: dropped, it would end the claim of another.
        old.is_ok().then(|| Claim { memory: self, before, claimed })
    }
}

impl Claim<'_> {
    /// Copies the workspace, unless `to` is a copy from behind the edit `known`, which is the last
    /// one. Gives the number of the edit.
    pub(super) fn copy(&self, known: Option<u32>, to: &mut Vec<u8>) -> u32 {
        if known != Some(self.before.seq) {
            self.memory.load(self.after(), to);
        }
        self.before.seq
    }

    /// The counts at the end of the edit.
    fn after(&self) -> Counts {
        self.claimed.with_seq(self.claimed.seq.wrapping_add(1))
    }

    /// Stores each of the first words that differs from `bytes`, but for the second; gives whether
    /// any did.
    pub(super) fn store(&self, bytes: &[u8]) -> bool {
        // No store below becomes visible before the odd number does.
        fence(Ordering::Release);
        let (chunks, _) = bytes.as_chunks();
        let words = self.memory.words.iter().zip(chunks);
        words.clone().take(1).chain(words.skip(2)).fold(false, |is_changed, (word, chunk)| {
            let new = u64::from_ne_bytes(*chunk);
            let differs = word.load(Ordering::Relaxed) != new;
            if differs {
                word.store(new, Ordering::Relaxed);
            }
            is_changed || differs
        })
    }

    /// Ends the claim with an edit: publishes what was stored, and `free` of `bytes`. Gives the
    /// number of the edit.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] if somebody else took the claim over.
    pub(super) fn finish(self, bytes: &[u8]) -> Result<u32> {
        let free = Header::workspace_free(bytes).unwrap_or(0);
        let after = Counts { free: clamp(free), ..self.after() };
        let counts = self.memory.counts;
        let old = counts.compare_exchange(self.claimed.word(), after.word(), Ordering::Release, Ordering::Relaxed);
        mem::forget(self);
        if old.is_ok() { Ok(after.seq) } else { Err(taken_over()) }
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        // Where somebody else took the claim over, the counts are theirs.
        let (counts, claimed) = (self.memory.counts, self.claimed.word());
        let _ = counts.compare_exchange(claimed, self.before.word(), Ordering::Release, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(seq: u32) -> [AtomicU64; 4] {
        let counts = Counts { free: 7, seq };
        [0, counts.word(), 0, 0].map(AtomicU64::new)
    }

    #[test]
    fn a_claim_that_is_not_won_leaves_that_of_another() {
        let words = memory(4);
        let memory = Memory::new(&words).unwrap();
        let before = memory.counts(Ordering::Relaxed);
        let claim = memory.claim(Some(4)).unwrap().unwrap();
        assert!(memory.exchange(before).is_none());
        assert_eq!(memory.seq(), 5);
        drop(claim);
        assert_eq!(memory.seq(), 4);
        assert!(memory.claim(Some(2)).unwrap().is_none());
        assert_eq!(memory.seq(), 4);
    }

    #[test]
    fn a_claim_that_was_taken_over_ends_without_effect() {
        let words = memory(u32::MAX - 1);
        let memory = Memory::new(&words).unwrap();
        assert!(memory.take_over().unwrap().is_none());
        let slow = memory.claim(None).unwrap().unwrap();
        let taker = memory.take_over().unwrap().unwrap();
        assert_eq!(slow.finish(&[]).unwrap_err().kind(), ErrorKind::Conflict);
        assert_eq!(memory.seq(), 1);
        drop(taker);
        assert_eq!(memory.seq(), u32::MAX);

        let other = memory.take_over().unwrap().unwrap();
        assert_eq!(other.finish(&[]).unwrap(), 2);
        assert_eq!(memory.counts(Ordering::Relaxed).free, 0);
    }
}
