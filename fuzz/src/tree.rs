//! What a record holds, as a tree of its own: to compare what was there before an edit with what is there after it.

use vellum::{
    ErrorKind, Record,
    dynamic::{StructRef, ValueRef},
};

/// A value that was read, or what one is expected to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Tree {
    #[default]
    Absent,
    Null,
    Bool(bool),
    /// An integer of any type: which one it is the schema says, and `any` chooses by itself.
    Int(i128),
    /// What is no integer, with the bits that it is stored as.
    Word(&'static str, u128),
    Enum(u64),
    Text(String),
    Bytes(Vec<u8>),
    Struct(Vec<(String, Tree)>),
    List(Vec<Tree>),
    /// Keys with values; of a set, each key twice.
    Map(Vec<(Tree, Tree)>),
    Union(u8, String, Option<Box<Tree>>),
    /// What reading refused.
    Unreadable,
    /// The payload of a variant that only a newer revision knows.
    Newer,
    /// Expected: any readable value that is not absent.
    Present,
    /// Expected: any value.
    Anything,
    /// Expected: any value in which a part is as expected; a path led through what was not there.
    Made(Box<Part>, Box<Tree>),
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Name(String),
    Index(usize),
    Key(Tree),
    Variant(String),
}

/// Reads values, as many as a budget allows.
struct Reader {
    left: u32,
}

/// How many values are read of one record.
const BUDGET: u32 = 3000;
/// How deep values are read. The format's depth counts objects only, so this is more.
const DEPTH: u32 = 200;

impl Tree {
    /// What a record holds, and whether all of it was read: hostile bytes can hold more than there is time for.
    pub fn of<B: AsRef<[u8]>>(record: &Record<B>) -> (Self, bool) {
        let mut reader = Reader { left: BUDGET };
        let tree = record.root().map_or(Self::Unreadable, |root| reader.structure(root, 0));
        (tree, reader.left > 0)
    }

    /// Whether any part of it could not be read.
    pub fn has_unreadable(&self) -> bool {
        match self {
            Self::Unreadable => true,
            Self::Struct(fields) => fields.iter().any(|(_, field)| field.has_unreadable()),
            Self::List(elements) => elements.iter().any(Self::has_unreadable),
            Self::Map(entries) => entries.iter().any(|(key, value)| key.has_unreadable() || value.has_unreadable()),
            Self::Union(_, _, payload) => payload.as_ref().is_some_and(|payload| payload.has_unreadable()),
            _ => false,
        }
    }

    /// Whether any part of it is of a newer revision, in a variant that this one does not know.
    pub fn has_newer(&self) -> bool {
        match self {
            Self::Newer => true,
            Self::Struct(fields) => fields.iter().any(|(_, field)| field.has_newer()),
            Self::List(elements) => elements.iter().any(Self::has_newer),
            Self::Map(entries) => entries.iter().any(|(_, value)| value.has_newer()),
            Self::Union(_, _, payload) => payload.as_ref().is_some_and(|payload| payload.has_newer()),
            _ => false,
        }
    }

    /// Whether it holds a float that JSON cannot write.
    pub fn has_unwritable_float(&self) -> bool {
        match self {
            Self::Word("f32", word) => !f32::from_bits(*word as u32).is_finite(),
            Self::Word("f64", word) => !f64::from_bits(*word as u64).is_finite(),
            Self::Struct(fields) => fields.iter().any(|(_, field)| field.has_unwritable_float()),
            Self::List(elements) => elements.iter().any(Self::has_unwritable_float),
            Self::Map(entries) => entries.iter().any(|(_, value)| value.has_unwritable_float()),
            Self::Union(_, _, payload) => payload.as_ref().is_some_and(|payload| payload.has_unwritable_float()),
            _ => false,
        }
    }

    /// The part of a value; `None` if it is not there.
    pub fn part(&self, part: &Part) -> Option<&Tree> {
        match (self, part) {
            (Self::Struct(fields), Part::Name(name)) => {
                fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
            }
            (Self::List(elements), Part::Index(index)) => elements.get(*index),
            (Self::Map(entries), Part::Key(key)) => {
                entries.iter().find(|(other, _)| other == key).map(|(_, value)| value)
            }
            (Self::Union(_, name, Some(payload)), Part::Variant(variant)) if name == variant => Some(payload),
            _ => None,
        }
    }

