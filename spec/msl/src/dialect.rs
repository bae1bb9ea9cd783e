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
    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Macos => "macOS",
            Self::Ios => "iOS",
        }
    }

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
    /// Whether only naga writes it: no version has it, and [`Dialect::Naga`] does.
    pub naga: bool,
}

impl Availability {
    /// The features of all versions.
    pub const ALWAYS: Self = Self::since(Version::new(1, 0));

    /// The newest version that the pinned text of the specification describes.
    pub const NEWEST_PINNED: Version = Version::new(2, 2);

    /// Returns the availability of something that both platforms have since one version.
    #[must_use]
    pub const fn since(version: Version) -> Self {
        Self { macos: Some(version), ios: Some(version), naga: false }
    }

    /// Returns the first version of a platform that has it.
    #[must_use]
    pub const fn on(self, platform: Platform) -> Option<Version> {
        match platform {
            Platform::Macos => self.macos,
            Platform::Ios => self.ios,
        }
    }

    /// Returns true if a dialect has it.
    #[must_use]
    pub fn admits(self, dialect: Dialect) -> bool {
        // The dialect of naga has the number of its newest version, which is after all numbers of the tables.
        self.on(dialect.platform()).is_some_and(|since| since <= dialect.version())
            || (self.naga && dialect == Dialect::Naga)
    }

    /// Returns true if neither platform has it up to the newest pinned version.
    #[must_use]
    pub fn is_newer(self) -> bool {
        [self.macos, self.ios].into_iter().flatten().all(|since| since > Self::NEWEST_PINNED)
    }

    /// Returns what a message says about a dialect that lacks it: "is available since Metal 3.1".
    #[must_use]
    pub fn in_words(self, dialect: Dialect) -> String {
        let platform = dialect.platform();
        let other = match platform {
            Platform::Macos => Platform::Ios,
            Platform::Ios => Platform::Macos,
        };
        match (self.on(platform), self.on(other)) {
            (Some(own), Some(other)) if own == other => format!("is available since Metal {own}"),
            (Some(own), _) => format!("is available on {} since Metal {own}", platform.name()),
            (None, Some(since)) => format!("is only available on {}, since Metal {since}", other.name()),
            (None, None) => "is not available in any version of Metal".to_owned(),
        }
    }
}

impl Dialect {
    /// Returns the dialect with this name: `osx-metal2.2`, or `macos-metal2.2`, which means the same.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name || dialect.others().contains(&name))
    }
}

include!("generated/dialects.rs");
