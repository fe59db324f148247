//! Every unsafe expression of the crate at least once, in what Miri runs in seconds. `.ci/miri` says which files they are in.

use std::sync::Arc;
use std::thread;

use vellum::{Error, ErrorKind, Record, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Person {
    name: String,
    note: Option<String>,
    tags: Vec<String>,
    numbers: Vec<u32>,
    place: (String, u16),
    pet: Pet,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Pet {
    Cat(String),
    Dog { name: String, legs: u8 },
    Fish,
}

fn person() -> Person {
    Person {
        name: "Ada".into(),
        note: Some("größe ".repeat(12)),
        tags: vec!["short".into(), "x".repeat(130), String::new()],
        numbers: (0..70).collect(),
        place: ("Zürich".into(), 8000),
        pet: Pet::Dog { name: "Rex".into(), legs: 4 },
    }
}

#[test]
fn proved_text_of_every_kind_of_place_is_the_text() {
    let person = person();
    for pet in [Pet::Cat("Tom".into()), Pet::Fish, person.pet.clone()] {
        let person = Person { pet, ..person.clone() };
        let bytes = vellum::to_vec(&person).unwrap();
        let proved = Person::prove(&bytes).unwrap();
        assert_eq!((proved.name(), proved.note()), (&*person.name, person.note.as_deref()));
        assert!(proved.tags().iter().eq(person.tags.iter().map(String::as_str)));
        assert_eq!(vellum::from_slice::<Person>(&bytes).unwrap(), person);
        assert!(format!("{proved:?}").contains("Zürich"));
        // Owned with its bytes, and read by another thread.
        let kept = Arc::new(vellum::proved::Proved::<Vec<u8>, Person>::new(bytes).unwrap());
        let there = Arc::clone(&kept);
        let len = thread::spawn(move || there.get().name().len()).join().unwrap();
        assert_eq!(len, kept.get().name().len());
    }
}

/// Structs whose fields do not lie in their order, of eight bytes, of more, and of more than are noted one by one.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Corner {
    weight: u8,
    position: [f32; 3],
    of: (u16, u64),
    inner: Inner,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Inner {
    one: u16,
    other: [u8; 6],
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Long {
    one: u8,
    words: [u64; 17],
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Corners {
    corners: Vec<Corner>,
    inner: Vec<Inner>,
    long: Vec<Long>,
    grid: Vec<[[u16; 3]; 2]>,
}

#[test]
fn structs_of_numbers_fill_memory_that_is_not_initialised() {
    for count in [0, 1, 2, 40] {
        let inner = Inner { one: 0x0102, other: [3, 4, 5, 6, 7, 8] };
        let corner = Corner { weight: 9, position: [1.5, -2.0, 0.25], of: (7, u64::MAX), inner: inner.clone() };
        let long = Long { one: 5, words: [0x1122_3344_5566_7788; 17] };
        let value = Corners {
            corners: vec![corner; count],
            inner: vec![inner; count],
            long: vec![long; count],
            grid: vec![[[1, 2, 3], [4, 5, 6]]; count],
        };
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<Corners>(&bytes).unwrap(), value);
        let mut slice = [0xAA; 1 << 14];
        assert_eq!(vellum::to_slice(&value, &mut slice).unwrap(), bytes);
    }
}

#[test]
fn memory_that_is_not_initialised_is_filled_or_given_up() {
    let person = person();
    let mut kept = Vec::with_capacity(4096);
    for numbers in [0, 1, 300] {
        let person = Person { numbers: (0..numbers).collect(), ..person.clone() };
        vellum::encode_into(&person, &mut kept).unwrap();
        assert_eq!(kept, vellum::to_vec(&person).unwrap());
        let mut slice = [0xAA; 4096];
        assert_eq!(vellum::to_slice(&person, &mut slice).unwrap(), kept);
    }
    assert_eq!(vellum::to_slice(&person, &mut [0; 20]).unwrap_err().kind(), ErrorKind::Full);
    // A place of a schema at run time, whose writers are others.
    let mut record = Record::new(Person::schema());
    record.set("name", "a name that is written over uninitialised memory").unwrap();
    assert_eq!(record.get::<str>("name").unwrap().len(), 48);
}

#[test]
fn errors_of_every_form_are_copied_sent_and_dropped() {
    let mut bytes = vellum::to_vec(&person()).unwrap();
    let errors: Vec<Error> = vec![
        Person::prove(&bytes[..4]).unwrap_err(),
        Person::prove(&[]).unwrap_err(),
        Record::open(Person::schema(), &bytes[..]).unwrap().get::<u8>("nothing[0].here").unwrap_err(),
        Error::full(7, 3),
        vellum::Schema::parse("struct User { name: strin } root User;").unwrap_err(),
    ];
    for error in errors {
        let copy = error.clone();
        let text = thread::spawn(move || copy.to_string()).join().unwrap();
        assert_eq!(text, error.to_string());
        assert_eq!(format!("{:?}", error.kind()), format!("{:?}", error.clone().kind()));
    }
    // Edits beside an error that lives on.
    let error = Person::edit(&mut bytes).unwrap().tags().remove(99).unwrap_err();
    Person::edit(&mut bytes).unwrap().tags().push("pushed").unwrap();
    assert!(!error.to_string().is_empty());
    assert_eq!(Person::prove(&bytes).unwrap().tags().len(), 4);
}
