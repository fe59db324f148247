//! Derived code means what it means whatever else has the names that it uses: constants and statics with the names of what it
//! binds, types with the names of std's, no prelude, and traits whose methods every type has.

#![allow(dead_code, unused_imports, unused_macros, non_upper_case_globals, non_camel_case_types)]

/// Declares derived types of all kinds, with these types of their fields, written with their paths.
macro_rules! types {
    ($text:ty, $small:ty, $word:ty) => {
        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(key(id, value desc))]
        pub struct Row {
            pub id: $word,
            pub value: $text,
            #[vellum(since = 2)]
            pub slot: ::std::vec::Vec<$text>,
            #[vellum(max = 10, default = "text")]
            pub ruled: $text,
            #[vellum(range = 1..=5, default = 2)]
            pub record: $small,
            pub maybe: ::std::option::Option<$text>,
            pub node: ::std::boxed::Box<Node>,
            pub nodes: ::std::vec::Vec<Node>,
            pub opens: ::std::vec::Vec<Open>,
            #[vellum(with = "::core::primitive::u64")]
            pub converted: Converted,
            #[vellum(with = "::std::option::Option<::core::primitive::u64>")]
            pub at: ::std::option::Option<Converted>,
            #[vellum(with = "::std::collections::BTreeMap<::core::primitive::u8, ::core::primitive::u64>")]
            pub by_number: ::std::collections::BTreeMap<::core::primitive::u8, Converted>,
            pub unit: Unit,
            pub number: Number,
            pub new: New,
            pub checked: Checked,
            pub tuple: Tuple,
            pub made: Made,
            pub flat: Flat,
            pub pair: ($small, $text),
        }

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(frozen)]
        pub struct Flat {
            pub x: $word,
            pub rows: [$small; 3],
        }

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(common(tag))]
        pub enum Node {
            End {
                tag: $word,
            },
            Leaf {
                tag: $word,
                payload: $text,
                #[vellum(max = 10)]
                value: $text,
            },
            Converted {
                tag: $word,
                #[vellum(with = "::core::primitive::u64")]
                element: Converted,
            },
        }

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(open)]
        pub enum Open {
            None,
            Some($text),
            Both($small, $text),
            Ok(#[vellum(skip)] $small),
            Err(#[vellum(with = "::core::primitive::u64")] Converted, $text),
            #[vellum(other)]
            Newer,
        }

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        pub enum Unit {
            None,
            Some,
            Ok,
        }

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(open)]
        pub enum Number {
            One,
            #[vellum(other)]
            Other(u16), // the derive knows these words by their names
        }

        #[derive(
            ::vellum::Vellum,
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::cmp::PartialOrd,
            ::core::cmp::Ord,
        )]
        pub struct New(pub $text);

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(check = check)]
        pub struct Checked(pub $text);

        fn check(_: &::core::primitive::str) -> ::core::result::Result<(), ::std::string::String> {
            ::core::result::Result::Ok(())
        }

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        pub struct Tuple(pub $small, pub $text);

        #[derive(::vellum::Vellum, ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[vellum(try_from = "::core::primitive::u64")]
        pub struct Made(pub ::core::primitive::u64);

        impl ::core::convert::From<::core::primitive::u64> for Made {
            fn from(_0: ::core::primitive::u64) -> Self {
                Self(_0)
            }
        }

        impl ::core::convert::From<&Made> for ::core::primitive::u64 {
            fn from(_0: &Made) -> Self {
                _0.0
            }
        }

        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        pub struct Converted(pub ::core::primitive::u64);

        impl ::core::convert::From<::core::primitive::u64> for Converted {
            fn from(_0: ::core::primitive::u64) -> Self {
                Self(_0)
            }
        }

        impl ::core::convert::From<&Converted> for ::core::primitive::u64 {
            fn from(_0: &Converted) -> Self {
                _0.0
            }
        }
    };
}

