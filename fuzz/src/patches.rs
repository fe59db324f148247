//! Any bytes as a patch: it is made and the record is valid, or it is refused and no byte has changed. Patches that are joined do what they
//! do one after the other, whichever are joined first. What recorders make of damaged bytes is such a patch, or none.

use vellum::patch::{Patch, Skipped, is_patch, physical, then};
use vellum::{Record, Schema};

use crate::input::Input;
use crate::{judge, recorded, schemas};

pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let revisions = schemas::choose_revisions(&mut input);
    let (mode, makes_new) = (input.below(7), input.one_in(2));
    let mut choices = [input.part(), input.part(), input.part()];
    let mut of_some = || input.of(&revisions);
    let ((of_base, base_donor), (schema, donor)) = (of_some(), of_some());
    let start = if makes_new { Record::new(of_base).into_storage() } else { base_donor.as_bytes().to_vec() };
    let base = judge::edits(of_base, start, base_donor, &mut choices[0], 3);
    let patches = match mode {
        // Of edits, and such that are damaged.
        0..=3 => {
            let mut last = base.clone();
            let mut patches = Vec::new();
            for choices in &mut choices[1..] {
                let Some((next, patch)) = changed(schema, &last, donor, choices) else { return };
                physical_between(&last, &next, &mut input);
                patches.extend(patch);
                last = next;
            }
            if mode > 1 {
                patches.iter_mut().for_each(|patch| damage(patch, &mut input));
            }
            patches.push([head(schema), input.rest().to_vec()].concat());
            patches
        }
        // Of operations that the input says.
        4 => {
            let parts = [input.bytes(), input.bytes(), input.rest()];
            parts.map(|operations| [&*head(schema), operations].concat()).into()
        }
        5 => vec![input.rest().to_vec()],
        _ => return damaged_buffers(schema, donor, &mut choices, &mut input),
    };
    for (schema, _) in revisions {
        for patch in &patches {
            attempt(schema, &base, patch);
        }
        joined(schema, &base, &patches);
    }
}

/// The bytes that begin a patch of records of a schema.
fn head(schema: &Schema) -> Vec<u8> {
    let record = Record::new(schema);
    record.diff(&record).and_then(|none| none.to_bytes()).expect("a record does not differ from itself")
}

/// Edits of a buffer: what became of it, and the patch, which was recorded or is a difference.
fn changed(schema: &Schema, old: &[u8], donor: &Record, choices: &mut Input<'_>) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    if choices.one_in(2) {
        let recorded = recorded::edits(schema, old, donor, choices, 3)?;
        return Some((recorded.bytes, recorded.patch));
    }
    let keeps_old = choices.one_in(2);
    let new = judge::edits(schema, old.to_vec(), donor, choices, 3);
    let (before, after) = (Record::open(schema, old).ok()?, Record::open(schema, &new[..]).ok()?);
    let patch = if keeps_old { before.diff_invertible(&after) } else { before.diff(&after) };
    let patch = patch.and_then(|patch| patch.to_bytes()).ok();
    Some((new, patch))
}

fn damage(bytes: &mut Vec<u8>, input: &mut Input<'_>) {
    for _ in 0..input.below(3) + 1 {
        if bytes.is_empty() {
            return;
        }
        let (at, byte) = (input.below(bytes.len()), input.byte());
        match input.below(4) {
            0 => bytes[at] = byte,
            1 => bytes[at] ^= 1 << (byte % 8),
            2 => bytes.insert(at, byte),
            _ => drop(bytes.remove(at)),
        }
    }
}

/// Makes a patch to a record; gives what came of it.
fn attempt(schema: &Schema, base: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    attempt_physical(base, bytes);
    let patch = Patch::from_bytes(schema, bytes);
    match Patch::known_from_bytes(schema, bytes) {
        Ok((known, skipped)) => {
            let is_whole = skipped == Skipped::default();
            assert!(patch.is_ok() == is_whole, "{skipped:?} of {known}");
            make(schema, base, &known);
        }
        Err(error) => assert!(patch.is_err(), "{bytes:02X?} is read as a whole, and not by what is known: {error}"),
    }
    let patch = patch.ok()?;
    assert!(is_patch(bytes));
    let written = patch.to_bytes().expect("what was read is written");
    let again = Patch::from_bytes(schema, &written).expect("what was written is read");
    assert!(again == patch, "{again} is not {patch}");
    assert_eq!(again.to_string(), patch.to_string());
    assert!(again.to_bytes().is_ok_and(|again| again == written), "{patch} is written in two ways");
    let made = make(schema, base, &patch);
    if let Ok(undo) = patch.invert() {
        let undo = undo.to_bytes().and_then(|bytes| Patch::from_bytes(schema, &bytes)).expect("an inverse is a patch");
        make(schema, made.as_deref().unwrap_or(base), &undo);
    }
    made
}

