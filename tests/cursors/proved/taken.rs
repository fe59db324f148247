//! Names of the methods that derived code calls, taken by traits of the user's: derived code calls its own.
//!
//! Of a method that takes `&self`, one by `self` or `&mut self` of any trait in scope would come first.
#![allow(dead_code)]

use std::cell::RefCell;

use vellum::__v::union::UnionOf;
use vellum::__v::{At, Derived, Place, Prover, Proving, RecordOf, TypedSlot};
use vellum::{Value, Vellum, proved::Proven};

thread_local! {
    static TAKEN: RefCell<Option<Derived>> = const { RefCell::new(None) };
}

trait Field<'a> {
    fn field<'s, V: Value>(self, at: &'s At<'s, V::Default>, promise: Derived) -> TypedSlot<'a, 's, V, Proven>;
}

impl<'a> Field<'a> for RecordOf<'a, User, Proven> {
    fn field<'s, V: Value>(self, _: &'s At<'s, V::Default>, promise: Derived) -> TypedSlot<'a, 's, V, Proven> {
        TAKEN.with(|taken| *taken.borrow_mut() = Some(promise));
        panic!("the promise is taken");
    }
}

trait Answers {
    fn shift(&mut self) -> u32;
    fn tag(&mut self, record: &[u8], place: &Place) -> u8;
    fn no_payload(&mut self, record: &[u8], place: &Place) -> Option<()>;
    fn packed_unit(&mut self, element: &[u8]) -> Option<()>;
}

impl<W: Proving> Answers for Prover<'_, W> {
    fn shift(&mut self) -> u32 {
        20
    }

    fn tag(&mut self, _: &[u8], _: &Place) -> u8 {
        0
    }

    fn no_payload(&mut self, _: &[u8], _: &Place) -> Option<()> {
        Some(())
    }

    fn packed_unit(&mut self, _: &[u8]) -> Option<()> {
        Some(())
    }
}

trait Opens {
    fn variant(self, end: u8) -> u8;
    fn payload<P>(self, promise: Derived) -> P;
}

impl Opens for UnionOf<'_, Contact, Proven> {
    fn variant(self, _: u8) -> u8 {
        2
    }

    fn payload<P>(self, promise: Derived) -> P {
        TAKEN.with(|taken| *taken.borrow_mut() = Some(promise));
        panic!("the promise is taken");
    }
}

#[derive(Vellum)]
enum Contact {
    Nobody,
    Key(Vec<u8>),
    Email(String),
}

#[derive(Vellum)]
struct User {
    name: String,
    contact: Contact,
}

mod newer {
    use super::Contact;

    #[derive(vellum::Vellum)]
    pub struct User {
        pub name: String,
        pub contact: Contact,
        #[vellum(since = 2)]
        pub more: u64,
    }
}

#[test]
fn a_promise_goes_where_it_is_meant_to() {
    let contact = Contact::Key(vec![0xFF; 4]);
    let bytes = vellum::to_vec(&User { name: "Ada".into(), contact }).unwrap();
    let user = User::prove(&bytes).unwrap();
    assert_eq!(user.name(), "Ada");
    assert!(matches!(user.contact(), ContactRef::Key([0xFF, 0xFF, 0xFF, 0xFF])));
    assert!(TAKEN.with(|taken| taken.borrow().is_none()));
}

#[test]
fn nothing_of_a_newer_record_is_left_out_of_a_proof() {
    for (contact, text) in [(Contact::Nobody, "Ada"), (Contact::Email("ada@example.org".into()), "example")] {
        let mut bytes = vellum::to_vec(&newer::User { name: "Ada".into(), contact, more: u64::MAX }).unwrap();
        User::prove(&bytes).unwrap();
        let at = bytes.windows(text.len()).position(|window| window == text.as_bytes()).unwrap();
        bytes[at] = 0xFF;
        assert!(User::prove(&bytes).is_err());
    }
}
