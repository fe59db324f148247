//! The tick and the mesh.

use std::hint::black_box;
use std::sync::LazyLock;

use vellum::{
    Record, RecordBuilder, Result, Schema,
    dynamic::{Dynamic, ListRef, ValueRef},
};

use super::super::super::kind::Kind;
use super::super::super::mesh::{self, Corner, StoredCorner, Surface, sum_stored};
use super::super::super::rows::Codec;
use super::super::super::tick::{self, Entity, Tick};
use super::super::derive::stored;
use super::{Described, Runtime};
use crate::libraries::vellum::handles;

const TICK_TEXT: &str = "
    frozen struct Spot { x: i16, y: i16, z: i16 }
    frozen struct Effect { kind: u8, left: u16 }
    frozen struct Hit { by: u32, amount: i16, zone: u8 }
    frozen struct Step { dx: i8, dy: i8 }
    struct Entity {
        id: u32, owner: u16, model: u8, health: u16, facing: u16, place: Spot, velocity: Spot?,
        effects: list<Effect>, hits: list<Hit>, route: list<Step>,
    }
    struct Tick { number: u64, entities: list<Entity>, gone: list<u32> }
    root Tick;";

static TICK: LazyLock<TickHandles> = LazyLock::new(|| TickHandles::new(TICK_TEXT));

handles!(TickHandles {
    number: u64 = "number",
    entity: Dynamic = "entities[]",
    id: u32 = "entities[].id",
    owner: u16 = "entities[].owner",
    model: u8 = "entities[].model",
    health: u16 = "entities[].health",
    facing: u16 = "entities[].facing",
    place_x: i16 = "entities[].place.x",
    place_y: i16 = "entities[].place.y",
    place_z: i16 = "entities[].place.z",
    velocity_x: i16 = "entities[].velocity.x",
    velocity_y: i16 = "entities[].velocity.y",
    velocity_z: i16 = "entities[].velocity.z",
    effect: Dynamic = "entities[].effects[]",
    effect_kind: u8 = "entities[].effects[].kind",
    effect_left: u16 = "entities[].effects[].left",
    hit: Dynamic = "entities[].hits[]",
    hit_by: u32 = "entities[].hits[].by",
    hit_amount: i16 = "entities[].hits[].amount",
    hit_zone: u8 = "entities[].hits[].zone",
    step: Dynamic = "entities[].route[]",
    step_dx: i8 = "entities[].route[].dx",
    step_dy: i8 = "entities[].route[].dy",
    gone: u32 = "gone[]",
});

/// Appends an entity to a record or to a builder.
macro_rules! push_entity {
    ($record:expr, $at:expr, $entity:expr) => {{
        let (tick, record, at, entity): (&TickHandles, _, usize, &Entity) = (&TICK, $record, $at, $entity);
        record.push_default(&tick.entity)?;
        record.set(tick.id.at(at), entity.id)?;
        record.set(tick.owner.at(at), entity.owner)?;
        record.set(tick.model.at(at), entity.model)?;
        record.set(tick.health.at(at), entity.health)?;
        record.set(tick.facing.at(at), entity.facing)?;
        record.set(tick.place_x.at(at), entity.place.x)?;
        record.set(tick.place_y.at(at), entity.place.y)?;
        record.set(tick.place_z.at(at), entity.place.z)?;
        if let Some(velocity) = entity.velocity {
            record.set(tick.velocity_x.at(at), velocity.x)?;
            record.set(tick.velocity_y.at(at), velocity.y)?;
            record.set(tick.velocity_z.at(at), velocity.z)?;
        }
        for (index, effect) in entity.effects.iter().enumerate() {
            record.push_default(tick.effect.at(at))?;
            record.set(tick.effect_kind.at(at).at(index), effect.kind)?;
            record.set(tick.effect_left.at(at).at(index), effect.left)?;
        }
        for (index, hit) in entity.hits.iter().enumerate() {
            record.push_default(tick.hit.at(at))?;
            record.set(tick.hit_by.at(at).at(index), hit.by)?;
            record.set(tick.hit_amount.at(at).at(index), hit.amount)?;
            record.set(tick.hit_zone.at(at).at(index), hit.zone)?;
        }
        for (index, step) in entity.route.iter().enumerate() {
            record.push_default(tick.step.at(at))?;
            record.set(tick.step_dx.at(at).at(index), step.dx)?;
            record.set(tick.step_dy.at(at).at(index), step.dy)?;
        }
    }};
}

