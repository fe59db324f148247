//! Records in and out of JSON, and of any other serde format; with the feature `serde`.
//!
//! What each type is in JSON is in [`serde`](crate::serde).
//!
//! # JSON in and out
//!
//! A schema is a `DeserializeSeed`, a record implements `Serialize`. Nothing is collected in between: values go from the text into
//! the buffer, and from the buffer into the text.
//!
//! ```
//! use serde::de::DeserializeSeed;
//! use vellum::Schema;
//!
//! let schema = Schema::parse(
//!     "union Payment { open, card: string }
//!      struct Order { number: u32, price: decimal(2), lines: map<string, u32>, payment: Payment, note: string? }
//!      root Order;",
//! )?;
//! let json = r#"{"number":7,"price":"19.90","lines":{"ink":2,"quill":12},"payment":{"card":"1815"},"note":null}"#;
//! let mut order = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
//! assert_eq!(serde_json::to_string(&order).unwrap(), json);
//!
//! order.set("lines[ink]", 3u32)?;
//! order.set("note", "as a gift")?;
//! let value = serde_json::to_value(&order).unwrap();
//! assert_eq!((&value["lines"]["ink"], &value["note"]), (&3.into(), &"as a gift".into()));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # JSON of any form
//!
//! Where the schema says `any`, whatever comes is stored.
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! # use vellum::Schema;
//! let schema = Schema::parse("struct Event { name: string, extra: any } root Event;")?;
//! let json = r#"{"name":"login","extra":{"tries":[1,2.5,null],"user":"ada"}}"#;
//! let mut event = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
//! assert_eq!(serde_json::to_string(&event).unwrap(), json);
//!
//! event.set("extra.map[user].string", "bob")?;
//! event.set("extra.map[ok].bool", true)?;
//! let json = r#"{"name":"login","extra":{"ok":true,"tries":[1,2.5,null],"user":"bob"}}"#;
//! assert_eq!(serde_json::to_string(&event).unwrap(), json);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # JSON of a derived type
//!
//! Its schema reads and writes JSON, without serde's derives.
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! # use vellum::{Record, Vellum};
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     tags: Vec<String>,
//! }
//!
//! let json = r#"{"name":"Ada","tags":["math"]}"#;
//! let record = User::schema().deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
//! let mut bytes = record.into_storage();
//! User::edit(&mut bytes)?.tags().push("poetry")?;
//! let record = Record::open(User::schema(), &bytes)?;
//! assert_eq!(serde_json::to_string(&record).unwrap(), r#"{"name":"Ada","tags":["math","poetry"]}"#);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Refuse what the schema does not know
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! use vellum::{Schema, serde::RecordSeed};
//!
//! let schema = Schema::parse("struct Point { x: i8, y: i8 } root Point;")?;
//! let read = |json: &str| schema.deserialize(&mut serde_json::Deserializer::from_str(json));
//! assert_eq!(read(r#"{"x": 1, "z": 5}"#).unwrap().get_path::<i8>("x")?, 1); // skipped by default
//! let error = read(r#"{"x": 1000}"#).err().unwrap().to_string();
//! assert!(error.contains("1000 is not a value of i8 in `x`"));
//!
//! let strict = RecordSeed::new(&schema).deny_unknown_fields();
//! let error = strict.deserialize(&mut serde_json::Deserializer::from_str(r#"{"z": 5}"#)).err().unwrap().to_string();
//! assert!(error.contains("`Point` has no field `z`"));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Other formats
//!
//! The same with any crate for a serde format.
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! # use vellum::{Record, Schema};
//! let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
//! let mut point = Record::new(&schema);
//! point.set("x", 5i32)?;
//! let packed = rmp_serde::to_vec(&point).unwrap(); // MessagePack
//! let back = schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap();
//! assert_eq!(back.as_bytes(), point.as_bytes());
//! # Ok::<(), vellum::Error>(())
//! ```
