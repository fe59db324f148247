//! Any bytes: every read and every edit returns `Ok` or `Err`, and an edit that fails leaves the bytes as they were.

use crate::common::nets;
use crate::common::{Container, Fruit, Full, Line, Point, Wide, container, full};
use vellum::{
    ErrorKind, Record, Result, Schema, Vellum,
    dynamic::{Dynamic, ValueRef},
};

/// Reads everything there is to read through views.
fn read_container(bytes: &[u8]) -> Result<()> {
    let view = Container::peek(bytes)?;
    let _ = (view.initialized(), view.fruit(), view.location());
    if let Ok(list) = view.list() {
        for element in list.iter().take(1000) {
            let Ok(element) = element else { continue };
            let _ = (element.name(), element.rating(), element.postfix());
            if let Ok(sibling) = element.sibling() {
                let _ = (sibling.time(), sibling.ratio(), sibling.size());
            }
        }
        let _ = (list.get(list.len()), list.get(usize::MAX));
    }
    let _ = format!("{view:?}").len() + usize::from(view == Container::peek(bytes)?);
    Ok(())
}

/// Applies an edit to a copy; if it fails the copy must be unchanged, if it succeeds the copy must still be readable or
/// fail in order.
#[track_caller]
fn edit<T: Vellum + vellum::DecodeOwned>(bytes: &[u8], edit: impl FnOnce(&mut Vec<u8>) -> Result<()>) {
    let mut copy = bytes.to_vec();
    match edit(&mut copy) {
        Err(error) => {
            assert!(copy == bytes, "an edit that failed ({error}) changed the bytes {bytes:?}");
            assert_ne!(error.kind(), ErrorKind::Internal, "{bytes:?}: {error}");
        }
        Ok(()) => drop(vellum::from_slice::<T>(&copy)),
    }
}

fn edit_container(bytes: &[u8]) {
    let value = container();
    edit::<Container>(bytes, |copy| Container::edit(copy)?.set_initialized(false));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.set_fruit(Fruit::Pears));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.set_location("short"));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.set_location(&"long ".repeat(60)));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.set_list(&value.list));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().push(&value.list[0]));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().insert(1, &value.list[0]));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().remove(1));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().clear());
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().set(2, &value.list[1]));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().at(0)?.set_name("bob"));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().at(2)?.set_name("longer than it was before"));
    edit::<Container>(bytes, |copy| Container::edit(copy)?.list().at(1)?.sibling().set_time(7));
    edit::<Container>(bytes, Container::compact);
}

fn visit(value: ValueRef<'_>, budget: &mut u32) {
    let Some(rest) = budget.checked_sub(1) else { return };
    *budget = rest;
    match value {
        ValueRef::Struct(cursor) => cursor.fields().for_each(|(_, value)| {
            if let Ok(value) = value {
                visit(value, budget);
            }
        }),
        ValueRef::List(list) => list.iter().take(100).for_each(|value| {
            if let Ok(value) = value {
                visit(value, budget);
            }
        }),
        _ => {}
    }
}

fn use_record(schema: &Schema, bytes: &[u8]) {
    let Ok(record) = Record::open(schema, bytes) else { return };
    if let Ok(root) = record.root() {
        visit(ValueRef::Struct(root), &mut 2000);
        let _ = format!("{root:?}");
    }
    let _ = record.get::<str>("list[1].name");
    let change = |change: &dyn Fn(&mut Record) -> Result<()>| {
        let Ok(mut copy) = Record::open(schema, bytes.to_vec()) else { return };
        if let Err(error) = change(&mut copy) {
            assert!(copy.as_bytes() == bytes, "an edit that failed changed the bytes");
            assert_ne!(error.kind(), ErrorKind::Internal, "{bytes:?}: {error}");
        }
    };
    change(&|record| record.set("list[0].name", "a name longer than the first"));
    change(&|record| record.set("list[2].sibling.size", 3u16));
    change(&|record| record.push_default(&schema.field::<Dynamic>("list[]")?));
    change(&|record| record.remove(schema.field::<Dynamic>("list[]")?.at(0)));
    change(&|record| record.clear(&schema.field::<Dynamic>("list")?));
    change(&Record::compact);
}

