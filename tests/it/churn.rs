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
            assert!(Account::verify(&bytes).unwrap().complete());
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
    vellum::compact::<Account>(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&model).unwrap());
    Sizes { peak, last }
}

#[test]
fn a_buffer_stays_small_through_a_long_life() {
    for per_session in [1, 10, 1000] {
        let Sizes { peak, last } = churn(nets::cases(1_000_000) as usize, per_session);
        assert!(peak <= 2.5, "peak {peak}");
        assert!(last <= 2.0, "final {last}");
    }
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
