//! Edits of unions in buffers of another revision: an older program on newer bytes, a newer one on older bytes, each on its own.
//!
//! Every state of a union, wherever it lies, is edited by every edit that its cursors give. A naive model judges each: what the edited
//! buffer holds for the newest program is what an owned value edited alike holds, nothing else of it has changed, and it is valid for
//! both programs; or the edit failed for a reason that it has, and changed no byte.

mod edits;
mod firsts;
mod places;
mod states;
mod types;

use std::fmt::Debug;
use std::iter::once;
use std::mem::discriminant;

use places::{ALL_PLACES, PLACES};
use types::{new, old};
use vellum::{Error, ErrorKind, Result, Vellum, schema::PointerWidth};

use crate::common::failing::Failing;
use crate::common::nets;

/// The value as another type reads it.
fn read_as<T: vellum::DecodeOwned>(value: &impl vellum::Value) -> Option<T> {
    vellum::from_slice(&vellum::to_vec(value).ok()?).ok()
}

/// Whether an older program knows all that a value has.
fn is_known(value: &new::Choice) -> bool {
    let known = read_as::<old::Choice>(value);
    known.and_then(|known| read_as::<new::Choice>(&known)).is_some_and(|again| again == *value)
}

/// What a program sees of a root that the newest one wrote.
fn seen<T: vellum::DecodeOwned>(root: &new::Root) -> T {
    read_as(root).expect("a root that can be read")
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// `as_x` and its like.
    Asked,
    /// `get_mut`.
    Matched,
    /// The setter of what the variant is to hold.
    Set,
    /// `set`.
    SetWhole,
}

/// A case, for messages.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
struct Case<'v> {
    place: usize,
    way: Way,
    number: usize,
    state: &'v new::Choice,
    width: PointerWidth,
}

/// What a program is to these tests.
trait Program {
    type Root: Vellum + vellum::DecodeOwned + PartialEq + Debug;
    const IS_OLD: bool;

    /// How many states it has to set a union to.
    fn states() -> usize;

    /// Edits the union at a place; false if there is no such edit.
    fn edit(storage: &mut Failing, place: usize, way: Way, number: usize) -> Result<bool>;

    /// The same through a kept proof, with what it says of the bytes before and after.
    fn edit_proved(bytes: Vec<u8>, place: usize, way: Way, number: usize) -> (Result<bool>, Vec<u8>);

    /// The same of an owned value of the newest program.
    fn edit_owned(choice: &mut new::Choice, way: Way, number: usize);
}

macro_rules! program {
    ($program:ident, $module:ident, $is_old:literal) => {
        struct $program;

        impl Program for $program {
            type Root = $module::Root;
            const IS_OLD: bool = $is_old;

            fn states() -> usize {
                states::$module::STATES.len()
            }

            fn edit(storage: &mut Failing, place: usize, way: Way, number: usize) -> Result<bool> {
                places::$module::edit(&mut $module::Root::edit(storage)?, place, way, number)
            }

            fn edit_proved(bytes: Vec<u8>, place: usize, way: Way, number: usize) -> (Result<bool>, Vec<u8>) {
                let mut proved = vellum::proved::Proved::<Vec<u8>, $module::Root>::new(bytes).unwrap();
                let mut edit = proved.edit().unwrap();
                let done = places::$module::edit(&mut edit, place, way, number);
                // What the proof reads without a look is what is there.
                if number == 0 {
                    let view = $module::Root::peek(proved.as_bytes()).unwrap();
                    assert_eq!(format!("{:?}", proved.get()), format!("{view:?}"));
                }
                (done, proved.into_bytes())
            }

            fn edit_owned(choice: &mut new::Choice, way: Way, number: usize) {
                match way {
                    Way::Asked | Way::Matched => edits::new::edit_owned(choice, number),
                    Way::Set | Way::SetWhole => *choice = read_as(&states::$module::STATES[number]).unwrap(),
                }
            }
        }
    };
}
program!(Old, old, true);
program!(New, new, false);

/// Whether an edit may be refused for that reason.
fn is_reason<P: Program>(error: &Error, case: &Case<'_>) -> bool {
    match error.kind() {
        // What the older program does not know is not lost.
        ErrorKind::Newer => P::IS_OLD && !is_known(case.state),
        // The elements of a packed list have its variant.
        ErrorKind::Path if places::is_packed(case.place) => {
            let mut target = new::Choice::Nothing;
            P::edit_owned(&mut target, case.way, case.number);
            discriminant(&target) != discriminant(case.state)
        }
        _ => false,
    }
}

