//! Dispatches and render passes, with the shaders that they run.

use crate::{Binding, RenderPass};

/// The work of pipelines: a dispatch, or the draws of a render pass.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Command {
    /// A compute shader is dispatched.
    Dispatch(Dispatch),
    /// Vertex shaders and fragment shaders draw.
    Render(Box<RenderPass>),
}

impl Command {
    /// The resources, without those of a single draw.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        match self {
            Self::Dispatch(dispatch) => &dispatch.bindings,
            Self::Render(pass) => &pass.bindings,
        }
    }

    /// The bytes of the variables in address space `immediate`.
    #[must_use]
    pub fn immediates(&self) -> &[u8] {
        match self {
            Self::Dispatch(dispatch) => &dispatch.immediates,
            Self::Render(pass) => &pass.immediates,
        }
    }
}

/// A shader of a pipeline: an entry point of a program.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Shader {
    /// The name of the entry point; absent if the program has only one of the stage.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub entry_point: Option<String>,
    /// Values of overrides, by the `@id` in base 10 or the name.
    #[cfg_attr(feature = "serde", serde(with = "crate::constant", skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, crate::constant::Constant>")
    )]
    pub constants: Vec<(String, f64)>,
}

/// A dispatch. The default is one workgroup of the only compute shader, without resources.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dispatch {
    /// The compute shader.
    pub shader: Shader,
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// The resources.
    pub bindings: Vec<Binding>,
    /// The bytes of the variable in address space `immediate`, if there is one.
    pub immediates: Vec<u8>,
}

impl Default for Dispatch {
    fn default() -> Self {
        Self { shader: Shader::default(), workgroups: [1; 3], bindings: Vec::new(), immediates: Vec::new() }
    }
}
