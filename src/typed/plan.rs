//! The definitions of derived types as constants, for the engine.
//!
//! The schema of the type is made from them on demand.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::sync::atomic::{AtomicU8, Ordering};

use super::Value;
use crate::layout::{Place, Size};
use crate::read::union::Packed;
use crate::scalar::word::Scalar;
pub use crate::schema::{
    About, DefaultValue, Enum, EnumId, Field, Item, MapEntry, Order, RootPlan, StaticOrBox, Struct, StructId, Type,
    Union, UnionId, UnionVariant,
};
use crate::schema::{Declared, ListType, MapType, Payload, Schema};

impl<D> super::field::Field<D> {
    /// The field as the schema sees it.
    #[must_use]
    pub const fn plan<T: Value<Default = D>>(&self, since: u32) -> Field {
        Field::compiled(
            self.name,
            type_of::<T>(),
            T::SHAPE.optional,
            implied::<T>(),
            since,
            (*self.at.place, T::PLAN.guards),
        )
    }

    /// As [`Self::plan`], where a default is declared, which `declared` gives.
    #[must_use]
    pub const fn plan_or<T: Value<Default = D>>(&self, since: u32, declared: fn() -> Declared) -> Field {
        let default = DefaultValue::Compiled(declared);
        Field::compiled(self.name, type_of::<T>(), T::SHAPE.optional, default, since, (*self.at.place, T::PLAN.guards))
    }
}

/// The type, as the engine sees it.
#[must_use]
pub const fn type_of<T: Value>() -> Type {
    ManuallyDrop::into_inner(T::PLAN.ty)
}

/// The default of the type where none is declared.
#[must_use]
pub const fn implied<T: Value>() -> DefaultValue {
    ManuallyDrop::into_inner(T::PLAN.implied)
}

/// The description of a declared scalar or enum default.
pub fn word_of<T: Scalar>(value: &T) -> Declared {
    Declared::Word(value.to_word().into())
}

/// Whether values of a type contain converted values.
#[inline(always)]
#[must_use]
pub fn may_convert<T: Value>() -> bool {
    (const { T::PLAN.converts })()
}

/// Whether writing owned values of a type calls code of the user's, as it does for the parts of
/// lists, arrays and maps.
#[inline(always)]
#[must_use]
pub(super) fn parts_convert<T: Value>() -> bool {
    may_convert::<T>() || const { T::PLAN.lends }
}

/// The elements of a packed list of a variant.
#[inline(always)]
#[must_use]
pub fn packed<T: Value>(tag: u8) -> Option<Packed> {
    (const { T::PLAN.packed })(tag)
}

/// The element of a list, the key or the value of an entry, a payload.
#[must_use]
pub const fn item<T: Value>() -> Item {
    let (place, growable) = match T::ELEMENT.ends {
        [] => (Place::single(T::SHAPE.bits, T::SHAPE.slot), false),
        // The record lies inline behind its presence byte, if it has one.
        [.., last] => (Place::element(T::SHAPE.optional, *last), true),
    };
    Item::new(type_of::<T>(), T::SHAPE.optional, implied::<T>(), place, growable)
}

/// The element of an array.
#[must_use]
pub const fn part<T: Value>() -> Item {
    Item::new(type_of::<T>(), T::SHAPE.optional, implied::<T>(), Place::single(T::SHAPE.bits, T::SHAPE.slot), false)
}

/// Items (elements, entries) as constants.
pub(super) struct Items<T>(PhantomData<T>);

impl<T: Value> Items<T> {
    /// The element of a list.
    const ITEM: &'static Item = &item::<T>();
    /// The element of an array.
    pub(super) const PART: &'static Item = &part::<T>();
}

/// A list of these; a list of `u8` is bytes.
#[must_use]
pub const fn list<T: Value>() -> Type {
    if T::SHAPE.byte && !T::SHAPE.optional {
        Type::Bytes
    } else {
        Type::List(ListType(StaticOrBox::Compiled(Items::<T>::ITEM)))
    }
}

/// The entries of a map, or of a set.
#[must_use]
pub const fn entry<K: Value>(value: Option<Item>) -> MapEntry {
    MapEntry::new(item::<K>(), value)
}

/// A map with these entries.
#[must_use]
pub const fn map(entry: &'static MapEntry) -> Type {
    Type::Map(MapType(StaticOrBox::Compiled(entry)))
}

/// The default of an enum whose first variant has this number.
#[must_use]
pub const fn first(number: u64) -> DefaultValue {
    if number == 0 { DefaultValue::Zero } else { DefaultValue::Word(number as u128) }
}

/// A variant with a payload.
#[must_use]
pub const fn variant<T: Value>(name: &'static str) -> UnionVariant {
    let payload = if T::SHAPE.pointer {
        Payload::Pointer
    } else if T::SHAPE.optional || T::SHAPE.word == 0 {
        Payload::Boxed
    } else {
        Payload::Word(T::SHAPE.word)
    };
    UnionVariant::compiled(name, Some(type_of::<T>()), T::SHAPE.optional, item::<T>(), (payload, T::PLAN.guards))
}

/// A variant without.
#[must_use]
pub const fn unit(name: &'static str) -> UnionVariant {
    let place = Place::single(1, Size::ZERO);
    let item = Item::new(Type::Bool, false, DefaultValue::Zero, place, false);
    UnionVariant::compiled(name, None, false, item, (Payload::None, false))
}

/// Whether values of a type contain converted values; computed when it is first needed.
pub struct Converts(AtomicU8);

impl Converts {
    /// Not yet known.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// The answer for the type whose cell this is.
    #[inline]
    pub fn of<T: Value>(&self) -> bool {
        match self.0.load(Ordering::Relaxed) {
            0 => self.find(const { &type_of::<T>() }),
            known => known == 2,
        }
    }

    #[cold]
    fn find(&self, ty: &Type) -> bool {
        let found = converts(ty, &mut Vec::new());
        self.0.store(if found { 2 } else { 1 }, Ordering::Relaxed);
        found
    }
}

/// Whether values of a compiled type contain converted values; `seen` are the definitions already
/// visited.
fn converts(ty: &Type, seen: &mut Vec<usize>) -> bool {
    let compiled = Schema::compiled();
    let mut is_new = |address: usize| {
        let is_new = !seen.contains(&address);
        if is_new {
            seen.push(address);
        }
        is_new
    };
    match ty {
        Type::Struct(id) => {
            let structure = compiled.structure(*id);
            let is_new = is_new(core::ptr::from_ref(structure) as usize);
            is_new && (structure.converts() || structure.fields().iter().any(|field| converts(field.ty(), seen)))
        }
        Type::Union(id) => {
            let union = compiled.union(*id);
            let is_new = is_new(core::ptr::from_ref(union) as usize);
            let mut types = union.variants().iter().filter_map(UnionVariant::ty);
            is_new && (union.converts() || types.any(|ty| converts(ty, seen)))
        }
        Type::List(list) => converts(list.element(), seen),
        Type::Array(array) => converts(array.element(), seen),
        Type::Map(map) => converts(map.key(), seen) || map.value().is_some_and(|value| converts(value, seen)),
        Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) | Type::String | Type::Bytes => false,
    }
}