/// Makes one edit of a buffer, and judges it.
fn judge<P: Program>(bytes: &[u8], before: &new::Root, case: &Case<'_>) -> Judged {
    let Case { place, way, number, .. } = *case;
    let mut storage = Failing::new(bytes, usize::MAX);
    edits::SEVERAL.set(false);
    let result = P::edit(&mut storage, place, way, number);
    let edited = storage.bytes;
    // Of several edits, those before the one that failed are made.
    let is_one = !edits::SEVERAL.get();
    match &result {
        Ok(false) => {
            assert!(edited == bytes, "{case:?} changed what it has no edit for");
            return Judged::None;
        }
        Ok(true) => {
            let mut expected = before.clone();
            P::edit_owned(places::of(&mut expected, place), way, number);
            new::Root::schema().prove(&edited).unwrap_or_else(|error| panic!("{case:?}: {error}"));
            P::Root::schema().prove(&edited).unwrap_or_else(|error| panic!("{case:?}: {error}"));
            let found = vellum::from_slice::<new::Root>(&edited).unwrap();
            assert!(found == expected, "{case:?}:\n{found:?}\ninstead of\n{expected:?}");
            assert!(vellum::from_slice::<P::Root>(&edited).unwrap() == seen::<P::Root>(&expected), "{case:?}, seen");
        }
        Err(error) => {
            assert!(edited == bytes || !is_one, "{case:?} failed ({error}), and changed bytes");
            assert!(is_reason::<P>(error, case), "{case:?}: {error}");
        }
    }
    for allowance in 0..2 {
        let mut storage = Failing::new(bytes, allowance);
        let result = P::edit(&mut storage, place, way, number);
        if result.is_err() {
            assert!(storage.bytes == bytes || !is_one, "{case:?}, {allowance}");
        } else {
            // It may have gone without a layout that saves space.
            let found = vellum::from_slice::<new::Root>(&storage.bytes).unwrap();
            assert!(found == vellum::from_slice::<new::Root>(&edited).unwrap(), "{case:?}, {allowance}");
        }
    }
    let (proved, bytes) = P::edit_proved(bytes.to_vec(), place, way, number);
    assert_eq!(proved.is_ok(), result.is_ok(), "{case:?}, proved");
    assert!(bytes == edited, "{case:?}, proved");
    if result.is_ok() { Judged::Done } else { Judged::Refused }
}

/// No state has more edits of what it holds.
const MAX_EDITS: usize = 32;

/// How an edit ended.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Judged {
    Done,
    Refused,
    /// There is no such edit.
    None,
}

#[derive(Debug, Default)]
struct Counts {
    done: usize,
    refused: usize,
}

impl Counts {
    fn add(&mut self, judged: Judged) {
        self.done += usize::from(judged == Judged::Done);
        self.refused += usize::from(judged == Judged::Refused);
    }
}

/// Edits every state at every place in the buffers that `write` gives.
fn judge_all<P: Program>(
    states: &[new::Choice],
    places: impl Iterator<Item = usize>,
    write: impl Fn(&new::Root, PointerWidth) -> Option<Vec<u8>>,
) -> Counts {
    let mut counts = Counts::default();
    for (place, (index, state)) in places.flat_map(|place| states.iter().enumerate().map(move |state| (place, state))) {
        let mut root = places::root();
        places::put(&mut root, place, state);
        // Each place has each width, and each state.
        let width = PointerWidth::ALL[(place + index) % 3];
        if !nets::takes(place * states.len() + index) {
            continue;
        }
        let Some(bytes) = write(&root, width) else { continue };
        for ways in [[Way::Asked, Way::Matched], [Way::Matched, Way::Asked]] {
            // Which edits there are cannot be told where a cursor is refused.
            let edits = (0..MAX_EDITS).map(|number| Case { place, way: ways[number % 2], number, state, width });
            let judged =
                edits.map(|case| judge::<P>(&bytes, &root, &case)).take_while(|judged| *judged != Judged::None);
            judged.for_each(|judged| counts.add(judged));
            // Both ways lead to each edit in one place, in the others one.
            if place > 0 {
                break;
            }
        }
        // Every state by every other in one place, and some of them in the others.
        let sets = (0..P::states()).filter(|number| (number + index) % if place == 0 { 3 } else { 17 } == 0);
        for number in sets {
            let way = if (number + place) % 2 == 0 { Way::Set } else { Way::SetWhole };
            counts.add(judge::<P>(&bytes, &root, &Case { place, way, number, state, width }));
        }
    }
    counts
}

/// The states of the older program, as the newer one reads them.
fn older() -> Vec<new::Choice> {
    states::old::STATES.iter().map(|state| read_as(state).unwrap()).collect()
}

#[test]
fn a_newer_program_edits_unions_of_older_buffers_as_owned_values_are_edited() {
    let counts = judge_all::<New>(&older(), 0..ALL_PLACES, |root, width| {
        let old = read_as::<old::Root>(root)?;
        let is_all = read_as::<new::Root>(&old)? == *root;
        is_all.then(|| vellum::to_vec_with_width(&old, width).unwrap())
    });
    assert!(counts.done > nets::least(8_000) && counts.refused < 700, "{counts:?}");
}

#[test]
fn an_older_program_edits_unions_of_newer_buffers_as_owned_values_are_edited() {
    let counts = judge_all::<Old>(&states::new::STATES, 0..PLACES, |root, width| {
        Some(vellum::to_vec_with_width(root, width).unwrap())
    });
    assert!(counts.done > nets::least(6_000) && counts.refused < 2_400, "{counts:?}");
}

#[test]
fn a_program_edits_unions_of_its_own_buffers_as_owned_values_are_edited() {
    // The places of both revisions are judged above.
    let places = once(0).chain(PLACES..ALL_PLACES);
    let counts = judge_all::<New>(&states::new::STATES, places, |root, width| {
        Some(vellum::to_vec_with_width(root, width).unwrap())
    });
    assert!(counts.done > nets::least(8_000) && counts.refused < 700, "{counts:?}");
}
