//! C++ AMP 1.2 as a dialect of C++14: the description that the C++ core gets, and a program from its text to its diagnostics.

mod dialect;

pub(crate) use dialect::PARTIAL_HEADERS;

pub use dialect::AMP;

use crate::check::check_amp;
use crate::diagnostic::Diagnostic;
use crate::meaning::Module;
use cxx_validator::{Definition, Headers, Inclusions, Source, is_header, parse};
use shader_source::{RuleSet, Span};

/// A program in C++ AMP.
#[derive(Debug)]
pub struct Program {
    /// Its meaning, with the diagnostics.
    pub module: Module,
    /// The files that it includes.
    pub inclusions: Inclusions,
    /// What is not known in code for the accelerator, with the reasons.
    pub unresolved: Vec<(Span, String)>,
}

/// Checks a file with all that it includes. Headers that aren't found are skipped.
#[must_use]
pub fn program(source: Source<'_>, definitions: &[Definition], headers: Headers<'_>) -> Program {
    let mut all = predefined();
    all.extend_from_slice(definitions);
    let (parsed, inclusions) = parse(source, &all, headers, &AMP);
    let library = inclusions.files().iter().filter(|file| file.is_library);
    let library = library.map(|file| file.start..file.start + file.text.len() as u32).collect();
    let (mut module, unresolved) = check_amp(parsed, library, is_header(source.path));
    for found in &mut module.diagnostics {
        if found.rule.set != RuleSet::Amp
            && let Some(rule) = amp_spec::INVENTORY.rule(found.rule.id)
        {
            *found = Diagnostic { rule, ..found.clone() };
        }
    }
    Program { module, inclusions, unresolved }
}

/// The macros that Microsoft's compiler defines.
fn predefined() -> Vec<Definition> {
    let definition = |name: &str, value: &str| Definition { name: name.to_owned(), value: value.to_owned() };
    vec![
        definition("__cplusplus", "201103L"),
        definition("_MSC_VER", "1800"),
        definition("_WIN32", "1"),
        definition("_CPPAMP_VER", "1"),
    ]
}

/// Temporary.
pub fn check(source: Source<'_>, definitions: &[Definition], headers: Headers<'_>) -> Vec<String> {
    if std::env::var("PARSE").is_ok() {
        let mut all = predefined();
        all.extend_from_slice(definitions);
        let (parsed, inclusions) = parse(source, &all, headers, &AMP);
        return parsed
            .diagnostics
            .iter()
            .map(|it| {
                let lo = it.primary.span.lo;
                let (name, text, start) = match inclusions.of(lo) {
                    Some(f) => (f.name.clone(), f.text.to_string(), f.start),
                    None => (source.path.to_owned(), source.text.to_owned(), 0),
                };
                let line = text[..(lo - start) as usize].matches('\n').count() + 1;
                format!("{name}:{line}: Error P| {}: {}", it.rule.id, it.message)
            })
            .collect();
    }
    let found = program(source, definitions, headers);
    let mut all = Vec::new();
    let place = |lo: u32| {
        let (name, text, start) = match found.inclusions.of(lo) {
            Some(f) => (f.name.clone(), f.text.to_string(), f.start),
            None => (source.path.to_owned(), source.text.to_owned(), 0),
        };
        let at = (lo - start) as usize;
        let line = text[..at.min(text.len())].matches('\n').count() + 1;
        format!("{name}:{line}")
    };
    for it in &found.module.diagnostics {
        all.push(format!(
            "{}: {:?} {:?}| {}: {}",
            place(it.primary.span.lo),
            it.severity,
            it.rule.set,
            it.rule.id,
            it.message
        ));
    }
    for (span, why) in &found.unresolved {
        all.push(format!("{}: unresolved| {why}", place(span.lo)));
    }
    all
}
