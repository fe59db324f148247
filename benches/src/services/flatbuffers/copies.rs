//! How values are written through a builder: from the workload's own types, and from tables that
//! are read in place.

use flatbuffers::{FlatBufferBuilder, UnionWIPOffset, Vector, WIPOffset};

use super::super::kind::{Asked, Kind};
use super::super::log::lent;
use super::super::saves::{self, Order, Saves};
use super::super::tick::{self, Entity, Spot, Tick};
use super::services_generated::services as fb;
use crate::library::OWN_BYTES;

type Builder = FlatBufferBuilder<'static>;
type Offset<T> = WIPOffset<T>;
type Case = (fb::OrderCase, Offset<UnionWIPOffset>);

pub fn log<'a>(builder: &mut Builder, server: &str, entries: impl Iterator<Item = lent::Access<'a>>) {
    let mut list = Vec::with_capacity(entries.size_hint().0);
    for entry in entries {
        let args = fb::AccessArgs {
            time: entry.time,
            client: Some(builder.create_string(entry.client)),
            user: entry.user.map(|user| builder.create_string(user)),
            method: fb::Method(entry.method as u8),
            host: Some(builder.create_string(entry.host)),
            path: Some(builder.create_string(entry.path)),
            query: entry.query.map(|query| builder.create_string(query)),
            protocol: Some(builder.create_string(entry.protocol)),
            status: entry.status,
            sent: entry.sent,
            micros: entry.micros,
            referrer: entry.referrer.map(|referrer| builder.create_string(referrer)),
            agent: Some(builder.create_string(entry.agent)),
            language: Some(builder.create_string(entry.language)),
            upstream: Some(builder.create_string(entry.upstream)),
            request_id: Some(builder.create_string(entry.request_id)),
        };
        list.push(fb::Access::create(builder, &args));
    }
    let (server, entries) = (Some(builder.create_string(server)), Some(builder.create_vector(&list)));
    let root = fb::AccessLog::create(builder, &fb::AccessLogArgs { server, entries });
    builder.finish(root, None);
}

/// Writes a campaign: `$get` stands behind the name of a field, and is nothing or the brackets of a
/// getter. Flags are written by `$flags`, the case of an order by `$case`.
macro_rules! campaign {
    (
        $builder:expr, $campaign:expr, [$($get:tt)?], $difficulty:expr, [$gold:expr, $captain:expr],
        $flags:path, $case:path, |$stock:ident| $entry:expr
    ) => {{
        let (builder, campaign) = ($builder, $campaign);
        let mut ships = Vec::with_capacity((campaign.ships$($get)?).len());
        for ship in (campaign.ships$($get)?).iter() {
            let mut hold = Vec::with_capacity((ship.hold$($get)?).len());
            for cargo in (ship.hold$($get)?).iter() {
                let good = Some(builder.create_string(&(cargo.good$($get)?)));
                let args = fb::CargoArgs { good, tons: cargo.tons$($get)?, paid: cargo.paid$($get)? };
                hold.push(fb::Cargo::create(builder, &args));
            }
            let args = fb::ShipArgs {
                name: Some(builder.create_string(&(ship.name$($get)?))),
                hull: ship.hull$($get)?,
                crew: ship.crew$($get)?,
                heading: ship.heading$($get)?,
                upgrades: Some($flags(builder, &(ship.upgrades$($get)?))),
                hold: Some(builder.create_vector(&hold)),
            };
            ships.push(fb::Ship::create(builder, &args));
        }
        let mut orders = Vec::with_capacity((campaign.orders$($get)?).len());
        for order in (campaign.orders$($get)?).iter() {
            let (case_type, case) = $case(builder, order);
            orders.push(fb::Order::create(builder, &fb::OrderArgs { case_type, case: Some(case) }));
        }
        let mut stock = Vec::with_capacity((campaign.stock$($get)?).len());
        for $stock in (campaign.stock$($get)?).iter() {
            let (good, tons): (&str, u32) = $entry;
            let good = Some(builder.create_string(good));
            stock.push(fb::Stock::create(builder, &fb::StockArgs { good, tons }));
        }
        let rival = (campaign.rival$($get)?).as_ref().map(|rival| {
            let name = Some(builder.create_string(&(rival.name$($get)?)));
            fb::Rival::create(builder, &fb::RivalArgs { name, strength: rival.strength$($get)? })
        });
        let args = fb::CampaignArgs {
            id: campaign.id$($get)?,
            captain: Some(builder.create_string($captain)),
            difficulty: $difficulty,
            gold: $gold,
            hours: campaign.hours$($get)?,
            permanent: campaign.permanent$($get)?,
            last_port: (campaign.last_port$($get)?).as_ref().map(|port| builder.create_string(port)),
            rival,
            charted: Some($flags(builder, &(campaign.charted$($get)?))),
            ships: Some(builder.create_vector(&ships)),
            orders: Some(builder.create_vector(&orders)),
            stock: Some(builder.create_vector(&stock)),
        };
        fb::Campaign::create(builder, &args)
    }};
}

