//! Every edit of a small type from every state, made by the crate and by the model, and compared.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::Record;

use crate::edit::{Edit, apply};
use crate::encode::{encode, encode_at};
use crate::export::Exported;
use crate::memory::Memory;
use crate::perform::{Pair, Way, hex};
use crate::read::{plain, read};
use crate::small::{FIELD, Fill, Small, edits, paths, root, schema, whole};
use crate::types::Schema;
use crate::values::Val;

/// What came out other than expected.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The operation.
    pub edit: &'static str,
    /// The containers of the type.
    pub group: String,
    /// The kind of difference.
    pub kind: &'static str,
    /// All that is needed to see it again.
    pub report: String,
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// How many edits were made.
    pub edits: u64,
    /// How many of them the crate refused.
    pub refused: u64,
    /// How many schemas there were.
    pub schemas: u64,
    /// The faults.
    pub faults: Vec<Fault>,
}

impl Findings {
    /// Adds what another run found.
    pub fn add(&mut self, other: Self) {
        self.edits += other.edits;
        self.refused += other.refused;
        self.schemas += other.schemas;
        self.faults.extend(other.faults);
    }
}

/// A buffer with the value it holds.
struct State {
    bytes: Vec<u8>,
    val: Val,
    /// How it was written.
    about: String,
}

/// Runs everything for one small type.
pub fn run(small: &Small) -> Findings {
    let model = schema(small);
    let text = model.text();
    let parsed = match vellum::Schema::parse(&text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let report = format!("the schema is refused: {error}\n{text}");
            let fault = Fault { edit: "parse", group: small.group(), kind: "refused schema", report };
            return Findings { schemas: 1, faults: vec![fault], ..Findings::default() };
        }
    };
    let pair = Pair { model: &model, root: model.root_item(), schema: &parsed };
    let mut runner = Runner { pair: &pair, text: &text, small, findings: Findings { schemas: 1, ..Findings::default() } };
    runner.all();
    runner.findings
}

struct Runner<'r> {
    pair: &'r Pair<'r>,
    text: &'r str,
    small: &'r Small,
    findings: Findings,
}

type Checked = Result<(), (&'static str, String)>;

impl Runner<'_> {
    fn all(&mut self) {
        let model = self.pair.model;
        let states = self.states();
        for state in &states {
            if let Err((kind, detail)) = self.check_content(&state.bytes, &state.val) {
                self.fault("none", kind, &state.bytes, &format!("as written: {}", state.about), &detail);
            }
        }
        let item = &model.structs[model.root_struct().expect("a root with fields")].fields[FIELD].item;
        let mut of_type = whole(model);
        for path in paths(model, item, 0) {
            let path = [&[crate::path::Step::Field(FIELD)][..], &path].concat();
            of_type.extend(edits(model, &self.pair.root, &path));
        }
        for (number, state) in states.iter().enumerate() {
            for (of_edit, edit) in of_type.iter().enumerate() {
                let way = if (number + of_edit) % 2 == 0 { Way::Path } else { Way::Handle };
                self.edit(state, edit, way);
            }
        }
    }

    fn states(&self) -> Vec<State> {
        let model = self.pair.model;
        let older = model.at(1);
        let mut states = Vec::new();
        for fill in Fill::ALL {
            let val = root(model, fill);
            for width in [1, 2, 4] {
                let about = |revision: u16| format!("{fill:?}, revision {revision}, width {width}");
                let of_older = model.project(&self.pair.root.ty, &val, 1);
                if let Some(bytes) = encode_at(model, &val, width) {
                    states.push(State { bytes, val: val.clone(), about: about(2) });
                }
                if let Some(bytes) = encode_at(&older, &of_older, width) {
                    states.push(State { bytes, val: model.forget(&val, 1), about: about(1) });
                }
            }
        }
        states
    }

    fn edit(&mut self, state: &State, edit: &Edit, way: Way) {
        self.findings.edits += 1;
        let outcome = catch_unwind(AssertUnwindSafe(|| self.compare(state, edit, way)));
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
            self.small.name(),
            self.text,
            hex(bytes),
        );
        self.findings.faults.push(Fault { edit, group: self.small.group(), kind, report });
    }

    /// Whether the edit was refused, rightly.
    fn compare(&self, state: &State, edit: &Edit, way: Way) -> Result<bool, (&'static str, String)> {
        let expected = apply(self.pair.model, &self.pair.root, &state.val, edit);
        let opened = Record::open(self.pair.schema, Memory::free(&state.bytes));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        match (self.pair.perform(&mut record, edit, way), expected) {
            (Ok(()), Ok(expected)) => self.check_content(record.as_bytes(), &expected).map(|()| false),
            (Ok(()), Err(reason)) => Err((
                "Ok, but should be refused",
                format!("{}; the bytes are now {}", reason.0, hex(record.as_bytes())),
            )),
            (Err(error), expected) => {
                if record.as_bytes() != state.bytes {
                    let bytes = hex(record.as_bytes());
                    return Err(("Err changed the bytes", format!("{error}; the bytes are now {bytes}")));
                }
                match expected {
                    Ok(_) => Err(("refused, but should work", error.to_string())),
                    Err(_) => Ok(true),
                }
            }
        }
    }

    /// Checks that a buffer is valid, and holds the value.
    fn check_content(&self, bytes: &[u8], expected: &Val) -> Checked {
        let (model, root) = (self.pair.model, &self.pair.root);
        let now = || format!("the bytes are now {}", hex(bytes));
        let fail = |kind, detail: String| Err((kind, format!("{detail}; {}", now())));
        if let Err(error) = self.pair.schema.verify(bytes) {
            return fail("invalid", error.to_string());
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
        let json = serde_json::to_string(&record).unwrap_or_else(|error| error.to_string());
        let of_model = serde_json::to_string(&Exported { schema: model, item: root, val: expected });
        if of_model.as_ref().ok() != Some(&json) {
            return fail("another JSON", format!("{json} instead of {of_model:?}"));
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
        Ok(())
    }
}

/// The values that the schema of a small type is run with.
pub fn values(model: &Schema) -> Vec<Val> {
    Fill::ALL.iter().map(|fill| root(model, *fill)).collect()
}
