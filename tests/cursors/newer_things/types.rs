//! Revisions of enums, and what holds one of them.

use std::collections::{BTreeMap, BTreeSet};

use vellum::Vellum;

/// Declares the enums of a program: what all programs know, and behind it what this one knows besides.
macro_rules! program {
    ($module:ident, $(#[$open:meta])? { $($number:tt)* } { $($wide:tt)* } { $($choice:tt)* } { $($told:tt)* }) => {
        pub mod $module {
            use super::*;

            #[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
            $(#[$open])?
            pub enum Number { One, Two, $($number)* }

            #[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
            $(#[$open])?
            #[repr(u32)]
            pub enum Wide { First = 70_000, Second = 3, $($wide)* }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            $(#[$open])?
            pub enum Choice { Nothing, Name(String), $($choice)* }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            $(#[$open])?
            #[vellum(common(time))]
            pub enum Told { Started { time: u32, by: u8 }, Ended { time: u32, why: String }, $($told)* }

            /// Numbers as keys.
            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct Keyed {
                pub before: u8,
                pub it: BTreeMap<Number, u8>,
                pub set: BTreeSet<Number>,
                pub after: String,
            }
        }
    };
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Part {
    pub a: u8,
    pub name: String,
}

program! {
    newest,
    { Three, Last = 255 }
    { Third = 4_000_000_000 }
    { Gone, Short(u8), Long(u128), Text(String), Part(Part), Parts(Vec<Part>), Pair(u8, String), Many(Vec<Choice>) }
    { Paused { time: u32, at: u64 } }
}
program! { open, #[vellum(open)] {} {} {} {} }
program! {
    other,
    #[vellum(open)]
    { #[vellum(other)] Unknown(u8) }
    { #[vellum(other)] Unknown(u32) }
    { #[vellum(other)] Unknown }
    { #[vellum(other)] Unknown }
}
program! { closed, {} {} {} {} }

/// Where a value lies.
macro_rules! holders {
    ($($name:ident: $type:ty;)*) => {$(
        #[derive(Vellum, Clone, Debug, PartialEq)]
        pub struct $name<T> {
            pub before: u8,
            pub it: $type,
            pub after: String,
        }
    )*};
}
holders! {
    Field: T;
    Boxed: Box<T>;
    Maybe: Option<T>;
    Listed: Vec<T>;
    ListedMaybe: Vec<Option<T>>;
    Mapped: BTreeMap<String, T>;
    Arrayed: [T; 2];
    Tupled: (u8, T);
    Nested: Field<T>;
    NestedEach: Vec<Field<T>>;
    Wrapped: Wrap<T>;
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Wrap<T> {
    None,
    Held(T),
    Named { it: T },
}
