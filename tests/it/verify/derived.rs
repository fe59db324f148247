//! Proofs of derived types: what the schema proves, the type can be made of.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;

use vellum::Vellum;

use crate::common::{container, full};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Phone {
    number: String,
    #[vellum(since = 2)]
    tags: Vec<String>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Contact {
    None,
    Short(u8),
    Long(u64),
    Email(String),
    Phone(Phone),
    Post { street: String, lines: Vec<char> },
    Many(Vec<Contact>),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Book {
    contact: Contact,
    other: Option<Contact>,
    packed: Vec<Contact>,
    mixed: Vec<Contact>,
    scores: BTreeMap<String, u32>,
    phones: HashMap<u16, Phone>,
    named: BTreeMap<bool, Contact>,
    gaps: BTreeMap<i8, Option<Phone>>,
    tags: BTreeSet<String>,
    pair: (bool, String, Option<char>),
    names: [String; 2],
    flags: [bool; 3],
}

fn book() -> Book {
    let phone = Phone { number: "123".into(), tags: vec!["home".into()] };
    let post = Contact::Post { street: "street".into(), lines: vec!['a', 'ß'] };
    Book {
        contact: Contact::Long(7),
        other: Some(post.clone()),
        packed: vec![Contact::Phone(phone.clone()), Contact::Phone(Phone::default())],
        mixed: vec![
            Contact::None,
            Contact::Short(3),
            Contact::Email("e".into()),
            post,
            Contact::Many(vec![Contact::None]),
        ],
        scores: BTreeMap::from([("a".into(), 1), ("b".into(), 2), (String::new(), 3)]),
        phones: HashMap::from([(2, phone.clone()), (300, Phone::default())]),
        named: BTreeMap::from([(true, Contact::Phone(phone.clone()))]),
        gaps: BTreeMap::from([(-1, None), (1, Some(phone))]),
        tags: BTreeSet::from(["x".into(), "y".into()]),
        pair: (true, "p".into(), Some('q')),
        names: ["n".into(), String::new()],
        flags: [true, false, true],
    }
}

/// With every byte changed in some ways.
fn changed<T: Vellum + vellum::DecodeOwned + Debug + PartialEq>(value: &T) {
    let original = vellum::to_vec(value).unwrap();
    assert_eq!(vellum::from_slice::<T>(&original).unwrap(), *value);
    let mut bytes = original.clone();
    let (mut proved, mut refused) = (0, 0);
    for position in 0..bytes.len() {
        let byte = original[position];
        for value in [0, 1, 2, 0x7F, 0x80, 0xC1, 0xE0, 0xFF, byte ^ 1, byte ^ 0x10, byte.wrapping_add(1)] {
            bytes[position] = value;
            match T::schema().prove(&bytes) {
                Ok(proof) => {
                    proved += 1;
                    let decoded: T =
                        vellum::from_slice(&bytes).unwrap_or_else(|error| panic!("{value:#x} at {position}: {error}"));
                    // What is proved is what its canonical form says, too.
                    if proof.is_complete() {
                        let again = vellum::to_vec(&decoded).unwrap();
                        assert!(T::schema().prove(&again).unwrap().is_complete(), "{value:#x} at {position}");
                    }
                }
                Err(_) => refused += 1,
            }
        }
        bytes[position] = byte;
    }
    assert!(proved > original.len() / 2 && refused > original.len(), "{proved} proved, {refused} refused");
}

#[test]
fn what_is_proved_with_a_byte_changed_can_be_decoded() {
    changed(&container());
    changed(&full());
    changed(&book());
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Tree {
    trees: Vec<Tree>,
    left: Option<Box<Tree>>,
}

#[test]
fn the_deepest_value_is_proved() {
    let mut tree = Tree::default();
    for level in 0..64 {
        let inner = tree.clone();
        tree = if level % 2 == 0 {
            Tree { trees: vec![inner], left: None }
        } else {
            Tree { trees: vec![], left: Some(Box::new(inner)) }
        };
    }
    let bytes = vellum::to_vec(&tree).unwrap();
    assert!(Tree::schema().prove(&bytes).unwrap().is_complete());
    assert!(vellum::to_vec(&Tree { trees: vec![tree], left: None }).is_err());
}
