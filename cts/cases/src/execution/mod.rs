//! What it takes to execute a program, and what its memory must hold afterwards: a program of `run` with its matrix
//! applied and its numbers in bytes, as executors take it.

pub mod compare;
pub mod draw;
pub mod expected;
pub mod fault;
pub mod path;
pub mod scalar;
pub mod texel;
pub mod texels;
pub mod texture;

pub use draw::Draw;
pub use expected::ExpectedValue;
pub use fault::{Fault, FaultKind};
pub use scalar::ScalarFormat;
pub use shader_model::texture::{AddressMode, CompareFunction, FilterMode};
pub use shader_run::judge::Difference as Disallowed;
pub use texel::TextureFormat;
pub use texture::{TextureDimension, TextureShape};

use crate::vocabulary::Pipeline;
use schemars::JsonSchema;
use serde::Deserialize;

/// A dispatch or a draw, and what must come of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Execution {
    /// What is done.
    pub command: Command,
    /// Whether faults are looked for. Those of `faults` must then be found, and no others.
    pub is_strict: bool,
    /// The number of invocations of a subgroup, where it matters.
    pub subgroup_size: Option<u32>,
    /// Whether the buffers of a dispatch must hold what the text allows, as the reference executor follows it. Then nothing else
    /// need be expected. Draws are not followed.
    pub is_bounded_by_text: bool,
    /// Buffers, at bindings of their own.
    pub buffers: Vec<Buffer>,
    /// Textures, likewise.
    pub textures: Vec<Texture>,
    /// Samplers, likewise.
    pub samplers: Vec<Sampler>,
    /// The bytes of variables in address space immediate.
    pub immediates: Vec<u8>,
    /// The faults that must be found, in the order of the text.
    pub faults: Vec<Fault>,
}

/// What is done with a program.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Its compute shader is dispatched.
    Dispatch(Dispatch),
    /// Its vertex shader and its fragment shader draw.
    Draw(Box<Draw>),
}

/// A dispatch.
#[derive(Debug, Clone, PartialEq)]
pub struct Dispatch {
    /// The pipeline that is made of the program; its stage is compute.
    pub pipeline: Pipeline,
    /// The number of workgroups in x, y and z.
    pub workgroups: [u32; 3],
}

/// Where a resource is bound. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BindingPoint {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
}

/// A buffer and what it holds at first.
#[derive(Debug, Clone, PartialEq)]
pub struct Buffer {
    /// Where it is bound.
    pub at: BindingPoint,
    /// What it is bound as.
    pub kind: BufferKind,
    /// What its bytes are, again and again to its end.
    pub row: Vec<Field>,
    /// The bytes at first, all of them.
    pub data: Vec<u8>,
    /// What each scalar must be afterwards; `None` when nothing is compared.
    pub expect: Option<Vec<ExpectedValue>>,
}

/// What a buffer is bound as.
#[derive(Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum BufferKind {
    /// `var<storage, read_write>`
    Storage,
    /// `var<storage, read>`
    ReadOnlyStorage,
    /// `var<uniform>`
    Uniform,
}

/// A part of the row that a buffer repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// A number.
    Scalar(ScalarFormat),
    /// This many bytes that mean nothing.
    Padding(u32),
}

/// A texture and what it holds at first.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Where it is bound.
    pub at: BindingPoint,
    /// What it is bound as.
    pub kind: TextureKind,
    /// What a texel is.
    pub format: TextureFormat,
    /// Its size.
    pub shape: TextureShape,
    /// The bytes of the texels at first, all of them and nothing between them: level by level, in each layer by layer, in
    /// each row by row, in each texel sample by sample.
    pub data: Vec<u8>,
    /// What each channel must be afterwards, in the same order; `None` when nothing is compared.
    pub expect: Option<Vec<ExpectedValue>>,
}

/// What a texture is bound as.
#[derive(Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum TextureKind {
    /// Sampled or loaded from.
    Texture,
    /// One that can be written to, or only read, as its access mode has it.
    StorageTexture,
}

/// A sampler. <https://gpuweb.github.io/gpuweb/#GPUSampler>
#[derive(Debug, Clone, PartialEq)]
pub struct Sampler {
    /// Where it is bound.
    pub at: BindingPoint,
    /// Between texels when a texel is larger than a pixel.
    pub mag: FilterMode,
    /// Between texels when it is smaller.
    pub min: FilterMode,
    /// Between levels.
    pub mipmap: FilterMode,
    /// What coordinates outside of the texture mean, in each direction.
    pub address: [AddressMode; 3],
    /// How a reference is compared with depth; `None` for a sampler that does not compare.
    pub compare: Option<CompareFunction>,
    /// The least and the greatest level of detail.
    pub lod: [f32; 2],
}

/// What an executor gives back of an execution.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Output {
    /// The bytes of each buffer of the execution, in its order.
    pub buffers: Vec<Vec<u8>>,
    /// The bytes of each texture, in its order, in the form of [`Texture::data`].
    pub textures: Vec<Vec<u8>>,
    /// The bytes of each target of a draw, in its order, with one sample a texel.
    pub targets: Vec<Vec<u8>>,
    /// The bytes of the depth attachment of a draw, where it has one sample a texel.
    pub depth: Option<Vec<u8>>,
    /// Whether subgroups have another size than the case says: then it is not what the case expects that counts, but what the
    /// reference executor has with subgroups of that size.
    pub is_rearranged: bool,
    /// Words that no implementation may have: what the reference executor says of another one.
    pub disallowed: Vec<Disallowed>,
    /// What an executor that looks for faults has found; `None` from one that does not look.
    pub faults: Option<Vec<Fault>>,
}

impl Execution {
    /// The stages that are made of the program, each with its entry point and values for overrides.
    #[must_use]
    pub fn stages(&self) -> Vec<&Pipeline> {
        match &self.command {
            Command::Dispatch(dispatch) => vec![&dispatch.pipeline],
            Command::Draw(draw) => std::iter::once(&draw.vertex).chain(&draw.fragment).collect(),
        }
    }

    /// The draw; `None` when it is a dispatch.
    #[must_use]
    pub fn draw(&self) -> Option<&Draw> {
        match &self.command {
            Command::Dispatch(_) => None,
            Command::Draw(draw) => Some(draw),
        }
    }

    /// Whether something that it leaves behind is compared.
    #[must_use]
    pub fn compares(&self) -> bool {
        self.is_bounded_by_text
            || self.buffers.iter().any(|buffer| buffer.expect.is_some())
            || self.textures.iter().any(|texture| texture.expect.is_some())
            || self.draw().is_some_and(Draw::compares)
    }
}

/// The scalars of a buffer with this many bytes, and the offset of each in bytes.
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
    /// In bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Scalar(format) => format.width() as usize / 8,
            Self::Padding(size) => size as usize,
        }
    }
}

impl BufferKind {
    /// Whether a program can write to it.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::Storage)
    }
}

impl TextureKind {
    /// Whether a program can write to it.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::StorageTexture)
    }
}

/// The bits of a number at a byte; zero behind the end.
#[must_use]
pub fn read(bytes: &[u8], offset: usize, format: ScalarFormat) -> u32 {
    let size = format.width() as usize / 8;
    let bytes = bytes.get(offset..offset + size).unwrap_or_default();
    bytes.iter().rev().fold(0, |bits, byte| (bits << 8) | u32::from(*byte))
}

/// Puts the bits of a number at a byte; nowhere when it is behind the end.
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
