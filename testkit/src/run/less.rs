//! Edits in storage that refuses to grow, at each time and at each length.

use std::cell::Cell;
use std::rc::Rc;

use vellum::Record;

use super::{Checked, Compared, Failed, Runner, State};
use crate::edit::Edit;
use crate::editor::apply;
use crate::memory::Memory;
use crate::path::Step;
use crate::perform::{Way, hex};
use crate::values::Val;

/// How many lengths of slices are tried around one that matters.
const NEAR: usize = 24;
/// The field whose bytes are freed: text before the value under test.
const FREED: usize = 2;
/// How far pointers of one byte reach.
const REACH: usize = 255;

impl Runner<'_> {
    /// Makes an edit in storage that refuses to grow, at each time and at each length.
    pub(super) fn compare_in_less(&self, state: &State, edit: &Edit) -> Compared {
        let Ok(expected) = apply(self.pair.model, &self.pair.root, &state.val, edit) else { return Ok(true) };
        // What could be appended before storage was full stays, as its docs say.
        if matches!(edit, Edit::Extend(..)) {
            return Ok(false);
        }
        for allowance in 0.. {
            let memory = Memory::rationed(&state.bytes, allowance);
            let about = || format!("in storage that grows {allowance} times");
            if self.is_made(state, edit, memory, &expected, &about)? {
                break;
            }
            if allowance > 40 {
                return Err(("never done", "in storage that grows 40 times".into()));
            }
        }
        self.compare_after_freeing(state, edit)?;
        let len = state.bytes.len();
        let in_slice = |len: usize| {
            let memory = Memory::fixed(&state.bytes, len);
            self.is_made(state, edit, memory, &expected, &|| format!("in a slice of {len} bytes"))
        };
        let mut least = len;
        // Every length near the buffer's own and near the first that suffices, and each 16th
        // between, as far as its pointers reach.
        while !in_slice(least)? {
            least += if least < len + NEAR { 1 } else { 16 };
            if least > REACH {
                return Ok(false);
            }
        }
        if least > len + NEAR {
            for len in least - NEAR..least {
                in_slice(len)?;
            }
        }
        Ok(false)
    }

    /// Makes an edit in storage that stops growing once another edit of the same session has freed
    /// bytes.
    fn compare_after_freeing(&self, state: &State, edit: &Edit) -> Checked {
        let freeing = Edit::Clear(vec![Step::Field(FREED)]);
        let (model, root) = (self.pair.model, &self.pair.root);
        let freed = apply(model, root, &state.val, &freeing).map_err(|reason| ("not freed", reason.0.into()))?;
        let Ok(expected) = apply(model, root, &freed, edit) else { return Ok(()) };
        for growths in 0..40 {
            let allowance = Rc::new(Cell::new(usize::MAX));
            let opened = Record::open(self.pair.schema, Memory::of_allowance(&state.bytes, &allowance));
            let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
            let made = self.pair.perform(&mut record, &freeing, Way::Path);
            made.map_err(|error| ("not freed", error.to_string()))?;
            allowance.set(growths);
            let before = record.as_bytes().to_vec();
            let made = self.pair.perform(&mut record, edit, Way::Path);
            let now = record.as_bytes();
            let about = || format!("after freeing, in storage that grows {growths} times");
            match made {
                Ok(()) => {
                    let checked = self.check_content(now, &expected);
                    return checked.map_err(|(kind, detail)| (kind, format!("{}: {detail}", about())));
                }
                Err(error) if now != before => {
                    let detail = format!("{error}, {}; the bytes are now {}", about(), hex(now));
                    return Err(("Err changed the bytes", detail));
                }
                Err(error) if error.kind() == vellum::ErrorKind::Full => {}
                Err(_) => return Ok(()),
            }
        }
        Err(("never done", "after freeing, in storage that grows 40 times".into()))
    }

    fn is_made(
        &self,
        state: &State,
        edit: &Edit,
        memory: Memory,
        expected: &Val,
        about: &dyn Fn() -> String,
    ) -> Result<bool, Failed> {
        let before = memory.as_ref().to_vec();
        let opened = Record::open(self.pair.schema, memory);
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        let made = self.pair.perform(&mut record, edit, Way::Path);
        let now = record.into_storage().into_bytes();
        match made {
            Ok(()) => {
                let checked = self.check_content(&now, expected);
                checked.map_err(|(kind, detail)| (kind, format!("{}: {detail}", about())))?;
            }
            Err(error) if now != before => {
                return Err((
                    "Err changed the bytes",
                    format!("{error}, {}; the bytes are now {}", about(), hex(&now)),
                ));
            }
            Err(error) if error.kind() != vellum::ErrorKind::Full => {
                // What the model refuses, too, is not run here; see the comparison with memory that
                // grows.
                return if self.works(state, edit) {
                    Err(("an error of another kind", format!("{error}, {}", about())))
                } else {
                    Ok(true)
                };
            }
            Err(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Whether an edit works in memory that grows.
    fn works(&self, state: &State, edit: &Edit) -> bool {
        let opened = Record::open(self.pair.schema, Memory::free(&state.bytes));
        opened.is_ok_and(|mut record| self.pair.perform(&mut record, edit, Way::Path).is_ok())
    }
}
