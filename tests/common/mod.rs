//! The record of benchmark A, and one with a field of every kind, shared by the integration tests.
#![allow(dead_code)]

pub mod bounded;
pub mod failing;
pub mod mix;
pub mod nets;

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

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Everything")]
pub struct Full {
    /// A flag.
    pub flag: bool,
    #[vellum(default = true)]
    pub on: bool,
    pub maybe: Option<bool>,
    pub number: Option<u32>,
    #[vellum(default = 18)]
    pub age: u16,
    #[vellum(default = "nobody")]
    pub name: String,
    pub nick: Option<String>,
    pub data: Vec<u8>,
    pub blobs: Vec<Vec<u8>>,
    pub grid: Vec<Vec<u32>>,
    pub flags: Vec<bool>,
    pub gaps: Vec<Option<u16>>,
    pub texts: Vec<Option<String>>,
    pub children: Vec<Full>,
    pub maybe_children: Vec<Option<Full>>,
    pub letter: char,
    pub point: Point,
    pub place: Option<Point>,
    pub line: Line,
    pub other: Option<Line>,
    #[vellum(since = 2)]
    pub later: Option<i64>,
    #[vellum(since = 2)]
    pub words: Vec<String>,
    pub wide: Wide,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(frozen)]
pub struct Point {
    pub label: String,
    pub x: f32,
    pub up: bool,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub struct Line {
    pub from: Point,
    pub dashes: Vec<i8>,
    pub label: Option<char>,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
#[repr(u16)]
pub enum Wide {
    #[default]
    First = 300,
    Second,
    #[vellum(rename = "third")]
    Third = 9,
}

pub fn full() -> Full {
    let point = Point { label: "p".into(), x: -0.0, up: true };
    Full {
        flag: true,
        on: false,
        maybe: Some(false),
        number: Some(0),
        age: 18,
        name: "somebody".into(),
        nick: Some(String::new()),
        data: vec![0xFF; 300],
        blobs: vec![vec![], vec![1, 2]],
        grid: vec![vec![1], vec![], vec![2, 3]],
        flags: vec![true, false, true],
        gaps: vec![None, Some(0), Some(7)],
        texts: vec![None, Some(String::new()), Some("t".into())],
        children: vec![Full::default(), Full { name: "child".into(), later: Some(3), ..Full::default() }],
        maybe_children: vec![None, Some(Full { number: Some(4), ..Full::default() })],
        letter: 'é',
        point: point.clone(),
        place: Some(Point::default()),
        line: Line { from: point, dashes: vec![-1, 1], label: Some('x') },
        other: Some(Line::default()),
        later: Some(i64::MIN),
        words: vec!["a".into(), String::new()],
        wide: Wide::Third,
    }
}
