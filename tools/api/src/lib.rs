//! Check, reflect and run WGSL shaders on the CPU, without a GPU and without a driver.
//!
//! The validator accepts a program if and only if the [WGSL specification](https://www.w3.org/TR/WGSL/) does, and every rejection names
//! the broken rule, its position, and often a fix. The executor computes what buffers and textures must contain after a dispatch, and
//! reports data races, out-of-bounds accesses and other behaviour that differs between GPUs.
//!
//! The library does no I/O, never reads the clock, has no global state, and does not panic unless memory runs out. All types are `Send`, and every error
//! implements [`std::error::Error`], so `?` works with `anyhow` and `Box<dyn Error>`.
//!
//! # Check a shader and print what is wrong
//!
//! ```
//! let source = "@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f { return vec4f(uv.z, uv, 1); }";
//! if let Err(diagnostics) = shader_check::validate(source) {
//!     println!("{diagnostics}"); // with the marked source, as `rustc` prints it
//!     let first = diagnostics.iter().next().unwrap();
//!     assert_eq!((first.range.start.line, first.range.start.column), (1, 83));
//!     assert_eq!(first.rule.code, "type/invalid-swizzle"); // `rule.url` is the section of the specification
//! }
//! ```
//!
//! A valid program may have warnings, too: [`Module::diagnostics`] returns them. [`Diagnostic::severity`] distinguishes errors, warnings
//! and notes.
//!
//! A [`Validator`] has options: the implementation to check for, lints, modules for WESL's `import` and `naga_oil`'s `#import`, and
//! the names in their conditions.
//!
//! # Run a compute shader on a buffer
//!
#![cfg_attr(feature = "run", doc = "```")]
#![cfg_attr(not(feature = "run"), doc = "```text")]
//! # const DOUBLE: &str = "
//! #     @group(0) @binding(0) var<storage, read_write> data: array<f32>;
//! #     @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { data[i] *= 2; }
//! # ";
//! let module = shader_check::validate(DOUBLE)?;
//! let outcome = module.dispatch([1, 1, 1]).bind(0, 0, [1.0f32, 2.0, 3.0, 4.0]).strict().run()?;
//! assert_eq!(outcome.read::<f32>(0, 0), Some(vec![2.0, 4.0, 6.0, 8.0]));
//! assert!(outcome.faults().is_empty(), "{}", outcome.faults()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Bind every resource that the entry point uses, and no others. Faults, such as out-of-bounds accesses, are only reported by
//! [strict](Dispatch::strict) execution. They do not make [`Dispatch::run`] fail.
//!
//! # List the bindings as `wgpu::BindGroupLayoutEntry` needs them
//!
//! ```
//! # use wgpu_types as wgpu; // the types that `wgpu` re-exports, without a device
//! use shader_check::reflection::{AccessMode, BoundKind, BufferSpace};
//!
//! # const SHADER: &str = "
//! #     @group(0) @binding(0) var<uniform> camera: mat4x4f;
//! #     @vertex fn main() -> @builtin(position) vec4f { return camera[3]; }
//! # ";
//! let reflection = shader_check::validate(SHADER)?.reflect()?;
//! for resource in &reflection.resources {
//!     let ty = match resource.kind {
//!         BoundKind::Buffer { space, access, minimum_size } => wgpu::BindingType::Buffer {
//!             ty: match space {
//!                 BufferSpace::Uniform => wgpu::BufferBindingType::Uniform,
//!                 BufferSpace::Storage => wgpu::BufferBindingType::Storage { read_only: access == AccessMode::Read },
//!             },
//!             has_dynamic_offset: false, // the host's choice
//!             min_binding_size: minimum_size.and_then(std::num::NonZero::new),
//!         },
//!         BoundKind::Sampler { comparison: false } => wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering),
//!         _ => continue, // see the documentation of `reflection` for the other kinds
//!     };
//!     let visibility = wgpu::ShaderStages::from_bits_retain(reflection.visibility(resource).bits());
//!     let entry = wgpu::BindGroupLayoutEntry { binding: resource.binding, visibility, ty, count: None };
//!     println!("group {}: {entry:?}", resource.group);
//!     # assert_eq!(entry.visibility, wgpu::ShaderStages::VERTEX);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The documentation of [`reflection`](reflection#bind-group-layouts-for-wgpu) has the complete conversion: sample types and dimensions of
//! textures, formats and access of storage textures.
//!
//! # Features
//!
//! * `render` (default): diagnostics and faults are displayed with the marked source. Without it, each is a single line.
//! * `run` (default): the reference executor. A program that only checks shaders leaves it out with `default-features = false`.
//! * `serde`: [`reflection::Reflection`] implements `Serialize`, with a versioned [schema].
//!
//! [schema]: reflection::Reflection::schema
//!
//! # Stability
//!
//! This crate follows semantic versioning. The crates that it is built from do not: do not depend on them.

/// The programs of the README are tests.
#[cfg(all(doctest, feature = "run"))]
#[doc = include_str!("../README.md")]
struct Readme;

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
        AddressMode, CompareFunction, Component, FilterMode, Format, Sampler, Swizzle, TextureDescriptor,
        TextureError, ViewDimension,
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
