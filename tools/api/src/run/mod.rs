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

/// A resource to bind. Slices, arrays and vectors of numbers become buffers; a [`Sampler`] becomes a sampler.
///
/// A buffer has the bytes that a device would see, in little-endian order and with the padding of WGSL's layout. Pass a structure with
/// members of several types as bytes, for instance `bytemuck::bytes_of(&parameters)`. [`Module::reflect`] returns the offsets.
#[derive(Clone, PartialEq, Debug)]
pub struct Resource(Data);

/// The reason why a dispatch has no outcome. Faults are not errors: [`Outcome::faults`] has them.
///
/// [`Display`](fmt::Display) and [`Debug`](fmt::Debug) both write it for people.
#[derive(Clone)]
#[non_exhaustive]
pub enum RunError {
    /// No compute pipeline can be made: there is no such entry point, or the overrides do not have values that fit.
    Pipeline(Diagnostics),
    /// A resource is missing, does not fit, or is bound although the entry point does not use it.
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
    /// Prepares a dispatch of this many workgroups along x, y and z.
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

    /// Binds a copy of a resource to `@group(group) @binding(binding)`. A second resource for the same binding replaces the first.
    ///
    /// Bind exactly the resources that the entry point uses, directly or through functions. Unlike a WebGPU bind group, a dispatch must not
    /// have more: [`run`](Self::run) returns an error for a variable that is declared but not used. [`Outcome`] has the final contents.
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

    /// Reports non-portable events as faults in [`Outcome::faults`]: data races, out-of-bounds accesses, reads of memory that was never
    /// written, divisions by zero and more. Integers that wrap around are portable, and not reported. Strict execution is slower, and
    /// workgroups run one after the other.
    ///
    /// A fault does not stop the program or change its results: an index out of bounds selects the last element.
    ///
    /// ```
    /// use shader_check::FaultKind;
    ///
    /// let module = shader_check::validate("
    ///     @group(0) @binding(0) var<storage, read_write> data: array<u32>;
    ///     @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { data[i + 1] = i; }
    /// ")?;
    /// let outcome = module.dispatch([1, 1, 1]).bind(0, 0, [0u32; 4]).strict().run()?;
    /// let [fault] = outcome.faults() else { panic!("one place has a fault") };
    /// assert_eq!((fault.kind, fault.invocation), (FaultKind::OutOfBounds, 3));
    /// println!("{fault}"); // with the marked source
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strict(mut self) -> Self {
        self.options.strict = true;
        self.options.accuracies = Some(wgsl_spec::ACCURACY.for_all_calls());
        self.options.uniform_subgroups = true;
        self
    }

    /// Sets the number of steps after which [`run`](Self::run) stops the program and returns [`RunError::OutOfFuel`]. A step takes about a
    /// tenth of a nanosecond; the default is 2³⁵, about 3 seconds.
    pub const fn fuel(mut self, steps: u64) -> Self {
        self.options.fuel = steps;
        self
    }

    /// Runs the dispatch.
    ///
    /// # Errors
    /// The pipeline or the resources do not fit the program, the executor lacks a feature, or the program was stopped. Faults are not
    /// errors: see [`Outcome::faults`].
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
        Err(Refusal::Resources(format!("can't bind {}: the entry point uses {used}", place(unused))))
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
    /// Makes a buffer of zeros with this size in bytes.
    ///
    /// # Panics
    /// There is no memory for so many bytes, as for a `Vec`.
    #[must_use]
    pub fn zeros(bytes: usize) -> Self {
        Self(Data::Buffer(vec![0; bytes].into()))
    }

    /// Makes a texture with these texels: mip level by mip level, in each layer by layer, in each row by row, without padding.
    ///
    /// # Errors
    /// There is no such texture, or it has a different number of bytes.
    pub fn texture(
        descriptor: TextureDescriptor,
        texels: &[u8],
    ) -> Result<Self, crate::texture::TextureError> {
        Data::texture(descriptor, Some(texels.to_vec().into())).map(Self)
    }

    /// Makes a texture of zeros.
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
