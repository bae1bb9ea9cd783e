//! The dimensions and texel formats of WebGPU that WGSL has types and words for.

use webgpu_model::texture::{Format, ViewDimension};
use wgsl_spec::{TexelFormat, TextureKind};
use wgsl_validator::reflection::view_dimension;

/// The dimension of the views that a texture type takes; a texel buffer has none. An external texture is a picture here.
pub(crate) fn dimension(kind: TextureKind) -> Option<ViewDimension> {
    let of_picture = || (kind == TextureKind::External).then_some(ViewDimension::D2);
    view_dimension(kind).or_else(of_picture)
}

/// The format with the name that WGSL has for it. <https://www.w3.org/TR/WGSL/#texel-formats>
pub(crate) fn format(format: TexelFormat) -> Option<Format> {
    Format::from_name(format.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::texture::ChannelKind;
    use wgsl_spec::Scalar;

    #[test]
    fn types_of_a_dimension_have_it_in_their_name() {
        let kinds = [
            TextureKind::Storage1d,
            TextureKind::Depth2dArray,
            TextureKind::Sampled3d,
            TextureKind::DepthCubeArray,
        ];
        for kind in kinds {
            let name = dimension(kind).map_or("", ViewDimension::name).replace('-', "_");
            assert!(kind.name().ends_with(&name), "{name}");
        }
        assert_eq!(dimension(TextureKind::External), Some(ViewDimension::D2));
    }

    #[test]
    fn every_texel_format_has_the_channels_that_the_specification_gives_it() {
        for (texel_format, in_order) in TexelFormat::ALL.into_iter().zip(Format::ALL) {
            assert_eq!(format(texel_format), Some(*in_order), "{}", texel_format.name());
            let scalar = match in_order.kind() {
                ChannelKind::Float => Scalar::F32,
                ChannelKind::Sint => Scalar::I32,
                ChannelKind::Uint => Scalar::U32,
            };
            assert_eq!(scalar, texel_format.channel_type(), "{}", texel_format.name());
        }
    }
}