fn finish_saves(builder: &mut Builder, build: u32, campaigns: &[Offset<fb::Campaign<'static>>]) {
    let campaigns = Some(builder.create_vector(campaigns));
    let root = fb::Saves::create(builder, &fb::SavesArgs { build, campaigns });
    builder.finish(root, None);
}

pub fn own_saves(builder: &mut Builder, own: &Saves) {
    let mut list = Vec::with_capacity(own.campaigns.len());
    for campaign in &own.campaigns {
        list.push(own_campaign(builder, campaign));
    }
    finish_saves(builder, own.build, &list);
}

fn own_campaign(builder: &mut Builder, campaign: &saves::Campaign) -> Offset<fb::Campaign<'static>> {
    let difficulty = fb::Difficulty(campaign.difficulty as u8);
    campaign!(builder, campaign, [], difficulty, [campaign.gold, &campaign.captain], own_flags, own_case, |entry| (
        entry.0, *entry.1
    ))
}

fn own_flags(builder: &mut Builder, flags: &[bool]) -> Offset<Vector<'static, bool>> {
    builder.create_vector(flags)
}

fn own_case(builder: &mut Builder, order: &Order) -> Case {
    match order {
        Order::Wait => wait(builder),
        Order::Repair(hull) => repair(builder, *hull),
        Order::Sail { port, speed } => sail(builder, port, *speed),
        Order::Trade { good, tons, price } => trade(builder, good, *tons, *price),
        Order::Escort { ship, until } => escort(builder, *ship, *until),
    }
}

pub fn saves(builder: &mut Builder, root: fb::Saves<'_>, asked: &Asked<Saves>) {
    let mut list = Vec::with_capacity(root.campaigns().len());
    for (index, campaign) in root.campaigns().iter().enumerate() {
        let (mut gold, mut captain) = (campaign.gold(), campaign.captain());
        if index == saves::MIDDLE {
            (gold, captain) = (asked.number.unwrap_or(gold), asked.text.unwrap_or(captain));
        }
        list.push(copied_campaign(builder, campaign, gold, captain));
    }
    finish_saves(builder, root.build(), &list);
}

fn copied_campaign(
    builder: &mut Builder,
    campaign: fb::Campaign<'_>,
    gold: u32,
    captain: &str,
) -> Offset<fb::Campaign<'static>> {
    campaign!(builder, campaign, [()], campaign.difficulty(), [gold, captain], copied_flags, copied_case, |entry| (
        entry.good(),
        entry.tons()
    ))
}

