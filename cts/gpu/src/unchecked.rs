//! Shader modules without the checks of naga.
#![allow(
    unsafe_code,
    reason = "wgpu leaves out checks only in an unsafe function; docs/DECISIONS.md says why it is called"
)]

use crate::Gpu;

/// Makes a shader module without bounds checks, bounds of loops and checks of divisors.
///
/// Safe in practice, not in theory: callers pass only programs in which strict execution has found no fault, and run them in a
/// separate process.
pub(crate) fn module(gpu: &Gpu, descriptor: wgpu::ShaderModuleDescriptor<'_>) -> wgpu::ShaderModule {
    // SAFETY: the caller has run the program strictly: it has no index out of bounds, no endless loop, no divisor of 0.
    unsafe { gpu.device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
}
