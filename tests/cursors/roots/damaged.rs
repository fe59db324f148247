//! Any bytes in the place of a buffer whose root is no struct: a value or an error, and edits that fail change nothing.

use std::fmt::Debug;

use vellum::{
    __private::Rooted,
    DecodeOwned, ErrorKind, Record, Result, Value, Vellum,
    cursor::{RootEdit, Session},
    json,
};

use super::{Check, Item, Message, each, item, messages};

/// Reads bytes in every way; gives whether they are proved.
fn read<T: Value + DecodeOwned>(bytes: &[u8]) -> bool {
    let verified = T::schema().prove(bytes);
    let _ = (T::peek(bytes).is_ok(), json::from_buffer::<T>(bytes), vellum::space::space::<T>(bytes));
    let _ = (T::content_eq(bytes, bytes), vellum::space::space_by_field::<T>(bytes, 3));
    let decoded = vellum::from_slice::<T>(bytes);
    for error in [verified.as_ref().err(), decoded.as_ref().err()].into_iter().flatten() {
        assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
    }
    if let Ok(record) = Record::open(T::schema(), bytes) {
        let _ = format!("{record:?}");
    }
    match T::prove(bytes) {
        Ok(_) => assert!(verified.is_ok(), "what the type proves, the schema proves"),
        // The type may have no value for what the schema allows, such as an unknown number.
        Err(error) => assert!(verified.is_err() || error.kind() != ErrorKind::Corrupt, "{error}"),
    }
    verified.is_ok()
}

/// Sets the value and takes it, in a copy each; what fails changes nothing.
fn edit<T: Value + DecodeOwned>(bytes: &[u8], value: &T) {
    fn open<T: Value>(bytes: &mut Vec<u8>) -> Result<RootEdit<T, &mut Vec<u8>>> {
        Session::open::<T>(bytes).map(RootEdit::over)
    }

    let mut copy = bytes.to_vec();
    let set = open::<T>(&mut copy).and_then(|mut edit| edit.set(value.as_set()));
    match set {
        Ok(()) => drop(vellum::from_slice::<T>(&copy)),
        Err(error) => {
            assert_eq!(copy, bytes, "{error}");
            assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
        }
    }
    let mut copy = bytes.to_vec();
    if open::<T>(&mut copy).and_then(|mut edit| edit.take()).is_err() {
        assert_eq!(copy, bytes);
    }
    let mut copy = bytes.to_vec();
    if T::compact(&mut copy).is_err() {
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
    assert!(!Vec::<String>::schema().prove(&items).is_ok_and(|proof| proof.is_complete()));
    assert!(vellum::from_slice::<Item>(&items).is_err());
    let message = vellum::to_vec(&messages()[1]).unwrap();
    assert!(vellum::from_slice::<Vec<u8>>(&message).is_err());
    assert!(vellum::from_slice::<Option<u16>>(&message).is_err());
    let number = vellum::to_vec(&(7u64 << 32)).unwrap();
    assert!(u128::edit(&mut number.clone()).is_err());
    assert!(!u32::schema().prove(&number).unwrap().is_complete(), "a longer root may be one of a newer revision");
    assert_eq!(i64::peek(&number).unwrap(), 7 << 32, "the bytes do not tell");
}
