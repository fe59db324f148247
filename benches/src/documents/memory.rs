//! serde_json's tree kept in memory: no bytes to send, nothing to find or to parse. The floor.

use std::hint::black_box;

use serde_json::Value;

use super::document::{Document, INDEX, PUSHES, TEXTS};
use super::leaves::Leaves;
use crate::library::{Measure, Row, amortised, clock};

const NOTE: &str = "a tree in memory, not bytes";

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

    let note = "a tree in memory, not bytes; of a copy, whose making is not timed";
    for (variant, elements) in [(document.names.first, INDEX..INDEX + 1), (document.names.all, 0..document.len())] {
        let (place, steps) = (document.clone(), elements.len());
        grows(row, (Measure::KeyInsert, variant), note, document, steps, move |tree| {
            place.insert_keys(tree, elements.clone());
        });
    }
    for (variant, count) in [(document.names.first, 1), (document.names.all, PUSHES)] {
        let place = document.clone();
        grows(row, (Measure::Push, variant), note, document, count, move |tree| place.push_elements(tree, count));
    }
}

fn grows(
    row: &mut Row,
    (measure, variant): (Measure, &'static str),
    note: &'static str,
    document: &Document,
    steps: usize,
    change: impl Fn(&mut Value) + 'static,
) {
    let source = document.value.clone();
    let timed = amortised(steps, move || {
        let mut copy = black_box(&source).clone();
        let took = clock(|| change(&mut copy));
        drop(black_box(copy));
        took
    });
    row.push(measure, variant, note, timed);
}
