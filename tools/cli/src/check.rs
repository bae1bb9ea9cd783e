//! The default subcommand: checks files in parallel and prints diagnostics in the order of the files.

use crate::arguments::{Check, Deny, Suggestions};
use crate::boundary::{guarded, large_stacks};
use crate::dump;
use crate::embedded;
use crate::environment::Environment;
use crate::files::{self, Failure, Input, ProgramBytes};
use crate::fix::{Change, MOST_ROUNDS, diff, fix, fix_modules};
use crate::fragment;
use crate::judgement::{Judgement, Question};
use crate::metal;
use crate::modules::{Modules, Together};
use crate::render::{self, Renderer};
use crate::summary::Summary;
use crate::timings::Timings;
use crate::told::Told;
use crate::verdict::Verdict;
use crate::write_back::write;
use rayon::prelude::*;
use shader_language::Language;
use std::collections::HashMap;
use std::io::{self, Write as _};
use wgsl_embedded::Host;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, Validator};

/// The number of files that are checked before their diagnostics are printed. It bounds memory, and long runs show
/// progress.
const BATCH: usize = 256;

/// A program that was checked.
struct Checked {
    /// Its result, after suggestions if the program was written.
    judgement: Judgement,
    /// The reason why it could not be checked as a whole.
    failure: Option<Failure>,
    /// The changes that `--diff` prints.
    changes: String,
    /// True if suggestions are left that the limit on rounds leaves out.
    has_fixes_left: bool,
}

impl Checked {
    fn new(judgement: Judgement, failure: Option<Failure>) -> Self {
        Self { judgement, failure, changes: String::new(), has_fixes_left: false }
    }
}

/// Checks the files that the command line names.
pub(crate) fn run(arguments: &Check) -> io::Result<Verdict> {
    large_stacks();
    let mut around = arguments.modules.surroundings()?;
    let mut collection = files::collect(
        &arguments.paths,
        &arguments.excluded,
        arguments.languages.language,
        arguments.hosts(),
        &around.opened,
    );
    embedded::complete(&mut collection, arguments, &around.opened, |input| files::read(input, None));
    if arguments.edits.suggestions().is_some() {
        collection.keep_one_name();
    }
    arguments.suits(&collection.inputs).map_err(io::Error::other)?;
    let mut printer = Printer::new(arguments);
    for failure in &collection.failures {
        printer.failure(failure)?;
    }
    let standard_name = arguments.stdin_file_path.as_deref();
    let streams = collection.inputs.iter().filter(|input| !input.can_be_read_again());
    let streams = streams.map(|input| (input.clone(), files::read(input, standard_name))).collect();
    let timings = arguments.debugging.timings.then(Timings::default);
    let mut metal = arguments.metal();
    metal.timings.clone_from(&timings);
    let check = InputChecker { arguments, question: arguments.question(), metal, streams };
    let edition = arguments.edition.into();
    let read = |input: &Input| check.read(input);
    let is_wgsl =
        |input: &&Input| arguments.host(input).is_none() && arguments.language(input) == Language::Wgsl;
    let of_wgsl: Vec<Input> = collection.inputs.iter().filter(is_wgsl).cloned().collect();
    around.variants = arguments.variants();
    let mut modules = Modules::find(&of_wgsl, read, standard_name, around, edition);
    let has_metal = collection.inputs.iter().any(|input| arguments.language(input) == Language::Metal);
    for failure in modules.iter().flat_map(Modules::failures) {
        printer.failure(failure)?;
    }
    if let Some(what) = arguments.debugging.dump {
        let fail = |failure: &Failure| printer.failure(failure);
        dump::run(what, arguments, &collection.inputs, modules.as_ref(), |input| check.read(input), fail)?;
        return Ok(printer.summary.verdict());
    }
    printer.told = (modules.is_some() || has_metal).then(Told::default);
    let mut changes = Vec::new();
    if let (Some(found), Some(suggestions)) = (&modules, arguments.edits.suggestions()) {
        let fixed = check.fix_modules(found, &of_wgsl, suggestions);
        (changes, printer.have_fixes_left) = (fixed.1, fixed.2);
        if !arguments.edits.diff {
            for change in &changes {
                if let Err(failure) = write(&change.input, &change.name, &change.before, &change.after) {
                    printer.failure(&failure)?;
                }
            }
            modules = Some(fixed.0);
            changes.clear();
        }
    }
    let options = Options { edition, target: arguments.target.target.clone() };
    let validator = || {
        timings.as_ref().map_or_else(|| Validator::new(options.clone()), |it| it.validator(options.clone()))
    };
    let together = modules.as_ref().map(|it| it.check_in_parallel(&of_wgsl, &check.question, validator));
    let modules = modules.as_ref().zip(together.as_ref());
    for batch in collection.inputs.chunks(BATCH) {
        let checked: Vec<Result<Checked, Failure>> = batch
            .par_iter()
            .map_init(validator, |known, input| check.guarded(input, modules, known, validator))
            .collect();
        for result in checked {
            match result {
                Ok(checked) => printer.guarded(checked)?,
                Err(failure) => printer.failure(&failure)?,
            }
        }
    }
    for change in &changes {
        io::stdout().lock().write_all(diff(&change.name, &change.before, &change.after).as_bytes())?;
    }
    let verdict = printer.finish()?;
    if let Some(timings) = timings {
        write!(anstream::stderr().lock(), "{timings}")?;
    }
    Ok(verdict)
}

