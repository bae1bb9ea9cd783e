//! Samplers in plans. C++ AMP 1.2 (10.3)

use serde::Deserialize;

/// The modes of a sampler. `sampler()` has the modes that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sampler {
    /// How texels are combined.
    pub filter: Filter,
    /// The texel that is read for one outside of the texture.
    pub address: Address,
    /// The color outside of the texture, for `address: border`.
    pub border: [f32; 4],
}

/// `filter_mode`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the modes by name")]
pub enum Filter {
    Point,
    #[default]
    Linear,
}

/// `address_mode`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the modes by name")]
pub enum Address {
    Wrap,
    Mirror,
    #[default]
    Clamp,
    Border,
}

impl Sampler {
    /// Returns true for a key that only samplers have.
    pub(crate) fn has(key: &str) -> bool {
        matches!(key, "filter" | "address" | "border")
    }

    /// The bytes of the library's `sampler`, whose modes have the numbers of Direct3D.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let filter: u32 = match self.filter {
            Filter::Point => 0,
            Filter::Linear => 0x15,
        };
        let address: u32 = match self.address {
            Address::Wrap => 1,
            Address::Mirror => 2,
            Address::Clamp => 3,
            Address::Border => 4,
        };
        let border = self.border.iter().flat_map(|component| component.to_le_bytes());
        filter.to_le_bytes().into_iter().chain(address.to_le_bytes()).chain(border).collect()
    }
}
