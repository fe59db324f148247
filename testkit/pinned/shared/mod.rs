//! Edits by chance, and what comes of them: compiled once with each of the two crates.

mod by_path;
mod chance;
mod derived;

/// What an edit did.
#[derive(Debug)]
pub struct Line {
    /// What was done.
    pub edit: String,
    /// `ok`, or the kind of the error.
    pub outcome: String,
    /// All values, as they print.
    pub values: String,
    /// The buffer in its compact form.
    pub compact: Vec<u8>,
    /// The buffer as it is.
    pub bytes: Vec<u8>,
    /// Whether the bytes are as before, if the edit failed.
    pub is_kept: bool,
}

impl Line {
    fn new(edit: String, result: vellum::Result<()>, before: &[u8], record: &vellum::RecordView<'_>) -> Self {
        let bytes = record.as_bytes().to_vec();
        let is_kept = result.is_ok() || bytes == before;
        let outcome = result.map_or_else(|error| format!("{:?}", error.kind()), |()| "ok".to_owned());
        let mut compact = vellum::Record::open(record.schema(), bytes.clone()).expect("it was opened");
        let compacted = compact.compact().map(|()| compact.as_bytes().to_vec());
        let compact = compacted.unwrap_or_else(|error| format!("{:?}", error.kind()).into_bytes());
        Self { edit, outcome, values: format!("{record:?}"), compact, bytes, is_kept }
    }
}

/// The edits of a seed: by path or by derived cursors, in a vector or in a slice.
pub fn run(seed: u64) -> Vec<Line> {
    let mut chance = chance::Chance::new(seed);
    match seed % 4 {
        0 => by_path::in_vector(&mut chance),
        1 => by_path::in_slice(&mut chance),
        2 => derived::reopened(&mut chance),
        _ => derived::kept_open(&mut chance),
    }
}
