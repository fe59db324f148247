//! serde_json's tree kept in memory: no bytes to send, nothing to find or to parse. The floor.

use std::hint::black_box;

use super::document::{Change, Document, TEXTS};
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
    let texts = TEXTS.map(Change::Text);
    let mut tree = document.value.clone();
    document.change(&mut tree, &texts[0]);
    row.prove("the text changes, and nothing else", tree == document.with(&texts[0]));
    let (source, place, other) = (document.value.clone(), document.clone(), texts.clone());
    row.time_turns(Measure::UpdateOne, name, "clone of a tree in memory, not of bytes", move |turn| {
        let mut tree = black_box(&source).clone();
        place.change(&mut tree, black_box(&other[turn]));
        tree
    });
    let place = document.clone();
    row.time_turns(Measure::UpdateOneInPlace, name, NOTE, move |turn| {
        place.change(black_box(&mut tree), black_box(&texts[turn]));
    });

    let note = "a tree in memory, not bytes; of a copy, whose making is not timed";
    for (measure, variant, change, steps) in document.additions() {
        let (source, place) = (document.value.clone(), document.clone());
        let timed = amortised(steps, move || {
            let mut copy = black_box(&source).clone();
            let took = clock(|| place.change(&mut copy, &change));
            drop(black_box(copy));
            took
        });
        row.push(measure, variant, note, timed);
    }
}
