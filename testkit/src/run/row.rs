//! Long rows of edits by chance of one buffer, each compared with the model.
//!
//! Each step draws who edits (the newest revision or an older one), whether the buffer is opened anew, where it lives (memory that grows,
//! a slice, a workspace), whether that refuses to grow this time, and the edit, by a path or by a handle.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use vellum::{Kind, Record, Workspace};

use super::{Failed, Runner};
use crate::edit::Edit;
use crate::editor::{BROKEN, Refused, apply};
use crate::encode::{encode, encode_at};
use crate::memory::Memory;
use crate::perform::{Pair, Way, hex};
use crate::random::{self, Random};
use crate::read::{plain, read};
use crate::report::Findings;
use crate::types::Schema;
use crate::values::Val;

/// What a row is like.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    /// How many steps it has at most.
    pub steps: usize,
    /// One edit in so many is made by an older revision.
    pub older: usize,
}

/// A schema as one revision has it.
struct Revision {
    number: u16,
    model: Schema,
    schema: vellum::Schema,
}

impl Revision {
    fn pair(&self) -> Pair<'_> {
        Pair { model: &self.model, root: self.model.root_item(), schema: &self.schema }
    }
}

/// Where a buffer lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// In memory that grows.
    Vector,
    /// In memory that it fills.
    Slice,
    Workspace,
}

/// A buffer under edit, and what it should hold.
struct Row<'r> {
    runner: &'r Runner<'r>,
    /// The newest first.
    revisions: Vec<Revision>,
    /// Which of them has the buffer open.
    at: usize,
    val: Val,
    record: Record<Memory>,
    place: Place,
    /// How many times the memory may grow.
    allowance: Rc<Cell<usize>>,
    /// How many steps there were since the buffer was opened.
    open: usize,
    /// How often there was what a step draws.
    drawn: BTreeMap<&'static str, u64>,
}

/// A step: what was to be done, with the bytes before it.
struct Step {
    name: &'static str,
    text: String,
    before: Vec<u8>,
}

impl Runner<'_> {
    /// Makes a row of edits; it ends with the first fault, or where there is nothing left to choose by.
    pub(super) fn row(&mut self, random: &mut Random, length: Length) {
        let mut edits = 0;
        let mut refused = 0;
        let mut drawn = BTreeMap::new();
        let failed = match Row::new(self, random) {
            Err(failed) => Some((Step { name: "none", text: "as written".into(), before: Vec::new() }, failed)),
            Ok(mut row) => loop {
                drawn.clone_from(&row.drawn);
                if edits == length.steps || random.is_empty() {
                    break None;
                }
                edits += 1;
                let mut step = Step { name: "none", text: String::new(), before: Vec::new() };
                let made = catch_unwind(AssertUnwindSafe(|| row.step(random, length, &mut step)));
                match made.unwrap_or_else(|_| Err(("panic", "a panic".into()))) {
                    Ok(is_refused) => refused += u64::from(is_refused),
                    Err(failed) => break Some((step, failed)),
                }
            },
        };
        self.findings.edits += edits as u64;
        self.findings.refused += refused;
        self.findings.add(Findings { drawn, ..Findings::default() });
        if let Some((step, (kind, detail))) = failed {
            self.fault(step.name, kind, &step.before, &format!("{} (step {edits} of a row)", step.text), &detail);
        }
    }
}

impl<'r> Row<'r> {
    fn new(runner: &'r Runner<'r>, random: &mut Random) -> Result<Self, Failed> {
        let newest = runner.pair.model;
        let mut revisions = Vec::new();
        for number in (1..=newest.newest()).rev() {
            let model = newest.at(number);
            let text = model.text();
            let schema =
                if revisions.is_empty() { Ok(runner.pair.schema.clone()) } else { vellum::Schema::parse(&text) };
            let schema = schema.map_err(|error| ("refused schema", format!("{error}\n{text}")))?;
            revisions.push(Revision { number, model, schema });
        }
        // Written by any of them.
        let number = revisions[random.below(revisions.len())].number;
        let val = newest.forget(&random::root(random, newest), number);
        let bytes = written(newest, &val, number, [1, 1, 2, 4][random.below(4)]);
        let allowance = Rc::new(Cell::new(usize::MAX));
        let opened = Record::open(runner.pair.schema, Memory::of_allowance(&bytes, &allowance));
        let record = opened.map_err(|error| ("not opened", error.to_string()))?;
        runner.check_content(&bytes, &val)?;
        Ok(Self {
            runner,
            revisions,
            at: 0,
            val,
            record,
            place: Place::Vector,
            allowance,
            open: 0,
            drawn: BTreeMap::new(),
        })
    }

