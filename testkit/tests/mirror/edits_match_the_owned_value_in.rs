//! The types of the net: every container around every other, and around every leaf.

use std::collections::{BTreeMap, BTreeSet};

use vellum::value::{Any, FixedStr};

use crate::converted::Converted;
use crate::leaves::Fruit;
use crate::structs::{Declared, Frozen, Grown};
use crate::subject::Subject;
use crate::unions::{Choice, Open};
use crate::{driver, turns};

type Bytes = Vec<u8>;
type Code = FixedStr<4>;
type Long = FixedStr<1000>;

// The containers, each as a type of what it holds.
type First<T> = Grown<T, u8>;
type Late<T> = Grown<u8, T>;
type Pair<T> = (T, bool);
type Array<T> = [T; 2];
type List<T> = Vec<T>;
type ByText<T> = BTreeMap<String, T>;
type ByNumber<T> = BTreeMap<u64, T>;

/// A test for each line: the roots of `$outer<$inner>`.
macro_rules! tests {
    ($($test:ident, $outer:ident: $($inner:ty),*;)*) => {$(
        #[test]
        fn $test() {
            let subjects = [$(Subject::of::<$outer<$inner>>(),)*];
            driver::run(&subjects);
            turns::run(&subjects);
        }
    )*};
}

// Both are containers; the leaves in them go around.
tests! {
    structs, First: Grown<bool, u64>, Frozen<u64>, Pair<String>, Array<Code>, List<Fruit>, ByText<Bytes>, BTreeSet<u8>,
        Choice<bool>, Open<u64>, Any, Option<u8>, Box<Code>;
    late_fields, Late: Grown<u8, u8>, Frozen<String>, Pair<Code>, Array<u8>, List<Code>, ByNumber<bool>, BTreeSet<String>,
        Choice<u64>, Open<String>, Any, Option<Fruit>, Box<u64>;
    frozen_structs, Frozen: Grown<u64, String>, Frozen<Code>, Pair<u8>, Array<Bytes>, List<bool>, BTreeMap<u8, u64>, BTreeSet<u64>,
        Choice<String>, Open<Code>, Any, Option<Bytes>, Box<String>;
    tuples, Pair: Grown<String, Code>, Frozen<u8>, Pair<Bytes>, Array<Fruit>, List<u64>, ByText<String>, BTreeSet<Bytes>,
        Choice<Code>, Open<u8>, Any, Option<bool>, Box<Bytes>;
    arrays, Array: Grown<Code, Bytes>, Frozen<Bytes>, Pair<Fruit>, Array<bool>, List<String>, ByNumber<Code>, BTreeSet<Fruit>,
        Choice<u8>, Open<Bytes>, Any, Option<u64>, Box<bool>;
    lists, List: Grown<u8, u64>, Frozen<Fruit>, Pair<bool>, Array<u64>, List<Code>, BTreeMap<Bytes, u8>, BTreeSet<bool>,
        Choice<Bytes>, Open<Fruit>, Any, Option<String>, Box<Fruit>;
    maps_by_text, ByText: Grown<Bytes, Fruit>, Frozen<bool>, Pair<u64>, Array<String>, List<u8>, BTreeMap<Fruit, Bytes>, BTreeSet<u8>,
        Choice<Fruit>, Open<bool>, Any, Option<Code>, Box<u8>;
    maps_by_number, ByNumber: Grown<u64, u8>, Frozen<u64>, Pair<String>, Array<Code>, List<Bytes>, BTreeMap<bool, Fruit>, BTreeSet<u64>,
        Choice<bool>, Open<u64>, Any, Option<u8>, Box<Grown<u8, bool>>;
    unions, Choice: Grown<u8, bool>, Frozen<String>, Pair<Code>, Array<u8>, List<Option<u64>>, ByNumber<bool>, BTreeSet<Bytes>,
        Choice<u64>, Open<String>, Any, Option<Fruit>, Box<u64>;
    open_unions, Open: Grown<Fruit, Code>, Frozen<Code>, Pair<u8>, Array<Bytes>, List<bool>, BTreeMap<u8, String>, BTreeSet<String>,
        Choice<String>, Open<Code>, Any, Option<Bytes>, Box<String>;
    optional_values, Option: Grown<u64, Fruit>, Frozen<u8>, Pair<Bytes>, Array<Fruit>, List<u64>, ByText<Code>, BTreeSet<u64>,
        Choice<Code>, Open<u8>, Any, Box<Bytes>;
    boxes, Box: Grown<Any, Any>, Frozen<Bytes>, Pair<Fruit>, Array<bool>, List<String>, ByNumber<u8>, BTreeSet<Fruit>,
        Choice<u8>, Open<Bytes>, Any, Option<u64>, Box<bool>;
}

// Every container around every leaf.
tests! {
    structs_of_leaves, First: u8, u64, Fruit, String, Code;
    late_fields_of_leaves, Late: u64, bool, Bytes;
    frozen_structs_of_leaves, Frozen: bool, u64, String, Code, u8, Bytes, Fruit;
    tuples_of_leaves, Pair: bool, u64, String, Code, u8, Bytes, Fruit;
    arrays_of_leaves, Array: bool, u64, String, Code, u8, Bytes, Fruit;
    lists_of_leaves, List: bool, u64, String, Code, u8, Bytes, Fruit;
    maps_by_text_of_leaves, ByText: bool, u64, String, Code, u8, Bytes, Fruit;
    sets_of_leaves, BTreeSet: bool, u64, String, u8, Bytes, Fruit;
    unions_of_leaves, Choice: bool, u64, String, Code, u8, Bytes, Fruit;
    open_unions_of_leaves, Open: bool, u64, String, Code, u8, Bytes, Fruit;
    optional_values_of_leaves, Option: bool, u64, String, Code, u8, Bytes, Fruit;
    boxes_of_leaves, Box: bool, u64, String, Code, u8, Bytes, Fruit;
}

// A struct with declared defaults, in what can hold one, and entries so long that maps lie in blocks.
tests! {
    structs_of_declared_defaults, First: Declared;
    frozen_structs_of_declared_defaults, Frozen: Declared;
    tuples_of_declared_defaults, Pair: Declared;
    arrays_of_declared_defaults, Array: Declared;
    lists_of_declared_defaults, List: Declared, Option<Declared>;
    maps_by_text_of_declared_defaults, ByText: Declared, Option<Declared>;
    unions_of_declared_defaults, Choice: Declared, Option<Declared>;
    open_unions_of_declared_defaults, Open: Declared;
    optional_values_of_declared_defaults, Option: Declared;
    boxes_of_declared_defaults, Box: Declared;
    maps_in_blocks, ByNumber: Long, Grown<Long, u8>, Option<Grown<Long, String>>;
}

// A struct with fields that are converted to be stored, in what can hold one.
tests! {
    structs_of_converted_fields, First: Converted;
    late_fields_of_converted_fields, Late: Converted;
    tuples_of_converted_fields, Pair: Converted;
    arrays_of_converted_fields, Array: Converted;
    lists_of_converted_fields, List: Converted, Option<Converted>, Vec<Converted>, Choice<Converted>;
    maps_by_text_of_converted_fields, ByText: Converted;
    unions_of_converted_fields, Choice: Converted;
    open_unions_of_converted_fields, Open: Converted;
    optional_values_of_converted_fields, Option: Converted;
    boxes_of_converted_fields, Box: Converted;
}
