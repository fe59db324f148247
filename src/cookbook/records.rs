//! Structs and their fields.
//!
//! # Define a record by derive
//!
//! A struct with named fields is the type of a buffer. The derive writes a view with a getter for
//! each field, and an edit cursor with a setter, a cursor, `clear_` and `take_` for each. See
//! [`Vellum`](derive@crate::Vellum).
//!
//! ```
//! use vellum::Vellum;
//!
//! #[derive(Vellum, Debug, PartialEq)]
//! struct User {
//!     name: String,
//!     age: u16,
//! }
//!
//! let user = User { name: "Ada".into(), age: 36 };
//! let bytes = vellum::to_vec(&user)?;
//! assert_eq!(bytes.len(), 9); // two of header, two of age, one pointer, a length, three letters
//! assert_eq!(vellum::from_slice::<User>(&bytes)?, user);
//! assert_eq!(User::schema().to_string(), "struct User {\n    name: string,\n    age: u16,\n}\nroot User;\n");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Define a record by text
//!
//! A schema that comes from a file or a message gives the same bytes as the derive. Its grammar is
//! in docs/schema.md.
//!
//! ```
//! use vellum::{Record, Schema, Vellum};
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     age: u16,
//! }
//!
//! let schema = Schema::parse(
//!     "/// Somebody who writes.
//!      struct User { name: string, age: u16 }
//!      root User;",
//! )?;
//! let mut record = Record::new(&schema);
//! record.set("name", "Ada")?;
//! record.set("age", 36u16)?;
//! assert_eq!(record.as_bytes(), vellum::to_vec(&User { name: "Ada".into(), age: 36 })?);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Read one field
//!
//! Opening checks the header only; each getter checks its own value. Text and bytes are borrowed
//! from the buffer.
//!
//! ```
//! # use vellum::Vellum;
//! # #[derive(Vellum)] struct User { name: String, age: u16 }
//! let bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
//!
//! let user = User::peek(&bytes)?;
//! let name: &str = user.name()?;
//! assert_eq!((name, user.age()?), ("Ada", 36));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Change one field
//!
//! An edit cursor changes the buffer it lies in. An edit that fails leaves the bytes as they were.
//!
//! ```
//! # use vellum::Vellum;
//! # #[derive(Vellum)] struct User { name: String, age: u16 }
//! let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?;
//!
//! let mut user = User::edit(&mut bytes)?;
//! user.set_age(37)?;
//! assert_eq!(user.age()?, 37);
//! assert_eq!(user.take_name()?, "Ada"); // out of the buffer, and the default is left
//! user.clear_age()?;
//! assert_eq!((User::peek(&bytes)?.name()?, User::peek(&bytes)?.age()?), ("", 0));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Edit a string
//!
//! A string that becomes shorter keeps the rest as slack, and grows into it again. See
//! [`TextEdit`](crate::cursor::TextEdit).
//!
//! ```
//! # use vellum::Vellum;
//! # #[derive(Vellum)] struct Note { text: String, data: Vec<u8> }
//! let mut bytes = vellum::to_vec(&Note { text: "Hello".into(), data: vec![1, 2] })?;
//!
//! let mut note = Note::edit(&mut bytes)?;
//! note.set_text("Hello, wörld")?;
//! note.text().push('!')?;
//! note.text().splice(0..5, "Goodbye")?; // positions in bytes, between characters
//! note.text().truncate(13)?;
//! note.data().push(3)?; // bytes are a list
//! assert_eq!(Note::peek(&bytes)?.text()?, "Goodbye, wör");
//! assert_eq!(Note::peek(&bytes)?.data()?, [1, 2, 3]);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Edit in a function
//!
//! The last parameter of an edit cursor says where the buffer lives. A function leaves it open:
//! `impl AsSession` for the cursor of a struct, be it the whole buffer or a part of it,
//! `impl Storage` for the cursor of a string, list, map or union. `UserEdit<'_>` alone is the
//! cursor of a whole buffer in a `Vec<u8>`.
//!
//! ```
//! use vellum::{Result, Storage, Vellum, cursor::{AsSession, ListEdit}};
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     tags: Vec<String>,
//! }
//!
//! #[derive(Vellum)]
//! struct Team {
//!     lead: User,
//!     users: Vec<User>,
//! }
//!
//! fn rename(user: &mut UserEdit<'_, impl AsSession>, name: &str) -> Result<()> {
//!     user.set_name(name)?;
//!     add_tag(&mut user.tags(), "renamed")
//! }
//!
//! fn add_tag(tags: &mut ListEdit<'_, impl Storage, String>, tag: &str) -> Result<()> {
//!     tags.push(tag)
//! }
//!
//! let user = || User { name: "Ada".into(), tags: vec![] };
//! let mut bytes = vellum::to_vec(&user())?;
//! rename(&mut User::edit(&mut bytes)?, "Eve")?; // a whole buffer
//! assert_eq!(User::peek(&bytes)?.name()?, "Eve");
//!
//! let mut bytes = vellum::to_vec(&Team { lead: user(), users: vec![user()] })?;
//! let mut team = Team::edit(&mut bytes)?;
//! rename(&mut team.lead(), "Bob")?; // a field
//! rename(&mut team.users().at(0)?, "Cy")?; // an element
//! assert_eq!(Team::peek(&bytes)?.users()?.get(0)?.tags()?.get(0)?, "renamed");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Nest structs
//!
//! A struct that can gain fields lies behind a pointer; a frozen one lies inline, never changes,
//! and costs nothing.
//!
//! ```
//! use vellum::Vellum;
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     home: Address,
//!     at: Point,
//! }
//!
//! #[derive(Vellum)]
//! struct Address {
//!     city: String,
//!     zip: u32,
//! }
//!
//! #[derive(Vellum)]
//! #[vellum(frozen)]
//! struct Point {
//!     x: f32,
//!     y: f32,
//! }
//!
//! let home = Address { city: "London".into(), zip: 1 };
//! let mut bytes = vellum::to_vec(&User { name: "Ada".into(), home, at: Point { x: 0.5, y: 0.0 } })?;
//!
//! let mut user = User::edit(&mut bytes)?;
//! user.home().set_city("Paris")?;
//! user.at().set_y(2.0)?;
//! let user = User::peek(&bytes)?;
//! assert_eq!((user.home()?.city()?, user.at()?.y()?), ("Paris", 2.0));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # A buffer of any type
//!
//! A buffer can be of any type that can be a field: an enum of messages, a list, a map. Functions
//! replace the methods that a struct has.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum, Debug, PartialEq)]
//! enum Message {
//!     Leave,
//!     Join { name: String, room: u32 },
//!     Say(String),
//! }
//!
//! let mut bytes = vellum::to_vec(&Message::Join { name: "Ada".into(), room: 3 })?;
//! match Message::peek(&bytes)?.get()? {
//!     MessageRef::Join(join) => assert_eq!(join.room()?, 3),
//!     MessageRef::Leave | MessageRef::Say(_) => panic!("she joins"),
//! }
//! let mut message = Message::edit(&mut bytes)?;
//! message.cursor().as_join()?.unwrap().set_room(4)?;
//! message.set(&Message::Say("hello".into()))?;
//! assert_eq!(vellum::from_slice::<Message>(&bytes)?, Message::Say("hello".into()));
//!
//! let mut bytes = vellum::to_vec(&vec![Message::Leave])?;
//! Vec::<Message>::edit(&mut bytes)?.cursor().push(&Message::Say("bye".into()))?;
//! assert_eq!(Vec::<Message>::prove(&bytes)?.len(), 2);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! In schema text it is `root list<Message>;`, and the paths of a [`Record`](crate::Record) begin
//! in the value: `[1].Say`, and `""` is the list itself. If more has to be stored later, the root
//! becomes a struct, whose first field has this type and whose others are `since` a later revision:
//! its programs read the older buffers.
//!
//! # Leave values out
//!
//! An absent value costs a null pointer, or one bit and an empty slot. Present and empty is not
//! absent.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum)]
//! struct User {
//!     nick: Option<String>,
//!     age: Option<u16>,
//!     home: Option<Address>,
//! }
//! # #[derive(Vellum)] struct Address { city: String }
//!
//! let mut bytes = vellum::to_vec(&User { nick: None, age: Some(0), home: None })?;
//! let mut user = User::edit(&mut bytes)?;
//! user.set_nick(Some(""))?;
//! user.set_age(None)?;
//! assert!(user.home()?.is_none());
//! user.set_home(Some(&Address { city: "London".into() }))?;
//! if let Some(mut home) = user.home()? {
//!     home.set_city("Paris")?;
//! }
//! let user = User::peek(&bytes)?;
//! assert_eq!((user.nick()?, user.age()?), (Some(""), None));
//! assert_eq!(user.home()?.unwrap().city()?, "Paris");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Declare defaults
//!
//! A field that has its default is stored as zeros, for any default. The default is a part of the
//! schema, and must not change later.
//!
//! ```
//! # use vellum::{Record, Schema, Vellum};
//! #[derive(Vellum)]
//! struct Job {
//!     #[vellum(default = 3)]
//!     retries: u8,
//!     #[vellum(default = true)]
//!     active: bool,
//!     #[vellum(default = "unnamed")]
//!     name: String,
//! }
//!
//! let schema = Schema::parse(r#"struct Job { retries: u8 = 3, active: bool = true, name: string = "unnamed" } root Job;"#)?;
//! assert_eq!(schema, *Job::schema());
//! let record = Record::new(&schema);
//! assert_eq!(record.as_bytes(), [0x20, 3, 0, 0, 0]);
//! let job = Job::peek(record.as_bytes())?;
//! assert_eq!((job.retries()?, job.active()?, job.name()?), (3, true, "unnamed"));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Set rules
//!
//! A rule is part of the schema, and is checked before a value is written: when it is encoded, set,
//! pushed or inserted. Reading does not check rules.
//!
//! ```
//! use vellum::{ErrorKind, Schema, Vellum};
//!
//! #[derive(Vellum)]
//! struct Review {
//!     #[vellum(range = 1..=5, default = 3)]
//!     stars: u8,
//!     #[vellum(max = 280)]
//!     text: String,
//!     #[vellum(uppercase)]
//!     country: String,
//! }
//!
//! let mut review = Review { stars: 5, text: "Good.".into(), country: "FR".into() };
//! let mut bytes = vellum::to_vec(&review)?;
//! let refused = Review::edit(&mut bytes)?.set_stars(6).unwrap_err();
//! assert_eq!(refused.to_string(), "type mismatch: 6 is more than 5 in `stars`");
//! review.country = "fr".into();
//! assert_eq!(vellum::to_vec(&review).unwrap_err().kind(), ErrorKind::Type);
//!
//! let text = "struct Review { stars: u8 in 1..=5 = 3, text: string max 280, country: string uppercase } root Review;";
//! assert_eq!(*Review::schema(), Schema::parse(text)?);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Keep short text inline
//!
//! Text of at most so many bytes, like a code of a country, needs no pointer: it lies in the
//! record, and always takes all of its bytes.
//!
//! ```
//! use vellum::Vellum;
//! use vellum::value::FixedStr;
//!
//! #[derive(Vellum)]
//! struct Place {
//!     country: FixedStr<2>,
//!     currencies: Vec<FixedStr<3>>,
//! }
//!
//! let mut bytes = vellum::to_vec(&Place { country: "CH".parse()?, currencies: vec![] })?;
//! let mut place = Place::edit(&mut bytes)?;
//! place.currencies().push("CHF")?;
//! assert!(place.set_country("Switzerland").is_err());
//! let place = Place::peek(&bytes)?;
//! assert_eq!((place.country()?, place.currencies()?.get(0)?), ("CH", "CHF"));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Add a field later
//!
//! `since` says which revision of the struct added a field. Old programs read and edit new buffers,
//! new programs old ones. An edit for which an old program would have to move unseen data is
//! [`ErrorKind::Newer`](crate::ErrorKind::Newer).
//!
//! ```
//! use vellum::{ErrorKind, Vellum};
//!
//! #[derive(Vellum)]
//! #[vellum(rename = "User")]
//! struct Old {
//!     name: String,
//! }
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     #[vellum(since = 2)]
//!     email: Option<String>,
//!     #[vellum(since = 3, default = 1)]
//!     level: u8,
//! }
//!
//! let mut bytes = vellum::to_vec(&Old { name: "Ada".into() })?;
//! assert_eq!((User::peek(&bytes)?.email()?, User::peek(&bytes)?.level()?), (None, 1));
//! User::edit(&mut bytes)?.set_email(Some("ada@example.org"))?; // the buffer is one of revision 3 now
//!
//! Old::edit(&mut bytes)?.set_name("Ada Lovelace")?;
//! assert_eq!(User::peek(&bytes)?.email()?, Some("ada@example.org"));
//! assert_eq!(Old::compact(&mut bytes).unwrap_err().kind(), ErrorKind::Newer);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Know that a stored type changed
//!
//! A test compares the types of the program with a file of the stored types, and fails before a
//! change breaks stored data. Its first run writes the file and fails; commit the file.
//! [`lock`](crate::lock) lists the result of each change, and docs/evolution.md follows a type
//! through four revisions.
//!
//! ```no_run
//! use vellum::{Vellum, lock};
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     #[vellum(since = 2)]
//!     email: Option<String>,
//! }
//!
//! # const _: &str = stringify! {
//! #[test]
//! # };
//! fn stored_types_are_those_of_the_lock() -> Result<(), lock::LockError> {
//!     lock::check("schemas.lock", &[lock::of::<User>()])
//! }
//! # stored_types_are_those_of_the_lock()?;
//! # Ok::<(), lock::LockError>(())
//! ```
//!
//! # Hold a value of the same type
//!
//! A struct holds others of its kind in a list, or in an optional box. Values are nested at most 64
//! objects deep, which the proof checks. Getters that check (of `peek`) read one value and do not
//! count the depth, and pointers of hostile bytes can form a cycle: code that follows them with
//! `peek` counts.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum, Default)]
//! struct Node {
//!     value: u32,
//!     next: Option<Box<Node>>,
//!     children: Vec<Node>,
//! }
//!
//! fn sum(node: NodeView<'_>) -> u32 {
//!     node.value() + node.next().map_or(0, sum) + node.children().iter().map(sum).sum::<u32>()
//! }
//!
//! let leaf = || Node { value: 1, ..Node::default() };
//! let next = Some(Box::new(Node { value: 5, next: None, children: vec![leaf(), leaf()] }));
//! let mut bytes = vellum::to_vec(&Node { value: 10, next, children: vec![] })?;
//! Node::edit(&mut bytes)?.next()?.unwrap().children().push(&leaf())?;
//! assert_eq!(sum(Node::prove(&bytes)?), 18);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Types of other crates
//!
//! Types of chrono, uuid and others are fields as they are, with the feature of the crate's name;
//! [`Value`](crate::Value) has the list. For the rest, `with` names a type that stands for it, or a
//! module with functions that convert it, which may fail; [`with::text`](crate::with::text) is one
//! for all that is written as text and parsed.
#![cfg_attr(
    all(feature = "chrono", feature = "uuid"),
    doc = r#"
