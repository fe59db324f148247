//! Maps and sets.

use std::collections::{BTreeMap, BTreeSet};

use vellum::{Result, Storage, key::MapKey};

use crate::lists::read_list;
use crate::node::{Did, Node, changed};

/// A type of keys.
pub trait KeyNode: Node<Previous = Self> + MapKey + Ord {}

impl<K: Node<Previous = Self> + MapKey + Ord> KeyNode for K {}

const MAP_EDITS: [&str; 14] = [
    "read",
    "insert(#1, #3)",
    "insert(#2, #1)",
    "insert(#0, #0)",
    "insert(#3, refused)",
    "insert(#1, refused)",
    "remove(#1)",
    "remove(#2)",
    "take(#1)",
    "clear()",
    "at_or_insert(#2, #1)",
    "get(#1), then insert(#1, other)",
    "insert 20 keys",
    "retain(not #1)",
];

impl<K: KeyNode, V: Node> Node for BTreeMap<K, V> {
    type Previous = BTreeMap<K, V::Previous>;

    fn type_name() -> String {
        format!("BTreeMap<{}, {}>", K::type_name(), V::type_name())
    }

    fn previous(&self) -> Self::Previous {
        self.iter().map(|(key, value)| (key.clone(), value.previous())).collect()
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        previous.iter().map(|(key, value)| (key.clone(), V::from_previous(value))).collect()
    }

    fn sample(number: usize) -> Self {
        let entries: &[(usize, usize)] = match number {
            0 => &[],
            1 => &[(0, 3), (1, 1)],
            2 => &[(1, 0)],
            _ => &[(0, 2), (2, 1), (1, 3)],
        };
        entries.iter().map(|(key, value)| (K::sample(*key), V::sample(*value))).collect()
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        let entry = |entry: Result<(K::Get<'_, vellum::proved::Checked>, V::Get<'_, vellum::proved::Checked>)>| {
            let (key, value) = entry?;
            Ok((K::read(key)?, V::read(value)?))
        };
        view.iter().map(entry).collect()
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        MAP_EDITS.len() + V::edits()
    }

    fn edit_name(edit: usize) -> String {
        match edit.checked_sub(MAP_EDITS.len()) {
            None => format!(".{}", MAP_EDITS[edit]),
            Some(edit) => format!("[#1]{}", V::edit_name(edit)),
        }
    }

    fn act<'a, S: Storage + 'a>(mut map: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        let [zero, one, two, three] = [0, 1, 2, 3].map(K::sample);
        match edit {
            0 => {
                let given = map.get(one.as_set())?.map(V::read).transpose()?;
                let entries = Self::read(map.view()?)?;
                Ok(Did::read((map.len()?, map.is_empty()?, map.contains_key(two.as_set())?, given, entries)))
            }
            1 => changed(map.insert(one.as_set(), V::sample(3).as_set())),
            2 => changed(map.insert(two.as_set(), V::sample(1).as_set())),
            3 => changed(map.insert(zero.as_set(), V::sample(0).as_set())),
            4 | 5 => match V::refused() {
                Some(refused) => changed(map.insert(if edit == 4 { three } else { one }.as_set(), refused)),
                None => Ok(Did::Nothing),
            },
            6 => changed(map.remove(one.as_set())),
            7 => changed(map.remove(two.as_set())),
            8 => changed(map.take(one.as_set())),
            9 => changed(map.clear()),
            10 => changed(map.at_or_insert(two.as_set(), V::sample(1).as_set()).map(drop)),
            11 => {
                let Some(view) = map.get(one.as_set())? else { return Ok(Did::Nothing) };
                let value = if V::read(view)? == V::sample(1) { V::sample(3) } else { V::sample(1) };
                changed(map.insert(one.as_set(), value.as_set()))
            }
            12 => {
                for number in 0..20 {
                    map.insert(K::numbered(number).as_set(), V::sample(number % 4).as_set())?;
                }
                changed(Ok(()))
            }
            13 => changed(map.retain(|key, _| Ok(K::read(key)? != one))),
            edit => match map.at(one.as_set())? {
                Some(cursor) => V::act::<S>(cursor, edit - MAP_EDITS.len()),
                None => Ok(Did::Nothing),
            },
        }
    }

