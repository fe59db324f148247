//! The elements of a list edited one after the other: a table of edits, each by `edit_each` (or `update_each`) and by index, of lists in
//! each state and in memory that grows, is full or keeps its layout. Both ways give the same bytes and the same error.

use vellum::{Result, Storage, Vellum, Workspace, schema::PointerWidth};

use crate::same_room::Room;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Point {
    x: i32,
    y: u16,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Label {
    rank: u8,
    name: String,
    on: bool,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
enum Kind {
    #[default]
    None,
    Number(u64),
    Text(String),
}

macro_rules! revision {
    ($root:ident, $item:ident { $($field:tt)* }) => {
        #[derive(Vellum, Clone, Debug, Default, PartialEq)]
        #[vellum(rename = "Item")]
        struct $item {
            name: String,
            count: u32,
            $($field)*
        }

        #[derive(Vellum, Clone, Debug, Default, PartialEq)]
        #[vellum(rename = "Root")]
        struct $root {
            filler: String,
            points: Vec<Point>,
            labels: Vec<Label>,
            items: Vec<$item>,
            maybe_items: Vec<Option<$item>>,
            maybe_points: Vec<Option<Point>>,
            kinds: Vec<Kind>,
            texts: Vec<String>,
            rows: Vec<Vec<u16>>,
            codes: Vec<u32>,
            flags: Vec<bool>,
        }

        impl $root {
            #[allow(clippy::needless_update)] // The first revision has no more fields.
            fn of(count: u16, filler: usize, kind: fn(u16) -> Kind) -> Self {
                let item = |i: u16| $item { name: format!("item {i}"), count: i.into(), ..$item::default() };
                let point = |i: u16| Point { x: -i32::from(i), y: i };
                let all = || 0..count;
                Self {
                    filler: "x".repeat(filler),
                    points: all().map(point).collect(),
                    labels: all().map(|i| Label { rank: 1, name: format!("{i}"), on: i % 2 == 0 }).collect(),
                    items: all().map(item).collect(),
                    maybe_items: all().map(|i| (i % 3 != 1).then(|| item(i))).collect(),
                    maybe_points: all().map(|i| (i % 3 != 1).then(|| point(i))).collect(),
                    kinds: all().map(kind).collect(),
                    texts: all().map(|i| "t".repeat(usize::from(i % 4))).collect(),
                    rows: all().map(|i| vec![i; usize::from(i % 3)]).collect(),
                    codes: all().map(u32::from).collect(),
                    flags: all().map(|i| i % 2 == 0).collect(),
                }
            }
        }
    };
}
revision!(OldRoot, OldItem {});
revision!(
    Root,
    Item {
        #[vellum(since = 2)]
        on: bool,
        #[vellum(since = 2)]
        note: String
    }
);
revision!(
    NewRoot,
    NewItem {
        #[vellum(since = 2)]
        on: bool,
        #[vellum(since = 2)]
        note: String,
        #[vellum(since = 3)]
        code: u64
    }
);

const LONG: &str = "a text that is longer than what was there before it";

/// Defines a function that edits each element of a list, by one cursor for all or by index, and a list of those for each storage.
macro_rules! edits {
    ($($name:ident: $list:ident |$element:ident| $edit:expr;)* { $($update:ident: $updated:ident |$value:ident| $new:expr;)* }) => {
        $(fn $name<S: Storage>(storage: &mut S, one_by_one: bool) -> Result<()> {
            let mut root = Root::edit(storage)?;
            if one_by_one {
                let mut list = root.$list().edit_each();
                while let Some(mut $element) = list.next()? {
                    $edit?;
                }
                return Ok(());
            }
            let mut list = root.$list();
            for index in 0..list.len()? {
                let mut $element = list.at(index)?;
                $edit?;
            }
            Ok(())
        })*
        $(fn $update<S: Storage>(storage: &mut S, one_by_one: bool) -> Result<()> {
            let mut root = Root::edit(storage)?;
            let mut list = root.$updated();
            if one_by_one {
                return list.update_each(|$value| $new);
            }
            for index in 0..list.len()? {
                let $value = list.get(index)?;
                let new = $new;
                list.set(index, new)?;
            }
            Ok(())
        })*

        type EditEach<S> = (&'static str, fn(&mut S, bool) -> Result<()>);

        fn edits<S: Storage>() -> Vec<EditEach<S>> {
            vec![$((stringify!($name), $name),)* $((stringify!($update), $update),)*]
        }
    };
}
edits! {
    numbers_of_points: points |point| point.set_x(7).and_then(|()| point.set_y(point.y()? + 1));
    ranks: labels |label| label.set_rank(9);
    short_names: labels |label| label.set_name("z");
    long_names: labels |label| label.set_name(LONG);
    bits: labels |label| label.set_on(true);
    counts: items |item| item.set_count(9);
    names: items |item| item.name().push('s');
    long_item_names: items |item| item.set_name(LONG).and_then(|()| item.set_count(1));
    no_names: items |item| item.clear_name();
    late_bits: items |item| item.set_on(true);
    late_texts: items |item| item.set_note("late");
    counts_of_some: maybe_items |item| item.as_mut().map_or(Ok(()), |item| item.set_count(9));
    names_of_some: maybe_items |item| item.as_mut().map_or(Ok(()), |item| item.set_name(LONG));
    late_texts_of_some: maybe_items |item| item.as_mut().map_or(Ok(()), |item| item.set_note("late"));
    some_points: maybe_points |point| point.as_mut().map_or(Ok(()), |point| point.set_y(8));
    kinds_of_number: kinds |kind| kind.set_number(1 << 40);
    kinds_of_text: kinds |kind| kind.set_text(LONG);
    longer_kinds: kinds |kind| kind.as_text()?.map_or(Ok(()), |mut text| text.push('s'));
    longer_texts: texts |text| text.push_str(LONG);
    longer_rows: rows |row| row.push(7);
    {
    next_codes: codes |code| code + 1;
    other_flags: flags |flag| !flag;
    new_texts: texts |text| if text.is_empty() { LONG } else { "" };
    }
}

/// Buffers in each state, by what it is called.
fn states() -> Vec<(String, Vec<u8>)> {
    type KindOf = (&'static str, fn(u16) -> Kind);
    let kinds: [KindOf; 3] = [
        ("packed numbers", |i| Kind::Number(i.into())),
        ("packed texts", |i| Kind::Text("k".repeat(i.into()))),
        ("mixed", |i| [Kind::None, Kind::Number(300), Kind::Text("k".into())][usize::from(i % 3)].clone()),
    ];
    let mut states = vec![];
    for (name, kind) in kinds {
        for (count, filler) in [(0, 0), (1, 0), (2, 0), (5, 200), (7, 65_000), (150, 0)] {
            for width in PointerWidth::ALL {
                let bytes = |encoded: Result<Vec<u8>>| encoded.unwrap_or_default();
                let revisions = [
                    ("old", bytes(vellum::to_vec_with_width(&OldRoot::of(count, filler, kind), width))),
                    ("own", bytes(vellum::to_vec_with_width(&Root::of(count, filler, kind), width))),
                    ("new", bytes(vellum::to_vec_with_width(&NewRoot::of(count, filler, kind), width))),
                ];
                states
                    .extend(revisions.map(|(of, bytes)| (format!("{count} {of}, {name}, {filler}, {width:?}"), bytes)));
            }
        }
    }
    let mut emptied = vellum::to_vec(&Root::of(2, 10, kinds[2].1)).unwrap();
    let mut root = Root::edit(&mut emptied).unwrap();
    root.items().clear().unwrap();
    root.kinds().clear().unwrap();
    root.texts().truncate(1).unwrap();
    states.push(("emptied".into(), emptied));
    states.retain(|(_, bytes)| !bytes.is_empty());
    states
}

/// Makes an edit in both ways, and says how they differ.
fn difference<S: Storage + AsRef<[u8]> + Clone>(storage: &S, edit: EditEach<S>) -> Option<String> {
    let [by_index, each] = [false, true].map(|one_by_one| {
        let mut storage = storage.clone();
        let edited = (edit.1)(&mut storage, one_by_one).map_err(|error| error.to_string());
        (edited, storage.as_ref().to_vec())
    });
    let what = if by_index.0 == each.0 { "bytes" } else { "results" };
    (by_index != each).then(|| format!("{}: other {what}: {:?}, {:?}", edit.0, by_index.0, each.0))
}

#[test]
fn each_element_is_edited_as_by_its_index() {
    let mut faults = vec![];
    for (state, bytes) in states() {
        for edit in edits::<Vec<u8>>() {
            faults.extend(difference(&bytes, edit).map(|fault| format!("{state}: {fault}")));
        }
        for (spare, is_fixed) in [(0, true), (60, true), (900, true), (0, false), (60, false), (300, false)] {
            for edit in edits::<Room>() {
                let room = Room::new(&bytes, spare, is_fixed);
                faults.extend(difference(&room, edit).map(|fault| format!("{state}, {spare}, {is_fixed}: {fault}")));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn memory_that_keeps_its_layout_is_edited_as_by_index() {
    let mut faults = vec![];
    for count in [1, 5, 40] {
        let value = Root::of(count, 10, |i| Kind::Text("k".repeat(usize::from(i % 3))));
        for spare in [0, 50, 400, 9000] {
            let len = vellum::to_vec_with_width(&value, PointerWidth::Two).unwrap().len();
            let bytes = Workspace::format(vec![0; len + 100 + spare], &value).unwrap().into_inner();
            for (name, edit) in edits::<Workspace<Vec<u8>>>() {
                let [by_index, each] = [false, true].map(|one_by_one| {
                    let mut memory = Workspace::open(bytes.clone()).unwrap();
                    let edited = edit(&mut memory, one_by_one).map_err(|error| error.to_string());
                    (edited, memory.into_inner())
                });
                if by_index != each {
                    faults.push(format!("{count}, {spare}, {name}: {:?}, {:?}", by_index.0, each.0));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn changed_bytes_are_edited_as_by_index_or_refused() {
    for kind in [Kind::Number(9), Kind::Text("k".into())] {
        let mut value = Root::of(3, 0, |_| Kind::None);
        value.kinds = vec![kind; 3];
        let bytes = vellum::to_vec(&value).unwrap();
        for position in 0..bytes.len() {
            for change in [1, 0x80, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[position] ^= change;
                let is_valid = Root::schema().prove(&bytes).is_ok();
                for edit in edits::<Vec<u8>>() {
                    // Where objects overlap, an edit may change where the next element is.
                    let difference = difference(&bytes, edit);
                    assert!(!is_valid || difference.is_none(), "{position}, {change}: {difference:?}");
                }
            }
        }
    }
}

#[test]
fn elements_are_found_again_after_what_moves_them() {
    let mut bytes = vellum::to_vec(&Root::of(20, 0, |_| Kind::None)).unwrap();
    let mut root = Root::edit(&mut bytes).unwrap();
    let mut items = root.items().edit_each();
    let mut number = 0;
    while let Some(mut item) = items.next().unwrap() {
        item.set_note(&LONG.repeat(number)).unwrap();
        item.set_count(100).unwrap();
        number += 1;
    }
    assert!(items.next().unwrap().is_none());
    assert_eq!(number, 20);
    let items = vellum::from_slice::<Root>(&bytes).unwrap().items;
    assert!(items.iter().enumerate().all(|(i, item)| item.note == LONG.repeat(i) && item.count == 100));
}
