//! Noting in one go what was set by a path without keys: the head, the steps and the value.

use super::link::{PackedStep, PathKeys};
use super::log::{EditLog, Noted, NotedForm, ONE_STEP};
use crate::read::navigate::Step;

impl EditLog {
    /// Notes that a word of at most eight bytes was set; false if the steps have keys.
    #[inline(never)]
    pub(crate) fn set_word(&mut self, steps: &[Step], keys: &dyn PathKeys, word: u64, size: usize) -> bool {
        self.set(steps, keys, size, [word])
    }

    /// Notes that text or bytes were set; false if the steps have keys.
    #[inline(never)]
    pub(crate) fn set_content(&mut self, steps: &[Step], keys: &dyn PathKeys, content: &[u8]) -> bool {
        let is_noted = self.set(steps, keys, content.len(), []);
        if is_noted {
            self.bytes(content);
        }
        is_noted
    }

    /// Appends a word.
    pub(crate) fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    #[inline(always)]
    fn set<const N: usize>(&mut self, steps: &[Step], keys: &dyn PathKeys, len: usize, value: [u64; N]) -> bool {
        let form = (NotedForm::Value as u64).wrapping_shl(8) | (len as u64).wrapping_shl(32);
        let head = Noted::Set as u64 | form | ONE_STEP.wrapping_mul(steps.len() as u64);
        // Most fields are those of the root.
        if let [Step::Field(index)] = *steps
            && u32::try_from(len).is_ok()
        {
            let step = PackedStep::new(Step::Field(index)).word();
            match value.first() {
                Some(word) => self.words.extend_from_slice(&[head, 0, step, *word]),
                None => self.words.extend_from_slice(&[head, 0, step]),
            }
            return true;
        }
        let (start, mut has_keys) = (self.words.len(), len > u32::MAX as usize);
        let steps = steps.iter().map(|step| match *step {
            Step::Element(number) => PackedStep::new(Step::Element(keys.at(number).index())).word(),
            Step::Field(_) | Step::Payload(_) => PackedStep::new(*step).word(),
            Step::Key(_) | Step::Fixed(_) | Step::Entry(..) => {
                has_keys = true;
                0
            }
        });
        self.words.extend([head, 0].into_iter().chain(steps).chain(value));
        if has_keys {
            self.words.truncate(start);
        }
        !has_keys
    }
}
