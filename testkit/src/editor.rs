//! A naive editor: what an edit makes of the owned tree, or that it has to be refused.
//!
//! An edit works on a copy, so a refused one changes nothing.

use crate::edit::{Edit, Lit};
use crate::path::Step;
use crate::types::{Item, Schema, Type};
use crate::values::{Slot, Val};

/// Why an edit is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused(pub &'static str);

pub(crate) type Result<T> = std::result::Result<T, Refused>;

/// Why an edit is refused that breaks the rules of a field.
pub const BROKEN: &str = "it breaks a rule";

/// What is at a path, to read.
pub(crate) enum Found<'v> {
    /// The value.
    There(&'v Val),
    /// Something on the way is absent, is another variant, or is a key that is not there.
    Missing,
}

impl Found<'_> {
    fn is_nothing(&self) -> bool {
        match self {
            Self::There(val) => val.is_absent(),
            Self::Missing => true,
        }
    }
}

/// The value after an edit.
///
/// # Errors
/// [`Refused`] if the edit must fail.
pub fn apply(schema: &Schema, root: &Item, val: &Val, edit: &Edit) -> Result<Val> {
    let mut val = val.clone();
    Editor { schema, root }.apply(&mut val, edit)?;
    // What was there kept the rules, so what breaks one is new.
    if schema.has_rules() && !schema.keeps_rules(Slot::of(root), &val) {
        return Err(Refused(BROKEN));
    }
    Ok(val)
}

/// What becomes of the value of a root on its way through serde.
pub fn through_serde(schema: &Schema, root: &Item, val: &Val) -> Val {
    Editor { schema, root }.through_serde(root, val)
}

/// A schema, and what its root is.
pub(crate) struct Editor<'s> {
    pub(crate) schema: &'s Schema,
    pub(crate) root: &'s Item,
}

