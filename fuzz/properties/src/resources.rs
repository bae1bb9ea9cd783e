//! Resources for a program of which nothing but its interface is known. The same program gets the same ones.

use shader_ir::{Program, Resource, ResourceKind, TexelKind};
use shader_model::texture::{
    ChannelKind, CompareFunction, Dimension, Format, Sampler, Texel, TextureDescriptor,
};
use shader_model::{Binding, Data};
use shader_numeric::half::F16;
use wgsl_spec::Scalar;
use wgsl_validator::Stage;
use wgsl_validator::interface;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::{Length, TypeId, TypeKind};

/// Storage buffers with a runtime-sized array have so many bytes more than they need.
const MORE_BYTES: u64 = 512;
/// The extent of textures along the first axis. Generated programs write the texel of the number of an invocation.
const WIDTH: u32 = 128;
/// The extent along the other axes.
const HEIGHT: u32 = 4;

/// The resources that a lowered stage needs, and its immediate data. Each number has contents of its own.
pub(crate) fn resources(stage: &Stage, program: &Program, number: u8) -> (Vec<Binding>, Vec<u8>) {
    let (mut bindings, mut immediates) = (Vec::new(), Vec::new());
    for resource in &program.resources {
        let place = u64::from(resource.group) << 32 | u64::from(resource.binding);
        let mut random = fastrand::Rng::with_seed(place ^ u64::from(number) << 56);
        if let ResourceKind::Immediates { least_size } = resource.kind {
            immediates = words(least_size.next_multiple_of(4), &mut random);
        } else if let Some(data) = data(stage, resource, &mut random) {
            bindings.push(Binding { group: resource.group, binding: resource.binding, data });
        }
    }
    (bindings, immediates)
}

fn data(stage: &Stage, resource: &Resource, random: &mut fastrand::Rng) -> Option<Data> {
    Some(match resource.kind {
        ResourceKind::Immediates { .. } | ResourceKind::FixedSampler { .. } => return None,
        ResourceKind::Buffer { is_uniform, least_size } => {
            let more = if is_uniform { 0 } else { MORE_BYTES };
            let size = least_size.saturating_add(more).next_multiple_of(16);
            Data::Buffer(buffer(stage, resource, usize::try_from(size).ok()?, random).into())
        }
        ResourceKind::Texture { dimension, holds, is_multisampled } => {
            texture(dimension, holds, is_multisampled, random)?
        }
        ResourceKind::Sampler { compares } => {
            let compare = compares.then_some(CompareFunction::LessEqual);
            Data::Sampler(Sampler { compare, ..Sampler::default() })
        }
    })
}

/// The bytes of a buffer, with values that fit its type.
fn buffer(stage: &Stage, resource: &Resource, size: usize, random: &mut fastrand::Rng) -> Vec<u8> {
    let is_it = |it: &&interface::Resource| resource.is_at(it.group, it.binding);
    let mut bytes = vec![0; size];
    if let Some(declared) = stage.interface().resources.iter().find(is_it) {
        Filler { module: stage.typed(), random }.fill(declared.ty, &mut bytes);
    }
    bytes
}

/// Writes values into memory.
struct Filler<'a> {
    module: TypedModule<'a>,
    random: &'a mut fastrand::Rng,
}

