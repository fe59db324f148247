//! The crate that this suite belongs to, in three modes: schema by derive, schema parsed at run time, and by derive with a
//! proof of the whole buffer first.
//!
//! Both write the same bytes. Each use of the library stands in one function that is never inlined, as for its rivals:
//! with a single place of use the optimiser inlines the library's own functions there, as in a program with one reader
//! and one writer.

mod derive;
mod fields;
mod oplog;
mod runtime;
mod verified;

use std::hint::black_box;

use vellum::Vellum;

use crate::library::{Library, Measure, Row};
use crate::workloads::container::{self as workload, GROWING_NAMES, SHORT_NAMES, TIMES, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct VellumLibrary;

const OWN_BYTES: &str = "bytes of this library";

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Container {
    list: Vec<FooBar>,
    initialized: bool,
    fruit: Fruit,
    location: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct FooBar {
    sibling: Bar,
    name: String,
    rating: f64,
    postfix: u8,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
struct Bar {
    time: i32,
    ratio: f32,
    size: u16,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum Fruit {
    Apples,
    Pears,
    Bananas,
}

impl From<workload::Container> for Container {
    fn from(value: workload::Container) -> Self {
        let own = |workload::FooBar { sibling, name, rating, postfix }| FooBar {
            sibling: Bar { time: sibling.time, ratio: sibling.ratio, size: sibling.size },
            name,
            rating,
            postfix,
        };
        let fruit = match value.fruit {
            workload::Fruit::Apples => Fruit::Apples,
            workload::Fruit::Pears => Fruit::Pears,
            workload::Fruit::Bananas => Fruit::Bananas,
        };
        let list = value.list.into_iter().map(own).collect();
        Self { list, initialized: value.initialized, fruit, location: value.location }
    }
}

impl Library for VellumLibrary {
    fn name(&self) -> &'static str {
        "vellum"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let value = Container::from(value.clone());
        Ok(vec![derive::row(&value), runtime::row(&value), verified::row(&value)])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

#[inline(never)]
fn encode(value: &Container) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Container {
    vellum::from_slice(bytes).expect(OWN_BYTES)
}

fn named(name: &str) -> Container {
    let mut value = Container::from(workload::Container::new());
    name.clone_into(&mut value.list[0].name);
    value
}

fn timed(time: i32) -> Container {
    let mut value = Container::from(workload::Container::new());
    value.list[0].sibling.time = time;
    value
}

/// How a mode changes the two fields in an open buffer.
trait Change: Copy + 'static {
    fn rename(self, bytes: &mut Vec<u8>, name: &str);
    fn set_time(self, bytes: &mut Vec<u8>, time: i32);
}

fn updates(row: &mut Row, change: impl Change) {
    let rename = move |bytes: &mut Vec<u8>, name: &'static str| change.rename(bytes, name);
    let set_time = move |bytes: &mut Vec<u8>, time: i32| change.set_time(bytes, time);
    update(row, variant::NAME, SHORT_NAMES, named, rename);
    update(row, variant::NAME_LONGER, GROWING_NAMES, named, rename);
    update(row, variant::FIRST_TIME, TIMES, timed, set_time);
    update_in_place(row, variant::NAME, SHORT_NAMES, named, rename);
    update_in_place(row, variant::NAME_LONGER, GROWING_NAMES, named, rename);
    update_in_place(row, variant::FIRST_TIME, TIMES, timed, set_time);
}

/// Times a change back and forth between two values; `expected` builds the record that holds one of them.
fn update<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&mut Vec<u8>, V) + 'static,
) {
    let sources = values.map(|value| encode(&expected(value)));
    let change = move |source: &Vec<u8>, value: V| {
        let mut bytes = black_box(source).clone();
        set(&mut bytes, black_box(value));
        bytes
    };
    for (source, value) in [(&sources[0], values[1]), (&sources[1], values[0])] {
        let claim = format!("updating {variant} changes that field alone");
        row.prove(&claim, decode(&change(source, value)) == expected(value));
    }
    row.time_turns(Measure::UpdateOne, variant, "in place in the clone", move |turn| {
        change(&sources[1 - turn], values[turn])
    });
}

/// The same in one buffer that is kept.
fn update_in_place<V: Copy + 'static>(
    row: &mut Row,
    variant: &'static str,
    values: [V; 2],
    expected: impl Fn(V) -> Container,
    set: impl Fn(&mut Vec<u8>, V) + 'static,
) {
    let mut bytes = encode(&expected(values[0]));
    for value in [values[1], values[0]] {
        set(&mut bytes, value);
        let claim = format!("updating {variant} in place changes that field alone");
        row.prove(&claim, decode(&bytes) == expected(value));
    }
    row.time_turns(Measure::UpdateOneInPlace, variant, "", move |turn| {
        set(black_box(&mut bytes), black_box(values[turn]));
    });
}
