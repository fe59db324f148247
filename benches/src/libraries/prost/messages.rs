//! The messages, and types that declare one field of them alone.
//!
//! Signed numbers of the second are zigzag integers, which stay short below zero.

use prost::Message;

use crate::workloads::container::mirror;
use crate::workloads::fields::{self, editable, with_fields};

/// Protocol Buffers have no integers of 8 or 16 bits: `size` here and `postfix` below widen to `u32`.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Bar {
    #[prost(int32, tag = "1")]
    pub time: i32,
    #[prost(float, tag = "2")]
    ratio: f32,
    #[prost(uint32, tag = "3")]
    size: u32,
}

#[derive(Clone, PartialEq, Message)]
pub struct FooBar {
    #[prost(message, optional, tag = "1")]
    pub sibling: Option<Bar>,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(double, tag = "3")]
    rating: f64,
    #[prost(uint32, tag = "4")]
    postfix: u32,
}

#[derive(Clone, PartialEq, Message)]
pub struct Container {
    #[prost(message, repeated, tag = "1")]
    pub list: Vec<FooBar>,
    #[prost(bool, tag = "2")]
    initialized: bool,
    #[prost(enumeration = "Fruit", tag = "3")]
    fruit: i32,
    #[prost(string, tag = "4")]
    pub location: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, prost::Enumeration)]
#[repr(i32)]
pub enum Fruit {
    Apples = 0,
    Pears = 1,
    Bananas = 2,
}

/// [`Container`] without all but its location.
#[derive(Clone, PartialEq, Message)]
pub struct OnlyLocation {
    #[prost(string, tag = "4")]
    pub location: String,
}

/// [`Container`] without all but the times in its list.
#[derive(Clone, PartialEq, Message)]
pub struct OnlyTimes {
    #[prost(message, repeated, tag = "1")]
    pub list: Vec<OnlySibling>,
}

#[derive(Clone, Copy, PartialEq, Message)]
pub struct OnlySibling {
    #[prost(message, optional, tag = "1")]
    pub sibling: Option<OnlyTime>,
}

#[derive(Clone, Copy, PartialEq, Message)]
pub struct OnlyTime {
    #[prost(int32, tag = "1")]
    pub time: i32,
}

mirror!(
    Container, FooBar, Bar, rest {},
    sibling |bar| Some(bar), [.expect("always written")], [.get_or_insert_default()],
    fruits [Fruit::Apples as i32, Fruit::Pears as i32, Fruit::Bananas as i32]
);

/// Protocol Buffers have no integers of 8 or 16 bits: `u8` and `u16` widen to `u32` here, `i8` and `i16` to `i32`.
#[derive(Clone, PartialEq, Message)]
pub struct Fields {
    #[prost(string, tag = "1")]
    field_of_type_string: String,
    #[prost(uint32, tag = "2")]
    field_of_type_u32: u32,
    #[prost(uint64, tag = "3")]
    field_of_type_u64: u64,
    #[prost(sint32, tag = "4")]
    field_of_type_i32: i32,
    #[prost(sint64, tag = "5")]
    field_of_type_i64: i64,
    #[prost(float, tag = "6")]
    field_of_type_f32: f32,
    #[prost(double, tag = "7")]
    field_of_type_f64: f64,
    #[prost(bool, tag = "8")]
    field_of_type_bool: bool,
    #[prost(uint32, tag = "9")]
    field_of_type_u8: u32,
    #[prost(sint32, tag = "10")]
    field_of_type_i8: i32,
    #[prost(uint32, tag = "11")]
    field_of_type_u16: u32,
    #[prost(sint32, tag = "12")]
    field_of_type_i16: i32,
    #[prost(string, tag = "13")]
    second_field_of_type_string: String,
    #[prost(uint32, tag = "14")]
    second_field_of_type_u32: u32,
    #[prost(uint64, tag = "15")]
    second_field_of_type_u64: u64,
    #[prost(sint32, tag = "16")]
    second_field_of_type_i32: i32,
    #[prost(sint64, tag = "17")]
    second_field_of_type_i64: i64,
    #[prost(string, tag = "18")]
    pub third_field_of_type_string: String,
    #[prost(uint32, tag = "19")]
    third_field_of_type_u32: u32,
    #[prost(uint64, tag = "20")]
    third_field_of_type_u64: u64,
    #[prost(sint32, tag = "21")]
    third_field_of_type_i32: i32,
    #[prost(sint64, tag = "22")]
    third_field_of_type_i64: i64,
    #[prost(string, tag = "23")]
    fourth_field_of_type_string: String,
    #[prost(uint32, tag = "24")]
    fourth_field_of_type_u32: u32,
    #[prost(uint64, tag = "25")]
    fourth_field_of_type_u64: u64,
    #[prost(sint32, tag = "26")]
    fourth_field_of_type_i32: i32,
    #[prost(sint64, tag = "27")]
    fourth_field_of_type_i64: i64,
}

editable!(Fields);

impl From<fields::Fields> for Fields {
    fn from(value: fields::Fields) -> Self {
        macro_rules! widen {
            (($value:expr) $($field:ident: $Type:tt,)*) => {
                Self { $($field: $value.$field.into(),)* }
            };
        }
        with_fields!(widen!(value), strings: [String])
    }
}

/// [`Fields`] without all but the third string.
#[derive(Clone, PartialEq, Message)]
pub struct OnlyThirdString {
    #[prost(string, tag = "18")]
    pub third_field_of_type_string: String,
}
