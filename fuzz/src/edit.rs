//! One edit of a record, chosen by an input, and what the record has to hold when it succeeds.

use vellum::field::Spliceable;
use vellum::schema::Type;
use vellum::{Record, Result, Storage, field::VariantName};

use crate::input::Input;
use crate::literal::{self, How};
use crate::place::{self, Place};
use crate::tree::{Part, Tree};

/// What a value becomes: of what was there, if anything was. It gives `None` where nothing is made of nothing.
pub type Change = Box<dyn Fn(Option<Tree>) -> Option<Tree>>;

/// An edit that was tried.
pub struct Tried {
    pub what: String,
    pub result: Result<()>,
    /// The value that it changes.
    pub path: Vec<Part>,
    pub change: Change,
}

/// Tries one edit. `None` if the input chooses one that the type does not have.
pub fn edit(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    held: &Tree,
    donor: &Record,
    input: &mut Input<'_>,
) -> Option<Tried> {
    if input.one_in(24) {
        let result = record.compact();
        return Some(Tried { what: "compact".into(), result, path: Vec::new(), change: Box::new(|old| old) });
    }
    let schema = record.schema().clone();
    let place = Place::choose(&schema, held, input)?;
    let text = place.text.as_str();
    let here = held.at(&place.parts);
    let done = |what: &str, result, change| {
        Some(Tried { what: format!("{what} {text:?}"), result, path: place.parts.clone(), change })
    };
    match input.below(12) {
        0 => {
            return done("clear", record.clear(text), cleared(&place));
        }
        1 if matches!(place.ty, Type::Struct(_)) => {
            return done(
                "make",
                record.make(text),
                Box::new(|old| Some(old.filter(|old| *old != Tree::Absent).unwrap_or(Tree::Present))),
            );
        }
        1 | 2 => {
            // Where the donor's way is absent, what is copied is nothing that can be compared.
            let copied = Tree::of(donor).0.at(&place.parts).cloned()?;
            let change: Change = match (Place::is_held(place.payload, &copied), &copied) {
                (Some(false), _) | (_, Tree::Absent) => cleared(&place),
                (Some(true), _) => Box::new(move |_| Some(copied.clone())),
                // An integer is one of several variants. Where nothing is yet, who cannot tell which does not know whether it is made.
                (None, _) if here.is_none() => return None,
                (None, _) => Box::new(move |_| Some(Tree::Anything)),
            };
            return done("copy", record.copy_from(text, donor, text), change);
        }
        3 => {
            let value = json(input, 0);
            if value.is_null() && here.is_none() {
                return None;
            }
            return done(
                &format!("set {value} at"),
                record.set_serde(text, &value),
                Box::new(|_| Some(Tree::Anything)),
            );
        }
        4 => return text_edit(record, &place, input),
        5 => return remove(record, &place),
        _ => {}
    }
    match place.ty.clone() {
        Type::List(list) => list_edit(record, &place, list.element(), here, input),
        Type::Map(map) => {
            let (key, key_text) = place::key(&schema, map.key(), here, input)?;
            let mut entry = place.clone();
            entry.text = format!("{text}[{key_text}]");
            if map.value().is_some() {
                // Setting what an entry holds adds the key; a struct is made instead.
                entry.parts.push(Part::Key(key.clone()));
                entry.handle = entry.text.clone();
                let value = map.value()?;
                let (result, tree) = match literal::write(record, How::Set, &entry, value, input) {
                    Some(written) => written,
                    None => (record.make(entry.text.as_str()), Tree::Anything),
                };
                let what = format!("set {:?}", entry.text);
                return Some(Tried { what, result, path: entry.parts, change: Box::new(move |_| Some(tree.clone())) });
            }
            add_key(record, &place, key)
        }
        ty => {
            let (result, tree) = literal::write(record, How::Set, &place, &ty, input)?;
            let is_union = matches!(tree, Tree::Union(..));
            done(
                "set",
                result,
                Box::new(move |old| match (old, &tree) {
                    // A variant that is set again keeps its payload.
                    (Some(Tree::Union(tag, name, payload)), Tree::Union(new, ..)) if is_union && tag == *new => {
                        Some(Tree::Union(tag, name, payload))
                    }
                    _ => Some(tree.clone()),
                }),
            )
        }
    }
}

