//! A shader as a list of parts of the host file.

use crate::quoting::Quoting;
use shader_source::Span;
use wgsl_modules::{FileIndex, MappedText};

/// The host file in the places of a [`MappedText`].
pub(crate) const HOST: FileIndex = FileIndex(0);

/// A part of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// Its place in the host.
    pub(crate) span: Span,
    pub(crate) content: Content,
    pub(crate) quoting: Quoting,
}

/// A part's contribution to the source of its shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// A verbatim copy of the host's bytes.
    Copy,
    /// The meaning of an escape sequence.
    Decoded(String),
    /// Text that only the running host knows.
    Unknown,
}

impl Part {
    /// Returns the number of bytes of its text.
    #[cfg(feature = "parsers")]
    pub(crate) fn len(&self) -> usize {
        match &self.content {
            Content::Copy => (self.span.hi - self.span.lo) as usize,
            Content::Decoded(text) => text.len(),
            Content::Unknown => 0,
        }
    }
}

/// Classifies a text as a whole program or a piece of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// The host makes a shader module of it.
    Whole,
    /// The host may add declarations to it.
    Open,
    /// It is in a document, which shows excerpts of programs as well as programs.
    Shown,
}

/// A shader in a host file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shader {
    /// The literal, expression or code block that it is written as.
    pub place: Span,
    pub(crate) parts: Vec<Part>,
    /// The place where the host changes its source in a way that isn't known.
    pub(crate) changed: Option<Span>,
    /// Its classification as a whole program or a piece of one.
    pub(crate) extent: Extent,
}

impl Shader {
    /// Returns the places of its interpolations.
    pub fn interpolations(&self) -> impl Iterator<Item = Span> {
        self.parts.iter().filter(|part| part.content == Content::Unknown).map(|part| part.span)
    }

    /// Returns its text without interpolations, with the way back to the host.
    #[must_use]
    pub fn text(&self, host: &MappedText) -> MappedText {
        self.text_with(host, |_| "")
    }

    /// Returns its text with a text for each interpolation, given its number in the order of the shader.
    pub(crate) fn text_with<'a>(&self, host: &MappedText, by: impl Fn(usize) -> &'a str) -> MappedText {
        let mut text = MappedText::default();
        let mut number = 0;
        for part in &self.parts {
            match &part.content {
                Content::Copy => text.copy(host, part.span),
                Content::Decoded(decoded) => text.replace(host, part.span, decoded),
                Content::Unknown => {
                    text.replace(host, part.span, by(number));
                    number += 1;
                }
            }
        }
        text
    }

    /// Returns how text is written at a place of the host.
    pub(crate) fn quoting_at(&self, place: Span) -> Option<Quoting> {
        let holds = |part: &&Part| part.span.lo <= place.lo && place.hi <= part.span.hi;
        let known = self.parts.iter().filter(|part| part.content != Content::Unknown);
        known.filter(holds).map(|part| part.quoting).next()
    }
}
