//! Open enums and unions at run time: what a newer revision wrote is read as such, kept, and refused where it would be lost.
#![cfg(feature = "derive")]

use vellum::{
    ErrorKind, Record, Result, Schema, Vellum,
    dynamic::{Dynamic, ValueRef},
    field::VariantName,
};

const OLD: &str = "
    open enum Fruit { apples, pears }
    open union Event { none, name: string }
    struct Log { fruit: Fruit, best: Fruit = pears, counts: map<Fruit, u8>, last: Event, all: list<Event> }
    root Log;";
const NEW: &str = "
    open enum Fruit { apples, pears, plums = 200 }
    open union Event { none, name: string, gone, moved: list<u8>, seen: u8, at: Place }
    struct Place { x: u32, name: string }
    struct Log { fruit: Fruit, best: Fruit = pears, counts: map<Fruit, u8>, last: Event, all: list<Event> }
    root Log;";

/// A record of the newer revision, and the same bytes as the older one sees them.
fn both(edit: impl FnOnce(&mut Record) -> Result<()>) -> Result<(Record, Record)> {
    let (old, new) = (Schema::parse(OLD)?, Schema::parse(NEW)?);
    let mut record = Record::new(&new);
    edit(&mut record)?;
    let seen = Record::open(&old, record.as_bytes().to_vec())?;
    Ok((record, seen))
}

/// Gives an enum or a union a variant.
fn pick(record: &mut Record, path: &str, variant: &str) -> Result<()> {
    let field = record.schema().field::<VariantName>(path)?;
    record.set(&field, variant)
}

fn pick_at(record: &mut Record, index: usize, variant: &str) -> Result<()> {
    let all = record.schema().field::<VariantName>("all[]")?;
    record.set(all.at(index), variant)
}

fn push(record: &mut Record, variant: &str) -> Result<()> {
    let all = record.schema().field::<VariantName>("all[]")?;
    record.push(&all, variant)
}

