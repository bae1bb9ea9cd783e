//! The most likely origin of a difference: naga, wgpu or the driver.

use super::question::Question;
use crate::execute::{opinion, reference};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::execution::Execution;
use wgsl_cts_cases::judged::LikelyPlace;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_gpu::Workers;
use wgsl_cts_gpu::job::Checks;
use wgsl_cts_oracle::{Opinion, PipelineQuestion, ask_naga, spirv, spirv_error};

/// The evidence on a difference in a program that naga and wgpu accept.
#[derive(Debug, Clone, Copy, Default)]
struct Evidence {
    spirv_is_invalid: bool,
    /// Whether another adapter has the right results; `None` if there is no other adapter, or it does not run the program.
    is_right_elsewhere: Option<bool>,
    is_right_without_checks: bool,
}

impl Evidence {
    const fn place(self) -> LikelyPlace {
        match self {
            Self { spirv_is_invalid: true, .. } => LikelyPlace::NagaSpirv,
            Self { is_right_elsewhere: Some(true), .. } => LikelyPlace::Driver,
            Self { is_right_without_checks: true, .. } => LikelyPlace::NagaChecks,
            Self { is_right_elsewhere: Some(false), .. } => LikelyPlace::NagaSpirv,
            Self { is_right_elsewhere: None, .. } => LikelyPlace::NagaSpirvOrDriver,
        }
    }
}

/// Looks for the origin: asks naga alone, checks its SPIR-V, and runs the program on another adapter and without checks.
pub(super) fn triage(
    instance: &Instance,
    execution: &Execution,
    workers: &Workers,
    other: Option<&Workers>,
) -> Option<LikelyPlace> {
    let source = instance.source()?;
    let mut question = Question::new(instance, source, execution).ok()?;
    let stages: Vec<PipelineQuestion> = execution.stages().iter().map(opinion::question).collect();
    let is_refused = |stage| matches!(ask_naga(&question.job.program, Some(stage)), Opinion::Rejects(_));
    if stages.iter().any(is_refused) {
        return Some(LikelyPlace::NagaFrontEnd);
    }
    if let [wgsl_cts_gpu::JobOutcome::Refused { .. }] = &workers.run(&[question.job.clone()])[..] {
        return Some(LikelyPlace::WgpuValidation);
    }
    let is_right = |outcome: &Outcome| compare(ExecutorKind::Wgpu, instance, outcome) == Comparison::Same;
    let modules = stages.iter().filter_map(|stage| spirv(&question.job.program, stage));
    let spirv_is_invalid = modules.into_iter().any(|module| spirv_error(&module).is_some());
    let elsewhere = other.map(|other| question.run(other));
    let ran = elsewhere.filter(|outcome| matches!(outcome, Outcome::Executed(_)));
    let is_right_elsewhere = ran.as_ref().map(is_right);
    // Only a program without faults may run without checks.
    let is_right_without_checks = reference::is_faultless(source, &instance.case.request, execution) && {
        question.job.checks = Checks::None;
        is_right(&question.run(workers))
    };
    Some(Evidence { spirv_is_invalid, is_right_elsewhere, is_right_without_checks }.place())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stage_that_goes_wrong_is_the_place() {
        let nothing = Evidence::default();
        let cases = [
            (nothing, LikelyPlace::NagaSpirvOrDriver),
            (
                Evidence { spirv_is_invalid: true, is_right_elsewhere: Some(true), ..nothing },
                LikelyPlace::NagaSpirv,
            ),
            (
                Evidence { is_right_elsewhere: Some(true), is_right_without_checks: true, ..nothing },
                LikelyPlace::Driver,
            ),
            (
                Evidence { is_right_elsewhere: Some(false), is_right_without_checks: true, ..nothing },
                LikelyPlace::NagaChecks,
            ),
            (Evidence { is_right_without_checks: true, ..nothing }, LikelyPlace::NagaChecks),
            (Evidence { is_right_elsewhere: Some(false), ..nothing }, LikelyPlace::NagaSpirv),
        ];
        for (evidence, place) in cases {
            assert_eq!(evidence.place(), place, "{evidence:?}");
        }
    }
}