fn use_container(bytes: &[u8]) {
    let _ = read_container(bytes);
    let _ = vellum::from_slice::<Container>(bytes);
    edit_container(bytes);
    use_record(Container::schema(), bytes);
}

fn use_full(bytes: &[u8]) {
    let _ = vellum::from_slice::<Full>(bytes);
    if let Ok(view) = Full::peek(bytes) {
        let _ = format!("{view:?}").len() + usize::from(Full::peek(bytes).is_ok_and(|again| view == again));
    }
    let value = full();
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_maybe(None));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_nick(Some("a nick longer than the one before")));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_place(Some(&Point { label: "x".into(), x: 1.0, up: false })));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_place(None));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_other(Some(&Line::default())));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.line().from().set_label("label"));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.line().dashes().push(3));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.grid().at(2)?.push(9));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.texts().set(0, Some("t")));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.children().set(1, &value));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.children().clear());
    edit::<Full>(bytes, |copy| Full::edit(copy)?.maybe_children().set(0, Some(&value)));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.maybe_children().set(1, None));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_later(Some(4)));
    edit::<Full>(bytes, |copy| Full::edit(copy)?.set_wide(Wide::Second));
    edit::<Full>(bytes, Full::compact);
}

#[test]
fn the_empty_slice_and_every_truncation_are_refused_in_order() {
    let bytes = vellum::to_vec(&container()).unwrap();
    for len in 0..bytes.len() {
        use_container(&bytes[..len]);
        assert!(vellum::from_slice::<Container>(&bytes[..len]).is_err(), "{len}");
    }
    assert_eq!(Container::peek(&[]).unwrap_err().kind(), ErrorKind::Corrupt);
    let bytes = vellum::to_vec(&full()).unwrap();
    for len in 0..bytes.len() {
        use_full(&bytes[..len]);
    }
}

#[test]
fn every_single_byte_corruption_of_the_container() {
    let bytes = vellum::to_vec(&container()).unwrap();
    let mut corrupt = bytes.clone();
    for position in 0..bytes.len() {
        for value in (0..=255).filter(|value| nets::takes(position * 256 + usize::from(*value))) {
            corrupt[position] = value;
            use_container(&corrupt);
        }
        corrupt[position] = bytes[position];
    }
}

#[test]
fn single_byte_corruptions_of_every_kind_of_field() {
    let bytes = vellum::to_vec(&full()).unwrap();
    let mut corrupt = bytes.clone();
    for position in 0..bytes.len() {
        let values = [0, 1, 2, 3, 0x7F, 0x80, 0xC1, 0xE0, 0xFE, 0xFF, bytes[position].wrapping_add(1)];
        for (number, value) in values.into_iter().enumerate() {
            if !nets::takes(position * values.len() + number) {
                continue;
            }
            corrupt[position] = value;
            use_full(&corrupt);
        }
        corrupt[position] = bytes[position];
    }
}

#[test]
fn random_corruptions_of_several_bytes() {
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let original = vellum::to_vec(&container()).unwrap();
    for _ in 0..nets::cases(20_000) {
        let mut bytes = original.clone();
        for _ in 0..=random(6) {
            let position = random(bytes.len());
            bytes[position] = u8::try_from(random(256)).unwrap();
        }
        use_container(&bytes);
    }
}

#[derive(Vellum, Debug)]
struct Tree {
    left: Option<Branch>,
    children: Vec<Tree>,
}

#[derive(Vellum, Debug)]
struct Branch {
    trees: Vec<Tree>,
    more: Vec<Tree>,
}

