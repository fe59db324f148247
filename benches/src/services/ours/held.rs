//! The rows of proved bytes, "verified" and "verified, kept", and that of a buffer which stays open
//! without a proof, "derive, kept".

use std::hint::black_box;
use std::marker::PhantomData;

use vellum::{Result, Vellum, proved::Checked};

use super::super::held::{self, Held, HeldMesh};
use super::super::kind::Kind;
use super::super::log::{self, AccessLog, AccessLogView};
use super::super::mesh::{self, Surface, SurfaceView, sum_stored};
use super::super::rows::Rows;
use super::super::saves::{self, Saves, SavesView};
use super::super::sink::Sink;
use super::super::tick::{self, Tick, TickView};
use super::derive::{Derive, Ours, lend_view, stored, sum_view};
use super::walks::{checked, proved};
use crate::library::{OWN_BYTES, Row};

pub fn rows(row: impl Fn(&'static str) -> Row) -> [Row; 3] {
    let mut anew = row("verified").proved();
    add::<Anew<AccessLog>, Anew<Saves>, Anew<Tick>, Anew<Surface>>(&mut anew);
    verify::<AccessLog>(&mut anew);
    verify::<Saves>(&mut anew);
    verify::<Tick>(&mut anew);
    verify::<Surface>(&mut anew);
    let mut kept = row("verified, kept").proved();
    add::<AccessLogView<'static>, SavesView<'static>, TickView<'static>, SurfaceView<'static>>(&mut kept);
    let mut open = row("derive, kept");
    add::<
        AccessLogView<'static, Checked>,
        SavesView<'static, Checked>,
        TickView<'static, Checked>,
        SurfaceView<'static, Checked>,
    >(&mut open);
    set_open::<AccessLog>(&mut open);
    set_open::<Saves>(&mut open);
    set_open::<Tick>(&mut open);
    set_open::<Surface>(&mut open);
    [anew.borrowed(), kept.kept().borrowed(), open.kept().borrowed()]
}

fn add<L: Held<AccessLog>, S: Held<Saves>, T: Held<Tick>, M: HeldMesh>(row: &mut Row) {
    held::add::<AccessLog, L>(row);
    held::add::<Saves, S>(row);
    held::add::<Tick, T>(row);
    held::add_mesh::<M>(row);
}

fn verify<K: Ours>(row: &mut Row) {
    Rows::<K, Derive>::of(row).verify(is_valid::<K>);
}

#[inline(never)]
fn is_valid<K: Vellum>(bytes: &[u8]) -> bool {
    K::prove(bytes).is_ok()
}

fn set_open<K: Ours>(row: &mut Row) {
    Rows::<K, Derive>::of(row)
        .sets_number_open("buffer open", |bytes, count| K::set_open(bytes, count).expect(OWN_BYTES));
}

/// Bytes that are proved in every operation.
struct Anew<K>(Vec<u8>, PhantomData<K>);

const PROVED: &str = "proved once";
const OPENED: &str = "opened once, each access checks";
const SMALL: &str = "the value fits a buffer";

fn encode<K: Kind + Vellum>(value: &K) -> Vec<u8> {
    vellum::to_vec(value).expect(SMALL)
}

/// Makes the bytes of a kind held in the three ways, by how one field is found in a view of proved
/// bytes and in one that checks.
macro_rules! held {
    (
        $Kind:ident, $View:ident, [$($walk:ident)?],
        $Found:ty, |$root:ident| $proved:expr, $checked:expr, |$found:ident| $by:expr
    ) => {
        impl Anew<$Kind> {
            $(#[inline(never)]
            fn $walk(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
                proved::$walk(&<$Kind>::prove(bytes)?, sink)
            })?

            #[inline(never)]
            fn find(bytes: &[u8]) -> Result<$Found> {
                let $root = <$Kind>::prove(bytes)?;
                Ok($proved)
            }
        }

        impl Held<$Kind> for Anew<$Kind> {
            fn open(value: &$Kind) -> Self {
                Self(encode(value), PhantomData)
            }

            $(fn walk(&self, sink: &mut impl Sink) {
                Self::$walk(&self.0, sink).expect(OWN_BYTES);
            })?

            fn one<T>(&self, take: impl FnOnce(&<$Kind as Kind>::Found) -> T) -> T {
                let $found = Self::find(&self.0).expect(OWN_BYTES);
                take($by)
            }
        }

        impl Held<$Kind> for $View<'static> {
            const NOTE: &'static str = PROVED;

            fn open(value: &$Kind) -> Self {
                <$Kind>::prove(encode(value).leak()).expect(OWN_BYTES)
            }

            $(fn walk(&self, sink: &mut impl Sink) {
                proved::$walk(self, sink).expect(OWN_BYTES);
            })?

            fn one<T>(&self, take: impl FnOnce(&<$Kind as Kind>::Found) -> T) -> T {
                let $root = self;
                let $found = $proved;
                take($by)
            }
        }

        impl Held<$Kind> for $View<'static, Checked> {
            const NOTE: &'static str = OPENED;

            fn open(value: &$Kind) -> Self {
                <$Kind>::peek(encode(value).leak()).expect(OWN_BYTES)
            }

            $(fn walk(&self, sink: &mut impl Sink) {
                checked::$walk(self, sink).expect(OWN_BYTES);
            })?

            fn one<T>(&self, take: impl FnOnce(&<$Kind as Kind>::Found) -> T) -> T {
                let $root = self;
                let find = || -> Result<$Found> { $checked };
                let $found = find().expect(OWN_BYTES);
                take($by)
            }
        }
    };
}

