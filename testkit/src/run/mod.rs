//! Every edit of a small type from every state, made by the crate and by the model, and compared.

mod chance;
mod damaged;
mod less;
mod older;
mod row;

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::Record;
use vellum::serde::Numbers;

pub use chance::{run_bytes, run_random, run_rows, run_second};
pub use row::{Edited, Length, Second};

use crate::edit::Edit;
use crate::editor::apply;
use crate::encode::{encode, encode_at};
use crate::export::Exported;
use crate::fill::{Fill, root};
use crate::memory::Memory;
use crate::moves::{edits, paths, whole};
use crate::perform::{Pair, Way, hex};
use crate::read::{plain, read};
use crate::report::{Fault, Findings};
use crate::small::{FIELD, Small, schema};
use crate::types::{Scalar, Type};
use crate::values::Val;

/// A buffer with the value it holds.
struct State {
    bytes: Vec<u8>,
    val: Val,
    /// How it was written.
    about: String,
    width: usize,
    revision: u16,
}

/// Which parts of a run are done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Every edit from every state, and after it another in the same session and in a new one.
    pub edits: bool,
    /// Every edit in storage that refuses to grow.
    pub storage: bool,
    /// Reads and edits of damaged buffers, with so many values for each byte.
    pub hostile: usize,
    /// Edits by the previous revision of what this one wrote.
    pub older: bool,
}

impl Parts {
    /// Whether they are run for a type: of types that differ in revisions alone, one stands for all
    /// where bytes are damaged.
    pub fn fit(&self, small: &Small) -> bool {
        (!self.storage || small.is_for_storage()) && (self.hostile == 0 || small.is_newest())
    }
}

impl std::fmt::Display for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [(self.edits, "edits"), (self.storage, "storage"), (self.older, "older")];
        let mut names: Vec<String> =
            parts.iter().filter(|(is_done, _)| *is_done).map(|(_, name)| (*name).into()).collect();
        if self.hostile > 0 {
            names.push(format!("hostile{}", self.hostile));
        }
        f.write_str(&names.join(", "))
    }
}

/// Runs everything for one small type.
pub fn run(small: &Small, parts: Parts) -> Findings {
    let model = schema(small);
    let text = model.text();
    let parsed = match vellum::Schema::parse(&text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let report = format!("the schema is refused: {error}\n{text}");
            let fault = Fault { edit: "parse", group: small.group(), kind: "refused schema", report };
            let mut findings = Findings { schemas: 1, ..Findings::default() };
            findings.fault(fault);
            return findings;
        }
    };
    let pair = Pair { model: &model, root: model.root_item(), schema: &parsed };
    let mut runner = Runner::new(&pair, &text, small.name(), small.group());
    runner.all(parts);
    runner.findings
}

/// Whether many values of the type are still few bytes.
fn is_short(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Scalar(Scalar::U8) | Type::String)
}

struct Runner<'r> {
    pair: &'r Pair<'r>,
    text: &'r str,
    /// The type in short, and what its faults are grouped by.
    name: String,
    group: String,
    findings: Findings,
    /// Hashes of the buffers that were checked already, with what they have to hold: many edits end
    /// in the same.
    checked: RefCell<HashSet<u64>>,
}

