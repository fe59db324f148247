//! Random histories of a type that breaks twice, with functions that each history draws: what the lock accepts, every program that it
//! accepts reads as an oracle does, and what the oracle would lose is refused.

// Functions of `upgrades_from` return a `Result`, whatever they do. Numbers that are drawn are small.
#![allow(clippy::unnecessary_wraps, clippy::cast_possible_truncation)]

use std::borrow::Cow;
use std::cell::Cell;
use std::fs;

use vellum::lock::{self, LockCommand, LockErrorKind, StoredType};
use vellum::{DecodeOwned, ErrorKind, Value, Vellum, framed, upgrade};

use crate::common::mix::Random;
use crate::common::nets;

/// What the functions of a history do.
#[derive(Clone, Copy, Debug, Default)]
struct Rules {
    factor: u32,
    /// The functions refuse greater counts, and longer names.
    most: u32,
    longest: usize,
}

thread_local! {
    static RULES: Cell<Rules> = Cell::default();
}

/// A value of any of the types. The last field of the first two is that of their second revision.
#[derive(Clone, Debug, PartialEq)]
enum Held {
    A(u8, String, Option<String>),
    B(u32, String, u16),
    C(Vec<String>, Option<u32>),
}

/// From the first form to the second.
fn second(held: Held) -> Result<Held, &'static str> {
    let Rules { factor, most, .. } = RULES.get();
    match held {
        Held::A(count, ..) if u32::from(count) > most => Err("too many"),
        Held::A(count, name, note) => Ok(Held::B(u32::from(count) * factor, name + &note.unwrap_or_default(), 7)),
        held => panic!("{held:?}"),
    }
}

fn third(held: Held) -> Result<Held, &'static str> {
    match held {
        Held::B(_, name, _) if name.len() > RULES.get().longest => Err("too long"),
        Held::B(count, name, tag) => Ok(Held::C(vec![name], Some(count.wrapping_add(tag.into())))),
        held => panic!("{held:?}"),
    }
}

/// From the first form to the third without the second.
fn directly(held: Held) -> Result<Held, &'static str> {
    match held {
        Held::A(_, name, _) if name.len() > RULES.get().longest => Err("too long"),
        Held::A(count, name, note) => Ok(Held::C(vec![name], note.map(|_| count.into()))),
        held => panic!("{held:?}"),
    }
}

/// A type of a program, and what the oracle says of buffers that it reads.
trait Program: Value + DecodeOwned {
    fn of(held: Held) -> Self;
    fn held(self) -> Held;
    /// What it makes of a value, or why not.
    fn reads(held: Held) -> Result<Held, Why>;
}

