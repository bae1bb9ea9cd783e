//! The execution of a function of the host with the kernels that it launches: by the executor of this project, and once more with the
//! kernels as WGSL.

use crate::case::{Element, Instance, expected, flat};
use crate::compare::{Comparison, differs_by_execution};
use crate::execution::compare::compare_buffer;
use crate::execution::{Fault, Field, ScalarFormat};
use crate::language::Amp;
use amp_run::{Argument, Error, Outcome, Plan, parameters, run, run_on, scalar};
use msl_spec::Scalar;
use msl_validator::amp::Program;
use shader_run::execute::Options;
use shader_source::{LineIndex, Span};
use std::fmt::{self, Write as _};
use webgpu_model::{Binding, Dispatch};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// The maximum number of steps of a program. Programs of cases are small.
const FUEL: u64 = 1 << 28;

/// A place in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "{}:{}", self.line, self.column)
    }
}

/// The call of a function of the host, and the expected results.
#[derive(Debug, Clone, PartialEq)]
pub struct HostCall {
    /// The function and its arguments.
    pub plan: Plan,
    /// The elements of arguments afterwards, by the names of the parameters.
    pub expected: Vec<(String, Vec<Element>)>,
    /// Whether it is strict: it must find the faults, and no others.
    pub is_strict: bool,
    /// The faults of its launches.
    pub faults: Vec<Fault>,
    /// The place of the exception that ends it.
    pub exception: Option<Place>,
    /// The reason why its kernels have no counterpart in WGSL, or one with other results.
    pub without_wgsl: Option<String>,
}

/// Executes a call on the executor of this project, and then with the kernels as WGSL.
pub(super) fn check(
    instance: &Instance<Amp>,
    program: &Program,
    lines: &LineIndex<'_>,
    call: &HostCall,
) -> Comparison {
    let checked = Checked { program, lines, call };
    let differs = |executor: &str, differences: String| differs_by_execution(executor, instance, differences);
    match checked.in_cpp() {
        Ok(None) => {}
        Ok(Some(differences)) => return differs("the reference executor", differences),
        Err(reason) => return differs("the reference executor", format!("{reason}\n")),
    }
    // A program with a fault may compute anything.
    if !call.faults.is_empty() {
        return Comparison::Same;
    }
    match (checked.in_wgsl(), &call.without_wgsl) {
        (Ok(None), None) | (Ok(Some(_)) | Err(_), Some(_)) => Comparison::Same,
        (Ok(Some(differences)), None) => differs("the translation to WGSL", differences),
        (Ok(None), Some(_)) => {
            differs("the translation to WGSL", "it has the same results: remove `without_wgsl`\n".to_owned())
        }
        (Err(reason), None) => differs("the translation to WGSL", format!("{reason}\n")),
    }
}

/// A program without errors, and the call.
struct Checked<'a> {
    program: &'a Program,
    lines: &'a LineIndex<'a>,
    call: &'a HostCall,
}

