//! Whether another implementation accepts a program if the specification does.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::{Disagreement, OracleName, Signature};
use std::path::{Path, PathBuf};
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_oracle::{Opinion, Refusal, Tint, TintError, ask_naga};
use wgsl_spec::RuleId;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::target::Target;
use wgsl_validator::{Options, Validator};

/// The verdict of naga.
#[derive(Debug)]
pub struct NagaVerdict(Validator);

/// The verdict of Tint. It is started anew when it ends.
#[derive(Debug)]
pub struct TintVerdict {
    validator: Validator,
    folder: PathBuf,
    tint: Tint,
}

impl Default for NagaVerdict {
    fn default() -> Self {
        Self(validator_for(ExecutorKind::Naga))
    }
}

impl Oracle for NagaVerdict {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Naga
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        compare(ExecutorKind::Naga, &self.0.diagnose(program), ask_naga(program, None))
    }
}

impl TintVerdict {
    /// Starts Tint from the npm package in this folder.
    ///
    /// # Errors
    /// If it is not installed there.
    pub fn start(folder: &Path) -> Result<Self, TintError> {
        let tint = Tint::start(folder)?;
        Ok(Self { validator: validator_for(ExecutorKind::Tint), folder: folder.to_owned(), tint })
    }
}

impl Oracle for TintVerdict {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Tint
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        let opinion = match self.tint.judge(program, None) {
            Opinion::Unable(reason) => {
                if let Ok(tint) = Tint::start(&self.folder) {
                    self.tint = tint;
                }
                Opinion::Unable(reason)
            }
            opinion => opinion,
        };
        compare(ExecutorKind::Tint, &self.validator.diagnose(program), opinion)
    }
}

/// A validator that judges as an implementation with these extensions should. It refuses nothing for the limits of a device: they are no
/// matter of a front end.
fn validator_for(implementation: ExecutorKind) -> Validator {
    let target = Target::named(implementation.name()).unwrap_or_default().for_execution();
    Validator::new(Options { target, ..Options::default() })
}

/// The differences between the findings of this project and the opinion of another.
fn compare(implementation: ExecutorKind, ours: &[Diagnostic], theirs: Opinion) -> Vec<Disagreement> {
    if ours.iter().any(|found| is_about_limits(found.rule.rule())) {
        return Vec::new();
    }
    let errors = ours.iter().filter(|found| found.severity == Severity::Error);
    let mut broken: Vec<RuleId> = errors.map(|found| found.rule.rule()).collect();
    broken.sort_unstable();
    broken.dedup();
    let says = |does, said: String| {
        let signature = Signature::says(OracleName::Verdict, implementation, does, reason(&said));
        vec![Disagreement { signature, said }]
    };
    match theirs {
        Opinion::NotAsked(_) => Vec::new(),
        Opinion::Unable(reason) => says(Behaviour::Panics, reason),
        Opinion::Rejects(Refusal { message, .. }) if message.starts_with("naga panics: ") => {
            says(Behaviour::Panics, message)
        }
        Opinion::Rejects(_) if !broken.is_empty() => Vec::new(),
        Opinion::Rejects(Refusal { message, .. }) => says(Behaviour::Rejects, message),
        Opinion::Accepts => broken
            .into_iter()
            .map(|rule| Disagreement {
                signature: Signature::accepts(OracleName::Verdict, implementation, rule),
                said: String::new(),
            })
            .collect(),
    }
}

/// Whether a rule says how large programs may be. Beyond these limits an implementation may accept a program or refuse it.
/// <https://www.w3.org/TR/WGSL/#limits>
fn is_about_limits(rule: RuleId) -> bool {
    rule.get().id.starts_with("limits.")
}

/// A message without the place that it begins with: naga names the function or entry point of an error first.
fn reason(message: &str) -> &str {
    let has_place = ["Entry point ", "Function ["].iter().any(|word| message.starts_with(word));
    message.split_once(" is invalid: ").filter(|_| has_place).map_or(message, |(_, reason)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(program: &str) -> Vec<(Behaviour, Option<&'static str>)> {
        let found = NagaVerdict::default().ask(program);
        let of = |it: Disagreement| (it.signature.does, it.signature.rule.map(|rule| rule.0.get().id));
        found.into_iter().map(of).collect()
    }

    #[test]
    fn agreement_is_silent() {
        assert_eq!(shown("fn f() { let a = 1; }"), []);
        assert_eq!(shown("fn f() { let a: i32 = 1.5; }"), []);
    }

    #[test]
    fn every_broken_rule_that_is_accepted_is_told() {
        let mixed = (Behaviour::Accepts, Some("prec.bitwise-no-mix"));
        assert_eq!(shown("const a = 1 & 2 * 3;"), [mixed]);
    }

    #[test]
    fn a_panic_is_told_whatever_the_verdict_is() {
        assert_eq!(shown("const_assert vec2(true);"), [(Behaviour::Panics, None)]);
    }

    #[test]
    fn the_function_of_an_error_does_not_matter() {
        let wrong = "_ = vec2f(1, 2) + faceForward(bitcast<vec2<f32>>(vec4h(h)), vec2f(), vec2f());";
        let shape = |before: &str| {
            let found =
                NagaVerdict::default().ask(&format!("enable f16; override h: f16; {before} {{ {wrong} }}"));
            found.into_iter().map(|it| it.signature.shape).collect::<Vec<_>>()
        };
        assert_eq!(shape("fn f()").len(), 1);
        assert_eq!(shape("fn f()"), shape("@fragment fn main()"));
    }

    #[test]
    fn extensions_that_an_implementation_lacks_are_no_disagreement() {
        assert_eq!(shown("enable chromium_experimental_anything;"), []);
    }
}
