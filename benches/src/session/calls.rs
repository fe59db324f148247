//! Counts of the calls by which this thread writes and syncs.
//!
//! Linux counts the calls that write, and their bytes. It counts no syncs, so this program has its
//! own `fsync` and `fdatasync`, which count and then call the system. The linker puts them in the
//! place of those of the C library, for std and for SQLite.

use std::path::Path;

use agent_session::measure::written;

/// What a thread has asked of the system since it began.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// Bytes that were given to calls that write.
    pub bytes: u64,
    pub writes: u64,
    /// Calls of `fsync` and `fdatasync`.
    pub syncs: u64,
}

impl Calls {
    /// No call.
    pub const NONE: Self = Self { bytes: 0, writes: 0, syncs: 0 };

    /// Those of this thread; `None` where the system does not tell them.
    pub fn of_this_thread() -> Option<Self> {
        let syncs = syncs::of_this_thread()?;
        // Where there is no such file, both are 0.
        let (bytes, writes) = written();
        Path::new("/proc/thread-self/io").exists().then_some(Self { bytes, writes, syncs })
    }

    /// These calls and others.
    pub fn and(self, others: Self) -> Self {
        Self { bytes: self.bytes + others.bytes, writes: self.writes + others.writes, syncs: self.syncs + others.syncs }
    }

    /// The calls since `before`.
    pub fn since(self, before: Self) -> Self {
        Self { bytes: self.bytes - before.bytes, writes: self.writes - before.writes, syncs: self.syncs - before.syncs }
    }
}

#[cfg(target_os = "linux")]
mod syncs {
    use std::cell::Cell;

    use libc::{SYS_fdatasync, SYS_fsync, c_int, syscall};

    thread_local! {
        static COUNT: Cell<u64> = const { Cell::new(0) };
    }

    pub fn of_this_thread() -> Option<u64> {
        Some(COUNT.get())
    }

    // SAFETY: the name is that of a function of the C library, and this one has its type and does
    // what it does.
    #[unsafe(no_mangle)]
    extern "C" fn fsync(file: c_int) -> c_int {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the call takes one descriptor and no memory; it sets `errno` as the library does.
        c_int::try_from(unsafe { syscall(SYS_fsync, file) }).unwrap_or(-1)
    }

    // SAFETY: as for `fsync`.
    #[unsafe(no_mangle)]
    extern "C" fn fdatasync(file: c_int) -> c_int {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as in `fsync`.
        c_int::try_from(unsafe { syscall(SYS_fdatasync, file) }).unwrap_or(-1)
    }
}

#[cfg(not(target_os = "linux"))]
mod syncs {
    pub const fn of_this_thread() -> Option<u64> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn syncs_of_std_are_counted_and_fail_as_they_should() {
        let mut file = tempfile::tempfile().expect("a temporary file");
        let before = syncs::of_this_thread();
        file.write_all(b"bytes").expect("room");
        assert_eq!(syncs::of_this_thread(), before);
        file.sync_data().expect("a sync");
        file.sync_all().expect("a sync");
        assert_eq!(syncs::of_this_thread(), before.map(|count| count + 2));
        let (pipe, _other) = std::io::pipe().expect("a pipe");
        let pipe = std::fs::File::from(std::os::fd::OwnedFd::from(pipe));
        assert!(pipe.sync_data().is_err(), "a pipe has nothing to sync");
    }

    #[test]
    fn writes_are_counted_with_their_bytes() {
        let Some(before) = Calls::of_this_thread() else {
            eprintln!("the system counts no calls here: not tested");
            return;
        };
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(&[7; 100]).expect("room");
        let taken = Calls::of_this_thread().expect("as before").since(before);
        assert_eq!((taken.bytes, taken.writes, taken.syncs), (100, 1, 0));
    }
}
