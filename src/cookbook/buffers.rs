//! Memory of buffers, the uses of their bytes, and errors.
//!
//! # Storage
//!
//! A buffer is edited where it lies: in a `Vec<u8>`, in a slice, in a
//! [`Workspace`](crate::Workspace), and with the features `bytes`, `smallvec` and `arrayvec` in the
//! containers of those crates. [`Storage`](crate::Storage) is the trait.
//!
//! ```
//! # use vellum::Vellum;
//! # #[derive(Vellum, Default)] struct Log { lines: Vec<String>, count: u32 }
//! let mut bytes = Vec::with_capacity(1024);
//! vellum::encode_into(&Log::default(), &mut bytes)?; // into memory that is there already
//! Log::edit(&mut bytes)?.lines().push("first")?;
//!
//! let mut memory = [0; 64];
//! let written = vellum::to_slice(&Log::default(), &mut memory)?; // no allocation
//! let len = written.len();
//! assert_eq!(Log::peek(&memory[..len])?.count()?, 0);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Edit in memory that cannot grow
//!
//! A slice takes the edits that fit its free space, and answers
//! [`ErrorKind::Full`](crate::ErrorKind::Full) to others. Nothing is changed then.
//!
//! ```
//! # use vellum::{ErrorKind, Vellum};
//! # #[derive(Vellum)] struct Note { title: String }
//! let mut bytes = vellum::to_vec(&Note { title: "a title".into() })?;
//! let memory: &mut [u8] = &mut bytes;
//! let mut note = Note::edit(memory)?;
//! note.set_title("title")?;
//! note.set_title("titles!")?; // back into its slack
//! assert_eq!(note.set_title("a longer title").unwrap_err().kind(), ErrorKind::Full);
//! assert_eq!(note.title().get()?, "titles!");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Make several edits, all or none
//!
//! Each edit changes the buffer as a whole or not at all. A transaction makes one of several: an
//! error of an edit or of your own takes back all that were made before it.
//!
//! ```
//! # use vellum::{Record, Vellum};
//! # #[derive(Vellum)] struct Account { balance: u64, log: Vec<String> }
//! let mut bytes = vellum::to_vec(&Account { balance: 10, log: vec![] })?;
//! let spend = |bytes: &mut Vec<u8>, sum: u64| {
//!     Account::transaction(bytes, |account| {
//!         account.log().push(&format!("spent {sum}"))?;
//!         let left = account.balance()?.checked_sub(sum).ok_or("too little")?;
//!         account.set_balance(left)?;
//!         Ok::<_, Box<dyn std::error::Error>>(left)
//!     })
//! };
//! assert_eq!(spend(&mut bytes, 7).unwrap(), 3);
//! assert!(spend(&mut bytes, 7).is_err());
//! assert_eq!(Account::peek(&bytes)?.log()?.len(), 1); // the line went with the rest
//!
//! let mut record = Record::open(Account::schema(), bytes)?; // with a schema at run time
//! let failed = record.transaction(|record| {
//!     record.set("balance", 100)?;
//!     record.set("log[5]", "no such line")
//! });
//! assert!(failed.is_err());
//! assert_eq!(record.get::<u64>("balance")?, 3);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Grow in memory that cannot
//!
//! A workspace stores the end of its buffer, and uses all of a mapped file or of a static. It is
//! never laid out again automatically, so it refuses edits that need that.
//!
//! ```
//! # use vellum::{Vellum, Workspace};
//! # #[derive(Vellum)] struct Log { lines: Vec<String> }
//! let mut memory = [0; 256];
//! let mut workspace = Workspace::format(&mut memory, &Log { lines: vec![] })?;
//! Log::edit(&mut workspace)?.lines().push("first")?;
//!
//! let mut workspace = Workspace::open(&mut memory)?; // later, perhaps in another process
//! Log::edit(&mut workspace)?.lines().push("second")?;
//! assert!(workspace.len() < workspace.capacity());
//! assert_eq!(Log::peek(&memory)?.lines()?.len(), 2);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Share memory with other processes
//!
//! A [`SharedWriter`](crate::shared::SharedWriter) makes edits that each
//! [`SharedReader`](crate::shared::SharedReader) sees as a whole or not at all; the module
//! [`shared`](crate::shared) says how a mapped file becomes such memory.
//!
//! ```
//! # use vellum::{Vellum, shared::{SharedReader, SharedWriter}};
//! # #[derive(Vellum)] struct Log { lines: Vec<String> }
//! use std::sync::atomic::AtomicU64;
//!
//! let memory: [AtomicU64; 32] = [const { AtomicU64::new(0) }; 32];
//! let mut writer = SharedWriter::format(&memory[..], &Log { lines: vec![] })?;
//! writer.edit(|workspace| Log::edit(workspace)?.lines().push("first"))?;
//!
//! let mut reader = SharedReader::new(&memory[..]); // perhaps in another process
//! assert_eq!(Log::peek(reader.read()?)?.lines()?.get(0)?, "first");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Send an edit as a patch
//!
//! A [`Recorder`](crate::patch::Recorder) notes the edits of a session. The receiver applies them
//! to a record of its own. A patch that arrives twice is applied twice, and a push is then made
//! twice: number the patches that you send. A program of an older revision reads the patch of a
//! newer one by [`Patch::known_from_bytes`](crate::patch::Patch::known_from_bytes), which skips
//! fields that the older revision does not have.
//!
//! ```
//! # use vellum::{Record, Vellum, patch::{Patch, Recorder}};
//! # #[derive(Vellum)] struct Game { round: u32, players: Vec<String> }
//! let mut game = vellum::to_vec(&Game { round: 1, players: vec!["Ada".into()] })?;
//! let mut follower = game.clone(); // in another process
//!
//! let mut recorder = Recorder::<Game>::new();
//! let mut edit = recorder.edit(&mut game)?;
//! edit.set_round(2)?;
//! edit.players().push("Bob")?;
//! let sent: Vec<u8> = recorder.take()?;
//!
//! let patch = Patch::from_bytes(Game::schema(), &sent)?;
//! Record::open(Game::schema(), &mut follower)?.apply(&patch)?;
//! assert!(Game::content_eq(&game, &follower)?);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Log each change before it is made
//!
//! [`Recorder::transaction`](crate::patch::Recorder::transaction) gives the patch of all edits to a
//! closure. If the closure cannot write it, nothing was changed. A program that starts again reads
//! the last whole record, and applies the patches after it.
//!
//! ```
//! # use std::io::{self, Write};
//! # use vellum::{Record, Vellum, patch::{Patch, Recorder}};
//! # #[derive(Vellum)] struct Game { round: u32, players: Vec<String> }
//! let saved = vellum::to_vec(&Game { round: 1, players: vec![] }).unwrap();
//! let (mut game, mut recorder) = (saved.clone(), Recorder::<Game>::new());
//! let mut log: Vec<u8> = Vec::new(); // a file, say
//! for name in ["Ada", "Bob"] {
//!     recorder.transaction(
//!         &mut game,
//!         |game| {
//!             game.set_round(game.round()? + 1)?;
//!             Ok(game.players().push(name)?)
//!         },
//!         |patch| {
//!             log.write_all(&(patch.len() as u32).to_le_bytes())?;
//!             log.write_all(patch)
//!         },
//!     )?;
//! }
//!
//! let (mut again, mut rest) = (saved, &log[..]);
//! while let Some((len, after)) = rest.split_first_chunk() {
//!     let (patch, after) = after.split_at(u32::from_le_bytes(*len) as usize);
//!     let patch = Patch::from_bytes(Game::schema(), patch)?;
//!     Record::open(Game::schema(), &mut again)?.apply(&patch)?;
//!     rest = after;
//! }
//! assert!(Game::content_eq(&game, &again)?);
//! # Ok::<(), io::Error>(())
//! ```
//!
//! # Make a buffer that will grow
//!
//! Pointers are one byte wide until a buffer exceeds 255 bytes. A buffer that will grow can begin
//! with wider ones, and is then not laid out again as it grows.
//!
//! ```
//! use vellum::{Record, Schema, Vellum, schema::PointerWidth};
//!
//! #[derive(Vellum, Default)]
//! #[vellum(width = 2)] // for every buffer of this type
//! struct Log {
//!     lines: Vec<String>,
//! }
//!
//! assert_eq!(vellum::to_vec(&Log::default())?, [0x21, 2, 0, 0]);
//! assert_eq!(vellum::to_vec_with_width(&Log::default(), PointerWidth::Four)?, [0x22, 4, 0, 0, 0, 0]);
//! let schema = Schema::parse("struct Log { lines: list<string> } root Log width 2;")?;
//! assert_eq!(Record::with_width(&schema, PointerWidth::Four).as_bytes().len(), 6);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Refuse buffers of another type
//!
//! The bytes of one type can be valid bytes of another. Buffers that lie side by side can carry
//! seven bytes that are the same in every revision of their type. They are made of the types of the
//! fields of revision 1, and not of names: types with the same fields have the same seven bytes,
//! and need a tag of the program's own.
//!
//! ```
//! use vellum::{ErrorKind, Vellum};
//!
//! #[derive(Vellum)]
//! #[vellum(lineage)]
//! struct Price {
//!     value: f32,
//! }
//!
//! #[derive(Vellum)]
//! #[vellum(lineage)]
//! struct Count {
//!     value: u32,
//! }
//!
//! let bytes = vellum::to_vec(&Price { value: 1.5 })?;
//! assert_eq!(Count::peek(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Keep records of any type
//!
//! A generic store takes closures that receive the proved view or the edit cursor of the record
//! type. An alias says that the cursor and its buffer have the same lifetime, which a bound with
//! two elided lifetimes does not.
//!
//! ```
//! use std::collections::HashMap;
//! use vellum::{Error, Result, Value, Vellum, cursor::Transaction, proved::Proved};
//!
//! type EditOf<'a, T> = <T as Value>::Edit<'a, Transaction<'a>>;
//!
//! struct Store<T> {
//!     records: HashMap<u64, Proved<Vec<u8>, T>>,
//! }
//!
//! impl<T: Value> Store<T> {
//!     fn put(&mut self, id: u64, record: &T) -> Result<()> {
//!         self.records.insert(id, Proved::new(vellum::to_vec(record)?)?);
//!         Ok(())
//!     }
//!
//!     fn read<R>(&self, id: u64, read: impl FnOnce(T::Proved<'_>) -> R) -> Option<R> {
//!         self.records.get(&id).map(|record| read(record.get()))
//!     }
//!
//!     /// Makes all edits of the closure or none.
//!     fn update<R, E: From<Error>>(
//!         &mut self,
//!         id: u64,
//!         update: impl for<'a> FnOnce(&mut EditOf<'a, T>) -> Result<R, E>,
//!     ) -> Option<Result<R, E>> {
//!         self.records.get_mut(&id).map(|record| record.transaction(update))
//!     }
//! }
//!
//! #[derive(Vellum)]
//! struct User { name: String, visits: u32 }
//!
//! let mut users: Store<User> = Store { records: HashMap::new() };
//! users.put(7, &User { name: "Ada".into(), visits: 1 })?;
//! users.update(7, |user| user.set_visits(user.visits()? + 1)).unwrap()?;
//! assert_eq!(users.read(7, |user| (user.name().len(), user.visits())), Some((3, 2)));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # See what the bytes are used for
//!
//! ```
//! # use vellum::Vellum;
//! # #[derive(Vellum)] struct Note { title: String, text: String }
//! let mut bytes = vellum::to_vec(&Note { title: "a title".into(), text: "text".into() })?;
//! Note::edit(&mut bytes)?.set_title("new")?;
//! let space = vellum::space::space::<Note>(&bytes)?;
//! assert_eq!((space.len, space.live, space.slack, space.waste), (17, 13, 0, 4));
//! let lent: &[u8] = &bytes; // it is only read
//! for row in vellum::space::space_by_field::<Note>(lent, 1)?.rows() {
//!     println!("{}: {} bytes in {} objects", row.path, row.live, row.objects);
//! }
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Compact, compare and hash
//!
//! The compact form is canonical: equal values of one schema revision are equal bytes, after any
//! edits.
//!
//! ```
//! # use vellum::Vellum;
//! # #[derive(Vellum)] struct Note { title: String, tags: Vec<String> }
//! let note = Note { title: "title".into(), tags: vec![] };
//! let mut bytes = vellum::to_vec(&note)?;
//! let mut edit = Note::edit(&mut bytes)?;
//! edit.set_title("a much longer title")?;
//! edit.tags().push("tag")?;
//! edit.tags().clear()?;
//! edit.set_title("title")?;
//! assert_ne!(bytes, vellum::to_vec(&note)?);
//! assert_eq!(Note::peek(&bytes)?, Note::peek(&vellum::to_vec(&note)?)?); // views compare values
//!
//! Note::compact(&mut bytes)?;
//! assert_eq!(bytes, vellum::to_vec(&note)?);
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Prove a whole buffer
//!
//! Opening a buffer checks its header, and each field is checked when it is read. At a border,
//! check everything at once: then no field is invalid and no key out of order. If the proof is
//! complete, every byte of the buffer belongs to a value or is free.
//!
//! ```
//! use vellum::{ErrorKind, Schema, Vellum};
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     tags: Vec<String>,
//! }
//!
//! let mut bytes = vellum::to_vec(&User { name: "Ada".into(), tags: vec!["math".into()] })?;
//! let proof = User::schema().prove(&bytes)?;
//! assert!(proof.is_complete()); // no byte of anything else, such as a newer revision
//! assert_eq!(User::prove(&bytes)?.name(), "Ada"); // the same proof, compiled for the type
//!
//! bytes.push(b'!'); // belongs to nothing
//! assert_eq!(User::peek(&bytes)?.name()?, "Ada");
//! let proof = User::schema().prove(&bytes)?;
//! assert_eq!((proof.is_complete(), proof.unclaimed()), (false, 1));
//!
//! let schema = Schema::parse("struct Game { scores: map<string, u8> } root Game;")?;
//! let unsorted = [0x20, 1, 3, 4, 8, 1, 10, 2, 1, b'b', 1, b'a'];
//! let error = schema.prove(&unsorted).unwrap_err();
//! assert_eq!(error.to_string(), "corrupt buffer: the keys of a map do not ascend (at offset 6) in `scores[\"a\"]`");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! # Handle errors
//!
//! An [`Error`](crate::Error) has an [`ErrorKind`](crate::ErrorKind) that suggests a reaction, a
//! path and a position, and a message with the expectation. Any bytes are safe to open.
//!
//! ```
//! use vellum::{ErrorKind, Record, Schema, Vellum};
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     tags: Vec<String>,
//! }
//!
//! let mut bytes = vellum::to_vec(&User { name: "Ada".into(), tags: vec!["math".into()] })?;
//! bytes[2] = 200; // where the name should be
//! let error = User::peek(&bytes)?.name().unwrap_err();
//! assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "name"));
//! assert_eq!(User::peek(&bytes)?.tags()?.get(0)?, "math"); // the rest can be read
//! assert_eq!(User::peek(&bytes)?.tags()?.get(5).unwrap_err().kind(), ErrorKind::Path);
//! assert_eq!(User::peek(b"no buffer").err().unwrap().kind(), ErrorKind::Corrupt);
//!
//! let error = Schema::parse("struct User {\n    name: sting,\n}\nroot User;").unwrap_err();
//! let message = error.to_string();
//! assert!(message.contains("unknown type `sting` (line 2, column 11)"));
//! assert!(message.contains("2 |     name: sting,\n  |           ^^^^^"));
//!
//! let mut user = Record::new(User::schema());
//! let error = user.set("nick", "x").unwrap_err();
//! assert!(error.to_string().contains("`User` has no field `nick`; it has name, tags"));
//! assert_eq!(user.set("name", 5u8).unwrap_err().kind(), ErrorKind::Type);
//! # Ok::<(), vellum::Error>(())
//! ```
