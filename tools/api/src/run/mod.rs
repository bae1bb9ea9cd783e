//! Running compute shaders.

mod fault;
mod number;
mod outcome;

pub use fault::Fault;
pub use number::Number;
pub use outcome::Outcome;
pub use shader_run::execute::FaultKind;

use crate::diagnostic::Diagnostics;
use crate::files::SourceRange;
use crate::module::Module;
use crate::texture::{Sampler, TextureDescriptor};
use core::fmt;
use shader_run::execute::{Options, Stopped};
use shader_run::resources::Refusal;
use webgpu_model::{Binding, Data};
use wgsl_lower::compute::{self, Failure};
use wgsl_validator::interface::Interface;

/// A dispatch that is being prepared: [`Module::dispatch`] starts it, [`Dispatch::run`] runs it.
#[derive(Clone, Debug)]
#[must_use = "`run` runs the dispatch"]
pub struct Dispatch<'a> {
    module: &'a Module,
    command: webgpu_model::Dispatch,
    options: Options,
}

/// A resource to bind. Slices, arrays and vectors of numbers become buffers.
#[derive(Clone, PartialEq, Debug)]
pub struct Resource(Data);

/// The reason why a dispatch has no outcome. Both [`Display`](fmt::Display) and [`Debug`](fmt::Debug) write it for people.
#[derive(Clone)]
#[non_exhaustive]
pub enum RunError {
    /// No compute pipeline can be made: there is no such entry point, or the overrides do not have values that fit.
    Pipeline(Diagnostics),
    /// A resource is missing, does not fit, or is bound where the entry point uses none.
    Resource {
        /// The mistake, without a full stop.
        message: String,
    },
    /// The program uses a feature that the executor lacks.
    Unsupported {
        /// The feature, without a full stop.
        message: String,
        /// Its place.
        range: SourceRange,
    },
    /// The program took more steps than [`Dispatch::fuel`]: it may not terminate.
    OutOfFuel,
    /// A workgroup needs more memory than the executor allows.
    OutOfMemory,
}

impl Module {
    /// Prepares a dispatch of so many workgroups along x, y and z.
    ///
    /// ```
    /// let module = shader_check::validate("
    ///     @group(0) @binding(0) var<storage, read_write> data: array<f32>;
    ///     @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] *= 2.0; }
    /// ")?;
    /// let outcome = module.dispatch([1, 1, 1]).bind(0, 0, [1.0f32; 64]).run()?;
    /// assert_eq!(outcome.read::<f32>(0, 0), Some(vec![2.0; 64]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dispatch(&self, workgroups: [u32; 3]) -> Dispatch<'_> {
        let command = webgpu_model::Dispatch { workgroups, ..webgpu_model::Dispatch::default() };
        Dispatch { module: self, command, options: Options::default() }
    }
}

