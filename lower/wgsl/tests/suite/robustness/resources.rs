//! Resources for every binding of a program.

use super::random::Random;
use shader_ir::{Program, Resource, ResourceKind, TexelKind};
use shader_run::execute::Bound;
use shader_run::memory::SharedBytes;
use shader_run::texture::Texture;
use webgpu_model::texture::{
    CompareFunction, Format, Sampler, TextureDescriptor, TextureError, ViewDimension,
};
use webgpu_model::{Binding, Data};

/// The greatest size of a buffer in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// The greatest memory in bytes of all invocations of a workgroup.
const MOST_MEMORY: u64 = 1 << 25;

/// Bytes for variables in address space immediate, as many as allowed.
pub(crate) const IMMEDIATES: [u8; 64] = [7; 64];

/// Small resources; `None` if the program needs large ones, or memory that takes long to clear.
pub(crate) fn bindings(program: &Program, random: &mut Random) -> Option<Vec<Binding>> {
    let lanes = program.workgroup_size.into_iter().flatten().fold(1, u32::saturating_mul);
    if u64::from(lanes) * u64::from(program.invocation_bytes) > MOST_MEMORY {
        return None;
    }
    let is_bound = |resource: &&Resource| resource.kind.is_bound();
    program.resources.iter().filter(is_bound).map(|resource| binding(resource, random)).collect()
}

/// Small resources and immediate data, bound for the stages of a draw.
pub(crate) fn bound(program: &Program, random: &mut Random) -> Option<Vec<Bound>> {
    let bound = |binding: Binding| match binding.data {
        Data::Buffer(bytes) => Bound::Buffer(SharedBytes::from_bytes(&bytes)),
        Data::Texture(descriptor, bytes) => Bound::Texture(Texture::from_bytes(descriptor, &bytes).unwrap()),
        Data::Sampler(sampler) => Bound::Sampler(sampler),
    };
    let mut bindings = bindings(program, random)?.into_iter();
    let resources = program.resources.iter().map(|resource| match resource.kind {
        ResourceKind::Immediates { .. } => Some(Bound::Buffer(SharedBytes::from_bytes(&IMMEDIATES))),
        ResourceKind::FixedSampler { sampler } => Some(Bound::Sampler(sampler)),
        ResourceKind::Buffer { .. } | ResourceKind::Texture { .. } | ResourceKind::Sampler { .. } => {
            bindings.next().map(bound)
        }
    });
    resources.collect()
}

fn binding(resource: &Resource, random: &mut Random) -> Option<Binding> {
    let data = match resource.kind {
        ResourceKind::Immediates { .. } | ResourceKind::FixedSampler { .. } => return None,
        ResourceKind::Buffer { least_size, .. } if least_size > MOST_BYTES => return None,
        ResourceKind::Buffer { least_size, .. } => {
            let words = least_size.div_ceil(4) as usize + random.below(3) * random.below(40);
            Data::Buffer((0..words).flat_map(|_| word(random).to_le_bytes()).collect())
        }
        ResourceKind::Texture { dimension, holds, is_multisampled } => {
            texture(dimension, holds, is_multisampled, random)?
        }
        ResourceKind::Sampler { compares } => {
            let compare = compares.then_some(CompareFunction::Less);
            Data::Sampler(Sampler { compare, ..Sampler::default() })
        }
    };
    Some(Binding { group: resource.group, binding: resource.binding, data })
}

/// Bits that are an interesting number in some type.
pub(crate) fn word(random: &mut Random) -> u32 {
    match random.below(8) {
        0 => random.next() as u32,
        1 => [0, 1, u32::MAX, 1 << 31, i32::MAX as u32, 32][random.below(6)],
        2 => [f32::NAN, f32::INFINITY, -0.0, f32::MAX, f32::MIN_POSITIVE, 1e-40][random.below(6)].to_bits(),
        3 | 4 => (random.below(4000) as f32 / 16.0 - 100.0).to_bits(),
        _ => random.below(40) as u32,
    }
}

fn texture(
    dimension: ViewDimension,
    holds: TexelKind,
    is_multisampled: bool,
    random: &mut Random,
) -> Option<Data> {
    let format = match holds {
        TexelKind::Format(format) => format,
        TexelKind::Depth => *Format::ALL.iter().find(|format| format.is_depth())?,
        TexelKind::Channels(kind) => {
            *Format::ALL.iter().find(|format| format.kind() == kind && !format.is_depth())?
        }
    };
    let size = match dimension {
        ViewDimension::D1 => [5, 1, 1],
        ViewDimension::D2 => [5, 4, 1],
        ViewDimension::D2Array | ViewDimension::D3 => [5, 4, 3],
        ViewDimension::Cube => [4, 4, 6],
        ViewDimension::CubeArray => [4, 4, 12],
    };
    let sample_count = if is_multisampled { 4 } else { 1 };
    let descriptor = TextureDescriptor { sample_count, ..TextureDescriptor::new(dimension, format, size) };
    let Err(TextureError::ByteCount { expected, .. }) = Texture::from_bytes(descriptor, &[]) else {
        return None;
    };
    Some(Data::Texture(descriptor, (0..expected).map(|_| random.next() as u8).collect()))
}

/// Whether buffers and textures have equal contents, apart from the bits of a NaN, which the specification leaves
/// open.
pub(crate) fn are_same(left: &[Binding], right: &[Binding]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| match (&left.data, &right.data) {
            (Data::Buffer(left), Data::Buffer(right)) | (Data::Texture(_, left), Data::Texture(_, right)) => {
                left.len() == right.len()
                    && left.chunks(4).zip(right.chunks(4)).all(|(left, right)| are_same_word(left, right))
            }
            (left, right) => left == right,
        })
}

fn are_same_word(left: &[u8], right: &[u8]) -> bool {
    let is_nan = |word: &[u8]| <[u8; 4]>::try_from(word).is_ok_and(|word| f32::from_le_bytes(word).is_nan());
    let is_half_nan =
        |half: &[u8]| <[u8; 2]>::try_from(half).is_ok_and(|half| u16::from_le_bytes(half) & 0x7fff > 0x7c00);
    let are_same_halves = || {
        left.chunks(2)
            .zip(right.chunks(2))
            .all(|(left, right)| left == right || is_half_nan(left) && is_half_nan(right))
    };
    left == right || is_nan(left) && is_nan(right) || are_same_halves()
}
