//! Values are nested up to 64 objects deep, and not deeper, whatever way leads there.

use vellum::{ErrorKind, Record, Result, Schema, Storage, Value, Vellum, field::VariantName};

const MOST: usize = 64;

#[track_caller]
fn too_deep<T: std::fmt::Debug>(record: &mut Record, edit: impl FnOnce(&mut Record) -> Result<T>) {
    let before = record.as_bytes().to_vec();
    let error = edit(record).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    assert_eq!(record.as_bytes(), before);
}

/// What was made can be walked, compared and laid out anew.
fn whole(record: &Record) {
    record.space().unwrap();
    assert!(record.content_eq(record).unwrap());
    let mut compact = Record::open(record.schema(), record.as_bytes().to_vec()).unwrap();
    compact.compact().unwrap();
    assert!(compact.content_eq(record).unwrap());
}

#[test]
fn lists_in_any_are_nested_to_the_limit() -> Result<()> {
    let schema = Schema::parse("struct A { x: any } root A;")?;
    let mut record = Record::new(&schema);
    for lists in 1..=MOST {
        record
            .push_default(format!("x{}", "[0]".repeat(lists - 1)).as_str())
            .unwrap_or_else(|error| panic!("{lists}: {error}"));
        whole(&record);
    }
    too_deep(&mut record, |record| record.push_default(format!("x{}", "[0]".repeat(MOST)).as_str()));
    too_deep(&mut record, |record| record.set(format!("x{}.key", "[0]".repeat(MOST)).as_str(), 1i64));
    record.push(format!("x{}", "[0]".repeat(MOST - 1)).as_str(), "text at the bottom")?;
    record.set(format!("x{}[1]", "[0]".repeat(MOST - 1)).as_str(), i64::MAX)?;
    record.insert(format!("x{}[0]", "[0]".repeat(MOST - 1)).as_str(), "first")?;
    whole(&record);
    // All of it at once, and one more.
    let mut record = Record::new(&schema);
    too_deep(&mut record, |record| record.set(format!("x{}", ".k".repeat(MOST + 1)).as_str(), 1i64));
    record.set(format!("x{}", ".k".repeat(MOST)).as_str(), 1i64)?;
    record.set(format!("x{}.l", ".k".repeat(MOST - 1)).as_str(), "one more")?;
    too_deep(&mut record, |record| record.push(format!("x{}.m", ".k".repeat(MOST - 1)).as_str(), 1i64));
    too_deep(&mut record, |record| record.set(format!("x{}.m.n", ".k".repeat(MOST - 1)).as_str(), 1i64));
    whole(&record);
    Ok(())
}

#[test]
fn lists_in_lists_are_nested_to_the_limit() -> Result<()> {
    // The type itself is nested 64 deep; structs around it make one object each.
    let lists = MOST - 1;
    let text = format!("{}u16{}", "list<".repeat(lists), ">".repeat(lists));
    let text = format!("struct X {{ x: {text} }} struct Y {{ x: X }} struct Z {{ x: Y }}");
    for (root, above) in [("X", 0), ("Y", 1), ("Z", 2)] {
        let schema = Schema::parse(&format!("{text} root {root};"))?;
        let mut record = Record::new(&schema);
        let path = |depth: usize| format!("{}x{}", "x.".repeat(above), "[0]".repeat(depth));
        for depth in 0..lists - 1 {
            record.push_default(path(depth).as_str())?;
        }
        for value in 0..20u16 {
            if above + lists <= MOST {
                record.push(path(lists - 1).as_str(), value)?;
            } else {
                too_deep(&mut record, |record| record.push(path(lists - 1).as_str(), value));
            }
        }
        whole(&record);
    }
    Ok(())
}

const TREE: &str = "
    frozen struct Spot { at: tuple<u8, bool>, marks: list<u16> }
    union Held { none, kids: list<Tree>, marks: list<u16>, wide: u64, pair: tuple<u32, u32>, tree: Tree }
    struct Tree {
        kids: list<Tree>, by: map<u8, Tree>, next: Tree?, held: Held, all: list<Held>,
        marks: list<u16>, raw: bytes, text: string, set: set<u8>, spot: Spot, lines: list<string>, words: array<string, 2>,
    }
    root Tree;";

