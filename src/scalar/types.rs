//! Lists of the Rust types of the rows, for impls that are the same for each.

/// Calls a macro with the Rust types of some sections, each behind the generics of its impls.
macro_rules! types_of {
    (
        $which:ident $then:ident
        plain {
            narrow { $($narrow:ident ($_na:literal | $_nb:literal | $narrow_rust:ty | $($_nc:tt)*);)* }
            wide { $($wide:ident ($_wa:literal | $_wb:literal | $wide_rust:ty | $($_wc:tt)*);)* }
            values { $($value:ident ($_va:literal | $_vb:literal | $value_rust:ty | $($_vc:tt)*);)* }
            places { $($place:ident ($_pa:literal | $_pb:literal | $place_rust:ty | $($_pc:tt)*);)* }
        }
        timestamps { $($unit:ident ($_ta:literal | $_tb:literal | $unit_rust:ty | $($_tc:tt)*);)* }
        decimals { $($decimal:ident ($_da:literal | $_db:literal | $decimal_rust:ty | $($_dc:tt)*);)* }
    ) => {
        $crate::scalar::types::types_of! {
            @$which $then
            [$([] $narrow_rust;)* $([] $wide_rust;)*]
            [$([] $value_rust;)* $([] $unit_rust;)* $([const SCALE: u8] $decimal_rust;)*]
            [$([] $place_rust;)*]
        }
    };
    (@all $then:ident [$($numbers:tt)*] [$($values:tt)*] [$($places:tt)*]) => {
        $then! { $($numbers)* $($values)* $($places)* }
    };
    (@sorted $then:ident [$($numbers:tt)*] [$($values:tt)*] [$($places:tt)*]) => {
        $then! { $($numbers)* $($values)* }
    };
    (@values $then:ident [$($numbers:tt)*] [$($values:tt)*] [$($places:tt)*]) => {
        $then! { $($values)* }
    };
}
pub(crate) use types_of;

/// Calls a macro with Rust types of the table, each behind the generics of its impls: `all` of
/// them, those that are `sorted`, or of these the `values`, which are no numbers.
macro_rules! for_each_type {
    ($which:ident $then:ident) => {
        vellum_scalars::for_each_scalar! { $crate::scalar::types::types_of => $which $then }
    };
}
pub(crate) use for_each_type;
