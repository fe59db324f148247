//! Workload A, "container": the object of the FlatBuffers benchmark, with types that match its
//! values.
//!
//! Every library reads and writes exactly these values, and derives its traits on these very types.
//! Libraries that need their own types (generated code, other field types) convert from
//! [`Container`] outside the timing.
//!
//! - `types`: what rows know of the record, and the record with its strings in the input; `mirror`:
//!   types of libraries
//! - `readers`: types that read one field; `read`: the rows of reading; `sink`: what takes the
//!   fields of who reads in place

mod mirror;
mod read;
mod readers;
pub mod sink;
mod types;

use std::sync::LazyLock;

use crate::format::with_all_derives;

pub(crate) use mirror::mirror;
pub use read::{Second, held_time};
pub(crate) use read::{held_container, walks};
pub(crate) use types::editable;
pub use types::{ContainerRef, FooBarRef};

with_all_derives! {
    /// The root object.
    #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Container {
        pub list: Vec<FooBar>,
        pub initialized: bool,
        pub fruit: Fruit,
        pub location: String,
    }
}

with_all_derives! {
    /// One element of the list.
    #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct FooBar {
        pub sibling: Bar,
        pub name: String,
        pub rating: f64,
        pub postfix: u8,
    }
}

with_all_derives! {
    /// A struct of fixed size inside each element.
    #[derive(Copy, bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[vellum(frozen)]
    pub struct Bar {
        pub time: i32,
        pub ratio: f32,
        pub size: u16,
    }
}

with_all_derives! {
    /// A plain enumeration.
    #[derive(Copy, Eq, bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[speedy(tag_type = u8)]
    pub enum Fruit {
        Apples,
        Pears,
        Bananas,
    }
}

/// The cases with their names.
pub const FRUITS: [(Fruit, &str); 3] =
    [(Fruit::Apples, "Apples"), (Fruit::Pears, "Pears"), (Fruit::Bananas, "Bananas")];

/// The one value of this workload.
pub static ORIGINAL: LazyLock<Container> = LazyLock::new(Container::new);

/// The name every list element starts with.
pub const NAME: &str = "Hello, world!";
/// Two names of one length that an update writes alternately into `list[0].name`.
pub const SHORT_NAMES: [&str; 2] = ["bob", "eve"];
/// Names of three and 35 bytes that an update writes alternately into `list[0].name`.
pub const LONGER_NAMES: [&str; 2] = ["bob", "Hello, world, and good night, moon!"];
/// Names of three and 56 bytes, and names of the same lengths in other scripts.
pub const LONGEST_NAMES: [[&str; 2]; 2] =
    [["bob", "Hello, world, and good night, moon! Good night, cow too."], ["数", "Ада Лавлейс — графиня, 数学者 🌙"]];
/// Two values that an update writes alternately into `list[0].sibling.time`.
pub const TIMES: [i32; 2] = [654_321, -7];

/// Variants of the measures, as they are named in every output.
pub mod variant {
    pub use crate::workloads::rows::{BORROWED, BORROWED_TEXT, OWNED, OWNED_TEXT};

    pub const LOCATION: &str = "location";
    pub const LOCATION_TEXT: &str = "location, long UTF-8 text";
    pub const LOCATION_COLD: &str = "location, 10,000 records in random order";
    pub const TIME: &str = "list[1].sibling.time";
    pub const NAME: &str = "list[0].name, same length";
    pub const NAME_LONGER: &str = "list[0].name of 3 and 35 bytes, ASCII";
    pub const NAME_LONGEST: &str = "list[0].name of 3 and 56 bytes, ASCII";
    pub const NAME_SHORTER: &str = "list[0].name from 13 to 3 bytes";
    pub const NAME_UTF8: &str = "list[0].name of 3 and 56 bytes, UTF-8";
    pub const NAME_RANDOM: &str = "list[0].name of random lengths";
    pub const FIRST_TIME: &str = "list[0].sibling.time";

    /// In the order of the report.
    pub const ALL: [&str; 15] = [
        OWNED,
        BORROWED,
        OWNED_TEXT,
        BORROWED_TEXT,
        LOCATION,
        LOCATION_TEXT,
        LOCATION_COLD,
        TIME,
        NAME,
        NAME_LONGER,
        NAME_LONGEST,
        NAME_UTF8,
        NAME_SHORTER,
        NAME_RANDOM,
        FIRST_TIME,
    ];
}

impl Container {
    /// The one value of this workload.
    // 3.14159 is the published value of the field, not an approximation of pi that wants its
    // constant.
    #[allow(clippy::approx_constant, clippy::excessive_precision)]
    pub fn new() -> Self {
        let list = (0..3u8)
            .map(|i| FooBar {
                sibling: Bar {
                    time: 123_456 + i32::from(i),
                    ratio: 3.14159 + f32::from(i),
                    size: 10_000 + u16::from(i),
                },
                name: NAME.to_owned(),
                rating: 3.141_543_243_244_554_354_3 + f64::from(i),
                postfix: b'!',
            })
            .collect();
        Self { list, initialized: true, fruit: Fruit::Bananas, location: "http://arstechnica.com".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_lengths_that_the_variants_say() {
        let lengths = |names: [&str; 2]| names.map(str::len);
        assert_eq!(lengths(SHORT_NAMES), [3, 3]);
        assert_eq!(lengths(LONGER_NAMES), [3, 35]);
        assert_eq!(LONGEST_NAMES.map(lengths), [[3, 56]; 2]);
        assert_eq!(LONGEST_NAMES.map(|names| names.map(str::is_ascii)), [[true; 2], [false; 2]]);
    }
}
