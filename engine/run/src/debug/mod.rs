//! Executions that can be looked at: the values of expressions and variables at statements of a program.
//!
//! A [`Subject`] is a program in some language. Each expression to show is written into a [`Copy`](struct@Copy) of its source as a statement at its place, so that
//! the language's checker checks it in the scope of that place; the language's lowering makes a probe of it. [`trace`] executes the
//! copy and lists the values. A [`Debuggee`] also has a probe before each statement. The program itself is executed without probes:
//! looking at it never changes its results.

mod copy;
mod debuggee;
mod explain;
mod printed;
mod trace;

pub use copy::{Copy, Print, Refusal, Request, Words};
pub use debuggee::{Debuggee, Event, History, Values};
pub use explain::explain;
pub use printed::Printed;
pub use trace::{Trace, Value, check, trace};

use crate::execute::{Bound, Fault, Grid, Options, Sight, Stopped};
use crate::resources::Pipeline;
use core::ops::ControlFlow;
use shader_ir::{Point, Program, ShownType, Type, Variable};
use shader_source::allow::Allowance;
use shader_source::{LineIndex, Span};
use webgpu_model::Binding;

/// A program and its dispatch.
pub trait Subject {
    /// The source of its main file.
    fn source(&self) -> &str;

    /// The statements before which others can be written, in order.
    fn places(&self) -> Vec<Span>;

    /// The words around an expression that make it a statement.
    fn words(&self, request: &Request) -> Words;

    /// Checks a copy of the source and lowers it with probes. With `statements`, each statement has a probe, too.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn lower(&mut self, copy: &Copy, statements: bool) -> Result<(Program, Vec<Point>), Refusal>;

    /// The dispatch.
    fn launch(&self) -> &Launch;
}

/// A dispatch.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The invocations.
    pub grid: Grid,
    /// The resources.
    pub bindings: Vec<Binding>,
    /// The immediate data.
    pub immediates: Vec<u8>,
    /// How it is executed. Strict execution, tracking and sweeps are left out.
    pub options: Options,
    /// The faults that the comments of the program ignore.
    pub allowances: Vec<Allowance>,
}

/// Where the first statement on a line starts; lines count from 1.
#[must_use]
pub fn statement_on(subject: &dyn Subject, line: u32) -> Option<u32> {
    let lines = LineIndex::new(subject.source());
    let starts = subject.places().into_iter().map(|place| place.lo);
    starts.filter(|start| lines.position(*start).line == line).min()
}

/// A program with probes that is ready to run.
struct Probed {
    copy: Copy,
    pipeline: Pipeline,
    points: Vec<Point>,
    launch: Launch,
}

impl Probed {
    fn new(subject: &mut dyn Subject, request: &Request, statements: bool) -> Result<Self, Refusal> {
        let words = subject.words(request);
        let copy = Copy::new(subject.source(), request, &words);
        let (program, points) = subject.lower(&copy, statements)?;
        let launch = subject.launch().clone();
        let options = Options { strict: false, track: None, sweep: None, ..launch.options };
        Ok(Self { copy, pipeline: Pipeline::new(program, options), points, launch })
    }

    /// Refuses expressions that are not booleans: the filter, and all if they are conditions.
    fn require_booleans(&self, are_conditions: bool) -> Result<(), Refusal> {
        for point in &self.points {
            let Some((print, is_filter)) = point.print.map(|print| self.copy.print_of(print)) else {
                continue;
            };
            let is_boolean = |it: &Variable| matches!(it.shown.ty, ShownType::Scalar(ty) if ty.of_register() == Type::Bool);
            let value = point.variables.first().filter(|value| !is_boolean(value));
            if let Some(value) = value.filter(|_| is_filter || are_conditions) {
                let reason = format!("expected `bool`, found `{}`", value.ty);
                return Err(Refusal::Expression { print, is_filter, reason });
            }
        }
        Ok(())
    }

    fn bind(&self) -> Result<Vec<Bound>, Refusal> {
        let Launch { bindings, immediates, .. } = &self.launch;
        self.pipeline.bind(bindings, immediates).map_err(|refusal| Refusal::Program(refusal.to_string()))
    }

    /// Executes the program. Returns false if its fuel ended before it.
    fn observe(&self, look: impl FnMut(&Sight<'_, '_>) -> ControlFlow<()>) -> Result<bool, Refusal> {
        let bound = self.bind()?;
        match self.pipeline.observe(self.launch.grid, &bound, look) {
            Ok(()) => Ok(true),
            Err(Stopped::OutOfFuel) => Ok(false),
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// The faults of strict execution with so much fuel in a workgroup, each with the number of the statement where it happens.
    fn faults(
        &self,
        workgroup: u64,
        (most, fuel): (usize, u64),
    ) -> Result<Vec<(Option<usize>, Fault)>, Refusal> {
        let options = Options { track: None, sweep: None, strict: true, fuel, ..self.launch.options };
        let pipeline = Pipeline::new(self.pipeline.program().clone(), options);
        let is_statement = |number: u32| self.points[number as usize].print.is_none();
        let found = pipeline.observe_faults(self.launch.grid, &self.bind()?, workgroup, (is_statement, most));
        found.map_err(Refusal::from)
    }
}