#[track_caller]
fn refused<T: std::fmt::Debug>(record: &mut Record, kind: ErrorKind, edit: impl FnOnce(&mut Record) -> Result<T>) {
    let before = record.as_bytes().to_vec();
    assert_eq!(edit(record).unwrap_err().kind(), kind);
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn a_number_that_an_open_enum_does_not_know_is_read_and_set() -> Result<()> {
    let (new, mut old) = both(|new| {
        pick(new, "fruit", "plums")?;
        new.set("counts[plums]", 3u8)?;
        new.set("counts[apples]", 1u8)
    })?;
    assert_eq!(old.get::<VariantName>("fruit")?, "");
    assert_eq!(old.get::<u8>("fruit")?, 200);
    assert!(matches!(old.get::<Dynamic>("fruit")?, ValueRef::Enum("", 200)));
    assert_eq!(old.get::<u8>("counts[200]")?, 3);
    let counts = old.schema().field::<u8>("counts[]")?;
    assert_eq!(old.get(counts.at(200u8))?, 3);
    // It is set back, and a number that no revision knows is, too: by number, not by name.
    old.set("best", 200u8)?;
    old.set("fruit", 9u8)?;
    assert_eq!((old.get::<u8>("best")?, old.get::<u8>("fruit")?), (200, 9));
    old.set("counts[201]", 4u8)?;
    assert!(old.remove("counts[200]").is_ok());
    refused(&mut old, ErrorKind::Type, |old| pick(old, "fruit", ""));
    refused(&mut old, ErrorKind::Type, |old| pick(old, "fruit", "plums"));
    refused(&mut old, ErrorKind::Path, |old| old.set("counts[256]", 4u8));
    old.compact()?;
    let back = Record::open(new.schema(), old.as_bytes().to_vec())?;
    assert_eq!(back.get::<VariantName>("best")?, "plums");
    let mut copy = Record::new(old.schema());
    copy.copy_from("best", &old, "best")?;
    copy.merge(&old)?;
    assert!(copy.content_eq(&old)?);
    let fresh = Record::new(old.schema());
    let mut applied = Record::new(old.schema());
    applied.apply(&fresh.diff(&old)?)?;
    assert!(applied.content_eq(&old)?);
    Ok(())
}

#[test]
fn a_closed_enum_takes_its_own_numbers_only() -> Result<()> {
    let schema =
        Schema::parse("enum Fruit { apples, pears } struct Bag { fruit: Fruit, counts: map<Fruit, u8> } root Bag;")?;
    let mut record = Record::new(&schema);
    refused(&mut record, ErrorKind::Type, |record| record.set("fruit", 2u8));
    refused(&mut record, ErrorKind::Path, |record| record.set("counts[2]", 2u8));
    // The fruit lies first, behind the header.
    let mut bytes = record.as_bytes().to_vec();
    bytes[2] = 2;
    assert_eq!(Record::open(&schema, bytes)?.get::<VariantName>("fruit").unwrap_err().kind(), ErrorKind::Corrupt);
    Ok(())
}

#[test]
fn an_unknown_variant_that_holds_nothing_moves() -> Result<()> {
    let (new, mut old) = both(|new| {
        pick(new, "last", "gone")?;
        push(new, "name")?;
        push(new, "moved")
    })?;
    assert_eq!(old.get::<VariantName>("last")?, "");
    assert_eq!(old.get::<VariantName>("all[1]")?, "");
    let ValueRef::Union(last) = old.get::<Dynamic>("last")? else { panic!("not a union") };
    assert_eq!((last.is_known(), last.name(), last.tag()), (false, "", 2));
    assert_eq!(last.value().unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(format!("{last:?}"), "2");
    // Another value makes the list move, and a long one the pointers wider.
    old.set("all[0].name", "n".repeat(300).as_str())?;
    push(&mut old, "name")?;
    old.compact()?;
    let back = Record::open(new.schema(), old.as_bytes().to_vec())?;
    assert_eq!(back.get::<VariantName>("last")?, "gone");
    assert_eq!((back.len("all")?, back.get::<VariantName>("all[1]")?), (3, "moved"));
    let mut copy = Record::new(old.schema());
    copy.copy_from("last", &old, "last")?;
    assert_eq!(copy.get::<VariantName>("last")?, "");
    // It is replaced, too.
    old.set("last.name", "known")?;
    old.remove("all[1]")?;
    assert_eq!((old.len("all")?, old.get::<str>("last.name")?), (2, "known"));
    Ok(())
}

#[test]
fn a_mixed_list_of_one_unknown_variant_stays_mixed() -> Result<()> {
    let (new, mut old) = both(|new| {
        push(new, "name")?;
        push(new, "gone")?;
        push(new, "gone")?;
        new.remove("all[0]")
    })?;
    let before = old.as_bytes().to_vec();
    old.compact()?;
    assert!(old.as_bytes().len() < before.len());
    let mut back = Record::open(new.schema(), old.as_bytes().to_vec())?;
    assert_eq!((back.len("all")?, back.get::<VariantName>("all[1]")?), (2, "gone"));
    back.compact()?;
    assert!(back.as_bytes().len() < old.as_bytes().len(), "the newer revision packs it");
    Ok(())
}

#[test]
fn an_unknown_variant_that_holds_something_stays_where_it_is() -> Result<()> {
    let (new, mut old) = both(|new| {
        new.set("last.moved[0]", 7u8).or_else(|_| new.push("last.moved", 7u8))?;
        push(new, "name")?;
        new.set("all[0].name", "n")?;
        push(new, "seen")?;
        new.set("all[1].seen", 5u8)
    })?;
    let before = old.as_bytes().to_vec();
    assert_eq!(old.get::<VariantName>("last")?, "");
    assert_eq!(old.get::<VariantName>("all[1]")?, "");
    assert_eq!(old.get::<str>("all[0].name")?, "n");
    assert_eq!(old.get::<str>("all[1].name")?, "", "as of any other variant");
    refused(&mut old, ErrorKind::Newer, Record::compact);
    // It is replaced and removed, and its objects stay as unclaimed bytes.
    let edits: [fn(&mut Record) -> Result<()>; 5] = [
        |old| pick(old, "last", "none"),
        |old| old.set("last.name", "x"),
        |old| old.clear("last"),
        |old| old.remove("all[1]"),
        |old| old.set("all[1].name", "x"),
    ];
    for (number, edit) in edits.into_iter().enumerate() {
        let mut old = Record::open(old.schema(), before.clone())?;
        edit(&mut old)?;
        // The payload of `seen` lies in its slot.
        assert_eq!(new.schema().prove(old.as_bytes())?.unclaimed() > 0, number < 3, "edit {number}");
    }
    let mut other = Record::new(old.schema());
    refused(&mut other, ErrorKind::Newer, |other| other.copy_from("last", &old, "last"));
    assert_eq!(old.content_eq(&old).unwrap_err().kind(), ErrorKind::Newer);
    // What is known is edited around it.
    pick(&mut old, "fruit", "pears")?;
    old.set("all[0].name", "")?;
    old.set("all[0].name", "n")?;
    pick(&mut old, "fruit", "apples")?;
    assert_eq!(old.as_bytes(), before);
    assert_eq!(new.get::<u8>("all[1].seen")?, 5);
    Ok(())
}

#[test]
fn a_packed_list_of_an_unknown_variant_is_counted_and_kept() -> Result<()> {
    for variant in ["gone", "seen", "moved", "at"] {
        let (new, mut old) = both(|new| {
            new.set("last.name", "known")?;
            for _ in 0..3 {
                push(new, variant)?;
            }
            new.compact()
        })?;
        assert_eq!(old.len("all")?, 3, "{variant}");
        assert_eq!(old.get::<VariantName>("all[2]")?, "");
        assert_eq!(old.get::<VariantName>("all[3]").unwrap_err().kind(), ErrorKind::Path);
        let ValueRef::List(all) = old.root()?.get("all")? else { panic!("not a list") };
        let ValueRef::Union(event) = all.get(1)? else { panic!("not a union") };
        let tag = event.tag().to_string();
        assert_eq!(format!("{all:?}"), format!("[{tag}, {tag}, {tag}]"));
        refused(&mut old, ErrorKind::Newer, Record::compact);
        refused(&mut old, ErrorKind::Newer, |old| push(old, "name"));
        refused(&mut old, ErrorKind::Newer, |old| push(old, "none"));
        refused(&mut old, ErrorKind::Newer, |old| {
            let all = old.schema().field::<VariantName>("all[]")?;
            old.insert(all.at(0), "none")
        });
        refused(&mut old, ErrorKind::Newer, |old| pick_at(old, 0, "none"));
        refused(&mut old, ErrorKind::Newer, |old| old.set("all[0].name", "x"));
        refused(&mut old, ErrorKind::Newer, |old| old.remove("all[0]"));
        refused(&mut old, ErrorKind::Newer, |old| old.truncate("all", 1));
        refused(&mut old, ErrorKind::Newer, |old| old.truncate("all", 0));
        refused(&mut old, ErrorKind::Newer, |old| old.swap("all", 0, 1));
        let mut cleared = Record::open(old.schema(), old.as_bytes().to_vec())?;
        cleared.clear("all")?;
        assert!(new.schema().prove(cleared.as_bytes())?.unclaimed() > 3, "{variant}");
        cleared.compact()?;
        assert!(new.schema().prove(cleared.as_bytes())?.is_complete(), "{variant}");
        let twin = Record::open(old.schema(), old.as_bytes().to_vec())?;
        assert_eq!(old.content_eq(&twin).unwrap_err().kind(), ErrorKind::Newer);
        assert_eq!(old.diff(&twin).unwrap_err().kind(), ErrorKind::Newer);
        let mut other = Record::new(old.schema());
        refused(&mut other, ErrorKind::Newer, |other| other.copy_from("all", &old, "all"));
        refused(&mut other, ErrorKind::Newer, |other| other.copy_from("last", &old, "all[0]"));
        old.set("last.name", "x")?;
        old.set("last.name", "known")?;
        let back = Record::open(new.schema(), old.as_bytes().to_vec())?;
        assert!(back.content_eq(&new)?, "{variant}");
    }
    Ok(())
}

#[test]
fn an_empty_list_of_an_unknown_variant_is_an_empty_list() -> Result<()> {
    for variant in ["gone", "at"] {
        let (_, mut old) = both(|new| {
            push(new, variant)?;
            new.compact()?;
            new.truncate("all", 0)
        })?;
        assert_eq!(old.len("all")?, 0);
        let mut pushed = Record::open(old.schema(), old.as_bytes().to_vec())?;
        push(&mut pushed, "name")?;
        assert_eq!((pushed.len("all")?, pushed.get::<VariantName>("all[0]")?), (1, "name"));
        old.compact()?;
        assert_eq!(old.as_bytes(), Record::new(old.schema()).as_bytes());
    }
    Ok(())
}

#[test]
fn a_count_of_unknown_elements_is_not_believed_beyond_the_buffer() -> Result<()> {
    let schema = Schema::parse("open union Event { none } struct Log { all: list<Event> } root Log;")?;
    // Two elements of the tag 7, of a byte each, are possible, three are not.
    for (count, bytes) in [(2u8, &[0u8, 0][..]), (3, &[0, 0]), (0x7F, &[0])] {
        let mut buffer = vec![0x20, 1, 3, count, 7];
        buffer.extend_from_slice(bytes);
        let record = Record::open(&schema, buffer)?;
        let len = record.len("all");
        if usize::from(count) <= bytes.len() {
            assert_eq!(len?, 2);
        } else {
            assert_eq!(len.unwrap_err().kind(), ErrorKind::Corrupt);
            assert_eq!(record.root()?.get("all").unwrap_err().kind(), ErrorKind::Corrupt);
        }
    }
    // A closed union has no unknown variants.
    let closed = Schema::parse("union Event { none } struct Log { all: list<Event>, last: Event } root Log;")?;
    let mut record = Record::open(&closed, vec![0x20, 3, 5, 9, 0, 2, 7, 0, 0])?;
    assert_eq!(record.len("all").unwrap_err().kind(), ErrorKind::Corrupt);
    assert_eq!(record.get::<VariantName>("last").unwrap_err().kind(), ErrorKind::Corrupt);
    refused(&mut record, ErrorKind::Corrupt, Record::compact);
    Ok(())
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(open)]
enum Event {
    None,
    Name(String),
    #[vellum(other)]
    Unknown,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Log {
    last: Event,
    all: Vec<Event>,
}

/// The same bytes through the derived type and through its schema.
#[test]
fn derived_types_and_records_agree_on_what_they_do_not_know() -> Result<()> {
    let new = Schema::parse(
        "open union Event { none, name: string, gone, seen: u8, at: Place }
         struct Place { x: u32, name: string }
         struct Log { last: Event, all: list<Event> }
         root Log;",
    )?;
    for variants in
        [&["gone", "gone"][..], &["seen", "seen"], &["at", "at", "at"], &["name", "gone"], &["seen", "at"], &["at"]]
    {
        for compacted in [false, true] {
            for set in [false, true] {
                let mut record = Record::new(&new);
                for (index, variant) in variants.iter().enumerate() {
                    push(&mut record, variant)?;
                    if set && *variant == "seen" {
                        record.set(format!("all[{index}].seen").as_str(), 5u8)?;
                    }
                    if set && *variant == "at" {
                        record.set(format!("all[{index}].at.x").as_str(), 5u32)?;
                    }
                }
                pick(&mut record, "last", variants[0])?;
                if compacted {
                    record.compact()?;
                }
                let bytes = record.as_bytes().to_vec();
                let derived = vellum::from_slice::<Log>(&bytes)?;
                let seen = Record::open(Log::schema(), bytes.clone())?;
                assert_eq!(seen.len("all")?, derived.all.len());
                for (index, event) in derived.all.iter().enumerate() {
                    let name = seen.get::<VariantName>(format!("all[{index}]").as_str())?;
                    assert_eq!(name.is_empty(), *event == Event::Unknown);
                }
                let last = seen.get::<VariantName>("last")?;
                assert_eq!(last.is_empty(), derived.last == Event::Unknown);
                let (mut by_type, mut by_schema) = (bytes.clone(), seen);
                let of_type = Log::compact(&mut by_type).map_err(|error| error.kind());
                let of_schema = by_schema.compact().map_err(|error| error.kind());
                assert_eq!(of_type, of_schema, "{variants:?}");
                assert_eq!(by_type, by_schema.as_bytes());
                let (mut by_type, mut by_schema) = (bytes.clone(), Record::open(Log::schema(), bytes.clone())?);
                let of_type = Log::edit(&mut by_type)?.all().push(&Event::None).map_err(|error| error.kind());
                let of_schema = push(&mut by_schema, "None");
                assert_eq!(of_type, of_schema.map_err(|error| error.kind()), "{variants:?}");
                assert_eq!(by_type, by_schema.as_bytes());
            }
        }
    }
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_numbers_of_enums_and_refuses_unknown_variants_of_unions() -> Result<()> {
    use serde::de::DeserializeSeed;
    let (_, old) = both(|new| pick(new, "fruit", "plums"))?;
    let json = serde_json::to_string(&old).unwrap();
    assert!(json.starts_with("{\"fruit\":200,"), "{json}");
    let back = old.schema().deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(back.get::<u8>("fruit")?, 200);
    let (_, old) = both(|new| pick(new, "last", "gone"))?;
    let message = serde_json::to_string(&old).unwrap_err().to_string();
    assert!(message.contains("the tag 2 is of a variant of a newer schema revision"), "{message}");
    let error = old.to_serde::<serde_json::Value>().unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Newer, "last".into()));
    Ok(())
}

#[test]
fn no_byte_makes_lists_of_unknown_variants_anything_but_read_or_refused() -> Result<()> {
    for variant in ["gone", "at", "moved"] {
        let (_, old) = both(|new| {
            pick(new, "last", variant)?;
            push(new, variant)?;
            push(new, variant)?;
            new.compact()
        })?;
        for at in 2..old.as_bytes().len() {
            for byte in 0..=u8::MAX {
                let mut bytes = old.as_bytes().to_vec();
                bytes[at] = byte;
                let Ok(mut record) = Record::open(old.schema(), bytes.clone()) else { continue };
                let _ = (format!("{:?}", record.root()?), record.len("all"), record.get::<VariantName>("all[1]"));
                let _ = (record.content_eq(&old), record.diff(&old));
                let edits: [fn(&mut Record) -> Result<()>; 6] = [
                    |record| push(record, "none"),
                    |record| record.remove("all[0]"),
                    |record| record.truncate("all", 0),
                    |record| record.swap("all", 0, 1),
                    |record| record.set("last.name", "x"),
                    Record::compact,
                ];
                for edit in edits {
                    if edit(&mut record).is_err() {
                        assert_eq!(record.as_bytes(), bytes, "byte {at} as {byte}");
                    }
                    record = Record::open(old.schema(), bytes.clone())?;
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_mark_of_lists_is_no_variant_of_any_revision() -> Result<()> {
    let schema = Schema::parse("open union Event { none, name: string } struct Log { last: Event } root Log;")?;
    let bytes = [0x20, 2, 0xFF, 0];
    let corrupt = |error: vellum::Error| assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
    corrupt(schema.prove(&bytes).map(drop).unwrap_err());
    let mut record = Record::open(&schema, bytes.to_vec())?;
    corrupt(record.get::<VariantName>("last").map(drop).unwrap_err());
    corrupt(record.get::<Dynamic>("last").map(drop).unwrap_err());
    corrupt(record.root()?.get("last").map(drop).unwrap_err());
    corrupt(record.content_eq(&record).map(drop).unwrap_err());
    corrupt(record.content_hash(&mut std::hash::DefaultHasher::new()).unwrap_err());
    corrupt(record.space().map(drop).unwrap_err());
    refused(&mut record, ErrorKind::Corrupt, |record| record.set("last.name", "n"));
    refused(&mut record, ErrorKind::Corrupt, Record::compact);
    // In a list it says that each element tells its own, and there it is none either.
    let schema = Schema::parse("open union Event { none, name: string } struct Log { all: list<Event> } root Log;")?;
    let bytes = [0x20, 1, 3, 1, 0xFF, 0xFF, 0];
    corrupt(schema.prove(&bytes).map(drop).unwrap_err());
    corrupt(Record::open(&schema, &bytes[..])?.get::<VariantName>("all[0]").map(drop).unwrap_err());
    Ok(())
}

#[cfg(feature = "serde")]
#[test]
fn a_number_without_a_name_goes_through_a_format_that_holds_types_apart() {
    struct Read(Record);

    impl<'de> serde::Deserialize<'de> for Read {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> core::result::Result<Self, D::Error> {
            serde::de::DeserializeSeed::deserialize(&schema(), deserializer).map(Self)
        }
    }

    fn schema() -> Schema {
        Schema::parse("open enum Mark: u16 { one, two } struct Marks { a: Mark, b: Mark } root Marks;").unwrap()
    }

    let mut record = Record::new(&schema());
    record.set("a", 300u16).unwrap();
    record.set("b", 1u16).unwrap();
    let mut cbor = Vec::new();
    ciborium::into_writer(&record, &mut cbor).unwrap();
    let Read(read) = ciborium::from_reader(&cbor[..]).unwrap();
    assert!(record.content_eq(&read).unwrap());
}