const THERE: &str = "the list is longer";

held!(
    AccessLog,
    AccessLogView,
    [log],
    &str,
    |root| root.entries().get(log::MIDDLE).expect(THERE).path(),
    root.entries()?.get(log::MIDDLE)?.path(),
    |found| found
);
held!(
    Saves,
    SavesView,
    [saves],
    u32,
    |root| root.campaigns().get(saves::MIDDLE).expect(THERE).stock().get(saves::KEY).expect(OWN_BYTES),
    Ok(root.campaigns()?.get(saves::MIDDLE)?.stock()?.get(saves::KEY)?.expect(OWN_BYTES)),
    |found| &found
);
held!(
    Tick,
    TickView,
    [tick],
    u16,
    |root| root.entities().get(tick::MIDDLE).expect(THERE).health(),
    root.entities()?.get(tick::MIDDLE)?.health(),
    |found| &found
);
held!(
    Surface,
    SurfaceView,
    [],
    f32,
    |root| root.corners().get(mesh::MIDDLE).expect(THERE).weight(),
    root.corners()?.get(mesh::MIDDLE)?.weight(),
    |found| &found
);

#[inline(never)]
fn sum(bytes: &[u8]) -> Result<f64> {
    Surface::prove(bytes).map(|root| sum_proved(&root))
}

fn sum_proved(root: &SurfaceView<'_>) -> f64 {
    sum_stored(stored(root.corners().as_slice()), root.triangles().as_slice())
}

#[inline(never)]
fn lend(bytes: &[u8]) -> Result<[usize; 2]> {
    Surface::prove(bytes).map(|root| lend_proved(&root))
}

fn lend_proved(root: &SurfaceView<'_>) -> [usize; 2] {
    let lists = black_box((root.corners().as_slice(), root.triangles().as_slice()));
    [lists.0.len(), lists.1.len()]
}

impl HeldMesh for Anew<Surface> {
    fn sum(&self) -> f64 {
        sum(&self.0).expect(OWN_BYTES)
    }

    fn lend(&self) -> [usize; 2] {
        lend(&self.0).expect(OWN_BYTES)
    }
}

impl HeldMesh for SurfaceView<'static> {
    fn sum(&self) -> f64 {
        sum_proved(self)
    }

    fn lend(&self) -> [usize; 2] {
        lend_proved(self)
    }
}

impl HeldMesh for SurfaceView<'static, Checked> {
    fn sum(&self) -> f64 {
        sum_view(self).expect(OWN_BYTES)
    }

    fn lend(&self) -> [usize; 2] {
        lend_view(self).expect(OWN_BYTES)
    }
}
