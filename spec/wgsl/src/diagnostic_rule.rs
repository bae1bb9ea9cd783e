//! The rules that diagnostic filters can name.

include!("generated/diagnostic_rules.rs");
