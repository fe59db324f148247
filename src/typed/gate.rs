//! The one place where a type is found not to be a field's: derived code names the types of fields through it.
//!
//! What is asked of the type behind an alias that cannot be resolved is not told as an error again, so whatever derived code does with it,
//! the compiler says once, at the field, that it cannot be one.

use super::Value;
use super::at::Field;
use super::prove::Prove;

/// A type that can be a field: every [`Value`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "derive `Vellum` for it; or enable the feature for its crate (chrono, uuid, ..); or convert it: `#[vellum(with = vellum::with::text)]` stores what has `Display` and `FromStr`"
)]
pub trait CanBeField {
    /// A type that is made of it.
    type If<U>;
}

#[diagnostic::do_not_recommend]
impl<T: Value> CanBeField for T {
    type If<U> = U;
}

/// Of two impls that may be meant, the compiler looks at what they ask for before it takes one; else it would take the only one there is,
/// and go on with a type that is none.
#[diagnostic::do_not_recommend]
impl<T> CanBeField for T
where
    for<'n> (): Never<'n>,
{
    type If<U> = U;
}

/// What nothing is.
pub trait Never<'n> {}

/// A type, if it can be a field.
pub type Is<T> = <T as CanBeField>::If<T>;

/// The constant that says where a field of a type is.
pub type FieldOf<T> = &'static Field<<T as Prove>::Default>;

/// A type, if another one, which it is made of, can be a field.
pub type If<T, U> = <T as CanBeField>::If<U>;
