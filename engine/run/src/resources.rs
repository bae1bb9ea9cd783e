//! Programs with their resources, and the contents of the resources after a dispatch.

use crate::execute::{
    self, AllowedBuffer, Bound, Fault, Findings, Grid, Options, Outcomes, Plan, Sight, Stopped, Sweep,
    SweepOptions,
};
use crate::memory::SharedBytes;
use crate::texture::Texture;
use core::fmt;
use core::ops::ControlFlow;
use rustc_hash::FxHashMap;
use shader_ir::{Program, Resource, ResourceKind, TexelKind};
use shader_source::steps;
use webgpu_model::texture::ChannelKind;
use webgpu_model::{Binding, Data};

/// The results of a dispatch.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The final contents of the resources that the program may write, in the order in which they were given.
    pub bindings: Vec<Binding>,
    /// The faults that strict execution found, by place.
    pub faults: Vec<Fault>,
    /// The allowed contents of the buffers, on request: see [`judge`](crate::judge::judge).
    pub allowed: Vec<AllowedBuffer>,
    /// What other schedules do, on request: see [`Options::sweep`].
    pub sweep: Option<Box<Sweep>>,
}

/// The reason why a dispatch or a draw has no outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// A resource is missing or does not fit: why, in a sentence without a full stop.
    Resources(String),
    /// Execution was stopped.
    Stopped(Stopped),
}

impl fmt::Display for Refusal {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resources(problem) => output.write_str(problem),
            Self::Stopped(stopped) => stopped.fmt(output),
        }
    }
}

impl core::error::Error for Refusal {}

/// A compute pipeline: a program, ready to run with some options.
#[derive(Debug)]
pub struct Pipeline {
    pub(crate) plan: Plan,
}

impl Pipeline {
    /// Makes a compute pipeline of a program. For [`Options::track`], it must have been lowered for that.
    #[must_use]
    pub fn new(program: Program, options: Options) -> Self {
        Self { plan: Plan::new(program, options) }
    }

    /// The program of the pipeline; see [`Plan::program`].
    #[must_use]
    pub const fn program(&self) -> &Program {
        self.plan.program()
    }

    /// Copies of the resources and of the immediate data, in the order in which the program knows them.
    ///
    /// # Errors
    /// [`Refusal::Resources`]: one is missing or does not fit.
    pub fn bind(&self, bindings: &[Binding], immediates: &[u8]) -> Result<Vec<Bound>, Refusal> {
        let resources = &self.program().resources;
        let given = ByPlace::of(bindings);
        let bound = resources.iter().map(|resource| bind(resource, &given, immediates));
        let bound = bound.collect::<Result<Vec<Bound>, _>>()?;
        check(resources.iter().zip(&bound))?;
        Ok(bound)
    }

    /// Runs a dispatch, which writes to the resources. The result is what was found besides their contents.
    ///
    /// # Errors
    /// It was stopped.
    pub fn dispatch(&self, grid: impl Into<Grid>, bound: &[Bound]) -> Result<Findings, Stopped> {
        execute::dispatch(&self.plan, grid, bound)
    }

    /// Runs a dispatch, which writes to the resources, and calls a function at each probe; see [`execute::observe`].
    ///
    /// # Errors
    /// It was stopped.
    pub fn observe(
        &self,
        grid: impl Into<Grid>,
        bound: &[Bound],
        look: impl FnMut(&Sight<'_, '_>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        execute::observe(&self.plan, grid, bound, look)
    }

    /// The faults of strict execution, each with the probe before it; see [`execute::observe_faults`].
    ///
    /// # Errors
    /// It was stopped.
    pub fn observe_faults(
        &self,
        grid: impl Into<Grid>,
        bound: &[Bound],
        workgroup: u64,
        counted: (impl Fn(u32) -> bool, usize),
    ) -> Result<Vec<(Option<usize>, Fault)>, Stopped> {
        execute::observe_faults(&self.plan, grid, bound, workgroup, counted)
    }

    /// The contents that the schedules of a dispatch leave.
    #[must_use]
    pub fn outcomes(&self, grid: impl Into<Grid>, bound: &[Bound], options: SweepOptions) -> Outcomes {
        execute::outcomes(&self.plan, grid, bound, options)
    }

    /// The present contents of the bindings that the program may write, and of those that it does not name.
    #[must_use]
    pub fn written(&self, bindings: &[Binding], bound: &[Bound]) -> Vec<Binding> {
        written(&self.program().resources, bindings, bound)
    }
}

/// The present contents of the bindings that a program may write, and of those that no resource names.
pub(crate) fn written(resources: &[Resource], bindings: &[Binding], bound: &[Bound]) -> Vec<Binding> {
    let mut indices = FxHashMap::default();
    for (index, resource) in resources.iter().enumerate().filter(|(_, it)| it.is_at(it.group, it.binding)) {
        steps::take(1);
        indices.entry((resource.group, resource.binding)).or_insert(index);
    }
    let index_of = |binding: &Binding| indices.get(&(binding.group, binding.binding)).copied();
    let is_written = |binding: &&Binding| index_of(binding).is_none_or(|index| resources[index].is_writable);
    let now = |binding: &Binding| match index_of(binding).and_then(|index| bound.get(index)) {
        Some(Bound::Buffer(bytes)) => Binding { data: Data::Buffer(bytes.to_bytes().into()), ..*binding },
        Some(Bound::Texture(texture)) => {
            Binding { data: Data::Texture(*texture.descriptor(), texture.to_bytes().into()), ..*binding }
        }
        Some(Bound::Sampler(_) | Bound::Missing) | None => binding.clone(),
    };
    bindings.iter().filter(is_written).map(now).collect()
}

/// Refuses resources that are not of the kinds that the program declares: all missing ones at once, then the first other one.
pub(crate) fn check<'a>(
    bound: impl Iterator<Item = (&'a Resource, &'a Bound)> + Clone,
) -> Result<(), Refusal> {
    let wrong = bound.filter(|(resource, bound)| !execute::fits(resource.kind, bound));
    let missing: Vec<String> =
        wrong.clone().filter_map(|(resource, bound)| missing(resource, bound)).collect();
    if !missing.is_empty() {
        return Err(Refusal::Resources(format!("missing {}", missing.join(", "))));
    }
    wrong.take(1).try_for_each(|(resource, bound)| Err(Refusal::Resources(problem(resource, bound))))
}

