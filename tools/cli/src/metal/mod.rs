//! Programs in Metal: their judgement, and explanations of their rules.

pub(crate) mod constant;
pub(crate) mod link;
pub(crate) mod reflect;
pub(crate) mod threadgroup;
pub(crate) mod translate;

use crate::environment::Environment;
use crate::files::{Failure, ProgramBytes};
use crate::judgement::Judgement;
use crate::render;
use crate::verdict::Verdict;
use msl_validator::Program;
use msl_validator::meaning::Module;
use shader_language::Findings;
use std::borrow::Cow;
use std::io;

/// Checks a program with the headers that it includes.
///
/// C++ leaves the encoding of comments to implementations, so bytes that are not UTF-8 are replaced. They are mistakes elsewhere, since
/// no token has the character that takes their place.
pub(crate) fn judge(program: ProgramBytes, environment: &Environment) -> Judgement {
    judge_program(program, environment, &[]).0
}

/// Checks a program, as far as a pipeline with these functions needs it, and returns its module with it.
pub(crate) fn judge_module(
    program: ProgramBytes,
    environment: &Environment,
    functions: &[&str],
) -> (Judgement, Module) {
    let (judgement, program) = judge_program(program, environment, functions);
    let mut module = program.module;
    module.diagnostics.clone_from(&judgement.diagnostics);
    (judgement, module)
}

/// Checks a program, as far as a pipeline with these functions needs it, and returns its meaning without the diagnostics.
pub(crate) fn judge_program(
    program: ProgramBytes,
    environment: &Environment,
    functions: &[&str],
) -> (Judgement, Program) {
    let ProgramBytes { name, bytes } = program;
    let text = String::from_utf8_lossy(&bytes);
    let (program, findings) = environment.program(&name, &text, functions);
    let Findings { mut diagnostics, others, incomplete } = findings;
    if matches!(text, Cow::Owned(_)) {
        // An edit would write the replacements into the file.
        for found in &mut diagnostics {
            found.suggestion = None;
        }
    }
    let judgement =
        Judgement { name, text: text.into_owned(), others, diagnostics, incomplete, shaders: None };
    (judgement, program)
}

/// Prints why a program is not accepted.
pub(crate) fn refuse(judgement: &Judgement) -> io::Result<Verdict> {
    let mut renderer = render::for_people();
    renderer.judgement(judgement, false)?;
    match not_judged(judgement) {
        Some(failure) => renderer.failure(&failure).map(|()| Verdict::Failed),
        None => Ok(Verdict::Rejected),
    }
}

/// Returns the reason why a program has parts that are not checked, if that leaves its acceptance open.
pub(crate) fn not_judged(judgement: &Judgement) -> Option<Failure> {
    let message = judgement.incomplete.clone()?;
    Some(Failure { name: judgement.name.clone(), message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opened::Opened;
    use msl_spec::rules;
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
