//! Samplers: what controls how texels are picked, compared and combined.
//! <https://www.w3.org/TR/WGSL/#sampler-type>

named! {
    /// The texel that a coordinate outside of the texture means, along one axis.
    #[derive(Default)]
    pub enum AddressMode {
        /// The nearest texel of the edge.
        #[default]
        ClampToEdge "clamp-to-edge",
        /// The texture repeats.
        Repeat "repeat",
        /// The texture repeats, every other time in reverse.
        MirrorRepeat "mirror-repeat",
    }
}

named! {
    /// Whether one texel or several give the result.
    #[derive(Default)]
    pub enum FilterMode {
        /// The nearest texel.
        #[default]
        Nearest "nearest",
        /// The weighted mean of the texels around.
        Linear "linear",
    }
}

named! {
    /// How a reference value, on the left, is compared with a texel.
    pub enum CompareFunction {
        /// No value passes.
        Never "never",
        /// A reference less than the texel passes.
        Less "less",
        /// A reference equal to the texel passes.
        Equal "equal",
        /// A reference less than or equal to the texel passes.
        LessEqual "less-equal",
        /// A reference greater than the texel passes.
        Greater "greater",
        /// A reference other than the texel passes.
        NotEqual "not-equal",
        /// A reference greater than or equal to the texel passes.
        GreaterEqual "greater-equal",
        /// Every value passes.
        Always "always",
    }
}

/// The properties of a sampler. The default is that of WebGPU: clamped, nearest, level of detail from 0 to 32.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampler {
    /// The address modes along u, v and w; cubes take no notice of them.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "address_modes"))]
    pub address_modes: [AddressMode; 3],
    /// The filter where texels appear larger than pixels: the level of detail is 0 or less.
    pub mag_filter: FilterMode,
    /// The filter where texels appear smaller than pixels: the level of detail is greater than 0.
    pub min_filter: FilterMode,
    /// The filter between mip levels.
    pub mipmap_filter: FilterMode,
    /// The minimum level of detail.
    pub lod_min_clamp: f32,
    /// The maximum level of detail.
    pub lod_max_clamp: f32,
    /// The comparison of a comparison sampler.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub compare: Option<CompareFunction>,
    /// The maximum number of samples along the line of anisotropy; absent from what is written if it is 1. The reference executor always takes one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_one"))]
    pub max_anisotropy: u16,
}

impl Default for Sampler {
    fn default() -> Self {
        Self {
            address_modes: [AddressMode::ClampToEdge; 3],
            mag_filter: FilterMode::Nearest,
            min_filter: FilterMode::Nearest,
            mipmap_filter: FilterMode::Nearest,
            lod_min_clamp: 0.0,
            lod_max_clamp: 32.0,
            compare: None,
            max_anisotropy: 1,
        }
    }
}

/// Reads up to three address modes; absent ones are the default.
#[cfg(feature = "serde")]
fn address_modes<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<[AddressMode; 3], D::Error> {
    let given: Vec<AddressMode> = serde::Deserialize::deserialize(deserializer)?;
    let mut modes = [AddressMode::default(); 3];
    let count = given.len();
    let places = modes.get_mut(..count);
    let message = || serde::de::Error::custom(format!("expected at most three entries, found {count}"));
    places.ok_or_else(message)?.copy_from_slice(&given);
    Ok(modes)
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_one(number: &u16) -> bool {
    *number == 1
}

impl AddressMode {
    /// The texel within `0 .. size` that stands for the one at `position`.
    #[inline]
    #[must_use]
    pub fn resolve(self, position: i64, size: u32) -> u32 {
        let extent = i64::from(size);
        if (0..extent).contains(&position) {
            return position as u32;
        }
        let inside = match self {
            Self::ClampToEdge => position.clamp(0, extent - 1),
            Self::Repeat => position.rem_euclid(extent),
            Self::MirrorRepeat => {
                let within_period = position.rem_euclid(2 * extent);
                within_period.min(2 * extent - 1 - within_period)
            }
        };
        inside as u32
    }
}

impl CompareFunction {
    /// Whether the reference passes the comparison with a texel.
    #[allow(clippy::float_cmp, reason = "the comparison asked for")]
    #[inline]
    #[must_use]
    pub fn passes(self, reference: f32, texel: f32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => reference < texel,
            Self::Equal => reference == texel,
            Self::LessEqual => reference <= texel,
            Self::Greater => reference > texel,
            Self::NotEqual => reference != texel,
            Self::GreaterEqual => reference >= texel,
            Self::Always => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_outside_find_a_texel() {
        let resolve =
            |mode: AddressMode| [-4, -3, -1, 0, 2, 3, 5, 6, 7].map(|position| mode.resolve(position, 3));
        assert_eq!(resolve(AddressMode::ClampToEdge), [0, 0, 0, 0, 2, 2, 2, 2, 2]);
        assert_eq!(resolve(AddressMode::Repeat), [2, 0, 2, 0, 2, 0, 2, 0, 1]);
        assert_eq!(resolve(AddressMode::MirrorRepeat), [2, 2, 0, 0, 2, 2, 0, 0, 1]);
    }

    #[test]
    fn comparisons_have_the_reference_on_the_left() {
        let passing = |reference: f32| -> Vec<bool> {
            CompareFunction::ALL.iter().map(|function| function.passes(reference, 0.5)).collect()
        };
        assert_eq!(passing(0.25), [false, true, false, true, false, true, false, true]);
        assert_eq!(passing(0.5), [false, false, true, true, false, false, true, true]);
        assert_eq!(passing(0.75), [false, false, false, false, true, true, true, true]);
        assert_eq!(passing(f32::NAN), [false, false, false, false, false, true, false, true]);
    }
}
