//! How messages are read: as owned values, and field by field.

use capnp::struct_list;

use super::super::log::{Access, AccessLog, Method};
use super::super::mesh::{Corner, Surface, sum_each};
use super::super::saves::{self, Difficulty, Order, Saves};
use super::super::sink::Sink;
use super::super::tick::{Effect, Entity, Hit, Spot, Step, Tick};
use super::services_capnp::{
    access, access_log, campaign, corner, entity, order, saves as sent_saves, ship, surface, tick as sent_tick,
};

/// The element of a list, which a message may have shorter.
pub fn element<'a, T: capnp::traits::OwnedStruct>(
    list: struct_list::Reader<'a, T>,
    index: usize,
) -> capnp::Result<T::Reader<'a>> {
    list.try_get(index as u32).ok_or_else(|| capnp::Error::failed("a shorter list".to_owned()))
}

type Text<'a> = capnp::Result<capnp::text::Reader<'a>>;

fn text(text: Text<'_>) -> capnp::Result<&str> {
    Ok(text?.to_str()?)
}

fn owned(sent: Text<'_>) -> capnp::Result<String> {
    text(sent).map(str::to_owned)
}

fn optional<'a>(is_there: bool, get: impl FnOnce() -> Text<'a>) -> capnp::Result<Option<&'a str>> {
    if is_there { text(get()).map(Some) } else { Ok(None) }
}

fn walk_optional<'a>(is_there: bool, get: impl FnOnce() -> Text<'a>, sink: &mut impl Sink) -> capnp::Result<()> {
    match optional(is_there, get)? {
        Some(text) => {
            sink.present();
            sink.text(text);
        }
        None => sink.word(0),
    }
    Ok(())
}

pub fn log(root: access_log::Reader<'_>) -> capnp::Result<AccessLog> {
    let entries = root.get_entries()?.iter().map(own_access).collect::<capnp::Result<_>>()?;
    Ok(AccessLog { server: owned(root.get_server())?, entries })
}

fn own_access(entry: access::Reader<'_>) -> capnp::Result<Access> {
    Ok(Access {
        time: entry.get_time(),
        client: owned(entry.get_client())?,
        user: optional(entry.has_user(), || entry.get_user())?.map(str::to_owned),
        method: Method::ALL[entry.get_method()? as usize],
        host: owned(entry.get_host())?,
        path: owned(entry.get_path())?,
        query: optional(entry.has_query(), || entry.get_query())?.map(str::to_owned),
        protocol: owned(entry.get_protocol())?,
        status: entry.get_status(),
        sent: entry.get_sent(),
        micros: entry.get_micros(),
        referrer: optional(entry.has_referrer(), || entry.get_referrer())?.map(str::to_owned),
        agent: owned(entry.get_agent())?,
        language: owned(entry.get_language())?,
        upstream: owned(entry.get_upstream())?,
        request_id: owned(entry.get_request_id())?,
    })
}

pub fn walk_log(root: access_log::Reader<'_>, sink: &mut impl Sink) -> capnp::Result<()> {
    sink.text(text(root.get_server())?);
    let entries = root.get_entries()?;
    sink.word(entries.len().into());
    for entry in entries {
        sink.number(entry.get_time());
        sink.text(text(entry.get_client())?);
        walk_optional(entry.has_user(), || entry.get_user(), sink)?;
        sink.word(entry.get_method()? as u64);
        sink.text(text(entry.get_host())?);
        sink.text(text(entry.get_path())?);
        walk_optional(entry.has_query(), || entry.get_query(), sink)?;
        sink.text(text(entry.get_protocol())?);
        sink.number(entry.get_status());
        sink.number(entry.get_sent());
        sink.number(entry.get_micros());
        walk_optional(entry.has_referrer(), || entry.get_referrer(), sink)?;
        sink.text(text(entry.get_agent())?);
        sink.text(text(entry.get_language())?);
        sink.text(text(entry.get_upstream())?);
        sink.text(text(entry.get_request_id())?);
    }
    Ok(())
}

pub fn saves(root: sent_saves::Reader<'_>) -> capnp::Result<Saves> {
    let campaigns = root.get_campaigns()?.iter().map(own_campaign).collect::<capnp::Result<_>>()?;
    Ok(Saves { build: root.get_build(), campaigns })
}

