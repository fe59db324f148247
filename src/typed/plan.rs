//! The definitions of derived types as constants, for the engine.
//!
//! The schema of the type is made from them on demand.

use alloc::boxed::Box;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::sync::atomic::{AtomicU8, Ordering};

use once_cell::race::OnceBox;

use super::Value;
use crate::layout::{Place, Size};
use crate::read::union::Packed;
use crate::scalar::word::Scalar;
pub use crate::schema::{
    About, DefaultValue, Enum, EnumId, Field, Item, MapEntry, Order, RootPlan, StaticOrBox, Struct, StructId, Type,
    Union, UnionId, UnionVariant,
};
use crate::schema::{Declared, ListType, MapType, Payload, Reached};

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

/// The answers of the tables of a type: each is found once, and kept.
pub struct Known {
    /// Not known, no or yes.
    converts: AtomicU8,
    is_sound: AtomicU8,
    /// The type, if it has no place of its own, and the next of such types.
    of: Option<&'static Type>,
    next: OnceBox<Self>,
}

impl Known {
    /// Nothing yet.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self { converts: AtomicU8::new(0), is_sound: AtomicU8::new(0), of: None, next: OnceBox::new() }
    }

    fn of(ty: &'static Type) -> &'static Self {
        static FIRST: Known = Known::new();
        let mut known = &FIRST;
        while known.of.is_none_or(|of| !core::ptr::eq(of, ty)) {
            known = known.next.get_or_init(|| Box::new(Self { of: Some(ty), ..Self::new() }));
        }
        known
    }
}

/// The answer that is kept, or is found now.
#[inline(always)]
fn kept<T: Value>(of: fn(&Known) -> &AtomicU8, says: fn(&Reached) -> bool) -> bool {
    #[cold]
    fn find(kept: &AtomicU8, ty: &Type, says: fn(&Reached) -> bool) -> bool {
        let found = says(&Reached::new(ty));
        kept.store(if found { 2 } else { 1 }, Ordering::Relaxed);
        found
    }
    let ty = const { &type_of::<T>() };
    let kept = of(const { T::PLAN.known }.map_or_else(|| Known::of(ty), |known| known()));
    match kept.load(Ordering::Relaxed) {
        0 => find(kept, ty, says),
        known => known == 2,
    }
}

/// Whether values of a derived type contain converted values.
pub fn converts<T: Value>() -> bool {
    kept::<T>(|known| &known.converts, Reached::converts)
}

/// Whether a type has a schema.
#[inline(always)]
pub(super) fn is_sound<T: Value>() -> bool {
    kept::<T>(|known| &known.is_sound, Reached::is_sound)
}