/// The kind of a difference, and what came.
type Failed = (&'static str, String);
type Checked = Result<(), Failed>;
/// Whether an edit was refused, rightly.
type Compared = Result<bool, Failed>;

impl<'r> Runner<'r> {
    fn new(pair: &'r Pair<'r>, text: &'r str, name: String, group: String) -> Self {
        let findings = Findings { schemas: 1, ..Findings::default() };
        Self { pair, text, name, group, findings, checked: RefCell::default() }
    }

    fn all(&mut self, parts: Parts) {
        let states = self.states();
        let of_type = self.edits();
        if parts.edits {
            for (number, state) in states.iter().enumerate() {
                if let Err((kind, detail)) = self.check_content(&state.bytes, &state.val) {
                    self.fault("none", kind, &state.bytes, &format!("as written: {}", state.about), &detail);
                }
                for (of_edit, edit) in of_type.iter().enumerate() {
                    let way = if (number + of_edit) % 2 == 0 { Way::Path } else { Way::Handle };
                    let then = (state.width == 1).then(|| &of_type[(of_edit * 31 + number * 7 + 5) % of_type.len()]);
                    self.caught(edit, state, way, |runner| runner.compare(state, edit, way, then));
                }
            }
        }
        let narrow: Vec<&State> = states.iter().filter(|state| state.width == 1).collect();
        if parts.storage {
            for state in &narrow {
                for edit in &of_type {
                    self.caught(edit, state, Way::Path, |runner| runner.compare_in_less(state, edit));
                }
            }
        }
        if parts.older {
            self.edits_of_older();
        }
        if parts.hostile > 0 {
            for state in narrow.iter().filter(|state| state.revision == 2) {
                self.hostile(state, &of_type, parts.hostile);
            }
        }
    }

    /// All edits of the value under test, and of the whole record.
    fn edits(&self) -> Vec<Edit> {
        let model = self.pair.model;
        let item = &model.structs[model.root_struct().expect("a root with fields")].fields[FIELD].item;
        let mut of_type = whole(model);
        for path in paths(model, item) {
            let path = [&[crate::path::Step::Field(FIELD)][..], &path].concat();
            of_type.extend(edits(model, &self.pair.root, &path));
        }
        of_type
    }

    fn states(&self) -> Vec<State> {
        let model = self.pair.model;
        let item = &model.structs[model.root_struct().expect("a root with fields")].fields[FIELD].item;
        let mut fills = Fill::ALL.to_vec();
        if matches!(&item.ty, Type::List(of) if is_short(&of.ty))
            || matches!(&item.ty, Type::Map(_, of) if is_short(&of.ty))
        {
            fills.push(Fill::Many);
        }
        if matches!(&item.ty, Type::Set(of) if is_short(of)) {
            fills.push(Fill::Many);
        }
        fills.iter().flat_map(|fill| self.states_of(&root(model, *fill), &format!("{fill:?}"))).collect()
    }

    /// A value as both revisions write it, at each width.
    fn states_of(&self, val: &Val, about: &str) -> Vec<State> {
        let model = self.pair.model;
        let older = model.at(1);
        let forgotten = model.forget(val, 1);
        let of_older = model.project(&self.pair.root.ty, &forgotten, 1);
        let mut states = Vec::new();
        for width in [1, 2, 4] {
            for (revision, schema, written, val) in [(2, model, val, val), (1, &older, &of_older, &forgotten)] {
                if let Some(bytes) = encode_at(schema, written, width) {
                    let about = format!("{about}, revision {revision}, width {width}");
                    states.push(State { bytes, val: val.clone(), about, width, revision });
                }
            }
        }
        states
    }

    /// Makes a comparison, in which a panic is a fault, too.
    fn caught(&mut self, edit: &Edit, state: &State, way: Way, compare: impl FnOnce(&Self) -> Compared) {
        self.findings.edits += 1;
        let outcome = catch_unwind(AssertUnwindSafe(|| compare(self)));
        let outcome = outcome.unwrap_or_else(|_| Err(("panic", "the edit panics".into())));
        match outcome {
            Ok(is_refused) => self.findings.refused += u64::from(is_refused),
            Err((kind, detail)) => {
                let edit_text = format!("{} ({way:?}; {})", self.pair.edit_text(edit), state.about);
                self.fault(edit.name(), kind, &state.bytes, &edit_text, &detail);
            }
        }
    }

    fn fault(&mut self, edit: &'static str, kind: &'static str, bytes: &[u8], edit_text: &str, detail: &str) {
        let report = format!(
            "type   {}\n{}buffer {}\nedit   {edit_text}\n{kind}: {detail}\n",
            self.name,
            self.text,
            hex(bytes),
        );
        self.findings.fault(Fault { edit, group: self.group.clone(), kind, report });
    }

    /// Makes an edit and compares; then another, in the same session and in a new one. Whether the
    /// first was refused, rightly.
    fn compare(&self, state: &State, edit: &Edit, way: Way, then: Option<&Edit>) -> Compared {
        let opened = Record::open(self.pair.schema, Memory::free(&state.bytes));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        let Some(val) = self.step(&mut record, &state.val, edit, way)? else { return Ok(true) };
        let Some(then) = then else { return Ok(false) };
        let after =
            |(kind, detail): (&'static str, String)| (kind, format!("then {}: {detail}", self.pair.edit_text(then)));
        let bytes = record.as_bytes().to_vec();
        self.step(&mut record, &val, then, way).map_err(after)?;
        let mut again = Record::open(self.pair.schema, Memory::free(&bytes)).expect("opened before");
        self.step(&mut again, &val, then, way)
            .map_err(|fault| after((fault.0, format!("in a new session: {}", fault.1))))?;
        Ok(false)
    }

    /// Makes an edit of a record that holds a value. The value it holds then; none if the edit was
    /// refused, rightly.
    fn step(&self, record: &mut Record<Memory>, val: &Val, edit: &Edit, way: Way) -> Result<Option<Val>, Failed> {
        let before = record.as_bytes().to_vec();
        let undone = record.transaction(|record| {
            let _ = self.pair.perform(record, edit, way);
            Err::<(), ()>(())
        });
        if undone.is_ok() || record.as_bytes() != before {
            let bytes = hex(record.as_bytes());
            return Err(("a transaction that failed changed the bytes", format!("the bytes are now {bytes}")));
        }
        match (self.pair.perform(record, edit, way), apply(self.pair.model, &self.pair.root, val, edit)) {
            (Ok(()), Ok(expected)) => {
                self.check_content(record.as_bytes(), &expected)?;
                Ok(Some(expected))
            }
            (Ok(()), Err(reason)) => {
                let detail = format!("{}; the bytes are now {}", reason.0, hex(record.as_bytes()));
                Err(("Ok, but should be refused", detail))
            }
            (Err(error), _) if record.as_bytes() != before => {
                let bytes = hex(record.as_bytes());
                Err(("Err changed the bytes", format!("{error}; the bytes are now {bytes}")))
            }
            (Err(error), Ok(_)) => Err(("refused, but should work", error.to_string())),
            (Err(_), Err(_)) => Ok(None),
        }
    }

    /// Checks that a buffer is valid, that nothing in it is unclaimed, and that it holds the value.
    fn check_content(&self, bytes: &[u8], expected: &Val) -> Checked {
        self.check_values(bytes, expected, false)
    }

    /// Checks that a buffer is valid, and holds the value.
    fn check_values(&self, bytes: &[u8], expected: &Val, may_have_unclaimed: bool) -> Checked {
        let mut hasher = DefaultHasher::new();
        (bytes, expected).hash(&mut hasher);
        let hash = hasher.finish();
        if self.checked.borrow().contains(&hash) {
            return Ok(());
        }
        let (model, root) = (self.pair.model, &self.pair.root);
        let now = || format!("the bytes are now {}", hex(bytes));
        let fail = |kind, detail: String| Err((kind, format!("{detail}; {}", now())));
        match self.pair.schema.prove(bytes) {
            Ok(proof) if proof.is_complete() || (may_have_unclaimed && proof.unclaimed() > 0) => {}
            Ok(_) => return fail("invalid", "the newest revision knows all, and the proof is incomplete".into()),
            Err(error) => return fail("invalid", error.to_string()),
        }
        let record = match Record::open(self.pair.schema, bytes) {
            Ok(record) => record,
            Err(error) => return fail("not opened again", error.to_string()),
        };
        let wanted = plain(model, root, expected);
        match read(model, &record) {
            Ok(val) if val == wanted => {}
            Ok(val) => return fail("another value", format!("{val:?} instead of {wanted:?}")),
            Err(error) => return fail("not read", error),
        }
        // Text takes longer than all else, so not every buffer is compared by it.
        if bytes.len().is_multiple_of(4) {
            let json = serde_json::to_string(&Numbers(&record)).unwrap_or_else(|error| error.to_string());
            let of_model = serde_json::to_string(&Exported { schema: model, item: root, val: expected });
            if of_model.as_ref().ok() != Some(&json) {
                return fail("another JSON", format!("{json} instead of {of_model:?}"));
            }
        }
        let mut compacted = Record::open(self.pair.schema, bytes.to_vec()).expect("opened above");
        if let Err(error) = compacted.compact() {
            return fail("not compacted", error.to_string());
        }
        let canonical = encode(model, expected);
        if compacted.as_bytes() != canonical {
            let detail = format!("{} instead of {}", hex(compacted.as_bytes()), hex(&canonical));
            return fail("another canonical form", detail);
        }
        self.checked.borrow_mut().insert(hash);
        Ok(())
    }
}
