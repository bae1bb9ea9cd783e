//! The C++14 core of the front ends for shading languages that are C++ with a library: from text to a syntax tree.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! Text becomes tokens, which the preprocessor expands; tokens become a syntax tree. Every phase takes a value and returns one, with its
//! diagnostics. Parsing does not fail.

pub mod ast;
pub mod dialect;
pub mod lex;
pub mod names;
pub mod packs;
mod parse;
mod preprocess;
#[cfg(test)]
mod tiny;
pub mod unsupported;

pub use parse::{CAPTURED_THIS, NameKind, Parsed, TYPE_TRAITS, parse, parse_in_phases};
pub use preprocess::{
    Change, Definition, Files, HeaderText, Headers, Inclusion, Inclusions, Lookup, MacroUse, NoFiles,
    Rewritten, Source, is_header, normal, rewrite, would_join,
};
