//! Lifetimes and parameters of the user's, whatever they are called.

use std::borrow::Cow;

use vellum::{Value, Vellum};

/// A newtype and a struct for each name of a lifetime.
macro_rules! lifetimes {
    ($test:ident: $($module:ident $lifetime:lifetime)*) => {
        $(#[deny(single_use_lifetimes, unused_lifetimes, elided_lifetimes_in_paths, redundant_lifetimes)]
        mod $module {
            use super::*;

            #[derive(Vellum, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
            pub struct New<$lifetime>(pub &$lifetime str);

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct Row<$lifetime, T> {
                pub text: &$lifetime str,
                pub new: New<$lifetime>,
                pub cow: Cow<$lifetime, str>,
                #[vellum(borrow)]
                pub data: Cow<$lifetime, [u8]>,
                pub maybe: Option<New<$lifetime>>,
                pub pair: (New<$lifetime>, T),
                pub of: T,
            }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub enum Choice<$lifetime, T> {
                No,
                New(New<$lifetime>),
                Both(&$lifetime str, T),
                Named { text: &$lifetime str, of: T },
            }
        })*

        #[test]
        fn $test() {
            $({
                use $module::*;
                let new = || New("one");
                let row = Row {
                    text: "text",
                    new: new(),
                    cow: "cow".into(),
                    data: b"data"[..].into(),
                    maybe: Some(new()),
                    pair: (new(), 5u32),
                    of: 7,
                };
                let mut bytes = vellum::to_vec(&row).unwrap();
                assert_eq!(vellum::from_slice::<Row<'_, u32>>(&bytes).unwrap(), row);
                let mut edit = Row::<'_, u32>::edit(&mut bytes).unwrap();
                edit.set_text(&String::from("other")).unwrap();
                edit.set_pair((&String::from("new"), 6)).unwrap();
                edit.set_new("set").unwrap();
                let proved = Row::<'_, u32>::prove(&bytes).unwrap();
                assert_eq!((proved.text(), proved.new(), proved.pair(), proved.of()), ("other", "set", ("new", 6), 7));
                let choice = Choice::Both("both", 9u8);
                let mut bytes = vellum::to_vec(&choice).unwrap();
                assert_eq!(vellum::from_slice::<Choice<'_, u8>>(&bytes).unwrap(), choice);
                let mut edit = Choice::<'_, u8>::edit(&mut bytes).unwrap();
                edit.cursor().set_both((&String::from("text"), 1)).unwrap();
                edit.cursor().set_new("new").unwrap();
                assert!(matches!(Choice::<'_, u8>::prove(&bytes).unwrap(), ChoiceRef::New("new")));
            })*
        }
    };
}
lifetimes!(lifetimes_may_have_any_name: a 'a b 'b c 'c e 'e k 'k key 'key p 'p r 'r s 's v 'v x 'x);
// Those that derived code has for its own.
lifetimes!(lifetimes_may_have_the_names_of_derived_codes_own: own_a '__a own_b '__b own_k '__k own_v '__v);

/// In a text of an attribute, too.
#[derive(Clone, Debug, PartialEq)]
struct Converted<'a>(&'a str);

impl<'a> From<&'a str> for Converted<'a> {
    fn from(text: &'a str) -> Self {
        Self(text)
    }
}

impl<'a> From<&Converted<'a>> for &'a str {
    fn from(value: &Converted<'a>) -> Self {
        value.0
    }
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(bound = "T: Value + 'a")]
struct Bound<'a, T> {
    text: &'a str,
    of: T,
}

#[test]
fn a_lifetime_in_the_text_of_an_attribute_is_that_of_the_type() {
    let value = Bound { text: "text", of: 5u8 };
    let bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(vellum::from_slice::<Bound<'_, u8>>(&bytes).unwrap(), value);
    assert_eq!(Converted::from("x"), Converted(<&str>::from(&Converted("x"))));
}

/// Two lifetimes, of which one has the name that the other would be given.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Two<'a, '__a, '__user_a> {
    one: &'a str,
    other: &'__a str,
    third: &'__user_a str,
}

/// A constant beside a type of its name.
#[allow(dead_code)]
struct LEN;

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Long<const LEN: usize> {
    numbers: [u16; LEN],
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum LongOrNot<T, const LEN: usize> {
    No,
    Is([T; LEN]),
    Named { numbers: [u16; LEN] },
}

/// Parameters with the names of what bounds of derived code name.
#[derive(Vellum, Clone, Debug, PartialEq)]
enum Bounded<T, Value, Decode> {
    No(Value),
    Of { of: T },
    Both { of: Option<T>, value: (Value, Decode) },
}

#[test]
fn parameters_keep_their_meaning_beside_each_other_and_beside_types() {
    let value = Two { one: "one", other: "other", third: "third" };
    let bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(vellum::from_slice::<Two<'_, '_, '_>>(&bytes).unwrap(), value);
    let value = Long { numbers: [1, 2, 3] };
    let mut bytes = vellum::to_vec(&value).unwrap();
    Long::<3>::edit(&mut bytes).unwrap().set_numbers(&[4, 5, 6]).unwrap();
    assert_eq!(vellum::from_slice::<Long<3>>(&bytes).unwrap(), Long { numbers: [4, 5, 6] });
    for value in [Bounded::No(1u8), Bounded::Of { of: 2u16 }, Bounded::Both { of: Some(3), value: (4, 5u32) }] {
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<Bounded<u16, u8, u32>>(&bytes).unwrap(), value);
    }
    for value in [LongOrNot::No, LongOrNot::Is([7u8, 8]), LongOrNot::Named { numbers: [9, 10] }] {
        let bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<LongOrNot<u8, 2>>(&bytes).unwrap(), value);
        LongOrNot::<u8, 2>::prove(&bytes).unwrap();
    }
}

/// Tuples of a parameter and something else, as fields and payloads.
#[derive(Vellum, Clone, Debug, PartialEq)]
struct Pairs<P, Q> {
    first: (String, P),
    twice: (P, P),
    maybe: Option<(P, Vec<Q>)>,
    boxed: Box<(Q, [P; 2])>,
    list: Vec<(P, String)>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
enum Choices<P, Q> {
    No,
    One(P),
    Text(String, P),
    Twice(P, P),
    Maybe(Option<(Q, P)>),
    Named { pair: (String, P), other: Q },
}

#[test]
fn tuples_hold_parameters_beside_anything() {
    let value = Pairs {
        first: ("one".into(), "two".to_owned()),
        twice: ("three".into(), "four".into()),
        maybe: Some(("five".into(), vec![6u32])),
        boxed: Box::new((7, ["eight".into(), "nine".into()])),
        list: vec![("ten".into(), "eleven".into())],
    };
    let mut bytes = vellum::to_vec(&value).unwrap();
    assert_eq!(vellum::from_slice::<Pairs<String, u32>>(&bytes).unwrap(), value);
    let mut edit = Pairs::<String, u32>::edit(&mut bytes).unwrap();
    edit.set_first(("a", &String::from("b"))).unwrap();
    edit.set_twice(("c", "d")).unwrap();
    edit.set_maybe(Some(("e", &[1, 2]))).unwrap();
    edit.list().push(("f", "g")).unwrap();
    let proved = Pairs::<String, u32>::prove(&bytes).unwrap();
    assert_eq!((proved.first(), proved.twice(), proved.list().len()), (("a", "b"), ("c", "d"), 2));

    let mut bytes = vellum::to_vec(&Choices::<String, u32>::Text("one".into(), "two".into())).unwrap();
    let mut edit = Choices::<String, u32>::edit(&mut bytes).unwrap();
    assert_eq!(edit.cursor().as_text().unwrap(), Some(("one", "two")));
    edit.cursor().set_twice(("three", "four")).unwrap();
    edit.cursor().set_maybe(Some((5, "six"))).unwrap();
    edit.cursor().set_text(("seven", "eight")).unwrap();
    edit.cursor().set_named(ChoicesNamedSet { pair: ("nine", "ten"), other: 11 }).unwrap();
    assert!(matches!(
        Choices::<String, u32>::prove(&bytes).unwrap(),
        ChoicesRef::Named(named) if named.pair() == ("nine", "ten") && named.other() == 11
    ));
}
