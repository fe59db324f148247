//! Long rows of edits by chance of one buffer, each compared with the model.
//!
//! Each step draws who edits (the newest revision or an older one), whether the buffer is opened
//! anew, where it lives (memory that grows, a slice, a workspace), whether that refuses to grow
//! this time, and the edit, by a path or by a handle.
//!
//! - `judge`: whether a step did what the model does
//! - `place`: where the buffer lies
//! - `second`: steps by derived types

mod judge;
mod place;
mod second;

pub use second::{Edited, Second};

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use vellum::{ErrorKind, Record};

use super::{Failed, Runner};
use crate::edit::Edit;
use crate::encode::{encode, encode_at};
use crate::memory::Memory;
use crate::perform::{Pair, Way, hex};
use crate::random::{self, Random};
use crate::read::read;
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
    /// Whether it has grown in a vector alone, by edits of the newest revision: then its waste is
    /// bounded.
    is_bounded: bool,
    /// Whether an older revision has edited the buffer: objects that it does not see it leaves
    /// unclaimed.
    may_have_unclaimed: bool,
    second: Option<&'r mut dyn Second>,
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
    /// Makes a row of edits; it ends with the first fault, or where there is nothing left to choose
    /// by. With another way to edit it, it begins with a buffer of that.
    pub(super) fn row(&mut self, random: &mut Random, length: Length, second: Option<(&[u8], &mut dyn Second)>) {
        let mut edits = 0;
        let mut refused = 0;
        let mut drawn = BTreeMap::new();
        let started = match second {
            Some((bytes, second)) => Row::of_two(self, bytes, second),
            None => Row::by_chance(self, random),
        };
        let failed = match started {
            Err(failed) => Some((Step { name: "none", text: "as written".into(), before: Vec::new() }, failed)),
            Ok(mut row) => loop {
                drawn.clone_from(&row.drawn);
                if edits == length.steps || random.is_empty() {
                    let step = Step { name: "none", text: "the end".into(), before: row.record.as_bytes().to_vec() };
                    break row.end().err().map(|failed| (step, failed));
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
    /// Of a value by chance, as any revision wrote it.
    fn by_chance(runner: &'r Runner<'r>, random: &mut Random) -> Result<Self, Failed> {
        let newest = runner.pair.model;
        let number = 1 + random.below(newest.newest().into()) as u16;
        let val = newest.forget(&random::root(random, newest), number);
        let bytes = written(newest, &val, number, [1, 1, 2, 4][random.below(4)]);
        Self::new(runner, &bytes, val)
    }

    /// Of what a buffer holds.
    fn of_two(runner: &'r Runner<'r>, bytes: &[u8], second: &'r mut dyn Second) -> Result<Self, Failed> {
        let record = Record::open(runner.pair.schema, bytes).map_err(|error| ("not opened", error.to_string()))?;
        let val = read(runner.pair.model, &record).map_err(|error| ("not read", error))?;
        // Numbers in `any` are narrow from here on.
        let mut row = Self::new(runner, &encode(runner.pair.model, &val), val)?;
        row.second = Some(second);
        row.read_by_second()?;
        Ok(row)
    }

    fn new(runner: &'r Runner<'r>, bytes: &[u8], val: Val) -> Result<Self, Failed> {
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
        let allowance = Rc::new(Cell::new(usize::MAX));
        let opened = Record::open(runner.pair.schema, Memory::of_allowance(bytes, &allowance));
        let record = opened.map_err(|error| ("not opened", error.to_string()))?;
        runner.check_content(bytes, &val)?;
        let (place, second, drawn) = (Place::Vector, None, BTreeMap::new());
        let (is_bounded, may_have_unclaimed) = (true, false);
        Ok(Self {
            runner,
            revisions,
            at: 0,
            val,
            record,
            place,
            allowance,
            open: 0,
            is_bounded,
            may_have_unclaimed,
            second,
            drawn,
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
        if self.second.is_some() && random.one_in(2) {
            return self.step_of_second(random, step);
        }
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
        let val = self.val.clone();
        let mut made = self.perform(edit.as_ref(), way, growths);
        if let Err(error) = &made
            && error.kind() == ErrorKind::Full
            && (growths != usize::MAX || self.place != Place::Vector)
        {
            self.draw("steps that find no room at first");
            if self.record.as_bytes() != step.before && may_fail {
                return Err(("Err changed the bytes", format!("{error}; they are now {}", self.hex())));
            }
            if self.place != Place::Vector {
                step.before = encode(self.newest(), &self.val);
                self.open_fresh(&step.before)?;
            }
            made = self.perform(edit.as_ref(), way, usize::MAX);
        }
        let is_refused = match edit {
            Some(edit) => self.judge(&edit, way, made, &view, &step.before),
            None => self.judge_compact(made, &step.before),
        }?;
        if !is_refused {
            self.read_by_second()?;
            self.check_scrubbed(&val)?;
            self.check_waste()?;
        }
        Ok(is_refused)
    }

    fn draw(&mut self, what: &'static str) {
        *self.drawn.entry(what).or_default() += 1;
    }

    fn hex(&self) -> String {
        hex(self.record.as_bytes())
    }

    fn perform(&mut self, edit: Option<&Edit>, way: Way, growths: usize) -> vellum::Result<()> {
        self.allowance.set(growths);
        // A new layout, which gives freed bytes back, needs storage of its own.
        self.is_bounded &= growths == usize::MAX;
        let made = match edit {
            Some(edit) => self.revisions[self.at].pair().perform(&mut self.record, edit, way),
            None => self.record.compact(),
        };
        self.allowance.set(usize::MAX);
        made
    }
}

/// A value as a revision writes it that knows all of it.
fn written(newest: &Schema, val: &Val, revision: u16, width: usize) -> Vec<u8> {
    let model = newest.at(revision);
    let val = newest.project(&newest.root_item().ty, val, revision);
    encode_at(&model, &val, width.max(model.width)).unwrap_or_else(|| encode(&model, &val))
}
