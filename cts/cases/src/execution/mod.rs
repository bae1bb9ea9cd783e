//! The execution of a program of `run`, and the expected contents of memory: the matrix is applied, and numbers are bytes.

pub mod compare;
pub mod expected;
pub mod fault;
pub mod features;
pub mod path;
pub mod scalar;
pub mod texel;
pub mod texels;
pub mod texture;

pub use expected::ExpectedValue;
pub use fault::Fault;
pub use scalar::ScalarFormat;

use shader_run::judge::Difference;
use webgpu_model::{Binding, Command, RenderPass, Shader};
use wgsl_spec::ShaderStage;
use wgsl_validator::PipelineRequest;

/// A dispatch or a draw, and the expected results.
#[derive(Debug, Clone, PartialEq)]
pub struct Execution {
    /// The dispatch or the draw, with its resources.
    pub command: Command,
    /// Whether it is strict: it must find the faults of `expected`, and no others.
    pub is_strict: bool,
    /// The number of invocations of a subgroup, if it matters.
    pub subgroup_size: Option<u32>,
    /// The grid of a kernel in Metal.
    pub grid: MetalGrid,
    /// Whether the buffers of a dispatch are compared with the results that the specification allows, as the tracked execution
    /// computes them. Other expectations are then optional. Draws are not tracked.
    pub is_bounded_by_specification: bool,
    /// The expected results.
    pub expected: ExpectedOutput,
}

/// The grid of a kernel as a host gives it, besides the number of threadgroups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MetalGrid {
    /// The threads of the grid, in place of threadgroups.
    pub threads: Option<[u32; 3]>,
    /// The threads of a threadgroup.
    pub threadgroup: Option<[u32; 3]>,
    /// The bytes of pointer arguments in threadgroup memory, by their numbers.
    pub threadgroup_memory: Vec<(u32, u32)>,
}

/// The expected results of an execution. Resources and attachments without an expectation are not compared.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ExpectedOutput {
    /// The contents of buffers.
    pub buffers: Vec<ExpectedBuffer>,
    /// The texels of textures.
    pub textures: Vec<ExpectedTexture>,
    /// The texels of colour attachments, by location. With several samples, those of the resolved attachments.
    pub targets: Vec<Option<Vec<ExpectedValue>>>,
    /// The texels of the depth attachment.
    pub depth: Option<Vec<ExpectedValue>>,
    /// The stencil values.
    pub stencil: Option<Vec<ExpectedValue>>,
    /// The faults that strict execution must find, in the order of the source.
    pub faults: Vec<Fault>,
}

/// The expected contents of a buffer.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedBuffer {
    /// The place of the buffer.
    pub at: BindingPoint,
    /// The types of its contents, repeated to its end.
    pub row: Vec<Field>,
    /// The value of each scalar.
    pub values: Vec<ExpectedValue>,
}

/// The expected texels of a texture.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedTexture {
    /// The place of the texture.
    pub at: BindingPoint,
    /// The value of each channel of each texel, in the order of the bytes.
    pub values: Vec<ExpectedValue>,
}

/// The place of a resource. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BindingPoint {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
}

/// A part of a row. The contents of a buffer are rows of the same types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// A number.
    Scalar(ScalarFormat),
    /// This many bytes of padding.
    Padding(u32),
}

/// The results of an execution.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Output {
    /// The resources of the command, in its order, with their contents afterwards.
    pub bindings: Vec<Binding>,
    /// The bytes of each target of a draw, in its order, with one sample per texel.
    pub targets: Vec<Vec<u8>>,
    /// The bytes of the depth attachment of a draw, if it has one sample per texel.
    pub depth: Option<Vec<u8>>,
    /// The stencil values of a draw, if there is one sample per texel.
    pub stencil: Option<Vec<u8>>,
    /// Whether subgroups have another size than the case says. Then buffers are not compared with the expectations of the case, but
    /// with the results of the reference executor for subgroups of that size.
    pub is_rearranged: bool,
    /// Words of buffers that no implementation may have, according to the reference executor.
    pub disallowed: Vec<Difference>,
    /// The faults that were found; `None` from an executor that does not look for them.
    pub faults: Option<Vec<Fault>>,
}

impl Execution {
    /// The execution of a command, without expectations.
    #[must_use]
    pub fn new(command: Command) -> Self {
        let expected = ExpectedOutput::default();
        Self {
            command,
            is_strict: false,
            subgroup_size: None,
            grid: MetalGrid::default(),
            is_bounded_by_specification: false,
            expected,
        }
    }

    /// The pipeline stages that are created from the program.
    #[must_use]
    pub fn stages(&self) -> Vec<PipelineRequest> {
        match &self.command {
            Command::Dispatch(dispatch) => vec![request(ShaderStage::Compute, &dispatch.shader)],
            Command::Render(pass) => {
                let stages = pass.pipelines.iter().flat_map(|state| {
                    let vertex = request(ShaderStage::Vertex, &state.vertex);
                    let fragment = state.fragment.iter().map(|shader| request(ShaderStage::Fragment, shader));
                    std::iter::once(vertex).chain(fragment)
                });
                stages.collect()
            }
        }
    }

