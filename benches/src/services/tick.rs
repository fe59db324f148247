//! The third kind: what a server tells of two hundred entities in one tick, by many small lists of
//! small structs, quantised numbers and identifiers.

use std::sync::LazyLock;

use super::draw::Draw;
use super::kind::{Edit, Kind, Names};
use super::sink::Sink;
use crate::format::with_all_derives;

with_all_derives! {
    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Tick {
        pub number: u64,
        pub entities: Vec<Entity>,
        pub gone: Vec<u32>,
    }

    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Entity {
        pub id: u32,
        pub owner: u16,
        pub model: u8,
        pub health: u16,
        /// In sixteenths of a degree.
        pub facing: u16,
        pub place: Spot,
        pub velocity: Option<Spot>,
        pub effects: Vec<Effect>,
        pub hits: Vec<Hit>,
        pub route: Vec<Step>,
    }

    /// A place or a speed, in sixty-fourths of a metre.
    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[vellum(frozen)]
    pub struct Spot {
        pub x: i16,
        pub y: i16,
        pub z: i16,
    }

    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[vellum(frozen)]
    pub struct Effect {
        pub kind: u8,
        pub left: u16,
    }

    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[vellum(frozen)]
    pub struct Hit {
        pub by: u32,
        pub amount: i16,
        pub zone: u8,
    }

    #[derive(Copy, Eq, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[vellum(frozen)]
    pub struct Step {
        pub dx: i8,
        pub dy: i8,
    }
}

/// Entities of the tick.
const LEN: usize = 200;
/// The entity that is read and changed.
pub const MIDDLE: usize = 100;

impl Kind for Tick {
    const NAMES: Names = Names {
        whole: "tick",
        borrowed: Some("tick, borrowed"),
        one: "tick, entities[100].health",
        number: "tick, entities[100].health",
        text: None,
        push: Some("tick, an entity"),
    };
    const ROOM: usize = 1 << 17;
    const NUMBERS: [u16; 2] = [140, 8755];

    type Number = u16;
    type Found = u16;
    type Lent<'a> = Self;

    fn value() -> &'static Self {
        static VALUE: LazyLock<Tick> = LazyLock::new(draw);
        &VALUE
    }

    fn with_len(len: usize) -> Self {
        let Self { number, entities, gone } = Self::value();
        Self { number: *number, entities: entities[..len].to_vec(), gone: gone.clone() }
    }

    fn len(&self) -> usize {
        self.entities.len()
    }

    fn found(&self) -> &u16 {
        &self.entities[MIDDLE].health
    }

    fn walk(&self, sink: &mut impl Sink) {
        walk_fields!(self, sink);
    }
}

/// Walks the fields of a tick, ours or an archived one.
macro_rules! walk_fields {
    ($tick:expr, $sink:expr) => {
        let (tick, sink) = ($tick, $sink);
        sink.number(tick.number);
        sink.word(tick.entities.len() as u64);
        for entity in tick.entities.iter() {
            sink.number(entity.id);
            sink.number(entity.owner);
            sink.number(entity.model);
            sink.number(entity.health);
            sink.number(entity.facing);
            sink.number(entity.place.x);
            sink.number(entity.place.y);
            sink.number(entity.place.z);
            match entity.velocity.as_ref() {
                Some(spot) => {
                    sink.number(spot.x);
                    sink.number(spot.y);
                    sink.number(spot.z);
                }
                None => sink.word(0),
            }
            sink.word(entity.effects.len() as u64);
            for effect in entity.effects.iter() {
                sink.number(effect.kind);
                sink.number(effect.left);
            }
            sink.word(entity.hits.len() as u64);
            for hit in entity.hits.iter() {
                sink.number(hit.by);
                sink.number(hit.amount);
                sink.number(hit.zone);
            }
            sink.word(entity.route.len() as u64);
            for step in entity.route.iter() {
                sink.number(step.dx);
                sink.number(step.dy);
            }
        }
        sink.word(tick.gone.len() as u64);
        tick.gone.iter().for_each(|id| sink.number(*id));
    };
}
pub(super) use walk_fields;

impl Edit<Self> for Tick {
    fn set_number(&mut self, number: u16) {
        self.entities[MIDDLE].health = number;
    }

    fn push(&mut self, index: usize) {
        self.entities.push(Self::value().entities[index].clone());
    }
}

fn draw() -> Tick {
    let mut draw = Draw::new(0x71_c4);
    let mut id = 40_000;
    let entities = draw.many(LEN as u64, |draw| {
        id += draw.skewed(1, 300) as u32;
        entity(draw, id)
    });
    let gone = draw.between(4, 12);
    Tick { number: 1_882_044, entities, gone: draw.many(gone, |draw| draw.between(30_000, 60_000) as u32) }
}

fn entity(draw: &mut Draw, id: u32) -> Entity {
    let signed = |draw: &mut Draw, limit: u64| draw.between(0, 2 * limit) as i16 - limit as i16;
    let (effects, hits, route) = (draw.skewed(0, 4), draw.skewed(0, 3), draw.skewed(0, 12));
    Entity {
        id,
        owner: draw.skewed(0, 64) as u16,
        model: draw.skewed(1, 90) as u8,
        health: draw.between(1, 10_000) as u16,
        facing: draw.between(0, 5759) as u16,
        place: Spot { x: signed(draw, 16_000), y: signed(draw, 16_000), z: signed(draw, 900) },
        velocity: draw.perhaps(60, |draw| Spot { x: signed(draw, 400), y: signed(draw, 400), z: signed(draw, 60) }),
        effects: draw
            .many(effects, |draw| Effect { kind: draw.between(1, 40) as u8, left: draw.skewed(1, 1800) as u16 }),
        hits: draw.many(hits, |draw| Hit {
            by: draw.between(40_000, 60_000) as u32,
            amount: signed(draw, 600),
            zone: draw.between(0, 7) as u8,
        }),
        route: draw.many(route, |draw| Step { dx: signed(draw, 8) as i8, dy: signed(draw, 8) as i8 }),
    }
}
