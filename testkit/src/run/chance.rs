//! Schemas by chance, with edits by chance of their values.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::Record;

use super::{Length, Runner, Second};
use crate::editor::apply;
use crate::memory::Memory;
use crate::perform::{Pair, Way};
use crate::random::{self, Random};
use crate::report::{Fault, Findings};

/// Runs so many schemas by chance, from a seed on.
pub fn run_random(seed: u64, count: u64) -> Findings {
    let mut findings = Findings::default();
    for seed in seed..seed + count {
        findings.add(of_schema(&mut Random::new(seed), format!("random seed {seed}"), |runner, random| {
            runner.by_chance(random);
            runner.row(random, Length { steps: 60, older: 2 }, None);
        }));
    }
    findings
}

/// Runs so many rows of so many steps, each of a schema by chance.
pub fn run_rows(seed: u64, count: u64, length: Length) -> Findings {
    let mut findings = Findings::default();
    for seed in seed..seed + count {
        let name = format!("random seed {seed}");
        findings.add(of_schema(&mut Random::new(seed), name, |runner, random| runner.row(random, length, None)));
    }
    findings
}

/// Runs a row of a schema, both of which bytes choose.
pub fn run_bytes(bytes: &[u8], length: Length) -> Findings {
    let mut random = Random::of_bytes(bytes);
    of_schema(&mut random, "bytes".into(), |runner, random| runner.row(random, length, None))
}

/// Runs a row of a derived type's schema from a buffer on, in which derived types edit, too.
pub fn run_second(
    name: &str,
    schema: &vellum::Schema,
    bytes: &[u8],
    second: &mut dyn Second,
    length: Length,
) -> Findings {
    let model = crate::derived::model(schema);
    let pair = Pair { model: &model, root: model.root_item(), schema };
    let text = model.text();
    let mut runner = Runner::new(&pair, &text, name.into(), "derived".into());
    let seed = name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    // An owned value that is no number is not equal to itself.
    runner.row(&mut Random::new(seed).of_numbers(), length, Some((bytes, second)));
    runner.findings
}

/// Runs something for a schema by chance.
fn of_schema(random: &mut Random, name: String, run: impl FnOnce(&mut Runner<'_>, &mut Random)) -> Findings {
    let model = random::schema(random);
    let text = model.text();
    match vellum::Schema::parse(&text) {
        Ok(parsed) => {
            let pair = Pair { model: &model, root: model.root_item(), schema: &parsed };
            let mut runner = Runner::new(&pair, &text, name, "random".into());
            run(&mut runner, random);
            runner.findings
        }
        // Frozen structs and tuples can come to lie in one another deeper than is allowed.
        Err(error) if error.to_string().contains("levels inline") => Findings::default(),
        Err(error) => {
            let mut findings = Findings::default();
            let report = format!("{name}: the schema is refused: {error}\n{text}");
            findings.fault(Fault { edit: "parse", group: "random".into(), kind: "refused schema", report });
            findings
        }
    }
}

impl Runner<'_> {
    /// A few values by chance, in each form; edits of each by chance, one after the other.
    fn by_chance(&mut self, random: &mut Random) {
        let (model, root) = (self.pair.model, &self.pair.root);
        for _ in 0..3 {
            let val = random::root(random, model);
            for mut state in self.states_of(&val, "by chance") {
                if let Err((kind, detail)) = self.check_content(&state.bytes, &state.val) {
                    self.fault("none", kind, &state.bytes, &format!("as written: {}", state.about), &detail);
                    continue;
                }
                for _ in 0..6 {
                    let edit = random::edit(random, model, root, &state.val);
                    let way = if random.one_in(2) { Way::Path } else { Way::Handle };
                    self.caught(&edit, &state, way, |runner| runner.compare(&state, &edit, way, None));
                    // The next edit is of what this one left.
                    let opened = Record::open(self.pair.schema, Memory::free(&state.bytes));
                    let Ok(mut record) = opened else { break };
                    let made = catch_unwind(AssertUnwindSafe(|| self.pair.perform(&mut record, &edit, way).is_ok()));
                    if let (Ok(true), Ok(val)) = (made, apply(model, root, &state.val, &edit)) {
                        state.bytes = record.as_bytes().to_vec();
                        state.val = val;
                    }
                    if self.findings.faults() > 0 {
                        return;
                    }
                }
            }
        }
    }
}
