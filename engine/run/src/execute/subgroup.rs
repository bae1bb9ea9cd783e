//! Operations that the invocations of a subgroup or a quad compute together.
//! <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>

use super::kernels;
use super::lanes::{Lanes, Word};
use shader_ir::{GroupOperation, Register, Type};
use shader_numeric::Operation;
use shader_numeric::convert::converted;

/// Returns true if an operation is a derivative, which a quad computes.
pub(super) const fn is_derivative(operation: GroupOperation) -> bool {
    use GroupOperation as G;
    matches!(operation, G::DerivativeX | G::FineDerivativeX | G::DerivativeY | G::FineDerivativeY)
}

/// Computes an operation in all subgroups, or quads. A subgroup has `size` invocations.
pub(super) fn operate<W: Word>(
    lanes: &mut Lanes<'_>,
    size: usize,
    operation: GroupOperation,
    ty: Type,
    to: Register,
    [value, other]: [Register; 2],
) {
    let mut results = lanes.take::<W>(to);
    let size = size_of(operation, size);
    for first in (0..lanes.count).step_by(size) {
        let end = (first + size).min(lanes.count);
        let members: Vec<usize> = (first..end).filter(|lane| lanes.mask.has(*lane)).collect();
        let subgroup = Subgroup { lanes, first, end, members: &members };
        subgroup.operate(operation, ty, (value, other), &mut results);
    }
    lanes.put(to, results);
}

/// A subgroup, or a quad.
struct Subgroup<'a> {
    lanes: &'a Lanes<'a>,
    /// The lane of its first invocation.
    first: usize,
    /// The lane after that of its last invocation.
    end: usize,
    /// Its active lanes.
    members: &'a [usize],
}

impl Subgroup<'_> {
    fn operate<W: Word>(
        &self,
        operation: GroupOperation,
        ty: Type,
        (value, other): (Register, Register),
        results: &mut [W],
    ) {
        use GroupOperation as G;
        let values = || self.members.iter().map(|lane| self.lanes.raw(value, *lane));
        match operation {
            G::Add => self.reduce((Operation::Add, ty), Scan::Whole, value, results),
            G::InclusiveAdd => self.reduce((Operation::Add, ty), Scan::Inclusive, value, results),
            G::ExclusiveAdd => self.reduce((Operation::Add, ty), Scan::Exclusive(0), value, results),
            G::Multiply => self.reduce((Operation::Multiply, ty), Scan::Whole, value, results),
            G::InclusiveMultiply => self.reduce((Operation::Multiply, ty), Scan::Inclusive, value, results),
            G::ExclusiveMultiply => {
                self.reduce((Operation::Multiply, ty), Scan::Exclusive(one(ty)), value, results);
            }
            G::Min => self.reduce((Operation::Min, ty), Scan::Whole, value, results),
            G::Max => self.reduce((Operation::Max, ty), Scan::Whole, value, results),
            G::And => self.reduce((Operation::BitAnd, ty), Scan::Whole, value, results),
            G::Or => self.reduce((Operation::BitOr, ty), Scan::Whole, value, results),
            G::Xor => self.reduce((Operation::BitXor, ty), Scan::Whole, value, results),
            G::All => self.spread(u64::from(values().all(|value| value != 0)), results),
            G::Any => self.spread(u64::from(values().any(|value| value != 0)), results),
            G::Elect => {
                for (position, lane) in self.members.iter().enumerate() {
                    results[*lane] = W::of_raw(u64::from(position == 0));
                }
            }
            G::Ballot(word) => self.spread(u64::from(self.ballot(word, value)), results),
            G::DerivativeX | G::FineDerivativeX | G::DerivativeY | G::FineDerivativeY => {
                self.derivative(operation, ty, value, results);
            }
            G::Broadcast
            | G::BroadcastFirst
            | G::Shuffle
            | G::ShuffleDown
            | G::ShuffleUp
            | G::ShuffleXor
            | G::QuadBroadcast
            | G::QuadSwapX
            | G::QuadSwapY
            | G::QuadSwapDiagonal => self.exchange(operation, (value, other), results),
        }
    }

    /// The numbers of the invocations whose values a member gets: see [`sources`].
    fn sources(&self, operation: GroupOperation, lane: usize, argument: usize) -> [usize; 2] {
        let first_active = self.members.first().map_or(0, |member| member - self.first);
        sources(operation, lane - self.first, argument, first_active).unwrap_or_default()
    }

    /// Gives all members a result.
    fn spread<W: Word>(&self, raw: u64, results: &mut [W]) {
        for lane in self.members {
            results[*lane] = W::of_raw(raw);
        }
    }

    /// Combines the values of the members, one after the other.
    fn reduce<W: Word>(
        &self,
        (kernel, ty): (Operation, Type),
        scan: Scan,
        value: Register,
        results: &mut [W],
    ) {
        let mut total = if let Scan::Exclusive(start) = scan { start } else { 0 };
        for (position, lane) in self.members.iter().enumerate() {
            let before = total;
            let next = self.lanes.raw(value, *lane);
            // The first value is taken as it is: adding it to zero would lose the sign of a zero.
            total = if position == 0 { next } else { kernels::run_lane(kernel, ty, [total, next, next]) };
            results[*lane] = W::of_raw(if let Scan::Exclusive(_) = scan { before } else { total });
        }
        if scan == Scan::Whole {
            self.spread(total, results);
        }
    }

    /// A word with a bit for each of 32 invocations: whether it is a member whose value is true.
    fn ballot(&self, word: u8, value: Register) -> u32 {
        let bit = |lane: &usize| {
            let index = lane - self.first;
            let here = index / 32 == usize::from(word) && self.lanes.lane(value, *lane) != 0;
            u32::from(here) << (index % 32)
        };
        self.members.iter().map(bit).sum()
    }

    /// Gives each member the value of another invocation. The value of an inactive invocation is indeterminate: that in its register is
    /// taken. So is the value of an invocation outside of the subgroup: that of the last invocation is taken where the program gives the
    /// number itself, otherwise zero.
    fn exchange<W: Word>(
        &self,
        operation: GroupOperation,
        (value, argument): (Register, Register),
        results: &mut [W],
    ) {
        use GroupOperation as G;
        let last = self.end - self.first - 1;
        let is_number = matches!(operation, G::Broadcast | G::Shuffle | G::QuadBroadcast);
        for lane in self.members {
            let [number, _] = self.sources(operation, *lane, self.lanes.raw(argument, *lane) as usize);
            let number = if is_number { number.min(last) } else { number };
            let raw = if number <= last { self.lanes.raw(value, self.first + number) } else { 0 };
            results[*lane] = W::of_raw(raw);
        }
    }

    /// The difference to the neighbour along an axis.
    fn derivative<W: Word>(&self, operation: GroupOperation, ty: Type, value: Register, results: &mut [W]) {
        for lane in self.members {
            let numbers = self.sources(operation, *lane, 0);
            let [high, low] = numbers.map(|number| self.lanes.raw(value, self.first + number));
            results[*lane] = W::of_raw(kernels::run_lane(Operation::Subtract, ty, [high, low, low]));
        }
    }
}

