//! How codecs read one field in the midst of a list, by the ways that formats have for that.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::before::Before;
use super::formats::One;
use super::log::{self, AccessLog, Method};
use super::mesh::{self, Corner, Surface};
use super::nth::Nth;
use super::saves::{self, Difficulty, Saves};
use super::tick::{self, Entity, Tick};
use crate::format::{
    Counted, Decode, FlatPrefix, Format, Length, Named, OwnedPrefix, Prefix, Skip, Stop, WholeBorrowed,
};

const SKIMS: &str = "decodes up to this field, the other strings as bytes, and keeps none of the elements in front";
const UP_TO: &str = "decodes up to this field, and keeps none of the elements in front";
const WHOLE: &str = "decodes everything";
const BORROWED: &str = "decodes everything, strings borrowed";
const NAMED: &str = "parses everything, keeps only this field";
const SKIPS: &str = "parses everything, skips the other fields";

macro_rules! one {
    ($Kind:ty, $Way:ident, $note:expr, [$($bound:tt)*] $Read:ty, |$read:ident| $found:expr) => {
        // Some of the types borrow, and some do not.
        #[allow(clippy::needless_lifetimes)]
        impl<F: $($bound)*> One<$Kind, F> for $Way
        where
            F: for<'a> Decode<'a, $Read>,
        {
            const NOTE: &'static str = $note;

            fn one<'a, T>(format: &mut F, bytes: &'a [u8], take: impl FnOnce(&<$Kind as super::kind::Kind>::Found) -> T) -> T {
                let $read: $Read = format.decode(bytes);
                take($found)
            }
        }
    };
}

/// What stands behind so many elements of a list of that length.
fn behind<T>(len: impl Length, count: usize, found: T) -> T {
    assert!(len.get() > count as u64, "the list is longer");
    found
}

/// An entry up to its path.
#[derive(Deserialize, bincode2::BorrowDecode, wincode::SchemaRead, speedy::Readable)]
#[bincode(crate = "bincode2")]
pub struct UpToPath<'a> {
    _time: u64,
    _client: &'a [u8],
    #[serde(borrow)]
    _user: Option<&'a [u8]>,
    _method: Method,
    _host: &'a [u8],
    path: &'a str,
}

/// The same of owned values.
#[derive(Deserialize, borsh::BorshDeserialize)]
pub struct OwnedUpToPath {
    _time: u64,
    _client: String,
    _user: Option<String>,
    _method: Method,
    _host: String,
    path: String,
}

type PassedEntries<'a> = Before<log::skimmed::Access<'a>, { log::MIDDLE }>;

one!(AccessLog, Prefix, SKIMS, [Counted] (&'a [u8], F::Length, PassedEntries<'a>, UpToPath<'a>),
    |read| behind(read.1, log::MIDDLE, read.3.path));
one!(AccessLog, OwnedPrefix, UP_TO,
    [Counted] (String, F::Length, Before<log::Access, { log::MIDDLE }>, OwnedUpToPath),
    |read| behind(read.1, log::MIDDLE, &read.3.path));
one!(AccessLog, Stop, WHOLE, [Format] AccessLog, |read| &read.entries[log::MIDDLE].path);
one!(AccessLog, FlatPrefix, WHOLE, [Format] AccessLog, |read| &read.entries[log::MIDDLE].path);
one!(AccessLog, WholeBorrowed, BORROWED, [Format] log::lent::Log<'a>, |read| read.entries[log::MIDDLE].path);

/// One path of the log; the names tell it from the other fields.
#[derive(Deserialize)]
pub struct PathOnly<'a> {
    #[serde(borrow)]
    entries: Nth<PathIn<'a>, { log::MIDDLE }>,
}

#[derive(Deserialize)]
struct PathIn<'a> {
    path: &'a str,
}

one!(AccessLog, Named, NAMED, [Format] PathOnly<'a>, |read| read.entries.0.path);

/// The same in an array of fields, each of which tells its length.
#[derive(Deserialize)]
pub struct PathAt<'a>(IgnoredAny, #[serde(borrow)] Nth<PathAmong<'a>, { log::MIDDLE }>);

/// The fields of an entry, of which the sixth is the path.
#[derive(Deserialize)]
pub struct PathAmong<'a>(
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    #[serde(borrow)] &'a str,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
);

one!(AccessLog, Skip, SKIPS, [Format] PathAt<'a>, |read| read.1.0.5);

/// A campaign up to its stock.
#[derive(Deserialize, bincode2::BorrowDecode, wincode::SchemaRead, speedy::Readable)]
#[bincode(crate = "bincode2")]
pub struct UpToStock<'a> {
    _id: u64,
    _captain: &'a [u8],
    _difficulty: Difficulty,
    _gold: u32,
    _hours: f64,
    _permanent: bool,
    #[serde(borrow)]
    _last_port: Option<&'a [u8]>,
    #[serde(borrow)]
    _rival: Option<saves::skimmed::Rival<'a>>,
    _charted: Vec<bool>,
    #[serde(borrow)]
    _ships: Vec<saves::skimmed::Ship<'a>>,
    #[serde(borrow)]
    _orders: Vec<saves::skimmed::Order<'a>>,
    #[serde(borrow)]
    stock: Vec<(&'a str, u32)>,
}

impl UpToStock<'_> {
    fn found(&self) -> &u32 {
        let entry = self.stock.iter().find(|(good, _)| *good == saves::KEY);
        &entry.expect("each campaign has it").1
    }
}

type PassedCampaigns<'a> = Before<saves::skimmed::Campaign<'a>, { saves::MIDDLE }>;

