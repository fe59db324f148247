//! Memory that several threads or processes share: one edits it while others read, each edit seen
//! as a whole or not at all.
//!
//! - [`SharedWriter`] makes edits. Several writers of one memory lose nothing of each other.
//! - [`SharedReader`] reads copies that it takes between two edits.
//!
//! The memory is a [`Workspace`], as words of 64 bits: `&[AtomicU64]`, or
//! anything that is `AsRef<[AtomicU64]>`, such as an `Arc<[AtomicU64]>`. A mapped file becomes that
//! by `zerocopy`, or by one line of `unsafe`; `examples/shared.rs` has both processes:
//!
//! ```ignore
//! let mut map: memmap2::MmapMut = ..;
//! let memory: &[AtomicU64] = <[AtomicU64]>::mut_from_bytes(&mut map)?; // zerocopy::FromBytes
//! let memory = unsafe { slice::from_raw_parts(map.as_ptr().cast::<AtomicU64>(), map.len() / 8) };
//! ```
//!
//! Each process maps it for reading and writing: atomics are made of such memory only.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicU64;
//! use std::thread;
//! use vellum::Vellum;
//! use vellum::shared::{SharedReader, SharedWriter};
//!
//! #[derive(Vellum)]
//! struct Board { round: u64, title: String }
//!
//! let memory: Arc<[AtomicU64]> = (0..64).map(|_| AtomicU64::new(0)).collect();
//! let board = Board { round: 0, title: "round 0".into() };
//! let mut writer = SharedWriter::format(memory.clone(), &board)?;
//! let mut reader = SharedReader::new(memory);
//!
//! let writing = thread::spawn(move || {
//!     (1..=100).try_for_each(|round| {
//!         writer.edit(|workspace| {
//!             let mut board = Board::edit(workspace)?;
//!             board.set_round(round)?;
//!             board.set_title(&format!("round {round}"))
//!         })
//!     })
//! });
//! loop {
//!     let board = Board::peek(reader.read()?)?;
//!     assert_eq!(board.title()?, format!("round {}", board.round()?)); // of one edit
//!     if board.round()? == 100 {
//!         break;
//!     }
//! }
//! writing.join().unwrap()?;
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! A schema that is known at run time goes the same ways: `schema.peek(reader.read()?)?`, and
//! `Record::open(&schema, workspace)?` in an edit.
//!
//! # Cost
//!
//! A read is a copy of the bytes in use, or two loads where nothing has changed. An edit is its
//! changes, one comparison of all bytes in use with the memory, and a copy where another writer was
//! there before. On a machine of two cores, with an edit that sets one number:
//!
//! | bytes in use | edit | with two writers in turn | read | read again |
//! | --: | --: | --: | --: | --: |
//! | 800 | 0.10 µs | 0.14 µs | 0.04 µs | 0.01 µs |
//! | 8,000 | 0.5 µs | 0.8 µs | 0.2 µs | 0.01 µs |
//! | 64,000 | 4 µs | 6 µs | 2 µs | 0.01 µs |
//! | 1,000,000 | 60 µs | 95 µs | 36 µs | 0.01 µs |
//!
//! So it is for records of up to some hundred kilobytes. Readers do not wait for the changes, only
//! while words are stored; a writer does not wait for readers.
//!
//! # What can go wrong
//!
//! - A program that dies while it stores leaves `seq` odd. Then nothing opens or reads the memory
//!   ([`ErrorKind::Busy`]) until [`SharedWriter::recover`] has verified it.
//! - Edits that are closer to each other than the time of a copy keep readers out: `Busy` after
//!   some tenths of a second.
//! - `seq` counts modulo 2^32, an edit by 2. A reader or writer that looks twice, with exactly 2^31
//!   edits in between or a multiple of them, takes the memory to be unchanged. At 10,000 edits a
//!   second that is a pause of 59 hours and 39 minutes, to a tenth of a millisecond.
//! - Any other store to the memory, by a [`Workspace`] over the mapping or by
//!   another program, is outside of this order. Readers and writers then find mixed bytes, which
//!   they treat as any bytes of others: an error or a value, no undefined behaviour.
//! - Nothing is stored to a file at a certain time, as the operating system decides that. Memory
//!   that comes back torn from a crash of the machine may have an even `seq`: verify it.

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering, fence};
use core::{hint, mem};

