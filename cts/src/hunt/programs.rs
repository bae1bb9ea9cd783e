//! The program of a number: each number gives one, everywhere.

use wgsl_fuzz::generate::{Options, from_seed};
use wgsl_spec::ExtensionSet;

/// A source of programs.
#[derive(Debug)]
pub struct Programs {
    /// The seed of all.
    seed: u64,
    /// The extensions that generated programs may use.
    extensions: ExtensionSet,
}

impl Programs {
    /// Programs that use no other extensions than these.
    #[must_use]
    pub const fn new(seed: u64, extensions: ExtensionSet) -> Self {
        Self { seed, extensions }
    }

    /// The program of a number; `None` for a few numbers.
    #[must_use]
    pub fn make(&self, number: u64) -> Option<String> {
        let mut random = fastrand::Rng::with_seed(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // Small programs show most; a large one now and then shows that size does not matter.
        let size = if random.u8(..) == 0 { random.usize(20..60) } else { random.usize(1..6) };
        let options = Options { size, extensions: self.extensions };
        Some(from_seed(random.u64(..), options).to_string())
    }
}
