//! The crate that this suite belongs to, in three modes: schema by derive, schema parsed at run time, and by derive with a
//! proof of the whole buffer first. Reads are also told of a buffer that stays open.
//!
//! Both write the same bytes. Each use of the library stands in one function that is never inlined, as for its rivals:
//! with a single place of use the optimiser inlines the library's own functions there, as in a program with one reader
//! and one writer.

mod derive;
mod fields;
mod oplog;
mod runtime;
mod verified;

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows};
use crate::workloads::container::{Container, Name, Time};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct VellumLibrary;

const OWN_BYTES: &str = "bytes of this library";

impl Library for VellumLibrary {
    fn name(&self) -> &'static str {
        "vellum"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let mut rows = vec![derive::row(value), runtime::row(value)];
        rows.extend(verified::rows(value));
        Ok(rows)
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(oplog::rows(value))
    }
}

#[inline(never)]
fn encode(value: &Container) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Container {
    vellum::from_slice(bytes).expect(OWN_BYTES)
}

/// How a mode changes the two fields where they lie, in a buffer that it opens for that.
trait InPlace: Codec<Bytes = Vec<u8>> {
    fn rename(bytes: &mut Vec<u8>, name: &str);
    fn set_time(bytes: &mut Vec<u8>, time: i32);
}

/// Adds all updates.
fn updates<C: InPlace>(rows: Rows<C>) -> Rows<C> {
    let in_clone = "in place in the clone";
    let renamed = |_: &mut C, bytes: &Vec<u8>, Name(name): Name| {
        let mut bytes = bytes.clone();
        C::rename(&mut bytes, name);
        bytes
    };
    rows.update_name(in_clone, renamed)
        .update_name_longer(in_clone, renamed)
        .update_time(in_clone, |_, bytes, Time(time)| {
            let mut bytes = bytes.clone();
            C::set_time(&mut bytes, time);
            bytes
        })
        .update_name_in_place("", |bytes, Name(name)| C::rename(bytes, name))
        .update_name_longer_in_place("", |bytes, Name(name)| C::rename(bytes, name))
        .update_time_in_place("", |bytes, Time(time)| C::set_time(bytes, time))
}
