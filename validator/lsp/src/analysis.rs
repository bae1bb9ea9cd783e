//! A text with what the validator says of it.

use crate::lines::{Encoding, Lines};
use lsp_types::{Position, Range};
use shader_source::Span;
use std::cell::OnceCell;
use wgsl_validator::occurrence::{Occurrence, occurrence_at, occurrences};
use wgsl_validator::{Module, Options, Validator};

/// A text that was judged. It never changes: the next version of a document has another one.
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The program as it was judged.
    pub(crate) module: Module,
    /// The module with the meaning of what is readable in broken declarations, once something needed it.
    understood: OnceCell<Module>,
    lines: Lines,
}

impl Analysis {
    pub(crate) fn new(text: &str, encoding: Encoding, validator: &mut Validator) -> Self {
        Self {
            module: validator.validate(text),
            understood: OnceCell::new(),
            lines: Lines::new(text, encoding),
        }
    }

    /// The source.
    pub(crate) fn text(&self) -> &str {
        self.module.source()
    }

    /// The module with the meaning of what is readable in broken declarations. Its findings are not those of the program.
    pub(crate) fn understood(&self) -> &Module {
        self.understood.get_or_init(|| {
            let is_broken = self.module.syntax().ast.decls.iter().any(|decl| decl.has_error);
            if is_broken { understand(self.text(), &self.module) } else { self.module.clone() }
        })
    }

    /// The names, sorted by place.
    pub(crate) fn occurrences(&self) -> Vec<Occurrence> {
        occurrences(self.understood().typed())
    }

    /// The name at an offset, or the one that ends there.
    pub(crate) fn occurrence_at(&self, offset: u32) -> Option<Occurrence> {
        occurrence_at(&self.occurrences(), offset)
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span)
    }

    /// The span of a range.
    pub(crate) fn span(&self, range: Range) -> Span {
        self.lines.span(self.text(), range)
    }

    /// The byte offset of a position.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        self.lines.offset(self.text(), position)
    }
}

/// Makes a module of a program that is being written, by the edition and for the target of another one.
pub(crate) fn understand(text: &str, by: &Module) -> Module {
    let options = Options { edition: by.edition(), target: by.target().clone() };
    Validator::new(options).understand(text)
}

/// The analysis of a program in tests.
#[cfg(test)]
pub(crate) fn analyse(text: &str) -> Analysis {
    Analysis::new(text, Encoding::Utf16, &mut Validator::default())
}

/// The analysis of a program in tests, without its marks, and the offsets of these: `|`.
#[cfg(test)]
pub(crate) fn marked(text: &str) -> (Analysis, Vec<u32>) {
    let mut plain = String::new();
    let mut marks = Vec::new();
    for piece in text.split('|') {
        plain += piece;
        marks.push(plain.len() as u32);
    }
    marks.pop();
    (analyse(&plain), marks)
}

/// The address of the program in tests.
#[cfg(test)]
pub(crate) fn address() -> lsp_types::Uri {
    lsp_types::Uri("file:///a.wgsl".to_owned())
}