    fn newest(&self) -> &'r Schema {
        self.runner.pair.model
    }

    /// One step; whether the edit was refused, rightly.
    fn step(&mut self, random: &mut Random, length: Length, step: &mut Step) -> Result<bool, Failed> {
        if random.one_in(3) {
            self.reopen(random, length)?;
        }
        self.open += 1;
        self.draw(match self.place {
            Place::Vector => "steps in memory that grows",
            Place::Slice => "steps in a slice",
            Place::Workspace => "steps in a workspace",
        });
        if self.open > 1 {
            self.draw("steps in a session that is kept");
        }
        if self.at > 0 {
            self.draw("steps of an older revision");
        }
        step.before = self.record.as_bytes().to_vec();
        let revision = &self.revisions[self.at];
        let (model, root) = (&revision.model, revision.model.root_item());
        let view = self.newest().project(&root.ty, &self.val, revision.number);
        let edit = (!random.one_in(16)).then(|| random::edit(random, model, &root, &view));
        let way = if random.one_in(2) { Way::Path } else { Way::Handle };
        // What could be appended before storage was full stays, as its docs say.
        let may_fail = !matches!(edit, Some(Edit::Extend(..)));
        let growths = if may_fail && random.one_in(4) { random.below(4) } else { usize::MAX };
        let text = edit.as_ref().map_or("record.compact()".into(), |edit| revision.pair().edit_text(edit));
        step.name = edit.as_ref().map_or("compact", Edit::name);
        step.text = format!(
            "{text} ({way:?}; by revision {}, {} steps after it was opened, growing {growths} times, {:?})",
            revision.number, self.open, self.place
        );
        let mut made = self.perform(edit.as_ref(), way, growths);
        if let Err(error) = &made
            && error.kind() == Kind::Full
            && (growths != usize::MAX || self.place != Place::Vector)
        {
            self.draw("steps that find no room at first");
            if self.record.as_bytes() != step.before && may_fail {
                return Err(("Err changed the bytes", format!("{error}; they are now {}", self.hex())));
            }
            if self.place != Place::Vector {
                let bytes = encode(self.newest(), &self.val);
                self.open_in(Place::Vector, Memory::of_allowance(&bytes, &self.allowance))?;
                step.before = bytes;
            }
            made = self.perform(edit.as_ref(), way, usize::MAX);
        }
        match edit {
            Some(edit) => self.judge(&edit, way, made, &view, &step.before),
            None => self.judge_compact(made, &step.before),
        }
    }

    fn draw(&mut self, what: &'static str) {
        *self.drawn.entry(what).or_default() += 1;
    }

    fn hex(&self) -> String {
        hex(self.record.as_bytes())
    }

    fn perform(&mut self, edit: Option<&Edit>, way: Way, growths: usize) -> vellum::Result<()> {
        self.allowance.set(growths);
        let made = match edit {
            Some(edit) => self.revisions[self.at].pair().perform(&mut self.record, edit, way),
            None => self.record.compact(),
        };
        self.allowance.set(usize::MAX);
        made
    }

    /// Opens other memory that holds the same value.
    fn open_in(&mut self, place: Place, memory: Memory) -> Result<(), Failed> {
        let opened = Record::open(&self.revisions[self.at].schema, memory);
        self.record = opened.map_err(|error| ("not opened", error.to_string()))?;
        (self.place, self.open) = (place, 0);
        Ok(())
    }

    /// Opens the buffer anew, as any revision, here or in other memory.
    fn reopen(&mut self, random: &mut Random, length: Length) -> Result<(), Failed> {
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
                    return self.open_in(Place::Vector, Memory::of_allowance(&bytes, &self.allowance));
                }
            }
            1 => {
                if self.open_workspace([300, 2000, 70_000][random.below(3)])? {
                    return Ok(());
                }
            }
            2 if !is_workspace => {
                // No longer than its pointers reach.
                let longest = [0xFF, 0xFFFF, usize::MAX][usize::from(bytes[0] & 3)];
                let len = longest.min(bytes.len() + random.below(40));
                return self.open_in(Place::Slice, Memory::fixed(&bytes, len));
            }
            3 | 4 => {
                let bytes = if is_workspace { encode(newest, &self.val) } else { bytes };
                return self.open_in(Place::Vector, Memory::of_allowance(&bytes, &self.allowance));
            }
            _ => {}
        }
        let empty = Memory::of_allowance(&encode(newest, &newest.empty()), &self.allowance);
        let empty = Record::open(self.runner.pair.schema, empty).map_err(|error| ("not opened", error.to_string()))?;
        let memory = std::mem::replace(&mut self.record, empty).into_storage();
        self.open_in(self.place, memory)
    }

    /// Puts the value into a workspace of so many bytes; false if they do not suffice.
    fn open_workspace(&mut self, len: usize) -> Result<bool, Failed> {
        let pair = self.revisions[0].pair();
        let Ok(workspace) = Workspace::format_default(vec![0xAA; len], pair.schema) else { return Ok(false) };
        let opened = Record::open(pair.schema, Memory::workspace(workspace));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        match pair.perform(&mut record, &Edit::Apply(self.val.clone()), Way::Path) {
            Ok(()) => {}
            Err(error) if error.kind() == Kind::Full => return Ok(false),
            Err(error) => return Err(("refused, but should work", format!("{error}, in a workspace of {len} bytes"))),
        }
        self.runner.check_content(record.as_bytes(), &self.val)?;
        self.open_in(Place::Workspace, record.into_storage())?;
        Ok(true)
    }

    /// Compares what an edit did with what the model does.
    fn judge(
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
                if self.at > 0
                    && !self
                        .newest()
                        .newer(&self.newest().root_item(), &self.val, self.revisions[self.at].number)
                        .is_empty()
                {
                    self.draw("edits of an older revision beside newer data");
                }
                self.runner.check_content(self.record.as_bytes(), &self.val)?;
                Ok(false)
            }
            (Ok(()), Err(Refused(reason))) => {
                Err(("Ok, but should be refused", format!("{reason}; the bytes are now {}", self.hex())))
            }
            (Err(error), _) if self.record.as_bytes() != before => {
                Err(("Err changed the bytes", format!("{error}; they are now {}", self.hex())))
            }
            (Err(error), Ok(_)) if error.kind() == Kind::Newer && self.is_newer_in_the_way(edit, way) => {
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

    /// The value after an edit that was made. An older revision changed what it knows of it, and nothing else.
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
        if had != has {
            return fail(self, "newer data is lost", format!("{has:?} instead of {had:?}"));
        }
        Ok(after)
    }

    /// The value that the newest revision reads. How wide its numbers are in `any` is not read, so it is written anew.
    fn value_as_read(&mut self) -> Result<Val, Failed> {
        let bytes = self.record.as_bytes().to_vec();
        let fault = |error: String| ("not read", format!("{error}; the bytes are now {}", hex(&bytes)));
        if let Err(error) = self.runner.pair.schema.verify(&bytes) {
            return Err(("invalid for the newer revision", format!("{error}; the bytes are now {}", hex(&bytes))));
        }
        let record = Record::open(self.runner.pair.schema, &bytes[..]).map_err(|error| fault(error.to_string()))?;
        let val = read(self.newest(), &record).map_err(fault)?;
        self.open_in(Place::Vector, Memory::of_allowance(&encode(self.newest(), &val), &self.allowance))?;
        Ok(val)
    }

    /// Whether an older revision may refuse an edit because of what it does not know: the edit would lose some of it, or needs the buffer,
    /// or a packed list, to be laid out anew.
    fn is_newer_in_the_way(&self, edit: &Edit, way: Way) -> bool {
        let (newest, root) = (self.newest(), self.newest().root_item());
        let revision = &self.revisions[self.at];
        let newer = newest.newer(&root, &self.val, revision.number);
        match newest.lift_edit(edit, revision.number) {
            Some(lifted) => {
                if newest.is_newer_in_packed(&self.val, lifted.path(), revision.number) {
                    return true;
                }
                let after = apply(newest, &root, &self.val, &lifted);
                if after.is_ok_and(|after| newest.newer(&root, &after, revision.number) != newer) {
                    return true;
                }
            }
            None if !newer.is_empty() => return true,
            None => {}
        }
        self.is_done_in_new_layout(|record| revision.pair().perform(record, edit, way))
    }

    /// Whether an edit works where no new layout is needed and nothing is left over: all records are as long as they get, pointers reach
    /// far, and what the newest revision alone knows is zero if it has its default.
    fn is_done_in_new_layout(&self, edit: impl FnOnce(&mut Record<Memory>) -> vellum::Result<()>) -> bool {
        let Some(roomy) = encode_at(self.newest(), &self.val, 4) else { return true };
        let opened = Record::open(&self.revisions[self.at].schema, Memory::free(&roomy));
        opened.is_ok_and(|mut record| edit(&mut record).is_ok())
    }

    fn judge_compact(&mut self, made: vellum::Result<()>, before: &[u8]) -> Result<bool, Failed> {
        let number = self.revisions[self.at].number;
        let (newest, root) = (self.newest(), self.newest().root_item());
        match made {
            Ok(()) => {
                self.runner.check_content(self.record.as_bytes(), &self.val)?;
                if self.at == 0 && self.place == Place::Vector && self.record.as_bytes() != encode(newest, &self.val) {
                    return Err(("another canonical form", self.hex()));
                }
                Ok(false)
            }
            Err(error) if self.record.as_bytes() != before => {
                Err(("Err changed the bytes", format!("{error}; they are now {}", self.hex())))
            }
            Err(error)
                if error.kind() == Kind::Newer
                    && (newest.forget(&self.val, number) != self.val
                        || self.is_done_in_new_layout(|record| record.compact())) =>
            {
                Ok(true)
            }
            Err(error) => {
                let newer = newest.newer(&root, &self.val, number);
                Err(("refused, but should work", format!("{error}; newer is {newer:?}")))
            }
        }
    }
}

/// A value as a revision writes it that knows all of it.
fn written(newest: &Schema, val: &Val, revision: u16, width: usize) -> Vec<u8> {
    let model = newest.at(revision);
    let val = newest.project(&newest.root_item().ty, val, revision);
    encode_at(&model, &val, width.max(model.width)).unwrap_or_else(|| encode(&model, &val))
}
