//! A long life of one buffer: random edits against a plain value, its size bounded, nothing of a deleted text left.

// Sizes and counts here are small.
#![allow(clippy::cast_precision_loss)]

use crate::common;
use crate::common::mix;
use crate::common::nets;
use crate::common::{FooBar, container};
use mix::{Account, Edit, Random};
use vellum::{Result, Vellum};

/// Sizes of the buffer as multiples of the compacted size.
struct Sizes {
    /// The largest at any moment at which the compacted size is at least 256 bytes.
    peak: f64,
    last: f64,
}

/// Runs `operations`, in sessions of `per_session` each. Sizes are compared each tenth operation.
fn churn(operations: usize, per_session: usize) -> Sizes {
    let mut random = Random(9);
    let mut model = Account::default();
    let mut bytes = vellum::to_vec(&model).unwrap();
    let (mut done, mut peak, mut longest, mut longest_compacted) = (0, 0.0f64, 0, 0);
    while done < operations {
        let mut session = Account::edit(&mut bytes).unwrap();
        for _ in 0..per_session.min(operations - done) {
            let edit = Edit::random(&mut random, &model);
            edit.apply(&mut session).unwrap();
            edit.apply_plainly(&mut model);
            done += 1;
        }
        if per_session > 1 || done % 10 == 0 {
            assert!(Account::schema().prove(&bytes).unwrap().is_complete());
            let compacted = vellum::to_vec(&model).unwrap().len();
            longest = longest.max(bytes.len());
            longest_compacted = longest_compacted.max(compacted);
            if compacted >= 256 {
                peak = peak.max(bytes.len() as f64 / compacted as f64);
            }
        }
        if done % 1000 < per_session {
            assert_eq!(vellum::from_slice::<Account>(&bytes).unwrap(), model);
        }
    }
    let last = bytes.len() as f64 / vellum::to_vec(&model).unwrap().len() as f64;
    println!(
        "{operations} operations, {per_session} a session: at most {peak:.2} times the compacted size, \
         {last:.2} at the end; largest {longest} bytes, compacted {longest_compacted}"
    );
    Account::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&model).unwrap());
    Sizes { peak, last }
}

#[test]
fn a_buffer_stays_small_through_a_long_life() {
    for per_session in [1, 10, 1000] {
        let Sizes { peak, last } = churn(nets::cases(1_000_000) as usize, per_session);
        assert!(peak <= 1.5, "peak {peak}");
        assert!(last <= 1.5, "final {last}");
    }
}

#[derive(Vellum, Default)]
struct Texts {
    texts: Vec<String>,
    bytes: Vec<u8>,
}

/// Updates one of `count` texts of 100 bytes at a time to a length of 50 to 150, in sessions of `per_session` each; gives the largest ratio of
/// the buffer's length to that of its compact form at the end of any session.
fn change_lengths(count: usize, updates: usize, per_session: usize) -> f64 {
    let mut random = Random(7);
    let mut lens = vec![100; count];
    let texts = |lens: &[usize]| lens.iter().map(|len| "x".repeat(*len)).collect();
    let mut bytes = vellum::to_vec(&Texts { texts: texts(&lens), bytes: vec![0xFF; 10] }).unwrap();
    let mut peak = 0.0f64;
    for _ in 0..updates / per_session {
        let mut session = Texts::edit(&mut bytes).unwrap();
        for _ in 0..per_session {
            let (index, len) = (random.below(count), 50 + random.below(101));
            session.texts().set(index, &"x".repeat(len)).unwrap();
            lens[index] = len;
        }
        let compacted = vellum::to_vec(&Texts { texts: texts(&lens), bytes: vec![0xFF; 10] }).unwrap().len();
        peak = peak.max(bytes.len() as f64 / compacted as f64);
    }
    peak
}

#[test]
fn texts_that_change_their_length_waste_at_most_half_of_what_they_are() {
    for count in [3, 10, 100] {
        for per_session in [1, 10, 1000] {
            let peak = change_lengths(count, nets::cases(50_000) as usize, per_session);
            println!("{count} texts, {per_session} updates a session: at most {peak:.2} times the compacted size");
            assert!(peak <= 1.5, "{count} texts, {per_session} updates a session: {peak}");
        }
    }
}

