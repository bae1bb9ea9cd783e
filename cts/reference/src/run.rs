//! From the text of a program and its resources to what the resources hold afterwards.

use crate::execute::{self, AllowedBuffer, Bound, Fault, Options, Plan, Stopped};
use crate::ir::{Program, Resource, ResourceKind};
use crate::lower::{Unsupported, lower, lower_tracked};
use crate::memory::SharedBytes;
use crate::texture::{Sampler, Texture, TextureDescriptor};
use wgsl_spec::{Edition, Limit, ShaderStage};
use wgsl_validator::ast::FunctionId;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::link::Stage;
use wgsl_validator::target::Target;
use wgsl_validator::{PipelineRequest, Validator};

/// What programs are judged for that are to be executed: the limits of the API are those of a device, and the executor has
/// none of them.
#[must_use]
pub fn target(of: &Target) -> Target {
    let of_api =
        Limit::ALL.into_iter().filter(|limit| limit.info().is_of_api || *limit == Limit::WorkgroupBytes);
    of_api.fold(of.clone(), |target, limit| target.with_limit(limit, u32::MAX))
}

/// A dispatch.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The entry point; may be absent where there is one compute entry point only.
    pub entry_point: Option<String>,
    /// Values of overrides, by name or by `@id`.
    pub constants: Vec<(String, f64)>,
    /// Workgroups along x, y and z.
    pub workgroups: [u32; 3],
    /// The resources.
    pub bindings: Vec<Binding>,
    /// The bytes of the variable in address space immediate, if there is one.
    pub immediates: Vec<u8>,
}

/// A resource at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// What is there.
    pub data: Data,
}

/// What is bound.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// The bytes of a buffer.
    Buffer(Vec<u8>),
    /// What a texture is made of, and its bytes as [`Texture::from_bytes`] takes them.
    Texture(TextureDescriptor, Vec<u8>),
    /// A sampler.
    Sampler(Sampler),
}

/// What a dispatch leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The resources that the program may write, as they are now, in the order in which they were given.
    pub bindings: Vec<Binding>,
    /// What strict execution found, by place.
    pub faults: Vec<Fault>,
    /// What the buffers may hold according to the text, when that was asked for: see [`judge`](crate::judge::judge).
    pub allowed: Vec<AllowedBuffer>,
}

/// Why there is no outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The program is rejected.
    Module(Vec<Diagnostic>),
    /// The module is accepted, the pipeline is not.
    Pipeline(Vec<Diagnostic>),
    /// The program uses what the executor does not have.
    Unsupported(Unsupported),
    /// A resource is missing or does not fit: why, in a sentence without a full stop.
    Resources(String),
    /// Execution was stopped.
    Stopped(Stopped),
}

/// Judges a program, makes a compute pipeline of it and runs a dispatch.
///
/// # Errors
/// See [`Failure`].
pub fn run(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    dispatch: &Dispatch,
    options: &Options,
) -> Result<Outcome, Failure> {
    let make = if options.track { Pipeline::tracking } else { Pipeline::new };
    let pipeline = make(text, validator, edition, dispatch.entry_point.clone(), dispatch.constants.clone())?;
    let bound = pipeline.bind(&dispatch.bindings, &dispatch.immediates)?;
    let (faults, allowed) =
        pipeline.dispatch_tracked(dispatch.workgroups, &bound, options).map_err(Failure::Stopped)?;
    Ok(Outcome { bindings: pipeline.written(&dispatch.bindings, &bound), faults, allowed })
}

/// A compute pipeline: an entry point with values for the overrides, ready to run.
#[derive(Debug)]
pub struct Pipeline {
    program: Program,
    plan: Plan,
}

impl Pipeline {
    /// Judges a program and makes a compute pipeline of it.
    ///
    /// # Errors
    /// The program or the pipeline is rejected, or it uses what the executor does not have.
    pub fn new(
        text: &str,
        validator: &mut Validator,
        edition: Edition,
        entry_point: Option<String>,
        constants: Vec<(String, f64)>,
    ) -> Result<Self, Failure> {
        let program = Self::lowered(text, validator, edition, entry_point, constants, false)?;
        Ok(Self { plan: Plan::new(program.clone(), false), program })
    }

