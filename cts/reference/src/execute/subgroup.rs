//! What the invocations of a subgroup or a quad compute together.
//! <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>

use super::group::Group;
use super::kernels;
use crate::ir::{GroupOperation, Register, Type};
use wgsl_spec::Kernel;

impl Group<'_> {
    pub(super) fn group_operation(
        &mut self,
        operation: GroupOperation,
        ty: Type,
        to: Register,
        value: Register,
        other: Register,
    ) {
        let mut results = self.take(to);
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

    fn subgroup(
        &self,
        operation: GroupOperation,
        ty: Type,
        (first, end): (usize, usize),
        members: &[usize],
        (value, other): (Register, Register),
        results: &mut [u32],
    ) {
        use GroupOperation as G;
        let values = || members.iter().map(|lane| self.lane(value, *lane));
        let spread = |results: &mut [u32], bits: u32| members.iter().for_each(|lane| results[*lane] = bits);
        if let Some((kernel, start, shape)) = reduction(operation, ty) {
            let combine = |left: u32, right: u32| {
                let mut result = [0];
                kernels::run(kernel, ty, &mut result, [&[left], &[right], &[left]]);
                result[0]
            };
            let mut total = start;
            for (position, lane) in members.iter().enumerate() {
                let before = total;
                let next = self.lane(value, *lane);
                // The first value is taken as it is: adding it to zero would lose the sign of a zero.
                total = if position == 0 { next } else { combine(total, next) };
                results[*lane] = if shape == Scan::Exclusive { before } else { total };
            }
            if shape == Scan::Whole {
                spread(results, total);
            }
            return;
        }
        match operation {
            G::All => spread(results, u32::from(values().all(|value| value != 0))),
            G::Any => spread(results, u32::from(values().any(|value| value != 0))),
            G::Elect => {
                for (position, lane) in members.iter().enumerate() {
                    results[*lane] = u32::from(position == 0);
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
                spread(results, members.iter().map(bit).sum());
            }
            G::DerivativeX { fine } => self.derivative(ty, first, members, value, (1, 2), fine, results),
            G::DerivativeY { fine } => self.derivative(ty, first, members, value, (2, 1), fine, results),
            _ => {
                for lane in members {
                    let index = source(operation, lane - first, self.lane(other, *lane));
                    // What comes from an invocation that is not active is indeterminate: what its register holds. So is what
                    // comes from outside of the subgroup: that of the last one when it is named, else zero.
                    let last = end - first - 1;
                    results[*lane] = if index <= last || is_named(operation) {
                        self.lane(value, first + index.min(last))
                    } else {
                        0
                    };
                }
            }
        }
    }

    /// The difference to the neighbour along an axis; coarse derivatives are those of the first row or column.
    #[allow(clippy::too_many_arguments, reason = "an axis of a quad has no more natural parts")]
    fn derivative(
        &self,
        ty: Type,
        first: usize,
        members: &[usize],
        value: Register,
        (step, across): (usize, usize),
        fine: bool,
        results: &mut [u32],
    ) {
        for lane in members {
            let index = lane - first;
            let start = if fine { index & across } else { 0 };
            let mut result = [0];
            let (high, low) = (self.lane(value, first + start + step), self.lane(value, first + start));
            kernels::run(Kernel::Subtract, ty, &mut result, [&[high], &[low], &[low]]);
            results[*lane] = result[0];
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
fn reduction(operation: GroupOperation, ty: Type) -> Option<(Kernel, u32, Scan)> {
    use GroupOperation as G;
    let one = match ty {
        Type::F32 => 1f32.to_bits(),
        Type::F16 => 0x3c00,
        _ => 1,
    };
    Some(match operation {
        G::Add => (Kernel::Add, 0, Scan::Whole),
        G::InclusiveAdd => (Kernel::Add, 0, Scan::Inclusive),
        G::ExclusiveAdd => (Kernel::Add, 0, Scan::Exclusive),
        G::Multiply => (Kernel::Multiply, one, Scan::Whole),
        G::InclusiveMultiply => (Kernel::Multiply, one, Scan::Inclusive),
        G::ExclusiveMultiply => (Kernel::Multiply, one, Scan::Exclusive),
        G::Min => (Kernel::Min, 0, Scan::Whole),
        G::Max => (Kernel::Max, 0, Scan::Whole),
        G::And => (Kernel::BitAnd, 0, Scan::Whole),
        G::Or => (Kernel::BitOr, 0, Scan::Whole),
        G::Xor => (Kernel::BitXor, 0, Scan::Whole),
        _ => return None,
    })
}

/// The member whose value another one gets.
fn source(operation: GroupOperation, index: usize, argument: u32) -> usize {
    use GroupOperation as G;
    let argument = argument as usize;
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
            | G::DerivativeX { .. }
            | G::DerivativeY { .. }
    )
}
