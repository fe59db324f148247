//! What is read of a proved view is what is read of a checked one.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use vellum::value::any::AnyRef;
use vellum::value::{Any, Date, Decimal, FixedStr, Time, Uuid};
use vellum::{
    List, Map, Set, Value,
    key::MapKey,
    proved::{Checked, Proven},
};

use super::types::{Change, ChangeRef, Color, Event, EventRef, Kind, Meters, old};
use super::types::{Line, Part, Point};

/// A type whose two views can be compared.
pub trait Same: Value {
    fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>);

    /// As they are held by the variant of an enum.
    fn held(checked: Self::Get<'_, Checked>, held: Self::Get<'_, Proven>) {
        Self::same(checked, Self::open(held));
    }
}

/// Defines a struct, and compares its views field by field.
macro_rules! same_struct {
    ($(#[$of_type:meta])* pub struct $name:ident { $($(#[$of_field:meta])* pub $field:ident: $type:ty),* $(,)? }) => {
        $(#[$of_type])*
        pub struct $name { $($(#[$of_field])* pub $field: $type),* }

        impl Same for $name {
            fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
                $(<$type as Same>::same(checked.$field().expect(stringify!($field)), proved.$field());)*
            }
        }
    };
}
pub(crate) use same_struct;

macro_rules! same_values {
    ($($type:ty),*) => {$(
        impl Same for $type {
            fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
                assert_eq!(checked, proved);
            }
        }
    )*};
}
same_values!(bool, u8, u16, u32, u64, u128, i8, i16, i32, i64, char, String, Kind, Color, old::Color, Meters);
same_values!(Date, Time, Decimal<2>, Uuid, FixedStr<3>, FixedStr<5>, Arc<str>, Rc<str>, Cow<'static, str>);
same_values!(Vec<u8>, [u8; 2]);

impl Same for f32 {
    fn same(checked: f32, proved: f32) {
        assert_eq!(checked.to_bits(), proved.to_bits());
    }
}

impl Same for f64 {
    fn same(checked: f64, proved: f64) {
        assert_eq!(checked.to_bits(), proved.to_bits());
    }
}

impl<T: Same> Same for Option<T> {
    fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
        match (checked, proved) {
            (Some(checked), Some(proved)) => T::same(checked, proved),
            (checked, proved) => assert_eq!(checked.is_some(), proved.is_some()),
        }
    }
}

impl<T: Same> Same for Box<T> {
    fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
        T::same(checked, proved);
    }
}

impl<A: Same, B: Same> Same for (A, B) {
    fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
        A::same(checked.0, proved.0);
        B::same(checked.1, proved.1);
    }
}

impl<A: Same, B: Same, C: Same> Same for (A, B, C) {
    fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
        A::same(checked.0, proved.0);
        B::same(checked.1, proved.1);
        C::same(checked.2, proved.2);
    }
}

/// By index, forwards and backwards.
fn lists<T: Same>(checked: List<'_, T, Checked>, proved: List<'_, T>) {
    assert_eq!((checked.len(), checked.is_empty()), (proved.len(), proved.is_empty()));
    assert_eq!((proved.iter().len(), proved.iter().count()), (checked.len(), checked.len()));
    assert!(proved.get(proved.len()).is_none() && proved.get(usize::MAX).is_none());
    // Each element once, or values in values would take ever longer: in one of three ways.
    for (index, forwards) in proved.iter().enumerate() {
        let checked_element = checked.get(index).unwrap();
        match index % 3 {
            0 => T::same(checked_element, forwards),
            1 => T::same(checked_element, proved.get(index).unwrap()),
            _ => T::same(checked_element, proved.iter().rev().nth(proved.len() - 1 - index).unwrap()),
        }
    }
}

macro_rules! same_lists {
    ($($type:ty: $element:ty),* $(,)?) => {$(
        impl Same for $type {
            fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
                lists::<$element>(checked, proved);
            }
        }
    )*};
}
same_lists! {
    Vec<bool>: bool, Vec<Option<bool>>: Option<bool>, Vec<u16>: u16, Vec<u32>: u32, Vec<i8>: i8, Vec<char>: char,
    Vec<Option<u16>>: Option<u16>, Vec<String>: String, Vec<Option<String>>: Option<String>,
    Vec<Vec<String>>: Vec<String>, Vec<Vec<u8>>: Vec<u8>, Vec<Point>: Point, Vec<Option<Point>>: Option<Point>,
    Vec<Line>: Line, Vec<Option<Line>>: Option<Line>, Vec<Part>: Part, Vec<Option<Part>>: Option<Part>,
    Vec<old::Part>: old::Part, Vec<Option<old::Part>>: Option<old::Part>, Vec<(bool, String)>: (bool, String),
    Vec<[u8; 2]>: [u8; 2], Vec<Meters>: Meters, Vec<Kind>: Kind, Vec<Event>: Event, Vec<Option<Event>>: Option<Event>,
    Vec<Change>: Change, Vec<old::Change>: old::Change, Vec<Any>: Any, Box<[String]>: String,
    [u16; 2]: u16, [u16; 3]: u16, [[u16; 2]; 2]: [u16; 2], [bool; 3]: bool, [Option<u8>; 2]: Option<u8>,
    [char; 2]: char, [Option<String>; 2]: Option<String>, [Point; 2]: Point, [Line; 2]: Line, [Event; 2]: Event,
}

