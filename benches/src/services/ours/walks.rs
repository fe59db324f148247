//! Every field read where it lies: by getters that check, and by those of proved bytes, which
//! cannot fail.

use vellum::{
    Result,
    proved::{Checked, Proven},
};

use super::super::log::AccessLogView;
use super::super::saves::{OrderRef, SavesView};
use super::super::sink::Sink;
use super::super::tick::TickView;

/// The walks for one kind of getters: `$q` is what follows a call that may fail, `$open` what opens
/// an order.
macro_rules! walks {
    ($module:ident: $Reading:ident, [$($q:tt)?], [$($open:tt)*]) => {
        // Getters of proved bytes cannot fail.
        #[allow(clippy::unnecessary_wraps)]
        pub mod $module {
            use super::*;

            #[inline(always)]
            fn optional(text: Option<&str>, sink: &mut impl Sink) {
                sink.word(u64::from(text.is_some()));
                if let Some(text) = text {
                    sink.text(text);
                }
            }

            pub fn log(log: &AccessLogView<'_, $Reading>, sink: &mut impl Sink) -> Result<()> {
                sink.text(log.server()$($q)?);
                let entries = log.entries()$($q)?;
                sink.word(entries.len() as u64);
                for one in entries.iter() {
                    let entry = one$($q)?;
                    sink.number(entry.time()$($q)?);
                    sink.text(entry.client()$($q)?);
                    optional(entry.user()$($q)?, sink);
                    sink.word(entry.method()$($q)? as u64);
                    sink.text(entry.host()$($q)?);
                    sink.text(entry.path()$($q)?);
                    optional(entry.query()$($q)?, sink);
                    sink.text(entry.protocol()$($q)?);
                    sink.number(entry.status()$($q)?);
                    sink.number(entry.sent()$($q)?);
                    sink.number(entry.micros()$($q)?);
                    optional(entry.referrer()$($q)?, sink);
                    sink.text(entry.agent()$($q)?);
                    sink.text(entry.language()$($q)?);
                    sink.text(entry.upstream()$($q)?);
                    sink.text(entry.request_id()$($q)?);
                }
                Ok(())
            }

            pub fn saves(saves: &SavesView<'_, $Reading>, sink: &mut impl Sink) -> Result<()> {
                sink.number(saves.build()$($q)?);
                let campaigns = saves.campaigns()$($q)?;
                sink.word(campaigns.len() as u64);
                for one in campaigns.iter() {
                    let campaign = one$($q)?;
                    sink.number(campaign.id()$($q)?);
                    sink.text(campaign.captain()$($q)?);
                    sink.word(campaign.difficulty()$($q)? as u64);
                    sink.number(campaign.gold()$($q)?);
                    sink.number(campaign.hours()$($q)?);
                    sink.number(campaign.permanent()$($q)?);
                    optional(campaign.last_port()$($q)?, sink);
                    match campaign.rival()$($q)? {
                        Some(rival) => {
                            sink.text(rival.name()$($q)?);
                            sink.number(rival.strength()$($q)?);
                        }
                        None => sink.word(0),
                    }
                    let charted = campaign.charted()$($q)?;
                    sink.word(charted.len() as u64);
                    for flag in charted.iter() {
                        sink.number(flag$($q)?);
                    }
                    let ships = campaign.ships()$($q)?;
                    sink.word(ships.len() as u64);
                    for one in ships.iter() {
                        let ship = one$($q)?;
                        sink.text(ship.name()$($q)?);
                        sink.number(ship.hull()$($q)?);
                        sink.number(ship.crew()$($q)?);
                        sink.number(ship.heading()$($q)?);
                        let upgrades = ship.upgrades()$($q)?;
                        sink.word(upgrades.len() as u64);
                        for flag in upgrades.iter() {
                            sink.number(flag$($q)?);
                        }
                        let hold = ship.hold()$($q)?;
                        sink.word(hold.len() as u64);
                        for one in hold.iter() {
                            let cargo = one$($q)?;
                            sink.text(cargo.good()$($q)?);
                            sink.number(cargo.tons()$($q)?);
                            sink.number(cargo.paid()$($q)?);
                        }
                    }
                    let orders = campaign.orders()$($q)?;
                    sink.word(orders.len() as u64);
                    for order in orders.iter() {
                        match order$($q)? $($open)* {
                            OrderRef::Wait => sink.word(0),
                            OrderRef::Repair(hull) => sink.number(hull),
                            OrderRef::Sail(case) => {
                                sink.text(case.port()$($q)?);
                                sink.number(case.speed()$($q)?);
                            }
                            OrderRef::Trade(case) => {
                                sink.text(case.good()$($q)?);
                                sink.number(case.tons()$($q)?);
                                sink.number(case.price()$($q)?);
                            }
                            OrderRef::Escort(case) => {
                                sink.number(case.ship()$($q)?);
                                match case.until()$($q)? {
                                    Some(time) => sink.number(time),
                                    None => sink.word(0),
                                }
                            }
                        }
                    }
                    let stock = campaign.stock()$($q)?;
                    sink.word(stock.len() as u64);
                    for entry in stock.iter() {
                        let (good, tons) = entry$($q)?;
                        sink.text(good);
                        sink.number(tons);
                    }
                }
                Ok(())
            }

            pub fn tick(tick: &TickView<'_, $Reading>, sink: &mut impl Sink) -> Result<()> {
                sink.number(tick.number()$($q)?);
                let entities = tick.entities()$($q)?;
                sink.word(entities.len() as u64);
                for one in entities.iter() {
                    let entity = one$($q)?;
                    sink.number(entity.id()$($q)?);
                    sink.number(entity.owner()$($q)?);
                    sink.number(entity.model()$($q)?);
                    sink.number(entity.health()$($q)?);
                    sink.number(entity.facing()$($q)?);
                    let place = entity.place()$($q)?;
                    sink.number(place.x()$($q)?);
                    sink.number(place.y()$($q)?);
                    sink.number(place.z()$($q)?);
                    match entity.velocity()$($q)? {
                        Some(spot) => {
                            sink.number(spot.x()$($q)?);
                            sink.number(spot.y()$($q)?);
                            sink.number(spot.z()$($q)?);
                        }
                        None => sink.word(0),
                    }
                    let effects = entity.effects()$($q)?;
                    sink.word(effects.len() as u64);
                    for one in effects.iter() {
                        let effect = one$($q)?;
                        sink.number(effect.kind()$($q)?);
                        sink.number(effect.left()$($q)?);
                    }
                    let hits = entity.hits()$($q)?;
                    sink.word(hits.len() as u64);
                    for one in hits.iter() {
                        let hit = one$($q)?;
                        sink.number(hit.by()$($q)?);
                        sink.number(hit.amount()$($q)?);
                        sink.number(hit.zone()$($q)?);
                    }
                    let route = entity.route()$($q)?;
                    sink.word(route.len() as u64);
                    for one in route.iter() {
                        let step = one$($q)?;
                        sink.number(step.dx()$($q)?);
                        sink.number(step.dy()$($q)?);
                    }
                }
                let gone = tick.gone()$($q)?;
                sink.word(gone.len() as u64);
                for id in gone.iter() {
                    sink.number(id$($q)?);
                }
                Ok(())
            }
        }
    };
}
walks!(checked: Checked, [?], [.get()?]);
walks!(proved: Proven, [], []);