    /// The value at the end of a path.
    pub fn at(&self, path: &[Part]) -> Option<&Tree> {
        path.iter().try_fold(self, |tree, part| tree.part(part))
    }

    /// The tree in which the value at the end of a path is another. The function gets `None` if the path leads through what is not
    /// there; what it gives then is made, and if it gives nothing either, the tree stays as it is.
    pub fn patched(mut self, path: &[Part], change: &dyn Fn(Option<Tree>) -> Option<Tree>) -> Tree {
        self.patch(path, change);
        self
    }

    fn patch(&mut self, path: &[Part], change: &dyn Fn(Option<Tree>) -> Option<Tree>) {
        let Some((part, rest)) = path.split_first() else {
            let old = std::mem::replace(self, Self::Anything);
            if let Some(new) = change(Some(old)) {
                *self = new;
            }
            return;
        };
        let inner = match (&mut *self, part) {
            (Self::Struct(fields), Part::Name(name)) => match fields.iter_mut().find(|(field, _)| field == name) {
                Some((_, value)) => Some(value),
                // A field that another revision has.
                None => return,
            },
            (Self::List(elements), Part::Index(index)) => elements.get_mut(*index),
            (Self::Map(entries), Part::Key(key)) => {
                entries.iter_mut().find(|(other, _)| other == key).map(|(_, value)| value)
            }
            (Self::Union(_, name, Some(payload)), Part::Variant(variant)) if name == variant => Some(&mut **payload),
            _ => None,
        };
        if let Some(inner) = inner {
            return inner.patch(rest, change);
        }
        let Some(new) = change(None) else { return };
        let made = |tree: Tree, parts: &[Part]| {
            parts.iter().rev().fold(tree, |tree, part| Self::Made(Box::new(part.clone()), Box::new(tree)))
        };
        match (self, part) {
            (Self::Map(entries), Part::Key(key)) => entries.push((key.clone(), made(new, rest))),
            (other, _) => *other = made(new, path),
        }
    }

    /// Whether a value that was read is as expected. What could not be read before may be anything.
    pub fn meets(&self, expected: &Tree) -> Result<(), String> {
        let differs = || Err(format!(": {self:.300?} where {expected:.300?} is expected"));
        match (self, expected) {
            (_, Self::Anything | Self::Unreadable | Self::Newer) => Ok(()),
            (Self::Absent | Self::Unreadable, Self::Present) => differs(),
            (_, Self::Present) => Ok(()),
            // Another revision may know neither the field nor the variant.
            (Self::Struct(fields), Self::Made(part, _)) if matches!(&**part, Part::Name(name) if fields.iter().all(|(field, _)| field != name)) => {
                Ok(())
            }
            (Self::Union(_, name, _), Self::Made(..)) if name.is_empty() => Ok(()),
            (Self::Union(tag, name, _), Self::Union(other, ..)) if name.is_empty() && tag == other => Ok(()),
            (value, Self::Made(part, inner)) => match value.part(part) {
                Some(value) => value.meets(inner).map_err(|error| format!(".{part:?}{error}")),
                None => differs(),
            },
            // Two revisions of a struct share the fields that both know; what one wrote is told apart by those.
            (Self::Struct(fields), Self::Struct(others)) => {
                fields.iter().try_for_each(|(name, field)| match others.iter().find(|(other, _)| other == name) {
                    Some((_, other)) => field.meets(other).map_err(|error| format!(".{name}{error}")),
                    None => Ok(()),
                })
            }
            (Self::List(elements), Self::List(others)) if elements.len() == others.len() => {
                elements.iter().zip(others).enumerate().try_for_each(|(index, (element, other))| {
                    element.meets(other).map_err(|error| format!("[{index}]{error}"))
                })
            }
            (Self::Map(entries), Self::Map(others)) if entries.len() == others.len() => {
                others.iter().try_for_each(|(key, other)| match entries.iter().find(|(this, _)| this == key) {
                    Some((_, value)) => value.meets(other).map_err(|error| format!("[{key:?}]{error}")),
                    None if key.has_unreadable() => Ok(()),
                    None => Err(format!("[{key:?}]: the key is gone")),
                })
            }
            (Self::Union(tag, name, payload), Self::Union(other, _, of_other)) if tag == other => {
                match (payload, of_other) {
                    (Some(payload), Some(of_other)) => {
                        payload.meets(of_other).map_err(|error| format!(".{name}{error}"))
                    }
                    (None, None) => Ok(()),
                    _ => differs(),
                }
            }
            (value, expected) if value == expected => Ok(()),
            _ => differs(),
        }
    }
}

