//! The opinions of other front ends as outcomes.

use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::outcome::{Finding, Outcome};
use wgsl_cts_cases::vocabulary::Verdict;
use wgsl_cts_oracle::{Opinion, PipelineQuestion};
use wgsl_validator::PipelineRequest;

/// The outcome of a program: of the program by itself, or of the stages of its pipeline.
pub(super) fn outcome_of(
    instance: &Instance,
    ask: impl Fn(&str, Option<&PipelineQuestion>) -> Opinion,
) -> Outcome {
    let Some(source) = instance.source() else {
        return Outcome::NotAsked("the program is not UTF-8".to_owned());
    };
    let stages = instance.stages();
    if stages.is_empty() {
        return outcome(ask(source, None));
    }
    let opinions = stages.into_iter().map(|stage| ask(source, Some(&question(&stage))));
    outcome(opinions.fold(Opinion::Accepts, |all, one| if all == Opinion::Accepts { one } else { all }))
}

/// The question for a stage of a pipeline.
pub(crate) fn question(stage: &PipelineRequest) -> PipelineQuestion {
    PipelineQuestion {
        stage: stage.stage.map(|stage| stage.name().to_owned()),
        entry_point: stage.entry_point.clone(),
        constants: stage.constants.clone(),
    }
}

/// An opinion as an outcome.
pub(super) fn outcome(opinion: Opinion) -> Outcome {
    match opinion {
        Opinion::Accepts => Outcome::Judged(Verdict::Accept, Vec::new()),
        Opinion::Rejects(refusal) => {
            let mut lines = refusal.lines.into_iter();
            let line = lines.next().unwrap_or(0);
            let finding = Finding { line, other_lines: lines.collect(), ..Finding::error(refusal.message) };
            Outcome::Judged(Verdict::Reject, vec![finding])
        }
        Opinion::NotAsked(reason) => Outcome::NotAsked(reason),
        Opinion::Unable(reason) => Outcome::Unable(reason),
    }
}
