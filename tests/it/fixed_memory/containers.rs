//! Containers of other crates: random edits make in each the bytes and the errors that they make in a vector, one that may be bounded.

#![cfg(all(feature = "arrayvec", feature = "bytes", feature = "smallvec"))]

use arrayvec::ArrayVec;
use bytes::BytesMut;
use smallvec::SmallVec;
use vellum::{ErrorKind, Record, Schema, Storage, schema::PointerWidth};

use super::mix::{Account, Random};
use super::values::{Lists, Maps, Texts, Unions};
use super::{Churned, canonical};
use crate::common::bounded::Bounded;
use crate::common::nets;

/// The most that the bounded containers hold: more than narrow pointers reach.
const MOST: usize = 600;
/// The longest value that is kept for more than one edit, where memory has no bound.
const LONG: usize = 3000;

/// What is made of a buffer in one session.
#[derive(Debug)]
enum Step<T: Churned> {
    /// Edits by derived types.
    Edits(Vec<T::Change>),
    /// One edit of the record: the difference to this value.
    Apply(T),
    Compact,
}

impl<T: Churned> Step<T> {
    fn random(value: &T, random: &mut Random) -> Self {
        match random.below(12) {
            0 => return Self::Compact,
            1..=4 => {
                let mut next = value.clone();
                (0..=random.below(4)).for_each(|_| next.change(next.random(random)));
                return Self::Apply(next);
            }
            _ => {}
        }
        let mut next = value.clone();
        let edits = (0..=random.below(3)).map(|_| {
            let edit = next.random(random);
            next.change(edit.clone());
            edit
        });
        Self::Edits(edits.collect())
    }

    fn after(&self, value: &T) -> T {
        match self {
            Self::Edits(edits) => {
                let mut next = value.clone();
                edits.iter().cloned().for_each(|edit| next.change(edit));
                next
            }
            Self::Apply(next) => next.clone(),
            Self::Compact => value.clone(),
        }
    }

    /// Makes it in a container; the error as text.
    fn make(&self, value: &T, storage: &mut (impl Storage + AsRef<[u8]>)) -> Result<(), String> {
        let schema: &Schema = T::schema();
        let made = match self {
            Self::Edits(edits) => T::apply(edits, storage),
            Self::Apply(next) => {
                let [from, to] = [value, next].map(|value| vellum::to_vec(value).unwrap());
                let (from, to) = (Record::open(schema, from).unwrap(), Record::open(schema, to).unwrap());
                let changes = from.diff(&to).unwrap();
                Record::open(schema, &mut *storage).and_then(|mut record| record.apply(&changes))
            }
            Self::Compact => T::compact(storage),
        };
        made.map_err(|error| {
            assert_eq!(error.kind(), ErrorKind::Full, "{error}");
            error.to_string()
        })
    }

    /// Whether a failure of it changes no byte: it is one edit.
    fn is_one(&self) -> bool {
        match self {
            // Edits of names set two texts, and some of accounts are several.
            Self::Edits(edits) => {
                edits.len() == 1
                    && !format!("{edits:?}").contains("Name")
                    && !std::any::type_name::<T>().contains("Account")
            }
            Self::Apply(_) | Self::Compact => true,
        }
    }
}

/// Makes steps by chance in a vector and in each container that grows.
fn grow<T: Churned>(steps: u32, seed: u64) -> [usize; 2] {
    let (mut random, mut value) = (Random(seed), T::default());
    let mut plain = vellum::to_vec(&value).unwrap();
    let mut shared = BytesMut::from(&[&plain[..], &plain[..]].concat()[..]);
    let neighbour = shared.split_off(plain.len());
    let mut inline = SmallVec::<[u8; 64]>::from_slice(&plain);
    let mut none_inline = SmallVec::<[u8; 0]>::from_slice(&plain);
    let first = plain.clone();
    for number in 0..nets::cases(steps) {
        let step = Step::random(&value, &mut random);
        let after = step.after(&value);
        if canonical(&after) > LONG {
            continue;
        }
        assert_eq!(step.make(&value, &mut plain), Ok(()), "step {number}: {step:?}");
        assert_eq!(step.make(&value, &mut shared), Ok(()), "step {number}: {step:?}");
        assert_eq!(step.make(&value, &mut inline), Ok(()), "step {number}: {step:?}");
        assert_eq!(step.make(&value, &mut none_inline), Ok(()), "step {number}: {step:?}");
        for (name, bytes) in [("bytes", &shared[..]), ("smallvec", &inline), ("smallvec of none", &none_inline)] {
            assert!(*bytes == plain, "step {number}: {step:?} makes other bytes in {name}: {bytes:x?}, not {plain:x?}");
        }
        value = after;
        assert!(vellum::from_slice::<T>(&plain).unwrap() == value, "step {number}: {step:?}");
    }
    assert_eq!(neighbour, first, "bytes that share memory with the buffer stay");
    [0; 2]
}

