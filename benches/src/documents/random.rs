//! Chance that is the same on every run and machine, and the words that documents are made of.

/// SplitMix64: a counter and a mixing function, so that a seed is all there is to fix.
pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.word() % end
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// A number of so many digits behind the point, from zero up to `end`. Its text has at most
    /// fifteen digits, which any parser reads back exactly.
    pub fn decimal(&mut self, end: u64, digits: i32) -> f64 {
        let scale = 10_f64.powi(digits);
        self.below(end * scale as u64) as f64 / scale
    }

    /// Some words with spaces between them.
    pub fn words(&mut self, all: &[&str], least: u64, most: u64) -> String {
        let count = least + self.below(most - least + 1);
        let words: Vec<_> = (0..count).map(|_| self.pick(all)).collect();
        words.join(" ")
    }
}

/// Plain words, words of other scripts, and some that JSON has to escape.
pub const WORDS: [&str; 40] = [
    "parchment",
    "ink",
    "knife",
    "margin",
    "scraped",
    "again",
    "the",
    "a",
    "of",
    "and",
    "before",
    "written",
    "leaf",
    "quire",
    "binding",
    "over",
    "under",
    "text",
    "light",
    "Überschrift",
    "größer",
    "naïve",
    "façade",
    "señal",
    "łąka",
    "東京",
    "羊皮紙",
    "消して書く",
    "пергамент",
    "слово",
    "γραφή",
    "कागज",
    "قلم",
    "✒️",
    "🐑",
    "\"quoted\"",
    "C:\\ink",
    "line\nbreak",
    "tab\there",
    "fin.",
];
