//! What the invocations of a subgroup or a quad compute together.
//! <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>

use super::group::Group;
use super::kernels;
use super::planes::Word;
use shader_ir::{GroupOperation, Register, Type};
use shader_numeric::Operation;
use shader_numeric::convert::converted;

impl Group<'_> {
    pub(super) fn group_operation<W: Word>(
        &mut self,
        operation: GroupOperation,
        ty: Type,
        to: Register,
        value: Register,
        other: Register,
    ) {
        let mut results = self.take::<W>(to);
        let size = if is_quad(operation) { 4 } else { self.subgroup_size() };
        let mut first = 0;
        while first < self.lanes {
            let end = (first + size).min(self.lanes);
            let members: Vec<usize> = (first..end).filter(|lane| self.mask.has(*lane)).collect();
            self.subgroup(operation, ty, (first, end), &members, (value, other), &mut results);
            first = end;
        }
        self.put(to, results);
    }

    fn subgroup<W: Word>(
        &self,
        operation: GroupOperation,
        ty: Type,
        (first, end): (usize, usize),
        members: &[usize],
        (value, other): (Register, Register),
        results: &mut [W],
    ) {
        use GroupOperation as G;
        let values = || members.iter().map(|lane| self.raw(value, *lane));
        let spread = |results: &mut [W], raw: u64| {
            for lane in members {
                results[*lane] = W::of_raw(raw);
            }
        };
        if let Some((kernel, start, shape)) = reduction(operation, ty) {
            let mut total = start;
            for (position, lane) in members.iter().enumerate() {
                let before = total;
                let next = self.raw(value, *lane);
                // The first value is taken as it is: adding it to zero would lose the sign of a zero.
                total = if position == 0 { next } else { kernels::run_lane(kernel, ty, [total, next, next]) };
                results[*lane] = W::of_raw(if shape == Scan::Exclusive { before } else { total });
            }
            if shape == Scan::Whole {
                spread(results, total);
            }
            return;
        }
        match operation {
            G::All => spread(results, u64::from(values().all(|value| value != 0))),
            G::Any => spread(results, u64::from(values().any(|value| value != 0))),
            G::Elect => {
                for (position, lane) in members.iter().enumerate() {
                    results[*lane] = W::of_raw(u64::from(position == 0));
                }
            }
            G::BroadcastFirst => {
                if let Some(bits) = values().next() {
                    spread(results, bits);
                }
            }
            G::Ballot(word) => {
                let bit = |lane: &usize| {
                    let index = lane - first;
                    let here = index / 32 == usize::from(word) && self.lane(value, *lane) != 0;
                    u32::from(here) << (index % 32)
                };
                spread(results, u64::from(members.iter().map(bit).sum::<u32>()));
            }
            G::DerivativeX => self.derivative(ty, first, members, value, (1, 2), false, results),
            G::FineDerivativeX => self.derivative(ty, first, members, value, (1, 2), true, results),
            G::DerivativeY => self.derivative(ty, first, members, value, (2, 1), false, results),
            G::FineDerivativeY => self.derivative(ty, first, members, value, (2, 1), true, results),
            _ => {
                for lane in members {
                    let index = source(operation, lane - first, self.raw(other, *lane) as usize);
                    // What comes from an invocation that is not active is indeterminate: what its register holds. So is what
                    // comes from outside of the subgroup: that of the last one when it is named, else zero.
                    let last = end - first - 1;
                    let is_there = index <= last || is_named(operation);
                    let raw = if is_there { self.raw(value, first + index.min(last)) } else { 0 };
                    results[*lane] = W::of_raw(raw);
                }
            }
        }
    }

    /// The difference to the neighbour along an axis; coarse derivatives are those of the first row or column.
    #[allow(clippy::too_many_arguments, reason = "an axis of a quad has no more natural parts")]
    fn derivative<W: Word>(
        &self,
        ty: Type,
        first: usize,
        members: &[usize],
        value: Register,
        (step, across): (usize, usize),
        fine: bool,
        results: &mut [W],
    ) {
        for lane in members {
            let index = lane - first;
            let start = if fine { index & across } else { 0 };
            let (high, low) = (self.raw(value, first + start + step), self.raw(value, first + start));
            results[*lane] = W::of_raw(kernels::run_lane(Operation::Subtract, ty, [high, low, low]));
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Scan {
    Whole,
    Inclusive,
    Exclusive,
}

/// The kernel of a reduction, what it starts with, and what each invocation gets.
fn reduction(operation: GroupOperation, ty: Type) -> Option<(Operation, u64, Scan)> {
    use GroupOperation as G;
    let one = converted(Type::U32, ty, 1);
    Some(match operation {
        G::Add => (Operation::Add, 0, Scan::Whole),
        G::InclusiveAdd => (Operation::Add, 0, Scan::Inclusive),
        G::ExclusiveAdd => (Operation::Add, 0, Scan::Exclusive),
        G::Multiply => (Operation::Multiply, one, Scan::Whole),
        G::InclusiveMultiply => (Operation::Multiply, one, Scan::Inclusive),
        G::ExclusiveMultiply => (Operation::Multiply, one, Scan::Exclusive),
        G::Min => (Operation::Min, 0, Scan::Whole),
        G::Max => (Operation::Max, 0, Scan::Whole),
        G::And => (Operation::BitAnd, 0, Scan::Whole),
        G::Or => (Operation::BitOr, 0, Scan::Whole),
        G::Xor => (Operation::BitXor, 0, Scan::Whole),
        _ => return None,
    })
}

/// The member whose value another one gets.
fn source(operation: GroupOperation, index: usize, argument: usize) -> usize {
    use GroupOperation as G;
    match operation {
        G::Broadcast | G::Shuffle | G::QuadBroadcast => argument,
        G::ShuffleDown => index.saturating_add(argument),
        G::ShuffleUp => index.wrapping_sub(argument),
        G::ShuffleXor => index ^ argument,
        G::QuadSwapX => index ^ 1,
        G::QuadSwapY => index ^ 2,
        G::QuadSwapDiagonal => index ^ 3,
        _ => index,
    }
}

/// Whether the argument is the number of a member, not a distance to it.
const fn is_named(operation: GroupOperation) -> bool {
    use GroupOperation as G;
    matches!(operation, G::Broadcast | G::Shuffle | G::QuadBroadcast)
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
