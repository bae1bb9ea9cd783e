//! Traces: the values of expressions at places of a program, for each invocation of a dispatch.

use super::printed::{Printed, read_all};
use super::{Probed, Refusal, Request, Subject};
use crate::execute::{FaultKind, Sight, Stopped};
use core::ops::ControlFlow;

/// The maximum number of values of a trace.
const MOST_VALUES: usize = 100_000;
/// The maximum number of scalars in them.
const MOST_SCALARS: usize = 1 << 21;
/// The maximum number of workgroups whose values are checked for accesses beyond the end of memory.
const MOST_MARKED: usize = 4;
/// The fuel of this check.
const STRICT_FUEL: u64 = 20_000_000;

/// A value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    /// The index in [`Request::prints`].
    pub print: usize,
    /// The global, the local and the workgroup's coordinates of the invocation.
    pub coordinates: [[u32; 3]; 3],
    /// The number of the invocation in its workgroup.
    pub lane: usize,
    /// The number of its workgroup.
    pub workgroup: u64,
    /// The value.
    pub value: Printed,
    /// Whether the expression accesses memory beyond its end: the value is one that out-of-bounds accesses may have.
    pub is_beyond: bool,
}

/// The values of expressions, in the order of execution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The values.
    pub values: Vec<Value>,
    /// Whether there were more.
    pub is_cut: bool,
}

/// Checks expressions without executing the program.
///
/// # Errors
/// See [`Refusal`].
pub fn check(subject: &mut dyn Subject, request: &Request) -> Result<(), Refusal> {
    Probed::new(subject, request, false)?.require_booleans(false)
}

/// Executes a dispatch and shows expressions.
///
/// # Errors
/// See [`Refusal`].
pub fn trace(subject: &mut dyn Subject, request: &Request) -> Result<Trace, Refusal> {
    let probed = Probed::new(subject, request, false)?;
    probed.require_booleans(false)?;
    let mut recorder = Recorder { probed: &probed, passes: Vec::new(), scalars: 0, trace: Trace::default() };
    if !probed.observe(|sight| recorder.see(sight))? {
        return Err(Stopped::OutOfFuel.into());
    }
    let mut trace = recorder.trace;
    if request.prints.iter().any(|print| print.expression.contains(['[', '*', '>'])) {
        mark(&probed, &mut trace);
    }
    Ok(trace)
}

/// Marks the values whose expressions access memory beyond its end, in the first workgroups.
fn mark(probed: &Probed, trace: &mut Trace) {
    let mut workgroups: Vec<u64> = trace.values.iter().map(|it| it.workgroup).collect();
    workgroups.dedup();
    for workgroup in workgroups.into_iter().take(MOST_MARKED) {
        // Without an outcome of strict execution, nothing is known.
        let faults = probed.faults(workgroup, (usize::MAX, STRICT_FUEL)).unwrap_or_default();
        for (_, fault) in faults.into_iter().filter(|(_, fault)| fault.kind == FaultKind::OutOfBounds) {
            let Some(print) = probed.copy.print_around(fault.span) else { continue };
            let is_it = |it: &&mut Value| {
                (it.workgroup, it.lane, it.print) == (workgroup, fault.invocation as usize, print)
            };
            trace.values.iter_mut().filter(is_it).for_each(|it| it.is_beyond = true);
        }
    }
}

/// Records values.
struct Recorder<'a> {
    probed: &'a Probed,
    /// By lane: whether the filter that was seen last holds.
    passes: Vec<bool>,
    scalars: usize,
    trace: Trace,
}

impl Recorder<'_> {
    fn see(&mut self, sight: &Sight<'_, '_>) -> ControlFlow<()> {
        let place = &self.probed.points[sight.number() as usize];
        let Some(insertion) = place.print else { return ControlFlow::Continue(()) };
        let (print, is_filter) = self.probed.copy.print_of(insertion);
        let has_filter = self.probed.copy.has_filter();
        if is_filter {
            self.passes.clear();
        }
        for lane in sight.invocations() {
            if !is_filter && has_filter && !self.passes.get(lane).is_some_and(|passes| *passes) {
                continue;
            }
            let Some(value) = read_all(place, sight, lane).pop() else { continue };
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
            let workgroup = sight.workgroup();
            self.trace.values.push(Value { print, coordinates, lane, workgroup, value, is_beyond: false });
        }
        ControlFlow::Continue(())
    }
}
