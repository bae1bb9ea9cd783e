//! `run`: executes a compute shader and shows what it wrote.

mod input;
mod picture;
mod show;
mod variable;

use crate::Verdict;
use crate::arguments::{ReportFormat, Run};
use crate::check::{self, Judgement};
use crate::dispatch::{self, Answer};
use crate::files::{self, Failure};
use crate::render::{self, Remark};
use clap::ValueEnum;
pub(crate) use input::{At, Bind, Input, bind, input};
use shader_run::execute::{Beyond, Fault, Options};
use shader_run::resources::{Binding, Data, Dispatch, Outcome, Pipeline};
use show::Form;
use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use variable::Variable;
use wgsl_lower::compute::{self as reference};
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::{Label, Severity};

/// What an index beyond the end means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum BeyondName {
    /// The last element
    #[default]
    Clamp,
    /// Zero is read, and nothing is written
    Discard,
}

/// How a binding is shown, or all that nothing else is said of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Show {
    at: Option<At>,
    form: Form,
}

/// Where what a binding holds is written to.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    at: At,
    path: PathBuf,
}

/// Reads `X,Y,Z`; what is left out at the end is 1.
pub(crate) fn workgroups(text: &str) -> Result<[u32; 3], String> {
    let counts: Option<Vec<u32>> = text.split(',').map(|count| count.trim().parse().ok()).collect();
    match counts.as_deref() {
        Some([x]) => Ok([*x, 1, 1]),
        Some([x, y]) => Ok([*x, *y, 1]),
        Some([x, y, z]) => Ok([*x, *y, *z]),
        _ => Err("workgroups are one, two or three numbers: X,Y,Z".to_owned()),
    }
}

/// Reads the size of subgroups.
pub(crate) fn subgroup_size(text: &str) -> Result<u32, String> {
    dispatch::subgroup_size(text.parse().map_err(|_| format!("`{text}` is no number"))?)
}

/// Reads `FORM` or `GROUP:BINDING=FORM`.
pub(crate) fn show(text: &str) -> Result<Show, String> {
    let (at, form) = match text.split_once('=') {
        Some((at, form)) => (Some(at.parse()?), form),
        None => (None, text),
    };
    let form = Form::from_str(form, false)
        .map_err(|_| format!("`{form}` is none of f32, i32, u32, f16, hex and none"))?;
    Ok(Show { at, form })
}

/// Reads `GROUP:BINDING=FILE`.
pub(crate) fn out(text: &str) -> Result<Out, String> {
    let (at, path) = text.split_once('=').ok_or("what is written is GROUP:BINDING=FILE")?;
    Ok(Out { at: at.parse()?, path: path.into() })
}

