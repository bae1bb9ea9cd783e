//! A text with what the checker of its language says about it.

use crate::address;
use crate::lines::{Encoding, Lines};
use crate::whole::Whole;
#[cfg(test)]
use cxx_validator::Headers;
use lsp_types::{DocumentSymbol, Location, Position, Range, SymbolKind, Uri};
use msl_validator::amp;
use msl_validator::occurrence as metal;
use shader_language::{Checked, Findings, Program};
#[cfg(test)]
use shader_language::{FrontEnd as _, Source};
use shader_source::diagnostic::{Diagnostic, Label};
use shader_source::{Span, start_behind};
use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use wgsl_validator::{Module, Options, Validator};

/// A text that was checked. It never changes: the next version of a document has a different one.
#[derive(Debug)]
pub(crate) struct Analysis {
    text: Arc<str>,
    facts: Facts,
    lines: Lines,
    /// The diagnostics of the whole program that the document belongs to, sorted by place.
    findings: Vec<Diagnostic>,
    /// The other files that diagnostics are in, in the order of their offsets.
    others: Vec<Other>,
    /// Returns true if the document was checked with other files.
    is_assembled: bool,
    /// The reason why the document could not be checked as a whole.
    pub(crate) incomplete: Option<String>,
    /// The shaders in a host, or the places in kernels, that could not be checked, with the reasons.
    pub(crate) not_checked: Vec<(Span, String)>,
}

/// The knowledge about a document, by language. A feature that a language lacks answers with nothing.
#[derive(Debug)]
pub(crate) enum Facts {
    /// Of a program in WGSL.
    Wgsl(Box<Wgsl>),
    /// Of a program in Metal.
    Metal(Box<Metal>),
    /// Of a program in C++ AMP, which has the same meaning as one in Metal: C++ with kernels.
    Amp(Box<Metal>),
    /// A header has a meaning in the programs that include it only.
    Header,
    /// A program in a different language, which may have shaders in it.
    Host,
}

/// A program in WGSL.
#[derive(Debug)]
pub(crate) struct Wgsl {
    /// How it was checked.
    options: Options,
    /// The document by itself, with the meaning of what is readable in broken declarations, once something needed it.
    alone: OnceCell<Module>,
    /// The program that the document is a file of, once something needed it.
    whole: OnceCell<Whole>,
}

/// A program in Metal or C++ AMP.
#[derive(Debug)]
pub(crate) struct Metal {
    pub(crate) program: msl_validator::Program,
    /// The names, sorted by place, once something needed them.
    names: OnceCell<Vec<metal::Occurrence>>,
}

/// A file in addition to the document.
#[derive(Clone, Debug)]
struct Other {
    /// Its address; `None` for a header of a library, which is not a file.
    uri: Option<Uri>,
    text: Arc<str>,
    lines: Lines,
    /// The offset of its first byte in spans.
    start: u32,
}

impl Analysis {
    /// The analysis of a document that is a program, of which this was found.
    pub(crate) fn new(text: &Arc<str>, encoding: Encoding, checked: Checked) -> Self {
        let Checked { program, mut findings } = checked;
        let facts = match program {
            Program::Wgsl(module) => {
                let options = options(&module);
                let is_broken = module.syntax().ast.decls.iter().any(|decl| decl.has_error);
                let alone = if is_broken { OnceCell::new() } else { OnceCell::from(module) };
                Facts::Wgsl(Box::new(Wgsl { options, alone, whole: OnceCell::new() }))
            }
            Program::Metal(program) => {
                show_at_directives(&mut findings.diagnostics, &program);
                Facts::Metal(Box::new(Metal { program: *program, names: OnceCell::new() }))
            }
        };
        Self::of(text, encoding, facts, findings)
    }

    /// The analysis of a document in WGSL that was checked with other files, by these options.
    pub(crate) fn assembled(
        text: &Arc<str>,
        encoding: Encoding,
        options: Options,
        findings: Findings,
    ) -> Self {
        let facts = Wgsl { options, alone: OnceCell::new(), whole: OnceCell::new() };
        let analysis = Self::of(text, encoding, Facts::Wgsl(Box::new(facts)), findings);
        Self { is_assembled: true, ..analysis }
    }

