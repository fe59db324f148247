//! Unions by derive: every kind of payload, recursion, packed lists, and edits that switch variants.

use std::collections::BTreeMap;

use vellum::{ErrorKind, Vellum, schema::PointerWidth};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Phone {
    country: u16,
    number: String,
    #[vellum(since = 2)]
    label: Option<String>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
struct Spot {
    x: f32,
    y: f32,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
enum Unit {
    Metre = 1,
    Foot,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Contact {
    None,
    Flag(bool),
    Short(u8),
    Middle(i32),
    Long(u64),
    Letter(char),
    Unit(Unit),
    Email(String),
    Bytes(Vec<u8>),
    Phone(Phone),
    Spot(Spot),
    Names(Vec<String>),
    Scores(BTreeMap<String, u32>),
    Maybe(Option<u32>),
    MaybeText(Option<String>),
    MaybePhone(Option<Phone>),
    Pair(u16, String),
    Post { street: String, number: u32, tags: Vec<String> },
    Inner(Box<Contact>),
    MaybeInner(Option<Box<Contact>>),
    Many(Vec<Contact>),
    Both(Box<Contact>, Vec<Contact>),
    Corners([Spot; 2]),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct User {
    id: u32,
    contact: Contact,
    other: Option<Contact>,
    list: Vec<Contact>,
    named: BTreeMap<u8, Contact>,
    maybe: Vec<Option<Contact>>,
    pair: (u8, String),
    grid: [[u16; 2]; 3],
    phones: [Phone; 2],
}

fn phone(number: &str) -> Phone {
    Phone { country: 49, number: number.into(), label: Some("home".into()) }
}

/// One of each variant, once with its default payload and once with another.
fn every_contact() -> Vec<Contact> {
    use Contact::*;
    let zero = self::Phone { country: 0, number: String::new(), label: Option::None };
    vec![
        None,
        Flag(false),
        Flag(true),
        Short(0),
        Short(200),
        Middle(0),
        Middle(-70_000),
        Long(0),
        Long(u64::MAX),
        Letter('\0'),
        Letter('ß'),
        Unit(self::Unit::Metre),
        Unit(self::Unit::Foot),
        Email(String::new()),
        Email("ada@example.org".into()),
        Bytes(vec![]),
        Bytes(vec![0xFF; 5]),
        Phone(zero),
        Phone(phone("123")),
        Spot(self::Spot { x: 0.0, y: 0.0 }),
        Spot(self::Spot { x: 1.5, y: -2.0 }),
        Names(vec![]),
        Names(vec!["a".into(), String::new()]),
        Scores(BTreeMap::new()),
        Scores(BTreeMap::from([("x".into(), 7)])),
        Maybe(Option::None),
        Maybe(Some(0)),
        Maybe(Some(9)),
        MaybeText(Option::None),
        MaybeText(Some(String::new())),
        MaybeText(Some("text".into())),
        MaybePhone(Option::None),
        MaybePhone(Some(phone("9"))),
        Pair(0, String::new()),
        Pair(7, "seven".into()),
        Post { street: String::new(), number: 0, tags: vec![] },
        Post { street: "Elm".into(), number: 5, tags: vec!["a".into()] },
        Inner(Box::new(None)),
        Inner(Box::new(Inner(Box::new(Long(5))))),
        MaybeInner(Option::None),
        MaybeInner(Some(Box::new(None))),
        MaybeInner(Some(Box::new(Email("x".into())))),
        Many(vec![]),
        Many(vec![Short(1), Short(2)]),
        Many(vec![Short(1), Long(2), Many(vec![None, None])]),
        Both(Box::new(Flag(true)), vec![Names(vec!["n".into()])]),
        Corners([self::Spot { x: 0.0, y: 1.0 }, self::Spot { x: 2.0, y: 3.0 }]),
    ]
}

fn user() -> User {
    User {
        id: 1,
        contact: Contact::None,
        other: None,
        list: vec![],
        named: BTreeMap::new(),
        maybe: vec![],
        pair: (0, String::new()),
        grid: [[0; 2]; 3],
        phones: [phone("1"), phone("")],
    }
}

/// What the schema reads of a buffer, written as JSON and read again, gives the same bytes.
#[cfg(feature = "serde")]
#[track_caller]
fn same_through_json<T: Vellum>(bytes: &[u8], compact: &[u8]) {
    use serde::de::DeserializeSeed;
    let record = vellum::Record::open(T::schema(), bytes).unwrap();
    let json = serde_json::to_string(&record).unwrap();
    let mut back = T::schema().deserialize(&mut serde_json::Deserializer::from_str(&json)).expect(&json);
    back.compact().unwrap();
    assert_eq!(back.as_bytes(), compact, "{json}");
}

#[track_caller]
fn check(bytes: &[u8], value: &User) {
    assert_eq!(vellum::from_slice::<User>(bytes).unwrap(), *value);
    let mut compact = bytes.to_vec();
    User::compact(&mut compact).unwrap();
    assert_eq!(compact, vellum::to_vec(value).unwrap());
    #[cfg(feature = "serde")]
    same_through_json::<User>(bytes, &compact);
    assert!(User::schema().prove(bytes).unwrap().is_complete());
    // What a view prints is what the schema says of the bytes.
    let _ = format!("{:?}", User::peek(bytes).unwrap());
}

#[test]
fn every_payload_round_trips_at_every_width() {
    for contact in every_contact() {
        for width in PointerWidth::ALL {
            let value = User {
                contact: contact.clone(),
                other: Some(contact.clone()),
                list: vec![contact.clone(); 3],
                named: BTreeMap::from([(4, contact.clone())]),
                maybe: vec![None, Some(contact.clone())],
                pair: (3, "p".into()),
                grid: [[1, 2], [3, 4], [5, 6]],
                ..user()
            };
            let bytes = vellum::to_vec_with_width(&value, width).unwrap();
            check(&bytes, &value);
        }
    }
}

#[test]
fn lists_of_one_variant_are_packed_and_others_are_not() {
    let bytes = |list: Vec<Contact>| vellum::to_vec(&User { list, ..user() }).unwrap().len();
    let empty = bytes(vec![]);
    // A count, a tag, and the bytes.
    assert_eq!(bytes(vec![Contact::Short(7); 50]), empty + 2 + 50);
    assert_eq!(bytes(vec![Contact::None; 50]), empty + 2 + 50);
    // A tag and a payload each.
    let mut mixed = vec![Contact::Short(7); 50];
    mixed[3] = Contact::Flag(true);
    assert_eq!(bytes(mixed), empty + 2 + 100);
}

#[test]
fn any_payload_can_take_the_place_of_any_other() {
    let contacts = every_contact();
    for from in &contacts {
        for to in &contacts {
            let mut value = User { contact: from.clone(), other: Some(to.clone()), list: vec![from.clone()], ..user() };
            let mut bytes = vellum::to_vec(&value).unwrap();
            let mut edit = User::edit(&mut bytes).unwrap();
            edit.set_contact(to).unwrap();
            edit.set_other(Some(from)).unwrap();
            edit.list().push(to).unwrap();
            edit.list().insert(0, to).unwrap();
            edit.list().set(1, to).unwrap();
            edit.named().insert(1, from).unwrap();
            edit.named().insert(1, to).unwrap();
            value.contact = to.clone();
            value.other = Some(from.clone());
            value.list = vec![to.clone(), to.clone(), to.clone()];
            value.named = BTreeMap::from([(1, to.clone())]);
            check(&bytes, &value);
            let mut edit = User::edit(&mut bytes).unwrap();
            edit.list().set(1, from).unwrap();
            edit.list().remove(0).unwrap();
            assert_eq!(edit.list().pop().unwrap().as_ref(), Some(to));
            assert_eq!(edit.take_contact().unwrap(), *to);
            edit.clear_other().unwrap();
            value.list = vec![from.clone()];
            value.contact = Contact::None;
            value.other = None;
            check(&bytes, &value);
        }
    }
}

#[test]
fn many_values_are_appended_as_one_edit() {
    let contacts = every_contact();
    let mut value = user();
    let mut bytes = vellum::to_vec(&value).unwrap();
    for chunk in contacts.chunks(5) {
        User::edit(&mut bytes).unwrap().list().extend_from_slice(chunk).unwrap();
        value.list.extend_from_slice(chunk);
        check(&bytes, &value);
    }
    User::edit(&mut bytes).unwrap().list().retain(|contact| !matches!(contact.get(), Ok(ContactRef::None))).unwrap();
    value.list.retain(|contact| *contact != Contact::None);
    check(&bytes, &value);
}

#[test]
fn what_a_variant_holds_is_read_and_edited_where_it_lies() {
    let mut bytes = vellum::to_vec(&user()).unwrap();
    let mut edit = User::edit(&mut bytes).unwrap();
    edit.contact().set_email("ada").unwrap();
    assert!(edit.contact().as_phone().unwrap().is_none());
    edit.contact().as_email().unwrap().unwrap().push_str("@example.org").unwrap();
    let ContactRef::Email(email) = User::peek(&bytes).unwrap().contact().unwrap().get().unwrap() else { panic!() };
    assert_eq!(email, "ada@example.org");

    let mut edit = User::edit(&mut bytes).unwrap();
    edit.contact().set_post(ContactPostSet { street: "Elm", number: 7, tags: &[] }).unwrap();
    edit.contact().as_post().unwrap().unwrap().tags().push("new").unwrap();
    edit.contact().as_post().unwrap().unwrap().set_number(8).unwrap();
    let ContactRef::Post(post) = User::peek(&bytes).unwrap().contact().unwrap().get().unwrap() else { panic!() };
    assert_eq!((post.street().unwrap(), post.number().unwrap(), post.tags().unwrap().len()), ("Elm", 8, 1));

    let mut edit = User::edit(&mut bytes).unwrap();
    edit.contact().set_phone(&phone("5")).unwrap();
    edit.contact().as_phone().unwrap().unwrap().set_number("55555").unwrap();
    edit.contact().as_phone().unwrap().unwrap().set_label(None).unwrap();
    let ContactRef::Phone(found) = User::peek(&bytes).unwrap().contact().unwrap().get().unwrap() else { panic!() };
    assert_eq!((found.number().unwrap(), found.label().unwrap()), ("55555", None));

    let mut edit = User::edit(&mut bytes).unwrap();
    edit.contact().set_spot(&Spot { x: 0.0, y: 0.0 }).unwrap();
    edit.contact().as_spot().unwrap().unwrap().set_y(2.5).unwrap();
    edit.contact().as_spot().unwrap().unwrap().set_x(1.5).unwrap();
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap().contact, Contact::Spot(Spot { x: 1.5, y: 2.5 }));

    let mut edit = User::edit(&mut bytes).unwrap();
    edit.contact().set_many(&[]).unwrap();
    edit.contact().as_many().unwrap().unwrap().push(&Contact::Long(1)).unwrap();
    edit.contact().as_many().unwrap().unwrap().push(&Contact::Long(2)).unwrap();
    edit.contact().as_many().unwrap().unwrap().at(1).unwrap().set_long(3).unwrap();
    edit.contact().as_many().unwrap().unwrap().at(1).unwrap().set_none().unwrap();
    edit.contact().as_many().unwrap().unwrap().at(1).unwrap().set_email("mixed now").unwrap();
    let expected = Contact::Many(vec![Contact::Long(1), Contact::Email("mixed now".into())]);
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap().contact, expected);
    User::edit(&mut bytes).unwrap().contact().set_none().unwrap();
    check(&bytes, &user());
}

/// Changes what the variant holds where it lies, and says what it then is.
fn change(contact: &mut ContactEdit<'_, &mut Vec<u8>>, value: &Contact) -> Contact {
    let mut changed = value.clone();
    match (contact.get_mut().unwrap(), &mut changed) {
        (ContactMut::None, Contact::None) | (ContactMut::Inner(_), Contact::Inner(_)) => {}
        (ContactMut::Flag(found), Contact::Flag(flag)) => assert_eq!(found, *flag),
        (ContactMut::Short(found), Contact::Short(short)) => assert_eq!(found, *short),
        (ContactMut::Middle(found), Contact::Middle(middle)) => assert_eq!(found, *middle),
        (ContactMut::Long(found), Contact::Long(long)) => assert_eq!(found, *long),
        (ContactMut::Letter(found), Contact::Letter(letter)) => assert_eq!(found, *letter),
        (ContactMut::Unit(found), Contact::Unit(unit)) => assert_eq!(found, *unit),
        (ContactMut::Email(mut found), Contact::Email(email)) => {
            found.push_str(", and a text that does not fit where it lies").unwrap();
            email.push_str(", and a text that does not fit where it lies");
        }
        (ContactMut::Bytes(mut found), Contact::Bytes(bytes)) => {
            found.extend_from_slice(&[7; 40]).unwrap();
            bytes.extend_from_slice(&[7; 40]);
        }
        (ContactMut::Phone(mut found), Contact::Phone(phone)) => {
            found.set_label(Some("a label that is long enough to move")).unwrap();
            phone.label = Some("a label that is long enough to move".into());
        }
        (ContactMut::Spot(mut found), Contact::Spot(spot)) => {
            found.set_y(7.5).unwrap();
            spot.y = 7.5;
        }
        (ContactMut::Names(mut found), Contact::Names(names)) => {
            found.push("new").unwrap();
            names.push("new".into());
        }
        (ContactMut::Scores(mut found), Contact::Scores(scores)) => {
            found.insert("new", 1).unwrap();
            scores.insert("new".into(), 1);
        }
        (ContactMut::Maybe(found), Contact::Maybe(maybe)) => assert_eq!(found, *maybe),
        (ContactMut::MaybeText(found), Contact::MaybeText(text)) => {
            assert_eq!(found.is_some(), text.is_some());
            if let (Some(mut found), Some(text)) = (found, text) {
                found.push_str("!").unwrap();
                text.push('!');
            }
        }
        (ContactMut::MaybePhone(found), Contact::MaybePhone(phone)) => {
            assert_eq!(found.is_some(), phone.is_some());
            if let (Some(mut found), Some(phone)) = (found, phone) {
                found.set_country(1).unwrap();
                phone.country = 1;
            }
        }
        (ContactMut::Pair(number, text), Contact::Pair(left, right)) => assert_eq!((number, text), (*left, &**right)),
        (ContactMut::Post(mut found), Contact::Post { number, .. }) => {
            found.set_number(99).unwrap();
            *number = 99;
        }
        (ContactMut::MaybeInner(found), Contact::MaybeInner(inner)) => assert_eq!(found.is_some(), inner.is_some()),
        (ContactMut::Many(mut found), Contact::Many(many)) => {
            found.push(&Contact::Short(1)).unwrap();
            many.push(Contact::Short(1));
        }
        (ContactMut::Both(_, found), Contact::Both(_, many)) => assert_eq!(found.len(), many.len()),
        (ContactMut::Corners(mut found), Contact::Corners(corners)) => {
            found.at(1).unwrap().set_x(3.0).unwrap();
            corners[1].x = 3.0;
        }
        _ => panic!("another variant than {value:?}"),
    }
    changed
}

#[test]
fn every_variant_is_matched_on_and_edited_where_it_lies() {
    let contacts = every_contact();
    for (index, contact) in contacts.iter().enumerate() {
        let mut value = User { contact: contact.clone(), list: contacts.clone(), ..user() };
        let mut bytes = vellum::to_vec(&value).unwrap();
        let mut edit = User::edit(&mut bytes).unwrap();
        value.contact = change(&mut edit.contact(), contact);
        value.list[index] = change(&mut edit.list().at(index).unwrap(), contact);
        check(&bytes, &value);
        // The only one of its list, whose tag the list has.
        let mut value = User { list: vec![contact.clone()], ..user() };
        let mut bytes = vellum::to_vec(&value).unwrap();
        value.list[0] = change(&mut User::edit(&mut bytes).unwrap().list().at(0).unwrap(), contact);
        check(&bytes, &value);
    }
}

#[test]
fn an_element_of_a_packed_list_is_set_to_its_variant_and_to_another() {
    for (old, new) in [(Contact::None, Contact::None), (Contact::Phone(phone("1")), Contact::Phone(phone("23")))] {
        let mut value = User { list: vec![old.clone(), new.clone()], ..user() };
        let mut bytes = vellum::to_vec(&User { list: vec![old.clone(), old], ..user() }).unwrap();
        User::edit(&mut bytes).unwrap().list().at(1).unwrap().set(&new).unwrap();
        check(&bytes, &value);
        User::edit(&mut bytes).unwrap().list().at(1).unwrap().set_none().unwrap();
        value.list[1] = Contact::None;
        check(&bytes, &value);
    }
}

#[test]
fn tuples_and_arrays_lie_inline() {
    let mut value = user();
    let mut bytes = vellum::to_vec(&value).unwrap();
    let mut edit = User::edit(&mut bytes).unwrap();
    edit.set_pair((7, "seven")).unwrap();
    assert_eq!(edit.pair().unwrap(), (7, "seven"));
    edit.grid().at(1).unwrap().set(0, 9).unwrap();
    edit.phones().at(1).unwrap().set_number("77").unwrap();
    edit.phones().set(0, &phone("88")).unwrap();
    value.pair = (7, "seven".into());
    value.grid[1][0] = 9;
    value.phones[1].number = "77".into();
    value.phones[0] = phone("88");
    check(&bytes, &value);
    let view = User::peek(&bytes).unwrap();
    assert_eq!(view.phones().unwrap().get(1).unwrap().number().unwrap(), "77");
    assert_eq!(view.grid().unwrap().get(1).unwrap().get(0).unwrap(), 9);
    assert_eq!(view.grid().unwrap().get(3).err().unwrap().kind(), ErrorKind::Path);
}

#[test]
fn the_schema_says_it_all_and_parses_back() {
    let schema = User::schema();
    let text = schema.to_string();
    assert!(text.contains("    Pair: tuple<u16, string>,\n"), "{text}");
    assert!(text.contains("    list: list<Contact>,\n"), "{text}");
    assert!(text.contains("    grid: array<array<u16, 2>, 3>,\n"), "{text}");
    assert!(text.contains("struct ContactPost {\n    street: string,\n"), "{text}");
    assert_eq!(vellum::Schema::parse(&text).unwrap(), *schema);
}

#[test]
fn cut_and_changed_buffers_are_errors_or_values_but_nothing_worse() {
    let mut value = User { list: every_contact(), maybe: vec![Some(Contact::Long(7)), None], ..user() };
    value.contact = Contact::Many(vec![Contact::Phone(phone("1")); 3]);
    let bytes = vellum::to_vec(&value).unwrap();
    for len in 0..bytes.len() {
        let _ = vellum::from_slice::<User>(&bytes[..len]);
    }
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFE, 0xFF, bytes[at] ^ 1, bytes[at].wrapping_add(5)] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let _ = vellum::from_slice::<User>(&bytes);
            if let Ok(view) = User::peek(&bytes) {
                let _ = format!("{view:?}").len();
            }
            if let Ok(mut edit) = User::edit(&mut bytes) {
                let _ = edit.list().push(&Contact::Short(1));
                let _ = edit.list().remove(20);
                let _ = edit.contact().set_email("x");
                let _ = edit.contact().as_email().map(|_| ());
            }
            let _ = User::compact(&mut bytes);
        }
    }
}
