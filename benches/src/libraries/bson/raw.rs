//! The raw mode of bson: fields are read from the bytes, found one after the other, and nothing is
//! decoded for them.
//!
//! A raw document only ever grows at its end, so an update copies the other elements into a new
//! one.

use bson::raw::CStr;
use bson::{RawArrayBuf, RawBsonRef, RawDocument, RawDocumentBuf};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{OWN_BYTES, Serde, TYPES};
use crate::format::{Decode as _, Encode as _, Format as _};
use crate::library::Row;
use crate::workloads::container::sink::Sink;
use crate::workloads::container::{Bar, Container, FRUITS, FooBarRef, Fruit, walks};
use crate::workloads::fields::{Fields, FieldsRef, with_fields};
use crate::workloads::record::{Number, Subject, Text};
use crate::workloads::rows::{Codec, Rows};

pub fn container(value: &Container) -> Row {
    walks!(rows(value), TYPES, |bytes, sink| walk(bytes, sink).expect(OWN_BYTES))
        .decode_time("", |_, bytes| second_time(bytes).expect(OWN_BYTES))
        .finish()
        .borrowed()
}

pub fn fields(value: &Fields) -> Row {
    let note = "elements in the order they were written, each name compared";
    rows(value).reads_all(note, |_, bytes| read_all(bytes).expect(OWN_BYTES)).finish().borrowed()
}

/// A record as a document, with what is read and replaced in it.
trait Stored: Subject + Serialize + DeserializeOwned {
    fn text_in(bytes: &[u8]) -> Option<&str>;
    fn with_text(document: &RawDocument, text: &str) -> Option<RawDocumentBuf>;
    fn with_number(document: &RawDocument, number: Self::Number) -> Option<RawDocumentBuf>;
}

#[derive(Default)]
struct Raw;

impl<S: Stored> Codec<S> for Raw {
    type Owned = S;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = TYPES;
    const OWNS: bool = false;

    fn encode(&mut self, value: &S) -> Vec<u8> {
        Serde.encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> S {
        Serde.decode(bytes)
    }

    fn text<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in(bytes).expect(OWN_BYTES))
    }
}

fn rows<S: Stored>(value: &S) -> Rows<S, Raw> {
    let copies = "copies the other elements into a new document";
    let set = |_: &mut Raw, bytes: &Vec<u8>, Text(text): Text| changed(bytes, |root| S::with_text(root, text));
    Rows::<S, Raw>::new("bson", Serde::PACKAGE, "raw", value)
        .encode_reused(TYPES, |_| (Serde, Vec::new()), |(format, buffer), value| format.encode_into(value, buffer))
        .update_same(copies, set)
        .update_text(copies, set)
        .update_number(copies, |_, bytes, Number(number)| changed(bytes, |root| S::with_number(root, number)))
}

#[inline(never)]
fn changed(bytes: &[u8], change: impl FnOnce(&RawDocument) -> Option<RawDocumentBuf>) -> Vec<u8> {
    root(bytes).and_then(change).expect(OWN_BYTES).into_bytes()
}

fn root(bytes: &[u8]) -> Option<&RawDocument> {
    RawDocument::from_bytes(bytes).ok()
}

#[inline(never)]
fn walk(bytes: &[u8], sink: &mut impl Sink) -> Option<()> {
    let (mut initialized, mut fruit, mut location) = (None, None, None);
    for field in root(bytes)? {
        let (key, value) = field.ok()?;
        match key.as_str() {
            "list" => {
                for item in value.as_array()? {
                    sink.element(read_element(item.ok()?.as_document()?)?);
                }
            }
            "initialized" => initialized = value.as_bool(),
            "fruit" => fruit = read_fruit(value.as_str()?),
            "location" => location = value.as_str(),
            _ => {}
        }
    }
    sink.flags(initialized?, fruit?);
    sink.location(location?);
    Some(())
}

fn read_element(document: &RawDocument) -> Option<FooBarRef<'_>> {
    let (mut sibling, mut name, mut rating, mut postfix) = (None, None, None, None);
    for field in document {
        let (key, value) = field.ok()?;
        match key.as_str() {
            "sibling" => sibling = read_sibling(value.as_document()?),
            "name" => name = value.as_str(),
            "rating" => rating = value.as_f64(),
            "postfix" => postfix = value.as_i32()?.try_into().ok(),
            _ => {}
        }
    }
    Some(FooBarRef { sibling: sibling?, name: name?, rating: rating?, postfix: postfix? })
}

fn read_sibling(document: &RawDocument) -> Option<Bar> {
    let (mut time, mut ratio, mut size) = (None, None, None);
    for field in document {
        let (key, value) = field.ok()?;
        match key.as_str() {
            "time" => time = value.as_i32(),
            "ratio" => ratio = value.as_f64().map(|wide| wide as f32),
            "size" => size = value.as_i32()?.try_into().ok(),
            _ => {}
        }
    }
    Some(Bar { time: time?, ratio: ratio?, size: size? })
}

