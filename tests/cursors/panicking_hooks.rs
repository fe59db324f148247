//! Code of the user's that panics in the middle of an edit: the buffer is what it was.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serializer;
use serde::ser::SerializeSeq;
use vellum::patch::{Patch, Recorder};
use vellum::{Record, Result, Vellum, Workspace, json};

thread_local! {
    /// After so many calls the next one panics.
    static CALLS_LEFT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// What each hook calls.
fn called() {
    CALLS_LEFT.with(|left| match left.get() {
        Some(0) => {
            left.set(None);
            panic!("a hook of the user's")
        }
        some => left.set(some.map(|calls| calls - 1)),
    });
}

#[derive(Vellum, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(check = is_mail)]
struct Mail(String);

fn is_mail(text: &str) -> std::result::Result<(), &'static str> {
    called();
    if text.len() < 500 { Ok(()) } else { Err("too long") }
}

mod noise {
    pub type Stored = String;

    #[allow(clippy::ptr_arg)]
    pub fn store(text: &String) -> Result<String, &'static str> {
        super::called();
        if text == "unstored" { Err("not to be stored") } else { Ok(text.clone()) }
    }

    pub fn load(text: String) -> Result<String, &'static str> {
        super::called();
        if text == "unloaded" { Err("not to be loaded") } else { Ok(text) }
    }
}

/// Made of another type, which is stored.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(try_from = "String")]
struct Name(String);

impl TryFrom<String> for Name {
    type Error = &'static str;

    fn try_from(text: String) -> std::result::Result<Self, &'static str> {
        called();
        if text.len() < 500 { Ok(Self(text)) } else { Err("too long") }
    }
}

