//! `run`: executes a compute shader, or draws, and prints the results.

pub(crate) mod debugged;
mod draw;
mod explain;
mod fault_in_metal;
pub(crate) mod fault_meaning;
mod metal;
mod missing;
mod picture;
pub(crate) mod places;
mod read;
mod report;
mod request;
mod show;
mod swept;
mod trace;
mod variable;

use self::request::LanguageOptions;
use crate::arguments::{At, ReportFormat, Run};
use crate::files::{Failure, ProgramBytes};
use crate::judgement::{Judgement, judge};
use crate::render;
use crate::source_map::Expanded;
use crate::verdict::Verdict;
use crate::whole;
use places::places;
use report::{FaultWords, Report, group_place};
use shader_language::Language;
use shader_run::draw::Drawn;
use shader_run::execute::{Fault, Options, Terms};
use shader_run::resources::Outcome;
use shader_source::{Message, Span};
use std::collections::BTreeSet;
use std::io::{self, Write};
use trace::Comments;
use variable::Variable;
use webgpu_model::{Binding, Command, Dispatch, RenderPass};
use wgsl_check_protocol as protocol;
use wgsl_check_protocol::draw::Content;
use wgsl_lower::compute as reference;
use wgsl_lower::debug::Debugged;
use wgsl_lower::render::{self as drawing, Stages};
use wgsl_spec::ShaderStage;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::interface::{Interface, Resource};
use wgsl_validator::{Module, Stage, Validator};

/// Runs a program and prints its results, or the diagnostics of a program that is rejected.
pub(crate) fn run(arguments: &Run) -> io::Result<Verdict> {
    arguments.suits_language().map_err(io::Error::other)?;
    match arguments.language() {
        Language::Wgsl => run_wgsl(arguments),
        Language::Metal => metal::run(arguments),
    }
}

fn run_wgsl(arguments: &Run) -> io::Result<Verdict> {
    let options = request::options(arguments, &LanguageOptions::wgsl()).map_err(io::Error::other)?;
    let command = request::command(arguments).map_err(io::Error::other)?;
    let target = arguments.target.target.for_execution();
    let judged_by = wgsl_validator::Options { edition: arguments.edition.into(), target };
    let read = whole::read_with_origins(&arguments.file, &arguments.modules, &judged_by);
    let (program, origins) = match read {
        Ok(read) => read,
        Err(refused) => return refused.print(&mut *render::for_people()),
    };
    let mut validator = Validator::new(judged_by);
    let Execution { judgement, module, variables, result } =
        execute(program, &mut validator, &command, &options, arguments.auto);
    if let Some(module) = module
        && let Err(reason) = show_values(arguments, (&judgement, module), origins, &command, &options)?
    {
        render::for_people().failure(&Failure { name: judgement.name, message: reason })?;
        return Ok(Verdict::Failed);
    }
    if arguments.format == ReportFormat::Json {
        let is_answered = |binding: &Binding| variables.iter().any(|variable| variable.is_at(binding));
        let answer = answer(&judgement, &result, is_answered)? + "\n";
        io::stdout().write_all(answer.as_bytes())?;
    }
    let attachments = match &result {
        Ran::Drawn(result) => (**result).as_ref().map_or_else(|_| Vec::new(), draw::attachments),
        Ran::Dispatched(_) => Vec::new(),
    };
    match result.outcome() {
        Ok(outcome) => {
            let report = Report {
                arguments,
                judgement: &judgement,
                variables: &variables,
                terms: options.terms,
                attachments: &attachments,
            };
            report.finish(&outcome, |fault| words(fault, arguments))
        }
        Err(failure) => fail(failure, judgement, arguments),
    }
}

