//! Component swizzles of texture views. <https://gpuweb.github.io/gpuweb/#dom-gputextureviewdescriptor-swizzle>

use super::texel::Texel;
use core::fmt;

/// The source of a component that a shader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// A channel of the texel: 0 for red, 1 for green, 2 for blue and 3 for alpha.
    Channel(u8),
    /// 0
    Zero,
    /// 1
    One,
}

/// The letters of components.
const LETTERS: [(char, Component); 6] = [
    ('r', Component::Channel(0)),
    ('g', Component::Channel(1)),
    ('b', Component::Channel(2)),
    ('a', Component::Channel(3)),
    ('0', Component::Zero),
    ('1', Component::One),
];

/// The sources of red, green, blue and alpha as a shader reads them. By default each is the channel of its name. It is read and
/// written as four letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct Swizzle(pub [Component; 4]);

impl Swizzle {
    /// Each component is the channel of its name: `rgba`.
    pub const IDENTITY: Self =
        Self([Component::Channel(0), Component::Channel(1), Component::Channel(2), Component::Channel(3)]);

    /// The swizzle with this name in WebGPU: four of the letters `rgba01`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let component = |letter| Some(LETTERS.iter().find(|(known, _)| *known == letter)?.1);
        let components: Option<Vec<Component>> = name.chars().map(component).collect();
        components?.try_into().ok().map(Self)
    }

    /// Whether each component is the channel of its name.
    #[must_use]
    pub fn is_identity(self) -> bool {
        self == Self::IDENTITY
    }

    /// The components that a shader reads of a texel with these channels, which are 0, 0 and 1 where its format lacks green, blue
    /// and alpha.
    #[inline]
    #[must_use]
    pub fn apply(self, texel: Texel) -> Texel {
        match texel {
            Texel::Float(channels) => Texel::Float(self.pick(channels, [0.0, 1.0])),
            Texel::Sint(channels) => Texel::Sint(self.pick(channels, [0, 1])),
            Texel::Uint(channels) => Texel::Uint(self.pick(channels, [0, 1])),
        }
    }

    fn pick<T: Copy>(self, channels: [T; 4], [zero, one]: [T; 2]) -> [T; 4] {
        self.0.map(|component| match component {
            Component::Channel(channel) => channels[usize::from(channel & 3)],
            Component::Zero => zero,
            Component::One => one,
        })
    }
}

impl From<Swizzle> for String {
    fn from(swizzle: Swizzle) -> Self {
        swizzle.to_string()
    }
}

impl TryFrom<String> for Swizzle {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::from_name(&name).ok_or_else(|| format!("expected four of the letters `rgba01`, found `{name}`"))
    }
}

impl Default for Swizzle {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for component in self.0 {
            let known = LETTERS.iter().find(|(_, known)| *known == component);
            write!(formatter, "{}", known.map_or('?', |(letter, _)| *letter))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_four_letters() {
        for name in ["rgba", "bgra", "rrr1", "0a10"] {
            assert_eq!(Swizzle::from_name(name).map(|swizzle| swizzle.to_string()), Some(name.to_owned()));
        }
        for name in ["", "rgb", "rgbaa", "RGBA", "xyzw", "rgb2", "rgbä"] {
            assert_eq!(Swizzle::from_name(name), None, "{name}");
        }
        assert_eq!(Swizzle::from_name("rgba"), Some(Swizzle::default()));
    }

    #[test]
    fn components_have_their_sources() {
        let swizzle = Swizzle::from_name("a0g1").expect("a swizzle");
        assert_eq!(swizzle.apply(Texel::Uint([5, 6, 7, 8])), Texel::Uint([8, 0, 6, 1]));
        assert_eq!(swizzle.apply(Texel::Sint([-5, -6, -7, -8])), Texel::Sint([-8, 0, -6, 1]));
        assert_eq!(swizzle.apply(Texel::Float([0.5, 0.25, 2.0, 4.0])), Texel::Float([4.0, 0.0, 0.25, 1.0]));
    }
}
