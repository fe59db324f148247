//! An older program keeps what a newer one put into elements, values and payloads, until it removes them.

use vellum::{ErrorKind, Record, Schema, Vellum, dynamic::Dynamic};

const OLD: &str =
    "struct P { a: u8 } union U { none, p: P } struct R { l: list<P>, m: map<u8, P>, u: list<U>, o: list<P?> } root R;";
const NEW: &str = "struct P { a: u8, s: string since 2 } union U { none, p: P } struct R { l: list<P>, m: map<u8, P>, u: list<U>, o: list<P?> } root R;";

type Edit = fn(&mut Record<Vec<u8>>) -> vellum::Result<()>;

#[test]
fn what_an_older_program_cannot_see_it_leaves_where_it_is() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(NEW).unwrap());
    let mut record = Record::new(&new);
    for list in ["l", "o"] {
        record.push_default(list).unwrap();
        record.make(&*format!("{list}[0]")).unwrap();
        record.set(&*format!("{list}[0].s"), "secret").unwrap();
    }
    record.set("m[1].s", "secret").unwrap();
    record.push_default("u").unwrap();
    record.set("u[0].p.s", "secret").unwrap();
    record.compact().unwrap();
    let bytes = record.into_storage();
    let element = old.field::<Dynamic>("l[]").unwrap();
    let edits: [Edit; 9] = [
        |record| record.remove("l[0]"),
        |record| record.truncate("l", 0),
        |record| record.clear("l"),
        |record| record.clear("l[0]"),
        |record| record.remove("m[1]"),
        |record| record.clear("m"),
        |record| record.remove("u[0]"),
        |record| record.clear("u"),
        |record| record.remove("o[0]"),
    ];
    for (number, edit) in edits.iter().enumerate() {
        let mut record = Record::open(&old, bytes.clone()).unwrap();
        edit(&mut record).unwrap_or_else(|error| panic!("edit {number}: {error}"));
        let mut bytes = record.into_storage();
        assert_eq!(new.prove(&bytes).unwrap().unclaimed(), "secret".len() + 1, "edit {number}");
        assert_eq!(bytes.windows(6).filter(|window| window == b"secret").count(), 4, "edit {number}");
        let mut record = Record::open(&new, std::mem::take(&mut bytes)).unwrap();
        record.compact().unwrap();
        bytes = record.into_storage();
        assert!(new.prove(&bytes).unwrap().is_complete(), "edit {number}");
        assert_eq!(bytes.windows(6).filter(|window| window == b"secret").count(), 3, "edit {number}");
    }
    let mut record = Record::open(&old, bytes.clone()).unwrap();
    assert_eq!(record.space().unwrap_err().kind(), ErrorKind::Newer);
    assert_eq!(record.compact().unwrap_err().kind(), ErrorKind::Newer);
    // What it knows, it edits freely.
    record.set("l[0].a", 7u8).unwrap();
    record.set("m[1].a", 8u8).unwrap();
    record.set("u[0].p.a", 9u8).unwrap();
    record.push_default(&element).unwrap();
    let record = Record::open(&new, record.into_storage()).unwrap();
    for (path, value) in [("l[0].a", 7), ("m[1].a", 8), ("u[0].p.a", 9)] {
        assert_eq!(record.get::<u8>(path).unwrap(), value);
    }
    for path in ["l[0].s", "m[1].s", "u[0].p.s", "o[0].s"] {
        assert_eq!(record.get::<str>(path).unwrap(), "secret");
    }
}

