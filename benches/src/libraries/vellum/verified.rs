//! The modes that read proved bytes: "verified" proves the whole buffer in every operation, as the
//! rivals' rows of this name and of "validated" do, "verified, kept" proves it once. What is proved
//! is read by plain getters. "derive, kept" opens the buffer once without a proof, and checks what
//! it reads.

use std::hint::black_box;
use std::marker::PhantomData;

use vellum::{Result, Vellum, proved::Checked};

use super::derive::{read_fields, read_view};
use super::{OWN_BYTES, PACKAGE, encode};
use crate::library::{Measure, Row};
use crate::workloads::container::sink::{Sink, walk_getters};
use crate::workloads::container::{Container, ContainerView, held_container, variant};
use crate::workloads::fields::{Fields, FieldsRef, FieldsView, getters, held_fields, with_fields};
use crate::workloads::held::{self, Held};
use crate::workloads::record::Subject;

pub(super) fn rows<S: Subject + Vellum>(value: &S) -> [Row; 3]
where
    Anew<S>: Held<S>,
    S::Proved<'static>: Held<S>,
    S::Get<'static, Checked>: Held<S>,
{
    let row = |mode, bytes| Row::new("vellum", PACKAGE.0, PACKAGE.1, mode, bytes);
    let bytes = encode(value);
    let mut anew = held::row::<S, Anew<S>>(row("verified", bytes.clone()).proved(), value);
    anew.prove("a buffer cut short is refused", !is_valid::<S>(&bytes[..bytes.len() - 1]));
    anew.time(Measure::Verify, variant::OWNED, move || is_valid::<S>(black_box(&bytes)));
    [
        anew,
        held::row::<S, S::Proved<'static>>(row("verified, kept", Vec::new()).proved(), value).kept(),
        held::row::<S, S::Get<'static, Checked>>(row("derive, kept", Vec::new()), value).kept(),
    ]
}

#[inline(never)]
fn is_valid<S: Vellum>(bytes: &[u8]) -> bool {
    S::prove(bytes).is_ok()
}

/// Bytes that are proved in every operation.
pub(super) struct Anew<S>(Vec<u8>, PhantomData<S>);

const PROVED: &str = "proved once";
const OPENED: &str = "opened once, each access checks";

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    read_proved(&Container::prove(bytes)?, sink);
    Ok(())
}

#[inline(never)]
fn location(bytes: &[u8]) -> Result<&str> {
    Ok(Container::prove(bytes)?.location())
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Ok(second_time(&Container::prove(bytes)?))
}

#[inline]
fn second_time(record: &ContainerView<'_>) -> i32 {
    record.list().get(1).expect("a second element").sibling().time()
}

#[inline]
fn read_proved(record: &ContainerView<'_>, sink: &mut impl Sink) {
    walk_getters!(record, sink, [], [], |fruit| fruit);
}

held_container!(
    Anew<Container>,
    "",
    |value| Self(encode(value), PhantomData),
    |held, sink| walk(&held.0, sink).expect(OWN_BYTES),
    location(&held.0).expect(OWN_BYTES),
    time(&held.0).expect(OWN_BYTES)
);
held_container!(
    ContainerView<'static>,
    PROVED,
    |value| Container::prove(encode(value).leak()).expect(OWN_BYTES),
    |held, sink| read_proved(held, sink),
    held.location(),
    second_time(held)
);
held_container!(
    ContainerView<'static, Checked>,
    OPENED,
    |value| Container::peek(encode(value).leak()).expect(OWN_BYTES),
    |held, sink| read_view(held, sink).expect(OWN_BYTES),
    held.location().expect(OWN_BYTES),
    {
        let time = || held.list()?.get(1)?.sibling()?.time();
        time().expect(OWN_BYTES)
    }
);

#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<FieldsRef<'_>> {
    Ok(read_record(&Fields::prove(bytes)?))
}

#[inline(never)]
fn third_string(bytes: &[u8]) -> Result<&str> {
    Ok(Fields::prove(bytes)?.third_field_of_type_string())
}

#[inline]
fn read_record<'a>(record: &FieldsView<'a>) -> FieldsRef<'a> {
    with_fields!(getters!(record), strings: [&str])
}

held_fields!(
    Anew<Fields>,
    "",
    |value| Self(encode(value), PhantomData),
    |held| read_all(&held.0).expect(OWN_BYTES),
    third_string(&held.0).expect(OWN_BYTES)
);
held_fields!(
    FieldsView<'static>,
    PROVED,
    |value| Fields::prove(encode(value).leak()).expect(OWN_BYTES),
    |held| read_record(held),
    held.third_field_of_type_string()
);
held_fields!(
    FieldsView<'static, Checked>,
    OPENED,
    |value| Fields::peek(encode(value).leak()).expect(OWN_BYTES),
    |held| read_fields(held).expect(OWN_BYTES),
    held.third_field_of_type_string().expect(OWN_BYTES)
);
