//! Pairs of programs with the same results: a program, and what a transformation makes of it.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::trial::{Trial, caught, is_portable, options, validator};
use crate::hunt::{Disagreement, OracleName, Signature};
use shader_run::judge::judge;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_fuzz::transform::Transformation;
use wgsl_fuzz::tree::Tree;
use wgsl_validator::Validator;

/// Executes programs before and after transformations.
#[derive(Debug)]
pub struct Transformed {
    name: OracleName,
    transformations: Vec<Transformation>,
    validator: Validator,
}

impl Transformed {
    /// Transformations after which the same things are computed at the same time.
    #[must_use]
    pub fn metamorphic() -> Self {
        Self::new(OracleName::Metamorphic, |it| !it.changes_stage())
    }

    /// Transformations after which values of constants are those of overrides, or of run time.
    /// <https://www.w3.org/TR/WGSL/#early-eval-exprs>
    #[must_use]
    pub fn stages() -> Self {
        Self::new(OracleName::Stages, Transformation::changes_stage)
    }

    fn new(name: OracleName, takes: impl Fn(Transformation) -> bool) -> Self {
        let transformations = Transformation::ALL.into_iter().filter(|it| takes(*it)).collect();
        Self { name, transformations, validator: validator() }
    }

    fn look(&mut self, program: &str) -> Vec<(Transformation, Behaviour)> {
        let trials = Trial::all(&mut self.validator, program);
        let (Ok(tree), false) = (Tree::read(program), trials.is_empty()) else { return Vec::new() };
        let mut found = Vec::new();
        for transformation in &self.transformations {
            let Some(changed) = transformation.apply(&tree) else { continue };
            let does = compare(&trials, *transformation, &changed.to_string(), &mut self.validator);
            found.extend(does.map(|does| (*transformation, does)));
        }
        found
    }
}

impl Oracle for Transformed {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Reference
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        // A panic is told by the oracle that asks about programs as they are.
        let found = caught(|| self.look(program)).unwrap_or_default();
        let name = self.name;
        let told = |(transformation, does): (Transformation, Behaviour)| {
            let said = transformation.name().to_owned();
            let signature = Signature {
                oracle: name,
                implementation: ExecutorKind::Reference,
                does,
                rule: None,
                shape: said.clone(),
            };
            Disagreement { signature, said }
        };
        found.into_iter().map(told).collect()
    }
}

/// The mistake that a program after a transformation shows, if there is one.
fn compare(
    before: &[Trial],
    transformation: Transformation,
    changed: &str,
    validator: &mut Validator,
) -> Option<Behaviour> {
    let after = Trial::all(validator, changed);
    if after.len() != before.len() {
        return transformation.keeps_verdict().then_some(Behaviour::Rejects);
    }
    let count = after.len();
    let is_reversed = transformation == Transformation::Reverse;
    let other = |index: usize| &after[if is_reversed { count - 1 - index } else { index }];
    let differs = |(index, trial): (usize, &Trial)| have_other_results(trial, other(index), transformation);
    before.iter().enumerate().any(differs).then_some(Behaviour::Executes)
}

/// Whether a program without faults has results after a transformation that are not those of the program before.
fn have_other_results(before: &Trial, after: &Trial, transformation: Transformation) -> bool {
    let is_settled = before.run_strictly(options()).is_some_and(|it| is_portable(&it))
        && after.run_strictly(options()).is_some_and(|it| is_portable(&it));
    let (Some(plain), Some(tracked), true) =
        (before.run(options()).ok(), after.run_tracked(options()), is_settled)
    else {
        return false;
    };
    if !judge(&tracked, &plain.bindings).is_empty() {
        return true;
    }
    // The results are the same bits unless something is evaluated at another time.
    let again = after.run(options()).ok().filter(|_| !transformation.changes_stage());
    again.is_some_and(|again| !judge(&plain, &again.bindings).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        const scale = 0.7f;
        fn f(x: f32) -> f32 { let y = x * scale; return sin(y) + exp(1.25f); }
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
          const third = 1f / 3f;
          out[id.x] = f(f32(id.x) + 0.5f) * third;
          out[id.x + 2] = 2f;
        }";

    fn trials(program: &str) -> Vec<Trial> {
        Trial::all(&mut validator(), program)
    }

    #[test]
    fn transformations_keep_results() {
        assert_eq!(Transformed::metamorphic().ask(PROGRAM).len(), 0);
        assert_eq!(Transformed::stages().ask(PROGRAM).len(), 0);
        let tree = Tree::read(PROGRAM).expect("a tree");
        assert!(Transformation::ALL.into_iter().all(|it| it.apply(&tree).is_some()));
    }

    /// The program after a transformation that went wrong.
    fn shown(transformation: Transformation, from: &str, to: &str) -> Option<Behaviour> {
        let changed = PROGRAM.replace(from, to);
        assert_ne!(changed, PROGRAM);
        compare(&trials(PROGRAM), transformation, &changed, &mut validator())
    }

    #[test]
    fn other_results_and_rejections_are_told() {
        let executes = Some(Behaviour::Executes);
        assert_eq!(shown(Transformation::Rename, "0.7f", "0.70001f"), executes);
        assert_eq!(shown(Transformation::LiteralsToVariables, "0.7f", "0.8f"), executes);
        assert_eq!(shown(Transformation::Rename, "0.7f", "true"), Some(Behaviour::Rejects));
        assert_eq!(shown(Transformation::ConstToOverride, "0.7f", "true"), None);
    }

    #[test]
    fn a_value_of_another_stage_may_be_rounded_otherwise() {
        let (from, to) = ("f / 3f", "f / 3.0000002f");
        assert_eq!(shown(Transformation::ConstToLet, from, to), None);
        assert_eq!(shown(Transformation::Rename, from, to), Some(Behaviour::Executes));
    }
}