    fn of(text: &Arc<str>, encoding: Encoding, facts: Facts, findings: Findings) -> Self {
        let Findings { diagnostics, others, incomplete } = findings;
        let mut start = start_behind(0, text);
        let others = others.into_iter().map_while(|(name, text)| {
            let here = start?;
            start = start_behind(here, &text);
            let path = Path::new(&name);
            let uri = path.has_root().then(|| address::uri(path));
            Some(Other { uri, lines: Lines::new(&text, encoding), text, start: here })
        });
        Self {
            others: others.collect(),
            text: Arc::clone(text),
            facts,
            lines: Lines::new(text, encoding),
            findings: diagnostics,
            is_assembled: false,
            incomplete,
            not_checked: Vec::new(),
        }
    }

    /// The analysis of a program in C++ AMP. Places in it that are not known are not checked.
    pub(crate) fn of_amp(text: &Arc<str>, encoding: Encoding, program: amp::Program) -> Self {
        let amp::Program { mut module, inclusions, unresolved } = program;
        let mut diagnostics = core::mem::take(&mut module.diagnostics);
        let others = inclusions.files().iter().map(|file| (file.name.clone(), Arc::clone(&file.text)));
        let others = others.collect();
        let program = msl_validator::Program { module, inclusions };
        show_at_directives(&mut diagnostics, &program);
        let facts = Facts::Amp(Box::new(Metal { program, names: OnceCell::new() }));
        let findings = Findings { diagnostics, others, incomplete: None };
        let here = unresolved.into_iter().filter(|(span, _)| span.lo as usize <= text.len());
        Self { not_checked: here.collect(), ..Self::of(text, encoding, facts, findings) }
    }

    /// The analysis of a header, which says nothing by itself.
    pub(crate) fn of_header(text: &Arc<str>, encoding: Encoding) -> Self {
        Self {
            text: Arc::clone(text),
            facts: Facts::Header,
            lines: Lines::new(text, encoding),
            findings: Vec::new(),
            others: Vec::new(),
            is_assembled: false,
            incomplete: None,
            not_checked: Vec::new(),
        }
    }

    /// The analysis of a program in a different language, of whose shaders this was found.
    pub(crate) fn of_host(text: &Arc<str>, encoding: Encoding, checked: wgsl_embedded::Checked) -> Self {
        let not_checked = checked.not_checked().map(|(place, reason)| (place, reason.to_owned())).collect();
        Self {
            text: Arc::clone(text),
            facts: Facts::Host,
            lines: Lines::new(text, encoding),
            findings: checked.diagnostics,
            others: Vec::new(),
            is_assembled: false,
            incomplete: None,
            not_checked,
        }
    }

