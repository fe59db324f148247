//! Ours: a record whose root is `any`, read and edited by handles that were resolved once.
//!
//! The row "runtime" opens the buffer for each operation, as a program would that was just handed the bytes; "runtime, open" keeps
//! it open.

use std::hint::black_box;
use std::rc::Rc;

use serde::de::DeserializeSeed;
use serde_json::Value;
use vellum::{Handle, Record, RecordView, Schema, Storage, ValueRef};

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
        self.schema.view(bytes).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn encode(&self, value: &Value) -> Vec<u8> {
        self.schema.deserialize(value).expect("a value that any holds").into_storage()
    }

    #[inline(never)]
    fn decode(&self, bytes: &[u8]) -> Value {
        self.view(bytes).to_serde().expect(OWN_BYTES)
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
    let note = "serde_json::Value through serde: it has no tree of its own";
    row.time_noted(Measure::DecodeAll, names.tree, note, move || of.decode(black_box(&source)));

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

/// Keys in objects, and elements of an array.
fn additions(reopened: &mut Row, open: &mut Row, form: &Rc<Form>, bytes: &[u8]) {
    for (measure, variant, change, _) in form.document.additions() {
        let expected = form.document.with(&change);
        let elements = match change {
            Change::Elements(count) => vec![INDEX; count].into(),
            Change::Keys(elements) => elements.collect(),
            Change::Text(_) => continue,
        };
        both(reopened, open, form, bytes, (measure, variant), expected, elements);
    }
}

/// Edits of a fresh copy, whose making is not timed: each with the buffer opened for it, and all with it open.
fn both(
    reopened: &mut Row,
    open: &mut Row,
    form: &Rc<Form>,
    bytes: &[u8],
    (measure, variant): (Measure, &'static str),
    expected: Value,
    elements: Rc<[usize]>,
) {
    let again = move |bytes: &mut Vec<u8>, form: &Form, elements: &[usize]| {
        elements.iter().for_each(|index| form.add(measure, &mut form.open(&mut *black_box(&mut *bytes)), *index));
    };
    let once = move |record: &mut Record, form: &Form, elements: &[usize]| {
        elements.iter().for_each(|index| form.add(measure, black_box(record), *index));
    };
    let mut copy = bytes.to_vec();
    again(&mut copy, form, &elements);
    reopened.prove("every edit is there, and nothing else", form.decode(&copy) == expected);
    let mut record = form.open(bytes.to_vec());
    once(&mut record, form, &elements);
    open.prove("every edit is there, and nothing else", form.decode(record.as_bytes()) == expected);

    let note = "of a copy, whose making is not timed";
    let (of, source, indices) = (Rc::clone(form), bytes.to_vec(), Rc::clone(&elements));
    let timed: Timed = amortised(elements.len(), move || {
        let mut copy = source.clone();
        let took = clock(|| again(&mut copy, &of, &indices));
        drop(copy);
        took
    });
    reopened.push(measure, variant, note, timed);
    let (of, source, steps) = (Rc::clone(form), bytes.to_vec(), elements.len());
    let timed: Timed = amortised(steps, move || {
        let mut record = of.open(source.clone());
        let took = clock(|| once(&mut record, &of, &elements));
        drop(record);
        took
    });
    open.push_kept(measure, variant, note, timed);
}
