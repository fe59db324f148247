//! Workload B, "multiple fields", of `FlatMessage`'s suite: 27 fields of twelve types side by side.
//!
//! Every library reads and writes exactly these values, and derives its traits on these very types.
//! Libraries that need types of their own declare them through [`with_fields`], which knows the
//! names, and convert from [`Fields`] outside the timing.

mod read;
mod readers;

pub(crate) use read::held_fields;

use super::record::{Record, Subject, Variants};

/// Two values that an update writes alternately into `second_field_of_type_u64`; the first is the
/// original.
pub const SECOND_NUMBERS: [u64; 2] = [2, 987_654_321];
/// The original and a longer text that an update writes alternately into
/// `second_field_of_type_string`.
pub const SECOND_STRINGS: [&str; 2] =
    ["How are you doing today", "How are you doing today, and what will you do tomorrow?"];
/// Texts of the same lengths in bytes, in other scripts.
pub const SECOND_SCRIPTS: [&str; 2] = ["Как вы, 数学者?", "Как вы, 数学者, и что же завтра?…"];

/// Variants of the measures, as they are named in every output.
pub mod variant {
    pub use crate::workloads::rows::{BORROWED, BORROWED_TEXT, OWNED, OWNED_TEXT};

    pub const THIRD_STRING: &str = "third_field_of_type_string";
    pub const THIRD_TEXT: &str = "third_field_of_type_string, long UTF-8 text";
    pub const SECOND_NUMBER: &str = "second_field_of_type_u64";
    pub const SECOND_LONGER: &str = "second_field_of_type_string of 23 and 55 bytes, ASCII";
    pub const SECOND_UTF8: &str = "second_field_of_type_string of 23 and 55 bytes, UTF-8";
    pub const SECOND_RANDOM: &str = "second_field_of_type_string of random lengths";
    pub const ANY_NUMBER: &str = "one of 16 numbers by chance";

    /// In the order of the report.
    pub const ALL: [&str; 11] = [
        OWNED,
        BORROWED,
        OWNED_TEXT,
        BORROWED_TEXT,
        THIRD_STRING,
        THIRD_TEXT,
        SECOND_NUMBER,
        ANY_NUMBER,
        SECOND_LONGER,
        SECOND_UTF8,
        SECOND_RANDOM,
    ];
}

/// Where fields stand among all, for formats that write structs as arrays.
pub mod position {
    pub const COUNT: usize = 27;
    pub const SECOND_STRING: usize = 12;
    pub const SECOND_NUMBER: usize = 14;
    pub const THIRD_STRING: usize = 17;
}

/// How many fields are numbers of four or eight bytes.
pub const NUMBERS: usize = 16;
pub const NO_NUMBER: &str = "there are 16 numbers";

impl Fields {
    /// Sets the number of this index among those of four and eight bytes.
    pub fn set_any(&mut self, index: usize, number: u32) {
        macro_rules! set {
            (($record:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
                match index {
                    $($at => $record.$field = number as $Type,)*
                    _ => unreachable!("{NO_NUMBER}"),
                }
            };
        }
        let record = self;
        with_numbers!(set!(record));
    }

    /// The one value of this workload.
    pub fn new() -> Self {
        Self {
            field_of_type_string: "Hello, World".to_owned(),
            field_of_type_u32: 123_456,
            field_of_type_u64: 123_456_789,
            field_of_type_i32: -123_456,
            field_of_type_i64: -123_456_789,
            field_of_type_f32: 123.625,
            field_of_type_f64: 12_345.678_9,
            field_of_type_bool: false,
            field_of_type_u8: u8::MAX,
            field_of_type_i8: i8::MIN,
            field_of_type_u16: u16::MAX,
            field_of_type_i16: i16::MIN,
            second_field_of_type_string: SECOND_STRINGS[0].to_owned(),
            second_field_of_type_u32: 1,
            second_field_of_type_u64: SECOND_NUMBERS[0],
            second_field_of_type_i32: 3,
            second_field_of_type_i64: 4,
            third_field_of_type_string: "Let's test Rust proc macros".to_owned(),
            third_field_of_type_u32: 1_000,
            third_field_of_type_u64: 1_001,
            third_field_of_type_i32: 2_000,
            third_field_of_type_i64: 2_002,
            fourth_field_of_type_string: "Here are some possible values".to_owned(),
            fourth_field_of_type_u32: 100_000,
            fourth_field_of_type_u64: 200_000,
            fourth_field_of_type_i32: 300_000,
            fourth_field_of_type_i64: -100_000,
        }
    }
}

impl Subject for Fields {
    type Number = u64;
    type Ref<'a> = FieldsRef<'a>;

