//! The languages of host files.

use std::path::Path;

/// The language of a file that may have shaders in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Host {
    /// Rust.
    Rust,
    /// TypeScript without JSX.
    TypeScript,
    /// JavaScript, and both languages with JSX.
    JavaScript,
    /// Markdown.
    Markdown,
}

impl Host {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rust, Self::TypeScript, Self::JavaScript, Self::Markdown];

    /// Returns true if this build has the parsers of host languages.
    #[must_use]
    pub const fn is_supported() -> bool {
        cfg!(feature = "parsers")
    }

    /// Returns the host language of a file by its extension.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let has = |host: &Self| host.extensions().iter().any(|known| extension == *known);
        Self::ALL.into_iter().find(has)
    }

    /// Returns the host language that editors give this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "rust" => Some(Self::Rust),
            "typescript" => Some(Self::TypeScript),
            "javascript" | "javascriptreact" | "typescriptreact" => Some(Self::JavaScript),
            "markdown" => Some(Self::Markdown),
            _ => None,
        }
    }

    /// Returns the extensions of its files.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Rust => &["rs"],
            Self::TypeScript => &["ts", "mts", "cts"],
            Self::JavaScript => &["js", "mjs", "cjs", "jsx", "tsx"],
            Self::Markdown => &["md", "markdown"],
        }
    }

    /// Returns false if a text has none of the words that every shader in it comes with. Most files of a folder have none, and a search is
    /// much cheaper than a syntax tree.
    pub(crate) fn may_have_shaders(self, text: &str) -> bool {
        let is_word = |bytes: &[u8]| bytes.eq_ignore_ascii_case(b"wgsl");
        let has_name = || text.as_bytes().windows(4).any(is_word);
        match self {
            Self::Rust | Self::Markdown => has_name(),
            Self::TypeScript | Self::JavaScript => text.contains("createShaderModule") || has_name(),
        }
    }
}
