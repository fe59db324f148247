//! Reading the record field by field, for formats that are read where they lie.
//!
//! One walk over the fields serves both ends: timed, it gives all it finds to the optimiser's black
//! box; untimed, it puts the record together, which has to be the original.

use std::hint::black_box;

use super::{Bar, Container, FooBar, FooBarRef, Fruit};

/// What takes the fields in their order, each as it is read, those of an element from its struct
/// on.
pub trait Sink {
    fn sibling(&mut self, sibling: Bar);
    fn name(&mut self, name: &str);
    fn numbers(&mut self, rating: f64, postfix: u8);
    /// The fields behind the list.
    fn flags(&mut self, initialized: bool, fruit: Fruit);
    fn location(&mut self, location: &str);

    /// An element that was read before.
    #[inline(always)]
    fn element(&mut self, FooBarRef { sibling, name, rating, postfix }: FooBarRef<'_>) {
        self.sibling(sibling);
        self.name(name);
        self.numbers(rating, postfix);
    }
}

/// Walks the record by getters that are called as its fields are: `$q` is what follows one that may
/// fail, `$plain` what follows one of the inner struct, and `$case` the fruit of the one that was
/// read.
macro_rules! walk_getters {
    ($root:expr, $sink:expr, [$($q:tt)?], [$($plain:tt)?], |$fruit:ident| $case:expr) => {
        for one in $root.list()$($q)?.iter() {
            let element = one$($q)?;
            let sibling = element.sibling()$($q)?;
            let (time, ratio) = (sibling.time()$($plain)?, sibling.ratio()$($plain)?);
            $sink.sibling($crate::workloads::container::Bar { time, ratio, size: sibling.size()$($plain)? });
            $sink.name(element.name()$($q)?);
            $sink.numbers(element.rating()$($q)?, element.postfix()$($q)?);
        }
        let $fruit = $root.fruit()$($q)?;
        $sink.flags($root.initialized()$($q)?, $case);
        $sink.location($root.location()$($q)?);
    };
}
pub(crate) use walk_getters;

/// The sink of a timed walk.
pub struct BlackBox;

impl Sink for BlackBox {
    #[inline(always)]
    fn sibling(&mut self, sibling: Bar) {
        black_box((sibling.time, sibling.ratio, sibling.size));
    }

    #[inline(always)]
    fn name(&mut self, name: &str) {
        black_box(name);
    }

    #[inline(always)]
    fn numbers(&mut self, rating: f64, postfix: u8) {
        black_box((rating, postfix));
    }

    #[inline(always)]
    fn flags(&mut self, initialized: bool, fruit: Fruit) {
        black_box((initialized, fruit));
    }

    #[inline(always)]
    fn location(&mut self, location: &str) {
        black_box(location);
    }
}

/// The sink of a proof, or of a decoder that makes owned values.
#[derive(Default)]
pub struct Collect {
    list: Vec<FooBar>,
    flags: Option<(bool, Fruit)>,
    location: Option<String>,
}

impl Sink for Collect {
    #[inline]
    fn sibling(&mut self, sibling: Bar) {
        self.list.push(FooBar { sibling, name: String::new(), rating: 0.0, postfix: 0 });
    }

    #[inline]
    fn name(&mut self, name: &str) {
        if let Some(element) = self.list.last_mut() {
            name.clone_into(&mut element.name);
        }
    }

    #[inline]
    fn numbers(&mut self, rating: f64, postfix: u8) {
        if let Some(element) = self.list.last_mut() {
            (element.rating, element.postfix) = (rating, postfix);
        }
    }

    #[inline]
    fn flags(&mut self, initialized: bool, fruit: Fruit) {
        self.flags = Some((initialized, fruit));
    }

    #[inline]
    fn location(&mut self, location: &str) {
        self.location = Some(location.to_owned());
    }
}

impl From<Collect> for Container {
    fn from(Collect { list, flags, location }: Collect) -> Self {
        const ALL: &str = "a walk comes by all fields";
        let (initialized, fruit) = flags.expect(ALL);
        Self { list, initialized, fruit, location: location.expect(ALL) }
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
