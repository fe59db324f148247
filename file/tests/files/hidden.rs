//! No change of the bytes is hidden from the log: each public way to change a value in the closure is in the file.

use std::collections::{BTreeMap, BTreeSet};

use vellum::Vellum;
use vellum::cursor::AsSession;
use vellum_file::{RecordFile, SchemaFile};

use crate::common::{on, path};
use crate::disk::Disk;

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Shape {
    None,
    Circle(f64),
    Named { name: String, sides: u32 },
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Inner {
    x: i32,
    note: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct All {
    flag: bool,
    number: u64,
    float: f32,
    text: String,
    blob: Vec<u8>,
    maybe: Option<String>,
    inner: Inner,
    boxed: Option<Box<Inner>>,
    shape: Shape,
    numbers: Vec<u32>,
    texts: Vec<String>,
    inners: Vec<Inner>,
    shapes: Vec<Shape>,
    map: BTreeMap<String, u32>,
    set: BTreeSet<String>,
    array: [u16; 3],
    pair: (u8, String),
}

fn all() -> All {
    let inner = Inner { x: 1, note: "inner".into() };
    All {
        flag: false,
        number: 1,
        float: 1.5,
        text: "some text".into(),
        blob: vec![1, 2, 3],
        maybe: None,
        inner: inner.clone(),
        boxed: Some(Box::new(inner.clone())),
        shape: Shape::Named { name: "hexagon".into(), sides: 6 },
        numbers: vec![5, 3, 4],
        texts: vec!["b".into(), "a".into()],
        inners: vec![inner.clone(), Inner::default()],
        shapes: vec![Shape::Circle(1.0), Shape::None],
        map: BTreeMap::from([("one".into(), 1)]),
        set: BTreeSet::from(["key".into()]),
        array: [1, 2, 3],
        pair: (1, "one".into()),
    }
}

type Change = fn(&mut RecordFile<All>) -> Result<(), vellum_file::FileError>;

const CHANGES: &[Change] = &[
    |file| file.edit(|all| all.set_flag(true)),
    |file| file.edit(|all| all.set_number(9)),
    |file| file.edit(|all| all.take_number().map(drop)),
    |file| file.edit(|all| all.clear_float()),
    |file| file.edit(|all| all.set_text("other")),
    |file| file.edit(|all| all.text().push_str(" and more")),
    |file| file.edit(|all| all.take_text().map(drop)),
    |file| file.edit(|all| all.set_blob(&[7; 300])),
    |file| file.edit(|all| all.set_maybe(Some("here"))),
    |file| file.edit(|all| all.inner().set_x(-1)),
    |file| file.edit(|all| all.inner().note().push_str("!")),
    |file| file.edit(|all| all.set_inner(&Inner { x: 3, note: "set".into() })),
    |file| file.edit(|all| all.boxed()?.map_or(Ok(()), |mut boxed| boxed.set_note("in the box"))),
    |file| file.edit(|all| all.set_boxed(None)),
    |file| file.edit(|all| all.shape().set_circle(2.0)),
    |file| file.edit(|all| all.numbers().push(7)),
    |file| file.edit(|all| all.numbers().sort_by(|one, other| one.cmp(other))),
    |file| file.edit(|all| all.numbers().swap(0, 1)),
    |file| file.edit(|all| all.texts().insert(0, "first")),
    |file| file.edit(|all| all.texts().remove(0).map(drop)),
    |file| file.edit(|all| all.texts().clear()),
    |file| file.edit(|all| all.inners().push(&Inner { x: 4, note: "pushed".into() })),
    |file| file.edit(|all| all.shapes().push(&Shape::Named { name: "new".into(), sides: 3 })),
    |file| file.edit(|all| all.map().insert("two", 2).map(drop)),
    |file| file.edit(|all| all.map().remove("one").map(drop)),
    |file| file.edit(|all| all.set().insert("other").map(drop)),
    |file| file.edit(|all| all.set().clear()),
    |file| file.edit(|all| all.set_pair((2, "two"))),
    // Each of another is none for it: the storage of a recorded edit lends no bytes.
    |file| {
        file.edit(|all| {
            assert!(all.numbers().as_mut_slice().is_err());
            all.set_number(10)
        })
    },
    // A function over any session.
    |file| {
        fn older(inner: &mut InnerEdit<'_, impl AsSession>) -> vellum::Result<()> {
            inner.set_x(inner.x()? + 1)
        }
        file.edit(|all| older(&mut all.inner()))
    },
    // So many that the buffer gets a new layout.
    |file| file.edit(|all| (0..2000).try_for_each(|number| all.texts().push(&"text ".repeat(number % 20)))),
];

#[test]
fn each_way_to_change_a_value_is_in_the_file() {
    for (index, change) in CHANGES.iter().enumerate() {
        let disk = Disk::default();
        let mut file = on(&disk).no_compaction().create(path(), &all()).unwrap();
        change(&mut file).unwrap();
        assert_eq!(file.sequence(), 1, "change {index}");
        let memory = vellum::from_slice::<All>(file.as_bytes()).unwrap();
        assert_ne!(memory, all(), "change {index}");
        drop(file);
        let file = on(&disk).open::<All>(path()).unwrap();
        assert_eq!(vellum::from_slice::<All>(file.as_bytes()).unwrap(), memory, "change {index}");
    }
}

#[test]
fn all_changes_after_each_other_are_in_the_file() {
    let disk = Disk::default();
    let mut file = on(&disk).compaction(1.0, 500).create(path(), &all()).unwrap();
    for _ in 0..5 {
        for change in CHANGES {
            // Some find nothing to change any more.
            let _ = change(&mut file);
        }
    }
    let (memory, sequence) = (vellum::from_slice::<All>(file.as_bytes()).unwrap(), file.sequence());
    drop(file);
    let file = on(&disk).open::<All>(path()).unwrap();
    assert_eq!(file.sequence(), sequence);
    assert_eq!(vellum::from_slice::<All>(file.as_bytes()).unwrap(), memory);
}

#[test]
fn each_way_to_change_a_record_by_its_schema_is_in_the_file() {
    type Record<'a> = vellum::Record<vellum::cursor::Transaction<'a>>;
    let changes: &[fn(&mut Record<'_>) -> vellum::Result<()>] = &[
        |record| record.set("number", 9u64),
        |record| record.set("inner.x", 7),
        |record| record.push("texts", "new"),
        |record| record.insert("texts[0]", "new"),
        |record| record.remove("numbers[0]").map(drop),
        |record| record.swap("numbers", 0, 1),
        |record| record.clear("text"),
        |record| record.push_default("inners"),
        |record| record.set("map[two]", 2u32),
        |record| record.add_key("set", "other").map(drop),
        |record| record.transaction(|record| record.set("number", 11u64)),
        |record| {
            let mut other = vellum::Record::open(record.schema(), record.as_bytes().to_vec())?;
            other.set("number", 12u64)?;
            let patch = vellum::Record::open(record.schema(), record.as_bytes())?.diff(&other)?;
            record.apply(&patch)
        },
        |record| {
            let mut other = vellum::Record::new(&record.schema().clone());
            other.set("text", "merged")?;
            record.merge(&other)
        },
    ];
    let schema = All::schema();
    for (index, change) in changes.iter().enumerate() {
        let disk = Disk::default();
        let record = vellum::Record::open(schema, vellum::to_vec(&all()).unwrap()).unwrap();
        let mut file = on(&disk).no_compaction().create_schema_file(path(), &record).unwrap();
        file.edit(change).unwrap();
        assert_eq!(file.sequence(), 1, "change {index}");
        let memory = vellum::from_slice::<All>(file.as_bytes()).unwrap();
        assert_ne!(memory, all(), "change {index}");
        drop(file);
        let file: SchemaFile = on(&disk).open_schema_file(path()).unwrap();
        assert_eq!(vellum::from_slice::<All>(file.as_bytes()).unwrap(), memory, "change {index}");
    }
}
