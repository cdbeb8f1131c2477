//! Reproducible randomness: seeds and their streams.
//!
//! A [`Seed`] is a number from which any count of independent streams is derived by index: task `i`
//! of an experiment, tree `i` of a search, position `i` of a game each have their own generator, on
//! any thread and in any order. The generator is always [`Pcg64Mcg`]; its algorithm is fixed,
//! unlike that of a "standard" one.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The origin of a family of random streams.
///
/// ```
/// use lookahead::Seed;
/// use rand::RngExt;
///
/// let seed = Seed(7);
/// let first: u64 = seed.stream(3).rng().random();
/// assert_eq!(first, seed.stream(3).rng().random::<u64>());
/// assert_ne!(first, seed.stream(4).rng().random::<u64>());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// Returns the seed of sub-stream `index`, which can be divided further.
    #[must_use]
    pub fn stream(self, index: u64) -> Seed {
        Seed(mix(mix(self.0).wrapping_add(index)))
    }

    /// Returns a generator that starts at this seed.
    pub fn rng(self) -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(self.0)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the output function of `SplitMix64` (Steele, Lea, Flood 2014) with its increment: a
/// bijection of 64 bits that makes neighbouring inputs unrelated.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn mixing_agrees_with_the_published_generator() {
        // The first two outputs of SplitMix64 started at 0.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn streams_of_neighbouring_seeds_do_not_collide() {
        let seeds: HashSet<_> = (0..100)
            .flat_map(|s| (0..100).map(move |i| Seed(s).stream(i)))
            .collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