    fn mirror(&mut self, edit: usize) -> Did {
        let [zero, one, two, _] = [0, 1, 2, 3].map(K::sample);
        match edit {
            0 => Did::read((self.len(), self.is_empty(), self.contains_key(&two), self.get(&one), &self)),
            1 => Did::changed(self.insert(one, V::sample(3)).is_some()),
            2 => Did::changed(self.insert(two, V::sample(1)).is_some()),
            3 => Did::changed(self.insert(zero, V::sample(0)).is_some()),
            4 | 5 if V::refused().is_none() => Did::Nothing,
            4 | 5 => Did::Refused,
            6 => Did::changed(self.remove(&one).is_some()),
            7 => Did::changed(self.remove(&two).is_some()),
            8 => Did::changed(self.remove(&one)),
            9 => {
                self.clear();
                Did::changed(())
            }
            10 => {
                self.entry(two).or_insert_with(|| V::sample(1));
                Did::changed(())
            }
            11 => match self.get_mut(&one) {
                Some(value) => {
                    *value = if *value == V::sample(1) { V::sample(3) } else { V::sample(1) };
                    Did::changed(true)
                }
                None => Did::Nothing,
            },
            12 => {
                self.extend((0..20).map(|number| (K::numbered(number), V::sample(number % 4))));
                Did::changed(())
            }
            13 => {
                self.retain(|key, _| *key != one);
                Did::changed(())
            }
            edit => match self.get_mut(&one) {
                Some(value) => value.mirror(edit - MAP_EDITS.len()),
                None => Did::Nothing,
            },
        }
    }
}

const SET_EDITS: [&str; 7] =
    ["read", "insert(#1)", "insert(#3)", "remove(#1)", "remove(#3)", "retain(not #1)", "clear()"];

impl<K: KeyNode> Node for BTreeSet<K> {
    type Previous = Self;

    fn type_name() -> String {
        format!("BTreeSet<{}>", K::type_name())
    }

    fn previous(&self) -> Self {
        self.clone()
    }

    fn from_previous(previous: &Self) -> Self {
        previous.clone()
    }

    fn sample(number: usize) -> Self {
        let keys: &[usize] = match number {
            0 => &[],
            1 => &[0, 1],
            2 => &[0],
            _ => &[0, 1, 2, 3],
        };
        keys.iter().map(|key| K::sample(*key)).collect()
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        view.iter().map(|key| K::read(key?)).collect()
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        SET_EDITS.len()
    }

    fn edit_name(edit: usize) -> String {
        format!(".{}", SET_EDITS[edit])
    }

    fn act<'a, S: Storage + 'a>(mut set: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        let (one, three) = (K::sample(1), K::sample(3));
        match edit {
            0 => {
                let elements = Self::read(set.view()?)?;
                Ok(Did::read((set.len()?, set.is_empty()?, set.contains(one.as_set())?, elements)))
            }
            1 => changed(set.insert(one.as_set())),
            2 => changed(set.insert(three.as_set())),
            3 => changed(set.remove(one.as_set())),
            4 => changed(set.remove(three.as_set())),
            5 => changed(set.retain(|key| Ok(K::read(key)? != one))),
            _ => changed(set.clear()),
        }
    }

    fn mirror(&mut self, edit: usize) -> Did {
        let (one, three) = (K::sample(1), K::sample(3));
        match edit {
            0 => Did::read((self.len(), self.is_empty(), self.contains(&one), self)),
            1 => Did::changed(self.insert(one)),
            2 => Did::changed(self.insert(three)),
            3 => Did::changed(self.remove(&one)),
            4 => Did::changed(self.remove(&three)),
            5 => {
                self.retain(|key| *key != one);
                Did::changed(())
            }
            _ => {
                self.clear();
                Did::changed(())
            }
        }
    }
}
