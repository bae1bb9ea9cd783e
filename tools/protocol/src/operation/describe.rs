//! The operations `layout` and `reflect`: the parts of an accepted program.

use crate::error::ErrorRecord;
use crate::reply::Reply;
use crate::request::Program;
use crate::serve::Server;
use shader_language::LayoutReport;
use shader_source::SourceMap;
use wgsl_validator::Module;
use wgsl_validator::reflection::Reflection;

/// Answers with the structures and resources of a program.
pub(crate) fn layout(program: &Program<'_>, server: &mut Server, reply: Reply<'_>) {
    describe(program, server, reply, |module, reply| reply.body(true, LayoutReport::new(None, module)));
}

/// Answers with the entry points, overrides, resources and structures of a program.
pub(crate) fn reflect(program: &Program<'_>, server: &mut Server, reply: Reply<'_>) {
    describe(program, server, reply, |module, reply| match Reflection::new(None, module) {
        Ok(reflection) => reply.body(true, reflection),
        Err(error) => reply.fail(ErrorRecord::new("limit", error.to_string())),
    });
}

/// Answers with a description of a program, or with the diagnostics of one that is rejected.
fn describe<'a>(
    program: &Program<'_>,
    server: &mut Server,
    reply: Reply<'a>,
    describe: impl FnOnce(&Module, Reply<'a>),
) {
    let validator = match server.validators.of(program) {
        Ok(validator) => validator,
        Err(message) => return reply.refuse(message),
    };
    let module = validator.validate(&program.wgsl);
    if module.is_accepted() {
        return describe(&module, reply);
    }
    let found = validator.recycle(module);
    let sources = SourceMap::new("", &program.wgsl);
    reply.fail(ErrorRecord::rejected("shader-creation", &found, &sources));
}
