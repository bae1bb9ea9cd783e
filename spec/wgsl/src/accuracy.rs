//! How far results may be from the exact ones.

include!(concat!(env!("OUT_DIR"), "/accuracy.rs"));
