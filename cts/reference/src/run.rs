//! From the text of a program and its resources to what the resources hold afterwards.

use crate::execute::{self, Bound, Fault, Options, Stopped};
use crate::ir::{Program, Resource, ResourceKind};
use crate::lower::{Unsupported, lower};
use crate::memory::SharedBytes;
use crate::texture::{Sampler, Texture, TextureDescriptor};
use wgsl_spec::{Edition, Limit, ShaderStage};
use wgsl_validator::ast::{DeclKind, FunctionId};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::module::TypedModule;
use wgsl_validator::target::Target;
use wgsl_validator::{PipelineRequest, Validator};

/// What programs are judged for that are to be executed: the limits of the API are those of a device, and the executor has
/// none of them.
#[must_use]
pub fn target(of: &Target) -> Target {
    let of_api = Limit::ALL.into_iter().filter(|limit| limit.info().is_of_api || *limit == Limit::WorkgroupBytes);
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
    let is_error = |found: &[Diagnostic]| found.iter().any(|it| it.severity == Severity::Error);
    let found = validator.diagnose(text);
    if is_error(&found) {
        return Err(Failure::Module(found));
    }
    let request = PipelineRequest {
        stage: Some(ShaderStage::Compute),
        entry_point: dispatch.entry_point.clone(),
        constants: dispatch.constants.clone(),
    };
    let found = validator.diagnose_pipeline(text, &request);
    if is_error(&found) {
        return Err(Failure::Pipeline(found));
    }
    let module = validator.module();
    let Some(entry) = entry_point(text, module, dispatch.entry_point.as_deref()) else {
        return Err(Failure::Pipeline(found));
    };
    let program = lower(text, module, edition, entry).map_err(Failure::Unsupported)?;
    execute_program(program, dispatch, options)
}

/// The compute entry point with this name, or the only one.
fn entry_point(text: &str, module: &TypedModule, name: Option<&str>) -> Option<FunctionId> {
    module.ast.decls.iter().find_map(|decl| {
        let DeclKind::Function(function) = decl.kind else { return None };
        let is_compute = module.functions[function.index()].stage == Some(ShaderStage::Compute);
        let named = || module.symbols.text(text, module.ast[function].name);
        (is_compute && name.is_none_or(|name| name == named())).then_some(function)
    })
}

fn execute_program(program: Program, dispatch: &Dispatch, options: &Options) -> Result<Outcome, Failure> {
    let resources = program.resources.clone();
    let bound = resources.iter().map(|resource| bind(resource, dispatch)).collect::<Result<Vec<Bound>, _>>()?;
    for (resource, bound) in resources.iter().zip(&bound) {
        if !execute::fits(resource.kind, bound) {
            return Err(Failure::Resources(problem(resource, bound)));
        }
    }
    let faults = execute::dispatch(program, dispatch.workgroups, &bound, options).map_err(Failure::Stopped)?;
    let written = |binding: &&Binding| {
        let at = resources.iter().find(|it| (it.group, it.binding) == (binding.group, binding.binding));
        // What the program does not name stays as it is.
        at.is_none_or(|resource| resource.is_writable)
    };
    let now = |binding: &Binding| {
        let index = resources.iter().position(|it| (it.group, it.binding) == (binding.group, binding.binding));
        match index.and_then(|index| bound.get(index)) {
            Some(Bound::Buffer(bytes)) => Binding { data: Data::Buffer(bytes.to_bytes()), ..*binding },
            Some(Bound::Texture(texture)) => {
                Binding { data: Data::Texture(*texture.descriptor(), texture.to_bytes()), ..*binding }
            }
            _ => binding.clone(),
        }
    };
    Ok(Outcome { bindings: dispatch.bindings.iter().filter(written).map(now).collect(), faults })
}

fn bind(resource: &Resource, dispatch: &Dispatch) -> Result<Bound, Failure> {
    let mut at = dispatch.bindings.iter();
    Ok(match at.find(|it| (it.group, it.binding) == (resource.group, resource.binding)).map(|it| &it.data) {
        Some(Data::Buffer(bytes)) => Bound::Buffer(SharedBytes::from_bytes(bytes)),
        Some(Data::Texture(descriptor, bytes)) => {
            let texture = Texture::from_bytes(*descriptor, bytes);
            Bound::Texture(texture.map_err(|error| {
                Failure::Resources(format!("@group({}) @binding({}): {error}", resource.group, resource.binding))
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
            format!("the buffer for {place} has {} bytes, the program needs {least_size} at least", bytes.len())
        }
        (ResourceKind::Buffer { .. }, Bound::Missing) => format!("no buffer is given for {place}"),
        (ResourceKind::Texture { .. }, Bound::Missing) => format!("no texture is given for {place}"),
        (ResourceKind::Sampler { .. }, Bound::Missing) => format!("no sampler is given for {place}"),
        (ResourceKind::Texture { dimension, holds, .. }, _) => {
            format!("what is given for {place} is not the texture that the program needs: {dimension:?} with {holds:?}")
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
