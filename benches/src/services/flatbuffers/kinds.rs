//! How each kind is read and built.

use std::hint::black_box;

use flatbuffers::FlatBufferBuilder;
use zerocopy::FromBytes;
use zerocopy::little_endian::U32;

use super::super::kind::{Asked, Kind};
use super::super::log::{self, AccessLog, lent, owned};
use super::super::mesh::{self, Corner, StoredCorner, Surface, sum_stored};
use super::super::saves::{self, Order, Saves};
use super::super::sink::Sink;
use super::super::tables::{Case, lent_entry, own_saves, own_tick, walk_log, walk_saves, walk_tick};
use super::super::tick::{self, Tick};
use super::services_generated::services as fb;
use super::{Rooted, copies};
use crate::library::OWN_BYTES;

impl Case for fb::Method {
    fn index(self) -> usize {
        self.0.into()
    }
}

impl Case for fb::Difficulty {
    fn index(self) -> usize {
        self.0.into()
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

impl Rooted for AccessLog {
    owns_itself!();
    type Root<'a> = fb::AccessLog<'a>;

    fn build(own: &Self, builder: &mut FlatBufferBuilder<'static>) {
        copies::log(builder, &own.server, own.entries.iter().map(lent));
    }

    fn read(root: fb::AccessLog<'_>) -> Self {
        let entries = root.entries().iter().map(|entry| owned(&lent_entry!(entry, [])));
        Self { server: root.server().to_owned(), entries: entries.collect() }
    }

    fn find<T>(root: &fb::AccessLog<'_>, take: impl FnOnce(&str) -> T) -> T {
        take(root.entries().get(log::MIDDLE).path())
    }

    fn walk_in(root: &fb::AccessLog<'_>, sink: &mut impl Sink) {
        walk_log!(root, sink, []);
    }

    fn copy(root: fb::AccessLog<'_>, asked: &Asked<Self>, builder: &mut FlatBufferBuilder<'static>) {
        let entries = root.entries().iter().enumerate().map(|(index, entry)| {
            let mut entry = lent_entry!(entry, []);
            if index == log::MIDDLE {
                entry.status = asked.number.unwrap_or(entry.status);
                entry.path = asked.text.unwrap_or(entry.path);
            }
            entry
        });
        let pushed = asked.push.map(|index| lent(&Self::value().entries[index]));
        copies::log(builder, root.server(), entries.chain(pushed));
    }
}

impl Rooted for Saves {
    owns_itself!();
    type Root<'a> = fb::Saves<'a>;

    fn build(own: &Self, builder: &mut FlatBufferBuilder<'static>) {
        copies::own_saves(builder, own);
    }

    fn read(root: fb::Saves<'_>) -> Self {
        own_saves!(root, [], own_order)
    }

    fn find<T>(root: &fb::Saves<'_>, take: impl FnOnce(&u32) -> T) -> T {
        let stock = root.campaigns().get(saves::MIDDLE).stock();
        let found = stock.lookup_by_key(saves::KEY, |entry, key| entry.good().cmp(key));
        take(&found.expect(OWN_BYTES).tons())
    }

    fn walk_in(root: &fb::Saves<'_>, sink: &mut impl Sink) {
        walk_saves!(root, sink, [], walk_order);
    }

    fn copy(root: fb::Saves<'_>, asked: &Asked<Self>, builder: &mut FlatBufferBuilder<'static>) {
        copies::saves(builder, root, asked);
    }
}

fn own_order(order: fb::Order<'_>) -> Order {
    match order.case_type() {
        fb::OrderCase::Wait => Order::Wait,
        fb::OrderCase::Repair => Order::Repair(order.case_as_repair().expect(OWN_BYTES).hull()),
        fb::OrderCase::Sail => {
            let sail = order.case_as_sail().expect(OWN_BYTES);
            Order::Sail { port: sail.port().to_owned(), speed: sail.speed() }
        }
        fb::OrderCase::Trade => {
            let trade = order.case_as_trade().expect(OWN_BYTES);
            Order::Trade { good: trade.good().to_owned(), tons: trade.tons(), price: trade.price() }
        }
        _ => {
            let escort = order.case_as_escort().expect(OWN_BYTES);
            Order::Escort { ship: escort.ship(), until: escort.until() }
        }
    }
}

fn walk_order(order: fb::Order<'_>, sink: &mut impl Sink) {
    match order.case_type() {
        fb::OrderCase::Wait => sink.word(0),
        fb::OrderCase::Repair => sink.number(order.case_as_repair().expect(OWN_BYTES).hull()),
        fb::OrderCase::Sail => {
            let sail = order.case_as_sail().expect(OWN_BYTES);
            sink.text(sail.port());
            sink.number(sail.speed());
        }
        fb::OrderCase::Trade => {
            let trade = order.case_as_trade().expect(OWN_BYTES);
            sink.text(trade.good());
            sink.number(trade.tons());
            sink.number(trade.price());
        }
        _ => {
            let escort = order.case_as_escort().expect(OWN_BYTES);
            sink.number(escort.ship());
            match escort.until() {
                Some(time) => sink.number(time),
                None => sink.word(0),
            }
        }
    }
}

impl Rooted for Tick {
    owns_itself!();
    type Root<'a> = fb::Tick<'a>;

    fn build(own: &Self, builder: &mut FlatBufferBuilder<'static>) {
        copies::own_tick(builder, own);
    }

    fn read(root: fb::Tick<'_>) -> Self {
        own_tick!(root, [])
    }

    fn find<T>(root: &fb::Tick<'_>, take: impl FnOnce(&u16) -> T) -> T {
        take(&root.entities().get(tick::MIDDLE).health())
    }

    fn walk_in(root: &fb::Tick<'_>, sink: &mut impl Sink) {
        walk_tick!(root, sink, []);
    }

    fn copy(root: fb::Tick<'_>, asked: &Asked<Self>, builder: &mut FlatBufferBuilder<'static>) {
        copies::tick(builder, root, asked);
    }
}

/// A mesh of the generated structs.
pub struct Mesh {
    material: u32,
    corners: Vec<fb::Corner>,
    triangles: Vec<u32>,
}

impl Rooted for Surface {
    type Own = Mesh;
    type Root<'a> = fb::Surface<'a>;

    fn own(&self) -> Mesh {
        let corner = |corner: &Corner| {
            let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = corner.numbers();
            fb::Corner::new(x, y, z, normal_x, normal_y, normal_z, u, v, weight)
        };
        let corners = self.corners.iter().map(corner).collect();
        Mesh { material: self.material, corners, triangles: self.triangles.clone() }
    }

    fn original(Mesh { material, corners, triangles }: Mesh) -> Self {
        let corner = |corner: &fb::Corner| Corner {
            position: [corner.x(), corner.y(), corner.z()],
            normal: [corner.normal_x(), corner.normal_y(), corner.normal_z()],
            texture: [corner.u(), corner.v()],
            weight: corner.weight(),
        };
        Self { material, corners: corners.iter().map(corner).collect(), triangles }
    }

    fn build(own: &Mesh, builder: &mut FlatBufferBuilder<'static>) {
        let (corners, triangles) = (builder.create_vector(&own.corners), builder.create_vector(&own.triangles));
        copies::surface(builder, own.material, corners, triangles);
    }

    fn read(root: fb::Surface<'_>) -> Mesh {
        Mesh {
            material: root.material(),
            corners: root.corners().iter().copied().collect(),
            triangles: root.triangles().iter().collect(),
        }
    }

    fn find<T>(root: &fb::Surface<'_>, take: impl FnOnce(&f32) -> T) -> T {
        take(&root.corners().get(mesh::MIDDLE).weight())
    }

    fn copy(root: fb::Surface<'_>, asked: &Asked<Self>, builder: &mut FlatBufferBuilder<'static>) {
        let corners = builder.create_vector_from_iter(root.corners().iter().enumerate().map(|(index, corner)| {
            let mut corner = *corner;
            if let (mesh::MIDDLE, Some(weight)) = (index, asked.number) {
                corner.set_weight(weight);
            }
            corner
        }));
        let triangles = builder.create_vector_from_iter(root.triangles().iter());
        copies::surface(builder, root.material(), corners, triangles);
    }
}

/// Both lists where they lie, by the bytes that the crate lends.
fn lists<'a>(root: &fb::Surface<'a>) -> (&'a [StoredCorner], &'a [U32]) {
    let corners = <[StoredCorner]>::ref_from_bytes(root.corners().bytes()).expect(OWN_BYTES);
    (corners, <[U32]>::ref_from_bytes(root.triangles().bytes()).expect(OWN_BYTES))
}

pub fn sum(root: &fb::Surface<'_>) -> f64 {
    let (corners, triangles) = lists(root);
    sum_stored(corners, triangles)
}

pub fn lend(root: &fb::Surface<'_>) -> [usize; 2] {
    let lists = black_box(lists(root));
    [lists.0.len(), lists.1.len()]
}
