//! `--dump`: what the phases make of programs, for people who debug the checker or a program's uniformity.

use crate::arguments::{Check, Dump};
use crate::files::{Failure, Input, ProgramBytes};
use crate::language::Language;
#[cfg(feature = "run")]
use std::fmt::Write as _;
use std::io::{self, Write as _};
#[cfg(feature = "run")]
use wgsl_lower::{How, lower};
#[cfg(feature = "run")]
use wgsl_validator::{Module, PipelineRequest};
use wgsl_validator::{Options, Validator, decode, dump};

/// Prints each program in the requested form. A program without this form is a failure.
///
/// # Errors
/// If standard output can't be written.
pub(crate) fn run(
    what: Dump,
    arguments: &Check,
    inputs: &[Input],
    read: impl Fn(&Input) -> Result<ProgramBytes, Failure>,
    mut fail: impl FnMut(&Failure) -> io::Result<()>,
) -> io::Result<()> {
    let options = Options { edition: arguments.edition.into(), target: arguments.target.target.clone() };
    let mut validator = Validator::new(options);
    for input in inputs {
        let program = match read(input) {
            Ok(program) => program,
            Err(failure) => {
                fail(&failure)?;
                continue;
            }
        };
        let is_wgsl = arguments.language(input) == Language::Wgsl;
        let dumped = if is_wgsl { dumped(what, &program, &mut validator) } else { Err("it is not WGSL") };
        match dumped {
            Ok(text) => {
                let mut output = io::stdout().lock();
                if inputs.len() > 1 {
                    writeln!(output, "// {}", program.name)?;
                }
                output.write_all(text.as_bytes())?;
            }
            Err(reason) => fail(&Failure { name: program.name, message: reason.to_owned() })?,
        }
    }
    Ok(())
}

/// Returns a program in the requested form, or the reason why it has none.
fn dumped(what: Dump, program: &ProgramBytes, validator: &mut Validator) -> Result<String, &'static str> {
    let source = decode(&program.bytes).map_err(|_| "it is not UTF-8")?;
    match what {
        Dump::Tokens => Ok(dump::tokens(source, validator.options().edition)),
        Dump::Tree => Ok(dump::tree(validator.validate(source).syntax())),
        Dump::Uniformity => {
            dump::uniformity(&validator.validate(source)).ok_or("it has errors that are not about uniformity")
        }
        #[cfg(feature = "run")]
        Dump::Ir => {
            let module = validator.validate(source);
            if module.is_accepted() { Ok(ir(&module, validator)) } else { Err("it has errors") }
        }
    }
}

/// Returns the intermediate program of each entry point, or why there is none: overrides without a value, and features that the executor
/// lacks. The other entry points may still have a program.
#[cfg(feature = "run")]
fn ir(module: &Module, validator: &mut Validator) -> String {
    let mut text = String::new();
    for entry in module.typed().entry_points() {
        let entry_point = Some(entry.name.to_owned());
        let request = PipelineRequest { entry_point, ..PipelineRequest::default() };
        let lowered = match validator.specialize(module, &request) {
            Ok(stage) => match lower(&stage, How::Plain) {
                Ok(program) => shader_ir::print(&program),
                Err(unsupported) => format!("// {}\n", unsupported.message),
            },
            Err(found) => {
                let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
                format!("// {}\n", messages.join("\n// "))
            }
        };
        let _ = write!(text, "// entry point {}\n{lowered}", entry.name);
    }
    text
}
