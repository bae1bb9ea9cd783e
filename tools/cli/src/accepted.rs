//! Subcommands that take one accepted program.

use crate::arguments::{Describing, ForModules};
use crate::files;
use crate::judgement::{Judgement, judge};
use crate::metal;
use crate::render;
use crate::verdict::Verdict;
use crate::whole;
use shader_language::{Language, Program};
use std::io;
use std::path::Path;
use wgsl_validator::target::Target;
use wgsl_validator::{Module, Options, Validator};

/// Checks the program in a file in any language, and passes it on if it is accepted. Otherwise prints its diagnostics.
pub(crate) fn with_program(
    file: &Path,
    describing: &Describing,
    target: Target,
    then: impl FnOnce(&Judgement, &Program) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    describing.suits(file).map_err(io::Error::other)?;
    match describing.language(file) {
        Language::Wgsl => {
            let options = Options { edition: describing.edition.into(), target };
            with_accepted(file, &describing.modules, options, |judgement, module| {
                then(judgement, &Program::Wgsl(module.clone()))
            })
        }
        Language::Metal => {
            let environment = describing.metal.environment(&describing.modules);
            let program = match files::read(&files::named(file), None) {
                Ok(program) => program,
                Err(failure) => return render::for_people().failure(&failure).map(|()| Verdict::Failed),
            };
            let (judgement, program) = metal::judge_program(program, &environment, &[]);
            if judgement.is_accepted() {
                return then(&judgement, &Program::Metal(Box::new(program)));
            }
            metal::refuse(&judgement)
        }
    }
}

/// Checks the WGSL program in a file, and passes it on with its module if it is accepted. Otherwise prints its diagnostics.
pub(crate) fn with_accepted(
    file: &Path,
    modules: &ForModules,
    options: Options,
    then: impl FnOnce(&Judgement, &Module) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    with_module(file, modules, options, |judgement, module| {
        if module.is_accepted() { then(judgement, module) } else { refuse(judgement) }
    })
}

/// Checks the WGSL program in a file, and passes it on with its module. Prints the diagnostics of a text that makes no module.
pub(crate) fn with_module(
    file: &Path,
    modules: &ForModules,
    options: Options,
    then: impl FnOnce(&Judgement, &Module) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    let program = match whole::read(file, modules, &options) {
        Ok(program) => program,
        Err(refused) => return refused.print(&mut *render::for_people()),
    };
    match judge(program, &mut Validator::new(options)) {
        (judgement, Some(module)) => then(&judgement, &module),
        (judgement, None) => refuse(&judgement),
    }
}

/// Prints the diagnostics of a rejected program.
pub(crate) fn refuse(judgement: &Judgement) -> io::Result<Verdict> {
    render::for_people().judgement(judgement, false)?;
    Ok(Verdict::Rejected)
}
