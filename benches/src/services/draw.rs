//! Random choices for the generators, each from a fixed seed.

use crate::harness::scatter::Random;

/// What is drawn from.
pub struct Draw(Random);

impl Draw {
    pub const fn new(seed: u64) -> Self {
        Self(Random(seed))
    }

    /// A number from the first to the last, each as likely.
    pub fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.0.below(last - first + 1)
    }

    /// The same, small ones far more often: each power of two as likely as the next.
    pub fn skewed(&mut self, first: u64, last: u64) -> u64 {
        let bits = u64::BITS - (last - first).leading_zeros();
        let limit = (1_u64 << self.between(0, bits.into())).min(last - first + 1);
        self.between(first, first + limit - 1)
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.between(1, 100) <= percent
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.between(0, all.len() as u64 - 1) as usize]
    }

    /// The same, the first more often: by the least of two choices.
    pub fn early_of<T: Copy>(&mut self, all: &[T]) -> T {
        let last = all.len() as u64 - 1;
        all[self.between(0, last).min(self.between(0, last)) as usize]
    }

    /// A float from 0 to 1, of 24 bits.
    pub fn unit(&mut self) -> f32 {
        self.between(0, (1 << 24) - 1) as f32 / (1 << 24) as f32
    }

    /// So many of what `draw` gives.
    pub fn many<T>(&mut self, len: u64, mut draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..len).map(|_| draw(self)).collect()
    }

    /// What `draw` gives, or nothing.
    pub fn perhaps<T>(&mut self, percent: u64, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance(percent).then(|| draw(self))
    }
}
