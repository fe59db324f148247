//! Newtypes with a `check`: what it refuses comes in by no way that knows the type.

use std::collections::{BTreeMap, BTreeSet};

use vellum::{Error, ErrorKind, Vellum};

#[derive(Vellum, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(check = is_mail)]
struct Mail(String);

fn is_mail(text: &str) -> Result<(), String> {
    // A record that was never set has the default.
    if text.is_empty() || text.contains('@') { Ok(()) } else { Err(format!("`{text}` has no @")) }
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(check = is_even)]
struct Even(u32);

#[allow(clippy::trivially_copy_pass_by_ref)] // What `check` calls.
fn is_even(number: &u32) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct User {
    mail: Mail,
    other: Option<Mail>,
    boxed: Box<Mail>,
    even: Even,
    mails: Vec<Mail>,
    evens: Vec<Even>,
    array: [Even; 2],
    pair: (u8, Even),
    by_mail: BTreeMap<Mail, u8>,
    by_number: BTreeMap<u8, Mail>,
    by_even: BTreeSet<Even>,
    contact: Contact,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Contact {
    None,
    Mail(Mail),
    Both { even: Even, mail: Mail },
}

/// The same, unchecked.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Plain {
    mail: String,
    other: Option<String>,
    boxed: String,
    even: u32,
    mails: Vec<String>,
    evens: Vec<u32>,
    array: [u32; 2],
    pair: (u8, u32),
    by_mail: BTreeMap<String, u8>,
    by_number: BTreeMap<u8, String>,
    by_even: BTreeSet<u32>,
    contact: PlainContact,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum PlainContact {
    None,
    Mail(String),
    Both { even: u32, mail: String },
}

fn mail() -> Mail {
    Mail("a@b".into())
}

fn user() -> User {
    User {
        mail: mail(),
        other: Some(mail()),
        boxed: Box::new(mail()),
        even: Even(2),
        mails: vec![mail(), mail()],
        evens: vec![Even(2), Even(4)],
        array: [Even(2); 2],
        pair: (1, Even(2)),
        by_mail: [(mail(), 1)].into(),
        by_number: [(1, mail())].into(),
        by_even: [Even(2)].into(),
        contact: Contact::Both { even: Even(2), mail: mail() },
    }
}

fn plain() -> Plain {
    let mail = || "a@b".to_owned();
    Plain {
        mail: mail(),
        other: Some(mail()),
        boxed: mail(),
        even: 2,
        mails: vec![mail(), mail()],
        evens: vec![2, 4],
        array: [2; 2],
        pair: (1, 2),
        by_mail: [(mail(), 1)].into(),
        by_number: [(1, mail())].into(),
        by_even: [2].into(),
        contact: PlainContact::Both { even: 2, mail: mail() },
    }
}

#[track_caller]
fn refused<T>(result: Result<T, Error>, path: &str) {
    let Err(error) = result else { panic!("it is not refused") };
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
}

#[test]
fn a_checked_type_has_the_bytes_and_the_schema_of_what_it_holds() {
    let bytes = vellum::to_vec(&user()).unwrap();
    assert_eq!(bytes, vellum::to_vec(&plain()).unwrap());
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap(), user());
    assert!(User::schema().to_string().contains("evens: list<u32>,\n"));
    User::prove(&bytes).unwrap();
}

#[test]
fn encoding_refuses_what_the_check_does() {
    let (bad, odd) = (|| Mail("bad".into()), Even(3));
    refused(vellum::to_vec(&User { mail: bad(), ..user() }), "mail");
    refused(vellum::to_vec(&User { other: Some(bad()), ..user() }), "other");
    refused(vellum::to_vec(&User { boxed: Box::new(bad()), ..user() }), "boxed");
    refused(vellum::to_vec(&User { even: odd, ..user() }), "even");
    refused(vellum::to_vec(&User { mails: vec![mail(), bad()], ..user() }), "mails[1]");
    refused(vellum::to_vec(&User { evens: vec![Even(2), odd], ..user() }), "evens[1]");
    refused(vellum::to_vec(&User { array: [Even(2), odd], ..user() }), "array[1]");
    refused(vellum::to_vec(&User { pair: (1, odd), ..user() }), "pair.1");
    refused(vellum::to_vec(&User { contact: Contact::Mail(bad()), ..user() }), "contact.Mail");
    let odds = User { by_even: [odd].into(), ..user() };
    assert_eq!(vellum::to_vec(&odds).unwrap_err().kind(), ErrorKind::Type);
    let keys = User { by_mail: [(bad(), 1)].into(), ..user() };
    assert_eq!(vellum::to_vec(&keys).unwrap_err().kind(), ErrorKind::Type);
    refused(vellum::to_vec(&User { by_number: [(1, bad())].into(), ..user() }), "by_number[1]");
}

type Edit = fn(&mut Vec<u8>) -> Result<(), Error>;

