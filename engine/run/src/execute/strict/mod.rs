//! Strict execution: looks for events after which other implementations may have other results.

mod access;
mod atomics;
mod exchange;
mod shadow;
mod undefined;

use super::cost::STRICT_PART;
use super::fault::{Fault, FaultKind, of_event};
use super::group::Group;
use super::kernels;
use super::observe::Observer;
use super::operate::{Arguments, call_lanes};
use super::plan::Plan;
use super::subgroup::{is_derivative, size_of};
use super::terms::Terms;
use crate::plane::of_lane;
use atomics::Values;
use core::ops::Range;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_ir::{
    BarrierMemory, BarrierScope, Call, Instruction, LevelSource, Precision, Program, Register, Type,
};
use shader_numeric::allowed::{is_bounded, is_bounded_everywhere, number_of};
use shader_numeric::convert::{is_finite, is_in_range, is_infinite};
use shader_numeric::event::Event;
use shader_numeric::signature::Class;
use shader_numeric::{Evaluation, Operation, Steps};
use shader_source::Span;
use shadow::Shadow;
use undefined::{Origin, Undefined};

/// The invocations of a quad.
const QUAD: usize = 4;

/// The observer of strict execution.
#[derive(Default)]
pub(super) struct Strict {
    /// Whether the memory of a workgroup starts without values.
    is_undefined: bool,
    terms: &'static Terms,
    faults: Vec<Fault>,
    reported: FxHashSet<(FaultKind, Span)>,
    /// The places of races that only invocations of one workgroup are known to have.
    raced: FxHashSet<Span>,
    /// The accesses to memory.
    shadow: Shadow,
    /// By register with an address: the lanes in which it comes from an index beyond the end.
    astray: FxHashMap<Register, Vec<usize>>,
    /// Values that the program does not determine.
    undefined: Undefined,
    /// By lane: why the value that the present step reads from memory is not determined.
    fresh: FxHashMap<usize, Origin>,
    /// The bytes of the workgroup that each lane reads in the present step, though no invocation has written them.
    unwritten: Vec<(usize, Range<usize>)>,
    /// Values that the order of atomic operations decides.
    values: Values,
    /// The step at which the invocations took different ways, since all were active.
    parting: Option<usize>,
    /// By lane: whether the present step has an event.
    events: Vec<u32>,
}

impl Observer for Strict {
    fn begin(&mut self) {
        self.shadow.begin();
        self.undefined.begin();
        self.parting = None;
    }

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        let program = &group.shared.plan.program;
        self.fresh.clear();
        self.unwritten.clear();
        match *instruction {
            Instruction::Scalar { operation, ty, precision, operands, .. } => {
                self.look_at_operation(group, operation, ty, operands);
                self.look_at_error(group, (operation, precision), ty, operands);
            }
            Instruction::Call(index) => self.look_at_call(group, &program.calls[index as usize]),
            Instruction::Convert { from, into, value, .. } => {
                self.look_at_conversion(group, from, into, value);
            }
            Instruction::Reinterpret { to, value } => self.look_at_reinterpretation(group, to, value),
            Instruction::Index { to, base, index, count, .. } => {
                self.look_at_index(group, to, [base, index, count]);
            }
            Instruction::Pointer { to, at } => self.follow(to, at.address),
            Instruction::Offset { to, pointer, .. } => self.follow(to, pointer),
            Instruction::Load { ty, from, .. } => self.look_at_access(group, from, ty.size(), false),
            Instruction::Store { ty, into, .. } => self.look_at_access(group, into, ty.size(), true),
            Instruction::Touch { at, size } => self.look_at_touch(group, at, size),
            Instruction::Copy(index) => self.look_at_copy(group, &program.copies[index as usize]),
            Instruction::Atomic { operation, ty, to, value, at } => {
                self.look_at_atomic(group, at, (operation, ty), [to, value]);
            }
            Instruction::CompareExchange(index) => {
                self.look_at_exchange(group, &program.exchanges[index as usize]);
            }
            Instruction::Texture(index) => {
                let call = &program.texture_calls[index as usize];
                self.look_at_texel(group, call);
                if let LevelSource::Implicit(_) = call.level {
                    self.look_at_company(group, QUAD);
                }
            }
            Instruction::Barrier { scope, memory } => self.look_at_barrier(group, scope, memory),
            Instruction::Group { operation, other, .. } => {
                self.look_at_broadcast(group, operation, other);
                let size = size_of(operation, group.shared.subgroup_size());
                if is_derivative(operation) || group.shared.plan.options.uniform_subgroups {
                    self.look_at_company(group, size);
                }
            }
            // Their results are the same in all implementations.
            Instruction::Select { .. }
            | Instruction::Undefined { .. }
            | Instruction::Undefine { .. }
            | Instruction::Set { .. }
            | Instruction::Input { .. }
            | Instruction::Clear { .. }
            | Instruction::Discard
            | Instruction::Probe(_)
            | Instruction::Output { .. }
            | Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::End
            | Instruction::Break { .. } => {}
            Instruction::If { condition } | Instruction::BreakIf { condition, .. } => {
                self.look_at_branch(group, condition);
            }
        }
        let lanes = self.follow_undefined(group, instruction);
        (self.shadow.take_work() + lanes) * STRICT_PART
    }

    /// A loop that uses up the fuel is a fault.
    fn stop(&mut self, group: &Group<'_>, is_in_loop: bool) {
        let message = if is_in_loop {
            "out of fuel in this loop: it may not terminate, or takes more steps than the fuel allows"
        } else {
            "out of fuel before the program ends"
        };
        self.fault(group, FaultKind::UnboundedLoop, None, message);
    }
}

