//! Subcommands that take one accepted program.

use crate::arguments::ForModules;
use crate::judgement::{Judgement, judge};
use crate::render;
use crate::verdict::Verdict;
use crate::whole;
use std::io;
use std::path::Path;
use wgsl_validator::{Module, Options, Validator};

/// Checks the program in a file, and passes it on with its module if it is accepted. Otherwise prints its diagnostics.
pub(crate) fn with_accepted(
    file: &Path,
    modules: &ForModules,
    options: Options,
    then: impl FnOnce(&Judgement, &Module) -> io::Result<Verdict>,
) -> io::Result<Verdict> {
    let program = match whole::read(file, modules, &options) {
        Ok(program) => program,
        Err(refused) => return refused.print(&mut *render::for_people()),
    };
    let mut validator = Validator::new(options);
    match judge(program, &mut validator) {
        (judgement, Some(module)) if module.is_accepted() => then(&judgement, &module),
        (judgement, _) => {
            render::for_people().judgement(&judgement, false)?;
            Ok(Verdict::Rejected)
        }
    }
}
