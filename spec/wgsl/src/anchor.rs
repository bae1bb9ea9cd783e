//! Places in the specification.

/// An anchor of the pinned specification. Unknown anchors can't be named, because the constants are generated from
/// `anchors.txt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Anchor(pub(crate) u16);

impl Anchor {
    /// The anchor without `#`.
    #[must_use]
    pub fn id(self) -> &'static str {
        ANCHORS[self.0 as usize].0
    }

    /// The title of the section.
    #[must_use]
    pub fn title(self) -> &'static str {
        ANCHORS[self.0 as usize].1
    }

    /// The address of the place in the published specification.
    #[must_use]
    pub fn url(self) -> String {
        format!("https://www.w3.org/TR/WGSL/#{}", self.id())
    }
}

// `ANCHORS: [(&str, &str); N]`, and one associated constant per anchor: `Anchor::ABS_FLOAT_BUILTIN`.
include!("generated/anchors.rs");