/// Makes steps by chance in a bounded vector and in an array: the same bytes and the same errors, which change no byte.
fn fill<T: Churned>(steps: u32, seed: u64) -> [usize; 2] {
    let (mut random, mut value, mut outcomes) = (Random(seed), T::default(), [0; 2]);
    let mut plain = Bounded { bytes: vellum::to_vec(&value).unwrap(), most: MOST };
    let mut array: ArrayVec<u8, MOST> = plain.bytes.iter().copied().collect();
    for number in 0..nets::cases(steps) {
        let step = Step::random(&value, &mut random);
        let (before, after) = (plain.bytes.clone(), step.after(&value));
        let made = step.make(&value, &mut plain);
        assert_eq!(step.make(&value, &mut array), made, "step {number}: {step:?}");
        assert!(array[..] == plain.bytes, "step {number}: {step:?} makes {array:x?}, not {:x?}", plain.bytes);
        outcomes[usize::from(made.is_ok())] += 1;
        match made {
            Ok(()) => value = after,
            Err(error) => {
                assert!(!step.is_one() || plain.bytes == before, "step {number}: {step:?}: {error}, and bytes changed");
                value = vellum::from_slice(&plain.bytes).unwrap();
            }
        }
        assert!(vellum::from_slice::<T>(&array).unwrap() == value, "step {number}: {step:?}");
        assert!(T::schema().prove(&array).unwrap().is_complete(), "step {number}: {step:?}");
    }
    outcomes
}

/// One edit of a buffer that nothing was done to: an array is full where a slice of its length is.
fn fill_at_once<T: Churned>(steps: u32, seed: u64) -> [usize; 2] {
    let (mut random, mut value, mut outcomes) = (Random(seed), T::default(), [0; 2]);
    for number in 0..nets::cases(steps) {
        let step = Step::random(&value, &mut random);
        let after = step.after(&value);
        let bytes = vellum::to_vec_with_width(&value, PointerWidth::Two).unwrap();
        let mut array: ArrayVec<u8, MOST> = bytes.iter().copied().collect();
        let mut slice = bytes.clone();
        slice.resize(MOST, 0xFF);
        if let (true, step @ (Step::Edits(_) | Step::Apply(_))) = (step.is_one(), &step) {
            let in_slice = step.make(&value, &mut &mut slice[..]);
            let in_array = step.make(&value, &mut array);
            assert_eq!(in_array.is_ok(), in_slice.is_ok(), "step {number}: {step:?}: {in_array:?}, {in_slice:?}");
            outcomes[usize::from(in_array.is_ok())] += 1;
        }
        if canonical(&after) <= MOST / 10 * 9 {
            value = after;
        }
    }
    outcomes
}

/// How often the five values were refused, and how often not.
fn all(counts: [[usize; 2]; 5]) -> [usize; 2] {
    counts.iter().fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
}

macro_rules! tests {
    ($($name:ident: $test:ident, $least:literal;)*) => {
        $(#[test]
        fn $name() {
            let counts = [
                $test::<Texts>(1200, 1),
                $test::<Lists>(1200, 2),
                $test::<Maps>(1200, 3),
                $test::<Unions>(1200, 4),
                $test::<Account>(1200, 5),
            ];
            assert!(all(counts).iter().all(|count| *count >= nets::least($least)), "{counts:?}");
        })*
    };
}

tests! {
    containers_that_grow_hold_the_bytes_that_a_vector_holds: grow, 0;
    an_array_holds_the_bytes_of_a_bounded_vector_and_is_full_where_it_is: fill, 100;
    an_array_is_full_where_a_slice_of_its_length_is: fill_at_once, 100;
}
