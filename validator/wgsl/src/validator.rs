//! The phases of a check in their order, and the memory that they use again.

use crate::apart::{Apart, OfProgram};
use crate::ast::DeclKind;
use crate::diagnostic::{Diagnostic, in_order};
use crate::meaning::TypedModule;
use crate::module::{Module, Whole, has_errors};
use crate::options::Options;
use crate::phase::{Observer, Phase, Phases};
use crate::stage::{PipelineRequest, Stage};
use crate::syntax::Syntax;
use crate::{alias, check, engines, parse, resolve, stage, uniformity};
use shader_source::safe;
use std::sync::Arc;
use wgsl_spec::rules;

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
    /// The program is linked from files, without the declarations that broken ones may use.
    lacks_names: bool,
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

    /// Checks a program, and leaves also the suggestions that are not to be offered, because the program has as many errors after them.
    pub(crate) fn validate_unconfirmed(&mut self, source: &str) -> Module {
        Module::new(self.judge_once(source, &mut Phases::inner()))
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
        let mut whole = self.judge_once(source, phases);
        phases.begin(Phase::Fixes);
        let mut found = core::mem::take(&mut whole.diagnostics);
        let lacks_names = self.lacks_names;
        let may_follow = |error: &Diagnostic| lacks_names && error.rule == rules::SCOPE_UNRESOLVED;
        safe::confirm(source, source.len(), &mut found, may_follow, |fixed| {
            let whole = self.judge_once(fixed, &mut Phases::inner());
            self.take_apart(whole)
        });
        phases.begin(Phase::Done);
        whole.diagnostics = found;
        whole
    }

    /// Checks a program whose suggestions are not confirmed.
    fn judge_once<'source>(&mut self, source: &'source str, phases: &mut Phases<'_>) -> Whole<'source> {
        let (syntax, diagnostics) = parse::parse(source, self.options.edition, &mut self.parse, phases);
        let (mut whole, _) = self.judge_unsorted(syntax, diagnostics, phases);
        in_order(&mut whole.diagnostics);
        engines::report_once(source, &mut whole.diagnostics, |found| found);
        whole
    }

    /// Checks a program, and leaves its diagnostics in the order of discovery.
    fn judge_unsorted<'source>(
        &mut self,
        syntax: Syntax<'source>,
        mut diagnostics: Vec<Diagnostic>,
        phases: &mut Phases<'_>,
    ) -> (Whole<'source>, OfProgram) {
        self.work.parses += 1;
        self.work.checks += 1;
        let options = Arc::clone(&self.options);
        phases.begin(Phase::Resolve);
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
        let checked = diagnostics.len();
        if !has_errors(&diagnostics) {
            let module = TypedModule { syntax: &syntax, resolution: &resolution, meaning: &meaning };
            phases.begin(Phase::Uniformity);
            uniformity::analyze(module, &mut diagnostics);
            phases.begin(Phase::Aliases);
            alias::analyze(module, &mut diagnostics);
            engines::settle(syntax.source(), &options, &mut diagnostics[checked..]);
        }
        (Whole { options, syntax, resolution, meaning, diagnostics }, of_program)
    }

    /// Checks a program and returns only its diagnostics, sorted by place and code.
    #[must_use]
    pub fn diagnose(&mut self, source: &str) -> Vec<Diagnostic> {
        let whole = self.judge(source);
        self.take_apart(whole)
    }

    /// Checks a program that is linked from files, and returns only its diagnostics. Declarations that only broken ones use are not in it, so
    /// that a fix of a broken declaration may show names that are not declared.
    #[must_use]
    pub fn diagnose_linked(&mut self, source: &str) -> Vec<Diagnostic> {
        self.lacks_names = true;
        let found = self.diagnose(source);
        self.lacks_names = false;
        found
    }

    /// Checks a program that is put together from several, and divides its diagnostics by what decides them. `None` if the program is so
    /// large that its parts may exceed limits which it obeys.
    #[must_use]
    pub fn diagnose_apart(&mut self, source: &str) -> Option<Apart> {
        let mut phases = Phases::inner();
        let (syntax, diagnostics) = parse::parse(source, self.options.edition, &mut self.parse, &mut phases);
        let (whole, of_program) = self.judge_unsorted(syntax, diagnostics, &mut phases);
        let is_too_large = whole.meaning.constants.need_allowance();
        let diagnostics = self.take_apart(whole);
        (!is_too_large).then(|| of_program.divide(diagnostics))
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
