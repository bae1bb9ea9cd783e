//! Programs for tests by chance.
//!
//! A [`Tree`](tree::Tree) is a program that can be changed: it is read from a source, changed, and printed again.
//! [`generate`] makes trees of valid programs out of bytes or a seed, [`mutate`] changes one thing of a program, and [`reduce`] finds the
//! smallest program that still shows something.

pub mod choices;
pub mod generate;
pub mod mutate;
pub mod reduce;
pub mod transform;
pub mod tree;
