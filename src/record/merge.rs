//! A partial record over another: what the patch says replaces what was there, what it does not say
//! stays.

use alloc::format;
use alloc::string::String;
use core::hash::Hasher;

use super::{AsRecord, Record};
use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::read::path::{field_step, variant_step, write_key};
use crate::read::value::{Content, Part};
use crate::read::walk::Check;
use crate::whole::Hashed;
use crate::write::Storage;

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes every value of `patch` that is neither absent nor its default the value of this
    /// record. A patch knows no base: whatever this record has become, what the patch says replaces
    /// what is there, whole lists as well, and what the patch does not say stays. Edits of a list
    /// are found by [`Record::diff`] and made by [`Record::apply`].
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string>, votes: map<string, u32> } root Post;")?;
    /// let (mut theirs, mut patch) = (Record::new(&schema), Record::new(&schema));
    /// patch.push("tags", "mine")?;
    /// patch.set("votes[ada]", 1)?;
    /// theirs.set("title", "New")?;
    /// theirs.push("tags", "theirs")?;
    /// theirs.set("votes[bob]", 2)?;
    /// theirs.merge(&patch)?;
    /// assert_eq!(theirs.get::<str>("title")?, "New");
    /// assert_eq!((theirs.len("tags")?, theirs.get::<str>("tags[0]")?), (1, "mine"));
    /// assert_eq!(theirs.len("votes")?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// | in the patch | in this record |
    /// | --- | --- |
    /// | absent, or the default of a field that cannot be absent | stays |
    /// | a number, text, bytes, an enum | replaced |
    /// | a struct | merged, field by field; made if it is absent |
    /// | a list | replaced, if the patch's has elements or can be absent and is there |
    /// | an array | merged, element by element |
    /// | a map | merged, key by key: new keys are added; values that are structs or maps are merged, others replaced, also by a default |
    /// | a set | gets the patch's elements too |
    /// | a union | of the same variant with a struct or map: merged; else replaced |
    ///
    /// So nothing is removed by a merge, but elements of lists. As in Protocol Buffers and other
    /// than in a JSON merge patch, a patch cannot say that a value becomes its default or absent,
    /// unless the field can be absent and the patch's is there: a zero in a `u32?` counts.
    /// [`Record::apply`] can do all that.
    ///
    /// Each value finds its place by a path; the buffer is copied once, to go back to if the merge
    /// fails.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { title: string, likes: u32, tags: set<string> } root Post;")?;
    /// let (mut post, mut patch) = (Record::new(&schema), Record::new(&schema));
    /// post.set("title", "Draft")?;
    /// post.set("likes", 3u32)?;
    /// post.add_key("tags", "old")?;
    /// patch.set("title", "Final")?;
    /// patch.add_key("tags", "new")?;
    /// post.merge(&patch)?;
    /// assert_eq!(post.get::<str>("title")?, "Final");
    /// assert_eq!(post.get::<u32>("likes")?, 3);
    /// assert_eq!(post.len("tags")?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::content_eq`] and [`Record::set`]; the bytes are then unchanged.
    pub fn merge(&mut self, patch: &impl AsRecord) -> Result<()> {
        let patch = patch.as_record()?;
        self.view()?.check_same_schema(&patch)?;
        patch.root()?.check(Check::Stored)?;
        let patch = patch.whole();
        self.atomically(|record| Merger { record, path: String::new() }.part(&patch, false))
    }
}

/// The record, and where in it the next value goes.
struct Merger<'r, S> {
    record: &'r mut Record<S>,
    path: String,
}

impl<S: Storage + AsRef<[u8]>> Merger<'_, S> {
    fn within(&mut self, step: &str, merge: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let len = self.path.len();
        self.path.push_str(step);
        merge(self)?;
        self.path.truncate(len);
        Ok(())
    }

    fn put(&mut self, part: &Part<'_>) -> Result<()> {
        self.record.put(&self.record.at_path(&self.path)?, part)
    }

    /// Merges a value; one that is explicit counts also if it is the default.
    fn part(&mut self, part: &Part<'_>, is_explicit: bool) -> Result<()> {
        let content = part.open(&mut Decoder::new(part.buf()))?.0;
        let is_optional = part.is_optional();
        match content {
            Content::Absent => Ok(()),
            Content::Bit(_) | Content::Word(..) | Content::Blob(_) => {
                if is_explicit || !part.is_default(&content) {
                    self.put(part)
                } else {
                    Ok(())
                }
            }
            Content::Struct(id, record) => {
                if is_optional {
                    self.record.make(&*self.path)?;
                }
                if record.is_empty() {
                    return Ok(());
                }
                for (name, field) in Part::fields(part.buf(), part.schema(), id, record) {
                    let step = field_step(&self.path, name);
                    self.within(&step, |merger| merger.part(&field, false))?;
                }
                Ok(())
            }
            Content::List(run) if run.is_array => {
                if is_optional {
                    self.record.make_present(&self.path)?;
                }
                let stored = if run.elements.bytes.is_empty() { 0 } else { run.len() };
                (0..stored).try_for_each(|index| {
                    self.within(&format!("[{index}]"), |merger| merger.part(&run.part(index)?, false))
                })
            }
            Content::List(run) if run.is_empty() && !is_optional && !is_explicit => Ok(()),
            Content::List(_) => self.put(part),
            Content::Map(map) => {
                if is_optional {
                    self.record.make_map(&self.path)?;
                }
                for entry in map.entries() {
                    let (key, value) = entry?;
                    let mut step = String::new();
                    write_key(&mut step, key.value()?)?;
                    self.within(&step, |merger| {
                        merger.record.add_path(&merger.path)?;
                        value.map_or(Ok(()), |value| merger.part(&value, true))
                    })?;
                }
                Ok(())
            }
            Content::Union(id, union) => {
                if !is_explicit && !is_optional && is_default(part)? {
                    return Ok(());
                }
                let Some(payload) = union.part() else { return self.put(part) };
                let of_payload = payload.open(&mut Decoder::new(payload.buf()))?.0;
                let has_parts = matches!(of_payload, Content::Struct(..) | Content::Map(_));
                if has_parts && self.tag()? == Some(union.tag()) {
                    let step = variant_step(&self.path, part.schema().union(id), union.name());
                    return self.within(&step, |merger| merger.part(&payload, true));
                }
                self.put(part)
            }
        }
    }

    /// The variant of the record's union.
    fn tag(&self) -> Result<Option<u8>> {
        let address = self.record.at_path(&self.path)?;
        let Some(part) = self.record.part(&address)? else { return Ok(None) };
        match part.open(&mut Decoder::new(part.buf()))?.0 {
            Content::Union(_, union) => Ok(Some(union.tag())),
            _ => Ok(None),
        }
    }
}

/// Whether a value is its default: of such the hash says nothing.
fn is_default(part: &Part<'_>) -> Result<bool> {
    let mut told = Told(false);
    Hashed::new(part.buf(), &mut told).part(part, 0)?;
    Ok(!told.0)
}

/// Whether anything was hashed.
struct Told(bool);

impl Hasher for Told {
    fn finish(&self) -> u64 {
        u64::from(self.0)
    }

    fn write(&mut self, _: &[u8]) {
        self.0 = true;
    }
}