    /// The diagnostics in this document, sorted by place.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.findings.iter().filter(|found| self.holds(found.primary.span))
    }

    /// Returns true if a span is in this document.
    pub(crate) fn holds(&self, span: Span) -> bool {
        span.lo as usize <= self.text().len()
    }

    /// The place of a span of the program; `None` in a header of a library.
    pub(crate) fn location(&self, uri: &Uri, span: Span) -> Option<Location> {
        let index = self.others.partition_point(|other| other.start <= span.lo);
        let Some(other) = index.checked_sub(1).map(|index| &self.others[index]) else {
            return Some(Location { uri: uri.clone(), range: self.range(span) });
        };
        let span = Span::new(span.lo - other.start, span.hi.saturating_sub(other.start));
        Some(Location { uri: other.uri.clone()?, range: other.lines.range(&other.text, span) })
    }

    /// The source.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// What is known about the program.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The program in C++ with its names, whose language is Metal or C++ AMP.
    pub(crate) fn cxx(&self) -> Option<&Metal> {
        match &self.facts {
            Facts::Metal(program) | Facts::Amp(program) => Some(program),
            Facts::Wgsl(_) | Facts::Header | Facts::Host => None,
        }
    }

    /// How the program is checked, if it needs its other files before anything is asked about it: see [`Analysis::know`].
    pub(crate) fn needs_files(&self) -> Option<Options> {
        let Facts::Wgsl(program) = &self.facts else { return None };
        (self.is_assembled && program.whole.get().is_none()).then(|| program.options.clone())
    }

    /// Takes the program that the document is a file of.
    pub(crate) fn know(&self, whole: Whole) {
        if let Facts::Wgsl(program) = &self.facts {
            // It is the same if it is known.
            let _ = program.whole.set(whole);
        }
    }

    /// The document by itself, if it is WGSL. Its diagnostics are not the program's.
    pub(crate) fn alone(&self) -> Option<&Module> {
        let Facts::Wgsl(program) = &self.facts else { return None };
        Some(program.alone.get_or_init(|| Validator::new(program.options.clone()).understand(self.text())))
    }

    /// The program that the document is a file of, if it is WGSL. Its diagnostics are not the program's.
    pub(crate) fn whole(&self) -> Option<&Whole> {
        let Facts::Wgsl(program) = &self.facts else { return None };
        let alone = self.alone()?;
        Some(program.whole.get_or_init(|| Whole::alone(alone.clone())))
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span)
    }

    /// A declaration in the outline of the document.
    pub(crate) fn symbol(
        &self,
        name: &str,
        kind: SymbolKind,
        detail: Option<String>,
        whole: Span,
        name_span: Span,
        children: Option<Vec<DocumentSymbol>>,
    ) -> DocumentSymbol {
        #[allow(deprecated, reason = "the protocol still has the member `deprecated`")]
        DocumentSymbol {
            name: name.to_owned(),
            detail,
            kind,
            tags: None,
            deprecated: None,
            range: self.range(whole),
            selection_range: self.range(name_span),
            children,
        }
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

impl Metal {
    /// The names in the document, which has this text, sorted by place.
    pub(crate) fn names(&self, text: &str) -> &[metal::Occurrence] {
        self.names.get_or_init(|| metal::occurrences(&self.program, text))
    }

    /// The name at an offset, or the one that ends there.
    pub(crate) fn name_at(&self, text: &str, offset: u32) -> Option<metal::Occurrence> {
        let names = self.names(text);
        let end = names.partition_point(|it| it.span.lo <= offset);
        names[..end].last().copied().filter(|it| offset <= it.span.hi)
    }
}

/// Moves the diagnostics of headers to the directives of the document that lead to them: a header has no diagnostics of its own, because what
/// it means depends on the program.
fn show_at_directives(diagnostics: &mut [Diagnostic], program: &msl_validator::Program) {
    for found in diagnostics.iter_mut() {
        let place = found.primary.span;
        let mut span = place;
        while let Some(file) = program.inclusions.of(span.lo) {
            span = file.by;
        }
        if span != place {
            found.labels.retain(|label| label.span != span);
            found.labels.insert(0, Label { span: place, text: "in this header".to_owned(), rule: None });
            found.primary.span = span;
        }
    }
    diagnostics.sort_by_key(|found| found.primary.span);
}

/// How a module was checked.
fn options(module: &Module) -> Options {
    Options { edition: module.edition(), target: module.target().clone() }
}

/// The analysis of a program in tests.
#[cfg(test)]
pub(crate) fn analyse(text: &str) -> Analysis {
    Analysis::new(&text.into(), Encoding::Utf16, Validator::default().check(Source::text(text)))
}

/// The analysis of a Metal program in tests.
#[cfg(test)]
pub(crate) fn analyse_metal(text: &str) -> Analysis {
    let mut checker =
        shader_language::Metal { options: &msl_validator::Options::default(), headers: Headers::NONE };
    Analysis::new(&text.into(), Encoding::Utf16, checker.check(Source::text(text)))
}

/// The analysis of a program in tests, without its marks, and the offsets of these: `|`.
#[cfg(test)]
pub(crate) fn marked(text: &str) -> (Analysis, Vec<u32>) {
    let (plain, marks) = unmarked(text);
    (analyse(&plain), marks)
}

/// The program of a test without its marks, and the offsets of these.
#[cfg(test)]
pub(crate) fn unmarked(text: &str) -> (String, Vec<u32>) {
    let mut plain = String::new();
    let mut marks = Vec::new();
    for piece in text.split('|') {
        plain += piece;
        marks.push(plain.len() as u32);
    }
    marks.pop();
    (plain, marks)
}

/// The address of the program in tests.
#[cfg(test)]
pub(crate) fn address() -> Uri {
    Uri("file:///a.wgsl".to_owned())
}
