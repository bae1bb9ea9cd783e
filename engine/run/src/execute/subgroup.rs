//! Operations that the invocations of a subgroup or a quad compute together.
//! <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>

use super::kernels;
use super::lanes::{Lanes, Word};
use shader_ir::{GroupOperation, Register, Type};
use shader_numeric::Operation;
use shader_numeric::convert::converted;

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
    let size = if is_quad(operation) { 4 } else { size };
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
            G::BroadcastFirst => {
                if let Some(bits) = values().next() {
                    self.spread(bits, results);
                }
            }
            G::Ballot(word) => self.spread(u64::from(self.ballot(word, value)), results),
            G::DerivativeX => self.derivative(ty, value, (1, 2), false, results),
            G::FineDerivativeX => self.derivative(ty, value, (1, 2), true, results),
            G::DerivativeY => self.derivative(ty, value, (2, 1), false, results),
            G::FineDerivativeY => self.derivative(ty, value, (2, 1), true, results),
            G::Broadcast | G::Shuffle | G::QuadBroadcast => {
                self.exchange((value, other), results, |_, number| number.min(self.end - self.first - 1));
            }
            G::ShuffleDown => self.exchange((value, other), results, usize::saturating_add),
            G::ShuffleUp => self.exchange((value, other), results, usize::wrapping_sub),
            G::ShuffleXor => self.exchange((value, other), results, |index, bits| index ^ bits),
            G::QuadSwapX => self.exchange((value, other), results, |index, _| index ^ 1),
            G::QuadSwapY => self.exchange((value, other), results, |index, _| index ^ 2),
            G::QuadSwapDiagonal => self.exchange((value, other), results, |index, _| index ^ 3),
        }
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

    /// Gives each member the value of the invocation whose number follows from its own number and an argument. The value of an inactive
    /// invocation is indeterminate: that in its register is taken. So is the value of an invocation outside of the subgroup: zero is taken.
    fn exchange<W: Word>(
        &self,
        (value, argument): (Register, Register),
        results: &mut [W],
        source: impl Fn(usize, usize) -> usize,
    ) {
        for lane in self.members {
            let index = source(lane - self.first, self.lanes.raw(argument, *lane) as usize);
            let is_inside = index < self.end - self.first;
            let raw = if is_inside { self.lanes.raw(value, self.first + index) } else { 0 };
            results[*lane] = W::of_raw(raw);
        }
    }

    /// The difference to the neighbour along an axis; coarse derivatives are those of the first row or column.
    fn derivative<W: Word>(
        &self,
        ty: Type,
        value: Register,
        (step, across): (usize, usize),
        is_fine: bool,
        results: &mut [W],
    ) {
        for lane in self.members {
            let start = if is_fine { (lane - self.first) & across } else { 0 };
            let [high, low] = [start + step, start].map(|index| self.lanes.raw(value, self.first + index));
            results[*lane] = W::of_raw(kernels::run_lane(Operation::Subtract, ty, [high, low, low]));
        }
    }
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
