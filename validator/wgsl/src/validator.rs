//! The phases of a check in their order, and the memory that they use again.

use crate::apart::{Apart, OfProgram};
use crate::ast::DeclKind;
use crate::diagnostic::{Diagnostic, in_order, sort};
use crate::meaning::TypedModule;
use crate::module::{Module, Whole, has_errors};
use crate::options::Options;
use crate::phase::{Observer, Phase, Phases};
use crate::safe::Found;
use crate::stage::{PipelineRequest, Stage};
use crate::syntax::Syntax;
use crate::{alias, check, engines, parse, resolve, safe, stage, uniformity};
use std::sync::Arc;

/// The work that a [`Validator`] has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Programs that were parsed.
    pub parses: usize,
    /// Modules that were checked as a whole.
    pub checks: usize,
    /// Stages whose part of a module was checked with the values of overrides.
    pub specializations: usize,
}

/// The diagnostics of a program in the order of discovery: which depend on the whole program, and the number of those that each phase and
/// the phases before it have found.
struct Discovery {
    of_program: OfProgram,
    parsed: usize,
    resolved: usize,
    checked: usize,
}

impl Discovery {
    /// The phase that found a diagnostic. Errors of tokens don't keep the parser from running, so they are of its phase.
    const fn phase(&self, index: usize) -> Phase {
        if index < self.parsed {
            Phase::Parse
        } else if index < self.resolved {
            Phase::Resolve
        } else if index < self.checked {
            Phase::Check
        } else {
            Phase::Uniformity
        }
    }
}

/// Checks one program after the other with the same memory: for many small programs, allocating and freeing memory would take most of the
/// time.
#[derive(Debug, Default)]
pub struct Validator {
    options: Arc<Options>,
    work: Work,
    parse: parse::Scratch,
    resolve: resolve::Scratch,
    check: check::Scratch,
    observer: Observer,
}