impl Strict {
    /// An observer of the first execution of a program.
    pub(super) fn new(plan: &Plan) -> Self {
        let is_undefined = plan.workgroup_is_undefined();
        let terms = plan.options.terms;
        let mut shadow = Shadow::default();
        shadow.atomics_allow_reads = plan.program.atomics_allow_reads;
        Self { is_undefined, terms, shadow, values: Values::new(&plan.program), ..Self::default() }
    }

    /// Returns true if the program may have to be executed twice.
    pub(super) fn may_look_again(&self, program: &Program) -> bool {
        self.values.are_used(program)
    }

    /// The faults that were found so far. From now on each place is reported once more.
    pub(super) fn take_faults(&mut self) -> Vec<Fault> {
        if self.faults.is_empty() {
            return Vec::new();
        }
        // A second execution is for the atomics that were not reported.
        self.reported.retain(|(kind, _)| *kind == FaultKind::UnorderedAtomics);
        core::mem::take(&mut self.faults)
    }

    /// The faults that were found, in order of execution.
    pub(super) fn into_faults(mut self) -> Vec<Fault> {
        self.look_at_contents();
        self.faults
    }

    /// Reports a fault of a lane, or of the first active one; once for each place.
    fn fault(&mut self, group: &Group<'_>, kind: FaultKind, lane: Option<usize>, message: impl Into<String>) {
        self.fault_at(group, group.control.step, kind, lane, message);
    }

    /// Reports a fault at any step. `None` if one is reported there, or the program does not see it.
    fn fault_at(
        &mut self,
        group: &Group<'_>,
        step: usize,
        kind: FaultKind,
        lane: Option<usize>,
        message: impl Into<String>,
    ) -> Option<&mut Fault> {
        let span = span_of(group, step);
        // What a helper computes is not seen: its inputs may be outside of the range that the program is made for.
        if self.reported.contains(&(kind, span)) || lane.is_some_and(|lane| group.lanes.is_helper(lane)) {
            return None;
        }
        let invocation = lane.or_else(|| group.lanes.mask.active().next()).unwrap_or(0) as u32;
        let workgroup = group.interface.index;
        self.reported.insert((kind, span));
        let message = message.into();
        self.faults.push(Fault { kind, span, workgroup, invocation, message, rival: None, parting: None });
        self.faults.last_mut()
    }

    /// Returns true if a fault of this kind was reported for the present step.
    fn is_reported(&self, group: &Group<'_>, kind: FaultKind) -> bool {
        self.reported.contains(&(kind, span_of(group, group.control.step)))
    }

    /// Returns false if an operation has no event in any lane. The values of lanes that are not active may have one, which means nothing.
    fn may_have_event(
        &mut self,
        group: &Group<'_>,
        operation: Operation,
        ty: Type,
        operands: [Register; 3],
    ) -> bool {
        if ty.is_wide() {
            return true;
        }
        let planes = operands.map(|operand| group.lanes.plane(operand));
        self.events.resize(group.lanes.count, 0);
        kernels::mark_events(operation, ty, &mut self.events, planes);
        self.events.contains(&1)
    }

    /// Looks for events of an operation in the active lanes.
    fn look_at_operation(
        &mut self,
        group: &Group<'_>,
        operation: Operation,
        ty: Type,
        operands: [Register; 3],
    ) {
        if !self.may_have_event(group, operation, ty, operands) {
            return;
        }
        let integer_overflow = group.shared.plan.options.integer_overflow;
        let found = group.lanes.seen().find_map(|lane| {
            let values = operands.map(|operand| group.lanes.raw(operand, lane));
            let event = kernels::event(operation, ty, values)?;
            // The origin of an infinity or a NaN was reported; its consequences are not.
            let parts = operation.operands().iter().zip(&values);
            let comes_from_operand =
                parts.filter(|(part, _)| part.class != Class::Exponent).any(|(_, bits)| {
                    let is_nan = !is_finite(ty, *bits) && !is_infinite(ty, *bits);
                    is_nan || (event == Event::Overflow && is_infinite(ty, *bits))
                });
            if ty.is_float() && comes_from_operand {
                return None;
            }
            of_event(event, ty.is_float(), integer_overflow).map(|found| (lane, found))
        });
        if let Some((lane, (kind, message))) = found {
            self.fault(group, kind, Some(lane), message);
        }
    }

