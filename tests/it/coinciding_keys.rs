//! Keys that differ in Rust and are one when they are stored: maps and sets with two of them are refused before a byte is written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use vellum::{
    Error, ErrorKind, Result, Vellum,
    proved::{Proved, ProvedEdit},
};

#[derive(Vellum, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Id(u32, #[vellum(skip)] u8);

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[vellum(open)]
#[repr(u16)]
enum Fruit {
    Pears,
    Apples = 300,
    #[vellum(other)]
    Unknown(u16),
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Bag {
    ids: BTreeMap<Id, u8>,
    pairs: BTreeSet<(u8, Fruit)>,
    names: HashMap<Fruit, String>,
    boxed: BTreeSet<Box<Id>>,
    lists: Vec<BTreeSet<Id>>,
}

fn twice() -> [Bag; 5] {
    let bag = Bag::default;
    let ids = [Id(1, 1), Id(1, 2)];
    let names = [(Fruit::Apples, "a".to_owned()), (Fruit::Unknown(300), "b".to_owned())];
    [
        Bag { ids: [(Id(0, 0), 0), (Id(1, 1), 1), (Id(1, 2), 2)].into(), ..bag() },
        Bag { pairs: [(1, Fruit::Apples), (1, Fruit::Unknown(300))].into(), ..bag() },
        Bag { names: names.into(), ..bag() },
        Bag { boxed: ids.clone().map(Box::new).into(), ..bag() },
        Bag { lists: vec![[Id(3, 0)].into(), ids.into()], ..bag() },
    ]
}

#[track_caller]
fn refused<T>(result: Result<T>) {
    let error: Error = result.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type, "{error}");
    assert!(error.to_string().contains("are one when they are stored"), "{error}");
}

#[test]
fn a_value_with_keys_that_coincide_is_not_encoded() {
    for bag in twice() {
        refused(vellum::to_vec(&bag));
        refused(vellum::to_slice(&bag, &mut [0; 500]));
        refused(vellum::encode_into(&bag, &mut Vec::new()));
        refused(vellum::Workspace::format(vec![0; 500], &bag));
    }
    // Each by itself is a key.
    for fruit in [Fruit::Apples, Fruit::Unknown(300), Fruit::Unknown(7)] {
        let bag = Bag {
            ids: [(Id(1, 1), 1), (Id(2, 1), 2)].into(),
            pairs: [(1, fruit), (2, fruit)].into(),
            ..Bag::default()
        };
        let bytes = vellum::to_vec(&bag).unwrap();
        assert!(Bag::schema().prove(&bytes).unwrap().is_complete());
        assert_eq!(Bag::peek(&bytes).unwrap().ids().unwrap().len(), 2);
    }
}

#[test]
fn an_edit_with_keys_that_coincide_changes_nothing() {
    let good = Bag {
        ids: [(Id(1, 0), 1), (Id(2, 0), 2)].into(),
        pairs: [(1, Fruit::Apples)].into(),
        lists: vec![[Id(5, 0)].into()],
        ..Bag::default()
    };
    let before = vellum::to_vec(&good).unwrap();
    let [ids, pairs, names, boxed, lists] = twice();
    let mut bytes = before.clone();
    let mut edit = Bag::edit(&mut bytes).unwrap();
    refused(edit.set_ids(&ids.ids));
    refused(edit.set_pairs(&pairs.pairs));
    refused(edit.set_names(&names.names));
    refused(edit.set_boxed(&boxed.boxed));
    refused(edit.set_lists(&lists.lists));
    refused(edit.lists().push(&lists.lists[1]));
    refused(edit.lists().insert(0, &lists.lists[1]));
    refused(edit.lists().set(0, &lists.lists[1]));
    refused(edit.lists().extend_from_slice(&lists.lists));
    drop(edit);
    assert_eq!(bytes, before);

    let mut proved = Proved::<Vec<u8>, Bag>::new(before.clone()).unwrap();
    let mut edit = proved.edit().unwrap();
    refused(edit.set_ids(&ids.ids));
    refused(edit.set_names(&names.names));
    assert_eq!(edit.proved().ids().len(), 2);
    drop(edit);
    assert_eq!(proved.as_bytes(), before);
}

#[test]
fn a_key_that_coincides_with_one_that_is_there_is_that_key() {
    let mut bytes = vellum::to_vec(&Bag::default()).unwrap();
    let mut edit = Bag::edit(&mut bytes).unwrap();
    edit.ids().insert(1, 1).unwrap();
    edit.ids().insert(1, 2).unwrap();
    edit.names().insert(Fruit::Apples, "a").unwrap();
    edit.names().insert(Fruit::Unknown(300), "b").unwrap();
    drop(edit);
    assert!(Bag::schema().prove(&bytes).unwrap().is_complete());
    let bag: Bag = vellum::from_slice(&bytes).unwrap();
    assert_eq!((bag.ids, bag.names), ([(Id(1, 0), 2)].into(), [(Fruit::Apples, "b".to_owned())].into()));
}
