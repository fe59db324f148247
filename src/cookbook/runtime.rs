//! Records whose schema is known at run time only.
//!
//! # Build a record
//!
//! A [`RecordBuilder`](crate::RecordBuilder) takes values in any order, by path or by handle, and
//! makes the same bytes as a derived type with these values. A field that is not set has its
//! default. One builder makes many records in the same memory.
//!
//! ```
//! use vellum::{RecordBuilder, Schema, dynamic::Dynamic};
//!
//! let schema = Schema::parse(
//!     "struct Line { item: string, count: u32 = 1 }
//!      struct Order { customer: string, lines: list<Line>, notes: map<string, string> }
//!      root Order;",
//! )?;
//! let lines = schema.field::<Dynamic>("lines[]")?;
//! let item = schema.field::<str>("lines[].item")?;
//! let (mut order, mut bytes) = (RecordBuilder::new(&schema), Vec::new());
//! for (customer, items) in [("Ada", vec!["ink", "paper"]), ("Bob", vec!["pens"])] {
//!     order.reset();
//!     for (index, name) in items.into_iter().enumerate() {
//!         order.push_default(&lines)?; // then its fields
//!         order.set(item.at(index), name)?;
//!     }
//!     order.set("notes[wrap]", "as a gift")?; // keys in any order
//!     order.set("customer", customer)?;
//!     order.finish_into(&mut bytes)?;
//!     schema.prove(&bytes)?;
//! }
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Handles
//!
//! A [`Handle`](crate::Handle) is resolved and type-checked once. Each `[]` in its path takes an
//! index, or a key, at access.
//!
//! ```
//! use vellum::{ErrorKind, Record, Schema};
//!
//! let schema = Schema::parse(
//!     "struct Line { item: string, count: u32 = 1 }
//!      struct Order { customer: string, lines: list<Line>, notes: map<string, string> }
//!      root Order;",
//! )?;
//! let item = schema.field::<str>("lines[].item")?;
//! let count = schema.field::<u32>("lines[].count")?;
//! let note = schema.field::<str>("notes[]")?;
//! assert_eq!(schema.field::<u32>("customer").unwrap_err().kind(), ErrorKind::Type);
//!
//! let mut order = Record::new(&schema);
//! order.push_default("lines")?;
//! order.set(item.at(0), "ink")?;
//! order.set(note.at("wrap"), "as a gift")?;
//! assert_eq!((order.get(item.at(0))?, order.get(count.at(0))?), ("ink", 1));
//! assert_eq!(order.get_optional(note.at("none"))?, None);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Read a buffer
//!
//! [`Schema::peek`](crate::Schema::peek) borrows the schema and the bytes. Threads that read with
//! one schema share nothing that they change: no count of references, as
//! [`Record::open`](crate::Record::open) has for its own clone of the schema.
//!
//! ```
//! use vellum::{Record, Schema};
//!
//! let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
//! let age = schema.field::<u16>("age")?;
//! let mut user = Record::new(&schema);
//! user.set(&age, 36)?;
//! let buffers = vec![user.into_storage(); 3];
//!
//! let mut years = 0;
//! for bytes in &buffers {
//!     years += schema.peek(bytes)?.get(&age)?;
//! }
//! assert_eq!(years, 108);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Paths
//!
//! Every function that takes a handle also takes a path. A path is parsed at each call, so handles
//! are for frequent calls. An integer of any type is set where it fits. Floats, and the
//! type that `get` names, have to be of the field's type.
//!
//! ```
//! # use vellum::{Record, Schema};
//! let schema = Schema::parse(
//!     "struct Home { city: string, at: tuple<f32, f32> }
//!      struct User { home: Home?, tags: list<string>, votes: map<string, u32>, seen: set<u16> }
//!      root User;",
//! )?;
//! let mut user = Record::new(&schema);
//! user.set("home.city", "London")?; // what is missing on the way is made
//! user.set("home.at.1", -0.1f32)?;
//! user.push("tags", "math")?;
//! user.insert("tags[0]", "poetry")?;
//! user.set("votes[ada]", 3)?; // adds the key
//! user.set("votes[\"a]b\"]", 4)?;
//! user.add_key("seen", 7)?;
//! user.remove("tags[1]")?;
//! assert_eq!(user.get::<str>("tags[0]")?, "poetry");
//! assert_eq!((user.len("votes")?, user.len("tags")?), (2, 1));
//! assert!(user.contains_key("seen", 7)?);
//! user.clear("home")?;
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Strings and lists by handle
//!
//! ```
//! # use vellum::{Record, Schema};
//! let schema = Schema::parse("struct Note { text: string, codes: list<u32> } root Note;")?;
//! let text = schema.field::<str>("text")?;
//! let code = schema.field::<u32>("codes[]")?; // without its index it stands for the list
//! let mut note = Record::new(&schema);
//! note.set(&text, "Hello")?;
//! note.append(&text, ", world")?;
//! note.splice(&text, 0..1, "J")?;
//! note.extend(&code, [5, 2, 9])?;
//! note.sort_by(&code, |a, b| a.cmp(b))?;
//! note.retain(&code, |code| code > 2)?;
//! assert_eq!(note.get(&text)?, "Jello, world");
//! assert_eq!(note.iter(&code)?.collect::<Result<Vec<_>, _>>()?, [5, 9]);
//! assert_eq!(note.pop(&code)?, Some(9));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Change a value, or set it first
//!
//! [`Record::entry`](crate::Record::entry) is a field, present or not.
//!
//! ```
//! # use vellum::{Record, Schema};
//! let schema = Schema::parse("struct Page { views: u32?, words: map<string, u32> } root Page;")?;
//! let (views, word) = (schema.field::<u32>("views")?, schema.field::<u32>("words[]")?);
//! let mut page = Record::new(&schema);
//! page.entry(&views).or_insert(100)?;
//! for text in "the skin of the calf".split(' ') {
//!     page.entry(word.at(text)).and_modify(|count| count + 1)?.or_insert(1)?;
//! }
//! assert_eq!((page.get(&views)?, page.get(word.at("the"))?), (100, 2));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Keys of several parts by path
//!
//! A path has a tuple as a JSON array, and an array of bytes as bytes are. A handle takes the parts
//! as a slice of keys.
//!
//! ```
//! use vellum::key::Key;
//! # use vellum::{Record, Schema};
//!
//! let schema = Schema::parse("struct Shop { prices: map<tuple<u32, string>, u64>, images: map<bytes[4], string> } root Shop;")?;
//! let price = schema.field::<u64>("prices[]")?;
//! let mut shop = Record::new(&schema);
//! shop.set(r#"prices[[7,"EUR"]]"#, 120u64)?;
//! shop.set(price.at(&[Key::from(7), "USD".into()]), 130)?;
//! shop.set(r#"images[b"\xca\xfe\x00\x01"]"#, "tea.png")?;
//! assert_eq!(shop.get(price.at(&[Key::from(7), "EUR".into()]))?, 120);
//! assert_eq!(shop.get::<u64>(r#"prices[[7,"USD"]]"#)?, 130);
//! assert!(shop.contains_key("images", b"\xCA\xFE\x00\x01")?);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Unions by path
//!
//! A step into a union names the variant. Writing makes the union one of that variant; reading
//! another one gives nothing.
//!
//! ```
//! # use vellum::{Record, Schema, field::VariantName};
//! let schema = Schema::parse(
//!     "struct Phone { country: u16, number: string }
//!      union Contact { none, email: string, phone: Phone }
//!      struct User { contact: Contact }
//!      root User;",
//! )?;
//! let contact = schema.field::<VariantName>("contact")?; // its name
//! let email = schema.field::<str>("contact.email")?;
//! let mut user = Record::new(&schema);
//! user.set("contact.phone.number", "1815")?;
//! assert_eq!((user.get(&contact)?, user.get_optional(&email)?), ("phone", None));
//! user.set(&email, "ada@example.org")?;
//! assert_eq!(user.get(&contact)?, "email");
//! user.set(&contact, "none")?;
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Values of any type
//!
//! A field of the type `any` holds values like those of JSON: null, a bool, a number, text, bytes,
//! a list, or a map with text as keys. It is a union, whose variants are `null`, `bool`, `i8`,
//! `i16`, `i32`, `i64`, `u64`, `f64`, `string`, `bytes`, `list` and `map`.
//!
//! ```
//! use vellum::{Record, Schema, dynamic::{Dynamic, ValueRef}};
//!
//! let schema = Schema::parse("struct Event { name: string, extra: any } root Event;")?;
//! let mut event = Record::new(&schema);
//! event.set("extra.user", "ada")?;
//! event.set("extra.tries", 3)?;
//! event.push("extra.codes", 404)?;
//!
//! let extra = schema.field::<Dynamic>("extra")?;
//! let ValueRef::Map(map) = event.get(&extra)? else { panic!("not a map") };
//! assert!(matches!(map.get("user")?, Some(ValueRef::String("ada"))));
//! assert_eq!(format!("{map:?}"), r#"{"codes": [404], "tries": 3, "user": "ada"}"#);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Explore unknown values
//!
//! [`Record::root`](crate::Record::root) gives a cursor; each value tells what it is. A function
//! that calls itself counts how deep it is: pointers of bytes that nobody verified can lead in a
//! circle, and a schema can nest defaults as deep as it has types.
//!
//! ```
//! use vellum::{Record, Result, Schema, dynamic::ValueRef};
//!
//! fn count(value: ValueRef<'_>, levels: u32) -> Result<usize> {
//!     let Some(levels) = levels.checked_sub(1) else { return Ok(0) }; // or an error
//!     let count = |value| count(value, levels);
//!     match value {
//!         ValueRef::Absent | ValueRef::Null => Ok(0),
//!         ValueRef::Struct(inner) => inner.fields().map(|(_, value)| count(value?)).sum(),
//!         ValueRef::List(list) => list.iter().map(|value| count(value?)).sum(),
//!         ValueRef::Map(map) => map.iter().map(|entry| count(entry?.1)).sum(),
//!         ValueRef::Union(union) => union.value()?.map_or(Ok(1), count),
//!         _ => Ok(1),
//!     }
//! }
//!
//! let schema = Schema::parse("struct User { name: string?, age: u16, tags: list<string> } root User;")?;
//! let mut user = Record::new(&schema);
//! user.push("tags", "math")?;
//! assert_eq!(count(ValueRef::Struct(user.root()?), 100)?, 2);
//! assert_eq!(format!("{:?}", user.root()?), r#"User { name: None, age: 0, tags: ["math"] }"#);
//! for field in user.schema().root().fields() {
//!     println!("{}: {:?}, optional: {}", field.name(), field.ty(), field.optional());
//! }
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # A derived type's buffer, by schema
//!
//! A derived type has a schema, too. So one program can compile its types in, and another read the
//! text.
//!
//! ```
//! # use vellum::{Record, Schema, Vellum};
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     age: u16,
//! }
//!
//! let bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
//! let text = User::schema().to_string(); // send it, or store it
//! let schema = Schema::parse(&text)?;
//! let mut user = Record::open(&schema, bytes)?;
//! user.set("age", 37u16)?;
//! assert_eq!(vellum::from_slice::<User>(user.as_bytes())?.age, 37);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Merge the changes of two
//!
//! [`Record::diff`](crate::Record::diff) compares a record with its origin, and
//! [`Record::apply`](crate::Record::apply) makes the same changes to another copy of the origin
//! that was changed independently. Lists, maps and sets keep the additions of both. If a value to
//! be removed or replaced has changed, the result is an
//! [`ErrorKind::Conflict`](crate::ErrorKind::Conflict).
//!
//! ```
//! use vellum::{Record, Schema, Vellum};
//!
//! #[derive(Vellum, Clone, Debug, PartialEq)]
//! struct Post {
//!     title: String,
//!     tags: Vec<String>,
//! }
//!
//! let base = Post { title: "Draft".into(), tags: vec![] };
//! let mine = Post { tags: vec!["rust".into()], ..base.clone() };
//! let theirs = Post { title: "Final".into(), tags: vec!["news".into()] };
//!
//! let record = |post: &Post| Record::open(Post::schema(), vellum::to_vec(post)?);
//! let changes = record(&base)?.diff(&record(&mine)?)?;
//! let mut both = record(&theirs)?;
//! both.apply(&changes)?;
//! let both: Post = vellum::from_slice(both.as_bytes())?;
//! assert_eq!(both, Post { title: "Final".into(), tags: vec!["rust".into(), "news".into()] });
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Data of unknown origin, with its schema
//!
//! Any receiver can read a buffer that was [packed](crate::framed) with its schema. Both then come
//! from the sender, and either may be hostile. No bytes and no schema make a call panic or run
//! without end, but the receiver has to bound their cost:
//!
//! | hostile input | bound |
//! | --- | --- |
//! | send much | the receiver: a length is looked at before it is read. [`stream::Reader`](crate::stream::Reader) has a limit |
//! | a schema of many types, or long texts in it | the same: a schema takes memory in proportion to its bytes |
//! | a small buffer that stands for a large value: defaults in defaults | [`Limits`](crate::Limits) of the schema, for all that visits a whole value |
//! | invalid, overlapping or circular bytes | [`Schema::prove`](crate::Schema::prove), once; without it each getter refuses the invalid bytes that it reads |
//! | names and texts made to mislead whoever they are shown to | nobody here: they are text from outside, to escape and to shorten |
//! | values that break the rules of their fields | not checked: rules bind writers, so a reader checks the values that it needs |
//! | another schema than the one that was expected | the receiver: [`Schema::changes_since`](crate::Schema::changes_since), or [`Schema::fingerprint`](crate::Schema::fingerprint) |
//!
//! A function that walks such data counts its depth. The bytes do not authenticate their sender:
//! sign data that has to be genuine.
//!
//! ```
//! use std::error::Error;
//! use vellum::{Limits, Record, Schema, dynamic::ValueRef, framed};
//!
//! const MOST: usize = 64 * 1024;
//!
//! /// The texts in a record that says itself what it is, and where they are.
//! fn texts(bytes: &[u8]) -> Result<Vec<String>, Box<dyn Error>> {
//!     if bytes.len() > MOST {
//!         return Err("the message is too long".into());
//!     }
//!     let (schema, buffer) = framed::unpack(bytes)?;
//!     let schema = schema.with_limits(Limits::new().values(10_000).bytes(100_000).depth(8));
//!     let record = schema.prove(buffer)?.record(); // every byte is looked at once
//!     let mut texts = Vec::new();
//!     for (name, value) in record.root()?.fields() {
//!         if let ValueRef::String(text) = value? {
//!             texts.push(format!("{} = {text:?}", name.escape_debug()));
//!         }
//!     }
//!     Ok(texts)
//! }
//!
//! let schema = Schema::parse("struct Note { title: string, stars: u8, text: string } root Note;")?;
//! let mut note = Record::new(&schema);
//! note.set("title", "Tea\n")?;
//! let mut bytes = framed::pack(&schema, note.as_bytes());
//! assert_eq!(texts(&bytes)?, [r#"title = "Tea\n""#, r#"text = """#]);
//!
//! *bytes.last_mut().unwrap() = 0xC3; // half a character
//! assert!(texts(&bytes).unwrap_err().to_string().contains("in `title`"));
//! # Ok::<(), Box<dyn Error>>(())
//! ```
//!
//! # Data of unknown origin, of a known schema
//!
//! If all schemas are known, their fingerprints are enough: eight bytes before the buffer. A sender
//! then chooses among the schemas of the receiver, and cannot bring one. A fingerprint proves
//! nothing, since it can be made for another schema: it selects a schema, and the buffer is
//! verified with that.
//!
//! ```
//! use std::collections::HashMap;
//! use std::error::Error;
//! use vellum::{Record, RecordView, Schema};
//!
//! struct Known(HashMap<u64, Schema>);
//!
//! impl Known {
//!     fn new(schemas: impl IntoIterator<Item = Schema>) -> Self {
//!         Self(schemas.into_iter().map(|schema| (schema.fingerprint(), schema)).collect())
//!     }
//!
//!     fn open<'b>(&'b self, bytes: &'b [u8]) -> Result<RecordView<'b>, Box<dyn Error>> {
//!         let (fingerprint, buffer) = bytes.split_first_chunk().ok_or("there is no fingerprint")?;
//!         let schema = self.0.get(&u64::from_le_bytes(*fingerprint)).ok_or("the schema is not known")?;
//!         Ok(schema.prove(buffer)?.record())
//!     }
//! }
//!
//! let old = Schema::parse("struct User { name: string } root User;")?;
//! let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
//! let known = Known::new([old.clone(), new]);
//!
//! let mut user = Record::new(&old);
//! user.set("name", "Ada")?;
//! let bytes = [&old.fingerprint().to_le_bytes()[..], user.as_bytes()].concat();
//! let received = known.open(&bytes)?;
//! assert_eq!(received.get::<str>("name")?, "Ada");
//!
//! assert!(known.open(&[0; 20]).is_err());
//! # Ok::<(), Box<dyn Error>>(())
//! ```