fn own_campaign(campaign: campaign::Reader<'_>) -> capnp::Result<saves::Campaign> {
    let rival = if campaign.has_rival() {
        let rival = campaign.get_rival()?;
        Some(saves::Rival { name: owned(rival.get_name())?, strength: rival.get_strength() })
    } else {
        None
    };
    let stock = campaign.get_stock()?.iter().map(|entry| Ok((owned(entry.get_good())?, entry.get_tons())));
    Ok(saves::Campaign {
        id: campaign.get_id(),
        captain: owned(campaign.get_captain())?,
        difficulty: Difficulty::ALL[campaign.get_difficulty()? as usize],
        gold: campaign.get_gold(),
        hours: campaign.get_hours(),
        permanent: campaign.get_permanent(),
        last_port: optional(campaign.has_last_port(), || campaign.get_last_port())?.map(str::to_owned),
        rival,
        charted: campaign.get_charted()?.iter().collect(),
        ships: campaign.get_ships()?.iter().map(own_ship).collect::<capnp::Result<_>>()?,
        orders: campaign.get_orders()?.iter().map(own_order).collect::<capnp::Result<_>>()?,
        stock: stock.collect::<capnp::Result<_>>()?,
    })
}

fn own_ship(ship: ship::Reader<'_>) -> capnp::Result<saves::Ship> {
    let hold = ship.get_hold()?.iter().map(|cargo| {
        Ok(saves::Cargo { good: owned(cargo.get_good())?, tons: cargo.get_tons(), paid: cargo.get_paid() })
    });
    Ok(saves::Ship {
        name: owned(ship.get_name())?,
        hull: ship.get_hull(),
        crew: ship.get_crew(),
        heading: ship.get_heading(),
        upgrades: ship.get_upgrades()?.iter().collect(),
        hold: hold.collect::<capnp::Result<_>>()?,
    })
}

/// When an escort ends.
fn until(escort: order::escort::Reader<'_>) -> capnp::Result<Option<u64>> {
    Ok(match escort.get_until().which()? {
        order::escort::until::Never(()) => None,
        order::escort::until::Time(time) => Some(time),
    })
}

fn own_order(order: order::Reader<'_>) -> capnp::Result<Order> {
    Ok(match order.which()? {
        order::Wait(()) => Order::Wait,
        order::Repair(hull) => Order::Repair(hull),
        order::Sail(sail) => Order::Sail { port: owned(sail.get_port())?, speed: sail.get_speed() },
        order::Trade(trade) => {
            Order::Trade { good: owned(trade.get_good())?, tons: trade.get_tons(), price: trade.get_price() }
        }
        order::Escort(escort) => Order::Escort { ship: escort.get_ship(), until: until(escort)? },
    })
}

pub fn walk_saves(root: sent_saves::Reader<'_>, sink: &mut impl Sink) -> capnp::Result<()> {
    sink.number(root.get_build());
    let campaigns = root.get_campaigns()?;
    sink.word(campaigns.len().into());
    for campaign in campaigns {
        sink.number(campaign.get_id());
        sink.text(text(campaign.get_captain())?);
        sink.word(campaign.get_difficulty()? as u64);
        sink.number(campaign.get_gold());
        sink.number(campaign.get_hours());
        sink.number(campaign.get_permanent());
        walk_optional(campaign.has_last_port(), || campaign.get_last_port(), sink)?;
        if campaign.has_rival() {
            let rival = campaign.get_rival()?;
            sink.text(text(rival.get_name())?);
            sink.number(rival.get_strength());
        } else {
            sink.word(0);
        }
        let charted = campaign.get_charted()?;
        sink.word(charted.len().into());
        charted.iter().for_each(|flag| sink.number(flag));
        let ships = campaign.get_ships()?;
        sink.word(ships.len().into());
        for ship in ships {
            walk_ship(ship, sink)?;
        }
        let orders = campaign.get_orders()?;
        sink.word(orders.len().into());
        for order in orders {
            walk_order(order, sink)?;
        }
        let stock = campaign.get_stock()?;
        sink.word(stock.len().into());
        for entry in stock {
            sink.text(text(entry.get_good())?);
            sink.number(entry.get_tons());
        }
    }
    Ok(())
}

fn walk_ship(ship: ship::Reader<'_>, sink: &mut impl Sink) -> capnp::Result<()> {
    sink.text(text(ship.get_name())?);
    sink.number(ship.get_hull());
    sink.number(ship.get_crew());
    sink.number(ship.get_heading());
    let upgrades = ship.get_upgrades()?;
    sink.word(upgrades.len().into());
    upgrades.iter().for_each(|flag| sink.number(flag));
    let hold = ship.get_hold()?;
    sink.word(hold.len().into());
    for cargo in hold {
        sink.text(text(cargo.get_good())?);
        sink.number(cargo.get_tons());
        sink.number(cargo.get_paid());
    }
    Ok(())
}

