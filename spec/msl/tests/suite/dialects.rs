//! The values of `-std`, and what they admit.

use msl_spec::{Availability, Dialect, Feature, Platform, Version};

#[test]
fn the_dialects_are_those_of_section_1_5_5_and_that_of_naga() {
    let names: Vec<&str> = Dialect::ALL.into_iter().map(Dialect::name).collect();
    assert_eq!(
        names,
        [
            "ios-metal1.0",
            "ios-metal1.1",
            "ios-metal1.2",
            "ios-metal2.0",
            "ios-metal2.1",
            "ios-metal2.2",
            "osx-metal1.1",
            "osx-metal1.2",
            "osx-metal2.0",
            "osx-metal2.1",
            "osx-metal2.2",
            "naga"
        ]
    );
    for dialect in Dialect::ALL {
        assert_eq!(Dialect::from_name(dialect.name()), Some(dialect));
        let version = dialect.version();
        let expected = u32::from(version.major) * 100 + u32::from(version.minor) * 10;
        assert_eq!(dialect.version_macro(), expected, "{dialect:?}");
    }
    assert_eq!(Dialect::from_name("osx-metal1.0"), None);
}

#[test]
fn the_name_of_a_dialect_has_its_platform_and_version() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| !dialect.is_later()) {
        let prefix = match dialect.platform() {
            Platform::Macos => "osx-metal",
            Platform::Ios => "ios-metal",
        };
        assert_eq!(dialect.name(), format!("{prefix}{}", dialect.version()));
    }
    assert_eq!(Platform::Macos.macro_name(), "__METAL_MACOS__");
    assert_eq!(Platform::Ios.macro_name(), "__METAL_IOS__");
}

#[test]
fn a_platform_admits_what_its_own_version_has() {
    let available =
        Availability { macos: Some(Version::new(2, 1)), ios: Some(Version::new(2, 0)), later: false };
    assert!(!available.admits(Dialect::OsxMetal20) && available.admits(Dialect::OsxMetal21));
    assert!(!available.admits(Dialect::IosMetal12) && available.admits(Dialect::IosMetal20));
    assert!(available.admits(Dialect::Naga));
}

#[test]
fn naga_has_nothing_of_ios_alone_and_alone_has_what_came_later() {
    let ios = Availability { macos: None, ios: Some(Version::new(2, 0)), later: false };
    let later = Availability { macos: None, ios: None, later: true };
    assert!(!ios.admits(Dialect::Naga));
    for dialect in Dialect::ALL {
        assert_eq!(later.admits(dialect), dialect == Dialect::Naga, "{dialect:?}");
        assert!(Availability::ALWAYS.admits(dialect), "{dialect:?}");
    }
}

#[test]
fn features_are_admitted_by_the_versions_of_their_sections() {
    for (feature, first, before) in [
        (Feature::MatrixFromScalars, Dialect::OsxMetal20, Dialect::OsxMetal12),
        (Feature::ReadWriteTextures, Dialect::IosMetal12, Dialect::IosMetal11),
        (Feature::TextureArrays, Dialect::IosMetal12, Dialect::IosMetal11),
        (Feature::TextureArrays, Dialect::OsxMetal20, Dialect::OsxMetal12),
        (Feature::WrittenTextureArrays, Dialect::OsxMetal20, Dialect::IosMetal22),
        (Feature::FunctionConstants, Dialect::OsxMetal12, Dialect::OsxMetal11),
        (Feature::PackedComponentNames, Dialect::Naga, Dialect::OsxMetal22),
        (Feature::LongInBuffers, Dialect::Naga, Dialect::OsxMetal22),
        (Feature::Imageblocks, Dialect::IosMetal20, Dialect::Naga),
    ] {
        assert!(feature.availability().admits(first), "{feature:?} {first:?}");
        assert!(!feature.availability().admits(before), "{feature:?} {before:?}");
        assert!(feature.about().ends_with('.') && !feature.section().is_empty());
    }
}