#[derive(Debug, PartialEq)]
enum Why {
    /// A function refuses it.
    Function(&'static str),
    /// It has data that would be lost.
    Newer,
    /// It is of a type that this one does not know.
    Unknown,
}

/// A type with its functions, the value that it holds, and what it reads.
macro_rules! program {
    (
        $(#[$upgrades:meta])? $module:ident { $($field:ident: $type:ty $(, since $since:literal)?;)* }
        $(by $function:ident($old:ident) = $rule:ident;)*
        held $held:expr; of $of:pat => $made:expr; reads $($read:pat => $read_as:expr;)*
    ) => {
        mod $module {
            use super::*;

            #[derive(Vellum, Clone)]
            #[vellum(rename = "Item")]
            $(#[$upgrades])?
            pub struct Item {
                $($(#[vellum(since = $since)])? pub $field: $type,)*
            }

            $(fn $function(old: super::$old::Item) -> Result<Item, &'static str> {
                $rule(old.held()).map(Item::of)
            })*

            impl Program for Item {
                fn of(held: Held) -> Self {
                    let $of = held else { panic!("of another form") };
                    $made
                }

                fn held(self) -> Held {
                    let Self { $($field),* } = self;
                    $held
                }

                fn reads(held: Held) -> Result<Held, Why> {
                    match held {
                        $($read => $read_as,)*
                    }
                }
            }
        }
    };
}

program! {
    first { count: u8; name: String; }
    held Held::A(count, name, None); of Held::A(count, name, _) => Item { count, name };
    reads Held::A(count, name, _) => Ok(Held::A(count, name, None)); _ => Err(Why::Unknown);
}
program! {
    first_later { count: u8; name: String; note: Option<String>, since 2; }
    held Held::A(count, name, note); of Held::A(count, name, note) => Item { count, name, note };
    reads held @ Held::A(..) => Ok(held); _ => Err(Why::Unknown);
}
program! {
    #[vellum(upgrades_from(super::first::Item = of_first))]
    hasty { count: u32; name: String; }
    by of_first(first) = second;
    held Held::B(count, name, 0); of Held::B(count, name, _) => Item { count, name };
    reads
    Held::A(_, _, Some(_)) => Err(Why::Newer);
    held @ Held::A(..) => without_tag(upgraded(second(held))?);
    held @ Held::B(..) => without_tag(held);
    Held::C(..) => Err(Why::Unknown);
}
program! {
    #[vellum(upgrades_from(super::first_later::Item = of_first))]
    second_form { count: u32; name: String; }
    by of_first(first_later) = second;
    held Held::B(count, name, 0); of Held::B(count, name, _) => Item { count, name };
    reads
    held @ Held::A(..) => without_tag(upgraded(second(held))?);
    held @ Held::B(..) => without_tag(held);
    Held::C(..) => Err(Why::Unknown);
}
program! {
    #[vellum(upgrades_from(super::first_later::Item = of_first))]
    second_later { count: u32; name: String; tag: u16, since 2; }
    by of_first(first_later) = second;
    held Held::B(count, name, tag); of Held::B(count, name, tag) => Item { count, name, tag };
    reads
    held @ Held::A(..) => upgraded(second(held));
    held @ Held::B(..) => Ok(held);
    Held::C(..) => Err(Why::Unknown);
}
program! {
    #[vellum(upgrades_from(super::second_later::Item = of_second))]
    third_form { parts: Vec<String>; sum: Option<u32>; }
    by of_second(second_later) = third;
    held Held::C(parts, sum); of Held::C(parts, sum) => Item { parts, sum };
    reads
    held @ Held::A(..) => upgraded(second(held).and_then(third));
    held @ Held::B(..) => upgraded(third(held));
    held @ Held::C(..) => Ok(held);
}
program! {
    #[vellum(upgrades_from(super::second_later::Item = of_second, super::first_later::Item = of_first))]
    third_directly { parts: Vec<String>; sum: Option<u32>; }
    by of_second(second_later) = third;
    by of_first(first_later) = directly;
    held Held::C(parts, sum); of Held::C(parts, sum) => Item { parts, sum };
    reads
    held @ Held::A(..) => upgraded(directly(held));
    held @ Held::B(..) => upgraded(third(held));
    held @ Held::C(..) => Ok(held);
}

fn upgraded(made: Result<Held, &'static str>) -> Result<Held, Why> {
    made.map_err(Why::Function)
}

/// As a type of the second form reads it whose revision has no tag.
fn without_tag(held: Held) -> Result<Held, Why> {
    match held {
        Held::B(count, name, _) => Ok(Held::B(count, name, 0)),
        held => panic!("{held:?}"),
    }
}

/// A record of a store: its framed bytes, and what they hold.
struct Stored {
    bytes: Vec<u8>,
    held: Held,
}

/// The program of a type, as a value.
#[derive(Clone, Copy)]
struct Of {
    form: usize,
    locked: fn() -> StoredType,
    write: fn(Held) -> Stored,
    read: fn(&mut Stored, bool) -> Result<(), Why>,
}

fn program<T: Program>(form: usize) -> Of {
    Of { form, locked: lock::of::<T>, write: write::<T>, read: read::<T> }
}

fn write<T: Program>(held: Held) -> Stored {
    let value = T::of(held);
    let bytes = framed::pack(T::schema(), &vellum::to_vec(&value).unwrap());
    Stored { bytes, held: value.held() }
}

/// Compares what a program reads with the oracle; the program may write what it upgraded.
fn read<T: Program>(stored: &mut Stored, writes: bool) -> Result<(), Why> {
    let expected = T::reads(stored.held.clone());
    let bytes = upgrade::framed::<T>(&stored.bytes);
    let Ok(expected) = expected else {
        let (error, why) = (bytes.unwrap_err(), expected.unwrap_err());
        match &why {
            Why::Function(said) => assert!(error.to_string().contains(said), "{error}"),
            Why::Newer => assert_eq!(error.kind(), ErrorKind::Newer, "{error}"),
            Why::Unknown => assert_eq!(error.kind(), ErrorKind::Type, "{error}"),
        }
        return Err(why);
    };
    let bytes = bytes.unwrap();
    let value: T = vellum::from_slice(framed::open::<T>(&bytes).unwrap()).unwrap();
    let held = value.held();
    assert_eq!(held, expected);
    if let (Cow::Owned(bytes), true) = (bytes, writes) {
        *stored = Stored { bytes, held };
    }
    Ok(())
}

fn value(random: &mut Random, form: usize) -> Held {
    let name = "ab".repeat(random.below(4));
    match form {
        0 => Held::A(random.below(256) as u8, name, (random.below(2) == 0).then(|| "note".into())),
        1 => Held::B(random.below(1 << 20) as u32, name, random.below(3) as u16),
        _ => Held::C(vec![name; random.below(3)], (random.below(2) == 0).then_some(5)),
    }
}

#[test]
fn what_the_lock_accepts_is_read_as_the_oracle_reads_it() {
    let programs = [
        program::<first::Item>(0),
        program::<first_later::Item>(0),
        program::<hasty::Item>(1),
        program::<second_form::Item>(1),
        program::<second_later::Item>(1),
        program::<third_form::Item>(2),
        program::<third_directly::Item>(2),
    ];
    let folder = std::env::temp_dir().join(format!("vellum-upgrade-histories-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (mut deployed, mut read, mut not_read, mut not_accepted) = (0, 0, 0, 0);
    for history in 0..nets::cases(2000) {
        let random = &mut Random(u64::from(history) << 9);
        RULES.set(Rules {
            factor: 1 + random.below(1000) as u32,
            most: [50, 255][random.below(2)],
            longest: [3, 100][random.below(2)],
        });
        let path = folder.join(format!("{history}.lock"));
        let (mut store, mut old): (Vec<Stored>, Vec<Of>) = (Vec::new(), Vec::new());
        for place in 0..2 + random.below(5) {
            let present = programs[(place + random.below(3)).min(programs.len() - 1)];
            let types = [(present.locked)()];
            let mut checked = lock::check_with(&path, &types, &LockCommand::Check);
            for command in [LockCommand::Accept, LockCommand::AcceptUpgrade] {
                let Err(error) = &checked else { break };
                if error.kind() != LockErrorKind::Written {
                    checked = lock::check_with(&path, &types, &command);
                }
                if checked.is_ok() || matches!(&checked, Err(error) if error.kind() == LockErrorKind::Written) {
                    checked = lock::check_with(&path, &types, &LockCommand::Check);
                }
            }
            if checked.is_err() {
                // It is not deployed. What it would lose or not know stays as it is all the same.
                for stored in &mut store {
                    let _ = (present.read)(stored, false);
                }
                not_accepted += 1;
                continue;
            }
            deployed += 1;
            // Programs that were deployed go on to write.
            old.push(present);
            for _ in 0..=random.below(6) {
                let writer = old[random.below(old.len())];
                let held = value(random, writer.form);
                store.push((writer.write)(held));
            }
            for stored in &mut store {
                match (present.read)(stored, random.below(2) == 0) {
                    Ok(()) => read += 1,
                    Err(Why::Function(_)) => not_read += 1,
                    Err(why) => {
                        panic!("history {history}: the lock accepted a program to which {:?} is {why:?}", stored.held)
                    }
                }
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    // Everything of it has happened.
    let counts = (deployed, read, not_read, not_accepted);
    assert!(deployed > nets::cases(2000) && read > deployed && not_read > 100 && not_accepted > 100, "{counts:?}");
}
