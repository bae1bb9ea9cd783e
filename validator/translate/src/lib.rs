//! From a typed Metal program to WGSL: one function of a pipeline with everything that it calls.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! The result has the semantics of the program wherever the Metal Shading Language defines them. What WGSL cannot express is a
//! [`NoCounterpart`], with its place; nothing is dropped in silence.
//!
//! A function of Metal becomes one of WGSL for each set of variables that its pointers and references lead into: WGSL has no pointer that
//! moves through an array, so a pointer is the variable that it leads into, and an index.

// A type, an expression or a callee that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod access;
mod assign;
mod atomic;
mod built_in;
mod bytes;
mod call;
mod captured;
mod construct;
mod convert;
mod early;
mod entry;
mod entry_point;
mod expression;
mod external;
mod finish;
mod function;
mod global;
mod inline;
mod launch;
mod launch_head;
mod launches;
mod library;
mod literal;
mod lod_option;
mod member;
mod names;
mod narrow;
mod operator;
mod parts;
mod place;
mod plan;
mod resource;
mod sampler;
mod stage;
mod statement;
mod structure;
mod switch;
mod table;
mod texture;
mod translation;
mod translator;
mod types;
mod unit;
mod value;
mod variable;
mod wide;
mod words;
mod writer;

#[cfg(test)]
mod tests;

use msl_validator::meaning::Module;
use place::Forms;
use translator::Translator;

pub use launch::{LaunchRequest, LaunchTranslation, Number, Origin, View};
pub use launches::{KnownLaunch, Launches};
pub use translation::{Binding, Constant, MetalPlace, NoCounterpart, Refusal, Request, Translation};
pub use webgpu_model::texture::Format as TextureFormat;

/// Translates a function of a pipeline with all that it calls.
///
/// # Errors
/// The request names no such function or leaves out a size, or parts of the program have no counterpart in WGSL: all that are found, in the
/// order of their places.
pub fn translate(module: &Module, request: &Request) -> Result<Translation, Refusal> {
    attempts(|forms| Translator::new(module, request, forms).translate())
}

/// Translates a kernel of C++ AMP with all that it calls, as it is launched.
///
/// # Errors
/// Parts of the program have no counterpart in WGSL: all that are found, in the order of their places.
pub fn translate_launch(module: &Module, launch: &LaunchRequest) -> Result<LaunchTranslation, Refusal> {
    let request = Request { entry_point: launch.name.clone(), ..Request::default() };
    attempts(|forms| Translator::new(module, &request, forms).translate_launch(launch))
}

/// Translates until all variables have the forms that their uses need.
fn attempts<T>(mut attempt: impl FnMut(Forms) -> Result<T, (Refusal, Forms)>) -> Result<T, Refusal> {
    let mut forms = Forms::default();
    loop {
        match attempt(forms.clone()) {
            Ok(translation) => return Ok(translation),
            // Each attempt has one more form, of at most two for each variable.
            Err((_, wanted)) if !forms.includes(&wanted) => forms.extend(wanted),
            Err((refusal, _)) => return Err(refusal),
        }
    }
}
