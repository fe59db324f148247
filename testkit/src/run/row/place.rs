//! Where the buffer of a row lies, and who has it open.

use vellum::{ErrorKind, Record, Workspace};

use super::{Length, Place, Row, written};
use crate::edit::Edit;
use crate::encode::encode;
use crate::memory::Memory;
use crate::perform::Way;
use crate::random::Random;
use crate::run::Failed;

impl Row<'_> {
    /// Opens other memory that holds the same value.
    pub(super) fn open_in(&mut self, place: Place, memory: Memory) -> Result<(), Failed> {
        let opened = Record::open(&self.revisions[self.at].schema, memory);
        self.record = opened.map_err(|error| ("not opened", error.to_string()))?;
        (self.place, self.open) = (place, 0);
        self.is_bounded &= place == Place::Vector && self.at == 0;
        Ok(())
    }

    /// Opens bytes in which nothing is free.
    pub(super) fn open_fresh(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        self.open_in(Place::Vector, Memory::of_allowance(bytes, &self.allowance))?;
        self.is_bounded = self.at == 0;
        Ok(())
    }

    /// Opens the buffer anew, as any revision, here or in other memory.
    pub(super) fn reopen(&mut self, random: &mut Random, length: Length) -> Result<(), Failed> {
        let newest = self.newest();
        self.at = if random.one_in(length.older) { random.below(self.revisions.len()) } else { 0 };
        let bytes = self.record.as_bytes().to_vec();
        let is_workspace = self.place == Place::Workspace;
        match random.below(12) {
            0 => {
                // As an older revision writes it, if that knows all of it.
                let number = self.revisions[random.below(self.revisions.len())].number;
                if newest.forget(&self.val, number) == self.val {
                    let bytes = written(newest, &self.val, number, [1, 2, 4][random.below(3)]);
                    return self.open_fresh(&bytes);
                }
            }
            1 if self.open_workspace([300, 2000, 70_000][random.below(3)])? => return Ok(()),
            2 if !is_workspace => {
                // No longer than its pointers reach.
                let longest = [0xFF, 0xFFFF, usize::MAX][usize::from(bytes[0] & 3)];
                let len = longest.min(bytes.len() + random.below(40));
                return self.open_in(Place::Slice, Memory::fixed(&bytes, len));
            }
            3 | 4 if is_workspace => return self.open_fresh(&encode(newest, &self.val)),
            3 | 4 => {
                return self.open_in(Place::Vector, Memory::of_allowance(&bytes, &self.allowance));
            }
            _ => {}
        }
        let memory = self.take_memory()?;
        self.open_in(self.place, memory)
    }

    /// Takes the memory out of the record, which is another one then.
    pub(super) fn take_memory(&mut self) -> Result<Memory, Failed> {
        let newest = self.newest();
        let empty = Memory::free(&encode(newest, &newest.empty()));
        let empty = Record::open(self.runner.pair.schema, empty).map_err(|error| ("not opened", error.to_string()))?;
        Ok(std::mem::replace(&mut self.record, empty).into_storage())
    }

    /// Puts the value into a workspace of so many bytes; false if they do not suffice.
    fn open_workspace(&mut self, len: usize) -> Result<bool, Failed> {
        let pair = self.revisions[0].pair();
        let Ok(workspace) = Workspace::format_default(vec![0xAA; len], pair.schema) else { return Ok(false) };
        let opened = Record::open(pair.schema, Memory::workspace(workspace));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        match pair.perform(&mut record, &Edit::Apply(self.val.clone()), Way::Path) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::Full => return Ok(false),
            Err(error) => return Err(("refused, but should work", format!("{error}, in a workspace of {len} bytes"))),
        }
        self.runner.check_content(record.as_bytes(), &self.val)?;
        self.open_in(Place::Workspace, record.into_storage())?;
        Ok(true)
    }
}
