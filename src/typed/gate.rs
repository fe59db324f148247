//! Compile-time check that a type can be a field: derived code names the types of fields through
//! it.
//!
//! The compiler reports an alias with a constant that cannot be computed once, so however often
//! derived code uses the alias, there is one error, at the field.

use core::hash::Hash;

use super::Value;
use super::field::Field;
use super::key::MapKey;

/// A type that can be a field: every [`Value`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "derive `Vellum` for it; or enable the feature for its crate (chrono, uuid, ..); or convert it: `#[vellum(with = vellum::with::text)]` stores what has `Display` and `FromStr`"
)]
pub trait CanBeField {
    /// Always true: types that cannot be fields lack this constant.
    const CAN_BE: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: Value> CanBeField for T {}

/// A type that can be a key of a `BTreeMap` or an element of a `BTreeSet`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map or an element of a set",
    label = "this type is not a `vellum::key::MapKey`, or it is not `Ord`",
    note = "keys are text, bytes, `bool`, `char`, integers, enums without payloads, and decimals, identifiers, addresses, dates and times of `vellum::value` and `core::net`, `[u8; N]`, and tuples and tuple structs of these; one of your own derives `Ord`, too"
)]
pub trait CanBeOrderedKey {
    /// As [`CanBeField::CAN_BE`].
    const CAN_BE: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: MapKey + Ord> CanBeOrderedKey for T {}

/// A type that can be a key of a `HashMap` or an element of a `HashSet`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map or an element of a set",
    label = "this type is not a `vellum::key::MapKey`, or it is not `Hash` and `Eq`",
    note = "keys are text, bytes, `bool`, `char`, integers, enums without payloads, and decimals, identifiers, addresses, dates and times of `vellum::value` and `core::net`, `[u8; N]`, and tuples and tuple structs of these; one of your own derives `Hash` and `Eq`, too"
)]
pub trait CanBeHashedKey {
    /// As [`CanBeField::CAN_BE`].
    const CAN_BE: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: MapKey + Hash + Eq> CanBeHashedKey for T {}

/// A gate that is open if `IS_OPEN` is true.
pub struct Gate<const IS_OPEN: bool>;

/// A gate that is open for a type.
pub trait Open<T: ?Sized> {
    /// The type.
    type Type: ?Sized;
}

impl<T: ?Sized> Open<T> for Gate<true> {
    type Type = T;
}

/// The gate for a type, with its [`CanBeField::CAN_BE`].
pub type Is<T, const CAN_BE: bool> = <Gate<CAN_BE> as Open<T>>::Type;

/// The constant that says where a field of a type is.
pub type FieldOf<T> = &'static Field<<T as Value>::Default>;
