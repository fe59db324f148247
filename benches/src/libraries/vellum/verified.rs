//! The modes that read proved bytes: "verified" proves the whole buffer in every operation, as the rivals' rows of this name and
//! of "validated" do, "verified, kept" proves it once. What is proved is read by plain getters. "derive, kept" opens the
//! buffer once without a proof, and checks what it reads.

use std::hint::black_box;

use vellum::{Proved, Result, Vellum};

use super::derive::read_all;
use super::{OWN_BYTES, encode};
use crate::library::{Measure, Row};
use crate::workloads::container::held::{self, Held};
use crate::workloads::container::{Bar, Container, ContainerProved, ContainerView, FooBar, variant};

pub(super) fn rows(value: &Container) -> [Row; 3] {
    let row = |mode, bytes| Row::new("vellum", "vellum", "", mode, bytes);
    let bytes = encode(value);
    let mut anew = held::row::<Anew>(row("verified", bytes.clone()).proved(), value);
    anew.prove("a buffer cut short is refused", !is_valid(&bytes[..bytes.len() - 1]));
    anew.time(Measure::Verify, variant::OWNED, move || is_valid(black_box(&bytes)));
    [
        anew,
        held::row::<Proved<Vec<u8>, Container>>(row("verified, kept", Vec::new()).proved(), value).kept(),
        held::row::<ContainerView<'static>>(row("derive, kept", Vec::new()), value).kept(),
    ]
}

/// Bytes that are proved in every operation.
struct Anew(Vec<u8>);

impl Held for Anew {
    fn open(value: &Container) -> Self {
        Self(encode(value))
    }

    fn read_all(&self) {
        visit(&self.0).expect(OWN_BYTES);
    }

    fn location(&self) -> &str {
        location(&self.0).expect(OWN_BYTES)
    }

    fn second_time(&self) -> i32 {
        time(&self.0).expect(OWN_BYTES)
    }

    fn plain(&self) -> Container {
        plain(&Container::access(&self.0).expect(OWN_BYTES))
    }
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
fn plain(record: &ContainerProved<'_>) -> Container {
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
    Container { list: list.collect(), initialized: record.initialized(), fruit, location }
}

impl Held for Proved<Vec<u8>, Container> {
    const NOTE: &'static str = "proved once";

    fn open(value: &Container) -> Self {
        Self::new(encode(value)).expect(OWN_BYTES)
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

    fn plain(&self) -> Container {
        plain(&self.get())
    }
}

impl Held for ContainerView<'static> {
    const NOTE: &'static str = "opened once, each access checks";

    fn open(value: &Container) -> Self {
        Container::view(encode(value).leak()).expect(OWN_BYTES)
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

    fn plain(&self) -> Container {
        super::derive::owned(self).expect(OWN_BYTES)
    }
}