/// What clearing makes of a value: one that is absent stays so, and so does another payload of an `any`.
fn cleared(place: &Place) -> Change {
    let (payload, optional) = (place.payload, place.optional);
    Box::new(move |old| {
        old.map(|old| match Place::is_held(payload, &old) {
            Some(false) => old,
            _ if optional => Tree::Absent,
            _ => Tree::Anything,
        })
    })
}

fn elements(old: Option<Tree>) -> Vec<Tree> {
    if let Some(Tree::List(elements)) = old { elements } else { Vec::new() }
}

fn list_edit(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    place: &Place,
    element: &Type,
    here: Option<&Tree>,
    input: &mut Input<'_>,
) -> Option<Tried> {
    let text = place.text.as_str();
    let count = if let Some(Tree::List(elements)) = here { elements.len() } else { 0 };
    let done = |what: String, result, change: Change| {
        Some(Tried { what: format!("{what} {text:?}"), result, path: place.parts.clone(), change })
    };
    match input.below(8) {
        0 => done(
            "push_default".into(),
            record.push_default(text),
            Box::new(|old| {
                let mut elements = elements(old);
                elements.push(Tree::Anything);
                Some(Tree::List(elements))
            }),
        ),
        1 => {
            let len = input.below(count + 2);
            done(
                format!("truncate to {len}"),
                record.truncate(text, len),
                Box::new(move |old| match old {
                    Some(Tree::List(mut elements)) => {
                        elements.truncate(len);
                        Some(Tree::List(elements))
                    }
                    other => other,
                }),
            )
        }
        2 => {
            let (a, b) = (input.below(count + 1), input.below(count + 1));
            done(
                format!("swap {a} and {b}"),
                record.swap(text, a, b),
                Box::new(move |old| match old {
                    Some(Tree::List(mut elements)) if a.max(b) < elements.len() => {
                        elements.swap(a, b);
                        Some(Tree::List(elements))
                    }
                    other => other,
                }),
            )
        }
        3 => done("make_list".into(), record.make_list(text), Box::new(|old| Some(Tree::List(elements(old))))),
        4 => {
            let index = input.below(count + 1);
            let (result, tree) = literal::write(record, How::Insert, &place.element(index), element, input)?;
            done(
                format!("insert at {index}"),
                result,
                Box::new(move |old| {
                    let mut elements = elements(old);
                    elements.insert(index.min(elements.len()), tree.clone());
                    Some(Tree::List(elements))
                }),
            )
        }
        _ => {
            let (result, tree) = literal::write(record, How::Push, place, element, input)?;
            done(
                "push".into(),
                result,
                Box::new(move |old| {
                    let mut elements = elements(old);
                    elements.push(tree.clone());
                    Some(Tree::List(elements))
                }),
            )
        }
    }
}

/// Removes what a path ends in: an element or a key.
fn remove(record: &mut Record<impl Storage + AsRef<[u8]>>, place: &Place) -> Option<Tried> {
    let (last, list) = place.parts.split_last()?;
    let last = last.clone();
    let change: Change = match last {
        Part::Index(index) => Box::new(move |old| match old {
            Some(Tree::List(mut elements)) if index < elements.len() => {
                elements.remove(index);
                Some(Tree::List(elements))
            }
            other => other,
        }),
        Part::Key(key) => Box::new(move |old| match old {
            Some(Tree::Map(mut entries)) => {
                entries.retain(|(other, _)| *other != key);
                Some(Tree::Map(entries))
            }
            other => other,
        }),
        _ => return None,
    };
    let result = record.remove(place.text.as_str());
    Some(Tried { what: format!("remove {:?}", place.text), result, path: list.to_vec(), change })
}

fn add_key(record: &mut Record<impl Storage + AsRef<[u8]>>, place: &Place, key: Tree) -> Option<Tried> {
    let text = place.text.as_str();
    let result = match &key {
        Tree::Text(text_key) => record.add_key(text, text_key.as_str()),
        Tree::Bytes(bytes) => record.add_key(text, bytes.as_slice()),
        Tree::Int(number) => record.add_key(text, *number),
        Tree::Bool(value) => record.add_key(text, *value),
        _ => return None,
    };
    let what = format!("add_key {text:?} {key:?}");
    let change: Change = Box::new(move |old| {
        let mut entries = if let Some(Tree::Map(entries)) = old { entries } else { Vec::new() };
        if !entries.iter().any(|(other, _)| *other == key) {
            entries.push((key.clone(), key.clone()));
        }
        Some(Tree::Map(entries))
    });
    Some(Tried { what, result: result.map(drop), path: place.parts.clone(), change })
}

