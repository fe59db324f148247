//! What a newer program wrote and this one does not know: numbers and variants of open enums, wherever they lie. To read or to edit it is
//! an error of the kind `Newer`, or gives a value; it is never `Corrupt`, since a program that drops corrupt records would drop good ones
//! while others are being replaced. In a closed enum it is `Corrupt`, and never `Newer`.

mod types;
mod ways;

use std::collections::{BTreeMap, BTreeSet};

use types::*;
use vellum::{DecodeOwned, Error, ErrorKind, Result, Value, Vellum};
use ways::{Told, by_schema, by_type};

/// What a program knows of what it reads.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Knows {
    /// That there can be more.
    Open,
    /// That too, and it has a value for it.
    Other,
    /// That there is no more.
    Closed,
}

/// Judges what came of each way to read or edit; counts the ways, and the errors.
fn judge(case: &str, knows: Knows, told: Told, counts: &mut [usize; 2]) {
    for (way, result) in told {
        counts[0] += 1;
        let Err(error) = result else { continue };
        counts[1] += 1;
        let case = format!("{way} of {case} by {knows:?}: {error}");
        match knows {
            Knows::Open | Knows::Other => assert_eq!(error.kind(), ErrorKind::Newer, "{case}"),
            Knows::Closed => assert_eq!(error.kind(), ErrorKind::Corrupt, "{case}"),
        }
    }
}

/// Reads what a program wrote, in each way that has no part of the type in it.
fn whole<H: Vellum + DecodeOwned>(case: &str, knows: Knows, bytes: &[u8], counts: &mut [usize; 2]) {
    judge(case, knows, by_type::<H>(bytes), counts);
    judge(case, knows, by_schema(H::schema(), bytes, knows), counts);
    // What stands for all values has to be seen where the value is read as one.
    let read = vellum::from_slice::<H>(bytes);
    match knows {
        Knows::Open => assert_eq!(read.err().map(|error| error.kind()), Some(ErrorKind::Newer), "{case}"),
        Knows::Other => assert!(read.is_ok(), "{case}: {:?}", read.err()),
        Knows::Closed => assert_eq!(read.err().map(|error| error.kind()), Some(ErrorKind::Corrupt), "{case}"),
    }
    assert_eq!(H::schema().prove(bytes).is_ok(), knows != Knows::Closed, "{case}");
}