/// The numbers, in the subgroup or quad, of the invocations whose values an invocation gets; `None` for an operation that combines the
/// values of all. `index` is its own number, `argument` the value of the second operand, and `first_active` the least number of an active
/// invocation. A number may be that of an inactive invocation, or lie outside of the subgroup.
pub(super) fn sources(
    operation: GroupOperation,
    index: usize,
    argument: usize,
    first_active: usize,
) -> Option<[usize; 2]> {
    use GroupOperation as G;
    let one = |number: usize| Some([number; 2]);
    // Coarse derivatives are those of the first row or column.
    let along = |step: usize, start: usize| Some([start + step, start]);
    match operation {
        G::Broadcast | G::Shuffle | G::QuadBroadcast => one(argument),
        G::BroadcastFirst => one(first_active),
        G::ShuffleDown => one(index.saturating_add(argument)),
        G::ShuffleUp => one(index.wrapping_sub(argument)),
        G::ShuffleXor => one(index ^ argument),
        G::QuadSwapX => one(index ^ 1),
        G::QuadSwapY => one(index ^ 2),
        G::QuadSwapDiagonal => one(index ^ 3),
        G::DerivativeX => along(1, 0),
        G::FineDerivativeX => along(1, index & 2),
        G::DerivativeY => along(2, 0),
        G::FineDerivativeY => along(2, index & 1),
        G::Add
        | G::ExclusiveAdd
        | G::InclusiveAdd
        | G::Multiply
        | G::ExclusiveMultiply
        | G::InclusiveMultiply
        | G::Min
        | G::Max
        | G::And
        | G::Or
        | G::Xor
        | G::All
        | G::Any
        | G::Elect
        | G::Ballot(_) => None,
    }
}

/// Returns true if an operation gives values of single invocations, instead of combining the values of all.
pub(super) fn moves(operation: GroupOperation) -> bool {
    sources(operation, 0, 0, 0).is_some()
}

/// Returns true if an operation takes a second operand, with the number of an invocation or a part of one.
pub(super) const fn takes_number(operation: GroupOperation) -> bool {
    use GroupOperation as G;
    needs_uniform_number(operation) || matches!(operation, G::Broadcast | G::Shuffle | G::QuadBroadcast)
}

/// Returns true if this operand must be the same in the subgroup: otherwise the result is indeterminate.
/// <https://www.w3.org/TR/WGSL/#subgroupshuffledown-builtin>
pub(super) const fn needs_uniform_number(operation: GroupOperation) -> bool {
    use GroupOperation as G;
    matches!(operation, G::ShuffleDown | G::ShuffleUp | G::ShuffleXor)
}

/// The number of invocations of a subgroup, or of a quad for an operation of quads.
pub(super) const fn size_of(operation: GroupOperation, subgroup_size: usize) -> usize {
    if is_quad(operation) { 4 } else { subgroup_size }
}

/// The number 1.
fn one(ty: Type) -> u64 {
    converted(Type::U32, ty, 1)
}

/// The values that a reduction gives each member.
#[derive(Clone, Copy, PartialEq)]
enum Scan {
    /// That of all members.
    Whole,
    /// That of the members up to this one.
    Inclusive,
    /// That of the members before this one, with the value before the first.
    Exclusive(u64),
}

const fn is_quad(operation: GroupOperation) -> bool {
    use GroupOperation as G;
    matches!(
        operation,
        G::QuadBroadcast
            | G::QuadSwapX
            | G::QuadSwapY
            | G::QuadSwapDiagonal
            | G::DerivativeX
            | G::FineDerivativeX
            | G::DerivativeY
            | G::FineDerivativeY
    )
}
