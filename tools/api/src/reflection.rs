//! The interface of a program: what a host must know to make pipelines and bind groups for it.
//!
//! [`Module::reflect`](crate::Module::reflect) returns a [`Reflection`]. Closed sets are enums with the names of WGSL and WebGPU, so a
//! `wgpu::BindGroupLayoutEntry` is one `match` away: the example `bindings` has it.

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
    SampleType, ViewDimension, WorkgroupCount,
};
