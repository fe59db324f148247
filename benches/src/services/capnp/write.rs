//! How values are written by setters, and what is set in a message.

use super::super::kind::Kind;
use super::super::log::{self, Access, AccessLog};
use super::super::mesh::{self, Surface};
use super::super::saves::{self, Difficulty, Order, Saves, Ship};
use super::super::sink::Sink;
use super::super::tick::{self, Entity, Tick};
use super::read::{self, element};
use super::services_capnp as sent;
use super::{Read, Sent, Write};

/// The length of a list.
fn count<T>(list: &[T]) -> u32 {
    list.len().try_into().expect("a short list")
}

fn shorter() -> capnp::Error {
    capnp::Error::failed("a shorter list".to_owned())
}

fn fill_access(mut to: sent::access::Builder<'_>, entry: &Access) {
    to.set_time(entry.time);
    to.set_client(entry.client.as_str());
    if let Some(user) = &entry.user {
        to.set_user(user.as_str());
    }
    to.set_method(match entry.method {
        log::Method::GET => sent::Method::Get,
        log::Method::HEAD => sent::Method::Head,
        log::Method::POST => sent::Method::Post,
        log::Method::PUT => sent::Method::Put,
        log::Method::DELETE => sent::Method::Delete,
        log::Method::OPTIONS => sent::Method::Options,
    });
    to.set_host(entry.host.as_str());
    to.set_path(entry.path.as_str());
    if let Some(query) = &entry.query {
        to.set_query(query.as_str());
    }
    to.set_protocol(entry.protocol.as_str());
    to.set_status(entry.status);
    to.set_sent(entry.sent);
    to.set_micros(entry.micros);
    if let Some(referrer) = &entry.referrer {
        to.set_referrer(referrer.as_str());
    }
    to.set_agent(entry.agent.as_str());
    to.set_language(entry.language.as_str());
    to.set_upstream(entry.upstream.as_str());
    to.set_request_id(entry.request_id.as_str());
}

