//! Structs of fields without names, and structs without fields.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use vellum::{DecodeOwned, Result, Schema, Vellum};

#[track_caller]
fn round_trip<T: Vellum + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) -> Vec<u8> {
    let bytes = vellum::to_vec(value).unwrap();
    assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), *value);
    let mut compact = bytes.clone();
    T::compact(&mut compact).unwrap();
    assert_eq!(compact, bytes);
    assert_eq!(&Schema::parse(&T::schema().to_string()).unwrap(), T::schema());
    bytes
}

#[track_caller]
fn has_lines<T: Vellum>(lines: &[&str]) {
    let text = T::schema().to_string();
    for line in lines {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
struct Point(f64, f64);

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Named<T>(String, T, #[vellum(skip)] u32);

/// A number of a kind of thing.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Id<T>(u32, PhantomData<T>);

#[derive(Vellum, Clone, Copy, Debug, PartialEq, Default)]
struct Nothing;

#[test]
fn a_tuple_struct_is_stored_as_the_tuple_of_its_fields() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Shape {
        from: Point,
        all: Vec<Point>,
        maybe: Option<Point>,
        named: Named<u8>,
        id: Id<String>,
        ids: BTreeMap<Id<u8>, Named<Point>>,
        nothing: Nothing,
        nothings: Vec<Nothing>,
        maybe_nothing: Option<Nothing>,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(rename = "Shape")]
    struct Plain {
        from: (f64, f64),
        all: Vec<(f64, f64)>,
        maybe: Option<(f64, f64)>,
        named: (String, u8),
        id: u32,
        ids: BTreeMap<u32, (String, (f64, f64))>,
        nothing: Nothing,
        nothings: Vec<Nothing>,
        maybe_nothing: Option<Nothing>,
    }
    let mut shape = Shape {
        from: Point(1.0, 2.0),
        all: vec![Point(3.0, 4.0), Point(0.0, 0.0)],
        maybe: Some(Point(0.0, 0.0)),
        named: Named("n".into(), 7, 0),
        id: Id(9, PhantomData),
        ids: BTreeMap::from([(Id(1, PhantomData), Named("one".into(), Point(5.0, 6.0), 0))]),
        nothing: Nothing,
        nothings: vec![Nothing; 3],
        maybe_nothing: Some(Nothing),
    };
    let plain = Plain {
        from: (1.0, 2.0),
        all: vec![(3.0, 4.0), (0.0, 0.0)],
        maybe: Some((0.0, 0.0)),
        named: ("n".into(), 7),
        id: 9,
        ids: BTreeMap::from([(1, ("one".into(), (5.0, 6.0)))]),
        nothing: Nothing,
        nothings: vec![Nothing; 3],
        maybe_nothing: Some(Nothing),
    };
    let mut bytes = round_trip(&shape);
    assert_eq!(bytes, round_trip(&plain));
    assert_eq!(Shape::schema(), Plain::schema());
    has_lines::<Shape>(&["from: tuple<f64, f64>,", "named: tuple<string, u8>,", "id: u32,", "struct Nothing {\n}"]);
    let mut edit = Shape::edit(&mut bytes)?;
    edit.set_from((7.0, 8.0))?;
    edit.all().push((9.0, 9.0))?;
    edit.set_maybe(None)?;
    edit.set_named(("longer", 8))?;
    edit.set_id(10)?;
    edit.ids().insert(2, ("two", (1.0, 1.0)))?;
    edit.nothings().push(&Nothing)?;
    edit.set_maybe_nothing(None)?;
    assert_eq!(Shape::peek(&bytes)?.from()?, (7.0, 8.0));
    shape.from = Point(7.0, 8.0);
    shape.all.push(Point(9.0, 9.0));
    shape.maybe = None;
    shape.named = Named("longer".into(), 8, 0);
    shape.id = Id(10, PhantomData);
    shape.ids.insert(Id(2, PhantomData), Named("two".into(), Point(1.0, 1.0), 0));
    shape.nothings.push(Nothing);
    shape.maybe_nothing = None;
    assert_eq!(vellum::from_slice::<Shape>(&bytes)?, shape);
    round_trip(&Nothing);
    Ok(())
}

impl<T> Eq for Id<T> where Self: PartialEq {}
impl<T> PartialOrd for Id<T>
where
    Self: PartialEq,
{
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T>
where
    Self: PartialEq,
{
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