    const NUMBERS: [u64; 2] = SECOND_NUMBERS;
    const VARIANTS: Variants = Variants {
        text: [variant::THIRD_STRING, variant::THIRD_TEXT],
        cold: None,
        number: variant::SECOND_NUMBER,
        same: None,
        longer: &[(variant::SECOND_LONGER, SECOND_STRINGS), (variant::SECOND_UTF8, SECOND_SCRIPTS)],
        shorter: None,
        random: variant::SECOND_RANDOM,
    };

    fn text(&self) -> &str {
        &self.third_field_of_type_string
    }

    fn set_texts(&mut self, text: &str) {
        text.clone_into(&mut self.field_of_type_string);
        text.clone_into(&mut self.second_field_of_type_string);
        text.clone_into(&mut self.third_field_of_type_string);
        text.clone_into(&mut self.fourth_field_of_type_string);
    }
}

/// Lets a struct with the fields of the workload be changed.
macro_rules! editable {
    ($Record:ty) => {
        impl $crate::workloads::record::Edit<$crate::workloads::fields::Fields> for $Record {
            fn set_number(&mut self, number: u64) {
                self.second_field_of_type_u64 = number;
            }

            fn set_text(&mut self, text: &'static str) {
                $crate::workloads::record::Assign::assign(&mut self.second_field_of_type_string, text);
            }
        }
    };
}

editable!(Fields);
editable!(FieldsRef<'_>);

/// What is made of the record is a form of it.
impl<T: From<Fields> + PartialEq + 'static> Record<Fields> for T {
    fn build() -> Self {
        Fields::new().into()
    }

    fn of(value: &Fields) -> Self {
        value.clone().into()
    }

    fn holds(&self, value: &Fields) -> bool {
        *self == Self::of(value)
    }
}

impl<'a> From<&'a Fields> for FieldsRef<'a> {
    fn from(value: &'a Fields) -> Self {
        with_fields!(lend!(value), strings: [&str])
    }
}

/// A field as a reader gets it: strings lent, numbers copied.
pub trait Lend {
    type Lent<'a>
    where
        Self: 'a;

    fn lend(&self) -> Self::Lent<'_>;
}

impl Lend for String {
    type Lent<'a> = &'a str;

    fn lend(&self) -> &str {
        self
    }
}

macro_rules! lend_copies {
    ($($Number:ty),*) => {
        $(impl Lend for $Number {
            type Lent<'a> = Self;

            fn lend(&self) -> Self {
                *self
            }
        })*
    };
}

lend_copies!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64, bool);

