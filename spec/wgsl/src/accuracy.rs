//! How far results may be from the exact ones.

include!("generated/accuracy.rs");
