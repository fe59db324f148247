//! The records of the rows.

use std::collections::BTreeMap;

use vellum::Vellum;

/// Workload A's record; the suite says where it comes from.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Container {
    pub list: Vec<FooBar>,
    pub initialized: bool,
    pub location: String,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct FooBar {
    pub sibling: Bar,
    pub name: String,
    pub rating: f64,
    pub postfix: u8,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Bar {
    pub time: i32,
    pub ratio: f32,
    pub size: u16,
}

impl Container {
    pub fn bytes() -> Vec<u8> {
        bytes(&Self::sample())
    }

    pub fn sample() -> Self {
        let element = |i: u8| FooBar {
            sibling: Bar { time: 123_456 + i32::from(i), ratio: 3.25, size: 10_000 },
            name: "Hello, world!".to_owned(),
            rating: 3.141_543,
            postfix: b'!',
        };
        let location = "http://arstechnica.com".to_owned();
        Self { list: (0..3).map(element).collect(), initialized: true, location }
    }
}

/// 27 fields, nine of each type.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Fields {
    pub text_1: String,
    pub number_1: u64,
    pub list_1: Vec<u32>,
    pub text_2: String,
    pub number_2: u64,
    pub list_2: Vec<u32>,
    pub text_3: String,
    pub number_3: u64,
    pub list_3: Vec<u32>,
    pub text_4: String,
    pub number_4: u64,
    pub list_4: Vec<u32>,
    pub text_5: String,
    pub number_5: u64,
    pub list_5: Vec<u32>,
    pub text_6: String,
    pub number_6: u64,
    pub list_6: Vec<u32>,
    pub text_7: String,
    pub number_7: u64,
    pub list_7: Vec<u32>,
    pub text_8: String,
    pub number_8: u64,
    pub list_8: Vec<u32>,
    pub text_9: String,
    pub number_9: u64,
    pub list_9: Vec<u32>,
}

/// Sixteen numbers.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Sixteen {
    pub numbers: [u64; 4],
    pub a: u64,
    pub b: u64,
    pub c: u64,
    pub d: u64,
    pub e: u64,
    pub f: u64,
    pub g: u64,
    pub h: u64,
    pub i: u64,
    pub j: u64,
    pub k: u64,
    pub l: u64,
}

/// Declares a struct of as many numbers as there are combinations of the letters.
macro_rules! wide {
    ($($field:ident)*) => {
        /// 255 numbers.
        #[derive(Vellum, Clone, Debug, Default, PartialEq)]
        pub struct Wide {
            $(pub $field: u32,)*
            pub last: u32,
        }
    };
}
wide! {
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19
    f20 f21 f22 f23 f24 f25 f26 f27 f28 f29 f30 f31 f32 f33 f34 f35 f36 f37 f38 f39
    f40 f41 f42 f43 f44 f45 f46 f47 f48 f49 f50 f51 f52 f53 f54 f55 f56 f57 f58 f59
    f60 f61 f62 f63 f64 f65 f66 f67 f68 f69 f70 f71 f72 f73 f74 f75 f76 f77 f78 f79
    f80 f81 f82 f83 f84 f85 f86 f87 f88 f89 f90 f91 f92 f93 f94 f95 f96 f97 f98 f99
    f100 f101 f102 f103 f104 f105 f106 f107 f108 f109 f110 f111 f112 f113 f114 f115 f116 f117 f118 f119
    f120 f121 f122 f123 f124 f125 f126 f127 f128 f129 f130 f131 f132 f133 f134 f135 f136 f137 f138 f139
    f140 f141 f142 f143 f144 f145 f146 f147 f148 f149 f150 f151 f152 f153 f154 f155 f156 f157 f158 f159
    f160 f161 f162 f163 f164 f165 f166 f167 f168 f169 f170 f171 f172 f173 f174 f175 f176 f177 f178 f179
    f180 f181 f182 f183 f184 f185 f186 f187 f188 f189 f190 f191 f192 f193 f194 f195 f196 f197 f198 f199
    f200 f201 f202 f203 f204 f205 f206 f207 f208 f209 f210 f211 f212 f213 f214 f215 f216 f217 f218 f219
    f220 f221 f222 f223 f224 f225 f226 f227 f228 f229 f230 f231 f232 f233 f234 f235 f236 f237 f238 f239
    f240 f241 f242 f243 f244 f245 f246 f247 f248 f249 f250 f251 f252 f253
}

