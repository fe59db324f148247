//! Old and new revisions of one struct read and edit each other's buffers.

use vellum::{ErrorKind, Record, Vellum, dynamic::Dynamic};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "User")]
struct Old {
    name: String,
    age: u16,
    friends: Vec<Old>,
    best: Option<Friend>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Friend")]
struct Friend {
    name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "User")]
struct New {
    name: String,
    #[vellum(since = 2)]
    active: bool,
    age: u16,
    #[vellum(since = 3, default = 7)]
    level: u32,
    friends: Vec<New>,
    #[vellum(since = 2)]
    email: Option<String>,
    best: Option<NewFriend>,
    #[vellum(since = 3)]
    tags: Vec<String>,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Friend")]
struct NewFriend {
    name: String,
    #[vellum(since = 2)]
    score: Option<f32>,
}

fn old() -> Old {
    let friend = Old { name: "Bob".into(), age: 3, ..Old::default() };
    Old { name: "Ada".into(), age: 36, friends: vec![friend; 2], best: Some(Friend { name: "Eve".into() }) }
}

/// The old value as the new revision sees it.
fn seen_by_new(old: &Old) -> New {
    New {
        name: old.name.clone(),
        age: old.age,
        level: 7,
        friends: old.friends.iter().map(seen_by_new).collect(),
        best: old.best.as_ref().map(|best| NewFriend { name: best.name.clone(), score: None }),
        ..New::default()
    }
}

fn new() -> New {
    let mut value = seen_by_new(&old());
    value.active = true;
    value.level = 9;
    value.email = Some("ada@example.org".into());
    value.tags = vec!["math".into()];
    value.friends[1].email = Some("bob@example.org".into());
    value
}

#[test]
fn a_new_reader_reads_an_old_buffer_with_defaults() {
    let bytes = vellum::to_vec(&old()).unwrap();
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), seen_by_new(&old()));
    let view = New::peek(&bytes).unwrap();
    assert_eq!(view.level().unwrap(), 7);
    assert_eq!(view.friends().unwrap().get(1).unwrap().email().unwrap(), None);
    assert!(view.tags().unwrap().is_empty());
}

#[test]
fn an_old_reader_reads_a_new_buffer() {
    let bytes = vellum::to_vec(&new()).unwrap();
    assert_eq!(vellum::from_slice::<Old>(&bytes).unwrap(), old());
}

#[test]
fn a_new_editor_upgrades_an_old_buffer_when_it_sets_a_new_field() {
    let mut bytes = vellum::to_vec(&old()).unwrap();
    let before = bytes.clone();
    let mut edit = New::edit(&mut bytes).unwrap();
    edit.set_level(7).unwrap();
    edit.set_email(None).unwrap();
    edit.set_active(false).unwrap();
    edit.clear_tags().unwrap();
    assert_eq!(bytes, before, "defaults need no upgrade");
    let mut edit = New::edit(&mut bytes).unwrap();
    edit.friends().at(1).unwrap().set_email(Some("bob@example.org")).unwrap();
    edit.set_level(9).unwrap();
    edit.set_active(true).unwrap();
    edit.set_email(Some("ada@example.org")).unwrap();
    edit.tags().push("math").unwrap();
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), new());
    assert_eq!(vellum::from_slice::<Old>(&bytes).unwrap(), old());
    New::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&new()).unwrap());
}

#[test]
fn cursors_survive_the_upgrade_of_what_they_stand_in() {
    let mut bytes = vellum::to_vec(&old()).unwrap();
    let mut edit = New::edit(&mut bytes).unwrap();
    let mut friends = edit.friends();
    let mut friend = friends.at(1).unwrap();
    friend.set_level(1).unwrap();
    friend.set_name("Bobby").unwrap();
    let mut tags = friend.tags();
    tags.push("one").unwrap();
    tags.push("two").unwrap();
    friends.push(&New::default()).unwrap();
    friends.set(0, &New { name: "first".into(), ..New::default() }).unwrap();
    let value: New = vellum::from_slice(&bytes).unwrap();
    assert_eq!((value.friends[1].level, value.friends[1].name.as_str()), (1, "Bobby"));
    assert_eq!(value.friends[1].tags, ["one", "two"]);
    assert_eq!((value.friends.len(), value.friends[0].name.as_str(), value.level), (3, "first", 7));
}

