//! A buffer in an array, on a machine without an operating system: a field is read and set, and a list grows in memory that does not. There is no
//! heap but half a kilobyte for errors.
//!
//! Builds for `thumbv7em-none-eabi` and `wasm32-unknown-unknown`; `tools/bare` says how large it is.

#![no_std]
#![no_main]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::panic::PanicInfo;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicUsize, Ordering};

use vellum::{ErrorKind, Result, Vellum, Workspace};

/// The type is declared with a vector; none is made here.
extern crate alloc;

#[derive(Vellum)]
struct Sensor {
    interval: u16,
    readings: alloc::vec::Vec<u16>,
}

/// What is kept, such as in memory that a battery holds.
const CAPACITY: usize = 128;

/// Takes a reading, less often the more there are, and says how many there are.
fn record(memory: &mut [u8; CAPACITY], reading: u16) -> Result<usize> {
    let mut workspace = match Workspace::open(&mut memory[..]) {
        Ok(workspace) => workspace,
        // Nothing is kept yet, or it is damaged.
        Err(_) => Workspace::format(&mut memory[..], &Sensor { interval: 10, readings: alloc::vec::Vec::new() })?,
    };
    let mut sensor = Sensor::edit(&mut workspace)?;
    let interval = sensor.interval()?;
    match sensor.readings().push(reading) {
        // The array is full: the buffer is as it was.
        Err(error) if error.kind() == ErrorKind::Full => sensor.readings().clear()?,
        pushed => pushed?,
    }
    sensor.set_interval(interval.saturating_add(1))?;
    sensor.readings().len()
}

/// What the machine calls: the number of readings, or -1 where the memory is not usable.
#[unsafe(no_mangle)]
pub extern "C" fn take_reading(memory: &mut [u8; CAPACITY], reading: u16) -> i32 {
    record(memory, reading).ok().and_then(|len| i32::try_from(len).ok()).unwrap_or(-1)
}

/// Memory for errors, which is all that asks for some: bytes that are given out one after the other, and again when all of them are back.
#[repr(align(16))]
struct ErrorMemory {
    bytes: UnsafeCell<[u8; 512]>,
    used: AtomicUsize,
    live: AtomicUsize,
}

// SAFETY: what is given out at the same time lies apart, whoever asks.
unsafe impl Sync for ErrorMemory {}

// SAFETY: no byte is given out twice before all are back, each piece lies within `bytes` at the alignment asked for, up to that of the whole.
unsafe impl GlobalAlloc for ErrorMemory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.live.fetch_add(1, Ordering::Relaxed);
        let end = |start: usize| start.checked_add(layout.size()).filter(|end| *end <= 512 && layout.align() <= 16);
        let taken = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| end(used.next_multiple_of(layout.align())));
        match taken {
            Ok(used) => self.bytes.get().cast::<u8>().wrapping_add(used.next_multiple_of(layout.align())),
            Err(_) => {
                self.live.fetch_sub(1, Ordering::Relaxed);
                null_mut()
            }
        }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {
        // The machine has one thread, and no interrupt works with buffers.
        if self.live.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.used.store(0, Ordering::Relaxed);
        }
    }
}

#[global_allocator]
static MEMORY: ErrorMemory =
    ErrorMemory { bytes: UnsafeCell::new([0; 512]), used: AtomicUsize::new(0), live: AtomicUsize::new(0) };

#[panic_handler]
fn halt(_: &PanicInfo<'_>) -> ! {
    loop {}
}
