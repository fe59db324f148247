//! Values that are one of several, or many.
//!
//! # Lists
//!
//! A pushed element takes the list's slack, or moves the list and leaves it slack for more. See
//! [`List`](crate::List) and [`ListEdit`](crate::cursor::ListEdit).
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum)]
//! struct Log {
//!     codes: Vec<u32>,
//!     lines: Vec<String>,
//! }
//!
//! let mut bytes = vellum::to_vec(&Log { codes: vec![5, 2, 9], lines: vec![] })?;
//! let mut log = Log::edit(&mut bytes)?;
//! log.codes().push(7)?;
//! log.codes().extend_from_slice(&[1, 1])?;
//! log.codes().retain(|code| code != 1)?;
//! log.codes().sort_by(|a, b| a.cmp(b))?;
//! log.lines().extend(["one", "three"])?;
//! log.lines().insert(1, "two")?;
//! log.lines().at(0)?.push_str("!")?;
//! assert_eq!(log.lines().pop()?.as_deref(), Some("three"));
//!
//! let log = Log::peek(&bytes)?;
//! assert_eq!(log.codes()?.iter().collect::<Result<Vec<_>, _>>()?, [2, 5, 7, 9]);
//! assert_eq!((log.lines()?.len(), log.lines()?.get(0)?), (2, "one!"));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Lists of structs
//!
//! Elements lie in the list itself; those that can gain fields do so at a stride that the list
//! stores.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum)]
//! struct Order {
//!     lines: Vec<Line>,
//! }
//!
//! #[derive(Vellum)]
//! struct Line {
//!     item: String,
//!     count: u32,
//! }
//!
//! let mut bytes = vellum::to_vec(&Order { lines: vec![] })?;
//! let mut order = Order::edit(&mut bytes)?;
//! order.lines().push(&Line { item: "ink".into(), count: 1 })?;
//! order.lines().push(&Line { item: "quill".into(), count: 12 })?;
//! order.lines().at(0)?.set_count(2)?;
//! order.lines().swap(0, 1)?;
//! let mut lines = order.lines();
//! if let Some(index) = lines.position(|line| Ok(line.item()? == "ink"))? {
//!     lines.at(index)?.item().push_str(", black")?; // or `lines.remove(index)?`
//! }
//! lines.retain(|line| Ok(line.count()? > 0))?;
//! let mut each = lines.edit_each();
//! while let Some(mut line) = each.next()? {
//!     line.set_count(2 * line.count()?)?;
//! }
//! let total = Order::peek(&bytes)?.lines()?.iter().map(|line| line?.count()).sum::<Result<u32, _>>()?;
//! assert_eq!(total, 28);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Enums
//!
//! An enum of variants without payloads is a number, of one byte unless `#[repr]` says otherwise.
//! The first variant is the default.
//!
//! ```
//! # use vellum::{Record, Vellum, field::VariantName};
//! #[derive(Vellum, Clone, Copy, Debug, PartialEq)]
//! #[repr(u16)]
//! enum Fruit {
//!     Apples = 100,
//!     Pears = 200,
//! }
//!
//! #[derive(Vellum)]
//! struct Bag {
//!     fruit: Fruit,
//! }
//!
//! let mut bytes = vellum::to_vec(&Bag { fruit: Fruit::Pears })?;
//! Bag::edit(&mut bytes)?.set_fruit(Fruit::Apples)?;
//! assert_eq!(Bag::peek(&bytes)?.fruit()?, Fruit::Apples);
//!
//! let mut bag = Record::open(Bag::schema(), bytes)?; // at run time by name or number
//! let fruit = bag.schema().field::<VariantName>("fruit")?;
//! bag.set(&fruit, "Pears")?;
//! assert_eq!((bag.get(&fruit)?, bag.get::<u16>("fruit")?), ("Pears", 200));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Unions
//!
//! An enum with payloads is a tag and a payload. A view gives an enum to match on, and so does an
//! edit cursor, with cursors on the payloads. It also sets a variant, or reaches into one by name.
//! Numbers and tuples have no cursors: they are given as values, and set by their variant's setter.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum)]
//! enum Contact {
//!     None,
//!     Email(String),
//!     Phone { country: u16, number: String },
//! }
//!
//! #[derive(Vellum)]
//! struct User {
//!     contact: Contact,
//! }
//!
//! let mut bytes = vellum::to_vec(&User { contact: Contact::None })?;
//! let mut user = User::edit(&mut bytes)?;
//! user.contact().set_email("ada")?;
//! user.contact().as_email()?.unwrap().push_str("@example.org")?;
//! assert!(matches!(user.contact().get()?, ContactRef::Email("ada@example.org")));
//!
//! user.contact().set(&Contact::Phone { country: 44, number: "1815".into() })?;
//! assert!(user.contact().as_email()?.is_none());
//! match user.contact().get_mut()? {
//!     ContactMut::Phone(mut phone) => phone.set_country(49)?,
//!     ContactMut::Email(mut email) => email.set("none")?,
//!     ContactMut::None => {}
//! }
//! match User::peek(&bytes)?.contact()?.get()? {
//!     ContactRef::Phone(phone) => assert_eq!((phone.country()?, phone.number()?), (49, "1815")),
//!     ContactRef::Email(_) | ContactRef::None => unreachable!(),
//! }
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Lists of unions
//!
//! While all elements have one variant, the tag is stored once. The first other one changes the
//! list's form, which lays the buffer out again.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum)]
//! enum Cell {
//!     Empty,
//!     Number(u16),
//!     Text(String),
//! }
//!
//! #[derive(Vellum)]
//! struct Sheet {
//!     cells: Vec<Cell>,
//! }
//!
//! let numbers = (0..100).map(Cell::Number).collect();
//! let mut bytes = vellum::to_vec(&Sheet { cells: numbers })?;
//! assert_eq!(bytes.len(), 3 + 2 + 200); // the header and a pointer, count and tag, two bytes each
//!
//! let mut sheet = Sheet::edit(&mut bytes)?;
//! sheet.cells().set(0, &Cell::Text("total".into()))?;
//! sheet.cells().at(1)?.set_empty()?;
//! assert!(matches!(sheet.cells().get(99)?.get()?, CellRef::Number(99)));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Lists of numbers as slices
//!
//! With the feature `zerocopy`.
#![cfg_attr(
    feature = "zerocopy",
    doc = r#"