use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::Schema;
use crate::typed::Value;
use crate::wire::header::Header;
use crate::wire::{clamp, header};
use crate::write::Workspace;
use crate::write::workspace::edit_under_way;

// The words of memory that processes share, and the order of loads and stores that gives whole
// copies.
//
// The second word of a workspace holds `free` and `seq`. An editor exchanges it for one with an
// odd `seq` (a [`Claim`]), fences, stores words, and exchanges the second word for one with the
// next even `seq`. A copy is taken between two looks at `seq`, and holds if both are the same even
// number. Every access is atomic and of one whole word, so there is no data race, whatever other
// processes store.
//
// # Why a copy that holds is of one state
//
// - No word of it is older than `seq`: the first look acquires, and the even number was released
//   after the stores of its edit. Each editor acquires the number of the editor before it.
// - No word of it is newer. Where a load gave a word of a later edit, the release fence of that
//   edit is before the store, and the acquire fence of the copy is after the load. So the second
//   look sees the odd number from before the release fence, or a later number: not that of the
//   first look, unless 2^31 edits were made between the two.

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

// The reader.

/// Reads memory that others edit through a [`SharedWriter`], by copies of its
/// own.
///
/// It stores nothing to the memory, so any number of readers do not disturb each other or a writer.
///
/// ```
/// use std::sync::atomic::AtomicU64;
/// use vellum::Schema;
/// use vellum::shared::{SharedReader, SharedWriter};
///
/// let schema = Schema::parse("struct Board { round: u64, title: string } root Board;")?;
/// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
/// SharedWriter::format_default(&memory[..], &schema)?.edit(|workspace| {
///     vellum::Record::open(&schema, workspace)?.set("title", "first")
/// })?;
///
/// let mut reader = SharedReader::new(&memory[..]);
/// assert_eq!(schema.peek(reader.read()?)?.get::<str>("title")?, "first");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Debug)]
pub struct SharedReader<M> {
    memory: M,
    copy: Vec<u8>,
    /// The number of the edit of which the copy is.
    seq: Option<u32>,
}

impl<M: AsRef<[AtomicU64]>> SharedReader<M> {
    /// A reader of memory, which is looked at when it is read.
    pub const fn new(memory: M) -> Self {
        Self { memory, copy: Vec::new(), seq: None }
    }

    /// The bytes as one edit left them: a buffer, for all that reads buffers.
    ///
    /// They are copied, up to the workspace's end, unless the last copy is still what the memory
    /// holds. The copy is tried again where an edit is stored meanwhile; that ends after some
    /// tenths of a second, without `std` after some milliseconds.
    ///
    /// ```
    /// # use std::sync::atomic::AtomicU64;
    /// # use vellum::{Vellum, shared::{SharedReader, SharedWriter}};
    /// #[derive(Vellum)]
    /// struct Board { round: u64, scores: Vec<u64> }
    ///
    /// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
    /// let mut writer = SharedWriter::format(&memory[..], &Board { round: 0, scores: vec![] })?;
    /// let mut reader = SharedReader::new(&memory[..]);
    /// writer.edit(|workspace| {
    ///     let mut board = Board::edit(workspace)?;
    ///     board.set_round(1)?;
    ///     board.scores().push(1)
    /// })?;
    /// let board = Board::peek(reader.read()?)?;
    /// assert_eq!((board.round()?, board.scores()?.len()), (1, 1));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if an editor died in the middle of an edit, or
    /// edits follow each other more quickly than the bytes are copied;
    /// [`ErrorKind::Corrupt`] for memory that holds no workspace.
    pub fn read(&mut self) -> Result<&[u8]> {
        let memory = Memory::new(self.memory.as_ref())?;
        // A copy that fails may have overwritten the last one in part.
        let known = self.seq.take();
        self.seq = Some(memory.copy(known, &mut self.copy)?);
        let end = Header::read(&self.copy)?.end;
        self.copy.get(..end).ok_or_else(no_workspace)
    }

