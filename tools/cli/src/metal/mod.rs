//! Programs in Metal: their judgement, and explanations of their rules.

pub(crate) mod constant;
mod environment;
mod explain;
pub(crate) mod link;
pub(crate) mod threadgroup;
pub(crate) mod translate;

use crate::files::{Failure, ProgramBytes};
use crate::judgement::Judgement;
pub(crate) use environment::Environment;
pub(crate) use explain::Explanation;
use msl_spec::{Phase, rules};
use msl_validator::Program;
use msl_validator::diagnostic::{Diagnostic, Severity, Suggestion};
use msl_validator::meaning::Module;
use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

/// Checks a program with the headers that it includes.
///
/// C++ leaves the encoding of comments to implementations, so bytes that are not UTF-8 are replaced. They are mistakes elsewhere, since
/// no token has the character that takes their place.
pub(crate) fn judge(program: ProgramBytes, environment: &Environment) -> Judgement {
    judge_with(program, environment, &[]).0
}

/// Checks a program, as far as a pipeline with these functions needs it, and returns its module with it.
pub(crate) fn judge_module(
    program: ProgramBytes,
    environment: &Environment,
    functions: &[&str],
) -> (Judgement, Module) {
    let (judgement, mut module) = judge_with(program, environment, functions);
    module.diagnostics.clone_from(&judgement.diagnostics);
    (judgement, module)
}

/// Checks a program, and returns its module without the diagnostics.
fn judge_with(program: ProgramBytes, environment: &Environment, functions: &[&str]) -> (Judgement, Module) {
    let ProgramBytes { name, bytes } = program;
    let text = String::from_utf8_lossy(&bytes);
    let Program { mut module, inclusions } = environment.program(&name, &text, functions);
    let mut diagnostics = mem::take(&mut module.diagnostics);
    for found in &mut diagnostics {
        // An edit would write the replacements into the file. And a header is for other programs, too: people decide about it.
        let is_elsewhere =
            |it: &Suggestion| it.edits.iter().any(|(span, _)| inclusions.of(span.lo).is_some());
        if matches!(text, Cow::Owned(_)) || found.suggestion.as_ref().is_some_and(is_elsewhere) {
            found.suggestion = None;
        }
    }
    let others = inclusions.files().iter().map(|file| (file.name.clone(), Arc::clone(&file.text))).collect();
    (Judgement { name, text: text.into_owned(), others, diagnostics }, module)
}

/// Says that a program has parts that are not judged, unless the others have an error: then it is rejected, whatever those are.
pub(crate) fn not_judged(judgement: &Judgement) -> Option<Failure> {
    let is_missing = |found: &Diagnostic| found.rule == rules::PREPROCESS_INCLUDE_KNOWN;
    let mut errors = judgement.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let mut gaps =
        errors.clone().filter(|found| found.rule.is_of_phase(Phase::Unsupported) || is_missing(found));
    let first = gaps.next()?;
    let is_whole = errors.any(|found| !found.rule.is_of_phase(Phase::Unsupported) && !is_missing(found));
    let message = if is_missing(first) {
        format!("not checked: {}", first.message)
    } else {
        "some parts of this program can't be checked yet, and the others have no errors".to_owned()
    };
    (!is_whole).then(|| Failure { name: judgement.name.clone(), message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::Opened;
    use msl_validator::Options;

    fn judged(bytes: &[u8]) -> Judgement {
        let program = ProgramBytes { name: "a.metal".to_owned(), bytes: bytes.to_vec() };
        judge(program, &Environment::new(Options::default(), [], Opened::default()))
    }

    #[test]
    fn bytes_that_are_not_utf8_may_stand_in_comments_only() {
        assert!(judged(b"// caf\xe9\nconstant int a = 1;\n").is_accepted());
        let found = judged(b"constant int a = \xe9;\n").diagnostics;
        assert!(found.iter().any(|found| found.rule == rules::LEX_CHARACTER_VALID), "{found:?}");
    }
}
