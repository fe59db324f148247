//! How the saved campaigns are drawn: most are short and few are long, as saves are. Floats of 64
//! bits have at most two digits behind the point, so that every parser reads back the same one.

use std::sync::LazyLock;

use super::draw::Draw;
use super::saves::{Campaign, Cargo, Difficulty, KEY, LEN, Order, Rival, Saves, Ship};

/// The saves, drawn once.
pub fn saves() -> &'static Saves {
    static VALUE: LazyLock<Saves> = LazyLock::new(draw);
    &VALUE
}

const CAPTAINS: [&str; 6] = ["Ines", "Old Tom Harrow", "Brigid O'Shea", "Jörg", "Captain Amaranth Vell", "Nao"];
const PORTS: [&str; 8] =
    ["Port Caldera", "Saltmouth", "Île-aux-Vents", "Kestrel Bay", "New Harwick", "Dunmere", "Ostrava Deep", "Tern"];
const GOODS: [&str; 10] =
    [KEY, "timber", "salt fish", "iron", "cloth", "spices", "lamp oil", "gunpowder", "sugar", "whale bone"];
const SHIPS: [&str; 8] =
    ["Gannet", "Merry Widow", "Indefatigable", "Swift", "Lady of Dunmere", "Albatross", "Nº 7", "The Patient Heron"];

fn draw() -> Saves {
    let mut draw = Draw::new(0x05_a7e5);
    Saves { build: 40_211, campaigns: draw.many(LEN as u64, campaign) }
}

fn campaign(draw: &mut Draw) -> Campaign {
    let charted = draw.between(1, 4) * 48;
    let (ships, orders, goods) = (draw.skewed(1, 9), draw.skewed(0, 24), draw.between(2, GOODS.len() as u64));
    Campaign {
        id: draw.between(1 << 40, 1 << 52),
        captain: draw.one_of(&CAPTAINS).to_owned(),
        difficulty: draw.one_of(&[Difficulty::Calm, Difficulty::Fair, Difficulty::Rough, Difficulty::Storm]),
        gold: draw.skewed(0, 900_000) as u32,
        hours: draw.between(0, 16_000) as f64 / 100.0,
        permanent: draw.chance(15),
        last_port: draw.perhaps(70, |draw| draw.one_of(&PORTS).to_owned()),
        rival: draw.perhaps(40, |draw| Rival {
            name: draw.one_of(&CAPTAINS).to_owned(),
            strength: draw.between(1, 1000) as u16,
        }),
        charted: draw.many(charted, |draw| draw.chance(60)),
        ships: draw.many(ships, ship),
        orders: draw.many(orders, order),
        stock: GOODS[..goods as usize].iter().map(|good| ((*good).to_owned(), draw.skewed(0, 5000) as u32)).collect(),
    }
}

fn ship(draw: &mut Draw) -> Ship {
    let hold = draw.skewed(0, 6);
    Ship {
        name: draw.one_of(&SHIPS).to_owned(),
        hull: draw.between(40, 900) as u16,
        crew: draw.between(4, 240) as u8,
        heading: draw.unit() * 360.0,
        upgrades: draw.many(12, |draw| draw.chance(25)),
        hold: draw.many(hold, |draw| Cargo {
            good: draw.one_of(&GOODS).to_owned(),
            tons: draw.skewed(1, 400) as u16,
            paid: draw.unit() * 90.0,
        }),
    }
}

fn order(draw: &mut Draw) -> Order {
    match draw.between(0, 9) {
        0 => Order::Wait,
        1 => Order::Repair(draw.between(10, 500) as u16),
        2..=5 => Order::Sail { port: draw.one_of(&PORTS).to_owned(), speed: draw.between(1, 5) as u8 },
        6..=8 => Order::Trade {
            good: draw.one_of(&GOODS).to_owned(),
            tons: draw.between(0, 400) as i32 - 200,
            price: draw.between(0, 7500) as f64 / 100.0,
        },
        _ => Order::Escort {
            ship: draw.between(0, 4000) as u32,
            until: draw.perhaps(50, |draw| draw.between(1, 1 << 40)),
        },
    }
}
