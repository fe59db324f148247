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
        (Contact::Pair([text(), text()]), "[1]"),
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
    if text.starts_with('.') { format!("{holder}{text}").trim_start_matches('.').into() } else { text.into() }
}

#[test]
fn an_edit_within_a_text_that_is_refused_names_the_text() {
    for (contact, text) in contacts() {
        let mut bytes = vellum::to_vec(&user(&contact)).unwrap();
        let mut edit = User::edit(&mut bytes).unwrap();
        let path = |holder: &str| called(holder, text);
        has_path(splice(&mut edit.contact()), ErrorKind::Path, &path("contact"));
        has_path(splice(&mut edit.maybe_contact().unwrap().unwrap()), ErrorKind::Path, &path("maybe_contact"));
        has_path(splice(&mut edit.contacts().at(1).unwrap()), ErrorKind::Path, &path("[1]"));
        has_path(splice(&mut edit.packed().at(1).unwrap()), ErrorKind::Path, &path("[1]"));
        has_path(splice(&mut edit.named().at(1).unwrap().unwrap()), ErrorKind::Path, &path("named[1]"));
    }
    let mut bytes = vellum::to_vec(&user(&Contact::None)).unwrap();
    let before = bytes.clone();
    let mut edit = User::edit(&mut bytes).unwrap();
    has_path(edit.name().splice(9.., ""), ErrorKind::Path, "name");
    has_path(edit.name().insert_str(9, "x"), ErrorKind::Path, "name");
    has_path(edit.note().unwrap().unwrap().splice(9.., ""), ErrorKind::Path, "note");
    has_path(edit.phone().number().splice(9.., ""), ErrorKind::Path, "number");
    has_path(edit.names().at(1).unwrap().splice(9.., ""), ErrorKind::Path, "[1]");
    has_path(edit.pair().at(1).unwrap().splice(9.., ""), ErrorKind::Path, "[1]");
    for result in [edit.short().push('x'), edit.short().set("longer"), edit.set_short("longer")] {
        has_path(result, ErrorKind::Type, "short");
    }
    assert_eq!(bytes, before);
    let mut text = vellum::to_vec(&String::from("text")).unwrap();
    has_path(String::edit(&mut text).unwrap().cursor().splice(9.., ""), ErrorKind::Path, "");
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
        has_path(edit.contacts().at(1).unwrap().set_email(LONG), ErrorKind::Full, "[1].Email");
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
