//! Whether another implementation accepts a program if the specification does.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::{Disagreement, OracleName, Signature};
use std::path::{Path, PathBuf};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::{Opinion, Refusal, Tint, TintError, ask_naga};
use wgsl_spec::{EnableExtension, Rule};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::target::Target;
use wgsl_validator::{Options, Validator};

/// The verdict of naga.
#[derive(Debug)]
pub struct NagaVerdict(Judges);

/// The verdict of Tint. It is started anew when it ends.
#[derive(Debug)]
pub struct TintVerdict {
    judges: Judges,
    /// naga has the second vote.
    naga: Judges,
    folder: PathBuf,
    tint: Tint,
}

impl Default for NagaVerdict {
    fn default() -> Self {
        Self(Judges::of(ExecutorKind::Naga))
    }
}

impl Oracle for NagaVerdict {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Naga
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        self.0.compare(program, ask_naga(program, None))
    }
}

impl TintVerdict {
    /// Starts Tint from the npm package in this folder.
    ///
    /// # Errors
    /// If it is not installed there.
    pub fn start(folder: &Path) -> Result<Self, TintError> {
        let tint = Tint::start(folder)?;
        let [judges, naga] = [ExecutorKind::Tint, ExecutorKind::Naga].map(Judges::of);
        Ok(Self { judges, naga, folder: folder.to_owned(), tint })
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
        let mut found = self.judges.compare(program, opinion);
        if !found.is_empty() {
            let second = self.naga.compare(program, ask_naga(program, None));
            found.extend(outvoted(&found, &second));
        }
        found
    }
}

/// The disagreement of this project with two others that agree: most likely it is the one that is wrong.
fn outvoted(found: &[Disagreement], second: &[Disagreement]) -> Option<Disagreement> {
    let signature = &found.first()?.signature;
    if second.first()?.signature.does != signature.does {
        return None;
    }
    let (does, shape) = match signature.does {
        Behaviour::Accepts => (Behaviour::Rejects, String::new()),
        Behaviour::Rejects => (Behaviour::Accepts, signature.shape.clone()),
        _ => return None,
    };
    let implementation = ExecutorKind::Validator;
    let said = "both others agree".to_owned();
    Some(Disagreement { signature: Signature { implementation, does, shape, ..signature.clone() }, said })
}

/// The validators that an implementation is compared with.
#[derive(Debug)]
struct Judges {
    implementation: ExecutorKind,
    /// Judges with the extensions of the implementation: it must accept these programs.
    narrow: Validator,
    /// Judges with all extensions: it must reject all others. Nobody minds an implementation that has an extension and does
    /// not list it.
    wide: Validator,
}

impl Judges {
    fn of(implementation: ExecutorKind) -> Self {
        let target = Target::named(implementation.name()).unwrap_or_default();
        let narrow = Validator::new(Options { target, ..Options::default() });
        Self { implementation, narrow, wide: Validator::default() }
    }

    /// The differences between the findings of this project and the opinion of the implementation.
    fn compare(&mut self, program: &str, theirs: Opinion) -> Vec<Disagreement> {
        let ours = self.narrow.diagnose(program);
        if has_proposals(program) || ours.iter().any(|found| is_about_limits(found.rule)) {
            return Vec::new();
        }
        let is_valid = ours.iter().all(|found| found.severity != Severity::Error);
        match theirs {
            Opinion::Unable(reason) => self.says(Behaviour::Panics, reason),
            Opinion::Rejects(Refusal { message, .. }) if message.starts_with("naga panics: ") => {
                self.says(Behaviour::Panics, message)
            }
            Opinion::Rejects(Refusal { message, .. }) if is_valid => self.says(Behaviour::Rejects, message),
            Opinion::Accepts if !is_valid => {
                let ours = self.wide.diagnose(program);
                self.accepts(&ours)
            }
            Opinion::NotAsked(_) | Opinion::Accepts | Opinion::Rejects(_) => Vec::new(),
        }
    }

    /// Each rule that a program breaks which the implementation accepts.
    fn accepts(&self, ours: &[Diagnostic]) -> Vec<Disagreement> {
        let errors = ours.iter().filter(|found| found.severity == Severity::Error);
        let mut broken: Vec<&'static Rule> = errors.map(|found| found.rule).collect();
        broken.sort_unstable();
        broken.dedup();
        let signature = |rule| Signature::accepts(OracleName::Verdict, self.implementation, rule);
        let told = |rule| Disagreement { signature: signature(rule), said: String::new() };
        broken.into_iter().map(told).collect()
    }

    fn says(&self, does: Behaviour, said: String) -> Vec<Disagreement> {
        let signature = Signature::says(OracleName::Verdict, self.implementation, does, reason(&said));
        vec![Disagreement { signature, said }]
    }
}

/// Whether a program may use an extension that is only proposed, whose rules are those of its implementation.
fn has_proposals(program: &str) -> bool {
    let mut proposed = EnableExtension::ALL.into_iter().filter(|it| it.is_proposed());
    proposed.any(|it| program.contains(it.name()))
}

/// Whether a rule says how large programs may be. Beyond these limits an implementation may accept a program or refuse it.
/// <https://www.w3.org/TR/WGSL/#limits>
fn is_about_limits(rule: &'static Rule) -> bool {
    ["limit.", "limits.", "attr.workgroup_size.max"].iter().any(|family| rule.id.starts_with(family))
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
        let of = |it: Disagreement| (it.signature.does, it.signature.rule.map(|rule| rule.0.id));
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
    fn two_who_agree_outvote_this_project() {
        let found = |does| {
            let rule = wgsl_spec::INVENTORY.rule("prec.bitwise-no-mix").expect("a rule");
            let signature = match does {
                Behaviour::Accepts => Signature::accepts(OracleName::Verdict, ExecutorKind::Tint, rule),
                does => Signature::says(OracleName::Verdict, ExecutorKind::Tint, does, "no"),
            };
            [Disagreement { signature, said: String::new() }]
        };
        let told = |first, second| {
            outvoted(&found(first), &found(second)).map(|it| (it.signature.implementation, it.signature.does))
        };
        let ours = ExecutorKind::Validator;
        let (accepts, rejects, panics) = (Behaviour::Accepts, Behaviour::Rejects, Behaviour::Panics);
        assert_eq!(told(accepts, accepts), Some((ours, rejects)));
        assert_eq!(told(rejects, rejects), Some((ours, accepts)));
        assert_eq!(told(accepts, rejects), None);
        assert_eq!(told(rejects, panics), None);
        assert_eq!(told(panics, panics), None);
        assert!(outvoted(&[], &found(rejects)).is_none());
        assert!(outvoted(&found(rejects), &[]).is_none());
    }

    #[test]
    fn extensions_that_an_implementation_lacks_are_no_disagreement() {
        assert_eq!(shown("enable chromium_experimental_anything;"), []);
    }
}
