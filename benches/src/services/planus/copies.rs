//! How elements are written through a builder: from the workload's own types, and from tables that
//! are read in place.

use planus::{Builder, Offset, Result};

use super::super::log::lent;
use super::super::saves::{Campaign, Difficulty, Order};
use super::super::tick::{Entity, Spot};
use super::services_generated::services as own;

pub fn access(builder: &mut Builder, entry: &lent::Access<'_>) -> Offset<own::Access> {
    use super::super::log::Method;
    let method = match entry.method {
        Method::GET => own::Method::Get,
        Method::HEAD => own::Method::Head,
        Method::POST => own::Method::Post,
        Method::PUT => own::Method::Put,
        Method::DELETE => own::Method::Delete,
        Method::OPTIONS => own::Method::Options,
    };
    own::Access::create(
        builder,
        entry.time,
        entry.client,
        entry.user,
        method,
        entry.host,
        entry.path,
        entry.query,
        entry.protocol,
        entry.status,
        entry.sent,
        entry.micros,
        entry.referrer,
        entry.agent,
        entry.language,
        entry.upstream,
        entry.request_id,
    )
}

pub fn own_campaign(builder: &mut Builder, campaign: &Campaign) -> Offset<own::Campaign> {
    let mut ships = Vec::with_capacity(campaign.ships.len());
    for ship in &campaign.ships {
        let cargo = |cargo: &super::super::saves::Cargo| {
            own::Cargo::create(builder, cargo.good.as_str(), cargo.tons, cargo.paid)
        };
        let hold: Vec<_> = ship.hold.iter().map(cargo).collect();
        let (name, upgrades) = (ship.name.as_str(), ship.upgrades.as_slice());
        ships.push(own::Ship::create(builder, name, ship.hull, ship.crew, ship.heading, upgrades, hold));
    }
    let orders: Vec<_> = campaign.orders.iter().map(|order| own_order(builder, order)).collect();
    let stock = campaign.stock.iter().map(|(good, tons)| own::Stock::create(builder, good.as_str(), *tons));
    let stock: Vec<_> = stock.collect();
    let rival = campaign.rival.as_ref();
    let rival = rival.map(|rival| own::Rival::create(builder, rival.name.as_str(), rival.strength));
    let difficulty = match campaign.difficulty {
        Difficulty::Calm => own::Difficulty::Calm,
        Difficulty::Fair => own::Difficulty::Fair,
        Difficulty::Rough => own::Difficulty::Rough,
        Difficulty::Storm => own::Difficulty::Storm,
    };
    own::Campaign::create(
        builder,
        campaign.id,
        campaign.captain.as_str(),
        difficulty,
        campaign.gold,
        campaign.hours,
        campaign.permanent,
        campaign.last_port.as_deref(),
        rival,
        campaign.charted.as_slice(),
        ships,
        orders,
        stock,
    )
}

fn own_order(builder: &mut Builder, order: &Order) -> Offset<own::Order> {
    match order {
        Order::Wait => wait(builder),
        Order::Repair(hull) => repair(builder, *hull),
        Order::Sail { port, speed } => sail(builder, port, *speed),
        Order::Trade { good, tons, price } => trade(builder, good, *tons, *price),
        Order::Escort { ship, until } => escort(builder, *ship, *until),
    }
}

