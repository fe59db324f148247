//! Extensions of the header, none of which this version knows: what is read, kept, taken out and refused.

use vellum::{ErrorKind, Record, Result, Schema, Vellum, Workspace};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Note {
    pages: u8,
    title: String,
}

/// A buffer with an extension of that id; its pointers are those of a buffer without one, moved.
fn extended(id: u8) -> Vec<u8> {
    vec![0x30, 4, id, 2, 0xAA, 0xBB, 2, 7, 9, 1, b'x']
}

fn note() -> Note {
    Note { pages: 7, title: "x".into() }
}

#[test]
fn an_unknown_extension_is_passed_over_and_kept() -> Result<()> {
    let bytes = extended(5);
    assert_eq!(vellum::from_slice::<Note>(&bytes)?, note());
    assert_eq!(Note::peek(&bytes)?.title()?, "x");
    assert_eq!(Note::prove(&bytes)?.title(), "x");
    assert!(Note::schema().prove(&bytes)?.is_complete());
    assert!(Note::content_eq(&bytes, &vellum::to_vec(&note())?)?);
    let record = Record::open(Note::schema(), bytes.clone())?;
    assert_eq!(record.get::<u8>("pages")?, 7);

    // In place, and in a layout with wider pointers.
    let long = "long".repeat(100);
    let mut typed = bytes.clone();
    let mut edit = Note::edit(&mut typed)?;
    edit.set_pages(9)?;
    edit.set_title(&long)?;
    let mut record = Record::open(Note::schema(), bytes.clone())?;
    record.set("pages", 9)?;
    record.set("title", &*long)?;
    for grown in [&typed, &record.into_storage()] {
        assert_eq!(grown[..8], [0x31, 4, 5, 2, 0xAA, 0xBB, 3, 9]);
        assert_eq!(vellum::from_slice::<Note>(grown)?, Note { pages: 9, title: long.clone() });
        assert!(Note::schema().prove(grown)?.is_complete());
    }
    let mut compact = bytes;
    Note::compact(&mut compact)?;
    assert_eq!(compact, vellum::to_vec(&note())?);
    Ok(())
}

#[test]
fn compacting_takes_out_items_that_are_not_known_and_a_new_layout_keeps_them() -> Result<()> {
    for id in [5, 0x45] {
        let mut record = Record::open(Note::schema(), extended(id))?;
        record.compact()?;
        assert_eq!(record.as_bytes(), vellum::to_vec(&note())?);
        let mut typed = extended(id);
        Note::compact(&mut typed)?;
        assert_eq!(typed, record.as_bytes());
    }
    let mut record = Record::open(Note::schema(), extended(5))?;
    record.relayout_with(Note::schema(), 0)?;
    assert_eq!(record.as_bytes()[..6], [0x30, 4, 5, 2, 0xAA, 0xBB]);
    // Edits that lay the buffer out anew are as `relayout_with`.
    record.set("title", &*"long".repeat(100))?;
    assert_eq!(record.as_bytes()[..6], [0x31, 4, 5, 2, 0xAA, 0xBB]);
    Ok(())
}

