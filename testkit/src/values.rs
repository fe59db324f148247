//! Values as an owned tree.
//!
//! What is absent is [`Val::Absent`]. A default has no state of its own in the tree: a value that
//! is equal to its default is the default, as in the canonical form. A field that an older buffer
//! does not store reads as its default.

use crate::rules::Rules;
use crate::types::{Field, Item, Root, Schema, Type, Variant};

/// A value.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Val {
    /// An optional value that is not there.
    Absent,
    /// What a variant without payload holds.
    Unit,
    /// A bool.
    Bool(bool),
    /// The word of a scalar or an enum, cut to its width.
    Word(u128),
    /// Text or bytes of any kind.
    Blob(Vec<u8>),
    /// The elements of a list or an array.
    List(Vec<Val>),
    /// The entries of a map, in the order of their keys.
    Map(Vec<(Val, Val)>),
    /// The elements of a set, in their order.
    Set(Vec<Val>),
    /// The fields of a struct or the parts of a tuple, in declaration order.
    Record(Vec<Val>),
    /// A union or `any` of that variant.
    Union(usize, Box<Val>),
}

impl Val {
    /// Text.
    pub fn text(text: &str) -> Self {
        Self::Blob(text.as_bytes().to_vec())
    }

    /// Every text and every bytes in it, keys as well.
    pub fn blobs<'v>(&'v self, found: &mut Vec<&'v [u8]>) {
        match self {
            Self::Blob(content) => found.push(content),
            Self::List(vals) | Self::Set(vals) | Self::Record(vals) => vals.iter().for_each(|val| val.blobs(found)),
            Self::Map(entries) => entries.iter().for_each(|(key, val)| {
                key.blobs(found);
                val.blobs(found);
            }),
            Self::Union(_, payload) => payload.blobs(found),
            Self::Absent | Self::Unit | Self::Bool(_) | Self::Word(_) => {}
        }
    }

    /// Whether it is not there.
    pub fn is_absent(&self) -> bool {
        *self == Self::Absent
    }
}

/// An item with the default declared for it, if it has a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'t> {
    /// The type.
    pub item: &'t Item,
    /// The declared default.
    pub default: Option<&'t Val>,
    /// The revision that added it.
    pub since: u16,
    /// What a field's values are like.
    pub rules: Option<&'t Rules>,
}

impl<'t> Slot<'t> {
    /// An element, key, value, part or payload.
    pub fn of(item: &'t Item) -> Self {
        Self { item, default: None, since: 1, rules: None }
    }

    /// A field.
    pub fn field(field: &'t Field) -> Self {
        Self { item: &field.item, default: field.default.as_ref(), since: field.since, rules: Some(&field.rules) }
    }
}

impl Schema {
    /// The parts of a struct or tuple; none of another type.
    pub fn parts<'t>(&'t self, ty: &'t Type) -> Option<Vec<Slot<'t>>> {
        match ty {
            Type::Struct(id) => Some(self.structs[*id].fields.iter().map(Slot::field).collect()),
            Type::Tuple(parts) => Some(parts.iter().map(Slot::of).collect()),
            _ => None,
        }
    }

    /// The default of a slot: absent where it may be.
    pub fn default_of(&self, slot: Slot<'_>) -> Val {
        if slot.item.optional { Val::Absent } else { self.present_default(slot) }
    }

    /// What an absent value becomes when it is made present.
    pub fn present_default(&self, slot: Slot<'_>) -> Val {
        if let Some(default) = slot.default {
            return default.clone();
        }
        let ty = &slot.item.ty;
        match ty {
            Type::Bool => Val::Bool(false),
            Type::Scalar(_) => Val::Word(0),
            Type::Enum(id) => Val::Word(self.enums[*id].variants[0].1.into()),
            Type::String | Type::Bytes | Type::Text(_) => Val::Blob(Vec::new()),
            Type::List(_) => Val::List(Vec::new()),
            Type::Map(..) => Val::Map(Vec::new()),
            Type::Set(_) => Val::Set(Vec::new()),
            Type::Array(item, len) => Val::List(vec![self.default_of(Slot::of(item)); usize::from(*len)]),
            Type::Struct(_) | Type::Tuple(_) => {
                Val::Record(self.parts(ty).unwrap_or_default().into_iter().map(|part| self.default_of(part)).collect())
            }
            Type::Union(_) | Type::Any => Val::Union(0, Box::new(self.payload_default(ty, 0))),
        }
    }

    /// Makes a value present if it is absent.
    pub fn make_present(&self, slot: Slot<'_>, val: &mut Val) {
        if val.is_absent() {
            *val = self.present_default(slot);
        }
    }

    /// The default of what a variant holds.
    pub fn payload_default(&self, ty: &Type, tag: usize) -> Val {
        match self.variants(ty).and_then(|variants| variants.get(tag)) {
            Some((_, Some(item))) => self.default_of(Slot::of(item)),
            _ => Val::Unit,
        }
    }

    /// What a variant holds.
    pub fn payload<'t>(&'t self, ty: &'t Type, tag: usize) -> Option<&'t Item> {
        let variant: &Variant = self.variants(ty)?.get(tag)?;
        variant.1.as_ref()
    }

    /// The value of a root in which everything has its default.
    pub fn empty(&self) -> Val {
        self.default_of(Slot::of(&self.root_item()))
    }

    /// The order of keys of a type.
    pub fn compare_keys(&self, ty: &Type, a: &Val, b: &Val) -> std::cmp::Ordering {
        key_order(ty, a, b)
    }

    /// Whether the root is a struct with fields of its own.
    pub fn root_struct(&self) -> Option<usize> {
        match self.root {
            Root::Struct(id) => Some(id),
            Root::Any | Root::Value(_) => None,
        }
    }
}

/// The order of keys of a type.
fn key_order(ty: &Type, a: &Val, b: &Val) -> std::cmp::Ordering {
    match (ty, a, b) {
        // Most significant byte first.
        (Type::Scalar(scalar), Val::Word(a), Val::Word(b)) if scalar.is_bytewise() => {
            a.to_le_bytes().cmp(&b.to_le_bytes())
        }
        (Type::Scalar(scalar), Val::Word(a), Val::Word(b)) if scalar.is_signed() => {
            scalar.signed(*a).cmp(&scalar.signed(*b))
        }
        // The first part that differs decides.
        (Type::Tuple(parts), Val::Record(a), Val::Record(b)) => {
            let pairs = parts.iter().zip(a.iter().zip(b));
            let orders = pairs.map(|(part, (a, b))| key_order(&part.ty, a, b));
            orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        }
        _ => a.cmp(b),
    }
}
