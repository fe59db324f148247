//! The types of the net: every container around every other, and around every leaf.

use std::collections::{BTreeMap, BTreeSet};

use vellum::value::{Any, FixedStr};

use crate::leaves::Fruit;
use crate::structs::{Declared, Frozen, Grown};
use crate::subject::Subject;
use crate::unions::{Choice, Open};

type Bytes = Vec<u8>;
type Code = FixedStr<4>;

// The containers, each as a type of what it holds.
type First<T> = Grown<T, u8>;
type Late<T> = Grown<u8, T>;
type Pair<T> = (T, bool);
type Array<T> = [T; 2];
type List<T> = Vec<T>;
type ByText<T> = BTreeMap<String, T>;
type ByNumber<T> = BTreeMap<u64, T>;

/// The roots of `$outer<$inner>`, for each inner type of each outer one.
macro_rules! subjects {
    ($($outer:ident: $($inner:ty),*;)*) => {
        vec![$($(Subject::of::<$outer<$inner>>(),)*)*]
    };
}

/// Both of a pair are containers; the leaves go around, so that each pair of a container and a leaf occurs as well.
pub fn containers() -> Vec<Subject> {
    subjects! {
        First: Grown<bool, u64>, Frozen<u64>, Pair<String>, Array<Code>, List<Fruit>, ByText<Bytes>, BTreeSet<u8>,
            Choice<bool>, Open<u64>, Any, Option<u8>, Box<Code>;
        Late: Grown<u8, u8>, Frozen<String>, Pair<Code>, Array<u8>, List<Code>, ByNumber<bool>, BTreeSet<String>,
            Choice<u64>, Open<String>, Any, Option<Fruit>, Box<u64>;
        Frozen: Grown<u64, String>, Frozen<Code>, Pair<u8>, Array<Bytes>, List<bool>, BTreeMap<u8, u64>, BTreeSet<u64>,
            Choice<String>, Open<Code>, Any, Option<Bytes>, Box<String>;
        Pair: Grown<String, Code>, Frozen<u8>, Pair<Bytes>, Array<Fruit>, List<u64>, ByText<String>, BTreeSet<Bytes>,
            Choice<Code>, Open<u8>, Any, Option<bool>, Box<Bytes>;
        Array: Grown<Code, Bytes>, Frozen<Bytes>, Pair<Fruit>, Array<bool>, List<String>, ByNumber<Code>, BTreeSet<Fruit>,
            Choice<u8>, Open<Bytes>, Any, Option<u64>, Box<bool>;
        List: Grown<u8, u64>, Frozen<Fruit>, Pair<bool>, Array<u64>, List<Code>, BTreeMap<Bytes, u8>, BTreeSet<bool>,
            Choice<Bytes>, Open<Fruit>, Any, Option<String>, Box<Fruit>;
        ByText: Grown<Bytes, Fruit>, Frozen<bool>, Pair<u64>, Array<String>, List<u8>, BTreeMap<Fruit, Bytes>, BTreeSet<u8>,
            Choice<Fruit>, Open<bool>, Any, Option<Code>, Box<u8>;
        ByNumber: Grown<u64, u8>, Frozen<u64>, Pair<String>, Array<Code>, List<Bytes>, BTreeMap<bool, Fruit>, BTreeSet<u64>,
            Choice<bool>, Open<u64>, Any, Option<u8>, Box<Grown<u8, bool>>;
        Choice: Grown<u8, bool>, Frozen<String>, Pair<Code>, Array<u8>, List<Option<u64>>, ByNumber<bool>, BTreeSet<Bytes>,
            Choice<u64>, Open<String>, Any, Option<Fruit>, Box<u64>;
        Open: Grown<Fruit, Code>, Frozen<Code>, Pair<u8>, Array<Bytes>, List<bool>, BTreeMap<u8, String>, BTreeSet<String>,
            Choice<String>, Open<Code>, Any, Option<Bytes>, Box<String>;
        Option: Grown<u64, Fruit>, Frozen<u8>, Pair<Bytes>, Array<Fruit>, List<u64>, ByText<Code>, BTreeSet<u64>,
            Choice<Code>, Open<u8>, Any, Box<Bytes>;
        Box: Grown<Any, Any>, Frozen<Bytes>, Pair<Fruit>, Array<bool>, List<String>, ByNumber<u8>, BTreeSet<Fruit>,
            Choice<u8>, Open<Bytes>, Any, Option<u64>, Box<bool>;
    }
}

/// Every container around every leaf, and leaves alone.
pub fn leaves() -> Vec<Subject> {
    subjects! {
        First: u8, u64, Fruit;
        Late: u64, bool, Bytes;
        Frozen: bool, u64, String, Code, u8, Bytes, Fruit;
        Pair: bool, u64, String, Code, u8, Bytes, Fruit;
        Array: bool, u64, String, Code, u8, Bytes, Fruit;
        List: bool, u64, String, Code, u8, Bytes, Fruit;
        ByText: bool, u64, String, Code, u8, Bytes, Fruit;
        BTreeSet: bool, u64, String, u8, Bytes, Fruit;
        Choice: bool, u64, String, Code, u8, Bytes, Fruit;
        Open: bool, u64, String, Code, u8, Bytes, Fruit;
        Option: bool, u64, String, Code, u8, Bytes, Fruit;
        Box: bool, u64, String, Code, u8, Bytes, Fruit;
    }
}

/// A struct with declared defaults, in what can hold one.
pub fn declared() -> Vec<Subject> {
    subjects! {
        First: Declared;
        Frozen: Declared;
        Pair: Declared;
        Array: Declared;
        List: Declared, Option<Declared>;
        ByText: Declared, Option<Declared>;
        Choice: Declared, Option<Declared>;
        Open: Declared;
        Option: Declared;
        Box: Declared;
    }
}
