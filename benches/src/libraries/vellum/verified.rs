//! The modes that read proved bytes: "verified" proves the whole buffer in every operation, as the rivals' rows of this name and
//! of "validated" do, "verified, kept" proves it once. What is proved is read by plain getters. "derive, kept" opens the
//! buffer once without a proof, and checks what it reads.

use std::hint::black_box;

use vellum::{Proved, Result, Vellum};

use super::derive::read_all;
use super::{Bar, Container, ContainerProved, ContainerView, FooBar, OWN_BYTES, encode};
use crate::library::{Measure, Row};
use crate::workloads::container::kept::{self, Kept};
use crate::workloads::container::{self as workload, Record, variant};

pub(super) fn rows(value: &workload::Container) -> [Row; 3] {
    let kept = |mode| Row::new("vellum", "vellum", "", mode, Vec::new());
    [
        anew(value),
        kept::row::<Proved<Vec<u8>, Container>>(kept("verified, kept").proved(), value),
        kept::row::<ContainerView<'static>>(kept("derive, kept"), value),
    ]
}

/// Proves in every operation.
fn anew(value: &workload::Container) -> Row {
    let bytes = encode(&value.clone().into());
    let mut row = Row::new("vellum", "vellum", "", "verified", bytes.clone()).borrowed().proved();
    row.prove("a buffer cut short is refused", !is_valid(&bytes[..bytes.len() - 1]));
    for ([all, one], value) in [
        ([variant::BORROWED, variant::LOCATION], value.clone()),
        ([variant::BORROWED_TEXT, variant::LOCATION_TEXT], workload::Container::with_long_texts()),
    ] {
        let bytes = encode(&value.clone().into());
        row.prove("every field is the original's", plain(&Container::access(&bytes).expect(OWN_BYTES)) == value);
        row.prove("decode one gives the location", location(&bytes).expect(OWN_BYTES) == value.location);
        let source = bytes.clone();
        row.time(Measure::DecodeAll, all, move || visit(black_box(&source)).expect(OWN_BYTES));
        row.time(Measure::DecodeOne, one, move || {
            black_box(location(black_box(&bytes)).expect(OWN_BYTES));
        });
    }
    row.prove("decode one gives the time", time(&bytes).expect(OWN_BYTES) == value.list[1].sibling.time);
    let source = bytes.clone();
    row.time(Measure::DecodeOne, variant::TIME, move || time(black_box(&source)).expect(OWN_BYTES));
    row.time(Measure::Verify, variant::OWNED, move || is_valid(black_box(&bytes)));
    row
}

#[inline(never)]
fn is_valid(bytes: &[u8]) -> bool {
    Container::access(bytes).is_ok()
}

#[inline(never)]
fn visit(bytes: &[u8]) -> Result<()> {
    read_proved(&Container::access(bytes)?);
    Ok(())
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<&str> {
    Ok(Container::access(bytes)?.location())
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Ok(second_time(&Container::access(bytes)?))
}

#[inline]
fn second_time(record: &ContainerProved<'_>) -> i32 {
    record.list().get(1).expect("a second element").sibling().time()
}

#[inline]
fn read_proved(record: &ContainerProved<'_>) {
    for element in record.list().iter() {
        let sibling = element.sibling();
        black_box((sibling.time(), sibling.ratio(), sibling.size()));
        black_box(element.name());
        black_box((element.rating(), element.postfix()));
    }
    black_box((record.initialized(), record.fruit()));
    black_box(record.location());
}

/// What [`read_proved`] reads, as the record.
fn plain(record: &ContainerProved<'_>) -> workload::Container {
    let list = record.list().iter().map(|element| {
        let sibling = element.sibling();
        FooBar {
            sibling: Bar { time: sibling.time(), ratio: sibling.ratio(), size: sibling.size() },
            name: element.name().to_owned(),
            rating: element.rating(),
            postfix: element.postfix(),
        }
    });
    let (fruit, location) = (record.fruit(), record.location().to_owned());
    Container { list: list.collect(), initialized: record.initialized(), fruit, location }.plain()
}

impl Kept for Proved<Vec<u8>, Container> {
    const NOTE: &'static str = "proved once";

    fn open(value: &workload::Container) -> Self {
        Self::new(encode(&value.clone().into())).expect(OWN_BYTES)
    }

    fn read_all(&self) {
        read_proved(&self.get());
    }

    fn location(&self) -> &str {
        self.get().location()
    }

    fn second_time(&self) -> i32 {
        second_time(&self.get())
    }

    fn plain(&self) -> workload::Container {
        plain(&self.get())
    }
}

impl Kept for ContainerView<'static> {
    const NOTE: &'static str = "opened once, each access checks";

    fn open(value: &workload::Container) -> Self {
        Container::view(encode(&value.clone().into()).leak()).expect(OWN_BYTES)
    }

    fn read_all(&self) {
        read_all(self).expect(OWN_BYTES);
    }

    fn location(&self) -> &str {
        ContainerView::location(self).expect(OWN_BYTES)
    }

    fn second_time(&self) -> i32 {
        let time = || self.list()?.get(1)?.sibling()?.time();
        time().expect(OWN_BYTES)
    }

    fn plain(&self) -> workload::Container {
        super::derive::owned(self).expect(OWN_BYTES).plain()
    }
}
