//! What happens to the bytes: a string shrinks, grows back into its slack, and moves when it outgrows it.

use vellum::{Vellum, cursor::AsSession};

#[derive(Vellum)]
struct Note {
    title: String,
    text: String,
}

/// Prints the buffer, free bytes as dots.
fn show(what: &str, bytes: &[u8]) {
    let shown: String = bytes
        .iter()
        .map(|byte| match byte {
            0xFF => '.'.to_string(),
            b' '..=b'~' => format!("{}", *byte as char),
            _ => format!("<{byte}>"),
        })
        .collect();
    println!("{what:<40} {:>3} bytes  {shown}", bytes.len());
}

/// A function over a cursor: `S` is whatever the cursor's buffer lies in, so it takes cursors of a root and of a field alike.
fn sign<S: AsSession>(note: &mut NoteEdit<'_, S>, name: &str) -> vellum::Result<()> {
    let mut text = note.text();
    text.push_str(" - ")?;
    text.push_str(name)
}

fn main() -> vellum::Result<()> {
    let mut bytes = vellum::to_vec(&Note { title: "to do".into(), text: "read".into() })?;
    show("encoded", &bytes);
    Note::edit(&mut bytes)?.set_title("do")?;
    show("shorter: the rest is slack", &bytes);
    Note::edit(&mut bytes)?.set_title("doing")?;
    show("longer again: back into the slack", &bytes);
    Note::edit(&mut bytes)?.set_title("done, and well")?;
    show("longer than before: moved to the end", &bytes);
    Note::edit(&mut bytes)?.set_text("read again")?;
    show("another field outgrows its place too", &bytes);

    sign(&mut Note::edit(&mut bytes)?, "Ada")?;
    show("changed by a function", &bytes);

    let before = bytes.clone();
    let fixed: &mut [u8] = &mut bytes;
    let error = Note::edit(fixed)?.set_text(&"x".repeat(100)).unwrap_err();
    println!("in a slice that cannot grow: {error}");
    assert_eq!(before, fixed, "an edit that fails leaves the buffer as it was");

    Note::compact(&mut bytes)?;
    show("compacted", &bytes);
    Ok(())
}