impl Checked<'_> {
    /// The differences in the results of the kernels as they are; an error if they can't be executed.
    fn in_cpp(&self) -> Result<Option<String>, String> {
        self.differences(|instance, arguments, options| run(self.program, instance, arguments, options))
    }

    /// The differences in the results of the kernels in WGSL.
    fn in_wgsl(&self) -> Result<Option<String>, String> {
        self.differences(|instance, arguments, options| {
            let options = Options { strict: false, ..*options };
            let mut device = |text: &str, dispatch: &Dispatch| dispatched(text, dispatch, &options);
            run_on(&mut device, self.program, instance, arguments, &options)
        })
    }

    fn differences(
        &self,
        run: impl FnOnce(usize, &[Argument], &Options) -> Result<Outcome, Error>,
    ) -> Result<Option<String>, String> {
        let plan = &self.call.plan;
        let instance = plan.function(self.program).map_err(|error| error.to_string())?;
        let no_files = |_: &std::path::Path| Err("cases have no files".to_owned());
        let arguments = plan.arguments(&self.program.module, instance, &no_files);
        let arguments = arguments.map_err(|error| error.to_string())?;
        let options = Options { strict: self.call.is_strict, fuel: FUEL, ..Options::default() };
        let outcome = match (run(instance, &arguments, &options), self.call.exception) {
            (Ok(outcome), None) => outcome,
            (Ok(_), Some(expected)) => {
                return Ok(Some(format!("expected an exception at {expected}, found none\n")));
            }
            (Err(Error::Exception(span, message)), expected) => {
                let found = self.place(span);
                return Ok((expected != Some(found)).then(|| format!("an exception at {found}: {message}\n")));
            }
            (Err(error), _) => return Err(error.to_string()),
        };
        let mut text = self.fault_differences(&outcome);
        for (name, values) in &self.call.expected {
            text += &self.value_differences(instance, &outcome, name, values)?;
        }
        Ok((!text.is_empty()).then_some(text))
    }

    fn place(&self, span: Span) -> Place {
        let place = self.lines.position(span.lo);
        Place { line: place.line, column: place.column_utf16 }
    }

    /// The faults of strict execution that are missing or not marked. A launch in a loop has the same faults many times.
    fn fault_differences(&self, outcome: &Outcome) -> String {
        let faults = outcome.launches.iter().flat_map(|launched| &launched.faults);
        let fault = |found: &shader_run::execute::Fault| {
            let Place { line, column } = self.place(found.span);
            Fault { line, column, kind: found.kind }
        };
        let sorted = |mut faults: Vec<Fault>| {
            faults.sort_unstable();
            faults.dedup();
            faults
        };
        let found = sorted(faults.map(fault).collect());
        let expected = sorted(self.call.faults.clone());
        let mut text = String::new();
        for missing in expected.iter().filter(|fault| self.call.is_strict && !found.contains(fault)) {
            _ = writeln!(text, "expected {missing}, found none");
        }
        for unmarked in found.iter().filter(|fault| !expected.contains(fault)) {
            _ = writeln!(text, "unexpected {unmarked}");
        }
        text
    }

    /// The elements of an argument that differ. An error is a mistake of the case.
    fn value_differences(
        &self,
        instance: usize,
        outcome: &Outcome,
        name: &str,
        values: &[Element],
    ) -> Result<String, String> {
        let module = &self.program.module;
        let parameters = parameters(module, instance);
        let index = parameters.iter().position(|parameter| parameter.name == name);
        let index = index.ok_or_else(|| format!("the function has no parameter `{name}`"))?;
        let element = parameters[index].kind.and_then(|kind| scalar(module, kind.element().0));
        let format = element.and_then(format).ok_or_else(|| {
            format!("the elements of `{name}` can't be compared: expected a number of 32 bits or less")
        })?;
        let values = flat(values);
        let expected: Result<Vec<_>, _> = values.iter().map(|value| expected(value, format)).collect();
        let expected = expected.map_err(|refusal| format!("`{name}`: {refusal}"))?;
        let found = outcome.arguments[index].bytes();
        let differences = compare_buffer(found, &[Field::Scalar(format)], &expected, |_| None);
        if !differences.is_empty() {
            return Ok(format!("`{name}`:\n{differences}"));
        }
        let count = found.len() * 8 / format.width() as usize;
        if count == expected.len() {
            return Ok(String::new());
        }
        Ok(format!("`{name}`: expected {} elements, found {count}\n", expected.len()))
    }
}

/// Executes a kernel in WGSL.
fn dispatched(text: &str, dispatch: &Dispatch, options: &Options) -> Result<Vec<Binding>, String> {
    let mut validator = Validator::new(wgsl_validator::Options::default());
    let outcome = compute::run(text, &mut validator, dispatch, options);
    outcome.map(|outcome| outcome.bindings).map_err(|failure| failure.to_string())
}

/// The format of a number in memory; `None` if it has more than 32 bits.
const fn format(scalar: Scalar) -> Option<ScalarFormat> {
    match scalar {
        Scalar::Bool | Scalar::Uchar => Some(ScalarFormat::Unsigned(8)),
        Scalar::Char => Some(ScalarFormat::Signed(8)),
        Scalar::Short => Some(ScalarFormat::Signed(16)),
        Scalar::Ushort => Some(ScalarFormat::Unsigned(16)),
        Scalar::Int => Some(ScalarFormat::Signed(32)),
        Scalar::Uint => Some(ScalarFormat::Unsigned(32)),
        Scalar::Float => Some(ScalarFormat::F32),
        Scalar::Half => Some(ScalarFormat::F16),
        Scalar::Long | Scalar::Ulong | Scalar::Double | Scalar::Bfloat => None,
    }
}
