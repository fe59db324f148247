//! A buffer in an array, on a machine without an operating system: a field is read and set, and a list grows in memory that does not. There is no
//! heap: the allocator that the crate has to be linked with gives nothing, and what fails goes without the details that it would have memory for.
//!
//! Builds for `thumbv7em-none-eabi` and `wasm32-unknown-unknown`; `tools/bare` says how large it is.

#![no_std]
#![no_main]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr::null_mut;

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

/// No memory at all.
struct Nothing;

// SAFETY: it gives nothing out.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NOTHING: Nothing = Nothing;

#[panic_handler]
fn halt(_: &PanicInfo<'_>) -> ! {
    loop {}
}
