//! The pictures of docs/life.md are what the bytes are.

use vellum::{Result, Vellum, Workspace};

#[derive(Vellum)]
struct Note {
    pages: u8,
    title: String,
    tags: Vec<u8>,
}

/// The bytes as the document prints them.
fn picture(bytes: &[u8]) -> String {
    let byte = |byte: &u8| match byte {
        letter if letter.is_ascii_alphanumeric() => format!(" {}", char::from(*letter)),
        other => format!("{other:02X}"),
    };
    bytes.iter().map(byte).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_pictures_show_the_bytes() -> Result<()> {
    let document = include_str!("../../docs/life.md");
    let pictures: Vec<String> = document.lines().map(|line| line.replace("| ", "").trim_end().to_owned()).collect();
    let mut shown = 0;
    let mut check = |bytes: &[u8]| {
        let picture = picture(bytes);
        let found = pictures.iter().position(|line| *line == picture);
        let found = found.unwrap_or_else(|| panic!("the document does not show {picture}"));
        assert!(found > shown, "{picture} comes too early");
        shown = found;
    };
    let mut bytes = vellum::to_vec(&Note { pages: 3, title: "hello".into(), tags: vec![1, 2] })?;
    check(&bytes);
    Note::edit(&mut bytes)?.set_title("hi")?;
    check(&bytes);
    Note::edit(&mut bytes)?.set_title("high")?;
    check(&bytes);
    Note::edit(&mut bytes)?.tags().push(7)?;
    check(&bytes);
    Note::edit(&mut bytes)?.set_title("holidays")?;
    check(&bytes);
    let mut again = bytes.clone();
    Note::edit(&mut again)?.clear_tags()?;
    check(&again);
    let mut edit = Note::edit(&mut bytes)?;
    edit.clear_tags()?;
    edit.tags().push(9)?;
    check(&bytes);
    Note::compact(&mut bytes)?;
    check(&bytes);
    Ok(())
}

#[test]
fn the_workspace_is_as_shown() -> Result<()> {
    let workspace = Workspace::format(vec![0; 64], &Note { pages: 0, title: String::new(), tags: vec![] })?;
    assert_eq!(workspace.len(), 20);
    let shown = "28 00 00 00 14 00 00 00 00 00 00 00 00 00 00 00 03 00 00 00 FF FF";
    assert_eq!(picture(&workspace.into_inner()[..22]), shown);
    Ok(())
}