fn walk_order(order: order::Reader<'_>, sink: &mut impl Sink) -> capnp::Result<()> {
    match order.which()? {
        order::Wait(()) => sink.word(0),
        order::Repair(hull) => sink.number(hull),
        order::Sail(sail) => {
            sink.text(text(sail.get_port())?);
            sink.number(sail.get_speed());
        }
        order::Trade(trade) => {
            sink.text(text(trade.get_good())?);
            sink.number(trade.get_tons());
            sink.number(trade.get_price());
        }
        order::Escort(escort) => {
            sink.number(escort.get_ship());
            match until(escort)? {
                Some(time) => sink.number(time),
                None => sink.word(0),
            }
        }
    }
    Ok(())
}

pub fn tick(root: sent_tick::Reader<'_>) -> capnp::Result<Tick> {
    let entities = root.get_entities()?.iter().map(own_entity).collect::<capnp::Result<_>>()?;
    Ok(Tick { number: root.get_number(), entities, gone: root.get_gone()?.iter().collect() })
}

fn velocity(entity: entity::Reader<'_>) -> capnp::Result<Option<Spot>> {
    Ok(match entity.get_velocity().which()? {
        entity::velocity::None(()) => None,
        entity::velocity::Some(spot) => Some(Spot { x: spot.get_x(), y: spot.get_y(), z: spot.get_z() }),
    })
}

fn own_entity(entity: entity::Reader<'_>) -> capnp::Result<Entity> {
    let place = entity.get_place();
    let effects = entity.get_effects()?.iter().map(|one| Effect { kind: one.get_kind(), left: one.get_left() });
    let hits = entity.get_hits()?.iter();
    let hits = hits.map(|one| Hit { by: one.get_by(), amount: one.get_amount(), zone: one.get_zone() });
    Ok(Entity {
        id: entity.get_id(),
        owner: entity.get_owner(),
        model: entity.get_model(),
        health: entity.get_health(),
        facing: entity.get_facing(),
        place: Spot { x: place.get_x(), y: place.get_y(), z: place.get_z() },
        velocity: velocity(entity)?,
        effects: effects.collect(),
        hits: hits.collect(),
        route: entity.get_route()?.iter().map(|one| Step { dx: one.get_dx(), dy: one.get_dy() }).collect(),
    })
}

pub fn walk_tick(root: sent_tick::Reader<'_>, sink: &mut impl Sink) -> capnp::Result<()> {
    sink.number(root.get_number());
    let entities = root.get_entities()?;
    sink.word(entities.len().into());
    for entity in entities {
        sink.number(entity.get_id());
        sink.number(entity.get_owner());
        sink.number(entity.get_model());
        sink.number(entity.get_health());
        sink.number(entity.get_facing());
        let place = entity.get_place();
        sink.number(place.get_x());
        sink.number(place.get_y());
        sink.number(place.get_z());
        match velocity(entity)? {
            Some(spot) => {
                sink.number(spot.x);
                sink.number(spot.y);
                sink.number(spot.z);
            }
            None => sink.word(0),
        }
        let effects = entity.get_effects()?;
        sink.word(effects.len().into());
        for effect in effects {
            sink.number(effect.get_kind());
            sink.number(effect.get_left());
        }
        let hits = entity.get_hits()?;
        sink.word(hits.len().into());
        for hit in hits {
            sink.number(hit.get_by());
            sink.number(hit.get_amount());
            sink.number(hit.get_zone());
        }
        let route = entity.get_route()?;
        sink.word(route.len().into());
        for step in route {
            sink.number(step.get_dx());
            sink.number(step.get_dy());
        }
    }
    let gone = root.get_gone()?;
    sink.word(gone.len().into());
    gone.iter().for_each(|id| sink.number(id));
    Ok(())
}

pub fn surface(root: surface::Reader<'_>) -> capnp::Result<Surface> {
    let corners = root.get_corners()?.iter().map(|sent| {
        let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = numbers(sent);
        Corner { position: [x, y, z], normal: [normal_x, normal_y, normal_z], texture: [u, v], weight }
    });
    let triangles = root.get_triangles()?.iter().collect();
    Ok(Surface { material: root.get_material(), corners: corners.collect(), triangles })
}

fn numbers(corner: corner::Reader<'_>) -> [f32; 9] {
    [
        corner.get_x(),
        corner.get_y(),
        corner.get_z(),
        corner.get_normal_x(),
        corner.get_normal_y(),
        corner.get_normal_z(),
        corner.get_u(),
        corner.get_v(),
        corner.get_weight(),
    ]
}

/// The sum of all numbers.
pub fn sum(root: surface::Reader<'_>) -> capnp::Result<f64> {
    Ok(sum_each(root.get_corners()?.iter().map(numbers), root.get_triangles()?.iter()))
}