impl<'c> From<&'c Name> for &'c str {
    fn from(name: &'c Name) -> &'c str {
        called();
        &name.0
    }
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Inner {
    mail: Mail,
    #[vellum(with = noise)]
    noise: String,
    other: Option<Mail>,
    title: Name,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Checked {
    mail: Mail,
    mails: Vec<Mail>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
enum Contact {
    #[default]
    None,
    Mail(Mail),
    Both(Inner),
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct User {
    name: String,
    mail: Mail,
    other: Option<Mail>,
    #[vellum(with = noise)]
    noise: String,
    home: Inner,
    away: Option<Inner>,
    plain: Checked,
    mails: Vec<Mail>,
    title: Name,
    titles: Vec<Name>,
    inners: Vec<Inner>,
    by_mail: BTreeMap<Mail, Mail>,
    by_number: BTreeMap<u8, Inner>,
    set: BTreeSet<Mail>,
    contact: Contact,
    contacts: Vec<Contact>,
    last: String,
}

fn mail(text: &str) -> Mail {
    Mail(text.into())
}

fn inner(text: &str) -> Inner {
    Inner { mail: mail(text), noise: text.into(), other: Some(mail("other")), title: Name(text.into()) }
}

fn user() -> User {
    User {
        name: "Ada".into(),
        mail: mail("ada"),
        other: Some(mail("other")),
        noise: "noise".into(),
        home: inner("home"),
        away: Some(inner("away")),
        plain: Checked { mail: mail("plain"), mails: vec![mail("c"), mail("d")] },
        mails: vec![mail("a"), mail("b")],
        title: Name("title".into()),
        titles: vec![Name("a".into()), Name("b".into())],
        inners: vec![inner("a"), inner("b")],
        by_mail: [(mail("a"), mail("b"))].into(),
        by_number: [(1, inner("one")), (2, inner("two"))].into(),
        set: [mail("s")].into(),
        contact: Contact::Mail(mail("c")),
        contacts: vec![Contact::Mail(mail("a")), Contact::Mail(mail("b"))],
        last: "x".repeat(60),
    }
}

/// A list whose second element panics.
struct Serialized;

impl serde::Serialize for Serialized {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let mut elements = to.serialize_seq(Some(2))?;
        elements.serialize_element("first")?;
        called();
        elements.serialize_element("second")?;
        elements.end()
    }
}

/// Edits of the same functions, on a buffer and on a recorded one.
macro_rules! edits {
    ($(|$user:ident| $edit:expr),* $(,)?) => {
        [$((
            stringify!($edit),
            (|bytes| {
                let mut $user = User::edit(bytes)?;
                $edit
            }) as fn(&mut Vec<u8>) -> Result<()>,
            (|bytes, recorder| {
                let mut $user = recorder.edit(bytes)?;
                $edit
            }) as fn(&mut Vec<u8>, &mut Recorder<User>) -> Result<()>,
        )),*]
    };
}

/// Runs a call with a hook that panics at its first call, at its second, and so on, until it is not called so often.
fn with_panics(named: &str, before: &[u8], call: impl Fn(&mut Vec<u8>) -> Result<()>) -> u32 {
    for calls in 0..200 {
        let mut bytes = before.to_vec();
        CALLS_LEFT.set(Some(calls));
        let done = catch_unwind(AssertUnwindSafe(|| call(&mut bytes)));
        CALLS_LEFT.set(None);
        match done {
            Err(_) => assert_eq!(bytes, before, "{named}, after {calls} calls of hooks"),
            Ok(Err(error)) => {
                assert_eq!(bytes, before, "{named}: {error}");
                return calls;
            }
            Ok(Ok(())) => {
                assert!(User::schema().prove(&bytes).is_ok(), "{named}");
                return calls;
            }
        }
    }
    panic!("{named}: no end of calls")
}

fn buffers() -> [Vec<u8>; 3] {
    let mut spaced = vellum::to_vec(&User { last: "y".repeat(150), ..user() }).unwrap();
    User::edit(&mut spaced).unwrap().set_last("z").unwrap();
    [vellum::to_vec(&User::default()).unwrap(), vellum::to_vec(&user()).unwrap(), spaced]
}

#[test]
fn a_hook_that_panics_in_an_edit_leaves_the_buffer_as_it_was() {
    let edits = edits![
        |user| user.set_mail("longer than before"),
        |user| user.set_other(Some("longer than before")),
        |user| user.set_noise("longer than before"),
        |user| user.set_noise("unloaded"),
        |user| user.home().set_mail("longer than before"),
        |user| user.home().set_noise("longer than before"),
        |user| user.set_home(&inner("longer than before")),
        |user| user.set_home(&Inner { noise: "unstored".into(), ..inner("other") }),
        |user| user.set_away(Some(&inner("longer than before"))),
        |user| user.plain().set_mail("longer than before"),
        |user| user.plain().mails().push("longer than before"),
        |user| user.plain().set_mails(&[mail("longer"), mail("than before")]),
        |user| user.set_plain(&Checked { mail: mail("longer than before"), mails: vec![mail("e")] }),
        |user| user.mails().push("longer than before"),
        |user| user.mails().insert(0, "longer than before"),
        |user| user.mails().set(1, "longer than before"),
        |user| user.mails().extend_from_slice(&[mail("longer"), mail("than before")]),
        |user| user.set_mails(&[mail("longer"), mail("than before")]),
        |user| user.set_title("longer than before"),
        |user| user.home().set_title("longer than before"),
        |user| user.titles().push("longer than before"),
        |user| user.titles().set(1, "longer than before"),
        |user| user.titles().extend_from_slice(&[Name("longer".into()), Name("than before".into())]),
        |user| user.set_titles(&[Name("longer".into()), Name("than before".into())]),
        |user| user.inners().push(&inner("longer than before")),
        |user| user.inners().insert(0, &inner("longer than before")),
        |user| user.inners().set(1, &inner("longer than before")),
        |user| user.inners().extend_from_slice(&[inner("longer"), inner("than before")]),
        |user| user.set_inners(&[inner("longer"), inner("than before")]),
        |user| user.by_mail().insert("new", "longer than before").map(drop),
        |user| user.by_mail().insert("a", "longer than before").map(drop),
        |user| user.by_number().insert(9, &inner("longer than before")).map(drop),
        |user| user.by_number().insert(1, &inner("longer than before")).map(drop),
        |user| user.by_number().entry(7).or_insert(&inner("longer than before")).map(drop),
        |user| user.set().insert("new").map(drop),
        |user| user.contact().set_mail("longer than before"),
        |user| user.contact().set_both(&inner("longer than before")),
        |user| user.set_contact(&Contact::Both(inner("longer than before"))),
        |user| user.contacts().push(&Contact::Mail(mail("longer than before"))),
        |user| user.contacts().push(&Contact::Both(inner("longer than before"))),
        |user| user.contacts().insert(0, &Contact::Both(inner("longer than before"))),
        |user| user.contacts().set(0, &Contact::Both(inner("longer than before"))),
        |user| user.contacts().set(0, &Contact::Mail(mail("longer than before"))),
        |user| user.mails().retain(|_| {
            called();
            false
        }),
        |user| user.by_number().retain(|_, _| {
            called();
            false
        }),
        |user| user.set().retain(|_| {
            called();
            false
        }),
        |user| user.mails().sort_by(|a, b| {
            called();
            b.cmp(a)
        }),
    ];
    let mut runs = 0;
    for before in buffers() {
        for (named, edit, recorded) in &edits {
            runs += with_panics(&format!("{named}, plain"), &before, edit);
            runs += with_panics(&format!("{named}, recorded"), &before, |bytes| {
                let mut recorder = Recorder::<User>::new();
                recorded(bytes, &mut recorder)?;
                // No hook of the user's makes the patch of an edit that was made.
                CALLS_LEFT.set(None);
                assert!(Patch::from_bytes(User::schema(), &recorder.take()?).is_ok(), "{named}");
                Ok(())
            });
        }
    }
    println!("{runs} panics");
    assert!(runs > 200, "{runs}");
}

#[test]
fn a_hook_that_panics_in_a_patch_of_json_leaves_the_buffer_as_it_was() {
    let merges = [
        r#"{"mail":"longer than before","name":"Bob"}"#,
        r#"{"name":"Bob","noise":"longer than before"}"#,
        r#"{"name":"Bob","noise":"unloaded"}"#,
        r#"{"inners":[{"mail":"a","noise":"longer","other":null,"title":"t"}],"last":"a"}"#,
        r#"{"last":"a","by_number":{"1":null,"5":{"mail":"a","noise":"longer","other":"b","title":"t"}}}"#,
    ];
    let patches = [
        r#"[{"op":"replace","path":"/name","value":"Bob"},{"op":"replace","path":"/mail","value":"longer than before"}]"#,
        r#"[{"op":"add","path":"/mails/-","value":"new"},{"op":"replace","path":"/noise","value":"unloaded"}]"#,
        r#"[{"op":"copy","from":"/mail","path":"/mails/0"}]"#,
    ];
    let mut runs = 0;
    for before in buffers() {
        for patch in merges {
            runs += with_panics(patch, &before, |bytes| json::merge_patch::<User, _>(bytes, patch));
        }
        for patch in patches {
            runs += with_panics(patch, &before, |bytes| json::json_patch::<User, _>(bytes, patch));
        }
        runs += with_panics("set_serde", &before, |bytes| {
            Record::open(User::schema(), bytes)?.set_serde("mails", &Serialized)
        });
    }
    println!("{runs} panics");
    assert!(runs > 100, "{runs}");
}

#[test]
fn memory_in_which_a_conversion_panicked_is_no_workspace() {
    let mut runs = 0;
    for calls in 0..200 {
        let mut memory = vec![0xAA; 1000];
        CALLS_LEFT.set(Some(calls));
        let done = catch_unwind(AssertUnwindSafe(|| Workspace::format(&mut memory[..], &user()).map(drop)));
        CALLS_LEFT.set(None);
        if done.is_ok() {
            break;
        }
        runs += 1;
        assert!(memory[0] == 0xAA || memory[0] == 0, "{calls}");
        assert!(User::peek(&memory).is_err());
    }
    assert!((20..200).contains(&runs), "{runs}");
}

#[test]
fn an_open_record_goes_on_after_a_hook_that_panicked() -> Result<()> {
    let mut bytes = vellum::to_vec(&user())?;
    let mut edit = User::edit(&mut bytes)?;
    CALLS_LEFT.set(Some(3));
    let panicked = catch_unwind(AssertUnwindSafe(|| edit.inners().push(&inner("longer than before"))));
    CALLS_LEFT.set(None);
    assert!(panicked.is_err());
    edit.inners().push(&inner("pushed"))?;
    edit.set_name("Grace Hopper")?;
    let mut expected = user();
    expected.inners.push(inner("pushed"));
    expected.name = "Grace Hopper".into();
    assert_eq!(vellum::from_slice::<User>(&bytes)?, expected);
    assert!(User::schema().prove(&bytes)?.is_complete());
    Ok(())
}
