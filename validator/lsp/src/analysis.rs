//! A text with what the validator says of it.

use crate::lines::{Encoding, Lines};
use lsp_types::Range;
use shader_source::Span;
use wgsl_validator::{Module, Validator};

/// A text that was judged. It never changes: the next version of a document has another one.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The program as it was judged.
    pub(crate) module: Module,
    lines: Lines,
}

impl Analysis {
    pub(crate) fn new(text: &str, encoding: Encoding, validator: &mut Validator) -> Self {
        Self { module: validator.validate(text), lines: Lines::new(text, encoding) }
    }

    /// The source.
    pub(crate) fn text(&self) -> &str {
        self.module.source()
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span)
    }

    /// The span of a range.
    pub(crate) fn span(&self, range: Range) -> Span {
        self.lines.span(self.text(), range)
    }
}

/// The analysis of a program in tests.
#[cfg(test)]
pub(crate) fn analyse(text: &str) -> Analysis {
    Analysis::new(text, Encoding::Utf16, &mut Validator::default())
}
