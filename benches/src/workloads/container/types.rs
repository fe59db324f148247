//! The record in the forms that libraries read and write: what all of them can do, and a form with
//! borrowed strings.

use super::{Bar, Container, Fruit, LONGER_NAMES, LONGEST_NAMES, SHORT_NAMES, TIMES, variant};
use crate::format::with_borrowing_derives;
use crate::workloads::record::{Record, Subject, Variants};

impl Subject for Container {
    type Number = i32;
    type Ref<'a> = ContainerRef<'a>;

    const NUMBERS: [i32; 2] = TIMES;
    const VARIANTS: Variants = Variants {
        text: [variant::LOCATION, variant::LOCATION_TEXT],
        cold: Some(variant::LOCATION_COLD),
        number: variant::FIRST_TIME,
        same: Some((variant::NAME, SHORT_NAMES)),
        longer: &[
            (variant::NAME_LONGER, LONGER_NAMES),
            (variant::NAME_LONGEST, LONGEST_NAMES[0]),
            (variant::NAME_UTF8, LONGEST_NAMES[1]),
        ],
        // As NoProto's suite does, from the 13 bytes of the original.
        shorter: Some((variant::NAME_SHORTER, SHORT_NAMES)),
        random: variant::NAME_RANDOM,
    };

    fn text(&self) -> &str {
        &self.location
    }

    fn set_texts(&mut self, text: &str) {
        text.clone_into(&mut self.location);
        self.list.iter_mut().for_each(|element| text.clone_into(&mut element.name));
    }
}

impl Record<Self> for Container {
    fn build() -> Self {
        Self::new()
    }

    fn of(value: &Self) -> Self {
        value.clone()
    }

    fn holds(&self, value: &Self) -> bool {
        self == value
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
    /// [`FooBar`](super::FooBar) with its string in the input.
    #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::BorrowDecode)]
    #[bincode(crate = "bincode2")]
    pub struct FooBarRef<'a> {
        pub sibling: Bar,
        pub name: &'a str,
        pub rating: f64,
        pub postfix: u8,
    }
}

/// Lets what has an element of the workload's shape be changed; `$first` is that element,
/// `$sibling` the struct in it.
macro_rules! editable {
    ($Record:ty, |$record:ident| $first:expr, |$element:ident| $sibling:expr) => {
        impl $crate::workloads::record::Edit<$crate::workloads::container::Container> for $Record {
            fn set_text(&mut self, text: &'static str) {
                let $record = self;
                $crate::workloads::record::Assign::assign(&mut $first.name, text);
            }

            fn set_number(&mut self, time: i32) {
                let $record = self;
                let $element = &mut $first;
                $sibling.time = time;
            }
        }
    };
}
pub(crate) use editable;

editable!(Container, |record| record.list[0], |first| first.sibling);
editable!(ContainerRef<'_>, |record| record.list[0], |first| first.sibling);
editable!(FooBarRef<'_>, |record| *record, |first| first.sibling);
