//! The interface of a program: what a host must know to make pipelines and bind groups for it.
//!
//! [`Module::reflect`](crate::Module::reflect) returns a [`Reflection`]. Its enums have the names of WGSL and WebGPU: `name()` and
//! [`Display`](core::fmt::Display) write them as the specifications do, for instance `rgba16float` or `2d-array`.
//!
//! # Bind group layouts for `wgpu`
//!
//! This program prints a `wgpu::BindGroupLayoutEntry` for every resource of a shader. Copy `layout_entry` and the functions that it calls
//! into an application, and leave out `use wgpu_types as wgpu`. It is the example `bindings` of this crate, written for `wgpu` 30. This
//! crate does not depend on `wgpu`.
//!
//! ```
#![doc = include_str!("../examples/bindings.rs")]
//! ```

#[doc(inline)]
pub use wgsl_spec::{
    AccessMode, BuiltinValue, EnableExtension, IoType, LanguageExtension, Scalar, ShaderStage, StageSet,
    TexelFormat,
};
#[doc(inline)]
pub use wgsl_validator::layout::{Element, MemberLayout, Repetition, Shape, StructLayout};
#[doc(inline)]
pub use wgsl_validator::reflection::{
    BoundKind, BufferSpace, InterpolationSampling, InterpolationType, OverrideValue, ReflectedDatum,
    ReflectedEntryPoint, ReflectedInterpolation, ReflectedOverride, ReflectedResource, Reflection,
    ReflectionError, SampleType, ViewDimension, WorkgroupCount,
};
