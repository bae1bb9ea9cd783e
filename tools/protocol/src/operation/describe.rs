//! The operations `layout` and `reflect`: the parts of an accepted program.

use crate::error::ErrorRecord;
use crate::language::Chosen;
use crate::reply::Reply;
use crate::request::Program;
use crate::server::Server;
use shader_language::Checked;

/// Answers with the structures and resources of a program.
pub(crate) fn layout(program: &Program<'_>, server: &mut Server, reply: Reply<'_>) {
    describe(program, server, reply, |Checked { program, .. }, reply| match program.layout(None) {
        Ok(layout) => reply.body(true, layout),
        Err(error) => reply.fail(ErrorRecord::new("limit", error.to_string())),
    });
}

/// Answers with the entry points, overrides, resources and structures of a program.
pub(crate) fn reflect(program: &Program<'_>, server: &mut Server, reply: Reply<'_>) {
    let text = &program.wgsl;
    describe(program, server, reply, |Checked { program, .. }, reply| match program.reflect(None, text) {
        Ok(reflection) => reply.body(true, reflection),
        Err(error) => reply.fail(ErrorRecord::new("limit", error.to_string())),
    });
}

/// Answers with a description of a program, or with the diagnostics of one that is rejected.
fn describe<'a>(
    program: &Program<'_>,
    server: &mut Server,
    reply: Reply<'a>,
    describe: impl FnOnce(&Checked, Reply<'a>),
) {
    let checked = match Chosen::of(program, &mut server.validators) {
        Ok(mut checker) => checker.check(&program.wgsl),
        Err(message) => return reply.refuse(message),
    };
    let findings = &checked.findings;
    if findings.is_accepted() {
        return describe(&checked, reply);
    }
    if let Some(message) = &findings.incomplete {
        return reply.fail(ErrorRecord::new("unsupported", message));
    }
    let sources = findings.sources("", &program.wgsl);
    reply.fail(ErrorRecord::rejected("shader-creation", &findings.diagnostics, &sources));
}