#[test]
fn edits_refuse_what_the_check_does_and_change_nothing() {
    let edits: [Edit; 20] = [
        |bytes| User::edit(bytes)?.set_mail("bad"),
        |bytes| User::edit(bytes)?.set_other(Some("bad")),
        |bytes| User::edit(bytes)?.set_boxed("bad"),
        |bytes| User::edit(bytes)?.set_even(3),
        |bytes| User::edit(bytes)?.set_mails(&[Mail("bad".into())]),
        |bytes| User::edit(bytes)?.mails().push("bad"),
        |bytes| User::edit(bytes)?.mails().insert(0, "bad"),
        |bytes| User::edit(bytes)?.mails().set(1, "bad"),
        |bytes| User::edit(bytes)?.mails().extend_from_slice(&[mail(), Mail("bad".into())]),
        |bytes| User::edit(bytes)?.evens().push(3),
        |bytes| User::edit(bytes)?.evens().set(0, 3),
        |bytes| User::edit(bytes)?.evens().extend_from_slice(&[Even(2), Even(3)]),
        |bytes| User::edit(bytes)?.array().set(1, 3),
        |bytes| User::edit(bytes)?.set_pair((1, 3)),
        |bytes| User::edit(bytes)?.by_mail().insert("bad", 1).map(drop),
        |bytes| User::edit(bytes)?.by_number().insert(1, "bad").map(drop),
        |bytes| User::edit(bytes)?.by_number().insert(9, "bad").map(drop),
        |bytes| User::edit(bytes)?.by_even().insert(3).map(drop),
        |bytes| User::edit(bytes)?.contact().set_mail("bad"),
        |bytes| User::edit(bytes)?.contact().as_both()?.unwrap().set_even(3),
    ];
    let before = vellum::to_vec(&user()).unwrap();
    for (number, edit) in edits.iter().enumerate() {
        let mut bytes = before.clone();
        let error = edit(&mut bytes).expect_err(&format!("edit {number}"));
        assert_eq!(error.kind(), ErrorKind::Type, "edit {number}: {error}");
        assert!(bytes == before, "edit {number}");
    }
}

#[test]
fn edits_take_what_the_check_does() {
    let mut bytes = vellum::to_vec(&user()).unwrap();
    let mut edit = User::edit(&mut bytes).unwrap();
    edit.set_mail("longer@example.org").unwrap();
    assert_eq!(edit.mail().unwrap(), "longer@example.org", "the cursor is the value");
    edit.mails().push("c@d").unwrap();
    edit.evens().push(6).unwrap();
    edit.by_mail().insert("e@f", 2).unwrap();
    edit.by_even().insert(8).unwrap();
    edit.contact().set_mail("g@h").unwrap();
    let changed = vellum::from_slice::<User>(&bytes).unwrap();
    assert_eq!((changed.mails.len(), changed.evens.len(), changed.by_mail.len(), changed.by_even.len()), (3, 3, 2, 2));
    assert_eq!(changed.contact, Contact::Mail(Mail("g@h".into())));
}

#[test]
fn bytes_that_the_check_refuses_are_not_decoded() {
    let bytes = vellum::to_vec(&Plain { mail: "bad".into(), ..plain() }).unwrap();
    refused(vellum::from_slice::<User>(&bytes), "mail");
    let bytes = vellum::to_vec(&Plain { evens: vec![2, 3], ..plain() }).unwrap();
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap_err().kind(), ErrorKind::Type);
    let contact = PlainContact::Mail("bad".into());
    let bytes = vellum::to_vec(&Plain { contact, ..plain() }).unwrap();
    assert_eq!(vellum::from_slice::<User>(&bytes).unwrap_err().kind(), ErrorKind::Type);
}

#[cfg(feature = "json")]
#[test]
fn json_that_the_check_refuses_becomes_no_buffer() {
    use vellum::json;
    let text = json::to_string(&user()).unwrap();
    assert_eq!(json::to_buffer::<User>(&text).unwrap(), vellum::to_vec(&user()).unwrap());
    let wrong = [
        ("\"mails\":[\"a@b\"", "\"mails\":[\"bad\""),
        ("\"even\":2", "\"even\":3"),
        ("\"1\":\"a@b\"", "\"1\":\"bad\""),
    ];
    for (right, wrong) in wrong {
        let json = text.replace(right, wrong);
        assert_ne!(json, text, "{right}");
        assert_eq!(json::to_buffer::<User>(&json).unwrap_err().kind(), ErrorKind::Type, "{wrong}");
    }
    let mut bytes = vellum::to_vec(&user()).unwrap();
    let before = bytes.clone();
    assert!(json::merge_patch::<User, _>(&mut bytes, r#"{"even":4,"mail":"bad"}"#).is_err());
    assert!(bytes == before);
}

#[cfg(feature = "json")]
#[test]
fn json_of_a_foreign_type_that_does_not_hold_a_number_becomes_no_buffer() {
    #[derive(Vellum)]
    struct Retry {
        times: std::num::NonZeroU8,
    }
    assert!(vellum::json::to_buffer::<Retry>(r#"{"times":3}"#).is_ok());
    refused(vellum::json::to_buffer::<Retry>(r#"{"times":0}"#), "times");
}
