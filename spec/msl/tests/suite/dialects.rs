//! The values of `-std`, and what they admit.

use msl_spec::{Availability, Dialect, Feature, Platform, Version};

#[test]
fn the_dialects_are_those_of_section_1_5_5_the_later_ones_and_that_of_naga() {
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
            "ios-metal2.3",
            "ios-metal2.4",
            "osx-metal1.1",
            "osx-metal1.2",
            "osx-metal2.0",
            "osx-metal2.1",
            "osx-metal2.2",
            "macos-metal2.3",
            "macos-metal2.4",
            "metal3.0",
            "metal3.1",
            "metal3.2",
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
    for (name, dialect) in [
        ("macos-metal2.2", Dialect::OsxMetal22),
        ("osx-metal2.3", Dialect::MacosMetal23),
        ("macos-metal1.1", Dialect::OsxMetal11),
    ] {
        assert_eq!(Dialect::from_name(name), Some(dialect), "{name}");
    }
    for name in ["macos-metal3.0", "ios-metal3.1", "metal2.4", "metal4.0"] {
        assert_eq!(Dialect::from_name(name), None, "{name}");
    }
}

#[test]
fn the_name_of_a_dialect_has_its_platform_and_version() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Naga) {
        let version = dialect.version();
        let prefix = match dialect.platform() {
            _ if version >= Version::new(3, 0) => "metal",
            Platform::Macos if version > Availability::NEWEST_PINNED => "macos-metal",
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
        Availability { macos: Some(Version::new(2, 1)), ios: Some(Version::new(2, 0)), naga: false };
    assert!(!available.admits(Dialect::OsxMetal20) && available.admits(Dialect::OsxMetal21));
    assert!(!available.admits(Dialect::IosMetal12) && available.admits(Dialect::IosMetal20));
    assert!(available.admits(Dialect::Naga));
}

#[test]
fn naga_has_nothing_of_ios_alone_and_alone_has_what_it_alone_writes() {
    let ios = Availability { macos: None, ios: Some(Version::new(2, 0)), naga: false };
    let own = Availability { macos: None, ios: None, naga: true };
    assert!(!ios.admits(Dialect::Naga));
    for dialect in Dialect::ALL {
        assert_eq!(own.admits(dialect), dialect == Dialect::Naga, "{dialect:?}");
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
        (Feature::PackedComponentNames, Dialect::MacosMetal23, Dialect::OsxMetal22),
        (Feature::LongInBuffers, Dialect::IosMetal23, Dialect::OsxMetal22),
        (Feature::Imageblocks, Dialect::IosMetal20, Dialect::OsxMetal22),
    ] {
        assert!(feature.availability().admits(first), "{feature:?} {first:?}");
        assert!(!feature.availability().admits(before), "{feature:?} {before:?}");
        assert!(feature.about().ends_with('.') && !feature.section().is_empty());
    }
}

#[test]
fn messages_say_since_when_a_dialect_would_have_it() {
    let since = |macos: Option<Version>, ios: Option<Version>| Availability { macos, ios, naga: false };
    let (early, late) = (Some(Version::new(2, 0)), Some(Version::new(2, 3)));
    for (available, dialect, expected) in [
        (since(late, late), Dialect::OsxMetal22, "is available since Metal 2.3"),
        (since(late, early), Dialect::OsxMetal22, "is available on macOS since Metal 2.3"),
        (since(late, None), Dialect::OsxMetal22, "is available on macOS since Metal 2.3"),
        (since(None, early), Dialect::OsxMetal22, "is only available on iOS, since Metal 2.0"),
        (since(early, None), Dialect::IosMetal22, "is only available on macOS, since Metal 2.0"),
        (since(None, None), Dialect::Metal31, "is not available in any version of Metal"),
    ] {
        assert_eq!(available.in_words(dialect), expected);
    }
    assert!(since(late, late).is_newer() && !since(late, early).is_newer());
}
