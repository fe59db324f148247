//! The messages, and types that declare one field of them alone.
//!
//! Signed numbers of the second are zigzag integers, which stay short below zero.

use prost::Message;

use crate::workloads::container::mirror;
use crate::workloads::fields::{self, editable, with_fields};

/// Protocol Buffers have no integers of 8 or 16 bits: `size` here and `postfix` below widen to
/// `u32`.
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

/// Declares the message of the second record, field by field: tags count from one. Protocol Buffers
/// have no integers of 8 or 16 bits: `u8` and `u16` widen to `u32` here, `i8` and `i16` to `i32`.
macro_rules! message {
    (() $($fields:tt)*) => { message!(@ {} $($fields)*); };
    (@ $done:tt $field:ident: [u8], $($rest:tt)*) => { message!(@ $done uint32 $field u32; $($rest)*); };
    (@ $done:tt $field:ident: [u16], $($rest:tt)*) => { message!(@ $done uint32 $field u32; $($rest)*); };
    (@ $done:tt $field:ident: [u32], $($rest:tt)*) => { message!(@ $done uint32 $field u32; $($rest)*); };
    (@ $done:tt $field:ident: [u64], $($rest:tt)*) => { message!(@ $done uint64 $field u64; $($rest)*); };
    (@ $done:tt $field:ident: [i8], $($rest:tt)*) => { message!(@ $done sint32 $field i32; $($rest)*); };
    (@ $done:tt $field:ident: [i16], $($rest:tt)*) => { message!(@ $done sint32 $field i32; $($rest)*); };
    (@ $done:tt $field:ident: [i32], $($rest:tt)*) => { message!(@ $done sint32 $field i32; $($rest)*); };
    (@ $done:tt $field:ident: [i64], $($rest:tt)*) => { message!(@ $done sint64 $field i64; $($rest)*); };
    (@ $done:tt $field:ident: [f32], $($rest:tt)*) => { message!(@ $done float $field f32; $($rest)*); };
    (@ $done:tt $field:ident: [f64], $($rest:tt)*) => { message!(@ $done double $field f64; $($rest)*); };
    (@ $done:tt $field:ident: [bool], $($rest:tt)*) => { message!(@ $done bool $field bool; $($rest)*); };
    (@ $done:tt $field:ident: [string], $($rest:tt)*) => { message!(@ $done string $field String; $($rest)*); };
    (@ { $($done:tt)* } $kind:ident $field:ident $Type:ident; $($rest:tt)*) => {
        message!(@ { $($done)* #[prost($kind)] pub $field: $Type, } $($rest)*);
    };
    (@ { $($done:tt)* }) => {
        #[derive(Clone, PartialEq, Message)]
        pub struct Fields { $($done)* }
    };
}
with_fields!(message!(), strings: [string]);

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