/// Each holder of a value of the newest program, and what this one does with it.
macro_rules! in_each_place {
    (
        $new:expr, $knows:expr, $counts:ident,
        $T:ty, $set:expr, |$got:ident| $read:expr, |$cursor:ident| $touch:expr, |$field:ident| $reach:expr
    ) => {{
        let new = &$new;
        let mut run = |place: &str, bytes: Vec<u8>, one: fn(&str, Knows, &[u8], &mut [usize; 2]), ways: fn(&[u8]) -> Told| {
            let case = format!("{new:?} in {place} as {}", stringify!($T));
            one(&case, $knows, &bytes, $counts);
            judge(&case, $knows, ways(&bytes), $counts);
        };
        macro_rules! bytes {
            ($holder:ident, $value:expr) => {
                vellum::to_vec(&$holder { before: 1, it: $value, after: "after".into() }).unwrap()
            };
        }
        let (one, two) = (|| new.clone(), || [new.clone(), new.clone()]);
        fn read($got: <$T as Value>::Get<'_, vellum::proved::Checked>) -> Result<()> {
            $read
        }
        run("a root", vellum::to_vec(new).unwrap(), whole_root::<$T>, |_| vec![]);
        run("a field", bytes!(Field, one()), whole::<Field<$T>>, |bytes| {
            ways!(Field<$T>, bytes, edit, view, {
                "getter" => view.it().and_then(read),
                "cursor" => { let $field = edit.it(); $reach },
                "setter" => edit.set_it($set),
            })
        });
        run("a box", bytes!(Boxed, Box::new(one())), whole::<Boxed<$T>>, |bytes| {
            ways!(Boxed<$T>, bytes, edit, view, { "getter" => view.it().and_then(read), "after" => edit.set_after("x") })
        });
        run("an option", bytes!(Maybe, Some(one())), whole::<Maybe<$T>>, |bytes| {
            ways!(Maybe<$T>, bytes, edit, view, {
                "getter" => view.it().and_then(|got| got.map_or(Ok(()), read)),
                "setter" => edit.set_it(Some($set)),
                "clear" => edit.clear_it(),
            })
        });
        for (place, list) in [
            ("a packed list", two().to_vec()),
            ("a list", vec![one(), known_of(new)]),
            ("a list of one", vec![one()]),
        ] {
            run(place, bytes!(Listed, list), whole::<Listed<$T>>, |bytes| {
                ways!(Listed<$T>, bytes, edit, view, {
                    "get" => view.it().and_then(|list| list.get(0)).and_then(read),
                    "iterator" => view.it().and_then(|list| list.iter().try_for_each(|got| read(got?))),
                    "backwards" => view.it().and_then(|list| list.iter().rev().try_for_each(|got| read(got?))),
                    "length" => edit.it().len().map(drop),
                    "get by cursor" => edit.it().get(0).and_then(read),
                    "cursor" => { let mut list = edit.it(); list.at(0).and_then(|$cursor| $touch) },
                    "edit_each" => {
                        let mut each = edit.it().edit_each();
                        each.next().and_then(|next| match next { Some($cursor) => $touch, None => Ok(()) })
                    },
                    "update_each" => edit.it().update_each(|_| $set),
                    "position" => edit.it().position(|got| read(got).map(|()| false)).map(drop),
                    "retain" => edit.it().retain(|got| read(got).map(|()| false)),
                    "sort_by" => edit.it().sort_by(|_, _| std::cmp::Ordering::Greater),
                    "push" => edit.it().push($set),
                    "insert" => edit.it().insert(0, $set),
                    "set" => edit.it().set(0, $set),
                    "remove" => edit.it().remove(0),
                    "pop" => edit.it().pop().map(drop),
                    "take" => edit.it().take(0).map(drop),
                    "swap" => if edit.it().len()? > 1 { edit.it().swap(0, 1) } else { Ok(()) },
                    "truncate" => edit.it().truncate(0),
                    "clear" => edit.it().clear(),
                })
            });
        }
        run("a list of options", bytes!(ListedMaybe, vec![Some(one()), None]), whole::<ListedMaybe<$T>>, |bytes| {
            ways!(ListedMaybe<$T>, bytes, edit, view, {
                "iterator" => view.it().and_then(|list| list.iter().try_for_each(|got| got?.map_or(Ok(()), read))),
                "set" => edit.it().set(0, Some($set)),
                "remove" => edit.it().remove(0),
            })
        });
        run("a map", bytes!(Mapped, BTreeMap::from([("k".to_owned(), one())])), whole::<Mapped<$T>>, |bytes| {
            ways!(Mapped<$T>, bytes, edit, view, {
                "get" => view.it().and_then(|map| map.get("k")).and_then(|got| got.map_or(Ok(()), read)),
                "iterator" => view.it().and_then(|map| map.iter().try_for_each(|entry| read(entry?.1))),
                "get by cursor" => edit.it().get("k").and_then(|got| got.map_or(Ok(()), read)),
                "cursor" => {
                    let mut map = edit.it();
                    map.at("k").and_then(|found| match found { Some($cursor) => $touch, None => Ok(()) })
                },
                "insert" => edit.it().insert("k", $set).map(drop),
                "insert another" => edit.it().insert("l", $set).map(drop),
                "retain" => edit.it().retain(|_, got| read(got).map(|()| false)),
                "remove" => edit.it().remove("k").map(drop),
                "take" => edit.it().take("k").map(drop),
                "clear" => edit.it().clear(),
            })
        });
        run("an array", bytes!(Arrayed, two()), whole::<Arrayed<$T>>, |bytes| {
            ways!(Arrayed<$T>, bytes, edit, view, {
                "get" => view.it().and_then(|array| array.get(1)).and_then(read),
                "to_array" => view.it().and_then(|array| array.to_array::<2>()).map(drop),
                "cursor" => { let mut array = edit.it(); array.at(0).and_then(|$cursor| $touch) },
                "set" => edit.it().set(0, $set),
            })
        });
        run("a tuple", bytes!(Tupled, (1, one())), whole::<Tupled<$T>>, |bytes| {
            ways!(Tupled<$T>, bytes, edit, view, { "getter" => view.it().map(drop), "after" => edit.set_after("x") })
        });
        let field = || Field { before: 1, it: one(), after: "x".into() };
        run("a struct", bytes!(Nested, field()), whole::<Nested<$T>>, |bytes| {
            ways!(Nested<$T>, bytes, edit, view, {
                "getter" => view.it().and_then(|field| field.it()).and_then(read),
                "cursor" => { let mut field = edit.it(); let $field = field.it(); $reach },
                "setter" => edit.it().set_it($set),
            })
        });
        run("structs of a list", bytes!(NestedEach, vec![field()]), whole::<NestedEach<$T>>, |bytes| {
            ways!(NestedEach<$T>, bytes, edit, view, {
                "getter" => view.it().and_then(|list| list.get(0)).and_then(|field| field.it()).and_then(read),
                "cursor" => { let mut list = edit.it(); list.at(0).and_then(|mut field| { let $field = field.it(); $reach }) },
                "pop" => edit.it().pop().map(drop),
            })
        });
        run("a payload", bytes!(Wrapped, Wrap::Held(one())), whole::<Wrapped<$T>>, |bytes| {
            ways!(Wrapped<$T>, bytes, edit, view, {
                "getter" => view.it().and_then(|wrap| wrap.get()).and_then(|wrap| match wrap {
                    WrapRef::Held(got) => read(got),
                    _ => panic!("another variant"),
                }),
                "cursor" => { let mut wrap = edit.it(); wrap.get_mut().map(drop) },
                "setter" => edit.it().set_held($set),
            })
        });
        run("a named payload", bytes!(Wrapped, Wrap::Named { it: one() }), whole::<Wrapped<$T>>, |bytes| {
            ways!(Wrapped<$T>, bytes, edit, view, {
                "getter" => view.it().and_then(|wrap| wrap.get()).and_then(|wrap| match wrap {
                    WrapRef::Named(named) => named.it().and_then(read),
                    _ => panic!("another variant"),
                }),
                "after" => edit.set_after("x"),
            })
        });
    }};
}

