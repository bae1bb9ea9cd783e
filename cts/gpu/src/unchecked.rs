//! Programs without the checks that naga writes into them.
#![allow(
    unsafe_code,
    reason = "wgpu leaves out checks only in an unsafe function; docs/DECISIONS.md says why it is called"
)]

use crate::Gpu;

/// Makes a shader module without bounds checks, bounds of loops and checks of divisors.
///
/// Safe in practice, not in theory: it happens only to programs that strict execution has found without fault, in a process
/// of its own.
pub(crate) fn module(gpu: &Gpu, descriptor: wgpu::ShaderModuleDescriptor<'_>) -> wgpu::ShaderModule {
    // SAFETY: who asks for it has run the program strictly: it has no index out of bounds, no endless loop, no divisor of 0.
    unsafe { gpu.device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
}
