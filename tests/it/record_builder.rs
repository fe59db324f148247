//! Records of a schema that is known at run time, built value by value: the bytes that a derived type gives.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use vellum::value::{Any as AnyValue, Decimal};
use vellum::{ErrorKind, Record, RecordBuilder, Result, Schema, Vellum, dynamic::Dynamic, field::VariantName};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Order {
    customer: String,
    #[vellum(default = 1)]
    revision: u16,
    lines: Vec<Line>,
    notes: BTreeMap<String, String>,
    stock: BTreeMap<i32, Line>,
    marks: BTreeSet<u16>,
    contact: Contact,
    history: Vec<Contact>,
    corners: [Point; 3],
    at: (f32, f32),
    gift: Option<Gift>,
    key: [u8; 4],
    extra: AnyValue,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Line {
    item: String,
    #[vellum(default = 1)]
    count: u32,
    sizes: Vec<u16>,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
struct Point {
    x: i16,
    y: i16,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Gift {
    wrap: Option<String>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename_all = "lowercase")]
enum Contact {
    None,
    Email(String),
    Phone(Phone),
    Number(u64),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Phone {
    country: u16,
    number: String,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-zé]{1,12}", "[ -~]{120,300}"]
}

fn line() -> impl Strategy<Value = Line> {
    (text(), 0..3u32, prop::collection::vec(any::<u16>(), 0..4)).prop_map(|(item, count, sizes)| Line {
        item,
        count,
        sizes,
    })
}

fn contact() -> impl Strategy<Value = Contact> {
    prop_oneof![
        Just(Contact::None),
        text().prop_map(Contact::Email),
        (any::<u16>(), text()).prop_map(|(country, number)| Contact::Phone(Phone { country, number })),
        any::<u64>().prop_map(Contact::Number),
    ]
}

fn order() -> impl Strategy<Value = Order> {
    let key = "[a-c]{0,3}";
    let lists = (
        prop::collection::vec(line(), 0..4),
        prop::collection::btree_map(key, text(), 0..6),
        prop::collection::btree_map(any::<i32>(), line(), 0..4),
        prop::collection::btree_set(any::<u16>(), 0..6),
        prop::collection::vec(contact(), 0..4),
    );
    let point = || (any::<i16>(), any::<i16>()).prop_map(|(x, y)| Point { x, y });
    let gift = prop::option::of(prop::option::of(text()).prop_map(|wrap| Gift { wrap }));
    let rest = ([point(), point(), point()], (-9f32..9f32, -9f32..9f32), gift, any::<[u8; 4]>(), any::<i8>());
    (text(), 0..3u16, contact(), lists, rest).prop_map(
        |(customer, revision, contact, (lines, notes, stock, marks, history), (corners, at, gift, key, extra))| Order {
            customer,
            revision,
            lines,
            notes,
            stock,
            marks,
            contact,
            history,
            corners,
            at,
            gift,
            key,
            extra: AnyValue::I8(extra),
        },
    )
}

/// Entries of a map in an order by chance, which is the same for the same order of the fields.
fn shuffled<T>(entries: impl IntoIterator<Item = T>, order: &[usize]) -> Vec<T> {
    let mut entries: Vec<(usize, T)> = order.iter().copied().cycle().zip(entries).collect();
    entries.sort_by_key(|(place, _)| *place);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn set_line(order: &mut RecordBuilder, at: &str, line: &Line) -> Result<()> {
    for size in &line.sizes {
        order.push(format!("{at}.sizes").as_str(), *size)?;
    }
    order.set(format!("{at}.count").as_str(), line.count)?;
    order.set(format!("{at}.item").as_str(), &line.item)
}

fn set_contact(order: &mut RecordBuilder, schema: &Schema, at: &str, contact: &Contact) -> Result<()> {
    match contact {
        Contact::None => order.set(&schema.field::<VariantName>("contact")?, "none"),
        Contact::Email(email) if email.is_empty() => order.set_serde(at, &BTreeMap::from([("email", "")])),
        Contact::Email(email) => order.set(format!("{at}.email").as_str(), email),
        Contact::Phone(phone) => {
            order.set(format!("{at}.phone.number").as_str(), &phone.number)?;
            order.set(format!("{at}.phone.country").as_str(), phone.country)
        }
        Contact::Number(number) => order.set(format!("{at}.number").as_str(), *number),
    }
}

/// Sets the field of that number.
fn set_field(order: &mut RecordBuilder, schema: &Schema, value: &Order, places: &[usize], number: usize) -> Result<()> {
    match number {
        0 => order.set("customer", &value.customer),
        1 => order.set(&schema.field::<u16>("revision")?, value.revision),
        2 => value.lines.iter().enumerate().try_for_each(|(index, line)| {
            order.push_default(&schema.field::<Dynamic>("lines[]")?)?;
            set_line(order, &format!("lines[{index}]"), line)
        }),
        3 => {
            let note = schema.field::<str>("notes[]")?;
            shuffled(&value.notes, places)
                .into_iter()
                .try_for_each(|(key, text)| order.set(note.at(&**key), text.as_str()))
        }
        4 => shuffled(&value.stock, places).into_iter().try_for_each(|(key, line)| {
            order.add_key("stock", *key)?;
            set_line(order, &format!("stock[{key}]"), line)
        }),
        5 => shuffled(&value.marks, places).into_iter().try_for_each(|mark| order.add_key("marks", *mark).map(drop)),
        6 => set_contact(order, schema, "contact", &value.contact),
        7 => value.history.iter().enumerate().try_for_each(|(index, contact)| {
            order.push_default("history")?;
            match contact {
                Contact::None => Ok(()),
                contact => set_contact(order, schema, &format!("history[{index}]"), contact),
            }
        }),
        8 => {
            let (x, y) = (schema.field::<i16>("corners[].x")?, schema.field::<i16>("corners[].y")?);
            value.corners.iter().enumerate().try_for_each(|(index, point)| {
                order.set(x.at(index), point.x)?;
                order.set(y.at(index), point.y)
            })
        }
        9 => order.set("at.1", value.at.1).and_then(|()| order.set("at.0", value.at.0)),
        10 => match &value.gift {
            None => Ok(()),
            Some(gift) => {
                order.make("gift")?;
                gift.wrap.as_ref().map_or(Ok(()), |wrap| order.set("gift.wrap", wrap))
            }
        },
        11 => order.set("key", &value.key),
        _ => match value.extra {
            AnyValue::I8(extra) => order.set("extra", extra),
            _ => unreachable!("made so"),
        },
    }
}

const FIELDS: usize = 13;

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn values_set_in_any_order_give_the_bytes_of_the_derived_type(
        first in order(),
        second in order(),
        places in Just((0..FIELDS).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let schema = Schema::parse(&Order::schema().to_string()).unwrap();
        let (mut builder, mut bytes) = (RecordBuilder::new(&schema), Vec::new());
        for value in [&first, &second] {
            builder.reset();
            for number in &places {
                let set = set_field(&mut builder, &schema, value, &places, *number);
                set.unwrap_or_else(|error| panic!("field {number}: {error}"));
            }
            builder.finish_into(&mut bytes).unwrap();
            prop_assert_eq!(&bytes, &vellum::to_vec(value).unwrap());
            prop_assert_eq!(&vellum::from_slice::<Order>(&bytes).unwrap(), value);
        }
        // What is set again is the last, whatever was there.
        builder.reset();
        for value in [&first, &second] {
            for field in ["lines", "notes", "stock", "marks", "history", "gift"] {
                builder.clear(field).unwrap();
            }
            for number in &places {
                set_field(&mut builder, &schema, value, &places, *number).unwrap();
            }
        }
        prop_assert_eq!(builder.finish().unwrap(), vellum::to_vec(&second).unwrap());
    }
}

fn user() -> Schema {
    Schema::parse(
        "struct Home { city: string } frozen struct Point { x: i32 in 0..=9 }
         struct User {
             name: string max 5 lowercase, age: u16 in 0..=130 = 18, home: Home?, tags: list<string>, at: Point,
             votes: map<u16, u8>, marks: set<string>, short: string[4], data: bytes[3], sides: array<u8, 2>,
         }
         root User;",
    )
    .unwrap()
}

/// A call that fails, and how.
type Call<'c> = (&'c dyn Fn(&mut RecordBuilder) -> Result<()>, ErrorKind);

#[test]
fn a_call_that_fails_leaves_what_was_built_as_it_was() {
    let (schema, other) = (user(), user());
    let (age, tag) = (schema.field::<u16>("age").unwrap(), schema.field::<str>("tags[]").unwrap());
    let mut user = RecordBuilder::new(&schema);
    user.set("name", "ada").unwrap();
    user.push("tags", "math").unwrap();
    user.set("votes[7]", 1u8).unwrap();
    let (before, bytes) = (user.as_record().as_bytes().to_vec(), user.finish().unwrap());
    let foreign = other.field::<u16>("age").unwrap();
    let calls: &[Call<'_>] = &[
        // Wrong types and paths.
        (&|user| user.set("age", "36"), ErrorKind::Type),
        (&|user| user.set("name", 36u16), ErrorKind::Type),
        (&|user| user.set("nowhere", 36u16), ErrorKind::Path),
        (&|user| user.set("home.street", "x"), ErrorKind::Path),
        (&|user| user.set("tags[1]", "x"), ErrorKind::Path),
        (&|user| user.set(tag.at(1), "x"), ErrorKind::Path),
        (&|user| user.set("sides[2]", 1u8), ErrorKind::Path),
        (&|user| user.set(&foreign, 36), ErrorKind::Schema),
        (&|user| user.push("name", "x"), ErrorKind::Path),
        (&|user| user.push("votes", 1u8), ErrorKind::Type),
        (&|user| user.insert("tags[3]", "x"), ErrorKind::Path),
        (&|user| user.push_default("age"), ErrorKind::Path),
        (&|user| user.add_key("votes", "x").map(drop), ErrorKind::Type),
        (&|user| user.add_key("tags", "x").map(drop), ErrorKind::Type),
        (&|user| user.make("name"), ErrorKind::Type),
        (&|user| user.set("marks[x]", "y"), ErrorKind::Type),
        // Rules.
        (&|user| user.set(&age, 131), ErrorKind::Type),
        (&|user| user.set("name", "adaada"), ErrorKind::Type),
        (&|user| user.set("name", "Ada"), ErrorKind::Type),
        (&|user| user.set("at.x", 10i32), ErrorKind::Type),
        (&|user| user.set("short", "12345"), ErrorKind::Type),
        (&|user| user.set("data", b"12"), ErrorKind::Type),
        // Values of serde's.
        (&|user| user.set_serde("home", &BTreeMap::from([("street", "x")])), ErrorKind::Type),
        (&|user| user.set_serde("at", &BTreeMap::from([("x", 10)])), ErrorKind::Type),
        (&|user| user.set_serde("votes", &BTreeMap::from([("x", 1)])), ErrorKind::Type),
    ];
    for (number, (call, kind)) in calls.iter().enumerate() {
        let error = call(&mut user).expect_err(&format!("call {number}"));
        assert_eq!(error.kind(), *kind, "call {number}: {error}");
        assert_eq!(user.as_record().as_bytes(), before, "call {number}");
        assert_eq!(user.finish().unwrap(), bytes, "call {number}");
    }
}

#[test]
fn errors_are_those_of_a_record() {
    let schema = user();
    let (mut user, mut record) = (RecordBuilder::new(&schema), Record::new(&schema));
    for path in ["age", "nowhere", "tags[0]", "home", "marks[x]", "at.x.y", "name"] {
        let errors = [user.set(path, "LONG NAME").unwrap_err(), record.set(path, "LONG NAME").unwrap_err()];
        assert_eq!(errors[0].to_string(), errors[1].to_string());
    }
}

#[test]
fn pointers_are_as_wide_as_the_values_need() {
    let schema = Schema::parse("struct Log { lines: list<string>, numbers: list<u32> } root Log;").unwrap();
    let line = schema.field::<str>("lines[]").unwrap();
    let number = schema.field::<u32>("numbers[]").unwrap();
    let mut log = RecordBuilder::new(&schema);
    let mut widths = BTreeSet::new();
    for count in [1usize, 20, 20_000] {
        log.reset();
        for index in 0..count {
            log.push(&line, format!("line {index}").as_str()).unwrap();
            log.push(&number, u32::try_from(index).unwrap()).unwrap();
        }
        log.extend_from_slice(&number, &[7; 9]).unwrap();
        let bytes = log.finish().unwrap();
        // Header byte: the version, and the width of pointers in its lowest bits.
        widths.insert(bytes[0] & 3);
        schema.prove(&bytes).unwrap();
        let mut compact = Record::open(&schema, bytes.clone()).unwrap();
        compact.compact().unwrap();
        assert_eq!(compact.as_bytes(), bytes);
        assert_eq!(compact.len("lines").unwrap(), count);
        assert_eq!(compact.get(line.at(count - 1)).unwrap(), format!("line {}", count - 1));
        assert_eq!(compact.get(number.at(count + 8)).unwrap(), 7);
    }
    assert_eq!(widths.len(), 3);
}

#[test]
fn a_declared_width_is_kept() {
    let schema = Schema::parse("struct Note { text: string } root Note width 2;").unwrap();
    let mut note = RecordBuilder::new(&schema);
    note.set("text", "a").unwrap();
    let mut record = Record::new(&schema);
    record.set("text", "a").unwrap();
    record.compact().unwrap();
    assert_eq!(note.finish().unwrap(), record.as_bytes());
}

#[test]
fn defaults_that_are_set_are_not_stored() {
    let schema = user();
    let empty = RecordBuilder::new(&schema).finish().unwrap();
    let mut user = RecordBuilder::new(&schema);
    user.set("age", 18u16).unwrap();
    user.set("name", "").unwrap();
    user.set("votes[7]", 0u8).unwrap();
    user.clear("votes").unwrap();
    user.push("tags", "x").unwrap();
    user.clear("tags").unwrap();
    user.set("sides[1]", 0u8).unwrap();
    assert_eq!(user.finish().unwrap(), empty);
    user.make("home").unwrap(); // present is not absent
    assert_ne!(user.finish().unwrap(), empty);
}

#[test]
fn memory_does_not_grow_with_values_that_are_set_again() {
    let schema = Schema::parse("struct Note { text: string, lines: list<string> } root Note;").unwrap();
    let mut note = RecordBuilder::new(&schema);
    note.push("lines", "").unwrap();
    for round in 0..2000usize {
        note.set("text", "x".repeat(round % 37 * 10).as_str()).unwrap();
        note.set("lines[0]", "y".repeat(round % 41 * 10).as_str()).unwrap();
    }
    assert!(note.as_record().as_bytes().len() < 4000, "{}", note.as_record().as_bytes().len());
}

#[test]
fn memory_does_not_grow_with_values_that_are_cleared_and_set_again() {
    let schema =
        Schema::parse("struct Line { x: u64, y: u64 } struct Note { text: string, lines: list<Line> } root Note;")
            .unwrap();
    let (text, line) = (schema.field::<str>("text").unwrap(), schema.field::<Dynamic>("lines[]").unwrap());
    let mut note = RecordBuilder::new(&schema);
    for round in 0..2000usize {
        note.set(&text, "x".repeat(round % 37 * 10).as_str()).unwrap();
        for _ in 0..round % 7 {
            note.push_default(&line).unwrap();
        }
        note.clear(&text).unwrap();
        note.clear("lines").unwrap();
    }
    assert!(note.as_record().as_bytes().len() < 4000, "{}", note.as_record().as_bytes().len());
}

#[test]
fn any_as_the_root_is_built_by_the_keys_it_holds() {
    let schema = Schema::parse("root any;").unwrap();
    let mut document = RecordBuilder::new(&schema);
    document.set("name", "Ada").unwrap();
    document.push("codes", 404i16).unwrap();
    let record = Record::open(&schema, document.finish().unwrap()).unwrap();
    assert_eq!(format!("{:?}", record.root().unwrap().get("").unwrap()), r#"{"codes": [404], "name": "Ada"}"#);
}

/// Its default is beyond the range, which constants cannot tell.
#[derive(Vellum)]
struct Priced {
    #[vellum(range = Decimal(100)..)]
    price: Decimal<2>,
}

#[test]
fn a_buffer_stays_as_it_was_when_finishing_fails() {
    let mut builder = RecordBuilder::new(Priced::schema());
    let mut bytes = vec![1, 2, 3];
    assert_eq!(
        builder.finish_into(&mut bytes).unwrap_err().to_string(),
        Priced::schema().check().unwrap_err().to_string()
    );
    assert_eq!(bytes, [1, 2, 3]);
    builder.finish().unwrap_err();
}
