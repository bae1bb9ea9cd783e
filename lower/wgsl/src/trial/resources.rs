//! Resources for a program of which nothing but its interface is known. The same program gets the same ones.

use shader_ir::{Program, Resource, ResourceKind, TexelKind};
use shader_numeric::half::F16;
use webgpu_model::texture::{
    ChannelKind, CompareFunction, Format, Sampler, Texel, TextureDescriptor, ViewDimension,
};
use webgpu_model::{Binding, Data};
use wgsl_spec::Scalar;
use wgsl_validator::Stage;
use wgsl_validator::interface;
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::{Length, TypeId, TypeKind};

/// Storage buffers with a runtime-sized array have so many bytes more than they need at least.
const MORE_BYTES: u64 = 512;
/// The elements of a runtime-sized array for each invocation.
const ELEMENTS: u64 = 4;
/// So many more bytes at most.
const MOST_MORE_BYTES: u64 = 1 << 16;
/// The extent of textures along the first axis. Generated programs write the texel of the number of an invocation.
const WIDTH: u32 = 128;
/// The extent along the other axes.
const HEIGHT: u32 = 4;
/// The greatest extents that a workgroup asks for.
const MOST_TEXELS: [u32; 3] = [512, 64, 16];

/// The resources that a lowered stage needs, and its immediate data. Each number has contents of its own.
pub(super) fn resources(stage: &Stage, program: &Program, number: u8) -> (Vec<Binding>, Vec<u8>) {
    let (mut bindings, mut immediates) = (Vec::new(), Vec::new());
    for resource in &program.resources {
        let place = u64::from(resource.group) << 32 | u64::from(resource.binding);
        let random = fastrand::Rng::with_seed(place ^ u64::from(number) << 56);
        let workgroup_size = program.workgroup_size.unwrap_or([1; 3]);
        let mut contents = Contents { stage, workgroup_size, number, random };
        if let ResourceKind::Immediates { least_size } = resource.kind {
            immediates = words(least_size.next_multiple_of(4), &mut contents.random);
        } else if let Some(data) = contents.data(resource) {
            bindings.push(Binding { group: resource.group, binding: resource.binding, data });
        }
    }
    (bindings, immediates)
}

/// The maker of contents for a resource.
struct Contents<'a> {
    stage: &'a Stage,
    workgroup_size: [u32; 3],
    number: u8,
    random: fastrand::Rng,
}

impl Contents<'_> {
    fn data(&mut self, resource: &Resource) -> Option<Data> {
        Some(match resource.kind {
            ResourceKind::Immediates { .. } | ResourceKind::FixedSampler { .. } => return None,
            ResourceKind::Buffer { is_uniform, least_size } => {
                let more = if is_uniform { 0 } else { more_bytes(self.stage, self.workgroup_size, resource) };
                let whole = least_size.saturating_add(more).next_multiple_of(16);
                // The end of an element may be missing: then it does not count.
                let size = if self.number % 3 == 2 && !is_uniform { whole - 4 } else { whole };
                Data::Buffer(self.buffer(resource, usize::try_from(size).ok()?).into())
            }
            ResourceKind::Texture { dimension, holds, is_multisampled } => {
                let extents = extents(self.workgroup_size);
                texture(dimension, extents, (holds, is_multisampled), &mut self.random)?
            }
            ResourceKind::Sampler { compares } => {
                let compare = compares.then_some(CompareFunction::LessEqual);
                Data::Sampler(Sampler { compare, ..Sampler::default() })
            }
        })
    }

    /// The bytes of a buffer, with values that fit its type. Padding is zero for the first number. For the others, it tells buffers apart.
    fn buffer(&mut self, resource: &Resource, size: usize) -> Vec<u8> {
        let is_it = |it: &&interface::Resource| resource.is_at(it.group, it.binding);
        let padding = if self.number == 0 { 0 } else { self.random.u8(1..) };
        let mut bytes = vec![padding; size];
        if let Some(declared) = self.stage.interface().resources.iter().find(is_it) {
            Filler { module: self.stage.typed(), random: &mut self.random }.fill(declared.ty, &mut bytes);
        }
        bytes
    }
}

