//! Noting an edit from what its cursor and its value tell, without a look at the buffer.

use super::link::{Link, PackedStep};
use super::log::{EditLog, FROM_LAST, KEY, Noted, NotedForm, NotedRange, ONE_STEP, STORED_KEY, StoredForm, low};
use crate::read::navigate::Step;

/// The last step to an edited value, below a cursor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastStep<'k> {
    /// It is what the cursor edits.
    None,
    Step(Step),
    /// An entry, by its step and by its key.
    Key(Step, StoredForm<'k>),
}

impl EditLog {
    /// Notes an edit of a value in a record; false if the value is one to be read, or if it cannot
    /// tell the way there.
    // Of a word of eight bytes.
    #[allow(clippy::cast_possible_truncation)]
    #[inline(always)]
    pub(crate) fn value(
        &mut self,
        (action, range): (Noted, NotedRange),
        (link, step): (&Link<'_>, LastStep<'_>),
        value: &StoredForm<'_>,
    ) -> bool {
        let head = action as u64 | FROM_LAST;
        let numbers = low(range.0) | low(range.1).wrapping_shl(32);
        let step = match step {
            LastStep::Step(step) => PackedStep::new(step),
            LastStep::None => PackedStep::NONE,
            LastStep::Key(_, key) => return self.entry((action, range), (link, &key), value),
        };
        match *value {
            StoredForm::Word(word, size) if size <= 8 => {
                let form = (NotedForm::Stored as u64).wrapping_shl(8) | low(size).wrapping_shl(32);
                self.short_word((head | form, numbers), link, step, word as u64)
            }
            StoredForm::Content(content) => {
                let form = (NotedForm::Value as u64).wrapping_shl(8) | low(content.len()).wrapping_shl(32);
                self.content((head | form, numbers), link, step, content)
            }
            StoredForm::Absent => self.content((head, numbers), link, step, &[]),
            // Wide words are rare.
            StoredForm::Word(..) | StoredForm::Other => false,
        }
    }

    /// All is in registers.
    #[inline(never)]
    fn short_word(&mut self, head: (u64, u64), link: &Link<'_>, step: PackedStep, word: u64) -> bool {
        self.begin_plain(head, link, step, 1) && {
            self.words.push(word);
            true
        }
    }

    #[inline(never)]
    fn content(&mut self, head: (u64, u64), link: &Link<'_>, step: PackedStep, content: &[u8]) -> bool {
        self.begin_plain(head, link, step, content.len().div_ceil(8)) && {
            self.bytes(content);
            true
        }
    }

    /// Begins an entry whose steps have no keys, up to its value of so many words.
    #[inline(always)]
    fn begin_plain(&mut self, (head, numbers): (u64, u64), link: &Link<'_>, step: PackedStep, value: usize) -> bool {
        let words = &mut self.words;
        let start = words.len();
        words.reserve(value.saturating_add(8));
        words.push(head);
        words.push(numbers);
        let (mut steps, mut step, mut link) = (0, step, link);
        if step.is_none() {
            let Some(parent) = link.parent else { return self.undo(start) };
            (step, link) = (link.step, parent);
        }
        loop {
            if step.is_entry() {
                return self.undo(start);
            }
            words.push(step.word());
            steps = ONE_STEP.wrapping_add(steps);
            let Some(parent) = link.parent else { break };
            (step, link) = (link.step, parent);
        }
        if let Some(head) = words.get_mut(start) {
            *head = head.wrapping_add(steps);
        }
        true
    }

    /// Notes an edit of an entry by its key.
    #[inline(never)]
    fn entry(
        &mut self,
        (action, range): (Noted, NotedRange),
        (map, key): (&Link<'_>, &StoredForm<'_>),
        value: &StoredForm<'_>,
    ) -> bool {
        let start = self.begin(action, range);
        let Some(steps) = self.steps_to_key(map, key) else { return self.undo(start) };
        let (form, len) = match *value {
            StoredForm::Word(word, size) => {
                let words = halves(word);
                self.words.extend_from_slice(words.get(..size.div_ceil(8)).unwrap_or(&words));
                (NotedForm::Stored, size)
            }
            StoredForm::Content(content) => {
                self.bytes(content);
                (NotedForm::Value, content.len())
            }
            StoredForm::Absent => (NotedForm::Absent, 0),
            StoredForm::Other => return self.undo(start),
        };
        self.end(start, form, steps, len);
        true
    }

    /// As [`EditLog::key`], if it is at hand.
    fn stored_key(&mut self, key: &StoredForm<'_>) -> Option<()> {
        match *key {
            StoredForm::Word(word, size) => {
                self.words.push(low(size).wrapping_shl(4) | STORED_KEY | KEY);
                let words = halves(word);
                self.words.extend_from_slice(words.get(..size.div_ceil(8)).unwrap_or(&words));
            }
            StoredForm::Content(content) => self.key(content),
            StoredForm::Absent | StoredForm::Other => return None,
        }
        Some(())
    }

    /// The steps to a key of a map, from the root on, and how many they are; `None` if one before
    /// is to an entry, or if the key is not at hand.
    fn steps_to_key(&mut self, map: &Link<'_>, key: &StoredForm<'_>) -> Option<u64> {
        let (first, mut steps, mut link) = (self.words.len(), ONE_STEP, map);
        while let Some(parent) = link.parent {
            if link.step.is_entry() {
                return None;
            }
            self.words.push(link.step.word());
            (link, steps) = (parent, steps.wrapping_add(ONE_STEP));
        }
        self.words.get_mut(first..)?.reverse();
        self.stored_key(key)?;
        Some(steps)
    }

    /// Takes an entry back.
    #[cold]
    fn undo(&mut self, start: usize) -> bool {
        self.words.truncate(start);
        false
    }
}

// Both halves.
#[allow(clippy::cast_possible_truncation)]
fn halves(word: u128) -> [u64; 2] {
    [word as u64, word.wrapping_shr(64) as u64]
}
