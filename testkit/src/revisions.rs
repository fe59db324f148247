//! What two revisions of a schema know of one value.
//!
//! A [`Schema`] has every field and variant of its newest revision; [`Schema::at`] is the schema of
//! an older one. A value of an older one has fewer fields, and a variant that the older one does
//! not have holds [`Val::Unit`] there.

use crate::edit::Edit;
use crate::path::{Path, Step};
use crate::types::{Item, Schema, Type};
use crate::values::{Slot, Val};

/// A kind of definition with names in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Kind {
    /// Structs.
    Struct,
    /// Unions.
    Union,
    /// Enums.
    Enum,
}

impl Schema {
    /// Who a field or variant of a definition is in every revision, whatever its name: if nothing
    /// else is said, the part of the name before `_`.
    pub fn identity<'s>(&'s self, kind: Kind, id: usize, name: &'s str) -> &'s str {
        let known = self.identities.get(&(kind, id, name.to_owned())).map(|identity| &**identity);
        known.unwrap_or_else(|| name.split('_').next().unwrap_or(name))
    }

    /// How many variants of a union a revision has.
    fn known(&self, ty: &Type, revision: u16) -> usize {
        let added = match ty {
            Type::Union(id) if revision < 2 => self.unions[*id].added,
            _ => 0,
        };
        self.variants(ty).unwrap_or_default().len() - added
    }

    /// The value as the newest revision reads it after one of that number wrote it: what came later
    /// has its default.
    #[must_use]
    pub fn forget(&self, val: &Val, revision: u16) -> Val {
        self.forget_in(Slot::of(&self.root_item()), val, revision)
    }

    fn forget_in(&self, slot: Slot<'_>, val: &Val, revision: u16) -> Val {
        let ty = &slot.item.ty;
        let within = |item: &Item, val: &Val| self.forget_in(Slot::of(item), val, revision);
        match (ty, val) {
            _ if slot.since > revision => self.default_of(slot),
            (Type::List(item) | Type::Array(item, _), Val::List(vals)) => {
                Val::List(vals.iter().map(|val| within(item, val)).collect())
            }
            (Type::Map(_, item), Val::Map(entries)) => {
                Val::Map(entries.iter().map(|(key, val)| (key.clone(), within(item, val))).collect())
            }
            (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                let parts = self.parts(ty).unwrap_or_default();
                Val::Record(
                    parts.into_iter().zip(vals).map(|(part, val)| self.forget_in(part, val, revision)).collect(),
                )
            }
            (Type::Union(_), Val::Union(tag, _)) if *tag >= self.known(ty, revision) => self.default_of(slot),
            (Type::Union(_), Val::Union(tag, payload)) => {
                let payload = self.payload(ty, *tag).map_or(Val::Unit, |item| within(item, payload));
                Val::Union(*tag, Box::new(payload))
            }
            _ => val.clone(),
        }
    }

    /// What an older revision sees of a value: a value of the schema that [`Schema::at`] gives.
    #[must_use]
    pub fn project(&self, ty: &Type, val: &Val, revision: u16) -> Val {
        let within = |item: &Item, val: &Val| self.project(&item.ty, val, revision);
        match (ty, val) {
            (Type::List(item) | Type::Array(item, _), Val::List(vals)) => {
                Val::List(vals.iter().map(|val| within(item, val)).collect())
            }
            (Type::Map(_, item), Val::Map(entries)) => {
                Val::Map(entries.iter().map(|(key, val)| (key.clone(), within(item, val))).collect())
            }
            (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                let parts = self.parts(ty).unwrap_or_default();
                let known = parts.iter().zip(vals).filter(|(part, _)| part.since <= revision);
                Val::Record(known.map(|(part, val)| within(part.item, val)).collect())
            }
            (Type::Union(_), Val::Union(tag, payload)) => {
                let item = self.payload(ty, *tag).filter(|_| *tag < self.known(ty, revision));
                Val::Union(*tag, Box::new(item.map_or(Val::Unit, |item| within(item, payload))))
            }
            _ => val.clone(),
        }
    }

    /// A value of an older revision as the newest reads it, where nothing of it was there before.
    #[must_use]
    pub fn lift(&self, ty: &Type, val: &Val, revision: u16) -> Val {
        let within = |item: &Item, val: &Val| self.lift(&item.ty, val, revision);
        match (ty, val) {
            (Type::List(item) | Type::Array(item, _), Val::List(vals)) => {
                Val::List(vals.iter().map(|val| within(item, val)).collect())
            }
            (Type::Map(_, item), Val::Map(entries)) => {
                Val::Map(entries.iter().map(|(key, val)| (key.clone(), within(item, val))).collect())
            }
            (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                let mut vals = vals.iter().peekable();
                let parts = self.parts(ty).unwrap_or_default().into_iter();
                Val::Record(
                    parts
                        .map(|part| match vals.next_if(|_| part.since <= revision) {
                            Some(val) => within(part.item, val),
                            None => self.default_of(part),
                        })
                        .collect(),
                )
            }
            (Type::Union(_), Val::Union(tag, payload)) => {
                let payload = self.payload(ty, *tag).map_or(Val::Unit, |item| within(item, payload));
                Val::Union(*tag, Box::new(payload))
            }
            _ => val.clone(),
        }
    }

    /// A path of an older revision in the newest one.
    fn lift_path(&self, root: &Item, path: &[Step], revision: u16) -> Path {
        let mut lifted = Path::new();
        for step in path {
            let ty = self.slot_at(root, &lifted).map(|slot| &slot.item.ty);
            lifted.push(match (step, ty) {
                (Step::Field(index), Some(ty @ Type::Struct(_))) => {
                    let parts = self.parts(ty).unwrap_or_default();
                    let mut known = parts.iter().enumerate().filter(|(_, part)| part.since <= revision);
                    Step::Field(known.nth(*index).map_or(*index, |(number, _)| number))
                }
                (step, _) => step.clone(),
            });
        }
        lifted
    }

