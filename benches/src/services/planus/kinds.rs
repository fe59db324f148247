//! How each kind is read and built.

use planus::Builder;

use super::super::kind::{Asked, Kind};
use super::super::log::{self, AccessLog, lent, owned};
use super::super::mesh::{self, Corner, Surface, sum_each};
use super::super::saves::{self, Order, Saves};
use super::super::sink::Sink;
use super::super::tables::{Case, lent_entry, own_saves, own_tick, walk_log, walk_saves, walk_tick};
use super::super::tick::{self, Tick};
use super::services_generated::services as own;
use super::{Table, copies};

impl Case for own::Method {
    fn index(self) -> usize {
        self as usize
    }
}

impl Case for own::Difficulty {
    fn index(self) -> usize {
        self as usize
    }
}

/// What most kinds have: they are built from the workload's own types, and decoded to them.
macro_rules! owns_itself {
    () => {
        type Own = Self;

        fn own(&self) -> Self {
            self.clone()
        }

        fn original(own: Self) -> Self {
            own
        }
    };
}

impl Table for AccessLog {
    owns_itself!();
    type Root<'a> = own::AccessLogRef<'a>;

    fn build(own: &Self, builder: &mut Builder) {
        let list: Vec<_> = own.entries.iter().map(|entry| copies::access(builder, &lent(entry))).collect();
        let root = own::AccessLog::create(builder, own.server.as_str(), list);
        builder.finish(root, None);
    }

    fn read(root: own::AccessLogRef<'_>) -> planus::Result<Self> {
        let sent = root.entries()?;
        let mut entries = Vec::with_capacity(sent.len());
        for entry in sent {
            entries.push(owned(&lent_entry!(entry?, [?])));
        }
        Ok(Self { server: root.server()?.to_owned(), entries })
    }

    fn find<T>(root: own::AccessLogRef<'_>, take: impl FnOnce(&str) -> T) -> Option<T> {
        root.entries().ok()?.get(log::MIDDLE)?.ok()?.path().ok().map(take)
    }

    fn walk_in(root: own::AccessLogRef<'_>, sink: &mut impl Sink) -> planus::Result<()> {
        walk_log!(root, sink, [?]);
        Ok(())
    }

    fn copy(root: own::AccessLogRef<'_>, asked: &Asked<Self>, builder: &mut Builder) -> planus::Result<()> {
        let entries = root.entries()?;
        let mut list = Vec::with_capacity(entries.len() + 1);
        for (index, entry) in entries.iter().enumerate() {
            let mut entry = lent_entry!(entry?, [?]);
            if index == log::MIDDLE {
                entry.status = asked.number.unwrap_or(entry.status);
                entry.path = asked.text.unwrap_or(entry.path);
            }
            list.push(copies::access(builder, &entry));
        }
        if let Some(index) = asked.push {
            list.push(copies::access(builder, &lent(&Self::value().entries[index])));
        }
        let root = own::AccessLog::create(builder, root.server()?, list);
        builder.finish(root, None);
        Ok(())
    }
}

impl Table for Saves {
    owns_itself!();
    type Root<'a> = own::SavesRef<'a>;

    fn build(own: &Self, builder: &mut Builder) {
        let list: Vec<_> = own.campaigns.iter().map(|campaign| copies::own_campaign(builder, campaign)).collect();
        let root = own::Saves::create(builder, own.build, list);
        builder.finish(root, None);
    }

    fn read(root: own::SavesRef<'_>) -> planus::Result<Self> {
        Ok(own_saves!(root, [?], own_order))
    }

    fn find<T>(root: own::SavesRef<'_>, take: impl FnOnce(&u32) -> T) -> Option<T> {
        let stock = root.campaigns().ok()?.get(saves::MIDDLE)?.ok()?.stock().ok()?;
        let entry = |index| stock.get(index).and_then(Result::ok).ok_or(());
        let found = saves::search(stock.len(), |index| entry(index)?.good().map_err(drop)).ok()??;
        entry(found).ok()?.tons().ok().map(|tons| take(&tons))
    }

    fn walk_in(root: own::SavesRef<'_>, sink: &mut impl Sink) -> planus::Result<()> {
        walk_saves!(root, sink, [?], walk_order);
        Ok(())
    }

    fn copy(root: own::SavesRef<'_>, asked: &Asked<Self>, builder: &mut Builder) -> planus::Result<()> {
        let campaigns = root.campaigns()?;
        let mut list = Vec::with_capacity(campaigns.len());
        for (index, campaign) in campaigns.iter().enumerate() {
            let campaign = campaign?;
            let (mut gold, mut captain) = (campaign.gold()?, campaign.captain()?);
            if index == saves::MIDDLE {
                (gold, captain) = (asked.number.unwrap_or(gold), asked.text.unwrap_or(captain));
            }
            list.push(copies::campaign(builder, campaign, gold, captain)?);
        }
        let root = own::Saves::create(builder, root.build()?, list);
        builder.finish(root, None);
        Ok(())
    }
}

