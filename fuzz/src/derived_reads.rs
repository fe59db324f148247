//! Any bytes as a derived type: every way of reading ends, and the ways agree.

use std::hash::{DefaultHasher, Hasher as _};

use vellum::{Record, Vellum};

use crate::rich::{EventRef, Rich};
use crate::tree::Tree;

pub fn run(data: &[u8]) {
    let decoded = vellum::from_slice::<Rich>(data);
    let verified = Rich::schema().prove(data);
    assert_eq!(verified.is_ok(), Rich::schema().prove(data).is_ok(), "a type and its schema prove the same");
    if let Ok(view) = Rich::peek(data) {
        let printed = format!("{view:?}").len();
        let again = Rich::peek(data).expect("opened before");
        let is_equal = view == again;
        std::hint::black_box((printed, is_equal));
        fields(&view);
    }
    let hash = |bytes: &[u8]| {
        let mut hasher = DefaultHasher::new();
        Rich::content_hash(bytes, &mut hasher).map(|()| hasher.finish())
    };
    let (hashed, equal) = (hash(data), Rich::content_eq(data, data));
    if let Ok(verified) = verified {
        let record = Record::open(Rich::schema(), data).expect("it is valid");
        let (tree, is_whole) = Tree::of(&record);
        if verified.is_complete() {
            assert!(!is_whole || !tree.has_unreadable(), "what is proved can be read: {tree:?}");
            assert!(decoded.is_ok(), "what is proved can be decoded: {:?}", decoded.err());
            assert!(hashed.is_ok() && equal.is_ok_and(|equal| equal), "what is proved equals itself");
        }
    }
    if let Ok(value) = decoded {
        let Ok(encoded) = vellum::to_vec(&value) else {
            // A variant of a newer revision is read, and not written.
            return;
        };
        Rich::schema().prove(&encoded).expect("what is written is valid");
        let again: Rich = vellum::from_slice(&encoded).expect("what is written can be read");
        // As text, since a NaN equals nothing.
        assert_eq!(format!("{again:?}"), format!("{value:?}"));
        assert_eq!(vellum::to_vec(&again).expect("written before"), encoded);
    }
}

/// Single fields, each through its own getter.
fn fields(view: &<Rich as vellum::Value>::Get<'_, vellum::proved::Checked>) {
    let _ = (view.flag(), view.on(), view.maybe(), view.age(), view.number(), view.wide(), view.ratio(), view.letter());
    let _ = (view.name(), view.nick(), view.code(), view.id(), view.ulid(), view.day(), view.clock(), view.at());
    let _ = (view.price(), view.place(), view.fruit(), view.kind());
    if let Ok(Some(line)) = view.other() {
        let _ = (line.label(), line.size(), line.title());
        let _ = line.from().map(|point| (point.label().is_ok(), point.note().is_ok(), point.up()));
        let _ = line.dashes().map(|dashes| dashes.iter().take(100).count());
    }
    if let Ok(children) = view.children() {
        for child in children.iter().take(20).flatten() {
            let _ = (child.name(), child.later(), child.age());
        }
        let _ = (children.get(children.len()), children.get(usize::MAX));
    }
    if let Ok(events) = view.events() {
        for event in events.iter().take(20).flatten() {
            let _ = format!("{event:?}").len();
            if let Ok(EventRef::Line(line)) = event.get() {
                let _ = line.title();
            }
        }
    }
    if let Ok(scores) = view.scores() {
        let _ = (scores.get("a key"), scores.contains_key(""), scores.first());
        let _ = scores.range("a".."c").map(|entries| entries.take(20).count());
        let _ = scores.prefix("a").map(|entries| entries.take(20).count());
        let _ = scores.iter().take(20).filter(Result::is_ok).count();
    }
    if let Ok(set) = view.set() {
        let _ = (set.contains("a key"), set.iter().take(20).count());
    }
}