#[test]
fn a_text_at_the_end_gives_back_what_it_gives_up() {
    for len in [100, 1000, 10_000] {
        let mut bytes = vellum::to_vec(&Texts { texts: vec!["abc".into(); 3], bytes: vec![1; 40] }).unwrap();
        let mut peak = 0;
        for _ in 0..100 {
            Texts::edit(&mut bytes).unwrap().texts().set(1, &"x".repeat(len)).unwrap();
            Texts::edit(&mut bytes).unwrap().texts().set(1, "abc").unwrap();
            peak = peak.max(bytes.len());
        }
        let compacted = vellum::to_vec(&vellum::from_slice::<Texts>(&bytes).unwrap()).unwrap().len();
        assert!(peak <= compacted * 3 / 2 + 16, "{peak} of {compacted} after texts of {len}");
    }
}

/// The bytes that a short buffer may have beside one and a half times its compact form, as docs/limits.md says.
const MORE: usize = 64;
/// From this length of the compact form on there are none.
const SHORT: usize = 350;

/// Many short lives, in sessions of so many edits each; gives the number of sessions.
fn short_lives(lives: u32, per_session: usize, life: &mut dyn FnMut(u64) -> (usize, usize)) -> u32 {
    let sessions = u32::try_from(200 / per_session).unwrap().max(3);
    for session in 0..lives * sessions {
        let (len, compacted) = life(u64::from(session / sessions));
        let most = compacted * 3 / 2 + if compacted < SHORT { MORE } else { 0 };
        assert!(len <= most, "{len} bytes, {compacted} compacted, {per_session} a session");
    }
    lives * sessions
}

#[test]
fn a_short_buffer_has_a_few_bytes_more_than_one_and_a_half_times_its_compact_form() {
    let document = include_str!("../../docs/limits.md");
    let said = format!(
        "If the compact form has fewer than {SHORT} bytes, the buffer can have {MORE} bytes more than these 1.5 times"
    );
    assert!(document.replace('\n', " ").replace("  ", " ").contains(&said), "docs/limits.md does not say: {said}");
    let mut sessions = 0;
    for per_session in [1, 2, 10, 50] {
        let mut open: Option<(u64, Random, Account, Vec<u8>)> = None;
        sessions += short_lives(nets::cases(600), per_session, &mut |life| {
            let (_, random, model, bytes) = match &mut open {
                Some(open) if open.0 == life => open,
                open => {
                    let model = Account::default();
                    let bytes = vellum::to_vec(&model).unwrap();
                    open.insert((life, Random(life * 7919 + 1), model, bytes))
                }
            };
            let mut session = Account::edit(bytes).unwrap();
            for _ in 0..per_session {
                let edit = Edit::random(random, model);
                edit.apply(&mut session).unwrap();
                edit.apply_plainly(model);
            }
            (bytes.len(), vellum::to_vec(model).unwrap().len())
        });
        let mut open: Option<(u64, Random, Vec<usize>, Vec<u8>)> = None;
        let texts = |lens: &[usize]| Texts { texts: lens.iter().map(|len| "x".repeat(*len)).collect(), bytes: vec![] };
        sessions += short_lives(nets::cases(600), per_session, &mut |life| {
            let (_, random, lens, bytes) = match &mut open {
                Some(open) if open.0 == life => open,
                open => {
                    let lens = vec![20; 2 + (life % 4) as usize];
                    let bytes = vellum::to_vec(&texts(&lens)).unwrap();
                    open.insert((life, Random(life * 104_729 + 5), lens, bytes))
                }
            };
            let mut session = Texts::edit(bytes).unwrap();
            for _ in 0..per_session {
                let (index, len) = (random.below(lens.len()), random.below(20 + (life % 100) as usize));
                session.texts().set(index, &"x".repeat(len)).unwrap();
                lens[index] = len;
            }
            (bytes.len(), vellum::to_vec(&texts(lens)).unwrap().len())
        });
    }
    println!("{sessions} sessions");
}

type Delete = fn(&mut Vec<u8>) -> Result<()>;

#[test]
fn nothing_of_a_deleted_text_stays_in_the_buffer() {
    let secret = "correct horse battery staple";
    let mut elements = container().list;
    elements[1].name = secret.into();
    let delete: [Delete; 5] = [
        |bytes| common::Container::edit(bytes)?.list().at(1)?.set_name("x"),
        |bytes| common::Container::edit(bytes)?.list().at(1)?.set_name(&"y".repeat(100)),
        |bytes| common::Container::edit(bytes)?.list().remove(1),
        |bytes| common::Container::edit(bytes)?.list().clear(),
        |bytes| common::Container::edit(bytes)?.set_list(&[] as &[FooBar]),
    ];
    for delete in delete {
        let mut value = container();
        value.list = elements.clone();
        let mut bytes = vellum::to_vec(&value).unwrap();
        delete(&mut bytes).unwrap();
        let left = secret.as_bytes().windows(6).any(|part| bytes.windows(6).any(|window| window == part));
        assert!(!left, "part of the text is still there");
    }
}
