//! The saves. A map is a `HashMap` here, whose order is another one in each message that is made.

use std::ptr;
use std::sync::LazyLock;

use protobuf::CodedInputStream;

use super::super::kind::{Edit, Kind};
use super::super::saves::{self, Difficulty, KEY, MIDDLE};
use super::services_generated::{Campaign, Cargo, Escort, Order, Rival, Sail, Saves, Ship, Trade, Wait, order::Case};
use super::{Sent, Walked, enter_element, narrow};
use crate::libraries::protobuf::{enter, seek};
use crate::library::OWN_BYTES;

impl From<saves::Order> for Order {
    fn from(order: saves::Order) -> Self {
        let case = match order {
            saves::Order::Wait => Case::Wait(Wait::default()),
            saves::Order::Repair(hull) => Case::Repair(hull.into()),
            saves::Order::Sail { port, speed } => Case::Sail(Sail { port, speed: speed.into(), ..Sail::default() }),
            saves::Order::Trade { good, tons, price } => Case::Trade(Trade { good, tons, price, ..Trade::default() }),
            saves::Order::Escort { ship, until } => Case::Escort(Escort { ship, until, ..Escort::default() }),
        };
        Self { case: Some(case), ..Self::default() }
    }
}

impl From<Order> for saves::Order {
    fn from(order: Order) -> Self {
        match order.case.expect(OWN_BYTES) {
            Case::Wait(_) => Self::Wait,
            Case::Repair(hull) => Self::Repair(narrow(hull)),
            Case::Sail(Sail { port, speed, .. }) => Self::Sail { port, speed: narrow(speed) },
            Case::Trade(Trade { good, tons, price, .. }) => Self::Trade { good, tons, price },
            Case::Escort(Escort { ship, until, .. }) => Self::Escort { ship, until },
        }
    }
}

impl From<saves::Cargo> for Cargo {
    fn from(saves::Cargo { good, tons, paid }: saves::Cargo) -> Self {
        Self { good, tons: tons.into(), paid, ..Self::default() }
    }
}

impl From<Cargo> for saves::Cargo {
    fn from(Cargo { good, tons, paid, .. }: Cargo) -> Self {
        Self { good, tons: narrow(tons), paid }
    }
}

impl From<saves::Ship> for Ship {
    fn from(ship: saves::Ship) -> Self {
        let saves::Ship { name, hull, crew, heading, upgrades, hold } = ship;
        let hold = hold.into_iter().map(Cargo::from).collect();
        Self { name, hull: hull.into(), crew: crew.into(), heading, upgrades, hold, ..Self::default() }
    }
}

impl From<Ship> for saves::Ship {
    fn from(Ship { name, hull, crew, heading, upgrades, hold, .. }: Ship) -> Self {
        let hold = hold.into_iter().map(saves::Cargo::from).collect();
        Self { name, hull: narrow(hull), crew: narrow(crew), heading, upgrades, hold }
    }
}

impl From<saves::Rival> for Rival {
    fn from(saves::Rival { name, strength }: saves::Rival) -> Self {
        Self { name, strength: strength.into(), ..Self::default() }
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
            rival: own.rival.map(Rival::from).into(),
            charted: own.charted,
            ships: own.ships.into_iter().map(Ship::from).collect(),
            orders: own.orders.into_iter().map(Order::from).collect(),
            stock: own.stock.into_iter().collect(),
            ..Self::default()
        }
    }
}

impl From<Campaign> for saves::Campaign {
    fn from(sent: Campaign) -> Self {
        let rival = sent.rival.into_option();
        Self {
            id: sent.id,
            captain: sent.captain,
            difficulty: Difficulty::ALL[sent.difficulty as usize],
            gold: sent.gold,
            hours: sent.hours,
            permanent: sent.permanent,
            last_port: sent.last_port,
            rival: rival.map(|Rival { name, strength, .. }| saves::Rival { name, strength: narrow(strength) }),
            charted: sent.charted,
            ships: sent.ships.into_iter().map(saves::Ship::from).collect(),
            orders: sent.orders.into_iter().map(saves::Order::from).collect(),
            stock: sent.stock.into_iter().collect(),
        }
    }
}

fn message(saves: &saves::Saves) -> Saves {
    let campaigns = saves.campaigns.iter().cloned().map(Campaign::from).collect();
    Saves { build: saves.build, campaigns, ..Saves::default() }
}

impl Sent for saves::Saves {
    type Message = Saves;

    /// The message of the value is made once: a clone has its order, and so the same bytes.
    fn message(&self) -> Saves {
        static WHOLE: LazyLock<Saves> = LazyLock::new(|| message(saves::Saves::value()));
        if ptr::eq(self, Self::value()) { WHOLE.clone() } else { message(self) }
    }

    fn original(Saves { build, campaigns, .. }: Saves) -> Self {
        Self { build, campaigns: campaigns.into_iter().map(saves::Campaign::from).collect() }
    }

    fn find<T>(input: &mut CodedInputStream<'_>, take: impl FnOnce(&u32) -> T) -> Walked<T> {
        enter_element(input, 2, MIDDLE)?;
        let mut found = Err("no such key");
        // An entry of a map is a message of a key and a value.
        while seek(input, 12)? {
            let (outer, mut good, mut tons) = (enter(input)?, String::new(), 0);
            while let Some(tag) = input.read_raw_tag_or_eof().map_err(|_| "no tag")? {
                match tag >> 3 {
                    1 => good = input.read_string().map_err(|_| "no string")?,
                    2 => tons = input.read_uint32().map_err(|_| "no integer")?,
                    _ => return Err("no entry of the map"),
                }
            }
            input.pop_limit(outer);
            if good == KEY {
                found = Ok(tons);
            }
        }
        found.map(|tons| take(&tons))
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
