//! Types that break a rule which neither the derive nor constants can check: the proof refuses their buffers, as their schema does.

use std::collections::BTreeMap;

use vellum::proved::Proved;
use vellum::value::{Date, Decimal};
use vellum::{ErrorKind, Value, Vellum};

/// Its schema says why it is none, and no bytes are proved, valid or not.
#[track_caller]
fn refused<T: Value>(value: &T, why: &str) {
    let error = T::schema().check().unwrap_err();
    assert!(error.to_string().contains(why), "{error}");
    let bytes = vellum::to_vec(value).unwrap();
    for bytes in [&bytes[..], &bytes[..bytes.len() - 1], &[], &[0xFF; 20]] {
        // Once to find it, and once as it was kept.
        for _ in 0..2 {
            let Err(error) = T::prove(bytes) else { panic!("{why}") };
            assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
            assert!(error.to_string().contains("`T::schema().check()`"), "{error}");
        }
    }
    assert_eq!(Proved::<_, T>::new(bytes).map(drop).unwrap_err().kind(), ErrorKind::Schema);
}

#[derive(Vellum)]
struct Priced {
    #[vellum(range = Decimal(100)..)]
    price: Decimal<2>,
}

#[derive(Vellum)]
struct Nowhere {
    #[vellum(range = Decimal(7)..=Decimal(3))]
    price: Option<Decimal<2>>,
}

#[derive(Vellum)]
struct Dated {
    #[vellum(range = Date(1)..=Date(9), default = Date(10))]
    day: Date,
}

/// Constants look at ASCII only.
const ACCENT: &str = "é";

#[derive(Vellum)]
struct Shouted {
    #[vellum(uppercase, default = ACCENT)]
    name: String,
}

#[derive(Vellum)]
struct Bounded<T> {
    #[vellum(range = 5..)]
    number: u8,
    other: T,
}

#[test]
fn defaults_that_break_a_rule_and_ranges_without_values() {
    refused::<Priced>(&Priced { price: Decimal(500) }, "0.00 is less than 1.00");
    refused::<Nowhere>(&Nowhere { price: None }, "no value is in the range");
    refused::<Dated>(&Dated { day: Date(3) }, "is more than");
    refused::<Shouted>(&Shouted { name: "A".into() }, "the text is not uppercase");
    refused::<Bounded<String>>(&Bounded { number: 7, other: String::new() }, "0 is less than 5");
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(open)]
#[repr(u8)]
enum Fruit {
    Apples = 1,
    Pears = 2,
    #[vellum(other)]
    Other(u8),
}

#[derive(Vellum)]
struct Basket {
    #[vellum(default = Fruit::Other(9))]
    fruit: Fruit,
}

#[test]
fn a_default_that_is_no_variant() {
    refused::<Basket>(&Basket { fruit: Fruit::Pears }, "the enum has no variant 9");
}

#[derive(Vellum, Clone)]
struct Inner {
    list: Vec<u32>,
    text: String,
}

#[derive(Vellum, Clone)]
#[vellum(frozen)]
struct Empty {}

macro_rules! keyed {
    ($($name:ident($($key:tt)*) { $field:ident: $type:ty })*) => {
        $(#[derive(Vellum)]
        #[vellum(key($($key)*))]
        struct $name {
            $field: $type,
        })*
    };
}

type Eight = (u8, u8, u8, u8, u8, u8, u8, u8);
type Many = ((Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight), u8);

keyed! {
    OfList(inner.list) { inner: Inner }
    OfNothing(inner.other) { inner: Inner }
    OfText(inner.text.len) { inner: Inner }
    OfEmpty(parts.0) { parts: (Empty, u8) }
    Twice(inner.text, inner.text) { inner: Inner }
    OfMany(many) { many: Many }
}

#[derive(Vellum)]
#[vellum(key(of))]
struct Keyed<T> {
    of: T,
}

#[test]
fn keys_of_what_cannot_be_sorted() {
    let inner = Inner { list: vec![1], text: "a".into() };
    refused::<OfList>(&OfList { inner: inner.clone() }, "a list cannot be sorted");
    refused::<OfNothing>(&OfNothing { inner: inner.clone() }, "`Inner` has no field `other`");
    refused::<OfText>(&OfText { inner: inner.clone() }, "`len` is asked of a value without fields");
    refused::<OfEmpty>(&OfEmpty { parts: (Empty {}, 1) }, "`Empty` has no fields to sort by");
    refused::<Twice>(&Twice { inner: inner.clone() }, "the key has `inner.text` twice");
    refused::<OfMany>(&OfMany { many: Many::default() }, "a key has at most 64 values");
    refused::<Keyed<Inner>>(&Keyed { of: inner }, "`of` can gain fields");
}

/// Called as a type of ours, so that the derive takes it for that.
#[derive(Vellum)]
struct FixedStr {
    holder: Box<Holder>,
}

#[derive(Vellum)]
struct Holder {
    text: FixedStr,
}

#[test]
fn a_default_that_holds_itself() {
    let error = Holder::schema().check().unwrap_err();
    assert!(error.to_string().contains("the default of `Holder` contains itself"), "{error}");
    for bytes in [&[0x20, 1, 0][..], &[]] {
        assert_eq!(Holder::prove(bytes).map(drop).unwrap_err().kind(), ErrorKind::Schema);
        assert_eq!(Vec::<FixedStr>::prove(bytes).map(drop).unwrap_err().kind(), ErrorKind::Schema);
    }
}

#[derive(Vellum)]
enum Message {
    Nothing,
    Price(Priced),
}

#[test]
fn what_holds_such_a_type() {
    refused::<Vec<Priced>>(&vec![Priced { price: Decimal(500) }], "0.00 is less than 1.00");
    refused::<BTreeMap<u8, Priced>>(&BTreeMap::from([(1, Priced { price: Decimal(500) })]), "0.00 is less than 1.00");
    refused::<Option<(u8, Priced)>>(&None, "0.00 is less than 1.00");
    refused::<Message>(&Message::Nothing, "0.00 is less than 1.00");
    refused::<Bounded<u8>>(&Bounded { number: 9, other: 1 }, "0 is less than 5");
}

/// Types of one name are numbered in a schema, but never to the name of a type that is built in.
#[test]
fn numbers_behind_a_name_make_no_name_of_another_type() {
    macro_rules! called_u {
        ($($module:ident)*) => {
            $(#[allow(non_camel_case_types)]
            mod $module {
                #[derive(vellum::Vellum)]
                pub struct u {
                    pub number: u8,
                }
            })*

            #[derive(Vellum)]
            struct Eight {
                $($module: $module::u,)*
            }
        };
    }
    called_u!(a b c d e f g h);
    Eight::schema().check().unwrap();
    assert!(Eight::schema().find("u8").is_none() && Eight::schema().find("u9").is_some(), "{}", Eight::schema());
    assert!(Eight::prove(&[&[0x20, 8][..], &[0; 8]].concat()).is_ok());
}
