//! The entry point of the result, before it is written.

use super::writer::Line;
use rustc_hash::FxHashMap;
use shader_source::Span;

/// An entry point before it is written: functions that are translated later may need more inputs.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) attributes: String,
    pub(crate) name: String,
    /// The inputs, in their order.
    pub(crate) inputs: Vec<Input>,
    /// The type of the result with its attributes, as it is written after the parameters.
    pub(crate) result: String,
    pub(crate) lines: Vec<Line>,
    pub(crate) span: Span,
}

/// A parameter of the entry point.
pub(crate) struct Input {
    pub(crate) attributes: String,
    /// The name of the built-in value, if it is one.
    pub(crate) built_in: String,
    pub(crate) name: String,
    pub(crate) ty: String,
}

impl Input {
    pub(crate) fn built_in(built_in: &str, name: String, ty: String) -> Self {
        Self { attributes: format!("@builtin({built_in})"), built_in: built_in.to_owned(), name, ty }
    }

    pub(crate) fn declaration(&self) -> String {
        format!("{} {}: {}", self.attributes, self.name, self.ty)
    }
}

/// The names of values between the stages, with their locations and the names of their interpolations.
pub(crate) type Varyings = FxHashMap<String, (u32, Option<&'static str>)>;
