//! Scatters the heap, so that buffers made afterwards lie in other places than those made before.
//!
//! Where a buffer lies can change the time of an operation by a tenth and more (alignment to cache
//! lines and pages, two buffers that share the low bits of their addresses), and a buffer that
//! lives as long as the run would carry its luck through every round. New buffers in new places
//! turn that luck into spread, and the median into a fair figure.

const BLOCKS: usize = 4096;
const LARGEST: u64 = 1024;

/// Blocks to keep alive for as long as the buffers made after this call; the holes between them are
/// what scatters.
pub fn scatter(seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random(seed);
    let sizes = (0..BLOCKS).map(|_| random.below(LARGEST) as usize + 1);
    let mut blocks: Vec<Vec<u8>> = sizes.map(Vec::with_capacity).collect();
    blocks.retain(|_| random.below(2) == 0);
    blocks
}

/// The generator "SplitMix64": short, and the quality of its bits is more than enough here.
pub struct Random(pub u64);

impl Random {
    /// The numbers below `count`, in any order.
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for end in (1..count).rev() {
            order.swap(end, self.below(end as u64 + 1) as usize);
        }
        order
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_half_of_the_blocks_stay_and_each_seed_keeps_others() {
        let sizes = |seed| scatter(seed).iter().map(Vec::capacity).collect::<Vec<_>>();
        assert!((BLOCKS * 2 / 5..BLOCKS * 3 / 5).contains(&sizes(1).len()));
        assert_eq!(sizes(1), sizes(1));
        assert_ne!(sizes(1), sizes(2));
    }

    #[test]
    fn every_order_of_three_is_as_likely_as_another() {
        let mut random = Random(1);
        let mut counts = std::collections::HashMap::new();
        (0..6000).for_each(|_| *counts.entry(random.order(3)).or_insert(0) += 1);
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
