//! Golden buffers as the lock keeps them, each with the result of reading it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::read::key::Hex;

/// A buffer in which each value differs from its default, and the result of reading it.
#[derive(Clone, Debug)]
pub(super) struct GoldenBuffer {
    pub(super) bytes: Vec<u8>,
    pub(super) read_as: GoldenResult,
}

/// A golden buffer as the present type reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GoldenResult {
    /// The value has the same bytes.
    Same,
    /// The value has other bytes: a function or a conversion made it.
    Becomes(Vec<u8>),
    /// The type, a function or a conversion refused it, with this error.
    Refused(String),
}

/// A line of a golden buffer: its number, how many there are, and its bytes. The sum holds the
/// number and the revision's fingerprint, too, so that a line that was lost, moved or edited is
/// noticed.
pub(super) struct GoldenLine<'g> {
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) fingerprint: u64,
    pub(super) golden: &'g GoldenBuffer,
}

impl GoldenLine<'_> {
    #[inline]
    fn sum(&self) -> u64 {
        let numbers = [self.number as u64, self.count as u64, self.fingerprint];
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).chain(self.golden.bytes.iter().copied());
        // FNV-1a finds mistakes; nobody is kept from writing a file of their own.
        bytes.fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
    }
}

/// The numbers and the buffer of a line, without the word in front; `None` if it is not one of this
/// revision.
#[inline]
pub(super) fn read_golden_line(text: &str, fingerprint: u64) -> Option<(usize, usize, GoldenBuffer)> {
    let (numbers, rest) = text.split_once(' ')?;
    let (sum, bytes) = rest.split_once(' ')?;
    let (number, count) = numbers.split_once('/')?;
    let (number, count) = (number.parse().ok()?, count.parse().ok()?);
    let golden = GoldenBuffer { bytes: read_hex(bytes)?, read_as: GoldenResult::Same };
    let line = GoldenLine { number, count, fingerprint, golden: &golden };
    (sum == format!("{:016x}", line.sum())).then_some((number, count, golden))
}

/// Bytes of two digits each.
#[inline]
pub(super) fn read_hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let is_whole = rest.is_empty() && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    if is_whole { pairs.iter().map(byte).collect() } else { None }
}

impl fmt::Display for GoldenLine<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, count, golden, .. } = self;
        writeln!(f, "golden {number}/{count} {:016x} {}", self.sum(), Hex(&golden.bytes))?;
        match &golden.read_as {
            GoldenResult::Same => Ok(()),
            GoldenResult::Becomes(bytes) => writeln!(f, "becomes {}", Hex(bytes)),
            GoldenResult::Refused(why) => writeln!(f, "refused {why}"),
        }
    }
}
