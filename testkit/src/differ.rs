//! What leads from one value to another, made to a third, as the tables in the docs of
//! `Record::diff` and `Record::apply` have it.

use crate::editor::{Editor, Found, Refused, Result};
use crate::path::{Path, Step};
use crate::types::Type;
use crate::values::{Slot, Val};

/// A difference: what is done at the place. What is taken away goes only if it is what was there.
#[derive(Clone, PartialEq, Debug)]
enum Act {
    Set(Val),
    Clear,
    Insert(Val),
    Remove(Val),
    /// Of the list at the place, from an index on.
    Splice(usize, Vec<Val>, Vec<Val>),
    /// To the map or set at the place.
    AddKey(Val, Option<Val>),
    RemoveKey(Val, Option<Val>),
}

impl Editor<'_> {
    /// Makes what leads from one value of the root to another.
    pub(crate) fn apply_difference(&self, val: &mut Val, base: &Val, target: &Val) -> Result<()> {
        let mut found = Vec::new();
        self.tell_apart(Slot::of(self.root), &mut Path::new(), base, target, &mut found);
        found.into_iter().try_for_each(|(path, act)| self.make(val, &path, act))
    }

    fn tell_apart(&self, slot: Slot<'_>, path: &mut Path, old: &Val, new: &Val, found: &mut Vec<(Path, Act)>) {
        if old == new {
            return;
        }
        let ty = &slot.item.ty;
        match (ty, old, new) {
            (_, _, Val::Absent) => found.push((path.clone(), Act::Clear)),
            (Type::Struct(_) | Type::Tuple(_), Val::Record(old), Val::Record(new)) => {
                let parts = self.schema.parts(ty).unwrap_or_default();
                for (index, (part, (old, new))) in parts.into_iter().zip(old.iter().zip(new)).enumerate() {
                    self.within(part, path, Step::Field(index), (old, new), found);
                }
            }
            (Type::Array(item, _), Val::List(old), Val::List(new)) => {
                for (index, (old, new)) in old.iter().zip(new).enumerate() {
                    self.within(Slot::of(item), path, Step::Index(index), (old, new), found);
                }
            }
            (Type::List(item), Val::List(old), Val::List(new)) => self.lists(Slot::of(item), path, old, new, found),
            (Type::Map(of_keys, item), Val::Map(old), Val::Map(new)) => {
                let value = |entries: &[(Val, Val)], key: &Val| {
                    let index = entries.binary_search_by(|(known, _)| self.schema.compare_keys(of_keys, known, key));
                    index.ok().map(|index| entries[index].1.clone())
                };
                for (key, of_old) in old {
                    match value(new, key) {
                        Some(of_new) => {
                            self.within(Slot::of(item), path, Step::Key(key.clone()), (of_old, &of_new), found);
                        }
                        None => found.push((path.clone(), Act::RemoveKey(key.clone(), Some(of_old.clone())))),
                    }
                }
                for (key, of_new) in new.iter().filter(|(key, _)| value(old, key).is_none()) {
                    found.push((path.clone(), Act::AddKey(key.clone(), Some(of_new.clone()))));
                }
            }
            (Type::Set(_), Val::Set(old), Val::Set(new)) => {
                for key in old.iter().filter(|key| !new.contains(key)) {
                    found.push((path.clone(), Act::RemoveKey(key.clone(), None)));
                }
                for key in new.iter().filter(|key| !old.contains(key)) {
                    found.push((path.clone(), Act::AddKey(key.clone(), None)));
                }
            }
            (Type::Union(_) | Type::Any, Val::Union(of_old, old), Val::Union(of_new, new)) if of_old == of_new => {
                if let Some(item) = self.schema.payload(ty, *of_new) {
                    self.within(Slot::of(item), path, Step::Variant(*of_new), (old, new), found);
                }
            }
            _ => found.push((path.clone(), Act::Set(new.clone()))),
        }
    }

    fn within(
        &self,
        slot: Slot<'_>,
        path: &mut Path,
        step: Step,
        (old, new): (&Val, &Val),
        found: &mut Vec<(Path, Act)>,
    ) {
        path.push(step);
        self.tell_apart(slot, path, old, new, found);
        path.pop();
    }

    /// What is the same at both ends is left out; what lies between is told apart by its index.
    fn lists(&self, slot: Slot<'_>, path: &mut Path, old: &[Val], new: &[Val], found: &mut Vec<(Path, Act)>) {
        let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let same_end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
        let (old_end, new_end) = (old.len() - same_end, new.len() - same_end);
        let mut from = start;
        for index in start..old_end.min(new_end) {
            let is_edited = is_edited(&old[index], &new[index]);
            if is_edited || old[index] == new[index] {
                splice(path, from, &old[from..index], &new[from..index], found);
                from = index + 1;
            }
            if is_edited {
                self.within(slot, path, Step::Index(index), (&old[index], &new[index]), found);
            }
        }
        splice(path, from, &old[from..old_end], &new[from..new_end], found);
    }

    fn make(&self, val: &mut Val, path: &[Step], act: Act) -> Result<()> {
        match act {
            Act::Set(new) => self.put(val, path, &new),
            Act::Clear => self.clear(val, path),
            Act::Insert(new) => {
                let Some((Step::Index(index), list)) = path.split_last() else { return Err(Refused("no element")) };
                let elements = self.list(val, list)?;
                if *index > elements.len() {
                    return Err(Refused("beyond the end"));
                }
                elements.insert(*index, new);
                Ok(())
            }
            Act::Remove(old) => {
                self.check_there(val, path, &old)?;
                self.remove(val, path)
            }
            Act::Splice(index, old, new) => {
                let there = match self.find(val, path)? {
                    Found::There(Val::List(there)) => &there[..],
                    _ => &[],
                };
                let end = index + old.len();
                if end > there.len() {
                    return Err(Refused("beyond the end"));
                }
                if there[index..end] != old {
                    return Err(Refused("other elements"));
                }
                self.list(val, path)?.splice(index..end, new);
                Ok(())
            }
            Act::AddKey(key, new) => {
                let of_key = [path, &[Step::Key(key.clone())]].concat();
                let Some(new) = new else { return self.add_key(val, path, &key) };
                match self.find(val, &of_key)? {
                    Found::There(there) if *there == new => Ok(()),
                    Found::There(_) => Err(Refused("the key has another value")),
                    Found::Missing => {
                        self.add_key(val, path, &key)?;
                        if new.is_absent() { Ok(()) } else { self.put(val, &of_key, &new) }
                    }
                }
            }
            Act::RemoveKey(key, old) => {
                let of_key = [path, &[Step::Key(key)]].concat();
                if let Some(old) = old {
                    self.check_there(val, &of_key, &old)?;
                }
                self.remove(val, &of_key)
            }
        }
    }

    fn check_there(&self, val: &Val, path: &[Step], old: &Val) -> Result<()> {
        match self.find(val, path)? {
            Found::There(there) if there != old => Err(Refused("another value is there")),
            Found::There(_) | Found::Missing => Ok(()),
        }
    }
}

fn splice(path: &Path, index: usize, old: &[Val], new: &[Val], found: &mut Vec<(Path, Act)>) {
    let of_element = || [&path[..], &[Step::Index(index)]].concat();
    match (old, new) {
        ([], []) => {}
        ([], [new]) => found.push((of_element(), Act::Insert(new.clone()))),
        ([old], []) => found.push((of_element(), Act::Remove(old.clone()))),
        _ => found.push((path.clone(), Act::Splice(index, old.to_vec(), new.to_vec()))),
    }
}

/// Whether an element that differs is edited, and not replaced.
fn is_edited(old: &Val, new: &Val) -> bool {
    match (old, new) {
        (Val::Record(_), Val::Record(_))
        | (Val::List(_), Val::List(_))
        | (Val::Map(_), Val::Map(_))
        | (Val::Set(_), Val::Set(_)) => true,
        (Val::Union(of_old, old), Val::Union(of_new, new)) => of_old == of_new && is_edited(old, new),
        _ => false,
    }
}