/// A log's entry: eight variants that share a field.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(common(timestamp))]
pub enum Entry {
    Imported { timestamp: u64, name: String, response: Vec<u8>, side_effect: Vec<u8> },
    Exported { timestamp: u64, name: String, request: Vec<Vec<u8>> },
    Completed { timestamp: u64, response: Vec<Vec<u8>>, fuel: i64 },
    Promised { timestamp: u64, promise: u64 },
    Kept { timestamp: u64, promise: u64, data: Vec<u8> },
    Suspend { timestamp: u64 },
    Error { timestamp: u64 },
    Debug { timestamp: u64, message: String },
}

/// A log.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Entries {
    pub entries: Vec<Entry>,
}

impl Entries {
    /// A hundred entries of all variants.
    pub fn sample() -> Self {
        let entry = |timestamp| match timestamp % 8 {
            0 => Entry::Imported {
                timestamp,
                name: "function".to_owned(),
                response: vec![7; 40],
                side_effect: vec![7; 10],
            },
            1 => Entry::Exported { timestamp, name: "invoke".to_owned(), request: vec![vec![7; 20]; 2] },
            2 => Entry::Completed { timestamp, response: vec![vec![7; 30]], fuel: 100 },
            3 => Entry::Promised { timestamp, promise: 7 },
            4 => Entry::Kept { timestamp, promise: 7, data: vec![7; 30] },
            5 => Entry::Suspend { timestamp },
            6 => Entry::Error { timestamp },
            _ => Entry::Debug { timestamp, message: "something happened".to_owned() },
        };
        Self { entries: (0..100).map(entry).collect() }
    }
}

/// Structs with lists of their own, which are pushed one by one.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Orders {
    pub orders: Vec<Order>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Order {
    pub id: u32,
    pub items: Vec<u32>,
}

/// A record of many options, small lists and structs.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Contact {
    pub damage: u8,
    pub entity: u32,
    pub kind: Option<Kind>,
    pub player: Option<u16>,
    pub reloads: Vec<bool>,
    pub place: Place,
    pub angles: Vec<u16>,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
pub enum Kind {
    #[default]
    Boat,
    Submarine,
    Crate,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    pub altitude: i8,
    pub x: f32,
    pub y: f32,
}

impl Contact {
    pub fn sample(number: u8) -> Self {
        Self {
            damage: number,
            entity: number.into(),
            kind: (!number.is_multiple_of(3)).then_some(Kind::Crate),
            player: number.is_multiple_of(2).then_some(9),
            reloads: vec![true; usize::from(number % 4)],
            place: Place { altitude: 1, x: 1.5, y: 2.5 },
            angles: vec![7; usize::from(number % 5)],
        }
    }
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    pub contacts: Vec<Contact>,
}

/// A map with texts as keys.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Scores {
    pub scores: BTreeMap<String, u64>,
}

/// Keys by chance, of 16 hexadecimal digits.
pub fn keys(count: u64) -> Vec<String> {
    let mut state = 7u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..count).map(|_| format!("{:016x}", random())).collect()
}

/// Ten texts, and what else a record of them may have.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Texts {
    pub count: u32,
    pub texts: [String; 10],
}

/// A list of frozen structs of numbers.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub uv: [f32; 2],
}

/// A list of small unions.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Samples {
    pub samples: Vec<Sample>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Sample {
    Level(u8),
    Count(u32),
    Missing,
}

/// A list of records of texts.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Requests {
    pub requests: Vec<Request>,
}

impl Requests {
    /// A hundred requests.
    pub fn sample() -> Self {
        let request = |i: u16| Request {
            address: [10, 0, 0, 7],
            user: ["-", "Ada"][usize::from(i % 2)].to_owned(),
            date: "10/Oct/2000:13:55:36 -0700".to_owned(),
            request: format!("GET /{}/index.html HTTP/1.1", "a".repeat(usize::from(i))),
            code: 200,
            size: u64::from(i),
        };
        Self { requests: (0..100).map(request).collect() }
    }
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Request {
    pub address: [u8; 4],
    pub user: String,
    pub date: String,
    pub request: String,
    pub code: u16,
    pub size: u64,
}

/// A list of bools.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
pub struct Flags {
    pub flags: Vec<bool>,
}

pub fn bytes<T: vellum::Value>(value: &T) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}
