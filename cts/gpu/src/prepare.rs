//! Jobs with their pipeline and resources on the device.

use crate::attachments::Attachments;
use crate::job::Job;
use crate::outcome::{JobOutcome, JobOutput, Step};
use crate::readback::Copied;
use crate::shader::{constants, module, options};
use crate::upload::Held;
use crate::{Gpu, Problem, draw};
use webgpu_model::{Binding, Bytes, Command, Draw, LayoutEntry};

/// A job that can be run repeatedly.
#[derive(Debug)]
pub struct Prepared<'a> {
    gpu: &'a Gpu,
    job: &'a Job,
    pipeline: Pipeline,
    bound: Vec<Bound<'a>>,
    /// The bind groups of the dispatch, or of each draw.
    groups: Vec<Groups>,
}

/// A resource that the pipeline uses.
#[derive(Debug)]
struct Bound<'a> {
    entry: &'a LayoutEntry,
    given: &'a Binding,
    held: Held,
}

#[derive(Debug)]
enum Pipeline {
    Compute(wgpu::ComputePipeline),
    Render(Vec<wgpu::RenderPipeline>, Box<Attachments>),
}

/// Bind groups with their indices.
type Groups = Vec<(u32, wgpu::BindGroup)>;

impl Pipeline {
    /// The layout of a bind group of the pipeline with a number.
    fn layout(&self, number: usize, group: u32) -> wgpu::BindGroupLayout {
        match self {
            Self::Compute(pipeline) => pipeline.get_bind_group_layout(group),
            Self::Render(pipelines, _) => pipelines[number].get_bind_group_layout(group),
        }
    }
}

/// Copies of everything that a job writes.
#[derive(Debug)]
pub(crate) struct Returning<'a> {
    bindings: Vec<(&'a Binding, Copied)>,
    targets: Vec<Option<Copied>>,
    depth: Option<Copied>,
    stencil: Option<Copied>,
}

impl Gpu {
    /// Runs a function within error scopes, and returns the first error of the implementation.
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
    /// Creates the pipeline of a job and copies its resources to the device.
    ///
    /// # Errors
    /// The outcome of a job that can't be prepared.
    pub fn new(gpu: &'a Gpu, job: &'a Job) -> Result<Self, JobOutcome> {
        if let Some(reason) = gpu.lacks(job) {
            return Err(JobOutcome::Lacks(reason));
        }
        let refused = |step| move |Problem(message): Problem| JobOutcome::Refused { step, message };
        let module = gpu.checked(|| Ok(module(gpu, job))).map_err(refused(Step::Module))?;
        let pipeline = gpu.checked(|| Self::pipeline(gpu, job, &module)).map_err(refused(Step::Pipeline))?;
        let bound = gpu
            .checked(|| self::bound(gpu, job, job.command.bindings()))
            .map_err(refused(Step::Resources))?;
        let groups = gpu.checked(|| groups(gpu, job, &pipeline, &bound)).map_err(refused(Step::Resources))?;
        Ok(Self { gpu, job, pipeline, bound, groups })
    }

    fn pipeline(gpu: &Gpu, job: &Job, module: &wgpu::ShaderModule) -> Result<Pipeline, Problem> {
        Ok(match &job.command {
            Command::Dispatch(dispatch) => {
                let constants = constants(&dispatch.shader);
                Pipeline::Compute(gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: None,
                    module,
                    entry_point: dispatch.shader.entry_point.as_deref(),
                    compilation_options: options(&constants),
                    cache: None,
                }))
            }
            Command::Render(pass) => {
                let pipelines = pass.pipelines.iter().map(|state| draw::pipeline(gpu, pass, state, module));
                Pipeline::Render(pipelines.collect(), Box::new(Attachments::new(gpu, pass)?))
            }
        })
    }

    /// Records the commands.
    pub(crate) fn encode(&self, encoder: &mut wgpu::CommandEncoder) -> Result<(), Problem> {
        match (&self.pipeline, &self.job.command) {
            (Pipeline::Compute(pipeline), Command::Dispatch(dispatch)) => {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(pipeline);
                for (index, group) in self.groups.iter().flatten() {
                    pass.set_bind_group(*index, group, &[]);
                }
                if let Some(immediates) = self.job.immediates() {
                    pass.set_immediates(0, immediates);
                }
                let [x, y, z] = dispatch.workgroups;
                pass.dispatch_workgroups(x, y, z);
                Ok(())
            }
            (Pipeline::Render(pipelines, attachments), Command::Render(given)) => {
                let mut pass = attachments.begin(encoder, given);
                for (number, draw) in given.draws.iter().enumerate() {
                    pass.set_pipeline(&pipelines[draw.pipeline]);
                    for (index, group) in &self.groups[number] {
                        pass.set_bind_group(*index, group, &[]);
                    }
                    if let Some(immediates) = self.job.immediates() {
                        pass.set_immediates(0, immediates);
                    }
                    attachments.record(&mut pass, given, number)?;
                }
                Ok(())
            }
            (Pipeline::Compute(_), Command::Render(_)) | (Pipeline::Render(..), Command::Dispatch(_)) => {
                Ok(())
            }
        }
    }

    /// Runs the job alone and waits for its end.
    ///
    /// # Errors
    /// The message of an implementation that refuses, or the device was lost.
    pub fn run(&self) -> Result<(), Problem> {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.encode(&mut encoder)?;
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait()
    }

    /// Reads everything that the job writes.
    ///
    /// # Errors
    /// The message of an implementation that refuses, or the device was lost.
    pub fn read(&self) -> Result<JobOutput, Problem> {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let returning = self.copy(&mut encoder)?;
        self.gpu.queue.submit([encoder.finish()]);
        returning.map();
        self.gpu.wait()?;
        returning.output()
    }

    /// Records copies of everything that the job writes to buffers that can be read.
    pub(crate) fn copy(&self, encoder: &mut wgpu::CommandEncoder) -> Result<Returning<'a>, Problem> {
        let mut bindings = Vec::new();
        for bound in self.bound.iter().filter(|bound| bound.entry.ty.is_writable()) {
            let copied = match &bound.held {
                Held::Buffer(buffer) => self.gpu.copy_buffer(encoder, buffer),
                Held::Texture { texture, .. } => self.gpu.copy_texture(encoder, texture)?,
                Held::Sampler(_) => continue,
            };
            bindings.push((bound.given, copied));
        }
        let (mut targets, mut depth, mut stencil) = (Vec::new(), None, None);
        if let Pipeline::Render(_, attachments) = &self.pipeline {
            (targets, [depth, stencil]) = attachments.copy(self.gpu, encoder)?;
        }
        Ok(Returning { bindings, targets, depth, stencil })
    }
}

