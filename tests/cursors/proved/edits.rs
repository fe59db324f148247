//! Edits of a proved buffer keep its proof: after each, the buffer is one that a new proof accepts, and reads the same.

use vellum::{
    ErrorKind, Result, Storage, Vellum,
    proved::{Proved, StableBytes},
};

use super::same::Same;
use super::types::{self as new, All, old};

/// A cheap source of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn text(&mut self) -> String {
        let len = self.below(40) * self.below(3);
        "aß".chars().cycle().take(len).collect()
    }
}

/// Edits in either revision of [`All`].
macro_rules! edits {
    ($edit:ident, $of:ident, $others:expr) => {
        // A part has more fields in one revision.
        #[allow(clippy::needless_update)]
        fn $edit<B: StableBytes + Storage>(proved: &mut Proved<B, $of::All>, random: &mut Random) -> Result<()> {
            let part = |random: &mut Random| $of::Part {
                label: random.text(),
                on: random.below(2) == 0,
                ..$of::Part::default()
            };
            let count = proved.get().parts().len();
            let mut edit = proved.edit()?;
            match random.below(14) {
                0 => edit.set_name(random.text().as_str()),
                1 => edit.parts().push(&part(random)),
                2 if count > 0 => edit.parts().remove(random.below(count)).map(drop),
                3 if count > 0 => edit.parts().at(random.below(count))?.set_label(random.text().as_str()),
                4 => edit.part().set_on(random.below(2) == 0),
                5 => edit.part().label().push_str(&random.text()),
                6 => edit.maybe().push(Some(&part(random))),
                7 => edit.by_key().insert(u16::try_from(random.below(9)).unwrap(), &part(random)).map(drop),
                8 => edit.by_key().remove(u16::try_from(random.below(9)).unwrap()).map(drop),
                9 => edit.change().set_named(random.text().as_str()),
                10 => edit.changes().push(&$of::Change::Named(random.text())),
                11 => edit.set_color($of::Color::Other(u8::try_from(random.below(200)).unwrap() + 3)),
                12 => edit.change().set_none(),
                _ => $others(&mut edit, random),
            }
        }
    };
}
edits!(edit_new, new, |edit: &mut new::AllEdit<'_, _>, random: &mut Random| {
    match random.below(5) {
        0 => edit.set_nick(Some(random.text().as_str())),
        1 => edit.more().push(random.text().as_str()),
        2 => edit.part().notes().push(random.text().as_str()),
        3 => edit.changes().push(&new::Change::Parts(vec![new::Part::default()])),
        _ => edit.set_is_new(true),
    }
});
edits!(edit_old, old, |edit: &mut old::AllEdit<'_, _>, random: &mut Random| edit.parts().truncate(random.below(3)));

/// Edits a proved buffer so many times; gives how often that was refused for want of room.
fn keeps<T, B>(bytes: B, edit: fn(&mut Proved<B, T>, &mut Random) -> Result<()>, seed: u64) -> usize
where
    T: Vellum + Same,
    B: StableBytes + Storage,
{
    let mut random = Random(seed);
    let mut proved = Proved::<B, T>::new(bytes).unwrap();
    let mut refused = 0;
    for step in 0..120 {
        let before = proved.as_bytes().to_vec();
        if let Err(error) = edit(&mut proved, &mut random) {
            assert!(matches!(error.kind(), ErrorKind::Full | ErrorKind::Newer), "{seed} {step}: {error}");
            assert_eq!(proved.as_bytes(), before);
            refused += 1;
        }
        let again = T::prove(proved.as_bytes()).unwrap_or_else(|error| panic!("{seed} {step}: {error}"));
        T::same(T::peek(proved.as_bytes()).unwrap(), again);
        T::same(T::peek(proved.as_bytes()).unwrap(), proved.get());
    }
    refused
}

#[test]
fn a_buffer_of_either_revision_stays_proved_through_edits() {
    for seed in 0..30 {
        let (mut old, mut new) =
            (vellum::to_vec(&old::All::default()).unwrap(), vellum::to_vec(&All::default()).unwrap());
        // So that either holds something of its own revision.
        for bytes in [&mut old, &mut new] {
            let mut proved = Proved::<_, old::All>::new(std::mem::take(bytes)).unwrap();
            let mut random = Random(seed);
            for _ in 0..10 {
                edit_old(&mut proved, &mut random).unwrap();
            }
            *bytes = proved.into_bytes();
        }
        assert_eq!(keeps::<All, Vec<u8>>(new.clone(), edit_new, seed), 0);
        assert_eq!(keeps::<All, Vec<u8>>(old.clone(), edit_new, seed), 0);
        assert_eq!(keeps::<old::All, Vec<u8>>(old, edit_old, seed), 0);
        keeps::<old::All, Vec<u8>>(new, edit_old, seed);
    }
}

#[test]
fn what_is_refused_for_want_of_room_leaves_the_proof_as_it_was() {
    let mut refused = 0;
    for seed in 0..30 {
        let mut bytes = vellum::to_vec(&All { name: "n".repeat(30), ..All::default() }).unwrap();
        refused += keeps::<All, &mut [u8]>(&mut bytes, edit_new, seed);
    }
    assert!(refused > 100, "{refused}");
}
