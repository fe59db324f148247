//! The buffers that docs/format-examples.md shows of unions, maps, sets, arrays, tuples and `any`: written by derive and by schema, and
//! read by both.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use vellum::{Record, Result, Schema, Vellum, dynamic::Dynamic as AnyType, field::VariantName, schema::PointerWidth};

const DOCUMENT: &str = include_str!("../../docs/format-examples.md");

/// The bytes of the line that the document shows.
#[track_caller]
fn shown(line: &str) -> Vec<u8> {
    assert!(DOCUMENT.contains(line), "the document does not show {line}");
    let digits = line.split([' ', '|']).filter(|digits| !digits.is_empty());
    digits.map(|digits| u8::from_str_radix(digits, 16).expect("hexadecimal")).collect()
}

/// The document's line is what the value and the record are written as, and is read as both.
#[track_caller]
fn golden<T: Vellum + vellum::DecodeOwned + Debug + PartialEq>(
    line: &str,
    value: &T,
    text: &str,
    fill: impl FnOnce(&mut Record) -> Result<()>,
) {
    let bytes = shown(line);
    let width = PointerWidth::ALL[usize::from(bytes[0] & 3)];
    assert_eq!(vellum::to_vec_with_width(value, width).unwrap(), bytes);
    assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), *value);
    assert!(T::schema().prove(&bytes).unwrap().is_complete());

    let schema = Schema::parse(text).unwrap();
    let mut record = Record::with_width(&schema, width);
    fill(&mut record).unwrap();
    let read = Record::open(&schema, bytes.clone()).unwrap();
    let printed = format!("{:?}", read.root().unwrap());
    assert_eq!(printed, format!("{:?}", record.root().unwrap()));
    if width == PointerWidth::One {
        record.compact().unwrap();
    }
    assert_eq!(record.as_bytes(), bytes);
    // What a type prints in a buffer is what the schema says of the bytes.
    assert!(printed.starts_with(text.split("root ").nth(1).unwrap().trim_end_matches([';', '\n'])), "{printed}");
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Spot {
    x: i16,
    y: i16,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Phone {
    country: u16,
    number: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Contact {
    None,
    Flag(bool),
    Short(u8),
    Long(u32),
    Email(String),
    Phone(Phone),
    Spot(Spot),
    Maybe(Option<u16>),
}

const CONTACT: &str = "
    frozen struct Spot { x: i16, y: i16 }
    struct Phone { country: u16, number: string }
    union Contact { None, Flag: bool, Short: u8, Long: u32, Email: string, Phone: Phone, Spot: Spot, Maybe: u16? }
    struct One { contact: Contact }
    struct Many { contacts: list<Contact>, gaps: list<Contact?> }
";

fn phone(number: &str) -> Phone {
    Phone { country: 49, number: number.into() }
}

#[test]
fn a_union_is_a_tag_and_a_payload_or_a_pointer_to_it() {
    #[derive(Vellum, Debug, PartialEq)]
    struct One {
        contact: Contact,
    }
    let text = format!("{CONTACT} root One;");
    assert!(One::schema().to_string().contains("    Maybe: u16?,\n"));
    let check = |line: &str, contact: Contact, fill: &dyn Fn(&mut Record) -> Result<()>| {
        golden(line, &One { contact }, &text, fill);
    };
    let named = |name: &'static str| {
        move |record: &mut Record| {
            let contact = record.schema().field::<VariantName>("contact")?;
            record.set(&contact, name)
        }
    };
    check("20 02 | 00 00", Contact::None, &|_| Ok(()));
    check("20 02 | 01 00", Contact::Flag(false), &named("Flag"));
    check("20 02 | 01 01", Contact::Flag(true), &|record| record.set("contact.Flag", true));
    check("20 02 | 02 C8", Contact::Short(200), &|record| record.set("contact.Short", 200u8));
    check("20 02 | 03 00", Contact::Long(0), &|record| record.set("contact.Long", 0u32));
    check("20 02 | 03 04 | 04 07 00 00 00", Contact::Long(7), &|record| record.set("contact.Long", 7u32));
    check("22 05 | 03 07 00 00 00", Contact::Long(7), &|record| record.set("contact.Long", 7u32));
    check("20 02 | 04 00", Contact::Email(String::new()), &named("Email"));
    check("20 02 | 04 04 | 01 78", Contact::Email("x".into()), &|record| record.set("contact.Email", "x"));
    check("20 02 | 05 04 | 03 31 00 08 | 01 31", Contact::Phone(phone("1")), &|record| {
        record.set("contact.Phone.country", 49u16)?;
        record.set("contact.Phone.number", "1")
    });
    check("20 02 | 06 04 | 04 01 00 FF FF", Contact::Spot(Spot { x: 1, y: -1 }), &|record| {
        record.set("contact.Spot.x", 1i16)?;
        record.set("contact.Spot.y", -1i16)
    });
    check("20 02 | 07 00", Contact::Maybe(None), &named("Maybe"));
    check("20 02 | 07 04 | 03 00 00 01", Contact::Maybe(Some(0)), &|record| record.set("contact.Maybe", 0u16));
}

#[test]
fn a_list_of_unions_is_packed_or_mixed() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Many {
        contacts: Vec<Contact>,
        gaps: Vec<Option<Contact>>,
    }
    let text = format!("{CONTACT} root Many;");
    let check = |line: &str, contacts: Vec<Contact>, fill: &dyn Fn(&mut Record) -> Result<()>| {
        golden(line, &Many { contacts, gaps: vec![] }, &text, |record| {
            let contact = record.schema().field::<VariantName>("contacts[]")?;
            record.push(&contact, "None")?;
            record.push(&contact, "None")?;
            fill(record)
        });
    };
    check("20 02 | 04 00 | 02 00 00 00", vec![Contact::None, Contact::None], &|_| Ok(()));
    check("20 02 | 04 00 | 02 02 01 02", vec![Contact::Short(1), Contact::Short(2)], &|record| {
        record.set("contacts[0].Short", 1u8)?;
        record.set("contacts[1].Short", 2u8)
    });
    check("20 02 | 04 00 | 02 FF 01 01 02 02", vec![Contact::Flag(true), Contact::Short(2)], &|record| {
        record.set("contacts[0].Flag", true)?;
        record.set("contacts[1].Short", 2u8)
    });
    let long = [Contact::Long(7), Contact::Long(8)];
    check("20 02 | 04 00 | 02 03 07 00 00 00 08 00 00 00", long.into(), &|record| {
        record.set("contacts[0].Long", 7u32)?;
        record.set("contacts[1].Long", 8u32)
    });
    let mixed = [Contact::Long(7), Contact::None];
    check("20 02 | 04 00 | 02 FF 03 0A 00 00 | 04 07 00 00 00", mixed.into(), &|record| {
        record.set("contacts[0].Long", 7u32)
    });
    let phones = [Contact::Phone(phone("1")), Contact::Phone(phone("2"))];
    check("20 02 | 04 00 | 02 05 03 31 00 0D 31 00 0F | 01 31 | 01 32", phones.into(), &|record| {
        for (index, number) in ["1", "2"].into_iter().enumerate() {
            record.set(format!("contacts[{index}].Phone.country").as_str(), 49u16)?;
            record.set(format!("contacts[{index}].Phone.number").as_str(), number)?;
        }
        Ok(())
    });
    let maybes = [Contact::Maybe(None), Contact::Maybe(Some(5))];
    check("20 02 | 04 00 | 02 07 00 00 00 05 00 01", maybes.into(), &|record| {
        record.set("contacts[1].Maybe", 5u16)?;
        let first = record.schema().field::<VariantName>("contacts[]")?;
        record.set(first.at(0), "Maybe")
    });
    let gaps = vec![None, Some(Contact::Short(3))];
    golden("20 02 | 00 04 | 02 00 00 00 01 02 03", &Many { contacts: vec![], gaps }, &text, |record| {
        record.push_default("gaps")?;
        record.push_default("gaps")?;
        record.set("gaps[1].Short", 3u8)
    });
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fruit {
    Apples = 1,
    Pears,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Player {
    points: u8,
    name: String,
    #[vellum(since = 2)]
    medals: u8,
}

#[derive(Vellum, Debug, Default, PartialEq)]
struct Maps {
    scores: BTreeMap<String, u16>,
    tags: BTreeSet<i8>,
    fruits: BTreeMap<Fruit, Option<bool>>,
    players: BTreeMap<u8, Player>,
    gone: BTreeMap<bool, Option<Player>>,
}

const MAPS: &str = "
    enum Fruit { Apples = 1, Pears }
    struct Player { points: u8, name: string, medals: u8 since 2 }
    struct Maps {
        scores: map<string, u16>, tags: set<i8>, fruits: map<Fruit, bool?>,
        players: map<u8, Player>, gone: map<bool, Player?>,
    }
    struct Rest { more: map<u8, Player>? }
";

#[test]
fn a_map_is_its_entries_in_the_order_of_their_keys() {
    let text = format!("{MAPS} root Maps;");
    let scores = BTreeMap::from([("b".into(), 1), ("a".into(), 2), (String::new(), 3)]);
    let value = Maps { scores, ..Maps::default() };
    golden("20 05 | 07 00 00 00 00 | 06 00 03 00 11 02 00 13 01 00 | 01 61 | 01 62", &value, &text, |record| {
        record.set("scores[b]", 1u16)?;
        record.set("scores[a]", 2u16)?;
        record.set("scores[\"\"]", 3u16)
    });
    let value = Maps { tags: BTreeSet::from([-1, 1, -128]), ..Maps::default() };
    golden("20 05 | 00 07 00 00 00 | 06 80 FF 01", &value, &text, |record| {
        [-1i8, 1, -128].into_iter().try_for_each(|tag| record.add_key("tags", tag).map(drop))
    });
    let fruits = BTreeMap::from([(Fruit::Apples, None), (Fruit::Pears, Some(true))]);
    golden("20 05 | 00 00 07 00 00 | 04 00 00 03 03", &Maps { fruits, ..Maps::default() }, &text, |record| {
        record.set("fruits[Pears]", true)?;
        record.add_key("fruits", "Apples").map(drop)
    });
}

#[test]
fn structs_as_values_lie_inline_at_a_stored_stride() {
    let text = format!("{MAPS} root Maps;");
    let player = Player { points: 9, name: "A".into(), medals: 2 };
    let value = Maps { players: BTreeMap::from([(5, player)]), ..Maps::default() };
    golden("20 05 | 00 00 00 07 00 | 02 04 05 09 0D 02 | 01 41", &value, &text, |record| {
        record.set("players[5].points", 9u8)?;
        record.set("players[5].name", "A")?;
        record.set("players[5].medals", 2u8)
    });
    // The first revision of the struct has shorter entries.
    let older = shown("20 05 | 00 00 00 07 00 | 02 03 05 09 0C | 01 41");
    let value: Maps = vellum::from_slice(&older).unwrap();
    assert_eq!(value.players, BTreeMap::from([(5, Player { points: 9, name: "A".into(), medals: 0 })]));
    let schema = Schema::parse(&text.replace(" since 2", "").replace(", medals: u8", "")).unwrap();
    let mut record = Record::new(&schema);
    record.set("players[5].points", 9u8).unwrap();
    record.set("players[5].name", "A").unwrap();
    record.compact().unwrap();
    assert_eq!(record.as_bytes(), older);

    let gone = BTreeMap::from([(false, None), (true, Some(Player { points: 1, ..Player::default() }))]);
    let value = Maps { gone, ..Maps::default() };
    golden("20 05 | 00 00 00 00 07 | 04 05 00 00 00 00 00 01 01 01 00 00", &value, &text, |record| {
        record.add_key("gone", false)?;
        record.set("gone[true].points", 1u8)
    });
}

#[test]
fn an_optional_map_without_entries_is_an_object() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Rest {
        more: Option<BTreeMap<u8, Player>>,
    }
    let text = format!("{MAPS} root Rest;");
    golden("20 01 | 00", &Rest { more: None }, &text, |_| Ok(()));
    golden("20 01 | 03 | 00 04", &Rest { more: Some(BTreeMap::new()) }, &text, |record| {
        record.add_key("more", 1u8)?;
        record.remove("more[1]")
    });
}

#[test]
fn arrays_and_tuples_lie_inline() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Parts {
        grid: [[u8; 2]; 2],
        flags: [bool; 3],
        gaps: [Option<u16>; 2],
        pair: (bool, String),
        maybe: Option<(u8, i8)>,
        phones: [Phone; 2],
    }
    let text = "
        struct Phone { country: u16, number: string }
        struct Parts {
            grid: array<array<u8, 2>, 2>, flags: array<bool, 3>, gaps: array<u16?, 2>,
            pair: tuple<bool, string>, maybe: tuple<u8, i8>?, phones: array<Phone, 2>,
        }
        root Parts;";
    assert_eq!(*Parts::schema(), Schema::parse(text).unwrap());
    let value = Parts {
        grid: [[1, 2], [3, 4]],
        flags: [true, false, true],
        gaps: [None, Some(5)],
        pair: (true, "p".into()),
        maybe: Some((7, -1)),
        phones: [phone("1"), Phone::default()],
    };
    let line = "20 14 | 01 02 03 04 01 00 01 00 00 00 05 00 01 07 FF 01 01 16 18 00 | 01 70 | 03 31 00 1C | 01 31";
    golden(line, &value, text, |record| {
        for (index, cell) in [1u8, 2, 3, 4].into_iter().enumerate() {
            record.set(format!("grid[{}][{}]", index / 2, index % 2).as_str(), cell)?;
        }
        record.set("flags[0]", true)?;
        record.set("flags[2]", true)?;
        record.set("gaps[1]", 5u16)?;
        record.set("pair.0", true)?;
        record.set("pair.1", "p")?;
        record.set("maybe.0", 7u8)?;
        record.set("maybe.1", -1i8)?;
        record.set("phones[0].country", 49u16)?;
        record.set("phones[0].number", "1")
    });
}