/// Each way with a fresh copy of the bytes to edit.
macro_rules! ways {
    ($H:ty, $bytes:ident, $edit:ident, $view:ident, { $($way:literal => $run:expr,)* }) => { ways!($H, $bytes, $edit, $view, { $($way => $run),* }) };
    ($H:ty, $bytes:ident, $edit:ident, $view:ident, { $($way:literal => $run:expr),* }) => {{
        let mut told: Told = vec![];
        $({
            let mut copy = $bytes.to_vec();
            let result = {
                let $view = <$H>::peek($bytes).unwrap();
                let mut $edit = <$H>::edit(&mut copy).unwrap();
                let (_, _) = (&$view, &mut $edit);
                #[allow(clippy::redundant_closure_call)]
                (|| -> Result<()> { $run })()
            };
            if result.is_err() {
                assert_eq!(copy, $bytes, "{} changes bytes and fails", $way);
            }
            told.push(($way, result));
        })*
        told
    }};
}

fn whole_root<T: Value + DecodeOwned>(case: &str, knows: Knows, bytes: &[u8], counts: &mut [usize; 2]) {
    let told: Told = vec![
        ("from_slice", vellum::from_slice::<T>(bytes).map(drop)),
        ("access", T::prove(bytes).map(drop)),
        ("JSON", vellum::json::from_buffer::<T>(bytes).map(drop)),
        ("content_hash", T::content_hash(bytes, &mut std::hash::DefaultHasher::new())),
    ];
    judge(case, knows, told, counts);
    judge(case, knows, by_schema(T::schema(), bytes, knows), counts);
}

/// A value that all programs know.
trait Known: Clone {
    fn known() -> Self;
}

fn known_of<T: Known>(_: &T) -> T {
    T::known()
}

impl Known for newest::Number {
    fn known() -> Self {
        Self::Two
    }
}

impl Known for newest::Wide {
    fn known() -> Self {
        Self::Second
    }
}

impl Known for newest::Choice {
    fn known() -> Self {
        Self::Name("known".into())
    }
}

impl Known for newest::Told {
    fn known() -> Self {
        Self::Started { time: 4, by: 1 }
    }
}

fn numbers() -> Vec<newest::Number> {
    vec![newest::Number::Three, newest::Number::Last]
}

fn choices() -> Vec<newest::Choice> {
    use newest::Choice::{Gone, Long, Many, Name, Pair, Parts, Short, Text};
    let part = Part { a: 1, name: "part".into() };
    vec![
        Gone,
        Short(7),
        Long(1 << 100),
        Text("text".into()),
        newest::Choice::Part(part.clone()),
        Parts(vec![part]),
        Pair(3, "pair".into()),
        Many(vec![Name("one".into()), Gone]),
    ]
}

