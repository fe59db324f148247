//! Any bytes in the place of a buffer whose root is no struct: a value or an error, and edits that fail change nothing.

use std::fmt::Debug;

use vellum::{DecodeOwned, ErrorKind, Record, Value, json};

use super::{Check, Item, Message, each, item, messages};

/// Reads bytes in every way; gives whether they are proved.
fn read<T: Value + DecodeOwned>(bytes: &[u8]) -> bool {
    let verified = vellum::verify::<T>(bytes);
    let _ = (vellum::view::<T>(bytes).is_ok(), json::from_buffer::<T>(bytes), vellum::space::space::<T>(bytes));
    let _ = (vellum::content_eq::<T>(bytes, bytes), vellum::space::space_by_field::<T>(bytes, 3));
    let decoded = vellum::from_slice::<T>(bytes);
    for error in [verified.as_ref().err(), decoded.as_ref().err()].into_iter().flatten() {
        assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
    }
    if let Ok(record) = Record::open(vellum::schema_of::<T>(), bytes) {
        let _ = format!("{record:?}");
    }
    match vellum::access::<T>(bytes) {
        Ok(_) => assert!(verified.is_ok(), "what the type proves, the schema proves"),
        // The type may have no value for what the schema allows, such as an unknown number.
        Err(error) => assert!(verified.is_err() || error.kind() != ErrorKind::Corrupt, "{error}"),
    }
    verified.is_ok()
}

/// Sets the value and takes it, in a copy each; what fails changes nothing.
fn edit<T: Value + DecodeOwned>(bytes: &[u8], value: &T) {
    let mut copy = bytes.to_vec();
    let set = vellum::edit::<T, _>(&mut copy).and_then(|mut edit| edit.set(value.as_set()));
    match set {
        Ok(()) => drop(vellum::from_slice::<T>(&copy)),
        Err(error) => {
            assert_eq!(copy, bytes, "{error}");
            assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
        }
    }
    let mut copy = bytes.to_vec();
    if vellum::edit::<T, _>(&mut copy).and_then(|mut edit| edit.take()).is_err() {
        assert_eq!(copy, bytes);
    }
    let mut copy = bytes.to_vec();
    if vellum::compact::<T>(&mut copy).is_err() {
        assert_eq!(copy, bytes);
    }
}

struct Damage;

impl Check for Damage {
    fn check<T: Value + DecodeOwned + Clone + PartialEq + Debug>(&mut self, _: (&str, &str), values: &[T]) {
        for value in values.iter().rev().take(2) {
            let bytes = vellum::to_vec(value).unwrap();
            if bytes.len() > 200 {
                continue;
            }
            for len in 0..bytes.len() {
                assert!(!read::<T>(&bytes[..len]), "{value:?} cut to {len} bytes");
                assert!(vellum::from_slice::<T>(&bytes[..len]).is_err(), "{value:?} cut to {len} bytes");
                edit(&bytes[..len], value);
            }
            for at in 0..bytes.len() {
                for byte in [0, 1, 2, 3, 7, 0x20, 0x7F, 0x80, 0xFE, 0xFF] {
                    let mut damaged = bytes.clone();
                    damaged[at] = byte;
                    read::<T>(&damaged);
                    edit(&damaged, value);
                }
            }
        }
    }
}

#[test]
fn every_byte_changed_is_a_value_or_an_error_and_every_cut_an_error() {
    each(&mut Damage);
}

#[test]
fn a_buffer_of_another_type_is_refused_where_its_bytes_tell() {
    let items = vellum::to_vec(&vec![item("pen", 2)]).unwrap();
    assert!(vellum::from_slice::<u64>(&items).is_err(), "the root record has another length");
    assert!(vellum::from_slice::<Message>(&items).is_err());
    assert!(!vellum::verify::<Vec<String>>(&items).is_ok_and(|proof| proof.complete()));
    assert!(vellum::from_slice::<Item>(&items).is_err());
    let message = vellum::to_vec(&messages()[1]).unwrap();
    assert!(vellum::from_slice::<Vec<u8>>(&message).is_err());
    assert!(vellum::from_slice::<Option<u16>>(&message).is_err());
    let number = vellum::to_vec(&(7u64 << 32)).unwrap();
    assert!(vellum::edit::<u128, _>(&mut number.clone()).is_err());
    assert!(!vellum::verify::<u32>(&number).unwrap().complete(), "a longer root may be one of a newer revision");
    assert_eq!(vellum::view::<i64>(&number).unwrap(), 7 << 32, "the bytes do not tell");
}
