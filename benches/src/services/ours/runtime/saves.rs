//! The saves.

use std::sync::LazyLock;

use vellum::{Record, RecordBuilder, Result, Schema, dynamic::Dynamic, field::VariantName};

use super::super::super::saves::{KEY, MIDDLE, Order, Saves, Ship};
use super::Described;
use crate::libraries::vellum::handles;

const TEXT: &str = "
    enum Difficulty { Calm, Fair, Rough, Storm }
    struct Rival { name: string, strength: u16 }
    struct Cargo { good: string, tons: u16, paid: f32 }
    struct Ship { name: string, hull: u16, crew: u8, heading: f32, upgrades: list<bool>, hold: list<Cargo> }
    struct Sail { port: string, speed: u8 }
    struct Trade { good: string, tons: i32, price: f64 }
    struct Escort { ship: u32, until: u64? }
    union Order { Wait, Repair: u16, Sail: Sail, Trade: Trade, Escort: Escort }
    struct Campaign {
        id: u64, captain: string, difficulty: Difficulty, gold: u32, hours: f64, permanent: bool, last_port: string?,
        rival: Rival?, charted: list<bool>, ships: list<Ship>, orders: list<Order>, stock: map<string, u32>,
    }
    struct Saves { build: u32, campaigns: list<Campaign> }
    root Saves;";

const DIFFICULTIES: [&str; 4] = ["Calm", "Fair", "Rough", "Storm"];

static SAVES: LazyLock<SavesHandles> = LazyLock::new(|| SavesHandles::new(TEXT));

handles!(SavesHandles {
    build: u32 = "build",
    campaign: Dynamic = "campaigns[]",
    id: u64 = "campaigns[].id",
    captain: str = "campaigns[].captain",
    difficulty: VariantName = "campaigns[].difficulty",
    gold: u32 = "campaigns[].gold",
    hours: f64 = "campaigns[].hours",
    permanent: bool = "campaigns[].permanent",
    last_port: str = "campaigns[].last_port",
    rival_name: str = "campaigns[].rival.name",
    rival_strength: u16 = "campaigns[].rival.strength",
    charted: bool = "campaigns[].charted[]",
    ship: Dynamic = "campaigns[].ships[]",
    ship_name: str = "campaigns[].ships[].name",
    hull: u16 = "campaigns[].ships[].hull",
    crew: u8 = "campaigns[].ships[].crew",
    heading: f32 = "campaigns[].ships[].heading",
    upgrades: bool = "campaigns[].ships[].upgrades[]",
    cargo: Dynamic = "campaigns[].ships[].hold[]",
    good: str = "campaigns[].ships[].hold[].good",
    tons: u16 = "campaigns[].ships[].hold[].tons",
    paid: f32 = "campaigns[].ships[].hold[].paid",
    order: VariantName = "campaigns[].orders[]",
    repair: u16 = "campaigns[].orders[].Repair",
    sail_port: str = "campaigns[].orders[].Sail.port",
    sail_speed: u8 = "campaigns[].orders[].Sail.speed",
    trade_good: str = "campaigns[].orders[].Trade.good",
    trade_tons: i32 = "campaigns[].orders[].Trade.tons",
    trade_price: f64 = "campaigns[].orders[].Trade.price",
    escort_ship: u32 = "campaigns[].orders[].Escort.ship",
    escort_until: u64 = "campaigns[].orders[].Escort.until",
    stock: u32 = "campaigns[].stock[]",
});

fn push_ship(record: &mut RecordBuilder, at: usize, index: usize, ship: &Ship) -> Result<()> {
    let saves = &*SAVES;
    record.push_default(saves.ship.at(at))?;
    record.set(saves.ship_name.at(at).at(index), ship.name.as_str())?;
    record.set(saves.hull.at(at).at(index), ship.hull)?;
    record.set(saves.crew.at(at).at(index), ship.crew)?;
    record.set(saves.heading.at(at).at(index), ship.heading)?;
    for flag in &ship.upgrades {
        record.push(saves.upgrades.at(at).at(index), *flag)?;
    }
    for (place, cargo) in ship.hold.iter().enumerate() {
        record.push_default(saves.cargo.at(at).at(index))?;
        record.set(saves.good.at(at).at(index).at(place), cargo.good.as_str())?;
        record.set(saves.tons.at(at).at(index).at(place), cargo.tons)?;
        record.set(saves.paid.at(at).at(index).at(place), cargo.paid)?;
    }
    Ok(())
}

