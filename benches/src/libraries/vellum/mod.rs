//! The crate that this suite belongs to, in three modes: schema by derive, schema parsed at run time, and by derive with a
//! proof of the whole buffer first. Reads are also told of a buffer that stays open.
//!
//! Both write the same bytes. Each use of the library stands in one function that is never inlined, as for its rivals:
//! with a single place of use the optimiser inlines the library's own functions there, as in a program with one reader
//! and one writer.

mod derive;
mod fields;
mod oplog;
mod runtime;
mod verified;

use vellum::Vellum;

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{self as workload, Edit, Name, Record, Time};
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
        let mut rows = vec![derive::row(value), runtime::row(value)];
        rows.extend(verified::rows(value));
        Ok(rows)
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

impl Edit for Container {
    fn set_name(&mut self, name: &'static str) {
        name.clone_into(&mut self.list[0].name);
    }

    fn set_time(&mut self, time: i32) {
        self.list[0].sibling.time = time;
    }
}

impl Record for Container {
    fn build() -> Self {
        workload::Container::new().into()
    }

    fn plain(&self) -> workload::Container {
        let bar = |Bar { time, ratio, size }| workload::Bar { time, ratio, size };
        let element = |one: &FooBar| workload::FooBar {
            sibling: bar(one.sibling),
            name: one.name.clone(),
            rating: one.rating,
            postfix: one.postfix,
        };
        let fruit = match self.fruit {
            Fruit::Apples => workload::Fruit::Apples,
            Fruit::Pears => workload::Fruit::Pears,
            Fruit::Bananas => workload::Fruit::Bananas,
        };
        let list = self.list.iter().map(element).collect();
        workload::Container { list, initialized: self.initialized, fruit, location: self.location.clone() }
    }

    fn set_texts(&mut self, text: &'static str) {
        text.clone_into(&mut self.location);
        self.list.iter_mut().for_each(|element| text.clone_into(&mut element.name));
    }
}

/// How a mode changes the two fields where they lie, in a buffer that it opens for that.
trait InPlace: Codec<Bytes = Vec<u8>> {
    fn rename(bytes: &mut Vec<u8>, name: &str);
    fn set_time(bytes: &mut Vec<u8>, time: i32);
}

/// Adds all updates.
fn updates<C: InPlace>(rows: Rows<C>) -> Rows<C> {
    let in_clone = "in place in the clone";
    let renamed = |_: &mut C, bytes: &Vec<u8>, Name(name): Name| {
        let mut bytes = bytes.clone();
        C::rename(&mut bytes, name);
        bytes
    };
    rows.update_name(in_clone, renamed)
        .update_name_longer(in_clone, renamed)
        .update_time(in_clone, |_, bytes, Time(time)| {
            let mut bytes = bytes.clone();
            C::set_time(&mut bytes, time);
            bytes
        })
        .update_name_in_place("", |bytes, Name(name)| C::rename(bytes, name))
        .update_name_longer_in_place("", |bytes, Name(name)| C::rename(bytes, name))
        .update_time_in_place("", |bytes, Time(time)| C::set_time(bytes, time))
}
