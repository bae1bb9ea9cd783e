//! Blending of colours. <https://gpuweb.github.io/gpuweb/#blend-state>
//!
//! Results are computed in `f64` and rounded to `f32`, then to the format of the target. Where that is normalized, the colours
//! of the shader and the blend constant are clamped to its range before.

use webgpu_model::texture::channel::ChannelFormat;
use webgpu_model::texture::{Encoding, Format};
use webgpu_model::{BlendComponent, BlendFactor, BlendOperation, BlendState};

type Color = [f64; 4];

/// The blending of a target.
#[derive(Clone, Debug)]
pub struct Blend {
    state: BlendState,
    constant: Color,
    /// The least and the greatest value of a normalized format.
    range: Option<[f64; 2]>,
}

/// The colours that are combined in a channel.
struct Operands {
    source: Color,
    second: Color,
    destination: Color,
    constant: Color,
}

impl Blend {
    /// The blending of a target with this format.
    #[must_use]
    pub fn new(state: BlendState, constant: [f64; 4], format: Format) -> Self {
        let range = range(format);
        Self { state, constant: constant.map(|channel| clamp(f64::from(channel as f32), range)), range }
    }

    /// The colour that is stored: of the colours of the shader with `blend_src` 0 and 1, and of that in the target.
    #[must_use]
    pub fn blend(&self, source: [f32; 4], second: [f32; 4], destination: [f32; 4]) -> [f32; 4] {
        let clamped = |color: [f32; 4]| color.map(|channel| clamp(channel.into(), self.range));
        let operands = Operands {
            source: clamped(source),
            second: clamped(second),
            destination: destination.map(f64::from),
            constant: self.constant,
        };
        core::array::from_fn(|channel| {
            let component = if channel == ALPHA { self.state.alpha } else { self.state.color };
            operands.combine(component, channel) as f32
        })
    }
}

/// The number of the channel alpha.
const ALPHA: usize = 3;

impl Operands {
    fn combine(&self, component: BlendComponent, channel: usize) -> f64 {
        let (source, destination) = (self.source[channel], self.destination[channel]);
        // An infinity times the factor zero is nothing, as if there were no factor.
        let product = |value: f64, factor: f64| if factor == 0.0 { 0.0 } else { value * factor };
        let sum = |source_sign: f64, destination_sign: f64| {
            source_sign * product(source, self.factor(component.src_factor, channel))
                + destination_sign * product(destination, self.factor(component.dst_factor, channel))
        };
        match component.operation {
            BlendOperation::Add => sum(1.0, 1.0),
            BlendOperation::Subtract => sum(1.0, -1.0),
            BlendOperation::ReverseSubtract => sum(-1.0, 1.0),
            BlendOperation::Min => source.min(destination),
            BlendOperation::Max => source.max(destination),
        }
    }

    fn factor(&self, factor: BlendFactor, channel: usize) -> f64 {
        match factor {
            BlendFactor::Zero => 0.0,
            BlendFactor::One => 1.0,
            BlendFactor::Src => self.source[channel],
            BlendFactor::OneMinusSrc => 1.0 - self.source[channel],
            BlendFactor::SrcAlpha => self.source[ALPHA],
            BlendFactor::OneMinusSrcAlpha => 1.0 - self.source[ALPHA],
            BlendFactor::Dst => self.destination[channel],
            BlendFactor::OneMinusDst => 1.0 - self.destination[channel],
            BlendFactor::DstAlpha => self.destination[ALPHA],
            BlendFactor::OneMinusDstAlpha => 1.0 - self.destination[ALPHA],
            BlendFactor::SrcAlphaSaturated if channel == ALPHA => 1.0,
            BlendFactor::SrcAlphaSaturated => self.source[ALPHA].min(1.0 - self.destination[ALPHA]),
            BlendFactor::Constant => self.constant[channel],
            BlendFactor::OneMinusConstant => 1.0 - self.constant[channel],
            BlendFactor::Src1 => self.second[channel],
            BlendFactor::OneMinusSrc1 => 1.0 - self.second[channel],
            BlendFactor::Src1Alpha => self.second[ALPHA],
            BlendFactor::OneMinusSrc1Alpha => 1.0 - self.second[ALPHA],
        }
    }
}

fn clamp(value: f64, range: Option<[f64; 2]>) -> f64 {
    range.map_or(value, |[least, greatest]| value.max(least).min(greatest))
}

