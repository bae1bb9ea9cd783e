//! Samplers: what controls how texels are picked, compared and combined.
//! <https://www.w3.org/TR/WGSL/#sampler-type>

/// What a coordinate outside of the texture means, along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// `clamp-to-edge`: the nearest texel.
    #[default]
    ClampToEdge,
    /// `repeat`: the texture repeats.
    Repeat,
    /// `mirror-repeat`: the texture repeats, every other time in reverse.
    MirrorRepeat,
}

/// Whether one texel or several give the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FilterMode {
    /// `nearest`
    #[default]
    Nearest,
    /// `linear`
    Linear,
}

/// How a reference value is compared with a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareFunction {
    /// `never`
    Never,
    /// `less`: passes when the reference is less than the texel.
    Less,
    /// `equal`
    Equal,
    /// `less-equal`
    LessEqual,
    /// `greater`
    Greater,
    /// `not-equal`
    NotEqual,
    /// `greater-equal`
    GreaterEqual,
    /// `always`
    Always,
}

/// The properties of a sampler. The default is that of WebGPU: clamped, nearest, level of detail from 0 to 32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// Along u, v and w; cubes take no notice of it.
    pub address_modes: [AddressMode; 3],
    /// Where texels appear larger than pixels: the level of detail is 0 or less.
    pub mag_filter: FilterMode,
    /// Where texels appear smaller than pixels: the level of detail is greater than 0.
    pub min_filter: FilterMode,
    /// Between mip levels.
    pub mipmap_filter: FilterMode,
    /// The least level of detail.
    pub lod_min_clamp: f32,
    /// The greatest level of detail.
    pub lod_max_clamp: f32,
    /// The comparison of a comparison sampler.
    pub compare: Option<CompareFunction>,
    /// At most so many samples along the line of anisotropy. Differs from what samplers can do: always one is taken.
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

impl AddressMode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ClampToEdge, Self::Repeat, Self::MirrorRepeat];

    /// Its name in WebGPU.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClampToEdge => "clamp-to-edge",
            Self::Repeat => "repeat",
            Self::MirrorRepeat => "mirror-repeat",
        }
    }

    /// The address mode with this name in WebGPU.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The texel within `0 .. size` that stands for the one at `position`.
    #[inline]
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

impl FilterMode {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Nearest, Self::Linear];

    /// Its name in WebGPU.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest",
            Self::Linear => "linear",
        }
    }

    /// The filter mode with this name in WebGPU.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

impl CompareFunction {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Never,
        Self::Less,
        Self::Equal,
        Self::LessEqual,
        Self::Greater,
        Self::NotEqual,
        Self::GreaterEqual,
        Self::Always,
    ];

    /// Its name in WebGPU.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Less => "less",
            Self::Equal => "equal",
            Self::LessEqual => "less-equal",
            Self::Greater => "greater",
            Self::NotEqual => "not-equal",
            Self::GreaterEqual => "greater-equal",
            Self::Always => "always",
        }
    }

    /// The compare function with this name in WebGPU.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }

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
        let passing = |reference: f32| CompareFunction::ALL.map(|function| function.passes(reference, 0.5));
        assert_eq!(passing(0.25), [false, true, false, true, false, true, false, true]);
        assert_eq!(passing(0.5), [false, false, true, true, false, false, true, true]);
        assert_eq!(passing(0.75), [false, false, false, false, true, true, true, true]);
        assert_eq!(passing(f32::NAN), [false, false, false, false, false, true, false, true]);
    }

    #[test]
    fn names_are_found_again() {
        for mode in AddressMode::ALL {
            assert_eq!(AddressMode::from_name(mode.name()), Some(mode));
        }
        for function in CompareFunction::ALL {
            assert_eq!(CompareFunction::from_name(function.name()), Some(function));
        }
        assert_eq!(FilterMode::from_name("linear"), Some(FilterMode::Linear));
        assert_eq!(FilterMode::from_name("cubic"), None);
    }
}