/// Hands the numbers of four and eight bytes to a macro, after arguments of its own: index among
/// them, position among all fields, name, name of the setter, type.
macro_rules! with_numbers {
    ($callback:ident!($($arguments:tt)*)) => {
        $callback! { ($($arguments)*)
            0 1 field_of_type_u32 set_field_of_type_u32: u32,
            1 2 field_of_type_u64 set_field_of_type_u64: u64,
            2 3 field_of_type_i32 set_field_of_type_i32: i32,
            3 4 field_of_type_i64 set_field_of_type_i64: i64,
            4 13 second_field_of_type_u32 set_second_field_of_type_u32: u32,
            5 14 second_field_of_type_u64 set_second_field_of_type_u64: u64,
            6 15 second_field_of_type_i32 set_second_field_of_type_i32: i32,
            7 16 second_field_of_type_i64 set_second_field_of_type_i64: i64,
            8 18 third_field_of_type_u32 set_third_field_of_type_u32: u32,
            9 19 third_field_of_type_u64 set_third_field_of_type_u64: u64,
            10 20 third_field_of_type_i32 set_third_field_of_type_i32: i32,
            11 21 third_field_of_type_i64 set_third_field_of_type_i64: i64,
            12 23 fourth_field_of_type_u32 set_fourth_field_of_type_u32: u32,
            13 24 fourth_field_of_type_u64 set_fourth_field_of_type_u64: u64,
            14 25 fourth_field_of_type_i32 set_fourth_field_of_type_i32: i32,
            15 26 fourth_field_of_type_i64 set_fourth_field_of_type_i64: i64,
        }
    };
}

/// Sets the number of an index by the setter of its name, for [`with_numbers`].
macro_rules! set_number {
    (($record:ident, $index:ident, $number:ident) $($at:literal $position:literal $field:ident $set:ident: $Type:ty,)*) => {
        match $index {
            $($at => $record.$set($number as $Type),)*
            _ => unreachable!("{}", $crate::workloads::fields::NO_NUMBER),
        }
    };
}

/// Hands the names and types of all fields to a macro, after arguments of its own; strings have the
/// given type.
macro_rules! with_fields {
    ($callback:ident!($($arguments:tt)*), strings: [$($Text:tt)+]) => {
        $crate::workloads::fields::with_leading_fields! {
            $callback!($($arguments)*), strings: [$($Text)+], then: {
                third_field_of_type_string: [$($Text)+],
                third_field_of_type_u32: [u32],
                third_field_of_type_u64: [u64],
                third_field_of_type_i32: [i32],
                third_field_of_type_i64: [i64],
                fourth_field_of_type_string: [$($Text)+],
                fourth_field_of_type_u32: [u32],
                fourth_field_of_type_u64: [u64],
                fourth_field_of_type_i32: [i32],
                fourth_field_of_type_i64: [i64],
            }
        }
    };
}

/// The same with the fields before `third_field_of_type_string`, which a reader in sequence has to
/// pass, and then those that are given.
macro_rules! with_leading_fields {
    ($callback:ident!($($arguments:tt)*), strings: [$($Text:tt)+], then: { $($others:tt)* }) => {
        $callback! { ($($arguments)*)
            field_of_type_string: [$($Text)+],
            field_of_type_u32: [u32],
            field_of_type_u64: [u64],
            field_of_type_i32: [i32],
            field_of_type_i64: [i64],
            field_of_type_f32: [f32],
            field_of_type_f64: [f64],
            field_of_type_bool: [bool],
            field_of_type_u8: [u8],
            field_of_type_i8: [i8],
            field_of_type_u16: [u16],
            field_of_type_i16: [i16],
            second_field_of_type_string: [$($Text)+],
            second_field_of_type_u32: [u32],
            second_field_of_type_u64: [u64],
            second_field_of_type_i32: [i32],
            second_field_of_type_i64: [i64],
            $($others)*
        }
    };
}

