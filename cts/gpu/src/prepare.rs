//! A job with everything that it needs on the device.

use crate::draw::Attachments;
use crate::job::{Binding, Checks, Job, Shader, Work};
use crate::outcome::{Outcome, Output, Step};
use crate::readback::Copied;
use crate::upload::Held;
use crate::{Gpu, Problem, draw};
use wgpu::PipelineCompilationOptions;

/// A job that can be run again and again.
#[derive(Debug)]
pub struct Prepared<'a> {
    gpu: &'a Gpu,
    job: &'a Job,
    pipeline: Pipeline,
    held: Vec<Held>,
    groups: Vec<(u32, wgpu::BindGroup)>,
}

#[derive(Debug)]
enum Pipeline {
    Compute(wgpu::ComputePipeline),
    Render(wgpu::RenderPipeline, Box<Attachments>),
}

impl Pipeline {
    fn layout(&self, group: u32) -> wgpu::BindGroupLayout {
        match self {
            Self::Compute(pipeline) => pipeline.get_bind_group_layout(group),
            Self::Render(pipeline, _) => pipeline.get_bind_group_layout(group),
        }
    }
}

/// What comes back when the job is done.
#[derive(Debug)]
pub(crate) struct Returning {
    bindings: Vec<Option<Copied>>,
    targets: Vec<Option<Copied>>,
    depth: Option<Copied>,
}

impl Gpu {
    /// Does something, and gives what the implementation has to say against it.
    pub(crate) fn checked<T>(&self, work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        let scopes = [Validation, Internal, OutOfMemory].map(|filter| self.device.push_error_scope(filter));
        let outcome = work();
        let said = scopes.into_iter().rev().filter_map(|scope| pollster::block_on(scope.pop()));
        match said.last() {
            Some(error) => Err(Problem(error.to_string())),
            None => outcome,
        }
    }
}

impl<'a> Prepared<'a> {
    /// Makes the pipeline of a job and copies its resources to the device.
    ///
    /// # Errors
    /// What became of the job instead.
    pub fn new(gpu: &'a Gpu, job: &'a Job) -> Result<Self, Outcome> {
        if let Some(reason) = gpu.lacks(job) {
            return Err(Outcome::Lacks(reason));
        }
        let refused = |step| move |Problem(message): Problem| Outcome::Refused { step, message };
        let module = gpu.checked(|| Ok(module(gpu, job))).map_err(refused(Step::Module))?;
        let pipeline = gpu.checked(|| Self::pipeline(gpu, job, &module)).map_err(refused(Step::Pipeline))?;
        let held = gpu
            .checked(|| job.bindings.iter().map(|it| gpu.upload(&it.resource)).collect::<Result<Vec<_>, _>>())
            .map_err(refused(Step::Resources))?;
        let groups = gpu
            .checked(|| Ok(groups(gpu, &pipeline, &job.bindings, &held)))
            .map_err(refused(Step::Resources))?;
        Ok(Self { gpu, job, pipeline, held, groups })
    }