#[test]
fn cycles_and_shared_objects_end_in_an_error() {
    // header, root: left -> 4, children -> 4; object at 4: two trees whose pointers all lead back to it.
    let cycle = [0x20, 2, 4, 4, 2, 2, 4, 4, 4, 4];
    assert!(vellum::from_slice::<Tree>(&cycle).is_err());
    let view = Tree::peek(&cycle).unwrap();
    assert!(format!("{view:?}").len() < 10_000);
    assert!(view != Tree::peek(&cycle).unwrap(), "what cannot be read is equal to nothing");
    edit::<Tree>(&cycle, |copy| Tree::edit(copy)?.children().clear());
    edit::<Tree>(&cycle, |copy| Tree::edit(copy)?.set_left(None));
    edit::<Tree>(&cycle, Tree::compact);
    edit::<Tree>(&cycle, |copy| Tree::edit(copy)?.children().push(&Tree { left: None, children: vec![] }));
    // Many lists share one: a chain of objects, each pointing twice to the next, would be walked 2^n times.
    let mut shared = vec![0x20, 2, 0, 4];
    for _ in 0..40 {
        let next = u8::try_from(shared.len() + 6).unwrap();
        shared.extend_from_slice(&[2, 2, 0, next, 0, next]);
    }
    shared.extend_from_slice(&[1, 2, 0, 0]);
    assert!(vellum::from_slice::<Tree>(&shared).is_err());
    assert!(format!("{:?}", Tree::peek(&shared).unwrap()).len() < 10_000);
    edit::<Tree>(&shared, Tree::compact);
}

#[test]
fn values_nested_too_deeply_are_refused_when_written_and_when_read() {
    let mut tree = Tree { left: None, children: vec![] };
    for _ in 0..64 {
        tree = Tree { left: None, children: vec![tree] };
    }
    let bytes = vellum::to_vec(&tree).unwrap();
    vellum::from_slice::<Tree>(&bytes).unwrap();
    let deeper = Tree { left: None, children: vec![tree] };
    assert_eq!(vellum::to_vec(&deeper).unwrap_err().kind(), ErrorKind::Limit);
    let mut bytes = vellum::to_vec(&Tree { left: None, children: vec![] }).unwrap();
    assert_eq!(Tree::edit(&mut bytes).unwrap().set_children(&[deeper]).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn huge_counts_are_refused_without_allocating() {
    for count in [&[0x7F][..], &[0xBF, 0xFF], &[0xDF, 0xFF, 0xFF, 0xFF], &[0xE0, 0xFF, 0xFF, 0xFF, 0xFF]] {
        let mut bytes = vec![0x20, 2, 0, 4];
        bytes.extend_from_slice(count);
        bytes.extend_from_slice(&[2, 0, 0]);
        assert_eq!(vellum::from_slice::<Tree>(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    }
}

#[test]
fn wider_varints_than_needed_read_the_same() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Text {
        text: String,
    }
    for bytes in [
        &[0x20, 1, 3, 2, b'h', b'i'][..],
        &[0x20, 1, 3, 0x80, 2, b'h', b'i'],
        &[0x20, 1, 3, 0xC0, 0, 0, 2, b'h', b'i'],
        &[0x20, 1, 3, 0xE0, 0, 0, 0, 2, b'h', b'i'],
        &[0x20, 0x80, 1, 4, 2, b'h', b'i'],
    ] {
        assert_eq!(vellum::from_slice::<Text>(bytes).unwrap().text, "hi");
        let mut edited = bytes.to_vec();
        Text::edit(&mut edited).unwrap().set_text("ho").unwrap();
        assert_eq!(vellum::from_slice::<Text>(&edited).unwrap().text, "ho");
        assert_eq!(edited.len(), bytes.len());
        Text::compact(&mut edited).unwrap();
        assert_eq!(edited, [0x20, 1, 3, 2, b'h', b'o']);
    }
    for flags in (0..=255u8).filter(|flags| ![0x20, 0x21, 0x22].contains(flags)) {
        assert!(vellum::from_slice::<Text>(&[flags, 1, 3, 2, b'h', b'i']).is_err(), "{flags:#x}");
    }
}
