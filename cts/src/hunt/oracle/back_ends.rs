//! naga's back ends: each writes what its front end takes, and what it writes is valid.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::trial::{constants, stages, validator_for_naga};
use crate::hunt::{Disagreement, OracleName, Signature};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::{BackEnd, NagaStage, Opinion, PipelineQuestion, Writing, ask_naga, spirv_error};
use wgsl_validator::{Stage, Validator};

/// The back ends of naga. `spirv-val` judges SPIR-V where it is installed, and naga itself the WGSL that it writes.
#[derive(Debug)]
pub struct NagaBackEnds(Validator);

impl Default for NagaBackEnds {
    fn default() -> Self {
        Self(validator_for_naga())
    }
}

impl Oracle for NagaBackEnds {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Naga
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        let module = self.0.validate(program);
        if !module.is_accepted() {
            return Vec::new();
        }
        let stages = stages(&module, &mut self.0);
        let taken = stages.iter().filter_map(|stage| NagaStage::new(program, &question(stage)).ok());
        taken
            .flat_map(|stage| BackEnd::ALL.map(|back_end| mistake(back_end, stage.write(back_end))))
            .flatten()
            .collect()
    }
}

fn question(stage: &Stage) -> PipelineQuestion {
    PipelineQuestion {
        stage: Some(stage.stage().name().to_owned()),
        entry_point: Some(stage.name().to_owned()),
        constants: constants(stage.module()),
    }
}

/// The mistake of a back end with this result.
fn mistake(back_end: BackEnd, writing: Writing) -> Option<Disagreement> {
    let (does, said) = match writing {
        Writing::Panics(said) => (Behaviour::Panics, said),
        // A version of GLSL has no more features than it has.
        Writing::Refuses(said) if is_of_version(back_end, &said) => return None,
        Writing::Refuses(said) => (Behaviour::RefusesToWrite, said),
        Writing::Words(words) => (Behaviour::WritesInvalid, spirv_error(&words)?),
        Writing::Text(text) if back_end == BackEnd::Wgsl => match ask_naga(&text, None) {
            Opinion::Rejects(refusal) => (Behaviour::WritesInvalid, refusal.message),
            Opinion::Accepts | Opinion::NotAsked(_) | Opinion::Unable(_) => return None,
        },
        Writing::Text(_) => return None,
    };
    let words = format!("{}: {said}", back_end.name());
    let signature = Signature::says(OracleName::BackEnds, ExecutorKind::Naga, does, &words);
    Some(Disagreement { signature, said: words })
}

/// Whether a back end refuses a program for the version of the language that it is asked for.
fn is_of_version(back_end: BackEnd, said: &str) -> bool {
    back_end == BackEnd::Glsl && said.contains("Features(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_valid_in_all_languages_is_no_disagreement() {
        let program = "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
            override size = 4;
            @compute @workgroup_size(size) fn main(@builtin(local_invocation_index) i: u32) { out[i] = i * 2u; }";
        assert_eq!(NagaBackEnds::default().ask(program).len(), 0);
        assert_eq!(NagaBackEnds::default().ask("fn rejected() -> u32 { }").len(), 0);
    }

    #[test]
    fn panics_refusals_and_invalid_output_are_told() {
        let does = |writing| mistake(BackEnd::Wgsl, writing).map(|it| it.signature.does);
        assert_eq!(does(Writing::Panics("unreachable".to_owned())), Some(Behaviour::Panics));
        assert_eq!(does(Writing::Refuses("no".to_owned())), Some(Behaviour::RefusesToWrite));
        assert_eq!(does(Writing::Text("fn f() -> u32 { }".to_owned())), Some(Behaviour::WritesInvalid));
        assert_eq!(does(Writing::Text("fn f() { }".to_owned())), None);
    }
}
