//! The operation `run`: a dispatch on the reference executor.

use crate::contents::Contents;
use crate::dispatch::{Answer, RunRecord};
use crate::error::ErrorRecord;
use crate::language::only_wgsl;
use crate::reply::Reply;
use crate::request::About;
use crate::server::Server;
use shader_source::SourceMap;
use wgsl_lower::compute::{self, Failure};

/// Answers with the contents that a dispatch leaves.
pub(crate) fn run(About { program, members }: About<'_, RunRecord>, server: &mut Server, reply: Reply<'_>) {
    if let Err((stage, message)) = only_wgsl(&program, "run") {
        return reply.fail(ErrorRecord::new(stage, message));
    }
    let limits = server.options.limits;
    let validator = match server.validators.for_execution(&program) {
        Ok(validator) => validator,
        Err(message) => return reply.refuse(message),
    };
    let mut contents = Contents::new(&server.kept, limits.request_bytes);
    let (dispatch, options) = match (members.dispatch(&mut contents), members.execution.options(limits.fuel))
    {
        (Ok(dispatch), Ok(options)) => (dispatch, options),
        (Err(message), _) | (_, Err(message)) => return reply.refuse(message),
    };
    let module = validator.validate(&program.wgsl);
    let result = compute::stage(&module, validator, &compute::request(&dispatch)).and_then(|stage| {
        if let Some(message) = members.execution.mismatch(stage.interface()) {
            return Err(Failure::Resources(message));
        }
        let outcome = compute::dispatch(&compute::pipeline(&stage, options)?, &dispatch)?;
        let new = members.execution.kept(&dispatch.bindings, &outcome.bindings);
        server.kept.keep(new).map_err(Failure::Resources)?;
        Ok(outcome)
    });
    let sources = SourceMap::new("", &program.wgsl);
    let answer = Answer::new(reply.id, &sources, &result, |it| members.execution.answers(it));
    reply.write(&answer);
}