impl Described for Tick {
    fn parsed() -> &'static Schema {
        &TICK.schema
    }

    #[inline(never)]
    fn fill(&self, record: &mut RecordBuilder) -> Result<()> {
        record.set(&TICK.number, self.number)?;
        for (at, entity) in self.entities.iter().enumerate() {
            push_entity!(&mut *record, at, entity);
        }
        record.extend_from_slice(&TICK.gone, &self.gone)
    }

    #[inline(never)]
    fn find<T>(bytes: &[u8], take: impl FnOnce(&u16) -> T) -> Result<T> {
        TICK.schema.peek(bytes)?.get(TICK.health.at(tick::MIDDLE)).map(|health| take(&health))
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, health: u16) -> Result<()> {
        Record::open(&TICK.schema, bytes)?.set(TICK.health.at(tick::MIDDLE), health)
    }
}

pub fn push_entities() -> Result<Vec<u8>> {
    let mut bytes = Runtime.encode(&Tick::with_len(0));
    let mut record = Record::open(&TICK.schema, &mut bytes)?;
    for (at, entity) in Tick::value().entities.iter().enumerate() {
        push_entity!(&mut record, at, black_box(entity));
    }
    drop(record);
    Ok(bytes)
}

const MESH_TEXT: &str = "
    frozen struct Corner { position: array<f32, 3>, normal: array<f32, 3>, texture: array<f32, 2>, weight: f32 }
    struct Surface { material: u32, corners: list<Corner>, triangles: list<u32> }
    root Surface;";

static MESH: LazyLock<MeshHandles> = LazyLock::new(|| MeshHandles::new(MESH_TEXT));

handles!(MeshHandles {
    material: u32 = "material",
    corner: Dynamic = "corners[]",
    position: f32 = "corners[].position[]",
    normal: f32 = "corners[].normal[]",
    texture: f32 = "corners[].texture[]",
    weight: f32 = "corners[].weight",
    triangle: u32 = "triangles[]",
});

impl Described for Surface {
    fn parsed() -> &'static Schema {
        &MESH.schema
    }

    #[inline(never)]
    fn fill(&self, record: &mut RecordBuilder) -> Result<()> {
        let mesh = &*MESH;
        record.set(&mesh.material, self.material)?;
        for (at, corner) in self.corners.iter().enumerate() {
            record.push_default(&mesh.corner)?;
            for axis in 0..3 {
                record.set(mesh.position.at(at).at(axis), corner.position[axis])?;
                record.set(mesh.normal.at(at).at(axis), corner.normal[axis])?;
            }
            for axis in 0..2 {
                record.set(mesh.texture.at(at).at(axis), corner.texture[axis])?;
            }
            record.set(mesh.weight.at(at), corner.weight)?;
        }
        record.extend_from_slice(&mesh.triangle, &self.triangles)
    }

    #[inline(never)]
    fn find<T>(bytes: &[u8], take: impl FnOnce(&f32) -> T) -> Result<T> {
        MESH.schema.peek(bytes)?.get(MESH.weight.at(mesh::MIDDLE)).map(|weight| take(&weight))
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, weight: f32) -> Result<()> {
        Record::open(&MESH.schema, bytes)?.set(MESH.weight.at(mesh::MIDDLE), weight)
    }
}

/// Hands both lists to `read`, where they lie: the corners as their stored form.
fn with_lists<T>(bytes: &[u8], read: impl FnOnce(&[StoredCorner], &[zerocopy::little_endian::U32]) -> T) -> Result<T> {
    let root = MESH.schema.peek(bytes)?.root()?;
    let list = |name: &str| -> Result<ListRef<'_>> {
        let ValueRef::List(list) = root.get(name)? else { panic!("`{name}` is a list") };
        Ok(list)
    };
    let (corners, triangles) = (list("corners")?, list("triangles")?);
    Ok(read(stored(corners.as_slice::<Corner>()?), triangles.as_slice::<u32>()?))
}

#[inline(never)]
pub fn sum(bytes: &[u8]) -> Result<f64> {
    with_lists(bytes, sum_stored)
}

#[inline(never)]
pub fn lend(bytes: &[u8]) -> Result<[usize; 2]> {
    with_lists(bytes, |corners, triangles| {
        let lists = black_box((corners, triangles));
        [lists.0.len(), lists.1.len()]
    })
}
