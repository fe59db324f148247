//! How much memory the process has taken at most.
//!
//! The kernel counts it. A counting allocator would know which row took it, but would slow down all
//! that is timed beside it.

use std::fs;

/// A line on the most memory of this process so far, where the system tells it; "" elsewhere.
pub fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").ok();
    let megabytes = status.as_deref().and_then(megabytes);
    megabytes.map_or_else(String::new, |peak| {
        format!("\npeak memory: {peak} MB of this process so far, all rows, values and buffers together\n")
    })
}

/// The "VmHWM" of a process, which is in kibibytes.
fn megabytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024 / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_high_water_mark_is_told_in_megabytes() {
        assert_eq!(megabytes("Name:\tx\nVmHWM:\t  250000 kB\nVmRSS:\t 1 kB\n"), Some(256));
        assert_eq!(megabytes("Name:\tx\n"), None);
    }
}