    /// The render pass; `None` for a dispatch.
    #[must_use]
    pub fn render_pass(&self) -> Option<&RenderPass> {
        match &self.command {
            Command::Dispatch(_) => None,
            Command::Render(pass) => Some(pass),
        }
    }

    /// Whether any of its results are compared.
    #[must_use]
    pub fn compares(&self) -> bool {
        self.is_bounded_by_specification || self.expected.compares()
    }

    /// Whether another implementation can have results that are not as expected. Faults do not count: others report none.
    #[must_use]
    pub fn can_fail(&self) -> bool {
        self.is_bounded_by_specification || self.expected.values().any(ExpectedValue::can_fail)
    }

    /// The output of this execution when the resources among `written` have new contents.
    #[must_use]
    pub fn output(&self, written: &[Binding]) -> Output {
        let now = |given: &Binding| {
            let here = written.iter().find(|it| BindingPoint::of(it) == BindingPoint::of(given));
            here.unwrap_or(given).clone()
        };
        Output { bindings: self.command.bindings().iter().map(now).collect(), ..Output::default() }
    }
}

fn request(stage: ShaderStage, shader: &Shader) -> PipelineRequest {
    PipelineRequest {
        stage: Some(stage),
        entry_point: shader.entry_point.clone(),
        constants: shader.constants.clone(),
    }
}

impl ExpectedOutput {
    /// The expected values of all buffers, textures and attachments.
    pub fn values(&self) -> impl Iterator<Item = &ExpectedValue> {
        let buffers = self.buffers.iter().flat_map(|buffer| &buffer.values);
        let textures = self.textures.iter().flat_map(|texture| &texture.values);
        let targets = self.targets.iter().flatten().flatten();
        buffers.chain(textures).chain(targets).chain(self.depth.iter().flatten())
    }

    /// Whether buffers, textures or attachments are compared.
    #[must_use]
    pub fn compares(&self) -> bool {
        let has_depths = self.depth.is_some() || self.stencil.is_some();
        let has_attachments = has_depths || self.targets.iter().any(Option::is_some);
        has_attachments || !self.buffers.is_empty() || !self.textures.is_empty()
    }
}

impl BindingPoint {
    /// The place of a resource.
    #[must_use]
    pub const fn of(binding: &Binding) -> Self {
        let Binding { group, binding, .. } = *binding;
        Self { group, binding }
    }
}

impl Output {
    /// The bytes of a resource; none if it is missing.
    #[must_use]
    pub fn bytes(&self, at: BindingPoint) -> &[u8] {
        let found = self.bindings.iter().find(|binding| BindingPoint::of(binding) == at);
        found.map_or(&[], |binding| binding.data.bytes())
    }
}

/// The scalars of a buffer with this many bytes, each with its offset in bytes.
pub fn scalars(row: &[Field], size: usize) -> impl Iterator<Item = (usize, ScalarFormat)> {
    let is_something = row.iter().any(|field| field.size() > 0);
    let mut fields = row.iter().cycle().take(if is_something { usize::MAX } else { 0 });
    let mut end = 0;
    std::iter::from_fn(move || {
        loop {
            let field = fields.next()?;
            let offset = end;
            end += field.size();
            if end > size {
                return None;
            }
            if let Field::Scalar(format) = field {
                return Some((offset, *format));
            }
        }
    })
}

impl Field {
    /// The size in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Scalar(format) => format.width() as usize / 8,
            Self::Padding(size) => size as usize,
        }
    }
}

/// The bits of the number at an offset; zero beyond the end.
#[must_use]
pub fn read(bytes: &[u8], offset: usize, format: ScalarFormat) -> u32 {
    let size = format.width() as usize / 8;
    let bytes = bytes.get(offset..offset + size).unwrap_or_default();
    bytes.iter().rev().fold(0, |bits, byte| (bits << 8) | u32::from(*byte))
}

/// Writes the bits of a number at an offset; not beyond the end.
pub(crate) fn write(bytes: &mut [u8], offset: usize, format: ScalarFormat, bits: u32) {
    let size = format.width() as usize / 8;
    if let Some(place) = bytes.get_mut(offset..offset + size) {
        place.copy_from_slice(&bits.to_le_bytes()[..size]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_repeat_and_skip_their_padding() {
        let row = [Field::Scalar(ScalarFormat::F32), Field::Scalar(ScalarFormat::F16), Field::Padding(2)];
        let offsets: Vec<usize> = scalars(&row, 22).map(|(offset, _)| offset).collect();
        assert_eq!(offsets, [0, 4, 8, 12, 16, 20]);
        assert_eq!(scalars(&row, 21).count(), 5);
        assert_eq!(scalars(&[Field::Padding(4)], 16).count(), 0);
        assert_eq!(scalars(&[Field::Padding(0)], 16).count() + scalars(&[], 16).count(), 0);
    }

    #[test]
    fn numbers_are_little_endian() {
        let mut bytes = [0; 4];
        write(&mut bytes, 2, ScalarFormat::Unsigned(16), 0x1234);
        write(&mut bytes, 3, ScalarFormat::Unsigned(16), 0xffff);
        assert_eq!(bytes, [0, 0, 0x34, 0x12]);
        assert_eq!(read(&bytes, 0, ScalarFormat::F32), 0x1234_0000);
        assert_eq!(read(&bytes, 2, ScalarFormat::F32), 0);
    }
}
