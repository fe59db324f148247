//! The tick.

use prost::Message;

use super::super::kind::{Edit, Kind as _};
use super::super::tick::{self, MIDDLE};
use super::{Sent, decode, narrow};
use crate::library::OWN_BYTES;

#[derive(Clone, PartialEq, Message)]
pub struct Tick {
    #[prost(uint64, tag = "1")]
    number: u64,
    #[prost(message, repeated, tag = "2")]
    entities: Vec<Entity>,
    #[prost(uint32, repeated, tag = "3")]
    gone: Vec<u32>,
}

#[derive(Clone, PartialEq, Message)]
struct Entity {
    #[prost(uint32, tag = "1")]
    id: u32,
    #[prost(uint32, tag = "2")]
    owner: u32,
    #[prost(uint32, tag = "3")]
    model: u32,
    #[prost(uint32, tag = "4")]
    health: u32,
    #[prost(uint32, tag = "5")]
    facing: u32,
    #[prost(message, optional, tag = "6")]
    place: Option<Spot>,
    #[prost(message, optional, tag = "7")]
    velocity: Option<Spot>,
    #[prost(message, repeated, tag = "8")]
    effects: Vec<Effect>,
    #[prost(message, repeated, tag = "9")]
    hits: Vec<Hit>,
    #[prost(message, repeated, tag = "10")]
    route: Vec<Step>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Spot {
    #[prost(sint32, tag = "1")]
    x: i32,
    #[prost(sint32, tag = "2")]
    y: i32,
    #[prost(sint32, tag = "3")]
    z: i32,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Effect {
    #[prost(uint32, tag = "1")]
    kind: u32,
    #[prost(uint32, tag = "2")]
    left: u32,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Hit {
    #[prost(uint32, tag = "1")]
    by: u32,
    #[prost(sint32, tag = "2")]
    amount: i32,
    #[prost(uint32, tag = "3")]
    zone: u32,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Step {
    #[prost(sint32, tag = "1")]
    dx: i32,
    #[prost(sint32, tag = "2")]
    dy: i32,
}

/// [`Tick`] without all but the healths of its entities.
#[derive(Clone, PartialEq, Message)]
struct OnlyHealths {
    #[prost(message, repeated, tag = "2")]
    entities: Vec<OnlyHealth>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct OnlyHealth {
    #[prost(uint32, tag = "4")]
    health: u32,
}

/// Makes a struct of numbers of a message, and the message of the struct.
macro_rules! alike {
    ($($Name:ident { $($field:ident),* })*) => {
        $(impl From<&tick::$Name> for $Name {
            fn from(own: &tick::$Name) -> Self {
                Self { $($field: own.$field.into()),* }
            }
        }

        impl From<$Name> for tick::$Name {
            fn from(sent: $Name) -> Self {
                Self { $($field: narrow(sent.$field)),* }
            }
        })*
    };
}
alike! {
    Spot { x, y, z }
    Effect { kind, left }
    Hit { by, amount, zone }
    Step { dx, dy }
}

impl From<&tick::Entity> for Entity {
    fn from(own: &tick::Entity) -> Self {
        Self {
            id: own.id,
            owner: own.owner.into(),
            model: own.model.into(),
            health: own.health.into(),
            facing: own.facing.into(),
            place: Some((&own.place).into()),
            velocity: own.velocity.as_ref().map(Spot::from),
            effects: own.effects.iter().map(Effect::from).collect(),
            hits: own.hits.iter().map(Hit::from).collect(),
            route: own.route.iter().map(Step::from).collect(),
        }
    }
}

impl From<Entity> for tick::Entity {
    fn from(sent: Entity) -> Self {
        Self {
            id: sent.id,
            owner: narrow(sent.owner),
            model: narrow(sent.model),
            health: narrow(sent.health),
            facing: narrow(sent.facing),
            place: sent.place.expect(OWN_BYTES).into(),
            velocity: sent.velocity.map(tick::Spot::from),
            effects: sent.effects.into_iter().map(tick::Effect::from).collect(),
            hits: sent.hits.into_iter().map(tick::Hit::from).collect(),
            route: sent.route.into_iter().map(tick::Step::from).collect(),
        }
    }
}

impl Sent for tick::Tick {
    type Message = Tick;

    fn message(&self) -> Tick {
        let entities = self.entities.iter().map(Entity::from).collect();
        Tick { number: self.number, entities, gone: self.gone.clone() }
    }

    fn original(Tick { number, entities, gone }: Tick) -> Self {
        Self { number, entities: entities.into_iter().map(tick::Entity::from).collect(), gone }
    }

    fn find<T>(bytes: &[u8], take: impl FnOnce(&u16) -> T) -> T {
        take(&narrow(decode::<OnlyHealths>(bytes).entities[MIDDLE].health))
    }
}

impl Edit<tick::Tick> for Tick {
    fn set_number(&mut self, number: u16) {
        self.entities[MIDDLE].health = number.into();
    }

    fn push(&mut self, index: usize) {
        self.entities.push((&tick::Tick::value().entities[index]).into());
    }
}
