//! Proved views: who has them, and of what.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use vellum::value::Any;
use vellum::value::any::AnyRef;
use vellum::{
    ErrorKind, Vellum,
    proved::{Proved, StableBytes},
};

use super::types::{Cells, Event, EventRef, Many, Page, Part};

fn many() -> Many {
    Many { words: vec!["a".into(), "b".into()], shared: "shared".into(), ..Many::default() }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it has a thread")]
fn a_proof_with_its_bytes_can_be_kept_shared_and_taken_apart() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    let bytes: Arc<[u8]> = vellum::to_vec(&many()).unwrap().into();
    let proved = Proved::<_, Many>::new(Arc::clone(&bytes)).unwrap();
    is_shared(&proved);
    let other = proved.clone();
    let words = std::thread::spawn(move || other.get().words().iter().map(str::len).sum::<usize>()).join().unwrap();
    assert_eq!((words, proved.get().shared()), (2, "shared"));
    assert_eq!(proved.as_bytes(), &*bytes);
    assert!(Arc::ptr_eq(&proved.into_bytes(), &bytes));
}

#[test]
fn every_kind_of_bytes_that_stays_as_it_is_can_be_kept() {
    fn check(bytes: impl StableBytes) {
        assert_eq!(Proved::<_, Many>::new(bytes).unwrap().get().words().last(), Some("b"));
    }
    let bytes = vellum::to_vec(&many()).unwrap();
    check(&*bytes);
    check(bytes.clone());
    check(bytes.clone().into_boxed_slice());
    check(Rc::<[u8]>::from(&*bytes));
    #[cfg(feature = "bytes")]
    check(bytes::Bytes::from(bytes.clone()));
    check(Arc::<[u8]>::from(bytes));
}

#[test]
fn what_is_not_valid_cannot_be_kept() {
    let mut bytes = vellum::to_vec(&many()).unwrap();
    *bytes.last_mut().unwrap() = 0xC3;
    let error = Proved::<_, Many>::new(&*bytes).map(drop).unwrap_err();
    assert_eq!(error.to_string(), Many::schema().prove(&bytes).unwrap_err().to_string());
}

#[test]
fn generic_types_are_proved_in_generic_code() {
    fn titles<T: Vellum>(bytes: &[u8], title: for<'a> fn(T::Proved<'a>) -> String) -> vellum::Result<String> {
        Ok(title(T::prove(bytes)?))
    }
    let part = Part { on: true, label: "part".into(), ..Part::default() };
    let page = Page::<'_, _, u8, 3> {
        title: Cow::Borrowed("first"),
        items: vec![part.clone()],
        first: Some(part.clone()),
        by_key: [(7, part)].into(),
        cells: Cells { cells: [1, 2, 3] },
    };
    let bytes = vellum::to_vec(&page).unwrap();
    assert_eq!(titles::<Page<'static, Part, u8, 3>>(&bytes, |page| page.title().to_owned()).unwrap(), "first");
    let proved = Page::<'_, Part, u8, 3>::prove(&bytes).unwrap();
    assert_eq!(proved.items().get(0).unwrap().label(), "part");
    assert_eq!(proved.by_key().get(7).unwrap(), proved.first().unwrap());
    assert!(proved.cells().cells().iter().eq([1, 2, 3]));
    assert_eq!(format!("{proved:?}"), format!("{:?}", Page::<'_, Part, u8, 3>::peek(&bytes).unwrap()));
}

#[test]
fn enums_that_hold_themselves_are_matched_on_level_by_level() {
    fn depth(event: EventRef<'_>) -> u32 {
        match event {
            EventRef::Not(event) => 1 + depth(event.get()),
            EventRef::Both(one, other) => 1 + depth(one.get()).max(depth(other.get())),
            _ => 0,
        }
    }
    let not = |event| Event::Not(Box::new(event));
    let event = Event::Both(Box::new(not(Event::Short(1))), Box::new(not(not(Event::None))));
    let bytes = vellum::to_vec(&Many { events: vec![event], ..Many::default() }).unwrap();
    assert_eq!(depth(Many::prove(&bytes).unwrap().events().first().unwrap()), 3);
}

#[test]
fn a_list_of_boxed_enums_is_read_as_one_of_enums() {
    #[derive(Vellum)]
    #[allow(clippy::vec_box)]
    struct Boxes {
        events: Vec<Box<Any>>,
    }
    let events = vec![Box::new(Any::from("a")), Box::new(Any::from("b"))];
    let bytes = vellum::to_vec(&Boxes { events }).unwrap();
    assert_eq!(Boxes::schema().prove(&bytes).is_ok(), Boxes::prove(&bytes).is_ok());
    let texts = Boxes::prove(&bytes).unwrap().events();
    let texts = texts.iter().map(|any| if let AnyRef::String(text) = any { text } else { panic!("no text") });
    assert!(texts.eq(["a", "b"]));
}

mod newer {
    use vellum::Vellum;

    #[derive(Vellum, Default)]
    pub struct Car {
        pub color: Color,
        pub last: Trip,
        pub trips: Vec<Trip>,
    }

    #[derive(Vellum, Default)]
    #[vellum(open)]
    pub enum Color {
        #[default]
        Red,
        Green,
    }

    #[derive(Vellum, Default)]
    #[vellum(open)]
    pub enum Trip {
        #[default]
        None,
        To(String),
        Back,
    }
}

#[derive(Vellum)]
struct Car {
    color: Color,
    last: Trip,
    trips: Vec<Trip>,
}

/// Open, but nothing stands for what is unknown.
#[derive(Vellum, Debug, PartialEq)]
#[vellum(open)]
enum Color {
    Red,
}

#[derive(Vellum)]
#[vellum(open)]
enum Trip {
    None,
    To(String),
}

#[test]
fn an_unknown_variant_that_a_type_has_no_value_for_is_refused_as_newer() {
    let newer = |car: newer::Car| vellum::to_vec(&car).unwrap();
    let bytes = newer(newer::Car { last: newer::Trip::To("Oslo".into()), ..Default::default() });
    let car = Car::prove(&bytes).unwrap();
    assert_eq!(car.color(), Color::Red);
    assert!(matches!(car.last(), TripRef::To("Oslo")));
    assert!(car.trips().is_empty());
    for bytes in [
        newer(newer::Car { color: newer::Color::Green, ..Default::default() }),
        newer(newer::Car { last: newer::Trip::Back, ..Default::default() }),
        newer(newer::Car { trips: vec![newer::Trip::Back], ..Default::default() }),
        newer(newer::Car { trips: vec![newer::Trip::Back, newer::Trip::None], ..Default::default() }),
    ] {
        assert!(Car::schema().prove(&bytes).is_ok(), "the walk passes over it");
        assert_eq!(Car::prove(&bytes).map(drop).unwrap_err().kind(), ErrorKind::Newer);
        // What else is wrong is told first.
        let mut broken = bytes.clone();
        broken.push(1);
        if let Err(error) = Car::schema().prove(&broken) {
            assert_eq!(Car::prove(&broken).map(drop).unwrap_err().to_string(), error.to_string());
        }
    }
}
