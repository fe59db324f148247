//! Records in fjall, whose journal takes patches.
//!
//! `cargo run --example fjall_records --features fjall`

use fjall::Database;
use vellum::Vellum;
use vellum_stores::fjall::Records;
use vellum_stores::{Key, KeyOf};

#[derive(Vellum)]
#[vellum(key(shelf, number))]
struct Book {
    shelf: String,
    number: u32,
    title: String,
    text: String,
    readers: Vec<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let database = Database::builder(&folder).open()?;
    let books = Records::<KeyOf<Book>, Book>::open(&database, "books")?;

    let book = Book {
        shelf: "engines".into(),
        number: 1,
        title: "Sketch of the Analytical Engine".into(),
        text: "The Analytical Engine weaves algebraical patterns. ".repeat(20),
        readers: vec![],
    };
    let bytes = vellum::to_vec(&book)?;
    let key = Key::of(&book)?;
    books.put(&key, &book)?;

    // Each of these is a patch of a few bytes in the journal.
    books.patch(&key, |book| book.readers().push("Ada"))?;
    books.patch(&key, |book| book.readers().push("Mary"))?;
    let found = books.get(&key)?.ok_or("no book")?;
    println!(
        "{} readers; a record of {} bytes with {} patches",
        found.peek()?.readers()?.len(),
        bytes.len(),
        found.patches()
    );

    // From time to time a key is folded, so that a read has few patches to make.
    books.fold(&key)?;
    let found = books.get(&key)?.ok_or("no book")?;
    println!("{} readers; {} patches", found.peek()?.readers()?.len(), found.patches());
    Ok(())
}
