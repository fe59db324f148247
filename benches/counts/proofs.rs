//! Proofs, and what is read of a buffer that was proved and is kept.

use std::hint::black_box;

use vellum::{Value, Vellum};

use crate::Row;
use crate::services::{self, AccessLog, Tick};
use crate::types::{Contact, Contacts, Container, Entries, Fields, Scores, bytes, keys};

/// A proof of a whole buffer.
fn access<T: Vellum>(variant: &'static str, value: &T) -> Row {
    let bytes = bytes(value);
    let run = move |count| {
        for _ in 0..count {
            black_box(T::prove(black_box(&bytes)).is_ok());
        }
    };
    Row { names: ["verified", "access", variant], run: Box::new(run) }
}

/// Reads of a buffer that was proved before; what is read adds up to a number.
fn kept<T: Vellum + 'static>(
    variant: &'static str,
    value: &T,
    read: impl for<'a> Fn(&<T as Value>::Proved<'a>) -> u64 + 'static,
) -> Row {
    let bytes: &'static [u8] = bytes(value).leak();
    let proved = T::prove(bytes).expect("own bytes");
    let run = move |count| {
        for _ in 0..count {
            black_box(read(black_box(&proved)));
        }
    };
    Row { names: ["verified, kept", "get", variant], run: Box::new(run) }
}

/// Looks every key up that a map has.
fn lookup(variant: &'static str, len: u64) -> Row {
    let keys = keys(len);
    let bytes: &'static [u8] = bytes(&Scores { scores: keys.iter().cloned().zip(0..).collect() }).leak();
    let scores = Scores::prove(bytes).expect("own bytes").scores();
    let run = move |count| {
        for (_, key) in (0..count).zip(keys.iter().cycle()) {
            black_box(black_box(scores).get(black_box(key)));
        }
    };
    Row { names: ["verified, kept", "look-up", variant], run: Box::new(run) }
}

fn text(text: &str) -> u64 {
    (text.as_ptr().addr() ^ text.len()) as u64
}

/// Everything in a container.
fn all(container: &<Container as Value>::Proved<'_>) -> u64 {
    let of_elements = container.list().iter().map(|element| {
        let sibling = element.sibling();
        text(element.name())
            ^ element.rating().to_bits()
            ^ u64::from(element.postfix())
            ^ u64::from(sibling.time().unsigned_abs())
            ^ u64::from(sibling.ratio().to_bits())
            ^ u64::from(sibling.size())
    });
    of_elements.fold(u64::from(container.initialized()) ^ text(container.location()), |all, one| all ^ one)
}

/// Everything in a log.
fn log(log: &<AccessLog as Value>::Proved<'_>) -> u64 {
    let of_entries = log.entries().iter().map(|entry| {
        entry.time()
            ^ text(entry.client())
            ^ entry.user().map_or(1, text)
            ^ text(entry.host())
            ^ text(entry.path())
            ^ entry.query().map_or(1, text)
            ^ u64::from(entry.status())
            ^ u64::from(entry.sent())
            ^ text(entry.agent())
            ^ text(entry.request_id())
    });
    of_entries.fold(text(log.server()), |all, one| all ^ one)
}

/// Everything in a tick but the routes.
fn tick(tick: &<Tick as Value>::Proved<'_>) -> u64 {
    let of_entities = tick.entities().iter().map(|entity| {
        let effects = entity.effects().iter().map(|effect| u64::from(effect.left()));
        let velocity = entity.velocity().map_or(1, |spot| u64::from(spot.x().unsigned_abs()));
        u64::from(entity.id()) ^ u64::from(entity.health()) ^ velocity ^ effects.sum::<u64>()
    });
    of_entities.fold(tick.number(), |all, one| all ^ one)
}

pub fn rows() -> Vec<Row> {
    let long = || {
        let mut container = Container::sample();
        container.location = container.location.repeat(8);
        container.list.iter_mut().for_each(|element| element.name = element.name.repeat(12));
        container
    };
    let contacts = Contacts { contacts: (0..100).map(Contact::sample).collect() };
    vec![
        access("list of unions", &Entries::sample()),
        access("list of records with options", &contacts),
        access("container", &Container::sample()),
        access("27 fields", &Fields::default()),
        kept("text", &Container::sample(), |container| text(container.location())),
        kept("long text", &long(), |container| text(container.location())),
        kept("number behind a list", &Container::sample(), |container| {
            container.list().get(1).map_or(0, |element| u64::from(element.sibling().time().unsigned_abs()))
        }),
        kept("all", &Container::sample(), all),
        kept("all, long text", &long(), all),
        kept("all of a log", &services::log(0), log),
        kept("all of a tick", &services::tick(0), tick),
        lookup("100 keys", 100),
        lookup("10,000 keys", 10_000),
    ]
}
