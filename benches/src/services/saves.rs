//! The second kind: a hundred saved campaigns of a game of trade at sea, each a record of many
//! types: optional values, lists of flags, lists of structs with lists, orders with payloads, and a
//! map from text to number.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::kind::{Edit, Kind, Names};
use super::lent::lent_and_skimmed;
use super::sink::Sink;
use super::voyages;
use crate::format::with_all_derives;

with_all_derives! {
    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Saves {
        pub build: u32,
        pub campaigns: Vec<Campaign>,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Campaign {
        pub id: u64,
        pub captain: String,
        pub difficulty: Difficulty,
        pub gold: u32,
        pub hours: f64,
        pub permanent: bool,
        pub last_port: Option<String>,
        pub rival: Option<Rival>,
        pub charted: Vec<bool>,
        pub ships: Vec<Ship>,
        pub orders: Vec<Order>,
        pub stock: BTreeMap<String, u32>,
    }

    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[rkyv(derive(Clone, Copy))]
    #[speedy(tag_type = u8)]
    pub enum Difficulty {
        Calm,
        Fair,
        Rough,
        Storm,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Rival {
        pub name: String,
        pub strength: u16,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Ship {
        pub name: String,
        pub hull: u16,
        pub crew: u8,
        pub heading: f32,
        pub upgrades: Vec<bool>,
        pub hold: Vec<Cargo>,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Cargo {
        pub good: String,
        pub tons: u16,
        pub paid: f32,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[speedy(tag_type = u8)]
    pub enum Order {
        Wait,
        Repair(u16),
        Sail { port: String, speed: u8 },
        Trade { good: String, tons: i32, price: f64 },
        Escort { ship: u32, until: Option<u64> },
    }
}

lent_and_skimmed! {
    {
        /// [`Saves`](super::Saves) with its texts in the input.
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Saves<'a> {
            pub build: u32,
            #[serde(borrow)]
            pub campaigns: Vec<Campaign<'a>>,
        }
    }
    {
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Campaign<'a> {
            pub id: u64,
            #[serde(borrow)]
            pub captain: Text<'a>,
            pub difficulty: super::Difficulty,
            pub gold: u32,
            pub hours: f64,
            pub permanent: bool,
            #[serde(borrow)]
            pub last_port: Option<Text<'a>>,
            #[serde(borrow)]
            pub rival: Option<Rival<'a>>,
            pub charted: Vec<bool>,
            #[serde(borrow)]
            pub ships: Vec<Ship<'a>>,
            #[serde(borrow)]
            pub orders: Vec<Order<'a>>,
            #[serde(borrow)]
            pub stock: Stock<'a>,
        }
    }
    {
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Rival<'a> {
            #[serde(borrow)]
            pub name: Text<'a>,
            pub strength: u16,
        }
    }
    {
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Ship<'a> {
            #[serde(borrow)]
            pub name: Text<'a>,
            pub hull: u16,
            pub crew: u8,
            pub heading: f32,
            pub upgrades: Vec<bool>,
            #[serde(borrow)]
            pub hold: Vec<Cargo<'a>>,
        }
    }
    {
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        pub struct Cargo<'a> {
            #[serde(borrow)]
            pub good: Text<'a>,
            pub tons: u16,
            pub paid: f32,
        }
    }
    {
        #[derive(bincode2::Encode, bincode2::BorrowDecode)]
        #[bincode(crate = "bincode2")]
        #[speedy(tag_type = u8)]
        pub enum Order<'a> {
            Wait,
            Repair(u16),
            Sail { #[serde(borrow)] port: Text<'a>, speed: u8 },
            Trade { #[serde(borrow)] good: Text<'a>, tons: i32, price: f64 },
            Escort { ship: u32, until: Option<u64> },
        }
    }
}

/// Saved campaigns.
pub const LEN: usize = 100;
/// The campaign that is read and changed.
pub const MIDDLE: usize = 50;
/// The key that is read in its map, which each campaign has.
pub const KEY: &str = "grain";

impl Kind for Saves {
    const NAMES: Names = Names {
        whole: "saves",
        borrowed: Some("saves, borrowed"),
        one: "saves, campaigns[50].stock[grain]",
        number: "saves, campaigns[50].gold",
        text: Some(("saves, campaigns[50].captain of 5 and 33 bytes", ["Brook", "Commodore Araminta Vance-Holloway"])),
        push: None,
    };
    const ROOM: usize = 1 << 18;
    const NUMBERS: [u32; 2] = [1250, 73_004];

    type Number = u32;
    type Found = u32;
    type Lent<'a> = lent::Saves<'a>;

    fn value() -> &'static Self {
        voyages::saves()
    }

    fn with_len(len: usize) -> Self {
        let Self { build, campaigns } = Self::value();
        Self { build: *build, campaigns: campaigns[..len].to_vec() }
    }

    fn len(&self) -> usize {
        self.campaigns.len()
    }

    fn found(&self) -> &u32 {
        &self.campaigns[MIDDLE].stock[KEY]
    }

    fn walk(&self, sink: &mut impl Sink) {
        walk_fields!(self, Order, sink);
    }
}

