//! The values of `-std`, and the versions of the platforms that have something (1.5.5).

use std::fmt;

/// A version of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Version {
    /// The number before the point.
    pub major: u8,
    /// The number after the point.
    pub minor: u8,
}

impl Version {
    /// A version by its two numbers.
    #[must_use]
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.major, self.minor)
    }
}

/// A platform, whose versions have features of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Platform {
    /// macOS.
    Macos,
    /// iOS.
    Ios,
}

impl Platform {
    /// The name of the macro that is defined for it (1.5.2).
    #[must_use]
    pub const fn macro_name(self) -> &'static str {
        match self {
            Self::Macos => "__METAL_MACOS__",
            Self::Ios => "__METAL_IOS__",
        }
    }
}

/// The versions that have something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Availability {
    /// The first version for macOS.
    pub macos: Option<Version>,
    /// The first version for iOS.
    pub ios: Option<Version>,
    /// Whether it came after version 2.2: no value of `-std` has it, and [`Dialect::Naga`] does.
    pub later: bool,
}

impl Availability {
    /// The features of all versions.
    pub const ALWAYS: Self =
        Self { macos: Some(Version::new(1, 0)), ios: Some(Version::new(1, 0)), later: false };

    /// Whether a dialect has it. The dialect of naga has what version 2.2 for macOS has, and the later things.
    #[must_use]
    pub fn admits(self, dialect: Dialect) -> bool {
        let since = match dialect.platform() {
            Platform::Macos => self.macos,
            Platform::Ios => self.ios,
        };
        // The dialect of naga has the number of its newest version, which is after all numbers of the tables.
        since.is_some_and(|since| since <= dialect.version()) || (self.later && dialect.is_later())
    }
}

impl Dialect {
    /// The dialect with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

include!("generated/dialects.rs");
