//! The raw mode of bson: fields are read from the bytes, found one after the other, and nothing is decoded for them.
//!
//! A raw document only ever grows at its end, so an update copies the other elements into a new one.

use std::hint::black_box;

use bson::raw::CStr;
use bson::{RawArrayBuf, RawBsonRef, RawDocument, RawDocumentBuf};

use super::{OWN_BYTES, Serde, TYPES};
use crate::format::{Encode as _, Format as _, Of};
use crate::library::Row;
use crate::workloads::container::rows::Rows;
use crate::workloads::container::{Bar, Container, ContainerRef, FooBarRef, Fruit, Name, Time};

pub fn row(value: &Container) -> Row {
    let copies = "copies the other elements into a new document";
    Rows::<Of<Serde>>::new("bson", Serde::PACKAGE, "raw", value)
        .encode_reused(TYPES, |_| (Serde, Vec::new()), |(format, buffer), value| format.encode_into(value, buffer))
        .decode_borrowed(
            TYPES,
            |Of(format), bytes| {
                let mut list = Vec::new();
                let rest = read_all(bytes, |element| list.push(element));
                let (initialized, fruit, location) = rest.expect(OWN_BYTES);
                format.encode(&ContainerRef { list, initialized, fruit, location })
            },
            |_, bytes| {
                let rest = read_all(bytes, |element| {
                    black_box(element);
                });
                black_box(rest.expect(OWN_BYTES));
            },
        )
        .decode_location("", |_, bytes| read_location(bytes).expect(OWN_BYTES))
        .decode_time("", |_, bytes| read_second_time(bytes).expect(OWN_BYTES))
        .update_name(copies, |_, bytes, Name(name)| renamed(bytes, name).expect(OWN_BYTES))
        .update_name_longer(copies, |_, bytes, Name(name)| renamed(bytes, name).expect(OWN_BYTES))
        .update_time(copies, |_, bytes, Time(time)| retimed(bytes, time).expect(OWN_BYTES))
        .finish()
        .borrowed()
}

pub(super) fn root(bytes: &[u8]) -> Option<&RawDocument> {
    RawDocument::from_bytes(bytes).ok()
}

/// Hands every element to `element` and gives the other fields; none of them owns anything.
#[inline(never)]
fn read_all<'a>(bytes: &'a [u8], mut element: impl FnMut(FooBarRef<'a>)) -> Option<(bool, Fruit, &'a str)> {
    let (mut initialized, mut fruit, mut location) = (None, None, None);
    for field in root(bytes)? {
        let (key, value) = field.ok()?;
        match key.as_str() {
            "list" => {
                for item in value.as_array()? {
                    element(read_element(item.ok()?.as_document()?)?);
                }
            }
            "initialized" => initialized = value.as_bool(),
            "fruit" => fruit = read_fruit(value.as_str()?),
            "location" => location = value.as_str(),
            _ => {}
        }
    }
    Some((initialized?, fruit?, location?))
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
    match name {
        "Apples" => Some(Fruit::Apples),
        "Pears" => Some(Fruit::Pears),
        "Bananas" => Some(Fruit::Bananas),
        _ => None,
    }
}

#[inline(never)]
fn read_location(bytes: &[u8]) -> Option<&str> {
    root(bytes)?.get_str("location").ok()
}

#[inline(never)]
fn read_second_time(bytes: &[u8]) -> Option<i32> {
    let element = root(bytes)?.get_array("list").ok()?.get_document(1).ok()?;
    element.get_document("sibling").ok()?.get_i32("time").ok()
}

fn renamed(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    with_first_element(bytes, |element| {
        replaced(element, "name", |out, key, _| {
            out.append(key, name);
            Some(())
        })
    })
}

fn retimed(bytes: &[u8], time: i32) -> Option<Vec<u8>> {
    with_first_element(bytes, |element| {
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

fn with_first_element(bytes: &[u8], change: impl FnOnce(&RawDocument) -> Option<RawDocumentBuf>) -> Option<Vec<u8>> {
    let document = replaced(root(bytes)?, "list", |out, key, list| {
        let mut items = list.as_array()?.into_iter();
        let mut list = RawArrayBuf::new();
        list.push(change(items.next()?.ok()?.as_document()?)?);
        for item in items {
            list.push(item.ok()?);
        }
        out.append(key, list);
        Some(())
    })?;
    Some(document.into_bytes())
}

/// A copy of `document` in which `append` has put another value under `key`.
pub(super) fn replaced(
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
