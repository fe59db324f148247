//! Reading the record field by field, for formats that are read where they lie.
//!
//! One walk over the fields serves both ends: timed, it gives all it finds to the optimiser's black box; untimed, it
//! puts the record together, which has to be the original.

use std::hint::black_box;

use super::{Container, FooBar, FooBarRef, Fruit};

/// What takes the fields, the elements of the list first.
pub trait Sink {
    fn element(&mut self, element: FooBarRef<'_>);
    fn rest(&mut self, initialized: bool, fruit: Fruit, location: &str);
}

/// The sink of a timed walk.
pub struct BlackBox;

impl Sink for BlackBox {
    #[inline(always)]
    fn element(&mut self, FooBarRef { sibling, name, rating, postfix }: FooBarRef<'_>) {
        black_box((sibling.time, sibling.ratio, sibling.size));
        black_box(name);
        black_box((rating, postfix));
    }

    #[inline(always)]
    fn rest(&mut self, initialized: bool, fruit: Fruit, location: &str) {
        black_box((initialized, fruit));
        black_box(location);
    }
}

/// The sink of a proof, or of a decoder that makes owned values.
#[derive(Default)]
pub struct Collect {
    list: Vec<FooBar>,
    rest: Option<(bool, Fruit, String)>,
}

impl Sink for Collect {
    fn element(&mut self, element: FooBarRef<'_>) {
        self.list.push(element.to_owned());
    }

    fn rest(&mut self, initialized: bool, fruit: Fruit, location: &str) {
        self.rest = Some((initialized, fruit, location.to_owned()));
    }
}

impl From<Collect> for Container {
    fn from(Collect { list, rest }: Collect) -> Self {
        let (initialized, fruit, location) = rest.expect("a walk ends with the other fields");
        Self { list, initialized, fruit, location }
    }
}

impl Collect {
    /// The record that a walk comes by.
    pub fn record(walk: impl FnOnce(&mut Self)) -> Container {
        let mut sink = Self::default();
        walk(&mut sink);
        sink.into()
    }
}
