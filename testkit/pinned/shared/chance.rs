//! Numbers and texts by chance, the same for both crates.

pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.number() >> 33) as usize % end.max(1)
    }

    pub fn one_of<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices[self.below(choices.len())]
    }

    /// Mostly short, sometimes longer than a length of one byte.
    pub fn text(&mut self) -> String {
        let len = match self.below(8) {
            0 => 0,
            1 => self.below(300),
            2 | 3 => self.below(80),
            _ => self.below(20),
        };
        (0..len).map(|_| char::from(b'a' + self.below(26) as u8)).collect()
    }
}
