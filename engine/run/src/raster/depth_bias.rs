//! The depth bias of triangles. <https://gpuweb.github.io/gpuweb/#biased-fragment-depth>

use super::interpolate::{Interpolator, Surface, to_viewport};
use crate::raster::RasterState;
use webgpu_model::{DepthBias, DepthStencilFormat};

/// The number that is added to the depths of a primitive: 0 unless it is a triangle. The depth is in normalized device coordinates.
pub(super) fn of(
    state: &RasterState,
    interpolator: &Interpolator<'_>,
    surface: &Surface,
    greatest_depth: f64,
) -> f64 {
    let Some((bias, format)) = state.depth_bias else { return 0.0 };
    match surface {
        Surface::Triangle(_) => {
            let unit = unit(format, to_viewport(&state.viewport, greatest_depth));
            clamped(&bias, unit, interpolator.depth_slope(surface))
        }
        Surface::Line(_) | Surface::Point => 0.0,
    }
}

fn clamped(bias: &DepthBias, unit: f64, slope: f64) -> f64 {
    let sum = f64::from(bias.constant) * unit + f64::from(bias.slope_scale) * slope;
    let clamp = f64::from(bias.clamp);
    if clamp > 0.0 {
        sum.min(clamp)
    } else if clamp < 0.0 {
        sum.max(clamp)
    } else {
        sum
    }
}

/// The unit of the constant bias: the smallest depth of normalized formats, and the smallest difference of depths
/// as great as this one of formats in floating point.
fn unit(format: DepthStencilFormat, greatest_depth: f64) -> f64 {
    match format {
        DepthStencilFormat::Stencil8 => 0.0,
        DepthStencilFormat::Depth16unorm => 1.0 / 65_535.0,
        // `depth24plus` is in floating point here.
        DepthStencilFormat::Depth24plus
        | DepthStencilFormat::Depth24plusStencil8
        | DepthStencilFormat::Depth32float
        | DepthStencilFormat::Depth32floatStencil8 => {
            let exponent = greatest_depth.max(f64::from(f32::MIN_POSITIVE)).log2().floor();
            (exponent - 23.0).exp2()
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_the_format() {
        assert_eq!(unit(DepthStencilFormat::Depth16unorm, 0.5), 1.0 / 65_535.0);
        for (depth, exponent) in [(1.0, -23), (0.75, -24), (0.5, -24), (0.25, -25), (0.0, -149)] {
            assert_eq!(unit(DepthStencilFormat::Depth32float, depth), 2.0_f64.powi(exponent), "{depth}");
        }
    }

    #[test]
    fn sums_are_clamped_on_one_side() {
        let bias = |clamp| DepthBias { constant: 3, slope_scale: -2.0, clamp };
        assert_eq!(clamped(&bias(0.0), 0.5, 0.25), 1.0);
        assert_eq!(clamped(&bias(0.75), 0.5, 0.25), 0.75);
        assert_eq!(clamped(&bias(0.75), 0.5, 1.0), -0.5);
        assert_eq!(clamped(&bias(-0.25), 0.5, 1.0), -0.25);
        assert_eq!(clamped(&bias(-0.25), 0.5, 0.25), 1.0);
    }
}
