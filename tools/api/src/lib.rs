//! Check, reflect and run WGSL shaders on the CPU, without a GPU and without a driver.
#![doc = ""]

mod diagnostic;
mod files;
mod module;
pub mod reflection;
#[cfg(feature = "run")]
mod run;
mod text;
mod validator;

pub use diagnostic::{Diagnostic, Diagnostics, Edit, Fix, Label, Rule, Severity};
pub use files::{Position, SourceRange};
pub use module::Module;
#[cfg(feature = "run")]
pub use run::{Dispatch, Fault, FaultKind, Number, Outcome, Resource, RunError};
pub use validator::Validator;
#[doc(inline)]
pub use wgsl_spec::Edition;
#[doc(inline)]
pub use wgsl_validator::advice::Advice as Lint;
#[doc(inline)]
pub use wgsl_validator::target::{Target, UnknownTarget};

#[cfg(feature = "run")]
pub mod texture {
    //! Textures and samplers to bind, in the vocabulary of WebGPU.

    #[doc(inline)]
    pub use webgpu_model::texture::{
        AddressMode, CompareFunction, Component, Dimension, FilterMode, Format, Sampler, Swizzle,
        TextureDescriptor, TextureError,
    };
}

/// Checks a program against the specification.
///
/// # Errors
/// The diagnostics of an invalid program.
///
/// ```
/// let error = shader_check::validate("fn f(a: vec3f) -> f32 { return a.w; }").unwrap_err();
/// assert_eq!(error.iter().next().unwrap().rule.code, "type/invalid-swizzle");
/// ```
pub fn validate(source: &str) -> Result<Module, Diagnostics> {
    Validator::new().validate(source)
}