/// The bytes beyond those that a buffer must have: its runtime-sized array has several elements for each invocation.
fn more_bytes(stage: &Stage, workgroup_size: [u32; 3], resource: &Resource) -> u64 {
    let declared = stage.interface().resources.iter().find(|it| resource.is_at(it.group, it.binding));
    let types = &stage.typed().meaning.types;
    let last_member = |ty| {
        let TypeKind::Struct(id) = types.kind(ty) else { return Some(ty) };
        types.structure(id).and_then(|it| it.members.last()).map(|it| it.ty)
    };
    let array = declared.and_then(|it| last_member(it.ty)).and_then(|ty| types.elements(ty));
    let stride = array.map_or(
        0,
        |(element, length)| {
            if length == Length::Runtime { types.stride(element) } else { 0 }
        },
    );
    let counts = workgroup_size.into_iter().chain(super::WORKGROUPS).map(u64::from);
    let all = counts.fold(stride.saturating_mul(ELEMENTS), u64::saturating_mul);
    all.clamp(MORE_BYTES, MOST_MORE_BYTES)
}

/// The extents of a texture: a texel for each invocation of a dispatch.
fn extents(workgroup_size: [u32; 3]) -> [u32; 3] {
    let count = |axis: usize| workgroup_size[axis].saturating_mul(super::WORKGROUPS[axis]);
    let [width, height, depth] = [0, 1, 2].map(|axis| count(axis).min(MOST_TEXELS[axis]));
    [width.max(WIDTH), height.max(HEIGHT), depth.max(HEIGHT)]
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
            TypeKind::Scalar(scalar) | TypeKind::Atomic(scalar) => write_scalar(scalar, self.random, bytes),
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
            TypeKind::Vector(..) | TypeKind::Matrix(..) | TypeKind::Array(..) => {
                let Some((element, length)) = meaning.types.elements(ty) else { return };
                let stride = meaning.types.stride(element).max(1) as usize;
                let count = if length == Length::Runtime {
                    usize::MAX
                } else {
                    meaning.length(length).unwrap_or(0) as usize
                };
                for part in bytes.chunks_mut(stride).take(count) {
                    self.fill(element, part);
                }
            }
            // They lie in no buffer.
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::Sampler
            | TypeKind::SamplerComparison
            | TypeKind::FrexpResult(..)
            | TypeKind::ModfResult(..)
            | TypeKind::AtomicCompareExchangeResult(_)
            | TypeKind::SampledTexture(..)
            | TypeKind::PlainTexture(_)
            | TypeKind::StorageTexture(..)
            | TypeKind::Pointer(..)
            | TypeKind::Reference(..)
            | TypeKind::SubgroupMatrix(..)
            | TypeKind::I8
            | TypeKind::U8
            | TypeKind::MatrixOrder => {}
        }
    }
}

/// Writes a scalar into the first bytes, if there are enough.
pub(super) fn write_scalar(scalar: Scalar, random: &mut fastrand::Rng, bytes: &mut [u8]) {
    let value = match scalar {
        Scalar::F32 => float(random).to_bits(),
        Scalar::F16 => u32::from(F16::round(f64::from(float(random))).0),
        Scalar::AbstractInt | Scalar::AbstractFloat | Scalar::I32 | Scalar::U32 | Scalar::Bool => {
            integer(random)
        }
    };
    let size = if scalar == Scalar::F16 { 2 } else { 4 };
    if let Some(word) = bytes.get_mut(..size) {
        word.copy_from_slice(&value.to_le_bytes()[..size]);
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
    dimension: ViewDimension,
    [width, height, depth]: [u32; 3],
    (holds, is_multisampled): (TexelKind, bool),
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
        ViewDimension::D1 => [width, 1, 1],
        ViewDimension::D2 => [width, height, 1],
        ViewDimension::D2Array | ViewDimension::D3 => [width, height, depth],
        ViewDimension::Cube => [HEIGHT, HEIGHT, 6],
        ViewDimension::CubeArray => [HEIGHT, HEIGHT, 12],
    };
    let has_levels =
        matches!(holds, TexelKind::Channels(_)) && !is_multisampled && dimension != ViewDimension::D1;
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
