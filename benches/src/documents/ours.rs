//! Ours: a record whose root is `any`, read and edited by handles that were resolved once.
//!
//! The row "runtime" opens the buffer for each operation, as a program would that was just handed
//! the bytes; "runtime, open" keeps it open.

use std::hint::black_box;
use std::iter::repeat_n;
use std::rc::Rc;

use serde::de::DeserializeSeed;
use serde_json::Value;
use vellum::{
    Handle, Record, RecordView, Schema, Storage,
    dynamic::{Tree, ValueRef},
};

use super::codec::sample;
use super::document::{Change, Document, INDEX, KEY, Pushed, REVIEWER, TEXTS};
use super::leaves::Leaves;
use crate::library::{Measure, OWN_BYTES, Row, Timed, amortised, clock};

pub fn rows(documents: &[Document]) -> Vec<Row> {
    let mut reopened = Row::new("vellum", "vellum-format", "", "runtime", Vec::new());
    let mut open = Row::new("vellum", "vellum-format", "", "runtime, open", Vec::new());
    for document in documents {
        let form = Rc::new(Form::new(document));
        let bytes = form.encode(&document.value);
        reopened.samples.push(sample(document, "root any", &bytes));
        reads(&mut reopened, &form, &bytes);
        updates(&mut reopened, &mut open, &form, &bytes);
        additions(&mut reopened, &mut open, &form, &bytes);
    }
    vec![reopened, open.kept()]
}

/// The places of a document as handles.
struct Form {
    document: Document,
    schema: Schema,
    text: Handle<str>,
    key: Handle<str>,
    pushed: Element,
}

/// The array's elements, by the type of what is appended.
enum Element {
    Text(Handle<str>, &'static str),
    Integer(Handle<i64>, i64),
    Float(Handle<f64>, f64),
}

impl Form {
    fn new(document: &Document) -> Self {
        let schema = Schema::parse("root any;").expect("a valid schema");
        let path = |keys: &[&str], end: &str| format!("{}[].{}{end}", document.list, keys.join("."));
        let array = path(document.array, "[]");
        let pushed = match document.pushed {
            Pushed::Text(text) => Element::Text(schema.field(&array).expect("a path"), text),
            Pushed::Integer(integer) => Element::Integer(schema.field(&array).expect("a path"), integer),
            Pushed::Float(float) => Element::Float(schema.field(&array).expect("a path"), float),
        };
        let text = schema.field(&path(document.text, "")).expect("a path");
        let key = schema.field(&path(document.object, &format!(".{KEY}"))).expect("a path");
        Self { document: document.clone(), schema, text, key, pushed }
    }

    fn open<B: AsRef<[u8]>>(&self, bytes: B) -> Record<B> {
        Record::open(&self.schema, bytes).expect(OWN_BYTES)
    }

    fn view<'a>(&'a self, bytes: &'a [u8]) -> RecordView<'a> {
        self.schema.peek(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn encode(&self, value: &Value) -> Vec<u8> {
        self.schema.deserialize(value).expect("a value that any holds").into_storage()
    }

    #[inline(never)]
    fn decode(&self, bytes: &[u8]) -> Value {
        self.view(bytes).to_serde().expect(OWN_BYTES)
    }

    /// A tree of a copy of the bytes, from which it borrows its texts: so the bytes given may go, as with
    /// the trees of others.
    #[inline(never)]
    fn tree(&self, bytes: &[u8]) {
        let copy = bytes.to_vec();
        black_box(self.view(&copy).value().and_then(ValueRef::to_tree).expect(OWN_BYTES));
    }

    #[inline(never)]
    fn leaves(&self, bytes: &[u8]) -> Leaves {
        let mut leaves = Leaves::default();
        sum(self.view(bytes).root().and_then(|root| root.get("")).expect(OWN_BYTES), &mut leaves);
        leaves
    }

    #[inline(never)]
    fn read(&self, bytes: &[u8]) -> String {
        self.view(bytes).get(self.text.at(INDEX)).expect(OWN_BYTES).to_owned()
    }

    #[inline(never)]
    fn look(&self, bytes: &[u8]) {
        black_box(self.view(bytes).get(self.text.at(INDEX)).expect(OWN_BYTES));
    }

    #[inline(never)]
    fn set<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, text: &str) {
        record.set(self.text.at(INDEX), text).expect(OWN_BYTES);
    }

    /// Adds a key or an element, as the measure says.
    fn add<S: Storage + AsRef<[u8]>>(&self, measure: Measure, record: &mut Record<S>, index: usize) {
        match measure {
            Measure::KeyInsert => self.insert(record, index),
            _ => self.push(record, index),
        }
    }

    /// Makes a change of several elements, or appends several elements.
    fn add_all<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, change: &Change) {
        match change {
            Change::Keys(elements) => elements.clone().for_each(|index| self.insert(record, index)),
            Change::Elements(count) => self.extend(record, INDEX, *count),
            Change::Text(_) => {}
        }
    }