fn read_fruit(name: &str) -> Option<Fruit> {
    FRUITS.iter().find(|(_, known)| *known == name).map(|(fruit, _)| *fruit)
}

#[inline(never)]
fn second_time(bytes: &[u8]) -> Option<i32> {
    let element = root(bytes)?.get_array("list").ok()?.get_document(1).ok()?;
    element.get_document("sibling").ok()?.get_i32("time").ok()
}

impl Stored for Container {
    #[inline(never)]
    fn text_in(bytes: &[u8]) -> Option<&str> {
        root(bytes)?.get_str("location").ok()
    }

    fn with_text(document: &RawDocument, name: &str) -> Option<RawDocumentBuf> {
        with_first_element(document, |element| {
            replaced(element, "name", |out, key, _| {
                out.append(key, name);
                Some(())
            })
        })
    }

    fn with_number(document: &RawDocument, time: i32) -> Option<RawDocumentBuf> {
        with_first_element(document, |element| {
            replaced(element, "sibling", |out, key, sibling| {
                let sibling = replaced(sibling.as_document()?, "time", |out, key, _| {
                    out.append(key, time);
                    Some(())
                })?;
                out.append(key, sibling);
                Some(())
            })
        })
    }
}

fn with_first_element(
    document: &RawDocument,
    change: impl FnOnce(&RawDocument) -> Option<RawDocumentBuf>,
) -> Option<RawDocumentBuf> {
    replaced(document, "list", |out, key, list| {
        let mut items = list.as_array()?.into_iter();
        let mut list = RawArrayBuf::new();
        list.push(change(items.next()?.ok()?.as_document()?)?);
        for item in items {
            list.push(item.ok()?);
        }
        out.append(key, list);
        Some(())
    })
}

impl Stored for Fields {
    #[inline(never)]
    fn text_in(bytes: &[u8]) -> Option<&str> {
        root(bytes)?.get_str("third_field_of_type_string").ok()
    }

    fn with_text(document: &RawDocument, text: &str) -> Option<RawDocumentBuf> {
        replaced(document, "second_field_of_type_string", |out, key, _| {
            out.append(key, text);
            Some(())
        })
    }

    fn with_number(document: &RawDocument, number: u64) -> Option<RawDocumentBuf> {
        let number = i64::try_from(number).expect("the format has no larger numbers");
        replaced(document, "second_field_of_type_u64", |out, key, _| {
            // As serde does: the shorter type if it fits.
            match i32::try_from(number) {
                Ok(small) => out.append(key, small),
                Err(_) => out.append(key, number),
            }
            Some(())
        })
    }
}

macro_rules! read {
    ($value:expr, str) => { $value.as_str() };
    ($value:expr, bool) => { $value.as_bool() };
    ($value:expr, f32) => { $value.as_f64().map(|wide| wide as f32) };
    ($value:expr, f64) => { $value.as_f64() };
    ($value:expr, $Integer:ident) => { integer($value).and_then(|wide| $Integer::try_from(wide).ok()) };
    // The whole document, for `with_fields`.
    (($elements:expr) $($field:ident: [$Type:ident],)*) => {
        FieldsRef { $($field: read!(next($elements, stringify!($field))?, $Type)?,)* }
    };
}

#[inline(never)]
fn read_all(bytes: &[u8]) -> Option<FieldsRef<'_>> {
    let elements = &mut root(bytes)?.iter();
    Some(with_fields!(read!(elements), strings: [str]))
}

/// The value of the next element if that has the given name.
fn next<'a>(
    elements: &mut impl Iterator<Item = bson::error::Result<(&'a CStr, RawBsonRef<'a>)>>,
    name: &str,
) -> Option<RawBsonRef<'a>> {
    let (key, value) = elements.next()?.ok()?;
    (key.as_str() == name).then_some(value)
}

/// An integer in either of the format's two types.
fn integer(value: RawBsonRef<'_>) -> Option<i64> {
    match value {
        RawBsonRef::Int32(number) => Some(number.into()),
        RawBsonRef::Int64(number) => Some(number),
        _ => None,
    }
}

/// A copy of `document` in which `append` has put another value under `key`.
pub fn replaced(
    document: &RawDocument,
    key: &str,
    append: impl FnOnce(&mut RawDocumentBuf, &CStr, RawBsonRef<'_>) -> Option<()>,
) -> Option<RawDocumentBuf> {
    let mut append = Some(append);
    let mut out = RawDocumentBuf::new();
    for field in document {
        let (name, value) = field.ok()?;
        if name.as_str() == key {
            append.take()?(&mut out, name, value)?;
        } else {
            out.append(name, value);
        }
    }
    Some(out)
}