    /// Whether the memory was edited since it was last read, or is being edited.
    ///
    /// ```
    /// # use std::sync::atomic::AtomicU64;
    /// # use vellum::{Vellum, shared::{SharedReader, SharedWriter}};
    /// # #[derive(Vellum)] struct Board { round: u64 }
    /// # let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
    /// # let mut writer = SharedWriter::format(&memory[..], &Board { round: 0 })?;
    /// let mut reader = SharedReader::new(&memory[..]);
    /// reader.read()?;
    /// assert!(!reader.has_changed());
    /// writer.edit(|workspace| Board::edit(workspace)?.set_round(1))?;
    /// assert!(reader.has_changed());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn has_changed(&self) -> bool {
        Memory::new(self.memory.as_ref()).map_or(true, |memory| self.seq != Some(memory.seq()))
    }
}

// The writer.

/// So many times an edit is made before the memory is claimed for it, where other editors are
/// quicker.
const UNCLAIMED: u32 = 4;

/// Edits memory that others read through a [`SharedReader`], and edit through
/// writers of their own: each edit is seen as a whole, or not at all.
///
/// It keeps a copy of the memory. An edit changes the copy, then claims the memory and stores the
/// words that differ. So a program that fails, panics or dies while it makes an edit leaves the
/// memory as it was; only one that dies within the stores tears it (see [`SharedWriter::recover`]).
///
/// ```
/// use std::sync::atomic::AtomicU64;
/// use vellum::{Vellum, shared::SharedWriter};
///
/// #[derive(Vellum)]
/// struct Counter { hits: u64 }
///
/// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
/// let mut one = SharedWriter::format(&memory[..], &Counter { hits: 0 })?;
/// let mut other = SharedWriter::open(&memory[..])?; // perhaps in another process
/// for writer in [&mut one, &mut other] {
///     writer.edit(|workspace| {
///         let mut counter = Counter::edit(workspace)?;
///         counter.set_hits(counter.hits()? + 1)
///     })?;
/// }
/// let hits = one.edit(|workspace| Counter::edit(workspace)?.hits())?;
/// assert_eq!(hits, 2);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Debug)]
pub struct SharedWriter<M> {
    memory: M,
    /// As long as the memory.
    copy: Vec<u8>,
    /// The number of the edit of which the copy is; none where the copy was changed without an
    /// edit.
    seq: Option<u32>,
}

impl<M: AsRef<[AtomicU64]>> SharedWriter<M> {
    /// Writes a value to memory, and makes the rest of the memory free. It is for memory that
    /// nobody else edits yet; readers may wait for it.
    ///
    /// # Errors
    /// As [`Workspace::format`]; the memory is then unchanged.
    pub fn format<T: Value>(memory: M, value: &T) -> Result<Self> {
        Self::format_by(memory, |copy| Workspace::format(copy, value).map(drop))
    }

    /// As [`SharedWriter::format`], a record in which every field has its default.
    ///
    /// # Errors
    /// As [`Workspace::format_default`]; the memory is then unchanged.
    pub fn format_default(memory: M, schema: &Schema) -> Result<Self> {
        Self::format_by(memory, |copy| Workspace::format_default(copy, schema).map(drop))
    }