#[test]
fn every_way_down_ends_at_the_limit() -> Result<()> {
    let schema = Schema::parse(TREE)?;
    for down in ["kids[0]", "by[7]", "next"] {
        let mut record = Record::new(&schema);
        let at = |depth: usize, last: &str| {
            let mut path = [down].repeat(depth).join(".");
            if !path.is_empty() && !last.is_empty() {
                path.push('.');
            }
            path.push_str(last);
            path
        };
        for depth in 0..MOST {
            match down {
                "kids[0]" => record.push_default(at(depth, "kids").as_str())?,
                "by[7]" => drop(record.add_key(at(depth, "by").as_str(), 7u8)?),
                _ => record.make(at(depth + 1, "").as_str())?,
            }
        }
        whole(&record);
        // One object is left below the last but one.
        let near = MOST - 1;
        for value in 0..9u16 {
            record.push(at(near, "marks").as_str(), value)?;
            record.add_key(at(near, "set").as_str(), value.to_le_bytes()[0])?;
            record.push(at(near, "spot.marks").as_str(), value)?;
            record.push(at(near, "lines").as_str(), "a line")?;
        }
        record.push(at(near, "held.marks").as_str(), 5u16)?;
        record.set(at(near, "held.pair.0").as_str(), 5u32)?;
        record.set(at(near, "held.tree.text").as_str(), "held")?;
        record.set(at(near, "held.wide").as_str(), u64::MAX)?;
        let all = schema.field::<VariantName>(at(near, "all[]").as_str());
        if let Ok(all) = all {
            record.push(&all, "wide")?;
            record.push(&all, "none")?;
        }
        too_deep(&mut record, |record| record.push(at(near, "held.tree.marks").as_str(), 5u16));
        whole(&record);
        // Below the last there is none.
        for value in 0..2u16 {
            let value = value + 3;
            too_deep(&mut record, |record| record.push(at(MOST, "marks").as_str(), value));
            too_deep(&mut record, |record| record.push(at(MOST, "spot.marks").as_str(), value));
            too_deep(&mut record, |record| record.push(at(MOST, "held.marks").as_str(), value));
            too_deep(&mut record, |record| record.push(at(MOST, "lines").as_str(), "a line"));
            too_deep(&mut record, |record| record.push_default(at(MOST, "kids").as_str()));
            too_deep(&mut record, |record| record.add_key(at(MOST, "set").as_str(), 1u8));
            too_deep(&mut record, |record| record.set(at(MOST, "by[1].text").as_str(), "x"));
            too_deep(&mut record, |record| record.set(at(MOST, "held.pair.0").as_str(), 5u32));
            too_deep(&mut record, |record| record.set(at(MOST, "held.tree.text").as_str(), "x"));
            too_deep(&mut record, |record| record.make(at(MOST, "next").as_str()));
            too_deep(&mut record, |record| record.make_list(at(MOST, "marks").as_str()));
        }
        // What holds nothing is no object that counts.
        record.set(at(MOST, "text").as_str(), "a text at the bottom")?;
        record.set(at(MOST, "words[1]").as_str(), "a word")?;
        record.set(at(MOST, "spot.at.0").as_str(), 5u8)?;
        record.set(at(MOST, "raw").as_str(), &[5u8, 6][..])?;
        whole(&record);
    }
    Ok(())
}