/// The entries in order, and each found by its key.
fn maps<K, V>(checked: Map<'_, K, V, Checked>, proved: Map<'_, K, V>)
where
    K: Same + MapKey,
    V: Same,
    for<'a> K: Value<Get<'a, vellum::proved::Checked> = <K as Value>::Set<'a>>,
    for<'a> <K as Value>::Set<'a>: Copy,
{
    assert_eq!((checked.len(), checked.is_empty()), (proved.len(), proved.is_empty()));
    assert_eq!(
        (proved.iter().len(), proved.keys().count(), proved.values().count()),
        (checked.len(), checked.len(), checked.len())
    );
    for (index, (checked_entry, (key, value))) in checked.iter().zip(proved).enumerate() {
        let (checked_key, checked_value) = checked_entry.unwrap();
        K::same(checked_key, key);
        assert!(proved.contains_key(checked_key));
        V::same(checked_value, if index % 2 == 0 { value } else { proved.get(checked_key).unwrap() });
    }
}

fn sets<K>(checked: Set<'_, K, Checked>, proved: Set<'_, K>)
where
    K: Same + MapKey,
    for<'a> K: Value<Get<'a, vellum::proved::Checked> = <K as Value>::Set<'a>>,
    for<'a> <K as Value>::Set<'a>: Copy,
{
    assert_eq!((checked.len(), checked.is_empty()), (proved.len(), proved.is_empty()));
    assert_eq!((proved.iter().len(), proved.iter().count()), (checked.len(), checked.len()));
    for (checked_key, key) in checked.iter().zip(proved) {
        let checked_key = checked_key.unwrap();
        K::same(checked_key, key);
        assert!(proved.contains(checked_key));
    }
}

macro_rules! same_maps {
    ($($type:ty),* $(,)?) => {$(
        impl Same for $type {
            fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
                maps(checked, proved);
            }
        }
    )*};
}
same_maps! {
    BTreeMap<String, u64>, BTreeMap<Vec<u8>, bool>, BTreeMap<i16, Line>, BTreeMap<u8, Option<Line>>, BTreeMap<Kind, Event>,
    BTreeMap<bool, Vec<String>>, HashMap<Date, Option<u8>>, BTreeMap<u8, String>, BTreeMap<u16, Part>,
    BTreeMap<u16, old::Part>, BTreeMap<String, Any>,
}

macro_rules! same_sets {
    ($($type:ty),*) => {$(
        impl Same for $type {
            fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
                sets(checked, proved);
            }
        }
    )*};
}
same_sets!(BTreeSet<String>, BTreeSet<u8>, HashSet<i32>);

/// Compares the variants of an enum's views, and what they hold.
macro_rules! same_enum {
    ($type:ty, $given:ident, units [$($unit:ident),*], $($variant:ident($($part:ident/$other:ident: $held:ty),*)),*) => {
        impl Same for $type {
            fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
                match (checked.get().unwrap(), proved) {
                    $(($given::$unit, $given::$unit) => {})*
                    $(($given::$variant($($part),*), $given::$variant($($other),*)) => {
                        $(<$held as Same>::held($part, $other);)*
                    })*
                    _ => panic!("another variant"),
                }
            }
        }
    };
}
same_enum!(
    Event, EventRef, units [None],
    Flag(a/x: bool), MaybeFlag(a/x: Option<bool>), Short(a/x: u8), Letter(a/x: char), Long(a/x: u64), Kind(a/x: Kind),
    Code(a/x: FixedStr<3>), Text(a/x: String), Maybe(a/x: Option<String>), Bytes(a/x: Vec<u8>), Line(a/x: Line),
    MaybeLine(a/x: Option<Line>), Point(a/x: Point), Pair(a/x: u8, b/y: String), Numbers(a/x: Vec<u32>),
    Map(a/x: BTreeMap<u8, String>), Not(a/x: Box<Event>), Both(a/x: Box<Event>, b/y: Box<Event>),
    Posted(a/x: super::types::EventPosted)
);
same_enum!(
    Change, ChangeRef, units [None, Other],
    Named(a/x: String), Sized(a/x: u64), Parts(a/x: Vec<Part>), Of(a/x: Part)
);
use old::ChangeRef as OldChangeRef;
same_enum!(old::Change, OldChangeRef, units [None, Other], Named(a/x: String));
same_enum!(
    Any, AnyRef, units [Null],
    Bool(a/x: bool), I8(a/x: i8), I16(a/x: i16), I32(a/x: i32), I64(a/x: i64), U64(a/x: u64), F64(a/x: f64), String(a/x: String),
    Bytes(a/x: Vec<u8>), List(a/x: Vec<Any>), Map(a/x: BTreeMap<String, Any>)
);

impl Same for super::types::EventPosted {
    fn same(checked: Self::Get<'_, vellum::proved::Checked>, proved: Self::Proved<'_>) {
        assert_eq!((checked.by().unwrap(), checked.at().unwrap()), (proved.by(), proved.at()));
    }
}
