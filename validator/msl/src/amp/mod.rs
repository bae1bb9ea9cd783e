//! C++ AMP 1.2 as a dialect of C++14: the description that the C++ core gets, and a program from its text to its diagnostics.

mod dialect;
pub mod explain;
pub mod inventory;
mod launch;
mod uniformity;

pub(crate) use dialect::{PARTIAL_HEADERS, component};

pub use dialect::AMP;
pub use launch::{Shape, kernel_of_launch, shape_of_launch};

use crate::check::check_amp;
use crate::diagnostic::Severity;
use crate::meaning::Module;
use amp_spec::codes;
use cxx_validator::{Definition, Headers, Inclusions, Source, is_header, parse};
use shader_source::{RuleSet, Span};

/// A program in C++ AMP.
#[derive(Debug)]
pub struct Program {
    /// Its meaning, with the diagnostics.
    pub module: Module,
    /// The files that it includes.
    pub inclusions: Inclusions,
    /// The places that are not known in code for the accelerator, with the reasons.
    pub unresolved: Vec<(Span, String)>,
}

impl Program {
    /// Returns true if the program can be executed and translated: it has no errors, except for barriers that not all threads of a tile may reach. Whether
    /// they do reach them shows when it is executed.
    #[must_use]
    pub fn has_meaning(&self) -> bool {
        let mut errors = self.module.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        errors.all(|found| found.rule.code == Some(codes::BARRIER_NON_UNIFORM))
    }
}

/// Checks a file with all that it includes. Headers that aren't found are skipped.
#[must_use]
pub fn program(source: Source<'_>, definitions: &[Definition], headers: Headers<'_>) -> Program {
    let mut all = predefined();
    all.extend_from_slice(definitions);
    let (parsed, inclusions) = parse(source, &all, headers, &AMP);
    let library = inclusions.files().iter().filter(|file| file.is_library);
    let library: Vec<_> = library.map(|file| file.start..file.start + file.text.len() as u32).collect();
    let first = inclusions.files().first().map_or(u32::MAX, |file| file.start);
    let (mut module, mut unresolved) = check_amp(parsed, &library, first, is_header(source.path));
    module.diagnostics.retain_mut(|found| {
        let rule = if found.rule.set == RuleSet::Amp {
            Some(found.rule)
        } else {
            amp_spec::INVENTORY.rule(found.rule.id)
        };
        match rule {
            Some(rule) => found.rule = rule,
            // A sentence about Metal says nothing about this program.
            None => unresolved.push((found.primary.span, found.message.clone())),
        }
        rule.is_some()
    });
    let mut program = Program { module, inclusions, unresolved };
    // Control flow has a meaning only in a program without errors.
    if program.module.diagnostics.iter().all(|found| found.severity != Severity::Error) {
        let (found, given_up) = uniformity::check(&program);
        program.module.diagnostics.extend(found);
        let reason = "this kernel is too complex to say whether all threads of a tile reach its barriers";
        program.unresolved.extend(given_up.into_iter().map(|place| (place, reason.to_owned())));
    }
    program
}

/// Returns true for a text with the words that kernels and their launches have: most C++ files are not C++ AMP. In C, `restrict` is a qualifier.
#[must_use]
pub fn has_kernels(text: &str) -> bool {
    let has_clause = || text.split("restrict").skip(1).any(|rest| rest.trim_start().starts_with('('));
    text.contains("parallel_for_each") || text.contains("__GPU") || has_clause()
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
