//! WGSL shaders in programs of other languages: strings in Rust, JavaScript and TypeScript, and code blocks in Markdown.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! [`find`] parses a host file and returns its shaders. A [`Shader`] is a list of parts: each part is text of the host, as it is written or after
//! decoding an escape sequence, or an interpolation whose text only the running host knows. [`check`] makes WGSL from the parts, has it checked,
//! and moves everything found to its place in the host. The crate reads no files: what a host includes is returned as paths.
//!
//! The promise is that no error is false. Anything that can't be known is assumed to be right: an interpolation
//! may be anything that makes the shader valid, and only errors that no interpolation can explain are reported.

mod check;
mod excerpt;
mod host;
#[cfg(feature = "parsers")]
mod markdown;
#[cfg(feature = "parsers")]
mod marks;
#[cfg(feature = "parsers")]
mod names;
#[cfg_attr(not(feature = "parsers"), allow(dead_code, reason = "only the parsers make these values"))]
mod parts;
#[cfg_attr(not(feature = "parsers"), allow(dead_code, reason = "only the parsers make these values"))]
mod quoting;
#[cfg(feature = "parsers")]
mod rust;
#[cfg(feature = "parsers")]
mod script;
#[cfg(feature = "parsers")]
mod selection;
#[cfg(test)]
mod tests;
#[cfg(feature = "parsers")]
mod tree;
mod unknown;

pub use check::{Checked, Outcome, check};
pub use excerpt::unknown_names;
pub use host::Host;
pub use parts::Shader;

use shader_source::Span;

/// The shaders and shader files that a host file contains or includes.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The shaders, in the order of the file.
    pub shaders: Vec<Shader>,
    /// The shader files that it includes: paths relative to it.
    pub files: Vec<Included>,
}

/// A shader file that a host file includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Included {
    /// The path as it is written, relative to the directory of the host file.
    pub path: String,
    /// Its place in the host file.
    pub place: Span,
}

/// Finds the shaders in a host file.
#[must_use]
pub fn find(host: Host, text: &str) -> Found {
    if !host.may_have_shaders(text) {
        return Found::default();
    }
    #[cfg(feature = "parsers")]
    return match host {
        Host::Rust => rust::find(text),
        Host::TypeScript | Host::JavaScript => script::find(host, text),
        Host::Markdown => markdown::find(text),
    };
    #[cfg(not(feature = "parsers"))]
    Found::default()
}
