//! The golden buffers of a type, read by the present type, and the results that have changed.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::file::Stored;
use super::kept::{GoldenBuffer, GoldenResult};
use super::upgrades::{ReadAs, StoredType};
use crate::error::Result;
use crate::read::key::Hex;
use crate::record::Record;
use crate::schema::Schema;

/// A type of the program.
pub(super) struct OfProgram<'s> {
    pub(super) name: String,
    pub(super) schema: &'s Schema,
    pub(super) stored_type: Option<&'s StoredType>,
}

impl OfProgram<'_> {
    /// What the lock has of a type that is new to it.
    #[inline]
    pub(super) fn first(&self) -> Stored {
        let mut stored = Stored::first(&self.name, self.schema);
        self.read_golden(&mut stored, &[ReadAs::Present], &mut |_| true);
        stored
    }

    /// Whether two buffers of the present schema have equal values.
    #[inline]
    fn are_equal(&self, one: &[u8], other: &[u8]) -> bool {
        let equal = self.schema.peek(one).and_then(|one| one.content_eq(&self.schema.peek(other)?));
        one == other || equal.unwrap_or(false)
    }

    /// How each revision is read. By a schema alone nothing is upgraded; the lock says what the
    /// type upgraded when it was accepted.
    #[inline]
    pub(super) fn ways(&self, stored: &Stored, faults: &mut Vec<String>) -> Vec<ReadAs> {
        if let Some(of) = self.stored_type {
            return of.ways(stored, faults);
        }
        let upgraded = stored.revisions.last().map(|last| &*last.upgrades).unwrap_or_default();
        let way = |number| if upgraded.contains(number) { ReadAs::Upgraded(0) } else { ReadAs::Present };
        stored.revisions.iter().map(|revision| way(&revision.number)).collect()
    }

    /// The name in Rust of the type that reads a revision.
    #[inline]
    pub(super) fn name_of(&self, way: ReadAs) -> &'static str {
        self.stored_type.map_or("", |of| of.name_of(way))
    }

    /// Reads the golden buffers by the present type. Results that are not those of the lock are
    /// told to `changed`, and kept if it says so.
    #[inline]
    pub(super) fn read_golden(
        &self,
        stored: &mut Stored,
        ways: &[ReadAs],
        changed: &mut dyn FnMut(ChangedResult<'_>) -> bool,
    ) {
        for (revision, way) in stored.revisions.iter_mut().zip(ways) {
            for (index, golden) in revision.golden.iter_mut().enumerate() {
                let read = match self.stored_type {
                    Some(known) => known.read(*way, &golden.bytes),
                    // By the schema alone: a function, or a conversion of a field, may have made
                    // the result that is kept.
                    None if *way != ReadAs::Present => continue,
                    None => compacted(self.schema, &golden.bytes),
                };
                let is_read = *way == ReadAs::Present;
                let result = match read {
                    Ok(bytes) if bytes == golden.bytes => GoldenResult::Same,
                    Ok(bytes) if is_read && self.are_equal(&golden.bytes, &bytes) => GoldenResult::Same,
                    Ok(bytes) => GoldenResult::Becomes(bytes),
                    Err(error) => GoldenResult::Refused(one_line(&error.to_string())),
                };
                let is_known = match (&golden.read_as, &result) {
                    _ if self.stored_type.is_none() && result == GoldenResult::Same => true,
                    // A later revision writes an equal value in other bytes.
                    (GoldenResult::Becomes(kept), GoldenResult::Becomes(now)) => self.are_equal(kept, now),
                    (kept, now) => kept == now,
                };
                let change = ChangedResult { number: revision.number, index, golden: &*golden, now: &result };
                if !is_known && changed(change) {
                    golden.read_as = result;
                }
            }
        }
    }
}

/// A golden buffer that is read as another value than the lock has.
pub(super) struct ChangedResult<'a> {
    number: u32,
    index: usize,
    golden: &'a GoldenBuffer,
    now: &'a GoldenResult,
}

impl ChangedResult<'_> {
    /// What was, and what is.
    #[inline]
    pub(super) fn told(&self, schema: &Schema) -> String {
        #[inline]
        fn bytes<'g>(golden: &'g GoldenBuffer, result: &'g GoldenResult) -> core::result::Result<&'g [u8], &'g str> {
            match result {
                GoldenResult::Same => Ok(&golden.bytes),
                GoldenResult::Becomes(bytes) => Ok(bytes),
                GoldenResult::Refused(why) => Err(why),
            }
        }
        let (kept, now) = (bytes(self.golden, &self.golden.read_as), bytes(self.golden, self.now));
        let what = match (kept, now) {
            (Ok(_), Err(why)) => format!("is refused now: {why}"),
            (Err(_), Ok(_)) => "was refused, and is read now".to_owned(),
            (Err(kept), Err(now)) => format!("is refused for another reason: {now}; it was: {kept}"),
            (Ok(kept), Ok(now)) => {
                let difference = schema.peek(kept).and_then(|kept| kept.diff(&schema.peek(now)?));
                match difference {
                    Ok(difference) => format!("is another value now: {}", one_line(&difference.to_string())),
                    Err(_) => format!("is other bytes now: {}, which were {}", Hex(now), Hex(kept)),
                }
            }
        };
        format!("  golden buffer {} of revision {} {what}", self.index.saturating_add(1), self.number)
    }
}

#[inline]
fn one_line(text: &str) -> String {
    const MOST: usize = 400;
    let mut line: String = text.replace('\n', "; ").chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        line.push('…');
    }
    line.replace("\\\"", "\"").replace("\\'", "'")
}

#[inline]
fn compacted(schema: &Schema, buffer: &[u8]) -> Result<Vec<u8>> {
    let mut record = Record::open(schema, buffer.to_vec())?;
    record.compact()?;
    Ok(record.into_storage())
}
