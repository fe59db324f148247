//! The tick.

use protobuf::{CodedInputStream, MessageField};

use super::super::kind::{Edit, Kind as _};
use super::super::tick::{self, MIDDLE};
use super::services_generated::{Effect, Entity, Hit, Spot, Step, Tick};
use super::{Sent, Walked, enter_element, narrow};
use crate::libraries::protobuf::seek;
use crate::library::OWN_BYTES;

/// Makes a struct of numbers of a message, and the message of the struct.
macro_rules! alike {
    ($($Name:ident { $($field:ident),* })*) => {
        $(impl From<&tick::$Name> for $Name {
            fn from(own: &tick::$Name) -> Self {
                Self { $($field: own.$field.into(),)* ..Self::default() }
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
            place: MessageField::some((&own.place).into()),
            velocity: own.velocity.as_ref().map(Spot::from).into(),
            effects: own.effects.iter().map(Effect::from).collect(),
            hits: own.hits.iter().map(Hit::from).collect(),
            route: own.route.iter().map(Step::from).collect(),
            ..Self::default()
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
            place: sent.place.into_option().expect(OWN_BYTES).into(),
            velocity: sent.velocity.into_option().map(tick::Spot::from),
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
        Tick { number: self.number, entities, gone: self.gone.clone(), ..Tick::default() }
    }

    fn original(Tick { number, entities, gone, .. }: Tick) -> Self {
        Self { number, entities: entities.into_iter().map(tick::Entity::from).collect(), gone }
    }

    fn find<T>(input: &mut CodedInputStream<'_>, take: impl FnOnce(&u16) -> T) -> Walked<T> {
        enter_element(input, 2, MIDDLE)?;
        let mut health = 0;
        while seek(input, 4)? {
            health = input.read_uint32().map_err(|_| "no integer")?;
        }
        Ok(take(&narrow(health)))
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