fn own_order(order: own::OrderRef<'_>) -> planus::Result<Order> {
    Ok(match order.case()? {
        own::OrderCaseRef::Wait(_) => Order::Wait,
        own::OrderCaseRef::Repair(case) => Order::Repair(case.hull()?),
        own::OrderCaseRef::Sail(case) => Order::Sail { port: case.port()?.to_owned(), speed: case.speed()? },
        own::OrderCaseRef::Trade(case) => {
            Order::Trade { good: case.good()?.to_owned(), tons: case.tons()?, price: case.price()? }
        }
        own::OrderCaseRef::Escort(case) => Order::Escort { ship: case.ship()?, until: case.until()? },
    })
}

fn walk_order(order: own::OrderRef<'_>, sink: &mut impl Sink) -> planus::Result<()> {
    match order.case()? {
        own::OrderCaseRef::Wait(_) => sink.word(0),
        own::OrderCaseRef::Repair(case) => sink.number(case.hull()?),
        own::OrderCaseRef::Sail(case) => {
            sink.text(case.port()?);
            sink.number(case.speed()?);
        }
        own::OrderCaseRef::Trade(case) => {
            sink.text(case.good()?);
            sink.number(case.tons()?);
            sink.number(case.price()?);
        }
        own::OrderCaseRef::Escort(case) => {
            sink.number(case.ship()?);
            match case.until()? {
                Some(time) => sink.number(time),
                None => sink.word(0),
            }
        }
    }
    Ok(())
}

impl Table for Tick {
    owns_itself!();
    type Root<'a> = own::TickRef<'a>;

    fn build(own: &Self, builder: &mut Builder) {
        let list: Vec<_> = own.entities.iter().map(|entity| copies::own_entity(builder, entity)).collect();
        let root = own::Tick::create(builder, own.number, list, own.gone.as_slice());
        builder.finish(root, None);
    }

    fn read(root: own::TickRef<'_>) -> planus::Result<Self> {
        Ok(own_tick!(root, [?]))
    }

    fn find<T>(root: own::TickRef<'_>, take: impl FnOnce(&u16) -> T) -> Option<T> {
        root.entities().ok()?.get(tick::MIDDLE)?.ok()?.health().ok().map(|health| take(&health))
    }

    fn walk_in(root: own::TickRef<'_>, sink: &mut impl Sink) -> planus::Result<()> {
        walk_tick!(root, sink, [?]);
        Ok(())
    }

    fn copy(root: own::TickRef<'_>, asked: &Asked<Self>, builder: &mut Builder) -> planus::Result<()> {
        let entities = root.entities()?;
        let mut list = Vec::with_capacity(entities.len() + 1);
        for (index, entity) in entities.iter().enumerate() {
            let entity = entity?;
            let health = match asked.number {
                Some(number) if index == tick::MIDDLE => number,
                _ => entity.health()?,
            };
            list.push(copies::entity(builder, entity, health)?);
        }
        if let Some(index) = asked.push {
            list.push(copies::own_entity(builder, &Self::value().entities[index]));
        }
        let gone: Vec<u32> = root.gone()?.iter().collect();
        let root = own::Tick::create(builder, root.number()?, list, gone);
        builder.finish(root, None);
        Ok(())
    }
}

impl Table for Surface {
    type Own = own::Surface;
    type Root<'a> = own::SurfaceRef<'a>;

    fn own(&self) -> own::Surface {
        let corner = |corner: &Corner| {
            let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = corner.numbers();
            own::Corner { x, y, z, normal_x, normal_y, normal_z, u, v, weight }
        };
        let corners = self.corners.iter().map(corner).collect();
        own::Surface { material: self.material, corners, triangles: self.triangles.clone() }
    }

    fn original(own: own::Surface) -> Self {
        let corner = |corner: &own::Corner| Corner {
            position: [corner.x, corner.y, corner.z],
            normal: [corner.normal_x, corner.normal_y, corner.normal_z],
            texture: [corner.u, corner.v],
            weight: corner.weight,
        };
        let corners = own.corners.iter().map(corner).collect();
        Self { material: own.material, corners, triangles: own.triangles }
    }

    fn build(own: &own::Surface, builder: &mut Builder) {
        builder.finish(own, None);
    }

    fn read(root: own::SurfaceRef<'_>) -> planus::Result<own::Surface> {
        root.try_into()
    }

    fn find<T>(root: own::SurfaceRef<'_>, take: impl FnOnce(&f32) -> T) -> Option<T> {
        Some(take(&root.corners().ok()?.get(mesh::MIDDLE)?.weight()))
    }

    fn copy(root: own::SurfaceRef<'_>, asked: &Asked<Self>, builder: &mut Builder) -> planus::Result<()> {
        let mut own: own::Surface = root.try_into()?;
        if let Some(weight) = asked.number {
            own.corners[mesh::MIDDLE].weight = weight;
        }
        builder.finish(&own, None);
        Ok(())
    }
}

/// The sum of all numbers.
pub fn sum(root: own::SurfaceRef<'_>) -> planus::Result<f64> {
    let numbers = |corner: own::CornerRef<'_>| {
        [
            corner.x(),
            corner.y(),
            corner.z(),
            corner.normal_x(),
            corner.normal_y(),
            corner.normal_z(),
            corner.u(),
            corner.v(),
            corner.weight(),
        ]
    };
    Ok(sum_each(root.corners()?.iter().map(numbers), root.triangles()?.iter()))
}
