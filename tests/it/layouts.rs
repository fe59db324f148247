//! Laying a buffer out anew, as it widens and for its canonical form: records whose fields are copied in stretches, and
//! the choice of the width.

use vellum::{Record, Result, Schema, Vellum, schema::PointerWidth};

const FIRST: &str = "
    enum Level: u16 { low = 300, high = 7 }
    frozen struct Spot { x: i16, level: Level, is_up: bool, y: i16 }
    struct Inner { a: u8, text: string, b: u64 }
    struct Log {
        text: string, a: u8, gap: u16?, b: u32, flag: bool, level: Level, code: string[3], spot: Spot, other: string,
        c: u64, inner: Inner, list: list<Inner>, pair: tuple<u8, u32>, d: f64
        LATER
    }
    root Log;";

const LATER: &str = ", e: u16 since 2, name: string since 2, f: u8 since 2, maybe: u32? since 2, g: i64 since 3";

fn schemas() -> [Schema; 2] {
    ["", LATER].map(|later| Schema::parse(&FIRST.replace("LATER", later)).unwrap())
}

fn width(bytes: &[u8]) -> PointerWidth {
    PointerWidth::ALL[usize::from(bytes[0] & 3)]
}

/// Sets every field of the first revision.
fn fill(record: &mut Record<Vec<u8>>) -> Result<()> {
    record.set("text", "a text")?;
    record.set("a", 1u8)?;
    record.set("b", 0x0203_0405u32)?;
    record.set("flag", true)?;
    record.set("level", 7u16)?;
    record.set("code", "xyz")?;
    record.set("spot.x", -2i16)?;
    record.set("spot.is_up", true)?;
    record.set("spot.y", 3i16)?;
    record.set("other", "another")?;
    record.set("c", u64::MAX - 5)?;
    record.set("inner.a", 9u8)?;
    record.set("inner.text", "within")?;
    record.set("inner.b", 10u64)?;
    for index in 0..2u8 {
        record.push_default("list")?;
        record.set(&format!("list[{index}].a")[..], 20 + index)?;
        record.set(&format!("list[{index}].text")[..], "element")?;
    }
    record.set("pair.1", 77u32)?;
    record.set("d", 0.5f64)
}

fn check(record: &Record<Vec<u8>>, text: &str) {
    assert_eq!(record.get::<str>("text").unwrap(), text);
    assert_eq!(record.get::<u8>("a").unwrap(), 1);
    let gap = record.schema().field::<u16>("gap").unwrap();
    assert_eq!(record.get_optional(&gap).unwrap(), None);
    assert_eq!(record.get::<u32>("b").unwrap(), 0x0203_0405);
    assert!(record.get::<bool>("flag").unwrap());
    assert_eq!(record.get::<u16>("level").unwrap(), 7);
    assert_eq!(record.get::<u16>("spot.level").unwrap(), 300);
    assert_eq!(record.get::<str>("code").unwrap(), "xyz");
    assert_eq!(record.get::<i16>("spot.x").unwrap(), -2);
    assert!(record.get::<bool>("spot.is_up").unwrap());
    assert_eq!(record.get::<i16>("spot.y").unwrap(), 3);
    assert_eq!(record.get::<str>("other").unwrap(), "another");
    assert_eq!(record.get::<u64>("c").unwrap(), u64::MAX - 5);
    assert_eq!(record.get::<u64>("inner.b").unwrap(), 10);
    assert_eq!(record.get::<str>("inner.text").unwrap(), "within");
    assert_eq!(record.get::<u8>("list[1].a").unwrap(), 21);
    assert_eq!(record.get::<str>("list[1].text").unwrap(), "element");
    assert_eq!(record.get::<u32>("pair.1").unwrap(), 77);
    assert_eq!(record.get::<f64>("d").unwrap().to_bits(), 0.5f64.to_bits());
}

#[test]
fn words_between_other_fields_are_the_same_at_every_width() {
    let schema = &schemas()[0];
    let mut record = Record::new(schema);
    fill(&mut record).unwrap();
    record.compact().unwrap();
    for (len, expected) in [(6, PointerWidth::One), (300, PointerWidth::Two), (70_000, PointerWidth::Four)] {
        let text = "a text".repeat(len / 6);
        record.set("text", &text[..]).unwrap();
        assert_eq!(width(record.as_bytes()), expected);
        check(&record, &text);
        assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
    }
    record.set("text", "a text").unwrap();
    record.compact().unwrap();
    let mut expected = Record::new(schema);
    fill(&mut expected).unwrap();
    expected.compact().unwrap();
    assert_eq!(record.as_bytes(), expected.as_bytes());
}

#[test]
fn records_of_an_older_revision_keep_their_words_and_take_those_of_the_newer() {
    let [old, new] = schemas();
    let mut record = Record::new(&old);
    fill(&mut record).unwrap();
    let mut record = Record::open(&new, record.into_storage()).unwrap();
    record.set("f", 200u8).unwrap();
    record.set("g", -1i64).unwrap();
    let text = "long ".repeat(100);
    record.set("text", &text[..]).unwrap();
    check(&record, &text);
    assert_eq!(record.get::<u16>("e").unwrap(), 0);
    assert_eq!(record.get::<u8>("f").unwrap(), 200);
    let maybe = record.schema().field::<u32>("maybe").unwrap();
    assert_eq!(record.get_optional(&maybe).unwrap(), None);
    assert_eq!(record.get::<i64>("g").unwrap(), -1);
    assert!(new.prove(record.as_bytes()).unwrap().is_complete());
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Note {
    first: String,
    second: String,
}

#[test]
fn a_buffer_widens_only_if_its_values_do_not_fit() -> Result<()> {
    let note = Note { first: "x".repeat(180), second: "y".into() };
    let mut bytes = vellum::to_vec(&note)?;
    Note::edit(&mut bytes)?.set_first("x")?;
    // 186 bytes, of which the text left most free: room enough at the width.
    Note::edit(&mut bytes)?.set_second(&"y".repeat(120))?;
    assert_eq!(width(&bytes), PointerWidth::One);
    assert_eq!(vellum::from_slice::<Note>(&bytes)?, Note { first: "x".into(), second: "y".repeat(120) });
    Note::edit(&mut bytes)?.set_first(&"x".repeat(180))?;
    assert_eq!(width(&bytes), PointerWidth::Two);
    assert_eq!(vellum::from_slice::<Note>(&bytes)?, Note { first: note.first, second: "y".repeat(120) });
    Ok(())
}

#[test]
fn a_text_that_moves_gives_the_same_bytes_by_cursor_and_by_path() -> Result<()> {
    let mut bytes = vellum::to_vec(&Note { first: String::new(), second: "y".into() })?;
    let mut others = bytes.clone();
    for len in [0, 3, 1, 40, 39, 60, 100, 7, 90, 200, 0, 260, 130, 400, 20_000, 3, 70_000] {
        let (first, second) = ("x".repeat(len), "y".repeat(len / 2));
        Note::edit(&mut bytes)?.set_first(&first)?;
        Note::edit(&mut bytes)?.set_second(&second)?;
        Record::open(Note::schema(), &mut others)?.set("first", &first[..])?;
        Record::open(Note::schema(), &mut others)?.set("second", &second[..])?;
        assert_eq!(bytes, others);
        assert_eq!(vellum::from_slice::<Note>(&bytes)?, Note { first, second });
        assert!(Note::schema().prove(&bytes)?.is_complete());
    }
    Ok(())
}
