//! Changes made to a record, which may have gone its own way since they were found.
//!
//! Each edit is one of the record's own. A change that removes looks first at what is there:
//! nothing goes that the record does not have in common with the one that the change was found in.

use alloc::format;

use super::{Address, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::Type;
use crate::whole::{Action, Change, Owned, Removed, check_same, is_kept};
use crate::write::Storage;

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes changes, all or none. The record may be another one than the record that
    /// [`Record::diff`] found them in: one that has gone its own way since. What it has alone
    /// stays, but for what a change sets, clears or switches; a change that would remove or replace
    /// anything else than it was made for is an error, [`ErrorKind::Conflict`], and one whose place
    /// is not there is [`ErrorKind::Path`].
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    /// let mut base = Record::new(&schema);
    /// base.push("tags", "old")?;
    /// let copy = || Record::open(&schema, base.as_bytes().to_vec());
    /// let (mut mine, mut theirs) = (copy()?, copy()?);
    /// mine.push("tags", "mine")?;
    /// mine.set("age", 37)?;
    /// theirs.push("tags", "theirs")?;
    /// theirs.set("age", 38)?;
    ///
    /// theirs.apply(&base.diff(&mine)?)?;
    /// let tags: Vec<&str> = theirs.iter(&schema.field::<str>("tags[]")?)?.collect::<vellum::Result<_>>()?;
    /// assert_eq!(tags, ["old", "mine", "theirs"]); // inserted at its index
    /// assert_eq!(theirs.get::<u16>("age")?, 37); // what is set is set
    ///
    /// // Without its tag, which is another one here.
    /// theirs.set("tags[0]", "new")?;
    /// let before = theirs.as_bytes().to_vec();
    /// let error = theirs.apply(&base.diff(&Record::new(&schema))?).unwrap_err();
    /// assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Conflict, "tags[0]"));
    /// assert_eq!(theirs.as_bytes(), before);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// A change finds its place by its path, whose indices are those of the record it was found in:
    /// that an element has another index by now is not found out, but by what is to be removed. To
    /// the record it was found in, changes make what the other one held.
    ///
    /// | change | what is there | what happens |
    /// | --- | --- | --- |
    /// | set, clear, switch | any value, or none | it has the new value, also where both sides changed it |
    /// | | in a struct, a variant or under a key that is gone | these are made again, as [`Record::set`] does; to clear nothing |
    /// | | in an element that is gone | `Path` |
    /// | insert | a list that is long enough, also an absent one for index 0 | the element is inserted at the index, before what is there |
    /// | | a shorter list | `Path` |
    /// | remove, remove key | the element or value that was there | it is removed |
    /// | | another one | `Conflict` |
    /// | | none | `Path` |
    /// | splice | the same elements | others are put in their place |
    /// | | other elements | `Conflict` |
    /// | | a shorter list | `Path` |
    /// | add key | no such key, or one with the same value; any element of a set | it is there |
    /// | | the key with another value | `Conflict` |
    ///
    /// The buffer is copied once, to go back to if a change fails.
    ///
    /// # Errors
    /// As the table says, as [`Record::set`], [`Record::insert`] and [`Record::remove`], and
    /// [`ErrorKind::Type`] if a change is for a field of another type. The bytes are then
    /// unchanged.
    pub fn apply(&mut self, changes: &[Change]) -> Result<()> {
        self.atomically(|record| changes.iter().try_for_each(|change| record.make_change(change)))
    }

    /// Makes one; what it did is not taken back if it fails.
    pub(crate) fn make_change(&mut self, change: &Change) -> Result<()> {
        let (path, value, removed) = (change.path(), change.owned(), change.taken());
        for value in [value, removed.and_then(Removed::owned)].into_iter().flatten() {
            // What is pushed is an element.
            let is_pushed = change.action() == Action::Push;
            let address = self.at_path(&if is_pushed { format!("{path}[0]") } else { path.into() })?;
            check_same((self.schema(), self.type_at(&address)?), value.ty()).map_err(|error| error.in_field(path))?;
        }
        let kept = removed.filter(|_| change.is_condition());
        if let (Some(kept), Action::Set | Action::Switch | Action::Clear | Action::Remove | Action::RemoveKey) =
            (kept, change.action())
        {
            let is_there = self.check_kept(path, kept.owned())?;
            // To remove what is not there is an error of its own.
            let removes = matches!(change.action(), Action::Remove | Action::RemoveKey);
            if !is_there && kept.owned().is_some() && !removes {
                return Err(conflict().in_field(path));
            }
        }
        match (change.action(), value) {
            (Action::Set | Action::Switch, Some(value)) => self.put(&self.at_path(path)?, &value.part()),
            (Action::Set | Action::Switch | Action::Clear, _) => self.clear(path),
            (Action::Insert, Some(value)) => self.insert_part(path, &value.part()),
            (Action::Insert, None) => self.insert_default(path),
            (Action::Push, value) => {
                let path = format!("{path}[{}]", self.len(path)?);
                match value {
                    Some(value) => self.insert_part(&path, &value.part()),
                    None => self.insert_default(&path),
                }
            }
            (Action::Remove | Action::RemoveKey, _) => self.remove(path),
            (Action::Splice, value) => {
                let range = change.index()..change.index().saturating_add(change.count());
                self.splice_elements(path, range, kept.and_then(Removed::owned), value)
            }
            (Action::SpliceText, value) => self.splice_content(change, kept.and_then(Removed::owned), value),
            (Action::AddKey, value) => self.add_key_with(path, value),
        }
    }

    /// Puts text or bytes in the place of others, of which some may be expected.
    fn splice_content(&mut self, change: &Change, kept: Option<&Owned>, value: Option<&Owned>) -> Result<()> {
        let path = change.path();
        let range = change.index()..change.index().saturating_add(change.count());
        let (kept, value) = (kept.map_or(Ok(None), Owned::content)?, value.map_or(Ok(None), Owned::content)?);
        let content = value.unwrap_or_default();
        let is_text = match self.type_at(&self.at_path(path)?)? {
            Type::String | Type::Text(_) => true,
            Type::Bytes => false,
            _ => return Err(Error::fixed(&FixedError(ErrorKind::Type, "neither text nor bytes")).in_field(path)),
        };
        if let Some(kept) = kept {
            let there = if is_text { self.get::<str>(path)?.as_bytes() } else { self.get::<[u8]>(path)? };
            if there.get(range.clone()) != Some(kept) {
                return Err(conflict().in_field(path));
            }
        }
        match str::from_utf8(content) {
            Ok(text) if is_text => self.splice::<str>(path, range, text),
            _ => self.splice::<[u8]>(path, range, content),
        }
    }

    /// Fails if there is another value at a path than the one that was kept; gives whether the path
    /// leads to a place.
    fn check_kept(&self, path: &str, kept: Option<&Owned>) -> Result<bool> {
        let address = self.at_path(path)?;
        if !self.leads(&address)? {
            return Ok(false);
        }
        let found = self.part(&address)?;
        match is_kept(kept, found.as_ref()) {
            Ok(true) => Ok(true),
            Ok(false) => Err(conflict().in_field(path)),
            Err(error) => Err(error.in_field(path)),
        }
    }

    /// Adds the key that a path ends in, with its value. One that is there has that value already.
    fn add_key_with(&mut self, path: &str, value: Option<&Owned>) -> Result<()> {
        let address = self.at_path(path)?;
        if value.is_some() {
            address.path().check_settable()?;
        }
        let is_new = self.add_path(path)?;
        if is_new {
            return value.map_or(Ok(()), |value| self.put(&address, &value.part()));
        }
        // Of a set the key is all there is.
        if address.path().check_settable().is_err() { Ok(()) } else { self.check_kept(path, value).map(drop) }
    }
}

/// The error of a change that was made for another value.
#[cold]
pub(super) fn conflict() -> Error {
    Error::fixed(&FixedError(ErrorKind::Conflict, "what is there is not what the change was made for"))
}
