//! Features of devices.

named! {
    /// A feature of a device that programs, formats or views of the model depend on.
    /// <https://gpuweb.github.io/gpuweb/#feature-index>
    pub enum Feature {
        /// `rg11b10ufloat` as a colour attachment.
        Rg11b10ufloatRenderable "rg11b10ufloat-renderable",
        /// Textures in the formats BC1 to BC7.
        TextureCompressionBc "texture-compression-bc",
        /// 3d textures in these formats.
        TextureCompressionBcSliced3d "texture-compression-bc-sliced-3d",
        /// Textures in the formats ETC2 and EAC.
        TextureCompressionEtc2 "texture-compression-etc2",
        /// Textures in the formats of ASTC.
        TextureCompressionAstc "texture-compression-astc",
        /// 3d textures in these formats.
        TextureCompressionAstcSliced3d "texture-compression-astc-sliced-3d",
        /// Views with a swizzle.
        TextureComponentSwizzle "texture-component-swizzle",
        /// Formats with normalized channels of 16 bits; more formats as colour attachments and of storage textures.
        TextureFormatsTier1 "texture-formats-tier1",
        /// More formats of storage textures that a program both reads and writes.
        TextureFormatsTier2 "texture-formats-tier2",
    }
}

impl Feature {
    /// The features that a device with this one has, too.
    #[must_use]
    pub const fn implied(self) -> &'static [Self] {
        match self {
            Self::Rg11b10ufloatRenderable
            | Self::TextureComponentSwizzle
            | Self::TextureCompressionBc
            | Self::TextureCompressionEtc2
            | Self::TextureCompressionAstc => &[],
            Self::TextureCompressionBcSliced3d => &[Self::TextureCompressionBc],
            Self::TextureCompressionAstcSliced3d => &[Self::TextureCompressionAstc],
            Self::TextureFormatsTier1 => &[Self::Rg11b10ufloatRenderable],
            Self::TextureFormatsTier2 => &[Self::TextureFormatsTier1, Self::Rg11b10ufloatRenderable],
        }
    }

    /// Whether a device with these features has this one.
    #[must_use]
    pub fn is_among(self, features: &[Self]) -> bool {
        features.iter().any(|feature| *feature == self || feature.implied().contains(&self))
    }
}

#[cfg(test)]
mod tests {
    use super::Feature;

    #[test]
    fn a_tier_has_what_the_lower_ones_have() {
        let (first, second) = (Feature::TextureFormatsTier1, Feature::TextureFormatsTier2);
        assert!(Feature::Rg11b10ufloatRenderable.is_among(&[first]));
        assert!(first.is_among(&[second]));
        assert!(!second.is_among(&[first]));
        assert!(!first.is_among(&[]));
    }
}