/// Edits within a string or bytes.
fn text_edit(record: &mut Record<impl Storage + AsRef<[u8]>>, place: &Place, input: &mut Input<'_>) -> Option<Tried> {
    match place.ty {
        Type::String => {
            let content = input.text();
            splice::<str>(record, place, &content, Tree::Text(content.clone()), input)
        }
        Type::Bytes => {
            let content = input.bytes();
            splice::<[u8]>(record, place, content, Tree::Bytes(content.to_vec()), input)
        }
        _ => None,
    }
}

fn splice<T: Spliceable + ?Sized>(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    place: &Place,
    content: &T,
    tree: Tree,
    input: &mut Input<'_>,
) -> Option<Tried> {
    let field = record.schema().field::<T>(&place.handle).ok()?;
    let start = usize::from(input.byte() % 8);
    let range = start..start + usize::from(input.byte() % 8);
    let (append, of) = (input.one_in(2), range.clone());
    let what = if append { "append".to_owned() } else { format!("splice {range:?}") };
    let is_empty = match &tree {
        Tree::Text(new) => new.is_empty(),
        Tree::Bytes(new) => new.is_empty(),
        _ => false,
    };
    let is_nothing = is_empty && (append || range.is_empty());
    macro_rules! at {
        ($address:expr) => {
            if append { record.append($address, content) } else { record.splice($address, range, content) }
        };
    }
    let result = match place.indices[..] {
        [] => at!(&field),
        [a] => at!(field.at(a)),
        [a, b] => at!(field.at(a).at(b)),
        _ => return None,
    };
    let what = format!("{what} {tree:?} {:?}", place.text);
    // An absent text, and one with a default that was not read, are extended from what reading gives.
    let change: Change = Box::new(move |old| match (old, &tree) {
        // Nothing in the place of nothing makes no way either.
        (old, _) if is_nothing => old,
        (Some(Tree::Text(old)), Tree::Text(new)) if append => Some(Tree::Text(old + new)),
        (Some(Tree::Text(mut old)), Tree::Text(new)) if old.get(of.clone()).is_some() => {
            old.replace_range(of.clone(), new);
            Some(Tree::Text(old))
        }
        (Some(Tree::Bytes(mut old)), Tree::Bytes(new)) if append || of.end <= old.len() => {
            let of = if append { old.len()..old.len() } else { of.clone() };
            old.splice(of, new.iter().copied());
            Some(Tree::Bytes(old))
        }
        _ => Some(Tree::Anything),
    });
    Some(Tried { what, result, path: place.parts.clone(), change })
}

/// A small JSON value.
pub fn json(input: &mut Input<'_>, depth: u32) -> serde_json::Value {
    use serde_json::Value;
    match input.below(if depth > 3 { 7 } else { 10 }) {
        0 => Value::Null,
        1 => Value::Bool(input.one_in(2)),
        2 => Value::from(input.byte()),
        3 => Value::from(input.word() as i64),
        4 => Value::from(input.word() as u64),
        5 => Value::from(f64::from(input.word() as i32) / 8.0),
        6 => Value::from(input.text()),
        7 | 8 => (0..input.below(5)).map(|_| json(input, depth + 1)).collect(),
        _ => (0..input.below(4)).map(|_| (input.text(), json(input, depth + 1))).collect(),
    }
}

/// Reading by name what any path can lead to, for what it may do to the reader.
pub fn read<B: AsRef<[u8]>>(record: &Record<B>, held: &Tree, input: &mut Input<'_>) {
    let Some(place) = Place::choose(record.schema(), held, input) else { return };
    let text = place.text.as_str();
    let _ = record.get::<vellum::dynamic::Dynamic>(text).map(|value| format!("{value:?}").len());
    let _ = record.get::<str>(text);
    let _ = record.get::<[u8]>(text);
    let _ = record.get::<u32>(text);
    let _ = record.get::<VariantName>(text);
    let _ = record.len(text);
    let _ = record.get_serde::<serde_json::Value>(text);
}