    fn format_by(memory: M, format: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<Self> {
        let mut copy = vec![0; memory.as_ref().len().saturating_mul(WORD)];
        format(&mut copy)?;
        let claim = Memory::new(memory.as_ref())?.seize()?;
        claim.store(&copy);
        let seq = Some(claim.finish(&copy)?);
        Ok(Self { memory, copy, seq })
    }

    /// Opens memory that was formatted before, by this or by [`Workspace::format`].
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if an editor died in the middle of an edit: then
    /// [`SharedWriter::recover`] opens the memory;
    /// [`ErrorKind::Corrupt`] if it holds no workspace.
    pub fn open(memory: M) -> Result<Self> {
        let words = Memory::new(memory.as_ref())?;
        let mut copy = vec![0; words.len()];
        let seq = Some(words.copy(None, &mut copy)?);
        Header::read(&copy)?;
        Ok(Self { memory, copy, seq })
    }

    /// Opens memory whose editor died in the middle of an edit, if its bytes are a valid buffer of
    /// the schema. Memory that is not being edited is opened as by [`SharedWriter::open`].
    ///
    /// Call it only if that editor is known to be dead, for example by a lock of the operating
    /// system that each editor holds. A running editor continues to store, and may tear the
    /// recovered bytes; at its end its edit fails. The values are valid then, but some may be from
    /// before the edit, others from it.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use vellum::{ErrorKind, Vellum, shared::SharedWriter};
    ///
    /// #[derive(Vellum)]
    /// struct Counter { hits: u64 }
    ///
    /// let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
    /// SharedWriter::format(&memory[..], &Counter { hits: 7 })?;
    /// memory[1].fetch_add((1_u64 << 32).to_le(), Ordering::Relaxed); // an editor that dies
    ///
    /// assert_eq!(SharedWriter::open(&memory[..]).unwrap_err().kind(), ErrorKind::Busy);
    /// let mut writer = SharedWriter::recover(&memory[..], Counter::schema())?;
    /// assert_eq!(writer.edit(|workspace| Counter::edit(workspace)?.hits())?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Schema::prove`] if the bytes are not valid: they stay unchanged, to be formatted
    /// again. [`ErrorKind::Busy`] if somebody else recovers them.
    pub fn recover(memory: M, schema: &Schema) -> Result<Self> {
        let words = Memory::new(memory.as_ref())?;
        let Some(claim) = words.take_over()? else { return Self::open(memory) };
        let mut copy = vec![0; words.len()];
        claim.copy(None, &mut copy);
        if !Header::is_workspace(&copy) {
            return Err(no_workspace());
        }
        schema.prove(&copy)?;
        let seq = Some(claim.finish(&copy)?);
        Ok(Self { memory, copy, seq })
    }

    /// Makes an edit of any number of changes, which readers and other editors see as a whole.
    ///
    /// `change` gets a workspace with the content of the memory. If another editor was quicker,
    /// `change` is called again with the new content. From the fifth call on the memory is claimed
    /// before the call, so that others wait for its end. A `change` that changes nothing is not
    /// counted as an edit.
    ///
    /// Beside `change`, an edit compares all bytes in use with the memory. Where another editor was
    /// there since the last call, it copies them first.
    ///
    /// # Errors
    /// Any error that `change` returns; nothing is then stored, and readers see no edit.
    /// [`ErrorKind::Busy`] if another editor does not end its edit, or died
    /// in it: nothing is stored. [`ErrorKind::Conflict`] if the memory
    /// was recovered or formatted in the middle of the edit.
    pub fn edit<R>(&mut self, mut change: impl FnMut(&mut Workspace<&mut [u8]>) -> Result<R>) -> Result<R> {
        let Self { memory, copy, seq } = self;
        let memory = Memory::new(memory.as_ref())?;
        // From here on the copy is that of an edit only if this one succeeds.
        let mut known = seq.take();
        let mut calls = 0_u32;
        loop {
            let held = if calls < UNCLAIMED { None } else { memory.claim(None)? };
            let base = match &held {
                Some(claim) => claim.copy(known, copy),
                None => memory.copy(known, copy)?,
            };
            let mut workspace = Workspace::open(copy.as_mut_slice())?;
            let old_end = workspace.len();
            let made = change(&mut workspace)?;
            let bytes = changed(copy, old_end)?;
            let claim = if held.is_some() { held } else { memory.claim(Some(base))? };
            if let Some(claim) = claim {
                *seq = Some(if claim.store(bytes) { claim.finish(bytes)? } else { base });
                return Ok(made);
            }
            (known, calls) = (None, calls.saturating_add(1));
        }
    }

    /// The memory.
    #[must_use]
    pub fn into_inner(self) -> M {
        self.memory
    }
}

/// The words of a copy that an edit may have changed: those in use, and those that were.
fn changed(copy: &[u8], old_end: usize) -> Result<&[u8]> {
    let header = Header::read(copy)?;
    if !Header::is_workspace(copy) {
        return Err(no_workspace());
    }
    copy.get(..header.end.max(old_end).next_multiple_of(WORD)).ok_or_else(no_workspace)
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