/// The kind and the place of a resource that is missing.
fn missing(resource: &Resource, bound: &Bound) -> Option<String> {
    let Bound::Missing = bound else { return None };
    let what = match resource.kind {
        ResourceKind::Immediates { .. } => return Some("immediate data".to_owned()),
        ResourceKind::FixedSampler { .. } => return Some("sampler of the program".to_owned()),
        ResourceKind::Buffer { .. } => "buffer",
        ResourceKind::Texture { .. } => "texture",
        ResourceKind::Sampler { .. } => "sampler",
    };
    Some(format!("{what} for @group({}) @binding({})", resource.group, resource.binding))
}

/// Bindings by group and binding number. A program may have thousands, so none is looked for in a list.
pub(crate) struct ByPlace<'a>(FxHashMap<(u32, u32), &'a Binding>);

impl<'a> ByPlace<'a> {
    pub(crate) fn of(bindings: &'a [Binding]) -> Self {
        let mut places = FxHashMap::default();
        for binding in bindings {
            steps::take(1);
            places.entry((binding.group, binding.binding)).or_insert(binding);
        }
        Self(places)
    }
}

/// A copy of the binding for a resource.
pub(crate) fn bind(resource: &Resource, bindings: &ByPlace<'_>, immediates: &[u8]) -> Result<Bound, Refusal> {
    if let ResourceKind::Immediates { .. } = resource.kind {
        return Ok(Bound::Buffer(SharedBytes::from_bytes(immediates)));
    }
    if let ResourceKind::FixedSampler { sampler } = resource.kind {
        return Ok(Bound::Sampler(sampler));
    }
    let given = bindings.0.get(&(resource.group, resource.binding));
    Ok(match given.map(|it| &it.data) {
        Some(Data::Buffer(bytes)) => Bound::Buffer(SharedBytes::from_bytes(bytes)),
        Some(Data::Texture(descriptor, bytes)) => {
            let texture = Texture::from_bytes(*descriptor, bytes);
            Bound::Texture(texture.map_err(|error| {
                Refusal::Resources(format!(
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
                "the buffer for {place} has {} bytes, but the program needs at least {least_size}",
                bytes.len()
            )
        }
        (ResourceKind::Immediates { least_size }, Bound::Buffer(bytes)) => {
            let given = bytes.len();
            format!("found {given} bytes of immediate data, but the program needs at least {least_size}")
        }
        (ResourceKind::Immediates { .. }, _) => "the program expects immediate data".to_owned(),
        (ResourceKind::Texture { holds: TexelKind::Format(format), .. }, Bound::Texture(texture))
            if texture.format() == format && !texture.descriptor().swizzle.is_identity() =>
        {
            format!("the storage texture for {place} can't have a swizzle")
        }
        (ResourceKind::Texture { dimension, holds, is_multisampled }, _) => {
            let samples = if is_multisampled { "multisampled " } else { "" };
            format!("{place} expects a {samples}{} texture {}", dimension.name(), texels(holds))
        }
        (ResourceKind::Sampler { compares: true }, _) => {
            format!("the sampler for {place} must have a compare function")
        }
        (ResourceKind::Sampler { compares: false }, _) => {
            format!("the sampler for {place} must not have a compare function")
        }
        (ResourceKind::FixedSampler { .. }, _) => "the program expects a sampler of its own".to_owned(),
        (ResourceKind::Buffer { .. }, _) => format!("{place} expects a buffer"),
    }
}

/// Returns the required texels of a texture in words.
fn texels(kind: TexelKind) -> String {
    match kind {
        TexelKind::Channels(ChannelKind::Float) => "with floating-point texels".to_owned(),
        TexelKind::Channels(ChannelKind::Sint) => "with signed integer texels".to_owned(),
        TexelKind::Channels(ChannelKind::Uint) => "with unsigned integer texels".to_owned(),
        TexelKind::Depth => "with depth texels".to_owned(),
        TexelKind::Format(format) => format!("of format {}", format.name()),
    }
}
