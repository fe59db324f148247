//! The saves.

use std::collections::BTreeMap;

use prost::{Message, Oneof};

use super::super::kind::Edit;
use super::super::saves::{self, Difficulty, KEY, MIDDLE};
use super::{Sent, decode, narrow};
use crate::library::OWN_BYTES;

#[derive(Clone, PartialEq, Message)]
pub struct Saves {
    #[prost(uint32, tag = "1")]
    build: u32,
    #[prost(message, repeated, tag = "2")]
    campaigns: Vec<Campaign>,
}

#[derive(Clone, PartialEq, Message)]
struct Campaign {
    #[prost(uint64, tag = "1")]
    id: u64,
    #[prost(string, tag = "2")]
    captain: String,
    #[prost(uint32, tag = "3")]
    difficulty: u32,
    #[prost(uint32, tag = "4")]
    gold: u32,
    #[prost(double, tag = "5")]
    hours: f64,
    #[prost(bool, tag = "6")]
    permanent: bool,
    #[prost(string, optional, tag = "7")]
    last_port: Option<String>,
    #[prost(message, optional, tag = "8")]
    rival: Option<Rival>,
    #[prost(bool, repeated, tag = "9")]
    charted: Vec<bool>,
    #[prost(message, repeated, tag = "10")]
    ships: Vec<Ship>,
    #[prost(message, repeated, tag = "11")]
    orders: Vec<Order>,
    #[prost(btree_map = "string, uint32", tag = "12")]
    stock: BTreeMap<String, u32>,
}

#[derive(Clone, PartialEq, Message)]
struct Rival {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(uint32, tag = "2")]
    strength: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Ship {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(uint32, tag = "2")]
    hull: u32,
    #[prost(uint32, tag = "3")]
    crew: u32,
    #[prost(float, tag = "4")]
    heading: f32,
    #[prost(bool, repeated, tag = "5")]
    upgrades: Vec<bool>,
    #[prost(message, repeated, tag = "6")]
    hold: Vec<Cargo>,
}

#[derive(Clone, PartialEq, Message)]
struct Cargo {
    #[prost(string, tag = "1")]
    good: String,
    #[prost(uint32, tag = "2")]
    tons: u32,
    #[prost(float, tag = "3")]
    paid: f32,
}

#[derive(Clone, PartialEq, Message)]
struct Order {
    #[prost(oneof = "Case", tags = "1, 2, 3, 4, 5")]
    case: Option<Case>,
}

