//! The tests of depths and stencil values.

use crate::texture::{CompareFunction, Format};

named! {
    /// A format of attachments for depths and stencil values.
    pub enum DepthStencilFormat {
        /// 8 bits of stencil.
        Stencil8 "stencil8",
        /// 16 bits of depth.
        Depth16unorm "depth16unorm",
        /// At least 24 bits of depth.
        Depth24plus "depth24plus",
        /// At least 24 bits of depth, and 8 bits of stencil.
        Depth24plusStencil8 "depth24plus-stencil8",
        /// A depth in floating point.
        Depth32float "depth32float",
        /// A depth in floating point, and 8 bits of stencil.
        Depth32floatStencil8 "depth32float-stencil8",
    }
}

impl DepthStencilFormat {
    /// The format of the depths.
    #[must_use]
    pub const fn depth(self) -> Option<Format> {
        match self {
            Self::Stencil8 => None,
            Self::Depth16unorm => Some(Format::Depth16unorm),
            Self::Depth24plus | Self::Depth24plusStencil8 => Some(Format::Depth24plus),
            Self::Depth32float | Self::Depth32floatStencil8 => Some(Format::Depth32float),
        }
    }

    /// The format of the stencil values.
    #[must_use]
    pub const fn stencil(self) -> Option<Format> {
        match self {
            Self::Stencil8 | Self::Depth24plusStencil8 | Self::Depth32floatStencil8 => Some(Format::Stencil8),
            Self::Depth16unorm | Self::Depth24plus | Self::Depth32float => None,
        }
    }
}

/// The tests of depths and stencil values. By default all fragments pass, and nothing is written.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct DepthStencilState {
    /// How the depth of a fragment, on the left, is compared with the depth in the attachment.
    pub depth_compare: CompareFunction,
    /// Whether depths that pass are stored.
    pub depth_write_enabled: bool,
    /// The stencil test of front-facing triangles, of lines and of points.
    pub stencil_front: StencilFace,
    /// The stencil test of other triangles.
    pub stencil_back: StencilFace,
    /// The bits of stencil values that are compared.
    pub stencil_read_mask: u32,
    /// The bits of stencil values that are written.
    pub stencil_write_mask: u32,
    /// A constant that is added to depths of triangles, in units of the smallest difference between depths.
    pub depth_bias: i32,
    /// A factor for the slope of a depth, which is added as well.
    pub depth_bias_slope_scale: f32,
    /// The maximum of the sum of both if it is positive, the minimum if it is negative.
    pub depth_bias_clamp: f32,
}

impl Default for DepthStencilState {
    fn default() -> Self {
        Self {
            depth_compare: CompareFunction::Always,
            depth_write_enabled: false,
            stencil_front: StencilFace::default(),
            stencil_back: StencilFace::default(),
            stencil_read_mask: u32::MAX,
            stencil_write_mask: u32::MAX,
            depth_bias: 0,
            depth_bias_slope_scale: 0.0,
            depth_bias_clamp: 0.0,
        }
    }
}

impl DepthStencilState {
    /// The number that is added to depths of triangles.
    #[must_use]
    pub const fn bias(&self) -> DepthBias {
        DepthBias {
            constant: self.depth_bias,
            slope_scale: self.depth_bias_slope_scale,
            clamp: self.depth_bias_clamp,
        }
    }

    /// The stencil test of a face.
    #[must_use]
    pub const fn face(&self, is_front_facing: bool) -> StencilFace {
        if is_front_facing { self.stencil_front } else { self.stencil_back }
    }

    /// Whether a stencil value may be changed.
    #[must_use]
    pub fn writes_stencil(&self) -> bool {
        self.stencil_write_mask & 0xff != 0
            && [self.stencil_front, self.stencil_back].iter().any(StencilFace::writes)
    }
}

/// The number that is added to depths of triangles. By default it is 0.
/// <https://gpuweb.github.io/gpuweb/#biased-fragment-depth>
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DepthBias {
    /// A constant, in units of the smallest difference between depths.
    pub constant: i32,
    /// A factor for the slope of the depth.
    pub slope_scale: f32,
    /// The greatest sum of both if it is positive, the least one if it is negative.
    pub clamp: f32,
}

/// The stencil test of a face. By default all fragments pass, and stencil values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct StencilFace {
    /// How the reference value, on the left, is compared with the stencil value.
    pub compare: CompareFunction,
    /// The operation on stencil values where this test fails.
    pub fail_op: StencilOperation,
    /// The operation where this test passes and the depth test fails.
    pub depth_fail_op: StencilOperation,
    /// The operation where both pass.
    pub pass_op: StencilOperation,
}

impl Default for StencilFace {
    fn default() -> Self {
        let keep = StencilOperation::Keep;
        Self { compare: CompareFunction::Always, fail_op: keep, depth_fail_op: keep, pass_op: keep }
    }
}

impl StencilFace {
    /// Whether an operation may change a stencil value.
    #[must_use]
    pub fn writes(&self) -> bool {
        [self.fail_op, self.depth_fail_op, self.pass_op].iter().any(|it| *it != StencilOperation::Keep)
    }
}

named! {
    /// An operation on a stencil value.
    #[derive(Default)]
    pub enum StencilOperation {
        /// It stays.
        #[default]
        Keep "keep",
        /// It becomes 0.
        Zero "zero",
        /// It becomes the reference value.
        Replace "replace",
        /// All of its bits are inverted.
        Invert "invert",
        /// It grows by one up to the maximum.
        IncrementClamp "increment-clamp",
        /// It shrinks by one down to 0.
        DecrementClamp "decrement-clamp",
        /// It grows by one, from the maximum to 0.
        IncrementWrap "increment-wrap",
        /// It shrinks by one, from 0 to the maximum.
        DecrementWrap "decrement-wrap",
    }
}

impl StencilOperation {
    /// The stencil value afterwards.
    #[must_use]
    pub const fn apply(self, value: u8, reference: u8) -> u8 {
        match self {
            Self::Keep => value,
            Self::Zero => 0,
            Self::Replace => reference,
            Self::Invert => !value,
            Self::IncrementClamp => value.saturating_add(1),
            Self::DecrementClamp => value.saturating_sub(1),
            Self::IncrementWrap => value.wrapping_add(1),
            Self::DecrementWrap => value.wrapping_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StencilOperation::{
        DecrementClamp, DecrementWrap, IncrementClamp, IncrementWrap, Invert, Keep, Replace, Zero,
    };

    #[test]
    fn stencil_values_have_eight_bits() {
        let of = |value: u8| {
            [Keep, Zero, Replace, Invert, IncrementClamp, DecrementClamp, IncrementWrap, DecrementWrap]
                .map(|operation| operation.apply(value, 7))
        };
        assert_eq!(of(0), [0, 0, 7, 255, 1, 0, 1, 255]);
        assert_eq!(of(255), [255, 0, 7, 0, 255, 254, 0, 254]);
    }
}
