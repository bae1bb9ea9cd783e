//! The rules that diagnostic filters can name.

include!(concat!(env!("OUT_DIR"), "/diagnostic_rules.rs"));
