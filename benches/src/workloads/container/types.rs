//! The record in the forms that libraries read and write: what all of them can do, and a form with borrowed strings.

use super::{Bar, Container, FooBar, Fruit};
use crate::format::with_borrowing_derives;
use crate::workloads::texts;

/// What updates change: `list[0].name` and `list[0].sibling.time`.
pub trait Edit {
    fn set_name(&mut self, name: &'static str);
    fn set_time(&mut self, time: i32);
}

/// A record in memory.
pub trait Record: Edit + Sized + 'static {
    /// The value of the workload from its constants.
    fn build() -> Self;
    /// The same as the workload's own type; for proofs only.
    fn plain(&self) -> Container;
    /// Gives the location and all names another text.
    fn set_texts(&mut self, text: &'static str);

    /// The value with long texts beyond ASCII.
    fn with_long_texts() -> Self {
        let mut record = Self::build();
        record.set_texts(texts::LONG);
        record
    }
}

/// What an update does to a record.
pub trait Change: Copy + 'static {
    fn apply(self, record: &mut impl Edit);
}

/// Another first name.
#[derive(Clone, Copy)]
pub struct Name(pub &'static str);

/// Another first time.
#[derive(Clone, Copy)]
pub struct Time(pub i32);

impl Change for Name {
    fn apply(self, record: &mut impl Edit) {
        record.set_name(self.0);
    }
}

impl Change for Time {
    fn apply(self, record: &mut impl Edit) {
        record.set_time(self.0);
    }
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
        Self::new()
    }

    fn plain(&self) -> Container {
        self.clone()
    }

    fn set_texts(&mut self, text: &'static str) {
        text.clone_into(&mut self.location);
        self.list.iter_mut().for_each(|element| text.clone_into(&mut element.name));
    }
}

with_borrowing_derives! {
    /// [`Container`] with its strings in the input; the list itself is a vector.
    #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::BorrowDecode)]
    #[bincode(crate = "bincode2")]
    pub struct ContainerRef<'a> {
        #[serde(borrow)]
        pub list: Vec<FooBarRef<'a>>,
        pub initialized: bool,
        pub fruit: Fruit,
        pub location: &'a str,
    }
}

with_borrowing_derives! {
    /// [`FooBar`] with its string in the input.
    #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::BorrowDecode)]
    #[bincode(crate = "bincode2")]
    pub struct FooBarRef<'a> {
        pub sibling: Bar,
        pub name: &'a str,
        pub rating: f64,
        pub postfix: u8,
    }
}

impl FooBarRef<'_> {
    pub fn to_owned(&self) -> FooBar {
        FooBar { sibling: self.sibling, name: self.name.to_owned(), rating: self.rating, postfix: self.postfix }
    }
}

impl Edit for ContainerRef<'_> {
    fn set_name(&mut self, name: &'static str) {
        self.list[0].name = name;
    }

    fn set_time(&mut self, time: i32) {
        self.list[0].sibling.time = time;
    }
}