/// The test of one program: its module, and what it knows.
macro_rules! program {
    ($test:ident, $module:ident, $knows:expr) => {
        #[test]
        fn $test() {
            use types::$module::{Choice, ChoiceEdit, Number, Told as Story, ToldEdit, Wide};
            fn touch(mut choice: ChoiceEdit<'_, impl vellum::Storage>) -> Result<()> {
                choice.get().map(drop)?;
                choice.get_mut().map(drop)?;
                choice.as_name().map(drop)?;
                choice.view()?.get().map(drop)
            }
            fn tell(mut told: ToldEdit<'_, impl vellum::Storage>) -> Result<()> {
                let set = told.set_time(9);
                let all = [told.get().map(drop), told.get_mut().map(drop), told.time().map(drop), set];
                all.into_iter().collect()
            }
            let counts = &mut [0, 0];
            for new in numbers() {
                in_each_place!(new, $knows, counts, Number, Number::One, |_got| Ok(()), |_cursor| Ok(()), |field| field.map(drop));
            }
            in_each_place!(
                newest::Wide::Third, $knows, counts, Wide, Wide::First, |_got| Ok(()), |_cursor| Ok(()), |field| field.map(drop)
            );
            for new in choices() {
                in_each_place!(
                    new, $knows, counts, Choice, &Choice::Nothing, |got| got.get().map(drop), |cursor| touch(cursor), |field| touch(field)
                );
            }
            in_each_place!(
                newest::Told::Paused { time: 1, at: 2 }, $knows, counts, Story, &Story::Started { time: 0, by: 0 },
                |got| { got.get()?; got.time().map(drop) }, |cursor| tell(cursor), |field| tell(field)
            );
            for number in numbers() {
                let (it, set) = (BTreeMap::from([(number, 7)]), BTreeSet::from([number]));
                let bytes = vellum::to_vec(&newest::Keyed { before: 1, it, set, after: "x".into() }).unwrap();
                let case = format!("{number:?} as a key");
                whole::<types::$module::Keyed>(&case, $knows, &bytes, counts);
                let bytes = &*bytes;
                let told = ways!(types::$module::Keyed, bytes, edit, view, {
                    "keys" => view.it().and_then(|map| map.iter().try_for_each(|entry| entry.map(drop))),
                    "set" => view.set().and_then(|set| set.iter().try_for_each(|key| key.map(drop))),
                    "get" => view.it().and_then(|map| map.get(Number::One)).map(drop),
                    "insert" => edit.it().insert(Number::One, 1).map(drop),
                    "insert into a set" => edit.set().insert(Number::Two).map(drop),
                    "remove" => edit.it().remove(Number::One).map(drop),
                    "retain" => edit.it().retain(|_, _| false),
                });
                judge(&case, $knows, told, counts);
            }
            println!("{} ways, {} errors", counts[0], counts[1]);
            assert!(counts[0] > 5_000 && counts[1] > 500, "{counts:?}");
        }
    };
}
program!(what_an_open_enum_does_not_know_is_newer_in_every_place, open, Knows::Open);
program!(what_an_open_enum_has_a_variant_for_is_a_value_or_newer, other, Knows::Other);
program!(what_a_closed_enum_does_not_know_is_corrupt, closed, Knows::Closed);

/// Not of any revision.
#[test]
fn a_tag_that_no_revision_has_is_corrupt_also_in_an_open_enum() {
    for tag in 0xF0..=0xFF {
        let mut bytes = vellum::to_vec(&newest::Choice::Gone).unwrap();
        let at = bytes.iter().rposition(|byte| *byte == 2).unwrap();
        bytes[at] = tag;
        let kind = |error: Error| error.kind();
        fn read<T: Value + DecodeOwned>(bytes: &[u8]) -> Result<()> {
            vellum::from_slice::<T>(bytes).map(drop)
        }
        assert_eq!(read::<open::Choice>(&bytes).map_err(kind), Err(ErrorKind::Corrupt));
        assert_eq!(read::<other::Choice>(&bytes).map_err(kind), Err(ErrorKind::Corrupt));
        let view = |got: Result<()>| got.map_err(kind);
        assert_eq!(view(open::Choice::peek(&bytes).unwrap().get().map(drop)), Err(ErrorKind::Corrupt));
        assert_eq!(view(other::Choice::peek(&bytes).unwrap().get().map(drop)), Err(ErrorKind::Corrupt));
    }
}
