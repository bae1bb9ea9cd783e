//! A strict validator for WGSL.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! [`validate`] takes the source of a program and says whether the specification accepts it; for every mistake it says which
//! rule was broken, where and why. It does no I/O, knows no clock and no globals, never panics, and its cost grows linearly
//! with the source.
//!
//! Everything is a value: a source becomes a [`Module`], a module and a [`PipelineRequest`] become a [`Stage`], and two stages
//! are linked by [`link::link`]. A [`Validator`] makes modules and stages with the memory of earlier ones.
//!
//! ```
//! use wgsl_validator::{Options, validate};
//!
//! let module = validate("fn f(a: vec3f) -> f32 { return a.w; }", &Options::default());
//! let [finding] = module.diagnostics() else { panic!("one mistake has one finding") };
//! assert_eq!(finding.rule.slug(), "type/invalid-swizzle");
//! ```

// Hidden modules are the parts that the language server, the linker of modules and the lowering to programs look into.
pub mod advice;
mod alias;
pub mod allow;
mod apart;
#[doc(hidden)]
pub mod ast;
mod blocks;
mod check;
mod column;
#[doc(hidden)]
pub mod constant;
pub mod diagnostic;
#[doc(hidden)]
pub mod dump;
pub mod engines;
mod excerpt;
pub mod explain;
mod foreign;
pub mod interface;
pub mod layout;
#[doc(hidden)]
pub mod lex;
pub mod link;
mod literal;
#[doc(hidden)]
pub mod meaning;
pub mod migrate;
mod module;
#[doc(hidden)]
pub mod needs;
#[doc(hidden)]
pub mod occurrence;
mod options;
mod parse;
mod phase;
#[cfg(test)]
mod phase_test;
pub mod reflection;
#[doc(hidden)]
pub mod resolve;
#[cfg(test)]
mod robustness_test;
mod stage;
#[doc(hidden)]
pub mod symbol;
#[doc(hidden)]
pub mod syntax;
pub mod target;
#[doc(hidden)]
pub mod types;
mod uniformity;
mod validator;
#[doc(hidden)]
pub mod visible;

pub(crate) use shader_source::steps;

pub use apart::Apart;
pub use module::Module;
pub use options::Options;
pub use phase::Phase;
pub use stage::{PipelineRequest, Stage};
pub use validator::{Validator, Work};

use diagnostic::Diagnostic;
use phase::Phases;
use resolve::Resolution;
use shader_source::Span;
use syntax::Syntax;
use wgsl_spec::{Edition, rules};

/// Judges a program.
#[must_use]
pub fn validate(source: &str, options: &Options) -> Module {
    Validator::new(options.clone()).validate(source)
}

/// Parses a program without judging it: its syntax, and the mistakes in that. Everything that follows from meaning stays unfound.
#[must_use]
pub fn parse(source: &str, edition: Edition) -> (Syntax<'_>, Vec<Diagnostic>) {
    parse::parse(source, edition, &mut parse::Scratch::default(), &mut Phases::inner())
}

/// Parses a program and returns what its names denote, with the mistakes in its syntax; nothing else is checked.
#[must_use]
pub fn names(source: &str, edition: Edition) -> (Syntax<'_>, Resolution, Vec<Diagnostic>) {
    let (syntax, mistakes) = parse(source, edition);
    let (resolution, ..) = resolve::resolve(&syntax, &mut resolve::Scratch::default());
    (syntax, resolution, mistakes)
}

/// The source of a program. <https://www.w3.org/TR/WGSL/#textual-structure>
///
/// # Errors
/// The finding that the bytes are not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, Vec<Diagnostic>> {
    core::str::from_utf8(bytes).map_err(|error| {
        let lo = error.valid_up_to() as u32;
        let length = error.error_len().map_or(1, |length| length as u32);
        let message = format!("byte {lo} is not the start of a UTF-8 character");
        vec![Diagnostic::error(rules::TEXT_ENCODING, Span::new(lo, lo + length), message)]
    })
}