/// Writes, proves, reads, edits and decodes a value of the types of a module.
macro_rules! behaves {
    ($module:ident) => {{
        use vellum::Vellum;

        use $module::*;
        let text = || String::from("größe");
        let value = Row {
            id: 7,
            value: text(),
            slot: vec![text(), text()],
            ruled: "short".into(),
            record: 3,
            maybe: Some(text()),
            node: Box::new(Node::Leaf { tag: 1, payload: text(), value: "short".into() }),
            nodes: vec![Node::End { tag: 2 }, Node::Converted { tag: 3, element: Converted(4) }],
            opens: vec![Open::Some(text()), Open::Both(1, text()), Open::Ok(0), Open::Err(Converted(9), text()), Open::None],
            converted: Converted(1),
            at: Some(Converted(2)),
            by_number: [(1, Converted(3))].into(),
            unit: Unit::Some,
            number: Number::Other(900),
            new: New(text()),
            checked: Checked(text()),
            tuple: Tuple(5, text()),
            made: Made(6),
            flat: Flat { x: 1, rows: [1, 2, 3] },
            pair: (8, text()),
        };
        let mut bytes = vellum::to_vec(&value).unwrap();
        assert_eq!(vellum::from_slice::<Row>(&bytes).unwrap(), value);
        let packed = vec![Open::Some(text()), Open::Some(text())];
        let packed_bytes = vellum::to_vec(&packed).unwrap();
        assert_eq!(vellum::from_slice::<Vec<Open>>(&packed_bytes).unwrap(), packed);
        for one in Vec::<Open>::prove(&packed_bytes).unwrap().iter() {
            assert!(matches!(one, OpenRef::Some("größe")));
        }
        // Text that is none is refused, wherever it is.
        for bytes in [&bytes, &packed_bytes] {
            for at in 0..bytes.len() - 1 {
                if bytes[at..].starts_with("ö".as_bytes()) {
                    let mut damaged = bytes.clone();
                    damaged[at] = 0xF0;
                    assert!(Row::prove(&damaged).is_err() && Vec::<Open>::prove(&damaged).is_err(), "{at}");
                }
            }
        }
        let proved = Row::prove(&bytes).unwrap();
        assert_eq!((proved.id(), proved.value(), proved.record(), proved.maybe()), (7, "größe", 3, Some("größe")));
        assert!(matches!(proved.node(), NodeRef::Leaf(leaf) if leaf.payload() == "größe" && leaf.tag() == 1));
        assert_eq!(proved.nodes().iter().map(|node| node.tag()).sum::<u32>(), 5);
        assert_eq!((proved.converted(), proved.at(), proved.made(), proved.new()), (1, Some(2), 6, "größe"));
        assert_eq!((proved.checked(), proved.tuple(), proved.pair()), ("größe", (5, "größe"), (8, "größe")));
        assert_eq!((proved.unit(), proved.number()), (Unit::Some, Number::Other(900)));
        assert_eq!(proved.flat().x() + u32::from(proved.flat().rows()[2]), 4);
        let view = Row::peek(&bytes).unwrap();
        assert!(matches!(view.opens().unwrap().get(1).unwrap().get().unwrap(), OpenRef::Both(1, "größe")));
        assert_eq!(view.node().unwrap().tag().unwrap(), 1);
        assert_eq!(format!("{:?}", view.clone()), format!("{view:?}"));
        assert!(view == view.clone());

        let mut edit = Row::edit(&mut bytes).unwrap();
        edit.set_value("another, longer text").unwrap();
        assert!(edit.set_ruled("longer than ten bytes").is_err());
        assert!(edit.set_record(9).is_err());
        edit.node().set_tag(5).unwrap();
        assert_eq!(edit.node().tag().unwrap(), 5);
        edit.node().as_leaf().unwrap().unwrap().set_payload("ß").unwrap();
        edit.node().set_converted(NodeConvertedSet { tag: 6, element: 7 }).unwrap();
        assert!(matches!(edit.node().get_mut().unwrap(), NodeMut::Converted(_)));
        edit.node().set(&Node::End { tag: 8 }).unwrap();
        edit.opens().at(4).unwrap().set_some("set").unwrap();
        assert!(matches!(edit.opens().at(4).unwrap().get().unwrap(), OpenRef::Some("set")));
        edit.set_converted(11).unwrap();
        assert_eq!(edit.take_at().unwrap(), Some(Converted(2)));
        edit.clear_by_number().unwrap();
        edit.set_checked("more").unwrap();
        edit.set_tuple((1, "more")).unwrap();
        edit.set_made(12).unwrap();
        let value = vellum::from_slice::<Row>(&bytes).unwrap();
        assert_eq!((value.node, value.made, value.tuple), (Box::new(Node::End { tag: 8 }), Made(12), Tuple(1, "more".into())));
        assert_eq!(Row::key_of(7, "größe").unwrap(), Row::schema().key_of((7, ("größe",))).unwrap());
        let keys: std::collections::BTreeMap<New, u32> = [(New(text()), 1)].into();
        assert_eq!(std::collections::BTreeMap::<New, u32>::prove(&vellum::to_vec(&keys).unwrap()).unwrap().get("größe"), Some(1));
    }};
}

