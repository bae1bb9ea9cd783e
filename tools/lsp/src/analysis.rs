//! A text with what the validator says of it.

use crate::address;
use crate::assembly::Assembled;
use crate::lines::{Encoding, Lines};
use lsp_types::{Location, Position, Range, Uri};
use shader_source::diagnostic::Diagnostic;
use shader_source::{Span, start_behind};
use std::cell::OnceCell;
use wgsl_modules::allow;
use wgsl_validator::advice::{Advice, Extent, with_advice};
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
    /// The findings, sorted by place, of the whole program that the document belongs to.
    findings: Vec<Diagnostic>,
    /// The other files that findings lie in, behind the source.
    others: Vec<Other>,
    /// Whether the document is a file of a program that may have others.
    pub(crate) is_file_of_several: bool,
    /// The reason why the document could not be judged as a whole.
    pub(crate) incomplete: Option<String>,
}

/// A file beside the document.
#[derive(Clone, Debug)]
struct Other {
    uri: Uri,
    text: String,
    lines: Lines,
    /// The offset of its first byte in spans.
    start: u32,
}

impl Analysis {
    /// The analysis of a document with advice of these classes; `assembled` is the judgement of the program that it is a file of.
    pub(crate) fn new(
        text: &str,
        encoding: Encoding,
        assembled: Option<Assembled>,
        advice: &[Advice],
        validator: &mut Validator,
    ) -> Self {
        let module = validator.validate(text);
        let of_module = || {
            let mut found = with_advice(&module, Extent::Whole, advice);
            allow::apply([text], module.edition(), &mut found);
            found
        };
        let is_file_of_several = assembled.is_some();
        let alone =
            || Assembled { diagnostics: of_module(), others: Vec::new(), incomplete: None, depends_on: None };
        let Assembled { diagnostics, others, incomplete, depends_on: _ } = assembled.unwrap_or_else(alone);
        let mut start = start_behind(0, text);
        let others = others.into_iter().map_while(|(path, text)| {
            let here = start?;
            start = start_behind(here, &text);
            Some(Other { uri: address::uri(&path), lines: Lines::new(&text, encoding), text, start: here })
        });
        Self {
            others: others.collect(),
            module,
            understood: OnceCell::new(),
            lines: Lines::new(text, encoding),
            findings: diagnostics,
            is_file_of_several,
            incomplete,
        }
    }

    /// The findings in this document, sorted by place.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.findings.iter().filter(|found| self.holds(found.primary.span))
    }

    /// Whether a span lies in this document.
    pub(crate) fn holds(&self, span: Span) -> bool {
        span.lo as usize <= self.text().len()
    }

    /// The place of a span of a finding.
    pub(crate) fn location(&self, uri: &Uri, span: Span) -> Location {
        match self.others.iter().rfind(|other| other.start <= span.lo) {
            None => Location { uri: uri.clone(), range: self.range(span) },
            Some(other) => {
                let span = Span::new(span.lo - other.start, span.hi.saturating_sub(other.start));
                Location { uri: other.uri.clone(), range: other.lines.range(&other.text, span) }
            }
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
    Analysis::new(text, Encoding::Utf16, None, &[], &mut Validator::default())
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
pub(crate) fn address() -> Uri {
    Uri("file:///a.wgsl".to_owned())
}
