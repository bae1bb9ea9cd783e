//! Steps that compute, and the functions of all other steps that control does not follow.

use super::cost::of_operand;
use super::group::Group;
use super::lanes::{Lanes, Word};
use super::memories::NOWHERE;
use super::options::Beyond;
use super::{atomic, convert, kernels, pointer, subgroup, texture, transfer};
use crate::plane::{map1, map3};
use shader_ir::{Call, Input, Instruction, Register, Type};
use shader_numeric::{Application, Evaluation, Operand, Operation, impossible};

/// Calls a function for words of 64 bits or of 32.
macro_rules! by_width {
    ($is_wide:expr, $($function:ident)::+ ( $($argument:expr),+ )) => {
        if $is_wide { $($function)::+::<u64>($($argument),+) } else { $($function)::+::<u32>($($argument),+) }
    };
}

/// Executes a step whose flow leads to the next step.
pub(super) fn operate(group: &mut Group<'_>, instruction: &Instruction) {
    let shared = group.shared;
    let program = &shared.plan.program;
    let Group { lanes, memories, control, interface, .. } = group;
    match *instruction {
        Instruction::Scalar { operation, ty, precision: _, to, operands } => {
            control.charge(of_operand(operation, ty, lanes.plane(operands[0])));
            scalar(lanes, operation, ty, to, operands);
        }
        Instruction::Call(index) => call(lanes, &program.calls[index as usize]),
        Instruction::Convert { from, into, to, value } => conversion(lanes, (from, into), to, value),
        Instruction::Reinterpret { to, value } => reinterpret(lanes, to, value),
        Instruction::Select { to, condition, accept, reject } => {
            by_width!(lanes.is_wide(to), select(lanes, to, condition, [accept, reject]));
        }
        Instruction::Undefined { to } => by_width!(lanes.is_wide(to), zero(lanes, to)),
        Instruction::Set { to, value } => {
            let is_last = shared.plan.is_last[control.step];
            by_width!(lanes.is_wide(to), set(lanes, to, value, is_last));
        }
        Instruction::Input { to, input: source } => input(group, to, source),
        Instruction::Index { to, base, index: at, count, stride } => {
            index(lanes, shared.plan.options.beyond, to, [base, at, count], stride);
        }
        Instruction::Pointer { to, at } => pointer::make(lanes, to, at),
        Instruction::Offset { to, pointer: from, index, stride } => {
            pointer::offset(lanes, to, [from, index], stride);
        }
        Instruction::Load { ty, to, from } => transfer::load(lanes, memories, ty, to, from),
        Instruction::Store { ty, value, into } => transfer::store(lanes, memories, ty, value, into),
        Instruction::Copy(index) => transfer::copy(lanes, memories, &program.copies[index as usize]),
        Instruction::Clear { into, size } | Instruction::Undefine { into, size } => {
            transfer::clear(lanes, memories, into, size);
        }
        Instruction::Atomic { operation, ty, to, value, at } => {
            by_width!(ty.is_wide(), atomic::atomic(group, operation, ty, to, value, at));
        }
        Instruction::CompareExchange(index) => {
            let exchange = &program.exchanges[index as usize];
            by_width!(lanes.is_wide(exchange.old_value), atomic::compare_exchange(group, exchange));
        }
        Instruction::Group { operation, ty, to, value, other } => {
            let size = shared.subgroup_size();
            by_width!(lanes.is_wide(to), subgroup::operate(lanes, size, operation, ty, to, [value, other]));
        }
        Instruction::Texture(index) => {
            texture::texture(lanes, shared, &program.texture_calls[index as usize]);
        }
        Instruction::Discard => lanes.discard(),
        Instruction::Output { index, value } => {
            let plane = &mut interface.outputs[usize::from(index)];
            lanes.mask.active().for_each(|lane| plane[lane] = lanes.lane(value, lane));
        }
        // Invocations run in lock step: all of them are here. Strict execution alone looks at the bytes that a store touches,
        // and observers at probes.
        Instruction::Barrier { .. } | Instruction::Touch { .. } | Instruction::Probe(_) => {}
        Instruction::If { .. }
        | Instruction::Else
        | Instruction::Block
        | Instruction::Loop
        | Instruction::End
        | Instruction::Break { .. }
        | Instruction::BreakIf { .. } => unreachable!("control is not an operation: {instruction:?}"),
    }
}