#[test]
fn an_old_editor_changes_what_it_knows_and_keeps_the_rest() {
    let mut bytes = vellum::to_vec(&new()).unwrap();
    let mut edit = Old::edit(&mut bytes).unwrap();
    edit.set_age(37).unwrap();
    edit.set_name("Ada Lovelace, who wrote the first program").unwrap();
    edit.friends().at(1).unwrap().set_name("Robert").unwrap();
    edit.friends().push(&Old { name: "Zoe".into(), ..Old::default() }).unwrap();
    let mut expected = new();
    expected.age = 37;
    expected.name = "Ada Lovelace, who wrote the first program".into();
    expected.friends[1].name = "Robert".into();
    expected.friends.push(New { name: "Zoe".into(), level: 7, ..New::default() });
    assert_eq!(vellum::from_slice::<New>(&bytes).unwrap(), expected);
}

#[test]
fn what_would_lose_data_of_a_newer_revision_is_refused_and_changes_nothing() {
    let bytes = vellum::to_vec(&new()).unwrap();
    let refused = |edit: &dyn Fn(&mut Vec<u8>) -> vellum::Result<()>| {
        let mut copy = bytes.clone();
        assert_eq!(edit(&mut copy).unwrap_err().kind(), ErrorKind::Newer);
        assert_eq!(copy, bytes);
    };
    refused(&|copy| Old::compact(copy));
    refused(&|copy| Old::edit(copy)?.set_name(&"wider ".repeat(100)));
}

#[test]
fn an_old_editor_removes_and_replaces_newer_records_and_leaves_what_it_does_not_see_unclaimed() {
    let bytes = vellum::to_vec(&new()).unwrap();
    let edited = |edit: &dyn Fn(&mut Vec<u8>) -> vellum::Result<()>, friends: &[New]| {
        let mut copy = bytes.clone();
        edit(&mut copy).unwrap();
        let expected = New { friends: friends.to_vec(), ..new() };
        assert_eq!(vellum::from_slice::<New>(&copy).unwrap(), expected);
        let unclaimed = New::schema().prove(&copy).unwrap().unclaimed();
        // The next layout by a revision that knows all frees them.
        New::compact(&mut copy).unwrap();
        assert_eq!(copy, vellum::to_vec(&expected).unwrap());
        unclaimed
    };
    let (first, email) = (&new().friends[..1], "bob@example.org".len() + 1);
    let replaced = [first, &[New { level: 7, ..New::default() }]].concat();
    assert_eq!(edited(&|copy| Old::edit(copy)?.friends().remove(1), first), email);
    assert_eq!(edited(&|copy| Old::edit(copy)?.friends().clear(), &[]), email);
    assert_eq!(edited(&|copy| Old::edit(copy)?.friends().set(1, &Old::default()), &replaced), email);
    assert_eq!(edited(&|copy| Old::edit(copy)?.set_friends(&[]), &[]), email);
    assert_eq!(edited(&|copy| Old::edit(copy)?.friends().remove(0), &new().friends[1..]), 0);
}

#[test]
fn records_follow_the_same_rules() {
    let mut record = Record::open(New::schema(), vellum::to_vec(&old()).unwrap()).unwrap();
    assert_eq!(record.get::<u32>("friends[1].level").unwrap(), 7);
    record.set("friends[1].level", 8u32).unwrap();
    record.set("friends[0].email", "bob@example.org").unwrap();
    record.set("best.score", 0.5f32).unwrap();
    let value: New = vellum::from_slice(record.as_bytes()).unwrap();
    assert_eq!((value.friends[1].level, value.friends[0].level), (8, 7));
    assert_eq!(value.best.unwrap().score, Some(0.5));
    let bytes = vellum::to_vec(&new()).unwrap();
    let mut record = Record::open(Old::schema(), bytes.clone()).unwrap();
    let friend = Old::schema().field::<Dynamic>("friends[]").unwrap();
    assert_eq!(record.compact().unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(record.as_bytes(), bytes);
    record.remove(friend.at(1)).unwrap();
    assert_eq!(vellum::from_slice::<New>(record.as_bytes()).unwrap().friends, new().friends[..1]);
}