#[test]
fn a_copy_that_would_be_too_deep_is_refused() -> Result<()> {
    let schema = Schema::parse(TREE)?;
    let mut source = Record::new(&schema);
    for depth in 0..10 {
        source.push_default(format!("{}kids", "kids[0].".repeat(depth)).as_str())?;
    }
    let mut record = Record::new(&schema);
    for depth in 0..MOST - 10 {
        record.push_default(format!("{}kids", "kids[0].".repeat(depth)).as_str())?;
    }
    let path = |depth: usize| format!("{}kids", "kids[0].".repeat(depth));
    record.copy_from(path(MOST - 10).as_str(), &source, "kids")?;
    whole(&record);
    record.push_default(path(MOST - 10).as_str())?;
    let to = format!("{}kids[1].kids", "kids[0].".repeat(MOST - 10));
    too_deep(&mut record, |record| record.copy_from(to.as_str(), &source, "kids"));
    record.copy_from(to.as_str(), &source, "kids[0].kids")?;
    whole(&record);
    Ok(())
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Tree {
    kids: Vec<Tree>,
    marks: Vec<u16>,
}

/// Goes down and edits at the bottom.
fn dig<S: Storage>(mut tree: <Tree as Value>::Cursor<'_, S>, left: usize) -> Result<()> {
    if left > 0 {
        let mut kids = tree.kids();
        if kids.is_empty()? {
            kids.push(&Tree::default())?;
        }
        return dig(kids.at(0)?, left - 1);
    }
    tree.marks().push(7)
}

#[test]
fn derived_cursors_go_to_the_limit() -> Result<()> {
    let mut bytes = vellum::to_vec(&Tree { kids: vec![Tree::default()], ..Tree::default() })?;
    let under = |bytes: &mut Vec<u8>, left| dig(Tree::edit(bytes)?.kids().at(0)?, left);
    for left in [0, 30, 61, 62] {
        under(&mut bytes, left).unwrap_or_else(|error| panic!("{left}: {error}"));
    }
    // The lists of trees are as deep as can be: below the last one there is no list.
    assert_eq!(under(&mut bytes, MOST - 1).unwrap_err().kind(), ErrorKind::Limit);
    let tree: Tree = vellum::from_slice(&bytes)?;
    assert_eq!(vellum::to_vec(&tree)?, {
        Tree::compact(&mut bytes)?;
        bytes.clone()
    });
    // Derived and parsed agree.
    let path = |depth: usize, last: &str| format!("{}{last}", "kids[0].".repeat(depth));
    let mut record = Record::open(Tree::schema(), bytes)?;
    record.push(path(63, "marks").as_str(), 8u16)?;
    too_deep(&mut record, |record| record.push(path(64, "marks").as_str(), 8u16));
    Ok(())
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Leafy {
    kids: Vec<Leafy>,
    data: Vec<u8>,
}

fn push_below<S: Storage>(mut tree: <Leafy as Value>::Cursor<'_, S>, left: usize) -> Result<()> {
    if left > 0 {
        let mut kids = tree.kids();
        if kids.is_empty()? {
            kids.push(&Leafy::default())?;
        }
        return push_below(kids.at(0)?, left - 1);
    }
    tree.data().push(7)?;
    tree.data().extend_from_slice(&[8, 9])
}

#[test]
fn bytes_are_no_level_for_those_that_write_them_and_those_that_read_them() -> Result<()> {
    let mut bytes = vellum::to_vec(&Leafy { kids: vec![Leafy::default()], ..Leafy::default() })?;
    push_below(Leafy::edit(&mut bytes)?.kids().at(0)?, MOST - 1)?;
    let tree: Leafy = vellum::from_slice(&bytes)?;
    assert!(Leafy::schema().prove(&bytes)?.is_complete());
    let encoded = vellum::to_vec(&tree)?;

    let path = |last: &str| format!("{}{last}", "kids[0].".repeat(MOST));
    let mut record = Record::open(Leafy::schema(), bytes)?;
    assert_eq!(record.get::<[u8]>(path("data").as_str())?, [7, 8, 9]);
    record.clear(path("data").as_str())?;
    record.set(path("data").as_str(), &[7u8][..])?;
    record.set(path("data").as_str(), &[7u8, 8, 9][..])?;
    whole(&record);
    assert_eq!(vellum::from_slice::<Leafy>(record.as_bytes())?, tree);
    record.compact()?;
    assert_eq!(record.as_bytes(), encoded);
    too_deep(&mut record, |record| record.push_default(path("kids").as_str()));

    // The same within `any`, and of optional bytes.
    let schema = Schema::parse("struct A { x: any, kids: list<A>, data: bytes? } root A;")?;
    let mut record = Record::new(&schema);
    for depth in 0..MOST {
        record.push_default(format!("{}kids", "kids[0].".repeat(depth)).as_str())?;
    }
    record.set(path("data").as_str(), &[7u8][..])?;
    record.set(path("x").as_str(), &b"bytes"[..])?;
    whole(&record);
    Ok(())
}
