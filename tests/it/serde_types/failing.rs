//! What a type does wrong while it is serialized into a record.

use serde::ser::{Error, SerializeMap, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};
use vellum::{ErrorKind, Record, Schema};

/// A number that can only be written if it is even.
struct Even(u8);

impl Serialize for Even {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(2) { serializer.serialize_u8(self.0) } else { Err(S::Error::custom("it is odd")) }
    }
}

#[derive(Serialize)]
struct Item {
    number: Even,
}

#[derive(Serialize)]
struct Order {
    items: Vec<Item>,
}

fn schema() -> Schema {
    Schema::parse("struct Item { number: u8 } struct Order { items: list<Item>, extra: any? } root Order;").unwrap()
}

#[test]
fn a_failure_of_a_type_says_where_it_arose() {
    let order = |numbers: &[u8]| Order { items: numbers.iter().map(|n| Item { number: Even(*n) }).collect() };
    let error = Record::from_serde(&schema(), &order(&[2, 4, 5])).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Type);
    assert_eq!(error.path(), "items[2].number");
    assert!(error.to_string().contains("it is odd"), "{error}");

    let mut record = Record::from_serde(&schema(), &order(&[2])).unwrap();
    let before = record.as_bytes().to_vec();
    let error = record.set_serde("items", &order(&[0, 1]).items).unwrap_err();
    assert_eq!(error.path(), "items[1].number");
    let error = record.set_serde("extra", &order(&[0, 1])).unwrap_err();
    assert_eq!(error.path(), "extra[\"items\"][1][\"number\"]");
    assert_eq!(record.as_bytes(), before);
}

/// Passes over what fails: an element that is odd, or that is no number.
struct Careless;

impl Serialize for Careless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        let _ = sequence.serialize_element(&Even(1));
        let _ = sequence.serialize_element(&"text");
        sequence.serialize_element(&Even(2))?;
        sequence.end()
    }
}

#[derive(Serialize)]
struct Careful {
    numbers: Careless,
}

#[test]
fn an_error_that_a_type_passes_over_is_still_an_error() {
    let schema = Schema::parse("struct S { numbers: list<u8> } root S;").unwrap();
    let error = Record::from_serde(&schema, &Careful { numbers: Careless }).err().unwrap();
    assert!(error.to_string().contains("it is odd"), "{error}");
    let mut record = Record::new(&schema);
    let before = record.as_bytes().to_vec();
    assert!(record.set_serde("numbers", &Careless).unwrap_err().to_string().contains("it is odd"));
    assert_eq!(record.as_bytes(), before);
}

/// A map whose keys and values do not come in pairs.
struct Unpaired {
    keys: usize,
}

impl Serialize for Unpaired {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in ["a", "b"].iter().take(self.keys) {
            map.serialize_key(key)?;
        }
        if self.keys == 0 {
            map.serialize_value(&1u8)?;
        }
        map.end()
    }
}

#[test]
fn keys_and_values_that_do_not_come_in_pairs_are_refused() {
    for text in ["struct S { a: u8, b: u8 } root S;", "struct S { a: map<string, u8> } root S;", "root any;"] {
        let schema = Schema::parse(text).unwrap();
        for keys in 0..3 {
            let value = Unpaired { keys };
            let made = if text.contains("map") {
                Record::new(&schema).set_serde("a", &value).err()
            } else {
                Record::from_serde(&schema, &value).err()
            };
            assert_eq!(made.map(|error| error.kind()), Some(ErrorKind::Type), "{text} {keys}");
        }
    }
}

/// A value within itself, twice and without end.
enum Endless {
    Sequence,
    Map,
    Variant,
    Some,
    Newtype,
}

impl Serialize for Endless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Sequence => {
                let mut sequence = serializer.serialize_seq(None)?;
                sequence.serialize_element(self)?;
                sequence.serialize_element(self)?;
                sequence.end()
            }
            Self::Map => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("a", self)?;
                map.serialize_entry("b", self)?;
                map.end()
            }
            Self::Variant => serializer.serialize_newtype_variant("Endless", 0, "a", self),
            Self::Some => serializer.serialize_some(self),
            Self::Newtype => serializer.serialize_newtype_struct("Endless", self),
        }
    }
}

#[test]
fn a_value_without_end_is_refused() {
    let any = Schema::parse("root any;").unwrap();
    let tree = Schema::parse("struct Tree { a: Tree?, b: Tree? } root Tree;").unwrap();
    for value in [Endless::Sequence, Endless::Map, Endless::Variant, Endless::Some, Endless::Newtype] {
        assert_eq!(Record::from_serde(&any, &value).err().unwrap().kind(), ErrorKind::Limit);
        let mut record = Record::new(&tree);
        let kind = if matches!(value, Endless::Sequence) { ErrorKind::Type } else { ErrorKind::Limit };
        assert_eq!(Record::from_serde(&tree, &value).err().unwrap().kind(), kind);
        assert_eq!(record.set_serde("a", &value).unwrap_err().kind(), kind);
    }
}

/// A struct with many fields, one of them twice.
struct Many {
    twice: Option<usize>,
}

const NAMES: [&str; 200] = {
    let mut names = [""; 200];
    let all = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    let mut index = 0;
    while index < 200 {
        // From one to eight letters from each place: all differ.
        let (_, rest) = all.split_at(index % 25);
        names[index] = rest.split_at(2 + index / 25).0;
        index += 1;
    }
    names
};

impl Serialize for Many {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Many", 200)?;
        for (index, name) in NAMES.iter().enumerate().rev() {
            map.serialize_field(name, &u8::try_from(index).unwrap())?;
        }
        if let Some(twice) = self.twice {
            map.serialize_field(NAMES[twice], &0u8)?;
        }
        map.end()
    }
}

#[test]
fn a_field_that_comes_twice_is_found_among_any_number_of_fields() {
    let schema = Schema::parse(&format!("struct Many {{ {}: u8 }} root Many;", NAMES.join(": u8, "))).unwrap();
    let record = Record::from_serde(&schema, &Many { twice: None }).unwrap();
    for (index, name) in NAMES.iter().enumerate() {
        assert_eq!(record.get::<u8>(*name).unwrap(), u8::try_from(index).unwrap());
    }
    for twice in [0, 1, 63, 64, 65, 127, 128, 199] {
        let error = Record::from_serde(&schema, &Many { twice: Some(twice) }).err().unwrap();
        assert!(error.to_string().contains(&format!("the key comes twice in `{}`", NAMES[twice])), "{error}");
    }
}