/// The way in which an input is checked.
#[derive(Clone, Copy)]
enum Kind {
    Program(Language),
    Host(Host),
}

/// Checks inputs.
struct InputChecker<'a> {
    arguments: &'a Check,
    /// The question about WGSL.
    question: Question,
    /// The environment in which Metal programs are checked.
    metal: Environment,
    /// The inputs that can be read once only.
    streams: HashMap<Input, Result<ProgramBytes, Failure>>,
}

impl InputChecker<'_> {
    fn read(&self, input: &Input) -> Result<ProgramBytes, Failure> {
        self.streams.get(input).cloned().unwrap_or_else(|| files::read(input, None))
    }

    /// Checks an input. A panic is the reason why it was not checked.
    fn guarded(
        &self,
        input: &Input,
        modules: Option<(&Modules, &Together)>,
        validator: &mut Validator,
        new: impl Fn() -> Validator,
    ) -> Result<Checked, Failure> {
        let checked = guarded(|| input.name(), || self.checked(input, modules, validator));
        if checked.is_err() {
            // A panic may have left it in any state; other failures are rare.
            *validator = new();
        }
        checked
    }

    /// Checks an input and applies suggestions to it.
    fn checked(
        &self,
        input: &Input,
        modules: Option<(&Modules, &Together)>,
        validator: &mut Validator,
    ) -> Result<Checked, Failure> {
        let assembled =
            modules.and_then(|(modules, together)| modules.judge(input, &self.question, together, validator));
        if let Some(assembled) = assembled {
            let (judgement, failure) = (self.severe(assembled.judgement), assembled.failure);
            return Ok(Checked::new(judgement, failure));
        }
        let kind = self
            .arguments
            .host(input)
            .map_or_else(|| Kind::Program(self.arguments.language(input)), Kind::Host);
        if matches!(kind, Kind::Host(_)) {
            embedded::supported(input)?;
        }
        let mut judgement = self.judge(self.read(input)?, kind, validator);
        let Some(suggestions) = self.arguments.edits.suggestions() else {
            let failure = self.failure(&mut judgement, kind);
            return Ok(Checked::new(judgement, failure));
        };
        let (mut fixed, has_fixes_left) =
            fix(judgement.clone(), suggestions, |program| self.judge(program, kind, validator));
        if self.arguments.edits.diff {
            let changes = diff(&judgement.name, &judgement.text, &fixed.text);
            let failure = self.failure(&mut judgement, kind);
            return Ok(Checked { judgement, failure, changes, has_fixes_left });
        }
        // Standard input is passed on as it is, too: its reader waits for a program.
        if fixed.text != judgement.text || *input == Input::Standard {
            write(input, &fixed.name, &judgement.text, &fixed.text)?;
        }
        let failure = self.failure(&mut fixed, kind);
        Ok(Checked { has_fixes_left, ..Checked::new(fixed, failure) })
    }

    fn judge(&self, program: ProgramBytes, kind: Kind, validator: &mut Validator) -> Judgement {
        self.severe(match kind {
            Kind::Program(Language::Wgsl) => self.question.judge(program, validator),
            Kind::Program(Language::Metal) => metal::judge(program, &self.metal),
            Kind::Host(host) => embedded::judge(host, program, &self.question, validator),
        })
    }

    /// Says why a program could not be checked as a whole, if so.
    fn failure(&self, judgement: &mut Judgement, kind: Kind) -> Option<Failure> {
        match kind {
            Kind::Program(Language::Wgsl) => fragment::of_plain(judgement, self.arguments.edition.into()),
            Kind::Program(Language::Metal) | Kind::Host(_) => metal::not_judged(judgement),
        }
    }

    fn severe(&self, mut judgement: Judgement) -> Judgement {
        if self.arguments.deny.contains(&Deny::Warnings) {
            judgement.deny_warnings();
        }
        judgement
    }

    /// The project after suggestions, the files that they change, and true if suggestions are left.
    fn fix_modules(
        &self,
        modules: &Modules,
        inputs: &[Input],
        suggestions: Suggestions,
    ) -> (Modules, Vec<Change>, bool) {
        let options =
            Options { edition: self.arguments.edition.into(), target: self.arguments.target.target.clone() };
        let judge = |modules: &Modules| {
            let new = || Validator::new(options.clone());
            let together = modules.check_in_parallel(inputs, &self.question, new);
            let inputs: Vec<&Input> = inputs.iter().filter(|input| modules.contains(input)).collect();
            let one = |validator: &mut Validator, input: &&Input| {
                let judge = || Ok(modules.judge(input, &self.question, &together, validator));
                // Without a result the file has no suggestions; its check reports the reason.
                Some(guarded(|| input.name(), judge).ok()??.judgement)
            };
            inputs.par_iter().map_init(new, one).flatten().collect()
        };
        fix_modules(modules, suggestions, judge)
    }
}