/// Constants with the names of what derived code binds, fields and parameters of impls among them. With these in a pattern, an arm
/// would be for one value alone.
macro_rules! constants {
    ($($name:ident)*) => {
        mod constants {
            $(const $name: &[u8] = b"x";)*

            types!(String, u8, u32);
        }

        mod statics {
            $(static $name: u8 = 1;)*

            types!(String, u8, u32);
        }

        mod units {
            $(struct $name;)*

            types!(String, u8, u32);
        }

        mod variants {
            enum All { $($name),* }

            use All::*;

            types!(String, u8, u32);
        }
    };
}
constants! {
    a b e id n r s value w at bytes cursor decoder default describer described edit element elements error f field heap held inner key len
    levels lifetime link marker name never number one other parts payload place promise prover raw read record region rules schema
    self_ session shift slot sorted stored tag target this ty union_ values view word written part_0 part_1 field_tag field_payload
    field_value rows element_0 maybe node nodes opens converted by_number unit new checked tuple made flat pair x ruled
    A B E N R S W T P KNOWN SCHEMA SLOT TAG VALUE RECORD
}

#[no_implicit_prelude]
mod without_prelude {
    types!(::std::string::String, ::core::primitive::u8, ::core::primitive::u32);
}

/// Types, traits, functions and macros with the names of std's.
macro_rules! shadowing {
    ($($name:ident)*) => {
        mod shadowed {
            $(struct $name;)*
            macro_rules! assert { () => {}; }
            macro_rules! matches { () => {}; }

            types!(::std::string::String, ::core::primitive::u8, ::core::primitive::u32);
        }

        mod shadowed_by_traits {
            $(trait $name {})*

            types!(::std::string::String, ::core::primitive::u8, ::core::primitive::u32);
        }
    };
}
shadowing! {
    Option Some None Result Ok Err Vec String Box Default Clone Copy Debug PartialEq Eq Ord From Into TryFrom TryInto Iterator
    IntoIterator AsRef ToOwned ToString Drop Send Sync Sized Fn FnMut FnOnce Infallible PhantomData Ordering BTreeMap Cow
    Session Storage Value Vellum View Edit List Map Set Error Schema Reading Checked_ Proven Prover Decode Field Link Is Stores
    u8 u32 u64 u128 usize i8 i32 i64 bool str char f32 f64
    std core alloc vellum
    __B __E __N __R __S __W
}

/// Traits whose methods every type has: by value, by reference, and by mutable reference.
macro_rules! traits {
    ($($name:ident)*) => {
        mod by_value {
            trait Foreign: Sized {
                $(fn $name(self) {})*
            }
            impl<T> Foreign for T {}

            types!(String, u8, u32);
        }

        mod by_reference {
            trait Foreign {
                $(fn $name(&self) {})*
            }
            impl<T: ?Sized> Foreign for T {}

            types!(String, u8, u32);
        }

        mod by_mutable_reference {
            trait Foreign {
                $(fn $name(&mut self) {})*
            }
            impl<T: ?Sized> Foreign for T {}

            types!(String, u8, u32);
        }
    };
}
traits! {
    access admit any around as_ref as_set bits check check_of checked clear clear_as common converting cursor debug decode describe
    element elements enumeration equals fill get get_mut guard guarded has heap_len implied in_field is_default is_default_of is_err
    key key_of len len_of lineage map measure new of open packed packing payload plain plan plan_or proved prove put put_plain read
    read_plain record rule rule_field schema session set set_common set_element_value set_unit set_value set_variant shift since
    structure tag take take_as target to_cursor to_word union unknown unreadable unsorted unconverted unwrap_or variant view
    with_lineage with_lowercase with_max with_range with_uppercase wrapping_add write write_of write_plain zero_bits
}

#[test]
fn constants_with_the_names_of_what_is_bound_are_no_patterns() {
    behaves!(constants);
    behaves!(statics);
    behaves!(units);
    behaves!(variants);
}

#[test]
fn derived_code_needs_no_prelude() {
    behaves!(without_prelude);
}

#[test]
fn types_with_the_names_of_std_are_not_taken_for_them() {
    behaves!(shadowed);
    behaves!(shadowed_by_traits);
}

#[test]
fn methods_that_every_type_has_are_not_called() {
    behaves!(by_value);
    behaves!(by_reference);
    behaves!(by_mutable_reference);
}