impl Filler<'_> {
    /// Fills the memory of a value. The elements of a runtime-sized array go to its end.
    fn fill(&mut self, ty: TypeId, bytes: &mut [u8]) {
        let meaning = self.module.meaning;
        match meaning.types.kind(ty) {
            TypeKind::Scalar(scalar) | TypeKind::Atomic(scalar) => self.scalar(scalar, bytes),
            TypeKind::Struct(id) => {
                let members = meaning.types.structure(id).map_or(&[][..], |it| &it.members);
                for member in members {
                    let part = bytes.get_mut(member.offset as usize..).unwrap_or_default();
                    self.fill(member.ty, part);
                }
            }
            TypeKind::Buffer(_) | TypeKind::AtomicVec2u => {
                let count = bytes.len();
                bytes.copy_from_slice(&words(count as u64, self.random)[..count]);
            }
            _ => {
                let Some((element, length)) = meaning.types.elements(ty) else { return };
                let stride = meaning.types.stride(element).max(1) as usize;
                let count = match length {
                    Length::Runtime => usize::MAX,
                    _ => meaning.length(length).unwrap_or(0) as usize,
                };
                for part in bytes.chunks_mut(stride).take(count) {
                    self.fill(element, part);
                }
            }
        }
    }

    fn scalar(&mut self, scalar: Scalar, bytes: &mut [u8]) {
        let value = match scalar {
            Scalar::F32 => float(self.random).to_bits(),
            Scalar::F16 => u32::from(F16::round(f64::from(float(self.random))).0),
            _ => integer(self.random),
        };
        let size = if scalar == Scalar::F16 { 2 } else { 4 };
        if let Some(word) = bytes.get_mut(..size) {
            word.copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
}

/// A small number, exact in all floating point types.
fn float(random: &mut fastrand::Rng) -> f32 {
    f32::from(random.i8(-32..=32)) / 8.0
}

/// A small number of either sign, seldom any other.
fn integer(random: &mut fastrand::Rng) -> u32 {
    match random.u8(0..8) {
        0 => random.u32(..),
        1 => *random.choice(&[0, 1, u32::MAX, 1 << 31, i32::MAX as u32]).unwrap_or(&0),
        _ => random.i32(-20..=20) as u32,
    }
}

/// Bytes whose words are finite numbers of all types.
fn words(size: u64, random: &mut fastrand::Rng) -> Vec<u8> {
    (0..size.div_ceil(4)).flat_map(|_| float(random).to_bits().to_le_bytes()).collect()
}

fn texture(
    dimension: Dimension,
    holds: TexelKind,
    is_multisampled: bool,
    random: &mut fastrand::Rng,
) -> Option<Data> {
    let format = match holds {
        TexelKind::Format(format) => format,
        TexelKind::Depth => Format::Depth32float,
        TexelKind::Channels(ChannelKind::Float) => Format::Rgba8unorm,
        TexelKind::Channels(ChannelKind::Sint) => Format::Rgba8sint,
        TexelKind::Channels(ChannelKind::Uint) => Format::Rgba8uint,
    };
    let size = match dimension {
        Dimension::D1 => [WIDTH, 1, 1],
        Dimension::D2 => [WIDTH, HEIGHT, 1],
        Dimension::D2Array | Dimension::D3 => [WIDTH, HEIGHT, HEIGHT],
        Dimension::Cube => [HEIGHT, HEIGHT, 6],
        Dimension::CubeArray => [HEIGHT, HEIGHT, 12],
    };
    let has_levels =
        matches!(holds, TexelKind::Channels(_)) && !is_multisampled && dimension != Dimension::D1;
    let descriptor = TextureDescriptor {
        mip_level_count: if has_levels { 2 } else { 1 },
        sample_count: if is_multisampled { 4 } else { 1 },
        ..TextureDescriptor::new(dimension, format, size)
    };
    let (_, length) = descriptor.lay_out().ok()?;
    let texel_bytes = format.texel_bytes();
    let texel = |random: &mut fastrand::Rng| {
        let texel = match format.kind() {
            ChannelKind::Float => Texel::Float([(); 4].map(|()| f32::from(random.u8(0..=8)) / 8.0)),
            ChannelKind::Sint => Texel::Sint([(); 4].map(|()| random.i32(-20..=20))),
            ChannelKind::Uint => Texel::Uint([(); 4].map(|()| random.u32(0..=20))),
        };
        format.encode(texel)
    };
    let bytes: Vec<u8> =
        (0..length / texel_bytes).flat_map(|_| texel(random).into_iter().take(texel_bytes)).collect();
    Data::texture(descriptor, Some(bytes.into())).ok()
}
