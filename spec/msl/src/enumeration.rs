//! The enumerations of the library.

use crate::{Availability, Version};

/// A value of an enumeration.
#[derive(Debug)]
pub struct Enumerator {
    /// Its name, without that of the enumeration.
    pub name: &'static str,
    /// The word of a descriptor of WebGPU for it, if there is one.
    pub wgsl: Option<&'static str>,
    /// The versions that have it.
    pub availability: Availability,
}

impl Enumeration {
    /// The enumeration with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|enumeration| enumeration.name() == name)
    }

    /// The enumeration, with its enumerator, that a name denotes which stands alone: `memory_order_relaxed`.
    #[must_use]
    pub fn of_unscoped(name: &str) -> Option<(Self, &'static Enumerator)> {
        let unscoped = Self::ALL.into_iter().filter(|enumeration| !enumeration.is_scoped());
        unscoped.into_iter().find_map(|enumeration| Some((enumeration, enumeration.enumerator(name)?)))
    }

    /// The enumerator with this name.
    #[must_use]
    pub fn enumerator(self, name: &str) -> Option<&'static Enumerator> {
        self.enumerators().iter().find(|enumerator| enumerator.name == name)
    }
}

impl Access {
    /// Whether pixels can be read without a sampler (6.10).
    #[must_use]
    pub const fn can_read(self) -> bool {
        match self {
            Self::Sample | Self::Read | Self::ReadWrite => true,
            Self::Write => false,
        }
    }

    /// Whether pixels can be written (6.10).
    #[must_use]
    pub const fn can_write(self) -> bool {
        match self {
            Self::Write | Self::ReadWrite => true,
            Self::Sample | Self::Read => false,
        }
    }
}

include!("generated/enumerations.rs");