/// Declares a struct, for [`with_fields`].
macro_rules! declare {
    (($(#[$($attribute:tt)*])* $vis:vis struct $Name:ident $(<$life:tt>)?) $($field:ident: [$($Type:tt)+],)*) => {
        $(#[$($attribute)*])*
        $vis struct $Name $(<$life>)? {
            $(pub $field: $($Type)+,)*
        }
    };
}

/// Makes a value with the same fields of another one, for [`with_fields`].
macro_rules! convert {
    (($value:expr) $($field:ident: $Type:tt,)*) => {
        Self { $($field: $value.$field,)* }
    };
}

/// Makes a [`FieldsRef`] by getters that are called as its fields are, for [`with_fields`]; a `?`
/// says that they may fail.
macro_rules! getters {
    (($value:expr) $($field:ident: $Type:tt,)*) => {
        $crate::workloads::fields::FieldsRef { $($field: $value.$field(),)* }
    };
    (($value:expr, ?) $($field:ident: $Type:tt,)*) => {
        $crate::workloads::fields::FieldsRef { $($field: $value.$field()?,)* }
    };
}

/// Makes a [`FieldsRef`] of what [`Lend`]s its fields, for [`with_fields`].
macro_rules! lend {
    (($value:expr) $($field:ident: $Type:tt,)*) => {
        $crate::workloads::fields::FieldsRef {
            $($field: $crate::workloads::fields::Lend::lend(&$value.$field),)*
        }
    };
}

with_fields!(
    declare!(
        /// The record.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[derive(borsh::BorshSerialize, borsh::BorshDeserialize, desert_rust::BinaryCodec)]
        #[derive(rkyv::Archive, rkyv::Deserialize, rkyv::Serialize)]
        #[derive(speedy::Readable, speedy::Writable, wincode::SchemaRead, wincode::SchemaWrite)]
        #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::Decode, vellum::Vellum)]
        #[bincode(crate = "bincode2")]
        pub struct Fields
    ),
    strings: [String]
);

with_fields!(
    declare!(
        /// [`Fields`] with its strings in the input.
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[derive(speedy::Readable, speedy::Writable, wincode::SchemaRead, wincode::SchemaWrite)]
        #[derive(bitcode::Encode, bitcode::Decode, bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct FieldsRef<'a>
    ),
    strings: [&'a str]
);

pub(crate) use {
    convert, declare, editable, getters, lend, set_number, with_fields, with_leading_fields, with_numbers,
};

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! names {
        (() $($field:ident: $Type:tt,)*) => {
            vec![$(stringify!($field)),*]
        };
    }

    #[test]
    fn the_macros_know_all_fields_in_their_order() {
        let names = with_fields!(names!(), strings: [String]);
        let json = serde_json::to_string(&Fields::new()).expect("all keys are strings");
        let places: Vec<_> = names.iter().map(|name| json.find(&format!("\"{name}\":"))).collect();
        assert_eq!(names.len(), position::COUNT);
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        assert_eq!(json.matches("\":").count(), names.len());
    }

    #[test]
    fn the_leading_fields_end_before_the_third_string() {
        let names = with_fields!(names!(), strings: [String]);
        let leading = with_leading_fields!(names!(), strings: [String], then: {});
        assert_eq!(names[..leading.len()], leading);
        assert_eq!(names[leading.len()], "third_field_of_type_string");
    }

    #[test]
    fn the_positions_are_those_of_the_names() {
        let names = with_fields!(names!(), strings: [String]);
        assert_eq!(names[position::SECOND_STRING], "second_field_of_type_string");
        assert_eq!(names[position::SECOND_NUMBER], variant::SECOND_NUMBER);
        assert_eq!(names[position::THIRD_STRING], variant::THIRD_STRING);
    }

    #[test]
    fn updates_start_from_the_original_and_change_it() {
        let original = Fields::new();
        assert_eq!(SECOND_NUMBERS[0], original.second_field_of_type_u64);
        assert_eq!(SECOND_STRINGS[0], original.second_field_of_type_string);
        assert_ne!(SECOND_NUMBERS[0], SECOND_NUMBERS[1]);
        assert_eq!(SECOND_STRINGS.map(str::len), [23, 55]);
        assert_eq!(SECOND_SCRIPTS.map(str::len), [23, 55]);
        assert!(SECOND_SCRIPTS.iter().all(|text| !text.is_ascii()));
    }
}
