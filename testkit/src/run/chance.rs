//! Schemas by chance, with edits by chance of their values.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::Record;

use super::Runner;
use crate::editor::apply;
use crate::memory::Memory;
use crate::perform::{Pair, Way};
use crate::random::{self, Random};
use crate::report::{Fault, Findings};

/// Runs so many schemas by chance, from a seed on.
pub fn run_random(seed: u64, count: u64) -> Findings {
    let mut findings = Findings::default();
    for seed in seed..seed + count {
        let mut random = Random::new(seed);
        let model = random::schema(&mut random);
        let text = model.text();
        let name = format!("random seed {seed}");
        match vellum::Schema::parse(&text) {
            Ok(parsed) => {
                let pair = Pair { model: &model, root: model.root_item(), schema: &parsed };
                let mut runner = Runner::new(&pair, &text, name, "random".into());
                runner.by_chance(&mut random);
                findings.add(runner.findings);
            }
            Err(error) => {
                let report = format!("{name}: the schema is refused: {error}\n{text}");
                findings.fault(Fault { edit: "parse", group: "random".into(), kind: "refused schema", report });
            }
        }
    }
    findings
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
