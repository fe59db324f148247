//! A value that is the root, changed in place: as a naive model is.

use std::collections::BTreeMap;

use vellum::{DecodeOwned, ErrorKind, Record, Value, Vellum, Workspace, schema::PointerWidth};

use super::{Item, Message, item, messages};

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

#[track_caller]
fn holds<T: Value + DecodeOwned + PartialEq + std::fmt::Debug>(bytes: &[u8], model: &T) {
    assert_eq!(&vellum::from_slice::<T>(bytes).unwrap(), model);
    assert!(T::schema().prove(bytes).unwrap().is_complete());
    let mut compact = bytes.to_vec();
    T::compact(&mut compact).unwrap();
    assert_eq!(compact, vellum::to_vec(model).unwrap());
}

#[test]
fn edits_of_a_list_that_is_the_root_are_those_of_a_vec() {
    for seed in 0..8 {
        let mut numbers = Numbers(seed);
        let mut model: Vec<Item> = Vec::new();
        let mut bytes = vellum::to_vec(&model).unwrap();
        for round in 0..60 {
            let mut edit = Vec::<Item>::edit(&mut bytes).unwrap();
            for _ in 0..5 {
                let at = numbers.below(model.len());
                let new = item(&"x".repeat(numbers.below(40)), u32::try_from(numbers.below(9)).unwrap());
                match numbers.below(7) {
                    0 | 1 => {
                        edit.cursor().push(&new).unwrap();
                        model.push(new);
                    }
                    2 => {
                        edit.cursor().insert(at, &new).unwrap();
                        model.insert(at, new);
                    }
                    3 if !model.is_empty() => {
                        edit.cursor().remove(at).unwrap();
                        model.remove(at);
                    }
                    4 if !model.is_empty() => {
                        edit.cursor().at(at).unwrap().set_name(&new.name).unwrap();
                        model[at].name = new.name;
                    }
                    5 if round % 9 == 0 => {
                        model = vec![new, item("", 7)];
                        edit.set(&model).unwrap();
                    }
                    6 if round % 20 == 0 => {
                        edit.clear().unwrap();
                        model.clear();
                    }
                    _ => {}
                }
                assert_eq!(edit.get().unwrap().len(), model.len());
            }
            holds(&bytes, &model);
        }
    }
}

#[test]
fn edits_of_an_enum_that_is_the_root_are_those_of_the_enum() {
    let mut numbers = Numbers(3);
    let mut model = Message::Leave;
    let mut bytes = vellum::to_vec(&model).unwrap();
    for _ in 0..300 {
        let mut edit = Message::edit(&mut bytes).unwrap();
        let text = "y".repeat(numbers.below(60));
        match numbers.below(4) {
            0 => {
                model = messages()[numbers.below(4)].clone();
                edit.set(&model).unwrap();
            }
            1 => {
                edit.cursor().set_say(&text).unwrap();
                model = Message::Say(text);
            }
            2 => {
                if let Some(mut join) = edit.cursor().as_join().unwrap() {
                    join.set_name(&text).unwrap();
                    join.set_room(9).unwrap();
                    model = Message::Join { name: text, room: 9 };
                }
            }
            _ => {
                if let (Some(mut say), Message::Say(held)) = (edit.cursor().as_say().unwrap(), &mut model) {
                    say.push_str(&text).unwrap();
                    held.push_str(&text);
                }
            }
        }
        holds(&bytes, &model);
    }
}

#[test]
fn edits_of_maps_texts_and_options_that_are_the_root_hold() {
    let mut bytes = vellum::to_vec(&BTreeMap::<String, u32>::new()).unwrap();
    let mut model = BTreeMap::new();
    let mut scores = BTreeMap::<String, u32>::edit(&mut bytes).unwrap();
    for n in 0..200u32 {
        scores.cursor().insert(&format!("key {}", n * 7 % 101), n).unwrap();
        model.insert(format!("key {}", n * 7 % 101), n);
    }
    assert!(scores.cursor().remove("key 7").unwrap());
    model.remove("key 7");
    assert_eq!(scores.get().unwrap().get("key 14").unwrap(), model.get("key 14").copied());
    holds(&bytes, &model);

    let mut bytes = vellum::to_vec(&String::from("Ada")).unwrap();
    let mut text = String::edit(&mut bytes).unwrap();
    text.cursor().push_str(&" Lovelace".repeat(40)).unwrap();
    assert_eq!(text.get().unwrap().len(), 3 + 9 * 40);
    text.set("short").unwrap();
    assert_eq!(text.take().unwrap(), "short");
    holds(&bytes, &String::new());

    let mut bytes = vellum::to_vec(&None::<Item>).unwrap();
    let mut maybe = Option::<Item>::edit(&mut bytes).unwrap();
    assert!(maybe.get().unwrap().is_none());
    let pen = item("pen", 2);
    maybe.set(Some(&pen)).unwrap();
    maybe.cursor().unwrap().unwrap().set_name("a longer pen").unwrap();
    assert_eq!(maybe.take().unwrap(), Some(item("a longer pen", 2)));
    assert!(maybe.get().unwrap().is_none());
    holds(&bytes, &None::<Item>);

    let mut bytes = vellum::to_vec(&true).unwrap();
    bool::edit(&mut bytes).unwrap().set(false).unwrap();
    holds(&bytes, &false);
    let mut bytes = vellum::to_vec(&(7u8, String::from("x"))).unwrap();
    <(u8, String)>::edit(&mut bytes).unwrap().set((8, "a longer text")).unwrap();
    holds(&bytes, &(8u8, String::from("a longer text")));
}

#[test]
fn a_root_in_memory_that_cannot_grow_takes_what_fits_and_nothing_else() {
    let mut memory = [0; 64];
    let mut workspace = Workspace::format(&mut memory, &Vec::<u32>::new()).unwrap();
    let mut list = Vec::<u32>::edit(&mut workspace).unwrap();
    let mut count = 0u32;
    let error = loop {
        match list.cursor().push(count) {
            Ok(()) => count += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), ErrorKind::Full);
    assert!(count > 8, "only {count}");
    assert_eq!(vellum::from_slice::<Vec<u32>>(&memory).unwrap(), (0..count).collect::<Vec<_>>());

    let mut bytes = vellum::to_vec(&String::from("text")).unwrap();
    let before = bytes.clone();
    let mut text = String::edit(bytes.as_mut_slice()).unwrap();
    assert_eq!(text.set("longer text").unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(bytes, before);
}

#[test]
fn the_cursor_and_the_path_make_the_same_of_a_root() {
    let mut bytes = vellum::to_vec_with_width(&messages(), PointerWidth::Two).unwrap();
    let mut record = Record::open(Vec::<Message>::schema(), bytes.clone()).unwrap();
    let mut list = Vec::<Message>::edit(&mut bytes).unwrap();
    list.cursor().at(2).unwrap().as_join().unwrap().unwrap().set_name("Ada Lovelace").unwrap();
    record.set("[2].Join.name", "Ada Lovelace").unwrap();
    list.cursor().remove(0).unwrap();
    record.remove("[0]").unwrap();
    list.cursor().push(&Message::Say("bye".into())).unwrap();
    record.push("", "Say").unwrap();
    record.set("[3].Say", "bye").unwrap();
    assert!(Vec::<Message>::content_eq(&bytes, record.as_bytes()).unwrap());
}
