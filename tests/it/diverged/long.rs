//! Long lists: few changes, memory in proportion to the buffers, and no step for each element that moves all others.

use vellum::{ErrorKind, Limits, Record, Result, Schema, change::Action, patch::Patch};

use super::copy;

const LEN: u32 = 100_000;

fn numbers(schema: &Schema, values: impl Iterator<Item = u32>) -> Record {
    let values: Vec<u32> = values.collect();
    let mut record = Record::new(schema);
    record.extend_from_slice(&schema.field::<u32>("list[]").unwrap(), &values).unwrap();
    record
}

/// Tells apart, and makes one of the other; gives the changes.
fn made(old: &Record, new: &Record) -> Patch {
    let changes = old.diff(new).unwrap();
    let mut patched = copy(old);
    patched.apply(&changes).unwrap();
    assert!(patched.content_eq(new).unwrap());
    changes
}

#[test]
fn a_long_list_of_numbers_is_filled_emptied_and_replaced_by_one_change() {
    let schema = Schema::parse("struct All { list: list<u32> } root All;").unwrap();
    let (empty, full) = (Record::new(&schema), numbers(&schema, 0..LEN));
    let others = numbers(&schema, LEN..2 * LEN);
    for (old, new) in [(&empty, &full), (&full, &empty), (&full, &others)] {
        let changes = made(old, new);
        assert_eq!((changes.len(), changes[0].action()), (1, Action::Splice));
    }
}

#[test]
fn many_elements_before_many_others_are_one_splice() {
    let schema = Schema::parse("struct All { list: list<u32> } root All;").unwrap();
    let (half, full) = (numbers(&schema, LEN / 2..LEN), numbers(&schema, 0..LEN));
    for (old, new) in [(&half, &full), (&full, &half)] {
        let changes = made(old, new);
        assert_eq!((changes.len(), changes[0].index()), (1, 0));
    }
    let mut theirs = numbers(&schema, LEN / 2..=LEN);
    theirs.apply(&half.diff(&full).unwrap()).unwrap();
    assert!(theirs.content_eq(&numbers(&schema, 0..=LEN)).unwrap());
}

#[test]
fn every_other_element_of_a_long_list_is_replaced_where_it_lies() {
    let schema = Schema::parse("struct All { list: list<u32> } root All;").unwrap();
    let (old, new) = (numbers(&schema, 0..LEN), numbers(&schema, (0..LEN).map(|number| number | 1)));
    let changes = made(&old, &new);
    assert_eq!(changes.len(), LEN as usize / 2);
}

#[test]
fn many_texts_and_structs_come_before_many_others() {
    const SOME: usize = 20_000;
    let schema = Schema::parse(
        "struct Part { n: u32, name: string } struct All { list: list<string>, parts: list<Part> } root All;",
    )
    .unwrap();
    let record = |from: usize| {
        let names: Vec<String> = (from..2 * SOME).map(|number| format!("\"{number}\"")).collect();
        let parts: Vec<String> =
            (from..2 * SOME).map(|number| format!("{{\"n\":{number},\"name\":\"{number}\"}}")).collect();
        schema.from_json(&format!("{{\"list\":[{}],\"parts\":[{}]}}", names.join(","), parts.join(","))).unwrap()
    };
    let (half, full) = (record(SOME), record(0));
    assert_eq!(made(&half, &full).len(), 2);
    assert_eq!(made(&full, &half).len(), 2);
}

#[test]
fn many_unions_come_before_many_others_and_the_list_stays_packed() {
    const SOME: usize = 20_000;
    let schema =
        Schema::parse("union Held { none, text: string, number: u8 } struct All { list: list<Held> } root All;")
            .unwrap();
    let record = |from: usize, first: &str| {
        let mut held: Vec<String> = (from..2 * SOME).map(|number| format!("{{\"number\":{}}}", number % 251)).collect();
        if !first.is_empty() {
            held[0] = first.into();
        }
        schema.from_json(&format!("{{\"list\":[{}]}}", held.join(","))).unwrap()
    };
    let half = record(SOME, "");
    let full = record(0, "");
    assert_eq!(made(&half, &full).len(), 1);
    let mut patched = copy(&half);
    patched.apply(&half.diff(&full).unwrap()).unwrap();
    // A mixed list has a tag and the room of a pointer for each element.
    let live = patched.space().unwrap().live;
    assert!(live < 3 * SOME, "{live}");
    // Another variant first: the list becomes mixed.
    assert_eq!(made(&half, &record(0, "{\"text\":\"a\"}")).len(), 1);
}

#[test]
fn values_and_paths_of_changes_are_held_to_the_limits() -> Result<()> {
    // An element that an older revision wrote in a byte has a kilobyte now.
    let text = |more: &str| format!("struct Part {{ n: u8{more} }} struct All {{ list: list<Part> }} root All;");
    let fields: Vec<String> = (0..200).map(|number| format!(", m{number}: u64 since 2")).collect();
    let more = fields.concat();
    let (old, new) = (Schema::parse(&text(""))?, Schema::parse(&text(&more))?);
    let mut record = Record::new(&old);
    for number in 0..1000u32 {
        record.push_default("list")?;
        record.set(&*format!("list[{number}].n"), u8::try_from(number % 200 + 1).unwrap_or(1))?;
    }
    let bytes = record.into_storage();
    let opened = |limits: Limits| Record::open(&new.with_limits(limits), bytes.clone());
    let generous = opened(Limits::new())?;
    assert_eq!(Record::new(generous.schema()).diff(&generous)?.len(), 1);
    let strict = opened(Limits::new().bytes(0))?;
    let error = Record::new(strict.schema()).diff(&strict).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    Ok(())
}
