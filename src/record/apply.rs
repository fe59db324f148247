//! Changes made to a record, which may have gone its own way since they were found.
//!
//! Each edit is one of the record's own. A change that removes looks first at what is there:
//! nothing goes that the record does not have in common with the one that the change was found in.

use super::field::{Resolved, TypedAddress};
use super::kept::{KeptRecords, sets_word};
use super::{Address, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::decoder::Decoder;
use crate::read::value::{Content, Part};
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
    /// Numbers and bools that are set first, and a last change that is one edit, cost what their
    /// edits do. For others the buffer is copied once, to go back to if a change fails.
    ///
    /// # Errors
    /// As the table says, as [`Record::set`], [`Record::insert`] and [`Record::remove`], and
    /// [`ErrorKind::Type`] if a change is for a field of another type. The bytes are then
    /// unchanged.
    pub fn apply(&mut self, changes: &[Change]) -> Result<()> {
        let mut before = KeptRecords::default();
        let noted = self.session.storage.log().map(|log| log.mark());
        let applied = self.apply_all(changes, &mut before);
        if applied.is_err() {
            self.restore_records(&before);
            if let (Some(log), Some(noted)) = (self.session.storage.log(), noted) {
                log.restore(noted);
            }
        }
        applied
    }

    /// Makes changes; if one fails, only records that were kept are other ones than before.
    fn apply_all(&mut self, changes: &[Change], before: &mut KeptRecords) -> Result<()> {
        let mut changes = changes;
        while let [change, rest @ ..] = changes
            && sets_word(change)
            && self.make_in_place(change, (!rest.is_empty()).then_some(&mut *before))?
        {
            changes = rest;
        }
        match changes {
            [] => Ok(()),
            [change] if is_one_edit(change) => self.make_one(change, true),
            _ => self.atomically(|record| changes.iter().try_for_each(|change| record.make_one(change, false))),
        }
    }

    /// Makes one; what it did is not taken back if it fails.
    #[cfg(feature = "json")]
    pub(crate) fn make_change(&mut self, change: &Change) -> Result<()> {
        self.make_one(change, false)
    }

    /// The place of a change.
    fn address_of(&self, change: &Change) -> Result<Resolved> {
        let address = Resolved::of_place(self.schema(), change.place());
        address.map_err(|error| self.of_change(change, error))
    }

    /// Adds the path of a change to an error that arose on its steps, which have no text.
    #[cold]
    fn of_change(&self, change: &Change, error: Error) -> Error {
        match change.place().steps_in(self.schema()) {
            Some(_) => error.in_field(change.path()),
            None => error,
        }
    }

    fn make_in_place(&mut self, change: &Change, before: Option<&mut KeptRecords>) -> Result<bool> {
        let address = self.address_of(change)?;
        let made = self.check_change(change, &address);
        let made = made.and_then(|()| self.as_one(|record| record.set_in_place(change, &address, before)));
        let made = made.map_err(|error| self.of_change(change, error))?;
        if made {
            self.note_change(change, &address);
        }
        Ok(made)
    }

    /// Makes a change, which is all that is done or one of several edits.
    fn make_one(&mut self, change: &Change, is_alone: bool) -> Result<()> {
        let address = self.address_of(change)?;
        let made = self.check_change(change, &address);
        let made = made.and_then(|()| self.as_one(|record| record.make_at(change, &address, is_alone)));
        made.map_err(|error| self.of_change(change, error))?;
        self.note_change(change, &address);
        Ok(())
    }

    /// Fails for values of other types than the place has, and where something else is there than
    /// the change expects.
    fn check_change(&self, change: &Change, address: &Resolved) -> Result<()> {
        let is_pushed = change.action() == Action::Push;
        let element = is_pushed.then(|| address.first_element(self.schema())).transpose()?;
        let ty = &element.as_ref().unwrap_or(address).path().leaf.ty;
        for value in [change.owned(), change.taken().and_then(Removed::owned)].into_iter().flatten() {
            check_same((self.schema(), ty), value.ty()).map_err(|error| address.named(error))?;
        }
        let kept = change.taken().filter(|_| change.is_condition());
        if let (Some(kept), Action::Set | Action::Switch | Action::Clear | Action::Remove | Action::RemoveKey) =
            (kept, change.action())
        {
            let is_there = self.check_kept(address, kept.owned())?;
            // To remove what is not there is an error of its own.
            let removes = matches!(change.action(), Action::Remove | Action::RemoveKey);
            if !is_there && kept.owned().is_some() && !removes {
                return Err(address.named(conflict()));
            }
        }
        Ok(())
    }

    fn make_at(&mut self, change: &Change, address: &Resolved, is_alone: bool) -> Result<()> {
        let value = change.owned();
        let expected = change.taken().filter(|_| change.is_condition()).and_then(Removed::owned);
        match (change.action(), value) {
            (Action::Set | Action::Switch, Some(value)) => self.put_changed(address, value, is_alone),
            (Action::Set | Action::Switch | Action::Clear, _) => self.clear(address),
            (Action::Insert, Some(value)) => self.insert_part(address, &value.part()),
            (Action::Insert, None) => self.insert_element(address, None),
            (Action::Push, value) => {
                let mut element = address.first_element(self.schema())?;
                let count = element.path().count(self.view()?, &element).map_err(|error| address.named(error))?;
                let index = count.unwrap_or(0);
                element.set_index(index);
                let pushed = match value {
                    Some(value) => self.insert_part(&element, &value.part()),
                    None => self.insert_element(&element, None),
                };
                pushed.map_err(|error| address.named(error.in_element(index)))
            }
            (Action::Remove | Action::RemoveKey, _) => self.remove(address),
            (Action::Splice, value) => {
                let range = change.index()..change.index().saturating_add(change.count());
                self.splice_elements(address, range, expected, value)
            }
            (Action::SpliceText, value) => self.splice_content(change, address, expected, value),
            (Action::AddKey, value) => self.add_key_with(address, value, is_alone),
        }
    }

    fn put_changed(&mut self, address: &Resolved, value: &Owned, is_alone: bool) -> Result<()> {
        if is_alone { self.put_whole(address, &value.part()) } else { self.put(address, &value.part()) }
    }

    /// Puts text or bytes in the place of others, of which some may be expected.
    fn splice_content(
        &mut self,
        change: &Change,
        address: &Resolved,
        kept: Option<&Owned>,
        value: Option<&Owned>,
    ) -> Result<()> {
        let range = change.index()..change.index().saturating_add(change.count());
        let (kept, value) = (kept.map_or(Ok(None), Owned::content)?, value.map_or(Ok(None), Owned::content)?);
        let content = value.unwrap_or_default();
        let is_text = match address.path().leaf.ty {
            Type::String | Type::Text(_) => true,
            Type::Bytes => false,
            _ => return Err(address.named(Error::fixed(&FixedError(ErrorKind::Type, "neither text nor bytes")))),
        };
        if let Some(kept) = kept {
            let found = self.part(address)?;
            let has = |part: &Part<'_>| -> Result<bool> {
                let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| address.named(error))?.0;
                Ok(matches!(content, Content::Blob(there) if there.get(range.clone()) == Some(kept)))
            };
            // What is absent, or in what is not there, has no such part.
            if !found.as_ref().map_or(Ok(false), has)? {
                return Err(address.named(conflict()));
            }
        }
        let (as_text, as_bytes) = (TypedAddress::<str, _>::new(address), TypedAddress::<[u8], _>::new(address));
        match str::from_utf8(content) {
            Ok(text) if is_text => self.splice::<str>(&as_text, range, text),
            Err(_) if is_text => {
                Err(address.named(Error::fixed(&FixedError(ErrorKind::Type, "what comes into a text is none"))))
            }
            _ => self.splice::<[u8]>(&as_bytes, range, content),
        }
    }

    /// Fails if there is another value at an address than the one that was kept; gives whether it
    /// leads to a place.
    fn check_kept(&self, address: &Resolved, kept: Option<&Owned>) -> Result<bool> {
        if !self.leads(address)? {
            return Ok(false);
        }
        let found = self.part(address)?;
        match is_kept(kept, found.as_ref()) {
            Ok(true) => Ok(true),
            Ok(false) => Err(address.named(conflict())),
            Err(error) => Err(address.named(error)),
        }
    }

    /// Adds the key that an address ends in, with its value. One that is there has that value
    /// already.
    fn add_key_with(&mut self, address: &Resolved, value: Option<&Owned>, is_alone: bool) -> Result<()> {
        let is_settable = address.path().check_settable();
        let Some(value) = value else {
            let is_new = self.add_at(address)?;
            // Of a set the key is all there is.
            return if is_new || is_settable.is_err() { Ok(()) } else { self.check_kept(address, None).map(drop) };
        };
        is_settable?;
        if self.leads(address)? {
            return self.check_kept(address, Some(value)).map(drop);
        }
        self.put_changed(address, value, is_alone)
    }
}

/// Whether a change is one edit, which fails before it has changed anything.
fn is_one_edit(change: &Change) -> bool {
    match change.action() {
        // What is put by itself is put as a whole.
        Action::Set
        | Action::Switch
        | Action::AddKey
        | Action::Clear
        | Action::Remove
        | Action::RemoveKey
        | Action::SpliceText => true,
        Action::Insert | Action::Push => change.owned().is_none_or(|value| !value.ty().1.has_parts()),
        Action::Splice => change.owned().is_none(),
    }
}

/// The error of a change that was made for another value.
#[cold]
pub(super) fn conflict() -> Error {
    Error::fixed(&FixedError(ErrorKind::Conflict, "what is there is not what the change was made for"))
}
