//! The options of naga, in words.

use wgsl_translate_check::metal::BoundsPolicy;
use wgsl_translate_check::proof::{VERSIONS, Variant};

/// A version: `2.3`.
pub(super) fn version((major, minor): (u8, u8)) -> String {
    format!("{major}.{minor}")
}

/// The versions of options: `2.0 to 2.4, 3.1`.
pub(super) fn versions<'a>(variants: impl Iterator<Item = &'a Variant>) -> String {
    let used: Vec<(u8, u8)> = variants.map(|variant| variant.version).collect();
    let is_used = VERSIONS.map(|version| used.contains(&version));
    let mut ranges: Vec<String> = Vec::new();
    let mut index = 0;
    while index < VERSIONS.len() {
        let length = is_used[index..].iter().take_while(|it| **it).count();
        match length {
            0 => {}
            1 => ranges.push(version(VERSIONS[index])),
            _ => ranges.push(format!(
                "{} to {}",
                version(VERSIONS[index]),
                version(VERSIONS[index + length - 1])
            )),
        }
        index += length.max(1);
    }
    ranges.join(", ")
}

/// Options: `restrict: 2.0 to 3.1; zero: 3.1`.
pub(super) fn listed(variants: &[Variant]) -> String {
    let of = |bounds: BoundsPolicy| versions(variants.iter().filter(|variant| variant.bounds == bounds));
    let parts: Vec<(BoundsPolicy, String)> = BoundsPolicy::ALL
        .map(|bounds| (bounds, of(bounds)))
        .into_iter()
        .filter(|(_, all)| !all.is_empty())
        .collect();
    let first = parts.first().map_or("", |(_, versions)| versions);
    let names = |parts: &[(BoundsPolicy, String)]| {
        parts.iter().map(|(bounds, _)| bounds.name()).collect::<Vec<_>>().join(", ")
    };
    if parts.iter().all(|(_, versions)| versions == first) {
        return format!("Metal {first}, out-of-bounds accesses: {}", names(&parts));
    }
    let one = |(bounds, versions): &(BoundsPolicy, String)| format!("{}: {versions}", bounds.name());
    format!("Metal, out-of-bounds accesses: {}", parts.iter().map(one).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(version: (u8, u8), bounds: BoundsPolicy) -> Variant {
        Variant { version, bounds }
    }

    #[test]
    fn neighbouring_versions_are_ranges() {
        let of = |all: &[(u8, u8)]| {
            let variants: Vec<Variant> =
                all.iter().map(|version| variant(*version, BoundsPolicy::Restrict)).collect();
            versions(variants.iter())
        };
        assert_eq!(of(&VERSIONS), "2.0 to 3.1");
        assert_eq!(of(&[(2, 0), (2, 2), (2, 3), (3, 1)]), "2.0, 2.2 to 2.3, 3.1");
        assert_eq!(of(&[]), "");
    }

    #[test]
    fn policies_with_equal_versions_are_joined() {
        let all = BoundsPolicy::ALL.map(|bounds| variant((3, 1), bounds));
        assert_eq!(listed(&all), "Metal 3.1, out-of-bounds accesses: restrict, zero, unchecked");
        let two = [variant((2, 0), BoundsPolicy::Restrict), variant((2, 1), BoundsPolicy::Unchecked)];
        assert_eq!(listed(&two), "Metal, out-of-bounds accesses: restrict: 2.0; unchecked: 2.1");
    }
}