impl<'s> Editor<'s> {
    pub(crate) fn slot(&self, path: &[Step]) -> Result<Slot<'s>> {
        self.schema.slot_at(self.root, path).ok_or(Refused("there is no such place"))
    }

    fn apply(&self, val: &mut Val, edit: &Edit) -> Result<()> {
        match edit {
            Edit::Set(path, lit) => {
                let slot = self.slot(path)?;
                let is_switch = matches!((&slot.item.ty, lit), (Type::Union(_) | Type::Any, Lit::Variant(_)));
                let new = self.literal(slot.item, lit)?;
                let at = self.ensure(val, path)?;
                match (is_switch, &new, &*at) {
                    // A union that has the variant already is left as it is.
                    (true, Val::Union(tag, _), Val::Union(current, _)) if tag == current => {}
                    _ => *at = new,
                }
                Ok(())
            }
            Edit::Clear(path) => {
                self.find_fitting(val, path)?;
                self.clear(val, path)
            }
            Edit::Take(path) => {
                if self.find_fitting(val, path)?.is_nothing() && self.leads_through_any(path) {
                    return Err(Refused("nothing is there"));
                }
                self.clear(val, path)
            }
            Edit::Push(path, lit) => {
                let new = self.literal(self.element(path)?.item, lit)?;
                self.list(val, path)?.push(new);
                Ok(())
            }
            Edit::PushDefault(path) => {
                let new = self.schema.default_of(self.element(path)?);
                self.list(val, path)?.push(new);
                Ok(())
            }
            Edit::Insert(path, lit) => {
                let (Some(Step::Index(index)), list) = (path.last(), &path[..path.len() - 1]) else {
                    return Err(Refused("no element of a list"));
                };
                let new = self.literal(self.element(list)?.item, lit)?;
                let list = self.list(val, list)?;
                if *index > list.len() {
                    return Err(Refused("beyond the end"));
                }
                list.insert(*index, new);
                Ok(())
            }
            Edit::Extend(path, lits) | Edit::ExtendFromSlice(path, lits) => {
                let item = self.element(path)?.item;
                let new = lits.iter().map(|lit| self.literal(item, lit)).collect::<Result<Vec<_>>>()?;
                if !new.is_empty() {
                    self.list(val, path)?.extend(new);
                }
                Ok(())
            }
            Edit::Remove(path) => self.remove(val, path),
            Edit::Pop(path) => {
                self.element(path)?;
                let list = self.list_that_is(val, path)?;
                list.map(Vec::pop);
                Ok(())
            }
            Edit::Truncate(path, len) => {
                self.element(path)?;
                self.find_fitting(val, path)?;
                let list = self.existing_list(val, path)?;
                if let Some(list) = list {
                    list.truncate(*len);
                }
                Ok(())
            }
            Edit::Swap(path, a, b) => {
                let slot = self.slot(path)?;
                if !matches!(slot.item.ty, Type::List(_)) {
                    return Err(Refused("not a list"));
                }
                match self.existing(val, path)? {
                    Some(Val::List(list)) if *a < list.len() && *b < list.len() => {
                        list.swap(*a, *b);
                        Ok(())
                    }
                    _ => Err(Refused("beyond the end")),
                }
            }
            Edit::SortBy(path) => {
                self.element(path)?;
                if let Some(list) = self.list_that_is(val, path)? {
                    list.sort();
                }
                Ok(())
            }
            Edit::Retain(path) => {
                self.element(path)?;
                if let Some(list) = self.list_that_is(val, path)? {
                    let mut turn = false;
                    list.retain(|_| {
                        turn = !turn;
                        turn
                    });
                }
                Ok(())
            }
            Edit::OrInsert(path, lit) => match self.find_fitting(val, path)? {
                Found::There(current) if !current.is_absent() => Ok(()),
                _ => self.apply(val, &Edit::Set(path.clone(), lit.clone())),
            },
            Edit::Append(path, lit) => {
                self.find_fitting(val, path)?;
                let len = self.content(val, path)?.len();
                self.splice(val, path, len..len, lit)
            }
            Edit::Splice(path, range, lit) => {
                self.find_fitting(val, path)?;
                self.splice(val, path, range.clone(), lit)
            }
            Edit::Make(path) => match self.slot(path)?.item.ty {
                Type::Struct(_) | Type::Tuple(_) => self.ensure(val, path).map(drop),
                _ => Err(Refused("only a struct is made")),
            },
            Edit::MakeList(path) => {
                self.element(path)?;
                self.list(val, path).map(drop)
            }
            Edit::AddKey(path, key) => self.add_key(val, path, key),
            Edit::SetSerde(path, new) => {
                let new = self.through_serde(self.slot(path)?.item, new);
                self.put(val, path, &new)
            }
            Edit::CopyFrom(path, other, from) => {
                if self.slot(path)?.item.ty != self.slot(from)?.item.ty {
                    return Err(Refused("of another type"));
                }
                match self.find_fitting(other, from)? {
                    Found::There(new) if !new.is_absent() => self.put(val, path, &new.clone()),
                    _ => self.apply(val, &Edit::Clear(path.clone())),
                }
            }
            Edit::Apply(target) => {
                *val = target.clone();
                Ok(())
            }
            Edit::ApplyBetween(base, target) => self.apply_difference(val, base, target),
            Edit::Merge(patch) => {
                crate::merge::merge(self.schema, Slot::of(self.root), val, patch, false);
                Ok(())
            }
        }
    }

    /// The elements of the list at a path, as types.
    fn element(&self, path: &[Step]) -> Result<Slot<'s>> {
        match &self.slot(path)?.item.ty {
            Type::List(item) => Ok(Slot::of(item)),
            _ => Err(Refused("not a list")),
        }
    }

    /// The list at a path, made if it is not there.
    pub(crate) fn list<'v>(&self, val: &'v mut Val, path: &[Step]) -> Result<&'v mut Vec<Val>> {
        match self.ensure(val, path)? {
            Val::List(elements) => Ok(elements),
            _ => Err(Refused("not a list")),
        }
    }

    /// As `existing_list`; within `any` it has to be there.
    fn list_that_is<'v>(&self, val: &'v mut Val, path: &[Step]) -> Result<Option<&'v mut Vec<Val>>> {
        if self.find_fitting(val, path)?.is_nothing() && self.leads_through_any(path) {
            return Err(Refused("nothing is there"));
        }
        self.existing_list(val, path)
    }

    fn existing_list<'v>(&self, val: &'v mut Val, path: &[Step]) -> Result<Option<&'v mut Vec<Val>>> {
        Ok(match self.existing(val, path)? {
            Some(Val::List(elements)) => Some(elements),
            _ => None,
        })
    }

    /// The value at a path, if everything on the way is there.
    fn existing<'v>(&self, val: &'v mut Val, path: &[Step]) -> Result<Option<&'v mut Val>> {
        match self.find(val, path)? {
            Found::There(Val::Absent) | Found::Missing => Ok(None),
            Found::There(_) => self.ensure(val, path).map(Some),
        }
    }

    /// The value at a path: what is absent on the way is made present, with its default.
    pub(crate) fn ensure<'v>(&self, val: &'v mut Val, path: &[Step]) -> Result<&'v mut Val> {
        let mut at = val;
        let mut slot = Slot::of(self.root);
        for (number, step) in path.iter().enumerate() {
            self.schema.make_present(slot, at);
            let inner = self.slot(&path[..=number]);
            let ty = &slot.item.ty;
            at = match (step, at) {
                (Step::Field(index), Val::Record(fields)) => &mut fields[*index],
                (Step::Index(index), Val::List(elements)) => {
                    elements.get_mut(*index).ok_or(Refused("beyond the end"))?
                }
                (Step::Key(key), Val::Map(entries)) => {
                    let Type::Map(of_keys, item) = ty else { return Err(Refused("not a map")) };
                    let found = entries.binary_search_by(|(known, _)| self.schema.compare_keys(of_keys, known, key));
                    let index = found.unwrap_or_else(|index| {
                        entries.insert(index, (key.clone(), self.schema.default_of(Slot::of(item))));
                        index
                    });
                    &mut entries[index].1
                }
                (Step::Variant(tag), Val::Union(current, payload)) => {
                    if *ty == Type::Any && current != tag && *current != 0 {
                        return Err(Refused("`any` holds another kind of value"));
                    }
                    if current != tag {
                        *current = *tag;
                        **payload = self.schema.payload_default(ty, *tag);
                    }
                    payload
                }
                _ => return Err(Refused("no such place")),
            };
            slot = inner?;
        }
        self.schema.make_present(slot, at);
        Ok(at)
    }

    /// Whether a path leads to a part of a value of `any`.
    fn leads_through_any(&self, path: &[Step]) -> bool {
        let is_any = |before: &[Step]| self.slot(before).is_ok_and(|slot| slot.item.ty == Type::Any);
        (0..path.len()).any(|len| is_any(&path[..len]))
    }

    /// The value at a path as it is, for differences: a value of `any` of another kind than the
    /// path says has nothing there.
    pub(crate) fn find<'v>(&self, val: &'v Val, path: &[Step]) -> Result<Found<'v>> {
        self.find_by(val, path, false)
    }

    /// The value at a path as it is. A value of `any` of another kind on the way is refused.
    fn find_fitting<'v>(&self, val: &'v Val, path: &[Step]) -> Result<Found<'v>> {
        self.find_by(val, path, true)
    }

    fn find_by<'v>(&self, val: &'v Val, path: &[Step], fits: bool) -> Result<Found<'v>> {
        self.slot(path)?;
        let mut at = val;
        let mut ty = &self.root.ty;
        for (number, step) in path.iter().enumerate() {
            at = match (step, at) {
                (Step::Index(index), Val::Absent) => {
                    // An array has its length whether it is there or not.
                    let is_element = matches!(ty, Type::Array(_, len) if *index < usize::from(*len));
                    return if is_element { Ok(Found::Missing) } else { Err(Refused("no element")) };
                }
                (_, Val::Absent) => return Ok(Found::Missing),
                (Step::Field(index), Val::Record(fields)) => &fields[*index],
                (Step::Index(index), Val::List(elements)) => elements.get(*index).ok_or(Refused("beyond the end"))?,
                (Step::Key(key), Val::Map(entries)) => {
                    let Type::Map(of_keys, _) = ty else { return Err(Refused("not a map")) };
                    match entries.binary_search_by(|(known, _)| self.schema.compare_keys(of_keys, known, key)) {
                        Ok(index) => &entries[index].1,
                        Err(_) => return Ok(Found::Missing),
                    }
                }
                (Step::Variant(tag), Val::Union(current, payload)) if tag == current => payload,
                (Step::Variant(_), Val::Union(held, _)) if fits && *ty == Type::Any && *held != 0 => {
                    return Err(Refused("`any` holds another kind of value"));
                }
                (Step::Variant(_), Val::Union(..)) => return Ok(Found::Missing),
                _ => return Err(Refused("no such place")),
            };
            ty = &self.slot(&path[..=number])?.item.ty;
        }
        Ok(Found::There(at))
    }

    pub(crate) fn clear(&self, val: &mut Val, path: &[Step]) -> Result<()> {
        let slot = self.slot(path)?;
        match self.find(val, path)? {
            Found::Missing => Ok(()),
            Found::There(current) if current.is_absent() => Ok(()),
            Found::There(_) => {
                *self.ensure(val, path)? = self.schema.default_of(slot);
                Ok(())
            }
        }
    }

    pub(crate) fn put(&self, val: &mut Val, path: &[Step], new: &Val) -> Result<()> {
        let slot = self.slot(path)?;
        if new.is_absent() && !slot.item.optional {
            return Err(Refused("it cannot be absent"));
        }
        // What is missing on the way is made, also for what is absent then.
        *self.ensure(val, path)? = new.clone();
        Ok(())
    }

    /// What becomes of a value on its way through serde: `any` cannot tell its null from an absent
    /// value there, and takes each integer in the narrowest variant.
    fn through_serde(&self, item: &Item, val: &Val) -> Val {
        let null = Val::Union(0, Box::new(Val::Unit));
        let within = |item: &Item, val: &Val| self.through_serde(item, val);
        match (&item.ty, val) {
            (Type::Any, Val::Absent) if !item.optional => null,
            (Type::Any, val) if item.optional && *val == null => Val::Absent,
            (Type::List(element) | Type::Array(element, _), Val::List(vals)) => {
                Val::List(vals.iter().map(|val| within(element, val)).collect())
            }
            (Type::Map(_, element), Val::Map(entries)) => {
                Val::Map(entries.iter().map(|(key, val)| (key.clone(), within(element, val))).collect())
            }
            (ty @ (Type::Struct(_) | Type::Tuple(_)), Val::Record(vals)) => {
                let parts = self.schema.parts(ty).unwrap_or_default();
                Val::Record(parts.iter().zip(vals).map(|(part, val)| within(part.item, val)).collect())
            }
            (ty @ Type::Union(_), Val::Union(tag, payload)) => match self.schema.payload(ty, *tag) {
                Some(item) => Val::Union(*tag, Box::new(within(item, payload))),
                None => val.clone(),
            },
            (Type::Any, val) => crate::read::plain(self.schema, item, val),
            _ => val.clone(),
        }
    }

    pub(crate) fn remove(&self, val: &mut Val, path: &[Step]) -> Result<()> {
        let Some((last, holder)) = path.split_last() else { return Err(Refused("nothing to remove")) };
        let ty = &self.slot(holder)?.item.ty;
        let found = self.existing(val, holder)?;
        match (last, ty, found) {
            (Step::Index(index), Type::List(_), Some(Val::List(elements))) if *index < elements.len() => {
                elements.remove(*index);
                Ok(())
            }
            (Step::Key(key), Type::Map(..), Some(Val::Map(entries))) => {
                let index = entries.iter().position(|(known, _)| known == key).ok_or(Refused("no such key"))?;
                entries.remove(index);
                Ok(())
            }
            (Step::Key(key), Type::Set(_), Some(Val::Set(keys))) => {
                let index = keys.iter().position(|known| known == key).ok_or(Refused("no such key"))?;
                keys.remove(index);
                Ok(())
            }
            _ => Err(Refused("nothing to remove")),
        }
    }

    pub(crate) fn add_key(&self, val: &mut Val, path: &[Step], key: &Val) -> Result<()> {
        let ty = &self.slot(path)?.item.ty;
        match (ty, self.ensure(val, path)?) {
            (Type::Map(..), _) => {
                let mut whole = path.to_vec();
                whole.push(Step::Key(key.clone()));
                // An optional value stays absent.
                let Type::Map(of_keys, item) = ty else { unreachable!("checked above") };
                let Val::Map(entries) = self.ensure(val, path)? else { return Err(Refused("not a map")) };
                if let Err(index) = entries.binary_search_by(|(known, _)| self.schema.compare_keys(of_keys, known, key))
                {
                    entries.insert(index, (key.clone(), self.schema.default_of(Slot::of(item))));
                }
                Ok(())
            }
            (Type::Set(of_keys), Val::Set(keys)) => {
                if let Err(index) = keys.binary_search_by(|known| self.schema.compare_keys(of_keys, known, key)) {
                    keys.insert(index, key.clone());
                }
                Ok(())
            }
            _ => Err(Refused("no map or set")),
        }
    }
}