pub fn campaign(
    builder: &mut Builder,
    campaign: own::CampaignRef<'_>,
    gold: u32,
    captain: &str,
) -> Result<Offset<own::Campaign>> {
    let sent = campaign.ships()?;
    let mut ships = Vec::with_capacity(sent.len());
    for ship in sent {
        let ship = ship?;
        let sent = ship.hold()?;
        let mut hold = Vec::with_capacity(sent.len());
        for cargo in sent {
            let cargo = cargo?;
            hold.push(own::Cargo::create(builder, cargo.good()?, cargo.tons()?, cargo.paid()?));
        }
        let upgrades: Vec<bool> = ship.upgrades()?.iter().collect();
        let (name, hull, crew, heading) = (ship.name()?, ship.hull()?, ship.crew()?, ship.heading()?);
        ships.push(own::Ship::create(builder, name, hull, crew, heading, upgrades, hold));
    }
    let sent = campaign.orders()?;
    let mut orders = Vec::with_capacity(sent.len());
    for order in sent {
        orders.push(match order?.case()? {
            own::OrderCaseRef::Wait(_) => wait(builder),
            own::OrderCaseRef::Repair(case) => repair(builder, case.hull()?),
            own::OrderCaseRef::Sail(case) => sail(builder, case.port()?, case.speed()?),
            own::OrderCaseRef::Trade(case) => trade(builder, case.good()?, case.tons()?, case.price()?),
            own::OrderCaseRef::Escort(case) => escort(builder, case.ship()?, case.until()?),
        });
    }
    let sent = campaign.stock()?;
    let mut stock = Vec::with_capacity(sent.len());
    for entry in sent {
        let entry = entry?;
        stock.push(own::Stock::create(builder, entry.good()?, entry.tons()?));
    }
    let rival = match campaign.rival()? {
        Some(rival) => Some(own::Rival::create(builder, rival.name()?, rival.strength()?)),
        None => None,
    };
    let charted: Vec<bool> = campaign.charted()?.iter().collect();
    Ok(own::Campaign::create(
        builder,
        campaign.id()?,
        captain,
        campaign.difficulty()?,
        gold,
        campaign.hours()?,
        campaign.permanent()?,
        campaign.last_port()?,
        rival,
        charted,
        ships,
        orders,
        stock,
    ))
}

fn wait(builder: &mut Builder) -> Offset<own::Order> {
    let case = own::Wait::create(builder);
    let case = own::OrderCase::create_wait(builder, case);
    own::Order::create(builder, case)
}

fn repair(builder: &mut Builder, hull: u16) -> Offset<own::Order> {
    let case = own::Repair::create(builder, hull);
    let case = own::OrderCase::create_repair(builder, case);
    own::Order::create(builder, case)
}

fn sail(builder: &mut Builder, port: &str, speed: u8) -> Offset<own::Order> {
    let case = own::Sail::create(builder, port, speed);
    let case = own::OrderCase::create_sail(builder, case);
    own::Order::create(builder, case)
}

fn trade(builder: &mut Builder, good: &str, tons: i32, price: f64) -> Offset<own::Order> {
    let case = own::Trade::create(builder, good, tons, price);
    let case = own::OrderCase::create_trade(builder, case);
    own::Order::create(builder, case)
}

fn escort(builder: &mut Builder, ship: u32, until: Option<u64>) -> Offset<own::Order> {
    let case = own::Escort::create(builder, ship, until);
    let case = own::OrderCase::create_escort(builder, case);
    own::Order::create(builder, case)
}

pub fn own_entity(builder: &mut Builder, entity: &Entity) -> Offset<own::Entity> {
    let spot = |spot: Spot| own::Spot { x: spot.x, y: spot.y, z: spot.z };
    let effects = entity.effects.iter().map(|effect| own::Effect { kind: effect.kind, left: effect.left });
    let hits = entity.hits.iter().map(|hit| own::Hit { by: hit.by, amount: hit.amount, zone: hit.zone });
    let route = entity.route.iter().map(|step| own::Step { dx: step.dx, dy: step.dy });
    own::Entity::create(
        builder,
        entity.id,
        entity.owner,
        entity.model,
        entity.health,
        entity.facing,
        spot(entity.place),
        entity.velocity.map(spot),
        effects.collect::<Vec<_>>(),
        hits.collect::<Vec<_>>(),
        route.collect::<Vec<_>>(),
    )
}

pub fn entity(builder: &mut Builder, entity: own::EntityRef<'_>, health: u16) -> Result<Offset<own::Entity>> {
    Ok(own::Entity::create(
        builder,
        entity.id()?,
        entity.owner()?,
        entity.model()?,
        health,
        entity.facing()?,
        own::Spot::from(entity.place()?),
        entity.velocity()?.map(own::Spot::from),
        entity.effects()?.iter().map(own::Effect::from).collect::<Vec<_>>(),
        entity.hits()?.iter().map(own::Hit::from).collect::<Vec<_>>(),
        entity.route()?.iter().map(own::Step::from).collect::<Vec<_>>(),
    ))
}
