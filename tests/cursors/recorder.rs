//! A recorder's own promises: over each storage, across revisions, of buffers of any type, and where an edit cannot be made or told.

use vellum::cursor::RootEdit;
use vellum::patch::{Patch, Recorder, is_patch};
use vellum::{ErrorKind, Record, Result, Storage, Vellum, Workspace, cursor::AsSession};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Home {
    street: String,
    number: u32,
}

mod older {
    use super::{Home, Vellum};

    #[derive(Vellum, Clone, Debug, PartialEq, Default)]
    pub struct User {
        pub name: String,
        pub age: u16,
        pub home: Home,
        pub codes: Vec<u32>,
    }
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct User {
    #[vellum(since = 2)]
    mail: Option<String>,
    name: String,
    age: u16,
    home: Home,
    codes: Vec<u32>,
    #[vellum(since = 2, default = true)]
    active: bool,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Message {
    Leave,
    Say(String),
    Move { x: i32, y: i32 },
}

fn user() -> User {
    User { name: "Ada".into(), codes: vec![1, 2], ..User::default() }
}

fn change(user: &mut UserEdit<'_, impl AsSession>) -> Result<()> {
    user.set_age(37)?;
    user.home().set_number(4_294_967_295)?;
    user.name().push_str("!")?;
    user.codes().push(9)?;
    user.set_active(false)
}

fn applied(bytes: Vec<u8>, patch: &[u8]) -> Vec<u8> {
    let mut record = Record::open(User::schema(), bytes).unwrap();
    record.apply(&Patch::from_bytes(User::schema(), patch).unwrap()).unwrap();
    record.into_storage()
}

#[test]
fn the_patch_does_not_depend_on_the_storage() {
    fn recorded(storage: &mut (impl Storage + ?Sized)) -> Vec<u8> {
        let mut recorder = Recorder::<User>::new();
        change(&mut recorder.edit(storage).unwrap()).unwrap();
        recorder.take().unwrap()
    }
    let start = vellum::to_vec(&user()).unwrap();
    let mut vec = start.clone();
    let patch = recorded(&mut vec);
    let mut workspace = Workspace::format(vec![0; 400], &user()).unwrap();
    assert_eq!(recorded(&mut workspace), patch);
    let mut long = start.clone();
    long.resize(200, 0xFF);
    assert_eq!(recorded(&mut long[..]), patch);
    let storage: &mut dyn Storage = &mut start.clone();
    assert_eq!(recorded(storage), patch);

    assert!(is_patch(&patch));
    assert!(User::content_eq(&applied(start, &patch), &vec).unwrap());
}

#[test]
fn a_number_in_a_nested_struct_takes_fifteen_bytes() {
    let mut bytes = vellum::to_vec(&user()).unwrap();
    let mut recorder = Recorder::<User>::new();
    recorder.edit(&mut bytes).unwrap().home().set_number(4_294_967_295).unwrap();
    assert_eq!(recorder.take().unwrap().len(), 15);
    // Nothing is left of it.
    assert!(recorder.is_empty());
    assert_eq!(recorder.take().unwrap().len(), 6);
}

#[test]
fn a_buffer_of_another_revision_is_recorded_and_patched() {
    let old = older::User { name: "Ada".into(), codes: vec![1, 2], ..older::User::default() };
    let bytes = vellum::to_vec(&old).unwrap();
    // Edited by the newer program, which upgrades it.
    let mut newer = bytes.clone();
    let mut recorder = Recorder::<User>::new();
    let mut edit = recorder.edit(&mut newer).unwrap();
    change(&mut edit).unwrap();
    edit.set_mail(Some("ada@example.org")).unwrap();
    let patch = recorder.take().unwrap();
    assert!(User::content_eq(&applied(bytes.clone(), &patch), &newer).unwrap());

    // The older program makes what it knows of it, and is told of the rest.
    let schema = older::User::schema();
    assert_eq!(Patch::from_bytes(schema, &patch).unwrap_err().kind(), ErrorKind::Newer);
    let (known, skipped) = Patch::known_from_bytes(schema, &patch).unwrap();
    assert_eq!((skipped.unknown_fields, skipped.may_have_lost), (2, 0));
    let mut record = Record::open(schema, bytes).unwrap();
    record.apply(&known).unwrap();
    let there = vellum::from_slice::<older::User>(record.as_bytes()).unwrap();
    assert_eq!((there.name.as_str(), there.age, there.home.number, there.codes), ("Ada!", 37, u32::MAX, vec![1, 2, 9]));

    // The other way: what an older program does is a patch for newer buffers.
    let mut newer = vellum::to_vec(&user()).unwrap();
    let mut recorder = Recorder::<older::User>::new();
    recorder.edit(&mut newer.clone()).unwrap().set_age(50).unwrap();
    newer = applied(newer, &recorder.take().unwrap());
    assert_eq!(User::peek(&newer).unwrap().age().unwrap(), 50);
}

#[test]
fn a_refused_edit_leaves_no_trace() {
    let mut bytes = vellum::to_vec(&user()).unwrap();
    let mut recorder = Recorder::<User>::new();
    let fixed = &mut bytes[..];
    let mut edit = recorder.edit(fixed).unwrap();
    assert_eq!(
        edit.set_name("a text that has no room here, as a slice cannot grow").unwrap_err().kind(),
        ErrorKind::Full
    );
    assert!(edit.codes().remove(7).is_err());
    assert!(edit.codes().set(7, 1).is_err());
    assert!(edit.name().splice(9.., "").is_err());
    assert!(recorder.is_empty());
}

#[cfg(feature = "zerocopy")]
#[test]
fn a_recorded_list_lends_no_slice() {
    let mut bytes = vellum::to_vec(&user()).unwrap();
    let mut recorder = Recorder::<User>::new();
    let mut edit = recorder.edit(&mut bytes).unwrap();
    let error = edit.codes().as_mut_slice().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Type);
    assert!(error.to_string().contains("set its elements"), "{error}");
}

#[test]
fn buffers_of_other_types_are_recorded() {
    let mut bytes = vellum::to_vec(&Message::Leave).unwrap();
    let start = bytes.clone();
    let mut recorder = Recorder::<Message>::new();
    let mut message: RootEdit<Message, _> = recorder.edit(&mut bytes).unwrap();
    message.set(&Message::Say("hello".into())).unwrap();
    message.cursor().as_say().unwrap().unwrap().push_str(", world").unwrap();
    message.cursor().set_move(MessageMoveSet { x: 1, y: 2 }).unwrap();
    let patch = recorder.take().unwrap();

    let schema = Message::schema();
    let mut record = Record::open(schema, start).unwrap();
    record.apply(&Patch::from_bytes(schema, &patch).unwrap()).unwrap();
    assert_eq!(vellum::from_slice::<Message>(record.as_bytes()).unwrap(), Message::Move { x: 1, y: 2 });
}

#[test]
fn an_edit_that_cannot_be_told_is_loud() {
    // A newer program has written a variant that this one stands aside for; the edit of the list around it can be made, and not be told.
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(open, rename = "Event")]
    enum NewEvent {
        None,
        Named(String),
        Moved(Vec<u8>),
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(rename = "Log")]
    struct NewLog {
        events: Vec<NewEvent>,
        count: u32,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(open)]
    enum Event {
        None,
        Named(String),
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Log {
        events: Vec<Event>,
        count: u32,
    }
    let mut bytes =
        vellum::to_vec(&NewLog { events: vec![NewEvent::None, NewEvent::Moved(vec![1])], count: 0 }).unwrap();
    let mut recorder = Recorder::<Log>::new();
    let mut edit = recorder.edit(&mut bytes).unwrap();
    edit.set_count(1).unwrap();
    edit.events().swap(0, 1).unwrap();
    assert_eq!(recorder.take().unwrap_err().kind(), ErrorKind::Newer);
    // What follows is told again.
    recorder.edit(&mut bytes).unwrap().set_count(2).unwrap();
    assert!(recorder.take().is_ok());
}