/// Appends an order by the name of its case, so that none is another one first.
fn push_order(record: &mut RecordBuilder, at: usize, index: usize, order: &Order) -> Result<()> {
    let saves = &*SAVES;
    match order {
        Order::Wait => record.push(saves.order.at(at), "Wait"),
        Order::Repair(hull) => {
            record.push(saves.order.at(at), "Repair")?;
            record.set(saves.repair.at(at).at(index), *hull)
        }
        Order::Sail { port, speed } => {
            record.push(saves.order.at(at), "Sail")?;
            record.set(saves.sail_port.at(at).at(index), port.as_str())?;
            record.set(saves.sail_speed.at(at).at(index), *speed)
        }
        Order::Trade { good, tons, price } => {
            record.push(saves.order.at(at), "Trade")?;
            record.set(saves.trade_good.at(at).at(index), good.as_str())?;
            record.set(saves.trade_tons.at(at).at(index), *tons)?;
            record.set(saves.trade_price.at(at).at(index), *price)
        }
        Order::Escort { ship, until } => {
            record.push(saves.order.at(at), "Escort")?;
            record.set(saves.escort_ship.at(at).at(index), *ship)?;
            until.map_or(Ok(()), |until| record.set(saves.escort_until.at(at).at(index), until))
        }
    }
}

impl Described for Saves {
    fn parsed() -> &'static Schema {
        &SAVES.schema
    }

    #[inline(never)]
    fn fill(&self, record: &mut RecordBuilder) -> Result<()> {
        let saves = &*SAVES;
        record.set(&saves.build, self.build)?;
        for (at, campaign) in self.campaigns.iter().enumerate() {
            record.push_default(&saves.campaign)?;
            record.set(saves.id.at(at), campaign.id)?;
            record.set(saves.captain.at(at), campaign.captain.as_str())?;
            record.set(saves.difficulty.at(at), DIFFICULTIES[campaign.difficulty as usize])?;
            record.set(saves.gold.at(at), campaign.gold)?;
            record.set(saves.hours.at(at), campaign.hours)?;
            record.set(saves.permanent.at(at), campaign.permanent)?;
            if let Some(port) = &campaign.last_port {
                record.set(saves.last_port.at(at), port.as_str())?;
            }
            if let Some(rival) = &campaign.rival {
                record.set(saves.rival_name.at(at), rival.name.as_str())?;
                record.set(saves.rival_strength.at(at), rival.strength)?;
            }
            for flag in &campaign.charted {
                record.push(saves.charted.at(at), *flag)?;
            }
            for (index, ship) in campaign.ships.iter().enumerate() {
                push_ship(record, at, index, ship)?;
            }
            for (index, order) in campaign.orders.iter().enumerate() {
                push_order(record, at, index, order)?;
            }
            for (good, tons) in &campaign.stock {
                record.set(saves.stock.at(at).at(good.as_str()), *tons)?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn find<T>(bytes: &[u8], take: impl FnOnce(&u32) -> T) -> Result<T> {
        let record = SAVES.schema.peek(bytes)?;
        record.get(SAVES.stock.at(MIDDLE).at(KEY)).map(|tons| take(&tons))
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, gold: u32) -> Result<()> {
        Record::open(&SAVES.schema, bytes)?.set(SAVES.gold.at(MIDDLE), gold)
    }
}

#[inline(never)]
pub fn set_captain(bytes: &mut Vec<u8>, captain: &str) -> Result<()> {
    Record::open(&SAVES.schema, bytes)?.set(SAVES.captain.at(MIDDLE), captain)
}
