//! Schemas that a program makes.

use vellum::schema::{Literal, Scalar};
use vellum::{ErrorKind, Schema, schema::PointerWidth};

use super::everything;
use crate::common;

#[test]
fn a_builder_makes_what_the_text_makes() {
    let schema = Schema::builder()
        .enumeration("Fruit", |fruit| {
            fruit.docs("Kinds.").open().repr(Scalar::U16);
            fruit.variant("apples").number(300);
            fruit.variant("pears").docs("Green ones.");
        })
        .union("Contact", |contact| {
            contact.variant("none");
            contact.variant("email").payload("string?").docs("Checked.");
            contact.open().docs("How.");
        })
        .structure("Geo", |geo| {
            geo.frozen();
            geo.field("lat", "f64").default(0.1);
        })
        .structure("User", |user| {
            user.docs("A user.\n\n  Indented.  \n");
            user.field("name", "string").default("Ada").docs("Who.");
            user.field("raw", "bytes").default(b"\xFF");
            user.field("age", "u16").default(18);
            user.field("small", "i8").default(-1);
            user.field("letter", "char").default('x');
            user.field("on", "bool").default(true);
            user.field("ratio", "f32").default(0.25f32);
            user.field("fruit", "Fruit").default("pears");
            user.field("price", "decimal(2)").default("1.50");
            user.field("home", "tuple<Geo, u8>?").since(2);
        })
        .root("User")
        .min_width(PointerWidth::Two)
        .build()
        .unwrap();
    let text = "
        /// Kinds.
        open enum Fruit: u16 { apples = 300, /// Green ones.
            pears }
        /// How.
        open union Contact { none, /// Checked.
            email: string? }
        frozen struct Geo { lat: f64 = 0.1 }
        /// A user.
        ///
        ///   Indented.
        ///
        struct User {
            /// Who.
            name: string = \"Ada\", raw: bytes = b\"\\xFF\", age: u16 = 18, small: i8 = -1, letter: char = 'x', on: bool = true,
            ratio: f32 = 0.25, fruit: Fruit = pears, price: decimal(2) = 1.50, home: tuple<Geo, u8>? since 2
        }
        root User width 2;";
    assert_eq!(schema, Schema::parse(text).unwrap());
    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
}

#[test]
fn a_builder_of_a_schema_has_all_of_it() {
    use vellum::Vellum as _;

    assert_eq!(everything().to_builder().build().unwrap().to_string(), everything().to_string());
    for derived in [common::Container::schema(), common::Full::schema()] {
        assert_eq!(&derived.to_builder().build().unwrap(), derived);
        assert_eq!(&Schema::from_bytes(&derived.to_bytes()).unwrap(), derived);
        let json = serde_json::to_string(derived).unwrap();
        assert_eq!(&serde_json::from_str::<Schema>(&json).unwrap(), derived);
    }
}

#[test]
fn a_builder_of_a_schema_adds_to_it() {
    let newer = everything()
        .to_builder()
        .enumeration("Fruit", |fruit| {
            fruit.variant("plums");
        })
        .union("Contact", |contact| {
            contact.variant("fax").payload("Phone");
        })
        .structure("User", |user| {
            user.field("new", "u8").default(3).since(71);
        })
        .build()
        .unwrap();
    assert_eq!(newer.enums()[0].number("plums"), Some(3));
    let compatibility = newer.changes_since(&everything());
    assert!(compatibility.is_compatible(), "{compatibility}");
    assert_eq!(compatibility.differences().len(), 3);
}

#[test]
fn a_builder_refuses_what_text_refuses_and_says_where() {
    let refused = |ty: &str, default: Option<Literal>, message: &str| {
        let builder = Schema::builder().structure("A", |a| {
            let field = a.field("x", ty);
            if let Some(default) = default {
                field.default(default);
            }
        });
        let error = builder.root("A").build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema);
        assert_eq!(error.path(), "A.x");
        assert!(error.to_string().contains(message), "{message:?} in {error}");
    };
    refused("u8", Some(300.into()), "300 is not a value of u8");
    refused("u8", Some(1.5.into()), "1.5 is not a value of u8");
    refused("char", Some("ab".into()), "\"ab\" is not a value of char");
    refused("A?", Some("ab".into()), "takes no other default");
    refused("decimal(2)", Some("1.555".into()), "\"1.555\" is not a value of decimal(2)");
    refused("string", Some(b"abc".into()), "b\"abc\" is not a value of string");
    refused("map<f32, u8>", None, "a key is text");
    refused("array<u8, 0>", None, "an array has 1 to 65535 elements");
    refused("", None, "expected a type, found the end of the text in the type ``");
    let error = Schema::builder().build().unwrap_err();
    assert_eq!(error.to_string(), "schema: the schema names no root");
    let builder = Schema::builder().structure("A", |a| {
        a.field("x-y", "u8");
    });
    let error = builder.root("A").build().unwrap_err();
    assert_eq!(error.to_string(), "schema: `x-y` is not a name in `A`");
}
