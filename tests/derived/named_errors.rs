//! What an edit cursor's errors say of where they arose: what the setter of the same value says.

use std::collections::BTreeMap;

use vellum::{Error, ErrorKind, Record, Result, Storage, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Phone {
    country: u16,
    number: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Contact {
    None,
    Email(String),
    Phone(Phone),
    MaybeText(Option<String>),
    MaybePhone(Option<Phone>),
    Pair([String; 2]),
    #[vellum(rename = "address")]
    Post {
        street: String,
        number: u32,
    },
    Inner(Box<Contact>),
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct User {
    name: String,
    note: Option<String>,
    #[vellum(rename = "phone_number")]
    phone: Phone,
    maybe: Option<Phone>,
    contact: Contact,
    maybe_contact: Option<Contact>,
    contacts: Vec<Contact>,
    packed: Vec<Contact>,
    named: BTreeMap<u8, Contact>,
    names: Vec<String>,
    pair: [String; 2],
    #[vellum(max = 5)]
    short: String,
}

fn user(contact: &Contact) -> User {
    let phone = Phone { country: 49, number: "123".into() };
    User {
        name: "Ada".into(),
        note: Some("note".into()),
        phone: phone.clone(),
        maybe: Some(phone),
        contact: contact.clone(),
        maybe_contact: Some(contact.clone()),
        contacts: vec![Contact::None, contact.clone()],
        packed: vec![contact.clone(), contact.clone()],
        named: BTreeMap::from([(1, contact.clone())]),
        names: vec!["a".into(), "b".into()],
        pair: ["c".into(), "d".into()],
        short: "short".into(),
    }
}

/// What a contact holds, with what its texts are called, and of a struct its fields.
fn contacts() -> Vec<(Contact, &'static str)> {
    let phone = Phone { country: 49, number: "123".into() };
    let text = || String::from("text");
    vec![
        (Contact::Email(text()), ".Email"),
        (Contact::Phone(phone.clone()), "number"),
        (Contact::MaybeText(Some(text())), ".MaybeText"),
        (Contact::MaybePhone(Some(phone)), "number"),
        (Contact::Pair([text(), text()]), ".Pair[1]"),
        (Contact::Post { street: text(), number: 3 }, "street"),
        (Contact::Inner(Box::new(Contact::Email(text()))), ".Inner.Email"),
    ]
}

/// An edit beyond the end of the text that a union holds.
fn splice<S: Storage>(contact: &mut ContactEdit<'_, S>) -> Result<()> {
    match contact.get_mut()? {
        ContactMut::None => Ok(()),
        ContactMut::Email(mut text) => text.splice(9.., ""),
        ContactMut::Phone(mut phone) => phone.number().insert_str(9, "x"),
        ContactMut::MaybeText(text) => text.unwrap().splice(9.., ""),
        ContactMut::MaybePhone(phone) => phone.unwrap().number().splice(9.., ""),
        ContactMut::Pair(mut pair) => pair.at(1)?.splice(9.., ""),
        ContactMut::Post(mut post) => post.street().splice(9.., ""),
        ContactMut::Inner(mut inner) => splice(&mut inner),
    }
}

#[track_caller]
fn has_path(result: Result<()>, kind: ErrorKind, path: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{error}");
}

/// Of a field of a struct the name alone, of a part of a union all that leads to it from the field that holds that.
fn called(holder: &str, text: &str) -> String {
    if text.starts_with('.') || text.contains('[') {
        format!("{holder}{text}").trim_start_matches('.').into()
    } else {
        text.into()
    }
}

#[test]
fn an_edit_within_a_text_that_is_refused_names_the_text() {
    for (contact, text) in contacts() {
        let mut bytes = vellum::to_vec(&user(&contact)).unwrap();
        let mut edit = User::edit(&mut bytes).unwrap();
        let path = |holder: &str| called(holder, text);
        has_path(splice(&mut edit.contact()), ErrorKind::Path, &path("contact"));
        has_path(splice(&mut edit.maybe_contact().unwrap().unwrap()), ErrorKind::Path, &path("maybe_contact"));
        has_path(splice(&mut edit.contacts().at(1).unwrap()), ErrorKind::Path, &path("contacts[1]"));
        has_path(splice(&mut edit.packed().at(1).unwrap()), ErrorKind::Path, &path("packed[1]"));
        has_path(splice(&mut edit.named().at(1).unwrap().unwrap()), ErrorKind::Path, &path("named[1]"));
    }
    let mut bytes = vellum::to_vec(&user(&Contact::None)).unwrap();
    let before = bytes.clone();
    let mut edit = User::edit(&mut bytes).unwrap();
    has_path(edit.name().splice(9.., ""), ErrorKind::Path, "name");
    has_path(edit.name().insert_str(9, "x"), ErrorKind::Path, "name");
    has_path(edit.note().unwrap().unwrap().splice(9.., ""), ErrorKind::Path, "note");
    has_path(edit.phone().number().splice(9.., ""), ErrorKind::Path, "number");
    has_path(edit.names().at(1).unwrap().splice(9.., ""), ErrorKind::Path, "names[1]");
    has_path(edit.pair().at(1).unwrap().splice(9.., ""), ErrorKind::Path, "pair[1]");
    for result in [edit.short().push('x'), edit.short().set("longer"), edit.set_short("longer")] {
        has_path(result, ErrorKind::Type, "short");
    }
    assert_eq!(bytes, before);
    let mut text = vellum::to_vec(&String::from("text")).unwrap();
    has_path(vellum::edit::<String, _>(&mut text).unwrap().cursor().splice(9.., ""), ErrorKind::Path, "");
}

#[test]
fn an_edit_that_does_not_fit_names_what_it_edits() {
    const LONG: &str = "a text that is longer than what was there";
    for (contact, text) in contacts() {
        let mut bytes = vellum::to_vec(&user(&contact)).unwrap();
        let before = bytes.clone();
        let mut slice = &mut bytes[..];
        let mut edit = User::edit(&mut slice).unwrap();
        for result in [
            edit.set_name(LONG),
            edit.name().push_str(LONG),
            edit.name().set(LONG),
            edit.name().insert_str(0, LONG),
            edit.name().splice(.., LONG),
        ] {
            has_path(result, ErrorKind::Full, "name");
        }
        has_path(edit.set_contact(&Contact::Email(LONG.into())), ErrorKind::Full, "contact");
        has_path(edit.contact().set(&Contact::Email(LONG.into())), ErrorKind::Full, "contact");
        has_path(edit.contact().set_email(LONG), ErrorKind::Full, "contact.Email");
        if let Some(mut email) = edit.contact().as_email().unwrap() {
            has_path(email.push_str(LONG), ErrorKind::Full, &called("contact", text));
        }
        has_path(edit.contacts().at(1).unwrap().set_email(LONG), ErrorKind::Full, "contacts[1].Email");
        assert_eq!(bytes, before);
    }
}

#[test]
fn an_enum_of_invalid_bytes_is_named_by_its_cursor() {
    let bytes = vellum::to_vec(&user(&Contact::Email("text".into()))).unwrap();
    let mut found = 0;
    for at in 0..bytes.len() {
        for value in [0, 0x7F, 0xFE, 0xFF, bytes[at] ^ 1, bytes[at].wrapping_add(3)] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let Ok(mut edit) = User::edit(&mut bytes) else { continue };
            let mut named = |error: Error, path: &str| {
                found += 1;
                assert!(error.path().starts_with(path), "{error} instead of {path}, at {at}");
                assert!(!error.path().contains(&format!("{path}.{path}")), "{error} twice");
            };
            let errors = [
                (edit.contact().get_mut().err(), "contact"),
                (edit.contact().as_phone().err(), "contact"),
                (edit.contact().get().err(), "contact"),
                (edit.contact().as_email().ok().flatten().and_then(|mut text| text.push('x').err()), "contact.Email"),
                (edit.maybe_contact().err(), "maybe_contact"),
                (edit.phone().view().err(), "phone_number"),
                (edit.maybe().err(), "maybe"),
                (edit.note().err(), "note"),
                (edit.name().get().err(), "name"),
                (edit.name().push_str("x").err(), "name"),
                (edit.name().truncate(1).err(), "name"),
                (edit.name().take().err(), "name"),
                (edit.name().set("y").err(), "name"),
            ];
            for (error, path) in errors {
                if let Some(error) = error {
                    named(error, path);
                }
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn data_of_a_newer_program_that_is_in_the_way_of_a_layout_is_named_where_it_is() {
    #[derive(Vellum)]
    struct NewPart {
        a: u8,
        #[vellum(since = 2)]
        b: String,
    }
    #[derive(Vellum)]
    struct New {
        name: String,
        parts: Vec<NewPart>,
    }
    #[derive(Vellum)]
    struct Part {
        #[allow(dead_code)]
        a: u8,
    }
    #[derive(Vellum)]
    struct Old {
        #[allow(dead_code)]
        name: String,
        #[allow(dead_code)]
        parts: Vec<Part>,
    }
    let part = |b: &str| NewPart { a: 1, b: b.into() };
    let mut bytes = vellum::to_vec(&New { name: "Ada".into(), parts: vec![part(""), part("late")] }).unwrap();
    let before = bytes.clone();
    // It takes wider pointers.
    let long = "long".repeat(100);
    let mut edit = Old::edit(&mut bytes).unwrap();
    has_path(edit.set_name(&long), ErrorKind::Newer, "parts[1]");
    has_path(edit.name().push_str(&long), ErrorKind::Newer, "parts[1]");
    let mut record = Record::open(Old::schema(), &mut bytes).unwrap();
    has_path(record.set("name", &*long), ErrorKind::Newer, "parts[1]");
    assert_eq!(bytes, before);
}

#[test]
fn an_edit_of_a_list_or_an_array_that_is_refused_names_it() {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Item {
        #[vellum(max = 5)]
        name: String,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Shelf {
        #[vellum(rename = "all_items")]
        items: Vec<Item>,
        grid: Vec<Vec<u32>>,
        #[vellum(max = 2)]
        bytes: Vec<u8>,
        pairs: [String; 2],
        by_name: BTreeMap<String, Vec<String>>,
        contacts: Vec<Contact>,
    }
    const LONG: &str = "a text that is longer than what was there";
    let item = |name: &str| Item { name: name.into() };
    let long = item("too long");
    let shelf = Shelf {
        items: vec![item("a"), item("b")],
        grid: vec![vec![1], vec![2, 3]],
        bytes: vec![1, 2],
        pairs: ["c".into(), "d".into()],
        by_name: BTreeMap::from([("e".into(), vec!["f".into()])]),
        contacts: vec![Contact::Email("g".into()), Contact::Email("h".into())],
    };
    let mut bytes = vellum::to_vec(&shelf).unwrap();
    let before = bytes.clone();
    let mut slice = &mut bytes[..];
    let mut edit = Shelf::edit(&mut slice).unwrap();
    let mut items = edit.items();
    has_path(items.get(2).map(drop), ErrorKind::Path, "all_items");
    has_path(items.at(2).map(drop), ErrorKind::Path, "all_items");
    has_path(items.remove(2), ErrorKind::Path, "all_items");
    has_path(items.swap(0, 2), ErrorKind::Path, "all_items");
    has_path(items.insert(3, &item("x")), ErrorKind::Path, "all_items");
    has_path(items.push(&item("x")), ErrorKind::Full, "all_items");
    has_path(items.extend_from_slice(&[item("x")]), ErrorKind::Full, "all_items");
    has_path(items.set(1, &long), ErrorKind::Type, "all_items[1].name");
    has_path(items.insert(1, &long), ErrorKind::Type, "all_items[1].name");
    has_path(items.push(&long), ErrorKind::Type, "all_items[2].name");
    has_path(items.extend_from_slice(&[item("x"), long]), ErrorKind::Type, "all_items[3].name");
    has_path(edit.set_items(&[item("too long")]), ErrorKind::Type, "all_items[0].name");
    has_path(edit.grid().push(&[1; 9]), ErrorKind::Full, "grid");
    has_path(edit.grid().at(1).unwrap().push(4), ErrorKind::Full, "grid[1]");
    has_path(edit.grid().at(1).unwrap().get(2).map(drop), ErrorKind::Path, "grid[1]");
    has_path(edit.bytes().push(3), ErrorKind::Type, "bytes");
    has_path(edit.pairs().get(2).map(drop), ErrorKind::Path, "pairs");
    has_path(edit.pairs().set(2, "x"), ErrorKind::Path, "pairs");
    has_path(edit.pairs().set(1, LONG), ErrorKind::Full, "pairs[1]");
    has_path(edit.pairs().at(1).unwrap().push_str(LONG), ErrorKind::Full, "pairs[1]");
    has_path(edit.by_name().at("e").unwrap().unwrap().push(LONG), ErrorKind::Full, r#"by_name["e"]"#);
    has_path(edit.by_name().at("e").unwrap().unwrap().set(0, LONG), ErrorKind::Full, r#"by_name["e"][0]"#);
    has_path(edit.contacts().push(&Contact::None), ErrorKind::Full, "contacts");
    has_path(edit.contacts().set(1, &Contact::Email(LONG.into())), ErrorKind::Full, "contacts[1]");
    drop(edit);
    assert_eq!(bytes, before);
    let mut list = vellum::to_vec(&vec![1u8]).unwrap();
    let mut list = vellum::edit::<Vec<u8>, _>(&mut list).unwrap();
    has_path(list.cursor().remove(3), ErrorKind::Path, "");
}

#[test]
fn invalid_bytes_of_a_list_are_named_by_its_cursor() {
    #[derive(Vellum)]
    struct Holder {
        names: Vec<String>,
    }
    let bytes = vellum::to_vec(&Holder { names: vec!["name".into(), "other".into()] }).unwrap();
    let mut found = 0;
    for (at, value) in (0..bytes.len()).flat_map(|at| [0, 0x7F, 0x80, 0xFE, 0xFF].map(|value| (at, value))) {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        let Ok(mut holder) = Holder::edit(&mut bytes) else { continue };
        let mut names = holder.names();
        let errors = [
            names.len().err(),
            names.get(1).err(),
            names.view().err(),
            names.at(1).err(),
            names.at(1).ok().and_then(|mut name| name.push('x').err()),
            names.take(1).err(),
            names.set(0, "x").err(),
            names.push("x").err(),
            names.truncate(1).err(),
            names.sort_by(|a, b| a.cmp(b)).err(),
        ];
        for error in errors.into_iter().flatten() {
            found += 1;
            let path = error.path();
            assert!(["names", "names[0]", "names[1]"].contains(&&*path), "{error}, at {at}");
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_value_that_is_not_decoded_is_named_with_its_variant() {
    #[derive(Vellum, Debug)]
    struct Letter {
        to: Contact,
        all: Vec<Contact>,
        mixed: Vec<Contact>,
    }
    const BAD: &str = "a very bad text";
    for (contact, path) in [
        (Contact::Email(BAD.into()), ".Email"),
        (Contact::Post { street: BAD.into(), number: 3 }, ".address.street"),
        (Contact::Phone(Phone { country: 1, number: BAD.into() }), ".Phone.number"),
        (Contact::Pair(["x".into(), BAD.into()]), ".Pair[1]"),
        (Contact::Inner(Box::new(Contact::Email(BAD.into()))), ".Inner.Email"),
    ] {
        let none = || Contact::None;
        for (holder, letter) in [
            ("to", Letter { to: contact.clone(), all: vec![], mixed: vec![] }),
            ("all[1]", Letter { to: none(), all: vec![contact.clone(), contact.clone()], mixed: vec![] }),
            ("mixed[1]", Letter { to: none(), all: vec![], mixed: vec![none(), contact.clone()] }),
        ] {
            let mut bytes = vellum::to_vec(&letter).unwrap();
            let at = bytes.windows(BAD.len()).rposition(|part| part == BAD.as_bytes()).unwrap();
            bytes[at] = 0xFF;
            let error = vellum::from_slice::<Letter>(&bytes).unwrap_err();
            let expected = format!("{holder}{path}");
            assert!(
                error.path() == expected || error.path() == expected.replace("[1].", "[0]."),
                "{error}: {expected}"
            );
        }
    }
}