#[test]
fn elements_of_sets_are_not_changed_where_they_lie() {
    let schema = Schema::parse("struct A { s: set<string>, n: map<u8, u32> } root A;").unwrap();
    let mut record = Record::new(&schema);
    record.add_key("s", "b").unwrap();
    record.add_key("s", "d").unwrap();
    record.set("n[1]", 10u32).unwrap();
    record.set("n[2]", 20u32).unwrap();
    let before = record.as_bytes().to_vec();
    let (text, number) = (schema.field::<str>("s[]").unwrap(), schema.field::<u32>("n[]").unwrap());
    assert_eq!(record.set("s[b]", "z").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.set(text.at("q"), "a").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.append(text.at("b"), "more").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.clear("s[d]").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.pop(&number).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.iter(&number).err().unwrap().kind(), ErrorKind::Type);
    assert_eq!(record.push(&number, 3).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.truncate("n", 1).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.retain(&number, |_| false).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn an_older_program_edits_beside_what_it_does_not_know() {
    let old = Schema::parse(
        "open union U { none, a: u8 } struct P { x: u8 } struct R { u: list<U>, p: P, v: list<U> } root R;",
    );
    let new = "open union U { none, a: u8, late, held: list<u8> } struct P { x: u8, s: string since 2 }
        struct R { u: list<U>, p: P, v: list<U> } root R;";
    let (old, new) = (old.unwrap(), Schema::parse(new).unwrap());
    let variant = new.field::<vellum::field::VariantName>("u[]").unwrap();
    let mut record = Record::new(&new);
    record.set("p.s", "secret").unwrap();
    record.extend(&variant, ["a", "a", "a"]).unwrap();
    let later = new.field::<vellum::field::VariantName>("v[]").unwrap();
    record.extend(&later, ["held", "held"]).unwrap();
    record.compact().unwrap();
    record.truncate("v", 0).unwrap();
    let mut record = Record::open(&old, record.into_storage()).unwrap();
    // The packed list becomes a mixed one, although the buffer cannot be laid out anew.
    record.push(&old.field::<vellum::field::VariantName>("u[]").unwrap(), "none").unwrap();
    // A list packed with an unknown variant is deleted when it is empty.
    record.clear("v").unwrap();
    let record = Record::open(&new, record.into_storage()).unwrap();
    assert!(new.prove(record.as_bytes()).unwrap().is_complete());
    let names: Vec<&str> = record.iter(&variant).unwrap().map(|name| name.unwrap()).collect();
    assert_eq!(names, ["a", "a", "a", "none"]);
    assert_eq!(record.get::<str>("p.s").unwrap(), "secret");
    assert_eq!(record.len("v").unwrap(), 0);
}

#[test]
fn a_copy_takes_the_place_of_newer_data_which_stays_unclaimed() -> vellum::Result<()> {
    const LISTS: &str = "struct R { text: string, list: list<u8>, u: U? } root R;";
    let old = Schema::parse(&format!("open union U {{ a: u8 }} {LISTS}"))?;
    let new = Schema::parse(&format!("open union U {{ a: u8, b: list<string> }} {LISTS}"))?;
    let mut record = Record::new(&new);
    record.push("u.b", "secret")?;
    record.set("text", &*"long".repeat(10))?;
    (0..3).try_for_each(|n: u8| record.push("list", n))?;
    let mut record = Record::open(&old, record.into_storage())?;
    let mut donor = Record::new(&old);
    donor.push("list", 7u8)?;
    donor.set("u.a", 5u8)?;
    // The list goes where the text was, and leaves its bytes at the end free.
    record.clear("text")?;
    record.copy_from("list", &donor, "list")?;
    assert!(record.as_bytes().ends_with(&[0xFF; 8]), "{:02x?}", record.as_bytes());
    record.copy_from("u.a", &donor, "u.a")?;
    assert_eq!((record.get::<u8>("u.a")?, record.len("list")?), (5, 1));
    // The list of one text, and the text.
    assert_eq!(new.prove(record.as_bytes())?.unclaimed(), 2 + 7);
    record.compact()?;
    assert!(new.prove(record.as_bytes())?.is_complete());
    Ok(())
}

#[test]
fn what_stands_in_the_way_of_a_layout_is_named_by_its_own_path() -> vellum::Result<()> {
    #[derive(Vellum, Default)]
    struct Item {
        name: String,
    }

    #[derive(Vellum, Default)]
    struct Root {
        lead: Vec<Item>,
        items: Vec<Item>,
        names: Vec<String>,
    }

    let text = "struct Item { name: string } struct Root { lead: list<Item>, items: list<Item>, names: list<string> } root Root;";
    let old = Schema::parse(text)?;
    assert_eq!(old, *Root::schema());
    let new = Schema::parse(&text.replace("name: string }", "name: string, extra: u8 since 2 }"))?;
    let mut record = Record::new(&new);
    record.push_default("lead")?;
    record.set("lead[0].extra", 7u8)?;
    let items = Root { items: vec![Item::default()], names: vec!["a".into()], ..Root::default() };
    let donor = Record::open(&old, vellum::to_vec(&items)?)?;
    record.merge(&Record::open(&new, donor.as_bytes())?)?;
    let before = record.into_storage();

    // The pointers have to become wider.
    let long = "long".repeat(80);
    let mut edits: Vec<(vellum::Error, Vec<u8>)> = Vec::new();
    for number in 0..3 {
        let mut record = Record::open(&old, before.clone())?;
        let error = match number {
            0 => record.push("names", &*long),
            1 => record.set("items[0].name", &*long),
            _ => record.set("names[0]", &*long),
        };
        edits.push((error.unwrap_err(), record.into_storage()));
    }
    for number in 0..4 {
        let mut bytes = before.clone();
        let mut root = Root::edit(&mut bytes)?;
        let error = match number {
            0 => root.names().push(&long),
            1 => root.items().at(0)?.set_name(&long),
            2 => root.items().set(0, &Item { name: long.clone() }),
            _ => root.set_names(std::slice::from_ref(&long)),
        };
        edits.push((error.unwrap_err(), bytes));
    }
    for (error, bytes) in edits {
        assert_eq!((error.kind(), &*error.path()), (ErrorKind::Newer, "lead[0]"), "{error}");
        assert_eq!(bytes, before);
    }
    Ok(())
}
