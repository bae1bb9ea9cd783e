//! Reads the specification of a language as data, for the build script of the crate that holds it: the list of anchors, the inventory of
//! rules, the diagnostic codes and the names. The tables are Rust, with types that the crate of the language declares.
//!
//! A function that reads data fails with a message that names the file and the entry.

#![allow(clippy::print_stdout, reason = "Cargo listens on the standard output of a build script")]

mod anchors;
pub mod diagnostics;
pub mod examples;
mod language;
mod name_hash;
mod names;
mod rules;
mod source;
pub mod unicode;

pub use anchors::Anchors;
pub use language::{Fields, Language};
pub use names::Names;
pub use rules::Rules;
pub use source::{
    Source, lines, literal, method, named_enumeration, names_of_variants, numbered, pascal, upper_snake,
    write,
};

/// The functions of the hash that finds names, for the crate of a language, which looks names up with them.
#[must_use]
pub fn name_hash() -> String {
    let lines = include_str!("name_hash.rs").lines();
    // A file that is included in a module has no documentation of its own.
    lines.filter(|line| !line.starts_with("//!")).fold(String::new(), |text, line| text + line + "\n")
}
