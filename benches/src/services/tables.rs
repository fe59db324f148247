//! Reading the tables of FlatBuffers, whose getters have the names of the fields in the code of
//! both compilers: as owned values, and field by field.
//!
//! `[?]` stands where a getter of a table may fail, and `[]` where none does. Numbers and structs in
//! a vector cannot fail.

/// The number of a case of an enum.
pub trait Case: Copy {
    fn index(self) -> usize;
}

/// An entry of the log with its texts in the input.
macro_rules! lent_entry {
    ($entry:expr, [$($q:tt)?]) => {{
        let entry = $entry;
        $crate::services::log::lent::Access {
            time: entry.time()$($q)?,
            client: entry.client()$($q)?,
            user: entry.user()$($q)?,
            method: $crate::services::log::Method::ALL[entry.method()$($q)?.index()],
            host: entry.host()$($q)?,
            path: entry.path()$($q)?,
            query: entry.query()$($q)?,
            protocol: entry.protocol()$($q)?,
            status: entry.status()$($q)?,
            sent: entry.sent()$($q)?,
            micros: entry.micros()$($q)?,
            referrer: entry.referrer()$($q)?,
            agent: entry.agent()$($q)?,
            language: entry.language()$($q)?,
            upstream: entry.upstream()$($q)?,
            request_id: entry.request_id()$($q)?,
        }
    }};
}
pub(super) use lent_entry;

/// The saves as an owned value; `order` makes one of an order.
macro_rules! own_saves {
    ($root:expr, [$($q:tt)?], $order:path) => {{
        let root = $root;
        let campaigns = root.campaigns()$($q)?;
        let mut list = Vec::with_capacity(campaigns.len());
        for one in campaigns.iter() {
            let campaign = one$($q)?;
            let rival = match campaign.rival()$($q)? {
                Some(rival) => Some($crate::services::saves::Rival {
                    name: rival.name()$($q)?.to_owned(),
                    strength: rival.strength()$($q)?,
                }),
                None => None,
            };
            let sent = campaign.ships()$($q)?;
            let mut ships = Vec::with_capacity(sent.len());
            for one in sent.iter() {
                let ship = one$($q)?;
                let sent = ship.hold()$($q)?;
                let mut hold = Vec::with_capacity(sent.len());
                for one in sent.iter() {
                    let cargo = one$($q)?;
                    hold.push($crate::services::saves::Cargo {
                        good: cargo.good()$($q)?.to_owned(),
                        tons: cargo.tons()$($q)?,
                        paid: cargo.paid()$($q)?,
                    });
                }
                ships.push($crate::services::saves::Ship {
                    name: ship.name()$($q)?.to_owned(),
                    hull: ship.hull()$($q)?,
                    crew: ship.crew()$($q)?,
                    heading: ship.heading()$($q)?,
                    upgrades: ship.upgrades()$($q)?.iter().collect(),
                    hold,
                });
            }
            let sent = campaign.orders()$($q)?;
            let mut orders = Vec::with_capacity(sent.len());
            for one in sent.iter() {
                orders.push($order(one$($q)?)$($q)?);
            }
            let mut stock = std::collections::BTreeMap::new();
            for one in campaign.stock()$($q)?.iter() {
                let entry = one$($q)?;
                stock.insert(entry.good()$($q)?.to_owned(), entry.tons()$($q)?);
            }
            list.push($crate::services::saves::Campaign {
                id: campaign.id()$($q)?,
                captain: campaign.captain()$($q)?.to_owned(),
                difficulty: $crate::services::saves::Difficulty::ALL[campaign.difficulty()$($q)?.index()],
                gold: campaign.gold()$($q)?,
                hours: campaign.hours()$($q)?,
                permanent: campaign.permanent()$($q)?,
                last_port: campaign.last_port()$($q)?.map(str::to_owned),
                rival,
                charted: campaign.charted()$($q)?.iter().collect(),
                ships,
                orders,
                stock,
            });
        }
        $crate::services::saves::Saves { build: root.build()$($q)?, campaigns: list }
    }};
}
pub(super) use own_saves;

/// The tick as an owned value.
macro_rules! own_tick {
    ($root:expr, [$($q:tt)?]) => {{
        use $crate::services::tick::{Effect, Entity, Hit, Spot, Step, Tick};
        macro_rules! own_spot {
            ($spot:expr) => {{
                let spot = $spot;
                Spot { x: spot.x(), y: spot.y(), z: spot.z() }
            }};
        }
        let root = $root;
        let entities = root.entities()$($q)?;
        let mut list = Vec::with_capacity(entities.len());
        for one in entities.iter() {
            let entity = one$($q)?;
            let effects = entity.effects()$($q)?.iter().map(|one| Effect { kind: one.kind(), left: one.left() });
            let hits = entity.hits()$($q)?.iter();
            let hits = hits.map(|one| Hit { by: one.by(), amount: one.amount(), zone: one.zone() });
            let route = entity.route()$($q)?.iter().map(|one| Step { dx: one.dx(), dy: one.dy() });
            list.push(Entity {
                id: entity.id()$($q)?,
                owner: entity.owner()$($q)?,
                model: entity.model()$($q)?,
                health: entity.health()$($q)?,
                facing: entity.facing()$($q)?,
                place: own_spot!(entity.place()$($q)?),
                velocity: entity.velocity()$($q)?.map(|spot| own_spot!(spot)),
                effects: effects.collect(),
                hits: hits.collect(),
                route: route.collect(),
            });
        }
        Tick { number: root.number()$($q)?, entities: list, gone: root.gone()$($q)?.iter().collect() }
    }};
}
pub(super) use own_tick;