impl Returning<'_> {
    /// Maps the buffers.
    pub(crate) fn map(&self) {
        let bindings = self.bindings.iter().map(|(_, copied)| copied);
        bindings
            .chain(self.targets.iter().flatten())
            .chain(&self.depth)
            .chain(&self.stencil)
            .for_each(Copied::map);
    }

    /// The bytes, once the device has done everything that was submitted.
    pub(crate) fn output(&self) -> Result<JobOutput, Problem> {
        let binding = |(given, copied): &(&Binding, Copied)| {
            Ok(Binding { data: given.data.with_bytes(copied.bytes()?), ..**given })
        };
        let bytes = |copied: &Option<Copied>| -> Result<Option<Bytes>, Problem> {
            Ok(copied.as_ref().map(Copied::bytes).transpose()?.map(Bytes::from))
        };
        Ok(JobOutput {
            bindings: self.bindings.iter().map(binding).collect::<Result<_, _>>()?,
            targets: self.targets.iter().map(bytes).collect::<Result<_, _>>()?,
            depth: bytes(&self.depth)?,
            stencil: bytes(&self.stencil)?,
        })
    }
}

/// Copies the resources that the pipelines use to the device.
fn bound<'a>(gpu: &Gpu, job: &'a Job, given: &'a [Binding]) -> Result<Vec<Bound<'a>>, Problem> {
    let bound = |(entry, given): (&'a LayoutEntry, &'a Binding)| {
        Ok(Bound { entry, given, held: gpu.upload(entry, &given.data)? })
    };
    job.used(given).map(bound).collect()
}

/// The bind groups of the dispatch, or of each draw.
fn groups(gpu: &Gpu, job: &Job, pipeline: &Pipeline, bound: &[Bound<'_>]) -> Result<Vec<Groups>, Problem> {
    match &job.command {
        Command::Dispatch(_) => Ok(vec![groups_of(gpu, job, (pipeline, 0), [&[], bound])]),
        Command::Render(pass) => {
            let of_draw = |draw: &Draw| {
                let own = self::bound(gpu, job, &draw.bindings)?;
                Ok(groups_of(gpu, job, (pipeline, draw.pipeline), [&own, bound]))
            };
            pass.draws.iter().map(of_draw).collect()
        }
    }
}

/// The bind groups of the pipeline with a number. The first resource for a binding is taken.
fn groups_of(
    gpu: &Gpu,
    job: &Job,
    (pipeline, number): (&Pipeline, usize),
    bound: [&[Bound<'_>]; 2],
) -> Groups {
    let used = job.layout.entries.iter().filter(|entry| job.is_used_by(number, entry));
    let bound: Vec<&Bound<'_>> = used
        .filter_map(|entry| {
            let mut all = bound.into_iter().flatten();
            all.find(|it| (it.entry.group, it.entry.binding) == (entry.group, entry.binding))
        })
        .collect();
    let mut indices: Vec<u32> = bound.iter().map(|bound| bound.entry.group).collect();
    indices.sort_unstable();
    indices.dedup();
    let group = |index: u32| {
        let here = bound.iter().filter(|bound| bound.entry.group == index);
        let entries: Vec<wgpu::BindGroupEntry<'_>> = here
            .map(|bound| wgpu::BindGroupEntry {
                binding: bound.entry.binding,
                resource: bound.held.binding(),
            })
            .collect();
        let layout = pipeline.layout(number, index);
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
        (index, gpu.device.create_bind_group(&descriptor))
    };
    indices.into_iter().map(group).collect()
}
