//! Places in the specification.

/// A section of the specification. Others can't be named, because the constants are generated from `anchors.txt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Anchor(pub(crate) u16);

impl Anchor {
    /// The number of the section: `2.2.1`.
    #[must_use]
    pub fn section(self) -> &'static str {
        ANCHORS[self.0 as usize].0
    }

    /// The title of the section.
    #[must_use]
    pub fn title(self) -> &'static str {
        ANCHORS[self.0 as usize].1
    }

    /// The section with the name of the specification, which has no address for each section.
    #[must_use]
    pub fn reference(self) -> String {
        format!("Metal Shading Language Specification 2.2, section {}", self.section())
    }
}

// `ANCHORS: [(&str, &str); N]`, and one associated constant per section: `Anchor::SECTION_2_2_1`.
include!("generated/anchors.rs");
