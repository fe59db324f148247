//! serde_json's tree kept in memory: no bytes to send, nothing to find or to parse. The floor.

use std::hint::black_box;

use serde_json::Value;

use super::document::{Document, INDEX, KEY, REVIEWER, TEXTS};
use super::leaves::Leaves;
use crate::library::{Measure, Operation, Row, amortised, clock};

const NOTE: &str = "a tree in memory, not bytes";

/// So many elements are appended before they are dropped again.
const PUSHES: usize = 1_000;

pub fn row(documents: &[Document]) -> Row {
    let mut row = Row::new("serde_json", "serde_json", "1", "in memory", Vec::new());
    for document in documents {
        reads(&mut row, document);
        changes(&mut row, document);
    }
    row
}

fn reads(row: &mut Row, document: &Document) {
    let (names, tree) = (document.names, document.value.clone());
    row.time_noted(Measure::DecodeAll, names.leaves, NOTE, move || Leaves::of(black_box(&tree)));
    let (tree, place) = (document.value.clone(), document.clone());
    row.time_noted(Measure::DecodeOne, names.name, NOTE, move || {
        black_box(place.text_of(black_box(&tree)));
    });
}

fn changes(row: &mut Row, document: &Document) {
    let name = document.names.name;
    let set = |tree: &mut Value, document: &Document, text: &str| {
        *document.within(tree, INDEX, document.text) = text.into();
    };
    let mut tree = document.value.clone();
    set(&mut tree, document, TEXTS[0]);
    row.prove("the text changes, and nothing else", tree == document.with_text(TEXTS[0]));
    let (source, place) = (document.value.clone(), document.clone());
    row.time_turns(Measure::UpdateOne, name, "clone of a tree in memory, not of bytes", move |turn| {
        let mut tree = black_box(&source).clone();
        set(&mut tree, &place, black_box(TEXTS[turn]));
        tree
    });
    let place = document.clone();
    row.time_turns(Measure::UpdateOneInPlace, name, NOTE, move |turn| {
        set(black_box(&mut tree), &place, black_box(TEXTS[turn]));
    });

    let (mut tree, place) = (document.value.clone(), document.clone());
    row.time_noted(Measure::KeyInsert, name, "a tree in memory, not bytes; the key is removed again", move || {
        let object = place.within(black_box(&mut tree), INDEX, place.object).as_object_mut().expect("an object");
        object.insert(KEY.to_owned(), REVIEWER.into());
        object.remove(KEY)
    });

    let (mut tree, place) = (document.value.clone(), document.clone());
    let timed = amortised(PUSHES, move || {
        clock(|| {
            for _ in 0..PUSHES {
                let array = place.within(black_box(&mut tree), INDEX, place.array).as_array_mut().expect("an array");
                array.push(black_box(place.pushed).to_json());
            }
            let array = place.within(&mut tree, INDEX, place.array).as_array_mut().expect("an array");
            array.truncate(array.len() - PUSHES);
        })
    });
    let note = "a tree in memory, not bytes; after 1,000 elements these are dropped";
    row.operations.push(Operation { measure: Measure::Push, variant: name, note, timed });
}
