//! Texts for updates and reads beside the short ones in ASCII that the published suites have.

use std::sync::LazyLock;

/// A text of several scripts, longer than what processors and libraries keep in a register or
/// inline.
pub const LONG: &str = "Übermorgen um acht: «Привет, мир!», 世界にこんにちは, and then in plain letters for a while, up to the \
    end of a second line — with a moon 🌙 and nothing else.";

/// Texts of one to 64 bytes, with which an update changes the length by something else each time.
///
/// Two lengths in turn are predicted by the processor after a few rounds; a thousand random ones
/// are not.
pub static RANDOM: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl";
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 58) as usize
    };
    (0..COUNT).map(|_| &LETTERS[..=random()]).collect()
});

const COUNT: usize = 1024;

/// The text of a repetition.
pub fn random(index: u64) -> &'static str {
    RANDOM[index as usize % COUNT]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_texts_have_every_length_and_no_order() {
        let mut lengths: Vec<usize> = RANDOM.iter().map(|text| text.len()).collect();
        let same = lengths.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(same < COUNT / 20, "{same}");
        lengths.sort_unstable();
        lengths.dedup();
        assert_eq!(lengths, (1..=64).collect::<Vec<_>>());
    }
}
