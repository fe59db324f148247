//! Each way to write a type, at each place where derived code writes it: what a proof accepts, the getters read, and decoding too.
//!
//! All of these types are a `String`, so that a place whose code proved another type than it reads would give text that was not
//! proved as text. The last test changes each byte, and looks at every text that is given.

#![allow(dead_code)]

use vellum::{DecodeOwned, Value, Vellum};

/// Picks a type.
pub trait Pick {
    type Row;
    const LEN: usize;
}

/// Picks the same by a parameter.
pub trait PickOf<T> {
    type Row;
}

#[derive(Clone, Debug, PartialEq)]
pub struct Text;

impl Pick for Text {
    type Row = String;
    const LEN: usize = 2;
}

impl<T> PickOf<T> for Text {
    type Row = String;
}

/// What cannot be told from a type of std by its name.
mod own {
    pub type String = std::string::String;
    pub type Same<T> = T;
    pub const TWO: usize = 2;
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Wrapped<T>(T);

impl From<&'static str> for Wrapped<String> {
    fn from(text: &'static str) -> Self {
        Self(text.into())
    }
}

/// Declares a derived type for each place, and what tries all of them.
macro_rules! places {
    ($module:ident [$($params:tt)*] [$($args:tt)*] $type:ty, of $value:ty) => {
        mod $module {
            use std::collections::BTreeMap;

            use super::*;

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct Field<$($params)*> { pub x: $type, pub n: u32 }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            #[vellum(frozen)]
            pub struct Frozen<$($params)*> { pub n: u32, pub x: $type }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct Held<$($params)*> {
                pub list: Vec<$type>,
                pub lists: Vec<Vec<$type>>,
                pub maybe: Option<$type>,
                pub boxed: Box<$type>,
                pub map: BTreeMap<u8, $type>,
                pub array: [$type; 2],
                pub named_array: [$type; own::TWO],
                pub of_trait: [$type; <Text as Pick>::LEN],
                pub tuple: ($type, u8),
                pub pair: ($type, $type),
                pub nested: Option<Box<(u8, $type)>>,
                #[vellum(since = 2)]
                pub later: $type,
            }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            #[vellum(common(n, x))]
            pub enum Named<$($params)*> { A { x: $type, n: u32 }, B { n: u32, x: $type, more: Vec<$type> } }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub enum Payload<$($params)*> {
                No,
                One($type),
                Many($type, u32, $type),
                List(Vec<$type>),
                Maybe(Option<$type>),
                Array([$type; own::TWO]),
                Boxed(Box<$type>),
                Named { x: $type },
                Map(BTreeMap<u8, $type>),
            }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            #[vellum(open)]
            pub enum Open<$($params)*> { One($type), Two($type, $type), #[vellum(other)] Newer }

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct New<$($params)*>($type);

            #[derive(Vellum, Clone, Debug, PartialEq)]
            pub struct Tuple<$($params)*>(u8, $type, $type);

            /// What is read of a record of each place, all of it proved.
            fn proved(bytes: &[u8], found: &mut Vec<String>) {
                let mut see = |text: &str| {
                    // As a program that trusts `str` would.
                    assert!(std::str::from_utf8(text.as_bytes()).is_ok(), "{:02x?}", text.as_bytes());
                    found.push(text.to_owned());
                };
                if let Ok(it) = Field::<$($args)*>::prove(bytes) {
                    see(it.x());
                }
                if let Ok(it) = Frozen::<$($args)*>::prove(bytes) {
                    see(it.x());
                }
                if let Ok(it) = Held::<$($args)*>::prove(bytes) {
                    it.list().iter().for_each(&mut see);
                    it.lists().iter().for_each(|list| list.iter().for_each(&mut see));
                    it.maybe().into_iter().for_each(&mut see);
                    see(it.boxed());
                    it.map().iter().for_each(|(_, text)| see(text));
                    it.array().iter().for_each(&mut see);
                    it.named_array().iter().for_each(&mut see);
                    it.of_trait().iter().for_each(&mut see);
                    see(it.tuple().0);
                    see(it.pair().0);
                    see(it.pair().1);
                    it.nested().into_iter().for_each(|(_, text)| see(text));
                    see(it.later());
                }
                if let Ok(it) = Named::<$($args)*>::prove(bytes) {
                    see(it.x());
                    match it {
                        NamedRef::A(it) => see(it.x()),
                        NamedRef::B(it) => {
                            see(it.x());
                            it.more().iter().for_each(&mut see);
                        }
                        #[allow(unreachable_patterns)]
                        _ => {}
                    }
                }
                if let Ok(it) = Payload::<$($args)*>::prove(bytes) {
                    match it {
                        PayloadRef::One(text) | PayloadRef::Boxed(text) => see(text),
                        PayloadRef::Many(one, _, other) => {
                            see(one);
                            see(other);
                        }
                        PayloadRef::List(list) => list.iter().for_each(&mut see),
                        PayloadRef::Array(list) => list.iter().for_each(&mut see),
                        PayloadRef::Maybe(text) => text.into_iter().for_each(&mut see),
                        PayloadRef::Named(it) => see(it.x()),
                        PayloadRef::Map(map) => map.iter().for_each(|(_, text)| see(text)),
                        _ => {}
                    }
                }
                if let Ok(it) = Vec::<Open::<$($args)*>>::prove(bytes) {
                    for one in it.iter() {
                        match one {
                            OpenRef::One(text) => see(text),
                            OpenRef::Two(one, other) => {
                                see(one);
                                see(other);
                            }
                            _ => {}
                        }
                    }
                }
                if let Ok(text) = New::<$($args)*>::prove(bytes) {
                    see(text);
                }
                if let Ok((_, one, other)) = Tuple::<$($args)*>::prove(bytes) {
                    see(one);
                    see(other);
                }
            }

            /// A value comes back decoded, and each of its texts is given by a getter.
            fn round<T: Value + DecodeOwned + PartialEq + std::fmt::Debug>(value: T, texts: usize) -> Vec<u8> {
                let bytes = vellum::to_vec(&value).unwrap();
                assert_eq!(vellum::from_slice::<T>(&bytes).unwrap(), value);
                let mut found = Vec::new();
                proved(&bytes, &mut found);
                let known = found.iter().filter(|text| ["größe", "ß"].contains(&&***text)).count();
                assert!(known >= texts, "{value:?}: {found:?}");
                bytes
            }

            fn all() -> Vec<Vec<u8>> {
                let text = || <$value>::from("größe");
                let other = || <$value>::from("ß");
                type Of = Payload<$($args)*>;
                let mut all = vec![
                    round(Field::<$($args)*> { x: text(), n: 1 }, 1),
                    round(Frozen::<$($args)*> { x: text(), n: 1 }, 1),
                    round(Held::<$($args)*> {
                        list: vec![text(), other()],
                        lists: vec![vec![text()], vec![]],
                        maybe: Some(text()),
                        boxed: Box::new(other()),
                        map: [(1, text()), (2, other())].into(),
                        array: [text(), other()],
                        named_array: [text(), other()],
                        of_trait: [text(), other()],
                        tuple: (text(), 1),
                        pair: (text(), other()),
                        nested: Some(Box::new((1, text()))),
                        later: other(),
                    }, 17),
                    round(Named::<$($args)*>::A { x: text(), n: 1 }, 2),
                    round(Named::<$($args)*>::B { x: text(), n: 1, more: vec![other()] }, 3),
                    round(vec![Open::<$($args)*>::One(text()), Open::One(other())], 2),
                    round(vec![Open::<$($args)*>::One(text()), Open::Two(other(), text())], 3),
                    round(New::<$($args)*>(text()), 1),
                    round(Tuple::<$($args)*>(1, text(), other()), 2),
                ];
                let payloads: Vec<(Of, usize)> = vec![
                    (Payload::One(text()), 1),
                    (Payload::Many(text(), 7, other()), 2),
                    (Payload::List(vec![text(), other()]), 2),
                    (Payload::Maybe(Some(text())), 1),
                    (Payload::Array([text(), other()]), 2),
                    (Payload::Boxed(Box::new(text())), 1),
                    (Payload::Named { x: text() }, 1),
                    (Payload::Map([(1, text())].into()), 1),
                ];
                all.extend(payloads.into_iter().map(|(value, texts)| round(value, texts)));
                all
            }

            #[test]
            fn comes_back_from_every_place() {
                all();
            }

            /// What a byte that was changed makes of it; 0xF0 and 0xFF are in no text.
            #[test]
            fn gives_only_text_whatever_the_bytes_are() {
                let mut found = Vec::new();
                for mut bytes in all() {
                    for at in 0..bytes.len() {
                        let byte = bytes[at];
                        for value in [0, 1, 0xC3, 0xF0, 0xFF, byte ^ 1] {
                            bytes[at] = value;
                            proved(&bytes, &mut found);
                        }
                        bytes[at] = byte;
                    }
                }
                assert!(found.len() > 100);
            }
        }
    };
}

places!(of_an_own_module [] [] own::String, of String);
places!(of_a_trait_with_itself [] [] <Text as PickOf<Text>>::Row, of String);
places!(of_an_alias_with_a_parameter [] [] own::Same<<Text as Pick>::Row>, of String);
places!(of_a_parameter [T: Pick<Row = String>] [Text] <T as Pick>::Row, of String);
places!(of_the_row_of_a_parameter [T: Pick<Row = String>] [Text] T::Row, of String);
places!(of_a_trait_with_a_parameter [T: Pick] [Text] <Text as PickOf<T>>::Row, of String);
places!(of_a_parameter_that_is_the_type [Row: From<&'static str>] [String] Row, of String);
places!(of_a_newtype [] [] Wrapped<String>, of Wrapped<String>);