    /// The same for [`Options::track`]: functions that the text bounds as a whole stay whole.
    ///
    /// # Errors
    /// As [`Pipeline::new`].
    pub fn tracking(
        text: &str,
        validator: &mut Validator,
        edition: Edition,
        entry_point: Option<String>,
        constants: Vec<(String, f64)>,
    ) -> Result<Self, Failure> {
        let program = Self::lowered(text, validator, edition, entry_point, constants, true)?;
        Ok(Self { plan: Plan::new(program.clone(), false), program })
    }

    fn lowered(
        text: &str,
        validator: &mut Validator,
        edition: Edition,
        entry_point: Option<String>,
        constants: Vec<(String, f64)>,
        keeps_calls: bool,
    ) -> Result<Program, Failure> {
        judge(text, validator)?;
        let request = PipelineRequest { stage: Some(ShaderStage::Compute), entry_point, constants };
        let entry = judge_stage(text, validator, ShaderStage::Compute, &request)?;
        let lower = if keeps_calls { lower_tracked } else { lower };
        lower(text, validator.module(), edition, entry).map_err(Failure::Unsupported)
    }

    /// What the pipeline computes.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// Copies of the resources and of the immediate data, in the order in which the program knows them.
    ///
    /// # Errors
    /// [`Failure::Resources`]: one is missing or does not fit.
    pub fn bind(&self, bindings: &[Binding], immediates: &[u8]) -> Result<Vec<Bound>, Failure> {
        let resources = &self.program().resources;
        let bound = resources.iter().map(|resource| bind(resource, bindings, immediates));
        let bound = bound.collect::<Result<Vec<Bound>, _>>()?;
        resources.iter().zip(&bound).try_for_each(|(resource, bound)| check(resource, bound))?;
        Ok(bound)
    }

    /// Runs a dispatch. What it writes is found in the resources.
    ///
    /// # Errors
    /// It was stopped.
    pub fn dispatch(
        &self,
        workgroups: [u32; 3],
        bound: &[Bound],
        options: &Options,
    ) -> Result<Vec<Fault>, Stopped> {
        self.dispatch_tracked(workgroups, bound, options).map(|(faults, _)| faults)
    }

    /// The same, and what the buffers may hold elsewhere: with [`Options::track`], for a pipeline of [`Pipeline::tracking`].
    ///
    /// # Errors
    /// It was stopped.
    pub fn dispatch_tracked(
        &self,
        workgroups: [u32; 3],
        bound: &[Bound],
        options: &Options,
    ) -> Result<(Vec<Fault>, Vec<AllowedBuffer>), Stopped> {
        let program = || self.program.clone();
        let plan = match (options.track, options.strict) {
            (true, strict) => Plan::tracking(program(), strict),
            (false, true) => Plan::new(program(), true),
            (false, false) => return execute::dispatch_tracked(&self.plan, workgroups, bound, options),
        };
        execute::dispatch_tracked(&plan, workgroups, bound, options)
    }

    /// The resources that the program may write, and those that it does not name, as they are now.
    #[must_use]
    pub fn written(&self, bindings: &[Binding], bound: &[Bound]) -> Vec<Binding> {
        written(&self.program().resources, bindings, bound)
    }
}

/// Judges a program by itself.
pub(crate) fn judge(text: &str, validator: &mut Validator) -> Result<(), Failure> {
    let found = validator.diagnose(text);
    if is_refused(&found) { Err(Failure::Module(found)) } else { Ok(()) }
}

/// Judges one stage of a pipeline, and finds its entry point in the module that the validator then holds.
pub(crate) fn judge_stage(
    text: &str,
    validator: &mut Validator,
    stage: ShaderStage,
    request: &PipelineRequest,
) -> Result<FunctionId, Failure> {
    let found = validator.diagnose_pipeline(text, request);
    if is_refused(&found) {
        return Err(Failure::Pipeline(found));
    }
    let entry = Stage::find(text, validator.module(), stage, request.entry_point.as_deref());
    entry.map(|found| found.entry).ok_or(Failure::Pipeline(found))
}

