//! The measures of a format that finds, parses or copies: what it cannot change where it lies, it
//! writes anew.

use std::hint::black_box;

use serde_json::Value;

use super::document::{Change, Document, TEXTS};
use super::leaves::Leaves;
use crate::library::{Measure, Row, Sample, amortised, clock};

/// What a format can do, by functions that a program would write.
pub trait Codec: 'static {
    const LIBRARY: &'static str;
    /// The crate's name in Cargo.lock, and the start of its version.
    const PACKAGE: (&'static str, &'static str);
    const MODE: &'static str;
    /// Notes on the tree, on reading every leaf and one, and on changes.
    const TREE_NOTE: &'static str;
    const LEAVES_NOTE: &'static str;
    const ONE_NOTE: &'static str;
    const CHANGE_NOTE: &'static str;

    /// The tree that owns its values.
    type Tree;
    fn tree(value: &Value) -> Self::Tree;
    fn encode(tree: &Self::Tree) -> Vec<u8>;
    fn decode(bytes: &[u8]) -> Self::Tree;
    fn to_json(tree: Self::Tree) -> Value;

    /// A reader may keep what it reads into; a text parser has to copy what it changes.
    type Reader: Default;
    fn leaves(reader: &mut Self::Reader, bytes: &[u8]) -> Leaves;
    /// Hands the string below an element to `read`.
    fn text<R>(reader: &mut Self::Reader, bytes: &[u8], document: &Document, read: impl FnOnce(&str) -> R) -> R;

    /// Gives bytes with a change, which may be those that are given away. Changes of several
    /// elements are made in one go: what is decoded for one is decoded for all.
    fn change(bytes: Vec<u8>, document: &Document, change: &Change) -> Vec<u8>;
}

/// The tree of a format that has none of its own, and that keeps nothing from one reading to the
/// next.
macro_rules! json_tree {
    () => {
        type Tree = Value;

        fn tree(value: &Value) -> Value {
            value.clone()
        }

        fn to_json(tree: Value) -> Value {
            tree
        }

        type Reader = ();
    };
}
pub(super) use json_tree;

/// A document with a change, written anew from that tree.
pub fn rewritten<C: Codec<Tree = Value>>(bytes: &[u8], document: &Document, change: &Change) -> Vec<u8> {
    let mut tree = C::decode(bytes);
    document.change(&mut tree, change);
    C::encode(&tree)
}

/// The size of a document.
pub fn sample(document: &Document, note: &'static str, bytes: &[u8]) -> Sample {
    let size = bytes.len() as f64;
    Sample { variant: document.names.name, note, size, timed: size, some: vec![bytes.to_vec()] }
}

pub fn row<C: Codec>(documents: &[Document]) -> Row {
    let (package, requirement) = C::PACKAGE;
    let mut row = Row::new(C::LIBRARY, package, requirement, C::MODE, Vec::new());
    for document in documents {
        let bytes = C::encode(&C::tree(&document.value));
        row.samples.push(sample(document, "", &bytes));
        reads::<C>(&mut row, document, &bytes);
        changes::<C>(&mut row, document, &bytes);
    }
    row
}

fn reads<C: Codec>(row: &mut Row, document: &Document, bytes: &[u8]) {
    let names = document.names;
    row.prove("decoding gives the original", C::to_json(C::decode(bytes)) == document.value);
    let tree = C::tree(&document.value);
    row.time_noted(Measure::Encode, names.tree, C::TREE_NOTE, move || C::encode(black_box(&tree)));
    let source = bytes.to_vec();
    row.time_noted(Measure::DecodeAll, names.tree, C::TREE_NOTE, move || C::decode(black_box(&source)));

    let expected = Leaves::of(&document.value);
    row.prove("every leaf is read", C::leaves(&mut C::Reader::default(), bytes) == expected);
    let (source, mut reader) = (bytes.to_vec(), C::Reader::default());
    row.time_noted(Measure::DecodeAll, names.leaves, C::LEAVES_NOTE, move || {
        C::leaves(&mut reader, black_box(&source))
    });

    let text = C::text(&mut C::Reader::default(), bytes, document, str::to_owned);
    row.prove("decode one gives the text", text == document.text_of(&document.value));
    let (source, mut reader, place) = (bytes.to_vec(), C::Reader::default(), document.clone());
    row.time_noted(Measure::DecodeOne, names.name, C::ONE_NOTE, move || {
        C::text(&mut reader, black_box(&source), &place, |text| {
            black_box(text);
        });
    });
}

fn changes<C: Codec>(row: &mut Row, document: &Document, bytes: &[u8]) {
    let name = document.names.name;
    let texts = TEXTS.map(Change::Text);
    let mut changed = bytes.to_vec();
    for text in &texts {
        changed = C::change(changed, document, text);
        row.prove("the text changes, and nothing else", C::to_json(C::decode(&changed)) == document.with(text));
    }
    let (source, place, other) = (bytes.to_vec(), document.clone(), texts.clone());
    row.time_turns(Measure::UpdateOne, name, C::CHANGE_NOTE, move |turn| {
        C::change(black_box(&source).clone(), &place, black_box(&other[turn]))
    });
    let (mut kept, place) = (bytes.to_vec(), document.clone());
    row.time_turns(Measure::UpdateOneInPlace, name, C::CHANGE_NOTE, move |turn| {
        kept = C::change(std::mem::take(black_box(&mut kept)), &place, black_box(&texts[turn]));
    });

    for (measure, variant, change, steps) in document.additions() {
        let changed = C::change(bytes.to_vec(), document, &change);
        row.prove("what is added is there", C::to_json(C::decode(&changed)) == document.with(&change));
        let (source, place) = (bytes.to_vec(), document.clone());
        let timed = amortised(steps, move || {
            let (copy, mut changed) = (black_box(source.clone()), Vec::new());
            let took = clock(|| changed = C::change(copy, &place, &change));
            // The bytes stay: ours, which are changed where they lie, are not released within the
            // figure either.
            drop(black_box(changed));
            took
        });
        row.push(measure, variant, C::CHANGE_NOTE, timed);
    }
}