/// Makes changes to a record; gives what came of it.
fn make(schema: &Schema, base: &[u8], patch: &Patch) -> Option<Vec<u8>> {
    let mut record = Record::open(schema, base.to_vec()).ok()?;
    if let Err(error) = record.apply(patch) {
        assert!(record.as_bytes() == base, "{patch} failed ({error}) and changed the bytes\n{base:02X?}\n{schema}");
        return None;
    }
    if schema.prove(base).is_ok() {
        let told = |error| panic!("{error} after {patch}\n{base:02X?}\n{:02X?}\n{schema}", record.as_bytes());
        schema.prove(record.as_bytes()).map_or_else(told, drop);
    }
    Some(record.into_storage())
}

fn attempt_physical(base: &[u8], bytes: &[u8]) {
    let mut copy = base.to_vec();
    if let Err(error) = physical::apply(bytes, &mut copy) {
        assert!(copy == base, "{bytes:02X?} failed ({error}) and changed the bytes\n{base:02X?}");
    }
}

/// The patch of the bytes of two states leads from one to the other, and damaged to no other state.
fn physical_between(old: &[u8], new: &[u8], input: &mut Input<'_>) {
    let mut patch = physical::between(old, new).expect("both are short");
    assert!(is_patch(&patch));
    let mut copy = old.to_vec();
    physical::apply(&patch, &mut copy).expect("it is for this state");
    assert!(copy == new, "{patch:02X?} leads elsewhere\n{old:02X?}\n{new:02X?}");
    damage(&mut patch, input);
    attempt_physical(old, &patch);
    let mut memory = input.memory(old);
    if physical::apply(&patch, &mut memory).is_err() {
        assert!(memory.as_ref() == old, "{patch:02X?} failed and changed the bytes\n{old:02X?}");
    }
    assert!(then(&patch, &patch).is_err() || patch.get(1) != Some(&0x11), "physical patches are not joined");
}

fn joined(schema: &Schema, base: &[u8], patches: &[Vec<u8>]) {
    if let [first, second, third, ..] = patches
        && let (Ok(left), Ok(right)) = (then(first, second), then(second, third))
    {
        let (left, right) = (then(&left, third).ok(), then(first, &right).ok());
        assert!(left == right, "{left:02X?}\n{right:02X?}\nof {first:02X?}\n{second:02X?}\n{third:02X?}");
    }
    if !judge::is_whole(schema, base) {
        return;
    }
    for pair in patches.windows(2) {
        let Ok(both) = then(&pair[0], &pair[1]) else { continue };
        let Some(last) = attempt(schema, base, &pair[0]).and_then(|made| attempt(schema, &made, &pair[1])) else {
            continue;
        };
        let told = || format!("{pair:02X?}\n{both:02X?}\n{base:02X?}\n{schema}");
        let made = attempt(schema, base, &both).unwrap_or_else(|| panic!("what is joined is refused: {}", told()));
        let open = |bytes| Record::open(schema, bytes).expect("it was edited");
        let is_same = open(made).content_eq(&open(last)).expect("both are valid");
        assert!(is_same, "what is joined does something else: {}", told());
    }
}

/// Recorders over buffers that are damaged.
fn damaged_buffers(schema: &Schema, donor: &Record, choices: &mut [Input<'_>; 3], input: &mut Input<'_>) {
    let mut bytes = donor.as_bytes().to_vec();
    damage(&mut bytes, input);
    if let Some(recorded) = recorded::edits(schema, &bytes, donor, &mut choices[1], 4) {
        let patch = recorded.patch.unwrap_or_default();
        attempt(schema, &bytes, &patch);
        attempt(schema, donor.as_bytes(), &patch);
    }
    let (rich, donor) = schemas::rich();
    let mut bytes = donor.as_bytes().to_vec();
    if !input.one_in(3) {
        damage(&mut bytes, input);
    }
    if let Some(recorded) = recorded::rich_edits(&bytes, &mut choices[2], 4) {
        let patch = recorded.patch.unwrap_or_default();
        attempt(rich, &bytes, &patch);
        attempt(rich, donor.as_bytes(), &patch);
    }
}