/// Whether a finding is an error.
pub(crate) fn is_refused(found: &[Diagnostic]) -> bool {
    found.iter().any(|it| it.severity == Severity::Error)
}

/// The bindings that may be written, and those that no resource names, as they are now.
pub(crate) fn written(resources: &[Resource], bindings: &[Binding], bound: &[Bound]) -> Vec<Binding> {
    let index_of =
        |binding: &Binding| resources.iter().position(|it| it.is_at(binding.group, binding.binding));
    let is_written = |binding: &&Binding| index_of(binding).is_none_or(|index| resources[index].is_writable);
    let now = |binding: &Binding| match index_of(binding).and_then(|index| bound.get(index)) {
        Some(Bound::Buffer(bytes)) => Binding { data: Data::Buffer(bytes.to_bytes()), ..*binding },
        Some(Bound::Texture(texture)) => {
            Binding { data: Data::Texture(*texture.descriptor(), texture.to_bytes()), ..*binding }
        }
        _ => binding.clone(),
    };
    bindings.iter().filter(is_written).map(now).collect()
}

/// Whether what is bound is what a program takes.
pub(crate) fn check(resource: &Resource, bound: &Bound) -> Result<(), Failure> {
    if execute::fits(resource.kind, bound) {
        Ok(())
    } else {
        Err(Failure::Resources(problem(resource, bound)))
    }
}

/// A copy of what is given for a resource.
pub(crate) fn bind(resource: &Resource, bindings: &[Binding], immediates: &[u8]) -> Result<Bound, Failure> {
    if let ResourceKind::Immediates { .. } = resource.kind {
        return Ok(Bound::Buffer(SharedBytes::from_bytes(immediates)));
    }
    let given = bindings.iter().find(|it| resource.is_at(it.group, it.binding));
    Ok(match given.map(|it| &it.data) {
        Some(Data::Buffer(bytes)) => Bound::Buffer(SharedBytes::from_bytes(bytes)),
        Some(Data::Texture(descriptor, bytes)) => {
            let texture = Texture::from_bytes(*descriptor, bytes);
            Bound::Texture(texture.map_err(|error| {
                Failure::Resources(format!(
                    "@group({}) @binding({}): {error}",
                    resource.group, resource.binding
                ))
            })?)
        }
        Some(Data::Sampler(sampler)) => Bound::Sampler(*sampler),
        None => Bound::Missing,
    })
}

fn problem(resource: &Resource, bound: &Bound) -> String {
    let place = format!("@group({}) @binding({})", resource.group, resource.binding);
    match (resource.kind, bound) {
        (ResourceKind::Buffer { least_size, .. }, Bound::Buffer(bytes)) => {
            format!(
                "the buffer for {place} has {} bytes, the program needs {least_size} at least",
                bytes.len()
            )
        }
        (ResourceKind::Immediates { least_size }, Bound::Buffer(bytes)) => {
            let given = bytes.len();
            format!("there are {given} bytes of immediate data, the program needs {least_size} at least")
        }
        (ResourceKind::Immediates { .. }, _) => "there is no immediate data".to_owned(),
        (ResourceKind::Buffer { .. }, Bound::Missing) => format!("no buffer is given for {place}"),
        (ResourceKind::Texture { .. }, Bound::Missing) => format!("no texture is given for {place}"),
        (ResourceKind::Sampler { .. }, Bound::Missing) => format!("no sampler is given for {place}"),
        (ResourceKind::Texture { dimension, holds, .. }, _) => {
            format!(
                "what is given for {place} is not the texture that the program needs: {dimension:?} with {holds:?}"
            )
        }
        (ResourceKind::Sampler { compares: true }, _) => {
            format!("the sampler for {place} must have a compare function")
        }
        (ResourceKind::Sampler { compares: false }, _) => {
            format!("the sampler for {place} must not have a compare function")
        }
        (ResourceKind::Buffer { .. }, _) => format!("what is given for {place} is no buffer"),
    }
}
