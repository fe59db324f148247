//! Revisions of what a root that is no struct holds, and of the root itself.

use vellum::schema::{Level, SchemaChange};
use vellum::{ErrorKind, Record, Schema, Vellum};

mod newer {
    use vellum::Vellum;

    #[derive(Vellum, Debug, PartialEq)]
    #[vellum(open)]
    pub enum Event {
        Start,
        Stop(String),
        Pause {
            seconds: u32,
        },
        #[vellum(other)]
        Other,
    }

    #[derive(Vellum, Debug, PartialEq)]
    pub struct Item {
        pub name: String,
        #[vellum(since = 2, default = 1)]
        pub count: u32,
    }

    /// What a buffer of a list becomes that has to hold more.
    #[derive(Vellum, Debug, PartialEq)]
    pub struct Basket {
        pub items: Vec<Item>,
        #[vellum(since = 2)]
        pub owner: String,
    }
}

#[derive(Vellum, Debug, PartialEq)]
#[vellum(open)]
enum Event {
    Start,
    Stop(String),
    #[vellum(other)]
    Other,
}

#[derive(Vellum, Debug, PartialEq)]
struct Item {
    name: String,
}

#[test]
fn an_enum_that_is_the_root_gains_variants() {
    let old = vellum::to_vec(&Event::Stop("now".into())).unwrap();
    assert_eq!(vellum::from_slice::<newer::Event>(&old).unwrap(), newer::Event::Stop("now".into()));
    let new = vellum::to_vec(&newer::Event::Pause { seconds: 7 }).unwrap();
    assert_eq!(vellum::from_slice::<Event>(&new).unwrap(), Event::Other);
    assert!(!Event::schema().prove(&new).unwrap().is_complete());
    let mut bytes = new;
    assert_eq!(Event::compact(&mut bytes).unwrap_err().kind(), ErrorKind::Newer);
    Event::edit(&mut bytes).unwrap().set(&Event::Start).unwrap();
    assert_eq!(vellum::from_slice::<newer::Event>(&bytes).unwrap(), newer::Event::Start);
    assert!(newer::Event::schema().prove(&bytes).unwrap().unclaimed() > 0);
}

#[test]
fn structs_in_a_list_that_is_the_root_gain_fields() {
    let old = vellum::to_vec(&vec![Item { name: "pen".into() }]).unwrap();
    let read: Vec<newer::Item> = vellum::from_slice(&old).unwrap();
    assert_eq!(read, [newer::Item { name: "pen".into(), count: 1 }]);
    let mut edited = old.clone();
    let mut list = Vec::<newer::Item>::edit(&mut edited).unwrap();
    list.cursor().at(0).unwrap().set_count(5).unwrap();
    assert_eq!(list.get().unwrap().get(0).unwrap().count().unwrap(), 5);

    let mut new = vellum::to_vec(&vec![newer::Item { name: "pen".into(), count: 2 }]).unwrap();
    Vec::<Item>::edit(&mut new).unwrap().cursor().at(0).unwrap().set_name("a longer pen").unwrap();
    let read: Vec<newer::Item> = vellum::from_slice(&new).unwrap();
    assert_eq!(
        read,
        [newer::Item { name: "a longer pen".into(), count: 2 }],
        "an old editor keeps what it does not know"
    );
}

#[test]
fn a_root_becomes_a_struct_whose_other_fields_are_of_a_later_revision() {
    let list = vec![Item { name: "pen".into() }];
    let mut bytes = vellum::to_vec(&list).unwrap();
    let basket = newer::Basket { items: vec![newer::Item { name: "pen".into(), count: 1 }], owner: String::new() };
    assert_eq!(vellum::from_slice::<newer::Basket>(&bytes).unwrap(), basket);
    newer::Basket::edit(&mut bytes).unwrap().set_owner("Ada").unwrap();
    assert_eq!(vellum::from_slice::<Vec<Item>>(&bytes).unwrap(), list);
    assert!(!Vec::<Item>::schema().prove(&bytes).unwrap().is_complete());
    Vec::<Item>::edit(&mut bytes).unwrap().cursor().push(&Item { name: "ink".into() }).unwrap();
    assert_eq!(newer::Basket::peek(&bytes).unwrap().owner().unwrap(), "Ada");
    let compatibility = newer::Basket::schema().changes_since(Vec::<Item>::schema());
    assert_eq!(compatibility.level(), Level::OldReadersKeepWorking, "{compatibility}");
}

#[test]
fn what_changes_in_a_root_is_told_from_its_name_on() {
    let differences = |old: &str, new: &str| {
        let compatibility = Schema::parse(new).unwrap().changes_since(&Schema::parse(old).unwrap());
        compatibility
            .differences()
            .iter()
            .map(|found| (found.path().to_owned(), found.change(), found.level()))
            .collect::<Vec<_>>()
    };
    let item = "struct Item { name: string }";
    let newer = "struct Item { name: string, count: u32 since 2 }";
    assert_eq!(differences(&format!("{item} root list<Item>;"), &format!("{item} root list<Item>;")), []);
    assert_eq!(
        differences(&format!("{item} root list<Item>;"), &format!("{newer} root list<Item>;")),
        [("root[].count".into(), SchemaChange::Added, Level::OldReadersKeepWorking)]
    );
    assert_eq!(
        differences("root list<u8>;", "root list<u16>;"),
        [("root[]".into(), SchemaChange::Retyped, Level::Incompatible)]
    );
    assert_eq!(differences("root u8;", "root u8?;"), [("root".into(), SchemaChange::Optional, Level::Incompatible)]);
    assert_eq!(
        differences("open union U { a } root U;", "open union U { a, b: string } root U;"),
        [("root.b".into(), SchemaChange::Added, Level::OldReadersKeepWorking)]
    );
    assert_eq!(differences("root string;", "root bytes;").len(), 1);
    assert_eq!(
        differences("root u8;", "struct A { x: u8, y: u8 } root A;"),
        [("A.y".into(), SchemaChange::Added, Level::Incompatible)]
    );
}

#[test]
fn a_root_of_a_newer_revision_is_read_and_not_cut() {
    let schema = Schema::parse("root u16;").unwrap();
    let mut record = Record::open(&schema, vec![0x20, 3, 7, 0, 1]).unwrap();
    assert_eq!(record.get::<u16>("").unwrap(), 7);
    record.set("", 8u16).unwrap();
    assert_eq!(record.as_bytes(), [0x20, 3, 8, 0, 1]);
    assert_eq!(record.compact().unwrap_err().kind(), ErrorKind::Newer);
}
