//! An allocator that counts, so that memory out of proportion to an input is a failure like any other.
//!
//! It counts for each thread what is held at once. The count is looked at behind the code under test, since an allocator must not
//! panic; a request beyond all reason is refused at once, which ends the process.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What one run may hold, whatever the length of its input.
const BASE: usize = 64 << 20;
/// What it may hold for each byte of its input.
const FACTOR: usize = 64;
/// No request is longer.
const LONGEST: usize = 2 << 30;

struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn grow(len: usize) {
    // A thread that ends frees what it held after its counters are gone.
    let _ = HELD.try_with(|held| {
        held.set(held.get().saturating_add(len));
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

fn shrink(len: usize) {
    let _ = HELD.try_with(|held| held.set(held.get().saturating_sub(len)));
}

// SAFETY: every request goes to the system's allocator as it is, or is refused with a null pointer, as the trait allows.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LONGEST {
            return std::ptr::null_mut();
        }
        grow(layout.size());
        // SAFETY: the caller keeps the contract, which is the system's too.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LONGEST {
            return std::ptr::null_mut();
        }
        grow(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, len: usize) -> *mut u8 {
        if len > LONGEST {
            return std::ptr::null_mut();
        }
        shrink(layout.size());
        grow(len);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, len) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs a function over an input of a length.
///
/// # Panics
/// If it held more memory at once than the input's length accounts for.
pub fn bounded(input: usize, run: impl FnOnce()) {
    let before = HELD.get();
    PEAK.set(before);
    run();
    let held = PEAK.get().saturating_sub(before);
    let bound = BASE + FACTOR * input;
    assert!(held <= bound, "{held} bytes were held at once for an input of {input}, at most {bound} are in proportion");
}

#[cfg(test)]
mod tests {
    use super::bounded;

    #[test]
    fn memory_in_proportion_passes() {
        bounded(1000, || drop(std::hint::black_box(vec![1u8; 1000])));
    }

    #[test]
    #[should_panic(expected = "were held at once")]
    fn memory_out_of_proportion_fails() {
        bounded(1000, || drop(std::hint::black_box(vec![1u8; super::BASE + 100 * super::FACTOR * 1000])));
    }
}
