//! `--dump`: what the phases make of programs, for people who debug the checker or a program's uniformity.

use crate::arguments::{Check, Dump};
use crate::files::{Failure, Input, ProgramBytes};
use crate::modules::Modules;
use shader_language::Language;
use std::io::{self, BufWriter, Write as _};
#[cfg(feature = "run")]
use wgsl_lower::{How, lower};
#[cfg(feature = "run")]
use wgsl_validator::{Module, PipelineRequest};
use wgsl_validator::{Options, Validator, decode, dump};

/// Prints each program in the requested form, assembled with its imports. A program without this form is a failure.
///
/// # Errors
/// If standard output can't be written.
pub(crate) fn run(
    what: Dump,
    arguments: &Check,
    inputs: &[Input],
    modules: Option<&Modules>,
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
        let dumped = match arguments.language(input) {
            Language::Wgsl => {
                let title = if inputs.len() > 1 { format!("// {}\n", program.name) } else { String::new() };
                match modules.and_then(|modules| modules.linked(input).map(|it| it.text)) {
                    Some(text) => {
                        // Its places are in no file.
                        let title =
                            format!("// {}, assembled with the files that it imports\n", program.name);
                        dumped(what, &title, text.as_bytes(), &mut validator)?
                    }
                    None => dumped(what, &title, &program.bytes, &mut validator)?,
                }
            }
            Language::Metal => Err("`--dump` only supports WGSL programs"),
        };
        if let Err(reason) = dumped {
            fail(&Failure { name: program.name, message: reason.to_owned() })?;
        }
    }
    Ok(())
}

/// Prints a program in the requested form after a title, or returns the reason why it has none, or only a part of it.
fn dumped(
    what: Dump,
    title: &str,
    bytes: &[u8],
    validator: &mut Validator,
) -> io::Result<Result<(), &'static str>> {
    let Ok(source) = decode(bytes) else { return Ok(Err("it is not UTF-8")) };
    let mut output = BufWriter::new(io::stdout().lock());
    let text = match what {
        Dump::Tokens => Ok(dump::tokens(source, validator.options().edition)),
        Dump::Tree => Ok(dump::tree(validator.validate(source).syntax())),
        Dump::Uniformity => {
            dump::uniformity(&validator.validate(source)).ok_or("it has errors that are not about uniformity")
        }
        #[cfg(feature = "run")]
        Dump::Ir => {
            let module = validator.validate(source);
            if module.is_accepted() {
                output.write_all(title.as_bytes())?;
                let is_whole = ir(&module, validator, &mut output)?;
                output.flush()?;
                return Ok(if is_whole { Ok(()) } else { Err(TOO_LARGE) });
            }
            Err("it has errors")
        }
    };
    match text {
        Ok(text) => {
            output.write_all(title.as_bytes())?;
            output.write_all(text.as_bytes())?;
            output.flush().map(Ok)
        }
        Err(reason) => Ok(Err(reason)),
    }
}

/// The maximum number of instructions of the dump of a program, all entry points together: some 200 MB of text. Functions are expanded where they
/// are called, so a few lines may have a million of them in each entry point.
#[cfg(feature = "run")]
const MAX_INSTRUCTIONS: usize = 1 << 22;
/// The instructions that count for an entry point that can't be lowered: it may fail late.
#[cfg(feature = "run")]
const INSTRUCTIONS_OF_FAILURE: usize = 1 << 16;
#[cfg(feature = "run")]
const TOO_LARGE: &str =
    "the remaining entry points are not printed: the program has more than four million instructions";

/// Prints the intermediate program of each entry point, or why there is none: overrides without a value, and features that the executor
/// lacks. The other entry points may still have a program. One program is in memory at a time. Returns false if there are too many instructions.
#[cfg(feature = "run")]
fn ir(module: &Module, validator: &mut Validator, output: &mut impl io::Write) -> io::Result<bool> {
    let mut left = MAX_INSTRUCTIONS;
    for entry in module.typed().entry_points() {
        let entry_point = Some(entry.name.to_owned());
        let request = PipelineRequest { entry_point, ..PipelineRequest::default() };
        let lowered = match validator.specialize(module, &request) {
            Ok(stage) => match lower(&stage, How::Plain) {
                Ok(program) => {
                    let Some(rest) = left.checked_sub(program.code.len()) else { return Ok(false) };
                    left = rest;
                    shader_ir::print(&program)
                }
                Err(unsupported) => {
                    let Some(rest) = left.checked_sub(INSTRUCTIONS_OF_FAILURE) else { return Ok(false) };
                    left = rest;
                    format!("// {}\n", unsupported.message)
                }
            },
            Err(found) => {
                let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
                format!("// {}\n", messages.join("\n// "))
            }
        };
        write!(output, "// entry point {}\n{lowered}", entry.name)?;
    }
    Ok(true)
}
