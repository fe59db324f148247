//! Allocations of an operation: how many, and of how many bytes. Only with the feature
//! `allocations`, whose allocator counts, so that the times of a common run are those of the
//! system's own.
//!
//! What is counted happens within the clock, as what is timed does: see [`window`].

#[cfg(feature = "allocations")]
mod counting {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::cell::Cell;

    // Of each thread, as tests run side by side.
    thread_local! {
        pub static IS_OPEN: Cell<bool> = const { Cell::new(false) };
        pub static COUNT: Cell<u64> = const { Cell::new(0) };
        pub static BYTES: Cell<u64> = const { Cell::new(0) };
        pub static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    /// The system's allocator, which is told of what it gives.
    struct Counting;

    #[global_allocator]
    static ALLOCATOR: Counting = Counting;

    fn count(size: usize) {
        if IS_OPEN.get() {
            COUNT.set(COUNT.get() + 1);
            BYTES.set(BYTES.get() + size as u64);
        }
    }

    // SAFETY: every call is handed on to the system's allocator as it came.
    unsafe impl GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            count(layout.size());
            // SAFETY: the caller's promise.
            unsafe { System.alloc(layout) }
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            count(layout.size());
            // SAFETY: the caller's promise.
            unsafe { System.alloc_zeroed(layout) }
        }

        unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            count(size);
            // SAFETY: the caller's promise.
            unsafe { System.realloc(block, layout, size) }
        }

        unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
            // SAFETY: the caller's promise.
            unsafe { System.dealloc(block, layout) }
        }
    }
}

/// What an operation takes from the allocator, the mean of some.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    pub allocations: f64,
    pub bytes: f64,
}

/// Opens or closes the window in which allocations are counted.
#[inline(always)]
pub fn window(open: bool) {
    #[cfg(feature = "allocations")]
    counting::IS_OPEN.set(open);
    let _ = open;
}

/// Says that so many operations were done, where those are not as many as were asked for.
pub fn steps(count: u64) {
    #[cfg(feature = "allocations")]
    counting::STEPS.set(counting::STEPS.get() + count);
    let _ = count;
}

/// What each of some operations takes, which `run` does; `None` without the feature.
#[cfg(feature = "allocations")]
pub fn taken(count: u64, run: impl FnOnce(u64)) -> Option<Taken> {
    use counting::{BYTES, COUNT, STEPS};
    for counter in [&COUNT, &BYTES, &STEPS] {
        counter.set(0);
    }
    run(count);
    let steps = match STEPS.get() {
        0 => count,
        steps => steps,
    };
    let mean = |counted: u64| counted as f64 / steps as f64;
    Some(Taken { allocations: mean(COUNT.get()), bytes: mean(BYTES.get()) })
}

/// What each of some operations takes; `None` without the feature.
#[cfg(not(feature = "allocations"))]
pub fn taken(_: u64, _: impl FnOnce(u64)) -> Option<Taken> {
    None
}

#[cfg(all(test, feature = "allocations"))]
mod tests {
    use super::*;
    use crate::library::{amortised, clock, repeated};

    #[test]
    fn allocations_within_the_clock_are_counted_for_each_operation() {
        let mut one = repeated(|_| vec![1_u8; 100]);
        assert_eq!(taken(10, |count| _ = one(count)), Some(Taken { allocations: 1.0, bytes: 100.0 }));
        let mut many = amortised(4, || {
            let copy = vec![1_u8; 1000];
            clock(|| copy.clone())
        });
        assert_eq!(taken(1, |count| _ = many(count)), Some(Taken { allocations: 0.25, bytes: 250.0 }));
    }
}