impl Validator {
    /// Returns a validator with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options: Arc::new(options), ..Self::default() }
    }

    /// Calls back at the start of each phase of each program that it checks from now on, and when a program is done.
    pub fn observe(&mut self, callback: impl FnMut(Phase) + Send + 'static) {
        self.observer = Observer::new(callback);
    }

    /// Returns the options of its checks.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the work that it has done so far.
    #[must_use]
    pub const fn work(&self) -> Work {
        self.work
    }

    /// Checks a program.
    #[must_use]
    pub fn validate(&mut self, source: &str) -> Module {
        Module::new(self.judge(source))
    }

    /// Makes a module of a program that is being written: declarations with syntax errors have the meaning of their readable part. Its
    /// diagnostics are not the program's, as one mistake leads to others.
    #[must_use]
    pub fn understand(&mut self, source: &str) -> Module {
        let mut phases = Phases::inner();
        let (mut syntax, diagnostics) =
            parse::parse(source, self.options.edition, &mut self.parse, &mut phases);
        for decl in &mut syntax.ast.decls {
            decl.has_error = matches!(decl.kind, DeclKind::Error);
        }
        let (mut whole, _) = self.judge_unsorted(syntax, diagnostics, &mut phases);
        in_order(&mut whole.diagnostics);
        engines::report_once(source, &mut whole.diagnostics, |found| found);
        Module::new(whole)
    }

    fn judge<'source>(&mut self, source: &'source str) -> Whole<'source> {
        // The validator can't be borrowed by its own observer while it works.
        let mut observer = core::mem::take(&mut self.observer);
        let whole = self.judge_in_phases(source, &mut Phases::observed(&mut observer));
        self.observer = observer;
        whole
    }

    fn judge_in_phases<'source>(&mut self, source: &'source str, phases: &mut Phases<'_>) -> Whole<'source> {
        let (mut whole, mut found) = self.judge_once(source, phases);
        phases.begin(Phase::Fixes);
        safe::confirm(source, &mut found, |fixed| {
            let (whole, found) = self.judge_once(fixed, &mut Phases::inner());
            let _ = self.take_apart(whole);
            found
        });
        phases.begin(Phase::Done);
        whole.diagnostics = found.into_iter().map(|(diagnostic, _)| diagnostic).collect();
        whole
    }

    /// Checks a program whose suggestions are not confirmed. The diagnostics are apart from the rest, each with its phase.
    fn judge_once<'source>(
        &mut self,
        source: &'source str,
        phases: &mut Phases<'_>,
    ) -> (Whole<'source>, Vec<Found>) {
        let (syntax, diagnostics) = parse::parse(source, self.options.edition, &mut self.parse, phases);
        let (mut whole, discovery) = self.judge_unsorted(syntax, diagnostics, phases);
        let diagnostics = core::mem::take(&mut whole.diagnostics).into_iter();
        let mut found: Vec<Found> =
            diagnostics.enumerate().map(|(index, found)| (found, discovery.phase(index))).collect();
        sort(&mut found, |(diagnostic, _)| diagnostic);
        engines::report_once(source, &mut found, |(diagnostic, _)| diagnostic);
        (whole, found)
    }

    /// Checks a program, and leaves its diagnostics in the order of discovery.
    fn judge_unsorted<'source>(
        &mut self,
        syntax: Syntax<'source>,
        mut diagnostics: Vec<Diagnostic>,
        phases: &mut Phases<'_>,
    ) -> (Whole<'source>, Discovery) {
        self.work.parses += 1;
        self.work.checks += 1;
        let options = Arc::clone(&self.options);
        phases.begin(Phase::Resolve);
        let parsed = diagnostics.len();
        let (resolution, mut found, mut cycles) = resolve::resolve(&syntax, &mut self.resolve);
        diagnostics.append(&mut found);
        let first_cycle = diagnostics.len();
        diagnostics.append(&mut cycles);
        phases.begin(Phase::Check);
        let checked = check::check(&syntax, &resolution, &options, None, &mut self.check);
        let check::Checked { meaning, diagnostics: mut found, of_declarations, missing } = checked;
        let start = diagnostics.len();
        let [first, end] = [of_declarations.start, of_declarations.end].map(|index| start + index);
        let of_program = OfProgram::new(
            first_cycle..start,
            [start..first, end..usize::MAX],
            missing.into_iter().map(|index| start + index).collect(),
        );
        diagnostics.append(&mut found);
        engines::settle(syntax.source(), &options, &mut diagnostics);
        let discovery = Discovery { of_program, parsed, resolved: start, checked: diagnostics.len() };
        if !has_errors(&diagnostics) {
            let module = TypedModule { syntax: &syntax, resolution: &resolution, meaning: &meaning };
            phases.begin(Phase::Uniformity);
            uniformity::analyze(module, &mut diagnostics);
            phases.begin(Phase::Aliases);
            alias::analyze(module, &mut diagnostics);
            engines::settle(syntax.source(), &options, &mut diagnostics[discovery.checked..]);
        }
        (Whole { options, syntax, resolution, meaning, diagnostics }, discovery)
    }

    /// Checks a program and returns only its diagnostics, sorted by place and code.
    #[must_use]
    pub fn diagnose(&mut self, source: &str) -> Vec<Diagnostic> {
        let whole = self.judge(source);
        self.take_apart(whole)
    }

    /// Checks a program that is put together from several, and divides its diagnostics by what decides them. `None` if the program is so
    /// large that its parts may exceed limits which it obeys.
    #[must_use]
    pub fn diagnose_apart(&mut self, source: &str) -> Option<Apart> {
        let mut phases = Phases::inner();
        let (syntax, diagnostics) = parse::parse(source, self.options.edition, &mut self.parse, &mut phases);
        let (whole, discovery) = self.judge_unsorted(syntax, diagnostics, &mut phases);
        let is_too_large = whole.meaning.constants.need_allowance();
        let diagnostics = self.take_apart(whole);
        (!is_too_large).then(|| discovery.of_program.divide(diagnostics))
    }

    /// Makes a stage of a pipeline: what the entry point reaches is checked with the values of overrides, by the edition and
    /// for the target of the module. <https://www.w3.org/TR/WGSL/#pipeline-creation>
    ///
    /// # Errors
    /// The diagnostics of the module and the stage, sorted by place and code, if either is rejected.
    pub fn specialize(
        &mut self,
        module: &Module,
        request: &PipelineRequest,
    ) -> Result<Stage, Vec<Diagnostic>> {
        let specialization = stage::requested(module, request)?;
        self.work.specializations += 1;
        stage::specialize(module, specialization, &mut self.check)
    }

    /// Reclaims the memory of a module if this is its last handle, and returns its diagnostics.
    pub fn recycle(&mut self, module: Module) -> Vec<Diagnostic> {
        match module.into_inner() {
            Ok(whole) => self.take_apart(whole),
            Err(module) => module.diagnostics().to_vec(),
        }
    }

    fn take_apart(&mut self, whole: Whole<'_>) -> Vec<Diagnostic> {
        let Whole { syntax, resolution, meaning, diagnostics, .. } = whole;
        self.parse.recycle(syntax);
        self.resolve.recycle(resolution);
        self.check.recycle(meaning);
        diagnostics
    }

    /// Reclaims the memory of a stage.
    pub fn recycle_stage(&mut self, stage: Stage) {
        self.check.recycle(stage.into_meaning());
    }
}