fn middle_access(root: sent::access_log::Builder<'_>) -> capnp::Result<sent::access::Builder<'_>> {
    root.get_entries()?.try_get(log::MIDDLE as u32).ok_or_else(shorter)
}

impl Sent for AccessLog {
    type Schema = sent::access_log::Owned;

    fn fill(&self, mut root: Write<'_, Self>) {
        root.set_server(self.server.as_str());
        let mut list = root.init_entries(count(&self.entries));
        for (index, entry) in (0..).zip(&self.entries) {
            fill_access(list.reborrow().get(index), entry);
        }
    }

    fn read(root: Read<'_, Self>) -> capnp::Result<Self> {
        read::log(root)
    }

    fn find<T>(root: Read<'_, Self>, take: impl FnOnce(&str) -> T) -> capnp::Result<T> {
        Ok(take(element(root.get_entries()?, log::MIDDLE)?.get_path()?.to_str()?))
    }

    fn walk_in(root: Read<'_, Self>, sink: &mut impl Sink) -> capnp::Result<()> {
        read::walk_log(root, sink)
    }

    fn put_number(root: Write<'_, Self>, status: u16) -> capnp::Result<()> {
        middle_access(root)?.set_status(status);
        Ok(())
    }

    fn put_text(root: Write<'_, Self>, path: &str) -> capnp::Result<()> {
        middle_access(root)?.set_path(path);
        Ok(())
    }

    fn lengthen(old: Read<'_, Self>, mut root: Write<'_, Self>, index: usize) -> capnp::Result<()> {
        root.set_server(old.get_server()?);
        let entries = old.get_entries()?;
        let mut list = root.init_entries(entries.len() + 1);
        for (index, entry) in (0..).zip(entries) {
            list.set_with_caveats(index, entry)?;
        }
        fill_access(list.get(entries.len()), &Self::value().entries[index]);
        Ok(())
    }
}

fn fill_ship(mut to: sent::ship::Builder<'_>, ship: &Ship) {
    to.set_name(ship.name.as_str());
    to.set_hull(ship.hull);
    to.set_crew(ship.crew);
    to.set_heading(ship.heading);
    let mut upgrades = to.reborrow().init_upgrades(count(&ship.upgrades));
    for (index, flag) in (0..).zip(&ship.upgrades) {
        upgrades.set(index, *flag);
    }
    let mut hold = to.init_hold(count(&ship.hold));
    for (index, cargo) in (0..).zip(&ship.hold) {
        let mut to = hold.reborrow().get(index);
        to.set_good(cargo.good.as_str());
        to.set_tons(cargo.tons);
        to.set_paid(cargo.paid);
    }
}

fn fill_order(mut to: sent::order::Builder<'_>, order: &Order) {
    match order {
        Order::Wait => to.set_wait(()),
        Order::Repair(hull) => to.set_repair(*hull),
        Order::Sail { port, speed } => {
            let mut to = to.init_sail();
            to.set_port(port.as_str());
            to.set_speed(*speed);
        }
        Order::Trade { good, tons, price } => {
            let mut to = to.init_trade();
            to.set_good(good.as_str());
            to.set_tons(*tons);
            to.set_price(*price);
        }
        Order::Escort { ship, until } => {
            let mut to = to.init_escort();
            to.set_ship(*ship);
            if let Some(time) = until {
                to.get_until().set_time(*time);
            }
        }
    }
}

fn fill_campaign(mut to: sent::campaign::Builder<'_>, campaign: &saves::Campaign) {
    to.set_id(campaign.id);
    to.set_captain(campaign.captain.as_str());
    to.set_difficulty(match campaign.difficulty {
        Difficulty::Calm => sent::Difficulty::Calm,
        Difficulty::Fair => sent::Difficulty::Fair,
        Difficulty::Rough => sent::Difficulty::Rough,
        Difficulty::Storm => sent::Difficulty::Storm,
    });
    to.set_gold(campaign.gold);
    to.set_hours(campaign.hours);
    to.set_permanent(campaign.permanent);
    if let Some(port) = &campaign.last_port {
        to.set_last_port(port.as_str());
    }
    if let Some(rival) = &campaign.rival {
        let mut to = to.reborrow().init_rival();
        to.set_name(rival.name.as_str());
        to.set_strength(rival.strength);
    }
    let mut charted = to.reborrow().init_charted(count(&campaign.charted));
    for (index, flag) in (0..).zip(&campaign.charted) {
        charted.set(index, *flag);
    }
    let mut ships = to.reborrow().init_ships(count(&campaign.ships));
    for (index, ship) in (0..).zip(&campaign.ships) {
        fill_ship(ships.reborrow().get(index), ship);
    }
    let mut orders = to.reborrow().init_orders(count(&campaign.orders));
    for (index, order) in (0..).zip(&campaign.orders) {
        fill_order(orders.reborrow().get(index), order);
    }
    let mut stock = to.init_stock(campaign.stock.len() as u32);
    for (index, (good, tons)) in (0..).zip(&campaign.stock) {
        let mut to = stock.reborrow().get(index);
        to.set_good(good.as_str());
        to.set_tons(*tons);
    }
}

fn middle_campaign(root: sent::saves::Builder<'_>) -> capnp::Result<sent::campaign::Builder<'_>> {
    root.get_campaigns()?.try_get(saves::MIDDLE as u32).ok_or_else(shorter)
}

impl Sent for Saves {
    type Schema = sent::saves::Owned;

    fn fill(&self, mut root: Write<'_, Self>) {
        root.set_build(self.build);
        let mut list = root.init_campaigns(count(&self.campaigns));
        for (index, campaign) in (0..).zip(&self.campaigns) {
            fill_campaign(list.reborrow().get(index), campaign);
        }
    }

    fn read(root: Read<'_, Self>) -> capnp::Result<Self> {
        read::saves(root)
    }

    fn find<T>(root: Read<'_, Self>, take: impl FnOnce(&u32) -> T) -> capnp::Result<T> {
        let stock = element(root.get_campaigns()?, saves::MIDDLE)?.get_stock()?;
        let name = |index| -> capnp::Result<&str> { Ok(stock.get(index as u32).get_good()?.to_str()?) };
        let found = saves::search(stock.len() as usize, name)?;
        let index = found.ok_or_else(|| capnp::Error::failed("no such key".to_owned()))?;
        Ok(take(&stock.get(index as u32).get_tons()))
    }

    fn walk_in(root: Read<'_, Self>, sink: &mut impl Sink) -> capnp::Result<()> {
        read::walk_saves(root, sink)
    }

    fn put_number(root: Write<'_, Self>, gold: u32) -> capnp::Result<()> {
        middle_campaign(root)?.set_gold(gold);
        Ok(())
    }

    fn put_text(root: Write<'_, Self>, captain: &str) -> capnp::Result<()> {
        middle_campaign(root)?.set_captain(captain);
        Ok(())
    }
}

fn fill_entity(mut to: sent::entity::Builder<'_>, entity: &Entity) {
    to.set_id(entity.id);
    to.set_owner(entity.owner);
    to.set_model(entity.model);
    to.set_health(entity.health);
    to.set_facing(entity.facing);
    let mut place = to.reborrow().get_place();
    place.set_x(entity.place.x);
    place.set_y(entity.place.y);
    place.set_z(entity.place.z);
    if let Some(spot) = entity.velocity {
        let mut velocity = to.reborrow().get_velocity().init_some();
        velocity.set_x(spot.x);
        velocity.set_y(spot.y);
        velocity.set_z(spot.z);
    }
    let mut effects = to.reborrow().init_effects(count(&entity.effects));
    for (index, effect) in (0..).zip(&entity.effects) {
        let mut to = effects.reborrow().get(index);
        to.set_kind(effect.kind);
        to.set_left(effect.left);
    }
    let mut hits = to.reborrow().init_hits(count(&entity.hits));
    for (index, hit) in (0..).zip(&entity.hits) {
        let mut to = hits.reborrow().get(index);
        to.set_by(hit.by);
        to.set_amount(hit.amount);
        to.set_zone(hit.zone);
    }
    let mut route = to.init_route(count(&entity.route));
    for (index, step) in (0..).zip(&entity.route) {
        let mut to = route.reborrow().get(index);
        to.set_dx(step.dx);
        to.set_dy(step.dy);
    }
}

impl Sent for Tick {
    type Schema = sent::tick::Owned;

    fn fill(&self, mut root: Write<'_, Self>) {
        root.set_number(self.number);
        let mut list = root.reborrow().init_entities(count(&self.entities));
        for (index, entity) in (0..).zip(&self.entities) {
            fill_entity(list.reborrow().get(index), entity);
        }
        let mut gone = root.init_gone(count(&self.gone));
        for (index, id) in (0..).zip(&self.gone) {
            gone.set(index, *id);
        }
    }

    fn read(root: Read<'_, Self>) -> capnp::Result<Self> {
        read::tick(root)
    }

    fn find<T>(root: Read<'_, Self>, take: impl FnOnce(&u16) -> T) -> capnp::Result<T> {
        Ok(take(&element(root.get_entities()?, tick::MIDDLE)?.get_health()))
    }

    fn walk_in(root: Read<'_, Self>, sink: &mut impl Sink) -> capnp::Result<()> {
        read::walk_tick(root, sink)
    }

    fn put_number(root: Write<'_, Self>, health: u16) -> capnp::Result<()> {
        root.get_entities()?.try_get(tick::MIDDLE as u32).ok_or_else(shorter)?.set_health(health);
        Ok(())
    }

    fn lengthen(old: Read<'_, Self>, mut root: Write<'_, Self>, index: usize) -> capnp::Result<()> {
        root.set_number(old.get_number());
        root.set_gone(old.get_gone()?)?;
        let entities = old.get_entities()?;
        let mut list = root.init_entities(entities.len() + 1);
        for (index, entity) in (0..).zip(entities) {
            list.set_with_caveats(index, entity)?;
        }
        fill_entity(list.get(entities.len()), &Self::value().entities[index]);
        Ok(())
    }
}

impl Sent for Surface {
    type Schema = sent::surface::Owned;

    fn fill(&self, mut root: Write<'_, Self>) {
        root.set_material(self.material);
        let mut list = root.reborrow().init_corners(count(&self.corners));
        for (index, corner) in (0..).zip(&self.corners) {
            let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = corner.numbers();
            let mut to = list.reborrow().get(index);
            to.set_x(x);
            to.set_y(y);
            to.set_z(z);
            to.set_normal_x(normal_x);
            to.set_normal_y(normal_y);
            to.set_normal_z(normal_z);
            to.set_u(u);
            to.set_v(v);
            to.set_weight(weight);
        }
        let mut triangles = root.init_triangles(count(&self.triangles));
        for (index, one) in (0..).zip(&self.triangles) {
            triangles.set(index, *one);
        }
    }

    fn read(root: Read<'_, Self>) -> capnp::Result<Self> {
        read::surface(root)
    }

    fn find<T>(root: Read<'_, Self>, take: impl FnOnce(&f32) -> T) -> capnp::Result<T> {
        Ok(take(&element(root.get_corners()?, mesh::MIDDLE)?.get_weight()))
    }

    fn put_number(root: Write<'_, Self>, weight: f32) -> capnp::Result<()> {
        root.get_corners()?.try_get(mesh::MIDDLE as u32).ok_or_else(shorter)?.set_weight(weight);
        Ok(())
    }
}
