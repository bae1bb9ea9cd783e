//! Words of WebGPU in cases: the matrix may choose between them.

use super::super::matrix::Row;
use super::elements::fill;
use super::places::Refusal;
use crate::execution::texel::formats;
use crate::names::unknown;
use schemars::JsonSchema;
use serde::Deserialize;
use std::borrow::Cow;
use std::marker::PhantomData;
use webgpu_model::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Format};
use webgpu_model::{BlendFactor, BlendOperation, DepthStencilFormat, StencilOperation};

/// An enumeration whose values have words.
pub trait Worded: Copy + 'static {
    /// The kind of word, for people.
    const WHAT: &'static str;

    /// All values.
    fn all() -> Vec<Self>;

    /// The word of a value.
    fn name(self) -> &'static str;
}

/// Implements `Worded` for enumerations of the model.
macro_rules! words {
    ($($name:ident $what:literal,)*) => {
        $(impl Worded for $name {
            const WHAT: &'static str = $what;

            fn all() -> Vec<Self> {
                Self::ALL.to_vec()
            }

            fn name(self) -> &'static str {
                self.name()
            }
        })*
    };
}

words! {
    AddressMode "address mode",
    BlendFactor "blend factor",
    BlendOperation "blend operation",
    CompareFunction "compare function",
    CullMode "cull mode",
    DepthStencilFormat "format of depths and stencil values",
    FilterMode "filter mode",
    FrontFace "front face",
    IndexFormat "index format",
    StencilOperation "stencil operation",
    StepMode "step mode",
    Topology "topology",
    VertexFormat "vertex format",
}

/// The formats with channels that cases can give and compare, and the compressed ones, whose blocks they give.
impl Worded for Format {
    const WHAT: &'static str = "texel format";

    fn all() -> Vec<Self> {
        let is_compressed = |format: &Self| format.compressed().is_some();
        formats().chain(Self::ALL.iter().copied().filter(is_compressed)).collect()
    }

    fn name(self) -> &'static str {
        self.name()
    }
}

/// A word, or a string with `${name}` that becomes one by the matrix.
#[derive(Deserialize, Debug, Clone)]
#[serde(from = "String")]
pub struct Word<T> {
    text: String,
    meaning: PhantomData<T>,
}

impl<T: Worded> Word<T> {
    /// The string in the file.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Its value, for a combination of the matrix.
    pub(super) fn resolve(&self, row: &Row) -> Result<T, Refusal> {
        let word = fill(&self.text, row)?;
        let all = T::all();
        let meant = all.iter().copied().find(|meaning| meaning.name() == word);
        meant.ok_or_else(|| {
            let known = all.iter().map(|meaning| meaning.name());
            let message = unknown(T::WHAT, &word, known);
            Refusal::at(word, message)
        })
    }
}

impl<T> From<String> for Word<T> {
    fn from(text: String) -> Self {
        Self { text, meaning: PhantomData }
    }
}

impl<T: Worded + Default> Default for Word<T> {
    fn default() -> Self {
        Self::from(T::default().name().to_owned())
    }
}

impl<T: Worded> JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        T::WHAT.into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words: Vec<&str> = T::all().into_iter().map(Worded::name).collect();
        schemars::json_schema!({
            "anyOf": [{ "enum": words }, { "type": "string", "pattern": "\\$\\{" }]
        })
    }
}