impl Reader {
    fn structure(&mut self, structure: StructRef<'_>, depth: u32) -> Tree {
        let fields = structure.fields().map(|(name, value)| (name.to_owned(), self.value(value, depth)));
        Tree::Struct(fields.collect())
    }

    fn value(&mut self, value: vellum::Result<ValueRef<'_>>, depth: u32) -> Tree {
        self.left = self.left.saturating_sub(1);
        let Ok(value) = value else { return Tree::Unreadable };
        if self.left == 0 || depth > DEPTH {
            self.left = 0;
            return Tree::Unreadable;
        }
        match value {
            ValueRef::Struct(structure) => self.structure(structure, depth + 1),
            ValueRef::List(list) => {
                let count = list.len().min(self.left as usize + 1);
                Tree::List((0..count).map(|index| self.value(list.get(index), depth + 1)).collect())
            }
            ValueRef::Map(map) => {
                let limit = self.left as usize + 1;
                let entries = map.iter().take(limit).map(|entry| match entry {
                    Ok((key, value)) => (self.value(Ok(key), depth + 1), self.value(Ok(value), depth + 1)),
                    Err(_) => (Tree::Unreadable, Tree::Unreadable),
                });
                Tree::Map(entries.collect())
            }
            ValueRef::Union(union) => {
                let payload = match union.value() {
                    Ok(Some(value)) => Some(Box::new(self.value(Ok(value), depth + 1))),
                    Ok(None) => None,
                    Err(error) if error.kind() == ErrorKind::Newer && !union.is_known() => Some(Box::new(Tree::Newer)),
                    Err(_) => Some(Box::new(Tree::Unreadable)),
                };
                Tree::Union(union.tag(), union.name().to_owned(), payload)
            }
            leaf => Self::leaf(leaf),
        }
    }

    fn leaf(value: ValueRef<'_>) -> Tree {
        let pair =
            |latitude: f64, longitude: f64| u128::from(latitude.to_bits()) << 64 | u128::from(longitude.to_bits());
        match value {
            ValueRef::Absent => Tree::Absent,
            ValueRef::Null => Tree::Null,
            ValueRef::Bool(value) => Tree::Bool(value),
            ValueRef::Unsigned(value) => Tree::Int(value.into()),
            ValueRef::Signed(value) => Tree::Int(value.into()),
            ValueRef::U128(value) => Tree::Word("u128", value),
            ValueRef::I128(value) => Tree::Word("i128", value.cast_unsigned()),
            ValueRef::F32(value) => Tree::Word("f32", value.to_bits().into()),
            ValueRef::F64(value) => Tree::Word("f64", value.to_bits().into()),
            ValueRef::Char(value) => Tree::Word("char", u32::from(value).into()),
            ValueRef::Uuid(id) => Tree::Word("uuid", u128::from_be_bytes(id.0)),
            ValueRef::Ulid(id) => Tree::Word("ulid", u128::from_be_bytes(id.0)),
            ValueRef::Date(date) => Tree::Word("date", i128::from(date.0).cast_unsigned()),
            ValueRef::Time(time) => Tree::Word("time", time.nanos().into()),
            ValueRef::Timestamp(value, _) => Tree::Word("timestamp", i128::from(value).cast_unsigned()),
            ValueRef::Duration(value) => Tree::Word("duration", i128::from(value.0).cast_unsigned()),
            ValueRef::Decimal(value, _) => Tree::Word("decimal", value.cast_unsigned()),
            ValueRef::Geo4(place) => Tree::Word("geo4", pair(place.latitude(), place.longitude())),
            ValueRef::Geo8(place) => Tree::Word("geo8", pair(place.latitude(), place.longitude())),
            ValueRef::Geo16(place) => Tree::Word("geo16", pair(place.latitude(), place.longitude())),
            ValueRef::Enum(_, number) => Tree::Enum(number),
            ValueRef::String(text) => Tree::Text(text.to_owned()),
            ValueRef::Bytes(bytes) => Tree::Bytes(bytes.to_vec()),
            _ => Tree::Unreadable,
        }
    }
}
