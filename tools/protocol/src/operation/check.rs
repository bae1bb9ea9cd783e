//! The operations `validate` and `pipeline`: diagnostics of a program.

use crate::error::{MOST_DIAGNOSTICS, total};
use crate::reply::Reply;
use crate::request::{About, Program, StageRecord};
use crate::serve::Server;
use serde::Serialize;
use shader_source::SourceMap;
use shader_source::record::DiagnosticRecord;
use wgsl_spec::Edition;
use wgsl_validator::PipelineRequest;
use wgsl_validator::allow::leave_out_allowed;
use wgsl_validator::diagnostic::{Diagnostic, Severity};

#[derive(Serialize, Debug)]
struct Body<'a> {
    diagnostics: Vec<DiagnosticRecord<'a>>,
    /// The number of diagnostics that the program has, if the answer has fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_diagnostics: Option<usize>,
}

/// Answers with the diagnostics of a program.
pub(crate) fn validate(program: &Program<'_>, server: &mut Server, reply: Reply<'_>) {
    let validator = match server.validators.of(program) {
        Ok(validator) => validator,
        Err(message) => return reply.refuse(message),
    };
    let found = validator.diagnose(&program.wgsl);
    answer(program, validator.options().edition, found, reply);
}

/// Answers with the diagnostics of a program and of a stage.
pub(crate) fn pipeline(
    About { program, members }: About<'_, StageRecord>,
    server: &mut Server,
    reply: Reply<'_>,
) {
    let (validator, pipeline) = match (server.validators.of(&program), PipelineRequest::try_from(members)) {
        (Ok(validator), Ok(pipeline)) => (validator, pipeline),
        (Err(message), _) | (_, Err(message)) => return reply.refuse(message),
    };
    let module = validator.validate(&program.wgsl);
    let stage = validator.specialize(&module, &pipeline);
    let found = stage.map(|stage| validator.recycle_stage(stage)).err();
    let found = found.unwrap_or_else(|| validator.recycle(module));
    answer(&program, validator.options().edition, found, reply);
}

fn answer(program: &Program<'_>, edition: Edition, mut found: Vec<Diagnostic>, reply: Reply<'_>) {
    let (text, limit) = (&*program.wgsl, program.max_diagnostics.unwrap_or(MOST_DIAGNOSTICS));
    leave_out_allowed(text, edition, 0, &mut found);
    let ok = found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
    // The map of the lines costs time, and most programs are accepted.
    let diagnostics = if found.is_empty() {
        Vec::new()
    } else {
        let sources = SourceMap::new("", text);
        found.iter().take(limit).map(|diagnostic| DiagnosticRecord::new(diagnostic, &sources)).collect()
    };
    reply.body(ok, Body { diagnostics, total_diagnostics: total(found.len(), limit) });
}