/// The least and the greatest value of a normalized format.
fn range(format: Format) -> Option<[f64; 2]> {
    match format.encoding() {
        Encoding::Rgba(channel, _) | Encoding::Bgra(channel) => match channel {
            ChannelFormat::Unorm8 | ChannelFormat::Srgb8 | ChannelFormat::Unorm16 => Some([0.0, 1.0]),
            ChannelFormat::Snorm8 | ChannelFormat::Snorm16 => Some([-1.0, 1.0]),
            ChannelFormat::Float16
            | ChannelFormat::Float32
            | ChannelFormat::Uint8
            | ChannelFormat::Sint8
            | ChannelFormat::Uint16
            | ChannelFormat::Sint16
            | ChannelFormat::Uint32
            | ChannelFormat::Sint32 => None,
        },
        Encoding::Rgb10a2Unorm => Some([0.0, 1.0]),
        Encoding::Rgb10a2Uint | Encoding::Rg11b10Ufloat | Encoding::Rgb9e5Ufloat => None,
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::*;

    const SOURCE: [f32; 4] = [0.5, 0.25, 1.0, 0.75];
    const SECOND: [f32; 4] = [0.125, 1.0, 0.0, 0.25];
    const DESTINATION: [f32; 4] = [0.25, 0.75, 0.5, 0.5];
    const CONSTANT: [f64; 4] = [1.0, 0.5, 0.25, 0.125];

    fn blend(component: BlendComponent, source: [f32; 4], format: Format) -> [f32; 4] {
        let state = BlendState { color: component, alpha: component };
        Blend::new(state, CONSTANT, format).blend(source, SECOND, DESTINATION)
    }

    /// The source times a factor.
    fn scaled(factor: BlendFactor) -> [f32; 4] {
        let component = BlendComponent { src_factor: factor, ..BlendComponent::default() };
        blend(component, SOURCE, Format::Rgba32float)
    }

    #[test]
    fn each_factor_is_its_value() {
        let times = |factors: [f32; 4]| core::array::from_fn(|channel| SOURCE[channel] * factors[channel]);
        let expected = |factor: BlendFactor| match factor {
            BlendFactor::Zero => [0.0; 4],
            BlendFactor::One => [1.0; 4],
            BlendFactor::Src => [0.5, 0.25, 1.0, 0.75],
            BlendFactor::OneMinusSrc => [0.5, 0.75, 0.0, 0.25],
            BlendFactor::Dst => [0.25, 0.75, 0.5, 0.5],
            BlendFactor::OneMinusDst => [0.75, 0.25, 0.5, 0.5],
            BlendFactor::DstAlpha | BlendFactor::OneMinusDstAlpha => [0.5; 4],
            BlendFactor::SrcAlphaSaturated => [0.5, 0.5, 0.5, 1.0],
            BlendFactor::Constant => [1.0, 0.5, 0.25, 0.125],
            BlendFactor::OneMinusConstant => [0.0, 0.5, 0.75, 0.875],
            BlendFactor::Src1 => SECOND,
            BlendFactor::OneMinusSrc1 => [0.875, 0.0, 1.0, 0.75],
            BlendFactor::OneMinusSrcAlpha | BlendFactor::Src1Alpha => [0.25; 4],
            BlendFactor::SrcAlpha | BlendFactor::OneMinusSrc1Alpha => [0.75; 4],
        };
        for factor in BlendFactor::ALL {
            assert_eq!(scaled(*factor), times(expected(*factor)), "{factor:?}");
        }
    }

    #[test]
    fn operations_combine_products_or_the_colours_themselves() {
        let of = |operation| {
            let (src_factor, dst_factor) = (BlendFactor::SrcAlpha, BlendFactor::One);
            let factors = BlendComponent { operation, src_factor, dst_factor };
            blend(factors, SOURCE, Format::Rgba32float)
        };
        assert_eq!(of(BlendOperation::Add), [0.625, 0.9375, 1.25, 1.0625]);
        assert_eq!(of(BlendOperation::Subtract), [0.125, -0.5625, 0.25, 0.0625]);
        assert_eq!(of(BlendOperation::ReverseSubtract), [-0.125, 0.5625, -0.25, -0.0625]);
        assert_eq!(of(BlendOperation::Min), [0.25, 0.25, 0.5, 0.5]);
        assert_eq!(of(BlendOperation::Max), [0.5, 0.75, 1.0, 0.75]);
    }

    #[test]
    fn colours_for_normalized_formats_are_clamped_before() {
        let minus_dst = BlendComponent {
            operation: BlendOperation::Subtract,
            src_factor: BlendFactor::One,
            dst_factor: BlendFactor::One,
        };
        let source = [2.0, -3.0, 0.5, 7.0];
        assert_eq!(blend(minus_dst, source, Format::Rgba8unorm), [0.75, -0.75, 0.0, 0.5]);
        assert_eq!(blend(minus_dst, source, Format::Rgba8snorm), [0.75, -1.75, 0.0, 0.5]);
        assert_eq!(blend(minus_dst, source, Format::Rgba16float), [1.75, -3.75, 0.0, 6.5]);
    }
}