    fn pipeline(gpu: &Gpu, job: &Job, module: &wgpu::ShaderModule) -> Result<Pipeline, Problem> {
        Ok(match &job.work {
            Work::Dispatch { shader, .. } => {
                let constants = constants(shader);
                Pipeline::Compute(gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: None,
                    module,
                    entry_point: shader.entry_point.as_deref(),
                    compilation_options: options(&constants),
                    cache: None,
                }))
            }
            Work::Draw(given) => {
                let attachments = Attachments::new(gpu, given)?;
                Pipeline::Render(draw::pipeline(gpu, given, module)?, Box::new(attachments))
            }
        })
    }

    /// Writes down what is to be done.
    pub(crate) fn encode(&self, encoder: &mut wgpu::CommandEncoder) -> Result<(), Problem> {
        match (&self.pipeline, &self.job.work) {
            (Pipeline::Compute(pipeline), Work::Dispatch { workgroups: [x, y, z], .. }) => {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(pipeline);
                for (index, group) in &self.groups {
                    pass.set_bind_group(*index, group, &[]);
                }
                if !self.job.immediates.is_empty() {
                    pass.set_immediates(0, &self.job.immediates);
                }
                pass.dispatch_workgroups(*x, *y, *z);
                Ok(())
            }
            (Pipeline::Render(pipeline, attachments), Work::Draw(given)) => {
                let mut pass = attachments.begin(encoder, given);
                pass.set_pipeline(pipeline);
                for (index, group) in &self.groups {
                    pass.set_bind_group(*index, group, &[]);
                }
                if !self.job.immediates.is_empty() {
                    pass.set_immediates(0, &self.job.immediates);
                }
                draw::record(&mut pass, attachments, given)
            }
            _ => Ok(()),
        }
    }

    /// Runs the job alone and waits for its end.
    ///
    /// # Errors
    /// What the implementation says against it, or the device was lost.
    pub fn run(&self) -> Result<(), Problem> {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.encode(&mut encoder)?;
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait()
    }

    /// What everything that is written holds now.
    ///
    /// # Errors
    /// What the implementation says against it, or the device was lost.
    pub fn read(&self) -> Result<Output, Problem> {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let returning = self.copy(&mut encoder)?;
        self.gpu.queue.submit([encoder.finish()]);
        returning.map();
        self.gpu.wait()?;
        returning.output()
    }

    /// Writes down that what it writes is copied to where it can be read.
    pub(crate) fn copy(&self, encoder: &mut wgpu::CommandEncoder) -> Result<Returning, Problem> {
        let mut copy = |held: &Held| match held {
            Held::Buffer { buffer, is_uniform: false } => Ok(Some(self.gpu.copy_buffer(encoder, buffer))),
            Held::Texture { texture, is_storage: true, .. } => {
                self.gpu.copy_texture(encoder, texture).map(Some)
            }
            _ => Ok(None),
        };
        let bindings = self.held.iter().map(&mut copy).collect::<Result<_, Problem>>()?;
        let (mut targets, mut depth) = (Vec::new(), None);
        if let Pipeline::Render(_, attachments) = &self.pipeline {
            (targets, depth) = attachments.copy(self.gpu, encoder)?;
        }
        Ok(Returning { bindings, targets, depth })
    }
}

impl Returning {
    /// Asks for the bytes.
    pub(crate) fn map(&self) {
        let copied = self.bindings.iter().chain(&self.targets).flatten().chain(&self.depth);
        copied.for_each(Copied::map);
    }

    /// The bytes, when the device has done everything.
    pub(crate) fn output(&self) -> Result<Output, Problem> {
        let bytes = |copied: &Option<Copied>| copied.as_ref().map(Copied::bytes).transpose();
        Ok(Output {
            bindings: self.bindings.iter().map(bytes).collect::<Result<_, _>>()?,
            targets: self.targets.iter().map(bytes).collect::<Result<_, _>>()?,
            depth: bytes(&self.depth)?,
        })
    }
}

/// The values of overrides as wgpu takes them.
pub(crate) fn constants(shader: &Shader) -> Vec<(&str, f64)> {
    shader.constants.iter().map(|(name, value)| (name.as_str(), *value)).collect()
}

pub(crate) fn options<'a>(constants: &'a [(&'a str, f64)]) -> PipelineCompilationOptions<'a> {
    PipelineCompilationOptions { constants, ..PipelineCompilationOptions::default() }
}

fn module(gpu: &Gpu, job: &Job) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(job.program.as_str().into());
    let descriptor = wgpu::ShaderModuleDescriptor { label: None, source };
    match job.checks {
        Checks::All => gpu.device.create_shader_module(descriptor),
        Checks::None => crate::unchecked::module(gpu, descriptor),
    }
}

fn groups(
    gpu: &Gpu,
    pipeline: &Pipeline,
    bindings: &[Binding],
    held: &[Held],
) -> Vec<(u32, wgpu::BindGroup)> {
    let mut indices: Vec<u32> = bindings.iter().map(|binding| binding.group).collect();
    indices.sort_unstable();
    indices.dedup();
    let group = |index: u32| {
        let here = bindings.iter().zip(held).filter(|(binding, _)| binding.group == index);
        let entries: Vec<wgpu::BindGroupEntry<'_>> = here
            .map(|(binding, held)| wgpu::BindGroupEntry {
                binding: binding.binding,
                resource: held.binding(),
            })
            .collect();
        let layout = pipeline.layout(index);
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
        (index, gpu.device.create_bind_group(&descriptor))
    };
    indices.into_iter().map(group).collect()
}