    #[inline(never)]
    fn extend<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, index: usize, count: usize) {
        let extended = match &self.pushed {
            Element::Text(field, text) => record.extend(field.at(index), repeat_n(black_box(*text), count)),
            Element::Integer(field, integer) => record.extend(field.at(index), repeat_n(black_box(*integer), count)),
            Element::Float(field, float) => record.extend(field.at(index), repeat_n(black_box(*float), count)),
        };
        extended.expect(OWN_BYTES);
    }

    #[inline(never)]
    fn insert<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, index: usize) {
        record.set(self.key.at(index), black_box(REVIEWER)).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn push<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, index: usize) {
        let pushed = match &self.pushed {
            Element::Text(field, text) => record.push(field.at(index), black_box(*text)),
            Element::Integer(field, integer) => record.push(field.at(index), black_box(*integer)),
            Element::Float(field, float) => record.push(field.at(index), black_box(*float)),
        };
        pushed.expect(OWN_BYTES);
    }
}

/// Whether a buffer is read as a tree of the same values.
fn is_tree_of(form: &Form, bytes: &[u8], value: &Value) -> bool {
    let tree = form.view(bytes).value().and_then(ValueRef::to_tree);
    same(&tree.expect(OWN_BYTES), value)
}

fn same(tree: &Tree<'_>, value: &Value) -> bool {
    match (tree, value) {
        (Tree::Null, Value::Null) => true,
        (Tree::Bool(one), Value::Bool(other)) => one == other,
        (Tree::Signed(one), Value::Number(other)) => other.as_i64() == Some(*one),
        (Tree::Unsigned(one), Value::Number(other)) => other.as_u64() == Some(*one),
        (Tree::F64(one), Value::Number(other)) => other.as_f64() == Some(*one),
        (Tree::String(one), Value::String(other)) => one == other,
        (Tree::List(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Tree::Map(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(*key).is_some_and(|other| same(one, other)))
        }
        _ => false,
    }
}

fn sum(value: ValueRef<'_>, leaves: &mut Leaves) {
    match value {
        ValueRef::Null => leaves.null(),
        ValueRef::Bool(value) => leaves.bool(value),
        ValueRef::Signed(value) => leaves.integer(value),
        ValueRef::Unsigned(value) => leaves.integer(value.cast_signed()),
        ValueRef::F64(value) => leaves.float(value),
        ValueRef::String(text) => leaves.text(text),
        ValueRef::List(list) => list.iter().for_each(|value| sum(value.expect(OWN_BYTES), leaves)),
        ValueRef::Map(map) => {
            for entry in map.iter() {
                let (key, value) = entry.expect(OWN_BYTES);
                sum(key, leaves);
                sum(value, leaves);
            }
        }
        _ => {}
    }
}

fn reads(row: &mut Row, form: &Rc<Form>, bytes: &[u8]) {
    let (document, names) = (&form.document, form.document.names);
    row.prove("decoding gives the original", form.decode(bytes) == document.value);
    let (of, value) = (Rc::clone(form), document.value.clone());
    let note = "from serde_json::Value by its Deserializer";
    row.time_noted(Measure::Encode, names.tree, note, move || of.encode(black_box(&value)));
    let (of, source) = (Rc::clone(form), bytes.to_vec());
    row.prove("the tree is the original", is_tree_of(form, bytes, &document.value));
    let note = "dynamic::Tree, which borrows its texts from a copy of the buffer";
    row.time_noted(Measure::DecodeAll, names.tree, note, move || of.tree(black_box(&source)));

    row.prove("every leaf is read", form.leaves(bytes) == Leaves::of(&document.value));
    let (of, source) = (Rc::clone(form), bytes.to_vec());
    row.time_noted(Measure::DecodeAll, names.leaves, "by ValueRef", move || of.leaves(black_box(&source)));

    row.prove("decode one gives the text", form.read(bytes) == document.text_of(&document.value));
    let (of, source) = (Rc::clone(form), bytes.to_vec());
    row.time(Measure::DecodeOne, names.name, move || of.look(black_box(&source)));
}

fn updates(reopened: &mut Row, open: &mut Row, form: &Rc<Form>, bytes: &[u8]) {
    let name = form.document.names.name;
    let mut changed = bytes.to_vec();
    let mut record = form.open(bytes.to_vec());
    for text in TEXTS {
        form.set(&mut form.open(&mut changed), text);
        form.set(&mut record, text);
        let expected = form.document.with(&Change::Text(text));
        reopened.prove("the text changes, and nothing else", form.decode(&changed) == expected);
        open.prove("the text changes, and nothing else", form.decode(record.as_bytes()) == expected);
    }
    let (source, of) = (bytes.to_vec(), Rc::clone(form));
    reopened.time_turns(Measure::UpdateOne, name, "", move |turn| {
        let mut copy = black_box(&source).clone();
        of.set(&mut of.open(&mut copy), black_box(TEXTS[turn]));
        copy
    });
    let of = Rc::clone(form);
    reopened.time_turns(Measure::UpdateOneInPlace, name, "", move |turn| {
        of.set(&mut of.open(black_box(&mut changed)), black_box(TEXTS[turn]));
    });
    let of = Rc::clone(form);
    open.time_turns(Measure::UpdateOneInPlace, name, "buffer open", move |turn| {
        of.set(black_box(&mut record), black_box(TEXTS[turn]));
    });
}

/// Keys in objects, and elements of an array: one edit, and many, one by one and together.
fn additions(reopened: &mut Row, open: &mut Row, form: &Rc<Form>, bytes: &[u8]) {
    let names = form.document.names;
    for (measure, variant, change, steps) in form.document.additions() {
        let elements: Rc<[usize]> = match &change {
            Change::Elements(count) => vec![INDEX; *count].into(),
            Change::Keys(elements) => elements.clone().collect(),
            Change::Text(_) => continue,
        };
        let mut edited = Edited { form, bytes, measure, steps, expected: form.document.with(&change) };
        let (variant, batch) = if steps == 1 { (variant, None) } else { (names.singly, Some(variant)) };
        let indices = Rc::clone(&elements);
        edited.reopened(reopened, variant, COPY, move |form, bytes| {
            indices.iter().for_each(|index| form.add(measure, &mut form.open(&mut *black_box(&mut *bytes)), *index));
        });
        edited.open(open, variant, COPY, move |form, record| {
            elements.iter().for_each(|index| form.add(measure, black_box(record), *index));
        });
        let Some(variant) = batch else { continue };
        let note = if matches!(change, Change::Keys(_)) { KEYS } else { ELEMENTS };
        let again = change.clone();
        edited.reopened(reopened, variant, note, move |form, bytes| form.add_all(&mut form.open(bytes), &again));
        edited.open(open, variant, note, move |form, record| form.add_all(record, &change));
    }
}

const COPY: &str = "of a copy, whose making is not timed";
const KEYS: &str = "one by one, as there is no call for all; of a copy, whose making is not timed";
const ELEMENTS: &str = "by extend; of a copy, whose making is not timed";

/// Edits of a fresh copy, whose making is not timed.
struct Edited<'f> {
    form: &'f Rc<Form>,
    bytes: &'f [u8],
    measure: Measure,
    steps: usize,
    expected: Value,
}

