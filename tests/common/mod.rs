//! The record of benchmark A, and one with a field of every kind, shared by the integration tests.
#![allow(dead_code)]

use vellum::Vellum;

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Container {
    pub list: Vec<FooBar>,
    pub initialized: bool,
    pub fruit: Fruit,
    pub location: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct FooBar {
    pub sibling: Bar,
    pub name: String,
    pub rating: f64,
    pub postfix: u8,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Bar {
    pub time: i32,
    pub ratio: f32,
    pub size: u16,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
pub enum Fruit {
    Apples,
    Pears,
    Bananas,
}

#[allow(clippy::approx_constant)]
pub fn container() -> Container {
    let list = (0..3u8)
        .map(|i| FooBar {
            sibling: Bar { time: 123_456 + i32::from(i), ratio: 3.14159 + f32::from(i), size: 10_000 + u16::from(i) },
            name: "Hello, world!".into(),
            rating: 3.141_543_243_244_554 + f64::from(i),
            postfix: b'!',
        })
        .collect();
    Container { list, initialized: true, fruit: Fruit::Bananas, location: "http://arstechnica.com".into() }
}
