//! Memory that several threads or processes share: one edits it while others read, each edit seen
//! as a whole or not at all.
//!
//! - [`SharedWriter`] makes edits. Several writers of one memory lose nothing of each other.
//! - [`SharedReader`] reads copies that it takes between two edits.
//!
//! The memory is a [`Workspace`](crate::Workspace), as words of 64 bits: `&[AtomicU64]`, or
//! anything that is `AsRef<[AtomicU64]>`, such as an `Arc<[AtomicU64]>`. A mapped file becomes that
//! by `zerocopy`, or by one line of `unsafe`; `examples/shared.rs` has both processes:
//!
//! ```ignore
//! let mut map: memmap2::MmapMut = ..;
//! let memory: &[AtomicU64] = <[AtomicU64]>::mut_from_bytes(&mut map)?; // zerocopy::FromBytes
//! let memory = unsafe { slice::from_raw_parts(map.as_ptr().cast::<AtomicU64>(), map.len() / 8) };
//! ```
//!
//! Each process maps it for reading and writing: atomics are made of such memory only.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicU64;
//! use std::thread;
//! use vellum::Vellum;
//! use vellum::shared::{SharedReader, SharedWriter};
//!
//! #[derive(Vellum)]
//! struct Board { round: u64, title: String }
//!
//! let memory: Arc<[AtomicU64]> = (0..64).map(|_| AtomicU64::new(0)).collect();
//! let board = Board { round: 0, title: "round 0".into() };
//! let mut writer = SharedWriter::format(memory.clone(), &board)?;
//! let mut reader = SharedReader::new(memory);
//!
//! let writing = thread::spawn(move || {
//!     (1..=100).try_for_each(|round| {
//!         writer.edit(|workspace| {
//!             let mut board = Board::edit(workspace)?;
//!             board.set_round(round)?;
//!             board.set_title(&format!("round {round}"))
//!         })
//!     })
//! });
//! loop {
//!     let board = Board::view(reader.read()?)?;
//!     assert_eq!(board.title()?, format!("round {}", board.round()?)); // of one edit
//!     if board.round()? == 100 {
//!         break;
//!     }
//! }
//! writing.join().unwrap()?;
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! A schema that is known at run time goes the same ways: `schema.view(reader.read()?)?`, and
//! `Record::open(&schema, workspace)?` in an edit.
//!
//! # Cost
//!
//! A read is a copy of the bytes in use, or two loads where nothing has changed. An edit is its
//! changes, one comparison of all bytes in use with the memory, and a copy where another writer was
//! there before. On a machine of two cores, with an edit that sets one number:
//!
//! | bytes in use | edit | with two writers in turn | read | read again |
//! | --: | --: | --: | --: | --: |
//! | 800 | 0.10 µs | 0.14 µs | 0.04 µs | 0.01 µs |
//! | 8,000 | 0.5 µs | 0.8 µs | 0.2 µs | 0.01 µs |
//! | 64,000 | 4 µs | 6 µs | 2 µs | 0.01 µs |
//! | 1,000,000 | 60 µs | 95 µs | 36 µs | 0.01 µs |
//!
//! So it is for records of up to some hundred kilobytes. Readers do not wait for the changes, only
//! while words are stored; a writer does not wait for readers.
//!
//! # What can go wrong
//!
//! - A program that dies while it stores leaves `seq` odd. Then nothing opens or reads the memory
//!   ([`ErrorKind::Busy`](crate::ErrorKind::Busy)) until [`SharedWriter::recover`] has verified it.
//! - Edits that are closer to each other than the time of a copy keep readers out: `Busy` after
//!   some tenths of a second.
//! - `seq` counts modulo 2^32, an edit by 2. A reader or writer that looks twice, with exactly 2^31
//!   edits in between or a multiple of them, takes the memory to be unchanged. At 10,000 edits a
//!   second that is a pause of 59 hours and 39 minutes, to a tenth of a millisecond.
//! - Any other store to the memory, by a [`Workspace`](crate::Workspace) over the mapping or by
//!   another program, is outside of this order. Readers and writers then find mixed bytes, which
//!   they treat as any bytes of others: an error or a value, no undefined behaviour.
//! - Nothing is stored to a file at a certain time, as the operating system decides that. Memory
//!   that comes back torn from a crash of the machine may have an even `seq`: verify it.

mod memory;
mod reader;
mod writer;

pub use reader::SharedReader;
pub use writer::SharedWriter;