fn scalar(lanes: &mut Lanes<'_>, operation: Operation, ty: Type, to: Register, operands: [Register; 3]) {
    let [a, b, c] = operands;
    if !ty.is_wide() {
        let mut plane = lanes.take(to);
        kernels::run(operation, ty, &mut plane, operands.map(|operand| lanes.plane(operand)));
        lanes.put(to, plane);
    } else if operation.compares() {
        let mut plane = lanes.take(to);
        kernels::compare_wide(operation, ty, &mut plane, lanes.words(a), lanes.words(b));
        lanes.put(to, plane);
    } else {
        let mut plane = lanes.take(to);
        let values = operands.map(|operand| lanes.words(operand));
        let operands = kernels::Operands { values, counts: [lanes.plane(b), lanes.plane(c)] };
        kernels::run_wide(operation, ty, &mut plane, operands);
        lanes.put(to, plane);
    }
}

fn conversion(lanes: &mut Lanes<'_>, (from, into): (Type, Type), to: Register, value: Register) {
    match (from.is_wide(), into.is_wide()) {
        (false, false) => {
            let mut plane = lanes.take(to);
            convert::convert(from, into, &mut plane, lanes.plane(value));
            lanes.put(to, plane);
        }
        (false, true) => convert_any::<u64, u32>(lanes, (from, into), to, value),
        (true, false) => convert_any::<u32, u64>(lanes, (from, into), to, value),
        (true, true) => convert_any::<u64, u64>(lanes, (from, into), to, value),
    }
}

fn convert_any<R: Word, A: Word>(
    lanes: &mut Lanes<'_>,
    (from, into): (Type, Type),
    to: Register,
    value: Register,
) {
    let mut plane = lanes.take::<R>(to);
    convert::convert_any(from, into, &mut plane, lanes.words::<A>(value));
    lanes.put(to, plane);
}

fn reinterpret(lanes: &mut Lanes<'_>, to: Register, value: Register) {
    if lanes.is_wide(to) {
        let mut plane = lanes.take::<u64>(to);
        map1(&mut plane, lanes.words(value), |value| value);
        lanes.put(to, plane);
    } else {
        let mut plane = lanes.take::<u32>(to);
        map1(&mut plane, lanes.plane(value), |value| value);
        convert::extend(lanes.plan.ty(to), &mut plane);
        lanes.put(to, plane);
    }
}

fn select<W: Word>(lanes: &mut Lanes<'_>, to: Register, condition: Register, values: [Register; 2]) {
    let mut plane = lanes.take::<W>(to);
    let [accept, reject] = values.map(|value| lanes.words(value));
    map3(
        &mut plane,
        (lanes.plane(condition), accept, reject),
        |condition, accept, reject| {
            if condition != 0 { accept } else { reject }
        },
    );
    lanes.put(to, plane);
}

fn zero<W: Word>(lanes: &mut Lanes<'_>, to: Register) {
    let mut plane = lanes.take::<W>(to);
    plane.fill(W::of_raw(0));
    lanes.put(to, plane);
}

/// Writes a variable in the active lanes. `is_last` says that no other step reads the value.
fn set<W: Word>(lanes: &mut Lanes<'_>, to: Register, value: Register, is_last: bool) {
    if is_last && lanes.mask.is_full() && lanes.words::<W>(value).len() == lanes.count {
        lanes.swap::<W>(to, value);
        return;
    }
    let mut plane = lanes.take::<W>(to);
    let source = lanes.words::<W>(value);
    if lanes.mask.is_full() || plane.len() == 1 {
        map1(&mut plane, source, |value| value);
    } else if let [value] = source {
        for (old, active) in plane.iter_mut().zip(&lanes.mask.lanes) {
            let active = W::of_mask(*active);
            *old = *old & !active | *value & active;
        }
    } else {
        for ((old, value), active) in plane.iter_mut().zip(source).zip(&lanes.mask.lanes) {
            let active = W::of_mask(*active);
            *old = *old & !active | *value & active;
        }
    }
    lanes.put(to, plane);
}

