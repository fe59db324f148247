//! What the edits of a recorded buffer did, one after the other, as words: what becomes a patch.
//!
//! ```text
//! entry = action 8 bits, form 2, order 1, steps 16 from bit 16, length of the value 32 | index 32, count 32 | step* | value
//! step  = a packed step
//!       | length of a key * 16 + form * 8 + 7, and its bytes: of an entry of a map, which later edits move
//! ```
//! Words, so that an edit of a number is noted in five stores; its steps are written from the last
//! one to the root, as cursors have them, unless one is a key. Fields are told by their place in
//! the declaration, and words as they are stored: what the schema says is added when a patch is
//! made.

use alloc::vec::Vec;

use super::link::PackedStep;
use crate::error::Error;
use crate::read::navigate::Step;

/// What an edit did; the numbers are those of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Noted {
    Set = 0,
    Clear = 1,
    Insert = 2,
    Remove = 3,
    Splice = 4,
    AddKey = 5,
    RemoveKey = 6,
    Push = 8,
    SpliceText = 9,
    /// What was there before the edit that follows.
    Old = 15,
}

/// How the value of an entry is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum NotedForm {
    /// There is none.
    Absent = 0,
    /// A word as its slot stores it: XOR the default's.
    Stored = 1,
    /// As patches have it.
    Value = 2,
}

/// What was done with which part: an index, and how much goes.
pub(crate) type NotedRange = (usize, usize);

/// The edits of a recorded buffer.
#[derive(Debug, Default)]
pub struct EditLog {
    pub(super) words: Vec<u64>,
    /// Whether it also says what was there before.
    pub(crate) keeps_old: bool,
    /// Whether what was written is read back, not encoded once more: a `check` may be called to
    /// encode a value, and may panic when the edit is made.
    pub(crate) reads_back: bool,
    /// For values that are being made.
    room: Vec<u8>,
    failed: Option<Error>,
}

/// How much was noted, and whether anything could not be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogMark(usize, bool);

/// What is stored of a value, as far as the value alone tells it.
#[derive(Clone, Copy, Debug)]
pub enum StoredForm<'v> {
    /// A word of so many bytes, XOR the default's.
    Word(u128, usize),
    /// Text or bytes.
    Content(&'v [u8]),
    /// Nothing: it is absent, or was taken away.
    Absent,
    /// What is read back.
    Other,
}

/// A step of an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NotedStep<'l> {
    Step(Step),
    Key(NotedForm, NotedBytes<'l>),
}

/// Bytes within words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotedBytes<'l> {
    words: &'l [u64],
    len: usize,
}

/// An edit that was noted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogEntry<'l> {
    /// A code of [`Noted`].
    pub(crate) action: u8,
    pub(crate) form: NotedForm,
    pub(crate) index: u32,
    pub(crate) count: u32,
    steps: u16,
    is_from_last: bool,
    /// The steps, then the value.
    words: &'l [u64],
    pub(crate) value: NotedBytes<'l>,
}

/// The kind of a key, which no packed step has.
pub(super) const KEY: u64 = 7;
/// The bit of a key that is a stored word.
pub(super) const STORED_KEY: u64 = 8;
/// The bit of an entry whose last step comes first.
pub(super) const FROM_LAST: u64 = 1 << 10;
/// One of the number of steps of an entry.
pub(crate) const ONE_STEP: u64 = 1 << 16;

impl EditLog {
    /// A log that also says what was there before.
    pub(crate) fn keeping_old() -> Self {
        Self { keeps_old: true, ..Self::default() }
    }

    /// Begins an entry.
    #[inline]
    pub(crate) fn begin(&mut self, action: Noted, (index, count): NotedRange) -> usize {
        let start = self.words.len();
        self.words.reserve(2);
        self.words.push(action as u64);
        self.words.push(low(index) | low(count).wrapping_shl(32));
        start
    }

    /// Appends a step; the one from the root first.
    #[inline]
    pub(crate) fn step(&mut self, step: Step) {
        self.words.push(PackedStep::new(step).word());
    }

    /// Appends the step to a key.
    pub(crate) fn key(&mut self, key: &[u8]) {
        self.words.push(low(key.len()).wrapping_shl(4) | KEY);
        self.bytes(key);
    }

