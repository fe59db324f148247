//! Patches of byte ranges: any two buffers, and damaged patches.

use proptest::prelude::*;
use vellum::patch::physical::{apply, between};
use vellum::{ErrorKind, Record, Result, Schema, Workspace};

use crate::whole::edits::{edits, record, schema};

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0..3u8, 0..80)
}

proptest! {
    #[test]
    fn any_bytes_become_any_others(old in bytes(), new in bytes()) {
        let patch = between(&old, &new).unwrap();
        let mut patched = old.clone();
        apply(&patch, &mut patched).unwrap();
        prop_assert_eq!(&patched, &new);
        // To what is there already it does nothing but to say so.
        if old != new {
            prop_assert_eq!(apply(&patch, &mut patched).unwrap_err().kind(), ErrorKind::Conflict);
            prop_assert_eq!(&patched, &new);
        }
    }

    #[test]
    fn a_damaged_patch_changes_nothing_or_makes_what_was_meant(old in bytes(), new in bytes(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let patch = between(&old, &new).unwrap();
        let mut damaged = patch.clone();
        let at = at.index(damaged.len());
        damaged[at] = byte;
        for damaged in [&damaged[..], &patch[..at]] {
            let mut patched = old.clone();
            let made = apply(damaged, &mut patched);
            prop_assert_eq!(&patched, if made.is_ok() { &new } else { &old });
        }
    }

    #[test]
    fn edits_of_a_record_are_patches_of_its_bytes(a in edits(30), more in edits(6)) {
        let schema = schema();
        let old = record(&schema, &a);
        let mut new = record(&schema, &a);
        for edit in more {
            let _ = crate::whole::edits::apply(&mut new, "", edit);
        }
        let mut copy = old.as_bytes().to_vec();
        apply(&between(old.as_bytes(), new.as_bytes()).unwrap(), &mut copy).unwrap();
        prop_assert_eq!(&copy[..], new.as_bytes());
    }
}

#[test]
fn a_number_in_a_nested_struct_is_at_most_twenty_eight_bytes() -> Result<()> {
    let schema = Schema::parse(
        "struct Home { street: string, number: u32 } struct User { name: string, home: Home } root User;",
    )?;
    let mut record = Record::new(&schema);
    record.set("name", &*"x".repeat(70_000))?;
    record.set("home.number", 1)?;
    let before = record.as_bytes().to_vec();
    record.set("home.number", u32::MAX)?;
    let patch = between(&before, record.as_bytes())?;
    assert!(patch.len() <= 28, "{}", patch.len());
    Ok(())
}

#[test]
fn storage_that_cannot_grow_is_left_as_it_is() -> Result<()> {
    let (old, new) = ([1u8, 2, 3], [1u8, 2, 3, 4]);
    let patch = between(&old, &new)?;
    let mut fixed = old;
    assert_eq!(apply(&patch, &mut fixed[..]).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(fixed, old);
    apply(&between(&old, &[9, 2, 3])?, &mut fixed[..])?;
    assert_eq!(fixed, [9, 2, 3]);
    // A workspace is bytes as any others.
    let schema = Schema::parse("struct Note { text: string } root Note;")?;
    let mut memory = [0u8; 256];
    let mut workspace = Workspace::format_default(&mut memory[..], &schema)?;
    let before = vellum::Storage::bytes(&workspace).to_vec();
    let same = between(&before, &before)?;
    apply(&same, &mut workspace)?;
    assert_eq!(vellum::Storage::bytes(&workspace), before);
    Ok(())
}

#[test]
fn ranges_that_follow_each_other_beyond_the_old_end_are_one_range() -> Result<()> {
    let (old, new) = ([1u8, 2, 3], [1u8, 2, 9, 8, 7, 6]);
    let patch = between(&old, &new)?;
    let (head, range) = patch.split_at(patch.len() - 6);
    assert_eq!(range, [2, 4, 9, 8, 7, 6]);
    for cut in 1..4u8 {
        let (one, other) = range[2..].split_at(usize::from(cut));
        let split = [head, &[2, cut], one, &[0, 4 - cut], other].concat();
        let mut copy = old.to_vec();
        apply(&split, &mut copy)?;
        assert_eq!(copy, new);
        let gap = [head, &[2, cut], one, &[1, 4 - cut], other].concat();
        let mut copy = old.to_vec();
        assert_eq!(apply(&gap, &mut copy).unwrap_err().kind(), ErrorKind::Corrupt, "{cut}");
        assert_eq!(copy, old);
    }
    Ok(())
}