    /// Looks for operands for which the error of an operation is not bounded.
    fn look_at_error(
        &mut self,
        group: &Group<'_>,
        (operation, precision): (Operation, Precision),
        ty: Type,
        operands: [Register; 3],
    ) {
        let Some(accuracies) = group.shared.plan.options.accuracies else { return };
        if !ty.is_float() || self.is_reported(group, FaultKind::IndeterminateFloat) {
            return;
        }
        let accuracy = precision.of(accuracies);
        if is_bounded_everywhere(operation, accuracy, ty) {
            return;
        }
        let value = |register, lane| number_of(ty, group.lanes.lane(register, lane));
        let count = operation.operands().len();
        let found = group.lanes.seen().find_map(|lane| {
            let values = operands.map(|operand| value(operand, lane));
            let is_known = values.iter().all(|value| value.is_finite());
            (is_known && !is_bounded(operation, accuracy, ty, &values[..count])).then_some((lane, values))
        });
        if let Some((lane, values)) = found {
            let values: Vec<String> = values[..count].iter().map(f64::to_string).collect();
            let name = operation.spelling();
            let message = format!("the error of `{name}` is not bounded for {}", values.join(" and "));
            self.fault(group, FaultKind::UnboundedError, Some(lane), message);
        }
    }

    fn look_at_call(&mut self, group: &Group<'_>, call: &Call) {
        if call.operation.events().is_empty() {
            return;
        }
        let mut arguments = Arguments::new(call);
        let lanes = call_lanes(&group.lanes, call);
        for lane in (0..lanes).filter(|lane| lanes == 1 || group.lanes.mask.has(*lane)) {
            arguments.read(&group.lanes, lane);
            let problem = arguments.apply(|application| {
                let mut components = application
                    .operands
                    .iter()
                    .flat_map(|operand| operand.bits.iter().map(|bits| (operand.ty, *bits)));
                // The origin of an infinity or a NaN was reported; its consequences are not, unless only bits are taken.
                let is_looked_at =
                    call.operation.steps() == Steps::Cast || components.all(|(ty, bits)| is_finite(ty, bits));
                is_looked_at.then(|| application.evaluate(Evaluation::Creation, &mut Vec::new()).err())?
            });
            if let Some(problem) = problem
                && let Some((kind, _)) = of_event(problem.event, true, false)
            {
                self.fault(group, kind, Some(lane), problem.message(Type::name));
            }
        }
    }

    fn look_at_conversion(&mut self, group: &Group<'_>, from: Type, into: Type, value: Register) {
        let is_outside = |lane: &usize| !is_in_range(from, into, group.lanes.raw(value, *lane));
        let found = group.lanes.seen().find(is_outside);
        if let Some(lane) = found {
            let message = format!("the value is outside the range of `{}`", into.name());
            self.fault(group, FaultKind::ConversionOutOfRange, Some(lane), message);
        }
    }

    /// Bits that become a float must be one.
    fn look_at_reinterpretation(&mut self, group: &Group<'_>, to: Register, value: Register) {
        let [from, into] = [value, to].map(|register| group.lanes.plan.ty(register));
        if !into.is_float() || from.is_float() {
            return;
        }
        let found = group.lanes.seen().find(|lane| !is_finite(into, group.lanes.raw(value, *lane)));
        if let Some(lane) = found {
            let message = "these bits are an infinity or a NaN";
            self.fault(group, FaultKind::IndeterminateFloat, Some(lane), message);
        }
    }

    /// Looks for indices beyond the end. The program does not mean an address that comes from one: accesses to it are not faults of their
    /// own.
    fn look_at_index(&mut self, group: &Group<'_>, to: Register, [base, index, count]: [Register; 3]) {
        let lanes = &group.lanes;
        let (indices, counts) = (lanes.plane(index), lanes.plane(count));
        let is_outside = |lane: &usize| of_lane(indices, *lane) >= of_lane(counts, *lane);
        let outside = lanes.seen().find(is_outside);
        let before = self.astray.get(&base);
        // Nearly all indices are inside.
        if outside.is_none() && before.is_none() {
            self.astray.remove(&to);
            return;
        }
        let was_astray = |lane: &usize| before.is_some_and(|before| before.binary_search(lane).is_ok());
        let astray: Vec<usize> = lanes.seen().filter(|lane| is_outside(lane) || was_astray(lane)).collect();
        if let Some(lane) = outside {
            let (index, count) = (lanes.lane(index, lane) as i32, lanes.lane(count, lane));
            let message = format!("index {index} is out of bounds: there are {count} elements");
            self.fault(group, FaultKind::OutOfBounds, Some(lane), message);
        }
        if astray.is_empty() {
            self.astray.remove(&to);
        } else {
            self.astray.insert(to, astray);
        }
    }