    /// Appends bytes.
    // Fewer than eight bytes are behind whole words.
    #[allow(clippy::cast_possible_truncation)]
    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let (whole, rest) = bytes.as_chunks::<8>();
        self.words.extend(whole.iter().map(|chunk| u64::from_le_bytes(*chunk)));
        if !rest.is_empty() {
            let bits = low(rest.len()).wrapping_mul(8) as u32;
            self.words.push(match bytes.last_chunk() {
                Some(last) => u64::from_le_bytes(*last).wrapping_shr(64u32.wrapping_sub(bits)),
                None => rest.iter().rev().fold(0, |word, byte| word.wrapping_shl(8) | u64::from(*byte)),
            });
        }
    }

    /// Appends a word.
    pub(crate) fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Ends the entry that begins there.
    #[inline(always)]
    pub(crate) fn end(&mut self, start: usize, form: NotedForm, steps: u64, len: usize) {
        if let Some(head) = self.words.get_mut(start) {
            *head |= (form as u64).wrapping_shl(8) | steps | low(len).wrapping_shl(32);
        }
    }

    /// Whether an edit was noted.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries().all(|entry| entry.is_old())
    }

    /// How long it is, to be cut off there.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Forgets what was noted since it was so long.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.words.truncate(len);
    }

    /// Room to make a value in, which comes back.
    pub(crate) fn take_room(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.room)
    }

    pub(crate) fn give_room(&mut self, room: Vec<u8>) {
        self.room = room;
    }

    /// What is noted up to now.
    pub(crate) fn mark(&self) -> LogMark {
        LogMark(self.words.len(), self.failed.is_some())
    }

    /// Forgets what happened since.
    pub(crate) fn restore(&mut self, LogMark(len, had_failed): LogMark) {
        self.words.truncate(len);
        if !had_failed {
            self.failed = None;
        }
    }

    /// Remembers that an edit could not be noted.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error) {
        self.failed.get_or_insert(error);
    }

    /// Why edits are missing, if they are. Forgets it.
    pub(crate) fn take_failure(&mut self) -> Option<Error> {
        if self.failed.is_some() { self.failed.take() } else { None }
    }

    /// Why edits are missing, if they are.
    pub(crate) fn failure(&self) -> Option<Error> {
        self.failed.clone()
    }

    /// The edits, in their order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = LogEntry<'_>> {
        let mut rest = &self.words[..];
        core::iter::from_fn(move || {
            let (entry, after) = LogEntry::read(rest)?;
            rest = after;
            Some(entry)
        })
    }
}

impl<'l> LogEntry<'l> {
    // The parts of a word.
    #[allow(clippy::cast_possible_truncation)]
    fn read(words: &'l [u64]) -> Option<(Self, &'l [u64])> {
        let [head, numbers, words @ ..] = words else { return None };
        let form = match head.wrapping_shr(8) as u8 & 3 {
            0 => NotedForm::Absent,
            1 => NotedForm::Stored,
            _ => NotedForm::Value,
        };
        let (steps, len) = (head.wrapping_shr(16) as u16, head.wrapping_shr(32) as usize);
        let mut rest = words;
        for _ in 0..steps {
            rest = NotedStep::read(rest)?.1;
        }
        let (value, rest) = rest.split_at_checked(len.div_ceil(8))?;
        let value = NotedBytes { words: value, len };
        let (index, count) = (*numbers as u32, numbers.wrapping_shr(32) as u32);
        Some((
            Self { action: *head as u8, form, index, count, steps, is_from_last: head & FROM_LAST != 0, words, value },
            rest,
        ))
    }

    /// Whether it says what was there before the edit that follows.
    pub(crate) fn is_old(&self) -> bool {
        self.action == Noted::Old as u8
    }

    /// The steps, from the root on.
    pub(crate) fn steps(&self) -> impl Iterator<Item = NotedStep<'l>> {
        let (mut rest, mut left, is_from_last) = (self.words, usize::from(self.steps), self.is_from_last);
        core::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            if is_from_last {
                return NotedStep::read(rest.get(left..)?).map(|(step, _)| step);
            }
            let (step, after) = NotedStep::read(rest)?;
            rest = after;
            Some(step)
        })
    }
}

impl<'l> NotedStep<'l> {
    fn read(words: &'l [u64]) -> Option<(Self, &'l [u64])> {
        let (step, rest) = words.split_first()?;
        if step & KEY == KEY {
            let len = usize::try_from(step.wrapping_shr(4)).ok()?;
            let (words, rest) = rest.split_at_checked(len.div_ceil(8))?;
            let form = if step & STORED_KEY == 0 { NotedForm::Value } else { NotedForm::Stored };
            return Some((Self::Key(form, NotedBytes { words, len }), rest));
        }
        Some((Self::Step(PackedStep::of_word(*step).get()?), rest))
    }
}

impl NotedBytes<'_> {
    /// Appends them.
    pub(crate) fn append_to(&self, out: &mut Vec<u8>) {
        let end = out.len().saturating_add(self.len);
        out.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        out.truncate(end);
    }

    /// The word that they are.
    pub(crate) fn word(&self) -> (u128, usize) {
        let half = |index: usize| u128::from(self.words.get(index).copied().unwrap_or(0));
        (half(0) | half(1).wrapping_shl(64), self.len)
    }
}

/// A number in half a word.
#[inline]
pub(super) fn low(number: usize) -> u64 {
    u64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