/// The union that `any` is.
#[derive(Vellum, Clone, Debug, PartialEq)]
enum Any {
    Null,
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U64(u64),
    F64(f64),
    String(String),
    Bytes(Vec<u8>),
    List(Vec<Any>),
    Map(BTreeMap<String, Any>),
}

#[test]
fn any_is_a_union_like_others() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Doc {
        extra: Any,
    }
    let check = |line: &str, extra: Any, fill: &dyn Fn(&mut Record) -> Result<()>| {
        golden(line, &Doc { extra }, "struct Doc { extra: any } root Doc;", fill);
    };
    check("20 02 | 00 00", Any::Null, &|_| Ok(()));
    check("20 02 | 02 05", Any::I8(5), &|record| record.set("extra", 5i32));
    check("20 02 | 03 04 | 02 D4 FE", Any::I16(-300), &|record| record.set("extra", -300i64));
    let line = "20 02 | 07 04 | 08 00 00 00 00 00 00 F8 3F";
    check(line, Any::F64(1.5), &|record| record.set("extra", 1.5f64));
    check("20 02 | 08 04 | 01 78", Any::String("x".into()), &|record| record.set("extra", "x"));
    check("20 02 | 0A 04 | 02 02 01 02", Any::List(vec![Any::I8(1), Any::I8(2)]), &|record| {
        record.push("extra", 1u8)?;
        record.push("extra", 2u64)
    });
    let list = Any::List(vec![Any::Bool(true), Any::Null]);
    let map = BTreeMap::from([("a".into(), Any::I8(1)), ("b".into(), list)]);
    let line = "20 02 | 0B 04 | 04 0B 02 01 0D 0A 0F | 01 61 | 01 62 | 02 FF 01 01 00 00";
    check(line, Any::Map(map), &|record| {
        record.set("extra.a", 1i8)?;
        record.push("extra.b", true)?;
        record.push_default("extra.b")
    });
    let schema = Schema::parse("struct Doc { extra: any } root Doc;").unwrap();
    let variants = schema.unions()[0].variants().iter().map(vellum::schema::UnionVariant::name);
    let names = ["null", "bool", "i8", "i16", "i32", "i64", "u64", "f64", "string", "bytes", "list", "map"];
    assert!(variants.eq(names));
    assert!(schema.field::<AnyType>("extra.$list[].$map[].$f64").is_ok());
}