[`as_slice`](crate::List::as_slice) lends a list of numbers from the buffer, or of frozen structs of numbers with `raw`: one check, and no
copy, however long the list is. The words are little endian and unaligned, so they are types of the crate `zerocopy`, and a struct is the
type that `raw` makes of it: `VertexRaw`. In an edit, [`as_mut_slice`](crate::cursor::ListEdit::as_mut_slice) lends them to be changed in place.

```
# use vellum::Vellum;
#[derive(Vellum)]
struct Mesh {
    vertices: Vec<Vertex>,
    weights: Vec<f64>,
}

#[derive(Vellum)]
#[vellum(frozen, raw)]
struct Vertex {
    position: [f32; 3],
    uv: [f32; 2],
}

let vertex = Vertex { position: [1.0, 2.0, 3.0], uv: [0.5, 0.5] };
let mut bytes = vellum::to_vec(&Mesh { vertices: vec![vertex], weights: vec![0.25, 0.5] })?;

let mesh = Mesh::peek(&bytes)?;
let total: f64 = mesh.weights()?.as_slice()?.iter().map(|weight| weight.get()).sum();
assert_eq!(total, 0.75);
let vertices: &[VertexRaw] = mesh.vertices()?.as_slice()?;
assert_eq!(vertices[0].position[1], 2.0);

let mut edit = Mesh::edit(&mut bytes)?;
for vertex in edit.vertices().as_mut_slice()? {
    vertex.position[2] = 0.0.into();
}
edit.weights().as_mut_slice()?[0] = 0.75.into();
assert_eq!(vellum::from_slice::<Mesh>(&bytes)?.vertices[0].position, [1.0, 2.0, 0.0]);
# Ok::<(), vellum::Error>(())
```
"#
)]
//! # Maps
//!
//! A `BTreeMap` or `HashMap` is stored sorted by key, so it is searched, and read in order, without
//! decoding. See [`Map`](crate::Map), [`MapEdit`](crate::cursor::MapEdit) and
//! [`MapKey`](crate::key::MapKey).
//!
//! ```
//! use std::collections::BTreeMap;
//! # use vellum::Vellum;
//!
//! #[derive(Vellum)]
//! struct Game {
//!     scores: BTreeMap<String, u32>,
//!     players: BTreeMap<u16, Player>,
//! }
//!
//! #[derive(Vellum)]
//! struct Player {
//!     name: String,
//!     medals: Vec<String>,
//! }
//!
//! let mut bytes = vellum::to_vec(&Game { scores: BTreeMap::new(), players: BTreeMap::new() })?;
//! let mut game = Game::edit(&mut bytes)?;
//! assert!(!game.scores().insert("ada", 3)?); // it was not there
//! game.scores().update("ada", 0, |score| score + 1)?;
//! game.scores().insert("bob", 9)?;
//! game.scores().insert("adam", 2)?;
//! assert_eq!(game.scores().take("bob")?, Some(9));
//! let ada = Player { name: "Ada".into(), medals: vec![] };
//! game.players().at_or_insert(7, &ada)?.medals().push("gold")?;
//!
//! let scores = Game::peek(&bytes)?.scores()?;
//! assert_eq!((scores.get("ada")?, scores.get("eve")?), (Some(4), None));
//! assert_eq!(scores.keys().collect::<Result<Vec<_>, _>>()?, ["ada", "adam"]);
//! assert_eq!((scores.range("adb"..)?.count(), scores.prefix("ada")?.count()), (0, 2));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Keys of several parts
//!
//! A tuple is a key, and so are arrays of bytes. Tuples sort by the first part that differs, so a
//! range finds all keys that begin with the same parts.
//!
//! ```
//! use std::collections::{BTreeMap, HashMap};
//! # use vellum::Vellum;
//!
//! #[derive(Vellum)]
//! struct Shop {
//!     prices: BTreeMap<(u32, String), u64>,
//!     images: HashMap<[u8; 4], String>,
//! }
//!
//! let mut bytes = vellum::to_vec(&Shop { prices: BTreeMap::new(), images: HashMap::new() })?;
//! let mut shop = Shop::edit(&mut bytes)?;
//! shop.prices().insert((7, "EUR"), 120)?;
//! shop.prices().insert((7, "USD"), 130)?;
//! shop.prices().insert((9, "EUR"), 80)?;
//! shop.images().insert(&[0xCA, 0xFE, 0, 1], "tea.png")?;
//!
//! let shop = Shop::peek(&bytes)?;
//! assert_eq!(shop.prices()?.get((7, "USD"))?, Some(130));
//! let of_seven = shop.prices()?.range((7, "")..(8, ""))?;
//! assert_eq!(of_seven.map(|entry| Ok(entry?.0)).collect::<vellum::Result<Vec<_>>>()?, [(7, "EUR"), (7, "USD")]);
//! assert_eq!(shop.images()?.get(&[0xCA, 0xFE, 0, 1])?, Some("tea.png"));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Sets
//!
//! A `BTreeSet` or `HashSet` is a map without values.
//!
//! ```
//! use std::collections::HashSet;
//! # use vellum::Vellum;
//!
//! #[derive(Vellum)]
//! struct Post {
//!     tags: HashSet<String>,
//! }
//!
//! let mut bytes = vellum::to_vec(&Post { tags: HashSet::from(["rust".into(), "bytes".into()]) })?;
//! let mut post = Post::edit(&mut bytes)?;
//! assert!(post.tags().insert("maps")?);
//! assert!(!post.tags().insert("rust")?);
//! assert!(post.tags().remove("bytes")?);
//! let tags = Post::peek(&bytes)?.tags()?;
//! assert_eq!(tags.iter().collect::<Result<Vec<_>, _>>()?, ["maps", "rust"]);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Arrays and tuples
//!
//! Both lie inline, without a pointer or a count. An array reads as a list, or whole with
//! [`List::to_array`](crate::List::to_array); one of bytes reads as `&[u8]`. A tuple has up to
//! eight parts, and is set whole.
//!
//! ```
//! # use vellum::Vellum;
//! #[derive(Vellum)]
//! struct Board {
//!     cells: [[u8; 3]; 3],
//!     names: [String; 2],
//!     last: (u8, u8),
//! }
//!
//! let names = ["Ada".into(), "Bob".into()];
//! let mut bytes = vellum::to_vec(&Board { cells: [[0; 3]; 3], names, last: (0, 0) })?;
//! let mut board = Board::edit(&mut bytes)?;
//! board.cells().at(1)?.set(2, 9)?;
//! board.names().at(1)?.push_str("by")?;
//! board.set_last((1, 2))?;
//! let board = Board::peek(&bytes)?;
//! assert_eq!((board.cells()?.get(1)?, board.names()?.get(1)?), (&[0, 0, 9][..], "Bobby"));
//! assert_eq!(board.last()?, (1, 2));
//! let cells: [[u8; 3]; 3] = board.cells()?.to_array()?;
//! assert_eq!(cells, [[0; 3], [0, 0, 9], [0; 3]]);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Values of any kind
//!
//! [`Any`](crate::value::Any) is for values without a schema: it holds JSON values, and bytes. It
//! is read and edited in place like any union.
//!
//! ```
//! use vellum::Vellum;
//! use vellum::value::Any;
//! use vellum::value::any::AnyRef;
//!
//! #[derive(Vellum)]
//! struct Event {
//!     name: String,
//!     extra: Any,
//! }
//!
//! let extra = Any::from_iter([("user", Any::from("ada")), ("tries", Any::from(3))]);
//! let mut bytes = vellum::to_vec(&Event { name: "login".into(), extra })?;
//!
//! let mut event = Event::edit(&mut bytes)?;
//! if let Some(mut extra) = event.extra().as_map()? {
//!     extra.insert("ok", &true.into())?;
//! }
//! let AnyRef::Map(extra) = Event::peek(&bytes)?.extra()?.get()? else { panic!("not a map") };
//! assert_eq!(extra.len(), 3);
//! let event: Event = vellum::from_slice(&bytes)?;
//! assert_eq!(event.extra.get("tries").and_then(Any::as_i64), Some(3));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Times, decimals, identifiers, places
//!
//! Thin types over the stored number, in [`value`](crate::value). The features `jiff`, `chrono`,
//! `uuid`, `ulid` and `rust_decimal` convert them to the types of those crates, exactly or not at
//! all.
//!
//! ```
//! # use vellum::Vellum;
//! use vellum::value::{Date, Decimal, Geo8, Timestamp, Uuid};
//!
//! #[derive(Vellum)]
//! struct Sale {
//!     id: Uuid,
//!     day: Date,
//!     at: Timestamp, // milliseconds; also TimestampSeconds, TimestampMicros, TimestampNanos
//!     price: Decimal<2>,
//!     place: Geo8,
//! }
//!
//! let sale = Sale {
//!     id: "67e55044-10b1-426f-9247-bb680e5fe0c8".parse()?,
//!     day: Date(20_089), // since 1970-01-01
//!     at: Timestamp(1_735_689_600_000),
//!     price: Decimal(1999),
//!     place: Geo8::from_degrees(51.5, -0.1)?,
//! };
//! let mut bytes = vellum::to_vec(&sale)?;
//! Sale::edit(&mut bytes)?.set_price(Decimal(2499))?;
//! let sale = Sale::peek(&bytes)?;
//! assert_eq!(sale.price()?.to_string(), "24.99");
//! assert_eq!(sale.id()?.to_string(), "67e55044-10b1-426f-9247-bb680e5fe0c8");
//! assert_eq!((sale.place()?.latitude(), sale.day()?), (51.5, Date(20_089)));
//! # Ok::<(), vellum::Error>(())
//! ```
