//! The version of Unicode that defines identifiers. <https://www.w3.org/TR/WGSL/#identifiers>

/// Whether the character is allowed in identifiers only in Unicode versions after 14.0.0, the specification's
/// version.
#[must_use]
pub fn is_later_identifier_character(character: char) -> bool {
    let code = u32::from(character);
    let index = LATER_THAN_14.partition_point(|(_, last)| *last < code);
    LATER_THAN_14.get(index).is_some_and(|(first, _)| *first <= code)
}

// `LATER_THAN_14: [(u32, u32); N]`: the first and the last character of each range, in order.
include!("generated/unicode.rs");
