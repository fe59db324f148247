//! Open enums: numbers and variants that this program does not know.

use std::collections::BTreeMap;

use vellum::{DecodeOwned, ErrorKind, Result, Schema, Vellum};

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

#[test]
fn an_open_enum_keeps_numbers_it_does_not_know() -> Result<()> {
    #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
    #[vellum(open)]
    enum Fruit {
        Apples,
        Pears,
        #[vellum(other)]
        Unknown(u8),
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Basket {
        fruit: Fruit,
        all: Vec<Fruit>,
        #[vellum(default = Fruit::Pears)]
        best: Fruit,
        counts: BTreeMap<Wide, u8>,
    }
    #[derive(Vellum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[vellum(open)]
    #[repr(u32)]
    enum Wide {
        First = 1_000_000,
        #[vellum(other)]
        Unknown(u32),
    }
    has_lines::<Basket>(&[
        "open enum Fruit {\n    Apples,\n    Pears,\n}",
        "open enum Wide: u32 {\n    First = 1000000,\n}",
    ]);
    let basket = Basket {
        fruit: Fruit::Unknown(200),
        all: vec![Fruit::Pears, Fruit::Unknown(9)],
        best: Fruit::Unknown(3),
        counts: BTreeMap::from([(Wide::Unknown(7), 1), (Wide::First, 2)]),
    };
    let mut bytes = round_trip(&basket);
    let view = Basket::peek(&bytes)?;
    assert_eq!((view.fruit()?, view.all()?.get(1)?), (Fruit::Unknown(200), Fruit::Unknown(9)));
    Basket::edit(&mut bytes)?.set_fruit(Fruit::Unknown(1))?;
    assert_eq!(Basket::peek(&bytes)?.fruit()?, Fruit::Pears);
    Ok(())
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Event")]
enum NewEvent {
    Nothing,
    Name(String),
    Moved(u64, u64),
    Gone,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(open)]
enum Event {
    Nothing,
    Name(String),
    #[vellum(other)]
    Unknown,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct NewLog {
    last: NewEvent,
    all: Vec<NewEvent>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Log {
    last: Event,
    all: Vec<Event>,
}

#[test]
fn an_open_union_reads_variants_it_does_not_know_as_other() -> Result<()> {
    has_lines::<Log>(&["open union Event {\n    Nothing,\n    Name: string,\n}"]);
    let all = vec![NewEvent::Gone, NewEvent::Name("n".into()), NewEvent::Moved(1, 2)];
    let mut bytes = vellum::to_vec(&NewLog { last: NewEvent::Moved(3, 4), all })?;
    let expected = Log { last: Event::Unknown, all: vec![Event::Unknown, Event::Name("n".into()), Event::Unknown] };
    assert_eq!(vellum::from_slice::<Log>(&bytes)?, expected);
    let view = Log::peek(&bytes)?;
    assert!(matches!(view.last()?.get()?, EventRef::Unknown));
    assert!(matches!(view.all()?.get(1)?.get()?, EventRef::Name("n")));
    let mut edit = Log::edit(&mut bytes)?;
    assert!(edit.last().as_name()?.is_none());
    edit.all().at(1)?.as_name()?.unwrap().push_str("ew")?;
    assert_eq!(vellum::from_slice::<NewLog>(&bytes)?.last, NewEvent::Moved(3, 4));
    assert_eq!(vellum::from_slice::<NewLog>(&bytes)?.all[1], NewEvent::Name("new".into()));
    Ok(())
}

#[test]
fn no_variant_that_stands_for_unknown_ones_has_the_mark_of_lists() -> Result<()> {
    let mut bytes = vellum::to_vec(&Log { last: Event::Nothing, all: vec![Event::Nothing, Event::Name("n".into())] })?;
    let is_read = |bytes: &[u8]| -> Result<()> {
        let view = Log::peek(bytes)?;
        view.last()?.get()?;
        view.all()?.get(0)?.get()?;
        Ok(())
    };
    is_read(&bytes)?;
    for at in [2, 7] {
        let before = std::mem::replace(&mut bytes[at], 0xFF);
        assert_eq!(before, 0, "a tag");
        assert_eq!(vellum::from_slice::<Log>(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(is_read(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(Log::schema().prove(&bytes).err().unwrap().kind(), ErrorKind::Corrupt);
        bytes[at] = 0;
    }
    Ok(())
}

#[test]
fn a_variant_that_stands_for_unknown_ones_is_not_written() -> Result<()> {
    let known = Log { last: Event::Name("n".into()), all: vec![Event::Nothing, Event::Nothing] };
    let unknown = Log { last: Event::Unknown, all: vec![Event::Unknown] };
    assert_eq!(vellum::to_vec(&unknown).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(
        vellum::to_vec(&Log { all: vec![Event::Nothing, Event::Unknown], ..known.clone() }).unwrap_err().kind(),
        ErrorKind::Newer
    );
    let mut bytes = round_trip(&known);
    let before = bytes.clone();
    let mut edit = Log::edit(&mut bytes)?;
    assert!(edit.set_last(&Event::Unknown).is_err());
    assert!(edit.last().set(&Event::Unknown).is_err());
    assert!(edit.all().push(&Event::Unknown).is_err());
    assert!(edit.all().insert(0, &Event::Unknown).is_err());
    assert!(edit.all().set(1, &Event::Unknown).is_err());
    assert!(edit.all().extend_from_slice(&[Event::Nothing, Event::Unknown]).is_err());
    assert!(edit.set_all(&[Event::Unknown]).is_err());
    assert_eq!(bytes, before);
    Ok(())
}

#[test]
fn an_open_union_without_other_refuses_what_it_does_not_know() -> Result<()> {
    #[derive(Vellum, Debug)]
    struct OnlyOpen {
        #[allow(dead_code)]
        last: OnlyKnown,
    }
    #[derive(Vellum, Debug)]
    #[vellum(open)]
    enum OnlyKnown {
        #[allow(dead_code)]
        Nothing,
        #[allow(dead_code)]
        Name(String),
    }
    has_lines::<OnlyOpen>(&["open union OnlyKnown {"]);
    let bytes = vellum::to_vec(&NewLog { last: NewEvent::Gone, all: vec![] })?;
    assert_eq!(vellum::from_slice::<OnlyOpen>(&bytes).unwrap_err().kind(), ErrorKind::Newer);
    let mut bytes = bytes;
    assert_eq!(OnlyOpen::edit(&mut bytes)?.last().get_mut().map(drop).unwrap_err().kind(), ErrorKind::Newer);
    assert!(matches!(Log::edit(&mut bytes)?.last().get_mut()?, EventMut::Unknown));
    Ok(())
}

#[test]
fn a_list_of_one_unknown_variant_is_read_and_replaced_but_not_edited() -> Result<()> {
    let all = vec![NewEvent::Moved(1, 2), NewEvent::Moved(3, 4)];
    let mut bytes = vellum::to_vec(&NewLog { last: NewEvent::Name("n".into()), all })?;
    let view = Log::peek(&bytes)?;
    assert_eq!(view.all()?.len(), 2);
    assert!(matches!(view.all()?.get(1)?.get()?, EventRef::Unknown));
    assert_eq!(format!("{:?}", view.all()?.get(1)?), "2");
    let expected = Log { last: Event::Name("n".into()), all: vec![Event::Unknown, Event::Unknown] };
    assert_eq!(vellum::from_slice::<Log>(&bytes)?, expected);
    // The list cannot be measured, so nothing of it moves.
    let before = bytes.clone();
    let mut edit = Log::edit(&mut bytes)?;
    assert_eq!(edit.all().len()?, 2);
    assert!(matches!(edit.all().get(0)?.get()?, EventRef::Unknown));
    let name = Event::Name("x".into());
    let results = [
        edit.all().push(&name),
        edit.all().insert(0, &name),
        edit.all().set(0, &name),
        edit.all().remove(0),
        edit.all().truncate(1),
        edit.all().clear(),
        edit.all().swap(0, 1),
        edit.all().extend_from_slice(&[Event::Nothing]),
        edit.all().sort_by(|_, _| std::cmp::Ordering::Greater),
        edit.all().retain(|_| false),
        edit.all().pop().map(drop),
        edit.all().at(0).map(drop),
    ];
    for (number, result) in results.into_iter().enumerate() {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Newer, "edit {number}");
    }
    assert_eq!(bytes, before);
    assert_eq!(Log::compact(&mut bytes).unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(bytes, before);
    Log::edit(&mut bytes)?.last().as_name()?.unwrap().push_str("ew")?;
    assert!(matches!(Log::peek(&bytes)?.last()?.get()?, EventRef::Name("new")));
    assert_eq!(vellum::from_slice::<NewLog>(&bytes)?.all[1], NewEvent::Moved(3, 4));
    Ok(())
}

#[test]
fn a_list_that_lost_its_unknown_elements_is_edited_again() -> Result<()> {
    let all = vec![NewEvent::Moved(1, 2)];
    let mut bytes = vellum::to_vec(&NewLog { last: NewEvent::Nothing, all })?;
    NewLog::edit(&mut bytes)?.all().clear()?;
    assert_eq!(Log::peek(&bytes)?.all()?.len(), 0);
    Log::edit(&mut bytes)?.all().push(&Event::Name("x".into()))?;
    assert_eq!(vellum::from_slice::<NewLog>(&bytes)?.all, [NewEvent::Name("x".into())]);
    Log::compact(&mut bytes)?;
    assert_eq!(vellum::from_slice::<NewLog>(&bytes)?.all, [NewEvent::Name("x".into())]);
    Ok(())
}