    /// An edit of an older revision as one of the newest. It does not keep what the newest alone
    /// knows of what it replaces. Of a change of the whole record there is none.
    pub fn lift_edit(&self, edit: &Edit, revision: u16) -> Option<Edit> {
        let root = self.root_item();
        let path = self.lift_path(&root, edit.path(), revision);
        let whole = |val: &Val| self.lift(&root.ty, val, revision);
        let lifted = match edit {
            Edit::Apply(_) | Edit::ApplyBetween(..) => return None,
            Edit::Merge(patch) => Edit::Merge(whole(patch)),
            Edit::CopyFrom(_, other, from) => Edit::CopyFrom(path, whole(other), self.lift_path(&root, from, revision)),
            Edit::SetSerde(_, val) => {
                let val = self.slot_at(&root, &path).map(|slot| self.lift(&slot.item.ty, val, revision));
                Edit::SetSerde(path, val.unwrap_or(Val::Absent))
            }
            edit => edit.at(path),
        };
        Some(lifted)
    }

    /// What a value holds that a revision does not know and that is not the default, sorted: an
    /// editor of that revision may move it, and must not lose it.
    pub fn newer(&self, item: &Item, val: &Val, revision: u16) -> Vec<String> {
        let mut found = Vec::new();
        self.collect_newer(&item.ty, val, revision, &mut found);
        found.sort();
        found
    }

    fn collect_newer(&self, ty: &Type, val: &Val, revision: u16, found: &mut Vec<String>) {
        let within = |item: &Item, val: &Val, found: &mut _| self.collect_newer(&item.ty, val, revision, found);
        match (ty, val) {
            (Type::List(item) | Type::Array(item, _), Val::List(vals)) => {
                vals.iter().for_each(|val| within(item, val, found));
            }
            (Type::Map(_, item), Val::Map(entries)) => entries.iter().for_each(|(_, val)| within(item, val, found)),
            (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                for (part, val) in self.parts(ty).unwrap_or_default().into_iter().zip(vals) {
                    if part.since <= revision {
                        within(part.item, val, found);
                    } else if *val != self.default_of(part) {
                        found.push(format!("{val:?}"));
                    }
                }
            }
            (Type::Union(_), Val::Union(tag, payload)) => {
                if *tag < self.known(ty, revision) {
                    self.payload(ty, *tag).into_iter().for_each(|item| within(item, payload, found));
                } else if **payload != self.payload_default(ty, *tag) {
                    found.push(format!("{tag}: {payload:?}"));
                }
            }
            _ => {}
        }
    }

    /// Whether a list of unions on the way of an edit holds what a revision does not know, or one
    /// in what the edit replaces holds an unknown variant: it may be packed, and then has to be
    /// laid out anew for an element of another variant, and has an unknown length if its variant is
    /// unknown.
    pub fn is_newer_in_packed(&self, val: &Val, path: &[Step], revision: u16) -> bool {
        let root = self.root_item();
        let here = self.slot_at(&root, path).zip(at(val, path));
        let is_within = here.is_some_and(|(slot, val)| self.has_unknown_in_list(&slot.item.ty, val, revision));
        is_within
            || (0..=path.len()).any(|len| {
                let (Some(slot), Some(Val::List(vals))) = (self.slot_at(&root, &path[..len]), at(val, &path[..len]))
                else {
                    return false;
                };
                let Type::List(item) = &slot.item.ty else { return false };
                let is_unknown =
                    |val: &Val| matches!(val, Val::Union(tag, _) if *tag >= self.known(&item.ty, revision));
                matches!(item.ty, Type::Union(_) | Type::Any)
                    && vals.iter().any(|val| is_unknown(val) || !self.newer(item, val, revision).is_empty())
            })
    }
}

impl Schema {
    /// Whether a list in a value has an element of a variant that a revision does not know.
    fn has_unknown_in_list(&self, ty: &Type, val: &Val, revision: u16) -> bool {
        let within = |item: &Item, val: &Val| self.has_unknown_in_list(&item.ty, val, revision);
        match (ty, val) {
            (Type::List(item), Val::List(vals)) => {
                let is_unknown =
                    |val: &Val| matches!(val, Val::Union(tag, _) if *tag >= self.known(&item.ty, revision));
                vals.iter().any(|val| is_unknown(val) || within(item, val))
            }
            (Type::Array(item, _), Val::List(vals)) => vals.iter().any(|val| within(item, val)),
            (Type::Map(_, item), Val::Map(entries)) => entries.iter().any(|(_, val)| within(item, val)),
            (Type::Struct(_) | Type::Tuple(_), Val::Record(vals)) => {
                let parts = self.parts(ty).unwrap_or_default();
                parts.iter().zip(vals).any(|(part, val)| within(part.item, val))
            }
            (Type::Union(_), Val::Union(tag, payload)) => {
                self.payload(ty, *tag).is_some_and(|item| within(item, payload))
            }
            _ => false,
        }
    }
}

/// The value at a path, if everything on the way is there.
fn at<'v>(val: &'v Val, path: &[Step]) -> Option<&'v Val> {
    path.iter().try_fold(val, |val, step| match (step, val) {
        (Step::Field(index), Val::Record(vals)) => vals.get(*index),
        (Step::Index(index), Val::List(vals)) => vals.get(*index),
        (Step::Key(key), Val::Map(entries)) => entries.iter().find(|(known, _)| known == key).map(|(_, val)| val),
        (Step::Variant(tag), Val::Union(current, payload)) if tag == current => Some(&**payload),
        _ => None,
    })
}
