//! Reads and edits of damaged buffers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::Record;

use super::{Compared, Runner, State};
use crate::edit::Edit;
use crate::memory::Memory;
use crate::path::Step;
use crate::perform::{Way, hex};
use crate::read::read;
use crate::values::Val;

impl Runner<'_> {
    /// Reads and edits damaged buffers: what fails leaves them as they are, and nothing panics.
    pub(super) fn hostile(&mut self, state: &State, of_type: &[Edit], values: usize) {
        let mut damaged: Vec<Vec<u8>> = (0..state.bytes.len()).map(|len| state.bytes[..len].to_vec()).collect();
        for at in 0..state.bytes.len() {
            for number in 1..=values {
                let mut bytes = state.bytes.clone();
                bytes[at] = match (values, number) {
                    (255, number) => bytes[at].wrapping_add(number as u8),
                    (_, 1) => 0,
                    (_, 2) => 0xFF,
                    (_, 3) => bytes[at] ^ 1,
                    (_, 4) => bytes[at] ^ 2,
                    (_, 5) => bytes[at].wrapping_add(1),
                    (_, 6) => bytes[at].wrapping_sub(1),
                    (_, 7) => bytes.len() as u8,
                    _ => bytes[at] ^ 0x80,
                };
                damaged.push(bytes);
            }
        }
        for (number, bytes) in damaged.into_iter().enumerate() {
            let about = format!("damaged: {}", state.about);
            let state = State { bytes, val: Val::Unit, about, width: 1, revision: 2 };
            if !self.read_damaged(&state) {
                continue;
            }
            let mut last: &[Step] = &[];
            // One edit for each path, another one for each buffer. `or_insert` is two, of which the
            // second may fail.
            for edit in (0..of_type.len()).map(|at| &of_type[(at + number) % of_type.len()]) {
                if edit.path() != last && !matches!(edit, Edit::OrInsert(..)) {
                    last = edit.path();
                    self.caught(edit, &state, Way::Path, |runner| runner.edit_damaged(&state, edit));
                }
            }
        }
    }

    /// Proves and reads the whole, whatever comes of it. Whether it can be opened at all.
    fn read_damaged(&mut self, state: &State) -> bool {
        let Ok(record) = Record::open(self.pair.schema, &state.bytes[..]) else { return false };
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let is_valid = self.pair.schema.prove(&state.bytes).is_ok();
            let read = read(self.pair.model, &record);
            // What is proved can be read, but for what a newer revision added.
            match read {
                Err(error) if is_valid && !error.starts_with("newer data") => Err(error),
                _ => Ok(()),
            }
        }));
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(error)) => self.fault("none", "valid, but not read", &state.bytes, &state.about, &error),
            Err(_) => self.fault("none", "panic", &state.bytes, &state.about, "reading panics"),
        }
        true
    }

    fn edit_damaged(&self, state: &State, edit: &Edit) -> Compared {
        let opened = Record::open(self.pair.schema, Memory::free(&state.bytes));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        match self.pair.perform(&mut record, edit, Way::Path) {
            Ok(()) => Ok(false),
            // Elements before the one that fails stay.
            Err(_) if matches!(edit, Edit::Extend(..)) => Ok(true),
            Err(error) if record.as_bytes() != state.bytes => {
                let bytes = hex(record.as_bytes());
                Err(("Err changed damaged bytes", format!("{error}; the bytes are now {bytes}")))
            }
            Err(_) => Ok(true),
        }
    }
}
