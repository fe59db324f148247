//! The row "derive", and edits in a buffer that stays open.

use std::hint::black_box;
use std::time::Duration;

use vellum::{DecodeOwned, Result, Vellum, proved::Checked};

use super::super::kind::Kind;
use super::super::log::{self, AccessLog};
use super::super::mesh::{self, StoredCorner, Surface, SurfaceView, sum_stored};
use super::super::rows::{Codec, Rows, walks};
use super::super::saves::{self, Saves};
use super::super::sink::Sink;
use super::super::tick::{self, Tick};
use super::walks::checked;
use crate::library::{OWN_BYTES, Row, repeat, turn};

const IN_CLONE: &str = "in place in the clone";
const PUSHES: &str = "from an empty list, in one open buffer";
const SMALL: &str = "the value fits a buffer";

#[derive(Default)]
pub struct Derive;

/// A kind with what is read and changed in its bytes.
pub trait Ours: Kind + Vellum + DecodeOwned {
    fn find<T>(bytes: &[u8], take: impl FnOnce(&Self::Found) -> T) -> Result<T>;
    fn set_in(bytes: &mut Vec<u8>, number: Self::Number) -> Result<()>;
    /// Sets the number in an open buffer so often.
    fn set_open(bytes: &mut Vec<u8>, count: u64) -> Result<Duration>;
}

impl<K: Ours> Codec<K> for Derive {
    type Ready = K;
    type Bytes = Vec<u8>;

    fn ready(value: &K) -> K {
        value.clone()
    }

    fn original(ready: K) -> K {
        ready
    }

    #[inline(never)]
    fn encode(&mut self, value: &K) -> Vec<u8> {
        vellum::to_vec(value).expect(SMALL)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> K {
        vellum::from_slice(bytes).expect(OWN_BYTES)
    }

    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(bytes, take).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn encode_into<K: Vellum>(value: &K, buffer: &mut Vec<u8>) {
    vellum::encode_into(value, buffer).expect(SMALL);
}

/// What all kinds have.
fn all<K: Ours>(row: &mut Row) -> Rows<'_, K, Derive> {
    Rows::<K, Derive>::new(row)
        .encode_reused(
            "",
            |_| Vec::new(),
            |buffer, value| {
                encode_into(value, buffer);
                buffer
            },
        )
        .sets_number([IN_CLONE, ""], |bytes, number| K::set_in(bytes, number).expect(OWN_BYTES))
}

pub fn row(mut row: Row) -> Row {
    let log = all::<AccessLog>(&mut row);
    walks!(log, "", |bytes, sink| walk_log(bytes, sink).expect(OWN_BYTES))
        .sets_text([IN_CLONE, ""], |bytes, path| set_path(bytes, path).expect(OWN_BYTES))
        .pushes(PUSHES, || push_entries().expect(OWN_BYTES));
    let saves = all::<Saves>(&mut row);
    walks!(saves, "", |bytes, sink| walk_saves(bytes, sink).expect(OWN_BYTES))
        .sets_text([IN_CLONE, ""], |bytes, captain| set_captain(bytes, captain).expect(OWN_BYTES));
    let tick = all::<Tick>(&mut row);
    walks!(tick, "", |bytes, sink| walk_tick(bytes, sink).expect(OWN_BYTES))
        .pushes(PUSHES, || push_entities().expect(OWN_BYTES));
    all::<Surface>(&mut row)
        .sums("", |_, bytes| sum(bytes).expect(OWN_BYTES))
        .lends("", |bytes| lend(bytes).expect(OWN_BYTES));
    row
}

#[inline(never)]
fn walk_log(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    checked::log(&AccessLog::peek(bytes)?, sink)
}

#[inline(never)]
fn walk_saves(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    checked::saves(&Saves::peek(bytes)?, sink)
}

#[inline(never)]
fn walk_tick(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    checked::tick(&Tick::peek(bytes)?, sink)
}

/// Sets numbers in turn by a cursor that stays open.
macro_rules! set_open {
    ($Kind:ty, $bytes:expr, $count:expr, |$edit:ident, $number:ident| $set:expr) => {{
        let mut opened = <$Kind>::edit($bytes)?;
        Ok(repeat!(0..$count, |index| {
            let ($edit, $number) = (black_box(&mut opened), black_box(<$Kind>::NUMBERS[turn(index)]));
            $set.expect(OWN_BYTES);
        }))
    }};
}

impl Ours for AccessLog {
    fn find<T>(bytes: &[u8], take: impl FnOnce(&str) -> T) -> Result<T> {
        path(bytes).map(take)
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, status: u16) -> Result<()> {
        Self::edit(bytes)?.entries().at(log::MIDDLE)?.set_status(status)
    }

