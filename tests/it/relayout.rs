//! A new layout keeps every value of a buffer of an older revision, also where a record gained fields.

use std::collections::BTreeMap;

use vellum::{ErrorKind, Record, Vellum};

/// Numbers alone, so that their records are copied in stretches.
#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
#[vellum(rename = "Numbers")]
struct OldNumbers {
    x: u8,
    #[vellum(since = 2)]
    y: u32,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
#[vellum(rename = "Numbers")]
struct Numbers {
    x: u8,
    #[vellum(since = 2)]
    y: u32,
    #[vellum(since = 3)]
    z: u16,
    #[vellum(since = 4)]
    w: f64,
}

macro_rules! holders {
    ($root:ident, $choice:ident, $numbers:ident) => {
        #[derive(Vellum, Clone, Debug, PartialEq)]
        #[vellum(rename = "Choice")]
        enum $choice {
            None,
            Numbers($numbers),
            Maybe(Option<$numbers>),
        }

        #[derive(Vellum, Clone, Debug, PartialEq)]
        #[vellum(rename = "Root")]
        struct $root {
            field: $numbers,
            maybe: Option<$numbers>,
            list: Vec<$numbers>,
            maybes: Vec<Option<$numbers>>,
            map: BTreeMap<u8, $numbers>,
            choice: $choice,
            choices: Vec<$choice>,
            mixed: Vec<$choice>,
            array: [$numbers; 2],
            filler: Vec<u8>,
        }

        impl $root {
            // The older numbers have no further fields.
            #[allow(clippy::needless_update)]
            fn sample() -> Self {
                let numbers = |x: u8| $numbers { x, y: u32::from(x) << 20, ..$numbers::default() };
                Self {
                    field: numbers(1),
                    maybe: Some(numbers(2)),
                    list: vec![numbers(3), numbers(4)],
                    maybes: vec![None, Some(numbers(5))],
                    map: BTreeMap::from([(1, numbers(6)), (2, numbers(7))]),
                    choice: $choice::Numbers(numbers(8)),
                    choices: vec![$choice::Numbers(numbers(9)), $choice::Numbers(numbers(10))],
                    mixed: vec![$choice::None, $choice::Maybe(Some(numbers(11)))],
                    array: [numbers(12), numbers(13)],
                    filler: vec![],
                }
            }
        }
    };
}
holders!(OldRoot, OldChoice, OldNumbers);
holders!(Root, Choice, Numbers);

fn old_bytes() -> Vec<u8> {
    vellum::to_vec(&OldRoot::sample()).unwrap()
}

#[test]
fn compacting_an_old_buffer_keeps_structs_of_numbers_that_gained_a_number() {
    let mut bytes = old_bytes();
    Root::compact(&mut bytes).unwrap();
    assert_eq!(vellum::from_slice::<Root>(&bytes).unwrap(), Root::sample());
    assert_eq!(bytes, vellum::to_vec(&Root::sample()).unwrap());
    let mut record = Record::open(Root::schema(), old_bytes()).unwrap();
    record.compact().unwrap();
    assert_eq!(record.as_bytes(), bytes);
}

#[test]
fn widening_an_old_buffer_keeps_structs_of_numbers_that_gained_a_number() {
    let mut expected = Root::sample();
    expected.filler = vec![7; 70_000];
    let mut bytes = old_bytes();
    Root::edit(&mut bytes).unwrap().filler().extend_from_slice(&expected.filler).unwrap();
    assert_eq!(vellum::from_slice::<Root>(&bytes).unwrap(), expected);
    let mut record = Record::open(Root::schema(), old_bytes()).unwrap();
    record.set("filler", &expected.filler).unwrap();
    assert_eq!(vellum::from_slice::<Root>(record.as_bytes()).unwrap(), expected);
}

#[test]
fn setting_a_number_of_a_later_revision_keeps_those_of_all_records() {
    let mut expected = Root::sample();
    expected.list[1].w = 0.5;
    let mut bytes = old_bytes();
    Root::edit(&mut bytes).unwrap().list().at(1).unwrap().set_w(0.5).unwrap();
    assert_eq!(vellum::from_slice::<Root>(&bytes).unwrap(), expected);
    let mut record = Record::open(Root::schema(), old_bytes()).unwrap();
    record.set("list[1].w", 0.5).unwrap();
    assert_eq!(vellum::from_slice::<Root>(record.as_bytes()).unwrap(), expected);
}

#[test]
fn making_a_packed_list_mixed_keeps_structs_of_numbers_that_gained_a_number() {
    let mut expected = Root::sample();
    expected.choices.push(Choice::None);
    let mut bytes = old_bytes();
    Root::edit(&mut bytes).unwrap().choices().push(&Choice::None).unwrap();
    assert_eq!(vellum::from_slice::<Root>(&bytes).unwrap(), expected);
}

#[test]
fn copying_an_old_value_to_another_record_keeps_its_numbers() {
    let from = Record::open(Root::schema(), old_bytes()).unwrap();
    let mut to = Record::new(Root::schema());
    for path in ["field", "maybe", "list", "maybes", "map", "choice", "choices", "mixed", "array"] {
        to.copy_from(path, &from, path).unwrap();
    }
    to.copy_from("maybes[0]", &from, "list[1]").unwrap_or_else(|error| assert_eq!(error.kind(), ErrorKind::Type));
    let mut expected = Root::sample();
    expected.maybes[0] = Some(expected.list[1]);
    assert_eq!(vellum::from_slice::<Root>(to.as_bytes()).unwrap(), expected);
}