/// Walks the fields of the saves, ours or archived ones.
macro_rules! walk_fields {
    ($saves:expr, $Order:ident, $sink:expr) => {
        let (saves, sink) = ($saves, $sink);
        sink.number(saves.build);
        sink.word(saves.campaigns.len() as u64);
        for campaign in saves.campaigns.iter() {
            sink.number(campaign.id);
            sink.text(campaign.captain.as_str());
            sink.word(campaign.difficulty as u64);
            sink.number(campaign.gold);
            sink.number(campaign.hours);
            sink.number(campaign.permanent);
            $crate::services::log::walk_option!(campaign.last_port.as_ref(), sink);
            match campaign.rival.as_ref() {
                Some(rival) => {
                    sink.text(rival.name.as_str());
                    sink.number(rival.strength);
                }
                None => sink.word(0),
            }
            sink.word(campaign.charted.len() as u64);
            campaign.charted.iter().for_each(|flag| sink.number(*flag));
            sink.word(campaign.ships.len() as u64);
            for ship in campaign.ships.iter() {
                sink.text(ship.name.as_str());
                sink.number(ship.hull);
                sink.number(ship.crew);
                sink.number(ship.heading);
                sink.word(ship.upgrades.len() as u64);
                ship.upgrades.iter().for_each(|flag| sink.number(*flag));
                sink.word(ship.hold.len() as u64);
                for cargo in ship.hold.iter() {
                    sink.text(cargo.good.as_str());
                    sink.number(cargo.tons);
                    sink.number(cargo.paid);
                }
            }
            sink.word(campaign.orders.len() as u64);
            for order in campaign.orders.iter() {
                match order {
                    $Order::Wait => sink.word(0),
                    $Order::Repair(hull) => sink.number(*hull),
                    $Order::Sail { port, speed } => {
                        sink.text(port.as_str());
                        sink.number(*speed);
                    }
                    $Order::Trade { good, tons, price } => {
                        sink.text(good.as_str());
                        sink.number(*tons);
                        sink.number(*price);
                    }
                    $Order::Escort { ship, until } => {
                        sink.number(*ship);
                        match until.as_ref() {
                            Some(time) => sink.number(*time),
                            None => sink.word(0),
                        }
                    }
                }
            }
            sink.word(campaign.stock.len() as u64);
            for (good, tons) in campaign.stock.iter() {
                sink.text(good.as_str());
                sink.number(*tons);
            }
        }
    };
}
pub(super) use walk_fields;

/// The index of [`KEY`] in a list of entries that is sorted by the names which `name` gives.
pub fn search<'a, E>(len: usize, name: impl Fn(usize) -> Result<&'a str, E>) -> Result<Option<usize>, E> {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = usize::midpoint(low, high);
        match name(middle)?.cmp(KEY) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Ok(Some(middle)),
            Ordering::Greater => high = middle,
        }
    }
    Ok(None)
}

impl Difficulty {
    /// All of them, by their numbers.
    pub const ALL: [Self; 4] = [Self::Calm, Self::Fair, Self::Rough, Self::Storm];
}

impl Edit<Self> for Saves {
    fn set_number(&mut self, number: u32) {
        self.campaigns[MIDDLE].gold = number;
    }

    fn set_text(&mut self, text: &'static str) {
        text.clone_into(&mut self.campaigns[MIDDLE].captain);
    }
}

impl Edit<Saves> for lent::Saves<'_> {
    fn set_number(&mut self, number: u32) {
        self.campaigns[MIDDLE].gold = number;
    }

    fn set_text(&mut self, text: &'static str) {
        self.campaigns[MIDDLE].captain = text;
    }
}
