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
    width: usize,
    revision: u16,
}

/// Which parts of a run are done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    /// Every edit from every state, and after it another in the same session and in a new one.
    pub edits: bool,
    /// Every edit in storage that refuses to grow.
    pub storage: bool,
    /// Reads and edits of damaged buffers, with so many values for each byte.
    pub hostile: usize,
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
            return Findings { schemas: 1, faults: vec![fault], ..Findings::default() };
        }
    };
    let pair = Pair { model: &model, root: model.root_item(), schema: &parsed };
    let mut runner =
        Runner { pair: &pair, text: &text, small, findings: Findings { schemas: 1, ..Findings::default() } };
    runner.all(parts);
    runner.findings
}

struct Runner<'r> {
    pair: &'r Pair<'r>,
    text: &'r str,
    small: &'r Small,
    findings: Findings,
}

/// The kind of a difference, and what came.
type Failed = (&'static str, String);
type Checked = Result<(), Failed>;
/// Whether an edit was refused, rightly.
type Compared = Result<bool, Failed>;

impl Runner<'_> {
    fn all(&mut self, parts: Parts) {
        let model = self.pair.model;
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
        if parts.hostile > 0 {
            for state in narrow.iter().filter(|state| state.revision == 2 && state.val != root(model, Fill::Empty)) {
                self.hostile(state, &of_type, parts.hostile);
            }
        }
    }

    /// All edits of the value under test, and of the whole record.
    fn edits(&self) -> Vec<Edit> {
        let model = self.pair.model;
        let item = &model.structs[model.root_struct().expect("a root with fields")].fields[FIELD].item;
        let mut of_type = whole(model);
        for path in paths(model, item, 0) {
            let path = [&[crate::path::Step::Field(FIELD)][..], &path].concat();
            of_type.extend(edits(model, &self.pair.root, &path));
        }
        of_type
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
                    states.push(State { bytes, val: val.clone(), about: about(2), width, revision: 2 });
                }
                if let Some(bytes) = encode_at(&older, &of_older, width) {
                    let val = model.forget(&val, 1);
                    states.push(State { bytes, val, about: about(1), width, revision: 1 });
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
            self.small.name(),
            self.text,
            hex(bytes),
        );
        self.findings.faults.push(Fault { edit, group: self.small.group(), kind, report });
    }

    /// Makes an edit and compares; then another, in the same session and in a new one. Whether the first was refused, rightly.
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

    /// Makes an edit of a record that holds a value. The value it holds then; none if the edit was refused, rightly.
    fn step(&self, record: &mut Record<Memory>, val: &Val, edit: &Edit, way: Way) -> Result<Option<Val>, Failed> {
        let before = record.as_bytes().to_vec();
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

    /// Makes an edit in storage that refuses to grow, at each time and at each length.
    fn compare_in_less(&self, state: &State, edit: &Edit) -> Compared {
        let Ok(expected) = apply(self.pair.model, &self.pair.root, &state.val, edit) else { return Ok(true) };
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
        for len in state.bytes.len()..state.bytes.len() + 24 {
            let memory = Memory::fixed(&state.bytes, len);
            if self.is_made(state, edit, memory, &expected, &|| format!("in a slice of {len} bytes"))? {
                break;
            }
        }
        Ok(false)
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
                self.check_content(&now, expected).map_err(|(kind, detail)| (kind, format!("{}: {detail}", about())))?
            }
            Err(error) if now != before => {
                return Err((
                    "Err changed the bytes",
                    format!("{error}, {}; the bytes are now {}", about(), hex(&now)),
                ));
            }
            Err(error) if error.kind() != vellum::Kind::Full => {
                // What the model refuses, too, is not run here; see the comparison with memory that grows.
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

    /// Reads and edits damaged buffers: what fails leaves them as they are, and nothing panics.
    fn hostile(&mut self, state: &State, of_type: &[Edit], values: usize) {
        let mut damaged: Vec<Vec<u8>> = (0..state.bytes.len()).map(|len| state.bytes[..len].to_vec()).collect();
        for at in 0..state.bytes.len() {
            for number in 1..=values {
                let mut bytes = state.bytes.clone();
                bytes[at] = match (values, number) {
                    (255, number) => bytes[at].wrapping_add(number as u8),
                    (_, 1) => 0,
                    (_, 2) => 0xFF,
                    (_, 3) => bytes[at] ^ 1,
                    (_, 4) => bytes[at] ^ 2,
                    (_, 5) => bytes[at].wrapping_add(1),
                    (_, 6) => bytes[at].wrapping_sub(1),
                    (_, 7) => bytes.len() as u8,
                    _ => bytes[at] ^ 0x80,
                };
                damaged.push(bytes);
            }
        }
        for (number, bytes) in damaged.into_iter().enumerate() {
            let about = format!("damaged: {}", state.about);
            let state = State { bytes, val: Val::Unit, about, width: 1, revision: 2 };
            if Record::open(self.pair.schema, &state.bytes).is_err() {
                continue;
            }
            let mut last: &[crate::path::Step] = &[];
            // One edit for each path, another one for each buffer.
            for edit in (0..of_type.len()).map(|at| &of_type[(at + number) % of_type.len()]) {
                if edit.path() != last {
                    last = edit.path();
                    self.caught(edit, &state, Way::Path, |runner| runner.edit_damaged(&state, edit));
                }
            }
        }
    }

    fn edit_damaged(&self, state: &State, edit: &Edit) -> Compared {
        let opened = Record::open(self.pair.schema, Memory::free(&state.bytes));
        let mut record = opened.map_err(|error| ("not opened", error.to_string()))?;
        let _ = self.pair.schema.verify(&state.bytes);
        let _ = read(self.pair.model, &record);
        match self.pair.perform(&mut record, edit, Way::Path) {
            Ok(()) => Ok(false),
            Err(error) if record.as_bytes() != state.bytes => {
                let bytes = hex(record.as_bytes());
                Err(("Err changed damaged bytes", format!("{error}; the bytes are now {bytes}")))
            }
            Err(_) => Ok(true),
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
