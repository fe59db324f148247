//! Lengths at which a wider form is needed: going to and fro across them moves nothing.

use std::cell::Cell;

use vellum::{Result, Storage, Vellum};

#[derive(Vellum, Default)]
struct Log {
    codes: Vec<u8>,
    words: Vec<u64>,
    text: String,
    last: String,
}

/// Counts the layouts of a vector.
struct Counting<'c> {
    bytes: Vec<u8>,
    layouts: &'c Cell<usize>,
}

impl Storage for Counting<'_> {
    fn bytes(&self) -> &[u8] {
        self.bytes.bytes()
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes.bytes_mut()
    }

    fn reserve(&mut self, len: usize) -> Result<()> {
        Storage::reserve(&mut self.bytes, len)
    }

    fn resize(&mut self, len: usize) {
        Storage::resize(&mut self.bytes, len);
    }

    fn replace(&mut self, content: Vec<u8>, len: usize) -> Result<()> {
        self.layouts.set(self.layouts.get() + 1);
        self.bytes.replace(content, len)
    }
}

/// Does and undoes an edit many times, reopened each time, after a first time; gives the layouts it took.
fn layouts(value: &Log, mut to_and_fro: impl FnMut(&mut Counting<'_>)) -> usize {
    let layouts = Cell::new(0);
    let mut storage = Counting { bytes: vellum::to_vec(value).unwrap(), layouts: &layouts };
    to_and_fro(&mut storage);
    layouts.set(0);
    for _ in 0..1000 {
        to_and_fro(&mut storage);
    }
    layouts.get()
}

fn push_and_pop(storage: &mut Counting<'_>) {
    Log::edit(storage).unwrap().codes().push(1).unwrap();
    assert_eq!(Log::edit(storage).unwrap().codes().pop().unwrap(), Some(1));
}

#[test]
fn a_buffer_does_not_widen_and_narrow_around_the_ends_of_pointer_widths() {
    for end in [255usize, 65_535] {
        for len in end - 60..end + 4 {
            let value = Log { codes: vec![0; len - 8], ..Log::default() };
            assert_eq!(layouts(&value, push_and_pop), 0, "{len} bytes");
        }
    }
}

#[test]
fn lists_and_strings_do_not_move_around_the_boundaries_of_varints() {
    for boundary in [127usize, 128, 16_383, 16_384] {
        for len in boundary - 2..boundary + 2 {
            let value = Log { codes: vec![0; len], words: vec![7; 3], last: "end".into(), ..Log::default() };
            assert_eq!(layouts(&value, push_and_pop), 0, "a list of {len}");
            let lens = Cell::new(0);
            let value = Log { text: "x".repeat(len), last: "end".into(), ..Log::default() };
            let text = |storage: &mut Counting<'_>| {
                Log::edit(storage).unwrap().text().push_str("ab").unwrap();
                Log::edit(storage).unwrap().text().truncate(len).unwrap();
                let before = lens.replace(storage.bytes.len());
                // From the second time on, the text has found its place.
                assert!(before == 0 || before == storage.bytes.len(), "{len}: {before} and {}", storage.bytes.len());
            };
            assert_eq!(layouts(&value, text), 0, "a string of {len}");
        }
    }
}

#[test]
fn a_growing_list_is_laid_out_a_logarithmic_number_of_times() {
    let layouts = Cell::new(0);
    let mut storage = Counting { bytes: vellum::to_vec(&Log::default()).unwrap(), layouts: &layouts };
    for number in 0..100_000u64 {
        Log::edit(&mut storage).unwrap().words().push(number).unwrap();
        if number % 1000 == 0 {
            Log::edit(&mut storage).unwrap().set_last("a text behind the list, so that it has to move").unwrap();
            Log::edit(&mut storage).unwrap().clear_last().unwrap();
        }
    }
    // Twice for the width, and not more than once for each doubling.
    assert!(layouts.get() <= 20, "{} layouts", layouts.get());
    assert_eq!(Log::peek(&storage.bytes).unwrap().words().unwrap().len(), 100_000);
}
