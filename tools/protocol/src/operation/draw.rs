//! The operation `draw`: a render pass on the reference executor.

use crate::contents::Contents;
use crate::draw::{Answer, DrawRecord};
use crate::error::ErrorRecord;
use crate::language::only_wgsl;
use crate::reply::Reply;
use crate::request::About;
use crate::server::Server;
use shader_source::SourceMap;
use wgsl_lower::compute::Failure;
use wgsl_lower::render::{self, Stages};
use wgsl_validator::Stage;

/// Answers with the contents that a render pass leaves.
pub(crate) fn draw(
    About { program, members }: &About<'_, DrawRecord>,
    server: &mut Server,
    reply: Reply<'_>,
) {
    if let Err((stage, message)) = only_wgsl(program, "draw") {
        return reply.fail(ErrorRecord::new(stage, message));
    }
    if members.execution.sweep.is_some() {
        return reply.refuse("`sweep` is only available for dispatches".to_owned());
    }
    let limits = server.options.limits;
    let validator = match server.validators.for_execution(program) {
        Ok(validator) => validator,
        Err(message) => return reply.refuse(message),
    };
    let mut contents = Contents::new(&server.kept, limits.request_bytes);
    let (pass, options) = match (members.pass(&mut contents), members.execution.options(limits.fuel)) {
        (Ok(pass), Ok(options)) => (pass, options),
        (Err(message), _) | (_, Err(message)) => return reply.refuse(message),
    };
    let module = validator.validate(&program.wgsl);
    let result = render::stages(&module, validator, &pass).and_then(|stages| {
        let mut interfaces = stages.iter().flat_map(Stages::iter).map(Stage::interface);
        if let Some(message) = interfaces.find_map(|interface| members.mismatch(interface)) {
            return Err(Failure::Resources(message));
        }
        let drawn = render::run(&stages, &pass, options)?;
        members.kept(&pass, &drawn).and_then(|new| server.kept.keep(new)).map_err(Failure::Resources)?;
        Ok(drawn)
    });
    let sources = SourceMap::new("", &program.wgsl);
    let answer = Answer::new(reply.id, &sources, &result, members);
    reply.write(&answer);
}
