//! The record in the forms that libraries read and write: what all of them can do, a form with borrowed strings for
//! serde, and the types anew for derives of a library's own.

use serde::{Deserialize, Serialize};

use super::{Bar, Container, FooBar, Fruit};

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
}

/// [`Container`] with its strings in the input; the list itself is a vector.
#[derive(Serialize, Deserialize)]
pub struct ContainerRef<'a> {
    #[serde(borrow)]
    pub list: Vec<FooBarRef<'a>>,
    pub initialized: bool,
    pub fruit: Fruit,
    pub location: &'a str,
}

/// [`FooBar`] with its string in the input.
#[derive(Serialize, Deserialize)]
pub struct FooBarRef<'a> {
    pub sibling: Bar,
    pub name: &'a str,
    pub rating: f64,
    pub postfix: u8,
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

/// [`Container`] for a reader of one field, where the others have to be passed: the names are left as bytes, so that
/// nobody checks their text.
#[derive(Deserialize)]
pub struct Skimmed<'a> {
    #[serde(borrow)]
    _list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    pub location: &'a str,
}

/// An element of [`Skimmed`].
#[derive(Deserialize)]
pub struct SkimmedFooBar<'a> {
    _sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

/// [`Container`] up to the second element's struct, for formats that write a list as its length, a `u64`, and its elements:
/// what a reader of `list[1].sibling.time` needs, and no vector.
#[derive(Deserialize)]
pub struct Second<'a> {
    len: u64,
    #[serde(borrow)]
    _first: SkimmedFooBar<'a>,
    sibling: Bar,
}

impl Second<'_> {
    /// The time, if the list has a second element.
    pub fn time(&self) -> Option<i32> {
        (self.len > 1).then_some(self.sibling.time)
    }
}

/// Declares the types of the workload anew, under the attributes that are given.
macro_rules! own_types {
    ($(#[$($attribute:tt)*])+) => {
        $(#[$($attribute)*])+
        struct Container {
            list: Vec<FooBar>,
            initialized: bool,
            fruit: Fruit,
            location: String,
        }

        $(#[$($attribute)*])+
        struct FooBar {
            sibling: Bar,
            name: String,
            rating: f64,
            postfix: u8,
        }

        $(#[$($attribute)*])+
        #[derive(Copy)]
        struct Bar {
            time: i32,
            ratio: f32,
            size: u16,
        }

        $(#[$($attribute)*])+
        #[derive(Copy)]
        enum Fruit {
            Apples,
            Pears,
            Bananas,
        }

        impl From<$crate::workloads::container::Container> for Container {
            fn from(value: $crate::workloads::container::Container) -> Self {
                let own = |one: $crate::workloads::container::FooBar| {
                    let $crate::workloads::container::Bar { time, ratio, size } = one.sibling;
                    FooBar { sibling: Bar { time, ratio, size }, name: one.name, rating: one.rating, postfix: one.postfix }
                };
                let fruit = match value.fruit {
                    $crate::workloads::container::Fruit::Apples => Fruit::Apples,
                    $crate::workloads::container::Fruit::Pears => Fruit::Pears,
                    $crate::workloads::container::Fruit::Bananas => Fruit::Bananas,
                };
                let list = value.list.into_iter().map(own).collect();
                Self { list, initialized: value.initialized, fruit, location: value.location }
            }
        }

        impl $crate::workloads::container::Edit for Container {
            fn set_name(&mut self, name: &'static str) {
                name.clone_into(&mut self.list[0].name);
            }

            fn set_time(&mut self, time: i32) {
                self.list[0].sibling.time = time;
            }
        }

        impl $crate::workloads::container::Record for Container {
            fn build() -> Self {
                Self::from($crate::workloads::container::Container::new())
            }

            fn plain(&self) -> $crate::workloads::container::Container {
                let plain = |one: &FooBar| $crate::workloads::container::FooBar {
                    sibling: $crate::workloads::container::Bar {
                        time: one.sibling.time,
                        ratio: one.sibling.ratio,
                        size: one.sibling.size,
                    },
                    name: one.name.clone(),
                    rating: one.rating,
                    postfix: one.postfix,
                };
                $crate::workloads::container::Container {
                    list: self.list.iter().map(plain).collect(),
                    initialized: self.initialized,
                    fruit: match self.fruit {
                        Fruit::Apples => $crate::workloads::container::Fruit::Apples,
                        Fruit::Pears => $crate::workloads::container::Fruit::Pears,
                        Fruit::Bananas => $crate::workloads::container::Fruit::Bananas,
                    },
                    location: self.location.clone(),
                }
            }
        }
    };
}

pub(crate) use own_types;