    /// A pointer that is made of an address, or of a pointer, comes from an index beyond the end where that does.
    fn follow(&mut self, to: Register, from: Register) {
        match self.astray.get(&from).cloned() {
            Some(lanes) => _ = self.astray.insert(to, lanes),
            None => _ = self.astray.remove(&to),
        }
    }

    /// Returns true if an address comes from an index beyond the end.
    fn is_astray(&self, address: Register, lane: usize) -> bool {
        self.astray.get(&address).is_some_and(|lanes| lanes.binary_search(&lane).is_ok())
    }

    /// Notes the first branch at which invocations take different ways, since all were active.
    fn look_at_branch(&mut self, group: &Group<'_>, condition: Register) {
        let lanes = &group.lanes;
        if lanes.mask.is_full() {
            self.parting = None;
        }
        if self.parting.is_none() {
            let mut values = lanes.mask.active().map(|lane| lanes.lane(condition, lane));
            let first = values.next();
            let differs = values.any(|value| Some(value) != first);
            self.parting = differs.then_some(group.control.step);
        }
    }

    fn look_at_barrier(&mut self, group: &Group<'_>, scope: BarrierScope, memory: BarrierMemory) {
        match scope {
            BarrierScope::Fence => {}
            BarrierScope::Subgroup => self.look_at_subgroup_barrier(group, memory),
            BarrierScope::Workgroup => {
                self.shadow.pass(memory);
                if !group.lanes.mask.is_full() {
                    let Terms { invocation, workgroup, .. } = self.terms;
                    let message = format!("not all {invocation}s of the {workgroup} reach this barrier");
                    let parting = self.parting.map(|step| span_of(group, step));
                    let (kind, step) = (FaultKind::NonUniformBarrier, group.control.step);
                    if let Some(fault) = self.fault_at(group, step, kind, None, message) {
                        fault.parting = parting;
                    }
                }
            }
        }
    }

    /// Operations of a quad or a subgroup, which has so many invocations, take place where all of these are. Invocations that were never started are not
    /// missed, and helpers are there.
    fn look_at_company(&mut self, group: &Group<'_>, size: usize) {
        let mask = &group.lanes.mask;
        let is_missed = |lane: &usize| !mask.has(*lane);
        let is_parted = |lane: &usize| {
            let start = lane / size * size;
            (start..(start + size).min(group.started)).any(|other| is_missed(&other))
        };
        let Some(lane) = group.lanes.seen().find(is_parted) else { return };
        let Terms { invocation, subgroup, .. } = self.terms;
        let company = if size == QUAD { "quad" } else { subgroup };
        let message = format!("not all {invocation}s of the {company} reach this operation");
        let parting = self.parting.map(|step| span_of(group, step));
        let (kind, step) = (FaultKind::NonUniformOperation, group.control.step);
        if let Some(fault) = self.fault_at(group, step, kind, Some(lane), message) {
            fault.parting = parting;
        }
    }

    fn look_at_subgroup_barrier(&mut self, group: &Group<'_>, memory: BarrierMemory) {
        let (size, count) = (group.shared.subgroup_size(), group.lanes.count);
        let (mut passing, mut parted) = (Vec::new(), None);
        for subgroup in 0..count.div_ceil(size) {
            let lanes = subgroup * size..((subgroup + 1) * size).min(count);
            let active: Vec<usize> = lanes.clone().filter(|lane| group.lanes.mask.has(*lane)).collect();
            if let Some(first) = active.first().copied() {
                passing.push(subgroup);
                parted = parted.or((active.len() < lanes.len()).then_some(first));
            }
        }
        self.shadow.pass_subgroups(memory, size, &passing);
        if parted.is_some() {
            let Terms { invocation, subgroup, .. } = self.terms;
            let message = format!("not all {invocation}s of the {subgroup} reach this barrier");
            self.fault(group, FaultKind::NonUniformBarrier, parted, message);
        }
    }
}

/// The place of a step in the source.
fn span_of(group: &Group<'_>, step: usize) -> Span {
    group.shared.plan.program.spans.get(step).copied().unwrap_or_default()
}