one!(Saves, Prefix, SKIMS, [Counted] (u32, F::Length, PassedCampaigns<'a>, UpToStock<'a>),
    |read| behind(read.1, saves::MIDDLE, read.3.found()));
one!(Saves, OwnedPrefix, UP_TO,
    [Counted] (u32, F::Length, Before<saves::Campaign, { saves::MIDDLE }>, saves::Campaign),
    |read| behind(read.1, saves::MIDDLE, &read.3.stock[saves::KEY]));
one!(Saves, Stop, WHOLE, [Format] Saves, |read| &read.campaigns[saves::MIDDLE].stock[saves::KEY]);
one!(Saves, FlatPrefix, WHOLE, [Format] Saves, |read| &read.campaigns[saves::MIDDLE].stock[saves::KEY]);
one!(Saves, WholeBorrowed, BORROWED, [Format] saves::lent::Saves<'a>,
    |read| &read.campaigns[saves::MIDDLE].stock[saves::KEY]);

/// One stock of the saves.
#[derive(Deserialize)]
pub struct StockOnly<'a> {
    #[serde(borrow)]
    campaigns: Nth<StockIn<'a>, { saves::MIDDLE }>,
}

#[derive(Deserialize)]
struct StockIn<'a> {
    #[serde(borrow)]
    stock: BTreeMap<&'a str, u32>,
}

one!(Saves, Named, NAMED, [Format] StockOnly<'a>, |read| &read.campaigns.0.stock[saves::KEY]);

/// The same by position.
#[derive(Deserialize)]
pub struct StockAt<'a>(IgnoredAny, #[serde(borrow)] Nth<StockAmong<'a>, { saves::MIDDLE }>);

/// The fields of a campaign, of which the last is the stock.
#[derive(Deserialize)]
pub struct StockAmong<'a>(
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    #[serde(borrow)] BTreeMap<&'a str, u32>,
);

one!(Saves, Skip, SKIPS, [Format] StockAt<'a>, |read| &read.1.0.11[saves::KEY]);

/// An entity up to its health.
#[derive(Deserialize, bincode2::BorrowDecode, wincode::SchemaRead, speedy::Readable, borsh::BorshDeserialize)]
#[bincode(crate = "bincode2")]
pub struct UpToHealth {
    _id: u32,
    _owner: u16,
    _model: u8,
    health: u16,
}

type PassedEntities = Before<Entity, { tick::MIDDLE }>;

one!(Tick, Prefix, UP_TO, [Counted](u64, F::Length, PassedEntities, UpToHealth), |read| &behind(
    read.1,
    tick::MIDDLE,
    read.3
)
.health);
one!(Tick, OwnedPrefix, UP_TO, [Counted](u64, F::Length, PassedEntities, UpToHealth), |read| &behind(
    read.1,
    tick::MIDDLE,
    read.3
)
.health);
one!(Tick, Stop, WHOLE, [Format] Tick, |read| &read.entities[tick::MIDDLE].health);
one!(Tick, FlatPrefix, WHOLE, [Format] Tick, |read| &read.entities[tick::MIDDLE].health);
one!(Tick, WholeBorrowed, WHOLE, [Format] Tick, |read| &read.entities[tick::MIDDLE].health);

/// One health of the tick.
#[derive(Deserialize)]
pub struct HealthOnly {
    entities: Nth<HealthIn, { tick::MIDDLE }>,
}

#[derive(Deserialize)]
struct HealthIn {
    health: u16,
}

one!(Tick, Named, NAMED, [Format] HealthOnly, |read| &read.entities.0.health);

/// The same by position.
#[derive(Deserialize)]
pub struct HealthAt(IgnoredAny, Nth<HealthAmong, { tick::MIDDLE }>, IgnoredAny);

/// The fields of an entity, of which the fourth is the health.
#[derive(Deserialize)]
pub struct HealthAmong(
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    u16,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
);

one!(Tick, Skip, SKIPS, [Format] HealthAt, |read| &read.1.0.3);

/// A corner up to its weight, which is all of it.
type PassedCorners = Before<Corner, { mesh::MIDDLE }>;

one!(Surface, Prefix, UP_TO, [Counted](u32, F::Length, PassedCorners, Corner), |read| &behind(
    read.1,
    mesh::MIDDLE,
    read.3
)
.weight);
one!(Surface, OwnedPrefix, UP_TO, [Counted](u32, F::Length, PassedCorners, Corner), |read| &behind(
    read.1,
    mesh::MIDDLE,
    read.3
)
.weight);
one!(Surface, Stop, WHOLE, [Format] Surface, |read| &read.corners[mesh::MIDDLE].weight);
one!(Surface, FlatPrefix, WHOLE, [Format] Surface, |read| &read.corners[mesh::MIDDLE].weight);
one!(Surface, WholeBorrowed, WHOLE, [Format] Surface, |read| &read.corners[mesh::MIDDLE].weight);

/// One weight of the mesh.
#[derive(Deserialize)]
pub struct WeightOnly {
    corners: Nth<WeightIn, { mesh::MIDDLE }>,
}

#[derive(Deserialize)]
struct WeightIn {
    weight: f32,
}

one!(Surface, Named, NAMED, [Format] WeightOnly, |read| &read.corners.0.weight);

/// The same by position.
#[derive(Deserialize)]
pub struct WeightAt(IgnoredAny, Nth<(IgnoredAny, IgnoredAny, IgnoredAny, f32), { mesh::MIDDLE }>, IgnoredAny);

one!(Surface, Skip, SKIPS, [Format] WeightAt, |read| &read.1.0.3);
