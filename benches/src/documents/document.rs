//! The documents, and what is read and changed in them.
//!
//! Each is an object with one long array of objects. What is read and changed lies in one of these,
//! or in one after the other.

use std::ops::Range;

use serde_json::Value;

use super::{catalogue, places, tweets};
use crate::harness::kind::RunKind;
use crate::library::Measure;

/// The element that is read and changed.
pub const INDEX: usize = 57;
/// Two values that an update writes alternately; neither is in a document.
pub const TEXTS: [&str; 2] = ["Ada Lovelace", "Augusta Ada King, Countess of Lovelace"];
/// The key that is inserted, and its value.
pub const KEY: &str = "reviewed_by";
pub const REVIEWER: &str = "Babbage";

/// The names of a kind's variants.
pub struct Names {
    /// Of sizes and of edits.
    pub name: &'static str,
    /// To a tree that owns its values, and from one.
    pub tree: &'static str,
    /// To every leaf, where it lies.
    pub leaves: &'static str,
    /// One edit that adds something.
    pub first: &'static str,
    /// Many of them, made together, and one after the other: the mean of all.
    pub batch: &'static str,
    pub singly: &'static str,
}

macro_rules! names {
    ($name:literal) => {
        Names {
            name: $name,
            tree: concat!($name, ", tree"),
            leaves: concat!($name, ", every leaf"),
            first: concat!($name, ", first edit"),
            batch: concat!($name, ", a batch of edits"),
            singly: concat!($name, ", edits one by one"),
        }
    };
}

pub const ALL: [Names; 3] = [names!("tweets"), names!("catalogue"), names!("places")];
/// The only kind of a quick run.
pub const QUICK: Names = names!("tweets, 200 kB");

/// So many elements are appended to one array.
const PUSHES: usize = 1_000;

/// What is changed in a document.
#[derive(Clone)]
pub enum Change {
    /// The string that is read becomes another one.
    Text(&'static str),
    /// The key is inserted into these elements.
    Keys(Range<usize>),
    /// So many elements are appended to the array.
    Elements(usize),
}

/// What is appended to an array.
#[derive(Clone, Copy, Debug)]
pub enum Pushed {
    Text(&'static str),
    Integer(i64),
    Float(f64),
}

impl Pushed {
    /// As a library's value.
    pub fn to<T: From<&'static str> + From<i64> + From<f64>>(self) -> T {
        match self {
            Self::Text(text) => text.into(),
            Self::Integer(integer) => integer.into(),
            Self::Float(float) => float.into(),
        }
    }
}

/// A document with the places in it: keys from an element of the long array on.
#[derive(Clone)]
pub struct Document {
    pub names: &'static Names,
    pub value: Value,
    /// The key of the long array.
    pub list: &'static str,
    /// A string that is read and changed.
    pub text: &'static [&'static str],
    /// An object that gets a key.
    pub object: &'static [&'static str],
    /// An array that gets an element.
    pub array: &'static [&'static str],
    pub pushed: Pushed,
}

pub fn all(kind: RunKind) -> Vec<Document> {
    let tweets = |names, count| Document {
        names,
        value: tweets::document(count),
        list: "statuses",
        text: &["user", "name"],
        object: &["user"],
        array: &["entities", "symbols"],
        pushed: Pushed::Text("VLM"),
    };
    if kind == RunKind::Quick {
        return vec![tweets(&QUICK, 105)];
    }
    let catalogue = Document {
        names: &ALL[1],
        value: catalogue::document(1400),
        list: "products",
        text: &["price", "currency"],
        object: &["stock"],
        array: &["ratings"],
        pushed: Pushed::Integer(5),
    };
    let places = Document {
        names: &ALL[2],
        value: places::document(950),
        list: "features",
        text: &["properties", "name"],
        object: &["properties"],
        array: &["properties", "heights"],
        pushed: Pushed::Float(412.5),
    };
    vec![tweets(&ALL[0], 525), catalogue, places]
}

impl Document {
    /// Number of elements of the long array.
    pub fn len(&self) -> usize {
        self.value[self.list].as_array().map_or(0, Vec::len)
    }

    /// The edits that add something: a key, and an element of an array, once and as a batch. Each
    /// has its measure, its variant and how many steps it has.
    pub fn additions(&self) -> [(Measure, &'static str, Change, usize); 4] {
        let (first, batch) = (self.names.first, self.names.batch);
        [
            (Measure::KeyInsert, first, Change::Keys(INDEX..INDEX + 1), 1),
            (Measure::KeyInsert, batch, Change::Keys(0..self.len()), self.len()),
            (Measure::Push, first, Change::Elements(1), 1),
            (Measure::Push, batch, Change::Elements(PUSHES), PUSHES),
        ]
    }

    /// The value below an element of the long array.
    pub fn within<'v>(&self, value: &'v mut Value, index: usize, keys: &[&str]) -> &'v mut Value {
        keys.iter().fold(&mut value[self.list][index], |value, key| &mut value[*key])
    }

    /// The string that is read, in any copy of the document.
    pub fn text_of<'v>(&self, value: &'v Value) -> &'v str {
        let text = self.text.iter().fold(&value[self.list][INDEX], |value, key| &value[*key]);
        text.as_str().expect("the generator writes a string here")
    }

    /// The elements of the list that a change is in, and the way to its place in each.
    pub fn places(&self, change: &Change) -> (Range<usize>, &'static [&'static str]) {
        const ONE: Range<usize> = INDEX..INDEX + 1;
        match change {
            Change::Text(_) => (ONE, self.text),
            Change::Keys(elements) => (elements.clone(), self.object),
            Change::Elements(_) => (ONE, self.array),
        }
    }

    /// Makes a change in any copy of the document.
    pub fn change(&self, tree: &mut Value, change: &Change) {
        let (elements, keys) = self.places(change);
        for index in elements {
            let place = self.within(tree, index, keys);
            match change {
                Change::Text(text) => *place = (*text).into(),
                Change::Keys(_) => place[KEY] = REVIEWER.into(),
                Change::Elements(count) => {
                    let array = place.as_array_mut().expect("an array");
                    array.extend((0..*count).map(|_| self.pushed.to()));
                }
            }
        }
    }

    /// The document with a change.
    pub fn with(&self, change: &Change) -> Value {
        let mut value = self.value.clone();
        self.change(&mut value, change);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::leaves::Leaves;

    #[test]
    fn documents_are_the_same_on_every_run_and_about_a_megabyte_long() {
        for (one, other) in all(RunKind::Thorough).iter().zip(all(RunKind::Thorough)) {
            let text = serde_json::to_string(&one.value).expect("keys are strings");
            assert!((950_000..1_100_000).contains(&text.len()), "{}: {}", one.names.name, text.len());
            assert_eq!(one.value, other.value);
            // Floats are read back as they were, by any parser.
            assert_eq!(serde_json::from_str::<Value>(&text).expect("valid text"), one.value);
        }
    }

    #[test]
    fn documents_have_values_of_every_kind() {
        for document in all(RunKind::Thorough) {
            let leaves = Leaves::of(&document.value);
            assert!(leaves.nulls > 0 && leaves.bools > 0 && leaves.integers != 0 && leaves.floats != 0);
            let text = serde_json::to_string(&document.value).expect("keys are strings");
            assert!(!text.is_ascii() && text.contains("\\\"") && text.contains("\\n"));
        }
    }
}
