//! Dispatches and draws, with the shaders that they run.

use crate::{Binding, Draw};

/// The work that a pipeline does: a dispatch or a draw.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Command {
    /// A compute shader is dispatched.
    Dispatch(Dispatch),
    /// A vertex shader and a fragment shader draw.
    Draw(Box<Draw>),
}

impl Command {
    /// The resources.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        match self {
            Self::Dispatch(dispatch) => &dispatch.bindings,
            Self::Draw(draw) => &draw.bindings,
        }
    }

    /// The bytes of the variables in address space `immediate`.
    #[must_use]
    pub fn immediates(&self) -> &[u8] {
        match self {
            Self::Dispatch(dispatch) => &dispatch.immediates,
            Self::Draw(draw) => &draw.immediates,
        }
    }
}

/// A shader of a pipeline: an entry point of a program.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shader {
    /// The name of the entry point; may be absent where the program has only one of the stage.
    pub entry_point: Option<String>,
    /// Values of overrides, by name or by `@id`.
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