/// Prints the values that the command line and the comments of a program ask for. The inner error is a sentence without a full stop.
fn show_values(
    arguments: &Run,
    (judgement, module): (&Judgement, Module),
    origins: Option<Expanded>,
    command: &Command,
    options: &Options,
) -> io::Result<Result<(), String>> {
    let comments = |source: &str| wgsl_validator::allow::comments(source, arguments.edition.into());
    let comments = Comments::of(&judgement.text, comments);
    if !trace::is_wanted(arguments, &comments) {
        return Ok(Ok(()));
    }
    let dispatch = match command {
        Command::Dispatch(dispatch) => dispatch,
        Command::Render(_) if arguments.traces.is_empty() && arguments.explained.is_empty() => {
            return Ok(Ok(()));
        }
        Command::Render(_) => {
            return Ok(Err("--trace and --explain-value are only available for dispatches".to_owned()));
        }
    };
    let target = arguments.target.target.for_execution();
    let edition = arguments.edition.into();
    let mut validator = Validator::new(wgsl_validator::Options { edition, target });
    let stage = reference::stage(&module, &mut validator, &reference::request(dispatch));
    // What is wrong with the stage or its resources is reported with the results.
    let Ok(stage) = stage else { return Ok(Ok(())) };
    let Ok(bindings) = missing::filled(&dispatch.bindings, [&stage], arguments.auto) else {
        return Ok(Ok(()));
    };
    let dispatch = Dispatch { bindings, ..dispatch.clone() };
    let program = (module, judgement.text.clone());
    let mut subject = Debugged::new(program, validator, dispatch, *options);
    let places = places(judgement, origins);
    let shown = trace::show(arguments, &places, &mut subject, &comments)?;
    if shown.is_err() {
        return Ok(shown);
    }
    explain::show(arguments, &places, &variable::writable([&stage]), &mut subject)
}

/// A fault in the words of WGSL.
fn words(fault: &Fault, arguments: &Run) -> FaultWords {
    let is_dispatch = !arguments.draw.is_draw();
    let group = if is_dispatch {
        format!("workgroup {:?}", group_place(fault.workgroup, arguments.workgroups))
    } else {
        format!("batch {}", fault.workgroup)
    };
    FaultWords {
        first: format!("{group}, invocation {}", fault.invocation),
        labels: fault.labels(&Terms::WEBGPU),
        remedy: fault.remedy(&Terms::WEBGPU, is_dispatch),
    }
}

/// The answer of the protocol.
fn answer(judgement: &Judgement, result: &Ran, is_answered: impl Fn(&Binding) -> bool) -> io::Result<String> {
    let sources = judgement.sources();
    Ok(match result {
        Ran::Dispatched(result) => {
            serde_json::to_string(&protocol::dispatch::Answer::new(None, &sources, result, is_answered))?
        }
        Ran::Drawn(result) => {
            // All attachments are shown.
            let answers = |content: Content<'_>| match content {
                Content::Binding(binding) => is_answered(binding),
                Content::Target(_) | Content::Resolved(_) | Content::Depth | Content::Stencil => true,
            };
            serde_json::to_string(&protocol::draw::Answer::of(None, &sources, result, answers))?
        }
    })
}

/// A program that was executed, or the reason why it was not.
struct Execution {
    judgement: Judgement,
    /// The module, if it is accepted.
    module: Option<Module>,
    /// The variables that the entry point may write.
    variables: Vec<Variable>,
    result: Ran,
}

/// The results of a dispatch or of a draw.
enum Ran {
    Dispatched(Result<Outcome, reference::Failure>),
    Drawn(Box<Result<Drawn, reference::Failure>>),
}

impl Ran {
    /// The bindings and the faults.
    fn outcome(self) -> Result<Outcome, reference::Failure> {
        match self {
            Self::Dispatched(result) => result,
            Self::Drawn(result) => {
                let Drawn { bindings, faults, .. } = (*result)?;
                Ok(Outcome { bindings, faults, allowed: Vec::new(), sweep: None })
            }
        }
    }
}

/// Judges a program, makes the pipelines of a command and runs it.
fn execute(
    program: ProgramBytes,
    validator: &mut Validator,
    command: &Command,
    options: &Options,
    is_auto: bool,
) -> Execution {
    let (judgement, module) = judge(program, validator);
    let accepted = module.clone().filter(Module::is_accepted);
    let module = module.ok_or_else(|| reference::Failure::Module(judgement.of_language()));
    match command {
        Command::Dispatch(dispatch) => {
            let stage = module
                .and_then(dispatches)
                .and_then(|module| reference::stage(&module, validator, &reference::request(dispatch)));
            let variables = stage.as_ref().map_or_else(|_| Vec::new(), |it| variable::writable([it]));
            let result = stage.and_then(|stage| {
                all_are_used(&dispatch.bindings, [stage.interface()])?;
                let bindings = missing::filled(&dispatch.bindings, [&stage], is_auto)?;
                let dispatch = Dispatch { bindings, ..dispatch.clone() };
                reference::dispatch(&reference::pipeline(&stage, *options)?, &dispatch)
            });
            Execution { judgement, module: accepted, variables, result: Ran::Dispatched(result) }
        }
        Command::Render(pass) => {
            let stages = module.and_then(|module| drawing::stages(&module, validator, pass));
            let all = |stages: &Vec<Stages>| variable::writable(stages.iter().flat_map(Stages::iter));
            let variables = stages.as_ref().map_or_else(|_| Vec::new(), all);
            let result = stages.and_then(|stages| {
                let interfaces = stages.iter().flat_map(Stages::iter).map(Stage::interface);
                all_are_used(&pass.bindings, interfaces)?;
                let bindings =
                    missing::filled(&pass.bindings, stages.iter().flat_map(Stages::iter), is_auto)?;
                drawing::run(&stages, &RenderPass { bindings, ..(**pass).clone() }, *options)
            });
            Execution { judgement, module: accepted, variables, result: Ran::Drawn(Box::new(result)) }
        }
    }
}

