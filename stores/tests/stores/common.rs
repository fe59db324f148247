//! A type whose records the tests store, and a number of edits of it.

use proptest::prelude::*;
use vellum::{ErrorKind, Record, Vellum};

/// A record with a key, a field of each kind that edits differ by, and some weight.
#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(key(org, id desc))]
pub struct User {
    pub org: u16,
    pub id: u32,
    pub name: String,
    pub visits: u32,
    pub tags: Vec<String>,
}

/// A newer revision of it, of another name in Rust.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "User", key(org, id desc))]
pub struct NewerUser {
    pub org: u16,
    pub id: u32,
    pub name: String,
    pub visits: u32,
    pub tags: Vec<String>,
    #[vellum(since = 2)]
    pub email: Option<String>,
}

/// The same fields under another name.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Visitor {
    pub org: u16,
    pub id: u32,
    pub name: String,
    pub visits: u32,
    pub tags: Vec<String>,
}

/// Another type altogether.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(key(at))]
pub struct Reading {
    pub at: u64,
    pub value: f64,
}

pub fn user(org: u16, id: u32) -> User {
    User { org, id, name: format!("user {id} of {org}"), visits: id, tags: vec!["new".into()] }
}

pub fn bytes(value: &User) -> Vec<u8> {
    vellum::to_vec(value).unwrap()
}

/// The patch that an edit is on a record.
pub fn patch(record: &[u8], edit: impl FnOnce(&mut Vec<u8>) -> vellum::Result<()>) -> Vec<u8> {
    vellum_stores::PatchMerge::of::<User>().unwrap().patch(record, edit).unwrap()
}

pub fn visits(count: u32) -> Vec<u8> {
    let record = bytes(&User { visits: count.wrapping_add(1), ..User::default() });
    patch(&record, |record| User::edit(record)?.set_visits(count))
}

/// A patch for records of another schema.
pub fn foreign() -> Vec<u8> {
    let old = Record::new(Reading::schema());
    let mut new = Record::new(Reading::schema());
    new.set("at", 7u64).unwrap();
    old.diff(&new).unwrap().to_bytes().unwrap()
}

/// A patch of what only a newer revision has.
pub fn newer() -> Vec<u8> {
    let old = Record::new(NewerUser::schema());
    let mut new = Record::new(NewerUser::schema());
    new.set("email", "ada@example.org").unwrap();
    old.diff(&new).unwrap().to_bytes().unwrap()
}

/// Patches that are refused, and why.
pub fn refused() -> Vec<(&'static str, Vec<u8>, ErrorKind)> {
    let good = visits(7);
    vec![
        ("another schema", foreign(), ErrorKind::Schema),
        ("truncated", good[..good.len() - 3].to_vec(), ErrorKind::Corrupt),
        ("its header truncated", good[..3].to_vec(), ErrorKind::Corrupt),
        ("a newer revision", newer(), ErrorKind::Newer),
    ]
}

/// An edit that applies to every record.
#[derive(Clone, Debug)]
pub enum Edit {
    Visits(u32),
    Name(String),
    Tag(String),
}

impl Edit {
    pub fn make(&self, record: &mut Vec<u8>) -> vellum::Result<()> {
        self.on(&mut User::edit(record)?)
    }

    pub fn on(&self, user: &mut vellum_stores::Edit<'_, User>) -> vellum::Result<()> {
        match self {
            Self::Visits(count) => user.set_visits(*count),
            Self::Name(name) => user.set_name(name),
            Self::Tag(tag) => user.tags().push(tag.as_str()),
        }
    }
}

pub fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        any::<u32>().prop_map(Edit::Visits),
        "[a-z]{0,40}".prop_map(Edit::Name),
        "[a-z]{1,8}".prop_map(Edit::Tag),
    ]
}

/// A record, the patches of some edits of it, one made after the other, and the record in the end.
pub fn history(edits: &[Edit]) -> (Vec<u8>, Vec<Vec<u8>>, User) {
    let start = bytes(&user(7, 1));
    let mut record = start.clone();
    let mut patches = Vec::new();
    for edit in edits {
        let made = patch(&record, |record| edit.make(record));
        edit.make(&mut record).unwrap();
        patches.push(made);
    }
    let end = vellum::from_slice(&record).unwrap();
    (start, patches, end)
}
