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
    assert_eq!(Note::view(&bytes)?.title()?, "x");
    assert_eq!(Note::access(&bytes)?.title(), "x");
    assert!(Note::verify(&bytes)?.complete());
    assert!(vellum::content_eq::<Note>(&bytes, &vellum::to_vec(&note())?)?);
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
        assert!(Note::verify(grown)?.complete());
    }
    let mut compact = bytes;
    vellum::compact::<Note>(&mut compact)?;
    assert_eq!(compact, vellum::to_vec(&note())?);
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
    newer(Note::view(&bytes).unwrap_err());
    newer(vellum::from_slice::<Note>(&bytes).unwrap_err());
    newer(Note::access(&bytes).map(drop).unwrap_err());
    newer(Note::verify(&bytes).map(drop).unwrap_err());
    newer(Note::edit(&mut bytes).map(drop).unwrap_err());
    newer(vellum::compact::<Note>(&mut bytes).unwrap_err());
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
    assert_eq!(Note::view(&memory)?.title()?, "a longer title");
    // A workspace goes on counting its edits, whatever becomes of the rest.
    vellum::compact::<Note>(&mut Workspace::open(&mut memory[..])?)?;
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
