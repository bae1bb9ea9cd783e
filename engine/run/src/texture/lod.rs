//! The level of detail: the mip levels of a result, and their weights.

use super::cube::face_derivative;
use super::request::{Level, SampleRequest};
use super::texels::Texture;
use webgpu_model::texture::{FilterMode, Sampler};

/// The mip levels of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MipSelection {
    /// The filter within a level.
    pub(super) filter: FilterMode,
    /// The finer level.
    pub(super) level: u32,
    /// The weight of the next level.
    pub(super) next_weight: f64,
}

/// The greatest and the least bias of `textureSampleBias`. <https://www.w3.org/TR/WGSL/#texturesamplebias>
const BIAS: (f64, f64) = (-16.0, 15.99);

/// Selects filter and levels as Vulkan does: the level of detail, clamped by the sampler, decides between magnification (0 or less)
/// and minification; clamped to the existing levels, it selects them. Half way between two levels `nearest`
/// takes the finer one.
pub(super) fn select(texture: &Texture, sampler: &Sampler, request: &SampleRequest) -> MipSelection {
    let detail = match request.level {
        Level::Base => 0.0,
        Level::Explicit(level) => clamp(sampler, f64::from(level)),
        Level::Gradients { ddx, ddy, bias } => {
            let scale = scale_factor(texture, request, ddx).max(scale_factor(texture, request, ddy));
            let bias = f64::from(bias).max(BIAS.0).min(BIAS.1);
            clamp(sampler, scale.log2() + bias)
        }
    };
    let filter = if detail <= 0.0 { sampler.mag_filter } else { sampler.min_filter };
    let within = detail.max(0.0).min(f64::from(texture.level_count() - 1));
    match sampler.mipmap_filter {
        FilterMode::Nearest => {
            MipSelection { filter, level: (within + 0.5).ceil() as u32 - 1, next_weight: 0.0 }
        }
        FilterMode::Linear => MipSelection { filter, level: within as u32, next_weight: within.fract() },
    }
}

/// The level of detail within the clamps of the sampler, which win over a NaN.
fn clamp(sampler: &Sampler, detail: f64) -> f64 {
    detail.max(f64::from(sampler.lod_min_clamp)).min(f64::from(sampler.lod_max_clamp))
}

/// The number of texels of mip level 0 that the coordinates pass for a step of one pixel.
fn scale_factor(texture: &Texture, request: &SampleRequest, rate: [f32; 3]) -> f64 {
    let size = texture.level_size(0).map(f64::from);
    let rate = rate.map(f64::from);
    let texels = if texture.dimension().is_cube() {
        let [u, v] = face_derivative(request.coordinates.map(f64::from), rate);
        [u * size[0], v * size[1], 0.0]
    } else {
        [rate[0] * size[0], rate[1] * size[1], rate[2] * size[2]]
    };
    let squares = texels.into_iter().take(texture.dimension().axes()).map(|along| along * along);
    squares.sum::<f64>().sqrt()
}
