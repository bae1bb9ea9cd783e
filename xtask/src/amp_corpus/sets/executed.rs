//! The execution of programs with recorded outputs or a planted defect.

use super::super::device::Device;
use super::programs::{Contents, Parameter, Recorded};
use amp_run::{Argument, Error, Outcome};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cxx_validator::{Headers, Source};
use msl_validator::amp;
use shader_run::execute::Options;
use shader_source::{LineIndex, Span};
use std::fmt;

/// The function of the host that each program has.
const FUNCTION: &str = "run";
/// The schedules of a program.
const SCHEDULES: u64 = 8;

/// Something that a strict run reports.
#[derive(Debug)]
pub(super) struct Fault {
    /// The lines of its accesses.
    pub(super) lines: Vec<usize>,
    message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "lines {:?}: {}", self.lines, self.message)
    }
}

/// The first difference between what a program computes and the recorded outputs, or the reason why it computes nothing.
pub(super) fn difference(record: &Recorded) -> Option<String> {
    (0..SCHEDULES).find_map(|seed| {
        let options = Options { seed: (seed > 0).then_some(seed), ..Options::default() };
        difference_of(record, run(record, &options, None))
    })
}

/// The first difference if the kernels are translated to WGSL and run on a device.
pub(super) fn difference_on(device: Device, record: &Recorded) -> Option<String> {
    difference_of(record, run(record, &Options::default(), Some(device)))
}

fn difference_of(record: &Recorded, result: Result<Outcome, Error>) -> Option<String> {
    match result {
        Err(error) => Some(message(record, &error)),
        Ok(outcome) => {
            let parameters = record.params.list();
            let arguments = parameters.iter().zip(&outcome.arguments);
            arguments.into_iter().find_map(|(parameter, argument)| differs(record, parameter, argument))
        }
    }
}

/// The faults of a strict run, or the reason for having none.
pub(super) fn faults(record: &Recorded) -> Vec<Fault> {
    let options = Options { strict: true, ..Options::default() };
    let lines = LineIndex::new(&record.program);
    let line = |span: Span| lines.position(span.lo.min(record.program.len() as u32)).line as usize;
    match run(record, &options, None) {
        Err(error) => {
            let place = match &error {
                Error::Unsupported(unsupported) => Some(unsupported.span),
                Error::Exception(place, _) | Error::Device(place, _) => Some(*place),
                Error::Arguments(_) | Error::OutOfMemory | Error::Stopped(_) => None,
            };
            vec![Fault { lines: place.into_iter().map(line).collect(), message: error.to_string() }]
        }
        Ok(outcome) => {
            let faults = outcome.launches.iter().flat_map(|launched| &launched.faults);
            let fault = |fault: &shader_run::execute::Fault| {
                let rival = fault.rival.as_ref().and_then(|rival| rival.span);
                let places = [Some(fault.span), rival].into_iter().flatten();
                Fault {
                    lines: places.map(line).collect(),
                    message: format!("{}: {}", fault.kind.name(), fault.message),
                }
            };
            faults.map(fault).collect()
        }
    }
}

fn run(record: &Recorded, options: &Options, device: Option<Device>) -> Result<Outcome, Error> {
    let program = amp::program(Source::text(&record.program), &[], Headers::NONE);
    let module = &program.module;
    let is_it = |number: &usize| {
        let instance = &module.instances[*number];
        instance.this.is_none() && module.names.text(module.ast[instance.function].name) == FUNCTION
    };
    let found = (0..module.instances.len()).find(is_it);
    let instance = found.ok_or_else(|| Error::Arguments(format!("no function `{FUNCTION}`")))?;
    let arguments: Vec<Argument> = record.params.list().iter().map(|it| argument(record, it)).collect();
    match device {
        None => amp_run::run(&program, instance, &arguments, options),
        Some(device) => {
            let mut device = |program: &str, dispatch: &_| device.run(program, dispatch);
            amp_run::run_on(&mut device, &program, instance, &arguments, options)
        }
    }
}

fn message(record: &Recorded, error: &Error) -> String {
    match error {
        Error::Unsupported(unsupported) => {
            let text = record.program.get(unsupported.span.lo as usize..unsupported.span.hi as usize);
            format!("{error}: `{}`", text.unwrap_or("in the library"))
        }
        Error::Exception(..)
        | Error::Device(..)
        | Error::Arguments(_)
        | Error::OutOfMemory
        | Error::Stopped(_) => error.to_string(),
    }
}

fn argument(record: &Recorded, parameter: &Parameter) -> Argument {
    let bytes = contents(&record.inputs, &parameter.name);
    Argument::Elements(bytes.unwrap_or_else(|| vec![0; parameter.count * size(parameter)]))
}

fn contents(all: &[Contents], name: &str) -> Option<Vec<u8>> {
    let found = all.iter().find(|contents| contents.name == name)?;
    STANDARD.decode(&found.data).ok()
}

fn size(parameter: &Parameter) -> usize {
    if parameter.ty == "double" { 8 } else { 4 }
}

/// The first number of an argument that is not the recorded one. Floats may differ as the records say.
fn differs(record: &Recorded, parameter: &Parameter, argument: &Argument) -> Option<String> {
    let expected = contents(&record.outputs, &parameter.name)?;
    let found = argument.bytes();
    if found.len() != expected.len() {
        return Some(format!("`{}` has {} bytes, expected {}", parameter.name, found.len(), expected.len()));
    }
    let size = size(parameter);
    let mut numbers = found.chunks(size).zip(expected.chunks(size)).enumerate();
    let is_equal = |found: &[u8], expected: &[u8]| {
        if found == expected {
            return true;
        }
        match (number(found, &parameter.ty), number(expected, &parameter.ty)) {
            (Some(found), Some(expected)) => {
                found.is_nan() && expected.is_nan()
                    || (found - expected).abs() <= 1e-5 + 1e-4 * expected.abs()
            }
            _ => false,
        }
    };
    let (index, (found, expected)) = numbers.find(|(_, (found, expected))| !is_equal(found, expected))?;
    Some(format!("`{}[{index}]` is {found:?}, expected {expected:?}", parameter.name))
}

/// A floating-point number; `None` for a different type.
fn number(bytes: &[u8], ty: &str) -> Option<f64> {
    match ty {
        "float" => Some(f64::from(f32::from_le_bytes(bytes.try_into().ok()?))),
        "double" => Some(f64::from_le_bytes(bytes.try_into().ok()?)),
        _ => None,
    }
}
