//! Short values of the shapes that the suite's services have: a log, saved games, the tick of a
//! server, and orders of mixed variants. Each is made twice from one function, so that an encode
//! over a kept buffer finds the bytes of another value there.

use std::collections::BTreeMap;
use std::hint::black_box;

use vellum::{Value, Vellum};

use crate::Row;
use crate::encodes::fresh;
use crate::types::Container;

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct AccessLog {
    pub server: String,
    pub entries: Vec<Access>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Access {
    pub time: u64,
    pub client: String,
    pub user: Option<String>,
    pub method: Method,
    pub host: String,
    pub path: String,
    pub query: Option<String>,
    pub status: u16,
    pub sent: u32,
    pub agent: String,
    pub request_id: String,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
pub enum Method {
    Get,
    Post,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Saves {
    pub build: u32,
    pub campaigns: Vec<Campaign>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Campaign {
    pub id: u64,
    pub captain: String,
    pub hours: f64,
    pub permanent: bool,
    pub last_port: Option<String>,
    pub rival: Option<Rival>,
    pub charted: Vec<bool>,
    pub ships: Vec<Ship>,
    pub orders: Vec<Order>,
    pub stock: BTreeMap<String, u32>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Rival {
    pub name: String,
    pub strength: u16,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Ship {
    pub name: String,
    pub hull: u16,
    pub upgrades: Vec<bool>,
    pub hold: Vec<Cargo>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Cargo {
    pub good: String,
    pub tons: u16,
    pub paid: f32,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Orders {
    pub orders: Vec<Order>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Order {
    Wait,
    Repair(u16),
    Sail { port: String, speed: u8 },
    Trade { good: String, tons: i32, price: f64 },
    Escort { ship: u32, until: Option<u64> },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Tick {
    pub number: u64,
    pub entities: Vec<Entity>,
    pub gone: Vec<u32>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Entity {
    pub id: u32,
    pub owner: u16,
    pub health: u16,
    pub place: Spot,
    pub velocity: Option<Spot>,
    pub effects: Vec<Effect>,
    pub route: Vec<Step>,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Spot {
    pub x: i16,
    pub y: i16,
    pub z: i16,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Effect {
    pub kind: u8,
    pub left: u16,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Step {
    pub dx: i8,
    pub dy: i8,
}

const TEXTS: [&str; 8] =
    ["grain", "Port Caldera", "salt fish", "/static/app.4f2c81.js", "Tern", "Indefatigable", "", "www.example.com"];

/// A text of the number.
fn text(number: usize) -> String {
    TEXTS[number % TEXTS.len()].to_owned()
}

/// Twenty entries.
pub fn log(first: usize) -> AccessLog {
    let entry = |i: usize| Access {
        time: 1_764_150_000_000 + i as u64,
        client: format!("203.0.{i}.7"),
        user: i.is_multiple_of(3).then(|| text(i + 4)),
        method: if i.is_multiple_of(4) { Method::Post } else { Method::Get },
        host: text(7),
        path: format!("/api/v2/accounts/{i}/{}", text(i)),
        query: i.is_multiple_of(2).then(|| "page=2&per_page=50".to_owned()),
        status: 200,
        sent: 4000 + i as u32,
        agent: "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0".to_owned(),
        request_id: format!("{:032x}", i * 7919),
    };
    AccessLog { server: "edge-fra-07".to_owned(), entries: (first..first + 20).map(entry).collect() }
}

/// Orders of all variants.
pub fn orders(first: usize, count: usize) -> Orders {
    let order = |i: usize| match i * 7 % 10 {
        0 => Order::Wait,
        1 => Order::Repair(10 + i as u16),
        2..=5 => Order::Sail { port: text(i), speed: 3 },
        6..=8 => Order::Trade { good: text(i + 2), tons: i as i32 - 20, price: i as f64 },
        _ => Order::Escort { ship: i as u32, until: i.is_multiple_of(2).then_some(1 << 40) },
    };
    Orders { orders: (first..first + count).map(order).collect() }
}

/// Eight saved games.
pub fn saves(first: usize) -> Saves {
    let flags = |i: usize, count: usize| (0..count).map(|flag| (flag + i).is_multiple_of(3)).collect();
    let cargo = |i: usize| Cargo { good: text(i), tons: i as u16, paid: 1.5 };
    let ship = |i: usize| Ship {
        name: text(i + 5),
        hull: 40 + i as u16,
        upgrades: flags(i, 12),
        hold: (i..i + i % 4).map(cargo).collect(),
    };
    let campaign = |i: usize| Campaign {
        id: i as u64,
        captain: text(i + 1),
        hours: 0.5 * i as f64,
        permanent: i.is_multiple_of(5),
        last_port: i.is_multiple_of(2).then(|| text(i)),
        rival: i.is_multiple_of(3).then(|| Rival { name: text(i), strength: 7 }),
        charted: flags(i, 96),
        ships: (i..i + i % 5).map(ship).collect(),
        orders: orders(i, i % 9).orders,
        stock: (i..i + 5).map(|i| (text(i), i as u32)).collect(),
    };
    Saves { build: 40_211, campaigns: (first..first + 8).map(campaign).collect() }
}

/// Twenty entities.
pub fn tick(first: usize) -> Tick {
    let spot = |i: usize| Spot { x: i as i16, y: -7, z: 3 };
    let entity = |i: usize| Entity {
        id: 40_000 + i as u32,
        owner: (i % 5) as u16,
        health: 100,
        place: spot(i),
        velocity: i.is_multiple_of(2).then(|| spot(i + 1)),
        effects: vec![Effect { kind: 3, left: 70 }; i % 3],
        route: vec![Step { dx: 1, dy: -1 }; i % 7],
    };
    Tick { number: 1_882_044, entities: (first..first + 20).map(entity).collect(), gone: vec![30_000; 5] }
}

/// Two values in turn to a buffer that is kept: each over the bytes of the other.
fn over<T: Value + 'static>(variant: &'static str, one: T, other: T) -> Row {
    let run = move |count| {
        let mut kept = Vec::with_capacity(1 << 14);
        for number in 0..count {
            let value = if number % 2 == 0 { &one } else { &other };
            vellum::encode_into(black_box(value), &mut kept).expect("the value is small");
            black_box(&mut kept);
        }
    };
    Row { names: ["derive", "encode, kept", variant], run: Box::new(run) }
}

pub fn rows() -> Vec<Row> {
    let container = Container::sample();
    let other = Container { location: "http://arstechnica.org/".to_owned(), ..container.clone() };
    vec![
        over("container over another", container, other),
        fresh("log", log(0)),
        over("log over another", log(0), log(2)),
        fresh("saved games", saves(0)),
        over("saved games over others", saves(0), saves(2)),
        fresh("tick", tick(0)),
        over("tick over another", tick(0), tick(2)),
        fresh("orders of mixed variants", orders(0, 60)),
        over("orders of mixed variants over others", orders(0, 60), orders(3, 60)),
    ]
}
