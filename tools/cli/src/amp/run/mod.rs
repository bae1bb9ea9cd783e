//! `amp run`: runs a function of the host with its kernels, and `amp plan`: writes what it needs.

mod compared;
mod output;

use super::check::judgement;
use super::{ReadProgram, failed, read_one, rejected};
use crate::arguments::{AmpPlan, AmpRun, ReportFormat};
use crate::boundary::{guarded, large_stacks};
use crate::files::{self, Failure, MOST_BYTES};
use crate::render;
use crate::verdict::Verdict;
use amp_run::{Error, Outcome, Plan, PlanError, skeleton};
use output::Printed;
use shader_run::execute::Options;
use shader_source::Message;
use shader_source::diagnostic::Severity;
use std::io::{self, Write as _};
use std::path::Path;

/// The step limit of a run, unless the command line says otherwise.
const FUEL: u64 = 1 << 37;

/// Prints a plan for the functions that launch kernels.
pub(crate) fn plan(arguments: &AmpPlan) -> io::Result<Verdict> {
    let read = match read_one(&arguments.programs) {
        Ok(read) => read,
        Err(failure) => return failed(&failure),
    };
    let text = skeleton(&read.program);
    if text.is_empty() {
        let message = "no function here is known to launch a kernel".to_owned();
        return failed(&Failure { name: read.name, message });
    }
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(Verdict::Accepted)
}

/// Runs a plan, and prints the arguments after it, with the faults of its launches.
pub(crate) fn run(arguments: &AmpRun) -> io::Result<Verdict> {
    large_stacks();
    let read = match read_one(&arguments.programs) {
        Ok(read) => read,
        Err(failure) => return failed(&failure),
    };
    let name = read.name.clone();
    match guarded(|| name.clone(), || Ok(execute(&read, arguments))) {
        Ok(Ok((plan, instance, outcome))) => {
            let printed = Printed { read: &read, plan: &plan, instance, outcome: &outcome };
            printed.print(arguments)
        }
        Ok(Err(problem)) => problem.print(read, arguments.format),
        Err(failure) => failed(&failure),
    }
}

fn execute(read: &ReadProgram, arguments: &AmpRun) -> Result<(Plan, usize, Outcome), Problem> {
    if !read.program.has_meaning() {
        return Err(Problem::Rejected);
    }
    let path = &arguments.plan;
    let failure = |message| Problem::Plan(Failure { name: path.display().to_string(), message });
    let of_plan = |error: PlanError| failure(error.to_string());
    let read_file = |path: &Path| files::read_file(path, MOST_BYTES).map_err(|error| files::reason(&error));
    let bytes = read_file(path).map_err(|reason| failure(format!("can't be read: {reason}")))?;
    let plan = Plan::read(&String::from_utf8_lossy(&bytes)).map_err(of_plan)?;
    let instance = plan.function(&read.program).map_err(of_plan)?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let beside = |path: &Path| read_file(&directory.join(path));
    let values = plan.arguments(&read.program.module, instance, &beside).map_err(of_plan)?;
    let options = Options {
        strict: arguments.strict,
        fuel: arguments.fuel.unwrap_or(FUEL),
        seed: arguments.seed,
        ..Options::default()
    };
    let outcome = amp_run::run(&read.program, instance, &values, &options).map_err(Problem::Run)?;
    if arguments.compare_wgsl {
        compared::compare(read, (instance, &values), &options, &outcome)?;
    }
    Ok((plan, instance, outcome))
}

/// The reason why a plan was not run.
enum Problem {
    /// The program has errors.
    Rejected,
    /// The plan can't be used.
    Plan(Failure),
    /// The run has no outcome.
    Run(Error),
    /// The kernels in WGSL compute something else: what, in a sentence without a full stop.
    Differs(String),
}

impl Problem {
    fn print(self, read: ReadProgram, format: ReportFormat) -> io::Result<Verdict> {
        let (message, place, verdict) = match self {
            Self::Rejected => return rejected(read),
            Self::Plan(failure) => return failed(&failure),
            Self::Run(Error::Unsupported(unsupported)) => {
                (unsupported.message, Some(unsupported.span), Verdict::Failed)
            }
            Self::Run(Error::Exception(place, message)) => (message, Some(place), Verdict::Rejected),
            Self::Run(Error::Device(place, message)) => (message, Some(place), Verdict::Failed),
            Self::Differs(message) => (message, None, Verdict::Rejected),
            Self::Run(error @ Error::Arguments(_)) => (error.to_string(), None, Verdict::Failed),
            Self::Run(error @ (Error::OutOfMemory | Error::Stopped(_))) => {
                (error.to_string(), None, Verdict::Rejected)
            }
        };
        if format == ReportFormat::Json {
            output::print_error(&read, &message, place)?;
            return Ok(verdict);
        }
        match place {
            Some(place) => {
                let code = if verdict == Verdict::Failed { "unsupported" } else { "exception" };
                let message = Message::remark(code, Severity::Error, message, place);
                render::messages(&judgement(read), [message])?;
            }
            None => render::for_people().failure(&Failure { name: read.name, message })?,
        }
        Ok(verdict)
    }
}