```
use chrono::{DateTime, Utc};
use std::ffi::OsString;
use std::net::{IpAddr, SocketAddrV6};
use std::path::PathBuf;
use vellum::Vellum;

#[derive(Vellum, Debug, PartialEq)]
struct Upload {
    id: uuid::Uuid,
    at: DateTime<Utc>,
    from: IpAddr,
    file: PathBuf,
    #[vellum(with = vellum::with::text)]
    via: Option<SocketAddrV6>, // with its scope, which is in its text
    #[vellum(with = os)]
    user: OsString,
}

mod os {
    use std::ffi::{OsStr, OsString};

    pub type Stored = String;

    pub fn store(text: &OsStr) -> Result<String, &'static str> {
        text.to_str().map(String::from).ok_or("the name is not UTF-8")
    }

    pub fn load(text: String) -> Result<OsString, std::convert::Infallible> {
        Ok(text.into())
    }
}

let upload = Upload {
    id: uuid::Uuid::from_u128(7),
    at: DateTime::from_timestamp_nanos(1_700_000_000_000_000_000),
    from: "192.0.2.1".parse().unwrap(),
    file: "a/b.txt".into(),
    via: "[fe80::1%3]:443".parse().ok(),
    user: "ada".into(),
};
let mut bytes = vellum::to_vec(&upload)?;
assert_eq!(vellum::from_slice::<Upload>(&bytes)?, upload);
assert_eq!(Upload::peek(&bytes)?.at()?, upload.at);

// What the stored type cannot hold is refused, and nothing changes.
let error = Upload::edit(&mut bytes)?.set_at(DateTime::<Utc>::MAX_UTC).unwrap_err();
assert_eq!(error.path(), "at");
# Ok::<(), vellum::Error>(())
```
"#
)]
