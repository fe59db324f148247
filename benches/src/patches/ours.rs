//! vellum: the buffer as it is, and both kinds of patches, of which one comes into being with the
//! edit. Who edits and who follows hold buffers.

use std::hint::black_box;

use vellum::patch::{self, Recorder, physical};
use vellum::{Record, Vellum};

use super::book::{Book, Edit};
use super::ship::Ship;
use crate::library::{OWN_BYTES, Timed, repeated};

const SMALL: &str = "the value fits a buffer";

/// The buffer.
pub struct Whole;
/// What the two buffers differ in, by path.
pub struct Logical;
/// What the edit was noted as, while it was made.
pub struct Recorded;
/// The bytes that differ.
pub struct Physical;

/// What is held on either side, of all four.
macro_rules! holds_buffers {
    () => {
        type Here = Vec<u8>;
        type Sent = Vec<u8>;
        type There = Vec<u8>;

        fn here(book: &Book) -> Vec<u8> {
            vellum::to_vec(book).expect(SMALL)
        }

        fn edited(old: &Vec<u8>, _: &Book, edit: Edit) -> Vec<u8> {
            let mut bytes = old.clone();
            Book::edit_buffer(&mut bytes, edit).expect(OWN_BYTES);
            bytes
        }

        fn there(here: &Vec<u8>) -> Vec<u8> {
            here.clone()
        }

        fn book(there: &Vec<u8>) -> Book {
            vellum::from_slice::<Book>(there).expect(OWN_BYTES)
        }
    };
}

impl Ship for Whole {
    holds_buffers!();

    const MAKES: &'static str = "a copy of the buffer";
    const APPLIES: &'static str = "proof, and a copy in the place of the old one";

    #[inline(never)]
    fn make(_: &Vec<u8>, new: &Vec<u8>) -> Vec<u8> {
        new.clone()
    }

    #[inline(never)]
    fn apply(there: &mut Vec<u8>, sent: &Vec<u8>) {
        Book::prove(sent).expect(OWN_BYTES);
        there.clone_from(sent);
    }
}

impl Ship for Logical {
    holds_buffers!();

    const MAKES: &'static str = "Record::diff of the two buffers, and its bytes";
    const APPLIES: &'static str = "Patch::from_bytes and Record::apply";

    #[inline(never)]
    fn make(old: &Vec<u8>, new: &Vec<u8>) -> Vec<u8> {
        let schema = Book::schema();
        let (old, new) = (schema.peek(old).expect(OWN_BYTES), schema.peek(new).expect(OWN_BYTES));
        old.diff(&new).and_then(|patch| patch.to_bytes()).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn apply(there: &mut Vec<u8>, sent: &Vec<u8>) {
        let patch = patch::Patch::from_bytes(Book::schema(), sent).expect(OWN_BYTES);
        Record::open(Book::schema(), there).and_then(|mut record| record.apply(&patch)).expect(OWN_BYTES);
    }
}

impl Ship for Recorded {
    holds_buffers!();

    const MAKES: &'static str =
        "the edit itself under a patch::Recorder, in turns with the way back, and Recorder::take";
    const APPLIES: &'static str = Logical::APPLIES;

    fn make(old: &Vec<u8>, new: &Vec<u8>) -> Vec<u8> {
        Logical::make(old, new)
    }

    /// The way back is a difference, as the copy is brought back to what it was.
    fn sent(old: &Vec<u8>, new: &Vec<u8>, edit: Edit) -> [Vec<u8>; 2] {
        [Self::make(new, old), record(&mut Recorder::new(), &mut old.clone(), edit)]
    }

    #[inline(never)]
    fn apply(there: &mut Vec<u8>, sent: &Vec<u8>) {
        Logical::apply(there, sent);
    }

    fn makes(edit: Edit) -> &'static str {
        match edit {
            Edit::Push => "a copy of the buffer, the edit in it under a patch::Recorder, and Recorder::take",
            _ => Self::MAKES,
        }
    }

    fn making(old: Vec<u8>, _: Vec<u8>, edit: Edit) -> Timed {
        let (mut bytes, mut recorder) = (old.clone(), Recorder::new());
        match edit {
            // The list is full once only: from then on there is room.
            Edit::Push => repeated(move |_| {
                bytes.clone_from(black_box(&old));
                record(&mut recorder, &mut bytes, edit)
            }),
            _ => repeated(move |index| match index % 2 {
                0 => record(&mut recorder, black_box(&mut bytes), edit),
                _ => record_back(&mut recorder, black_box(&mut bytes), edit),
            }),
        }
    }
}

#[inline(never)]
fn record(recorder: &mut Recorder<Book>, bytes: &mut Vec<u8>, edit: Edit) -> Vec<u8> {
    recorder.edit(bytes).and_then(|mut book| book.make(edit)).and_then(|()| recorder.take()).expect(OWN_BYTES)
}

#[inline(never)]
fn record_back(recorder: &mut Recorder<Book>, bytes: &mut Vec<u8>, edit: Edit) -> Vec<u8> {
    recorder.edit(bytes).and_then(|mut book| book.take_back(edit)).and_then(|()| recorder.take()).expect(OWN_BYTES)
}

impl Ship for Physical {
    holds_buffers!();

    const MAKES: &'static str = "physical::between of the two buffers";
    const APPLIES: &'static str = "physical::apply, by checksums of the whole";

    #[inline(never)]
    fn make(old: &Vec<u8>, new: &Vec<u8>) -> Vec<u8> {
        physical::between(old, new).expect(SMALL)
    }

    #[inline(never)]
    fn apply(there: &mut Vec<u8>, sent: &Vec<u8>) {
        physical::apply(sent, there).expect(OWN_BYTES);
    }
}
