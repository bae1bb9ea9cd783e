//! Traces: the values of expressions at places of a program, for each invocation of a dispatch.
//!
//! Each expression is written into a copy of the source as a phony assignment at its place. So the ordinary checker checks it in the scope of that
//! place, [`lower_with_probes`] makes a probe of it, and [`trace`] executes the copy. The program itself is executed without probes: a trace
//! never changes its results.

use crate::compute::{Failure, request, stage};
use crate::lowering::{How, lower_with_probes};
use crate::printed::{Printed, read_all};
use crate::probe::{NAMES, Point, Probing};
use core::ops::ControlFlow;
use shader_ir::build::Unsupported;
use shader_run::execute::{Options, Sight};
use shader_run::resources::Pipeline;
use shader_source::LineIndex;
use webgpu_model::Dispatch;
use wgsl_validator::ast::{DeclKind, Stmt};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Module, Validator};

/// The maximum number of values of a trace.
const MOST_VALUES: usize = 100_000;
/// The maximum number of scalars in them.
const MOST_SCALARS: usize = 1 << 21;

/// An expression to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// The expression.
    pub expression: String,
    /// Where a statement could be added: an offset in the source.
    pub at: u32,
}

/// The expressions to show.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// In any order.
    pub prints: Vec<Print>,
    /// Shows only invocations for which this expression holds where the value is shown.
    pub filter: Option<String>,
}

/// A value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    /// The index in [`Request::prints`].
    pub print: usize,
    /// The global, the local and the workgroup's coordinates of the invocation.
    pub coordinates: [[u32; 3]; 3],
    /// The number of the invocation in its workgroup.
    pub lane: usize,
    /// The value.
    pub value: Printed,
}

/// The values of expressions, in the order of execution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The values.
    pub values: Vec<Value>,
    /// Whether there were more.
    pub is_cut: bool,
}

/// The reason why a trace is refused.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// An expression is rejected: its index in [`Request::prints`], whether it is the filter, and the reason.
    Expression {
        /// The index.
        print: usize,
        /// Whether it is the filter.
        is_filter: bool,
        /// The reason, in a sentence without a full stop.
        reason: String,
    },
    /// The dispatch has no outcome.
    Dispatch(Failure),
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, output: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Expression { reason, .. } => output.write_str(reason),
            Self::Dispatch(failure) => failure.fmt(output),
        }
    }
}

impl core::error::Error for Refusal {}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Dispatch(failure)
    }
}

/// Where the first statement on a line starts; lines count from 1.
#[must_use]
pub fn statement_on(module: &Module, source: &str, line: u32) -> Option<u32> {
    let ast = &module.syntax().ast;
    let lines = LineIndex::new(source);
    let statements = ast.blocks.iter().flat_map(|block| &ast[block.statements]);
    let starts = statements.map(|statement| ast.stmt_span(*statement).lo);
    starts.filter(|start| lines.position(*start).line == line).min()
}

/// Executes a dispatch of an accepted program and shows expressions.
///
/// # Errors
/// See [`Refusal`].
pub fn trace(
    module: &Module,
    source: &str,
    validator: &mut Validator,
    request: &Request,
    dispatch: &Dispatch,
    options: &Options,
) -> Result<Trace, Refusal> {
    let copy = Copy::new(module, source, request);
    let traced = validator.validate(&copy.text);
    copy.check(&traced)?;
    let stage = stage(&traced, validator, &self::request(dispatch))?;
    let lowered = lower_with_probes(&stage, How::Plain, &copy.probing());
    let (program, points) = lowered.map_err(|unsupported| copy.unsupported(unsupported))?;
    let options = Options { strict: false, track: None, sweep: None, ..*options };
    let pipeline = Pipeline::new(program, options);
    let bound = pipeline.bind(&dispatch.bindings, &dispatch.immediates).map_err(Failure::from)?;
    let mut recorder =
        Recorder { copy: &copy, points: &points, passes: Vec::new(), scalars: 0, trace: Trace::default() };
    pipeline
        .observe(dispatch.workgroups, &bound, |sight| recorder.see(sight))
        .map_err(|stopped| Refusal::Dispatch(Failure::Stopped(stopped)))?;
    Ok(recorder.trace)
}

/// A phony assignment in a copy of a source.
struct Insertion {
    print: usize,
    is_filter: bool,
    /// Where it is in the copy.
    start: u32,
    end: u32,
}

impl Insertion {
    fn refusal(&self, reason: String) -> Refusal {
        Refusal::Expression { print: self.print, is_filter: self.is_filter, reason }
    }
}

/// A copy of a source with phony assignments.
pub(crate) struct Copy {
    pub(crate) text: String,
    /// In the order of their places.
    insertions: Vec<Insertion>,
    /// Where the declarations of built-in values start.
    added: u32,
}

