//! Subcommands that take one accepted program.

use crate::files;
use crate::judgement::{Judgement, judge};
use crate::render;
use crate::verdict::Verdict;
use std::io;
use std::path::Path;
use wgsl_validator::module::TypedModule;
use wgsl_validator::{Options, Validator};

/// Judges the program in a file, and passes it on with its module if it is accepted. Otherwise prints its diagnostics.
pub(crate) fn with_accepted(
    file: &Path,
    options: Options,
    then: impl FnOnce(&Judgement, &TypedModule) -> io::Result<()>,
) -> io::Result<Verdict> {
    let program = match files::read(&files::named(file), None) {
        Ok(program) => program,
        Err(failure) => {
            render::for_people().failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let mut validator = Validator::new(options);
    let judgement = judge(program, None, &mut validator);
    if !judgement.is_accepted() {
        render::for_people().judgement(&judgement, false)?;
        return Ok(Verdict::Rejected);
    }
    then(&judgement, validator.module())?;
    Ok(Verdict::Accepted)
}