/// Refuses to dispatch a program that only draws.
fn dispatches(module: Module) -> Result<Module, reference::Failure> {
    let stages: Vec<ShaderStage> = module.typed().entry_points().map(|it| it.stage).collect();
    if stages.is_empty() || stages.contains(&ShaderStage::Compute) {
        return Ok(module);
    }
    let message = "this program draws: pass --vertices 3, for example".to_owned();
    Err(reference::Failure::Resources(message))
}

/// Refuses a binding that the entry point does not use: its place is mistyped, or belongs to another entry point.
fn all_are_used<'a>(
    bindings: &[Binding],
    interfaces: impl IntoIterator<Item = &'a Interface>,
) -> Result<(), reference::Failure> {
    let at = |it: &Resource| At::wgsl(it.group, it.binding);
    let used: BTreeSet<At> = interfaces.into_iter().flat_map(|it| it.resources.iter().map(at)).collect();
    check_used(bindings, Language::Wgsl, &used, "entry point").map_err(reference::Failure::Resources)
}

/// Refuses a binding that is not among the used places of an entry point, or of a kernel.
fn check_used(bindings: &[Binding], language: Language, used: &BTreeSet<At>, of: &str) -> Result<(), String> {
    let mut places = bindings.iter().map(|binding| At::of(binding, language));
    let Some(unused) = places.find(|at| !used.contains(at)) else { return Ok(()) };
    let used: Vec<String> = used.iter().map(At::to_string).collect();
    let used = if used.is_empty() { "no bindings".to_owned() } else { format!("only {}", used.join(", ")) };
    Err(format!("--bind {unused}: the {of} uses {used}"))
}

/// Prints why there is no outcome, unless the JSON answer contains it. A mistake in the program is a rejection; a mistake in
/// the resources and a feature that the executor lacks are not.
fn fail(failure: reference::Failure, judgement: Judgement, arguments: &Run) -> io::Result<Verdict> {
    let verdict = match &failure {
        reference::Failure::Unsupported(_) | reference::Failure::Resources(_) => Verdict::Failed,
        _ => Verdict::Rejected,
    };
    if arguments.format == ReportFormat::Json {
        return Ok(verdict);
    }
    let without_place = |message| Failure { name: judgement.name.clone(), message };
    match failure {
        reference::Failure::Module(diagnostics) | reference::Failure::Pipeline(diagnostics) => {
            render::for_people().judgement(&judgement.with(diagnostics, arguments.edition.into()), false)?;
        }
        reference::Failure::Unsupported(problem) => {
            unsupported(&judgement, problem.span, problem.message)?;
        }
        reference::Failure::Resources(message) => render::for_people().failure(&without_place(message))?,
        reference::Failure::Stopped(stopped) => {
            render::for_people().failure(&without_place(stopped.to_string()))?;
        }
    }
    Ok(verdict)
}

/// Prints that the executor lacks a feature.
fn unsupported(judgement: &Judgement, span: Span, message: String) -> io::Result<()> {
    render::messages(judgement, [Message::remark("unsupported", Severity::Error, message, span)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::Work;

    #[test]
    fn a_program_is_parsed_and_checked_once() {
        let bytes = b"@compute @workgroup_size(1) fn main() {}".to_vec();
        let dispatch = Command::Dispatch(Dispatch::default());
        let mut validator = Validator::default();
        let program = ProgramBytes { name: "a.wgsl".to_owned(), bytes };
        let executed = execute(program, &mut validator, &dispatch, &Options::default(), false);
        assert!(executed.result.outcome().is_ok());
        assert_eq!(validator.work(), Work { parses: 1, checks: 1, specializations: 1 });
    }
}
