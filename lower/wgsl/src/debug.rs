//! Executions that can be looked at statement by statement.
//!
//! [`Debuggee`] is a program with a probe before each statement. Execution is deterministic, so a place in an execution is the number of the
//! statement in the [`History`] of a workgroup, and a step back is a smaller number: [`Debuggee::values`] executes again up to it. Expressions
//! that are watched, and conditions of breakpoints, are prints in a copy of the source; see [`trace`](crate::trace).

use crate::compute::{Failure, request, stage};
use crate::lowering::{How, lower_with_probes};
use crate::printed::{Printed, read_all};
use crate::probe::Point;
use crate::trace::{Copy, Refusal, Request};
use core::ops::ControlFlow;
use shader_run::execute::{Options, Sight};
use shader_run::resources::Pipeline;
use shader_source::Span;
use webgpu_model::Dispatch;
use wgsl_validator::{Module, Validator};

/// The maximum number of statements of a history.
const MOST_EVENTS: usize = 1 << 20;

/// A program that can be looked at.
pub struct Debuggee {
    copy: Copy,
    pipeline: Pipeline,
    points: Vec<Point>,
    dispatch: Dispatch,
}

/// Invocations of a workgroup are about to execute a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The index in [`Debuggee::points`].
    pub point: usize,
    /// Which invocations, as bits.
    lanes: Vec<u64>,
    /// The expressions of the request that are shown here, and the invocations for which each is true.
    conditions: Vec<(usize, Vec<u64>)>,
}

fn has(bits: &[u64], lane: usize) -> bool {
    bits.get(lane / 64).is_some_and(|word| word >> (lane % 64) & 1 != 0)
}

fn bits(lanes: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut bits = Vec::new();
    for lane in lanes {
        bits.resize(bits.len().max(lane / 64 + 1), 0);
        bits[lane / 64] |= 1 << (lane % 64);
    }
    bits
}

impl Event {
    /// Returns true if an invocation executes the statement.
    #[must_use]
    pub fn has(&self, lane: usize) -> bool {
        has(&self.lanes, lane)
    }

    /// The invocations that execute the statement.
    pub fn lanes(&self) -> impl Iterator<Item = usize> {
        (0..self.lanes.len() * 64).filter(|lane| self.has(*lane))
    }

    /// Returns true if an expression of the request is true here for an invocation.
    #[must_use]
    pub fn holds(&self, print: usize, lane: usize) -> bool {
        self.conditions.iter().any(|(it, lanes)| *it == print && has(lanes, lane))
    }
}

/// The statements that a workgroup executes, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// The statements.
    pub events: Vec<Event>,
    /// Whether there were more.
    pub is_cut: bool,
}

/// The values of a statement's variables for an invocation, in the order of [`Point::variables`], and of the expressions shown there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values {
    /// The variables.
    pub variables: Vec<Printed>,
    /// The expressions, by index in the request.
    pub prints: Vec<(usize, Printed)>,
}

impl Debuggee {
    /// Prepares an accepted program, with expressions that are shown.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn new(
        (module, source): (&Module, &str),
        validator: &mut Validator,
        shown: &Request,
        dispatch: &Dispatch,
        options: &Options,
    ) -> Result<Self, Refusal> {
        let copy = Copy::new(module, source, shown);
        let traced = validator.validate(&copy.text);
        copy.check(&traced)?;
        let stage = stage(&traced, validator, &request(dispatch))?;
        let probing = crate::probe::Probing { statements: true, ..copy.probing() };
        let lowered = lower_with_probes(&stage, How::Plain, &probing);
        let (program, mut points) = lowered.map_err(|unsupported| copy.unsupported(unsupported))?;
        for point in &mut points {
            let original = |span: Span| Span::new(copy.original(span.lo), copy.original(span.hi));
            point.span = original(point.span);
            point.frames.iter_mut().for_each(|frame| frame.call = original(frame.call));
        }
        let options = Options { strict: false, track: None, sweep: None, ..*options };
        Ok(Self { copy, pipeline: Pipeline::new(program, options), points, dispatch: dispatch.clone() })
    }

    /// The values that each statement shows.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    fn observe(&self, look: impl FnMut(&Sight<'_, '_>) -> ControlFlow<()>) -> Result<(), Failure> {
        let bound = self.pipeline.bind(&self.dispatch.bindings, &self.dispatch.immediates)?;
        self.pipeline.observe(self.dispatch.workgroups, &bound, look).map_err(Failure::Stopped)
    }

    /// The statements that a workgroup executes.
    ///
    /// # Errors
    /// The dispatch has no outcome.
    pub fn history(&self, workgroup: u64) -> Result<History, Failure> {
        let mut history = History::default();
        let mut conditions = Vec::new();
        self.observe(|sight| {
            if sight.workgroup() > workgroup || history.events.len() == MOST_EVENTS {
                history.is_cut = sight.workgroup() <= workgroup;
                return ControlFlow::Break(());
            }
            let number = sight.number() as usize;
            let point = &self.points[number];
            if sight.workgroup() < workgroup {
                return ControlFlow::Continue(());
            }
            if let Some(print) = point.print {
                let holds =
                    |lane: &usize| read_all(point, sight, *lane).first().is_some_and(Printed::is_true);
                conditions.push((self.copy.print_of(print), bits(sight.invocations().filter(holds))));
                return ControlFlow::Continue(());
            }
            let conditions = core::mem::take(&mut conditions);
            history.events.push(Event { point: number, lanes: bits(sight.invocations()), conditions });
            ControlFlow::Continue(())
        })?;
        Ok(history)
    }

    /// The values at a statement of the history of a workgroup for an invocation that executes it.
    ///
    /// # Errors
    /// The dispatch has no outcome.
    pub fn values(&self, workgroup: u64, event: usize, lane: usize) -> Result<Values, Failure> {
        let (mut next, mut values) = (0, Values::default());
        self.observe(|sight| {
            if sight.workgroup() != workgroup {
                return ControlFlow::Continue(());
            }
            let point = &self.points[sight.number() as usize];
            let is_here = next == event && sight.invocations().any(|it| it == lane);
            let here = if is_here { read_all(point, sight, lane) } else { Vec::new() };
            match point.print {
                Some(insertion) if is_here => {
                    let shown = self.copy.print_of(insertion);
                    values.prints.extend(here.into_iter().map(|value| (shown, value)));
                    ControlFlow::Continue(())
                }
                Some(_) => ControlFlow::Continue(()),
                None if next == event => {
                    values.variables = here;
                    ControlFlow::Break(())
                }
                None => {
                    next += 1;
                    ControlFlow::Continue(())
                }
            }
        })?;
        Ok(values)
    }
}
