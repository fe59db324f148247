//! Edits by the previous revision of what this one wrote.

use vellum::Record;

use super::{Compared, Runner, State};
use crate::edit::Edit;
use crate::editor::apply;
use crate::memory::Memory;
use crate::perform::{Pair, Way, hex};
use crate::read::{plain, read};
use crate::report::Findings;
use crate::small::FIELD;
use crate::values::Val;

impl Runner<'_> {
    /// Edits by the previous revision: they do what they say, or are refused, and leave what this
    /// revision added.
    pub(super) fn edits_of_older(&mut self) {
        let model = self.pair.model;
        let older = model.at(1);
        let text = older.text();
        let Ok(parsed) = vellum::Schema::parse(&text) else { return };
        let pair = Pair { model: &older, root: older.root_item(), schema: &parsed };
        let item = &model.structs[model.root_struct().expect("a root with fields")].fields[FIELD];
        if item.since > 1 {
            return;
        }
        let mut editor =
            Runner::new(&pair, self.text, format!("{} (edited by revision 1)", self.name), self.group.clone());
        let of_type = editor.edits();
        for state in self.states().iter().filter(|state| state.width == 1 && state.revision == 2) {
            let val = model.project(&self.pair.root.ty, &state.val, 1);
            for edit in &of_type {
                editor.caught(edit, state, Way::Path, |editor| self.compare_older(editor, state, &val, edit));
            }
        }
        self.findings.add(Findings { schemas: 0, ..editor.findings });
    }

    fn compare_older(&self, editor: &Runner<'_>, state: &State, val: &Val, edit: &Edit) -> Compared {
        let (newer, older) = (self.pair, editor.pair);
        let opened = Record::open(older.schema, Memory::free(&state.bytes));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        let expected = apply(older.model, &older.root, val, edit);
        let made = older.perform(&mut record, edit, Way::Path);
        let now = record.as_bytes();
        let fail = |kind, detail: String| Err((kind, format!("{detail}; the bytes are now {}", hex(now))));
        match (made, expected) {
            (Ok(()), Ok(expected)) => {
                if let Err(error) = newer.schema.prove(now) {
                    return fail("invalid for the newer revision", error.to_string());
                }
                let read_by = |pair: &Pair<'_>| {
                    let record = Record::open(pair.schema, now).map_err(|error| error.to_string());
                    record.and_then(|record| read(pair.model, &record))
                };
                match (read_by(newer), read_by(older)) {
                    (Ok(whole), Ok(part)) => {
                        if part != plain(older.model, &older.root, &expected) {
                            return fail("another value", format!("{part:?} instead of {expected:?}"));
                        }
                        if newer.model.project(&newer.root.ty, &whole, 1) != part {
                            return fail("the revisions read other values", format!("{part:?} and {whole:?}"));
                        }
                        let (Val::Record(after), Val::Record(before)) = (&whole, &state.val) else { return Ok(false) };
                        // The siblings that this revision added come last.
                        if after[after.len() - 2..] != before[before.len() - 2..] {
                            return fail("the newer siblings are changed", format!("{whole:?}"));
                        }
                        Ok(false)
                    }
                    (whole, part) => fail("not read", format!("{whole:?}, {part:?}")),
                }
            }
            (Ok(()), Err(reason)) => fail("Ok, but should be refused", reason.0.into()),
            (Err(error), _) if now != state.bytes => fail("Err changed the bytes", error.to_string()),
            (Err(error), Ok(_)) if error.kind() != vellum::ErrorKind::Newer => {
                fail("refused, but should work", error.to_string())
            }
            (Err(_), _) => Ok(true),
        }
    }
}