fn copied_flags(builder: &mut Builder, flags: &Vector<'_, bool>) -> Offset<Vector<'static, bool>> {
    builder.create_vector_from_iter(flags.iter())
}

fn copied_case(builder: &mut Builder, order: fb::Order<'_>) -> Case {
    match order.case_type() {
        fb::OrderCase::Wait => wait(builder),
        fb::OrderCase::Repair => repair(builder, order.case_as_repair().expect(OWN_BYTES).hull()),
        fb::OrderCase::Sail => {
            let case = order.case_as_sail().expect(OWN_BYTES);
            sail(builder, case.port(), case.speed())
        }
        fb::OrderCase::Trade => {
            let case = order.case_as_trade().expect(OWN_BYTES);
            trade(builder, case.good(), case.tons(), case.price())
        }
        _ => {
            let case = order.case_as_escort().expect(OWN_BYTES);
            escort(builder, case.ship(), case.until())
        }
    }
}

fn wait(builder: &mut Builder) -> Case {
    (fb::OrderCase::Wait, fb::Wait::create(builder, &fb::WaitArgs {}).as_union_value())
}

fn repair(builder: &mut Builder, hull: u16) -> Case {
    (fb::OrderCase::Repair, fb::Repair::create(builder, &fb::RepairArgs { hull }).as_union_value())
}

fn sail(builder: &mut Builder, port: &str, speed: u8) -> Case {
    let port = Some(builder.create_string(port));
    (fb::OrderCase::Sail, fb::Sail::create(builder, &fb::SailArgs { port, speed }).as_union_value())
}

fn trade(builder: &mut Builder, good: &str, tons: i32, price: f64) -> Case {
    let good = Some(builder.create_string(good));
    (fb::OrderCase::Trade, fb::Trade::create(builder, &fb::TradeArgs { good, tons, price }).as_union_value())
}

fn escort(builder: &mut Builder, ship: u32, until: Option<u64>) -> Case {
    (fb::OrderCase::Escort, fb::Escort::create(builder, &fb::EscortArgs { ship, until }).as_union_value())
}

fn finish_tick(builder: &mut Builder, number: u64, entities: &[Offset<fb::Entity<'static>>], gone: Gone) {
    let entities = Some(builder.create_vector(entities));
    let root = fb::Tick::create(builder, &fb::TickArgs { number, entities, gone: Some(gone) });
    builder.finish(root, None);
}

type Gone = Offset<Vector<'static, u32>>;

pub fn own_tick(builder: &mut Builder, own: &Tick) {
    let mut list = Vec::with_capacity(own.entities.len());
    for entity in &own.entities {
        list.push(own_entity(builder, entity));
    }
    let gone = builder.create_vector(&own.gone);
    finish_tick(builder, own.number, &list, gone);
}

fn own_entity(builder: &mut Builder, entity: &Entity) -> Offset<fb::Entity<'static>> {
    let spot = |spot: Spot| fb::Spot::new(spot.x, spot.y, spot.z);
    let (place, velocity) = (spot(entity.place), entity.velocity.map(spot));
    let effects = entity.effects.iter().map(|effect| fb::Effect::new(effect.kind, effect.left));
    let hits = entity.hits.iter().map(|hit| fb::Hit::new(hit.by, hit.amount, hit.zone));
    let route = entity.route.iter().map(|step| fb::Step::new(step.dx, step.dy));
    let args = fb::EntityArgs {
        id: entity.id,
        owner: entity.owner,
        model: entity.model,
        health: entity.health,
        facing: entity.facing,
        place: Some(&place),
        velocity: velocity.as_ref(),
        effects: Some(builder.create_vector_from_iter(effects)),
        hits: Some(builder.create_vector_from_iter(hits)),
        route: Some(builder.create_vector_from_iter(route)),
    };
    fb::Entity::create(builder, &args)
}

pub fn tick(builder: &mut Builder, root: fb::Tick<'_>, asked: &Asked<Tick>) {
    let mut list = Vec::with_capacity(root.entities().len() + 1);
    for (index, entity) in root.entities().iter().enumerate() {
        let health = asked.number.filter(|_| index == tick::MIDDLE).unwrap_or(entity.health());
        let args = fb::EntityArgs {
            id: entity.id(),
            owner: entity.owner(),
            model: entity.model(),
            health,
            facing: entity.facing(),
            place: Some(entity.place()),
            velocity: entity.velocity(),
            effects: Some(builder.create_vector_from_iter(entity.effects().iter().copied())),
            hits: Some(builder.create_vector_from_iter(entity.hits().iter().copied())),
            route: Some(builder.create_vector_from_iter(entity.route().iter().copied())),
        };
        list.push(fb::Entity::create(builder, &args));
    }
    if let Some(index) = asked.push {
        list.push(own_entity(builder, &Tick::value().entities[index]));
    }
    let gone = builder.create_vector_from_iter(root.gone().iter());
    finish_tick(builder, root.number(), &list, gone);
}

pub fn surface(
    builder: &mut Builder,
    material: u32,
    corners: Offset<Vector<'static, fb::Corner>>,
    triangles: Offset<Vector<'static, u32>>,
) {
    let args = fb::SurfaceArgs { material, corners: Some(corners), triangles: Some(triangles) };
    let root = fb::Surface::create(builder, &args);
    builder.finish(root, None);
}
