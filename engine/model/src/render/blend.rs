//! The use of colours that a fragment shader returns: blending and write masks.

/// The use of the colours for a target. By default they replace the colours of the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct TargetState {
    /// How they are combined with the colours of the target.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub blend: Option<BlendState>,
    /// The channels that are written: the sum of 1 for red, 2 for green, 4 for blue and 8 for alpha.
    #[cfg_attr(feature = "schema", schemars(with = "u8", range(max = 15)))]
    pub write_mask: WriteMask,
}

/// The channels of a target that are written: bit 0 for red, 1 for green, 2 for blue and 3 for alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8"))]
pub struct WriteMask(pub u8);

impl WriteMask {
    /// All four channels.
    pub const ALL: Self = Self(0xf);

    /// Whether a channel is written.
    #[must_use]
    pub const fn has(self, channel: usize) -> bool {
        self.0 >> channel & 1 != 0
    }
}

impl TryFrom<u8> for WriteMask {
    type Error = String;

    fn try_from(mask: u8) -> Result<Self, String> {
        let is_known = mask <= Self::ALL.0;
        is_known
            .then_some(Self(mask))
            .ok_or_else(|| format!("`write_mask` must be in the range 0 to 15, found {mask}"))
    }
}

impl Default for WriteMask {
    fn default() -> Self {
        Self::ALL
    }
}

/// How colours are combined with the colours of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct BlendState {
    /// Of red, green and blue.
    pub color: BlendComponent,
    /// Of alpha.
    pub alpha: BlendComponent,
}

impl BlendState {
    /// All four factors.
    #[must_use]
    pub const fn factors(&self) -> [BlendFactor; 4] {
        [self.color.src_factor, self.color.dst_factor, self.alpha.src_factor, self.alpha.dst_factor]
    }
}

/// How channels are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct BlendComponent {
    /// The operation.
    pub operation: BlendOperation,
    /// The factor for the channel of the shader.
    pub src_factor: BlendFactor,
    /// The factor for the channel of the target.
    pub dst_factor: BlendFactor,
}

impl Default for BlendComponent {
    fn default() -> Self {
        Self { operation: BlendOperation::Add, src_factor: BlendFactor::One, dst_factor: BlendFactor::Zero }
    }
}

named! {
    /// An operation on a channel of the shader (source) and of the target (destination).
    #[derive(Default)]
    pub enum BlendOperation {
        /// The sum of both, each times its factor.
        #[default]
        Add "add",
        /// The source times its factor, less the destination times its own.
        Subtract "subtract",
        /// The destination times its factor, less the source times its own.
        ReverseSubtract "reverse-subtract",
        /// The lesser of both, without factors.
        Min "min",
        /// The greater of both, without factors.
        Max "max",
    }
}

named! {
    /// A factor of a blend operation. <https://gpuweb.github.io/gpuweb/#enumdef-gpublendfactor>
    pub enum BlendFactor {
        /// 0
        Zero "zero",
        /// 1
        One "one",
        /// The channel of the source.
        Src "src",
        /// 1 less the channel of the source.
        OneMinusSrc "one-minus-src",
        /// The alpha of the source.
        SrcAlpha "src-alpha",
        /// 1 less the alpha of the source.
        OneMinusSrcAlpha "one-minus-src-alpha",
        /// The channel of the destination.
        Dst "dst",
        /// 1 less the channel of the destination.
        OneMinusDst "one-minus-dst",
        /// The alpha of the destination.
        DstAlpha "dst-alpha",
        /// 1 less the alpha of the destination.
        OneMinusDstAlpha "one-minus-dst-alpha",
        /// The smaller of the source alpha and 1 less the destination alpha; for the alpha channel 1.
        SrcAlphaSaturated "src-alpha-saturated",
        /// The channel of the blend constant.
        Constant "constant",
        /// 1 less the channel of the blend constant.
        OneMinusConstant "one-minus-constant",
        /// The channel of the second source.
        Src1 "src1",
        /// 1 less the channel of the second source.
        OneMinusSrc1 "one-minus-src1",
        /// The alpha of the second source.
        Src1Alpha "src1-alpha",
        /// 1 less the alpha of the second source.
        OneMinusSrc1Alpha "one-minus-src1-alpha",
    }
}

impl BlendFactor {
    /// Whether the factor depends on the second source: the output with `blend_src` 1.
    #[must_use]
    pub const fn uses_second_source(self) -> bool {
        match self {
            Self::Src1 | Self::OneMinusSrc1 | Self::Src1Alpha | Self::OneMinusSrc1Alpha => true,
            Self::Zero
            | Self::One
            | Self::Src
            | Self::OneMinusSrc
            | Self::SrcAlpha
            | Self::OneMinusSrcAlpha
            | Self::Dst
            | Self::OneMinusDst
            | Self::DstAlpha
            | Self::OneMinusDstAlpha
            | Self::SrcAlphaSaturated
            | Self::Constant
            | Self::OneMinusConstant => false,
        }
    }

    /// Whether the factor is the alpha of the source, which the shader then must return.
    #[must_use]
    pub const fn uses_source_alpha(self) -> bool {
        match self {
            Self::SrcAlpha
            | Self::OneMinusSrcAlpha
            | Self::SrcAlphaSaturated
            | Self::Src1Alpha
            | Self::OneMinusSrc1Alpha => true,
            Self::Zero
            | Self::One
            | Self::Src
            | Self::OneMinusSrc
            | Self::Dst
            | Self::OneMinusDst
            | Self::DstAlpha
            | Self::OneMinusDstAlpha
            | Self::Constant
            | Self::OneMinusConstant
            | Self::Src1
            | Self::OneMinusSrc1 => false,
        }
    }
}
