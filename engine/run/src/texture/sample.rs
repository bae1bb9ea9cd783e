//! Sampling, gathering, and both with comparison. <https://www.w3.org/TR/WGSL/#texture-builtin-functions>

use super::footprint::{gathered, visit};
use super::lod::select;
use super::request::SampleRequest;
use super::texels::{TexelAddress, Texture};
use webgpu_model::texture::Format;
use webgpu_model::texture::{AddressMode, FilterMode, Sampler};
use webgpu_model::texture::{ChannelKind, Texel};

/// `textureSample`, `textureSampleBias`, `textureSampleGrad`, `textureSampleLevel`: the level selects one of them. Of depth
/// textures the first channel counts. <https://www.w3.org/TR/WGSL/#texturesample>
#[must_use]
pub fn sample(texture: &Texture, sampler: &Sampler, request: &SampleRequest) -> [f32; 4] {
    combine(texture, sampler, request, |address| float_texel(texture, address))
}

/// Samples a texture of any kind. WGSL samples floats only, and Metal also integers, which no filter combines: the nearest texel of the nearest level is
/// the result, whatever the sampler says. Metal leaves the result of linear filters undefined.
#[must_use]
pub fn sample_texel(texture: &Texture, sampler: &Sampler, request: &SampleRequest) -> Texel {
    if texture.format().kind() == ChannelKind::Float {
        return Texel::Float(sample(texture, sampler, request));
    }
    let selection = select(texture, sampler, request);
    let level = selection.level + u32::from(selection.next_weight > 0.5);
    let mut texel = texture.load_outside();
    visit(texture, sampler, request, (FilterMode::Nearest, level), |address, _| {
        texel = texture.load(address).unwrap_or(texture.load_outside());
    });
    texel
}

/// `textureSampleBaseClampToEdge`. Clamping the coordinates half a texel inside the edge gives the same texels and weights as
/// address mode `clamp-to-edge`, except for rounding of the half texel, so that mode is used.
/// <https://www.w3.org/TR/WGSL/#textureSampleBaseClampToEdge>
#[must_use]
pub fn sample_base_clamp_to_edge(texture: &Texture, sampler: &Sampler, coordinates: [f32; 2]) -> [f32; 4] {
    let [u, v] = coordinates;
    let request = SampleRequest { coordinates: [u, v, 0.0], ..SampleRequest::default() };
    let clamping = Sampler { address_modes: [AddressMode::ClampToEdge; 3], ..*sampler };
    sample(texture, &clamping, &request)
}

/// `textureSampleCompare` and, with [`Level::Base`](super::Level::Base), `textureSampleCompareLevel`: the filtered average of comparing each
/// texel. A sampler without compare function never passes.
/// <https://www.w3.org/TR/WGSL/#texturesamplecompare>
#[must_use]
pub fn sample_compare(texture: &Texture, sampler: &Sampler, request: &SampleRequest, depth_ref: f32) -> f32 {
    let [sum] =
        combine(texture, sampler, request, |address| [comparison(texture, sampler, address, depth_ref)]);
    sum
}

/// `textureGather`: one component (0 to 3) of the four texels that linear filtering would combine, in the order
/// (u min, v max), (u max, v max), (u max, v min), (u min, v min). Where a corner of a cube has no fourth texel, it is the
/// average of the other three; of integers, the smallest of them. <https://www.w3.org/TR/WGSL/#texturegather>
#[must_use]
pub fn gather(texture: &Texture, sampler: &Sampler, request: &SampleRequest, component: u32) -> Texel {
    let channel = component.min(3) as usize;
    let corners = gathered(texture, sampler, request);
    let texel = |address: &TexelAddress| texture.load(address).unwrap_or(texture.load_outside());
    match texture.format().kind() {
        ChannelKind::Float => {
            Texel::Float(fill(corners, |address| texel(address).to_floats()[channel], average))
        }
        ChannelKind::Sint => {
            Texel::Sint(fill(corners, |address| texel(address).to_sints()[channel], smallest))
        }
        ChannelKind::Uint => {
            Texel::Uint(fill(corners, |address| texel(address).to_uints()[channel], smallest))
        }
    }
}

/// `textureGatherCompare`: comparing the four texels that linear filtering would combine, 1 where the reference passes, in the
/// order of [`gather`]. <https://www.w3.org/TR/WGSL/#texturegathercompare>
#[must_use]
pub fn gather_compare(
    texture: &Texture,
    sampler: &Sampler,
    request: &SampleRequest,
    depth_ref: f32,
) -> [f32; 4] {
    let corners = gathered(texture, sampler, request);
    fill(corners, |address| comparison(texture, sampler, address, depth_ref), average)
}

/// Adds up the weighted texels of all mip levels that take part.
fn combine<const N: usize>(
    texture: &Texture,
    sampler: &Sampler,
    request: &SampleRequest,
    value: impl Fn(&TexelAddress) -> [f32; N],
) -> [f32; N] {
    let selection = select(texture, sampler, request);
    let mut sums = [0.0; N];
    let levels =
        [(selection.level, 1.0 - selection.next_weight), (selection.level + 1, selection.next_weight)];
    for (level, level_weight) in levels.into_iter().filter(|(_, weight)| *weight > 0.0) {
        visit(texture, sampler, request, (selection.filter, level), |address, weight| {
            for (sum, channel) in sums.iter_mut().zip(value(address)) {
                *sum += f64::from(channel) * weight * level_weight;
            }
        });
    }
    sums.map(|sum| sum as f32)
}

fn float_texel(texture: &Texture, address: &TexelAddress) -> [f32; 4] {
    texture.load(address).unwrap_or(texture.load_outside()).to_floats()
}

/// 1 if the reference passes the comparison with a texel, otherwise 0. Against depths in fixed point it is clamped to 0 … 1 first.
/// The result takes the place of the depth before the swizzle of the view, as in Vulkan and in WebGPU's conformance tests.
fn comparison(texture: &Texture, sampler: &Sampler, address: &TexelAddress, depth_ref: f32) -> f32 {
    let depth = texture.depth(address);
    let reference =
        if texture.format() == Format::Depth16unorm { depth_ref.clamp(0.0, 1.0) } else { depth_ref };
    let passes = sampler.compare.is_some_and(|function| function.passes(reference, depth));
    let result = Texel::Float([f32::from(u8::from(passes)), 0.0, 0.0, 1.0]);
    let [red, ..] = texture.descriptor().swizzle.apply(result).to_floats();
    red
}

/// The values at four corners; a missing one is computed from the others.
fn fill<T: Copy + Default>(
    corners: [Option<TexelAddress>; 4],
    value: impl Fn(&TexelAddress) -> T,
    substitute: impl Fn([T; 3]) -> T,
) -> [T; 4] {
    let values = corners.map(|corner| corner.map(|address| value(&address)));
    std::array::from_fn(|index| {
        let other = |step: usize| values[(index + step) % 4].unwrap_or_default();
        values[index].unwrap_or_else(|| substitute([other(1), other(2), other(3)]))
    })
}

fn average(values: [f32; 3]) -> f32 {
    (values.into_iter().map(f64::from).sum::<f64>() / 3.0) as f32
}

fn smallest<T: Copy + Ord>([first, second, third]: [T; 3]) -> T {
    first.min(second).min(third)
}
