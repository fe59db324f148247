//! Records in and out of JSON, and of any other serde format; with the feature `serde`.
//!
//! [`serde`](crate::serde) lists the JSON form of each type.
//!
//! # JSON in and out
//!
//! A schema is a `DeserializeSeed`, a record implements `Serialize`. Nothing is collected in
//! between: values go from the text into the buffer, and from the buffer into the text.
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
//! A field of the type `any` stores any input.
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! # use vellum::Schema;
//! let schema = Schema::parse("struct Event { name: string, extra: any } root Event;")?;
//! let json = r#"{"name":"login","extra":{"tries":[1,2.5,null],"user":"ada"}}"#;
//! let mut event = schema.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
//! assert_eq!(serde_json::to_string(&event).unwrap(), json);
//!
//! event.set("extra.user", "bob")?;
//! event.set("extra.ok", true)?;
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
//! # Unknown keys
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! use vellum::{Schema, serde::RecordSeed};
//!
//! let schema = Schema::parse("struct Point { x: i8, y: i8 } root Point;")?;
//! let read = |json: &str| schema.deserialize(&mut serde_json::Deserializer::from_str(json));
//! let error = read(r#"{"x": 1000}"#).err().unwrap().to_string();
//! assert!(error.contains("1000 is out of range for i8 (-128 to 127) in `x`"));
//! let error = read(r#"{"x": 1, "y": 2, "z": 5}"#).err().unwrap().to_string();
//! assert!(error.contains("`Point` has no field `z`"));
//!
//! let lenient = RecordSeed::new(&schema).skip_unknown_fields();
//! let point = lenient.deserialize(&mut serde_json::Deserializer::from_str(r#"{"x": 1, "y": 2, "z": 5}"#)).unwrap();
//! assert_eq!(point.get::<i8>("x")?, 1);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Missing fields
//!
//! A field has to come, as with serde's derive, unless it can be absent, declares a default, or is
//! of a later revision (`since`). It then has its default.
//!
//! ```
//! # use serde::de::DeserializeSeed;
//! use vellum::{Schema, serde::RecordSeed};
//!
//! let schema = Schema::parse("struct User { name: string, age: u16 = 18, nick: string?, admin: bool since 2 } root User;")?;
//! let user = schema.deserialize(&mut serde_json::Deserializer::from_str(r#"{"name": "Ada"}"#)).unwrap();
//! assert_eq!(serde_json::to_string(&user).unwrap(), r#"{"name":"Ada","age":18,"nick":null,"admin":false}"#);
//!
//! let error = schema.deserialize(&mut serde_json::Deserializer::from_str("{}")).err().unwrap().to_string();
//! assert!(error.contains("the field `name` is missing"));
//! let lenient = RecordSeed::new(&schema).default_missing_fields();
//! let user = lenient.deserialize(&mut serde_json::Deserializer::from_str("{}")).unwrap();
//! assert_eq!(user.get::<str>("name")?, "");
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
#![cfg_attr(
    feature = "json",
    doc = r##"
# JSON in one call

With the feature `json`. The module [`json`](crate::json) says what keys may be left out, and how errors are told.

```
use vellum::{Schema, Vellum, json};

#[derive(Vellum)]
struct User { name: String, tags: Vec<String> }

let user: User = json::from_str(r#"{"name":"Ada","tags":["math"]}"#)?;
assert_eq!(json::to_string(&user)?, r#"{"name":"Ada","tags":["math"]}"#);

let schema = Schema::parse("struct Day { at: date } root Day;")?;
let day = schema.from_json(r#"{"at": "2023-11-14"}"#)?;
assert_eq!(day.to_json()?, r#"{"at":"2023-11-14"}"#);
# Ok::<(), vellum::Error>(())
```

# One field as JSON

```
# use vellum::Schema;
let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
let mut user = schema.from_json(r#"{"name": "Ada", "tags": []}"#)?;
user.set_json("tags", r#"["math", "poetry"]"#)?;
assert_eq!(user.get_json("tags[1]")?, r#""poetry""#);
# Ok::<(), vellum::Error>(())
```

# Apply a merge patch

What an HTTP `PATCH` with `application/merge-patch+json` (RFC 7396) carries, in place: on a record, or on the buffer of a derived type.

```
use vellum::{Vellum, json};

#[derive(Vellum)]
struct User { name: String, age: u16, nick: Option<String> }

let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36, nick: Some("A".into()) })?;
json::merge_patch::<User, _>(&mut bytes, r#"{"age": 37, "nick": null}"#)?;
let view = User::peek(&bytes)?;
assert_eq!((view.name()?, view.age()?, view.nick()?), ("Ada", 37, None));

// `null` for what cannot be absent is an error, and the buffer stays as it was.
let before = bytes.clone();
assert!(json::merge_patch::<User, _>(&mut bytes, r#"{"age": 38, "name": null}"#).is_err());
assert_eq!(bytes, before);
# Ok::<(), vellum::Error>(())
```
"##
)]
