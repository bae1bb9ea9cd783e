//! Programs in Metal: their judgement, and explanations of their rules.

pub(crate) mod constant;
mod explain;
pub(crate) mod link;
pub(crate) mod threadgroup;
pub(crate) mod translate;

use crate::files::{Failure, ProgramBytes};
use crate::judgement::Judgement;
pub(crate) use explain::Explanation;
use msl_spec::Phase;
use msl_validator::diagnostic::{Diagnostic, Severity};
use msl_validator::meaning::Module;
use msl_validator::{Options, module, validate};
use std::borrow::Cow;

/// Judges a program.
///
/// C++ leaves the encoding of comments to implementations, so bytes that are not UTF-8 are replaced. They are mistakes elsewhere, since
/// no token has the character that takes their place.
pub(crate) fn judge(program: ProgramBytes, options: &Options) -> Judgement {
    judge_with(program, |text| (validate(text, options), ())).0
}

/// Judges a program, and returns its module with it.
pub(crate) fn judge_module(program: ProgramBytes, options: &Options) -> (Judgement, Module) {
    judge_with(program, |text| {
        let module = module(text, options);
        (module.diagnostics.clone(), module)
    })
}

fn judge_with<T>(
    program: ProgramBytes,
    diagnose: impl FnOnce(&str) -> (Vec<msl_validator::diagnostic::Diagnostic>, T),
) -> (Judgement, T) {
    let ProgramBytes { name, bytes } = program;
    let text = String::from_utf8_lossy(&bytes);
    let (diagnostics, meaning) = diagnose(&text);
    let mut diagnostics = diagnostics;
    if let Cow::Owned(_) = text {
        // An edit would write the replacements into the file.
        for found in &mut diagnostics {
            found.suggestion = None;
        }
    }
    (Judgement::of_one_file(name, text.into_owned(), diagnostics), meaning)
}

/// Says that a program has parts that are not judged, unless the others have an error: then it is rejected, whatever those are.
pub(crate) fn not_judged(judgement: &Judgement) -> Option<Failure> {
    let is_gap = |found: &Diagnostic| found.rule.is_of_phase(Phase::Unsupported);
    let is_error = |found: &Diagnostic| found.severity == Severity::Error && !is_gap(found);
    let found = &judgement.diagnostics;
    (found.iter().any(is_gap) && !found.iter().any(is_error)).then(|| Failure {
        name: judgement.name.clone(),
        message: "some parts of this program can't be checked yet, and the others have no errors".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use msl_spec::rules;

    fn judged(bytes: &[u8]) -> Judgement {
        judge(ProgramBytes { name: "a.metal".to_owned(), bytes: bytes.to_vec() }, &Options::default())
    }

    #[test]
    fn bytes_that_are_not_utf8_may_stand_in_comments_only() {
        assert!(judged(b"// caf\xe9\nconstant int a = 1;\n").is_accepted());
        let found = judged(b"constant int a = \xe9;\n").diagnostics;
        assert!(found.iter().any(|found| found.rule == rules::LEX_CHARACTER_VALID), "{found:?}");
    }
}
