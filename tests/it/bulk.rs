//! Lists of numbers as a whole: the same bytes and values as one by one, whatever memory they are written to.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_precision_loss, clippy::float_cmp)]

use std::collections::BTreeMap;

use vellum::{ErrorKind, Record, Schema, Vellum, dynamic::ValueRef};

/// Numbers of every width, alone and in what consists of them.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Columns {
    bytes: Vec<u8>,
    signed: Vec<i8>,
    short: Vec<u16>,
    ints: Vec<i32>,
    longs: Vec<u64>,
    wide: Vec<i128>,
    floats: Vec<f32>,
    doubles: Vec<f64>,
    points: Vec<Point>,
    pairs: Vec<(u8, f64)>,
    rows: Vec<[u16; 3]>,
    meters: Vec<Meters>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "zerocopy", vellum(raw))]
#[vellum(frozen)]
struct Point {
    color: u8,
    position: [f32; 3],
    grid: [[i16; 2]; 2],
    corner: Corner,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "zerocopy", vellum(raw))]
struct Corner(u32, Meters);

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "zerocopy", vellum(raw))]
struct Meters(f64);

/// Elements that are more than numbers.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Mixed {
    flags: Vec<Flag>,
    steps: Vec<Step>,
    names: Vec<String>,
    maybe: Vec<Option<u32>>,
    lists: Vec<Vec<f64>>,
    people: Vec<Person>,
    boss: Option<Box<Person>>,
    scores: BTreeMap<u32, Vec<u16>>,
    shapes: Vec<Shape>,
    shape: Shape,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Flag {
    on: bool,
    level: u32,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Step {
    #[vellum(default = 7)]
    width: u32,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Person {
    name: String,
    nick: Option<String>,
    age: Option<u8>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
enum Shape {
    #[default]
    None,
    Circle(f64),
    Named(String),
}

fn columns(len: usize) -> Columns {
    let of = |index: usize| u32::try_from(index).unwrap();
    Columns {
        bytes: (0..len).map(|index| of(index) as u8).collect(),
        signed: (0..len).map(|index| of(index) as i8).collect(),
        short: (0..len).map(|index| of(index) as u16).collect(),
        ints: (0..len).map(|index| -(of(index) as i32)).collect(),
        longs: (0..len).map(|index| u64::from(of(index)) << 33).collect(),
        wide: (0..len).map(|index| -i128::from(of(index)) << 65).collect(),
        floats: (0..len).map(|index| f32::from_bits(0x7F80_0001 + of(index))).collect(),
        doubles: (0..len).map(|index| f64::from_bits(0x7FF0_0000_0000_0001 + u64::from(of(index)))).collect(),
        points: (0..len).map(|index| point(of(index))).collect(),
        pairs: (0..len).map(|index| (of(index) as u8, f64::from(of(index)))).collect(),
        rows: (0..len).map(|index| [of(index) as u16, 2, 3]).collect(),
        meters: (0..len).map(|index| Meters(f64::from(of(index)))).collect(),
    }
}

fn point(seed: u32) -> Point {
    let place = seed as f32;
    let corner = Corner(seed, Meters(0.5));
    Point { color: 9, position: [place, -place, 0.25], grid: [[1, 2], [3, seed as i16]], corner }
}

fn mixed(len: usize) -> Mixed {
    let person = |index: usize| Person {
        name: format!("name {index}"),
        nick: index.is_multiple_of(3).then(String::new),
        age: index.is_multiple_of(2).then_some(0),
    };
    Mixed {
        flags: (0..len).map(|index| Flag { on: index % 2 == 0, level: 0 }).collect(),
        steps: (0..len).map(|index| Step { width: u32::try_from(index % 9).unwrap() }).collect(),
        names: (0..len).map(|index| "x".repeat(index % 5)).collect(),
        maybe: (0..len).map(|index| index.is_multiple_of(2).then_some(5)).collect(),
        lists: (0..len).map(|index| vec![1.0; index % 4]).collect(),
        people: (0..len).map(person).collect(),
        boss: Some(Box::new(person(1))),
        scores: (0..u32::try_from(len).unwrap()).map(|key| (key * 3, vec![7; key as usize % 3])).collect(),
        shapes: (0..len).map(|index| if index % 2 == 0 { Shape::Circle(2.0) } else { Shape::None }).collect(),
        shape: Shape::Named("round".into()),
    }
}

/// Bits, as no NaN is equal to itself.
fn bits(columns: &Columns) -> (Vec<u32>, Vec<u64>) {
    let floats = columns.floats.iter().map(|float| float.to_bits()).collect();
    (floats, columns.doubles.iter().map(|double| double.to_bits()).collect())
}

#[test]
fn lists_of_numbers_come_back_bit_by_bit() {
    for len in [0, 1, 3, 100, 20_000] {
        let value = columns(len);
        let bytes = vellum::to_vec(&value).unwrap();
        let back: Columns = vellum::from_slice(&bytes).unwrap();
        assert_eq!(bits(&back), bits(&value));
        let mut without = (back, value);
        for columns in [&mut without.0, &mut without.1] {
            (columns.floats, columns.doubles) = (Vec::new(), Vec::new());
        }
        assert_eq!(without.0, without.1);
    }
}

#[test]
fn a_list_written_at_once_is_the_same_bytes_as_one_element_at_a_time() {
    let value = columns(300);
    let mut bytes = vellum::to_vec(&Columns::default()).unwrap();
    let mut edit = Columns::edit(&mut bytes).unwrap();
    value.bytes.iter().for_each(|item| edit.bytes().push(*item).unwrap());
    value.signed.iter().for_each(|item| edit.signed().push(*item).unwrap());
    value.short.iter().for_each(|item| edit.short().push(*item).unwrap());
    value.ints.iter().for_each(|item| edit.ints().push(*item).unwrap());
    value.longs.iter().for_each(|item| edit.longs().push(*item).unwrap());
    value.wide.iter().for_each(|item| edit.wide().push(*item).unwrap());
    value.floats.iter().for_each(|item| edit.floats().push(*item).unwrap());
    edit.doubles().extend_from_slice(&value.doubles).unwrap();
    value.points.iter().for_each(|item| edit.points().push(item).unwrap());
    value.pairs.iter().for_each(|item| edit.pairs().push(*item).unwrap());
    edit.rows().extend_from_slice(&value.rows).unwrap();
    value.meters.iter().for_each(|item| edit.meters().push(item.0).unwrap());
    Columns::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&value).unwrap());

    let schema = Columns::schema();
    let doubles = schema.field::<f64>("doubles[]").unwrap();
    let mut record = Record::open(schema, vellum::to_vec(&Columns::default()).unwrap()).unwrap();
    record.extend(&doubles, value.doubles.iter().copied()).unwrap();
    record.compact().unwrap();
    let mut at_once = Record::open(schema, vellum::to_vec(&Columns::default()).unwrap()).unwrap();
    for part in value.doubles.chunks(70) {
        at_once.extend_from_slice(&doubles, part).unwrap();
    }
    at_once.compact().unwrap();
    assert_eq!(at_once.as_bytes(), record.as_bytes());
    let alone = Columns { doubles: value.doubles, ..Columns::default() };
    assert_eq!(record.as_bytes(), vellum::to_vec(&alone).unwrap());
}

#[test]
fn lists_of_all_that_is_numbers_are_set_to_shorter_and_longer_ones() {
    for (from, to) in [(9, 9), (9, 4), (4, 9), (9, 0), (0, 9), (300, 299), (300, 100), (100, 300), (2, 1)] {
        let mut value = columns(to);
        value.points.iter_mut().for_each(|point| point.color = 77);
        value.pairs.iter_mut().for_each(|pair| pair.0 = 78);
        value.rows.iter_mut().for_each(|row| row[1] = 79);
        value.meters.iter_mut().for_each(|meters| meters.0 += 0.5);
        let mut bytes = vellum::to_vec(&columns(from)).unwrap();
        let mut edit = Columns::edit(&mut bytes).unwrap();
        edit.set_bytes(&value.bytes).unwrap();
        edit.set_signed(&value.signed).unwrap();
        edit.set_short(&value.short).unwrap();
        edit.set_ints(&value.ints).unwrap();
        edit.set_longs(&value.longs).unwrap();
        edit.set_wide(&value.wide).unwrap();
        edit.set_floats(&value.floats).unwrap();
        edit.set_doubles(&value.doubles).unwrap();
        edit.set_points(&value.points).unwrap();
        edit.set_pairs(&value.pairs).unwrap();
        edit.set_rows(&value.rows).unwrap();
        edit.set_meters(&value.meters).unwrap();
        assert!(Columns::schema().prove(&bytes).unwrap().is_complete());
        Columns::compact(&mut bytes).unwrap();
        assert!(bytes == vellum::to_vec(&value).unwrap(), "{from} {to}");
    }
}

#[test]
fn numbers_that_are_appended_at_once_to_a_record_are_all_there_or_none() {
    let text = "enum Fruit { apples = 1, pears } struct Part { values: list<u32> }
                struct Bag { a: list<u32?>, b: list<u32>, c: list<Fruit>, d: list<any>, e: list<u8>, part: Part? } root Bag;";
    let schema = Schema::parse(text).unwrap();
    let mut record = Record::new(&schema);
    record.push("b", 7_u32).unwrap();
    let before = record.as_bytes().to_vec();
    for path in ["a[]", "d[]"] {
        let field = schema.field::<u32>(path).unwrap();
        assert_eq!(record.extend_from_slice(&field, &[1, 2]).unwrap_err().kind(), ErrorKind::Type, "{path}");
    }
    let fruit = schema.field::<u8>("c[]").unwrap();
    assert_eq!(record.extend_from_slice(&fruit, &[1, 2]).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.as_bytes(), before);

    let inner = schema.field::<u32>("part.values[]").unwrap();
    record.extend_from_slice(&inner, &[]).unwrap();
    assert_eq!(record.as_bytes(), before);
    record.extend_from_slice(&inner, &[1, 2, 3]).unwrap();
    record.extend_from_slice(&schema.field::<u32>("b[]").unwrap(), &[8, 9]).unwrap();
    assert_eq!(record.get::<u32>("part.values[2]").unwrap(), 3);
    assert_eq!(record.get::<u32>("b[2]").unwrap(), 9);

    // In memory that cannot grow there is no room for so many.
    let mut memory = record.as_bytes().to_vec();
    let (before, len) = (memory.clone(), memory.len());
    let mut fixed = Record::open(&schema, &mut memory[..]).unwrap();
    assert_eq!(fixed.extend_from_slice(&inner, &vec![1; len]).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(memory, before);
}

#[test]
fn what_a_kept_buffer_held_does_not_show_in_what_is_written_over_it() {
    for len in [0, 10, 300, 5000] {
        over_used_memory(&columns(len));
        over_used_memory(&mixed(len));
    }
}

fn over_used_memory<T: Vellum>(value: &T) {
    let fresh = vellum::to_vec(value).unwrap();
    for used in [0, 100, fresh.len(), 3 * fresh.len()] {
        let mut kept = vec![0xA5; used];
        vellum::encode_into(value, &mut kept).unwrap();
        assert!(kept == fresh, "{} bytes over {used}", fresh.len());
    }
    let mut memory = vec![0xA5; fresh.len() + 9];
    assert!(vellum::to_slice(value, &mut memory).unwrap() == fresh);
}

#[test]
fn a_list_of_bytes_is_no_level_of_nesting_as_bytes_are_none() {
    #[derive(Vellum, Debug, PartialEq)]
    struct Nest {
        next: Option<Box<Nest>>,
        content: Vec<u8>,
        numbers: Vec<u16>,
    }
    let nest = |levels: usize, numbers: Vec<u16>| {
        let innermost = Nest { next: None, content: vec![1], numbers };
        (0..levels).fold(innermost, |next, _| Nest { next: Some(Box::new(next)), content: vec![], numbers: vec![] })
    };
    let bytes = vellum::to_vec(&nest(64, vec![])).unwrap();
    assert_eq!(vellum::from_slice::<Nest>(&bytes).unwrap(), nest(64, vec![]));
    assert_eq!(vellum::to_vec(&nest(64, vec![1])).unwrap_err().kind(), ErrorKind::Limit);
    assert!(vellum::to_vec(&nest(63, vec![1])).is_ok());
}

#[test]
fn a_list_that_says_more_elements_than_there_are_is_an_error() {
    let mut bytes = vellum::to_vec(&Columns { doubles: vec![1.0, 2.0], ..Columns::default() }).unwrap();
    bytes.pop();
    assert_eq!(vellum::from_slice::<Columns>(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(Columns::peek(&bytes).unwrap().doubles().unwrap_err().kind(), ErrorKind::Corrupt);
}

#[cfg(feature = "zerocopy")]
mod slices {
    use vellum::raw::Raw;

    use super::*;

    fn list<'a>(record: &'a Record<&[u8]>, name: &str) -> vellum::dynamic::ListRef<'a> {
        match record.root().unwrap().get(name).unwrap() {
            ValueRef::List(list) => list,
            _ => panic!("`{name}` is not a list"),
        }
    }

    #[test]
    fn a_slice_holds_what_the_list_does() {
        for len in [0, 1, 500] {
            let value = columns(len);
            let bytes = vellum::to_vec(&value).unwrap();
            let view = Columns::peek(&bytes).unwrap();
            assert!(view.signed().unwrap().as_slice().unwrap() == value.signed);
            assert!(view.short().unwrap().as_slice().unwrap().iter().map(|word| word.get()).eq(value.short.clone()));
            assert!(view.wide().unwrap().as_slice().unwrap().iter().map(|word| word.get()).eq(value.wide.clone()));
            let stored = view.doubles().unwrap().as_slice().unwrap().iter().map(|double| double.get().to_bits());
            assert!(stored.eq(bits(&value).1));
            let points: &[PointRaw] = view.points().unwrap().as_slice().unwrap();
            assert!(points.iter().map(Point::from_raw).eq(value.points.clone()));
            assert!(points.iter().copied().eq(value.points.iter().map(Point::to_raw)));
            let meters: &[MetersRaw] = view.meters().unwrap().as_slice().unwrap();
            assert!(meters.iter().map(|meters| meters.0.get()).eq(value.meters.iter().map(|meters| meters.0)));
            let rows = view.rows().unwrap().as_slice().unwrap();
            assert!(rows.iter().map(<[u16; 3]>::from_raw).eq(value.rows.clone()));

            let proved = Columns::prove(&bytes).unwrap();
            assert!(proved.points().as_slice() == points && proved.meters().as_slice() == meters);
            assert!(proved.wide().as_slice().iter().map(|word| word.get()).eq(value.wide.clone()));

            let record = Record::open(Columns::schema(), &bytes[..]).unwrap();
            let ints = list(&record, "ints").as_slice::<i32>().unwrap();
            assert!(ints.iter().map(|int| int.get()).eq(value.ints.clone()));
            assert!(list(&record, "points").as_slice::<Point>().unwrap() == points);
            assert!(list(&record, "meters").as_slice::<Meters>().unwrap() == meters);
            assert!(list(&record, "rows").as_slice::<[u16; 3]>().unwrap() == rows);
        }
    }

    #[test]
    fn what_is_written_to_a_slice_is_in_the_buffer_and_nothing_else_changes() {
        let mut value = columns(40);
        let mut bytes = vellum::to_vec(&value).unwrap();
        let mut edit = Columns::edit(&mut bytes).unwrap();
        let mut doubles = edit.doubles();
        doubles.as_mut_slice().unwrap()[7] = 1.5.into();
        doubles.push(2.5).unwrap();
        doubles.as_mut_slice().unwrap()[40] = 3.5.into();
        edit.points().as_mut_slice().unwrap()[39].grid[1][1] = 77.into();
        edit.points().as_mut_slice().unwrap()[38] = point(5).into();
        edit.rows().as_mut_slice().unwrap()[0][2] = 9.into();
        Columns::compact(&mut bytes).unwrap();
        value.doubles[7] = 1.5;
        value.doubles.push(3.5);
        value.points[39].grid[1][1] = 77;
        value.points[38] = point(5);
        value.rows[0][2] = 9;
        assert_eq!(bytes, vellum::to_vec(&value).unwrap());
        let mut empty = vellum::to_vec(&Columns::default()).unwrap();
        assert!(Columns::edit(&mut empty).unwrap().doubles().as_mut_slice().unwrap().is_empty());
    }

    #[derive(Vellum)]
    #[vellum(frozen, raw, rename_all = "camelCase")]
    struct Pair {
        first_of: f32,
        then: [i16; 2],
    }

    #[test]
    fn elements_of_a_schema_that_are_stored_otherwise_are_no_slice() {
        let refused = |text: &str| {
            let schema = Schema::parse(text).unwrap();
            let bytes = Record::new(&schema).into_storage();
            let record = Record::open(&schema, &bytes[..]).unwrap();
            let kind = list(&record, "items").as_slice::<Pair>().map(<[PairRaw]>::len).map_err(|error| error.kind());
            kind == Err(ErrorKind::Type)
        };
        let root = "struct Bag { items: list<Pair> } root Bag;";
        assert!(!refused(&format!("frozen struct Pair {{ firstOf: f32, then: array<i16, 2> }} {root}")));
        for fields in [
            "then: array<i16, 2>, firstOf: f32",
            "firstOf: f32, other: array<i16, 2>",
            "firstOf: f32, then: array<i16, 3>",
            "firstOf: f32, then: array<u16, 2>",
            "firstOf: f32, then: array<i16?, 2>",
            "firstOf: f32?, then: array<i16, 2>",
            "firstOf: f32 = 1.0, then: array<i16, 2>",
            "firstOf: u32, then: array<i16, 2>",
            "firstOf: f32",
            "firstOf: f32, then: array<i16, 2>, more: u8",
        ] {
            assert!(refused(&format!("frozen struct Pair {{ {fields} }} {root}")), "{fields}");
        }
        assert!(refused(&format!("struct Pair {{ firstOf: f32, then: array<i16, 2> }} {root}")));
        for items in ["list<f32>", "list<Pair?>", "list<array<i16, 2>>", "list<tuple<f32, i16>>"] {
            let pair = "frozen struct Pair { firstOf: f32, then: array<i16, 2> }";
            assert!(refused(&format!("{pair} struct Bag {{ items: {items}, pair: Pair }} root Bag;")), "{items}");
        }
    }

    #[test]
    fn elements_that_are_more_than_numbers_are_no_slice() {
        let bytes = vellum::to_vec(&mixed(3)).unwrap();
        let record = Record::open(Mixed::schema(), &bytes[..]).unwrap();
        for name in ["flags", "steps", "names", "maybe", "people", "lists", "shapes"] {
            let list = list(&record, name);
            assert_eq!(list.as_slice::<u32>().unwrap_err().kind(), ErrorKind::Type, "{name}");
            assert_eq!(list.as_slice::<Point>().unwrap_err().kind(), ErrorKind::Type, "{name}");
        }
        let bytes = vellum::to_vec(&columns(6)).unwrap();
        let record = Record::open(Columns::schema(), &bytes[..]).unwrap();
        assert!(list(&record, "points").as_slice::<f64>().is_err());
        assert!(list(&record, "doubles").as_slice::<Point>().is_err());
    }

    #[test]
    fn an_array_is_a_slice_if_the_record_stores_it() {
        #[derive(Vellum)]
        struct Board {
            rates: [f64; 3],
        }
        let bytes = vellum::to_vec(&Board { rates: [1.0, 2.0, 3.0] }).unwrap();
        assert_eq!(Board::peek(&bytes).unwrap().rates().unwrap().as_slice().unwrap(), [1.0, 2.0, 3.0]);
        let record = Record::open(Board::schema(), &bytes[..]).unwrap();
        assert_eq!(list(&record, "rates").as_slice::<f64>().unwrap(), [1.0, 2.0, 3.0]);

        let newer = Schema::parse("struct Board { id: u8, rates: array<f64, 3> since 2 } root Board;").unwrap();
        let record = Record::open(&newer, &[0x20, 1, 5][..]).unwrap();
        assert_eq!(list(&record, "rates").as_slice::<f64>().unwrap_err().kind(), ErrorKind::Path);
    }

    #[test]
    fn numbers_of_one_width_in_a_compact_list_of_any_are_a_slice() {
        let schema = Schema::parse("struct Bag { items: list<any> } root Bag;").unwrap();
        let mut record = Record::new(&schema);
        let item = schema.field::<f64>("items[]").unwrap();
        record.extend(&item, [1.5, 2.5]).unwrap();
        record.compact().unwrap();
        let bytes = record.into_storage();
        let record = Record::open(&schema, &bytes[..]).unwrap();
        assert_eq!(list(&record, "items").as_slice::<f64>().unwrap(), [1.5, 2.5]);
    }
}