/// Prints what is found, and counts it.
struct Printer<'a> {
    arguments: &'a Check,
    renderer: Box<dyn Renderer>,
    summary: Summary,
    /// The diagnostics that programs may share, if they can have several files.
    told: Option<Told>,
    /// True if suggestions are left in a program.
    have_fixes_left: bool,
}

impl<'a> Printer<'a> {
    fn new(arguments: &'a Check) -> Self {
        let renderer = render::for_format(arguments.error_format, arguments.quiet, arguments.verbose);
        Self { arguments, renderer, summary: Summary::default(), told: None, have_fixes_left: false }
    }

    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.summary.failed += 1;
        self.renderer.failure(failure)
    }

    /// Prints what is found in a program. A panic of a renderer is the reason why it was not printed.
    fn guarded(&mut self, checked: Checked) -> io::Result<()> {
        let name = checked.judgement.name.clone();
        match guarded(|| name, || Ok(self.checked(checked))) {
            Ok(result) => result,
            Err(failure) => self.failure(&failure),
        }
    }

    fn checked(&mut self, checked: Checked) -> io::Result<()> {
        let Checked { mut judgement, failure, changes, has_fixes_left } = checked;
        self.have_fixes_left |= has_fixes_left;
        let is_accepted = judgement.is_accepted();
        if let Some(told) = &mut self.told {
            told.leave_out(&mut judgement);
        }
        self.judgement(judgement, is_accepted, failure.is_none())?;
        if let Some(failure) = failure {
            self.failure(&failure)?;
        }
        io::stdout().lock().write_all(changes.as_bytes())
    }

    /// Prints the diagnostics of a program, up to the number of errors that `--max-errors` leaves.
    fn judgement(&mut self, mut judgement: Judgement, is_accepted: bool, is_whole: bool) -> io::Result<()> {
        let summary = &mut self.summary;
        let shown_before = summary.errors - summary.errors_not_shown;
        let budget = self.arguments.most_errors().saturating_sub(shown_before);
        let errors = summary.count_findings(&judgement);
        summary.shaders += judgement.shaders.unwrap_or(0);
        if is_whole {
            summary.files += 1;
            summary.accepted += usize::from(is_accepted);
            summary.rejected += usize::from(!is_accepted);
        } else if judgement.diagnostics.is_empty() {
            return Ok(());
        }
        summary.errors_not_shown += errors.saturating_sub(budget);
        let mut left = budget;
        judgement.diagnostics.retain(|found| match found.severity {
            Severity::Error => {
                let shown = left > 0;
                left = left.saturating_sub(1);
                shown
            }
            Severity::Warning | Severity::Info => !self.arguments.quiet,
        });
        self.renderer.judgement(&judgement, is_accepted)
    }

    fn finish(mut self) -> io::Result<Verdict> {
        self.renderer.finish(&self.summary)?;
        if self.have_fixes_left {
            // Not a part of the diagnostics, whose format may be for machines.
            writeln!(
                anstream::stderr(),
                "wgsl-check: some fixes are left after {MOST_ROUNDS} rounds: run the command again to apply them"
            )?;
        }
        Ok(self.summary.verdict())
    }
}
