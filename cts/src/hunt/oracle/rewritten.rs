//! The WGSL that naga writes has the results of the program that it read.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::trial::{Trial, caught, constants, is_portable, options, validator, validator_for_naga};
use crate::hunt::{Disagreement, OracleName, Signature, panicked};
use shader_run::judge::judge;
use shader_run::resources::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::{BackEnd, NagaStage, PipelineQuestion, Writing};
use wgsl_validator::Validator;

/// The longest text of naga that is looked at: it writes all elements of a constant array, of which an execution makes many values.
const LONGEST: usize = 16_000;

/// Executes programs before and after naga has rewritten them, by the reference executor.
#[derive(Debug)]
pub struct NagaRewriting {
    validator: Validator,
    /// naga writes numbers that are larger than the limits of a device as well.
    again: Validator,
}

impl Default for NagaRewriting {
    fn default() -> Self {
        Self { validator: validator_for_naga(), again: validator() }
    }
}

impl Oracle for NagaRewriting {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Naga
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        let found = caught(|| {
            let trials = Trial::all(&mut self.validator, program);
            let found: Vec<_> = trials.iter().filter_map(|trial| self.look(trial, program)).collect();
            found
        });
        found.unwrap_or_else(|said| {
            *self = Self::default();
            vec![panicked(OracleName::Rewritten, said)]
        })
    }
}

/// An outcome with no bindings but those of another.
fn only_with(outcome: Outcome, other: &Outcome) -> Outcome {
    let places: Vec<_> = other.bindings.iter().map(|it| (it.group, it.binding)).collect();
    let mut outcome = outcome;
    outcome.bindings.retain(|it| places.contains(&(it.group, it.binding)));
    outcome
}

impl NagaRewriting {
    fn look(&mut self, trial: &Trial, program: &str) -> Option<Disagreement> {
        let question = PipelineQuestion {
            stage: Some(trial.stage.stage().name().to_owned()),
            entry_point: Some(trial.stage.name().to_owned()),
            constants: constants(trial.stage.module()),
        };
        let Writing::Text(text) = NagaStage::new(program, &question).ok()?.write(BackEnd::Wgsl) else {
            return None;
        };
        if text.len() > LONGEST { None } else { self.compare(trial, &text) }
    }

    /// Compares the results of a program with those of the WGSL that naga makes of it.
    fn compare(&mut self, trial: &Trial, text: &str) -> Option<Disagreement> {
        let told = |does, said: &str| {
            let signature = Signature::says(OracleName::Rewritten, ExecutorKind::Naga, does, said);
            Some(Disagreement { signature, said: said.to_owned() })
        };
        let module = self.again.validate(text);
        if let Some(error) = module.diagnostics().iter().find(|_| !module.is_accepted()) {
            return told(Behaviour::WritesInvalid, &format!("WGSL that breaks a rule: {}", error.message));
        }
        let [rewritten] = &Trial::all(&mut self.again, text)[..] else { return None };
        trial.run_strictly(options()).filter(is_portable)?;
        let (tracked, again) = (trial.run_tracked(options())?, rewritten.run(options()).ok()?);
        // naga leaves out what no entry point uses.
        let difference = judge(&only_with(tracked, &again), &again.bindings).into_iter().next()?;
        told(Behaviour::WritesOtherwise, &format!("WGSL with a different `{}`", difference.ty.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) { out[id.x] = id.x * 3u; }";

    fn compared(text: &str) -> Option<Behaviour> {
        let mut oracle = NagaRewriting::default();
        let trial = Trial::all(&mut validator(), PROGRAM).remove(0);
        oracle.compare(&trial, text).map(|it| it.signature.does)
    }

    #[test]
    fn a_program_that_naga_writes_again_has_the_same_results() {
        assert_eq!(NagaRewriting::default().ask(PROGRAM).len(), 0);
    }

    #[test]
    fn a_variable_that_naga_leaves_out_has_no_other_results() {
        let unused = "@group(0) @binding(0) var<storage, read_write> out: u32;
            @compute @workgroup_size(1) fn main() { _ = &out; }";
        assert_eq!(NagaRewriting::default().ask(unused).len(), 0);
    }

    #[test]
    fn other_results_and_broken_rules_are_told() {
        assert_eq!(compared(&PROGRAM.replace("* 3u", "* 3")), None);
        assert_eq!(compared(&PROGRAM.replace("* 3u", "* 4u")), Some(Behaviour::WritesOtherwise));
        assert_eq!(compared(&PROGRAM.replace("* 3u", "* 3f")), Some(Behaviour::WritesInvalid));
    }
}
