//! The operations `validate` and `pipeline`: diagnostics of a program.

use crate::error::{ErrorRecord, MOST_DIAGNOSTICS, total};
use crate::language::{Chosen, amp, findings_of_amp, only_wgsl};
use crate::reply::Reply;
use crate::request::{About, Program, StageRecord};
use crate::server::Server;
use msl_translate::Launches;
use serde::Serialize;
use shader_language::Findings;
use shader_source::record::DiagnosticRecord;
use wgsl_validator::PipelineRequest;
use wgsl_validator::allow::leave_out_allowed;

#[derive(Serialize, Debug)]
struct Body<'a> {
    diagnostics: Vec<DiagnosticRecord<'a>>,
    /// The number of diagnostics that the program has, if the answer has fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_diagnostics: Option<usize>,
    /// The reason why the program could not be checked as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'a str>,
    /// The kernels of a program in C++ AMP that `translate` knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernels: Option<Vec<String>>,
}

/// Answers with the diagnostics of a program.
pub(crate) fn validate(program: &Program<'_>, server: &mut Server, reply: Reply<'_>) {
    let found = match amp(program) {
        Ok(Some(amp)) => {
            let launches = Launches::of(&amp, &program.wgsl).known.into_iter();
            let kernels = Some(launches.map(|launch| launch.request.name).collect());
            return answer(program, &findings_of_amp(&amp), kernels, reply);
        }
        Ok(None) => Chosen::of(program, &mut server.validators),
        Err(message) => Err(message),
    };
    match found {
        Ok(mut checker) => answer(program, &checker.diagnose(&program.wgsl), None, reply),
        Err(message) => reply.refuse(message),
    }
}

/// Answers with the diagnostics of a program and of a stage.
pub(crate) fn pipeline(
    About { program, members }: About<'_, StageRecord>,
    server: &mut Server,
    reply: Reply<'_>,
) {
    if let Err((stage, message)) = only_wgsl(&program, "pipeline") {
        return reply.fail(ErrorRecord::new(stage, message));
    }
    let (validator, pipeline) = match (server.validators.of(&program), PipelineRequest::try_from(members)) {
        (Ok(validator), Ok(pipeline)) => (validator, pipeline),
        (Err(message), _) | (_, Err(message)) => return reply.refuse(message),
    };
    let module = validator.validate(&program.wgsl);
    let stage = validator.specialize(&module, &pipeline);
    let found = stage.map(|stage| validator.recycle_stage(stage)).err();
    let mut diagnostics = found.unwrap_or_else(|| validator.recycle(module));
    // Mistakes in the comments are for `validate`: other stages may have the warnings.
    leave_out_allowed(&program.wgsl, validator.options().edition, 0, &mut diagnostics);
    answer(&program, &Findings { diagnostics, ..Findings::default() }, None, reply);
}

fn answer(program: &Program<'_>, findings: &Findings, kernels: Option<Vec<String>>, reply: Reply<'_>) {
    let limit = program.max_diagnostics.unwrap_or(MOST_DIAGNOSTICS);
    let found = &findings.diagnostics;
    // The map of the lines costs time, and most programs are accepted.
    let diagnostics = if found.is_empty() {
        Vec::new()
    } else {
        let sources = findings.sources("", &program.wgsl);
        found.iter().take(limit).map(|it| DiagnosticRecord::with_file(it, &sources)).collect()
    };
    let total_diagnostics = total(found.len(), limit);
    let incomplete = findings.incomplete.as_deref();
    let body = Body { diagnostics, total_diagnostics, incomplete, kernels };
    reply.body(findings.is_accepted(), body);
}