/// Hands the fields of the log to a sink.
macro_rules! walk_log {
    ($root:expr, $sink:expr, [$($q:tt)?]) => {{
        let (log, sink) = ($root, $sink);
        sink.text(log.server()$($q)?);
        let entries = log.entries()$($q)?;
        sink.word(entries.len() as u64);
        for one in entries.iter() {
            let entry = one$($q)?;
            sink.number(entry.time()$($q)?);
            sink.text(entry.client()$($q)?);
            $crate::services::log::walk_option!(entry.user()$($q)?, sink);
            sink.word(entry.method()$($q)?.index() as u64);
            sink.text(entry.host()$($q)?);
            sink.text(entry.path()$($q)?);
            $crate::services::log::walk_option!(entry.query()$($q)?, sink);
            sink.text(entry.protocol()$($q)?);
            sink.number(entry.status()$($q)?);
            sink.number(entry.sent()$($q)?);
            sink.number(entry.micros()$($q)?);
            $crate::services::log::walk_option!(entry.referrer()$($q)?, sink);
            sink.text(entry.agent()$($q)?);
            sink.text(entry.language()$($q)?);
            sink.text(entry.upstream()$($q)?);
            sink.text(entry.request_id()$($q)?);
        }
    }};
}
pub(super) use walk_log;

/// Hands the fields of the saves to a sink; `order` does so with an order.
macro_rules! walk_saves {
    ($root:expr, $sink:expr, [$($q:tt)?], $order:path) => {{
        let (saves, sink) = ($root, $sink);
        sink.number(saves.build()$($q)?);
        let campaigns = saves.campaigns()$($q)?;
        sink.word(campaigns.len() as u64);
        for one in campaigns.iter() {
            let campaign = one$($q)?;
            sink.number(campaign.id()$($q)?);
            sink.text(campaign.captain()$($q)?);
            sink.word(campaign.difficulty()$($q)?.index() as u64);
            sink.number(campaign.gold()$($q)?);
            sink.number(campaign.hours()$($q)?);
            sink.number(campaign.permanent()$($q)?);
            $crate::services::log::walk_option!(campaign.last_port()$($q)?, sink);
            match campaign.rival()$($q)? {
                Some(rival) => {
                    sink.text(rival.name()$($q)?);
                    sink.number(rival.strength()$($q)?);
                }
                None => sink.word(0),
            }
            let charted = campaign.charted()$($q)?;
            sink.word(charted.len() as u64);
            charted.iter().for_each(|flag| sink.number(flag));
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
                upgrades.iter().for_each(|flag| sink.number(flag));
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
            for one in orders.iter() {
                $order(one$($q)?, sink)$($q)?;
            }
            let stock = campaign.stock()$($q)?;
            sink.word(stock.len() as u64);
            for one in stock.iter() {
                let entry = one$($q)?;
                sink.text(entry.good()$($q)?);
                sink.number(entry.tons()$($q)?);
            }
        }
    }};
}
pub(super) use walk_saves;

/// Hands the fields of the tick to a sink.
macro_rules! walk_tick {
    ($root:expr, $sink:expr, [$($q:tt)?]) => {{
        let (tick, sink) = ($root, $sink);
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
            sink.number(place.x());
            sink.number(place.y());
            sink.number(place.z());
            match entity.velocity()$($q)? {
                Some(spot) => {
                    sink.number(spot.x());
                    sink.number(spot.y());
                    sink.number(spot.z());
                }
                None => sink.word(0),
            }
            let effects = entity.effects()$($q)?;
            sink.word(effects.len() as u64);
            for effect in effects.iter() {
                sink.number(effect.kind());
                sink.number(effect.left());
            }
            let hits = entity.hits()$($q)?;
            sink.word(hits.len() as u64);
            for hit in hits.iter() {
                sink.number(hit.by());
                sink.number(hit.amount());
                sink.number(hit.zone());
            }
            let route = entity.route()$($q)?;
            sink.word(route.len() as u64);
            for step in route.iter() {
                sink.number(step.dx());
                sink.number(step.dy());
            }
        }
        let gone = tick.gone()$($q)?;
        sink.word(gone.len() as u64);
        gone.iter().for_each(|id| sink.number(id));
    }};
}
pub(super) use walk_tick;