    fn set_open(bytes: &mut Vec<u8>, count: u64) -> Result<Duration> {
        set_open!(Self, bytes, count, |edit, status| {
            edit.entries().at(log::MIDDLE).and_then(|mut entry| entry.set_status(status))
        })
    }
}

#[inline(never)]
fn path(bytes: &[u8]) -> Result<&str> {
    AccessLog::peek(bytes)?.entries()?.get(log::MIDDLE)?.path()
}

#[inline(never)]
fn set_path(bytes: &mut Vec<u8>, path: &str) -> Result<()> {
    AccessLog::edit(bytes)?.entries().at(log::MIDDLE)?.set_path(path)
}

fn push_entries() -> Result<Vec<u8>> {
    let value = AccessLog::value();
    let mut bytes = vellum::to_vec(&AccessLog::with_len(0))?;
    let mut edit = AccessLog::edit(&mut bytes)?;
    let mut entries = edit.entries();
    for entry in &value.entries {
        entries.push(black_box(entry))?;
    }
    Ok(bytes)
}

impl Ours for Saves {
    fn find<T>(bytes: &[u8], take: impl FnOnce(&u32) -> T) -> Result<T> {
        stock(bytes).map(|tons| take(&tons))
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, gold: u32) -> Result<()> {
        Self::edit(bytes)?.campaigns().at(saves::MIDDLE)?.set_gold(gold)
    }

    fn set_open(bytes: &mut Vec<u8>, count: u64) -> Result<Duration> {
        set_open!(Self, bytes, count, |edit, gold| {
            edit.campaigns().at(saves::MIDDLE).and_then(|mut campaign| campaign.set_gold(gold))
        })
    }
}

#[inline(never)]
fn stock(bytes: &[u8]) -> Result<u32> {
    let stock = Saves::peek(bytes)?.campaigns()?.get(saves::MIDDLE)?.stock()?;
    Ok(stock.get(saves::KEY)?.expect(OWN_BYTES))
}

#[inline(never)]
fn set_captain(bytes: &mut Vec<u8>, captain: &str) -> Result<()> {
    Saves::edit(bytes)?.campaigns().at(saves::MIDDLE)?.set_captain(captain)
}

impl Ours for Tick {
    fn find<T>(bytes: &[u8], take: impl FnOnce(&u16) -> T) -> Result<T> {
        health(bytes).map(|health| take(&health))
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, health: u16) -> Result<()> {
        Self::edit(bytes)?.entities().at(tick::MIDDLE)?.set_health(health)
    }

    fn set_open(bytes: &mut Vec<u8>, count: u64) -> Result<Duration> {
        set_open!(Self, bytes, count, |edit, health| {
            edit.entities().at(tick::MIDDLE).and_then(|mut entity| entity.set_health(health))
        })
    }
}

#[inline(never)]
fn health(bytes: &[u8]) -> Result<u16> {
    Tick::peek(bytes)?.entities()?.get(tick::MIDDLE)?.health()
}

fn push_entities() -> Result<Vec<u8>> {
    let value = Tick::value();
    let mut bytes = vellum::to_vec(&Tick::with_len(0))?;
    let mut edit = Tick::edit(&mut bytes)?;
    let mut entities = edit.entities();
    for entity in &value.entities {
        entities.push(black_box(entity))?;
    }
    Ok(bytes)
}

impl Ours for Surface {
    fn find<T>(bytes: &[u8], take: impl FnOnce(&f32) -> T) -> Result<T> {
        weight(bytes).map(|weight| take(&weight))
    }

    #[inline(never)]
    fn set_in(bytes: &mut Vec<u8>, weight: f32) -> Result<()> {
        Self::edit(bytes)?.corners().at(mesh::MIDDLE)?.set_weight(weight)
    }

    fn set_open(bytes: &mut Vec<u8>, count: u64) -> Result<Duration> {
        set_open!(Self, bytes, count, |edit, weight| {
            edit.corners().at(mesh::MIDDLE).and_then(|mut corner| corner.set_weight(weight))
        })
    }
}

#[inline(never)]
fn weight(bytes: &[u8]) -> Result<f32> {
    Surface::peek(bytes)?.corners()?.get(mesh::MIDDLE)?.weight()
}

/// The struct that all libraries' slices are of, which has the same fields.
pub fn stored(corners: &[mesh::CornerRaw]) -> &[StoredCorner] {
    zerocopy::transmute_ref!(corners)
}

#[inline(never)]
fn sum(bytes: &[u8]) -> Result<f64> {
    sum_view(&Surface::peek(bytes)?)
}

pub fn sum_view(view: &SurfaceView<'_, Checked>) -> Result<f64> {
    Ok(sum_stored(stored(view.corners()?.as_slice()?), view.triangles()?.as_slice()?))
}

#[inline(never)]
fn lend(bytes: &[u8]) -> Result<[usize; 2]> {
    lend_view(&Surface::peek(bytes)?)
}

pub fn lend_view(view: &SurfaceView<'_, Checked>) -> Result<[usize; 2]> {
    let lists = black_box((view.corners()?.as_slice()?, view.triangles()?.as_slice()?));
    Ok([lists.0.len(), lists.1.len()])
}
