//! Pairs of programs that have the same results.

use crate::trial::{Trial, is_portable, options};
use shader_run::judge::judge;
use wgsl_fuzz::transform::Transformation;
use wgsl_validator::Validator;

/// How a program differs from the one that it was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// It is rejected.
    Verdict,
    /// It has other results.
    Results,
}

/// When the expressions of a pair are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// At the same time: the results are the same bits.
    Same,
    /// At another time: the results may be rounded otherwise. <https://www.w3.org/TR/WGSL/#early-eval-exprs>
    Other,
}

/// The difference that a program after a transformation shows, if there is one.
#[must_use]
pub fn compare(
    before: &[Trial],
    transformation: Transformation,
    changed: &str,
    validator: &mut Validator,
) -> Option<Difference> {
    let after = Trial::all(validator, changed);
    if after.len() != before.len() {
        return transformation.keeps_verdict().then_some(Difference::Verdict);
    }
    let count = after.len();
    let is_reversed = transformation == Transformation::Reverse;
    let other = |index: usize| &after[if is_reversed { count - 1 - index } else { index }];
    let when = if transformation.changes_stage() { Evaluation::Other } else { Evaluation::Same };
    let differs = |(index, trial): (usize, &Trial)| have_other_results(trial, other(index), when);
    before.iter().enumerate().any(differs).then_some(Difference::Results)
}

/// Returns true if a program without faults has results that are not those of the program before.
#[must_use]
pub fn have_other_results(before: &Trial, after: &Trial, when: Evaluation) -> bool {
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
    let again = after.run(options()).ok().filter(|_| when == Evaluation::Same);
    again.is_some_and(|again| !judge(&plain, &again.bindings).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::validator;

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

    /// The program after a transformation that went wrong.
    fn shown(transformation: Transformation, from: &str, to: &str) -> Option<Difference> {
        let changed = PROGRAM.replace(from, to);
        assert_ne!(changed, PROGRAM);
        compare(&trials(PROGRAM), transformation, &changed, &mut validator())
    }

    #[test]
    fn other_results_and_rejections_are_told() {
        let executes = Some(Difference::Results);
        assert_eq!(shown(Transformation::Rename, "0.7f", "0.70001f"), executes);
        assert_eq!(shown(Transformation::LiteralsToVariables, "0.7f", "0.8f"), executes);
        assert_eq!(shown(Transformation::Rename, "0.7f", "true"), Some(Difference::Verdict));
        assert_eq!(shown(Transformation::ConstToOverride, "0.7f", "true"), None);
    }

    #[test]
    fn a_value_of_another_stage_may_be_rounded_otherwise() {
        let (from, to) = ("f / 3f", "f / 3.0000002f");
        assert_eq!(shown(Transformation::ConstToLet, from, to), None);
        assert_eq!(shown(Transformation::Rename, from, to), Some(Difference::Results));
    }
}
