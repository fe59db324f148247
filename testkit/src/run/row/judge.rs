//! Whether a step did what the model does, by whichever revision.

use std::collections::BTreeSet;
use std::ops::Range;

use vellum::{ErrorKind, Record};

use super::{Place, Row};
use crate::edit::Edit;
use crate::editor::{BROKEN, Refused, apply};
use crate::encode::{encode, encode_at};
use crate::export::Exported;
use crate::memory::Memory;
use crate::perform::{Way, hex};
use crate::read::{plain, read};
use crate::run::Failed;
use crate::values::Val;

impl Row<'_> {
    /// Compares what an edit did with what the model does.
    pub(super) fn judge(
        &mut self,
        edit: &Edit,
        way: Way,
        made: vellum::Result<()>,
        view: &Val,
        before: &[u8],
    ) -> Result<bool, Failed> {
        let revision = &self.revisions[self.at];
        let expected = apply(&revision.model, &revision.model.root_item(), view, edit);
        match (made, expected) {
            (Ok(()), Ok(expected)) => {
                self.val = self.value_after(edit, expected)?;
                self.may_have_unclaimed |= self.at > 0;
                if self.at > 0
                    && !self
                        .newest()
                        .newer(&self.newest().root_item(), &self.val, self.revisions[self.at].number)
                        .is_empty()
                {
                    self.draw("edits of an older revision beside newer data");
                }
                self.check_row()?;
                Ok(false)
            }
            (Ok(()), Err(Refused(reason))) => {
                Err(("Ok, but should be refused", format!("{reason}; the bytes are now {}", self.hex())))
            }
            (Err(error), _) if self.record.as_bytes() != before => {
                Err(("Err changed the bytes", format!("{error}; they are now {}", self.hex())))
            }
            (Err(error), Ok(_)) if error.kind() == ErrorKind::Newer && self.is_newer_in_the_way(edit, way) => {
                self.draw("edits of an older revision that newer data is in the way of");
                Ok(true)
            }
            (Err(error), Ok(_)) => Err(("refused, but should work", error.to_string())),
            (Err(_), Err(Refused(reason))) => {
                self.draw(if reason == BROKEN { "edits that break a rule" } else { "edits of what is not there" });
                Ok(true)
            }
        }
    }

    /// The value after an edit that was made. An older revision changed what it knows of it, and
    /// nothing else.
    fn value_after(&mut self, edit: &Edit, expected: Val) -> Result<Val, Failed> {
        if self.at == 0 {
            return Ok(expected);
        }
        let (newest, root) = (self.newest(), self.newest().root_item());
        let (number, model) = (self.revisions[self.at].number, &self.revisions[self.at].model);
        let fail = |row: &Self, kind, detail: String| Err((kind, format!("{detail}; the bytes are now {}", row.hex())));
        match read(model, &self.record) {
            Ok(part) if part == plain(model, &model.root_item(), &expected) => {}
            Ok(part) => {
                return fail(self, "another value", format!("{part:?} instead of {expected:?}, by the older revision"));
            }
            Err(error) => return fail(self, "not read", format!("{error}, by the older revision")),
        }
        let after = match newest.lift_edit(edit, number) {
            Some(lifted) => apply(newest, &root, &self.val, &lifted)
                .map_err(|Refused(reason)| ("the models of two revisions differ", reason.into()))?,
            None => self.value_as_read()?,
        };
        let (had, has) = (newest.newer(&root, &self.val, number), newest.newer(&root, &after, number));
        if !has.iter().all(|newer| had.contains(newer)) {
            return fail(self, "newer data has changed", format!("{has:?} instead of {had:?}"));
        }
        Ok(after)
    }

    /// Checks the buffer. What an older revision deleted may have left unclaimed bytes.
    pub(super) fn check_row(&mut self) -> Result<(), Failed> {
        self.runner.check_values(self.record.as_bytes(), &self.val, self.may_have_unclaimed)?;
        if self.has_unclaimed() {
            self.draw("steps that leave bytes unclaimed");
        }
        Ok(())
    }

    fn has_unclaimed(&self) -> bool {
        let proof = || self.runner.pair.schema.prove(self.record.as_bytes());
        self.may_have_unclaimed && proof().is_ok_and(|proof| proof.unclaimed() > 0)
    }

    /// The value that the newest revision reads. How wide its numbers are in `any` is not read, so
    /// it is written anew.
    pub(super) fn value_as_read(&mut self) -> Result<Val, Failed> {
        let bytes = self.record.as_bytes().to_vec();
        let fault = |error: String| ("not read", format!("{error}; the bytes are now {}", hex(&bytes)));
        if let Err(error) = self.runner.pair.schema.prove(&bytes) {
            return Err(("invalid for the newer revision", format!("{error}; the bytes are now {}", hex(&bytes))));
        }
        let record = Record::open(self.runner.pair.schema, &bytes[..]).map_err(|error| fault(error.to_string()))?;
        let val = read(self.newest(), &record).map_err(fault)?;
        self.open_fresh(&encode(self.newest(), &val))?;
        Ok(val)
    }

    /// Whether an older revision may refuse an edit because of what it does not know: the edit
    /// needs the buffer, or a packed list, to be laid out anew.
    fn is_newer_in_the_way(&self, edit: &Edit, way: Way) -> bool {
        let (newest, root) = (self.newest(), self.newest().root_item());
        let revision = &self.revisions[self.at];
        let newer = newest.newer(&root, &self.val, revision.number);
        match newest.lift_edit(edit, revision.number) {
            Some(lifted) if newest.is_newer_in_packed(&self.val, lifted.path(), revision.number) => return true,
            None if !newer.is_empty() => return true,
            _ => {}
        }
        self.is_done_in_new_layout(|record| revision.pair().perform(record, edit, way))
    }

    /// Whether an edit works where no new layout is needed and nothing is left over: all records
    /// are as long as they get, pointers reach far, and what the newest revision alone knows is
    /// zero if it has its default.
    fn is_done_in_new_layout(&self, edit: impl FnOnce(&mut Record<Memory>) -> vellum::Result<()>) -> bool {
        let Some(roomy) = encode_at(self.newest(), &self.val, 4) else { return true };
        let opened = Record::open(&self.revisions[self.at].schema, Memory::free(&roomy));
        opened.is_ok_and(|mut record| edit(&mut record).is_ok())
    }

    pub(super) fn judge_compact(&mut self, made: vellum::Result<()>, before: &[u8]) -> Result<bool, Failed> {
        let number = self.revisions[self.at].number;
        let (newest, root) = (self.newest(), self.newest().root_item());
        match made {
            Ok(()) => {
                self.check_row()?;
                if self.at == 0 && self.place == Place::Vector && self.record.as_bytes() != encode(newest, &self.val) {
                    return Err(("another canonical form", self.hex()));
                }
                Ok(false)
            }
            Err(error) if self.record.as_bytes() != before => {
                Err(("Err changed the bytes", format!("{error}; they are now {}", self.hex())))
            }
            Err(error)
                if error.kind() == ErrorKind::Newer
                    && (newest.forget(&self.val, number) != self.val
                        || self.is_done_in_new_layout(Record::compact)) =>
            {
                Ok(true)
            }
            Err(error) => {
                let newer = newest.newer(&root, &self.val, number);
                Err(("refused, but should work", format!("{error}; newer is {newer:?}")))
            }
        }
    }

    /// Checks that nothing is left of a text that an edit deleted.
    pub(super) fn check_scrubbed(&self, before: &Val) -> Result<(), Failed> {
        // What an older revision does not see it does not overwrite.
        if self.has_unclaimed() {
            return Ok(());
        }
        let (mut had, mut has) = (Vec::new(), Vec::new());
        before.blobs(&mut had);
        self.val.blobs(&mut has);
        let contains = |whole: &[u8], part: &[u8]| whole.windows(part.len()).any(|window| window == part);
        let has: BTreeSet<&[u8]> = has.into_iter().collect();
        // What is shorter, or of few different bytes (as free space is), may come about by chance;
        // of many that are gone, some are looked for.
        let is_telling = |text: &[u8]| text.len() >= 8 && text.iter().collect::<BTreeSet<_>>().len() > 3;
        let gone = had.into_iter().filter(|text| is_telling(text) && !has.contains(text)).take(10);
        let objects = objects(self.record.as_bytes());
        let at = |part: &[u8]| -> Vec<Range<usize>> {
            let found = objects.windows(part.len()).enumerate().filter(|(_, window)| *window == part);
            found.map(|(start, _)| start..start + part.len()).collect()
        };
        for text in gone {
            let mut left = at(text);
            if left.is_empty() || has.iter().any(|other| contains(other, text)) {
                continue;
            }
            // What is in part a text that is there is what that text and the bytes around it look
            // like.
            for live in has.iter().filter(|live| live.len() >= 4).flat_map(|live| at(live)) {
                left.retain(|left| left.end <= live.start || live.end <= left.start);
            }
            if !left.is_empty() {
                return Err(("a deleted text is left", format!("{}; the bytes are now {}", hex(text), self.hex())));
            }
        }
        Ok(())
    }

    /// Checks that waste is bounded, however long the row was. What is short is not looked at.
    pub(super) fn check_waste(&self) -> Result<(), Failed> {
        let bytes = self.record.as_bytes();
        if !self.is_bounded || bytes.len() < 512 {
            return Ok(());
        }
        let live = encode_at(self.newest(), &self.val, 1 << (bytes[0] & 3)).map_or(usize::MAX, |bytes| bytes.len());
        if bytes.len() <= live.saturating_mul(3).saturating_add(512) {
            return Ok(());
        }
        Err(("waste", format!("{} bytes for {live}", bytes.len())))
    }

    /// What has to hold of the buffer at the end of a row.
    pub(super) fn end(&self) -> Result<(), Failed> {
        let (newest, pair) = (self.newest(), self.runner.pair);
        // The canonical form is that of the values, however they came. `any` takes integers in its
        // own way.
        if !self.runner.text.contains("any") {
            let exported = Exported { schema: newest, item: &pair.root, val: &self.val };
            let imported = Record::from_serde(pair.schema, &exported);
            let imported = imported.map_err(|error| ("not imported", error.to_string()))?;
            if imported.as_bytes() != encode(newest, &self.val) {
                return Err(("another canonical form", format!("{} when imported", hex(imported.as_bytes()))));
            }
        }
        Ok(())
    }
}

/// The bytes behind the header and a root record of up to 127 bytes, where texts are: a text can be
/// made to look like those.
fn objects(bytes: &[u8]) -> &[u8] {
    let is_workspace = bytes.first().is_some_and(|flags| flags & 8 != 0);
    let at = if is_workspace { 9 } else { 1 };
    let root = bytes.get(at).map_or(0, |size| usize::from(*size & 0x7F));
    bytes.get(at + 1 + root..).unwrap_or(&[])
}
