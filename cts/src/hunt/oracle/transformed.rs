//! Pairs of programs with the same results: a program, and what a transformation makes of it.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::trial::{Trial, caught, validator};
use crate::hunt::{Disagreement, OracleName, Signature};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_fuzz::transform::Transformation;
use wgsl_fuzz::tree::Tree;
use wgsl_fuzz_properties::pair::{Difference, compare};
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
            let differs = compare(&trials, *transformation, &changed.to_string(), &mut self.validator);
            found.extend(differs.map(|it| (*transformation, it.into())));
        }
        found
    }
}

impl From<Difference> for Behaviour {
    fn from(difference: Difference) -> Self {
        match difference {
            Difference::Verdict => Self::Rejects,
            Difference::Results => Self::Executes,
        }
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
          let half = f(0.5f);
          for (var i = 0; i < 4; i++) { out[id.x + 4] += half; }
        }";

    #[test]
    fn transformations_keep_results() {
        assert_eq!(Transformed::metamorphic().ask(PROGRAM).len(), 0);
        assert_eq!(Transformed::stages().ask(PROGRAM).len(), 0);
        let tree = Tree::read(PROGRAM).expect("a tree");
        assert!(Transformation::ALL.into_iter().all(|it| it.apply(&tree).is_some()));
    }
}
