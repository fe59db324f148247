//! Free bytes behind an object, kept for it to grow into.

/// The slack of an object that moved to grow: an eighth of its size, so that repeated growth costs
/// amortized constant time for each byte.
pub(super) fn fair_slack(len: usize) -> usize {
    len / 8
}

/// The slack that an object may keep in a new layout.
pub(super) fn kept_slack(len: usize) -> usize {
    len / 16
}

/// The elements that a list of so many gets room for when the buffer is laid out anew so that it
/// can grow.
pub(super) fn grown_slack(count: usize) -> usize {
    (count / 4).saturating_add(2)
}

/// Whether all of these bytes are free.
#[inline(never)]
pub(super) fn is_free(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks();
    words.iter().all(|word| u64::from_ne_bytes(*word) == u64::MAX) && rest.iter().all(|byte| *byte == 0xFF)
}

/// Whether all of these bytes, eight or more, are free: in words, of which the last reaches back
/// into the one before it.
#[inline]
pub(super) fn are_free_words(bytes: &[u8]) -> bool {
    let is_free = |word: &[u8; 8]| u64::from_ne_bytes(*word) == u64::MAX;
    bytes.as_chunks().0.iter().all(is_free) && bytes.last_chunk().is_some_and(is_free)
}

/// The free bytes that follow `end`, up to `most`.
#[inline]
pub(crate) fn slack_after(bytes: &[u8], end: usize, most: usize) -> usize {
    // Most objects have no slack.
    match bytes.get(end..) {
        Some(rest @ [0xFF, ..]) => free_run(rest.get(..most).unwrap_or(rest)),
        _ => 0,
    }
}

/// The number of free bytes before the first used one.
#[inline(never)]
fn free_run(bytes: &[u8]) -> usize {
    let (words, _) = bytes.as_chunks();
    let free = words.iter().take_while(|word| u64::from_ne_bytes(**word) == u64::MAX).count().saturating_mul(8);
    let rest = bytes.get(free..).unwrap_or(&[]);
    free.saturating_add(rest.iter().position(|byte| *byte != 0xFF).unwrap_or(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_bytes_are_counted_up_to_the_first_that_is_not() {
        for len in 0..130 {
            let mut bytes = alloc::vec![0xFF; len];
            assert!(is_free(&bytes));
            assert_eq!(are_free_words(&bytes), len >= 8);
            assert_eq!(slack_after(&bytes, 0, usize::MAX), len);
            for at in 0..len {
                bytes[at] = 0xFE;
                assert!(!is_free(&bytes) && !are_free_words(&bytes));
                assert_eq!(slack_after(&bytes, 0, usize::MAX), at);
                assert_eq!(slack_after(&bytes, at, usize::MAX), 0);
                assert_eq!(
                    slack_after(&bytes, at.saturating_add(1), 20),
                    len.saturating_sub(at).saturating_sub(1).min(20)
                );
                bytes[at] = 0xFF;
            }
        }
    }
}
