//! From the vocabulary of WebGPU to that of wgpu.

use webgpu_model::raster::{CullMode, FrontFace, IndexFormat, StepMode, Topology, VertexFormat};
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Format, ViewDimension};
use webgpu_model::{BlendFactor, BlendOperation, DepthStencilFormat, StencilOperation};
use wgpu::{AstcBlock, AstcChannel};

/// Makes functions from an enumeration to one of wgpu. A variant is followed by that of wgpu.
macro_rules! conversions {
    ($(
        $(#[$about:meta])* $function:ident: $from:ident => $to:ident {
            $($value:ident $of_wgpu:ident $({ $($field:ident: $given:expr),* })?,)*
        }
    )*) => {
        $($(#[$about])*
        pub(crate) const fn $function(value: $from) -> wgpu::$to {
            match value { $($from::$value => wgpu::$to::$of_wgpu $({ $($field: $given),* })?,)* }
        })*
    };
}

conversions! {
    /// A texel format.
    texture_format: Format => TextureFormat {
        Rgba8unorm Rgba8Unorm,
        Rgba8snorm Rgba8Snorm,
        Rgba8uint Rgba8Uint,
        Rgba8sint Rgba8Sint,
        Rgba16unorm Rgba16Unorm,
        Rgba16snorm Rgba16Snorm,
        Rgba16uint Rgba16Uint,
        Rgba16sint Rgba16Sint,
        Rgba16float Rgba16Float,
        Rg8unorm Rg8Unorm,
        Rg8snorm Rg8Snorm,
        Rg8uint Rg8Uint,
        Rg8sint Rg8Sint,
        Rg16unorm Rg16Unorm,
        Rg16snorm Rg16Snorm,
        Rg16uint Rg16Uint,
        Rg16sint Rg16Sint,
        Rg16float Rg16Float,
        R32uint R32Uint,
        R32sint R32Sint,
        R32float R32Float,
        Rg32uint Rg32Uint,
        Rg32sint Rg32Sint,
        Rg32float Rg32Float,
        Rgba32uint Rgba32Uint,
        Rgba32sint Rgba32Sint,
        Rgba32float Rgba32Float,
        Bgra8unorm Bgra8Unorm,
        R8unorm R8Unorm,
        R8snorm R8Snorm,
        R8uint R8Uint,
        R8sint R8Sint,
        R16unorm R16Unorm,
        R16snorm R16Snorm,
        R16uint R16Uint,
        R16sint R16Sint,
        R16float R16Float,
        Rgb10a2unorm Rgb10a2Unorm,
        Rgb10a2uint Rgb10a2Uint,
        Rg11b10ufloat Rg11b10Ufloat,
        Rgba8unormSrgb Rgba8UnormSrgb,
        Bgra8unormSrgb Bgra8UnormSrgb,
        Rgb9e5ufloat Rgb9e5Ufloat,
        Depth16unorm Depth16Unorm,
        Depth24plus Depth24Plus,
        Depth32float Depth32Float,
        Stencil8 Stencil8,
        Bc1RgbaUnorm Bc1RgbaUnorm,
        Bc1RgbaUnormSrgb Bc1RgbaUnormSrgb,
        Bc2RgbaUnorm Bc2RgbaUnorm,
        Bc2RgbaUnormSrgb Bc2RgbaUnormSrgb,
        Bc3RgbaUnorm Bc3RgbaUnorm,
        Bc3RgbaUnormSrgb Bc3RgbaUnormSrgb,
        Bc4RUnorm Bc4RUnorm,
        Bc4RSnorm Bc4RSnorm,
        Bc5RgUnorm Bc5RgUnorm,
        Bc5RgSnorm Bc5RgSnorm,
        Bc6hRgbUfloat Bc6hRgbUfloat,
        Bc6hRgbFloat Bc6hRgbFloat,
        Bc7RgbaUnorm Bc7RgbaUnorm,
        Bc7RgbaUnormSrgb Bc7RgbaUnormSrgb,
        Etc2Rgb8unorm Etc2Rgb8Unorm,
        Etc2Rgb8unormSrgb Etc2Rgb8UnormSrgb,
        Etc2Rgb8a1unorm Etc2Rgb8A1Unorm,
        Etc2Rgb8a1unormSrgb Etc2Rgb8A1UnormSrgb,
        Etc2Rgba8unorm Etc2Rgba8Unorm,
        Etc2Rgba8unormSrgb Etc2Rgba8UnormSrgb,
        EacR11unorm EacR11Unorm,
        EacR11snorm EacR11Snorm,
        EacRg11unorm EacRg11Unorm,
        EacRg11snorm EacRg11Snorm,
        Astc4x4Unorm Astc { block: AstcBlock::B4x4, channel: AstcChannel::Unorm },
        Astc4x4UnormSrgb Astc { block: AstcBlock::B4x4, channel: AstcChannel::UnormSrgb },
        Astc5x4Unorm Astc { block: AstcBlock::B5x4, channel: AstcChannel::Unorm },
        Astc5x4UnormSrgb Astc { block: AstcBlock::B5x4, channel: AstcChannel::UnormSrgb },
        Astc5x5Unorm Astc { block: AstcBlock::B5x5, channel: AstcChannel::Unorm },
        Astc5x5UnormSrgb Astc { block: AstcBlock::B5x5, channel: AstcChannel::UnormSrgb },
        Astc6x5Unorm Astc { block: AstcBlock::B6x5, channel: AstcChannel::Unorm },
        Astc6x5UnormSrgb Astc { block: AstcBlock::B6x5, channel: AstcChannel::UnormSrgb },
        Astc6x6Unorm Astc { block: AstcBlock::B6x6, channel: AstcChannel::Unorm },
        Astc6x6UnormSrgb Astc { block: AstcBlock::B6x6, channel: AstcChannel::UnormSrgb },
        Astc8x5Unorm Astc { block: AstcBlock::B8x5, channel: AstcChannel::Unorm },
        Astc8x5UnormSrgb Astc { block: AstcBlock::B8x5, channel: AstcChannel::UnormSrgb },
        Astc8x6Unorm Astc { block: AstcBlock::B8x6, channel: AstcChannel::Unorm },
        Astc8x6UnormSrgb Astc { block: AstcBlock::B8x6, channel: AstcChannel::UnormSrgb },
        Astc8x8Unorm Astc { block: AstcBlock::B8x8, channel: AstcChannel::Unorm },
        Astc8x8UnormSrgb Astc { block: AstcBlock::B8x8, channel: AstcChannel::UnormSrgb },
        Astc10x5Unorm Astc { block: AstcBlock::B10x5, channel: AstcChannel::Unorm },
        Astc10x5UnormSrgb Astc { block: AstcBlock::B10x5, channel: AstcChannel::UnormSrgb },
        Astc10x6Unorm Astc { block: AstcBlock::B10x6, channel: AstcChannel::Unorm },
        Astc10x6UnormSrgb Astc { block: AstcBlock::B10x6, channel: AstcChannel::UnormSrgb },
        Astc10x8Unorm Astc { block: AstcBlock::B10x8, channel: AstcChannel::Unorm },
        Astc10x8UnormSrgb Astc { block: AstcBlock::B10x8, channel: AstcChannel::UnormSrgb },
        Astc10x10Unorm Astc { block: AstcBlock::B10x10, channel: AstcChannel::Unorm },
        Astc10x10UnormSrgb Astc { block: AstcBlock::B10x10, channel: AstcChannel::UnormSrgb },
        Astc12x10Unorm Astc { block: AstcBlock::B12x10, channel: AstcChannel::Unorm },
        Astc12x10UnormSrgb Astc { block: AstcBlock::B12x10, channel: AstcChannel::UnormSrgb },
        Astc12x12Unorm Astc { block: AstcBlock::B12x12, channel: AstcChannel::Unorm },
        Astc12x12UnormSrgb Astc { block: AstcBlock::B12x12, channel: AstcChannel::UnormSrgb },
    }
    /// A format of vertex attributes.
    vertex_format: VertexFormat => VertexFormat {
        Uint8 Uint8,
        Uint8x2 Uint8x2,
        Uint8x4 Uint8x4,
        Sint8 Sint8,
        Sint8x2 Sint8x2,
        Sint8x4 Sint8x4,
        Unorm8 Unorm8,
        Unorm8x2 Unorm8x2,
        Unorm8x4 Unorm8x4,
        Snorm8 Snorm8,
        Snorm8x2 Snorm8x2,
        Snorm8x4 Snorm8x4,
        Uint16 Uint16,
        Uint16x2 Uint16x2,
        Uint16x4 Uint16x4,
        Sint16 Sint16,
        Sint16x2 Sint16x2,
        Sint16x4 Sint16x4,
        Unorm16 Unorm16,
        Unorm16x2 Unorm16x2,
        Unorm16x4 Unorm16x4,
        Snorm16 Snorm16,
        Snorm16x2 Snorm16x2,
        Snorm16x4 Snorm16x4,
        Float16 Float16,
        Float16x2 Float16x2,
        Float16x4 Float16x4,
        Float32 Float32,
        Float32x2 Float32x2,
        Float32x3 Float32x3,
        Float32x4 Float32x4,
        Uint32 Uint32,
        Uint32x2 Uint32x2,
        Uint32x3 Uint32x3,
        Uint32x4 Uint32x4,
        Sint32 Sint32,
        Sint32x2 Sint32x2,
        Sint32x3 Sint32x3,
        Sint32x4 Sint32x4,
        Unorm10x3Unorm2 Unorm10_10_10_2,
        Unorm8x4Bgra Unorm8x4Bgra,
    }
    /// The dimension that a texture is made in.
    texture_dimension: ViewDimension => TextureDimension {
        D1 D1,
        D2 D2,
        D2Array D2,
        D3 D3,
        Cube D2,
        CubeArray D2,
    }
    /// The dimension of a view of a texture.
    view_dimension: ViewDimension => TextureViewDimension {
        D1 D1,
        D2 D2,
        D2Array D2Array,
        D3 D3,
        Cube Cube,
        CubeArray CubeArray,
    }
    /// An address mode of samplers.
    address_mode: AddressMode => AddressMode {
        ClampToEdge ClampToEdge,
        Repeat Repeat,
        MirrorRepeat MirrorRepeat,
    }
    /// A filter of samplers within a mip level.
    filter_mode: FilterMode => FilterMode {
        Nearest Nearest,
        Linear Linear,
    }
    /// A filter of samplers between mip levels.
    mipmap_filter_mode: FilterMode => MipmapFilterMode {
        Nearest Nearest,
        Linear Linear,
    }
    /// A comparison with a texel.
    compare_function: CompareFunction => CompareFunction {
        Never Never,
        Less Less,
        Equal Equal,
        LessEqual LessEqual,
        Greater Greater,
        NotEqual NotEqual,
        GreaterEqual GreaterEqual,
        Always Always,
    }
    /// How vertices make primitives.
    topology: Topology => PrimitiveTopology {
        PointList PointList,
        LineList LineList,
        LineStrip LineStrip,
        TriangleList TriangleList,
        TriangleStrip TriangleStrip,
    }
    /// The winding of front-facing triangles.
    front_face: FrontFace => FrontFace {
        CounterClockwise Ccw,
        Clockwise Cw,
    }
    /// A format of depths and stencil values.
    depth_stencil_format: DepthStencilFormat => TextureFormat {
        Stencil8 Stencil8,
        Depth16unorm Depth16Unorm,
        Depth24plus Depth24Plus,
        Depth24plusStencil8 Depth24PlusStencil8,
        Depth32float Depth32Float,
        Depth32floatStencil8 Depth32FloatStencil8,
    }
    /// An operation of blending.
    blend_operation: BlendOperation => BlendOperation {
        Add Add,
        Subtract Subtract,
        ReverseSubtract ReverseSubtract,
        Min Min,
        Max Max,
    }
    /// A factor of blending.
    blend_factor: BlendFactor => BlendFactor {
        Zero Zero,
        One One,
        Src Src,
        OneMinusSrc OneMinusSrc,
        SrcAlpha SrcAlpha,
        OneMinusSrcAlpha OneMinusSrcAlpha,
        Dst Dst,
        OneMinusDst OneMinusDst,
        DstAlpha DstAlpha,
        OneMinusDstAlpha OneMinusDstAlpha,
        SrcAlphaSaturated SrcAlphaSaturated,
        Constant Constant,
        OneMinusConstant OneMinusConstant,
        Src1 Src1,
        OneMinusSrc1 OneMinusSrc1,
        Src1Alpha Src1Alpha,
        OneMinusSrc1Alpha OneMinusSrc1Alpha,
    }
    /// An operation on a stencil value.
    stencil_operation: StencilOperation => StencilOperation {
        Keep Keep,
        Zero Zero,
        Replace Replace,
        Invert Invert,
        IncrementClamp IncrementClamp,
        DecrementClamp DecrementClamp,
        IncrementWrap IncrementWrap,
        DecrementWrap DecrementWrap,
    }
    /// The step mode of a vertex buffer.
    step_mode: StepMode => VertexStepMode {
        Vertex Vertex,
        Instance Instance,
    }
    /// How indices are stored.
    index_format: IndexFormat => IndexFormat {
        Uint16 Uint16,
        Uint32 Uint32,
    }
}

/// The triangles that are left out, if any.
pub(crate) const fn cull_mode(mode: CullMode) -> Option<wgpu::Face> {
    match mode {
        CullMode::None => None,
        CullMode::Front => Some(wgpu::Face::Front),
        CullMode::Back => Some(wgpu::Face::Back),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error, StrDeserializer};
    use serde::de::{DeserializeOwned, IntoDeserializer};

    /// The value of wgpu that has a name of WebGPU.
    fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
        let deserializer: StrDeserializer<'_, Error> = name.into_deserializer();
        T::deserialize(deserializer).ok()
    }

    /// Checks that conversions keep the name.
    macro_rules! keep_names {
        ($($function:ident $from:ident)*) => {$(
            for value in $from::ALL {
                assert_eq!(Some($function(*value)), named(value.name()), "{}", value.name());
            }
        )*};
    }

    #[test]
    fn names_stay() {
        keep_names!(texture_format Format vertex_format VertexFormat view_dimension ViewDimension);
        keep_names!(address_mode AddressMode filter_mode FilterMode mipmap_filter_mode FilterMode);
        keep_names!(compare_function CompareFunction topology Topology front_face FrontFace);
        keep_names!(step_mode StepMode index_format IndexFormat depth_stencil_format DepthStencilFormat);
        keep_names!(blend_operation BlendOperation stencil_operation StencilOperation);
        keep_names!(blend_factor BlendFactor);
        for mode in [CullMode::Front, CullMode::Back] {
            assert_eq!(cull_mode(mode), named(mode.name()));
        }
    }

    #[test]
    fn sizes_agree() {
        for format in VertexFormat::ALL {
            assert_eq!(vertex_format(*format).size(), format.size() as u64, "{}", format.name());
        }
        for format in Format::ALL.iter().filter(|format| **format != Format::Depth24plus) {
            let size = texture_format(*format).block_copy_size(Some(wgpu::TextureAspect::All));
            let bytes = format.compressed().map_or(format.texel_bytes(), |compressed| compressed.block_bytes);
            assert_eq!(size, Some(bytes as u32), "{}", format.name());
            let block = format.compressed().map_or([1; 2], |compressed| compressed.block);
            assert_eq!(
                <[u32; 2]>::from(texture_format(*format).block_dimensions()),
                block,
                "{}",
                format.name()
            );
        }
    }
}
