//! Executions that can be looked at statement by statement.
//!
//! Execution is deterministic, so a place in an execution is the number of the statement in the [`History`] of a workgroup, and a step back is
//! a smaller number: [`Debuggee::values`] executes again up to it.

use super::printed::{Printed, read_all, read_bytes};
use super::{Probed, Refusal, Request, Subject};
use crate::execute::{Against, Fault, Region, Rival, Stopped};
use core::ops::ControlFlow;
use shader_ir::{Point, Variable};

/// The maximum number of statements of a history.
const MOST_EVENTS: usize = 1 << 20;

/// A program that can be looked at.
pub struct Debuggee(Probed);

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
    /// Prepares a program, with expressions that are shown.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn new(subject: &mut dyn Subject, shown: &Request) -> Result<Self, Refusal> {
        let mut probed = Probed::new(subject, shown, true)?;
        for point in &mut probed.points {
            point.span = probed.copy.original(point.span);
            point.frames.iter_mut().for_each(|frame| frame.call = probed.copy.original(frame.call));
        }
        Ok(Self(probed))
    }

    /// Refuses expressions that can't be conditions.
    ///
    /// # Errors
    /// One is not a boolean.
    pub fn check_conditions(&self) -> Result<(), Refusal> {
        self.0.require_booleans(true)
    }

    /// The values that each statement shows.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.0.points
    }

    /// The faults of strict execution with so much fuel in a workgroup, each time that they happen, with the number of the statement in the
    /// history. Faults that comments ignore are left out.
    ///
    /// # Errors
    /// The dispatch has no outcome.
    pub fn faults(&self, workgroup: u64, fuel: u64) -> Result<Vec<(usize, Fault)>, Refusal> {
        let found = self.0.faults(workgroup, (MOST_EVENTS, fuel))?;
        let original = |fault: Fault| {
            let place = |span| self.0.copy.original(span);
            let against = |against: Against| Against { span: against.span.map(place), ..against };
            let rival = fault.rival.map(|rival| Rival {
                span: rival.span.map(place),
                against: rival.against.map(against),
                ..rival
            });
            Fault { span: place(fault.span), rival, parting: fault.parting.map(place), ..fault }
        };
        let allowances = &self.0.launch.allowances;
        let found = found.into_iter().filter_map(|(event, fault)| Some((event?, original(fault))));
        Ok(found.filter(|(_, fault)| !fault.is_allowed(allowances)).collect())
    }

    /// The statements that a workgroup executes, of a program that does not end the first ones.
    ///
    /// # Errors
    /// The dispatch has no outcome.
    pub fn history(&self, workgroup: u64) -> Result<History, Refusal> {
        let mut history = History::default();
        let mut conditions = Vec::new();
        let is_whole = self.0.observe(|sight| {
            if sight.workgroup() > workgroup || history.events.len() == MOST_EVENTS {
                history.is_cut = sight.workgroup() <= workgroup;
                return ControlFlow::Break(());
            }
            let number = sight.number() as usize;
            let point = &self.0.points[number];
            if sight.workgroup() < workgroup {
                return ControlFlow::Continue(());
            }
            if let Some(print) = point.print {
                let holds =
                    |lane: &usize| read_all(point, sight, *lane).first().is_some_and(Printed::is_true);
                conditions.push((self.0.copy.print_of(print).0, bits(sight.invocations().filter(holds))));
                return ControlFlow::Continue(());
            }
            let conditions = core::mem::take(&mut conditions);
            history.events.push(Event { point: number, lanes: bits(sight.invocations()), conditions });
            ControlFlow::Continue(())
        })?;
        if !is_whole && history.events.is_empty() {
            return Err(Stopped::OutOfFuel.into());
        }
        history.is_cut |= !is_whole;
        Ok(history)
    }

    /// The values at a statement of the history of a workgroup for an invocation that executes it. Variables in memory that invocations
    /// share have the values that they have `now`, at a later statement.
    ///
    /// # Errors
    /// The dispatch has no outcome.
    pub fn values(
        &self,
        workgroup: u64,
        (event, lane): (usize, usize),
        now: usize,
    ) -> Result<Values, Refusal> {
        let (mut next, mut values) = (0, Values::default());
        // By variable of the statement.
        let mut shared: Vec<(usize, Region)> = Vec::new();
        let mut variables: &[Variable] = &[];
        self.0.observe(|sight| {
            if sight.workgroup() != workgroup {
                return ControlFlow::Continue(());
            }
            let point = &self.0.points[sight.number() as usize];
            if let Some(insertion) = point.print {
                if next == event && sight.invocations().any(|it| it == lane) {
                    let shown = self.0.copy.print_of(insertion).0;
                    let here = read_all(point, sight, lane);
                    values.prints.extend(here.into_iter().map(|value| (shown, value)));
                }
                return ControlFlow::Continue(());
            }
            if next == event {
                values.variables = read_all(point, sight, lane);
                variables = &point.variables;
                let in_memory = (0..variables.len()).filter(|index| variables[*index].shown.is_in_memory);
                let regions = in_memory.zip(sight.shared(lane));
                shared = regions.filter_map(|(index, region)| Some((index, region?))).collect();
            }
            if next >= now {
                for (index, region) in shared.iter().filter(|_| now > event) {
                    values.variables[*index] = read_bytes(&variables[*index], &sight.region(*region));
                }
                return ControlFlow::Break(());
            }
            next += 1;
            ControlFlow::Continue(())
        })?;
        Ok(values)
    }
}