impl Copy {
    pub(crate) fn new(module: &Module, source: &str, request: &Request) -> Self {
        let mut order: Vec<usize> = (0..request.prints.len()).collect();
        order.sort_by_key(|index| request.prints[*index].at);
        let (mut text, mut insertions, mut done) = (String::new(), Vec::new(), 0);
        for print in order {
            let Print { expression, at } = &request.prints[print];
            text.push_str(&source[done..*at as usize]);
            done = *at as usize;
            let filter = request.filter.iter().map(|filter| (filter, true));
            for (expression, is_filter) in filter.chain([(expression, false)]) {
                let start = text.len() as u32;
                text.extend(["_ = (", expression, ");"]);
                insertions.push(Insertion { print, is_filter, start, end: text.len() as u32 });
                text.push(' ');
            }
        }
        text.push_str(&source[done..]);
        text.push('\n');
        let added = text.len() as u32;
        let typed = module.typed();
        let is_taken = |name: &str| {
            let is_declared = |kind: DeclKind| !matches!(kind, DeclKind::Error | DeclKind::ConstAssert(_));
            let mut decls = typed.syntax.ast.decls.iter().filter(|decl| is_declared(decl.kind));
            decls.any(|decl| decl.name.is_some_and(|symbol| typed.name(symbol) == name))
        };
        for (name, ty) in NAMES.into_iter().filter(|(name, _)| !is_taken(name)) {
            text.extend(["var<private> ", name, ": ", ty, ";\n"]);
        }
        Self { text, insertions, added }
    }

    pub(crate) fn probing(&self) -> Probing {
        let prints = self.insertions.iter().map(|insertion| insertion.start).collect();
        Probing { prints, statements: false, added: Some(self.added) }
    }

    /// The reason why the copy can't be lowered.
    pub(crate) fn unsupported(&self, unsupported: Unsupported) -> Refusal {
        match self.insertion_at(unsupported.span.lo) {
            Some(insertion) => insertion.refusal(unsupported.message),
            None => Refusal::Dispatch(Failure::Unsupported(unsupported)),
        }
    }

    /// The index in [`Request::prints`] of an insertion.
    pub(crate) fn print_of(&self, insertion: usize) -> usize {
        self.insertions[insertion].print
    }

    /// The place in the source of a place in the copy that is not in an insertion.
    pub(crate) fn original(&self, place: u32) -> u32 {
        // A space follows each insertion.
        let before = self.insertions.iter().filter(|it| it.end < place);
        place - before.map(|it| it.end + 1 - it.start).sum::<u32>()
    }

    /// The insertion at a place.
    fn insertion_at(&self, place: u32) -> Option<&Insertion> {
        self.insertions.iter().find(|it| (it.start..it.end).contains(&place))
    }

    /// Refuses expressions that the language rejects at their place. The program without them is accepted.
    pub(crate) fn check(&self, traced: &Module) -> Result<(), Refusal> {
        if let Some(error) = traced.diagnostics().iter().find(|it| it.severity == Severity::Error) {
            let place = error.primary.span.lo;
            let last_before = self.insertions.iter().rev().find(|it| it.start <= place);
            let insertion = self.insertion_at(place).or(last_before).or(self.insertions.first());
            return Err(match insertion {
                Some(insertion) => insertion.refusal(error.message.clone()),
                None => Refusal::Dispatch(Failure::Module(traced.diagnostics().to_vec())),
            });
        }
        let ast = &traced.syntax().ast;
        for insertion in &self.insertions {
            let is_whole = |index: usize| {
                let span = ast.stmt_spans[index];
                span.lo == insertion.start && span.hi.abs_diff(insertion.end) <= 1
            };
            let mut phonies =
                (0..ast.stmts.len()).filter(|index| matches!(ast.stmts[*index], Stmt::Phony(_)));
            if !phonies.any(is_whole) {
                return Err(
                    insertion.refusal("expected one expression, where statements are allowed".to_owned())
                );
            }
        }
        Ok(())
    }
}

/// Records values.
struct Recorder<'a> {
    copy: &'a Copy,
    points: &'a [Point],
    /// By lane: whether the filter that was seen last holds.
    passes: Vec<bool>,
    scalars: usize,
    trace: Trace,
}

impl Recorder<'_> {
    fn see(&mut self, sight: &Sight<'_, '_>) -> ControlFlow<()> {
        let point = &self.points[sight.number() as usize];
        let Some(insertion) = point.print else { return ControlFlow::Continue(()) };
        let Insertion { print, is_filter, .. } = self.copy.insertions[insertion];
        let has_filter = self.copy.insertions.iter().any(|it| it.is_filter);
        if is_filter {
            self.passes.clear();
        }
        for lane in sight.invocations() {
            if !is_filter && has_filter && !self.passes.get(lane).is_some_and(|passes| *passes) {
                continue;
            }
            let Some(value) = read_all(point, sight, lane).pop() else { continue };
            if is_filter {
                self.passes.resize(self.passes.len().max(lane + 1), false);
                self.passes[lane] = value.is_true();
                continue;
            }
            self.scalars += value.scalars();
            if self.trace.values.len() == MOST_VALUES || self.scalars > MOST_SCALARS {
                self.trace.is_cut = true;
                return ControlFlow::Break(());
            }
            let coordinates = sight.coordinates(lane);
            self.trace.values.push(Value { print, coordinates, lane, value });
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