#[test]
fn what_an_edit_makes_untrue_is_taken_out_before_it() -> Result<()> {
    let bytes = extended(0x45);
    assert_eq!(vellum::from_slice::<Note>(&bytes)?, note());
    let mut typed = bytes.clone();
    Note::edit(&mut typed)?.set_pages(8)?;
    let edits: [fn(&mut Record) -> Result<()>; 4] = [
        |record| record.set("pages", 8),
        |record| record.set(&record.schema().clone().field::<u8>("pages")?, 8),
        |record| record.merge_patch(r#"{"pages": 8}"#),
        |record| {
            let other = Record::open(Note::schema(), vellum::to_vec(&Note { pages: 8, ..Note::default() })?);
            record.copy_from("pages", &other?, "pages")
        },
    ];
    let mut edited = vec![typed];
    for edit in edits {
        let mut record = Record::open(Note::schema(), bytes.clone())?;
        assert_eq!(record.get::<u8>("pages")?, 7);
        assert_eq!(record.as_bytes(), bytes);
        edit(&mut record)?;
        edited.push(record.into_storage());
    }
    for bytes in edited {
        assert_eq!(bytes, [0x30, 4, 0, 2, 0xAA, 0xBB, 2, 8, 9, 1, b'x']);
    }
    Ok(())
}

#[test]
fn a_buffer_is_refused_whose_extension_has_to_be_known() {
    let mut bytes = extended(0x85);
    let before = bytes.clone();
    let newer = |error: vellum::Error| {
        assert_eq!(error.kind(), ErrorKind::Newer);
        assert_eq!(error.to_string(), "newer data: extension 133 of the header has to be known to read the buffer");
    };
    newer(Note::peek(&bytes).unwrap_err());
    newer(vellum::from_slice::<Note>(&bytes).unwrap_err());
    newer(Note::prove(&bytes).map(drop).unwrap_err());
    newer(Note::schema().prove(&bytes).map(drop).unwrap_err());
    newer(Note::edit(&mut bytes).map(drop).unwrap_err());
    newer(Note::compact(&mut bytes).unwrap_err());
    newer(Record::open(Note::schema(), &bytes).map(drop).unwrap_err());
    newer(Workspace::open(&mut bytes[..]).map(drop).unwrap_err());
    assert_eq!(bytes, before);
}

#[test]
fn a_workspace_has_its_extension_behind_its_words() -> Result<()> {
    let mut memory = vec![0xFF; 64];
    let header = [0x38, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 4, 5, 2, 0xAA, 0xBB, 2, 7, 24, 1, b'x'];
    memory[..header.len()].copy_from_slice(&header);
    assert_eq!(vellum::from_slice::<Note>(&memory)?, note());
    let mut workspace = Workspace::open(&mut memory[..])?;
    Note::edit(&mut workspace)?.set_title("a longer title")?;
    assert_eq!(memory[..3], [0x38, 0, 0]);
    assert_eq!(memory[12..22], [6, 0, 0, 0, 4, 5, 2, 0xAA, 0xBB, 2]);
    assert_eq!(Note::peek(&memory)?.title()?, "a longer title");
    // A workspace goes on counting its edits, whatever becomes of the rest.
    Note::compact(&mut Workspace::open(&mut memory[..])?)?;
    assert_eq!(memory[..18], [0x28, 0, 0, 0, 34, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 2, 7]);
    // In another storage it is read, and not edited.
    let mut foreign = memory.clone();
    assert_eq!(Note::edit(&mut foreign).map(drop).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(foreign, memory);
    Ok(())
}

#[test]
fn any_header_is_read_or_refused_alike() {
    let schema = Schema::parse("struct Note { pages: u8, title: string } root Note;").unwrap();
    let mut bytes = extended(5);
    for at in 0..8 {
        let kept = bytes[at];
        for byte in 0..=255 {
            bytes[at] = byte;
            let typed = vellum::from_slice::<Note>(&bytes).map_err(|error| error.kind());
            let run_time = Record::open(&schema, &bytes).and_then(|record| {
                let title = record.get::<str>("title")?.to_owned();
                Ok(Note { pages: record.get::<u8>("pages")?, title })
            });
            assert_eq!(typed, run_time.map_err(|error| error.kind()), "byte {at} is {byte}");
            let mut edited = bytes.clone();
            if let Ok(mut edit) = Note::edit(&mut edited) {
                let _ = edit.set_title("a title that grows");
            }
        }
        bytes[at] = kept;
    }
}

#[derive(Vellum, Debug, Default, PartialEq)]
#[vellum(lineage)]
struct Price {
    value: f32,
    unit: String,
}

#[derive(Vellum, Debug, Default, PartialEq)]
#[vellum(lineage)]
struct Count {
    value: u32,
    unit: String,
}

#[derive(Vellum, Debug, Default, PartialEq)]
#[vellum(lineage)]
struct Cost {
    amount: f32,
    unit: String,
    #[vellum(since = 2)]
    per: Option<u8>,
}

/// As [`Price`] without what its buffers carry.
#[derive(Vellum, Debug, Default, PartialEq)]
struct Bare {
    value: f32,
    unit: String,
}

fn price() -> Price {
    Price { value: 1.5, unit: "kg".into() }
}

#[test]
fn a_buffer_with_another_lineage_is_refused_however_it_is_opened() -> Result<()> {
    let bytes = vellum::to_vec(&price())?;
    let bare = vellum::to_vec(&Bare { value: 1.5, unit: "kg".into() })?;
    assert_eq!(bytes.len(), bare.len() + 7);
    assert_eq!(bytes[..4], [0x30, 6, 1, 4]);
    assert_eq!(bytes[4..8], Price::schema().lineage().unwrap().to_le_bytes());
    assert_eq!(Bare::schema().lineage(), None);

    let dynamic = Count::schema();
    let mut copy = bytes.clone();
    let mut memory = [0; 64];
    let mut workspace = Workspace::format(&mut memory[..], &price())?;
    let refusals = [
        Count::peek(&bytes).map(drop),
        Count::prove(&bytes).map(drop),
        Count::schema().prove(&bytes).map(drop),
        vellum::from_slice::<Count>(&bytes).map(drop),
        Count::edit(&mut copy).map(drop),
        Count::compact(&mut copy),
        dynamic.peek(&bytes).map(drop),
        dynamic.prove(&bytes).map(drop),
        Record::open(dynamic, bytes.clone()).map(drop),
        Count::content_eq(&bytes, &bytes).map(drop),
        Count::edit(&mut workspace).map(drop),
    ];
    for (number, refused) in refusals.into_iter().enumerate() {
        let error = refused.expect_err(&number.to_string());
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{number}");
        assert!(error.to_string().contains("another type"), "{number}: {error}");
    }
    assert_eq!(copy, bytes);
    // A revision, a type that does not ask, and buffers that do not say.
    assert_eq!(vellum::from_slice::<Cost>(&bytes)?, Cost { amount: 1.5, unit: "kg".into(), per: None });
    assert_eq!(vellum::from_slice::<Bare>(&bytes)?.unit, "kg");
    assert_eq!(vellum::from_slice::<Price>(&bare)?, price());
    Ok(())
}

#[test]
fn a_lineage_is_in_whatever_is_written_and_stays() -> Result<()> {
    let bytes = vellum::to_vec(&price())?;
    let schema = Price::schema();
    let mut written = vec![vellum::to_vec_with_width(&price(), vellum::schema::PointerWidth::One)?];
    written.push(Vec::new());
    vellum::encode_into(&price(), &mut written[1])?;
    let mut slice = vec![0xEE; 40];
    let len = vellum::to_slice(&price(), &mut slice)?.len();
    written.push(slice[..len].to_vec());
    let mut record = Record::new(schema);
    assert_eq!(record.as_bytes()[..8], bytes[..8]);
    record.set("value", 1.5_f32)?;
    record.set("unit", "kg")?;
    record.compact()?;
    written.push(record.into_storage());
    written.push(schema.from_json(r#"{"value": 1.5, "unit": "kg"}"#)?.into_storage());
    let mut grown = bytes.clone();
    Price::edit(&mut grown)?.set_unit(&"long".repeat(100))?;
    assert_eq!(grown[1..8], bytes[1..8]);
    Price::edit(&mut grown)?.set_unit("kg")?;
    Price::compact(&mut grown)?;
    written.push(grown);
    // What did not carry it does once it is laid out.
    let mut bare = vellum::to_vec(&Bare { value: 1.5, unit: "kg".into() })?;
    Price::compact(&mut bare)?;
    written.push(bare);
    for (number, written) in written.iter().enumerate() {
        assert_eq!(*written, bytes, "{number}");
    }

    let mut memory = vec![0; 64];
    Workspace::format(&mut memory[..], &price())?;
    assert_eq!((memory[0], &memory[16..23]), (0x38, &bytes[1..8]));
    assert_eq!(vellum::from_slice::<Price>(&memory)?, price());
    Price::compact(&mut Workspace::open(&mut memory[..])?)?;
    assert_eq!((memory[0], &memory[16..23]), (0x38, &bytes[1..8]));
    assert_eq!(vellum::from_slice::<Price>(&memory)?, price());
    Workspace::format_default(&mut memory[..], schema)?;
    assert_eq!(vellum::from_slice::<Price>(&memory)?, Price::default());
    Ok(())
}

#[test]
fn a_lineage_is_of_what_no_revision_changes() -> Result<()> {
    let of = |text: &str| Schema::parse(text).map(|schema| schema.lineage().unwrap());
    let first = "enum E { a, b } union U { x: string, y } struct S { e: E, u: U, s: list<S> } root S lineage;";
    let same = [
        "enum F { a, c = 2, b = 1 } union U { z: string, q: u8, y } struct S { e: F, u: U, s: list<S> } root S lineage;",
        "struct T { e: E, u: U, s: list<T>, more: string since 2 } enum E { a } union U { x: string } root T lineage;",
        "enum E { a } union U { x: string } struct S { /// Docs.\n e: E, u: U, s: list<S> } root S width 2 lineage;",
    ];
    for text in same {
        assert_eq!(of(text)?, of(first)?, "{text}");
        assert_eq!(Schema::parse(text)?.to_string().parse::<Schema>()?.lineage(), Some(of(first)?));
        assert_eq!(Schema::from_bytes(&Schema::parse(text)?.to_bytes())?.lineage(), Some(of(first)?));
        assert_eq!(Schema::parse(text)?.to_builder().build()?.lineage(), Some(of(first)?));
    }
    let others = [
        "enum E { a = 1, b } union U { x: string, y } struct S { e: E, u: U, s: list<S> } root S lineage;",
        "enum E : u16 { a, b } union U { x: string, y } struct S { e: E, u: U, s: list<S> } root S lineage;",
        "enum E { a, b } union U { x: list<i8>, y } struct S { e: E, u: U, s: list<S> } root S lineage;",
        "enum E { a, b } union U { y, x: string } struct S { e: E, u: U, s: list<S> } root S lineage;",
        "enum E { a, b } union U { x: string, y } struct S { e: E = b, u: U, s: list<S> } root S lineage;",
        "enum E { a, b } union U { x: string, y } struct S { e: E, u: U, s: list<S>? } root S lineage;",
        "enum E { a, b } union U { x: string, y } struct S { e: E, u: U, s: list<S>, t: u8 } root S lineage;",
        "enum E { a, b } union U { x: string, y } struct S { e: E, u: U, s: list<S> } root list<S> lineage;",
    ];
    for text in others {
        assert_ne!(of(text)?, of(first)?, "{text}");
    }
    Ok(())
}