fn input(group: &mut Group<'_>, to: Register, input: Input) {
    let Group { shared, lanes, interface, .. } = group;
    let mut plane = lanes.take(to);
    if let Some((first, places)) = interface.input_plane(shared, input) {
        map1(&mut plane, places, |place| first.wrapping_add(place));
    } else {
        for (lane, value) in plane.iter_mut().enumerate() {
            *value = interface.input(shared, input, lane);
        }
    }
    lanes.put(to, plane);
}

fn index(
    lanes: &mut Lanes<'_>,
    beyond: Beyond,
    to: Register,
    [base, index, count]: [Register; 3],
    stride: u32,
) {
    let mut plane = lanes.take(to);
    let (bases, indices, counts) = (lanes.plane(base), lanes.plane(index), lanes.plane(count));
    if let (Beyond::Clamp, [base], [count]) = (beyond, bases, counts) {
        // The common case: an array that starts at a known place.
        let (base, last) = (*base, count.saturating_sub(1));
        map1(&mut plane, indices, |index| base.wrapping_add(index.min(last).wrapping_mul(stride)));
        if *count == 0 || base == NOWHERE {
            plane.fill(NOWHERE);
        }
    } else {
        map3(&mut plane, (bases, indices, counts), |base, index, count| {
            if base == NOWHERE || count == 0 || (beyond == Beyond::Discard && index >= count) {
                NOWHERE
            } else {
                base.wrapping_add(index.min(count - 1).wrapping_mul(stride))
            }
        });
    }
    lanes.put(to, plane);
}

/// An operation on vectors and matrices, lane by lane.
fn call(lanes: &mut Lanes<'_>, call: &Call) {
    let mut arguments = Arguments::new(call);
    let mut out = Vec::with_capacity(call.results.len());
    for lane in 0..call_lanes(lanes, call) {
        out.clear();
        arguments.read(lanes, lane);
        if let Err(fault) = arguments.apply(|it| it.evaluate(Evaluation::Runtime, &mut out)) {
            impossible(&fault.message(Type::name));
        }
        for (result, bits) in call.results.iter().zip(&out) {
            lanes.set_raw(*result, lane, *bits);
        }
    }
}

/// The number of lanes in which a call is computed: one if the result is the same in all lanes.
pub(super) fn call_lanes(lanes: &Lanes<'_>, call: &Call) -> usize {
    call.results.first().map_or(0, |result| lanes.length(*result))
}

/// The arguments of a call in one lane after the other.
pub(super) struct Arguments<'a> {
    call: &'a Call,
    /// By argument and component.
    bits: Vec<Vec<u64>>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(call: &'a Call) -> Self {
        let bits = call.arguments.iter().map(|(.., registers)| vec![0; registers.len()]).collect();
        Self { call, bits }
    }

    /// Reads them in a lane.
    pub(super) fn read(&mut self, lanes: &Lanes<'_>, lane: usize) {
        for ((.., registers), bits) in self.call.arguments.iter().zip(&mut self.bits) {
            for (register, bits) in registers.iter().zip(bits) {
                *bits = lanes.raw(*register, lane);
            }
        }
    }

    /// Calls a function with the operation applied to them.
    pub(super) fn apply<R>(&self, function: impl FnOnce(&Application<'_>) -> R) -> R {
        let operands: Vec<Operand<'_>> = self
            .call
            .arguments
            .iter()
            .zip(&self.bits)
            .map(|((ty, shape, _), bits)| Operand { ty: *ty, shape: *shape, bits })
            .collect();
        function(&Application {
            operation: self.call.operation,
            operands: &operands,
            result: (self.call.result_type, self.call.result_shape),
            is_exact: false,
        })
    }
}
