//! One difference between two records: a path, what to do there, and a value of its own.
//!
//! ```text
//! value = slot heap       as in a buffer of pointers of four bytes, whose header and root are cut off
//! ```

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, Result, broken};
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::read::cursor::{Slot, ValueRef};
use crate::read::decoder::Decoder;
use crate::read::value::{Content, Part};
use crate::schema::{DefaultValue, Schema, Type};
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, varint};
use crate::write::rewrite::{FragmentTo, fragment};

/// What a [`Change`] does.
///
/// ```
/// use vellum::{Action, Record, Schema};
///
/// let schema = Schema::parse("struct User { nick: string?, tags: set<string> } root User;")?;
/// let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
/// old.set("nick", "ada")?;
/// new.add_key("tags", "math")?;
/// let actions: Vec<Action> = old.diff(&new)?.iter().map(|change| change.action()).collect();
/// assert_eq!(actions, [Action::Clear, Action::AddKey]);
/// assert_eq!(Action::AddKey.name(), "add key");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// Gives the value at the path another.
    Set,
    /// Makes the value at the path absent.
    Clear,
    /// Inserts an element before the one at the path; the path may name the one behind the last.
    Insert,
    /// Removes the element at the path.
    Remove,
    /// Adds the key at the end of the path to its map, with a value, or to its set.
    AddKey,
    /// Removes the key at the end of the path, with its value.
    RemoveKey,
    /// Makes the union at the path another variant, with its payload.
    Switch,
}

impl Action {
    const ALL: [Self; 7] =
        [Self::Set, Self::Clear, Self::Insert, Self::Remove, Self::AddKey, Self::RemoveKey, Self::Switch];

    /// The action of that name.
    ///
    /// ```
    /// use vellum::Action;
    ///
    /// assert_eq!(Action::from_name("add key"), Some(Action::AddKey));
    /// assert_eq!(Action::from_name("move"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// The name: `set`, `clear`, `insert`, `remove`, `add key`, `remove key` or `switch`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Clear => "clear",
            Self::Insert => "insert",
            Self::Remove => "remove",
            Self::AddKey => "add key",
            Self::RemoveKey => "remove key",
            Self::Switch => "switch",
        }
    }
}

/// One difference between two records: [`Record::diff`](crate::Record::diff) finds them, and
/// [`Record::apply`](crate::Record::apply) makes them.
///
/// It borrows from neither record. With the feature `serde` it is serialized, as a map of its path, its action's name, and its value as
/// the record's format would have it; `serde::ChangesSeed` takes it back, so that changes can be sent and
/// applied elsewhere.
///
/// ```
/// use vellum::{Action, Record, Schema, ValueRef};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let (old, mut new) = (Record::new(&schema), Record::new(&schema));
/// new.set("age", 37u16)?;
/// let changes = old.diff(&new)?;
/// assert_eq!((changes[0].path(), changes[0].action()), ("age", Action::Set));
/// assert!(matches!(changes[0].value()?, Some(ValueRef::Unsigned(37))));
/// assert_eq!(changes[0].to_string(), "set age: 37");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone)]
pub struct Change {
    path: String,
    action: Action,
    value: Option<Owned>,
}

impl Change {
    pub(crate) fn new(path: &str, action: Action, value: Option<Owned>) -> Self {
        Self { path: path.into(), action, value }
    }

    /// A change with a value that lies in a record of another schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(crate) fn of_schema(schema: &Schema, path: &str, action: Action, value: Option<&Part<'_>>) -> Result<Self> {
        let value = match value {
            Some(part) => Owned::of(part)?.map(|value| Owned { schema: schema.clone(), ..value }),
            None => None,
        };
        Ok(Self::new(path, action, value))
    }

    /// Where: a path as [`Record::get_path`](crate::Record::get_path) takes it.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What to do there.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// The new value. There is none to clear and to remove, for an element of a set, which is its key, and for an element
    /// or a value of a map that is absent.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the record it comes from held invalid bytes.
    pub fn value(&self) -> Result<Option<ValueRef<'_>>> {
        self.value.as_ref().map(|value| value.part().value()).transpose()
    }

    pub(crate) fn owned(&self) -> Option<&Owned> {
        self.value.as_ref()
    }
}

/// By path, action and canonical bytes.
impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        let bytes = |change: &Self| change.value.as_ref().map(|value| value.bytes.clone());
        self.path == other.path && self.action == other.action && bytes(self) == bytes(other)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.action.name(), self.path)?;
        match self.value() {
            Ok(Some(value)) => write!(f, ": {value:?}"),
            Ok(None) => Ok(()),
            Err(error) => write!(f, ": {error}"),
        }
    }
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Change({self})")
    }
}

/// A value without a record.
#[derive(Clone)]
pub(crate) struct Owned {
    schema: Schema,
    ty: Type,
    bytes: Vec<u8>,
    /// Bytes of the slot.
    slot: usize,
}

impl Owned {
    /// A copy of a value; none of an absent one.
    pub(crate) fn of(part: &Part<'_>) -> Result<Option<Self>> {
        let schema = part.schema();
        let ty = match part {
            Part::Root(..) => Type::Struct(schema.root_id()),
            Part::Slot(slot) => slot.ty.clone(),
            Part::Packed(packed) => Type::Union(packed.id),
        };
        let width = PointerWidth::Four;
        let slot = schema.slot_size(&ty).at(width.shift()).max(1);
        let bytes = match part.open(&mut Decoder::new(part.buf()))?.0 {
            Content::Absent => return Ok(None),
            Content::Bit(value) => vec![u8::from(value)],
            Content::Word(_, word) => word.to_le_bytes().get(..slot).ok_or_else(broken)?.to_vec(),
            // Text of a fixed length lies in its slot.
            Content::Blob(content) if matches!(ty, Type::Text(_)) => {
                let mut bytes = content.to_vec();
                bytes.resize(slot, 0);
                bytes
            }
            Content::Blob(content) => {
                let len = clamp(content.len());
                let head = slot.saturating_add(varint::len(len));
                let mut bytes = vec![0; head];
                width.store(&mut bytes, slot).ok_or_else(broken)?;
                varint::write(len, bytes.get_mut(slot..).unwrap_or_default()).ok_or_else(broken)?;
                bytes.extend_from_slice(content);
                bytes
            }
            Content::Struct(..) | Content::List(_) | Content::Map(_) | Content::Union(..) => {
                fragment(part, FragmentTo::ALONE)?
                    .ok_or_else(|| Error::limit("a value has at most 4,294,967,295 bytes"))?
            }
        };
        Ok(Some(Self { schema: schema.clone(), ty, bytes, slot }))
    }

    /// The value as one in a buffer.
    pub(crate) fn part(&self) -> Part<'_> {
        let Self { schema, ty, bytes, slot } = self;
        let buf = Buf { bytes, floor: *slot, width: PointerWidth::Four.into() };
        let record = bytes.get(..*slot).unwrap_or(&[]);
        let place = Place { bitmap: Size::ZERO, bit: 0, slot: Size::ZERO, end: Size::bytes(clamp(*slot)) };
        Part::Slot(Slot {
            buf,
            record,
            schema,
            place,
            ty,
            optional: false,
            default: &DefaultValue::Zero,
            inline: false,
        })
    }

    /// The type it has, and whose.
    pub(crate) fn ty(&self) -> (&Schema, &Type) {
        (&self.schema, &self.ty)
    }
}
