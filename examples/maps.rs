//! Maps and sets in a buffer: counted up in place, found by key, walked in order, cut into blocks as they grow.
//!
//! `cargo run --example maps`

use std::collections::{BTreeMap, BTreeSet};

use vellum::{Result, Vellum};

#[derive(Vellum, Default)]
struct Index {
    pages: BTreeMap<String, Entry>,
    letters: BTreeSet<char>,
}

#[derive(Vellum, Default)]
struct Entry {
    count: u32,
    lines: Vec<u32>,
}

const TEXT: &str = "the skin is scraped and the skin is written on again
the ink of the old text shows through the new
a scribe who scrapes a skin reads the old text first";

fn main() -> Result<()> {
    let mut bytes = vellum::to_vec(&Index::default())?;
    let mut index = Index::edit(&mut bytes)?;
    for (line, text) in (1..).zip(TEXT.lines()) {
        for word in text.split(' ') {
            let mut pages = index.pages();
            let mut entry = pages.at_or_insert(word, &Entry::default())?;
            let count = entry.count()?;
            entry.set_count(count + 1)?;
            entry.lines().push(line)?;
            index.letters().insert(word.chars().next().unwrap_or('-'))?;
        }
    }
    println!("{} bytes of text, {} of index", TEXT.len(), bytes.len());

    let view = Index::peek(&bytes)?;
    let pages = view.pages()?;
    for entry in pages.prefix("s")? {
        let (word, entry) = entry?;
        println!("  {word:<8} {} times, on the lines {:?}", entry.count()?, entry.lines()?);
    }
    let range = pages.range("o"..="t")?.map(|entry| entry.map(|(word, _)| word)).collect::<Result<Vec<_>>>()?;
    println!("from o to t: {range:?}");
    let letters = view.letters()?.iter().collect::<Result<String>>()?;
    println!(
        "first letters: {letters}, \"text\" is {}",
        if pages.contains_key("text")? { "there" } else { "not there" }
    );

    let mut index = Index::edit(&mut bytes)?;
    index.pages().remove("the")?;
    println!("{} words without \"the\"", index.pages().len()?);

    // A set of many: one run first, then blocks, each moved alone.
    let mut bytes = vellum::to_vec(&Squares { numbers: BTreeSet::new() })?;
    for number in 0..100_000u64 {
        Squares::edit(&mut bytes)?.numbers().insert(number * number)?;
    }
    println!("100,000 squares in {} bytes, each inserted by a session of its own", bytes.len());
    Squares::compact(&mut bytes)?;
    println!("compact: {}, with room for a third more in each block", bytes.len());
    Ok(())
}

#[derive(Vellum)]
struct Squares {
    numbers: BTreeSet<u64>,
}
