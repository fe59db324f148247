//! The modes that read proved bytes: "verified" proves the whole buffer in every operation, as the rivals' rows of this name and
//! of "validated" do, "verified, kept" proves it once. What is proved is read by plain getters. "derive, kept" opens the
//! buffer once without a proof, and checks what it reads.

use std::hint::black_box;
use std::marker::PhantomData;

use vellum::{Proved, Result, Vellum};

use super::derive::{read_fields, read_view};
use super::{OWN_BYTES, PACKAGE, encode};
use crate::library::{Measure, Row};
use crate::workloads::container::sink::{BlackBox, Collect, Sink};
use crate::workloads::container::{Bar, Container, ContainerProved, ContainerView, held_time, variant};
use crate::workloads::fields::{Fields, FieldsProved, FieldsRef, FieldsView, with_fields};
use crate::workloads::held::{self, Held};
use crate::workloads::record::Subject;

pub(super) fn rows<S: Checked>(value: &S) -> [Row; 3]
where
    Anew<S>: Held<S>,
    Proved<Vec<u8>, S>: Held<S>,
    S::Kept: Held<S>,
{
    let row = |mode, bytes| Row::new("vellum", PACKAGE.0, PACKAGE.1, mode, bytes);
    let bytes = encode(value);
    let mut anew = held::row::<S, Anew<S>>(row("verified", bytes.clone()).proved(), value);
    anew.prove("a buffer cut short is refused", !S::is_valid(&bytes[..bytes.len() - 1]));
    anew.time(Measure::Verify, variant::OWNED, move || S::is_valid(black_box(&bytes)));
    [
        anew,
        held::row::<S, Proved<Vec<u8>, S>>(row("verified, kept", Vec::new()).proved(), value).kept(),
        held::row::<S, S::Kept>(row("derive, kept", Vec::new()), value).kept(),
    ]
}

/// A record that can be proved, and its view.
pub(super) trait Checked: Subject + Vellum {
    type Kept;

    fn is_valid(bytes: &[u8]) -> bool;
}

/// Bytes that are proved in every operation.
pub(super) struct Anew<S>(Vec<u8>, PhantomData<S>);

const PROVED: &str = "proved once";
const OPENED: &str = "opened once, each access checks";

impl Checked for Container {
    type Kept = ContainerView<'static>;

    #[inline(never)]
    fn is_valid(bytes: &[u8]) -> bool {
        Self::access(bytes).is_ok()
    }
}

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    read_proved(&Container::access(bytes)?, sink);
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
fn read_proved(record: &ContainerProved<'_>, sink: &mut impl Sink) {
    for element in record.list().iter() {
        let sibling = element.sibling();
        sink.sibling(Bar { time: sibling.time(), ratio: sibling.ratio(), size: sibling.size() });
        sink.name(element.name());
        sink.numbers(element.rating(), element.postfix());
    }
    sink.flags(record.initialized(), record.fruit());
    sink.location(record.location());
}

/// What is held of the first record: how it is opened, walked, and read.
macro_rules! held_container {
    ($Held:ty, $note:expr, $open:expr, |$walked:ident, $sink:ident| $walk:expr, |$text:ident| $location:expr, $time:expr) => {
        impl Held<Container> for $Held {
            const NOTE: &'static str = $note;

            fn open(value: &Container) -> Self {
                $open(encode(value))
            }

            fn see(&self) {
                let ($walked, $sink) = (self, &mut BlackBox);
                $walk;
            }

            fn holds(&self, value: &Container) -> bool {
                let $walked = self;
                Collect::record(|$sink| $walk) == *value
            }

            fn text(&self) -> &str {
                let $text = self;
                $location
            }

            fn rest(row: &mut Row, value: &Container) {
                held_time(row, value, Self::NOTE, Self::open(value), $time);
            }
        }
    };
}
held_container!(
    Anew<Container>,
    "",
    |bytes| Self(bytes, PhantomData),
    |held, sink| walk(&held.0, sink).expect(OWN_BYTES),
    |held| location(&held.0).expect(OWN_BYTES),
    |held: &Self| time(&held.0).expect(OWN_BYTES)
);
held_container!(
    Proved<Vec<u8>, Container>,
    PROVED,
    |bytes| Self::new(bytes).expect(OWN_BYTES),
    |held, sink| read_proved(&held.get(), sink),
    |held| held.get().location(),
    |held: &Self| second_time(&held.get())
);
held_container!(
    ContainerView<'static>,
    OPENED,
    |bytes: Vec<u8>| Container::view(bytes.leak()).expect(OWN_BYTES),
    |held, sink| read_view(held, sink).expect(OWN_BYTES),
    |held| held.location().expect(OWN_BYTES),
    |held: &Self| {
        let time = || held.list()?.get(1)?.sibling()?.time();
        time().expect(OWN_BYTES)
    }
);

impl Checked for Fields {
    type Kept = FieldsView<'static>;

    #[inline(never)]
    fn is_valid(bytes: &[u8]) -> bool {
        Self::access(bytes).is_ok()
    }
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<FieldsRef<'_>> {
    Ok(read_record(&Fields::access(bytes)?))
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Result<&str> {
    Ok(Fields::access(bytes)?.third_field_of_type_string())
}

#[inline]
fn read_record<'a>(record: &FieldsProved<'a>) -> FieldsRef<'a> {
    macro_rules! read {
        (($record:expr) $($field:ident: $Type:tt,)*) => {
            FieldsRef { $($field: $record.$field(),)* }
        };
    }
    with_fields!(read!(record), strings: [&str])
}

/// The same of the second record.
macro_rules! held_fields {
    ($Held:ty, $note:expr, $open:expr, |$held:ident| $read:expr, $text:expr) => {
        impl Held<Fields> for $Held {
            const NOTE: &'static str = $note;

            fn open(value: &Fields) -> Self {
                $open(encode(value))
            }

            fn see(&self) {
                let $held = self;
                black_box(&$read);
            }

            fn holds(&self, value: &Fields) -> bool {
                let $held = self;
                $read == FieldsRef::from(value)
            }

            fn text(&self) -> &str {
                let $held = self;
                $text
            }
        }
    };
}
held_fields!(
    Anew<Fields>,
    "",
    |bytes| Self(bytes, PhantomData),
    |held| read_all(&held.0).expect(OWN_BYTES),
    third_string(&held.0).expect(OWN_BYTES)
);
held_fields!(
    Proved<Vec<u8>, Fields>,
    PROVED,
    |bytes| Self::new(bytes).expect(OWN_BYTES),
    |held| read_record(&held.get()),
    held.get().third_field_of_type_string()
);
held_fields!(
    FieldsView<'static>,
    OPENED,
    |bytes: Vec<u8>| Fields::view(bytes.leak()).expect(OWN_BYTES),
    |held| read_fields(held).expect(OWN_BYTES),
    held.third_field_of_type_string().expect(OWN_BYTES)
);