/// Runs a program, and shows what it wrote; of a program that is rejected, what is wrong.
pub(crate) fn run(arguments: &Run) -> io::Result<Verdict> {
    let dispatch = dispatch(arguments).map_err(io::Error::other)?;
    let target = reference::target(&arguments.target.target);
    let edition = arguments.edition.into();
    let mut validator = Validator::new(wgsl_validator::Options { edition, target });
    let judgement = match files::read(&files::named(&arguments.file), None) {
        Ok(program) => check::judge(program, None, &mut validator),
        Err(failure) => {
            render::for_people().failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let result = if judgement.is_accepted() {
        execute(&judgement.text, &mut validator, edition, &dispatch, &options(arguments))
    } else {
        Err(reference::Failure::Module(judgement.diagnostics.clone()))
    };
    let variables = match &result {
        Ok(_) => variable::writable(&judgement.text, validator.module()),
        Err(_) => Vec::new(),
    };
    if arguments.format == ReportFormat::Json {
        let is_answered = |binding: &Binding| variables.iter().any(|variable| variable.is_at(binding));
        let answer = Answer::new(None, &judgement.text, &result, is_answered);
        let answer = serde_json::to_string(&answer)? + "\n";
        io::stdout().write_all(answer.as_bytes())?;
    }
    match result {
        Ok(outcome) => Report { arguments, judgement: &judgement, variables: &variables }.finish(&outcome),
        Err(failure) => fail(failure, judgement, arguments.format),
    }
}

/// Makes a compute pipeline of an accepted program and runs the dispatch.
fn execute(
    text: &str,
    validator: &mut Validator,
    edition: Edition,
    dispatch: &Dispatch,
    options: &Options,
) -> Result<Outcome, reference::Failure> {
    let Dispatch { entry_point, constants, workgroups, bindings, immediates } = dispatch;
    let pipeline = reference::pipeline(text, validator, edition, entry_point.clone(), constants.clone())?;
    all_are_used(bindings, &pipeline)?;
    let bound = pipeline.bind(bindings, immediates)?;
    let faults = pipeline.dispatch(*workgroups, &bound, options).map_err(reference::Failure::Stopped)?;
    Ok(Outcome { bindings: pipeline.written(bindings, &bound), faults, allowed: Vec::new() })
}

/// Refuses a binding that the entry point does not use: its place is mistyped, or it is another entry point's.
fn all_are_used(bindings: &[Binding], pipeline: &Pipeline) -> Result<(), reference::Failure> {
    let resources = &pipeline.program().resources;
    let is_used = |binding: &Binding| resources.iter().any(|it| it.is_at(binding.group, binding.binding));
    let Some(Binding { group, binding, .. }) = bindings.iter().find(|binding| !is_used(binding)) else {
        return Ok(());
    };
    let used = resources.iter().filter(|it| it.is_at(it.group, it.binding));
    let used: BTreeSet<At> = used.map(|it| At { group: it.group, binding: it.binding }).collect();
    let used: Vec<String> = used.iter().map(At::to_string).collect();
    let used = if used.is_empty() { "no bindings".to_owned() } else { format!("only {}", used.join(", ")) };
    let message = format!("--bind {group}:{binding}: the entry point uses {used}");
    Err(reference::Failure::Resources(message))
}

/// The dispatch that is asked for, with its resources read.
fn dispatch(arguments: &Run) -> Result<Dispatch, String> {
    let mut places = BTreeSet::new();
    if let Some(twice) = arguments.bindings.iter().find(|bind| !places.insert(bind.at)) {
        return Err(format!("{} is bound twice", twice.at));
    }
    let named =
        arguments.outs.iter().map(|out| out.at).chain(arguments.shows.iter().filter_map(|show| show.at));
    if let Some(unbound) = named.into_iter().find(|at| !places.contains(at)) {
        return Err(format!("nothing is bound to {unbound}"));
    }
    let read = |Bind { at, input }: &Bind| {
        let data = input.read().map_err(|message| format!("--bind {at}: {message}"))?;
        Ok(Binding { group: at.group, binding: at.binding, data })
    };
    let bindings: Vec<_> = arguments.bindings.iter().map(read).collect::<Result<_, String>>()?;
    for Out { at, path } in arguments.outs.iter().filter(|out| picture::is_picture(&out.path)) {
        let binding = bindings.iter().find(|it| (it.group, it.binding) == (at.group, at.binding));
        if !matches!(binding, Some(Binding { data: Data::Texture(..), .. })) {
            return Err(format!("{}: {at} is no texture, and no picture can be made of it", path.display()));
        }
    }
    Ok(Dispatch {
        entry_point: arguments.entry_point.clone(),
        constants: arguments.constants.clone(),
        workgroups: arguments.workgroups,
        bindings,
        immediates: arguments.immediates.as_ref().map_or(Ok(Vec::new()), immediates)?,
    })
}

fn immediates(input: &Input) -> Result<Vec<u8>, String> {
    match input.read().map_err(|message| format!("--immediates: {message}"))? {
        Data::Buffer(bytes) => Ok(bytes),
        Data::Texture(..) | Data::Sampler(_) => Err("--immediates: what is given is no bytes".to_owned()),
    }
}

fn options(arguments: &Run) -> Options {
    let default = Options::default();
    Options {
        strict: arguments.strict,
        integer_overflow: arguments.integer_overflow,
        beyond: match arguments.beyond {
            BeyondName::Clamp => Beyond::Clamp,
            BeyondName::Discard => Beyond::Discard,
        },
        subgroup_size: arguments.subgroup_size.unwrap_or(default.subgroup_size),
        fuel: arguments.fuel.unwrap_or(default.fuel),
        seed: arguments.seed,
        ..default
    }
}

/// Says why there is no outcome, unless the answer in JSON has said so. What is wrong with the program is a rejection; what is
/// wrong with the resources, or beyond the executor, is not.
fn fail(failure: reference::Failure, judgement: Judgement, format: ReportFormat) -> io::Result<Verdict> {
    let verdict = match &failure {
        reference::Failure::Unsupported(_) | reference::Failure::Resources(_) => Verdict::Failed,
        _ => Verdict::Rejected,
    };
    if format == ReportFormat::Json {
        return Ok(verdict);
    }
    let without_place = |message| Failure { name: judgement.name.clone(), message };
    match failure {
        reference::Failure::Module(diagnostics) | reference::Failure::Pipeline(diagnostics) => {
            render::for_people().judgement(&Judgement { diagnostics, ..judgement }, false)?;
        }
        reference::Failure::Unsupported(problem) => {
            let remark = Remark {
                kind: "unsupported",
                name: None,
                severity: Severity::Error,
                message: problem.message,
                place: Label { span: problem.span, text: String::new() },
                note: None,
            };
            render::remarks(&judgement, &[remark])?;
        }
        reference::Failure::Resources(message) => render::for_people().failure(&without_place(message))?,
        reference::Failure::Stopped(stopped) => {
            render::for_people().failure(&without_place(stopped.to_string()))?;
        }
    }
    Ok(verdict)
}

/// What is said of a program that ran.
struct Report<'a> {
    arguments: &'a Run,
    judgement: &'a Judgement,
    variables: &'a [Variable],
}

impl Report<'_> {
    /// Writes the files that are asked for, then shows bindings and faults.
    fn finish(&self, outcome: &Outcome) -> io::Result<Verdict> {
        self.arguments.outs.iter().try_for_each(|out| self.write_out(out, outcome))?;
        if self.arguments.format == ReportFormat::Text {
            self.show(outcome)?;
            let faults: Vec<_> = outcome.faults.iter().map(|fault| self.remark(fault)).collect();
            render::remarks(self.judgement, &faults)?;
            if !faults.is_empty() {
                let faults = render::count(faults.len(), "fault");
                writeln!(anstream::stderr(), "{}: {faults}", self.judgement.name)?;
            }
        }
        Ok(if outcome.faults.is_empty() { Verdict::Accepted } else { Verdict::Rejected })
    }

    /// What the program may write, with the variable there.
    fn written<'a>(&self, outcome: &'a Outcome) -> impl Iterator<Item = (&Variable, &'a Binding)> {
        outcome.bindings.iter().filter_map(|binding| {
            Some((self.variables.iter().find(|variable| variable.is_at(binding))?, binding))
        })
    }

    fn write_out(&self, Out { at, path }: &Out, outcome: &Outcome) -> io::Result<()> {
        let Some((_, binding)) = self.written(outcome).find(|(variable, _)| variable.at == *at) else {
            return Err(io::Error::other(format!("{}: the program does not write {at}", path.display())));
        };
        let written = match &binding.data {
            Data::Texture(descriptor, bytes) if picture::is_picture(path) => {
                picture::write(path, descriptor, bytes)
            }
            Data::Buffer(bytes) | Data::Texture(_, bytes) => std::fs::write(path, bytes),
            Data::Sampler(_) => Ok(()),
        };
        written.map_err(|error| io::Error::other(format!("{}: can't be written: {error}", path.display())))
    }

    fn show(&self, outcome: &Outcome) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        for (variable, binding) in self.written(outcome) {
            let form = self.form(variable);
            if form == Form::None {
                continue;
            }
            let Variable { at, name, ty, .. } = variable;
            let subject = show::subject(&binding.data, form);
            writeln!(output, "@group({}) @binding({}) {name}: {ty}, {subject}", at.group, at.binding)?;
            show::write(&binding.data, form, &mut output)?;
        }
        output.flush()
    }

    /// The form that is asked for, the last one said; else that of the variable.
    fn form(&self, variable: &Variable) -> Form {
        let shows = || self.arguments.shows.iter().rev();
        let here = shows().find(|show| show.at == Some(variable.at));
        let everywhere = || shows().find(|show| show.at.is_none());
        here.or_else(everywhere).map_or_else(|| Form::of(variable.scalar), |show| show.form)
    }

    fn remark(&self, fault: &Fault) -> Remark {
        let [x, y, _] = self.arguments.workgroups.map(|count| u64::from(count.max(1)));
        let index = fault.workgroup;
        let place = (index % x, index / x % y, index / x / y);
        Remark {
            kind: "fault",
            name: Some(fault.kind.name()),
            severity: Severity::Warning,
            message: fault.message.clone(),
            place: Label { span: fault.span, text: String::new() },
            note: Some(format!("first in workgroup {place:?}, invocation {}", fault.invocation)),
        }
    }
}
