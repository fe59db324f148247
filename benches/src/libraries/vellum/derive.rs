//! The mode "derive": the schema is compiled in.

use vellum::{DecodeOwned, Result, Vellum, proved::Checked};

use super::{IN_CLONE, InPlace, OWN_BYTES, PACKAGE, WIDER, decode, encode, updates};
use crate::library::Row;
use crate::workloads::container::sink::{Sink, walk_getters};
use crate::workloads::container::{Container, ContainerView, walks};
use crate::workloads::fields::{Fields, FieldsRef, FieldsView, getters, set_number, with_fields, with_numbers};
use crate::workloads::record::Subject;
use crate::workloads::rows::{Codec, Rows};

pub(super) fn container(value: &Container) -> Row {
    walks!(rows(value, 133), "", |bytes, sink| walk(bytes, sink).expect(OWN_BYTES))
        .decode_time("", |_, bytes| time(bytes).expect(OWN_BYTES))
        .finish()
}

pub(super) fn fields(value: &Fields) -> Row {
    rows(value, 216)
        .reads_all("", |_, bytes| read_all(bytes).expect(OWN_BYTES))
        .sets_any("", |bytes, index, number| set_any(bytes, index, number).expect(OWN_BYTES))
        .finish()
}

/// A record with what is read and changed in it.
pub(super) trait Derived: Subject + Vellum + DecodeOwned {
    fn text_in(bytes: &[u8]) -> Result<&str>;
}

fn rows<S: Derived>(value: &S, len: usize) -> Rows<S, Derive>
where
    Derive: InPlace<S> + Codec<S, Owned = S>,
{
    let rows = Rows::<S, Derive>::new("vellum", PACKAGE, "derive", value)
        .encode_into_vec("", |buffer, value| encode_into(value, buffer));
    updates(rows).proves("the encoding has its length", |row| row.encoded.len() == len)
}

#[derive(Default)]
struct Derive;

impl<S: Derived> Codec<S> for Derive {
    type Owned = S;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &S) -> Vec<u8> {
        encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        decode(bytes)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in(bytes).expect(OWN_BYTES))
    }
}

#[inline(never)]
fn encode_into<S: Derived>(value: &S, buffer: &mut Vec<u8>) {
    vellum::encode_into(value, buffer).expect("the value is small");
}

impl Derived for Container {
    #[inline(never)]
    fn text_in(bytes: &[u8]) -> Result<&str> {
        Self::peek(bytes)?.location()
    }
}

/// Reads every field of every element where it lies.
#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Result<()> {
    read_view(&Container::peek(bytes)?, sink)
}

#[inline]
pub(super) fn read_view(view: &ContainerView<'_, Checked>, sink: &mut impl Sink) -> Result<()> {
    walk_getters!(view, sink, [?], [?], |fruit| fruit);
    Ok(())
}

#[inline(never)]
fn time(bytes: &[u8]) -> Result<i32> {
    Container::peek(bytes)?.list()?.get(1)?.sibling()?.time()
}

impl InPlace<Container> for Derive {
    const TEXT_IN_CLONE: &'static str = IN_CLONE;

    #[inline(never)]
    fn set_text(bytes: &mut Vec<u8>, name: &str) -> Result<()> {
        Container::edit(bytes)?.list().at(0)?.set_name(name)
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, time: i32) -> Result<()> {
        Container::edit(bytes)?.list().at(0)?.sibling().set_time(time)
    }
}

impl Derived for Fields {
    #[inline(never)]
    fn text_in(bytes: &[u8]) -> Result<&str> {
        Self::peek(bytes)?.third_field_of_type_string()
    }
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> Result<FieldsRef<'_>> {
    read_fields(&Fields::peek(bytes)?)
}

/// Reads every field where it lies.
#[inline]
pub(super) fn read_fields<'a>(view: &FieldsView<'a, Checked>) -> Result<FieldsRef<'a>> {
    Ok(with_fields!(getters!(view, ?), strings: [&str]))
}

impl InPlace<Fields> for Derive {
    const TEXT_IN_CLONE: &'static str = WIDER;

    #[inline(never)]
    fn set_text(bytes: &mut Vec<u8>, text: &str) -> Result<()> {
        Fields::edit(bytes)?.set_second_field_of_type_string(text)
    }

    #[inline(never)]
    fn set_number(bytes: &mut Vec<u8>, number: u64) -> Result<()> {
        Fields::edit(bytes)?.set_second_field_of_type_u64(number)
    }
}

#[inline(never)]
fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> Result<()> {
    let mut edit = Fields::edit(bytes)?;
    with_numbers!(set_number!(edit, index, number))
}