impl Dispatch<'_> {
    /// Runs this entry point. It can be left out if the program has only one compute shader.
    pub fn entry_point(mut self, name: impl Into<String>) -> Self {
        self.command.shader.entry_point = Some(name.into());
        self
    }

    /// Gives an override a value, by its name or by its `@id` in decimal digits.
    pub fn constant(mut self, name: impl Into<String>, value: f64) -> Self {
        self.command.shader.constants.push((name.into(), value));
        self
    }

    /// Binds a copy of a resource to `@group(group) @binding(binding)`. A second one for the same place replaces the first.
    pub fn bind(mut self, group: u32, binding: u32, resource: impl Into<Resource>) -> Self {
        self.command.bindings.retain(|it| (it.group, it.binding) != (group, binding));
        self.command.bindings.push(Binding { group, binding, data: resource.into().0 });
        self
    }

    /// Sets the bytes of the variable in address space `immediate`.
    pub fn immediates<N: Number>(mut self, values: &[N]) -> Self {
        self.command.immediates = number::bytes(values);
        self
    }

    /// Reports non-portable events as faults: data races, accesses out of bounds, reads of memory that was never written, divisions by
    /// zero and more. It is slower, and workgroups run one after the other.
    pub fn strict(mut self) -> Self {
        self.options.strict = true;
        self
    }

    /// Sets the number of steps after which the program is stopped. A step takes about a tenth of a nanosecond; the default is 2³⁵.
    pub const fn fuel(mut self, steps: u64) -> Self {
        self.options.fuel = steps;
        self
    }

    /// Runs the dispatch.
    ///
    /// # Errors
    /// The pipeline or the resources do not fit the program, the executor lacks a feature, or the program was stopped.
    pub fn run(self) -> Result<Outcome, RunError> {
        self.execute().map_err(|failure| self.error(failure))
    }

    fn execute(&self) -> Result<Outcome, Failure> {
        let mut validator = wgsl_validator::Validator::default();
        let stage = compute::stage(&self.module.checked, &mut validator, &compute::request(&self.command))?;
        self.check_places(stage.interface())?;
        let outcome = compute::dispatch(&compute::pipeline(&stage, self.options)?, &self.command)?;
        Ok(Outcome::new(outcome, self.module, self.command.workgroups))
    }

    /// Refuses a resource that the entry point does not use: its place is mistyped, or belongs to another entry point.
    fn check_places(&self, interface: &Interface) -> Result<(), Refusal> {
        let used = || interface.resources.iter().map(|it| (it.group, it.binding));
        let place = |(group, binding)| format!("@group({group}) @binding({binding})");
        let mut bound = self.command.bindings.iter().map(|it| (it.group, it.binding));
        let Some(unused) = bound.find(|bound| used().all(|used| used != *bound)) else { return Ok(()) };
        let mut used: Vec<_> = used().collect();
        used.sort_unstable();
        let used: Vec<String> = used.into_iter().map(place).collect();
        let used =
            if used.is_empty() { "no resources".to_owned() } else { format!("only {}", used.join(", ")) };
        Err(Refusal::Resources(format!("{}: the entry point uses {used}", place(unused))))
    }

    fn error(&self, failure: Failure) -> RunError {
        let Module { checked, origin, .. } = self.module;
        match failure {
            Failure::Module(found) | Failure::Pipeline(found) => {
                RunError::Pipeline(origin.diagnostics(found, checked.edition()))
            }
            Failure::Unsupported(lacking) => {
                let (files, spans) = origin.places(&[lacking.span]);
                let range = files.range(spans[0], &files.map());
                RunError::Unsupported { message: lacking.message, range }
            }
            Failure::Resources(message) => RunError::Resource { message },
            Failure::Stopped(Stopped::OutOfFuel) => RunError::OutOfFuel,
            Failure::Stopped(Stopped::OutOfMemory) => RunError::OutOfMemory,
        }
    }
}

impl Resource {
    /// A buffer of zeros with this size in bytes.
    #[must_use]
    pub fn zeros(bytes: usize) -> Self {
        Self(Data::Buffer(vec![0; bytes].into()))
    }

    /// A texture with these texels: mip level by mip level, in each layer by layer, in each row by row, without padding.
    ///
    /// # Errors
    /// There is no such texture, or it has a different number of bytes.
    pub fn texture(
        descriptor: TextureDescriptor,
        texels: &[u8],
    ) -> Result<Self, crate::texture::TextureError> {
        Data::texture(descriptor, Some(texels.to_vec().into())).map(Self)
    }

    /// A texture of zeros.
    ///
    /// # Errors
    /// There is no such texture.
    pub fn zeroed_texture(descriptor: TextureDescriptor) -> Result<Self, crate::texture::TextureError> {
        Data::texture(descriptor, None).map(Self)
    }
}

impl From<Sampler> for Resource {
    fn from(sampler: Sampler) -> Self {
        Self(Data::Sampler(sampler))
    }
}

impl<N: Number> From<&[N]> for Resource {
    fn from(numbers: &[N]) -> Self {
        Self(Data::Buffer(number::bytes(numbers).into()))
    }
}

impl<N: Number> From<&Vec<N>> for Resource {
    fn from(numbers: &Vec<N>) -> Self {
        numbers.as_slice().into()
    }
}

impl<N: Number> From<Vec<N>> for Resource {
    fn from(numbers: Vec<N>) -> Self {
        numbers.as_slice().into()
    }
}

impl<N: Number, const COUNT: usize> From<&[N; COUNT]> for Resource {
    fn from(numbers: &[N; COUNT]) -> Self {
        numbers.as_slice().into()
    }
}

impl<N: Number, const COUNT: usize> From<[N; COUNT]> for Resource {
    fn from(numbers: [N; COUNT]) -> Self {
        numbers.as_slice().into()
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pipeline(diagnostics) => diagnostics.fmt(output),
            Self::Resource { message } => output.write_str(message),
            Self::Unsupported { message, range } => write!(output, "{range}: {message}"),
            Self::OutOfFuel => Stopped::OutOfFuel.fmt(output),
            Self::OutOfMemory => Stopped::OutOfMemory.fmt(output),
        }
    }
}

impl fmt::Debug for RunError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pipeline(diagnostics) => fmt::Debug::fmt(diagnostics, output),
            Self::Resource { .. } | Self::Unsupported { .. } | Self::OutOfFuel | Self::OutOfMemory => {
                fmt::Display::fmt(self, output)
            }
        }
    }
}

impl core::error::Error for RunError {}
