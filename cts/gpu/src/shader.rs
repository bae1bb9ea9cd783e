//! Shader modules, and the settings of a shader in a pipeline.

use crate::Gpu;
use crate::job::{Checks, Job};
use webgpu_model::Shader;
use wgpu::PipelineCompilationOptions;

/// Creates the shader module of a job.
pub(crate) fn module(gpu: &Gpu, job: &Job) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(job.program.as_str().into());
    let descriptor = wgpu::ShaderModuleDescriptor { label: None, source };
    match job.checks {
        Checks::All => gpu.device.create_shader_module(descriptor),
        Checks::None => crate::unchecked::module(gpu, descriptor),
    }
}

/// The values of overrides as wgpu takes them.
pub(crate) fn constants(shader: &Shader) -> Vec<(&str, f64)> {
    shader.constants.iter().map(|(name, value)| (name.as_str(), *value)).collect()
}

/// The options for compiling a shader with these values of overrides.
pub(crate) fn options<'a>(constants: &'a [(&'a str, f64)]) -> PipelineCompilationOptions<'a> {
    PipelineCompilationOptions { constants, ..PipelineCompilationOptions::default() }
}