impl Edited<'_> {
    /// Of bytes, which the edits open.
    fn reopened(
        &mut self,
        row: &mut Row,
        variant: &'static str,
        note: &'static str,
        edit: impl Fn(&Form, &mut Vec<u8>) + 'static,
    ) {
        let mut copy = self.bytes.to_vec();
        edit(self.form, &mut copy);
        row.prove("every edit is there, and nothing else", self.form.decode(&copy) == self.expected);
        let (of, source) = (Rc::clone(self.form), self.bytes.to_vec());
        let timed: Timed = amortised(self.steps, move || {
            let mut copy = source.clone();
            let took = clock(|| edit(&of, black_box(&mut copy)));
            drop(copy);
            took
        });
        row.push(self.measure, variant, note, timed);
    }

    /// Of a record that was opened before.
    fn open(
        &mut self,
        row: &mut Row,
        variant: &'static str,
        note: &'static str,
        edit: impl Fn(&Form, &mut Record) + 'static,
    ) {
        let mut record = self.form.open(self.bytes.to_vec());
        edit(self.form, &mut record);
        row.prove("every edit is there, and nothing else", self.form.decode(record.as_bytes()) == self.expected);
        let (of, source) = (Rc::clone(self.form), self.bytes.to_vec());
        let timed: Timed = amortised(self.steps, move || {
            let mut record = of.open(source.clone());
            let took = clock(|| edit(&of, black_box(&mut record)));
            drop(record);
            took
        });
        row.push_kept(self.measure, variant, note, timed);
    }
}