#[derive(Clone, PartialEq, Oneof)]
enum Case {
    #[prost(message, tag = "1")]
    Wait(Wait),
    #[prost(uint32, tag = "2")]
    Repair(u32),
    #[prost(message, tag = "3")]
    Sail(Sail),
    #[prost(message, tag = "4")]
    Trade(Trade),
    #[prost(message, tag = "5")]
    Escort(Escort),
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Wait {}

#[derive(Clone, PartialEq, Message)]
struct Sail {
    #[prost(string, tag = "1")]
    port: String,
    #[prost(uint32, tag = "2")]
    speed: u32,
}

#[derive(Clone, PartialEq, Message)]
struct Trade {
    #[prost(string, tag = "1")]
    good: String,
    #[prost(sint32, tag = "2")]
    tons: i32,
    #[prost(double, tag = "3")]
    price: f64,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Escort {
    #[prost(uint32, tag = "1")]
    ship: u32,
    #[prost(uint64, optional, tag = "2")]
    until: Option<u64>,
}

/// [`Saves`] without all but its stocks.
#[derive(Clone, PartialEq, Message)]
struct OnlyStocks {
    #[prost(message, repeated, tag = "2")]
    campaigns: Vec<OnlyStock>,
}

#[derive(Clone, PartialEq, Message)]
struct OnlyStock {
    #[prost(btree_map = "string, uint32", tag = "12")]
    stock: BTreeMap<String, u32>,
}

impl From<saves::Order> for Order {
    fn from(order: saves::Order) -> Self {
        let case = match order {
            saves::Order::Wait => Case::Wait(Wait {}),
            saves::Order::Repair(hull) => Case::Repair(hull.into()),
            saves::Order::Sail { port, speed } => Case::Sail(Sail { port, speed: speed.into() }),
            saves::Order::Trade { good, tons, price } => Case::Trade(Trade { good, tons, price }),
            saves::Order::Escort { ship, until } => Case::Escort(Escort { ship, until }),
        };
        Self { case: Some(case) }
    }
}

impl From<Order> for saves::Order {
    fn from(order: Order) -> Self {
        match order.case.expect(OWN_BYTES) {
            Case::Wait(Wait {}) => Self::Wait,
            Case::Repair(hull) => Self::Repair(narrow(hull)),
            Case::Sail(Sail { port, speed }) => Self::Sail { port, speed: narrow(speed) },
            Case::Trade(Trade { good, tons, price }) => Self::Trade { good, tons, price },
            Case::Escort(Escort { ship, until }) => Self::Escort { ship, until },
        }
    }
}

impl From<saves::Cargo> for Cargo {
    fn from(saves::Cargo { good, tons, paid }: saves::Cargo) -> Self {
        Self { good, tons: tons.into(), paid }
    }
}

impl From<Cargo> for saves::Cargo {
    fn from(Cargo { good, tons, paid }: Cargo) -> Self {
        Self { good, tons: narrow(tons), paid }
    }
}

impl From<saves::Ship> for Ship {
    fn from(ship: saves::Ship) -> Self {
        let saves::Ship { name, hull, crew, heading, upgrades, hold } = ship;
        let hold = hold.into_iter().map(Cargo::from).collect();
        Self { name, hull: hull.into(), crew: crew.into(), heading, upgrades, hold }
    }
}

impl From<Ship> for saves::Ship {
    fn from(Ship { name, hull, crew, heading, upgrades, hold }: Ship) -> Self {
        let hold = hold.into_iter().map(saves::Cargo::from).collect();
        Self { name, hull: narrow(hull), crew: narrow(crew), heading, upgrades, hold }
    }
}

impl From<saves::Campaign> for Campaign {
    fn from(own: saves::Campaign) -> Self {
        Self {
            id: own.id,
            captain: own.captain,
            difficulty: own.difficulty as u32,
            gold: own.gold,
            hours: own.hours,
            permanent: own.permanent,
            last_port: own.last_port,
            rival: own.rival.map(|saves::Rival { name, strength }| Rival { name, strength: strength.into() }),
            charted: own.charted,
            ships: own.ships.into_iter().map(Ship::from).collect(),
            orders: own.orders.into_iter().map(Order::from).collect(),
            stock: own.stock,
        }
    }
}

impl From<Campaign> for saves::Campaign {
    fn from(sent: Campaign) -> Self {
        Self {
            id: sent.id,
            captain: sent.captain,
            difficulty: Difficulty::ALL[sent.difficulty as usize],
            gold: sent.gold,
            hours: sent.hours,
            permanent: sent.permanent,
            last_port: sent.last_port,
            rival: sent.rival.map(|Rival { name, strength }| saves::Rival { name, strength: narrow(strength) }),
            charted: sent.charted,
            ships: sent.ships.into_iter().map(saves::Ship::from).collect(),
            orders: sent.orders.into_iter().map(saves::Order::from).collect(),
            stock: sent.stock,
        }
    }
}

impl Sent for saves::Saves {
    type Message = Saves;

    fn message(&self) -> Saves {
        Saves { build: self.build, campaigns: self.campaigns.iter().cloned().map(Campaign::from).collect() }
    }

    fn original(Saves { build, campaigns }: Saves) -> Self {
        Self { build, campaigns: campaigns.into_iter().map(saves::Campaign::from).collect() }
    }

    fn find<T>(bytes: &[u8], take: impl FnOnce(&u32) -> T) -> T {
        take(&decode::<OnlyStocks>(bytes).campaigns[MIDDLE].stock[KEY])
    }
}

impl Edit<saves::Saves> for Saves {
    fn set_number(&mut self, number: u32) {
        self.campaigns[MIDDLE].gold = number;
    }

    fn set_text(&mut self, text: &'static str) {
        text.clone_into(&mut self.campaigns[MIDDLE].captain);
    }
}
